"""The words of a line or a sentence that describe an edit, and the kind of edit that they describe."""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from editreview import vocabulary
from editreview.blocks import WordingKind
from editreview.first_use import lazy_pattern
from editreview.vocabulary import english, forms, titles, whole_words

FILE, CODE = "\ue000", "\ue001"
"""Stand for the path of a file and for other code while a sentence is read."""

CHANGE = whole_words(vocabulary.REPLACE, vocabulary.CHANGE, vocabulary.CHANGE_VALUE, vocabulary.SET)
"""Verbs for putting new code in the place of old."""
TO = (
    *("with", "by", "to", "into", "for", "durch", "zu", "in", "auf", "par", "en", "à", "por", "para", "a"),
    *("con", "на"),
)
"""Words between old and new code."""
ARROWS = ("→", "⇒", "➜", "-->", "->", "=>")
CHANGE_TO_CHINESE = ("改为", "改成", "替换为", "替换成", "修改为", "修改成", "换成", "更改为")
"""Words between old and new code in Chinese."""
RENAME = whole_words(vocabulary.RENAME)
MOVE = (*whole_words(vocabulary.MOVE), *RENAME)
_REMOVE_PHRASES = tuple(form for form in forms(*english(vocabulary.REMOVE)) if " " in form)
"""`get rid of`, `taking out`."""
REMOVE = (*whole_words(vocabulary.REMOVE), *_REMOVE_PHRASES)
ADD = (
    # `In the `useUser` hook`; `Injecting a `Clock` solves it`: these two ask for nothing.
    *(word for word in whole_words(vocabulary.ADD, vocabulary.PUT) if word not in ("hook", "injecting")),
    # Words that say what is missing, or that there is more of something.
    *("need", "needs", "plus", "brauchst", "fehlt", "necesitas"),
    *("make", *forms("extend")),
)
"""Verbs for putting new code next to old."""
REMIND = frozenset(["forget", "vergiss", "olvides", "oublie", "oubliez"])
"""Words that ask for an import, and otherwise for anything: `Don't forget import os`."""
_PREFER = (
    *("instead", "rather", "should", "must", "use", "using", "prefer"),
    *("nutze", "verwende", "statt", "anstelle", "utilise", "utilisez", "lieu", "plutôt"),
    *("usa", "usar", "utiliza", "lugar", "vez", "usare", "invece", "используйте", "вместо"),
)
"""Words that say which code is the right one."""
SHOW = forms(
    *("allow call disable enable escape expose filter give handle limit mark pass pin preload quote".split()),
    *("require restrict return save sort store validate wrap".split()),
)
"""Verbs for the purpose of code: these show new code, and no old code."""
_ARROWS, _CHANGE_SYMBOLS, _ADD_SYMBOLS, _REMOVE_SYMBOLS = "→⇒➜", "改换替用将把変置", "加追", "删削"
"""Arrows, and characters of Chinese and Japanese verbs."""
_RENAMES = "重命名|改名|名前を?変|リネーム|이름(?:을|을\\s.{1,40}|\\s)?\\s?(?:바꾸|바꿔|변경)"
_REMOVES_IN_KOREAN, _CHANGES_IN_KOREAN = "삭제|제거|지우|지워", "바꾸|바꿔|바꿉|변경|수정|교체|대체"
_ADDS_IN_KOREAN = "추가|삽입"
_SYMBOLS = f"{_ARROWS}{_CHANGE_SYMBOLS}{_ADD_SYMBOLS}{_REMOVE_SYMBOLS}重名リ이삭제지바변수교대추삽"
"""A character of each symbol of a kind of edit, but for arrows of two characters."""
_SYMBOL = lazy_pattern(
    f"[-=]>|[{_ARROWS}{_CHANGE_SYMBOLS}{_ADD_SYMBOLS}{_REMOVE_SYMBOLS}]|: `[^`]+`"
    f"|{_RENAMES}|{_REMOVES_IN_KOREAN}|{_CHANGES_IN_KOREAN}|{_ADDS_IN_KOREAN}"
)
"""Symbols of an edit, and code after a colon."""
_MAY_BE_SYMBOL = lazy_pattern(f"[>{_SYMBOLS}]")

OLD = titles(vocabulary.OLD)
"""Titles of old code: of a fence, of a column, in a comment."""
NEW = titles(vocabulary.NEW)
"""Titles of new code."""

