import click

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


if __name__ == "__main__":
    main()
