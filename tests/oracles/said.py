"""A change said in every format that can say it, in the spellings that models use."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from random import Random

from tests.matching.damage.edits import Row
from tests.oracles.material import Pair, Piece, lines_of, occurrences
from tests.oracles.trial import Tree


@dataclass(frozen=True, slots=True)
class Request:
    """A change to be said: a pair and the pieces it is cut into, perhaps damaged."""

    pair: Pair
    pieces: Sequence[Piece]
    """The pieces as they are sent."""
    chance: Random

    @property
    def path(self) -> str:
        return self.pair.path


Say = Callable[[Request], str | None]
"""The response; None if the format cannot say it."""

_MARKERS = re.compile(
    r"\s*(<{3,9}|>{3,9}|-{3,9} SEARCH|\+{3,9} REPLACE|:start_line|«««|»»»|═{3,}|🟧|🟨|🟩|\*\*\* )"
)
_RULERS = re.compile(r"\s*(={3,}|-{3,})\s*$")


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _has(pattern: re.Pattern[str], request: Request) -> bool:
    sides = (line for piece in request.pieces for row in piece.rows for line in (row.old, row.new))
    return any(pattern.match(line) for line in sides if line)


def _fence(text: str) -> str:
    """A fence longer than any in the text."""
    longest = max((len(found) for found in re.findall("`{3,}|~{3,}", text)), default=2)
    return "`" * (longest + 1)


def _language(path: str) -> str:
    return path.rpartition(".")[2]


# SEARCH/REPLACE


def _blocks(head: str, divider: str, end: str, request: Request) -> list[str] | None:
    if _has(_MARKERS, request) or _has(_RULERS, request):
        return None
    return [f"{head}\n{_text(p.old)}{divider}\n{_text(p.new)}{end}\n" for p in request.pieces]


def _aider(request: Request) -> str | None:
    count = request.chance.choice((5, 7, 7, 7, 9))
    word = request.chance.choice(("SEARCH", "SEARCH", "SEARCH>", "ORIGINAL"))
    end = "UPDATED" if word == "ORIGINAL" else "REPLACE"
    blocks = _blocks(f"{'<' * count} {word}", "=" * count, f"{'>' * count} {end}", request)
    return None if blocks is None else _under_paths(request, blocks)


def _cline(request: Request) -> str | None:
    blocks = _blocks("------- SEARCH", "=======", "+++++++ REPLACE", request)
    return None if blocks is None else _under_paths(request, blocks)


def _under_paths(request: Request, blocks: Sequence[str]) -> str:
    """The blocks as aider's models lay them out: the path above each or once, in a fence or bare."""
    path, chance = request.path, request.chance
    marks = _fence("".join(blocks))
    opening = f"{marks}{_language(path)}"
    way = chance.randrange(6)
    intro = "I'll make the change.\n\n" if chance.random() < 0.5 else ""
    if way == 0:
        return intro + "\n".join(f"{path}\n{opening}\n{block}{marks}\n" for block in blocks)
    if way == 1:
        return intro + "\n".join(f"{opening}\n{path}\n{block}{marks}\n" for block in blocks)
    if way == 2:
        return intro + f"{path}\n" + "\n".join(blocks)
    if way == 3:
        return intro + "\n".join(f"**{path}**\n\n{opening}\n{block}{marks}\n" for block in blocks)
    if way == 4:
        return intro + f"### `{path}`\n\n{opening}\n" + "\n".join(blocks) + f"{marks}\n"
    return intro + "\n".join(f"{path}\n<source>\n{block}</source>\n" for block in blocks)


def _roo_blocks(request: Request) -> list[str] | None:
    if _has(_MARKERS, request) or _has(_RULERS, request):
        return None
    return [
        f"<<<<<<< SEARCH\n:start_line:{piece.first + 1}\n-------\n"
        f"{_text(piece.old)}=======\n{_text(piece.new)}>>>>>>> REPLACE\n"
        for piece in request.pieces
    ]


