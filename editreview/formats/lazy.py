"""Lazy snippets: files with placeholder lines for parts that are left out.

    # ... existing code ...

The placeholders are those that Cursor, Continue, Morph and ChatGPT write, and those that plandex
and gemini-cli look for. The omitted text is never guessed here: a sketch holds only the written
text and the positions of the gaps.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from editreview.blocks import FormatName, Sketch
from editreview.first_use import lazy_pattern
from editreview.formats.spec import MOVE_BY_GIT, Description, Example
from editreview.text import indentation
from editreview.vocabulary import ADD, in_other_languages

_DOTS = r"(?:\.{3,}|…)"
_COMMENT = lazy_pattern(
    r"(?P<open>\{\{(?:!-*|--+)|\{[#-]+|<%[#-]+|<#|#=|@\*|-#|\(\*+|\{%-?[ ]*comment[ ]*-?%\}"
    r"|//+|#+|--+|;+|%+|/\*+|\*|<!--+|\{/\*+|\"\"\"|'''|(?:[!\"']|::|\.\.|dnl|rem|REM)(?=\s))\s*"
    r"(?P<text>.*?)"
    r"\s*(?:\*+/|--+>|\*+/\}|\"\"\"|'''|#+\}|-+\}|(?:--)?\}\}|(?:--)?%>|#>|=#|\*@|\*+\)"
    r"|\{%-?[ ]*endcomment[ ]*-?%\})?$"
)
"""A comment in one line, in any language. Templates and the like put delimiters on both sides of it."""
_WORDS_OF_COMMENTS = ("REM ", "dnl ", "rem ")
"""Signs of comments that are words."""
_DOTS_WITH_COMMENT = lazy_pattern(rf"{_DOTS}\s*(?P<comment>(?:#|//|--|/\*|<!--)[^\n]*)$")
_BEHIND_CODE = lazy_pattern(r"\s(?://|#|--)\s*(?P<line>[^/#]*)$|(?:/\*|<!--)\s*(?P<span>.*?)\s*(?:\*/|-->)")
"""A comment after code on its line: `x = 1  # the rest`."""

_ELIDED_DOCSTRING = lazy_pattern(
    r"^[ \t]*(?P<quotes>\"\"\"|''')\s*+[(\[<]?(?:\.{3,}|…"
    r"|(?:\.{3,}\s?|…\s?)?(?:the )?(?:(?:existing|original|previous|same|unchanged) doc\w*"
    r"|doc\w* (?:(?:is|remains|stays) )?(?:as before|as is|omitted|the same|unchanged))"
    r"(?: (?:here|omitted|unchanged|for brevity|as before))?\.{0,3}…?)[)\]>]?\s*+(?P=quotes)[ \t]*(?:\n|\Z)",
    re.MULTILINE | re.IGNORECASE,
)
"""A docstring that stands for that of the file: of dots, or of words that say so."""
_CUT_DOCSTRING = lazy_pattern(
    r"^[ \t]*(?P<quotes>\"\"\"|''')(?P<begun>\w[^\n]{4,}?)\.?[ ]?(?:\.{3}|…)(?P=quotes)[ \t]*(?:\n|\Z)",
    re.MULTILINE,
)
"""A docstring that ends with dots: `\"\"\"Return one. ...\"\"\"`."""
_ELIDED_BLOCK = lazy_pattern(
    r"^(?P<head>[ \t]*+[^\s\"'`#/{][^\"'`{\n]*+\{)"
    r"[ \t]*+(?:/\*[ \t]*)?(?:\.{3}|…)(?:[ \t]*\*/)?[ \t]*(?P<tail>\}[)\]};,]*+)[ \t]*$",
    re.MULTILINE,
)
"""A block in one line that leaves out all it has: `@Component({ ... })`."""

# The vocabulary of placeholders: nouns for what is left out, and phrases about it.
_CODE = r"(?:class|code|component|file|function|implementation|method|module)"
_THINGS = (
    r"(?:attributes|body|class(?:es)?|code|constants|contents?|declarations|definitions|dependencies|elements"
    r"|endpoints|entries|exports|fields|file|functions?|handlers|html|implementation|imports|inputs|items|jobs|keys"
    r"|lines|logic|markup|methods?|module|options|packages|properties|props|routes|rules|scripts?|sections?|services"
    r"|settings|setup|steps|styles|tags|tests?|text|types|variables)"
)
_NAME = r"(?:`[^`]+`|\w+\(\)|(?-i:[A-Z]\w*[a-z]\w*)|\w+_\w+)"
"""A word that can only be an identifier."""
_REST = r"(?:the )?(?:rest|remainder) of (?:the |your |this |its )?(?:[\w.`'-]+ ){0,3}?[\w.`'()-]+"
_OTHERS = (
    r"(?:all )?(?:the |your )?(?:existing|original|other|previous|remaining|same|unchanged) "
    rf"(?:[\w-]+ ){{0,2}}?{_THINGS}"
)
_LEFT_OUT = rf"(?:{_REST}|{_OTHERS})"
_STATE = r"(?:here|unchanged|omitted|elided|truncated|(?:the )?same)"
_STAYS = (
    rf"(?:(?:(?:is|are|goes|go|remains?|stays?) )?{_STATE}(?: here| as (?:above|before|is))?"
    r"|(?:remains?|stays?) as (?:before|is)|for brevity)"
)

_SAYINGS = (
    rf"{_LEFT_OUT}[,:]? {_STAYS}",
    rf"(?:the )?rest of (?:the |your )?(?:\w+ )?{_CODE}",
    rf"{_THINGS} (?:remains?|stays?) (?:unchanged|the same)",
    rf"(?:the )?{_NAME}(?: {_CODE})? (?:is|remains|stays) (?:as it (?:is|was)|the same|unchanged|untouched)",
    r"(?:code|content|implementation|file) (?:unchanged|omitted)(?: for brevity)?",
    r"(?:omitted|truncated)(?: for brevity)?",
    r"(?:no changes|nothing changed|unchanged|same as (?:above|before))(?: (?:above|below|here))?",
    r"(?:the )?(?:rest|everything else|others?) (?:(?:is|are|remains?|stays?) )?"
    r"(?:unchanged|untouched|omitted|(?:the )?same|as (?:before|is))",
)
"""Comments that stand for code even without dots."""
_WORDS_BEFORE = r"(?:[\w().,`&#:/-]+ ){0,7}?"
_PARTS_ABROAD = (
    r"(?:c[óo]digos?|clase|classe|archivo|fichero|arquivo|m[ée]todos?|funci[óo]n(?:es)?|função|funções|componente"
    r"|m[óo]dulo|importaciones|imports|tests|code|fichier|méthodes?|fonctions?|composant|module|codice|file|metodi"
    r"|funzioni)"
)
_NAMES_BEFORE = r"(?:[A-Za-z0-9_.()`,、，和与及跟とや・와과 ]{0,60}?.{0,12}?)"
_NOT_IF = r"(?!.*(?:是否|如果|可以|若|当|場合|れば|かどうか|하면|경우))"
_OTHER_SAYINGS = (
    # German
    rf"{_WORDS_BEFORE}(?:unverändert(?:e[nrs]?)?(?: \w+)?|bleib(?:t|en) gleich|ausgelassen|gekürzt"
    r"|wie (?:bisher|gehabt|zuvor|vorher|oben))(?: lassen)?",
    r"(?:der )?(?:rest(?:liche[rs]?)?|(?:übrige|bestehende|vorhandene|bisherige|unveränderte)[rs]?) "
    r"(?:(?:der|des) (?:klasse|datei|funktion|methode|komponente|moduls?|implementierung|imports?|tests?"
    r"|codes?)|code|methoden?|funktionen|imports|teile?|inhalt|logik)(?: (?:bleib(?:t|en) )?\w+)?",
    # Spanish, Portuguese, French and Italian
    rf"{_WORDS_BEFORE}(?:sin (?:cambios|modificar|modificaciones)|igual que antes|sem (?:alterações|mudanças)"
    r"|inalterad[oa]s?|omitid[oa]s?(?: por brev[ei]dade?)?"
    r"|(?:se mantienen?|permanecen?|quedan?|ficam?) igual(?:es)?|(?:permanecem?|ficam?) iguais"
    r"|inchangée?s?|sans (?:changements?|modifications?)"
    r"|no cambian?|não mudam?|non cambia(?:no)?|ne changent? pas"
    r"|comme (?:avant|précédemment)|omis(?:e|es)?|invariat[oaie]|senza modifiche|come prima|omess[oaie])",
    r"(?:el |o |le |il )?(?:resto|reste|demás) (?:(?:d[eao]l?s?|du|des|dei|della?) |dell[’'])?"
    rf"(?:l[ao]s? |l[’'])?{_PARTS_ABROAD}(?: [\w.]+){{0,3}}",
    rf"(?:el |o |le |il )?{_PARTS_ABROAD} "
    r"(?:existentes?|anterior(?:es)?|restantes?|original|existant|esistente)",
    # Russian
    rf"{_WORDS_BEFORE}(?:без изменений|не меня(?:ется|ются)|остаётся прежним|опущен[оаы]?)",
    r"(?:остальн(?:ой|ые|ая)|существующ(?:ий|ие)|прежний) (?:код|методы|функции|часть)(?: [а-яё ]+)?",
    # Chinese, Japanese and Korean
    rf"{_NOT_IF}{_NAMES_BEFORE}(?:保持不变|不变|無變化|无变化|未修改|未改动|保持原样|省略|同上|与之前相同|和之前一样)",
    r"(?:其余|其他|其它|剩余|余下|原有|现有|已有|原来)的?(?:代码|方法|函数|部分|内容|逻辑|字段|导入|配置)",
    rf"{_NOT_IF}{_NAMES_BEFORE}(?:変更なし|変更ありません|変わりません|そのまま|同じ(?:です)?|省略(?:します)?|以下同[様じ])",
    r"(?:既存|残り|その他|他|元|以前)の(?:コード|メソッド|処理|部分|関数|内容|実装)",
    rf"{_NOT_IF}{_NAMES_BEFORE}(?:변경 없음|동일(?:합니다)?|그대로(?: 유지)?|생략)",
    r"(?:기존|나머지) (?:코드|메서드|함수|부분|내용)",
)
"""Comments that stand for code, in the languages of chats."""
_BEGINNINGS = (
    _LEFT_OUT,
    "unchanged",
    "no changes",
    r"same as (?:above|before)",
    r"keep (?:the )?existing\b.*",
)
"""Beginnings of such comments that need dots after them."""
_HINTS = (
    "existing|unchanged|omitted|elided|truncated|remain(?:s|ing)?|rest of|remainder|as before|same as|keep",
    "(?:is|stays?) (?:the same|as it (?:is|was))",
    "start of|end of|everything (?:else|below|above)",
    "^(?:and |with )?(?:the )?(?:rest|others?|same)$|^(?:and )?so (?:on|forth)$|^continues? as",
    rf"(?:more|other|previous|your) {_THINGS}",
)
"""Words that stand for code after dots."""
_REST_ABROAD = (
    # German, Dutch and the Scandinavian languages
    r"(?:alles (?:andere|übrige)|(?:der |den )?rest(?:liche[nrs]?)?|(?:die )?(?:übrige|restliche)[nrs]?"
    r"|(?:de |het )?(?:rest|overige|resterende)|(?:det )?(?:resten|[øö]vrig[ae]?|resterande|resterende))"
    # Spanish, Portuguese, French and Italian
    r"|(?:todo )?(?:el |o |lo |l[oa]s? |os |as )?(?:resto|demás|demais|restantes?)"
    r"|(?:tout )?(?:le |la |les )?(?:reste(?! à)|suite(?! à)|restante?s?)"
    r"|(?:tutto )?(?:il |l[ae] |gli |i )?(?:resto|restant[ei]|rimanent[ei])"
    # Polish, Czech, Turkish, Russian and Ukrainian
    r"|reszt[aęy]|pozostał\w+|zbyt?(?:ek|ku)|zbývající|zbylé|ostatní|(?:kodun )?geri ?kalan\w*|kalan\w*"
    r"|остальн\w+|оставш\w+|(?:далее|дальше)(?! нужно)|решт[ауи]"
    # Romanian, Hungarian, Finnish, Greek, Vietnamese, Indonesian, Arabic, Persian and Hindi
    r"|restul|(?:a )?többi|loput|τα υπόλοιπα|το υπόλοιπο|phần còn lại|sisa(?:nya)?|باقي|بقية|بقیه|बाकी|शेष"
)
"""What is left of code, in the languages of chats but those that write words together."""
_OTHERS_ABROAD = (
    r"(?:weitere|andere|bestehende|vorhandene|bisherige|sonstige)[nrs]?|bestaande|overige|andra|andre"
    r"|befintlig\w*|eksisterende"
    r"|(?:l[oa]s |os |as )?(?:otr[oa]s|outr[oa]s|demás|demais)|(?:l['’]|les |d['’])?autres"
    r"|(?:gli |l[ea] |i )?altr[ie]|(?:l[ea] |il |le |el |o |a )?(?:même|mism[oa]|mesm[oa]|stess[oa])"
    r"|inne|pozostał[ea]|istniejąc\w+|dotychczasow\w+|další|stávající|původní|diğer|mevcut|önceki"
    r"|други[ех]|прочи[ех]|прежн\w+|существующ\w+|інші|решта|наявн\w+|існуюч\w+"
    r"|celelalte|alte|többi|muut|άλλ\w+|मौजूदा|अन्य|kode|các"
)
"""Adjectives for code that stays, before the name of a thing."""
_SAME_ABROAD = (
    r"(?:gleich|identisch|bleib(?:t|en) (?:so|da|erhalten|bestehen)"
    r"|(?:un|nicht )(?:ver)?ändert|wie (?:gehabt|bisher|vorher|zuvor|oben)"
    r"|hetzelfde|(?:on|niet )(?:gewijzigd|veranderd)|samma som (?:förut|tidigare|innan)"
    r"|som (?:før|förut|tidigare)"
    r"|(?:u|o)(?:endret|ændret|förändra\w*|ændra\w*)|det samme|samma"
    r"|iguais|igual(?:es)?|(?:lo |el |la |o |a )?(?:mism[oa]|mesm[oa])(?: (?:cosa|coisa))?"
    r"(?: (?:de|que) (?:antes|arriba))?"
    r"|(?:igual que|como|igual a) (?:antes|arriba|estaba|está|era|acima)|[ií]dem"
    r"|sin (?:cambios|tocar|cambiar)"
    r"|sem (?:alterações|alteração|mudanças?)|(?:no|não) (?:cambian?|mudam?)|inalterad[oa]s?"
    r"|pareil(?:le)?s?|identiques?|inchangée?s?|ne (?:change|bouge)(?:nt)? pas|tel(?:le)?s? quel(?:le)?s?"
    r"|comme (?:avant|précédemment|plus haut|ci-dessus)|sans (?:changements?|modifications?)"
    r"|ugual[ei](?: a prima)?|invariat[oaei]|come (?:prima|sopra)|senza modifiche|non cambia(?:no)?|lo stesso"
    r"|bez zmian|bez změny?|beze změny?|tak(?:ie|a)? sam[eoa]|jak (?:wcześniej|było|wyżej)|stejn[éýáě]"
    r"|jako (?:předtím|dříve)|aynı(?: kal\w+)?|değiş\w*me\w*|önceki gibi|olduğu gibi"
    r"|без (?:изменений|змін)|(?:так|то) же(?: самое)?|(?:как|так) (?:и )?(?:было|раньше|прежде|выше|есть)"
    r"|не (?:меня|измен|зм[іи]н)\w+|прежн(?:ее|им|ий)|те саме|так само|як (?:було|раніше)"
    r"|neschimbat\w*|la fel|változatlan\w*|ugyanaz|ennallaan|samoin|ίδι\w+|όπως πριν|giữ nguyên|không đổi"
    r"|như cũ|(?:tetap )?sama|tidak berubah|كما هو|بدون تغيير|بدون تغییر|वही|पहले जैसा|अपरिवर्तित)"
)
"""Words that say that code stays, at the end of a comment."""
_TOGETHER_ABROAD = (
    r"(?:其[余餘他它]|剩[余餘下]|余下|餘下|[后後]面|后续|後續|以下|下略|原[有本来來]|[现現]有|已有|之前|[与與和跟同]上"
    r"|残り|その(?:他|ほか|まま)|他の|以降|既存|元の|同じ|同様|나머지|이하|기타|기존|이전|동일|그 ?외|다른)"
    r".{0,20}"
    r"|.{1,20}(?:不[变變]|未[变變修改]\w*|省略|同じ|そのまま|同様|変更なし|동일|그대로|생략)"
)
"""Words for code that stays, in the languages that write words together."""
_UP_TO_WORDS = r"(?:[ ,:;–—-]+[\w\u0900-\u0963`'’./()\[\]*]+){0,%d}"
_ABROAD = lazy_pattern(
    rf"(?:{_REST_ABROAD}){_UP_TO_WORDS % 6}|(?:{_OTHERS_ABROAD}) [\w\u0900-\u0963]+{_UP_TO_WORDS % 3}"
    rf"|(?:[\w`'’./()\[\]*]+[ ,:]+){{0,5}}{_SAME_ABROAD}|{_TOGETHER_ABROAD}",
    re.IGNORECASE,
)
"""Words of other languages than English that stand for code after dots: `...el resto igual`."""
_REST_STAYS = (
    rf"(?:{_REST_ABROAD})(?: (?:bleib(?:t|en)|blijft|förblir|er|är|sigue[n]?|queda[n]?|va[n]?|es|está[n]?"
    r"|continua[m]?|fica[m]?|segue|é|est|sont|demeure|rimane|resta|è|zostaje|jest|zůstává|je|остаётся|остается"
    r"|оставляем|лишається|залишається|rămâne|marad|είναι))?"
    rf"(?: \w+)?[ ,:–—-]+{_SAME_ABROAD}"
)
"""Words without dots for code that stays: `el resto sigue igual`."""
_ASKS_TO_ADD = lazy_pattern(lambda: in_other_languages(ADD), re.IGNORECASE)
"""Words that ask the user to write code, in other languages than English."""
_SAYING = lazy_pattern(rf"(?:{'|'.join((*_SAYINGS, *_OTHER_SAYINGS, _REST_STAYS))})\.?$", re.IGNORECASE)
_BEGINNING = lazy_pattern(rf"(?:{'|'.join(_BEGINNINGS)})", re.IGNORECASE)
_HINT = lazy_pattern(rf"\b(?:{'|'.join(_HINTS)})\b|^(?:the )?{_THINGS}$", re.IGNORECASE)
_RULED = lazy_pattern(r"[-=~*#_ ]{2,}(?=[^-=~*#_ ])(?P<text>.*?)[-=~*#_ ]{2,}$")
"""Words between two rulers: `---- unchanged ----`."""
_IN_SKETCH = lazy_pattern(
    rf"{_DOTS} ?(?:the )?(?!and\b|or\b|but\b)[\w-]+(?: [\w-]+)?(?:(?:,| and| &) [\w-]+)?"
    rf"|{_LEFT_OUT}|existing [\w-]+(?:(?:,| and| &) [\w-]+)?|(?:remains? |stays? )?{_STATE}|no changes",
    re.IGNORECASE,
)
"""Comments that stand for code if another line of the text does: `... imports`, `existing imports`."""
_KEPT = (
    r"(?:unchanged|(?:un|not )(?:modified|altered|touched)|omitted|elided|truncated|snipped|left out"
    r"|the same)"
)
_AS_IT_IS = r"as(?: |-)(?:is|before|above)|as (?:it|they) (?:is|are|was|were)(?: before)?"
_REMOVED_INSTEAD = lazy_pattern(
    rf"(?:[\w`'().,/&+-]+ ){{0,5}}?(?:(?:is|are|was|were|stays?|remains?|goes|go|kept|left) )*"
    rf"(?:{_KEPT}|{_AS_IT_IS})(?: (?:here|below|above|for brevity|as (?:before|above)))*"
    r"|(?:keep|leave|retain) (?:[\w`'.-]+ ){0,4}?(?:above|below|here|unchanged|untouched|alone|code|lines"
    rf"|rest|existing|original|{_AS_IT_IS})"
    rf"|snip(?:ped)?|etc|ditto|same|{_OTHERS}|(?:the )?rest of [\w-]+"
    r"|(?:the )?same (?:[\w-]+ ){0,2}?(?:here|above|below|code|body|lines|implementation|logic)"
    r"(?: here| as .*)?",
    re.IGNORECASE,
)
"""Comments that stand for code if the edit replaces lines with them: `methods unchanged`."""
_IN_BRACKETS = lazy_pattern(
    rf"(?:the )?(?:rest|remaining|remainder|others?|previous|prior|existing|original|old|more|{_KEPT})"
    r"(?: [\w`'.-]+){0,4}",
    re.IGNORECASE,
)
"""Words in brackets that stand for code if the edit replaces lines with them: `[previous code]`,
`(the remaining calls)`."""
_DOTS_AND_BRACKETS = lazy_pattern(rf"{_DOTS}(?: ?[(\[<][^)\]>]*[)\]>])?|[(\[<] ?{_DOTS} ?[)\]>]|⋮")
"""Comments of dots: `...`, `[...]`, `... (loop)`."""
_ANY_DOTS = r"(?:\.{3,}|…+|⋮+|\.(?: \.){2,})"
_DOTS_ALONE = lazy_pattern(
    rf"(?:{_ANY_DOTS}|[(\[<{{] ?{_ANY_DOTS} ?[)\]>}}]),?|[-=~ ]*(?:8<|>8|✂)[-=~8<>✂ ]*|[Ee]tc(?:\.|…)*"
)
"""A line that only says that lines are left out: `...`, `[...]`, `. . .`, `--- 8< ---`, `etc.`."""
_DOTS_IN_DATA = lazy_pattern(
    rf"(?:-[ \t]+)?(?:{_DOTS}|\"{_DOTS}\"(?:[ \t]*:[ \t]*\"{_DOTS}\")?)[ \t]*,?|(?://|#+)[ \t]*{_DOTS}.*"
)
"""Dots among keys or items: `...`, `"...": "..."`, `- ...`, `// ... other scripts`."""
_WHOLE_OF = lazy_pattern(rf"{_DOTS}.*\w.*{_DOTS}$")
_IN_ROUND_BRACKETS = lazy_pattern(
    r"\((?!\s*(?:add|fill|if|insert|none|optional|put|see|siehe|todo|ver|voir|your)\b)[^()]*(?:\(\)[^()]*)*\)",
    re.IGNORECASE,
)
"""All words in brackets, which say behind dots what these stand for: `... (save und load)`."""
_DOTTED = lazy_pattern(r"(?:\.{3,4}|…)(?!\.)")
"""Three or four dots: more are a ruler."""
_SPREAD = lazy_pattern(r"\.{3}[A-Za-z_]\w*,?")
"""Dots right before one name, as in JavaScript: `...args`."""
_AFTER_DOTS = lazy_pattern(rf"{_DOTS}(?: |\w+ (?:code|of)\b)")
_SIGNS = (
    *("...", "…", "unchanged", "untouched", "omitted", "truncated", "elided", "same", "here", "brevity"),
    *("as is", "as it ", "rest of", "as before"),
    *("verändert", "gleich", "wie bisher", "wie gehabt", "wie zuvor", "wie vorher", "ausgelassen", "gekürzt"),
    *("rest", "übrige", "bestehende", "vorhandene", "bisherige"),
    *(
        "sin ",
        "igua",
        "sem ",
        "cambia",
        "changent",
        "muda",
        "inalterad",
        "omitid",
        "demás",
        "existente",
        "anterior",
        "original",
    ),
    *(
        "inchang",
        "sans ",
        "comme ",
        "omis",
        "invariat",
        "senza ",
        "come prima",
        "omess",
        "existant",
        "esistente",
    ),
    *("изменений", "меня", "прежн", "опущен", "стальн", "уществующ"),
    *(
        "不变",
        "變化",
        "变化",
        "未",
        "原样",
        "省略",
        "相同",
        "一样",
        "其余",
        "其他",
        "其它",
        "剩余",
        "余下",
        "有",
        "原来",
    ),
    *(
        "変更",
        "変わりません",
        "そのまま",
        "同",
        "既存",
        "残り",
        "他",
        "元",
        "以前",
        "없음",
        "동일",
        "그대로",
        "생략",
    ),
    *("기존", "나머지", "其餘", "不變"),
    *("lo mismo", "ugual", "pareil", "tel quel", "bouge", "hetzelfde", "gewijzigd", "samma", "uendret"),
    *("uændret", "förändra", "bez zm", "beze zm", "stejn", "reszt", "aynı", "kalan", "то же", "так же"),
    *("змін", "было", "neschimbat", "változatlan", "ennallaan", "υπόλοιπ"),
)
"""Every placeholder contains one of these."""
_CANDIDATES = lazy_pattern(r"\n *+(?=[^A-Za-z\n])[^\S\n]*+([#/;%*<{\"'(\[.…-][^\n]*+)")
"""Lines that begin like placeholders. Only these few are searched for the signs."""
_WORDS = lazy_pattern(r"[\w\s.…,'’`()-]+")
_ONLY_WORDS = lazy_pattern(r"\s*+[^\W\d_][^=;{}<>\"\[\]$@|&*+\\]*")
"""Words that are hardly code."""
_CODE_ABROAD = (
    r"(?:código|l[óo]gica|implementa\w+|implémentation|logique|codice|logika|corps|code|kod|kód|método|méthode"
    r"|metodo)"
)
_SAYS_KEPT = lazy_pattern(
    r"\b(?:(?:your|existing|original|current|previous|actual|old|remaining|same|unchanged)(?: [\w'-]+){0,3}"
    r" (?:body|code|contents?|function|handling|here|implementation|lines|logic|method|statements|stuff"
    r"|version|work)"
    r"|(?:body|code|implementation|logic) (?:\w+ ){0,2}(?:here|above|unchanged|as (?:is|it)|the same)"
    rf"|{_AS_IT_IS}|as you have|(?:the )?same as|see (?:above|below|(?:the )?original|your)"
    r"|no (?:\w+ )?changes?|nothing chang\w+|(?:does|do|did|has|have|is|are)(?: not|n['’]t) chang\w+"
    r"|(?:un|not )(?:changed|modified|altered|touched)|omitted|elided|truncated|snip(?:ped)?|for brevity"
    r"|shortened|abbreviated|(?:keep|leave) (?:this|the|your|it|as|existing|original|current|unchanged)"
    r"|(?:stays?|remains?) (?:the same|here|as|in place)"
    # German, Dutch and the Scandinavian languages
    r"|wie (?:bisher|vorher|zuvor|gehabt|oben)|(?:unverändert|ungeändert)\w*"
    r"|bleib(?:t|en) (?:\w+ ){0,2}?(?:gleich|so|wie|erhalten|bestehen)|keine änderung\w*|nichts geändert"
    r"|ausgelassen|gekürzt|(?:dein|euer|ihr|bestehend|vorhanden|bisherig|ursprünglich|existierend|original|alt)\w*"
    r" (?:\w+ )?(?:code|logik|implementierung|inhalt|methode|funktion)|siehe oben|ongewijzigd"
    r"|zoals (?:voorheen|eerst)|(?:bestaande|jouw|je) code|uændret|oförändra\w*|uendret|som f[øö]r"
    r"|(?:eksisterende|befintlig) kode?"
    # French, Spanish, Portuguese and Italian
    r"|comme (?:avant|précédemment|ci-dessus)|inchangé\w*|(?:sans|aucun|pas de) (?:changement|modification)s?"
    r"|voir (?:plus haut|ci-dessus)|reste (?:identique|pareil)|omis\w?|(?:igual que|como) antes"
    r"|sin (?:cambios|modificar)|no cambian?|se mantienen?|omitid[oa]s?|ver arriba"
    r"|sem (?:alterações|alteração|mudanças?|modificações)"
    r"|igual (?:a|ao) \w+|inalterad[oa]s?|não mudam?|come (?:prima|sopra)|senza modifiche"
    r"|invariat[oaie]|omess[oaie]"
    rf"|(?:votre|ton|tu|su|seu|teu|tuo|vostro|el|il|le|o) {_CODE_ABROAD}(?! (?:de|do|du|di|d'))"
    rf"|{_CODE_ABROAD} (?:existant|actuel|original|d['’]origine|précédent|actual|existente|anterior|atual"
    r"|esistente|attuale|originale|tuo)e?"
    # Polish, Czech, Turkish, Russian and Ukrainian
    r"|bez zmian|bez změny?|jak (?:wcześniej|poprzednio|wyżej|było)|jako (?:předtím|dříve)|beze změny?"
    r"|(?:twój|istniejący|obecny|dotychczasowy|stávající|původní) k[oó]d|değiş\w*me\w*|önceki gibi|mevcut kod"
    r"|без (?:изменений|змін)|как (?:раньше|было|прежде|выше|и был[оа])|як (?:раніше|було)"
    r"|не (?:изменил|меня|мен)\w*"
    r"|(?:ваш|тво|существующ|прежн|стар|текущ|исходн|наявн|існуюч)\w* (?:код|логик|реализац|метод|тело|логік"
    r")\w*"
    r"|оста[её]тся|опущен\w*)\b"
    # Chinese, Japanese, Korean and Hindi
    r"|不变|不變|[未没沒][有改修變变]|保持|原[样樣]|同上|如前|省略|[与與和跟](?:之前|原|以前)"
    r"|(?:原有|原本|原来|原來|现有|現有|已有|既有|你的|您的|之前)的?(?:代[码碼]|逻辑|邏輯|实现|實現|方法|内容|程式碼)"
    r"|変更(?:なし|ありません|無し)|変わりません|そのまま|同[じ様]|(?:既存|元|以前|現在)の(?:コード|処理|実装|ロジック|内容)"
    r"|변경 ?(?:없음|없이)|동일|그대로|생략|(?:기존|원래|이전)의? ?(?:코드|로직|구현|내용)|पहले जैसा|मौजूदा कोड",
    re.IGNORECASE,
)
"""Words of a comment beside a stub that say that code stays: `your existing loading logic here`."""
_CODE_BESIDE = (
    r"(?:\w*(?:arms?|body|branch(?:es)?|calls?|checks?|code|fields?|handl(?:ers?|ing)|implementation|imports?|lines?"
    r"|logic|methods?|routes?|settings?|statements?|steps?|tests?|validation)"
    # German, Dutch and the Scandinavian languages
    r"|\w*(?:behandlung|logik|code|prüfung(?:en)?|methoden?|zeilen|aufrufe?|implementierung|afhandeling|logica"
    r"|hantering|håndtering|kode|kod)"
    # French, Spanish, Portuguese and Italian
    r"|(?:gestion|traitement|manejo|tratamiento|tratamento|gestione) d\w+ \w+|logique|lógica|código"
    r"|codice|líneas"
    # Polish, Czech, Turkish, Russian and Ukrainian
    r"|obsługa błędów|logika|zpracování chyb|hata (?:işleme|yönetimi)|mantık|обработка ошибок|логика|проверки"
    r"|обробка помилок|логіка)"
)
"""Names for code that a comment is about, rather than for what the code does."""
_OTHER_WORDS = r"(?:(?!(?:by|for|from|in|of|on|to)\b)[\w'-]+ ){0,3}?"
_STAYS_BESIDE = lazy_pattern(
    r"(?:the |your |my |all )?(?:existing|original|current|previous|remaining|old|rest of (?:the|your)) "
    rf"{_OTHER_WORDS}{_CODE_BESIDE} (?:{_STAYS}|(?:stays?|remains?|goes|go|is|are|kept|below|above)"
    r"(?: (?:here|in place|kept|untouched|below|above|the same|as (?:it )?(?:is|was)))?)"
    r"|(?:keep|leave|retain) (?:the |your |all )?(?:existing|original|current|previous|rest of (?:the|your)) "
    rf"{_OTHER_WORDS}{_CODE_BESIDE}(?: (?:here|in place|untouched|unchanged|below|above|{_AS_IT_IS}))?"
    rf"|(?:{_OTHERS_ABROAD}) (?:[\w'-]+ ){{0,2}}?{_CODE_BESIDE} "
    rf"(?:{_SAME_ABROAD}|bleib(?:t|en)|blijft|förblir|queda|se mantienen?|sigue|fica|permanece|reste|demeure"
    r"|rimane|resta|zostaje|zůstává|kalır|остаётся|остается|залишається)(?: [\w'-]+){0,2}"
    rf"|(?:la |le |l'|el |o |il )?{_CODE_BESIDE} (?:existante?|existente|esistente|actuelle?|atual|attuale) "
    rf"(?:{_SAME_ABROAD}|reste|demeure|queda|se mantiene|sigue|fica|permanece|rimane|resta)"
    r"(?: [\w'-]+){0,2}"
    r"|(?:现有|現有|原有|已有|原来|原來)的?.{0,6}(?:处理|處理|逻辑|邏輯|代码|程式碼)(?:保持)?(?:不变|不變|保留)"
    r"|(?:既存|元|現在)の.{0,8}(?:処理|ロジック|コード)は?(?:そのまま|維持|残す|変更なし)"
    r"|기존 ?.{0,8}(?:처리|로직|코드)[는은]? ?(?:유지|그대로)",
    re.IGNORECASE,
)
"""Comments that say of the code beside them that it stays: `existing error handling stays`."""
_KEPT_ON_LINE = lazy_pattern(
    rf"\(?(?:{_KEPT}|no changes?|{_AS_IT_IS}|same as before|stays(?: (?:the same|as it is|as is))?"
    r"|keep (?:as is|as it is|unchanged|yours|your (?:own )?(?:value|version|name))"
    r"|existing(?: (?:value|line))?"
    r"|unverändert|wie bisher|bleibt(?: so| gleich)?|inchangée?|sans changement|sin cambios|sem alterações"
    r"|invariat[oa]|ongewijzigd|oförändra[dt]|uændret|uendret|bez zmian|beze změny|değişmedi|без изменений"
    r"|без змін|不变|不變|変更なし|変更無し|변경 없음)\)?\.?"
    # `keep matrix.node in the test job`
    r"|(?:but |or )?(?:keep|leave|use|retain|behalte|lass|gardez?|conservez?|mantén|deja|mantenha|mantieni"
    r"|lascia|zachowaj|оставь(?:те)?|залиш(?:те)?) .{1,50}? (?:in|for|im|in der|für|dans|pour|en|para|em|no"
    r"|na|per|nel|nella|w|dla|в|для|у) (?:the |your |le |la |el |o |a |il )?"
    r"[\w.`'\"-]+(?:[ -][\w.`'\"-]+)?[ -]"
    r"(?:class|job|step|stage|test|function|method|file|section|block|handler|component|service|module|one"
    r"|klasse|methode|datei|abschnitt|classe|méthode|fichier|clase|método|archivo|metodo)s?",
    re.IGNORECASE,
)
"""Comments behind code that say that it stays as it is, or what stays in its twin."""
_NOTHING = (
    r"(?:null|nil|None|none|NULL|nullptr|undefined|false|False|true|True|void 0|-?[01](?:\.0)?|default!?"
    r"|\"\"|''|\{\}|\[\]|\(\)|Ok\(\(\)\)|\w+(?:\.|::)(?:default|empty|emptyList|emptyMap|new|of)\(\))"
)
"""A value that says nothing."""
_STUB = lazy_pattern(
    # A head in the same line: `def f(): pass`, `f() { return null; }`.
    r"(?P<head>[^\"'`#]*[^\"'`#:\s](?::|\{|=>)\s*)?"
    rf"(?P<stub>pass|:\w*|\.\.\.|return(?:\s*\(?{_NOTHING}(?:\s*,\s*{_NOTHING})*\)?)?|{_NOTHING}"
    r"|(?:raise|throw)\s+(?:new\s+)?(?:[\w.:]*\\)?(?:NotImplemented\w*|(?:\w+\.)?UnsupportedOperation\w*|\w*(?:Error|Exception)"
    r"(?=\(\s*[\"'](?i:not implemented|todo|unchanged|stub)))(?:::new)?(?:\(.*\))?"
    r"|(?:todo|unimplemented|unreachable)!\(.*\)|(?:panic!?|TODO|fatalError)\((?:\s*[\"'].*)?\))?"
    r"\s*(?P<end>[;,]?\s*[})\];,]*)"
)
"""Code that does nothing, and may have the head of its function before it: `return "", nil`."""
_MAX_STUB = 120
"""The most characters of a stub."""
_EMPTY = frozenset(["{{ ... }}", "{{...}}", "{{ … }}"])
_STATEMENT = lazy_pattern(r"\s*(?!@|def\b|async def\b|class\b)[\w(]")
_CLASS = lazy_pattern(r"\s*(?:class|defmodule|module)\b")
_IN_BLOCK = lazy_pattern(
    r"\s*(?:for|while|if|elif|else|try|except|finally|with|async for|async with|case)\b.*:\s*$"
)
"""A line of Python that opens a block of statements: `for x in y:`."""
_TABLE = lazy_pattern(r"\s*create\s+(?:\w+\s+)*table\b.*\(\s*$", re.IGNORECASE)
"""The head of a table in SQL, whose columns are no parameters."""
_NAMED = lazy_pattern(r"(?:[a-z]+\s+)*(?:class|def|fn|func|function|interface|struct|type)\s+(?P<name>\w+)")
"""The head of a definition."""
_DEFINES = r"(?:class|defp?|enum|fn|fun|func|function|impl|interface|struct|trait)"
_MODIFIER = (
    r"(?:abstract|async|bool|boolean|char|const|double|export|final|float|get|inline|int|internal|long|open|operator"
    r"|override|private|protected|pub(?:\(\w+\))?|public|sealed|set|static|string|suspend|unsafe|virtual|void)"
)
_MEMBER = lazy_pattern(
    rf"(?P<before>{_DOTS}\s*)?"
    rf"(?P<kinds>(?:(?:{_DEFINES}|{_MODIFIER})\s+(?:[A-Z&*\[][\w<>,&*\[\].?]*\s+)?){{0,4}})(?P<name>[~\w]+)"
    r"(?P<call>(?:<[^<>]*>)?\s*\([^()]*(?:\([^()]*\)[^()]*)*\))?(?P<result>\s*(?:->|:|=>)[^.…{}]*)?"
    rf"(?P<after>\s*(?P<mark>[:;{{])?\s*{_DOTS}\s*\}}?;?)?"
)
"""The head of a member with dots after or before it: `fn new() ...`, `public int size() { ... }`."""
_MEMBER_NAME = lazy_pattern(
    r"`(?P<quoted>\w+)(?:\(\))?`|\b(?P<called>\w+)\(\)|(?<![\w`.])(?P<name>_\w+|\w+_\w+|[a-z]+[A-Z]\w*)(?![\w`.(])"
)
"""A word of a comment that can only be a name of code."""
_MIN_LISTED = 2
_MAX_WORDS_BESIDE = 7
_IS_NO_LIST = lazy_pattern(
    r"\b(?:by|calls?|called|delet|drop|fixme|for|from|if|inline|into|like|merged?|mov|need|new|now|remov|renam|replac"
    r"|return|see|todo|us(?:e|ing)|when|with)"
    r"|entf[aeä]|gelöscht|ersetz|eliminad|borrad|removid|apagad|supprim|remplac|rimoss|sostitui|удал|замен"
    r"|删除|移除|替换|削除|置き換|삭제",
    re.IGNORECASE,
)
"""Words of a comment that lists members for another reason than that they stay."""
_DEFINING = lazy_pattern(rf"\b{_DEFINES}\s")
_NO_METHOD = (
    r"(?!(?:await|else|new|return|throw|yield)[ \t]|(?:catch|for|foreach|if|match|switch|using|while|with)\b)"
)
"""Not a word that makes brackets and a brace after it something else than the head of a method."""
_END_OF_PARAMETERS = lazy_pattern(r"\s*\)[^()]*(?:\([^()]*\)[^()]*)?(?::|\{|=>)\s*$")
_WITHOUT_BODIES = lazy_pattern(r"\b(?:ABC|Protocol|abstractmethod|overload)\b")
"""Signs of functions whose dots are their whole body."""
_BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_MAX_LENGTH = 200
"""The most characters of a placeholder."""


def is_placeholder(line: str) -> bool:
    """True if a line stands for omitted code. Dots alone do not count, nor does a comment of dots."""
    text = line.strip()
    if (found := _DOTS_WITH_COMMENT.match(text)) is not None:
        # `...  # unchanged`
        text = found["comment"]
    return _may_be_placeholder(text) and _is_placeholder(text)


def stands_for_removed(line: str) -> bool:
    """True if a line stands for the lines that it replaces.

    Looser than `is_placeholder`; only for lines with which an edit replaces others.
    """
    text = line.strip()
    if _is_dots_alone(text) or text in _EMPTY:
        return True
    if not _may_be_placeholder(text):
        return False
    comment = _COMMENT.fullmatch(text)
    if _is_docstring(comment):
        return False
    words = (comment["text"] if comment else text).strip(" -=~*_.…:!")
    inner = _unbracketed(words).strip(" -=~*_.…:!")
    if comment is not None and _DOTS_AND_BRACKETS.fullmatch(comment["text"]):
        return True
    if not inner or (comment is None and inner == words):
        return False
    return bool(_REMOVED_INSTEAD.fullmatch(inner) or (inner != words and _IN_BRACKETS.fullmatch(inner)))


def begins_with_dots(line: str) -> bool:
    """True if a comment has only words behind dots, in whatever language: `// ...maradjon minden`.

    With no code below them in their block, they hardly describe any.
    """
    text = line.strip()
    comment = _COMMENT.fullmatch(text) if _may_be_placeholder(text) else None
    if comment is None or comment["open"] in ('"""', "'''"):
        return False
    words = _unbracketed(comment["text"])
    dots = _DOTTED.match(words)
    return (
        dots is not None and not _SPREAD.fullmatch(words) and bool(_ONLY_WORDS.fullmatch(words[dots.end() :]))
    )


