"""Finds what the words around an edit name: its file, its folder, its code, and what becomes of these.

In this order:

- Paths, in a line, in a sentence or in the info string of a fence, decorated in one of many ways. The rules
  extend aider's `find_filename` (Apache-2.0) by what chat models write.
- `Title`: the file that the lines above a fence name. It is stricter than a path. The old text of an edit
  confirms its path; nothing confirms the path of a whole file, and a snippet mistaken for a file would
  overwrite the rest of it. So a title records how the response names the file (`Naming`), and a fence whose
  file only a sentence names never overwrites a longer file.
- The words above a block: the names of code in them, doubts about its path, the file and the folder
  (`Folders`) in which they place it, and if they replace, remove or only show code.
- Titles in the comments and the tags of code.
- Titles in a line, in the paragraph above a fence, and in the heading above that.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import Naming, WordingKind, base_name
from editreview.file_kinds import family_of
from editreview.first_use import lazy_pattern
from editreview.formats import edit_words
from editreview.formats.edit_words import FILE, begins_with_removal, begins_with_verb, kind_of, words_in
from editreview.formats.spec import FENCE_MARKS, FILE_TAGS, fence_opened_by
from editreview.text import (
    QUOTED_CODE,
    begins_import,
    first_nonblank_line,
    is_informative,
    sentences_in,
    whole_word,
)
from editreview.vocabulary import (
    ADD,
    CREATE,
    EXCLUDING,
    FIND,
    NOT_MEANT,
    PAIRED_TITLES,
    REMOVE,
    UPDATED,
    any_of,
    english,
    in_other_languages,
    titles,
)

if TYPE_CHECKING:
    from editreview.formats.sentences import Request


_FENCE = lazy_pattern(
    r"(?:`{3,}|~{3,})\s*(?P<info>[^`]*)$|<(?:source|code|pre|codeblock|sourcecode)>(?P<tag>.*)$"
)
"""A line that opens a fence of backticks, or a tag that stands for one: `<pre>`."""
_FENCE_CHARACTERS = "`~<"
_SYMBOL = "[\u2022\u2190-\u2bff\U0001f000-\U0001faff]"
"""A bullet, an arrow or a picture before a title: `→`, `✅`."""
_NUMBERING = (
    r"(?:#\d{1,3}[.):]?|\d{1,3}(?:(?:\.\d+)*\\?[.):]|(?:\.\d+)+|\s?[·–—-])|\(\d{1,3}\)"
    r"|(?:[A-H]|[IVX]{1,4}|[a-h](?=\)))[.):])\s+"
    r"|\d{1,3}[、．]\s*|[\u2460-\u2473]\s*"
)
"""The number or the letter of a step, with a space after it."""
_DECORATION = lazy_pattern(
    rf"(?:(?:[#>*+-]+|//+)\s+|{_NUMBERING}|#+(?!\d)|(?:{_SYMBOL}|\d(?=\ufe0f?\u20e3))[\ufe0f\u20e3]*\s*)*"
)
"""All punctuation and symbols before the words of a line: `### 2. Routes`, `- ✅ Routes`."""
_STEP = (
    r"(?:step|part|change|file|fix|schritt|teil|änderung|datei|étape|partie|fichier|paso|parte|archivo|passo"
    r"|arquivo|passaggio|步骤|文件|ファイル|手順)\s*#?\d+(?:\.\d+)*"
)
_LABEL = lazy_pattern(
    rf"(?:\*\*|__)?(?:(?:(?:new )?file ?(?:name|path)?|path|datei(?:name)?|fichier|archivo|fichero|arquivo"
    rf"|文件(?:名|路径)?|路径|ファイル(?:名)?|파일|{_STEP})"
    rf"(?:\s*[:：](?!//)\s*(?:\*\*|__)?|(?:\*\*|__)\s*[:：])|{_STEP}\s*[–—·.-]\s)\s*",
    re.IGNORECASE,
)
"""Words before a path that say that it is one, or number a step: `File: src/a.py`, `Step 2 – src/a.py`."""
_LINK = lazy_pattern(r"\[(?P<text>[^\[\]\n]{1,250})\]\((?P<target>[^()\s]{1,500})\)")
_QUOTED = (re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*"), re.compile(r"\"([^\"]+)\""))
"""A name in back-quotes, which may be inside words in bold."""
_NUMBER = lazy_pattern(rf"^(?:{_NUMBERING})(?=\S+$)")
"""The number of a step before a name: `**2. a.py** – add the helper`."""
_EXTENSION = lazy_pattern(r"[^/\\]\.\w[\w-]*$|^\.\w[\w.-]*$|[/\\]\.\w[\w.-]*$")
_ATTRIBUTE = lazy_pattern(r"(?<!\w)(\w++)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'{}]+))")
_WRITTEN_IN = {
    "apache": (".conf", ".htaccess"),
    "docker": ("dockerfile",),
    "dockerfile": ("dockerfile",),
    "dotenv": (".env",),
    "nginx": (".conf", "nginx"),
    "systemd": (".service", ".timer"),
}
"""Parts of the paths of files in languages that have no extension of their own."""
_PATH_KEYS = frozenset(["file", "filename", "filepath", "name", "path", "title"])
_BRACES = lazy_pattern(r"\{[\d,\s-]*\}|[{}]")
_LANGUAGE = lazy_pattern(r"[A-Za-z][\w+#-]+")
_BARE_NAMES = frozenset(
    """
    authors brewfile build caddyfile changelog changes codeowners containerfile contributors copying
    dockerfile earthfile fastfile gemfile gnumakefile guardfile install jenkinsfile justfile licence
    license makefile news notice pipfile podfile procfile rakefile readme tiltfile todo vagrantfile
    version workspace
    """.split()
)
_GIT_HOOKS = frozenset(
    "commit-msg post-checkout post-commit post-merge post-rewrite pre-commit pre-merge-commit pre-push"
    " pre-rebase prepare-commit-msg".split()
)
"""Names of scripts that Git runs, in folders such as `.husky`. Without one, `pre-commit` is a tool."""
_USUAL_NAMES = frozenset(
    """
    AUTHORS Brewfile Caddyfile CHANGELOG CODEOWNERS Containerfile CONTRIBUTORS COPYING Dockerfile
    Earthfile Fastfile Gemfile GNUmakefile Guardfile Jenkinsfile Justfile LICENCE LICENSE Makefile
    Pipfile Podfile Procfile Rakefile README Tiltfile Vagrantfile
    """.split()
)
"""Bare names in a spelling that is rarely anything else."""
_SOURCES = frozenset(
    """
    astro bash bat c cc cfg cjs clj cljs cmake conf cpp cs csproj css csv cu cxx dart ejs erb erl ex exs
    fish fs fsx go gql gradle graphql groovy h haml hbs hcl heex hh hpp hrl
    hs htm html hxx ini ipynb java jinja jl js json json5 jsonc jsx kt kts less lua m markdown md mdx mjs
    ml mli mm mts cts nim nix php pl plist pm prisma properties proto ps1 py pyi pyx r rake rb rs
    rst sass sbt scala scss sh sln sol sql svelte svg swift tcl tcss tex tf tfvars toml ts tsv tsx txt vb
    vim vue xaml xhtml xml xsd yaml yml zig zsh
    """.split()
)
"""Extensions that mark a word of a sentence as a file name."""
_DOT_FILE = lazy_pattern(
    r"\.(?:env(?:\.[\w.-]+)?|[\w-]{2,}(?:attributes|config|ignore|modules|rc|version)(?:\.\w+)?"
    r"|[\w-]+\.(?:cjs|js|json|mjs|toml|ts|ya?ml))"
)
"""The name of a file that begins with a dot: `.gitignore`, `.env.local`, `.eslintrc.json`."""
PROGRAMS = frozenset(
    "bash bun cargo cat cd chmod cp deno docker dotnet git go java make mv node npm npx perl php pip pnpm py"
    " pytest python python3 rm Rscript ruby sh sudo touch ts-node tsx uv yarn".split()
)
"""First words of commands that end with a file."""
_LEAD = lazy_pattern(r"(?:add to|change|create|edit|for|in|modify|new file|update)\s+", re.IGNORECASE)
"""Words before a path: `Create `, `in `."""
_REFERENCE = lazy_pattern(
    r"\b(?:(?<!\bthis )(?<!\bit )(?<!\bfile )as|like|see|similar to|unlike"
    r"|(?:mirror|match)(?:s|es|ing)?(?:\s+the\s+\w+)?|consistent with|copied from|identical to"
    # Where something goes: not the file that it goes into.
    r"|(?<=[\w,] )(?:after|alongside|before|beside|next to))(?:\s+(?:in|of|the))*\s+[`*\"]*$"
    # Headers of C.
    r"|\b(?:#?includ(?:e|es|ing)|inkludiere|inclure|incluye|inclua)(?:\s+the)?\s+[`*\"<]*$",
    re.IGNORECASE,
)
"""The words before a file that is only compared with, or included: `similar to the `, `#include <`."""
_MAX_REFERENCE_LENGTH = 60
"""Characters before a path that are searched for a reference, since a line may contain thousands of paths."""
_VERSION = lazy_pattern(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_NEVER = lazy_pattern('[<>|"?*`]')
_NAMED_ROOT = lazy_pattern(r"<[A-Za-z][\w -]*>(?=/\w)|file:/(?=/)", re.IGNORECASE)
"""Beginnings of paths with characters that other paths never have: `<project>/`, `file://`."""
_MAX_PATH_LENGTH = 250
_PLAIN = re.compile(r"[A-Za-z][\w/-]{0,200}\.[A-Za-z]\w{0,20}", re.ASCII)
"""A fast test that accepts nearly all paths."""
_SIGN_OF_FILE = lazy_pattern(rf"\.\w|{'|'.join(sorted(_USUAL_NAMES))}")
_SIGN_OF_PATH = lazy_pattern(r"[/\\]|\.\w")
_SIGN_IN_SENTENCE = lazy_pattern(r"[/\\(`*\"]|\.\w")
_QUOTES = lazy_pattern('[`*"]')
_ENDINGS = tuple(_BARE_NAMES)
_AFTER_NAME = ":*_`\"' \t\n\r\v\f"
_AFTER_WORD = ",;:.!?)"
_MARKS = "`*_ "
_BARE = lazy_pattern(r"\w[\w-]{0,60}", re.ASCII)
_MAX_BARE = 4
_SECTION_ENDS = ("```", "~~~", "<<<", ">>>", "===", "---", "***", "»»»", "«««", "🟩🟩🟩", "</", "@@")
_UNDERLINE = lazy_pattern(r"-{3,}|={3,}")
"""The line below a heading."""
_SHORTEST_BOLD = 4
_LOWEST_LEVEL = 7
"""Below all levels of headings."""
_MAX_MARKERS = 3
"""Heading or list markers and symbols that may be before a name."""


def is_plain(text: str) -> bool:
    """True if a text is a path of the most common kind: ASCII words and slashes, with an extension."""
    return _PLAIN.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """True if a word can only be a file name."""
    if _PLAIN.fullmatch(text):
        return True
    if not 0 < len(text) <= _MAX_PATH_LENGTH:
        return False
    text = _without_named_root(text)
    if not text.isprintable() or _NEVER.search(text):
        return False
    if "://" in text or text != text.strip() or text.endswith((".", ",", ";", "/", "\\")):
        return False
    if text.lower() in _BARE_NAMES:
        return True
    if " " in text:
        # `node tools/build.js` is a command.
        is_short = "/" in text or "\\" in text or text.count(" ") < 2
        return is_short and bool(_EXTENSION.search(text)) and text.partition(" ")[0] not in PROGRAMS
    return bool(_EXTENSION.search(text)) or (("/" in text or "\\" in text) and any(c.isalnum() for c in text))


def _without_named_root(text: str) -> str:
    root = _NAMED_ROOT.match(text) if text[0] in "<fF" else None
    return text[root.end() :] if root else text


def path_in_line(line: str) -> str | None:
    """The path in a line: plain, or in bold, back-quotes, a link, a heading or a sentence."""
    return path_alone(line, allows_lead=True) or _path_in_sentence(without_links(line.strip()))


def without_links(text: str) -> str:
    """The text with each Markdown link replaced by its path in back-quotes, or else by its words."""
    return _LINK.sub(_linked, text) if "](" in text else text


def _linked(link: re.Match[str]) -> str:
    text, target = link["text"].strip(_MARKS), link["target"].partition("#")[0].removeprefix("./")
    is_text = is_path(text) and names_a_file(text)
    is_target = is_path(target) and names_a_file(target) and target[0] not in "/\\"
    if is_target and (not is_text or target.endswith(f"/{text}")):
        return f"`{target}`"
    return f"`{text}`" if is_text else link["text"]


def path_alone(line: str, *, allows_lead: bool = False) -> str | None:
    """The path that is all of a line: plain, labelled (`File:`), or in bold, back-quotes or a heading.

    Args:
        line: One line.
        allows_lead: True if `Update a.py` counts too.
    """
    text = line.strip()
    if _PLAIN.fullmatch(text):
        return text
    text = without_links(text)
    if not _can_end_with_path(text):
        return None
    undecorated = without_decoration(text)
    plain = _unmarked(without_decoration(_unmarked(undecorated)))
    label, lead = _LABEL.match(plain), _LEAD.match(plain)
    if lead and not allows_lead:
        return None
    if before := label or lead:
        plain = _unmarked(plain[before.end() :])
    plain = plain.rstrip("*`:")
    if not is_path(plain):
        return None
    if " " in plain:
        is_name = len(text) == len(plain) and _is_surely_path(plain)
    elif label or plain in _USUAL_NAMES:
        is_name = True
    elif plain.lower() in _BARE_NAMES:
        # Common words too: decorated, they are a heading rather than a file name.
        is_heading = undecorated != text or ":" in text
        is_name = not lead and (not is_heading or f"`{plain}`" in text)
    else:
        is_name = not _VERSION.fullmatch(plain)
    return plain if is_name else None


def without_decoration(line: str) -> str:
    """A line without the leading markers of a heading or a list item, and without leading symbols."""
    return _DECORATION.sub("", line, count=1)


def _can_end_with_path(text: str) -> bool:
    """A fast first test: False if a line cannot end with a path, like most lines of prose."""
    if _SIGN_OF_PATH.search(text) is not None or not text.isascii():
        return True
    return text.rstrip(_AFTER_NAME).lower().endswith(_ENDINGS)


def _may_name_path(line: str) -> bool:
    """A fast first test: False if a line cannot contain a path, not even within a sentence."""
    return _SIGN_IN_SENTENCE.search(line) is not None or _can_end_with_path(line.strip())


def _may_name_file(text: str) -> bool:
    """A fast first test: False if a text has neither a name with an extension nor a well-known one."""
    return _SIGN_OF_FILE.search(text) is not None


def names_a_file(path: str) -> bool:
    """True if the last part of a path has an extension or is a well-known file name."""
    name = base_name(path)
    is_hook = name in _GIT_HOOKS and name != path
    return bool(_EXTENSION.search(path)) or name in _USUAL_NAMES or name.startswith(".") or is_hook


def is_source(path: str) -> bool:
    """True if the path has the extension of a source file."""
    return "." in path and path.rpartition(".")[2].lower() in _SOURCES


_NAME_WITH_DOTS = lazy_pattern(r"[A-Za-z_$][\w$-]*(?:\.(?:[\w$-]+|\*)|\[\w*\])+")
"""Names with dots between them: `jobs.test.steps`, `rules[0].match`."""
_NAME_OF_NO_EXTENSION = lazy_pattern(r"[a-z][A-Z]|\w_+\w|^__|__$")
"""A name of code that is no extension: `toString`, `__init__`."""
_MIN_PARTS_OF_KEY = 3
"""The parts of a name with dots before its last one, from which it is no file name."""
_DATA_FILES = frozenset(
    """
    arb avsc bak cff cnf code-workspace conf dist editorconfig entitlements env example geojson gotmpl har in
    ini jsonl
    jsonld local lock log ndjson plist props resx rules sample service socket targets template timer tmpl
    topojson tpl tsbuildinfo webmanifest
    """.split()
)
"""Extensions of files in a language of data, although that has an extension of its own."""
_CODE_FILES = frozenset(
    """
    bak bats bazel bzl dist ebuild es6 example gemspec gs gyp gypi in inc ino inl ipp ipynb jbuilder jsm mak
    mk phtml podspec psql pth pxd pyw rbi ru rules sample spec tcc template tmpl tpl tpp wsgi
    """.split()
)
"""Extensions of files in a programming language beside those of that language."""


def names_code(path: str, language: str) -> bool:
    """True if a title is more likely a key or a member than a file: `jobs.test.steps`, `Signer.unsign`.

    Args:
        path: The title.
        language: The language of the fence below it, in lower case; may be empty.
    """
    if _NAME_WITH_DOTS.fullmatch(path) is None or is_source(path) or "." not in path:
        return False
    if language == "xml":
        # No path of elements has dots, and many files do: `web.config`.
        return False
    *parts, last = path.split(".")
    is_data = language in _DATA_LANGUAGES
    if last.lower() in (_DATA_FILES if is_data else _CODE_FILES):
        return False
    if is_data or family_of(language):
        return True
    return _NAME_OF_NO_EXTENSION.search(last) is not None or len(parts) >= _MIN_PARTS_OF_KEY


def _path_in_sentence(text: str) -> str | None:
    """The only path that a sentence is about. Files that it merely refers to do not count."""
    paths = {mention.path for mention in files_mentioned(text)}
    return paths.pop() if len(paths) == 1 else None


class FileMention(Struct, frozen=True):
    """A path in a sentence."""

    path: str
    start: int
    """The span of the path in the sentence, in characters, with its quotes: `start` up to `end`."""
    end: int


def files_mentioned(text: str) -> list[FileMention]:
    """The files that a sentence is about, without those that it merely refers to.

    Args:
        text: One line without links; see `without_links`.
    """
    if _SIGN_OF_PATH.search(text) is None and _QUOTES.search(text) is None:
        return []
    quoted = (word for word in _quoted(text) if is_path(word.path))
    words = [word for word in quoted if _is_surely_path(word.path)] or list(_words_that_are_paths(text))
    mentions = [
        word
        for word in words
        if _is_surely_path(word.path)
        and _REFERENCE.search(text, max(0, word.start - _MAX_REFERENCE_LENGTH), word.start) is None
    ]
    # A route or a media type has a slash too.
    return [mention for mention in mentions if names_a_file(mention.path)] or mentions


def _quoted(text: str) -> Iterator[FileMention]:
    for pattern in _QUOTED:
        for match in pattern.finditer(text):
            yield FileMention(_NUMBER.sub("", match[1]), match.start(), match.end())


def _words_that_are_paths(text: str) -> Iterator[FileMention]:
    for match in re.finditer(r"\S+", text):
        if "." not in match[0]:
            continue
        word = match[0].rstrip(_AFTER_WORD)
        start = match.start() + (word[:1] == "(" and ")" not in word)
        word = text[start : match.start() + len(word)]
        if _EXTENSION.search(word) and is_path(word):
            yield FileMention(word, start, start + len(word))


def bare_names(line: str) -> tuple[str, ...]:
    """The words of a line that may be names of files without an extension.

    Such a word is the whole line, or is in quotes in a sentence that ends with a colon.
    """
    if len(line) > _MAX_PATH_LENGTH:
        return ()
    text = line.strip()
    if text.count(" ") <= _MAX_MARKERS and _BARE.fullmatch(alone := _unmarked(without_decoration(text))):
        return (alone,)
    if not text.rstrip(_MARKS).endswith(":") or _QUOTES.search(text) is None:
        return ()
    words = dict.fromkeys(quoted.path for quoted in _quoted(text) if _BARE.fullmatch(quoted.path))
    return tuple(words)[:_MAX_BARE]


def _is_surely_path(word: str) -> bool:
    if "/" in word or "\\" in word or word in _USUAL_NAMES:
        return True
    if word[:1] == ".":
        return _DOT_FILE.fullmatch(word) is not None
    stem, _, extension = word.rpartition(".")
    return bool(stem) and extension.lower() in _SOURCES


def _unmarked(text: str) -> str:
    """The text without surrounding quotes and emphasis, and without a colon after it."""
    plain = text.rstrip(":").strip()
    for mark in ("**", "__", "`", '"', "'", "*", "="):
        if plain.startswith(mark) and plain.endswith(mark) and len(plain) > 2 * len(mark):
            return _unmarked(plain[len(mark) : -len(mark)])
    if plain.startswith("_") and plain.endswith("_") and "." in plain:
        return _unmarked(plain[1:-1])
    return plain


def path_in_fence(info: str) -> str | None:
    """The path in a fence's info string: `src/a.py`, `ts src/a.ts`, `ts:src/a.ts`, `ts title="src/a.ts"`."""
    if not info or info.isalnum():
        return info if info in _USUAL_NAMES else None
    named = next((match for match in _ATTRIBUTE.finditer(info) if match[1].lower() in _PATH_KEYS), None)
    if named:
        path = next(value for value in named.groups()[1:] if value is not None)
        return path if is_path(path) else None
    words = _BRACES.sub(" ", info).split()
    is_language = len(words) == 1 and words[0].lower() in _BARE_NAMES and words[0] not in _USUAL_NAMES
    if not words or is_language:
        return None
    language, _, after_colon = words[0].partition(":")
    candidates = [
        after_colon if _LANGUAGE.fullmatch(language) else "",
        words[-1].partition("=")[2] or words[-1],
        words[0],
    ]
    return next((path for word in candidates if is_path(path := _unbracketed(word))), None)


