import { Kunde } from "./kunde";
import { formatDatum } from "./datum";

export interface Position {
  bezeichnung: string;
  menge: number;
  einzelpreis: number;
  steuersatz?: number;
}

export interface Rechnung {
  nummer: string;
  kunde: Kunde;
  datum: Date;
  positionen: Position[];
  bezahlt: boolean;
}

export function netto(rechnung: Rechnung): number {
  let ergebnis = 0;
  for (const position of rechnung.positionen) {
    ergebnis += position.menge * position.einzelpreis;
  }
  return ergebnis;
}

export function brutto(rechnung: Rechnung): number {
  return rechnung.positionen.reduce((summe, position) => {
    const satz = position.steuersatz ?? 0.19;
    return summe + position.menge * position.einzelpreis * (1 + satz);
  }, 0);
}

export function zeile(position: Position): string {
  return `${position.menge} x ${position.bezeichnung}`;
}

export function kopf(rechnung: Rechnung): string {
  return `Rechnung ${rechnung.nummer} vom ${formatDatum(rechnung.datum)}`;
}
