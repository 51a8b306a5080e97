"""Line ends, byte order marks and final newlines: every format, with strings of every kind of end.

A file is a list of lines with an end each. An edit changes some of them, and what is right is made of
that list alone: lines that stay keep their bytes, a new line has the end of the line it replaces, or
else of the one above, and whatever the response or its strings end in says nothing.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.oracles.trial import Trial

LF, CRLF, CR = "\n", "\r\n", "\r"
MARK = "\ufeff"
PATH = "notes.txt"
_BARE = "\\ No newline at end of file\n"
_WORDS = ("alpha", "beta", "gamma", "delta", "omega", "kappa", "sigma", "theta", "zeta", "iota")


@dataclass(frozen=True, slots=True)
class File:
    """A text as lines and their ends; None for the ends of a file that is not there."""

    bodies: tuple[str, ...]
    ends: tuple[str, ...]
    has_mark: bool

    @property
    def is_closed(self) -> bool:
        return not self.ends or bool(self.ends[-1])

    @property
    def is_even(self) -> bool:
        """True if all its lines end alike."""
        return len({end for end in self.ends if end}) < 2

    @property
    def data(self) -> bytes:
        text = "".join(map("".join, zip(self.bodies, self.ends, strict=True)))
        return (MARK * self.has_mark + text).encode()


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines `first` up to `end` become others."""

    kind: str
    first: int
    end: int
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The input from which a format writes an edit."""

    file: File
    edit: Edit
    chance: Random
    end: str
    """The line end of the response, or of the lines in its strings; `mixed` for any."""
    mark: str
    """The text before line 1 wherever that is quoted: a byte order mark, or nothing."""

    @property
    def old(self) -> list[str]:
        return list(self.file.bodies[self.edit.first : self.edit.end])

    def around(self, above: int, below: int) -> tuple[list[str], list[str]]:
        """Old and new lines with kept ones around them."""
        first, end = max(self.edit.first - above, 0), min(self.edit.end + below, len(self.file.bodies))
        head = list(self.file.bodies[first : self.edit.first])
        tail = list(self.file.bodies[self.edit.end : end])
        old, new = head + self.old + tail, head + list(self.edit.new) + tail
        if first == 0:
            old, new = ([self.mark + lines[0], *lines[1:]] if lines else lines for lines in (old, new))
        return old, new

    def quoting(self) -> tuple[list[str], list[str]]:
        """The same with as many kept lines as make the old ones a search that is not empty."""
        above, below = self.chance.randrange(3), self.chance.randrange(3)
        if not self.old and not above and not below:
            above, below = (1, 0) if self.edit.first else (0, 1)
        if self.edit.first == 0 and not self.old:
            below = max(below, 1)
        if self.edit.end == len(self.file.bodies) and not self.old:
            above = max(above, 1)
        return self.around(above, below)

    def whole(self) -> list[str]:
        """All lines of the file after the edit."""
        bodies = self.file.bodies
        lines = [*bodies[: self.edit.first], *self.edit.new, *bodies[self.edit.end :]]
        return [self.mark + lines[0], *lines[1:]] if lines else lines

    def text(self, lines: Sequence[str]) -> str:
        """Whole lines, with line feeds."""
        return "".join(f"{line}\n" for line in lines)

    def string(self, text: str) -> str:
        """The text as a string has it: with the ends of strings."""
        return _with_ends(text, self.end, self.chance)


Say = Callable[[Said], str | None]
"""The response with line feeds, or with the ends that its strings have; None if it cannot be said."""


def _with_ends(text: str, end: str, chance: Random) -> str:
    return "".join(
        (chance.choice((LF, CRLF)) if end == "mixed" else end) if character == LF else character
        for character in text
    )


# What formats of lines say.


def _search_replace(markers: tuple[str, str, str], layout: str) -> Say:
    head, divider, end = markers

    def say(said: Said) -> str | None:
        old, new = said.quoting()
        if not any(line.strip(f"{MARK} \t") for line in old):
            return None
        block = f"{head}\n{said.text(old)}{divider}\n{said.text(new)}{end}\n"
        return layout.format(path=PATH, block=block)

    return say


_AIDER = ("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE")
_CLINE = ("------- SEARCH", "=======", "+++++++ REPLACE")
_PROTOCOL = ("««« EDIT", "═══════ REPL", "»»» EDIT END")
_NEW_PROTOCOL = ("🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END")


def _hunk(said: Said, *, context: int) -> tuple[str, int, int, int]:
    """Lines with their signs, the first line, and how many there are of each side."""
    bodies, edit, file = said.file.bodies, said.edit, said.file
    first, end = max(edit.first - context, 0), min(edit.end + context, len(bodies))
    rows = [(" ", at) for at in range(first, edit.first)]
    signed = [f" {bodies[at]}" for _, at in rows]
    signed += [f"-{bodies[at]}" for at in range(edit.first, edit.end)]
    signed += [f"+{line}" for line in edit.new]
    signed += [f" {bodies[at]}" for at in range(edit.end, end)]
    if first == 0:
        marked = {next((n for n, line in enumerate(signed) if line[0] != other), -1) for other in "+-"}
        if any(signed[n][0] == " " for n in marked) and said.chance.random() < 0.5:
            # The first line, kept or not, is the only one that ever had the mark.
            marked = {next((n for n, line in enumerate(signed) if line[0] != "+"), -1)}
        if len(marked) == 2 and any(signed[n][0] == " " for n in marked):
            marked = set()
        signed = [line[0] + said.mark + line[1:] if n in marked else line for n, line in enumerate(signed)]
    lines = [f"{line}\n" for line in signed]
    if end == len(bodies) and (not file.is_closed or said.chance.random() < 0.1):
        # A mark on both sides changes nothing, also where the file does not have it like that.
        for sign in "-+":
            last = max((n for n, line in enumerate(lines) if line[0] in (" ", sign)), default=None)
            if last is not None and not lines[last].endswith(_BARE):
                lines[last] += _BARE
    count = end - first - (edit.end - edit.first)
    return "".join(lines), first, count + edit.end - edit.first, count + len(edit.new)


def _with_new_last_line(said: Said) -> Said:
    """The same, but the line above is written anew where it becomes or ceases to be an open last line."""
    edit, bodies = said.edit, said.file.bodies
    is_at_end = edit.end == len(bodies) and (not edit.new or edit.first == edit.end)
    if said.file.is_closed or not is_at_end or not edit.first:
        return said
    return replace(said, edit=replace(edit, first=edit.first - 1, new=(bodies[edit.first - 1], *edit.new)))


def _unified_diff(said: Said) -> str | None:
    body, first, old, new = _hunk(_with_new_last_line(said), context=said.chance.choice((1, 3)))
    start = first + 1 if old else first
    header = f"--- a/{PATH}\n+++ b/{PATH}\n@@ -{start},{old} +{start},{new} @@\n"
    return said.chance.choice(("{}", "```diff\n{}```\n")).format(header + body)


def _apply_patch(said: Said) -> str | None:
    body, _, _, _ = _hunk(_with_new_last_line(said), context=3)
    if "\n-" not in f"\n{body}" and "\n " not in f"\n{body}":
        return None
    if said.chance.random() < 0.5:
        body = body.replace(_BARE, "")
    return f"*** Begin Patch\n*** Update File: {PATH}\n@@\n{body}*** End Patch\n"


def _zed(said: Said) -> str | None:
    old, new = said.quoting()
    if not new or not said.text(old).strip():
        return None
    texts = f"<old_text>\n{said.text(old)}</old_text>\n<new_text>\n{said.text(new)}</new_text>\n"
    return f"{PATH}\n<edits>\n{texts}</edits>\n"


def _fence(said: Said) -> str | None:
    text = said.text(said.whole())
    return f"{PATH}\n```\n{text}```\n" if text.strip() else None


def _write_to_file(said: Said) -> str | None:
    text = said.text(said.whole())
    content = f"<content>\n{text}</content>"
    return f"<write_to_file>\n<path>{PATH}</path>\n{content}\n</write_to_file>\n" if text else None


def _bolt_file(said: Said) -> str | None:
    lines = said.whole()
    if not lines or not lines[0].strip(MARK) or not lines[-1].strip():
        return None
    tag = f'<boltAction type="file" filePath="{PATH}">'
    return f'<boltArtifact id="a" title="A">\n{tag}\n{said.text(lines)}</boltAction>\n</boltArtifact>\n'


def _xml_edit(said: Said) -> str | None:
    old, new = said.quoting()
    if not new:
        return None
    if not said.text(old).strip():
        return None
    values = {"file_path": PATH}
    frame = said.chance.choice(("\n{}", "{}"))
    texts = [said.text(old), said.text(new)]
    if not said.file.is_even:
        # The characters between the strings' last line and the next are no line's in particular.
        frame = "{}"
    if frame == "{}" and (not said.file.is_closed or any(text.startswith(LF) for text in texts)):
        return None
    values |= {"old_string": frame.format(texts[0]), "new_string": frame.format(texts[1])}
    body = "".join(f'<parameter name="{name}">{value}</parameter>\n' for name, value in values.items())
    return f'<invoke name="Edit">\n{body}</invoke>\n'


# What formats of strings say.


def _json(name: str, parameters: dict[str, object], chance: Random) -> str:
    text = json.dumps({"name": name, "input": parameters}, ensure_ascii=chance.random() < 0.5)
    return f"```json\n{text}\n```\n"


def _strings(said: Said) -> tuple[str, str] | None:
    """Old and new text as characters, with line feeds."""
    old, new = said.quoting()
    if not said.file.is_even and not said.file.is_closed:
        return None
    reaches_end = said.edit.end == len(said.file.bodies) or said.chance.random() < 0.5
    if reaches_end or not new or not old or not said.file.is_even:
        texts = (said.text(old), said.text(new))
        is_at_end = _reaches_end(said, old)
        if is_at_end and not said.file.is_closed:
            if not new:
                return None
            texts = (texts[0][:-1], texts[1][:-1])
    else:
        texts = ("\n".join(old), "\n".join(new))
    return texts if texts[0].strip(f"{MARK}\n ") else None


def _reaches_end(said: Said, old: Sequence[str]) -> bool:
    return bool(old) and old[-1].strip(MARK) == said.file.bodies[-1]


def _edit_call(said: Said) -> str | None:
    texts = _strings(said)
    if texts is None:
        return None
    old, new = map(said.string, texts)
    words = said.chance.choice(
        (
            ("Edit", "file_path", "old_string", "new_string"),
            ("edit", "filePath", "oldString", "newString"),
            ("str_replace_editor", "path", "old_str", "new_str"),
            ("MultiEdit", "file_path", "old_string", "new_string"),
            ("Edit, everywhere", "file_path", "old_string", "new_string"),
        )
    )
    name, path, *sides = words
    edit: dict[str, object] = dict(zip(sides, (old, new), strict=True))
    if name == "MultiEdit":
        return _json(name, {path: PATH, "edits": [edit]}, said.chance)
    if name == "str_replace_editor":
        edit["command"] = "str_replace"
    if name.startswith("Edit,"):
        name, edit["replace_all"] = "Edit", True
    return _json(name, {path: PATH, **edit}, said.chance)


def _insert_call(said: Said) -> str | None:
    if said.old or not said.edit.new:
        return None
    text = said.string(said.text(said.edit.new))
    if said.chance.random() < 0.5 and said.edit.new[-1]:
        text = text.rstrip("\r\n")
    if said.edit.first == 0:
        text = said.mark + text
    parameters = {"command": "insert", "path": PATH, "insert_line": said.edit.first, "insert_text": text}
    return _json("str_replace_based_edit_tool", dict(parameters), said.chance)


def _edit_lines(said: Said) -> str | None:
    first, end, new = said.edit.first, said.edit.end, list(said.edit.new)
    if first == 0 and new:
        new[0] = said.mark + new[0]
    text = said.string(said.text(new))
    parameters: dict[str, object] = {"path": PATH}
    if not said.old:
        parameters |= {"command": "insert", "insert_line": first, "new_content": text}
    elif new:
        parameters |= {"command": "replace", "start_line": first + 1, "end_line": end, "new_content": text}
    else:
        parameters |= {"command": "delete", "start_line": first + 1, "end_line": end}
    if said.chance.random() < 0.5:
        return _json("edit_lines", parameters, said.chance)
    arguments = "".join(f"    {name}={value!r},\n" for name, value in parameters.items())
    return f"```\nedit_lines(\n{arguments})\n```\n"


def _write_call(said: Said) -> str | None:
    text = said.string(said.text(said.whole()))
    return _json("Write", {"file_path": PATH, "content": text}, said.chance)


@dataclass(frozen=True, slots=True)
class Way:
    """A format, and how it says an edit."""

    name: str
    say: Say
    is_whole: bool = False
    """It says all lines of the file."""
    has_strings: bool = False
    """The line ends are those in strings, not those of the response."""
    decides_end: bool = False
    """The file ends as its text does."""


WAYS = (
    Way("search-replace", _search_replace(_AIDER, "{path}\n{block}")),
    Way("search-replace, fence", _search_replace(_AIDER, "{path}\n```\n{block}```\n")),
    Way("search-replace, cline", _search_replace(_CLINE, "{path}\n{block}")),
    Way("edit-protocol", _search_replace(_PROTOCOL, "{path}\n{block}")),
    Way("edit-protocol, squares", _search_replace(_NEW_PROTOCOL, "{path}\n{block}")),
    Way(
        "bolt, edit",
        _search_replace(_AIDER, '<boltAction type="edit">\n{path}\n{block}</boltAction>\n'),
    ),
    Way(
        "xml-tool-call, replace_in_file",
        _search_replace(
            _CLINE, "<replace_in_file>\n<path>{path}</path>\n<diff>\n{block}</diff>\n</replace_in_file>\n"
        ),
    ),
    Way("xml-tool-call, Edit", _xml_edit),
    Way("xml-tool-call, edits", _zed),
    Way("unified-diff", _unified_diff),
    Way("apply-patch", _apply_patch),
    Way("tool-call", _edit_call, has_strings=True),
    Way("tool-call, insert", _insert_call, has_strings=True),
    Way("line-edit", _edit_lines, has_strings=True),
    Way("whole-file", _fence, is_whole=True),
    Way("xml-tool-call, write_to_file", _write_to_file, is_whole=True),
    Way("bolt, file", _bolt_file, is_whole=True),
    Way("tool-call, Write", _write_call, is_whole=True, has_strings=True, decides_end=True),
)


# Files and edits.


def _file(chance: Random) -> File:
    count = chance.choice((1, 2, 3, 4, 6, 9, 14))
    bodies = [f"{chance.choice(_WORDS)} {n} {chance.choice(_WORDS)}" for n in range(count)]
    if count > 3:
        for n in chance.sample(range(count), chance.randrange(2)):
            bodies[n] = ""
    kind = chance.choice((LF, LF, CRLF, CRLF, CRLF, CR, "mixed", "mixed", "halves"))
    if kind == "mixed":
        ends = [chance.choice((LF, CRLF)) for _ in bodies]
    elif kind == "halves":
        ends = [CRLF if n < count // 2 else LF for n in range(count)]
    else:
        ends = [kind] * count
    if chance.random() < 0.4 and bodies[-1]:
        ends[-1] = ""
    return File(tuple(bodies), tuple(ends), chance.random() < 0.3)


def _edit(file: File, chance: Random) -> Edit:
    count = len(file.bodies)
    new = tuple(f"new {n} {chance.choice(_WORDS)}" for n in range(chance.randrange(1, 4)))
    kind = chance.choice(
        ("replaced", "replaced", "inserted", "at the top", "at the end", "deleted", "first gone", "last gone")
    )
    first = chance.randrange(count)
    end = min(first + chance.randrange(1, 4), count)
    match kind:
        case "inserted":
            return Edit(kind, first, first, new)
        case "at the top":
            return Edit(kind, 0, 0, new)
        case "at the end":
            return Edit(kind, count, count, new)
        case "deleted":
            return Edit(kind, first, end, ())
        case "first gone":
            return Edit(kind, 0, min(end - first, count), ())
        case "last gone":
            return Edit(kind, max(count - (end - first), 0), count, ())
    return Edit(kind, first, end, new)


def _after(file: File, edit: Edit, *, is_closed: bool, is_above: bool = True) -> bytes:
    """The bytes that are right.

    Args:
        file: Before the edit.
        edit: What changes.
        is_closed: Whether the last line has an end afterwards.
        is_above: Lines put in between two others end as the one above does; else as the one below.
    """
    usual = next((end for end in reversed(file.ends) if end), LF)
    known = [end or usual for end in file.ends]
    replaced = known[edit.first : edit.end]
    at = max(edit.first - is_above, 0)
    near = replaced or known[at : at + 1] or known[-1:]
    ends = [near[min(n, len(near) - 1)] for n in range(len(edit.new))]
    bodies = [*file.bodies[: edit.first], *edit.new, *file.bodies[edit.end :]]
    ends = [*known[: edit.first], *ends, *known[edit.end :]]
    if ends and not is_closed:
        if not bodies[-1]:
            # A blank last line without an end is no line.
            return file.data
        ends[-1] = ""
    return File(tuple(bodies), tuple(ends), file.has_mark).data


def trial(seed: int) -> Trial | None:
    """A file, an edit and a format by chance."""
    chance = Random(f"line-ends, {seed}")
    way = chance.choice(WAYS)
    if chance.random() < 0.1:
        return _created(way, seed, chance)
    file = _file(chance)
    edit = _edit(file, chance)
    end = chance.choice((LF, CRLF, CRLF, "mixed"))
    # An old text that begins with the mark, and a new one that is empty, would take the mark away.
    mark = MARK if chance.random() < 0.3 and (edit.first or edit.new) else ""
    said = Said(file, edit, chance, end, mark)
    response = way.say(said)
    if response is None or not said.whole():
        return None
    if not way.has_strings or chance.random() < 0.2:
        response = _with_ends(response, end if not way.has_strings else chance.choice((LF, CRLF)), chance)
    after = _after(file, edit, is_closed=file.is_closed or way.decides_end)
    if after == file.data:
        return None
    name = f"line-ends: {way.name}: {edit.kind}"
    # A fence may hold a part of a file.
    may_refuse = way.name == "whole-file"
    other = _after(file, edit, is_closed=file.is_closed or way.decides_end, is_above=False)
    return Trial(
        name, seed, {PATH: file.data}, response, {PATH: after}, [{PATH: other}], may_refuse=may_refuse
    )


def _created(way: Way, seed: int, chance: Random) -> Trial | None:
    """A new file, or one that is empty."""
    lines = tuple(f"new {n} {chance.choice(_WORDS)}" for n in range(chance.randrange(1, 4)))
    file, edit = File((), (), False), Edit("created", 0, 0, lines)
    end = chance.choice((LF, CRLF, "mixed"))
    mark = MARK if way.name == "tool-call, Write" and chance.random() < 0.3 else ""
    said = Said(file, edit, chance, end, mark)
    response = _creation(way, said)
    if response is None:
        return None
    if not way.has_strings:
        response = _with_ends(response, end, chance)
    before = {PATH: b""} if chance.random() < 0.3 and way.say is not _edit_lines else {}
    after = (said.mark + said.text(lines)).encode()
    return Trial(f"line-ends: {way.name}: created", seed, before, response, {PATH: after}, may_refuse=False)


def _creation(way: Way, said: Said) -> str | None:
    new = said.text(said.edit.new)
    match way.name:
        case "search-replace":
            blank = said.chance.choice(("", "\n", "\n\n"))
            return f"{PATH}\n{_AIDER[0]}\n{blank}=======\n{new}>>>>>>> REPLACE\n"
        case "unified-diff":
            added = new.replace("new ", "+new ")
            return f"--- /dev/null\n+++ b/{PATH}\n@@ -0,0 +1,{len(said.edit.new)} @@\n{added}"
        case "apply-patch":
            added = new.replace("new ", "+new ")
            return f"*** Begin Patch\n*** Add File: {PATH}\n{added}*** End Patch\n"
        case "tool-call":
            old = said.chance.choice(("", said.string("\n")))
            parameters = {"file_path": PATH, "old_string": old, "new_string": said.string(new)}
            return _json("Edit", dict(parameters), said.chance)
    return way.say(said) if way.is_whole else None
