"""The program's entry: `editreview` and `python -m editreview`."""

import sys

from editreview import __version__


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
    try:
        from editreview.cli import run

        return run(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
