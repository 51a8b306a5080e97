def greet(name):
    return "Hi " + name


def part(name):
    return "Bye " + name
