"""The diff: both sides drawn by one widget, at a cost that depends on the rows in sight only.

Each class below it does one thing more than the one it builds on: `diff_scroller` knows what
is in sight, `diff_arranging` what there is to see, `diff_marking` which of its rows are in,
`diff_drawing` draws it, `diff_mouse` follows the mouse; here text is searched for, and syntax
is told apart, behind the screen.
"""

import time
from bisect import bisect_left
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from textual.message import Message
from textual.strip import Strip

from editreview.alignment import Alignment
from editreview.review import Shown
from editreview.tui.diff.behind import Behind
from editreview.tui.diff.find import MOST_MATCHES, Match, Needle, find
from editreview.tui.diff.overlays import Overlays, Token
from editreview.tui.diff.syntax import Tokens, coloured
from editreview.tui.field_message import FieldMessage
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.messages import Crashed
from editreview.tui.widgets.diff_mouse import DiffMouse

if TYPE_CHECKING:
    from textual.geometry import Region

_AT_ONCE = 1_000_000
"""Characters of a text that is searched before the key returns."""
_LINES_AT_ONCE = 20_000
PAUSE = 0.06
"""Seconds that the view stands still before syntax is looked at."""
_BREATH = 0.001
_MOST_COLOURED = 20_000
"""Lines of which it is kept what they are made of."""


