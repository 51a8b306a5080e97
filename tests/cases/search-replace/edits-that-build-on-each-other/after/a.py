def f(x):
    return x


def g():
    return f(2)
