"""Edits that sentences describe, with old and new code that only the tree can tell apart.

    `a == b` should be `a === b`.            old code, which the tree has, and new code, which it lacks
    Rename `send` to `deliver`.              a name, everywhere in its file
    Set `LIMIT` to `200`.                    a name, and its new value
    Remove the `clear` method.               a definition, or a line
    Set `replicas: 3`.                       a line that replaces the one that sets the same name

Each is an offer, made of whole lines of the file, so that the user sees what it does there.
"""

import re
from collections.abc import Collection, Iterator, Sequence, Set
from enum import StrEnum
from itertools import pairwise
from pathlib import PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.blocks import (
    Code,
    EditBlock,
    FormatName,
    Hints,
    Interpretation,
    Naming,
    Offer,
    OfferKind,
    Operation,
    Replace,
    Wording,
    WordingKind,
    Write,
    plain_interpretation,
)
from editreview.file_kinds import KEYED, MARKUP, TAGGED
from editreview.first_use import lazy_pattern
from editreview.matching import block_at, item_line, language_of, named_spans, parts_in_words, possible_places
from editreview.review.tree_files import (
    FileTree,
    TreeFile,
    is_named,
    likeliest_file,
)
from editreview.text import (
    QUOTED_CODE,
    begins_import,
    indentation,
    is_elided,
    is_informative,
    whole_word,
    words_of_name,
)
from editreview.vocabulary import (
    ABOVE,
    BELOW,
    EVERY,
    EXCEPT,
    LAST,
    ORDINALS,
    SAYS_SET,
    STAYS,
    directions,
    goes_to_end,
)

