"""The subject of a commit: a sentence of the response that surely is one, or the facts of the change."""

import pytest

from editreview.review.subject import propose_subject
from editreview.workspace import TextChange


def _changed(path: str, before: str | None, after: str | None) -> TextChange:
    return TextChange(path, before, after)


NOTHING_SAID: tuple[str, ...] = ()
CHANGE = _changed("cart.py", "def total():\n    return 0\n", "def total():\n    return sum(lines)\n")
FACT = "Update total in cart.py"


@pytest.mark.parametrize(
    ("prose", "subject"),
    [
        ("feat(cart): round the total up", "feat(cart): round the total up"),
        ("Text.\n\n**fix: round the total up**\n\nI added a test for `total`.", "fix: round the total up"),
        ("I've added rounding to `total`.", "Add rounding to total"),
        ("Sure! I have also removed the unused rates.", "Remove the unused rates"),
        ("Okay, we split the parser in two parts.", "Split the parser in two parts"),
        ("This change adds rounding to the total.", "Add rounding to the total"),
        ("I'll replace floats by decimals everywhere.", "Replace floats by decimals everywhere"),
        ("I'll fix the rates.\n\nI fixed the sum of all orders.", "Fix the sum of all orders"),
        (
            "I added rounding to the total of the cart, which was wrong for every price that is not even.",
            "Add rounding to the total of the cart",
        ),
        (
            "I refactored `total` in cart.py so that it no longer needs any of the other functions at all.",
            "Refactor total in cart.py",
        ),
    ],
)
def test_a_sentence_that_states_the_change_is_the_subject(prose: str, subject: str) -> None:
    """A conventional line comes first, then what was done, then what will be."""
    assert subject == propose_subject(prose.split("\n"), [CHANGE])


@pytest.mark.parametrize(
    "prose",
    [
        "Here is the whole change:",
        "The total is rounded up now.",
        "To improve the file, we can make the following changes:",
        "I see the issue now.",
        "I'll make the requested changes to your file.",
        "I've fixed the issue.",
        "I updated the code.",
        "I've added it to the file.",
        "I'll create a new file for the cart.",
        "I have improved the cart.",
        "I added “rounding to the total.",
        "I renamed `summe` to `sum` everywhere.",
        "I'll add " + "very " * 20 + "long names.",
        "明白了,我会修改总数。",
        "# I added rounding to the total.",
        "- I added rounding to the total.",
        "    I added rounding to the total.",
        "```\nI added rounding to the total.\n```",
        "> I added rounding to the total.",
        "Have I added rounding to the total?",
        "I'll help fix the total.",
        "feat: add (rounding",
    ],
)
def test_talk_is_no_subject(prose: str) -> None:
    """Nor are vague words, requests, code, and names that the change does not have."""
    assert FACT == propose_subject(prose.split("\n"), [CHANGE])


def test_control_characters_are_made_visible() -> None:
    assert "fix: ring ␇ the bell" == propose_subject(["fix: ring \a the bell"], [CHANGE])


