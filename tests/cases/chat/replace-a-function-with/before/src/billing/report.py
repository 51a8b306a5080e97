"""Monthly reports."""

from decimal import Decimal

from billing.models import Invoice


def monthly(invoices: list[Invoice]) -> Decimal:
    """Sum of all invoices of a month."""
    total = Decimal(0)
    for invoice in invoices:
        total += invoice.amount
    return total


def yearly(months: list[Decimal]) -> Decimal:
    """Sum of all months."""
    return sum(months, Decimal(0))


def render(total: Decimal) -> str:
    """The total as text."""
    return f"{total:.2f}"
