"""An agent's edits under review: decisions answer it, and feedback is its next prompt."""

import json
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from editreview.agents.edits import AgentTree
from editreview.review import Review, Verdict
from editreview.tui.app import ReviewApp, Settings
from editreview.workspace import Workspace, scratch_tree
from tests.agents.peer import needs_acp
from tests.builders import files_of, git, make_repository
from tests.tui.reviewing import Reviewing, reviewing

if TYPE_CHECKING:
    from editreview.agents.client import AgentRun

pytestmark = needs_acp

AGENT = (sys.executable, "-P", str(Path(__file__).parents[1] / "agents/scripted_agent.py"))
FILES = {"a.txt": "a\nb\nc\n", "b.txt": "x\ny\n"}


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv("AGENT_NOTES", str(folder))
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", FILES)


class Conversing:
    """A review of the edits of an agent that runs."""

    def __init__(self, user: Reviewing, run: "AgentRun", tree: AgentTree) -> None:
        self.user = user
        self.run = run
        self.tree = tree

    async def blocks(self, count: int) -> None:
        """Wait until the review has so many blocks."""
        await self.user.wait_for(lambda: len(self.user.review.proposals) == count)
        await self.user.settle()

    async def decide(self, key: str, count: int) -> None:
        """Press a key until so many blocks are decided: a block that just arrived asks for it twice."""
        log = self.user.review.log

        def is_decided() -> bool:
            return count <= sum(d.verdict is not Verdict.UNDECIDED for d in log.snapshot().values())

        await self.user.press_until(key, is_decided)

    async def rest(self) -> None:
        """Wait for the end of the turn."""
        await self.user.wait_for(lambda: not (self.run.is_busy or self.user.app.worker.is_open))
        await self.user.settle()

    async def says(self, text: str) -> None:
        """Wait for a message."""
        await self.user.wait_for(lambda: text in self.user.state)

    async def tell(self, *steps: list[Any]) -> None:
        """Give the agent its next prompt, above the feedback."""
        await self.user.press("B")
        await self.user.wait_for(lambda: "Prompt for the agent" in self.user.text)
        await self.user.paste(f"{json.dumps(steps)}\n")
        await self.user.press("ctrl+s")


@asynccontextmanager
async def conversing(root: Path, *steps: list[Any]) -> AsyncIterator[Conversing]:
    from editreview.agents.client import AgentRun

    workspace = Workspace.open(root)
    assert workspace.repository is not None
    with scratch_tree(workspace.repository) as scratch:
        tree = AgentTree(scratch, workspace)
        run = AgentRun(AGENT, tree)
        try:
            review = Review.open(root, formats=["tool-call", "unified-diff"])
            app = ReviewApp(review, run.prompt(json.dumps(steps)), Settings(agent=run))
            async with app.run_test(size=(120, 40)) as pilot:
                yield Conversing(Reviewing(app, pilot, None), run, tree)
        finally:
            run.close()


async def test_a_decision_answers_the_agent_and_only_what_is_accepted_reaches_the_tree(
    root: Path, notes: Path
) -> None:
    first, second = ["edit", [["a.txt", "b\n", "B\n"]]], ["edit", [["b.txt", "x\n", "X\n"]]]
    async with conversing(root, first, second, ["write", "n.txt", "new\n"]) as agent:
        await agent.blocks(1)
        await agent.decide("y", 1)
        await agent.blocks(2)
        await agent.decide("n", 2)
        await agent.blocks(3)
        await agent.rest()
        await agent.user.press("A", "S")
        await agent.user.wait_for(lambda: len(agent.user.review.applied) == 2)
        await agent.user.settle()

    assert {"a.txt": b"a\nB\nc\n", "b.txt": b"x\ny\n", "n.txt": b"new\n"} == files_of(root)
    assert "M  a.txt\nA  n.txt\n" == git(root, "status", "--short")


