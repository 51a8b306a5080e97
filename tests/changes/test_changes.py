"""Changes that are on disk are kept and staged, or taken out of the files, and nothing else is touched."""

import random
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

from editreview.commands.changes import open_changes
from editreview.errors import ChangedOnDisk, GitFailed, UsageError
from editreview.review import (
    Review,
    SessionStore,
    Verdict,
    excerpt,
    make_feedback,
    redo_on_disk,
    resume,
    undo_on_disk,
    with_edited_text,
)
from editreview.settings import ReviewOptions
from editreview.workspace import CommitRequest, Workspace, take_snapshot
from tests.builders import files_of, git, make_repository, make_tree

FIRST = ("a.py", "b/c d.txt", "$HOME.js")
NAMES = (*FIRST, "path/to/e.md", "back\\slash.txt", *(f"{name}.moved" for name in FIRST))
Files = dict[str, bytes | None]


def changes_of(root: Path, base: str | None = None, config: str | None = None) -> Review:
    options = ReviewOptions.of(root=str(root), config=config)
    review, text, _ = open_changes(options, base)
    review.read(text)
    return review


def on_disk(root: Path) -> Files:
    return {name: (root / name).read_bytes() if (root / name).exists() else None for name in NAMES}


def in_index(root: Path) -> Files:
    """The files that a commit of the index would hold."""
    tree = git(root, "write-tree").strip()
    asked = "".join(f"{tree}:{name}\n" for name in NAMES).encode()
    done = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=root, input=asked, capture_output=True, check=True
    )
    answers, found = BytesIO(done.stdout), dict[str, bytes | None]()
    for name in NAMES:
        *_, size = answers.readline().split()
        found[name] = None if size == b"missing" else answers.read(int(size))
        if found[name] is not None:
            answers.readline()
    return found


def decide(review: Review, verdicts: dict[str, str]) -> None:
    review.decide(
        {
            p.key: review.acceptance(p) if verdicts[p.key] == "y" else review.log[p.key].rejected()
            for p in review.proposals
            if verdicts[p.key] != "-" and p.number not in review.applied
        }
    )


def write_and_stage(review: Review) -> None:
    review.write()
    review.stage()


def _lines(chance: random.Random) -> list[str]:
    some = ["}\n", "    return 1\n", "\n", "def f():\n"]
    return [
        chance.choice([*some, f"x = {chance.randint(0, 5)}\n", f"line {chance.randint(0, 200)}\n"])
        for _ in range(chance.randint(1, 40))
    ]


def _changed(lines: list[str], chance: random.Random) -> list[str]:
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines) + 1)
        match chance.choice(["insert", "delete", "change", "double"]):
            case "insert":
                lines[at:at] = [f"new {chance.randint(0, 99)}\n" for _ in range(chance.randint(1, 3))]
            case "delete":
                del lines[at : at + chance.randint(1, 2)]
            case "change" if at < len(lines):
                lines[at] = f"changed {at}\n"
            case _ if at < len(lines):
                lines.insert(at, lines[at])
            case _:
                lines.append("last\n")
    return lines


def made_by_an_agent(root: Path, chance: random.Random) -> Files:
    """Make a repository whose files were changed, created and deleted since its commit. Returns its.

    Some changes are staged, or were announced with `git add -N`.
    """
    ends = {name: chance.choice(["\n", "\n", "\r\n"]) for name in NAMES}
    codecs = {name: chance.choice(["utf-8", "utf-8", "utf-8-sig", "latin-1"]) for name in NAMES}

    def encoded(name: str, lines: list[str]) -> bytes:
        return "".join(lines).replace("\n", ends[name]).encode(codecs[name])

    before: Files = {name: encoded(name, _lines(chance)) for name in FIRST}
    make_repository(root, {name: data for name, data in before.items() if data is not None})
    for name in NAMES[:5]:
        data, kind = before.get(name), chance.random()
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            path.write_bytes(encoded(name, _lines(chance)))
        elif kind < 0.15:
            path.unlink()
        elif kind < 0.25:
            path.rename(root / f"{name}.moved")
        elif kind < 0.85:
            lines = data.decode(codecs[name]).replace("\r\n", "\n").splitlines(keepends=True)
            path.write_bytes(encoded(name, _changed(lines, chance)))
        if chance.random() < 0.2:
            git(root, "--literal-pathspecs", "add", *["-N"] * (data is None), "--", name)
    return before


