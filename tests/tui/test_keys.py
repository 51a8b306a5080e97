"""The table of keys is whole: what it promises exists, once, wherever keys are heard."""

import importlib
import re
from collections import Counter
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key as Pressed

import editreview.tui
from editreview.errors import UsageError
from editreview.matching import MAX_CANDIDATES
from editreview.tui.controllers.applying import Applying, Checking, Leaving
from editreview.tui.controllers.choosing import Choosing, Placing
from editreview.tui.controllers.conversing import Conversing, Copying
from editreview.tui.controllers.deciding import Deciding, Selecting
from editreview.tui.controllers.editing import Editing, Repairing
from editreview.tui.controllers.navigating import Moving, Navigating
from editreview.tui.controllers.streaming import Streaming
from editreview.tui.keys import (
    DIALOG_KEYS,
    IN_REVIEW,
    KEYS,
    SHIPPED,
    Key,
    Keymap,
    Where,
    keymap_in_force,
    keys_in,
)
from editreview.tui.screens.dialogs import KeyedScreen
from editreview.tui.screens.review import ReviewScreen
from editreview.tui.textual_internals import XTermParser
from tests.tui.reviewing import reviewing

SOURCES = sorted(Path(str(editreview.tui.__file__)).parent.rglob("*.py"))
REFERRED = re.compile(r"""keys(?:\.hint|\.nth|\.help|\.does|\.of)?[\[(]f?["']([a-z]+(?:[.-][a-z]+)*)["']""")
NAMES = [key.id for key in KEYS if key.id != "interrupt"]
TYPED = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]{}.*+-=/?0123456789")


CONTROLLERS = {
    "applying": Applying,
    "choosing": Choosing,
    "conversing": Conversing,
    "copying": Copying,
    "deciding": Deciding,
    "editing": Editing,
    "checking": Checking,
    "leaving": Leaving,
    "navigating": Navigating,
    "moving": Moving,
    "selecting": Selecting,
    "screen": ReviewScreen,
    "repairing": Repairing,
    "placing": Placing,
    "streaming": Streaming,
}


def method_of(key: Key, name: str) -> object:
    """The method that a key calls: a controller's, or an action of the screen that lies over the review."""
    if key.where in IN_REVIEW:
        owner, _, method = name.partition(".")
        return getattr(CONTROLLERS[owner], method)
    for path in Path(str(editreview.tui.__file__)).parent.glob("screens/*.py"):
        importlib.import_module(f"editreview.tui.screens.{path.stem}")
    screen = next(each for each in KeyedScreen.__subclasses__() if key.where is each.WHERE)
    return getattr(screen, f"action_{name}")


def test_every_name_is_given_once() -> None:
    """Names are what a key map of one's own refers to."""
    assert [] == [
        name for name, count in Counter(key.id for key in (*KEYS, *DIALOG_KEYS)).items() if count > 1
    ]


@pytest.mark.parametrize("where", Where)
def test_no_key_has_two_actions_in_one_context(where: Where) -> None:
    """The keys of a search take precedence over those of the review."""
    keys = Counter(name for key in keys_in(where) for name in SHIPPED.of(key.id))

    assert keys
    assert [] == [key for key, count in keys.items() if count > 1]


def test_each_candidate_has_a_key() -> None:
    assert MAX_CANDIDATES == len(SHIPPED.of("match.choose"))


def test_every_action_exists() -> None:
    """And its arguments are numbers, words in quotes, or none; what has no action is done by a text field."""
    for key in (*KEYS, *DIALOG_KEYS):
        name, _, arguments = key.action.partition("(")

        assert callable(method_of(key, name)) if name else key in DIALOG_KEYS, key.id
        assert not arguments or re.fullmatch(r"(-?\d+|'[a-z]+'|\{nth\}|True|False|None)\)", arguments), key.id


def test_every_key_of_an_action_is_bound_to_it() -> None:
    """To the one with its number, where they differ."""
    bound = {(binding.key, binding.action) for binding in SHIPPED.bindings(Where.REVIEW)}

    for key in KEYS:
        names = SHIPPED.of(key.id)
        assert bound >= {(name, f"do('{key.id}',{nth})") for nth, name in enumerate(names, 1)}


async def test_every_key_of_the_review_finds_its_method(shop: Path) -> None:
    """With the arguments that the table has for it, and the number of its key."""
    async with reviewing(shop) as user:
        screen = user.app.screen
        assert isinstance(screen, ReviewScreen)
        for key in KEYS:
            command = screen.command(key.id, 2)
            signature(command.func).bind(*command.args)
            assert ("{nth}" in key.action) == (command.args == (2,)), key.id


