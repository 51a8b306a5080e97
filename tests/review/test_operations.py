"""Operations other than replacing whole lines: what they do to the tree, together and one by one."""

import json
from pathlib import Path

import pytest

from editreview.blocks import (
    Delete,
    EditBlock,
    Group,
    GroupKind,
    Hints,
    Insert,
    Move,
    Operation,
    ReplaceLines,
    Write,
)
from editreview.errors import ChangedOnDisk, Reason
from editreview.review import Review, Verdict, alternatives_of, make_report
from editreview.review.decisions import Decision
from editreview.review.report import make_patch
from editreview.review.warnings import WarningKind
from editreview.workspace import CommitRequest, Workspace
from tests.builders import block, files_of, git, make_repository, make_tree, undo_effect
from tests.review.operations import (
    Asked,
    accepted_operations,
    replace_lines,
    replace_text,
    review_of_operations,
)


def reasons(review: Review) -> list[Reason | None]:
    return [proposal.reason for proposal in review.proposals]


def kinds(review: Review) -> list[list[str]]:
    return [[warning.kind.value for warning in proposal.warnings] for proposal in review.proposals]


def messages(review: Review) -> list[str | None]:
    return [proposal.message for proposal in review.proposals]


class TestText:
    def test_a_part_of_a_line_is_replaced(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "total = price * 2  # twice\n"})
        accepted_operations(tmp_path, ("a.py", replace_text("price * 2", "price * count")))
        assert {"a.py": b"total = price * count  # twice\n"} == files_of(tmp_path)

    def test_a_text_with_two_matches_is_ambiguous_even_in_one_line(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "foo foo\n"})
        assert [Reason.AMBIGUOUS] == reasons(
            accepted_operations(tmp_path, ("a.py", replace_text("foo", "bar")))
        )

    def test_a_text_with_overlapping_matches_is_ambiguous(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "aaa\n"})
        assert [Reason.AMBIGUOUS] == reasons(accepted_operations(tmp_path, ("a.py", replace_text("aa", "b"))))

    def test_all_occurrences_change_even_within_a_line(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "foo(foo)\r\nbar foo\r\n"})
        review = accepted_operations(tmp_path, ("a.py", replace_text("foo", "x", everywhere=True)))
        assert {"a.py": b"x(x)\r\nbar x\r\n"} == files_of(tmp_path)
        assert ["all-occurrences"] == [proposal.strategy for proposal in review.proposals]

    @pytest.mark.parametrize(("expected", "reason"), [(2, None), (3, Reason.AMBIGUOUS)])
    def test_another_count_of_matches_than_the_call_expects_waits(
        self, tmp_path: Path, expected: int, reason: Reason | None
    ) -> None:
        (tmp_path / "a.py").write_text("foo\nfoo\n")
        parameters = {"file_path": "a.py", "old_string": "foo", "new_string": "x"}
        call = {"name": "replace", "args": {**parameters, "expected_replacements": expected}}
        review = Review.open(tmp_path)
        review.read(json.dumps(call))
        [proposal] = review.proposals
        assert reason is proposal.withheld
        message = "the call expects 3 matches, but the file has 2"
        assert [(WarningKind.OTHER_COUNT, message)] * bool(reason) == [
            (warning.kind, warning.message) for warning in proposal.warnings
        ]

    def test_a_second_run_of_all_occurrences_changes_nothing(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "name\n"})
        for _ in range(2):
            accepted_operations(tmp_path, ("a.py", replace_text("name", "name_of_it", everywhere=True)))
        assert {"a.py": b"name_of_it\n"} == files_of(tmp_path)

    def test_all_occurrences_are_those_that_earlier_blocks_leave(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "a b\n", "b.py": "foo\nfoo bar\n"})
        review = accepted_operations(
            tmp_path,
            ("a.py", replace_text("a", "b", everywhere=True)),
            ("a.py", replace_text("b", "c", everywhere=True)),
            ("b.py", replace_text("foo bar", "foo baz")),
            ("b.py", replace_text("foo", "x", everywhere=True)),
        )
        assert {"a.py": b"c c\n", "b.py": b"x\nx baz\n"} == files_of(tmp_path)
        assert [(), (1,), (), (3,)] == [proposal.depends_on for proposal in review.proposals]

    def test_all_occurrences_are_changed_once_if_asked_for_twice(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "foo foo\n"})
        edit = ("a.py", replace_text("foo", "x", everywhere=True))
        assert [None, "same as block 1"] == messages(accepted_operations(tmp_path, edit, edit))

    def test_line_feeds_find_carriage_returns_and_new_lines_take_them(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "if x:\r\n    go()\r\nend\r\n"})
        review = accepted_operations(
            tmp_path, ("a.py", replace_text("x:\n    go()", "y:\n    stay()\n    go()"))
        )
        assert {"a.py": b"if y:\r\n    stay()\r\n    go()\r\nend\r\n"} == files_of(tmp_path)
        assert ["line-ends"] == [proposal.strategy for proposal in review.proposals]

    def test_a_text_with_either_line_end_is_ambiguous(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x\ny\nx\r\ny\r\n", "b.py": "x\r\ny\r\nx"})
        review = accepted_operations(
            tmp_path,
            ("a.py", replace_text("x\ny\n", "z\n")),
            ("a.py", replace_lines("y\n", "z\n")),
            ("b.py", replace_lines("x\n", "z\n")),
        )
        assert [Reason.AMBIGUOUS] * 3 == reasons(review)

    def test_new_lines_in_an_open_last_line_take_the_ends_of_the_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "one\r\ntwo"})
        accepted_operations(tmp_path, ("a.py", replace_text("two", "2\n3")))
        assert {"a.py": b"one\r\n2\r\n3"} == files_of(tmp_path)

    def test_more_occurrences_than_the_limit_are_not_changed_in_part(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x = 1\n" * 1_500})
        for edit in (
            replace_text("x", "y", everywhere=True),
            replace_lines("x = 1\n", "y = 1\n", everywhere=True),
        ):
            review = accepted_operations(tmp_path, ("a.py", edit))
            assert ["its text has at least 1000 matches, too many to change at once"] == messages(review)
        assert {"a.py": b"x = 1\n" * 1_500} == files_of(tmp_path)

    def test_whole_lines_with_other_indentation_are_found_as_lines(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "class A:\n    def f():\n        pass\n"})
        accepted_operations(tmp_path, ("a.py", replace_text("def f():\n    pass", "def f():\n    return 1")))
        assert {"a.py": b"class A:\n    def f():\n        return 1\n"} == files_of(tmp_path)

    @pytest.mark.parametrize(
        ("old", "new", "after"),
        [
            ("a = 1\n    b = 2", "    a = 3\n    b = 4", "    a = 3\n    b = 4\n"),
            ("a = 1", "    a = 3", "    a = 3\n    b = 2\n"),
            ("a = 1", "    a = 1\n    c = 3", "    a = 1\n    c = 3\n    b = 2\n"),
            ("a = 1", "        a = 3", "            a = 3\n    b = 2\n"),
        ],
        ids=["first of several", "changed", "kept", "at another depth"],
    )
    def test_a_new_text_is_not_indented_twice_if_only_the_old_one_lacks_the_indentation(
        self, tmp_path: Path, old: str, new: str, after: str
    ) -> None:
        make_tree(tmp_path, {"a.txt": "    a = 1\n    b = 2\n"})
        accepted_operations(tmp_path, ("a.txt", replace_text(old, new)))
        assert {"a.txt": after.encode()} == files_of(tmp_path)

    def test_a_replacement_that_would_join_lines_is_not_tried_as_lines(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "    a\n    b\n"})
        assert [Reason.NOT_FOUND] == reasons(
            accepted_operations(tmp_path, ("a.py", replace_text("  a \n", "x")))
        )

    def test_two_texts_of_one_line_do_not_conflict(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "f(one, two)\n"})
        accepted_operations(tmp_path, ("a.py", replace_text("one", "1")), ("a.py", replace_text("two", "2")))
        assert {"a.py": b"f(1, 2)\n"} == files_of(tmp_path)

    def test_an_existing_addition_is_not_repeated(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "import os\r\nimport sys\r\n"})
        edit = ("a.py", replace_text("import os\n", "import os\nimport re\n"))
        accepted_operations(tmp_path, edit)
        assert [Reason.ALREADY_APPLIED] == reasons(accepted_operations(tmp_path, edit))
        assert {"a.py": b"import os\r\nimport re\r\nimport sys\r\n"} == files_of(tmp_path)

    def test_an_empty_text_creates_the_file(self, tmp_path: Path) -> None:
        review = accepted_operations(tmp_path, ("new/a.py", replace_text("", "x = 1")))
        assert {"new/a.py": b"x = 1"} == files_of(tmp_path)
        assert ["write"] == [proposal.operation for proposal in review.proposals]