@pytest.mark.parametrize("seed", range(14))
def test_kept_changes_are_staged_rejected_ones_taken_out_and_all_of_it_undone(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    before = made_by_an_agent(tmp_path / "tree", chance)
    root = tmp_path / "tree"
    review = changes_of(root, "HEAD")
    assert [] == [p.number for p in review.proposals if not p.is_ready]
    verdicts = {p.key: chance.choice("yn-") for p in review.proposals}
    tree, index = on_disk(root), git(root, "ls-files", "-s")

    decide(review, verdicts)
    write_and_stage(review)
    after = on_disk(root)
    assert {} == review.workspace.not_staged
    if "n" not in verdicts.values():
        assert tree == after

    for effect in reversed(review.log.effects):
        undo_on_disk(review, effect)
    assert (tree, index) == (on_disk(root), git(root, "ls-files", "-s"))
    for effect in review.log.effects:
        redo_on_disk(review, effect)
    assert after == on_disk(root)

    verdicts = {key: chance.choice("yn") if verdict == "-" else verdict for key, verdict in verdicts.items()}
    decide(review, verdicts)
    write_and_stage(review)
    # All is decided: what is left in the files is what is staged.
    assert on_disk(root) == in_index(root)
    if set(verdicts.values()) == {"n"}:
        assert {name: before.get(name) for name in NAMES} == on_disk(root)
    if set(verdicts.values()) == {"y"}:
        assert tree == on_disk(root)
    # A file that was announced and then rejected is still announced.
    assert git(root, "diff", "--name-only", "--diff-filter=d") == ""


def test_of_a_block_only_the_lines_that_were_accepted_stay(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "one\ntwo\nthree\n"})
    (root / "a.txt").write_text("ONE\ntwo\nTHREE\n")
    review = changes_of(root)
    (proposal,) = review.proposals
    review.decide({proposal.key: review.accept_rows(proposal, frozenset({0, 1}))})
    write_and_stage(review)
    assert (root / "a.txt").read_text() == "ONE\ntwo\nthree\n"
    assert git(root, "show", ":a.txt") == "ONE\ntwo\nthree\n"


def test_an_accepted_line_that_the_user_changed_before_it_was_staged_is_not_staged(tmp_path: Path) -> None:
    text = "".join(f"line {n}\n" for n in range(30))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    changed = text.replace("line 3\n", "kept\n").replace("line 20\n", "undecided\n")
    (root / "a.txt").write_text(changed)
    review = changes_of(root)
    kept, undecided = review.proposals
    decide(review, {kept.key: "y", undecided.key: "-"})
    review.write()
    (root / "a.txt").write_text(changed.replace("kept\n", "mine\n"))

    review.stage()

    assert text == git(root, "show", ":a.txt")
    why = "written, not staged: you have changed the same lines since"
    assert {"a.txt": why} == review.workspace.not_staged


def test_what_was_there_before_a_snapshot_is_neither_shown_nor_touched(tmp_path: Path) -> None:
    text = "".join(f"line {n}\n" for n in range(30))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    mine = text.replace("line 3\n", "mine\n")
    (root / "a.txt").write_text(mine)
    (root / "notes.txt").write_text("my notes\n")
    repository = Workspace.open(root).repository
    assert repository is not None
    take_snapshot(repository)
    (root / "a.txt").write_text(mine.replace("line 20\n", "kept\n").replace("line 29\n", "unwanted\n"))
    (root / "new.txt").write_text("by the agent\n")
    review = changes_of(root)
    kept, unwanted, new = review.proposals
    assert ["a.txt", "a.txt", "new.txt"] == [kept.path, unwanted.path, new.path]
    decide(review, {kept.key: "y", unwanted.key: "n", new.key: "y"})
    write_and_stage(review)
    assert (root / "a.txt").read_text() == mine.replace("line 20\n", "kept\n")
    assert "mine" not in git(root, "diff", "--cached")
    assert (root / "notes.txt").read_text() == "my notes\n"
    # Accepted and rejected changes are not shown again.
    with pytest.raises(UsageError, match="nothing differs from the snapshot"):
        changes_of(root)


