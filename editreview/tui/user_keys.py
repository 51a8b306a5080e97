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

FIXED = {"ctrl+c": "it interrupts", "ctrl+q": "it leaves"}
"""Keys that always do the same, so that there is always a way out."""
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
"""Keys for which most terminals send the same."""
_OTHERWISE = {
    "ctrl+left_square_bracket": ("escape",),
    "ctrl+space": ("ctrl+space", "ctrl+@"),
    "ctrl+at": ("ctrl+at", "ctrl+@"),
}
"""Keys that Textual names otherwise, or by terminal."""
_NAMES = {name for key in Keys if (name := key.value.rpartition("+")[2]).isalnum() and len(name) > 1}
_ALIKE = 60.0
"""Percent from which a name may be what was meant."""
_PARTS = re.compile(r"\s*,\s*")


def keymap_of(given: Mapping[str, str | Sequence[str]], where: str) -> Keymap:
    """The table with the user's own keys in it; see `in_force`."""
    own: dict[str, tuple[str, ...]] = {}
    for id, keys in given.items():
        _check_action(id, where)
        texts = _PARTS.split(keys.strip()) if isinstance(keys, str) and keys.strip() != "," else keys
        said = f"{where} gives {id} the key"
        names = (_key(text.strip() or text, said) for text in texts if text)
        own[id] = tuple(dict.fromkeys(each for name in names for each in _OTHERWISE.get(name, (name,))))
    keymap = Keymap(own)
    if not keymap.of("palette"):
        raise UsageError(
            f"{where} takes the last key from palette: actions without a key are reached"
            " through it. Give it another"
        )
    if len(keymap.of("match.choose")) > 9:
        raise UsageError(
            f"{where} gives match.choose more than nine keys: there are nine numbered candidates"
        )
    _check_clashes(keymap, own, where)
    return keymap


def _check_action(id: str, where: str) -> None:
    known = [key.id for place in IN_REVIEW for key in entries(place)]
    if id == "interrupt":
        raise UsageError(f"{where} changes the keys of interrupt: ctrl+c is fixed")
    if id not in known:
        raise UsageError(
            f"{where} gives a key to an unknown action: {visible_line(id)}."
            f"{_meant(id, known)} The help ({written('question_mark')}) lists them"
        )


def _key(text: str, said: str) -> str:
    """A key in Textual's name.

    Raises:
        UsageError: There is none, or it is one of those that stay what they are.
    """
    *modifiers, name = [text] if len(text) == 1 else re.split(r"\+(?=.)", text)
    modifiers = [modifier.lower().replace("control", "ctrl") for modifier in modifiers]
    name = _ABBREVIATED.get(name.lower(), name.lower() if len(name) > 1 else name)
    # Also the name of a character is one, however it is written.
    typed = character(name) or (name if len(name) == 1 and name.isprintable() else "")
    name = named(typed) if typed else name
    if modifiers == ["shift"] and len(name) == 1 and name.isalpha():
        modifiers, name = [], name.upper()
    elif modifiers and len(name) == 1:
        name = name.lower()
    if not (typed or name in _NAMES) or not set(modifiers) <= set(_MODIFIERS):
        raise UsageError(
            f"{said} {visible_line(text)!r}, which is not a key."
            f"{_meant(name, [*sorted(_NAMES), *_ABBREVIATED])}"
            " Write a character, or a name such as space, enter, f5, ctrl+d, alt+left"
        )
    key = "+".join([*(each for each in _MODIFIERS if each in modifiers), name])
    if key in FIXED:
        raise UsageError(f"{said} {key}, which cannot be changed: {FIXED[key]}. Use another key")
    return key


def _check_clashes(keymap: Keymap, own: Mapping[str, tuple[str, ...]], where: str) -> None:
    """See that no two actions that can be meant at the same time have the same key."""
    for place in IN_REVIEW:
        owners: dict[str, str] = {}
        for key in entries(place):
            for name in keymap.of(key.id):
                other = owners.setdefault(_SAME.get(name, name), key.id)
                if other == key.id:
                    continue
                given, kept = (key.id, other) if key.id in own else (other, key.id)
                raise UsageError(
                    f"{where} gives {given} the key {written(name)}, which {kept} has:"
                    f' give {kept} another one, or none with "{kept}" = ""'
                )


def _meant(name: str, known: Sequence[str]) -> str:
    """The names that are most like one which is not there, as a question; empty if none is."""
    found = likeness.process.extract(name, known, scorer=likeness.ratio, limit=3, score_cutoff=_ALIKE)
    return f" Did you mean {' or '.join(each for each, _, _ in found)}?" if found else ""
