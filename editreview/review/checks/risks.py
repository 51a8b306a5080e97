"""Marks: remarks on what a block adds and removes. They inform, and withhold nothing; only secrets do.

Each looks at the lines that the block adds and removes, so that a line it only quotes or moves counts as
neither.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from editreview.matching import FileIndex
from editreview.patterns import lazy_pattern
from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Change, counted

_MAX_LENGTH = 500
"""Characters of a line that are examined."""

NumberedLine = tuple[int, str]


class ChangedLines(Struct, frozen=True):
    """The lines that a block adds and removes, without their ends; blank ones are left out."""

    added: tuple[NumberedLine, ...]
    """With their 1-based numbers in the text with the block."""
    removed: tuple[NumberedLine, ...]
    """With their 1-based numbers in the text without it."""


def changed_lines(base: FileIndex, change: Change) -> ChangedLines:
    """The lines that a change adds and removes. One that it writes again at another place is neither."""
    added: list[NumberedLine] = []
    removed: list[NumberedLine] = []
    separator, text, growth = base.lines.separator, base.text, 0
    for splice in change.splices:
        first = base.lines.at(splice.start)
        start = base.lines.starts[first] if text else 0
        end = splice.end
        ends_line = splice.text[-1:] == separator[-1] if splice.text else splice.start == start
        is_whole = ends_line and (end == start or text[end - 1 : end] == separator[-1])
        if not is_whole and end < len(text):
            last = base.lines.at(end)
            end = base.lines.starts[last + 1] if last + 1 < len(base.lines) else len(text)
        old = text[start:end].split(separator)
        new = f"{text[start : splice.start]}{splice.text}{text[splice.end : end]}".split(separator)
        kept = Counter(old) & Counter(new)
        removed += _others(old, kept.copy(), first + 1)
        added += _others(new, kept, first + 1 + growth)
        growth += len(new) - len(old)
    return ChangedLines(tuple(added), tuple(removed))


def _others(lines: Sequence[str], kept: Counter[str], first: int) -> Iterator[NumberedLine]:
    """The lines that are not among those kept, from number `first` on."""
    for number, line in enumerate(lines, first):
        if kept[line] > 0:
            kept[line] -= 1
        elif line.strip():
            yield number, line[:_MAX_LENGTH]


# Secrets. The shapes of keys are those that their issuers document; no value is shown or stored.

_KEYS = (
    ("an AWS key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("a GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})"),
    ("a GitLab token", r"\bglpat-[\w-]{20,}"),
    ("an Anthropic key", r"\bsk-ant-[\w-]{20,}"),
    ("an OpenAI key", r"\bsk-(?:proj-|svcacct-|admin-)?(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9_-]{24,}"),
    ("a Google key", r"\bAIza[\w-]{35}(?![\w-])"),
    ("a Slack token", r"\bxox[abeoprs]-[\w-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/\w{16,}"),
    ("a Stripe key", r"\b[rs]k_live_[0-9A-Za-z]{20,}"),
    ("an npm token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("a PyPI token", r"\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}"),
    ("a SendGrid key", r"\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])"),
    ("a Hugging Face token", r"\bhf_[A-Za-z]{34}\b"),
    ("a DigitalOcean token", r"\bdo[por]_v1_[a-f0-9]{64}\b"),
    ("a Telegram token", r"\b\d{8,10}:AA[\w-]{33}(?![\w-])"),
    ("a private key", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----"),
)
_KEY = lazy_pattern("|".join(f"(?P<k{at}>{pattern})" for at, (_, pattern) in enumerate(_KEYS)))
_HINT = lazy_pattern(
    r"AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|sk-|AIza|xox|hooks\.slack|k_live_|npm_|pypi-|SG\.|hf_|_v1_|:AA"
    r"|PRIVATE KEY|://|(?i:pass|secret|token|key|credential|auth)"
)
"""A fast test that rules out nearly all lines."""
_URL = lazy_pattern(
    r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s:/@\"'<>]*):(?P<value>[^\s/@\"'<>]{4,})@(?P<host>[\w.-]+)"
)
_ASSIGNED = lazy_pattern(
    r"(?i:(?:password|passwd|passphrase|secret|token|api_?key|private_?key|access_?key|credential)s?)"
    r"[\w-]*[\"']?\s*(?:[:=]|=>|:=)\s*[\"'](?P<value>[^\"'\s]{14,})[\"']"
)
_SAMPLE = lazy_pattern(
    r"example|sample|your|xxx|\*\*\*|\.\.\.|change.?me|replace|dummy|fake|test|mock|placeholder|redacted|foobar"
    r"|<|[$#{%]\{?\w*\}?|^0+$|1234567|abcdef|password|secret|token|https?:",
    re.IGNORECASE,
)
"""A value that stands for one, or is a name."""
_LOCAL = lazy_pattern(r"localhost|127\.|0\.0\.0\.0|(?:db|postgres|mysql|redis|mongo|rabbitmq|host|example)\b")
_NOT_SECRET = (".lock", ".sum", "-lock.json", "-lock.yaml", ".svg", ".ipynb", ".map", ".po", ".snap")
"""Ends of names of files full of digests and texts."""


def written_secret(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Warn that the block adds a key, a token or a password."""
    if (proposal.path or "").casefold().endswith(_NOT_SECRET):
        return None
    for number, line in lines.added:
        if _HINT.search(line) is not None and (found := _secret_in(line)) is not None:
            return BlockWarning(WarningKind.SECRET, f"adds {found}", number)
    return None