def is_stub(line: str) -> bool:
    """True if a line has only a statement that does nothing, as the body of a function that is left out has.

    The head of the function may be before it, and a comment behind it.
    """
    code = _BEHIND_CODE.sub("", line).strip()
    found = _STUB.fullmatch(code) if 0 < len(code) <= _MAX_STUB else None
    if found is None:
        return False
    return bool(found["stub"]) or (found["head"] is not None and "}" in found["end"])


def says_code_stays(line: str) -> bool:
    """True if a comment, alone or behind code, or a docstring says that other code stays.

    Looser than `is_placeholder`; only for comments beside a stub that replaces several lines.
    """
    if len(line) > _MAX_LENGTH:
        return False
    text = line.strip()
    behind = _BEHIND_CODE.search(text)
    comment = _COMMENT.fullmatch(text)
    words = comment["text"] if comment else behind and (behind["line"] or behind["span"])
    if not words:
        return False
    return (
        _SAYS_KEPT.search(words) is not None
        or is_placeholder(f"# {words}")
        or stands_for_removed(f"# {words}")
    )


def says_line_stays(line: str) -> bool:
    """True if a comment, alone on its line, only tells the reader that code beside it stays."""
    comment = _COMMENT.fullmatch(line.strip()) if len(line) <= _MAX_LENGTH else None
    if comment is None or _is_docstring(comment):
        return False
    return _STAYS_BESIDE.fullmatch(_unbracketed(comment["text"]).rstrip(" .!")) is not None


