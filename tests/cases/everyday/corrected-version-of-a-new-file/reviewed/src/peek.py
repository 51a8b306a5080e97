def peek(xs):
    return xs[0] if xs else None
