def greet(name):
    return "Hi " + name


def leave(name):
    return "Bye " + name
