"""Asks before a block replaces lines that it does not search for, and shows the effect on each line."""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.strip import Strip

from editreview.matching import Match
from editreview.review import Fate, LineFate, Proposal, line_fates, lines_named, lost_lines
from editreview.text import counted
from editreview.tui.keys import Where
from editreview.tui.parts import Look, Part, padded, ui_text, wrapped
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.lines import LineWidget

_MAX_LINES = 3
"""Lines for each sentence above."""
_SIGNS = {Fate.KEPT: " ", Fate.DELETED: "−", Fate.ADDED: "+"}
_VERBS = {Fate.KEPT: "keep", Fate.DELETED: "delete", Fate.ADDED: "add"}


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
        self._texts = head
        self._head_lines: list[list[Part]] = []
        self._fates = lines
        self._top = 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._head_at(width)) + len(self._fates)

    def _head_at(self, width: int) -> list[list[Part]]:
        """The sentences, wrapped at some cells."""
        return [line for parts in self._texts for line in wrapped(parts, width, _MAX_LINES)]

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
        text = f" {number:>5} {ui_text(_SIGNS[fate.fate])} {fate.text.expandtabs(4)}"
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
        self._head_lines = head
        self._fates = lines
        self._does = does
        self._other = other

    def compose(self) -> ComposeResult:
        keys = self.keys
        with Box(self._title, id="force") as box:
            scroll = f"{keys['force.down']} {keys['force.up']} scroll"
            other = [f"{keys['force.other']} {self._other}"] if self._other else []
            box.name_keys(f"{keys['force.yes']} {self._does}", *other, scroll, "esc back")
            yield FatesPage(self._head_lines, self._fates, id="fates")

    def action_other(self) -> None:
        if self._other:
            self.dismiss(None)

    def action_yes(self) -> None:
        if self.is_seen:
            self.dismiss(True)

    def action_scroll(self, rows: int) -> None:
        self.query_one(FatesPage).scroll(rows)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_scroll(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_scroll(-3)


def force_screen(proposal: Proposal, match: Match) -> ForceScreen:
    """Ask before a block is applied to lines that it does not search for."""
    assert match.lines is not None
    lines = list(line_fates(proposal, match))
    counts = Counter(line.fate for line in lines)
    counts_text = ", ".join(f"{verb} {counted(counts[fate], 'line')}" for fate, verb in _VERBS.items())
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
