"""Every reason that a block may fail with has a key that leads on, in the hints and in the message."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

from editreview.errors import Reason, Refused
from editreview.tui.keys import KEYS, SHIPPED
from editreview.tui.match_line import WAYS, way_forward
from editreview.workspace import Workspace
from tests.builders import block, make_repository
from tests.tui.reviewing import reviewing

TEXT = "one\ntwin\ntwo\ntwin\nthree\n"
FILES: dict[str, str | bytes] = {
    "a.txt": TEXT,
    "long.txt": "".join(f"line number {n}\n" for n in range(40)),
    "b.bin": b"a\0b\n",
    "fox.txt": "once upon a time\nthe quick brown fox\njumps over the lazy dog\nand slept\n",
    "src/c.py": "def f(x):\n    return x\n",
}


@dataclass(frozen=True)
class Case:
    """A response whose last block has a reason."""

    response: str
    keys: tuple[str, ...] = ()
    context: Iterable[str] | None = None
    refused: bool = False
    """True if the file is refused with the reason when it is read."""
    files: dict[str, str | bytes] = field(default_factory=dict)


def edit_lines(line: int) -> str:
    return f'edit_lines(command="insert", path="a.txt", insert_line={line}, new_content="new\\n")\n'


ANY = block("one\n", "1\n", "a.txt")
CASES = {
    Reason.AMBIGUOUS: Case(block("twin\n", "TWIN\n", "a.txt")),
    Reason.FUZZY: Case(
        block("the quick brown fox\njumped over a lazy dog\nand slept\n", "the fox\nslept\n", "fox.txt")
    ),
    Reason.NOT_FOUND: Case(block("nothing like this\n", "x\n", "a.txt")),
    Reason.ALREADY_APPLIED: Case(block("zero\none\n", "one\ntwin\ntwo\n", "a.txt")),
    Reason.NO_CHANGE: Case(block("one\n", "one\n", "a.txt")),
    Reason.CONFLICT: Case(
        block("two\n", "2\n", "a.txt") + block("two\n", "II\n", "a.txt"), ("y", "K", "y", "J")
    ),
    Reason.DEPENDS_ON: Case(
        "*** Begin Patch\n*** Update File: a.txt\n*** Move to: z.txt\n*** End Patch\n\n"
        + block("two\n", "2\n", "z.txt"),
        ("n",),
    ),
    Reason.FILE_MISSING: Case(block("nowhere to be found\n", "x\n", "gone.cfg")),
    Reason.FILE_EXISTS: Case("*** Begin Patch\n*** Add File: a.txt\n+new\n*** End Patch\n"),
    Reason.IS_DIRECTORY: Case(ANY, refused=True),
    Reason.OUTSIDE_ROOT: Case(block("x\n", "y\n", "../out.txt")),
    Reason.PROTECTED: Case(block("x\n", "y\n", ".git/config")),
    Reason.BINARY: Case(block("x\n", "y\n", "b.bin")),
    Reason.ENCODING: Case(ANY, refused=True),
    Reason.TOO_LARGE: Case(ANY, refused=True),
    Reason.DENIED: Case(ANY, refused=True),
    Reason.PERMISSION: Case(block("", "A=1\n", ".env")),
    Reason.SECRET: Case(block("two\n", "key: AKIAQJ7MZ3KPWX5RTN2B\n", "a.txt")),
    Reason.BAD_LINE_NUMBER: Case(edit_lines(99)),
    Reason.PLACEHOLDER: Case(
        block("    return x\n", "    # ... existing code ...\n    return 1\n", "src/c.py")
    ),
    Reason.SYNTAX_ERROR: Case(block("    return x\n", "    return (x\n", "src/c.py")),
    Reason.WRITTEN_OUT: Case(block("one\ntwin\ntwo\n", "one\\ntwin\\nTWO\n", "a.txt")),
    Reason.HIDDEN_CHARACTERS: Case(block("two\n", "t\u202ewo\n", "a.txt")),
    Reason.PART_OF_FILE: Case("long.txt\n\n```\nline number 39\nthe other text\nline number 0\n```\n"),
    Reason.NOT_IN_CONTEXT: Case(block("two\n", "2\n", "a.txt"), context=()),
}
"""The reasons that a response alone can lead to."""
ELSEWHERE = frozenset(
    {
        Reason.MALFORMED,
        Reason.INCOMPLETE,
        Reason.UNSEEN,
        Reason.CHANGED_ON_DISK,
        Reason.BREAKS_COMMAND,
        Reason.UNDECIDED,
        Reason.REJECTED,
        Reason.INEXACT,
    }
)
"""Reasons of warnings that withhold a ready block, of a write that was refused, and of decisions."""


def test_each_reason_has_a_way_that_is_always_possible() -> None:
    """The table is complete, and names actions of the table of keys."""
    assert set(Reason) == set(WAYS)
    assert set(Reason) == CASES.keys() | ELSEWHERE
    ids = {key.id for key in KEYS}
    assert ids >= {way.id for ways in WAYS.values() for way in ways}


@pytest.mark.parametrize("reason", CASES)
async def test_a_key_leads_on(
    reason: Reason, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named in the hints, and in the message beside what it does."""
    case = CASES[reason]
    # A short name: the message has room for three lines.
    root = make_repository(tmp_path_factory.mktemp("a") / "tree", FILES)
    if case.refused:
        read = Workspace.read

        def refuse(workspace: Workspace, path: str) -> object:
            if path == "a.txt":
                raise Refused(reason, "a.txt cannot be read")
            return read(workspace, path)

        monkeypatch.setattr(Workspace, "read", refuse)
    async with reviewing(root, case.response, context=case.context) as user:
        await user.press(*case.keys)
        await user.wait_for(lambda: not user.review.unchecked())
        await user.settle()
        proposal = user.review.proposals[-1]
        if user.app.screen_stack[0].view.state.current != proposal.number:  # type: ignore[attr-defined]
            await user.press("G") if not case.keys else await user.press("J")
        assert reason in (proposal.reason, proposal.withheld)
        way = way_forward(user.review, proposal)
        assert way is not None
        label = SHIPPED.hint(way.id).label
        assert f" {label} " in user.hints
        first = label[0] if way.id == "match.choose" else label
        above = "\n".join(line.partition("▕")[2] for line in user.lines[1:5])
        assert first in above.replace("[", " ").replace("]", " ").split()
