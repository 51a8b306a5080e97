"""The help of the commands."""

import click
import pytest

from editreview.cli import cli


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_the_first_sentence_of_a_command_fits_the_list(name: str) -> None:
    """In 80 columns it is not cut."""
    command = cli.commands[name]
    longest = max(len(each) for each, other in cli.commands.items() if not other.hidden)
    assert "..." not in command.get_short_help_str(78 - 4 - longest)


def test_every_option_has_a_sentence() -> None:
    """It ends with a full stop."""
    for command in cli.commands.values():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert (parameter.help or "").rstrip().endswith((".", "]")), parameter.name
