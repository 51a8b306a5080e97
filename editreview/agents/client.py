"""Runs an agent over ACP in a tree of its own, turn by turn, on a thread with an event loop of its own.

Its requests for permission become lines of a response that is written to a pipe, and the decisions answer
them. At the end of a turn, all other changes of the tree follow as a diff: an agent may write without
asking.
"""

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from subprocess import Popen
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, cast

import acp
from acp.connection import StreamDirection, StreamEvent
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    FileSystemCapabilities,
    Implementation,
    NewSessionResponse,
    RequestPermissionResponse,
)
from msgspec import Struct

from editreview import __version__
from editreview.agents import LineTransport
from editreview.agents.edits import AgentCalls, AskedCall, FileEdit, as_response, edits_of
from editreview.processes import end_group, last_line, start
from editreview.terminal import write

if TYPE_CHECKING:
    from editreview.agents.edits import AgentTree

_START_S = 120.0
"""Seconds for an agent to start: many load for a while."""
_CANCEL_S = 10.0
"""Seconds for an agent to end a turn that was cancelled."""
_END_S = 8.0
"""Seconds for the thread to end."""
_MAX_OPEN = 1_000
"""Requests for permission that wait, at most."""
_MAX_PROSE = 1_000_000
"""Characters of an agent's messages in a turn that are kept."""
_ASKING_MODES = ("default", "ask", "read-only", "manual", "approve")
"""Modes in which agents ask before they edit; the first that one offers is set."""
_PROSE = "│ "
"""Begins each line of an agent's words, so that no edit is read from them."""
_IF_IT_CANNOT = " (if it does not speak ACP, use --plain)"
_NO_CONTENTS: Mapping[str, bytes | None] = MappingProxyType({})


class _Question(Struct, frozen=True):
    """A request for permission without a diff, such as for a command."""

    id: str
    title: str
    detail: str


_Event = _Question | str
"""A question, or the sentence with which a turn ended."""


class _Prompt(Struct, frozen=True):
    text: str
    contents: Mapping[str, bytes | None]
    outgoing: int
    """The descriptor to which the response goes."""


class _Waiting(Struct):
    """A request for permission that waits for decisions."""

    undecided: set[str]
    """Ids of its edits."""
    edits: Sequence[FileEdit]
    answer: "asyncio.Future[bool]"
    is_refused: bool = False


