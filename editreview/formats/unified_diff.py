"""Unified diffs as git and GNU diff write them, and as models do.

    --- a/path/to/file.py
    +++ b/path/to/file.py
    @@ -12,3 +12,3 @@ class Greeter:
         def greet(self):
    -        return "Hello"
    +        return "Good morning"

Numbers are hints: models get them wrong, or leave them out (`@@ ... @@`). A hunk ends where its
counts say if what follows can be something else; and with the fence around it, at another header,
or, without a fence, where lines go on without signs. In a fence that says `diff`, the names may
be missing (a path above it serves) and so may the `@@`.
"""

from collections.abc import Sequence

from editreview.blocks import CutOff
from editreview.formats import fences, hunks
from editreview.formats.dialect import (
    GIVES_UP,
    GOES_ON,
    Context,
    Dialect,
    Line,
    OpenBlock,
    Outcome,
    Step,
)
from editreview.formats.diff_lines import (
    COMBINED,
    EXTENDED,
    GIT,
    PASSED_OVER,
    SIGNATURE,
    TAGS,
    are_names,
    can_begin,
    is_diff,
    path_in_diff_fence,
)
from editreview.formats.diff_names import git_names, read_name
from editreview.formats.diff_sections import NAME, Section
from editreview.formats.fences import Fence
from editreview.formats.hunks import Header, Hunk
from editreview.formats.paths import is_path, path_above, path_in_line

_NOT_OVER = "nothing says whether the diff is complete where the response ends"


