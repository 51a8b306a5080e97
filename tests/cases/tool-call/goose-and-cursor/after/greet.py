def greet(name):
    return "Hi " + name


def leave(name):
    return "Ciao " + name
