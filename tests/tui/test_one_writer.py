"""The deciding thread alone writes the log, and what is written is what was drawn when it was accepted."""

import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.message import Message

from editreview.review import Proposal, Review, Verdict, with_matches
from editreview.review.decisions import DecisionLog, EntryKind, LogEntry
from editreview.tui.app import Settings
from editreview.tui.match_line import why_not
from editreview.tui.messages import WriteReceipt
from editreview.tui.session import Session
from editreview.tui.worker import ReviewWorker
from tests.builders import block, files_of, make_repository
from tests.tui.reviewing import reviewing

FILES = {"a.txt": "x\ny\nx\ny\n", "b.txt": "one\ntwo\nthree\n"}
RESPONSE = block("x\n", "X\n") + block("one\n", "1\n", "b.txt") + block("1\ntwo\n", "1\n2\n", "b.txt")


async def test_every_entry_is_appended_by_the_deciding_thread(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decisions, and what the worker did: a write, a staging, a commit, all undone and redone."""
    entries: list[tuple[EntryKind, bool, int]] = []
    append = DecisionLog.append

    def noted(log: DecisionLog, entry: LogEntry) -> None:
        entries.append((entry.kind, entry.effect is not None, threading.get_ident()))
        append(log, entry)

    monkeypatch.setattr(DecisionLog, "append", noted)
    async with reviewing(shop) as user:
        await user.press("space", "S", "c", "ctrl+s")
        await user.wait_for(lambda: "committed" in user.state)
        for key in ("u", "u", "u", "ctrl+r", "ctrl+r", "ctrl+r"):
            await user.press(key)
    decide, do, undo, redo = EntryKind.DECIDE, EntryKind.DO, EntryKind.UNDO, EntryKind.REDO

    assert [decide, *[do] * 3, *[undo] * 3, *[redo] * 3] == [kind for kind, _, _ in entries]
    assert [False, True, True, True] == [has_effect for _, has_effect, _ in entries[:4]]
    assert {threading.get_ident()} == {thread for _, _, thread in entries}


async def test_one_command_on_disk_runs_at_a_time(shop: Path) -> None:
    """The next is asked for again; a block that is being written is not decided any more."""
    async with reviewing(shop) as user:
        await user.press("space")
        with user.app.worker.writing:
            await user.pilot.press("p")
            for key in ("p", "S", "c"):
                await user.pilot.press(key)
                assert f"still writing; press {key} again in a moment" in user.state
            for key in ("y", "n", "space", "e", "O"):
                await user.pilot.press(key)
                assert "this block is being written" in user.state, key
        await user.wait_for(lambda: "1 block written" in user.state)
        assert {1} == user.review.applied
        assert Verdict.ACCEPTED is user.review.verdict(user.review.proposals[0])


async def test_undo_and_quit_wait_for_what_is_being_written(shop: Path) -> None:
    """A screen that shows the result already, and a key at that moment, lose nothing."""
    async with reviewing(shop) as user:
        await user.press("space")
        with user.app.worker.writing:
            await user.pilot.press("p", "u")
        await user.wait_for(lambda: "restored 1 file" in user.state)
        assert frozenset() == user.review.applied
        with user.app.worker.writing:
            await user.pilot.press("p", "q", "j")
        await user.wait_for(lambda: "1 block written" in user.state)
        assert user.app.is_running, "the user went on"
        await user.press("u")
        with user.app.worker.writing:
            await user.pilot.press("p", "q")
            assert user.app.is_running
        await user.wait_for(lambda: not user.app.is_running)
        assert {1} == user.review.applied


async def test_a_failed_write_does_not_quit(shop: Path) -> None:
    async with reviewing(shop) as user:
        await user.press("space")
        with user.app.worker.writing:
            await user.pilot.press("p", "q")
            for path in shop.rglob("*.py"):
                path.write_text(path.read_text() + "# mine\n")
        await user.wait_for(lambda: "changed on disk" in user.state)
        await user.settle()
        assert user.app.is_running


async def test_nothing_else_is_committed_undone_or_written_while_git_commits(shop: Path) -> None:
    hook = shop / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nuntil test -e ../go-on; do sleep 0.05; done\n")
    hook.chmod(0o755)
    async with reviewing(shop) as user:
        await user.press("space", "S", "c")
        await user.pilot.press("ctrl+s", "escape")
        for key in ("S", "c", "u", "q"):
            await user.pilot.press(key)
            assert "git is still committing; ctrl+c ends it" in user.state
        (shop.parent / "go-on").touch()
        await user.wait_for(lambda: "[main " in user.state)
        await user.press("u")
        assert "undone; its changes are still staged" in user.state


def test_an_effect_without_a_handled_receipt_is_logged_when_the_review_ends(tmp_path: Path) -> None:
    root = make_repository(tmp_path, FILES)
    worker, session = _session(root, [])
    _accept(session, 2)
    session.write(stage=False)
    _work(worker)
    assert [] == session.review.log.effects
    worker.log_effects()
    assert [{"b.txt"}] == [set(effect.files) for effect in session.review.log.effects]


def _session(root: Path, messages: list[Message]) -> tuple[ReviewWorker, Session]:
    """A session whose worker runs a job only when asked to."""
    worker = ReviewWorker(Review.open(root), None, messages.append)
    session = Session(worker, Settings())
    worker.read_further(RESPONSE)
    _work(worker)
    session.receive_plan()
    return worker, session


def _work(worker: ReviewWorker, most: int | None = None) -> None:
    """Do the jobs that wait, or some of them."""
    while most != 0 and (job := worker.jobs.take(0)) is not None:
        job()
        most = None if most is None else most - 1


def _drawn(session: Session, number: int) -> Proposal:
    proposal = session.outline.proposal(number)
    assert proposal is not None
    return proposal


def _accept(session: Session, number: int) -> Proposal | None:
    """As the key does: only what is drawn, and only if that has the user's last choice."""
    proposal = _drawn(session, number)
    if (
        session.is_awaited(proposal)
        or session.is_being_written(proposal)
        or why_not(session.review, proposal, session.keys)
    ):
        return None
    session.decide({proposal.key: session.review.acceptance(proposal)})
    return proposal


_MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("work"), st.integers(1, 3)),
        st.tuples(st.just("hear"), st.just(0)),
        st.tuples(st.just("choose"), st.integers(0, 1)),
        st.tuples(st.just("reject"), st.integers(1, 3)),
        st.tuples(st.just("disk"), st.sampled_from([1, 2])),
        st.tuples(st.just("undo"), st.just(0)),
    ),
    max_size=5,
)
_ROUNDS = st.lists(st.tuples(_MOVES, st.integers(1, 3), _MOVES), min_size=1, max_size=4)
"""Each a block that is accepted and written, and what goes on before and after the key."""


