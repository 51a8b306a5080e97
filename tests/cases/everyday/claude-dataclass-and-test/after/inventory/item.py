from dataclasses import dataclass


@dataclass
class Item:
    """Something in stock."""

    name: str
    quantity: int
    price: float

    def value(self) -> float:
        return self.quantity * self.price


def total(items: list[Item]) -> float:
    return sum(item.value() for item in items)
