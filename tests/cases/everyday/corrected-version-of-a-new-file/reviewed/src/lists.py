def first(xs):
    return xs[0]
