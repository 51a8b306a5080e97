"""Runs a command of the user on the tree with the accepted blocks, and finds the blocks that break it.

The command runs in a temporary work tree; see `workspace.scratch`. If it fails with all blocks and passes
without any, a search finds the blocks to leave out: it adds groups of blocks that pass and splits those that
fail, always with the blocks that they depend on. Unlike delta debugging (Zeller and Hildebrandt, 2002), which
minimises a failing set, this does not blame a block that merely lacks another one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.errors import UsageError
from editreview.processes import run_shell
from editreview.review.decisions import Decision, binds
from editreview.review.proposal import Proposal, numbered
from editreview.workspace import scratch_tree

if TYPE_CHECKING:
    from editreview.review.review import Review

_KEPT_LINES = 200
"""The most lines that are kept from the end of the output of a run."""


class ProjectCommand(Struct, frozen=True):
    """A command of the user whose exit status says if the whole tree is sound."""

    command: str
    share: tuple[str, ...] = ()
    """Ignored folders of the tree that it needs, such as `node_modules`."""


class Run(Struct, frozen=True):
    """One run of the command."""

    status: int
    output: tuple[str, ...]
    """The last lines of its output."""

    @property
    def passes(self) -> bool:
        return self.status == 0


class ProjectResult(Struct, frozen=True):
    """The result of the command for a set of blocks."""

    command: str
    first: Run
    """The run with all blocks."""
    breaking: frozenset[int] = frozenset()
    """The blocks without which it passes; empty if it passes, or fails without any block too."""
    fails_before: bool = False
    """True if it fails without any block too, so that it says nothing about them."""
    is_flaky: bool = False
    """True if it passed and failed on the same tree."""
    runs: int = 1
    is_cancelled: bool = False
    """True if the search was ended early; `breaking` is empty then."""

    @property
    def passes(self) -> bool:
        return self.first.passes

    @property
    def sentence(self) -> str:
        """The result as a sentence, without a full stop."""
        command = f"`{self.command}`"
        if self.passes:
            return f"{command} passes with the accepted blocks"
        if self.fails_before:
            return f"{command} fails without the blocks too, so it says nothing about them"
        if self.is_flaky:
            return f"{command} passes and fails on the same tree, so it says nothing about the blocks"
        if self.is_cancelled:
            return f"{command} fails with the accepted blocks; the search for the cause was stopped"
        return f"{command} fails with {numbered(self.breaking)} and passes without"


Contents = Callable[[Collection[int], Mapping[str, Decision]], Mapping[str, bytes | None]]
"""Returns the bytes of the changed files, by path, with some of the blocks that decisions accept."""


class _Cancelled(Exception):
    pass


class ProjectCheck:
    """Runs the command on sets of the accepted blocks of a review.

    Args:
        review: The review. The blocks accepted now are judged.
        command: The command.
        on_line: Called, on another thread, with each line of output.
        on_run: Called before each run with its number, from 1, and the number of blocks in the tree.
        is_cancelled: Called often; the search ends when it returns True.
        contents: Returns the files with some of the blocks; None for `Review.contents`.
    """

    def __init__(
        self,
        review: "Review",
        command: ProjectCommand,
        on_line: Callable[[str], None] = lambda _: None,
        on_run: Callable[[int, int], None] = lambda _, __: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        contents: Contents | None = None,
    ) -> None:
        self._review = review
        self._command = command
        self._on_line = on_line
        self._on_run = on_run
        self._is_cancelled = is_cancelled
        self._contents = contents or review.contents
        self._decisions = review.log.snapshot()
        accepted = review.accepted()
        self.blocks = [proposal.number for proposal in accepted]
        self._needs = {p.number: _needs(p, accepted) for p in accepted}
        self._runs = 0

    def result(self) -> ProjectResult | None:
        """Run the command, and if it fails, find the blocks that break it. None if no block is accepted.

        Raises:
            UsageError: The tree is not a git work tree.
            GitFailed: With git's own message.
            TreeError: The temporary tree cannot be made.
            OSError: The temporary tree cannot be written.
        """
        repository = self._review.workspace.repository
        if not self.blocks:
            return None
        if repository is None:
            raise UsageError("the project command needs a git repository: it runs in a copy of the tree")
        with scratch_tree(repository) as tree:
            tree.share(self._command.share)
            environment = {
                "PYTHONPATH": tree.python_path(),
                "PYTHONDONTWRITEBYTECODE": "1",
                "EDITREVIEW_ROOT": str(self._review.workspace.root.folder),
            }
            known: dict[frozenset[int], Run] = {}

            def run(blocks: frozenset[int]) -> Run:
                if blocks not in known:
                    self._runs += 1
                    self._on_run(self._runs, len(blocks))
                    tree.put(self._contents(blocks, self._decisions))
                    lines: list[str] = []

                    def hear(line: str) -> None:
                        lines.append(line)
                        del lines[:-_KEPT_LINES]
                        self._on_line(line)

                    status = run_shell(
                        self._command.command,
                        folder=tree.root,
                        environment=environment,
                        on_line=hear,
                        is_cancelled=self._is_cancelled,
                    )
                    if status is None:
                        raise _Cancelled
                    known[blocks] = Run(status, tuple(lines))
                return known[blocks]

            every = frozenset(self.blocks)
            try:
                first = run(every)
            except _Cancelled:
                return ProjectResult(self._command.command, Run(-1, ()), runs=1, is_cancelled=True)
            found = ProjectResult(self._command.command, first)
            if first.passes:
                return found
            try:
                return self._with_cause(found, run, known)
            except _Cancelled:
                return ProjectResult(self._command.command, first, runs=self._runs, is_cancelled=True)

    def _with_cause(
        self,
        found: ProjectResult,
        run: Callable[[frozenset[int]], Run],
        known: dict[frozenset[int], Run],
    ) -> ProjectResult:
        """The result of a failing command with the blocks that break it."""
        command, first = found.command, found.first
        if not run(frozenset()).passes:
            # Run it again: a flaky command may fail by chance.
            del known[frozenset()]
            is_flaky = run(frozenset()).passes
            return ProjectResult(
                command, first, fails_before=not is_flaky, is_flaky=is_flaky, runs=self._runs
            )
        left = leave_out(self.blocks, self._needs, lambda blocks: run(blocks).passes)
        return ProjectResult(command, first, left, is_flaky=not left, runs=self._runs)


def _needs(proposal: Proposal, accepted: Sequence[Proposal]) -> frozenset[int]:
    """The accepted blocks without which a block may not be applied."""
    group = proposal.block.group
    bound = {p.number for p in accepted if binds(p) and p.block.group == group and p is not proposal}
    return frozenset(bound.union(p.number for p in accepted if p.number in proposal.depends_on))


def leave_out(
    blocks: Sequence[int],
    needs: Mapping[int, Set[int]],
    passes: Callable[[frozenset[int]], bool],
) -> frozenset[int]:
    """The blocks to leave out so that the rest passes: few, but perhaps not the fewest.

    Args:
        blocks: The blocks in order. The command fails with all of them and passes without any.
        needs: The blocks that each one depends on.
        passes: Returns True if a set passes. With every block, the set has those that it needs.
    """
    kept: set[int] = set()
    left: list[int] = []

    def closed(group: Sequence[int]) -> set[int]:
        found, open_ = set(), list(group)
        while open_:
            block = open_.pop()
            if block not in found:
                found.add(block)
                open_ += needs.get(block, ())
        return found

    def add(group: Sequence[int], *, fails: bool) -> bool:
        """Keep the blocks of a group that pass; True if all do. `fails`: the group is known to fail."""
        wanted = closed(group)
        if wanted <= kept:
            return True
        if not fails and wanted.isdisjoint(left) and passes(frozenset(kept | wanted)):
            kept.update(wanted)
            return True
        if len(group) == 1:
            left.append(group[0])
            return False
        middle = len(group) // 2
        is_first_kept = add(group[:middle], fails=False)
        add(group[middle:], fails=is_first_kept and wanted.isdisjoint(left))
        return False

    add(blocks, fails=True)
    for block in left:
        # A block may only have lacked one that was added later.
        wanted = closed([block])
        if not wanted <= kept and len(kept | wanted) < len(blocks) and passes(frozenset(kept | wanted)):
            kept.update(wanted)
    return frozenset(blocks) - kept