class _SlowReview:
    """A review whose worker and whose screen are as late as the test wants."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.messages: list[Message] = []
        self.worker, self.session = _session(root, self.messages)
        self.drawn: dict[int, Proposal] = {}
        """By block: what was drawn when it was accepted."""
        self.written = 0

    def work(self, most: int | None = None) -> None:
        before = files_of(self.root)
        _work(self.worker, most)
        after = files_of(self.root)
        _check_written(self.session.review, self.drawn, before, after)
        self.written += before != after

    def hear(self) -> None:
        self.session.receive_plan()
        if any(isinstance(message, WriteReceipt) for message in self.messages):
            self.session.end_writing()
        self.messages.clear()

    def accept(self, number: int) -> None:
        if (proposal := _accept(self.session, number)) is not None:
            chosen = self.session.review.log[proposal.key].matches
            assert chosen in (None, {match.key for match in proposal.chosen}), "a choice that was not drawn"
            self.drawn[number] = proposal

    def move(self, name: str, value: int) -> None:
        session = self.session
        log = session.review.log
        if name == "work":
            self.work(value)
        elif name == "hear":
            self.hear()
        elif name == "disk":
            path = self.root / ("a.txt", "b.txt")[value - 1]
            path.write_text("new\n" + path.read_text())
            self.worker.read_again()
        elif name == "undo":
            if log.undo_step is not None and log.effect_of(log.undo_step) is None:
                session.replan(session.undo()[0])
        else:
            proposal = _drawn(session, value if name == "reject" else 1)
            if session.is_applied(proposal):
                return
            decision = log[proposal.key]
            matches = proposal.candidates.matches if proposal.candidates else ()
            if name == "reject":
                session.decide({proposal.key: decision.rejected()})
            elif value < len(matches):
                session.decide({proposal.key: with_matches(decision, [matches[value]])})


@settings(max_examples=60, deadline=None)
@given(_ROUNDS)
def test_a_late_plan_is_never_accepted(
    tmp_path_factory: pytest.TempPathFactory,
    rounds: list[tuple[list[tuple[str, int]], int, list[tuple[str, int]]]],
) -> None:
    """However late the worker is and its plans are heard: each block that is written does what was drawn."""
    slow = _SlowReview(make_repository(tmp_path_factory.mktemp("t"), FILES))
    for before, number, after in rounds:
        for move in before:
            slow.move(*move)
        slow.accept(number)
        for move in after:
            slow.move(*move)
        slow.session.write(stage=False)
        slow.work()
        slow.hear()


def test_a_choice_that_was_not_painted_is_not_accepted(tmp_path: Path) -> None:
    """The key waits for a plan with the choice."""
    slow = _SlowReview(make_repository(tmp_path, FILES))
    slow.move("choose", 0)
    slow.work()
    slow.hear()
    slow.move("choose", 1)
    slow.accept(1)
    assert {} == slow.drawn
    slow.work()
    slow.accept(1)
    assert {} == slow.drawn
    slow.hear()
    slow.accept(1)
    assert {1} == slow.drawn.keys()


def test_a_slow_worker_writes_the_accepted_blocks(tmp_path: Path) -> None:
    """So that the property above is not kept by writing nothing."""
    slow = _SlowReview(make_repository(tmp_path, FILES))
    slow.move("choose", 1)
    slow.work()
    slow.hear()
    for number in (1, 2, 3):
        slow.accept(number)
    slow.session.write(stage=False)
    slow.work()

    assert (1, frozenset({1, 2, 3})) == (slow.written, slow.session.review.applied)
    assert {"a.txt": b"x\ny\nX\ny\n", "b.txt": b"1\n2\nthree\n"} == files_of(slow.root)


def _check_written(
    review: Review, drawn: dict[int, Proposal], before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    """The files that changed are what the blocks written to them were drawn to do."""
    if before["a.txt"] != after["a.txt"]:
        proposal = drawn[1]
        assert proposal.base is not None
        assert (proposal.base.text, proposal.change.apply(proposal.base.text)) == (
            before["a.txt"].decode(),
            after["a.txt"].decode(),
        )
    if before["b.txt"] != after["b.txt"]:
        last = drawn[3] if 3 in review.applied else drawn[2]
        assert last.base is not None
        assert last.change.apply(last.base.text) == after["b.txt"].decode()
