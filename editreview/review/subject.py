"""Proposes the subject of a commit: a sentence of the response that clearly is one, else a summary.

A sentence describes the whole response, so it is used only if the commit has all of it. A summary names the
change by its files and symbols: `Add parse_date and use it in invoice.py`. It consists of short facts, found
in the lines that differ. Nothing is parsed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview import likeness
from editreview.alignment import line_opcodes
from editreview.first_use import lazy_pattern
from editreview.matching import Content, Scope, content_of, enclosing, is_comment, scope_at
from editreview.review.decisions import Decision
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.terminal import visible_line
from editreview.text import Snapshot, begins_import, counted, sentences_in
from editreview.workspace import TextChange

if TYPE_CHECKING:
    from editreview.review.review import Review

_MIN_WORDS = 3
"""The fewest words of a subject."""
_MAX_SUBJECT = 72
"""Characters of a commit's subject line."""
_MAX_NAME = 48
"""Characters of one symbol."""
_MAX_VALUE = 24
"""Characters of a value."""
_MAX_COMPARED_FILES = 12
"""Files that are compared; of more, only the names and numbers are used."""
_MAX_ROWS = 3_000
"""The most lines that are examined, of those that differ in all files together."""
_MAX_LENGTH = 2_000_000
"""The most characters of all files together that are compared."""
_MAX_LOOKED_UP = 100
"""Lines of each side of a file for which the enclosing symbols are looked up."""
_MAX_DEFINITIONS = 1_000
"""Definitions that are compared in a file."""
_MAX_SHORT_DEFINITION = 3
"""Names of new definitions in a subject."""
_COMMON_NAMES = frozenset({"__init__", "index", "mod", "main", "readme", "makefile", "dockerfile", "page"})
"""File names, without their endings, that say nothing without their folder."""

Edges = Sequence[tuple[int, int, int, int]]


def subject_of_next(review: "Review", plans: Sequence[FilePlan]) -> str:
    """The subject of the next commit of a review; empty if there is nothing to commit.

    Args:
        review: The review.
        plans: The accepted changes that the commit will have in addition to what is staged.
    """
    changes = {change.path: change for change in review.workspace.to_commit()}
    for plan in plans:
        path = plan.path_after
        before = plan.before.text if isinstance(plan.before, Snapshot) else None
        staged = changes.get(path)
        if staged is not None and staged.after == before:
            before = staged.before
        after = None if plan.is_removed else plan.after
        changes[path] = TextChange(path, before, after, plan.path if plan.path_to else None)
    numbers = frozenset(number for plan in plans for number in plan.members)
    return propose_subject(_prose_to_commit(review, numbers), list(changes.values())) if changes else ""


def _prose_to_commit(review: "Review", accepted: frozenset[int]) -> list[str]:
    """The prose of the response, if the next commit has all of it and nothing else; else none.

    Args:
        review: The review.
        accepted: Blocks not applied yet that the commit will have too.
    """
    effects = review.log.effects
    last = max((at for at, effect in enumerate(effects) if effect.commit is not None), default=-1)
    committed = frozenset(key for effect in effects[: last + 1] for key in effect.blocks)
    numbers = review.applied | accepted
    blocks = [p for p in review.proposals if p.number in numbers and p.key not in committed]
    responses = {review.responses.number_of(p.block) for p in blocks}
    if len(responses) != 1 or not all(_is_as_written(p, review.log[p.key]) for p in blocks):
        return []
    (response,) = responses
    of_it = [p for p in review.proposals if review.responses.number_of(p.block) == response]
    first, end = review.responses.lines_from_to(response)
    is_whole = all(p in blocks or p.is_done_already or review.is_offer(p) for p in of_it)
    if not is_whole or any(first <= problem.line < end for problem in review.problems):
        return []
    return review.responses.lines_of(response, (prose.lines for prose in review.prose))


def _is_as_written(proposal: Proposal, decision: Decision) -> bool:
    """True if a block is applied as a whole, without edits of the user."""
    return not proposal.is_part and decision.rows is None and decision.edited is None


def propose_subject(prose: Sequence[str], changes: Sequence[TextChange]) -> str:
    """The subject of a commit.

    Args:
        prose: The lines of the response outside its edits; none if the commit does not have all of it.
        changes: The changes to commit.
    """
    known = "\n".join(text for each in changes for text in (each.path, each.before, each.after) if text)
    return _stated_in(prose, known) or visible_line(_summary_of_changes(changes))


def _stated_in(prose: Sequence[str], known: str) -> str:
    """The subject that a text states; empty if nothing in it clearly is one.

    Args:
        prose: The lines of the text.
        known: The names that the subject may have.
    """
    lines = list(_plain_lines(prose))
    for line in lines:
        whole = line.strip("*`_ ")
        if _CONVENTIONAL.fullmatch(whole) and len(whole) <= _MAX_SUBJECT and _is_closed(whole):
            return whole
    sentences = [part for line in lines for each in sentences_in(line) for part in _COLON.split(each)]
    for pattern in _RANKS:
        for sentence in sentences:
            if found := _stated(pattern, sentence, known):
                return found
    return ""


