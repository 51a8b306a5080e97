"""What the engine tells the screen."""

from dataclasses import dataclass

from textual.message import Message

from editreview.matching import NearMatch, Place
from editreview.review import Proposal
from editreview.review.attempts import Tried


@dataclass
class Arrived(Message):
    """More of the response was read."""

    size: int
    """Bytes so far."""
    is_open: bool
    """Whether more may come."""
    open_block: str | None
    """What is known of the block that is arriving."""
    open_text: str = ""
    """The last lines of that block."""
    problem: str | None = None
    """Why reading ended, if not by the response's end."""


@dataclass
class Planned(Message):
    """Blocks were placed, or placed again."""


@dataclass
class Looked(Message):
    """The nearest place of a block was looked for."""

    number: int


@dataclass
class Attempted(Message):
    """One more strategy was tried for a block."""

    proposal: Proposal
    tried: Tried | None
    """None if that was all."""


@dataclass
class Neared(Message):
    """How a block lies on one of the places nearest to it is known."""

    proposal: Proposal
    at: int
    """Which of them, from 0."""
    near: NearMatch


@dataclass
class Forcible(Message):
    """What forcing a block at some lines would do is known."""

    proposal: Proposal
    place: Place
    lines: str
    """The file's lines there, as they are now."""


@dataclass
class Written(Message):
    """Accepted blocks were written, and staged if that was asked for."""

    applied: list[int]
    staged: list[str]
    staging: bool
    """Whether staging was asked for."""
    problem: str | None = None
    """Why not, or not all."""


@dataclass
class Committed(Message):
    """Git made the commit, or refused."""

    said: str
    is_problem: bool


@dataclass
class Branch(Message):
    """The name of the branch is known."""

    name: str


@dataclass
class Crashed(Message):
    """The engine met a bug."""

    error: BaseException
