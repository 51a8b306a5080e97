def greet(name):
    return "Hi " + name


def leave(name):
    return "See you " + name
