"""Events of the hooks of agents, before one of their tools runs, and the answers to them.

Claude Code and Codex send `PreToolUse`, Gemini CLI sends `BeforeTool`: an object with the name and the
parameters of the tool. Only Claude Code knows the answer `ask`; Codex would let the call through.
"""

import json
from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

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


def parse_event(data: bytes, agent: HookedAgent | None) -> ToolEvent | None:
    """The call of a tool in an event.

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
    """A message for the user in addition to the answer; empty for none."""


def answer_in_words_of(agent: HookedAgent, answer: HookAnswer) -> bytes:
    """The answer in the terms of an agent, for its standard output; empty to say nothing."""
    decision = answer.decision
    if decision is HookDecision.ASK and not agent.can_ask:
        decision = HookDecision.DENY
    output: dict[str, object] = {}
    if agent is HookedAgent.GEMINI:
        if decision is not HookDecision.NONE:
            output = {"decision": decision.value, "reason": answer.reason}
        if answer.updated is not None:
            output["hookSpecificOutput"] = {
                "hookEventName": _EVENTS[agent],
                "tool_input": dict(answer.updated),
            }
    elif decision is HookDecision.DENY or (agent is HookedAgent.CLAUDE and decision is not HookDecision.NONE):
        output["hookSpecificOutput"] = {
            "hookEventName": _EVENTS[agent],
            "permissionDecision": decision.value,
            "permissionDecisionReason": answer.reason,
        }
    if answer.note:
        output["systemMessage"] = answer.note
    return (json.dumps(output) + "\n").encode("ascii") if output else b""
