"""Responses that arrive in pieces, and damaged ones."""

import random
from itertools import pairwise
from pathlib import Path

from editreview.blocks import Code, Command, EditBlock, Problem, Prose, Retraction
from editreview.formats import Reader

Item = EditBlock | Retraction | Problem | Command | Code | Prose


def many_forms(name: str) -> str:
    """A response with all that is particular to a format. Some formats have none."""
    path = Path(__file__).parent / "formats" / "responses" / f"{name}.md"
    return path.read_bytes().decode() if path.exists() else ""


def in_pieces(text: str, cuts: list[int]) -> list[Item]:
    """The items of a text that arrives cut at these offsets."""
    reader = Reader()
    ends = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    items: list[Item] = []
    for start, end in pairwise(ends):
        items += reader.feed(text[start:end])
    return [*items, *reader.close()]


def mutated(text: str, seed: int) -> str:
    """The text with a few lines lost, doubled, swapped, indented or cut."""
    chance = random.Random(seed)
    lines = text.split("\n")
    for _ in range(chance.randint(1, 6)):
        i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[i : i + 1] = []
            case 1:
                lines.insert(j, lines[i])
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case 3:
                lines[i] = "    " + lines[i]
            case 4:
                lines[i] = lines[i][: chance.randint(0, len(lines[i]))]
            case 5:
                lines[i] += chance.choice(["\r", " ", ">", "=", "\t#"])
        lines = lines or [""]
    return "\n".join(lines)
