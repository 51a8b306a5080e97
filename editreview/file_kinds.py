"""Kinds of files, each told by the ends of their names, in lower case.

What treats one kind of file alike shares its row; what is meant for some files more or fewer says so where
it adds or leaves out.
"""

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


def is_markup(path: str | None) -> bool:
    """True for a file that may show code and edits. None is no file."""
    return (path or "").lower().endswith(MARKUP)
