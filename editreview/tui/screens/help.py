"""The help and the command palette: every action of the table with its current keys, found by its words.

The help lists them by part of the program, and explains the meaning of the signs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec import Struct
from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.strip import Strip
from textual.widgets import Input, OptionList

from editreview.tui import signs
from editreview.tui.diff import IN, OUT, PARTLY, TARGETED
from editreview.tui.diff.layout import BLANK
from editreview.tui.diff.paint import ADJUSTED, DIFFERS, FILE_HAS, IGNORED, MARKED, WARNED
from editreview.tui.diff.view import FOLD
from editreview.tui.keys import IN_REVIEW, KEYS, Key, Keymap, Where, key_of, keys_in, written_key
from editreview.tui.parts import Look, Part, padded, picture, wrapped
from editreview.tui.screens.dialogs import Box, KeyedScreen, LineField
from editreview.tui.signs import resembles
from editreview.tui.widgets import LineWidget, by_wheel

if TYPE_CHECKING:
    from editreview.tui.screens.review import ReviewScreen


_WORKFLOW, _LINES = "Workflow", "Lines"
_STEPS = (
    (
        "block.accept",
        "block.reject",
        "decide on each block; {grain.in} decides on its hunks and lines, "
        "{all.accept} accepts all that is safe",
    ),
    ("do.stage", "undo", "write and stage what is accepted; {undo} undoes any step"),
    ("do.commit", "quit", "commit it; {quit} quits, and the review is saved"),
)
"""The workflow: the actions of a step, and a description; ids in braces stand for their keys."""


class HelpEntry(Struct, frozen=True):
    """A line of help."""

    group: str
    label: str
    """The keys of an action, or a sign."""
    text: str
    id: str | None = None
    """The id of an action; None for a sign."""

    @property
    def words(self) -> str:
        return f"{self.label} {self.text} {self.group} {self.id or ''}".lower()


def help_on_diff(keys: Keymap, can: Callable[[str], bool]) -> list[HelpEntry]:
    """The entries where a diff is only looked at: the keys of the review that are possible there."""
    review = [key for each in IN_REVIEW for key in keys_in(each) if can(key.id)]
    groups = list(dict.fromkeys(key.group for key in review))
    return [_entry(key, keys) for group in groups for key in review if key.group == group]


def help_entries(keys: Keymap, where: Where, can: Callable[[str], bool]) -> list[HelpEntry]:
    """All entries: in the review the workflow and the signs first, elsewhere the keys that are valid there.

    Args:
        keys: The keymap in force.
        where: The part of the program where help was opened.
        can: True if an action is possible there now; in each group, those come first.
    """
    review = [key for each in IN_REVIEW for key in keys_in(each)]
    groups = list(dict.fromkeys(key.group for key in review))
    found = [
        _entry(key, keys)
        for group in groups
        for key in sorted(review, key=lambda key: not can(key.id))
        if key.group == group
    ]
    first = _workflow(keys) if where in IN_REVIEW else [_entry(key, keys) for key in keys_in(where)]
    rest = [each for each in Where if each not in (*IN_REVIEW, where)]
    others = [_entry(key, keys) for each in rest for key in keys_in(each)]
    return [*first, *found, *_legend(), *others]


def _entry(key: Key, keys: Keymap) -> HelpEntry:
    return HelpEntry(key.group, keys.labels(key.id), keys.help(key.id), key.id)


def _workflow(keys: Keymap) -> list[HelpEntry]:
    """The way from a response to a commit, and the signs of the blocks."""
    steps = [
        HelpEntry(_WORKFLOW, f"{keys[first]} {keys[second]}", keys.named(text))
        for first, second, text in _STEPS
    ]
    # A dot would pass for the sign of an undecided block.
    meanings = "; ".join(f"{sign.glyph} {sign.word}" for sign in (*signs.ALL, signs.ARRIVING))
    return [*steps, HelpEntry(_WORKFLOW, "signs", meanings)]


def _legend() -> Iterator[HelpEntry]:
    marks = {
        IN: "included",
        OUT: "excluded",
        PARTLY: "part of a hunk included",
        TARGETED: "marked line, to place a block on",
    }
    for glyph, text in marks.items():
        yield HelpEntry(_LINES, glyph, text)
    yield HelpEntry(_LINES, FOLD, "indentation that all lines share and that is not drawn, in cells")
    yield HelpEntry(_LINES, WARNED, "has a warning, in words where the cursor is")
    yield HelpEntry(_LINES, MARKED, "has a remark that only informs, in words where the cursor is")
    yield HelpEntry(_LINES, IGNORED, "differs from the block")
    yield HelpEntry(_LINES, DIFFERS, "differs between the file and the text that the block searches for")
    for what, glyph in ADJUSTED.items():
        yield HelpEntry(_LINES, glyph, f"adjusted to the file's {FILE_HAS[what]}")
    yield HelpEntry(_LINES, picture("\r"), "adjusted: ends with a carriage return, like the file's lines")
    yield HelpEntry(_LINES, picture(chr(0x202E)), "invisible, or easily mistaken for another character")
    yield HelpEntry(_LINES, BLANK, "an unusual space character")


def matching_entries(query: str, all_entries: Sequence[HelpEntry]) -> list[HelpEntry]:
    """The entries with this key, or with all these words; if there are none, the similar ones."""
    query = query.strip()
    # The workflow names keys that have entries of their own.
    all_entries = sorted(all_entries, key=lambda entry: entry.group == _WORKFLOW)
    by_key = [entry for entry in all_entries if query in entry.label.split()]
    by_key = [entry for entry in by_key if entry.group != _WORKFLOW] or by_key
    if by_key and len(query) == 1:
        return by_key
    words = query.lower().split()
    found = [entry for entry in all_entries if all(word in entry.words for word in words)]
    return found or [entry for entry in all_entries if resembles(query.lower(), entry.words)]


_TITLE, _KEY, _DIM, _CURSOR = "help--title", "help--key", "help--dim", "help--cursor"
_MAX_ENTRY_LINES = 12
"""Lines that an entry may take."""
_NARROW = 60


class HelpPage(LineWidget):
    """Entries that scroll, with a cursor."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        _TITLE: Look("bold $text-primary"),
        _KEY: Look("$text-accent"),
        _DIM: Look("$text-muted"),
        _CURSOR: Look("bold on $primary 35%", "bold reverse on ansi_default", "bold reverse on $primary 35%"),
    }

    def __init__(self, can: Callable[[str], bool], *, id: str) -> None:
        """
        Args:
            can: True if an action is possible where help was asked for.
        """
        super().__init__(id=id)
        self._can = can
        self._entries: Sequence[HelpEntry] = ()
        self._lines: list[tuple[int | None, list[Part]]] = []
        """The number of each line's entry; None for titles and what is between them."""
        self._at = 0
        self._top = 0

    @property
    def entry(self) -> HelpEntry | None:
        """The entry at the cursor."""
        return self._entries[self._at] if self._entries else None

    def show(self, entries: Sequence[HelpEntry]) -> None:
        """Show these entries, with the cursor on the first one."""
        self._entries, self._at, self._top = entries, 0, 0
        self._arrange()

    def step(self, entries: int) -> None:
        self._at = max(0, min(self._at + entries, len(self._entries) - 1))
        self._bring_into_sight()

    def scroll(self, rows: int) -> None:
        self._top = self.top_after(self._top, rows, len(self._lines))
        self.refresh()

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        width, group = self.size.width, ""
        self._lines = []
        if not width:
            return
        for number, each in enumerate(self._entries):
            if each.group != group:
                group = each.group
                self._lines += [(None, [])] * bool(number) + [(None, [(f" {group}", _TITLE)])]
            self._lines += ((number, parts) for parts in self._parts(each, width))
        self._bring_into_sight()

    def _parts(self, each: HelpEntry, width: int) -> list[list[Part]]:
        room = 8 if width < _NARROW else 17
        style = "" if each.id is None or self._can(each.id) else _DIM
        texts = wrapped([(each.text or " ", style)], max(width - room - 4, 12), _MAX_ENTRY_LINES)
        heads: list[Part] = [(f"  {each.label:<{room}} ", style or _KEY), (" " * (room + 3), "")]
        if len(each.label) > room:
            return [[heads[0]], *([heads[1], *text] for text in texts)]
        return [[heads[bool(nth)], *text] for nth, text in enumerate(texts)]

    def _bring_into_sight(self) -> None:
        height = max(self.size.height, 1)
        lines = [y for y, (number, _) in enumerate(self._lines) if number == self._at]
        if lines:
            # The group's title stays in sight above its first entry.
            above = lines[0] - (lines[0] > 0 and self._lines[lines[0] - 1][0] is None)
            # Of an entry that is higher than the page, the first line.
            self._top = min(max(min(self._top, above), lines[-1] - height + 1), lines[0])
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at >= len(self._lines):
            return Strip([])
        number, parts = self._lines[at]
        if number is None or number != self._at:
            return self.strip(parts)
        # A sign as well, because colour alone is not enough.
        is_first = self._lines[at - 1][0] != number
        text = "".join(text for text, _ in parts).removeprefix("  ")
        return self.strip([(padded(f"{'▸ ' if is_first else '  '}{text}", self.size.width), _CURSOR)])

    def on_click(self, event: events.Click) -> None:
        at = self._top + event.y
        number = self._lines[at][0] if at < len(self._lines) else None
        if number is not None:
            self._at = number
            self._bring_into_sight()


