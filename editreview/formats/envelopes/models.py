"""The name of the model that answered, as envelopes have it."""

import re

from editreview.formats.envelopes.messages import Object, as_text, object_at

_NAME = re.compile(r"[\w.:/@+-][\w.:/@+ -]{0,99}")
"""Names that can be shown and recorded. Claude Code calls what no model wrote `<synthetic>`."""
_HOLDERS = ((), ("message",), ("response",), ("payload",), ("result",), ("result", "models"), ("modelInfo",))
"""The paths to the objects that may have it."""
_MEMBERS = ("model", "modelVersion", "currentModelId", "modelId")
_USAGES = (("modelUsage",), ("stats", "models"))
"""The paths to what each model used, by its name, as command lines print it."""
_OF_AIDER = re.compile(r"> (?:Main model|Model): (?P<name>\S+)")


def model_in(value: Object) -> str:
    """The model that wrote a body, an event of a stream or an entry of a session; empty if it is unknown."""
    for path in _HOLDERS:
        holder = object_at(value, *path)
        for member in _MEMBERS:
            if _NAME.fullmatch(name := as_text(holder.get(member))):
                return name
    # Small tasks go to another model first.
    used = [name for path in _USAGES for name in object_at(value, *path) if _NAME.fullmatch(name)]
    return used[-1] if used else ""


def model_of_aider(line: str) -> str:
    """The model that a line of aider's history names; empty if it names none."""
    found = _OF_AIDER.match(line)
    return found["name"] if found is not None and _NAME.fullmatch(found["name"]) else ""
