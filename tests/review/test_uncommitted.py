"""A whole file that seems to be of an older version is not written without the user."""

import random
from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import Review, WarningKind
from tests.builders import files_of, git, make_repository

LINES = [f"line {number}\n" for number in range(12)]
COMMITTED = "".join(LINES)


def with_line(text: str, number: int, line: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:number], line, *lines[number:]])


def whole_file(text: str) -> str:
    return f"Here is the complete file:\n\n`a.txt`\n```\n{text}```\n"


def read(root: Path, text: str) -> Review:
    review = Review.open(root)
    review.read(whole_file(text))
    return review


def accepted(root: Path, text: str) -> Review:
    review = read(root, text)
    review.accept("fuzzy")
    review.write()
    return review


def warnings_of(review: Review) -> list[tuple[WarningKind, int | None]]:
    return [(w.kind, w.line) for p in review.proposals for w in p.warnings]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", {"a.txt": COMMITTED})


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (with_line(COMMITTED, 9, "mine\n"), 10),
        (COMMITTED.replace("line 9\n", "mine\n"), 10),
        (COMMITTED.replace("line 9\n", ""), 10),
        (with_line(COMMITTED, 12, "mine\n"), 13),
        (with_line(COMMITTED, 9, "mine\n").replace("\n", "\r\n"), 10),
        (COMMITTED.replace("line 11\n", ""), 11),
    ],
    ids=["added", "changed", "deleted", "added at the end", "other line ends", "deleted at the end"],
)
def test_what_the_user_changed_is_not_taken_back_silently(root: Path, now: str, line: int) -> None:
    (root / "a.txt").write_bytes(now.encode())
    review = accepted(root, with_line(COMMITTED, 2, "new\n"))

    assert now.encode() == files_of(root)["a.txt"]
    assert [Reason.UNSEEN] == [p.withheld for p in review.proposals]
    assert [(WarningKind.UNSEEN, line)] == warnings_of(review)


def test_staged_changes_count_too(root: Path) -> None:
    (root / "a.txt").write_text(with_line(COMMITTED, 9, "mine\n"))
    git(root, "add", "a.txt")

    assert [(WarningKind.UNSEEN, 10)] == warnings_of(accepted(root, with_line(COMMITTED, 2, "new\n")))


def test_a_model_that_saw_the_changes_may_edit_them(root: Path) -> None:
    (root / "a.txt").write_text(with_line(COMMITTED, 9, "mine\n"))
    new = with_line(COMMITTED, 9, "mine, edited\n")
    review = accepted(root, new)

    assert new == (root / "a.txt").read_text()
    assert [] == warnings_of(review)


def test_what_an_earlier_run_wrote_may_be_replaced(root: Path) -> None:
    accepted(root, with_line(COMMITTED, 9, "first attempt\n"))
    new = with_line(COMMITTED, 2, "second attempt\n")
    review = accepted(root, new)

    assert new == (root / "a.txt").read_text()
    assert [] == warnings_of(review)


def test_a_file_that_is_not_committed_yet_is_written(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "root", {"b.txt": "b\n"})
    (root / "a.txt").write_text(COMMITTED)
    new = with_line(COMMITTED, 2, "new\n")
    accepted(root, new)

    assert new == (root / "a.txt").read_text()


@pytest.mark.parametrize("seed", range(12))
def test_no_change_of_the_user_is_lost_silently_and_none_of_the_model_is_withheld(
    root: Path, seed: int
) -> None:
    users, models = random.Random(seed).sample(range(0, 13, 3), 2)
    now = with_line(COMMITTED, users, "mine\n")
    (root / "a.txt").write_text(now)
    accepted(root, with_line(COMMITTED, models, "new\n"))
    kept = (root / "a.txt").read_text()
    both = with_line(now, models + (models > users), "new\n")
    accepted(root, both)

    assert "mine\n" in kept
    assert both == (root / "a.txt").read_text()


CONTROLLER = """def index
  Brand.where(group_id: 1).order(:position, :id)
end

def destroy
  redirect_to _brands_url
end
"""
OLDER = CONTROLLER.replace(".order(:position, :id)", "").replace("_brands_url", "brands_url")
REPLY = "{words}\n\n`a.rb`\n```ruby\n{text}```\n"


def warned_lines(root: Path, words: str, text: str) -> list[int | None]:
    review = Review.open(root)
    review.read(REPLY.format(words=words, text=text))
    (proposal,) = review.proposals
    return [warning.line for warning in proposal.warnings if warning.kind is WarningKind.UNSEEN]


@pytest.mark.parametrize(
    ("words", "text", "lines"),
    [
        ("The complete file:", OLDER, [2]),
        ("The complete file, with the order removed:", OLDER, []),
        ("The complete file:", CONTROLLER.replace(".order(:position, :id)", ""), []),
        ("The complete file:", OLDER.replace("(group_id: 1)", "(group_id: 1).order(:position)"), []),
        ("The complete file:", OLDER.replace("where(group_id: 1)", "all"), []),
    ],
    ids=["two words", "the response says so", "nothing else changes", "one word", "another word instead"],
)
def test_a_line_that_only_loses_words_next_to_other_changes_gives_a_warning(
    tmp_path: Path, words: str, text: str, lines: list[int]
) -> None:
    root = make_repository(tmp_path / "root", {"a.rb": CONTROLLER})

    assert warned_lines(root, words, text) == lines


@pytest.mark.parametrize("old", ["# keeps the order stable\n", "require 'order/position'\n"])
def test_a_comment_or_an_import_may_lose_words(tmp_path: Path, old: str) -> None:
    root = make_repository(tmp_path / "root", {"a.rb": old + CONTROLLER})
    text = (old + CONTROLLER).replace(old, old.split()[0] + "\n").replace("_brands_url", "brands_url")

    assert warned_lines(root, "The complete file:", text) == []
