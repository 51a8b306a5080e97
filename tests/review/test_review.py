"""A review from reading to writing."""

import stat
from pathlib import Path

import pytest

from editreview import Review, make_feedback, parse
from editreview.errors import ChangedOnDisk, Reason, UsageError
from editreview.matching import Tier
from editreview.review import Decision, Status, Verdict, build_diff, status_of
from tests.builders import block, files_of, make_tree, review_of


def statuses(review: Review) -> list[tuple[Status, Reason | None]]:
    return [(status_of(review, p), p.reason) for p in review.proposals]


class TestReading:
    def test_blocks_are_matched_as_they_close(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), "")

        closed = [review.feed(chunk) for chunk in (block("a\n", "A\n"), block("b\n", "B\n")[:-1], "\nend")]

        assert [[1], [], [2]] == closed
        assert [] == review.close()
        assert [None, None] == [p.reason for p in review.proposals]

    def test_an_exact_block_does_not_index_all_lines(self, tmp_path: Path) -> None:
        """It takes longer than all else in a file of a hundred thousand lines."""
        text = block("b = 1\n", "# FIRST\nb = 2  # changed\n", "a.py")
        review = review_of(make_tree(tmp_path, {"a.py": "a = 1\nb = 1\nc = 1\n"}), text)
        (proposal,) = review.proposals

        assert proposal.is_ready
        assert set() == {"occurrences", "_has_trailing_whitespace", "depth_unit"} & vars(proposal.base).keys()

    def test_the_end_of_the_response_may_close_a_block(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), "")

        assert [] == review.feed(block("a\n", "A\n").removesuffix("\n"))
        assert [1] == review.close()

    def test_plan_and_decisions_do_not_depend_on_how_the_response_arrived(self, tmp_path: Path) -> None:
        text = (
            block("a\n", "x\n")
            + block("x\nb\n", "x\nB\n")
            + block("", "new\n", "n.txt")
            + block("q\n", "Q\n")
        )
        make_tree(tmp_path, {"a.txt": "a\nb\n"})
        at_once, in_pieces = review_of(tmp_path, text), review_of(tmp_path, "")

        for character in text:
            in_pieces.feed(character)
        in_pieces.close()

        assert [(p.key, p.change, p.reason, p.message, p.depends_on) for p in at_once.proposals] == [
            (p.key, p.change, p.reason, p.message, p.depends_on) for p in in_pieces.proposals
        ]

    def test_a_later_block_does_not_undo_an_acceptance(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n"))
        review.accept()

        review.feed(block("b\n", "B\n"))

        assert [Verdict.ACCEPTED, Verdict.UNDECIDED] == [review.verdict(p) for p in review.proposals]

    def test_the_package_offers_the_same_objects(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        text = block("a\n", "A\n")
        review = Review.open(tmp_path)

        review.read(text)
        review.accept(tier="tolerant")
        report = review.apply()

        assert [b.number for b in parse(text).blocks] == [p.number for p in review.proposals]
        assert 0 == report.exit_status
        assert {"a.txt": b"A\n"} == files_of(tmp_path)


class TestAcceptAll:
    @pytest.mark.parametrize(
        ("tier", "numbers"), [(Tier.EXACT, [1]), (Tier.TOLERANT, [1, 2]), (Tier.FUZZY, [1, 2])]
    )
    def test_unique_matches_up_to_the_tier_are_accepted(
        self, tmp_path: Path, tier: Tier, numbers: list[int]
    ) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\n  b\nc\nc\n"}),
            block("a\n", "A\n") + block("b\n", "B\n") + block("c\n", "C\n") + block("d\n", "D\n"),
        )

        assert numbers == review.accept(tier)

    def test_rejected_blocks_stay_rejected(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "A\n"))
        review.decide({review.proposals[0].key: Decision(Verdict.REJECTED)})

        assert [] == review.accept()

    def test_blocks_with_a_warning_only_if_warnings_are_allowed(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\na\n"}), block("a\n", "A\n") * 2)

        assert [False, False] == [review.needs_no_user(p, Tier.TOLERANT) for p in review.proposals]
        assert [1, 2] == review.accept()

    def test_one_undo_undoes_all_of_it(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n") + block("b\n", "B\n")
        )
        review.accept()

        assert ["a.txt"] == review.undo()
        assert [] == review.accepted()


class TestWriting:
    def test_only_accepted_blocks_are_written(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\n", "b.txt": "b\n"}),
            block("a\n", "A\n") + block("b\n", "B\n") + block("b\n", "B\n", "b.txt"),
        )
        second = review.proposals[1]
        review.decide({second.key: review.acceptance(second)})

        assert [2] == review.write()
        assert {"a.txt": b"a\nB\n", "b.txt": b"b\n"} == files_of(tmp_path)

    def test_blocks_accepted_after_a_write_are_added(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "x\ny\n") + block("y\nb\n", "y\nB\n")
        )
        first, second = review.proposals
        review.decide({first.key: review.acceptance(first)})
        review.write()

        review.decide({second.key: review.acceptance(second)})

        assert [2] == review.write()
        assert {"a.txt": b"x\ny\nB\n"} == files_of(tmp_path)
        assert [] == review.write()

    def test_a_character_that_the_files_encoding_lacks_is_refused_and_other_files_are_written(
        self, tmp_path: Path
    ) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}),
            block("a\n", "\udc80\n") + block("b\n", "B\n", "b.txt"),
        )
        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})

        assert [2] == review.write()
        assert {"a.txt": b"a\n", "b.txt": b"B\n"} == files_of(tmp_path)
        assert [(Status.FAILED, None), (Status.APPLIED, None)] == statuses(review)
        assert (Reason.ENCODING, "a.txt is UTF-8, which has no byte 80 (not UTF-8)") == (
            review.refused[1].reason,
            str(review.refused[1]),
        )

    @pytest.mark.parametrize(
        ("path", "files", "reason"),
        [
            ("../out.txt", {}, Reason.OUTSIDE_ROOT),
            (".git/config", {}, Reason.PROTECTED),
            ("a.bin", {"a.bin": b"a\0b\n"}, Reason.BINARY),
            ("a.txt", {"a.txt": b"\xc3\xa9\n\xff\n"}, Reason.ENCODING),
            ("some/folder", {"some/folder/x": b""}, Reason.IS_DIRECTORY),
        ],
    )
    def test_a_protected_file_is_skipped(
        self, tmp_path: Path, path: str, files: dict[str, bytes], reason: Reason
    ) -> None:
        root = make_tree(tmp_path / "root", files)
        review = review_of(root, block("a\n", "b\n", path) + block("", "new\n", path))
        review.accept()

        assert [] == review.write()
        assert [(Status.SKIPPED, reason)] * 2 == statuses(review)
        assert files == files_of(root)

    def test_a_block_that_names_no_file_has_none(self, tmp_path: Path) -> None:
        review = review_of(tmp_path, block("a\n", "b\n", None))

        assert [(Status.FAILED, Reason.FILE_MISSING)] == statuses(review)
        assert ["The response names no file for this block"] == [p.message for p in review.proposals]


