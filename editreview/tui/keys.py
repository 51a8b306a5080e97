"""The keys: the table of all, from which bindings, hints, help, palette and documentation are made.

The keymap in force is the table with the keys that the user's configuration gives to actions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, lru_cache

from msgspec import Struct, structs
from textual.binding import Binding
from textual.keys import KEY_ALIASES, REPLACED_KEYS, Keys, key_to_character
from textual.keys import _character_to_key as name_of_character

from editreview import likeness
from editreview.errors import SettingsError
from editreview.matching import MAX_CANDIDATES
from editreview.terminal import visible_line
from editreview.toml_file import TomlFile, setting_error
from editreview.tui.parts import draws_ascii


class Where(StrEnum):
    """The parts of the program with keys of their own, as help names them."""

    REVIEW = "Review"
    SEARCHING = "While searching"
    PLACING = "While placing a block"
    RESPONSE = "The response"
    NOTES = "The rest of the response"
    TEXT = "A page of text"
    STATISTICS = "The statistics"
    FORCE = "Forcing a block"
    QUESTION = "A question of the agent"
    PASTE = "Pasting"
    COMMIT = "The commit message"
    EDIT = "Editing here"
    LINE = "A line for the model"
    FILTER = "The filter"
    SEARCH = "The search"
    FINDER = "The file finder"
    HELP = "This help"


IN_REVIEW = (Where.REVIEW, Where.SEARCHING, Where.PLACING)
"""The parts whose keys are those of the review screen itself; the later ones take precedence."""


class Key(Struct, frozen=True):
    """One action and the keys that do it."""

    id: str
    keys: str
    """Textual's names, separated by commas; `@` and an id for the keys of another action. Empty for none."""
    action: str
    """In the review, a method of a controller, with `{nth}` for the number of the key, from 1. Elsewhere a
    Textual action; empty if a text field does it."""
    help: str
    """A description; ids in braces stand for their keys."""
    hint: str = ""
    """A word or two for the line of hints; empty to leave it out there."""
    group: str = ""
    where: Where = Where.REVIEW
    has_priority: bool = False
    """True if it takes precedence over the focused text field."""
    decides: bool = False
    """True if it decides on the current block, which the user must have seen."""
    needs_block: bool = False
    """True if it needs a block, as all that decide do. On other rows it tells what can be done there."""
    keeps_results: bool = False
    """True if the results page stays open; every other action closes it first."""


MOVE, DECIDE, MATCH, EDIT, VIEW, DO = "Move", "Decide", "Match", "Edit", "View", "Do"


def _keys(group: str, *keys: Key, where: Where = Where.REVIEW) -> Iterator[Key]:
    """Keys of a group and a part of the review."""
    return (structs.replace(key, group=group, where=where) for key in keys)


