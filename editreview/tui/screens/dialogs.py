"""Dialogs over the review: their base, which binds keys from the table and opens help, their box and fields.

There are dialogs for one line, such as a search text, a reason, a note for the model or a rule; for a text,
if the user has no editor configured or there is no terminal to run it in; for the filter of the list; for a
file of the tree or a new path, for blocks without a usable one; one that asks before a block replaces
lines that it does not search for, and shows the effect on each; and that of a commit: the proposed message,
options, files, and the output of git and its hooks.
"""

import asyncio
import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec import Struct
from rich.cells import cell_len
from textual import events, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Size
from textual.markup import escape
from textual.message import Message
from textual.screen import ModalScreen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Checkbox, Input, Static, TextArea
from textual.widgets.text_area import Edit, EditResult

from editreview.errors import EditreviewError
from editreview.matching import Match
from editreview.review import Fate, LineFate, Proposal, line_fates, lines_named, lost_lines
from editreview.terminal import drawn_line, visible, visible_line
from editreview.text import counted
from editreview.tui.keys import Keymap, Where, key_of, written_key
from editreview.tui.messages import CommitReceipt, IndexStatus
from editreview.tui.parts import Look, Part, content_text, padded, shortened, ui_text, wrapped
from editreview.tui.signs import KINDS, Filter, has_letters, paths_like
from editreview.tui.textual_internals import bind
from editreview.tui.widgets import LineWidget, Plain, by_wheel
from editreview.workspace import CommitRequest

if TYPE_CHECKING:
    from editreview.tui.terminal_app import TerminalApp


