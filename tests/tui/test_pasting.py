"""A response that is pasted: on a bare terminal, in pieces, further ones."""

import threading
from pathlib import Path

import pytest
from textual import events

from editreview.tui import pasted
from editreview.tui.messages import Pasting
from editreview.tui.pasting import END, START, PasteParser
from editreview.tui.screens.review import ReviewScreen
from tests.builders import block, make_tree
from tests.tui.reviewing import TIMEOUT_S, reviewing

FIRST = "I change one:\n\n" + block("one\n", "1\n")
SECOND = "And two:\n\n" + block("two\n", "2\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})


class TestScreen:
    """What the paste screen says and does."""

    async def test_pieces_are_one_response(self, tree: Path) -> None:
        """A piece may end within a block; the next one goes on there."""
        async with reviewing(tree, is_bare=True) as held:
            assert "Paste here, any number of times. Or:" in held.text
            assert "editreview --clipboard" in held.text
            await held.press("enter")
            cut = FIRST.index("=======")
            await held.paste(FIRST[:cut])
            assert "1 paste · 0.0 KiB" in held.text
            assert "no edit found in it so far" in held.text
            assert "not closed: Missing" in held.text
            await held.paste(FIRST[cut:])
            assert "2 pastes" in held.text
            assert "1 block: 1 search-replace" in held.text
            assert "not closed" not in held.text
            assert "    >>>>>>> REPLACE" in held.text
            await held.press("enter")
            assert "1/1" in held.header
            await held.press("y", "p")
        assert "1\ntwo\nthree\n" == (tree / "a.txt").read_text()

    async def test_the_last_paste_can_be_taken_back(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as held:
            await held.paste(FIRST)
            await held.paste(SECOND)
            assert "2 blocks: 2 search-replace" in held.text
            await held.press("ctrl+z")
            assert "1 block: 1 search-replace" in held.text
            await held.press("ctrl+z", "ctrl+z")
            assert "Paste here" in held.text

    async def test_q_leaves_and_asks_where_something_was_pasted(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as held:
            await held.paste(FIRST)
            await held.press("q")
            assert "the same key again discards what was pasted" in held.text
            assert held.app.is_running
            await held.press("q")
            await held.wait_for(lambda: not held.app.is_running)

    async def test_what_is_malformed_is_named(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as held:
            await held.paste("a.txt\n<<<<<<< SEARCH\none\n" + FIRST)
            assert "line 2: " in held.text

    async def test_how_much_has_come_is_said(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as held:
            held.app.post_message(Pasting(3 * 2**20))
            await held.settle()
            assert "receiving a paste … 3.0 MiB" in held.text
            await held.paste(FIRST)
            assert "receiving" not in held.text

    async def test_how_much_has_come_is_said_of_a_paste_that_opens_the_screen(self, tree: Path) -> None:
        """The first of it is told of before the screen is drawn."""
        async with reviewing(tree, FIRST) as held:
            review = held.app.screen
            assert isinstance(review, ReviewScreen)
            review.streaming.paste()
            held.app.on_pasting(Pasting(3 * 2**20))
            await held.wait_for(lambda: "receiving a paste … 3.0 MiB" in held.text)
            assert "Paste a further response" in held.text

    async def test_what_is_taken_back_while_it_is_looked_through_is_not_counted(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However long it takes."""
        go, really = threading.Event(), pasted.look_over

        def slowly(text: str, formats: tuple[str, ...]) -> pasted.PastedContents:
            assert "two" not in text or go.wait(TIMEOUT_S)
            return really(text, formats)

        monkeypatch.setattr(pasted, "look_over", slowly)
        async with reviewing(tree, is_bare=True) as held:
            await held.paste(FIRST)
            held.app.post_message(events.Paste(SECOND))
            await held.wait_for(lambda: "reading it" in held.text)
            held.app.post_message(events.Key("ctrl+z", None))
            await held.wait_for(lambda: "1 block: 1 search-replace" in held.text)
            go.set()
            await held.settle()
            assert "1 block: 1 search-replace" in held.text


class TestFurther:
    """P takes a further response into the same review."""

    async def test_its_blocks_come_after_those_that_are_there(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as held:
            await held.press("y", "p", "P")
            assert "Paste a further response" in held.text
            await held.paste(SECOND)
            await held.press("enter")
            assert "● 1" in held.header
            await held.press("J", "y", "p", "o")
            assert "2▐ <<<<<<< SEARCH" in held.text
            assert [1, 9] == held.review.responses.starts
            first, last = held.review.proposals[1].block.lines
            lines = held.app.worker.response_lines(first, last - first + 1)
            assert ["<<<<<<< SEARCH", "two", "=======", "2", ">>>>>>> REPLACE"] == lines
        assert "1\n2\nthree\n" == (tree / "a.txt").read_text()

    async def test_what_is_pasted_into_the_review_is_taken_as_one(self, tree: Path) -> None:
        async with reviewing(tree, FIRST.rstrip("\n")) as held:
            await held.paste(SECOND)
            assert "1 block: 1 search-replace" in held.text
            await held.press("escape")
            assert "discards" in held.text
            await held.press("escape")
            assert "1/1" in held.header

    async def test_not_while_the_first_is_still_arriving(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as held:
            await held.press("P")
            assert "the response is still arriving: ctrl+c stops reading it" in held.state


class TestParser:
    """What a terminal sends, cut anywhere."""

    @pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 4096])
    def test_a_paste_is_one_event_among_keys(self, size: int) -> None:
        sent = f"a{START}one\rtwo \x1b[31m three{END}b{START}{END}{START}x{END}"
        parser = PasteParser()

        found = [event for at in range(0, len(sent), size) for event in parser.feed(sent[at : at + size])]

        pasted = [event.text for event in found if isinstance(event, events.Paste)]
        assert ["one\rtwo \x1b[31m three", "x"] == [text for text in pasted if text]
        assert ["a", "b"] == [event.character for event in found if isinstance(event, events.Key)]

    def test_of_a_long_one_it_is_said_how_much_has_come(self) -> None:
        parser = PasteParser()
        text = "é" * 1_000_000
        sent = f"{START}{text}{END}"

        found = [event for at in range(0, len(sent), 4096) for event in parser.feed(sent[at : at + 4096])]

        *telling, last = found
        assert isinstance(last, events.Paste)
        assert text == last.text
        sizes = [message.size for message in telling if isinstance(message, Pasting)]
        assert 5 < len(sizes) < 10
        assert sizes == sorted(sizes)
