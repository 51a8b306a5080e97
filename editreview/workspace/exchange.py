"""The files of a record on their way from one state to the other, and back from any point of it.

What is new is written beside what it will replace, what is replaced keeps a second name
beside it, and then names are exchanged one after the other. The way back needs to know
nothing but the record and what the disk holds: so it is the same after a failure, after an
interruption and after a run that was killed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from os import stat_result
from pathlib import PurePosixPath

from msgspec import Struct

from editreview.errors import ChangedOnDisk, Refused
from editreview.workspace import disk, entries
from editreview.workspace.entries import Entry
from editreview.workspace.files import digest
from editreview.workspace.journal import FileRecord, Record
from editreview.workspace.root import Root

_UNLIKE_ANY = "unlike any"
"""In place of a digest: what is there cannot be read, or is no file."""
_MOST = 1 << 40
"""Bytes of a file that is compared."""


class Original(Struct, frozen=True):
    """A file as it was when it was last looked at."""

    data: bytes | None = None
    """None if there was no file."""
    status: stat_result | None = None

    @property
    def digest(self) -> str | None:
        return None if self.data is None else digest(self.data)


def originals(root: Root, expected: Mapping[str, str | None], *, again: bool = False) -> dict[str, Original]:
    """The files as they are now.

    Args:
        root: The tree.
        expected: By path, the digest that a file must have; None where there must be none.
        again: They were looked at a moment ago: where the paths lead is not asked anew, as no link is
            followed on the way.

    Raises:
        ChangedOnDisk: One is not the expected one, or its path leads elsewhere by now.
    """
    found: dict[str, Original] = {}
    changed: list[str] = []
    for path, wanted in expected.items():
        try:
            if not again and root.locate(path) != path:
                raise NotADirectoryError(path)
            original = _original(root, path)
        except (OSError, Refused):
            changed.append(path)
            continue
        if original.digest != wanted:
            changed.append(path)
        found[path] = original
    if changed:
        raise ChangedOnDisk(changed)
    return found


def _original(root: Root, path: str) -> Original:
    try:
        with entries.entry(root.folder, path) as entry:
            if entries.look(entry) is None:
                return Original()
            data, status = entries.read(entry, _MOST)
            return Original(data, status)
    except FileNotFoundError:
        return Original()


def missing_folders(root: Root, paths: Sequence[str]) -> tuple[str, ...]:
    """The folders that files need and that are not there, the outermost first."""
    missing: dict[str, None] = {}
    for path in paths:
        for folder in reversed(PurePosixPath(path).parents[:-1]):
            if not disk.exists(root.absolute(folder.as_posix())):
                missing[folder.as_posix()] = None
    return tuple(missing)


class Exchange:
    """A record's files on their way.

    Args:
        root: The record's own.
        record: In a state that is on its way.
        content: Gives the bytes of a digest.
    """

    def __init__(self, root: Root, record: Record, content: Callable[[str], bytes]) -> None:
        self._root = root
        self._record = record
        self._content = content
        self._like = {file.path: file.like for file in record.files if file.like is not None}
        if record.state.is_back:
            self._like = {before: path for path, before in self._like.items()}

    # There

    def prepare(self) -> None:
        """Make folders, and write what is new beside what it will replace.

        Raises:
            OSError: One could not be made; `put_back` removes what was.
        """
        for folder in self._record.made:
            with entries.entry(self._root.folder, folder) as entry:
                entries.make_folder(entry)
        for number, file in enumerate(self._record.files):
            wanted = self._record.wanted(file)
            if wanted is None:
                continue
            with self._entry(file) as target, self._model(file, target) as like:
                new = target.beside(self._record.temporary(number))
                entries.write_new(new, self._content(wanted), file.mode, like)
                if self._record.expected(file) is not None:
                    # Its second name is the surest way back: same file, and no room needed. Some file
                    # systems have none; then its bytes have to do.
                    with suppress(OSError):
                        entries.link(target, target.beside(self._record.aside(number)))

    def exchange(self, found: Mapping[str, Original]) -> None:
        """Put what is new in its place, and what is removed aside.

        Args:
            found: The files as they were when they were last looked at.

        Raises:
            ChangedOnDisk: One is another by now; `put_back` has to be called.
            OSError: One could not be put in its place; `put_back` has to be called.
        """
        for number, file in enumerate(self._record.files):
            with self._entry(file) as target:
                if not _is_same(entries.look(target), found[file.path].status):
                    raise ChangedOnDisk([file.path])
                self._put(number, file, target)
        self._sync()

    def _put(self, number: int, file: FileRecord, target: Entry) -> None:
        new = target.beside(self._record.temporary(number))
        if self._record.wanted(file) is None:
            entries.rename(target, target.beside(self._record.aside(number)))
        elif self._record.expected(file) is not None:
            entries.rename(new, target)
        else:
            _give_name(new, target)

    # Back

    def is_there(self) -> bool:
        """Whether every file was put in its place, also if someone changed one since."""
        is_begun, is_whole = False, True
        for number, file in enumerate(self._record.files):
            now, wanted = self._now(file), self._record.wanted(file)
            is_begun = is_begun or (now == wanted != self._record.expected(file))
            if now == wanted:
                continue
            if now == self._record.expected(file) or wanted is None or self._is_new_there(number, file):
                return False
            is_whole = False
        # Once the first is in its place, what is new of the others is beside them until it takes theirs.
        return is_whole or is_begun

    def _is_new_there(self, number: int, file: FileRecord) -> bool:
        try:
            with self._entry(file) as target:
                return entries.look(target.beside(self._record.temporary(number))) is not None
        except OSError:
            return False

    def put_back(self) -> list[str]:
        """Make everything as it was. May be called at any point, and again if it was cut short.

        Returns:
            The files that someone else changed meanwhile, and that are left as they are.

        Raises:
            OSError: One could not be put back.
        """
        strange: list[str] = []
        for number, file in reversed(list(enumerate(self._record.files))):
            now = self._now(file)
            if now == self._record.expected(file):
                continue
            if now == self._record.wanted(file):
                with self._entry(file) as target:
                    self._take_back(number, file, target)
            else:
                strange.append(file.path)
        self.tidy(is_in_place=False)
        for folder in reversed(self._record.made):
            self._remove_folder(folder)
        self._sync()
        return strange

    def _take_back(self, number: int, file: FileRecord, target: Entry) -> None:
        expected = self._record.expected(file)
        if expected is None:
            entries.unlink(target)
            return
        aside = target.beside(self._record.aside(number))
        if _digest_at(aside) == expected:
            entries.rename(aside, target)
            return
        new = target.beside(self._record.temporary(number))
        with suppress(FileNotFoundError):
            entries.unlink(new)
        is_there = self._record.wanted(file) is not None
        entries.write_new(new, self._content(expected), file.mode, target if is_there else None)
        entries.rename(new, target)

    # After either

    def tidy(self, *, is_in_place: bool) -> bool:
        """Remove what was beside the files on the way.

        Args:
            is_in_place: Whether the way was gone to its end. If not, what a file was stays beside it if
                someone else wrote over what had been put in its place.

        Returns:
            Whether nothing is left that could not be removed.
        """
        is_clean = True
        for number, file in enumerate(self._record.files):
            try:
                with self._entry(file) as target:
                    self._tidy_beside(number, file, target, is_in_place=is_in_place)
            except FileNotFoundError:
                continue
            except OSError:
                is_clean = False
        return is_clean

    def _tidy_beside(self, number: int, file: FileRecord, target: Entry, *, is_in_place: bool) -> None:
        new = target.beside(self._record.temporary(number))
        aside = target.beside(self._record.aside(number))
        is_new_there = entries.look(new) is not None
        if is_new_there:
            entries.unlink(new)
        kept = entries.look(aside)
        is_needless = is_in_place or is_new_there
        if kept is not None and (is_needless or not self._is_only_one(file, kept)):
            entries.unlink(aside)

    def _is_only_one(self, file: FileRecord, kept: stat_result) -> bool:
        """Whether what a file was is nowhere but aside, and nobody can have meant it to go."""
        with self._entry(file) as target:
            now = entries.look(target)
        is_other = now is None or now.st_ino != kept.st_ino
        return is_other and self._now(file) not in (self._record.expected(file), self._record.wanted(file))

    def remove_folders(self) -> None:
        """Remove the folders that the record had made, if nothing is in them."""
        for folder in reversed(self._record.folders):
            self._remove_folder(folder)

    def _remove_folder(self, folder: str) -> None:
        with suppress(OSError), entries.entry(self._root.folder, folder) as entry:
            entries.remove_folder(entry)

    def _now(self, file: FileRecord) -> str | None:
        try:
            with self._entry(file) as target:
                return _digest_at(target)
        except FileNotFoundError:
            return None
        except OSError:
            return _UNLIKE_ANY

    def _sync(self) -> None:
        folders = {PurePosixPath(path).parent: path for path in self._paths()}
        for path in folders.values():
            with suppress(FileNotFoundError), entries.entry(self._root.folder, path) as entry:
                entries.sync(entry)

    def _paths(self) -> Iterator[str]:
        """Of every file, and of every folder made: all in whose folders names change."""
        yield from (file.path for file in self._record.files)
        yield from self._record.made

    def _entry(self, file: FileRecord) -> AbstractContextManager[Entry]:
        return entries.entry(self._root.folder, file.path)

    @contextmanager
    def _model(self, file: FileRecord, target: Entry) -> Iterator[Entry | None]:
        """The file whose permissions and owner a new one gets."""
        like = self._like.get(file.path)
        if self._record.expected(file) is not None:
            yield target
        elif like is None:
            yield None
        else:
            with entries.entry(self._root.folder, like) as entry:
                yield entry


def _digest_at(entry: Entry) -> str | None:
    try:
        if entries.look(entry) is None:
            return None
        data, _ = entries.read(entry, _MOST)
    except OSError:
        return _UNLIKE_ANY
    return _UNLIKE_ANY if data is None else digest(data)


def _is_same(now: stat_result | None, then: stat_result | None) -> bool:
    """Whether nobody wrote a file in between. A second name, which it got here, is no change."""
    if now is None or then is None:
        return now is then
    return (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_mode) == (
        then.st_dev,
        then.st_ino,
        then.st_size,
        then.st_mtime_ns,
        then.st_mode,
    )


def _give_name(new: Entry, target: Entry) -> None:
    """Put a new file where none is, and nobody may have put one by now."""
    try:
        entries.link(new, target)
    except FileExistsError:
        raise
    except OSError:
        # A file system without second names.
        entries.rename(new, target)
        return
    entries.unlink(new)
