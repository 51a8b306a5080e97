"""A whole response read at once."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Code, Command, EditBlock, Problem, Prose, Retraction
from editreview.formats.items import Item
from editreview.formats.reader import Reader


class Parsed(Struct, frozen=True):
    """Everything a response holds, in order of appearance."""

    blocks: tuple[EditBlock, ...]
    offers: tuple[EditBlock, ...]
    """Edits that the response may not want applied: drafts, quotations, retractions, failed calls."""
    problems: tuple[Problem, ...]
    commands: tuple[Command, ...]
    code: tuple[Code, ...]
    """Fenced code without a path."""
    prose: tuple[Prose, ...]


def parse(text: str) -> Parsed:
    """Everything a whole response holds."""
    reader = Reader()
    return collected([*reader.feed(text), *reader.close()])


def collected(items: Iterable[Item]) -> Parsed:
    """The items of a whole response by kind, after all retractions."""
    items = list(items)
    retracted = {
        number: item.offer for item in items if isinstance(item, Retraction) for number in item.blocks
    }
    blocks = [
        replace(item, offer=retracted.get(item.number, item.offer))
        for item in items
        if isinstance(item, EditBlock)
    ]
    start = max(
        (at for at, item in enumerate(items) if isinstance(item, Retraction) and item.is_all), default=0
    )
    items = [item for at, item in enumerate(items) if at >= start or isinstance(item, Prose)]
    return Parsed(
        tuple(block for block in blocks if block.offer is None),
        tuple(block for block in blocks if block.offer is not None),
        tuple(item for item in items if isinstance(item, Problem)),
        tuple(item for item in items if isinstance(item, Command)),
        tuple(item for item in items if isinstance(item, Code)),
        tuple(item for item in items if isinstance(item, Prose)),
    )
