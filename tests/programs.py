"""The program run as users run it: in this process, in a fork, or as one that is started for it."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.in_process import run_here
from tests.warm import Ended, warm


def run(
    root: Path,
    *arguments: str,
    response: str | bytes = "",
    environment: Mapping[str, str] | None = None,
    removes_folder: bool = False,
) -> Ended:
    """Run the program in a folder with a response on standard input; see `run_here`."""
    data = _encoded(response)
    return _checked(
        run_here(root, *arguments, response=data, environment=environment, removes_folder=removes_folder)
    )


def run_in_fork(root: Path, *arguments: str, response: str | bytes = "") -> Ended:
    """Run the program in a forked process, which may be killed; see `Warm.run`."""
    return _checked(warm().run(root, *arguments, response=_encoded(response)))


def _encoded(response: str | bytes) -> bytes:
    return response if isinstance(response, bytes) else response.encode("utf-8", "surrogateescape")


def _checked(ended: Ended) -> Ended:
    assert "Traceback" not in ended.err, ended.err
    return ended


def run_alone(root: Path, *arguments: str, response: str, before: Callable[[], None] | None = None) -> Ended:
    """Run the program in a new process, started as users start it."""
    # Python 3.11 keeps compiled modules that a limit cut short, and other tests would load them.
    environment = None if before is None else {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        # -P, so that no file of the tree is taken for a module.
        [sys.executable, "-P", "-m", "editreview", *arguments],
        cwd=root,
        input=response.encode(),
        capture_output=True,
        preexec_fn=before,
        env=environment,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