def _unbracketed(word: str) -> str:
    """The word without surrounding quotes or brackets."""
    plain = word.strip("\"'")
    return plain[1:-1] if plain[:1] + plain[-1:] in ("()", "[]") else plain


def path_above(above: Sequence[str]) -> str | None:
    """The path just above a line, beyond blank lines and at most one opening fence, or in the heading above.

    Args:
        above: The lines before it, nearest last.
    """
    fence_seen = False
    for at in reversed(range(len(above))):
        text = above[at].strip()
        if not text:
            continue
        fence = _fence_in(text)
        if fence is None and not text.isprintable() and len(text.split()) == 1:
            # A path with invalid characters: it is refused later; another file must not take its place.
            return text
        if fence is None:
            return path_in_line(text) or _path_in_heading(above[: at + 1])
        if fence_seen:
            return None
        fence_seen = True
        named = path_in_fence(fence["info"] or fence["tag"] or "")
        if named:
            return named
    return None


def _path_in_heading(above: Sequence[str]) -> str | None:
    """The path in the heading or the label above some lines of prose.

    Args:
        above: The lines, heading included; the last one is the nearest.
    """
    if is_heading(above[-1]) or not _may_name_file("\n".join(above)):
        return None
    for at in reversed(range(len(above))):
        line = above[at]
        if at and _UNDERLINE.fullmatch(line.strip()) and above[at - 1].strip():
            return path_in_line(above[at - 1])
        if at == len(above) - 1:
            continue
        if ends_section(line):
            return None
        if is_heading(line) or _is_label(line):
            return path_in_line(line)
        if len(line) > _MAX_PATH_LENGTH or path_in_line(line) is not None:
            return None
    return None


def _is_label(line: str) -> bool:
    """True if a line has only a path, and a colon or a word such as `File:` that shows what it is for."""
    plain = _unmarked(without_decoration(line.strip()))
    has_colon = line.rstrip().rstrip("*_`").endswith(":") or _LABEL.match(plain) is not None
    return has_colon and path_alone(line) is not None


def others_mentioned(above: Sequence[str], path: str) -> tuple[str, ...]:
    """The files other than `path` that the prose above a line is about, nearest first, and quoted names.

    Args:
        above: The lines before it, nearest last.
        path: The path of the block before, which the line continues.
    """
    found: dict[str, None] = {}
    for line in reversed(above):
        if ends_section(line) and _fence_in(line.strip()) is None:
            break
        if len(line) <= _MAX_PATH_LENGTH:
            text = without_links(line.strip())
            names = (quoted for quoted in _quoted(text) if _BARE.fullmatch(quoted.path))
            mentions = [*files_mentioned(text), *names]
            found.update((mention.path, None) for mention in mentions)
    return tuple(each for each in found if each != path and not path.endswith(f"/{each}"))[:_MAX_BARE]


def is_heading(line: str) -> bool:
    """True if a line is a heading, or all in bold."""
    sign = line.lstrip()[:1]
    if sign not in ("*", "_"):
        return sign == "#"
    text = line.strip().rstrip(":")
    return text.startswith(("**", "__")) and text.endswith(("**", "__")) and len(text) > _SHORTEST_BOLD


def ends_section(line: str) -> bool:
    """True if a line belongs to a fence or a block, so that no path above it is for the code below."""
    return line.lstrip().startswith(_SECTION_ENDS)


def bare_names_above(above: Sequence[str], *, is_alone: bool) -> tuple[str, ...]:
    """The words at the places of `path_above` that may be names of files without an extension.

    Args:
        above: The lines, nearest last.
        is_alone: True if a word counts only when it is all of its line.
    """
    lines = [text for line in above if (text := line.strip())]
    if lines and _fence_in(lines[-1]) is not None:
        lines.pop()
    if not lines or _fence_in(lines[-1]) is not None:
        return ()
    names = bare_names(lines[-1])
    return names if not is_alone or _unmarked(without_decoration(lines[-1])) in names else ()


def _fence_in(text: str) -> re.Match[str] | None:
    return _FENCE.match(text) if text[0] in _FENCE_CHARACTERS else None


def is_for_named_files(language: str) -> bool:
    """True if only files with certain names are written in the language of a fence."""
    return language.lower() in _WRITTEN_IN


