"""Decides from a sentence if the fence below it is an edit of a file, or of a part of a file.

    Update `src/a.py`:
    In **src/a.py**, change the `add` method:
    Here is the updated `src/a.py`

A sentence is cut into clauses. A clause that begins with an editing verb requests an edit if it names
the file, or if another clause does: `In src/a.py, …`. Words without a verb may be the title of an
edit: `Changes to src/a.py`. Other sentences, and those that only show or run code, request nothing.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from editreview import vocabulary
from editreview.blocks import Naming
from editreview.first_use import lazy_pattern
from editreview.formats import edit_words
from editreview.formats.edit_words import FILE
from editreview.formats.path_names import without_decoration
from editreview.text import sentences_in
from editreview.vocabulary import any_of, english, forms, phrases


class Request(Struct, frozen=True):
    """The edit that a sentence requests, whose text is in the fence below it."""

    naming: Naming
    updates: bool
    """True if the sentence says that the file exists."""


_THE = r"(?:(?:the|your|our|my|an?|this|file|new|same|existing)\s+)*"
_FILL = (
    r"(?:(?:after that|again|all (?:that )?(?:we|you) (?:have|need) to do is|also|alternatively|and|by"
    r"|(?:begin|continue|start) by|finally|first(?:ly)?"
    r"|instead|it|(?:do not|don't) forget to|just|last(?:ly)?|let me|let us|let's|likewise"
    r"|make sure (?:to|you)|next|now|only|optionally|or|otherwise|please"
    r"|(?:remember|be sure|need|needs|have|has|want|going|able) to"
    r"|second(?:ly)?|similarly|simply|so|still|then|third(?:ly)?|we|we've|we'll|you|you'll|i|i've|i'll|i'd"
    r"|can|could|have|may|might|must|should|will|would)\s+)*"
)
_ADDED = (*english(vocabulary.ADD), "define")
# `turn` and the verbs of `CHANGE_VALUE` say what the code does; see `_IMPROVE`.
_CHANGED = {
    *english(vocabulary.REPLACE, vocabulary.CHANGE, vocabulary.REWORK, vocabulary.RENAME, vocabulary.MOVE),
    *_ADDED,
} - {"turn"}
_CHANGE = (
    rf"(?:(?!import error)(?:{any_of(forms(*_CHANGED))})|set"
    r"|mak(?:e|ing)\s+(?:\S+\s+){0,5}?(?:adjustments?|changes?|edits?|modifications?|tweaks?|updates?))"
)
_MADE = english(vocabulary.CREATE, vocabulary.PUT)
_MAKE = rf"(?:{any_of(forms(*_MADE))}|built)"
_ADD = rf"(?:{any_of(forms(*_ADDED))})"
_REMOVE = rf"(?:{any_of(english(vocabulary.REMOVE))})"
_USE = (
    r"(?:call|configure|connect|disable|enable|handle|initiali[sz]e|instantiate|invoke|load|mount|pass"
    r"|reference|render|return|turn (?:off|on)|us(?:e|ing)|validate)"
)
_IMPROVE = (
    rf"(?:{any_of(english(vocabulary.CHANGE_VALUE))}"
    r"|accept|allow|assert|assign|avoid|await|bail out|batch|bound|cap|cast|catch|clamp|clear|defer"
    r"|drop|escape|factor|fall back|filter|flatten|flip|flush|forward|get rid|give|guard|harden|inline|invert"
    r"|join|keep track|let(?! me| us|'s)|lift|limit|lock|log|loosen|mark|pass|pin|prevent|protect|push|reject"
    r"|relax|reorder|reset|rethrow|retry|return|round|shorten|skip|sort|specify|split|stop|strengthen|strip"
    r"|suppress|throw|tidy|tighten|track|trim|turn|unify|unwrap|wait|warn|widen"
    rf"|use(?! (?:it|like|that|them|this)\b| (?:the )?{FILE}))"
    r"|(?:cach|clos|collaps|combin|comput|debounc|decod|deduplicat|deriv|disabl|eliminat|enabl|encod|enforc"
    r"|ensur|exclud|expos|generali[sz]|handl|hid|hoist|ignor|memoi[sz]|normali[sz]|paralleli[sz]|pars|propagat"
    r"|requir|resolv|reus|saniti[sz]|seriali[sz]|stor|streamlin|surfac|throttl|truncat|validat)"
    r"e(?! to the\b)"
)
"""Verbs for the effect of new code, as in `In src/a.py, guard against empty input:`."""
_RUN = (
    r"(?:call|check|execute|expect|install|invoke|open|read|run|see|start|test|try|use|verify|view)"
    r"(?:ning|ing)?"
)

_IS_ENGLISH = lazy_pattern(r"\b(?:and|that|the|with|you|your)\b")
"""Words that no sentence in another language has."""
MAY_PROPOSE_IN_OTHER_LANGUAGE = lazy_pattern(
    r"[^\x00-\x7f]|\b(?:als|fa|is|op|se|si|wenn)|iyorsan"
    r"|\b(?:android|ios|linux|mac|mac ?os|ubuntu|unix|windows)\b"
    r"|^(?:altrim|ander|annul|anson|caso |de lo|desfa|desha|entwe|je|nimm|o bien|oder|of\W*$|oppure|ou\W*$"
    r"|reverta|revert[ei]|revier|ripri|soit|sonst)"
)
"""What words of other languages that leave an edit to the user begin with: a fast first test."""
_REMOVES_IN_ENGLISH = lazy_pattern(r"\b(?:everything|following|from|lines?|these|this)\b")
"""Words that no sentence about a removal in another language has. Portuguese shares the verb."""
_MARKS = lazy_pattern(r"[*`\"“”]|(?<!\w)_+|_+(?!\w)")
_CALLED = lazy_pattern(r"(?<=\w)\(\)")
"""The brackets of a function's name: `main()`."""
_QUOTED_WORD = lazy_pattern(r"`_*(?=[A-Za-z]+_*(?:\(\))?`)")
"""The beginning of a word in back-quotes: a name in the code, even if it is a verb."""
_NAME_STAND_IN = "·"
"""Stands before such a name, so that it is not read as a verb: `change the constructor and `run()``."""
_STEP = lazy_pattern(r"^(?:change|file|fix|part|step) #?\d+(?:\.\d+)*\s*[:.)–—-]\s*")
_KIND = lazy_pattern(rf"{FILE}(?: class| component| file| module| script)\b")
_CLAUSE_END = lazy_pattern(r"[,;:!?()\[\]–—]+|\.(?=\s|$)|\s-+\s|\s(?:and|then|but|so that)\s")
"""The end of a clause: `, `, ` - `, ` and `."""
_EDITS = lazy_pattern(rf"{_FILL}(?:(?P<change>{_CHANGE})|(?P<make>{_MAKE}))\b")
_IMPROVES = lazy_pattern(
    # Not a noun: `return value of load`, `log output looks like`.
    rf"{_FILL}(?:{_IMPROVE})\b(?! (?:button|codes?|file|lines?|of|order|output|types?|values?)\b)"
)
"""A clause that says what code improves: `log every request`."""
_INSIDE_FILE = lazy_pattern(rf"\b(?:in|inside|within) {_THE}{FILE}")
_USES = lazy_pattern(
    rf"{_FILL}(?:{_USE}\b.*\b(?:at|in|inside|into|within)|(?:call|invoke)\b.*\bfrom)\s+{_THE}{FILE}"
)
"""A clause that uses something in a file: `Use it in src/app.py`."""
_USES_IN_TITLE = lazy_pattern(r"(?:call|use|using)\b")
"""Verbs of titles that do not run anything: `Use the limiter (src/routes.js)`."""
_USES_INSIDE = lazy_pattern(r"use (?!(?:it|that|them|this)\b).* (?:in|inside|within)\b")
"""Verbs of sentences that do not run anything: `Use a set in `load()` (src/a.py):`."""
_RUNS = lazy_pattern(rf"{_FILL}{_RUN}\b")
_PLACE = lazy_pattern(
    rf"{_FILL}(?:(?:at|edit|go to|in|inside|into|near|on|open|under|within)\b(?:\s+\S+){{0,6}}?\s+{FILE}"
    rf"|for\s+{_THE}{FILE})"
)
"""A clause that names a file as a place: `In src/app.py`, `Open the file src/app.py`."""
_PART_OF_FILE = lazy_pattern(rf"(?!{_RUN}\b)(?:only |just )?(?:\S+ ){{1,3}}?(?:in|inside|of) {_THE}{FILE}")
"""All of a clause such as `only the add function in src/a.py`."""
_NAME = r"[*_]*`[\w.:#$<>~-]+(?:\([^`]*\))?`[*_]*"
_NAMES_PART = lazy_pattern(
    rf"[^\w{FILE}]*(?:(?:step )?\d+[.):]?[*_`\s]*)?"
    rf"(?:{FILE}[*_`]*\s*(?:[-–—:,→>(]|->)+\s*{_NAME}[^\w`]*"
    rf"|(?:in|inside|within) (?:the )?{_NAME}(?: \w+)? \([*_`]*{FILE}[*_`]*\)[*_:\s]*)",
    re.IGNORECASE,
)
"""All of a line with a file and a name in it: `src/a.py – `add``, `In `add` (src/a.py):`."""
_PLACE_ALONE = lazy_pattern(rf"{_FILL}(?:(?P<of>for)|in|inside|under|within)\s+{_THE}{FILE}")
_NEW = (
    r"(?:new|updated|modified|revised|fixed|corrected|changed|improved|refactored|rewritten|final|complete|full"
    r"|adjusted|better|edited|reworked|extended|cleaned-up|simplified|resulting|optimi[sz]ed"
    r"|cleaner|clearer|faster|leaner|nicer|safer|shorter|simpler|slimmer|smaller|stricter|tidier"
    r"|(?:more|less) \w+)"
)
_HERE = r"(?:(?:here(?:'s| is| are)|below (?:is|are)|this is|these are)\s+)"
_PRESENTS = lazy_pattern(
    rf"{_FILL}{_HERE}(?:(?:the|an?|my|your|our|main|corresponding|entire|whole|actual|{_NEW})\s+)*{FILE}"
    r"(?:\s+(?:that|which|with)\b.*)?"
)
"""A clause that is little more than the name of a file: `Here is the new src/app.py`."""
_TITLE = lazy_pattern(
    rf"{_FILL}{_HERE}?(?:\S+\s+){{0,4}}?(?P<noun>additions?|adjustments?|changes?|code|contents?|corrections?"
    r"|edits?|fix(?:es)?|function|implementation|improvements?|method|modifications?|patch|section|source|tests?"
    r"|updates?|version)\s+"
    rf"(?:\S+\s+){{0,2}}?(?P<of>for|in|inside|of|on|to)\s+{_THE}{FILE}"
)
"""A noun for an edit and the file that it is for: `Changes to src/app.py`."""
_CODE = frozenset(
    ["code", "content", "contents", "function", "implementation", "method", "section", "source", "version"]
)
"""Nouns that may mean the current code, unless a word says that it is new."""
_OF_ANOTHER_FILE = frozenset(["test", "tests"])
"""Nouns for code that is in another file than the code it is for."""
_MAY_BE_NEW = _CODE | _OF_ANOTHER_FILE
"""Nouns for things that may be a new file."""
_IS_NEW = lazy_pattern(rf"\b{_NEW}\b")
_NEW_FILE = lazy_pattern(
    rf"{_FILL}(?:(?:the|your|our)\s+)?(?:{_NEW}\s+)+(?:(?!(?:as|by|for|from|in|like|of|on|than|to|with)\b)[\w-]+\s+)?{FILE}"
)
"""All of a clause such as `the updated src/a.py`, `New migration src/a.sql`."""
_BECOMES = lazy_pattern(
    rf"{FILE}(?:\s+\w+){{0,3}}?\s+(?:becomes|(?:boils down|reduces|shrinks) to|turns into"
    r"|(?:can|must|should|will|would)\s+(?:now |then |finally )?"
    r"(?:become|be|contain|have|look|read)|now\s+(?:becomes|contains|has|looks|reads))\b"
)
"""A clause that says how a file will be: `src/app.py becomes`, `src/app.py should look like`."""
_IS_CHANGED = lazy_pattern(
    rf"{FILE}.*\b(?:has|have|must|needs?|should)\s+(?:to be |be )?(?:adjusted|changed|edited|extended|fixed"
    rf"|modified|replaced|updated)\b|{FILE}.*\b(?:has|have|must|needs?)\s+(?:to )?change\b"
    rf"|{FILE}\s+(?:only |just )?needs\s+(?:an?|one|two|three|a few|some)\b"
    rf"|\b(?:only|just)\s+{_THE}{FILE}\s+changes\b"
    r"|\bonly\b.*\b(?:changes|(?:is|are) (?:affected|changed))\W*$|\bthe only change is (?:in|to)\b"
    r"|\b(?:gains|gets|receives) (?:an?|another|one|two|three)\b"
    r"|\bnow (?:also )?(?:accept|cache|check|handle|log|raise|return|take|throw|use|validate)s\b"
)
"""A clause that says that a file changes: `src/app.py needs to be changed`, `Only src/app.py changes`."""
_PART_REMARK = lazy_pattern(
    r"(?:at|near) the (?:very )?(?:beginning|bottom|end|start|top)"
    r"|(?:only (?:the )?)?(?:additions?|changed (?:lines|parts)|changes?|edits?|modifications?|partial)"
    r"(?: only)?"
)
"""A remark that code is a part of a file: `at the end`, `only the changes`."""
_IS_TITLE = lazy_pattern(rf"{_THE}{FILE}")
_GOES_ON_WITH = lazy_pattern(
    r"(?:(?:and|then|now|next|finally|also|lastly|similarly|likewise|(?:the )?same (?:for|in)|for)\s+)+"
    rf"{_THE}{FILE}"
    rf"|(?:and |then |now )?(?:it|that|these|this)\s+(?:belongs?|goes?)\s+(?:in|into|to)\s+{_THE}{FILE}"
)
"""All of a sentence such as `Then src/a.py:`, `This goes into src/a.py:`."""

