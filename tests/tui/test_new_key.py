"""A key is added by one row and one method of a controller, a theme by one entry; both are then known
everywhere.

A process of their own changes the source of the keys, and adds the theme before the program reads its table.
"""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
SCRIPT = """
import asyncio, sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

from textual.theme import Theme

spec = find_spec("editreview.tui.keys")
source = Path(spec.origin).read_text("utf-8")
table = "\\nKEYS: tuple[Key, ...] = (\\n"
assert source.count(table) == 1
row = '*_keys(VIEW, Key("toy", "f9", "navigating.toy(2)", "play {move.down} twice", hint="toy")),'
sys.modules[spec.name] = module_from_spec(spec)
exec(source.replace(table, table + row), vars(sys.modules[spec.name]))

from editreview.tui import themes

themes.OWN = (*themes.OWN, Theme(name="toy-dark", primary="#ff8800"))

from editreview.tui.controllers.navigating import Navigating

Navigating.toy = lambda self, times: self._status.set_message(f"played {times} times")

from editreview.tui.keys import keymap_in_force
from editreview.tui.screens.help import palette_entries
from editreview.tui.terminal_app import Settings
from tests.tui.reviewing import reviewing


async def main() -> None:
    settings = Settings(theme="toy", keys=keymap_in_force({"toy": "f8"}, "the configuration"))
    for given, key in ((Settings(), "f9"), (settings, "f8")):
        async with reviewing(Path(sys.argv[1]), settings=given) as user:
            await user.press(key)
            assert "played 2 times" in user.state, user.state
            assert ("toy-dark" == user.app.theme) == (given is settings), user.app.theme
            await user.press("question_mark", *"play")
            assert f"{key}" in user.text and "play j twice" in user.text, user.text
            labels = [each.help_text for each in palette_entries(user.app.settings.keys) if each.id == "toy"]
            assert [f"{key} · toy"] == labels, labels


asyncio.run(main())
"""


def test_both_are_found_in_keys_help_palette_and_configuration(shop: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(shop)], cwd=TOP, capture_output=True, text=True, timeout=60
    )

    assert "" == done.stderr
    assert 0 == done.returncode
