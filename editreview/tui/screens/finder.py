"""The file finder: chooses a file of the tree, or a new path, for blocks without a usable one."""

import asyncio
import heapq
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from msgspec import Struct
from textual import work
from textual.app import ComposeResult
from textual.strip import Strip
from textual.widgets import Input

from editreview.tui.keys import Where
from editreview.tui.parts import Look, padded, shortened
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.signs import has_letters, paths_like
from editreview.tui.widgets.fields import LineField
from editreview.tui.widgets.lines import LineWidget

_MAX_RANKED = 2_000
"""Paths that are ranked; of more that match, the shortest ones."""
_MAX_RANKED_AT_ONCE = 5_000
"""Paths that are ranked on the event loop."""
_MAX_LISTED = 200


class Suggestion(Struct, frozen=True):
    """A file, and why it is suggested."""

    path: str
    note: str = ""


def rank(query: str, paths: Sequence[str]) -> list[str]:
    """The paths with the typed letters in order, the best match first."""
    from textual.fuzzy import FuzzySearch

    search, plain = FuzzySearch(), query.replace(" ", "")
    matching = (path for path in paths if has_letters(path.lower(), plain.lower()))
    found = heapq.nsmallest(_MAX_RANKED, matching, key=len)
    scores = {path: search.match(plain, path)[0] for path in found}
    return sorted(found, key=lambda path: (-scores[path], len(path), path))[:_MAX_LISTED]


class _Files(LineWidget):
    """The suggestions, with a cursor."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "finder--note": Look("$text-muted"),
        "finder--cursor": Look(
            "bold on $primary 35%", "bold reverse on ansi_default", "bold reverse on $primary 35%"
        ),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Suggestion] = ()
        self._at = 0

    @property
    def chosen(self) -> Suggestion | None:
        """The suggestion at the cursor; None if there is none."""
        return self._rows[self._at] if self._rows else None

    def show(self, rows: Sequence[Suggestion]) -> None:
        """Show suggestions, with the cursor on the first one."""
        self._rows, self._at = rows, 0
        self.refresh()

    def step(self, rows: int) -> None:
        self._at = max(0, min(self._at + rows, len(self._rows) - 1))
        self.refresh()

    def line(self, y: int) -> Strip:
        at = y + max(self._at + 1 - self.size.height, 0)
        if at >= len(self._rows):
            return Strip([])
        row, width = self._rows[at], self.size.width
        note = f"  {row.note}" if row.note else ""
        path = shortened(row.path, max(width - 3 - len(note), 8))
        if at == self._at:
            return self.strip([(padded(f" ▸ {path}{note}", width), "finder--cursor")])
        return self.strip([(f"   {path}", ""), (note, "finder--note")])


class FinderScreen(KeyedScreen[str | None]):
    """Returns the path of the chosen file, which may be new, or None if the user went back."""

    CSS_PATH = "finder.tcss"
    WHERE = Where.FINDER

    def __init__(
        self,
        title: str,
        suggestions: Sequence[Suggestion],
        find_files: Callable[[], tuple[Sequence[Suggestion], Sequence[str]]],
    ) -> None:
        """
        Args:
            title: The title of the dialog.
            suggestions: The files to list first, as far as they are known.
            find_files: Returns all suggestions, and all files of the tree. Called on a thread.
        """
        super().__init__()
        self._title = title
        self._suggestions = list(suggestions)
        self._find_files = find_files
        self._paths: Sequence[str] = [each.path for each in suggestions]
        self._ranked = ""
        """The typed text for which the files are listed."""

    def compose(self) -> ComposeResult:
        with Box(self._title, id="finder") as box:
            box.name_keys("enter uses it", "↑ ↓", "type a path", "esc back")
            yield LineField(placeholder="letters of a path, or a new path")
            yield _Files(id="files")

    async def on_mount(self) -> None:
        self._show()
        suggestions, self._paths = await asyncio.to_thread(self._find_files)
        self._suggestions = list(suggestions or self._suggestions)
        self._show()

    def on_input_changed(self) -> None:
        if len(self._paths) <= _MAX_RANKED_AT_ONCE:
            self._show()
        else:
            self._show_soon()

    # By this decorator: a worker made of a coroutine leaves it behind if it is cancelled before it starts.
    @work(exclusive=True)
    async def _show_soon(self) -> None:
        """Rank many paths on a thread, while the user types on."""
        query = self._typed
        rows = await asyncio.to_thread(self._rows, query)
        # The dialog may be closed meanwhile.
        is_open = bool(self.query(_Files)) and bool(self.query(Input))
        if is_open and query == self._typed:
            self._show_rows(query, rows)

    def action_step(self, rows: int) -> None:
        self.query_one(_Files).step(rows)

    def on_input_submitted(self) -> None:
        if self._ranked != self._typed:
            # Enter came before the thread was done.
            self._show()
        chosen = self.query_one(_Files).chosen
        if chosen is not None:
            self.dismiss(chosen.path)

    @property
    def _typed(self) -> str:
        return self.query_one(Input).value.strip()

    def _show(self) -> None:
        # The dialog may be closed before all paths are known.
        if self.query(Input):
            self._show_rows(self._typed, self._rows(self._typed))

    def _show_rows(self, query: str, rows: Sequence[Suggestion]) -> None:
        self._ranked = query
        self.query_one(_Files).show(rows)

    def _rows(self, query: str) -> list[Suggestion]:
        notes = {each.path: each.note for each in self._suggestions}
        if not query:
            others = (Suggestion(path) for path in self._paths if path not in notes)
            return [*self._suggestions, *islice(others, _MAX_LISTED)]
        found = [Suggestion(path, notes.get(path, "")) for path in rank(query, self._paths)]
        if query in self._paths:
            return found
        # After the new path: one that only looks similar must not be taken by mistake.
        similar = [] if found else sorted(paths_like(query, self._paths))
        return [
            *found,
            Suggestion(query, "new file"),
            *(Suggestion(path, "similar name") for path in similar),
        ]
