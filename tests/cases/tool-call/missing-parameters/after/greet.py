def greet(name):
    return "Hello " + name


def leave(name):
    return "See you, " + name
