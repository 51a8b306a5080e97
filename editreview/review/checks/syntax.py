"""Syntax errors that edits bring in: the file could be read as code before, and cannot be any more.

The blocks of a file are judged together, because one may open what another closes. Parsers are
of a certain age and templates are no code yet, so one sign alone is seldom believed: Python has to fail
both parsers known here, and most other code has to lose the balance of its brackets as well.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from pathlib import PurePosixPath

from editreview.matching import Syntax, Tokens, language_of
from editreview.patterns import lazy_pattern
from editreview.review.change_groups import ChangeGroup, joint
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind

_MAX_TEXT = 300_000
_MAX_LINE = 2_000
"""Characters up to which a text is parsed: longer lines take the parser's library very long."""
_TOML = "toml"
_SETTLED = frozenset({"go", "json"})
"""Languages small and old enough for their parser to know all of them."""
_LINE = lazy_pattern(r"line (\d+)")
_TEMPLATE = lazy_pattern(r"\{%|<%|\{\{[-\s]*[\w.]+\s*(?:\|[^{}]*)?\}\}")
"""Marks of templates, which are filled in before the text is code."""
_CLOSING = {")": "(", "]": "[", "}": "{"}
_UNTOLD = (ValueError, OverflowError, RecursionError, MemoryError)
"""Errors that end Python's own parser on a text that is too deep or has a lone surrogate."""

_WITH_TAGS = (".jsx", ".tsx")
_TAG = lazy_pattern(r"</|/>|<>")
"""Characters that only JSX tags have."""

_Error = tuple[int, str]
"""The line of the text, from 1, and what is wrong with it, in words."""
_Judge = Callable[[str], _Error | None]
"""Tells of a text whether it has a syntax error that the file had not, and which."""


def broken_syntax(plan: FilePlan) -> dict[int, BlockWarning]:
    """The blocks that bring a syntax error, by number.

    Args:
        plan: What the file would be with the blocks that are taken in it.
    """
    language = _language_of(plan.path_to or plan.path)
    if language is None or plan.is_removed or not plan.components:
        return {}
    judge = _judge(plan.before.text, language)
    error = judge(plan.after)
    if error is None:
        return {}
    line, what = error
    warning = BlockWarning(WarningKind.SYNTAX_ERROR, f"brings a syntax error: line {line}{what}", line)
    return dict.fromkeys(_to_blame(plan, judge, language), warning)


def _language_of(path: str) -> str | None:
    """The language that is checked; files with tags are one of their own."""
    ending = PurePosixPath(path).suffix.lower()
    if ending in _WITH_TAGS:
        return ending
    return _TOML if ending == ".toml" else language_of(path)


def _judge(before: str, language: str) -> _Judge:
    was = _Code(before, language) if before.strip() else None
    return lambda text: _new_error(was, _Code(text, language))


class _Code:
    """A text, as code."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.has_tags = language in _WITH_TAGS and _TAG.search(text) is not None
        self.language = language_of(f"a{language}") or "" if language in _WITH_TAGS else language

    @property
    def is_short(self) -> bool:
        return len(self.text) <= _MAX_TEXT and max(map(len, self.text.split("\n"))) <= _MAX_LINE

    @cached_property
    def syntax(self) -> Syntax:
        return Syntax(self.text, self.language)

    @property
    def crossed_tags(self) -> tuple[int, ...]:
        """The lines of tags that close another one than is open."""
        return self.syntax.crossed_tags if self.has_tags else ()

    @cached_property
    def toml_error(self) -> _Error | None:
        """The error that Python's own TOML parser reports; None if there is none or it cannot tell."""
        import tomllib

        try:
            tomllib.loads(self.text.replace("\r\n", "\n"))
        except tomllib.TOMLDecodeError as error:
            what, _, where = str(error).partition(" (at ")
            line = _LINE.match(where)
            return (int(line[1]) if line else len(self.text.splitlines())), f": {what}"
        except RecursionError:
            return None
        return None

    @cached_property
    def python_error(self) -> SyntaxError | None:
        """The error that the running Python reports for it."""
        import warnings

        with warnings.catch_warnings():
            # They are about the code that is edited, and would be written across the screen.
            warnings.simplefilter("ignore")
            try:
                compile(self.text, "<text>", "exec", dont_inherit=True)
            except SyntaxError as error:
                return error
            except _UNTOLD:
                return None
        return None

    @cached_property
    def is_balanced(self) -> bool:
        """True if every bracket outside of strings and comments has its partner."""
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
        return sum(1 for _ in _TEMPLATE.finditer(self.text))