KEYS: tuple[Key, ...] = (
    *_keys(
        MOVE,
        Key("move.down", "j,down", "moving.line(1)", "line down", keeps_results=True),
        Key("move.up", "k,up", "moving.line(-1)", "line up", keeps_results=True),
        Key("move.hunk", "right_square_bracket", "navigating.hunk(1)", "next hunk, on into the next block"),
        Key("move.hunk-back", "left_square_bracket", "navigating.hunk(-1)", "previous hunk"),
        Key("move.block", "J", "navigating.block(1)", "next block", hint="next"),
        Key("move.block-back", "K", "navigating.block(-1)", "previous block"),
        Key("move.waiting", "greater_than_sign", "navigating.undecided(1)", "next undecided block"),
        Key("move.waiting-back", "less_than_sign", "navigating.undecided(-1)", "previous undecided block"),
        Key("move.file", "right_curly_bracket", "navigating.file(1)", "next file"),
        Key("move.file-back", "left_curly_bracket", "navigating.file(-1)", "previous file"),
        Key("move.half", "ctrl+d,pagedown", "moving.half_page(1)", "half a page down", keeps_results=True),
        Key("move.half-back", "ctrl+u,pageup", "moving.half_page(-1)", "half a page up", keeps_results=True),
        Key("move.top", "g,home", "moving.end(-1)", "to the top"),
        Key("move.bottom", "G,end", "moving.end(1)", "to the bottom"),
        Key("move.left", "h,left", "navigating.sideways(-1)", "scroll left"),
        Key("move.right", "l,right", "navigating.sideways(1)", "scroll right"),
        Key("find", "slash", "navigating.search", "search in the diff"),
    ),
    *_keys(
        MOVE,
        Key("find.next", "n", "navigating.match(1)", "while searching: the next match", hint="next match"),
        Key(
            "find.back",
            "N",
            "navigating.match(-1)",
            "while searching: the previous match",
            hint="previous match",
        ),
        Key("find.end", "escape", "navigating.end_search", "end the search", hint="end search"),
        where=Where.SEARCHING,
    ),
    *_keys(
        MOVE,
        Key(
            "move.pane",
            "tab,shift+tab",
            "moving.switch",
            "switch between list and diff, where {move.down} and {move.up} move",
        ),
    ),
    *_keys(
        DECIDE,
        Key(
            "block.accept",
            "y",
            "deciding.accept",
            "accept, then go to the next undecided block",
            hint="accept",
            decides=True,
        ),
        Key(
            "block.reject",
            "n",
            "deciding.reject",
            "reject, then go to the next undecided block",
            hint="reject",
            decides=True,
        ),
        Key(
            "block.reject-why",
            "N",
            "deciding.reject_why",
            "reject with a reason for the model",
            needs_block=True,
        ),
        Key(
            "block.allow",
            "exclamation_mark",
            "deciding.allow_always",
            "always allow changes of this block's file, or of files like it",
            hint="allow always",
            needs_block=True,
        ),
        Key(
            "block.toggle",
            "space",
            "deciding.toggle",
            "include or exclude the block, hunk or line",
            decides=True,
        ),
        Key(
            "block.advance",
            "enter",
            "moving.enter",
            "in the list: go to the diff; in the diff: toggle, then go to the next",
            decides=True,
        ),
        Key(
            "grain.in",
            "s",
            "selecting.step_in",
            "step into the block: hunks, then single lines",
            hint="lines",
            needs_block=True,
        ),
        Key(
            "grain.out",
            "escape",
            "choosing.step_out",
            "close the panel, or step out of range, lines, hunks or a single pane",
            hint="back",
        ),
        Key(
            "grain.range",
            "v",
            "selecting.begin_range",
            "select a range of lines, for {block.toggle}, {block.accept} or {block.reject}",
            hint="range",
            needs_block=True,
        ),
        Key("file.accept", "a", "deciding.accept_safe('file')", "accept all safe blocks of this file"),
        Key("all.accept", "A", "deciding.accept_safe('all')", "accept all safe blocks", hint="accept safe"),
        Key("file.reject", "D", "deciding.reject_rest", "reject the rest of this file", decides=True),
        Key("undo", "u", "deciding.undo", "undo the last decision or step", hint="undo"),
        Key("redo", "ctrl+r", "deciding.redo", "redo what was undone"),
    ),
    *_keys(
        MATCH,
        Key(
            "match.choose",
            "1,2,3,4,5,6,7,8,9",
            "choosing.choose({nth})",
            "choose that candidate; in an edit of all matches, include or exclude it",
            decides=True,
        ),
        Key("match.all", "asterisk", "choosing.choose_all", "choose all matches", needs_block=True),
        Key(
            "match.list",
            "full_stop",
            "choosing.list_candidates('matches')",
            "list the candidates; {block.advance} chooses one",
            needs_block=True,
        ),
        Key(
            "match.attempts",
            "m",
            "choosing.list_candidates('strategies')",
            "all matching attempts, and what each would do; {block.advance} chooses",
            hint="match",
            needs_block=True,
        ),
        Key(
            "match.view",
            "M",
            "choosing.switch_view",
            "switch between the change, and SEARCH beside the file",
            needs_block=True,
        ),
        Key(
            "match.force", "F", "choosing.force", "force the block on the nearest lines, or place it by hand"
        ),
        Key(
            "match.file",
            "O",
            "placing.choose_file",
            "choose another file for the blocks of this path, or for code",
        ),
        Key("match.repair", "r", "repairing.repair", "repair an unreadable block", hint="repair"),
    ),
    *_keys(
        MATCH,
        Key("place.range", "v", "placing.begin_range", "while placing: mark a range of lines", hint="range"),
        Key(
            "place.lines",
            "enter,F",
            "placing.replace_lines",
            "while placing: the block replaces the marked lines",
            hint="replace",
        ),
        Key(
            "place.below",
            "o",
            "placing.insert_below",
            "while placing: insert the block below this line",
            hint="insert below",
        ),
        Key(
            "place.file",
            "asterisk",
            "placing.replace_file",
            "while placing: the block replaces all of the file",
            hint="whole file",
        ),
        Key("place.end", "escape", "placing.end", "while placing: go back to the block", hint="back"),
        where=Where.PLACING,
    ),
    *_keys(
        MATCH,
        Key("match.search", "ctrl+e", "choosing.edit_search", "edit the SEARCH text", needs_block=True),
        Key(
            "match.include",
            "I",
            "deciding.include",
            "include a block whose file the model was not shown",
            needs_block=True,
        ),
    ),
    *_keys(
        EDIT,
        Key("edit.proposal", "e", "editing.edit", "edit the block's new text in your editor", hint="edit"),
        Key(
            "edit.format",
            "T",
            "editing.format",
            "format the block's new lines with your formatter",
            needs_block=True,
        ),
        Key(
            "edit.file",
            "E",
            "editing.open_file",
            "open the file at this line in your editor",
            needs_block=True,
        ),
        Key("edit.location", "", "copying.location", "copy the path and the line", needs_block=True),
        Key(
            "edit.note",
            "i",
            "editing.note",
            "write a note for the model, on the block or a range",
            needs_block=True,
        ),
    ),
    *_keys(
        VIEW,
        Key("view.layout", "t", "navigating.layout", "switch between split, unified and auto", hint="layout"),
        Key("view.wrap", "w", "navigating.wrap", "wrap long lines or cut them"),
        Key("view.whitespace", "", "navigating.whitespace", "show whitespace, or dim its changes"),
        Key("view.more", "plus", "navigating.context(1)", "show more lines around the hunks"),
        Key("view.less", "minus", "navigating.context(-1)", "show fewer lines around the hunks"),
        Key("view.whole", "equals_sign", "navigating.context(0)", "show the whole file"),
        Key(
            "view.notes",
            "x",
            "navigating.notes",
            "show unreadable blocks and suggested commands of the response",
            hint="notes",
            keeps_results=True,
        ),
        Key("view.zoom", "", "navigating.zoom", "show the diff or the list alone, until {grain.out}"),
        Key(
            "view.filter",
            "f",
            "navigating.filter",
            "filter the list by state, or by letters of the path",
            hint="filter",
            keeps_results=True,
        ),
        Key("view.follow", "", "streaming.follow", "follow the response as it arrives, until the next key"),
        Key(
            "view.response",
            "o",
            "navigating.response",
            "show the response as received, at this block",
            keeps_results=True,
        ),
        Key("view.list", "b", "navigating.toggle_list", "show or hide the list", hint="list"),
        Key("view.beside", "", "navigating.toggle_response", "show or hide the response beside the diff"),
        Key("view.statistics", "", "navigating.statistics", "show how well edits were applied in all runs"),
        Key("view.theme", "", "screen.choose_theme", "choose a colour theme"),
    ),
    *_keys(
        DO,
        Key("do.apply", "p", "applying.apply", "write the accepted blocks", hint="apply", keeps_results=True),
        Key(
            "do.stage",
            "S",
            "applying.stage",
            "write and stage the accepted blocks",
            hint="stage",
            keeps_results=True,
        ),
        Key(
            "do.commit",
            "c",
            "applying.commit",
            "commit; applies and stages accepted blocks first",
            hint="commit",
            keeps_results=True,
        ),
        Key(
            "do.run",
            "V",
            "checking.run",
            "run the project command on the accepted blocks; press again to stop it",
            keeps_results=True,
        ),
        Key(
            "do.feedback",
            "Y",
            "copying.feedback",
            "copy feedback for the model: what failed or was rejected",
            hint="feedback",
            keeps_results=True,
        ),
        Key(
            "do.agent",
            "B",
            "conversing.tell",
            "write the next prompt of the agent, which begins as the feedback",
            keeps_results=True,
        ),
        Key("do.paste", "P", "streaming.paste", "paste a further response into this review"),
        Key("do.read", "R", "applying.read_again", "reread the files"),
        Key("help", "question_mark,f1", "screen.open_help", "show all keys", hint="help", keeps_results=True),
        Key("palette", "ctrl+p", "screen.open_palette", "search all actions by their words"),
        Key("quit", "q", "leaving.quit", "quit; the review is saved", hint="quit", keeps_results=True),
        Key(
            "interrupt",
            "ctrl+c",
            "leaving.interrupt",
            "stop reading the response, or end a commit or the agent's turn; twice: quit",
            keeps_results=True,
        ),
        Key("suspend", "ctrl+z", "screen.suspend", "suspend"),
    ),
)
"""The keys of the review, which the user can change."""


