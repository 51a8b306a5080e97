"""Real changes, undamaged, in every format that can say them: the outcome is the file after."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.oracles.material import Pair, Piece, pairs
from tests.oracles.said import FORMATS, Format, Request, cut, parts
from tests.oracles.trial import Trial

_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_SETS_NAME = re.compile(
    r"\s*(?:from|import|use)\b|\s+(?!return\b)(?:[\w.<>\[\]*&?]+\s+){0,3}[*&]?\w+(?:,\s*\w+)*(?:\s*:[^=]+)?\s*:?=(?!=)"
)
"""A line that binds a name: an import, or a statement in a block that gives it a value."""
_ATTEMPTS = 4
_EVERYWHERE = {
    "replace_all": ("file_path", "old_string", "new_string"),
    "replaceAll": ("filePath", "oldString", "newString"),
}


def trial(seed: int) -> Trial | None:
    """A pair and a format by chance."""
    chance = Random(f"pairs, {seed}")
    for _ in range(_ATTEMPTS):
        pair = chance.choice(pairs())
        found = _everywhere(pair, seed, chance) if chance.random() < 0.04 else None
        found = found or said(pair, chance.choice(FORMATS), seed, chance)
        if found is not None:
            return found
    return None


def said(pair: Pair, way: Format, seed: int, chance: Random) -> Trial | None:
    """The pair in a format; None if it cannot say it."""
    if not (pair.is_plain or way.takes_any_end):
        return None
    pieces = cut(pair, way, chance)
    response = way.say(Request(pair, pieces, chance)) if pieces else None
    if pieces is None or response is None:
        return None
    return Trial(
        f"pairs: {way.name}: {'one piece' if len(pieces) == 1 else 'several pieces'}",
        seed,
        {pair.path: pair.before.encode()},
        response,
        {pair.path: pair.after.encode()},
        may_refuse=way.may_refuse or _may_mean_a_new_file(pieces) or _loses_name(pair),
        parts=parts(pair, pieces),
    )


def _may_mean_a_new_file(pieces: Sequence[Piece]) -> bool:
    """True if a diff of an existing file says that nothing was there before: `@@ -0,0 +1,3 @@`."""
    return pieces[0].first == 0 and not pieces[0].old


def _loses_name(pair: Pair) -> bool:
    """True if an import or the value of a local name goes: the edits made by chance leave its uses."""
    return bool(Counter(filter(_SETS_NAME.match, pair.before.split("\n"))) - Counter(pair.after.split("\n")))


def _everywhere(pair: Pair, seed: int, chance: Random) -> Trial | None:
    """A word at all of its places, by a call with `replaceAll`."""
    words = sorted({word for word in _WORD.findall(pair.before) if pair.before.count(word) > 1})
    if not words:
        return None
    word = chance.choice(words)
    option, names = chance.choice(list(_EVERYWHERE.items()))
    values = dict(zip(names, (pair.path, word, f"{word}_new"), strict=True))
    call = {"name": "Edit", "arguments": {**values, option: True}}
    return Trial(
        "pairs: tool-call, replaceAll: a word",
        seed,
        {pair.path: pair.before.encode()},
        f"```json\n{json.dumps(call)}\n```\n",
        {pair.path: pair.before.replace(word, f"{word}_new").encode()},
        # A word of JSON's own, or of the file's name.
        may_refuse=True,
    )
