"""Envelopes: unwraps the text in API responses, in streams of deltas, and in transcripts of agents.

    data: {"choices": [{"delta": {"content": "src/a.py\\n<<<<<<< SEARCH\\n"}}]}

The result is the text that the reader reads, as if the model had answered in a chat: the messages in
order, each below a line with `MESSAGE`, thinking below one with `THINKING`. A call of a tool is a
message of its own, in JSON on one line; so is the result of a call. Text that is in no envelope stays
as it is.

Streams are unwrapped as they arrive, a value of JSON once it is complete. Of a transcript only one
turn counts, unless all are requested: the text after one message of the user. Without a number, it is the
last turn with an edit, which is only known at the end. Messages of the user, and output of tools, are
left out.

The shapes are those of the APIs of OpenAI, Anthropic, Google and Ollama, of the sessions of Claude Code,
Codex, Gemini CLI and Cline, of the Agent Client Protocol (ACP), and of aider's chat history. A string of
JSON with several lines is an envelope too.
"""

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from editreview.first_use import lazy_pattern
from editreview.text import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from editreview.formats.json_values import Scan
    from editreview.formats.messages import DeltaStream, Object, Transcript

MESSAGE = "\x1e"
"""A line that begins a message, and ends what is open in the one before."""
THINKING = f"{MESSAGE}thinking"
"""A line that begins a message of thinking."""

ENVELOPES: tuple[tuple[str, str], ...] = (
    ("bodies", "the body of a response of OpenAI (chat completions, responses), Anthropic, Gemini or Ollama"),
    ("streams", "the deltas of these as server-sent events or as lines of JSON, calls included"),
    (
        "command lines",
        "what `claude` (`json`, `stream-json`), `gemini` (`json`) and `codex exec` (`--json`) print",
    ),
    ("sessions", "transcripts of Claude Code, Codex, Gemini CLI and Cline, and lists of messages: one turn"),
    (
        "ACP",
        "`agent_message_chunk`, `tool_call`, `tool_call_update`, `session/request_permission` and "
        "`fs/write_text_file`: one turn, in which the last state of a call counts",
    ),
    ("aider", "`.aider.chat.history.md`: one turn"),
    ("strings", "the text as a string of JSON, as `jq` prints it without `-r`"),
)
"""The envelopes, by kind, each with its shapes in Markdown."""

_SERVER_SENT = lazy_pattern(r"(?:data|event|id|retry):|:")
APPLIED = "applied_by_the_session"
"""The member of a call that says that the call succeeded, by its result in the transcript."""
ALL_TURNS = 0
"""As the number of a turn: all turns count, one after the other."""
AIDER_HEAD = "# aider chat started at "
"""The beginning of a session in aider's chat history."""


_MAX_NAMED = 4
"""The most turns that a sentence names."""


def turns_that_edit(turns: "Sequence[int]") -> str:
    """The beginning of a sentence about further turns of a transcript that edit files; empty without any."""
    if not turns:
        return ""
    named = list(map(str, turns[-_MAX_NAMED:]))
    which = f"turn {named[0]}" if len(named) == 1 else f"turns {', '.join(named[:-1])} and {named[-1]}"
    earlier = len(turns) - len(named)
    verb = "edits" if len(turns) == 1 else "edit"
    return f"{which}{f' and {earlier} before them' if earlier else ''} {verb} files too"


class Origin(Struct, frozen=True):
    """The turns of a transcript, and the model that wrote what is read."""

    turns: int | None = None
    """The number of turns; None if it is not a transcript."""
    other_turns: tuple[int, ...] = ()
    """The turns with edits that are not read, if no turn was requested."""
    model: str = ""
    """The name of the model; empty if it is not known."""


class _Envelope(Protocol):
    """An envelope that is being unwrapped."""

    @property
    def origin(self) -> Origin:
        """The origin of its text, once it has ended."""

    def feed(self, line: str) -> str:
        """Feed the next line. Returns the text that became complete."""

    def close(self) -> str:
        """End the response. Returns the rest of the text."""


