"""Paths, as responses write them beside an edit.

The habits are those of aider's `find_filename` (Apache-2.0) and of chat models: a line of
its own above the block or its fence, decorated in many ways, or the fence's info string.
"""

import re
import string
from collections.abc import Sequence

_FENCE = re.compile(
    r"(?:`{3,}|~{3,})\s*(?P<info>[^`]*)$|<(?:source|code|pre|codeblock|sourcecode)>(?P<tag>.*)$"
)
_FENCE_SIGNS = "`~<"
_DECORATION = re.compile(r"(?:(?:[#>*+-]+|//+|\d+[.)])\s+|#+)*")
_LABEL = re.compile(
    r"(?:\*\*|__)?(?:(?:new )?file ?(?:name|path)?|path)(?:\s*:\s*(?:\*\*|__)?|(?:\*\*|__)\s*:)\s*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\"([^\"]+)\"")
_EXTENSION = re.compile(r"[^/\\]\.\w[\w-]*$|^\.\w[\w.-]*$|[/\\]\.\w[\w.-]*$")
_ATTRIBUTE = re.compile(r"(\w+)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'{}]+))")
_PATH_KEYS = frozenset(["file", "filename", "filepath", "name", "path", "title"])
_BRACES = re.compile(r"\{[\d,\s-]*\}|[{}]")
_LANGUAGE = re.compile(r"[A-Za-z][\w+#-]+")
_BARE_NAMES = frozenset(
    """
    authors brewfile build caddyfile changelog changes codeowners containerfile contributors copying
    dockerfile earthfile fastfile gemfile gnumakefile guardfile install jenkinsfile justfile licence
    license makefile news notice pipfile podfile procfile rakefile readme tiltfile todo vagrantfile
    version workspace
    """.split()  # noqa: SIM905
)
_USUAL_NAMES = frozenset(
    """
    AUTHORS Brewfile Caddyfile CHANGELOG CODEOWNERS Containerfile CONTRIBUTORS COPYING Dockerfile
    Earthfile Fastfile Gemfile GNUmakefile Guardfile Jenkinsfile Justfile LICENCE LICENSE Makefile
    Pipfile Podfile Procfile Rakefile README Tiltfile Vagrantfile
    """.split()  # noqa: SIM905
)
"""Bare names in the spelling in which they are hardly anything else."""
_SOURCES = frozenset(
    """
    astro bash bat c cc cfg cjs clj cljs cmake conf cpp cs csproj css csv cu cxx dart ejs erb erl ex exs
    fish fs fsx go gql gradle graphql groovy h haml hbs hcl heex hh hpp hrl
    hs htm html hxx ini ipynb java jinja jl js json json5 jsonc jsx kt kts less lua m markdown md mdx mjs
    ml mli mm mts cts nim nix php pl plist pm prisma properties proto ps1 py pyi pyx r rake rb rs
    rst sass sbt scala scss sh sln sol sql svelte svg swift tcl tcss tex tf tfvars toml ts tsv tsx txt vb
    vim vue xaml xhtml xml xsd yaml yml zig zsh
    """.split()  # noqa: SIM905
)
"""Extensions by which a word of a sentence is known to be a file."""
_MARKUP = (".adoc", ".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd", ".rst")
_DOT_FILES = frozenset(
    [".dockerignore", ".editorconfig", ".env", ".gitattributes", ".gitignore", ".gitmodules"]
)
_LEAD = re.compile(r"(?:add to|change|create|edit|for|in|modify|new file|update)\s+", re.IGNORECASE)
_REFERENCE = re.compile(r"\b(?:as|like|see|similar to|unlike)(?:\s+(?:in|the))*\s+[`*\"]*$", re.IGNORECASE)
_LONGEST_REFERENCE = 60
"""Characters before a path in which that is looked for: a line may name thousands."""
_VERSION = re.compile(r"v?\d+(?:\.\d+)+", re.IGNORECASE)
_NEVER = re.compile('[<>|"?*`]')
_LONGEST = 250
_PLAIN = re.compile(r"[A-Za-z][\w/-]{0,200}\.[A-Za-z]\w{0,20}", re.ASCII)
"""Nearly all paths, of which nothing else has to be asked."""
_SIGN_OF_PATH = re.compile(r"[/\\]|\.\w")
_AMID_WORDS = re.compile(r"[/\\(`*\"]|\.\w")
_QUOTES = re.compile('[`*"]')
_ENDINGS = tuple(_BARE_NAMES)
_AFTER_NAME = ":*_`\"'" + string.whitespace


