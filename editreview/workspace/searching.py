"""Which files a tree has, and which of them hold a text."""

from collections.abc import Iterator, Sequence
from itertools import chain
from time import monotonic

from editreview.workspace import disk
from editreview.workspace.repository import Commit, Repository
from editreview.workspace.root import Root

_MOST_SEARCHED = 2_000_000
"""Bytes of a file above which it is not searched without git."""


class Searching:
    """Looks for files, with git where there is a repository."""

    root: Root
    repository: Repository | None

    def paths(self) -> list[str]:
        """Every file that could be meant, relative to the root: with git, those it does not ignore."""
        if self.repository is not None:
            return self.repository.files()
        return list(self._walk())

    def _walk(self) -> Iterator[str]:
        for path in disk.files_below(self.root.folder):
            yield path.relative_to(self.root.folder).as_posix()

    def holding(self, lines: Sequence[str], patience: float, likely: Sequence[str] = ()) -> list[str]:
        """The files that hold each of some texts.

        Args:
            lines: Texts without line ends, none of them empty.
            patience: Seconds after which the search is given up.
            likely: Files to look into first where there is no git to ask.
        """
        if self.repository is not None:
            return self.repository.holding(lines, patience)
        wanted = [line.encode("utf-8", "surrogatepass") for line in lines]
        until = monotonic() + patience
        found: list[str] = []
        for path in dict.fromkeys(chain(likely, self._walk())):
            if monotonic() > until:
                break
            if self._holds(path, wanted):
                found.append(path)
        return found

    def _holds(self, path: str, wanted: Sequence[bytes]) -> bool:
        file = self.root.absolute(path)
        try:
            if disk.kind(file) is not disk.Kind.FILE or disk.size_and_mode(file)[0] > _MOST_SEARCHED:
                return False
            data = disk.read_bytes(file)
        except OSError:
            return False
        return all(text in data for text in wanted)

    def before_losing(self, text: str, path: str, patience: float) -> tuple[Commit, str] | None:
        """The last commit that took a text out of a file or put it in, and the file before it."""
        found = None if self.repository is None else self.repository.before_losing(text, path, patience)
        return None if found is None else (found[0], found[1].decode("utf-8", "replace"))
