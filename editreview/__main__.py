"""The program's entry: `editreview` and `python -m editreview`."""

import gc
import os
import sys
from typing import NoReturn

from editreview import __version__

COLLECTION = (50_000, 10, 1_000)
"""When Python looks for garbage: after so many new objects, every tenth time among the older ones too, and
hardly ever among all. By default that is after 700, 10 and 10: a tenth of every start, since importing makes
a hundred thousand objects that stay, and now and then a key that takes as long as many others."""


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
    gc.set_threshold(*COLLECTION)
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
