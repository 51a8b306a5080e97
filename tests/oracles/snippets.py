"""Snippets of whole definitions, cut out of real changes: a fence under a path that holds a part of a file.

The right tree has the definitions as the snippet writes them and all else as it was. What was cut off, or
shows a class without some of its members, must not be placed.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from random import Random

from editreview.matching.outline import Category, OutlineLevel, TextOutline, Unit, outline, outline_language
from tests.oracles.material import Pair, lines_of, pairs
from tests.oracles.trial import Trial

_ATTEMPTS = 8
_MAX_LINES = 400
_FENCE = "`````"

_Form = Callable[["_Change", Random], "_Snippet | None"]


class _Snippet:
    """A snippet, and the texts of the file that are right with it; none if it must not be placed."""

    def __init__(self, lines: Sequence[str], *right: str) -> None:
        self.lines = lines
        self.right = right


class _Change:
    """A change of a file, definition by definition."""

    def __init__(self, pair: Pair, before: TextOutline, after: TextOutline) -> None:
        self.pair = pair
        self.old, self.new = lines_of(pair.before), lines_of(pair.after)
        self.before, self.after = before, after

    def pairs(self) -> Iterator[tuple[OutlineLevel, Unit, OutlineLevel, Unit]]:
        """The definitions that both sides have once, with their levels; the inner ones last."""
        levels = {level.path: level for level in self.before.top.levels()}
        for level in self.after.top.levels():
            old_level = levels.get(level.path)
            if old_level is None:
                continue
            for unit in level.units:
                olds, news = (
                    [each for each in side.units if each.key == unit.key] for side in (old_level, level)
                )
                if unit.is_definition and len(olds) == len(news) == 1:
                    yield old_level, olds[0], level, unit

    def changed(self) -> list[tuple[OutlineLevel, Unit, OutlineLevel, Unit]]:
        return [
            each
            for each in self.pairs()
            if self.old[each[1].head : each[1].end] != self.new[each[3].head : each[3].end]
        ]

    def with_lines(self, first: int, end: int, lines: Sequence[str]) -> str:
        text = "\n".join([*self.old[:first], *lines, *self.old[end:]])
        return f"{text}\n" if self.pair.before.endswith("\n") else text


def trial(seed: int) -> Trial | None:
    """A change and a form of snippet by chance."""
    chance = Random(f"snippets, {seed}")
    for _ in range(_ATTEMPTS):
        pair = chance.choice(pairs())
        name, form = chance.choice(list(FORMS.items()))
        change = _change(pair)
        snippet = form(change, chance) if change is not None else None
        if change is None or snippet is None or not 0 < len(snippet.lines) <= _MAX_LINES:
            continue
        if any(line.lstrip().startswith(_FENCE) for line in snippet.lines):
            continue
        language = change.before.language
        code = "\n".join(_laid_out(snippet.lines, chance))
        tree = {pair.path: pair.before.encode()}
        right = [{pair.path: text.encode()} for text in snippet.right] or [tree]
        return Trial(
            f"snippets: {name}: {PurePosixPath(pair.path).suffix or language}",
            seed,
            tree,
            f"Here is the change.\n\n{pair.path}\n{_FENCE}{language}\n{code}\n{_FENCE}\n",
            right[0],
            others=right[1:],
            is_alike=_but_for_blank_lines(snippet.right),
        )
    return None


def _but_for_blank_lines(right: Sequence[str]) -> Callable[[str, bytes], bool]:
    filled = [_filled(text) for text in right]
    return lambda path, data: _filled(data.decode()) in filled


def _filled(text: str) -> list[str]:
    # Commas of JSON follow from the place.
    return [line.rstrip(",") for line in text.split("\n") if line.strip()]


_KNOWN: dict[int, _Change | None] = {}


def _change(pair: Pair) -> _Change | None:
    if id(pair) not in _KNOWN:
        language = outline_language(pair.path)
        found = [outline(text, language) for text in (pair.before, pair.after)] if language else [None, None]
        before, after = found
        is_plain = before is not None and after is not None and pair.is_plain and "\r" not in pair.before
        _KNOWN[id(pair)] = _Change(pair, before, after) if is_plain and before and after else None
    return _KNOWN[id(pair)]


def _laid_out(lines: Sequence[str], chance: Random) -> Sequence[str]:
    """The lines as they are, or without the indentation that all of them have."""
    margins = [line[: len(line) - len(line.lstrip())] for line in lines if line.strip()]
    margin = min(margins, key=len, default="")
    if chance.random() < 0.5 and all(each.startswith(margin) for each in margins):
        return [line.removeprefix(margin) for line in lines]
    return lines


def _one(change: _Change, chance: Random) -> _Snippet | None:
    """One definition that the commit changed, with or without the comment above it."""
    found = [each for each in change.changed() if each[1].members is None and each[3].members is None]
    return _whole(change, chance.choice(found), chance) if found else None


def _with_members(change: _Change, chance: Random) -> _Snippet | None:
    """A class, a section or a table, with all of its members."""
    found = [
        each for each in change.changed() if each[1].members is not None and _keys(each[1]) <= _keys(each[3])
    ]
    return _whole(change, chance.choice(found), chance) if found else None


def _keys(unit: Unit) -> set[tuple[Category, str]]:
    return {each.key for each in unit.members.units if each.is_definition} if unit.members else set()


def _whole(change: _Change, each: tuple[OutlineLevel, Unit, OutlineLevel, Unit], chance: Random) -> _Snippet:
    _, old_unit, _, unit = each
    new = change.new
    if chance.random() < 0.5:
        return _Snippet(
            new[unit.head : unit.end],
            change.with_lines(old_unit.head, old_unit.end, new[unit.head : unit.end]),
        )
    right = [change.with_lines(old_unit.first, old_unit.end, new[unit.first : unit.end])]
    if unit.first == unit.head:
        # Nobody can tell a comment that goes from one that is not shown.
        right.append(change.with_lines(old_unit.head, old_unit.end, new[unit.head : unit.end]))
    return _Snippet(new[unit.first : unit.end], *right)


def _all(change: _Change, chance: Random) -> _Snippet | None:
    """All that the commit changed, where that is definitions of one level: the text is the commit's."""
    for level in change.after.top.levels():
        changed = [each for each in change.changed() if each[2] is level]
        old = [at for each in changed for at in range(each[1].first, each[1].end)]
        new = [at for each in changed for at in range(each[3].first, each[3].end)]
        rest_old = [line for at, line in enumerate(change.old) if at not in set(old) and line.strip()]
        rest_new = [line for at, line in enumerate(change.new) if at not in set(new) and line.strip()]
        if changed and rest_old == rest_new:
            shown = [change.new[each[3].first : each[3].end] for each in changed]
            lines = [line for part in shown for line in (*part, "")][:-1]
            kept = _comments_kept(change, changed)
            return _Snippet(lines, change.pair.after, *kept)
    return None