_MAX_LINES = 3
"""The most lines of a file that may have the old code: in more of them, it is not specific enough."""
_MAX_LINES_SEARCHED_AROUND = 200
"""The most equal lines around each of which the names in a sentence are looked for."""
_MAX_LINES_OF_ALL = 20
"""The most of them if words say that all are meant."""
_MAX_FILES = 5
"""The most files in which a name is changed everywhere."""
_MIN_VALUE_LIKENESS = 0.6
"""The likeness from which new code is a version of only the last word of the old code."""
_MIN_VERSION_LIKENESS = 0.6
"""The likeness from which new code is a version of the old code, even if other lines have the new code."""
_MIN_LETTERS = 2
"""The fewest letters and digits of old code that is a part of a line."""
_TEXTS = (*MARKUP, ".toml", ".ini", ".cfg", ".sql")
"""Extensions of files that have no parser, but are not plain lists of lines either."""
_SETTINGS = (".cfg", ".cnf", ".conf", ".config", ".env", ".ini", ".properties")
"""Extensions of files in which a space may be between a name and its value."""
_DECLARES = lazy_pattern(r"\s*(?:ARG|ENV|export|set|setenv)\s")
_WITH_SETTINGS = (None, "css", "hcl", "json", "toml", "yaml")
"""Languages of files with settings, and None for files without a parser."""
_MIN_REPLACING_RANK, _MIN_ADDING_RANK = 0.65, 0.3
"""The lowest score of a place at which a line replaces one of the file; and at which a sentence adds one."""
_NAME = lazy_pattern(r"(?:--|@)?[A-Za-z_$][\w$]*(?:(?:\.|::|-)[\w$]+)*$")
_SETTABLE_NAME = lazy_pattern(r"[\"']?((?:--|@)?[A-Za-z_$][\w$./-]*)[\"']?$")
"""A name that a line may set, in quotes or not."""
_PLAIN_WORDS = lazy_pattern(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)+")
"""Words of a language, as in the title of a feature: `the "forgot password" link`."""
_BARE_CALL = lazy_pattern(r"[A-Za-z_$][\w$]*\(\)$")
_CALL_WITH_ARGUMENTS = lazy_pattern(r"[A-Za-z_$][\w$.:]*\(.*\)$")
"""A call: `store.save(user)`."""
_VALUE = lazy_pattern(
    r"(?:-?[\d.]+[\w%]*|true|false|yes|no|on|off|null|none|nil|\"[^\"]*\"|'[^']*'"
    r"|[<>=~^!]*\s?[\w.:/*#%-]+(?:\s[\d#][\w.%]*)*)$",
    re.IGNORECASE,
)
"""A value that a setting may have: `30s`, `"debug"`, `>= 2.1`, `1px solid`."""
_TABLE = lazy_pattern(r"\s*\[+(?P<name>[^\[\]]+)\]+\s*(?:#.*)?$")
_STRING = lazy_pattern(r"\"[^\"]*\"$|'[^']*'$")
_PLAIN_VALUE = lazy_pattern(r"[\"']?[\^~]?v?-?\d[\w.%-]*[\"']?|true|false|yes|no|on|off", re.IGNORECASE)
"""A number, a version or a truth value."""
_IN_PLACE = lazy_pattern(
    r"\b(?:with|by|for|durch|mit|gegen|par|contre|con|por|com|door|med|na)\b[^`]*$|替换|替換|置き換え",
    re.IGNORECASE,
)
"""Words between old and new code that put one in the place of the other: `Replace X with `."""
_PINNED = lazy_pattern(
    r"(?P<name>@?[A-Za-z][\w./-]*(?:\[[\w,-]+\])?)(?P<sign>@|:|==)(?P<version>[\^~]?v?\d[\w.+-]*)"
)
"""A package, an action or an image with its version: `actions/checkout@v4`, `node:20-alpine`."""
_MIN_PORT_DIGITS = 4
_VERSION_ALONE = lazy_pattern(r"(?:@|:|==)?[\^~]?v?\d[\w.+-]*")
"""The version in such a name, with the sign before it or not: `@v3`."""
_LITERAL = lazy_pattern(r"(?:-?[\d.]+|\"[^\"]*\"|'[^']*')$")
_TEXT = lazy_pattern(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
"""A text in quotes."""
_MIN_LETTERS_OF_TEXT = 12
"""The fewest letters and digits of a text in quotes that shows which other one it is a version of."""
_MIN_TEXT_LIKENESS, _TEXT_LEAD = 0.65, 0.1
"""The lowest likeness of the two, and by how much it is ahead of that to any third."""
_BLOCK = lazy_pattern(
    r"\b(?:block|entry|job|key|paragraph|resource|rule|section|service|step|target"
    r"|abschnitt|bloque|bloco|bloc|blocco|secci[oó]n|seção|sezione)\b|блок|раздел|部分|セクション",
    re.IGNORECASE,
)
"""A noun for a block of a file: `the section`."""
_BEFORE_LIST = lazy_pattern(
    r"\b(?:from|of|aus|von|de|del|da|dal) (?:the|its|der|dem|den|la|le|les|el|los|las|lo|il|o|a)\s",
    re.IGNORECASE,
)
"""Words before that from which an item goes: `Remove X from the matrix`."""
_AROUND_ITEM = lazy_pattern(r"\s*(?:[-*+]\s+)?[\"']?(?P<item>.*?)[\"']?\s*[,;]?\s*$")
"""A line with an item of a list, with its dash, quotes or comma."""
_RENAMED_KEY = lazy_pattern(
    r"(?P<before>\s*(?:- )?(?P<quote>[\"']?))(?P<key>[^\s\"'=]+?)(?P<after>(?P=quote)\s*[:=](?:\s.*)?)$"
)
"""A line that begins with a key."""
_USE = lazy_pattern(
    r"\s*(?:behaviou?rs?|checks?|fallbacks?|handling|hacks?|logic|support|usages?|uses?|workarounds?)\b",
    re.IGNORECASE,
)
"""The beginning of words after a name that only say what it is used for: `Drop the `select()` fallback`."""
_SAYS_CALL = lazy_pattern(
    r"\s*(?:(?:function|method)\s+)?(?:calls?|invocations?|statements?)\b", re.IGNORECASE
)
"""The beginning of words after the name of what is called: ` call`."""
_SEVERAL = lazy_pattern(
    r"\s*(?:\w+\s)?(?:attributes|blocks|calls|comments|decorators|entries|fields|invocations|keys|lines|options"
    r"|sections|statements)\b",
    re.IGNORECASE,
)
"""The beginning of words after code that is in several places: `the `print(x)` calls`."""
_CALL_LINE = r"(?:await\s+)?(?:(?:self|this|super)(?:\.|->))?{name}\(.*\)\s*;?"
"""All of a line that calls `name`."""
_SAYS_TAG = lazy_pattern(
    r"\b(?:tags?|elements?|balises?|etiquetas?|éléments?|elementos?|elementi|тег\w*)\b|タグ|要素|标签|標籤|태그",
    re.IGNORECASE,
)
"""A noun for an element of a page: `the script tag`."""
_ELEMENT = lazy_pattern(r"<(?P<name>[A-Za-z][\w.:-]*)(?:\s[^<>]*)?>(?:[^<>]*</(?P=name)>)?")
"""All of an element of a page, without others inside."""
_HEAD = lazy_pattern(
    r"\s*(?:[\w@]+\s+)*?(?:(?:class|enum|interface|module|record|struct|trait|type)\s+(?P<typed>\w+)"
    r"|[^(=]*?(?P<called>[A-Za-z_$][\w$]*)\s*(?:<[^()]*>)?\()"
)
"""The beginning of a definition up to its name: `double length(`."""
_CUT = lazy_pattern(r"[,\s]*(?:\.{3}|…).*$")
"""The end of code that is quoted in part: `describe('sum', …)`."""
_IMPORT_BEFORE = lazy_pattern(
    r"\b(?:import\w*|importa\w*|импорт\w*|імпорт\w*|using|require|include)\s(?:[^\W\d]{1,4}['’\s]\s?){0,2}$|导入\s?$",
    re.IGNORECASE,
)
"""The end of the words before code that is imported: `the import of `, `l'import de `."""
_IMPORT_BEHIND = lazy_pattern(
    r"[\s-]*(?:import\w*\b|импорт|імпорт)|\s?(?:的|の)?(?:导入|導入|インポート|import)|\s?(?:임포트|import)",
    re.IGNORECASE,
)
"""The words behind code that is imported: `` import``, `的导入`."""
_SAYS_IMPORT = lazy_pattern(
    r"\bimports? (?:of|for)\b|\bfrom (?:the|its|that) imports?\b|`\s+imports?\b"
    r"|\b(?:aus|von) (?:dem|den|der) imports?\b|\b(?:del|de la|da|do) import\w*",
    re.IGNORECASE,
)
"""Words about an import of a name, rather than its definition: `Remove X from the import`."""
_IMPORTED_MODULE = lazy_pattern(r"from (?P<module>[\w.]+) import\b")
_SAYS_IMPORTED = lazy_pattern(r"\bimport(?:ed|ing|s)?\b", re.IGNORECASE)
_PACKAGE_OF_GO = lazy_pattern(r"\"[\w./-]+\"")
"""What an import of Go has for a package: `"net/url"`."""
_BARE_PACKAGE = lazy_pattern(r"import (?P<name>[\w./-]+)$")
_LISTS_IMPORTS = lazy_pattern(r"\bimports?\s*:\s*`", re.IGNORECASE)
"""`And these two imports: `import os` and `import re`.`"""
_SAYS_ITEM = lazy_pattern(
    r"\bfrom (?:the |its )?(?:`?[\w.-]+`? ){0,2}?"
    r"(?:arguments|arrays?|fields|list|parameters|params|props|signature|tuple)\b",
    re.IGNORECASE,
)
"""Words about an item of a list, rather than its definition: `Remove X from the props of Y`."""
_REMOVED_FROM = lazy_pattern(
    r"(?:\b(?:from|of|in|inside|within|aus|von|im|de|del|dans|en|em|nel|nella|do|da|di|dal?|из|в|класса|функции)|从|在)\s*"
    r"(?:(?:the|der|dem|den|la|le|el|o|a) )?(?:[\w-]+ )?`(?P<before>[^`]+)`|`(?P<after>[^`]+)`"
    r" ?(?:から|の|(?:함수|메서드|클래스)?(?:에서|의))",
    re.IGNORECASE,
)
"""Words before the thing that code is removed from: `Remove X from the matrix`."""
_BEFORE_OWNER = lazy_pattern(
    r"\b(?:of|in|inside|within|von|im|aus|de|del|dans|en|em|nel|nella|do|da|di)"
    r"(?: the| der| la)?(?: (?!to\b)[\w-]+)?[\s(]*$",
    re.IGNORECASE,
)
"""The end of words before what a renamed name is a part of: `send` of `B`."""
_ONLY_BEFORE_OWNER = lazy_pattern(
    r"\b(?:dans|nel(?:la)?|dentro de)(?: la| le)?(?: [\w-]+)?[\s(]*$", re.IGNORECASE
)
"""The end of words that are before a place only, whatever is renamed: ` dans `."""
_BEFORE_WHOLE = lazy_pattern(
    r"\b(?:arg(?:ument)?|attribute?|column|feld|field|flag|key|member|method|option|param(?:eter|[eè]tre|etro)?"
    r"|par[aáâ]metro|prop(?:erty|iedad|riété|rietà)?|spalte|variable)[esn]?\s"
    r"(?:for|in|of|von|de|del|du|da|do|di)(?: the| der| la| le)?(?: [\w-]+)?[\s(]*$",
    re.IGNORECASE,
)
"""The end of words about a part of the code after them, which they do not quote: `The parameter of `."""
_TYPE_OF = lazy_pattern(
    r"(?:\b(?:type|typ|tipo|rückgabetyp|datentyp)(?: (?:annotation|hint))?"
    r" (?:of|for|von|vom|de|del|da|do|di|van)\b[^`]*|\bтип\w* [^`]*)$",
    re.IGNORECASE,
)
"""The end of words before a name that gets another type: `Change the type of `."""
_ENDS_WITH_IN = lazy_pattern(r"\bin[\s(]*$", re.IGNORECASE)
_SAYS_RENAME = lazy_pattern(r"\brenam(?:e|ed|es|ing)\b", re.IGNORECASE)
"""A word of a rename in English, where `in` is not before the new name as in German and Italian."""
_UP_TO_SOURCE = lazy_pattern(
    r"(?:[\s(]+(?!(?:favou?r|instead|place|since|because|is|are|was)\b)[\w-]+){0,3}?[\s(]*"
)
"""Words between what is removed and the place: `Drop `x` and its default from `. Not `in favor of `."""
_BEGINS_BLOCK = ("{", "[", "(", ":")
"""The ends of a line that others belong to: it does not go alone."""
_OPTION = lazy_pattern(r"--?[A-Za-z]")
_PART = lazy_pattern(
    r"--?[A-Za-z]|(?:->|&&|\|\||[-+*/%|&=:?]+\s)\s*\S"
    r"|(?:and|as|else|except|extends|if|implements|in|instanceof|is|or|satisfies|throws|unless|where)\s"
)
"""The beginning of code that goes on what is before it, which is whole without it: `and b`, `-> str`."""
_AFTER_CODE = lazy_pattern(
    r"(?<!\breturn)(?<!\bcase)(?<!\bthrow)(?<!\byield)(?<!\band)(?<!\bor)(?<!\bnot)(?<!\bin)(?<!\bif)"
    r"(?<=[\w\])}\"'])\s+$"
)
"""Whitespace after an expression that can end: `x) `."""
_ARGUMENT = lazy_pattern(r"[\w:@.-]+\s*=(?![=>])")
"""The beginning of an argument or an attribute with a name: `verbose=True`."""
_ONLY_ARGUMENT = lazy_pattern(r"(?<!\bif)(?<!\bwhile)(?<!\bfor)(?<=[\w\]])\(\s*$")
"""The end of a line up to the first argument of a call."""
_INSIDE_TAG = lazy_pattern(r"<[A-Za-z][\w.:-]*(?:\s[^<>]*)?\s$")
_DOCUMENTS = ("/**", "*", "///")
"""The beginnings of lines of documentation."""
_ALREADY = lazy_pattern(r"\b(?:already|bereits|déjà|já|schon|ya)\b|уже|已", re.IGNORECASE)
"""A word about the file as it is: `You already import fmt`."""
_WITH_SEMICOLONS = frozenset(
    ("c", "cpp", "csharp", "css", "java", "javascript", "php", "rust", "tsx", "typescript")
)
_EVERY = lazy_pattern(
    lambda: (
        rf"\b(?<!not )(?:{directions(EVERY)})\b(?! (?:but|in all|other|others|over again|the same|time)\b)"
        rf"|{directions(EVERY, is_behind=True)}"
    ),
    re.IGNORECASE,
)
"""A word for all places or files: `in both files`, `everywhere`."""
_NOT_EVERY = lazy_pattern(r"\b(?:above|after|at) all\b", re.IGNORECASE)
_END_OF_CLAUSE = lazy_pattern(r"[.(（]|\s(?:to|that|which)\s", re.IGNORECASE)
"""The end of the words about an edit, behind its code: ` to support both versions`."""
_WITH_MEMBERS = frozenset(
    "c cpp csharp dart go java javascript kotlin lua php python ruby rust scala swift tsx typescript".split()
)
"""Languages in which a name behind a dot is a member, and no end of a file's name."""
_EVERY_AT_END = lazy_pattern(
    lambda: (
        r"[\s,，、(]*(?:instead,?\s)?(?:(?:across|at|for|in|of|on|an|bei|dans|em|en|in|op|su|w|в|во|на|у)\s)?"
        rf"(?:(?:{directions(EVERY)})\b|{directions(EVERY, is_behind=True)})"
    ),
    re.IGNORECASE,
)
"""Words behind an edit that begin so: `, in all targets`."""
_OTHERS = lazy_pattern(
    r",?\s(?:so that|so|because|since|which|if|when|until|unless|damit|weil|wenn|sodass|para que|porque"
    r"|afin que|parce que|чтобы|потому)\b.*",
    re.IGNORECASE,
)
"""The end of words that says why or when: ` so that all tests pass`."""
_SENTENCE_END = lazy_pattern(r"(?<=[.!?])\s+(?=[\W\d_]*[A-ZÀ-ÞА-Я`])|(?<=[。！？])")
_LEAVES_NEXT = lazy_pattern(r"[\W\d_]*(?:leave|keep|skip|do(?:n['’]t| not)|not)\b", re.IGNORECASE)
"""The beginning of a sentence about what the edit before it leaves: `Leave `load` alone.`"""
_BEFORE_EXCLUDED = lazy_pattern(
    rf"(?:\b(?:{EXCEPT}|leave|keep|skip)|\b(?:every\w*|all|any\w*)(?: \w+)? but"
    r"|\b(?:no[nt]?|nicht|pas|niet|не)(?=\s+(?:in|inside|within|for|im|dans|en|em|в|на|у)\b)"
    r"|(?:,|\()\s*(?:but\s+)?not)\b[\s(*_]*"
    r"(?:(?:in|inside|within|for|from|of|at|on|im|bei|von|dans|en|em|de|del|di|da|nel|в|на|у)\s+)?"
    r"(?:(?:the|your|its|der|die|das|dem|den|la|le|les|el|los|las|il|lo|o|a)\s+)?(?:[\w-]+\s+)?[*_\"'(]*$"
    r"|除了?\s*$",
    re.IGNORECASE,
)
"""The end of words before a place that an edit leaves: `everywhere except in `, `outside of the class `."""
_AFTER_EXCLUDED = lazy_pattern(
    rf"[*_]*(?:\(\))?\s?(?:{STAYS})"
    r"|[*_]*(?:\s\w+)?\s(?:excepted|excluded|aside|exclu\w*|ausgenommen)\b|\s?(?:以外|之外|を除)",
    re.IGNORECASE,
)
"""The beginning of words behind such a place: ` 以外`."""
_SAYS_PART = lazy_pattern(
    rf"\b(?:{EXCEPT}|only|just|solely|nur|seulement|uniquement|solo|sólo|apenas"
    r"|(?:every\w*|all|any\w*)(?: \w+)? but)\b|只|だけ|のみ",
    re.IGNORECASE,
)
"""A word for a part of the places: `only`."""
_BEFORE_PLACE = lazy_pattern(
    r"\b(?:in|inside|within|of|im|von|dans|en|em|de|del|di|da|nel|в)\s+(?:both\s+|only\s+)?"
    r"(?:(?:the|your|der|die|das|dem|den|la|le|les|el|il|lo|o|a)\s+)?(?:[\w-]+\s+){0,2}?[*_\"'(]*$",
    re.IGNORECASE,
)
"""The end of words before a place: `in both `."""
_BARE_PLACE = lazy_pattern(
    r"\b(?i:in|inside|within|of|from|im|von|aus|dans|de|en|em|nel|di|da|в|из|w)\s+(?:(?:the|der|dem|la|le|el|o|a)\s+)?"
    r"(?P<name>[A-Za-z]\w*(?:[a-z\d][A-Z]|_[A-Za-z])\w*)(?:\(\))?(?![\w/`]|\.\w)"
)
"""A place without quotes, whose name no other word has: `in getUser`, `from load_all`."""
_NTH = lazy_pattern(
    rf"\b(?:{'|'.join(f'(?P<n{n}>{words})' for n, words in ORDINALS.items())}|(?P<last>{LAST}))\b[*_]*\s+"
    r"(?:(?:of (?:the )?)?(?:call|instance|line|mention|occurrence|use|usage|vorkommen|aparición)s?\s+)?"
    r"(?:(?:of|to|von|de|d')\s+)?(?:the\s+)?[*_\"'(]*$",
    re.IGNORECASE,
)
"""The end of words before old code that count its places: `the second occurrence of `."""
_COUNTS = lazy_pattern(
    rf"\b(?:the|a|an|of|der|die|das|dem|den|im|la|le|el|il|lo|o|in|на|в)\s+(?:very\s+)?"
    rf"(?:{'|'.join(ORDINALS.values())}|{LAST}|other)\b|第[一二三四五\d]|最后|最後",
    re.IGNORECASE,
)
"""Words that count places: `in the last stage`."""
_SAYS_PLACE = lazy_pattern(
    r"\b(?:(?i:in)(?!stead|\s+(?:favou?r|place|order|addition|general|case|total|turn|fact|this|that|your|its|all|both"
    r"|every|each|any)\b)|(?i:inside|within|outside|im|dans|nel(?:la)?)"
    r"|(?i:on)(?=\s+(?:the\s+)?(?:desktop|mobile|linux|mac\w*|windows|production|staging|phones?|tablets?)\b)"
    r"|(?:(?i:at) the )?(?:top|bottom|beginning|start|end) of"
    r"|(?i:only|just|nur)\s+(?:for|on|at|when|if|für|pour|para)|for(?=\s+[A-Z]{3,}\s))"
    r"(?:\s+of)?\s+(?:(?:the|der|dem|den|la|le|les|el|il|lo)\s+)?(?P<noun>[^\W\d][\w-]*|`)?",
)
"""Words for a place: `inside the media query`, `in production`, `only for `."""
_NO_PLACE = frozenset(
    "above action app application archivo arquivo backend below browser code codebase complete config"
    " configuration current datei datos english entire example file fichier files following frontend general"
    " go java javascript json latter"
    " lines module modern new newer older one order place places practice prod project projects question"
    " python react repo repository rust same script scripts sentence setup short source stead text tree"
    " turn typescript version way whole your".split()
)
"""Nouns behind `in` that are no part of a file, or all of it."""
_PURPOSE = lazy_pattern(
    r",?\s(?:for (?:clarity|consistency|readability)|to (?:match|avoid|prevent))\b.*|,\s(?:as|for|which)\b.*"
)
"""The end of words that says what for: `, for consistency in the output`."""
_ASSIGNMENT_OF = (
    r"(?<![\w.-])[\"']?{name}[\"']?(?:\s*:\s*[\w\[\], |<>]+?(?=\s=))?"
    r"(?:\s*(?:==|~=|>=|[:?+]?=(?!=)|:(?![:=]))\s*|@(?=v?\d))(?=[^\s{{])"
    r"|^\s*(?:[A-Z]+\s+|export\s+|set\s+)?[\"']?{name}[\"']?\s+(?=\S+\s*$|[^{{]*;\s*$)"
)
"""The beginning of a line that sets `name`, up to its value; after a space, the value ends the line.

Unlike `matching.name_set`, these two find a name within a line, and the version that a package is pinned to.
"""
_ASSIGNMENT = lazy_pattern(
    r"(?<![\w.-])(?P<key>[A-Za-z_$@-][\w$./@-]*?)"
    r"(?:[\"']?\s*(?:==|~=|>=|[:?+]?=>?(?!=)|:(?![:=])|@(?=v?\d)|[,>](?=\s*[\"'\d]))\s*|\s+(?=v?\d))(?=[^\s=])"
)
"""The name in a line that sets it, and the punctuation before its value: `port = 8080`."""
_VALUE_OF_ITEM = lazy_pattern(r"\s*value:\s*(?=\S)")
_WORD = lazy_pattern(r"\w+")
_RANGE = lazy_pattern(r"(?:[\^~<>=]+\s*|v)(?=\d)")
_ITEM = lazy_pattern(r"[\w./:@=#-]+$|\"[^\"]*\"$|'[^']*'$")
_BEFORE_NEW_VALUE = lazy_pattern(
    r"(?:\b(?:to|as|be|becomes?|into|with|auf|zu|a|à|en|por|para|su|на)|[=:])[\s\"'(]*$", re.IGNORECASE
)
"""The end of words before a new value: `Set the log level to `."""
# `The following` announces code.
_BESIDE = lazy_pattern(lambda: rf"\b(?!following\b)(?:{directions(BELOW, ABOVE)})\b", re.IGNORECASE)
_BEFORE = lazy_pattern(lambda: rf"\b(?:{directions(ABOVE)})\b", re.IGNORECASE)
_AT_BEGINNING = lazy_pattern(
    r"\b(?:at|to) the (?:very )?(?:beginning|front|start)\b(?! of (?:the |your )?(?:file|module|script)\b)"
    r"|\bprepend\b|\bau début\b|\bal (?:principio|inicio)\b|\bno início\b|\ball['’]inizio\b"
    r"|\b(?:am|an den) anfang\b|\bв начал[ео]\b|开头|最前|先頭",
    re.IGNORECASE,
)
"""Words for the beginning of a list: `at the beginning of the line`."""
_LISTS = lazy_pattern(
    r"[\s,，、]*(?:and|or|und|et|y|e|и|і|oraz|en|och|og|和|及|と)?\s*(?:(?:the|die|les|las|as)\s)?"
)
"""The words between two names of one list: ` and the `."""
_BREAK = lazy_pattern(r"[,;:，；：、]|\b(?:and|or|und|oder|et|ou|y|e|и)\b", re.IGNORECASE)
"""The end of words that say where something goes: ` below, and `."""
_AFTER_VALUE = r"(?=\s*(?:$|[,;>)\]}]|/[/*>]|#|--|(?:as const|\.freeze)\b|[\w-]+=))"
"""What may follow a value that ends: no operator, and no index or call of it."""
_LISTED = r"(?:\"[^\"]*\"|'[^']*'|[^\s,;=\"'()\[\]{}]+)"
_LIST_IN_BRACKETS = lazy_pattern(
    rf"[\[({{](?P<items>\s*(?:{_LISTED}(?:\s*,\s*{_LISTED})*(?:\s*,)?\s*)?)[\])}}]{_AFTER_VALUE}"
)
"""All of a value that is a list of names and strings: `["a", b]`."""
_LIST_OF_SHELL = lazy_pattern(rf"(?<==)\((?P<items>\s*(?:{_LISTED}(?:\s+{_LISTED})*\s*)?)\){_AFTER_VALUE}")
"""An array of a shell: `(git docker)` after `plugins=`."""
_LIST_IN_QUOTES = lazy_pattern(rf"(?:\"(?P<items>[^\"]*)\"|'(?P<single>[^']*)'){_AFTER_VALUE}")
"""All of a value that is a string of words: `"-a -b"`."""
_BARE_LIST = lazy_pattern(r"(?P<items>[\w./:@*-]+(?:,\s*[\w./:@*-]+)+)(?=\s*(?:#.*)?$)")
"""Items with commas between, without brackets or quotes, up to the end of a line: `a.com,b.com`."""
_WORD_OF_VALUE = r"(?:\$\([^()]*\)|\$\{[^{}]*\}|[^\s,;<\"'()\[\]{}])+"
_BARE_WORDS = lazy_pattern(
    rf"(?P<items>{_WORD_OF_VALUE}(?:\s+(?!#|//){_WORD_OF_VALUE})*)(?<!\\)(?=\s*(?:$|;|<|\s(?:#|//)))"
)
"""All of a value of words without quotes: `$(ALL) test`."""
_WITH_BARE_WORDS = (None, "css", "yaml")
"""Languages of files in which a value may be words without quotes, and None for files without a parser."""
_WITH_ARRAYS_OF_SHELL = (None, "bash")
_CONDITION = lazy_pattern(r"\s*(?:\}\s*)?(?:case|elif|else if|for|if|return|switch|unless|until|while)\b")
"""The beginning of a line that compares or tests a value: `if X == y:`."""
_LINK = lazy_pattern(
    r"(?:\b(?:to|with|(?<!called )(?<!used )(?<!invoked )by|into"
    r"|be|becomes?|as|for|zu|auf|in|durch|mit|à|en|par|avec|a|con|por|para|su|na|на)"
    r"|[→⇒>:=为成をに를을])[\s\"'(*]*(?:the |der |die |das |le |la |el )?[\s\"'(*]*$",
    re.IGNORECASE,
)
"""The end of words between old and new code: `Change X to `."""
_BEFORE_NEW_NAME = lazy_pattern(
    r"(?:\b(?:в|у|naar|til|till|called|named|appeler|llamarse|chamar(?:-se)?|chiamarsi|называться)|へ)[\s\"'(*_]*$",
    re.IGNORECASE,
)
"""The end of words between an old and a new name: `X should be called `."""
_NEW_NAME_BEHIND = lazy_pattern(r"[*_]*\s(?:heißen|heten)\b")
_BEFORE_USES = lazy_pattern(
    r"\b(?:call(?:s|ers?)?|uses?|usages?|references?|aufruf\w*|appels?|llamadas?|chamadas?|chiamat[ae]|вызов\w*)\s*$"
    r"|(?:调用|呼び出し|호출)\s*$",
    re.IGNORECASE,
)
"""The end of words for the uses of what gets another name, before where they are: `and its call `."""
_BEFORE_TARGET = lazy_pattern(
    r"\b(?:to|in|into|inside|within|à|dans|zu|zur|zum|in|ins|im|a|al|en)"
    r"(?: (?:the|its|your|la|le|les|der|die|das|dem|den|el|los|las))?(?: \w+)? $",
    re.IGNORECASE,
)
"""The end of words before what is added to: `Add a timeout to `."""
_TRUTHS = frozenset(("true", "false", "yes", "no", "on", "off"))
_MAY_BE_ELSEWHERE = "the words name a part of the file, and this may be another one"
_MAY_BE_OTHER = "this may be another one than the function that is renamed"
_MAY_BE_OTHER_NAME = "the old name is also in a text or a key here, which stays"
_SELVES = ("self", "this", "cls", "Self", "super", "exports")
_WITH_OWNERS = frozenset(("go", "javascript", "php", "python", "rust", "tsx", "typescript"))
"""Languages in which a method is used only with its owner before it."""
_DEFINES_TYPE = lazy_pattern(
    r"\s*(?:(?:export|default|public|private|abstract|final|sealed|data|pub)\s+)*"
    r"(?:class|struct|enum|interface|trait|type|record|object|module|namespace)\b"
)
"""The beginning of a line that defines a type: its name may be in strings, too."""
_TYPE_NAME = lazy_pattern(
    r"\b(?:class|struct|impl|interface|trait|object|enum|record|module|const|let|var)\s+(\w+)"
)
"""The name of what has members: `class Store`, `const api`."""
_RECEIVER = lazy_pattern(r"func\s*\(\s*\w+\s+\*?(\w+)")
"""The beginning of a method of Go, with its type."""
_BEFORE_MEMBER = lazy_pattern(r"([\w$]*)(?:\([^()]*\))?[)\]}\"'?!]*\s*(?:\.|->|::)\s*$")
"""The owner before one of its members: `json.`."""
_STRING_IN_LINE = lazy_pattern(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`")
"""A string that ends on its line."""
_KEY = lazy_pattern(r"\s*:(?![:=])")
_MIN_NAMED = 0.5
"""The lowest share of the parts of a name that words have to mention."""
_DEFINES = "class|def|enum|fn|func|function|interface|module|namespace|object|record|struct|trait|type"


def edits_described(tree: FileTree, code: Code, paths: Sequence[str] = ()) -> Iterator[EditBlock]:
    """The edits that a sentence describes, as offers; none if they do not fit the tree.

    Args:
        tree: The tree.
        code: The sentence, with its `wording`.
        paths: The files of the edits above it, in order.
    """
    wording = _wording_of(code)
    if tree.lacks(code.mentions):
        return
    # Some names of files do not look like files: `go.mod`.
    files = tuple(each for each in wording.codes if tree.only_named(each) is not None)
    is_tag = wording.kind is WordingKind.REMOVE and _SAYS_TAG.search(code.words) is not None
    if files and not is_tag:
        wording = replace(wording, codes=tuple(each for each in wording.codes if each not in files))
        code = replace(code, mentions=(*files, *code.mentions), wording=wording)
    codes = list(wording.codes)
    if wording.kind is not WordingKind.REMOVE:
        new = codes if wording.kind is WordingKind.ADD else codes[-1:]
        if any(map(is_elided, new)):
            return
    if wording.kind is WordingKind.RENAME or all(map(_BARE_CALL.match, codes)):
        codes = [each.removesuffix("()") if _BARE_CALL.match(each) else each for each in codes]
    is_of_go = any(path.endswith(".go") for path in (*code.mentions, *paths[-1:]))
    says_imported = is_of_go and _SAYS_IMPORTED.search(code.words) is not None
    imports = [
        f"import {each}"
        if re.search(rf"\bimport\s+`{re.escape(each)}`", code.words)
        or (says_imported and _PACKAGE_OF_GO.fullmatch(each) is not None)
        else each
        for each in codes
    ]
    if wording.old_at is not None:
        # `import `a` instead of `b``
        old, imported = codes[wording.old_at : wording.old_at + 2]
        if _NAME.match(old) and f"import {imported}" in imports and not begins_import(imported):
            yield from _replacements(tree, code, f"import {old}", f"import {imported}")
            return
    imports = [each for each in imports if begins_import(each)]
    if imports and wording.kind is WordingKind.CHANGE and (pair := _linked_imports(wording)) is not None:
        yield from _replacements(tree, code, *pair)
        return
    if imports and wording.kind is not WordingKind.REMOVE and _ALREADY.search(code.words) is not None:
        return
    is_listed = wording.kind is WordingKind.SHOW and _LISTS_IMPORTS.search(code.words) is not None
    if imports and (is_listed or wording.kind in (WordingKind.ADD, WordingKind.CHANGE)):
        for each in imports:
            yield from _new_imports(tree, code, each, paths)
        return
    match wording.kind:
        case WordingKind.REMOVE:
            together = _removal_of_adjacent_lines(tree, code, codes)
            yield from [together] if together is not None else _removals_of_each(tree, code)
        case WordingKind.RENAME:
            if (pair := _names_in_rename(code, codes)) is not None:
                yield from _renames(tree, code, *pair)
        case WordingKind.SHOW:
            for each in codes if not wording.is_report else ():
                yield from _new_version(tree, code, each)
        case _:
            found = list(_changes(tree, code, codes))
            if not found and paths and not code.mentions and asks_beside(code):
                # Beside what, the file of the edit above shows.
                found = list(_changes(tree, replace(code, mentions=(paths[-1],)), codes))
            yield from found


def _wording_of(code: Code) -> Wording:
    """The wording of a sentence. Other code has none."""
    assert code.wording is not None
    return code.wording


def _linked_imports(wording: Wording) -> tuple[str, str] | None:
    """The old and the new import: `Change `import a` to `import b``; None if words only list them."""
    for at, (old, new) in enumerate(pairwise(wording.codes)):
        are_imports = begins_import(old) and begins_import(new)
        if are_imports and _are_linked(wording, wording.words_before[at : at + 2]):
            return old, new
    return None


def _are_linked(wording: Wording, words_before: Sequence[str]) -> bool:
    """True if words say that the second of two pieces of code replaces the first, or the other way around."""
    is_known = wording.old_at is not None or len(words_before) < 2
    return is_known or _LINK.search(_EVERY.sub("", words_before[1])) is not None


def _changes(tree: FileTree, code: Code, codes: Sequence[str]) -> Iterator[EditBlock]:
    """The edits of code that a sentence quotes: by threes, by pairs, or one by one."""
    wording = _wording_of(code)
    if wording.earlier is not None and len(codes) == 1:
        pair = list(_replacements(tree, code, wording.earlier, codes[0]))
        if pair:
            yield from pair
            return
    if wording.kind is WordingKind.ADD and (items := _additions_to_only_list(tree, code, codes)) is not None:
        yield from items
        return
    if wording.kind is WordingKind.CHANGE and (listed := list(_new_value_of_each(tree, code, codes))):
        yield from listed
        return
    pinned = [each for each in codes if _PINNED.fullmatch(each)]
    # `use `a@v4` and `b@v4` instead of `@v3``
    rest = [each for each in codes if each not in pinned]
    if wording.kind is WordingKind.CHANGE and pinned and all(map(_VERSION_ALONE.fullmatch, rest)):
        versions = [list(_other_versions(tree, code, each, rest)) for each in pinned]
        if all(versions):
            yield from (edit for edits in versions for edit in edits)
            return
    at = 0
    while at < len(codes):
        if wording.old_at is not None and at < wording.old_at:
            # Code before old and new code is no more than the name that has them as values.
            triple = codes[at : at + 3] if at + 1 == wording.old_at else []
            found = list(_new_values(tree, code, *triple)) if triple else []
            yield from found
            at += 3 if found else 1
            continue
        found, count = _next_edits(tree, code, codes[at:], wording.words_before[at : at + 2])
        yield from found
        at += count


def _new_value_of_each(tree: FileTree, code: Code, codes: Sequence[str]) -> Iterator[EditBlock]:
    """The edits that give several names one value: ``Bump `a` and `b` to `v4```."""
    wording = _wording_of(code)
    *names, new = codes or [""]
    between = wording.words_before[1 : len(names)]
    if len(names) < 2 or len(wording.words_before) != len(codes) or wording.old_at is not None:
        return
    is_value = _VALUE.match(new) is not None and (
        re.search(r"\d", new) is not None or new.lower() in _TRUTHS or SAYS_SET.search(code.words) is not None
    )
    is_list = all(_LISTS.fullmatch(words) for words in between)
    if is_list and is_value and _LINK.search(wording.words_before[-1]) is not None:
        found = [list(_new_values(tree, code, name, None, new)) for name in names]
        if all(found):
            yield from (edit for edits in found for edit in edits)


def _next_edits(
    tree: FileTree, code: Code, codes: Sequence[str], words_before: Sequence[str]
) -> tuple[list[EditBlock], int]:
    """The edits of the first pieces of code, and the number of these pieces.

    Args:
        tree: The tree.
        code: The sentence.
        codes: The code that it quotes.
        words_before: The words before the first of these, and before the second one.
    """
    wording = _wording_of(code)
    if wording.kind is WordingKind.ADD:
        is_beside = any(map(_BESIDE.search, words_before[:2]))
        if (
            len(codes) > 1
            and not is_beside
            and (found := list(_additions_to_line(tree, code, codes[0], codes[1])))
        ):
            return found, 2
        if any(map(_BEFORE_TARGET.search, words_before[:1])):
            return [], 1
        return list(_new_entries(tree, code, codes[0])) or list(_new_version(tree, code, codes[0])), 1
    if len(codes) > 2 and (found := list(_new_values(tree, code, codes[0], codes[1], codes[2]))):
        return found, 3
    if len(codes) > 2 and (found := list(_replacements_of_part(tree, code, *codes[:3]))):
        return found, 3
    if len(codes) > 1 and _are_pair(wording, codes, words_before):
        old, new = codes[:2]
        is_set = SAYS_SET.search(code.words) is not None
        replaced, valued = _replacements(tree, code, old, new), _new_values(tree, code, old, None, new)
        readings = [replaced, valued] if _NAME.match(old) and not is_set else [valued, replaced]
        if _NAME.match(old) and _is_value_of(tree, code, old, new, words_before):
            readings = [valued]
        if _NAME.match(old) and _NAME.match(new) and not is_set and not _is_in_data(tree, code, old):
            # In code, one name takes the place of the other.
            readings = [replaced]
        found = next((edits for each in readings if (edits := list(each))), [])
        if found:
            return found, 2
    is_old = wording.old_at is not None and codes[0] == wording.codes[wording.old_at]
    if wording.is_report or is_old:
        return [], 1
    found = list(_new_version(tree, code, codes[0]))
    if not found:
        found = list(_new_values_in_words(tree, code, words_before[:1], codes[0]))
    return found, 1


def _is_value_of(tree: FileTree, code: Code, name: str, new: str, words_before: Sequence[str]) -> bool:
    """True if a number or a truth value is what a name is set to, rather than what stands in its place.

    In code, `Replace `LIMIT` with `20`` asks for the latter.
    """
    if _PLAIN_VALUE.fullmatch(new) is None:
        return False
    takes_place = any(map(_IN_PLACE.search, words_before[1:]))
    return not takes_place or _is_in_data(tree, code, name)


def _is_in_data(tree: FileTree, code: Code, name: str) -> bool:
    """True if a file with settings has a name. A word may be its value: `LEVEL=info`."""
    file = _file_with(tree, code, name)
    return file is not None and language_of(file.path) in _WITH_SETTINGS


def _are_pair(wording: Wording, codes: Sequence[str], words_before: Sequence[str]) -> bool:
    """True if two pieces of code may be old and new: two names are so only with a word for it in between."""
    are_names = _NAME.match(codes[0]) is not None and _NAME.match(codes[1]) is not None
    return not are_names or _are_linked(wording, words_before)


def _replacements(tree: FileTree, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edits that replace one piece of code with another, in the file that has it."""
    wording = _wording_of(code)
    old = replaced_part(old, new)
    is_digit = old.isdecimal() and new.isdecimal()
    if not (is_digit or is_informative(old, _MIN_LETTERS)) or old == new or is_elided(new):
        return
    before = code.words.partition(f"`{old}`")[0]
    if _NAME.match(old) and _NAME.match(new) and _TYPE_OF.search(before) is not None:
        # The new code is the type of the name.
        return
    code, left_out = _without_files_left(code, old, new)
    if _is_about_every(code, old, new):
        yield from _replacements_everywhere(tree, code, old, new, left_out)
        return
    if wording.old_at is not None and _BARE_CALL.match(new) and "." in old:
        # A method that does the same in another way: `paginate()` instead of `Post.query.all()`.
        return
    if _NAME.match(old) and not _NAME.match(new):
        # A name alone is not the old code, unless it is called.
        file = _file_with(tree, code, f"{old}()") if _CALL_WITH_ARGUMENTS.match(new) else None
        if file is not None:
            yield from _replacements_in_lines(file, code, f"{old}()", new)
        return
    file = _file_with(tree, code, old, left_out)
    if file is None:
        return
    place = _text_of_place(file, code, old, new)
    if not is_informative(old, _MIN_LETTERS) and (place is None or len(_whole(old).findall(place)) != 1):
        # A single digit is specific enough only in a definition that words name.
        return
    text = file.text if place is None else place
    has_new = new in text if not new.isdecimal() else _whole(new).search(text) is not None
    is_done = has_new and (old not in new or old not in text.replace(new, ""))
    # Other lines may have the new code too: `f(a, b)` instead of `f(a, b, c)`.
    is_version = likeness.normalized_similarity(old, new) >= _MIN_VERSION_LIKENESS
    is_left = old not in new and is_version and _are_linked(wording, wording.words_before)
    is_left = is_left and not (_VALUE.match(old) or _NAME.match(old))
    if not is_done or (is_left and len(_whole(old).findall(file.text)) == 1):
        yield from _replacements_in_lines(file, code, old, new)


def _replacements_of_part(tree: FileTree, code: Code, whole: str, old: str, new: str) -> Iterator[EditBlock]:
    """The edits that replace a part of some code: in `f(a, 2)`, change `2` to `4`."""
    pattern = _whole(old)
    if old != whole and len(pattern.findall(whole)) == 1 and not _NAME.match(whole):
        yield from _replacements(tree, code, whole, pattern.sub(lambda _: new, whole))


def _text_of_place(file: TreeFile, code: Code, old: str, new: str) -> str | None:
    """The lines of the only definition with some old code that words name; None without one."""
    edited = {old, new, *_edited(code, old)}
    names, excluded, _ = _names_of_places(_words_about(code, old), edited)
    names = names or {*code.names} - edited - excluded
    lines = file.text.splitlines()
    spans = named_spans(file.index, names, file.path) if names else []
    texts = ["\n".join(lines[first:end]) for first, end in spans]
    having = [text for text in texts if _whole(old).search(text) is not None]
    return having[0] if len(having) == 1 else None


def _is_about_every(code: Code, old: str, new: str = "") -> bool:
    """True if words say that an edit is of all places that have its old code: `replace every X with Y`."""
    before, found, behind = code.words.partition(f"`{old}`")
    between, _, after = behind.partition(f"`{new}`") if new else ("", "", behind)
    above, below = before.rpartition("`")[2], after.partition("`")[0]
    beside = (_BREAK.split(above)[-1], between, _END_OF_CLAUSE.split(_BREAK.split(below)[0])[0])
    is_last = _EVERY_AT_END.match(after) is not None
    return bool(found) and (
        is_last or any(_EVERY.search(_NOT_EVERY.sub(" ", _OTHERS.sub(" ", words))) for words in beside)
    )


def leaves_file(code: Code, path: str, old: str) -> bool:
    """True if the words of an edit say that a file is left as it is: `everywhere but in `a.py``."""
    if not code.mentions:
        return False
    _, excluded, _ = _names_of_places(_words_about(code, old), {old})
    return any(is_named(path, each) for each in code.mentions if each in excluded)


def _without_files_left(code: Code, old: str, new: str) -> tuple[Code, Collection[str]]:
    """A sentence without the files that its edit leaves, and their names: `everywhere but in `a.py``."""
    if not code.mentions:
        return code, ()
    _, excluded, _ = _names_of_places(_words_about(code, old), {old, new})
    left_out = {each for each in code.mentions if each in excluded}
    if not left_out:
        return code, ()
    mentions = tuple(each for each in code.mentions if each not in left_out)
    return replace(code, mentions=mentions), left_out


def _replacements_everywhere(
    tree: FileTree, code: Code, old: str, new: str, left_out: Collection[str] = ()
) -> Iterator[EditBlock]:
    """The edits of all places with some code, in the files that have it, without some that words name."""
    pattern = _whole(old)
    mentioned = [path for each in code.mentions if (path := tree.only_named(each)) is not None]
    files = [file for file in _files(tree, code) if pattern.search(file.text)]
    files = [file for file in files if file.path in mentioned] or files
    files = [file for file in files if not any(is_named(file.path, each) for each in left_out)]
    for file in files if len(files) <= _MAX_FILES else ():
        if old in new and new in file.text:
            # A part of the places has the new code.
            continue
        # In code, what is behind a dot is a member.
        dot = "" if language_of(file.path) in _WITH_MEMBERS else r"|\.(?=\w)"
        longer = re.compile(rf"[\w/-]{pattern.pattern}|{pattern.pattern}(?:[/-]{dot})")
        if _NAME.match(old) and longer.search(file.text) is not None:
            # Names of files and packages have it too: `docker-compose.yml`.
            parts = re.compile(rf"(?<![\w/-]){re.escape(old)}(?![\w/-]{dot})")
            lines = dict.fromkeys(line for line in file.text.splitlines() if parts.search(line))
            for line in lines if len(lines) <= _MAX_LINES_OF_ALL else ():
                yield _block(file, code, f"{line}\n", f"{parts.sub(lambda _: new, line)}\n")
            continue
        rows = [(at, 0) for at, line in enumerate(file.text.splitlines()) if pattern.search(line)]
        meant = _meant_places(file, code, old, new, rows, is_every=True)
        if meant.is_sure and len(meant.positions) == len(rows):
            yield _of_all(file, code, old, new)
        elif len(meant.positions) <= _MAX_LINES_OF_ALL:
            yield from _replacements_at(file, code, old, new, meant)


def _of_all(file: TreeFile, code: Code, old: str, new: str) -> EditBlock:
    """The edit of all places of a file with some code, other than inside a word."""
    operation = Replace((Interpretation(old, new),), is_everywhere=True, is_text=True, is_pattern=True)
    return _offer(file, code, operation, FormatName.SEARCH_REPLACE, Naming.LABEL)


def replaced_part(old: str, new: str) -> str:
    """The part of some code that new code replaces: of `FROM node:16`, only the value for `node:20`."""
    *before, last = old.split() or [old]
    is_value = (
        bool(before) and " " not in new and likeness.normalized_similarity(last, new) >= _MIN_VALUE_LIKENESS
    )
    return last if is_value else old


def _replacements_in_lines(file: TreeFile, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edits of the lines that have some code, other than inside a word."""
    pattern = _whole(old)
    rows = [(at, 0) for at, line in enumerate(file.text.splitlines()) if pattern.search(line)]
    meant = _meant_places(file, code, old, new, rows)
    most = _MAX_LINES_OF_ALL if meant.is_part or not meant.is_sure else _MAX_LINES
    if len(meant.positions) <= most:
        yield from _replacements_at(file, code, old, new, meant)
    elif not _NAME.match(old) and any(each in code.words for each in code.mentions):
        yield _to_choose(file, code, old, new)


def _replacements_at(file: TreeFile, code: Code, old: str, new: str, meant: "_Places") -> Iterator[EditBlock]:
    """The edits that replace some code in the lines that words mean; if that is unsure, the user chooses."""
    if not meant.is_sure and len(meant.positions) > 1:
        yield _to_choose(file, code, old, new)
        return
    lines = file.text.splitlines()
    pattern = _whole(old)
    blocks: dict[tuple[str, tuple[str, ...]], str] = {}
    for at, _ in meant.positions:
        scopes = _scopes_of(lines, at) if meant.is_part and lines.count(lines[at]) > 1 else ()
        scopes = scopes or (() if meant.scope is None else (meant.scope,))
        blocks[lines[at], scopes] = pattern.sub(lambda _: new, lines[at])
    for (line, scopes), changed in blocks.items():
        block = _block(file, code, f"{line}\n", f"{changed}\n")
        if meant.is_part:
            # The words have been read: names in them are not where this line is.
            block = replace(block, names=(), words="")
        yield replace(block, hints=Hints(scopes=scopes)) if scopes else block


def _scopes_of(lines: Sequence[str], at: int) -> tuple[str, ...]:
    """The lines that begin the blocks around a line, 0-based; the outermost first."""
    return tuple(lines[row] for row in reversed(_rows_around(lines, at)))


def _to_choose(file: TreeFile, code: Code, old: str, new: str) -> EditBlock:
    """The edit of one of several places with some code, which the user chooses."""
    return _offer(
        file,
        code,
        Replace((Interpretation(old, new),), is_text=True),
        FormatName.SEARCH_REPLACE,
        Naming.LABEL,
    )


def _names_in_rename(code: Code, codes: Sequence[str]) -> tuple[str, str] | None:
    """The old and the new name; None if one of them may be the name of the code around the old one."""
    wording = _wording_of(code)
    if len(codes) == 3:
        others = [at for at in range(3) if not _BEFORE_OWNER.search(wording.words_before[at])]
        if len(others) < 2:
            # `A en B dans C`
            others = [at for at in range(3) if not _ONLY_BEFORE_OWNER.search(wording.words_before[at])]
        if len(others) < 2:
            return None
        if len(others) == 2:
            old_at, new_at = others
            is_new = _LINK.search(wording.words_before[new_at]) is not None
            return (codes[old_at], codes[new_at]) if is_new else None
    if len(codes) < 2 or not _are_names_linked(wording):
        return None
    if _BEFORE_WHOLE.search(wording.words_before[0]) is not None:
        return None
    # In `rename A in B`, the second one is the place.
    is_place = _ENDS_WITH_IN.search(wording.words_before[1]) is not None and _SAYS_RENAME.search(code.words)
    return None if is_place else (codes[0], codes[1])


def _are_names_linked(wording: Wording) -> bool:
    """True if words say that the second of two names is the new one of the first."""
    is_named = _NEW_NAME_BEHIND.match(wording.rest) is not None
    between = _EVERY.sub("", wording.words_before[1])
    return (
        is_named or _BEFORE_NEW_NAME.search(between) is not None or _are_linked(wording, wording.words_before)
    )


def _renames(tree: FileTree, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    if key := list(_renamed_keys(tree, code, old, new)):
        yield from key
        return
    if not _NAME.match(old) or old == new:
        yield from _replacements(tree, code, old, new)
        return
    files = [file for file in _files(tree, code) if _whole(old).search(file.text)]
    if not all(_is_only_in_place(file, code, old, new) for file in files):
        yield from _renames_in_place(files, code, old, new)
        return
    if len(files) > _MAX_FILES:
        return
    defining = [file for file in files if named_spans(file.index, (old,), file.path)]
    using = [file for file in files if defining and file not in defining]
    for file in files:
        if file not in using:
            is_unsure = _is_unsure_where(file, code, old, new)
            edits = [_of_all(file, code, old, new)] if is_unsure else _renames_of_uses(file, code, old, new)
            for edit in edits:
                yield _warned(edit, _MAY_BE_ELSEWHERE) if is_unsure else edit
    for file in (*using, *_importing(tree, files, defining, old)):
        yield from _renames_in_lines(file, code, old, new)


def _renames_in_place(files: Sequence[TreeFile], code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edit that renames a variable in the only definition that words name, and not in others."""
    places = {found["before"] or found["after"] for found in _REMOVED_FROM.finditer(code.words)}
    names = {each.removesuffix("()") for each in places} - {old, new, *code.mentions}
    spans = [(file, *span) for file in files for span in named_spans(file.index, names, file.path)]
    if len(spans) != 1 or any(named_spans(file.index, (old,), file.path) for file in files):
        return
    ((file, first, end),) = spans
    lines, pattern = file.text.splitlines(), _whole(old)
    owners, language = _Owners((), (), is_method=False), language_of(file.path)
    kinds = {
        (at, use.start()): _use_of(lines[at], use, owners, language)
        for at in range(first, end)
        for use in pattern.finditer(lines[at])
    }
    own = [each for each, kind in kinds.items() if kind is _Use.OWN]
    if not own or any(_whole(new).search(line) for line in lines[first:end]):
        return
    rows = range(own[0][0], own[-1][0] + 1)
    changed = {at: _with_name_at(lines[at], pattern, new, [c for row, c in own if row == at]) for at in rows}
    before, after = "".join(f"{lines[at]}\n" for at in rows), "".join(f"{changed[at]}\n" for at in rows)
    block = replace(_block(file, code, before, after), names=(), words="")
    if file.text.count(before) > 1:
        block = replace(block, hints=Hints(scopes=_scopes_of(lines, rows[0])))
    yield _warned(block, _MAY_BE_OTHER_NAME) if _Use.UNSURE in kinds.values() else block


def _warned(block: EditBlock, message: str) -> EditBlock:
    """The block with another warning."""
    return replace(block, warnings=(*block.warnings, message))


def _is_unsure_where(file: TreeFile, code: Code, old: str, new: str) -> bool:
    """True if words name a place of a rename that cannot be told, or one that it leaves."""
    if len(_whole(old).findall(file.text)) < 2:
        return False
    words = _words_about(code, old)
    _, excluded, placed = _names_of_places(words, {old, new})
    names = placed - {*code.mentions, *_edited(code, old)}
    has_unknown = any(not named_spans(file.index, {each}, file.path) for each in names)
    counts = _COUNTS.search(QUOTED_CODE.sub(" ", words)) is not None
    return (
        bool(excluded - {*code.mentions})
        or has_unknown
        or counts
        or (not names and _names_place(words, code))
    )


def _renames_of_uses(file: TreeFile, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edits of a file that defines a renamed name: of all at one time, or of the lines that mean it."""
    pattern = _whole(old)
    lines = file.text.splitlines()
    heads = {at for at, _ in named_spans(file.index, (old,), file.path) if pattern.search(lines[at])}
    if not heads or not all(_is_head_of_function(lines[at], old) for at in heads):
        yield _of_all(file, code, old, new)
        return
    owners = _owners_of(lines, heads, file.path)
    sure: dict[str, str] = {}
    unsure: dict[str, str] = {}
    are_all_sure = True
    for at, line in enumerate(lines):
        uses = list(pattern.finditer(line))
        kinds = {
            use.start(): _Use.OWN if at in heads else _use_of(line, use, owners, language_of(file.path))
            for use in uses
        }
        own = {start for start, kind in kinds.items() if kind is not _Use.OTHER}
        are_all_sure &= all(kind is _Use.OWN for kind in kinds.values())
        if own:
            changed = _with_name_at(line, pattern, new, own)
            (unsure if _Use.UNSURE in kinds.values() else sure)[line] = changed
    if are_all_sure:
        yield _of_all(file, code, old, new)
        return
    if len(sure) + len(unsure) > _MAX_LINES_OF_ALL:
        yield _warned(_of_all(file, code, old, new), _MAY_BE_OTHER)
        return
    for line, changed in (sure | unsure).items():
        operation = Replace(
            (Interpretation(f"{line}\n", f"{changed}\n"),), is_everywhere=lines.count(line) > 1
        )
        block = _offer(file, code, operation, FormatName.SEARCH_REPLACE, Naming.LABEL)
        yield _warned(block, _MAY_BE_OTHER) if line in unsure else block


def _with_name_at(line: str, pattern: re.Pattern[str], new: str, columns: Collection[int]) -> str:
    """The line with another name at some of the columns, 0-based, at which it has a name."""
    return pattern.sub(lambda use: new if use.start() in columns else use[0], line)


class _Use(StrEnum):
    """The owner of a use of a renamed name."""

    OWN = "own"
    """The definition that is meant."""
    OTHER = "other"
    """Another owner: `json.load`."""
    UNSURE = "unsure"
    """Perhaps another one, as in a string."""


class _Owners(Struct, frozen=True):
    """The names before a renamed function that show whose it is."""

    own: Collection[str]
    """Those of what defines it."""
    imported: Collection[str]
    is_method: bool
    """True if the function is a member of a class or an object."""


def _is_head_of_function(line: str, name: str) -> bool:
    """True if a line begins a function or a method with a name, rather than a class or a value."""
    after = line[found.end() :] if (found := _whole(name).search(line)) is not None else ""
    return _DEFINES_TYPE.match(line) is None and ("(" in after or "=>" in after or "function" in after)


def _owners_of(lines: Sequence[str], heads: Collection[int], path: str) -> _Owners:
    """The names before uses of the functions that some lines begin."""
    own = {*_SELVES, PurePosixPath(path).stem}
    is_method = False
    for at in heads:
        receiver = _RECEIVER.match(lines[at])
        around = _rows_around(lines, at)
        types = [receiver[1]] if receiver is not None else []
        types += [found[1] for row in around[:1] if (found := _TYPE_NAME.search(lines[row])) is not None]
        is_method |= bool(types) or bool(around)
        for each in types:
            own |= {each, each[:1].lower() + each[1:], each.lower()}
            made = re.compile(rf"([\w$]+)\s*(?::[^=]*)?:?=\s*(?:new\s+|&)?{re.escape(each)}\b")
            own |= {found[1] for line in lines for found in made.finditer(line)}
    imported = {name for line in lines if begins_import(line.lstrip()) for name in _WORD.findall(line)}
    return _Owners(own, imported, is_method)


def _use_of(line: str, use: re.Match[str], owners: _Owners, language: str | None) -> _Use:
    """The kind of a use of a renamed function."""
    before, after = line[: use.start()], line[use.end() :]
    if line.lstrip().startswith(("#", "//", "*", "/*")) or "__all__" in line:
        return _Use.OWN
    for string in _STRING_IN_LINE.finditer(line):
        if string.start() < use.start() < string.end():
            return _Use.OWN if _is_in_braces(line[string.start() : use.start()]) else _Use.UNSURE
    owner = _BEFORE_MEMBER.search(before)
    if owner is not None:
        if owner[1] in owners.own:
            return _Use.OWN
        return _Use.OTHER if not owners.is_method or owner[1] in owners.imported else _Use.UNSURE
    is_key = _KEY.match(after) is not None and re.search(r"(?:^|[{,(])\s*$", before) is not None
    is_bare = owners.is_method and language in _WITH_OWNERS
    return _Use.UNSURE if is_key or is_bare else _Use.OWN


def _is_in_braces(before: str) -> bool:
    """True if a string that begins with this text goes on with an expression in braces: `f"n={`."""
    expressions: list[int] = []
    at = 0
    while at < len(before):
        if not expressions and before[at : at + 2] in ("{{", "}}"):
            at += 1
        elif before[at] == "{":
            expressions.append(at)
        elif before[at] == "}" and expressions:
            expressions.pop()
        at += 1
    inner = before[expressions[-1] :] if expressions else ""
    return bool(expressions) and not any(inner.count(quote) % 2 for quote in "\"'")


def _importing(
    tree: FileTree, files: Sequence[TreeFile], defining: Sequence[TreeFile], name: str
) -> list[TreeFile]:
    """The files, other than some, that import a name from those that define it."""
    modules = [whole_word(PurePosixPath(file.path).stem) for file in defining]
    pattern = _whole(name)
    paths = {file.path for file in files}
    others = tree.readable(Code((1, 1), "", "", names=(name,))) if defining else []
    found = [
        file
        for file in others
        if file.path not in paths
        and any(
            pattern.search(line) and any(module.search(line) for module in modules)
            for line in file.text.splitlines()
            if begins_import(line.strip())
        )
    ]
    return found if len(found) <= _MAX_FILES else []


def _renames_in_lines(file: TreeFile, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edits of a file that uses a renamed name: of each line if they are few, else of all at one time.

    Other edits of the response often change some of these lines.
    """
    pattern = _whole(old)
    lines = [line for line in file.text.splitlines() if pattern.search(line)]
    if len(lines) > _MAX_LINES or len({*lines}) < len(lines):
        yield _of_all(file, code, old, new)
        return
    for line in lines:
        yield _block(file, code, f"{line}\n", f"{pattern.sub(lambda _: new, line)}\n")


def _is_only_in_place(file: TreeFile, code: Code, old: str, new: str) -> bool:
    """True if no definition other than in the place that words name, if any, has the old name of a rename."""
    places = _REMOVED_FROM.finditer(code.words)
    places = (found for found in places if _BEFORE_USES.search(code.words, 0, found.start()) is None)
    names = [found["before"] or found["after"] for found in places]
    names = [each for each in names if each not in (old, new, *code.mentions) and _NAME.match(each)]
    regions = named_spans(file.index, names, file.path) if names else []
    if len(regions) != 1:
        return not regions
    first, end = regions[0]
    lines = file.text.splitlines()
    own = [at for at, _ in named_spans(file.index, (old,), file.path)]
    rows = own or [at for at, line in enumerate(lines) if _whole(old).search(line)]
    set_at = [at for at, line in enumerate(lines) if re.match(rf"{re.escape(old)}\s*[:=]", line)]
    return all(first <= at < end for at in (*rows, *set_at))


def _renamed_keys(tree: FileTree, code: Code, old: str, new: str) -> Iterator[EditBlock]:
    """The edit that gives a key of a file with settings another name, if one line begins with it."""
    file = _file_with(tree, code, old)
    if file is None or old == new or not file.path.lower().endswith(KEYED):
        return
    found = [(line, key) for line in file.text.splitlines() if (key := _RENAMED_KEY.match(line))]
    found = [(line, key) for line, key in found if key["key"] == old]
    if len(found) == 1 and not any(key["key"] == new for _, key in found):
        line, key = found[0]
        yield _block(file, code, f"{line}\n", f"{key['before']}{new}{key['after']}\n")


def _new_values(tree: FileTree, code: Code, name: str, old: str | None, new: str) -> Iterator[EditBlock]:
    """The edits that give a name a new value, in lines that set it to `old`, or if that is None, at all."""
    key = _SETTABLE_NAME.match(name)
    if key is None or (old is None and not _VALUE.match(new)):
        return
    name = key[1]
    file = _file_with(tree, code, name)
    if file is None and "." in name:
        yield from _new_values_at_path(tree, code, name, old, new)
        return
    head = re.compile(_ASSIGNMENT_OF.format(name=re.escape(name)))
    if file is not None:
        lines = file.text.splitlines()
        if listed := _set_in_list(lines, name):
            for at, start in listed:
                yield from _edits_of_values(file, code, [(at, start)], old, new, lines[at - 1])
            return
        setting = [
            (at, found.end())
            for at, line in enumerate(lines)
            for found in head.finditer(line)
            if not _is_command(file.path, line, found, new)
        ]
        is_every = _is_about_every(code, name, new)
        meant = _meant_places(file, code, name, new, setting, is_value=True, is_every=is_every)
        positions, scope = meant.positions, meant.scope
        if not meant.is_sure and len({lines[at] for at, _ in positions}) > 1:
            for block in _edits_of_values(file, code, positions, old, new, scope):
                yield replace(block, warnings=(*block.warnings, _MAY_BE_ELSEWHERE))
            return
        if scope is None and not is_every and language_of(file.path) in _WITH_SETTINGS:
            positions = _outermost(lines, name, positions)
        for block in _edits_of_values(file, code, positions, old, new, scope):
            pair = plain_interpretation(block.operation)
            own = sum(f"{lines[at]}\n" == pair.search for at, _ in positions)
            is_all = is_every and own == lines.count(pair.search.removesuffix("\n")) > 1
            yield replace(block, operation=Replace((pair,), is_everywhere=True)) if is_all else block


def _new_values_at_path(
    tree: FileTree, code: Code, path: str, old: str | None, new: str
) -> Iterator[EditBlock]:
    """The edit of the value of a key inside of others, in a file of keys: `engines.node`."""
    *outer, name = path.split(".")
    file = _file_with(tree, code, name)
    if file is None or not file.path.lower().endswith(KEYED):
        return
    lines = file.text.splitlines()
    first, end = 0, len(lines)
    tables = [at for at, line in enumerate(lines) if _is_table(line, ".".join(outer))]
    for rows in [tables] if tables else (_setting_rows(lines, key) for key in outer):
        rows = [at for at in rows if first <= at < end]
        if len(rows) != 1:
            return
        first, end = block_at(file.index, file.path, rows[0])
        first += 1
    head = re.compile(_ASSIGNMENT_OF.format(name=re.escape(name)))
    positions = [(at, found.end()) for at in range(first, end) for found in head.finditer(lines[at])]
    if len(positions) == 1:
        yield from _edits_of_values(file, code, positions, old, new)


def _is_table(line: str, name: str) -> bool:
    """True if a line is the title of a table with a name."""
    table = _TABLE.match(line)
    return table is not None and table["name"].strip() == name


def _is_command(path: str, line: str, head: re.Match[str], new: str) -> bool:
    """True if a name and a space begin a command rather than a setting: `node scripts/a.js`."""
    if head[0].rstrip()[-1:] in ("=", ":", "@") or _DECLARES.match(line) is not None:
        return False
    old = line[head.end() : _value_end(line, head.end())]
    if not _is_alike(old, new):
        return True
    return re.search(r"\d", new[:1]) is None and new.lower() not in _TRUTHS and not path.endswith(_SETTINGS)


def _outermost(
    lines: Sequence[str], name: str, positions: Sequence[tuple[int, int]]
) -> Sequence[tuple[int, int]]:
    """The position at the beginning of the line that is indented least, if only one is; else all of them.

    A `version` of a package is meant, rather than those of what it depends on.
    """
    own = [position for position in positions if lines[position[0]].lstrip(" \t\"'").startswith(name)]
    depths = _depths_of_settings(lines, {at for at, _ in own})
    least = min(depths.values(), default=None)
    top = [position for position in own if depths[position[0]] == least]
    return top if len(top) == 1 else positions


def _depths_of_settings(lines: Sequence[str], rows: Collection[int]) -> dict[int, tuple[int, int]]:
    """The indentation of lines, and the parts of the name of the table above each: `[tool.ruff]` has two."""
    depths: dict[int, tuple[int, int]] = {}
    parts = 0
    for at, line in enumerate(lines):
        if at in rows:
            depths[at] = len(indentation(line)), parts
        if (table := _TABLE.match(line)) is not None:
            parts = table["name"].count(".") + 1
    return depths


def _set_in_list(lines: Sequence[str], name: str) -> list[tuple[int, int]]:
    """The lines with the values of a name in lists of names and values, and the columns of these, 0-based.

    - name: LEVEL
      value: info
    """
    title = re.compile(rf"\s*-?\s*name:\s*[\"']?{re.escape(name)}[\"']?\s*$")
    return [
        (at + 1, found.end())
        for at, (line, below) in enumerate(pairwise(lines))
        if title.match(line) and (found := _VALUE_OF_ITEM.match(below)) is not None
    ]


def _edits_of_values(
    file: TreeFile,
    code: Code,
    setting: Sequence[tuple[int, int]],
    old: str | None,
    new: str,
    scope: str | None = None,
) -> Iterator[EditBlock]:
    """The edits that put a new value where lines set one.

    Args:
        file: The file.
        code: The sentence.
        setting: The lines, each with the column of its value, 0-based.
        old: The old value; None for any.
        new: The new one.
        scope: The line that begins the definition around all of them, if the sentence names it.
    """
    lines = file.text.splitlines()
    edits: dict[str, str] = {}
    is_set = SAYS_SET.search(code.words) is not None
    for at, start in setting:
        line = lines[at]
        end = _value_end(line, start)
        value = line[start:end]
        is_meant = is_set or _is_alike(value, new) if old is None else value.strip("\"'") == old.strip("\"'")
        if value and is_meant:
            edits[line] = f"{line[:start]}{_quoted_as(value, new)}{line[end:]}"
    for line, changed in edits.items() if len(edits) <= _MAX_LINES else ():
        if changed != line:
            yield _block(file, code, f"{line}\n", f"{changed}\n", scope)


class _Places(Struct, frozen=True):
    """The places that the words of an edit mean, of those that have its old code."""

    positions: Sequence[tuple[int, int]]
    scope: str | None = None
    """The first line of the definition around them, if the words name only one."""
    is_part: bool = False
    """True if they are not all of the places."""
    is_sure: bool = True
    """False if the words name a place, an exception or a number that cannot be told."""


def _meant_places(
    file: TreeFile,
    code: Code,
    old: str,
    new: str,
    found: Sequence[tuple[int, int]],
    *,
    is_every: bool = False,
    is_value: bool = False,
) -> _Places:
    """The places that a sentence means.

    Args:
        file: The file.
        code: The sentence.
        old: The name or code at the places.
        new: What replaces it.
        found: The places: lines with columns, 0-based.
        is_every: True if the sentence is about all places. Then a name without a word for a place is none.
        is_value: True if the places set a value: the first line of a definition only if no other line does.
    """
    if len(found) < 2 and "`" not in code.words:
        return _Places(found)
    words = _words_about(code, old)
    edited = {old, new, *_edited(code, old)}
    included, excluded, placed = _names_of_places(words, edited)
    in_sentence = {*(included if not is_every else placed), *parts_in_words(words)}
    spans = named_spans(file.index, excluded, file.path) if excluded else []
    has_unknown = any(not named_spans(file.index, {each}, file.path) for each in excluded - {*code.mentions})
    left = [each for each in found if not any(first <= each[0] < end for first, end in spans)]
    named = {*code.names, *QUOTED_CODE.findall(code.words), *parts_in_words(code.words)} - edited - excluded
    inside, scope = _inside(file, in_sentence, left, old, with_heads=not is_value)
    if not inside and not is_every and not excluded:
        inside, scope = _inside(file, named, left, old)
    if not inside:
        inside, scope = _inside(file, in_sentence, left, old, with_heads=True)
    positions = inside or left
    nth = _nth(words, old)
    has_unread = has_unknown
    if nth is not None and -len(positions) <= nth < len(positions):
        whole = _whole(old)
        lines = file.text.splitlines()
        are_single = all(len(whole.findall(lines[at])) == 1 for at, _ in positions)
        has_unread |= not are_single
        positions = [positions[nth]] if are_single else positions
    elif nth is not None or _COUNTS.search(QUOTED_CODE.sub(" ", words)) is not None:
        has_unread = True
    if len(positions) > 1 and not has_unread:
        is_named = bool(inside or spans)
        has_unread = (not is_named and _SAYS_PART.search(words) is not None) or (
            not is_named and _names_place(words, code)
        )
    return _Places(positions, scope, len(positions) < len(found), not has_unread)


def _words_about(code: Code, old: str) -> str:
    """The sentence of some words with the old code, and one below it about what that leaves."""
    sentences = _SENTENCE_END.split(code.words)
    for each in (old, *(code.wording.codes if code.wording is not None else ())):
        for at, sentence in enumerate(sentences):
            if f"`{each}`" in sentence or (each in sentence and each == old):
                below = sentences[at + 1] if at + 1 < len(sentences) else ""
                is_about_rest = _LEAVES_NEXT.match(below) is not None
                return f"{sentence} {below}" if is_about_rest else sentence
    return code.words


def _edited(code: Code, old: str) -> Sequence[str]:
    """The old and the new code among that of a sentence."""
    wording = _wording_of(code)
    if wording.old_at is not None:
        return wording.codes[wording.old_at : wording.old_at + 2]
    return wording.codes[-1:] if len(wording.codes) > 1 else ()


def _names_of_places(words: str, edited: Collection[str]) -> tuple[set[str], set[str], set[str]]:
    """The names in quotes, other than those of an edit, as three sets.

    The first has those that words do not leave; the second those that they leave, and the third those of the
    first one that are behind a word for a place.
    """
    included: set[str] = set()
    excluded: set[str] = set()
    placed: set[str] = set()
    end = 0
    into = None
    for quoted in QUOTED_CODE.finditer(words):
        name, before = quoted[1], words[end : quoted.start()]
        end = quoted.end()
        if name in edited:
            into = None
            continue
        if _BEFORE_EXCLUDED.search(before) is not None or _AFTER_EXCLUDED.match(words, end) is not None:
            into = excluded
        elif into is None or _LISTS.fullmatch(before) is None:
            into = placed if _BEFORE_PLACE.search(before) is not None else included
        into.add(name.removesuffix("()"))
    placed |= {found["name"] for found in _BARE_PLACE.finditer(QUOTED_CODE.sub("` `", words))} - {*edited}
    return included | placed, excluded, placed


def _nth(words: str, old: str) -> int | None:
    """The number of a place that words count, 0-based and negative from the end; None if they count none."""
    before, found, _ = words.partition(f"`{old}`")
    counted = _NTH.search(before.rpartition("`")[2]) if found else None
    if counted is None:
        return None
    return -1 if counted["last"] else next(n for n in ORDINALS if counted[f"n{n}"]) - 1


def _names_place(words: str, code: Code) -> bool:
    """True if words name a place of a file that is no definition of it: `inside the media query`."""
    words = _PURPOSE.sub(" ", _OTHERS.sub(" ", words))
    for each in code.mentions:
        words = words if f"`{each}`" in words else words.replace(each, "file")
    for found in _SAYS_PLACE.finditer(words):
        noun = found["noun"] or ""
        if noun == "`":
            quoted = QUOTED_CODE.match(words, found.end() - 1)
            if quoted is not None and quoted[1] not in (*code.mentions, *_wording_of(code).codes):
                return True
        elif noun and noun.lower() not in _NO_PLACE and not noun.lower().endswith("ing"):
            return True
    return False


def _inside(
    file: TreeFile,
    names: Collection[str],
    found: Sequence[tuple[int, int]],
    old: str,
    *,
    with_heads: bool = False,
) -> tuple[Sequence[tuple[int, int]], str | None]:
    """The positions of some code inside definitions with some names.

    With them comes the first line of the definition, if it is only one.
    """
    spans = named_spans(file.index, {*names} - {old}, file.path) if names else []
    inside = [
        (position, first)
        for position in found
        for first, end in spans
        if first < position[0] < end or (with_heads and first == position[0])
    ]
    firsts = {first for _, first in inside}
    scope = file.text.splitlines()[min(firsts)] if len(firsts) == 1 else None
    return [position for position, _ in inside], scope


def _value_end(line: str, start: int) -> int:
    """The end of the value that begins in a line: of its string, or before a comma, bracket or comment."""
    if line[start : start + 1] in ('"', "'"):
        end = line.find(line[start], start + 1)
        return end + 1 if end > 0 else len(line)
    depth = 0
    for at in range(start, len(line)):
        sign = line[at]
        depth += (sign in "([{") - (sign in ")]}")
        is_comment = line[at - 1] in " \t" and line.startswith(("#", "//", "--", "/*"), at) and at > start
        if depth < 0 or (not depth and sign in ",;<\"'") or is_comment:
            return len(line[:at].rstrip())
    return len(line.rstrip())


def _new_values_in_words(
    tree: FileTree, code: Code, words_before: Sequence[str], new: str
) -> Iterator[EditBlock]:
    """The edits of the lines that set what plain words name: `Raise the line length to 100`."""
    is_word = re.search(r"\d", new) is None and new.lower() not in _TRUTHS and new[:1] not in "\"'"
    if not _VALUE.match(new) or (is_word and not any(map(_BEFORE_NEW_VALUE.search, words_before))):
        return
    files = _files(tree, code)
    if new.isidentifier() and new.lower() not in _TRUTHS:
        # A name in the file is not a value.
        files = [file for file in files if not _whole(new).search(file.text)]
    for words in (*words_before, _wording_of(code).rest, QUOTED_CODE.sub(" ", code.words)):
        known = {each for word in _WORD.findall(words.lower()) for each in (word, word.removesuffix("s"))}
        ranked = [
            (rank, file, at, column)
            for file in files
            for rank, at, column in _settings_in(file.text, known, new)
        ]
        best = max((rank for rank, *_ in ranked), default=0.0)
        found = [(file, (at, column)) for rank, file, at, column in ranked if rank == best]
        if found and len({file.path for file, _ in found}) == 1 and len(found) <= _MAX_LINES:
            yield from _edits_of_values(found[0][0], code, [position for _, position in found], None, new)
            return


def _settings_in(text: str, words: Set[str], new: str) -> Iterator[tuple[float, int, int]]:
    """The lines that set a name which words mention.

    Yields:
        The share of the name that they mention, the line, and the column of the value, 0-based.
    """
    for at, line in enumerate(text.splitlines()):
        for found in _ASSIGNMENT.finditer(line):
            parts = words_of_name(found["key"].rpartition("/")[2])
            rank = sum(part in words for part in parts) / len(parts) if parts else 0.0
            start = found.end()
            old = line[start : _value_end(line, start)]
            if rank >= _MIN_NAMED and _is_alike(old, new):
                yield rank, at, start


def _is_alike(old: str, new: str) -> bool:
    """True if two values are of one kind: numbers and versions, truth values, or words; no calls."""
    if "(" in old and "(" not in new:
        return False
    old, new = old.strip("\"'"), new.strip("\"'")
    kinds = [
        "number" if re.search(r"\d", each[:4]) else "truth" if each.lower() in _TRUTHS else "word"
        for each in (old, new)
    ]
    return bool(old) and old != new and kinds[0] == kinds[1]


def _additions_to_only_list(tree: FileTree, code: Code, codes: Sequence[str]) -> list[EditBlock] | None:
    """The edit that adds items to the only list among the code of a sentence; None without one.

    The list is on a line that sets a name: ``Add `a` and `b` after `c` in `LIST```.
    """
    lists = {each: found for each in codes if (found := _list_set(tree, code, each)) is not None}
    # An item may have a line of its own, as the rule of a makefile has.
    whole = {
        each: (file, line, start)
        for each, (file, line, start) in lists.items()
        if all(other == each or _whole(other).search(line, start) for other in lists)
    }
    if len(whole) != 1:
        return None
    ((target, (file, line, start)),) = whole.items()
    # Beside what, another clause of the sentence may say.
    beside = {
        quoted[1]: words_before
        for quoted in QUOTED_CODE.finditer(code.words)
        if _BESIDE.search(words_before := _words_of_place(code.words[: quoted.start()])) is not None
    }
    item, words_before = next(iter(beside.items()), ("", ""))
    listed = _list_on_line(file, line, start)
    if len(beside) > 1 or item == target or (listed is None and not _opens_list(line)):
        return None
    old = () if listed is None else listed.values
    words = [word for each in codes if each not in (target, item) for word in each.split()]
    new = [word for word in words if word.strip("'\"") not in old]
    if not new or not all(_ITEM.match(each) and is_informative(each) for each in new):
        return None
    is_first = _BEFORE.search(words_before) or _AT_BEGINNING.search(QUOTED_CODE.sub(" ", code.words))
    return (
        list(_additions_to_list(code, file, line, start, new, item, is_before=is_first is not None)) or None
    )


def _words_of_place(before: str) -> str:
    """Of the words before code, those that may say that something goes beside it."""
    return _BREAK.split(before.rpartition("`")[2])[-1]


def _opens_list(line: str) -> bool:
    """True if the items of a list that a line begins are on those below it."""
    return line.rstrip().endswith(("[", "(", "{"))


def _list_set(tree: FileTree, code: Code, name: str) -> tuple[TreeFile, str, int] | None:
    """The only line of a file that sets a name, and where its value begins; None without one."""
    file = _file_with(tree, code, name) if name[:1] not in "[<" else None
    setting = re.compile(
        rf"\s*(?:\w+\s+)*[\"']?{re.escape(name)}[\"']?\s*(?:(?::\s*[\w.\[\]<>, |]+\s)?[+:?]?=(?![=~])>?|:)\s*"
    )
    lines = file.text.splitlines() if file is not None else ()
    found = [(line, match.end()) for line in lines if (match := setting.match(line)) is not None]
    return (file, *found[0]) if file is not None and len(found) == 1 else None


def _additions_to_line(tree: FileTree, code: Code, new: str, target: str) -> Iterator[EditBlock]:
    """The edit that adds a word to a line: to the value of a variable, to a list, or to a command."""
    if not _ITEM.match(new) or new == target or target[:1] in "[<":
        return
    if (found := _list_set(tree, code, target)) is not None:
        yield from _additions_to_list(code, *found, [new])
        return
    file = _file_with(tree, code, target)
    lines = [] if file is None else [line for line in file.text.splitlines() if _whole(target).search(line)]
    if file is None or len(lines) != 1 or _whole(new).search(lines[0]) is not None:
        return
    name = re.escape(target)
    is_head = re.search(rf"\b(?:{_DEFINES})\s+{name}\b|{name}[\"']?\s*[=!<>]", lines[0]) is not None
    if is_head or _CONDITION.match(lines[0]) is not None:
        # Neither the head of a definition nor an assignment or a condition is a list of words.
        return
    changed = _whole(target).sub(lambda match: f"{match[0]} {new}", lines[0], count=1)
    yield _block(file, code, f"{lines[0]}\n", f"{changed}\n")


def _additions_to_list(
    code: Code,
    file: TreeFile,
    line: str,
    start: int,
    new: Sequence[str],
    beside: str = "",
    *,
    is_before: bool = False,
) -> Iterator[EditBlock]:
    """The edit that adds items to a list, on its line or with a line for each.

    Args:
        code: The sentence.
        file: The file.
        line: The line that begins the list.
        start: The column at which its value begins, 0-based.
        new: The items.
        beside: The item beside which they go; empty for all others.
        is_before: True if they go before that, False if below it.
    """
    new = list(dict.fromkeys(new))
    beside = beside.strip("'\"")
    if not _opens_list(line):
        listed = _list_on_line(file, line, start)
        changed = None if listed is None else _with_items(line, listed, new, beside, is_before=is_before)
        if changed is not None:
            yield _block(file, code, f"{line}\n", f"{changed}\n")
        return
    lines = file.text.splitlines()
    at = lines.index(line) + 1
    end = next((n for n in range(at, len(lines)) if lines[n].strip()[:1] in ("]", ")", "}")), at)
    items = {row: item for row in lines[at:end] if (item := item_line(row)) is not None}
    values = [item.value for item in items.values()]
    rows = [row for row, item in items.items() if not beside or beside == item.value]
    are_flat = not any(_opens_list(item.code) for item in items.values())
    if not rows or not are_flat or any(each.strip("'\"") in values for each in new):
        return
    row = rows[0 if is_before else -1]
    item, old = items[row], items[row].code.strip()
    is_pair = _STRING.match(old) is None and (":" in old or "=" in old)
    if is_pair or lines.count(row) > 1:
        return
    separator = f",\n{indentation(row)}"
    added = separator.join(_quoted_as(old, each) for each in new)
    changed = (
        f"{indentation(row)}{added},\n{row}"
        if is_before
        else f"{item.with_comma(',')}\n{indentation(row)}{added}{item.comma}"
    )
    yield _block(file, code, f"{row}\n", f"{changed}\n")


class _ListOnLine(Struct, frozen=True):
    """A list on one line; see `_list_on_line`."""

    start: int
    """The column at which its text begins, 0-based, behind a bracket or a quote."""
    text: str
    items: Sequence[re.Match[str]]
    """Those in the text."""
    separator: str

    @property
    def values(self) -> Sequence[str]:
        """The items without their quotes."""
        return [item[0].strip("'\"") for item in self.items]


def _list_on_line(file: TreeFile, line: str, start: int) -> _ListOnLine | None:
    """The list that is all of the value that begins at a column of a line, 0-based; None without one.

    It has names and strings only: no pairs, calls or lists.
    """
    language = language_of(file.path)
    if language in _WITH_ARRAYS_OF_SHELL and (found := _LIST_OF_SHELL.match(line, start)) is not None:
        text, at, separator = found["items"], found.start("items"), " "
        items = [*re.finditer(_LISTED, text)]
    elif (found := _LIST_IN_BRACKETS.match(line, start)) is not None:
        text, at = found["items"], found.start("items")
        items = [*re.finditer(_LISTED, text)]
        has_pairs = not items or any(":" in item[0] and item[0][0] not in "\"'" for item in items)
        # Brackets around one value only group it.
        is_group = len(items) == 1 and "," not in text
        if (line[start] == "{" and has_pairs) or (line[start] == "(" and is_group):
            return None
        separator = "," if re.search(r",\S", text) else ", "
    else:
        found = _LIST_IN_QUOTES.match(line, start) or _BARE_LIST.match(line, start)
        if found is None and language in _WITH_BARE_WORDS:
            found = _BARE_WORDS.match(line, start)
        if found is None:
            return None
        group = "items" if found["items"] is not None else "single"
        text, at = found[group], found.start(group)
        items = [*re.finditer(r"[^\s,]+", text)]
        comma = "," if "," in text else ""
        separator = comma if comma and re.search(r",\S", text) else f"{comma} "
    return _ListOnLine(at, text, items, separator)


def _with_items(
    line: str, listed: _ListOnLine, new: Sequence[str], beside: str = "", *, is_before: bool = False
) -> str | None:
    """The line with more items in its list; None if it has one of them, or not the one beside them.

    Args:
        line: The line.
        listed: The list.
        new: The items.
        beside: The item beside which they go; empty for all others.
        is_before: True if they go before that, False if below it.
    """
    values = listed.values
    if (beside and beside not in values) or any(each.strip("'\"") in values for each in new):
        return None
    # What a splat adds shows nothing about quotes.
    old = next((item[0] for item in reversed(listed.items) if item[0][0] not in "*."), "")
    added = listed.separator.join(_quoted_as(old, each) for each in new)
    text = listed.text
    if not listed.items:
        changed = added
    elif is_before:
        at = listed.items[values.index(beside) if beside else 0].start()
        changed = f"{text[:at]}{added}{listed.separator}{text[at:]}"
    else:
        at = listed.items[values.index(beside) if beside else -1].end()
        changed = f"{text[:at]}{listed.separator}{added}{text[at:]}"
    return f"{line[: listed.start]}{changed}{line[listed.start + len(text) :]}"


def _quoted_as(old: str, new: str) -> str:
    """A new value, in quotes like the old one, and with its operator for a range of versions: `^`, `>=`."""
    is_quoted = old.startswith(("'", '"')) and old[0] == old[-1]
    inner = old[1:-1] if is_quoted else old
    sign = _RANGE.match(inner)
    if sign is not None and new[:1].isdigit():
        new = f"{sign[0]}{new}"
    return f"{old[0]}{new}{old[0]}" if is_quoted and new[:1] not in "\"'" else new


def _new_version(tree: FileTree, code: Code, new: str) -> Iterator[EditBlock]:
    """The edit that puts a line in place of an older version of it, or where the sentence says."""
    wording = _wording_of(code)
    if _NAME.match(new) or not is_informative(new, _MIN_LETTERS + 1):
        return
    if wording.kind is WordingKind.CHANGE and _LITERAL.match(new):
        # A value: only a longer text shows which other one it is a version of.
        yield from _other_text(tree, code, new)
        return
    if wording.kind is not WordingKind.ADD and (versions := list(_other_versions(tree, code, new))):
        yield from versions
        return
    file = likeliest_file(tree, _as_code(code, new), None)
    others = (each for each in wording.codes if each != new)
    file = file or next(
        (found for each in others if (found := _file_with(tree, code, each)) is not None), None
    )
    if file is None or new in file.text:
        return
    is_title = _PLAIN_WORDS.fullmatch(new) is not None and f"`{new}`" not in code.words
    if is_title and language_of(file.path) is not None:
        return
    places = possible_places(file.index, f"{new}\n", file.path, code.names, code.words)
    least = _MIN_ADDING_RANK if wording.kind is WordingKind.ADD else _MIN_REPLACING_RANK
    if places and places[0].score >= least and not places[0].is_at_edge:
        yield _part(file, code, _with_semicolon(file, new))


def _other_text(tree: FileTree, code: Code, new: str) -> Iterator[EditBlock]:
    """The edit that puts a text in quotes in place of the only one that is much like it.

    If words name a definition of a file, it is one in there.
    """
    if not is_informative(new, _MIN_LETTERS_OF_TEXT) or new[0] not in "\"'":
        return
    found: list[tuple[float, str, TreeFile]] = []
    for file in _files(tree, code):
        if new in file.text:
            return
        spans = [span for name in code.names for span in named_spans(file.index, (name,), file.path)]
        lines = file.text.splitlines()
        rows = {row for first, end in spans for row in range(first, end)} or range(len(lines))
        texts = {each[0] for row in rows if row < len(lines) for each in _TEXT.finditer(lines[row])}
        texts = {each for each in texts if len(new) <= 2 * len(each) <= 4 * len(new)}
        found += ((likeness.similarity(each[1:-1], new[1:-1]), each, file) for each in texts)
    found.sort(key=lambda each: -each[0])
    if not found or found[0][0] < _MIN_TEXT_LIKENESS:
        return
    best, old, file = found[0]
    if len(found) < 2 or found[1][0] < best - _TEXT_LEAD:
        if old[0] not in new[1:-1]:
            new = f"{old[0]}{new[1:-1]}{old[0]}"
        yield from _replacements_in_lines(file, code, old, new)


def _is_port(name: str, number: str) -> bool:
    """True if a number behind a name and a colon is a port: `db:5432`, `localhost:80`."""
    return number.isdecimal() and (len(number) >= _MIN_PORT_DIGITS or "localhost" in name)


def _other_versions(tree: FileTree, code: Code, new: str, old: Sequence[str] = ()) -> Iterator[EditBlock]:
    """The edits that put a version of a package in place of the other one that a file has.

    Args:
        tree: The tree.
        code: The sentence.
        new: The package with its new version: `actions/checkout@v4`.
        old: Old versions that the sentence quotes; none if it is about any.
    """
    pinned = _PINNED.fullmatch(new)
    if pinned is None or tree.only_named(pinned["name"]) is not None:
        # A line of a file: `src/a.py:12`.
        return
    if pinned["sign"] == ":" and _is_port(pinned["name"], pinned["version"]):
        return
    head = re.escape(f"{pinned['name']}{pinned['sign']}")
    pattern = re.compile(rf"(?<![\w./@-]){head}[\^~]?v?\d(?:[\w.+-]*\w)?")
    is_every = any(_is_about_every(code, each) for each in _wording_of(code).codes)
    found = [
        (file, others)
        for file in _files(tree, code)
        if (others := {each for each in pattern.findall(file.text) if each != new})
    ]
    mentioned = [each for each in found if any(is_named(each[0].path, path) for path in code.mentions)]
    for file, others in (mentioned or found)[:_MAX_FILES]:
        meant = {each for each in others if not old or each.endswith(tuple(old))}
        if len(meant) != 1 or (not is_every and not mentioned and len(found) > 1):
            continue
        (other,) = meant
        if is_every:
            yield _of_all(file, code, other, new)
        else:
            yield from _replacements_in_lines(file, code, other, new)


def _with_semicolon(file: TreeFile, line: str) -> str:
    """The line, with a semicolon if most statements of the file end with one."""
    lines = [
        each.rstrip() for each in file.text.splitlines() if each.rstrip().endswith((")", '"', "'", "]", ";"))
    ]
    is_usual = 2 * sum(each.endswith(";") for each in lines) > len(lines)
    is_statement = (
        re.match(r"[\w$@]", line) is not None and line[-1:] not in ";,:{}(>[" and not line.startswith("@")
    )
    return f"{line};" if is_usual and is_statement and language_of(file.path) in _WITH_SEMICOLONS else line


def _removal_of_adjacent_lines(tree: FileTree, code: Code, codes: Sequence[str]) -> EditBlock | None:
    """The edit that removes some lines that are next to each other in a file, at one time."""
    file = _file_with(tree, code, codes[0]) if len(codes) > 1 else None
    if file is None:
        return None
    lines = file.text.splitlines()
    found = [[at for at, line in enumerate(lines) if line.strip() == each.strip()] for each in codes]
    rows = sorted(at for each in found for at in each)
    if any(len(each) != 1 for each in found) or rows != list(range(rows[0], rows[0] + len(codes))):
        return None
    return _without_lines(file, code, rows[0], rows[-1] + 1)


def _removals_of_each(tree: FileTree, code: Code) -> Iterator[EditBlock]:
    for each in _wording_of(code).codes:
        behind = code.words.partition(f"`{each}`")[2]
        if _SAYS_TAG.search(code.words) is not None and (element := _removal_of_element(tree, code, each)):
            yield element
        elif _SAYS_CALL.match(behind) is not None:
            yield from _removal_of_call(tree, code, each)
        elif _USE.match(behind) is None:
            yield from _removals(tree, code, each)


def _removal_of_element(tree: FileTree, code: Code, old: str) -> EditBlock | None:
    """The edit that removes the only element of a page that has some code and a line of its own."""
    file = _file_with(tree, code, old)
    if file is None or not file.path.lower().endswith(TAGGED):
        return None
    pattern = _whole(old)
    lines = [line for line in file.text.splitlines() if pattern.search(line)]
    is_element = len(lines) == 1 and _ELEMENT.fullmatch(lines[0].strip()) is not None
    return _without_line(file, code, lines[0]) if is_element else None


def _removal_of_call(tree: FileTree, code: Code, called: str) -> Iterator[EditBlock]:
    """The edit that removes the only line that has nothing but a call."""
    name = called.partition("(")[0].strip()
    file = _file_with(tree, code, f"{name}(") if _NAME.match(name) else None
    if file is None:
        return
    pattern = re.compile(_CALL_LINE.format(name=re.escape(name)))
    found = [line for line in file.text.splitlines() if pattern.fullmatch(line.strip())]
    if len(found) > 1 and _removes_every(code, called):
        is_whole = called.endswith(")") and not _BARE_CALL.match(called)
        same = [line for line in found if line.strip().rstrip(";") == called.rstrip(";")]
        regions = _regions_of_removal(file, code, called)
        yield from _removals_of_all(file, code, called, same if is_whole else found, regions)
    elif len(found) == 1:
        yield _without_line(file, code, found[0])
    elif regions := _regions_of_removal(file, code, called):
        lines = file.text.splitlines()
        rows = [(at, first) for first, end in regions for at in range(first, end) if lines[at] in found]
        if len(rows) == 1:
            at, first = rows[0]
            yield _block(file, code, f"{lines[at]}\n", "", lines[first])


def _removals(tree: FileTree, code: Code, old: str) -> Iterator[EditBlock]:
    """The edit that removes a definition, or the line that has some code."""
    whole, old = old, _CUT.sub("", old)
    is_called = _BARE_CALL.match(old) is not None
    old = old.removesuffix("()") if is_called else old
    name = old.rpartition(".")[2] if _NAME.match(old) else old
    file = _file_with(tree, code, name)
    if file is None:
        return
    lines = file.text.splitlines()
    if goes_to_end(_wording_of(code).rest):
        begins = [at for at, line in enumerate(lines) if line.strip().startswith(old.strip())]
        if len(begins) == 1:
            yield _without_lines(file, code, begins[0], len(lines))
        return
    is_name = _NAME.match(old) is not None
    if is_name and _SAYS_IMPORT.search(code.words) is not None:
        yield from _removal_from_imports(file, code, old)
        return
    if is_name and _SAYS_ITEM.search(code.words) is not None:
        listed = list(_removal_from_list(file, code, old))
        yield from listed or _removal_of_item(file, code, old)
        return
    regions = _regions_of_removal(file, code, whole)
    spans = _spans_to_remove(file, code, old, regions) if is_name else []
    if len(spans) == 1:
        first, end = spans[0]
        yield _without_lines(file, code, _with_doc_comment(lines, first), end)
        return
    if is_called:
        # An import or a value of that name is no call.
        yield from _removal_of_call(tree, code, old)
        return
    if not is_name and (head := _definition_headed(file, old)) is not None:
        yield _without_lines(file, code, _with_doc_comment(lines, head[0]), head[1])
        return
    found = _lines_to_remove(lines, old, is_cut=_CUT.search(whole) is not None)
    if len(found) > 1 and _removes_every(code, whole):
        yield from _removals_of_all(file, code, old, found, regions)
        return
    if len(found) > 1 and len({*found}) == 1 and not regions and _is_named_itself(file, code):
        # The user chooses the place.
        yield _removal_of_one(file, code, found[0])
        return
    if regions:
        rows = [at for first, end in regions for at in range(first, end)]
        equal = [at for at in rows if lines[at] in found and not lines[at].rstrip().endswith(_BEGINS_BLOCK)]
        scopes = _scopes_of(lines, equal[0]) if len(equal) == 1 else ()
        if scopes and lines.count(lines[equal[0]]) > 1:
            removal = _block(file, code, f"{lines[equal[0]]}\n", "")
            yield replace(removal, names=(), words="", hints=Hints(scopes=scopes))
            return
        once = [line for line in found if lines.count(line) == 1]
        found = [line for line in once if lines.index(line) in rows]
        if not found and all(map(begins_import, once)) and _is_import(code, whole):
            # The place is that of other code: ``Delete `log()` in `f`, and the import of `log` ``.
            found = once
    if (block := _block_to_remove(file, code, old, found)) is not None:
        yield _without_lines(file, code, *block)
    elif len(found) == 1:
        yield from _removal_of_line(file, code, old, found[0])
    elif not found and not regions and is_name:
        listed = [] if _BEFORE_LIST.search(code.words) is None else list(_removal_from_list(file, code, old))
        listed = listed or list(_removal_from_imports(file, code, old))
        yield from listed or (_removal_of_call(tree, code, old) if "." in old else ())
    elif not found and is_name and "." in old:
        # `console.log` of a function is a call.
        yield from _removal_of_call(tree, code, old)
    elif not found:
        yield from _removal_of_part(file, code, old, regions)


def _definition_headed(file: TreeFile, head: str) -> tuple[int, int] | None:
    """The lines of the only definition, of several lines, that begins with some code: `def load(self):`."""
    name = _HEAD.match(head)
    spans = [] if name is None else named_spans(file.index, (name["typed"] or name["called"],), file.path)
    lines = file.text.splitlines()
    own = head.strip().rstrip("{: ")
    having = sum(own in line for line in lines)
    heads = {at: lines[at].strip().rstrip("{: ") for at, _ in spans}
    spans = [
        span
        for span in spans
        if heads[span[0]] == own or (having == 1 and _whole(own).search(heads[span[0]]) is not None)
    ]
    return spans[0] if len(spans) == 1 and spans[0][1] > spans[0][0] + 1 else None


def _is_import(code: Code, old: str) -> bool:
    """True if words say of some code that it is an import: ``the import of `a.log` ``."""
    before, _, behind = code.words.partition(f"`{old}`")
    return _IMPORT_BEFORE.search(before) is not None or _IMPORT_BEHIND.match(behind) is not None


def _block_to_remove(file: TreeFile, code: Code, old: str, found: Sequence[str]) -> tuple[int, int] | None:
    """The span of the only block that some code or its only line begins, if the sentence says `block`."""
    if _BLOCK.search(code.words) is None:
        return None
    lines = file.text.splitlines()
    blocks = [block_at(file.index, file.path, at) for at in _setting_rows(lines, old)]
    blocks = [(first, end) for first, end in blocks if end > first + 1]
    if not blocks and len(found) == 1:
        first, end = block_at(file.index, file.path, lines.index(found[0]))
        blocks = [(first, end)] if end > first + 1 else []
    return blocks[0] if len(blocks) == 1 else None


def _removal_of_line(file: TreeFile, code: Code, old: str, line: str) -> Iterator[EditBlock]:
    """The edit that removes the only line with some code: all of its block, or one item of a list in it."""
    lines = file.text.splitlines()
    if lines.count(line) == 1 and line.rstrip().endswith(_BEGINS_BLOCK):
        at = lines.index(line)
        first, end = block_at(file.index, file.path, at)
        if at in _setting_rows(lines, old):
            yield _without_lines(file, code, first, end)
        elif line.strip() == old.strip() or end == first + 1:
            yield _without_line(file, code, line)
        return
    changed = _without_item(line, old)
    is_listed = _BEFORE_LIST.search(code.words) is not None or language_of(file.path) in _WITH_SETTINGS
    if changed != line and is_listed:
        yield _block(file, code, f"{line}\n", f"{changed}\n")
    else:
        yield _without_line(file, code, line)


def _removal_of_item(file: TreeFile, code: Code, old: str) -> Iterator[EditBlock]:
    """The edit that removes the only line that has nothing but an item of a list."""
    found = [line for line in file.text.splitlines() if _item_in(line) == _item_in(old)]
    if len(found) == 1:
        yield _without_line(file, code, found[0])


def _regions_of_removal(file: TreeFile, code: Code, old: str) -> list[tuple[int, int]]:
    """The spans of lines that something is removed from: those of NAME in `Remove X from NAME`."""
    _, removed, behind = code.words.partition(f"`{old}`")
    end = len(code.words) - len(behind) if removed else 0
    names = [
        found["before"] or found["after"]
        for found in _REMOVED_FROM.finditer(code.words)
        if found.start() < end or _UP_TO_SOURCE.fullmatch(code.words, end, found.start()) is not None
    ]
    names = [each for each in names if each not in _wording_of(code).codes and each not in code.mentions]
    lines = file.text.splitlines()
    spans = named_spans(file.index, names, file.path) if names else []
    return spans or [(at, at + 1) for name in names for at in _setting_rows(lines, name)]


def _spans_to_remove(
    file: TreeFile, code: Code, name: str, regions: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The spans of definitions with a name, inside the regions if there are some."""
    own = named_spans(file.index, (name,), file.path) if not name.startswith("@") else []
    named = [each for each in named_spans(file.index, (name, *code.names), file.path) if each in own]
    spans = named or own
    if regions:
        spans = [
            span
            for span in spans
            if any(a <= span[0] and span[1] <= b and span != (a, b) for a, b in regions)
        ]
    head = _whole(name.rpartition(".")[2])
    lines = file.text.splitlines()
    return [(first, end) for first, end in spans if head.search(lines[first])]


def _removal_of_part(
    file: TreeFile, code: Code, old: str, regions: Sequence[tuple[int, int]]
) -> Iterator[EditBlock]:
    """The edit that removes code from the only line that has it, with the comma or the space beside it."""
    lines = file.text.splitlines()
    spans = regions or [(0, len(lines))]
    rows = [at for first, end in spans for at in range(first, end)]
    if _NAME.match(old) and not old.startswith("-"):
        # A name alone may be anywhere: only a list in the place that words name has it as an item.
        rows = rows if regions else []
        found = [(at, changed) for at in rows if (changed := _without_list_item(lines[at], old)) is not None]
    else:
        having = [at for at in rows if _whole(old).search(lines[at])]
        found = [(at, changed) for at in having if (changed := _without_part(lines[at], old)) is not None]
        found = found if len(having) == 1 else []
    if len(found) == 1 and lines.count(lines[found[0][0]]) == 1:
        at, changed = found[0]
        yield _block(file, code, f"{lines[at]}\n", f"{changed}\n")


def _without_item(line: str, name: str) -> str:
    """The line without one name of the list in it."""
    item = rf"(?P<quote>[\"']?)(?<![\w$.-]){re.escape(name)}(?![\w$-])(?P=quote)(?:\s+as\s+\w+)?"
    first = re.sub(rf"(?<![\w$.]){item}\s*,\s*", "", line, count=1)
    return first if first != line else re.sub(rf"\s*,\s*{item}(?![\w$.])", "", line, count=1)


def _without_list_item(line: str, item: str) -> str | None:
    """The line without an item, quoted or not, of a list in brackets; None if it has no such item once."""
    item = rf"[\"']?{re.escape(item)}[\"']?"
    pattern = re.compile(rf"(?<=[\[({{])\s*{item}\s*,\s*|\s*,\s*{item}(?=\s*[,\])}}])")
    return pattern.sub("", line) if len(pattern.findall(line)) == 1 else None


def _without_part(line: str, old: str) -> str | None:
    """The line without code that it has once; None if what is left may be no code."""
    if (changed := _without_list_item(line, old)) is not None:
        return changed
    if line.count(old) != 1:
        return None
    before, _, after = line.partition(old)
    if _ARGUMENT.match(old) is not None and _ONLY_ARGUMENT.search(before) and after.lstrip()[:1] == ")":
        return f"{before.rstrip()}{after.lstrip()}"
    is_attribute = _ARGUMENT.match(old) is not None and _INSIDE_TAG.search(before) is not None
    is_after_code = is_attribute or (_PART.match(old) is not None and _AFTER_CODE.search(before) is not None)
    if is_after_code and re.match(r"\s|[:;>)\]}]|$", after) is not None:
        return f"{before.rstrip()}{after}"
    is_first_option = _OPTION.match(old) is not None and re.match(r"\s+\S", after) is not None
    return f"{before}{after.lstrip()}" if is_first_option and before.endswith(" ") else None


def _setting_rows(lines: Sequence[str], old: str) -> list[int]:
    """The lines, 0-based, that begin with a key and the operator after it; none if the code is no key."""
    key = _SETTABLE_NAME.match(old)
    if key is None:
        return []
    setting = re.compile(rf"\s*(?:- )?[\"']?{re.escape(key[1])}[\"']?\s*[:=]")
    return [at for at, line in enumerate(lines) if setting.match(line)]


def _without_line(file: TreeFile, code: Code, line: str) -> EditBlock:
    """The edit that removes a line, and one of the blank ones if it is between two."""
    lines = file.text.splitlines()
    at = lines.index(line)
    if language_of(file.path) == "json":
        return _without_lines(file, code, at, at + 1)
    is_apart = 0 < at < len(lines) - 1 and not lines[at - 1].strip() and not lines[at + 1].strip()
    blank = f"{lines[at + 1]}\n" if is_apart else ""
    return _block(file, code, f"{line}\n{blank}", "")


def _removal_from_imports(file: TreeFile, code: Code, name: str) -> Iterator[EditBlock]:
    """The edit that removes a name from the only import that has it, or that import if it has no other."""
    lines = file.text.splitlines()
    items = [line for line in lines if begins_import(line.lstrip()) and _whole(name).search(line)]
    if len(items) != 1:
        return
    changed = _without_item(items[0], name)
    if changed != items[0]:
        yield _block(file, code, f"{items[0]}\n", f"{changed}\n")
    elif "," not in items[0]:
        yield _without_line(file, code, items[0])


def _removal_from_list(file: TreeFile, code: Code, name: str) -> Iterator[EditBlock]:
    """The edit that removes a name from the list in the first line of a definition, or from the only one."""
    lines = file.text.splitlines()
    names = {*code.names, *QUOTED_CODE.findall(code.words)} - {name}
    heads = [first for first, _ in named_spans(file.index, names, file.path)]
    having = [at for at in heads or range(len(lines)) if _without_item(lines[at], name) != lines[at]]
    if len(having) == 1:
        line = lines[having[0]]
        yield _block(file, code, f"{line}\n", f"{_without_item(line, name)}\n")


def _with_doc_comment(lines: Sequence[str], first: int) -> int:
    """The first line of a definition with the documentation directly above it; both are 0-based."""
    top = first
    while top > 0 and lines[top - 1].strip().startswith(_DOCUMENTS):
        top -= 1
    return top if top < first and lines[top].strip().startswith(("/**", "///")) else first


def _without_lines(file: TreeFile, code: Code, first: int, end: int) -> EditBlock:
    """The edit that removes some lines, and the blank ones above them."""
    lines = file.text.splitlines()
    while first > 0 and not lines[first - 1].strip():
        first -= 1
    if first == 0:
        while end < len(lines) and not lines[end].strip():
            end += 1
    removed = "".join(f"{line}\n" for line in lines[first:end])
    below = next((line.strip() for line in lines[end:] if line.strip()), "")
    if (
        language_of(file.path) == "json"
        and first
        and below[:1] in ("]", "}")
        and lines[first - 1].endswith(",")
    ):
        # JSON has no comma after the last entry.
        last = lines[first - 1]
        return _block(file, code, f"{last}\n{removed}", f"{last.removesuffix(',')}\n")
    return _block(file, code, removed, "")


def _lines_to_remove(lines: Sequence[str], old: str, *, is_cut: bool) -> list[str]:
    """The lines with only some code and punctuation around it; else those that set or import it as a key.

    A line that has other code too does not go.
    """
    found = [line for line in lines if line.strip() == old.strip()]
    found = found or [line for line in lines if _item_in(line) == _item_in(old)]
    found = found or [line for line in lines if _is_all_of_line(line, old)]
    if not found and is_cut:
        # Of a long statement, words quote only the beginning.
        found = [line for line in lines if line.strip().startswith(old.strip()) and _whole(old).search(line)]
    if found or _SETTABLE_NAME.match(old) is None:
        return found
    name = old.strip("\"'")
    setting = re.compile(rf"[^\w({{\[]*{re.escape(name)}[\"']?\s*[:=]")
    having = [line for line in lines if _whole(old).search(line)]
    imports = [line for line in having if begins_import(line.lstrip()) and "," not in line]
    return [line for line in lines if setting.match(line)] or imports


def _removes_every(code: Code, old: str) -> bool:
    """True if words ask to remove some code from all places that have it: `Drop the `x` blocks`."""
    behind = code.words.partition(f"`{old}`")[2]
    return _SEVERAL.match(behind) is not None or _is_about_every(code, old)


def _is_named_itself(file: TreeFile, code: Code) -> bool:
    """True if a sentence names a file itself."""
    return any(each in code.words and is_named(file.path, each) for each in code.mentions)


def _removal_of_one(file: TreeFile, code: Code, line: str) -> EditBlock:
    """The edit that removes a line or the block that it begins, of several that are the same."""
    lines = file.text.splitlines()
    first, end = _span_to_remove(file, lines.index(line))
    removed = "".join(f"{each}\n" for each in lines[first:end])
    return _block(file, code, removed if f"{file.text}\n".count(removed) > 1 else f"{line}\n", "")


def _removals_of_all(
    file: TreeFile, code: Code, old: str, found: Collection[str], regions: Sequence[tuple[int, int]]
) -> Iterator[EditBlock]:
    """The edits that remove all of some lines, or the blocks that they begin; see `_removes_every`.

    If the words name what is around some of them, the others stay.
    """
    lines = file.text.splitlines()
    rows = [at for at, line in enumerate(lines) if line in found]
    if regions:
        rows = [at for at in rows if any(first <= at < end for first, end in regions)]
    names = [each for each in QUOTED_CODE.findall(code.words) if each != old and _CUT.sub("", each) != old]
    patterns = [_whole(name.removesuffix("()")) for name in names]
    if len(rows) > (_MAX_LINES_SEARCHED_AROUND if patterns else _MAX_LINES_OF_ALL):
        return
    around = {at: _rows_around(lines, at) for at in rows}
    named = [at for at in rows if any(each.search(lines[n]) for n in around[at] for each in patterns)]
    places: dict[str, list[int]] = {}
    for at in named or rows:
        first, end = _span_to_remove(file, at)
        places.setdefault("".join(f"{line}\n" for line in lines[first:end]), []).append(at)
    if len(named or rows) > _MAX_LINES_OF_ALL:
        return
    for removed, own in places.items():
        if file.text.count(removed) == len(own):
            operation = Replace((Interpretation(removed, ""),), is_everywhere=len(own) > 1)
            yield _offer(file, code, operation, FormatName.SEARCH_REPLACE, Naming.LABEL)
        else:
            for at in own:
                yield _block(file, code, removed, "", lines[around[at][-1]] if around[at] else None)


def _span_to_remove(file: TreeFile, at: int) -> tuple[int, int]:
    """The lines that go with a line, 0-based: those of the block that it begins, and blank ones above."""
    lines = file.text.splitlines()
    if not lines[at].rstrip().endswith(_BEGINS_BLOCK):
        return at, at + 1
    first, end = block_at(file.index, file.path, at)
    if first != at or end < at + 2:
        return at, at + 1
    while first > 0 and not lines[first - 1].strip():
        first -= 1
    return first, end


def _rows_around(lines: Sequence[str], at: int) -> list[int]:
    """The lines that begin the blocks around another one, 0-based; the innermost, indented most, first."""
    found: list[int] = []
    depth = len(indentation(lines[at]))
    for n in range(at - 1, -1, -1):
        own = len(indentation(lines[n]))
        is_below_head = bool(found) and own == depth and lines[found[-1]].strip() == "{"
        if lines[n].strip() and (own < depth or is_below_head):
            # A bracket on a line of its own belongs to the head above it.
            if is_below_head:
                found.pop()
            found.append(n)
            depth = own
    return found


def _item_in(line: str) -> str:
    """The item of a list that is all of a line."""
    found = _AROUND_ITEM.match(line)
    return found["item"] if found is not None else line.strip()


def _is_all_of_line(line: str, old: str) -> bool:
    """True if a line has nothing but some code, punctuation around it, and a comment."""
    before, found, after = line.partition(old.strip())
    is_rest = re.fullmatch(r"[\s,;:.\\\"'`)\]}>{(]*(?:(?:#|//|--|/\*)\s.*)?", after) is not None
    return (
        bool(found) and is_rest and re.fullmatch(r"\s*(?:(?:[-*+]|#{1,6})\s+)?[\"'`<\[]*", before) is not None
    )


def asks_beside(code: Code) -> bool:
    """True if a sentence asks to add something, and says next to what."""
    wording = code.wording
    is_asked = wording is not None and wording.kind is WordingKind.ADD and not wording.is_report
    return is_asked and _BESIDE.search(code.words) is not None


def _new_imports(tree: FileTree, code: Code, text: str, paths: Sequence[str]) -> Iterator[EditBlock]:
    """The edit that adds an import to the files that the sentence names, or to that of the edit above it."""
    # Of the files that words above the sentence mention, the nearest is meant.
    own = [mention for mention in code.mentions if mention in code.words] or code.mentions[:1]
    named = [path for mention in own if (path := tree.only_named(mention)) is not None]
    above = list(dict.fromkeys(reversed(paths)))
    chosen = named or (above if _EVERY.search(code.words) else above[:1])
    if (module := _IMPORTED_MODULE.match(text)) is not None:
        name = module["module"]
        itself = f"/{name.replace('.', '/')}.py"
        if any(f"/{path}".endswith(itself) for path in chosen):
            # No module imports itself: other files that do are meant.
            importing = re.compile(rf"^from {re.escape(name)} import\b", re.MULTILINE)
            chosen = [file.path for file in tree.readable(code) if importing.search(file.text)]
    for path in dict.fromkeys(chosen):
        file = tree.file(path)
        line = _BARE_PACKAGE.sub(r'import "\g<name>"', text) if path.endswith(".go") else text
        if line not in file.text:
            words = _words_of_clause(code)
            names = tuple(name for name in code.names if name in words)
            yield _part(file, replace(code, words=words, names=names), line)


def _words_of_clause(code: Code) -> str:
    """The words of the clause of a sentence that has the edit: others say where other code goes."""
    wording = _wording_of(code)
    quotes = zip(wording.words_before, wording.codes, strict=False)
    return f"{''.join(f'{before}`{quoted}`' for before, quoted in quotes)}{wording.rest}".strip()


def _new_entries(tree: FileTree, code: Code, text: str) -> Iterator[EditBlock]:
    """The edit that adds a line to a list of lines that the sentence names, such as `.gitignore`."""
    for mention in code.mentions[:1]:
        path = tree.only_named(mention)
        if path is None or path in text or language_of(path) is not None or path.endswith(_TEXTS):
            continue
        file = tree.file(path)
        if text not in file.text:
            yield _part(file, code, text)


def _whole(text: str) -> re.Pattern[str]:
    """A pattern for a text that is not a part of a name or a number: `1` is none of `1.5`."""
    whole = whole_word(text, signs="$")
    return re.compile(rf"(?<!\d\.){whole.pattern}(?!\.\d)") if text.isdecimal() else whole


# The file of a sentence


def _as_code(code: Code, text: str) -> Code:
    return Code(
        code.lines,
        f"{text}\n",
        "",
        mentions=code.mentions,
        names=(*code.names, text),
        words=code.words,
        is_in_words=True,
    )


def _files(tree: FileTree, code: Code) -> list[TreeFile]:
    """The files that a sentence may mean: those that it names, else all."""
    names = (*_wording_of(code).codes, *code.names)
    files = tree.readable(Code(code.lines, "", "", names=names, words=code.words))
    return tree.without_ruled_out(files, code)


def _file_with(tree: FileTree, code: Code, old: str, left_out: Collection[str] = ()) -> TreeFile | None:
    """The file that has some code: one that the sentence mentions, else the likeliest; None without one.

    It is none of those that words leave.
    """
    having = [file for file in _files(tree, code) if _whole(old).search(file.text)]
    having = [file for file in having if not any(is_named(file.path, each) for each in left_out)]
    # The nearest mention first.
    mentioned = (file for mention in code.mentions for file in having if is_named(file.path, mention))
    if (nearest := next(mentioned, None)) is not None or len(having) < 2:
        return nearest or next(iter(having), None)
    best = likeliest_file(tree, _as_code(code, " ".join(_wording_of(code).codes)), None)
    return best if best in having else None


def _block(file: TreeFile, code: Code, old: str, new: str, scope: str | None = None) -> EditBlock:
    """The edit of a line; below the line `scope`, if it is given."""
    block = _offer(file, code, Replace((Interpretation(old, new),)), FormatName.SEARCH_REPLACE, Naming.LABEL)
    return block if scope is None else replace(block, hints=Hints(scopes=(scope,)))


def _part(file: TreeFile, code: Code, text: str) -> EditBlock:
    """The edit that adds a line to a file, at a place that the plan finds."""
    operation = Write(f"{text}\n", updates=True)
    return _offer(file, _as_code(code, text), operation, FormatName.WHOLE_FILE, Naming.PART)


def _offer(file: TreeFile, code: Code, operation: Operation, format: str, naming: Naming) -> EditBlock:
    return EditBlock(
        0,
        format,
        file.path,
        code.lines,
        operation,
        offer=Offer(OfferKind.WORDS),
        naming=naming,
        names=code.names,
        words=code.words,
    )
