"""Reads places for new code in the sentences around it, in the languages of `vocabulary`.

The patterns are for words such as `below the imports` and ``replace the body of `load` with``; the tables say
how the code begins that a noun means. The functions know sentences only: `places` looks for what these name
in a file.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from editreview import vocabulary
from editreview.first_use import lazy_pattern
from editreview.text import begins_import, sentences_in
from editreview.vocabulary import (
    ABOVE,
    BELOW,
    INSIDE,
    UNIT,
    any_of,
    directions,
    english,
    forms,
    in_other_languages,
)

# Quotations

QUOTED = lazy_pattern(
    r"(`+)(?P<code>[^`\n]+)\1|[\"“](?P<quoted>[^\"“”\n]{3,})[\"”]|\*\*(?P<bold>[^*`\n]+)\*\*"
    r"|(?<![*\w])\*(?P<italic>\w[^*`\n]*)(?<=\w)\*(?![*\w])"
)
"""Words in back-quotes, quotes, bold or italics: `**Cart**`, `"the cart"`."""
_PLACE_IN_BOLD = lazy_pattern(
    r"(?:at the )?(?:(?:very )?(?:top|start|beginning|bottom|end)|above|after|before|below|inside)"
    r"(?: of(?: the(?: \w+)? file)?)?:?"
    r"|(?:change|edit|part|step)?\s*#?\d+[.):]*",
    re.IGNORECASE,
)
"""A text in bold that is a place or a number, and quotes nothing: `at the top`, `Step 2`."""
CUT_OFF = lazy_pattern(r"\s*\(?(?:\.{3}|…)\)?$")
"""The end of a quotation that leaves out the rest of the line: `DEFAULT_PATH = ...`, `def load(...)`."""
PLAIN_CODE = lazy_pattern(
    r"(?<![\w./\\`$@#<-])(?:(?P<name>[a-z]+\d*[A-Z]\w*|[A-Z][a-z]+\d*[A-Z]\w*|[A-Za-z]\w*_\w+|[A-Za-z_]\w+(?=\(\)))"
    r"(?:\(\))?)(?![\w`/\\(>-]|\.\w)"
)
"""A name in a sentence that no word looks like: `loadOrders`, `load_orders`, `load()`."""
_CLAUSE_WITH_CODE = lazy_pattern(
    r"(?:^|[,;，；]|\s(?:and|und|y|e|et|и)\s)[^,;，；`]{0,80}`(?P<code>[^`\n]+)`"
    r"[^,;，；`]{0,80}?(?=[,;，；]|\s(?:and|und|y|e|et|и)\b|$)",
    re.IGNORECASE,
)
"""A clause that quotes code once: ``Add `import re` at the top,``."""
REMARK = lazy_pattern(
    r"(?<=[`\"”*])\s*(?:\([^()`\n]*\)|（[^（）`\n]*）"
    r"|,\s(?:which|that|welche[rs]?|de[rn]|die|das|qui|que|che)\s[^,`\n]*,)"
)
"""A remark on what has just been quoted: `` `f` (it is unused)``, `` `f`, which is unused,``."""
_NAME_OF_HEAD = lazy_pattern(r"(?:[\w<>]+\s+){0,4}?(?P<name>[\w$.:]+)(?:\s*\(.*|$)", re.DOTALL)
"""The name in a quoted head: `func age() -> Int`, `age()`, `Cart.age`."""
IMPORT_NOUN = lazy_pattern(r"[`\"”*]*\s+(?:imports?|includes?|requires?|use statements?)\b", re.IGNORECASE)
"""What says behind a quotation that it means an import: ``the `dotenv` import``."""
FOR_WHAT = lazy_pattern(r"[\s*_]*(?:for|für|para|per|pour)\s[^.:;,`\"“]*[`\"“]", re.IGNORECASE)
"""Words behind a noun that say which of several is meant: ``for `/users/:id` ``."""

# Directions, edges and order

_ARTICLE = r"(?:the|der|dem|den|die|das|l[aeo]?s?|l['’]|el|il|o|a)?\s*(?:very )?"
_BELOW, _ABOVE, _INSIDE = (directions(table) for table in (BELOW, ABOVE, INSIDE))
"""The words for each direction, as patterns."""
DIRECTION = lazy_pattern(
    lambda: (
        rf"(?<!\w)(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE})|(?P<inside>{_INSIDE}))(?!\w)"
        rf"|(?P<below_>{directions(BELOW, is_behind=True)})|(?P<above_>{directions(ABOVE, is_behind=True)})"
    ),
    re.IGNORECASE,
)
"""A word for a direction: `below`, `above`, `inside`."""
_NEAR = lazy_pattern(r"\s*[^,.;:，。；：、`]{0,14}")
"""The first words after a noun."""
_MAX_SENTENCE = 200
"""The most characters of a sentence in which a place is looked for."""
_BETWEEN = lazy_pattern(
    r"(?<!\w)(?:between|zwischen|entre|tra|fra|между)\s+(?P<between>[^.;:]*)$", re.IGNORECASE
)
"""Words for a place between two things: `between a and b`."""
_AND = lazy_pattern(r"\s(?:and|und|y|e|et|и)\s", re.IGNORECASE)
CLOSE_BY = lazy_pattern(
    rf"\b(?:right|directly|immediately|straight|direkt|unmittelbar|justo|juste|directement)\s+(?:{_BELOW}|{_ABOVE})\b",
    re.IGNORECASE,
)
"""Words that leave no blank line between: `right below the existing line`."""
BESIDE_IT = lazy_pattern(
    rf"(?<!\w)(?:(?P<below>{_BELOW}|nachdem)|(?P<above>{_ABOVE}|bevor))\s+(?:(?:dass?|qu['’]|que|che|di|de|d['’])\s*)?"
    r"(?:it|they|that|this|we|you|it['’]s|er|es|sie|das|dies|wir|il|elle|on|lo|la|se|los|las|su|ele|ela|isso|eso|esto"
    r"|essere|viene|être|\w+(?:ing|ado|ada|arlo|erlo|irlo))\b",
    re.IGNORECASE,
)
"""Words for the place beside what something does: `before it is sent`, `before sending`."""
AT_TOP = lazy_pattern(
    r"\b(?:(?<!on )top|shebang|beginning|start|begin with|first (?:lines?|thing)|prepend|anfang|beginn"
    r"|ganz oben|oben in|principio|inicio|comienzo|début|inizio|início|começo"
    r"|as (?:the |its )?(?:very )?first|als erste[nrs]?|en premi[eè]re?|como (?:el |la |o |a )?primer[ao]?"
    r"|come prim[ao]|начал[оеу]|początk\w*)\b"
    r"|开头|开始处|开始的|最前|顶部|先頭|冒頭|の最初|맨 앞|맨 위|시작 부분|처음에",
    re.IGNORECASE,
)
"""A word for the top of a file: `at the top`."""
AT_END = lazy_pattern(
    r"\b(?:append(?:ed(?=\sto\s(?:the|your)\s(?:\w+\s)?file))?|bottom|end|ende|final|fin|fine"
    r"|fim|last|(?:en|au) bas|al pie|in (?:fondo|coda)"
    r"|no fundo|einde|onderaan|na końcu|na koniec|в кон(?:ец|це)|в кін(?:ець|ці)|наприкінці|na konec|na konci"
    r"|sonuna|slutet|slutten|slutningen|nederst|längst ner)\b"
    r"|末尾|最后|底部|最後|结尾|結尾|一番下|끝|맨 아래|마지막",
    re.IGNORECASE,
)
"""A word for the end of a file: `at the bottom`."""
_FILE_NOUN = (
    r"(?:document|file|module|page|script|datei|dokuments?|moduls?|skripts?|fichier|archivo|fichero|arquivo"
    r"|ficheiro|modulo|módulo|bestand|filen|plik\w*|файл\w*|soubor\w*|dosyan\w*)\b"
)
OF_FILE = lazy_pattern(
    r"\b(?:(?:beginning|bottom|end|foot|start|top|anfang|beginn|ende|début|fin|haut|bas|final|pie|principio|inicio"
    r"|comienzo|fim|fundo|topo|início|fine|fondo|coda|cima|inizio|einde|begin|slut\w*|början)"
    r"\s(?:of|der|des|von|d[eu]|del|dell[ao]|al|do|van|af|av)"
    # Slavic languages have no word between: `В конец файла`.
    r"|onderaan|bovenaan|kon(?:iec|ci|ec)|końc\w+|początk\w+|начал[оеу]|кон(?:ец|це|ца)|кін(?:ець|ці)|початк\w+)"
    # The name of the file is `the file` in all languages.
    r"\s(?:(?:the|this|your|my|der|deiner|ihrer|le|la|el|il|lo|o|het|ton|votre|tu|su|seu|il tuo)\s){0,2}"
    rf"(?:\w+\s)?{_FILE_NOUN}"
    r"|\b(?:dateiende|dateianfang)\b|\bappend\w*\s(?:[\w']+\s){0,4}to\s(?:(?:the|this|your)\s){1,2}(?:\w+\s)?file\b"
    r"|(?:文件|the file)[ *]*的?最?(?:末尾|开头|顶部|底部|后|結尾|结尾)"
    r"|(?:ファイル|the file)[ *]*の(?:先頭|末尾|最後|一番下|一番上)"
    r"|(?:파일|the file)[ *]*의?\s?(?:맨\s)?(?:끝|마지막|처음|시작|상단|하단|위|아래)",
    re.IGNORECASE,
)
"""Words for the end or the top of a whole file: `at the end of the file`."""
BELOW_IMPORTS = lazy_pattern(
    rf"(?<!\w)(?:{_BELOW})\s+(?:\w+\s+)?(?:import(?:s|e|en|aciones|ações|ations)?|includes|importazioni|импорт\w*)\b",
    re.IGNORECASE,
)
"""Words for the place below the imports: `after the imports`."""
BELOW_HEADER = lazy_pattern(
    rf"(?<!\w)(?:{_BELOW})\s[^,.;:`]{{0,30}}?\b(?:(?P<shebang>shebang)"
    r"|(?:file|head|header|initial|licen[cs]e|copyright|opening|top|first) (?:banner|comment|header|notice)"
    r"|comment at the (?:beginning|start|top)|kopfkommentar|kommentar am (?:anfang|kopf)"
    r"|commentaire (?:d['’]en-tête|initial|du début)|comentario (?:de cabecera|inicial|del principio)"
    r"|comentário (?:de cabeçalho|inicial|do início)|commento (?:iniziale|di intestazione|in cima))",
    re.IGNORECASE,
)
"""Words for the place below the comment with which a file begins: `below the header comment`."""
AMONG_IMPORTS = lazy_pattern(
    r"\b(?:imports|includes|import\s+(?:block|list|section|statements?)|importe|importaciones|importações"
    r"|importations|importazioni)\b",
    re.IGNORECASE,
)
"""Words for the imports of a file: `to the imports at the top`."""
BEFORE_LAST = lazy_pattern(
    r"\b(?:before|above|ahead of|vor|antes de|avant|prima di)\s+(?:the|der|dem|den|l[ao'’]|el|o|a)?\s*"
    r"(?:very )?(?:final|last|letzten?|última|último|dernière|dernier|ultima|ultimo)\b",
    re.IGNORECASE,
)
"""Words for the place above the last one of something: `before the last`."""
BEFORE_RETURN = lazy_pattern(
    lambda: (
        # Not `before the returned value`, nor an early one of several.
        rf"(?<!\w)(?:{_ABOVE}|bevor)\s(?!{_ARTICLE}(?:first|early|ersten|premi\w+|prim\w+)\b)"
        # `before the `if` that returns early`
        r"(?:(?:que|che)\s)?(?:(?!(?:below|after|that|which|who|whose|where|qui|que|che|który)\b|`(?:if|for|while|switch|try)`)"
        r"[\w`'’()*.]+\s){0,4}?[`*]*(?:de\s|di\s|d['’]|l['’])?"
        r"(?:return(?:s|ing)?(?![\w-]|\s+early\b)|rückgabe|zurückgibt|zurückgegeben|zurückkehrt|retour(?:ne[r]?)?|renvo(?:i|ie|yer)"
        r"|devolv(?:er|e)|retorn(?:ar|o|a|e)|restitui(?:re|sce)|ritorno|zwróceni\w+|возврат\w*|повернення\w*)"
        r"|(?:\breturn|返回|戻り|リターン|返す|반환|리턴)[^`.。:：]{0,8}[`*]*[^`.。:：]{0,8}?(?:之前|以前|前|전|앞|직전)"
    ),
    re.IGNORECASE,
)
"""Words for the place above the end of a function: `before the return`, `before it returns`."""
BEFORE_CLOSING = lazy_pattern(
    r"\b(?:before|above|vor|antes|avant|prima)\b.{0,12}\b(?:closing|end|exports?|last)\b", re.IGNORECASE
)
"""Words for the place above a closing line or an export: `before the closing`."""
_NAMED_IN_ORDER = r"\s*(?:\w+\s+){0,2}?[`\"“](?P<name>[^`\"“”\n]+)[`\"”]"
LAST_NAMED = lazy_pattern(
    rf"(?<!\w)(?:{_BELOW})\s+(?:de\s+)?{_ARTICLE}"
    rf"(?:last|final|letzten?|última|último|dernière|dernier|ultim[ao]|последн\w+)\b{_NAMED_IN_ORDER}",
    re.IGNORECASE,
)
"""Words for the place below the last one of something: ``after the last `route` ``."""
FIRST_NAMED = lazy_pattern(
    rf"(?<!\w)(?:{_ABOVE})\s+(?:de\s+)?{_ARTICLE}"
    rf"(?:first|ersten?|primer[ao]?|première|premier|prim[ao]|перв\w+)\b{_NAMED_IN_ORDER}",
    re.IGNORECASE,
)
"""Words for the place above the first one of something: ``before the first `route` ``."""
FIND_AND_ADD = lazy_pattern(
    r"\b(?:find|locate|look for|go to|search for)\s+(?:the line\s+)?"
    r"(?P<old>`[^`\n]+`(?:\s+in\s+(?:the\s+)?`[^`\n]+`)?(?:\s+(?:function|method))?)\s*,?\s*and\s+"
    r"(?P<add>(?:add|insert|paste|place|put)\b[^.`\n]*?)\b(?P<side>below|under|beneath|after|above|before)\s+"
    r"(?:it|that|this)\b(?:\sline\b)?",
    re.IGNORECASE,
)
"""Words for a place beside what they tell to find: ``find `a` in `f` and add this below it``."""
_IS_REQUEST = lazy_pattern(
    r":\W*$|(?:^|[,;]\s|\b(?:and|now|please|then)\s)[\W\d]*(?:add|append|change|in|inside|insert|into|move|paste|place"
    r"|put|replace|to|update|use|within)\b",
    re.IGNORECASE,
)
"""A sentence that asks for something, or leads on to the code below: `In `load`, use this:`."""

# Several places

EVERYWHERE = lazy_pattern(
    r"\b(?:all|both|each|every(?:where)?|alle[nrs]?|beide[nrs]?|jede[nrs]?|chaque|les deux|toutes|tous"
    r"|ambas|ambos|cada|las dos|los dos|todas|todos|entramb[ei]|tutte|tutti)\b"
    r"|両方|すべて|全て|每个|两个|所有|둘 다|모든",
    re.IGNORECASE,
)
"""Words for several places at once: `in both functions`, `all three jobs`."""
BOTH = lazy_pattern(
    r"\b(?:both|beide[nrs]?|ambas|ambos|les deux|las dos|los dos|entramb[ei])\b|両方|两个|둘 다",
    re.IGNORECASE,
)
"""Of these, the words for two places."""
LISTED_NAMES = lazy_pattern(
    r"(?<!\bbetween )(?<!\bzwischen )(?<!\bentre )(?<!\btra )(?<!\bfra )(?<!\bмежду )"
    r"`[^`\n]+`(?P<others>(?:,\s*`[^`\n]+`)*)(?:,?\s*(?:and|und|et|y|e|i|en|og|och|и|і|та|ve)\s+|\s*[&和与與及と]\s*)`[^`\n]+`",
    re.IGNORECASE,
)
"""Names in a list: `` `get` and `set` ``, but not those between which something is."""
ONE_MORE = lazy_pattern(
    r"\b(?:too|also|as well|another|additional|(?:one|two) more|second|extra|auch|ebenfalls"
    r"|zweite\w*|weitere\w*"
    r"|también|además|otr[oa]s?|segund[oa]|aussi|également|autres?|deuxième|também|outr[oa]s?|anche|altr[oaie]"
    r"|second[oa]|ook|tweede|также|тоже|второ\w+)\b|也|另|再|第二|もう一つ|別の|도|또",
    re.IGNORECASE,
)
"""Words for something beside what is there: `link the posts too`, `a second button`."""

# What the words ask for

# Those left out are nouns in words for a place, too: `below the import`, `in the hook`.
_ADDED = frozenset((*english(vocabulary.ADD, vocabulary.PUT), "new")) - {"hook", "import", "plug", "wire"}
_ADDS = lazy_pattern(
    # Also the separated particle: `Füge … hinzu`.
    lambda: rf"\b(?:{any_of(_ADDED)}|hinzu)\b|{in_other_languages(vocabulary.ADD)}",
    re.IGNORECASE,
)
"""Words that ask to add something."""
WRAPS = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of(forms(*english(vocabulary.WRAP)))})s?\b|{in_other_languages(vocabulary.WRAP)}"
        r"|\baround\b|\bguards?\s(?:the|this|your|it|`)"
        r"|\b(?:in(?:to|side)?|within|in eine[mn]?|dans une?|en una?|em uma?|dentro de(?: uma?)?|in una?|w)"
        r"\s(?:(?:an?|the)\s)?[`*]*(?:try|using|with|if|lock|bloc[kco]?\w*)\b"
    ),
    re.IGNORECASE,
)
"""Words that ask to put a block around something: `wrap the call`, ``put it into a `using` ``."""
_REMOVES = lazy_pattern(
    lambda: rf"\b(?:{any_of(forms(*english(vocabulary.REMOVE)))})\b|{in_other_languages(vocabulary.REMOVE)}",
    re.IGNORECASE,
)
"""Words that speak of a removal."""
# Those left out are said of code that gets more, too: `Edit src/a.py and add …`.
_CHANGED = frozenset(english(vocabulary.REPLACE, vocabulary.CHANGE, vocabulary.RENAME)) - {
    *("adjust", "amend", "correct", "edit", "fix", "switch", "turn"),
}
REPLACES = lazy_pattern(
    lambda: (
        rf"\b(?:instead|rewrit(?:e|ing|ten)|(?:{any_of(forms(*_CHANGED))})s?)\b"
        rf"|{in_other_languages(vocabulary.REPLACE, vocabulary.CHANGE)}"
    ),
    re.IGNORECASE,
)
"""Words that ask to change what a file has."""
PUTS_INSTEAD = lazy_pattern(
    lambda: (
        rf"\b(?:{any_of(forms(*english(vocabulary.REPLACE)))})\b|{in_other_languages(vocabulary.REPLACE)}"
    ),
    re.IGNORECASE,
)
"""Words that ask to put something in the place of something else."""
BECOMES = lazy_pattern(
    r"\b(?:becomes?|looks? like|wird(?: zu)?|devient|queda|fica)\b|变为|变成|改为|になります", re.IGNORECASE
)
"""Words for what a stretch is then: `Everything above it becomes`."""
NAMED_CHANGE = lazy_pattern(
    r"\b(?:an?|any|each|every|our|that|the|these|this|your)\s+(?:\w+\s+)?(?:changes?|updates?)\b",
    re.IGNORECASE,
)
"""A noun that looks like a verb: `Record the change`."""
_REPLACES_WHOLE = lazy_pattern(
    lambda: (
        rf"(?:\b(?:overwrite|rewrite|swap out|{any_of(english(vocabulary.REPLACE))})\b"
        rf"|{in_other_languages(vocabulary.REPLACE)})"
        r"(?:`[^`]*`|(?!\b(?:with|by|in)\b)[^.:;`]){0,60}?\s"
        r"(?:abschnitt|block|class|component|function|interface|job|method|rule|sección|section|service|struct|table)"
        r"(?:\s+(?:by|with|durch|mit|por|con|par)\b|\W*$)"
        r"|\bimports?\s+(?:line\s+)?(?:becomes?|can be reduced to|is now|now becomes|should (?:now )?be)\b"
    ),
    re.IGNORECASE,
)
"""Words that ask to replace a whole definition: `replace the [tool.ruff] section by`, `the import is now`."""
_WHOLE_PART = lazy_pattern(
    lambda: (
        rf"(?:\b(?:overwrite|rewrite|swap out|{any_of(english(vocabulary.REPLACE))}|only|entire|whole"
        r"|complete"
        r"|full|nur|ganze\w*|vollständige\w*|solo|seulement|uniquement|sólo|somente|apenas|completo|entier|entière"
        rf"|только|只|整个|完整|だけ|全体)\b|[只整完]|{in_other_languages(vocabulary.REPLACE)})"
        r"(?:(?!\b(?:with|by|in|of|to|so|that)\b)[^.:;<>]){0,30}?[\s`<\"“*]*"
        r"\b(?:script|style ?sheet|styles?|template)\b[^`.:;\n]{0,30}[`>\"”*]*(?![`>\"”*\s]*[中里内])"
        r"|<(?:script|style|template)\b[^>`\n]{0,30}>[`\"”*]*\s?(?:部分)?(?:だけ|のみ|全体|を置き換え|を差し替え)"
    ),
    re.IGNORECASE,
)
"""Words for all of a script or a style: `replace the script`, ``only the `<script setup>` part``."""

# What is replaced

REPLACED_LINES = lazy_pattern(
    r"\b(?:replace|change|swap|ersetze\w*|remplace[rz]?|reemplaza|substitua|sostituisci)\s(?:[\w']+\s){0,3}?"
    r"(?:lines|calls|statements|imports|entries|zeilen|lignes|líneas|linhas|righe)\b"
    r"|[把将][^。]*(?:行|句)",
    re.IGNORECASE,
)
"""Words that ask to replace several lines: `Replace the two lines`."""
_EVERYTHING = (
    r"everything|all(?:\s(?:of\s)?the)?(?:\s(?:code|lines))?|alles|tout(?:\sce\squi\sest)?"
    r"|todo(?:\slo\sque\s(?:está|hay))?|tudo(?:\so\sque\s(?:está|há))?"
)
_KIND_OF_CODE = r"(?:(?:block|class|constant|function|line|method|rule|section|klasse|zeile|funktion)\s)?"
STRETCH = lazy_pattern(
    rf"\b(?:{_EVERYTHING})\s(?:(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))\s(?:de\s|von\s)?{_ARTICLE}{_KIND_OF_CODE}"
    r"`(?P<beside>[^`\n]+)`(?![^`.\n]{0,30}?\b(?:(?:down|up) to|until|through|bis|hasta|até)\b)"
    rf"|(?:from|von|ab|de|desde|depuis)\s{_ARTICLE}{_KIND_OF_CODE}`(?P<first>[^`\n]+)`\s(?:[\w]+\s){{0,3}}?"
    rf"(?:to|until|through|bis|jusqu\W|hasta|até)\s?(?:zu[mr]?\s|à\s|and\sincluding\s)?{_ARTICLE}{_KIND_OF_CODE}"
    r"`(?P<last>[^`\n]+)`)",
    re.IGNORECASE,
)
"""Words for a stretch of a file: ``everything above `class A```, ``everything from `a` down to `b```."""
REPLACED_PHRASE = lazy_pattern(
    r"\b(?:replace|swap(?: out)?|change|exchange)s?\s+(?:the|this|that|your)\s+(?P<what>[^`.,:;]{3,60}?)"
    r"\s+(?:with|by|for|to|into)\b"
    r"|\b(?:ersetze|ersetzt|ersetzen sie|tausche|tauschen sie)(?:\s+i[mn]\s[\w -]{2,30}?)?"
    r"\s+(?:den|die|das|diesen?)"
    r"\s+(?P<german>[^`.,:;]{3,60}?)\s+(?:durch|gegen|mit)\b"
    r"|\bremplace[rz]?\s+(?:l['’]|(?:le|la|les|ce|cet|cette)\s)(?P<french>[^`.,:;]{3,60}?)\s+par\b"
    r"|\b(?:reempla(?:zar?|ce)|sustitu(?:y[ae]|ir)|cambi(?:ar?|e))\s+(?:el|la|los|las|este|esta)"
    r"\s(?P<spanish>[^`.,:;]{3,60}?)"
    r"\s+(?:por|con)\b"
    r"|\b(?:substitu[ai]|troque|troca)\s+(?:o|a|os|as)\s(?P<portuguese>[^`.,:;]{3,60}?)\s+(?:por|pel[oa])\b"
    r"|\bsostitui(?:sci|re|sca)\s+(?:l['’]|(?:il|la|lo|i|gli|le)\s)(?P<italian>[^`.,:;]{3,60}?)\s+con\b"
    r"|\bvervang\s+(?:de|het)\s(?P<dutch>[^`.,:;]{3,60}?)\s+door\b"
    r"|\bзамени(?:те|ть)?\s+(?P<russian>[^`.,:;]{3,60}?)\s+на\b"
    r"|[把将](?P<chinese>[^`。，：]{2,30}?)(?:替换|换|改)(?:成|为)|(?P<japanese>[^`。、：\s]{2,30})を[^。]{0,12}置き換え",
    re.IGNORECASE,
)
"""What words ask to replace, without quotation marks: `replace the copyright paragraph with`."""
LINE_WITH_WORD = lazy_pattern(
    r"(?:the|den|die|das|le|la|l['’]|el|lo|il|o|a)\s*[`\"“]?(?P<word>[A-Za-z_]\w{2,})[`\"”]?"
    r"(?:[\s-](?:call|check|condition|line|loop|statement|aufruf|anweisung|bedingung|prüfung|schleife|zeile)\b"
    r"|\s(?:in|inside|within|of)\s[`\"“*])"
    r"|(?:appel|chamada|chiamata|instruction|instrucción|instrução|ligne|linha|llamada|línea|riga)\s"
    r"(?:(?:à|a|al?|de|di|do)\s)?[`\"“]?(?P<noun>[A-Za-z_]\w{2,})"
    r"|[`\"“]?(?P<cjk>[A-Za-z_]\w{2,})[`\"”]?\s*(?:这一?行|语句|调用|呼び出し|の行|호출|줄)",
    re.IGNORECASE | re.ASCII,
)
"""A line that words describe by a word in it: `the print call`, `the timeout line`."""
BEFORE_NEW_CODE = lazy_pattern(
    r"\s(?:with|by|to|into|durch|mit|por|con|par|com|op|na|на)\b|替[换換][为為成]|[换換]成|改[为為成]|に置き換え",
    re.IGNORECASE,
)
"""The words between old and new code, in any place of a sentence."""
_WITH = lazy_pattern(
    r"[`\"”]*\s+(?:(?P<noun>[a-z]+)\s+)?(?:(?:in|inside|of|on|within|im|dans|en)\s+(?:[\w'-]+\s+){1,5}?)?"
    r"(?:with|by|to|into|durch|gegen|por|con|com|par|door|op|na|на)\b",
    re.IGNORECASE,
)
"""The words after old code that lead on to new code, with a noun for the old one: `… step with`."""
_BE_REPLACED = lazy_pattern(
    r"[`\"”*]*\s*(?:(?:can|could|may|must|should|will|has to|needs to)\s+(?:now\s+|then\s+)?be|is|gets|was)"
    r"\s+(?:now\s+)?(?:replaced|swapped)\b"
    r"|[`\"”*]*\s*(?:kann|muss|sollte|wird)\s(?:[^`.:]{0,30}\s)?(?:durch|ersetzt)\b"
    r"|[`\"”*]*\s*(?:peut|doit|devrait)\s+(?:\w+\s+)?être\s+remplacée?\b"
    r"|[`\"”*]*\s*(?:(?:puede|debe)\s+(?:ser\s+)?|se\s+)(?:reempla|sustitu)\w+"
    r"|[`\"”*]*\s*(?:pode|deve)\s+ser\s+substituíd[oa]\b|[`\"”*]*\s*(?:può|deve)\s+essere\s+sostituit[oa]\b"
    r"|[`\"”*]*\s*(?:方法|函数|函數)?\s*(?:可以|应该|應該)?(?:被|用)?\s*(?:替[换換]|[换換]|改)(?:成|为|為)"
    r"|[`\"”*]*\s*(?:関数|メソッド)?を[^。`]{0,12}(?:置き換え|差し替え)"
    r"|[`\"”*]*\s*(?:함수|메서드)?[을를][^.`]{0,12}(?:교체|대체|바꾸|바꿔)",
    re.IGNORECASE,
)
"""The words after old code that say by themselves that new code takes its place: `can be replaced with`."""
_INSTEAD_OF = lazy_pattern(
    r"\W*(?:instead of|in place of|anstelle von|anstatt|statt|au lieu de|à la place de|en lugar de|en vez de"
    r"|no lugar de|em vez de|al posto di|invece di|in plaats van|zamiast|вместо|замість)\s+"
    rf"{_ARTICLE}(?:(?:old|existing|unused)\s+)?(?:method\s+|function\s+)?[`\"“*]*",
    re.IGNORECASE,
)
"""The beginning of a sentence that goes on with old code: ``Instead of `a`, add:``."""
_SWAPS = lazy_pattern(r"\b(?:swap|exchange|trade)\b", re.IGNORECASE)
"""Words for an exchange, with `for` between old and new code."""
_FOR = lazy_pattern(r"[`\"”*]*\s+(?:(?:call|line|statement)\s+)?(?:out\s+)?for\b", re.IGNORECASE)
_IN_ITS_PLACE = lazy_pattern(
    r"[^.;。]*(?:\b(?:instead|in its place|in their place|stattdessen|an (?:ihrer|seiner|dessen|deren) Stelle"
    r"|à la place|à sa place|en su lugar|no lugar|em seu lugar|al suo posto|in plaats daarvan|zamiast)\b"
    r"|вместо (?:него|неё|нее|этого)|取而代之|代わりに|대신)",
    re.IGNORECASE,
)
"""The words after old code that is removed, and in whose place something comes: `and add this instead`."""
_PART_OF = lazy_pattern(
    r"(?<!definition )(?<!version )(?<!code )(?<!instead )(?<!place )"
    r"\b(?:in|inside|within|from|of|im|aus|von|dans|du|en|em|nel|nella|di|в)\s+"
    r"(?:(?:the|der|dem|la|le|el|il)\s+)?(?:(?:function|method|funktion|methode|fonction|función)\s+)?[`\"“*]*$",
    re.IGNORECASE,
)
"""The words before the name of what something is a part of: `replace the print in`."""
_LEADS_ON = lazy_pattern(
    # → | becomes | and replace it with | … it now says `a`, put
    r"[`\"”*]*\s*(?:→|➜|⇒|->|=>)\s*:?\s*$"
    r"|[`\"”*]*\s(?:\w+\s)?(?:becomes|should (?:become|be|read)|wird(?: zu)?|devient|pas[as]a? a ser|diventa)"
    r"\s*:?$"
    r"|[`\"”*]*[^.`]{0,30}?\b(?:and|then|und|et|y|e|i|и)\s+(?:then\s+)?"
    r"(?:(?:replace|change|swap|turn)\s(?:it|this|that)\b|ersetzen?\s(?:sie|es|diese|ihn)\b|remplacez?-l[ea]\b"
    r"|(?:reempl|sustit|cámbi)\w+l[oa]\b|(?:substitua|troque)(?:-[oa])?\b|sostitui\w+l[oa]\b"
    r"|zamień\b|замените\b)"
    r"|[`\"”*]*\s*(?:这一?行|那一?行|一行|语句)?\s*(?:并|，)?\s*(?:将其|把它)?\s*(?:替[换換]|[换換]|改)(?:成|为|為)"
    r"|[`\"”*]*\s*(?:の行|行)?を[^。`]{0,12}(?:置き換え|差し替え|変更)"
    r"|[`\"”*]*\s*(?:줄|행)?[을를][^.`]{0,12}(?:교체|대체|바꾸|바꿔)",
    re.IGNORECASE,
)
"""The words behind a quoted line that lead on to what takes its place: ` →`, `and replace it with`."""
_THIS_INSTEAD = lazy_pattern(
    r"\b(?:(?:this|these|the following)(?:\s\w+)?\s(?:instead of|in place of)"
    r"|diese\w*\s(?:statt|anstelle von)"
    r"|ceci\s(?:au lieu de|à la place de)|esto\s(?:en lugar de|en vez de)|isto\s(?:em vez de|no lugar de))"
    r"(?:\s(?:the|der|die|das|le|la|el|o|a))?\s[`\"“*]*$"
    r"|\bwhere\s(?:it|there|the code)\s(?:now\s|currently\s)?(?:says|has|is)\s[`\"“*]*$",
    re.IGNORECASE,
)
"""The words before old code that new code below replaces: `use this instead of`, `where it says`."""

# Bodies of functions

_BODY_NOUN = (
    r"(?:(?:function|method|whole)\s)?(?:body|bodies|contents?|implementation)"
    r"|(?:funktions|methoden)?(?:rumpf|körper)|inhalt|implementierung|corps|contenu|implémentation"
    r"|cuerpo|contenido|implementación|corpo|conteúdo|implementação|contenuto|implementazione|inhoud"
    r"|тел[оа]|содержимое|реализаци[юя]|тіло|вміст|ciało|treść|zawartość"
)
_ALL_OF_IT = (
    r"everything|all(?:\s(?:of\s)?the)?\scode|alles|tout(?:\sce\squi\sest)?|todo(?:\slo\sque\shay)?|tudo|tutto"
    r"|всё|все|wszystko"
)
_OF_A = (
    r"(?:of|for|in|inside|within|von|der|des|in|de|du|d['’]|del|della|dell['’]|do|da|di|van|z|в)"
    r"(?:\s+(?:the|my|your|le|la|l['’]|el|il|lo|het|der|die|das|dem))?"
    r"(?:\s*(?:existing|current|function|functions?|method|component|hook|helper|methode|funktion|fonction|méthode"
    r"|función|método|função|funzione|metodo|componente|функции|метод[ау]?|функції|metody|funkcji)){0,2}"
)
_BODY = lazy_pattern(
    rf"(?<![\w<])(?:{_BODY_NOUN}|{_ALL_OF_IT})(?!\w)|函数体|函數體|方法体|主体|内容|中身|本体|本文|全部|本문|본문|몸체|내용",
    re.IGNORECASE,
)
"""A word for the body of a function."""
_BODY_OF = lazy_pattern(
    # Not the body of a request, of a message or of a loop.
    r"(?<!\bhtml )(?<!\bloop )(?<!\brequest )(?<!\bresponse )(?<!\bmessage )(?<![\w<])"
    rf"(?:{_BODY_NOUN}|{_ALL_OF_IT})\s+(?:{_OF_A}|funkcji|metody|функции|метода)\s*[`\"“*]*$",
    re.IGNORECASE,
)
"""The words before the name of a function whose body is meant: `the body of the method`."""
_BODY_OF_PLAIN = lazy_pattern(
    rf"(?<![\w<])(?:{_BODY_NOUN})\s+{_OF_A}\s+(?P<name>[A-Za-z_]\w*)(?:\(\))?(?![\w`])", re.IGNORECASE
)
"""Words for the body of a function whose name is not quoted: `the body of load()`."""
_BODY_BEHIND = lazy_pattern(
    rf"[`\"”*]*(?:\(\))?(?:['’]s)?\s*(?:function|method)?\s*(?:(?:的|の|의)?\s*(?:方法|函数|函數|メソッド|関数|메서드|함수)?"
    r"\s*(?:的|の|의)?\s*(?:函数体|函數體|方法体|主体|内容|中身|本体|本文|本문|본문|몸체|내용)"
    rf"|(?:{_BODY_NOUN})(?!\w)|[*`]*\s*[–—:-]\s*(?:\w+\s+){{0,2}}(?:{_BODY_NOUN})(?!\w)"
    rf"|[,:]?\s(?:[^.`]{{0,30}}\s)?(?:its|this|the whole|dessen|son|su|seu|il suo)\s(?:{_BODY_NOUN})(?!\w))",
    re.IGNORECASE,
)
"""The words behind the name of a function whose body is meant: `'s body`, ` – new body`, `の本体`."""
_BEFORE_ALL_INSIDE = lazy_pattern(
    r"(?:^|\W)(?:in|inside|within|dans|en|em|nel|nella|in der|in die|в|w)\s+(?:\w+\s+){0,2}?[`\"“*]*$",
    re.IGNORECASE,
)
"""The words before the name of a function in which something is to change: ``Inside `f` ``."""
_REPLACES_BODY = lazy_pattern(
    lambda: (
        rf"(?:{REPLACES.pattern})\W+(?:(?:sie|du|the|whole|entire|full|current|existing|old|its|function|method|den|die|das"
        rf"|la|le|el|il|lo|o|a|l['’])\s*){{0,4}}(?:{_BODY_NOUN}|{_ALL_OF_IT})(?!\w)"
        rf"|\b(?:new|neuer?|nouveau|nuevo|novo|nuovo|новое|this)\s(?:{_BODY_NOUN})\b"
        rf"|\breplace\s+its\s(?:{_BODY_NOUN})\b"
    ),
    re.IGNORECASE,
)
"""Words that ask to replace a body: `replace the body`, `new body`, `use this body instead`."""
_BODY_BECOMES = lazy_pattern(
    r"[`\"”*]*(?:\(\))?[`\"”*]*\s*(?:(?:function|method)\s+)?(?:in\s+(?:`[^`\n]+`|the file)\s+)?(?:\w+\s+)?"
    r"(?:(?:should|must|can|needs to|has to)\s+(?:now\s+)?(?:be|become|look like|read)\b|is now\b"
    r"|becomes?\b"
    r"|(?:is|gets)\s+(?:now\s+)?replaced\b|[^.`:]{0,20}\bersetz\w*|wird\b|devient\b|pas[as]a? a ser\b"
    r"|[^。`]{0,12}(?:替[换換]|[换換]成|改成|改为|置き換え|差し替え|변경|교체|바꾸|바꿔))",
    re.IGNORECASE,
)
"""The words behind the name of a function whose body is meant that say what this is then: `should be`."""

# Nouns, and what they mean in code

_PLAIN_PART = lazy_pattern(
    r"\b(?:in|inside|of|for|under|from|im|in der|dans|de|en|no|na|nel|nella)\s"
    r"(?:(?:the|your|le|la|el|o|a|il|den|der|dem)\s)?"
    rf"(?:([A-Za-z][\w-]*?)[ -](?:{any_of(english(UNIT))})\b|(?:{any_of(english(UNIT))})\s([A-Za-z][\w-]*))",
    re.IGNORECASE,
)
"""A part of a file that words name without quotes: `in the lint job`, `dans le job lint`."""
PLAIN_CONTAINER = lazy_pattern(
    r"\b(?!(?:an?|the|this|that|your)\b)(\w+)\s(?:arrays?|dict|list|map|mapping|object|section|set|table|tuple)\b"
    r"|\b(?:list|array|liste|tabelle|tabella|tabla|tabela|table|tabelę|таблиц[уаеы])\s(?:of\s|der\s|des\s)?(\w+)\b",
    re.IGNORECASE,
)
"""A list, a mapping or a table that words name without quotes: `the orders table`."""
LIST_NOUN = lazy_pattern(
    r"\W*(?:(?:de|di)\s+)?(?:(?:the|this|that|der|dem|die|la|el|l[ae'’])\s+)?(?:\w+\s+)?"
    r"(?:list(?:e|a)?|lijst|bullets?|bullet points|aufzählung|énumération|список|списк\w+)\b",
    re.IGNORECASE,
)
"""Words for a list: `the list of keys`."""
HEADING = lazy_pattern(
    r"\W*(?:\w+\s+){0,2}?(?:headings?|headline|title|überschrift|título|titre|titolo|encabezado)\b",
    re.IGNORECASE,
)
"""Words for a heading: `The main heading`."""
_NOUNS_OF_TAGS = {
    "a": "link verknüpfung lien enlace collegamento koppeling odnośnik ссылку посилання 链接 リンク 링크",
    "button": "button knopf schaltfläche bouton botón botão pulsante bottone knop przycisk кнопку"
    " 按钮 按鈕 ボタン 버튼",
    "form": "form formular formulaire formulario formulário modulo formulier formularz форму"
    " 表单 表單 フォーム 양식",
    "h1 h2 h3 h4 h5 h6": "heading überschrift titel titre título titolo kop nagłówek заголовок"
    " 标题 標題 見出し 제목",
    "img": "image picture bild imagen imagem immagine afbeelding obraz картинку изображение"
    " 图片 圖片 画像 이미지",
    "p": "paragraph absatz paragraphe párrafo parágrafo paragrafo alinea akapit абзац 段落 단락",
    "table": "table tabelle tableau tabla tabela tabella tabel tabelę таблицу 表格 表 표",
    "ul ol": "list liste lista lijst listę список 列表 リスト 목록",
}
"""Nouns for elements of pages, as words ask to replace them, by their tags."""
TAGS_OF_NOUNS = {noun: tags.split() for tags, nouns in _NOUNS_OF_TAGS.items() for noun in nouns.split()}
"""The tags of elements, by the noun for them."""
BLOCKS = frozenset(("block", "entry", "item", "job", "section", "service", "stage", "step", "task"))
"""Nouns for a line with what is below it."""
STATEMENTS = {
    "export": lazy_pattern(r"export (?:default\b|\{)|(?:module\.)?exports\b"),
    "exit": lazy_pattern(r"(?:(?:os|process|std::process|sys)(?:\.|::))?_?exit\b"),
    "loop": lazy_pattern(r"(?:async\s+)?(?:for|foreach|while|loop|do)\b|await for\b"),
    "raise": lazy_pattern(r"raise\b"),
    "return": lazy_pattern(r"return\b"),
    "switch": lazy_pattern(r"switch\b"),
    "throw": lazy_pattern(r"throw\b"),
    "try": lazy_pattern(r"try\b"),
}
"""Nouns for statements, and how these begin."""
STATEMENT_NOUN = lazy_pattern(
    r"\W*(?:(?:the|this|that|its|existing|final|last|first|main|outer|for(?:each)?|while)\s+){0,3}"
    rf"(?P<noun>{'|'.join(STATEMENTS)})s?\b"
    r"(?!\s+(?:types?|values?|variables?)\b)",
    re.IGNORECASE,
)
"""A noun for a statement: `the main loop`."""
_FUNCTION, CLASS = "function", "class"
BEGINS_OF_KIND = {
    _FUNCTION: lazy_pattern(
        # async def f( | func (s *S) f( | export const f = (a): T => | int main(void) {
        r"(?:[a-z]+(?:\([\w:]+\))? ){0,4}?(?:def|fn|fun|func|function|sub)\b"
        r"|(?:export )?(?:const|let|var) \w+(?:: [^=]+)? = (?:async )?"
        r"(?:function\b|(?:\w+|\([^()]*\)(?:: [^=]+)?) =>)"
        r"|(?!(?:await|new|return|throw)\b)(?:[\w<>\[\]]+[ *&]+){1,4}\w+\([^=;]*\) ?\{?$"
    ),
    CLASS: lazy_pattern(
        # public final class A | pub(crate) struct A | type A struct { | export interface A
        r"(?:[a-z]+(?:\([\w:]+\))? ){0,4}?(?:class|enum|interface|object|protocol|record|struct|trait) \w"
        r"|type \w+ (?:struct|interface)\b"
    ),
}
"""The beginnings of definitions by their kind."""
_NOUNS_OF_KIND = {
    _FUNCTION: "component endpoint function handler hook method route test view"
    " funktion komponente methode fonction méthode composant vue función función componente método vista"
    " função funzione functie funkcj* функци* метод* 函数 方法 组件 视图 関数 メソッド 함수 메서드",
    CLASS: "class enum interface protocol record struct structure trait"
    " klasse struct* struktur aufzählung schnittstelle classe énumération clase estructura enumeración"
    " estrutura enumeração struttura structuur klas* struktur* класс* структур* перечислени* интерфейс*"
    " 类 结构体 枚举 接口 クラス 構造体 列挙型 インターフェース 클래스 구조체",
}
"""Nouns for definitions, by their kind."""
_FUNCTION_NOUN, _CLASS_NOUN = (
    f"(?P<{kind}>{vocabulary.phrases(nouns)})" for kind, nouns in _NOUNS_OF_KIND.items()
)
BESIDE_KIND = lazy_pattern(
    lambda: (
        rf"(?<!\w)(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))\s+(?:de\s+|di\s+)?{_ARTICLE}"
        rf"(?:(?:existing|main|whole)\s+)?(?:{_FUNCTION_NOUN}|{_CLASS_NOUN})"
        r"(?=[\s*_]*(?:[,.:;()–—]|$)|\s+(?:and|as|because|for|in|so|to|damit|et|para|per|pour|und|y)\b)"
        rf"|(?:{_FUNCTION_NOUN.replace('<', '<of_')}|{_CLASS_NOUN.replace('<', '<of_')})的?"
        rf"(?:(?P<below_>{directions(BELOW, is_behind=True)})"
        rf"|(?P<above_>{directions(ABOVE, is_behind=True)}))"
    ),
    re.IGNORECASE,
)
"""Words for the place beside a definition that they give by its kind: `above the view`, `函数上面`."""
EDGE_OF_TYPE = lazy_pattern(
    lambda: (
        r"(?<!\w)(?:(?:end|bottom|top|beginning|start|field|member|property|ende|anfang|fin|début|final|inicio|fim"
        r"|início|fine|inizio|einde|begin|campo|champ|feld|koniec|końcu|początek|начал[оеу]|кон(?:ец|це|ца))"
        r"(?:\s+(?:of|der|des|du|de|del|dell[ao]|do|da|van|w))?|in|inside|into|to|within|zu[mr]|im|dans|à|au|al|all[ao]"
        r"|nell?[ao]?|no|na|ao|aan|w|в|к)\s+(?:de\s+)?"
        rf"{_ARTICLE}(?:(?:existing|whole|bestehenden)\s+)?"
        rf"(?:{_CLASS_NOUN}(?:\s+[`\"“*]+(?P<name>\w+))?|[`\"“*]+(?P<only>\w+)[`\"”*]+)"
        rf"|{_CLASS_NOUN.replace('<', '<of_')}(?:的|の|의)?\s?"
        r"(?:最?[后後]|末尾|开头|先頭|[里中内に]|(?:맨\s)?(?:끝|마지막|처음|앞))"
    ),
    re.IGNORECASE,
)
"""Words for the inside or an edge of a type, by its kind or its name: `at the end of the struct`."""
_HANDLES = lazy_pattern(
    # def handler( | onClick = | list(req, res) | get(w http.ResponseWriter | @app.get("/") | @GetMapping
    r"(?:handle|endpoint|route|lambda)|\bon[A-Z]|\((?:req|request|event|ctx|context|c)\b|\bhttp\.|\bRequest\b"
    r"|^[@#]\[?(?:\w+\.)*(?i:get|post|put|patch|delete|api)"
)
"""The sign of a handler of requests or events in its first line or a decorator: `handleClick`."""
SIGNS_OF_NOUN = {
    **dict.fromkeys(("endpoint", "handler", "route"), _HANDLES),
    "hook": lazy_pattern(r"\buse[A-Z]|hook|Hook"),
    "test": lazy_pattern(r"(?:\b|_)(?i:test|spec)|Test"),
}
"""What shows that a function is what a noun says, in its first line or a decorator."""
GROUPS = {
    "associations|assoziationen|asociaciones|associações|associazioni": (
        r"(?:belongs_to|has_(?:many|one|and_belongs_to_many)|embeds_\w+)\b"
    ),
    "callbacks?": r"(?:before|after|around)_\w+\b|\w*(?:before|after)\(",
    "constants?|konstanten|constantes|costanti": (
        r"(?:[a-z]+ |define\(['\"])*(?:[A-Za-z<>\[\]]+ )??[A-Z][A-Z0-9_]+\b[^(]*="
    ),
    "effects?": r"(?:React\.)?use(?:Layout)?Effect\(",
    "hooks?": r"(?:(?:const|let) .*?= ?)?(?:React\.)?use[A-Z]\w*\(",
    "middlewares?": r"\w+\.(?:use|add_middleware)\(",
    "refs?": r"(?:const|let) \w+ ?= ?(?:React\.)?(?:useRef|ref|shallowRef)\b",
    "routes?|routen|rutas|rotas|rotte": (
        r"(?:\w+\.)?(?:get|post|put|patch|delete|all|resources?|HandleFunc|Handle)[( ]['\":]"
        r"|(?:re_)?path\(|Route::"
    ),
    "scopes?": r"scope\b",
    "state(?:s|\\s(?:hooks?|variables?))?": r"(?:const|let) \[\w+, ?set\w+\]",
    "validat(?:ions?|ors?)|validierungen|validaciones|validações|validazioni": r"validates?(?:_\w+)?\b",
}
"""Nouns for lines that are in a group, and how these begin."""
GROUP_NOUN = lazy_pattern(
    rf"(?<!\w)(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))\s+(?:de\s+|di\s+)?{_ARTICLE}"
    rf"(?:(?:existing|other|current|bestehenden|anderen|existentes|existantes)\s+)?(?P<noun>{'|'.join(GROUPS)})\b"
    r"(?!\s+[`\"“])",
    re.IGNORECASE,
)
"""Words for the place beside a group of lines: `below the other routes`."""

# Words that say nothing of a place

ARTICLES = frozenset("the your its der die das den dem la le les el los las il lo gli i o a os as".split())
"""Articles and the like before a noun, in all languages."""
BEFORE_KEY = frozenset(
    (*vocabulary.titles(INSIDE), *"under zu zum zur à aux au al ai alle às ao aos no na".split())
)
"""Words before the name of a mapping that gets more."""
POSITIONS = frozenset(("beginning", "bottom", "end", "file", "start", "top", "very"))
"""Words for a position, which do not describe a line of the file."""
FILLERS = frozenset(
    "a again all an and are as at be but by can for from has have if in into is it its not of on or so that"
    " the then there these this to we when where which will with you your".split()
)
"""Words that most sentences have, in comments of a file as well: they describe no line."""
PRONOUNS = frozenset(
    "he she they being get gets got was were been you us them er es sie wir das dies wird il elle on lo la se"
    " los las su ele ela isso eso esto viene viene être essere".split()
)
"""Words that stand beside a verb for what does something, or is done."""
LINKS_OF_NOUNS = frozenset(
    "de del della des di do da du d van von zum zur ce cet cette ese esa diesen diese эту этот это".split()
)
"""Words beside a noun that say nothing of what it is for: `le bouton de connexion`, `эту кнопку`."""


class Direction(StrEnum):
    """The place of new code, relative to the line that words quote or describe."""

    BELOW = "below"
    ABOVE = "above"
    INSIDE = "inside"
    UNKNOWN = "unknown"
    """The words do not say it."""

    @property
    def is_beside(self) -> bool:
        return self in (Direction.BELOW, Direction.ABOVE)


def asks_to_add(words: str) -> bool:
    """True if words ask to add something to what a file has."""
    return _ADDS.search(words) is not None


def asks_to_change(words: str) -> bool:
    """True if words ask to change something that a file has, and to add nothing."""
    return REPLACES.search(NAMED_CHANGE.sub(" ", words)) is not None and not asks_to_add(words)


def says_what_becomes(sentence: str) -> bool:
    """True if a sentence asks to replace something, or says what something is afterwards."""
    return REPLACES.search(sentence) is not None or BECOMES.search(sentence) is not None


def puts_instead(words: str) -> bool:
    """True if words ask to put something in the place of something else."""
    return PUTS_INSTEAD.search(words) is not None


def asks_to_replace(words: str) -> bool:
    """True if words ask to replace a whole definition, with all that it has."""
    return _REPLACES_WHOLE.search(words) is not None


def names_whole_part(words: str) -> bool:
    """True if words ask to replace all of a script, a style or a template of a page."""
    return _WHOLE_PART.search(words) is not None and not asks_to_add(words)


def removes(words: str) -> bool:
    """True if words speak of a removal."""
    return _REMOVES.search(words) is not None


def sentence_with_place(words: str) -> str:
    """The last sentence of some words, with the one before it if only that says beside what new code goes.

    ``Add it right after `load`. It reads the rest:`` has a reason in the last one.
    """
    *_, before, last = ("", *sentences_in(words))
    if not before or not names_place_beside(before) or not asks_to_add(before):
        return last
    is_beside = any(direction_of(match).is_beside for match in DIRECTION.finditer(last))
    is_reason = not is_beside and (next(quotations(last), None) is None or not _IS_REQUEST.search(last))
    return words[words.rindex(before) :] if is_reason else last


def names_with_body(sentence: str) -> Iterator[str]:
    """The names of the definitions whose bodies a sentence asks to replace: ``the body of `f` becomes``."""
    if _BODY.search(sentence) is None:
        return
    is_asked = _REPLACES_BODY.search(sentence) is not None
    for match in quotations(sentence):
        above, below = sentence[: match.start()], sentence[match.end() :]
        name = _NAME_OF_HEAD.match(name_quoted(match))
        is_body = _BODY_OF.search(above) is not None or _BODY_BEHIND.match(below) is not None
        is_body |= _BEFORE_ALL_INSIDE.search(above) is not None and is_asked
        if name is not None and is_body and (is_asked or _BODY_BECOMES.match(below) is not None):
            yield name["name"]
    if is_asked:
        yield from (plain["name"] for plain in _BODY_OF_PLAIN.finditer(sentence))


def replaced_quotations(sentence: str) -> Iterator[tuple[re.Match[str], str]]:
    """The quotations that a sentence asks to replace, each with its noun: `step` of `` `x` step with``.

    Remarks on what is quoted do not count.
    """
    sentence = REMARK.sub("", sentence)
    for match in quotations(sentence):
        above, below = sentence[: match.start()], sentence[match.end() :]
        with_ = _WITH.match(below)
        if _INSTEAD_OF.fullmatch(above) is None and _PART_OF.search(above) is not None:
            continue
        if with_ is not None and REPLACES.search(above) is not None:
            yield match, (with_["noun"] or "").lower()
        elif (
            _BE_REPLACED.match(below) is not None
            or _INSTEAD_OF.fullmatch(above) is not None
            or (_FOR.match(below) is not None and _SWAPS.search(above) is not None)
            or (_IN_ITS_PLACE.match(below) is not None and _REMOVES.search(above) is not None)
            or _LEADS_ON.match(below) is not None
            or _THIS_INSTEAD.search(above) is not None
        ):
            yield match, ""


def quotations(words: str) -> Iterator[re.Match[str]]:
    """The code and names that words quote."""
    return filter(is_quotation, QUOTED.finditer(words))


def is_quotation(match: re.Match[str]) -> bool:
    """False for a place in bold, as in `at the **top**`, and for the number of a step, as in `**4.** Add`."""
    return _PLACE_IN_BOLD.fullmatch(match["bold"] or match["italic"] or "") is None


def quotation_of(match: re.Match[str]) -> str:
    return match["code"] or match["quoted"] or match["bold"] or match["italic"]


def name_quoted(match: re.Match[str]) -> str:
    """The name that a quotation has, without punctuation around it."""
    return quotation_of(match).strip('`*"() ')


def without_imports(sentence: str) -> str:
    """A sentence without its clauses about imports that it quotes: they say where these go."""
    return _CLAUSE_WITH_CODE.sub(lambda clause: "" if begins_import(clause["code"]) else clause[0], sentence)


def names_as_one(words: Sequence[str], known: Collection[str]) -> list[str]:
    """Some words, with those that a known name has together as that name: `dev dependencies`."""
    found: list[str] = []
    for word in words:
        names = [f"{found[-1]}{sign}{word}" for sign in ("", "_", "-")] if found else []
        name = next((each for each in names if each in known), None)
        if name is None:
            found.append(word)
        else:
            found[-1] = name
    return found


def parts_in_words(words: str) -> set[str]:
    """The parts of a file that words name without quotes: `in the lint job`."""
    return {part[1] or part[2] for part in _PLAIN_PART.finditer(words)}


def names_place_beside(words: str) -> bool:
    """True if the last sentence of some words quotes something beside which code goes: "before `put`"."""
    last = words[-_MAX_SENTENCE:]
    return any(direction_around(last, match).is_beside for match in quotations(last))


def names_beside(words: str) -> Iterator[tuple[str, bool]]:
    """The names that words quote as those beside which code goes, each with True for below."""
    for match in quotations(words):
        direction = direction_around(words, match)
        if direction.is_beside:
            yield quotation_of(match).strip(), direction is Direction.BELOW


def direction_of(match: re.Match[str]) -> Direction:
    assert match.lastgroup is not None
    return Direction(match.lastgroup.rstrip("_"))


def direction_around(words: str, match: re.Match[str]) -> Direction:
    """The direction that the words around a quotation give."""
    before = _direction_before(words[: match.start()])
    return _direction_after(words[match.end() :]) if before is Direction.UNKNOWN else before


def _direction_before(words: str) -> Direction:
    """The direction that the words just before a quotation give."""
    between = _BETWEEN.search(words[-120:])
    if between is not None:
        return Direction.ABOVE if _AND.search(between["between"]) else Direction.BELOW
    # A direction before another quotation is that one's.
    found = list(DIRECTION.finditer(words[-60:].rpartition("`")[2]))
    return direction_of(found[-1]) if found else Direction.UNKNOWN


def _direction_after(words: str) -> Direction:
    """The direction of languages that name it after the noun."""
    # `X` 这一行下面
    near = _NEAR.match(words)
    found = None if near is None else DIRECTION.search(near[0])
    is_behind = found is not None and found.lastgroup in ("below_", "above_")
    return direction_of(found) if found is not None and is_behind else Direction.UNKNOWN
