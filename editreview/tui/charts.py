"""Statistics as lines of tables with bars, for the command and for the screen."""

import time
from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from editreview.review import GroupFigures, Measure, Statistics
from editreview.terminal import drawn_line
from editreview.text import counted
from editreview.tui.parts import Part, cut_text, padded, shortened, ui_text

Line = list[Part]
_MAX_BAR, _MIN_BAR, _LEAST_BAR = 30, 7, 4
"""Cells of a bar; the last for a line of its own."""
_MIN_NAME = 12
_LEVEL = "·"
"""Stands for a cell without a bar."""
_LINE = "│"
"""Stands at a target."""
_EIGHTHS: tuple[str, ...] = ("", *"▏▎▍▌▋▊▉")
"""The last cell of a bar, by the eighths of it that are filled."""
_GAP = "  "


def statistics_lines(
    statistics: Statistics, by: str | None, width: int, *, most: int | None = None
) -> list[Line]:
    """The figures with their targets, and the blocks in groups.

    Args:
        statistics: The figures.
        by: The grouping; None for none.
        width: Cells of a line, at most.
        most: The number of groups, at most; None for all.
    """
    lines = [[(sentence, "chart--dim")] for sentence in _head(statistics)]
    lines += [[], *_measures(statistics.measures, width)]
    if by is not None:
        groups = statistics.groups(by)
        lines += [[], *_groups(groups[:most], by, width)]
        if more := len(groups) - len(groups[:most]):
            rest = f"and {more:,} more: `editreview stats --by {by}` lists all"
            lines.append([(cut_text(rest, width), "chart--dim")])
    return lines


def _head(statistics: Statistics) -> list[str]:
    since = time.strftime("%Y-%m-%d", time.localtime(statistics.since))
    head = [f"{counted(len(statistics.runs), 'run')}, {counted(statistics.blocks, 'block')} since {since}"]
    if (seconds := statistics.seconds_per_decision) is not None:
        head.append(f"{counted(statistics.decisions, 'decision')}, {seconds} seconds each")
    return head


def _measures(measures: Sequence[Measure], width: int) -> list[Line]:
    names = max(len(each.name) for each in measures)
    targets = [_target(each) for each in measures]
    others = len(_percent(0, 0)) + 2 * len(_GAP) + max(map(len, targets))
    with_name = names + len(_GAP) + others
    # Two lines for each figure where one is too short.
    is_narrow = width < with_name + _MIN_BAR
    cells = max(_LEAST_BAR, min(_MAX_BAR, width - (others if is_narrow else with_name)))
    lines: list[Line] = []
    for each, target in zip(measures, targets, strict=True):
        style = "" if each.percent is None else "chart--met" if each.is_met else "chart--missed"
        values: Line = [
            (_percent(each.part, each.of) + _GAP, style),
            *bar(each.percent, (each.target, each.best), cells, style),
            (_GAP + target, style if style == "chart--missed" else "chart--dim"),
        ]
        lines += (
            [[(each.name, "")], values] if is_narrow else [[(padded(each.name, names) + _GAP, ""), *values]]
        )
    return lines


def _target(measure: Measure) -> str:
    bounds = f"{measure.target:g}" if measure.best is None else f"{measure.target:g}–{measure.best:g}"
    sign = "" if measure.best is not None else "< " if measure.is_limit else "> "
    is_better = measure.best is not None and (measure.percent or 0) > measure.best
    verdict = ", better" if is_better else "" if measure.is_met else ", missed"
    return f"target {sign}{bounds} %{verdict}"


def _groups(groups: Sequence[GroupFigures], by: str, width: int) -> list[Line]:
    """A table of as many columns as the width has room for, the less important ones last."""
    columns = [
        _Column.of("blocks", [str(each.blocks) for each in groups]),
        _Column.of("applied", [str(each.applied) for each in groups]),
        _Column.of("exact", [_percent(each.exact, each.applied).strip() for each in groups]),
        _Column.of("failed", [str(each.failed) for each in groups]),
        _Column.of("rejected", [str(each.rejected) for each in groups]),
        _Column.of("retried", [str(each.retries) for each in groups]),
    ]
    if any(each.decisions is not None for each in groups):
        columns.append(_Column.of("decisions", [str(each.decisions or 0) for each in groups]))
        per = [each.seconds_per_decision for each in groups]
        columns.append(
            _Column.of("s each", ["-" if seconds is None else f"{seconds:.1f}" for seconds in per])
        )
    longest = max([cell_len(drawn_line(each.name)) for each in groups] + [len(by)])
    room = width - min(longest, _MIN_NAME)
    fitting: list[_Column] = []
    for column in columns:
        if (room := room - column.width - len(_GAP)) < 0:
            break
        fitting.append(column)
    width_taken = sum(column.width + len(_GAP) for column in fitting)
    names = max(min(longest, width - width_taken), min(longest, _MIN_NAME))
    cells = min(_MAX_BAR, width - names - width_taken - len(_GAP))
    head = "".join(f"{_GAP}{column.title:>{column.width}}" for column in fitting)
    lines: list[Line] = [[(padded(by, names) + head, "chart--dim")]]
    for at, each in enumerate(groups):
        name = shortened(each.name, names) if by == "path" else cut_text(each.name, names)
        values = "".join(f"{_GAP}{column.values[at]:>{column.width}}" for column in fitting)
        line: Line = [(padded(name, names), ""), (values, "")]
        if cells >= _MIN_BAR:
            percent = 100 * each.applied / each.blocks
            line += [(_GAP, ""), *bar(percent, (), cells, "chart--bar")]
        lines.append(line)
    return lines


class _Column(Struct, frozen=True):
    title: str
    values: list[str]
    width: int

    @classmethod
    def of(cls, title: str, values: list[str]) -> "_Column":
        return cls(title, values, max(map(len, (title, *values))))


def _percent(part: int, of: int) -> str:
    return f"{100 * part / of:3.0f} %" if of else "  -  "


def bar(percent: float | None, targets: Sequence[float | None], cells: int, style: str) -> Line:
    """A bar from 0 to 100 percent, with a line at each target."""
    drawn = _cells_of(percent or 0.0, cells)
    parts: Line = []
    at = 0
    for target in (each for each in targets if each is not None):
        # A line at 100 percent is in the last cell.
        line = min(int(cells * target / 100), cells - 1)
        parts += [*_level(drawn[at:line], style), (_LINE, "chart--target")]
        at = line + 1
    return [*parts, *_level(drawn[at:], style)]


def _level(cells: str, style: str) -> Line:
    filled = cells.rstrip()
    return [(filled, style), (_LEVEL * (len(cells) - len(filled)), "chart--dim")]


def _cells_of(percent: float, cells: int) -> str:
    if ui_text("▌") != "▌":
        # In ASCII, a part of a cell would look like a target.
        return ("█" * round(cells * percent / 100)).ljust(cells)
    full, eighths = divmod(int(cells * 8 * percent / 100), 8)
    return ("█" * full + _EIGHTHS[eighths]).ljust(cells)
