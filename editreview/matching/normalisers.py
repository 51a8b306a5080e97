"""What a line is compared by: each forgives what the ones before it do, and one thing more."""


def exact(line: str) -> str:
    return line


def without_line_end(line: str) -> str:
    return line.removesuffix("\r")


def without_trailing_whitespace(line: str) -> str:
    return line.rstrip(" \t\r")


def without_indentation(line: str) -> str:
    return line.strip(" \t\r")