_WORD = lazy_pattern(r"\w+")
_FIRST_WORD = lazy_pattern(r"[^\w`]*(\w+)")
"""Not a name in back-quotes, such as that of a function `sort`."""
_KINDS = (
    (WordingKind.REMOVE, frozenset((*REMOVE, "rid"))),
    (WordingKind.RENAME, frozenset(RENAME)),
    (WordingKind.CHANGE, frozenset((*CHANGE, *_PREFER))),
    (WordingKind.ADD, frozenset(ADD)),
    (WordingKind.SHOW, frozenset(SHOW)),
)
_BEGINNINGS_OF_REMOVALS = tuple(f"{phrase} " for phrase in _REMOVE_PHRASES)
_JOINING = frozenset(
    ["also", "and", "then", "now", "next", "finally", "please", "und", "dann", "y", "et", "puis"]
)
# A removal also says with these what goes: `Remove the registered handler`, `the register call`.
_OF_CODE = (*forms("hook", "introduce", "paste", "plug", "register", "wire"), "injected")
_OTHER_EDITS = frozenset((*CHANGE, *ADD, *RENAME, "with", "by")).difference(REMOVE, _OF_CODE)
"""Words of a sentence that does more than remove code."""
_BEFORE_VERB = _JOINING.union(("instead", "must", "please", "should", "to", "you"))
"""Words after which `import` is a verb; as a noun it is removed: `Remove the import of X`."""
_BEFORE_NOUN = frozenset(("a", "an", "another", "its", "my", "new", "our", "the", "their", "your"))
_ALL = frozenset(MOVE).union(*(words for _, words in _KINDS))
_REMOVES = lazy_pattern(f"[{_REMOVE_SYMBOLS}]|{_REMOVES_IN_KOREAN}")
_KINDS_OF_SYMBOLS = (
    (WordingKind.REMOVE, _REMOVES),
    (WordingKind.RENAME, lazy_pattern(_RENAMES)),
    # Other arrows stand for what follows from something: `(→ 500)`.
    (
        WordingKind.CHANGE,
        lazy_pattern(
            f"(?:[-=]>|[{_ARROWS}])\\s*(?=[`\"'“„«{FILE}{CODE}])|[{_CHANGE_SYMBOLS}]|{_CHANGES_IN_KOREAN}"
        ),
    ),
    (WordingKind.ADD, lazy_pattern(f"[{_ADD_SYMBOLS}]|{_ADDS_IN_KOREAN}")),
)

_MAY_GO = lazy_pattern(
    r"\b(?:away|(?:can|to|must) go|weg|entfällt|dispara[iî]t\w*|desaparec\w*|sparisce|vervalt|исчезает"
    r"|becomes?|w[ie]rd(?:en)?|devient|convierte|pasa|passa|vira|diventa|wordt|становится|bliver"
    r"|(?:be|now) (?:call|nam)ed|heißen|heten|appeler|llamarse|chamar|chiamarsi|называться)\b"
)
"""Words for code that goes or gets to be other code: `send_html` goes away."""


_IS_CALLED = lazy_pattern(
    r"\b(?:(?:be|(?:is|are) now) (?:called|named)"
    r"|s['’]appeler|llamarse|chamar-se|se chamar|chiamarsi|называться)"
    # Not of how it is called: `must be called `once` per request`.
    rf"\s[*_]*{CODE}"
    r"(?![*_]*\s(?:after|before|by|during|each|every|from|in (?:each|every)|inside|on|only"
    r"|per|times?|until|when|with)\b)"
    rf"|{CODE}[*_]*\s(?:heißen|heten)\b"
)
"""Words for the name that something gets: `should be called CODE`."""