def without_remark(line: str) -> str | None:
    """A line of code without the comment behind it, if that only tells the reader what stays; else None."""
    found = _BEHIND_CODE.search(line) if len(line) <= _MAX_LENGTH else None
    words = found and (found["line"] or found["span"])
    if found is None or not words or not line[: found.start()].strip():
        return None
    text = words.strip()
    is_one = _KEPT_ON_LINE.fullmatch(text) is not None or _STAYS_BESIDE.fullmatch(text) is not None
    return line[: found.start()].rstrip() if is_one else None


def _is_dots_alone(text: str) -> bool:
    """True if a stripped line has only dots, in brackets or not, or another sign of an omission."""
    return len(text) <= _MAX_LENGTH and _DOTS_ALONE.fullmatch(text) is not None


def _may_be_placeholder(text: str) -> bool:
    """True if a stripped line begins like a placeholder: with a comment marker, a bracket or dots."""
    return len(text) <= _MAX_LENGTH and (not text[:1].isalnum() or text.startswith(_WORDS_OF_COMMENTS))


@lru_cache(256)
def _is_placeholder(text: str) -> bool:
    """True if a stripped line is a placeholder."""
    if not _has_sign(text):
        return False
    comment = _COMMENT.fullmatch(text)
    if comment is not None:
        return not _is_docstring(comment) and _stands_for_code(comment["text"])
    inner = _unbracketed(text)
    return _is_bare(inner) or (inner != text and (_stands_for_code(inner) or text in _EMPTY))