class AgentRun:
    """An agent that works in a tree of its own. All methods may be called from any thread.

    Args:
        command: The agent and its arguments.
        tree: Its tree.
    """

    name = "the agent"
    answers_as_whole = False

    def __init__(
        self,
        command: Sequence[str],
        tree: "AgentTree",
    ) -> None:
        self._command = command
        self._tree = tree
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        """Questions and ends of turns, until somebody listens."""
        self._loop = asyncio.new_event_loop()
        self._given: queue.SimpleQueue[_Prompt] = queue.SimpleQueue()
        self._prompted = asyncio.Event()
        """Set when a prompt was given."""
        self._beginning = threading.Lock()
        self._has_ended = False
        """True once it takes no more prompts; guarded by the lock."""
        self._calls = AgentCalls()
        self._waiting: dict[str, _Waiting] = {}
        """By the id of each edit or question."""
        self._allowed: list[FileEdit] = []
        """The edits that were allowed in this turn."""
        self._id = f"agent-{token_hex(4)}-"
        """The beginning of the ids of its edits; a review may have those of an earlier agent too."""
        self._count = 0
        self._prose = 0
        self._is_mid_line = False
        self._out: _PipeWriter | None = None
        self._is_cancelled = False
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115
        self._process: Popen[bytes] | None = None
        self._work: asyncio.Task[None] | None = None
        self._turn: asyncio.Task[object] | None = None
        self._connection: acp.Agent | None = None
        self._session_id = ""
        self._has_spoken = False
        """True once a message of the protocol came from it."""
        self._has_begun = False
        """True once it was given a prompt."""
        self.is_busy = False
        """True while a turn goes on."""
        self.problem = ""
        """The reason why it has ended; empty while it runs."""
        self._thread = threading.Thread(target=self._run, name="agent", daemon=True)

    # The face for other threads

    def listen(self, asks: Callable[[str, str, str], object], rests: Callable[[str], object]) -> None:
        """Call functions, on a thread, with all questions and ends of turns, earlier ones too.

        Args:
            asks: Called with the id, the title and the details of a question.
            rests: Called with a sentence if the turn did not end well, else with an empty one.
        """

        def tell() -> None:
            while True:
                event = self._events.get()
                if isinstance(event, _Question):
                    asks(event.id, event.title, event.detail)
                else:
                    rests(event)

        threading.Thread(target=tell, name="agent events", daemon=True).start()

    def prompt(self, text: str, contents: Mapping[str, bytes | None] = _NO_CONTENTS) -> int:
        """Begin a turn. Returns the descriptor on which its response arrives.

        Args:
            text: The prompt.
            contents: The files that the review changes and has not written, by path.
        """
        incoming, outgoing = os.pipe()
        self.is_busy = True
        with self._beginning:
            if self._has_ended:
                self._drop(outgoing, self.problem)
                return incoming
            self._given.put(_Prompt(text, contents, outgoing))
            if not self._thread.is_alive():
                self._thread.start()
            self._call(self._prompted.set)
        return incoming

    def decide(self, id: str, *, is_allowed: bool) -> None:
        """Answer a question, or for one of its edits the request that it is of."""
        self._call(lambda: self._decide(id, is_allowed))

    def cancel(self) -> None:
        """End the turn: open questions are answered, and what was written so far is swept."""
        self._call(self._cancel)

    def close(self) -> None:
        """End the agent."""
        if self._thread.ident is None:
            # No prompt was given.
            self._loop.close()
            self._errors.close()
        elif self._thread.is_alive():
            self._call(self._close)
            self._thread.join(_END_S)

    def _call(self, function: Callable[[], object]) -> None:
        # The loop is closed once the agent has ended.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function)

    def _drop(self, outgoing: int, problem: str) -> None:
        """End a turn that did not begin."""
        os.close(outgoing)
        self.is_busy = False
        self._events.put(problem or "the agent has ended")

    # On the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        first: _Prompt | None = None
        self._work = self._loop.create_task(self._serve())
        try:
            self._loop.run_until_complete(self._work)
        except asyncio.CancelledError:
            pass
        except Exception as error:
            # The screen must neither wait for it nor be painted over.
            self.problem = self.problem or f"internal error: {type(error).__name__}: {error}"
        if self._process is not None:
            # Whatever it left behind in its group ends too.
            end_group(self._process)
        with self._beginning:
            self._has_ended = True
            if self._process is not None and not self._has_begun:
                first = self._next_prompt()
            while (prompt := self._next_prompt()) is not None:
                self._drop(prompt.outgoing, self.problem)
        if first is not None:
            # A program that takes no prompts may have written nevertheless.
            self._out = _PipeWriter(first.outgoing)
            self._loop.run_until_complete(self._end_turn(self.problem))
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        self._errors.close()

    def _next_prompt(self) -> "_Prompt | None":
        with suppress(queue.Empty):
            return self._given.get_nowait()
        return None

    def _close(self) -> None:
        if self._work is not None:
            self._work.cancel()

    async def _serve(self) -> None:
        """Start the agent, and give it one prompt after the other."""
        try:
            self._process = start(
                self._command,
                folder=self._tree.folder,
                errors=self._errors.fileno(),
                environment=self._tree.variables,
            )
        except OSError as error:
            self.problem = f"{self._command[0]} cannot be started: {error.strerror}"
            return
        try:
            await self._talk(self._process)
        finally:
            self._deny_all()

    async def _talk(self, process: "Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin, process.stdout:
            transport = LineTransport(os.dup(process.stdout.fileno()), os.dup(process.stdin.fileno()))
        # The methods that it lacks are answered as unknown: they need capabilities that are not offered.
        client = cast("acp.Client", self)
        connection = acp.connect_to_agent(client, cast("Any", transport), observers=[self._observe])
        self._connection = cast("acp.Agent", connection)
        try:
            session = await asyncio.wait_for(self._start(), _START_S)
            self._session_id = session.session_id
            await self._ask_for_questions(session)
            while not self.problem:
                self._prompted.clear()
                if (prompt := self._next_prompt()) is None:
                    await self._prompted.wait()
                else:
                    await self._take_turn(prompt)
        except TimeoutError:
            hint = "" if self._has_spoken else _IF_IT_CANNOT
            self.problem = f"the agent did not start within {_START_S:.0f} s{hint}{self._last_errors()}"
        except (ConnectionError, acp.RequestError, ValueError) as error:
            self.problem = self._sentence(error)
        finally:
            if self._work is not None and self._work.cancelling() and self._session_id:
                with suppress(Exception):
                    await asyncio.wait_for(self._connection.cancel(session_id=self._session_id), 1.0)
            await connection.close()

    async def _start(self) -> NewSessionResponse:
        assert self._connection is not None
        await self._connection.initialize(
            protocol_version=acp.PROTOCOL_VERSION,
            client_capabilities=ClientCapabilities(
                fs=FileSystemCapabilities(read_text_file=False, write_text_file=False), terminal=False
            ),
            client_info=Implementation(name="editreview", title="editreview", version=__version__),
        )
        return await self._connection.new_session(cwd=str(self._tree.folder), mcp_servers=[])

    async def _ask_for_questions(self, session: NewSessionResponse) -> None:
        """Set the mode in which the agent asks before it edits, if it has one."""
        modes = session.modes
        if modes is None or self._connection is None:
            return
        offered = {mode.id.lower(): mode.id for mode in modes.available_modes}
        id = next((offered[name] for name in _ASKING_MODES if name in offered), None)
        if id is not None and id != modes.current_mode_id:
            # Without it, what is written is reviewed all the same.
            with suppress(acp.RequestError, ValueError, TimeoutError):
                setting = self._connection.set_session_mode(session_id=session.session_id, mode_id=id)
                await asyncio.wait_for(setting, _CANCEL_S)

    # A turn

    async def _take_turn(self, prompt: "_Prompt") -> None:
        self._has_begun = True
        self._out = _PipeWriter(prompt.outgoing)
        self._is_cancelled, self._prose, self._is_mid_line = False, 0, False
        self._allowed.clear()
        # A response that began with JSON would be taken for the body of an API's answer.
        self._out.put(f"{_PROSE}Turn of {self._command[0]}\n")
        problem = ""
        self._turn = asyncio.ensure_future(self._send(prompt))
        try:
            answer = await self._turn
            reason = str(getattr(answer, "stop_reason", "end_turn"))
            if reason != "end_turn" and not self._is_cancelled:
                problem = f"the agent stopped: {reason.replace('_', ' ')}"
        except asyncio.CancelledError:
            if self._work is not None and self._work.cancelling():
                raise
            problem = self.problem = "the agent did not end its turn, so it was ended"
        except (ConnectionError, acp.RequestError, ValueError) as error:
            problem = self._sentence(error)
            if isinstance(error, ConnectionError):
                self.problem = problem
        finally:
            self._deny_all()
            await self._end_turn(problem)

    async def _send(self, prompt: "_Prompt") -> object:
        """Prepare the tree, and send the prompt. Returns the answer; None if the turn is cancelled before."""
        assert self._connection is not None
        await asyncio.to_thread(self._tree.begin_turn, prompt.contents)
        if self._is_cancelled:
            return None
        return await self._connection.prompt(
            session_id=self._session_id, prompt=[acp.text_block(prompt.text)]
        )

    async def _end_turn(self, problem: str) -> None:
        """Write the changes of the tree other than the allowed edits, and end the response."""
        out, self._out = self._out, None
        assert out is not None
        allowed = list(self._allowed)
        try:
            sweep = await asyncio.shield(asyncio.to_thread(self._tree.sweep, allowed))
        except Exception as error:
            sentence = self._tree.keep_whole("its tree cannot be compared", error)
            problem = "; ".join(filter(None, (problem, sentence)))
        else:
            problem = "; ".join(filter(None, (problem, *sweep.first_notes())))
            if sweep.diff:
                out.put("\n" * self._is_mid_line + f"{_PROSE}Written without asking:\n{sweep.diff}")
        out.put(None)
        self.is_busy = False
        self._events.put(problem)

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, acp.RequestError):
            return f"the agent reports an error: {error}{self._last_errors()}"
        if isinstance(error, ConnectionError) and not self._has_spoken:
            if not (errors := self._last_errors()):
                return f"{self._command[0]} does not speak ACP: use --plain"
            return f"{self._command[0]} has ended before it spoke ACP{_IF_IT_CANNOT}{errors}"
        if isinstance(error, ConnectionError):
            return f"the agent has ended{self._last_errors()}"
        return f"the agent does not speak the Agent Client Protocol as expected{self._last_errors()}"

    def _last_errors(self) -> str:
        """The last line of its error output, after a colon; empty if there is none."""
        with suppress(OSError, ValueError):
            if line := last_line(self._errors):
                return f": {line}"
        return ""

    # Questions

    def _observe(self, event: StreamEvent) -> None:
        # It runs before the handler, which other messages may overtake.
        if event.direction is StreamDirection.INCOMING:
            self._has_spoken = True
            self._calls.record(event.message)

    async def request_permission(
        self, session_id: str, tool_call: Any, options: Any, **others: Any
    ) -> RequestPermissionResponse:
        try:
            call = self._calls.take(tool_call.tool_call_id)
        except KeyError:
            return _answered(None)
        out = self._out
        if out is None or self._is_cancelled or len(self._waiting) >= _MAX_OPEN:
            return _answered(None)
        edits = edits_of(call, self._tree.folder)
        if isinstance(edits, str):
            self._say(f"Refused: {call.title}: {edits}.\n")
            return _answered(call, is_allowed=False)
        waiting = self._wait(edits)
        if edits:
            lines = zip(edits, sorted(waiting.undecided, key=_number), strict=True)
            self._end_line()
            # A line that is not an edit ends the last one.
            out.put("".join(as_response(edit, id) for edit, id in lines) + f"{_PROSE}\n")
        else:
            (id,) = waiting.undecided
            self._events.put(
                _Question(id, f"{call.kind}: {call.title}" if call.kind else call.title, call.detail)
            )
        try:
            is_allowed = await waiting.answer
        except asyncio.CancelledError:
            if self._work is not None and self._work.cancelling():
                raise
            return _answered(None)
        if is_allowed:
            self._allowed += edits
        return _answered(call, is_allowed=is_allowed)

    def _wait(self, edits: Sequence[FileEdit]) -> _Waiting:
        ids: set[str] = set()
        for _ in edits or (None,):
            self._count += 1
            ids.add(f"{self._id}{self._count}")
        waiting = _Waiting(ids, edits, self._loop.create_future())
        self._waiting |= dict.fromkeys(ids, waiting)
        return waiting

    def _decide(self, id: str, is_allowed: bool) -> None:
        waiting = self._waiting.pop(id, None)
        if waiting is None:
            return
        waiting.undecided.discard(id)
        waiting.is_refused |= not is_allowed
        # An agent writes all of a call or nothing.
        if not waiting.undecided and not waiting.answer.done():
            waiting.answer.set_result(not waiting.is_refused)

    def _deny_all(self) -> None:
        """Answer what waits: nobody will decide."""
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.cancel()
        self._waiting.clear()

    def _cancel(self) -> None:
        if not self._has_spoken:
            # It would not understand, and may be no agent: what it wrote is compared.
            self.problem = self.problem or "the agent was ended before it spoke ACP"
            self._close()
            return
        # The agent may be starting.
        while (prompt := self._next_prompt()) is not None:
            self._drop(prompt.outgoing, "the turn was ended before it began")
        if self._turn is None or self._turn.done() or self._connection is None:
            return
        self._is_cancelled = True
        self._deny_all()
        self._loop.create_task(self._cancel_turn(self._turn))

    async def _cancel_turn(self, turn: "asyncio.Task[object]") -> None:
        assert self._connection is not None
        with suppress(ConnectionError):
            await self._connection.cancel(session_id=self._session_id)
        await asyncio.wait([turn], timeout=_CANCEL_S)
        turn.cancel()

    # What it tells

    async def session_update(self, session_id: str, update: Any, **others: Any) -> None:
        if getattr(update, "session_update", None) == "agent_message_chunk":
            text = getattr(update.content, "text", None)
            if isinstance(text, str):
                self._say(text)

    def _say(self, text: str) -> None:
        if self._out is None or self._prose > _MAX_PROSE:
            return
        self._prose += len(text)
        begin = "" if self._is_mid_line else _PROSE
        self._out.put(begin + text.rstrip("\n").replace("\n", f"\n{_PROSE}") + "\n" * text.endswith("\n"))
        self._is_mid_line = not text.endswith("\n")

    def _end_line(self) -> None:
        if self._is_mid_line and self._out is not None:
            self._out.put("\n")
        self._is_mid_line = False

    def on_connect(self, conn: object) -> None:
        """Called by the SDK."""


def _number(id: str) -> int:
    return int(id.rpartition("-")[2])


def _answered(call: AskedCall | None, *, is_allowed: bool = False) -> RequestPermissionResponse:
    """The answer to a request. An agent that is never to ask again would write unseen: `allow_always` is out.

    Args:
        call: The call; None if nobody will decide on it.
        is_allowed: True to allow it.
    """
    id = None if call is None else call.option("allow_once" if is_allowed else "reject_once")
    if id is None:
        return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
    return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=id))


class _PipeWriter:
    """Writes text to a pipe on a thread: its reader may be slow."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._texts: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="agent response", daemon=True).start()

    def put(self, text: str | None) -> None:
        """Write text; None closes the pipe."""
        self._texts.put(text)

    def _run(self) -> None:
        with suppress(OSError):
            while (text := self._texts.get()) is not None:
                write(self._descriptor, text.encode("utf-8", "surrogateescape"))
        os.close(self._descriptor)