def words_in(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def first_words(phrases: Iterable[str]) -> frozenset[str]:
    """The first word of each phrase. A text without any of these has none of the phrases."""
    return frozenset(words_in(phrase)[0] for phrase in phrases)


def says_new_name(sentence: str) -> bool:
    """True if a sentence says which name something gets: `should be called CODE`."""
    return _MAY_GO.search(sentence) is not None and _IS_CALLED.search(sentence) is not None


def kind_of(sentence: str, words: Sequence[str]) -> WordingKind | None:
    """The kind of edit that a sentence, and the words in it, describe; None if they describe none."""
    if says_new_name(sentence) and not frozenset(REMOVE).intersection(words):
        return WordingKind.RENAME
    if not _ALL.isdisjoint(words):
        for kind, table in _KINDS:
            if kind is WordingKind.REMOVE and not table.isdisjoint(words):
                # Behind an article, it is a noun or a title: `a new Delete section`.
                words = [word for above, word in pairwise(("", *words)) if above not in _BEFORE_NOUN]
            if not table.isdisjoint(words):
                # In Chinese and Japanese, the word may be a noun: `这个 import 可以删除`.
                is_removal = kind is WordingKind.ADD and _REMOVES.search(sentence) is not None
                return WordingKind.REMOVE if is_removal else kind
    if _has_phrase(sentence, words):
        return WordingKind.REMOVE
    if _MAY_BE_SYMBOL.search(sentence) is None:
        return None
    return next((kind for kind, pattern in _KINDS_OF_SYMBOLS if pattern.search(sentence)), None)


def _has_phrase(text: str, words: Sequence[str]) -> bool:
    """True if a text has a phrase for a removal, such as `take out`, though none of its words says so."""
    return "out" in words and any(phrase in text.lower() for phrase in _REMOVE_PHRASES)


def begins_with_verb(sentence: str) -> bool:
    """True if the first word of a sentence is a verb of an edit: `Sort the result:`."""
    first = _FIRST_WORD.match(sentence.lower())
    return first is not None and first[1] in _ALL


def begins_with_removal(sentence: str) -> bool:
    """True if a sentence begins with a verb for taking code out, and asks for nothing else."""
    words = words_in(sentence)
    first, *rest = [word for word in words if word not in _JOINING] or [""]
    is_removal = first in REMOVE or " ".join((first, *rest[:2], "")).startswith(_BEGINNINGS_OF_REMOVALS)
    return is_removal and not _has_other_edit(words)


def asks_for_more(sentence: str) -> bool:
    """True if a sentence that asks to remove code has words for another edit, or for an exception."""
    words = words_in(sentence)
    return _has_other_edit(words) or "but" in words or "except" in words


def _has_other_edit(words: Sequence[str]) -> bool:
    """True if the words of a sentence that asks to remove code ask for another edit too."""
    return any(
        word in _OTHER_EDITS and (word not in ("import", "include") or above in _BEFORE_VERB)
        for above, word in pairwise(("", *words))
    )


def begins_with_change(sentence: str) -> bool:
    """True if a sentence begins with a verb for putting new code in the place of old."""
    first, second, *_ = (*(word for word in words_in(sentence) if word not in _JOINING), "", "")
    # `Set up a server:`
    return first in CHANGE and second != "up"


# Cached, because it is called twice for a line with an edit: to find it, and to read it.
@lru_cache(4)
def may_say_edit(line: str) -> bool:
    """False if no word of a line describes an edit: a fast first test."""
    words = words_in(line)
    if not _ALL.isdisjoint(words) or not REMIND.isdisjoint(words) or _has_phrase(line, words):
        return True
    return _SYMBOL.search(line) is not None


def may_ask_for_edit(line: str) -> bool:
    """False if no word of a line asks for an edit, in whatever words: a fast first test."""
    return may_say_edit(line) or _MAY_GO.search(line) is not None


_OLD_SIGNS, _NEW_SIGNS = "-−–➖🔴❌", "+➕🟢✅"
_MAX_LABEL, _MAX_LINE_OF_CODE = 30, 300
_CODE_ALONE = lazy_pattern(
    # Before a sign or a label, the mark of an item.
    rf"\s*(?:(?:[-*•]|\d+[.)])\s+(?=[`{_OLD_SIGNS}{_NEW_SIGNS}]|[^`]{{1,{_MAX_LABEL}}}[:：]))?"
    rf"(?:(?P<sign_before>[{_OLD_SIGNS}{_NEW_SIGNS}])\ufe0f?(?=\s*`)"
    rf"|(?P<title>[*_]*[^\W\d_][^`:：]{{0,{_MAX_LABEL}}}[:：][*_]*))?"
    r"\s*(?P<marks>`+)(?P<sign>[-−+](?=[ \t]))?(?P<code>(?:(?!(?P=marks)).)+)(?P=marks)[\s.,;]*$"
)
"""A line that is only code in back-quotes, with its marks: ``- `+ x = 1` ``, ``New: `x = 1` ``."""
_KIND_OF_CODE = lazy_pattern(r"(?<=\w) (?:code|lines?|value|version)$")
"""The end of a title of code: `Old line`."""


class Marking(Enum):
    """The mark by which a line is old or new code."""

    SIGN = auto()
    """A sign in the back-quotes, as of a line of a diff: `+ x = 1`."""
    SIGN_BEFORE = auto()
    TITLE = auto()
    """A title such as `After:`."""


class CodeAlone(NamedTuple):
    """Old or new code that is all of a line."""

    is_new: bool
    code: str
    marking: Marking


def code_alone(line: str) -> CodeAlone | None:
    """The code in back-quotes that is all of a line, if a sign or a title says that it is old or new."""
    found = _CODE_ALONE.match(line) if "`" in line and len(line) <= _MAX_LINE_OF_CODE else None
    if found is None:
        return None
    sign, before, title = found["sign"], found["sign_before"], found["title"]
    if sign:
        return None if before or title else CodeAlone(sign == "+", found["code"][1:], Marking.SIGN)
    if title:
        words = _KIND_OF_CODE.sub("", title.strip("*_: ：").lower())
        if (words in NEW) == (words in OLD):
            return None
        return CodeAlone(words in NEW, found["code"], Marking.TITLE)
    before = before or line.lstrip()[0]
    is_marked = before in _OLD_SIGNS or before in _NEW_SIGNS
    return CodeAlone(before in _NEW_SIGNS, found["code"], Marking.SIGN_BEFORE) if is_marked else None


def may_hold_edit(line: str) -> bool:
    """False if a line of prose neither asks for an edit nor is new code: a fast first test."""
    if may_ask_for_edit(line):
        return True
    found = code_alone(line)
    return found is not None and found.is_new
