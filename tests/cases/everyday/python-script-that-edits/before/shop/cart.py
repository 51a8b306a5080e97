RATE = 19


def total(items):
    result = 0
    for item in items:
        result += item.price
    return result


def tax(items):
    return total(items) * RATE / 100
