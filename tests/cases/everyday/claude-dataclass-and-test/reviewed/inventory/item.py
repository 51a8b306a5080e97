from dataclasses import dataclass


@dataclass
class Item:
    """Something in stock."""

    name: str
    quantity: int
    price: float
    category: str = "misc"

    def value(self) -> float:
        return self.quantity * self.price


def by_category(items: list[Item]) -> dict[str, float]:
    totals: dict[str, float] = {}
    for item in items:
        totals[item.category] = totals.get(item.category, 0) + item.value()
    return totals


def total(items: list[Item]) -> float:
    return sum(item.value() for item in items)
