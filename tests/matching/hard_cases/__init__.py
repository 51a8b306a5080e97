"""Edits that existing engines write wrongly or refuse, each as a file, one edit, and what may become of it.

Most are rows of a survey that ran ten engines on thirty such edits; the rest are bugs that
were reported against them. To add one, add it to the table of the module it belongs to.
"""

from tests.matching.hard_cases import characters, content, whitespace
from tests.matching.hard_cases.case import HardCase, Outcome

__all__ = ["HARD_CASES", "HardCase", "Outcome"]

HARD_CASES = (*whitespace.CASES, *characters.CASES, *content.CASES)
