"""Hooks of agents and of git: `editreview hook` and `editreview trailers`.

`hook` answers an agent's hook before one of its tools edits a file. Claude Code and Codex send `PreToolUse`,
Gemini CLI sends `BeforeTool`: an object with the name and the parameters of the tool. Only Claude Code knows
the answer `ask`; Codex would let the call through.

`trailers` adds lines below the message of a commit that includes what editreview wrote.
"""

import json
import os
import threading
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NoReturn

import click
from msgspec import Struct

from editreview.errors import EditreviewError, UsageError
from editreview.options import options
from editreview.settings import read_config
from editreview.streams import hand_over, is_terminal, say
from editreview.terminal import write
from editreview.workspace import MAKES_COMMIT, Workspace, add_trailers

MAX_EVENT_SIZE = 32 * 1024 * 1024
"""Bytes of an event, at most. A larger one is not checked."""
NOTEBOOK = "NotebookEdit"
_CODEX_ONLY = "turn_id"
"""A member that the events of Codex have, and those of Claude Code have not."""


class HookedAgent(StrEnum):
    """The agents whose hooks are understood."""

    CLAUDE = "claude"
    GEMINI = "gemini"
    CODEX = "codex"

    @property
    def can_ask(self) -> bool:
        """True if the answer to an event can leave the decision to the user."""
        return self is HookedAgent.CLAUDE


_EVENTS = {
    HookedAgent.CLAUDE: "PreToolUse",
    HookedAgent.GEMINI: "BeforeTool",
    HookedAgent.CODEX: "PreToolUse",
}
"""The event before a tool runs, by agent."""


class EditTool(Struct, frozen=True):
    """A tool that edits files."""

    name: str
    path: str | None
    """The parameter with the path; None if the paths are in a patch."""
    parameters: tuple[str, ...]
    """The other parameters that matter. The tool ignores or refuses all others."""
    agents: tuple[HookedAgent, ...]


_REPLACED = ("old_string", "new_string")
TOOLS = {
    tool.name: tool
    for tool in (
        EditTool("Edit", "file_path", (*_REPLACED, "replace_all"), (HookedAgent.CLAUDE,)),
        EditTool("MultiEdit", "file_path", ("edits",), (HookedAgent.CLAUDE,)),
        EditTool("Write", "file_path", ("content",), (HookedAgent.CLAUDE,)),
        EditTool(NOTEBOOK, "notebook_path", (), (HookedAgent.CLAUDE,)),
        EditTool("write_file", "file_path", ("content",), (HookedAgent.GEMINI,)),
        EditTool("replace", "file_path", (*_REPLACED, "allow_multiple"), (HookedAgent.GEMINI,)),
        EditTool("apply_patch", None, ("command",), (HookedAgent.CODEX,)),
    )
}
"""The tools that are checked, by name."""


class EventError(Exception):
    """An event that cannot be understood; the message says why."""

    def __init__(self, message: str, agent: HookedAgent | None) -> None:
        super().__init__(message)
        self.agent = agent
        """The agent that sent it; None if that is not known."""


class ToolEvent(Struct, frozen=True):
    """A call of a tool that edits files, before it runs."""

    agent: HookedAgent
    tool: EditTool
    input: Mapping[str, object]
    """The parameters of the tool."""
    folder: str | None
    """The agent's current folder, to which paths are relative; None if the event does not say."""


def _read_event(data: bytes, agent: HookedAgent | None) -> ToolEvent | None:
    """Read an event.

    Args:
        data: The event, in JSON.
        agent: The agent that sends it; None to tell it from the event.

    Returns:
        None if the event is not that of a tool that edits files, about to run.

    Raises:
        EventError: It cannot be understood.
    """
    if len(data) > MAX_EVENT_SIZE:
        limit = MAX_EVENT_SIZE // (1024 * 1024)
        raise EventError(f"the event is larger than {limit} MB and was not checked", agent)
    if not data.strip():
        raise EventError("there is no event on standard input", agent)
    try:
        event = json.loads(data)
    except RecursionError:
        raise EventError("the event is nested too deeply", agent) from None
    except ValueError as error:
        raise EventError(f"the event is not JSON: {error}", agent) from None
    if not isinstance(event, dict):
        raise EventError("the event is not an object of JSON", agent)
    name, kind = event.get("tool_name"), event.get("hook_event_name")
    sender = agent or _sender_of(event)
    if sender is None:
        raise EventError("the event matches no known agent: name the agent with --for", None)
    if isinstance(kind, str) and kind != _EVENTS[sender]:
        return None
    if not isinstance(name, str):
        raise EventError("the event has no tool_name", sender)
    tool = TOOLS.get(name)
    if tool is None:
        return None
    given = event.get("tool_input")
    if not isinstance(given, dict):
        raise EventError(f"the event has no tool_input for {name}", sender)
    folder = event.get("cwd")
    return ToolEvent(sender, tool, given, folder if isinstance(folder, str) else None)


