"""Text pasted before it is reviewed: pieces of one response, and the blocks they hold."""

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec import Struct

from editreview.blocks import EditBlock, Problem
from editreview.formats import Reader, formats_of


class PastedContents(Struct, frozen=True):
    """The contents of a text."""

    formats: tuple[tuple[str, int], ...] = ()
    """Every format found, and how many blocks are written in it."""
    problems: tuple[str, ...] = ()
    """The malformed blocks, each with its line."""
    unclosed: str | None = None
    """The block that the end of the text cuts off."""

    @property
    def blocks(self) -> int:
        return sum(count for _, count in self.formats)


def joined(pieces: Sequence[str]) -> str:
    """One text of all that was pasted: each piece begins a line."""
    return "".join(piece if piece.endswith("\n") else f"{piece}\n" for piece in pieces)


def with_line_feeds(pasted: str) -> str:
    """A pasted text as it was: many terminals send a carriage return for every end of a line."""
    return pasted.replace("\r\n", "\n").replace("\r", "\n")


def look_over(text: str, formats: Collection[str] = ()) -> PastedContents:
    """Find what a text holds without placing any of it.

    Args:
        text: A response, or as much of it as there is.
        formats: The only ones in which edits are looked for; none for all.
    """
    reader = Reader(formats_of(formats))
    items = reader.feed(text)
    closing = reader.close()
    cut_off = [item.message for item in closing if isinstance(item, Problem)]
    items += (item for item in closing if isinstance(item, EditBlock))
    blocks = (item for item in items if isinstance(item, EditBlock) and not item.needs_bare_name)
    counts = Counter(item.format for item in blocks)
    problems = tuple(f"line {item.line}: {item.message}" for item in items if isinstance(item, Problem))
    return PastedContents(tuple(counts.most_common()), problems, cut_off[0] if cut_off else None)