_REFUSES = lazy_pattern(
    r"\bfor (?:example|instance|reference)\b|\be\.g\b|^(?:please )?(?:do not|don't|never)\b(?! forget)|\?\W*$"
    r"|\bno (?:changes?|edits?|updates?) (?:are |is )?(?:necessary|needed|required|to)\b|\bno need to\b"
    r"|\b(?:needs?|requires?) no (?:further )?(?:changes?|edits?|modifications?|updates?)\b"
    r"|\byou (?:do not|don't) (?:have|need)\b|\bnot (?:be )?(?:needed|necessary|required)\b"
    rf"|{FILE} (?:is|remains|stays) (?:as|the same|unchanged)"
    r"|\b(?:imagine|suppose|hypothetical(?:ly)?|pseudo-?code)\b"
    r"|\b(?:does|do|did|should|must)(?: not|n't) contain\b"
    r"|\b(?:does|do|will)(?: not|n't) (?:(?:have|need|require) (?:(?:any|be|to) ){0,3})?"
    r"(?:chang|edit|modif|touch|updat)\w*"
    r"|\bnothing (?:else )?(?:changes|(?:has|needs) to (?:be )?change\w*)\b"
    rf"|\b(?:it|{FILE}) was\W*$|\bif (?:it|{FILE}) (?:is|looks?|reads?)\b"
)
"""A clause that asks for no edit: `For example`, `No changes are needed`, `src/app.py stays the same`."""
_FORBIDS_FIRST = lazy_pattern(r"^(?:do not|don't|never)\b[^;.:]*[;,.]\s+(?=.*\w)")
"""The first half of a sentence such as `Don't hard-code the URL; the server knows it:`."""
_FORBIDS_IN_BRACKETS = lazy_pattern(
    r"\s*\([^()]*\b(?:do not|don't|don’t|never|leave|without)\b[^()]*\)", re.IGNORECASE
)
"""A remark that forbids something else: ``(the same line is in `a`, don't touch that one)``."""
_PLATFORM = (
    r"(?:alpine|android|debian|docker|fedora|ios|kubernetes|linux|mac(?: ?os)?(?: x)?|osx|ubuntu|unix"
    r"|windows|wsl)"
)
_LATER = (
    r"(?:change|deployment|fix|migration|mr|patch|pr|pull request|release|rollout|upgrade|version|v?\d[\d.]*)"
    r" (?:(?:has|have) been |is |are )(?:complete|deployed|done|finished|live|merged|out|over|published"
    r"|released|rolled out|shipped)"
)
_ONE_OF = (
    r"\b(?:apply|choose|do|make|need|pick|take|use) (?:just |only )?one of (?:the following|these|the two)"
    r"(?: (?:changes|edits|fixes|options|solutions|two|ways))*\W*$"
    r"|\bin one of (?:the following |these |two |three )+(?:places|ways)\W*$"
)
_OFFERS_ONE = lazy_pattern(_ONE_OF)
_PROPOSES = lazy_pattern(
    r"\b(?:i|we) could\b|\boptional(?:ly)?\b|\ban? alternative\b|\bas a last resort\b"
    r"|\blet me know if\b|\bif you(?:'d| would)?(?: rather)? (?:prefer|like|want|wish|need)\b"
    r"|^for (?!admin|all|anonymous|existing|guest|new)\S+ users\W*$"
    rf"|{_ONE_OF}"
    r"|\bsomething (?:like|along the lines of)(?: (?:so|that|this))?\W*$"
)
"""A clause that proposes an edit: `You may prefer it if you want`, `Optionally`."""
MAY_BEGIN_PROPOSAL = lazy_pattern(
    r"(?:and|but|or) (?:if|in|only|skip)\b|(?:after|as|assuming|back|depending|else|for|future|if|in an?"
    r"|in case"
    r"|later|nice|not|now|on|once|only|otherwise|please|reverse|revert|roll|skip|some|then|under|undo|unless|when"
    r"|you can)\b"
)
"""The first words of sentences that `BEGINS_PROPOSAL` may find: a fast first test."""
BEGINS_PROPOSAL = lazy_pattern(
    r"^(?:(?:and|but) )?(?:only|skip (?:it|this)) (?:if|unless|when)\b"
    r"|^if (?:it|that|this|these|none of (?:these|this)) (?:do not|don't|does not|doesn't|fails?|still)\b"
    r"|^(?:if|in case) you(?:'re| are| use| run| have| still).*\binstead\b"
    # The user knows which of these holds.
    r"|^(?:if|in case) you(?:'re (?:on|using)| are (?:on|using)| deploy| develop| do not use| don't use| host"
    r"| run (?:in|it|on|under)| support| target| use| work (?:in|on|with))\b"
    r"|^(?:assuming|depending on|when (?:not )?using)\b[^,]*:\W*$|^(?:if|in case|unless) your?\b[^,]*:\W*$"
    r"|^(?:if not|otherwise|future work|nice to have):?$"
    rf"|^only (?:for|in|on|under) {_PLATFORM}\b"
    rf"|^(?:for|on|under) {_PLATFORM}(?: users)?\W*$|^you can either\b(?!.*\bor\b)"
    # For another time.
    r"|^(?:later|some day)(?:,? (?:when|you (?:can|could|may|might))\b|:?$)|^as a next step you could\b"
    r"|^(?:as|for) an? follow-?up(?: (?:change|commit|mr|pr|pull request))?[,:]"
    r"|^in an? (?:follow-?up|future|later|separate|subsequent) (?:change|commit|mr|pr|pull request|release)\b"
    r"|^(?:later, |then, )?(?:after|as soon as|once|when) (?:the |that |this |your )?"
    rf"(?:\w+ ){{0,2}}?{_LATER}\b"
    r"|^once \S+ is (?:out|released)\b"
    r"|^after the (?:deployment|launch|migration|next release|release|rollout|upgrade)[,:]"
    r"|^not (?:yet needed|needed (?:now|yet))\b"
    # Of a change that was made elsewhere, or is to be taken back.
    r"|^(?:(?:please|now|then) )?(?:back out|reverse|revert|roll back|undo) (?:the |this |that |these )?"
    r"(?:(?:above|following|last|previous)(?: \w+)?|(?:changes?|commits?|diff|edits?|patch))(?: again)?\W*$"
)
"""A clause before an edit for some users, another time or another change: `If you use Docker`."""
_MAX_REJECTION = 120
"""Characters of a sentence that may reject an edit: longer ones speak of more."""
_EDGES = lazy_pattern(r"^\W+|\W+$")
_CROSSED = lazy_pattern(r"[\s#*_>+.\d)-]*[❌✗✘🚫⛔👎](?!.*[✅✔➡→])")
"""The beginning of a title that a cross marks as bad, and no other sign as good."""
_WARNING = lazy_pattern(r"^\W*(?:attention|careful|caution|important|note|warning|appendix)\W+")
"""A word before a title: `Warning: `."""
# Of `<summary>Rejected approach</summary>`.
_ANY_TAG = lazy_pattern(r"</?[a-zA-Z]\w*>")
_IN_PLACE = lazy_pattern(r"^(?:at|for|in|inside) (?:the )?(?:file )?[^\s,]+, ")
"""The place of an edit, before the words about it: `In a.py, `."""
_BECAUSE = lazy_pattern(r",? (?:as it|because|since|which (?:breaks|is|loses|would))\b.*$")
"""The end of a sentence that gives a reason: ` because it is slow`."""
_IN_BRACKETS = lazy_pattern(r"\s*\((?P<words>[^()]*)\)\W*$")
_IT = (
    r"(?:it|this|that|these|those|them|so|the following|here|like (?:it|so|this|that)"
    r"|(?:in )?(?:this|that) way|(?:this|that|the following|these|the) (?:\w+ )?"
    r"(?:approach|blocks?|changes?|code|diff|edits?|examples?|fix|one|patch|snippet|solution|version))"
)
_NOT_DO = (
    r"(?:add|adopt|apply|change (?:it|this) to|commit|copy(?: and paste|-paste)?|do|include|insert|make|merge"
    r"|paste|run|ship|solve|try|use|write)"
)
_NOT = r"(?:do not|don't|never|(?:should|must|would)(?: not| never|n't)|not(?: to)?)"
_BAD = (
    r"(?:(?:(?:common|naive|naïve|obvious|plausible|quick|simple|tempting)(?: but|,)? )*"
    r"(?:bad|discarded|incorrect|rejected|wrong)|anti-?pattern|not recommended|discouraged)"
)
_ATTEMPT = r"(?:answer|approach|attempt|change|code|edit|example|fix|idea|patch|solution|version|way)"
_EARLIER = (
    r"(?:at first|before|earlier|first|in my (?:first|last|previous) \w+|initially|originally|previously)"
)
_SAID = (
    r"(?:(?:had|have) )?(?:considered|had|proposed|recommended|suggested|thought of|tried|wrote)"
    r"(?: (?:it|this|that|the following))?"
)
_GAVE_UP = (
    r"(?:decided against|discarded|dismissed|dropped|rejected|ruled out|turned down)(?: (?:it|this|that))?"
)
FORBIDDING = {
    "do not apply this yet": rf"(?:(?:and|but|now|please|so|you|we|i) )*{_NOT}(?: (?:actually|ever|just))?"
    rf"(?: {_NOT_DO})?(?: {_IT})+"
    r"(?: (?:again|any ?more|as (?:it )?is|directly|either|for now|for real|just yet|now|please|yet))*",
    "never merge": rf"(?:please )?{_NOT} {_NOT_DO}",
    "avoid doing this": rf"(?:please )?avoid(?: (?:do|writ)ing)?(?: {_IT})?",
    "here is what not to do": r"(?:(?:here(?:'s| is)|this is|that is|see|an example of) )?(?:how|what)"
    rf" (?:(?:i|one|we|you) )?(?:would |did )?{_NOT}(?: be)?(?: {_NOT_DO})?(?: {_IT})*",
}
"""Sentences that say not to make an edit, and cannot describe the file instead, as `This is wrong.` does.

Here and below, a table has patterns by an example of what each matches.
"""
_FORBIDS_ALONE = lazy_pattern("|".join(FORBIDDING.values()))
_NEGATIVE = (
    r"(?:not|n't|bad|br[eo]ke?|bug|crash|discard|dismiss|drop|error|fail|incorrect|los[et]|mistake|regress"
    r"|reject|slow|threw|too|turn(?:s|ed) (?:it )?down|worse|wrong)"
)
_POINTED = (
    r"(?:this|that|the following|doing (?:so|that|this)"
    r"|(?:this|that|the following) (?:approach|change|code|diff|edit|fix|patch|snippet|solution|version))"
)
_WILL_NOT = r"(?:(?:can|do|will|would) not|cannot|(?:ca|do|wo|would)n't)"
_FAILS = (
    r"(?:(?:did|do|does|will|would)(?: not|n't)|cannot|can't)(?: (?:quite|really))?"
    r" (?:compile|do|fix it|help|suffice|work)"
)
REJECTIONS = FORBIDDING | {
    "the wrong way would be": rf"(?:(?:an?|another|here(?:'s| is)|one|the|this(?: is)?) )*{_BAD}"
    rf"(?: {_ATTEMPT})?(?: (?:is|looks like|to (?:do|fix|write)|was|would be|would have been)"
    r"(?: (?:it|this|that|to))?)?",
    "that would break the build": r"(?:this|that|it) would (?:be wrong|break|fail|not work)"
    r"(?: (?:everything|it|the \w+|things))?",
    "for illustration only": r"(?:(?:here|just|only|purely|shown|this is) )*"
    r"for (?:demonstration|illustrati(?:on|ve purposes))(?: only| purposes)*(?:, .*)?",
    "just for reference only": r"(?:(?:here|just|shown|this is) )*"
    r"for (?:comparison|context|information|reference) only",
    "for comparison, the old version looked like this": r"for (?:comparison|context|reference),"
    rf" (?:here(?:'s| is) )?the (?:old|original|previous) {_ATTEMPT}"
    r"(?: (?:is|looked|looks|was)(?: like)?(?: this)?)?|for comparison(?:, (?:the )?(?:commit|patch|pr) .*)?",
    "an example of the format": r"(?:(?:an?|here(?:'s| is)|the|this is) )*(?:example|sample) of"
    r" (?:an?|the|this) (?:(?!latest|modern|new|updated)\w+ )?(?:format|syntax)",
    "sample only": r"(?:example|sample) only",
    "purely hypothetical": r"(?:purely )?hypothetical(?:ly| (?:edit|example))?",
    # But not: First, I wrote this, and then checked it
    "earlier i suggested this, which is wrong": (
        r"(?!first,? (?:i|we) (?:had|wrote)\b|(?:i|we) (?:had |have )?first (?:had|wrote)\b)"
        rf"(?:{_EARLIER},? (?:i|we) {_SAID}|(?:i|we) (?:had |have )?{_EARLIER} {_SAID})"
        rf"(?:,? (?:but|which) .*|,? and .*{_NEGATIVE}.*)?"
    ),
    "i considered this, but rejected it": rf"(?:i|we) {_SAID},? (?:and|but|then|which)"
    rf"(?: (?:i|then|we))* {_GAVE_UP}",
    "you asked for this, which i ruled out": r"(?:the )?\w+ (?:asked for|proposed|suggested|wanted)"
    rf"(?: (?:it|this|that))?,? which (?:i|we) {_GAVE_UP}",
    "instead of writing this": r"(?:instead of|rather than)(?: (?:doing|writing))?"
    r"(?: (?:it|this|that|these|the following))?",
    "you have already applied this": r"(?:it|that|these|they|this|you|we|i)"
    r"(?:'ve| have| has| was| were| is| are)?(?: been)? already(?: been)?"
    r" (?:applied|done|made|merged|in place)(?: (?:it|this|that|these))?"
    r"|already (?:in|part of) (?:place|(?:the|your) \w+)",
    "apply this patch in reverse": r"apply (?:it|this|that|the) ?(?:\w+ )?in reverse",
    "the bug was introduced by this change": r"(?:the |this )?"
    r"(?:bug|crash|error|failure|issue|problem|regression) (?:came|comes|was caused|was introduced|started)"
    r" (?:by|from|in|with) (?:the|this|that) (?:following )?(?:change|commit|diff|edit|patch)",
    "the commit that broke it": r"(?:here(?:'s| is)|this is) ?(?:the )?(?:change|commit|diff|patch) that"
    r" (?:broke|caused|introduced) (?:it|that|the \w+|this)"
    r"|the (?:change|commit|diff|patch) that (?:broke|caused|introduced) (?:it|that|the \w+|this)",
    "this is what i changed earlier": r"(?:this is )?what (?:i|we|you) (?:already )?"
    r"(?:changed|did|made|wrote) (?:already|before|earlier|last time|yesterday)",
    "no changes needed in a.py": r"no (?:changes?|edits?|updates?) (?:are |is )?(?:necessary|needed|required)"
    r"(?: (?:at all|here|in|to|for)\b(?:[^,;.]|\.\w)*)?",
    "to undo the change later": r"to (?:reverse|revert|roll back|undo)"
    r"(?: (?:again|changes?|edits?|it|later|that|the|these|this))*",
    "this does not work": rf"(?:but |however,? )?(?:(?:here(?:'s| is) )?what|(?:code|something) like this"
    rf"|{_POINTED}) {_FAILS}(?: (?:at all|either|here|though|well))*",
    "i do not recommend this": rf"(?:.*\b(?:and|but|so|though|which) )?(?:i|we) {_WILL_NOT}"
    r"(?: (?:personally|really))?"
    rf" (?:advise|recommend|suggest|{_NOT_DO})(?: (?:doing|this|to do|using))?(?: {_IT})*",
    "i advise against it": r"(?:.*\b(?:and|but|so|though|which) )?(?:i|we)(?:'d| would)?(?: strongly)?"
    rf" (?:advise|decided|recommend|warn) against(?: (?:doing|using))?(?: {_IT})*",
    "there is no need for this": r"there(?:'s| is) no (?:need|point|reason)"
    rf"(?: (?:for|in|to (?:apply|do))(?: doing)?(?: {_IT})+)?",
    "this would be a mistake": rf"{_POINTED} (?:will|would) be (?:an? )?(?:(?:bad|big|poor|real) )?"
    r"(?:error|idea|mistake|overkill|wrong)(?: (?:here|though))?",
    "the docs say so; ignore it": r".*\b(?:advice|advised?|answers?|docs|online|posts?|recommend\w*"
    r"|suggest\w*"
    r"|told|tutorials?)\b.*\b(?:disregard|ignore) (?:it|that|them|this)",
    "a tempting fix": r".*\btempt(?:ed|ing)\b.*",
    "the naive fix": rf"(?:(?:an?|another|here(?:'s| is)|my|one|the|this is) )*na[iï]ve"
    rf" (?:{_ATTEMPT}|implementation|one|variant)(?: (?:is|looks|to|was|would)\b.*)?",
    "i tried this, and it failed": rf"(?:i|we)(?:'ve| have)? (?:also |first )?tried(?: {_IT})+"
    r"(?: (?:before|first|too))*(?:,? (?:and|but|which) .*)?",
    "my first attempt": r"(?:(?:here(?:'s| is)|this (?:is|was)) )?(?:my|our|the|your|an?)?\s?"
    r"(?:earlier|failed|first|initial|original|previous) (?:attempts?|draft|idea|try)"
    r"(?: (?:is|looked|looks|was)(?: like)?(?: this)?)?",
    "approaches i ruled out": r"(?:alternatives?|approach(?:es)?|attempts?|everything|ideas?|options?"
    r"|things?|what)"
    r" (?:that |which )?(?:(?:i|we)(?:'ve| have)? )?(?:also |already )?"
    rf"(?:considered|tried|failed|{_GAVE_UP})(?: (?:already|before|first|so far))?",
    "rejected approaches": r"(?:abandoned|considered|discarded|dismissed|failed|rejected)"
    r" (?:alternatives?|approach(?:es)?|attempts?|fix(?:es)?|ideas?|options?|solutions?|variants?)",
    "what went wrong": r"what (?:went|goes) wrong|why (?:it|that|this) (?:breaks|broke|failed|fails)",
    "common mistakes": r"(?:common|frequent|typical|usual) (?:errors|mistakes?|pitfalls?|traps?)",
    "this commit introduced the bug": r"(?:here(?:'s| is) )?(?:that|the|this) (?:following )?"
    r"(?:change|commit|diff|merge|patch|pr|pull request)(?: \w+ly)? (?:broke|caused|introduced)\b.*",
    "this is the commit that broke a.py": r"(?:(?:here(?:'s| is)|see|that is|this is) )?the"
    r" (?:change|commit|diff|merge|patch)(?: \S+)? (?:that|which)(?: \w+ly)? (?:broke|caused|introduced)\b.*",
    "you probably made this change, which is the cause": r"(?:they|someone|somebody|we|you)(?:'ve| have)?"
    r"(?: \w+ly)? (?:applied|committed|made|merged) (?:that|the following|this)"
    r" (?:change|commit|edit|patch)s?(?:,? (?:and|but|which) .*)?",
    "upstream fixed it with this patch": r"upstream (?:changed|did|fixed|made|merged|solved)"
    r" (?:it|that|the \w+|this) (?:like|with) (?:so|this|that|the following)\b.*",
    "the following patch is from another project": rf"{_IT} (?:comes|is|was)(?: taken)? from"
    r" (?:a different|another|some other) (?:code ?base|library|package|project|repo(?:sitory)?)",
    "if someone changed it like this, it would fail": r"if (?:anyone|i|one|somebody|someone|we|you)"
    r" (?:had |were to )?(?:add(?:ed)?|change[d]?|did|do|removed?|replaced?|used?|wrote"
    r"|write)\b.*\bwould\b.*",
    "reverting would look like this": r"how to (?:revert|roll back|undo)\b.*"
    r"|(?:reverting|rolling back|undoing)(?: (?:it|that|this|the (?:change|commit|migration|patch)))?"
    r"(?: would look\b.*)?|rollback (?:plan|procedure|steps?)",
    "an example of what a diff looks like": r"(?:(?:an?|here(?:'s| is)|the|this is) )*(?:example"
    r"|sample) of what"
    r" (?:a|an|such an?) (?:diff|edit|patch) \w+(?: like)?",
    "the change from last week was": rf"(?:my|our|the|your) {_ATTEMPT} (?:from|of)"
    r" (?:last (?:month|time|week|year)|yesterday)(?: (?:is|was))?",
    "last week you applied": r"(?:last (?:month|time|week|year)|yesterday),? (?:i|someone|they|we|you)"
    rf" (?:added|applied|changed|committed|did|made|merged|wrote)(?: {_IT})*",
    "git blame shows": r"(?:git|the) (?:bisect|blame|history|log)(?: \w+ly)? (?:finds|gives|points (?:at"
    r"|to)|says"
    r"|shows)(?: (?:that|this|the following|us|you))*|as you can see in the (?:git )?(?:history|log)",
    "not your code": r"not (?:for )?(?:the|your) (?:actual |real )?(?:code|project)",
    "wrongly": r"wrongly|(?:it|which) (?:did|does|will|would)(?: not|n't)",
    "how it was before": r"how (?:it|that|this) (?:looked|was|worked)(?: (?:before|originally))?",
    "to reproduce the bug": r"reproduction|(?:how |steps )?to reproduce(?: (?:(?:it|that|this)|the (?:bug"
    r"|crash|error|failure"
    r"|issue|problem)))?",
    "in python 2 you would write": r"(?:(?:in|on|with) [\w. +#]{1,30}?,? )?(?:most|many"
    r"|some) people (?:would )?"
    r"(?:do|write)(?: this)?|(?:in|on|with) [\w. +#]{1,30}?,? (?:one|you) would (?:do|have to write|need"
    r"|write)"
    r"(?: this)?",
    "the test fails because of this": r".*\b(?:breaks|broke|crashes|failed|fails) because of"
    r" (?:it|that|the following|these|this)(?: \w+)?",
    "don't": r"don't|do not",
}
"""Titles that say not to make the edit below them."""
REJECTS = lazy_pattern("|".join(REJECTIONS.values()))
MAY_REJECT = lazy_pattern(
    r"\bnot\b|n't|already|against|anti|avoid|bad\b|before|discard|discourag|dismiss|drop|earlier|example|first"
    r"|\bfor (?:comp|cont|dem|ill|inf|ref)|hypothetical|incorrect|initially|instead|never|\bno\b|originally"
    r"|previous|rather|reject|\bre(?:verse|vert)|roll back|ruled|sample|turned|undo|would|wrong"
    r"|\b(?:broke|bug|caused|crash|error|failure|introduced|issue|problem|regression)\b|last time|\bmy last\b"
    r"|yesterday|\bcan't|cannot|\bno\b|disregard|ignore|tempt|na[iï]ve|tried|initial|fail|considered|abandoned|breaks"
    r"|mistake|pitfall|\btraps?\b|\b(?:applied|committed|made|merged)\b|upstream|from (?:a diff|another"
    r"|some other)"
    r"|undoing|rolling back|rollback|of what|\blast (?:month|week|year)\b|bisect|blame|history|\blog\b"
    r"|reproduc"
    r"|\bpeople\b|how (?:it|that|this)|how to"
)
"""A fast first test: one of these is in each such title."""
MAY_REJECT_IN_OTHER_LANGUAGE = lazy_pattern(
    r"[^\x00-\x7f]|\b(?:nicht|niemals|falsch|schlecht|nur zur|ne|n'|mauvais|incorrect|no|evita|evite|ma[lu]"
    r"|cattivo|errado|incorreto|non|sbagliato|errato|da evitare|niet|fout|entstand|kam|wurde|commit|patch"
    r"|parche|cambio|mudança|davon rate"
    r"|hiervon rate|würde ich|verworfen|naive|ce serait|descartad|ruim|sconsigliat|raad|nie|modifica|diff)"
)
"""What words of other languages that reject an edit begin with: a fast first test."""
_VERB_BEFORE_OLD = any_of(
    form
    for form in forms(*english(vocabulary.REPLACE), "change", "find", "locate")
    if not form.endswith("ed")
)
_OLD = lazy_pattern(
    rf"(?:^|[,:]\s)\s*{_FILL}(?:{_VERB_BEFORE_OLD})\s+(?:this|that|these|those"
    r"|the following)\b"
    r"(?!.*\b(?:as follows|by|for|into|like (?:so|this)|to|with(?: this| the following\b.*| these\b.*)?)\W*$)"
    rf"|(?:^|[,.:;]\s|{FILE}\s)\s*{_FILL}(?:{_VERB_BEFORE_OLD})\W*$"
    # Without a colon, the sentence goes on below the code: `replace the two lines`, `with a single pipe:`.
    rf"|(?:^|[,.:;]\s|{FILE}\s)\s*{_FILL}(?:{_VERB_BEFORE_OLD})"
    r"\s+(?:the|these|this)(?:\s\w+){0,3}?\s(?:block|calls?|code|lines?|part|statements?)$"
    rf"|(?:^|[,:]\s)\s*{_FILL}(?:adjust|edit|fix|modify|update) (?:this|that|these|those) lines?\W*$"
    r"|\b(?:instead of|rather than|statt|anstelle von|en (?:lugar|vez) de|au lieu de|invece di|em vez de)\W*$"
)
"""Words that introduce old code: `Replace this in src/a.py:`, `In src/a.py, replace this:`."""
_AFTER_IN_OTHER_LANGUAGES = (
    rf"(?:{any_of(edit_words.NEW)})|durch(?: diese[ns]?)?|stattdessen|zu|con(?: esto)?|por(?: esto| isto)?"
    rf"|par(?: ceci)?|на|{any_of(edit_words.CHANGE_TO_CHINESE)}"
)
"""`After` and `with this` in the languages of chats."""
# These alone ask for an edit.
_NEW_BESIDE_OLD = vocabulary.NEW_BESIDE_OLD - {"add", "insert", "replace"}
_REPLACES = lazy_pattern(
    lambda: (
        rf"(?:{_FILL}(?:(?:change|turn|update|{any_of(english(vocabulary.REPLACE))})\s+(?:it|that|these|this|those|them)\b.*\b)?"
        r"(?:after|by|into|new(?: code| version)?|to|with)|(?:it |this )?becomes)"
        r"(?:\s+(?:code|following|function|new|one|the|these|this|version))*\W*"
        r"|(?:it(?:'s| is) (?:better|enough) to |one can |we can |you (?:can|could|should|may|might) )?"
        r"(?:also |better |just |rather |simply |instead )?(?:do|use|write)(?: it)?(?: simply| this)?"
        r"(?: instead)?\W*"
        rf"|(?:{_AFTER_IN_OTHER_LANGUAGES})(?: (?:code|implementation|lines?|version))?\W*"
        rf"|(?:{any_of(_NEW_BESIDE_OLD)})\W*"
        r"|(?:better|correct|good|instead|is now|like (?:so|this)|now|should be)\W*"
    )
)
"""Words between old code and the new code for it: `with this:`, `Change it to:`, `After`."""
_ARROW = lazy_pattern(r"\W*[→⇒➜↓⬇]\W*")
"""A line with nothing but an arrow."""
_PUTS = lazy_pattern(r"put|(?:past|plac)(?:e|ed|ing)")
_WHOLE_OBJECT = lazy_pattern(
    rf"{_THE}(?:(?:this|that|it|these|them|everything|following|complete|full|whole|entire|contents?|code)\b"
    rf"|{FILE})"
)
"""The object of `Put this in src/a.py:`, which may be the whole file."""
_SHOWS = lazy_pattern(
    lambda: (
        phrases(
            """
        actual as_is as_it_is as_it_stands bug conceptually current currently error example excerpt
        existing expected issue old original output outputs previous previously prints problem reads_like
        relevant result results sample simplified snippet_from today traceback used_to wrong you_had you_have
        """
        )
        + r"|\busage\b(?! (?:check|docs?|documentation|instructions|part|section)\b)"
        # Otherwise a place: `just before X`.
        r"|(?<!just )(?<!right )(?<!directly )(?<!immediately )\bbefore\b"
    )
)
"""A word for code that is only shown: `The current code`, `For example`, `Usage`."""
_DEMONSTRATES = lazy_pattern(
    lambda: (
        phrases(
            """
        as_it_is as_it_stands currently current_code current_state current_version you_had you_have
        demonstration illustration prints try_it used_like walk_through works_like
        call_it call_them call_this called_it called_them called_this calling_it calling_them calling_this
        to_call to_run to_test to_try to_use to_verify you_get you_see you'll_get you'll_see
        beispiel ausgabe ejemplo salida exemple sortie esempio exemplo пример 例如 示例 使用例 输出 出力
        benutzung verwendung utilisation uso utilización utilização utilizzo gebruik użycie использование
        用法 使用方法 使い方 使用法 사용법 사용_방법
        """
        )
        + r"|\b(?<!more )(?<!new )examples?\b"
        r"|\busage\b(?! (?:check|docs?|documentation|error|instructions|message|part|section|text)\b)"
        # You will now see, It should print, The output should end with
        r"|\byou (?:should|will|would)(?: now)? (?:get|see)\b|\b(?:should|will"
        r"|would)(?: now)? (?:output|print)\b"
        r"|\byou'll now (?:get|see)\b|\boutput (?:should|will|would)(?: now)? end with\b"
        # In the Python console
        r"|\b(?:from|in) (?:the|a|an|your) (?:\w+ )?(?:console|repl|shell)\b"
        r"|\bnothing (?:has to|needs to|must) (?:be )?change\b"
        # Call it like this
        r"|\b(?:call|invoke|run)\b.*\blike (?:so|this)\b"
        # The result, Expected output, The error in the log
        r"|\b(?:errors?|existing|expected|outputs?|problem|results?|sample|tracebacks?)"
        r"(?: (?:code|is|output|(?:in|of|from|with) \S+))?\W*$"
        r"|\b(?:gives|produces|yields|which (?:outputs|returns))\W*$"
        # What the user will see in the terminal
        r"|\bwhat (?:(?:the |your )?(?:\w+ )?(?:users?|visitors?|customers?|clients?)|people|you)"
        r"(?:['’]ll| will| would| should| then| now)* (?:get|see)s?\b"
        r"|\bwas (?:der|die|das|deine?|ihre?|man|du|sie)\b[^.:;]{0,40}\b(?:sieht|siehst|sehen)\b"
        r"|\b(?:das|so) (?:sieht|sehen) (?:dann |jetzt )?(?:der|die) (?:be)?nutzer\w*"
        r"|\bce que (?:(?:l['’]\w+|les \w+|vous) )?(?:verra|verrez|verront|voit|voient)\b"
        r"|\blo que (?:(?:el|los) \w+ )?(?:verán?|ven?)\b"
        r"|\bo que (?:o|os) \w+ (?:ver[áã]o?|v[êe]em?|vai ver)\b"
        r"|\bo que (?:ver[áã]o?|v[êe]) (?:o|os) \w+\b"
        r"|\b(?:quello|ciò) che (?:l['’]\w+ )?(?:vedr(?:à|anno)|vede)\b|\bwat de \w+ (?:dan )?zie(?:t|n)\b"
        r"|\bчто увид[ия]т\b|用户(?:会|将)?(?:会|将)?看到|ユーザーに(?:は)?(?:表示|見え)"
    )
)
"""Words above code that is not an edit: it shows a use, a result or the state before."""
_TRIALS = (
    r"(?:quick|short|small) (?:check|test|try)|(?:try|test) it"
    r"|(?:kurze[rn]?|schnelle[rn]?|kleine[rn]?) (?:probe|test)|(?:kurz |schnell )?(?:ausprobieren|testen)"
    r"|(?:petit|rapide) (?:essai|test)|(?:essai|test) rapide|(?:essayer|tester|vérifier)"
    r"|(?:prueba|comprobación) rápida|(?:probarlo|pruébalo|comprobarlo)"
    r"|(?:teste|verificação) rápid[oa]|(?:testar|verificar)"
    r"|(?:prova|verifica|test) (?:rapid[oa]|veloce)|(?:provarlo|provare)"
    r"|(?:snelle|korte) (?:test|controle)|(?:szybki|krótki) test|(?:rychlý|krátký) test"
    r"|(?:hurtig|snabbt) test"
    r"|(?:быстрая|короткая) проверка|(?:быстрый|короткий) тест|проверить"
    r"|(?:швидка|коротка) перевірка|перевірити|(?:hızlı|kısa) (?:bir )?(?:deneme|test)"
)
"""Words for trying new code."""
_CONSOLES = (
    r"(?:in|at|on|from) (?:the|a|an|your) (?:[\w-]+ )?(?:console|prompt|repl|session|shell|terminal)"
    r"|in (?:irb|ghci|iex|psql|tinker)|im terminal"
    r"|(?:in|auf) (?:der|einer) (?:[\w-]+-)?(?:konsole|shell|sitzung)"
    r"|dans (?:la|une|un|le) (?:console|shell|terminal)|en (?:la|una|el|un) (?:consola|terminal|shell)"
    r"|n[oa] (?:console|terminal|shell)|nella (?:console|shell)|nel terminale"
    r"|in de (?:console|terminal|shell)"
    r"|w (?:konsoli|terminalu)|v (?:konzoli|terminálu)|i (?:konsollen|konsolen|terminalen)"
    r"|в (?:консоли|терминале|консолі|терміналі)|(?:konsolda|terminalde)"
)
"""Words for a place to try it."""
_SHOWS_USE = lazy_pattern(
    # Use it like this | You can now write | With that, both of these work | existing code such as
    r"^(?:(?:and|now|then),? )?(?:you can (?:also |now |then )?)?use (?:it|that|them|this)"
    r" (?:as follows|like (?:so|that|this))\W*$"
    r"|\byou can (?:(?:now |then )?(?:say|write)|now do)\W*$|\bthen turn (?:it|them) on in your \w+\W*$"
    r"|\b(?:all|both|each)(?: of (?:them|these|those))? (?:now )?works?\W*$|\bexisting code(?:,)? such as\W*$"
    r"|\b(?:build|compile|reinstall|restart)(?: it)? and (?:test|try)(?: it)?\W*$"
    # With a command such as
    r"|^(?:for|given|with) an? [^.:;]{1,60} (?:like|such as)(?: this)?\W*$"
    r"|\bzum (?:ausprobieren|testen)\W*$"
    r"|\bso (?:wird|werden) (?:er|sie|es) (?:aufgerufen|benutzt|verwendet)\W*$"
    r"|\bs'utilisent? (?:ainsi|comme (?:ceci|ça|suit))\W*$|\bse (?:usa|utiliza)n? así\W*$|\bsi usa così\W*$"
    r"|\b(?:ahora puedes|puoi ora|ora puoi|agora pode|(?:vous pouvez|tu peux) (?:maintenant|désormais))"
    r" (?:escribir|hacer|scrivere|fare|escrever|fazer|écrire|faire)\W*$"
    r"|\b(?:du kannst|kannst du|man kann|kann man) (?:jetzt|nun|dann) schreiben\W*$"
    # You can double-check with
    r"|\b(?:(?:cross-?|double-?)?check|confirm|verify)"
    r"(?: (?:it|that|this))? (?:by running|using|with)\W*$"
    # You can check that it is gone with
    r"|^(?:and |now |then )?you can (?:now |then )?(?:(?:double-?)?check|confirm|see|test|try|verify)"
    r"\b[^.:;]{0,60} (?:by running|using|with)\W*$"
    # A quick test in the console, in the languages of chats
    rf"|\b(?:{_TRIALS})\b[^.:;]{{0,20}}\b(?:{_CONSOLES})\W*$"
    r"|(?:在(?:控制台|终端|終端|命令行)|コンソールで|ターミナルで|콘솔에서|터미널에서)[^。.:：]{0,6}"
    r"(?:测试|測試|验证|驗證|试|試|確認|テスト|확인|테스트)\w*\W*$"
)
"""Words at the end of a sentence above code that is no edit: it uses or checks the new code."""
_HANDLES = lazy_pattern(
    r"\b(?:await|cache|catch|check|filter|handle|log|report|return|sort|store|use|wrap)s?"
    r" (?:its|that|the|this) (?:\w+ )?(?:errors?|outputs?|results?)\W*$"
)
"""The end of a sentence about code that does something with a result: `The loop has to check the result:`."""
_TRIES = lazy_pattern(
    r"^(?:and |then )*(?:run|test|try|verify|execute|install"
    r"|call(?!.* (?:from|in|inside|within) (?:each|every|its|the|your)\b)) "
)
"""The beginning of a sentence that tries something: `Run the tests:`."""
_SAYS_PART = lazy_pattern(
    r"\b(?:attributes?|block|cases?|class|clause|component|condition|constants?|constructor|decorators?"
    r"|dependenc(?:y|ies)|endpoints?|entr(?:y|ies)|excerpt|fields?|functions?|handlers?|helpers?|hooks?"
    r"|imports?|initiali[sz]er|keys?|lines?|loop|methods?|middleware|only|options?|partial|parts?|propert(?:y|ies)"
    r"|quer(?:y|ies)|routes?|rules?|scripts|sections?|selectors?|settings?|signature|snippet|statements?|targets?"
    r"|types?|variables?|(?:beginning|bottom|end|start|top) of)\b"
    rf"|\b(?:inside|within)\s(?!{_THE}{FILE})"
)
"""A word for a part of a file: `The method`, `the end of the file`."""
_BESIDE_PART = lazy_pattern(
    r"\b(?:above|after|before|below|beneath|under|underneath)\s(?:its|the)\s(?:[\w-]+\s){0,3}?"
    r"(?:banner|comments?|docstring|headers?|heading|licen[cs]e|shebang|title)\b"
)
"""Words for the place beside a part that the file has: `below the header comment of`."""
_GROUND = r"(?:(?:as|because|due to|since|thanks to|with)\b[^:;.]{1,60}?,?\s(?=(?:we|you)\b))?"
"""The reason of an edit, before it: `With the new cache you can …`."""
_WHY = (
    rf"(?:{_GROUND}|(?:as|because|given that|now that|once|since|thanks to|with)\b[^:;.]{{1,120}},\s+"
    r"(?:(?:so|then)\s)?)"
)
"""The reason of a removal, before it: `Because the title is a block of its own now, delete …`."""
_REMOVES = lazy_pattern(
    r"(?:(?:also|and|finally|next|now|then)\b,?\s*)?"
    r"(?:(?:above|at|below|from|go to|in|inside|on|open|to|under|within)\b[^,:]*,\s*)?"
    rf"{_WHY}{_FILL}{_REMOVE}"
    # `In the second card, delete:`
    r"(?:(?: (?:also|as well|too))?(?:,? (?:from|in)\b[^,:]{1,60})?\s?:\W*"
    r"|\s+(?:(?:this|that|these|those|the following)\b(?!.*\b(?:and|but|except|then)\b)[^.]*:?\W*"
    # Not from a function and the like, which the code may be without them.
    r"|the (?:[\w-]+ ){0,2}(?:entry|entries|imports?|lines?|statements?|tags?)"
    rf"(?: (?:from|in|of) {_THE}{FILE})?"
    r"(?: (?:(?:that|which)(?:'s)?|(?:it|they|we|you)(?:'re)?) (?!.*\bfrom\b)[^.:]*)?\s?:\W*))"
    r"|(?:delete|remove)"
    # `These rules are obsolete, so delete them:`
    rf"|{_WHY}(?:(?:this|that|these|those|the following)\b|(?:both|the) (?:[\w-]+ ){{1,3}}below\b)"
    r"(?!.*\b(?:but|except|unless|until)\b)[^.:;]{0,100}?"
    r"(?:\b(?:can|must|should) (?:(?:all|also|both|now|safely|simply|then|therefore) )*"
    r"(?:disappear|go|be (?:deleted|dropped|removed))"
    rf"|(?:,|\s[–—-]|\band) (?:(?:please|simply|so|therefore|you can) )*{_REMOVE} (?:it|them))"
    r"(?: (?:as well|completely|entirely|now|too))?\s?:\W*"
)
"""Words above code that is to be removed: `Remove this line:`, `In src/a.py, delete these lines:`."""
_MAY_REMOVE = lazy_pattern(
    rf"(?:[^:]{{0,60}}?(?:\s[–—-]|:)\s)?(?:(?:also|and|finally|next|now|then)\b,?\s*)?"
    rf"(?:(?:at|from|go to|in|inside|open)\b[^,:]*,\s*)?{_WHY}{_FILL}{_REMOVE}"
    r"\s(?!it\b|them\b)[^:]*:\W*"
)
"""Words above code that may be the code to remove: `Remove the old button from src/a.html:`."""
_ASIDE = lazy_pattern(r"\s*(?:\([^()]*\)|（[^（）]*）)")
"""A remark in brackets, such as the reason for an edit."""
_PART_BECOMES = lazy_pattern(
    r"\b(?:becomes|(?:can|must|should|will|would)\s+(?:now |then |finally )?(?:become|be|look|read)"
    r"(?: like this)?|now\s+(?:becomes|looks(?: like this)?|reads))\W*$"
)
"""The end of `In src/a.py, the function becomes:`."""
_NAMED_CODE = r"[`*\"]+[^`*\"\n]+[`*\"]+"
_IS_FIRST_EDIT = lazy_pattern(
    # For example, `load` and `save` become: | e.g. in `load`:
    r"\b(?:for (?:example|instance)|e\.g\.|zum Beispiel|z\.\s?B\.|par exemple|p\. ex\.|por ejemplo"
    rf"|por exemplo|ad esempio|per esempio)[\s,]+(?:(?:in|inside|dans|en|em|nel|nella)\s{_NAMED_CODE}"
    rf"|(?:wird|werden)\s{_NAMED_CODE}\szu|(?:[^:.`]|`[^`]*`){{0,60}}{_NAMED_CODE}(?:\s\w+)?\s"
    r"(?:becomes?|(?:is|are|looks?|reads?) now|now (?:becomes?|is|looks?|reads?)|turns? into|wird|werden"
    r"|devien(?:t|nent)|se convierten? en|pasan? a ser|viram?|diventa(?:no)?))\W*$",
    re.IGNORECASE,
)
"""The end of a sentence with the first of several edits: ``For example, `load` becomes:``."""
_KIND_OF_FILE = r"(?:component|config(?:uration)?|file|header|module|page|script|stylesheet|template)"
_KIND_OF_PART = (
    r"(?:block|body|class|constructor|decorator|enum|function|handler|helper|hook|imports?|interface|loop|method"
    r"|rule|section|signature|struct|trait|type)"
)
_NOW_LOOKS = lazy_pattern(
    rf"(?:\b(?:(?P<file>{_KIND_OF_FILE})|{_KIND_OF_PART})|(?P<path>{FILE}))"
    rf"(?:\s(?:in|inside|of)\s{_THE}\S+)?\s"
    r"(?:(?:(?:can|must|should|will|would)\s)?(?:afterwards|finally|now|then)|(?:must|should|will|would))\s"
    r"looks?\s(?:as follows|like (?:so|this|that))\W*$"
    rf"|(?:\b(?:(?P<whole>{_KIND_OF_FILE})|{_KIND_OF_PART})|(?P<changed>{FILE}))\s"
    r"looks?\s(?:as follows|like (?:so|this|that))\s"
    r"(?:afterwards|now|then)\W*$"
)
"""The end of a sentence about code after an edit: `The file then looks like this:`."""
_NOUN_PHRASE = lazy_pattern(
    r"\s+(?:an?|its|the|these|this|two|your)\s+(?!.*\b(?:are|at|can|contains?|did|do|does|get|gets|had|has|have|i|is|it"
    r"|looks?|shows?|that|there|was|we|were|where|which|will|you)\b)[^:]*:\W*"
)
"""The rest of `In src/a.py the new option:`."""
_NO_VERB = (
    r"(?!.*\b(?:are|can|contains?|crash|did|do|does|error|fails?|failure|had|has|have|is|looks?|mistake|shows?|that"
    r"|typo|warnings?|was|were|where|which|will)\b)"
)
_ADDITION = lazy_pattern(
    rf"(?:{_FILL}(?:(?:also|and|finally|lastly|next|then),? )?"
    r"(?:(?:an?|one|two|three|some|a few|more|new|another)\s)+"
    r"|(?:und |et |y |e |ed )?(?:noch ein\w*|ein\w* weitere\w*|une? autre|encore une?|otr[oa]|un[oa]? más"
    r"|mais uma?|outr[oa]|un altr[oa]|un'altra)\s)"
    rf"{_NO_VERB}[^:]*?\b(?:at|into?|inside|to|within|am ende von|in|dans|à la fin de|en|al final de|em"
    r"|no final de|alla fine di)\s+(?:(?:the|your)\s)?(?:(?:beginning|bottom|end|start|top)\sof\s)?"
    rf"{_THE}{FILE}\s?:\W*"
    # `Also in src/a.py, a test:`
    rf"|{_FILL}in\s{_THE}{FILE},\s(?:an?|another|one more)\s{_NO_VERB}[^:,]*:\W*"
)
"""A title without a verb of what is to be added: `And a test, at the end of src/a.py:`."""
_SAYS_WHOLE = lazy_pattern(
    rf"\breplac(?:e|ed|ing)\s+{_THE}(?:(?:contents?|everything) (?:of|in)\s+{_THE})?{FILE}\s+(?:by|with)\b"
)
"""A clause that replaces all of a file: `Replace the contents of src/app.py with`."""


