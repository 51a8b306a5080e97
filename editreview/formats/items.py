"""The items of a response: its blocks, problems, commands and code, and the prose between them.

`Items` collects and numbers them.

`Asides` finds parts that are not the answer: thinking, comments and quotations. Their lines are prose, and
their edits are offers. The offers are yielded at the end of the response, so that the blocks of the answer
come first. An end tag of thinking without an opening tag means that everything before it was thinking: the
templates of some models leave the opening tag out. A tag that is only mentioned, in quotes or in a sentence,
does not count.

`Retractions` finds prose that retracts an edit above it: "Wait, that was wrong, ignore it." Only clear
statements count: an instruction about the edit (`Ignore the previous block.`), a correction by the author
(`Sorry, that is incorrect.`, `Scratch that.`), or the result of a call in a transcript (`The user denied this
operation.`). Others leave edits above them to the user: `Pick one, not both.` With a condition (`ignore it if
…`), in quotes, or in a sentence about the code (`so git will ignore it`) they retract nothing. Pronouns
(`it`, `that`) count only directly below the edit or after a word of regret, where they can refer to nothing
else.

Words above an edit may refer back to what words above an earlier edit name: `in the same class` to that
class, `its own `find`` to a part of it, `in the same place` to the place that they say. Their tables have
words by language, in the notation of `vocabulary`.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import (
    PATCH_FORMATS,
    Code,
    Command,
    EditBlock,
    Insert,
    Interpretation,
    LineRange,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Problem,
    Prose,
    Repair,
    Replace,
    ReplaceLines,
    Retraction,
    Rewrite,
    Sketch,
    Write,
    base_name,
)
from editreview.first_use import lazy_pattern
from editreview.formats.path_names import names_in
from editreview.formats.spec import (
    CallResult,
    Edit,
    FormatSpec,
    Malformed,
    MissingLine,
    Outcome,
    UndoneEdit,
    lines_of,
)
from editreview.text import informative_lines, sentences_in
from editreview.vocabulary import phrases

_LINE_END = lazy_pattern(r"(?<!\r)\r++\n")
Item: TypeAlias = EditBlock | Retraction | Problem | Command | Code | Prose


class Items:
    """Collects items in order of appearance, and numbers the blocks among them."""

    def __init__(self, first: int = 1) -> None:
        self.path: str | None = None
        """The path of the last block that named one."""
        self.is_correction = False
        """True if the prose above the next block announces a correction of the previous block."""
        self._items: list[Item] = []
        self._blocks = 0
        self._prose_from = first
        self._intended: set[int] = set()
        """Numbers of the blocks that are not offers so far."""
        self._by_call: dict[str, list[int]] = {}
        """By the id of a call: numbers of its blocks."""
        self._by_tool: dict[str, dict[object, list[int]]] = {}
        """By tool and call: numbers of the blocks of calls that have neither an id nor a result so far."""
        self._mentions: dict[str, list[tuple[int, str]]] = {}
        """By file name: numbers and paths of the blocks whose file only a comment or a sentence names."""
        self._labels: dict[str, set[str]] = {}
        """By file name: the paths that other blocks name."""
        self._has_calls = False
        self._called: list[tuple[int, str]] = []
        """Numbers and paths of the blocks that calls make."""
        self._names_above: tuple[str, ...] = ()
        """The names of code in the words above the last edit with any, and those that these refer to."""
        self._words_above = ""
        """The words above the last edit as code, and those that these refer to."""

    def drain(self) -> list[Item]:
        """Remove and return the items collected since the last call."""
        items, self._items = self._items, []
        return items

    def add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        """Add the outcomes of some lines of an open block.

        Args:
            outcomes: The outcomes.
            spec: The format of the block.
            lines: The range of the lines.
            text: The lines; an element may hold several.
        """
        results = [outcome for outcome in outcomes if isinstance(outcome, CallResult)]
        rest = [outcome for outcome in outcomes if not isinstance(outcome, CallResult)]
        undone: list[tuple[UndoneEdit, int]] = []
        for is_undo, part in groupby(rest, lambda each: isinstance(each, UndoneEdit)):
            if is_undo:
                undone += ((each, self._blocks) for each in part if isinstance(each, UndoneEdit))
            else:
                self._add(list(part), spec, lines, text)
        for result in results:
            numbers = self._blocks_of_call(result)
            if numbers and result.kind is not None:
                self.retract(numbers, Offer(result.kind, lines_of(result, lines)[0]))
        # Afterwards, because no failed call can be undone, and because the undoing may have failed.
        failed = {result.call for result in results if result.kind is not None}
        for undo, last in undone:
            if undo.call not in failed:
                self._undo(undo, last, lines)

    def _undo(self, undo: UndoneEdit, last: int, lines: LineRange) -> None:
        """Retract edits that calls made, among the blocks up to number `last`."""
        called = [each for each in self._called if each[0] <= last and each[0] in self._intended]
        if undo.is_all:
            paths = _paths_below(undo.path_written, {path for _, path in called})
            numbers = [number for number, path in called if path in paths]
        else:
            numbers = [number for number, path in called if _is_same_file(path, undo.path_written)][-1:]
        self.retract(numbers, Offer(OfferKind.RETRACTED, lines_of(undo, lines)[0]))

    def _blocks_of_call(self, result: CallResult) -> Sequence[int]:
        """The numbers of the blocks of the call that a result belongs to."""
        if not result.is_by_name:
            return self._by_call.get(result.call, ())
        waiting = self._by_tool.get(result.call, {})
        first = next(iter(waiting), None)
        return waiting.pop(first) if first is not None else ()

    def _add(
        self, outcomes: Sequence[Outcome], spec: FormatSpec, lines: LineRange, text: Sequence[str]
    ) -> None:
        first, last = lines
        # Words that describe an edit are prose too.
        is_prose = all(isinstance(o, Code) and o.wording is not None for o in outcomes)
        if first > self._prose_from and not is_prose:
            self.end_prose(first - 1)
        if spec.is_call and not self._has_calls and any(isinstance(o, Edit) for o in outcomes):
            self._has_calls = True
            self._retract_shown([n for mentions in self._mentions.values() for n, _ in mentions])
        # Joined once for all problems: an envelope may have very many.
        whole: str | None = None
        for outcome in outcomes:
            if isinstance(outcome, Malformed) and whole is None:
                whole = "\n".join(text) + "\n"
            if isinstance(outcome, Edit) and outcome.naming is Naming.LABEL and outcome.offer is None:
                self._record_name(outcome.path_written)
            self._items.append(self._item(outcome, spec, lines, whole or ""))
        if not is_prose:
            self._prose_from = last + 1

    def _record_name(self, path: str | None) -> None:
        """Record the file of an edit. Earlier fences that name it only in a comment or a sentence become
        offers."""
        if path is None:
            return
        name = base_name(path)
        paths = self._labels.setdefault(name, set())
        if path not in paths:
            paths.add(path)
            mentions = self._mentions.get(name, ())
            self._retract_shown([n for n, other in mentions if _is_same_file(path, other)])

    def _record_mention(self, path: str) -> bool:
        """Record the file of a block that only a comment or a sentence names.

        Returns:
            True if the response edits that file elsewhere, so that the block only shows it.
        """
        name = base_name(path)
        self._mentions.setdefault(name, []).append((self._blocks, path))
        return self._has_calls or any(_is_same_file(path, other) for other in self._labels.get(name, ()))

    def _retract_shown(self, numbers: Sequence[int]) -> None:
        self.retract(numbers, Offer(OfferKind.SHOWN))

    def retract(self, numbers: Sequence[int], offer: Offer) -> None:
        """Turn blocks into offers, except those that already are."""
        intended = sorted(self._intended.intersection(numbers))
        if intended:
            self._items.append(Retraction(tuple(intended), offer))
            self._intended.difference_update(intended)

    def retract_code(self, starts: Sequence[int], offer: Offer) -> None:
        """Record that prose retracts the fenced code without a path that begins on some lines."""
        if starts:
            self._items.append(Retraction((), offer, code=tuple(starts)))

    def retract_all(self, offer: Offer) -> None:
        """Turn all blocks so far into offers: nothing so far was part of the answer."""
        self._items.append(Retraction(tuple(sorted(self._intended)), offer, is_all=True))
        self._intended.clear()

    def insert(self, offers: Sequence[EditBlock]) -> None:
        """Add the blocks of asides, whose lines count as prose."""
        for block in offers:
            self._blocks += 1
            self.end_prose(block.lines[0] - 1)
            self._items.append(replace(block, number=self._blocks))
            self._prose_from = max(self._prose_from, block.lines[1] + 1)

    @property
    def blocks(self) -> int:
        """The number of blocks so far."""
        return self._blocks

    def end_prose(self, last: int) -> None:
        """Add as prose the lines up to this one that belong to no other item."""
        if last >= self._prose_from:
            self._items.append(Prose((self._prose_from, last)))
        self._prose_from = max(self._prose_from, last + 1)

    def _with_references(
        self, names: tuple[str, ...], words: str, *, is_code: bool = True
    ) -> tuple[tuple[str, ...], str]:
        """The names and the words above an edit, with those above earlier ones that the words refer to.

        Args:
            names: The names of code in the words.
            words: The words.
            is_code: False for an edit that the words state without code below them.
        """
        if words and (self._names_above or self._words_above):
            is_place = bool(self._words_above) and _refers_to_place(words)
            if is_place or (self._names_above and _refers_to_owner(words)):
                names = tuple(dict.fromkeys((*names, *self._names_above)))
            if is_place:
                # The last of the words count most for a place.
                words = f"{words} {self._words_above}"
        self._names_above = names or self._names_above
        self._words_above = (words if is_code else "") or self._words_above
        return names, words

    def _item(self, outcome: Outcome, spec: FormatSpec, lines: LineRange, text: str) -> Item:
        match outcome:
            case Edit():
                names, words = self._with_references(outcome.names, outcome.words)
                self._blocks += 1
                self.path = outcome.path_written or self.path
                offer = outcome.offer
                # A call is intended, and names its file; only its text may be a part of the file.
                if outcome.naming is not Naming.LABEL and not spec.is_call:
                    is_shown = self._record_mention(outcome.path_written or "")
                    offer = Offer(OfferKind.SHOWN) if is_shown else offer
                if offer is None:
                    self._intended.add(self._blocks)
                    if spec.is_call:
                        self._called.append((self._blocks, outcome.path_written or ""))
                if outcome.call is not None:
                    self._by_call.setdefault(outcome.call, []).append(self._blocks)
                if outcome.tool is not None:
                    tool, nth = outcome.tool
                    waiting = self._by_tool.setdefault(tool, {})
                    waiting.setdefault((lines, nth), []).append(self._blocks)
                return EditBlock(
                    number=self._blocks,
                    format=outcome.format or spec.name,
                    path_written=outcome.path_written,
                    lines=lines_of(outcome, lines),
                    operation=_normalised(outcome, outcome.format or spec.name),
                    hints=outcome.hints,
                    group=outcome.group,
                    warnings=outcome.warnings,
                    is_dry_run=outcome.is_dry_run,
                    is_applied=outcome.is_applied,
                    cut_off=outcome.cut_off,
                    offer=offer,
                    is_correction=self.is_correction,
                    naming=outcome.naming,
                    path_comment=outcome.path_comment,
                    other_names=outcome.other_names,
                    bare_names=outcome.bare_names,
                    mentions=outcome.mentions,
                    names=names,
                    words=words,
                    file_above=outcome.file_above,
                    folders_above=outcome.folders_above,
                    paragraphs=outcome.paragraphs,
                    rejection=outcome.rejection,
                )
            case Malformed():
                self.path = outcome.path_written or self.path
                line = outcome.line or lines[0]
                repair = _repair(outcome.missing, line, text, lines[0]) if outcome.missing else None
                return Problem(line, outcome.message, text, outcome.path_written, outcome.begun, repair)
            case Code():
                names, words = self._with_references(
                    outcome.names, outcome.words, is_code=not outcome.is_in_words
                )
                return replace(outcome, lines=lines_of(outcome, lines), names=names, words=words)
        assert not isinstance(outcome, CallResult | UndoneEdit)
        return replace(outcome, lines=lines_of(outcome, lines))


def _repair(missing: MissingLine, first: int, text: str, start: int) -> Repair:
    """The repair of an edit that begins at line `first`, in a text that begins at line `start`."""
    lines = text.split("\n")
    at = missing.line - start
    whole = [*lines[first - start : at], missing.text, *lines[at : missing.last + 1 - start], ""]
    return Repair(missing.text, missing.line, "\n".join(whole))


def _is_same_file(path: str, other: str) -> bool:
    """True if two paths may name the same file: they are equal, or one ends with the other."""
    parts, other_parts = ("/" + each.replace("\\", "/").removeprefix("./") for each in (path, other))
    return parts.endswith(other_parts) or other_parts.endswith(parts)


def _paths_below(path: str, paths: Iterable[str]) -> set[str]:
    """Those paths that name a file, or else the files in a folder."""
    plain = {each: each.replace("\\", "/").removeprefix("./") for each in paths}
    path = path.replace("\\", "/").removeprefix("./").rstrip("/")
    if path in ("", ".", "*"):
        return set(plain)
    same = [each for each in plain if _is_same_file(each, path)]
    if same:
        # Of several files with this name, the one with the fewest folders.
        shortest = min(same, key=len)
        return {each for each in same if _is_same_file(each, shortest)}
    return {
        each
        for each, name in plain.items()
        if name.startswith(f"{path}/") or (name.startswith("/") and f"/{path}/" in name)
    }


def _normalised(found: Edit, format: str) -> Operation:
    """The operation with line feeds as line ends. A search that has only blank lines becomes empty.

    Hunks, and searches with a line number, keep their blank lines: their position is known.
    """
    operation = _with_line_feeds(found.operation)
    if not isinstance(operation, Replace) or operation.is_everywhere or found.hints.line is not None:
        return operation
    if format in PATCH_FORMATS or not any(map(_is_blank_search, operation.interpretations)):
        return operation
    interpretations = (replace(r, search="") if _is_blank_search(r) else r for r in operation.interpretations)
    return replace(operation, interpretations=tuple(interpretations))


def _is_blank_search(interpretation: Interpretation) -> bool:
    return interpretation.search.endswith("\n") and not interpretation.search.strip()


def _with_line_feeds(operation: Operation) -> Operation:
    """The operation with line feeds as line ends.

    Strings of JSON or Python may have other line ends. They are ignored, as the file keeps its own.
    """
    match operation:
        case Replace():
            if not any("\r" in r.search or "\r" in r.replace for r in operation.interpretations):
                return operation
            interpretations = tuple(
                replace(r, search=_line_feeds(r.search), replace=_line_feeds(r.replace))
                for r in operation.interpretations
            )
            return replace(operation, interpretations=interpretations)
        case ReplaceLines() | Insert() | Write():
            text = operation.text
            return replace(operation, text=_line_feeds(text)) if "\r" in text else operation
        case Sketch():
            pieces = tuple(map(_line_feeds, operation.pieces))
            return replace(operation, text=_line_feeds(operation.text), pieces=pieces)
        case Rewrite():
            texts = {"pattern": _line_feeds(operation.pattern), "rewrite": _line_feeds(operation.rewrite)}
            return replace(operation, **texts)
    return operation


def _line_feeds(text: str) -> str:
    if "\r" not in text:
        return text
    # Carriage returns are the line ends of a text that has no other.
    return _LINE_END.sub("\n", text) if "\n" in text else text.replace("\r", "\n")


_THINKING_TAGS = (
    r"(?:[a-z]+:)?(?:think(?:ing)?|thoughts?|thought[-_]process|reasoning|reflection|scratch[-_]?pad"
    r"|(?:inner|internal)[-_]monologue|ant[-_]?thinking|analysis|chain[-_]of[-_]thought|thinking-content-\w+)"
)
_ATTRIBUTES = r"(?:\s[^<>\n]*[^<>\n/])?\s*"


class _AsideKind(Struct, frozen=True):
    """A pair of tags."""

    offer: OfferKind
    begin: str
    """A regular expression for the opening tag, case-insensitive."""
    end: str
    nests: bool = True
    is_inline: bool = True
    """True if it may begin inside a line, or end on the line where it begins."""
    ends_unopened: bool = False
    """True if an end tag without an opening tag means that all text before it was inside."""


_ASIDES = (
    _AsideKind(
        OfferKind.THINKING,
        rf"<{_THINKING_TAGS}{_ATTRIBUTES}>|◁think▷|\[think\](?!\()|<\|(?:begin_of_thought|(?:start_)?thinking)\|>"
        r"|<\|channel\|>(?:analysis|thought)(?:<\|message\|>)?",
        rf"</{_THINKING_TAGS}\s*>|◁/think▷|\[/think\]|<\|(?:end_of_thought|end_thinking|/thinking)\|>"
        r"|<\|channel\|>final(?:<\|message\|>)?",
        ends_unopened=True,
    ),
    _AsideKind(
        OfferKind.THINKING, r"<details\s[^<>\n]*type=[\"']?reasoning[^<>\n]*>", "</details>", is_inline=False
    ),
    _AsideKind(OfferKind.COMMENT, "<!--", "-->", nests=False, is_inline=False),
    _AsideKind(
        OfferKind.QUOTATION,
        rf"<(?:block)?quote{_ATTRIBUTES}>|<examples?>",
        r"</(?:block)?quote\s*>|</examples?\s*>",
        is_inline=False,
    ),
)


def _ignoring_case(text: str) -> re.Pattern[str]:
    return lazy_pattern(text, re.IGNORECASE)


_ASIDE_BEGIN = _ignoring_case("|".join(f"({kind.begin})" for kind in _ASIDES))
_ASIDE_TAGS = {kind: _ignoring_case(f"(?P<begin>{kind.begin})|(?P<end>{kind.end})") for kind in _ASIDES}
_QUOTE_MARK = lazy_pattern(r"[ \t]*>(?: |$)")
_QUOTATION_MARKS = "`\"'“”‘’«»"
_MENTION = _ignoring_case(r"[ \t]*(?:tags?|blocks?|elements?|sections?|tokens?|markers?)\b")
_WORDS_BEFORE = lazy_pattern(r"[\w,>][ \t]+$")
_WORDS_AFTER = lazy_pattern(r"[ \t]+[a-z]|[,;)]")

DRAFT_TAG = _ignoring_case(
    r"\s*<(?P<end>/?)"
    r"(?P<name>drafts?|plan(?:ning)?|(?:old|previous|rejected)[-_](?:approach|attempt|code|solution|version)|user|human)"
    rf"{_ATTRIBUTES}>\s*$"
)
"""A line that begins or ends a draft, or a message of the user.

