"""Response text in, blocks out: one reader, one module for each format.

To add a format, write its module with its `SPEC` and add its row to `table.FORMATS`.
"""

from editreview.formats.reader import Parsed, Reader, parse
from editreview.formats.table import descriptions, formats_of

__all__ = ["Parsed", "Reader", "descriptions", "formats_of", "parse"]
