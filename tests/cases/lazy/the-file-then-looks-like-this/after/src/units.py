import re


def parse(text):
    number, name = re.match(r"(\d+)(\w+)", text).groups()
    return int(number), name


class Unit:
    def __init__(self, name):
        self.name = name


def show(number, name):
    return f"{number} {name}"
