"""The page of strategies: why a block is here, and where else it could be."""

from pathlib import Path

import pytest

from tests.builders import block, make_tree
from tests.tui.reviewing import reviewing


@pytest.mark.parametrize(
    ("response", "said"),
    [
        (
            block("    a = 1\n", "    a = 2\n"),
            ["✗ exact", "✓ indentation", "L2 (shifted -2 spaces)", "✗ tokens"],
        ),
        (block("a = 1\n", "a = 2\n").replace("a = 1", "a=1"), ["✗ exact", "✗ whitespace", "✗ fuzzy"]),
    ],
)
async def test_every_strategy_says_what_it_finds(tmp_path: Path, response: str, said: list[str]) -> None:
    """Also those that the search never came to."""
    make_tree(tmp_path, {"a.txt": "x\n  a = 1\n"})
    async with reviewing(tmp_path, response) as held:
        await held.press("m")
        await held.wait_for(lambda: "every strategy" in held.text)
        assert [] == [words for words in said if words not in held.text]
        await held.press("escape")
        assert "every strategy" not in held.text
