from dataclasses import dataclass, field
from decimal import Decimal


@dataclass
class Posten:
    text: str
    betrag: Decimal


@dataclass
class Rechnung:
    nummer: str
    posten: list[Posten] = field(default_factory=list)
