import sys


def greet(name):
    print("Hello " + name)


def read_names(path):
    names = []
    for line in open(path):
        names.append(line.strip())
    return names


def main():
    for name in read_names(sys.argv[1]):
        greet(name)


if __name__ == "__main__":
    main()