def may_be_named_for(path: str, language: str) -> bool:
    """True if a path is that of a file in such a language."""
    return any(part in path.lower() for part in _WRITTEN_IN[language.lower()])


class Title(Struct, frozen=True):
    """The path of the file in a fence."""

    path: str
    is_new: bool = False
    """True if the response says that the file is new."""
    naming: Naming = Naming.LABEL
    updates: bool = False
    """True if the response says that the file exists."""
    is_proposed: bool = False
    """True if the response leaves it to the user whether to make the edit."""
    remark: str = ""
    """Words behind the path that say where in the file the code goes."""


_STATE_OF_FILE = lazy_pattern(
    r"\s*[(（](?:the )?"
    r"(?:(?P<new>new|neue?|nuev[oa]|nouveau|nouvelle|nov[oa]|nuov[oa]|新規|新增|新建|新文件|新規作成)"
    r"|changed|complete|created|final|fixed|full|modified|revised|rewritten|updated"
    r"|aktualisiert|angepasst|geändert|überarbeitet|vollständig"
    r"|actualizad[oa]|complet[oa]|corregid[oa]|modificad[oa]"
    r"|complet|corrigé|mis à jour|modifié|atualizad[oa]|corrigid[oa]|aggiornat[oa]|modificat[oa]"
    r"|完整|已修改|修改|更新|修改后|変更|変更後|修正|修正後|更新後)"
    r"(?: (?:code|content|contents|file|version|datei|archivo|fichier|arquivo))?[)）](?P<after>[*_:]*)$",
    re.IGNORECASE,
)
"""The state of a file in brackets after its path: `(new)`, `(updated version)`."""
_REMARK = lazy_pattern(
    r"(?P<close>[*_`]*:?[*_`]*)\s*(?:[(（\[](?P<inside>[^()（）\[\]]+)[)）\]]|(?:[:,→←–—]|(?<=\s)-|=>)\s+(?P<after>\S.*?))"
    r"[*_:]*$"
)
"""A remark after the path at the beginning of a line: `(around line 40)`, ` – the full one has it`."""
_IS_NO_EDIT = lazy_pattern(
    r"^lines? \d|\b(?:unchanged|reference|excerpt|context|today|already|bad|broken|bugs?|buggy|causes?"
    r"|crashes|deleted?|don[’']t|errors?|fail(?:s|ed|ing|ure)?|incorrect\w*|input|problem|removed?|wrong|unverändert|alt|bisher"
    r"|falsch|vorher|sin cambios|antes|inchangé|avant|sem alterações|nicht|not|no)\b|不变|変更なし|错误|誤り",
    re.IGNORECASE,
)
"""Words of a remark on code that is no edit: `(unchanged)`, ` – the failing line`."""
_UNCHANGED = lazy_pattern(
    # Heading marks, a number, a label, and a name or path.
    r"[#>\s*+-]*+(?:\d+[.)]\s*)?(?:\*\*|__)?(?:[^\W\d_]++(?: \d+)?\s?[:：]\s*)?"
    r"(?:[*_]*`[^`]+`[*_:]*(?: (?:from|in|of) `[^`]+`[*_:]*)?|[^\s`(（]++(?:\(\))?)"
    r"(?:\s*[(（\[]|\s+[–—-]+)"
    r"\s*(?:unchanged|unmodified|not (?:changed|modified)|no changes?(?: (?:here|needed|required))?"
    r"|for reference(?: only)?|unverändert|sin cambios|inchangé|sem alterações|不变|変更なし)"
    r"\s*[)）\]]?[*_:`]*$",
    re.IGNORECASE,
)
"""A title above code that is no edit, and no sentence: `src/a.py (unchanged)`."""
_BEFORE_REMARK = ("(", "（", "[", "–", "—", " -")
"""Signs; each such title has one."""
_NEW_FILE = lazy_pattern(r"\W*new file\b", re.IGNORECASE)
_CREATES = lazy_pattern(
    r"(?:[#>*+-]+\s+|\d+[.)]\s+|\*\*)*"
    r"(?:(?:also|and|finally|first|lastly|next|now|please|plus|second|then|third)\b[,:]?\s+)*"
    r"(?:for\s+(?!example|instance|reference)(?:[\w.+#-]+\s+){1,3}?(?=(?:add|create)\b))?"
    r"(?:(?:add|create|make|write)\s+"
    # Reports mention many files: only these words say that a file is new.
    r"|(?:(?P<told>I|we|you|let's)\b[^.`]{0,20}?\b(?:add(?:ed)?|created?|ma[dk]e|need|writ(?:e|ten)|wrote)\s+"
    r"|(?:here|there)(?: is|'s)\s+(?:also\s+)?)?(?=(?:an? |another |the )?(?:new )?file\b))"
    r"(?:(?:a|an|another|the|new|file|called|named)\b[,:]?\s*)*"
    r"[`\"'*]*(?P<path>[^\s`\"'*]+?)[`\"'*:]*(?:\s|$)",
    re.IGNORECASE,
)
"""A sentence that begins with the file to create: `Create a new file called src/a.py with …`."""
_SAYS_NEW = lazy_pattern(
    r"\b(?:new|created?)\b|\b(?:add(?:ed)?|ma[dk]e|writ(?:e|ten)|wrote) an?(?:other)? (?:\w+ )?file\b",
    re.IGNORECASE,
)
"""Words for a new file: `Add a new file`."""
_KINDS_OF_FILES = (
    r"(?:component|config(?:uration)?|file|fixture|helper|hook|middleware|migration|module|page|partial|schema"
    r"|script|service|spec|stylesheet|template|test|workflow)"
)
_IS_NEW_FILE = lazy_pattern(
    rf"\b(?:an?|another|this)\s+(?:brand[- ])?new\s+(?:[\w-]+\s+){{0,2}}?{_KINDS_OF_FILES}(?:\s+file)?"
    rf"|\b(?:add|create|write)\s+(?:an?|another|the|this)\s+(?:[\w-]+\s+){{0,2}}?{_KINDS_OF_FILES}(?:\s+file)?"
    r"|\b(?:eine[nrm]?\s+neuen?|une?\s+nouve(?:au|l|lle)|una?\s+nuev[ao]|uma?\s+nov[ao]|una?\s+nuov[ao])\s+[\w-]+",
    re.IGNORECASE,
)
"""Words for a file that is to be created, in a request: `add it in a new migration`."""
_UP_TO_PATH = lazy_pattern(r"[,:]?(?:\s+(?:at|called|named))?\s*\(?[`\"'*_\[]*$")
_SAYS_WHOLE = lazy_pattern(
    r"\b(?:complete|entire|full|whole)\b.*\b(?:file|code|content|contents|source|version)\b", re.IGNORECASE
)
"""Words for a whole file: `The complete file`, `full source`."""
_ALL_OF = lazy_pattern(
    r"\b(?:complete|entire|full|whole)(?:,?[ -](?:and|cleaned|corrected|final|fixed|improved|modified|new"
    r"|refactored|revised|rewritten|up|updated|working))* [`\"'*_\[]*$"
    r"|\b(?:all|everything|contents?|whole) (?:in|of) [`\"'*_\[]*$",
    re.IGNORECASE,
)
"""Words directly before a path that say that the code is the whole file."""
_END_OF_SENTENCE = lazy_pattern(r"(?<=[.!?:])\s+|\n+|(?<=[。！？])")
_IS_WHOLE_FILE = lazy_pattern(
    r"\b(?:complete|entire|full|whole)\b[^.:`]{0,40}"
    r"(?:\b(?:file|script|stylesheet|workflow|dockerfile|makefile)\b|`[^`\s]*\.\w+`)"
    r"|\b(?:complete|entire|full|whole) (?:code|version)\W*$"
    r"|\b(?:(?:vollständig|komplett|gesamt|ganz)\w* (?:\w+ )?(?:datei|skript)"
    r"|(?:fichier|script) (?:\w+ )?(?:complet|entier)"
    r"|(?:archivo|fichero|arquivo|ficheiro|script) (?:\w+ )?(?:completo|entero|inteiro)"
    r"|file (?:\w+ )?completo|volledige (?:bestand|script)|cały (?:plik|skrypt)|полн\w+ (?:файл|скрипт))\b"
    r"|完整(?:的)?\s?(?:文件|檔案|代码|程式碼|脚本|腳本)"
    r"|(?:ファイル|コード|スクリプト)(?:の)?全体|全体の(?:ファイル|コード|スクリプト)"
    r"|전체 (?:파일|코드|스크립트)",
    re.IGNORECASE,
)
"""A sentence about code that is a whole file: `The complete file:`, `Here is the full new src/a.py:`."""
_BECOMES = lazy_pattern(
    r"[`*_\"')\]]*\s?(?:(?:should|will|would|now|then|afterwards|jetzt|dann|nun|ahora|entonces|agora|então|ora"
    r"|adesso|maintenant|alors|теперь|тогда|nu|teraz|现在|現在)\s?)*"
    r"(?:becomes?|(?:looks?|reads?) (?:like|as follows)|shrinks to"
    r"|sieht (?:jetzt |dann |nun )?(?:wie folgt |so )?aus|wird (?:jetzt |dann )?zu"
    r"|(?:queda|quedaría|quedará|fica|ficaria|ficará)\b|devient|ressemble|diventa|si riduce|wordt|wygląda"
    r"|становится|выглядит|будет выглядеть|变成|变为|改为|改成|如下"
    r"|は(?:次|以下)のよう|は(?:こう|このように)|(?:은|는) 다음과)",
    re.IGNORECASE,
)
"""Words directly behind a file that is code below them: "`src/a.py` sieht jetzt so aus"."""
_IS_LESS = lazy_pattern(
    r"\b(?:instead of|just|no need|not|only|rest of|kein\w*|nicht|nur|pas|seulement|sólo|solo|só|somente|не"
    r"|только)\b|n['’]t\b|不|只|ない",
    re.IGNORECASE,
)
"""Words of a sentence that speaks of a whole file, and shows less: `The file need not change, only this:`."""
_SAYS_PART = lazy_pattern(
    r"\b(?:block|class|component|excerpt|function|lines?|method|part|section|snippet|test case)\b",
    re.IGNORECASE,
)
"""A word for a part of a file: `the new section`."""
# What people make is mostly a change, and a store is a thing too.
_CREATES_IN_ENGLISH = any_of(
    ({*english(CREATE)} - {"make", "store"}) | {"created", "creates", "creating", "new"}
)
_IS_CREATED = lazy_pattern(
    lambda: rf"\b(?:{_CREATES_IN_ENGLISH})\b|{in_other_languages(CREATE)}", re.IGNORECASE
)
_LEADS_TO_NEW_FILE = lazy_pattern(
    lambda: (
        r"(?:[#>*+-]+\s+|\d+[.)]\s+)*(?P<lead>(?:(?:"
        r"also|and|as well as|finally|first|in addition|additionally|lastly|next|now|optionally|plus"
        r"|second|then"
        r"|third|(?:i|we|you)(?:['’](?:d|ll))?|let['’]s|can|could|may|must|need|should|want|will|would|to"
        r"|und|auch|außerdem|dazu|dann|noch|schließlich|sowie|zudem|zusätzlich|du brauchst|ihr braucht"
        r"|et|aussi|enfin|ensuite|ainsi que|puis|y|además|también|luego|por último|así como|e"
        r"|além disso|também"
        r"|depois|inoltre|anche|infine|poi|en|ook|daarnaast|oraz|także|и|также|ещё|еще|а также|затем"
        rf"|{any_of(english(ADD, CREATE))})\b[,:]?\s+|(?:{in_other_languages(ADD, CREATE)})[,:]?\s+)*)"
        r"(?:an?|another|one more|ein(?:e[nr]?)?|une?|una|uno|uma?|otr[oa]|outr[oa]|een|файл|новый файл)"
        r"(?:\s+(?:brand[- ]new|new|basic|matching|minimal|separate|short|simple|small|tiny"
        r"|neue[nrs]?|kleine[nrs]?|einfache[nrs]?|eigene[nrs]?|petite?|nouve(?:au|l|lle)|simple|minimal(?:e|ist[ae])?"
        r"|nuev[oa]|pequeñ[oa]|sencill[oa]|nov[oa]|pequen[oa]|simples|nuov[oa]|piccol[oa]|semplice|nieuwe?|kleine?"
        r"|file|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand)){0,3}"
        r"|(?P<chinese>(?:[、，,\s]|以及|还有|还需要|还要|另外|然后|最后|同时|再|和|并|加上?|添加|新增|增加|创建|新建|建立|需要)*"
        r"(?:一个|一份|个)(?:新的?|小的?)?)"
    ),
    re.IGNORECASE,
)
"""Words up to a file that is new, as its article shows: `Finally, add a small`."""
_OWNED = (
    r"your|existing|current|(?:dein|euer|eur|ihr|bestehend|vorhanden)\w*|votre|ton|tu|su|seu|sua|tuo|tua|你的"
)
"""Words before a file that the user has: `your `layout.html``."""
_IS_THERE = lazy_pattern(
    r"\b(?:this|the|diese|die|ce|le|este|el|esse|o|questo|il)\s(?:file|datei|fichier|archivo|fichero|arquivo)\s"
    r"(?:already\s|bereits\s|ya\s|já\s|già\s|se\s|si\s)?"
    r"(?:exists?|lives|resides|is located|liegt|befindet|existiert|existe|esiste|trouve|encuentra|está|fica"
    r"|trova)\b",
    re.IGNORECASE,
)
"""Words for where a file is: `this file lives in the volume`."""
_KINDS_OF_UPDATES = frozenset((WordingKind.CHANGE, WordingKind.REMOVE, WordingKind.RENAME))
_IS_UPDATED = lazy_pattern(
    lambda: rf"\b(?:{any_of(english(UPDATED))})\b|{in_other_languages(UPDATED)}", re.IGNORECASE
)
_NAME = lazy_pattern(r"[^\W\d]\w*")
_MAX_SHORT_WORD = 2
"""Words up to this length name nothing, unless they are quoted."""
_COMMON_WORDS = frozenset("all and but code file for from import not the this that use used with".split())
"""Words of sentences that code has too."""
_KINDS_OF_LINES: Sequence[tuple[frozenset[str], Callable[[str], bool]]] = (
    (
        frozenset("import imports importe importa importations importaciones include includes".split()),
        begins_import,
    ),
    (
        frozenset(
            "comment comments kommentar kommentare commentaire commentaires comentario comentarios".split()
        ),
        lambda line: line.startswith(("#", "//", "/*", "*", "--", "<!--", ";", "%")),
    ),
    (frozenset(("docstring", "docstrings")), lambda line: not line.startswith("@")),
    (
        frozenset("annotation annotations decorator decorators".split()),
        lambda line: line.startswith(("@", "#[")),
    ),
)
"""Words for kinds of lines, each with a test of a line without its indentation."""
_SAYS_WHERE = lazy_pattern(r"\b(?:above|after|around|before|below|inside|near|within)\b", re.IGNORECASE)
_SHOWS_CURRENT = (
    r"\b(?:currently|excerpt|snippet|as it (?:is|stands)"
    r"|(?:current|existing|old|original|previous|relevant|today's)"
    r" (?:code|content|contents|file|implementation|state|version)|you had|you have)\b|^\W*before\W*$"
)
_SHOWS = lazy_pattern(
    rf"{_SHOWS_CURRENT}|\b(?:for (?:example|instance|reference)|e\.g|example"
    r"|usage(?! (?:docs?|documentation|error|instructions|line|message|part|section|string|text)\b)"
    r"|(?:looks?|reads?|used) like|outputs?|results?|prints)\b"
    r"|\b(?:comes?|came|stems?) from (?:here|that|the following|these|this)\b"
    r"|\bcaused by (?:that|the following|these|this)\b"
    r"|\b(?:bug|cause|crash|culprit|error|issue|problem) is (?:here|(?:in )?(?:that|the following|this))\b",
    re.IGNORECASE,
)
"""Words for code that is there already, an example or an output: `the current code`, `it comes from this`."""
_SHOWS_ABOVE = lazy_pattern(_SHOWS_CURRENT, re.IGNORECASE)
"""Of these, the words that count even above a sentence that asks for an edit."""
_NEEDS = lazy_pattern(r"\b(?:needs?|requires?|missing)\b", re.IGNORECASE)
"""Words that ask for code as a verb does: `You need one more import:`."""
_USES = lazy_pattern(
    r"\btempt(?:ed|ing) to\b|\b(?:a call (?:such as|like)|which (?:you|we) can (?:then |now )?(?:call|use))\b"
    r"|\b(?:ein aufruf|un appel|una llamada|uma chamada|una chiamata)\b"
    r"|`[A-Za-z]+ [^`]+`(?: (?:will|would|should))?(?: then| now)?"
    r" (?:answer|give|output|print|report|respond|return|show)s?\b",
    re.IGNORECASE,
)
"""Words for code that is never an edit: what not to write, a call, or the output of a command."""
_CURRENT = lazy_pattern(
    r"\b(?:as it (?:is|stands)|before|current(?:ly)?|examples?|like (?:so|this)|old|original|previous)\b",
    re.IGNORECASE,
)
"""Words for code that an edit replaces, or that only uses the edited code."""
_CHECKS = lazy_pattern(r"[`*]*,\s+(?:check|handle|print|log|return|test|use|validate)\s", re.IGNORECASE)
"""The purpose of the code below, after the name of its file: `In src/main.c, check the result:`."""
_CHANGES = lazy_pattern(r"\b(?:after|create|replac|rewrit|should|updat|with the following)", re.IGNORECASE)
"""Words that introduce new code: `Replace this with the following`, `Update it`."""
_RANGE = lazy_pattern(r"[:#]L?\d|^\d+:\d+:")
_GOES_ON = lazy_pattern(r"\s*:\s*`[^`]*[\s(=;][^`]*`[,;]?\s+(?:and|then|und|dann|y|e|et)\s(?P<rest>[^`]*)$")
"""The rest of a sentence after a file: code for it, then words for more code: `a.py: CODE, and b:`."""
_REMARK_OR_REASON = lazy_pattern(
    # A path alone in brackets is no remark: `the settings (src/config.py)`.
    r"\s*\((?=[^()]*[A-Za-z]+[^()]*\s)[^()]*\)|,?\s(?:because|since|whereas|unlike)\s.*$",
    re.IGNORECASE,
)
"""A remark in brackets with several words, and the end of a sentence that gives a reason."""
_BULLET = lazy_pattern(r"\s*(?:[*+-]|\d+[.)])\s")
_MARKS_OF_ITEM = lazy_pattern(r"(?:#{1,6}\s+)?(?:[*+-]\s+|\d+[.)]\s+)|#{1,6}\s+")
_BOLD_LABEL = lazy_pattern(
    r"(?:\*\*|__)[^*_`]{1,60}(?:\*\*|__)\s*[-–—:(]|(?:\*\*|__)[^*_`]{1,60}:(?:\*\*|__)"
)
"""The beginning of a line that has a title of its own: `**Migration** – `, `**Migration:** `."""
_MOVES_FROM = lazy_pattern(
    r"\b(?:cop(?:y|ied)|extract(?:ed)?|mov(?:e|ed)|renamed?|déplacée?|verschoben|movido|spostato)\b[^.;:]{0,40}?"
    r"\b(?:from|out of|aus|von|de|depuis|desde|da)\s+(?:the\s+)?[`*\"]*$",
    re.IGNORECASE,
)
"""The words before a file that code is moved from: `Move from `. The code goes to another one."""
_LABEL_OF_SHOWN = lazy_pattern(
    r"[\W\d]*(?:(?:likely|original|possible|related|relevant|root|surrounding|the) )?"
    r"(?:affected|background|cause|context|failing|input|location|note|offending|similar|snippet|symptom"
    r"|betroffen\w*|hintergrund|hinweis|kontext|ursache|contexte|emplacement|contexto|ubicación|nota|contesto"
    r"|背景|上下文|原因|位置)s?"
    r"(?: (?:block|case|code|example|file|function|line|part|section|snippet|test)s?)?[*_]*\s*[-–—:(：]",
    re.IGNORECASE,
)
"""The label of code that is only shown: `**Context:** `, `**Failing test:** `."""
_IN_COMMENT = lazy_pattern(
    r"(?:add(?:ed)? (?:in )?to|changes? (?:in|to)|edit|in|inside|modif(?:y|ied)|updated?(?: in)?)\s+"
    r"(?P<path>\S+?):?$",
    re.IGNORECASE,
)
"""A comment that names the file to edit: `changes in src/app.py`."""
_COMMENT_WITH_REMARK = lazy_pattern(
    r"(?:(?:in|inside|to)\s+)?(?P<path>[^\s,:(]+)\s*(?:[,:→>–—(]|->|\s-)\s*"
    r"(?P<words>(?:above|add|after|at|before|below|change|excerpt|in|inside|insert|near|only|part|relevant|replace"
    r"|the rest|under|update|within)\b[^)]{0,60}|`?[\w.]+\(\)`?)\)?",
    re.IGNORECASE,
)
"""A comment that names the file to edit and the place there: `src/app.py, inside load`."""
_RULERS = " \t-=~*#"
_COMMENT = lazy_pattern(
    r"\s*(?://+|#+|--|;+|%|/\*+|<!--|\{/\*)\s*(?P<text>[^\s].*?)\s*(?:\*+/|-->|\*/\})?\s*$",
)
"""A line that is a comment: `// src/app.py`, `<!-- index.html -->`."""
_PRODUCTS = lazy_pattern(r"[A-Z]\w*\.js$|ASP\.NET$|Socket\.io$")
_ONE_OF_SEVERAL = (
    r"alternativ[ae]?|approach|choice|enfoque|lösung|método|möglichkeit|method|opción|opção|optie|option|opzione"
    r"|oplossing|plan|possibilit[yé]|solución|solução|solution|soluzione|variante?|way|вариант|варіант|решение"
    r"|рішення|способ|спосіб|方案|方法|选项|選項|选择|選択肢|案|オプション|방법|방안|옵션"
)
_OPTION = lazy_pattern(
    rf"\W*(?:{_ONE_OF_SEVERAL})\s*(?:[a-h]\b|\d\d?\b|one\b|two\b|three\b|[一二三四甲乙])"
    r"|\W*alternatively\b|\W*fix [a-d]\b|\W*[a-d]\)\W*$|\W*(?:entweder|oder)(?: so)?\W*$"
    r"|\W*(?:either\b(?!\W+(?:of|way)\b)|or\b(?!\W+(?:\w+ )?(?:better|precisely|rather|simpl(?:er|y))\b))"
    r"[^.]{0,40}:\W*$"
    r"|\W*(?:either|or)\W*$"
    r"|\W*(?:another|alternative|one) (?:approach|option|possibility|solution|variant|way)"
    r"(?: (?:is|would be))?\W*$"
    r"|\W*(?:another|alternativ(?:en?|a)|альтернатива|备选方案|備選方案|替代方案|代替案)\W*$"
    r"|\W*the (?:first|second|third|other) (?:approach|option|possibility|solution|variant|way)"
    r" (?:is|would be)\b"
    r"|\W*(?:first|second|third|première|deuxième|primera|segunda|primeira) "
    r"(?:approach|option|possibility|possibilité|solution|variante?|way|opción|opção)\W*$",
    re.IGNORECASE,
)
"""A title of one of several options."""
_SHOWS_DIFF = lazy_pattern(r"\s*[$>%]\s*git\s(?:-\S+\s)*(?:diff|log|show|stash show)\b")
_MAX_OUTPUT_LINES = 12
"""Lines of output above a diff, such as those about a commit."""
_GIVES_REASON = lazy_pattern(r"(?:it|this|that|they|because|since)\b", re.IGNORECASE)
_TAG_ALONE = lazy_pattern(r"\s*<[A-Za-z][\w:.-]*(?:\s[^<>]*)?>\s*")
_MAX_QUOTED = 60
"""Characters of a sentence that a message quotes."""
_DATA_LANGUAGES = frozenset(
    ["cfg", "conf", "hcl", "ini", "json", "jsonc", "properties", "tf", "toml", "xml", "yaml", "yml"]
)
"""Info strings of fences with data."""
_CODE_WORD = r"(?:code|contents?|implementation|lines?|version)"
# These alone ask for a removal, or go on with `the …`.
_OLD_BESIDE_NEW = PAIRED_TITLES.keys() - {"delete", "remove", "replace"}
_OLD_LABEL = lazy_pattern(
    lambda: (
        rf"\W*(?:(?:{any_of(edit_words.OLD)})(?: {_CODE_WORD})?|{any_of(_OLD_BESIDE_NEW)}"
        rf"|(?:bad|broken|buggy|faulty|incorrect|problematic|wrong) {_CODE_WORD}"
        r"|(?:find|locate|look for|search)(?: (?:for|this|these))?(?: (?:code|lines?))?"
        r"|at the moment|currently|lines? to (?:change|replace)|today|was|you have|you had)\W*"
    ),
    re.IGNORECASE,
)
"""A title of old code."""
_BEGINS_OLD_LABEL = edit_words.first_words(
    (
        *(*edit_words.OLD, *_OLD_BESIDE_NEW),
        *("bad", "broken", "buggy", "faulty", "incorrect", "problematic", "wrong"),
        *("find", "locate", "look", "search", "at", "currently", "line", "lines", "today", "was", "you"),
    )
)
"""Words; each such title begins with one."""


