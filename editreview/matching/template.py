"""Code with metavariables in it: the two sides of a structural edit.

`$NAME` stands for one piece of syntax, `$$$NAME` for any number of them (`$$NAME` also for
one that the grammar gives no name). A name is upper case; one that begins with `_` is never
asked for again. Anything else with a `$` is code.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import chain
from textwrap import dedent
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_VARIABLE = r"\$\$\$(?:[A-Z_][A-Z0-9_]*)?(?!\w)|\$\$?[A-Z_][A-Z0-9_]*(?!\w)"
_TOKEN = re.compile(rf"(?P<gap>\s*)(?:(?P<variable>{_VARIABLE})|(?P<word>\w+|\S))")
_RUN_ON = re.compile(r"\$+(?P<name>[A-Z][A-Z0-9_]*)[a-z]\w*")
_GLOBALS = {
    "php": frozenset(
        "$_GET $_POST $_SERVER $_COOKIE $_FILES $_ENV $_REQUEST $_SESSION $GLOBALS".split()  # noqa: SIM905
    )
}
"""What looks like a metavariable and is one of the language's own variables."""


class Variable(Struct, frozen=True):
    sign: str
    """One to three dollars."""
    name: str
    spread: str
    """A name that no other occurrence has."""

    @property
    def is_unnamed(self) -> bool:
        return self.name.startswith("_") or not self.name


class Token(Struct, frozen=True):
    """A metavariable, a word, or another character."""

    text: str
    gap: str
    """The blanks before it."""
    variable: Variable | None = None

    @property
    def is_many(self) -> bool:
        """Whether it may stand for nothing at all."""
        return self.variable is not None and self.variable.sign == "$$$"


class Bound(Struct, frozen=True):
    """What a metavariable stands for in a match: characters `start` up to `end`, separators included."""

    start: int
    end: int
    nodes: tuple["SgNode", ...]


class Template(Struct, frozen=True, dict=True):
    """A pattern or a rewrite."""

    text: str
    tokens: tuple[Token, ...]

    @property
    def variables(self) -> list[Variable]:
        return [token.variable for token in self.tokens if token.variable]

    @cached_property
    def spread(self) -> str:
        """The text with another name for every metavariable."""
        return "".join(
            token.gap + (token.variable.sign + token.variable.spread if token.variable else token.text)
            for token in self.tokens
        )

    @cached_property
    def repeats(self) -> bool:
        """Whether a name occurs twice: both stand for the same code."""
        names = Counter(variable.name for variable in self.variables if not variable.is_unnamed)
        return any(count > 1 for count in names.values())

    def unbound(self, names: Collection[str]) -> str | None:
        """A metavariable of this rewrite that the pattern has no name for.

        `$NAME_async` is meant as one too, if there is a `$NAME`.
        """
        missing = (
            variable.sign + variable.name
            for variable in self.variables
            if variable.is_unnamed or variable.name not in names
        )
        run_on = (word[0] for word in _RUN_ON.finditer(self.text) if word["name"].rstrip("_") in names)
        return next(chain(missing, run_on), None)


def parse_template(text: str, language: str) -> Template:
    """The tokens of a pattern or a rewrite. Blank lines around it and a common indentation are none."""
    code = dedent(text.replace("\r\n", "\n")).strip("\n").rstrip()
    return Template(code, tuple(_tokens(code, _GLOBALS.get(language, frozenset()))))


def _tokens(code: str, no_variables: Collection[str]) -> Iterator[Token]:
    prefix = "ANY"
    while prefix in code:
        prefix += "Y"
    seen: set[str] = set()
    for number, found in enumerate(_TOKEN.finditer(code)):
        text = found["variable"] or found["word"]
        if not found["variable"] or text in no_variables:
            yield Token(text, found["gap"])
            continue
        name = text.lstrip("$")
        is_first = name not in seen and not name.startswith("_") and name
        seen.add(name)
        sign = text[: len(text) - len(name)]
        yield Token(text, found["gap"], Variable(sign, name, name if is_first else f"{prefix}{number}"))
