"""Prices."""

import decimal

RATE = decimal.Decimal("0.2")


def net(price):
    return price / (1 + RATE)


def gross(price):
    return price * (1 + RATE)


def rounded(price):
    return price.quantize(decimal.Decimal("0.01"))
