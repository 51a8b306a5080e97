"""The kinds of damage, and how much of each: what models do to the lines they were shown."""

import html
import json
import re
from collections.abc import Callable, Sequence
from random import Random

from tests.matching.damage.content import (
    added,
    alike_twin,
    deeper_twin,
    dropped,
    elided,
    invented,
    near_twin,
    tabbed,
    typos,
    unharmed,
)
from tests.matching.damage.edits import Row, indent
from tests.matching.damage.trial import Damage, Kind, exactly

_LineDamage = Callable[[Random, str], str]
_CURLY = str.maketrans({"'": "’"})
_FLAT = str.maketrans({"“": '"', "”": '"', "’": "'", "–": "-", "\u00a0": " "})


def each_line(change: _LineDamage, share: float = 1.0, *, with_added: bool = True) -> Damage:
    """Damage that a line suffers on both sides alike, each by itself; or only those that SEARCH has."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        sent: list[Row] = []
        for row in rows:
            seed = chance.random()
            is_spared = seed >= share or (row.old is None and not with_added)
            sides = (side and change(Random(seed), side) for side in (row.old, row.new))
            sent.append(row if is_spared else Row(*sides))
        return sent if any(a.old != b.old for a, b in zip(rows, sent, strict=True)) else None

    return damage


def one_after_another(*damages: Damage) -> Damage:
    """Several kinds at once."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        sent: Sequence[Row] | None = rows
        for one in damages:
            sent = one(chance, tuple(sent)) if sent is not None else None
        return sent

    return damage


def but_for(key: Callable[[str], str], *, only_added: bool = False) -> Callable[..., bool]:
    """True if lines are right when changed ones, or only added ones, are compared by a key."""

    def alike(rows: Sequence[Row], lines: Sequence[str]) -> bool:
        expected = [row for row in rows if row.new is not None]
        return len(expected) == len(lines) and all(
            line == row.new
            or (not row.is_kept and not (only_added and row.old) and key(line) == key(row.new or ""))
            for row, line in zip(expected, lines, strict=True)
        )

    return alike


