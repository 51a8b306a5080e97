"""Reads the keys that the user's configuration gives to actions."""

import re
from collections.abc import Mapping, Sequence

from textual.keys import KEY_ALIASES, Keys
from textual.keys import _character_to_key as named

from editreview import likeness
from editreview.errors import UsageError
from editreview.terminal import visible_line
from editreview.tui.keymap import Keymap, character, entries, written
from editreview.tui.keys import IN_REVIEW

FIXED = {"ctrl+c": "it interrupts", "ctrl+q": "it quits"}
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
_MIN_SIMILARITY = 60.0
"""Percent from which a name is suggested for an unknown one."""
_PARTS = re.compile(r"\s*,\s*")


def keymap_of(configured: Mapping[str, str | Sequence[str]], where: str) -> Keymap:
    """The table with the user's own keys in it; see `in_force`."""
    keys_by_id: dict[str, tuple[str, ...]] = {}
    for id, keys in configured.items():
        _check_action(id, where)
        texts = _PARTS.split(keys.strip()) if isinstance(keys, str) and keys.strip() != "," else keys
        prefix = f"{where} gives {id} the key"
        names = (_key(text.strip() or text, prefix) for text in texts if text)
        keys_by_id[id] = tuple(
            dict.fromkeys(each for name in names for each in _TEXTUAL_NAMES.get(name, (name,)))
        )
    keymap = Keymap(keys_by_id)
    if not keymap.of("palette"):
        raise UsageError(
            f"{where} takes the last key from palette: actions without a key are reached"
            " through it. Give it another"
        )
    if len(keymap.of("match.choose")) > 9:
        raise UsageError(
            f"{where} gives match.choose more than nine keys: there are nine numbered candidates"
        )
    _check_clashes(keymap, keys_by_id, where)
    return keymap


def _check_action(id: str, where: str) -> None:
    known = [key.id for each in IN_REVIEW for key in entries(each)]
    if id == "interrupt":
        raise UsageError(f"{where} changes the keys of interrupt: ctrl+c is fixed")
    if id not in known:
        raise UsageError(
            f"{where} gives a key to an unknown action: {visible_line(id)}."
            f"{_suggestion(id, known)} The help ({written('question_mark')}) lists them"
        )


def _key(text: str, prefix: str) -> str:
    """A key by Textual's name for it.

    Raises:
        UsageError: There is no such key, or it cannot be changed.
    """
    *modifiers, name = [text] if len(text) == 1 else re.split(r"\+(?=.)", text)
    modifiers = [modifier.lower().replace("control", "ctrl") for modifier in modifiers]
    name = _ABBREVIATED.get(name.lower(), name.lower() if len(name) > 1 else name)
    # The name of a character is a key as well, in any spelling.
    typed = character(name) or (name if len(name) == 1 and name.isprintable() else "")
    name = named(typed) if typed else name
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        modifiers, name = [], name.upper()
    elif modifiers and len(name) == 1:
        name = name.lower()
    if not (typed or name in _NAMES) or not set(modifiers) <= set(_MODIFIERS):
        raise UsageError(
            f"{prefix} {visible_line(text)!r}, which is not a key."
            f"{_suggestion(name, [*sorted(_NAMES), *_ABBREVIATED])}"
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left"
        )
    key = "+".join([*(each for each in _MODIFIERS if each in modifiers), name])
    if key in FIXED:
        raise UsageError(f"{prefix} {key}, which cannot be changed: {FIXED[key]}. Use another key")
    return key


def _check_clashes(keymap: Keymap, user_keys: Mapping[str, tuple[str, ...]], where: str) -> None:
    """Check that no two actions that are possible at the same time share a key."""
    for each in IN_REVIEW:
        owners: dict[str, str] = {}
        for key in entries(each):
            for name in keymap.of(key.id):
                other = owners.setdefault(_SAME.get(name, name), key.id)
                if other == key.id:
                    continue
                new, old = (key.id, other) if key.id in user_keys else (other, key.id)
                raise UsageError(
                    f"{where} gives {new} the key {written(name)}, which {old} has:"
                    f' give {old} another one, or none with "{old}" = ""'
                )


def _suggestion(name: str, known: Sequence[str]) -> str:
    """The known names most similar to an unknown one, as a question; empty if none is similar."""
    found = likeness.process.extract(
        name, known, scorer=likeness.ratio, limit=3, score_cutoff=_MIN_SIMILARITY
    )
    return f" Did you mean {' or '.join(each for each, _, _ in found)}?" if found else ""