def _is_old_label(text: str) -> bool:
    """True if a text is only a title of old code: `Before:`, `Current code`."""
    return not _BEGINS_OLD_LABEL.isdisjoint(words_in(text)[:1]) and _OLD_LABEL.fullmatch(text) is not None


_QUOTED_CODE = lazy_pattern(r"`[^`]*`")
_IN_A_FILE = lazy_pattern(
    r"^\W*(?:in|inside|from|aus|dans|de|del|dal|en|im|nel|nella|no|na|из|в)\s[^,`]{0,30}`[^`]+`[^,`]{0,20},\s*",
    re.IGNORECASE,
)
"""The first words of `In src/a.py, remove …`."""
_OF = (
    rf"{''.join(rf'(?<!{word} )' for word in ('rid', 'call', 'calls', 'usage', 'use', 'uses'))}"
    rf"{''.join(rf'(?<!{word} )' for word in ('declaration', 'definition', 'définition', 'definición'))}"
    r"(?:de|del|della|di|da|of)"
)
"""Before the name of what something belongs to, but not in `Get rid of` or `the definition of`."""
_FROM_OR_IN = lazy_pattern(
    rf"(?<!import )(?<!imports )\b(?:from|in|inside|within|aus|im|dans|en|na|nella|{_OF})\s+"
    r"(?:(?:the|its|der|die|dem|la|l['’])\s*)?"
    r"(?:(?:body|class|funci[oó]n|function|funktion|fonction|funzione|função|helper|klasse|method|methode)\s+)?"
    r"`[^`]*`",
    re.IGNORECASE,
)
"""The code from which something is removed, or in which it is."""
_DECLARATION = lazy_pattern(
    r"\s*(?:[a-z@]+\s+)*?(?:(?P<imports>from|import|include|require|use|using|#include)|class|const|def|enum|fn|func"
    r"|function|interface|let|static|struct|trait|type|var)\b(?P<name>[^=(]*).*"
)
"""A line that imports something, or begins a definition."""
_AROUND_TITLE = "#*_`:. \t"
_AFTER_PATH = "*_`:.)） \t"
_OFTEN_EMPTY = frozenset([".gitkeep", ".keep", ".nojekyll", "__init__.py", "conftest.py", "py.typed"])
_HEADING_TAG = lazy_pattern(r"^\s*(?:<details[^<>]{0,40}>\s*)?<(?:summary|h[1-6])\b[^<>]{0,80}>")
"""A line that opens a heading in HTML: `<summary>`, `<h3>`."""
_TITLE_TAGS = lazy_pattern(r"^\s*<details[^<>]{0,40}>\s*$|</?(?:b|code|em|h[1-6]|i|strong|summary|tt)>")
"""Tags around a title: `<b>`, `</summary>`."""
_MAX_TITLE_LENGTH = 500
_KINDS_OF_CODE = (
    r"(?:abstract|async|class|const|data|def|enum|export|final|fn|fun|func|function|impl(?:<[^`>]*>)?|interface"
    r"|object|private|protected|pub|public|record|sealed|static|struct|trait|type)"
)
_FILE_TAG = lazy_pattern(
    rf"[ \t]*<(?P<tag>{FILE_TAGS})(?P<attributes>(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]+))+)"
    r"\s*(?<!/)>[ \t]*$"
)
"""A tag that opens a file: `<file path="src/app.py">`."""
_TAG_ATTRIBUTE = lazy_pattern(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))")
_TAG_PATHS = frozenset("file file-path file_path filename filepath name path source src target title".split())
_TAG_REMARKS = frozenset(
    """
    action change change_type description encoding id index identifier lang language mode operation reason
    status summary type version
    """.split()
)
"""Other attributes of a tag around a whole file."""
_SAYS_NO_FILE = frozenset(
    """
    before context current delete deleted diff example excerpt input move moved old original partial patch
    read reference remove removed rename renamed search-replace search_replace snippet
    """.split()
)
"""Values of attributes which say that a tag is not around the new text of a whole file."""
_SAYS_NEW_FILE = frozenset(["add", "added", "create", "created", "new"])
_NAME_OF_CODE = lazy_pattern(
    rf"`(?:{_KINDS_OF_CODE} )*(?:[\w:]+(?:<[^`>]*>)? for )?"
    r"(?P<code>[A-Za-z_][\w.:]*)(?:<[^`<>]*>)?(?:\([^`]*\))?`"
    r"|(?<![\w`.])(?P<called>[A-Za-z_]\w*)\(\)"
    r"|\bthe (?!same\b)(?P<word>[A-Za-z_]\w*) "
    r"(?:class|component|function|handler|hook|method|module|struct)\b"
)
"""A name of code in a sentence: in back-quotes, with brackets, or before its kind."""
_EXAMPLE = lazy_pattern(
    r"^(?:example|sample)s?[/\\]|(?:^|[._-])(?:example|sample|usage)\b[^/\\]*$"
    r"|[/\\](?:example|sample|usage)\b[^/\\]*$",
    re.IGNORECASE,
)
"""A path whose file, or first folder, has the name of an example; packages are named `com/example` too."""