def _is_docstring(comment: re.Match[str] | None) -> bool:
    """True for words in three quotes without dots: a docstring may say "the rest stays unchanged"."""
    if comment is None or comment["open"] not in ('"""', "'''"):
        return False
    return re.search(_DOTS, comment["text"]) is None


def _has_sign(text: str) -> bool:
    return bool(_signs_in(text))


def _signs_in(text: str) -> list[str]:
    lower = text.lower()
    return [sign for sign in _SIGNS if sign in lower]


def sketch(text: str) -> Sketch | None:
    """The text as a sketch; None if nothing is left out.

    A comment of dots alone counts here: if it were written, the code that it replaces would be lost. So do
    dots as all that a block in one line has, `select(user) { ... }`: in the sketch they have their own line.
    """
    if "{" in text and ("..." in text or "…" in text):
        text = _ELIDED_BLOCK.sub(_on_lines, text)
    signs = _signs_in("".join(_CANDIDATES.findall("\n" + text)))
    if not signs:
        return None
    signed = _lines_with(signs, text)
    certain = {start for start, end in signed if is_placeholder(text[start:end])}
    is_sketch = bool(certain)
    gaps = [
        (a, b)
        for a, b in signed
        if a in certain
        or _is_dots(text[a:b], bare=is_sketch)
        or (is_sketch and _is_dots_in_comment(text, a, b))
    ]
    if gaps:
        docstrings = _elided_docstrings(text)
        gaps = [(a, b) for a, b in {*gaps, *_lines_like_gaps(text)} if not _is_in_one(a, docstrings)]
        gaps = sorted([*gaps, *docstrings])
    return Sketch(text, tuple(_pieces(text, gaps))) if gaps else None


