"""Two versions of files, to be looked at: a list of files, and the diff of one. Nothing is decided here."""

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, cast

from msgspec import Struct
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.screen import Screen
from textual.strip import Strip

from editreview.errors import INTERRUPTED, Refused
from editreview.review import DiffLayout, DiffModel, compare_texts
from editreview.terminal import end_process_after
from editreview.text import counted
from editreview.tui.diff.view import DiffView
from editreview.tui.keys import Where, key_of, keys_in
from editreview.tui.messages import FieldMessage
from editreview.tui.parts import Look, Part, shortened
from editreview.tui.signs import SIGN_STYLES
from editreview.tui.terminal_app import Settings, TerminalApp
from editreview.tui.textual_internals import bind
from editreview.tui.widgets import LineWidget, by_wheel
from editreview.tui.widgets.status import KeyHints
from editreview.workspace import ComparedFile, VersionDiff, decode

_SIGNS = {
    "A": ("+", "sign--accepted"),
    "D": ("−", "sign--rejected"),
    "R": ("→", "sign--inexact"),
    "M": ("~", "sign--open"),
}
"""By git's letter for the change of a file: the sign of the list, and its style."""
_OTHER = ("!", "sign--several")
_MIN_LIST_WIDTH = 100
"""Columns from which the list is beside the diff."""
_END_TIMEOUT_S = 1.0
"""Seconds that Textual has to end after a signal: nothing has to be saved."""
_CACHED = 50
"""Files whose diff is kept."""


class FileDiff(Struct, frozen=True):
    """The two sides of a file, or the reason why they cannot be shown."""

    model: DiffModel | None
    message: str = ""


def diff_of(comparison: VersionDiff, file: ComparedFile) -> FileDiff:
    """Read and align both sides of a file."""
    texts: list[str] = []
    for side in (file.old, file.new):
        try:
            texts.append(decode(side.path, comparison.data(side))[0])
        except Refused as error:
            return FileDiff(None, str(error))
        except OSError as error:
            return FileDiff(None, f"{side.path} cannot be read: {error.strerror}")
    old, new = file.old, file.new
    titles = [
        " ".join(filter(None, (side.path, f"· {version}" * bool(version), "· no file" * (not side.mode))))
        for side, version in zip((old, new), comparison.versions, strict=True)
    ]
    message = ""
    if old.mode and new.mode and old.mode != new.mode:
        message = f"mode {old.mode:o} → {new.mode:o}"
    elif texts[0] == texts[1]:
        equal = "only the encoding differs, or the byte order mark"
        equal = "renamed" if file.status == "R" else equal
        message = equal if old.mode and new.mode else "the file is empty"
    return FileDiff(compare_texts(*texts, *titles), message)


