"""The files under review: the file of each block, and what the model was shown of them.

Edits of files that the model was not shown wait until the user includes them. The files are reported, so
that the model can be shown them and asked again (the rule of the Edit Protocol).
"""

from collections.abc import Collection, Iterable
from contextlib import AbstractContextManager, suppress
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    EditBlock,
    Move,
    Offer,
    Problem,
    Rewrite,
    Write,
    is_structural,
    puts_text_only,
)
from editreview.errors import Reason, Refused, UsageError
from editreview.review.checks.written import marker_problem, may_hold_markers
from editreview.review.decisions import UNDECIDED, Effect
from editreview.review.earlier_runs import AppliedBefore
from editreview.review.file_plan import EmptySearch, PlannedBlock
from editreview.review.file_review import Decisions, FileReview, moved_onto, plain
from editreview.review.path_resolver import (
    ForeignRoots,
    PathResolver,
    ResolvedPath,
    correction_warning,
    prefix_of,
)
from editreview.review.permissions import Permissions
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Snapshot
from editreview.workspace import Workspace


class Terms(Struct, frozen=True):
    """Options for reading a response and locating its blocks."""

    formats: tuple[str, ...] = ()
    """The only formats to read; empty for all."""
    empty_search: EmptySearch | None = None
    """The meaning of an empty SEARCH on a file that has text; None to ask the user."""
    without: frozenset[str] = frozenset()
    """Strategies not to use."""
    context: tuple[str, ...] | None = None
    """The files that the model was shown; None if it was shown all."""
    strip: tuple[str, ...] = ()
    """Prefixes of paths that stand for the root."""
    checks_off: frozenset[str] = frozenset()
    """Kinds of warnings not to look for."""
    base: str | None = None
    """The git tree that the tree on disk is compared with: empty for the index. None for a response."""

    @classmethod
    def of(
        cls,
        formats: Iterable[str],
        empty_search: EmptySearch | str | None,
        without: Iterable[str],
        context: Iterable[str] | None,
        strip: Iterable[str] = (),
        checks_off: Iterable[str] = (),
    ) -> "Terms":
        """The options from any collections, and with `empty_search` by name."""
        meaning = None if empty_search is None else EmptySearch(empty_search)
        files = None if context is None else tuple(context)
        off = frozenset(checks_off)
        return cls(tuple(formats), meaning, frozenset(without), files, tuple(strip), off)


class ShownFiles:
    """The files that the model was shown; all files if the user did not say."""

    def __init__(self, workspace: Workspace, files: Iterable[str] | None) -> None:
        """
        Args:
            workspace: The tree.
            files: Paths relative to the current folder, or else to the root; None for all files.

        Raises:
            UsageError: One of them does not exist, or may not be edited.
        """
        self._workspace = workspace
        self._paths = None if files is None else frozenset(map(self._path_of, files))

    @property
    def is_known(self) -> bool:
        """True if the user said which files the model was shown."""
        return self._paths is not None

    def defers(self, block: EditBlock, path: str) -> bool:
        """True if a block edits an existing file that the model was not shown."""
        if self._paths is None or path in self._paths or _creates(block):
            return False
        return self._workspace.exists(path)

    def _path_of(self, name: str) -> str:
        try:
            path = self._workspace.named(name)
        except Refused as refused:
            raise UsageError(f"--context {name}: {refused}") from refused
        if not self._workspace.exists(path):
            raise UsageError(f"--context {name}: no such file in {self._workspace.root.folder}")
        return path


def _creates(block: EditBlock) -> bool:
    """True if a block is meant to create a file, which the model need not have seen."""
    operation = block.operation
    return puts_text_only(operation) or (isinstance(operation, Write) and operation.creates)


class _MovedFile(Struct, frozen=True):
    """A file that a block moves."""

    path: str
    """Its path before the move."""
    number: int
    """The number of the block."""


