"""Paths that stand below their fences: the edits that would get the path of another one are offers."""

import pytest

from editreview.blocks import OfferKind
from editreview.formats import parse
from tests.builders import block

CODE = ("```python\na = 1\n```\n", "```python\nb = 1\n```\n", "```python\nc = 1\n```\n")
EDITS = tuple(
    f"```python\n{block(old, 'x = 2' + chr(10), None)}```\n" for old in ("a = 1\n", "b = 1\n", "c = 1\n")
)
PATHS = ("src/a.py", "src/b.py", "src/c.py")


def _offers(response: str) -> list[OfferKind]:
    parsed = parse(response)
    assert not [each for each in parsed.blocks if each.path_written is not None]
    return [each.offer.kind for each in parsed.offers if each.offer is not None]


@pytest.mark.parametrize(
    "caption",
    [
        "`{}`",
        "*{}*",
        "**{}**",
        "_{}_",
        "{}",
        "↑ `{}`",
        "Save this as `{}`.",
        "> {}",
    ],
)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_path_below_each_fence_is_no_path_of_the_next_one(caption: str, gap: str) -> None:
    parts = (f"{code}{gap}{caption.format(path)}\n" for code, path in zip(CODE, PATHS, strict=True))
    kinds = _offers("Here are the files.\n\n" + "\n".join(parts))

    assert {OfferKind.CAPTION} == set(kinds)


@pytest.mark.parametrize("caption", ["({})", "*Listing 1: {}*"])
def test_a_caption_in_other_forms_is_no_path_at_all(caption: str) -> None:
    parts = (f"{code}{caption.format(path)}\n" for code, path in zip(CODE, PATHS, strict=True))

    assert [] == _offers("Here are the files.\n\n" + "\n".join(parts))


def test_a_path_below_each_edit_block_is_a_caption() -> None:
    parts = (f"{code}`{path}`\n" for code, path in zip(EDITS, PATHS, strict=True))

    assert {OfferKind.CAPTION} == set(_offers("\n".join(parts)))


@pytest.mark.parametrize(
    "response",
    [
        "\n".join(f"`{path}`\n{code}" for code, path in zip(CODE, PATHS, strict=True)),
        "\n".join(f"`{path}`\n\n{code}" for code, path in zip(CODE, PATHS, strict=True))
        + "\nSee `src/c.py`.\n",
        f"The error:\n\n```\nTraceback\n```\n\n`src/a.py`\n\n{CODE[0]}\n`src/b.py`\n",
        f"{CODE[0]}\n`src/a.py`:\n\n{CODE[1]}\nThis also concerns all that calls a function of `src/b.py`.\n",
        f"{CODE[0]}\n### `src/a.py`\n\n{CODE[1]}\n`src/b.py`\n",
        f"```sh\npip install a\n```\n\n`src/a.py`\n\n{CODE[1]}\n`src/b.py`\n",
        f"{CODE[0]}\n`src/a.py`\n{CODE[1]}\n`src/b.py`\n",
        f"Error:\n\n{CODE[0]}\nFix in `src/a.py`\n\n{CODE[1]}\nThen rerun `src/b.py`\n",
        f"Error:\n\n{CODE[0]}\n`src/a.py`\n\n{CODE[1]}\n`src/b.py`\n\n{CODE[2]}\nRun `src/c.py` again.\n",
        f"{CODE[0]}\nFile `src/a.py`\n\n{CODE[1]}\nFile `src/b.py`\n",
        f"{CODE[0]}\nUpdate `src/a.py`\n\n{CODE[1]}\nUpdate `src/b.py`\n\n{CODE[2]}\nUpdate `src/c.py`\n",
        'Format:\n\n```json\n{"x": 5}\n```\n\n`a.json`\n\n```json\n{"a": 2}\n```\n\nLeave `b.json` alone.\n',
    ],
    ids=[
        "above",
        "above, and one more",
        "output",
        "sentence",
        "heading",
        "command",
        "directly above",
        "error",
        "code at fault",
        "words for one file",
        "verb",
        "format",
    ],
)
def test_other_paths_are_those_of_the_fence_below(response: str) -> None:
    assert parse(response).blocks
