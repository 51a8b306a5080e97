"""Reads the keys that the user's configuration gives to actions."""

import re
from collections.abc import Mapping, Sequence

from textual.keys import KEY_ALIASES, Keys
from textual.keys import _character_to_key as named

from editreview import likeness
from editreview.errors import SettingsError
from editreview.terminal import visible_line
from editreview.toml_file import TomlFile, setting_error
from editreview.tui.keys import IN_REVIEW, Keymap, character_of, keys_in, written_key

_FIXED = {"ctrl+c": "it interrupts", "ctrl+q": "it quits"}
"""Keys that cannot be changed, so that there is always a way out."""
_ABBREVIATED = {
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
_SAME = {alias: key for key, aliases in KEY_ALIASES.items() for alias in aliases}
"""Keys that most terminals cannot tell apart."""
_TEXTUAL_NAMES = {
    "ctrl+left_square_bracket": ("escape",),
    "ctrl+space": ("ctrl+space", "ctrl+@"),
    "ctrl+at": ("ctrl+at", "ctrl+@"),
}
"""Keys that have another name in Textual, or one that depends on the terminal."""
_NAMES = {name for key in Keys if (name := key.value.rpartition("+")[2]).isalnum() and len(name) > 1}
_PARTS = re.compile(r"\s*,\s*")


def keymap_of(configured: Mapping[str, str | Sequence[str]], where: str | TomlFile) -> Keymap:
    """The table with the user's own keys in it; see `in_force`."""
    keys_by_id: dict[str, tuple[str, ...]] = {}
    for id, keys in configured.items():
        _check_action(id, where)
        texts = _PARTS.split(keys.strip()) if isinstance(keys, str) and keys.strip() != "," else keys
        names = (_key(text.strip() or text, id, where) for text in texts if text)
        keys_by_id[id] = tuple(
            dict.fromkeys(each for name in names for each in _TEXTUAL_NAMES.get(name, (name,)))
        )
    keymap = Keymap(keys_by_id)
    if not keymap.of("palette"):
        raise _error(
            where,
            "palette",
            "leaves palette without a key, through which actions without one are reached. Give it another",
        )
    if len(keymap.of("match.choose")) > 9:
        what = "gives match.choose more than nine keys: there are nine numbered candidates"
        raise _error(where, "match.choose", what)
    _check_clashes(keymap, keys_by_id, where)
    return keymap


def _check_action(id: str, where: str | TomlFile) -> None:
    known = [key.id for each in IN_REVIEW for key in keys_in(each)]
    if id == "interrupt":
        raise _error(where, id, "changes the keys of interrupt: ctrl+c is fixed")
    if id not in known:
        raise _error(
            where,
            id,
            f"gives a key to an unknown action: {visible_line(id)}.{likeness.did_you_mean(id, known)}"
            f" The help ({written_key('question_mark')}) and `editreview config keys` list them",
        )


def _key(text: str, id: str, where: str | TomlFile) -> str:
    """A key by Textual's name for it.

    Raises:
        SettingsError: There is no such key, or it cannot be changed.
    """
    *modifiers, name = [text] if len(text) == 1 else re.split(r"\+(?=.)", text)
    modifiers = [modifier.lower().replace("control", "ctrl") for modifier in modifiers]
    name = _ABBREVIATED.get(name.lower(), name.lower() if len(name) > 1 else name)
    # The name of a character is a key as well, in any spelling.
    typed = character_of(name) or (name if len(name) == 1 and name.isprintable() else "")
    name = named(typed) if typed else name
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        modifiers, name = [], name.upper()
    elif modifiers and len(name) == 1:
        name = name.lower()
    if not (typed or name in _NAMES) or not set(modifiers) <= set(_MODIFIERS):
        raise _error(
            where,
            id,
            f"gives {id} the key {visible_line(text)!r}, which is not a key."
            f"{likeness.did_you_mean(name, [*sorted(_NAMES), *_ABBREVIATED])}"
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left",
        )
    key = "+".join([*(each for each in _MODIFIERS if each in modifiers), name])
    if key in _FIXED:
        what = f"gives {id} the key {key}, which cannot be changed: {_FIXED[key]}. Use another key"
        raise _error(where, id, what)
    return key


def _check_clashes(keymap: Keymap, user_keys: Mapping[str, tuple[str, ...]], where: str | TomlFile) -> None:
    """Check that no two actions that are possible at the same time share a key."""
    for each in IN_REVIEW:
        owners: dict[str, str] = {}
        for key in keys_in(each):
            for name in keymap.of(key.id):
                other = owners.setdefault(_SAME.get(name, name), key.id)
                if other == key.id:
                    continue
                new, old = (key.id, other) if key.id in user_keys else (other, key.id)
                raise _error(
                    where,
                    new,
                    f"gives {new} the key {written_key(name)}, which {old} has:"
                    f' give {old} another one, or none with "{old}" = ""',
                )


def _error(where: str | TomlFile, id: str, message: str) -> SettingsError:
    return setting_error(where, message, "keys", id)