def request_in(sentence: str, *, is_title: bool = False) -> Request | None:
    """The edit that a sentence requests; None if it requests none.

    Args:
        sentence: One line in which `FILE` stands for the path.
        is_title: True if it is a heading, a line in bold or a list item.
    """
    text = _plain(sentence)
    if _REFUSES.search(text) or _OLD.search(text):
        return None
    if _NAMES_PART.fullmatch(sentence.strip()):
        return Request(Naming.PART, updates=True)
    if (state := _new_state(text)) is not None:
        return state
    clauses = _clauses(text)
    edit = _edit(clauses)
    if edit is not None:
        if len(clauses) > 1 and FILE not in clauses[-1] and _runs_code(clauses[-1]):
            return None
        return _with_part(edit, text)
    is_shown = _SHOWS.search(text) is not None and not _IS_NEW.search(text)
    title = None if is_shown else _title(text, clauses, is_title=is_title)
    title = title or _request_in_other_language(text, is_title=is_title)
    return None if title is None else _with_part(title, text)


def request_without_file(sentence: str) -> Request | None:
    """The edit that a sentence requests without naming a file; None if it requests none."""
    text = _plain(_FORBIDS_IN_BRACKETS.sub("", sentence))
    if _REFUSES.search(text) or _OLD.search(text):
        return None
    clauses = _clauses(text)
    verb = next((match for clause in clauses if (match := _EDITS.match(clause))), None)
    if verb is None:
        return _new_state(text) or _request_in_other_language(text, is_title=False)
    if _RUNS.match(clauses[-1]):
        return None
    is_put = _puts_part(verb)
    is_added = re.match(_ADD, verb["change"] or "") is not None
    is_part = is_put or is_added or _SAYS_PART.search(text) is not None
    naming = Naming.PART if is_part else Naming.SENTENCE
    return Request(naming, updates=is_put or (verb["make"] is None and not is_added))