class TestLines:
    def test_lines_are_replaced_and_inserted_by_number(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n3\n"})
        review = accepted_operations(
            tmp_path,
            ("a.txt", ReplaceLines(2, 2, "two\n")),
            ("a.txt", Insert(0, "0\n")),
            ("a.txt", Insert(3, "4\n")),
        )
        assert {"a.txt": b"0\n1\ntwo\n3\n4\n"} == files_of(tmp_path)
        assert [["by-line-number"]] * 3 == kinds(review)

    def test_numbers_refer_to_the_original_file_whatever_other_blocks_add(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n3\n"})
        accepted_operations(
            tmp_path, ("a.txt", Insert(0, "x\ny\n")), ("a.txt", ReplaceLines(3, 3, "three\n"))
        )
        assert {"a.txt": b"x\ny\n1\n2\nthree\n"} == files_of(tmp_path)

    def test_numbers_refer_to_the_same_lines_after_a_partial_write(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n3\n"})
        asked: list[Asked] = [("a.txt", Insert(0, "x\ny\n")), ("a.txt", ReplaceLines(3, 3, "three\n"))]
        review = review_of_operations(tmp_path, asked)
        for number in (0, 1):
            proposal = review.proposals[number]
            review.decide({proposal.key: review.acceptance(proposal)})
            review.write()
            review.replan("a.txt")
        assert {"a.txt": b"x\ny\n1\n2\nthree\n"} == files_of(tmp_path)

    def test_the_open_end_of_a_file_is_still_its_end_after_a_partial_write(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n3"})
        review = review_of_operations(
            tmp_path, [("a.txt", ReplaceLines(1, 1, "")), ("a.txt", Insert(3, "4\n"))]
        )
        first, second = review.proposals
        review.decide({first.key: review.acceptance(first)})
        review.write()
        review.replan("a.txt")
        second = review.proposals[1]
        review.decide({second.key: review.acceptance(second)})
        review.write()
        assert {"a.txt": b"2\n3\n4"} == files_of(tmp_path)

    def test_lines_that_two_blocks_overwrite_are_left_to_the_user(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n3\n"})
        asked: list[Asked] = [("a.txt", ReplaceLines(2, 2, "b\n")), ("a.txt", ReplaceLines(1, 2, "c\n"))]
        review = review_of_operations(tmp_path, asked)

        assert [Reason.CONFLICT] * 2 == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("operation", "message"),
        [
            (ReplaceLines(3, 4, "x\n"), "the file has 2 lines: there are no lines 3 to 4"),
            (ReplaceLines(0, 1, "x\n"), "the file has 2 lines: there are no lines 0 to 1"),
            (ReplaceLines(2, 1, "x\n"), "line 2 comes after line 1"),
            (Insert(3, "x\n"), "the file has 2 lines: there is no line 3 to insert after"),
        ],
    )
    def test_a_missing_line_is_reported(self, tmp_path: Path, operation: Operation, message: str) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n"})
        review = accepted_operations(tmp_path, ("a.txt", operation))
        assert [Reason.BAD_LINE_NUMBER] == reasons(review)
        assert [message] == messages(review)

    def test_lines_at_the_end_of_a_file_without_a_last_line_end_leave_it_so(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2"})
        accepted_operations(tmp_path, ("a.txt", Insert(None, "3\n")), ("a.txt", Insert(None, "4\n")))
        assert {"a.txt": b"1\n2\n3\n4"} == files_of(tmp_path)

    def test_an_existing_insertion_is_not_repeated(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "1\n2\n"})
        for _ in range(2):
            review = accepted_operations(tmp_path, ("a.txt", Insert(1, "new line\n")))
        assert {"a.txt": b"1\nnew line\n2\n"} == files_of(tmp_path)
        assert [Reason.ALREADY_APPLIED] == reasons(review)


class TestHints:
    SOURCE = "class A:\n    def f():\n        pass\nclass B:\n    def f():\n        pass\n"
    EDIT = replace_lines("    def f():\n        pass\n", "    def f():\n        return 1\n")

    def test_a_scope_chooses_among_matches(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(scopes=("class B:",))))
        assert self.SOURCE.replace("pass", "return 1").replace("return 1", "pass", 1) == (
            files_of(tmp_path)["a.py"].decode()
        )
        assert [[]] == kinds(review)

    def test_a_scope_chooses_the_match_inside_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(scopes=("class A:",))))
        assert self.SOURCE.replace("pass", "return 1", 1) == files_of(tmp_path)["a.py"].decode()
        assert [[]] == kinds(review)

    def test_the_first_of_several_matches_below_a_scope_is_used_with_a_warning(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": f"import a\n{self.SOURCE}"})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(scopes=("import a",))))
        assert self.SOURCE.replace("pass", "return 1", 1) == files_of(tmp_path)["a.py"].decode()[9:]
        assert [["by-scope"]] == kinds(review)

    def test_lines_that_only_resemble_the_block_are_not_chosen_by_being_the_first(
        self, tmp_path: Path
    ) -> None:
        body = "    total = price * count\n    total += shipping(count)\n    return total\n"
        text = f"import a\n\n\ndef f():\n{body}\n\ndef g():\n{body}"
        make_tree(tmp_path, {"a.py": text})
        old = body.replace("shipping", "shippings")
        asked = (
            "a.py",
            replace_lines(old, old.replace("return total", "return 0")),
            Hints(scopes=("import a",)),
        )
        review = accepted_operations(tmp_path, asked)
        assert [Reason.AMBIGUOUS] == reasons(review)

    def test_a_line_number_does_not_choose_lines_that_resemble_the_block_less(self, tmp_path: Path) -> None:
        head = (
            "from __future__ import annotations\n\nimport tomllib\nfrom collections.abc import Iterator\n"
            "from dataclasses import dataclass\nfrom pathlib import Path\n"
        )
        text = f"{head.replace('from data', 'other_from data')}\n\nx = 1\n\n\n{head}"
        make_tree(tmp_path, {"a.py": text})
        old = head.replace("annotations", "annotayions").replace("tomllib", "momllib")
        asked = ("a.py", replace_lines(old, f"{head}# new\n"), Hints(line=1))
        review = review_of_operations(tmp_path, (asked,))
        assert [] == review.accept("fuzzy")
        assert [Reason.AMBIGUOUS] == reasons(review)

    @pytest.mark.parametrize(
        "scopes", [("class C:",), ("def f():",)], ids=["a scope that is not there", "one at two places"]
    )
    def test_an_uninformative_scope_leaves_several_matches_to_the_user(
        self, tmp_path: Path, scopes: tuple[str, ...]
    ) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        asked = ("a.py", replace_lines("        pass\n", "        return 1\n"), Hints(scopes=scopes))
        assert [Reason.AMBIGUOUS] == reasons(accepted_operations(tmp_path, asked))

    def test_the_only_match_has_a_warning_if_its_scope_is_missing(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "def f():\n    pass\n"})
        review = accepted_operations(
            tmp_path, ("a.py", replace_lines("    pass\n", "    go()\n"), Hints(scopes=("def g():",)))
        )
        assert [["by-scope"]] == kinds(review)
        assert {"a.py": b"def f():\n    go()\n"} == files_of(tmp_path)

    def test_the_only_match_above_its_scope_is_left_to_the_user(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE.replace("pass", "stop()", 1)})
        asked = ("a.py", replace_lines("        stop()\n", "        return 1\n"), Hints(scopes=("class B:",)))
        review = accepted_operations(tmp_path, asked)
        assert [Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("scope", ["    def f():", "def f("])
    def test_a_scope_may_be_the_first_line_of_the_text_and_truncated(
        self, tmp_path: Path, scope: str
    ) -> None:
        make_tree(tmp_path, {"a.py": "class A:\n    def f():\n        pass\n"})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(scopes=(scope,))))
        assert [[]] == kinds(review)
        assert [None] == reasons(review)

    def test_a_line_number_chooses_among_matches_below_a_scope(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "f\nx\ny\nx\n"})
        accepted_operations(tmp_path, ("a.txt", replace_lines("x\n", "z\n"), Hints(line=4, scopes=("f",))))
        assert {"a.txt": b"f\nx\ny\nz\n"} == files_of(tmp_path)

    def test_a_line_number_chooses_the_match_at_that_line_with_a_warning(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(line=5)))
        assert files_of(tmp_path)["a.py"].endswith(b"return 1\n")
        assert [["by-line-number"]] == kinds(review)

    def test_a_wrong_line_number_chooses_none_and_the_nearest_is_suggested(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(line=6)))
        assert [Reason.AMBIGUOUS] == reasons(review)
        assert [1] == [proposal.suggested for proposal in review.proposals]

    def test_line_numbers_choose_none_after_a_hunk_at_a_wrong_line(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "new\nmark\nx\ny\nx\n"})
        review = accepted_operations(
            tmp_path,
            ("a.txt", replace_lines("mark\n", "MARK\n"), Hints(line=1)),
            ("a.txt", replace_lines("x\n", "z\n"), Hints(line=3)),
            group=Group("1", GroupKind.ORDERED),
        )
        assert [None, Reason.AMBIGUOUS] == reasons(review)

    def test_a_line_number_halfway_between_two_matches_chooses_none(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x\ny\nx\n"})
        assert [Reason.AMBIGUOUS] == reasons(
            accepted_operations(tmp_path, ("a.py", replace_lines("x\n", "z\n"), Hints(line=2)))
        )

    def test_a_line_number_never_overrules_the_text(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x\ny\nz\n"})
        accepted_operations(tmp_path, ("a.py", replace_lines("z\n", "Z\n"), Hints(line=1)))
        assert {"a.py": b"x\ny\nZ\n"} == files_of(tmp_path)

    LOOK_ALIKES = (
        "def f():\n    a = read(1)\n    b = a + 1\n    log(b)\n    return b\n"
        "\n\ndef g():\n    pass\n"
        "\n\ndef h():\n    a = read()\n    b = a + 1\n    log(b)\n    return b\n"
    )
    EARLIER = replace_lines(
        "    a = read()\n    b = a + 1\n    log(b)\n", "    a = read()\n    b = a + 1\n    log(b, a)\n"
    )

    @pytest.mark.parametrize(
        ("hints", "where"),
        [
            (Hints(scopes=("def f():",)), "below def f():"),
            (Hints(line=2), "at the line that it names"),
            (Hints(line=1), "at the line that it names"),
            (Hints(line=4), "near the line that it names"),
            (Hints(line=5), "near the line that it names"),
        ],
    )
    def test_a_look_alike_elsewhere_waits_if_the_lines_that_a_hint_names_have_changed_since(
        self, tmp_path: Path, hints: Hints, where: str
    ) -> None:
        make_tree(tmp_path, {"a.py": self.LOOK_ALIKES})
        review = accepted_operations(tmp_path, ("a.py", self.EARLIER, hints))
        (proposal,) = review.proposals
        assert Reason.AMBIGUOUS is (proposal.reason or proposal.withheld)
        assert f"its text is at line 13, but similar lines are at line 2, {where}" in (
            proposal.message,
            *(warning.message for warning in proposal.warnings),
        )

    @pytest.mark.parametrize(
        ("name", "form", "scope", "old"),
        [
            ("a.toml", '[[tool]]\nname = "NAME"\nsize = 9\non = true\n\n', 'name = "alpha"', "size = 5\n"),
            ("a.po", 'msgctxt "NAME"\nmsgid "Size"\nmsgstr "Gr 9"\n\n', 'msgctxt "alpha"', 'msgstr "Gr 5"\n'),
            ("a.po", '#: NAME.c\nmsgid "Size"\nmsgstr "Gr 9"\n\n', "#: alpha.c", 'msgstr "Gr 5"\n'),
            ("a.tex", "\\section{NAME}\nText of 9 words.\n\n", "\\section{alpha}", "Text of 5 words.\n"),
            ("a.rst", "NAME\n=====\n\nText of 9 words.\n\n", "alpha", "Text of 5 words.\n"),
            ("a.hs", "NAME :: Int\nNAME = r\n  where\n    r = 9\n\n", "alpha :: Int", "    r = 5\n"),
            (
                "a.plist",
                "\t<key>NAME</key>\n\t<dict>\n\t\t<integer>9</integer>\n\t</dict>\n",
                "<key>alpha</key>",
                "\t\t<integer>5</integer>\n",
            ),
        ],
    )
    def test_the_next_line_like_a_scope_ends_it_where_nothing_is_deeper(
        self, tmp_path: Path, name: str, form: str, scope: str, old: str
    ) -> None:
        one, two = (
            form.replace("NAME", unit).replace("9", n) for unit, n in (("alpha", "9"), ("bravo", "5"))
        )
        make_tree(tmp_path, {name: one + two})
        for unit, reason in (("alpha", Reason.AMBIGUOUS), ("bravo", None)):
            hints = Hints(scopes=(scope.replace("alpha", unit),))
            review = review_of_operations(
                tmp_path, [(name, replace_lines(old, old.replace("5", "8")), hints)]
            )
            assert [reason] == [proposal.reason or proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("words", ["In the `f` function, log more:\n\n", "### `f`\n\nLog more.\n\n"])
    def test_a_look_alike_waits_if_the_lines_of_a_function_that_the_words_name_have_changed_since(
        self, tmp_path: Path, words: str
    ) -> None:
        operation = self.EARLIER.interpretations[0]
        edit = block(operation.search, operation.replace, "a.py")
        make_tree(tmp_path, {"a.py": self.LOOK_ALIKES})
        review = Review.open(tmp_path)
        review.read(words + edit)
        where = "in the part that the words above it name"
        (proposal,) = review.proposals
        assert f"its text is at line 13, but similar lines are at line 2, {where}" == proposal.message
        assert proposal.candidates is not None
        assert [(2, 4), (13, 15)] == [match.lines for match in proposal.candidates.matches]

    def test_the_match_in_the_function_that_the_words_name_is_shown_first(self, tmp_path: Path) -> None:
        twin = self.LOOK_ALIKES.replace("read(1)", "read()")
        operation = self.EARLIER.interpretations[0]
        make_tree(tmp_path, {"a.py": twin})
        review = Review.open(tmp_path)
        review.read("In `h`:\n\n" + block(operation.search, operation.replace, "a.py"))
        assert [(Reason.AMBIGUOUS, 1)] == [(p.reason, p.suggested) for p in review.proposals]

    def test_a_look_alike_above_the_hunk_before_waits_if_others_are_below(self, tmp_path: Path) -> None:
        first, between, last = self.LOOK_ALIKES.split("\n\n\n")
        make_tree(tmp_path, {"a.py": "\n\n\n".join([last.removesuffix("\n"), between, f"{first}\n"])})
        review = accepted_operations(
            tmp_path,
            ("a.py", replace_lines("    pass\n", "    g()\n")),
            ("a.py", self.EARLIER),
            group=Group("1", GroupKind.ORDERED),
        )
        assert [None, Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]

    def test_a_number_that_is_nearer_to_the_match_than_to_similar_lines_is_only_wrong(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, {"a.py": self.LOOK_ALIKES})
        review = accepted_operations(tmp_path, ("a.py", self.EARLIER, Hints(line=9)))
        assert [None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("line", [2, 6, 11])
    def test_a_wrong_number_does_not_count_beside_exact_lines_that_the_file_has_once(
        self, tmp_path: Path, line: int
    ) -> None:
        names = ("users", "orders", "items", "carts", "prices", "stocks", "shops", "taxes")
        routes = [f"app.get('/{name}', auth, {name}Controller.list);\n" for name in names]
        make_tree(tmp_path, {"a.js": "// a\n" * 4 + "".join(routes)})
        old = "".join(routes[3:6])
        new = old.replace("'/prices', auth", "'/prices', auth, log")
        review = review_of_operations(tmp_path, [("a.js", replace_lines(old, new), Hints(line=line))])
        assert [None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("twin", ["above", "below"])
    def test_the_numbers_of_two_hunks_are_off_by_the_same_amount(self, tmp_path: Path, twin: str) -> None:
        one, other = (
            f"def {name}(a):\n    k = key(a)\n    put(k, {n})\n" for name, n in (("load", 8), ("store", 7))
        )
        hunks = (
            (
                "a.py",
                replace_lines("def load(a):\n", "def load2(a):\n"),
                Hints(line=1 if twin == "below" else 4),
            ),
            (
                "a.py",
                replace_lines("    k = key(a)\n    put(k, 7)\n", "    k = key(a)\n    put(k, 9)\n"),
                Hints(line=2 if twin == "below" else 5),
            ),
        )
        body = one + other if twin == "below" else other + one
        for text, reason in (
            (body, Reason.AMBIGUOUS),
            (body.replace("8", "7").replace("store(a):\n    k", "store(a):\n    q"), None),
        ):
            make_tree(tmp_path, {"a.py": "import a\n" * 40 + text})
            review = review_of_operations(tmp_path, hunks, group=Group("1", GroupKind.ORDERED))
            assert [None, reason] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("path", "begin", "end"),
        [
            ("a.js", "/*", "*/"),
            ("a.c", "#if 0", "#endif"),
            ("a.html", "<!--", "-->"),
            ("a.lua", "--[[", "]]"),
            ("a.hs", "{-", "-}"),
            ("a.rb", "=begin", "=end"),
            ("a.tex", "\\iffalse", "\\fi"),
            ("a.py", '"""', '"""'),
            ("b.py", "'''", "'''"),
            ("a.sh", ": <<'OLD'", "OLD"),
        ],
    )
    def test_a_match_in_a_comment_waits_if_similar_code_is_outside_of_it(
        self, tmp_path: Path, path: str, begin: str, end: str
    ) -> None:
        dead, live = "x = 1\nsend(x)\n", "x = 2\nsend(x)\n"
        edit = [(path, replace_lines(dead, "x = 1\nsend(x, 2)\n"))]
        for text, reason in (
            (f"{begin}\n{dead}{end}\n{live}", Reason.AMBIGUOUS),
            (f"{live}{begin}\n{dead}{end}\n", Reason.AMBIGUOUS),
            (f"{begin}\n{dead}{end}\nother()\n", None),
            (f"{begin}\n{dead}{end}\n\n{begin}\n{live}{end}\n", None),
            (f"{begin}\n{live}{end}\n{dead}", None),
        ):
            make_tree(tmp_path, {path: text})
            assert [reason] == [p.withheld for p in review_of_operations(tmp_path, edit).proposals], text

    def test_the_message_about_a_match_in_a_comment_names_three_lines(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.js": "/*\nx = 1\nsend(x)\n*/\nx = 2\nsend(x)\n"})
        review = review_of_operations(
            tmp_path, [("a.js", replace_lines("x = 1\nsend(x)\n", "x = 1\nsend(x, 2)\n"))]
        )
        assert [
            "its only match, line 2, is in the comment that begins at line 1; similar code is at line 5"
        ] == [warning.message for proposal in review.proposals for warning in proposal.warnings]

    @pytest.mark.parametrize(
        ("begin", "end"), [('Q = """', '"""'), ('Q = run(\n    """', '""")'), ("Q = f(1,\n'''", "''')")]
    )
    def test_a_text_in_quotes_that_is_a_value_is_no_comment(
        self, tmp_path: Path, begin: str, end: str
    ) -> None:
        old, new = "SELECT id FROM a WHERE active = 1\n", "SELECT id, b FROM a WHERE active = 1\n"
        make_tree(tmp_path, {"a.py": f'{begin}\n{old}{end}\nR = "{old.strip().replace("1", "0")}"\n'})
        review = review_of_operations(tmp_path, [("a.py", replace_lines(old, new))])
        assert [None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("above", "reason"),
        [
            (": <<A\nq\nA\n", None),
            (": <<A\n", None),
            (": <<A\n: <<B\n", Reason.AMBIGUOUS),
            (": <<A\nA\n: <<B\n", Reason.AMBIGUOUS),
        ],
    )
    def test_only_a_heredoc_that_ends_below_the_lines_is_around_them(
        self, tmp_path: Path, above: str, reason: Reason | None
    ) -> None:
        make_tree(tmp_path, {"a.sh": f"{above}x = 1\nsend(x)\nB\nx = 2\nsend(x)\n"})
        review = review_of_operations(
            tmp_path, [("a.sh", replace_lines("x = 1\nsend(x)\n", "x = 1\nsend(x, 2)\n"))]
        )
        assert [reason] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("sign", [" * ", "// ", "# "])
    def test_lines_with_the_sign_of_a_comment_are_meant_to_be_in_one(self, tmp_path: Path, sign: str) -> None:
        old, new = f"{sign}const c = new Client(x);\n", f"{sign}const c = new Client(x, y);\n"
        make_tree(tmp_path, {"a.ts": f"/*\n{old}*/\nconst c = new Client(z);\n"})
        review = review_of_operations(tmp_path, [("a.ts", replace_lines(old, new))])
        assert [None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize("is_first", [True, False])
    def test_an_example_in_a_docstring_and_its_code_may_each_have_a_block(
        self, tmp_path: Path, is_first: bool
    ) -> None:
        example, code = "    c = Client(1)\n    c.run()\n", "    c = Client(t)\n    c.run()\n"
        make_tree(tmp_path, {"a.py": f'"""Usage:\n\n{example}"""\n\ndef main():\n{code}'})
        edits = [("a.py", replace_lines(old, old.replace("(", "(key="))) for old in (example, code)]
        review = review_of_operations(tmp_path, edits if is_first else edits[::-1])
        assert [None, None] == [proposal.withheld for proposal in review.proposals]
        assert [Reason.AMBIGUOUS] == [p.withheld for p in review_of_operations(tmp_path, edits[:1]).proposals]

    @pytest.mark.parametrize(
        ("path", "begin", "end"),
        [
            ("a.c", "    (*cb)(x);", "y = *(int *)p;"),
            ("a.sh", "#=====", "#=====#"),
            ("a.yaml", "{- 1 }", "{ 2 -}"),
            (".gitignore", "/*", "**/build"),
            ("a.sh", "/*)", "echo */"),
        ],
    )
    def test_a_sign_of_a_comment_of_another_language_begins_none(
        self, tmp_path: Path, path: str, begin: str, end: str
    ) -> None:
        make_tree(tmp_path, {path: f"{begin}\nx = 1\nsend(x)\n{end}\nx = 2\nsend(x)\n"})
        review = review_of_operations(
            tmp_path, [(path, replace_lines("x = 1\nsend(x)\n", "x = 1\nsend(x, 2)\n"))]
        )
        assert [None] == [proposal.withheld for proposal in review.proposals]

    def test_signs_of_a_comment_inside_of_lines_begin_none(self, tmp_path: Path) -> None:
        text = 'include = "src/**/*.ts"\nx = 1\nsend(x)\nexclude = "*/old"\nx = 2\nsend(x)\n'
        make_tree(tmp_path, {"a.js": text})
        review = review_of_operations(
            tmp_path, [("a.js", replace_lines("x = 1\nsend(x)\n", "x = 1\nsend(x, 2)\n"))]
        )
        assert [None] == [proposal.withheld for proposal in review.proposals]

    def test_a_wrong_hint_without_similar_lines_is_ignored(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.LOOK_ALIKES})
        accepted_operations(tmp_path, ("a.py", self.EARLIER, Hints(scopes=("def g():",))))
        assert 1 == files_of(tmp_path)["a.py"].count(b"log(b, a)")

    def test_a_second_run_does_not_edit_the_next_equal_text(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        for _ in range(2):
            review = accepted_operations(tmp_path, ("a.py", self.EDIT, Hints(line=5)))
        assert [Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]
        assert 1 == files_of(tmp_path)["a.py"].count(b"return 1")

    def test_lines_added_by_number_alone_wait_after_a_hunk_at_a_wrong_line(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "new\nmark\nx\ny\n"})
        review = accepted_operations(
            tmp_path,
            ("a.txt", replace_lines("mark\n", "MARK\n"), Hints(line=1)),
            ("a.txt", Insert(2, "z\n"), Hints(line=2)),
            group=Group("1", GroupKind.ORDERED),
        )
        assert [None, Reason.BAD_LINE_NUMBER] == [proposal.withheld for proposal in review.proposals]
        assert {"a.txt": b"new\nMARK\nx\ny\n"} == files_of(tmp_path)

    def test_the_end_of_the_file_chooses_the_last_match(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x\ny\nx\n"})
        accepted_operations(tmp_path, ("a.py", replace_lines("x\n", "z\n"), Hints(is_at_end=True)))
        assert {"a.py": b"x\ny\nz\n"} == files_of(tmp_path)

    def test_the_match_of_a_chunk_is_below_that_of_the_chunk_before(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x\nmark\nx\n"})
        accepted_operations(
            tmp_path,
            ("a.py", replace_lines("mark\n", "MARK\n")),
            ("a.py", replace_lines("x\n", "z\n")),
            group=Group("1", GroupKind.ORDERED),
        )
        assert {"a.py": b"x\nMARK\nz\n"} == files_of(tmp_path)

    def test_an_addition_without_lines_goes_below_its_scope(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        accepted_operations(tmp_path, ("a.py", Insert(None, "    x = 1\n"), Hints(scopes=("class A:",))))
        assert self.SOURCE.replace("A:\n", "A:\n    x = 1\n") == files_of(tmp_path)["a.py"].decode()

    def test_a_missing_scope_leaves_an_addition_without_a_match(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("a.py", Insert(None, "x = 1\n"), Hints(scopes=("class C:",))))
        assert ["the line it should be below was not found: class C:"] == messages(review)


class TestWholeFiles:
    def test_only_the_lines_that_differ_change(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "one\r\ntwo\nthree"})
        review = accepted_operations(tmp_path, ("a.txt", Write("one\n2\nthree\n")))
        assert {"a.txt": b"one\r\n2\nthree"} == files_of(tmp_path)
        assert [[]] == kinds(review)

    def test_a_text_that_loses_most_or_many_lines_of_the_file_is_a_warning(self, tmp_path: Path) -> None:
        many = "".join(f"line {n}\n" for n in range(100))
        most = "one\ntwo\nthree\n"
        make_tree(tmp_path, {"a.txt": most, "b.txt": many, "c.txt": many})
        texts = {
            "a.txt": "1\n2\nthree\n",
            "b.txt": many.partition("line 69\n")[2],
            "c.txt": many.replace("7", "x"),
        }
        review = accepted_operations(tmp_path, *((path, Write(text)) for path, text in texts.items()))
        assert [["overwrites"], ["overwrites"], []] == kinds(review)

    def test_the_same_text_needs_no_change(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "one\r\ntwo"})
        assert [Reason.ALREADY_APPLIED] == reasons(
            accepted_operations(tmp_path, ("a.txt", Write("one\ntwo\n")))
        )

    def test_a_new_file_does_not_replace_another(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "old\n"})
        review = accepted_operations(tmp_path, ("a.txt", Write("new\n", creates=True)))
        assert [Reason.FILE_EXISTS] == reasons(review)
        assert {"a.txt": b"old\n"} == files_of(tmp_path)

    def test_a_file_is_deleted(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        review = accepted_operations(tmp_path, ("a.txt", Delete()))
        assert {"b.txt": b"b\n"} == files_of(tmp_path)
        assert [["deletes"]] == kinds(review)

    def test_an_edit_of_a_deleted_file_fails_and_a_new_text_replaces_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        asked: list[Asked] = [
            ("a.txt", Delete()),
            ("a.txt", replace_text("a", "b")),
            ("a.txt", Write("new\n", creates=True)),
            ("a.txt", replace_text("new", "newer")),
        ]
        review = accepted_operations(tmp_path, *asked)
        assert [None, Reason.CONFLICT, None, None] == reasons(review)
        assert "block 1 deletes a.txt" == review.proposals[1].message
        assert (1,) == review.proposals[1].in_its_way
        assert {"a.txt": b"newer\n"} == files_of(tmp_path)

    def test_a_moved_file_is_edited_under_its_new_path(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        accepted_operations(
            tmp_path,
            ("a.txt", replace_text("a", "b")),
            ("a.txt", Move("n/b.txt")),
            ("n/b.txt", replace_text("b", "c")),
        )
        assert {"n/b.txt": b"c\n"} == files_of(tmp_path)

    def test_a_moved_file_takes_edits_under_its_old_path_along(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\nx\n"})
        accepted_operations(
            tmp_path, ("a.txt", Move("b.txt")), ("a.txt", replace_text("a", "A")), ("a.txt", Insert(2, "y\n"))
        )
        assert {"b.txt": b"A\nx\ny\n"} == files_of(tmp_path)

    @pytest.mark.parametrize(
        "operation", [Write("new\n"), Delete(), Move("c.txt"), replace_lines("", "new\n")]
    )
    def test_what_writes_or_takes_away_the_file_at_the_old_path_of_a_move_waits(
        self, tmp_path: Path, operation: Operation
    ) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = accepted_operations(tmp_path, ("a.txt", Move("b.txt")), ("a.txt", operation))
        assert [None, Reason.CONFLICT] == reasons(review)
        assert "block 1 moves a.txt to b.txt" == review.proposals[1].message

    def test_an_edit_under_the_new_path_depends_on_the_move(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_of_operations(tmp_path, [("a.txt", Move("b.txt")), ("b.txt", replace_text("a", "b"))])
        assert [(), (1,)] == [proposal.depends_on for proposal in review.proposals]
        for path in review.decide({review.proposals[0].key: Decision(Verdict.REJECTED)}):
            review.replan(path)
        assert Reason.DEPENDS_ON is review.proposals[1].reason

    def test_a_move_onto_an_existing_file_waits_for_the_user(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})

        review = accepted_operations(tmp_path, ("a.txt", Move("b.txt")))

        assert [["replaces-file", "moves"]] == kinds(review)
        assert "replaces b.txt, which exists and has 1 line" == review.proposals[0].warnings[0].message
        assert {"a.txt": b"a\n", "b.txt": b"b\n"} == files_of(tmp_path)

    def test_a_move_that_the_user_accepts_replaces_the_file_and_can_be_undone(self, tmp_path: Path) -> None:
        top = make_repository(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        review = review_of_operations(top, [("a.txt", Move("b.txt")), ("b.txt", replace_text("a", "c"))])
        for proposal in review.proposals:
            review.decide({proposal.key: review.acceptance(proposal)})

        assert [1, 2] == review.write()
        review.stage()

        assert {"b.txt": b"c\n"} == files_of(top)
        assert "D  a.txt\nM  b.txt\n" == git(top, "status", "--porcelain", "--no-renames")
        undo_effect(review)
        assert " D a.txt\n M b.txt\n" == git(top, "status", "--porcelain", "--no-renames")
        undo_effect(review)
        assert {"a.txt": b"a\n", "b.txt": b"b\n"} == files_of(top)
        assert "" == git(top, "status", "--porcelain")

    def test_a_move_whose_target_changed_after_it_was_accepted_waits_again(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        review = review_of_operations(tmp_path, [("a.txt", Move("b.txt"))])
        (move,) = review.proposals
        review.decide({move.key: review.acceptance(move)})
        make_tree(tmp_path, {"b.txt": "mine\n"})

        with pytest.raises(ChangedOnDisk, match=r"^changed on disk since it was read: b\.txt\."):
            review.write()

        assert [] == review.write()
        assert {"a.txt": b"a\n", "b.txt": b"mine\n"} == files_of(tmp_path)

    @pytest.mark.parametrize("there", [b"\x00\xff", None])
    def test_a_move_onto_what_is_no_text_fails(self, tmp_path: Path, there: bytes | None) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", **({"b": there} if there is not None else {"b/c": "c\n"})})

        (reason,) = reasons(accepted_operations(tmp_path, ("a.txt", Move("b"))))

        assert reason is (Reason.IS_DIRECTORY if there is None else Reason.FILE_EXISTS)

    @pytest.mark.parametrize("to", ["b.py", "../b.py", ".git/b.py"])
    @pytest.mark.parametrize(
        "response",
        [
            "*** Begin Patch\n*** Update File: a.py\n*** Move to: {to}\n@@\n-x = 1\n+x = 2\n*** End Patch\n",
            "diff --git a/a.py b/{to}\nrename from a.py\nrename to {to}\n--- a/a.py\n+++ b/{to}\n"
            "@@ -1,2 +1,2 @@\n-x = 1\n+x = 2\n y = 1\n",
        ],
        ids=["apply-patch", "unified-diff"],
    )
    def test_edits_of_a_file_that_cannot_be_moved_are_not_applied_at_the_old_path(
        self, tmp_path: Path, response: str, to: str
    ) -> None:
        before = {"a.py": "x = 1\ny = 1\n", "b.py": "z\n"}
        make_tree(tmp_path, before)
        review = Review.open(tmp_path)
        review.read(response.format(to=to))

        assert [] == review.accept("tolerant")
        assert [] == review.write()
        assert {path: text.encode() for path, text in before.items()} == files_of(tmp_path)
        assert to == "b.py" or review.proposals[1].number == review.broken_by(review.proposals[0])

    def test_an_edit_of_the_target_before_the_move_waits_after_it(self, tmp_path: Path) -> None:
        """Neither applied unseen nor lost; and after an undo it still depends on the move."""
        make_tree(tmp_path, {"a.py": "x = 1\ny = 1\n"})
        review = Review.open(tmp_path)
        names = "*** Update File: a.py\n*** Move to: b.py\n"
        move = f"*** Begin Patch\n{names}@@\n-x = 1\n+x = 2\n*** End Patch\n"
        review.read(block("y = 1\n", "y = 2\n", "b.py") + move)
        review.accept("tolerant")
        review.write()

        assert {"b.py": b"x = 2\ny = 1\n"} == files_of(tmp_path)
        assert [1, 2, 3] == [proposal.number for proposal in review.proposals]
        assert ("b.py", True) == (review.proposals[0].path, review.proposals[0].is_ready)

        undo_effect(review)
        assert Reason.DEPENDS_ON is review.proposals[0].reason

    def test_a_move_onto_a_file_whose_deletion_is_not_written_yet_fails(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n"})
        review = accepted_operations(tmp_path, ("b.txt", Delete()), ("a.txt", Move("b.txt")))
        assert [None, "b.txt exists until its deletion is applied"] == messages(review)
        assert {"a.txt": b"a\n"} == files_of(tmp_path)

    @pytest.mark.parametrize(
        ("blocks", "message"),
        [
            ([("a", Write("x\n")), ("a/b/c", Write("x\n"))], "a/b/c: a is a file for an earlier block"),
            ([("a/b/c", Write("x\n")), ("a/b", Write("x\n"))], "a/b is a folder for an earlier block"),
            ([("d", Write("x\n")), ("c", Move("d/c"))], "d/c: d is a file for an earlier block"),
            ([("c", Move("d/c")), ("d", Write("x\n"))], "d is a folder for an earlier block"),
        ],
    )
    def test_no_path_is_both_a_file_and_a_folder(
        self, tmp_path: Path, blocks: list[Asked], message: str
    ) -> None:
        make_tree(tmp_path, {"c": "c\n"})
        review = accepted_operations(tmp_path, *blocks)
        assert {1} == review.applied
        assert (review.proposals[1].message or "").startswith(message)

    @pytest.mark.parametrize("to", ["../b.txt", ".git/config", "/etc/b.txt"])
    def test_a_move_out_of_the_root_is_refused(self, tmp_path: Path, to: str) -> None:
        make_tree(tmp_path / "root", {"a.txt": "a\n"})
        review = accepted_operations(tmp_path / "root", ("a.txt", Move(to)))
        assert reasons(review)[0] in (Reason.OUTSIDE_ROOT, Reason.PROTECTED)
        assert {"root/a.txt": b"a\n"} == files_of(tmp_path)

    def test_moves_and_edits_can_be_written_one_after_the_other(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_of_operations(tmp_path, [("a.txt", Move("b.txt")), ("b.txt", replace_text("a", "b"))])
        for number in (0, 1):
            proposal = review.proposals[number]
            review.decide({proposal.key: review.acceptance(proposal)})
            assert [number + 1] == review.write()
            review.replan("b.txt")
        assert {"b.txt": b"b\n"} == files_of(tmp_path)

    def test_blocks_of_a_moved_file_can_be_decided_on_after_the_move(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\nb\n"})
        review = review_of_operations(tmp_path, [("a.txt", replace_text("a", "A")), ("a.txt", Move("b.txt"))])
        first, move = review.proposals
        review.decide({move.key: review.acceptance(move)})
        review.write()
        for path in review.decide({first.key: Decision(Verdict.REJECTED)}):
            review.replan(path)
        assert Verdict.REJECTED is review.verdict(first)

    def test_all_of_it_is_staged_committed_and_in_the_patch(self, tmp_path: Path) -> None:
        top = make_repository(tmp_path / "top", {"a.py": "a\nb\nc\n", "b.py": "b\n", "c/d.py": "d\n"})
        copy = tmp_path / "copy"
        git(tmp_path, "clone", "--quiet", str(top), str(copy))
        review = review_of_operations(
            top,
            [
                ("a.py", Move("x/z.py")),
                ("x/z.py", replace_text("b", "B")),
                ("b.py", Delete()),
                ("c/d.py", Write("D\n")),
                ("new.py", Write("n\n", creates=True)),
            ],
        )
        review.accept("tolerant")
        made = make_patch(review.outcomes(pending=True))
        files = review.apply().record.files
        review.commit(CommitRequest("edits"))

        assert "" == git(top, "status", "--short")
        assert ["renamed", "deleted", "modified", "added"] == [file.change for file in files]
        (tmp_path / "made.patch").write_bytes(made)
        git(copy, "apply", str(tmp_path / "made.patch"))
        assert files_of(top) == files_of(copy)

    def test_a_move_stages_no_line_of_the_user(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.py": "a\nx\nb\ny\nc\n"})
        make_tree(tmp_path, {"a.py": "a\nx\nb\ny\nmine\n"})
        review = review_of_operations(tmp_path, [("a.py", Move("z.py")), ("z.py", replace_text("b", "B"))])
        review.accept("tolerant")
        review.apply()

        assert {} == review.workspace.not_staged
        assert "a\nx\nB\ny\nc\n" == git(tmp_path, "show", ":z.py")
        assert b"a\nx\nB\ny\nmine\n" == (tmp_path / "z.py").read_bytes()
        assert "" == git(tmp_path, "ls-files", "a.py")

    def test_the_same_edit_after_a_dry_run_is_applied(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_of_operations(tmp_path, [("a.txt", replace_text("a", "b"))], dry=True)
        review.add([EditBlock(2, "test", "a.txt", (2, 2), replace_text("a", "b"))])
        review.accept("tolerant")
        review.write()
        assert {"a.txt": b"b\n"} == files_of(tmp_path)

    def test_a_dry_run_block_is_validated_and_never_written(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_of_operations(tmp_path, [("a.txt", replace_text("a", "b"))], dry=True)
        review.accept("tolerant")
        review.write()
        report = make_report(review)
        assert {"a.txt": b"a\n"} == files_of(tmp_path)
        assert (0, "1 block: 1 validated in 0 files") == (report.exit_status, report.summary())


class TestAtomicGroups:
    GROUP = Group("call", GroupKind.SEQUENTIAL, is_atomic=True)

    def test_none_is_applied_if_one_of_them_cannot_be(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "one\ntwo\n"})
        lazy = replace_text("two", "# ... existing code ...")
        assert (
            set()
            == accepted_operations(
                tmp_path, ("a.py", replace_text("one", "1")), ("a.py", lazy), group=self.GROUP
            ).applied
        )

    def test_none_is_applied_if_one_of_them_was_rejected(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "one\ntwo\n"})
        blocks = [("a.py", replace_text("one", "1")), ("a.py", replace_text("two", "2"))]
        review = review_of_operations(tmp_path, blocks, self.GROUP)
        review.decide({review.proposals[1].key: Decision(Verdict.REJECTED)})
        assert [] == review.accept("tolerant")


class TestPaths:
    SOURCE = "def total(prices):\n    return sum(prices)\n"
    EDIT = replace_text("sum(prices)", "sum(prices) + 1")

    @pytest.mark.parametrize(
        "written",
        [
            "/src/shop/cart.py",
            "/workspace/src/shop/cart.py",
            "cart.py",
            "src/src/shop/cart.py",
            "shop/cart.py",
        ],
    )
    def test_the_only_fitting_file_with_the_text_is_used(self, tmp_path: Path, written: str) -> None:
        make_tree(tmp_path, {"src/shop/cart.py": self.SOURCE, "src/other.py": self.SOURCE})
        review = accepted_operations(tmp_path, (written, self.EDIT))
        assert ["src/shop/cart.py"] == [proposal.path for proposal in review.proposals]
        assert [["path-corrected"]] == kinds(review)
        assert b"+ 1" in files_of(tmp_path)["src/shop/cart.py"]

    def test_two_fitting_files_are_ambiguous(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a/cart.py": self.SOURCE, "b/cart.py": self.SOURCE})
        assert [Reason.FILE_MISSING] == reasons(accepted_operations(tmp_path, ("cart.py", self.EDIT)))

    def test_of_two_fitting_files_the_one_with_the_text_is_used(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a/cart.py": self.SOURCE, "b/cart.py": "pass\n"})
        assert ["a/cart.py"] == [
            p.path for p in accepted_operations(tmp_path, ("cart.py", self.EDIT)).proposals
        ]

    @pytest.mark.parametrize("written", ["../cart.py", "other.py"])
    def test_a_path_that_leads_out_or_a_file_without_the_text_is_not_corrected(
        self, tmp_path: Path, written: str
    ) -> None:
        make_tree(tmp_path / "root", {"src/cart.py": self.SOURCE, "src/other.py": "pass\n"})
        assert {None} != set(reasons(accepted_operations(tmp_path / "root", (written, self.EDIT))))

    def test_a_deletion_is_never_corrected(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/cart.py": self.SOURCE})
        assert [Reason.FILE_MISSING] == reasons(accepted_operations(tmp_path, ("cart.py", Delete())))

    @pytest.mark.parametrize(
        "written",
        [
            "/src/new.py",
            "/workspace/src/new.py",
            "/home/project/src/new.py",
            "<project>/src/new.py",
            "${workspaceFolder}/src/new.py",
            "$(pwd)/src/new.py",
            "file:///src/new.py",
        ],
    )
    def test_a_new_file_below_a_path_that_means_the_root_is_created_in_it(
        self, tmp_path: Path, written: str
    ) -> None:
        make_tree(tmp_path, {"src/cart.py": self.SOURCE})
        review = accepted_operations(tmp_path, (written, Write("x = 1\n")))
        assert b"x = 1\n" == files_of(tmp_path)["src/new.py"]
        assert [["path-corrected"]] == kinds(review)

    def test_a_path_of_another_machine_may_end_in_the_only_file_of_its_name_that_is_empty(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, {"LICENSE": "", "src/empty.py": "", "src/full.py": "x\n"})
        written = ["D:\\work\\LICENSE", "/home/me/src/empty.py", "/home/me/empty.py", "/home/me/src/full.py"]
        review = accepted_operations(tmp_path, *((path, replace_lines("", "new\n")) for path in written))
        assert ["LICENSE", "src/empty.py", None, None] == [proposal.path for proposal in review.proposals]
        assert [["path-corrected"], ["path-corrected"], [], []] == kinds(review)

    def test_a_file_that_an_earlier_block_creates_is_used(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/cart.py": self.SOURCE})
        review = accepted_operations(tmp_path, ("cart.py", Write(self.SOURCE)), ("cart.py", self.EDIT))
        assert ["cart.py", "cart.py"] == [proposal.path for proposal in review.proposals]
        assert [[], []] == kinds(review)


class TestPathsOutside:
    """A path that exists outside is outside, though the root has a file of that name with that text."""

    EDIT = replace_text("one", "1")

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        make_tree(tmp_path / "other", {"src/a.txt": "one\n"})
        root = make_repository(tmp_path / "root", {"src/a.txt": "one\n", "deep/b.txt": "two\n"})
        git(root, "worktree", "add", "--quiet", "../sibling")
        (root / "link").symlink_to(tmp_path / "other")
        return root

    @pytest.mark.parametrize(
        "written",
        [
            "{base}/other/src/a.txt",
            "{base}/sibling/src/a.txt",
            "{base}/sibling/not/there/a.txt",
            "file://{base}/other/src/a.txt",
            "{base}/root/../other/src/a.txt",
            "link/src/a.txt",
            "link/none/a.txt",
        ],
    )
    def test_it_is_not_applied_to_a_file_of_that_name_in_the_root(self, root: Path, written: str) -> None:
        before = files_of(root)
        review = accepted_operations(root, (written.format(base=root.parent), self.EDIT))
        assert [Reason.OUTSIDE_ROOT] == reasons(review)
        assert before == files_of(root)
        assert b"one\n" == (root.parent / "other/src/a.txt").read_bytes()

    @pytest.mark.parametrize("start", ["", "file://", "file://localhost", "File: ", "**File:** "])
    def test_it_is_not_whatever_stands_before_it_in_a_response(self, root: Path, start: str) -> None:
        edit = "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n"
        response = f"{start}{root.parent}/other/src/a.txt\n{edit}"
        before = files_of(root)
        review = Review.open(root)
        review.read(response)
        review.accept("tolerant")
        review.write()
        assert [Reason.OUTSIDE_ROOT] == reasons(review)
        assert before == files_of(root)

    @pytest.mark.parametrize(
        "written", ["{base}/other/new.txt", "{base}/other/src/new.txt", "{base}/sibling/new/new.txt"]
    )
    def test_a_new_file_next_to_it_is_not_created_in_the_root(self, root: Path, written: str) -> None:
        before = files_of(root)
        review = accepted_operations(root, (written.format(base=root.parent), Write("x\n")))
        assert [Reason.OUTSIDE_ROOT] == reasons(review)
        assert before == files_of(root)

    def test_a_home_folder_is_a_folder_like_others(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(root.parent))
        review = accepted_operations(
            root,
            ("~/root/src/a.txt", self.EDIT),
            ("$HOME/other/src/a.txt", self.EDIT),
            ("~/b.txt", Write("b")),
        )
        assert [None, Reason.OUTSIDE_ROOT, Reason.OUTSIDE_ROOT] == reasons(review)
        assert b"1\n" == files_of(root)["src/a.txt"]

    def test_a_path_that_exists_nowhere_may_be_corrected(self, root: Path) -> None:
        review = accepted_operations(
            root, ("/nowhere/src/a.txt", self.EDIT), ("~nobody/deep/b.txt", replace_text("two", "2"))
        )
        assert ["src/a.txt", "deep/b.txt"] == [proposal.path for proposal in review.proposals]
        assert [["path-corrected"], ["path-corrected"]] == kinds(review)


class TestWholeFilesUnderABareName:
    OLD = "def f():\n    return 1\n\ndef g():\n    return 2\n"
    NEW = OLD.replace("2", "3")

    @staticmethod
    def applied(folder: Path, path: str, content: str) -> Review:
        review = Review.open(folder)
        review.read(f"### {path}\n\n```python\n{content}```\n")
        review.accept("tolerant")
        review.write()
        return review

    @pytest.mark.parametrize("written", ["app.py", "shop/app.py", "path/to/app.py"])
    def test_one_that_shares_a_third_of_its_lines_is_the_file_of_that_name(
        self, tmp_path: Path, written: str
    ) -> None:
        make_tree(tmp_path, {"src/shop/app.py": self.OLD, "tests/shop/app.py": "import unittest\n"})
        review = self.applied(tmp_path, written, self.NEW)
        (proposal,) = review.proposals
        assert "src/shop/app.py" == proposal.path
        assert "path-corrected" in kinds(review)[0]
        assert self.NEW.encode() == files_of(tmp_path)["src/shop/app.py"]

    @pytest.mark.parametrize(
        "files",
        [
            {"src/app.py": "import shop\n\nshop.main()\n"},
            {"src/app.py": OLD, "old/app.py": OLD},
            {"src/app.py": OLD + "".join(f"x_{number} = {number}\n" for number in range(40))},
        ],
        ids=["it shares too little", "several share", "it is a small part"],
    )
    def test_otherwise_a_new_file_and_that_one_are_left_to_the_user(
        self, tmp_path: Path, files: dict[str, str]
    ) -> None:
        make_tree(tmp_path, files)
        before = files_of(tmp_path)
        review = self.applied(tmp_path, "app.py", self.NEW)
        (proposal,) = review.proposals
        assert (["path-unsure"], Reason.AMBIGUOUS) == (kinds(review)[0], proposal.withheld)
        assert all(path in (proposal.warnings[0].message) for path in files)
        assert before == files_of(tmp_path)

        review.decide({proposal.key: review.acceptance(proposal)})
        assert [1] == review.write()
        assert self.NEW.encode() == files_of(tmp_path)["app.py"]

    @pytest.mark.parametrize("head", ["", "import os\n\n\n"])
    def test_code_that_begins_a_block_of_the_file_is_a_part_of_it_unless_it_has_imports(
        self, tmp_path: Path, head: str
    ) -> None:
        old = "import sys\n\n\ndef first():\n    return 1\n\n\ndef second():\n    return 2\n"
        make_tree(tmp_path, {"src/shop/app.py": old})
        review = self.applied(tmp_path, "app.py", f"{head}def second():\n    return sys.maxsize\n")
        (proposal,) = review.proposals

        assert ("app.py" if head else "src/shop/app.py") == proposal.path
        assert {"src/shop/app.py": old.encode()} == files_of(tmp_path)

    @pytest.mark.parametrize("is_first", [True, False])
    def test_a_new_file_beside_others_whose_folder_is_left_out_is_left_to_the_user(
        self, tmp_path: Path, is_first: bool
    ) -> None:
        make_tree(tmp_path, {"src/shop/app.py": self.OLD})
        before = files_of(tmp_path)
        files = {"app.py": self.NEW, "new.py": "n = 1\n"}
        fences = [f"**{path}**\n\n```python\n{text}```\n" for path, text in files.items()]
        review = Review.open(tmp_path)
        review.read("\n".join(reversed(fences) if is_first else fences))
        review.accept()
        new = next(each for each in review.proposals if each.path == "new.py")
        assert (["path-unsure"], Reason.AMBIGUOUS) == ([w.kind for w in new.warnings], new.withheld)
        assert Verdict.UNDECIDED is review.verdict(new)

        (option,) = alternatives_of(review, new)
        assert option.path is not None
        for path in review.send([new], review.open_file(option.path)):
            review.replan(path)
        sent = next(each for each in review.proposals if each.number == new.number)
        assert ("src/shop/new.py", ["path-corrected"]) == (sent.path, [w.kind for w in sent.warnings])
        review.accept_block(sent)
        review.write()
        after = {"src/shop/app.py": self.NEW.encode(), "src/shop/new.py": b"n = 1\n"}
        assert before | after == files_of(tmp_path)

    @pytest.mark.parametrize(("folder", "is_unsure"), [("dtos", True), ("docs", False)])
    def test_a_new_folder_may_be_below_those_that_other_paths_leave_out(
        self, tmp_path: Path, folder: str, is_unsure: bool
    ) -> None:
        make_tree(tmp_path, {"src/shop/web/app.py": self.OLD, "docs/a.md": "A\n"})
        files = {f"{folder}/new.py": "n = 1\n", "web/app.py": self.NEW}
        review = Review.open(tmp_path)
        review.read("\n".join(f"**{path}**\n\n```python\n{text}```\n" for path, text in files.items()))
        new = review.proposals[0]

        assert (["path-unsure"] if is_unsure else []) == [warning.kind for warning in new.warnings]
        beside = [each.path for each in alternatives_of(review, new)] if is_unsure else []
        assert ([f"src/shop/{folder}/new.py"] if is_unsure else []) == beside

    def test_it_is_left_to_the_user_again_when_its_path_is_undone_after_a_resume(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, {"src/shop/app.py": self.OLD})
        files = {"app.py": self.NEW, "new.py": "n = 1\n"}
        text = "\n".join(f"**{path}**\n\n```python\n{content}```\n" for path, content in files.items())
        review = Review.open(tmp_path)
        review.read(text)
        for path in review.send([review.proposals[1]], review.open_file("src/shop/new.py")):
            review.replan(path)

        resumed = Review(Workspace.open(tmp_path), log=review.log.entries)
        resumed.read(text)
        assert "src/shop/new.py" == resumed.proposals[1].path
        resumed.log.undo()
        resumed.replan("src/shop/new.py")
        assert "new.py" == resumed.proposals[1].path
        assert [["path-corrected"], ["path-unsure"]] == kinds(resumed)

    def test_a_new_file_may_be_beside_one_of_its_kind_that_only_its_content_shows(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, {"infra/net/main.tf": 'locals {\n  name = "a"\n  size = 1\n}\n'})
        review = Review.open(tmp_path)
        new = '**variables.tf** (new)\n\n```hcl\nvariable "a" {}\n```\n'
        review.read(f"{new}\nThen use it:\n\n```hcl\nlocals {{\n  name = var.a\n  size = 1\n}}\n```\n")

        first = next(each for each in review.proposals if each.path == "variables.tf")
        assert ["path-unsure"] == [warning.kind for warning in first.warnings]
        assert ["infra/net/variables.tf"] == [each.path for each in alternatives_of(review, first)]

    def test_a_new_file_of_another_extension_is_not(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/shop/app.py": self.OLD})
        files = {"app.py": self.NEW, "run.sh": "make\n"}
        fences = [f"**{path}**\n\n```\n{text}```\n" for path, text in files.items()]
        review = Review.open(tmp_path)
        review.read("\n".join(fences))
        assert [["path-corrected"], []] == kinds(review)

    @pytest.mark.parametrize("written", ["src/app.py", "new.py", "other/new.py"])
    def test_a_new_file_with_a_unique_name_is_created(self, tmp_path: Path, written: str) -> None:
        make_tree(tmp_path, {"packages/src/app.py": self.OLD, "src/b.py": "b = 1\n"})
        assert [[]] == kinds(self.applied(tmp_path, written, self.NEW))
        assert written in files_of(tmp_path)


class TestPlaceholders:
    def test_a_placeholder_is_written_only_if_the_user_accepts_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "def f():\n    return 1\n"})
        review = accepted_operations(
            tmp_path, ("a.py", replace_lines("    return 1\n", "    # ... existing code ...\n"))
        )
        assert [["placeholder"]] == kinds(review)
        assert {"a.py": b"def f():\n    return 1\n"} == files_of(tmp_path)

        proposal = review.proposals[0]
        review.decide({proposal.key: review.acceptance(proposal)})
        assert [1] == review.write()

    def test_a_placeholder_that_the_file_has_may_stay(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "# ... existing code ...\ny = 1\nx = 1\n"})
        review = accepted_operations(
            tmp_path, ("a.py", replace_lines("x = 1\n", "# ... existing code ...\nx = 2\n"))
        )
        assert [[]] == kinds(review)

    def test_prose_may_mention_placeholders(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.md": "x\n"})
        review = accepted_operations(tmp_path, ("a.md", replace_lines("x\n", "# ... existing code ...\n")))
        assert [[]] == kinds(review)


class TestCodeWithoutPath:
    SOURCE = "".join(f"def part_{number}(value):\n    return value + {number}\n" for number in range(8))
    RESPONSE = f"The new version:\n\n```python\n{SOURCE.replace('+ 7', '+ 70')}```\n"

    def test_it_is_offered_for_the_only_similar_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/parts.py": self.SOURCE, "src/other.py": "x = 1\n" * 20})
        review = Review.open(tmp_path)
        review.read(self.RESPONSE)
        review.accept("fuzzy")
        review.write()

        (proposal,) = review.proposals
        assert ("src/parts.py", True) == (proposal.path, review.is_offer(proposal))
        assert self.SOURCE.encode() == files_of(tmp_path)["src/parts.py"]
        assert 1 == make_report(review).exit_status

        review.decide({proposal.key: review.acceptance(proposal)})
        review.write()
        assert b"+ 70" in files_of(tmp_path)["src/parts.py"]

    @pytest.mark.parametrize(
        "files",
        [
            {"a.py": SOURCE, "b.py": SOURCE},
            {"a.js": SOURCE},
            {"a.py": "x = 1\n" * 20},
        ],
        ids=["two files", "another language", "no such file"],
    )
    def test_otherwise_it_is_prose(self, tmp_path: Path, files: dict[str, str]) -> None:
        make_tree(tmp_path, files)
        review = Review.open(tmp_path)
        review.read(self.RESPONSE)
        assert [] == review.proposals

    def test_it_comes_after_every_edit(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/parts.py": self.SOURCE, "a.txt": "one\n"})
        review = Review.open(tmp_path)
        review.read(self.RESPONSE + block("one\n", "1\n"))
        assert ["a.txt", "src/parts.py"] == [proposal.path for proposal in review.proposals]


class TestChangedOnDisk:
    def test_a_new_file_at_the_target_of_a_move_stops_the_write(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n"})
        review = review_of_operations(tmp_path, [("a.txt", Move("b.txt"))])
        review.accept("tolerant")
        make_tree(tmp_path, {"b.txt": "mine\n"})

        with pytest.raises(ChangedOnDisk, match=r"^changed on disk since it was read: b\.txt\."):
            review.write()

        assert {"a.txt": b"a\n", "b.txt": b"mine\n"} == files_of(tmp_path)
        assert [["replaces-file", "moves"]] == kinds(review)
        assert [] == review.write()


def test_what_appends_to_a_missing_file_makes_it(tmp_path: Path) -> None:
    review = review_of_operations(
        make_tree(tmp_path, {"a.txt": "a\n"}), [("log/b.txt", Insert(None, "one\n"))]
    )
    review.accept("exact")
    review.write()

    assert {"a.txt": b"a\n", "log/b.txt": b"one\n"} == files_of(tmp_path)
