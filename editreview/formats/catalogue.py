"""Every format by its name, with an example that people can read and the reader understands."""

from collections.abc import Collection, Mapping

from editreview.formats.dialect import Dialect
from editreview.formats.reader import DIALECTS


def examples() -> Mapping[str, str]:
    """A response that holds one good edit, by the name of its format."""
    return {name: text for dialect in DIALECTS for name, text in _named(dialect)}


def dialects_of(formats: Collection[str]) -> tuple[Dialect, ...]:
    """The dialects in which edits of these formats come."""
    return tuple(dialect for dialect in DIALECTS if any(name in formats for name, _ in _named(dialect)))


def _named(dialect: Dialect) -> list[tuple[str, str]]:
    return [(dialect.name, dialect.example), *dialect.also]
