"""A figure, and the table that sets it beside its budget."""

import math
from dataclasses import dataclass

CLEARLY = 1.5
"""A figure this many times over its budget is missed, whatever else the machine was doing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value."""

    what: str
    value: float
    """Not a number if it could not be measured; the note says why."""
    unit: str
    """`x` for ratios."""
    budget: float | None = None
    """At most this; for figures in MB/s, at least. None where there is none."""
    scaled: bool | float = False
    """True if it is a time, to be scaled by the speed of the machine; or the scaled time."""
    note: str = ""
    peer: str = ""
    """The limit that was measured on this machine, or the nearest peer."""

    def share(self, speed: float) -> float | None:
        """The share of its budget that the figure takes: more than 1 is too much.

        Args:
            speed: How many times slower than the reference machine this one is just now.
        """
        if self.budget is None:
            return None
        value = self.at_reference(speed)
        if self.unit == "MB/s":
            return self.budget / value
        return value / self.budget if self.budget else float(value > 0) * CLEARLY * 2

    def at_reference(self, speed: float) -> float:
        """The value as it would be on the reference machine."""
        if self.unit == "MB/s":
            return self.value * speed
        if isinstance(self.scaled, bool):
            return self.value / speed if self.scaled else self.value
        return self.scaled


_COLUMNS = (50, 11, 10, 11, 6)


def heading() -> str:
    return _row("figure", "measured", "scaled", "budget", "share", "limit or peer; how it came about")


def row(figure: Figure, speed: float) -> str:
    """One line of the table."""
    share = figure.share(speed)
    is_rate = figure.unit == "MB/s"
    sign = "≥" if is_rate else "≤"
    return _row(
        figure.what,
        f"{_number(figure.value)} {figure.unit}",
        _number(figure.at_reference(speed)) if figure.scaled or is_rate else "",
        "" if figure.budget is None else f"{sign} {_number(figure.budget)} {figure.unit}",
        "" if share is None else f"{share:.2f}{'!' if share > 1 else ''}",
        "; ".join(filter(None, (figure.peer, figure.note))),
    )


def _row(*cells: str) -> str:
    *fixed, last = cells
    first, *numbers = fixed
    columns = [f"{first:<{_COLUMNS[0]}}"]
    columns += [f"{cell:>{width}}" for cell, width in zip(numbers, _COLUMNS[1:], strict=True)]
    return "  ".join([*columns, last]).rstrip()


def _number(value: float) -> str:
    if math.isnan(value):
        return "–"
    if value and abs(value) < 1:
        return f"{value:.2g}"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
