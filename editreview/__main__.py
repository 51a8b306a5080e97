"""The program's entry: `editreview` and `python -m editreview`."""

import gc
import os
import sys
from typing import NoReturn

from editreview import VARIABLES, __version__

GC_THRESHOLDS = (5_000, 5, 20_000)
"""GC thresholds (generations 0, 1, 2). The defaults (700, 10, 10) cost a tenth of start-up, because imports
create a hundred thousand objects that stay. A first threshold of 50,000 makes every thirtieth key three times
slower: each key drops some 2,000 objects that refer to each other, and one collection visits all of them."""


def main(argv: list[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: Arguments without the program's name; those of the process if None.

    Returns:
        The exit status; see the documentation.
    """
    arguments = sys.argv[1:] if argv is None else argv
    if arguments == ["--version"]:
        # Printed here: importing the command line takes far longer.
        try:
            print(f"editreview {__version__}", flush=True)
        except OSError as error:
            print(f"editreview: standard output could not be written: {error.strerror}", file=sys.stderr)
            return 1
        return 0
    gc.set_threshold(*GC_THRESHOLDS)
    # What is imported stays, so no collection needs to visit it, now or later.
    gc.disable()
    try:
        if _is_plain(arguments):
            # Without click, which takes a fortieth of the time until the first frame.
            from editreview.on_screen import run_plainly as run
        else:
            from editreview.cli import run

        gc.freeze()
        gc.enable()
        return run(arguments)
    except KeyboardInterrupt:
        return 130


def _is_plain(arguments: list[str]) -> bool:
    """True for a review without any option: nothing or one path, which cannot be the name of a command."""
    if any(VARIABLES in name for name in os.environ):
        return False
    return not arguments or (len(arguments) == 1 and "." in arguments[0] and not arguments[0].startswith("-"))


def program() -> NoReturn:
    """Run, and exit without the interpreter's shutdown, which may take longer than the run."""
    status = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError):
            # The stream is missing or closed.
            continue
    os._exit(status)


if __name__ == "__main__":
    program()
