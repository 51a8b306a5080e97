"""What the command line sets for a review."""

from dataclasses import dataclass

from editreview.matching import Tier


@dataclass(frozen=True, slots=True)
class Settings:
    accept: Tier = Tier.TOLERANT
    """How far "accept what is safe" goes."""
    layout: str = "auto"
    """`auto`, `split` or `unified`."""
    theme: str | None = None
    """One of Textual's; None for its default."""
    can_stage: bool = True
