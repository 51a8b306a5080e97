def total(prices):
    return sum(prices)


def mean(prices):
    return total(prices) / len(prices)