async def test_a_part_of_an_edit_can_be_accepted(root: Path, notes: Path) -> None:
    """The agent writes all of it in its tree, and what was left out is not shown again."""
    diff = ["a.txt", "a\nb\nc\n", "A\nb\nC\n"]
    async with conversing(root, ["edit", [diff]]) as agent:
        await agent.blocks(1)
        await agent.user.press("s", "y", "n")
        await agent.rest()
        assert 1 == len(agent.user.review.proposals)
        assert b"A\nb\nC\n" == files_of(agent.tree.folder)["a.txt"]
        await agent.user.press("p")
        await agent.user.wait_for(lambda: bool(agent.user.review.applied))
        await agent.user.settle()

    assert b"A\nb\nc\n" == files_of(root)["a.txt"]


async def test_what_was_rejected_goes_back_in_the_next_prompt(root: Path, notes: Path) -> None:
    async with conversing(root, ["edit", [["a.txt", "b\n", "B\n"]]]) as agent:
        await agent.blocks(1)
        await agent.user.press("N", *"keep", "enter")
        await agent.rest()
        await agent.tell(["edit", [["a.txt", "b\n", "bb\n"]]])
        await agent.blocks(2)
        await agent.decide("y", 2)
        await agent.rest()
        prompt = (notes / "prompts").read_text()

    assert "Rejected: keep" in prompt
    assert "Change block 1 as the user says" in prompt
    assert 2 == prompt.count('["edit"')


async def test_a_further_turn_shows_nothing_twice(root: Path, notes: Path) -> None:
    """Neither what was rejected, written or accepted, nor what was left undecided."""
    texts = {name: f"{name}\n" for name in ("rejected", "written", "accepted", "undecided")}
    async with conversing(root, *(["write", name, text] for name, text in texts.items())) as agent:
        await agent.blocks(4)
        await agent.rest()
        numbers = {p.path: p.number for p in agent.user.review.proposals}
        for name, key in (("written", "y"), ("rejected", "n")):
            agent.user.review_screen.view.select_block(numbers[name])
            await agent.user.settle()
            await agent.user.press(key)
        await agent.user.press("p")
        await agent.user.wait_for(lambda: bool(agent.user.review.applied))
        agent.user.review_screen.view.select_block(numbers["accepted"])
        await agent.user.settle()
        await agent.user.press("y")
        await agent.tell(["write", "more", "more\n"])
        await agent.blocks(5)
        await agent.rest()
        found = set(files_of(agent.tree.folder))

    assert {"written", "accepted", "undecided", "more"} == found - FILES.keys()


async def test_a_question_is_asked_in_a_dialog(root: Path, notes: Path) -> None:
    """Each is answered once."""

    def answers() -> list[str]:
        """The first letter of each answer."""
        file = notes / "answers"
        return [line[0] for line in file.read_text().split()] if file.exists() else []

    async with conversing(root, ["run"], ["run"]) as agent:
        for key in ("y", "n"):
            await agent.user.wait_for(lambda: "execute: Run it" in agent.user.text)
            await agent.user.settle()
            # Not until the agent has the answer: the next question would be answered with the same key.
            question = agent.user.app.screen
            await agent.user.press_until(key, lambda: agent.user.app.screen is not question)  # noqa: B023
            await agent.user.wait_for(lambda key=key: key in answers())  # type: ignore[misc]
        await agent.rest()

    assert ["yes", "no"] == (notes / "answers").read_text().split()


class AsksAtOnce:
    """An agent with a question that is there before anybody listens."""

    name = "the agent"
    answers_as_whole = False
    is_busy = True

    def __init__(self) -> None:
        self.answers: list[tuple[str, bool]] = []

    def listen(self, asks: Callable[[str, str, str], object], rests: Callable[[str], object]) -> None:
        thread = threading.Thread(target=asks, args=("1", "execute: Run it", "make\n" * 100))
        thread.start()
        thread.join()

    def prompt(self, text: str, contents: Mapping[str, bytes | None]) -> int:
        raise NotImplementedError

    def decide(self, id: str, *, is_allowed: bool) -> None:
        self.answers.append((id, is_allowed))

    def cancel(self) -> None:
        self.is_busy = False

    def close(self) -> None:
        self.is_busy = False


