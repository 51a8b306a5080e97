"""Discounts, shipping and how prices are written. All amounts are whole cents."""

from __future__ import annotations

# From this subtotal on, this many percent off. Highest first.
DISCOUNTS = ((20_000, 10), (10_000, 5), (5_000, 2))

FREE_SHIPPING_FROM = 4_900
SHIPPING = 490


def volume_discount(subtotal: int) -> int:
    """What is taken off for a large order."""
    for limit, percent in DISCOUNTS:
        if subtotal >= limit:
            return subtotal * percent // 100
    return 0


def shipping_cost(subtotal: int) -> int:
    """What it costs to send the goods; nothing for a large order."""
    if subtotal == 0:
        return 0
    if subtotal >= FREE_SHIPPING_FROM:
        return 0
    cost = SHIPPING
    return cost


def euros(cents: int) -> str:
    """An amount as it is shown to people: `1 234.50 €`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole:,}.{rest:02d} €".replace(",", " ")
