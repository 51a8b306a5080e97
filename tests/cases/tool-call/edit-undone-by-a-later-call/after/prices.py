from decimal import Decimal


def total(prices):
    return sum(prices, start=Decimal())


def mean(prices):
    return total(prices) / len(prices)
