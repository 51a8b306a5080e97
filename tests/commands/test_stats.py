"""`editreview stats`: what runs record, and what is counted."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from editreview.matching import Tier
from editreview.review import (
    GROUPINGS,
    BlockFigures,
    Measure,
    Review,
    RunFigures,
    Statistics,
    Status,
    decode_figures,
    encode_figures,
    figures_of,
    grouped,
    latest,
    measured,
)
from editreview.tui.charts import bar as drawn_bar
from editreview.tui.charts import statistics_lines
from tests.builders import block, make_repository
from tests.programs import run

GOOD = block("two\n", "2\n", "a.txt")
BAD = block("x\n", "y\n", "twice.txt")
FILES = {"a.txt": "one\ntwo\nthree\n", "twice.txt": "x\nx\n"}
NOW = 1_800_000_000


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state, of this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state/editreview/runs"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", FILES)


def recorded(state: Path) -> list[RunFigures]:
    lines = (state / "runs.jsonl").read_bytes().splitlines() if state.exists() else []
    runs = [decode_figures(line) for line in lines]
    assert None not in runs
    return [run for run in runs if run is not None]


def statistics(root: Path, *arguments: str) -> Any:
    ended = run(root, "stats", "--json", *arguments)
    assert 0 == ended.status, ended.err
    return json.loads(ended.out)


def a_block(
    status: Status = Status.APPLIED,
    tier: Tier | None = Tier.EXACT,
    file: str = "a",
    response: int = 1,
    breaks_syntax: bool = False,
) -> BlockFigures:
    return BlockFigures("search-replace", status, tier, "exact", file, response, 5, breaks_syntax)


def a_run(*blocks: BlockFigures, at: int = NOW, **more: Any) -> RunFigures:
    return RunFigures(1, at, "apply", blocks, **more)


FAILED = a_block(Status.FAILED, None)


def measure(name: str, *runs: RunFigures) -> Measure:
    return next(each for each in measured(runs) if each.name == name)


class TestRecording:
    def test_apply_records_one_line_without_text_or_paths(self, root: Path, state: Path) -> None:
        before = int(time.time())
        run(root, "apply", "--model", "some-model", response=GOOD + BAD)

        (figures,) = recorded(state)
        assert ("apply", "some-model", 0) == (figures.command, figures.model, figures.malformed)
        assert before <= figures.at <= time.time()
        first, second = figures.blocks
        assert ("search-replace", Status.APPLIED, Tier.EXACT) == (first.format, first.status, first.tier)
        assert (Status.FAILED, None) == (second.status, second.tier)
        assert first.file != second.file
        assert 3 == figures.file_lines
        text = (state / "runs.jsonl").read_text()
        assert not re.search(r"a\.txt|twice|root", text)

    @pytest.mark.parametrize(
        "arguments",
        [("apply", "--no-stats"), ("apply", "--dry-run"), ("check",)],
    )
    def test_what_does_not_count_records_nothing(
        self, root: Path, state: Path, arguments: tuple[str, ...]
    ) -> None:
        run(root, *arguments, response=GOOD)
        assert [] == recorded(state)

    def test_a_response_without_an_edit_records_nothing(self, root: Path, state: Path) -> None:
        run(root, "apply", response="Nothing to do.\n")
        assert [] == recorded(state)

    def test_the_configuration_turns_it_off_or_adds_paths(
        self, root: Path, state: Path, tmp_path: Path
    ) -> None:
        file = tmp_path / "config.toml"
        file.write_text("[stats]\nrecord = false\n")
        run(root, "apply", "--config", str(file), response=GOOD)
        assert [] == recorded(state)

        file.write_text("[stats]\npaths = true\n")
        run(root, "apply", "--config", str(file), response=GOOD)
        (figures,) = recorded(state)
        assert ["a.txt"] == list(figures.paths.values())
        assert [("a.txt", 1)] == [
            (g["name"], g["blocks"]) for g in statistics(root, "--by", "path")["groups"]
        ]

    def test_a_run_that_cannot_record_ends_as_it_would_and_says_so_once(
        self, root: Path, state: Path
    ) -> None:
        state.parent.mkdir(parents=True)
        state.write_text("in the way")

        ended = run(root, "apply", response=GOOD)

        assert 0 == ended.status
        assert 1 == ended.err.count("statistics are not recorded in ")
        assert "2\n" in (root / "a.txt").read_text()
        assert "not recorded" not in run(root, "apply", "--no-stats", response=GOOD).err

    @pytest.mark.parametrize(
        ("command", "count"), [("review", 1), ("changes", 1), ("agent", 1), ("apply", 0), ("acp", 0)]
    )
    def test_decisions_on_screen_are_counted(self, root: Path, command: str, count: int) -> None:
        review = Review.open(root)
        review.read(GOOD)
        review.accept(Tier.EXACT)

        assert count == figures_of(review, command, model=None, id=None, with_paths=False).decisions

    def test_a_name_that_is_not_utf8_is_recorded(self) -> None:
        figures = a_run(a_block(), paths={"a": "caf\udce9"})
        assert figures == decode_figures(encode_figures(figures))

    @pytest.mark.parametrize(
        "line", [b"", b"{", b'{"version":1}', b"[]", b"\xff", encode_figures(a_run(a_block()))[:-20]]
    )
    def test_a_line_that_was_cut_short_is_left_out(self, line: bytes) -> None:
        assert decode_figures(line) is None

    @pytest.mark.parametrize("at", [-1, 10**12, 10**30])
    def test_a_line_whose_time_is_no_date_is_left_out(self, root: Path, state: Path, at: int) -> None:
        run(root, "apply", response=GOOD)
        line = encode_figures(a_run(a_block())).replace(str(NOW).encode(), str(at).encode())
        with (state / "runs.jsonl").open("ab") as log:
            log.write(line + b"\n")

        assert 1 == statistics(root, "--by", "day")["runs"]

    @pytest.mark.parametrize(
        "fields",
        [
            b'"x":' + 100_000 * b"[",
            b'"file_lines":' + 5_000 * b"9",
            b'"written_lines":-1',
            b'"decision_s":1e300',
        ],
        ids=lambda fields: fields[:16].decode(),
    )
    def test_a_line_with_figures_that_cannot_be_is_left_out(self, fields: bytes) -> None:
        """Whatever damaged it: sums and bars would be as wrong."""
        assert decode_figures(b'{"version":1,"at":0,"command":"apply",%s}' % fields) is None

    def test_lines_of_another_version_are_left_out(self) -> None:
        assert decode_figures(encode_figures(RunFigures(2, NOW, "apply"))) is None


class TestMeasures:
    def test_first_tries_count_failures_and_malformed_blocks_and_no_decision_of_the_user(self) -> None:
        rejected = a_block(Status.REJECTED)

        found = measure("first-try success", a_run(a_block(), a_block(), FAILED, rejected, malformed=1))

        assert (2, 4, False) == (found.part, found.of, found.is_met)

    def test_the_edit_after_a_failure_is_a_retry(self) -> None:
        """Of the same file, a short time later, in another run or a further response."""
        name = "files edited again after a failure"
        soon, late = a_run(a_block(), at=NOW + 60), a_run(a_block(), at=NOW + 7200)
        first = a_run(FAILED)

        assert (1, 2) == (measure(name, first, soon).part, measure(name, first, soon).of)
        assert 0 == measure(name, first, late).part
        assert 0 == measure(name, first, a_run(a_block(file="b"), at=NOW + 60)).part
        assert 1 == measure(name, a_run(FAILED, a_block(response=2))).part
        assert 0 == measure(name, a_run(a_block(), a_block())).part
        # It is no first try.
        assert (0, 1) == (
            measure("first-try success", first, soon).part,
            measure("first-try success", first, soon).of,
        )

    def test_exact_matches_are_counted_among_what_was_applied(self) -> None:
        found = measure("exact matches", a_run(a_block(), a_block(tier=Tier.TOLERANT), FAILED))
        assert (1, 2) == (found.part, found.of)

    def test_runs_with_a_failure_are_counted(self) -> None:
        found = measure("runs with a failed edit", a_run(a_block()), a_run(FAILED), a_run(malformed=1))
        assert (2, 3) == (found.part, found.of)

    def test_syntax_errors_are_counted(self) -> None:
        found = measure("syntax errors", a_run(a_block(breaks_syntax=True), *[a_block()] * 99))
        assert (1, 100, True) == (found.part, found.of, found.is_met)

    def test_output_saved_is_what_whole_files_would_have_had_more(self) -> None:
        run = a_run(a_block(), file_lines=100, written_lines=30)
        longer = a_run(a_block(), file_lines=10, written_lines=40)

        assert 70.0 == measure("output saved against whole files", run).percent
        both = measure("output saved against whole files", run, longer)
        assert (70, 110) == (both.part, both.of)

    def test_what_takes_time_is_computed_once(self) -> None:
        statistics = Statistics([a_run(a_block())])
        statistics.compute()

        assert statistics.measures is statistics.measures
        assert all(statistics.groups(by) is statistics.groups(by) for by in GROUPINGS)

    def test_without_a_run_there_is_no_figure(self) -> None:
        assert {None} == {each.percent for each in measured([])}

    def test_of_a_review_that_was_resumed_the_last_figures_hold(self) -> None:
        """The time of all its decisions counts."""
        first = a_run(FAILED, review="r", decisions=1, decision_s=5.0, model="m")
        other = a_run(a_block())
        last = a_run(a_block(), review="r", decisions=2, decision_s=3.0)

        assert [other, a_run(a_block(), review="r", decisions=3, decision_s=8.0, model="m")] == latest(
            [first, other, last]
        )


class TestGroups:
    def test_blocks_are_counted_by_day_in_order(self) -> None:
        day = 86_400
        runs = [a_run(a_block(), at=NOW + day), a_run(a_block(), FAILED, a_block(Status.REJECTED), at=NOW)]

        first, second = grouped(runs, "day")

        assert (3, 1, 1, 1, 1) == (first.blocks, first.applied, first.exact, first.failed, first.rejected)
        assert first.name < second.name

    @pytest.mark.parametrize(
        ("by", "name"), [("format", "search-replace"), ("model", "(not named)"), ("path", "(not recorded)")]
    )
    def test_blocks_are_counted_by(self, by: str, name: str) -> None:
        (group,) = grouped([a_run(a_block())], by)
        assert (name, 1) == (group.name, group.blocks)


class TestOutput:
    def test_without_a_run_it_says_so(self, root: Path) -> None:
        ended = run(root, "stats")
        assert (0, "", "no runs are recorded yet\n") == (ended.status, ended.out, ended.err)

    def test_each_measure_has_a_bar_with_its_target(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run(root, "apply", "--model", "m", response=GOOD + BAD)

        ended = run(root, "stats", "--by", "model")

        assert (0, "") == (ended.status, ended.err)
        assert re.search(r"^1 run, 2 blocks since 20\d\d-", ended.out)
        bar = "█" * 15 + "·" * 12 + "│" + "·" * 2
        assert f"first-try success                    50 %  {bar}  target > 90 %, missed\n" in ended.out
        assert re.search(r"^m +2 +1 +100 % +1 +0 ", ended.out, re.MULTILINE)

    def test_bars_are_ascii_where_the_locale_is(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        run(root, "apply", response=GOOD)
        monkeypatch.setenv("TERM", "linux")

        assert run(root, "stats").out.isascii()

    def test_json_has_all_figures(self, root: Path) -> None:
        run(root, "apply", response=GOOD + BAD)

        found = statistics(root, "--by", "format")

        assert (1, 1, 2) == (found["schema"], found["runs"], found["blocks"])
        by_name = {each["name"]: each for each in found["measures"]}
        assert (50.0, 90, "above") == tuple(
            by_name["first-try success"][field] for field in ("percent", "target", "target_is")
        )
        assert ["search-replace"] == [each["name"] for each in found["groups"]]

    def test_all_figures_can_be_deleted(self, root: Path, state: Path) -> None:
        run(root, "apply", response=GOOD)

        ended = run(root, "stats", "--clear")

        assert (0, "all figures deleted\n") == (ended.status, ended.err)
        assert [] == list(state.iterdir())


class TestLines:
    """The tables, at every width."""

    RUNS = (
        a_run(
            a_block(),
            FAILED,
            paths={"a": "src/" + "very/" * 20 + "deep.py"},
            model="m\x1b[31m\nx",
            decisions=3,
        ),
        a_run(a_block(), a_block(tier=Tier.TOLERANT), file_lines=100, written_lines=20, model="文" * 60),
    )

    @pytest.mark.parametrize("by", [None, *GROUPINGS])
    @pytest.mark.parametrize("width", [36, 66, 78, 108, 200])
    def test_no_line_is_longer_than_there_is_room(self, width: int, by: str | None) -> None:
        lines = [
            "".join(text for text, _ in parts) for parts in statistics_lines(Statistics(self.RUNS), by, width)
        ]

        assert [] == [line for line in lines if cell_len(line.rstrip()) > width]
        assert all(
            name in "\n".join(lines) for name in ("first-try success", "target > 90 %", "target 50–70 %")
        )

    @pytest.mark.parametrize(
        ("percent", "bar"),
        [(None, "·····│··"), (0, "·····│··"), (50, "████·│··"), (55, "████▍│··"), (100, "█████│██")],
    )
    def test_a_bar_has_eighths_of_cells_and_a_line_at_its_target(
        self, percent: float | None, bar: str
    ) -> None:
        assert bar == "".join(text for text, _ in drawn_bar(percent, (70, None), 8, ""))

    def test_of_many_groups_the_page_has_the_first(self) -> None:
        """The bars of thousands of files are counted once for each column."""
        blocks = [a_block(file=str(number)) for number in range(5_000)]
        many = Statistics([a_run(*blocks, paths={block.file: f"{block.file}.py" for block in blocks})])

        assert 5_000 < len(statistics_lines(many, "path", 100))
        shown = statistics_lines(many, "path", 100, most=3)
        assert "and 4,997 more: `editreview stats --by path` lists all" == shown[-1][0][0]
        assert 3 == sum(".py" in line[0][0] for line in shown if line)

    def test_a_group_has_its_retries_and_its_time(self) -> None:
        first = a_run(FAILED, model="m", decisions=2, decision_s=3.0)
        second = a_run(a_block(), at=NOW + 9, model="m", decisions=2, decision_s=2.0)

        (by_model,) = grouped([first, second], "model")
        (by_path,) = grouped([first, second], "path")

        assert (1, 4, 1.2) == (by_model.retries, by_model.decisions, by_model.seconds_per_decision)
        assert (1, None, None) == (by_path.retries, by_path.decisions, by_path.seconds_per_decision)


class TestModel:
    def test_it_is_that_of_the_transcript_unless_it_is_named(self, root: Path, state: Path) -> None:
        body = json.dumps({"model": "model-9", "choices": [{"message": {"content": GOOD}}]})
        run(root, "apply", response=body)
        run(root, "apply", "--model", "other", response=body)

        assert ["model-9", "other"] == [each.model for each in recorded(state)]