class _Diff(OpenBlock):
    """A diff from its first header on, or from the fence around it.

    Args:
        indent: Blanks before its first line, which count for nothing on any line.
        fence: That around it.
        path: What the text above names, for lines without a name of their own.
        is_inherited: The path is only that of the edit before.
        is_diff_fence: The fence says that a diff is in it.
    """

    def __init__(
        self,
        indent: str,
        fence: Fence | None,
        path: str | None,
        *,
        is_inherited: bool,
        is_diff_fence: bool,
    ) -> None:
        self._indent = indent
        self._fence = fence
        self._path = path
        self._is_inherited = is_inherited
        self._is_diff_fence = is_diff_fence
        self._is_sure = False
        self._after_blank = False
        self._previous = ""
        self._before_previous = ""
        self._is_in_binary = False
        self._is_cut = False
        """The last line may go on."""
        self._section: Section | None = None

    @property
    def is_tentative(self) -> bool:
        return not self._is_sure

    def feed(self, line: Line) -> Step:
        self._is_cut = line.is_cut
        text = line.text.removeprefix(self._indent)
        if hunks.closes(self._fence, line.text) or text.rstrip() in TAGS:
            return self._left()
        if self._section is not None and self._section.hunk is not None:
            step = self._in_hunk(self._section, line.number, text)
        else:
            step = self._between(line.number, text)
        self._after_blank = not text
        self._before_previous, self._previous = self._previous, text
        return step

    # Lines outside hunks.

    def _between(self, number: int, text: str) -> Step:
        """A line above the first hunk of a file."""
        section = self._section
        if section is not None and not self._is_sure and section.lacks_next(text):
            return self._reconsidered(number, text)
        if not text.strip():
            self._is_in_binary = False
            return GOES_ON
        if self._is_in_binary:
            return GOES_ON
        if text.startswith((GIT, *COMBINED)):
            return self._on_git(number, text)
        if section is not None and section.git is not None and self._on_extended(section, number, text):
            return GOES_ON
        if text.startswith(("--- ", "+++ ")):
            return self._on_name(number, text)
        if text.startswith("@@"):
            return self._on_header(number, text)
        return self._unknown(number, text)

    def _reconsidered(self, number: int, text: str) -> Step:
        """What looked like a name was a line of a hunk, or nothing at all."""
        self._section = None
        if not self._is_diff_fence or self._path is None or self._is_inherited:
            return GIVES_UP
        section = self._section = Section(number - 1, self._path)
        section.begin_hunk(number - 1, Header())
        self._in_hunk(section, number - 1, self._previous)
        return self._in_hunk(section, number, text)

    def _on_git(self, number: int, text: str) -> Step:
        outcomes = self._end_section()
        self._section = Section(number, last=number)
        if text.startswith(GIT):
            self._section.git = git_names(text[len(GIT) :]) or ("", "")
        else:
            name = read_name(text.partition(" ")[2].partition(" ")[2])
            self._section.git = (name, name)
            self._section.headers["combined"] = ""
        return Step(outcomes, takes_line=False)

    def _on_extended(self, section: Section, number: int, text: str) -> bool:
        """Whether the line is one of git's headers."""
        if text.startswith(("Binary files ", "GIT binary patch")):
            section.headers["binary"], section.last = "", number
            self._is_sure, self._is_in_binary = True, text.startswith("GIT")
            return True
        if "binary" in section.headers and text.startswith(("literal ", "delta ")):
            self._is_in_binary = True
            return True
        found = EXTENDED.match(text)
        if found is not None:
            is_name = found[1].startswith(("copy ", "rename "))
            section.headers[found[1]] = read_name(found[2]) if is_name else found[2].strip()
            section.last, self._is_sure = number, True
        return found is not None

    def _on_name(self, number: int, text: str) -> Step:
        outcomes: list[Outcome] = []
        section, name = self._section, read_name(text[4:])
        is_old = text[0] == "-"
        is_next = section is not None and not section.can_have(name, is_old=is_old)
        if section is None or is_next:
            outcomes = self._end_section()
            section = self._section = Section(number, self._path, is_inherited=self._is_inherited)
        if is_old:
            section.old = name
        else:
            self._is_sure = self._is_sure or section.old is not None
            section.new = name
        section.last = number
        return Step(outcomes, takes_line=not outcomes)

    def _on_header(self, number: int, text: str) -> Step:
        if self._section is None:
            self._section = Section(number, self._path, is_inherited=self._is_inherited)
        if text.startswith("@@@"):
            self._section.headers["combined"] = ""
        self._is_sure = True
        return self._begin_hunk(self._section, number, hunks.read_header(text))

    def _begin_hunk(self, section: Section, number: int, header: Header) -> Step:
        outcomes = section.begin_hunk(number, header)
        return Step(outcomes, takes_line=not outcomes)

    def _unknown(self, number: int, text: str) -> Step:
        """A line that is no header: the first one of a hunk without any, or none of the diff."""
        section = self._section
        if PASSED_OVER.match(text):
            return GOES_ON
        if section is None:
            if text[0] not in "+- " and self._is_diff_fence and (path := path_in_line(text)):
                self._path, self._is_inherited = path, False
                return GOES_ON
            # Without any header, lines with signs are an edit only where a path stands above them.
            if not self._is_diff_fence or self._path is None or self._is_inherited:
                return GIVES_UP
            section = self._section = Section(number, self._path)
        elif section.new is None or (self._fence is None and text[0] not in "+- "):
            return self._left()
        section.begin_hunk(number, Header())
        return self._in_hunk(section, number, text)

    # Lines of hunks.

    def _in_hunk(self, section: Section, number: int, text: str) -> Step:
        hunk = section.hunk
        assert hunk is not None
        if text.startswith("@@"):
            return self._on_next_header(section, number, text)
        if text.startswith((GIT, *COMBINED)):
            return self._on_git(number, text)
        if text.startswith("\\ "):
            section.take_bare_end(number)
            return GOES_ON
        if text.startswith("+++ ") and are_names(self._previous, text, lacks_lines=hunk.lacks_lines):
            return self._on_next_names(section, number, text)
        if hunks.is_foreign(text):
            return self._broken_off(section, text)
        if self._is_over(text):
            return self._left()
        if PASSED_OVER.match(text):
            return Step(self._end_section(), takes_line=False)
        hunk.add(number, text)
        self._is_sure = self._is_sure or text[:1] in ("+", "-")
        return GOES_ON

    def _on_next_header(self, section: Section, number: int, text: str) -> Step:
        """A header below a hunk. The names above it look like lines of that hunk."""
        hunk = section.hunk
        assert hunk is not None
        name = read_name(self._previous[4:]) if self._previous.startswith("+++ ") else ""
        if hunk.is_complete or not is_path(name):
            return self._on_header(number, text)
        hunk.take_back()
        old = None
        if self._before_previous.startswith("--- "):
            hunk.take_back()
            old = read_name(self._before_previous[4:])
        outcomes = self._end_section()
        self._section = Section(number - 1 - (old is not None), old=old, new=name, last=number)
        self._on_header(number, text)
        return Step(outcomes, takes_line=False)

    def _on_next_names(self, section: Section, number: int, text: str) -> Step:
        """The second of two lines that are the names of the next file, and no removed and added line."""
        assert section.hunk is not None
        section.hunk.take_back()
        outcomes = self._end_section()
        old, new = read_name(self._previous[4:]), read_name(text[4:])
        self._section = Section(number - 1, old=old, new=new, last=number)
        return Step(outcomes, takes_line=False)

    def _broken_off(self, section: Section, text: str) -> Step:
        """Something else begins where lines of the hunk would be."""
        assert section.hunk is not None
        fence = fences.opening(text)
        is_complete = self._fence is None or fence is None or section.hunk.is_complete
        if is_complete or (fence is not None and is_diff(fence)):
            return self._left()
        # It may be text of the hunk without its sign: then the hunk goes on below, out of reach.
        return Step(
            [section.cut_off(f"A fence opens inside the hunk at line {section.hunk.first}")], True, False
        )

    def _is_over(self, text: str) -> bool:
        """Whether a line can't be one of the hunk."""
        assert self._section is not None and self._section.hunk is not None
        hunk = self._section.hunk
        if hunk.is_complete and text in SIGNATURE:
            return True
        if self._fence is not None or not text:
            return False
        if hunk.lacks_lines:
            return self._after_blank and hunks.is_prose(text, after_blank=False)
        if hunk.is_complete:
            return self._after_blank or hunks.is_prose(text, after_blank=True)
        return hunks.is_prose(text, after_blank=self._after_blank)

    # The end.

    def _end_section(self) -> list[Outcome]:
        section, self._section = self._section, None
        if section is None or not self._is_sure:
            return []
        lacks_changes = section.lacks_changes
        return hunks.cut_off(section.end(), CutOff.LIKELY) if lacks_changes else section.end()

    def _left(self) -> Step:
        """End the diff before this line, which may be the beginning of a header that was cut."""
        section = self._section
        if self._is_cut and section is not None and section.hunk is None and section.lacks_rest:
            return Step([section.cut_off()], is_closed=True, takes_line=False)
        return Step(self._end_section(), is_closed=True, takes_line=False)

    def end(self) -> Sequence[Outcome]:
        section = self._section
        if section is None or not self._is_sure:
            return []
        hunk = section.hunk
        if hunk is None:
            if section.lacks_rest or self._fence is not None:
                return [section.cut_off()]
            return hunks.cut_off(self._end_section(), CutOff.LIKELY if self._is_cut else CutOff.NO)
        if not hunk.is_complete and (self._fence is not None or hunk.lacks_lines):
            return [section.cut_off()]
        how, is_complete = self._how_cut_off(hunk), hunk.is_complete
        outcomes = self._end_section()
        if not is_complete:
            outcomes = [hunks.doubted(outcome, _NOT_OVER) for outcome in outcomes]
        return hunks.cut_off(outcomes, how)

    def _how_cut_off(self, hunk: Hunk) -> CutOff:
        """The likelihood that a hunk without missing lines was cut off where the response ends in it."""
        sign = hunk.last_sign
        if self._previous.startswith("\\ "):
            return CutOff.NO
        if (self._is_cut and sign == "+") or (sign == "-" and not hunk.is_counted):
            return CutOff.LIKELY
        return CutOff.LAST_LINE if self._is_cut else CutOff.NO

    def progress(self) -> str:
        return f"diff of {self._section.path} arriving" if self._section else "diff arriving"


def _open(line: Line, context: Context) -> OpenBlock | None:
    text = line.text.lstrip(" \t")
    indent = line.text[: len(line.text) - len(text)]
    is_fence = text[:1] in fences.MARKS
    fence = fences.opening(line.text) if is_fence else context.fence
    if is_fence and (fence is None or not is_diff(fence)):
        return None
    if not is_fence and not can_begin(text):
        return None
    own = (path_in_diff_fence(fence) if fence else None) or path_above(context.above)
    path = own or (context.path if fence else None)
    if text.startswith("@@ ...") and path is None:
        return None
    diff = _Diff(indent, fence, path, is_inherited=own is None, is_diff_fence=is_fence)
    if not is_fence:
        diff.feed(line)
    return diff


_EXAMPLE = """\
--- a/greeting.py
+++ b/greeting.py
@@ -1,2 +1,2 @@
 def greet():
-    return "Hello"
+    return "Good morning"
"""

_SUMMARY = "a diff as git writes it, or as models do: line numbers missing or wrong, whitespace lost"

DIALECT = Dialect(NAME, _open, _EXAMPLE, _SUMMARY)
