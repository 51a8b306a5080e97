"""Edits in words: in a sentence or in a table, or of lines that words name by number.

    - In `src/a.py`, replace `total = a` with `total = a + b`.
    - Rename `src/a.py` to `src/b.py`.

    | File | Before | After |
    |---|---|---|
    | `src/a.py` | `total = a` | `total = a + b` |

Such words may only describe an edit that is elsewhere in the response. So each becomes code without a file,
with the operation that it asks for: an offer, if the file exists and has the old code exactly once.

    Replace lines 39-40 of `src/a.py` with:

    Insert after line 33:

    Delete lines 5–7.

An edit of numbered lines is an offer too: the words do not show the old lines, so nothing says that the
numbers are right. All are those of the file as it was read, even below an edit that adds lines.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from editreview import vocabulary
from editreview.blocks import (
    Code,
    Delete,
    FormatName,
    Hints,
    Insert,
    Interpretation,
    LineRange,
    Move,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    ReplaceLines,
    Snippet,
    Wording,
    WordingKind,
    Write,
    base_name,
)
from editreview.first_use import lazy_pattern
from editreview.formats import edit_words
from editreview.formats.edit_words import CODE, FILE, may_ask_for_edit, words_in
from editreview.formats.path_names import (
    ends_section,
    files_above,
    files_mentioned,
    is_path,
    is_source,
    last_nonblank_line,
    names_a_file,
    names_in,
    without_decoration,
    without_links,
    words_above,
)
from editreview.formats.sentences import forbids, rejects
from editreview.formats.spec import CONTINUE, OF_BLOCK, Context, Edit, Line, OpenBlock, Outcome, Step
from editreview.formats.table import CODE_HINT
from editreview.text import QUOTED_CODE, begins_import, is_elided, margin, sentences_in
from editreview.vocabulary import any_of, english, forms

_MAX_LENGTH = 1_000
_EXCEPTIONS = ("Error", "Exception", "Warning")
"""The ends of names of exceptions."""
_VALUE = r"(?:v?-?\d[\w%]*(?:\.\w+)*|[Tt]rue|[Ff]alse|None|null)"
_BEFORE_VALUE = "|".join(
    rf"(?<=\b{word} )" for word in ("to", "from", "von", "auf", "de", "à", "par", "por", "para")
)
_CODE_IN_QUOTES = r"(?<=[^\s`])\x20`[^`\n]+`(?=[\s.,:;!?)])"
"""Code within a text in quotes: `"Run `make` first"`."""
_SPAN = (
    r"(?P<marks>`+)(?P<code>(?:[^`\n]++|(?!(?P=marks))`)+)(?P=marks)(?!`)"
    r"|(?<!\w)(?:"
    rf"(?:\"(?P<quoted>(?:[^\"`\n]|{_CODE_IN_QUOTES})+)\"|[“„](?P<typeset>(?:[^“”„`\n]|{_CODE_IN_QUOTES})+)[“”]"
    rf"|«(?P<french>(?:[^«»`\n]|{_CODE_IN_QUOTES})+)»"
    r"|'(?P<single>[^'`\n]+)')(?!\w)"
    r"|from (?P<old>\w[\w.+@/-]*) to (?P<new>\w(?:[\w.+@/-]*\w)?)"
    rf"|(?=[-v\dTtFfNn])(?:(?:{_BEFORE_VALUE})(?P<value>{_VALUE})(?!\w)"
    rf"|(?<=\ba )(?P<last>{_VALUE})(?=\s*(?:[.,;)]\s|[.,;)]?$)))"
)
"""Code in back-quotes or quotes, or a value after a word such as `to`; the last group is not closed."""
_QUOTED = lazy_pattern(f"{_SPAN})")
_QUOTED_OR_PATH = lazy_pattern(
    rf"{_SPAN}|(?<![/.@=(-])(?P<path>(?:[\w.@-]++/)*[\w@-][\w.@-]*\.[A-Za-z]\w{{0,9}})(?![\w(/=]))"
)
"""A text in quotes, or a path without them: `` `limit` ``, `src/app.py`."""
_EXTENSION = lazy_pattern(r"\.[A-Za-z]")
_PATH = lazy_pattern(r"[\w./\\@+-]+")
_SPECIAL_TARGET = lazy_pattern(r"\.[A-Z][A-Z_]+")
"""A target of a makefile: `.PHONY`."""
_STAND_IN = lazy_pattern(f"[{FILE}{CODE}]")


class Phrases(Struct, frozen=True):
    """A pattern for phrases in a clause, and a fast test that rules out nearly all clauses."""

    pattern: re.Pattern[str]
    words: frozenset[str] = frozenset()
    """Words in lower case. A clause that the pattern matches has one of them, or one of the symbols."""
    symbols: str = ""

    def may_be_in(self, clause: str, words: Collection[str]) -> bool:
        """False if a clause with these words has none of the phrases: a fast first test."""
        return not self.words.isdisjoint(words) or any(map(clause.__contains__, self.symbols))

    def are_in(self, clause: str, words: Collection[str]) -> bool:
        """True if a clause with these words has one of the phrases."""
        return self.may_be_in(clause, words) and self.pattern.search(clause) is not None

    def all_in(self, clause: str, words: Collection[str]) -> Iterable[re.Match[str]]:
        """The phrases in a clause with these words."""
        return self.pattern.finditer(clause) if self.may_be_in(clause, words) else ()


_ONE = "\ue002"
"""Stands in a pattern for one of its words."""


def _phrases(pattern: str, words: str | Sequence[str], symbols: str = "") -> Phrases:
    """Phrases of any case.

    Args:
        pattern: The pattern, with `_ONE` for each place where one of the words is.
        words: Words or phrases. It has one of them.
        symbols: The symbols that it may have instead.
    """
    words = tuple(words.split()) if isinstance(words, str) else tuple(words)
    compiled = lazy_pattern(
        lambda: pattern.replace(_ONE, f"(?:{any_of(words)})") if _ONE in pattern else pattern, re.IGNORECASE
    )
    return Phrases(compiled, edit_words.first_words(words), symbols)


_WORDS = rf"[^{CODE}.:;!?\n]"
_PLAIN = rf"[^{CODE}{FILE}.:;!?\n]"
_ARROW = any_of(edit_words.ARROWS)
_TO = rf"(?:(?<!\w)(?:{any_of(edit_words.TO)})(?!\w)|{_ARROW}|{any_of(edit_words.CHANGE_TO_CHINESE)})"
_QUOTES = frozenset(("quoted", "typeset", "french"))
_PAIR_OF_QUOTES = lazy_pattern(rf"[\"”»]\s*{_TO}\s*[\"“„«]", re.IGNORECASE)
"""The symbols between two texts in quotes if one replaces the other."""
_REPLACES = _phrases(
    rf"(?:(?<!\w){_ONE}(?: sie)?\b|[将把])"
    rf"{_WORDS}{{0,80}}?(?P<old>{CODE}){_WORDS}{{0,60}}?(?P<to>{_TO}){_WORDS}{{0,40}}?{CODE}",
    edit_words.CHANGE,
    "将把",
)
_AND = r"(?:and|as well as|und|sowie|et|ainsi que|y|e|и|і|i|oraz|en|och|og|ve|和|及|以及|并|並|と|및)"
_ARTICLES = (
    r"(?:(?:also|the|likewise|similarly|auch|den|die|das|le|les|la|el|los|las|lo|il|o|os|a|as|het|de)\s+)*"
)
_BESIDE_CODE = r"[\s,，、(（*_]*"
_PAIR_BEHIND = lazy_pattern(
    rf"(?=[\s,，、(（]){_BESIDE_CODE}(?:{_AND}\s+)?{_ARTICLES}(?P<old>{CODE})"
    rf"(?:\s*[(（][^{CODE}{FILE}()（）]*[)）])?[\s*_]*(?:的值?)?(?P<to>{_TO}){_BESIDE_CODE}{_ARTICLES}{CODE}",
    re.IGNORECASE,
)
"""Another pair of old and new code, behind one: `, and CODE with CODE`."""
_LIST = rf"{CODE}(?:{_BESIDE_CODE}(?:{_AND}\s*)?{_ARTICLES}{CODE})+"
_REPLACES_LIST = _phrases(
    rf"(?:(?<!\w){_ONE}(?: sie)?\b|[将把])[^{CODE}.,:;!?\n]{{0,80}}?(?P<old>{_LIST})"
    rf"[^{CODE}{FILE}.,:;!?\n]{{0,30}}?{_TO}{_BESIDE_CODE}{_ARTICLES}(?P<new>{_LIST})",
    edit_words.CHANGE,
    "将把",
)
"""Several pieces of code, and as many that replace them in this order: `replace CODE and CODE with CODE and
CODE`."""
_FROM_TO = lazy_pattern(rf"\bfrom\s+{CODE}", re.IGNORECASE)
_REMARK = lazy_pattern(
    rf"(?<=[{FILE}{CODE}])([`*_]*)\s*[(（](?!\W*(?:(?:and|then|plus|also)\b|{_TO}))[^()（）]*[)）]"
    rf"(?=[^()（）]*[{FILE}{CODE}])"
)
"""Words in parentheses between two pieces of code, unless they ask for an edit: `replace CODE (used by CODE)
with CODE`."""
_PLACE_BETWEEN = lazy_pattern(
    lambda: (
        rf"(?<={CODE})(?P<before>[*_]*)\s+(?:in|inside|within|of|innerhalb|im|dans|en|em|nel|nella|w|в)"
        rf"\s+(?:(?:the|der|dem|den|la|le|el|lo|il|o|a)\s+)?(?:[\w-]+\s+)?{CODE}(?:\s[\w-]+)?"
        rf"(?=[*_,]*\s+(?:with|to|by|into|durch|auf|zu|par|por|para|con|на)\s[^{CODE}{FILE}]{{0,30}}{CODE})"
    ),
    re.IGNORECASE,
)
"""The place of an edit between its old and new code: `replace CODE in CODE with CODE`."""
_BECOMES = lazy_pattern(rf"{CODE}\s*(?:{_ARROW})\s*{CODE}")
_TURNS_INTO = lazy_pattern(
    rf"^(?!.*\b(?:when|if|once|after|while|until|wenn|sobald|nachdem|quand|si|après|cuando|después|quando|depois|se"
    rf"|dopo|когда|если|после|during|whenever|automatically|internally"
    rf"|(?:at|each|every|this) (?:run|time)\w*)\b)"
    # Nor behind words of what someone sees: `you can see that …`, but `the line that says …`.
    r"(?!.*\b(?:how|know|means?|notic(?:e|ing)|observ(?:e|ing)|see|seeing|sees|shows?|watch|why"
    r"|siehst|sieht|sehen"
    r"|voit|vois|voyez|ves|ve|vê|vedi|vede|видно|видите"
    r"|(?:that|dass|que|che|что)(?!\s(?:currently\s)?(?:says|reads|contains|has|is|sets|dice|contiene|dit|contient)\b))\b"
    rf".*{CODE}.*{CODE})"
    rf"[^{CODE}]*(?:{CODE}[^{CODE}]*)?"
    rf"(?P<pair>{CODE}[*_]*\s+(?:(?:should|must|now|then)\s+)?(?:becomes?|(?:wird|werden) (?:\w+ )?zu|devient"
    rf"|se convierte en|pasa a ser|passa a ser|vira|diventa|wordt|становится|ska bli|bliver)\s+[*_]*{CODE})",
    re.IGNORECASE,
)
"""Old code, and the new code that it becomes, without a condition: `In CODE, CODE becomes CODE`."""
_PATH_BECOMES = lazy_pattern(rf"{FILE}[*_]*\s*(?:{_ARROW})\s*[*_]*{FILE}")
"""A path, and another one: `FILE → FILE`."""
_MOVES = _phrases(
    rf"(?:(?<!\w){_ONE}\b|[将把])"
    rf"{_PLAIN}{{0,40}}?{FILE}{_PLAIN}{{0,20}}?(?:{_TO}|重命名为|移动到){_PLAIN}{{0,20}}?{FILE}",
    edit_words.MOVE,
    "将把",
)
_IN_FILE = (
    r"(?:in|im|into|inside|within|from|to|of|at|for|with|aus|von|vom|dans|de|depuis|du|d['’]|en|del?|desde|em|do|da|dal"
    r"|di|no|na|nel|uit|van|i|från|fra|z|ze|w|из|с|в|у|з|від|ve)"
    r"(?:\s|(?<=['’]))\s*(?:(?:the|your|der|dem|den|la|le|les|el|los|il|lo|o|a|de|het)\s+)?"
    r"(?:(?:file|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand|pliku|файл[аеу]?)\s+)?[*_]*"
)
"""Words directly before a file that something is removed from: `Delete in FILE the function CODE`."""
_PART_OF_PAGE = (
    r"(?:tags?|balises?|etiquetas?|elements?|éléments?|elementos?|elementi|тег\w*|タグ|要素|标签|標籤|태그)"
)
_TAG_BEHIND = lazy_pattern(rf"[\s*_]+(?:\w+[\s-])?{_PART_OF_PAGE}\b", re.IGNORECASE)
"""Words behind the file that a tag of a page loads: ` script tag`."""
_TAG_BEFORE = lazy_pattern(
    rf"(?:\b{_PART_OF_PAGE}|[`>]\s?(?:タグ|标签|標籤|태그))\s(?:\w+\s)?"
    r"(?:(?:for|of|with|(?:that|which) (?:includes|links(?: to)?|loads)|für|von|mit|(?:der|das) (?:\w+ )?lädt"
    r"|de|du|pour|avec|qui charge|que carga|que carrega|che carica|per|con|para|di|voor|dla|для)\s)"
    r"(?:(?:the|le|la|el|il|o)\s)?$",
    re.IGNORECASE,
)
"""Words before such a file: `the script tag for `."""
_REMOVES = _phrases(
    rf"(?:(?<!\w)(?<!the )(?<!a ){_ONE}\b|删除)"
    rf"(?!\s+{_IN_FILE}{FILE})"
    rf"\s*(?:(?:(?!\s(?:to|in|into|of|from|at|for|with)\s|\s{_IN_FILE}{FILE}){_PLAIN}){{1,30}}?\s)?{FILE}"
    # `Delete `a.py` 's first line`; `删除 `a.py` 中的 …`
    r"(?!\s*(?:from|in|to|aus|de|dans)\b|['’]s\b|\s*(?:文件|檔案)?\s?(?:中|里|裡|内|內|上|第|的(?!文件)))"
    # `Delete the `a.js` script tag`
    rf"(?![\s*_-]+(?:[\w-]+[\s-])?(?:import|include|requires?|reference|link|line|entry|{_PART_OF_PAGE})\b)",
    edit_words.REMOVE,
    "删",
)
_KIND_OF_NAME = (
    r"(?:attribute|c(?:all|lass|olumn|onstant)|definition|f(?:ield|unction)|global|helper|hook|import|method"
    r"|option|param(?:eter)?|property|setting|test|variable|funktion|methode|klasse|fonction|méthode|función"
    r"|método|clase|função|classe|funzione|metodo)"
)
_REMOVED_NAME = lazy_pattern(
    lambda: (
        # Nobody is asked in `the job will delete load_all`, nor in `if you remove load_all`.
        r"(?:^|[^\w\s,'’(]\s+|\b(?:also|and|can|finally|first|just|need to|next|now|please"
        r"|safely|should|then),?\s)"
        r"(?<!it can )(?<!that can )(?<!which can )"
        rf"(?:{any_of(edit_words.REMOVE)})\s"
        r"(?:(?:the|this|that|your|our|its|a|an|dead|debug|deprecated|entire|obsolete|old|static|stale|unneeded"
        r"|unused|whole|die|den|das|la|le|el|lo|il|o)\s){0,3}"
        rf"(?:{_KIND_OF_NAME}\s){{0,2}}"
        r"(?P<name>[A-Za-z]\w*\(\)|[a-z][a-z\d]*(?:_[a-z\d]+)+)(?![\w/(`]|\.\w)"
        # What is behind it is no verb of a relative clause, and no other noun: `the cache_key file`.
        rf"(?=[*_]*(?:\s{_KIND_OF_NAME}s?\b)?[*_]*(?:\W*$|[^\w\s]"
        r"|\s(?:and|altogether|as well|because|completely|entirely|since|too|und|aus|et|de|y|e"
        r"|da|dal|now|with its|along with)\b"
        # Not from a message, or in a database.
        r"|\s(?:from|in|inside)\s(?:it\b|here\b|there\b|[*]*`|[\w/-]*\.\w"
        r"|(?:the\s)?[`*\w]+\s(?:class|file|module)\b)))"
    ),
    re.IGNORECASE,
)
"""A verb, and the name without quotes that it removes: `remove the load_all method`."""
_REMOVES_LINE = _phrases(
    rf"(?<!\w){_ONE}\s(?:{_PLAIN}{{0,20}}?\s)?(?:call|import|line|option|rule|statement|zeile|ligne|línea)\s{CODE}"
    rf"(?!\s*(?:from|to)\s+{CODE})",
    edit_words.REMOVE,
)
_REMOVES_TITLE = lazy_pattern(
    lambda: (
        rf"[^\w{FILE}]*{FILE}[*_\s]*[:–—-][*_\s]*(?:{any_of(edit_words.REMOVE)})\s"
        r"(?:(?:the|this|whole|entire|die|das|le|el|o|il)\s+)*(?:it|file|datei|fichier|archivo|fichero|arquivo)\W*"
    ),
    re.IGNORECASE,
)
"""A line about a file that goes: `src/a.py: delete the file`."""
_NICHT = r"(?<!vergiss )(?<!vergesst )(?<!vergessen sie )nicht"
_PAS = r"(?<!oublie )(?<!oublies )(?<!oubliez )(?<!oublier )(?<!oublions )pas"
"""Negations, unless of words for to forget."""
_REFUSES = _phrases(
    rf"\b(?:(?:don't|do not)(?! forget)|never|instead of|rather than|no need|{_NICHT}|{_PAS})\b|\?\s*$"
    rf"|\bfrom\s+{CODE}(?!\s+to\s+{CODE})|{CODE}\s+from\s+{CODE}",
    "don do never instead rather no nicht pas from",
    "?",
)
_CLAUSE_VERB = any_of(
    (*edit_words.CHANGE, *edit_words.REMOVE, *edit_words.MOVE, *edit_words.ADD, *edit_words.SHOW, "use")
)
_CLAUSE_END = _phrases(
    rf"(?<=;)\s+|(?<=；)|(?<=:)\s+(?=\S)|\s+[–—]\s+"
    rf"|\s+(?:if|by)\s+(?:you\s+)?(?=(?:{_CLAUSE_VERB})\b)"
    rf"|,?\s+(?:and|then|und|y|e|et)\s+"
    rf"(?=(?:(?:you|we)(?:'ll| can| have to| must| need to| should| want to) )?(?:also |then |auch )?"
    rf"(?:{_CLAUSE_VERB}|don't forget)\b)"
    rf"|,\s+(?:and|then)\s+(?=(?:(?:right|directly|just|immediately) )?(?:after|below|before|above|under)\b)",
    "if by and then und y e et",
    ";；:–—",
)
_REASON = lazy_pattern(
    r",?\s+(?:so that|because|otherwise|to avoid|damit|sodass|weil|para que|porque|afin que|parce que)\b"
    rf"[^{CODE}{FILE}]*$",
    re.IGNORECASE,
)
"""The end of a clause that gives a reason, whose words ask for nothing: `…, so that it doesn't fail`."""
_CONSEQUENCE = _phrases(
    rf"(?:^|[,;:，；：、–—-])\s*(?:(?:because|car|denn|weil)\s)?(?:(?<!\w){_ONE}(?!\w)|否则|否則|不然|要不然|没有它|さもないと"
    rf"|そうしないと|でないと|그렇지 않으면|안 그러면)[^:：]*(?=[:：]?\W*$)",
    (
        *("otherwise", "or else", "without it", "without that", "without this"),
        *("sonst", "andernfalls", "ansonsten", "ohne das", "ohne dies"),
        *("sinon", "autrement", "sans cela", "sans ça", "faute de quoi"),
        *("de lo contrario", "si no", "sino", "de otro modo", "sin eso", "sin ello", "sin esto"),
        *("caso contrário", "senão", "do contrário", "sem isso", "altrimenti", "senza", "sennò"),
        *("anders", "inaczej", "w przeciwnym razie", "bez tego", "jinak", "ellers", "annars"),
        *("иначе", "в противном случае", "без этого", "інакше", "без цього", "yoksa", "aksi halde"),
        "aksi takdirde",
    ),
    "否不要没さそで그안",
)
"""The end of a sentence about what follows if its edit is not made: `…, otherwise it is never deleted`."""
_IMPERATIVE = (
    r"(?:please |you (?:can|have to|must|need to|should) )?"
    r"(?:add|change|delete|move|remove|rename|replace|set|update)"
    r"|(?:ändere|ersetze|entferne|lösche|setze|verschiebe)n?"
    r"|(?:ajoute|change|déplace|modifie|remplace|renomme|supprime)z?|mettez"
    r"|(?:cambi|modific|reemplaz|sustituy|elimin)[ae]|(?:alter|mud|remov|substitu|troqu)[ae]"
    r"|(?:sostituisc|rimuov|aggiorn|rinomin|impost)[ai]"
)
_PURPOSE = lazy_pattern(
    r"[\W\d]*(?:(?:(?:in order )?to|um|pour|afin de|para|per)\s"
    r"(?:(?!\b(?:not|never|don|nicht|pas|ne|no|não|non|que|qu|che|refrain)\b|n['’]t\b)"
    rf"[^,;:.!?{CODE}{FILE}]){{1,80}}?"
    r"(?<!\bto)(?<!\ba)(?<!\bthe)(?<!\bany)(?<!\bde)(?<!\bdi)(?<!\bse)(?<!\bsi)(?<!\bit)(?<!\bthey)(?<!\byou)"
    rf"\s(?=(?:{_IMPERATIVE})\s)"
    rf"|if\s[^,;:.!?{CODE}{FILE}]{{1,80}}?\s(?=you (?:have to|must|need to|should) (?:{_IMPERATIVE})\s))",
    re.IGNORECASE,
)
"""The beginning of a clause with its purpose: `To avoid timeouts change …`. It forbids nothing."""
_OTHER_WAY = lazy_pattern(r",?\s+(?:instead of|rather than)\s+\w+ing\b")
"""Words after an edit for another way, which is not taken: `… instead of adding `c``."""
_STAYS = rf"{CODE}[^,;{CODE}]{{0,40}}(?:{vocabulary.STAYS})"
_STAYING = lazy_pattern(_STAYS, re.IGNORECASE)
"""Code, and words that it stays as it is."""
_ASKS_OR_FORBIDS = _phrases(
    rf"{_STAYS}"
    rf"|\b(?:(?:don't|do not)(?! forget)|never|no need|unlike|whether|avoid|why|not needed|{_NICHT})\b"
    r"|\b(?:need|require)s?\s(?:no|not)\b|\b(?:need|do(?:es)?)(?:n['’]t|\W{1,3}not)\W{1,3}(?:be|have|need|require)\b"
    # A statement that is not to be written: `You should not `import x``.
    rf"|\b(?:can(?:['’]t|not)|(?:could|do|must|should|would)n['’]t)[*\s]*{CODE}"
    rf"|\b(?:can|could|do|must|should|would)[*\s]{{1,3}}not[*\s]*{CODE}"
    rf"|{CODE}[*\s]*(?:must|should)(?:n['’]t|\s+not)\s+(?:be|become)[*\s]*{CODE}\W*$"
    rf"|\b(?:sollte[nst]*|darf\w*)[*\s]{{1,3}}nicht[*\s]*{CODE}"
    # What was there, and what is to stay.
    rf"|\byou had \w+ed\b|\byou previously (?:had|used)\b[^{CODE}]*{CODE}\W*$"
    rf"|\b(?:leave|keep) {CODE} (?:as (?:it )?is|alone|unchanged|untouched)\W[^{CODE}]*\beven (?:if|though)\b"
    r"|\?\s*$",
    (
        "can cannot don do does doesn couldn mustn shouldn wouldn never need needs needn no unlike whether"
        " avoid why nicht not require requires stay stays remain remains unchanged untouched had previously"
        " even bleiben bleibt reste restent rester queda quedan quedar quedarse fica ficam ficar rimane"
        " rimanere rimangono остаётся остается остаться blijft blijven"
    ),
    "?保不无そ変",
)
_EDIT = (
    rf"(?<!\w)(?:{any_of((*edit_words.CHANGE, *edit_words.REMOVE, *edit_words.MOVE, *edit_words.ADD))})(?!\w)"
    # `Instead of using CODE, use CODE` has an edit.
    rf"|(?<!\w)us(?:e|ing)(?!\w)(?!(?:[^{CODE}]*{CODE}){{2}})"
)
_NOT_BEFORE_EDIT = (
    r"not|never|cannot|avoid(?:ing)?|refrain(?:ed)?|resist|without|no (?:longer )?(?:need|point|reason)"
    r"|against|unnecessary|pointless|wrong|unwise|mistake|bad idea|tempted|tempting|told (?:me|us|you)|tried"
    r"|(?:someone|somebody|people) (?:(?:could|may|might|will|would) )?(?:advise|recommend|suggest|tell)\w*"
    r"|instead of|rather than"
    r"|ne (?:pas|jamais|plus)|ne (?:\w+ ){1,2}(?:pas|jamais)|n['’](?!oubli)\w+ pas|évite[rz]?|inutile|sans"
    r"|pas (?:besoin|nécessaire)|jamais|au lieu de"
    # In Portuguese, `no` is `in the`.
    r"|no(?: hay que)?(?! (?:arquivo|bloco|componente|construtor|ficheiro|fi[mn]|final)\b)"
    r"(?! (?:início|método|topo)\b)"
    r"|nunca|jamás|evit(?:a|ar|e|en|es)|sin|innecesario|en (?:lugar|vez) de"
    r"|não|em vez de|sem|desnecessário|non|mai|evitare|senza|invece di"
    r"|(?<!vergeet )niet|nooit|nie|(?<!glöm )inte|(?<!glem )ikke|не|нельзя|никогда|избегайте"
    r"|вместо того чтобы"
)
_NOT_ANY_MORE = (
    r"and|as|because|but|car|da|denn|dimentic\w*|e|esque[cç]\w*|et|forget|glem\w*|glöm\w*|hesitate|if|inside"
    r"|just|mais|mas|ma|much|oder|olvid\w*|only|oubli\w*|pero|pois|porque|que|qui|quindi|since|sino|so|solo"
    r"|than|that|then|until|unless|und|vergeet|vergiss|weil|y|zapom\w*|а|забу\w*|забыв\w*|и|но"
)
"""Words after a negation that keep it from the next verb: `does not work so change`, `don't forget to`."""
_GAP = rf"[^\w,;:.!?{CODE}{FILE}]+"
_NEGATED_EDIT = (
    rf"(?:(?<!\w)(?<!why )(?:{_NOT_BEFORE_EDIT})|(?<=n)['’]t)(?!\w)"
    rf"(?:{_GAP}(?!(?:{_NOT_ANY_MORE})(?!\w))[\w'’]+){{0,5}}?{_GAP}"
    # `which is not used by CODE`, `were not changed`: these tell of code.
    rf"(?:be {_EDIT}|(?!\w+ed\b)(?:{_EDIT})(?=[^,;:.]*[{CODE}{FILE}]))"
)
_NEVER_IN_GERMAN = r"nie|niemals|keinesfalls|auf keinen fall"
_NOT_IN_GERMAN = rf"(?:{_NEVER_IN_GERMAN}|{_NICHT}(?! nur\b)|kein(?:e[mnrs]?)?)"
_NO_NEED_IN_GERMAN = (
    r"(?:nicht (?:erforderlich|notwendig|nötig|ratsam|sinnvoll)|vermeide[nt]?|verzichte[nt]?|unnötig"
    r"|falsch wäre|wäre falsch)"
)
_GERMAN_EDIT = (
    r"\w*(?:ändern|ändere|ersetze\w*|entferne\w*|lösche\w*|setzen?|benenn\w*|verschieben?|hinzufügen"
    r"|ergänzen?)"
)
# In German, the verb may be before the negation, or last.
_NEGATED_IN_GERMAN = (
    rf"\b(?:{_NOT_IN_GERMAN}\b[^,;:.]*?|{_NO_NEED_IN_GERMAN}\b(?:,(?= )|[^,;:.])*?)\b{_GERMAN_EDIT}\b"
    rf"|\b{_GERMAN_EDIT}\b[^,;:]*\b(?:(?:{_NEVER_IN_GERMAN})\b|{_NOT_IN_GERMAN}\W*$)"
)
_EDIT_IN_CHARACTERS = (
    "[删刪改替换換设設]|重命名|移动|移動|置き換え|書き換え|変更|削除|改名|設定|追加|修正|更新"
)
_NEGATED_IN_CHINESE = (
    r"(?:不要(?!忘)|勿(?!忘)|[无無](?:需|须|須)|不(?:需要|用)(?!的)|不必|(?<!为)(?<!為)(?<!为了)(?<!以)避免|没有?必要"
    r"|沒有?必要|不应|不應|不能|不可|不得|不建议|禁止|别(?!的|名|忘)|(?:决定|決定|选择|選擇)不)"
    rf"[^，；。,;]*?(?:{_EDIT_IN_CHARACTERS})"
)
_NEGATED_IN_JAPANESE = (
    # `変更しないと動きません` says that it has to be.
    rf"(?:{_EDIT_IN_CHARACTERS})(?:(?!忘れ|ないと|なければ)[^、。{CODE}{FILE}]){{0,8}}?(?:ないで|ません(?!か)|ない(?!と|場合)|必要(?:は|が)?(?:あり|な)"
    rf"|ては?(?:いけ|なり|だめ)|避け|やめ)[^{CODE}{FILE}]*$"
)
_NEGATED_IN_KOREAN = (
    r"(?:삭제|제거|지우|변경|바꾸|수정|교체|대체|추가|삽입)(?:하|되)?(?:"
    r"지\s?(?:는\s?)?(?:마|말|않)|면\s?안|(?:ㄹ|할|될|울|꿀)?\s?(?:필요|이유)[가는도]?\s?없)|(?:지울|바꿀)\s?(?:필요|이유)[가는도]?\s?없"
    # `삭제하면 캐시가 커집니다` says what would follow, but `삭제하면 됩니다` asks for it.
    r"|(?:(?:삭제|제거|변경|수정|교체|대체|추가|삽입)[를을가이]?\s?(?:하|되|한다|된다)|지우|지워지|바꾸|바뀌)면"
    r"(?!\s?(?:[됩되돼된]|좋|충분)|.{0,40}(?:해결|고쳐|정상))"
    r"|(?:삭제|제거|변경|수정|교체|대체|추가|삽입)(?:할|하는|될|되는|한|된)\s?경우"
    # What a program does: `호출되면 `a`가 제거됩니다`.
    r"|\w(?:되|하|지)면(?!\s?(?:[됩되돼된]|좋|충분)).*(?:삭제|제거|변경|수정|교체|대체|추가|삽입)(?:됩니다|된다|돼요)"
)
_FORBIDS = _phrases(
    "|".join(
        (_NEGATED_EDIT, _NEGATED_IN_GERMAN, _NEGATED_IN_CHINESE, _NEGATED_IN_JAPANESE, _NEGATED_IN_KOREAN)
    ),
    (
        "not never cannot avoid avoiding refrain refrained resist without no against unnecessary"
        " pointless wrong unwise mistake bad tempted tempting told tried someone somebody people"
        " instead rather ne évite évitez éviter inutile pas sans jamais au no nunca jamás evita evitar evite"
        " eviten evites sin innecesario en não em sem desnecessário non mai evitare senza invece niet nooit"
        " nie inte ikke не нельзя никогда избегайте вместо nicht niemals kein keine keinem keinen keiner"
        " keines keinesfalls"
        " auf vermeide vermeiden vermeidet verzichte verzichten verzichtet unnötig falsch wäre"
    ),
    "'’不勿无無避没沒禁别决決选選なま必てや지면필이경",
)
"""Words that say not to make an edit, or that someone else wanted it."""
_RETRACTED = lazy_pattern(
    r"[,;.–—-]\s*(?:(?:but|so|please|and)\s)*"
    r"(?:resist|ignore (?:it|that|this)|which (?:is|was|would be) (?:bad|wrong)(?! otherwise\b)"
    r"|(?<=but )(?:that|this|it) (?:breaks|broke|failed|fails)"
    r"|which is why (?:it|that|this|the \w+) (?:\w+ )?(?:break|broke|crash|fail)\w*"
    r"|(?:that|this)(?:['’]s| is| was| would be)"
    r" (?:a bad idea|a mistake|not (?:a good idea|needed|necessary))\W*$"
    r"|(?:don['’]t|do not)(?: do (?:it|that|this))?\W*$)"
    r"|\band (?:then )?(?:reverted|undid) (?:it|that|this)\b",
    re.IGNORECASE,
)
"""Words after an edit that say not to make it: `You might be tempted to …; resist.`"""
_FORBIDS_NEXT = lazy_pattern(
    r"[\W\d]*(?:avoid|never|(?:don['’]t|do not|never) (?:do|try)|vermeide\w*|évite[rz]|evit[ae]r?)"
    r"(?: (?:doing )?(?:this|that|these|it|the following))?\s*:\s*$",
    re.IGNORECASE,
)
"""A clause before an edit that says not to make it: `Avoid this: …`"""
_EDITS_IN_ENGLISH = forms(
    *english(vocabulary.CHANGE, vocabulary.CHANGE_VALUE, vocabulary.REPLACE, vocabulary.SET),
    *english(vocabulary.MOVE, vocabulary.REMOVE, vocabulary.RENAME),
)
_REPORTS = lazy_pattern(
    lambda: (
        r"[\W\d]*(?:(?:i|we|it|this|that|these|which|here|now|currently)\b"
        r"(?! (?:would|recommend|suggest|should|can)\b|'d\b)"
        r"|the \w+ (?:is|was|are|were|has|now)\b"
        r"|you (?:already|asked|currently|had|mentioned|said|used?|want(?:ed)?)\b"
        rf"|(?:added|{any_of(form for form in _EDITS_IN_ENGLISH if form.endswith('ed'))}|used)\b)"
    ),
    re.IGNORECASE,
)
"""The beginning of a sentence that reports instead of asking: `This is`, `I added`."""
_SO_REPORTS = lazy_pattern(
    r"\b(?:so|therefore|thus|hence|why)\s+(?:i|we)(?:'ve| have)?\s+\w+ed\b", re.IGNORECASE
)
"""The end of a sentence that reports something: `It would collide, so I renamed …`."""
_DOES_EVEN_IF = lazy_pattern(
    rf"\W*{CODE}\W+(?:still |also |only )?\w+s\s+(?:even|if|when|whenever|though|although|because|unless)\b",
    re.IGNORECASE,
)
"""The beginning of a clause that says when code does something: `CODE passes even if`."""
_SO_ADDS_ANOTHER = lazy_pattern(
    rf"{CODE}[^{CODE}]{{0,200}}[,;]\s*"
    r"(?:so|therefore|hence|thus|also|daher|deshalb|así que|por (?:eso|lo que|isso)"
    r"|donc|alors|portanto|então|quindi|perciò|dus|daarom|więc|dlatego|så|därför|derfor)\b"
    rf"[^{CODE}]{{0,200}}\b(?:a|an|another|ein|eine[nm]?|une?|una|uno|uma?|een|ett|en)\s[^{CODE}]{{0,200}}$",
    re.IGNORECASE,
)
"""The end of a clause whose code only gives the reason to add something else: `CODE fails, so add a test`."""
_GERUND = lazy_pattern(
    lambda: rf"[\W\d]*(?:{any_of(form for form in _EDITS_IN_ENGLISH if form.endswith('ing'))}|using)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence about an edit, which asks for none: `Switching to … solves both.`"""
