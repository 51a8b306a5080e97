"""The first line of a commit, proposed from what the model said: what it did, without the talk around it."""

import re

from editreview.terminal import visible_line

_LONGEST = 72
"""Characters of a commit's first line."""
_LEAST = 3
"""Words that say something."""
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")
_YES = re.compile(r"^(?:okay|ok|sure|certainly|of course|great|absolutely|got it)\b[,.!]?\s*", re.I)
_I_WILL = re.compile(
    r"^(?:I|we)(?:'ll| will| have|'ve|(?: am|'m| are) going to| can)\s+(?:now\s+|also\s+)?", re.I
)
_TO = re.compile(r"(?:in order )?to (?P<what>.+?), (?:here|we|you|I|let|the)\b.*", re.I)
_TALK = re.compile(
    r"(?:here|let|below|you|your|thanks|thank|sorry|my|these|this|help|the following"
    r"|after|when|if|since|as|based)\b",
    re.I,
)
_CODE = re.compile(r"^(```+|~~~+|<<<<<<+).*?^(?:\1|>>>>>>+)", re.M | re.S)
_INDENTED = re.compile(r"^(?: {4}|\t).*", re.M)
_CLAUSE = re.compile(r"[,;:]\s|\s\(|\s[-\u2013\u2014]\s")


def subject_of(response: str) -> str:
    """The first sentence of a response that says what was done; empty if none does in 72 characters."""
    prose = _INDENTED.sub("", _CODE.sub("", response))
    for line in prose.splitlines():
        text = visible_line(line).strip().strip("#*>- ").replace("`", "")
        if text.startswith(("<", "=", "```")):
            continue
        for sentence in _SENTENCE.split(text):
            if found := _said(sentence.rstrip(".:!")):
                return found
    return ""


def _said(sentence: str) -> str:
    """The work that a sentence says was done, if it is about that and short enough; else nothing."""
    told = _I_WILL.sub("", _YES.sub("", sentence))
    if told.casefold().startswith(("to ", "in order to ")):
        aim = _TO.fullmatch(told)
        told = aim["what"] if aim else ""
    if _TALK.match(told):
        return ""
    if len(told) > _LONGEST:
        # A clause is whole, half a sentence is not.
        ends = [clause.start() for clause in _CLAUSE.finditer(told) if clause.start() <= _LONGEST]
        told = told[: ends[-1]] if ends else ""
    return told[:1].upper() + told[1:] if len(told.split()) >= _LEAST else ""
