"""Absolute paths of another machine: one block whose text is found settles the root for all."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editreview.errors import Reason
from editreview.review import Review, Verdict, WarningKind, make_report
from editreview.review.path_resolver import ForeignRoots, LocalPath, prefix_of
from editreview.review.storage import SessionStore, resume
from editreview.workspace import Workspace
from editreview.workspace.root import Root
from tests.builders import block, files_of, make_repository, make_tree

FILES: dict[str, str | bytes] = {
    "src/a.py": "def first():\n    return 1\n",
    "src/b.py": "one\ntwo\nthree\n",
    "old.py": "gone = 1\n",
}


def edit(path: str) -> str:
    return block("def first():\n    return 1\n", "def first():\n    return 2\n", path)


def create(path: str) -> str:
    return block("", "new = 1\n", path)


def review_with_strip(folder: Path, response: str, *strip: str) -> Review:
    review = Review(Workspace(Root(folder), None), strip=strip)
    review.read(response)
    return review


def paths(review: Review) -> list[str | None]:
    return [proposal.path for proposal in review.proposals]


PREFIXES = [
    "/workspace",
    "/home/somebody-else/proj",
    "C:/Users/u/proj",
    "C:\\Users\\u\\proj",
    "~/not-here/proj",
]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_new_files_deletions_and_line_edits_share_the_root_of_a_block_whose_text_is_found(
    tmp_path: Path, prefix: str
) -> None:
    sep = "\\" if "\\" in prefix else "/"
    at = prefix + sep
    response = (
        create(f"{at}pkg{sep}new.py")
        + edit(f"{at}src{sep}a.py")
        + f"*** Begin Patch\n*** Delete File: {at}old.py\n*** End Patch\n"
        + f"*** Begin Patch\n*** Add File: {at}src{sep}c.py\n+c = 1\n*** End Patch\n"
    )
    review = review_with_strip(make_tree(tmp_path, FILES), response)

    assert ["pkg/new.py", "src/a.py", "old.py", "src/c.py"] == paths(review)
    assert all(proposal.is_ready for proposal in review.proposals)
    (root,) = review.roots
    assert f"{root.prefix} stands for the root: the text of block 2 is in src/a.py" == root.message
    review.accept()
    review.write()
    assert {"pkg/new.py", "src/a.py", "src/b.py", "src/c.py"} == files_of(tmp_path).keys()


def test_a_line_edit_shares_the_root(tmp_path: Path) -> None:
    arguments = 'command="replace", path="/w/repo/src/b.py", start_line=2, end_line=2, new_content="2"'
    line_edit = f"edit_lines({arguments})\n"
    review = review_with_strip(make_tree(tmp_path, FILES), edit("/w/repo/src/a.py") + "\n" + line_edit)

    assert ["src/a.py", "src/b.py"] == paths(review)
    assert review.proposals[1].is_ready


def test_a_failed_block_is_searched_in_its_file(tmp_path: Path) -> None:
    review = review_with_strip(
        make_tree(tmp_path, FILES), block("tow\n", "2\n", "/w/repo/src/b.py") + edit("/w/repo/src/a.py")
    )

    assert ["src/b.py", "src/a.py"] == paths(review)
    assert Reason.NOT_FOUND is review.proposals[0].reason


def test_a_folder_shares_the_root(tmp_path: Path) -> None:
    response = (
        edit("/w/repo/src/a.py") + '\nedit(pattern="return $X", rewrite="yield $X", path="/w/repo/src")\n'
    )
    review = review_with_strip(make_tree(tmp_path, FILES), response)

    assert ["src/a.py", "src/a.py"] == paths(review)
    in_folder = review.proposals[1]
    assert "/w/repo/src/a.py" == in_folder.block.path_written
    assert WarningKind.PATH_CORRECTED in {warning.kind for warning in in_folder.warnings}


def test_the_target_of_a_move_shares_the_root(tmp_path: Path) -> None:
    response = edit("/w/repo/src/a.py") + (
        "*** Begin Patch\n*** Update File: /w/repo/old.py\n*** Move to: /w/repo/pkg/old.py\n"
        "@@\n-gone = 1\n+gone = 2\n*** End Patch\n"
    )
    review = review_with_strip(make_tree(tmp_path, FILES), response)
    assert {None} == {proposal.reason for proposal in review.proposals}

    review.accept()
    review.write()

    assert b"gone = 2\n" == files_of(tmp_path)["pkg/old.py"]


def test_without_a_block_whose_text_is_found_they_stay_outside(tmp_path: Path) -> None:
    review = review_with_strip(
        make_tree(tmp_path, FILES), create("/w/repo/new.py") + block("nowhere\n", "x\n", "/w/repo/src/a.py")
    )

    assert [Reason.OUTSIDE_ROOT] * 2 == [proposal.reason for proposal in review.proposals]
    assert () == review.roots


def test_a_path_that_exists_outside_settles_nothing(tmp_path: Path) -> None:
    other = make_tree(tmp_path / "other", {"there.py": "x\n"})
    root = make_tree(tmp_path / "root", FILES)
    response = (
        edit(f"{other}/src/a.py") + create(f"{other}/pkg/new.py") + block("x\n", "y\n", f"{other}/there.py")
    )
    review = review_with_strip(root, response)

    assert () == review.roots
    assert [Reason.OUTSIDE_ROOT] * 2 == [p.reason for p in review.proposals[1:]]
    assert "new.py" not in files_of(root)


def test_a_block_that_settles_the_root_settles_no_other_prefix(tmp_path: Path) -> None:
    review = review_with_strip(
        make_tree(tmp_path, FILES), edit("/w/repo/src/a.py") + create("/w/other/new.py")
    )

    assert ["src/a.py", None] == paths(review)


def test_the_slash_alone_is_no_prefix(tmp_path: Path) -> None:
    review = review_with_strip(make_tree(tmp_path, FILES), edit("/src/a.py") + create("/unknown/new.py"))

    assert ["src/a.py", None] == paths(review)


class TestConfirming:
    def test_each_block_has_a_warning_until_the_root_is_confirmed_once(self, tmp_path: Path) -> None:
        review = review_with_strip(
            make_tree(tmp_path, FILES), edit("/w/repo/src/a.py") + create("/w/repo/new.py")
        )
        kinds = [[warning.kind for warning in p.warnings] for p in review.proposals]
        assert [[WarningKind.PATH_CORRECTED]] * 2 == kinds
        root = review.open_root(review.proposals[1])
        assert root is not None

        for path in review.decide(root.confirmation):
            review.replan(path)

        assert [(), ()] == [p.warnings for p in review.proposals]
        assert review.open_root(review.proposals[1]) is None
        for path in review.undo():
            review.replan(path)
        assert [1, 1] == [len(p.warnings) for p in review.proposals]

    def test_a_resumed_review_knows_it(self, tmp_path: Path) -> None:
        folder = make_repository(tmp_path / "r", FILES)
        response = edit("/w/repo/src/a.py") + create("/w/repo/new.py")
        workspace = Workspace.open(folder)
        review = Review(workspace)
        store = SessionStore(review, workspace.saved_reviews.begin(), lambda error: None)
        store.begin(response)
        review.read(response)
        review.decide(review.roots[0].confirmation)
        store.end(is_finished=False)

        resumed = resume(Workspace.open(folder)).review
        resumed.read(response)

        assert [(), ()] == [p.warnings for p in resumed.proposals]


class TestStrip:
    def test_a_prefix_that_the_user_names_is_certain(self, tmp_path: Path) -> None:
        review = review_with_strip(
            make_tree(tmp_path, FILES), create("/w/repo/new.py") + create("C:\\p\\b.py"), "/w/repo/", "c:\\p"
        )

        assert ["new.py", "b.py"] == paths(review)
        assert [(), ()] == [p.warnings for p in review.proposals]
        assert () == review.roots

    def test_it_may_be_relative(self, tmp_path: Path) -> None:
        response = edit("proj/src/a.py") + create("proj/new.py")
        review = review_with_strip(make_tree(tmp_path, FILES), response, "proj")

        assert ["src/a.py", "new.py"] == paths(review)
        assert [(), ()] == [p.warnings for p in review.proposals]

    def test_a_file_at_the_path_as_written_comes_first(self, tmp_path: Path) -> None:
        review = review_with_strip(
            make_tree(tmp_path, {**FILES, "proj/src/a.py": FILES["src/a.py"]}), edit("proj/src/a.py"), "proj"
        )

        assert ["proj/src/a.py"] == paths(review)

    def test_a_path_that_exists_outside_is_outside(self, tmp_path: Path) -> None:
        other = make_tree(tmp_path / "other", {"src/a.py": "x\n"})
        root = make_tree(tmp_path / "root", FILES)
        review = review_with_strip(root, edit(f"{other}/src/a.py"), str(other))

        assert [Reason.OUTSIDE_ROOT] == [p.reason for p in review.proposals]

    def test_it_cannot_lead_out_of_the_root(self, tmp_path: Path) -> None:
        review = review_with_strip(
            make_tree(tmp_path / "r", FILES), create("/w/repo/../../out.py"), "/w/repo"
        )

        assert [Reason.OUTSIDE_ROOT] == [p.reason for p in review.proposals]


def test_the_report_is_the_same_however_the_response_is_cut(tmp_path: Path) -> None:
    response = create("/w/repo/new.py") + edit("/w/repo/src/a.py")
    whole = review_with_strip(make_tree(tmp_path, FILES), response)
    parts = Review(Workspace(Root(tmp_path), None))
    for character in response:
        parts.feed(character)
    parts.close()

    assert make_report(whole, dry_run=True).data == make_report(parts, dry_run=True).data


@pytest.mark.parametrize(
    ("written", "path", "prefix"),
    [
        ("/w/src/a.py", "src/a.py", "/w"),
        ("/w/r/src/a.py", "src/a.py", "/w/r"),
        ("c:\\r\\src\\a.py", "src/a.py", "C:/r"),
        ("file:///w/r/a%20b.py", "a b.py", "/w/r"),
        ("w/r/a.py", "a.py", None),
        ("/w/../r/a.py", "a.py", None),
        ("/w/r/a.py", "b.py", None),
    ],
)
def test_the_prefix_is_what_stands_before_the_path_of_the_file(
    written: str, path: str, prefix: str | None
) -> None:
    assert prefix == prefix_of(written, path)


def test_prefixes_that_disagree_decide_nothing() -> None:
    roots = ForeignRoots(())
    roots.record_found("/w/r/src/a.py", "src/a.py", 1)
    roots.record_found("/w/r/src/b.py", "b.py", 2)
    roots.settle(["/w/r/src/a.py"], lambda _: False)

    assert LocalPath("/w/r/src/c.py") == roots.local("/w/r/src/c.py")
    assert LocalPath("c.py", "/w/r") == roots.local("/w/r/c.py")


def test_a_confirmation_is_no_decision_on_a_block(tmp_path: Path) -> None:
    review = review_with_strip(make_tree(tmp_path, FILES), edit("/w/repo/src/a.py"))
    review.decide(review.roots[0].confirmation)

    assert Verdict.UNDECIDED is review.verdict(review.proposals[0])


NAMES = st.sampled_from(["src/a.py", "src/b.py", "old.py", "pkg/new.py", "there.py", "deep/er/x.py"])
EDITS = st.sampled_from(["edit", "create", "delete", "fail"])


def written(kind: str, path: str) -> str:
    match kind:
        case "edit":
            return edit(path)
        case "create":
            return create(path)
        case "delete":
            return f"*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n"
    return block("nowhere\n", "x\n", path)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(EDITS, st.booleans(), NAMES), min_size=1, max_size=6),
    st.sets(NAMES, max_size=3),
    st.booleans(),
)
def test_nothing_that_exists_outside_is_taken_for_a_file_of_the_tree(
    blocks: list[tuple[str, bool, str]], outside: set[str], is_stripped: bool
) -> None:
    """Whatever the response mixes: paths of a folder that exists and of one that does not."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve()
        other = make_tree(base / "other", dict.fromkeys(outside, "def first():\n    return 1\n"))
        root = make_tree(base / "root", FILES)
        response = "\n".join(
            written(kind, f"{other if is_there else '/no/such/place'}/{name}")
            for kind, is_there, name in blocks
        )
        before = files_of(other)

        review = review_with_strip(root, response, *([str(other), "/no/such/place"] if is_stripped else []))
        review.accept("fuzzy")
        review.write()

        assert before == files_of(other)
        for proposal in review.proposals:
            if Path(proposal.block.path_written or "").exists():
                assert Reason.OUTSIDE_ROOT is proposal.reason
        if is_stripped:
            stripped = [p for p in review.proposals if (p.block.path_written or "").startswith("/no/such")]
            assert None not in [p.path for p in stripped]
