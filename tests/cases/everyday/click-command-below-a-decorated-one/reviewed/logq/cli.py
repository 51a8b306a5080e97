from collections import deque

import click
import orjson

from logq.reader import read


@click.group()
def main():
    """Query structured logs."""


@main.command()
@click.argument("path")
def errors(path):
    """Show only errors."""
    for record in read(path):
        if record["level"] == "ERROR":
            click.echo(record["message"])


@main.command()
@click.argument("path")
@click.option("-n", "--lines", default=10, show_default=True)
def tail(path, lines):
    """Show the last records."""
    for record in deque(read(path), maxlen=lines):
        click.echo(orjson.dumps(record).decode())


if __name__ == "__main__":
    main()
