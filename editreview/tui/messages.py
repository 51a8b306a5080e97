"""Messages from the worker to the screen."""

from typing import ClassVar, dataclass_transform

from textual.message import Message

from editreview.matching import Match, NearMatch
from editreview.review import Outcome, Proposal, StrategyResult

_NONE = object()


@dataclass_transform()
class FieldMessage(Message):
    """A message made from its annotated names, in their order; those with a value may be left out.

    As `dataclass` has it, but that compiles three methods for each class: a thirtieth of a start in all.
    """

    _defaults: ClassVar[dict[str, object]] = {}

    def __init_subclass__(cls, bubble: bool | None = True) -> None:
        super().__init_subclass__(bubble=bubble)
        cls._defaults = {name: cls.__dict__.get(name, _NONE) for name in cls.__annotations__}

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self._defaults, values, strict=False)) | named
        for name, default in self._defaults.items():
            value = given.pop(name, default)
            if value is _NONE:
                raise TypeError(f"{type(self).__name__} needs {name}")
            setattr(self, name, value)
        if given or len(values) > len(self._defaults):
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
    """The number it will have."""
    problem: str | None = None
    """The reason why reading ended, if not by the response's end."""
    seconds: int = 0
    """Since reading began."""


class Planned(FieldMessage):
    """Blocks were placed, or placed again."""


class Checked(FieldMessage):
    """The blocks of every file were checked together, so that it is known what is safe."""

    path: str | None
    """The file of which it is to be accepted then; None for all."""
    edition: int
    """The edition of the plan that was in sight at the time of the request."""


class NearestFound(FieldMessage):
    """The nearest match of a block was looked for."""

    number: int


class StrategyTried(FieldMessage):
    """One more strategy was tried for a block."""

    proposal: Proposal
    tried: StrategyResult | None
    """None if that was all."""


class NearMatchAligned(FieldMessage):
    """The alignment of a block with one of its near matches is known."""

    proposal: Proposal
    at: int
    """The number of the near match, from 0."""
    near: NearMatch


class ForcePreview(FieldMessage):
    """The effect of forcing a block on some lines is known."""

    proposal: Proposal
    match: Match
    lines: str
    """The file's lines there, as they are now."""


class WriteReceipt(FieldMessage):
    """Accepted blocks were written, and staged if that was asked for."""

    applied: list[int]
    staged: list[str]
    staging: bool
    """True if staging was asked for."""
    problem: str | None = None
    """The reason why not, or not all."""
    outcome: Outcome | None = None
    """The outcomes of the review so far."""


class UndoReceipt(FieldMessage):
    """The last effect was undone or redone, or cannot be, with the reason."""

    said: str
    is_problem: bool
    difference: str = ""
    """The conflict, as a patch."""


class SavingFailed(FieldMessage):
    """The review can no longer be saved as it goes on."""

    problem: str


class UnfinishedReview(FieldMessage):
    """A review that was left waits to be taken up."""

    began: str
    """The time of that, for users."""


class ReviewResumed(FieldMessage):
    """A saved review was read and placed on the tree as it is now."""

    changed: list[str]
    """Files that are not as they were when something was decided of them."""
    lost: list[int]
    """Blocks that were accepted and would do something else now."""


class IndexStatus(FieldMessage):
    """The obstacles to a commit, and the changes that could go with it."""

    theirs: list[str]
    """Files of which the user has staged changes."""
    last_message: str
    """Of the last commit."""


class GitOutput(FieldMessage):
    """Git or a hook said a line while it was committing."""

    line: str


class CommitReceipt(FieldMessage):
    """Git made the commit, or refused."""

    said: str
    is_problem: bool
    outcome: Outcome | None = None
    """The outcomes of the review so far; None where nothing was committed."""


class Pasting(FieldMessage):
    """A long text is being pasted."""

    size: int
    """Characters so far."""


class FeedbackMade(FieldMessage):
    """The feedback for the model was written."""

    text: str
    """Empty if there is nothing to say."""
    tool: str | None
    """The program that put it on the clipboard, if one did."""
    kept: str
    """The file that it is in as well; empty if that could not be written."""


class Branch(FieldMessage):
    """The name of the branch is known."""

    name: str


class BackgroundReported(FieldMessage):
    """The terminal said what its background is."""

    is_light: bool


class Crashed(FieldMessage):
    """The worker met a bug."""

    error: BaseException
