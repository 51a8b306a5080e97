"""The match panel: why a block is here, where else it could be, and what it would do there."""

from pathlib import Path

import pytest

from editreview.review import Verdict
from tests.builders import block, make_repository, make_tree
from tests.tui.reviewing import reviewing

METHODS = "".join(
    f"class {name}:\n    def get(self):\n        return self.context()\n\n"
    for name in ("Cart", "Order", "Wish")
)


@pytest.mark.parametrize(
    ("response", "said"),
    [
        (
            block("    a = 1\n", "    a = 2\n"),
            [
                "✗ exact",
                "● indentation",
                "L2          100%  indentation in 1 line · shifted -2 spaces",
                "✗ tokens",
            ],
        ),
        (
            block("a=1\n", "a = 2\n"),
            ["▸ ✗ exact", "✗ whitespace", "✗ fuzzy", "ignores differences between similar lines"],
        ),
    ],
)
async def test_every_strategy_shows_its_result(tmp_path: Path, response: str, said: list[str]) -> None:
    """Also those that the search never came to; m or esc closes the panel."""
    make_tree(tmp_path, {"a.txt": "x\n  a = 1\n"})
    async with reviewing(tmp_path, response, size=(160, 50)) as user:
        await user.press("m")
        assert "Block 1: all matching attempts" in user.text
        assert [] == [words for words in said if words not in user.text]
        await user.press("escape")
        assert "every strategy" not in user.text
        await user.press("m", "m")
        assert "every strategy" not in user.text


async def test_the_diff_shows_what_the_strategy_under_the_cursor_would_do(tmp_path: Path) -> None:
    """Nothing is accepted that only a preview showed; enter chooses it, y accepts it, u undoes it."""
    twice = [f"def {name}():\n    total = cost + {name}\n    return total\n" for name in ("tax", "fee")]
    text = "\n\n".join(twice)
    root = make_repository(tmp_path / "tree", {"a.py": text})
    response = block(
        "    total = cost + tax\n    return total\n", "    total = cost\n    return total\n", "a.py"
    )
    async with reviewing(root, response, size=(160, 48)) as user:
        await user.press("m")
        assert "▸ ● exact" in user.text
        assert "with block 1" in user.text
        await user.press("G")
        assert "L7–8" in next(line for line in user.lines if "▸" in line)
        assert "if this is chosen" in user.text
        await user.press("y")
        assert "the diff previews another candidate: enter chooses it, then y accepts" in user.state
        assert Verdict.UNDECIDED is user.review.verdict(user.review.proposals[0])
        await user.press("enter")
        assert " ≈ similar lines · 1 of 2 matches · L7–8" in user.lines[1]
        assert "△ matched by fuzzy, chosen by you; the search alone would not match there" in user.text
        await user.press("escape", "u")
        assert " exact ✓ · 1 match · L2–3" in user.lines[1]
        await user.press("ctrl+r", "y", "p")
        assert text.replace("cost + fee", "cost") == (root / "a.py").read_text()


async def test_a_strategy_that_finds_nothing_cannot_be_chosen(tmp_path: Path) -> None:
    """And an edit that does not look for text says so."""
    make_tree(tmp_path, {"a.txt": "a\n"})
    response = block("b\n", "c\n") + "new.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n"
    async with reviewing(tmp_path, response) as user:
        await user.press("m", "enter")
        assert "this strategy found no match" in user.state
        await user.press("J")
        assert "This edit has no search text: it says where it goes." in user.text
        assert "lists them" not in user.text


async def test_the_panel_stays_open_for_the_next_block(tmp_path: Path) -> None:
    """And tab leads from it to the diff and back."""
    make_tree(tmp_path, {"a.txt": "a\nb\n"})
    async with reviewing(tmp_path, block("a\n", "A\n") + block("b\n", "B\n")) as user:
        await user.press("m", "J")
        assert "Block 2: all matching attempts" in user.text
        await user.press("tab")
        assert "j and k move in the diff" in user.state
        assert "▹" in user.text
        await user.press("tab", "tab")
        assert "j and k move in the panel" in user.state


async def test_ignored_differences_and_adjustments_have_signs_and_a_panel_line(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.py": "class A:\n    def f(self):\n        return 1\n"})
    response = block("def f(self):\n    return 1\n", "def f(self):\n    x = 1\n    return x\n", "a.py")
    async with reviewing(tmp_path, response, size=(160, 48)) as user:
        assert "~2     def f(self):" in user.text
        assert "~3−        return 1" in user.text
        assert "»3+        x = 1" in user.text
        await user.press("m")
        assert "~ L2–3        differ from the block in indentation" in user.text
        assert "» L3–4        2 new lines adjusted to the file's indentation" in user.text


async def test_warnings_are_listed_with_their_lines_and_lead_there(tmp_path: Path) -> None:
    """The diff follows the row, of the old side or of the new one; enter goes on in the diff."""
    lines = [f"line{n}\n" for n in range(1, 61)]
    make_tree(tmp_path, {"a.txt": "".join(lines)})
    new = "".join([*lines[:39], "x\u202e\n", *lines[40:44], "p\u0430y\n"])
    async with reviewing(tmp_path, block("".join(lines[:45]), new), size=(160, 30)) as user:
        await user.press("m")
        hidden = next(y for y, line in enumerate(user.lines) if "△ L40" in line)
        assert "adds U+202E RIGHT-TO-LEFT OVERRIDE in line 40" in user.lines[hidden]
        assert "△ L45         the a in pаy only looks Latin" in user.text
        await user.press("g", "j")
        assert "▸ △ L45" in user.text
        assert "p‹U+0430›y" in user.text
        await user.press("enter")
        assert "j and k move in the diff" in user.state
        y = next(y for y, line in enumerate(user.lines) if "△ L40" in line)
        await user.click(user.lines[y].index("L40"), y)
        assert "▸ △ L40" in user.text
        assert "x‹U+202E›" in user.text


async def test_the_selected_warning_row_stays_while_strategies_are_tried(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "one\n"})
    async with reviewing(tmp_path, block("one\n", "one\u200b\n")) as user:
        await user.press("m", "k")
        assert "▸ △ L1" in user.text
        await user.press("R")
        assert "▸ △ L1" in user.text


