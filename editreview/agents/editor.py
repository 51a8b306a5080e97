"""editreview as an agent of an editor: a prompt with a response becomes tool calls that the user permits.

Each block is a tool call with its diff. The user accepts or rejects one after the other; then all accepted
blocks are written at once, or none. Only the event loop's thread decides and writes the log; reading,
planning and writing run on other threads, one step of a prompt after the other.
"""

import asyncio
import base64
import binascii
import io
import os
import stat
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, cast
from urllib.parse import unquote, urlsplit

import acp
from acp.agent import AgentSideConnection
from acp.schema import (
    AgentCapabilities,
    AudioContentBlock,
    BlobResourceContents,
    ClientCapabilities,
    ContentToolCallContent,
    EmbeddedResourceContentBlock,
    FileEditToolCallContent,
    ImageContentBlock,
    Implementation,
    InitializeResponse,
    NewSessionResponse,
    PermissionOption,
    PromptCapabilities,
    PromptResponse,
    ResourceContentBlock,
    TerminalToolCallContent,
    TextContentBlock,
    TextResourceContents,
    ToolCallLocation,
    ToolCallUpdate,
    ToolKind,
)
from msgspec import Struct

from editreview import __version__
from editreview.agents import LineTransport
from editreview.alignment import Alignment
from editreview.errors import ChangedOnDisk, EditreviewError
from editreview.headless import notes
from editreview.matching import EXACT
from editreview.review import (
    LogEntry,
    Proposal,
    Review,
    SessionStore,
    Status,
    Verdict,
    block_feedback,
    explain,
    lines_named,
    make_feedback,
    make_report,
    status_of,
)
from editreview.streams import say
from editreview.terminal import chunks, visible_line
from editreview.text import Snapshot, counted

T = TypeVar("T")
PromptPart: TypeAlias = (
    "TextContentBlock | ImageContentBlock | AudioContentBlock | ResourceContentBlock"
    " | EmbeddedResourceContentBlock"
)
_Content: TypeAlias = "ContentToolCallContent | FileEditToolCallContent | TerminalToolCallContent"

_ACCEPT, _REJECT = "accept", "reject"
_OPTIONS = [
    PermissionOption(option_id=_ACCEPT, name="Accept", kind="allow_once"),
    PermissionOption(option_id=_REJECT, name="Reject", kind="reject_once"),
]
_KINDS: Mapping[str, ToolKind] = {"delete": "delete", "move": "move"}
"""The kinds of tool calls by operation; others edit."""
_MAX_WHOLE = 200_000
"""Characters of a file that is shown whole in a diff; of a longer one, the lines around each change."""
_AROUND = 3
"""Lines around each change of a longer file."""
_MAX_REPORTED = 60_000
"""Characters of the last message of a prompt, at most."""
_GRACE_S = 10.0
"""Seconds that open prompts get to end once the editor is gone."""
_LAST_WORD_S = 2.0
"""Seconds that an editor gets to read the last messages."""
_UNSAVED_S = 2.0
"""Seconds that an editor gets to tell the text in its buffer."""
_NO_EDITS = (
    "This prompt has no edits. Send the response of a model: paste it, or attach the file that it is in."
)


class EditorSession(Struct):
    """A conversation about one tree."""

    root: Path
    turn: "asyncio.Task[None] | None" = None
    """The prompt that is being answered; None if none is."""
    turns: int = 0
    """The number of prompts so far."""
    is_cancelled: bool = False
    """True if the user cancelled the prompt that is being answered."""


