def welcome(name):
    return "Welcome " + name


def leave(name):
    return "Bye " + name
