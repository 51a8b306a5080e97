"""Telling our lines from the person's: a change made on one text, taken to another of the same file."""

from collections import Counter

from editreview.alignment import line_opcodes
from editreview.texts import Change, Lines, Splice

_Opcodes = list[tuple[int, int, int, int]]


def carried(before: bytes, after: bytes, base: bytes) -> bytes | None:
    """`base` with the lines changed that differ between `before` and `after`, and no others.

    Where the lines that repeat let either difference be told in more than one way, all ways
    must come to the same.

    Args:
        before: The content that was changed.
        after: What it became.
        base: Another content of the same file.

    Returns:
        None if `base` differs from `before` in the same lines, if it cannot be said which lines are
        meant, or if there are no lines, as in what git takes for binary.
    """
    if before == after:
        return base
    if base == before:
        return after
    if any(map(is_binary, (before, after, base))):
        return None
    texts = _Texts(*(Lines(content.decode("latin-1"), "\n") for content in (before, after, base)))
    found = texts.carried()
    return None if found is None else found.encode("latin-1")


def is_binary(content: bytes) -> bool:
    """Whether it holds no lines: its bytes may be halves of characters."""
    return b"\0" in content


def survives(before: bytes, after: bytes, now: bytes) -> bool:
    """Whether all that differs between `before` and `after` is still so in a later content of the file."""
    if any(map(is_binary, (before, after, now))):
        return False
    texts = [Lines(content.decode("latin-1"), "\n") for content in (before, after, now)]
    old, made, found = (lines.slice(0, len(lines)) for lines in texts)
    ours = line_opcodes(old, made)
    own_lines = {line for _, _, b1, b2 in ours for line in range(b1, b2)}
    removed = {point: {*old[a1:a2]} for a1, a2, b1, point in ours if b1 == point}
    for a1, a2, n1, n2 in line_opcodes(made, found):
        if not own_lines.isdisjoint(range(a1, a2)):
            return False
        if any(not removed.get(point, set()).isdisjoint(found[n1:n2]) for point in range(a1, a2 + 1)):
            return False
    return True


class _Texts:
    """Every byte as the character of its number: only lines matter here."""

    def __init__(self, before: Lines, after: Lines, base: Lines) -> None:
        self._before = before
        self._after = after
        self._base = base

    def carried(self) -> str | None:
        ours = _ways(self._before, self._after)
        outcomes: set[str] = set()
        for across in _ways(self._before, self._base):
            carried = [way.carry(across) for way in ours]
            made = {change.apply(self._base.text) for change in carried if change is not None}
            if not made:
                return None
            outcomes |= made
        if len(outcomes) != 1:
            return None
        (outcome,) = outcomes
        return outcome if self._differs_in_ours_only(outcome) else None

    def _differs_in_ours_only(self, outcome: str) -> bool:
        """A last line without an end can have been joined with what came after it."""
        expected = _count(self._base)
        expected.update(_count(self._after))
        expected.subtract(_count(self._before))
        return _count(Lines(outcome, "\n")) == +expected and min(expected.values()) >= 0


def _count(lines: Lines) -> Counter[str]:
    return Counter(lines.slice(0, len(lines)))


def _ways(old: Lines, new: Lines) -> list[Change]:
    """The change from one text to another on whole lines, as far up and as far down as it can be told."""
    before, after = old.slice(0, len(old)), new.slice(0, len(new))
    down = line_opcodes(before, after)
    a, b = len(before), len(after)
    up = [
        (a - a2, a - a1, b - b2, b - b1)
        for a1, a2, b1, b2 in reversed(line_opcodes(before[::-1], after[::-1]))
    ]
    return [_change(old, new, opcodes) for opcodes in ([down] if up == down else [down, up])]


def _change(old: Lines, new: Lines, opcodes: _Opcodes) -> Change:
    return Change(
        tuple(
            Splice(old.starts[a1], old.starts[a2], new.text[new.starts[b1] : new.starts[b2]])
            for a1, a2, b1, b2 in opcodes
        )
    )