def title_above(above: Sequence[str]) -> Title | None:
    """The title of a fence in the lines above it: the last line, a sentence, or the heading above that."""
    above = _without_tags(above)
    nearest = last_nonblank(above, len(above))
    if nearest < 0 or len(above[nearest]) > _MAX_TITLE_LENGTH:
        return None
    line = above[nearest]
    if tag := file_tag(line):
        return None if is_shown_above(above[:nearest]) else tag.title
    title = _title_alone(line) if _may_name_path(line) else None
    if title is None:
        title = _title_in_paragraph(above, nearest)
        if title is not None or (title := _title_with_remark(line)) is None:
            return title
    next_nearest = last_nonblank(above, nearest)
    before = above[next_nearest][:_MAX_TITLE_LENGTH] if next_nearest >= 0 else ""
    is_listed = next_nearest >= 0 and next_nearest == nearest - 1 and _is_list(line, before)
    return None if is_listed or _is_shown(before) else title


def bare_titles_above(above: Sequence[str]) -> tuple[Title, ...]:
    """Titles whose paths are words without extension or folder. One counts if the tree has the file."""
    nearest = last_nonblank(above, len(above))
    if nearest < 0 or len(above[nearest]) > _MAX_TITLE_LENGTH:
        return ()
    line = above[nearest]
    if line.lstrip()[0] in FENCE_MARKS or not (names := bare_names(line)):
        return ()
    return tuple(title for name in names if (title := _bare_title(line, name)) is not None)


def _bare_title(line: str, name: str) -> Title | None:
    at = line.find(name)
    if not line[:at].strip(_AROUND_TITLE) and not line[at + len(name) :].strip(_AROUND_TITLE):
        return Title(name)
    return _title_in_sentence(line, FileMention(name, at, at + len(name)))


def request_above(above: Sequence[str]) -> "Request | None":
    """The edit that the last nonblank line requests without naming a file; None if it requests none."""
    from editreview.formats import sentences

    return sentences.request_without_file(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])


_ADDS = lazy_pattern(
    r"\W*(?:(?:also|and|now|please|then) )*(?:add|append)\b"
    r"(?! (?:(?:an?|the|these|this|following|new|two) )*files?\b)"
    r"|\W*(?:acrescent|adicion|agreg|aggiung|ajout|añad|dodaj|ergänz|füge|voeg|добав|додай|添加|追加|추가)",
    re.IGNORECASE,
)
"""The first word of a sentence that asks to add something, in the languages of chats."""


def adds_above(above: Sequence[str]) -> bool:
    """True if the words above a fence, or above its label, say to add something: `Add these lines:`."""
    nearest = last_nonblank(above, len(above))
    if nearest >= 0 and _title_alone(above[nearest]) is not None:
        above = above[:nearest]
    return _ADDS.match(last_nonblank_line(above)) is not None


def files_above(above: Sequence[str]) -> tuple[str, ...]:
    """The paths in the lines above a fence, nearest first, up to the end of another fence."""
    if not _may_name_file("\n".join(above)):
        return ()
    lines = takewhile(lambda line: not ends_section(line), reversed(above))
    return tuple(dict.fromkeys(path for line in lines for path in _files_for(line[:_MAX_TITLE_LENGTH])))


# Each line is above several others.
@lru_cache(64)
def _files_for(line: str) -> tuple[str, ...]:
    """The paths that a line names for the code below it, the last one first."""
    if not _may_name_file(line):
        return ()
    line = without_links(line)
    mentions = [each for each in _files_in(line) if _GOES_ON.match(line, each.end) is None]
    return tuple(each.path for each in reversed(mentions))


def words_above(above: Sequence[str]) -> str:
    """The paragraph above a fence, and the heading above that.

    A label such as `Before:` or a path has the paragraph above it, too.
    """
    nearest = last_nonblank(above, len(above))
    if nearest < 0 or ends_section(above[nearest]):
        return ""
    first = _paragraph_start(above, nearest)
    lines = [_after_other_code(line) for line in above[first : nearest + 1]]
    if _is_old_label(" ".join(lines)) or _is_path_alone(lines):
        return " ".join(filter(None, (words_above(above[:first]), *lines)))
    title = last_nonblank(above, first)
    if title >= 0 and is_heading(above[title]) and not is_heading(above[first]):
        lines = [above[title], *lines]
    return " ".join(line[:_MAX_TITLE_LENGTH] for line in lines)


def _is_path_alone(lines: Sequence[str]) -> bool:
    """True if the only line is a path, perhaps as a title."""
    text = lines[0].strip(_AROUND_TITLE) if len(lines) == 1 else ""
    return not any(map(str.isspace, text)) and names_a_file(text)


def _after_other_code(line: str) -> str:
    """The line without the words for code inside it, if other words introduce the code below."""
    may_go_on = ":" in line and "`" in line and _may_name_file(line)
    for mention in _files_in(line) if may_go_on else []:
        if (found := _GOES_ON.match(line, mention.end)) is not None:
            return line[found.start("rest") :]
    return line


def names_in(words: str) -> tuple[str, ...]:
    """The names of functions, classes and the like in some words, the last one first.

    Remarks about what is not meant do not count.
    """
    words = NOT_MEANT.sub("", words)
    names = [found["code"] or found["called"] or found["word"] for found in _NAME_OF_CODE.finditer(words)]
    return tuple(dict.fromkeys(name for name in reversed(names) if not is_source(name)))


class Doubt(Struct, frozen=True):
    """Words above an edit that say that it may not be meant."""

    words: str
    is_rejection: bool
    """True if they say not to make it; False if they leave it to the user, as one of several options."""
    is_for_all: bool = False
    """True if they speak of all edits directly below: `Do only one of the following:`."""


def doubt_above(above: Sequence[str], *, is_whole: bool = False) -> Doubt | None:
    """The words above an edit that leave it to the user or reject it; None if there are none.

    Args:
        above: The lines above its label; see `above_label`.
        is_whole: True if the edit is a whole file; the words may say that it is only shown.
    """
    from editreview.formats import sentences

    words = words_above(above)
    if not words:
        return None
    nearest = last_nonblank(above, len(above))
    paragraph = sentences_in(" ".join(above[_paragraph_start(above, nearest) : nearest + 1]))
    title = paragraph[-1].strip()
    bare = _without_paths(_TAGS.sub("", title))
    is_rejected = (
        sentences.rejects(title)
        or _is_called_unchanged(title)
        or (is_whole and sentences.is_of_other_state(bare))
    )
    if not is_rejected and len(paragraph) > 1 and _GIVES_REASON.match(title) is not None:
        # `Do not apply this. It breaks the build:`
        title = paragraph[-2].strip()
        is_rejected = sentences.forbids(title)
    if is_rejected:
        return Doubt(title[:_MAX_QUOTED], is_rejection=True)
    option = _OPTION.match(words) or _OPTION.match(bare)
    if option is not None:
        return Doubt(option[0].strip(_AROUND_TITLE), is_rejection=False)
    last = sentences_in(words)[-1]
    is_proposed = sentences.proposes(last) or (bare != title and sentences.proposes(bare))
    if is_proposed:
        is_for_all = sentences.offers_one(last)
        return Doubt(last[:_MAX_QUOTED], is_rejection=False, is_for_all=is_for_all)
    return _doubt_in_title(above, nearest, is_whole=is_whole) if len(paragraph) == 1 else None


_TAGS = lazy_pattern(r"</?(?:details|summary)>")
_BEGINS_TITLE = lazy_pattern(r"\s*(?:[-*+>]|\d+[.)]|<details><summary>|<summary>)")
"""The beginning of a list item, a quotation or a summary: a title of what is below it."""
_MAX_NEUTRAL_WORDS = 5
"""The most words between a title and an edit that leave it to the title what the edit is."""
_IS_FAVOURABLE = lazy_pattern(
    r"\b(?:better|but|correct(?:ed)?|fix(?:ed)?|good|instead|now|rather|right|solution|works)\b|[✅✔]",
    re.IGNORECASE,
)
"""A word after a title about bad code for the good code below it."""
_LEAVES_OPEN = lazy_pattern(
    r"\W*(?:future work|(?:later|nice to have|optional)\b.{0,20}|only (?:for|if|on)\b.*|if you (?:use"
    r"|are on)\b.*)\W*",
    re.IGNORECASE,
)
"""A title that leaves all below it to the user."""


