def greet(name):
    return f"Hello {name}"


def leave(name):
    return f"Bye {name}"
