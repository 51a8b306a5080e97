"""The styles of parts of a line, in Textual's style markup; `$name` is a colour of the theme.

They are not CSS: parsing and matching rules for a hundred parts costs a fifth of the time to the first frame.
"""

from msgspec import Struct


class Look(Struct, frozen=True):
    """The style of a part, such as `bold $text-success on $surface`."""

    text: str
    sixteen: str = ""
    """With the terminal's own sixteen colours; empty for the same as `text`."""
    monochrome: str = ""
    """Without colours; empty for the same as `text`."""


SIGN_STYLES: dict[str, Look] = {
    "sign--applied": Look("bold $text-accent"),
    "sign--accepted": Look("bold $text-success"),
    "sign--rejected": Look("$text-error"),
    "sign--open": Look("$foreground"),
    "sign--inexact": Look("$text-warning"),
    "sign--several": Look("bold $text-warning"),
    "sign--done": Look("$text-muted"),
    "sign--failed": Look("bold $text-error"),
}
"""The styles of the signs for the states of blocks."""