def _comments_kept(
    change: _Change, changed: Sequence[tuple[OutlineLevel, Unit, OutlineLevel, Unit]]
) -> list[str]:
    """The text in which comments stay that the snippet does not show."""
    lines = list(change.old)
    for _, old_unit, _, unit in sorted(changed, key=lambda each: -each[1].first):
        first = old_unit.first if unit.first < unit.head else old_unit.head
        lines[first : old_unit.end] = change.new[unit.first : unit.end]
    return ["\n".join(lines) + ("\n" if change.pair.before.endswith("\n") else "")]


def _edited(change: _Change, chance: Random) -> _Snippet | None:
    """Any definition, with a line of its body changed, added or taken out."""
    found = [each for each in change.pairs() if each[1].end - each[1].head >= 2]
    if not found:
        return None
    _, old_unit, _, _ = chance.choice(found)
    lines = change.old[old_unit.head : old_unit.end]
    edited = _with_edit(lines, chance)
    if edited is None:
        return None
    right = change.with_lines(old_unit.head, old_unit.end, edited)
    after = outline(right, change.before.language)
    if after is None or after.errors > change.before.errors:
        return None
    if list(after.top.paths()) != list(change.before.top.paths()):
        return None
    if chance.random() < 0.5:
        return _Snippet([*change.old[old_unit.first : old_unit.head], *edited], right)
    return _Snippet(edited, right)


def _with_edit(lines: Sequence[str], chance: Random) -> list[str] | None:
    inner = [at for at in range(1, len(lines)) if any(map(str.isalpha, lines[at]))]
    if not inner:
        return None
    at = chance.choice(inner)
    word = chance.choice(
        [w for w in lines[at].replace("_", " ").split() if any(map(str.isalnum, w))] or ["x"]
    )
    changed = lines[at].replace(word, f"{word}x", 1)
    ways = (
        [*lines[:at], changed, *lines[at + 1 :]],
        [*lines[:at], changed, *lines[at:]],
        [*lines[:at], *lines[at + 1 :]] if at < len(lines) - 2 else None,
    )
    return chance.choice(ways)


