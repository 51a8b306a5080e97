"""A response that is pasted: on a bare terminal, in pieces, further ones."""

import threading
from pathlib import Path

import pytest
from textual import events

from editreview.tui.driver import END, START, PasteParser
from editreview.tui.messages import Pasting
from editreview.tui.screens import pages
from editreview.tui.screens.review import ReviewScreen
from tests.builders import block, make_tree
from tests.tui.reviewing import TIMEOUT_S, reviewing

FIRST = "I change one:\n\n" + block("one\n", "1\n")
SECOND = "And two:\n\n" + block("two\n", "2\n")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})


class TestScreen:
    """The paste screen."""

    async def test_pieces_are_one_response(self, tree: Path) -> None:
        """A piece may end within a block; the next one goes on there."""
        async with reviewing(tree, is_bare=True) as user:
            assert "Paste here, any number of times. Or:" in user.text
            assert "editreview --clipboard" in user.text
            await user.press("enter")
            cut = FIRST.index("=======")
            await user.paste(FIRST[:cut])
            assert "1 paste · 0.0 KiB" in user.text
            assert "no edits found so far" in user.text
            assert "cut off: Missing" in user.text
            await user.paste(FIRST[cut:])
            assert "2 pastes" in user.text
            assert "1 block: 1 search-replace" in user.text
            assert "not closed" not in user.text
            assert "    >>>>>>> REPLACE" in user.text
            await user.press("enter")
            assert "1/1" == user.position
            assert "reading" not in user.text
            await user.press("y", "p")
        assert "1\ntwo\nthree\n" == (tree / "a.txt").read_text()

    async def test_code_that_may_be_a_part_of_its_file_is_not_called_a_whole_file(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as user:
            await user.paste("Update `a.txt`:\n\n```\none\n```\n")
            assert "1 block: 1 fenced code" in user.text

    async def test_the_last_paste_can_be_undone(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as user:
            await user.paste(FIRST)
            await user.paste(SECOND)
            assert "2 blocks: 2 search-replace" in user.text
            await user.press("ctrl+z")
            assert "1 block: 1 search-replace" in user.text
            await user.press("ctrl+z", "ctrl+z")
            assert "Paste here" in user.text

    async def test_q_quits_and_asks_if_something_was_pasted(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as user:
            await user.paste(FIRST)
            await user.press("q")
            assert "press the key again to discard the pasted text" in user.text
            assert user.app.is_running
            await user.press("q")
            await user.wait_for(lambda: not user.app.is_running)

    async def test_malformed_lines_are_named(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as user:
            await user.paste("a.txt\n<<<<<<< SEARCH\none\n" + FIRST)
            assert "line 2: " in user.text

    async def test_the_received_amount_is_shown(self, tree: Path) -> None:
        async with reviewing(tree, is_bare=True) as user:
            user.app.post_message(Pasting(3 * 2**20))
            await user.settle()
            assert "receiving a paste … 3.0 MiB" in user.text
            await user.paste(FIRST)
            assert "receiving" not in user.text

    async def test_the_received_amount_of_a_paste_that_opens_the_screen_is_shown(self, tree: Path) -> None:
        """Its beginning is reported before the screen is drawn."""
        async with reviewing(tree, FIRST) as user:
            review = user.app.screen
            assert isinstance(review, ReviewScreen)
            review.streaming.paste()
            user.app.on_pasting(Pasting(3 * 2**20))
            await user.wait_for(lambda: "receiving a paste … 3.0 MiB" in user.text)
            assert "Paste a further response" in user.text

    async def test_a_block_retracted_meanwhile_is_not_counted(
        self, tree: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However long it takes."""
        go, really = threading.Event(), pages.summarize

        def slowly(text: str, formats: tuple[str, ...]) -> pages.PastedContents:
            assert "two" not in text or go.wait(TIMEOUT_S)
            return really(text, formats)

        monkeypatch.setattr(pages, "summarize", slowly)
        async with reviewing(tree, is_bare=True) as user:
            await user.paste(FIRST)
            user.app.post_message(events.Paste(SECOND))
            await user.wait_for(lambda: "reading it" in user.text)
            user.app.post_message(events.Key("ctrl+z", None))
            await user.wait_for(lambda: "1 block: 1 search-replace" in user.text)
            go.set()
            await user.settle()
            assert "1 block: 1 search-replace" in user.text


class TestFurther:
    """P takes a further response into the same review."""

    async def test_its_blocks_are_added_after_the_others(self, tree: Path) -> None:
        async with reviewing(tree, FIRST) as user:
            await user.press("y", "p", "P")
            assert "Paste a further response" in user.text
            await user.paste(SECOND)
            await user.press("enter")
            assert "● 1" in user.header
            await user.press("J", "y", "p", "o")
            assert "2▐ <<<<<<< SEARCH" in user.text
            assert [1, 9] == user.review.responses.starts
            first, last = user.review.proposals[1].block.lines
            lines = user.app.worker.response_lines(first, last - first + 1)
            assert ["<<<<<<< SEARCH", "two", "=======", "2", ">>>>>>> REPLACE"] == lines
        assert "1\n2\nthree\n" == (tree / "a.txt").read_text()

    async def test_text_pasted_into_the_review_is_one_response(self, tree: Path) -> None:
        async with reviewing(tree, FIRST.rstrip("\n")) as user:
            await user.paste(SECOND)
            assert "1 block: 1 search-replace" in user.text
            await user.press("escape")
            assert "discard" in user.text
            await user.press("escape")
            assert "1/1" == user.position

    async def test_not_offered_while_the_first_is_still_arriving(self, tree: Path) -> None:
        async with reviewing(tree, FIRST, is_open=True) as user:
            await user.press("P")
            assert "the response is still arriving: ctrl+c stops reading it" in user.state


class TestParser:
    """Input of a terminal, split anywhere."""

    @pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 4096])
    def test_a_paste_is_one_event_among_keys(self, size: int) -> None:
        sent = f"a{START}one\rtwo \x1b[31m three{END}b{START}{END}{START}x{END}"
        parser = PasteParser()

        found = [event for at in range(0, len(sent), size) for event in parser.feed(sent[at : at + size])]

        pasted = [event.text for event in found if isinstance(event, events.Paste)]
        assert ["one\rtwo \x1b[31m three", "x"] == [text for text in pasted if text]
        assert ["a", "b"] == [event.character for event in found if isinstance(event, events.Key)]

    def test_the_received_amount_of_a_long_one_is_shown(self) -> None:
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

    def test_text_that_arrives_at_once_is_a_paste_where_one_is_awaited(self) -> None:
        """Its parts are one; keys that come one by one stay keys, also the one that follows a burst."""
        parser = PasteParser(takes_bursts=lambda: True)

        found = [event for each in ("q", "y", "quit this,\r", "q\r", "\x1b") for event in parser.feed(each)]

        assert ["quit this,\rq\r"] == [event.text for event in found if isinstance(event, events.Paste)]
        assert ["q", "y"] == [event.character for event in found if isinstance(event, events.Key)]

    @pytest.mark.parametrize("character", ["\u00a0", "\u3000", "\u200d", "\ufeff"])
    def test_a_paste_may_have_any_character_but_controls(self, character: str) -> None:
        parser = PasteParser(takes_bursts=lambda: True)
        text = f"# 10{character}km quit"

        found = [event for each in (text, "\x1b") for event in parser.feed(each)]

        assert [text] == [event.text for event in found if isinstance(event, events.Paste)]

    def test_elsewhere_text_that_arrives_at_once_is_keys(self) -> None:
        found = list(PasteParser().feed("quit this"))

        assert [*"quit this"] == [event.character for event in found if isinstance(event, events.Key)]