class TestChangesOnDisk:
    def test_a_file_that_changed_since_it_was_read_is_not_written(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"}),
            block("a\n", "A\n") + block("b\n", "B\n", "b.txt"),
        )
        review.accept()
        make_tree(tmp_path, {"b.txt": "b\nmine\n"})

        with pytest.raises(
            ChangedOnDisk,
            match=r"^changed on disk since it was read: b\.txt\. Nothing was written; run again\.$",
        ):
            review.write()

        assert {"a.txt": b"a\n", "b.txt": b"b\nmine\n"} == files_of(tmp_path)
        assert {"b.txt"} == review.stale

    def test_an_acceptance_holds_if_the_effect_of_the_block_is_the_same(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "1\n2\n3\na\nb\n"}), block("a\n", "A\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": "new\n1\n2\n3\na\nb\n"})
        with pytest.raises(ChangedOnDisk):
            review.write()

        assert [1] == review.write()
        assert {"a.txt": b"new\n1\n2\n3\nA\nb\n"} == files_of(tmp_path)

    def test_an_acceptance_ends_if_the_lines_next_to_the_match_change(self, tmp_path: Path) -> None:
        """The same text at another place is not what was accepted."""
        review = review_of(make_tree(tmp_path, {"a.txt": "one\ncall\ntwo\n"}), block("call\n", "CALL\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": "one\ntwo\nthree\nfour\ncall\n"})
        with pytest.raises(ChangedOnDisk):
            review.write()

        assert [] == review.write()
        assert {"a.txt": b"one\ntwo\nthree\nfour\ncall\n"} == files_of(tmp_path)

    def test_written_blocks_are_never_undone_by_a_later_block(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "x = 1\nmid\nx = 1\nfive\n"}),
            block("x = 1\n", "x = 2\n") + block("x = 1\nmid\n", "x = 3\nmid\n"),
        )
        first, second = review.proposals
        review.decide({second.key: review.acceptance(second)})
        assert [2] == review.write()

        assert first.candidates is not None
        review.decide({first.key: Decision(matches=frozenset({first.candidates.matches[0].key}))})
        review.replan("a.txt")
        (now, _) = review.proposals
        review.decide({now.key: review.acceptance(now)})
        review.write()

        assert {"a.txt": b"x = 3\nmid\nx = 2\nfive\n"} == files_of(tmp_path)

    def test_a_block_is_not_written_without_its_dependencies(self, tmp_path: Path) -> None:
        old, mid = "def old():\n    x = 1\n    return x\n", "def mid():\n    pass\n"
        review = review_of(
            make_tree(tmp_path, {"a.py": f"{old}\n{mid}"}),
            block(f"{old}\n", "", "a.py")
            + block(mid, f"{mid}\n{old}", "a.py")
            + block("    x = 1\n", "    x = 2\n", "a.py"),
        )
        _, second, third = review.proposals
        assert (1, 2) == third.depends_on
        review.decide({p.key: review.acceptance(p) for p in (second, third)})

        assert [2] == review.write()
        assert "it builds on block 1, which is not accepted" == str(review.refused[3])

    def test_all_missing_dependencies_are_named(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\n"}),
            block("a\n", "A\n") + block("b\n", "B\n") + block("A\nB\n", "X\n"),
        )
        *_, third = review.proposals
        review.decide({third.key: review.acceptance(third)})

        assert [] == review.write()
        assert "it builds on blocks 1 and 2, which are not accepted" == str(review.refused[3])
        assert "a.txt after blocks 1 and 2" == build_diff(third, None, None).old_title

    def test_a_refused_file_can_be_written_again_once_it_is_a_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        review = review_of(tmp_path, block("a\n", "A\n") + block("b\n", "B\n", "b.txt"))
        review.accept()
        (tmp_path / "a.txt").unlink()
        (tmp_path / "a.txt").mkdir()
        with pytest.raises(ChangedOnDisk):
            review.write()

        assert [2] == review.write()
        (tmp_path / "a.txt").rmdir()
        make_tree(tmp_path, {"a.txt": "a\n"})
        review.refresh()
        assert [1] == review.write()

    @pytest.mark.parametrize("kind", ["read-only", "binary", "folder"])
    def test_a_file_that_could_not_be_edited_at_first_is_reread(self, tmp_path: Path, kind: str) -> None:
        make_tree(tmp_path, {"b.txt": "b\n", **({} if kind == "folder" else {"a.txt": "a\nb\n"})})
        file = tmp_path / "a.txt"
        if kind == "read-only":
            file.chmod(0o444)
        elif kind == "binary":
            file.write_bytes(b"a\0b")
        else:
            file.mkdir()
        review = review_of(tmp_path, block("a\n", "A\n") + block("b\n", "B\n", "b.txt") + block("b\n", "B\n"))
        assert [None] == [p.path for p in review.proposals if p.number == 1]
        assert [] == review.refresh()

        if kind == "folder":
            file.rmdir()
        else:
            file.chmod(0o644)
        file.write_text("a\nb\n")

        assert ["a.txt"] == review.refresh()
        review.accept()
        assert [1, 2, 3] == review.write()
        assert "A\nB\n" == file.read_text()

    def test_an_acceptance_ends_if_the_effect_of_the_block_changes(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "    a\n"}), block("a\n", "A\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": "        a\n"})

        assert ["a.txt"] == review.refresh()

        assert Verdict.UNDECIDED is review.verdict(review.proposals[0])
        assert [] == review.write()
        assert {"a.txt": b"        a\n"} == files_of(tmp_path)

    def test_an_acceptance_ends_if_the_block_no_longer_has_a_match(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "A\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": "other\n"})

        review.refresh()

        assert [(Status.FAILED, Reason.NOT_FOUND)] == statuses(review)

    def test_a_file_created_since_is_not_overwritten(self, tmp_path: Path) -> None:
        review = review_of(tmp_path, block("", "new\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": "mine\n"})

        with pytest.raises(ChangedOnDisk):
            review.write()

        assert {"a.txt": b"mine\n"} == files_of(tmp_path)
        assert [(Status.FAILED, Reason.FILE_EXISTS)] == statuses(review)

    def test_blocks_of_a_file_that_became_unreadable_are_refused(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n"}), block("a\n", "A\n"))
        review.accept()
        make_tree(tmp_path, {"a.txt": b"\0\0"})

        review.refresh()

        assert [(Status.SKIPPED, Reason.BINARY)] == statuses(review)

    def test_a_file_that_has_become_a_link_to_another_one_is_refused(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "a\n"}), block("a\n", "A\n"))
        review.accept()
        (tmp_path / "a.txt").unlink()
        (tmp_path / "a.txt").symlink_to("b.txt")

        review.refresh()

        assert [(Status.FAILED, Reason.CHANGED_ON_DISK)] == statuses(review)
        assert ["a.txt is now a link to another file"] == [p.message for p in review.proposals]
        assert [] == review.write()
        assert b"a\n" == (tmp_path / "b.txt").read_bytes()

    def test_a_change_after_a_write_leaves_what_was_applied_as_applied(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n") + block("b\n", "B\n")
        )
        first, second = review.proposals
        review.decide({first.key: review.acceptance(first)})
        review.write()
        make_tree(tmp_path, {"a.txt": "A\nb\nmine\n"})
        review.refresh()
        review.decide({second.key: review.acceptance(review.proposals[1])})

        review.write()

        assert {"a.txt": b"A\nB\nmine\n"} == files_of(tmp_path)
        assert [(Status.APPLIED, None), (Status.APPLIED, None)] == statuses(review)


