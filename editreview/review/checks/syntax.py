"""Finds syntax errors that edits introduce: the file could be parsed before, and cannot be afterwards.

The blocks of a file are checked together, because one may open what another closes. Parsers may be older than
the code, and templates are not code yet, so one sign alone is seldom enough: Python has to fail both parsers
used here, and most other code has to lose the balance of its brackets as well.
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
"""The most characters of a line: longer ones take the parsers very long."""
_TOML = "toml"
_SETTLED = frozenset({"go", "json"})
"""Languages whose parser is complete."""
_LINE = lazy_pattern(r"line (\d+)")
_TEMPLATE = lazy_pattern(r"\{%|<%|\{\{[-\s]*[\w.]+\s*(?:\|[^{}]*)?\}\}")
"""Template syntax."""
_CLOSING = {")": "(", "]": "[", "}": "{"}
_UNKNOWN = (ValueError, OverflowError, RecursionError, MemoryError)
"""Errors of Python's own parser on a text that is nested too deeply or has a lone surrogate."""

_WITH_TAGS = (".jsx", ".tsx")
_TAG = lazy_pattern(r"</|/>|<>")
"""Characters that only JSX tags have."""

_Error = tuple[int, str]
"""The 1-based line of a syntax error, and its description."""
_Judge = Callable[[str], _Error | None]
"""Returns the syntax error of a text if the file did not have one; else None."""


def broken_syntax(plan: FilePlan) -> dict[int, BlockWarning]:
    """Warn about the blocks that introduce a syntax error.

    Args:
        plan: The plan of a file.
    """
    language = _language_of(plan.path_to or plan.path)
    if language is None or plan.is_removed or not plan.change_groups:
        return {}
    judge = _judge(plan.before.text, language)
    error = judge(plan.after)
    if error is None:
        return {}
    line, what = error
    warning = BlockWarning(WarningKind.SYNTAX_ERROR, f"introduces a syntax error: line {line}{what}", line)
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
    """A text in a language, with its syntax errors."""

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
        """The lines of tags that close another tag than the open one."""
        return self.syntax.crossed_tags if self.has_tags else ()

    @cached_property
    def toml_error(self) -> _Error | None:
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
        return sum(1 for _ in _TEMPLATE.finditer(self.text))


def _new_error(before: _Code | None, after: _Code) -> _Error | None:
    """The syntax error that a text certainly has and the earlier one does not; else None."""
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
        return crossed[0], " closes another tag than the open one"
    if after.syntax.errors <= known:
        return None
    is_lost = not after.is_balanced and (before is None or before.is_balanced)
    if is_lost or (before is not None and not known and (after.has_tags or _is_settled(before))):
        # A missing tag leaves all brackets balanced.
        return _line_of_error(before, after), f" cannot be parsed as {after.language}"
    return None


def _line_of_error(before: _Code | None, after: _Code) -> int:
    """The 1-based line of an error. In YAML, the first line with which the text cannot be parsed.

    The YAML parser rejects a text as a whole.
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
    """True if an error is not one of this Python version only."""
    if isinstance(error, IndentationError) and (before is not None or not isinstance(error, TabError)):
        return True
    return after.syntax.faults > (before.syntax.faults if before is not None else 0)


def _is_settled(before: _Code) -> bool:
    # JSON with comments allows trailing commas too.
    return before.language in _SETTLED and not (before.language == "json" and before.syntax.has_comments)


def _to_blame(plan: FilePlan, judge: _Judge, language: str) -> list[int]:
    """The blocks without which there is no error, or that introduce it alone; all if there are none."""

    def is_broken(groups: Iterable[ChangeGroup]) -> bool:
        return judge(joint(list(groups)).apply(plan.before.text)) is not None

    parts: list[Sequence[ChangeGroup]] = [plan.change_groups]
    while any(len(part) > 1 for part in parts):
        halves = [half for part in parts for half in _halves(part)]
        mending = [half for half in halves if not is_broken(c for c in plan.change_groups if c not in half)]
        blamed = mending or [half for half in halves if is_broken(half)]
        if not blamed:
            break
        parts = blamed
    return [
        number
        for part in parts
        for group in part
        for number in _steps_to_blame(plan.proposals, group, language)
    ]


def _halves(group: Sequence[ChangeGroup]) -> list[Sequence[ChangeGroup]]:
    middle = (len(group) + 1) // 2
    return [half for half in (group[:middle], group[middle:]) if half]


def _steps_to_blame(proposals: Sequence[Proposal], group: ChangeGroup, language: str) -> Iterable[int]:
    """Of blocks that build on each other, those that introduce an error in their base."""
    steps = [p for p in proposals if p.number in group.members and p.base is not None]
    if len(steps) == 1:
        return group.members
    blamed = [
        p.number for p in steps if p.base and _judge(p.base.text, language)(p.change.apply(p.base.text))
    ]
    return blamed or group.members
