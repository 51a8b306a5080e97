import sys

from utils.helpers import plain, shorten


def main(arguments: list[str]) -> int:
    if not arguments:
        print("usage: app TEXT", file=sys.stderr)
        return 2
    for argument in arguments:
        print(shorten(plain(argument), 40))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
