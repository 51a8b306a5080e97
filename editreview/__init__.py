"""Review an LLM's edits, see where and how each one matched, and apply what was accepted.

from editreview import parse, Review

blocks = parse(text).blocks
review = Review.open(root)
review.read(text)
review.accept(tier="tolerant")
report = review.apply()
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Review", "__version__", "parse"]

if TYPE_CHECKING:
    from editreview.formats import parse
    from editreview.review import Review


def __getattr__(name: str) -> object:
    # `editreview --version` passes through here and must not pay for the whole package.
    if name == "parse":
        from editreview.formats import parse

        return parse
    if name == "Review":
        from editreview.review import Review

        return Review
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
