"""Response text in, blocks out: one reader, one module per dialect.

To add a dialect, write its module and add its line to `table.DIALECTS`.
"""

from editreview.formats.catalogue import dialects_of, examples, summaries
from editreview.formats.parsed import Parsed, parse
from editreview.formats.reader import Reader
from editreview.formats.table import DIALECTS

__all__ = ["DIALECTS", "Parsed", "Reader", "dialects_of", "examples", "parse", "summaries"]