class Unwrapper:
    """Unwraps one response. Feed it text as it arrives, then close it.

    Args:
        turn: The number of the turn of a transcript, from 1; negative to count from the last; `ALL_TURNS`
            for all. None for the last one with an edit.
    """

    def __init__(self, turn: int | None = None) -> None:
        self._turn = turn
        self._partial: list[str] = []
        self._waiting: list[str] = []
        """The lines so far, while it is unknown what they are."""
        self._is_decided = False
        self._has_text = False
        """True if a value was unwrapped before those lines."""
        self._scan: Scan | None = None
        """The scan of a value of several lines that may be an envelope."""
        self._envelope: _Envelope | None = None
        self.turns: int | None = None
        """The number of turns, once the response has ended; None if it is not a transcript."""
        self.other_turns: tuple[int, ...] = ()
        """The turns with edits that were not read, once the response has ended."""
        self.model: str | None = None
        """The name of the model, once the response has ended; None if no envelope says it."""

    def feed(self, chunk: str) -> str:
        """Feed the next part of the response. Returns the text that it completes."""
        if self._is_decided and self._envelope is None:
            return chunk
        whole, newline, rest = chunk.rpartition("\n")
        if not newline:
            self._partial.append(chunk)
            return ""
        lines = f"{''.join(self._partial)}{whole}".split("\n")
        self._partial = [rest]
        parts: list[str] = []
        for at, line in enumerate(lines):
            parts.append(self._feed_line(line))
            if self._is_decided and self._envelope is None:
                parts += ["\n".join([*lines[at + 1 :], ""]), *self._partial]
                self._partial = []
                break
        return "".join(parts)

    def close(self) -> str:
        """End the response. Returns the rest of its text; nothing after the first call."""
        last, self._partial = "".join(self._partial), []
        if self._is_decided and self._envelope is None:
            return last
        text = self._feed_line(last, end="") if last else ""
        if self._envelope is not None:
            text += self._envelope.close()
            origin = self._envelope.origin
            self.turns, self.other_turns, self.model = origin.turns, origin.other_turns, origin.model or None
            self._envelope = None
        elif not self._is_decided:
            text += self._pass_on()
        return text

    def _feed_line(self, line: str, end: str = "\n") -> str:
        bare = line.removesuffix("\r")
        if self._envelope is not None:
            return self._envelope.feed(bare)
        self._waiting.append(line + end)
        return self._decide(bare)

    def _decide(self, line: str) -> str:
        """Read a line while the kind of the response is unknown. Returns text once it is known."""
        if self._scan is not None:
            return self._read_value(self._scan, line)
        line = line.removeprefix(BYTE_ORDER_MARK) if len(self._waiting) == 1 else line
        if line.startswith(MESSAGE):
            # It was unwrapped before.
            return self._pass_on()
        if not line.strip():
            return ""
        if line.startswith(AIDER_HEAD):
            from editreview.formats.messages import AiderHistory

            return self._begin(AiderHistory(self._turn))
        if _SERVER_SENT.match(line):
            return self._read_server_sent(line)
        if line.startswith('"'):
            return self._read_string(line)
        if not line.startswith(("{", "[")):
            return self._pass_on()
        from editreview.formats.json_values import Scan

        self._scan = Scan(frozenset())
        return self._read_value(self._scan, line)

    def _read_server_sent(self, line: str) -> str:
        """Read a line that may be part of a server-sent event."""
        from editreview.formats.messages import DeltaStream, decoded, is_stream_event

        if not line.startswith("data:"):
            return ""
        value = decoded(line.removeprefix("data:"))
        return self._begin(DeltaStream()) if is_stream_event(value) else self._pass_on()

    def _read_string(self, line: str) -> str:
        """Read a line that may be a string of JSON with several lines."""
        from editreview.formats.messages import text_in_string

        text = text_in_string(line)
        if text is None:
            return self._pass_on()
        self._has_text, self._waiting = True, []
        return text

    def _read_value(self, scan: "Scan", line: str) -> str:
        """Read a line of a value of JSON, which may be an envelope or the first line of one."""
        from editreview.formats.json_values import State

        state, end = scan.feed(line)
        if state is State.OPEN and not scan.is_in_string:
            return ""
        from editreview.formats.messages import (
            DeltaStream,
            Transcript,
            body_of,
            decoded,
            is_stream_event,
            is_transcript_entry,
            is_whole_body,
            model_in,
            object_at,
            objects_in,
            text_in_body,
        )

        written = "".join(self._waiting)
        value = decoded(written) if state is State.CLOSED and not line[end:].strip() else None
        values = objects_in(value)
        if values and all(map(is_stream_event, values)):
            return self._begin_with(DeltaStream(), values)
        if values and all(map(is_transcript_entry, values)):
            return self._begin_with(Transcript(self._turn), values)
        if isinstance(value, dict) and len(self._waiting) == 1:
            if is_stream_event(value) and not is_whole_body(value):
                return self._begin(DeltaStream())
            if is_transcript_entry(value):
                return self._begin(Transcript(self._turn))
        body = body_of(value)
        if body is not None:
            self.model = model_in(object_at(value)) or self.model
        text = None if body is None else text_in_body(body, written)
        if text is None:
            return self._pass_on()
        # Another value may follow.
        self._scan, self._has_text, self._waiting = None, True, []
        return text

    def _begin_with(self, envelope: "DeltaStream | Transcript", values: "Sequence[Object]") -> str:
        """Unwrap the values of a list, and the rest of the response, as an envelope."""
        self._is_decided, self._envelope, self._waiting = True, envelope, []
        return "".join(map(envelope.take, values))

    def _begin(self, envelope: _Envelope) -> str:
        """Unwrap the lines so far, and the rest of the response, as an envelope."""
        self._is_decided, self._envelope = True, envelope
        lines, self._waiting = self._waiting, []
        return "".join(envelope.feed(line.rstrip("\r\n")) for line in lines if line.strip())

    def _pass_on(self) -> str:
        """Pass on the text so far, and the rest of the response: they are in no envelope."""
        self._is_decided = True
        text, self._waiting = "".join(self._waiting), []
        return f"{MESSAGE}\n{text}" if self._has_text and text.strip() else text


def unwrapped(text: str, turn: int | None = None) -> str:
    """The text in a whole response; see `Unwrapper`."""
    unwrapper = Unwrapper(turn)
    return unwrapper.feed(text) + unwrapper.close()
