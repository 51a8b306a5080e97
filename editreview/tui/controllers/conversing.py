"""The way back: to the agent whose edits are under review, the command of --feedback-to, or the clipboard.

Decisions answer the agent, and feedback is the next prompt of either.
"""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Protocol

from editreview.first_use import lazy_pattern
from editreview.review import Verdict
from editreview.text import counted

if TYPE_CHECKING:
    from editreview.review import Proposal
    from editreview.tui.controllers.streaming import Streaming
    from editreview.tui.diff.view import DiffView
    from editreview.tui.messages import AgentAsks, AgentRests, FeedbackMade, TurnPrepared
    from editreview.tui.view import ReviewView


_ID = lazy_pattern(r'\{"id": "(agent-[\da-f]+-\d+)"')
"""The beginning of the line of a response that has an edit of the agent."""


_NO_AGENT = (
    "nobody to send feedback to: --resume this review with --feedback-to COMMAND, or with `editreview agent`"
)


class Agent(Protocol):
    """An agent that works turn by turn. Each turn is a response."""

    name: str
    """What to call it in a sentence, such as `the agent`."""
    answers_as_whole: bool
    """True if nothing has to be decided before its response is complete."""

    @property
    def is_busy(self) -> bool:
        """True while a turn goes on."""

    def listen(self, asks: Callable[[str, str, str], object], rests: Callable[[str], object]) -> None:
        """Call functions, on another thread, with all questions and ends of turns, earlier ones too.

        Args:
            asks: Called with the id, the title and the details of a question.
            rests: Called with a sentence if the turn did not end well, else with an empty one.
        """

    def prompt(self, text: str, contents: Mapping[str, bytes | None]) -> int:
        """Begin a turn. Returns the descriptor on which its response arrives.

        Args:
            text: The prompt.
            contents: The files that the review changes and has not written, by path.
        """

    def decide(self, id: str, *, is_allowed: bool) -> None:
        """Answer a question, or the request that an edit is of."""

    def cancel(self) -> None:
        """End the turn."""

    def close(self) -> None:
        """End the agent, if it runs."""