def _dialog(where: Where, *rows: tuple[str, str, str, str], has_priority: bool = False) -> tuple[Key, ...]:
    """Keys of a dialog, as rows of id, keys, action, help."""
    return tuple(
        Key(id, keys, action, help, group=where.value, where=where, has_priority=has_priority)
        for id, keys, action, help in rows
    )


_PAGE, _LONG_PAGE = 10, 20
"""Lines that a page key moves by."""
_FAR = 1_000_000_000


def _step_rows(name: str, action: str, page: int) -> tuple[tuple[str, str, str, str], ...]:
    """The keys of a dialog that move by a line or a page, by an action that is given the lines."""
    return (
        (f"{name}.down", "@move.down", f"{action}(1)", "line down"),
        (f"{name}.up", "@move.up", f"{action}(-1)", "line up"),
        (f"{name}.half", "@move.half,space", f"{action}({page})", "page down"),
        (f"{name}.half-back", "@move.half-back", f"{action}(-{page})", "page up"),
    )


def _end_rows(name: str, action: str) -> tuple[tuple[str, str, str, str], ...]:
    """The keys of a dialog that move to the top and the bottom."""
    return (
        (f"{name}.top", "@move.top", f"{action}(-{_FAR})", "to the top"),
        (f"{name}.bottom", "@move.bottom", f"{action}({_FAR})", "to the bottom"),
    )