def _secret_in(line: str) -> str | None:
    """The kind of a secret in a line, with the beginning of its value; None if it has none."""
    key = _KEY.search(line)
    if key is not None and key.lastgroup is not None and not _is_sample(key[0]):
        kind = _KEYS[int(key.lastgroup[1:])][0]
        return kind if "PRIVATE KEY" in key[0] else f"{kind}: {key[0][:4]}…"
    url = _URL.search(line)
    if url is not None and not _is_sample(url["value"]) and _LOCAL.match(url["host"]) is None:
        return f"a password in a URL: {url['value'][:1]}…" if url["value"] != url["user"] else None
    assigned = _ASSIGNED.search(line)
    if assigned is None:
        return None
    value = assigned["value"]
    is_mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    is_random = is_mixed and _SAMPLE.search(value) is None and not set(value) & set("()[]{}/\\ ")
    return f"what seems to be a secret: {value[:4]}…" if is_random else None


def _is_sample(value: str) -> bool:
    return _SAMPLE.search(value) is not None or len(set(value)) < 6


# Marks.

_VENDORED = frozenset(
    ("vendor", "vendored", "third_party", "third-party", "node_modules", "bower_components", "site-packages")
)
_GENERATED_NAMES = (
    *(".min.js", ".min.css", "_pb2.py", "_pb2_grpc.py", ".pb.go", ".g.dart", ".freezed.dart", ".designer.cs"),
    *(".generated.ts", ".generated.go", ".gen.go", ".gen.ts"),
)
_GENERATED = lazy_pattern(
    r"@generated\b|\b(?:auto-?|automatically )generated\b"
    r"|\bgenerated (?:by|from|with)\b.*\bdo not (?:edit|modify)"
    r"|\bcode generated\b.*\bdo not edit",
    re.IGNORECASE,
)
_HEAD_LINES = 10


