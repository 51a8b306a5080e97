"""The actions of bolt.new and bolt.diy.

    <boltArtifact id="greeting" title="A better greeting">
    <boltAction type="edit">
    greeting.py
    <<<<<<< SEARCH
    old text
    =======
    new text
    >>>>>>> REPLACE
    </boltAction>
    <boltAction type="file" filePath="src/new.py">
    the text of the file
    </boltAction>
    <boltAction type="shell">npm install</boltAction>
    </boltArtifact>

An action takes effect when it closes; the complete blocks of an edit action that was cut off count
too, each with a warning. The artifact around the actions does not matter, so actions
outside of one, or in one that was cut off, are read too. The content of a file action is cleaned up
where its meaning is certain, see below; the content of an edit action is read as SEARCH/REPLACE blocks.

An action ends at its closing tag, unless that tag is quoted, closes one that was opened on the
same line, or is in fenced code of a Markdown file: then it is text. An opening tag at the
beginning of a line means that the action before it was cut off.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from editreview.blocks import Command, FormatName, Write
from editreview.file_kinds import MARKDOWN, PROSE, TAGGED
from editreview.formats import hunks
from editreview.formats.spec import (
    BE_UNIQUE,
    CONTINUE,
    COPY_EXACTLY,
    LEAVE_NOTHING_OUT,
    MERGE,
    Context,
    Description,
    Edit,
    Example,
    Fence,
    FormatSpec,
    Line,
    Malformed,
    MissingLine,
    OpenBlock,
    Outcome,
    Step,
    fence_opened_by,
)
from editreview.formats.table import SEARCH_REPLACE, Embedded
from editreview.text import counted

# The content of a file action.
#
# bolt.diy (MIT) strips the content, ends it with a newline, removes a fence around it and turns
# `&lt;` and `&gt;` into `<` and `>`, except in Markdown. That repairs errors of models, but breaks
# some files. So it is done here only if the file cannot be meant as written; otherwise there is a
# warning.

_ESCAPING = (*TAGGED, *PROSE, ".jsx", ".tsx", ".php", ".erb", ".ejs", ".hbs", ".jinja", ".j2")
"""Files in which entities are common."""
_ESCAPED_CODE = re.compile(r"^[^\"'`\n]*?(?:=&gt;|-&gt;|#include &lt;)", re.MULTILINE)
"""Operators outside of strings."""
_BARE_AMPERSAND = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#39);)")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"


def _file_content(path: str, written: str, indent: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and warnings about it.

    Args:
        path: The path of the file.
        written: The text between the tags.
        indent: The whitespace before the opening tag, which is stripped if all lines have it.
    """
    lines = _without_blank_ends(_without_cdata(written.split("\n")))
    lines, doubt = _without_fence(path.lower(), _dedented(lines, indent))
    if not lines:
        return "", doubt
    text, doubts = _unescaped(path.lower(), "\n".join(lines).rstrip() + "\n")
    return text, doubt + doubts


def _without_blank_ends(lines: list[str]) -> list[str]:
    nonblank = [number for number, line in enumerate(lines) if line.strip()]
    return lines[nonblank[0] : nonblank[-1] + 1] if nonblank else []


def _without_cdata(lines: list[str]) -> list[str]:
    inner = _without_blank_ends(lines)
    if not inner or not inner[0].lstrip().startswith(_CDATA) or not inner[-1].rstrip().endswith(_CDATA_END):
        return lines
    inner[0] = inner[0].lstrip().removeprefix(_CDATA)
    inner[-1] = inner[-1].rstrip().removesuffix(_CDATA_END)
    return inner


