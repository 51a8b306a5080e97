"""Finds the path that a response gives next to an edit.

It is on a line of its own above the block or its fence, decorated in one of many ways, or in the
fence's info string. The rules extend aider's `find_filename` (Apache-2.0) by what chat models write.
"""

import re
import string
from collections.abc import Iterator, Sequence

from msgspec import Struct

from editreview.blocks import base_name
from editreview.patterns import lazy_pattern

_FENCE = lazy_pattern(
    r"(?:`{3,}|~{3,})\s*(?P<info>[^`]*)$|<(?:source|code|pre|codeblock|sourcecode)>(?P<tag>.*)$"
)
_FENCE_SIGNS = "`~<"
_SYMBOL = "[\u2022\u2190-\u2bff\U0001f000-\U0001faff]"
_DECORATION = lazy_pattern(
    rf"(?:(?:[#>*+-]+|//+|\d+[.)]|\d+(?:\.\d+)+|\(\d+\))\s+|#+|(?:{_SYMBOL}|\d(?=\ufe0f?\u20e3))[\ufe0f\u20e3]*\s*)*"
)
_STEP = r"(?:step|part|change|file|fix)\s*#?\d+(?:\.\d+)*"
_LABEL = lazy_pattern(
    rf"(?:\*\*|__)?(?:(?:new )?file ?(?:name|path)?|path|{_STEP})"
    r"(?:\s*:(?!//)\s*(?:\*\*|__)?|(?:\*\*|__)\s*:)\s*",
    re.IGNORECASE,
)
_LINK = lazy_pattern(r"\[(?P<text>[^\[\]\n]{1,250})\]\((?P<target>[^()\s]{1,500})\)")
_QUOTED = (re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*"), re.compile(r"\"([^\"]+)\""))
"""A name in back-quotes, which may be inside words in bold."""
_NUMBER = lazy_pattern(r"^(?:\d+[.)]|\(\d+\))\s+(?=\S+$)")
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
_MARKUP = (".adoc", ".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd", ".rst")
_DOT_FILE = lazy_pattern(
    r"\.(?:env(?:\.[\w.-]+)?|[\w-]{2,}(?:attributes|config|ignore|modules|rc|version)(?:\.\w+)?"
    r"|[\w-]+\.(?:cjs|js|json|mjs|toml|ts|ya?ml))"
)
_LEAD = lazy_pattern(r"(?:add to|change|create|edit|for|in|modify|new file|update)\s+", re.IGNORECASE)
_REFERENCE = lazy_pattern(
    r"\b(?:(?<!\bthis )(?<!\bit )(?<!\bfile )as|like|see|similar to|unlike"
    r"|(?:mirror|match)(?:s|es|ing)?(?:\s+the\s+\w+)?|consistent with|copied from|identical to"
    # Where something goes: not the file that it goes into.
    r"|(?<=[\w,] )(?:after|alongside|before|beside|next to))(?:\s+(?:in|of|the))*\s+[`*\"]*$",
    re.IGNORECASE,
)
_MAX_REFERENCE_LENGTH = 60
"""Characters before a path that are searched for a reference, since a line may contain thousands of paths."""
_VERSION = lazy_pattern(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_NEVER = lazy_pattern('[<>|"?*`]')
_NAMED_ROOT = lazy_pattern(r"<[A-Za-z][\w -]*>(?=/\w)|file:/(?=/)", re.IGNORECASE)
"""Beginnings of paths with signs that other paths never have: `<project>/`, `file://`."""
_MAX_LENGTH = 250
_PLAIN = re.compile(r"[A-Za-z][\w/-]{0,200}\.[A-Za-z]\w{0,20}", re.ASCII)
"""A fast test that accepts nearly all paths."""
_SIGN_OF_FILE = lazy_pattern(rf"\.\w|{'|'.join(sorted(_USUAL_NAMES))}")
_SIGN_OF_PATH = lazy_pattern(r"[/\\]|\.\w")
_SIGN_IN_SENTENCE = lazy_pattern(r"[/\\(`*\"]|\.\w")
_QUOTES = lazy_pattern('[`*"]')
_ENDINGS = tuple(_BARE_NAMES)
_AFTER_NAME = ":*_`\"'" + string.whitespace
_AFTER_WORD = ",;:.!?)"
_MARKS = "`*_ "
_BARE = lazy_pattern(r"\w[\w-]{0,60}", re.ASCII)
_MAX_BARE = 4
_SECTION_ENDS = ("```", "~~~", "<<<", ">>>", "===", "---", "***", "»»»", "«««", "🟩🟩🟩", "</", "@@")
_UNDERLINE = lazy_pattern(r"-{3,}|={3,}")
"""The line below a heading."""
_SHORTEST_BOLD = 4
_MAX_SIGNS = 3
"""Heading or list signs and symbols that may be before a name."""


def is_plain(text: str) -> bool:
    """True if a text is a path of the most common kind: ASCII words and slashes, with an extension."""
    return _PLAIN.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """True if a word can only be a file name."""
    if _PLAIN.fullmatch(text):
        return True
    if not 0 < len(text) <= _MAX_LENGTH:
        return False
    text = _without_named_root(text)
    if not text.isprintable() or _NEVER.search(text):
        return False
    if "://" in text or text != text.strip() or text.endswith((".", ",", ";", "/", "\\")):
        return False
    if text.lower() in _BARE_NAMES:
        return True
    if " " in text:
        return bool(_EXTENSION.search(text)) and ("/" in text or "\\" in text or text.count(" ") < 2)
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
    plain = _unmarked(undecorated)
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
    """A line without the leading signs of a heading or a list item, and without leading symbols."""
    return _DECORATION.sub("", line, count=1)


def _can_end_with_path(text: str) -> bool:
    """A fast first test: False if a line cannot end with a path, like most lines of prose."""
    if _SIGN_OF_PATH.search(text) is not None or not text.isascii():
        return True
    return text.rstrip(_AFTER_NAME).lower().endswith(_ENDINGS)


def may_name_path(line: str) -> bool:
    """A fast first test: False if a line cannot contain a path, not even within a sentence."""
    return _SIGN_IN_SENTENCE.search(line) is not None or _can_end_with_path(line.strip())


def may_name_file(text: str) -> bool:
    """A fast first test: False if a text has neither a name with an extension nor a well-known one."""
    return _SIGN_OF_FILE.search(text) is not None


def names_a_file(path: str) -> bool:
    """True if the last part of a path has an extension or is a well-known file name."""
    name = base_name(path)
    return bool(_EXTENSION.search(path)) or name in _USUAL_NAMES or name.startswith(".")


def is_markup(path: str | None) -> bool:
    """True if the file is markup in which a line of signs may underline a heading."""
    return (path or "").lower().endswith(_MARKUP)


def is_source(path: str) -> bool:
    """True if the path has the extension of a source file."""
    return "." in path and path.rpartition(".")[2].lower() in _SOURCES


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
    if len(line) > _MAX_LENGTH:
        return ()
    text = line.strip()
    if text.count(" ") <= _MAX_SIGNS and _BARE.fullmatch(alone := _unmarked(without_decoration(text))):
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
    if is_heading(above[-1]) or not may_name_file("\n".join(above)):
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
        if len(line) > _MAX_LENGTH or path_in_line(line) is not None:
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
        if len(line) <= _MAX_LENGTH:
            text = without_links(line.strip())
            names = (quoted for quoted in _quoted(text) if _BARE.fullmatch(quoted.path))
            mentions = [*files_mentioned(text), *names]
            found.update((mention.path, None) for mention in mentions)
    return tuple(each for each in found if each != path and not path.endswith(f"/{each}"))[:_MAX_BARE]


def is_heading(line: str) -> bool:
    """True if a line is a heading, or all in bold."""
    text = line.strip().rstrip(":")
    is_bold = text.startswith(("**", "__")) and text.endswith(("**", "__")) and len(text) > _SHORTEST_BOLD
    return text.startswith("#") or is_bold


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
    return _FENCE.match(text) if text[0] in _FENCE_SIGNS else None


def is_for_named_files(language: str) -> bool:
    """True if only files with certain names are written in the language of a fence."""
    return language.lower() in _WRITTEN_IN


def may_be_named_for(path: str, language: str) -> bool:
    """True if a path is that of a file in such a language."""
    return any(part in path.lower() for part in _WRITTEN_IN[language.lower()])
