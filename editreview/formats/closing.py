"""Where fenced code ends that is a file, which may hold fences itself."""

from collections.abc import Sequence

from editreview.formats import fences
from editreview.formats.fences import Fence
from editreview.formats.paths import is_source
from editreview.formats.titles import is_path_line, title_above

_MARKUP = (".markdown", ".md", ".mdc", ".mdx", ".qmd", ".rmd", ".rst")
_LINES_ABOVE = 6


class Closing:
    """What ends the block, and the fences inside it."""

    def __init__(self, fence: Fence | None, tag: str | None = None) -> None:
        self.fence = fence
        self.marks = fence.marks if fence else f"</{tag}>"
        self.holds_fences = False
        self._open = [fence] if fence else []

    def ends_at(self, text: str, lines: Sequence[str], path: str) -> bool:
        """Whether a line ends the block; if it does not, it may open or end a fence inside."""
        if self.fence is None:
            return text.strip() == self.marks
        found = fences.opening(text)
        if found is None or found.marks[0] != self.fence.marks[0]:
            return False
        inner = self._open[-1]
        if found.info:
            self._nest(found)
        elif inner.is_closed_by(text):
            is_as_deep = _width(found.indent) >= _width(inner.indent)
            if len(self._open) > 1 and (is_as_deep or _is_markup(path)):
                self._open.pop()
            elif _width(found.indent) <= _width(self.fence.indent):
                if len(self._open) > 1 or not _is_markup(path) or not _leads_on(lines):
                    return True
                self._nest(found)
        return False

    def is_cut_off_by(self, text: str, lines: Sequence[str], path: str) -> bool:
        """Whether a line begins another file: a fence under a path, where this file has no place for it."""
        found = fences.opening(text) if self.fence else None
        is_markup = _is_markup(path)
        if found is None:
            return False
        if found.info:
            has_place = is_markup and len(self._open) == 1
            return not has_place and title_above(lines[-_LINES_ABOVE:]) is not None
        # Code does not end with the bare path of another file after a blank line.
        has_place = is_markup or not is_source(path) or path.endswith(".txt") or len(self._open) > 1
        return not has_place and len(lines) > 2 and is_path_line(lines[-1]) and not lines[-2].strip()

    def is_plainly_at(self, text: str) -> bool:
        """Whether a line ends fenced code of which only the end matters."""
        return self.fence.is_closed_by(text) if self.fence else text.strip() == self.marks

    def without_indent(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines without the blanks before the opening fence, if all have them."""
        indent = self.fence.indent if self.fence else ""
        if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
            return lines
        return [line.removeprefix(indent) if line.strip() else "" for line in lines]

    def _nest(self, fence: Fence) -> None:
        if self.fence and len(fence.marks) >= len(self.fence.marks):
            self._open.append(fence)
            self.holds_fences = True


def _is_markup(path: str) -> bool:
    return path.lower().endswith(_MARKUP)


def _leads_on(lines: Sequence[str]) -> bool:
    """Whether the lines of a Markdown file call for code rather than end it."""
    text = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return bool(lines) and (not lines[-1].strip() or text.startswith("##") or text.endswith(":"))


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))