class HelpScreen(KeyedScreen[str | None]):
    """Returns the id of an action to do, or None."""

    CSS_PATH = "help.tcss"
    WHERE = Where.HELP

    def __init__(self, entries: Sequence[HelpEntry], can: Callable[[str], bool]) -> None:
        """
        Args:
            entries: See `help_entries` and `help_on_diff`.
            can: Returns True if an action is possible where help was opened.
        """
        super().__init__()
        self._is_possible = can
        self._entries = entries

    def compose(self) -> ComposeResult:
        with Box("Help", id="help") as box:
            box.name_keys(*self._key_names)
            yield LineField(placeholder="a key, or words of what it does", compact=True)
            yield HelpPage(self._is_possible, id="entries")

    def on_mount(self) -> None:
        self.query_one(HelpPage).show(self._entries)

    def on_input_changed(self, event: Input.Changed) -> None:
        found = matching_entries(event.value, self._entries) if event.value.strip() else self._entries
        self.query_one(HelpPage).show(found)
        self._show_message(*(self._key_names if found else ("no matching action", "esc close")))

    def action_step(self, entries: int) -> None:
        self.query_one(HelpPage).step(entries)
        self._show_message(*self._key_names)

    @property
    def _key_names(self) -> tuple[str, str, str]:
        return "enter runs it", f"{written_key('up')} {written_key('down')}", "esc close"

    def on_input_submitted(self) -> None:
        chosen = self.query_one(HelpPage).entry
        if chosen is None:
            return
        if chosen.id is None:
            self._show_message("a sign has no action", "esc close")
        elif self._is_possible(chosen.id):
            self.dismiss(chosen.id)
        elif key_of(chosen.id).where is Where.SEARCHING:
            self._show_message(f"no search yet: {self.keys['find']} searches", "esc close")
        else:
            self._show_message(f"only in: {key_of(chosen.id).where}", "esc close")

    def action_help(self) -> None:
        """Do nothing: it is open already."""

    def _show_message(self, *texts: str) -> None:
        self.query_one(Box).name_keys(*texts)

    def _scroll(self, rows: int) -> None:
        self.query_one(HelpPage).scroll(rows)

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(_scroll)