@pytest.mark.parametrize("objects", ["sha1", "sha256"])
def test_a_removal_that_was_accepted_is_not_shown_again(tmp_path: Path, objects: str) -> None:
    git(tmp_path, "init", "--quiet", f"--object-format={objects}")
    root = make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
    taken(root)
    (root / "a.txt").unlink()
    review = changes_of(root)
    decide(review, {p.key: "y" for p in review.proposals})
    write_and_stage(review)
    with pytest.raises(UsageError, match="nothing differs from the snapshot"):
        changes_of(root)


def test_a_file_that_changes_during_the_review_is_left_alone_and_the_others_are_carried_out(
    tmp_path: Path,
) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    (root / "a.txt").write_text("A\n")
    (root / "b.txt").write_text("B\n")
    review = changes_of(root)
    decide(review, {p.key: "n" for p in review.proposals})
    (root / "a.txt").write_text("A\nand more\n")
    with pytest.raises(ChangedOnDisk):
        review.write()
    assert ["A\nand more\n", "B\n"] == [(root / name).read_text() for name in ("a.txt", "b.txt")]
    write_and_stage(review)
    assert ["A\nand more\n", "b\n"] == [(root / name).read_text() for name in ("a.txt", "b.txt")]
    left, out = review.proposals
    assert "editreview changes" in (left.message or "")
    assert (frozenset({out.key}), True, False) == (review.taken_out, review.has_to_write, review.is_finished)


def test_what_no_diff_of_text_can_show_is_left_as_it_is_and_named(tmp_path: Path) -> None:
    root = make_repository(
        tmp_path / "tree", {"a.bin": b"\0\1", "run.sh": "x\n", "b.txt": "b\n", "link": "t\n"}
    )
    (root / "a.bin").write_bytes(b"\0\2")
    (root / "run.sh").chmod(0o755)
    (root / "b.txt").write_text("B\n")
    (root / "link").unlink()
    (root / "link").symlink_to("b.txt")
    options = ReviewOptions.of(root=str(root))
    review, text, comparison = open_changes(options, None)
    review.read(text)
    assert ["b.txt"] == [p.path for p in review.proposals]
    assert {"a.bin", "run.sh", "link"} == set(comparison.left)
    decide(review, {p.key: "n" for p in review.proposals})
    write_and_stage(review)
    assert (root / "a.bin").read_bytes() == b"\0\2"
    assert (root / "link").is_symlink()


def test_a_file_whose_name_has_control_characters_is_left_and_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_tree(root, {"a.txt": "A\n", "\x1b[2J.txt": "new\n"})

    _, text, comparison = open_changes(ReviewOptions.of(root=str(root)), None)

    assert ["a.txt"] == comparison.paths
    assert {"\x1b[2J.txt": r"'\x1b[2J.txt' contains control characters"} == comparison.left
    assert "\x1b" not in text