_IS_IN_VAIN = lazy_pattern(
    r"\b(?:(?:will|would|does|do|did)(?:n['’]t| not)|won['’]t|cannot|can['’]t)\s+"
    r"(?:be enough|do|fix|help|solve|suffice|work)\b"
    r"|\bwas my first\b|\b(?:was|is|would be) (?:a mistake|wrong)\b",
    re.IGNORECASE,
)
"""Words about an edit that is not to be made: `Changing X to Y will not help.`"""
_NO_OBJECT_IN_CHINESE = (
    r"[掉吧了吗嗎呢以而来來即就所且由因如]|[不没沒未无無](?![^，。；]*的)|(?:[并並再]|然后|然後)(?!\s*[替改换換])"
    r"|\s*(?:它|他|这行|這行|此行)"
)
"""After a verb, what is not the object of something that code does: `可以删除因为没有用到`."""
_ABILITY = (
    # `f` peut supprimer le fichier. | `f` はファイルを削除できます。 It is none that `f` can be removed.
    rf"{CODE}\W?\s*(?:peu(?:t|vent)\s(?!être)|(?:puede|pode|consegue)[mn]?\s(?!ser)\w+r\s|(?:può|possono)\s(?!essere)"
    r"|(?:может|могут|може|можуть)\s(?!быть|бути)"
    rf"|(?:才?能|可以|会)[^，；。,;{CODE}{FILE}]*(?:[删刪移去添改换][除掉加变改]|换)(?!{_NO_OBJECT_IN_CHINESE})\s*\w"
    rf"|[はが][^、。{CODE}{FILE}]*を\w*でき)[^,，、;；]*"
    # The server can only delete the file if `f` agrees.
    rf"|\bcan\s(?:only\s|then\s)?[^{CODE}{FILE},;]*\b(?:if|once|until|when)\s(?:the\s)?{CODE}[^,;]*"
)
"""The words about something that code is able to do, or that depends on it."""
_ASKS_NOTHING = lazy_pattern(
    r"\b(?:was|were|been) set\b|\bor rather\b"
    rf"|,\s+so (?:all|both|everything|no(?:body|thing)?|the|there)\b[^{CODE}{FILE}]*$"
    # A remark about the code as it is.
    r"|\((?:as it (?:is|stands)|at (?:the moment|present)|currently|right now|so far|today"
    r"|bisher|derzeit|momentan|actuellement|actualmente|attualmente|atualmente)\b[^()]*(?:\([^()]*\)[^()]*)*\)?"
    rf"|{_ABILITY}"
    # Only messages of programs are in such marks beside code, and this is what someone tries.
    r"|「[^」]*」|『[^』]*』|(?:[変削追]\w|修正|更新)しようと",
    re.IGNORECASE,
)
"""Words with a verb or a noun of an edit that ask for none: `the one it was set with`, `(currently, …)`."""
_IS_SUBJECT_OF_USE = lazy_pattern(
    rf"(?!.*\b(?:instead|must|rather|should)\b)(?:(?:both|only|the|these)\s)?[*_]*{CODE}[*_]*"
    rf"(?:,? (?:and|or|&) (?:the )?{CODE})*\s(?:(?:all|already|also|both|still)\s)?use\s",
    re.IGNORECASE,
)
"""Code that a clause begins with, and that uses other code already: `a` and `b` use `c`."""
_IS_BETWEEN = lazy_pattern(
    rf"^[^{CODE}]*\b(?:add|insert|paste|place|put)\s(?:it|that|these|this)\s+(?:directly |right )?"
    rf"between\s(?:the )?{CODE}"
    rf"\s(?:\w+ )?and\s(?:the )?{CODE}[^{CODE}]*$",
    re.IGNORECASE,
)
"""Words that put the code below between two lines: `Put this between `a` and `b`."""
_HAS_ALTERNATIVES = lazy_pattern(rf"{CODE}\s?[/|]\s?{CODE}")
"""Two names of which either is meant: `load`/`save`."""
_GOES_BEYOND = lazy_pattern(r",\s|;|\b(?:breaks?|causes?|makes?|means?)\b", re.IGNORECASE)
"""Words after a verb that begins a sentence, from which it tells what follows: `Deleting it breaks …`."""
_RUNS = lazy_pattern(
    r"[\W\d]*(?:(?:afterwards|again|also|finally|just|next|now|once|please|simply|then)\b,?\s*)*"
    rf"(?:(?:re-?)?run|execute|invoke|launch)\s(?:\w+\s){{0,2}}?{CODE}",
    re.IGNORECASE,
)
"""The beginning of a clause about a command: `Then run `make`."""
_LEADS_ON = frozenset(
    [
        *("add", "append", "become", "becomes", "by", "change", "insert", "put", "replace", "to", "update"),
        *("use", "with", "write"),
    ]
)
"""The last words of sentences that continue with the code below them, even without a colon."""
_INSTEAD = (
    r"(?:instead of|rather than|in place of|over|anstatt|anstelle|statt|en (?:lugar|vez) de|au lieu de"
    r"|plutôt que|al posto|invece|em vez|вместо)"
)
_BEFORE_OLD = lazy_pattern(rf"\b{_INSTEAD}\b[^,;]*$", re.IGNORECASE)
_BETWEEN_NEW_AND_OLD = lazy_pattern(
    rf"\b{_INSTEAD}\b[^,;]*$|^\W{{0,3}}(?:(?:and|y|et|und) )?(?:not|nicht|no|non|pas|не)\W{{0,2}}$"
    r"|而(?:不是|非|不)",
    re.IGNORECASE,
)
"""The words between new code and the old code that it replaces: `Use NEW instead of OLD`."""
_AFTER_OLD = lazy_pattern(r"\s*(?:の代わり|の代り|ではなく|じゃなく)")
_SUBSTITUTES = lazy_pattern(r"\bsubstitut\w+\W+(?:the )?$|用\s*$", re.IGNORECASE)
_FOR_OLD = lazy_pattern(r"\W+for\W+(?:the )?$|\s*(?:来|來|去)?(?:替换|替換|代替|取代|替代)", re.IGNORECASE)
"""The words before new code, and between it and old code: `Substitute NEW for OLD`."""
_TELLS_OF_USE = lazy_pattern(
    r"\b(?:(?<!be )used|calls?|called|checks|compares|ha[sd](?! to\b)|passes|returns|uses|using|wrote"
    r"|verwendet)\b",
    re.IGNORECASE,
)
"""A word for a use of code: `The name is used`, `calls`."""
_TELLS_OF_EDIT = lazy_pattern(
    r"\b(?:now|should|must|ought|i|we|this|that|which|these|changed?|jetzt|muss|soll\w*)\b", re.IGNORECASE
)
"""A word for an edit: `should`, `change`."""
_TAKES_OUT_PART = _phrases(
    rf"(?<!\w){_ONE}\s[^{CODE}.;]{{0,60}}?\b(?:arg(?:ument|omento|umento)[eis]*|param(?:eter[ns]?|s)?|param[eè]tr[eio]s?"
    r"|par[aáâ]metros?|аргумент\w*|параметр\w*|commas?|semicolons?|spaces?|whitespace|quotes|brackets"
    rf"|parenthes[ie]s|prefix|suffix|komma\w*|virgules?)\b(?!\s*{CODE})",
    edit_words.REMOVE,
)
"""A verb and a noun for a part of the code that a clause quotes: `Drop the comma after CODE`."""
_WHOLE_CODE = (
    "attribute block branch call case check class code comment condition constant declaration decorator"
    " definition dependency element entry export field file function helper import item job key line method"
    " module option override package paragraph part property resource rule script section service setting"
    " statement step target test variable"
).split()
_REMOVES_OTHER = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of(english(vocabulary.REMOVE))})\s+(?:the|its|an?|any|all)\s"
        rf"(?!(?:[\w-]+\s){{0,3}}?(?:{any_of(_WHOLE_CODE)})(?:e?s|ies)?\b)"
    ),
    re.IGNORECASE,
)
"""Words after the last code of a clause whose verb removes something other than that code."""
_KEEPS = lazy_pattern(
    r"\b(?:keep(?:ing)?|leav(?:e|ing)(?! out\b)|retain(?:ing)?|behalt\w*|belass\w*|gard(?:e|ez|er|ons)"
    r"|conserv\w+|laiss\w+|mant[eé]n\w*|dej(?:a|ar|e|en)|deix(?:a|ar|e)|mantieni|mantenere|lascia\w*|behoud|houd|laat"
    r"|zostaw\w*|остав\w+)\b|保留|留下|残し",
    re.IGNORECASE,
)
"""Words before code that stays, beside other code that goes: ``Remove `a`, but keep `b```."""
_REMOVES_BELOW = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of(english(vocabulary.REMOVE))})\s+(?!(?:both|it|them|these|this|those)\b)[^{CODE}{FILE},;]{{0,80}}{CODE}"
    ),
    re.IGNORECASE,
)
"""A verb, and the code that it removes."""
_ADDING = (
    rf"\b(?:{any_of(edit_words.ADD)}|import\w*)\b|{vocabulary.in_other_languages(vocabulary.ADD)}"
    r"|импорт|导入|引入|インポート"
)
_REMOVING = rf"\b(?:{any_of(edit_words.REMOVE)})\b|{vocabulary.in_other_languages(vocabulary.REMOVE)}"
_REMOVES_TOO = lazy_pattern(
    rf"(?:{_ADDING}).{{1,120}}(?:(?:{_REMOVING})[^{CODE}{FILE},;]{{0,40}}{CODE}|{CODE}\s?を\w{{0,2}}(?:削除|取り除))"
    rf"[^{CODE}{FILE}]*$",
    re.IGNORECASE,
)
"""Words that ask to add what is below them, and to remove code besides: `Import it, and remove CODE:`."""
_IS_PLACE = _phrases(
    r"(?<!\w)(?:(?:in|inside|within)|(?<!import )(?<!line )(?<!lines )(?<!call )(?<!use )(?<!definition )"
    rf"(?<!rid ){_ONE})\s+(?:\w+\s+){{0,2}}$",
    "of from in inside within aus von de del dans da di",
)
_IS_PLACE_BEFORE = lazy_pattern(
    rf"[^\w{CODE}]{{0,3}}(?:(?:タグ|ファイル|ブロック|メソッド|関数|要素|标签|標籤|函数|方法|文件)\s?)?"
    r"(?:内部?|中(?:の|的|，|、|から|で|\s)|里面?|裡|の中|から|において)"
    r"|[^\w\ue001]{0,3}(?:\s?(?:태그|파일|블록|메서드|메소드|함수|클래스|요소))?\s?(?:에서|의(?!\s?이름)|안의|안에서|내의)"
)
"""Words behind code that only says where the edit is: `<head> 内の次の行を削除し`."""
_IS_INSIDE = _phrases(
    rf"(?<!\w){_ONE}\s+(?:(?:the|la|el|le|der)\s+)?$",
    "in inside within im innerhalb dans en em nel nella",
)
_POINTS_BELOW = lazy_pattern(
    r"\b(?:following|below|this|these|as follows|like so|folgend\w*|siguiente\w*|suivant\w*|seguinte\w*)\b"
    r"|以下|如下|下面|次の",
    re.IGNORECASE,
)
"""Words for the code below them: `the following`, `like so`."""
_GOES_ON = lazy_pattern(
    r"\s*(?:\s(?:class|component|constant|function|helper|hook|import|method|variable))?,?"
    r"\s+(?:and|then|und|dann|y|e|et)\s"
    r"|\s*[^\W\da-z]{0,4}[，,]\s*(?:然后|再)?(?:改|替|换)",
    re.IGNORECASE,
)
"""Words between two names of one list, or two edits: ` function and `, `常量，改为`."""
_BEFORE_OTHER_EDIT = lazy_pattern(
    rf"(?P<edit>[^{CODE}]*{CODE}[^{CODE}，、]*?)(?:,|，|、|,?\s(?:and|then|und|dann|et|puis|y|e|en|и)\s)",
    re.IGNORECASE,
)
"""A clause up to the first conjunction after code: `add CODE at the top of the file and, `."""
_ONLY_CODE = lazy_pattern(
    rf"[^\w{CODE}{FILE}]*{CODE}(?:{_BESIDE_CODE}(?:{_AND}\s*)?{CODE})*[^\w{CODE}{FILE}]*"
)
"""A clause of code alone, as behind a colon: `CODE, CODE and CODE`."""
_IS_CODE = lazy_pattern(
    rf"(?:[^,{CODE}]{{0,40}},\s+)?[\W\d]*(?:\w+[ -]){{0,4}}?{CODE}"
    rf"(?:[^\w{CODE}]+(?:\w+[ -]){{0,4}}?{CODE})*"
    rf"[^\w{CODE}]*(?:(?:\w+\s){{1,3}}{FILE}|(?:\w+\s?){{0,3}})?\W*"
)
"""A clause without a verb: code, each with a word or two before it, and the file that it is for."""
_REFERS = _phrases(
    rf"(?<!thing )(?<!things )(?<!those )\b{_ONE}\b|[它其]|これ|それ",
    "it them this that these ihn sie es la lo le les",
    "它其れ",
)
_BEFORE_CONDITION = lazy_pattern(
    r"\b(?:because|if|once|since|unless|until|when(?:ever)?|where|whereas|which|while|as (?:long|soon) as"
    r"|bis|da|falls|sobald|solange|weil|wenn|dès que|lorsque|parce que|puisque|quand"
    r"|cuando|en cuanto|porque|ya que|assim que|quando|perch[eé]|appena|если|когда|потому что|так как)"
    r"\s(?:(?:das|der|die|el|la|le|the|your)\s)?$|(?:因为|因為|如果|当|當|由于|由於|一旦)\s?$",
    re.IGNORECASE,
)
"""The end of the words before code on which an edit depends, or that is its reason: ` once `."""
_BEFORE_KEPT = lazy_pattern(
    r"\b(?:apart from|but not|except(?:ing)?(?: for)?|(?:not includ|exclud)ing|other than"
    r"|außer|nicht aber|ohne|à l'exception d[eu]|mais pas|sauf|excepto|pero no|salvo|exceto|menos|mas não"
    r"|ma non|eccetto|tranne|behalve|maar niet|poza|ale nie|кроме|но не)\W{1,3}"
    r"(?:(?:das|der|die|el|la|le|the)\s)?$"
    r"|(?:除了|但不是|但不包括|不包括)\s?$",
    re.IGNORECASE,
)
"""The end of the words before code that a removal leaves: `Remove `a`, but not `b``."""
_GOES_UP_TO = lazy_pattern(
    r"(?<!\w)(?:(?:up|down|through) to|till|through|until|bis|jusqu['’](?:à|au)|hasta|até|fino a)"
    rf"\W[^{CODE},;]{{0,40}}{CODE}"
    rf"|(?:直到|一直到)[^{CODE},;]{{0,20}}{CODE}",
    re.IGNORECASE,
)
"""The end of what a clause removes, as in `Delete everything from CODE down to CODE`."""
_BEFORE_EVENT = lazy_pattern(
    r"\b(?:if|once|unless|when(?:ever)?|(?:any|each|every) ?time|as soon as|immer wenn|jedes Mal,? wenn"
    r"|wenn|sobald|chaque fois que|dès que|lorsque|quand|cada vez que|cuando|en cuanto|sempre que"
    r"|quando|ogni volta che|если|когда)\s(?:(?:das|der|die|el|la|le|the|your)\s)?$"
    r"|(?:如果|每当|每次|当|當|一旦)\s?$",
    re.IGNORECASE,
)
"""The end of the words before code of which something is said: `… runs every time `a` changes`."""
_LISTS_CODE = lazy_pattern(
    r"\W*(?:(?:and|or|und|oder|et|ou|y|e|и|和|及|与)\W+)?(?:(?:das|der|die|la|le|the)\s)?$"
)
"""All of the words between two names of one list: `, and the `."""
_GOES = lazy_pattern(
    r"\W*(?:(?:and|so|which|that|und|et|y|e)\s)?(?:it\s)?(?:can|could|may|must|should|kann|sollte|peut|puede|pode|può)\s"
    r"(?:\w+\s){0,2}?(?:be\s|être\s|ser\s|essere\s)?\w+(?:\swerden)?\W*$"
    r"|\W*(?:也|就|所以|因此)?(?:可以|可|应该|应|请|建议)?(?:直接|安全地?)?(?:删除|删掉|移除|去掉)(?:了|即可|掉)?\W*$",
    re.IGNORECASE,
)
"""A clause about the code of the clause before, which it does not mention: `, and can be removed`."""
_GOES_ALONE = lazy_pattern(r"\W*(?:[,，]|\b(?:and|so|und|et|y|e)\b)", re.IGNORECASE)
"""The beginning of such a clause about the subject or the object of the words before."""
_GOES_LAST = lazy_pattern(r"\W*(?:which|that)\b", re.IGNORECASE)
"""The beginning of such a clause about the code directly before it."""
_COMPARES = lazy_pattern(
    r"(?:\b(?:as|comme|como|(?<=, )come|così come|zoals|som|jak|як|как)\s"
    r"(?:you did |we did |it is |done |before )?"
    r"(?:in|inside|dans|en|em|no|na|nel|nella|i|w|v|в|у)\s"
    r"|\b(?:(?<!files )(?<!file )like|same as|similar to|wie)\s(?:you did |we did |schon |auch )?"
    r"(?:(?:in|inside|bei)\s)?|(?:像|和|与|跟|同)\s?)[`*_\"']*$",
    re.IGNORECASE,
)
"""The end of words before a file that an edit is like: `…, as in `a.py``."""
_HOW_OFTEN = frozenset("async asynchronously eagerly first last lazily never once sync thrice twice".split())
"""Adverbs that people put into back-quotes."""
_ITEM = lazy_pattern(r"\s*(?:[-*+•]|\d+[.)])\s")
_GOES_AWAY = lazy_pattern(
    lambda: (
        rf"{CODE}[*_]*(?:\s(?:{any_of(_WHOLE_CODE)}))?(?:\s(?:in|of)\s[`*_]*{FILE}[`*_]*)?"
        r"(?:\s(?:also|can|should|then|therefore|will))*"
        r"\s(?:goes? away|can go|has to go|must go|fällt (?:dann )?weg|entfällt|kann weg|muss weg|disparaît"
        r"|peut disparaître|desaparece|puede desaparecer|sparisce|vervalt|kan weg|исчезает)"
        r"(?=\W*$|[.,;:!)]|\s(?:and|now|once|too|und|et|y|e)\b)"
    ),
    re.IGNORECASE,
)
"""Code, and words that it goes: `send_html` goes away."""
_IS_NAME = lazy_pattern(r"[@A-Za-z_-][\w./@-]*$")
_IS_VALUE = lazy_pattern(r"(?:v?[\d.]+\w*|true|false|null|none|nil|\"[^\"]*\"|'[^']*')$", re.IGNORECASE)
_IS_WORD = lazy_pattern(r"\S+$|\"[^\"]*\"$|'[^']*'$")
_IS_SETTING = lazy_pattern(r"[^\s()=`]+$|\"[^\"]*\"$|'[^']*'$")
"""A value in a table, where the name that it is for is in a column of its own."""