_PALETTE = "palette"


class PaletteEntry(Struct, frozen=True):
    """One action in the palette."""

    id: str
    nth: int
    """The number of the action's key, from 1."""
    text: str
    help_text: str
    """Its keys and its id."""


def palette_entries(keys: Keymap) -> Iterator[PaletteEntry]:
    """Every action of the review in the table's order, one for each key where its keys differ in effect."""
    for key in KEYS:
        text = f"{key.group}: {keys.help(key.id)}"
        if key.id == _PALETTE:
            continue
        if "{nth}" not in key.action:
            yield PaletteEntry(key.id, 1, text, _keys_and_id(keys.labels(key.id), key.id))
            continue
        for nth, name in enumerate(keys.of(key.id) or key.keys.split(","), 1):
            label = written_key(name) if name in keys.of(key.id) else ""
            yield PaletteEntry(
                key.id, nth, f"{key.group}: number {nth}, {keys.help(key.id)}", _keys_and_id(label, key.id)
            )


def _keys_and_id(labels: str, id: str) -> str:
    return f"{labels or 'no key'} · {id}"


class SearchPalette(CommandPalette):
    """Textual's palette, which two keys that arrive at once do not close twice."""

    @on(Input.Submitted)
    @on(OptionList.OptionSelected)
    def _ignore_further(self, event: Input.Submitted | OptionList.OptionSelected) -> None:
        if not self.is_active:
            event.stop()
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Actions(Provider):
    """Provides Textual's palette with the actions of the review."""

    async def discover(self) -> Hits:
        for command in self._commands():
            yield DiscoveryHit(command.text, self._does(command), help=command.help_text)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in self._commands():
            score = max(matcher.match(command.text), matcher.match(command.id))
            if score > 0:
                yield Hit(score, matcher.highlight(command.text), self._does(command), help=command.help_text)

    @property
    def _review(self) -> "ReviewScreen":
        # Only the review opens the palette.
        return cast("ReviewScreen", self.screen)

    def _commands(self) -> Iterator[PaletteEntry]:
        return palette_entries(self._review.session.keys)

    def _does(self, command: PaletteEntry) -> partial[None]:
        return partial(self._review.run, command.id, command.nth)