def _doubt_in_title(above: Sequence[str], nearest: int, *, is_whole: bool) -> Doubt | None:
    """The doubt in the heading or list item above the last words, if these say little: `Look:`.

    Args:
        above: The lines above the label of an edit.
        nearest: The last one of them that is not blank.
        is_whole: True if the edit is a whole file.
    """
    from editreview.formats import sentences

    words = above[nearest]
    first = _paragraph_start(above, nearest)
    at = last_nonblank(above, first)
    # The end of a block is no quotation: `>>>>>>> REPLACE`.
    is_title = (
        at >= 0
        and not ends_section(above[at])
        and (is_heading(above[at]) or _BEGINS_TITLE.match(above[at]) is not None)
    )
    if not is_title or is_heading(words) or len(words.split()) > _MAX_NEUTRAL_WORDS:
        return None
    title = above[at].strip()
    is_rejection = sentences.rejects(title) or (
        is_whole and sentences.is_of_other_state(_without_paths(_TAGS.sub("", title)))
    )
    if not (is_rejection or _LEAVES_OPEN.fullmatch(title)):
        return None
    # Last, as their patterns take long to compile.
    if _IS_FAVOURABLE.search(words) is not None or sentences.request_without_file(words) is not None:
        return None
    return Doubt(title[:_MAX_QUOTED], is_rejection=is_rejection)


def doubt_about_output(above: Sequence[str]) -> Doubt | None:
    """The doubt about a diff that a command of git has printed; None if there is no such command just above.

    Args:
        above: The lines above the diff in the same fence, or those above it outside of fences.
    """
    for line in reversed(above[-_MAX_OUTPUT_LINES:]):
        if _SHOWS_DIFF.match(line) is not None:
            return Doubt(line.strip()[:_MAX_QUOTED], is_rejection=False)
        if fence_opened_by(line) is not None:
            return None
    return None


def _without_paths(title: str) -> str:
    """The words before, after or around the paths in a title: `Before` of `Before (src/a.py)`."""
    if not _may_name_file(title) or not (mentions := _files_in(title)):
        return title
    for mention in mentions:
        title = title.replace(mention.path, "")
    return title.strip(" #*_`:.()（）[]–—-")


def _is_called_unchanged(title: str) -> bool:
    return any(sign in title for sign in _BEFORE_REMARK) and _UNCHANGED.match(title) is not None


def paragraphs_above(above: Sequence[str]) -> tuple[str, ...]:
    """The paragraphs and headings above the label of an edit, nearest first, back to other code."""
    found: list[str] = []
    nearest = last_nonblank(above, len(above))
    while nearest >= 0 and not ends_section(above[nearest]):
        first = _paragraph_start(above, nearest)
        found.append(" ".join(line[:_MAX_TITLE_LENGTH].strip() for line in above[first : nearest + 1]))
        nearest = last_nonblank(above, first)
    return tuple(found)


_PLACE = lazy_pattern(
    r"\W*(?:(?:also|and|finally|first|next|now|then)\W+)*(?:(?:change|edit|fix|in|inside|modify|open|update)\b\W*)?"
    r"(?:(?:file|the)\b\W*)*",
    re.IGNORECASE,
)
"""All that is before a file in which an edit is placed."""


def file_placed_in(words: str, path: str | None) -> str | None:
    """The file in which words such as `In `src/b.py`:` place an edit that names another one; else None."""
    if path is None or not _may_name_file(words):
        return None
    text = without_links(words)
    mentions = files_mentioned(text)
    if len({mention.path for mention in mentions}) != 1 or not _PLACE.fullmatch(text[: mentions[0].start]):
        return None
    name, own = mentions[0].path, path.replace("\\", "/")
    is_same = own == name or own.endswith(f"/{name}") or name.endswith(f"/{own}")
    return None if is_same else name


_BEFORE_NAME = frozenset("/\\.-_")
"""Signs before a name that belongs to a longer path."""


def other_name_above(above: Sequence[str], path: str, *, is_file: bool) -> str | None:
    """The path in the title above an edit that names its file itself, if that is another one; else None.

    A title may leave out folders, and one above a patch of several files may name only one of them.

    Args:
        above: The lines above the fence or the tags around the edit.
        path: The path of the edit.
        is_file: True if the edit is all that the fence or the tags hold.
    """
    # The usual case, told without reading the title.
    line = last_nonblank_line(above)
    at = line.find(path)
    before = line[at - 1 : at]
    is_named = at >= 0 and before not in _BEFORE_NAME and not before.isalnum()
    title = None if is_named or not _may_name_file("\n".join(above)) else title_above(above)
    if title is None or title.naming is Naming.PART:
        return None
    name, own = ("/" + each.replace("\\", "/").removeprefix("./") for each in (title.path, path))
    may_differ = is_file and title.naming is Naming.LABEL
    is_other = not own.endswith(name) and (may_differ or base_name(name) == base_name(own))
    return title.path if is_other else None


class Folders(Struct, frozen=True):
    """The folders that the last words about one name: a heading, `In web/:`, or `cd web`."""

    titles: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """For each heading that holds, outermost first: its level, from 1, and the folders that it names.

    Other lines have the lowest level."""

    @property
    def names(self) -> tuple[str, ...]:
        """The folders as written, perhaps with a slash at the end. They need not exist."""
        return tuple(name for _, names in reversed(self.titles) for name in names)

    def after(self, above: Sequence[str]) -> "Folders":
        """The folders that hold below more lines; the last one is the nearest.

        Args:
            above: The lines above an edit, without the fence that opens directly above it.
        """
        folders = self
        # Most blocks are below their path alone, or below words without a sign of a folder.
        for line in _words_and_commands(above):
            if "cd " in line and (command := _CHANGES_FOLDER.match(line)) is not None:
                folders = folders._below(_LOWEST_LEVEL, (command["folder"],))
            elif ("oot" in line or "evel" in line) and _NAMES_TOP.search(line) is not None:
                folders = Folders()
            elif (names := _folders_in(line)) or (is_heading(line) and path_alone(line) is None):
                folders = folders._below(_level_of(line), names)
        return folders

    def _below(self, level: int, names: tuple[str, ...]) -> "Folders":
        """The folders below a line of a level, which names some."""
        kept = tuple(title for title in self.titles if title[0] < level)
        return Folders((*kept, (level, names)) if names else kept)


_FOLDER = r"[\w@.+-]+(?:[/\\][\w@.+-]+)*[/\\]?"
_KINDS_OF_FOLDER = tuple(
    "app apps crate directory folder module modules package packages project service workspace".split()
)
_KIND_OF_FOLDER = rf"(?:{any_of(_KINDS_OF_FOLDER)})"
_IN_FOLDER = lazy_pattern(
    rf"\b(?:for|in|inside|of|to|under|{_KIND_OF_FOLDER})[:\s]+(?:the\s+)?(?:{_KIND_OF_FOLDER}\s+)?(?P<after>{_FOLDER})"
    rf"|(?<![\w@./-])(?P<before>{_FOLDER})\s+{_KIND_OF_FOLDER}\b"
    rf"|(?<![\w@.:/\\-])(?P<slash>[\w@.+-]+(?:[/\\][\w@.+-]+)*/(?![\w@.+-])|[\w@.+-]+(?:/[\w@.+-]+)+)",
    re.IGNORECASE,
)
"""A folder in a heading: after `in`, `package` and the like, before such a word, with a slash."""
_IN_NAMED = (
    rf"(?:in|inside|under|within)\s+(?:the\s+)?(?:{_KIND_OF_FOLDER}\s+)?(?P<folder>{_FOLDER})"
    rf"(?:\s+{_KIND_OF_FOLDER})?"
)
_LABELS_OF_FOLDERS = (
    lazy_pattern(rf"(?:.*\s)?{_IN_NAMED}", re.IGNORECASE),
    lazy_pattern(rf"(?:\w+\s+)?{_IN_NAMED},.*", re.IGNORECASE),
    lazy_pattern(rf"{_KIND_OF_FOLDER}\s+(?P<folder>{_FOLDER})", re.IGNORECASE),
    lazy_pattern(
        rf"(?:\w+\s+)?(?:change|edit|fix|modify|open|update)\s+(?:the\s+)?(?P<folder>{_FOLDER})\s+{_KIND_OF_FOLDER}",
        re.IGNORECASE,
    ),
)
"""All of a label that places edits in a folder: `Set it in web`, `In web, set it`, `Update the web app`."""
_OF_LABELS = frozenset(["in", "inside", "under", "within", *_KINDS_OF_FOLDER])
"""Words; each such label has one."""
_NEEDS_EDIT = lazy_pattern(
    rf"(?:the\s+)?`(?P<folder>{_FOLDER})`\s+{_KIND_OF_FOLDER}\s+(?:gets|needs)\s+an?\b.*", re.IGNORECASE
)
_IS_ELSEWHERE = lazy_pattern(
    r"\b(?:as|like|no|not|nothing|run(?:ning)?|same|start(?:ing)?|tests?|too|unaffected|unchanged|untouched)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""A word that tells that a line is not about edits in the folder that it names."""
_FOLDER_ALONE = lazy_pattern(_FOLDER)
_CHANGES_FOLDER = lazy_pattern(rf"\s*(?:[$>%]\s+)?cd\s+(?:\./)?(?P<folder>{_FOLDER})\s*$")
_NAMES_TOP = lazy_pattern(r"\broot\b|\btop[- ]level\b", re.IGNORECASE)


def _words_and_commands(above: Sequence[str]) -> list[str]:
    """The last of some lines, without code but for commands alone that change the folder, back to an edit."""
    found: list[str] = []
    is_in_fence = False
    for at in reversed(range(len(above))):
        line = above[at]
        if ends_section(line):
            if fence_opened_by(line) is not None:
                is_in_fence = not is_in_fence
                continue
            if not is_in_fence and not line.lstrip().startswith(("---", "***")):
                break
        is_command = "cd " in line and _CHANGES_FOLDER.match(line) is not None
        is_read = _is_alone(above, at) if is_command else not is_in_fence
        if is_read and line and not line.isspace() and len(line) <= _MAX_TITLE_LENGTH:
            found.append(line)
    return found[::-1]


def _is_alone(above: Sequence[str], at: int) -> bool:
    """True if the lines around one are blank or belong to a fence."""
    around = (*above[max(at - 1, 0) : at], *above[at + 1 : at + 2])
    return all(not line.strip() or fence_opened_by(line) is not None for line in around)


# A path is above many blocks.
@lru_cache(64)
def _folders_in(line: str) -> tuple[str, ...]:
    """The words of a heading or a label that may be folders in which edits are."""
    text = line.strip()
    is_label = text.rstrip(_MARKS).endswith((":", "："))
    is_title = is_label or text.startswith(("#", "**", "__"))
    if _PLAIN.fullmatch(text) or not (
        is_title or "`" in text or "/" in text or text.count(" ") <= _MAX_MARKERS
    ):
        return ()
    text = without_links(text)
    alone = _unmarked(without_decoration(_unmarked(without_decoration(text))))
    if _FOLDER_ALONE.fullmatch(alone):
        is_title = is_heading(line) or text != alone or alone.endswith(("/", "\\"))
        return (alone,) if is_title and _may_be_folder(alone) else ()
    if is_heading(line):
        quoted = (each.path for each in _quoted(text) if _FOLDER_ALONE.fullmatch(each.path))
        found = _IN_FOLDER.finditer(_QUOTES.sub("", text))
        words = ((each["after"] or each["before"] or each["slash"]).rstrip(".") for each in found)
        names = tuple(dict.fromkeys(word for word in (*quoted, *words) if _may_be_folder(word)))
    else:
        names = tuple(word for word in _folder_of_label(text, is_label=is_label) if _may_be_folder(word))
    for name in names:
        text = text.replace(name, "")
    return () if names and _IS_ELSEWHERE.search(text) is not None else names


def _folder_of_label(text: str, *, is_label: bool) -> tuple[str, ...]:
    """The folder in which a line places edits: a label, or a sentence that says what the folder needs."""
    if not is_label:
        found = _NEEDS_EDIT.fullmatch(text)
        return () if found is None else (found["folder"],)
    if _OF_LABELS.isdisjoint(words_in(text)):
        return ()
    label = _QUOTES.sub("", without_decoration(text)).strip().rstrip(":： ")
    matches = (pattern.fullmatch(label) for pattern in _LABELS_OF_FOLDERS)
    return next(((found["folder"],) for found in matches if found is not None), ())


def _may_be_folder(word: str) -> bool:
    is_short = len(word) <= _MAX_PATH_LENGTH and any(map(str.isalpha, word))
    return is_short and (word.endswith(("/", "\\")) or not names_a_file(word))


def _level_of(line: str) -> int:
    marks = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
    return min(marks or _LOWEST_LEVEL, _LOWEST_LEVEL)


def above_label(above: Sequence[str]) -> Sequence[str]:
    """The lines above a fence or tags around a block, and above a line that has only its path."""
    last = _above_tags(above, last_nonblank(above, len(above)))
    if last >= 0 and path_alone(above[last]) is not None:
        last = last_nonblank(above, last)
    if last >= 0 and fence_opened_by(above[last]) is not None:
        last = _above_tags(above, last_nonblank(above, last))
        if last >= 0 and path_alone(above[last]) is not None:
            last = last_nonblank(above, last)
    return above[: last + 1]


def _above_tags(above: Sequence[str], last: int) -> int:
    """The index of the last nonblank line that is no opening tag; -1 if there is none."""
    while last >= 0 and _TAG_ALONE.fullmatch(above[last]) is not None:
        last = last_nonblank(above, last)
    return last


def replaces_code_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line says that the code below it replaces the code above it."""
    from editreview.formats import sentences

    return sentences.replaces_code_above(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])


def says_whole_file(words: str) -> bool:
    """True if a sentence says that the code below it is a whole file."""
    return any(
        _IS_WHOLE_FILE.search(sentence) is not None and _SAYS_PART.search(sentence) is None
        for sentence in _END_OF_SENTENCE.split(words)
    )


def says_what_file_becomes(words: str) -> bool:
    """True if a sentence says of a file that it looks like the code below it: "`src/a.py` now becomes"."""
    return any(
        _BECOMES.match(sentence, mention.end) is not None
        for sentence in _END_OF_SENTENCE.split(words)
        for mention in files_mentioned(sentence)
    )


def ends_with_whole_file(words: str) -> bool:
    """True if the last sentence says that the code below it is a whole file."""
    sentences = [each for each in _END_OF_SENTENCE.split(words.strip()) if each.strip()]
    return bool(sentences) and says_whole_file(sentences[-1]) and _IS_LESS.search(sentences[-1]) is None


def says_file_exists(words: str, path: str) -> bool:
    """True if a sentence speaks of a file as one that the user has, and none as of a new one."""
    if _IS_CREATED.search(words) is not None:
        return False
    name = re.escape(base_name(path))
    owned = rf"\b(?:{_OWNED})\s(?:own\s)?[`*\"']*(?:[\w.-]+/)*{name}\b"
    return re.search(owned, words, re.IGNORECASE) is not None or _IS_THERE.search(words) is not None


def says_update(words: str) -> bool:
    """True if a sentence says that code below it is a new version, or changes or removes something."""
    return not _kinds_in(words).isdisjoint(_KINDS_OF_UPDATES) or _IS_UPDATED.search(words) is not None


def says_edit(words: str) -> bool:
    """True if a sentence has a verb for an edit, or for what code is to do: `Mark it as required`."""
    return not _kinds_in(words) <= {None}


def _kinds_in(words: str) -> set[WordingKind | None]:
    return {kind_of(each, words_in(each)) for each in _END_OF_SENTENCE.split(words)}


def removals_in(words: str) -> list[str]:
    """The sentences that say that something is to be removed, or was.

    None if another sentence says that the code below it is a part of its file.
    """
    sentences = _END_OF_SENTENCE.split(words)
    removals = [each for each in sentences if kind_of(each, words_in(each)) is WordingKind.REMOVE]
    is_part = any(_SAYS_PART.search(each) is not None for each in sentences if each not in removals)
    return [] if is_part else removals


def are_named_in(lines: Sequence[str], sentences: Sequence[str]) -> bool:
    """True if sentences about a removal name or describe the lines that a text lacks."""
    words = {word.casefold() for sentence in sentences for word in _NAME.findall(sentence)}
    texts = [line.strip() for line in lines if is_informative(line)]
    if any(not words.isdisjoint(names) and all(map(is_kind, texts)) for names, is_kind in _KINDS_OF_LINES):
        return True
    words = {word for word in words if len(word) > _MAX_SHORT_WORD} - _COMMON_WORDS
    words.update(
        word.casefold()
        for sentence in sentences
        for quoted in QUOTED_CODE.findall(sentence)
        for word in _NAME.findall(quoted)
    )
    return not words.isdisjoint(word.casefold() for line in lines for word in _NAME.findall(line))


def is_old_code_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line is a title of old code: `Find:`."""
    return _is_old_label(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])