def _puts_part(verb: re.Match[str]) -> bool:
    """True if a verb puts something into a file that is not all of it: `Put the toggle below the title`."""
    object_ = verb.string[verb.end() :].strip()
    is_put = verb["make"] is not None and _PUTS.fullmatch(verb["make"]) is not None
    return is_put and _WHOLE_OBJECT.match(object_) is None


def proposes(sentence: str) -> bool:
    """True if a sentence leaves it to the user whether to make an edit."""
    text = _plain(sentence)
    if _PROPOSES.search(text) is not None:
        return True
    if MAY_BEGIN_PROPOSAL.match(text) is not None and BEGINS_PROPOSAL.match(text) is not None:
        return True
    if _IS_ENGLISH.search(text) is not None or MAY_PROPOSE_IN_OTHER_LANGUAGE.search(text) is None:
        return False
    # Large, and few responses need it.
    from editreview.formats import other_languages

    return other_languages.PROPOSE.search(text) is not None


def offers_one(sentence: str) -> bool:
    """True if a sentence says to make one of the edits below it: `Do only one of the following:`."""
    return _OFFERS_ONE.search(_plain(sentence)) is not None


def rejects(sentence: str) -> bool:
    """True if a sentence, as the title of an edit, says not to make it.

    Do not apply this: | The wrong way would be: | For illustration only:
    """
    if len(sentence) > _MAX_REJECTION:
        return False
    if _CROSSED.match(sentence) is not None:
        return True
    # `> **Warning:** do not use the following.`
    whole = _WARNING.sub("", _plain(_ANY_TAG.sub("", sentence)))
    plain = _BECAUSE.sub("", whole)
    remark = _IN_BRACKETS.search(plain)
    text = _EDGES.sub("", plain[: remark.start()] if remark else plain)
    if MAY_REJECT.search(whole) is not None:
        # `Example (do not copy):`, `In a.py, do not:`, `This broke it, which is why it fails:`
        titles = [text, _IN_PLACE.sub("", text), _EDGES.sub("", whole)]
        titles += [_EDGES.sub("", remark["words"])] if remark else []
        if any(map(REJECTS.fullmatch, dict.fromkeys(titles))):
            return True
    if _IS_ENGLISH.search(text) is not None or MAY_REJECT_IN_OTHER_LANGUAGE.search(text) is None:
        return False
    # Large, and few responses need it.
    from editreview.formats import other_languages

    return other_languages.REJECT.fullmatch(text) is not None


