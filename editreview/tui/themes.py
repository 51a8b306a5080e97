"""Colours: the themes that the project adds to Textual's, the theme at the start, and legible contrasts.

Colours are adjusted so that text is legible on every background it may be on. Luminance and contrast are
those of WCAG 2.1 ("relative luminance", "contrast ratio"). A colour is changed as little as possible, so that
it keeps its hue. The terminal's own sixteen colours, whose values are unknown, are left as they are.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from math import sqrt

from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from editreview import likeness
from editreview.errors import UsageError
from editreview.toml_file import TomlFile, setting_error

DARK, LIGHT = "-dark", "-light"
_PLAIN, _SIXTEEN = "textual", "ansi"

# The eight colours of M. Okabe and K. Ito, "Color Universal Design", 2008: distinguishable with every kind of
# colour vision, blue and orange best of all. Darkened for a light background.
OWN = (
    Theme(
        name="colour-blind-dark",
        primary="#CC79A7",
        secondary="#8A93A6",
        accent="#33B893",
        warning="#F0E442",
        error="#E69F00",
        success="#56B4E9",
        foreground="#E4E4E4",
        background="#121212",
        surface="#1C1C1E",
        panel="#262629",
    ),
    Theme(
        name="colour-blind-light",
        primary="#8F3E6C",
        secondary="#5A6478",
        accent="#00694D",
        warning="#7A6A00",
        error="#C25500",
        success="#0064A6",
        foreground="#1A1A1A",
        background="#FAFAFA",
        surface="#F0F0F0",
        panel="#E4E4E4",
        dark=False,
    ),
)


def theme_names() -> list[str]:
    """The names of all themes and of all pairs of a dark and a light one."""
    known = {*BUILTIN_THEMES, *(theme.name for theme in OWN)}
    pairs = {name.removesuffix(DARK) for name in known if f"{name.removesuffix(DARK)}{LIGHT}" in known}
    return sorted(known | pairs)


def check_theme(name: str | None, where: str | TomlFile) -> None:
    """Check that there is a theme or a pair of this name.

    Args:
        name: None for the default.
        where: Its source, or its name, for the message.

    Raises:
        SettingsError: There is none.
    """
    known = theme_names()
    if name is not None and name not in known:
        what = (
            f"names an unknown theme: {name}.{likeness.did_you_mean(name, known)} Themes: {', '.join(known)}"
        )
        raise setting_error(where, what, "view", "theme")


def theme_for(
    name: str | None, known: Collection[str], *, is_light: bool, has_sixteen: bool
) -> tuple[str, bool]:
    """The theme to start with.

    Args:
        name: A theme, or a pair without `-dark` or `-light`; None for the default of the terminal.
        known: The names of all themes.
        is_light: True if the terminal's background is light.
        has_sixteen: True if the terminal has sixteen colours only.

    Returns:
        The theme, and True if it depends on the terminal's background.

    Raises:
        UsageError: There is no such theme.
    """
    if name is not None and name in known:
        return name, False
    pair = name or (_SIXTEEN if has_sixteen else _PLAIN)
    theme = pair + (LIGHT if is_light else DARK)
    if theme not in known:
        raise UsageError(f"there is no theme {name}. Known themes: {', '.join(sorted(known))}")
    return theme, True


TEXT, GLYPH = 4.5, 3.0
"""Minimum contrast of text, and of signs and lines."""
_ROOM = 9.0
"""Minimum contrast of black or white on a background, which leaves a range for the colours of code."""
_MIDDLE = sqrt(1.05 * 0.05) - 0.05
"""The luminance on which black and white have the same contrast."""
_BLACK, _WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
_ON_DARK, _ON_LIGHT = (0, 95), (255, 215)
"""Steps of the colour cube: the one nearest to the background, and the next."""
_STEPS = 16
_MAX_STYLES = 2_000
"""Styles that are kept: those of a few themes."""
_LINEAR = [
    part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
    for part in range(256)
]


def _luminance(colour: ColorTriplet) -> float:
    """From 0, black, to 1, white."""
    red, green, blue = (_LINEAR[part] for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """From 1, the same, to 21, black on white."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_light(background: ColorTriplet) -> bool:
    """True if black has more contrast on it than white."""
    return _luminance(background) > _MIDDLE


@lru_cache(_MAX_STYLES)
def readable(style: Style, minimum: float = TEXT, on: tuple[Style, ...] = ()) -> Style:
    """A style whose text is legible on its own background, and on those of other styles."""
    foreground, background = _foreground(style), _background(hardest((style, *on)))
    if foreground is None or background is None:
        return style
    found = _nearest(foreground, _pole(background), lambda colour: contrast(colour, background) >= minimum)
    return style if found == foreground else style + Style(color=Color.from_triplet(found))


def hardest(styles: Sequence[Style]) -> Style:
    """The style with the most difficult background to read on, among styles of one theme."""
    backgrounds = [
        (_luminance(background), style) for style in styles if (background := _background(style)) is not None
    ]
    if len(backgrounds) < 2:
        return styles[0]
    pick = min if backgrounds[0][0] > _MIDDLE else max
    return pick(backgrounds, key=lambda each: each[0])[1]


def backgrounds_for(line: Style, words: Style, base: Style) -> tuple[Style, Style]:
    """The styles of a line and of words in it, their backgrounds as far from that of `base` as stays legible.

    Text that is legible on all three keeps some colour, and the three remain distinguishable.
    """
    below, on_line, on_words = _background(base), _background(line), _background(words)
    if below is None or on_line is None or on_words is None:
        return line, words
    pole = _pole(below)
    most = contrast(pole, below)
    on_words = _nearest(on_words, below, lambda colour: contrast(pole, colour) >= min(_ROOM, most))
    middle = sqrt(most * contrast(pole, on_words))
    on_line = _nearest(on_line, below, lambda colour: contrast(pole, colour) >= middle)
    return line + Style(bgcolor=Color.from_triplet(on_line)), words + Style(
        bgcolor=Color.from_triplet(on_words)
    )


def in_256_colours(style: Style, base: Style) -> Style:
    """The style with a background of the 256-colour cube in the hue that distinguishes it from `base`.

    The nearest colour would often be a grey, or the background of `base` itself.
    """
    background, below = _background(style), _background(base)
    if background is None or below is None:
        return style
    is_dark = not is_light(below)
    steps = [
        part - before if is_dark else before - part for part, before in zip(background, below, strict=True)
    ]
    near, far = _ON_DARK if is_dark else _ON_LIGHT
    # Compared with the middle of the range and not with half the maximum: a pale colour differs in all three.
    parts = (far if 2 * step > max(steps) + min(steps) else near for step in steps)
    return style + Style(bgcolor=Color.from_triplet(ColorTriplet(*parts)))


def _nearest(
    colour: ColorTriplet, to: ColorTriplet, is_enough: Callable[[ColorTriplet], bool]
) -> ColorTriplet:
    """The colour, or the first blend on the way to another that is sufficient."""
    for step in range(_STEPS):
        found = blend_rgb(colour, to, step / _STEPS) if step else colour
        if is_enough(found):
            return found
    return to


def _pole(background: ColorTriplet) -> ColorTriplet:
    """Black or white, whichever has more contrast on a background."""
    return _BLACK if is_light(background) else _WHITE


def _foreground(style: Style) -> ColorTriplet | None:
    return None if style.color is None else style.color.triplet


def _background(style: Style) -> ColorTriplet | None:
    return None if style.bgcolor is None else style.bgcolor.triplet
