"""Without the extra `serve`, the command says how to install it, and nothing else needs it."""

import subprocess
import sys

import pytest

_WITHOUT = """
import sys
sys.modules["{missing}"] = None
from editreview.__main__ import main
sys.exit(main(["serve", "answer.md"]))
"""


@pytest.mark.parametrize(("missing", "package"), [("aiohttp", "aiohttp"), ("textual_serve", "textual-serve")])
def test_a_missing_extra_is_named_with_the_command_that_installs_it(missing: str, package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT.format(missing=missing)], capture_output=True, text=True
    )

    assert 2 == done.returncode
    assert f"editreview serve needs the package {package}: " in done.stderr
    assert done.stderr.endswith("pip install 'editreview[serve]'\n")