_OTHER_STATE = lazy_pattern(
    r"(?:(?:here(?:'s| is)|the|this is|your) )*(?:"
    r"(?:broken|buggy|current|existing|faulty|old|original|previous|today's|unfixed)"
    r"(?: (?:code|contents?|file|implementation|state|version))?"
    r"|(?:actual|expected) (?:outcome|output|result)|before(?: the (?:change|edit|fix)s?)?|currently"
    r"|as it (?:is|was)|(?:stays |remains )?unchanged|for (?:comparison|context|reference)"
    r"|on (?:the )?\S+ branch)"
)
"""A title of a file as it was, or as it is elsewhere."""
_MAX_STATE = 40
"""Characters of such a title."""


def is_of_other_state(title: str) -> bool:
    """True if a title says that a whole file below it is old, shown, unchanged, or that of another version.

    Args:
        title: The title without the path.
    """
    remark = _IN_BRACKETS.search(title)
    text = _EDGES.sub("", _plain(title[: remark.start()] if remark else title))
    if not text or len(text) > _MAX_STATE:
        return False
    if _OTHER_STATE.fullmatch(text) is not None or text in edit_words.OLD:
        return True
    if _IS_ENGLISH.search(text) is not None:
        return False
    # Large, and few responses need it.
    from editreview.formats import other_languages

    return other_languages.tells_other_state(text)


