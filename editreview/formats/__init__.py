"""Response text in, blocks out: one reader, one module per dialect.

To add a dialect, write its module and add its line to `catalogue.DIALECTS`.
"""

from editreview.formats.catalogue import DIALECTS, dialects_of, examples
from editreview.formats.reader import Parsed, Reader, parse

__all__ = ["DIALECTS", "Parsed", "Reader", "dialects_of", "examples", "parse"]
