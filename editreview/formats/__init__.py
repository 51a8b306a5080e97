"""Response text in, blocks out: one reader, one module per dialect.

To add a dialect, write its module and add its line to `table.DIALECTS`.
"""

from editreview.formats.reader import Parsed, Reader, parse
from editreview.formats.table import DIALECTS, dialects_of, examples, summaries

__all__ = ["DIALECTS", "Parsed", "Reader", "dialects_of", "examples", "parse", "summaries"]