def _plain_lines(prose: Sequence[str]) -> Iterator[str]:
    """The lines of paragraphs: without fences, lists, headings, tables, quotations and indented lines."""
    fence = ""
    for line in prose:
        text = visible_line(line.rstrip())
        if opening := _FENCE.match(text):
            fence = "" if fence and opening["fence"].startswith(fence) else fence or opening["fence"]
        elif not fence and text and not _NO_PARAGRAPH.match(text):
            yield text.strip()


_FENCE = lazy_pattern(r"\s*(?P<fence>`{3,}|~{3,})")
_NO_PARAGRAPH = lazy_pattern(r" {4}|\t|\s*(?:#|>|\||[-*+] |\d+[.)] |<|=|\{)")
_CONVENTIONAL = lazy_pattern(
    r"(?:feat|fix|docs|style|refactor|perf|tests?|build|ci|chore|revert)(?:\([\w./, -]+\))?!?: \S.*\w.*"
)
"""A subject of Conventional Commits: `fix(parser): read tabs`."""
# The words after a colon may be the subject.
_COLON = lazy_pattern(r"(?<=:)\s+")

# Sentences that state a change, by their verb.

# fmt: off
_VERBS = (
    "add", "adjust", "allow", "avoid", "bump", "change", "clean", "convert", "correct", "create",
    "delete", "disable", "document", "drop", "enable", "ensure", "expose", "extend", "extract", "fix",
    "handle", "implement", "improve", "increase", "introduce", "limit", "merge", "modify", "move",
    "optimize", "prevent", "reduce", "refactor", "remove", "rename", "reorder", "replace", "restore",
    "restructure", "reuse", "rewrite", "set", "simplify", "split", "support", "switch", "update",
    "upgrade", "use", "validate", "wrap",
)
_VAGUE = frozenset({
    "adjust", "change", "create", "improve", "modify", "optimize", "refactor", "restructure", "update",
})
# fmt: on
"""Verbs that say nothing without a name."""
_IRREGULAR = {"rewrite": "rewrote|rewritten", "set": "set", "split": "split"}
_DOUBLED = frozenset({"drop"})