def _edit_protocol(request: Request) -> str | None:
    is_new = request.chance.random() < 0.5
    markers = (
        ("🟧🟧🟧 EDIT", "🟨🟨🟨 REPL", "🟩🟩🟩 END")
        if is_new
        else ("««« EDIT", "═══════ REPL", "»»» EDIT END")
    )
    blocks = _blocks(*markers, request)
    return None if blocks is None else "\n".join(f"{request.path}\n{block}" for block in blocks)


def _bolt_edit(request: Request) -> str | None:
    blocks = _blocks("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", request)
    if blocks is None or _has(re.compile(r".*(boltA|&\w+;)"), request):
        return None
    actions = (f'<boltAction type="edit">\n{request.path}\n{block}</boltAction>\n' for block in blocks)
    return f'<boltArtifact id="change" title="A change">\n{"".join(actions)}</boltArtifact>\n'


# Patches


def rows_in_order(rows: Sequence[Row]) -> list[str]:
    """The lines of a hunk, each with its sign: of a run of changed ones, the old before the new."""
    lines: list[str] = []
    added: list[str] = []
    for row in (*rows, Row("", "")):
        if row.is_kept:
            lines += added
            added = []
            lines.append(f" {row.old}")
        else:
            lines += [] if row.old is None else [f"-{row.old}"]
            added += [] if row.new is None else [f"+{row.new}"]
    return lines[:-1]


def _apply_patch_body(request: Request) -> str:
    chunks: list[str] = []
    for piece in request.pieces:
        chunks += [_scope(request, piece), *rows_in_order(piece.rows)]
    return "".join(f"{line}\n" for line in chunks)


def _scope(request: Request, piece: Piece) -> str:
    """`@@`, perhaps with a line above that stands once in the file."""
    lines = request.pair.lines
    above = [
        line
        for line in lines[max(piece.first - 30, 0) : piece.first]
        if line.strip() and lines.count(line) == 1 and line.strip() == line
    ]
    return f"@@ {above[-1]}" if above and request.chance.random() < 0.3 else "@@"


def _apply_patch(request: Request) -> str | None:
    patch = f"*** Begin Patch\n*** Update File: {request.path}\n{_apply_patch_body(request)}*** End Patch\n"
    marks = _fence(patch)
    return request.chance.choice((patch, f"{marks}\n{patch}{marks}\n", f"apply_patch <<'EOF'\n{patch}EOF\n"))


def _hunk(piece: Piece, shift: int) -> str:
    old, new = len(piece.old), len(piece.new)
    start_old = piece.first + (old > 0)
    start_new = piece.first + shift + (new > 0)
    lines = "".join(f"{line}\n" for line in rows_in_order(piece.rows))
    return f"@@ -{_range(start_old, old)} +{_range(start_new, new)} @@\n{lines}"


def _range(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start},{count}"


def hunks(pieces: Sequence[Piece]) -> list[str]:
    """The hunks of a unified diff, numbered as git does."""
    found: list[str] = []
    shift = 0
    for piece in pieces:
        found.append(_hunk(piece, shift))
        shift += len(piece.new) - len(piece.old)
    return found


def in_a_diff(request: Request, found: Sequence[str]) -> str:
    """The hunks under the headers of a diff, in a fence or bare."""
    path = request.path
    git = f"diff --git a/{path} b/{path}\nindex 83db48f..bf269f4 100644\n" * request.chance.randrange(2)
    diff = f"{git}--- a/{path}\n+++ b/{path}\n" + "".join(found)
    marks = _fence(diff)
    return request.chance.choice(
        (diff, f"{marks}diff\n{diff}{marks}\n", f"Here it is:\n\n{marks}diff\n{diff}{marks}\n")
    )


def _unified_diff(request: Request) -> str | None:
    return in_a_diff(request, hunks(request.pieces))