class DialogKey(Message):
    """A key of the dialog that takes precedence over the field, after the text typed before it."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


def _pass_to_dialog(field: Widget, event: events.Key) -> None:
    """Keep a key of the dialog out of a field."""
    screen = field.screen
    if isinstance(screen, KeyedScreen) and screen.precedes_field(event.key):
        event.stop()
        event.prevent_default()
        # What the field has typed and not yet reported comes first.
        field.post_message(DialogKey(event.key))


class LineField(Input):
    """A field of one line."""

    def on_key(self, event: events.Key) -> None:
        _pass_to_dialog(self, event)

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(visible_line(text), start, end)


class TextField(TextArea):
    """A field of many lines."""

    def on_key(self, event: events.Key) -> None:
        _pass_to_dialog(self, event)

    def edit(self, edit: Edit) -> EditResult:
        return super().edit(_cleaned(edit))


def _cleaned(edit: Edit) -> Edit:
    """The edit of a field, with line feeds and visible characters only."""
    # Terminals paste carriage returns for line ends.
    edit.text = visible(edit.text.replace("\r\n", "\n").replace("\r", "\n"))
    return edit


class KeyedScreen(ModalScreen[ScreenResultType]):
    """A dialog with keys of its own."""

    WHERE: ClassVar[Where]

    def __init__(self) -> None:
        super().__init__()
        self.keys: Keymap = self.terminal_app.settings.keys
        bindings = list(self.keys.bindings(self.WHERE))
        self._first = {binding.key: binding.action for binding in bindings if binding.priority}
        """The actions of keys that take precedence over the field."""
        # With Textual's priority they would also take precedence over text that the field has yet to handle.
        bind(self, (replace(binding, priority=False) for binding in bindings))

    @property
    def terminal_app(self) -> "TerminalApp":
        # All applications with dialogs are such ones.
        return cast("TerminalApp", self.app)

    @property
    def is_seen(self) -> bool:
        """True if it was on screen when the current key was pressed."""
        return self.terminal_app.was_seen(self)

    def precedes_field(self, key: str) -> bool:
        """True if a key, in Textual's name, is one of the dialog's now even in a field."""
        return key in self._first and bool(self.check_action(self._first[key].partition("(")[0], ()))

    async def on_dialog_key(self, message: DialogKey) -> None:
        if self.is_active:
            await self.run_action(self._first[message.key])

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        # Of two keys that arrive at once, the first one closes the dialog.
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_help(self) -> None:
        from editreview.tui.screens.help import HelpScreen, help_entries

        entries = help_entries(self.keys, self.WHERE, self._can)
        self.app.push_screen(HelpScreen(entries, self._can), self._helped)

    def _can(self, id: str) -> bool:
        return key_of(id).where is self.WHERE and bool(key_of(id).action)

    async def _helped(self, id: str | None) -> None:
        if id is not None:
            await self.run_action(key_of(id).action)


_CORNER_CELLS = 4
"""Cells of the border without text, less the two outside of the content."""
_BETWEEN_KEYS = " · "


class Box(Vertical):
    """The frame of a dialog, with the title in its upper border and as many keys as fit in the lower one."""

    def __init__(self, title: str, *, id: str) -> None:
        super().__init__(id=id)
        self.rename(title)
        self._keys: tuple[str, ...] = ()

    def rename(self, title: str) -> None:
        """Show another title."""
        self.border_title = escape(drawn_line(title))

    def name_keys(self, *keys: str) -> None:
        """Show keys, the most important first; the last one, the way out, is always shown."""
        self._keys = keys
        self._show_keys()

    def on_resize(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        if self._keys and self.size.width:
            self.border_subtitle = escape(
                _BETWEEN_KEYS.join(_fitting_keys(self._keys, self.size.width - _CORNER_CELLS))
            )


def _fitting_keys(keys: Sequence[str], width: int) -> list[str]:
    """As many keys, from the first one on, as fit into `width` cells beside the last one."""
    labels, last = [], drawn_line(keys[-1])
    room = width - cell_len(last)
    for key in map(drawn_line, keys[:-1]):
        if (needed := cell_len(key) + len(_BETWEEN_KEYS)) <= room:
            labels.append(key)
            room -= needed
    return [*labels, last]


class LineScreen(KeyedScreen[str | None]):
    """Returns the line, or None if the user went back.

    Args:
        title: The question.
        does: The verb for enter.
        hint: Shown while the line is empty.
        initial: The initial answer.
    """

    CSS_PATH = "line.tcss"
    WHERE = Where.LINE

    def __init__(self, title: str, does: str, hint: str, initial: str = "") -> None:
        super().__init__()
        self._title = title
        self._does = does
        self._hint = hint
        self._initial = initial

    def compose(self) -> ComposeResult:
        with Box(self._title, id="line") as box:
            box.name_keys(f"enter {self._does}", "esc back")
            yield LineField(visible_line(self._initial), placeholder=self._hint)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


def reason_screen(about: str) -> LineScreen:
    """Ask why a block is rejected."""
    return LineScreen(f"Why is {about} rejected?", "reject", "for the model, e.g. keep the old route")


def note_screen(about: str, initial: str) -> LineScreen:
    """Ask for a note on a block, or on lines of one; an empty one removes it."""
    return LineScreen(f"Note on {about}", "save", "for the model, e.g. add a test for this", initial)


def rule_screen(initial: str) -> LineScreen:
    """Ask for a rule whose files may always be changed in this tree."""
    return LineScreen("Always allow changes of", "allow", "a pattern as in .gitignore", initial)


def _up_and_down() -> str:
    return f"{written_key('up')} {written_key('down')}"


class SearchScreen(KeyedScreen[str | None]):
    """Returns the search text, or None if the user went back.

    Args:
        changed: Called with the text after every key, to show the first match at once.
    """

    CSS_PATH = "search.tcss"
    WHERE = Where.SEARCH

    def __init__(self, changed: Callable[[str], None]) -> None:
        super().__init__()
        self._changed = changed

    def compose(self) -> ComposeResult:
        yield LineField(
            placeholder="search both sides; case matters if you type a capital", compact=True, id="search"
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class _EditArea(TextArea):
    """A field that never replaces characters by ASCII signs: its text is going to be written."""

    def on_key(self, event: events.Key) -> None:
        _pass_to_dialog(self, event)

    def edit(self, edit: Edit) -> EditResult:
        return super().edit(_cleaned(edit))

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [each for each in super().get_line_filters() if not isinstance(each, Plain)]


class EditScreen(KeyedScreen[str | None]):
    """Returns the edited text, or None if the user went back.

    Raises:
        ValueError: The text has characters that must not reach the terminal.
    """

    CSS_PATH = "edit.tcss"
    WHERE = Where.EDIT

    def __init__(
        self, title: str, text: str, line: int, *, empty: str | None = None, does: str = "use"
    ) -> None:
        """
        Args:
            title: The title of the dialog.
            text: The text, with line feeds.
            line: The number of its first line, from 1.
            empty: The message if the text is left empty; None if that is allowed.
            does: A verb for the use of the text.
        """
        super().__init__()
        if content_text(visible(text)) != text:
            raise ValueError("it has characters that cannot be displayed")
        self._title = title
        self._text = text
        self._line = line
        self._empty = empty
        self._does = does
        self._is_leaving = False

    def compose(self) -> ComposeResult:
        with Box(self._title, id="edit") as box:
            box.name_keys(*self._key_names)
            area = _EditArea(
                self._text,
                id="text",
                show_line_numbers=True,
                line_number_start=self._line,
                tab_behavior="indent",
                soft_wrap=False,
            )
            if "\n\t" in f"\n{self._text}":
                area.indent_type = "tabs"
            yield area

    def action_take(self) -> None:
        text = self.query_one(TextArea).text
        if self._empty is not None and not text.strip():
            self._show_message(self._empty, "esc back")
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        if self._is_leaving or self.query_one(TextArea).text == self._text:
            self.dismiss(None)
            return
        self._is_leaving = True
        self._show_message("edited: esc again discards it", f"ctrl+s {self._does}s it")

    def on_text_area_changed(self) -> None:
        self._is_leaving = False
        self._show_message(*self._key_names)

    @property
    def _key_names(self) -> tuple[str, str]:
        return f"ctrl+s {self._does} it", "esc back"

    def _show_message(self, *texts: str) -> None:
        self.query_one(Box).name_keys(*texts)


_STATES = tuple(KINDS)


class _StateList(LineWidget):
    """Lists the states, with the number of blocks in each for the typed path."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "filter--dim": Look("$text-muted"),
        "filter--cursor": Look(
            "bold on $primary 35%", "bold reverse on ansi_default", "bold reverse on $primary 35%"
        ),
    }

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.at = 0
        self._counts: list[int] = []

    def show(self, counts: list[int], at: int) -> None:
        self._counts, self.at = counts, at
        self.refresh()

    def line(self, y: int) -> Strip:
        # If there is not enough room, scroll to the cursor.
        y += max(min(self.at + 1, len(self._counts)) - self.size.height, 0)
        if y >= len(self._counts):
            return Strip([])
        text = f" {'▸' if y == self.at else ' '} {_STATES[y]:<12}{self._counts[y]:>6}"
        if y == self.at:
            return self.strip([(padded(text, self.size.width), "filter--cursor")])
        return self.strip([(text, "" if self._counts[y] else "filter--dim")])