class Conversing:
    """Passes decisions and prompts to the agent, and shows its questions."""

    def __init__(self, view: "ReviewView", streaming: "Streaming") -> None:
        self._view = view
        self._streaming = streaming
        self._session = view.session
        self._status = view.status
        self._agent = view.session.settings.agent
        self._known = 0
        """The number of the last block that `allow_unchanged` has seen."""
        self._questions: deque[AgentAsks] = deque()
        self._is_asking = False
        """True while a question is on screen."""
        self._is_cancelled = False
        self._ended: AgentRests | None = None
        """The end of a turn whose response is not all read yet."""
        self._refused: set[str] = set()
        """Ids of edits that are no blocks."""
        self.awaits_feedback = False
        """True while the feedback is made that becomes the next prompt."""

    def begin(self) -> None:
        """Listen to the agent, if there is one."""
        if self._agent is not None:
            self._session.decided = self.report_decisions
            if self._agent.is_busy:
                self._status.set_message(f"{self._agent.name} is starting …", is_true=lambda: self.is_busy)
            self._agent.listen(*self._session.worker.agent_listeners())

    # Decisions

    def report_decisions(self, keys: Collection[str]) -> None:
        """Tell the agent what was decided on its edits."""
        review = self._session.review
        for proposal in review.proposals_of(keys):
            verdict = review.verdict(proposal)
            if verdict is not Verdict.UNDECIDED:
                self._answer(proposal, is_allowed=verdict is Verdict.ACCEPTED)

    def allow_unchanged(self) -> None:
        """Allow new edits that change nothing, and tell of those that wait beside the current block."""
        if self._agent is None:
            return
        for proposal in self._session.outline.proposals:
            if proposal.number > self._known and proposal.is_done_already:
                self._answer(proposal, is_allowed=True)
            elif proposal.number > self._known and proposal.number != self._view.state.current:
                self._announce(proposal)
        self._known = max(self._session.outline.numbers, default=0)

    def refuse_problems(self) -> None:
        """Refuse edits that are no blocks: nobody could decide on them."""
        if self._agent is None:
            return
        for problem in self._session.review.problems:
            id = self._id_at(problem.line)
            if id is not None and id not in self._refused:
                self._refused.add(id)
                self._agent.decide(id, is_allowed=False)
                self._status.set_message(
                    f"an edit of the agent was refused: {problem.message}", is_problem=True
                )

    def _announce(self, proposal: "Proposal") -> None:
        """Tell that the agent waits for a decision on a block that is not the current one."""
        if self._id_at(proposal.block.lines[0]) is not None:
            number, review = proposal.number, self._session.review
            self._status.set_message(
                f"the agent asks about block {number}",
                is_true=lambda: review.verdict(proposal) is Verdict.UNDECIDED,
            )

    def _answer(self, proposal: "Proposal", *, is_allowed: bool) -> None:
        id = self._id_at(proposal.block.lines[0])
        if id is not None and self._agent is not None:
            self._agent.decide(id, is_allowed=is_allowed)

    def _id_at(self, line: int) -> str | None:
        """The id of the agent's edit in a line of the response; None if there is none."""
        text = next(iter(self._session.worker.response_lines(line, 1)), "")
        found = _ID.match(text)
        return None if found is None else found[1]

    # Questions

    def ask(self, message: "AgentAsks") -> None:
        """Show a question of the agent, once those before it are answered."""
        self._questions.append(message)
        self._ask_next()

    def _ask_next(self) -> None:
        if self._is_asking or not self._questions:
            return
        # Imported on first use: most reviews have no agent.
        from editreview.tui.screens.pages import QuestionScreen

        question = self._questions.popleft()
        self._is_asking = True

        def answered(is_allowed: bool | None) -> None:
            self._is_asking = False
            assert self._agent is not None
            self._agent.decide(question.id, is_allowed=bool(is_allowed))
            self._ask_next()

        self._view.open(QuestionScreen(question.title, question.detail), answered)

    # Turns

    @property
    def is_busy(self) -> bool:
        return self._agent is not None and self._agent.is_busy

    def cancel(self) -> bool:
        """End the agent's turn. Returns False if there is none to end, or that was asked before."""
        if self._agent is None or not self._agent.is_busy or self._is_cancelled:
            return False
        self._is_cancelled = True
        self._agent.cancel()
        self._status.set_message(f"ending {self._agent.name}: what it wrote so far is kept …")
        return True

    def rest(self, message: "AgentRests") -> None:
        """The agent has ended its turn."""
        self._is_cancelled = False
        self._ended = message
        self.report_end()

    def report_end(self) -> None:
        """Tell how the turn ended, once all of its response is listed: that has messages too."""
        session = self._session
        if self._ended is None or self._agent is None or session.worker.is_open:
            return
        if len(session.outline.numbers) < len(session.review.proposals):
            return
        ended, self._ended = self._ended, None
        if ended.problem:
            # Until a key: what the rest of the response has to tell must not replace it.
            self._status.keep(ended.problem)
        elif not self._agent.answers_as_whole:
            answers = self._session.keys["do.agent"]
            self._status.set_message(f"{self._agent.name} has answered: {answers} answers it")

    def tell(self) -> None:
        """Write the next prompt, which begins as the feedback."""
        if not self.awaits_feedback and not self._warn_unless_ready():
            self._status.set_message("writing the feedback …")
            self.awaits_feedback = True
            self._session.worker.make_feedback()

    def _warn_unless_ready(self) -> bool:
        """Tell the user why no turn can begin. Returns False if one can."""
        if self._agent is None:
            self._status.set_message(_NO_AGENT, is_problem=True)
        elif self._agent.is_busy:
            stops = f"{self._session.keys['interrupt']} ends it"
            self._status.set_message(f"{self._agent.name} is still working: {stops}", is_problem=True)
        else:
            return self._streaming.warn_if_arriving()
        return True

    def show_prompt(self, feedback: str) -> None:
        """Show the feedback as the next prompt; the user can edit it."""
        from editreview.terminal import visible
        from editreview.tui.screens.dialogs import EditScreen

        self.awaits_feedback = False
        # A prompt that was sent a moment before may have begun a turn.
        if self._warn_unless_ready():
            return
        self._status.set_message("")
        assert self._agent is not None
        title = f"Prompt for {self._agent.name}: what failed or was rejected, and your words"
        try:
            screen = EditScreen(title, visible(feedback), 1, empty="the prompt is empty", does="send")
        except ValueError:
            copies = f"{self._session.keys['do.feedback']} to copy it"
            text = f"this terminal cannot show the prompt: use a UTF-8 locale, or {copies}"
            self._status.set_message(text, is_problem=True)
            return
        self._view.open(screen, self._prepare)

    def _prepare(self, text: str | None) -> None:
        if text is not None:
            self._session.worker.prepare_turn(text)

    def begin_turn(self, message: "TurnPrepared") -> None:
        """Give the agent its prompt."""
        assert self._agent is not None
        if self._agent.answers_as_whole:
            self._streaming.await_further()
        descriptor = self._agent.prompt(message.text, message.contents)
        self._session.worker.follow(descriptor)
        self._status.set_message(f"{self._agent.name} is working …", is_true=lambda: self.is_busy)


class Copying:
    """Passes texts to the clipboard."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status

    def location(self) -> None:
        """Copy the path and the line at the cursor."""
        proposal = self._view.proposal
        path = None if proposal is None else self._session.path_on_disk(proposal)
        if proposal is None or path is None:
            return
        line = self._view.line_of(proposal)
        location = path if line is None else f"{path}:{line}"
        self._copy(location, location)

    def selected(self, message: "DiffView.Selected") -> None:
        """Copy a text that was selected with the mouse."""
        lines = counted(message.text.count("\n") + (not message.text.endswith("\n")), "line")
        self._copy(message.text, f"{lines} of the {message.side} side")

    def feedback(self) -> None:
        """Have the worker write what failed or was rejected."""
        self._status.set_message("writing the feedback …")
        self._session.worker.make_feedback()

    def finish_feedback(self, message: "FeedbackMade") -> None:
        """Copy the feedback, now that it is written."""
        if not message.text:
            self._status.set_message("nothing to send back: no block failed or was rejected")
        else:
            self._copy(message.text, "feedback", f" · also in {message.file}" if message.file else "")

    def _copy(self, text: str, name: str, more: str = "") -> None:
        """Copy a text, and tell the user by what."""
        self._view.copy(text, lambda way: self._status.set_message(f"{name} copied {way}{more}"))