def _numberless(request: Request) -> str | None:
    """A diff as aider's models write it: hunks without numbers."""
    if _has(re.compile("@@"), request):
        return None
    bodies = ["@@ ... @@\n" + "".join(f"{line}\n" for line in rows_in_order(p.rows)) for p in request.pieces]
    diff = f"--- {request.path}\n+++ {request.path}\n{''.join(bodies)}"
    marks = _fence(diff)
    return f"{marks}diff\n{diff}{marks}\n"


# JSON


def _json(call: object, request: Request, indent: int | None = None) -> str:
    text = json.dumps(call, indent=indent, ensure_ascii=request.chance.random() < 0.5)
    marks = _fence(text)
    return f"{marks}json\n{text}\n{marks}\n"


_STYLES = (
    ("Edit", "file_path", "old_string", "new_string"),
    ("replace", "file_path", "old_string", "new_string"),
    ("edit", "filePath", "oldString", "newString"),
    ("str_replace", "path", "old_str", "new_str"),
    ("edit", "path", "before", "after"),
    ("replace_string_in_file", "filePath", "oldString", "newString"),
    (None, "filePath", "oldString", "newString"),
    (None, "file_path", "old_string", "new_string"),
)


def _strings(request: Request, piece: Piece) -> tuple[str, str]:
    """The old and the new text of a piece, with or without the end of the last line."""
    old, new = "\n".join(piece.old), "\n".join(piece.new)
    is_at_end = piece.last >= len(request.pair.lines)
    if not piece.new or (not is_at_end and request.chance.random() < 0.3):
        return old + "\n", new + "\n" if piece.new else ""
    return old, new


