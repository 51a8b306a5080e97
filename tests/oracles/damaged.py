"""Real changes, damaged as models damage them: the file after, or a refusal.

A kind of damage says what the model sends, and perhaps what else became of the file since the
model saw it. Where the damage leaves nobody able to tell what was meant, more outcomes are right.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from random import Random
from string import ascii_lowercase
from textwrap import wrap

from tests.matching.damage import KINDS, Kind
from tests.matching.damage.edits import Edit, Row, indent, searched
from tests.matching.damage.trial import Alike, Damage, Surroundings, as_cut, exactly
from tests.oracles.material import Pair, Piece, pairs
from tests.oracles.said import FORMATS, Format, Request, cut, hunks, in_a_diff, parts
from tests.oracles.trial import Trial

_ATTEMPTS = 12
_MOST_ROWS = 40
_MOST_PIECES = 6
_DIFFS = ("unified-diff", "apply-patch", "tool-call, apply_patch_call")
"""Formats that quote a kept line once, so that one side of it alone cannot be damaged."""
_MARKS = re.compile(r"\s*(<{4,}|={4,}|>{4,}|`{3,}|~{3,}|\.\.\.|@@|-{3,}|\*{3} )")


@dataclass(frozen=True, slots=True)
class Harm:
    """A kind of damage to one piece of a change."""

    name: str
    damage: Damage
    alike: Alike = exactly
    around: Surroundings = as_cut
    is_ambiguous: bool = False
    """Every write is a guess."""
    is_one_sided: bool = False
    takes_as_sent: bool = False
    """A line as the model sent it is as good as the one that was meant."""


def trial(seed: int) -> Trial | None:
    """A pair, a format and a kind of damage by chance."""
    chance = Random(f"damaged, {seed}")
    for _ in range(_ATTEMPTS):
        pair = chance.choice(pairs())
        if not pair.is_plain:
            continue
        way = chance.choice(_DAMAGEABLE)
        if chance.random() < 0.1:
            found = _misnumbered(pair, seed, chance)
        elif chance.random() < 0.07:
            found = _with_other_ends(pair, way, seed, chance)
        elif chance.random() < 0.1:
            found = _part_of_line(pair, way, seed, chance)
        elif chance.random() < 0.1:
            found = _rewrapped(pair, way, seed, chance)
        else:
            found = _harmed(pair, way, chance.choice(HARMS), seed, chance)
        if found is not None:
            return found
    return None


# One piece of a change


def _harmed(pair: Pair, way: Format, harm: Harm, seed: int, chance: Random) -> Trial | None:
    if harm.is_one_sided and way.name.startswith(_DIFFS):
        return None
    if harm.is_ambiguous and way.tells_where:
        # That tells the twins apart.
        return None
    pieces = pair.pieces(chance.randrange(1, 8))
    piece = chance.choice(pieces) if pieces else None
    if piece is None or not _is_plain(pair, piece):
        return None
    text = pair.before.split("\n")
    head, tail = text[: piece.first], text[piece.last :]
    # The last line is left alone where the file does not end it.
    if not tail or len(piece.rows) > _MOST_ROWS or not any(map(str.isalpha, "".join(piece.old))):
        return None
    edit = Edit("".join(f"{line}\n" for line in head), piece.rows, "\n".join(tail))
    sent = harm.damage(chance, edit.rows)
    if sent is None or not any(row.old and row.old.strip() for row in sent):
        return None
    if way.name.startswith(_DIFFS) and _is_off_by_one(edit.rows, sent):
        return None
    if way.name.startswith("tool-call") and not _has_edges(sent):
        # To the letter it means something else: a line feed at its begin takes the line above along.
        return None
    if _is_literal(edit, sent, is_lines=not way.name.startswith("tool-call")):
        return None
    if harm.is_one_sided and "blank lines" in harm.name and not _has_edges(edit.rows):
        # A blank line at an edge of one side alone is one that comes or goes.
        return None
    if harm.is_one_sided and "blank lines, lost" in harm.name and _is_blank_beside_insertion(edit.rows):
        # Lost in SEARCH alone, it reads like one that is inserted: nobody can tell.
        return None
    if harm.is_one_sided and "blank lines, a third more" in harm.name and _changes_blank_lines(edit.rows):
        # With one more in SEARCH alone, one that is inserted reads like one that is kept.
        return None
    if "units" in harm.name and not any(row.old and indent(row.old) for row in sent):
        # Nothing in SEARCH shows how deep the file is indented.
        return None
    edit = harm.around(chance, edit)
    if edit.before == edit.after:
        return None
    response = way.say(
        Request(Pair(pair.path, edit.before, edit.after), [Piece(piece.first, tuple(sent))], chance)
    )
    if response is None:
        return None
    return Trial(
        f"damaged: {way.name}: {harm.name}",
        seed,
        {pair.path: edit.before.encode()},
        response,
        {pair.path: (edit.before if harm.is_ambiguous else edit.after).encode()},
        is_alike=lambda _, data: not harm.is_ambiguous and _is_alike(harm, edit, sent, data),
    )


def _is_alike(harm: Harm, edit: Edit, sent: Sequence[Row], data: bytes) -> bool:
    text = data.decode("utf-8", "replace")
    head, tail = edit.head, edit.tail
    if not (len(text) >= len(head) + len(tail) and text.startswith(head) and text.endswith(tail)):
        return False
    lines = [_unless_blank(line) for line in text[len(head) : len(text) - len(tail)].split("\n")[:-1]]
    if harm.alike(_with_known_origin([row.mapped(_unless_blank) for row in edit.rows]), lines):
        return True
    if not harm.takes_as_sent:
        return False
    meant = [_unless_blank(row.new) for row in edit.rows if row.new is not None]
    written = [_unless_blank(row.new) for row in sent if row.new is not None]
    return lines == written or (
        len(meant) == len(lines) == len(written)
        and all(line in (a, b) for line, a, b in zip(lines, meant, written, strict=True))
    )


def _with_known_origin(rows: Sequence[Row]) -> list[Row]:
    """The rows, kept ones as added where an added one is the same: nobody can tell which is which."""
    told = [row.new.strip() for row in rows if row.new]
    return [Row(None, row.new) if row.new and told.count(row.new.strip()) > 1 else row for row in rows]


def _is_off_by_one(rows: Sequence[Row], sent: Sequence[Row]) -> bool:
    """True if a line moved by one column, as if a diff had lost the space before its context."""
    pairs = zip(rows, sent, strict=False)
    return any(a.old and b.old and abs(len(indent(a.old)) - len(indent(b.old))) == 1 for a, b in pairs)


def _is_literal(edit: Edit, sent: Sequence[Row], *, is_lines: bool) -> bool:
    """True if damaged old lines stand in the file to the letter: then they are to become the new ones."""
    olds, sents = ([row.old for row in rows if row.old is not None] for rows in (edit.rows, sent))
    old, text = "\n".join(sents), edit.before
    if is_lines:
        old, text = f"\n{old}\n", f"\n{text}"
    return olds != sents and old in text


def _is_blank_beside_insertion(rows: Sequence[Row]) -> bool:
    """True if a kept blank line is next to lines that are inserted, and do not replace others."""
    runs = [list(run) for _, run in groupby(range(len(rows)), lambda n: rows[n].is_kept)]
    inserted = [run for run in runs if all(rows[n].old is None for n in run)]
    beside = [n for run in inserted for n in (run[0] - 1, run[-1] + 1) if 0 <= n < len(rows)]
    return any(rows[n].is_kept and not (rows[n].old or "").strip() for n in beside)


def _changes_blank_lines(rows: Sequence[Row]) -> bool:
    return any(not row.is_kept and "" in (row.old, row.new) for row in rows)


def _has_edges(rows: Sequence[Row]) -> bool:
    """True if both sides begin and end with lines that are not blank."""
    sides = [
        side
        for side in ([r.old for r in rows if r.old is not None], [r.new for r in rows if r.new is not None])
        if side
    ]
    return all(side[0].strip() and side[-1].strip() for side in sides)


def _unless_blank(line: str) -> str:
    return line if line.strip() else ""


def _is_plain(pair: Pair, piece: Piece) -> bool:
    """True if the lines stand in the file once and become others, whatever whitespace is forgiven."""
    squeezed = ["".join(line.split()) for line in pair.lines]
    wanted = [line for line in ("".join(line.split()) for line in piece.old) if line]
    told = [line for line in squeezed if line]
    runs = sum(told[at : at + len(wanted)] == wanted for at in range(len(told) - len(wanted) + 1))
    sides = [line for row in piece.rows for line in (row.old, row.new) if line]
    is_telling = wanted != [line for line in ("".join(line.split()) for line in piece.new) if line]
    # Trailing whitespace is the file's, or the model's: both are right.
    is_trimmed = all(line == line.rstrip() for line in sides if line.strip())
    is_plain = is_trimmed and not any(map(_MARKS.match, sides))
    return len(wanted) >= 2 and runs == 1 and is_telling and is_plain


def _one_sided(damage: Damage, *, is_search: bool) -> Damage:
    """The damage on one side alone."""

    def damaged(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
        sent = damage(chance, rows)
        if sent is None:
            return None
        old, new = (sent, rows) if is_search else (rows, sent)
        found = [Row(row.old, None) for row in old if row.old is not None]
        found += [Row(None, row.new) for row in new if row.new is not None]
        olds = [row.old for row in found if row.old is not None]
        news = [row.new for row in found if row.new is not None]
        is_changed = [row.old for row in rows if row.old is not None] != olds or [
            row.new for row in rows if row.new is not None
        ] != news
        return found if is_changed and olds != news else None

    return damaged


def _kept(rows: Sequence[Row]) -> list[int]:
    return [n for n, row in enumerate(rows) if row.is_kept and (row.old or "").strip()]


def _forgotten(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """A kept line within is left out of SEARCH alone: REPLACE seems to add it."""
    inner = [n for n in _kept(rows) if 0 < n < len(rows) - 1]
    inner = [n for n in inner if any(r.old for r in rows[:n]) and any(r.old for r in rows[n + 1 :])]
    if not inner:
        return None
    lost = chance.choice(inner)
    return [Row(None, row.new) if n == lost else row for n, row in enumerate(rows)]


def _doubled(chance: Random, rows: tuple[Row, ...], *, is_both: bool = True) -> Sequence[Row] | None:
    """A kept line stands twice."""
    kept = _kept(rows)
    if not kept:
        return None
    at = chance.choice(kept)
    more = rows[at] if is_both else Row(rows[at].old, None)
    return [*rows[:at], more, *rows[at:]]


def _doubled_in_search(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    return _doubled(chance, rows, is_both=False)


def _lost_at_edge(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """The first or the last kept line is left out on both sides, and another within."""
    kept = _kept(rows)
    inner = [n for n in kept if 0 < n < len(rows) - 1]
    if not inner or not rows[0].is_kept:
        return None
    lost = {0, chance.choice(inner)}
    return [row for n, row in enumerate(rows) if n not in lost]


_COMMENT = re.compile(r"\s*(#|//|/\*|<!--|\*).*")


def _without_comments(_: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """Kept lines that are comments, between kept ones, are left out on both sides."""
    told = [n for n, row in enumerate(rows) if (row.old or row.new or "").strip()]
    lost = {
        n
        for above, n, below in zip(told, told[1:], told[2:], strict=False)
        if all(rows[each].is_kept for each in range(above, below + 1))
        and _COMMENT.fullmatch(rows[n].old or "")
    }
    return [row for n, row in enumerate(rows) if n not in lost] if lost else None


_WORD = re.compile(r"[A-Za-z_]\w{3,}")


def _renamed(chance: Random, rows: tuple[Row, ...]) -> Sequence[Row] | None:
    """A word of the kept lines is another; none that a changed line has."""
    changed = {
        w for row in rows if not row.is_kept for s in (row.old, row.new) for w in _WORD.findall(s or "")
    }
    words = sorted({w for row in rows if row.is_kept for w in _WORD.findall(row.old or "")} - changed)
    if not words:
        return None
    word = chance.choice(words)
    other = "".join(chance.choice(ascii_lowercase) for _ in word)
    return [
        row.mapped(lambda line: re.sub(rf"\b{word}\b", other, line)) if row.is_kept else row for row in rows
    ]


# What became of the file since


def _unharmed(_: Random, rows: tuple[Row, ...]) -> Sequence[Row]:
    return rows


def _moved_down(chance: Random, edit: Edit) -> Edit:
    """Lines are added far above."""
    more = "".join(f"// moved on, {n}\n" for n in range(chance.randrange(1, 40)))
    lines = edit.head.splitlines(True)
    at = chance.randrange(len(lines) + 1)
    return Edit("".join([*lines[:at], more, *lines[at:]]), edit.rows, edit.tail)


def _kept_line_edited(chance: Random, edit: Edit) -> Edit:
    """A kept line became another."""
    kept = [n for n in _kept(edit.rows) if _WORD.search(edit.rows[n].old or "")]
    if not kept:
        return Edit(edit.head, (), edit.tail)
    at = chance.choice(kept)
    line = edit.rows[at].old or ""
    word = chance.choice(list(_WORD.finditer(line)))
    other = f"{line[: word.end()]}_since{line[word.end() :]}"
    return Edit(edit.head, (*edit.rows[:at], Row(other, other), *edit.rows[at + 1 :]), edit.tail)


def _line_added_within(chance: Random, edit: Edit) -> Edit:
    """A line was added between kept ones."""
    gaps = [n for n in range(1, len(edit.rows)) if edit.rows[n - 1].is_kept and edit.rows[n].is_kept]
    if not gaps:
        return Edit(edit.head, (), edit.tail)
    at = chance.choice(gaps)
    line = indent(edit.rows[at].old or "") + "added_since(7)"
    return Edit(edit.head, (*edit.rows[:at], Row(line, line), *edit.rows[at:]), edit.tail)


def _kept_line_gone(chance: Random, edit: Edit) -> Edit:
    """A kept line between others is gone."""
    inner = [n for n in _kept(edit.rows) if 0 < n < len(edit.rows) - 1]
    if not inner or len(edit.rows) < 5:
        return Edit(edit.head, (), edit.tail)
    at = chance.choice(inner)
    olds = [row.old.strip() for row in edit.rows if row.old is not None]
    gone = sum(row.old is not None for row in edit.rows[:at])
    around = [line.strip() for line in edit.before.split("\n")]
    runs = (around[first : first + len(olds)] for first in range(len(around) - len(olds) + 1))
    if sum(run[:gone] == olds[:gone] and run[gone + 1 :] == olds[gone + 1 :] for run in runs) > 1:
        # Then lines elsewhere that have another in its place are likelier: nobody can tell.
        return Edit(edit.head, (), edit.tail)
    return Edit(edit.head, (*edit.rows[:at], *edit.rows[at + 1 :]), edit.tail)


def _half_applied(chance: Random, edit: Edit) -> Edit:
    """One of the changed lines is changed already."""
    changed = [n for n, row in enumerate(edit.rows) if not row.is_kept and row.old and row.new]
    if len(changed) < 2:
        return Edit(edit.head, (), edit.tail)
    at = chance.choice(changed)
    done = Row(edit.rows[at].new, edit.rows[at].new)
    return Edit(edit.head, (*edit.rows[:at], done, *edit.rows[at + 1 :]), edit.tail)


def _near_twin(place: Callable[[Random, list[str]], int]) -> Surroundings:
    """The lines stand again elsewhere, with another word in an informative one of them."""

    def around(chance: Random, edit: Edit) -> Edit:
        rows = [row for row in edit.rows if row.old is not None]
        told = [n for n, row in enumerate(rows) if _WORD.search(row.old or "")]
        if not told:
            return Edit(edit.head, (), edit.tail)
        at = chance.choice(told)
        line = rows[at].old or ""
        word = chance.choice(list(_WORD.finditer(line)))
        rows[at] = Row(f"{line[: word.start()]}other_{word[0]}{line[word.end() :]}", None)
        twin = f"\n{searched(rows)}\n"
        lines = edit.tail.splitlines(True)
        if not edit.tail.endswith("\n") or chance.random() < 0.5:
            lines = edit.head.splitlines(True)
            where = place(chance, lines)
            return Edit("".join([*lines[:where], twin, *lines[where:]]), edit.rows, edit.tail)
        where = len(lines) - place(chance, lines)
        return Edit(edit.head, edit.rows, "".join([*lines[:where], twin, *lines[where:]]))

    return around


_FAR_TWIN = _near_twin(lambda chance, lines: 0)
_ANY_TWIN = _near_twin(lambda chance, lines: chance.randrange(len(lines) + 1))


def _kinds() -> Iterator[Harm]:
    for kind in KINDS:
        name = f"{kind.name}, {kind.dose}"
        yield Harm(name, kind.damage, kind.alike, kind.around, kind.is_ambiguous)
        if (
            kind.around is as_cut
            and kind.name not in ("nothing", "middle", "elided")
            and kind.dose != "around"
        ):
            yield Harm(f"SEARCH only: {name}", _one_sided(kind.damage, is_search=True), is_one_sided=True)
        if _can_be_meant(kind):
            damage = _one_sided(kind.damage, is_search=False)
            yield Harm(f"REPLACE only: {name}", damage, kind.alike, is_one_sided=True, takes_as_sent=True)


def _can_be_meant(kind: Kind) -> bool:
    """True if damage to REPLACE alone leaves the intended text, or else is taken to the letter."""
    return kind.around is as_cut and kind.name in (
        *("blanks at line ends", "re-indented", "units", "uneven", "look-alikes", "escapes", "entities"),
        *("line numbers", "typos", "layout", "blank lines", "blanks within"),
    )


_TRAILING = next(kind for kind in KINDS if kind.name == "blanks at line ends" and kind.dose == "every line")
_DEEPER = next(kind for kind in KINDS if kind.dose == "all by 4")
_TYPOS = next(kind for kind in KINDS if kind.dose == "3 %")

HARMS: tuple[Harm, ...] = (
    *_kinds(),
    Harm("SEARCH only: forgotten line", _forgotten, is_one_sided=True),
    Harm("doubled line", _doubled),
    Harm("SEARCH only: doubled line", _doubled_in_search, is_one_sided=True),
    Harm("forgotten at the edge and within", _lost_at_edge),
    Harm("comments dropped", _without_comments),
    Harm("identifier renamed", _renamed),
    Harm("stale, lines above", _unharmed, around=_moved_down),
    Harm("stale, lines above, typos", _TYPOS.damage, around=_moved_down),
    Harm("stale, kept line edited", _unharmed, around=_kept_line_edited),
    Harm("stale, line added within", _unharmed, around=_line_added_within),
    Harm("stale, kept line gone", _unharmed, around=_kept_line_gone),
    Harm("stale, half applied", _unharmed, around=_half_applied),
    Harm("far twin", _unharmed, around=_FAR_TWIN),
    Harm("far twin, blanks at line ends", _TRAILING.damage, _TRAILING.alike, _FAR_TWIN),
    Harm("far twin, deeper", _DEEPER.damage, around=_FAR_TWIN),
    Harm("far twin, typos", _TYPOS.damage, around=_FAR_TWIN),
    Harm("twin, line forgotten in SEARCH", _forgotten, around=_ANY_TWIN, is_one_sided=True),
    Harm("twin, identifier renamed", _renamed, around=_ANY_TWIN),
    Harm("twin, doubled line", _doubled, around=_ANY_TWIN),
    Harm("twin, comments dropped", _without_comments, around=_ANY_TWIN),
)
_DAMAGEABLE = [way for way in FORMATS if way.is_damageable]


# Whole changes


def _shifted(chance: Random, found: list[str]) -> list[str]:
    by = chance.choice((-40, -7, -2, -1, 1, 3, 12, 60))
    return _renumbered(found, lambda start: max(start + by, 1))


def _scattered(chance: Random, found: list[str]) -> list[str]:
    return _renumbered(found, lambda start: chance.randrange(1, 400))


def _all_first(_: Random, found: list[str]) -> list[str]:
    return _renumbered(found, lambda start: 1)


def _renumbered(found: Sequence[str], change: Callable[[int], int]) -> list[str]:
    return [
        re.sub(r"(?<=[-+])\d+", lambda number: str(change(int(number[0]))), hunk, count=2) for hunk in found
    ]


def _miscounted(chance: Random, found: list[str]) -> list[str]:
    return [
        re.sub(r"(?<=,)\d+", lambda n: str(max(int(n[0]) + chance.choice((-2, -1, 1, 4)), 1)), hunk, count=2)
        for hunk in found
    ]


def _blank_context_empty(_: Random, found: list[str]) -> list[str]:
    return [re.sub(r"(?m)^ $", "", hunk) for hunk in found]


_NUMBERS: dict[str, Callable[[Random, list[str]], list[str]]] = {
    "all shifted": _shifted,
    "at random": _scattered,
    "all 1": _all_first,
    "wrong counts": _miscounted,
    "blank context empty": _blank_context_empty,
}


def _misnumbered(pair: Pair, seed: int, chance: Random) -> Trial | None:
    """A diff of several hunks with wrong numbers."""
    pieces = pair.pieces(chance.choice((1, 2, 3, 3)), is_unique=False)
    if not pieces or len(pieces) > _MOST_PIECES or not all(piece.old for piece in pieces):
        return None
    name = chance.choice(list(_NUMBERS))
    found = hunks(pieces)
    damaged = _NUMBERS[name](chance, found)
    if damaged == found:
        return None
    return Trial(
        f"damaged: unified-diff: numbers, {name}",
        seed,
        {pair.path: pair.before.encode()},
        in_a_diff(Request(pair, pieces, chance), damaged),
        {pair.path: pair.after.encode()},
        parts=parts(pair, pieces),
    )


def _with_other_ends(pair: Pair, way: Format, seed: int, chance: Random) -> Trial | None:
    """The whole change, with other line ends in the response than in the file."""
    pieces = cut(pair, way, chance)
    if not pieces or len(pieces) > _MOST_PIECES:
        return None
    response = way.say(Request(pair, pieces, chance))
    if response is None:
        return None
    name = chance.choice(("response in CRLF", "file in CRLF", "both in CRLF"))
    if not name.startswith("file"):
        response = response.replace("\n", "\r\n")
    end = "\n" if name.startswith("response") else "\r\n"
    before, after, *some = (
        text.replace("\n", end)
        for text in (pair.before, pair.after, *(tree[pair.path].decode() for tree in parts(pair, pieces)))
    )
    return Trial(
        f"damaged: {way.name}: {name}",
        seed,
        {pair.path: before.encode()},
        response,
        {pair.path: after.encode()},
        parts=[{pair.path: text.encode()} for text in some],
    )


# One line, or one paragraph


def _part_of_line(pair: Pair, way: Format, seed: int, chance: Random) -> Trial | None:
    """A changed line of which SEARCH has only a part, and REPLACE the same part or the whole line."""
    lines = [piece for piece in pair.pieces(0) or () if len(piece.old) == len(piece.new) == 1]
    if not lines or way.name.startswith((*_DIFFS, "tool-call")):
        # To the letter, a part of a line is what a tool's old text may be.
        return None
    piece = chance.choice(lines)
    (old,), (new,) = piece.old, piece.new
    begin, end = indent(old), _shared(old[::-1], new[::-1])
    prefix = old[: _shared(old, new)]
    first = chance.choice([match.start() for match in re.finditer(r"(?<!\w)\S", prefix)] or [0])
    ends = [match.end() for match in re.finditer(r"\S(?!\w)", old) if match.end() >= len(old) - end]
    last = chance.choice(ends or [len(old)])
    part = old[first:last]
    told = new[first : len(new) - (len(old) - last)]
    is_whole = chance.random() < 0.3
    sent = f"{begin}{part}", new if is_whole else f"{begin}{told}"
    if len(prefix) < first or sent[0].strip() == old.strip() or sent[0] == sent[1] or not told.strip():
        return None
    # Where the part stands to the letter, it is that place that is meant.
    if sent[0] in pair.before or any(map(_MARKS.match, sent)) or not any(map(str.isalpha, part)):
        return None
    text = list(pair.lines)
    text[piece.first] = new
    after = "\n".join(text) + "\n" * pair.before.endswith("\n")
    rows = Row(sent[0], None), Row(None, sent[1])
    response = way.say(Request(Pair(pair.path, pair.before, after), [Piece(piece.first, rows)], chance))
    if response is None:
        return None
    name = "SEARCH is a part of its line" if is_whole else "a part of a line"
    return Trial(
        f"damaged: {way.name}: {name}",
        seed,
        {pair.path: pair.before.encode()},
        response,
        {pair.path: after.encode()},
    )


def _shared(one: str, other: str) -> int:
    """The number of characters that two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


