"""`editreview diff`: two versions of files in the view of a review, or as a patch without a terminal."""

import click

from editreview.options import options
from editreview.settings import read_config
from editreview.streams import hand_over, is_terminal, say
from editreview.terminal import take_over
from editreview.workspace import VersionDiff, current_folder

_PATHS = "paths"


class _Separating(click.Command):
    """Keeps what follows `--`, which click would join with what stands before it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[_PATHS] = args[at + 1 :]
        return super().parse_args(ctx, args[:at])


@click.command(cls=_Separating, epilog="Example: editreview diff main HEAD -- src")
@click.argument("names", nargs=-1, metavar="[A] [B] [-- PATH …]", type=click.Path())
@click.option("--staged", "--cached", "is_staged", is_flag=True, help="Compare with what is staged.")
@options("layout", "theme", "color", "ascii", "config", "debug")
def diff(
    names: tuple[str, ...],
    is_staged: bool,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
    config: str | None,
) -> int:
    """Show how two versions differ, in the view of a review.

    Nothing can be changed there. A and B are commits, or two files or folders. With one commit, the other
    version is the work tree; with none, what is not staged is shown, as `git diff` does. Without a terminal
    to print to, prints a patch.
    """
    context = click.get_current_context()
    paths: list[str] = context.meta[_PATHS]
    configured, source = read_config(config)
    comparison = VersionDiff.of_versions(current_folder(), names, paths, is_staged=is_staged)
    if not is_terminal(1):
        hand_over(comparison.patch())
        return 0
    if not comparison.files:
        say("no differences")
        return 0
    with take_over():
        from editreview.tui.comparing import run_comparison
        from editreview.tui.display import terminals_display
        from editreview.tui.keymap import in_force
        from editreview.tui.settings import Settings
        from editreview.tui.themes import check_theme

        look = configured.view
        check_theme(theme or look.theme, "--theme" if theme else source)
        settings = Settings(
            layout=layout or look.layout,
            theme=theme or look.theme,
            display=terminals_display(no_color=no_color, is_ascii=is_ascii or look.ascii),
            keys=in_force(configured.keys, source),
        )
        words = [*["--staged"] * is_staged, *names, *(["--", *paths] if paths else [])]
        return run_comparison(comparison, " ".join(words) or "not staged", settings)