def generated_file(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the file is generated or of others, so that the edit may be lost."""
    path = (proposal.path or "").casefold()
    folder = next((part for part in path.split("/")[:-1] if part in _VENDORED), None)
    if folder is not None:
        return BlockWarning(WarningKind.GENERATED, f"the file is in {folder}: an update may undo the edit")
    base = proposal.base
    head = "" if base is None else "\n".join(base.lines.slice(0, min(_HEAD_LINES, len(base.lines))))
    if path.endswith(_GENERATED_NAMES) or _GENERATED.search(head) is not None:
        return BlockWarning(WarningKind.GENERATED, "the file is generated: its generator may undo the edit")
    return None


_LICENCE = lazy_pattern(
    r"SPDX-License-Identifier|\bcopyright\b|\(c\) ?\d{4}|©|\blicensed under\b|\ball rights reserved\b",
    re.IGNORECASE,
)
_LICENCE_LINES = 40
"""Lines at the beginning of a file that may be a licence header."""


def lost_licence(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block removes lines of a licence header."""
    removed = [n for n, line in lines.removed if n <= _LICENCE_LINES and _LICENCE.search(line) is not None]
    if not removed or any(_LICENCE.search(line) is not None for _, line in lines.added):
        return None
    return BlockWarning(WarningKind.LICENCE, "removes a licence header", removed[0], is_old=True)


_TEST_FILE = lazy_pattern(
    r"(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)|(?:Test|Tests|Spec)\.\w+$", re.IGNORECASE
)
_TEST = lazy_pattern(
    r"\s*(?:async )?def test\w*\(|\s*(?:it|test|describe|specify)(?:\.\w+)*\(\s*[\"'`]|func Test\w+\("
    r"|\s*@(?:Parameterized)?Test\b|\s*#\[(?:\w+::)?test\b|\s*TEST(?:_F|_P)?\("
    r"|\s*(?:public )?function test\w+\("
    r"|\s*\[(?:Fact|Theory|Test|TestMethod)\]|\s*test\s+\"|\s*(?:it|test|describe)\s+[\"']"
)
_ASSERTION = lazy_pattern(
    r"^\s*assert\b|\bself\.assert\w+\(|(?<!\.)\bexpect\(|\b(?:assert|require)(?:\.\w+|_\w+)*!?\(|\.should(?:\.|\()"
    r"|\bassert\w+\(|\bXCTAssert\w*\(|\bt\.(?:Error|Fatal)f?\("
)
_SKIP = lazy_pattern(
    r"@(?:pytest\.mark\.|unittest\.)?(?:skip|skipif|skipIf|skipUnless|xfail)\b|\bpytest\.(?:skip|xfail)\("
    r"|\b(?:it|test|describe|context)\.(?:skip|only|todo)\(|\b(?:xit|xdescribe|xtest|fit|fdescribe)\("
    r"|\bt\.Skip\w*\(|@(?:Disabled|Ignore)\b|#\[ignore\b|\[(?:Ignore|Skip)\]|\bself\.skipTest\("
)


def weaker_tests(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block removes tests or assertions, or skips tests."""
    if _TEST_FILE.search(proposal.path or "") is None and not (proposal.path or "").endswith(".rs"):
        return None
    skipped = [n for n, line in lines.added if _SKIP.search(line) is not None]
    if len(skipped) > sum(_SKIP.search(line) is not None for _, line in lines.removed):
        return BlockWarning(WarningKind.TESTS, "skips tests", skipped[0])
    for pattern, noun in ((_TEST, "test"), (_ASSERTION, "assertion")):
        removed = [n for n, line in lines.removed if pattern.search(line) is not None]
        added = sum(pattern.search(line) is not None for _, line in lines.added)
        if len(removed) > added:
            more = f" and adds {added}" if added else ""
            message = f"removes {counted(len(removed), noun)}{more}"
            return BlockWarning(WarningKind.TESTS, message, removed[0], is_old=True)
    return None


_HANDLER = lazy_pattern(r"\s*except\b[^#]*:\s*(?P<does>pass|\.\.\.)?\s*(?:#.*)?$")
_NOTHING = lazy_pattern(r"\s*(?:pass|\.\.\.)\s*(?:#.*)?$")
_EMPTY_CATCH = lazy_pattern(r"\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}|\brescue\b[^#\n]*;\s*nil\b|\brescue nil\b")


def ignored_errors(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block adds a handler that ignores every error it gets."""
    handler: int | None = None
    for number, line in lines.added:
        if handler == number - 1 and _NOTHING.match(line) is not None:
            return BlockWarning(WarningKind.IGNORES_ERRORS, "adds a handler that ignores errors", handler)
        found = _HANDLER.match(line)
        handler = None if found is None else number
        if (found is not None and found["does"]) or _EMPTY_CATCH.search(line) is not None:
            return BlockWarning(WarningKind.IGNORES_ERRORS, "adds a handler that ignores errors", number)
    return None


_SUPPRESSION = lazy_pattern(
    r"#\s*(?:noqa\b|type:\s*ignore|pylint:\s*disable|nosec\b|pyright:\s*ignore|mypy:\s*ignore|rubocop:disable"
    r"|shellcheck disable)|eslint-disable|@ts-(?:ignore|nocheck|expect-error)|biome-ignore|//\s*nolint"
    r"|#!?\[allow\(|@SuppressWarnings|\bNOLINT|phpcs:ignore|@phpstan-ignore|swiftlint:disable|@Suppress\("
    r"|#pragma warning disable|#pragma (?:GCC|clang) diagnostic ignored"
)


def silenced_checks(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block silences a linter or a type checker."""
    added = [(n, found[0]) for n, line in lines.added if (found := _SUPPRESSION.search(line)) is not None]
    if len(added) <= sum(_SUPPRESSION.search(line) is not None for _, line in lines.removed):
        return None
    number, text = added[0]
    return BlockWarning(WarningKind.SILENCES, f"silences a check: {text.strip()}", number)


_FREE = (".md", ".markdown", ".rst", ".txt", ".tsv", ".csv", ".mk", ".diff", ".patch")
"""Ends of names of files in which tabs and blanks are content."""


def other_indentation(proposal: Proposal, lines: ChangedLines) -> BlockWarning | None:
    """Mark that the block indents with tabs where the file has blanks, or the other way round."""
    base, path = proposal.base, (proposal.path or "").casefold()
    if base is None or path.endswith(_FREE) or path.rpartition("/")[2] in ("makefile", "gnumakefile"):
        return None
    tabs, blanks = ([n for n, line in lines.added if line.startswith(begin)] for begin in ("\t", "  "))
    if not tabs and len(blanks) < 2:
        return None
    if tabs and base.indents_with == " ":
        return BlockWarning(WarningKind.INDENTATION, "indents with tabs, the file with spaces", tabs[0])
    if len(blanks) > 1 and base.indents_with == "\t":
        return BlockWarning(WarningKind.INDENTATION, "indents with spaces, the file with tabs", blanks[0])
    return None


RiskCheck = Callable[[Proposal, ChangedLines], BlockWarning | None]