def _elided_docstrings(text: str) -> list[tuple[int, int]]:
    """The spans of docstrings that only say that the docstring of the file stays."""
    if '"""' not in text and "'''" not in text:
        return []
    return [found.span() for found in _ELIDED_DOCSTRING.finditer(text)]


def _docstrings_cut(text: str, old: str) -> list[tuple[int, int]]:
    """The spans of the docstrings in one line that have dots instead of the rest of one of the file."""
    if '..."' not in text and "...'" not in text and "…" not in text:
        return []
    return [
        found.span()
        for found in _CUT_DOCSTRING.finditer(text)
        if found[0].strip() not in old and f"{found['quotes']}{found['begun']}" in old
    ]


def _is_in_one(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def _on_lines(found: re.Match[str]) -> str:
    """A block whose content is dots, on three lines."""
    margin = indentation(found["head"])
    return f"{found['head']}\n{margin}    // ...\n{margin}{found['tail']}"


def dots_for_code(text: str) -> dict[int, int]:
    """The lines of dots alone that are likely to stand for code, each with the head of its block; 0-based.

    As all that a function or a class has, below its docstring or not, dots are code in Python. Beside a
    statement at their depth or members of a class, in a loop and the like, in braces, or as all parameters,
    they stand for others.
    """
    if "..." not in text and "…" not in text:
        return {}
    lines = text.splitlines()
    found: dict[int, int] = {}
    for at, head in _dots_and_heads(lines):
        above = next(lines[n] for n in reversed(range(at)) if lines[n].strip())
        below = next((lines[n] for n in range(at + 1, len(lines)) if lines[n].strip()), "")
        is_beside = any(
            indentation(line) == indentation(lines[at]) and _STATEMENT.match(line) for line in (above, below)
        )
        is_in_block = lines[head].rstrip().endswith("{") or any(
            pattern.match(lines[head]) for pattern in (_IN_BLOCK, _TABLE)
        )
        is_beside |= _CLASS.match(lines[head]) is not None and _has_other_members(lines, head, at)
        if is_beside or is_in_block or _are_all_parameters(lines[head].rstrip(), below):
            found[at] = head
    return found


def _has_other_members(lines: Sequence[str], head: int, dots: int) -> bool:
    """True if a class has more than dots, comments and a docstring, at the depth of the dots."""
    depth = indentation(lines[dots])
    for line in lines[head + 1 :]:
        if line.strip() and not line.startswith(depth):
            return False
        text = line.removeprefix(depth)
        if text[:1].isalpha() or text.startswith(("@", "_")):
            return True
    return False


def _dots_and_heads(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each line of dots alone in a block, but not in a string of many lines, and the head of the block."""
    quotes = 0
    heads: list[int] = []
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        head = at
        while heads and len(indentation(lines[heads[-1]])) >= len(indentation(line)):
            last = heads.pop()
            if line.lstrip().startswith((")", "]")) and indentation(lines[last]) == indentation(line):
                # The end of a head over several lines.
                head = last
        if heads and quotes % 2 == 0 and re.fullmatch(rf"\s+{_DOTS}\s*", line):
            yield at, heads[-1]
        heads.append(head)
        quotes += line.count('"""') + line.count("'''")


def likely_sketch(text: str, old: str, *, is_data: bool = False) -> Sketch | None:
    """The text as a sketch, if lines that its file lacks are likely to stand for code of the file.

    These are comments without dots, such as `// main stays the same`, dots alone, and docstrings that are
    elided or cut short.

    Args:
        text: The text, which `sketch` reads as one without gaps.
        old: The text of the file.
        is_data: True if the file has keys and values, where dots alone are never one of them.
    """
    written, text = text, _with_parameters_of(old, text)
    known = {line.strip() for line in old.splitlines()}
    dots = _dots_for_code_of(old, text)
    has_dots = "..." in text or "…" in text
    elided = [(a, b) for a, b in _elided_docstrings(text) if text[a:b].strip() not in old]
    docstrings = [*elided, *_docstrings_cut(text, old)]
    spans = list(docstrings)
    start = 0
    for at, line in enumerate(text.splitlines(keepends=True)):
        end = start + len(line)
        is_comment = line.strip() not in known and _COMMENT.fullmatch(line.strip()) is not None
        stands = is_comment and (
            stands_for_removed(line)
            or (has_dots and _is_kept_member(line, old, text))
            or (_is_apart(text, start, end) and _lists_members(line, old, text))
        )
        stands |= is_data and line.strip() not in known and _DOTS_IN_DATA.fullmatch(line.strip()) is not None
        if (at in dots or stands) and not _is_in_one(start, docstrings):
            spans.append((start, end))
        start = end
    if spans:
        return Sketch(text, tuple(_pieces(text, sorted(spans))))
    return Sketch(text, (text,)) if text != written else None


def with_kept_members(operation: Sketch, old: str) -> Sketch | None:
    """The sketch with comments that give members of the file with dots as gaps; None if it has none."""
    pieces: list[str] = []
    for piece in operation.pieces:
        kept = _kept_members(piece, old, operation.text)
        pieces += _pieces(piece, kept) if kept else [piece]
    if len(pieces) == len(operation.pieces):
        return None
    return Sketch(operation.text, (pieces[0], *filter(str.strip, pieces[1:-1]), pieces[-1]))


def _kept_members(piece: str, old: str, text: str) -> list[tuple[int, int]]:
    """The spans of the comments of a piece that give members of the file with dots."""
    known = {line.strip() for line in old.splitlines()}
    lines = _lines_with(("...", "…"), piece)
    kept = [
        (start, end)
        for start, end in lines
        if piece[start:end].strip() not in known and _is_kept_member(piece[start:end], old, text)
    ]
    for found in _CANDIDATES.finditer("\n" + piece):
        start, end = found.start(1) - 1, found.end(1) - 1
        start, end = piece.rfind("\n", 0, start) + 1, piece.find("\n", end) + 1 or len(piece)
        line = piece[start:end]
        if (start, end) not in kept and line.strip() not in known and _is_apart(piece, start, end):
            kept += [(start, end)] * _lists_members(line, old, text)
    dots = _dots_for_code_of(old, text)
    if dots:
        row, start = text.count("\n", 0, max(text.find(piece), 0)), 0
        for at, line in enumerate(piece.splitlines(keepends=True), row):
            kept += [(start, start + len(line))] * (at in dots)
            start += len(line)
    return sorted({*kept, *_docstrings_cut(piece, old)})


def _is_apart(text: str, start: int, end: int) -> bool:
    """True if a line has a blank line or the end of the text below it, so that it is not about code there."""
    return not text[end : text.find("\n", end) + 1 or len(text)].strip()


def _lists_members(line: str, old: str, text: str) -> bool:
    """True if a comment lists members that the file defines and the text does not, in whatever language.

    # __init__, _parse e _security_check permanecem iguais
    """
    comment = _COMMENT.fullmatch(line.strip()) if len(line) <= _MAX_LENGTH else None
    words = "" if comment is None or comment["open"] in ('"""', "'''") else comment["text"]
    names = {found["quoted"] or found["called"] or found["name"] for found in _MEMBER_NAME.finditer(words)}
    others = _MEMBER_NAME.sub("", words).split()
    if len(names) < _MIN_LISTED or len(others) > _MAX_WORDS_BESIDE or _IS_NO_LIST.search(words) is not None:
        return False
    return all(
        _defines(old, name, is_call=False) and not _defines(text, name, is_call=False) for name in names
    )


def _is_kept_member(line: str, old: str, text: str) -> bool:
    """True if a comment gives with dots a member that the file defines, and the text nowhere else.

    A call without more, `size() ...`, may as well be words about the next line: it is a member only at the
    depth of a method whose head has no keyword either.
    """
    comment = _COMMENT.fullmatch(line.strip()) if len(line) <= _MAX_LENGTH else None
    member = None if comment is None else _MEMBER.fullmatch(comment["text"])
    if member is None or not (member["before"] or member["after"]):
        return False
    name, is_call = member["name"], member["call"] is not None
    if name not in old or _defines(text, name, is_call=is_call):
        return False
    if _DEFINING.search(member["kinds"]) or (is_call and (member["kinds"] or member["mark"] == "{")):
        return _defines(old, name, is_call=is_call)
    return is_call and _method(name, re.escape(indentation(line))).search(old) is not None


def _defines(text: str, name: str, *, is_call: bool) -> bool:
    """True if a text defines a name; one with parameters if it is called."""
    # A constructor may have the name of its class.
    end = r"(?:<[^<>]*>)?[ \t]*\(" if is_call else r"(?!\w)"
    head = (
        rf"^[ \t]*(?:[\w@()]+[ \t]+)*{_DEFINES}[ \t]+(?:[(<][^()<>\n]*[)>][ \t]*)?\*?{re.escape(name)}{end}"
    )
    return (
        re.search(head, text, re.MULTILINE) is not None or _method(name, r"[ \t]*").search(text) is not None
    )


def _method(name: str, margin: str) -> re.Pattern[str]:
    """The head of a method in braces that has no keyword: `public int size() {`."""
    return re.compile(
        rf"^{margin}{_NO_METHOD}(?:[\w<>\[\]&*:?,.@]+[ \t]+)*{_NO_METHOD}{re.escape(name)}(?:<[^<>\n]*>)?"
        r"[ \t]*\([^();]*(?:\([^();]*\)[^();]*)*\)[^()=;\n]*\s*\{",
        re.MULTILINE,
    )


def _with_parameters_of(old: str, text: str) -> str:
    """The text with the parameters of the file where dots stand for all of a function.

    Only if the file has one function of the name, and its head ends as in the text.
    """
    lines, old_lines = text.splitlines(keepends=True), old.splitlines(keepends=True)
    for at, head in reversed([*_dots_and_heads([line.rstrip("\n") for line in lines])]):
        begun, end = lines[head].strip(), lines[at + 1].strip() if at + 1 < len(lines) else ""
        if not _are_all_parameters(begun, end) or head + 1 != at:
            continue
        found = [n for n, line in enumerate(old_lines) if line.strip().startswith(begun)]
        if len(found) != 1:
            continue
        first = last = found[0]
        depth = old_lines[first].count("(") - old_lines[first].count(")")
        while depth > 0 and last + 1 < len(old_lines):
            last += 1
            depth += old_lines[last].count("(") - old_lines[last].count(")")
        if old_lines[last].strip().endswith(end):
            margin, cut = indentation(lines[head]), len(indentation(old_lines[first]))
            lines[head : at + 2] = [margin + line[cut:] for line in old_lines[first : last + 1]]
    return "".join(lines)


def _are_all_parameters(begun: str, end: str) -> bool:
    """True if dots between two lines stand for all parameters of a function: `def f(` and `) -> int:`."""
    return begun.endswith("(") and _END_OF_PARAMETERS.match(end) is not None


def _are_in_brackets(lines: Sequence[str], head: int, dots: int) -> bool:
    """True if dots are among the parameters that a line opens: no line between closes them."""
    depth = indentation(lines[head])
    return lines[head].rstrip().endswith("(") and not any(
        line.lstrip().startswith(")") and indentation(line) == depth for line in lines[head + 1 : dots]
    )


def _dots_for_code_of(old: str, text: str) -> set[int]:
    """The lines of dots alone that stand for code of a file: those in a block that it has without dots.

    As all that two functions or more have, they stand for the bodies of their namesakes too, unless the text
    says that it has none.
    """
    if "..." not in text and "…" not in text:
        return set()
    lines, dots = text.splitlines(), dots_for_code(text)
    all_dots = dict(_dots_and_heads(lines))
    if len(all_dots) > len(dots) + 1 and _WITHOUT_BODIES.search(text) is None:
        dots = all_dots
    old_lines = old.splitlines()
    with_dots = {old_lines[head].strip() for _, head in _dots_and_heads(old_lines)}
    known = {line.strip() for line in old_lines} - with_dots
    names = {found["name"] for line in known if (found := _NAMED.match(line)) is not None}
    # Where the parameters are not known, nothing is.
    heads = {
        at: lines[head].strip()
        for at, head in dots.items()
        if not _are_in_brackets(lines, head, at) or _TABLE.match(lines[head])
    }
    named = {at: found["name"] for at, head in heads.items() if (found := _NAMED.match(head)) is not None}
    return {at for at, head in heads.items() if head in known or named.get(at) in names}


def _lines_like_gaps(text: str) -> list[tuple[int, int]]:
    """The spans of comments that stand for code, in a text that has placeholders or comments of dots."""
    found: list[tuple[int, int]] = []
    for candidate in _CANDIDATES.finditer("\n" + text):
        start = text.rfind("\n", 0, candidate.start(1) - 1) + 1
        line = text[start : candidate.end(1) - 1].strip()
        comment = _COMMENT.fullmatch(line) if len(line) <= _MAX_LENGTH else None
        if comment is None:
            continue
        ruled = _RULED.fullmatch(comment["text"])
        words = _unbracketed(ruled["text"] if ruled else comment["text"]).rstrip(" .…:")
        if _IN_SKETCH.fullmatch(words) or _REMOVED_INSTEAD.fullmatch(words):
            found.append((start, text.find("\n", start) + 1 or len(text)))
    return found


def line_with_gap(text: str) -> int | None:
    """The first line, 1-based, with a gap inside it, as in `def f(): ...  # ... unchanged ...`."""
    if "..." not in text and "…" not in text:
        return None
    for start, end in _lines_with(("...", "…"), text):
        line = text[start:end]
        if _has_gap(line) and not is_placeholder(line):
            return text.count("\n", 0, start) + 1
    return None


def _lines_with(signs: Sequence[str], text: str) -> list[tuple[int, int]]:
    """The spans of the lines that have one of the signs, line ends included."""
    # Lower case can change the length of text that is not ASCII.
    lower = (text if text.isascii() else text.encode("ascii", "replace").decode()).lower()
    found: dict[int, int] = {}
    for sign in signs:
        searched = lower if sign.isascii() else text
        at = searched.find(sign)
        while at >= 0:
            end = text.find("\n", at) + 1 or len(text)
            found[text.rfind("\n", 0, at) + 1] = end
            at = searched.find(sign, end)
    return sorted(found.items())


def _has_gap(line: str) -> bool:
    if len(line) > _MAX_LENGTH or not ("..." in line or "…" in line):
        return False
    found = _BEHIND_CODE.search(line.strip())
    text = found and (found["line"] or found["span"])
    return bool(text and re.search(_DOTS, text) and _stands_for_code(text.strip()))


def _pieces(text: str, gaps: Sequence[tuple[int, int]]) -> list[str]:
    """The text between the gaps; gaps with only blank lines between them count as one."""
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(text)]
    first, *inner, last = (text[start:end] for start, end in zip(starts, ends, strict=True))
    pieces = [first, *filter(str.strip, inner), last]
    return [piece if piece.strip() else "" for piece in pieces]


def _stands_for_code(text: str) -> bool:
    """True if the words of a comment say that code is left out."""
    inner = _unbracketed(text)
    if _SAYING.match(inner):
        return True
    plain = inner.strip(" .…")
    starts, ends = _DOTTED.match(inner), _DOTTED.match(inner[::-1])
    if not plain or not (starts or ends):
        return False
    if starts and ends:
        return True
    if _SAYING.match(plain) or (starts and _IN_ROUND_BRACKETS.fullmatch(plain)):
        return True
    if not starts:
        return bool(_BEGINNING.fullmatch(_unbracketed(plain)))
    # `// ...rest` may be code.
    if _SPREAD.fullmatch(inner):
        return False
    return bool(_HINT.search(plain) or (_ABROAD.fullmatch(plain) and not _ASKS_TO_ADD.search(plain)))


def _unbracketed(text: str) -> str:
    plain = text.strip()
    while len(plain) > 1 and _BRACKETS.get(plain[0]) == plain[-1]:
        plain = plain[1:-1].strip()
    return plain


def _is_dots(line: str, *, bare: bool) -> bool:
    """True if a line is a comment of dots alone or, in a sketch (`bare`), unindented dots."""
    text = line.strip()
    if len(text) > _MAX_LENGTH or not ("..." in text or "…" in text):
        return False
    comment = _COMMENT.fullmatch(text)
    inner = comment["text"] if comment and comment["open"] not in ('"""', "'''", "*") else None
    return bool(inner and re.fullmatch(_DOTS, inner)) or (bare and bool(re.fullmatch(_DOTS, line.rstrip())))


def _is_dots_in_comment(text: str, start: int, end: int) -> bool:
    """True if a line is a star and dots between two lines of the same block comment: ` * ...`."""
    line = text[start:end].strip()
    if line[:1] != "*" or not re.fullmatch(_DOTS, line[1:].strip()):
        return False
    above = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start].strip()
    below = text[end : text.find("\n", end) + 1 or len(text)].strip()
    return above.startswith(("/*", "*")) and "*/" not in above and below.startswith("*")


def _is_bare(text: str) -> bool:
    """True if text outside of a comment is a placeholder. A JavaScript spread has no space after its dots."""
    is_dotted = _WHOLE_OF.match(text) or _AFTER_DOTS.match(text)
    return bool(is_dotted and _HINT.search(text) and _WORDS.fullmatch(text))


_EXAMPLE = """\
greeting.py
```python
def greet():
    print("Greeting")
    # ... existing code ...
```
"""

_SUMMARY = "the same with `# ... existing code ...` for what stays"
_SECOND = Example(
    "Add a function",
    """\
greeting.py
```python
# ... existing code ...
    return "Hello"


def part():
    return "Goodbye"
```
""",
)
_WHEN = "for whole functions or sections of long files"
_RULES = (
    "Replace each unchanged part with a comment `... existing code ...`, and keep the lines beside it "
    "exactly as they are in the file.",
    "Leave out nothing else: a line that you neither give nor replace by that comment may be removed.",
    MOVE_BY_GIT,
)

LAZY = Description(FormatName.LAZY, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES)
