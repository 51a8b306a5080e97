"""Help: every key in force, found by typing, and done from there."""

from pathlib import Path

import pytest

from editreview.tui import signs
from editreview.tui.keys import DIALOG_KEYS, IN_REVIEW, KEYS, SHIPPED, Where, keymap_in_force
from editreview.tui.screens.help import help_entries, matching_entries
from editreview.tui.terminal_app import Settings
from tests.tui.reviewing import reviewing


def _always(id: str) -> bool:
    return True


@pytest.mark.parametrize("where", [each for each in Where if each is Where.REVIEW or each not in IN_REVIEW])
def test_help_lists_every_action_once(where: Where) -> None:
    """Those of the place it was asked for in before all others."""
    listed = [entry.id for entry in help_entries(SHIPPED, where, _always) if entry.id is not None]

    assert sorted(key.id for key in (*KEYS, *DIALOG_KEYS)) == sorted(listed)
    assert where in (Where.REVIEW, next(key.where for key in (*KEYS, *DIALOG_KEYS) if key.id == listed[0]))


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("]", "move.hunk"),
        ("S", "do.stage"),
        ("ctrl+e", "match.search"),
        ("whole file", "view.whole"),
        ("Wrap", "view.wrap"),
        ("block.reject", "block.reject"),
        ("feedbakc", "do.feedback"),
    ],
)
def test_help_is_searched_by_key_by_words_and_by_name(wanted: str, first: str) -> None:
    """One letter is a key, with its case; words may stand in any order, and letters may be wrong."""
    assert first == matching_entries(wanted, help_entries(SHIPPED, Where.REVIEW, _always))[0].id


def test_help_begins_with_the_workflow_and_the_signs() -> None:
    """Three lines from a response to a commit, with the keys in force."""
    first = help_entries(SHIPPED, Where.REVIEW, _always)[:4]

    assert ["y n", "S u", "c q", "signs"] == [entry.label for entry in first]
    assert "s decides on its hunks and lines" in first[0].text
    assert "signs" == matching_entries("●", help_entries(SHIPPED, Where.REVIEW, _always))[0].label


def test_actions_that_are_possible_now_come_first_in_their_group() -> None:
    entries = help_entries(SHIPPED, Where.REVIEW, lambda id: id != "move.down")
    moves = [entry.id for entry in entries if entry.group == "Move"]

    assert "move.down" == moves[-1]


def test_missing_text_is_not_found() -> None:
    """Nothing is made up."""
    assert [] == matching_entries("zebra crossing", help_entries(SHIPPED, Where.REVIEW, _always))


async def test_help_shows_every_key_and_every_sign(shop: Path) -> None:
    """With what it does, on a screen that is high enough."""
    async with reviewing(shop, size=(140, 260)) as user:
        await user.press("question_mark")
        shown = " ".join(word for word in user.text.split() if word != "│")
        for key in KEYS:
            assert f"{SHIPPED.labels(key.id)} {SHIPPED.help(key.id)}" in shown, key.id
        for sign in signs.ALL:
            assert sign.glyph in shown
            assert sign.word.split()[-1] in shown
        await user.press("escape")
        assert "Help" not in user.text


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (200, 60)])
async def test_help_scrolls_to_its_last_line(shop: Path, size: tuple[int, int]) -> None:
    """Line by line too, and the line that is marked is in sight."""
    async with reviewing(shop, size=size) as user:
        await user.press("question_mark")
        assert "▸ y n" in user.text
        for _ in range(3):
            await user.press("down")
        assert "▸ signs" in user.text
        await user.press(*["pagedown"] * 20)
        assert "▸ enter" in user.text
        await user.press("up")
        assert "▸ esc f1" in user.text


async def test_typed_words_search_actions_and_enter_runs_one(shop: Path) -> None:
    """Closed again, the action is done as its key does it."""
    async with reviewing(shop, size=(80, 24)) as user:
        await user.press("question_mark", *"reject with")
        assert "▸ N" in user.text
        assert "half a page" not in user.text
        await user.press("enter")
        assert "Why is block 1 rejected?" in user.text
        await user.press("escape", "question_mark", *"accept, next", "enter")
        assert "2/9" == user.position
        assert [1] == [proposal.number for proposal in user.review.accepted()]


async def test_an_impossible_action_gives_a_message(shop: Path) -> None:
    """A key of another screen, of a search that is not on, a sign, and a word that is nowhere."""
    async with reviewing(shop, size=(100, 24)) as user:
        await user.press("question_mark", *"next note", "enter")
        assert "only in: The rest of the response" in user.text
        await user.press(*["backspace"] * 9, *"the previous match", "enter")
        assert "no search yet: / searches" in user.text
        await user.press(*["backspace"] * 16, *"several matches", "enter")
        assert "a sign has no action" in user.text
        await user.press(*["backspace"] * 14, *"zebra", "enter")
        assert "no matching action" in user.text
        await user.press("escape", "J")
        assert "2/9" == user.position


@pytest.mark.parametrize(
    ("keys", "first", "words", "then"),
    [
        ("o", "▸ j ↓", "scroll right", "The response"),
        ("x", "▸ j ↓", "previous note", "The rest of the response"),
        ("c", "▸ ctrl+s", "to the choices", ""),
        ("N", "▸ enter", "use the line", "Why is block"),
        ("f", "▸ ↓ tab", "next state", "List which blocks"),
        ("slash", "▸ enter", "search for it", "search both sides"),
    ],
)
async def test_screens_over_the_review_show_their_own_keys_first(
    shop: Path, keys: str, first: str, words: str, then: str
) -> None:
    """By f1 where a question mark is a character; closed again, the screen is there as before."""
    async with reviewing(shop, size=(100, 40)) as user:
        if keys == "c":
            await user.press("y", "S")
            await user.wait_for(lambda: "staged" in user.state)
        await user.press(keys, "f1")
        assert "Help" in user.text
        assert first in user.text
        assert words in user.text
        await user.press("escape")
        assert "Help" not in user.text
        assert then in user.text


async def test_an_action_of_a_dialog_can_be_run_from_its_help(shop: Path) -> None:
    """But none of the review below it."""
    async with reviewing(shop, size=(100, 40)) as user:
        await user.press("o", "question_mark", *"line down", "enter")
        assert "The response" in user.text
        assert "Help" not in user.text
        await user.press("question_mark", *"accept, next", "enter")
        assert "only in: Review" in user.text
        assert [] == user.review.accepted()


async def test_help_shows_the_users_keys(shop: Path) -> None:
    """And lists what has none, to be done from there."""
    keys = keymap_in_force({"block.accept": "f6", "view.wrap": ""}, "the configuration")
    async with reviewing(shop, size=(100, 40), settings=Settings(keys=keys)) as user:
        await user.press("question_mark", *"accept, next")
        assert "▸ f6" in user.text
        await user.press(*["backspace"] * 12, *"wrap long lines", "enter")
        assert "long lines are cut" in user.state


async def test_a_click_selects_an_entry(shop: Path) -> None:
    """The wheel scrolls."""
    async with reviewing(shop, size=(80, 24)) as user:
        await user.press("question_mark")
        y = next(y for y, line in enumerate(user.lines) if "previous hunk" in line)
        await user.click(20, y)
        assert "▸ [" in user.text
