"""The man page is that of the commands, and roff has no objection to it."""

import re
import shutil
import subprocess
import tomllib

import pytest

from editreview.cli import cli
from tests.documents import MAN_PAGE, ROOT
from tests.man_page import man_page


def test_the_man_page_is_the_codes() -> None:
    """`make docs` writes it."""
    assert man_page() == MAN_PAGE.read_text("utf-8")


def test_the_wheel_has_the_man_page() -> None:
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert {"docs/editreview.1": "share/man/man1/editreview.1"} == targets["wheel"]["shared-data"]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_roff_formats_the_man_page_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii", str(MAN_PAGE)], capture_output=True, text=True, check=True
    )

    assert "" == done.stderr
    # Bold is written as overstrikes.
    text = re.sub(".\x08", "", done.stdout)
    shown = [name for name, command in cli.commands.items() if not command.hidden]
    assert [] == [name for name in shown if f"editreview {name}" not in text]
