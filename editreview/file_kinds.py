"""Kinds of files, each told by the ends of their names, in lower case.

What treats one kind of file alike shares its row; what is meant for some files more or fewer says so where
it adds or leaves out.
"""

import re

from editreview.first_use import lazy_pattern

MARKDOWN = (".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd")
MARKUP = (*MARKDOWN, ".adoc", ".org", ".rst")
"""Documentation, which may show code and edits between fences or the like."""
PROSE = (*MARKUP, ".txt")
"""Texts in sentences and paragraphs."""
TAGGED = (
    *(".astro", ".htm", ".html", ".plist", ".svelte", ".svg", ".vue", ".xaml", ".xhtml", ".xml", ".xsd"),
    ".xsl",
)
"""Files that consist of elements between tags."""
JSON = (".json", ".json5", ".jsonc")
YAML = (".yaml", ".yml")
LISTING = (*PROSE, *YAML)
"""Files whose lines may begin with `-` or `+`, as items of lists."""
KEYED = (*JSON, *YAML, ".toml")
"""Files with keys and values."""
_FAMILIES = (
    frozenset(["bash", "sh", "shell", "zsh"]),
    frozenset(["c", "c++", "cc", "cpp", "cxx", "h", "hpp"]),
    frozenset(["c#", "cs", "csharp"]),
    frozenset(["cjs", "cts", "javascript", "js", "jsx", "mjs", "mts", "node", "ts", "tsx", "typescript"]),
    frozenset(["css", "less", "sass", "scss"]),
    frozenset(["csv", "tsv"]),
    frozenset(["dockerfile"]),
    frozenset(["elixir", "ex", "exs"]),
    frozenset(["go", "golang"]),
    frozenset(["haskell", "hs"]),
    frozenset(["java"]),
    frozenset(["json", "json5", "jsonc"]),
    frozenset(["kotlin", "kt", "kts"]),
    frozenset(["markdown", "md"]),
    frozenset(["php"]),
    frozenset(["py", "pycon", "pyi", "python", "python3"]),
    frozenset(["rb", "ruby"]),
    frozenset(["rs", "rust"]),
    frozenset(["sql"]),
    frozenset(["swift"]),
    frozenset(["toml"]),
    frozenset(["xml"]),
    frozenset(["yaml", "yml"]),
)
"""Languages: the names that fences have for one, and the extensions of its files."""
_FAMILY_OF = {name: family for family in _FAMILIES for name in family}


def family_of(language: str) -> frozenset[str]:
    """The names of a language and the extensions of its files, by one of them; empty for an unknown one."""
    return _FAMILY_OF.get(language, frozenset())


_IMAGE_FILE = lazy_pattern(
    r"(?:.*/)?(?:(?:docker|container)file(?:[.-][^/]*)?|[^/]*\.dockerfile)", re.IGNORECASE
)
"""The path of a file that builds an image."""


def builds_image(path: str) -> bool:
    """True for a file that builds an image: `Dockerfile`, `docker/api.Dockerfile`, `Containerfile.dev`."""
    return _IMAGE_FILE.fullmatch(path) is not None


_LISTS = ("cmakelists.txt", "constraints.txt", "meson_options.txt", "robots.txt")
"""Names of files that are no prose, although they end like it."""


def is_prose(path: str) -> bool:
    """True for a file of sentences and paragraphs; not for one of requirements and the like."""
    name = path.lower().rpartition("/")[2]
    return name.endswith(PROSE) and not (
        name in _LISTS or (name.endswith(".txt") and "requirements" in path.lower())
    )


def is_markup(path: str | None) -> bool:
    """True for a file that may show code and edits. None is no file."""
    return (path or "").lower().endswith(MARKUP)
