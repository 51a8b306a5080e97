"""The same words, laid out otherwise: indentation, blank lines, line ends, the ends of the file."""

from editreview.matching import Tier
from tests.matching.hard_cases.case import HardCase

_CART = """\
class Cart:
    def total(self):
        amount = sum(self.prices)
        return amount
"""
_CART_AFTER = """\
class Cart:
    def total(self):
        amount = sum(self.prices)
        amount -= self.discount
        return amount
"""

CASES = (
    HardCase(
        name="dedented by the model",
        before=_CART,
        search="""\
def total(self):
    amount = sum(self.prices)
    return amount
""",
        replace="""\
def total(self):
    amount = sum(self.prices)
    amount -= self.discount
    return amount
""",
        after=(_CART_AFTER,),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="first line lost its indentation",
        before=_CART,
        search="""\
def total(self):
        amount = sum(self.prices)
        return amount
""",
        replace="""\
def total(self):
        amount = sum(self.prices)
        amount -= self.discount
        return amount
""",
        after=(_CART_AFTER,),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="tabs in the file, four spaces in the response",
        path="file.go",
        before="""\
func sum(values []int) int {
\ttotal := 0
\tfor _, value := range values {
\t\ttotal += value
\t}
\treturn total
}
""",
        search="""\
    for _, value := range values {
        total += value
    }
""",
        replace="""\
    for _, value := range values {
        if value > 0 {
            total += value
        }
    }
""",
        after=(
            """\
func sum(values []int) int {
\ttotal := 0
\tfor _, value := range values {
\t\tif value > 0 {
\t\t\ttotal += value
\t\t}
\t}
\treturn total
}
""",
        ),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="twin line at another depth",
        before="""\
def first(items):
    for item in items:
        if not item:
            return None
        return item
    return None
""",
        search="    return None\n",
        replace="    return items\n",
        after=(
            """\
def first(items):
    for item in items:
        if not item:
            return None
        return item
    return items
""",
        ),
        tier=Tier.EXACT,
    ),
    HardCase(
        name="blank line missing in the response",
        before="""\
def load(path):
    text = path.read_text()

    return parse(text)
""",
        search="""\
def load(path):
    text = path.read_text()
    return parse(text)
""",
        replace="""\
def load(path):
    text = path.read_text("utf-8")
    return parse(text)
""",
        after=(
            """\
def load(path):
    text = path.read_text("utf-8")

    return parse(text)
""",
            """\
def load(path):
    text = path.read_text("utf-8")
    return parse(text)
""",
        ),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="blank line before the first in the response",
        before="""\
def one():
    return 1


def two():
    return 2
""",
        search="""\

def one():
    return 1
""",
        replace="""\

def one():
    return 10
""",
        after=(
            """\
def one():
    return 10


def two():
    return 2
""",
            """\

def one():
    return 10


def two():
    return 2
""",
        ),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="two blanks at the ends of new lines",
        path="file.md",
        before="# Ann\n\nName: Ann\nTown: Ulm\n",
        search="Name: Ann\nTown: Ulm\n",
        replace="Name: Ann  \nTown: Ulm  \n",
        after=("# Ann\n\nName: Ann  \nTown: Ulm  \n",),
        tier=Tier.EXACT,
    ),
    HardCase(
        name="carriage returns in the file",
        before="a = 1\r\nb = 2\r\nc = 3\r\n",
        search="b = 2\nc = 3\n",
        replace="b = 20\nbb = 22\nc = 3\n",
        after=("a = 1\r\nb = 20\r\nbb = 22\r\nc = 3\r\n",),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="mixed line ends in the file",
        before="a = 1\r\nb = 2\nc = 3\r\nd = 4\n",
        search="b = 2\nc = 3\n",
        replace="b = 2\nc = 30\n",
        after=("a = 1\r\nb = 2\nc = 30\r\nd = 4\n",),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="no line end at the end of the file",
        before="a = 1\nb = 2",
        search="b = 2\n",
        replace="b = 20\n",
        after=("a = 1\nb = 20",),
        tier=Tier.EXACT,
    ),
    HardCase(
        name="byte order mark before the first line",
        before="\ufeffimport os\nimport sys\n",
        search="import os\n",
        replace="import re\n",
        after=("\ufeffimport re\nimport sys\n",),
        tier=Tier.EXACT,
    ),
)