class FilterScreen(KeyedScreen[Filter | None]):
    """Returns the filter, or None if the user went back. It starts at all blocks, so that enter clears it."""

    CSS_PATH = "filter.tcss"
    WHERE = Where.FILTER

    def __init__(self, count: Callable[[Filter], int], in_force: Filter) -> None:
        """
        Args:
            count: Returns the number of blocks that match a filter.
            in_force: The current filter.
        """
        super().__init__()
        self._count = count
        self._in_force = in_force

    def compose(self) -> ComposeResult:
        with Box(f"List which blocks? Now: {self._in_force or 'all'}", id="filter") as box:
            box.name_keys("enter lists", f"{_up_and_down()} state", "type a path", "esc back")
            yield LineField(placeholder="letters of a path, e.g. srcart")
            yield _StateList(id="kinds")

    def on_mount(self) -> None:
        self._show(0)

    def on_input_changed(self) -> None:
        self._show(self.query_one(_StateList).at)

    def action_step(self, step: int) -> None:
        self._show((self.query_one(_StateList).at + step) % len(_STATES))

    def on_input_submitted(self) -> None:
        self.dismiss(self._filter(_STATES[self.query_one(_StateList).at]))

    def _show(self, at: int) -> None:
        self.query_one(_StateList).show([self._count(self._filter(kind)) for kind in _STATES], at)

    def _filter(self, kind: str) -> Filter:
        return Filter(kind, self.query_one(Input).value.strip())