These names are also those of elements in files, so nothing is a draft until its end is read.
"""
_USERS = frozenset(
    "you user human me utilisateur vous du sie nutzer benutzer usuario tú você usuário tu utente"
    " пользователь вы 你 您 用户 使用者 あなた ユーザー 나 사용자".split()
)
_REQUESTS = frozenset("prompt question frage pregunta pergunta domanda вопрос 问题 質問 질문".split())
_MODELS = frozenset(
    (
        *"assistant ai chatgpt claude gemini copilot deepseek mistral grok llama qwen assistent".split(),
        *"asistente assistente ассистент 助手 助理 アシスタント 어시스턴트".split(),
        "le chat",
    )
)
_ANSWERS = frozenset(
    "answer response bot model antwort réponse respuesta resposta risposta ответ 回答 답변".split()
)
_USER_SAID = frozenset(
    (
        *("you said", "du hast gesagt", "sie haben gesagt", "vous avez dit", "tu as dit", "dijiste"),
        *("tú dijiste", "has dicho", "você disse", "hai detto", "je zei", "вы сказали"),
        *("你说", "您说", "你說", "あなたの発言", "나의 말"),
    )
)
_SAID = ("said", "hat gesagt", "a dit", "dijo", "ha dicho", "disse", "ha detto", "zei", "сказал")
_SAID_JOINED = ("说", "說", "の発言", "의 말")
_TURN_HEAD = re.compile(
    # The first part rules out nearly every line.
    r"\n(?=[#*_]|[^\n:：]{1,30}[:：])[ \t]*(?P<mark>#{1,6}[ \t]+|\*\*|__|)(?:[^\w\s#*_:]{1,3}[ \t]*)?"
    r"(?P<name>[^\n:：*_#]{1,30}?)[ \t]*"
    r"(?:(?P<colon>[:：])(?:\*\*|__)?|(?:\*\*|__)(?P<after>[:：]?)|(?![^\n]))[ \t]*(?P<text>[^\n]*)"
)
"""A line that may begin a turn of a chat, with the newline above it: `You said:`, `## User`, `**Me:**`."""


class Turn(Struct, frozen=True):
    """The head of a turn of a chat in a text copied from a page."""

    is_user: bool
    mark: str
    """The mark before it: `##`, `**` or none; the same for all heads of a chat."""
    is_sure: bool
    """True if it says who said the text, and not only a name, which a heading may be too."""
    text: str
    """The rest of its line."""


def turns_in(text: str) -> Iterator[tuple[int, Turn]]:
    """The heads of turns in some lines, each with its offset.

    A name alone is one only in bold, in a heading or before a colon; before more text, only with a colon.
    """
    for found in _TURN_HEAD.finditer(f"\n{text}"):
        name, has_colon = found["name"].strip().lower(), bool(found["colon"] or found["after"])
        says_user = name in _USER_SAID
        says = says_user or _says_model(name)
        is_user = says_user or name in _USERS or name in _REQUESTS
        stands_alone = (has_colon or says or found["mark"]) and not found["text"]
        may_have_text = has_colon and (says or name in _USERS or _is_model(name))
        if (says or is_user or _is_model(name) or name in _ANSWERS) and (stands_alone or may_have_text):
            yield found.start(), Turn(is_user, found["mark"].strip(), says, found["text"])


def _is_model(name: str) -> bool:
    return name in _MODELS or (name.startswith("gpt") and " " not in name)


def _says_model(name: str) -> bool:
    """True if a name, in lower case, is that of a model and a word for having said something."""
    said = next((verb for verb in _SAID if name.endswith(f" {verb}")), None)
    said = said or next((verb for verb in _SAID_JOINED if name.endswith(verb)), None)
    return said is not None and _is_model(name.removesuffix(said).strip().removeprefix("o "))


TAGS_OF_USER = frozenset(["user", "human"])
ASIDE_START = (
    r">(?: |$)|<!--|(?i:<details\s|<(?:block)?quote|<examples?>"
    r"|</?(?:draft|plan|old|previous|rejected|user>|human>))"
)
"""A regular expression for the marker that opens an aside at the start of a line, after indentation."""
ASIDE_CHARACTERS = "<>"
"""Its first characters."""
_INLINE_TAG = _ignoring_case(
    "|".join(part for kind in _ASIDES if kind.is_inline for part in (kind.begin, kind.end))
)


def inline_tag(text: str, start: int, end: int) -> int | None:
    """The offset of the first inline tag in a part of a text; None if there is none."""
    found = _INLINE_TAG.search(text, start, end) if _has_tag_character(text, start, end) else None
    return None if found is None else found.start()


def _has_tag_character(text: str, start: int, end: int) -> bool:
    """True if a part of a text has a character that a tag begins with."""
    # Spelled out instead of looped, because it runs on nearly every piece of prose.
    return (
        text.find("<", start, end) >= 0 or text.find("[", start, end) >= 0 or text.find("◁", start, end) >= 0
    )


class _Tagged:
    """An open part between two tags."""

    def __init__(self, kind: _AsideKind) -> None:
        self.offer = kind.offer
        self._kind = kind
        self._depth = 1

    def split(self, line: str, start: int) -> tuple[str, int | None]:
        """Split a line at the end of the part.

        Returns:
            The text inside, from offset `start` on, and the offset of the text after it or None.
        """
        for tag in _ASIDE_TAGS[self._kind].finditer(line, start):
            if _is_mention(line, tag):
                continue
            if tag["begin"] is not None:
                self._depth += self._kind.nests
                continue
            self._depth -= 1
            if self._depth == 0:
                return line[start : tag.start()], tag.end()
        return line[start:], None


class _Quotation:
    """An open quotation: lines with `>`, up to the first one without."""

    offer = OfferKind.QUOTATION

    def __init__(self, line: str) -> None:
        self._marks = 0
        while found := _QUOTE_MARK.match(line):
            self._marks += 1
            line = line[found.end() :]

    def split(self, line: str, start: int) -> tuple[str | None, int | None]:
        """The line without its marks, and None; for the first line that is not quoted, None and 0."""
        found = _QUOTE_MARK.match(line)
        if found is None:
            return None, 0
        marks = 1
        while marks < self._marks and (further := _QUOTE_MARK.match(line, found.end())):
            found, marks = further, marks + 1
        return line[found.end() :], None


class _ThinkingMessage:
    """A message of thinking, which ends where the envelope says."""

    offer = OfferKind.THINKING

    def split(self, line: str, start: int) -> tuple[str, int | None]:
        """The text of a line; no text follows it."""
        return line[start:], None


def _is_mention(line: str, tag: re.Match[str]) -> bool:
    """True if a line only mentions a tag, in quotes or as a word of a sentence."""
    before, after = line[: tag.start()], line[tag.end() :]
    if before and after and before[-1] in _QUOTATION_MARKS and after[0] in _QUOTATION_MARKS:
        return True
    if any(before.count(quote) % 2 and quote in after for quote in '`"'):
        return True
    if not before.strip():
        return False
    return _MENTION.match(after) is not None or bool(
        _WORDS_BEFORE.search(before) and _WORDS_AFTER.match(after)
    )


class PartReader(Protocol):
    """Reads parts of a response; see `Reader`."""

    def go_to(self, line: int) -> None:
        """Set the number of lines before the text that is fed next."""

    def feed(self, chunk: str) -> Sequence[Item]:
        """The items that became complete."""

    def close(self) -> Sequence[Item]:
        """End the part. Returns the items that its end completes."""

    def forget(self) -> None:
        """Drop the context read so far."""


class Answer(Struct, frozen=True):
    """The text of a line outside of asides."""

    text: str | None
    """None if all of it is in asides."""
    end_tag: bool = False
    """True if an end tag without an opening tag precedes the text: everything before it was thinking."""


class Asides:
    """Reads the asides of a response apart from its answer.

    Args:
        new_reader: Returns a reader for their text.
    """

    def __init__(self, new_reader: Callable[[], PartReader]) -> None:
        self._open: _Tagged | _Quotation | _ThinkingMessage | None = None
        self._new_reader = new_reader
        self._reader: PartReader | None = None
        self._offers: list[EditBlock] = []

    @property
    def is_open(self) -> bool:
        """True if the next line begins inside an aside."""
        return self._open is not None

    def begin_thinking(self) -> None:
        """Begin a message of thinking, up to `end`."""
        self._open = _ThinkingMessage()

    def take(self, line: str, number: int) -> Answer:
        """Feed a line to the open aside, and to those that it opens.

        Args:
            line: The line.
            number: Its number, 1-based.
        """
        parts: list[str] = []
        end_tag = False
        at: int | None = 0
        while at is not None:
            if self._open is None:
                tag = self._opening(line, at)
                if tag is None:
                    parts.append(line[at:])
                    break
                start, inside, is_stray = tag
                parts.append(line[at:start])
                if is_stray:
                    parts, end_tag, at = [], True, inside
                    continue
                at = inside
            assert self._open is not None
            text, at = self._open.split(line, at)
            if text is not None:
                self._put(text, number - 1)
            if at is not None:
                self.end()
        answer = "".join(parts)
        is_inside = self._open is not None and not answer.strip()
        return Answer(None if is_inside else answer, end_tag)

    def _opening(self, line: str, at: int) -> tuple[int, int, bool] | None:
        """The tag that opens an aside in a line, or a stray end tag.

        Returns:
            Its offset, the offset of the text after it, and True if it is a stray end tag.
        """
        if at == 0 and _QUOTE_MARK.match(line):
            self._open = _Quotation(line)
            return 0, 0, False
        if not _has_tag_character(line, at, len(line)):
            return None
        stray = next((tag for tag in _STRAY_END.finditer(line, at) if not _is_mention(line, tag)), None)
        for tag in _ASIDE_BEGIN.finditer(line, at, stray.start() if stray is not None else len(line)):
            assert tag.lastindex is not None
            kind = _ASIDES[tag.lastindex - 1]
            if _is_mention(line, tag) or not _may_open_aside(kind, line, tag):
                continue
            self._open = _Tagged(kind)
            return tag.start(), tag.end(), False
        return (stray.start(), stray.end(), True) if stray is not None else None

    def _put(self, text: str, above: int) -> None:
        """Feed lines to the open aside. `above` is the number of lines before them."""
        if self._reader is None:
            self._reader = self._new_reader()
        self._reader.go_to(above)
        self._keep(self._reader.feed(text + "\n"))

    def close(self) -> Sequence[EditBlock]:
        """End the response. Returns the edits in its asides."""
        self.end()
        return self._offers

    def end(self) -> None:
        """End the aside that is open, if one is."""
        if self._open is None:
            return
        if self._reader is not None:
            self._keep(self._reader.close())
            self._reader.forget()
        self._open = None

    def _keep(self, items: Sequence[Item]) -> None:
        assert self._open is not None
        offer = Offer(self._open.offer)
        self._offers += [replace(item, offer=offer) for item in items if isinstance(item, EditBlock)]


_STRAY_END = _ignoring_case("|".join(kind.end for kind in _ASIDES if kind.ends_unopened))


def _may_open_aside(kind: _AsideKind, line: str, tag: re.Match[str]) -> bool:
    if kind.is_inline:
        return True
    # A comment or quotation of one line contains no edit, and may name the file of the block below.
    return not line[: tag.start()].strip() and not _ASIDE_TAGS[kind].search(line, tag.end())


_MAX_PROSE_LINES = 12
"""The most lines of prose below a block that are examined."""
_MAX_TITLE_WORDS = 3
_MAX_LINE_LENGTH = 400
"""The most characters of a line that are examined."""

_INTERRUPTION = (
    r"(?:wait|actually|no(?! (?:change|edit)s? )|nope|oops|whoops|hmm+|hm|argh|on second thoughts?"
    r"|hold on|hang on|on reflection|on closer (?:look|inspection)|looking at (?:it|this|that) again"
    r"|thinking about it(?: again)?|come to think of it|on second look)"
)
_REGRET = r"(?:sorry|oh|ah|correction|apologies|my (?:bad|mistake|apologies))"
_OPENER = r"(?:ok(?:ay)?|so|and|but|well|please|then|however|also|note|important|edit|update)"
_BACK = (
    r"(?:above|previous|prior|last|preceding|earlier|former|wrong|incorrect|bad|mistaken|faulty|whole|entire)"
)
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}
_EDIT_NOUN = r"(?:search/replace |edit )?(?:edit|block|change|patch|diff|attempt|hunk)"
_EDIT = f"{_EDIT_NOUN}s?"
_LOOSELY = r"(?:version|answer|code|snippet|suggestion|response|one|fix|draft|file|call|command)s?"
_WHICH = r"(?:the|that|this|these|those|my|both|all(?: of)?(?: the| these| those| my)?)"
_COUNT = rf"(?:{'|'.join(_ORDINALS)}|two|three|four|\d+)"
NAMES_OF_EDITS = {
    "these two edits above": rf"(?:that|this|these|those|my|both|all(?: of)?(?: the| these| those| my)?)"
    rf" (?:(?:{_BACK}|{_COUNT}) )*{_EDIT}(?: above| before)?",
    "the previous version": rf"the (?:(?:{_BACK}|{_COUNT}) )+(?:{_EDIT}|{_LOOSELY})(?: above)?",
    "the code above": rf"{_WHICH} (?:{_COUNT} )?(?:{_EDIT}|{_LOOSELY}) above",
    "my last answer": rf"(?:that|this|my|these|those|all|both) (?:{_BACK} )+(?:{_EDIT}|{_LOOSELY})",
    "all of the above": r"(?:everything|all|all of it|all of them|both of them|all of the|the)"
    r" (?:of the )?above",
    "block 2": rf"{_EDIT} #?\d+",
}
"""Patterns for words that name an edit, by an example of each."""
_NAMED = rf"(?P<named>{'|'.join(NAMES_OF_EDITS.values())})"
_POINTED = (
    r"(?P<pointed>it|that|this|them|those|these|that one|this one|both|both of them|all of (?:it|them))"
)
_ORDER = (
    r"(?:(?:you (?:can|should|must|may) |let['’]?s |i would |i['’]d )?(?:safely |just |simply )?"
    r"(?:ignore|disregard|discard|scrap|cancel|strike|forget(?: about)?|retract|withdraw)"
    r"|(?:do not|don['’]?t|you should not|you shouldn['’]?t) apply)"
)
_END = (
    r"(?: (?:please|completely|entirely|altogether|instead|though|too|and use .*|as (?:it|that|they) .*"
    r"|because .*|since .*|and (?:apply|see|take|look|go|instead|consider) .*))?(?:[,:;—–-].*)?$"
)
_IS = r"(?:['’]s| is| was| are| were|['’]re)(?: all| both| actually| just| completely| totally| clearly)?"
_WRONG = (
    r"(?:wrong|incorrect|not (?:right|correct|what i meant)|mistaken|a mistake|an error|in error|bogus|flawed"
    r"|no good|(?:for|in|to) the wrong (?:file|place|function|method|class|line|lines))"
)
_OBSOLETE = (
    r"(?:withdrawn|retracted|obsolete|superseded|void|cancelled|canceled|"
    r"to be (?:ignored|discarded|disregarded))"
)
_MAY_END_CLAUSE = lazy_pattern(r"[.!?,;:—–-]")
_CLAUSE = lazy_pattern(r"[.!?]+(?:\s+|$)|(?:,\s+|\s*[;:—–]\s*|\s+-+\s+)(?:so |and |but )?")
"""What separates clauses: `. `, ` - so `."""
_REASON = lazy_pattern(r"\s*[—–;]\s*|\s+-+\s+")
"""The punctuation before the reason that a sentence gives."""
# Not `text.sentences_in`: the text is in lower case.
_SENTENCE = lazy_pattern(r"(?<=[.!?])\s+")
_LEADING = lazy_pattern(r"[\s*_#\-+•>(^]*(?:\d+[.)]\s+)?(?:\*\*|__|_)?")
_CONDITIONS = ("if", "when", "whenever", "unless", "until", "while", "in case", "once", "where")
_CONDITION = lazy_pattern(rf"\b(?:{'|'.join(_CONDITIONS)})\b")
_CONDITION_WORDS = frozenset(each.split()[0] for each in _CONDITIONS)
_INTRODUCTION = lazy_pattern(
    rf"(?:(?P<interrupts>{_INTERRUPTION}\b)[\s,.!…:;—–-]*|{_REGRET}\b[\s,.!…:;—–-]*"
    rf"|{_OPENER}\b[\s,.!…:;—–-]*)*"
)
"""Words before what a clause says: `Wait, sorry, `."""
_REPORTING_WORDS = frozenset(
    """
    say says said ask asks asked tell tells told read reads print prints user users warning warnings git
    """.split()
)
_QUOTE = lazy_pattern(r"[\"“”„?]")
_REPORTED = lazy_pattern(rf"[\"“”„?]|\b(?:{'|'.join(sorted(_REPORTING_WORDS))})\b")
_ORDERS = lazy_pattern(rf"{_ORDER} (?:{_NAMED}|{_POINTED}){_END}")
_SAYS_WRONG = lazy_pattern(
    rf"(?:(?P<named>(?:the|my|that|this) (?:(?:above) {_EDIT}|{_EDIT} above)|the above)"
    rf"|the (?:{_BACK}) {_EDIT}|that|this|it|these|those|they|what i (?:wrote|did)(?: above)?){_IS} "
    rf"(?:{_WRONG}|{_OBSOLETE})(?: (?:too|again|above|here|though|actually|after all))*$"
)
"""A clause that says that an edit is wrong: `the above edit is wrong`."""
_THIS = rf"(?:this|that|the above(?: {_EDIT})?|(?:this|that|the) {_EDIT}|doing (?:this|that|so))"
_ADVISES_AGAINST = lazy_pattern(
    r"(?:(?:please )?(?:do not|don['’]?t|never) (?:actually )?(?:apply|copy|do|make|merge|paste|use) (?:it"
    r"|that|this)"
    r"|i (?:would not|wouldn['’]?t|do not|don['’]?t|would never) (?:do|recommend|suggest|use) (?:it|that"
    r"|this)"
    r"|i (?:would |strongly )?(?:advise|recommend) against (?:it|that|this))"
    r"(?: (?:please|though|here|yourself|at all|after all|as (?:it )?is|yet|either|in your code))*[.!]*$"
)
"""A clause that says not to make an edit: `don't do that`."""
_DOES_NOT_WORK = lazy_pattern(
    rf"{_THIS} (?:(?:does|will|would)(?: not|n['’]?t)|cannot|can['’]?t) (?:actually |really )?"
    r"(?:work|help|be right|do|suffice|fix it)"
    r"(?: (?:here|at all|either|though|as (?:it )?is))*(?: (?:since|because|as) .*)?$"
    rf"|{_THIS} (?:is(?: not|n['’]?t)) (?:the|a) (?:right|correct|proper|real|good) "
    r"(?:fix|change|solution|approach|place|way)(?: (?:here|though|either))*$"
    rf"|{_THIS} would be (?:overkill|wrong|a mistake|a bad idea)(?: (?:here|though))*$"
    rf"|{_THIS} is (?:what|how) (?:you|one|we) (?:should|must) (?:not|never)\b.*"
    rf"|{_THIS} (?:is|was) (?:exactly )?(?:what|the {_EDIT} (?:that|which)) (?:broke|caused|introduced)\b.*"
    rf"|{_THIS} was (?:just |only )?my (?:first|initial|earlier|original) "
    r"(?:idea|attempt|thought|try|version|draft)$"
    rf"|{_THIS} is (?:just|only|merely|purely) (?:an? (?:example|illustration|demonstration|sketch)"
    r"|for (?:illustration|demonstration))\b.*"
    r"|(?:an? )?(?:example|illustration|demonstration) only\b.*|(?:just |only )?for illustration(?: only)?$"
)
"""A clause, directly below an edit, that says that it is no good, or only shown."""
_BREAKS = lazy_pattern(
    rf"{_THIS} (?:would |will )?(?:breaks?|fails?)(?: (?!before|currently|now|today)\S+){{0,4}}$"
    rf"|(?:it|{_THIS}|they|these) (?:is|are)(?: not|n['’]?t) (?:even |really )?(?:needed|necessary|required)"
    r"(?: (?:here|after all|at all|then|anyway))*$"
    rf"|(?:it|{_THIS}) (?:is(?: not|n['’]?t)) the (?:cause|problem|bug|issue|reason|culprit)\b.*"
    rf"|(?:it|{_THIS}) is the wrong (?:file|function|method|class|place|line)\b.*"
    r"|(?:leave|keep) (?:the )?(?:`[^`]+`|\w+) (?:alone|as (?:it|they) (?:is|are|was|were)|unchanged"
    r"|untouched)$"
    r"|(?:`[^`]+`|the \w+) (?:is|was) (?:already|actually) (?:correct|fine|right|ok)$"
)
"""A clause with which authors interrupt themselves below an edit: `hmm, that breaks the index`."""
_SHOULD_NOT = lazy_pattern(
    rf"(?:{_NAMED}) (?:should|must) (?:not be (?:applied|used)|be (?:ignored|discarded|disregarded))"
)
"""A clause that says that an edit must not be applied: `the above edit should be ignored`."""
_SCRATCH = lazy_pattern(
    r"(?:scratch|strike|never ?mind|forget)(?: (?:that|this|it))?"
    r"(?: (?:last )?(?:one|edit|block|change))?[.!,]*$"
)
"""A clause that drops an edit: `scratch that`, `never mind`."""
_UNNEEDED = lazy_pattern(
    r"(?:(?:leave|keep) (?:it|that|this|everything|the (?:file|code|line|lines|original)"
    r"|things|`?[\w./-]+\.\w+`?)"
    r" (?:all )?(?:as (?:it|they|that)(?: (?:is|are|was|were)|['’]s)|alone|unchanged|untouched)"
    r"|(?:no (?:change|edit)s? (?:is|are)|that (?:edit|change) is(?: not|n['’]t))"
    r" (?:needed|necessary|required))"
    r"(?: (?:here|after all|at all|then|instead))*$"
)
"""A clause that says that an edit is not needed: `leave it as it is`, `no change is needed`."""
_RETRACTS = lazy_pattern(
    rf"i(?: (?:would like to|want to|must|have to|hereby)|['’]d like to)? (?:take (?:{_POINTED}) back"
    rf"|(?:retract|withdraw) (?:{_NAMED}|it|that|this|them))"
)
"""A clause that takes an edit back: `I take that back`, `I withdraw it`."""
_MISTAKE = lazy_pattern(
    rf"i (?:just )?(?:made|see|noticed|found) (?:a|an) (?:mistake|error)"
    rf"(?P<there> (?:there|above|in {_NAMED}))?"
)
"""A clause that reports a mistake: `I made a mistake above`."""
_FAILED = lazy_pattern(
    r"[ \t]*(?:<(?:error|tool_use_error|tool_error)>|The tool execution failed"
    r"|Tool (?:call|use|execution) (?:failed|error)|Error(?: executing| applying| editing| writing)[ :])"
)
"""The beginning of a result that is an error: `<tool_use_error>`, `Error executing `."""
_REJECTED = lazy_pattern(
    r"[ \t]*(?:(?:The )?[Uu]ser (?:denied|rejected|declined|cancelled|canceled"
    r"|doesn['’]t want to (?:proceed|take))"
    r"|Tool (?:call|use) (?:was )?(?:rejected|denied|cancelled|canceled))"
)
"""The beginning of a result of a call that was rejected: `The user rejected`."""
CORRECTS = lazy_pattern(
    rf"(?:^|[.!?:] )(?:{_INTERRUPTION}|{_REGRET})\b.*\b(?:correct(?:ed|ion)?|right|proper|fixed|should be)\b"
    rf"|\b(?:the|a|my) (?:correct|corrected|right|fixed) {_EDIT}\b"
    rf"|\bcorrected version of (?:the|that|my) (?:{_BACK} )?{_EDIT}\b|^correction\b"
)
"""A clause that announces a correct version: `Wait, it should be`, `The corrected edit`."""


_GOES_ON = lazy_pattern(r"[:：]\W*$")
"""The end of words about the code below them."""
_IS_ENGLISH = lazy_pattern(r"\b(?:and|that|the|this|with|you|your)\b")
MAY_RETRACT_IN_OTHER_LANGUAGE = lazy_pattern(
    r"[^\x00-\x7f]|^\W*(?:nein|moment|halt|sorry|aber|doch|ach|hm|ok|das|dies|bitte|nicht|ignor|vergiss"
    r"|en fait"
    r"|finalement|non|attend|mais|en realidad|no\b|espera|pero|mejor|pensando|na verdade|mas\b|ripens"
    r"|aspetta|ma\b"
    r"|nee|wacht|toch|maar|eigenlijk|nie|czekaj|jednak)"
)
"""What words of other languages that retract an edit begin with: a fast first test."""
OPEN_CUES = frozenset(["only", "just", "skip", "optional", "one", "both"])
"""All words that leave edits above them to the user have one of these: a fast first test."""
_NEEDS = (
    r"(?:(?:really |actually )?(?:applies|counts|matters|needed|necessary|relevant|required|makes sense))"
)
LEAVES_OPEN = lazy_pattern(
    rf"(?:(?:this|that|it|this (?:one|part|step|{_EDIT_NOUN})) is (?:only|just) {_NEEDS}"
    rf"|(?:this|that|it) only (?:applies|counts|makes sense|matters)|only {_NEEDS}) (?:for|if|in|on|when"
    rf"|with)\b"
    r"|only (?:do|apply|make|use|add|keep|change) (?:this|that|it)\b.* (?:if|on|when)\b"
    rf"|(?:you can )?skip (?:this|that|it)(?: (?:one|part|step|{_EDIT_NOUN}))? (?:if|on|unless|when)\b"
    rf"|optional\W*$|(?:this|that|it|this (?:one|part|step|{_EDIT_NOUN})) is optional"
    r"(?:\W*$|[,;.:–—]| (?:and|but|here|if|unless)\b)"
)
"""A sentence, directly below an edit, that leaves it to the user."""
LEAVES_ONE_OPEN = lazy_pattern(
    r"(?P<one>the (?:first|second|third|last) (?:one|edit|change|block|patch|diff|part|step)) is optional\b"
)
"""A sentence that leaves one of the edits above to the user: `The first change is optional.`"""
LEAVES_OPEN_ALL = lazy_pattern(
    r"(?:(?:please )?(?:you |we )?(?:only |just |really |actually )*(?:need|have|want|apply|choose|do|make"
    r"|pick|take|use)"
    r"(?: to (?:apply|choose|do|make|pick|take|use))?(?: just| only| exactly)? (?:one|either(?: one)?)"
    rf"(?: {_EDIT_NOUN})?(?: of (?:the|these|them|those)(?: (?:two|three|{_EDIT}|fixes|options|solutions"
    rf"|variants|ways))*)?"
    r"(?:, not both\b.*|\W*$)"
    r"|(?:do not|don['’]?t) (?:apply|do|make|need|use) both\b"
    r"|(?:either(?: one)?|one)(?: of (?:the|these|them|those)[\w ]*)? (?:is enough|suffices|will do|works)\b"
    r"|(?:please )?(?:only (?:apply|make)|(?:apply|make) only)"
    r" the (?:(?:first|second|last|third) (?:one|edit|change|block|patch|diff)|(?:one|edit|change"
    r"|patch) in\b))"
)
"""A sentence that leaves the choice between the edits above it to the user: `Pick one, not both.`"""


class RetractingClause(Struct, frozen=True):
    """A kind of clause, in lower case, that retracts an edit."""

    pattern: re.Pattern[str]
    tells: str = "named"
    """The group of the pattern for words that alone tell that an edit is meant."""
    needs_interruption: bool = False
    """Without these words, True requires that the author broke off; False, that an edit is near."""
    is_last: bool = False
    """True if words that end in a colon, and so are about the code below them, retract nothing."""


RETRACTING_CLAUSES = (
    RetractingClause(_SCRATCH),
    RetractingClause(_ORDERS),
    RetractingClause(_SHOULD_NOT),
    RetractingClause(_RETRACTS),
    RetractingClause(_SAYS_WRONG, needs_interruption=True),
    RetractingClause(_UNNEEDED, needs_interruption=True),
    RetractingClause(_MISTAKE, tells="there", needs_interruption=True),
    RetractingClause(_ADVISES_AGAINST, is_last=True),
    RetractingClause(_DOES_NOT_WORK, is_last=True),
    RetractingClause(_BREAKS, needs_interruption=True, is_last=True),
)
RETRACTING_CUES = frozenset(
    """
    ignore ignored disregard disregarded discard discarded scrap scratch cancel cancelled canceled strike
    forget mind nevermind retract retracted withdraw withdrawn back apply applied used wrong incorrect right
    correct meant mistake mistaken error bogus flawed good obsolete superseded void leave keep needed
    necessary required
    don do not never against cannot can doesn doesnt won wont wouldn wouldnt isn isnt overkill broke caused
    introduced first initial earlier original example illustration demonstration sketch breaks break fails
    fail cant alone unchanged untouched already actually bad dont
    """.split()
)
"""Every such clause has one of these words: a fast test that rules out nearly all prose."""
CORRECTION_CUES = frozenset(["correct", "corrected", "correction", "right", "proper", "fixed", "should"])
"""Every clause that announces a correct version has one of these words."""
REVISES = lazy_pattern(
    rf"(?:^|[.!?:] )(?:{_INTERRUPTION}|{_REGRET})\b[^.!?]*"
    r"\b(?:make (?:it|that|this|them)|use|instead|rather|better)\b"
)
"""A clause that announces another version: `No, make it eleven`."""
REVISION_CUES = frozenset(["make", "use", "instead", "rather", "better"])
"""Every clause that announces another version has one of these words: "No, make it eleven"."""
_WORD = re.compile(r"[a-z]+")


_OTHER_VERSION = lazy_pattern(
    r"(?:use|try|take|apply|do|write|make)\b.*\b(?:instead|rather)\b|better\b|corrected\b"
    r"|(?:here(?:['’]s| is| comes) |this is |that is |that['’]s |see )?(?:the |a |an |my )?"
    r"(?:correct(?:ed)?|right|fixed|better|improved|simpler|safer|cleaner|shorter|revised|final)"
    rf" (?:{_LOOSELY}|{_EDIT}|function|method|class|implementation)\b"
)
"""A sentence in lower case, without introductory words, that announces another version of the code above."""
_DEFINED = lazy_pattern(
    r"^[ \t]*(?:(?:@?[a-z]+(?:\([^()\n]*\))?)[ \t]+){0,4}?(?:class|const|def|enum|fn|fun|func|function|impl"
    r"|interface|let|module|struct|trait|type|var)[ \t]+(?P<name>[\w$.]+)",
    re.MULTILINE,
)
"""A definition and its name: `export default function load`."""


_OTHER_VERSION_ABROAD = lazy_pattern(
    r"\b(?:stattdessen|ersatzweise|(?:anstelle|statt) der (?:obigen|ersten)|korrigierte? (?:version|fassung)"
    r"|à la place|remplace(?:z)? la version|version corrigée|en su lugar|en vez de (?:la|lo) (?:de arriba"
    r"|anterior)|versión corregida|em vez disso|no lugar da (?:anterior|de cima)|versão corrigida|invece"
    r"|versione corretta|in plaats (?:daarvan|van de vorige)|verbeterde versie|zamiast (?:tego|powyższej)"
    r"|poprawion\w+ wersj\w+|вместо (?:этого|неё|нее|него|предыдущ\w+)|исправленн\w+ верси\w+"
    r"|замість (?:цього|неї)|виправлен\w+ версі\w+|bunun yerine|düzeltilmiş|i stället|i stedet|místo toho"
    r"|opraven\w+ verz\w+)\b|改用|修正后的|修正版|代わりに|대신",
    re.IGNORECASE,
)
"""Words of other languages that announce another version of the code above."""


def announces_version(words: str) -> bool:
    """True if words announce another version of the code above, without a condition."""
    if _OTHER_VERSION_ABROAD.search(words) is not None:
        return True
    for sentence in _SENTENCE.split(words.lower()):
        if _CONDITION.search(sentence) is None:
            introduction = _INTRODUCTION.match(sentence)
            assert introduction is not None
            if _OTHER_VERSION.match(sentence, introduction.end()) is not None:
                return True
    return False


_REMARKS = ("#", "//", "/*", "--", "...", "…")
"""What lines begin with that stand for others, or only explain them."""
_IMPORT = lazy_pattern(r"\A\s*[^\n]*\b(?:require|import)\b")


def is_rewritten(new: str, old: str) -> bool:
    """True if code first defines the same name as other code, and has lines of its own."""
    names = [found["name"] if (found := _DEFINED.search(text)) else None for text in (new, old)]
    if None in names or names[0] != names[1]:
        return False
    own, others = ({line.strip() for line in text.splitlines()} for text in (new, old))
    added = [line for line in own - others if not line.startswith(_REMARKS)]
    # Two files may begin with the same import.
    return bool(added) and _IMPORT.search(new) is None


def changes_same_lines(new: Operation, old: Operation) -> bool:
    """True if two replacements take out the same line, and put in different ones."""
    if not (isinstance(new, Replace) and isinstance(old, Replace)) or new == old:
        return False
    removed = [
        {line for each in operation.interpretations[:1] for line in informative_lines(each.search)}
        - {line for each in operation.interpretations[:1] for line in informative_lines(each.replace)}
        for operation in (new, old)
    ]
    return not removed[0].isdisjoint(removed[1])


def is_version_of(new: str, old: str) -> bool:
    """True if code defines the same name first as other code; without a name, if it has half of its lines."""
    names = [found["name"] if (found := _DEFINED.search(text)) else None for text in (new, old)]
    if None not in names:
        return names[0] == names[1]
    own, others = (informative_lines(text).keys() for text in (new, old))
    return 0 < min(len(own), len(others)) <= 2 * len(own & others)


def has_definition(code: str) -> bool:
    """True if code defines something that other code may define again."""
    return _DEFINED.search(code) is not None


def defines_again(new: str, old: str) -> bool:
    """True if code defines, among other names, the one that other code defines first."""
    first = _DEFINED.search(old)
    names = {found["name"] for found in _DEFINED.finditer(new) if not found[0][0].isspace()}
    return first is not None and first["name"] in names and new.strip() != old.strip()


class Retractions:
    """Examines the prose below each block, line by line."""

    def __init__(self) -> None:
        self._units: list[list[int]] = []
        """The numbers of the blocks, grouped by the fence or call that contains them."""
        self._unit: object = None
        self._run = 0
        """The index of the first unit of the last run without prose between its units."""
        self._are_calls = False
        self._left = 0
        self._lines: list[str] = []
        self._first_line = 0
        self._is_first = True
        self.corrects = False
        """True if the last paragraph announces the correct version of the block above it, or another one."""
        self._announced: int | None = None
        """The line with that announcement, if it ends in a colon and nothing has followed yet."""

    def begin(self, numbers: Sequence[int], unit: object, *, are_calls: bool) -> None:
        """Record that blocks were read.

        Args:
            numbers: The numbers of the blocks.
            unit: Equal for blocks in the same fence or call.
            are_calls: True if they are tool calls.
        """
        self._announced = None
        if not numbers:
            return
        if unit != self._unit or not self._units:
            if not self._left or not self._is_first:
                self._run = len(self._units)
            self._units.append([])
        self._unit, self._are_calls, self.corrects = unit, are_calls, False
        self._units[-1] += numbers
        self._left, self._is_first = _MAX_PROSE_LINES, True

    @property
    def is_listening(self) -> bool:
        """True if the next line of prose may retract a block."""
        return self._left > 0

    def read(self, text: str, line: int) -> Retraction | None:
        """Read a line of prose, number `line` of the response. Returns the blocks that it retracts."""
        self._left -= 1
        retraction: Retraction | None = None
        is_blank = not text or text.isspace()
        if not is_blank:
            if self._are_calls:
                retraction = self._result(text, line)
            if not self._lines:
                self._first_line = line
            self._lines.append(text[:_MAX_LINE_LENGTH])
        if is_blank or self._left == 0:
            retraction = self.pause() or retraction
        return retraction

    def pause(self) -> Retraction | None:
        """End the paragraph. Returns the blocks that it retracts."""
        lines, self._lines = self._lines, []
        if not lines:
            return None
        text = " ".join([line.strip() for line in lines]).lower()
        words = _WORD.findall(text.replace("**", "") if "**" in text else text)
        units = (
            None
            if RETRACTING_CUES.isdisjoint(words)
            else self._retracted_by(text, words, is_near=self._is_first)
        )
        # A path or a title does not separate blocks.
        is_title = len(text.split(None, _MAX_TITLE_WORDS)) <= _MAX_TITLE_WORDS
        corrects = not CORRECTION_CUES.isdisjoint(words) and CORRECTS.search(text) is not None
        revises = not REVISION_CUES.isdisjoint(words) and REVISES.search(text) is not None
        self.corrects = corrects or revises or (is_title and self.corrects)
        if corrects and text.rstrip(" *_").endswith((":", "：")):
            self._announced = self._first_line
        elif not is_title:
            self._announced = None
        was_first, self._is_first = self._is_first, self._is_first and is_title
        kind = OfferKind.RETRACTED
        if units is None and self._units and not _GOES_ON.search(text):
            units = self._retracted_in_other_language(text, is_near=was_first)
            if units is None and not OPEN_CUES.isdisjoint(words):
                units, kind = self._left_open(text, is_near=was_first), OfferKind.PROPOSED
        if units is None:
            return None
        numbers = tuple(number for unit in units for number in unit)
        return Retraction(numbers, Offer(kind, self._first_line))

    def _retracted_in_other_language(self, text: str, *, is_near: bool) -> list[list[int]] | None:
        """The unit directly above a paragraph, in lower case, that retracts it in another language."""
        if not is_near or _IS_ENGLISH.search(text) or MAY_RETRACT_IN_OTHER_LANGUAGE.search(text) is None:
            return None
        # Large, and few responses need it.
        from editreview.formats import other_languages

        return self._units[-1:] if other_languages.RETRACT.match(text) is not None else None

    def _left_open(self, text: str, *, is_near: bool) -> list[list[int]] | None:
        """The units that a paragraph, in lower case, leaves to the user; None if none."""
        for sentence in _SENTENCE.split(text):
            plain = _LEADING.sub("", sentence, count=1).replace("**", "").lstrip("^ ")
            introduction = _INTRODUCTION.match(plain)
            assert introduction is not None
            at = introduction.end()
            if LEAVES_OPEN_ALL.match(plain, at) is not None:
                return self._units[-2:]
            if (found := LEAVES_ONE_OPEN.match(plain, at)) is not None:
                return self._named(found["one"])
            if is_near and LEAVES_OPEN.match(plain, at) is not None:
                return self._units[-1:]
            is_near = False
        return None

    def end(self) -> Retraction | None:
        """End the response. Returns the blocks whose announced correction is missing.

        The response was cut off before the correction, or in its first line.
        """
        if self._announced is None:
            return None
        return Retraction(tuple(self._units[-1]), Offer(OfferKind.RETRACTED, self._announced))

    def _result(self, text: str, line: int) -> Retraction | None:
        """The last unit, if a line of a transcript says that its call failed or was rejected."""
        kind = (
            OfferKind.REJECTED if _REJECTED.match(text) else OfferKind.FAILED if _FAILED.match(text) else None
        )
        return None if kind is None else Retraction(tuple(self._units[-1]), Offer(kind, line))

    def _retracted_by(self, text: str, words: Collection[str], *, is_near: bool) -> list[list[int]] | None:
        """The units that a paragraph with these words, in lower case, retracts; None if none."""
        is_about_edit, interrupts = is_near, False
        goes_on = _GOES_ON.search(text) is not None
        may_be_condition = not _CONDITION_WORDS.isdisjoint(words)
        may_be_report = not _REPORTING_WORDS.isdisjoint(words) or _QUOTE.search(text) is not None
        for sentence in _SENTENCE.split(text):
            plain = _LEADING.sub("", sentence, count=1).replace("**", "").rstrip(" *_")
            if may_be_condition and _CONDITION.search(plain):
                # `Scratch that — it fails when the list is empty`: the reason has the condition.
                head, *reason = _REASON.split(plain, maxsplit=1)
                plain = plain if any(map(_CONDITION.match, reason)) else head
            if (may_be_condition and _CONDITION.search(plain)) or (may_be_report and _REPORTED.search(plain)):
                is_about_edit = interrupts = False
                continue
            for clause in [plain] if _MAY_END_CLAUSE.search(plain) is None else _CLAUSE.split(plain):
                introduction = _INTRODUCTION.match(clause)
                assert introduction is not None
                interrupts = interrupts or introduction["interrupts"] is not None
                rest = clause[introduction.end() :].strip(" .!)")
                if not rest:
                    continue
                has_cue = not RETRACTING_CUES.isdisjoint(_WORD.findall(rest))
                if has_cue:
                    units = self._in_clause(
                        rest,
                        is_near=is_about_edit,
                        interrupts=is_near and interrupts,
                        goes_on=goes_on,
                    )
                    if units is not None:
                        return units
                # After words of regret, the text is still about the edit; otherwise it may not be.
                is_about_edit = is_about_edit and has_cue and _is_regret(rest)
                interrupts = interrupts and is_about_edit
        return None

    def _in_clause(
        self, clause: str, *, is_near: bool, interrupts: bool, goes_on: bool
    ) -> list[list[int]] | None:
        """The units that a clause retracts.

        Args:
            clause: The clause in lower case, without introductory words.
            is_near: True if `it` can only refer to the edit above.
            interrupts: True if the author interrupted themselves.
            goes_on: True if the paragraph ends in a colon.
        """
        for kind in RETRACTING_CLAUSES:
            found = None if kind.is_last and goes_on else kind.pattern.match(clause)
            if found is None:
                continue
            words = found.groupdict()
            if words.get(kind.tells) or (interrupts if kind.needs_interruption else is_near):
                return self._named(words.get("named") or words.get("pointed") or "it")
        return None

    def _named(self, words: str) -> list[list[int]]:
        """The units that some words refer to."""
        run = self._units[self._run :]
        if number := re.search(r"#?(\d+)$", words):
            at = int(number[1])
            return [[at]] if any(at in unit for unit in self._units) else []
        if words.startswith(("all", "everything")):
            return self._units
        for word, at in _ORDINALS.items():
            if re.search(rf"\b{word}\b", words):
                among = run if len(run) > at else self._units
                return among[at : at + 1]
        if words.startswith("both") or "two" in words.split():
            return self._units[-2:]
        is_plural = words in ("them", "those", "these") or re.search(rf"\b{_EDIT_NOUN}s\b", words)
        return run if is_plural or words.endswith("the above") else self._units[-1:]


def _is_regret(clause: str) -> bool:
    return _SAYS_WRONG.match(clause) is not None or _MISTAKE.match(clause) is not None


_ITS = {
    "english": "its their",
    "german": "sein seine seinem seinen seiner ihr ihre ihrem ihren ihrer dessen deren",
    "french": "son sa ses leur leurs",
    "spanish": "su sus",
    "portuguese": "seu seus sua suas",
    "italian": "suo sua suoi sue",
    "dutch": "zijn haar diens",
    "polish": "jego jej",
    "russian": "его её ее",
    "ukrainian": "його її",
    "chinese": "它的 该类的 其",
    "japanese": "その",
    "korean": "그",
}
_SAME = {
    "english": "the_same the_very_same in_this in_that inside_this inside_that into_that to_that",
    "german": "derselben der_gleichen demselben dem_gleichen im_selben im_gleichen in_dieser in_diesem"
    " in_jener",
    "french": "la_même le_même dans_cette dans_ce",
    "spanish": "la_misma el_mismo en_esa en_ese en_esta en_este",
    "portuguese": "mesma mesmo nessa nesse nesta neste",
    "italian": "stessa stesso in_questa in_questo in_quella in_quel",
    "dutch": "dezelfde hetzelfde in_die in_dat",
    "polish": "tej_samej tym_samym",
    "russian": "в_том_же в_той_же в_этом в_этой",
    "ukrainian": "тому_ж тій_же тому_самому цьому",
    "chinese": "同一个 同一 同个 该 在这个 在那个",
    "japanese": "同じ",
    "korean": "같은",
}
_OWNER = {
    "english": "block class component enum function handler hook interface job method model module object"
    " resource route rule section service struct table test trait type view",
    "german": "block klasse komponente funktion methode modell objekt ressource abschnitt dienst struktur"
    " tabelle",
    "french": "bloc classe composant fonction méthode modèle objet ressource section structure table",
    "spanish": "bloque clase componente función método modelo objeto recurso sección servicio"
    " estructura tabla",
    "portuguese": "bloco classe componente função método modelo objeto recurso seção serviço"
    " estrutura tabela",
    "italian": "blocco classe componente funzione metodo modello oggetto risorsa sezione servizio tabella",
    "dutch": "klasse component functie methode sectie",
    "polish": "klas* funkcj* metod* komponen*",
    "russian": "класс* функци* метод* компонент* раздел*",
    "ukrainian": "клас* функці* метод* компонент*",
    "chinese": "类 函数 方法 组件 结构体 接口 模块 服务",
    "japanese": "クラス 関数 メソッド コンポーネント",
    "korean": "클래스 함수 메서드 컴포넌트",
}
_THERE_TOO = {
    "english": "there_too there_as_well there_also also_there",
    "german": "auch_dort dort_auch dort_ebenfalls ebenfalls_dort",
    "french": "là_aussi",
    "spanish": "ahí_también también_ahí allí_también también_allí",
    "portuguese": "lá_também também_lá ali_também também_ali",
    "italian": "anche_lì lì_anche anche_là",
    "dutch": "daar_ook ook_daar",
    "russian": "там_же",
    "chinese": "那里也",
    "japanese": "そこにも",
    "korean": "거기에도",
}
_SAME_PLACE = {
    "english": "same_place same_spot same_position same_location",
    "german": "derselben_stelle der_gleichen_stelle gleicher_stelle demselben_ort am_selben_ort",
    "french": "même_endroit même_place même_emplacement",
    "spanish": "mismo_lugar mismo_sitio misma_posición",
    "portuguese": "mesmo_lugar mesmo_local mesmo_ponto mesmo_sítio mesma_posição",
    "italian": "stesso_posto stesso_punto stessa_posizione",
    "dutch": "dezelfde_plaats dezelfde_plek",
    "polish": "tym_samym_miejscu",
    "russian": "том_же_месте то_же_место",
    "ukrainian": "тому_ж_місці тому_самому_місці те_саме_місце",
    "chinese": "同样的位置 相同的位置 相同位置 同一位置 同一个位置",
    "japanese": "同じ場所 同じ位置",
    "korean": "같은_위치 같은_자리 같은_곳",
}


def _any(table: dict[str, str]) -> str:
    return f"(?:{phrases(' '.join(table.values()))})"


_POSSESSIVE = lazy_pattern(lambda: rf"{_any(_ITS)}\s*(?:\w+\s+){{0,2}}?[`*\"“]", re.IGNORECASE)
"""A possessive before a name: ``its own `find```."""
_OWNER_AGAIN = lazy_pattern(lambda: rf"{_any(_SAME)}\s*{_any(_OWNER)}|{_any(_THERE_TOO)}", re.IGNORECASE)
"""Words for what has been named before: `in the same class`, `there too`."""
_PLACE_AGAIN = lazy_pattern(lambda: _any(_SAME_PLACE), re.IGNORECASE)


def _refers_to_owner(words: str) -> bool:
    """True if words are about a part of what earlier words name, and do not name it themselves."""
    possessive = _POSSESSIVE.search(words)
    if possessive is not None and not names_in(words[: possessive.start()]):
        return True
    again = _OWNER_AGAIN.search(words)
    # In the same sentence, a name is of the part: `Change `find` in the same class`.
    return again is not None and not any(map(names_in, sentences_in(words[: again.start()])[:-1]))


def _refers_to_place(words: str) -> bool:
    """True if words give the place that earlier words say: `In the same place, but with the value:`."""
    return _PLACE_AGAIN.search(words) is not None
