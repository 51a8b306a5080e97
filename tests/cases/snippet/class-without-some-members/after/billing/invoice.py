"""Invoices."""

from decimal import Decimal

RATE = Decimal("0.2")


class Invoice:
    """What a customer owes."""

    def __init__(self, lines):
        self.lines = list(lines)

    # Net, without tax.
    def net(self):
        return sum(line.price for line in self.lines)

    def tax(self):
        return self.net() * RATE


class Report:
    def __init__(self, invoices):
        self.invoices = invoices

    def tax(self):
        return sum(invoice.tax() for invoice in self.invoices)


def rounded(price):
    return price.quantize(Decimal("0.01"))