async def test_a_block_can_be_shown_as_a_change_or_as_a_match(tmp_path: Path) -> None:
    """M goes from one to the other; the match of an exact place has no difference."""
    make_tree(tmp_path, {"a.txt": "one\n  two\nthree\n"})
    async with reviewing(tmp_path, block("two\n", "2\n"), size=(160, 30)) as user:
        await user.press("M")
        assert "the file beside its SEARCH" in user.text
        assert "~2≠  two" in user.text
        assert " 2≠two" in user.text
        await user.press("M")
        assert "with block 1" in user.text
        assert "»2+  2" in user.text


async def test_the_match_view_of_a_block_without_a_search(tmp_path: Path) -> None:
    async with reviewing(make_tree(tmp_path, {}), block("", "new\n")) as user:
        await user.press("M")
        assert "this block has no search text, so there is only one view" in user.state


@pytest.mark.parametrize(
    ("search", "said"),
    [
        (
            "two\nthree\n",
            ["match: L2–3 and its SEARCH are equal", "change: the file before and after"],
        ),
        (
            "quite another text\n",
            ["nothing in the file is similar to its SEARCH, so there is only one view"],
        ),
        (
            "one\nzwei\nthree\nfour\n",
            ["its SEARCH and its REPLACE", "match: the file beside its SEARCH"],
        ),
    ],
)
async def test_M_names_the_next_view(tmp_path: Path, search: str, said: list[str]) -> None:
    """Of a place without a difference, of a block without a place, of one that has only a near one."""
    make_tree(tmp_path, {"a.txt": "one\ntwo\nthree\nfour\n"})
    async with reviewing(tmp_path, block(search, "2\n"), size=(160, 30)) as user:
        for words in said:
            await user.press("M")
            assert words in user.state


async def test_matches_are_listed_with_their_enclosing_names(tmp_path: Path) -> None:
    """The diff follows the list; enter chooses; what another block changes is said."""
    root = make_repository(tmp_path / "tree", {"a.py": METHODS})
    response = block(
        "class Order:\n    def get(self):\n        return self.context()\n",
        "class Order:\n    def get(self):\n        return self.context(2)\n",
        "a.py",
    ) + block("        return self.context()\n", "        return self.context(1)\n", "a.py")
    async with reviewing(root, response, size=(160, 40)) as user:
        await user.press("J", "full_stop")
        assert "1 L3   class Cart › def get" in user.text
        assert "2 L7   class Order › def get  changed by block 1" in user.text
        assert "▸  3 L11  class Wish › def get  the first below block 1" in user.text
        await user.press("k", "k")
        assert "3+        return self.context(1)" in user.text
        await user.press("enter")
        assert "candidate 1 chosen: y accepts" in user.state
        assert "✓1 L3 " in user.text
        await user.press("j", "y")
        assert "the diff previews another candidate" in user.state
        await user.press("full_stop", "y")
        assert "▸" not in user.text
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[1])


async def test_matches_in_data_are_listed_with_their_keys(tmp_path: Path) -> None:
    """Of two in one list, the nearest line above tells them apart."""
    text = "services:\n  web:\n    image: x\n  db:\n    image: x\n"
    root = make_repository(tmp_path / "tree", {"compose.yaml": text})
    response = block("    image: x\n", "    image: y\n", "compose.yaml")
    async with reviewing(root, response, size=(160, 40)) as user:
        await user.press("full_stop")
        assert "1 L3  services › web:" in user.text
        assert "2 L5  services › db:" in user.text


async def test_there_is_no_list_of_one_match(tmp_path: Path) -> None:
    make_tree(tmp_path, {"a.txt": "a\n"})
    async with reviewing(tmp_path, block("a\n", "A\n")) as user:
        await user.press("full_stop")
        assert "no other candidates: m lists all matching attempts" in user.state


async def test_the_conflicting_block_can_be_selected(tmp_path: Path) -> None:
    """By its digit, or from the list with enter; also the one that a block builds on."""
    make_tree(tmp_path, {"a.txt": "a\nb\nc\n"})
    response = block("a\nb\n", "A\nB\n") + block("b\nc\n", "b\nC\nD\n") + block("A\n", "AA\n")
    async with reviewing(tmp_path, response, size=(160, 40)) as user:
        await user.press("J", "J")
        assert "depends on block 1 (1 goes there)" in user.lines[2]
        await user.press("1")
        assert "1/3" == user.position
        await user.press("J", "J", "full_stop")
        assert "block 1  a.txt  undecided  depends on it: enter goes there" in user.text
        await user.press("enter")
        assert "candidates" not in user.text
        assert "1/3" == user.position
