"""A function loses a parameter that calls in the file give by its name."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from tests.builders import block, make_tree, review_of

CALLS = {
    "a.py": (
        "def load(path, strict=False):\n    read(path)\n",
        "def main():\n    load(at(1), strict=True)\n",
    ),
    "b.py": (
        "def load(\n    path: str,\n    strict: bool = False,\n):\n    read(path)\n",
        "load(\n    1,\n    strict=True,\n)\n",
    ),
    "c.py": (
        "class A:\n    def load(self, path, *, strict=False):\n        read(path)\n",
        "    def main(self):\n        self.load(1, strict=True)\n",
    ),
    "a.rb": ("def load(path, strict: false)\n  read(path)\nend\n", "load(1, strict: true)\n"),
    "a.kt": (
        "fun load(path: Path, strict: Boolean) {\n    read(path)\n}\n",
        "val x = load(path = p, strict = true)\n",
    ),
}
LOST = (
    ", strict=False",
    "    strict: bool = False,\n",
    ", *, strict=False",
    ", strict: false",
    ", strict: Boolean",
)


def warnings(tmp_path: Path, path: str, text: str, old: str, new: str) -> list[str]:
    review = review_of(make_tree(tmp_path, {path: text}), block(old, new, path))
    review.check()
    (proposal,) = review.proposals
    assert (Reason.UNSEEN if proposal.warnings else None) is proposal.withheld
    return [warning.message for warning in proposal.warnings]


@pytest.mark.parametrize(("path", "lost"), [*zip(CALLS, LOST, strict=True)])
def test_the_line_that_gives_a_lost_parameter_by_its_name_is_in_the_warning(
    tmp_path: Path, path: str, lost: str
) -> None:
    function, call = CALLS[path]
    new = function.replace(lost, "")

    (message,) = warnings(tmp_path, path, f"{function}\n{call}", function, new)

    row = next(n for n, line in enumerate(f"{new}\n{call}".splitlines(), 1) if "strict" in line)
    assert f"takes out the parameter “strict” of “load”, which line {row} gives by its name" == message


@pytest.mark.parametrize(
    ("function", "new", "call"),
    [
        ("def load(path, strict=False):\n", "def load(path):\n", "load(1)\n"),
        ("def load(path, strict=False):\n", "def load(path, **options):\n", "load(1, strict=True)\n"),
        ("def load(path, strict=False):\n", "def load(path, strict=True):\n", "load(1, strict=True)\n"),
        ("def load(path, strict=False):\n", "def load(path):\n", "json.load(1, strict=True)\n"),
        ("def load(path, strict=False):\n", "def load(path):\n", "reload(1, strict=True)\n"),
        ("def load(path, strict=False):\n", "def load(path):\n", "load(1)\nsave(strict=True)\n"),
    ],
)
def test_without_such_a_call_there_is_no_warning(tmp_path: Path, function: str, new: str, call: str) -> None:
    body = "    read(path)\n"

    assert not warnings(tmp_path, "a.py", f"{function}{body}\n{call}", function + body, new + body)


@pytest.mark.parametrize(
    ("path", "function", "new", "call"),
    [
        ("a.swift", "func f(a: Int, b: Int) {}\n", "func f(a: Int, _ b: Int) {}\n", ""),
        ("a.swift", "func f(a: Int, b: Int) {}\n", "func f(a: Int, _ b: Int) {}\n", "f(a: 1, 2)\n"),
        ("a.rb", "def f(a, b: 1)\nend\n", "def f(a)\nend\n", "f(x ? b : 2)\n"),
        ("a.rb", "def f(a, b: 1)\nend\n", "def f(a)\nend\n", "f(b::C)\n"),
        ("a.kt", "fun f(a: A, b: B) {\n}\n", "fun f(a: A) {\n}\n", "val x = f(1, { b = 2 })\n"),
        ("a.kt", "fun f(a: A, b: B) {\n}\n", "fun f(a: A) {\n}\n", "val x = f(1, { c, b = 2 })\n"),
        ("a.kt", "fun f(a: M<A, b, C>) {\n}\n", "fun f(a: A) {\n}\n", "val x = f(1, b = 2)\n"),
        ("a.py", "def f(a: Tuple[int, b, int]):\n", "def f(a: int):\n", "f(1, b=2)\n"),
        ("a.py", "def f(a: D[C[[int, b, int]]]):\n", "def f(a: int):\n", "f(1, b=2)\n"),
    ],
)
def test_a_signature_a_type_or_a_value_gives_no_parameter_by_its_name(
    tmp_path: Path, path: str, function: str, new: str, call: str
) -> None:
    assert not warnings(tmp_path, path, f"{function}\n{call}", function, new)


@pytest.mark.parametrize(
    ("path", "function", "new", "call"),
    [
        ("a.swift", "func f(a: Int, b: Int) {}\n", "func f(a: Int, _ b: Int) {}\n", "f(a: 1, b: 2)\n"),
        ("a.rb", "def f(a, b: 1)\nend\n", "def f(a)\nend\n", "f([1, 2], b: 2)\n"),
        ("a.kt", "fun f(a: A, b: B) {\n}\n", "fun f(a: A) {\n}\n", "val x = f({ c -> g(c) }, b = 2)\n"),
        ("a.py", "def f(b: Tuple[int, str], a):\n", "def f(a):\n", "f(b=2, a=1)\n"),
    ],
)
def test_a_call_that_gives_a_lost_parameter_after_values_in_brackets_is_found(
    tmp_path: Path, path: str, function: str, new: str, call: str
) -> None:
    (message,) = warnings(tmp_path, path, f"{function}\n{call}", function, new)

    assert message.startswith("takes out the parameter “b” of “f”")


def test_a_block_that_changes_the_call_as_well_ends_the_warning(tmp_path: Path) -> None:
    function, call = CALLS["a.py"]
    edits = block(function, function.replace(LOST[0], ""), "a.py") + block(
        "    load(at(1), strict=True)\n", "    load(at(1))\n", "a.py"
    )
    review = review_of(make_tree(tmp_path, {"a.py": f"{function}\n{call}"}), edits)
    review.check()

    assert [(), ()] == [proposal.warnings for proposal in review.proposals]