PARSE = "def parse_date(text):\n    return text.split('-')\n"
CART = (
    "class Cart:\n    def total(self):\n        return 0\n\n    def clear(self):\n        self.lines = []\n"
)


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ([("a.py", None, "x = 1\n")], "Add a.py"),
        ([("a.py", None, "x\n"), ("b.py", None, "y\n")], "Add a.py and b.py"),
        ([(f"{n}.py", None, "x\n") for n in "abcde"], "Add a.py, b.py, c.py and 2 others"),
        ([("shop/__init__.py", None, "x\n")], "Add shop/__init__.py"),
        ([("a.py", "x\n", None)], "Remove a.py"),
        (
            [("dates.py", None, PARSE), ("invoice.py", "x = 1\n", "from dates import parse_date\nx = 1\n")],
            "Add dates.py and use it in invoice.py",
        ),
        (
            [
                ("dates.py", "import re\n", f"import re\n\n\n{PARSE}"),
                ("invoice.py", "x = 1\n", "x = parse_date('1')\n"),
            ],
            "Add parse_date and use it in invoice.py",
        ),
        (
            [("dates.py", "import re\n", f"{PARSE}import re\n"), ("invoice.py", "x = 1\n", "x = 2\n")],
            "Add parse_date to dates.py and update invoice.py",
        ),
        (
            [
                (
                    "dates.py",
                    "def age(day):\n    return 0\n",
                    f"{PARSE}\n\ndef age(day):\n    return parse_date(day)\n",
                )
            ],
            "Add parse_date and use it in age",
        ),
        ([("dates.py", "import re\n", f"import re\n\n{PARSE}")], "Add parse_date to dates.py"),
        ([("dates.py", f"{PARSE}import re\n", "import re\n")], "Remove parse_date from dates.py"),
        (
            [("a.py", f"x = 1\n{PARSE}", "x = 1\n"), ("b.py", "y = 1\n", f"y = 1\n{PARSE}")],
            "Move parse_date from a.py to b.py",
        ),
        (
            [("dates.py", PARSE, PARSE.replace("parse_date", "read_date"))],
            "Rename parse_date to read_date in dates.py",
        ),
        (
            [("cart.py", CART, CART.replace("return 0", "return sum(self.lines)"))],
            "Update Cart.total in cart.py",
        ),
        (
            [("cart.py", CART, CART.replace("return 0", "return sum(self.lines)").replace("= []", "= ()"))],
            "Update Cart.total and Cart.clear in cart.py",
        ),
        (
            [
                (
                    "cart.py",
                    CART,
                    CART.replace("    def clear", "    def count(self):\n        return 1\n\n    def clear"),
                )
            ],
            "Add Cart.count to cart.py",
        ),
        ([("a.rb", "a(272, 1)\n", "a(320, 1)\n")], "Change 272 to 320 in a.rb"),
        (
            [("a.py", "run(old)\n", "run(new)\n"), ("b.py", "f(old)\n", "f(new)\n")],
            "Change old to new in a.py and b.py",
        ),
        ([("a.py", "LIMIT = 3\n", "LIMIT = 5\n")], "Set LIMIT to 5 in a.py"),
        (
            [("compose.yml", "web:\n  image: nginx:1\n", "web:\n  image: nginx:2\n")],
            "Set web.image to nginx:2 in compose.yml",
        ),
        (
            [
                (
                    "ci.yml",
                    "steps:\n  - name: Install uv\n    run: a\n",
                    "steps:\n  - name: Install uv\n    run: |\n      a\n      b\n",
                )
            ],
            "Update “Install uv” in ci.yml",
        ),
        (
            [("package.json", '{\n  "a": {\n    "b": []\n  }\n}\n', '{\n  "a": {\n    "b": [1]\n  }\n}\n')],
            "Update a.b in package.json",
        ),
        (
            [("README.md", "# Shop\n\n## Taxes\n\nNone.\n", "# Shop\n\n## Taxes\n\nA few, and not all.\n")],
            "Update “Taxes” in README.md",
        ),
        ([("a.py", "import re\nx = 1\n", "import os\nimport re\nx = 1\n")], "Update imports in a.py"),
        ([("a.py", "# one\nx = 1\n", "# two\nx = 1\n")], "Update comments in a.py"),
        ([("a.py", "@one\ndef f():\n    x()\n", "@two\ndef f():\n    x()\n")], "Change one to two in a.py"),
        ([("a.h", "#define A 1\n", "#define A 2\n")], "Change 1 to 2 in a.h"),
        (
            [("a.test.ts", "x();\n", 'x();\n\ndescribe("a cart", () => {\n  it("adds", () => {});\n});\n')],
            "Add tests to a.test.ts",
        ),
        (
            [
                (
                    "ci.yml",
                    "steps:\n  - name: Test\n    run: |\n      a\n",
                    "steps:\n  - name: Test\n    run: |\n      a\n      echo done: b\n",
                )
            ],
            "Update “Test” in ci.yml",
        ),
        (
            [
                (
                    "ci.yml",
                    "steps:\n  - name: Test\n    run: a\n",
                    "steps:\n  - name: Build\n    run: b\n  - name: Test\n    run: a\n",
                )
            ],
            "Add “Build” to ci.yml",
        ),
        (
            [("a.css", ".a {\n  top: 0;\n}\n", ".a {\n  top: 0;\n}\n.b .c {\n  top: 1;\n}\n")],
            "Add “.b .c” to a.css",
        ),
        (
            [("a.css", "@font-face {\n  top: 0;\n}\n", ".mono {\n  left: 9px;\n}\n")],
            "Replace @font-face with .mono in a.css",
        ),
        (
            [("README.md", "# A\n", "# A\n\n## [Models](https://example.invalid/models)\n\nAll.\n")],
            "Add “Models” to README.md",
        ),
        ([("a.py", PARSE, f"{PARSE}\n\n{PARSE}")], "Update parse_date in a.py"),
        ([("a.rb", "x.each do\n  1\nend\n", "x.each do\n  y + 3\nend\n")], "Update x.each in a.rb"),
        ([("a.txt", "one\n", "two and three, four and five\n")], "Update a.txt"),
        ([("LICENSE", "By Your Name\n", "By Ada\n")], "Change “Your Name” to Ada in LICENSE"),
        (
            [(f"{n}/dialogs.py", "def f():\n    x(1)\n", "def f():\n    y(2)\n") for n in "ab"],
            "Update f in a/dialogs.py and b/dialogs.py",
        ),
        ([("a.py", "x = 1\r\n", "x = 1\n"), ("b.py", "y = 1\n", "y = f(2)\n")], "Update y in b.py"),
        (
            [(f"{n}.txt", f"{n} of\n", f"{n} in it\n") for n in range(100)],
            "Update 0.txt, 1.txt, 2.txt and 97 others",
        ),
    ],
)
def test_without_a_sentence_files_and_symbols_are_named(
    changes: list[tuple[str, str | None, str | None]], subject: str
) -> None:
    assert subject == propose_subject(NOTHING_SAID, [_changed(*each) for each in changes])


