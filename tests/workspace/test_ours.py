"""Carrying our lines from one content of a file to another: ours, all of them, and nothing else."""

import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.workspace.staging import is_preserved, transplant


@st.composite
def edited(draw: st.DrawFn, lines: list[bytes], mark: bytes) -> list[list[bytes]]:
    """An edit: for each line what stands in its place, and what is put in before it."""
    places: list[list[bytes]] = []
    for number, line in enumerate(lines):
        what = draw(st.sampled_from(["keep"] * 6 + ["change", "remove", "insert"]))
        new = b"%s %d\n" % (mark, number)
        places.append({"keep": [line], "change": [new], "remove": [], "insert": [new, line]}[what])
    return places


def joined(places: list[list[bytes]]) -> bytes:
    return b"".join(b"".join(place) for place in places)


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"}\n", b"\n", b"x" * 8 + b"\n"]), min_size=1, max_size=30)
UNIQUE = st.integers(4, 40).map(lambda count: [b"line %d\n" % number for number in range(count)])


@given(st.data(), UNIQUE)
def test_edits_of_different_lines_are_separated(data: st.DataObject, lines: list[bytes]) -> None:
    """The index is the text before; the file holds theirs; ours come on top: the index gets ours alone."""
    theirs = data.draw(edited(lines, b"mine"))
    ours = data.draw(edited(lines, b"ours"))
    is_ours = [place != [line] for place, line in zip(ours, lines, strict=True)]
    is_theirs = [place != [line] for place, line in zip(theirs, lines, strict=True)]
    # One line between any two: what is next to each other has its own test.
    near = [any(is_theirs[max(i - 1, 0) : i + 2]) for i in range(len(lines))]
    ours = [[line] if near[i] else place for i, (place, line) in enumerate(zip(ours, lines, strict=True))]
    assume(any(is_ours[i] and not near[i] for i in range(len(lines))))
    both = [theirs[i] if is_theirs[i] else ours[i] for i in range(len(lines))]

    assert joined(ours) == transplant(joined(theirs), joined(both), b"".join(lines))


@given(st.data(), LINES)
def test_transplanted_text_equals_gits_merge_or_there_is_none(
    data: st.DataObject, lines: list[bytes]
) -> None:
    """With lines that repeat: where both we and git merge, both come to the same."""
    index = b"".join(lines)
    before = joined(data.draw(edited(lines, b"mine")))
    after = joined(data.draw(edited(before.splitlines(keepends=True), b"ours")))
    found = transplant(before, after, index)
    assume(found is not None)
    merged = _merged(before, after, index)
    assume(merged is not None)

    assert merged == found


def _merged(before: bytes, after: bytes, index: bytes) -> bytes | None:
    """Both changes merged by `git merge-file`; None if it finds a conflict."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("index", "before", "after")]
        for file, content in zip(files, (index, before, after), strict=True):
            file.write_bytes(content)
        done = subprocess.run(["git", "merge-file", "-p", *files], capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


@given(st.data(), LINES)
def test_only_our_lines_differ(data: st.DataObject, lines: list[bytes]) -> None:
    """No line of theirs that the index has not comes in, and none that it has goes."""
    index = b"".join(lines)
    before = joined(data.draw(edited(lines, b"mine")))
    after = joined(data.draw(edited(before.splitlines(keepends=True), b"ours")))
    found = transplant(before, after, index)
    assume(found is not None)
    assert found is not None

    assert b"mine" not in found
    assert after.count(b"ours") == found.count(b"ours")
    lost = len(before.splitlines()) - len(after.splitlines())
    assert lost == len(index.splitlines()) - len(found.splitlines())


@pytest.mark.parametrize(
    ("before", "after", "base", "expected"),
    [
        ("1\n2\n3", "1\n2\nours", "1\n2\n3", "1\n2\nours"),
        ("1\nmine\n3", "1\nmine\nours", "1\n2\n3", "1\n2\nours"),
        ("1\n2\n3\n", "1\n2\n3\nours\n", "1\n2\n3", None),
        ("1\nmine\n", "1\nmine\nours\n", "1\n", "1\nours\n"),
        ("mine\n1\n", "ours\nmine\n1\n", "1\n", "ours\n1\n"),
        ("", "ours\n", "1\n", None),
        ("a\n", "a\n", "b\n", "b\n"),
        ("f\n\nmine\n\n", "f\n\nmine\n\nours\n\n", "f\n\n", "f\n\nours\n\n"),
    ],
    ids=[
        "at the open end",
        "at the open end, beside theirs",
        "after a line without an end",
        "after a last line of theirs",
        "before a first line of theirs",
        "where everything differs",
        "nothing of ours",
        "after a part of theirs that ends as the one before",
    ],
)
def test_the_ends_of_a_file(before: str, after: str, base: str, expected: str | None) -> None:
    found = transplant(before.encode(), after.encode(), base.encode())

    assert expected == (None if found is None else found.decode())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x\nb\nd\n", "x\nb\nb\nd\n"),
        ("x\nb\nb\nd\n", "x\nb\nd\n"),
        (
            "def f():\n    x\n\n\ndef g():\n    x\n",
            "def f():\n    x\n\n\ndef h():\n    x\n\n\ndef g():\n    x\n",
        ),
        ("a\n\n\n\nb\n", "a\n\n\nb\n"),
        ("1\n2\n", "1\nours\n2\n"),
    ],
)
@pytest.mark.parametrize("theirs", ["", "theirs\n"])
def test_what_the_index_has_already_is_not_carried_again(before: str, after: str, theirs: str) -> None:
    """Lines that repeat allow several diffs, of which one alone would not clash."""
    assert transplant(before.encode(), after.encode(), f"{after}{theirs}".encode()) is None


@pytest.mark.parametrize(
    ("before", "after", "base", "expected"),
    [
        ("a\nb\nc\nd\ne\n", "b\na\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "b\na\nc\nd\nE\n"),
        ("a\n\nb\nc\nd\ne\n", "a\n\n\nb\nc\nd\ne\n", "a\n\nb\nc\nd\n\ne\n", "a\n\n\nb\nc\nd\n\ne\n"),
    ],
    ids=["a move", "a blank line"],
)
def test_a_change_that_looks_like_one_elsewhere_in_the_index_is_carried(
    before: str, after: str, base: str, expected: str
) -> None:
    assert expected.encode() == transplant(before.encode(), after.encode(), base.encode())


@given(st.data(), LINES)
def test_a_staged_change_is_never_carried_again(data: st.DataObject, lines: list[bytes]) -> None:
    before = b"".join(lines)
    after = joined(data.draw(edited(lines, b"ours")))
    assume(before != after)

    assert transplant(before, after, after) is None


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("1\nours\n3\n", True),
        ("0\n1\nours\n3\n4\n", True),
        ("1\n3\n", False),
        ("1\nmine\n3\n", False),
        ("1\n2\n3\n", False),
    ],
)
def test_our_changes_are_recognised_in_a_later_version(now: str, expected: bool) -> None:
    assert expected is is_preserved(b"1\n2\n3\n", b"1\nours\n3\n", now.encode())


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        ("b\nb\n", "b\n", "U\nb\nb\n"),
        ("b\nc\n", "b\nc\nc\n", "b\nU\nc\n"),
        ("f\n  x\n\ng\n  x\n\n", "f\n  x\n\n", "f\n  # look\n  x\n\ng\n  x\n\n"),
    ],
)
def test_lines_that_the_user_took_back_among_equal_ones_are_noticed(
    before: str, after: str, now: str
) -> None:
    assert not is_preserved(before.encode(), after.encode(), now.encode())