DIALOG_KEYS: tuple[Key, ...] = (
    *_dialog(
        Where.RESPONSE,
        *_step_rows("response", "move", _LONG_PAGE),
        *_end_rows("response", "move"),
        ("response.left", "@move.left", "sideways(-20)", "scroll left"),
        ("response.right", "@move.right", "sideways(20)", "scroll right"),
        ("response.block", "@move.block,@move.hunk", "step(1)", "next block"),
        ("response.block-back", "@move.block-back,@move.hunk-back", "step(-1)", "previous block"),
        ("response.search", "@find", "search", "search"),
        ("response.next", "@find.next", "again(1)", "next match"),
        ("response.back", "@find.back", "again(-1)", "previous match"),
        ("response.help", "@help", "help", "all keys"),
        ("response.close", "escape,@quit,@view.response", "back", "back to the review"),
    ),
    *_dialog(
        Where.NOTES,
        *_step_rows("notes", "move", _PAGE),
        *_end_rows("notes", "move"),
        ("notes.next", "@move.block,@move.hunk,tab", "step(1)", "next note"),
        ("notes.back", "@move.block-back,@move.hunk-back,shift+tab", "step(-1)", "previous note"),
        ("notes.copy", "y,enter", "copy", "copy it"),
        ("notes.help", "@help", "help", "all keys"),
        ("notes.close", "escape,@quit,@view.notes", "dismiss", "back to the review"),
    ),
    *_dialog(
        Where.TEXT,
        *_step_rows("text", "scroll", _PAGE),
        ("text.stop", "@do.run", "stop", "stop the command whose output it is"),
        ("text.help", "@help", "help", "all keys"),
        ("text.close", "escape,@quit,enter", "dismiss", "back to the review"),
    ),
    *_dialog(
        Where.STATISTICS,
        *_step_rows("statistics", "scroll", _PAGE),
        *_end_rows("statistics", "scroll"),
        ("statistics.next", "tab,@move.right", "group(1)", "group the blocks in the next way"),
        ("statistics.back", "shift+tab,@move.left", "group(-1)", "group the blocks in the previous way"),
        ("statistics.help", "@help", "help", "all keys"),
        ("statistics.close", "escape,@quit,enter", "dismiss", "back to the review"),
    ),
    *_dialog(
        Where.FORCE,
        *_step_rows("force", "scroll", _PAGE),
        ("force.yes", "y,@match.force", "yes", "force it"),
        ("force.other", "@grain.range", "other", "choose other lines"),
        ("force.no", "escape,n,@quit", "dismiss(False)", "back, without forcing it"),
        ("force.help", "@help", "help", "all keys"),
    ),
    *_dialog(
        Where.QUESTION,
        *_step_rows("question", "scroll", _PAGE),
        ("question.yes", "y", "yes", "allow it, once"),
        ("question.no", "escape,n", "no", "refuse it"),
        ("question.help", "@help", "help", "all keys"),
    ),
    *_dialog(
        Where.PASTE,
        ("paste.review", "enter", "review", "review what was pasted"),
        ("paste.help", "@help", "help", "all keys"),
    ),
    *_dialog(
        Where.PASTE,
        ("paste.undo", "ctrl+z", "undo", "undo the last paste"),
        ("paste.leave", "escape,@quit,ctrl+c", "leave", "leave"),
        has_priority=True,
    ),
    *_dialog(
        Where.COMMIT,
        ("commit.commit", "ctrl+s", "commit", "commit"),
        ("commit.back", "escape", "back", "back to the review"),
        ("commit.end", "@interrupt", "end", "end git while it commits"),
        has_priority=True,
    ),
    *_dialog(
        Where.COMMIT,
        ("commit.choices", "tab,shift+tab", "", "to the choices, and back"),
        ("commit.tick", "space", "", "switch a choice on or off"),
        ("commit.help", "@help", "help", "all keys, where nothing is typed"),
    ),
    *_dialog(
        Where.EDIT,
        ("edit.take", "ctrl+s", "take", "use this text"),
        ("edit.back", "escape", "back", "back; asks if something was changed"),
        has_priority=True,
    ),
    *_dialog(Where.EDIT, ("edit.help", "@help", "help", "all keys, where nothing is typed")),
    *_dialog(
        Where.LINE,
        ("line.take", "enter", "", "use the line"),
        ("line.back", "escape", "dismiss(None)", "back"),
        ("line.help", "@help", "help", "all keys, where nothing is typed"),
    ),
    *_dialog(
        Where.FILTER,
        ("filter.next", "down,tab,ctrl+n", "step(1)", "next state"),
        ("filter.back", "up,shift+tab,ctrl+p", "step(-1)", "previous state"),
        has_priority=True,
    ),
    *_dialog(
        Where.FILTER,
        ("filter.take", "enter", "", "list these"),
        ("filter.close", "escape", "dismiss(None)", "back, the filter unchanged"),
        ("filter.help", "@help", "help", "all keys, where nothing is typed"),
    ),
    *_dialog(
        Where.FINDER,
        ("finder.down", "down,ctrl+n", "step(1)", "next file"),
        ("finder.up", "up,ctrl+p", "step(-1)", "previous file"),
        has_priority=True,
    ),
    *_dialog(
        Where.FINDER,
        ("finder.take", "enter", "", "use this file"),
        ("finder.close", "escape", "dismiss(None)", "back"),
        ("finder.help", "@help", "help", "all keys, where nothing is typed"),
    ),
    *_dialog(
        Where.SEARCH,
        ("search.take", "enter", "", "search for it"),
        ("search.close", "escape", "dismiss(None)", "back, the search unchanged"),
        ("search.help", "@help", "help", "all keys, where nothing is typed"),
    ),
    *_dialog(
        Where.HELP,
        ("help.down", "down,ctrl+n", "step(1)", "next entry"),
        ("help.up", "up,ctrl+p", "step(-1)", "previous entry"),
        ("help.half", "pagedown,ctrl+d", "step(10)", "page down"),
        ("help.half-back", "pageup,ctrl+u", "step(-10)", "page up"),
        ("help.close", "escape,f1", "dismiss(None)", "close the help"),
        has_priority=True,
    ),
    *_dialog(Where.HELP, ("help.run", "enter", "", "run the action, if it can be run now")),
)
"""The keys of dialogs. They follow the review's keys where they do the same."""


