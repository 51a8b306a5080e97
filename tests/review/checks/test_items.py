"""The items around an edit: what is parsed of a file, and what is not."""

import pytest

from editreview.review.checks.syntax import ParsedText, dialect_of, items_around, new_error

FUNCTIONS = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(20))
CLASS = (
    "class A {\n"
    + "".join(f"    public int f{n}() {{\n        return {n};\n    }}\n\n" for n in range(20))
    + "}\n"
)


def error_line(before: str, after: str, path: str = "a.py") -> int | None:
    dialect = dialect_of(path)
    assert dialect is not None
    found = new_error(ParsedText(before, dialect), ParsedText(after, dialect))
    return None if found is None else found.line


def test_the_items_around_an_edit_are_the_changed_function_and_the_one_above() -> None:
    part = items_around(FUNCTIONS, FUNCTIONS.replace("return 9\n", "return 10\n"), "python")

    assert part is not None
    assert ("def f9():\n    return 9\n\n\n", 36) == (part.before, part.top)
    assert part.before.replace("9\n", "10\n") == part.after


def test_a_member_is_parsed_in_a_class() -> None:
    part = items_around(CLASS, CLASS.replace("return 9;", "return 10;"), "java")

    assert part is not None
    assert "    public int f9() {\n        return 9;\n    }\n\n" == part.before
    assert ("class A {\n", "\n}\n") == part.around


CLASS_AROUND = ("class A {\n", "\n}\n")
METHOD = "  async f{n}(x) {{\n    return x + {n};\n  }}\n\n"


@pytest.mark.parametrize(
    ("path", "language", "head", "member", "foot", "around"),
    [
        ("a.js", "javascript", "class A {\n", METHOD, "}\n", CLASS_AROUND),
        (
            "a.ts",
            "typescript",
            "class A {\n",
            METHOD.replace("(x)", "(x: number): Promise<number>"),
            "}\n",
            CLASS_AROUND,
        ),
        (
            "a.js",
            "javascript",
            "describe('a', () => {\n",
            "  it('f{n}', () => {{\n    f({n});\n  }});\n\n",
            "});\n",
            ("", ""),
        ),
        (
            "a.py",
            "python",
            "class A:\n",
            "    def f{n}(self):\n        return {n}\n\n",
            "",
            ("class A:\n", ""),
        ),
        (
            "a.cpp",
            "cpp",
            "class A {\n",
            "  int f{n}(int x) const {{\n    return x + {n};\n  }}\n\n",
            "};\n",
            ("class A {\n", "\n};\n"),
        ),
    ],
)
def test_a_method_and_a_call_with_a_function_are_items(
    path: str, language: str, head: str, member: str, foot: str, around: tuple[str, str]
) -> None:
    before = head + "".join(member.format(n=n) for n in range(20)) + foot
    after, broken = (before.replace(member.format(n=19), member.format(n=n)) for n in (20, "19 (20"))
    part = items_around(before, after, language)
    dialect = dialect_of(path)
    assert dialect is not None
    assert part is not None
    assert member.format(n=19) in part.before
    assert 2 * len(member) >= len(part.before)
    assert ParsedText(part.after, dialect, around).is_clean
    assert None is error_line(before, after, path)
    assert before[: before.index(member.format(n=19))].count("\n") < (error_line(before, broken, path) or 0)


def test_a_decorator_begins_the_item_below_it() -> None:
    before = "".join(f"@cached\ndef f{n}():\n    return {n}\n\n\n" for n in range(20))
    part = items_around(before, before.replace("return 9\n", "return 10\n"), "python")

    assert part is not None
    assert "def f9():\n    return 9\n\n\n" == part.before


def test_the_type_of_a_function_of_c_may_stand_above_its_name() -> None:
    before = "".join(f"static int\nf{n}(int x)\n{{\n    return {n};\n}}\n\n" for n in range(20))
    part = items_around(before, before.replace("return 9;", "return 10;"), "c")

    assert part is not None
    assert "static int\nf9(int x)\n{\n    return 9;\n}\n" == part.before


def test_an_edit_at_less_depth_has_the_item_that_is_no_deeper() -> None:
    text = f"class B {{\n    public int g;\n}}\n\npublic {CLASS}public class C {{}}\n" * 3
    part = items_around(text, text.replace("public class C {}\n", "public class C { }\n"), "java")

    assert part is None or not part.before.startswith(" ")


def test_scattered_edits_are_parsed_with_the_whole_file() -> None:
    after = FUNCTIONS.replace("return 1\n", "return 0\n").replace("return 19\n", "return 0\n")

    assert None is items_around(FUNCTIONS, after, "python")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (FUNCTIONS, FUNCTIONS.replace("return 9\n", "return (9\n"), 38),
        (f"{FUNCTIONS}def broken(:\n", FUNCTIONS.replace("return 9\n", "return (9\n") + "def broken(:\n", 38),
        (f"text = '''\n{FUNCTIONS}'''\n", f"text = '''\n{FUNCTIONS}'''\n".replace("return 9\n", "'''\n"), 39),
    ],
)
def test_an_error_is_found_where_it_is(before: str, after: str, line: int) -> None:
    found = error_line(before, after)

    assert found is not None
    assert abs(found - line) <= 1


def test_a_fault_elsewhere_does_not_hide_one_in_a_sound_item() -> None:
    rest = CLASS.replace("return 3;", "return 3")

    assert 39 == error_line(rest, rest.replace("return 9;", "return (9;"), "a.java")


def test_an_edit_that_stays_inside_of_a_string_is_no_error() -> None:
    text = f"text = '''\n{FUNCTIONS}'''\n"

    assert None is error_line(text, text.replace("return 9\n", "return (9\n"))
