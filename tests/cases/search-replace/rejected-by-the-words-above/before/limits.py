LIMIT = 10


def check(size):
    if size < LIMIT:
        return size
    raise ValueError(size)
