"""The findings about a text that an earlier text does not have."""

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from msgspec import Struct

from editreview.alignment import kept_lines
from editreview.patterns import lazy_pattern

_MAX_FINDINGS = 20
"""The most new findings of a file."""
WHOLE_FILE = -1
"""The line of a finding about a whole file."""
_NUMBER = lazy_pattern(r"\d+")
_IMPORT = lazy_pattern(
    r"^\s*(?:from|import|export|use|pub use|mod|pub mod|#\s*include|require|require_once|using)\b"
    r"|\b(?:import|require)\s*\("
    r"|\bfrom\s*['\"]"
)
# Imports of files that are not there are also sorted otherwise.
_UNRESOLVED = lazy_pattern(
    r"resolve|cannot find|could not find|not found|no such|unknown import|unable to import|could not import"
    r"|no name|no module|does not exist|missing|sorted"
)
_ABOUT_IMPORT = lazy_pattern(r"\b(?:imports?|module)\b")
_WORD = lazy_pattern(r"[\w-]+")
_ENTRY_FILES = frozenset({"__init__", "index", "mod", "main", "lib"})
"""Names of files that are imported by the name of their folder."""


class Finding(Struct, frozen=True):
    """A remark of a server or another program about a line."""

    line: int
    """0-based, or `WHOLE_FILE`."""
    message: str
    is_error: bool
    """False for a warning."""
    code: str = ""
    """The name of the rule; empty if there is none."""
    source: str = ""
    """The name of the program; empty if it gives none."""
    last: int = 0
    """The last line that it is about, 0-based, if that is a later one."""

    @property
    def _kind(self) -> tuple[str, str]:
        """Equal for the same fault, wherever it is: messages may name lines."""
        return self.code, _NUMBER.sub("0", self.message)


def lines_of(text: str) -> list[str]:
    """The lines of a text as the protocol counts them, without their ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def new_findings(
    before: str,
    after: str,
    found_before: Sequence[Finding],
    found_after: Sequence[Finding],
    new_files: Collection[str] = (),
) -> tuple[Finding, ...]:
    """The findings about a text that were not there before: errors first, then by line, at most 20.

    A finding was there before if one of the same code and message is at the same line, or if both are at
    lines that were changed.

    Args:
        before: The text before; empty for a new file.
        after: The text after.
        found_before: The findings about the text before.
        found_after: The findings about the text after.
        new_files: Paths of files that are not on disk yet. Servers do not find them, so what they say about
            imports of them is left out.
    """
    old, new = lines_of(before), lines_of(after)
    moved = kept_lines(old, new)
    known = Counter((finding._kind, moved.get(finding.line)) for finding in found_before)
    unchanged = set(moved.values())
    names = _import_names(new_files)
    found: list[Finding] = []
    for finding in sorted(set(found_after), key=lambda f: (not f.is_error, f.line, f.code, f.message)):
        place = finding._kind, finding.line if finding.line in unchanged else None
        if known[place]:
            known[place] -= 1
        elif not (names and _lacks_import(finding, new, names)):
            found.append(finding)
    return tuple(found[:_MAX_FINDINGS])


def _import_names(paths: Collection[str]) -> frozenset[str]:
    """The words by which files are imported."""
    pure = [PurePosixPath(path) for path in paths]
    return frozenset(p.parent.name if p.stem in _ENTRY_FILES else p.name.partition(".")[0] for p in pure) - {
        ""
    }


def _lacks_import(finding: Finding, lines: list[str], names: frozenset[str]) -> bool:
    """True if a finding says that something is not there to import, and its lines import one of the names."""
    if _UNRESOLVED.search(f"{finding.code} {finding.message}".lower()) is None:
        return False
    about = lines[finding.line : max(finding.line, finding.last) + 1]
    imports = [line for line in about if _IMPORT.search(line) is not None]
    # An import of several lines has the name alone in one of them.
    imports += [finding.message] if _ABOUT_IMPORT.search(finding.message.lower()) is not None else []
    return any(not names.isdisjoint(_WORD.findall(text)) for text in imports)