_CELLS = lazy_pattern(r"(?<!\\)\|")
_RULER = lazy_pattern(r"[\s|:-]+$")
_CELL = lazy_pattern(r"\s*(?:`+|<code>)(?P<code>.*?)(?:`+|</code>)\s*$")
_LINES_OF_CELL = lazy_pattern(r"\s*`[^`]+`(?:\s*(?:\+|&|;|,|<br ?/?>|\band\b|\bplus\b)\s*`[^`]+`)+\s*$")
"""Several lines of code in a cell: `a` + `b`."""
_THING = (
    r"(?:(?:code|código|codice|config\w*|setting|valeur|valor|valore|value|versi[oó]ne?|version|wert)\s)?"
)
# These alone have other meanings, in longer titles: `Remove in`, `This file`, `Replace`.
_OLD_BESIDE_NEW = vocabulary.PAIRED_TITLES.keys() - {"delete", "remove", "this"}
_NEW_BESIDE_OLD = vocabulary.NEW_BESIDE_OLD - {"add", "becomes", "insert", "replace"}
_OLD_TITLE = lazy_pattern(
    lambda: rf"{_THING}(?:{any_of((*edit_words.OLD, *_OLD_BESIDE_NEW))})(?:\W.*)?$",
    re.IGNORECASE,
)
_NEW_TITLE = lazy_pattern(
    lambda: rf"{_THING}(?:{any_of((*edit_words.NEW, *_NEW_BESIDE_OLD, 'proposed', 'suggested'))})(?:\W.*)?$",
    re.IGNORECASE,
)


