"""Syntax faults with known lines: legal code, an edit of some of its lines, and one fault among them.

Five kinds for each of twenty languages: a closing bracket, a comma or a quote is lost, a stray word is
inserted, a keyword or a tag is misspelt. Places are chosen where every compiler rejects the result.
"""

from tests.oracles.faults.judged import Edit, Finding, edits, edits_of, judged
from tests.oracles.faults.kinds import ENDINGS, KINDS

__all__ = ["ENDINGS", "KINDS", "Edit", "Finding", "edits", "edits_of", "judged"]
