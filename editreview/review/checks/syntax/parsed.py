"""A text as code, and the error that one text has and an earlier one does not."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from editreview.grammars import NotRead, Reading, read
from editreview.matching import only_signs
from editreview.patterns import lazy_pattern
from editreview.review.checks.syntax.dialects import MAKE, TOML, WITH_MACROS, Dialect, in_one_branch, readable
from editreview.review.checks.syntax.items import items_around, smallest_part
from editreview.review.checks.syntax.makefile import errors_of_makefile
from editreview.review.checks.syntax.markup import errors_of_markup, errors_of_stylesheet
from editreview.review.checks.syntax.place import place

_MAX_TEXT = 300_000
_MAX_LINE = 2_000
"""The most characters of a line: parsers take very long on longer ones."""
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
_JSON_COMMENT = lazy_pattern(rf"{_JSON_STRING}|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)")
"""One that is not closed goes on to the end: searching the end of thousands would take minutes."""
_TRAILING_COMMA = lazy_pattern(rf"{_JSON_STRING}|,(?=\s*[\]}}])")
"""Syntax that only some readers of JSON accept, and strings, so that nothing inside them matches."""

Error = tuple[int, str]
"""The 1-based line of a syntax error, and its description."""
_READERS: dict[str, Callable[[str], Iterable[Error]]] = {
    "css": errors_of_stylesheet,
    "html": errors_of_markup,
    MAKE: errors_of_makefile,
}
"""Languages that are read without the parser, which is too old for them."""
_WITH_QUOTES = frozenset({"c", "cpp", "go", "java", "kotlin", "swift"})
"""Languages whose strings in double quotes end in the line where they begin, and that have no JSX."""
_LARGE = 20_000
"""A text of more characters is not parsed repeatedly as a whole."""
_HOPELESS = 300
"""A text with more errors is in another language: gaps in the parser explain fewer."""
_WITHOUT_TREE = frozenset({*_READERS, "json", TOML})
"""Languages that are read without a tree, or as a whole."""
_Find = Callable[["ParsedText"], Sequence[Error]]
"""Returns the errors of a text that exceed those already known."""


class ParsedText:
    """A text in a dialect, with its syntax errors."""

    def __init__(
        self,
        text: str,
        dialect: Dialect,
        around: tuple[str, str] = ("", ""),
        *,
        is_modern: bool = False,
        is_item: bool = False,
    ) -> None:
        """
        Args:
            text: The text.
            dialect: Its dialect.
            around: Text before and after it that the parser needs to read it.
            is_modern: True if it is known to have syntax that the parser does not know.
            is_item: True if it is a part of a file that could be parsed before an edit.
        """
        self.text = text
        self.dialect = dialect
        self.around = around
        self._is_modern = is_modern
        self.is_item = is_item
        self._as_readable: dict[str, str] = {}

    @property
    def language(self) -> str:
        return self.dialect.language

    @property
    def too_long(self) -> str | None:
        """The reason why it is not read, if it is too long; else None."""
        if len(self.text) > _MAX_TEXT:
            return f"the file has more than {_MAX_TEXT:,} characters"
        if max(map(len, self.text.split("\n"))) > _MAX_LINE:
            return f"the file has a line of more than {_MAX_LINE:,} characters"
        return None

    @cached_property
    def reading(self) -> Reading:
        """The reading in the language that fits best."""
        readings = (self._read(language) for language in (self.language, *self.dialect.others))
        return min(readings, key=lambda reading: reading.errors)

    def _read(self, language: str) -> Reading:
        """The tree of the text; if it has errors, without syntax that the parser does not know."""
        if self._is_modern:
            return read(self._readable(language), language)
        reading = read(self._whole, language)
        if not reading.errors or (self.dialect.needs_loss and not self.is_balanced):
            # The replaced syntax may be the part that lacks a bracket.
            return reading
        if reading.errors > _HOPELESS and not self.dialect.needs_loss:
            return reading
        text = self._readable(language)
        return reading if text == self._whole else read(text, language)

    def _readable(self, language: str) -> str:
        """The text, with syntax that the parser does not know written in another way."""
        if language not in self._as_readable:
            self._as_readable[language] = readable(self._whole, language)
        return self._as_readable[language]

    @property
    def _whole(self) -> str:
        return f"{self.around[0]}{self.text}{self.around[1]}"

    @cached_property
    def is_modern(self) -> bool:
        """True if it has syntax that the parser does not know."""
        return self._readable(self.language) != self._whole

    @cached_property
    def errors(self) -> Sequence[Error]:
        """All errors of the parser or the language, in order. For languages that the parser reads."""
        if self.language in _READERS:
            return tuple(_READERS[self.language](self.text))
        lines = sorted((*self.reading.error_lines, *self._rejected(self.reading)))
        return tuple((self.own_line(line), f" cannot be parsed as {self.language}") for line in lines)

    def _rejected(self, reading: Reading) -> Sequence[int]:
        """The lines that the language rejects although the parser accepts them."""
        return reading.rejected if self.dialect.is_script else (*reading.rejected, *reading.undeclared)

    def own_line(self, line: int) -> int:
        """The 1-based line of the text at a line as the parser counts them."""
        if not self.around[0]:
            return line
        return min(max(line - self.around[0].count("\n"), 1), self.text.count("\n") + 1)

    @property
    def is_clean(self) -> bool:
        """True if it has no error. For languages that the parser reads, and Python."""
        if self.language == "python":
            return self.python_error is None
        return not self.errors and not self.crossed_tags

    def is_clean_at_once(self, lines: range) -> bool:
        """True if it has no error, without checking again for syntax that the parser does not know.

        Args:
            lines: 1-based lines of it that have an error of their own.
        """
        if self.language == "python":
            # Python's own parser takes long to describe an error.
            return not any(line in lines for line in self.reading.error_lines) and self.python_error is None
        text = readable(self.text, self.language) if self._is_modern else self.text
        reading = read(text, self.language)
        crossed = reading.crossed_tags if self.dialect.has_tags else ()
        return not (reading.errors or crossed or self._rejected(reading))

    @cached_property
    def crossed_tags(self) -> Sequence[Error]:
        """Closing tags that do not match the open tag."""
        if not self.dialect.has_tags or not _TAG.search(self.text):
            return ()
        return tuple((line, " closes another tag than the open one") for line in self.reading.crossed_tags)

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
        error = _json_error(self.text)
        if error is None or not (has_trailing_commas or self._may_have_json_comments):
            return error
        text = _JSON_COMMENT.sub(_without, self.text)
        if has_trailing_commas:
            text = _TRAILING_COMMA.sub(_without, text)
        return error if text == self.text else _json_error(text)

    @property
    def _may_have_json_comments(self) -> bool:
        return "//" in self.text or "/*" in self.text

    @property
    def has_json_comments(self) -> bool:
        return self._may_have_json_comments and any(
            _is_comment(part[0]) for part in _JSON_COMMENT.finditer(self.text)
        )

    @cached_property
    def python_error(self) -> SyntaxError | None:
        """The error that the running Python reports; None if there is none, or it fails otherwise."""
        import warnings

        with warnings.catch_warnings():
            # Warnings about the edited code would be written across the screen.
            warnings.simplefilter("ignore")
            try:
                compile(self._whole, "<text>", "exec", dont_inherit=True)
            except SyntaxError as error:
                return error
            except _UNKNOWN:
                return None
        return None

    @property
    def misplaced(self) -> int:
        """The number of statements at places where Python accepts none."""
        return read(self._whole, self.language, counts_misplaced=True).misplaced

    @cached_property
    def is_balanced(self) -> bool:
        """True if all brackets outside strings and comments are balanced."""
        opened: list[str] = []
        for sign in self.signs:
            if sign in ("(", "[", "{"):
                opened.append(sign)
            elif sign in _CLOSING and (not opened or opened.pop() != _CLOSING[sign]):
                return False
        return not opened

    @cached_property
    def lone_quotes(self) -> int:
        """The number of quotes that begin a string which does not end on its line."""
        if self.language not in _WITH_QUOTES or 'R"' in self.text:
            return 0
        return self.signs.count('"')

    @cached_property
    def signs(self) -> str:
        """Its brackets outside strings and comments, and quotes that begin no string."""
        text = in_one_branch(self.text) if self.language in WITH_MACROS else self.text
        return only_signs(text, self.language)

    @cached_property
    def templates(self) -> int:
        """The number of template marks."""
        pattern = _TEMPLATE_IN_TAGS if self.dialect.has_tags else _TEMPLATE
        return sum(1 for _ in pattern.finditer(self.text))


class NewError:
    """A syntax error that a text has and an earlier one does not."""

    def __init__(self, before: ParsedText | None, after: ParsedText, find: _Find, top: int = 0) -> None:
        """
        Args:
            before: None if the file is new.
            after: The later text, in the same dialect.
            find: Finds the error in the text after.
            top: The number of lines above both texts.
        """
        self._before = before
        self._after = after
        self._find = find
        self._top = top

    @property
    def description(self) -> str:
        """The description, to follow the number of the line."""
        return self._find(self._after)[0][1]

    @cached_property
    def line(self) -> int:
        """The 1-based line of the fault, which need not be where the parser stopped. Slow."""
        before, after, top = self._part()
        found = self._find(after)
        if after.language == MAKE:
            known = before.splitlines()
            lines = after.text.splitlines()
            return next((line for line, _ in found if lines[line - 1] not in known), found[0][0])
        return (
            self._top
            + top
            + place(before, after.text, after.language, self._has_error, [line for line, _ in found])
        )

    def _part(self) -> tuple[str, ParsedText, int]:
        """The texts, or a part of them with the fault, and the number of lines before that."""
        if self._before is None:
            return "", self._after, 0
        if self._after.language in _WITHOUT_TREE or len(self._after.text) < _LARGE:
            return self._before.text, self._after, 0
        outermost = self._before.reading.outermost
        before, after, top = smallest_part(outermost, self._before.text, self._after.text, self._has_error)
        return before, ParsedText(after, self._after.dialect) if top else self._after, top

    def _has_error(self, text: str) -> bool:
        """True if a text has an error, or cannot be read."""
        after = self._after
        try:
            return bool(self._find(ParsedText(text, after.dialect, after.around, is_modern=after.is_modern)))
        except NotRead:
            return True


def new_error(before: ParsedText | None, after: ParsedText) -> NewError | None:
    """The syntax error that a text certainly has and the earlier one does not; else None.

    Args:
        before: None if the file is new.
        after: The later text, in the same dialect.

    Raises:
        NotRead: A text is too long, or cannot be parsed in time.
    """
    if (reason := after.too_long or (before.too_long if before is not None else None)) is not None:
        raise NotRead(reason)
    if after.templates > (before.templates if before is not None else 0):
        return None
    if before is not None and (part := items_around(before.text, after.text, after.language)) is not None:
        old = ParsedText(part.before, after.dialect, part.around)
        new = ParsedText(part.after, after.dialect, part.around, is_item=True)
        if old.is_clean:
            found = _new_error(old, new, part.top)
            # Text in a string of several lines may look like code. Then only the whole text is right.
            whole = ParsedText(after.text, after.dialect, is_modern=new.is_modern)
            lines = range(part.top + 1, part.top + part.after.count("\n") + 2)
            return None if found is None or whole.is_clean_at_once(lines) else found
    return _new_error(before, after)


def _new_error(before: ParsedText | None, after: ParsedText, top: int = 0) -> NewError | None:
    find = _SEARCHES.get(after.language, _find_in_tree)(before, after)
    return NewError(before, after, find, top) if find is not None and find(after) else None


def _find_in_toml(before: ParsedText | None, after: ParsedText) -> _Find | None:
    if after.toml_error is None or (before is not None and before.toml_error is not None):
        return None
    return lambda code: _only(code.toml_error)


def _find_in_python(before: ParsedText | None, after: ParsedText) -> _Find | None:
    error = after.python_error
    if error is None:
        return None
    if before is not None and before.python_error is not None:
        return _find_in_tree(before, after)
    return _errors_of_python if _is_sure(error, before, after) else None


def _errors_of_python(code: ParsedText) -> Sequence[Error]:
    error = code.python_error
    return () if error is None else ((code.own_line(error.lineno or 1), f": {error.msg}"),)


def _is_sure(error: SyntaxError, before: ParsedText | None, after: ParsedText) -> bool:
    """True if other versions of Python report the error too."""
    if isinstance(error, IndentationError) and (before is not None or not isinstance(error, TabError)):
        return True
    if len(after.errors) > (len(before.errors) if before is not None else 0):
        return True
    return _faults(after) > (_faults(before) if before is not None else 0)


def _faults(code: ParsedText) -> int:
    return len(code.errors) + code.misplaced


def _find_in_json(before: ParsedText | None, after: ParsedText) -> _Find | None:
    codes = [code for code in (before, after) if code is not None]
    has_commas = after.dialect.has_trailing_commas or any(code.has_json_comments for code in codes)
    if before is not None and before.json_error(has_trailing_commas=has_commas) is not None:
        if before.json_error(has_trailing_commas=True) is not None:
            return _find_in_tree(before, after)
        has_commas = True
    return lambda code: _only(code.json_error(has_trailing_commas=has_commas))


def _find_in_makefile(before: ParsedText | None, after: ParsedText) -> _Find | None:
    known = len(before.errors) if before is not None else 0
    return lambda code: code.errors if len(code.errors) > known else ()


def _find_in_tree(before: ParsedText | None, after: ParsedText) -> _Find | None:
    # The text before is parsed only if the one after has errors.
    crossed = len(before.crossed_tags) if before is not None and after.crossed_tags else 0
    if len(after.crossed_tags) > crossed:
        return lambda code: code.crossed_tags if len(code.crossed_tags) > crossed else ()
    dialect = after.dialect
    is_trusted = dialect.is_trusted_if_clean and (after.is_item or len(after.text) < _LARGE)
    if dialect.needs_loss and not is_trusted and not _is_lost(before, after):
        return None
    if not after.errors:
        return None
    known = len(before.errors) if before is not None else 0
    lacks_parser = before is None and not dialect.has_whole_parser
    # If the parser does not know all of the language, an error alone is not enough.
    if len(after.errors) <= known or ((known or lacks_parser) and not _is_lost(before, after)):
        return None
    return lambda code: code.errors if len(code.errors) > known else ()


def _is_lost(before: ParsedText | None, after: ParsedText) -> bool:
    """True if a bracket or a quote is unpaired, and none was before."""
    if before is not None and before.signs == after.signs:
        return False
    if not after.is_balanced and (before is None or before.is_balanced):
        return True
    return after.lone_quotes > (before.lone_quotes if before is not None else 0)


_SEARCHES: dict[str, Callable[[ParsedText | None, ParsedText], _Find | None]] = {
    "python": _find_in_python,
    "json": _find_in_json,
    TOML: _find_in_toml,
    MAKE: _find_in_makefile,
}
"""Searches for languages with other parsers; they return None if there is certainly nothing new."""


def _only(error: Error | None) -> Sequence[Error]:
    return () if error is None else (error,)


def _json_error(text: str) -> Error | None:
    import json

    try:
        json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return error.lineno, f": {error.msg}"
    except RecursionError:
        return None
    return None


def _without(part: re.Match[str]) -> str:
    """Whitespace for a comma or a comment of JSON; strings stay."""
    if part[0] != "," and not _is_comment(part[0]):
        return part[0]
    return "\n" * part[0].count("\n") or " "


def _is_comment(part: str) -> bool:
    """True if a part of JSON is a comment, and is closed if it must be."""
    return part.startswith("//") or (part.startswith("/*") and part.endswith("*/") and len(part) > 3)
