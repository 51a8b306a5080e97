"""Finds prose that retracts an edit above it.

    Wait, that was wrong, ignore it.

Only clear statements count: an instruction about the edit (`Ignore the previous block.`), a
correction by the author (`Sorry, that is incorrect.`, `Scratch that.`), or the result of a call in a
transcript (`The user denied this operation.`). With a condition (`ignore it if …`), in quotes, or
in a sentence about the code (`so git will ignore it`) they retract nothing. Pronouns (`it`,
`that`) count only directly below the edit or after a word of regret, where they can refer to
nothing else.
"""

import re
from collections.abc import Collection, Sequence

from editreview.blocks import Offer, OfferKind, Retraction
from editreview.patterns import lazy_pattern

_MAX_LINES = 12
"""The most lines of prose below a block that are examined."""
_MAX_TITLE_WORDS = 3
_MAX_LINE_LENGTH = 400
"""The most characters of a line that are examined."""

_INTERRUPTION = (
    r"(?:wait|actually|no(?! (?:change|edit)s? )|nope|oops|whoops|hmm+|hm|argh|on second thoughts?"
    r"|hold on|hang on|on reflection|on closer (?:look|inspection))"
)
_REGRET = r"(?:sorry|oh|ah|correction|apologies|my (?:bad|mistake|apologies))"
_OPENER = r"(?:ok(?:ay)?|so|and|but|well|please|then|however|also|note|important|edit|update)"
_BACK = (
    r"(?:above|previous|prior|last|preceding|earlier|former|wrong|incorrect|bad|mistaken|faulty|whole|entire)"
)
_ORDINAL = r"(?:first|second|third|fourth|fifth)"
_EDIT = r"(?:search/replace |edit )?(?:edit|block|change|patch|diff|attempt|hunk)s?"
_LOOSELY = r"(?:version|answer|code|snippet|suggestion|response|one|fix|draft|file|call|command)s?"
_WHICH = r"(?:the|that|this|these|those|my|both|all(?: of)?(?: the| these| those| my)?)"
_COUNT = r"(?:two|three|four|\d+)"
_NAMED = (
    rf"(?P<named>(?:that|this|these|those|my|both|all(?: of)?(?: the| these| those| my)?)"
    rf" (?:(?:{_BACK}|{_ORDINAL}|{_COUNT}) )*{_EDIT}(?: above| before)?"
    rf"|the (?:(?:{_BACK}|{_ORDINAL}|{_COUNT}) )+(?:{_EDIT}|{_LOOSELY})(?: above)?"
    rf"|{_WHICH} (?:(?:{_ORDINAL}|{_COUNT}) )?(?:{_EDIT}|{_LOOSELY}) above"
    rf"|(?:that|this|my|these|those|all|both) (?:{_BACK} )+(?:{_EDIT}|{_LOOSELY})"
    rf"|(?:everything|all|all of it|all of them|both of them|all of the|the) (?:of the )?above"
    rf"|{_EDIT} #?\d+)"
)
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
_REASON = lazy_pattern(r"\s*[—–;]\s*|\s+-+\s+")
"""The sign before the reason for what a sentence says."""
_SENTENCE = lazy_pattern(r"(?<=[.!?])\s+")
_LEADING = lazy_pattern(r"[\s*_#\-+•>]*(?:\d+[.)]\s+)?(?:\*\*|__|_)?")
_CONDITION = lazy_pattern(r"\b(?:if|when|whenever|unless|until|while|in case|once|where)\b")
_INTRODUCTION = lazy_pattern(
    rf"(?:(?P<interrupts>{_INTERRUPTION}\b)[\s,.!…:;—–-]*|{_REGRET}\b[\s,.!…:;—–-]*"
    rf"|{_OPENER}\b[\s,.!…:;—–-]*)*"
)
_REPORTED = lazy_pattern(
    r"[\"“”„?]|\b(?:says?|said|asks?|asked|tells?|told|reads?|prints?|user|users|warnings?|git)\b"
)
_QUOTE = lazy_pattern(r"[\"“”„?]")
_REPORTING_WORDS = frozenset(
    """
    say says said ask asks asked tell tells told read reads print prints user users warning warnings git
    """.split()
)
"""Words, one of which is in every report without quotes."""
_CONDITION_WORDS = frozenset("if when whenever unless until while in once where".split())
"""Words, one of which is in every condition."""
_ORDERS = lazy_pattern(rf"{_ORDER} (?:{_NAMED}|{_POINTED}){_END}")
_SAYS_WRONG = lazy_pattern(
    rf"(?:(?P<named>(?:the|my|that|this) (?:(?:above) {_EDIT}|{_EDIT} above)|the above)"
    rf"|the (?:{_BACK}) {_EDIT}|that|this|it|these|those|they|what i (?:wrote|did)(?: above)?){_IS} "
    rf"(?:{_WRONG}|{_OBSOLETE})(?: (?:too|again|above|here|though|actually|after all))*$"
)
_SHOULD_NOT = lazy_pattern(
    rf"(?:{_NAMED}) (?:should|must) (?:not be (?:applied|used)|be (?:ignored|discarded|disregarded))"
)
_SCRATCH = lazy_pattern(
    r"(?:scratch|strike|never ?mind|forget)(?: (?:that|this|it))?"
    r"(?: (?:last )?(?:one|edit|block|change))?[.!,]*$"
)
_UNNEEDED = lazy_pattern(
    r"(?:(?:leave|keep) (?:it|that|this|everything|the (?:file|code|line|lines|original)"
    r"|things|`?[\w./-]+\.\w+`?)"
    r" (?:all )?(?:as (?:it|they|that)(?: (?:is|are|was|were)|['’]s)|alone|unchanged|untouched)"
    r"|(?:no (?:change|edit)s? (?:is|are)|that (?:edit|change) is(?: not|n['’]t))"
    r" (?:needed|necessary|required))"
    r"(?: (?:here|after all|at all|then|instead))*$"
)
_RETRACTS = lazy_pattern(
    rf"i(?: (?:would like to|want to|must|have to|hereby)|['’]d like to)? (?:take (?:{_POINTED}) back"
    rf"|(?:retract|withdraw) (?:{_NAMED}|it|that|this|them))"
)
_MISTAKE = lazy_pattern(
    rf"i (?:just )?(?:made|see|noticed|found) (?:a|an) (?:mistake|error)"
    rf"(?P<there> (?:there|above|in {_NAMED}))?"
)
_FAILED = lazy_pattern(
    r"[ \t]*(?:<(?:error|tool_use_error|tool_error)>|The tool execution failed"
    r"|Tool (?:call|use|execution) (?:failed|error)|Error(?: executing| applying| editing| writing)[ :])"
)
_REJECTED = lazy_pattern(
    r"[ \t]*(?:(?:The )?[Uu]ser (?:denied|rejected|declined|cancelled|canceled"
    r"|doesn['’]t want to (?:proceed|take))"
    r"|Tool (?:call|use) (?:was )?(?:rejected|denied|cancelled|canceled))"
)
_CORRECTS = lazy_pattern(
    rf"(?:^|[.!?:] )(?:{_INTERRUPTION}|{_REGRET})\b.*\b(?:correct(?:ed|ion)?|right|proper|fixed|should be)\b"
    rf"|\b(?:the|a|my) (?:correct|corrected|right|fixed) {_EDIT}\b"
    rf"|\bcorrected version of (?:the|that|my) (?:{_BACK} )?{_EDIT}\b|^correction\b"
)
CLAUSES = (_SCRATCH, _ORDERS, _SHOULD_NOT, _RETRACTS, _SAYS_WRONG, _UNNEEDED, _MISTAKE)
"""Patterns for a clause, in lower case, that retracts an edit."""
CUES = frozenset(
    """
    ignore ignored disregard disregarded discard discarded scrap scratch cancel cancelled canceled strike
    forget mind nevermind retract retracted withdraw withdrawn back apply applied used wrong incorrect right
    correct meant mistake mistaken error bogus flawed good obsolete superseded void leave keep needed
    necessary required
    """.split()
)
"""Words, one of which is in every such clause: a fast test that rules out nearly all prose."""
_CORRECTION = frozenset(["correct", "corrected", "correction", "right", "proper", "fixed", "should"])
"""The same for clauses that announce a correct version."""
_WORD = re.compile(r"[a-z]+")
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4}


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
        """True if the last paragraph announces the correct version of the block above it."""
        self._announced: int | None = None
        """The line with that announcement, if it ends in a colon and nothing has followed yet."""

    def begin(self, numbers: Sequence[int], unit: object, *, are_calls: bool) -> None:
        """Note that blocks were read.

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
        self._left, self._is_first = _MAX_LINES, True

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
        units = None if CUES.isdisjoint(words) else self._retracted_by(text, words, is_near=self._is_first)
        # A path or a title does not separate blocks.
        is_title = len(text.split(None, _MAX_TITLE_WORDS)) <= _MAX_TITLE_WORDS
        corrects = not _CORRECTION.isdisjoint(words) and _CORRECTS.search(text) is not None
        self.corrects = corrects or (is_title and self.corrects)
        if corrects and text.rstrip(" *_").endswith((":", "：")):
            self._announced = self._first_line
        elif not is_title:
            self._announced = None
        self._is_first = self._is_first and is_title
        if units is None:
            return None
        numbers = tuple(number for unit in units for number in unit)
        return Retraction(numbers, Offer(OfferKind.RETRACTED, self._first_line))

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
                rest = clause[introduction.end() :].strip(" .!")
                if not rest:
                    continue
                has_cue = not CUES.isdisjoint(_WORD.findall(rest))
                if has_cue:
                    units = self._in_clause(rest, is_near=is_about_edit, interrupts=is_near and interrupts)
                    if units is not None:
                        return units
                # After words of regret, the text is still about the edit; otherwise it may not be.
                is_about_edit = is_about_edit and has_cue and _is_regret(rest)
                interrupts = interrupts and is_about_edit
        return None

    def _in_clause(self, clause: str, *, is_near: bool, interrupts: bool) -> list[list[int]] | None:
        """The units that a clause retracts.

        Args:
            clause: The clause in lower case, without introductory words.
            is_near: True if `it` can only refer to the edit above.
            interrupts: True if the author interrupted themselves.
        """
        if is_near and _SCRATCH.match(clause):
            return self._units[-1:]
        for pattern in (_ORDERS, _SHOULD_NOT, _RETRACTS):
            order = pattern.match(clause)
            words = order.groupdict() if order is not None else {}
            if order is not None and (words.get("named") or is_near):
                return self._named(words.get("named") or words.get("pointed") or "it")
        wrong = _SAYS_WRONG.match(clause)
        if wrong is not None and (wrong["named"] or interrupts):
            return self._named(wrong["named"] or "it")
        if interrupts and _UNNEEDED.match(clause):
            return self._named("it")
        mistake = _MISTAKE.match(clause)
        if mistake is not None and (mistake["there"] or interrupts):
            return self._named(mistake["named"] or "it")
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
        is_plural = words in ("them", "those", "these") or re.search(rf"\b{_EDIT[:-2]}s\b", words)
        return run if is_plural or words.endswith("the above") else self._units[-1:]


def _is_regret(clause: str) -> bool:
    return _SAYS_WRONG.match(clause) is not None or _MISTAKE.match(clause) is not None