def opens(line: Line, context: Context) -> OpenBlock | None:
    """The block that a line of prose opens, with the edits in it; None if it has none."""
    text = line.text
    if context.fence is not None or len(text) > _MAX_LENGTH:
        return None
    if text.lstrip().startswith("|"):
        columns = _columns(text)
        return _Table(columns, context.above) if columns is not None else None
    alone = edit_words.code_alone(text)
    if alone is not None and alone.is_new:
        old = _old_code_above(context.above, alone)
        is_marked = old or alone.marking is edit_words.Marking.SIGN
        if is_marked and _is_only_shown(context.above):
            return None
        if is_marked:
            return _NewCode(line, old, alone, context.above)
    text = _with_quoted_name(text)
    if not _may_have_edit(text):
        return None
    found = list(_in_prose(line if text == line.text else replace(line, text=text), context.above))
    return _Sentence(found) if found else None


def _with_quoted_name(line: str) -> str:
    """A line with the name that it removes in back-quotes, if only code has such a name: `load_all()`."""
    if ("_" not in line and "()" not in line) or (found := _REMOVED_NAME.search(line)) is None:
        return line
    start, end = found.span("name")
    is_quoted = any(line.count(quote, 0, start) % 2 for quote in '`"')
    return line if is_quoted else f"{line[:start]}`{line[start:end]}`{line[end:]}"


