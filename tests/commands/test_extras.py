"""A missing extra is named with the command that installs it where the program runs."""

import os
import sys
from pathlib import Path

import pytest

from editreview.commands import installing


def test_the_programs_own_pip_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "pip").touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    assert "pip install 'editreview[serve]'" == installing("serve")


def test_a_program_of_another_environment_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that pipx installed: the first pip on the PATH would install it elsewhere."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "my venv/python"))

    assert f"'{tmp_path}/my venv/python' -m pip install 'editreview[acp]'" == installing("acp")


def test_an_environment_without_pip_is_one_of_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)

    assert f"uv pip install --python {sys.executable} 'editreview[serve]'" == installing("serve")
