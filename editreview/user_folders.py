"""The user's own folders: home, configuration and state.

Only absolute paths count, as XDG demands: a relative one would be below the current folder, where a
repository could bring a configuration.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_NAME = "editreview"
_NOWHERE = Path(os.devnull, "no home folder")
"""A path at which nothing can be read or made, and whose name says why."""


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The user's home folder; without one, a path at which nothing can be read or made."""
    given = environment.get("HOME", "")
    folder = given if os.path.isabs(given) else _home_of_account()
    return Path(folder) if os.path.isabs(folder) else _NOWHERE


def _home_of_account() -> str:
    try:
        import pwd
    except ImportError:
        return os.path.expanduser("~")
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        # As in a container that runs as a user without a name.
        return ""


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of the configuration."""
    return _folder(environment, "XDG_CONFIG_HOME", ".config")


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of files that runs keep for later ones."""
    return _folder(environment, "XDG_STATE_HOME", ".local/state")


def _folder(environment: Mapping[str, str], variable: str, usual: str) -> Path:
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA", "")
        folder = Path(local) if os.path.isabs(local) else home(environment) / "AppData/Local"
        return folder / _NAME / _NAME
    given = environment.get(variable, "")
    if os.path.isabs(given):
        return Path(given) / _NAME
    folder = "Library/Application Support" if sys.platform == "darwin" else usual
    return home(environment) / folder / _NAME
