"""Untouched bytes stay: whatever the file's line ends, encoding and depth, and whatever the blocks."""

import random
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.review import Review
from editreview.text import line_body
from tests.builders import block, make_tree, review_of

ENCODINGS = {
    "utf-8": b"",
    "utf-8-sig": b"\xef\xbb\xbf",
    "utf-16-le": b"\xff\xfe",
    "utf-16-be": b"\xfe\xff",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("untouched")


def line(chance: random.Random, number: int) -> str:
    """A line that no other is like, with odd blanks, characters and ends."""
    depth = chance.choice(["", "    ", "\t", "  "])
    blanks = chance.choice(["", "", " ", "\t", "\x0c"])
    end = chance.choice(["\n", "\n", "\r\n"])
    odd = chance.choice(["ä", "x", "\u2028", "“", "\u00a0", "a\rb"])
    return f"{depth}line {number} {odd}.{blanks}{end}"


def as_a_model_would(chance: random.Random, lines: list[str]) -> list[str]:
    """The lines as they come back: ends normalised, sometimes blanks lost or a depth put before all."""
    bodies = [line_body(text) for text in lines]
    if chance.random() < 0.3:
        bodies = [body.rstrip(" \t") for body in bodies]
    depth = chance.choice(["", "", "    "])
    return [depth + body + "\n" for body in bodies]


def as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def written(review: Review) -> list[int]:
    review.accept()
    return review.write()


@given(st.integers(0, 2**32), st.sampled_from(sorted(ENCODINGS)), st.booleans())
def test_bytes_outside_the_changed_lines_stay(folder: Path, seed: int, encoding: str, is_open: bool) -> None:
    chance = random.Random(seed)
    lines = [line(chance, number) for number in range(chance.randint(4, 20))]
    if is_open:
        lines[-1] = line_body(lines[-1])
    codec, mark = encoding.removesuffix("-sig"), ENCODINGS[encoding]
    cuts = sorted(chance.sample(range(len(lines) + 1), 4))
    spans = [(cuts[0], cuts[1]), (cuts[2], cuts[3])]
    response, kept, at = "", [], 0
    blanks: list[str] = []
    for number, (start, end) in enumerate(spans):
        search = as_a_model_would(chance, lines[start:end])
        new = [f"{search[0][: len(search[0]) - len(search[0].lstrip())]}new {number}\n", *search[1:]]
        response += block("".join(search), "".join(new))
        body = line_body(lines[start])
        # What the block does not speak of stays: it has none of the line's last blanks.
        is_silent = line_body(search[0]) == line_body(search[0]).rstrip()
        blanks.append(body[len(body.rstrip(" \t")) :] if is_silent else "")
        kept.append("".join(lines[at:start]))
        at = end
    kept.append("".join(lines[at:]))
    make_tree(folder, {"a.txt": mark + "".join(lines).encode(codec)})
    review = review_of(folder, response)
    assume(all(proposal.is_ready for proposal in review.proposals))

    assert [1, 2] == written(review)

    data = (folder / "a.txt").read_bytes()
    assert mark == data[: len(mark)]
    text = data[len(mark) :].decode(codec)
    expected = ""
    for number, (start, end) in enumerate(spans):
        first = lines[start]
        depth = first[: len(first) - len(first.lstrip(" \t"))]
        own_end = first[len(line_body(first)) :]
        rest = "".join(lines[start + 1 : end])
        expected += f"{kept[number]}{depth}new {number}{blanks[number]}{own_end}{rest}"
    assert expected + kept[-1] == text


@given(
    st.lists(st.one_of(st.text(max_size=6).map(as_bytes), st.binary(max_size=6)), max_size=8),
    st.lists(st.sampled_from([b"\n", b"\r\n", b"\r", b""]), min_size=8, max_size=8),
)
def test_any_bytes_are_read_back_unchanged_or_refused(
    folder: Path, pieces: list[bytes], ends: list[bytes]
) -> None:
    """If a file is read at all, an edit of one line of it leaves every other byte."""
    head = b"".join(piece + end for piece, end in zip(pieces, ends, strict=False))
    data = head + b"\nthe only line to change\n" + head
    make_tree(folder, {"a.txt": data})

    review = review_of(folder, block("the only line to change\n", "changed\n"))
    done = written(review)

    expected = data.replace(b"\nthe only line to change\n", b"\nchanged\n") if done else data
    assert expected == (folder / "a.txt").read_bytes()
    assert bool(done) == review.proposals[0].is_ready


TABLE = """\
CREATE TABLE bookings (
    id          BIGSERIAL PRIMARY KEY,
    status      TEXT NOT NULL DEFAULT 'a  b',
    created_at  TIMESTAMPTZ NOT NULL
);
"""


@pytest.mark.parametrize(
    ("text", "path", "snippet", "new"),
    [
        (
            TABLE,
            "a.sql",
            "    id BIGSERIAL PRIMARY KEY,\n    reason TEXT,\n    status TEXT NOT NULL DEFAULT 'a  b',\n",
            "    reason TEXT,\n",
        ),
        (
            "[a]\nfirst     = 1\nsecond\t= 2\n",
            "a.conf",
            "first = 1\nmiddle = 5\nsecond = 2\n",
            "middle = 5\n",
        ),
        (
            "| Name   | Age |\n|--------|-----|\n| Ann    | 3   |\n| Robert | 4   |\n",
            "a.md",
            "| Ann | 3 |\n| Bo | 5 |\n| Robert | 4 |\n",
            "| Bo | 5 |\n",
        ),
        (
            "def f():\n    first = 1  # the first\n    second = 2\n    return first\n",
            "a.py",
            "    first = 1 # the first\n    third = 3\n    second = 2\n",
            "    third = 3\n",
        ),
    ],
    ids=["SQL", "settings", "a table", "a comment"],
)
def test_lines_with_other_runs_of_spaces_are_the_files(
    tmp_path: Path, text: str, path: str, snippet: str, new: str
) -> None:
    response = f"In `{path}`, add this:\n\n```\n{snippet}```\n"
    review = review_of(make_tree(tmp_path, {path: text}), response)

    (proposal,) = review.proposals

    after = proposal.change.apply(text)
    assert (text, 1) == (after.replace(new, ""), after.count(new))