def _partial(change: _Change, chance: Random) -> _Snippet | None:
    """A class with only the members that changed: nobody can tell what becomes of the others."""
    found = [
        (old_unit, unit)
        for _, old_unit, _, unit in change.changed()
        if old_unit.members is not None and unit.members is not None and len(_keys(old_unit)) > 1
    ]
    if not found:
        return None
    old_unit, unit = chance.choice(found)
    assert old_unit.members is not None
    assert unit.members is not None
    old = {each.key: change.old[each.head : each.end] for each in old_unit.members.units}
    shown = [
        each
        for each in unit.members.units
        if each.is_definition and old.get(each.key) != change.new[each.head : each.end]
    ]
    if not shown or {each.key for each in shown} >= _keys(old_unit):
        return None
    lines = change.new[unit.head : unit.members.first]
    for each in shown:
        lines = [*lines, *change.new[each.head : each.end]]
    return _Snippet([*lines, *change.new[_body_end(unit) : unit.end]])


def _body_end(unit: Unit) -> int:
    assert unit.members is not None
    return unit.members.end


def _new_one(change: _Change, chance: Random) -> _Snippet | None:
    """A definition that the commit added, below its neighbour."""
    levels = {level.path: level for level in change.before.top.levels()}
    found = [
        (levels[level.path], above, unit)
        for level in change.after.top.levels()
        if level.path in levels
        for above, unit in zip(level.units, level.units[1:], strict=False)
        if above.is_definition and unit.is_definition
        if unit.key not in {each.key for each in levels[level.path].units}
        if [each.key for each in levels[level.path].units].count(above.key) == 1
    ]
    if not found:
        return None
    level, above, unit = chance.choice(found)
    old_unit = next(each for each in level.units if each.key == above.key)
    new = change.new
    right = change.with_lines(old_unit.head, old_unit.end, new[above.head : unit.end])
    return _Snippet(new[above.head : unit.end], right)


def _cut(change: _Change, chance: Random) -> _Snippet | None:
    """A definition that stops early: at most the lines that it shows may change."""
    found = [each for each in change.pairs() if each[3].end - each[3].head >= 4]
    if not found:
        return None
    _, _, _, unit = chance.choice(found)
    end = chance.randrange(unit.head + 1, unit.end - 1)
    rest = [line for line in change.new[end : unit.end] if any(map(str.isalnum, line))]
    return _lines_only(change, unit.head, end) if rest else None


def _lines_only(change: _Change, first: int, end: int) -> _Snippet:
    """Lines of the new text, which may be placed if they begin and end with lines of the file."""
    codes = SequenceMatcher(None, change.old, change.new, autojunk=False).get_opcodes()
    kept = {b1 + n: a1 + n for tag, a1, a2, b1, _ in codes if tag == "equal" for n in range(a2 - a1)}
    filled = [at for at in range(first, end) if change.new[at].strip()]
    if not filled or filled[0] not in kept or filled[-1] not in kept:
        return _Snippet(change.new[first:end])
    lines = change.new[filled[0] : filled[-1] + 1]
    return _Snippet(lines, change.with_lines(kept[filled[0]], kept[filled[-1]] + 1, lines))


def _middle(change: _Change, chance: Random) -> _Snippet | None:
    """Changed lines of a definition's middle, without its head; placed only between lines of the file."""
    codes = SequenceMatcher(None, change.old, change.new, autojunk=False).get_opcodes()
    spans = [(b1, b2) for tag, _, _, b1, b2 in codes if tag == "replace"]
    heads = {each[3].head for each in change.pairs()}
    if not spans:
        return None
    first, end = chance.choice(spans)
    first, end = max(first - chance.randrange(5), 0), min(end + chance.randrange(5), len(change.new))
    if any(at in heads for at in range(first, end)):
        return None
    lines = change.new[first:end]
    margin = min(
        (line[: len(line) - len(line.lstrip())] for line in lines if line.strip()), key=len, default=""
    )
    read = outline("\n".join(line.removeprefix(margin) for line in lines) + "\n", change.before.language)
    if read is not None and any(
        unit.is_definition or unit.category is Category.IMPORT for unit in read.top.units
    ):
        # Whole fields of a class, keys or imports: they may be placed.
        return None
    return _lines_only(change, first, end)


