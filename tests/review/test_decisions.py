"""The log of decisions: what is saved, what undo walks back through, what a resumed review replays."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, Interpretation, Replace
from editreview.review.decisions import (
    UNDECIDED,
    BlockKeys,
    Decision,
    DecisionLog,
    Effect,
    EntryKind,
    LogEntry,
    Verdict,
)

YES = Decision(Verdict.ACCEPTED, outcome="x")
NO = Decision(Verdict.REJECTED, reason="wrong")

KEYS = st.sampled_from(["a", "b", "c"])
DECISIONS = st.sampled_from(
    [YES, NO, UNDECIDED, Decision(matches=frozenset({"p"})), Decision(rows=frozenset({1}))]
)
STEPS = st.lists(
    st.one_of(st.dictionaries(KEYS, DECISIONS, max_size=3), st.just("undo"), st.just("redo")), max_size=15
)


def walked(steps: list[dict[str, Decision] | str]) -> DecisionLog:
    """A log after these steps."""
    log = DecisionLog()
    for step in steps:
        if step == "undo":
            log.undo()
        elif step == "redo":
            log.redo()
        elif isinstance(step, dict):
            log.decide(step)
    return log


class TestUndo:
    def test_a_block_is_undecided_until_it_is_decided(self) -> None:
        assert UNDECIDED == DecisionLog()["a"]

    def test_it_undoes_the_last_decision_on_all_its_blocks(self) -> None:
        log = walked([{"a": YES}, {"a": NO, "b": YES}])

        assert {"a", "b"} == log.undo()
        assert (YES, UNDECIDED) == (log["a"], log["b"])

    def test_redo_decides_again_what_was_undone(self) -> None:
        log = walked([{"a": YES}, {"a": NO}, "undo", "undo"])

        assert {"a"} == log.redo()
        assert YES == log["a"]
        assert {"a"} == log.redo()
        assert NO == log["a"]

    def test_at_the_ends_there_is_nothing_to_undo_or_redo(self) -> None:
        log = walked([{"a": YES}])

        assert frozenset() == log.redo()
        log.undo()
        assert frozenset() == log.undo()

    def test_a_new_decision_leaves_nothing_to_redo(self) -> None:
        log = walked([{"a": YES}, "undo", {"b": YES}])

        assert frozenset() == log.redo()

    def test_a_decision_that_changes_nothing_is_no_step(self) -> None:
        log = walked([{"a": YES}, {"a": YES}, {}])

        assert 1 == len(log.entries)
        log.undo()
        assert UNDECIDED == log["a"]

    @given(STEPS, st.integers(1, 15))
    def test_as_many_redos_as_undos_lead_back(
        self, steps: list[dict[str, Decision] | str], count: int
    ) -> None:
        log = walked(steps)
        before = log.snapshot()

        undone = sum(1 for _ in range(count) if log.undo())
        for _ in range(undone):
            log.redo()

        assert {k: d for k, d in before.items() if d != UNDECIDED} == {
            k: d for k, d in log.snapshot().items() if d != UNDECIDED
        }


class TestReplay:
    @given(STEPS)
    def test_the_entries_alone_lead_to_the_same_decisions(
        self, steps: list[dict[str, Decision] | str]
    ) -> None:
        log = walked(steps)

        again = DecisionLog(log.entries)

        assert log.snapshot() == again.snapshot()
        assert log.entries == again.entries

    @given(STEPS)
    def test_undo_and_redo_still_work_after_replay(self, steps: list[dict[str, Decision] | str]) -> None:
        log = walked(steps)
        again = DecisionLog(log.entries)

        assert log.redo() == again.redo()
        while undone := log.undo():
            assert undone == again.undo()
            assert log.snapshot() == again.snapshot()
        assert frozenset() == again.undo()


def edit(path: str | None, search: str, replace: str, number: int = 1) -> EditBlock:
    return EditBlock(
        number, "search-replace", path, (number, number), Replace((Interpretation(search, replace),))
    )


class TestBlockKeys:
    def test_the_key_of_a_block_depends_on_its_content_and_not_its_position(self) -> None:
        assert BlockKeys().key(edit("a", "b\n", "c\n")) == BlockKeys().key(edit("a", "b\n", "c\n", 7))

    def test_identical_blocks_have_different_keys(self) -> None:
        keys = BlockKeys()

        assert 3 == len({keys.key(edit("a", "b\n", "c\n", n)) for n in (1, 2, 3)})

    def test_blocks_that_differ_in_path_search_or_replace_have_different_keys(self) -> None:
        blocks = [
            edit("a", "b\n", "c\n"),
            edit("x", "b\n", "c\n"),
            edit("a", "x\n", "c\n"),
            edit("a", "b\n", "x\n"),
            edit("a", "b\nc\n", ""),
            edit("a", "", "b\nc\n"),
            edit(None, "b\n", "c\n"),
            edit("a", "b\udc80\n", "c\n"),
        ]

        assert len(blocks) == len({BlockKeys().key(block) for block in blocks})


DONE = Effect(frozenset({"a"}))


class TestEffects:
    """An effect takes place on another thread: the log may have gone on before its entry is appended."""

    def test_a_decision_made_while_it_is_undone_stays(self) -> None:
        log = walked([{"a": YES}])
        log.append(LogEntry(EntryKind.DO, effect=DONE))
        step = log.undo_step
        log.decide({"b": YES})
        log.append(LogEntry(EntryKind.UNDO, step=step))

        assert (YES, YES, []) == (log["a"], log["b"], log.effects)
        assert {"b"} == log.undo()
        assert {"a"} == log.undo()

    def test_a_decision_made_while_it_is_redone_stays_too(self) -> None:
        log = walked([{"a": YES}])
        log.append(LogEntry(EntryKind.DO, effect=DONE))
        log.undo()
        step = log.redo_step
        log.decide({"b": YES})
        log.append(LogEntry(EntryKind.REDO, step=step))

        assert ([DONE], YES, step) == (log.effects, log["b"], log.undo_step)

    @pytest.mark.parametrize("kind", [EntryKind.UNDO, EntryKind.REDO])
    @pytest.mark.parametrize("step", [-1, 1, 2, 7])
    def test_a_missing_step_is_not_reversed(self, kind: EntryKind, step: int) -> None:
        log = walked([{"a": YES}])
        if kind is EntryKind.REDO:
            log.undo()
        before = (log.entries, log.snapshot(), log.undo_step, log.redo_step)

        with pytest.raises(ValueError, match="cannot be undone or redone"):
            log.append(LogEntry(kind, step=step))

        assert before == (log.entries, log.snapshot(), log.undo_step, log.redo_step)

    @pytest.mark.parametrize("kind", [EntryKind.UNDO, EntryKind.REDO])
    def test_an_empty_log_has_nothing_to_reverse(self, kind: EntryKind) -> None:
        with pytest.raises(ValueError, match="cannot be undone or redone"):
            DecisionLog([LogEntry(kind)])

    def test_an_undo_that_names_no_step_undoes_the_last(self) -> None:
        """As earlier versions saved them."""
        entries = [
            LogEntry(EntryKind.DECIDE, {"a": YES}),
            LogEntry(EntryKind.DECIDE, {"a": NO}),
            LogEntry(EntryKind.UNDO),
            LogEntry(EntryKind.DO, effect=DONE),
            LogEntry(EntryKind.UNDO),
            LogEntry(EntryKind.REDO),
            LogEntry(EntryKind.UNDO),
        ]
        log = DecisionLog(entries)

        assert (YES, 3, 0) == (log["a"], log.redo_step, log.undo_step)

    def test_a_log_that_is_read_again_is_the_same(self) -> None:
        log = walked([{"a": YES}])
        log.append(LogEntry(EntryKind.DO, effect=DONE))
        log.decide({"b": YES})
        log.append(LogEntry(EntryKind.UNDO, step=1))
        log.decide({"c": NO})
        log.append(LogEntry(EntryKind.REDO, step=1))
        again = DecisionLog(log.entries)

        assert (log.snapshot(), log.effects, log.undo_step) == (
            again.snapshot(),
            again.effects,
            again.undo_step,
        )

    def test_an_effect_is_saved_as_before(self) -> None:
        saved = msgspec.to_builtins(LogEntry(EntryKind.DO, effect=DONE))

        assert ["a"] == list(saved["done"]["blocks"])

    def test_values_read_from_the_log_do_not_change(self) -> None:
        log = walked([{"a": YES}])
        before = log.snapshot()
        log.decide({"a": NO, "b": YES})

        assert {"a": YES} == before
