"""Hard cases: their parts, and the judgement of an engine's answer."""

import json
from dataclasses import dataclass
from enum import StrEnum

from editreview.matching import Tier
from tests.builders import block


class Outcome(StrEnum):
    """The result of an edit."""

    RIGHT = "right"
    """The text is one of those it may become; or it stayed as it was, where nothing should be written."""
    REFUSED = "refused"
    """The text stayed as it was, though there was something right to write."""
    WRONG = "wrong"
    """Anything else was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HardCase:
    """A text, one edit of it, and what is right."""

    name: str
    path: str = "file.py"
    before: str
    search: str
    replace: str
    after: tuple[str, ...] = ()
    """Every text that is right; none if the edit must not be written at all."""
    tier: Tier | None = None
    """The strictest that writes it; None if nothing does, or nothing has to."""
    reason: str | None = None
    """Why it is not written; None for any reason."""
    matches: tuple[tuple[int, int], ...] = ()
    """The lines of every place of an edit that is ambiguous."""
    is_call: bool = False
    """True for a tool call, which may name parts of lines."""

    def response(self) -> str:
        if not self.is_call:
            return block(self.search, self.replace, self.path)
        call = {"file_path": self.path, "old_string": self.search, "new_string": self.replace}
        return json.dumps({"name": "Edit", "input": call}, ensure_ascii=False)

    def is_written_at(self, tier: Tier) -> bool:
        """True if a right edit must be written at this tier."""
        return self.tier is not None and self.tier.rank <= tier.rank

    def judge(self, text: str) -> Outcome:
        """The outcome that this text means."""
        if text in (self.after or (self.before,)):
            return Outcome.RIGHT
        return Outcome.REFUSED if text == self.before else Outcome.WRONG