_SIGNS = {
    **dict.fromkeys(("python", "yaml", "bash", "ruby", "toml", "hcl"), ("#", "")),
    "css": ("/*", " */"),
    "markdown": ("<!--", " -->"),
    "lua": ("--", ""),
}
"""The signs of a comment, where they are not two slashes."""


def _dots(change: _Change, like: str) -> str:
    """A placeholder, as deep as a line."""
    start, end = _SIGNS.get(change.before.language, ("//", ""))
    return f"{like[: len(like) - len(like.lstrip())]}{start} ... existing code ...{end}"


def _is_shown(old: Sequence[str], new: Sequence[str]) -> bool:
    """True if new lines show every difference: what is only gone may be behind the dots."""
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [new[b1:b2] for tag, _, _, b1, b2 in codes if tag != "equal"]
    return all(any(map(str.strip, lines)) for lines in changed)


def _around(change: _Change, chance: Random) -> _Snippet | None:
    """One changed definition between dots; within its class, if it has one."""
    units = [each for each in change.changed() if each[1].members is None and each[3].members is None]
    if not units:
        return None
    _, old_unit, level, unit = chance.choice(units)
    lines = change.new[unit.head : unit.end]
    if not _is_shown(change.old[old_unit.head : old_unit.end], lines):
        return None
    dots = _dots(change, lines[0])
    lines = [dots, *lines, dots]
    owner = next((each[3] for each in change.pairs() if each[3].members is level), None)
    if owner is not None and owner.members is not None and chance.random() < 0.7:
        first = max(owner.members.first, owner.head + 1)
        lines = [*change.new[owner.head : first], *lines, *change.new[_body_end(owner) : owner.end]]
    return _Snippet(lines, change.with_lines(old_unit.head, old_unit.end, change.new[unit.head : unit.end]))


def _in_body(change: _Change, chance: Random) -> _Snippet | None:
    """A changed function, of which dots stand for what is not near the change."""
    units = [
        each
        for each in change.changed()
        if each[1].members is None and each[3].members is None and each[3].end - each[3].head > 6
    ]
    if not units:
        return None
    _, old_unit, _, unit = chance.choice(units)
    old, new = change.old[old_unit.head : old_unit.end], change.new[unit.head : unit.end]
    if not _is_shown(old, new):
        return None
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    near = chance.randrange(1, 3)
    shown = {0, len(new) - 1}
    for tag, _, _, b1, b2 in codes:
        if tag != "equal":
            shown.update(range(max(b1 - near, 0), min(b2 + near, len(new))))
    lines: list[str] = []
    for at, line in enumerate(new):
        if at in shown:
            lines.append(line)
        elif at - 1 in shown:
            lines.append(_dots(change, line if line.strip() else new[1]))
    if len(shown) > len(new) - 2:
        return None
    return _Snippet(lines, change.with_lines(old_unit.head, old_unit.end, new))


def _dots_and_new(change: _Change, chance: Random) -> _Snippet | None:
    """Dots and a new definition, within its class if it has one: nothing says where it goes."""
    levels = {level.path: level for level in change.before.top.levels()}
    new = [
        (level, unit)
        for level in change.after.top.levels()
        if level.path in levels
        for unit in level.units
        if unit.is_definition and unit.key not in {each.key for each in levels[level.path].units}
    ]
    if not new:
        return None
    level, unit = chance.choice(new)
    lines = change.new[unit.head : unit.end]
    if 3 * sum(line in change.old for line in lines if line.strip()) > len(lines):
        # It may be one of the file's under another name.
        return None
    dots = _dots(change, lines[0])
    lines = [dots, "", *lines] if chance.random() < 0.5 else [*lines, "", dots]
    owner = next((each[3] for each in change.pairs() if each[3].members is level), None)
    if owner is not None and owner.members is not None:
        first = max(owner.members.first, owner.head + 1)
        lines = [*change.new[owner.head : first], *lines, *change.new[_body_end(owner) : owner.end]]
    elif level.path:
        return None
    return _Snippet(lines)


CUT_OFF = "cut off"
FORMS: dict[str, _Form] = {
    "one definition": _one,
    "all of the commit": _all,
    "with its members": _with_members,
    "edited": _edited,
    "new below its neighbour": _new_one,
    "between dots": _around,
    "dots in the body": _in_body,
    "dots and a new one": _dots_and_new,
    "class, members missing": _partial,
    CUT_OFF: _cut,
    "lines of the middle": _middle,
}
"""A class without members, what is cut off, and dots beside new definitions must not be placed."""