_BY_ID = {key.id: key for key in (*KEYS, *DIALOG_KEYS)}
_ID_IN_BRACES = re.compile(r"\{([a-z.-]+)\}")
_WRITTEN_NAMES = {
    "escape": "esc",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "delete": "del",
}
_ARROWS = frozenset({"down", "up", "left", "right"})
_CLOSES = "escape"
_DIGITS = tuple("123456789")


class Hint(Struct, frozen=True):
    """A key and its word in the line of hints."""

    id: str
    label: str
    word: str
    is_possible: bool = True
    """False to show it greyed: a later step of the way."""

    def __str__(self) -> str:
        return f"{self.label} {self.word}".strip()


class Keymap(Struct, frozen=True):
    """The keys of each action, in Textual's names and as users write them."""

    user_keys: dict[str, tuple[str, ...]] = {}
    """The user's keys by action id, in Textual's names; an empty tuple for no key."""

    def __getitem__(self, id: str) -> str:
        """The first key of an action as messages name it; that of the palette if it has none.

        Raises:
            KeyError: There is no such action.
        """
        keys = self.of(id)
        return written_key(keys[0] if keys else self.of("palette")[0])

    def of(self, id: str) -> tuple[str, ...]:
        """The keys of an action, in Textual's names."""
        key = _BY_ID[id]
        if id in self.user_keys:
            return self.user_keys[id]
        if "@" not in key.keys and key.where in IN_REVIEW:
            return tuple(each for each in key.keys.split(",") if each)
        return self._resolved(key.where)[id]

    def labels(self, id: str) -> str:
        """All keys of an action, as users write them."""
        keys = self.of(id)
        return "1–9" if keys == _DIGITS else " ".join(map(written_key, keys))

    def nth(self, id: str, number: int) -> str:
        """The key number `number` of an action, from 1; that of the palette if it has fewer."""
        return written_key([*self.of(id)[number - 1 : number], *self.of("palette")][0])

    def does(self, id: str, key: str) -> bool:
        """True if a key, in Textual's name, is one of an action's."""
        return key in self.of(id)

    def help(self, id: str) -> str:
        """The help text of an action."""
        return self.named(_BY_ID[id].help)

    def named(self, text: str) -> str:
        """A text with the keys of the actions whose ids are in braces."""
        return _ID_IN_BRACES.sub(lambda found: self[found[1]], text)

    def hint(self, id: str, word: str | None = None) -> Hint:
        """A key and its word for the line of hints."""
        label = self.labels(id) if self.of(id) == _DIGITS else self[id]
        return Hint(id, label, word or _BY_ID[id].hint)

    def bindings(self, where: Where) -> Iterator[Binding]:
        """Textual's bindings for a part of the program; those of a mode precede the review's."""
        wheres = (*IN_REVIEW[1:], where) if where is Where.REVIEW else (where,)
        for each in wheres:
            for key in keys_in(each):
                for nth, name in enumerate(self.of(key.id), 1):
                    if key.action:
                        yield self._binding(key, name, nth)

    def _binding(self, key: Key, name: str, nth: int) -> Binding:
        # Dialogs have actions of their own.
        action = f"do('{key.id}',{nth})" if key.where in IN_REVIEW else key.action
        help = self.help(key.id)
        return Binding(name, action, key.hint or help, show=False, priority=key.has_priority, tooltip=help)

    def _resolved(self, where: Where) -> dict[str, tuple[str, ...]]:
        """The keys of a dialog, with references to the review's keys resolved."""
        requests = [
            (name, key.id, each)
            for key in keys_in(where)
            for name in key.keys.split(",")
            for each in (self.of(name[1:]) if name.startswith("@") else (name,))
        ]
        only = {key.id for key in keys_in(where) if not {",", "@"} & set(key.keys)}
        # In order of precedence: escape closes whatever else is bound; an action keeps its only key; then
        # the review's keys; then the other keys of the dialog itself.
        owners: dict[str, str] = {}
        ranked = sorted(requests, key=lambda w: (w[0] != _CLOSES, w[1] not in only, w[0][0] != "@"))
        for _, id, each in ranked:
            owners.setdefault(each, id)
        return {
            key.id: tuple(dict.fromkeys(each for _, id, each in requests if id == key.id == owners[each]))
            for key in keys_in(where)
        }


