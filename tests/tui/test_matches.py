"""Blocks with one match, several, or none."""

from pathlib import Path

import pytest

from editreview.tui.widgets.status import MatchLine
from tests.builders import block, make_repository, make_tree
from tests.tui.reviewing import Reviewing, reviewing


def matched(user: Reviewing) -> list[str]:
    """The match line, and the message below it."""
    region = user.app.screen_stack[0].query_one(MatchLine).region
    return user.lines[region.y : region.bottom]


async def test_the_match_line_has_the_strategy(shop: Path) -> None:
    """The strategy in words, the number of matches and the lines; only an exact one looks like success."""
    async with reviewing(shop, size=(200, 60)) as user:
        assert " exact ✓ · 1 match · L25–33" in matched(user)[0]
        await user.press("J")
        assert " new file ✓ · 32 lines" in matched(user)[0]
        await user.press("J", "J", "J")
        assert "≈ ignoring indentation · 1 match · L74–78 · shifted +4" in matched(user)[0]
        assert "✗" not in matched(user)[0]


async def test_the_match_line_names_the_format(shop: Path) -> None:
    """At its end, unless the terminal is too narrow for it."""
    async with reviewing(shop) as user:
        assert matched(user)[0].endswith("  search-replace")
        await user.press("J", "J", "J")
        assert matched(user)[0].endswith("  unified-diff")
        await user.resize(34, 24)
        assert "unified-diff" not in user.text


async def test_one_of_several_matches_is_chosen(shop: Path) -> None:
    """y says what to do instead; a digit shows and chooses a place; * takes all of them."""
    async with reviewing(shop) as user:
        await user.press("y", "y", "y", "y", "y", "y")
        assert (user.position, user.counts) == ("7/9", "✓ 6  ≈ 1  ? 1  ! 1")
        assert "? exact · 3 matches" in matched(user)[0]
        assert (
            " choose:  1 L27  2 L44 [3 L66] * all . list · def checkout · the first below block 6"
            in matched(user)[1]
        )
        await user.press("y")
        assert "this block has several matches: choose one by its number, or * for all" in user.state
        await user.press("2")
        assert "candidate 2 chosen: y accepts" in user.state
        assert "1 of 3 matches · L44–46" in matched(user)[0]
        await user.press("asterisk")
        assert "all 3 matches chosen: y accepts" in user.state
        assert "3 of 3 matches · L27–29, L44–46, L66–68" in matched(user)[0]
        assert "hunk 1/3" in user.state
        await user.press("4")
        assert "there is no candidate 4" in user.state
        await user.press("3", "y")
        assert (user.position, user.counts) == ("8/9", "✓ 7  ≈ 1  ! 1")
        await user.press("1")
        assert "there is no candidate 1" in user.state
        await user.press("asterisk")
        assert "nothing to choose: this block has at most one match" in user.state


async def test_an_edit_of_all_matches_is_decided_match_by_match(tmp_path: Path) -> None:
    """A digit takes one out or in again, * takes all; the last one cannot go, that is rejecting."""
    lines = [f"before {n}\nprint(1)\n" for n in range(3)] + ["filler\n" * 80, "print(2)\n"]
    root = make_repository(tmp_path / "tree", {"a.py": "".join(lines)})
    response = 'edit(pattern="print($A)", rewrite="log($A)", path="a.py")\n'
    async with reviewing(root, response) as user:
        assert " by its pattern ✓ · 4 of 4 matches · L2, L4, L6, L87" in matched(user)[0]
        assert " included:[✓1 L2] ✓2 L4  ✓3 L6  ✓4 L87  * all" in matched(user)[1]
        assert "+4 −4 4 of 4 matches" in user.text
        await user.press("4")
        assert "match 4 excluded, now 3 of 4: y accepts" in user.state
        assert " included: ✓1 L2  ✓2 L4  ✓3 L6 [·4 L87] * all" in matched(user)[1]
        assert " 87−" not in user.text
        assert " 87 " in user.text
        await user.press("4")
        assert "match 4 included, now 4 of 4: y accepts" in user.state
        assert " 87−" in user.text
        await user.press("1", "2", "3")
        assert "1 of 4 matches · L87" in matched(user)[0]
        await user.press("4")
        assert "match 4 is the last one included: n rejects the block" in user.state
        await user.press("1", "y", "p")
        assert "log(1)" in (root / "a.py").read_text().splitlines()[1]
        assert ["log(1)", "print(1)", "print(1)", "log(2)"] == [
            line for line in (root / "a.py").read_text().splitlines() if "(" in line
        ]
        await user.press("2")
        assert "this block is already applied" in user.state


async def test_a_block_without_a_match_names_the_nearest_lines(shop: Path) -> None:
    """They are shown beside what its SEARCH expects, and y says that only rejecting is left."""
    async with reviewing(shop, size=(160, 40)) as user:
        await user.press(*"JJJJJJJJ")
        assert (user.position, user.counts) == ("9/9", "· 5  ≈ 2  ? 1  ! 1")
        assert " no match · nearest L22–27, 88% alike" in matched(user)[0]
        assert "shop/pricing.py, the nearest lines" in user.text
        assert "what its SEARCH expects" in user.text
        await user.press("y")
        assert "this block has no match: F forces it on the nearest lines, ctrl+e edits" in user.state