_MAX_RANKED = 2_000
"""Paths that are ranked; of more that match, the shortest ones."""
_MAX_RANKED_AT_ONCE = 5_000
"""Paths that are ranked on the event loop."""
_MAX_LISTED = 200


class Suggestion(Struct, frozen=True):
    """A file, and why it is suggested."""

    path: str
    note: str = ""


def rank_paths(query: str, paths: Sequence[str]) -> list[str]:
    """The paths with the typed letters in order, the best match first."""
    from textual.fuzzy import FuzzySearch

    search, plain = FuzzySearch(), query.replace(" ", "")
    matching = (path for path in paths if has_letters(path.lower(), plain.lower()))
    found = heapq.nsmallest(_MAX_RANKED, matching, key=len)
    scores = {path: search.match(plain, path)[0] for path in found}
    return sorted(found, key=lambda path: (-scores[path], len(path), path))[:_MAX_LISTED]


class _FileList(LineWidget):
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
            box.name_keys("enter uses it", _up_and_down(), "type a path", "esc back")
            yield LineField(placeholder="letters of a path, or a new path")
            yield Static("", id="problem")
            yield _FileList(id="files")

    async def on_mount(self) -> None:
        self._show()
        try:
            suggestions, self._paths = await asyncio.to_thread(self._find_files)
        except EditreviewError as error:
            # A typed path will do.
            for row in self.query("#problem").results(Static):
                row.update(Content(visible(f"the files cannot be listed: {error}")))
                row.display = True
            return
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
        is_open = bool(self.query(_FileList)) and bool(self.query(Input))
        if is_open and query == self._typed:
            self._show_rows(query, rows)

    def action_step(self, rows: int) -> None:
        self.query_one(_FileList).step(rows)

    def on_input_submitted(self) -> None:
        if self._ranked != self._typed:
            # Enter came before the thread was done.
            self._show()
        chosen = self.query_one(_FileList).chosen
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
        self.query_one(_FileList).show(rows)

    def _rows(self, query: str) -> list[Suggestion]:
        notes = {each.path: each.note for each in self._suggestions}
        if not query:
            others = (Suggestion(path) for path in self._paths if path not in notes)
            return [*self._suggestions, *islice(others, _MAX_LISTED)]
        found = [Suggestion(path, notes.get(path, "")) for path in rank_paths(query, self._paths)]
        if query in self._paths:
            return found
        # After the new path: one that only looks similar must not be taken by mistake.
        similar = [] if found else sorted(paths_like(query, self._paths))
        return [
            *found,
            Suggestion(query, "new file"),
            *(Suggestion(path, "similar name") for path in similar),
        ]


_MAX_SENTENCE_LINES = 3
"""The most lines of each sentence above the fates."""
_FATE_SIGNS = {Fate.KEPT: " ", Fate.DELETED: "−", Fate.ADDED: "+"}
_FATE_VERBS = {Fate.KEPT: "keep", Fate.DELETED: "delete", Fate.ADDED: "add"}


