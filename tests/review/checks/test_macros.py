"""C with macros: what they make legal is no error, and what no macro makes legal is one."""

import pytest

from editreview.review.checks.syntax.dialects import dialect_of
from editreview.review.checks.syntax.parsed import ParsedText, new_error

REST = "".join(f"static int f{n}(int x)\n{{\n    return x + {n};\n}}\n\n" for n in range(20))
BEFORE = f"{REST}static int last(int x)\n{{\n    return x;\n}}\n\n{REST}"


def is_error(code: str, path: str = "a.c") -> bool:
    """True if code in place of the body of a function is an error."""
    dialect = dialect_of(path)
    assert dialect is not None
    after = BEFORE.replace("    return x;\n", code)
    return new_error(ParsedText(BEFORE, dialect), ParsedText(after, dialect)) is not None


@pytest.mark.parametrize(
    "code",
    [
        "    Py_TRASHCAN_BEGIN(self, dealloc)\n    return x;\n    Py_TRASHCAN_END\n",
        "    list_for_each_entry(pos, head, member) {\n        x += pos->x;\n    }\n    return x;\n",
        "    SLIST_FOREACH(kif, &kihead, kifs) {\n        x += 1;\n    }\n    return x;\n",
        "    MAYBE_UNUSED int y = 1;\n    return x + y;\n",
        "    int table[] = {\n        FIRST,\n        SECOND\n    };\n    return table[x];\n",
        "    int y = x\n#if LARGE\n        + BIG\n#else\n        + SMALL\n#endif\n        + 1;\n",
        "    int y[] = {\n0,\n#if NEW\n        ONE\n#else\n        TWO\n#endif\n        | THREE,\n    };\n",
        "#ifdef A\n    if (x)\n#else\n    if (!x)\n#endif\n        return 1;\n    return 0;\n",
    ],
)
def test_macros_and_conditions_of_the_preprocessor_are_legal(code: str) -> None:
    assert not is_error(code)


@pytest.mark.parametrize(
    "code",
    [
        "    return f(x 1);\n",
        "    int y = 1 stray word;\n    return y;\n",
        "    int y[] = {1 2, 3};\n    return y[x];\n",
        "    return x +;\n",
        "    whiel (x) { x--; }}\n    return x;\n",
    ],
)
def test_what_no_macro_explains_is_an_error(code: str) -> None:
    assert is_error(code)


def test_in_cpp_a_lost_comma_is_not_told_from_a_macro() -> None:
    """Its parser rejects too much legal code."""
    assert not is_error("    return f(x 1);\n", "a.cpp")
    assert is_error("    return f((x);\n", "a.cpp")