def _may_have_edit(line: str) -> bool:
    """False if a line of prose has no edit: a fast first test."""
    return CODE_HINT.search(line) is not None and may_ask_for_edit(line)


def is_file(text: str) -> bool:
    """True if code is clearly the path of a file, not an expression such as `settings.DEBUG`."""
    if _PATH.fullmatch(text) is None or not is_path(text) or _SPECIAL_TARGET.fullmatch(text) is not None:
        return False
    name = base_name(text)
    return is_source(text) or name.startswith(".") or ("." not in name and names_a_file(text))


def file_edit(
    path: str,
    operation: Replace | Insert | Move | Delete | Write,
    *,
    text: str = "",
    lines: LineRange = OF_BLOCK,
) -> Code:
    """An edit of a file, as code that words state.

    Args:
        path: The file, as written.
        operation: The edit.
        text: Its new lines.
        lines: Lines of the response.
    """
    return Code(lines, text, "", may_be_file=False, mentions=(path,), operation=operation, is_in_words=True)


def _replacement(pair: Interpretation, own: str, above: Sequence[str], line: Line) -> Code:
    """A replacement in the file that its own words name, else the words above."""
    codes = (pair.search.strip(), pair.replace.strip())
    mentions = _mentions_beside(files_above([own]), own, codes) or files_above(above)
    return Code(
        line.range,
        pair.replace,
        "",
        may_be_file=False,
        mentions=mentions,
        operation=Replace((pair,)),
        is_in_words=True,
        words=own.strip(),
        names=names_in(own),
    )


# Sentences


def _with_stand_ins(text: str) -> tuple[str, list[str]]:
    """A text with a character for each file and each piece of code, and the list of these.

    Code in back-quotes within a sentence in quotes is no code of its own, nor is that sentence, except in a
    pair of old and new.
    """
    spans: list[str] = []

    def sign(match: re.Match[str]) -> str:
        group = match.lastgroup
        assert group is not None
        if group == "new":
            spans.extend((match["old"], match["new"]))
            return f"from {CODE} to {CODE}"
        code = match[group].strip()
        is_in_tag = _TAG_BEHIND.match(text, match.end()) or _TAG_BEFORE.search(text, 0, match.start())
        kind = FILE if is_file(code) and is_in_tag is None else CODE
        is_sentence = group in _QUOTES and "`" in code and _PAIR_OF_QUOTES.search(text) is None
        if is_sentence or (group == "path" and kind == CODE):
            return match[0]
        spans.append(code)
        return kind

    pattern = _QUOTED if _EXTENSION.search(text) is None else _QUOTED_OR_PATH
    return pattern.sub(sign, text), spans


def _in_prose(line: Line, above: Sequence[str]) -> Iterator[Code]:
    """The edits in a sentence or list item, with characters for its code and files.

    1. A sentence has a kind of edit: by its words, or else that of the sentence before.
    2. Of each of its clauses, `_part_with_edit` may describe an edit.
    3. It states edits plainly (`_in_clause`), or else describes one in any words (`_wording_of_clause`), also
       of the code that the clause before quotes.
    """
    text, spans = _with_stand_ins(line.text)
    # Most lines have neither code nor a file, so no edit, and the patterns below take long to compile. A line
    # with these characters outside code, which may be icons of a terminal's font, is not read.
    if not spans or len(spans) != text.count(FILE) + text.count(CODE):
        return
    if _REMOVES_TITLE.fullmatch(text):
        yield file_edit(spans[0], Delete(), lines=line.range)
        return
    text, spans = _without_remarks(text, spans)
    is_item = _ITEM.match(text) is not None
    previous: list[str] = []
    kind: WordingKind | None = None
    for sentence in sentences_in(text):
        in_sentence = words_in(sentence)
        whole, sentence = sentence, _without_consequence(sentence, in_sentence)
        if whole != sentence:
            in_sentence = words_in(sentence)
        shows_code = f": {CODE}" in sentence
        kind = edit_words.kind_of(sentence, in_sentence) or (WordingKind.SHOW if shows_code else kind)
        clauses = _clauses(sentence, in_sentence)
        nothing: tuple[str, list[str]] = ("", [])
        lead = below = nothing
        for nth, clause in enumerate(clauses, 1):
            signs = _STAND_IN.findall(clause)
            own, spans = spans[: len(signs)], spans[len(signs) :]
            lead, below = below, (clause, own)
            if not own and not previous:
                continue
            clause, own = _without_place_between(clause, own)
            signs = _STAND_IN.findall(clause)
            codes = in_clause = [code for code, sign in zip(own, signs, strict=True) if sign == CODE]
            part = _part_with_edit(sentence, clause, is_last=nth == len(clauses))
            if not part and len(codes) == 1 and begins_import(codes[0]) and _REMOVES_TOO.search(sentence):
                part = f"remove {CODE}"
            if not part and codes and begins_import(codes[0]):
                part = _before_other_edit(clause)
            if _ONLY_CODE.fullmatch(part) is not None and _leads_to_removal(lead[0]):
                part, own = f"{lead[0]} {part}", [*lead[1], *own]
                codes = [
                    code for code, sign in zip(own, _STAND_IN.findall(part), strict=True) if sign == CODE
                ]
            if _is_forbidden(clauses, nth - 1, in_sentence):
                part = ""
            words = in_sentence if part == sentence else words_in(part)
            found = list(_in_clause(part, words, own, line, above, is_item=is_item))
            yield from found
            wording = None
            if not found and not _says_how_often(part, codes):
                wording = _wording_of_clause(part, words, codes[: part.count(CODE)], previous, kind)
            if wording is not None:
                yield _description(line, above, wording)
            quoted = zip(in_clause, _are_places(clause, in_sentence), strict=True)
            previous = [code for code, is_place in quoted if not is_place] or previous
            if _STAYING.search(clause) is not None:
                # No `it` of an edit means what stays as it is.
                previous = []
        spans = spans[len(_STAND_IN.findall(whole)) - len(_STAND_IN.findall(sentence)) :]


def _says_how_often(clause: str, codes: Sequence[str]) -> bool:
    """True if a clause says how often or how something is called, in code: `is now called `twice`."""
    return (
        not _HOW_OFTEN.isdisjoint(codes) and "called" in clause.lower() and edit_words.says_new_name(clause)
    )


def _without_remarks(text: str, spans: list[str]) -> tuple[str, list[str]]:
    """A text and its code, without remarks about code before other code; see `_REMARK`."""
    if "(" not in text and "（" not in text:
        return text, spans
    kept = list(spans)
    for remark in reversed([*_REMARK.finditer(text)]):
        if (count := len(_STAND_IN.findall(remark[0]))) > 0:
            first = len(_STAND_IN.findall(text[: remark.start()]))
            del kept[first : first + count]
            text = f"{text[: remark.start()]}{remark[1]}{text[remark.end() :]}"
    return text, kept


def _leads_to_removal(clause: str) -> bool:
    """True if a clause only asks to remove the code behind its colon: `In CODE, delete this line:`."""
    if not clause.rstrip("*_ ").endswith((":", "：")) or edit_words.asks_for_more(clause):
        return False
    words = words_in(clause)
    with_code = f"{clause.rstrip('*_:： ')} {CODE}"
    is_refused = any(_has_in_main_part(each, with_code, words) for each in (_FORBIDS, _ASKS_OR_FORBIDS))
    return edit_words.kind_of(clause, words) is WordingKind.REMOVE and not is_refused


def _without_place_between(clause: str, spans: list[str]) -> tuple[str, list[str]]:
    """A clause that changes code, and its code, without the place of the edit; see `_PLACE_BETWEEN`."""
    if clause.count(CODE) < 3 or (place := _PLACE_BETWEEN.search(clause)) is None:
        return clause, spans
    before = words_in(clause[: place.start()])
    if edit_words.kind_of(clause[: place.start()], before) is not WordingKind.CHANGE:
        return clause, spans
    at = len(_STAND_IN.findall(clause, 0, place.start()))
    return f"{clause[: place.start()]}{place['before']}{clause[place.end() :]}", [
        *spans[:at],
        *spans[at + 1 :],
    ]


def _without_consequence(sentence: str, words: Sequence[str]) -> str:
    """A sentence with these words, without what follows if its edit is not made; see `_CONSEQUENCE`.

    Another edit is no consequence: `Keep `a` if it is used, otherwise remove `b`.`
    """
    if not _CONSEQUENCE.may_be_in(sentence, words):
        return sentence
    found = _CONSEQUENCE.pattern.search(sentence)
    if found is None:
        return sentence
    if (code := _STAND_IN.search(found[0])) is not None:
        before = found[0][: code.start()]
        is_beside_code = _STAND_IN.search(sentence, 0, found.start()) is not None
        if not is_beside_code or _says_edit(before):
            return sentence
    return f"{sentence[: found.start()]}{sentence[found.end() :]}"


def _part_with_edit(sentence: str, clause: str, *, is_last: bool) -> str:
    """The part of a clause that may describe an edit; empty if none may.

    A question describes none, nor do words that introduce the code below, as in `Replace it with:`.
    """
    last_word = sentence.rstrip("*_ ").rpartition(" ")[2].lstrip("*_").lower()
    is_heading = last_word.endswith((":", "：")) or last_word in _LEADS_ON
    if sentence.rstrip().endswith("?") or (is_heading and _POINTS_BELOW.search(clause)):
        return ""
    return _before_heading(clause) if is_heading and is_last else clause