def _past_forms(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("y"):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def _third_person(verb: str) -> str:
    if verb.endswith("y"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("x", "ch", "sh", "s")) else f"{verb}s"


_PAST = {form: verb for verb in _VERBS for form in _past_forms(verb).split("|")}
_THIRD = {_third_person(verb): verb for verb in _VERBS}
_BASE = {verb: verb for verb in _VERBS}
_FORMS = {**_BASE, **_THIRD, **_PAST}
_OPENING = (
    r"(?:(?:ok(?:ay)?|sure|certainly|done|great|of course|got it|understood|alright|yes)\b[,.!]*\s+)?"
    r"(?:(?:now|then|next|here|first)\s*,?\s+)?"
)
_ADVERB = r"(?:(?:also|just|now|then|further|simply)\s+)?"


def _pattern_of(start: str, forms: Sequence[str]) -> re.Pattern[str]:
    return lazy_pattern(rf"(?i){_OPENING}{start}\s+{_ADVERB}(?P<verb>{'|'.join(forms)})\b(?P<rest>\s.+)")


_RANKS = (
    _pattern_of(r"(?:I|we)(?:['’]ve|\s+have)?", sorted(_PAST)),
    _pattern_of(
        r"(?:this|these|the)\s+(?:change|commit|edit|diff|patch)s?(?:\s+will)?", [*sorted(_THIRD), *_VERBS]
    ),
    _pattern_of(r"(?:I|we)(?:['’]ll|\s+will)", _VERBS),
)
_REFUSED = lazy_pattern(
    r"(?i)\b(?:you|your|yours|I|we|me|us|it|its|this|these|those|they|them|changes?|edits?|blocks?|search"
    r"|following|request(?:ed)?|needed|necessary|required|solution|response|instructions?|here|below|above"
    r"|suggest(?:ed|ions?)?|mentioned|specified|described|issues?|errors?|problems?"
    r"|entire|whole|contents?)\b"
)
"""A word that no subject has, as it refers to the response: `the following`, `you`."""
_BARE = lazy_pattern(
    r"(?i)(?:the\s+|some\s+|an?\s+)?(?:\w+\s+)?(?:code|file|files|bug|thing|functionality)\.?"
)
"""A subject without content: `the code`."""
_NEW_FILE = lazy_pattern(r"(?i)\bcreate\b.*\bfiles?\b")
_CODE_NAME = lazy_pattern(r"`[^`]+`|\w+_\w+|\w+\.\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*")
_CLAUSE = lazy_pattern(
    r",? (?:which|so that|so|by|using|because|since|where|while|instead of|rather than|in order to"
    r"|and (?=\w+ing\b))|, (?:and |as |for |with |to |making )?|; | [-–—] | \("
    r"|:? and (?:then )?(?:remove|update|add|fix|use|replace|make) "
    r"| in (?=`?[\w./-]+\.\w+`?)"
)
"""The beginning of a clause that a subject can do without: ` so that it works`, `; `."""
_OPEN_END = lazy_pattern(
    r"(?i)(?:^|\s)(?:to(?:\s+\w+)?|a|an|the|of|in|on|at|for|from|with|by|into|and|or|as|that|between|its?)$"
)
"""A word that a sentence cannot end with: `add the`."""


def _stated(pattern: re.Pattern[str], sentence: str, known: str) -> str:
    """The subject that a sentence states; empty if it states none, or not clearly."""
    match = pattern.match(sentence)
    if match is None or sentence.endswith("?"):
        return ""
    verb = _FORMS[match["verb"].lower()]
    rest = match["rest"].strip().rstrip(".!:;, ")
    text = _fitting(f"{verb.capitalize()} {rest}".replace("**", ""))
    plain = text.replace("`", "")
    if len(plain.split()) < _MIN_WORDS or not _is_closed(text) or _REFUSED.search(plain):
        return ""
    what = text.partition(" ")[2]
    if _BARE.fullmatch(what) or _NEW_FILE.search(plain) or (verb in _VAGUE and not _CODE_NAME.search(what)):
        return ""
    # It has a name that the change does not have, so it may be about something else.
    return plain if all(name in known for name in what.split("`")[1::2]) else ""


def _fitting(text: str) -> str:
    """The text, cut at the end of the last clause that fits; empty if none fits."""
    if len(text.replace("`", "")) <= _MAX_SUBJECT:
        return text
    ends = [clause.start() for clause in _CLAUSE.finditer(text)]
    for end in reversed(ends):
        part = text[:end].rstrip(" ,;:")
        if len(part.replace("`", "")) <= _MAX_SUBJECT and not _OPEN_END.search(part) and _is_closed(part):
            return part
    return ""


def _is_closed(text: str) -> bool:
    """True if no quotation or bracket in a text is open."""
    pairs = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"))
    return all(text.count(a) == text.count(b) for a, b in pairs) and not (
        text.count('"') % 2 or text.count("`") % 2
    )


def _summary_of_changes(changes: Sequence[TextChange]) -> str:
    """The subject of a commit with these changes; empty if there are none."""
    sources = {change.moved_from for change in changes}
    kept = [change for change in changes if change.after is not None or change.path not in sources]
    files = [_ChangedFile(change) for change in kept if change.before != change.after or change.moved_from]
    if not files:
        # Links and modes have no text.
        return f"Update {_joined([_short_name(change.path) for change in kept], 1)}" if kept else ""
    if len(files) <= _MAX_COMPARED_FILES:
        # Line ends and trailing whitespace are worth no word if there are other changes.
        files = [file for file in files if file.old != file.new or file.change.moved_from] or files
    _tell_apart(files)
    length = sum(len(f.change.before or "") + len(f.change.after or "") for f in files)
    options: Iterable[str] = ()
    if len(files) <= _MAX_COMPARED_FILES and length <= _MAX_LENGTH and _count(files) <= _MAX_ROWS:
        options = (option for way in _WAYS for option in way(files))
    return next((text for text in (*options, *_by_file_names(files)) if len(text) <= _MAX_SUBJECT), "")


class _Symbol(Struct, frozen=True):
    """A name in a file."""

    name: str
    """With the class or key around it."""
    last: str
    """Without those."""
    outer: str
    """The outermost of those shown; empty if there is none."""
    row: int
    around: tuple[int, ...]
    """The rows of the definitions around it."""
    is_value: bool
    """True for a constant or a key."""
    is_titled: bool
    """True for a heading or a title, which is put in quotes."""
    is_title: bool
    """True for the words of a title."""

    @classmethod
    def of(cls, scopes: Sequence[Scope], path: str) -> "_Symbol | None":
        """The last of some scopes whose name is short enough; None if there is none."""
        if content_of(path) is Content.DATA:
            # A key of a named item says less than its name.
            titles = [at for at, scope in enumerate(scopes) if scope.is_title]
            scopes = scopes[: titles[-1] + 1] if titles else scopes
        while scopes and len(scopes[-1].name) > _MAX_NAME:
            scopes = scopes[:-1]
        if not scopes:
            return None
        last = scopes[-1]
        is_titled = last.is_title or not _IDENTIFIER.fullmatch(last.name)
        outer = scopes[-2].name if len(scopes) > 1 and not is_titled else ""
        outer = outer if _IDENTIFIER.fullmatch(outer) and not scopes[-2].is_title else ""
        inner = f"“{last.name.strip('“”')}”" if is_titled else last.name
        name = f"{outer}.{inner}" if outer else inner
        return cls(
            name if len(name) <= _MAX_NAME else inner,
            inner,
            outer,
            last.line,
            tuple(scope.line for scope in scopes[:-1]),
            last.is_value,
            is_titled,
            last.is_title,
        )


class _ChangedFile:
    """The facts about one changed file."""

    def __init__(self, change: TextChange) -> None:
        self.change = change
        self.path = change.path
        self.name = _short_name(change.path)
        """The name as developers say it, with the folder where the name alone says nothing."""
        self.is_added = not (change.before or "").strip()
        self.is_removed = change.after is None
        self.old, self.new = _lines(change.before), _lines(change.after)

    @cached_property
    def hunks(self) -> Edges:
        return line_opcodes(self.old, self.new)

    @cached_property
    def pairs(self) -> list[tuple[str, str]] | None:
        """The old and new lines that correspond to each other; None if lines are only added or removed."""
        found: list[tuple[str, str]] = []
        for a1, a2, b1, b2 in self.hunks:
            if a2 - a1 != b2 - b1:
                return None
            found += zip(self.old[a1:a2], self.new[b1:b2], strict=True)
        return found

    @cached_property
    def deleted_rows(self) -> list[int]:
        return [row for a1, a2, _, _ in self.hunks for row in range(a1, a2)]

    @cached_property
    def inserted_rows(self) -> list[int]:
        return [row for _, _, b1, b2 in self.hunks for row in range(b1, b2)]

    @cached_property
    def inserted(self) -> str:
        return "\n".join(self.new[row] for row in self.inserted_rows)

    @cached_property
    def _definitions(self) -> tuple[dict[str, _Symbol], dict[str, _Symbol]]:
        old = {symbol.name: symbol for symbol in self._defined(self.old, self.deleted_rows)}
        new = {symbol.name: symbol for symbol in self._defined(self.new, self.inserted_rows)}
        added = [s for name, s in new.items() if name not in old and not self._defines(self.old, s)]
        lost = [s for name, s in old.items() if name not in new and not self._defines(self.new, s)]
        return _outer_symbols(added), _outer_symbols(lost)

    def _defines(self, lines: Sequence[str], symbol: _Symbol) -> bool:
        """True if a line, changed or not, begins a definition of that name."""
        word = symbol.last.strip("“”")
        rows = islice((row for row, line in enumerate(lines) if word in line), _MAX_LOOKED_UP)
        return any(symbol.name == other.name for other in self._defined(lines, list(rows)))

    def _defined(self, lines: Sequence[str], rows: Sequence[int]) -> Iterator[_Symbol]:
        found = (scope_at(lines[row], self.path, row) for row in rows if not is_import(lines[row]))
        for scope in islice(filter(None, found), _MAX_DEFINITIONS):
            around = enclosing(lines, scope.line, self.path)
            symbol = None if around.is_text else _Symbol.of((*around.scopes, scope), self.path)
            if symbol is not None and symbol.row == scope.line:
                yield symbol

    @property
    def new_definitions(self) -> dict[str, _Symbol]:
        """The outermost names that only the new text defines."""
        return self._definitions[0]

    @property
    def lost_definitions(self) -> dict[str, _Symbol]:
        """The outermost names that only the old text defines."""
        return self._definitions[1]

    @property
    def count_of_functions(self) -> int:
        return sum(not symbol.is_value for symbol in self.new_definitions.values())

    @property
    def has_new_tests(self) -> bool:
        """True if everything new is a test with a title."""
        are_titles = all(symbol.is_title for symbol in self.new_definitions.values())
        return are_titles and content_of(self.path) is Content.CODE

    @cached_property
    def touched(self) -> list[_Symbol]:
        """The symbols with changed lines, those with the most first."""
        rows: Counter[str] = Counter()
        symbols: dict[str, _Symbol] = {}
        sides = ((self.new, self.inserted_rows), (self.old, self.deleted_rows))
        for lines, numbers in sides:
            for row in _some_rows(numbers):
                line = lines[row]
                if not line.strip() or is_import(line) or not any(map(str.isalnum, line)):
                    continue
                symbol = self._around(lines, row)
                if symbol is not None:
                    symbols.setdefault(symbol.name, symbol)
                    rows[symbol.name] += 1
        return [symbols[name] for name, _ in rows.most_common()]

    @cached_property
    def calls(self) -> list[str]:
        """The calls at the top level with changed lines, for a script without definitions."""
        names: Counter[str] = Counter()
        for lines, numbers in ((self.new, self.inserted_rows), (self.old, self.deleted_rows)):
            for row in _some_rows(numbers):
                head = enclosing(lines, row, self.path).nearest or lines[row]
                if match := _CALL.match(head):
                    names[match["name"]] += 1
        return [name for name, _ in names.most_common()]

    def _around(self, lines: Sequence[str], row: int) -> _Symbol | None:
        around = enclosing(lines, row, self.path)
        scopes, own = around.scopes, None if around.is_text else scope_at(lines[row], self.path, row)
        # A key says more than the table around it, a local variable less than the function.
        if own is not None and (content_of(self.path) is not Content.CODE or not own.is_value or not scopes):
            scopes = (*scopes, own)
        return _Symbol.of(scopes, self.path)

    @cached_property
    def only(self) -> str | None:
        """`imports`, `exports` or `comments` if no other lines differ; else None."""
        lines = [self.old[row] for row in self.deleted_rows] + [self.new[row] for row in self.inserted_rows]
        lines = [line.strip() for line in lines if line.strip()]
        if not lines:
            return None
        if all(is_comment(line, self.path) for line in lines):
            return "comments"
        lines = [line for line in lines if not is_comment(line, self.path)]
        if all(_EXPORT.match(line) for line in lines):
            return "exports"
        return "imports" if self._are_imports() else None

    def _are_imports(self) -> bool:
        """True if each changed line is an import, or a line of one that spans several."""
        has_import = False
        for lines, rows in ((self.old, self.deleted_rows), (self.new, self.inserted_rows)):
            for row in rows:
                line = lines[row].strip()
                if is_import(line):
                    has_import = True
                elif line and not is_comment(line, self.path):
                    if not _is_in_import(lines, row):
                        return False
                    has_import = True
        return has_import


_IDENTIFIER = lazy_pattern(r"[.#@$]?[\w$][\w$.:/-]*[?!]?")
_CALL = lazy_pattern(
    r"(?!(?:if|for|while|switch|with|return|else|elif|try|except|catch|match|const|let|var|export|class"
    r"|function|async|await|void|do|begin|case|default|import|from|new)\b)"
    r"(?P<name>[$@]?[A-Za-z_$][\w$]*(?:\.[\w$]+){0,2})(?:\(|\s+do\b|\s+\{)"
)
"""A call that has a name of its own, such as a route: `app.get(`."""
_EXPORT = lazy_pattern(
    r"\s*(?:export\s+(?:\*|\{|default\s+\w+;?$)|module\.exports\b|__all__\b|pub\s+(?:use|mod)\b)"
)
"""A line that only exports names: `export { a }`, `__all__`."""


def is_import(line: str) -> bool:
    """True if a line begins an import, or names its own package."""
    line = line.lstrip()
    return begins_import(line) or line.startswith("package ")


def _is_in_import(lines: Sequence[str], row: int) -> bool:
    """True if a line is inside an import that spans several lines."""
    for at in range(row, max(row - 40, -1), -1):
        line = lines[at].strip()
        if is_import(line):
            return at == row or line.rstrip().endswith(("(", "{", ",", "\\"))
        if at < row and (not line or line.endswith((";", ")", "}"))):
            return False
        if not re.fullmatch(r"[\w\s,{}()*\"'.;/@:-]*", line) or "=" in line:
            return False
    return False


def _some_rows(rows: Sequence[int]) -> Sequence[int]:
    """A sample of many lines, evenly spread."""
    return rows[:: max(1, len(rows) // _MAX_LOOKED_UP)]


def _lines(text: str | None) -> list[str]:
    return [line.rstrip() for line in (text or "").splitlines()]


def _outer_symbols(symbols: Sequence[_Symbol]) -> dict[str, _Symbol]:
    """The symbols that are not inside another one, functions and classes first."""
    rows = {symbol.row for symbol in symbols}
    outer = [symbol for symbol in symbols if not rows.intersection(symbol.around)]
    return {symbol.name: symbol for symbol in sorted(outer, key=lambda symbol: symbol.is_value)}


def _count(files: Sequence[_ChangedFile]) -> int:
    """The number of lines that differ in files that are not new."""
    return sum(len(f.deleted_rows) + len(f.inserted_rows) for f in files if not f.is_added)


def _tell_apart(files: Sequence[_ChangedFile]) -> None:
    """Add the folders to the names of files that have the same name."""
    names = Counter(file.name for file in files)
    for file in files:
        if names[file.name] > 1:
            file.name = "/".join(PurePosixPath(file.path).parts[-2:])


def _short_name(path: str) -> str:
    """The name of a file as developers say it."""
    plain = PurePosixPath(path)
    is_common = plain.stem.lower() in _COMMON_NAMES and len(plain.parts) > 1
    return "/".join(plain.parts[-2:]) if is_common else plain.name


# Sentences, from the most specific to the least. Each function yields ever shorter ones, or none.


def _joined(names: Sequence[str], most: int) -> str:
    """`a`, `a and b`, `a, b and c`, `a, b and 2 others`."""
    if len(names) > most:
        more = len(names) - most
        names = [*names[:most], f"{more} {'other' if more == 1 else 'others'}"]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _listed(names: Sequence[str]) -> Iterator[str]:
    """The names joined, with fewer and fewer of them."""
    for most in range(min(len(names), _MAX_SHORT_DEFINITION), 0, -1):
        yield _joined(names, most)


def _few_names(files: Sequence[str]) -> Iterator[str]:
    """Some files: by name if they are few, else their number."""
    if 0 < len(files) <= 2:
        yield _joined(files, 2)
    if len(files) > 1:
        yield f"{len(files)} files"


def _named(symbols: Sequence[_Symbol], before: str = "", file: str = "") -> Iterator[str]:
    """The symbols and their file, then shorter phrases: without classes, without the file, fewer symbols.

    Args:
        symbols: The symbols.
        before: The preposition before the file; empty to leave it out.
        file: The name of the file.
    """
    end = f" {before} {file}" if before else ""
    names, lasts = [symbol.name for symbol in symbols], [symbol.last for symbol in symbols]
    most = _MAX_SHORT_DEFINITION if len(names) <= _MAX_SHORT_DEFINITION else 2
    outer = {symbol.outer for symbol in symbols}
    if before and len(names) > 1 and len(outer) == 1 and (owner := outer.pop()):
        yield f"{_joined(lasts, most)} {before} {owner} in {file}"
        yield f"{_joined(lasts, most)} {before} {owner}"
    yield from (f"{_joined(names, most)}{end}", f"{_joined(lasts, most)}{end}")
    if len(names) <= _MAX_SHORT_DEFINITION:
        yield _joined(lasts, most)
    yield from (f"{_joined(lasts, 1)}{end}", _joined(lasts, 2), _joined(lasts, 1))


def _only_files(files: Sequence[_ChangedFile]) -> Iterator[str]:
    names = [file.name for file in files]
    moved = [file.change.moved_from for file in files if file.change.moved_from]
    if all(file.is_added for file in files) and not moved:
        yield from (f"Add {each}" for each in _listed(names))
    if all(file.is_removed for file in files):
        yield from (f"Remove {each}" for each in _listed(names))
    if len(moved) == len(files) == 1:
        yield from _moved(files[0])


def _moved(file: _ChangedFile) -> Iterator[str]:
    old, new = PurePosixPath(file.change.moved_from or ""), PurePosixPath(file.path)
    if old.name == new.name:
        yield f"Move {new.name} to {new.parent if str(new.parent) != '.' else 'the top'}"
    elif old.parent == new.parent:
        yield f"Rename {old.name} to {new.name}"
    yield f"Move {_short_name(str(old))} to {_short_name(str(new))}"


def _few_of(files: Sequence[_ChangedFile]) -> Iterator[str]:
    return _few_names([file.name for file in files])


def _use_by(count: int, using: Sequence[_ChangedFile]) -> str:
    """`use it in`, or `document them in` if only prose names them."""
    is_prose = using and all(content_of(file.path) is Content.PROSE for file in using)
    return f"{'document' if is_prose else 'use'} {'it' if count == 1 else 'them'} in"


def _added_with_use(files: Sequence[_ChangedFile]) -> Iterator[str]:
    """New files, and the others in which they are used."""
    added = [file for file in files if file.is_added]
    others = [file for file in files if not file.is_added]
    if not added or not others or any(file.is_removed for file in others):
        return
    names = [file.name for file in added]
    stems = [re.sub(r"\W", ".?", PurePosixPath(file.path).stem) for file in added]
    symbols = [name for file in added for name in file.new_definitions]
    words = "|".join([*stems, *map(re.escape, symbols)])
    using = [file for file in others if re.search(rf"(?<!\w)(?:{words})(?!\w)", file.inserted)]
    if len(using) == len(others):
        for each in _listed(names):
            yield from (f"Add {each} and {_use_by(len(added), using)} {few}" for few in _few_of(using))
    for each in _listed(names):
        yield from (f"Add {each} and update {few}" for few in _few_names([f.name for f in others]))


def _moved_symbol(files: Sequence[_ChangedFile]) -> Iterator[str]:
    """A definition gone from one file and new in another."""
    for source in files:
        for target in files:
            if source is target or source.is_added:
                continue
            moved = [s for name, s in source.lost_definitions.items() if name in target.new_definitions]
            if moved and len(moved) == len(target.new_definitions):
                yield from (
                    f"Move {each}" for each in _named(moved, "from", f"{source.name} to {target.name}")
                )


def _renamed_symbol(files: Sequence[_ChangedFile]) -> Iterator[str]:
    for file in files:
        if len(file.new_definitions) == len(file.lost_definitions) == 1:
            (old,), (new,) = file.lost_definitions.values(), file.new_definitions.values()
            if _is_renamed(file, old, new) and all(new.last in other.inserted for other in files):
                for few in _few_names([each.name for each in files]):
                    yield f"Rename {old.last} to {new.last} in {few}"
                yield f"Rename {old.last} to {new.last}"


def _is_renamed(file: _ChangedFile, old: _Symbol, new: _Symbol) -> bool:
    """True if the lines of two definitions are the same but for their names."""
    if (old.outer, old.is_value) != (new.outer, new.is_value) or old.is_titled:
        return False
    before, after = file.old[old.row].strip(), file.new[new.row].strip()
    is_same = before.replace(old.last, new.last) == after
    bodies = [
        "\n".join(lines[row + 1 : row + 6]) for lines, row in ((file.old, old.row), (file.new, new.row))
    ]
    is_alike = (
        all(body.strip() for body in bodies) and likeness.normalized_similarity(*bodies) > _MAX_OTHER_LIKENESS
    )
    return is_alike or (is_same and before[-1:] in ")}:" and content_of(file.path) is Content.CODE)


_MAX_OTHER_LIKENESS = 0.9
"""The likeness above which the lines below two definitions show that one is the other renamed."""


def _new_symbols(files: Sequence[_ChangedFile]) -> Iterator[str]:
    owners = [file for file in files if file.new_definitions]
    if not owners or any(file.lost_definitions for file in files):
        return
    users = {file.path: _users(file, [f for f in files if f is not file]) for file in owners}
    owner = max(owners, key=lambda file: (len(users[file.path]), file.count_of_functions))
    symbols = list(owner.new_definitions.values())
    if owner.has_new_tests:
        yield from (f"Add tests to {few}" for few in _few_names([file.name for file in files]))
        return
    others = [file for file in files if file is not owner]
    user = "" if others else _user_of(owner, symbols)
    if user or (others and len(users[owner.path]) == len(others)):
        use = _use_by(len(symbols), others)
        for each in _named(symbols):
            yield from (f"Add {each} and {use} {few}" for few in ([user] if user else _few_of(others)))
    elif others:
        for each in _named(symbols, "to", owner.name):
            yield from (f"Add {each} and update {few}" for few in _few_of(others))
    yield from (f"Add {each}" for each in _named(symbols, "to", owner.name))


def _used(symbols: Sequence[_Symbol], text: str) -> set[str]:
    """The symbols that a text names."""
    found = set(_ALL_NAMES.findall(text))
    return {symbol.last for symbol in symbols if symbol.last.rstrip("?!") in found}


_ALL_NAMES = lazy_pattern(r"[\w$]+")


def _users(owner: _ChangedFile, others: Sequence[_ChangedFile]) -> list[_ChangedFile]:
    """The other files whose new lines use the new names of a file; none if they do not use all of them."""
    symbols = [symbol for symbol in owner.new_definitions.values() if not symbol.is_titled]
    used = [_used(symbols, file.inserted) for file in others]
    if len(set().union(*used)) < len(owner.new_definitions):
        return []
    return [file for file, names in zip(others, used, strict=True) if names]


def _user_of(file: _ChangedFile, symbols: Sequence[_Symbol]) -> str:
    """The only function of the same file that uses all new ones; empty if none or several do."""
    if any(symbol.is_value or symbol.is_titled for symbol in symbols):
        return ""
    rows = {symbol.row for symbol in symbols}
    users: dict[str, set[str]] = {}
    for row in file.inserted_rows:
        used = set() if row in rows or is_import(file.new[row]) else _used(symbols, file.new[row])
        scopes = enclosing(file.new, row, file.path).scopes if used else ()
        user = None if rows.intersection(scope.line for scope in scopes) else _Symbol.of(scopes, file.path)
        if user is not None:
            users.setdefault(user.name, set()).update(used)
    uses_all = len(users) == 1 and all(len(used) == len(symbols) for used in users.values())
    return next(iter(users)) if uses_all else ""


def _lost_symbols(files: Sequence[_ChangedFile]) -> Iterator[str]:
    losing = [file for file in files if file.lost_definitions]
    if len(losing) != 1 or any(file.new_definitions for file in files):
        return
    file, others = losing[0], [f.name for f in files if f is not losing[0]]
    symbols = list(file.lost_definitions.values())
    for each in _named(symbols, "from", file.name):
        yield from (f"Remove {each} and update {few}" for few in _few_names(others))
    yield from (f"Remove {each}" for each in _named(symbols, "from", file.name))


def _replaced_symbols(files: Sequence[_ChangedFile]) -> Iterator[str]:
    for file in files if len(files) == 1 else ():
        old, new = list(file.lost_definitions.values()), list(file.new_definitions.values())
        most = _MAX_SHORT_DEFINITION if content_of(file.path) is Content.CODE else 1
        if len(old) == 1 and 0 < len(new) <= most:
            yield from (f"Replace {old[0].last} with {each}" for each in _named(new, "in", file.name))


def _only_imports(files: Sequence[_ChangedFile]) -> Iterator[str]:
    kinds = {file.only for file in files}
    if len(kinds) == 1 and (kind := kinds.pop()):
        yield from (f"Update {kind} in {each}" for each in _listed([file.name for file in files]))


_WORDS_AND_PUNCTUATION = lazy_pattern(r"[\w$]+(?:[.:/-][\w$]+)*|[^\w\s]|\s+")
_SETTING = lazy_pattern(
    r"\s*(?:[-+]\s+)?(?:(?:export|const|let|var|final|static|public|private|val)\s+)*"
    r"[\"']?(?P<key>[\w.$-]+)[\"']?\s*(?::\s*[\w.\[\]|]+\s*(?==))?(?:=>|:=|=|:)\s*(?P<value>[^=\s].*?)\s*[,;]?\s*(?:#.*|//.*)?$"
)
"""A setting with its value: `LEVEL = "info"`, `level: info`."""
_VALUE = lazy_pattern(r"-?\w[\w.:/@+-]*%?|\"[^\"\\{}]*\"|'[^'\\{}]*'")


def _set_value(files: Sequence[_ChangedFile]) -> Iterator[str]:
    """One key gets another value."""
    if len(files) != 1 or not (pairs := files[0].pairs) or len(pairs) != 1:
        return
    old, new = (_SETTING.match(line) for line in pairs[0])
    if not old or not new or old["key"] != new["key"] or is_comment(pairs[0][1], files[0].path):
        return
    value = new["value"]
    if not _VALUE.fullmatch(value) or not _VALUE.fullmatch(old["value"]) or old["value"] == value:
        return
    plain = value.strip("\"'")
    if plain and len(plain) <= _MAX_VALUE:
        names = [symbol.name for symbol in files[0].touched if symbol.last == new["key"]]
        yield from (f"Set {name} to {plain} in {files[0].name}" for name in names[:1])
        yield f"Set {new['key']} to {plain} in {files[0].name}"


def _changed_token(files: Sequence[_ChangedFile]) -> Iterator[str]:
    """Every changed line replaces the same word or number by the same other one."""
    found: set[tuple[str, str]] = set()
    for file in files:
        if not file.pairs:
            return
        for old, new in file.pairs:
            change = _one_token(old, new, is_prose=content_of(file.path) is Content.PROSE)
            if change is None:
                return
            found |= change
    if len(found) == 1:
        old_word, new_word = found.pop()
        if max(len(old_word), len(new_word)) <= _MAX_VALUE + 2:
            for each in _listed([file.name for file in files]):
                yield f"Change {old_word} to {new_word} in {each}"


def _one_token(old: str, new: str, *, is_prose: bool) -> set[tuple[str, str]] | None:
    """The word that differs between two lines, with its new form; None if anything else differs.

    In prose it may be several words.
    """
    before, after = _WORDS_AND_PUNCTUATION.findall(old.strip()), _WORDS_AND_PUNCTUATION.findall(new.strip())
    if not is_prose:
        if len(before) != len(after):
            return None
        different = {(a, b) for a, b in zip(before, after, strict=True) if a != b}
        return different if len(different) == 1 and all(map(_is_word, next(iter(different)))) else None
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    sides = [[token for token in side if not token.isspace()] for side in (before, after)]
    if not all(sides) or not all(_is_word(word) for side in sides for word in side):
        return None
    old_text, new_text = ("".join(side).strip() for side in (before, after))
    is_short = max(len(old_text), len(new_text)) <= _MAX_VALUE
    quoted = [f"“{text}”" if " " in text else text for text in (old_text, new_text)]
    return {(quoted[0], quoted[1])} if is_short else None


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] in "_$"


def _touched(files: Sequence[_ChangedFile]) -> Iterator[str]:
    """The symbols with changed lines."""
    found = [(file, _main_symbols(file)) for file in files if not file.only] or [
        (file, _main_symbols(file)) for file in files
    ]
    if len(found) == 1:
        file, names = found[0]
        yield from (f"Update {each} in {file.name}" for each in names)
        return
    named = [(file, names) for file, names in found if names]
    if len(found) == 2 and len(named) == 2:
        (first, first_names), (second, second_names) = named
        for one, other in ((first_names[0], second_names[0]), (first_names[-1], second_names[-1])):
            if one == other:
                yield f"Update {one} in {first.name} and {second.name}"
            yield f"Update {one} in {first.name} and {other} in {second.name}"
        # Both without a file: with one of them, the file would seem to belong to the other symbol too.
        yield f"Update {first_names[-1]} and {second_names[-1]}"
    if named:
        file, names = max(named, key=lambda each: len(each[0].inserted_rows) + len(each[0].deleted_rows))
        rest = [other.name for other, _ in found if other is not file]
        for each in names:
            if len(rest) == 1:
                yield f"Update {each} and {rest[0]}"
            else:
                yield f"Update {each} in {file.name}, and {counted(len(rest), 'other file')}"


def _main_symbols(file: _ChangedFile) -> list[str]:
    """The symbols of a file with changed lines, as ever shorter phrases; none without symbols."""
    symbols = file.touched
    if not symbols:
        return file.calls[:1] if content_of(file.path) is Content.CODE else []
    outer = {symbol.outer or symbol.last for symbol in symbols}
    if any(symbol.last == other.outer for symbol in symbols for other in symbols) and len(outer) == 1:
        return [outer.pop()]
    names = [symbol.name for symbol in symbols]
    if len(symbols) > 2 and len(outer) == 1:
        return [outer.pop()]
    phrases = [_joined(names, 2)] if len(names) <= 2 else []
    return [*phrases, names[0], *([symbols[0].last] if symbols[0].last != names[0] else [])]


def _by_file_names(files: Sequence[_ChangedFile]) -> Iterator[str]:
    names = sorted((file.name for file in files), key=len)
    verb = (
        "Add"
        if all(f.is_added for f in files)
        else "Remove"
        if all(f.is_removed for f in files)
        else "Update"
    )
    yield from (f"{verb} {each}" for each in _listed([file.name for file in files]))
    yield from (f"{verb} {each}" for each in _listed(names))
    yield f"{verb} {counted(len(files), 'file')}"


_WAYS: Sequence[Callable[[Sequence[_ChangedFile]], Iterator[str]]] = (
    _only_files,
    _added_with_use,
    _moved_symbol,
    _renamed_symbol,
    _only_imports,
    _set_value,
    _changed_token,
    _new_symbols,
    _lost_symbols,
    _replaced_symbols,
    _touched,
)
