"""`editreview completion`: the script with which a shell completes commands, options and their values."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from editreview.options import options
from editreview.streams import hand_over

_VARIABLE = "_EDITREVIEW_COMPLETE"
"""The environment variable by which the script asks the program; click derives it from the name."""


@click.command(epilog='Example: eval "$(editreview completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@options("debug")
def completion(shell: str) -> int:
    """Print the script that completes the command line in a shell.

    In ~/.bashrc or ~/.zshrc: eval "$(editreview completion bash)", or zsh. For fish, write it to
    ~/.config/fish/completions/editreview.fish.
    """
    program = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    # Not the method of the class for bash, which runs bash to learn its version.
    script = ShellComplete.source(kind(program, {}, "editreview", _VARIABLE))
    hand_over(f"{script.strip()}\n".encode())
    return 0
