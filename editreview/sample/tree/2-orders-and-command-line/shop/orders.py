"""Orders: made from a cart, kept as one JSON file each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from shop import ShopError
from shop.cart import Cart


@dataclass(frozen=True)
class Order:
    """What was bought, by whom, and for how much."""

    number: int
    customer: str
    placed_at: str
    items: dict[str, int]
    to_pay: int


def place_order(cart: Cart, customer: str, folder: Path) -> Order:
    """Turn a cart into an order and keep it.

    Raises:
        ShopError: if the cart is empty or the order cannot be written.
    """
    if not cart.lines:
        raise ShopError("the cart is empty")
    total = cart.total()
    order = Order(
        number=next_number(folder),
        customer=customer,
        placed_at=datetime.now(UTC).isoformat(timespec="seconds"),
        items={sku: line.quantity for sku, line in cart.lines.items()},
        to_pay=total.to_pay,
    )
    save(order, folder)
    return order


def next_number(folder: Path) -> int:
    """One more than the highest number in the folder; the first order is 1."""
    numbers = [int(path.stem) for path in folder.glob("*.json") if path.stem.isdigit()]
    return max(numbers, default=0) + 1


def save(order: Order, folder: Path) -> Path:
    """Write the order to a file of its own; an order that is there is never replaced."""
    path = folder / f"{order.number:06d}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            json.dump(asdict(order), file, indent=2)
            file.write("\n")
    except OSError as error:
        raise ShopError(f"cannot write {path}: {error.strerror}") from error
    return path


def load(path: Path) -> Order:
    """Read an order back."""
    try:
        return Order(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError) as error:
        raise ShopError(f"{path} holds no order") from error