def _is_forbidden(clauses: Sequence[str], at: int, words: Sequence[str]) -> bool:
    """True if a clause, of a sentence with these words, or one beside it says not to make its edit."""
    clause = clauses[at]
    if _has_in_main_part(_FORBIDS, clause, words):
        return True
    if at and _FORBIDS_NEXT.match(clauses[at - 1]) is not None:
        return True
    rest = f"{clause.rpartition(CODE)[2].rpartition(FILE)[2]} {' '.join(clauses[at + 1 :])}"
    is_in_vain = _GERUND.match(clause) is not None and _IS_IN_VAIN.search(rest) is not None
    return is_in_vain or _RETRACTED.search(rest) is not None


def _has_in_main_part(phrases: Phrases, clause: str, words: Collection[str]) -> bool:
    """True if the main part of a clause with these words has one of the phrases."""
    return phrases.may_be_in(clause, words) and phrases.are_in(_main_part(clause), words)


def _main_part(clause: str) -> str:
    """A clause without its purpose, its reason, and another way that it does not take."""
    main = _REASON.sub("", clause)
    if (purpose := _PURPOSE.match(main)) is not None:
        main = main[purpose.end() :]
    other = _OTHER_WAY.search(main)
    if other is None or main.count(CODE, other.end()) > 1:
        return main
    is_edit = _REPLACES.pattern.search(main, 0, other.start()) is not None
    return main[: other.start()] if is_edit else main


def _clauses(sentence: str, words: Sequence[str]) -> Sequence[str]:
    is_one = not _CLAUSE_END.may_be_in(sentence, words)
    return [sentence] if is_one else _CLAUSE_END.pattern.split(sentence)


def _in_clause(
    clause: str,
    words: Sequence[str],
    spans: Sequence[str],
    line: Line,
    above: Sequence[str],
    *,
    is_item: bool,
) -> Iterator[Code]:
    """The edits that a clause states in plain words: old and new code, or files.

    Args:
        clause: The clause, with characters for code and files.
        words: The words in it.
        spans: The code and files.
        line: The line that it is in.
        above: The lines above that.
        is_item: True if the line is an item of a list.
    """
    if not spans or _has_in_main_part(_REFUSES, clause, words):
        return
    codes, files = clause.count(CODE), clause.count(FILE)
    lists = _REPLACES_LIST.all_in(clause, words) if codes > 3 else ()
    if listed := [pair for match in lists for pair in _pairs_of_lists(clause, spans, match)]:
        for old, new in listed:
            yield _replacement(Interpretation(f"{old}\n", f"{new}\n"), line.text, above, line)
        return
    pairs = [*_REPLACES.all_in(clause, words)] if codes > 1 else []
    pairs = [each for first in pairs for each in (first, *_pairs_behind(clause, first))]
    if codes > 1 and not pairs and (found := _TURNS_INTO.search(clause)) is not None:
        at = sum(clause.count(each, 0, found.start("pair")) for each in (FILE, CODE))
        old, new = spans[at : at + 2]
        # Of a name, and of a condition that gets a value, such words may tell what the code does.
        are_alike = (_IS_VALUE.match(old) is None) == (_IS_VALUE.match(new) is None)
        if are_alike and not _IS_NAME.match(old) and _may_replace(old, new):
            yield _replacement(Interpretation(f"{old}\n", f"{new}\n"), line.text, above, line)
            return
    for match in pairs or (_BECOMES.finditer(clause) if is_item and codes > 1 else ()):
        old, *_, new = _operands(clause, spans, match, CODE)
        if match[0].lower().startswith("substitut") and re.search(rf"{CODE}\W*for\W", match[0]) is not None:
            old, new = new, old
        if old.startswith("- ") and new.startswith("+ "):
            old, new = old[2:].strip(), new[2:].strip()
        # `Set LEVEL to info` gives a name a value.
        is_setting = vocabulary.SAYS_SET.match(match[0]) is not None and _IS_NAME.match(old) is not None
        # `Change the limit from 5 to 10`: what these are values of is in other words.
        is_value = _FROM_TO.search(match[0]) is not None and _IS_WORD.match(old) is not None
        if _may_replace(old, new) and not is_setting and not is_value:
            yield _replacement(Interpretation(f"{old}\n", f"{new}\n"), line.text, above, line)
    moves = [*_MOVES.all_in(clause, words)] if files > 1 else []
    for match in _PATH_BECOMES.finditer(clause) if files > 1 and not moves else ():
        old, new = _operands(clause, spans, match, FILE)
        # `In `a.ts`, the import changes: …`
        if not {old, new}.issuperset(files_above([line.text])):
            yield _replacement(Interpretation(f"{old}\n", f"{new}\n"), line.text, above, line)
    for match in moves:
        old, *_, new = _operands(clause, spans, match, FILE)
        yield file_edit(old, Move(_beside(old, new)), lines=line.range)
    for match in _REMOVES_LINE.all_in(clause, words) if codes else ():
        old = _operands(clause, spans, match, CODE)[0]
        if not _IS_NAME.match(old):
            yield _replacement(Interpretation(f"{old}\n", ""), line.text, above, line)
    for match in _REMOVES.all_in(clause, words) if files else ():
        yield file_edit(_operands(clause, spans, match, FILE)[0], Delete(), lines=line.range)


def _before_heading(clause: str) -> str:
    """The beginning of a clause whose end introduces the code below it: `CODE, and the query to this:`."""
    at = clause.rfind(CODE) + 1
    if at and _GOES_AWAY.match(clause, at - 1) is not None:
        return clause.rstrip(" *_:：")
    return clause[:at] if at and _GOES_ON.match(clause, at) is not None else ""


def _before_other_edit(clause: str) -> str:
    """The beginning of a clause up to the words for another edit: `add CODE on top and this function:`."""
    found = _BEFORE_OTHER_EDIT.match(clause)
    return "" if found is None else found["edit"]


def _description(line: Line, above: Sequence[str], wording: Wording) -> Code:
    """A line that describes an edit, whose old and new code only the tree can tell apart."""
    mentions = _mentions_beside(_files_of_edit(line.text), line.text, wording.codes) or files_above(above)
    return Code(
        line.range,
        "",
        "",
        may_be_file=False,
        # An image such as `acme/web:1.5` looks like a path too.
        mentions=tuple(each for each in mentions if each not in wording.codes),
        is_in_words=True,
        words=line.text.strip(),
        names=names_in(line.text),
        wording=wording,
    )


def _mentions_beside(paths: Sequence[str], words: str, codes: Collection[str]) -> tuple[str, ...]:
    """The files that words name outside of the code of their edit: no `<script src="/js/app.js">`."""
    around = {path: words for path in paths if path not in codes}
    for path in around:
        for code in codes:
            if path in code:
                around[path] = around[path].replace(code, " ")
    return tuple(path for path in paths if path in around.get(path, ""))


def _files_of_edit(line: str) -> Sequence[str]:
    """The files that a line names, without those with which it compares its edit; see `_COMPARES`."""
    paths = files_above([line])
    return [path for path in paths if _COMPARES.search(line.partition(path)[0]) is None] if paths else paths


_Quote = tuple[str, str]
"""Code that a clause quotes, and the words before it, back to the code before."""


def _wording_of_clause(
    clause: str,
    words: Sequence[str],
    codes: Sequence[str],
    previous: Sequence[str],
    kind_of_sentence: WordingKind | None,
) -> Wording | None:
    """The edit that a clause may describe; None if it describes none.

    Args:
        clause: The clause, with characters for code.
        words: The words in it.
        codes: The code that it quotes.
        previous: The code that the clause before quotes, which `it` may refer to.
        kind_of_sentence: The kind of edit of the sentence, which is that of a clause without a verb.
    """
    if not codes and not previous:
        return None
    gone = _GOES_AWAY.search(clause)
    if gone is not None and not _has_in_main_part(_ASKS_OR_FORBIDS, clause, words):
        # Of an exception they say that it no longer occurs.
        name = codes[clause.count(CODE, 0, gone.start())]
        return None if name.endswith(_EXCEPTIONS) else Wording(WordingKind.REMOVE, (name,), ("",))
    kind = edit_words.kind_of(clause, words)
    told = _ASKS_NOTHING.sub(" ", clause) if kind is not None else clause
    if told != clause:
        kind = edit_words.kind_of(told, words_in(told))
    if _IS_SUBJECT_OF_USE.match(clause) is not None or _IS_BETWEEN.search(clause) is not None:
        return None
    if _GERUND.match(clause) is not None and _GOES_BEYOND.search(clause.partition(CODE)[0]) is not None:
        return None
    if kind is None and not edit_words.REMIND.isdisjoint(words) and codes and all(map(begins_import, codes)):
        kind = WordingKind.ADD
    if kind is None and kind_of_sentence is not None and _IS_CODE.fullmatch(clause) is not None:
        is_new = kind_of_sentence in (WordingKind.ADD, WordingKind.SHOW)
        kind = kind_of_sentence if is_new else WordingKind.CHANGE
    if kind is None or _has_in_main_part(_ASKS_OR_FORBIDS, clause, words) or _RUNS.match(clause):
        return None
    if kind is not WordingKind.REMOVE and _HAS_ALTERNATIVES.search(clause) is not None:
        return None
    if kind is WordingKind.ADD and len(codes) > 1 and _is_reason(clause):
        # The code is not what is added to other code.
        return None
    quotes = _quotes_of_edit(kind, clause, words, codes, previous)
    old_at = _old_code_in(quotes) if kind is WordingKind.CHANGE else None
    if old_at is not None and _tells_of_use(clause):
        return None
    quoted = [code for code, _ in quotes]
    if old_at is not None and _names_new_code_first(quotes, old_at):
        quoted[old_at : old_at + 2] = reversed(quoted[old_at : old_at + 2])
    if len(quotes) == 1 and kind is WordingKind.CHANGE and _BEFORE_OLD.search(quotes[0][1]) is not None:
        # The code that takes its place is in the clause before, if anywhere.
        if not previous:
            return None
        quoted, quotes, old_at = [*quoted, previous[-1]], [*quotes, ("", "")], 0
    if not quotes:
        return None
    is_gerund = _GERUND.match(clause) is not None
    # The clause before may quote the old code: `a == b` is wrong. Use `a === b`.
    may_be_second_half = kind is WordingKind.CHANGE and len(quotes) == 1 and not is_gerund
    return Wording(
        kind,
        tuple(quoted),
        words_before=tuple(before for _, before in quotes),
        rest=clause.rpartition(CODE)[2].replace(FILE, " "),
        earlier=previous[-1] if previous and may_be_second_half else None,
        old_at=old_at,
        is_report=is_gerund or _REPORTS.match(clause) is not None or _SO_REPORTS.search(clause) is not None,
    )


def _is_reason(clause: str) -> bool:
    """True if the code of a clause is only in its reason to add something."""
    return _DOES_EVEN_IF.match(clause) is not None or _SO_ADDS_ANOTHER.search(clause) is not None


def _old_code_in(quotes: Sequence[_Quote]) -> int | None:
    """The index of the first of two quotes if one replaces the other, as their words say; else None."""
    for at, (_, before) in enumerate(quotes[:-1]):
        is_first = _BEFORE_OLD.search(before) is not None or _AFTER_OLD.match(quotes[at + 1][1]) is not None
        if is_first or _names_new_code_first(quotes, at):
            return at
    return None


def _names_new_code_first(quotes: Sequence[_Quote], at: int) -> bool:
    """True if the quote at an index, 0-based, is the new code for the one after it."""
    before, between = quotes[at][1], quotes[at + 1][1]
    is_substitution = _SUBSTITUTES.search(before) is not None and _FOR_OLD.match(between) is not None
    return is_substitution or _BETWEEN_NEW_AND_OLD.search(between) is not None


def _tells_of_use(clause: str) -> bool:
    """True if a clause may tell of the code as it is: `load` uses `a` instead of `b`."""
    before = clause.rpartition(CODE)[0].rpartition(CODE)[0]
    return _TELLS_OF_USE.search(before) is not None and _TELLS_OF_EDIT.search(clause) is None


def _quotes_of_edit(
    kind: WordingKind, clause: str, words: Sequence[str], codes: Sequence[str], previous: Sequence[str]
) -> Sequence[_Quote]:
    """The quotes of old or new code in a clause; see `_wording_of_clause`.

    Leaves out those that only say where the edit is. A pronoun stands for code of the clause before.
    """
    quotes = list(zip(codes, _words_before(clause), strict=True))
    match kind:
        case WordingKind.REMOVE:
            if len(codes) == 1 and vocabulary.goes_to_end(clause.rpartition(CODE)[2]):
                return quotes
            if _removes_part(clause, words) or _GOES_UP_TO.search(clause) is not None:
                return []
            are_places = _are_places(clause, words)
            if (verb := _REMOVES_BELOW.search(clause)) is not None:
                # Code before an active verb is its subject, or says where: `In `load`, remove `x`.`
                above = clause.count(CODE, 0, verb.start())
                quotes, are_places = quotes[above:], are_places[above:]
            stays = (_BETWEEN_NEW_AND_OLD, _BEFORE_CONDITION, _BEFORE_KEPT)
            are_places = [
                is_place or any(pattern.search(before) is not None for pattern in stays)
                for is_place, (_, before) in zip(are_places, quotes, strict=True)
            ]
            removed = [
                quote
                for quote, is_place in zip(quotes, are_places, strict=True)
                if not is_place and _KEEPS.search(quote[1]) is None
            ]
            if not removed and _GOES.match(clause) is not None:
                return [(code, "") for code in previous[-1:]]
            if not removed and _REFERS.are_in(clause, words):
                # A condition before the verb has what `it` means: `If `x` is unused, remove it.`
                before = clause.partition(CODE)[0]
                if any(_is_condition(each) for _, each in quotes[:1]) and not _says_edit(before):
                    return quotes[:1]
                return [(code, "") for code in previous]
            return _those_that_go(removed, clause.rpartition(CODE)[2])
        case WordingKind.CHANGE:
            if _IS_INSIDE.may_be_in(clause, words):
                quotes = [quote for quote in quotes if not _is_inside(*quote)]
            behind = clause.split(CODE)[1:] if len(quotes) == len(codes) > 2 else ()
            places = [_IS_PLACE_BEFORE.match(each) is not None for each in behind] or [False] * len(quotes)
            quotes = [
                quote
                for quote, is_place in zip(quotes, places, strict=True)
                if not (is_place and _IS_NAME.match(quote[0]))
            ]
            return [quote for quote in quotes if _BEFORE_EVENT.search(quote[1]) is None]
        case WordingKind.ADD | WordingKind.RENAME:
            if quotes and _is_inside(*quotes[0]):
                quotes = quotes[1:]
            if previous and _REFERS.pattern.search(clause.partition(CODE)[0]) is not None:
                return [(previous[-1], ""), *quotes]
    return quotes