SHIPPED = Keymap()
"""The table without the user's changes."""


def keymap_in_force(user_keys: Mapping[str, str | Sequence[str]], source: str | TomlFile) -> Keymap:
    """The table with the user's keys.

    Args:
        user_keys: Keys by action id, as written: `y,ctrl+y`, or a list; an empty text for no key.
        source: Their file, or its name, for error messages.

    Raises:
        UsageError: There is no such action or key, or two actions would have the same key.
    """
    if not user_keys:
        return SHIPPED
    keys_by_id: dict[str, tuple[str, ...]] = {}
    for id, keys in user_keys.items():
        _check_action(id, source)
        texts = re.split(r"\s*,\s*", keys.strip()) if isinstance(keys, str) and keys.strip() != "," else keys
        names = (_user_key(text.strip() or text, id, source) for text in texts if text)
        keys_by_id[id] = tuple(
            dict.fromkeys(each for name in names for each in _TEXTUAL_NAMES.get(name, (name,)))
        )
    keymap = Keymap(keys_by_id)
    if not keymap.of("palette"):
        raise _key_error(
            source,
            "palette",
            "leaves palette without a key, through which actions without one are reached. Give it another",
        )
    if len(keymap.of("match.choose")) > MAX_CANDIDATES:
        what = f"gives match.choose more than {MAX_CANDIDATES} keys: no more candidates are numbered"
        raise _key_error(source, "match.choose", what)
    _check_clashes(keymap, keys_by_id, source)
    return keymap


