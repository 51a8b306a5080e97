"""The options for reading a response and locating its blocks."""

from collections.abc import Iterable

from msgspec import Struct

from editreview.review.empty_search import EmptySearch


class Terms(Struct, frozen=True):
    """Options for reading a response and locating its blocks."""

    formats: tuple[str, ...] = ()
    """The only formats to read; empty for all."""
    empty_search: EmptySearch | None = None
    """The meaning of an empty SEARCH on a file that has text; None to ask the user."""
    without: frozenset[str] = frozenset()
    """Strategies not to use."""
    context: tuple[str, ...] | None = None
    """The files that the model was shown; None if it was shown all."""
    strip: tuple[str, ...] = ()
    """Prefixes of paths that stand for the root."""
    checks_off: frozenset[str] = frozenset()
    """Kinds of warnings not to look for."""
    base: str | None = None
    """The git tree that the tree on disk is compared with: empty for the index. None for a response."""

    @classmethod
    def of(
        cls,
        formats: Iterable[str],
        empty_search: EmptySearch | str | None,
        without: Iterable[str],
        context: Iterable[str] | None,
        strip: Iterable[str] = (),
        checks_off: Iterable[str] = (),
    ) -> "Terms":
        """The options from any collections, and with `empty_search` by name."""
        meaning = None if empty_search is None else EmptySearch(empty_search)
        files = None if context is None else tuple(context)
        off = frozenset(checks_off)
        return cls(tuple(formats), meaning, frozenset(without), files, tuple(strip), off)
