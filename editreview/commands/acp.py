"""`editreview acp`: an agent for editors that speak the Agent Client Protocol."""

import asyncio
import logging
import signal
from contextlib import suppress
from pathlib import Path

import click
from msgspec.structs import replace

from editreview.commands import installing
from editreview.errors import INTERRUPTED, UsageError
from editreview.headless import record_run, store_for_prompt
from editreview.options import options
from editreview.review import Review
from editreview.settings import ReviewOptions
from editreview.streams import is_terminal, say
from editreview.terminal import reserve_streams

_ON_TERMINAL = "editreview acp talks with an editor, which starts it: see docs/agents.md"


@click.command(epilog="Example: editreview acp")
@options("format", "empty_search", "without", "strip", "allow", "config", "stage", "stats", "debug")
def acp(
    formats: tuple[str, ...],
    empty_search: str | None,
    without: tuple[str, ...],
    strip: tuple[str, ...],
    allow: tuple[str, ...],
    config: str | None,
    no_stage: bool,
    no_stats: bool,
) -> int:
    """Be an agent for an editor that speaks ACP, such as Zed.

    The editor starts it. A prompt holds a response, or links to its file; each block becomes a tool call that
    you permit or reject in the editor, and the accepted ones are written and staged.
    """
    if is_terminal(0):
        raise UsageError(_ON_TERMINAL)
    review_options = ReviewOptions.of(
        formats=formats, empty_search=empty_search, without=without, strip=strip, allow=allow, config=config
    )
    check_extra("editreview acp")

    def open_review(root: Path) -> Review:
        return replace(review_options, root=str(root)).open()

    def record(review: Review) -> None:
        store_for_prompt(review)
        record_run(review, "acp", review_options.config, model=None, no_stats=no_stats)

    from editreview.agents.editor import EditorAgent, serve

    agent = EditorAgent(open_review, stages=not no_stage, record=record)
    incoming, outgoing = reserve_streams()
    logging.getLogger().addHandler(_Log(logging.WARNING))

    async def run() -> int:
        ended = asyncio.Event()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # Windows has no SIGHUP, and its loop no handlers.
            with suppress(AttributeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(signal.Signals[name], ended.set)
        await serve(agent, incoming, outgoing, ended)
        return INTERRUPTED if ended.is_set() else 0

    return asyncio.run(run())


class _Log(logging.Handler):
    """Prints what the package for ACP logs, such as a traceback, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(self.format(record))


def check_extra(command: str) -> None:
    """Check that the package is there which speaks ACP.

    Raises:
        UsageError: It is not, or in a version that is not supported.
    """
    try:
        import acp as sdk
    except ImportError as error:
        why = f"{command} needs the package agent-client-protocol"
        raise UsageError(f"{why}: {installing('acp')}") from error
    if not hasattr(sdk, "connect_to_agent") or sdk.PROTOCOL_VERSION != 1:
        why = f"{command} cannot use the installed package agent-client-protocol"
        raise UsageError(f"{why}: {installing('acp')}")