async def test_a_protected_file_has_a_reason(tmp_path: Path) -> None:
    """A path outside, a file that is missing, a block without a path, and one that is there already."""
    root = make_repository(tmp_path / "tree", {"a.txt": "the new text is here\n"})
    response = (
        block("x\n", "y\n", None)
        + block("x\n", "y\n", "../outside.txt")
        + block("x\n", "y\n", "missing.txt")
        + block("the old text was here\n", "the new text is here\n")
    )
    async with reviewing(root, response) as user:
        assert (user.position, user.counts) == ("1/4", "! 3  – 1")
        assert "(no file)" in user.text
        assert "The response names no file for this block" in user.text
        await user.press("J")
        assert "../outside.txt leads out of tree" in user.text
        await user.press("J")
        assert "it does not exist" in user.text
        await user.press("J")
        assert "its new text is in the file, and its old text is not" in user.text
        assert "nothing to do" in user.state


async def test_an_empty_search_asks_the_user(tmp_path: Path) -> None:
    """Three ways with a number each, the dialect's own in sight, and none chosen until the user does."""
    root = make_repository(tmp_path / "tree", {"a.txt": "old\n"})
    response = "a.txt\n------- SEARCH\n=======\nnew\n+++++++ REPLACE\n"
    async with reviewing(root, response) as user:
        assert " 3 matches" in matched(user)[0]
        assert " choose:  1 at the end [2 replace the file] 3 at the top" in matched(user)[1]
        assert "SEARCH is empty, a.txt is not" in " ".join(" ".join(user.lines[2:4]).split())
        assert "? 1" in user.header
        assert "+1 −1" not in user.header
        await user.press("y")
        assert "1 at the end, 2 replaces the whole file, 3 at the top" in user.state
        await user.press("asterisk")
        assert "only one of them can be chosen" in user.state
        await user.press("3")
        assert "1 of 3 matches · at the top" in matched(user)[0]
        await user.press("1", "y", "p")
        assert "old\nnew\n" == (root / "a.txt").read_text()


async def test_hidden_characters_are_named_and_must_be_accepted(tmp_path: Path) -> None:
    """A leaves such a block; the warning names the character; y takes it."""
    root = make_repository(tmp_path / "tree", {"a.txt": "old\n"})
    async with reviewing(root, block("old\n", "new\u200b\n")) as user:
        await user.press("A")
        assert "nothing was safe to accept; left 1: " in user.state
        assert "△ adds U+200B ZERO WIDTH SPACE in line 1, which is invisible" in matched(user)[1]
        assert "new‹U+200B›" in user.text
        await user.press("y", "p")
        assert "new\u200b\n" == (root / "a.txt").read_text("utf-8")


async def test_a_block_without_a_match_has_a_reason_and_alternatives(tmp_path: Path) -> None:
    """First the reason, another file here, then the next nearest lines of its own."""
    there = "the value is one\n\nthe values are one\n\nthe value was sun\n"
    root = make_repository(tmp_path / "tree", {"a.txt": there, "b.txt": "the value is sixfold by now\n"})
    response = block("the value is sixfold by now\n", "x\n") + block("the value is two\n", "x\n")

    async with reviewing(root, response, size=(160, 40)) as user:
        assert "SEARCH not found, but in b.txt at line 1" in matched(user)[1]
        await user.press("J")
        assert " · nearest [1 L1] 2 L5  3 L3" in matched(user)[1]


@pytest.mark.parametrize(
    ("text", "response"),
    [
        (
            "def one():\n    x = 1\n    return x\n\n\ndef two():\n    y = 1\n    return y\n",
            "Change a.py:\n\na.py\n```python\nlog.info('x')\n```\n",
        ),
        ("same\nsame\nsame\n", block("same\nsame\n", "other\n", "a.py")),
    ],
    ids=["places of one snippet", "overlapping"],
)
async def test_matches_that_exclude_each_other_cannot_all_be_chosen(
    tmp_path: Path, text: str, response: str
) -> None:
    """The key is not offered, and says so."""
    async with reviewing(make_tree(tmp_path / "tree", {"a.py": text}), response) as user:
        assert "choose: [1 " in user.text
        assert "* all" not in user.text
        await user.press("y")
        assert user.state.startswith("this block has several matches: choose one by its number ")
        await user.press("*")
        assert "only one of them can be chosen: press its number" in user.state


async def test_the_key_that_lists_candidates_answers_the_message_that_names_it(shop: Path) -> None:
    async with reviewing(shop) as user:
        while "choose: " not in user.text:
            await user.press("J")
        await user.press("9")
        assert "there is no candidate 9: . lists them" in user.state
        await user.press(".")
        assert "there is no candidate 9" not in user.state


async def test_candidates_that_add_text_name_the_lines_above_it(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"notes.md": "# Notes\n\nOne.\n\n## Use\n\nLast.\n"})
    async with reviewing(root, "In `notes.md`:\n\n```markdown\nRead this first.\n```\n") as user:
        assert "choose: [1 +L7] 2 top  3 +L1 " in matched(user)[1]


async def test_a_candidate_for_several_places_names_all_of_them(tmp_path: Path) -> None:
    jobs = "".join(f"  {name}:\n    runs-on: ubuntu\n    steps: []\n" for name in ("a", "b", "c"))
    root = make_tree(tmp_path, {"jobs.yml": f"jobs:\n{jobs}"})
    words = "In `jobs.yml`, give all three jobs a limit, right below `runs-on`:"
    async with reviewing(root, f"{words}\n\n```yaml\n    timeout-minutes: 10\n```\n") as user:
        assert "choose: [1 +L3,L6,L9] 2 +L3 " in matched(user)[1]
        await user.press("1", "y", "p")
        await user.press_until("enter", lambda: (root / "jobs.yml").read_text().count("timeout") == 3)
