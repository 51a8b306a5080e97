"""Invoices and how they are paid."""

from dataclasses import dataclass, field
from datetime import date


@dataclass
class Line:
    label: str
    cents: int
    quantity: int = 1


@dataclass
class Invoice:
    customer: str
    due: date
    lines: list[Line] = field(default_factory=list)

    def add(self, label: str, cents: int, quantity: int = 1) -> None:
        self.lines.append(Line(label, cents, quantity))

    def total(self) -> int:
        return sum(line.cents for line in self.lines)

    def is_overdue(self, today: date) -> bool:
        return today > self.due


def prorate(cents: int, used: int, days: int) -> int:
    """The part of a price for some of the days."""
    return cents * used / days


def format_cents(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
