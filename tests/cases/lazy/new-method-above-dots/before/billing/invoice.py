"""Invoices."""

from decimal import Decimal


class Invoice:
    """What a customer owes."""

    def __init__(self, lines):
        self.lines = lines

    def net(self):
        return sum(self.lines, Decimal(0))


def rounded(amount):
    return amount.quantize(Decimal("0.01"))
