"""How many of the operations of the disk are tried."""

from hypothesis import settings

SOME = 1 if settings.get_current_profile_name() == "thorough" else 3
"""Every how many-th operation of an undo, of a redo and of a recovery, that all have the steps of a write.

All with pytest --hypothesis-profile=thorough.
"""