def forbids(sentence: str) -> bool:
    """True if a sentence says not to make the edit below it: `Do not apply this.`"""
    is_short = len(sentence) <= _MAX_REJECTION
    return (
        is_short and _FORBIDS_ALONE.fullmatch(_EDGES.sub("", _BECAUSE.sub("", _plain(sentence)))) is not None
    )


def introduces_old_code(sentence: str) -> bool:
    """True if a sentence says that other code, further below, replaces the code below it."""
    return _OLD.search(_plain(sentence)) is not None


def replaces_code_above(sentence: str) -> bool:
    """True if a sentence says that the code below it replaces the code above it."""
    return _REPLACES.fullmatch(_plain(sentence)) is not None or _ARROW.fullmatch(sentence) is not None


def removes(sentence: str) -> bool:
    """True if a sentence says to remove the code below it."""
    text = _ASIDE.sub("", _plain(sentence))
    if _REFUSES.search(text) is not None:
        return False
    return _REMOVES.fullmatch(text) is not None or _removes_in_other_language(text, is_pointed=True)


def may_remove(sentence: str) -> bool:
    """True if a sentence says to remove something, and nothing else: perhaps the code below it."""
    text = _ASIDE.sub("", _plain(sentence))
    if _REFUSES.search(text) is not None:
        return False
    removes_only = _MAY_REMOVE.fullmatch(text) is not None and not edit_words.asks_for_more(text)
    return removes_only or _removes_in_other_language(text, is_pointed=False)