class EditorAgent:
    """Answers the prompts of an editor.

    Args:
        open_review: Opens a review of the tree in a folder.
        stages: True to stage what is written.
        record: Called on a thread with each review that has come to its end.
    """

    def __init__(
        self, open_review: Callable[[Path], Review], *, stages: bool, record: Callable[[Review], None]
    ) -> None:
        self._open_review = open_review
        self._stages = stages
        self._record = record
        self._sessions: dict[str, EditorSession] = {}
        self._editor: acp.Client
        self._reads_buffers = False
        self._disk = asyncio.Lock()
        """Held while files are written: the sessions may be about one tree."""

    # The methods that the SDK calls

    def on_connect(self, conn: acp.Client) -> None:
        self._editor = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: ClientCapabilities | None = None,
        client_info: Implementation | None = None,
        **meta: Any,
    ) -> InitializeResponse:
        files = None if client_capabilities is None else client_capabilities.fs
        self._reads_buffers = bool(files is not None and files.read_text_file)
        return InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_capabilities=AgentCapabilities(
                prompt_capabilities=PromptCapabilities(embedded_context=True),
            ),
            agent_info=Implementation(name="editreview", title="editreview", version=__version__),
            auth_methods=[],
        )

    async def new_session(self, cwd: str, **others: Any) -> NewSessionResponse:
        root = Path(cwd)
        if not root.is_absolute() or not os.path.isdir(root):
            raise acp.RequestError(-32602, f"cwd is not the absolute path of a folder: {cwd}")
        id = f"editreview-{len(self._sessions) + 1}"
        self._sessions[id] = EditorSession(root)
        return NewSessionResponse(session_id=id)

    async def prompt(self, session_id: str, prompt: list[PromptPart], **others: Any) -> PromptResponse:
        session = self._sessions.get(session_id)
        if session is None:
            raise acp.RequestError(-32602, f"there is no session {session_id}")
        if session.turn is not None:
            raise acp.RequestError(-32600, "the prompt before is still being answered: cancel it first")
        session.turns += 1
        session.is_cancelled = False
        turn = _Turn(
            self._editor,
            session_id,
            session,
            stages=self._stages,
            reads_buffers=self._reads_buffers,
            disk=self._disk,
        )
        session.turn = asyncio.ensure_future(self._answer(turn, session, prompt))
        try:
            await session.turn
        except asyncio.CancelledError:
            if not session.is_cancelled:
                raise
        finally:
            session.turn = None
        return PromptResponse(stop_reason="cancelled" if session.is_cancelled else "end_turn")

    async def cancel(self, session_id: str, **others: Any) -> None:
        if session_id in self._sessions:
            _cancel(self._sessions[session_id])

    async def end_prompts(self, timeout: float | None) -> None:
        """Wait for the open prompts, and cancel those that take longer. What is being written is written.

        Args:
            timeout: Seconds; None cancels them at once.
        """
        turns = [each.turn for each in self._sessions.values() if each.turn is not None]
        if turns and timeout is not None:
            await asyncio.wait(turns, timeout=timeout)
        for session in self._sessions.values():
            _cancel(session)
        if turns:
            await asyncio.wait(turns)

    # A prompt

    async def _answer(self, turn: "_Turn", session: EditorSession, prompt: Sequence[PromptPart]) -> None:
        try:
            await turn.read(self._open_review, prompt)
            await turn.decide()
            await turn.write()
            await asyncio.to_thread(self._record, turn.review)
            await turn.report()
        except EditreviewError as error:
            await turn.say(f"{error}")
        except asyncio.CancelledError:
            session.is_cancelled = True
            raise
        except (ConnectionError, acp.RequestError) as error:
            # A bad answer of the editor counts as none.
            say(f"the editor gave no answer: {error}")
            with suppress(ConnectionError, TimeoutError):
                text = f"Nothing was written: your editor did not answer a request for permission ({error})."
                await asyncio.wait_for(turn.say(text), _LAST_WORD_S)
        finally:
            if (kept := turn.end()) is not None:
                say(kept)
                # An editor that is gone, or does not read, must not keep the prompt from ending.
                with suppress(ConnectionError, TimeoutError):
                    await asyncio.wait_for(turn.say(kept), _LAST_WORD_S)


def _cancel(session: EditorSession) -> None:
    if session.turn is not None:
        session.is_cancelled = True
        session.turn.cancel()


