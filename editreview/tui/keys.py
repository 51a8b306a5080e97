"""Every key of the review in one table: bindings, hints and help are made from it."""

from msgspec import Struct
from textual.binding import Binding, BindingType


class Key(Struct, frozen=True):
    """One action and the keys that do it."""

    id: str
    keys: str
    """Textual's names, separated by commas."""
    label: str
    """How the keys are written for people."""
    action: str
    hint: str
    """A word or two for the line of hints; empty to leave it out there."""
    help: str
    group: str

    @property
    def bindings(self) -> list[BindingType]:
        """Textual's bindings for the key; an action that wants to know which key it was gets one each."""
        if "{key}" not in self.action:
            return [self._binding(self.keys, self.id)]
        return [self._binding(key, f"{self.id}-{key}") for key in self.keys.split(",")]

    def _binding(self, keys: str, name: str) -> Binding:
        action = self.action.format(key=keys)
        return Binding(keys, action, self.hint or self.help, show=False, id=name, tooltip=self.help)


MOVE, DECIDE, PLACE, EDIT, VIEW, DO = "Move", "Decide", "Place", "Edit", "View", "Do"

KEYS: tuple[Key, ...] = (
    Key("move.down", "j,down", "j ↓", "line(1)", "", "line down", MOVE),
    Key("move.up", "k,up", "k ↑", "line(-1)", "", "line up", MOVE),
    Key("move.hunk", "right_square_bracket", "]", "hunk(1)", "", "next hunk, on into the next block", MOVE),
    Key("move.hunk-back", "left_square_bracket", "[", "hunk(-1)", "", "previous hunk", MOVE),
    Key("move.block", "J", "J", "block(1)", "next", "next block", MOVE),
    Key("move.block-back", "K", "K", "block(-1)", "", "previous block", MOVE),
    Key("move.waiting", "greater_than_sign", ">", "waiting(1)", "", "next block that is not decided", MOVE),
    Key("move.waiting-back", "less_than_sign", "<", "waiting(-1)", "", "the undecided block before", MOVE),
    Key("move.file", "right_curly_bracket", "}", "file(1)", "", "next file", MOVE),
    Key("move.file-back", "left_curly_bracket", "{", "file(-1)", "", "previous file", MOVE),
    Key("move.half", "ctrl+d,pagedown", "ctrl+d", "half_page(1)", "", "half a page down", MOVE),
    Key("move.half-back", "ctrl+u,pageup", "ctrl+u", "half_page(-1)", "", "half a page up", MOVE),
    Key("move.top", "g,home", "g", "end(-1)", "", "to the top", MOVE),
    Key("move.bottom", "G,end", "G", "end(1)", "", "to the bottom", MOVE),
    Key("move.left", "h,left", "h ←", "sideways(-1)", "", "sideways, left", MOVE),
    Key("move.right", "l,right", "l →", "sideways(1)", "", "sideways, right", MOVE),
    Key("find", "slash", "/", "search", "", "search in the diff", MOVE),
    Key("find.next", "n", "n", "match(1)", "next match", "while searching: the next match", MOVE),
    Key("find.back", "N", "N", "match(-1)", "match before", "while searching: the match before", MOVE),
    Key("find.end", "escape", "esc", "end_search", "end search", "end the search", MOVE),
    Key("move.pane", "tab,shift+tab", "tab", "pane", "", "list or diff: where j and k move", MOVE),
    Key("block.accept", "y", "y", "accept", "accept", "accept, next undecided", DECIDE),
    Key("block.reject", "n", "n", "reject", "reject", "reject, next undecided", DECIDE),
    Key("block.reject-why", "N", "N", "reject_why", "", "reject with a reason for the model", DECIDE),
    Key(
        "block.toggle",
        "space",
        "space",
        "toggle_block",
        "",
        "take in or out: the block, hunk or line",
        DECIDE,
    ),
    Key(
        "block.advance",
        "enter",
        "enter",
        "enter",
        "",
        "in the list: to the diff; in the diff: toggle and go on",
        DECIDE,
    ),
    Key("grain.in", "s", "s", "step_in", "lines", "into the block: hunks, then single lines", DECIDE),
    Key(
        "grain.out",
        "escape",
        "esc",
        "step_out",
        "back",
        "out again: list, range, lines, hunks",
        DECIDE,
    ),
    Key("grain.range", "v", "v", "range", "range", "a range of lines, for space, y or n", DECIDE),
    Key("file.accept", "a", "a", "accept_safe('file')", "", "accept what is safe in this file", DECIDE),
    Key(
        "all.accept", "A", "A", "accept_safe('all')", "accept safe", "accept what is safe everywhere", DECIDE
    ),
    Key("file.reject", "D", "D", "reject_rest", "", "reject the rest of this file", DECIDE),
    Key("undo", "u", "u", "undo", "undo", "take back the last decision", DECIDE),
    Key("redo", "ctrl+r", "ctrl+r", "redo", "", "decide again what was taken back", DECIDE),
    Key(
        "place.choose",
        "1,2,3,4,5,6,7,8,9",
        "1–9",
        "place({key})",
        "",
        "take that one of what . lists; of an edit for all places, in or out",
        PLACE,
    ),
    Key("place.all", "asterisk", "*", "all_places", "", "choose all places", PLACE),
    Key(
        "place.list",
        "full_stop",
        ".",
        "panel('places')",
        "",
        "where it could go, as a list; j k enter",
        PLACE,
    ),
    Key(
        "place.attempts",
        "m",
        "m",
        "panel('strategies')",
        "match",
        "every strategy: its places, and what it would do; enter chooses",
        PLACE,
    ),
    Key("place.view", "M", "M", "view", "", "the change, or what it looks for and what is there", PLACE),
    Key("place.force", "F", "F", "force", "", "force it at the lines in sight; asks", PLACE),
    Key("place.search", "ctrl+e", "ctrl+e", "edit_search", "", "edit the text it looks for", PLACE),
    Key("place.include", "I", "I", "include", "", "try a block whose file the model was not shown", PLACE),
    Key("edit.proposal", "e", "e", "edit", "edit", "the block's new text in your editor", EDIT),
    Key("edit.file", "E", "E", "open_file", "", "open the file at this line in your editor", EDIT),
    Key("edit.place", "C", "C", "copy_place", "", "copy the path and the line", EDIT),
    Key(
        "edit.note",
        "i",
        "i",
        "note",
        "",
        "a note for the model, on the block or on a range",
        EDIT,
    ),
    Key("view.layout", "t", "t", "layout", "layout", "split, unified, auto", VIEW),
    Key("view.wrap", "w", "w", "wrap", "", "wrap long lines or cut them", VIEW),
    Key("view.blanks", "W", "W", "whitespace", "", "blanks: as they are, shown, their changes dimmed", VIEW),
    Key("view.more", "plus", "+", "context(1)", "", "more lines around the hunks", VIEW),
    Key("view.less", "minus", "-", "context(-1)", "", "fewer lines around the hunks", VIEW),
    Key("view.whole", "equals_sign", "=", "context(0)", "", "the whole file", VIEW),
    Key("view.notes", "x", "x", "notes", "notes", "the rest of the response: problems, commands", VIEW),
    Key("view.zoom", "z", "z", "zoom", "", "the diff or the list alone", VIEW),
    Key(
        "view.filter",
        "f",
        "f",
        "filter",
        "filter",
        "list only some blocks: by state, by letters of the path",
        VIEW,
    ),
    Key(
        "view.follow",
        "L",
        "L",
        "follow",
        "",
        "follow what arrives: the latest block in sight, until the next key",
        VIEW,
    ),
    Key("view.response", "o", "o", "response", "", "the response as it came, at this block", VIEW),
    Key("view.list", "b", "b", "toggle_list", "", "show or hide the list", VIEW),
    Key("do.apply", "p", "p", "apply", "apply", "write the accepted blocks", DO),
    Key("do.stage", "S", "S", "stage", "stage", "write and stage them", DO),
    Key("do.commit", "c", "c", "commit", "commit", "commit what was staged here", DO),
    Key(
        "do.feedback", "Y", "Y", "feedback", "feedback", "copy what failed or was rejected, for the model", DO
    ),
    Key("do.paste", "P", "P", "paste", "", "paste a further response into this review", DO),
    Key("do.read", "R", "R", "read_again", "", "read the files again", DO),
    Key("help", "question_mark", "?", "help", "help", "all keys", DO),
    Key("quit", "q", "q", "quit_review", "quit", "leave; the review is kept", DO),
    Key("interrupt", "ctrl+c", "ctrl+c", "interrupt", "", "stop reading the response, or, twice, quit", DO),
    Key("suspend", "ctrl+z", "ctrl+z", "suspend", "", "suspend", DO),
)


def hint(key_id: str, text: str | None = None) -> str:
    """A key and its word for the line of hints."""
    key = next(key for key in KEYS if key.id == key_id)
    return f"{key.label.split(' ')[0]} {text or key.hint}"


def help_text() -> str:
    """All keys, by group."""
    parts: list[str] = []
    for group in dict.fromkeys(key.group for key in KEYS):
        parts.append(group.upper())
        parts += (f"  {key.label:<8} {key.help}" for key in KEYS if key.group == group)
        parts.append("")
    return "\n".join(parts)
