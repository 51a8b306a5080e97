"""Make every picture: run the sample through the app, export Textual's SVG, draw it as PNG."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

import resvg_py

from editreview import Review
from editreview.sample import RESPONSE, create
from editreview.tui.comparing import CompareApp
from editreview.tui.terminal_app import Settings
from editreview.workspace import VersionDiff
from tests.browser.chromium import PROGRAM, browsing
from tests.browser.served import serving
from tests.tui.states import MIXED, STATES, State, in_state

FOLDER = Path(__file__).parents[2] / "screenshots"
FONTS = Path(__file__).parent / "fonts"
FAMILY = "DejaVu Sans Mono"

TO_TOLERANT = ("y", "y", "y", "y")
TO_AMBIGUOUS = (*TO_TOLERANT, "y", "y")
TO_NO_MATCH = (*TO_AMBIGUOUS, "2", "y", "y")
PICTURES: dict[str, tuple[tuple[int, int], State]] = {
    "review-wide": ((160, 40), State(TO_TOLERANT)),
    "review-narrow": ((80, 24), State(TO_TOLERANT)),
    "review-smallest": ((40, 10), State(TO_TOLERANT)),
    "review-vast": ((200, 60), State((*TO_TOLERANT, "y"))),
    "review-light": ((120, 30), STATES["light"]),
    "ambiguous": ((120, 30), State(TO_AMBIGUOUS)),
    "ambiguous-narrow": ((60, 20), State(TO_AMBIGUOUS)),
    "candidates": ((120, 30), STATES["candidates"]),
    "no-match": ((160, 30), State(TO_NO_MATCH)),
    "force": ((120, 30), STATES["force"]),
    "placing": ((100, 24), STATES["placing"]),
    "finder": ((100, 24), STATES["finder"]),
    "unreadable": ((110, 24), STATES["unreadable"]),
    "conflict": ((120, 24), STATES["conflict"]),
    "finding": ((110, 24), STATES["finding"]),
    "strategies": ((110, 24), State((*TO_TOLERANT, "m"))),
    "match-view": ((120, 30), STATES["match-view"]),
    "partly": ((120, 30), STATES["lines"]),
    "whitespace": ((120, 30), STATES["whitespace"]),
    "search": ((120, 30), STATES["searching"]),
    "filter": ((100, 24), STATES["filter-dialog"]),
    "editing": ((100, 30), STATES["editing"]),
    "reason": ((100, 24), STATES["reason-dialog"]),
    "staged": ((120, 30), State((*TO_NO_MATCH, "S"))),
    "commit": ((120, 30), State((*TO_NO_MATCH, "S", "c"))),
    "results": ((120, 30), STATES["results"]),
    "formats": ((120, 34), State(("2",), response=MIXED)),
    "notes": ((100, 30), State(("x", "J"), response=MIXED)),
    "response": ((120, 30), STATES["raw"]),
    "streaming": ((120, 30), STATES["arriving"]),
    "arriving": ((120, 30), STATES["arriving-block"]),
    "paste": ((100, 24), STATES["paste"]),
    "pasted": ((100, 24), STATES["pasted"]),
    "help": ((100, 40), STATES["help"]),
    "statistics": ((110, 24), STATES["statistics"]),
}
"""The states of the screen worth showing, and the size of each."""


async def svg(root: Path, size: tuple[int, int], state: State) -> str:
    """The screen in a state, as Textual draws it."""
    async with in_state(root, state, size) as user:
        await user.highlight()
        return user.picture()


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


async def comparison(root: Path) -> str:
    """Draw `editreview diff HEAD` after the safe blocks of the sample are applied, as SVG."""
    review = Review.open(root)
    review.read(RESPONSE.read_text("utf-8"))
    review.accept()
    review.write()
    app = CompareApp(VersionDiff.of_versions(root, ["HEAD"], ()), "HEAD", Settings())
    async with app.run_test(size=(120, 30)) as pilot:
        for _ in range(2):
            await app.workers.wait_for_complete()
            await pilot.press("J")
        await app.workers.wait_for_complete()
        # Until the syntax is highlighted.
        await pilot.pause(1)
        return app.export_screenshot()


async def in_browser(root: Path) -> bytes:
    """The review of the sample in a real browser, as PNG."""
    (root.parent / "answer.md").write_bytes(RESPONSE.read_bytes())
    with serving(root, "../answer.md") as served:
        async with browsing(await asyncio.to_thread(served.address)) as page:
            await page.drawn.wait_for("0 of 9")
            for decided in range(1, len(TO_TOLERANT) + 1):
                await page.decide("y", f"{decided} of 9 decided")
            return await page.settled()


def main(wanted: list[str]) -> None:
    """Make these pictures, or all; that of a browser only where there is one."""
    FOLDER.mkdir(exist_ok=True)
    for name in wanted or [*PICTURES, "comparison", *(["browser"] if PROGRAM else [])]:
        with tempfile.TemporaryDirectory() as folder:
            root = create(Path(folder))
            if name == "browser":
                drawn = asyncio.run(in_browser(root))
            elif name == "comparison":
                drawn = png(asyncio.run(comparison(root)))
            else:
                drawn = png(asyncio.run(svg(root, *PICTURES[name])))
        target = FOLDER / f"{name}.png"
        target.write_bytes(drawn)
        print(f"{target.relative_to(FOLDER.parent)}  {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(sys.argv[1:])
