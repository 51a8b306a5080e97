"""The styles of the diff in a theme, adjusted so that text is legible on every background it may have."""

from collections.abc import Callable

from msgspec import Struct
from rich.style import Style

from editreview.tui.contrast import TEXT, backgrounds_for, hardest, indexed, readable
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
    target: Style
    """For the numbers of rows that the next decision is about."""
    mark: Style
    unusual: Style
    """For invisible and misleading characters."""
    ignored: Style
    adjusted: Style
    dim: Style
    blank: Style
    match: Style
    current: Style
    selected: Style
    syntax: dict[str, Style]
    """By kind of token."""


def palette_from(style: Callable[[str], Style], *, has_256: bool, has_16: bool) -> Palette:
    """The palette of a theme.

    Args:
        style: Returns the style of a name.
        has_256: True if the terminal has just 256 colours.
        has_16: True if the terminal's own sixteen colours are used.
    """
    text = style("diff--text")
    removed, removed_word = backgrounds_for(style("diff--removed"), style("diff--removed-word"), text)
    added, added_word = backgrounds_for(style("diff--added"), style("diff--added-word"), text)
    _, match = backgrounds_for(text, style("diff--match"), text)
    _, selected = backgrounds_for(text, style("diff--selected"), text)
    if has_256:
        removed, added = indexed(removed, text), indexed(added, text)
        removed_word = removed_word + Style(bgcolor=removed.bgcolor, underline=True)
        added_word = added_word + Style(bgcolor=added.bgcolor, underline=True)
    under = (hardest((text, removed, removed_word, added, added_word, match, selected)),)

    def legible(name: str) -> Style:
        """A foreground that is legible on every background of code."""
        return _foreground(readable(style(name), MIN_CONTRAST.get(name, TEXT), under))

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
        target=style("diff--target"),
        mark=legible("diff--mark"),
        unusual=legible("diff--strange"),
        ignored=legible("diff--ignored"),
        adjusted=legible("diff--adjusted"),
        dim=style("diff--dim"),
        blank=legible("diff--blank"),
        match=_background(match),
        current=style("diff--current"),
        selected=_background(selected),
        # Sixteen colours are too few for both syntax and changes.
        syntax={} if has_16 else {kind: legible(f"syntax--{kind}") for kind in KINDS},
    )


def _foreground(style: Style) -> Style:
    """A style without its background."""
    return style.without_color + Style(color=style.color)


def _background(style: Style) -> Style:
    """A style without its foreground."""
    return style.without_color + Style(bgcolor=style.bgcolor)
