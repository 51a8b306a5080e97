"""Blocks that quote one definition, key or section, and whose new text goes on with the one below it.

Models do that. The file has the second one already, as it is or in another version: it would be there twice.
"""

from pathlib import PurePosixPath
from random import Random

from editreview.matching.outline import OutlineLevel, Unit, outline, outline_language
from tests.oracles.material import lines_of, occurrences, pairs
from tests.oracles.trial import Trial

_ATTEMPTS = 12
_LANGUAGES = (
    *("python", "typescript", "tsx", "javascript", "go", "rust", "java", "kotlin", "php"),
    *("css", "json", "make", "markdown", "toml", "yaml"),
)


def trial(seed: int) -> Trial | None:
    """Two definitions of a file, one below the other, by chance."""
    chance = Random(f"doubled, {seed}")
    for _ in range(_ATTEMPTS):
        pair = chance.choice(pairs())
        language = outline_language(pair.path)
        read = outline(pair.before, language) if language in _LANGUAGES and pair.is_plain else None
        found = [each for level in read.top.levels() for each in _neighbours(level)] if read else []
        if not found or "\r" in pair.before:
            continue
        (first, second), old = chance.choice(found), lines_of(pair.before)
        quoted = old[first.head : first.end]
        inner = [at for at in range(1, len(quoted)) if any(map(str.isalpha, quoted[at]))]
        if not inner or occurrences(old, quoted) != 1:
            continue
        at = chance.choice(inner)
        edited = [*quoted[:at], f"{quoted[at]}x", *quoted[at + 1 :]]
        more = old[first.end : second.head] if chance.random() < 0.5 else [""]
        below = old[second.head : second.end]
        inner = [at for at in range(1, len(below)) if any(map(str.isalnum, below[at]))]
        if inner and chance.random() < 0.5:
            at = chance.choice(inner)
            below[at] = f"{below[at]}x"
        text = "\n".join([*edited, *more, *below])
        search = "\n".join(quoted)
        return Trial(
            f"doubled: {PurePosixPath(pair.path).suffix}",
            seed,
            {pair.path: pair.before.encode()},
            f"{pair.path}\n<<<<<<< SEARCH\n{search}\n=======\n{text}\n>>>>>>> REPLACE\n",
            {pair.path: pair.before.encode()},
        )
    return None


def _neighbours(level: OutlineLevel) -> list[tuple[Unit, Unit]]:
    names = [unit.key for unit in level.units]
    return [
        (above, below)
        for above, below in zip(level.units, level.units[1:], strict=False)
        if above.is_definition and below.is_definition and below.end - below.head > 1
        if above.end - above.head > 1 and names.count(below.key) == 1
    ]