def test_staged_changes_count_as_accepted_and_a_commit_as_base_shows_them(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    (root / "a.txt").write_text("staged\n")
    git(root, "add", "a.txt")
    (root / "b.txt").write_text("B\n")
    assert ["b.txt"] == [p.path for p in changes_of(root).proposals]
    review = changes_of(root, "HEAD")
    assert ["a.txt", "b.txt"] == [p.path for p in review.proposals]
    decide(review, {p.key: "n" for p in review.proposals})
    write_and_stage(review)
    assert (root / "a.txt").read_text() == "a\n"
    assert git(root, "status", "--porcelain") == ""


def test_the_feedback_says_what_was_turned_down_with_its_lines_and_why(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    (root / "a.txt").write_text("worse\n")
    review = changes_of(root)
    (proposal,) = review.proposals
    review.decide({proposal.key: review.log[proposal.key].rejected("keep the name")})
    write_and_stage(review)
    feedback = make_feedback(review)
    assert "reverted in the file: keep the name" in feedback
    assert "+worse" in feedback
    assert "Block 1" not in feedback


@pytest.mark.parametrize("base", ["nonsense", "--help", "HEAD:a.txt"])
def test_a_base_that_is_no_commit_is_named(tmp_path: Path, base: str) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    with pytest.raises(UsageError, match="git knows no commit"):
        changes_of(root, base)


def test_without_a_repository_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not in a git repository"):
        changes_of(tmp_path)


def test_a_file_whose_encoding_lacks_an_edited_character_stays_as_it_is(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "prix é\n".encode("latin-1")})
    now = "prix é\nnouveau è\n".encode("latin-1")
    (root / "a.txt").write_bytes(now)
    review = changes_of(root)
    (proposal,) = review.proposals
    begun = excerpt(proposal)
    assert begun is not None
    edited = with_edited_text(review.log[proposal.key], proposal, begun, begun.text.replace("è", "漢"))
    assert edited is not None
    review.decide({proposal.key: edited})
    review.replan("a.txt")
    (proposal,) = review.proposals
    review.decide({proposal.key: review.acceptance(proposal)})
    write_and_stage(review)
    assert now == (root / "a.txt").read_bytes()
    assert proposal.number in review.refused


def taken(root: Path) -> None:
    repository = Workspace.open(root).repository
    assert repository is not None
    take_snapshot(repository)


def test_a_file_in_place_of_a_folder_and_a_folder_in_place_of_a_file_are_left_and_named(
    tmp_path: Path,
) -> None:
    root = make_repository(tmp_path / "tree", {"a": "a\n", "d/b": "b\n", "c": "c\n"})
    (root / "a").unlink()
    make_tree(root, {"a/in.txt": "in\n", "c": "C\n"})
    (root / "d/b").unlink()
    (root / "d").rmdir()
    (root / "d").write_text("d\n")
    review, text, comparison = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    was_file, was_folder = "a was a file and is a folder now", "d was a folder and is a file now"
    assert {"a": was_file, "a/in.txt": was_file, "d": was_folder, "d/b": was_folder} == comparison.left
    assert was_file in (review.opening_note or "")
    index = git(root, "ls-files", "-s")
    decide(review, {p.key: "y" for p in review.proposals})
    write_and_stage(review)
    assert ["M  c"] == [line for line in git(root, "status", "--porcelain").splitlines() if line[0] != " "][
        :1
    ]
    for effect in reversed(review.log.effects):
        undo_on_disk(review, effect)
    assert index == git(root, "ls-files", "-s")


def test_a_new_file_is_not_staged_where_that_would_remove_another_entry(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a": "a\n"})
    (root / "a").unlink()
    make_tree(root, {"a/mine.txt": "mine\n"})
    taken(root)
    make_tree(root, {"a/new.txt": "new\n"})
    index = git(root, "ls-files", "-s")
    review = changes_of(root)
    decide(review, {p.key: "y" for p in review.proposals})
    write_and_stage(review)
    assert {"a/new.txt": "written, not staged: the index has a in its place"} == review.workspace.not_staged
    assert index == git(root, "ls-files", "-s")


def test_another_repository_in_the_tree_is_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_repository(root / "inner", {"b.txt": "b\n"})
    with pytest.raises(UsageError, match=r"inner/ \(it is another repository\)"):
        changes_of(root)


def test_no_filter_runs_to_compare(tmp_path: Path) -> None:
    root = make_repository(
        tmp_path / "tree", {"a.lfs": "a\n", "b.txt": "b\n", ".gitattributes": "*.lfs filter=x\n"}
    )
    git(root, "config", "filter.x.clean", f"touch {tmp_path}/ran; cat")
    make_tree(root, {"a.lfs": "A\n", "b.txt": "B\n"})
    review, _, comparison = open_changes(ReviewOptions.of(root=str(root)), "HEAD")
    assert review.workspace.repository is not None
    assert {"a.lfs": "a filter of git changes its text"} == comparison.left
    assert not (tmp_path / "ran").exists()


def test_line_ends_that_git_converts_are_no_change_and_come_back(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
    git(root, "config", "core.autocrlf", "true")
    git(root, "config", "core.safecrlf", "true")
    make_tree(root, {"a.txt": "a\r\nnew\r\n", "b.txt": "b\nnew\n", "c.txt": "c\r\n"})
    taken(root)
    now = files_of(root)
    make_tree(root, {"a.txt": "A\r\nnew\r\n", "b.txt": "B\nnew\n"})
    review = changes_of(root)
    assert ["a.txt", "b.txt"] == [p.path for p in review.proposals]
    decide(review, {p.key: "n" for p in review.proposals})
    write_and_stage(review)
    assert now == files_of(root)


def test_a_file_with_edit_markers_is_reviewed_as_any_other(tmp_path: Path) -> None:
    text = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n*** Update File: a.py\n"
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_tree(root, {"new.txt": text})
    review = changes_of(root)
    assert ["new.txt"] == [p.path for p in review.proposals]
    decide(review, {p.key: "y" for p in review.proposals})
    write_and_stage(review)
    assert git(root, "show", ":new.txt") == text


def saved(review: Review, text: str) -> None:
    """Save a review as it is when the user quits."""
    store = SessionStore(review, review.workspace.saved_reviews.begin(), lambda error: None)
    store.begin(text)
    store.end(is_finished=False)


def test_a_further_review_keeps_the_decisions_on_what_is_the_same_and_names_the_others(
    tmp_path: Path,
) -> None:
    lines = [f"line {n}\n" for n in range(60)]
    root = make_repository(tmp_path / "tree", {"a.txt": "".join(lines), "b.txt": "b\n"})
    lines[15], lines[30], lines[50] = "fifteen\n", "thirty\n", "fifty\n"
    make_tree(root, {"a.txt": "".join(lines), "b.txt": "B\n", "c.txt": "new\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    fifteen, thirty, fifty, _, new = review.proposals
    why = review.log[fifty.key].rejected("keep it")
    review.decide(
        {fifteen.key: review.acceptance(fifteen), thirty.key: review.acceptance(thirty), fifty.key: why}
    )
    review.decide({new.key: review.acceptance(new)})
    saved(review, text)

    lines[30] = "THIRTY\n"
    lines.insert(0, "first\n")
    make_tree(root, {"a.txt": "".join(lines)})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    kept = "3 decisions from your last review kept"
    gone = "1 dropped, because the changes in a.txt are no longer the same"
    assert f"compared with what is staged; {kept}; {gone}" == review.opening_note
    review.read(text)
    accepted = [p.path for p in review.proposals if review.verdict(p) is Verdict.ACCEPTED]
    assert ["a.txt", "c.txt"] == accepted
    (rejected,) = (p for p in review.proposals if review.verdict(p) is Verdict.REJECTED)
    assert "keep it" == review.log[rejected.key].reason
    # The review before has ended.
    assert [] == list(review.workspace.saved_reviews.waiting())


def test_a_saved_review_with_a_further_response_is_left_to_be_resumed(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_tree(root, {"a.txt": "A\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {p.key: "y" for p in review.proposals})
    store = SessionStore(review, review.workspace.saved_reviews.begin(), lambda error: None)
    store.begin(text)
    store.begin_response()
    store.add("a further response")
    store.end(is_finished=False)
    review = changes_of(root)
    assert {} == review.log.snapshot()
    assert 1 == len(list(review.workspace.saved_reviews.waiting()))


def test_what_was_taken_out_and_is_there_again_is_not_decided(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    make_tree(root, {"a.txt": "A\n", "b.txt": "B\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {review.proposals[0].key: "n", review.proposals[1].key: "-"})
    write_and_stage(review)
    saved(review, text)
    make_tree(root, {"a.txt": "A\n"})
    review, _, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    assert review.opening_note == "compared with what is staged"
    assert {} == review.log.snapshot()


def test_a_resumed_review_lets_the_snapshot_go_on(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    taken(root)
    make_tree(root, {"a.txt": "A\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {p.key: "y" for p in review.proposals})
    saved(review, text)
    review = resume(Workspace.open(root)).review
    review.read(text)
    write_and_stage(review)
    with pytest.raises(UsageError, match="nothing differs from the snapshot"):
        changes_of(root)


def test_what_the_agent_staged_and_the_user_accepts_is_committed(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
    make_tree(root, {"a.txt": "A\n", "b.txt": "B\n", "d.txt": "d\n"})
    (root / "c.txt").unlink()
    git(root, "add", "--all")
    index = git(root, "ls-files", "-s")
    review = changes_of(root)
    verdicts = {p.key: "n" if p.path == "b.txt" else "y" for p in review.proposals}
    decide(review, verdicts)
    write_and_stage(review)
    for effect in reversed(review.log.effects):
        undo_on_disk(review, effect)
    assert index == git(root, "ls-files", "-s")
    assert frozenset() == review.workspace.staged
    for effect in review.log.effects:
        redo_on_disk(review, effect)
    review.commit(CommitRequest("all"))
    assert ["M\ta.txt", "D\tc.txt", "A\td.txt"] == git(
        root, "show", "--format=", "--name-status"
    ).splitlines()
    assert git(root, "status", "--porcelain") == ""


def test_what_the_agent_stages_of_a_file_of_which_a_part_is_staged_here_is_not_committed_alone(
    tmp_path: Path,
) -> None:
    text = "".join(f"line {n}\n" for n in range(30))
    root = make_repository(tmp_path / "tree", {"a.txt": text})
    (root / "a.txt").write_text(text.replace("line 3\n", "first\n").replace("line 20\n", "second\n"))
    review = changes_of(root)
    first, second = (p.key for p in review.proposals)
    decide(review, {first: "y", second: "-"})
    write_and_stage(review)
    git(root, "add", "a.txt")
    decide(review, {first: "y", second: "y"})
    write_and_stage(review)

    with pytest.raises(GitFailed, match=r"^changed after it was staged: a\.txt\. Nothing was committed\.$"):
        review.commit(CommitRequest("all"))
    assert "before\n" == git(root, "log", "--format=%s")


def test_a_file_with_a_merge_conflict_is_left_to_the_user(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    git(root, "checkout", "-q", "-b", "other")
    make_tree(root, {"a.txt": "other\n"})
    git(root, "commit", "-qam", "other")
    git(root, "checkout", "-q", "main")
    make_tree(root, {"a.txt": "main\n"})
    git(root, "commit", "-qam", "main")
    subprocess.run(["git", "merge", "-q", "other"], cwd=root, capture_output=True, check=False)
    make_tree(root, {"b.txt": "B\n"})
    for base in (None, "HEAD"):
        _, _, comparison = open_changes(ReviewOptions.of(root=str(root)), base)
        assert ({"a.txt": "it has a merge conflict"}, ["b.txt"]) == (comparison.left, comparison.paths)


def test_a_change_of_permissions_beside_one_of_text_is_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.sh": "a\n"})
    make_tree(root, {"a.sh": "A\n"})
    (root / "a.sh").chmod(0o755)
    assert "; permissions are left as they are: a.sh" in (changes_of(root).opening_note or "")
    git(root, "config", "core.fileMode", "false")
    assert "permissions" not in (changes_of(root).opening_note or "")


def test_without_changes_the_way_to_those_that_the_agent_committed_is_named(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    with pytest.raises(UsageError, match=r"`editreview changes HEAD~1`\.$"):
        changes_of(root)
    make_tree(tmp_path / "new", {"a.txt": "a\n"})
    git(tmp_path / "new", "init", "-q", ".")
    git(tmp_path / "new", "add", "--all")
    with pytest.raises(UsageError, match=r"^nothing differs from what is staged\.$"):
        changes_of(tmp_path / "new")


def test_rejected_lines_that_the_agent_staged_leave_the_index_whatever_the_line_ends(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\nb\n"})
    git(root, "config", "core.autocrlf", "true")
    make_tree(root, {"a.txt": "a\r\nb\r\nunwanted\r\n"})
    git(root, "add", "--all")
    review = changes_of(root)
    decide(review, {p.key: "n" for p in review.proposals})
    write_and_stage(review)
    assert b"a\r\nb\r\n" == (root / "a.txt").read_bytes()
    assert git(root, "diff", "--cached", "--name-only") == ""


def test_a_further_review_that_is_not_shown_leaves_the_decisions_to_the_next_one(tmp_path: Path) -> None:
    """As one whose theme does not exist."""
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_tree(root, {"a.txt": "A\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {p.key: "y" for p in review.proposals})
    saved(review, text)
    (first,) = review.workspace.saved_reviews.waiting()
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    assert review.replaces is not None
    review.replaces.release()

    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    assert "compared with what is staged; 1 decision from your last review kept" == review.opening_note
    saved(review, text)
    assert first.is_finished
    assert 1 == len(list(review.workspace.saved_reviews.waiting()))


def test_a_further_review_opens_although_the_last_one_cannot_be_locked(tmp_path: Path) -> None:
    """As on a disk that is read-only."""
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    make_tree(root, {"a.txt": "A\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {p.key: "y" for p in review.proposals})
    saved(review, text)
    (kept,) = review.workspace.saved_reviews.waiting()
    (kept.folder / "lock").unlink(missing_ok=True)
    (kept.folder / "lock").mkdir()

    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    assert "compared with what is staged" == review.opening_note


def test_what_was_accepted_and_not_staged_after_a_snapshot_is_shown_again_as_accepted(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n", "b.txt": "b\n"})
    taken(root)
    make_tree(root, {"a.txt": "A\n", "b.txt": "B\n"})
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    review.read(text)
    decide(review, {p.key: "y" for p in review.proposals})
    write_and_stage(review)
    step = review.log.undo_step
    assert step is not None
    effect = review.log.effect_of(step)
    assert effect is not None
    assert "2 files unstaged, the files stay as they are" == undo_on_disk(review, effect)
    review.log.undo()
    saved(review, text)
    review, text, _ = open_changes(ReviewOptions.of(root=str(root)), None)
    assert "; 2 decisions from your last review kept" in (review.opening_note or "")
    review.read(text)
    write_and_stage(review)
    assert ["M  a.txt", "M  b.txt"] == git(root, "status", "--porcelain").splitlines()
    with pytest.raises(UsageError, match="nothing differs from the snapshot"):
        changes_of(root)


@pytest.mark.parametrize(
    ("verdicts", "tree", "index"),
    [
        ("yyy", ("new", "five", "thirty"), ("new", "five", "thirty")),
        ("nnn", ("old", "line 5", "line 30"), ("old", "line 5", "line 30")),
        ("yny", ("new", "five", "line 30"), ("new", "five", "line 30")),
        ("nyn", ("old", "line 5", "thirty"), ("old", "line 5", "thirty")),
        ("--y", ("new", "five", "thirty"), ("new", "line 5", "line 30")),
        ("y--", ("new", "five", "thirty"), ("old", "five", "line 30")),
        ("n-n", ("old", "line 5", "thirty"), ("old", "line 5", "line 30")),
    ],
)
def test_a_rename_is_one_change_and_each_edit_of_the_file_another(
    tmp_path: Path, verdicts: str, tree: tuple[str, str, str], index: tuple[str, str, str]
) -> None:
    old = "".join(f"line {n}\n" for n in range(40))
    new = old.replace("line 5\n", "five\n").replace("line 30\n", "thirty\n")
    root = make_repository(tmp_path / "tree", {"old.txt": old, "other.txt": "other\n"})
    (root / "old.txt").unlink()
    make_tree(root, {"sub/new.txt": new, "unlike.txt": "unlike\n"})
    names = {"old": "old.txt", "new": "sub/new.txt"}
    before, entries = files_of(root), git(root, "ls-files", "-s")
    review = changes_of(root)
    five, thirty, move, _ = review.proposals
    assert ("old.txt", "sub/new.txt") == (move.path, move.path_to)
    decide(
        review,
        dict(zip((five.key, thirty.key, move.key, review.proposals[3].key), f"{verdicts}-", strict=True)),
    )
    write_and_stage(review)
    assert {} == review.workspace.not_staged

    def text(kind: tuple[str, str, str]) -> str:
        return old.replace("line 5\n", f"{kind[1]}\n").replace("line 30\n", f"{kind[2]}\n")

    there = {name for name in names.values() if (root / name).exists()}
    assert ({names[tree[0]]}, text(tree)) == (there, (root / names[tree[0]]).read_text())
    staged = set(git(root, "ls-files").splitlines()) & set(names.values())
    assert ({names[index[0]]}, text(index)) == (staged, git(root, "show", f":{names[index[0]]}"))
    after = files_of(root)
    for effect in reversed(review.log.effects):
        undo_on_disk(review, effect)
    assert (before, entries) == (files_of(root), git(root, "ls-files", "-s"))
    for effect in review.log.effects:
        redo_on_disk(review, effect)
    assert after == files_of(root)


def test_a_snapshot_that_is_too_old_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(tmp_path / "tree", {"a.txt": "a\n"})
    taken(root)
    make_tree(root, {"a.txt": "A\n"})
    assert (changes_of(root).opening_note or "").startswith("compared with the snapshot taken at ")
    monkeypatch.setattr("editreview.workspace.scratch._MAX_SNAPSHOT_AGE_S", -1.0)
    why = "compared with what is staged, as the snapshot is more than 13 days old or gone"
    assert why == changes_of(root).opening_note
