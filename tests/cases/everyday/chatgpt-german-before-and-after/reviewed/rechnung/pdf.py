from datetime import date

from rechnung.modelle import Rechnung


def dateiname(rechnung: Rechnung) -> str:
    return f"rechnung_{rechnung.nummer}.pdf"


def zeilen(rechnung: Rechnung) -> list[str]:
    ergebnis = []
    for posten in rechnung.posten:
        betrag = f"{posten.betrag:.2f}".replace(".", ",")
        ergebnis.append(f"{posten.text}: {betrag} €")
    return ergebnis


def fusszeile() -> str:
    return f"Erstellt am {date.today():%d.%m.%Y}"
