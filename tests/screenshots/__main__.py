"""Make every picture: run the sample through the app, export Textual's SVG, draw it as PNG."""

import asyncio
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import resvg_py

from editreview.sample import create
from tests.tui.reviewing import SAMPLE, reviewing

FOLDER = Path(__file__).parents[2] / "screenshots"
FONTS = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans Mono"
MIXED = (Path(__file__).parent / "formats.md").read_text("utf-8")


@dataclass(frozen=True)
class Picture:
    """A state of the screen worth showing."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    response: str = SAMPLE


TO_TOLERANT = ("y", "y", "y", "y")
TO_AMBIGUOUS = (*TO_TOLERANT, "y", "y")
TO_NO_PLACE = (*TO_AMBIGUOUS, "2", "y", "y")
_COLOURING = 1.0
"""Seconds."""
PICTURES = (
    Picture("review-wide", (120, 40), TO_TOLERANT),
    Picture("review-narrow", (80, 24), TO_TOLERANT),
    Picture("review-vast", (200, 60), (*TO_TOLERANT, "y")),
    Picture("ambiguous", (120, 30), TO_AMBIGUOUS),
    Picture("no-place", (120, 30), TO_NO_PLACE),
    Picture("staged", (120, 30), (*TO_NO_PLACE, "S")),
    Picture("commit", (120, 30), (*TO_NO_PLACE, "S", "c")),
    Picture("formats", (120, 34), ("2",), MIXED),
    Picture("strategies", (110, 24), (*TO_TOLERANT, "m")),
    Picture("notes", (100, 30), ("x", "J"), MIXED),
    Picture("help", (100, 40), ("question_mark",)),
)


async def svg(root: Path, picture: Picture) -> str:
    """The screen after the picture's keys, as Textual draws it."""
    async with reviewing(root, picture.response, size=picture.size) as held:
        await held.press(*picture.keys)
        # The colours of code come when no key follows.
        await asyncio.sleep(_COLOURING)
        await held.settle()
        return held.app.export_screenshot(title="editreview", simplify=True)


def png(drawn: str) -> bytes:
    """The picture in the bundled font; Textual's SVG names one on the web."""
    local = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    local = re.sub(r"font-family: [^;]+;", f"font-family: '{FAMILY}';", local)
    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=local,
            font_files=fonts,
            font_family=FAMILY,
            monospace_family=FAMILY,
            skip_system_fonts=True,
        )
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            root = create(Path(folder))
            drawn = asyncio.run(svg(root, picture))
        target = FOLDER / f"{picture.name}.png"
        target.write_bytes(png(drawn))
        print(f"{target.relative_to(FOLDER.parent)}  {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
