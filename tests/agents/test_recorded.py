"""Recorded messages of real agents, played again: the blocks that come, and the answers of the client.

See `recorded/README.md`.
"""

import re
import sys
import threading
from collections.abc import Iterator
from difflib import ndiff
from pathlib import Path

import pytest

from editreview.agents.edits import FORMATS
from editreview.review import Decision, Proposal, Review, Verdict
from tests.agents.conversing import WAIT_S, Conversation, Turn, conversing
from tests.agents.peer import needs_acp
from tests.builders import make_repository

pytestmark = needs_acp

FILES = {"a.py": "one = 1\ntwo = 2\nthree = 3\n", "b.txt": "x\ny\n"}
PLAYER, RECORDED = (Path(__file__).with_name(name) for name in ("recorded_agent.py", "recorded"))
ID = re.compile(r'\{"id": "(agent-[\da-f]+-\d+)"')

ONE, NEW, TWO = "a.py: -one = 1 +one = 10", "new.py: +new = True", "a.py: -two = 2 +two = 20"
SHELL, AGAIN = "shell.txt: +unasked", "new.py: +new = False"


CASES = [
    # A file that is written anew in the second turn is new there: its tree is without what was not accepted.
    ("claude", "yyny", [[ONE, NEW, TWO, SHELL], [AGAIN]], "execute: echo unasked > shell.txt"),
    ("gemini", "yyny", [[ONE, NEW, TWO, SHELL], [AGAIN]], "execute: echo unasked > shell.txt"),
    # It asks about the shell before the last edit, and ends its turn when that is refused.
    ("opencode", "yyny", [[ONE, NEW, TWO, SHELL], [AGAIN]], "execute: echo unasked > shell.txt"),
    (
        "opencode-unasked",
        "",
        [["a.py: -one = 1 -two = 2 +one = 10 +two = 20", NEW, SHELL], [AGAIN]],
        "",
    ),
    # One request has the edits of two files.
    ("codex", "yyny", [[ONE, NEW, TWO], ["a.py: -three = 3 +three = 30"]], ""),
]


def test_each_recording_is_played() -> None:
    assert {file.stem for file in RECORDED.glob("*.jsonl")} == {case[0] for case in CASES}


@pytest.mark.parametrize(("name", "decisions", "blocks", "question"), CASES, ids=[case[0] for case in CASES])
def test_the_blocks_of_a_real_agent_come_and_it_gets_the_answers_that_it_got(
    tmp_path: Path, name: str, decisions: str, blocks: list[list[str]], question: str
) -> None:
    root = make_repository(tmp_path / "tree", FILES)
    decided = iter(decisions)
    command = (sys.executable, "-P", str(PLAYER), str(RECORDED / f"{name}.jsonl"))
    titles: list[str] = []
    with conversing(root, tmp_path, command) as agent:
        # It waits for the answer, so the next block comes after it.
        threading.Thread(target=allow_all, args=(agent, titles), daemon=True).start()
        found = [blocks_of(root, agent, f"GO {turn}", decided) for turn in (1, 2)]

    assert blocks == found
    assert "" == "".join(decided)
    assert [question] * bool(question) == titles


def allow_all(agent: Conversation, titles: list[str]) -> None:
    """Allow each command that it asks about."""
    while True:
        id, title, _ = agent.questions.get()
        titles.append(title)
        agent.run.decide(id, is_allowed=True)


def blocks_of(root: Path, agent: Conversation, prompt: str, decided: Iterator[str]) -> list[str]:
    """Review a turn. Returns its blocks, each with the lines that it removes and adds."""
    review = Review.open(root, formats=FORMATS)
    turn, fed = Turn(agent.run, agent.run.prompt(prompt)), 0
    while True:
        goes_on = turn.read()
        numbers = review.feed(turn.text[fed:]) if goes_on else review.close()
        fed = len(turn.text)
        for proposal in review.proposals:
            line = turn.text.splitlines()[proposal.block.lines[0] - 1]
            if proposal.number in numbers and (id := ID.match(line)):
                is_allowed = next(decided) == "y"
                verdict = Decision(verdict=Verdict.REJECTED)
                review.decide({proposal.key: review.acceptance(proposal) if is_allowed else verdict})
                agent.run.decide(id[1], is_allowed=is_allowed)
        if not goes_on:
            break
    assert agent.ends.get(timeout=WAIT_S) in ("", "the agent stopped: cancelled")
    assert [] == review.problems
    return [lines_of(proposal) for proposal in review.proposals]


def lines_of(proposal: Proposal) -> str:
    """A block as its path, and the lines that it removes and adds."""
    assert "exact" == proposal.strategy
    old = "" if proposal.base is None else proposal.base.text
    new = proposal.change.apply(old)
    changed = [line for line in ndiff(old.splitlines(), new.splitlines()) if line[0] in "-+"]
    return " ".join(
        [
            f"{proposal.path}:",
            *(f"{line[0]}{line[2:]}" for line in sorted(changed, key=lambda line: line[0] == "+")),
        ]
    )
