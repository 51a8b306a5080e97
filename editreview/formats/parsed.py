"""A whole response read at once."""

from msgspec import Struct

from editreview.blocks import Code, Command, EditBlock, Problem, Prose
from editreview.formats.reader import Reader


class Parsed(Struct, frozen=True):
    """Everything a response holds, in order of appearance."""

    blocks: tuple[EditBlock, ...]
    problems: tuple[Problem, ...]
    commands: tuple[Command, ...]
    code: tuple[Code, ...]
    """Fenced code without a path."""
    prose: tuple[Prose, ...]


def parse(text: str) -> Parsed:
    """Everything a whole response holds."""
    reader = Reader()
    items = [*reader.feed(text), *reader.close()]
    return Parsed(
        tuple(item for item in items if isinstance(item, EditBlock)),
        tuple(item for item in items if isinstance(item, Problem)),
        tuple(item for item in items if isinstance(item, Command)),
        tuple(item for item in items if isinstance(item, Code)),
        tuple(item for item in items if isinstance(item, Prose)),
    )
