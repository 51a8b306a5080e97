"""Asks before a block replaces lines that it does not search for, and shows the result."""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.strip import Strip

from editreview.matching import Match
from editreview.review import Fate, LineFate, Proposal, line_fates, lines_named, lost_lines
from editreview.text import counted
from editreview.tui.glyphs import own
from editreview.tui.keys import Where
from editreview.tui.screens.keyed import KeyedScreen
from editreview.tui.styles import Look
from editreview.tui.widgets.boxes import Box
from editreview.tui.widgets.lines import LineWidget, Part, padded, wrapped

_MAX_LINES = 3
"""Lines for each thing that is said above."""
_SIGNS = {Fate.KEPT: " ", Fate.DELETED: "−", Fate.ADDED: "+"}


class FatesPage(LineWidget):
    """Shows the fate of each line."""

    IS_FOREIGN = True

    STYLES: ClassVar[Mapping[str, Look]] = {
        "force--said": Look("bold"),
        "force--warning": Look("$text-warning"),
        "force--kept": Look("$text-muted"),
        "force--deleted": Look("on $error 18%", "ansi_red on ansi_default"),
        "force--added": Look("on $success 18%", "ansi_green on ansi_default"),
    }

    def __init__(self, said: list[list[Part]], lines: list[LineFate], *, id: str) -> None:
        super().__init__(id=id)
        self._texts = said
        self._said: list[list[Part]] = []
        self._fates = lines
        self._top = 0

    def on_resize(self) -> None:
        width = self.size.width
        self._said = [line for parts in self._texts for line in wrapped(parts, width, _MAX_LINES)]
        self.scroll(0)

    def scroll(self, rows: int) -> None:
        count = len(self._said) + len(self._fates)
        self._top = max(0, min(self._top + rows, count - self.size.height))
        self.refresh()

    def line(self, y: int) -> Strip:
        at = self._top + y
        if at < len(self._said):
            return self.strip((own(text), style) for text, style in self._said[at])
        at -= len(self._said)
        if at >= len(self._fates):
            return Strip([])
        fate = self._fates[at]
        number = "" if fate.line is None else str(fate.line)
        text = f" {number:>5} {own(_SIGNS[fate.fate])} {fate.text.expandtabs(4)}"
        return self.strip([(padded(text, self.size.width), f"force--{fate.fate}")])


class ForceScreen(KeyedScreen[bool]):
    """Returns whether the user goes on. A yes counts only if the lines were painted before it.

    Args:
        title: The question.
        said: What is said above the lines.
        lines: What becomes of each line.
        does: What a yes does, in a word.
    """

    CSS_PATH = "force.tcss"
    WHERE = Where.FORCE

    def __init__(self, title: str, said: list[list[Part]], lines: list[LineFate], does: str) -> None:
        super().__init__()
        self._title = title
        self._said = said
        self._fates = lines
        self._does = does

    def compose(self) -> ComposeResult:
        keys = self.keys
        with Box(self._title, id="force") as box:
            scroll = f"{keys['force.down']} {keys['force.up']} scroll"
            box.name_keys(f"{keys['force.yes']} {self._does}", scroll, "esc back")
            yield FatesPage(self._said, self._fates, id="fates")

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
    """Asks before a block is applied to lines that it does not search for."""
    assert match.lines is not None
    lines = list(line_fates(proposal, match))
    counts = Counter(line.fate for line in lines)
    told = ", ".join(f"{counted(counts[fate], 'line')} {fate}" for fate in Fate)
    about = f" These lines differ from {proposal.sides[0]}. Forcing the block:"
    said: list[list[Part]] = [
        [(about, "force--said")],
        [(f" {told}", "force--said")],
        *([(f" △ {warning.message}", "force--warning")] for warning in match.warnings),
        [("", "")],
    ]
    where = f"{lines_named(match.lines)} of {proposal.path}"
    return ForceScreen(f"Force block {proposal.number} on {where}?", said, lines, "force")


def loss_screen(proposal: Proposal, why: str) -> ForceScreen:
    """Asks before a block overwrites most of a file, and shows the lines that would be lost."""
    lines = list(lost_lines(proposal))
    said: list[list[Part]] = [
        [(f" △ {why}.", "force--warning")],
        [(f" Lost from {proposal.path}: {counted(len(lines), 'line')}.", "force--said")],
        [("", "")],
    ]
    return ForceScreen(f"Overwrite {proposal.path} with block {proposal.number}?", said, lines, "overwrite")