def test_the_free_key_stays_free() -> None:
    """d is left for people who bind it themselves."""
    assert "d" not in {binding.key for binding in SHIPPED.bindings(Where.REVIEW)}


def test_a_hint_is_a_key_and_a_word() -> None:
    """The first of several keys, and a word of the caller's own if it has one."""
    assert ["y accept", "p write", "1–9 choose"] == [
        str(SHIPPED.hint("block.accept")),
        str(SHIPPED.hint("do.apply", "write")),
        str(SHIPPED.hint("match.choose", "choose")),
    ]


def test_keys_named_in_messages_are_in_the_table() -> None:
    """A key in a sentence is asked for by the id of its action."""
    known = {key.id for key in (*KEYS, *DIALOG_KEYS)}
    for path in SOURCES:
        assert set() == set(REFERRED.findall(path.read_text("utf-8"))) - known, path


def test_no_message_contains_a_configurable_key() -> None:
    """As `y accepts`, `S stages` or `ctrl+r`."""
    spelled = re.compile(
        r"""["' (·][a-zA-Z1-9.*+\]] (?:accepts|rejects|applies|stages|commits|copies|forces|lists|leaves|"""
        r"""quits|closes|shows|pastes|again|goes|go|cuts|takes it|scroll|move|close|includes)\b"""
    )
    for path in SOURCES:
        found = [] if path.stem == "keys" else spelled.findall(path.read_text("utf-8"))
        assert [] == found, path


@given(st.dictionaries(st.sampled_from(NAMES), TYPED, max_size=12))
def test_a_keymap_is_refused_or_has_no_clashes(given_keys: dict[str, str]) -> None:
    """Whatever is given: in the review, while searching, and in all that lies over it."""
    try:
        keymap = keymap_in_force(given_keys, "the configuration")
    except UsageError as error:
        assert re.match(r"the configuration (gives|takes) ", str(error))
        return
    for where in Where:
        names = Counter(name for key in keys_in(where) for name in keymap.of(key.id))
        assert [] == [name for name, count in names.items() if count > 1]
        out = [key.id for key in keys_in(where) if "escape" in keymap.of(key.id)]
        assert out or where in (Where.REVIEW, Where.SEARCHING)


def test_dialogs_follow_the_users_keys() -> None:
    """And a key of its own gives way to one that now moves there."""
    keymap = keymap_in_force({"move.down": "y,down", "block.accept": "f6", "quit": "Q"}, "the configuration")

    assert ("y", "down") == keymap.of("response.down")
    assert ("escape", "Q", "x") == keymap.of("notes.close")
    assert ("enter",) == keymap.of("notes.copy")
    assert ("F",) == keymap.of("force.yes")


def test_no_dialog_loses_its_only_key() -> None:
    """Else one could write a message for a commit, and not commit."""
    keymap = keymap_in_force({"help": "ctrl+s", "quit": "ctrl+z", "suspend": ""}, "the configuration")

    assert ("ctrl+s",) == keymap.of("commit.commit") == keymap.of("edit.take")
    assert () == keymap.of("commit.help")
    assert ("ctrl+z",) == keymap.of("paste.undo")
    assert ("escape", "ctrl+c") == keymap.of("paste.leave")


def test_an_action_without_a_key_is_named_by_the_palettes() -> None:
    """The palette finds it by its words."""
    keymap = keymap_in_force({"do.apply": ""}, "the configuration")

    assert ("ctrl+p", "", "ctrl+p apply") == (
        keymap["do.apply"],
        keymap.labels("do.apply"),
        str(keymap.hint("do.apply")),
    )


def test_each_numbered_match_has_its_own_key() -> None:
    """In the order in which they are given."""
    keymap = keymap_in_force({"match.choose": "f5,f6"}, "the configuration")

    bound = {b.key: b.action for b in keymap.bindings(Where.REVIEW) if "match.choose" in b.action}
    assert {"f5": "do('match.choose',1)", "f6": "do('match.choose',2)"} == bound
    assert ("f6", "ctrl+p") == (keymap.nth("match.choose", 2), keymap.nth("match.choose", 3))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[", "left_square_bracket"),
        ("?", "question_mark"),
        ("+", "plus"),
        (",", "comma"),
        ("é", "é"),
        ("space", "space"),
        ("esc", "escape"),
        ("Return", "enter"),
        ("PgDn", "pagedown"),
        ("ctrl+D", "ctrl+d"),
        ("ctrl++", "ctrl+plus"),
        ("ctrl+i", "ctrl+i"),
        ("ctrl+[", "escape"),
        ("shift+a", "A"),
        ("alt+←", "alt+left"),
        ("shift+ctrl+f5", "ctrl+shift+f5"),
        ("ctrl+alt+right", "alt+ctrl+right"),
        ("right_square_bracket", "right_square_bracket"),
    ],
)
def test_common_spellings_of_keys_are_accepted(text: str, key: str) -> None:
    """Or as Textual does."""
    cleared = {each.id: "" for each in KEYS if each.id not in ("interrupt", "palette", "view.theme")}
    assert (key,) == keymap_in_force({**cleared, "view.theme": text}, "the configuration").of("view.theme")