class FatesPage(LineWidget):
    """Shows some sentences, and below them the fate of each line."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "force--head": Look("bold"),
        "force--warning": Look("$text-warning"),
        "force--kept": Look("$text-muted"),
        "force--deleted": Look("on $error 18%", "ansi_red on ansi_default"),
        "force--added": Look("on $success 18%", "ansi_green on ansi_default"),
    }

    def __init__(self, head: list[list[Part]], lines: list[LineFate], *, id: str) -> None:
        super().__init__(id=id)
        self._head = head
        self._head_lines: list[list[Part]] = []
        self._fates = lines
        self._top = 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._head_at(width)) + len(self._fates)

    def _head_at(self, width: int) -> list[list[Part]]:
        """The sentences, wrapped at some cells."""
        return [line for parts in self._head for line in wrapped(parts, width, _MAX_SENTENCE_LINES)]

    def on_resize(self) -> None:
        self._head_lines = self._head_at(self.size.width)
        self.scroll(0)

    def scroll(self, rows: int) -> None:
        count = len(self._head_lines) + len(self._fates)
        self._top = self.top_after(self._top, rows, count)
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at < len(self._head_lines):
            return self.strip((ui_text(text), style) for text, style in self._head_lines[at])
        at -= len(self._head_lines)
        if at >= len(self._fates):
            return Strip([])
        fate = self._fates[at]
        number = "" if fate.line is None else str(fate.line)
        text = f" {number:>5} {ui_text(_FATE_SIGNS[fate.fate])} {fate.text.expandtabs(4)}"
        return self.strip([(padded(text, self.size.width), f"force--{fate.fate}")])


class ForceScreen(KeyedScreen[bool | None]):
    """Returns True if the user confirms after the lines were painted, None to choose other lines.

    Args:
        title: The question.
        head: The sentences above the lines.
        lines: The fate of each line.
        does: The verb for a yes.
        other: What the key for other lines does; empty if there is none.
    """

    CSS_PATH = "force.tcss"
    WHERE = Where.FORCE

    def __init__(
        self, title: str, head: list[list[Part]], lines: list[LineFate], does: str, other: str = ""
    ) -> None:
        super().__init__()
        self._title = title
        self._head = head
        self._fates = lines
        self._does = does
        self._other = other

    def compose(self) -> ComposeResult:
        keys = self.keys
        with Box(self._title, id="force") as box:
            scroll = f"{keys['force.down']} {keys['force.up']} scroll"
            other = [f"{keys['force.other']} {self._other}"] if self._other else []
            box.name_keys(f"{keys['force.yes']} {self._does}", *other, scroll, "esc back")
            yield FatesPage(self._head, self._fates, id="fates")

    def action_other(self) -> None:
        if self._other:
            self.dismiss(None)

    def action_yes(self) -> None:
        if self.is_seen:
            self.dismiss(True)

    def action_scroll(self, rows: int) -> None:
        self.query_one(FatesPage).scroll(rows)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(action_scroll)


def force_screen(proposal: Proposal, match: Match) -> ForceScreen:
    """Ask before a block is applied to lines that it does not search for."""
    assert match.lines is not None
    lines = list(line_fates(proposal, match))
    counts = Counter(line.fate for line in lines)
    counts_text = ", ".join(f"{verb} {counted(counts[fate], 'line')}" for fate, verb in _FATE_VERBS.items())
    about = f" These lines differ from {proposal.sides[0]}. Forcing the block would:"
    head: list[list[Part]] = [
        [(about, "force--head")],
        [(f" {counts_text}", "force--head")],
        *([(f" △ {warning.message}", "force--warning")] for warning in match.warnings),
        [("", "")],
    ]
    where = f"{lines_named(match.lines)} of {proposal.path}"
    return ForceScreen(
        f"Force block {proposal.number} on {where}?", head, lines, "force", "choose other lines"
    )


def loss_screen(proposal: Proposal, why: str) -> ForceScreen:
    """Ask before a block overwrites most of a file, and show the lines that would be lost."""
    lines = list(lost_lines(proposal))
    head: list[list[Part]] = [
        [(f" △ {why}.", "force--warning")],
        [(f" Lost from {proposal.path}: {counted(len(lines), 'line')}.", "force--head")],
        [("", "")],
    ]
    return ForceScreen(f"Overwrite {proposal.path} with block {proposal.number}?", head, lines, "overwrite")


_SUBJECT_WIDTH, _LINE_WIDTH = 50, 72
"""Characters that fit a subject in git's own lists, and a line in its log: the guides."""


