"""Pasted text before it is reviewed: joins the pieces, and summarizes the blocks in them."""

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec import Struct

from editreview.blocks import EditBlock, Problem
from editreview.formats import Reader, Unwrapper, formats_of


class PastedContents(Struct, frozen=True):
    """A summary of a text."""

    formats: tuple[tuple[str, int], ...] = ()
    """Each format and its number of blocks."""
    problems: tuple[str, ...] = ()
    """The unreadable blocks, each with its line."""
    unclosed: str | None = None
    """The block that the end of the text cuts off."""

    @property
    def blocks(self) -> int:
        return sum(count for _, count in self.formats)


def join_pieces(pieces: Sequence[str]) -> str:
    """Join all pieces to one text; each begins a line."""
    return "".join(piece if piece.endswith("\n") else f"{piece}\n" for piece in pieces)


def with_line_feeds(pasted: str) -> str:
    """A pasted text with line feeds: many terminals send a carriage return for each line end."""
    return pasted.replace("\r\n", "\n").replace("\r", "\n")


def summarize(text: str, formats: Collection[str] = ()) -> PastedContents:
    """Count the blocks in a text, without matching them.

    Args:
        text: A response, or the part of it that was pasted so far.
        formats: The formats to read; empty for all.
    """
    reader, unwrapper = Reader(formats_of(formats)), Unwrapper()
    items = reader.feed(unwrapper.feed(text) + unwrapper.close())
    closing = reader.close()
    cut_off = [item.message for item in closing if isinstance(item, Problem)]
    items += (item for item in closing if isinstance(item, EditBlock))
    blocks = (item for item in items if isinstance(item, EditBlock) and not item.needs_bare_name)
    counts = Counter(item.format for item in blocks)
    problems = tuple(item.sentence for item in items if isinstance(item, Problem))
    return PastedContents(tuple(counts.most_common()), problems, cut_off[0] if cut_off else None)
