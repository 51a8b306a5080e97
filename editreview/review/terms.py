"""The options of a whole review."""

from collections.abc import Iterable

from msgspec import Struct

from editreview.review.empty_search import EmptySearch


class Terms(Struct, frozen=True):
    """Options for reading a response and placing its blocks."""

    formats: tuple[str, ...] = ()
    """The only ones in which edits are looked for; none for all."""
    empty_search: EmptySearch | None = None
    """The meaning of an empty search on a file that has text; None to ask."""
    without: frozenset[str] = frozenset()
    """Names of strategies that are not used."""
    context: tuple[str, ...] | None = None
    """The files that the model was shown; None for all."""

    @classmethod
    def of(
        cls,
        formats: Iterable[str],
        empty_search: EmptySearch | str | None,
        without: Iterable[str],
        context: Iterable[str] | None,
    ) -> "Terms":
        """The same from what callers have at hand."""
        way = None if empty_search is None else EmptySearch(empty_search)
        return cls(tuple(formats), way, frozenset(without), None if context is None else tuple(context))
