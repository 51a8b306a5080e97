"""The program's entry: `editreview` and `python -m editreview`."""

import gc
import os
import sys
from typing import NoReturn

from editreview import __version__

COLLECT_AFTER = 50_000
"""New objects after which Python looks for cycles among them. It would after 700, and importing alone makes
a hundred thousand that all stay: a tenth of every start, and a pause of many frames now and then."""


def main(argv: list[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: Arguments without the program's name; those of the process if None.

    Returns:
        The exit status: see the README.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments == ["--version"]:
        # Answered here, because importing the command line costs more than the answer.
        print(f"editreview {__version__}")
        return 0
    gc.set_threshold(COLLECT_AFTER)
    try:
        from editreview.cli import run

        return run(arguments)
    except KeyboardInterrupt:
        return 130


def program() -> NoReturn:
    """Run, and end the process without taking the interpreter apart: that takes longer than many a run."""
    status = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError):
            # There was none, or its reader has gone away.
            continue
    os._exit(status)


if __name__ == "__main__":
    program()
