from dataclasses import dataclass, field


@dataclass
class Posten:
    text: str
    betrag: float


@dataclass
class Rechnung:
    nummer: str
    posten: list[Posten] = field(default_factory=list)
