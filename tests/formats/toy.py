"""A toy format: one line goes, one line comes.

%%% a.py
the line as it is
the line as it shall be
%%%
"""

from collections.abc import Sequence

from editreview.blocks import Interpretation, Replace
from editreview.formats.spec import (
    ABANDON,
    CONTINUE,
    COPY_EXACTLY,
    Context,
    Description,
    Edit,
    Example,
    FormatSpec,
    Line,
    Malformed,
    OpenBlock,
    Outcome,
    Step,
)


class _Block(OpenBlock):
    is_tentative = False

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: list[str] = []

    def feed(self, line: Line) -> Step:
        if line.text != "%%%":
            self._lines.append(line.text + "\n")
            return CONTINUE
        if len(self._lines) != 2:
            return ABANDON
        old, new = self._lines
        return Step([Edit(self._path, Replace((Interpretation(old, new),)))], is_closed=True)

    def end(self) -> Sequence[Outcome]:
        return [Malformed(self._path, "Missing %%%")]

    def progress(self) -> str:
        return "a toy arriving"


def _open(line: Line, context: Context) -> OpenBlock:
    return _Block(line.text.removeprefix("%%% "))


_EXAMPLE = """\
%%% greeting.py
    return "Hello"
    return "Good morning"
%%%
"""

_SECOND = Example("Rename", "%%% greeting.py\ndef greet():\ndef salute():\n%%%\n")

SPEC = FormatSpec(
    Description("toy", "`%%%` and two lines", _EXAMPLE, _SECOND, "to play", (COPY_EXACTLY,)), _open
)
