"""The lines of a diff as they are drawn: titles, rows, the scrollbar with its marks, the lens."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.review import Shown
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.lens import lens_lines
from editreview.tui.diff.overlays import Overlays, Palette
from editreview.tui.diff.paint import Liberties, Painter
from editreview.tui.diff.rows import DiffRows
from editreview.tui.diff.syntax import KINDS
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_marking import DiffMarking

_MOST_DRAWN = 2_000
"""Lines whose strips are kept."""
_BARS = {
    "": (" ", "diff--text"),
    "thumb": ("┃", "diff--thumb"),
    "track": ("│", "diff--track"),
    "thumb hunk": ("┫", "diff--tick"),
    "track hunk": ("┤", "diff--tick"),
}


class DiffDrawing(DiffMarking):
    """Draws what is in sight."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "diff--text",
        "diff--number",
        "diff--removed",
        "diff--removed-word",
        "diff--added",
        "diff--added-word",
        "diff--filler",
        "diff--fold",
        "diff--cursor",
        "diff--mark",
        "diff--forgiven",
        "diff--adjusted",
        "diff--dim",
        "diff--blank",
        "diff--match",
        "diff--current",
        "diff--selected",
        "diff--title",
        "diff--thumb",
        "diff--track",
        "diff--tick",
        *(f"syntax--{kind}" for kind in KINDS),
    }

    def __init__(self, *, id: str, keys: Keymap = SHIPPED) -> None:
        super().__init__(id=id, keys=keys)
        self._palette: Palette | None = None
        self._painter: Painter | None = None
        self._drawn: dict[tuple[Spot, bool, str, tuple[str, str]], Strip] = {}
        self._ticks: tuple[DiffRows | None, int, frozenset[int]] = (None, 0, frozenset())

    @property
    def overlays(self) -> Overlays:
        """What is laid over the text."""
        return Overlays(whitespace=self._whitespace)

    def _draw_anew(self) -> None:
        self._painter = None
        super()._draw_anew()

    def notify_style_update(self) -> None:
        self._palette = self._painter = None
        super().notify_style_update()

    def _paint(self, layout: Layout, shown: Shown) -> Painter:
        if self._painter is None:
            self._drawn.clear()
            liberties = Liberties(shown.forgiven, shown.adjusted)
            more = self.keys["view.more"]
            palette = self._styles_of_rows()
            self._painter = Painter(layout, palette, self._offset, self.overlays, liberties, more)
        return self._painter

    def _styles_of_rows(self) -> Palette:
        if self._palette is None:
            style = self.style_of
            self._palette = Palette(
                text=style("diff--text"),
                number=style("diff--number"),
                removed=style("diff--removed"),
                removed_word=_ground(style("diff--removed-word")),
                added=style("diff--added"),
                added_word=_ground(style("diff--added-word")),
                filler=style("diff--filler"),
                fold=style("diff--fold"),
                cursor=style("diff--cursor"),
                mark=_ink(style("diff--mark")),
                forgiven=_ink(style("diff--forgiven")),
                adjusted=_ink(style("diff--adjusted")),
                dim=style("diff--dim"),
                blank=_ink(style("diff--blank")),
                match=_ground(style("diff--match")),
                current=style("diff--current"),
                selected=_ground(style("diff--selected")),
                syntax={kind: _ink(style(f"syntax--{kind}")) for kind in KINDS},
            )
        return self._palette

    def line(self, y: int) -> Strip:
        layout, rows = self._layout, self._rows
        if layout is None or rows is None or self._shown is None:
            return Strip([])
        if y == 0:
            return self._titles(self._shown)
        if self.lens_height and y >= self.area.height - self.lens_height:
            return self._lens(rows, y - (self.area.height - self.lens_height))
        if y > len(self.in_sight):
            return Strip([])
        spot = self.in_sight[y - 1]
        is_cursor, marked = spot.row == self._cursor, self.marked(spot.row)
        painter, bar = self._paint(layout, self._shown), self._scrollbar(y - 1, rows)
        key = (spot, is_cursor, bar, marked)
        if key not in self._drawn:
            if len(self._drawn) == _MOST_DRAWN:
                self._drawn.clear()
            sign, name = _BARS[bar]
            segments = painter.segments(spot, is_cursor=is_cursor, marked=marked)
            self._drawn[key] = Strip([*segments, Segment(sign, self.style_of(name))], self.area.width)
        return self._drawn[key]

    def _titles(self, shown: Shown) -> Strip:
        width = self.area.width
        if not self.is_split:
            return self.strip([(f" {shown.old_title} → {shown.new_title}".ljust(width), "diff--title")])
        left = (width - 2) // 2
        text = f" {shown.old_title}".ljust(left)[:left] + f"│ {shown.new_title}".ljust(width - left)
        return self.strip([(text, "diff--title")])

    def _lens(self, rows: DiffRows, y: int) -> Strip:
        if y == 0:
            return self.strip([("─" * self.area.width, "diff--track")])
        lines = lens_lines(rows, self._cursor, self._styles_of_rows(), self.area.width)
        return Strip(lines[y - 1])

    def _scrollbar(self, y: int, rows: DiffRows) -> str:
        """What stands in the scrollbar beside row `y` of the screen."""
        total, height = len(rows), self.height
        sight = self.in_sight
        if not self._top.row and not self._top.part and not self._top.line and sight[-1] == self._end:
            return ""
        if self._ticks[:2] != (rows, height):
            ticks = {
                tick
                for top, end in rows.hunk_spans
                for tick in range(top * height // total, (end - 1) * height // total + 1)
            }
            self._ticks = (rows, height, frozenset(ticks))
        inside = sight[0].row * height // total <= y <= sight[-1].row * height // total
        return ("thumb" if inside else "track") + (" hunk" if y in self._ticks[2] else "")

    @property
    def _end(self) -> Spot | None:
        return None if self._layout is None else self._layout.end


def _ink(style: Style) -> Style:
    """What a style does to what it writes, whatever it is written on."""
    return style.without_color + Style(color=style.color)


def _ground(style: Style) -> Style:
    """What a style does to what is behind the text."""
    return style.without_color + Style(bgcolor=style.bgcolor)
