"""Proposes the subject of a commit: a sentence of the response that clearly is one, else a summary.

A sentence describes the whole response, so it is used only if the commit has all of it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from editreview.patterns import lazy_pattern
from editreview.review.change_summary import MAX_SUBJECT, summarise
from editreview.review.decisions import Decision
from editreview.review.file_plan import FilePlan
from editreview.review.proposal import Proposal
from editreview.terminal import visible_line
from editreview.text import Snapshot
from editreview.workspace import TextChange

if TYPE_CHECKING:
    from editreview.review.review import Review

_MIN_WORDS = 3
"""The fewest words of a subject."""


def subject_of_next(review: "Review", plans: Sequence[FilePlan]) -> str:
    """The subject of the next commit of a review; empty if there is nothing to commit.

    Args:
        review: The review.
        plans: The accepted changes that the commit will have in addition to what is staged.
    """
    changes = {change.path: change for change in review.workspace.to_commit()}
    for plan in plans:
        path = plan.path_to or plan.path
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
    return _stated_in(prose, known) or visible_line(summarise(changes))


def _stated_in(prose: Sequence[str], known: str) -> str:
    """The subject that a text states; empty if nothing in it clearly is one.

    Args:
        prose: The lines of the text.
        known: The names that the subject may have.
    """
    lines = list(_plain_lines(prose))
    for line in lines:
        whole = line.strip("*`_ ")
        if _CONVENTIONAL.fullmatch(whole) and len(whole) <= MAX_SUBJECT and _is_closed(whole):
            return whole
    sentences = [sentence for line in lines for sentence in _SENTENCE_END.split(line)]
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
_SENTENCE_END = lazy_pattern(r"(?<=[.!?:])(?<!\be\.g\.)(?<!\bi\.e\.)\s+")

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


def _past(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("y"):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def _third(verb: str) -> str:
    if verb.endswith("y"):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("x", "ch", "sh", "s")) else f"{verb}s"


_PAST = {form: verb for verb in _VERBS for form in _past(verb).split("|")}
_THIRD = {_third(verb): verb for verb in _VERBS}
_BASE = {verb: verb for verb in _VERBS}
_FORMS = {**_BASE, **_THIRD, **_PAST}
_OPENING = (
    r"(?:(?:ok(?:ay)?|sure|certainly|done|great|of course|got it|understood|alright|yes)\b[,.!]*\s+)?"
    r"(?:(?:now|then|next|here|first)\s*,?\s+)?"
)
_ADVERB = r"(?:(?:also|just|now|then|further|simply)\s+)?"


def _of(start: str, forms: Sequence[str]) -> re.Pattern[str]:
    return lazy_pattern(rf"(?i){_OPENING}{start}\s+{_ADVERB}(?P<verb>{'|'.join(forms)})\b(?P<rest>\s.+)")


_RANKS = (
    _of(r"(?:I|we)(?:['’]ve|\s+have)?", sorted(_PAST)),
    _of(r"(?:this|these|the)\s+(?:change|commit|edit|diff|patch)s?(?:\s+will)?", [*sorted(_THIRD), *_VERBS]),
    _of(r"(?:I|we)(?:['’]ll|\s+will)", _VERBS),
)
_REFUSED = lazy_pattern(
    r"(?i)\b(?:you|your|yours|I|we|me|us|it|its|this|these|those|they|them|changes?|edits?|blocks?|search"
    r"|following|request(?:ed)?|needed|necessary|required|solution|response|instructions?|here|below|above"
    r"|suggest(?:ed|ions?)?|mentioned|specified|described|issues?|errors?|problems?"
    r"|entire|whole|contents?)\b"
)
_BARE = lazy_pattern(
    r"(?i)(?:the\s+|some\s+|an?\s+)?(?:\w+\s+)?(?:code|file|files|bug|thing|functionality)\.?"
)
_NEW_FILE = lazy_pattern(r"(?i)\bcreate\b.*\bfiles?\b")
_NAME = lazy_pattern(r"`[^`]+`|\w+_\w+|\w+\.\w+|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*")
_CLAUSE = lazy_pattern(
    r",? (?:which|so that|so|by|using|because|since|where|while|instead of|rather than|in order to"
    r"|and (?=\w+ing\b))|, (?:and |as |for |with |to |making )?|; | [-–—] | \("
    r"|:? and (?:then )?(?:remove|update|add|fix|use|replace|make) "
    r"| in (?=`?[\w./-]+\.\w+`?)"
)
_OPEN_END = lazy_pattern(
    r"(?i)(?:^|\s)(?:to(?:\s+\w+)?|a|an|the|of|in|on|at|for|from|with|by|into|and|or|as|that|between|its?)$"
)


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
    if _BARE.fullmatch(what) or _NEW_FILE.search(plain) or (verb in _VAGUE and not _NAME.search(what)):
        return ""
    # It has a name that the change does not have, so it may be about something else.
    return plain if all(name in known for name in what.split("`")[1::2]) else ""


def _fitting(text: str) -> str:
    """The text, cut at the end of the last clause that fits; empty if none fits."""
    if len(text.replace("`", "")) <= MAX_SUBJECT:
        return text
    ends = [clause.start() for clause in _CLAUSE.finditer(text)]
    for end in reversed(ends):
        part = text[:end].rstrip(" ,;:")
        if len(part.replace("`", "")) <= MAX_SUBJECT and not _OPEN_END.search(part) and _is_closed(part):
            return part
    return ""


def _is_closed(text: str) -> bool:
    """True if no quotation or bracket in a text is open."""
    pairs = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"))
    return all(text.count(a) == text.count(b) for a, b in pairs) and not (
        text.count('"') % 2 or text.count("`") % 2
    )