def removes_code_below(above: Sequence[str]) -> bool:
    """True if the last nonblank line says to remove the code below it."""
    from editreview.formats import sentences

    line = without_links(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])
    return sentences.removes(_with_stand_in(line, _files_in(line), FILE))


_ONLY_FINDS = lazy_pattern(
    lambda: (
        rf"(?:^|[^\w\s])\s*(?:{any_of(titles(FIND))}|locate|look for)"
        r"(?: (?:for|this|these))?(?: (?:code|lines?))?\W*$"
    ),
    re.IGNORECASE,
)
"""A title that only says to find the code below it: `Find:`, `Find this line:`."""
_REMOVES_IT = lazy_pattern(
    lambda: (
        r"\W*(?:(?:and|then|now|just|simply|please|you|can|should)\s+){0,3}"
        rf"(?:{any_of(english(REMOVE))})(?:\s+(?:it|this|that|these|those|them|the|whole|entire|both|two|three|\d)){{0,3}}"
        r"(?:\s+(?:lines?|blocks?|code|entirely|completely|altogether|too|as well)){0,2}\W*"
    ),
    re.IGNORECASE,
)
"""All of a line such as `and delete it.`"""
_ENGLISH = lazy_pattern(r"\b(?:and|it|of|the|these|this|which|with)\b", re.IGNORECASE)
_REMOVES_IT_ELSEWHERE = lazy_pattern(lambda: in_other_languages(REMOVE), re.IGNORECASE)
_KEEPS_IT = lazy_pattern(EXCLUDING, re.IGNORECASE)
_MAX_WORDS_OF_REMOVAL, _MAX_LENGTH_OF_REMOVAL = 4, 30
"""Those of a line in another language than English, where the object may be a part of the verb."""


def only_finds(words: str) -> bool:
    """True if words above code end with a title that only says to find it."""
    return _ONLY_FINDS.search(words) is not None


def removes_it(line: str) -> bool:
    """True if a line below code says to remove that, and nothing else: `and delete it.`"""
    text = line.strip()
    if len(text) > _MAX_TITLE_LENGTH or text.endswith((":", "：", "?")) or "`" in text:
        return False
    if _KEEPS_IT.search(text) is not None:
        return False
    is_short = len(text.split()) <= _MAX_WORDS_OF_REMOVAL and len(text) <= _MAX_LENGTH_OF_REMOVAL
    # Verbs of other languages look like English ones: `remove`.
    is_short &= _ENGLISH.search(text) is None
    return _REMOVES_IT.fullmatch(text) is not None or (
        is_short and _REMOVES_IT_ELSEWHERE.search(text) is not None
    )


def may_remove_code_below(above: Sequence[str]) -> bool:
    """True if the last nonblank line only says to remove something: perhaps the code below it."""
    from editreview.formats import sentences

    line = without_links(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])
    line = sentences_in(line)[-1]
    return sentences.may_remove(_with_stand_in(line, _files_in(line), FILE))


def removes_code(above: Sequence[str], text: str) -> bool:
    """True if the last nonblank line says to remove what it names, and code below it has all of these names.

        Elimina la ruta `/debug`, porque expone las variables:

    What is left after a removal does not have them all. Below several names, there may be a fence for each,
    which begins with its import or its definition.
    """
    line = without_links(_line_above_fences(above)[:_MAX_TITLE_LENGTH])
    words = _IN_A_FILE.sub("", without_decoration(line), count=1)
    if not line.rstrip("*_ ").endswith(":") or not begins_with_removal(words):
        return False
    all_names, names = _names_quoted(line), _names_quoted(_FROM_OR_IN.sub(" ", line))
    # Code that defines what something is removed from is what is left of it.
    if not names or any(_defines(text, place) for place in set(all_names).difference(names)):
        return False
    if all(whole_word(name).search(text) for name in all_names):
        return True
    if len(all_names) == 1:
        return False
    # Each of several fences may have one of them.
    first = _DECLARATION.match(first_nonblank_line(text))
    declared = "" if first is None else first[0] if first["imports"] else first["name"]
    return any(whole_word(name).search(declared) for name in names)


def _defines(text: str, name: str) -> bool:
    """True if a line of the text begins a definition of this name."""
    lines = (line for line in text.splitlines() if name in line)
    declared = (found["name"] for line in lines if (found := _DECLARATION.match(line)) is not None)
    return any(whole_word(name).search(each) for each in declared)


def _names_quoted(line: str) -> list[str]:
    """The code in back-quotes in a line, other than paths."""
    files = {mention.path for mention in _files_in(line)}
    names = [found[0].strip("`() ") for found in _QUOTED_CODE.finditer(line)]
    return [name for name in names if name and name not in files]


def _line_above_fences(above: Sequence[str]) -> str:
    """The last nonblank line, without the fences at the end that follow each other."""
    at = last_nonblank(above, len(above))
    while at >= 0 and above[at].strip()[:1] in FENCE_MARKS and fence_opened_by(above[at]) is not None:
        at = next((n for n in reversed(range(at)) if fence_opened_by(above[n]) is not None), -1)
        at = last_nonblank(above, at)
    return above[at] if at >= 0 else ""


def _without_tags(above: Sequence[str]) -> Sequence[str]:
    """The lines as Markdown: headings and summaries in HTML become headings; HTML emphasis is removed."""
    if not any("<" in line for line in above):
        return above
    return [_TITLE_TAGS.sub("", _HEADING_TAG.sub("### ", line)) if "<" in line else line for line in above]


def last_nonblank_line(lines: Sequence[str]) -> str:
    """The last nonblank line; empty if there is none."""
    at = last_nonblank(lines, len(lines))
    return lines[at] if at >= 0 else ""


def last_nonblank(lines: Sequence[str], end: int) -> int:
    """The index of the last nonblank line before `end`; -1 if there is none."""
    # Without a generator, which takes twice as long.
    for at in range(end - 1, -1, -1):
        if lines[at].strip():
            return at
    return -1


def _with_stand_in(line: str, mentions: Sequence[FileMention], sign: str) -> str:
    """The line with a character for each file that it mentions."""
    for mention in reversed(mentions):
        line = f"{line[: mention.start]}{sign}{line[mention.end :]}"
    return line


def title_in_comment(line: str) -> Title | None:
    """The title in a comment on a file's first line; None if the comment says more than a path."""
    found = _COMMENT.match(line) if len(line) <= _MAX_TITLE_LENGTH else None
    if found is None:
        return None
    text = found["text"].strip(_RULERS)
    edited = _IN_COMMENT.match(text)
    title = _title_alone(edited["path"] if edited else text)
    if not title and (remark := _COMMENT_WITH_REMARK.fullmatch(text)) is not None:
        # Where in the file the code goes, and not what the file is for.
        words = remark["words"]
        if _SHOWS.search(words) is None and _IS_NO_EDIT.search(words) is None:
            title = _title_alone(remark["path"])
            title = None if title is None else replace(title, remark=words)
    if not title or " " in title.path or not _is_known(title.path) or _EXAMPLE.search(title.path):
        return None
    naming = Naming.PART if title.remark else Naming.COMMENT
    return replace(title, naming=naming, updates=edited is not None or bool(title.remark))


class FileTag(Struct, frozen=True):
    """A start tag that names the file whose text is below it: `<file path="src/a.py">`."""

    name: str
    title: Title


def file_tag(line: str) -> FileTag | None:
    """The start tag around a whole file that a line is; None if it is something else."""
    found = _FILE_TAG.match(line) if "<" in line and len(line) <= _MAX_TITLE_LENGTH else None
    if found is None:
        return None
    attributes = {
        name.lower(): "".join(values) for name, *values in _TAG_ATTRIBUTE.findall(found["attributes"])
    }
    title = title_of_tag(attributes)
    return None if title is None else FileTag(found["tag"], title)


def title_of_tag(attributes: Mapping[str, str]) -> Title | None:
    """The title in the attributes of a tag, or in its children of one line; None if it is no whole file."""
    paths = [value.strip() for name, value in attributes.items() if name in _TAG_PATHS]
    paths = sorted({path for path in paths if is_path(path) and is_usable(path)}, key=len)
    others = {name: value.strip().lower() for name, value in attributes.items() if name in _TAG_REMARKS}
    if not paths or not all(map(paths[-1].endswith, paths)):
        return None
    if not _TAG_PATHS.union(_TAG_REMARKS).issuperset(attributes):
        return None
    if not _SAYS_NO_FILE.isdisjoint(others.values()):
        return None
    return Title(paths[-1], is_new=not _SAYS_NEW_FILE.isdisjoint(others.values()))


def is_usable(path: str) -> bool:
    """True if a path in a fence's info string is that of a whole file, not of a range of lines."""
    return _RANGE.search(path) is None and names_a_file(path)


def is_shown_above(above: Sequence[str]) -> bool:
    """True if the last nonblank line says that the code below it is only shown, and is no label of it."""
    line = last_nonblank_line(above)
    return not _is_old_label(line) and _is_shown(line)


