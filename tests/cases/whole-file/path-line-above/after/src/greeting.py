def greet(name):
    return f"Good morning, {name}"