_PROSE = re.compile(r"(?P<marker>[ \t]*(?:#+|//|)[ \t]*)[A-Za-z(\"'`][^{}=;]*[a-z,.]")
"""A line that may be one of a paragraph, of a comment or a docstring."""
_FEW_WORDS, _MANY_WORDS = 10, 120


def _rewrapped(pair: Pair, way: Format, seed: int, chance: Random) -> Trial | None:
    """A paragraph with a word changed, in other lines on both sides than in the file."""
    runs = [
        (marker, [n for n, _ in run])
        for marker, run in groupby(enumerate(pair.lines), lambda each: _marker_of(each[1]))
        if marker is not None
    ]
    runs = [(marker, run) for marker, run in ((m, list(r)) for m, r in runs) if len(run) > 1]
    if not runs:
        return None
    marker, run = chance.choice(runs)
    old = [pair.lines[n].removeprefix(marker) for n in run]
    words = " ".join(old).split()
    if not _FEW_WORDS <= len(words) <= _MANY_WORDS:
        return None
    line = chance.randrange(len(old))
    word = chance.choice(old[line].split())
    other = "".join(chance.choice(ascii_lowercase) for _ in range(chance.randrange(3, 9)))
    new = list(old)
    new[line] = re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", other, old[line], count=1)
    width = chance.choice((40, 60, 72, 100, 10_000))
    sent = [
        [f"{marker}{each}" for each in wrap(" ".join(side), width, break_on_hyphens=False)]
        for side in (old, new)
    ]
    if len(sent[0]) == len(old) or any(map(_MARKS.match, sent[0] + sent[1])):
        return None
    text = list(pair.lines)
    text[run[0] : run[-1] + 1] = [f"{marker}{each}" for each in new]
    after = "\n".join(text) + "\n" * pair.before.endswith("\n")
    rows = [*(Row(each, None) for each in sent[0]), *(Row(None, each) for each in sent[1])]
    response = way.say(Request(Pair(pair.path, pair.before, after), [Piece(run[0], tuple(rows))], chance))
    if response is None:
        return None
    head = "".join(f"{each}\n" for each in pair.lines[: run[0]])
    tail = "".join(f"{each}\n" for each in pair.lines[run[-1] + 1 :])
    return Trial(
        f"damaged: {way.name}: paragraph in other lines",
        seed,
        {pair.path: pair.before.encode()},
        response,
        {pair.path: after.encode()},
        is_alike=lambda _, data: _is_paragraph(data.decode(), head, tail, marker, " ".join(new).split()),
    )


def _marker_of(line: str) -> str | None:
    """The beginning of a line of prose; None if it is none."""
    found = _PROSE.fullmatch(line)
    return found["marker"] if found else None


def _is_paragraph(text: str, head: str, tail: str, marker: str, words: Sequence[str]) -> bool:
    """True if nothing but these words stands between two texts, whatever the lines."""
    if not (text.startswith(head) and text.rstrip("\n").endswith(tail.rstrip("\n"))):
        return False
    inner = text[len(head) : len(text) - len(tail)].splitlines()
    lines = [line for line in inner if line.startswith(marker)]
    return lines == inner and " ".join(line.removeprefix(marker) for line in lines).split() == list(words)
