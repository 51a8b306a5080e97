from datetime import date

from rechnung.modelle import Rechnung


def dateiname(rechnung: Rechnung) -> str:
    return f"rechnung_{rechnung.nummer}.pdf"


def zeilen(rechnung: Rechnung) -> list[str]:
    ergebnis = []
    for posten in rechnung.posten:
        ergebnis.append(f"{posten.text}: {posten.betrag}")
    return ergebnis


def fusszeile() -> str:
    return f"Erstellt am {date.today()}"
