"""Recipes of makefiles that begin with spaces: make reads a tab there, and stops with "missing separator"."""

from collections.abc import Iterator

from editreview.patterns import lazy_pattern

_RULE = lazy_pattern(r"[^\s#=:][^#=:]*::?(?![:=])")
_NO_RECIPE = lazy_pattern(
    r"\s*(?:#|-?include\b|sinclude\b|ifn?eq\b|ifn?def\b|else\b|endif\b|define\b|endef\b|export\b|unexport\b"
    r"|override\b|private\b|undefine\b|vpath\b|\$[({][^$]*[)}]\s*$|[\w.$(){}/-]+\s*(?::{0,3}|[+?!])="
    r"|[\w.%$(){}/-]+\s*:(?:\s|$))"
)
"""Lines that may be indented below a rule without being part of its recipe."""
_ENDS_DEFINITION = lazy_pattern(r"\s*endef\b")
_BEGINS_DEFINITION = lazy_pattern(r"\s*(?:override\s+|export\s+)*define\b")

Error = tuple[int, str]
"""A 1-based line, and the description."""


def errors_of_makefile(text: str) -> Iterator[Error]:
    """The lines directly below a rule or its recipe that begin with spaces, and are nothing but a recipe."""
    if ".RECIPEPREFIX" in text:
        return
    is_in_rule = is_continued = is_in_definition = False
    for number, line in enumerate(text.splitlines(), 1):
        was_continued, is_continued = is_continued, line.endswith("\\")
        if is_in_definition or _BEGINS_DEFINITION.match(line):
            is_in_definition = _ENDS_DEFINITION.match(line) is None
        elif was_continued or not line.strip() or line.startswith("#"):
            pass
        elif line.startswith(" "):
            if is_in_rule and _NO_RECIPE.match(line) is None:
                yield number, " needs a tab before its recipe"
        elif not line.startswith("\t"):
            # A condition may stand inside of a recipe.
            is_in_rule = _RULE.match(line) is not None or (is_in_rule and _NO_RECIPE.match(line) is not None)