async def serve(agent: EditorAgent, incoming: int, outgoing: int, ended: asyncio.Event) -> None:
    """Answer an editor until it closes its stream.

    Args:
        agent: Answers it.
        incoming: The descriptor to read from.
        outgoing: The descriptor to write to.
        ended: Set it to end earlier.
    """
    transport = LineTransport(incoming, outgoing)
    # The SDK answers that a method is unknown if the agent has none of its name.
    connection = AgentSideConnection(cast("acp.Agent", agent), transport, listening=False)
    tasks = [asyncio.ensure_future(connection.listen()), asyncio.ensure_future(ended.wait())]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    await agent.end_prompts(None if ended.is_set() else _GRACE_S)
    with suppress(TimeoutError):
        await asyncio.wait_for(transport.answered(), _LAST_WORD_S)
    for task in tasks:
        task.cancel()
    await connection.close()


class _Turn:
    """One prompt: a review of its own.

    Args:
        editor: The other side.
        session_id: The id of the session of the prompt.
        session: The session.
        stages: True to stage what is written.
        reads_buffers: True if the editor tells the text in its buffers.
        disk: Held while files are written.
    """

    review: Review

    def __init__(
        self,
        editor: acp.Client,
        session_id: str,
        session: EditorSession,
        *,
        stages: bool,
        reads_buffers: bool,
        disk: asyncio.Lock,
    ) -> None:
        self._editor = editor
        self._session_id = session_id
        self._session = session
        self._stages = stages
        self._disk = disk
        self._prefix = f"{session.turns}-"
        self._reads_buffers = reads_buffers
        self._store: SessionStore | None = None
        self._known_calls: set[int] = set()
        """The numbers of the blocks whose tool calls the editor knows."""
        self._buffers: dict[str, bool] = {}
        """By path, true if the buffer of the editor has other text than the file."""
        self._problems: list[str] = []

    async def _step(self, work: Awaitable[None]) -> None:
        """Wait for work on a thread.

        Raises:
            asyncio.CancelledError: The user cancelled the prompt meanwhile.
        """
        await _to_its_end(work)
        if self._session.is_cancelled:
            raise asyncio.CancelledError

    # Reading

    async def read(self, open_review: Callable[[Path], Review], prompt: Sequence[PromptPart]) -> None:
        """Read the responses in a prompt.

        Raises:
            EditreviewError: The review cannot be opened.
        """
        await self._step(asyncio.to_thread(self._read, open_review, prompt))

    def _read(self, open_review: Callable[[Path], Review], prompt: Sequence[PromptPart]) -> None:
        self.review = review = open_review(self._session.root)
        if not self._stages:
            review.leave_unstaged()
        texts: list[str] = []
        for text in self._texts(prompt):
            if texts:
                review.begin()
            review.feed(text)
            review.close()
            texts.append(text)
        review.check()
        if not review.proposals and not review.problems:
            return
        try:
            store = SessionStore(review, review.workspace.saved_reviews.begin(), self._warn_unsaved)
        except OSError as error:
            self._warn_unsaved(error)
            return
        store.begin(texts[0])
        for text in texts[1:]:
            store.begin_response()
            store.add(text)
        self._store = store

    def _warn_unsaved(self, error: OSError) -> None:
        self._problems.append(f"the review cannot be saved: {error.strerror}")

    def _texts(self, prompt: Sequence[PromptPart]) -> Iterator[str]:
        """The responses in a prompt: text is one, and so is each attached file."""
        text = ""
        for part in prompt:
            if isinstance(part, TextContentBlock):
                text += ("\n" if text and not text.endswith("\n") else "") + part.text
                continue
            attached = self._attached(part)
            if attached is not None:
                if text:
                    yield text
                text = ""
                yield attached
        if text:
            yield text

    def _attached(self, part: PromptPart) -> str | None:
        """The text of an attached file; None if it has none, which is recorded."""
        if isinstance(part, ResourceContentBlock):
            try:
                return "".join(_text_of_file(part.uri))
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else str(error)
                self._problems.append(f"cannot read {part.name}: {why}")
                return None
        if isinstance(part, EmbeddedResourceContentBlock):
            if isinstance(part.resource, TextResourceContents):
                text: str = part.resource.text
                return text
            assert isinstance(part.resource, BlobResourceContents)
            with suppress(binascii.Error, ValueError):
                data = base64.b64decode(part.resource.blob, validate=True)
                if b"\0" not in data:
                    return data.decode("utf-8", "surrogateescape")
            self._problems.append(f"{part.resource.uri} is not text")
            return None
        self._problems.append("images and audio contain no edits")
        return None

    # Deciding

    async def decide(self) -> None:
        """Ask the user about each block that can be applied."""
        outcomes: set[tuple[int, str | None]] = set()
        while (proposal := self._next(outcomes)) is not None:
            outcomes.add((proposal.number, proposal.outcome))
            is_accepted = await self._ask(proposal)
            review = self.review
            decision = review.acceptance(proposal) if is_accepted else review.log[proposal.key].rejected()
            paths = review.decide({proposal.key: decision})
            await self._step(asyncio.to_thread(self._replan, paths))

    def _next(self, outcomes: set[tuple[int, str | None]]) -> Proposal | None:
        """The next block to ask about: also one that was accepted and would now do something else."""
        review = self.review
        return next(
            (
                p
                for p in review.proposals
                if p.is_ready
                and not p.is_offer
                and review.verdict(p) is Verdict.UNDECIDED
                and (p.number, p.outcome) not in outcomes
            ),
            None,
        )

    def _replan(self, paths: Sequence[str]) -> None:
        for path in paths:
            self.review.replan(path)
        self.review.check()

    async def _ask(self, proposal: Proposal) -> bool:
        """Show a block and ask about it. Returns True if the user accepts it.

        Raises:
            ConnectionError: The editor is gone.
            acp.RequestError: It refuses to ask.
            asyncio.CancelledError: The user cancelled the prompt.
        """
        warnings = [warning.message for warning in proposal.warnings]
        if proposal.withholding is not None and not warnings:
            warnings.append(proposal.withholding.message)
        if await self._is_unsaved(proposal):
            warnings.append(f"your editor has unsaved changes in {proposal.path}: save them first")
        content = self._content(proposal, warnings)
        title = self._title(proposal, warns=bool(warnings))
        await self._show(proposal, title, "pending", content)
        call = ToolCallUpdate(
            tool_call_id=self._id(proposal),
            title=title,
            kind=_KINDS.get(proposal.operation, "edit"),
            status="pending",
            content=content,
            locations=self._locations(proposal),
        )
        try:
            answer = await self._editor.request_permission(
                session_id=self._session_id, tool_call=call, options=_OPTIONS
            )
        except ValueError as error:
            raise ConnectionError("its answer to a permission is malformed") from error
        if answer.outcome.outcome == "cancelled":
            raise asyncio.CancelledError
        is_accepted: bool = answer.outcome.option_id == _ACCEPT
        if is_accepted:
            await self._update(proposal, "in_progress")
        else:
            await self._update(proposal, "failed", [*content, _text("Rejected.")])
        return is_accepted

    def _title(self, proposal: Proposal, *, warns: bool = False) -> str:
        name = proposal.path_or_written or "no file"
        parts = [f"Block {proposal.number}: {proposal.operation} {name}"]
        if proposal.path_to is not None:
            parts.append(f"to {proposal.path_to}")
        if proposal.lines is not None and proposal.is_ready:
            parts.append(lines_named(proposal.lines))
        if proposal.strategy is not None and proposal.strategy != EXACT.name:
            parts.append(f"({proposal.strategy})")
        return _clean(visible_line(" ".join(parts) + " – check first" * warns))

    def _content(self, proposal: Proposal, warnings: Sequence[str]) -> list[_Content]:
        assert proposal.base is not None
        path = self._absolute(proposal.path_after or "")
        content: list[_Content] = [
            acp.tool_diff_content(path, _clean(new), None if old is None else _clean(old))
            for old, new in _diffs(proposal)
        ]
        if warnings:
            content.append(_text("Check first:\n" + "".join(f"- {each}\n" for each in warnings)))
        if proposal.marks:
            content.append(_text("".join(f"- {mark.message}\n" for mark in proposal.marks)))
        return content

    def _absolute(self, path: str) -> str:
        return _clean(str(self.review.workspace.root.folder / path))

    def _locations(self, proposal: Proposal) -> list[ToolCallLocation]:
        if proposal.path is None:
            return []
        line = proposal.lines[0] if proposal.lines is not None and proposal.lines[0] > 0 else None
        return [ToolCallLocation(path=self._absolute(proposal.path), line=line)]

    async def _is_unsaved(self, proposal: Proposal) -> bool:
        """True if the editor has other text in its buffer than there is on disk. Lines ends do not count."""
        path = proposal.path
        if path is None or not self._reads_buffers or proposal.creates:
            return False
        if path not in self._buffers:
            self._buffers[path] = False
            found = await asyncio.to_thread(self.review.workspace.read, path)
            # An editor that refuses or is silent tells nothing.
            with suppress(acp.RequestError, TimeoutError, ValueError):
                asking = self._editor.read_text_file(session_id=self._session_id, path=self._absolute(path))
                buffer = (await asyncio.wait_for(asking, _UNSAVED_S)).content
                self._buffers[path] = isinstance(found, Snapshot) and _lines(buffer) != _lines(found.text)
        return self._buffers[path]

    # Writing

    async def write(self) -> None:
        """Write all accepted blocks, or none, and stage them. A cancellation waits until that is done."""
        decisions = self.review.log.snapshot()
        async with self._disk:
            entries = await _to_its_end(asyncio.to_thread(self._write, decisions))
        for entry in entries:
            self.review.log.append(entry)

    def _write(self, decisions: Mapping[str, Any]) -> list[LogEntry]:
        entries: list[LogEntry | None] = []
        review = self.review
        try:
            applied, entry = review.write_files(decisions)
            entries.append(entry)
            for path in review.files_of(applied):
                review.replan(path)
            if self._stages:
                entries.append(review.stage_files()[1])
        except ChangedOnDisk as error:
            names = ", ".join(error.paths)
            self._problems.append(f"nothing was written: {names} changed meanwhile. Send the prompt again.")
        except EditreviewError as error:
            self._problems.append(str(error))
        return [entry for entry in entries if entry is not None]

    # Reporting

    async def report(self) -> None:
        """Tell the outcome of each block, and of all of them."""
        ended, summary = await asyncio.to_thread(self._outcome)
        for proposal, status, why in ended:
            if status is Status.APPLIED:
                await self._update(proposal, "completed")
            elif self._is_known(proposal):
                if status is not Status.REJECTED:
                    await self._update(proposal, "failed", [_text(why)])
            else:
                is_done = status is Status.SKIPPED and proposal.is_done_already
                await self._show(
                    proposal, self._title(proposal), "completed" if is_done else "failed", [_text(why)]
                )
        await self.say(summary)

    def _outcome(self) -> tuple[list[tuple[Proposal, Status, str]], str]:
        """The status of each block with its explanation, and the last message."""
        review = self.review
        report = make_report(review)
        ended: list[tuple[Proposal, Status, str]] = []
        for proposal in review.proposals:
            if review.is_offer(proposal):
                continue
            status = status_of(review, proposal)
            is_done = status is Status.SKIPPED and proposal.is_done_already
            why = explain(review, proposal, status).message if is_done else block_feedback(review, proposal)
            ended.append((proposal, status, why or ""))
        has_edits = bool(review.proposals or review.problems)
        parts = [report.summary() if has_edits else _NO_EDITS]
        if review.workspace.staged:
            parts[0] += f"; staged {counted(len(review.workspace.staged), 'file')}"
        parts += [*self._problems, *notes(review)]
        feedback = make_feedback(review) if has_edits else ""
        if feedback:
            parts.append(f"Feedback for the model:\n\n{feedback}")
        text = "\n\n".join(parts)
        return ended, text if len(text) <= _MAX_REPORTED else f"{text[:_MAX_REPORTED]} …"

    def _is_known(self, proposal: Proposal) -> bool:
        return proposal.number in self._known_calls

    async def say(self, text: str) -> None:
        """Send a message to the user.

        Raises:
            ConnectionError: The editor is gone.
        """
        message = acp.update_agent_message_text(_clean(text) + "\n")
        await self._editor.session_update(session_id=self._session_id, update=message)

    def end(self) -> str | None:
        """End saving. Returns the sentence how to go on, if anything is left to do."""
        store, self._store = self._store, None
        if store is None:
            return None
        store.sync()
        is_kept = not (self.review.is_finished or store.is_broken)
        store.end(is_finished=not is_kept)
        if not is_kept:
            return None
        return f"What is left is saved: `editreview --resume {store.saved.id}` opens it in a terminal."

    # Tool calls

    def _id(self, proposal: Proposal) -> str:
        return f"{self._prefix}{proposal.number}"

    async def _show(
        self,
        proposal: Proposal,
        title: str,
        status: Literal["pending", "completed", "failed"],
        content: Sequence[_Content],
    ) -> None:
        """Show the tool call of a block, or show it again."""
        if self._is_known(proposal):
            update = acp.update_tool_call(
                self._id(proposal), title=title, status=status, content=list(content)
            )
            await self._editor.session_update(session_id=self._session_id, update=update)
            return
        self._known_calls.add(proposal.number)
        start = acp.start_tool_call(
            self._id(proposal),
            title,
            kind=_KINDS.get(proposal.operation, "edit"),
            status=status,
            content=list(content),
            locations=self._locations(proposal),
        )
        await self._editor.session_update(session_id=self._session_id, update=start)

    async def _update(
        self,
        proposal: Proposal,
        status: Literal["in_progress", "completed", "failed"],
        content: Sequence[_Content] | None = None,
    ) -> None:
        """Change the status of a tool call, and its content if one is given."""
        update = acp.update_tool_call(
            self._id(proposal), status=status, content=None if content is None else list(content)
        )
        await self._editor.session_update(session_id=self._session_id, update=update)


