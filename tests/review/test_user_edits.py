"""The user's choice of a match is a decision that can be undone, and is looked up by content."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import (
    Decision,
    Proposal,
    Review,
    Status,
    Verdict,
    WarningKind,
    build_diff,
    make_report,
)
from editreview.review.candidates import (
    AlternativeKind,
    alternatives_of,
    changed_by,
    near_windows,
    scope_labels,
    strategy_results,
    suggested_match,
)
from editreview.review.user_edits import (
    Fate,
    excerpt,
    force_at,
    line_fates,
    with_edited_text,
    with_file,
    with_force,
    with_matches,
    with_search,
    with_strategy,
)
from tests.builders import block, make_tree, review_of

TWICE = "\n\n".join(
    f"def {name}():\n    total = cost + {name}\n    return total\n" for name in ("tax", "fee")
)
SEARCH = "    total = cost + tax\n    return total\n"


def decide(review: Review, decision: Decision, number: int = 1) -> Proposal:
    """Decide on a block and place it anew."""
    for path in review.decide({review.proposals[number - 1].key: decision}):
        review.replan(path)
    return review.proposals[number - 1]


def undo(review: Review) -> Proposal:
    for path in review.undo():
        review.replan(path)
    return review.proposals[0]


def by_strategy(review: Review, name: str, at: int = 0) -> Decision:
    """The choice of one place that a strategy finds."""
    proposal = review.proposals[0]
    tried = next(each for each in strategy_results(proposal) if each.strategy.name == name)
    return with_strategy(review.log[proposal.key], name, [tried.matches[at]])


def by_force(review: Review, at: int = 0) -> Decision:
    proposal = review.proposals[0]
    review.nearest(proposal)
    match, lines = force_at(proposal, near_windows(review, proposal)[at])
    return with_force(review.log[proposal.key], match, lines)


class TestStrategies:
    def test_a_match_that_the_search_would_not_choose_can_be_chosen_with_a_warning(
        self, tmp_path: Path
    ) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": TWICE}), block(SEARCH, "    return 1\n", "a.py"))

        proposal = decide(review, by_strategy(review, "fuzzy", 1))

        assert ("fuzzy", (7, 8)) == (proposal.strategy, proposal.lines)
        assert [WarningKind.CHOSEN] == [
            w.kind for w in proposal.warnings if w.kind is not WarningKind.OTHER_TEXT
        ]
        assert not review.needs_no_user(proposal, Tier.FUZZY)
        assert ("exact", (2, 3)) == (undo(review).strategy, review.proposals[0].lines)

    def test_a_match_that_the_search_finds_itself_has_no_warning(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": TWICE}), block(SEARCH, "    return 1\n", "a.py"))

        proposal = decide(review, by_strategy(review, "whitespace"))

        assert ("whitespace", (2, 3)) == (proposal.strategy, proposal.lines)
        assert () == proposal.warnings

    def test_the_choice_survives_a_change_elsewhere_in_the_file(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": TWICE})
        review = review_of(root, block(SEARCH, "    return 1\n", "a.py"))
        decide(review, by_strategy(review, "fuzzy", 1))

        (root / "a.py").write_text(f"import x\n{TWICE}")
        review.refresh()

        assert ("fuzzy", (8, 9)) == (review.proposals[0].strategy, review.proposals[0].lines)

    def test_without_the_chosen_match_the_block_is_matched_as_usual(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": TWICE})
        review = review_of(root, block(SEARCH, "    return 1\n", "a.py"))
        proposal = decide(review, by_strategy(review, "fuzzy", 1))
        decide(review, review.acceptance(proposal))

        (root / "a.py").write_text(TWICE.split("\n\n\n")[0] + "\n")
        review.refresh()

        assert ("exact", (2, 3)) == (review.proposals[0].strategy, review.proposals[0].lines)
        assert Verdict.UNDECIDED is review.verdict(review.proposals[0])

    def test_it_depends_on_the_block_that_created_its_match(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "one\n"}),
            block("one\n", "  two\n  three\n") + block("two\n", "2\n"),
        )
        second = review.proposals[1]
        tried = next(each for each in strategy_results(second) if each.strategy.name == "line-trimmed")

        placed = decide(review, with_strategy(Decision(), "line-trimmed", tried.matches), 2)

        assert ("line-trimmed", (1,)) == (placed.strategy, placed.depends_on)

    def test_a_clashing_block_is_another_version_and_names_the_other(self, tmp_path: Path) -> None:
        response = block(SEARCH, "    return 1\n", "a.py") + block(
            "    total = cost + fee\n", "    total = 2\n", "a.py"
        )
        review = review_of(make_tree(tmp_path, {"a.py": TWICE}), response)
        tried = next(t for t in strategy_results(review.proposals[1]) if t.strategy.name == "exact")
        assert (7, 7) == tried.matches[0].lines
        decide(review, by_strategy(review, "fuzzy", 1))

        second = review.proposals[1]

        assert Reason.CONFLICT is second.withheld
        assert "block 1 changes the same lines differently: accept one of them" in [
            w.message for w in second.warnings
        ]

    def test_an_edit_of_all_matches_applies_to_all_that_the_strategy_finds(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "  a\nb\n    a\n"})
        given = {"file_path": "a.txt", "old_string": "a\n", "new_string": "c\n", "replace_all": True}
        call = json.dumps({"name": "Edit", "input": given})
        review = review_of(tmp_path, f"```json\n{call}\n```\n")
        tried = next(t for t in strategy_results(review.proposals[0]) if t.strategy.name == "line-trimmed")

        placed = decide(review, with_strategy(Decision(), "line-trimmed", tried.matches))

        assert "  c\nb\n    c\n" == placed.change.apply("  a\nb\n    a\n")


class TestForce:
    THERE = "first\nthe value is one\nlast\n"

    def review(self, folder: Path) -> Review:
        root = make_tree(folder, {"a.txt": self.THERE})
        return review_of(root, block("the value is two\n", "the value is 2\n"))

    def test_a_forced_block_is_reported_as_such(self, tmp_path: Path) -> None:
        review = self.review(tmp_path)
        proposal = decide(review, by_force(review))
        assert proposal.is_ready
        assert WarningKind.CHOSEN in {warning.kind for warning in proposal.warnings}

        decide(review, review.acceptance(proposal))
        report = review.apply()

        assert {"forced": 1} == report.data["strategies"]
        assert "first\nthe value is 2\nlast\n" == (tmp_path / "a.txt").read_text()

    def test_undo_removes_the_force(self, tmp_path: Path) -> None:
        review = self.review(tmp_path)
        decide(review, by_force(review))

        assert Reason.NOT_FOUND is undo(review).reason

    def test_it_holds_only_while_the_lines_are_unchanged(self, tmp_path: Path) -> None:
        review = self.review(tmp_path)
        proposal = decide(review, by_force(review))
        decide(review, review.acceptance(proposal))

        (tmp_path / "a.txt").write_text(self.THERE.replace("one", "none"))
        review.refresh()

        assert Reason.NOT_FOUND is review.proposals[0].reason
        assert [] == review.accepted()

    def test_it_describes_the_effect_on_every_line(self, tmp_path: Path) -> None:
        there = "keep\nthe value is one\nother\nthe end\n"
        review = review_of(
            make_tree(tmp_path, {"a.txt": there}),
            block("keep\nthe value is two\nthe end\n", "keep\nthe value is 2\nthe end\n"),
        )
        proposal = review.proposals[0]
        review.nearest(proposal)
        match, _ = force_at(proposal, near_windows(review, proposal)[0])

        told = list(line_fates(proposal, match))

        assert there.splitlines() == [line.text for line in told if line.fate is not Fate.ADDED]
        after = [line.text for line in told if line.fate is not Fate.DELETED]
        assert match.change.apply(there).splitlines() == after


class TestOtherText:
    def test_the_block_is_matched_by_the_edited_search_text(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "one\ntwo\n"}), block("wto\n", "2\n"))

        proposal = decide(review, with_search(Decision(), "two\n"))

        assert (2, 2) == proposal.lines
        assert [WarningKind.SEARCH_EDITED] == [warning.kind for warning in proposal.warnings]
        assert Reason.NOT_FOUND is undo(review).reason

    def test_diagnoses_of_the_old_search_text_are_dropped(self, tmp_path: Path) -> None:
        review = review_of(
            make_tree(tmp_path, {"a.txt": "the first value\nthe last one\n"}), block("x\n", "2\n")
        )
        assert review.nearest(review.proposals[0]) is None

        near = review.nearest(decide(review, with_search(Decision(), "the last onions\n")))

        assert near is not None
        assert (2, 2) == near.lines


class TestOtherFile:
    def files(self, folder: Path) -> Review:
        make_tree(folder, {"a.txt": "a\n", "b.txt": "the value is sixfold\n", "c.txt": "c\n"})
        response = block("a\n", "A\n") + block("the value is sixfold\n", "x\n") + block("c\n", "C\n", "c.txt")
        return review_of(folder, response)

    def test_it_is_matched_and_written_there(self, tmp_path: Path) -> None:
        review = self.files(tmp_path)

        proposal = decide(review, with_file(Decision(), "b.txt"), 2)

        assert ("b.txt", (1, 1)) == (proposal.path, proposal.lines)
        assert [WarningKind.PATH_CORRECTED] == [warning.kind for warning in proposal.warnings]
        assert [1, 2, 3] == [each.number for each in review.proposals]
        decide(review, review.acceptance(proposal), 2)
        assert 1 == review.apply().counts[Status.APPLIED]
        assert "x\n" == (tmp_path / "b.txt").read_text()

    def test_undo_returns_it_to_its_own_file(self, tmp_path: Path) -> None:
        review = self.files(tmp_path)
        decide(review, with_file(Decision(), "b.txt"), 2)

        undo(review)

        assert "a.txt" == review.proposals[1].path
        assert () == review.proposals[1].warnings

    def test_a_protected_file_is_refused(self, tmp_path: Path) -> None:
        review = self.files(tmp_path)
        (tmp_path / "bin").write_bytes(b"\0\1")

        proposal = decide(review, with_file(Decision(), "bin"), 2)

        assert (Reason.BINARY, "a.txt") == (proposal.reason, proposal.path)
        assert Reason.NOT_FOUND is next(p for p in [undo(review), *review.proposals] if p.number == 2).reason

    def test_it_is_planned_with_the_blocks_of_that_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\nthe value\n"})
        review = review_of(tmp_path, block("the value\n", "x\n") + block("b\n", "B\n", "b.txt"))

        decide(review, with_file(Decision(), "b.txt"), 1)
        for proposal in review.proposals:
            review.decide({proposal.key: review.acceptance(proposal)})
        review.apply()

        assert "B\nx\n" == (tmp_path / "b.txt").read_text()


class TestAlternatives:
    def test_matches_have_their_enclosing_names_and_the_blocks_that_change_them(self, tmp_path: Path) -> None:
        text = "class A:\n    x = 1\n\nclass B:\n    x = 1\n\nclass C:\n    x = 1\n"
        response = block("class B:\n    x = 1\n", "class B:\n    x = 2\n", "a.py")
        review = review_of(
            make_tree(tmp_path, {"a.py": text}), response + block("    x = 1\n", "    x = 3\n", "a.py")
        )
        proposal = review.proposals[1]

        options = alternatives_of(review, proposal)

        assert ["class A", "class B", "class C"] == scope_labels(proposal, [each.lines for each in options])
        assert [[], [1], []] == [changed_by(review, proposal, each.match) for each in options if each.match]
        assert (2, "the first below block 1") == suggested_match(review, proposal)

    def test_a_match_below_the_block_before_is_not_preselected_if_another_one_is_likelier(
        self, tmp_path: Path
    ) -> None:
        """The words name the function, whose lines are above those of the block before."""
        body = "{\n    var a = Delete(url);\n    return a.IsSuccess;\n}\n\n"
        car, driver, trip = (f"bool Delete{name}(string id)\n{body}" for name in ("Car", "Driver", "Trip"))
        text = f"class Client\n{{\n{car}{driver}int Count()\n{{\n    return 1;\n}}\n\n{trip}}}\n"
        lines = ["var a = Delete(url);", "if (!a.IsSuccess)", "{", "    Log(id);", "}", "return a.IsSuccess;"]
        new = "".join(f"    {line}\n" for line in lines)
        count = block("    return 1;\n", "    return 2;\n", "a.cs")
        response = f"{count}\n**DeleteDriver** – log it:\n\n```csharp\n{new}```\n"
        review = review_of(make_tree(tmp_path, {"a.cs": text}), response)
        proposal = review.proposals[1]

        assert proposal.candidates is not None
        at, _ = suggested_match(review, proposal)
        found = proposal.candidates.matches[at].lines
        assert found is not None
        assert text.splitlines().index("bool DeleteDriver(string id)") < found[0] <= 12

    def test_without_a_preceding_block_the_first_match_is_preselected(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\na\n"}), block("a\n", "A\n"))

        assert (0, "") == suggested_match(review, review.proposals[0])

    def test_near_lines_and_other_files_are_included_once_searched(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "the value is sixty\n", "b.txt": "the value is sixfold\n"})
        review = review_of(tmp_path, block("the value is sixfold\n", "x\n"))
        proposal = review.proposals[0]
        assert [] == alternatives_of(review, proposal)

        review.nearest(proposal)

        assert [(AlternativeKind.NEAR, "a.txt"), (AlternativeKind.FILE, "b.txt")] == [
            (option.kind, option.path) for option in alternatives_of(review, proposal)
        ]

    def test_the_block_that_it_repeats_can_be_selected(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("a\n", "A\n") * 2)

        assert [1] == [option.block for option in alternatives_of(review, review.proposals[1])]


class TestLog:
    def test_a_verdict_keeps_the_chosen_match(self, tmp_path: Path) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": TWICE}), block(SEARCH, "    return 1\n", "a.py"))
        chosen = by_strategy(review, "fuzzy", 1)
        proposal = decide(review, chosen)

        accepted = review.acceptance(proposal)

        assert chosen.choices == accepted.choices == accepted.reopened().choices
        assert Verdict.ACCEPTED is accepted.verdict

    def test_an_edited_text_moves_only_to_a_match_with_equal_text(self, tmp_path: Path) -> None:
        """And to be accepted it is looked at once more in any case."""
        there = "a\nx = 1\nb\nx = 1\nc\nx  = 1\n"
        review = review_of(make_tree(tmp_path, {"a.py": there}), block("x = 1\n", "x = 2\n", "a.py"))
        proposal = decide(review, by_strategy(review, "exact"))
        begun = excerpt(proposal)
        assert begun is not None
        typed = with_edited_text(review.log[proposal.key], proposal, begun, "x = 3\n")
        assert typed is not None
        decide(review, typed)

        second = decide(review, by_strategy(review, "exact", 1))
        assert ("a\nx = 1\nb\nx = 3\nc\nx  = 1\n", Verdict.UNDECIDED) == (
            second.change.apply(there),
            review.verdict(second),
        )
        third = decide(review, by_strategy(review, "whitespace", 2))

        assert there.replace("x  = 1", "x  = 2") == third.change.apply(there)
        assert WarningKind.EDIT_LEFT_OUT in [warning.kind for warning in third.warnings]

    @settings(max_examples=settings().max_examples // 2)
    @given(data=st.data())
    def test_what_was_shown_is_what_is_written(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        """Whatever was chosen, the rows of the diff that were taken are the change that is written."""
        folder = tmp_path_factory.mktemp("tree")
        lines = [
            "def f():",
            "    x = one + 1",
            "    return x",
            "",
            "def g():",
            "\tx = one + 1",
            "    return x",
        ]
        there = "\n".join(data.draw(st.lists(st.sampled_from(lines), min_size=3, max_size=14))) + "\n"
        make_tree(folder, {"a.py": there, "b.py": "    x  = one +  1\n    return x\n"})
        search = "    x = one + 1\n    return x\n"
        review = review_of(folder, block(search, "    x = two + 1\n    return x\n", "a.py"))
        proposal = review.proposals[0]
        review.nearest(proposal)
        ways = [
            with_strategy(Decision(), t.strategy.name, [p])
            for t in strategy_results(proposal)
            for p in t.matches
        ]
        ways += [by_force(review, at) for at in range(len(near_windows(review, proposal)))]
        ways += [with_file(Decision(), "b.py"), with_search(Decision(), "    return x\n")]
        ways += [
            with_matches(Decision(), [p])
            for p in (proposal.candidates.matches if proposal.candidates else ())
        ]

        proposal = decide(review, data.draw(st.sampled_from(ways)))
        if not proposal.is_ready:
            return
        sides = build_diff(proposal, None, None)
        alignment, path = sides.alignment, folder / (proposal.path or "")
        new_side = "".join(alignment.new_line(at) for at in range(alignment.new_length))
        rows = data.draw(st.none() | st.frozensets(st.integers(0, max(alignment.row_count - 1, 0))))
        if rows is not None and sides.is_whole:
            new_side = alignment.with_rows(rows).apply(path.read_text())
            decide(review, review.acceptance(proposal, rows))
        else:
            decide(review, review.acceptance(proposal))
        make_report(review)
        review.write()

        assert new_side == path.read_text()