def but_for_blank_lines(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    nonblank = [row for row in rows if row.new and row.new.strip()]
    return exactly(nonblank, [line for line in lines if line.strip()])


def but_for_layout(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    expected = [row.new for row in rows if row.new is not None]
    return _without_blanks("\n".join(expected)) == _without_blanks("\n".join(lines))


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _by_indentation(line: str) -> str:
    return indent(line) + _without_blanks(line)


def _trailing(chance: Random, line: str) -> str:
    return line + chance.choice((" ", "  ", "\t", "    "))


def _shifted(by: int) -> Damage:
    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        nonblank = [line for row in rows for line in (row.old, row.new) if line and line.strip()]
        margin = min(len(indent(line)) for line in nonblank)
        if by < 0 and not (margin and all(line.startswith(" ") for line in nonblank)):
            return None
        blanks = "\t" if any(line.startswith("\t") for line in nonblank) else " " * by
        return each_line(lambda _, line: line[margin:] if by < 0 else (blanks + line).rstrip())(chance, rows)

    return damage


def _units(unit: str, sent: str) -> Damage:
    """Every depth of one unit written in another."""

    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        depths = {indent(line) for row in rows for line in (row.old, row.new) if line and line.strip()}
        if any(depth.replace(unit, "") for depth in depths) or len(depths) < 2:
            return None
        return [row.mapped(lambda line: indent(line).replace(unit, sent) + line.lstrip()) for row in rows]

    return damage


def _first_without_indentation(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    first = rows[0]
    if not first.old or not indent(first.old) or len(rows) < 3:
        return None
    return [Row(first.old.lstrip(), first.new and first.new.lstrip()), *rows[1:]]


def _unevenly(chance: Random, line: str) -> str:
    if not line.strip():
        return line
    return chance.choice((" " + line, "  " + line, line[1:] if line.startswith(" ") else line))


def _doubled(chance: Random, line: str) -> str:
    return indent(line) + re.sub(r"(?<=\S) (?=\S)", "  ", line.lstrip())


def _squeezed(chance: Random, line: str) -> str:
    return indent(line) + re.sub(r"(?<=\S) {2,}(?=\S)", " ", line.lstrip())


def _closed_up(chance: Random, line: str) -> str:
    return indent(line) + re.sub(r" (=|\+|-|==|<|>) ", r"\1", line.lstrip()).replace(", ", ",")


def _blank_lines_lost(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    mentioned = [row for row in rows if not row.is_kept or (row.old or "").strip()]
    return mentioned if len(mentioned) < len(rows) else None


def _blank_lines_more(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
    after = set(chance.sample(range(len(rows) - 1), max(1, len(rows) // 3)))
    blank = Row("", "")
    return [line for n, row in enumerate(rows) for line in ((row, blank) if n in after else (row,))]


def _blank_lines_around(_: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
    return [Row("", ""), *rows, Row("", "")]


def _curly(_: Random, line: str) -> str:
    return re.sub(r'"([^"]*)"', r"“\1”", line).translate(_CURLY)


def _no_break(chance: Random, line: str) -> str:
    return indent(line) + re.sub(r"(?<=\S) ", "\u00a0", line.lstrip(), count=1)


def _flat(line: str) -> str:
    return line.translate(_FLAT)


def _if_without(marks: str, damage: Damage) -> Damage:
    """For blocks only that do not hold the damage already, where nobody could tell which is which."""

    def checked(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        has_marks = any(re.search(marks, line) for row in rows for line in (row.old, row.new) if line)
        return None if has_marks else damage(chance, rows)

    return checked


def _numbered(form: str) -> Damage:
    def damage(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
        first = chance.randint(1, 990)
        sent: list[Row] = []
        old = new = first
        for row in rows:
            sides = (row.old, old), (row.new, new)
            sent.append(Row(*(side if side is None else form.format(at, side) for side, at in sides)))
            old, new = old + (row.old is not None), new + (row.new is not None)
        return sent

    return damage


def _joined(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """Lines that end inside of brackets, as one with the next."""
    sent = [rows[0]]
    for row in rows[1:]:
        above = sent[-1]
        ends = [side.rstrip() for side in (above.old, above.new) if side]
        is_open = len(ends) == 2 and all(end.endswith(("(", "[", "{", ",")) for end in ends)
        is_code = not any(mark in end for end in (*ends, row.old or "") for mark in ("#", "//", '"'))
        if is_open and is_code and row.old and row.new and row.old.strip():
            gap = " " if ends[0].endswith(",") else ""
            sent[-1] = Row(*(f"{a}{gap}{b.lstrip()}" for a, b in zip(ends, (row.old, row.new), strict=True)))
        else:
            sent.append(row)
    return sent if len(sent) < len(rows) else None


def _split(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """The arguments of the first call, each on a line of its own."""
    for at, row in enumerate(rows):
        found = re.fullmatch(r"(\s*[\w.= ]+\()([\w., ]+)(\)\W*)", row.old or "")
        if found and row.is_kept and not found[1].lstrip().startswith(("def ", "class ", "fn ")):
            inner = indent(row.old or "") + "    "
            parts = found[2].split(", ")
            lines = [f"{inner}{part}," for part in parts[:-1]] + [inner + parts[-1]]
            split = [found[1], *lines, indent(row.old or "") + found[3]]
            return [*rows[:at], *(Row(line, line) for line in split), *rows[at + 1 :]]
    return None


_TRAILING = but_for(str.rstrip)
_ADDED = but_for(str.lstrip, only_added=True)
_BLANKS = but_for(_by_indentation)
_LOOKS = but_for(_flat)
_QUOTES = _if_without(r"\\", each_line(lambda _, line: line.replace('"', '\\"').replace("'", "\\'")))
_ENTITIES = each_line(lambda _, line: html.escape(line, quote=False))
_JSON = each_line(lambda _, line: json.dumps(line, ensure_ascii=False)[1:-1])
_NUMBERED_AND_BLANK = one_after_another(_numbered("{} | {}"), each_line(_trailing))
_BARE_AND_SHORT = one_after_another(_shifted(-1), _blank_lines_lost)

KINDS: tuple[Kind, ...] = (
    Kind("nothing", "as it is", unharmed),
    Kind("blanks at line ends", "a third", each_line(_trailing, 0.33), _TRAILING),
    Kind("blanks at line ends", "every line", each_line(_trailing), _TRAILING),
    Kind("re-indented", "all by 4", _shifted(4)),
    Kind("re-indented", "to the margin", _shifted(-1)),
    Kind("units", "4 blanks as tab", _units("    ", "\t")),
    Kind("units", "4 blanks as 2", _units("    ", "  ")),
    Kind("units", "tab as 4 blanks", _units("    ", "    "), around=tabbed),
    Kind("uneven", "first line bare", _first_without_indentation, _ADDED),
    Kind("uneven", "a third by 1 or 2", each_line(_unevenly, 0.33, with_added=False), _ADDED),
    Kind("blanks within", "doubled", each_line(_doubled), _BLANKS),
    Kind("blanks within", "runs squeezed", each_line(_squeezed), _BLANKS),
    Kind("blanks within", "none at operators", each_line(_closed_up), _BLANKS),
    Kind("blank lines", "lost", _blank_lines_lost, but_for_blank_lines),
    Kind("blank lines", "a third more", _blank_lines_more, but_for_blank_lines),
    Kind("blank lines", "around", _blank_lines_around, but_for_blank_lines),
    Kind("look-alikes", "quotes", each_line(_curly), _LOOKS),
    Kind("look-alikes", "dashes", each_line(lambda _, line: line.replace("-", "–")), _LOOKS),
    Kind("look-alikes", "no-break spaces", each_line(_no_break), _LOOKS),
    Kind("escapes", "quotes", _QUOTES),
    Kind("escapes", "as in JSON", _JSON),
    Kind("entities", "every line", _if_without(r"&\w+;", _ENTITIES)),
    Kind("line numbers", "7 | x", _numbered("{} | {}")),
    Kind("line numbers", "7: x", _numbered("{}: {}")),
    Kind("line numbers", "as cat -n", _numbered("{:6}\t{}")),
    Kind("layout", "joined", _joined, but_for_layout),
    Kind("layout", "split", _split, but_for_layout),
    Kind("at once", "depth, line ends", one_after_another(_shifted(4), each_line(_trailing)), _TRAILING),
    Kind("at once", "depth, blank lines", _BARE_AND_SHORT, but_for_blank_lines),
    Kind("at once", "depth, look-alikes", one_after_another(_shifted(-1), each_line(_curly)), _LOOKS),
    Kind("at once", "units, escapes", one_after_another(_units("    ", "\t"), _QUOTES)),
    Kind("at once", "numbers, line ends", _NUMBERED_AND_BLANK, _TRAILING),
    Kind("typos", "1 %", typos(0.01)),
    Kind("typos", "3 %", typos(0.03)),
    Kind("typos", "10 %", typos(0.1)),
    Kind("middle", "1 line lost", dropped(1)),
    Kind("middle", "3 lines lost", dropped(3)),
    Kind("middle", "1 line more", added(1)),
    Kind("middle", "3 lines more", added(3)),
    Kind("middle", "half invented", invented),
    Kind("elided", "...", elided("...")),
    Kind("elided", "a comment", elided("# ... existing code ...")),
    Kind("twin", "alike", unharmed, around=alike_twin, is_ambiguous=True),
    Kind("twin", "alike, blanks", each_line(_trailing), around=alike_twin, is_ambiguous=True),
    Kind("twin", "deeper, to the margin", _shifted(-1), around=deeper_twin, is_ambiguous=True),
    Kind("twin", "deeper", unharmed, around=deeper_twin),
    Kind("twin", "one word other, blanks", each_line(_trailing), _TRAILING, near_twin),
    Kind("twin", "one word other, depth", _shifted(-1), around=near_twin),
    Kind("twin", "one word other", unharmed, around=near_twin),
    Kind("twin", "one word other, typos", typos(0.03), around=near_twin),
)
