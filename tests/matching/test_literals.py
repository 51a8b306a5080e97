"""Objects and lists in code."""

import pytest

from editreview.matching.literals import literal_alone, literals_in


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("{ a: 1, 'b': [2, 3], ...c, d }", {"a", "b", "...c", "d"}),
        ('{"a": 1, "b": {"c": 2}},', {"a", "b"}),
        ("{ :a => 1, b: f(x, y) }", {"a", "b"}),
        ("['a' => 1, 'b' => 2];", {"a", "b"}),
        ('[\n  "a",  # the first, { once\n  "b, c",\n]', {'"a"', '"b, c"'}),
        ("{\n  // a: 1,\n  b: `{`,\n}", {"b"}),
        ("{ std::move(a) }", {"std::move(a)"}),
    ],
)
def test_a_literal_has_keys_or_items(text: str, entries: set[str]) -> None:
    literal = literal_alone(f"  {text}\n")

    assert literal is not None
    assert entries == literal.entries


@pytest.mark.parametrize("text", ["{}", "f({ a: 1 })", "{ a: 1 }, { b: 2 }", "{ a: 1", "x = [1]", "", "[1]]"])
def test_other_text_is_no_literal(text: str) -> None:
    assert literal_alone(text) is None


def test_literals_are_found_in_statements() -> None:
    text = "new Schema({ a: { b: 1 } }, { c: 2 }, [3])"

    found = [text[each.start : each.end] for each in literals_in(text, "{")]

    assert ["{ b: 1 }", "{ a: { b: 1 } }", "{ c: 2 }"] == found
