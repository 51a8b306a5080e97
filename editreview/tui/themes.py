"""Themes: the project's own beside Textual's, and the one that a review starts with."""

from collections.abc import Collection

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
