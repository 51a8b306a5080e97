"""Commands of the user that read the text of one file, before and after a change.

Nothing here knows blocks or git, and nothing runs that the user's own configuration does not name. Whatever a
command does ends within seconds, as a sentence.
"""

from editreview.file_commands.filters import FileChecks, Formatters

__all__ = ["FileChecks", "Formatters"]