class DiffView(DiffMouse):
    """One block's two sides, with a cursor line."""

    class Found(FieldMessage):
        """A search is over."""

        alignment: Alignment
        needle: Needle
        matches: list[Match]
        jump: bool

    class Coloured(FieldMessage):
        """It is known what some lines are made of."""

        alignment: Alignment
        tokens: Tokens

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id, keys=keys)
        self._behind = Behind(lambda error: self._post(Crashed(error)))
        self._path = ""
        self._tokens: dict[bool, dict[int, tuple[Token, ...]]] = {True: {}, False: {}}
        """By whether they are of the old side, and by line."""
        self._is_asking = False
        self._drawn_at = 0.0
        self._needle: Needle | None = None
        self._matches: list[Match] = []
        self._match: int | None = None
        self._is_looking = False

    def on_unmount(self) -> None:
        self._behind.stop()

    def _post(self, message: Message) -> None:
        """From the thread behind, which may outlive the loop."""
        if self.is_running:
            self.post_message(message)

    def show(self, shown: Shown | None, kept: Collection[int] = (), path: str = "") -> None:
        """Show a block from its first hunk on.

        Args:
            shown: Its two sides.
            kept: Lines of the old side that are shown in any case, 0-based.
            path: The file, for its syntax.
        """
        self._take(shown, path)
        super().show(shown, kept)
        self._seek()

    def show_again(self, shown: Shown, kept: Collection[int] = (), path: str = "") -> None:
        """Show the same block after a new plan; the cursor stays."""
        self._take(shown, path)
        super().show_again(shown, kept)
        self._seek()

    def _take(self, shown: Shown | None, path: str) -> None:
        self._selection = None
        self._behind.forget("syntax")
        old, new = (None if side is None else side.alignment.lines.text for side in (self._shown, shown))
        is_same = path == self._path and old == new
        # Of another block of the same file, the old side is known already.
        self._tokens = {True: self._tokens[True] if is_same else {}, False: {}}
        self._path = path

    @property
    def overlays(self) -> Overlays:
        return Overlays(
            lambda is_old, line: self._tokens[is_old].get(line, ()),
            self._needle,
            None if self._match is None else self._matches[self._match],
            self._selection,
            self._whitespace,
        )

    def _arrange(self) -> None:
        was_split = self._layout is not None and self._layout.split
        super()._arrange()
        if self._needle is not None and was_split is not self.is_split:
            before = None if self._match is None else self._matches[self._match]
            self._seek(before)

    # Searching

    @property
    def is_searching(self) -> bool:
        return self._needle is not None

    @property
    def search_state(self) -> str:
        """What is searched for and where the search stands, for people; empty if nothing is."""
        if self._needle is None:
            return ""
        total = len(self._matches)
        many = f"{MOST_MATCHES}+" if total >= MOST_MATCHES else str(total)
        count = "…" if self._is_looking else f"{0 if self._match is None else self._match + 1}/{many}"
        return f"/{self._needle.text} {count}"

    @property
    def search_text(self) -> str:
        return "" if self._needle is None else self._needle.text

    def search(self, text: str) -> None:
        """Look for a text from the cursor on; for an empty one, no longer."""
        if not text:
            self.end_search()
            return
        self._needle = Needle(text)
        self._seek(jump=True)

    def end_search(self) -> None:
        """Nothing is searched for any more; the cursor stays."""
        self._behind.forget("find")
        self._needle, self._matches, self._match, self._is_looking = None, [], None, False
        self._draw_anew()

    def step_match(self, direction: int) -> str:
        """Go to the next match or the one before. Returns what else to say."""
        if self._is_looking:
            return "still looking"
        if not self._matches:
            return f"there is no {self._needle.text if self._needle else ''} in this block"
        total = len(self._matches)
        at = self._nearest(direction) if self._match is None else self._match + direction
        self._go_to_match(at % total)
        return "" if 0 <= at < total else f"on from the {'top' if direction > 0 else 'bottom'}"

    def _seek(self, before: Match | None = None, *, jump: bool = False) -> None:
        """Find all matches in what is shown; the one that was gone to before is so again."""
        self._matches, self._match = [], None
        if self._needle is None or self._shown is None:
            return
        alignment, needle, split = self._shown.alignment, self._needle, self.is_split
        if len(alignment.lines.text) < _AT_ONCE and alignment.additions < _LINES_AT_ONCE:
            matches = find(alignment, needle, split=split, is_stale=lambda: False)
            self._take_matches(matches, jump=jump)
            self._match = matches.index(before) if before in matches else self._match
            return
        self._is_looking = True

        def job(is_stale: Callable[[], bool]) -> None:
            matches = find(alignment, needle, split=split, is_stale=is_stale)
            if not is_stale():
                self._post(self.Found(alignment, needle, matches, jump))

        self._behind.ask("find", job)
        self._draw_anew()

    def on_diff_view_found(self, message: Found) -> None:
        is_ours = self._shown is not None and message.alignment is self._shown.alignment
        if is_ours and message.needle == self._needle:
            self._take_matches(message.matches, jump=message.jump)
            self.post_message(self.Scrolled())

    def _take_matches(self, matches: list[Match], *, jump: bool) -> None:
        self._matches, self._is_looking = matches, False
        self._draw_anew()
        if jump and matches:
            self._go_to_match(self._nearest(1) % len(matches))

    def _nearest(self, direction: int) -> int:
        """The first match at the cursor or after it, or the last one before it."""
        rows = self._rows
        assert rows is not None
        at = bisect_left(self._matches, self._cursor, key=lambda m: rows.row_at(m.line, is_old=m.is_old))
        return at if direction > 0 else at - 1

    def _go_to_match(self, index: int) -> None:
        assert self._rows is not None and self._shown is not None
        self._match = index
        match = self._matches[index]
        row = self._rows.row_at(match.line, is_old=match.is_old)
        if self._rows[row].hidden:
            self._opened.add(match.line)
            self._arrange()
            row = self._rows.row_at(match.line, is_old=match.is_old)
        self._move_to(row)
        self._reveal(row, match.start, is_old=match.is_old)
        self._draw_anew()

    # Syntax

    def render_lines(self, crop: "Region") -> list[Strip]:
        self.arrange_first()
        strips = super().render_lines(crop)
        self._drawn_at = time.monotonic()
        if not self._is_asking and self._path and self._shown is not None:
            # Not before the frame is painted, and not while a key is held.
            self._is_asking = True
            self.set_timer(PAUSE, self._ask_for_syntax)
        return strips

    def _ask_for_syntax(self) -> None:
        self._is_asking = time.monotonic() - self._drawn_at < PAUSE / 2
        if self._is_asking:
            self.set_timer(PAUSE, self._ask_for_syntax)
            return
        if self._shown is None or self._rows is None:
            return
        alignment, path = self._shown.alignment, self._path
        shown = [self._rows[row] for row in {spot.row for spot in self.in_sight}]
        wanted = {
            True: sorted({row.old for row in shown if row.old is not None}),
            False: sorted({row.new for row in shown if row.new is not None and row.hunk is not None}),
        }
        missing = {
            is_old: lines
            for is_old, lines in wanted.items()
            if any(line not in self._tokens[is_old] for line in lines)
        }
        if not missing:
            return

        def breathe(is_stale: Callable[[], bool]) -> bool:
            # The loop gets its turn at once, instead of when the interpreter takes it from us.
            time.sleep(_BREATH)
            return is_stale()

        def job(is_stale: Callable[[], bool]) -> None:
            found = coloured(alignment, path, missing, lambda: breathe(is_stale))
            if not is_stale():
                self._post(self.Coloured(alignment, found))

        self._behind.ask("syntax", job)

    def on_diff_view_coloured(self, message: Coloured) -> None:
        if self._shown is None or message.alignment is not self._shown.alignment:
            return
        for is_old, known in self._tokens.items():
            if len(known) > _MOST_COLOURED:
                known.clear()
            known |= message.tokens.get(is_old, {})
        self._repaint(message.tokens)

    def _repaint(self, tokens: Tokens) -> None:
        """Draw the rows in sight again that something is now known of."""
        rows, painter = self._rows, self._painter
        if rows is None or painter is None:
            return
        changed: set[int] = set()
        for row in {spot.row for spot in self.in_sight}:
            shown = rows[row]
            if shown.hidden:
                continue
            of_new = shown.hunk is not None and tokens.get(False, {}).get(shown.new or 0)
            if of_new or tokens.get(True, {}).get(-1 if shown.old is None else shown.old):
                changed.add(row)
        painter.forget(changed)
        self._drawn = {key: strip for key, strip in self._drawn.items() if key[0].row not in changed}
        self.refresh_lines(y for y, spot in enumerate(self.in_sight, 1) if spot.row in changed)