def _says_edit(words: str) -> bool:
    """True if words have a verb of an edit."""
    return edit_words.kind_of(words, words_in(words)) is not None


def _is_condition(before: str) -> bool:
    """True if the edit that words before code ask for depends on that code, or has it as its reason."""
    return _BEFORE_CONDITION.search(before) is not None


def _those_that_go(quotes: Sequence[_Quote], after: str) -> Sequence[_Quote]:
    """Of the quotes in a clause, those that the words behind the last one say can go.

    That is all of one list, and the last of others: `f` calls `g`, which can be removed. It is none if that
    may be any of them: `f` calls `g`, and can be removed.
    """
    at = max(after.rfind(","), after.rfind("，"), 0)
    if _GOES.match(after, at) is None:
        return quotes
    first = len(quotes) - 1
    while first > 0 and _LISTS_CODE.match(quotes[first][1]) is not None:
        first -= 1
    if first <= 0:
        return quotes
    if _GOES_LAST.match(after, at) is not None:
        return quotes[first:]
    return [] if _GOES_ALONE.match(after, at) is not None else quotes


def _removes_part(clause: str, words: Sequence[str]) -> bool:
    """True if a clause takes out only a part of the code that it quotes, and does not quote that part.

    `f` takes three parameters, so drop the fourth argument. | Drop the comma after `x`.
    """
    last = max(clause.rfind(CODE), clause.rfind(FILE)) + 1
    return _TAKES_OUT_PART.are_in(clause, words) or _REMOVES_OTHER.search(clause, last) is not None


def _is_inside(code: str, before: str) -> bool:
    """True if code, with these words before it, only says where the edit is, as in `inside NAME`."""
    return _IS_NAME.match(code) is not None and _IS_INSIDE.pattern.search(before) is not None


def _are_places(sentence: str, words: Sequence[str]) -> list[bool]:
    """For each code in a sentence: true if it only says where the edit is, as in `from CODE`."""
    # The preposition may belong to a file before the code: `Lösche in FILE die Methode CODE`.
    *words_before, _ = sentence.split(CODE)
    behind = sentence.split(CODE)[1:]
    are_places = [_IS_PLACE_BEFORE.match(words) is not None for words in behind]
    if not _IS_PLACE.may_be_in(sentence, words):
        return are_places
    found = (
        _IS_PLACE.pattern.search(before) is not None and _TAG_BEFORE.search(before) is None
        for before in words_before
    )
    return [any(pair) for pair in zip(found, are_places, strict=True)]


def _words_before(clause: str) -> list[str]:
    """For each code in a clause, the words since the code before it."""
    return clause.replace(FILE, " ").split(CODE)[:-1]


def _operands(text: str, spans: Sequence[str], match: re.Match[str], sign: str) -> list[str]:
    """The pieces of code that the characters of one kind in a match stand for."""
    at = sum(text.count(each, 0, match.start()) for each in (FILE, CODE))
    signs = [each for each in match[0] if each in (FILE, CODE)]
    return [code for code, each in zip(spans[at:], signs, strict=False) if each == sign]


def _pairs_of_lists(clause: str, spans: Sequence[str], match: re.Match[str]) -> Sequence[tuple[str, str]]:
    """The pairs of old and new code in two lists; none if one of these is longer, or if a pair is none."""
    old, new = (match[group].count(CODE) for group in ("old", "new"))
    codes = _operands(clause, spans, match, CODE)
    pairs = [*zip(codes, codes[old:], strict=False)]
    return pairs if old == new and all(_may_replace(*pair) for pair in pairs) else ()


def _pairs_behind(clause: str, match: re.Match[str]) -> Iterator[re.Match[str]]:
    """The further pairs of old and new code behind one, with the same word between the two."""
    to = match["to"].lower()
    while (found := _PAIR_BEHIND.match(clause, match.end())) is not None and found["to"].lower() == to:
        yield found
        match = found


def _beside(old: str, new: str) -> str:
    """The new path of a file: a name alone is in the folder of the old one."""
    folder, slash, _ = old.replace("\\", "/").rpartition("/")
    return f"{folder}{slash}{new}" if "/" not in new and "\\" not in new else new


def _may_replace(old: str, new: str) -> bool:
    """False if the old code is only a name, and the new code its value, or if that is not quoted whole."""
    is_setting = _IS_NAME.match(old.strip("\"'")) and _IS_VALUE.match(new)
    return bool(old and new) and old != new and not is_setting and not is_elided(new)


class _Sentence(OpenBlock):
    """A line of prose."""

    is_tentative = False
    is_one_line = True

    def __init__(self, found: Sequence[Code]) -> None:
        self._found = found

    def feed(self, line: Line) -> Step:
        return Step(self._found, is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        return self._found

    def progress(self) -> str:
        return "edit in words"


# Old and new code that are lines of their own
#
#     - `- total = a`
#     - `+ total = a + b`


def _old_code_above(above: Sequence[str], new: edit_words.CodeAlone) -> Sequence[str]:
    """The lines of old code directly above new code with the same kind of mark; none if there is none."""
    lines = [line for line in above if line.strip()]
    found: list[str] = []
    while lines:
        alone = edit_words.code_alone(lines.pop())
        if alone is None or alone.is_new or alone.marking is not new.marking:
            break
        found.insert(0, alone.code)
    return found


_SHOWS_CHANGE = lazy_pattern(
    r"^\W*(?:actual |expected |the |my |your )*(?:diff|error|log|output|result)s?\b"
    r"(?! (?:should|must|to)\b)"
    r"|\byou(?:['’]ve)? (?:had|just |already |have )*"
    r"(?:made|posted|reported|see|seen|sent|saw|showed|tried)\b"
    r"|^\W*for (?:example|instance)\b|\byou had\b|\b(?:broken|wrong)(?:\)|\W*$)"
    r"|\b(?:do['’]?s|dos) and don['’]?t['’]?s\b"
    r"|\b(?:conventions?|guidelines?|style(?: guide| rules)|naming rules|anti-?patterns?)\W*$"
    r"|^\W*(?:ausgabe|sortie|salida|saída|uscita|was du siehst|ce que (?:tu vois|vous voyez)|lo que ves)\b",
    re.IGNORECASE,
)
"""Words above old and new code that is only shown: `Output of …`, `The diff you reported:`."""


def _is_only_shown(above: Sequence[str]) -> bool:
    """True if the words above lines of old and new code forbid the edit, or only show it."""
    words = last_nonblank_line([line for line in above if edit_words.code_alone(line) is None])
    return forbids(words) or rejects(words) or _SHOWS_CHANGE.search(words) is not None


class _NewCode(OpenBlock):
    """Lines of new code in back-quotes, below old code or alone: an edit or an addition, as an offer."""

    is_tentative = False

    def __init__(
        self, line: Line, old: Sequence[str], new: edit_words.CodeAlone, above: Sequence[str]
    ) -> None:
        self._first = self._last = line
        self._old = old
        self._marking = new.marking
        self._above = above
        self._lines = [new.code]

    def feed(self, line: Line) -> Step:
        new = edit_words.code_alone(line.text)
        if new is None or not new.is_new or new.marking is not self._marking:
            return Step(self.end(), is_closed=True, takes_line=False)
        self._last = line
        self._lines.append(new.code)
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        lines = (self._first.number, self._last.number)
        old, text = ("".join(f"{each}\n" for each in side) for side in _without_signs(self._old, self._lines))
        words = words_above([line for line in self._above if edit_words.code_alone(line) is None])
        return [
            Code(
                lines,
                text,
                "",
                may_be_file=False,
                mentions=files_above(self._above),
                operation=Replace((Interpretation(old, text),)) if old else None,
                is_requested=True,
                edit_in_words=edit_words.kind_of(words, words_in(words)) or WordingKind.ADD,
                is_in_words=bool(old),
                words=words,
                names=names_in(words),
            )
        ]

    def progress(self) -> str:
        return "edit in words"


def _without_signs(*sides: Sequence[str]) -> Iterator[Sequence[str]]:
    """Old and new code without the space behind its signs, and without that around it."""
    depth = len(margin([line for side in sides for line in side]))
    return ([line[depth:].rstrip() for line in side] for side in sides)


# Tables


def _cells(row: str) -> list[str]:
    text = row.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in _CELLS.split(text)]


def _columns(header: str) -> tuple[int, int] | None:
    """The columns of old and new code; None if the table has none."""
    titles = [cell.strip("*_` ") for cell in _cells(header)]
    new = next((at for at, title in enumerate(titles) if _NEW_TITLE.match(title)), None)
    old = next((at for at, title in enumerate(titles) if _OLD_TITLE.match(title) and at != new), None)
    if old is not None and new is not None:
        return old, new
    plain = [title.lower() for title in titles]
    pairs = ((title, other) for title in plain for other in vocabulary.PAIRED_TITLES.get(title, ()))
    return next(((plain.index(title), plain.index(other)) for title, other in pairs if other in plain), None)


def _lines_of_cells(cells: Iterable[str]) -> Sequence[Sequence[str]]:
    """The lines of code in two cells if one has several; none if the cells have anything else."""
    sides: list[Sequence[str]] = []
    for cell in cells:
        one, several = _CELL.match(cell), _LINES_OF_CELL.match(cell)
        if several is not None:
            sides.append(QUOTED_CODE.findall(cell))
        elif one is not None and "`" not in one["code"]:
            sides.append([one["code"].strip()])
    is_more = len(sides) == 2 and max(map(len, sides)) > 1
    return sides if is_more and sides[0] != sides[1] else ()


class _Table(OpenBlock):
    """A table with columns of old and new code."""

    is_tentative = False
    unread = 0

    def __init__(self, columns: tuple[int, int], above: Sequence[str]) -> None:
        self._columns = columns
        self._above = above
        self._found: list[Code] = []

    def feed(self, line: Line) -> Step:
        if not line.text.lstrip().startswith("|"):
            self.unread = 1
            return Step(self._found, is_closed=True)
        if not _RULER.match(line.text):
            self._take(line)
        return CONTINUE

    def _take(self, line: Line) -> None:
        cells = _cells(line.text)
        if max(self._columns) >= len(cells):
            return
        others = [cell for at, cell in enumerate(cells) if at not in self._columns]
        rest = " ".join(others)
        if lines := _lines_of_cells(cells[at] for at in self._columns):
            before, after = ("".join(f"{each}\n" for each in side) for side in lines)
            pair = Interpretation(before, after)
            self._found.append(_replacement(pair, rest, self._above, line))
            return
        old, new = (_CELL.match(cells[at]) for at in self._columns)
        if old is None or new is None or "`" in old["code"] + new["code"]:
            return
        code, other = old["code"].strip(), new["code"].strip()
        names = [name for cell in others if _IS_NAME.match(name := cell.strip("`*_ ")) and not is_file(name)]
        if names and _IS_SETTING.match(code) and _IS_SETTING.match(other):
            # A value alone may be anywhere.
            wording = Wording(WordingKind.CHANGE, (names[-1], code, other))
            row = replace(line, text=rest.replace("[", "").replace("]", ""))
            self._found.append(_description(row, self._above, wording))
        elif _may_replace(code, other):
            pair = Interpretation(f"{code}\n", f"{other}\n")
            self._found.append(_replacement(pair, rest, self._above, line))

    def end(self) -> Sequence[Outcome]:
        return self._found

    def progress(self) -> str:
        return "table of edits arriving"


# Lines that words name by number, above a fence with the new ones.