class TestSecondRun:
    @pytest.mark.parametrize(
        ("before", "response"),
        [
            ("alpha = 1\n", block("alpha = 1\n", "alpha = 12345\n")),
            ("import os\n", block("import os\n", "import os\nimport system\n")),
            ("    import os\n", block("import os\n", "import system\nimport os\n")),
            ("one\ntwo\n", block("one\ntwo\n", "")),
            ("one\r\ntwo\r\n", block("one\n", "number_one\n") + block("two\n", "number_two\n")),
            (None, block("", "whole_new_file\n") + block("whole_new_file\n", "whole_newer_file\n")),
            ("x\n-\nx\n", block("x\n", "x\nadded_line\n") * 2),
            ("start\n", block("start\n", "middle_text\n") + block("middle_text\n", "the_end_text\n")),
            ("run()\n", block("run()\n", "if is_ready_to_run:\n    run()\n")),
            ("a\nb", block("b\n", "b\nand_one_more_line\n")),
        ],
    )
    def test_a_response_that_was_applied_changes_nothing_a_second_time(
        self, tmp_path: Path, before: str | None, response: str
    ) -> None:
        make_tree(tmp_path, {} if before is None else {"a.txt": before})
        first = review_of(tmp_path, response)
        first.accept()
        assert first.write()
        after = files_of(tmp_path)

        second = review_of(tmp_path, response)
        second.accept()

        assert [] == second.write()
        assert after == files_of(tmp_path)


