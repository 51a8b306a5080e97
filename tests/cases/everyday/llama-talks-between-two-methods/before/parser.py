import re

TOKEN = re.compile(r"\s*(?:(\d+)|(.))")


class ParseError(Exception):
    pass


def tokenize(text):
    for number, operator in TOKEN.findall(text):
        if number:
            yield ("number", int(number))
        else:
            yield ("operator", operator)


class Parser:
    def __init__(self, text):
        self.tokens = list(tokenize(text))
        self.position = 0

    def peek(self):
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        return ("end", None)

    def take(self):
        token = self.peek()
        self.position += 1
        return token

    def expression(self):
        left = self.term()
        while self.peek() in (("operator", "+"), ("operator", "-")):
            _, operator = self.take()
            right = self.term()
            left = left + right if operator == "+" else left - right
        return left

    def term(self):
        kind, value = self.take()
        if kind != "number":
            raise ParseError(f"unexpected {value}")
        return value
