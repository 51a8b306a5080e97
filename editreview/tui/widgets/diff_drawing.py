"""The lines of a diff as they are drawn: titles, rows, the scrollbar with its marks, the lens."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from editreview.review import Shown
from editreview.tui.contrast import TEXT, grounds_for, hardest, indexed, readable
from editreview.tui.diff.layout import Layout, Spot
from editreview.tui.diff.lens import lens_lines
from editreview.tui.diff.overlays import Overlays, Palette
from editreview.tui.diff.paint import Liberties, Painter
from editreview.tui.diff.rows import DiffRows
from editreview.tui.diff.syntax import KINDS
from editreview.tui.glyphs import own
from editreview.tui.keymap import SHIPPED, Keymap
from editreview.tui.widgets.diff_marking import DiffMarking
from editreview.tui.widgets.lines import LEAST, cut_text, padded

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

    IS_FOREIGN = True

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
        "diff--strange",
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
            text = style("diff--text")
            removed, removed_word = grounds_for(style("diff--removed"), style("diff--removed-word"), text)
            added, added_word = grounds_for(style("diff--added"), style("diff--added-word"), text)
            _, match = grounds_for(text, style("diff--match"), text)
            _, selected = grounds_for(text, style("diff--selected"), text)
            if self.app.console.color_system == "256":
                removed, added = indexed(removed, text), indexed(added, text)
                removed_word = removed_word + Style(bgcolor=removed.bgcolor, underline=True)
                added_word = added_word + Style(bgcolor=added.bgcolor, underline=True)
            under = (hardest((text, removed, removed_word, added, added_word, match, selected)),)

            def ink(name: str) -> Style:
                """Read on every ground that code is on."""
                return _ink(readable(style(name), LEAST.get(name, TEXT), under))

            self._palette = Palette(
                text=readable(text, on=under),
                number=style("diff--number"),
                removed=readable(removed, on=under),
                removed_word=_ground(removed_word),
                added=readable(added, on=under),
                added_word=_ground(added_word),
                filler=style("diff--filler"),
                fold=style("diff--fold"),
                cursor=style("diff--cursor"),
                mark=ink("diff--mark"),
                strange=ink("diff--strange"),
                forgiven=ink("diff--forgiven"),
                adjusted=ink("diff--adjusted"),
                dim=style("diff--dim"),
                blank=ink("diff--blank"),
                match=_ground(match),
                current=style("diff--current"),
                selected=_ground(selected),
                # Of sixteen colours there are too few for both code and changes.
                syntax={} if self.app.native_ansi_color else {k: ink(f"syntax--{k}") for k in KINDS},
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
        if y > len(self.in_sight) or layout.width != max(self.area.width - 1, 1):
            # In a new size the rows are arranged anew first: of the old ones nothing could be read.
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
            self._drawn[key] = Strip([*segments, Segment(own(sign), self.style_of(name))], self.area.width)
        return self._drawn[key]

    def _titles(self, shown: Shown) -> Strip:
        width = self.area.width
        if not self.is_split:
            text = f" {shown.old_title} {own('→')} {shown.new_title}"
            return self.strip([(padded(text, width), "diff--title")])
        left = (width - 2) // 2
        old, new = cut_text(f" {shown.old_title}", left), f"{own('│')} {shown.new_title}"
        return self.strip([(padded(old, left) + padded(new, width - left), "diff--title")])

    def _lens(self, rows: DiffRows, y: int) -> Strip:
        if y == 0:
            return self.strip([(own("─") * self.area.width, "diff--track")])
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
