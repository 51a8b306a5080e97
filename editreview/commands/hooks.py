"""Hooks of agents and of git: `editreview hook` and `editreview trailers`.

`hook` answers an agent's hook before one of its tools edits a file.

`trailers` adds lines below the message of a commit that includes what editreview wrote.
"""

import os
import threading
from pathlib import Path
from typing import NoReturn

import click

from editreview.commands.hook_events import (
    MAX_EVENT_SIZE,
    EventError,
    HookAnswer,
    HookDecision,
    HookedAgent,
    answer_in_words_of,
    parse_event,
)
from editreview.errors import EditreviewError, UsageError
from editreview.options import OneOf, options
from editreview.settings import ReviewOptions, read_config
from editreview.streams import hand_over, is_terminal, say
from editreview.terminal import write
from editreview.workspace import MAKES_COMMIT, Workspace, add_trailers

_LIMIT_S = 8.0
"""Seconds after which the edit is left to the user. Agents let an edit through if their own limit is over."""
_BLOCKED = 2
"""The exit status with which every agent blocks a call, and shows standard error to the model."""
_CHUNK = 1 << 16


@click.command(epilog="Example: editreview hook --for claude < event.json")
@click.option(
    "--for",
    "agent",
    type=OneOf([agent.value for agent in HookedAgent]),
    help="The agent that sends the event. Default: recognised from the event.",
)
@click.option(
    "--allow-safe",
    "allows_safe",
    is_flag=True,
    help="Allow sound edits, instead of leaving them to the agent's own rules.",
)
@click.option(
    "--correct",
    "corrects",
    is_flag=True,
    help="If the old text differs from the file only in whitespace or the like, send the tool the file's "
    "text instead (Gemini CLI only).",
)
@options("root", "without", "allow", "config", "debug")
def hook(
    agent: str | None,
    allows_safe: bool,
    corrects: bool,
    root: str | None,
    without: tuple[str, ...],
    allow: tuple[str, ...],
    config: str | None,
) -> int:
    """Check an agent's edit before it is written.

    Reads the event of the agent's hook, and answers in its terms. A sound edit passes silently, a
    faulty one is denied with the reason and the nearest lines, and what only you may decide is asked. See
    docs/agents.md for the settings of each agent.
    """
    if is_terminal(0):
        raise UsageError("the event of a hook comes on standard input; an agent runs this command")
    run = _HookRun(None if agent is None else HookedAgent(agent))
    timer = threading.Timer(_LIMIT_S, run.give_up)
    timer.daemon = True
    timer.start()
    try:
        event = parse_event(_read_standard_input(), run.agent)
        if event is None:
            return 0
        run.agent = event.agent
        # Most events are of other tools: they need none of it.
        from editreview.commands.hook_answers import answer_to

        review_options = ReviewOptions.of(root=root, without=without, allow=allow, config=config)
        answer = answer_to(event, review_options, allows_safe=allows_safe, corrects=corrects)
    except EventError as error:
        run.agent = run.agent or error.agent
        return run.fault(str(error))
    except EditreviewError as error:
        return run.fault(str(error))
    except Exception as error:
        # Anything else would let the edit through.
        return run.fault(f"internal error: {type(error).__name__}: {error}")
    finally:
        timer.cancel()
    return run.say(answer)


class _HookRun:
    """One run, which answers once.

    Args:
        agent: The agent that the user named; None to tell it from the event.
    """

    def __init__(self, agent: HookedAgent | None) -> None:
        self.agent = agent
        self._lock = threading.Lock()

    def say(self, answer: HookAnswer) -> int:
        """Answer. Returns the exit status."""
        if not self._lock.acquire(blocking=False):
            # The limit is over, and the other thread answers.
            threading.Event().wait()
        output = answer_in_words_of(self.agent or HookedAgent.CLAUDE, answer)
        try:
            write(1, output)
        except OSError:
            return _BLOCKED
        return 0

    def fault(self, why: str) -> int:
        """Leave an edit that could not be checked to the user, or deny it. Returns the exit status."""
        message = f"editreview could not check this edit: {why}"
        if self.agent is None:
            say(message)
            return _BLOCKED
        return self.say(HookAnswer(HookDecision.ASK, message))

    def give_up(self) -> NoReturn:
        """End the program with an answer, because the limit is over."""
        status = self.fault(f"it took longer than {_LIMIT_S:g} seconds")
        os._exit(status)


def _read_standard_input() -> bytes:
    """The event, or as much of it as shows that it is too large."""
    parts: list[bytes] = []
    size = 0
    while size <= MAX_EVENT_SIZE and (part := os.read(0, _CHUNK)):
        parts.append(part)
        size += len(part)
    return b"".join(parts)


@click.command(epilog='Example, as the hook commit-msg: editreview trailers "$1"')
@click.argument("file", required=False, type=click.Path())
@options("trailer", "root", "config", "debug")
def trailers(file: str | None, trailers: tuple[str, ...], root: str | None, config: str | None) -> int:
    """Add trailers to the message of a commit of reviewed edits.

    The message is in FILE, and gets them if what is staged includes what editreview wrote. For git's hooks
    prepare-commit-msg and commit-msg. The lines are those of --trailer and of the configuration; with
    neither, nothing is added. Nor is anything added twice, or to an empty message. An error is printed,
    but does not fail the commit. Without FILE, prints the lines.
    """
    # A commit made by editreview has the lines that its user chose.
    if MAKES_COMMIT in os.environ:
        return 0
    if file is None:
        lines = _trailers_now(trailers, root, config)
        hand_over("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        return 0
    try:
        if lines := _trailers_now(trailers, root, config):
            add_trailers(Path(file), lines)
    except EditreviewError as error:
        say(f"editreview: no trailers were added: {error}")
    except Exception as error:
        # Git refuses a commit whose hook fails, even at an error of ours.
        say(f"editreview: no trailers were added: {type(error).__name__}: {error}")
    return 0


def _trailers_now(trailers: tuple[str, ...], root: str | None, config: str | None) -> list[str]:
    """The trailers for a commit of the staged changes; empty if they include no reviewed edits."""
    lines = list(dict.fromkeys((*read_config(config)[0].commit.trailers, *trailers)))
    if not lines:
        return []
    workspace = Workspace.open(None if root is None else Path(root))
    return lines if workspace.staged_since_written() else []
