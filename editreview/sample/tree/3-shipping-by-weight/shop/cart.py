"""What a customer has put aside, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from shop import ShopError
from shop.catalog import Catalog, Product
from shop.pricing import shipping_cost, volume_discount

MAX_QUANTITY = 99


@dataclass
class Line:
    """One product and how many of it."""

    product: Product
    quantity: int

    @property
    def price_cents(self) -> int:
        return self.product.price_cents * self.quantity

    @property
    def weight_grams(self) -> int:
        return self.product.weight_grams * self.quantity


@dataclass(frozen=True)
class Total:
    """What a cart comes to, in cents."""

    subtotal: int
    discount: int
    shipping: int

    @property
    def to_pay(self) -> int:
        return self.subtotal - self.discount + self.shipping


@dataclass
class Cart:
    """Lines by SKU, in the order in which the products were first added."""

    catalog: Catalog
    lines: dict[str, Line] = field(default_factory=dict)

    def add(self, sku: str, quantity: int = 1) -> Line:
        """Put some more of a product into the cart."""
        if quantity < 1:
            raise ShopError(f"cannot add {quantity} of {sku!r}")
        line = self.lines.get(sku) or Line(self.catalog.find(sku), 0)
        if line.quantity + quantity > MAX_QUANTITY:
            raise ShopError(f"at most {MAX_QUANTITY} of {sku!r} in one cart")
        line.quantity += quantity
        self.lines[sku] = line
        return line

    def remove(self, sku: str) -> None:
        """Take a product out of the cart, all of it."""
        if self.lines.pop(sku, None) is None:
            raise ShopError(f"{sku!r} is not in the cart")

    @property
    def subtotal(self) -> int:
        return sum(line.price_cents for line in self.lines.values())

    @property
    def weight(self) -> int:
        return sum(line.weight_grams for line in self.lines.values())

    def total(self) -> Total:
        """What the customer pays, and how it comes about."""
        subtotal = self.subtotal
        discount = volume_discount(subtotal)
        shipping = shipping_cost(subtotal - discount, self.weight)
        return Total(subtotal, discount, shipping)