def is_plain(text: str) -> bool:
    """True if a text is a path of the simplest kind, with an extension; most are."""
    return _PLAIN.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """True if a word can only be meant as the name of a file."""
    if _PLAIN.fullmatch(text):
        return True
    if not 0 < len(text) <= _LONGEST or not text.isprintable() or _NEVER.search(text):
        return False
    if "://" in text or text != text.strip() or text.endswith((".", ",", ";", "/", "\\")):
        return False
    if text.lower() in _BARE_NAMES:
        return True
    if " " in text:
        return bool(_EXTENSION.search(text)) and ("/" in text or "\\" in text or text.count(" ") < 2)
    return bool(_EXTENSION.search(text)) or (("/" in text or "\\" in text) and any(c.isalnum() for c in text))


def path_in_line(line: str) -> str | None:
    """The path a line of its own names: plain, or in bold, back-quotes, a heading or a sentence."""
    return path_alone(line, allows_lead=True) or _path_in_sentence(line.strip())


def path_alone(line: str, *, allows_lead: bool = False) -> str | None:
    """The path that is all of a line: plain, labelled (`File:`), or in bold, back-quotes or a heading.

    Args:
        line: One line.
        allows_lead: `Update a.py` counts too.
    """
    text = line.strip()
    if _PLAIN.fullmatch(text):
        return text
    if not _can_end_with_path(text):
        return None
    undecorated = _DECORATION.sub("", text, count=1)
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
        is_meant = len(text) == len(plain) and _is_surely_path(plain)
    elif label or plain in _USUAL_NAMES:
        is_meant = True
    elif plain.lower() in _BARE_NAMES:
        # A common word too: the title of what follows, if anything says so.
        is_title = undecorated != text or ":" in text
        is_meant = not lead and (not is_title or f"`{plain}`" in text)
    else:
        is_meant = not _VERSION.fullmatch(plain)
    return plain if is_meant else None


def _can_end_with_path(text: str) -> bool:
    """True if a line is worth a closer look, as few lines of prose are."""
    if _SIGN_OF_PATH.search(text) is not None or not text.isascii():
        return True
    return text.rstrip(_AFTER_NAME).lower().endswith(_ENDINGS)


def may_name_path(line: str) -> bool:
    """True if a line is worth a closer look, if the path may also stand amid other words."""
    return _AMID_WORDS.search(line) is not None or _can_end_with_path(line.strip())


def names_a_file(path: str) -> bool:
    """True if the last part of a path looks like a file's: by its extension, or as a known name."""
    name = re.split(r"[/\\]", path)[-1]
    return bool(_EXTENSION.search(path)) or name in _USUAL_NAMES or name.startswith(".")


def is_markup(path: str | None) -> bool:
    """True if the file is text with markup, in which lines of signs may underline headings."""
    return (path or "").lower().endswith(_MARKUP)


def is_source(path: str) -> bool:
    """True if the path's extension is one that sources have."""
    return path.rpartition(".")[2].lower() in _SOURCES


def _path_in_sentence(text: str) -> str | None:
    """The only path that a sentence speaks of, not counting those that it just refers to."""
    if _SIGN_OF_PATH.search(text) is None and _QUOTES.search(text) is None:
        return None
    quoted = [
        (match.start(), word)
        for match in _QUOTED.finditer(text)
        for word in match.groups()
        if word and is_path(word)
    ]
    words = quoted or [
        (match.start(), match[0])
        for match in re.finditer(r"\S+", text.rstrip(":."))
        if is_path(match[0]) and _EXTENSION.search(match[0])
    ]
    found = {
        word
        for at, word in words
        if _is_surely_path(word) and _REFERENCE.search(text, max(0, at - _LONGEST_REFERENCE), at) is None
    }
    return found.pop() if len(found) == 1 else None


def _is_surely_path(word: str) -> bool:
    if "/" in word or "\\" in word or word in _USUAL_NAMES or word in _DOT_FILES:
        return True
    stem, _, extension = word.rpartition(".")
    return bool(stem) and extension.lower() in _SOURCES


def _unmarked(text: str) -> str:
    """The text without the quotes and emphasis all around it, and without a colon after it."""
    plain = text.rstrip(":").strip()
    for mark in ("**", "__", "`", '"', "'", "*"):
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
    """The word without the quotes or brackets all around it."""
    plain = word.strip("\"'")
    return plain[1:-1] if plain[:1] + plain[-1:] in ("()", "[]") else plain


def path_above(above: Sequence[str]) -> str | None:
    """The path written just above a line: over blank lines and at most one opening fence."""
    fence_seen = False
    for line in reversed(above):
        text = line.strip()
        if not text:
            continue
        fence = _FENCE.match(text) if text[0] in _FENCE_SIGNS else None
        if fence is None and not text.isprintable() and len(text.split()) == 1:
            # Someone's idea of a path: it will be refused as such, and not fall to another file.
            return text
        if fence is None:
            return path_in_line(text)
        if fence_seen:
            return None
        fence_seen = True
        named = path_in_fence(fence["info"] or fence["tag"] or "")
        if named:
            return named
    return None
