"""The person's own configuration: a TOML file, never one that a repository brings.

[matching]
without = ["tokens", "fuzzy"]      # strategies that are not used

[context]
files = ["src/app.py"]             # what the model was shown, if no --context says so

[view]
theme = "colour-blind"             # a theme, or a pair of which the terminal's ground picks one
layout = "auto"                    # or "split", "unified"
ascii = false                      # signs and borders of ASCII only

[commit]
trailers = ["Assisted-by: a model"]  # lines below the message of a commit

[keys]
"block.accept" = "y,ctrl+y"        # of an action on screen, by its id; "" for none
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from editreview.errors import UsageError

FILE_NAME = "config.toml"
_TRAILER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*: *\S[^\r\n]*")


class Matching(Struct, frozen=True, forbid_unknown_fields=True):
    """How places are looked for."""

    without: frozenset[str] = frozenset()
    """Names of strategies that are not used."""


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What the model was shown."""

    files: tuple[str, ...] | None = None
    """Names of files, from the current folder or the root; None for all there are."""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """How a review is drawn, where the command line says nothing else."""

    theme: str | None = None
    layout: Literal["auto", "split", "unified"] = "auto"
    ascii: bool = False


class Commit(Struct, frozen=True, forbid_unknown_fields=True):
    """How commits are made."""

    trailers: tuple[str, ...] = ()
    """Lines below the message: a word, a colon, and what it is."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be configured."""

    matching: Matching = Matching()
    context: Shown = Shown()
    view: Look = Look()
    commit: Commit = Commit()
    keys: dict[str, str | tuple[str, ...]] = {}
    """Keys by the id of an action, as they are written. What they say is seen to by the screen."""


def load(path: str | None, environment: Mapping[str, str] = os.environ) -> Config:
    """The configuration of a file, or of the person's own if none is named and there is one.

    Raises:
        UsageError: The file is not there, or says something that is not known.
    """
    file = file_of(path, environment)
    if path is None and not file.is_file():
        return Config()
    # Only those who have a configuration pay for reading one.
    import tomllib

    import msgspec

    try:
        config = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Config)
    except OSError as error:
        raise UsageError(f"cannot read the configuration {file}: {error.strerror}") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"the configuration {file} cannot be read: {error}") from error
    check_strategies(config.matching.without, f"the configuration {file}")
    for trailer in config.commit.trailers:
        if not _TRAILER.fullmatch(trailer):
            raise UsageError(f"the configuration {file} has a trailer that is no `Word: text`: {trailer!r}")
    return config


def check_strategies(names: frozenset[str], where: str) -> None:
    """See that there are strategies of these names.

    Raises:
        UsageError: There are none.
    """
    if not names:
        return
    from editreview.matching import CASCADE

    known = [strategy.name for strategy in CASCADE]
    for name in sorted(names.difference(known)):
        raise UsageError(f"{where} names a strategy that is not there: {name}. These are: {', '.join(known)}")


def file_of(path: str | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The file that is named, or else the person's own, whether or not it is there."""
    return Path(path) if path is not None else _own(environment)


def _own(environment: Mapping[str, str]) -> Path:
    """Where the person's configuration is.

    The places are those of platformdirs, which takes as long to import as all else that a check needs.
    """
    home = Path(environment.get("HOME") or os.path.expanduser("~"))
    if sys.platform == "win32":
        folder = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "editreview"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "editreview" / FILE_NAME
