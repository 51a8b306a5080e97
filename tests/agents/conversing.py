"""A conversation with an agent in a tree of its own."""

import json
import os
import queue
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from editreview.agents.edits import AgentTree
from editreview.workspace import Workspace, scratch_tree

if TYPE_CHECKING:
    from editreview.agents.client import AgentRun

AGENT = (sys.executable, "-P", str(Path(__file__).with_name("scripted_agent.py")))
_ID = re.compile(r'^\{"id": "(agent-[\da-f]+-\d+)"', re.MULTILINE)
WAIT_S = 60.0


class Conversation:
    """An agent, and a user who decides on one edit after the other."""

    def __init__(self, command: Iterable[str], tree: AgentTree, notes: Path) -> None:
        from editreview.agents.client import AgentRun

        self.run = AgentRun(tuple(command), tree)
        self.tree = tree
        self._notes = notes
        self.questions: queue.SimpleQueue[tuple[str, str, str]] = queue.SimpleQueue()
        self.ends: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.run.listen(lambda *question: self.questions.put(question), self.ends.put)

    def begin(self, *steps: list[Any]) -> "Turn":
        return Turn(self.run, self.run.prompt(json.dumps(steps)))

    def turn(self, *steps: list[Any], decisions: Iterable[bool] = ()) -> tuple[str, str]:
        """A whole turn. Returns its response, and the sentence with which it ended."""
        response = self.begin(*steps).to_the_end(decisions)
        return response, self.ends.get(timeout=WAIT_S)

    def recorded(self, name: str) -> list[str]:
        """The lines of a note that the agent made."""
        return (self._notes / name).read_text().splitlines()


class Turn:
    """A turn whose response is read as it arrives."""

    def __init__(self, run: "AgentRun", descriptor: int) -> None:
        self._run = run
        self._descriptor = descriptor
        self._parts: list[bytes] = []

    def read(self) -> bool:
        """Read more. Returns False at the end."""
        data = os.read(self._descriptor, 1 << 20)
        self._parts.append(data)
        return bool(data)

    @property
    def text(self) -> str:
        """All that was read."""
        return b"".join(self._parts).decode()

    def to_the_end(self, decisions: Iterable[bool] = ()) -> str:
        answers, decided = iter(decisions), 0
        while self.read():
            if not self._parts[-1].endswith(b"\n"):
                continue
            ids = _ID.findall(self.text)
            for id in ids[decided:]:
                self._run.decide(id, is_allowed=next(answers))
            decided = len(ids)
        os.close(self._descriptor)
        return self.text


@contextmanager
def conversing(root: Path, notes: Path, command: Iterable[str] = AGENT) -> Iterator[Conversation]:
    workspace = Workspace.open(root)
    assert workspace.repository is not None
    with scratch_tree(workspace.repository) as scratch:
        conversation = Conversation(command, AgentTree(scratch, workspace), notes)
        try:
            yield conversation
        finally:
            conversation.run.close()