def _new_error(before: _Code | None, after: _Code) -> _Error | None:
    """A syntax error of a text that the text before had not; None if there is none for sure."""
    if not after.is_short or (before is not None and not before.is_short):
        return None
    is_python = after.language == "python"
    error = after.python_error if is_python else None
    if (is_python and error is None) or after.templates > (before.templates if before else 0):
        return None
    if error is not None and (before is None or before.python_error is None):
        return (error.lineno or 1, f": {error.msg}") if _is_sure(error, before, after) else None
    if after.language == _TOML:
        return after.toml_error if before is None or before.toml_error is None else None
    known = before.syntax.errors if before is not None else 0
    crossed = after.crossed_tags
    if crossed and len(crossed) > (len(before.crossed_tags) if before is not None else 0):
        return crossed[0], " closes another tag than the one that is open"
    if after.syntax.errors <= known:
        return None
    is_lost = not after.is_balanced and (before is None or before.is_balanced)
    if is_lost or (before is not None and not known and (after.has_tags or _is_settled(before))):
        # A tag that is lost leaves all brackets balanced.
        return _line_of_error(before, after), f" cannot be read as {after.language}"
    return None


def _line_of_error(before: _Code | None, after: _Code) -> int:
    """The line where an error is: for YAML, whose parser gives up the whole text, where lines begin to fail.

    The lines before the first that changed can be read.
    """
    if after.language != "yaml" or before is None:
        return after.syntax.first_error
    lines = after.text.splitlines(keepends=True)
    same = (old == new for old, new in zip(before.text.splitlines(keepends=True), lines, strict=False))
    first = sum(1 for _ in takewhile(bool, same))
    at = bisect_left(
        range(first, len(lines)), True, key=lambda n: Syntax("".join(lines[: n + 1]), "yaml").errors > 0
    )
    return min(first + at, len(lines) - 1) + 1


def _is_sure(error: SyntaxError, before: _Code | None, after: _Code) -> bool:
    """True if an error is none that only this version of Python sees."""
    if isinstance(error, IndentationError) and (before is not None or not isinstance(error, TabError)):
        return True
    return after.syntax.faults > (before.syntax.faults if before is not None else 0)


def _is_settled(before: _Code) -> bool:
    # JSON with comments is another language, in which commas may trail.
    return before.language in _SETTLED and not (before.language == "json" and before.syntax.has_comments)


def _to_blame(plan: FilePlan, judge: _Judge, language: str) -> list[int]:
    """The blocks without which there is no error, or that bring one alone; all if there are no such."""

    def is_broken(components: Iterable[ChangeGroup]) -> bool:
        return judge(joint(list(components)).apply(plan.before.text)) is not None

    groups: list[Sequence[ChangeGroup]] = [plan.components]
    while any(len(group) > 1 for group in groups):
        halves = [half for group in groups for half in _halves(group)]
        mending = [half for half in halves if not is_broken(c for c in plan.components if c not in half)]
        found = mending or [half for half in halves if is_broken(half)]
        if not found:
            break
        groups = found
    return [
        number
        for group in groups
        for component in group
        for number in _steps_to_blame(plan.proposals, component, language)
    ]


def _halves(group: Sequence[ChangeGroup]) -> list[Sequence[ChangeGroup]]:
    middle = (len(group) + 1) // 2
    return [half for half in (group[:middle], group[middle:]) if half]


def _steps_to_blame(proposals: Sequence[Proposal], component: ChangeGroup, language: str) -> Iterable[int]:
    """Of blocks that build on each other, those that bring an error to what they build on."""
    steps = [p for p in proposals if p.number in component.members and p.base is not None]
    if len(steps) == 1:
        return component.members
    found = [p.number for p in steps if p.base and _judge(p.base.text, language)(p.change.apply(p.base.text))]
    return found or component.members
