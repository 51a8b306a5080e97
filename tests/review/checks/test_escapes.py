"""Line ends that a model wrote out are not written into a file without the user."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import Review
from tests.builders import block, files_of, make_tree, review_of

TEXT = "function f() {\n  return 1\n}\n"


def reviewed(folder: Path, old: str, new: str, text: str = TEXT) -> Review:
    return review_of(make_tree(folder, {"a.js": text}), block(old, new, "a.js"))


@pytest.mark.parametrize(
    "new",
    [
        "function f() {\\n  return 2\\n}\n",
        "function f() {\\r\\n  return 2\\r\\n}\n",
        "function f() {\n  log()\\n  return 1\n}\n",
    ],
    ids=["all", "with carriage returns", "one of them"],
)
def test_new_text_with_escaped_line_ends_is_left_to_the_user(tmp_path: Path, new: str) -> None:
    review = reviewed(tmp_path, TEXT, new)

    assert [] == review.accept("fuzzy")
    assert [Reason.WRITTEN_OUT] == [proposal.withheld for proposal in review.proposals]
    assert ["writes \\n as text where the old text has line ends"] == [
        warning.message.partition(":")[0] for p in review.proposals for warning in p.warnings
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, 'function f() {\n  return "1\\n2"\n}\n'),
        (TEXT, 'function f() {\n  return "function f() {\\n}"\n}\n'),
        (TEXT, "function f() {\n  return /\\n/.test(x)\n}\n"),
        ("  return 1\n", '  return "\\n" + 1 + "\\n"\n'),
    ],
    ids=["in a string", "code in a string", "in a pattern", "one line"],
)
def test_escapes_inside_a_string_are_written(tmp_path: Path, old: str, new: str) -> None:
    assert [1] == reviewed(tmp_path, old, new).accept()


def test_the_user_can_accept_it(tmp_path: Path) -> None:
    review = reviewed(tmp_path, TEXT, "function f() {\\n  return 2\\n}\n")
    proposal = review.proposals[0]
    review.decide({proposal.key: review.acceptance(proposal)})

    assert [1] == review.write()
    assert {"a.js": b"function f() {\\n  return 2\\n}\n"} == files_of(tmp_path)