@lru_cache(maxsize=32)
def keys_in(where: Where) -> tuple[Key, ...]:
    """The table's rows of one part of the program."""
    return tuple(key for key in (*KEYS, *DIALOG_KEYS) if key.where is where)


def key_of(id: str) -> Key:
    """A row of the table.

    Raises:
        KeyError: There is no such action.
    """
    return _BY_ID[id]


def written_key(key: str) -> str:
    """A key in Textual's name as users write it."""
    return _written_key(key, in_ascii=draws_ascii())


@lru_cache(maxsize=1024)
def _written_key(key: str, *, in_ascii: bool) -> str:
    modifiers, _, name = key.rpartition("+")
    # In ASCII, an arrow would pass for another key.
    written = None if in_ascii and name in _ARROWS else _WRITTEN_NAMES.get(name)
    name_shown = written or _character_of(name).strip() or name
    return f"{modifiers}+{name_shown}" if modifiers else name_shown


def _character_of(name: str) -> str:
    """The character that a key without modifiers types; empty if it is not printable or unknown."""
    found = key_to_character(REPLACED_KEYS.get(name, name)) or ""
    return found if found.isprintable() else ""


_FIXED = {"ctrl+c": "it interrupts", "ctrl+q": "it quits"}
"""Keys that cannot be changed, so that there is always a way out."""
_OTHER_NAMES = {
    "esc": "escape",
    "return": "enter",
    "pgdn": "pagedown",
    "pgup": "pageup",
    "page_down": "pagedown",
    "page_up": "pageup",
    "del": "delete",
    "ins": "insert",
    "spacebar": "space",
    "↓": "down",
    "↑": "up",
    "←": "left",
    "→": "right",
}
_MODIFIERS = ("alt", "ctrl", "shift", "super")
"""In the order in which Textual names them."""
_TEXTUAL_NAMES = {
    "ctrl+left_square_bracket": ("escape",),
    "ctrl+space": ("ctrl+space", "ctrl+@"),
    "ctrl+at": ("ctrl+at", "ctrl+@"),
}
"""Keys that have another name in Textual, or one that depends on the terminal."""


