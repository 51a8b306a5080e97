"""The command palette: every action of the table, found by its words, with its key."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from msgspec import Struct
from textual.command import DiscoveryHit, Hit, Hits, Provider

from editreview.tui.keymap import Keymap, written
from editreview.tui.keys import KEYS
from editreview.tui.screens.review import ReviewScreen

_PALETTE = "palette"


class PaletteEntry(Struct, frozen=True):
    """One action in the palette."""

    id: str
    nth: int
    """The number of the action's key, from 1."""
    text: str
    help_text: str
    """Its keys and its id."""


def commands(keys: Keymap) -> Iterator[PaletteEntry]:
    """Every action of the review in the table's order, one for each key where its keys differ in effect."""
    for key in KEYS:
        text = f"{key.group}: {keys.help(key.id)}"
        if key.id == _PALETTE:
            continue
        if "{nth}" not in key.action:
            yield PaletteEntry(key.id, 1, text, _help_text(keys.labels(key.id), key.id))
            continue
        for nth, name in enumerate(keys.of(key.id) or key.keys.split(","), 1):
            label = written(name) if name in keys.of(key.id) else ""
            yield PaletteEntry(
                key.id, nth, f"{key.group}: number {nth}, {keys.help(key.id)}", _help_text(label, key.id)
            )


def _help_text(labels: str, id: str) -> str:
    return f"{labels or 'no key'} · {id}"


class Actions(Provider):
    """Provides Textual's palette with the actions of the review."""

    async def discover(self) -> Hits:
        for command in self._commands():
            yield DiscoveryHit(command.text, self._does(command), help=command.help_text)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in self._commands():
            score = max(matcher.match(command.text), matcher.match(command.id))
            if score > 0:
                yield Hit(score, matcher.highlight(command.text), self._does(command), help=command.help_text)

    @property
    def _review(self) -> ReviewScreen:
        # Only the review opens the palette.
        return cast(ReviewScreen, self.screen)

    def _commands(self) -> Iterator[PaletteEntry]:
        return commands(self._review.session.keys)

    def _does(self, command: PaletteEntry) -> partial[None]:
        return partial(self._review.run, command.id, command.nth)
