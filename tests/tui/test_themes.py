"""Every theme is legible, ours suit every kind of colour vision, and changing it repaints everything."""

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import BUILTIN_THEMES

from editreview.errors import UsageError
from editreview.tui.diff.paint import Palette
from editreview.tui.diff.view import DiffView
from editreview.tui.parts import Colours, Display
from editreview.tui.terminal_app import Settings
from editreview.tui.themes import GLYPH, OWN, TEXT, contrast, theme_for
from editreview.tui.widgets import DECORATION, MIN_CONTRAST, LineWidget
from tests.tui import internals
from tests.tui.reviewing import Reviewing, reviewing

KNOWN = [*BUILTIN_THEMES, *(theme.name for theme in OWN)]
TRUE_COLOURS = [name for name in KNOWN if not name.startswith("ansi")]
PAIRS = [(TEXT, ("text", "mark", "ignored", "adjusted")), (GLYPH, ("blank",))]
BACKGROUNDS = ("text", "removed", "removed_word", "added", "added_word", "match")

# G. M. Machado et al., "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# 2009: severity 1.0, for linear light.
KINDS_OF_VISION = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


async def _palette(user: Reviewing, theme: str) -> Palette:
    user.app.theme = theme
    await user.pilot.pause()
    await user.settle()
    return user.app.screen.query_one(DiffView).palette


def _triplet(style: Style, *, is_background: bool) -> ColorTriplet:
    colour = style.bgcolor if is_background else style.color
    assert colour is not None, style
    assert colour.triplet is not None, style
    return colour.triplet


def _too_faint(palette: Palette) -> Iterator[str]:
    syntax = {f"syntax {kind}": style for kind, style in palette.syntax.items()}
    for minimum, names in PAIRS:
        foregrounds = {name: getattr(palette, name) for name in names} | (syntax if minimum == TEXT else {})
        for (name, foreground), background in itertools.product(foregrounds.items(), BACKGROUNDS):
            found = contrast(
                _triplet(foreground, is_background=False),
                _triplet(getattr(palette, background), is_background=True),
            )
            if found < minimum:
                yield f"{name} on {background}: {found:.2f}"


@pytest.mark.parametrize("colours", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT], ids=str)
async def test_in_every_theme_the_diff_is_legible(shop: Path, colours: ColorSystem) -> None:
    """Text, code, signs and marks on every background of the diff, and the five backgrounds differ."""
    async with reviewing(shop) as user:
        internals.use_colours(user.app, colours)
        for theme in TRUE_COLOURS:
            palette = await _palette(user, theme)
            assert [] == list(_too_faint(palette)), theme
            grounds = [
                _triplet(getattr(palette, name), is_background=True) for name in ("text", "removed", "added")
            ]
            assert 3 == len(set(grounds)), theme
            words = (palette.removed_word, palette.added_word)
            lines = (palette.removed, palette.added)
            assert all(w.underline or w.bgcolor != line.bgcolor for w, line in zip(words, lines, strict=True))
            assert all(word.bold for word in words), theme
            foregrounds = (palette.text, palette.ignored, palette.adjusted)
            marks = {_triplet(foreground, is_background=False) for foreground in foregrounds}
            assert 3 == len(marks), theme


async def test_in_every_theme_all_text_is_legible(shop: Path) -> None:
    """Every style of every widget that is on screen all the time."""
    async with reviewing(shop, size=(200, 50)) as user:
        for theme in TRUE_COLOURS:
            user.app.theme = theme
            await user.settle()
            for widget in user.app.screen.query(LineWidget):
                for name in sorted(widget.STYLES.keys() - DECORATION):
                    style = widget.style_of(name)
                    ratio = contrast(
                        _triplet(style, is_background=False), _triplet(style, is_background=True)
                    )
                    assert ratio >= MIN_CONTRAST.get(name, TEXT), f"{theme}: {name}: {ratio:.2f}"


def _as_seen(colour: ColorTriplet, kind: str) -> tuple[float, ...]:
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    seen = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in KINDS_OF_VISION[kind])
    return tuple(
        255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
        for part in (min(max(part, 0.0), 1.0) for part in seen)
    )


@pytest.mark.parametrize("kind", KINDS_OF_VISION)
async def test_our_colours_are_distinguishable_with_every_kind_of_colour_vision(
    shop: Path, kind: str
) -> None:
    """Removed and added lines differ; most themes, with red and green, fail for red-green blindness."""

    def apart(palette: Palette) -> float:
        removed, added = (
            _as_seen(_triplet(style, is_background=True), kind)
            for style in (palette.removed_word, palette.added_word)
        )
        return math.dist(removed, added)

    async with reviewing(shop) as user:
        for theme in OWN:
            assert 45 < apart(await _palette(user, theme.name)), theme.name
        if kind == "deuteranopia":
            assert 45 > apart(await _palette(user, "gruvbox"))


@pytest.mark.parametrize("theme", ["textual-light", "colour-blind-light", "nord"])
async def test_a_theme_chosen_meanwhile_repaints_everything(shop: Path, theme: str) -> None:
    """The lines drawn before and the colours of code too: the screen is that of a review begun with it."""
    async with reviewing(shop, settings=Settings(theme=theme)) as user:
        await user.press("j", "j")
        user.look()
        await user.wait_for(lambda: internals.has_colours_of_code(user.app.screen.query_one(DiffView))[1])
        await user.settle()
        expected = internals.strips_of(user.app)
    async with reviewing(shop) as user:
        await user.press("j", "j")
        user.look()
        await user.wait_for(lambda: internals.has_colours_of_code(user.app.screen.query_one(DiffView))[1])
        user.app.theme = theme
        await user.settle()
        assert expected == internals.strips_of(user.app)


async def test_with_sixteen_colours_the_backgrounds_are_the_terminals(shop: Path) -> None:
    """Only foregrounds, which users choose for their background; changes are reversed."""
    async with reviewing(shop, settings=Settings(display=Display(Colours.SIXTEEN))) as user:
        assert "ansi-dark" == user.app.theme
        palette = user.app.screen.query_one(DiffView).palette
        for name in BACKGROUNDS:
            background = getattr(palette, name).bgcolor
            assert background is None or background.is_default, name
        assert palette.removed_word.reverse
        assert palette.added_word.reverse
        assert palette.removed.color != palette.added.color != palette.text.color
        assert palette.cursor.reverse
        assert 3 == len({palette.text.color, palette.ignored.color, palette.adjusted.color})


@pytest.mark.parametrize(
    ("wanted", "is_light", "has_sixteen", "expected"),
    [
        (None, False, False, ("textual-dark", True)),
        (None, True, False, ("textual-light", True)),
        (None, True, True, ("ansi-light", True)),
        ("nord", True, True, ("nord", False)),
        ("colour-blind", True, False, ("colour-blind-light", True)),
        ("colour-blind-dark", True, False, ("colour-blind-dark", False)),
    ],
)
def test_a_theme_or_a_pair_of_them_is_chosen(
    wanted: str | None, is_light: bool, has_sixteen: bool, expected: tuple[str, bool]
) -> None:
    assert expected == theme_for(wanted, KNOWN, is_light=is_light, has_sixteen=has_sixteen)


def test_an_unknown_theme_is_named_with_the_known_ones() -> None:
    with pytest.raises(
        UsageError, match=r"^there is no theme x\. Known themes: ansi-dark, .*colour-blind-light"
    ):
        theme_for("x", KNOWN, is_light=False, has_sixteen=False)