SENT = [
    *((chr(code), chr(code)) for code in range(33, 127)),
    *((f"ctrl+{chr(96 + code)}", chr(code)) for code in range(1, 27) if code not in (3, 8, 17)),
    ("space", " "),
    ("é", "é"),
    ("€", "€"),
    ("ctrl+space", "\0"),
    ("ctrl+space", "\x1b[32;5u"),
    ("ctrl+@", "\0"),
    ("f1", "\x1bOP"),
    ("shift+tab", "\x1b[Z"),
    ("alt+a", "\x1ba"),
    ("alt+shift+a", "\x1bA"),
    ("ctrl+alt+right", "\x1b[1;7C"),
    ("shift+ctrl+f5", "\x1b[15;6~"),
    ("ctrl+.", "\x1b[46;5u"),
]
"""Spellings of keys, and the bytes that a terminal sends for them."""


def test_configured_keys_are_those_a_terminal_sends() -> None:
    """Under the name that Textual gives it."""
    for text, sent in SENT:
        parser = XTermParser()
        events = [each for part in (sent, "") for each in parser.feed(part)]
        cleared = {each.id: "" for each in KEYS if each.id not in ("interrupt", "palette", "view.theme")}
        if text == "ctrl+p":
            cleared["palette"] = "f12"
        names = keymap_in_force({**cleared, "view.theme": [text]}, "the configuration").of("view.theme")

        assert [True] == [
            isinstance(event, Pressed) and not {event.key, *event.aliases}.isdisjoint(names)
            for event in events
        ], text


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            {"block.acept": "y"},
            "gives a key to an unknown action: block.acept."
            " Did you mean block.accept or block.advance or block.reject?"
            " The help (?) and `editreview config keys` list them",
        ),
        (
            {"block.accept": "spcae"},
            "gives block.accept the key 'spcae', which is not a key."
            " Did you mean space or escape or spacebar? Write a character,"
            " or a name such as space, enter, f5, ctrl+d, alt+left",
        ),
        (
            {"block.accept": "hyper+y"},
            "gives block.accept the key 'hyper+y', which is not a key."
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left",
        ),
        (
            {"block.accept": "\x1b]0;"},
            "gives block.accept the key '␛]0;', which is not a key."
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left",
        ),
        (
            {"block.accept": "y,n"},
            "gives block.accept the key n, which block.reject has: give block.reject another one,"
            ' or none with "block.reject" = ""',
        ),
        (
            {"find.next": "esc"},
            "gives find.next the key esc, which find.end has: give find.end another one,"
            ' or none with "find.end" = ""',
        ),
        (
            {"view.theme": "ctrl+i"},
            "gives view.theme the key ctrl+i, which move.pane has: give move.pane another one,"
            ' or none with "move.pane" = ""',
        ),
        (
            {"quit": "ctrl+c"},
            "gives quit the key ctrl+c, which cannot be changed: it interrupts. Use another key",
        ),
        ({"interrupt": "x"}, "changes the keys of interrupt: ctrl+c is fixed"),
        (
            {"palette": ""},
            "leaves palette without a key, through which actions without one are reached. Give it another",
        ),
        (
            {"match.choose": ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10"]},
            "gives match.choose more than 9 keys: no more candidates are numbered",
        ),
    ],
)
def test_an_invalid_keymap_gives_a_message_with_advice(own: dict[str, str | list[str]], said: str) -> None:
    """The source is named, and the entry."""
    with pytest.raises(UsageError) as raised:
        keymap_in_force(own, "the configuration")
    assert f"the configuration {said}" == str(raised.value)


def test_two_actions_may_swap_their_keys() -> None:
    """Only what comes of all of it counts."""
    keymap = keymap_in_force({"block.accept": "n", "block.reject": "y"}, "the configuration")

    assert isinstance(keymap, Keymap)
    assert ("n", "y") == (keymap["block.accept"], keymap["block.reject"])
