from dataclasses import dataclass, field
from decimal import Decimal


@dataclass
class Position:
    text: str
    menge: int
    preis: Decimal

    def summe(self):
        return self.menge * self.preis


@dataclass
class Rechnung:
    nummer: str
    positionen: list[Position] = field(default_factory=list)

    def summe(self):
        return sum(p.summe() for p in self.positionen)

    def drucken(self):
        print(f"Rechnung {self.nummer}")
        for p in self.positionen:
            print(f"{p.menge:>4} {p.text:<30} {p.summe():>10.2f}")
        print(f"Summe: {self.summe():.2f}")