_MAX_NUMBERED_LENGTH = 300
_LEAD_IN = (
    r"(?:(?:(?:then|next|now|also|first|second|third|finally|lastly|and|please|dann|und|puis|luego)\b,?\s+)*)"
    rf"(?:(?:in|im|dans|en|nel)\s+(?:(?:the|der|die|das|le|la|el)\s+)?(?:file\s+)?{FILE},?\s+)?"
)
_LINES_OF = (
    r"(?:(?:the|this|whole|entire|existing|current|old|code|contents?|block|text|of|on|in|at|from"
    r"|die|den|le|la|les|el|las?|los)\s+){0,5}"
)
_LINES = (
    r"(?:(?:lines?|zeilen?|lignes?|l[íi]neas?|linhas?|rig(?:a|he)|regels?|lini[aeęi]|wiersz\w{0,2}|строк\w{0,2}"
    r"|рядк\w{0,3}|rad(?:en|er(?:na)?)?|linj\w{1,3}|řád\w{1,3}|satır\w{0,3})\s+|(?=L\d))"
)
_UP_TO = r"[-–—]|\b(?:to|through|thru|bis|à|al?|hasta|até|tot|do|till?|til|по|до|ile)\b"
_AND_BETWEEN_NUMBERS = r"\b(?:and|und|et|y|e|en|i|и|і|och|og|a|ve)\b"
_NUMBERS = (
    rf"{_LINES}L?(?P<first>\d{{1,6}})"
    rf"(?:\s*(?:{_UP_TO}|(?P<and>{_AND_BETWEEN_NUMBERS}))\s*L?(?P<last>\d{{1,6}}))?(?![\d.,]*\d)"
)
_RANGE = rf"L?\d{{1,6}}(?:\s*(?:{_UP_TO})\s*L?\d{{1,6}})?"
_LISTED = rf"{_LINES}(?P<list>{_RANGE}(?:(?:,\s*|,?\s+{_AND_BETWEEN_NUMBERS}\s+){_RANGE})*)(?![\d.,]*\d)"
_OF_FILE = (
    r"(?:\s*\([^()\d]*\))?"
    rf"(?:\s+(?:in|of|from|von|aus|dans|de|en|del)\s+(?:(?:the|der|die|das|le|la|el)\s+)?(?:file\s+)?{FILE})?"
    r"(?:\s*\([^()\d]*\))?"
)
_CODE_BELOW = (
    r"(?:\s+(?:this|these|the following|the code below|following|folgendes|folgendem|ceci|esto|questo)"
    r"(?:\s+(?:lines?|code|block|one|two|three))?)?"
)
# Fewer than the directions of `vocabulary`: `next to line 5` says no side.
_BESIDE = (
    r"(?:(?:right|directly|just|immediately|direkt)\s+)?"
    r"(?:(?P<after>after|below|under|nach|hinter|après|después de|depois de|dopo)"
    r"|(?P<before>before|above|vor|avant|antes de|prima di)|(?P<between>between|zwischen|entre))"
)
_NEW_LINES = r"(?:\s+(?!(?:after|below|under|before|above|between|line)\b)[^\d\s,;:.!?]+){0,8}"
_COLON = r"\s*[:：]?$"
_REPLACES_LINES = lazy_pattern(
    lambda: (
        rf"{_LEAD_IN}(?:{any_of(edit_words.CHANGE)})\s+{_LINES_OF}{_NUMBERS}{_OF_FILE}\s*,?\s*"
        rf"(?:with|by|to|into|as follows|durch|zu|par|por|con|на){_CODE_BELOW}{_COLON}"
    ),
    re.IGNORECASE,
)
"""Words that replace numbered lines by the code below: `Replace lines 3-5 with:`."""
_INSERTS_LINES = lazy_pattern(
    lambda: (
        rf"{_LEAD_IN}(?:{any_of(edit_words.ADD)}){_NEW_LINES}\s+{_BESIDE}\s+(?:the\s+)?{_NUMBERS}{_OF_FILE}"
        rf"(?:,\s[^\d.!?]{{0,80}}?)?{_COLON}"
    ),
    re.IGNORECASE,
)
_INSERTS_LINES_THERE = lazy_pattern(
    lambda: (
        rf"{_LEAD_IN}{_BESIDE}\s+(?:the\s+)?{_NUMBERS}{_OF_FILE},?\s+(?:{any_of(edit_words.ADD)}){_NEW_LINES}{_COLON}"
    ),
    re.IGNORECASE,
)
_DELETES_LINES = lazy_pattern(
    lambda: (
        rf"{_LEAD_IN}(?:{any_of(edit_words.REMOVE)})\s+{_LINES_OF}"
        rf"{_LISTED}{_OF_FILE}(?:[,;]\s[^\d]*?)?[.!]?$"
    ),
    re.IGNORECASE,
)
_RANGES = lazy_pattern(_RANGE)
_DIGITS = lazy_pattern(r"\d+")
_QUOTED_ASIDE = lazy_pattern(r"\s*\(`[^`]*`\)")
"""The text of a line, after its number: `Delete line 12 (`x = 1`)`."""
_AFTER_COLON = lazy_pattern(r"(?<=:)\s+(?=[A-Z*_`])")
"""Before a request with a title of its own: `Step 2: Delete lines 5–7.`"""
_EMPHASIS = "*_ \t"
_MAY_NAME_LINE = lazy_pattern(
    r"(?i:l[ií]n|zeile|ligne|rig[ah]|regel|wiersz|строк|рядк|\brad|řád|satır)[^\W\d]*\s+\d|\bL\d"
)
"""A fast first test."""
_LINK = lazy_pattern(r"\[(?P<text>[^\]\n]+)\]\((?P<target>[^)\s]+)\)")
_LINES_SPELLED = lazy_pattern(
    # src/a.py:5-7 | src/a.py#L5-L7 | `src/a.py` @ 5
    r"(?P<path>[\w./\\@+-]*\.[A-Za-z]\w{0,9})(?P<close>[`*_]*)(?::|#(?=L)|\s?@\s?)L?(?P<first>\d{1,6})"
    r"(?:(?::\d{1,4})?\s?[-–—]\s?L?(?P<last>\d{1,6})|:\d{1,4})?(?![\w.]*\w)(?P<behind>[`*_]*)"
    # +5 to +7 | R5
    r"|(?<=\s)[+R](?=\d{1,6}\b)"
    # Lines: 5-7
    r"|(?<=\w):(?=\s*L?\d{1,6}(?:\s?[-–—]|\W*$))"
    r"|第?\s?(?P<number>\d{1,6})(?:\s?[-–—~〜～到至]\s?第?(?P<up_to>\d{1,6}))?\s?(?:行目?|번?째?\s?줄)"
)
"""Numbers of lines without the words of `_LINES`: `src/a.py:5-7`, `第 5 行`."""
_TITLE_OF_LINES = lazy_pattern(
    rf"(?:\W*(?:comment(?:ed)?|suggest(?:ed|ion)|change|review|in|on|at|for|file|auf|bei|zu|dans|en|em|su|op|w|na|в"
    rf"|på|i|v|(?=\d+[.):])\d+)\b)*\W*(?:{FILE}\W{{0,4}}(?:(?:on|at|in|auf|à|en|na)\s+)?)?"
    rf"(?:the\s+|の\s*)?{_NUMBERS}{_OF_FILE}\W{{0,3}}(?:$|(?<=[:,.)–—*])\s|[(–—-]\s?)",
    re.IGNORECASE,
)
"""The beginning of a line that says which lines the code below is a version of: `src/a.py, lines 5-7`."""
_OFFSETS = lazy_pattern(r"\w+:-(?P<above>\d{1,3})\+(?P<below>\d{1,3})")
"""The lines around that of a comment that a suggestion replaces, in the info string: `suggestion:-1+2`."""


class LineTitle(Struct, frozen=True):
    """The lines that the words above a fence replace with it, or between which they insert it."""

    path: str
    first: int
    """1-based. An insertion is before it."""
    last: int
    """The last line that goes; the one before `first` for an insertion."""
    words: str

    def operation(self, text: str) -> Operation:
        """The edit, with this new text."""
        if self.last < self.first:
            return Insert(self.last, text)
        return ReplaceLines(self.first, self.last, text)

    def edit(self, text: str, *, warnings: tuple[str, ...] = ()) -> Edit:
        """The edit with this new text, as an offer."""
        return Edit(
            self.path,
            self.operation(text),
            warnings=warnings,
            offer=Offer(OfferKind.WORDS),
            naming=Naming.SENTENCE,
            words=self.words,
            format=FormatName.LINE_EDIT,
        )

    def suggestion(self, text: str, names: tuple[str, ...], words: str) -> Edit:
        """The other version of these lines that a review suggests, as an offer.

        A comment on one line often suggests another version of more than that.
        """
        return Edit(
            self.path,
            Snippet(text),
            hints=Hints(lines=(self.first, self.last)),
            offer=Offer(OfferKind.WORDS),
            naming=Naming.SENTENCE,
            names=names,
            words=words,
            format=FormatName.SNIPPET,
        )


def line_title_above(context: Context) -> LineTitle | None:
    """The lines that the last words above a fence name; None if they name none, or no file is known."""
    above = list(context.above)
    line = last_nonblank_line(above)
    if len(line) > _MAX_NUMBERED_LENGTH or _MAY_NAME_LINE.search(line) is None:
        return None
    sentence = _requests_in(_with_file_stand_ins(line))[-1]
    lines = _lines_replaced(sentence) or _lines_inserted(sentence)
    path = _file_of_lines(above, context.path) if lines is not None else None
    return None if lines is None or path is None else LineTitle(path, *lines, line.strip())


def suggested_lines_above(info: str, context: Context) -> LineTitle | None:
    """The lines that a suggestion of a review replaces, as its comment names them; None if it names none.

    Args:
        info: The info string of its fence.
        context: The lines above it.
    """
    above = list(context.above)
    for at in range(len(above), 0, -1):
        line = above[at - 1]
        if ends_section(line):
            return None
        if len(line) > _MAX_NUMBERED_LENGTH or not any(map(str.isdigit, line)):
            continue
        spelled = _LINES_SPELLED.sub(_spelled, _LINK.sub(_linked, line.replace("**", "")))
        found = _TITLE_OF_LINES.match(_with_file_stand_ins(spelled))
        lines = None if found is None else _range(found)
        path = _file_of_lines([*above[: at - 1], spelled], context.path) if lines is not None else None
        if lines is None or path is None:
            continue
        offsets = _OFFSETS.fullmatch(info)
        if offsets is not None and lines[0] == lines[1]:
            lines = (max(1, lines[0] - int(offsets["above"])), lines[1] + int(offsets["below"]))
        return LineTitle(path, *lines, line.strip())
    return None


def _linked(link: re.Match[str]) -> str:
    """The words of a link, with the lines that its target names unless the words do."""
    _, sign, lines = link["target"].partition("#L")
    return link["text"] if not sign or _LINES_SPELLED.search(link["text"]) else f"{link['text']}#L{lines}"


def _spelled(found: re.Match[str]) -> str:
    """The numbers of lines as `_NUMBERS` reads them."""
    if found["path"]:
        last = f"-{found['last']}" if found["last"] else ""
        return f"{found['path']}{found['close']}{found['behind']}, line {found['first']}{last}"
    last = f"-{found['up_to']}" if found["up_to"] else ""
    return f" line {found['number']}{last} " if found["number"] else ""


def deletes_lines(line: Line, context: Context) -> OpenBlock | None:
    """The block of a line of prose that asks to delete lines by number; None if it asks for nothing."""
    text = line.text
    if len(text) > _MAX_NUMBERED_LENGTH or _MAY_NAME_LINE.search(text) is None:
        return None
    found = [
        lines
        for sentence in _requests_in(_QUOTED_ASIDE.sub("", _with_file_stand_ins(text)))
        if (match := _DELETES_LINES.fullmatch(sentence.strip(_EMPHASIS)))
        for lines in _ranges(match["list"])
    ]
    path = _file_of_lines([*context.above, text], context.path) if found else None
    if path is None:
        return None
    return _Deletion([LineTitle(path, *lines, text.strip()).edit("") for lines in found])


def _requests_in(line: str) -> list[str]:
    return [part for sentence in sentences_in(line) for part in _AFTER_COLON.split(sentence)]


def _with_file_stand_ins(line: str) -> str:
    """The line without decoration and emphasis, with a character for each file."""
    line = without_decoration(without_links(line.strip()))
    for mention in reversed(files_mentioned(line)):
        line = f"{line[: mention.start]}{FILE}{line[mention.end :]}"
    return line.replace("**", "").replace(f"`{FILE}`", FILE).strip(_EMPHASIS)


def _file_of_lines(above: Sequence[str], previous: str | None) -> str | None:
    """The file of the lines, by the words above or else by the edit before; None if it is not sure."""
    paths = files_above(above[-1:]) or files_above(above)
    if len(paths) == 1:
        return paths[0]
    return previous if not paths or previous in paths else None


def _lines_replaced(sentence: str) -> tuple[int, int] | None:
    found = _REPLACES_LINES.fullmatch(sentence)
    return None if found is None else _range(found)


def _lines_inserted(sentence: str) -> tuple[int, int] | None:
    found = _INSERTS_LINES.fullmatch(sentence) or _INSERTS_LINES_THERE.fullmatch(sentence)
    if found is None:
        return None
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if found["between"]:
        return (last, first) if last == first + 1 else None
    if found["last"]:
        return None
    if found["after"]:
        return first + 1, first
    return (first, first - 1) if first > 0 else None


def _range(found: re.Match[str]) -> tuple[int, int] | None:
    """The first and the last line in a match; None if it does not name one range."""
    first, last = int(found["first"]), int(found["last"] or found["first"])
    is_range = 0 < first <= last and (not found["and"] or last == first + 1)
    return (first, last) if is_range else None


def _ranges(text: str) -> list[tuple[int, int]]:
    """The first and the last line of each range in a list such as `3, 7-9 and 12`; none if one is wrong."""
    ranges = [[int(number) for number in _DIGITS.findall(each)] for each in _RANGES.findall(text)]
    found = [(numbers[0], numbers[-1]) for numbers in ranges]
    return found if all(0 < first <= last for first, last in found) else []


class _Deletion(OpenBlock):
    """A line of prose that asks to delete lines."""

    is_tentative = False
    is_one_line = True

    def __init__(self, found: Sequence[Edit]) -> None:
        self._found = found

    def feed(self, line: Line) -> Step:
        return CONTINUE

    def end(self) -> Sequence[Outcome]:
        return self._found

    def progress(self) -> str:
        return "edit in words"
