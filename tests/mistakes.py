"""Mistakes of users and faults of machines, each with the sentence that the program says, for tests and docs.

A sentence has `‹…›` where a name or a number stands.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.builders import block, make_tree

FILES = {"a.txt": "one\ntwo\nthree\n"}
RESPONSE = block("two\n", "2\n")
PROGRAM = (sys.executable, "-P", "-m", "editreview")
_PLACE = re.compile("‹[^›]*›")


@dataclass
class Setting:
    """The place where a mistake is made."""

    folder: Path
    command: tuple[str, ...] = PROGRAM
    """Starts the program; a shell may stand before it."""
    response: bytes = RESPONSE.encode()
    """Given on standard input."""
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    stdout: str | None = None
    """A file for standard output."""
    interrupted_at: str | None = None
    """A text on standard error on which the run is interrupted, as by ctrl+c."""


@dataclass(frozen=True)
class Mistake:
    """One mistake, and what the program says."""

    what: str
    arguments: tuple[str, ...]
    sentence: str
    status: int
    is_written: bool = False
    """True if the edit is written all the same."""
    set_up: Callable[[Setting], None] = lambda setting: None
    needs: Callable[[], str | None] = lambda: None
    """Returns why it cannot be made here; None if it can."""

    @property
    def pattern(self) -> str:
        """The sentence as a regular expression."""
        return ".+".join(map(re.escape, _PLACE.split(self.sentence)))


def _write(name: str, content: str | bytes) -> Callable[[Setting], None]:
    return lambda setting: _ignored(make_tree(setting.folder, {name: content}))


def _ignored(value: object) -> None:
    return None


def _respond(data: bytes) -> Callable[[Setting], None]:
    return lambda setting: setattr(setting, "response", data)


def _large(setting: Setting) -> None:
    """A hundred megabytes, of which the last lines are an edit."""
    line = b"Prose, line after line, and none of it is an edit of a file.\n"
    setting.response = line * (100_000_000 // len(line)) + RESPONSE.encode()


def _without(*modules: str) -> Callable[[Setting], None]:
    """As after a plain install."""

    def change(setting: Setting) -> None:
        start = "import sys; " + "".join(f"sys.modules[{module!r}] = None; " for module in modules)
        start += "from editreview.__main__ import program; program()"
        setting.command = (sys.executable, "-P", "-c", start)

    return change


def _in_deleted_folder(setting: Setting) -> None:
    script = 'mkdir ../gone && cd ../gone && rmdir ../gone && exec "$@"'
    setting.command = ("sh", "-c", script, "sh", *PROGRAM)


def _too_large(setting: Setting) -> None:
    """With a lower limit, because the real one takes a lot of memory."""
    lower = "from editreview import headless, terminal; "
    lower += "terminal.MAX_RESPONSE_SIZE = headless.MAX_RESPONSE_SIZE = 1 << 20; "
    lower += "from editreview.__main__ import program; program()"
    setting.command = (sys.executable, "-P", "-c", lower)
    setting.response += b"more\n" * 300_000


def _environment(**variables: str | None) -> Callable[[Setting], None]:
    def change(setting: Setting) -> None:
        for name, value in variables.items():
            setting.environment.pop(name, None)
            if value is not None:
                setting.environment[name] = value

    return change


def _without_git(setting: Setting) -> None:
    setting.environment["PATH"] = str(make_tree(setting.folder.parent / "empty", {}))


def _no_repository(setting: Setting) -> None:
    setting.folder = make_tree(setting.folder.parent / "plain", FILES)


def _broken_repository(setting: Setting) -> None:
    with (setting.folder / ".git/config").open("a") as config:
        config.write("[core\n")


def _mounted(command: str) -> Callable[[Setting], None]:
    """In a mount namespace of its own, after a command of the shell; `$PWD` is the tree."""

    def change(setting: Setting) -> None:
        script = f'{command} && cd "$PWD" && exec "$@"'
        setting.command = ("unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", *PROGRAM)

    return change


_READ_ONLY = _mounted('mount --bind "$PWD" "$PWD" && mount -o remount,ro,bind "$PWD"')
_FULL = _mounted(
    'cp -r . ../copy && mount -t tmpfs -o size=400k tmpfs "$PWD" && cp -r ../copy/. "$PWD" && '
    '{ cat /dev/zero > "$PWD/fill" 2>/dev/null || true; }'
)


@cache
def _cannot_mount() -> str | None:
    command = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        return "unshare is missing"
    return None if done.returncode == 0 else "no file system can be mounted here"


def _no_full_device() -> str | None:
    return None if Path("/dev/full").exists() else "there is no full device"


def _full_output(setting: Setting) -> None:
    setting.stdout = "/dev/full"


def _hook(script: str) -> Callable[[Setting], None]:
    def change(setting: Setting) -> None:
        hook = setting.folder / ".git/hooks/pre-commit"
        make_tree(setting.folder, {".git/hooks/pre-commit": f"#!/bin/sh\n{script}\n"})
        hook.chmod(0o755)

    return change


def _untracked(setting: Setting) -> None:
    """Git neither tracks the file nor shows it."""
    make_tree(setting.folder, {".git/info/exclude": "a.txt\n"})
    subprocess.run(["git", "rm", "--quiet", "--cached", "a.txt"], cwd=setting.folder, check=True)


def _hanging_hook(setting: Setting) -> None:
    _hook("sleep 1000")(setting)
    soon = "from editreview import cli; cli._LONG_COMMIT_S = 0.1; "
    soon += "from editreview.__main__ import program; program()"
    setting.command = (sys.executable, "-P", "-c", soon)
    setting.interrupted_at = "git commit still runs"


_CONFIG = "../config.toml"
_HOME = "/proc/no-home"


MISTAKES: tuple[Mistake, ...] = (
    Mistake(
        "the file of the response is missing",
        ("apply", "anser.md"),
        "cannot read the response anser.md: No such file or directory. Did you mean answer.md?",
        2,
        set_up=_write("answer.md", RESPONSE),
    ),
    Mistake(
        "the response is a folder",
        ("apply", "src"),
        "cannot read the response src: Is a directory. Give a file in it.",
        2,
        set_up=_write("src/a.py", ""),
    ),
    Mistake(
        "the response is binary",
        ("apply",),
        "no edits found: the response is not text: it has null bytes",
        1,
        set_up=_respond(b"\x7fELF\0\0\1" * 100),
    ),
    Mistake(
        "the response was copied from a page with escapes",
        ("apply",),
        "no edits found: line 2 has a marker with escapes for HTML: copy the response as plain text",
        1,
        set_up=_respond(RESPONSE.replace("<", "&lt;").replace(">", "&gt;").encode()),
    ),
    Mistake(
        "the response is empty",
        ("apply",),
        "no edits found: the response is empty",
        1,
        set_up=_respond(b""),
    ),
    Mistake(
        "the response has 100 MB, and one edit",
        ("apply",),
        "1 block: 1 applied in 1 file",
        0,
        is_written=True,
        set_up=_large,
    ),
    Mistake(
        "the response is larger than can be read",
        ("apply",),
        "the response is larger than ‹256 MiB›, so it was not used. Give the part with the edits",
        2,
        set_up=_too_large,
    ),
    Mistake(
        "a file to edit is binary",
        ("apply",),
        "– 1 a.txt: a.txt is a binary file",
        1,
        set_up=_write("a.txt", b"\0\1\2"),
    ),
    Mistake(
        "the configuration is missing",
        ("apply", "--config", _CONFIG),
        "cannot read the configuration ../config.toml: No such file or directory. `editreview config edit "
        "--config ../config.toml` makes it",
        2,
    ),
    Mistake(
        "the configuration cannot be read",
        ("apply", "--config", "src"),
        "cannot read the configuration src: Is a directory",
        2,
        set_up=_write("src/a.py", ""),
    ),
    Mistake(
        "the configuration is not TOML",
        ("apply", "--config", _CONFIG),
        "the configuration ../config.toml (line ‹1›) is not TOML: ‹reason›",
        2,
        set_up=_write(_CONFIG, "[matching\n"),
    ),
    Mistake(
        "a setting has an unknown name",
        ("apply", "--config", _CONFIG),
        "the configuration ../config.toml (line ‹2›) has an unknown entry in [matching]: withot. "
        "Did you mean without?",
        2,
        set_up=_write(_CONFIG, '[matching]\nwithot = ["tokens"]\n'),
    ),
    Mistake(
        "git is not installed",
        ("apply",),
        "git was not found (install it, or look at your PATH), so nothing is staged",
        0,
        is_written=True,
        set_up=_without_git,
    ),
    Mistake(
        "git does not work in the repository",
        ("apply",),
        "git does not work in ‹folder›, so nothing is staged: ‹git's message›",
        0,
        is_written=True,
        set_up=_broken_repository,
    ),
    Mistake(
        "there is no repository to commit to",
        ("apply", "--commit"),
        "--commit is not possible: ‹folder› is not in a git repository. Nothing was written",
        2,
        set_up=_no_repository,
    ),
    Mistake(
        "the tree is read-only",
        ("apply",),
        "– 1 a.txt: a.txt is in a folder that is not writable",
        1,
        set_up=_READ_ONLY,
        needs=_cannot_mount,
    ),
    Mistake(
        "the disk is full",
        ("apply",),
        "could not save the files for undo in ‹folder›: No space left on device. Nothing was changed. "
        "Free some space, and run again.",
        3,
        set_up=_FULL,
        needs=_cannot_mount,
    ),
    Mistake(
        "the current folder was deleted",
        ("apply",),
        "the current folder no longer exists: change to one that does",
        2,
        set_up=_in_deleted_folder,
    ),
    Mistake(
        "there is no home folder",
        ("apply",),
        "statistics are not recorded in ‹folder›: No such file or directory (--no-stats does without)",
        0,
        is_written=True,
        set_up=_environment(HOME=_HOME, XDG_STATE_HOME=None, XDG_CONFIG_HOME=None),
    ),
    Mistake(
        "the clipboard cannot be read",
        ("apply", "--clipboard"),
        "cannot read the clipboard: install wl-clipboard (Wayland), or xclip or xsel (X11). You can "
        "run `editreview` and paste the response instead",
        2,
        set_up=_environment(
            DISPLAY=None, WAYLAND_DISPLAY=None, SSH_CONNECTION=None, SSH_TTY=None, PATH="/nowhere"
        ),
        needs=lambda: None if sys.platform == "linux" else "this platform always has a clipboard",
    ),
    Mistake(
        "standard output cannot be written",
        ("check", "--json"),
        "standard output could not be written: No space left on device",
        1,
        set_up=_full_output,
        needs=_no_full_device,
    ),
    Mistake(
        "there is no terminal for a review",
        (),
        "a review needs a terminal. Without one, use `editreview check` or `editreview apply`.",
        2,
    ),
    Mistake(
        "there is no terminal for a review of changes",
        ("changes",),
        "a review needs a terminal. `git diff` shows the changes.",
        2,
    ),
    Mistake(
        "there is no such saved review, and no terminal",
        ("--resume", "zzzz"),
        "there is no saved review zzzz: `editreview sessions` lists them",
        2,
    ),
    Mistake(
        "the packages for the browser are not installed",
        ("serve",),
        "editreview serve needs the packages aiohttp and textual-serve: ‹pip› install 'editreview[serve]'",
        2,
        set_up=_without("aiohttp", "textual_serve"),
    ),
    Mistake(
        "the package for editors and agents is not installed",
        ("acp",),
        "editreview acp needs the package agent-client-protocol: ‹pip› install 'editreview[acp]'",
        2,
        set_up=_without("acp"),
    ),
    Mistake(
        "a version to compare does not exist",
        ("diff", "no-such"),
        "no-such is neither a commit nor a file; put patterns of paths after `--`",
        2,
    ),
    Mistake(
        "a trailer is malformed",
        ("apply", "--commit", "--trailer", "by a model"),
        "'by a model' is not `Word: text`",
        2,
    ),
    Mistake(
        "git ignores all that is written",
        ("apply", "--commit", "-m", "x"),
        "nothing was committed: this run staged nothing",
        1,
        is_written=True,
        set_up=_untracked,
    ),
    Mistake(
        "a hook refuses the commit",
        ("apply", "--commit", "-m", "x"),
        "git commit failed: no commits on Fridays",
        1,
        is_written=True,
        set_up=_hook("echo no commits on Fridays; exit 1"),
    ),
    Mistake(
        "a hook hangs, and is interrupted",
        ("apply", "--commit", "-m", "x"),
        "interrupted: nothing was committed; the edits are written and staged",
        130,
        is_written=True,
        set_up=_hanging_hook,
    ),
)
