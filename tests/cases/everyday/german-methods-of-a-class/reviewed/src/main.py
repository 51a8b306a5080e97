from decimal import Decimal

from rechnung import Position, Rechnung


def main():
    r = Rechnung("2024-001")
    r.positionen.append(Position("Beratung", 3, Decimal("95.00")))
    r.drucken()


if __name__ == "__main__":
    main()