def _without_fence(path: str, lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The lines without a fence around all of them, and warnings: no program begins with a fence."""
    fence = fence_opened_by(lines[0]) if lines else None
    if fence is None:
        return lines, ()
    is_around = len(lines) > 1 and fence.is_closed_by(lines[-1])
    if path.endswith(PROSE):
        is_doubtful = (
            is_around and not any(map(fence.is_closed_by, lines[1:-1])) and _may_contain_prose(fence.info)
        )
        return lines, ("the whole file is in a code fence, which is kept",) if is_doubtful else ()
    if not is_around:
        return lines, ("the file begins with an unclosed code fence, which is kept",)
    return _dedented(_without_blank_ends(lines[1:-1]), fence.indent), ()


def _dedented(lines: list[str], indent: str) -> list[str]:
    if not indent or not all(line.startswith(indent) or not line.strip() for line in lines):
        return lines
    return [line.removeprefix(indent) for line in lines]


def _may_contain_prose(info: str) -> bool:
    return info.lower() in ("", "markdown", "md", "mdx", "text", "txt", "rst")


def _unescaped(path: str, text: str) -> tuple[str, tuple[str, ...]]:
    """The text with angle brackets for entities if it has only entities, and warnings."""
    if "&lt;" not in text and "&gt;" not in text:
        return text, ()
    if not path.endswith(PROSE) and "<" not in text and ">" not in text and _is_escaped(path, text):
        text_with_brackets = text.replace("&lt;", "<").replace("&gt;", ">")
        if not _BARE_AMPERSAND.search(text):
            text_with_brackets = text_with_brackets.replace("&quot;", '"').replace("&amp;", "&")
        return text_with_brackets, ("repaired: < and > were written as &lt; and &gt;",)
    return text, () if path.endswith(_ESCAPING) else ("the file contains &lt; or &gt;, which are kept",)


def _is_escaped(path: str, text: str) -> bool:
    """True if a text without angle brackets is code that should have some."""
    if path.endswith(TAGGED):
        return text.lstrip().startswith("&lt;")
    return _ESCAPED_CODE.search(text) is not None


_OPENING = re.compile(r"<boltAction(?=[\s>]|$)")
_CLOSING = "</boltAction>"
_MARK = "boltA"
"""All tags contain it: a fast first test."""
_TAG = re.compile(r"<boltAction(?=[\s>])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+>")
_ARTIFACT = re.compile(r"<boltArtifact(?=[\s>])(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+>[ \t]*")
"""The opening tag of an artifact: `<boltArtifact id="x">`."""
_ATTRIBUTE = re.compile(r"([A-Za-z][\w-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
"""An attribute of a tag: `type="file"`."""
_TOKEN = re.compile(r"<boltAction(?=[\s>])|</boltAction>")
_ARTIFACT_END = re.compile(r"[ \t]*</boltArtifact>")
_QUOTES = tuple("\"'`\\,;)")
"""Characters that show, after a closing tag, that the tag is text in a string or a sentence."""
_MAX_TAG_LENGTH = 2_000
_CUT_OFF = "the action around it was cut off: blocks may be missing"
_COMMANDS = frozenset(["shell", "start", "build", "supabase"])
_MAX_QUOTED_LENGTH = 200


class _Action(Struct):
    """An action whose opening tag is complete."""

    line: int
    attributes: dict[str, str]
    indent: str
    first: int
    """The line at which the content begins."""
    content: list[str] = field(default_factory=list)
    fence: Fence | None = None
    """The open fence in its content, if that is Markdown."""
    quoted: int = 0
    """The number of open actions in that fence."""

    @property
    def path(self) -> str | None:
        return self.attributes.get("filepath") or self.attributes.get("path") or None

    @property
    def kind(self) -> str:
        return self.attributes.get("type", "").lower()

    @property
    def text(self) -> str:
        return "\n".join(self.content)


class _Actions(OpenBlock):
    """The actions that begin on one line, up to the end of the last; nearly always a single one."""

    def __init__(self, line: Line, at: int) -> None:
        self._at: int | None = at
        """The offset of the first action, until the line was fed."""
        self._tag: str | None = None
        """The beginning of an opening tag that continues on the next line."""
        self._tag_line = line.number
        self._indent = "" if line.text[:at].strip() else line.text[:at]
        """The whitespace before the first tag."""
        self._action: _Action | None = None
        self._outcomes: list[Outcome] = []

    @property
    def is_tentative(self) -> bool:
        """True until the tag is complete: it may be mentioned in prose."""
        return self._action is None

    def feed(self, line: Line) -> Step:
        takes_line = True
        if self._at is not None:
            at, self._at = self._at, None
            self._read(line, at)
        elif self._tag is not None:
            takes_line = self._continue_tag(self._tag, line)
        elif self._action is None:
            # The supposed tag is prose.
            takes_line = False
        elif _MARK not in line.text:
            self._action.content.append(line.text)
            _follow_fence(self._action, line.text)
            return CONTINUE
        elif _begins_action(self._action, line.text):
            self._cut_off(self._action, line.number)
            takes_line = False
        elif _ends_artifact(self._action, line.text):
            self._cut_off(self._action, line.number)
        else:
            self._read(line, 0)
        outcomes, self._outcomes = self._outcomes, []
        return Step(outcomes, self._action is None and self._tag is None, takes_line)

    def end(self) -> Sequence[Outcome]:
        if self._action is not None:
            self._cut_off(self._action)
        elif self._tag is not None:
            self._give_up(self._tag)
        return self._outcomes

    def progress(self) -> str:
        if self._action is None:
            return "opening tag arriving"
        path = f" for {self._action.path}" if self._action.path else ""
        return f"{self._action.kind} action{path} arriving, {counted(len(self._action.content) - 1, 'line')}"

    def _cut_off(self, action: _Action, before: int | None = None) -> None:
        """End an action that lacks its closing tag.

        Args:
            action: The action.
            before: The line of the response before which the tag is missing; None at the end of the response.
        """
        self._action = None
        outcomes = _edits(action) if action.kind == "edit" else []
        blocks = [hunks.with_warning(each, _CUT_OFF) for each in outcomes if isinstance(each, Edit)]
        message = f"Missing {_CLOSING} for the action at line {action.line}"
        missing = None
        if before is not None and action.kind == "file" and action.path and not _ends_in_tag(action):
            missing = MissingLine(action.indent + _CLOSING, before, before - 1)
        self._outcomes += [*blocks, Malformed(action.path, message, action.line, missing=missing)]

    def _give_up(self, tag: str) -> None:
        """Drop an unfinished tag. It is a problem if it has attributes."""
        if _ATTRIBUTE.search(tag):
            message = f"Missing > for the <boltAction at line {self._tag_line}"
            self._outcomes.append(Malformed(None, message, self._tag_line))
        self._tag = None

    def _read(self, line: Line, at: int | None) -> None:
        """Read the line from an offset on: content, closing tags, and further actions."""
        while at is not None:
            at = self._begin(line, at) if self._action is None else self._take(self._action, line, at)

    def _begin(self, line: Line, at: int) -> int | None:
        """Read the opening tag that begins here. Returns the offset of the content; None without one."""
        end = _end_of_tag(line.text, at)
        if end is None:
            self._tag, self._tag_line = line.text[at : at + _MAX_TAG_LENGTH], line.number
            return None
        self._action = _action(line.text[at:end], self._indent, line.number, line.number)
        return None if self._action is None else end

    def _continue_tag(self, begun: str, line: Line) -> bool:
        """Read more of an opening tag. Returns False if it is not one."""
        tag = f"{begun}\n{line.text[:_MAX_TAG_LENGTH]}"
        end = _end_of_tag(tag, 0)
        if end is None:
            if len(tag) <= _MAX_TAG_LENGTH and "<" not in line.text:
                self._tag = tag
                return True
            self._give_up(begun)
            return False
        self._tag = None
        self._action = _action(tag[:end], self._indent, self._tag_line, line.number)
        if self._action is None:
            return False
        self._read(line, end - len(begun) - 1)
        return True

    def _take(self, action: _Action, line: Line, at: int) -> int | None:
        """Read content up to the closing tag. Returns the offset of the next action, if any."""
        end = None if _is_quoted(action, line.text) else _end_of_content(line.text, at)
        if end is not None and line.is_cut and _may_be_quoted(line.text, end):
            end = None
        action.content.append(line.text[at:end])
        if end is None:
            _follow_fence(action, line.text)
            return None
        self._outcomes += _outcomes(action, line.number)
        self._action, self._indent = None, ""
        following = _OPENING.search(line.text, end + len(_CLOSING))
        return None if following is None else following.start()


def _ends_in_tag(action: _Action) -> bool:
    """True if the content ends in what may be its closing tag, misspelled or cut off."""
    last = next((line for line in reversed(action.content) if line.strip()), "")
    return "</" in last and "boltAction".startswith(last.rpartition("</")[2].strip(" >")[:4])


def _action(tag: str, indent: str, line: int, first: int) -> _Action | None:
    """The action that an opening tag begins; None for a tag without attributes, as in a sentence about it."""
    attributes = {
        name.lower(): (double or single or bare).strip()
        for name, double, single, bare in _ATTRIBUTE.findall(tag)
    }
    return _Action(line, attributes, indent, first) if attributes else None


def _end_of_tag(text: str, at: int) -> int | None:
    tag = _TAG.match(text, at, at + _MAX_TAG_LENGTH)
    return None if tag is None else tag.end()


def _may_be_quoted(text: str, at: int) -> bool:
    """True if a closing tag is directly after a quotation mark, and last in a line that may be incomplete."""
    return at + len(_CLOSING) == len(text) and text[:at].endswith(('"', "'", "`"))


def _end_of_content(text: str, at: int) -> int | None:
    """The offset of the closing tag; None if there is none, or it is text."""
    opened = 0
    for token in _TOKEN.finditer(text, at):
        if token[0] != _CLOSING:
            opened += 1
        elif opened:
            opened -= 1
        elif not text.startswith(_QUOTES, token.end()):
            return token.start()
    return None


def _begins_action(action: _Action, text: str) -> bool:
    """True if another action begins at the line although this one has not ended."""
    found = None if action.fence is not None else _OPENING.match(text.lstrip(" \t"))
    # A tag without attributes is text, unless they are on the next line.
    return found is not None and ("=" in text or text.endswith(found[0]))


def _ends_artifact(action: _Action, text: str) -> bool:
    return action.fence is None and not action.quoted and _ARTIFACT_END.match(text) is not None


def _is_quoted(action: _Action, text: str) -> bool:
    """True if tags on this line belong to an example in fenced code. Updates the number of open ones."""
    if action.fence is not None and _OPENING.match(text.lstrip(" \t")):
        action.quoted += _CLOSING not in text
        return True
    if action.quoted and _CLOSING in text:
        action.quoted -= 1
        return True
    return False


def _follow_fence(action: _Action, text: str) -> None:
    if action.fence is not None:
        if action.fence.is_closed_by(text):
            action.fence = None
    elif (found := fence_opened_by(text)) is not None and _is_markdown(action):
        action.fence = found


def _is_markdown(action: _Action) -> bool:
    return action.kind == "file" and (action.path or "").lower().endswith(MARKDOWN)


def _outcomes(action: _Action, last: int) -> list[Outcome]:
    """The outcomes of an action whose closing tag is on the line `last`."""
    if action.kind == "edit":
        return _edits(action)
    if action.kind == "file":
        return [_file(action, last)]
    if action.kind in _COMMANDS:
        text = action.text.strip()
        return [Command((action.line, last), text)] if text else []
    message = (
        f'Unknown type "{action.kind[:_MAX_QUOTED_LENGTH]}" of the action at line {action.line}'
        if action.kind
        else f"Missing type for the action at line {action.line}"
    )
    return [Malformed(action.path, message, action.line)]


def _file(action: _Action, last: int) -> Outcome:
    if action.path is None:
        return Malformed(None, f"Missing filePath for the file action at line {action.line}", action.line)
    text, warnings = _file_content(action.path, action.text, action.indent)
    return Edit(action.path, Write(text), (action.line, last), warnings=warnings)


def _edits(action: _Action) -> list[Outcome]:
    outcomes = Embedded(SEARCH_REPLACE, action.path).read(action.text, action.first)
    if any(isinstance(outcome, Edit) for outcome in outcomes):
        return [_with_path_warning(outcome, action.path) for outcome in outcomes]
    flaws = [outcome.message for outcome in outcomes if isinstance(outcome, Malformed)]
    flaw = f" ({flaws[0]})" if flaws else ""
    quoted = action.text.strip()[:_MAX_QUOTED_LENGTH]
    message = f"No valid SEARCH/REPLACE block in the edit action at line {action.line}{flaw}"
    return [Malformed(action.path, f"{message}: {quoted}" if quoted else message, action.line)]


def _with_path_warning(outcome: Outcome, path: str | None) -> Outcome:
    """The outcome; an edit of another file than that of its action has a warning."""
    if not isinstance(outcome, Edit) or path in (None, outcome.path_written):
        return outcome
    warning = f"the action is for {path}, the line above the block says {outcome.path_written}"
    return replace(outcome, warnings=(*outcome.warnings, warning))


def _open(line: Line, context: Context) -> OpenBlock | None:
    at = len(line.text) - len(line.text.lstrip(" \t"))
    artifact = _ARTIFACT.match(line.text, at, at + _MAX_TAG_LENGTH)
    if artifact is not None:
        at = artifact.end()
    if _OPENING.match(line.text, at) is None:
        return None
    return _Actions(line, at)


_EXAMPLE = """\
<boltArtifact id="greeting" title="A better greeting">
<boltAction type="edit">
greeting.py
<<<<<<< SEARCH
def greet():
    return "Hello"
=======
def greet():
    return "Good morning"
>>>>>>> REPLACE
</boltAction>
</boltArtifact>
"""
_SECOND = Example(
    "Create a file",
    """\
<boltArtifact id="farewell" title="A farewell">
<boltAction type="file" filePath="farewell.py">
def part():
    return "Goodbye"
</boltAction>
</boltArtifact>
""",
)
_WHEN = "for changes, new files and commands that belong together"

_SUMMARY = "`<boltArtifact>` with `<boltAction>` of type `edit`, `file` or `shell`"
_RULES = (
    COPY_EXACTLY,
    BE_UNIQUE,
    MERGE,
    'A boltAction of type="edit" may hold several blocks for one file, from top to bottom.',
    'A new file, or one that changes by more than 80 %, is a boltAction of type="file" with its filePath '
    "and complete text.",
    LEAVE_NOTHING_OUT,
    "Move, rename and delete no file by an edit: give the command for it, `git mv OLD NEW` or `git rm PATH`, "
    'as a boltAction of type="shell".',
)

SPEC = FormatSpec(
    Description(FormatName.BOLT, _SUMMARY, _EXAMPLE, _SECOND, _WHEN, _RULES), _open, is_fed_opening=True
)
