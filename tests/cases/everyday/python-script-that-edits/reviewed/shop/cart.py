RATE = 20


def total(items):
    return sum(item.price for item in items)


def tax(items):
    return total(items) * RATE / 100