def _sender_of(event: Mapping[str, object]) -> HookedAgent | None:
    """The agent that sent an event; None if that cannot be told."""
    kind, name = event.get("hook_event_name"), event.get("tool_name")
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if kind == _EVENTS[HookedAgent.GEMINI]:
        return HookedAgent.GEMINI
    if isinstance(event.get(_CODEX_ONLY), str) or (tool and HookedAgent.CODEX in tool.agents):
        return HookedAgent.CODEX
    if isinstance(kind, str):
        return HookedAgent.CLAUDE
    return tool.agents[0] if tool is not None else None


class HookDecision(StrEnum):
    """The answers to an event, the strictest last."""

    NONE = "none"
    """The agent goes on as it would without the hook."""
    ALLOW = "allow"
    ASK = "ask"
    """The user decides."""
    DENY = "deny"


class HookAnswer(Struct, frozen=True):
    """The answer to an event."""

    decision: HookDecision = HookDecision.NONE
    reason: str = ""
    """For the model if it is denied, for the user if the user is asked."""
    updated: Mapping[str, object] | None = None
    """All parameters, to be used instead of the given ones; None to keep these. Only Gemini CLI is told."""
    note: str = ""
    """A message for the user beside the answer; empty for none."""


def _answer_in_words_of(agent: HookedAgent, answer: HookAnswer) -> bytes:
    """The answer in the terms of an agent, for its standard output; empty to say nothing."""
    decision = answer.decision
    if decision is HookDecision.ASK and not agent.can_ask:
        decision = HookDecision.DENY
    said: dict[str, object] = {}
    if agent is HookedAgent.GEMINI:
        if decision is not HookDecision.NONE:
            said = {"decision": decision.value, "reason": answer.reason}
        if answer.updated is not None:
            said["hookSpecificOutput"] = {"hookEventName": _EVENTS[agent], "tool_input": dict(answer.updated)}
    elif decision is HookDecision.DENY or (agent is HookedAgent.CLAUDE and decision is not HookDecision.NONE):
        said["hookSpecificOutput"] = {
            "hookEventName": _EVENTS[agent],
            "permissionDecision": decision.value,
            "permissionDecisionReason": answer.reason,
        }
    if answer.note:
        said["systemMessage"] = answer.note
    return (json.dumps(said) + "\n").encode("ascii") if said else b""


_LIMIT_S = 8.0
"""Seconds after which the edit is left to the user. Agents let an edit through if their own limit is over."""
_BLOCKED = 2
"""The exit status with which every agent blocks a call, and shows standard error to the model."""
_CHUNK = 1 << 16


@click.command(epilog="Example: editreview hook --for claude < event.json")
@click.option(
    "--for",
    "agent",
    type=click.Choice([agent.value for agent in HookedAgent]),
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
    help="Where only the old text is not exact, give the tool the text of the file (Gemini CLI).",
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
        event = _read_event(_event_read(), run.agent)
        if event is None:
            return 0
        run.agent = event.agent
        answer = _judged(event, root, without, allow, config, allows_safe=allows_safe, corrects=corrects)
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


def _judged(
    event: ToolEvent,
    root: str | None,
    without: tuple[str, ...],
    allow: tuple[str, ...],
    config: str | None,
    *,
    allows_safe: bool,
    corrects: bool,
) -> HookAnswer:
    # Most events are of other tools: they need none of it.
    from editreview.commands.judging import judge
    from editreview.settings import ReviewOptions

    review_options = ReviewOptions.of(root=root, without=without, allow=allow, config=config)
    return judge(event, review_options, allows_safe=allows_safe, corrects=corrects)


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
        said = _answer_in_words_of(self.agent or HookedAgent.CLAUDE, answer)
        try:
            write(1, said)
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


def _event_read() -> bytes:
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
    neither, nothing is added. Nor is anything added twice, or to an empty message. Without FILE, prints
    the lines.
    """
    lines = list(dict.fromkeys((*read_config(config)[0].commit.trailers, *trailers)))
    # A commit made by editreview has the lines that its user chose.
    if not lines or MAKES_COMMIT in os.environ:
        return 0
    workspace = Workspace.open(None if root is None else Path(root))
    if not workspace.staged_since_written():
        return 0
    if file is None:
        hand_over("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        return 0
    try:
        add_trailers(Path(file), lines)
    except OSError as error:
        raise UsageError(f"cannot add trailers to {file}: {error.strerror}") from error
    return 0
