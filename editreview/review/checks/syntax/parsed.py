"""A text as code, and the error that one text has and an earlier one does not."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from editreview.matching import Syntax, Tokens
from editreview.patterns import lazy_pattern
from editreview.review.checks.syntax.dialects import TOML, Dialect, readable
from editreview.review.checks.syntax.markup import errors_of_markup
from editreview.review.checks.syntax.place import place
from editreview.review.checks.syntax.rejected import rejected
from editreview.review.checks.syntax.stylesheets import errors_of_stylesheet

_MAX_TEXT = 300_000
_MAX_LINE = 2_000
"""The most characters of a line: longer ones take the parsers very long."""
_LINE = lazy_pattern(r"line (\d+)")
_TEMPLATE = lazy_pattern(r"\{%|<%|(?<!\$)\{\{[-\s]*[\w.]+\s*(?:\|[^{}]*)?\}\}")
"""Template syntax."""
_TEMPLATE_IN_TAGS = lazy_pattern(r"\{%|<%")
"""The same in code with tags, where `{{ name }}` is an object."""
_CLOSING = {")": "(", "]": "[", "}": "{"}
_UNKNOWN = (ValueError, OverflowError, RecursionError, MemoryError)
"""Errors of Python's own parser on a text that is nested too deeply or has a lone surrogate."""
_TAG = lazy_pattern(r"</|/>|<>")
"""Characters that only JSX tags have."""
_JSON_STRING = r'"(?:\\.|[^"\\\n])*"'
_JSON_COMMENT = lazy_pattern(rf"{_JSON_STRING}|//[^\n]*|/\*(?s:.*?)\*/")
_TRAILING_COMMA = lazy_pattern(rf"{_JSON_STRING}|,(?=\s*[\]}}])")
"""What only some readers of JSON accept; strings, so that nothing is found in them."""

Error = tuple[int, str]
"""The 1-based line of a syntax error, and its description."""
_READERS: dict[str, Callable[[str], Iterable[Error]]] = {
    "css": errors_of_stylesheet,
    "html": errors_of_markup,
}
"""Languages that are read without the parser, which is too old for them."""
_WITH_ONE_ERROR = ("python", "json", TOML)
"""Languages whose own parser names one error, the first."""
_Find = Callable[["ParsedText"], Error | None]


