import sys


def greet(name):
    print(f"Hello {name}")


def read_names(path):
    with open(path) as file:
        return [line.strip() for line in file]


def main():
    for name in read_names(sys.argv[1]):
        greet(name)


if __name__ == "__main__":
    main()
