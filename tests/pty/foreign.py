"""Text that would command or mislead a terminal, and what of an output did not come from the program."""

import re

_CALLED = "7331"
"""A number in every command of the payloads, and in none of the program's."""
COMMANDS = (
    "\x1b]52;c;NzMzMQ==\x07",  # put a text on the clipboard
    "\x1b]0;7331\x07",  # name the window
    "\x1b]8;;http://7331\x1b\\",  # begin a link
    "\x1b[7331d",  # go to another line
    "\x1b[?7331h",  # switch a mode on
    "\x1bP7331q\x1b\\",  # a device control string
    "\x1b_7331\x1b\\",  # an application's command
    "\x1b^7331\x1b\\",  # a privacy message
    "\x1bX7331\x1b\\",  # a string
    "\x1bc",  # start anew
    "\x1b#8",  # fill the screen
    "\x9b7331d",  # the same in one character
    "\x9d52;c;NzMzMQ==\x9c",
    "\x907331q\x9c",
    "\x85",
    "\x07\x08\x0b\x0c\x0e\x7f",  # a bell, a step back, other lines, another alphabet
)
UNSEEN = "\u202e\u2066\u2069\u061c\u200b\u200d\u2060\ufeff\u00ad\u2028\u2029\ufe0e\U000e0041\U000e0100\u3164"
HOSTILE = "".join(f"{command}~" for command in COMMANDS) + "~".join(UNSEEN) + "~"
"""Every one of them; nothing in it ends a line of a file."""
NAME = "".join(each for each in HOSTILE if each not in "/\\")
"""The same, to be a part of a path."""

_CONTROL = re.compile(
    r"\x1b\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b\[(?P<numbers>[0-?]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    r"|\x1b(?P<escaped>.)"
    r"|(?P<single>[\x00-\x1f\x7f-\x9f])",
    re.DOTALL,
)
_SINGLE = frozenset("\r\n")
_ESCAPED = frozenset("78=>")
_FINALS = frozenset("HJKmhltnpqrsuAC")
"""Moves, clears, colours, modes, questions about the terminal."""


def strangers(output: bytes) -> list[str]:
    """Every command, control character and unseen one that the program did not write of itself.

    A text on the clipboard is the program's own if it is not that of the payload.
    """
    text = output.decode("utf-8")
    found = [f"U+{ord(each):04X}" for each in text if each in UNSEEN]
    for token in _CONTROL.finditer(text):
        if not _is_own(token):
            found.append(repr(text[token.start() : token.end() + 20]))
    return found


def _is_own(token: re.Match[str]) -> bool:
    if (command := token["command"]) is not None:
        return (
            command != "52;c;NzMzMQ=="
            and re.fullmatch("52;c;[A-Za-z0-9+/=]*|22;[a-z-]*|11;[?]", command) is not None
        )
    if (final := token["final"]) is not None:
        return final in _FINALS and _CALLED not in token["numbers"]
    return token["escaped"] in _ESCAPED if token["escaped"] is not None else token["single"] in _SINGLE