def is_only_shown(above: Sequence[str], language: str = "") -> bool:
    """True if the last nonblank line says that the code below it is an example, a use or a result.

    Args:
        above: The lines above the code.
        language: The info string of its fence.
    """
    from editreview.formats import sentences

    line = without_links(last_nonblank_line(above)[:_MAX_TITLE_LENGTH])
    mentions = _files_in(line)
    if mentions and _CHECKS.search(line, mentions[-1].end) is not None:
        return False
    # `docs/usage.md` does not mean a usage.
    line = _with_stand_in(line, mentions, FILE)
    first, *rest = sentences_in(line)
    # `src/a.py needs no change. You can now write:`
    is_asked = begins_with_verb(line) and not (rest and sentences.demonstrates(first))
    is_asked = is_asked and not _CURRENT.search(line)
    is_asked = is_asked and not sentences.introduces_old_code(line)
    return (
        bool(line)
        and not is_asked
        and sentences.demonstrates(line, is_data=language.lower() in _DATA_LANGUAGES)
    )


def is_list_item(line: str) -> bool:
    return _BULLET.match(line) is not None


def is_often_empty(path: str) -> bool:
    """True if files of this name are often empty."""
    return base_name(path) in _OFTEN_EMPTY


def is_path_line(line: str) -> bool:
    """True if a line is only a path, without any decoration."""
    text = line.rstrip()
    return len(text) <= _MAX_TITLE_LENGTH and path_alone(text) == text and names_a_file(text)


def _is_known(path: str) -> bool:
    name = base_name(path)
    return is_source(path) or name.startswith(".") or (name in _USUAL_NAMES and name.endswith("file"))


def _title_alone(line: str) -> Title | None:
    """The title that a whole line is; None if the line is something else."""
    if is_plain(text := line.strip()):
        return Title(text)
    state = _STATE_OF_FILE.search(line) if "(" in line or "（" in line else None
    text = line[: state.start()] + state["after"] if state else line
    path = path_alone(text)
    if (
        path is None
        or _RANGE.search(path)
        or (_PRODUCTS.match(path) and "`" not in line and path != line.strip())
    ):
        return None
    if not names_a_file(path) and "`" not in line and ":" not in line:
        return None
    return Title(path, is_new=bool((state and state["new"]) or _NEW_FILE.match(line)))


def _title_with_remark(line: str) -> Title | None:
    """The title that a line begins with, before a remark that asks for an edit; None if it asks for none."""
    mentions = _files_in(line := without_links(line)) if _may_name_file(line) else []
    if len(mentions) != 1:
        return None
    remark = _REMARK.match(line, mentions[0].end)
    if remark is None:
        return None
    words = remark["inside"] or remark["after"]
    title = _title_alone(line[: remark.end("close")].replace("**", ""))
    if title is None or _SHOWS.search(words) or _CURRENT.search(words) or _IS_NO_EDIT.search(words):
        return None
    is_part = _SAYS_PART.search(words) or _SAYS_WHERE.search(words)
    from editreview.formats import sentences

    # `(or run make schema)` is another way to the same file.
    is_other_way = words.lower().startswith("or ")
    is_edit = is_part is not None or begins_with_verb(words)
    if sentences.proposes(words) or not (is_edit or is_other_way):
        return None
    naming = Naming.PART if is_part else Naming.SENTENCE
    return replace(title, naming=naming, updates=is_edit and not _CREATES.match(words))


# Sentences: those of the paragraph above the fence, and the heading above that.


def _title_in_paragraph(above: Sequence[str], nearest: int) -> Title | None:
    """The title in the paragraph that ends with line `nearest`, or in the heading above it."""
    start = nearest
    while start >= 0 and not ends_section(above[start]):
        start -= 1
    if not _may_name_file("\n".join(above[start + 1 : nearest + 1])):
        return None
    from editreview.formats import sentences

    first = _paragraph_start(above, nearest)
    text = " ".join(line.strip() for line in above[first : nearest + 1])
    if len(text) > _MAX_TITLE_LENGTH:
        return None
    text = without_links(text)
    request: sentences.Request | None = None
    marks = _MARKS_OF_ITEM.match(text)
    item = text[marks.end() :] if marks is not None else text
    is_item = marks is not None or _BOLD_LABEL.match(item) is not None
    is_last, is_proposed = True, False
    for sentence in reversed(sentences_in(text)):
        is_proposed |= sentences.proposes(sentence)
        if request is not None:
            # Above the sentence that asks for the edit, a file in a reason or in brackets is another one.
            sentence = _REMARK_OR_REASON.sub("", sentence)
        mentions = _files_in(sentence)
        is_brought = request is None and is_last and bool(mentions) and _brings_file(sentence, mentions[0])
        if len({mention.path for mention in mentions}) > 1 and not is_brought:
            return None
        if mentions:
            # A number of the item may be a sentence of its own.
            ends_item = not sentence[mentions[0].end :].strip(_AFTER_PATH)
            label = _LABEL_OF_SHOWN.match(sentence) if is_item and ends_item else None
            if label is not None and not sentence[label.end() : mentions[0].start].strip(_MARKS):
                return None
            is_title = is_item and ends_item and item.startswith(sentence)
            title = _title_in_sentence(sentence, mentions[0], is_title=is_title)
            if title is None and request is not None:
                title = _with_request(Title(mentions[0].path), request)
            if title is None and is_brought:
                title = Title(mentions[0].path, naming=Naming.SENTENCE)
            return replace(title, is_proposed=is_proposed) if title is not None else None
        request = request or sentences.request_without_file(sentence)
        is_old = sentences.introduces_old_code(sentence) or _is_old_label(sentence)
        if is_last and request is None and (is_old or sentences.only_shows(sentence)):
            return None
        is_last = False
    if request is None and is_heading(above[nearest]):
        return None
    title = _title_in_heading(above, first, request)
    return replace(title, is_proposed=title.is_proposed or is_proposed) if title is not None else None


def _brings_file(sentence: str, mention: FileMention) -> bool:
    """True if a sentence above code is about one more file: "and a `.npmrc`, so that `.env` stays out:".

    Other files in it belong to a reason.
    """
    before, after = sentence[: mention.start].rstrip(_MARKS), sentence[mention.end :].strip(_MARKS)
    lead = _LEADS_TO_NEW_FILE.fullmatch(before)
    if lead is None or _SHOWS.search(after) is not None:
        return False
    has_lead = bool(lead["lead"] or lead["chinese"])
    return after.endswith((":", "：")) if has_lead else not after.strip(_AFTER_PATH)


def _paragraph_start(above: Sequence[str], nearest: int) -> int:
    """The first line of the paragraph that ends with line `nearest`, or of the heading or list item there."""
    first = nearest
    while not is_heading(above[first]) and not _BULLET.match(above[first]) and first > 0:
        before = above[first - 1]
        if not before.strip() or is_heading(before) or ends_section(before):
            break
        first -= 1
    return first


def _title_in_heading(above: Sequence[str], first: int, request: "Request | None") -> Title | None:
    """The title in the heading above a paragraph, if nothing between them names another file.

    Args:
        above: The lines, nearest last.
        first: The index of the first line of the paragraph.
        request: The edit that the paragraph requests without naming a file; None if it requests none.
    """
    for line in reversed(above[:first]):
        text = line.strip()
        if not text:
            continue
        if len(text) > _MAX_TITLE_LENGTH or ends_section(text):
            return None
        bare = without_links(text)
        mentions = _files_in(bare)
        title = _title_alone(text) or (_title_in_sentence(bare, mentions[0]) if len(mentions) == 1 else None)
        if title is not None and request is not None:
            return title if title.is_new else _with_request(title, request)
        if title is not None and is_heading(text):
            is_judged = title.is_new or title.naming is not Naming.LABEL
            return title if is_judged else replace(title, naming=Naming.SENTENCE)
        if mentions or is_heading(text):
            return None
    return None


def _files_in(sentence: str) -> list[FileMention]:
    return [mention for mention in files_mentioned(sentence) if names_a_file(mention.path)]


def _with_request(title: Title, request: "Request") -> Title:
    """The title of a file, with the edit that a sentence below it requests."""
    naming = Naming.PART if Naming.PART in (title.naming, request.naming) else Naming.SENTENCE
    return replace(title, naming=naming, updates=request.updates)


def _title_in_sentence(sentence: str, mention: FileMention, *, is_title: bool = False) -> Title | None:
    """The title in a sentence, if it announces or proposes an edit of the file that it mentions.

    Args:
        sentence: The sentence.
        mention: The file in it.
        is_title: True if it is all of a list item, or of a line with a title of its own. Marks of a heading
            and bullets show that themselves.
    """
    title = _title_announced(sentence, mention, is_title=is_title)
    if title is None:
        return None
    from editreview.formats import sentences

    return replace(title, is_proposed=sentences.proposes(sentence))


def _title_announced(sentence: str, mention: FileMention, *, is_title: bool) -> Title | None:
    path = mention.path
    if _RANGE.search(path) or (_PRODUCTS.match(path) and sentence[mention.start : mention.end] == path):
        return None
    if _GOES_ON.match(sentence, mention.end) is not None:
        return None
    if _MOVES_FROM.search(sentence[: mention.start]) is not None:
        return None
    created = _CREATES.match(sentence.strip())
    is_told_of = created is not None and created["told"] and _SHOWS.search(sentence)
    if created and not is_told_of and is_path(created["path"]) and created["path"] == path:
        return Title(path, is_new=bool(_SAYS_NEW.search(sentence[: mention.start])))
    words = sentence.replace(path, "")
    may_be_whole = not _SAYS_PART.search(words) and not _SHOWS.search(words)
    if _SAYS_WHOLE.search(words) and may_be_whole:
        return Title(path)
    from editreview.formats import sentences

    after = sentence[mention.end :].replace(path, FILE)
    text = f"{sentence[: mention.start]}{FILE}{after}"
    is_title |= is_heading(sentence) or _BULLET.match(sentence) is not None
    request = sentences.request_in(text, is_title=is_title)
    if may_be_whole and _ALL_OF.search(sentence[: mention.start]):
        return Title(path, updates=request is not None and request.updates)
    if request is None:
        return None
    before = sentence[: mention.start]
    is_new = any(_UP_TO_PATH.match(before, phrase.end()) for phrase in _IS_NEW_FILE.finditer(before))
    if request.updates and is_new:
        return Title(path, is_new=True)
    return Title(path, naming=request.naming, updates=request.updates)


def _is_list(line: str, before: str) -> bool:
    """True if two adjacent lines are paths in a list, which mentions files without showing any."""
    path = _title_alone(before) if _may_name_path(before) else None
    is_same_kind = bool(_BULLET.match(line)) == bool(_BULLET.match(before))
    return path is not None and is_same_kind and path != _title_alone(line)


_REASON_IN_BRACKETS = lazy_pattern(r"(?<=\S) \((?:[^()\s]+ ){4,40}[^()\s]+\)(?=:)")
"""A remark that is a sentence, such as ` (it currently ends with an error)`; ` (before)` is none."""


_CURRENTLY = lazy_pattern(r"\bcurrently\b", re.IGNORECASE)
_POINTS = lazy_pattern(
    r"\b(?:that|these|this|those|following|lines?|currently)\b|^\W*(?:\w+ )?\w+\W*$", re.IGNORECASE
)
"""Words of a request for what is shown below it rather than for new code: `Change this line:`, `Change:`."""


def _is_shown(line: str) -> bool:
    """True if a line says that the code below it is only shown."""
    text = _REASON_IN_BRACKETS.sub("", line[:_MAX_TITLE_LENGTH].strip().rstrip("*_ "))
    if _USES.search(sentences_in(text)[-1]) is not None and not begins_with_verb(text):
        return True
    if not text.endswith(":"):
        return False
    mentions = files_mentioned(text)
    if mentions and _CHECKS.search(text, mentions[-1].end) is not None:
        return False
    # `.env.example` does not mean an example, and `update.py` is not a verb.
    text = _with_stand_in(text, mentions, "")
    if begins_with_verb(text) and not _CURRENT.search(text):
        return False
    # The type `Result` does not mean a result.
    text = _QUOTED_CODE.sub("", text)
    *reports, last = sentences_in(text)
    if reports and begins_with_verb(last) and not _POINTS.search(last):
        # The old code only does something today: `Currently it answers with null. Change the handler:`
        text = " ".join((*(_CURRENTLY.sub("", each) for each in reports), last))
    if _SHOWS.search(text) is None or _CHANGES.search(text) is not None:
        return False
    from editreview.formats import sentences

    if sentences.gives_first_edit(line):
        return False
    last = sentences_in(text)[-1]
    asks = _NEEDS.search(last) is not None or sentences.request_without_file(last) is not None
    if asks and _SHOWS.search(last) is None and _SHOWS_ABOVE.search(text) is None:
        # Only the sentences before it are about an output: `You need one more import:`
        return False
    *reasons, tail = last.split(", ")
    if reasons and _SHOWS.search(tail) is None and sentences.request_without_file(tail) is not None:
        # Only the reason is about what there is: `There is currently no way to do it, so add this:`
        return False
    is_new = sentences.says_new_state(text)
    return not is_new and not sentences.handles_result(text.lower())
