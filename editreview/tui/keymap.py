"""The keymap in force: the table of keys, with the user's changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from textual.binding import Binding
from textual.keys import REPLACED_KEYS, key_to_character

from editreview.toml_file import TomlFile
from editreview.tui.keys import IN_REVIEW, KEYS, OVER, Key, Where

_BY_ID = {key.id: key for key in (*KEYS, *OVER)}
_NAMED = re.compile(r"\{([a-z.-]+)\}")
_WRITTEN = {
    "escape": "esc",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "pgdn",
    "pageup": "pgup",
    "delete": "del",
}
_LEAVES = "escape"
_FIGURES = tuple("123456789")


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
        return written(keys[0] if keys else self.of("palette")[0])

    def of(self, id: str) -> tuple[str, ...]:
        """The keys of an action, in Textual's names."""
        key = _BY_ID[id]
        if id in self.user_keys:
            return self.user_keys[id]
        if "@" not in key.keys and key.where in IN_REVIEW:
            return tuple(each for each in key.keys.split(",") if each)
        return self._over(key.where)[id]

    def labels(self, id: str) -> str:
        """All keys of an action, as users write them."""
        keys = self.of(id)
        return "1–9" if keys == _FIGURES else " ".join(map(written, keys))

    def nth(self, id: str, number: int) -> str:
        """The key number `number` of an action, from 1; that of the palette if it has fewer."""
        return written([*self.of(id)[number - 1 : number], *self.of("palette")][0])

    def does(self, id: str, key: str) -> bool:
        """True if a key, in Textual's name, is one of an action's."""
        return key in self.of(id)

    def help(self, id: str) -> str:
        """The help text of an action."""
        return self.named(_BY_ID[id].help)

    def named(self, text: str) -> str:
        """A text with the keys of the actions whose ids stand in braces."""
        return _NAMED.sub(lambda found: self[found[1]], text)

    def hint(self, id: str, word: str | None = None) -> Hint:
        """A key and its word for the line of hints."""
        label = self.labels(id) if self.of(id) == _FIGURES else self[id]
        return Hint(id, label, word or _BY_ID[id].hint)

    def bindings(self, where: Where) -> Iterator[Binding]:
        """Textual's bindings for a part of the program; those of a mode precede the review's."""
        wheres = (*IN_REVIEW[1:], where) if where is Where.REVIEW else (where,)
        for each in wheres:
            for key in entries(each):
                for nth, name in enumerate(self.of(key.id), 1):
                    if key.action:
                        yield self._binding(key, name, nth)

    def _binding(self, key: Key, name: str, nth: int) -> Binding:
        # Dialogs have actions of their own.
        action = f"do('{key.id}',{nth})" if key.where in IN_REVIEW else key.action
        help = self.help(key.id)
        return Binding(name, action, key.hint or help, show=False, priority=key.is_first, tooltip=help)

    def _over(self, where: Where) -> dict[str, tuple[str, ...]]:
        """The keys of a dialog, with references to the review's keys resolved."""
        requests = [
            (name, key.id, each)
            for key in entries(where)
            for name in key.keys.split(",")
            for each in (self.of(name[1:]) if name.startswith("@") else (name,))
        ]
        only = {key.id for key in entries(where) if not {",", "@"} & set(key.keys)}
        # In order of precedence: escape closes whatever else is bound; an action keeps its only key; then
        # the review's keys; then the other keys of the dialog itself.
        owners: dict[str, str] = {}
        ranked = sorted(requests, key=lambda w: (w[0] != _LEAVES, w[1] not in only, w[0][0] != "@"))
        for _, id, each in ranked:
            owners.setdefault(each, id)
        return {
            key.id: tuple(dict.fromkeys(each for _, id, each in requests if id == key.id == owners[each]))
            for key in entries(where)
        }


SHIPPED = Keymap()
"""The table without the user's changes."""


def in_force(user_keys: Mapping[str, str | Sequence[str]], where: str | TomlFile) -> Keymap:
    """The table with the user's keys.

    Args:
        user_keys: Keys by action id, as written: `y,ctrl+y`, or a list; an empty text for no key.
        where: Their source, or its name, for error messages.

    Raises:
        UsageError: There is no such action or key, or two actions would have the same key.
    """
    if not user_keys:
        return SHIPPED
    # Imported only for users who have keys of their own.
    from editreview.tui.user_keys import keymap_of

    return keymap_of(user_keys, where)


@lru_cache(maxsize=32)
def entries(where: Where) -> tuple[Key, ...]:
    """The table's rows of one part of the program."""
    return tuple(key for key in (*KEYS, *OVER) if key.where is where)


def entry(id: str) -> Key:
    """A row of the table.

    Raises:
        KeyError: There is no such action.
    """
    return _BY_ID[id]


@lru_cache(maxsize=512)
def written(key: str) -> str:
    """A key in Textual's name as users write it."""
    modifiers, _, name = key.rpartition("+")
    name_shown = _WRITTEN.get(name) or character(name).strip() or name
    return f"{modifiers}+{name_shown}" if modifiers else name_shown


def character(name: str) -> str:
    """The character that a key without modifiers types; empty if it is not printable or unknown."""
    found = key_to_character(REPLACED_KEYS.get(name, name)) or ""
    return found if found.isprintable() else ""