async def test_a_question_from_before_the_first_frame_is_asked_too(root: Path) -> None:
    agent = AsksAtOnce()
    async with reviewing(root, is_open=True, settings=Settings(agent=agent)) as user:
        await user.wait_for(lambda: "execute: Run it" in user.text)
        # It is long, and scrolls by the wheel as all pages do. Above it, the clock goes on.
        before = user.lines[1:]
        for turn, is_there in ((MouseScrollDown, False), (MouseScrollUp, True)):
            await user.turn_wheel(turn, 60, 20)
            assert is_there is (before == user.lines[1:])
        await user.press_until("n", lambda: agent.answers != [])

    assert [("1", False)] == agent.answers


async def test_an_edit_that_is_there_already_is_allowed_without_the_user(root: Path, notes: Path) -> None:
    async with conversing(root, ["edit", [["b.txt", None, FILES["b.txt"]]]]) as agent:
        await agent.rest()
        assert [True] == [p.is_done_already for p in agent.user.review.proposals]


async def test_an_edit_that_is_no_block_is_refused(root: Path, notes: Path) -> None:
    """Text with edit markers is never written whole: nobody could decide on it."""
    markers = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"
    async with conversing(root, ["edit", [["n.txt", None, markers]]]) as agent:
        await agent.user.wait_for(lambda: not agent.run.is_busy)
        await agent.user.settle()
        assert [] == agent.user.review.proposals

    assert FILES.keys() == files_of(root).keys()


async def test_a_block_without_a_match_waits_until_it_is_rejected(root: Path, notes: Path) -> None:
    async with conversing(root, ["edit", [["a.txt", "nothing like it\n", "B\n"]]]) as agent:
        await agent.blocks(1)
        assert agent.run.is_busy
        await agent.user.press("n")
        await agent.rest()


async def test_interrupting_ends_the_turn_and_keeps_what_was_written(root: Path, notes: Path) -> None:
    async with conversing(
        root, ["write", "n.txt", "new\n"], ["edit", [["a.txt", "b\n", "B\n"]]], ["wait"]
    ) as agent:
        await agent.blocks(1)
        await agent.user.press("ctrl+c")
        await agent.rest()

        assert ["a.txt", "n.txt"] == [p.path for p in agent.user.review.proposals]


async def test_an_agent_that_dies_leaves_a_review(root: Path, notes: Path) -> None:
    async with conversing(root, ["write", "n.txt", "new\n"], ["error", "oh no\n"], ["die"]) as agent:
        await agent.blocks(1)
        await agent.rest()
        await agent.says("the agent has ended: oh no")
        await agent.decide("y", 1)
        await agent.user.press("p")
        await agent.user.wait_for(lambda: bool(agent.user.review.applied))
        await agent.tell(["say", "hello"])
        await agent.says("the agent has ended")

    assert b"new\n" == files_of(root)["n.txt"]


async def test_a_prompt_that_the_terminal_cannot_show_is_not_edited(
    root: Path, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the locale is not one of Unicode."""

    def escaped(text: str) -> str:
        return text.replace("a", "‹U+0061›")

    async with conversing(root, ["edit", [["a.txt", "b\n", "B\n"]]]) as agent:
        await agent.blocks(1)
        await agent.decide("n", 1)
        await agent.rest()
        monkeypatch.setattr("editreview.tui.screens.dialogs.content_text", escaped)
        await agent.user.press("B")
        await agent.says("this terminal cannot show the prompt: use a UTF-8 locale, or Y to copy it")
        assert "Prompt for the agent" not in agent.user.text


async def test_without_an_agent_the_key_says_how_to_start_one(root: Path) -> None:
    from tests.tui.reviewing import reviewing

    async with reviewing(root) as user:
        await user.press("B")
        assert "editreview agent" in user.state
