"""The user's own folders are never below the current one."""

import os
import pwd
import sys
from pathlib import Path

import pytest

from editreview.settings import Config, load
from editreview.user_folders import config_folder, home, state_folder
from editreview.workspace import log_of_runs

_OF_ACCOUNT = Path(pwd.getpwuid(os.getuid()).pw_dir)
_NOBODY = 54_321
"""A user without a name."""


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program runs as a user without a name and without HOME, as in some containers."""
    monkeypatch.setattr(os, "getuid", lambda: _NOBODY)
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)


@pytest.mark.parametrize("given", ["", ".", "home", "~"])
def test_a_home_that_is_not_absolute_is_that_of_the_account(given: str) -> None:
    assert _OF_ACCOUNT == home({"HOME": given})


@pytest.mark.skipif(sys.platform != "linux", reason="the folders are those of Linux")
@pytest.mark.parametrize("given", ["", ".", "here"])
def test_a_relative_folder_counts_as_none(given: str) -> None:
    environment = {"HOME": "/home/me", "XDG_CONFIG_HOME": given, "XDG_STATE_HOME": given}

    assert Path("/home/me/.config/editreview") == config_folder(environment)
    assert Path("/home/me/.local/state/editreview") == state_folder(environment)


def test_no_repository_brings_the_configuration_by_a_relative_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x/editreview").mkdir(parents=True)
    (tmp_path / "x/editreview/config.toml").write_text("[view]\nascii = true\n")
    monkeypatch.chdir(tmp_path)

    assert Config() == load(None, {"HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": "x"})


def test_without_a_home_nothing_can_be_read_or_made(nobody: None, tmp_path: Path) -> None:
    assert Config() == load(None, {"HOME": ""})
    with pytest.raises(NotADirectoryError) as failed:
        log_of_runs().append(b"{}")
    assert "no home folder" in str(failed.value)
    assert [] == list(log_of_runs().lines())
