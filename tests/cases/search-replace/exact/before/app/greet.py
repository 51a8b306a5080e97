import sys


def greet(name):
    """Say hello."""
    message = f"Hello, {name}"
    print(message)
    return message


def main():
    greet(sys.argv[1])
