"""A few lines of a block with dots above or below them, one of them changed, added or gone.

The block is shown with the line that begins it and the one that ends it, or without them.
"""

from pathlib import PurePosixPath
from random import Random

from editreview.matching.depth import indent_width, only_closes, opens_block
from editreview.text import indentation
from tests.oracles.material import lines_of, pairs
from tests.oracles.trial import Trial

_ATTEMPTS = 30
_LEAST_LENGTH = 4
"""Lines of a block."""
_COMMENTS = {
    **dict.fromkeys((".py", ".rb", ".toml", ".yml"), "# {}"),
    **dict.fromkeys((".ts", ".tsx", ".js", ".go", ".rs"), "// {}"),
    **dict.fromkeys((".css", ".tcss"), "/* {} */"),
    ".html": "<!-- {} -->",
}
_IMPORTS = ("import ", "from ", "use ")
_DOTS = ("...", "... existing code ...", "rest unchanged")


def trial(seed: int) -> Trial | None:
    """A block of a file, and a line in it, by chance."""
    chance = Random(f"around dots, {seed}")
    for _ in range(_ATTEMPTS):
        pair = chance.choice(pairs())
        suffix, lines = PurePosixPath(pair.path).suffix, lines_of(pair.before)
        # A new import is one of the file, at whatever depth it is shown.
        inner = [
            at
            for at, line in enumerate(lines)
            if indent_width(line)
            and sum(map(str.isalnum, line)) > 6
            and not line.lstrip().startswith(_IMPORTS)
        ]
        if suffix not in _COMMENTS or not pair.is_plain or "\r" in pair.before or not inner:
            continue
        at = chance.choice(inner)
        first, end = _block(lines, at)
        kind = chance.choice(["changed", "added", "removed", "changed and added"])
        new = _edited(lines[at], kind, chance)
        above, below = max(first, at - chance.randint(0, 2)), min(end, at + 1 + chance.randint(0, 2))
        shown = [*lines[above:at], *new, *lines[at + 1 : below]]
        if kind == "removed" and (
            # Beside dots, it may be one of those that they stand for.
            opens_block(lines[at]) or not all(map(_has_words, (lines[above:at], lines[at + 1 : below])))
        ):
            continue
        if (
            end - first < _LEAST_LENGTH
            or not first
            or not "".join(shown).strip()
            or (above, below) == (first, end)
        ):
            continue
        dots = indentation(lines[at]) + _COMMENTS[suffix].format(chance.choice(_DOTS))
        snippet = [*[dots] * (above > first), *shown, *[dots] * (below < end)]
        if chance.random() < 0.5:
            closing = lines[end : end + 1] if only_closes("".join(lines[end : end + 1])) else []
            snippet = [lines[first - 1], *snippet, *closing]
        after = "\n".join([*lines[:at], *new, *lines[at + 1 :]])
        return Trial(
            f"around dots: {kind}: {suffix}",
            seed,
            {pair.path: pair.before.encode()},
            "\n".join([f"Update `{pair.path}`:", "", "`````", *snippet, "`````", ""]),
            {pair.path: f"{after}\n".encode() if pair.before.endswith("\n") else after.encode()},
        )
    return None


def _block(lines: list[str], at: int) -> tuple[int, int]:
    """The lines around a line that are at least as deep as it is, up to but not including the second."""
    first, end = at, at + 1
    while first and (
        not lines[first - 1].strip() or indent_width(lines[first - 1]) >= indent_width(lines[at])
    ):
        first -= 1
    while end < len(lines) and (
        not lines[end].strip() or indent_width(lines[end]) >= indent_width(lines[at])
    ):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return first, end


def _has_words(lines: list[str]) -> bool:
    return any(map(str.isalnum, "".join(lines)))


def _edited(line: str, kind: str, chance: Random) -> list[str]:
    """The lines that replace a line."""
    added = f"{indentation(line)}another_call(42)"
    if kind == "removed":
        return []
    if kind == "added":
        return [line, added]
    bare = line.rstrip(";,{")
    changed = (
        line.replace("(", "(1, ", 1)
        if "(" in line and chance.random() < 0.5
        else f"{bare}_x{line[len(bare) :]}"
    )
    return [changed, added] if kind == "changed and added" else [changed]