async def _to_its_end(work: Awaitable[T]) -> T:
    """Wait for work on a thread, which goes on when the prompt is cancelled."""
    task = asyncio.ensure_future(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)
    return task.result()


def _diffs(proposal: Proposal) -> Iterator[tuple[str | None, str]]:
    """The old and the new text of a block: of the whole file, or of the lines around each change.

    The old text is None if the block creates the file.
    """
    base = proposal.base
    assert base is not None
    if proposal.creates:
        yield None, proposal.change.apply(base.text)
        return
    if len(base.text) <= _MAX_WHOLE or not proposal.change:
        yield base.text, "" if proposal.is_removal else proposal.change.apply(base.text)
        return
    for hunk in Alignment(base.lines, proposal.change).hunks:
        before = "".join(base.lines.slice(max(hunk.old - _AROUND, 0), hunk.old))
        after = "".join(base.lines.slice(hunk.old_end, min(hunk.old_end + _AROUND, len(base.lines))))
        old = "".join(base.lines.slice(hunk.old, hunk.old_end))
        yield f"{before}{old}{after}", f"{before}{''.join(hunk.lines)}{after}"


def _text_of_file(uri: str) -> Iterator[str]:
    """The text of a file that a prompt links to, in pieces.

    Raises:
        ValueError: It is not a file on this machine.
        OSError: It cannot be read.
    """
    parts = urlsplit(uri)
    path = unquote(parts.path) if parts.scheme == "file" else uri
    if not os.path.isabs(path) or parts.netloc not in ("", "localhost"):
        raise ValueError("it is not a file on this machine")
    # A pipe would wait for its writer.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with io.FileIO(descriptor):
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ValueError("it is not a regular file")
        yield from chunks(descriptor)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")


def _text(text: str) -> ContentToolCallContent:
    return acp.tool_content(acp.text_block(_clean(text)))


def _clean(text: str) -> str:
    """A text without lone surrogates, which many JSON parsers refuse."""
    return text.encode("utf-8", "replace").decode()