@pytest.mark.parametrize(
    ("source", "target", "subject"),
    [
        ("a/cart.py", "b/cart.py", "Move cart.py to b"),
        ("a/cart.py", "a/order.py", "Rename cart.py to order.py"),
        ("a/cart.py", "b/order.py", "Move cart.py to order.py"),
    ],
)
def test_a_moved_file_is_named_once(source: str, target: str, subject: str) -> None:
    changes = [TextChange(source, CART, None), TextChange(target, CART, CART, moved_from=source)]

    assert subject == propose_subject(NOTHING_SAID, changes)


def test_a_subject_that_gets_too_long_drops_the_class_then_the_file_then_names() -> None:
    long = "a_rather_long_name_of_a_function"
    cart = f"class ShoppingCart:\n    x = 1\n\n    def {long}(self):\n        return 1\n"

    one = [_changed("the_shopping_cart_module.py", "class ShoppingCart:\n    x = 1\n", cart)]
    many = "".join(f"def {long}_{n}():\n    return {n}\n" for n in range(4))

    assert f"Add {long} to the_shopping_cart_module.py" == propose_subject(NOTHING_SAID, one)
    assert f"Add {long}_0 and 3 others to shop.py" == propose_subject(
        NOTHING_SAID, [_changed("shop.py", "x = 1\n", f"x = 1\n{many}")]
    )


def test_a_symbol_without_room_for_its_file_does_not_get_that_of_another() -> None:
    def changed(path: str, name: str) -> TextChange:
        text = f"class ARatherLongName:\n    def {name}(self):\n        return 0\n"
        return _changed(path, text, text.replace("return 0", "return sum(self.lines)"))

    files = [changed("the_window_of_the_cart.py", "draw_item"), changed("the_window_of_orders.py", "refresh")]
    third = _changed("notes.txt", "one\n", "two of them, and three\n")

    assert "Update draw_item and refresh" == propose_subject(NOTHING_SAID, files)
    assert "Update ARatherLongName.draw_item and notes.txt" == propose_subject(
        NOTHING_SAID, [files[0], third]
    )
    assert "Update draw_item in the_window_of_the_cart.py, and 2 other files" == propose_subject(
        NOTHING_SAID, [*files, third]
    )


def test_nothing_committed_has_no_subject() -> None:
    assert "" == propose_subject(NOTHING_SAID, [])