def _removes_in_other_language(text: str, *, is_pointed: bool) -> bool:
    """True if a sentence in another language than English says to remove something, and nothing else.

    Args:
        text: The sentence in lower case, without remarks in brackets.
        is_pointed: True if it has to point at the code below it.
    """
    if _IS_ENGLISH.search(text) or _REMOVES_IN_ENGLISH.search(text):
        return False
    if not text.endswith((":", "：")) and not (is_pointed and text.endswith((",", ".", "，", "。", "、"))):
        return False
    # Large, and few responses need it.
    from editreview.formats import other_languages

    if not text.endswith((":", "：")) and other_languages.REMOVES_NEXT.search(text) is None:
        return False
    others = (other_languages.REPLACE, other_languages.CHANGE, other_languages.ADD, other_languages.MAKE)
    if other_languages.REMOVE.search(text) is None or any(words.search(text) for words in others):
        return False
    # Other clauses give the place or the reason.
    clauses = other_languages.CLAUSE_END.split(text.rstrip(" :：,.，。、"))
    clause = next((each for each in clauses if other_languages.REMOVE.search(each)), "")
    if not clause or other_languages.LEAVE_OR_SHOW.search(clause) is not None:
        return False
    return not is_pointed or other_languages.THESE.search(clause) is not None


