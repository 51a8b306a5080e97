"""The number of disk operations to try: all with pytest --hypothesis-profile=thorough."""

from hypothesis import settings

_IS_THOROUGH = settings.get_current_profile_name() == "thorough"

SOME = 1 if _IS_THOROUGH else 3
"""Every how many-th operation of an undo fails: it has the steps of a write, where each one does."""
KILLS_APART = 1 if _IS_THOROUGH else 5
"""Every how many-th change of a run is one to kill it at, and its recovery before each of its changes."""
