"""A format is added by one module with its `SPEC` and one row of the table, and is then known everywhere."""

from pathlib import Path

import pytest

from editreview.blocks import EditBlock
from editreview.cli import cli
from editreview.formats import descriptions, formats_of, parse, table
from editreview.formats.spec import COPY_EXACTLY
from editreview.formats.table import Format
from editreview.prompts import prompt
from editreview.review import make_report
from editreview.workspace import Workspace
from tests.builders import make_tree, review_of
from tests.formats import toy
from tests.streams import in_pieces

GREETING = 'def greet():\n    return "Hello"\n'
EXAMPLE = toy.SPEC.description.example


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "FORMATS", (*table.FORMATS, Format("tests.formats.toy", "%", r"%%% \S")))


def test_blocks_of_a_new_format_are_read_between_those_of_others_however_the_response_is_cut() -> None:
    text = f"Prose.\n{EXAMPLE}{descriptions()['search-replace'].example}"

    items = in_pieces(text, list(range(len(text))))

    formats = [item.format for item in items if isinstance(item, EditBlock)]
    assert ["toy", "search-replace"] == formats == [block.format for block in parse(text).blocks]


def test_a_block_that_was_cut_off_is_a_problem() -> None:
    assert ["Missing %%%"] == [problem.message for problem in parse(EXAMPLE.removesuffix("%%%\n")).problems]


def test_an_edit_is_applied_and_reported(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, {"greeting.py": GREETING}), EXAMPLE)

    review.accept("exact")
    review.write()

    blocks = make_report(review).record.blocks
    assert [("toy", "applied")] == [(block.format, block.status) for block in blocks]
    assert GREETING.replace("Hello", "Good morning") == (tmp_path / "greeting.py").read_text()


def test_a_new_format_can_be_selected_by_name() -> None:
    assert ["toy"] == [format.spec.name for format in formats_of(["toy"])]


def test_a_prompt_describes_a_new_format(tmp_path: Path) -> None:
    text = prompt(Workspace.open(tmp_path), ["toy"], []).text

    assert EXAMPLE in text
    assert f"- {COPY_EXACTLY}\n" in text


def test_help_lists_a_new_format_with_its_example(capfd: pytest.CaptureFixture[str]) -> None:
    cli(["formats"], standalone_mode=False)

    title = f"toy: {toy.SPEC.description.summary}"
    assert f"\n{title}\n\n    %%% greeting.py\n" in capfd.readouterr().out
