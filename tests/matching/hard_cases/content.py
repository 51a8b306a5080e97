"""Other text than the file's, or text that is there more than once: most of it must not be written."""

from editreview.matching import Tier
from tests.matching.hard_cases.case import HardCase

_TOTALS = """\
def first_total(orders):
    prices = [order.price for order in orders]
    total = sum(prices)
    return total


def last_total(orders):
    prices = [order.price for order in orders]
    total = sum(prices)
    return total
"""
_LOAD = """\
function load(path) {
  if (cache.has(path)) {
    return cache.get(path);
  }
  const text = read(path);
  cache.set(path, text);
  return text;
}
"""
_CLOSE = """\
class Log:
    def close(self):
        self.flush()
        self.handle.close()
        self.is_open = False
"""

_AREA = """\
def area(width, height):
    # The area of a rectangle.
    result = width * height
    result = round(result, 2)
    return result
"""

CASES = (
    HardCase(
        name="two places alike",
        before=_TOTALS,
        search="    total = sum(prices)\n    return total\n",
        replace="    return sum(prices)\n",
        reason="ambiguous",
        matches=((3, 4), (9, 10)),
    ),
    HardCase(
        name="the beginning of a longer word",
        before="first = start\ntotal = foobar\n",
        search="total = foo\n",
        replace="total = bar\n",
        reason="not-found",
    ),
    HardCase(
        name="a paragraph in other lines",
        path="file.md",
        before="The words of this paragraph are the same,\nbut the file has them in two lines.\n",
        search="The words of this paragraph are the same, but the file has them in two lines.\n",
        replace="The words of this paragraph are equal, but the file has them in two lines.\n",
        after=("The words of this paragraph are equal,\nbut the file has them in two lines.\n",),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="a paragraph of which only the beginning is searched for",
        path="file.md",
        before="The words of this paragraph are the same,\nbut the file has more\nof them than that.\n",
        search="The words of this paragraph are the same, but the file has more\n",
        replace="The words of this paragraph are equal, but the file has more\n",
    ),
    HardCase(
        name="a part of a line",
        path="file.js",
        before="const total = sum(prices); // without tax\nconst count = prices.length;\n",
        search="sum(prices)\n",
        replace="sum(prices, rate)\n",
        after=("const total = sum(prices, rate); // without tax\nconst count = prices.length;\n",),
        tier=Tier.FUZZY,
    ),
    HardCase(
        name="a part of two lines",
        path="file.js",
        before="const total = sum(prices);\nreturn sum(prices) / 2;\n",
        search="sum(prices)\n",
        replace="sum(prices, rate)\n",
        reason="not-found",
    ),
    HardCase(
        name="a part of a line that was edited before",
        path="file.js",
        before="const total = current_price * rate; // without tax\n",
        search="current_price\n",
        replace="current_price * rate\n",
    ),
    HardCase(
        name="a part of a line that is deleted",
        path="file.js",
        before="const total = current_price * rate;\n",
        search="current_price\n",
        replace="",
        reason="not-found",
    ),
    HardCase(
        name="a part of a line at another depth",
        before="def f():\n    return total_of(prices) or 0\n",
        search="    total_of(prices)\n",
        replace="        total_of(prices)\n",
        reason="not-found",
    ),
    HardCase(
        name="a name in another case",
        path="file.js",
        before="export function handleUpperCase(text) {\n  return text.toUpperCase();\n}\n",
        search="export function handleUppercase(text) {\n  return text.toUpperCase();\n}\n",
        replace="export function handleUppercase(text) {\n  return text.trim().toUpperCase();\n}\n",
        after=(
            "export function handleUpperCase(text) {\n  return text.toUpperCase();\n}\n",
            "export function handleUpperCase(text) {\n  return text.trim().toUpperCase();\n}\n",
        ),
    ),
    HardCase(
        name="words joined by the model",
        path="file.c",
        before="int main() {\n  int a = b;\n}\n",
        search="  inta=b;\n",
        replace="  inta=c;\n",
        after=("int main() {\n  int a = b;\n}\n", "int main() {\n  int a = c;\n}\n"),
    ),
    HardCase(
        name="one wrong letter in the middle",
        before=_AREA,
        search=_AREA.replace("result = width", "reslt = width"),
        replace=_AREA.replace("2)", "3)"),
        after=(_AREA.replace("2)", "3)"),),
        tier=Tier.FUZZY,
    ),
    HardCase(
        name="one wrong letter in the first line, and a twin below",
        before=_TOTALS,
        search=_TOTALS.partition("\n\n\n")[0].replace("first_total", "first_totl") + "\n",
        replace=_TOTALS.partition("\n\n\n")[0].replace("sum(prices)", "sum(prices, 0)") + "\n",
        after=(_TOTALS.replace("sum(prices)", "sum(prices, 0)", 1),),
    ),
    HardCase(
        name="lines left out with dots",
        before="""\
def report(orders):
    lines = []
    for order in orders:
        lines.append(str(order))
    return lines
""",
        search="def report(orders):\n    ...\n    return lines\n",
        replace="def report(orders, limit):\n    ...\n    return lines[:limit]\n",
        after=(
            """\
def report(orders, limit):
    lines = []
    for order in orders:
        lines.append(str(order))
    return lines[:limit]
""",
        ),
        tier=Tier.FUZZY,
    ),
    HardCase(
        name="already applied",
        before="def greeting(name):\n    return f'Hello {name}'\n",
        search="    return 'Hello ' + name\n",
        replace="    return f'Hello {name}'\n",
        reason="already-applied",
    ),
    HardCase(
        name="the middle invented",
        before="""\
def save(order):
    check(order)
    store.write(order.key, order.data)
    return order
""",
        search="""\
def save(order):
    with open(PATH) as file:
        file.dump(vars(order))
    return order
""",
        replace="""\
def save(order):
    with open(PATH, "w") as file:
        file.dump(vars(order))
    return order
""",
        reason="not-found",
    ),
    HardCase(
        name="a closing brace as the last line, the middle invented",
        path="file.js",
        before=_LOAD,
        search="function load(path) {\n  const data = fetchAll(path);\n  return data;\n}\n",
        replace="function load(path) {\n  return fetchAll(path).text;\n}\n",
        reason="not-found",
    ),
    HardCase(
        name="the middle forgotten",
        before=_CLOSE,
        search="    def close(self):\n        self.is_open = False\n",
        replace="    def close(self):\n        self.is_open = None\n",
        after=(_CLOSE, _CLOSE.replace("False", "None")),
    ),
    HardCase(
        name="parts of lines",
        path="file.js",
        before="for (let i = 0; i < prices.length; i++) {\n  total += prices[i];\n}\n",
        search="i < prices.length; i++) {\n  total +=",
        replace="i < limit; i++) {\n  total -=",
        after=("for (let i = 0; i < limit; i++) {\n  total -= prices[i];\n}\n",),
        tier=Tier.EXACT,
        is_call=True,
    ),
)
