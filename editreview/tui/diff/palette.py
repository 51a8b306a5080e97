"""The styles of the diff, from the stylesheet: text can be read on every background it may stand on."""

from collections.abc import Callable

from msgspec import Struct
from rich.style import Style

from editreview.tui.contrast import TEXT, grounds_for, hardest, indexed, readable
from editreview.tui.diff.syntax import KINDS
from editreview.tui.widgets.lines import MIN_CONTRAST


class Palette(Struct, frozen=True):
    """The styles that rows are drawn in."""

    text: Style
    number: Style
    removed: Style
    removed_word: Style
    added: Style
    added_word: Style
    filler: Style
    fold: Style
    cursor: Style
    mark: Style
    strange: Style
    """Of characters that are not what they seem."""
    ignored: Style
    adjusted: Style
    dim: Style
    blank: Style
    match: Style
    current: Style
    selected: Style
    syntax: dict[str, Style]
    """By the kinds of tokens."""


def palette_from(style: Callable[[str], Style], *, has_256: bool, has_16: bool) -> Palette:
    """The palette of a theme.

    Args:
        style: Gives the style of a name.
        has_256: The terminal has 256 colours and no more.
        has_16: The terminal's own sixteen colours are used.
    """
    text = style("diff--text")
    removed, removed_word = grounds_for(style("diff--removed"), style("diff--removed-word"), text)
    added, added_word = grounds_for(style("diff--added"), style("diff--added-word"), text)
    _, match = grounds_for(text, style("diff--match"), text)
    _, selected = grounds_for(text, style("diff--selected"), text)
    if has_256:
        removed, added = indexed(removed, text), indexed(added, text)
        removed_word = removed_word + Style(bgcolor=removed.bgcolor, underline=True)
        added_word = added_word + Style(bgcolor=added.bgcolor, underline=True)
    under = (hardest((text, removed, removed_word, added, added_word, match, selected)),)

    def ink(name: str) -> Style:
        """Legible on every background that code is on."""
        return _ink(readable(style(name), MIN_CONTRAST.get(name, TEXT), under))

    return Palette(
        text=readable(text, on=under),
        number=style("diff--number"),
        removed=readable(removed, on=under),
        removed_word=_background(removed_word),
        added=readable(added, on=under),
        added_word=_background(added_word),
        filler=style("diff--filler"),
        fold=style("diff--fold"),
        cursor=style("diff--cursor"),
        mark=ink("diff--mark"),
        strange=ink("diff--strange"),
        ignored=ink("diff--ignored"),
        adjusted=ink("diff--adjusted"),
        dim=style("diff--dim"),
        blank=ink("diff--blank"),
        match=_background(match),
        current=style("diff--current"),
        selected=_background(selected),
        # Of sixteen colours there are too few for both code and changes.
        syntax={} if has_16 else {kind: ink(f"syntax--{kind}") for kind in KINDS},
    )


def _ink(style: Style) -> Style:
    """The part of a style that concerns the text, whatever is behind it."""
    return style.without_color + Style(color=style.color)


def _background(style: Style) -> Style:
    """The part of a style that concerns what is behind the text."""
    return style.without_color + Style(bgcolor=style.bgcolor)
