def total(items, tax=0):
    return sum(items) + tax
