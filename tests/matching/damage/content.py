"""Damage that makes another text of a block: letters, lines, and copies of it elsewhere in the file."""

from collections.abc import Sequence
from random import Random
from string import ascii_lowercase

from tests.matching.damage.edits import Edit, Row, indent, searched
from tests.matching.damage.trial import Damage

_FOREIGN = (
    "connection = pool.acquire(timeout=30)",
    "for window in screen.windows():",
    "if not password.matches(stored):",
    "raise Unreachable(host, port)",
    "self.telescope.point(azimuth, altitude)",
    "yield from chapters[1:]",
)


def unharmed(_: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
    return rows


def typos(share: float) -> Damage:
    """So many of the letters of SEARCH are others; at least one."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
        letters = [(n, at) for n, row in enumerate(rows) for at, c in enumerate(row.old or "") if c.isalpha()]
        olds = [None if row.old is None else list(row.old) for row in rows]
        for n, at in chance.sample(letters, max(1, round(len(letters) * share))):
            line = olds[n]
            assert line is not None
            line[at] = chance.choice([c for c in ascii_lowercase if c != line[at]])
        return [
            Row(None if old is None else "".join(old), row.new) for old, row in zip(olds, rows, strict=True)
        ]

    return damage


def _inner(rows: Sequence[Row]) -> list[int]:
    """The lines within the block, kept and between kept lines."""
    return [
        n
        for n in range(1, len(rows) - 1)
        if all(row.is_kept for row in rows[n - 1 : n + 2]) and (rows[n].old or "").strip()
    ]


def dropped(count: int) -> Damage:
    """So many lines within are forgotten on both sides."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        inner = _inner(rows)
        if len(inner) < count or len(rows) < count + 3:
            return None
        lost = set(chance.sample(inner, count))
        return [row for n, row in enumerate(rows) if n not in lost]

    return damage


def added(count: int) -> Damage:
    """So many lines that the file does not have, on both sides."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        inner = _inner(rows)
        if not inner:
            return None
        at = chance.choice(inner)
        margin = indent(rows[at].old or "")
        more = [Row(margin + line, margin + line) for line in chance.sample(_FOREIGN, count)]
        return [*rows[:at], *more, *rows[at:]]

    return damage


def invented(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """Half of the lines are not the file's, on both sides."""
    inner = _inner(rows)
    count = len(rows) // 2
    if len(inner) < count:
        return None
    sent = list(rows)
    for n in chance.sample(inner, count):
        line = indent(rows[n].old or "") + chance.choice(_FOREIGN)
        sent[n] = Row(line, line)
    return sent


def elided(dots: str) -> Damage:
    """Two lines or more are left out on both sides, and a line says so."""

    def damage(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        inner = _inner(rows)
        runs = [n for n in inner if n + 1 in inner]
        if not runs:
            return None
        first = last = runs[0]
        while last + 1 in inner:
            last += 1
        line = indent(rows[first].old or "") + dots
        return [*rows[:first], Row(line, line), *rows[last + 1 :]]

    return damage


def tabbed(_: Random, edit: Edit) -> Edit:
    """The file is indented by tabs."""
    head, tail = ("".join(map(_with_tabs, part.splitlines(True))) for part in (edit.head, edit.tail))
    return Edit(head, tuple(row.mapped(_with_tabs) for row in edit.rows), tail)


def _with_tabs(line: str) -> str:
    return indent(line).replace("    ", "\t") + line[len(indent(line)) :]


def alike_twin(_: Random, edit: Edit) -> Edit:
    """The lines are there twice."""
    return Edit(edit.head, edit.rows, f"{edit.tail}\n\n{searched(edit.rows)}")


def deeper_twin(_: Random, edit: Edit) -> Edit:
    """The lines are there again, deeper."""
    copy = "".join(f"    {row.old}\n" for row in edit.rows if row.old is not None)
    return Edit(edit.head, edit.rows, f"{edit.tail}\n\n{copy}")


def near_twin(chance: Random, edit: Edit) -> Edit:
    """The lines are there again above, with another letter in one of them."""
    rows = [row for row in edit.rows if row.old is not None]
    candidates = [n for n, row in enumerate(rows) if any(map(str.isalpha, row.old or ""))]
    at = chance.choice(candidates)
    line = rows[at].old or ""
    letter = chance.choice([n for n, c in enumerate(line) if c.isalpha()])
    rows[at] = Row(f"{line[:letter]}x_{line[letter:]}", None)
    return Edit(f"{searched(rows)}\n\n{edit.head}", edit.rows, edit.tail)