class EndedLine(LineWidget):
    """One line with parts at both ends."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "line--title": Look("bold"),
        "line--dim": Look("$text-muted"),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._left: list[Part] = []
        self._right: list[Part] = []

    def show(self, left: list[Part], right: list[Part]) -> None:
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    def line(self, y: int) -> Strip:
        return self.justified(self._left, self._right)


class FileList(LineWidget):
    """The files that differ, with the current one marked."""

    STYLES: ClassVar[Mapping[str, Look]] = SIGN_STYLES | {
        "files--current": Look("bold $text on $primary", "bold reverse", "bold reverse"),
    }

    class Chosen(FieldMessage):
        """A file was clicked."""

        index: int

    def __init__(self, files: Sequence[ComparedFile], *, id: str) -> None:
        super().__init__(id=id)
        self._files = files
        self._current = 0
        self._top = 0

    def select(self, index: int) -> None:
        self._current = index
        height = max(self.size.height, 1)
        self._top = min(max(self._top, index - height + 1), index)
        self.refresh()

    def on_resize(self) -> None:
        self.select(self._current)

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._files):
            return Strip([])
        sign, style = _SIGNS.get(self._files[at].status, _OTHER)
        name = shortened(self._files[at].new.path, max(self.size.width - 4, 1))
        if at == self._current:
            return self.strip([(f" {sign} {name}".ljust(self.size.width), "files--current")])
        return self.strip([(f" {sign} ", style), (name, "")])

    def tooltip_at(self, x: int, y: int) -> str:
        at = self._top + y
        return self._files[at].new.path if at < len(self._files) else ""

    def on_click(self, event: events.Click) -> None:
        if self._top + event.y < len(self._files):
            self.post_message(self.Chosen(index=self._top + event.y))

    def _scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._files))
        self.refresh()

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(_scroll)


class CompareScreen(Screen[None]):
    """The list of files and the diff of the current one, with the keys that the review has for looking."""

    CSS_PATH = "comparing.tcss"

    def __init__(self, comparison: VersionDiff, title: str, settings: Settings) -> None:
        super().__init__()
        self._comparison = comparison
        self._title = title
        self._settings = settings
        self._keys = settings.keys
        self._diff_layout = settings.layout
        self._files = comparison.files
        self._current = 0
        self._known: dict[int, FileDiff] = {}
        self._message = ""
        self._lists_files: bool | None = None
        """True or False once the user chose whether the list is shown."""
        self._diff = DiffView(id="diff", keys=settings.keys)
        self._commands = self._table()
        bind(self, self._keys_bound())

    def _table(self) -> dict[str, Callable[[], object]]:
        """The actions that are possible here, by their ids in the table of keys."""
        diff = self._diff
        return {
            "move.down": partial(diff.move, 1),
            "move.up": partial(diff.move, -1),
            "move.hunk": partial(self._hunk, 1),
            "move.hunk-back": partial(self._hunk, -1),
            "move.block": partial(self._step, 1),
            "move.block-back": partial(self._step, -1),
            "move.file": partial(self._step, 1),
            "move.file-back": partial(self._step, -1),
            "move.half": partial(diff.half_page, 1),
            "move.half-back": partial(diff.half_page, -1),
            "move.top": partial(diff.to_end, -1),
            "move.bottom": partial(diff.to_end, 1),
            "move.left": lambda: self._say(diff.sideways(-1)),
            "move.right": lambda: self._say(diff.sideways(1)),
            "find": self._search,
            "find.next": lambda: self._say(diff.step_match(1)),
            "find.back": lambda: self._say(diff.step_match(-1)),
            "find.end": diff.end_search,
            "view.layout": self._change_layout,
            "view.wrap": lambda: self._say(diff.toggle_wrap()),
            "view.whitespace": lambda: self._say(diff.toggle_whitespace()),
            "view.more": lambda: self._say(diff.change_context(1)),
            "view.less": lambda: self._say(diff.change_context(-1)),
            "view.whole": lambda: self._say(diff.change_context(0)),
            "view.list": self._toggle_list,
            "help": self._help,
            "quit": self.app_exit,
            "interrupt": self.app_exit,
        }

    def _keys_bound(self) -> list[Binding]:
        searching = [id for id in self._commands if key_of(id).where is Where.SEARCHING]
        possible = [*searching, *(id for id in self._commands if id not in searching)]
        # The keys that decide in a review say that they do not here.
        others = [key.id for key in keys_in(Where.REVIEW) if key.id not in self._commands]
        return [
            Binding(key, f"{action}('{id}')", self._keys.help(id), show=False)
            for action, ids in (("do", possible), ("refuse", others))
            for id in ids
            for key in self._keys.of(id)
        ]

    def compose(self) -> ComposeResult:
        yield EndedLine(id="header")
        with Horizontal(id="body"):
            yield FileList(self._files, id="files")
            yield self._diff
        yield EndedLine(id="state")
        yield KeyHints(self._keys, id="hints")

    def on_mount(self) -> None:
        self._diff.lay_out(self._diff_layout)
        self._arrange()
        self._open(0)

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        has_room = self.app.size.width >= _MIN_LIST_WIDTH and len(self._files) > 1
        self.query_one(FileList).display = has_room if self._lists_files is None else self._lists_files

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "do" and key_of(str(parameters[0])).where is Where.SEARCHING:
            return self._diff.is_searching
        return super().check_action(action, parameters)

    def action_do(self, id: str) -> None:
        """Run the action of a key."""
        self._message = ""
        self._commands[id]()
        self._refresh()

    def action_refuse(self, id: str) -> None:
        """Answer a key that only a review has."""
        self._message = f"nothing is decided here: {self._keys['help']} shows all keys"
        self._refresh()

    @on(KeyHints.Pointed)
    def _run_hint(self, message: KeyHints.Pointed) -> None:
        self.action_do(message.id)

    @on(FileList.Chosen)
    def _choose(self, message: FileList.Chosen) -> None:
        self._open(message.index)

    @on(DiffView.Scrolled)
    @on(DiffView.Found)
    def _moved(self) -> None:
        self._refresh()

    @on(DiffView.Selected)
    def _copy_selected(self, message: DiffView.Selected) -> None:
        lines = counted(message.text.count("\n") + (not message.text.endswith("\n")), "line")
        what = f"{lines} of the {message.side} side"
        cast("TerminalApp", self.app).copy(message.text, lambda means: self._copied(what, means))

    def _copied(self, what: str, means: str) -> None:
        self._say(f"{what} copied {means}")
        self._refresh()

    def _open(self, index: int, *, at_end: bool = False) -> None:
        """Show the diff of a file, from its first hunk or its last one."""
        self._current = index
        self.query_one(FileList).select(index)
        known = self._known.get(index)
        if known is not None:
            self._show(known, at_end=at_end)
        else:
            self._diff.show(None)
            self._say("reading …")
            self._read(index, at_end=at_end)
        self._refresh()

    @work(group="reading", exclusive=True)
    async def _read(self, index: int, *, at_end: bool) -> None:
        found = await asyncio.to_thread(diff_of, self._comparison, self._files[index])
        self._known[index] = found
        while len(self._known) > _CACHED:
            del self._known[next(iter(self._known))]
        if index == self._current:
            self._show(found, at_end=at_end)
            self._refresh()

    def _show(self, found: FileDiff, *, at_end: bool) -> None:
        self._diff.show(found.model, path=self._files[self._current].new.path)
        if at_end and found.model is not None:
            self._diff.to_hunk(-1)
        self._say(found.message)

    def _step(self, direction: int, *, at_end: bool = False) -> None:
        """Go to the next or previous file."""
        index = self._current + direction
        if 0 <= index < len(self._files):
            self._open(index, at_end=at_end)
        else:
            self._say("this is the last file" if direction > 0 else "this is the first file")

    def _hunk(self, direction: int) -> None:
        """Go to the next or previous hunk, even if it is in another file."""
        if not self._diff.step_hunk(direction):
            self._step(direction, at_end=direction < 0)

    def _search(self) -> None:
        # Imported on first use: text fields are slow to import.
        from editreview.tui.screens.dialogs import SearchScreen

        before = self._diff.search_text

        def answered(text: str | None) -> None:
            if not text:
                self._diff.search(before)
            self._refresh()

        self.app.push_screen(SearchScreen(self._diff.search), answered)

    def _change_layout(self) -> None:
        self._diff_layout = self._diff_layout.next
        self._diff.lay_out(self._diff_layout)
        self._say(f"layout: {self._diff_layout}")

    def _toggle_list(self) -> None:
        self._lists_files = not self.query_one(FileList).display
        self._arrange()

    def _help(self) -> None:
        from editreview.tui.screens.help import HelpScreen, help_on_diff

        can = self._commands.__contains__
        screen = HelpScreen(help_on_diff(self._keys, can), can)
        self.app.push_screen(screen, lambda id: self.action_do(id) if id and can(id) else None)

    def app_exit(self) -> None:
        self.app.exit()

    def _say(self, message: str) -> None:
        self._message = message

    def _refresh(self) -> None:
        """Draw the header, the state and the hints."""
        if not self.is_mounted:
            return
        found = self._known.get(self._current)
        alignment = None if found is None or found.model is None else found.model.alignment
        counts = "" if alignment is None else f"+{alignment.additions} −{alignment.deletions}"
        position = f"{self._current + 1} of {counted(len(self._files), 'file')}"
        header, state = self.query_one("#header", EndedLine), self.query_one("#state", EndedLine)
        left: list[Part] = [(" editreview diff", "line--title"), (f"  {self._title}", "")]
        header.show(left, [(f"{position}  {counts} ", "")])
        hunk, hunks = self._diff.hunk
        where = f"hunk {hunk}/{hunks} · " if hunks else ""
        layout = DiffLayout.SPLIT if self._diff.is_split else DiffLayout.UNIFIED
        searching = self._diff.search_state if self._diff.is_searching else ""
        state.show([(f" {self._message or searching}", "")], [(f"{where}{layout} ", "line--dim")])
        hint = self._keys.hint
        moves = [hint("move.block", "next file"), hint("move.block-back", "previous")]
        looks = [hint("find", "search"), hint("view.layout", "layout"), hint("view.whole", "whole file")]
        found_hints = [hint("find.next"), hint("find.back"), hint("find.end")] * self._diff.is_searching
        self.query_one(KeyHints).show(
            [
                *found_hints,
                hint("move.hunk", "next hunk"),
                *moves * (len(self._files) > 1),
                *looks,
                hint("quit"),
                hint("help"),
            ]
        )


class CompareApp(TerminalApp):
    """Shows a comparison until the user quits."""

    CSS_PATH = "comparing.tcss"

    def __init__(self, comparison: VersionDiff, title: str, settings: Settings) -> None:
        super().__init__(settings)
        self._comparison = comparison
        self._title = title

    def get_default_screen(self) -> Screen[None]:
        return CompareScreen(self._comparison, self._title, self.settings)

    def on_mount(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, self._interrupted)

    def _interrupted(self) -> None:
        end_process_after(_END_TIMEOUT_S)
        self.exit(return_code=INTERRUPTED)


def run_comparison(comparison: VersionDiff, title: str, settings: Settings) -> int:
    """Show a comparison until the user quits. Returns the exit status.

    Raises:
        BaseException: The bug that ended it.
    """
    app = CompareApp(comparison, title, settings)
    app.run()
    if app.crash is not None:
        raise app.crash
    return app.return_code or 0
