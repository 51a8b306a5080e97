"""The files that a review is about, and where the paths that blocks name lead among them."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import EditBlock, Move, Offer, Problem
from editreview.errors import Reason, Refused
from editreview.review.checks.markers import marker_problem, may_hold_markers
from editreview.review.context import Context
from editreview.review.decisions import Decision, Done
from editreview.review.file_plan import Asked
from editreview.review.locating import Located, Locator
from editreview.review.proposal import Warning, WarningKind
from editreview.review.reviewed_file import Decisions, ReviewedFile
from editreview.review.terms import Terms
from editreview.texts import Snapshot
from editreview.workspace import Workspace


class _Moved(Struct, frozen=True):
    """A file that a block gives another path."""

    path: str
    """Where it is until then."""
    number: int


class ReviewedTree:
    """Gives blocks to their files, and knows what earlier ones make of the tree."""

    def __init__(
        self,
        workspace: Workspace,
        terms: Terms,
        context: Context,
        done: Iterable[Done] = (),
    ) -> None:
        """
        Args:
            workspace: The tree.
            terms: Of the review.
            context: The files that the model was shown.
            done: What was done before the review was taken up.
        """
        self.files: dict[str, ReviewedFile] = {}
        """By their path of now, in order of first mention."""
        self._workspace = workspace
        self._terms = terms
        self._context = context
        self._locator = Locator(workspace)
        self._done = frozenset(key for each in done if self._is_there(each) for key in each.blocks)
        """Keys of the blocks that were applied before."""
        self._moved: dict[str, _Moved] = {}
        """By the path a file is moved to."""
        self._folders: set[str] = set()
        """What the paths so far take for folders."""
        self._at_home: dict[int, tuple[ReviewedFile, Asked]] = {}
        """By block that was ever sent to another file: its own, and how it was there."""

    def _is_there(self, done: Done) -> bool:
        """Whether what was done was not undone since."""
        was = {path: before for path, (before, after) in done.files.items() if before != after}
        return not was or any(self._workspace.digest(path) != before for path, before in was.items())

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each file of the folder that it names."""
        return self._locator.spread(block)

    def marker_problem(self, block: EditBlock) -> Problem | None:
        """The problem that a block is no edit: the text for its file holds markers of another one."""
        if not may_hold_markers(block):
            return None
        path: str | None = None
        before = ""
        with suppress(Refused):
            path = self._locator.locate(block, self.files).path
            found = self._workspace.read(path)
            before = found.text if isinstance(found, Snapshot) else ""
        return marker_problem(block, path, before)

    def note_unfinished(self, problem: Problem) -> None:
        """Let a file that blocks are about know of an edit that the response did not finish."""
        if problem.begun is None or problem.path_written is None:
            return
        block = EditBlock(0, "", problem.path_written, (problem.line, problem.line), problem.begun)
        with suppress(Refused):
            path = self.path_now(self._locator.locate(block, self.files).path)
            if path in self.files:
                self.files[path].note_unfinished(problem)

    def place(self, block: EditBlock, key: str, decisions: Decisions) -> None:
        """Give a block to its file.

        Raises:
            Refused: It names none that may be touched.
        """
        moved = self._moved.get(_plain(block.path_written))
        located = Located(moved.path) if moved is not None else self._locator.locate(block, self.files)
        path, via = located.path, None if moved is None else moved.number
        self._know_file(path, is_meant=block.offer is None)
        asked = Asked(
            block,
            key,
            Decision(),
            via=via,
            warnings=located.warnings,
            is_deferred=self._context.defers(block, path),
            empty_search=self._terms.empty_search,
            is_done=key in self._done,
        )
        if isinstance(block.operation, Move):
            asked = self._leading(asked, block.operation)
        self.files[path].add(asked, decisions)
        if asked.target is not None and asked.obstacle is None and block.offer is None:
            self._moved[asked.target] = _Moved(path, block.number)
            self._folders |= _folders(asked.target)
        if key in decisions and decisions[key].path is not None:
            self.replan(path, decisions)

    def replan(self, path: str, decisions: Decisions) -> None:
        """Place the blocks of a file again, those aside that go to another one now, and those of that one."""
        file = self.files[path]
        concerned = [file]
        for asked in file.sent_elsewhere(decisions):
            to = decisions[asked.key].path if asked.key in decisions else None
            concerned.append(self._send(file, asked, to))
        for each in {id(each): each for each in concerned}.values():
            each.replan(decisions)

    def _send(self, file: ReviewedFile, asked: Asked, to: str | None) -> ReviewedFile:
        """Give a block to another file, or with None back to its own. Returns that file."""
        home, own = self._at_home.setdefault(asked.block.number, (file, asked))
        target, sent = home, own
        if to is not None:
            message = f"{own.block.path_written or 'no path'} → {to}: sent there by hand"
            warning = Warning(WarningKind.PATH_CORRECTED, message)
            sent = replace(own, sent_to=to, via=None, warnings=(*own.warnings, warning))
            try:
                self._know_file(to)
                target = self.files[self.path_now(to)]
            except Refused as refused:
                sent = replace(own, sent_to=to, obstacle=(refused.reason, str(refused)))
        file.give_up(asked.block.number)
        target.take_in(sent)
        return target

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Turn blocks into offers: nothing that is placed later builds on them."""
        self._moved = {path: moved for path, moved in self._moved.items() if moved.number not in numbers}
        for file in self.files.values():
            if file.has_any(numbers):
                file.retract(numbers, offer, decisions)

    def is_done(self, key: str) -> bool:
        """True if a block was applied before the review was resumed."""
        return key in self._done

    def _know_file(self, path: str, *, is_meant: bool = True) -> None:
        """See that a file is one of those under review.

        Args:
            path: Relative to the root.
            is_meant: Whether a block is about it that is no offer.

        Raises:
            Refused: It may not be touched, or not be read as text.
        """
        if path not in self.files and path not in self._moved:
            self._check_folders(path)
            self.files[path] = ReviewedFile(self._workspace, path, self._terms.without)
        if is_meant:
            self._folders |= _folders(path)

    def _check_folders(self, path: str) -> None:
        """See that no path is a file for one block and a folder for another.

        Raises:
            Refused: An earlier block needs it otherwise.
        """
        if path in self._folders:
            raise Refused(Reason.IS_DIRECTORY, f"{path} is a folder for an earlier block")
        for folder in sorted(_folders(path)):
            known = self.files.get(folder)
            if folder in self._moved or (known is not None and known.is_there):
                raise Refused(
                    Reason.PROTECTED, f"{path}: {folder} is a file for an earlier block, not a folder"
                )

    def _leading(self, asked: Asked, operation: Move) -> Asked:
        """A move with where it leads, and what stands in its way.

        Raises:
            Refused: It may not lead there.
        """
        target = self._workspace.locate(operation.to)
        self._check_folders(target)
        known = self.files.get(target)
        is_taken = target in self._moved or (known is not None and known.is_there)
        if not is_taken and not self._workspace.exists(target):
            return replace(asked, target=target)
        # A transaction has one write for a path.
        is_going = not is_taken and known is not None
        until = "until its deletion is written: run again then" if is_going else "already"
        return replace(asked, target=target, obstacle=(Reason.FILE_EXISTS, f"{target} is there {until}"))

    def path_now(self, path: str) -> str:
        """Where the file is that blocks mean by a path: moves that are not written have not moved it."""
        return self._moved[path].path if path in self._moved else path

    def note_ignored(self, decisions: Decisions) -> None:
        """Let the files know that git ignores, all asked for at once."""
        for path in self._workspace.ignored(self.files):
            self.files[path].note_ignored(decisions)

    def note_made(self, keys: Collection[str], decisions: Decisions) -> None:
        """Earlier runs applied these blocks of the same response."""
        for file in self.files.values() if keys else ():
            file.note_made(keys, decisions)

    def took_back(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Blocks that were applied are not any more."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.took_back(keys, decisions)
        self._done -= frozenset(keys)
        self.settled()

    def did_again(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Blocks that were taken back are applied again."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.did_again(keys, decisions)
        self.settled()

    def settled(self) -> None:
        """Know the files by their paths after what was written or taken back."""
        self.files = {file.path: file for file in self.files.values()}
        self._moved = {
            target: _Moved(file.path, number)
            for file in self.files.values()
            for target, number in file.moves()
            if target not in self.files
        }


def _folders(path: str) -> set[str]:
    return {folder.as_posix() for folder in PurePosixPath(path).parents[:-1]}


def _plain(written: str | None) -> str:
    return PurePosixPath((written or "").replace("\\", "/")).as_posix()