def guides(message: str, width: int) -> Content:
    """The row above the message: the length of its subject, and marks where lines should end.

    Args:
        message: The message so far.
        width: Cells of the row.
    """
    subject, *body = message.split("\n")
    length, style = cell_len(subject), "dim"
    text = f"subject {length} of {_SUBJECT_WIDTH if length <= _SUBJECT_WIDTH else _LINE_WIDTH}"
    if length > _LINE_WIDTH:
        text, style = f"subject {length}, longer than {_LINE_WIDTH}", "$text-error"
    elif body and body[0].strip():
        text, style = f"{text} · leave line 2 blank", "$text-warning"
    elif long := [
        (number, cell_len(line)) for number, line in enumerate(body, 2) if cell_len(line) > _LINE_WIDTH
    ]:
        text, style = f"{text} · line {long[0][0]} has {long[0][1]} of {_LINE_WIDTH}", "$text-warning"
    parts: list[tuple[str, str]] = [(text, style)]
    at = len(text)
    for column in (_SUBJECT_WIDTH, _LINE_WIDTH):
        mark = f"{column}▏"
        # The mark itself follows the last character that fits.
        if at < column + 1 - len(mark) and column < width:
            parts.append((mark.rjust(column + 1 - at), "dim"))
            at = column + 1
    return Content.assemble(*parts)


_MAX_FINDINGS = 4
"""Blocks whose warnings and marks are named; the outcome has them all."""
_MAX_OUTPUT_LINES = 11
"""Lines of git's output that are shown."""


class _Choice(Checkbox):
    """A checkbox whose state is visible without colours."""

    def render(self) -> Content:
        self.BUTTON_INNER = "✓" if self.value else " "
        return super().render()


_KEYS_OF_COMMIT = ("ctrl+s commit", "tab choices", "esc back")


