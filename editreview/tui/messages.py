"""Messages from the worker to the screen."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, dataclass_transform

from textual.message import Message

from editreview.matching import Match, NearMatch
from editreview.review import OpenedFile, Outcome, Proposal, StrategyResult

if TYPE_CHECKING:
    from editreview.review import ProjectResult

_NONE = object()


@dataclass_transform()
class FieldMessage(Message):
    """A message whose annotations are its fields, as in a dataclass.

    `dataclass` compiles three methods for each class, which costs a thirtieth of start-up in all.
    """

    _defaults: ClassVar[dict[str, object]] = {}

    def __init_subclass__(cls, bubble: bool | None = True) -> None:
        super().__init_subclass__(bubble=bubble)
        cls._defaults = {name: cls.__dict__.get(name, _NONE) for name in cls.__annotations__}

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        arguments = dict(zip(self._defaults, values, strict=False)) | named
        for name, default in self._defaults.items():
            value = arguments.pop(name, default)
            if value is _NONE:
                raise TypeError(f"{type(self).__name__} needs {name}")
            setattr(self, name, value)
        if arguments or len(values) > len(self._defaults):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._defaults) or 'nothing'}")


class Arrived(FieldMessage):
    """More of the response was read."""

    size: int
    """Bytes so far."""
    is_open: bool
    """True if more may come."""
    open_block: str | None
    """The parts received of the block that is arriving."""
    open_text: str = ""
    """The last lines of that block."""
    open_lines: int = 0
    """The number of its lines."""
    open_number: int = 0
    """The number that block will have."""
    problem: str | None = None
    """The reason why reading stopped before the end of the response."""
    seconds: int = 0
    """Since reading began."""


class Planned(FieldMessage):
    """There is a new plan."""


class Checked(FieldMessage):
    """The blocks of every file were checked together: it is known which are safe."""

    path: str | None
    """The file whose safe blocks are to be accepted; None for all."""
    edition: int
    """The edition of the plan that was on screen at the time of the request."""


class NearestFound(FieldMessage):
    """The search for the nearest match of a block has ended."""

    number: int


class FileOpened(FieldMessage):
    """A file to which blocks are to go was read, or cannot be edited."""

    request: int
    """The number of the request."""
    file: OpenedFile | None
    problem: str = ""
    """The reason why it cannot be edited."""


class RuleKept(FieldMessage):
    """A rule that the user always allows was remembered, or could not be."""

    rule: str
    problem: str = ""
    """The reason why not."""


class StrategyTried(FieldMessage):
    """One more strategy was tried for a block."""

    proposal: Proposal
    result: StrategyResult | None
    """None if that was all."""


class NearMatchAligned(FieldMessage):
    """The alignment of a block with one of its near matches is known."""

    proposal: Proposal
    at: int
    """The index of the near match."""
    near: NearMatch


class ForcePreview(FieldMessage):
    """The effect of forcing a block on some lines is known."""

    proposal: Proposal
    match: Match
    lines: str
    """The current text of those lines."""


class WriteReceipt(FieldMessage):
    """Accepted blocks were written, and staged if requested."""

    applied: list[int]
    staged: list[str]
    staging: bool
    """True if staging was requested."""
    problem: str | None = None
    """The error, if not everything was done."""
    outcome: Outcome | None = None
    """The outcome of the review so far."""


class UndoReceipt(FieldMessage):
    """The last effect was undone or redone, or cannot be, with the reason."""

    text: str
    is_problem: bool
    difference: str = ""
    """The conflict, as a patch."""


class WorkFailed(FieldMessage):
    """Checkers cannot be used, or the review can no longer be saved; the review goes on without."""

    problem: str


class UnfinishedReview(FieldMessage):
    """There is an unfinished review that can be resumed."""

    name: str
    """Its response, and the time at which it began."""


class ReviewResumed(FieldMessage):
    """A saved review was read again and matched against the current tree."""

    changed: list[str]
    """Files that have changed since their blocks were decided."""
    lost: list[int]
    """Accepted blocks that would do something else now."""
    current: int | None
    """The number of the row at which it was left; None if it was killed."""


class IndexStatus(FieldMessage):
    """The obstacles to a commit, and the changes that could go with it."""

    user_files: list[str]
    """Files with changes that the user has staged."""
    last_message: str
    """The message of the last commit."""
    subject: str
    """The subject proposed for the next one."""
    not_staged: Mapping[str, str]
    """The reasons why accepted blocks of some files can only be applied, by path."""
    problem: str = ""
    """The reason why nothing of this is known; empty if it is."""


class CommandOutput(FieldMessage):
    """The project command printed some lines, or a run of it began."""

    run: int
    """The number of the run, from 1."""
    blocks: int
    """The number of blocks in the tree."""
    lines: tuple[str, ...]


class CommandEnded(FieldMessage):
    """The project command has come to a result, or could not be run."""

    result: "ProjectResult | None"
    problem: str = ""


class GitOutput(FieldMessage):
    """Git or a hook printed a line during a commit."""

    line: str


class CommitReceipt(FieldMessage):
    """Git made the commit, or refused."""

    text: str
    is_problem: bool
    outcome: Outcome | None = None
    """The outcome of the review so far; None if nothing was committed."""


class Pasting(FieldMessage):
    """A long text is being pasted."""

    size: int
    """Characters so far."""


class FeedbackMade(FieldMessage):
    """The feedback for the model was written."""

    text: str
    """Empty if there is no feedback to give."""
    file: str
    """The file it was written to; empty if that failed."""


class AgentAsks(FieldMessage):
    """The agent asks for something that is no edit, such as to run a command."""

    id: str
    title: str
    detail: str


class AgentRests(FieldMessage):
    """The agent has ended its turn."""

    problem: str
    """A sentence if it did not end well; else empty."""


class TurnPrepared(FieldMessage):
    """The next turn of the agent can begin."""

    text: str
    """The prompt."""
    contents: Mapping[str, bytes | None]
    """The files that the review changes and has not written, by path."""


class Branch(FieldMessage):
    """The name of the branch is known."""

    name: str


class BackgroundReported(FieldMessage):
    """The terminal reported its background colour."""

    is_light: bool


class Crashed(FieldMessage):
    """The worker met a bug."""

    error: BaseException
