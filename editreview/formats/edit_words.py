"""Words that describe edits, in the languages of chats.

All readers of words share these tables: of sentences, tables, comments and titles.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from editreview.blocks import WordingKind
from editreview.first_use import lazy_pattern

FILE, CODE = "\ue000", "\ue001"
"""Stand for the path of a file and for other code while a sentence is read."""
_ENDINGS = ("", "e", "y", "ed", "d", "ied", "ing")


def _forms(stems: str) -> tuple[str, ...]:
    return tuple(stem + ending for stem in stems.split() for ending in _ENDINGS)


def any_of(words: tuple[str, ...]) -> str:
    """A pattern for one of some words, the longest first.

    The words are grouped by their first character, because each alternative costs time at every word.
    """
    groups: dict[str, list[str]] = {}
    for word in sorted(set(words), key=lambda word: (-len(word), word)):
        groups.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in groups.items())


CHANGE = (
    *_forms(
        "adjust bump chang convert correct edit fix increas lower modif rais reduc replac revis scal set"
        " substitut swap switch turn updat upgrad"
    ),
    *("swapped", "swapping", "setting"),
    *("ersetz", "ersetze", "ersetzen", "ersetzt", "änder", "ändere", "ändern", "änderst", "ändert"),
    *("erhöhe", "erhöhst", "setze", "setzen", "setzt", "stelle", "stellst", "tausche", "tauschst"),
    *("remplace", "remplacez", "remplacer", "remplaçons", "changez", "changer", "changeons"),
    *("modifie", "modifiez", "modifier", "modifions", "passe", "passez", "mets", "mettez"),
    *("reemplaza", "reemplace", "reemplazar", "reemplazas", "reemplazamos", "cambia", "cambiar", "cambie"),
    *("cambias", "cambiamos", "sustituye", "sustituya", "sustituyes", "sustituir", "pon"),
    *("substitua", "substituir", "substituímos", "troque", "altere", "mude"),
    *("sostituisci", "sostituire", "sostituiamo", "modifica", "modificare", "imposta"),
    *("замените", "замени", "заменить", "измените", "измени", "изменить"),
)
"""Verbs for putting new code in the place of old."""
TO = (
    *("with", "by", "to", "into", "for", "durch", "zu", "in", "auf", "par", "en", "à", "por", "para", "a"),
    *("con", "на"),
)
"""Words between old and new code."""
ARROWS = ("→", "⇒", "➜", "-->", "->", "=>")
CHANGE_TO_CHINESE = ("改为", "改成", "替换为", "替换成", "修改为", "修改成", "换成", "更改为")
"""Words between old and new code in Chinese."""
RENAME = (
    *_forms("renam"),
    *("benenne", "renomme", "renommez", "renommer", "renombra", "renomeie", "rinomina", "переименуйте"),
)
MOVE = (*_forms("mov"), "verschiebe", *RENAME)
REMOVE = (
    *_forms("delet remov"),
    *("drop", "dropped", "get rid of"),
    *("lösche", "löschst", "löscht", "entferne", "entfernst", "entfernt"),
    *("supprime", "supprimez", "supprimer", "supprimons"),
    *("elimina", "eliminar", "eliminas", "borra", "remova", "exclua", "rimuovi", "удалите", "удалить"),
)
ADD = (
    *_forms("add append declar extend import includ insert plac"),
    *("inject", "need", "needs", "plus", "put", "puts", "make"),
    *("ergänze", "ergänzen", "ergänzt", "füge", "fügst", "fügt", "einfügen", "hinzufügen"),
    *("brauchst", "fehlt"),
    *("ajoute", "ajoutez", "ajoutons", "ajouter", "insère", "insérez", "insérer"),
    *("añade", "añadimos", "añadir", "agrega", "agregas", "agregar", "inserta", "insertar", "necesitas"),
    *("adicione", "adicionar", "acrescente", "insira", "aggiungi", "aggiungere", "inserisci", "inserire"),
    *("добавьте", "добавить"),
)
"""Verbs for putting new code beside old."""
REMIND = frozenset(["forget", "vergiss", "olvides", "oublie", "oubliez"])
"""Words that ask for an import, and otherwise for anything: `Don't forget import os`."""
_PREFER = (
    *("instead", "rather", "should", "must", "use", "using", "prefer"),
    *("nutze", "verwende", "statt", "anstelle", "utilise", "utilisez", "lieu", "plutôt"),
    *("usa", "usar", "utiliza", "lugar", "vez", "usare", "invece", "используйте", "вместо"),
)
"""Words that say which code is the right one."""
SHOW = (
    *_forms("allow call disabl enabl escap expos limit mark pass pin preload quot requir restrict return"),
    *_forms("giv wrap sav stor sort filter handl validat"),
)
"""Verbs for the purpose of code: these show new code, and no old code."""
_SIGN = lazy_pattern("[-=]>|[→⇒➜改换替重删用加将把変削追置]|: `[^`]+`")
"""Signs of an edit: arrows, characters of Chinese and Japanese verbs, and code after a colon."""
_MAY_BE_SIGN = lazy_pattern("[>→⇒➜改换替重删用加将把変削追置名]")
"""A character of each sign of a kind of edit."""

OLD = (
    *("before", "old", "original", "current", "existing", "previous"),
    *("vorher", "alt", "alter code", "bisher", "avant", "ancien", "ancien code", "antes", "código anterior"),
    *("código antiguo", "anterior", "viejo", "actual", "prima", "antigo", "было", "до", "старый код"),
    *("修改前", "之前", "旧代码", "原代码", "原来", "原", "旧", "变更前", "變更前", "変更前", "修正前"),
    *("变更之前", "当前", "変更前の値", "現在", "변경 전", "수정 전"),
    *("aktuell", "aktueller", "aktuelles", "alter", "altes", "bisheriger", "actuel", "actuelle"),
    *("ancienne", "atual", "antiga", "attuale", "vecchio", "antigua", "текущее", "старое"),
)
"""Titles of old code: of a fence, of a column, in a comment."""
NEW = (
    *("after", "new", "updated", "fixed", "corrected", "improved", "changed", "modified", "replacement"),
    *("nachher", "danach", "neu", "neuer code", "après", "maintenant", "nouveau", "nouveau code", "después"),
    *(
        "ahora",
        "corregido",
        "corrigé",
        "corrigido",
        "corretto",
        "korrigiert",
        "nuevo",
        "nuevo código",
        "código nuevo",
        "dopo",
        "adesso",
        "nuovo",
        "nuovo codice",
        "depois",
    ),
    *("agora", "novo", "novo código", "стало", "после", "новый код"),
    *("修改后", "之后", "新代码", "新", "变更后", "更新后", "优化后", "變更後", "修改後", "変更後", "修正後"),
    *("新的", "変更後の値", "변경 후", "수정 후"),
    *("neuer", "neues", "nouvelle", "nova", "nuova", "nueva", "новое"),
)
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
_JOINING = frozenset(
    ["also", "and", "then", "now", "next", "finally", "please", "und", "dann", "y", "et", "puis"]
)
_OTHER_EDITS = frozenset((*CHANGE, *ADD, *RENAME, "with", "by")) - frozenset(REMOVE)
"""Words of a sentence that does more than remove code."""
_ALL = frozenset(MOVE).union(*(words for _, words in _KINDS))
_KINDS_OF_SIGNS = (
    (WordingKind.REMOVE, lazy_pattern("[删削]")),
    (WordingKind.RENAME, lazy_pattern("重命名|名前を変")),
    # Other arrows stand for what follows from something: `(→ 500)`.
    (WordingKind.CHANGE, lazy_pattern("(?:[-=]>|[→⇒➜])\\s*(?=[`\"'“„«\ue000\ue001])|[改换替用将把変置]")),
    (WordingKind.ADD, lazy_pattern("[加追]")),
)


def words_in(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return _WORD.findall(text.lower())


def first_words(phrases: Iterable[str]) -> frozenset[str]:
    """The first word of each phrase. A text without any of these has none of the phrases."""
    return frozenset(words_in(phrase)[0] for phrase in phrases)


def kind_of(sentence: str, words: Sequence[str]) -> WordingKind | None:
    """The kind of edit that a sentence, and the words in it, describe; None if they describe none."""
    if not _ALL.isdisjoint(words):
        for kind, table in _KINDS:
            if not table.isdisjoint(words):
                return kind
    if _MAY_BE_SIGN.search(sentence) is None:
        return None
    return next((kind for kind, signs in _KINDS_OF_SIGNS if signs.search(sentence)), None)


def begins_with_verb(sentence: str) -> bool:
    """True if the first word of a sentence is a verb of an edit: `Sort the result:`."""
    first = _FIRST_WORD.match(sentence.lower())
    return first is not None and first[1] in _ALL


def begins_with_removal(sentence: str) -> bool:
    """True if a sentence begins with a verb for taking code out, and asks for nothing else."""
    words = words_in(sentence)
    first = next((word for word in words if word not in _JOINING), "")
    return first in REMOVE and set(words).isdisjoint(_OTHER_EDITS)


def asks_for_more(sentence: str) -> bool:
    """True if a sentence that asks to remove code has words for another edit, or for an exception."""
    return not _OTHER_EDITS.union(("but", "except")).isdisjoint(words_in(sentence))


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
    if not _ALL.isdisjoint(words) or not REMIND.isdisjoint(words):
        return True
    return _SIGN.search(line) is not None
