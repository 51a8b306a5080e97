"""Colours that can be read on each other.

Luminance and contrast are those of WCAG 2.1 ("relative luminance", "contrast ratio"). A colour is
changed as little as that takes, so that it keeps its hue. Colours that only the terminal knows, its
own sixteen, are left as they are.
"""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style

TEXT, GLYPH = 4.5, 3.0
"""The least contrast of text, and of signs and lines."""
_ROOM = 9.0
"""The least contrast of black or white on a background: the colours of code lie between."""
_MIDDLE = sqrt(1.05 * 0.05) - 0.05
"""The luminance that black and white have the same contrast with."""
_BLACK, _WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
_ON_DARK, _ON_LIGHT = (0, 95), (255, 215)
"""Steps of the colour cube: the one nearest to the background, and the next."""
_STEPS = 16
_LINEAR = [
    part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
    for part in range(256)
]


def luminance(colour: ColorTriplet) -> float:
    """From 0, black, to 1, white."""
    red, green, blue = (_LINEAR[part] for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """From 1, the same, to 21, black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def is_light(background: ColorTriplet) -> bool:
    """True if black is read better on it than white."""
    return luminance(background) > _MIDDLE


def readable(style: Style, least: float = TEXT, on: Iterable[Style] = ()) -> Style:
    """A style whose ink can be read on its own background, and on those of other styles."""
    ink, background = _ink(style), _background(hardest((style, *on)))
    if ink is None or background is None:
        return style
    found = _nearest(ink, _pole(background), lambda colour: contrast(colour, background) >= least)
    return style if found == ink else style + Style(color=Color.from_triplet(found))


def hardest(styles: Sequence[Style]) -> Style:
    """The style on whose background the least can be read, of some of the same theme."""
    backgrounds = [
        (luminance(background), style) for style in styles if (background := _background(style)) is not None
    ]
    if len(backgrounds) < 2:
        return styles[0]
    pick = min if backgrounds[0][0] > _MIDDLE else max
    return pick(backgrounds, key=lambda each: each[0])[1]


def grounds_for(line: Style, words: Style, base: Style) -> tuple[Style, Style]:
    """The styles of a line and of words in it, with backgrounds as far from that of `base` as stays
    readable.

    What can be read on all of them keeps some colour, and the three can be told apart.
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


def indexed(style: Style, base: Style) -> Style:
    """A background of the 256 colours, of which the nearest one is often a grey, or that of `base` itself.

    It has the hue by which the background of the style differs from that of `base`.
    """
    background, below = _background(style), _background(base)
    if background is None or below is None:
        return style
    is_dark = not is_light(below)
    steps = [
        part - before if is_dark else before - part for part, before in zip(background, below, strict=True)
    ]
    near, far = _ON_DARK if is_dark else _ON_LIGHT
    # By the middle of them, not by half of the most: a pale colour differs in all three.
    parts = (far if 2 * step > max(steps) + min(steps) else near for step in steps)
    return style + Style(bgcolor=Color.from_triplet(ColorTriplet(*parts)))


def _nearest(
    colour: ColorTriplet, to: ColorTriplet, is_enough: Callable[[ColorTriplet], bool]
) -> ColorTriplet:
    """The colour, or the first one on the way to another that is enough."""
    for step in range(_STEPS):
        found = blend_rgb(colour, to, step / _STEPS) if step else colour
        if is_enough(found):
            return found
    return to


def _pole(background: ColorTriplet) -> ColorTriplet:
    """Black or white: what is read best on a background."""
    return _BLACK if is_light(background) else _WHITE


def _ink(style: Style) -> ColorTriplet | None:
    return None if style.color is None else style.color.triplet


def _background(style: Style) -> ColorTriplet | None:
    return None if style.bgcolor is None else style.bgcolor.triplet
