"""Every format by its name, with an example that people can read and the reader understands."""

from collections.abc import Collection, Mapping

from editreview.formats.dialect import Dialect
from editreview.formats.table import DIALECTS, Listed


def examples() -> Mapping[str, str]:
    """A response that holds one good edit, which people can read, by the name of its format."""
    return {name: text for listed in DIALECTS for name, text, _ in _named(listed.dialect)}


def summaries() -> Mapping[str, str]:
    """The syntax of each format in half a sentence of Markdown, by its name."""
    return {name: text for listed in DIALECTS for name, _, text in _named(listed.dialect)}


def dialects_of(formats: Collection[str]) -> tuple[Listed, ...]:
    """The dialects in which edits of these formats come."""
    return tuple(listed for listed in DIALECTS if any(name in formats for name, *_ in _named(listed.dialect)))


def _named(dialect: Dialect) -> list[tuple[str, str, str]]:
    return [(dialect.name, dialect.example, dialect.summary), *dialect.also]