class CommitScreen(KeyedScreen[str | None]):
    """Asks for a message, and stays open until git has committed. Returns a message about it, or None."""

    CSS_PATH = "commit.tcss"
    WHERE = Where.COMMIT

    def __init__(
        self,
        title: str,
        files: Sequence[str],
        findings: Sequence[str],
        trailers: Sequence[str],
        commit: Callable[[CommitRequest], None],
        end: Callable[[], None],
        verdict: tuple[str, bool] = ("", False),
    ) -> None:
        """
        Args:
            title: The steps and the branch.
            files: The files to commit.
            findings: The warnings and marks of their blocks, in words.
            trailers: Lines that can be added below the message.
            commit: Called with the request; its receipt goes to `finish`.
            end: Called to end git while it commits.
            verdict: The arguments of the first `show_verdict`.
        """
        super().__init__()
        self._commit = commit
        self._end = end
        self._verdict = verdict
        self._title = title
        self._files, self._findings = files, findings
        self._problem = ""
        """Why blocks that were to be committed are not any more."""
        self._trailers = tuple(trailers)
        self._index: IndexStatus | None = None
        """None until it is known."""
        self._is_early = False
        """True if the user asked for the commit before the proposed message was there."""
        self._output: list[str] = []
        self._is_busy = False
        self._committed = ""

    def compose(self) -> ComposeResult:
        with Box(self._title, id="commit") as box:
            box.name_keys(*_KEYS_OF_COMMIT)
            yield Static("", id="guides")
            yield TextField(id="message", soft_wrap=True)
            yield Static("", id="verdict")
            yield Static("", id="findings")
            with Horizontal(id="choices"):
                yield _Choice("amend the last commit", id="amend", compact=True)
                yield _Choice("sign off", id="sign-off", compact=True)
                yield _Choice("skip hooks", id="no-verify", compact=True)
            if self._trailers:
                label = Content(visible(" · ".join(self._trailers)))
                yield _Choice(label, value=True, id="trailers", compact=True)
            yield _Choice("", id="theirs-too", compact=True)
            with VerticalScroll(id="files"):
                yield Static(self._listed(), id="paths")
            yield Static("", id="output")

    def _listed(self) -> Content:
        # Before the first layout, and in a dialog that is as wide as its longest line, all have room.
        room = self.query_one("#files").size.width - 3 if self.is_mounted else 0
        paths = (shortened(path, room) if room > 0 else path for path in self._files)
        return Content(visible("\n".join(f"  {path}" for path in paths)))

    def show_change(self, title: str, files: Sequence[str], findings: Sequence[str], problem: str) -> None:
        """Show what is to be committed now, and why that is not what it was.

        Args:
            title: The steps and the branch.
            files: The files to commit.
            findings: The warnings and marks of their blocks, in words.
            problem: A sentence; empty if nothing was lost.
        """
        now = (title, files, findings, problem)
        if now == (self._title, self._files, self._findings, self._problem):
            return
        self._title, self._files, self._findings, self._problem = now
        if self.is_mounted and not self._is_busy:
            self._show_what()
            self._show_message(problem)

    def _show_what(self) -> None:
        self.query_one("#commit", Box).rename(self._title)
        self.query_one("#paths", Static).update(self._listed())
        self._show_findings()

    def on_mount(self) -> None:
        self._show_verdict()
        # The user's index may be known between composing and now.
        self._show_what()
        if self._problem:
            self._show_message(self._problem)
        self._show_theirs()
        self._propose("", self._subject)
        self._show_index_problem()

    @property
    def _subject(self) -> str:
        return "" if self._index is None else self._index.subject

    def _propose(self, old: str, new: str) -> None:
        """Propose a message instead of another, unless the user has written one."""
        area = self.query_one(TextArea)
        if area.text == old:
            area.text = new
            # Typing replaces it, and moving keeps it.
            area.select_all()

    def on_resize(self) -> None:
        self._show_guides()
        self.query_one("#paths", Static).update(self._listed())

    def on_text_area_changed(self) -> None:
        self._show_guides()

    def _show_guides(self) -> None:
        row = self.query_one("#guides", Static)
        row.update(guides(self.query_one(TextArea).text, row.content_size.width))

    def on_checkbox_changed(self, event: Checkbox.Changed) -> None:
        """Propose the message of the commit to amend instead of a new one, or the other way round."""
        if event.checkbox.id == "amend" and self._index is not None:
            messages = self._subject, visible(self._index.last_message)
            self._propose(*(messages if event.value else messages[::-1]))

    def show_verdict(self, text: str, is_problem: bool) -> None:
        """Show the result of the project command.

        Args:
            text: A sentence; empty without a command.
            is_problem: True if the command fails, or has not seen these blocks.
        """
        self._verdict = text, is_problem
        if self.is_mounted:
            self._show_verdict()

    def _show_verdict(self) -> None:
        (text, is_problem), row = self._verdict, self.query_one("#verdict", Static)
        row.display = bool(text)
        row.update(Content(visible(text)))
        row.set_class(is_problem, "-problem")

    def _show_findings(self) -> None:
        findings, row = self._findings, self.query_one("#findings", Static)
        if len(findings) > _MAX_FINDINGS:
            named = _MAX_FINDINGS - 1
            more = counted(len(findings) - named, "more block")
            findings = [*findings[:named], f"and {more} with a warning or a mark"]
        row.display = bool(findings)
        row.update(Content(visible("\n".join(findings))))

    def show_index(self, status: IndexStatus) -> None:
        """Show the proposed message and what the user has staged, now that they are known."""
        self._index = status
        # Git can be faster than the dialog.
        if self.is_mounted:
            self._show_theirs()
            self._propose("", self._subject)
            if self._is_early:
                self.action_commit()
            self._show_index_problem()

    def _show_index_problem(self) -> None:
        if self._index is not None and self._index.problem:
            self._show_message(f"The index cannot be read: {self._index.problem}")

    def _show_theirs(self) -> None:
        choice = self.query_one("#theirs-too", Checkbox)
        files = [] if self._index is None else self._index.user_files
        names = ", ".join(files)
        choice.label = Content(
            visible(f"include your own staged changes in {counted(len(files), 'file')}: {names}")
        )
        choice.display = bool(files)

    def action_commit(self) -> None:
        message = self.query_one(TextArea).text.strip()
        if not message and self._index is None:
            self._is_early = True
        elif not message:
            self._show_message("Write a message first")
        elif not self._is_busy:
            self._set_busy(True)
            self._output.clear()
            self._show_message("git is committing …")
            self._commit(self._request(message))

    def _request(self, message: str) -> CommitRequest:
        chosen = {box.id for box in self.query(Checkbox) if box.value}
        return CommitRequest(
            message,
            with_user_changes="theirs-too" in chosen,
            amend="amend" in chosen,
            sign_off="sign-off" in chosen,
            no_verify="no-verify" in chosen,
            trailers=self._trailers if "trailers" in chosen else (),
        )

    def action_back(self) -> None:
        self.dismiss("git is still committing" if self._is_busy else None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key that ends git to the text while git does nothing."""
        if action == "end":
            return self._is_busy
        return super().check_action(action, parameters)

    def action_end(self) -> None:
        self._show_message("ending git …")
        self._end()

    def _set_busy(self, is_busy: bool) -> None:
        self._is_busy = is_busy
        for box in self.query("#commit").results(Box):
            box.name_keys(
                *((f"{self.keys['commit.end']} end git", "esc back") if is_busy else _KEYS_OF_COMMIT)
            )

    def show_output(self, line: str) -> None:
        """Show a line that git or a hook printed."""
        if self._is_busy:
            self._output = [*self._output, line][-_MAX_OUTPUT_LINES:]
            self._show_message("\n".join(("git is committing …", *self._output)))

    def stop(self, problem: str) -> None:
        """Show why the accepted blocks were not all written, so that nothing was committed yet."""
        self._set_busy(False)
        self._show_what()
        self._show_message(f"Nothing was committed; your message is kept.\n{problem}")

    def finish(self, committed: CommitReceipt) -> None:
        """Close with the result of the commit, or show why it failed."""
        self._set_busy(False)
        if committed.is_problem:
            # The last lines of a hook's output tell what is wrong.
            text = committed.text.removesuffix(" Nothing was committed.")
            last = "\n".join(text.splitlines()[-_MAX_OUTPUT_LINES:])
            self._show_what()
            self._show_message(f"Nothing was committed; your message is kept.\n{last}")
        else:
            self._committed = f"committed: {committed.text}"
            # Only the top screen can be dismissed, and help may be open above.
            if self.is_active:
                self.dismiss(self._committed)

    def on_screen_resume(self) -> None:
        if self._committed:
            self.dismiss(self._committed)

    def _show_message(self, text: str) -> None:
        widget = self.query_one("#output", Static)
        widget.display = bool(text)
        widget.update(Content(visible(text)))
        # On a small terminal it is below the edge.
        self.call_after_refresh(widget.scroll_visible, animate=False)