def _check_action(id: str, source: str | TomlFile) -> None:
    known = [key.id for each in IN_REVIEW for key in keys_in(each)]
    if id == "interrupt":
        raise _key_error(source, id, "changes the keys of interrupt: ctrl+c is fixed")
    if id not in known:
        raise _key_error(
            source,
            id,
            f"gives a key to an unknown action: {visible_line(id)}.{likeness.did_you_mean(id, known)}"
            f" The help ({written_key('question_mark')}) and `editreview config keys` list them",
        )


def _user_key(text: str, id: str, source: str | TomlFile) -> str:
    """A key by Textual's name for it.

    Raises:
        SettingsError: There is no such key, or it cannot be changed.
    """
    *modifiers, name = [text] if len(text) == 1 else re.split(r"\+(?=.)", text)
    modifiers = [modifier.lower().replace("control", "ctrl") for modifier in modifiers]
    name = _OTHER_NAMES.get(name.lower(), name.lower() if len(name) > 1 else name)
    # The name of a character is a key as well, in any spelling.
    typed = _character_of(name) or (name if len(name) == 1 and name.isprintable() else "")
    name = name_of_character(typed) if typed else name
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        modifiers, name = [], name.upper()
    elif modifiers and len(name) == 1:
        name = name.lower()
    if not (typed or name in _key_names()) or not set(modifiers) <= set(_MODIFIERS):
        raise _key_error(
            source,
            id,
            f"gives {id} the key {visible_line(text)!r}, which is not a key."
            f"{likeness.did_you_mean(name, [*sorted(_key_names()), *_OTHER_NAMES])}"
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left",
        )
    key = "+".join([*(each for each in _MODIFIERS if each in modifiers), name])
    if key in _FIXED:
        what = f"gives {id} the key {key}, which cannot be changed: {_FIXED[key]}. Use another key"
        raise _key_error(source, id, what)
    return key


@cache
def _key_names() -> set[str]:
    """Textual's names of keys that type no character."""
    return {name for key in Keys if (name := key.value.rpartition("+")[2]).isalnum() and len(name) > 1}


def _check_clashes(keymap: Keymap, user_keys: Mapping[str, tuple[str, ...]], source: str | TomlFile) -> None:
    """Check that no two actions that are possible at the same time share a key."""
    # Most terminals cannot tell these apart.
    same = {alias: key for key, aliases in KEY_ALIASES.items() for alias in aliases}
    for each in IN_REVIEW:
        owners: dict[str, str] = {}
        for key in keys_in(each):
            for name in keymap.of(key.id):
                other = owners.setdefault(same.get(name, name), key.id)
                if other == key.id:
                    continue
                new, old = (key.id, other) if key.id in user_keys else (other, key.id)
                raise _key_error(
                    source,
                    new,
                    f"gives {new} the key {written_key(name)}, which {old} has:"
                    f' give {old} another one, or none with "{old}" = ""',
                )


def _key_error(source: str | TomlFile, id: str, message: str) -> SettingsError:
    return setting_error(source, message, "keys", id)