def only_shows(sentence: str) -> bool:
    """True if a sentence without a file shows current code, or describes its effect."""
    text = _plain(sentence)
    is_shown = _SHOWS.search(text) is not None and not handles_result(text)
    is_refused = _REFUSES.search(_plain(sentences_in(sentence)[-1])) is not None
    return is_shown or is_refused or _runs(text)


def demonstrates(sentence: str, *, is_data: bool = False) -> bool:
    """True if a sentence without a request says that the code below it is an example, a use or a result.

    Args:
        sentence: The sentence.
        is_data: True if the code is data, which cannot be run: `Run the linter by default:`.
    """
    sentence = sentences_in(sentence)[-1]
    text = _plain(_FORBIDS_IN_BRACKETS.sub("", sentence))
    if gives_first_edit(sentence):
        return False
    if _OLD.search(text) or _REFUSES.search(_FORBIDS_FIRST.sub("", text)):
        return True
    if handles_result(text):
        return False
    is_tried = not is_data and _TRIES.search(text) is not None
    return request_without_file(sentence) is None and (
        is_tried or any(words.search(text) for words in (_DEMONSTRATES, _SHOWS_USE))
    )


def gives_first_edit(text: str) -> bool:
    """True if a text ends with the first of several edits: ``For example, `load` becomes:``."""
    return _IS_FIRST_EDIT.search(text) is not None


def says_new_state(sentence: str) -> bool:
    """True if a sentence says that the code below it is what a file or a part of it looks like afterwards."""
    text = _plain(sentence)
    return _NOW_LOOKS.search(text) is not None and _REFUSES.search(text) is None


def handles_result(text: str) -> bool:
    """True if a sentence, in lower case, is about code that does something with a result."""
    return _HANDLES.search(text) is not None


def _new_state(text: str) -> Request | None:
    """The edit by code that a file, or a part of it, looks like afterwards; None if no words say so."""
    found = _NOW_LOOKS.search(text)
    if found is None or found["path"]:
        return None
    is_whole = (found["file"] or found["whole"] or found["changed"]) is not None
    return Request(Naming.SENTENCE if is_whole else Naming.PART, updates=True)


def _runs_code(clause: str) -> bool:
    """True if a clause runs code; `use a set` changes it."""
    return _RUNS.match(clause) is not None and _IMPROVES.match(clause) is None


def _runs(text: str) -> bool:
    return any(_RUNS.match(clause) for clause in _clauses(text))


# Cached, because several functions read each sentence.
@lru_cache(16)
def _plain(sentence: str) -> str:
    """The words of a sentence in lower case, without emphasis and quotes."""
    words = _QUOTED_WORD.sub(_NAME_STAND_IN, without_decoration(sentence.strip()))
    words = _MARKS.sub("", words).replace("’", "'").lower()
    words = without_decoration(_CALLED.sub("", words).strip())
    return _KIND.sub(FILE, _STEP.sub("", " ".join(words.split())))


def _clauses(text: str) -> Sequence[str]:
    return [clause for part in _CLAUSE_END.split(text) if (clause := part.strip())]


def _edit(clauses: Sequence[str]) -> Request | None:
    """The edit that a clause requests with a verb."""
    has_place = any(_PLACE.match(clause) or _PART_OF_FILE.fullmatch(clause) for clause in clauses)
    has_place |= any(_USES_INSIDE.match(clause) for clause in clauses) and any(
        map(_IS_TITLE.fullmatch, clauses)
    )
    for clause in clauses:
        if FILE not in clause and not has_place:
            continue
        if FILE in clause and _USES.match(clause):
            return Request(Naming.PART, updates=True)
        # `At the end of src/a.py add …`, without a comma.
        place = _PLACE.match(clause)
        verb = _EDITS.match(clause) or (place and _EDITS.match(clause[place.end() :].strip()))
        if verb is None:
            continue
        if verb["make"]:
            is_put = _puts_part(verb)
            return Request(Naming.PART if is_put else Naming.SENTENCE, updates=is_put)
        if _SAYS_WHOLE.search(clause):
            return Request(Naming.LABEL, updates=True)
        object_ = verb.string[verb.end() :].strip()
        is_added = re.match(_ADD, verb["change"]) is not None and not re.match(rf"{_THE}{FILE}", object_)
        return Request(Naming.PART if is_added else Naming.SENTENCE, updates=True)
    if any(_IMPROVES.match(clause) for clause in clauses if has_place or _INSIDE_FILE.search(clause)):
        return Request(Naming.SENTENCE, updates=True)
    return None


def _request_in_other_language(text: str, *, is_title: bool) -> Request | None:
    """The edit that a sentence in another language than English requests.

    A verb may be anywhere in it, so no clause is looked for: words which may mean that the code is shown,
    run, old or left alone refuse the whole sentence.
    """
    if _IS_ENGLISH.search(text) is not None:
        return None
    # Large, and few responses need it.
    from editreview.formats import other_languages

    words = text.rstrip(" :：.。")
    is_answered = other_languages.LIKE_THIS.search(words) is not None
    if (
        not (is_answered or is_title or text.endswith((":", "：")))
        or other_languages.REFUSE.search(text) is not None
    ):
        return None
    if other_languages.IN_FILE.fullmatch(words) is not None:
        return Request(Naming.SENTENCE, updates=True)
    is_new = other_languages.MAKE.search(words) is not None
    is_added = not is_new and other_languages.ADD.search(words) is not None
    if is_new or is_added:
        return Request(Naming.PART if is_added else Naming.SENTENCE, updates=not is_new)
    names_part = other_languages.PART.search(words) is not None
    if other_languages.BECOME.search(words) is not None:
        return Request(Naming.PART if names_part else Naming.SENTENCE, updates=True)
    is_replaced = other_languages.REPLACE.search(words) is not None
    if not is_replaced and other_languages.CHANGE.search(words) is None:
        return None
    is_old = other_languages.THESE.search(words) is not None or (is_replaced and not names_part)
    if is_old and not is_answered:
        return None
    return Request(Naming.PART if names_part else Naming.SENTENCE, updates=True)


def _title(text: str, clauses: Sequence[str], *, is_title: bool) -> Request | None:
    """The edit that the words are the title of."""
    if _BECOMES.search(text):
        return Request(Naming.SENTENCE, updates=False)
    if _IS_CHANGED.search(text):
        return Request(Naming.SENTENCE, updates=True)
    if _GOES_ON_WITH.fullmatch(text.rstrip(" :.").replace(",", "")):
        return Request(Naming.SENTENCE, updates=False)
    if (place := _PLACE_ALONE.match(text)) is not None and (
        (len(clauses) > 1 and FILE not in clauses[-1] and _PART_BECOMES.search(clauses[-1]))
        or _NOUN_PHRASE.fullmatch(text, place.end())
    ):
        return Request(Naming.PART, updates=True)
    for clause in clauses:
        if FILE not in clause:
            continue
        if (found := _PLACE_ALONE.fullmatch(clause)) is not None:
            if len(clauses) == 1:
                return Request(Naming.SENTENCE, updates=found["of"] is None)
            break
        if (found := _TITLE.fullmatch(clause)) is not None:
            if found["noun"] in _OF_ANOTHER_FILE and found["of"] in ("for", "of"):
                return None
            is_code = found["noun"] in _CODE
            if is_code and found["of"] != "for" and not _IS_NEW.search(clause):
                return None
            return Request(Naming.SENTENCE, updates=found["noun"] not in _MAY_BE_NEW)
        if _PRESENTS.fullmatch(clause) or _NEW_FILE.fullmatch(clause):
            return Request(Naming.SENTENCE, updates=False)
        if _IS_TITLE.fullmatch(clause):
            return _remark(clauses, is_title=is_title)
    return Request(Naming.PART, updates=False) if _ADDITION.fullmatch(text) else None


def _remark(clauses: Sequence[str], *, is_title: bool) -> Request | None:
    """The edit of a path that a remark follows: `src/a.py – add the helper`."""
    remarks = [clause for clause in clauses if FILE not in clause]
    verbs = [match for remark in remarks if (match := _EDITS.match(remark))]
    uses = _USES_IN_TITLE if is_title else _USES_INSIDE
    if any(_RUNS.match(remark) and not uses.match(remark) for remark in remarks):
        return None
    if verbs:
        is_added = re.match(_ADD, verbs[0]["change"] or "") is not None
        return Request(Naming.PART if is_added else Naming.SENTENCE, updates=verbs[0]["make"] is None)
    if any(_PART_REMARK.fullmatch(remark) for remark in remarks):
        return Request(Naming.PART, updates=True)
    if any(map(_IMPROVES.match, remarks)):
        return Request(Naming.SENTENCE, updates=True)
    is_new = any(_IS_NEW.search(remark) for remark in remarks)
    return Request(Naming.SENTENCE, updates=False) if remarks and (is_title or is_new) else None


def _with_part(request: Request, text: str) -> Request:
    """The request; an edit of a part of the file if the sentence mentions one."""
    if request.naming is Naming.SENTENCE and _BESIDE_PART.search(text) is not None:
        return Request(Naming.PART, updates=True)
    if request.naming is Naming.SENTENCE and _SAYS_PART.search(text) is not None:
        return Request(Naming.PART, request.updates)
    return request