class FileSet:
    """All files under review. Assigns blocks to files, taking account of moves by earlier blocks."""

    def __init__(
        self,
        workspace: Workspace,
        terms: Terms,
        context: ShownFiles,
        permissions: Permissions,
        done: Iterable[Effect] = (),
    ) -> None:
        """
        Args:
            workspace: The tree.
            terms: The options of the review.
            context: The files that the model was shown.
            permissions: The rules for files.
            done: The effects of the review before it was resumed.
        """
        self.files: dict[str, FileReview] = {}
        """The files by their current path, in order of first mention."""
        self._workspace = workspace
        self._terms = terms
        self._context = context
        self._permissions = permissions
        self.roots = ForeignRoots(terms.strip)
        self._path_resolver = PathResolver(workspace, self.roots)
        self._applied_before = frozenset(key for each in done if self._is_there(each) for key in each.blocks)
        """Keys of the blocks that were applied before the review was resumed."""
        self._moved: dict[str, _MovedFile] = {}
        """Moves that are not written yet, by target."""
        self._folders: set[str] = set()
        """The folders of all paths so far."""
        self._origins: dict[int, tuple[FileReview, PlannedBlock]] = {}
        """By number of a block that was ever sent to another file: its own file, and the block there."""

    def _is_there(self, done: Effect) -> bool:
        """True if an effect is still on disk."""
        was = {path: before for path, (before, after) in done.files.items() if before != after}
        return not was or any(self._workspace.digest(path) != before for path, before in was.items())

    def named_by_one_of(self, names: Iterable[str]) -> str | None:
        """The word that names a file at the root; None if no word or several do."""
        found = [name for name in names if name in self.files or self._path_resolver.is_top_file(name)]
        return found[0] if len(found) == 1 else None

    def one_look(self) -> AbstractContextManager[None]:
        """Take the tree as unchanged while blocks are added."""
        return self._path_resolver.one_look()

    def spread(self, block: EditBlock) -> list[EditBlock]:
        """The block, or one for each file of the folder that it names."""
        return self._path_resolver.spread(block)

    def marker_problem(self, block: EditBlock) -> Problem | None:
        """The problem that the text of a block has edit markers, so that it is not an edit; else None."""
        if not may_hold_markers(block):
            return None
        path: str | None = None
        before = ""
        with suppress(Refused):
            path = self._path_resolver.locate(block, self.files).path
            found = self._workspace.read(path)
            before = found.text if isinstance(found, Snapshot) else ""
        return marker_problem(block, path, before)

    def note_unfinished(self, problem: Problem) -> None:
        """Note an edit that was cut off in the response, if its file has blocks."""
        if problem.begun is None or problem.path_written is None:
            return
        block = EditBlock(0, "", problem.path_written, (problem.line, problem.line), problem.begun)
        with suppress(Refused):
            path = self.path_now(self._path_resolver.locate(block, self.files).path)
            if path in self.files:
                self.files[path].note_unfinished(problem)

    def match(self, block: EditBlock, key: str, decisions: Decisions, response: int = 1) -> None:
        """Add a block to the plan of its file.

        Args:
            block: The block.
            key: Its key.
            decisions: The decisions in force.
            response: The number of its response, from 1.

        Raises:
            Refused: It names no file that may be edited, or can edit none.
        """
        if isinstance(block.operation, Rewrite):
            # Imported on first use: slow to import, and few blocks need it.
            from editreview.matching import pattern_problem

            if problem := pattern_problem(block.operation, block.operation.language or ""):
                raise Refused(Reason.NOT_FOUND, problem)
        local = self._path_resolver.local(block.path_written or "", is_new=False)
        if is_structural(block.operation) and self._workspace.is_folder(local.path):
            where = "of the tree" if local.path == "." else f"below {local.path}"
            raise Refused(Reason.NOT_FOUND, f"its pattern matches nothing in the files {where}")
        moved = self._moved.get(plain(local.path))
        located = (
            ResolvedPath(moved.path) if moved is not None else self._path_resolver.locate(block, self.files)
        )
        path, via = located.path, None if moved is None else moved.number
        self._add_file(path, is_meant=block.offer is None)
        if located.is_found:
            self.roots.note_found(block.path_written or "", path, block.number)
        item = PlannedBlock(
            block,
            key,
            UNDECIDED,
            via=via,
            warnings=located.warnings,
            is_deferred=self._context.defers(block, path),
            empty_search=self._terms.empty_search,
            is_done=key in self._applied_before,
            response=response,
            root=prefix_of(block.path_written or "", path) if located.warnings else None,
        )
        if isinstance(block.operation, Move):
            item = self._with_target(item, block.operation)
        self.files[path].add(item, decisions)
        if item.target is not None and item.obstacle is None and block.offer is None:
            self._moved[item.target] = _MovedFile(path, block.number)
            self._folders |= _folders(item.target)
        if key in decisions and decisions[key].path is not None:
            self.replan(path, decisions)

    def replan(self, path: str, decisions: Decisions) -> None:
        """Make the plans anew of a file and of those to which decisions send its blocks."""
        file = self.files[path]
        concerned = [file]
        for item in file.sent_elsewhere(decisions):
            to = decisions[item.key].path if item.key in decisions else None
            concerned.append(self._send(file, item, to, decisions))
        for each in {id(each): each for each in concerned}.values():
            each.replan(decisions)

    def _send(self, file: FileReview, item: PlannedBlock, to: str | None, decisions: Decisions) -> FileReview:
        """Move a block to another file, or with None back to its own. Returns that file."""
        if item.is_homeless and to is None:
            file.remove(item.block.number)
            return file
        home, original = self._origins.setdefault(item.block.number, (file, item))
        target, sent = home, original
        if to is not None:
            sure = (w for w in original.warnings if w.kind is not WarningKind.PATH_UNSURE)
            warnings = (*sure, _sent_warning(original.block, to))
            sent = replace(original, sent_to=to, via=None, warnings=warnings)
            try:
                self._add_file(to)
                target = self.files[self.path_now(to)]
            except Refused as refused:
                sent = replace(original, sent_to=to, obstacle=(refused.reason, str(refused)))
        file.remove(item.block.number)
        target.insert(sent)
        if to is None:
            # In a resumed review, the block was elsewhere when other paths were noted.
            self._note_other_paths(home, decisions)
        return target

    def correct_together(self, decisions: Decisions) -> None:
        """Move the blocks of each missing file to the only file that has the text of all, if there is one.

        A new file is left to the user if the response omits the folders of similar files.
        """
        for path, file in list(self.files.items()):
            items = file.missing(decisions) if path not in self._moved else []
            blocks = [item.block for item in items]
            found = self._path_resolver.corrected_together(path, blocks) if blocks else None
            if found is None:
                continue
            with suppress(Refused):
                to, warning = found
                self._add_file(to)
                target = self.files[self.path_now(to)]
                for item in items:
                    target.insert(replace(item, warnings=(*item.warnings, warning)))
                del self.files[path]
                target.replan(decisions)
        for file in self.files.values():
            self._note_other_paths(file, decisions)

    def _note_other_paths(self, file: FileReview, decisions: Decisions) -> None:
        if beside := self._beside_corrected(file.path):
            file.note_other_paths(beside, decisions)

    def other_paths(self, path: str, block: EditBlock) -> list[str]:
        """The other paths that a new file may be meant for, or a block with the path of the one before."""
        if block.mentions:
            paths = [block.path_written or path, *self._path_resolver.mentioned(block)]
            return [other for other in dict.fromkeys(paths) if other != path]
        spelled = self._path_resolver.spelled_otherwise(path)
        paths = [*self._beside_corrected(path), *self._path_resolver.named_alike(path)]
        return list(dict.fromkeys(paths if spelled is None else [spelled, *paths]))

    def _beside_corrected(self, path: str) -> list[str]:
        """A path without a folder, in each folder that other paths of the same extension omit."""
        if "/" in path:
            return []
        end = PurePosixPath(path).suffix
        folders = {
            folder: None
            for other, file in self.files.items()
            if PurePosixPath(other).suffix == end and (folder := file.folder_left_out()) is not None
        }
        return [f"{folder}/{path}" for folder in folders]

    def assign(self, block: EditBlock, key: str, to: str, decisions: Decisions) -> None:
        """Add a block that has no file of its own to the one that the user chose for it.

        Raises:
            Refused: That may not be edited.
        """
        self._add_file(to)
        item = PlannedBlock(block, key, UNDECIDED, is_homeless=True, is_done=key in self._applied_before)
        file = self.files[self.path_now(to)]
        self._origins[block.number] = (file, item)
        file.insert(replace(item, sent_to=to, warnings=(_sent_warning(block, to),)))
        file.replan(decisions)

    def remove(self, number: int, decisions: Decisions) -> None:
        """Drop a block, because the text that it was read from has changed."""
        for file in self.files.values():
            if file.has_any([number]):
                file.remove(number)
                file.replan(decisions)

    def retract(self, numbers: Collection[int], offer: Offer, decisions: Decisions) -> None:
        """Turn blocks into offers, on which no later block builds."""
        self._moved = {path: moved for path, moved in self._moved.items() if moved.number not in numbers}
        for file in self.files.values():
            if file.has_any(numbers):
                file.retract(numbers, offer, decisions)

    def has_block(self, number: int) -> bool:
        """True if a block is in the plan of any file."""
        return any(file.has_any([number]) for file in self.files.values())

    def is_done(self, key: str) -> bool:
        """True if a block was applied before the review was resumed."""
        return key in self._applied_before

    def _add_file(self, path: str, *, is_meant: bool = True) -> None:
        """Add a file to those under review, if it is not among them.

        Args:
            path: Relative to the root.
            is_meant: True if a block of it is not an offer.

        Raises:
            Refused: It may not be edited, or cannot be read as text.
        """
        if path not in self.files and path not in self._moved:
            self._check_folders(path)
            self.files[path] = FileReview(
                self._workspace, path, self._terms.without, self._permissions, self._terms.checks_off
            )
        if is_meant:
            self._folders |= _folders(path)

    def _check_folders(self, path: str) -> None:
        """Check that no path is a file for one block and a folder for another one.

        Raises:
            Refused: An earlier block uses the path in the other way.
        """
        if path in self._folders:
            raise Refused(Reason.IS_DIRECTORY, f"{path} is a folder for an earlier block")
        for folder in sorted(_folders(path)):
            known = self.files.get(folder)
            if folder in self._moved or (known is not None and known.is_there):
                raise Refused(
                    Reason.PROTECTED, f"{path}: {folder} is a file for an earlier block, not a folder"
                )

    def _with_target(self, item: PlannedBlock, operation: Move) -> PlannedBlock:
        """A move with its target, and with the obstacle if a file is in the way.

        Raises:
            Refused: Its target cannot be the path of a file.
        """
        target = self._workspace.locate(self._path_resolver.local(operation.to, is_new=True).path)
        self._check_folders(target)
        file = self.files.get(target)
        is_occupied = target in self._moved or (file is not None and file.is_there)
        if not is_occupied and (file is None or not self._workspace.exists(target)):
            return moved_onto(self._workspace, item, target)
        # A transaction can write a path only once.
        is_going = not is_occupied and file is not None
        until = "until its deletion is applied" if is_going else "already"
        return replace(item, target=target, obstacle=(Reason.FILE_EXISTS, f"{target} exists {until}"))

    def path_now(self, path: str) -> str:
        """The current path of a file, which may be named by the target of an unwritten move."""
        return self._moved[path].path if path in self._moved else path

    def note_ignored(self, decisions: Decisions) -> None:
        """Warn about each file that git ignores, asking git once."""
        for path in self._workspace.ignored(self.files):
            self.files[path].note_ignored(decisions)

    def note_earlier(self, earlier: AppliedBefore, decisions: Decisions) -> None:
        """Note blocks that earlier runs applied from the same response."""
        for file in self.files.values() if earlier.keys else ():
            file.note_earlier(earlier, decisions)

    def note_undone(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Note that applied blocks were undone on disk."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.note_undone(keys, decisions)
        self._applied_before -= frozenset(keys)
        self.update_paths()

    def note_redone(self, numbers: Collection[int], keys: Collection[str], decisions: Decisions) -> None:
        """Note that undone blocks were redone on disk."""
        for file in self.files.values():
            if file.has_any(numbers):
                file.note_redone(keys, decisions)
        self.update_paths()

    def update_paths(self) -> None:
        """Update the paths of files and moves after a write or an undo."""
        self.files = {file.path: file for file in self.files.values()}
        self._moved = {
            target: _MovedFile(file.path, number)
            for file in self.files.values()
            for target, number in file.moves()
            if target not in self.files
        }


def _sent_warning(block: EditBlock, to: str) -> BlockWarning:
    return correction_warning(block.path_written or "no path", to, "chosen by you")


def _folders(path: str) -> set[str]:
    return {folder.as_posix() for folder in PurePosixPath(path).parents[:-1]}