class ParsedText:
    """A text in a dialect, with its syntax errors."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect

    @property
    def language(self) -> str:
        return self.dialect.language

    @property
    def is_short(self) -> bool:
        return len(self.text) <= _MAX_TEXT and max(map(len, self.text.split("\n"))) <= _MAX_LINE

    @cached_property
    def syntax(self) -> Syntax:
        """The tree of the language that fits best."""
        languages = (self.language, *self.dialect.others)
        return min(
            (Syntax(readable(self.text, each), each) for each in languages), key=lambda tree: tree.errors
        )

    @cached_property
    def errors(self) -> Sequence[Error]:
        """All that a parser or the language rejects, in order. For the languages that the parser reads."""
        if self.language in _READERS:
            return tuple(_READERS[self.language](self.text))
        lines = sorted((*self.syntax.error_lines, *rejected(self.syntax)))
        return tuple((line, f" cannot be parsed as {self.language}") for line in lines)

    @cached_property
    def crossed_tags(self) -> tuple[int, ...]:
        """The lines of tags that close another tag than the open one."""
        return self.syntax.crossed_tags if self.dialect.has_tags and _TAG.search(self.text) else ()

    @cached_property
    def toml_error(self) -> Error | None:
        """The error that Python's TOML parser reports; None if there is none, or it fails otherwise."""
        import tomllib

        try:
            tomllib.loads(self.text.replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            description, _, place = str(error).partition(" (at ")
            line = _LINE.match(place)
            return (int(line[1]) if line else len(self.text.splitlines())), f": {description}"
        except RecursionError:
            return None
        return None

    def json_error(self, *, has_trailing_commas: bool) -> Error | None:
        """The error that Python's JSON parser reports apart from comments, which it never accepts."""
        import json

        text = _JSON_COMMENT.sub(_without, self.text)
        if has_trailing_commas:
            text = _TRAILING_COMMA.sub(_without, text)
        try:
            json.loads(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            return error.lineno, f": {error.msg}"
        except RecursionError:
            return None
        return None

    @property
    def has_json_comments(self) -> bool:
        return any(part[0][0] == "/" for part in _JSON_COMMENT.finditer(self.text))

    @cached_property
    def python_error(self) -> SyntaxError | None:
        """The error that the running Python reports; None if there is none, or it fails otherwise."""
        import warnings

        with warnings.catch_warnings():
            # Warnings about the edited code would be written across the screen.
            warnings.simplefilter("ignore")
            try:
                compile(self.text, "<text>", "exec", dont_inherit=True)
            except SyntaxError as error:
                return error
            except _UNKNOWN:
                return None
        return None

    @cached_property
    def is_balanced(self) -> bool:
        """True if all brackets outside strings and comments are balanced."""
        opened: list[str] = []
        for token in Tokens(self.text, self.language).keys:
            if token in ("(", "[", "{"):
                opened.append(token)
            elif token in _CLOSING and (not opened or opened.pop() != _CLOSING[token]):
                return False
        return not opened

    @cached_property
    def templates(self) -> int:
        """The number of template marks."""
        pattern = _TEMPLATE_IN_TAGS if self.dialect.has_tags else _TEMPLATE
        return sum(1 for _ in pattern.finditer(self.text))


def new_error(before: ParsedText | None, after: ParsedText) -> Error | None:
    """The syntax error that a text certainly has and the earlier one does not; else None.

    Args:
        before: None if the file is new.
        after: In the same dialect.
    """
    if not after.is_short or (before is not None and not before.is_short):
        return None
    if after.templates > (before.templates if before is not None else 0):
        return None
    match after.language:
        case "python":
            return _new_error_of_python(before, after)
        case "json":
            return _new_error_of_json(before, after)
        case language if language == TOML:
            return _placed(before, after, lambda code: code.toml_error)
    crossed = after.crossed_tags
    if crossed and len(crossed) > (len(before.crossed_tags) if before is not None else 0):
        return crossed[0], " closes another tag than the open one"
    return _new_error_of_tree(before, after)


def _new_error_of_python(before: ParsedText | None, after: ParsedText) -> Error | None:
    error = after.python_error
    if error is None:
        return None
    if before is not None and before.python_error is not None:
        return _new_error_of_tree(before, after)
    return _placed(before, after, _error_of_python) if _is_sure(error, before, after) else None


def _error_of_python(code: ParsedText) -> Error | None:
    error = code.python_error
    return None if error is None else (error.lineno or 1, f": {error.msg}")


def _is_sure(error: SyntaxError, before: ParsedText | None, after: ParsedText) -> bool:
    """True if an error is not one of this Python version only."""
    if isinstance(error, IndentationError) and (before is not None or not isinstance(error, TabError)):
        return True
    return _faults(after) > (_faults(before) if before is not None else 0)


def _faults(code: ParsedText) -> int:
    return len(code.errors) + code.syntax.misplaced


def _new_error_of_json(before: ParsedText | None, after: ParsedText) -> Error | None:
    codes = [code for code in (before, after) if code is not None]
    has_commas = after.dialect.has_trailing_commas or any(code.has_json_comments for code in codes)
    if before is not None and before.json_error(has_trailing_commas=has_commas) is not None:
        if before.json_error(has_trailing_commas=True) is not None:
            return _new_error_of_tree(before, after)
        has_commas = True
    return _placed(before, after, lambda code: code.json_error(has_trailing_commas=has_commas))


def _new_error_of_tree(before: ParsedText | None, after: ParsedText) -> Error | None:
    known = len(before.errors) if before is not None else 0
    if len(after.errors) <= known:
        return None
    dialect = after.dialect
    if dialect.needs_loss or known or (before is None and not dialect.has_whole_parser):
        # One sign alone is not enough: the parser lacks some of the language.
        is_lost = not after.is_balanced and (before is None or before.is_balanced)
        if not is_lost:
            return None

    return _placed(None if known else before, after, lambda code: next(iter(code.errors), None))


def _placed(before: ParsedText | None, after: ParsedText, find: _Find) -> Error | None:
    """The error of a text, at the line of the fault instead of the one where the parser stopped."""
    error = find(after)
    if error is None or (before is not None and find(before) is not None):
        return None

    def has_error(text: str) -> bool:
        return find(ParsedText(text, after.dialect)) is not None

    lines = [error[0]] if after.language in _WITH_ONE_ERROR else [line for line, _ in after.errors]
    was = before.text if before is not None else ""
    return place(was, after.text, after.language, has_error, lines), error[1]


def _without(part: re.Match[str]) -> str:
    """Whitespace in place of a part of JSON that is no string."""
    return part[0] if part[0][0] == '"' else "\n" * part[0].count("\n") or " "