def _call(name: str | None, parameters: Mapping[str, object], chance: Random) -> object:
    """A call in one of the envelopes in which tools are called."""
    if name is None:
        return parameters
    way = chance.randrange(4)
    if way == 0:
        return {"name": name, "arguments": parameters}
    if way == 1:
        return {"type": "tool_use", "id": "toolu_01", "name": name, "input": parameters}
    if way == 2:
        function = {"name": name, "arguments": json.dumps(parameters)}
        return {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
    return {"tool": name, "parameters": parameters}


def _edit_call(request: Request) -> str | None:
    name, path_word, old_word, new_word = request.chance.choice(_STYLES)
    responses: list[str] = []
    for piece in request.pieces:
        old, new = _strings(request, piece)
        if name == "str_replace":
            parameters = {"command": "str_replace", path_word: request.path, old_word: old, new_word: new}
            call = _call("str_replace_editor", parameters, request.chance)
        else:
            call = _call(name, {path_word: request.path, old_word: old, new_word: new}, request.chance)
        responses.append(_json(call, request, request.chance.choice((None, 2))))
    return "\n".join(responses)


def _part_of_line(request: Request) -> str | None:
    """Only the characters that change, and a few around them, as coding agents write them."""
    calls: list[str] = []
    text = request.pair.before
    for piece in request.pieces:
        old, new = _text(piece.old), _text(piece.new)
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        around = request.chance.randrange(4, 40)
        for more in range(around, 400, 20):
            start, end = max(head - more, 0), max(tail - more, 0)
            wanted = old[start : len(old) - end]
            if text.count(wanted) == 1 and wanted.strip():
                break
        else:
            return None
        written = new[start : len(new) - end]
        if wanted in written and written in text:
            # It may as well be done already.
            return None
        given = {"file_path": request.path, "old_string": wanted, "new_string": written}
        calls.append(_json(_call("Edit", given, request.chance), request))
    return "\n".join(calls)


def _common(a: str, b: str) -> int:
    count = 0
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    return count


def _multi_edit(request: Request) -> str | None:
    name, path_word, old_word, new_word = request.chance.choice(_STYLES[:3])
    edits = [dict(zip((old_word, new_word), _strings(request, p), strict=True)) for p in request.pieces]
    tool = "multiedit" if name == "edit" else "MultiEdit"
    return _json(_call(tool, {path_word: request.path, "edits": edits}, request.chance), request, 2)


def _apply_patch_call(request: Request) -> str | None:
    operation = {"type": "update_file", "path": request.path, "diff": _apply_patch_body(request)}
    call = {"type": "apply_patch_call", "call_id": "c", "status": "completed", "operation": operation}
    return _json(call, request)


def _shell_patch(request: Request) -> str | None:
    patch = f"*** Begin Patch\n*** Update File: {request.path}\n{_apply_patch_body(request)}*** End Patch"
    arguments = {"command": ["apply_patch", patch]}
    return _json({"type": "function_call", "name": "shell", "arguments": json.dumps(arguments)}, request)


# XML


def _diff_call(tool: str, blocks: Sequence[str], path: str) -> str:
    return f"<{tool}>\n<path>{path}</path>\n<diff>\n{''.join(blocks)}</diff>\n</{tool}>\n"


def _is_free_of_tags(request: Request) -> bool:
    return not _has(
        re.compile(
            r".*(</?(diff|path|content|old_text|new_text|parameter|edits|search|replace)\b|&\w+;|CDATA)"
        ),
        request,
    )


def _replace_in_file(request: Request) -> str | None:
    blocks = _blocks("------- SEARCH", "=======", "+++++++ REPLACE", request)
    is_sayable = blocks is not None and _is_free_of_tags(request)
    return _diff_call("replace_in_file", blocks or [], request.path) if is_sayable else None


def _apply_diff(request: Request) -> str | None:
    blocks = _roo_blocks(request)
    is_sayable = blocks is not None and _is_free_of_tags(request)
    return _diff_call("apply_diff", blocks or [], request.path) if is_sayable else None


def _invoke(request: Request) -> str | None:
    if not _is_free_of_tags(request):
        return None
    calls: list[str] = []
    for piece in request.pieces:
        old, new = _strings(request, piece)
        if old.strip("\n") != old or new.strip("\n") != new:
            return None
        values = {"file_path": request.path, "old_string": old, "new_string": new}
        inner = "".join(f'<parameter name="{name}">{value}</parameter>\n' for name, value in values.items())
        calls.append(f'<invoke name="Edit">\n{inner}</invoke>\n')
    return "<function_calls>\n" + "".join(calls) + "</function_calls>\n"


def _zed(request: Request) -> str | None:
    if not _is_free_of_tags(request):
        return None
    edits = (
        f"<old_text line={piece.first + 1}>\n{_text(piece.old)}</old_text>\n"
        f"<new_text>\n{_text(piece.new)}</new_text>\n"
        for piece in request.pieces
    )
    return f"{request.path}\n<edits>\n{''.join(edits)}</edits>\n"


# By line number


def _edit_lines(request: Request) -> str | None:
    calls: list[str] = []
    for piece in request.pieces:
        # Without a line end, a last line that is blank would be that line end.
        text = "\n".join(piece.new) + "\n" * (piece.new[-1:] == [""])
        if piece.old and piece.new:
            where = {"command": "replace", "start_line": piece.first + 1, "end_line": piece.last}
        elif piece.old:
            where = {"command": "delete", "start_line": piece.first + 1, "end_line": piece.last}
        else:
            where = {"command": "insert", "insert_line": piece.first}
        content = {"new_content": text} if piece.new else {}
        parameters = {"path": request.path, **where, **content}
        named = ",\n".join(f"    {name}={value!r}" for name, value in parameters.items())
        calls.append(f"edit_lines(\n{named}\n)\n")
    marks = _fence("".join(calls))
    return f"{marks}\n{''.join(calls)}{marks}\n"


def _insert_calls(request: Request) -> str | None:
    """Insertions only, by the commands of a text editor."""
    pieces = [Piece(p.first, p.rows) for p in request.pieces]
    if any(piece.old for piece in pieces) or len(pieces) != 1:
        return None
    (piece,) = pieces
    call = {
        "command": "insert",
        "path": request.path,
        "insert_line": piece.first,
        "insert_text": _text(piece.new),
    }
    return _json(_call("str_replace_based_edit_tool", call, request.chance), request, 2)


# Whole files


def _whole_file(request: Request) -> str | None:
    path, text, chance = request.path, request.pair.after, request.chance
    if not text.endswith("\n") or any(map(_MARKERS.match, lines_of(text))):
        return None
    marks = _fence(text)
    language = _language(path)
    way = chance.randrange(4)
    if way == 0:
        return f"{path}\n{marks}{language}\n{text}{marks}\n"
    if way == 1:
        return f"Here is the new version.\n\n### `{path}`\n\n{marks}{language}\n{text}{marks}\n"
    if way == 2:
        return f"{marks}{language}:{path}\n{text}{marks}\n"
    return f"**{path}**\n\n{marks}{language}\n{text}{marks}\n"


def _bolt_file(request: Request) -> str | None:
    text = request.pair.after
    is_trimmed = text.strip() + "\n" == text and "```" not in text
    if not is_trimmed or re.search(r"boltA|&\w+;|^~~~", text):
        return None
    action = f'<boltAction type="file" filePath="{request.path}">\n{text}</boltAction>\n'
    return f'<boltArtifact id="change" title="A change">\n{action}</boltArtifact>\n'


_WRITERS = (
    ("Write", "file_path", "content"),
    ("write", "filePath", "content"),
    ("write_file", "file_path", "content"),
)


def _write_call(request: Request) -> str | None:
    name, path_word, text_word = request.chance.choice(_WRITERS)
    call = _call(name, {path_word: request.path, text_word: request.pair.after}, request.chance)
    return _json(call, request)


def _write_to_file(request: Request) -> str | None:
    text = request.pair.after
    if re.search(r"</?(content|path|write_to_file)\b|&\w+;|CDATA", text) or not text.endswith("\n"):
        return None
    if text.startswith("\n") or text.endswith("\n\n") or "```" in text:
        return None
    return f"<write_to_file>\n<path>{request.path}</path>\n<content>\n{text}</content>\n</write_to_file>\n"


_COMMENTS = (
    {"py": "# {}", "toml": "# {}", "yml": "# {}", "yaml": "# {}", "sh": "# {}", "html": "<!-- {} -->"}
    | dict.fromkeys(("css", "scss", "tcss"), "/* {} */")
    | dict.fromkeys(("js", "ts", "tsx", "jsx", "kt", "java"), "// {}")
)
_LEAST_LEFT_OUT = 4
_MOST_PIECES = 9


def _lazy(request: Request) -> str | None:
    """The file after, with remarks for the runs of lines that stay."""
    comment = _COMMENTS.get(_language(request.path))
    new = lines_of(request.pair.after)
    if comment is None or not request.pair.after.endswith("\n") or any(map(_MARKERS.match, new)):
        return None
    kept = request.chance.randrange(1, 4)
    said: list[str] = []
    left_out = 0
    codes = SequenceMatcher(None, request.pair.lines, new, autojunk=False).get_opcodes()
    if any(code[0] == "delete" for code in codes):
        # Beside dots nobody sees what went.
        return None
    for tag, _, _, b1, b2 in codes:
        first = b1 if b1 == 0 else b1 + kept
        last = b2 if b2 == len(new) else b2 - kept
        # A closing bracket below a change may be its own: nobody sees what went between it and the dots.
        is_ended = first == b1 or any(map(str.isalnum, "".join(new[b1:first])))
        is_told = is_ended and (last == b2 or any(map(str.strip, new[last:b2])))
        if tag == "equal" and last - first >= _LEAST_LEFT_OUT and is_told:
            margin = re.match(r"\s*", new[first])
            assert margin is not None
            said += [*new[b1:first], margin[0] + comment.format("... existing code ..."), *new[last:b2]]
            left_out += 1
        else:
            said += new[b1:b2]
    text = _text(said)
    marks = _fence(text)
    return f"{request.path}\n{marks}{_language(request.path)}\n{text}{marks}\n" if left_out else None


@dataclass(frozen=True, slots=True)
class Format:
    """A way to say a change."""

    name: str
    say: Say
    contexts: Sequence[int] = (0, 1, 2, 3, 5)
    """Lines kept around each change, of which one is chosen."""
    is_unique: bool = True
    """The lines of a piece must stand in the file once."""
    may_refuse: bool = False
    takes_any_end: bool = False
    """It can say that the file's last line end comes or goes."""
    is_damageable: bool = False
    """It quotes the lines that it replaces, so that damage to them can be recognised."""
    tells_where: bool = False
    """It may say where the lines stand, by a number or a line above."""
    least_old: int = 1
    """Lines that each piece has to replace."""


FORMATS: tuple[Format, ...] = (
    Format("search-replace, aider", _aider, is_damageable=True),
    Format("search-replace, cline", _cline, is_damageable=True),
    Format("edit-protocol", _edit_protocol, is_damageable=True),
    Format("bolt, edit", _bolt_edit, is_damageable=True),
    Format("bolt, file", _bolt_file),
    Format("apply-patch", _apply_patch, (1, 2, 3), is_damageable=True, tells_where=True),
    *(Format(f"unified-diff -U{n}", _unified_diff, (n,), is_unique=False, least_old=0) for n in range(3)),
    Format(
        "unified-diff -U3",
        _unified_diff,
        (3,),
        is_unique=False,
        least_old=0,
        is_damageable=True,
        tells_where=True,
    ),
    Format("unified-diff, no numbers", _numberless, (2, 3), is_damageable=True),
    Format("tool-call, edit", _edit_call, is_damageable=True),
    Format("tool-call, part of line", _part_of_line, (1, 3)),
    Format("tool-call, MultiEdit", _multi_edit, is_damageable=True),
    Format("tool-call, apply_patch_call", _apply_patch_call, (1, 2, 3), is_damageable=True, tells_where=True),
    Format("tool-call, shell", _shell_patch, (1, 2, 3)),
    Format("tool-call, insert", _insert_calls, (0,), is_unique=False, least_old=0),
    Format("tool-call, write", _write_call, takes_any_end=True),
    Format("xml, replace_in_file", _replace_in_file, is_damageable=True),
    Format("xml, apply_diff", _apply_diff, is_damageable=True, tells_where=True),
    Format("xml, invoke", _invoke, is_damageable=True),
    Format("xml, zed", _zed, is_damageable=True, tells_where=True),
    Format("xml, write_to_file", _write_to_file),
    Format("line-edit", _edit_lines, (0, 1), is_unique=False, least_old=0),
    Format("whole-file", _whole_file, may_refuse=True),
    Format("lazy", _lazy, may_refuse=True),
)


def cut(pair: Pair, way: Format, chance: Random) -> list[Piece] | None:
    """The pair's change in the pieces that a format sends; None if it cannot be cut so.

    Each piece stands in the file as often as the format allows, before the change and after it.
    """
    context = chance.choice(way.contexts)
    if way.least_old and way.is_unique:
        context = max(context, _least_context(pair))
    pieces = pair.pieces(context, is_unique=way.is_unique)
    if not pieces or any(len(piece.old) < way.least_old for piece in pieces):
        return None
    if way.is_unique and not all(_is_sure(pair, piece) for piece in pieces):
        return None
    return pieces


def _least_context(pair: Pair) -> int:
    return 1 if any(not piece.old for piece in pair.pieces(0, is_unique=False) or ()) else 0


def _is_sure(pair: Pair, piece: Piece) -> bool:
    """True if the old lines stand once, also as a text within other lines."""
    return pair.before.count("\n".join(piece.old)) == 1 and occurrences(pair.lines, piece.old) == 1


def parts(pair: Pair, pieces: Sequence[Piece]) -> list[Tree]:
    """The trees after some of the pieces; none where there are too many."""
    found: list[Tree] = []
    if len(pieces) > _MOST_PIECES:
        return found
    for count in range(1, len(pieces)):
        for some in combinations(pieces, count):
            lines = list(pair.lines)
            for piece in reversed(some):
                lines[piece.first : piece.last] = piece.new
            text = "\n".join(lines) + "\n" * pair.before.endswith("\n")
            found.append({pair.path: text.encode()})
    return found
