"""Code without a fence, indented below words that may ask for an edit, is code without a path."""

import pytest

from editreview.formats import parse
from tests.streams import in_pieces


def texts(response: str) -> list[str]:
    return [code.text for code in parse(response).code if not code.is_in_words]


def test_indented_code_is_read_up_to_the_next_paragraph() -> None:
    response = "In `a.py`, change the loop to\n\n    for x in y:\n        z(x)\n\n    done()\n\nand run it.\n"

    assert ["for x in y:\n    z(x)\n\ndone()\n"] == texts(response)
    assert [("a.py",)] == [code.mentions for code in parse(response).code]
    assert [(3, 6)] == [code.lines for code in parse(response).code]


@pytest.mark.parametrize("indent", ["    ", "\t"])
def test_a_pair_replaces_the_one_by_the_other(indent: str) -> None:
    response = f"Replace\n\n{indent}x = 1\n\nwith\n\n{indent}x = 2\n\nThat is all.\n"

    found = [(code.text, code.replaces_code_above) for code in parse(response).code]

    assert [("x = 1\n", False), ("x = 2\n", True)] == found


@pytest.mark.parametrize(
    "response",
    [
        "It was a dark night.\n\n    The end.\n",
        "- Change the list:\n\n    the item goes on\n",
        "Change the line\n    that goes on here\n",
        "```\nChange it:\n\n    x = 1\n```\n",
    ],
)
def test_other_indented_text_is_no_code(response: str) -> None:
    assert not any("x = 1\n" == text or "the" in text.lower() for text in texts(response))


def test_indented_code_is_the_same_however_the_response_is_cut() -> None:
    response = "Change it:\n\n    x = 1\n    y = 2\n\nDone.\n"
    whole = parse(response).code

    for size in (1, 2, 5, 11, 12, 13):
        items = in_pieces(response, list(range(0, len(response), size)))
        assert list(whole) == [item for item in items if type(item) is type(whole[0])]


def test_pointers_behind_code_are_left_out_but_not_in_markdown() -> None:
    code = "x = 1  # <-- add this\n"

    assert ["x = 1\n"] == texts(f"Add this:\n\n```python\n{code}```\n")
    (block,) = parse(f"a.md\n```md\n{code}```\n").blocks
    assert code == block.operation.text  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "line",
    [
        "print('100 % <- of all')",
        'log("# <-- add this");',
        "<span>{n}% ← less</span>",
        "x = 1; <- y",
        "while (i-- <- x)",
        "f(/* <- this */ x)",
        "# <-- add this",
    ],
)
def test_what_only_looks_like_a_pointer_stays(line: str) -> None:
    assert [f"{line}\n"] == texts(f"Add this:\n\n```\n{line}\n```\n")


@pytest.mark.parametrize(
    "pointer", ["// <-- new", "-- <- new", "; ← new", "/* <== new */", "{/* ⬅️ new */}", "<!-- <- new -->"]
)
def test_pointers_are_comments_of_any_language(pointer: str) -> None:
    assert ["f('x')\n"] == texts(f"Add this:\n\n```\nf('x') {pointer}\n```\n")