def test_mode_bits_and_links_survive(tmp_path: Path) -> None:
    make_tree(tmp_path, {"real/run.sh": "a\n"})
    (tmp_path / "real/run.sh").chmod(0o751)
    (tmp_path / "run.sh").symlink_to("real/run.sh")
    review = review_of(tmp_path, block("a\n", "A\n", "run.sh"))
    review.accept()
    review.write()

    assert {"real/run.sh": b"A\n", "run.sh": b"-> real/run.sh"} == files_of(tmp_path)
    assert 0o751 == stat.S_IMODE((tmp_path / "real/run.sh").stat().st_mode)


class TestSingleBlocks:
    """Blocks that a program decides on one by one."""

    def test_a_block_is_accepted_and_another_rejected_with_a_reason(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "one\ntwo\n"})
        review = review_of(tmp_path, block("one\n", "1\n") + block("two\n", "2\n"))
        first, second = review.proposals

        review.accept_block(first)
        review.reject_block(second, "Two stays.")
        review.write()

        assert "1\ntwo\n" == (tmp_path / "a.txt").read_text()
        assert [Status.APPLIED, Status.REJECTED] == [status_of(review, each) for each in review.proposals]
        assert "Two stays." in make_feedback(review)

    def test_a_block_that_is_not_ready_or_withheld_is_refused(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "x\nx\n", "a.py": "a = (1)\n"})
        review = review_of(tmp_path, block("x\n", "y\n") + block("a = (1)\n", "a = (1\n", "a.py"))
        review.check()
        ambiguous, broken = review.proposals

        with pytest.raises(UsageError, match=r"^block 1 cannot be accepted: its text has 2 matches"):
            review.accept_block(ambiguous)
        with pytest.raises(UsageError, match=r"^block 2 needs the decision of a user: "):
            review.accept_block(broken)
        review.accept_block(broken, overrules=True)
        review.write()

        assert "a = (1\n" == (tmp_path / "a.py").read_text()

    def test_a_block_that_would_now_do_something_else_is_refused(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "one\ntwo\n"})
        review = review_of(tmp_path, block("one\n", "1\n"))
        (shown,) = review.proposals
        (tmp_path / "a.txt").write_text("zero\none\none\n")
        review.refresh(["a.txt"])

        with pytest.raises(UsageError, match=r"^block 1 would now do something else: review it again$"):
            review.accept_block(shown)
