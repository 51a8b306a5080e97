"""Cases as folders under tests/cases: a response, the tree before it, and the tree after.

To add one, make a folder `cases/<format>/<name>` with `response.md`, `before/` and `after/`.
`expect.json`, if there is one, holds for each block some of the report's fields, and the
problems and offers; `"empty_search"` is that option's value; `"repeatable": false` is for edits that
no second run can know for done, as those by line number alone.

The cases under `everyday` have an `"outcome"`: `placed` if all blocks are applied, `no-edit` if there are
none, `offered` if the user needs keys, or `dead-end`. `"keys"` lead to the tree in `reviewed/`; see
`tests/tui/test_everyday.py`.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest

from editreview.review import Report, make_report
from tests.builders import check_reasons, files_of, review_of
from tests.case_folders import CASES, NAMES, expectations
from tests.schemas import errors_in


def applied(case: Path, root: Path) -> Report:
    """Apply the case's response as `apply --accept tolerant` does."""
    response = (case / "response.md").read_bytes().decode()
    review = review_of(root, response, expectations(case).get("empty_search"))
    review.accept("tolerant")
    review.write()
    return make_report(review)


def _lay_out(folder: Path, root: Path) -> None:
    # Git keeps no empty folder, so a case that begins or ends with none has none.
    root.mkdir()
    if folder.exists():
        shutil.copytree(folder, root, dirs_exist_ok=True)


def tree(folder: Path) -> dict[str, bytes]:
    return files_of(folder) if folder.exists() else {}


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_after_the_response_is_the_expected_one(tmp_path: Path, name: str) -> None:
    """And a second run, which knows nothing of the first, changes nothing.

    Where the first changed nothing, the second would be the first once more.
    """
    case, root = CASES / name, tmp_path / "root"
    _lay_out(case / "before", root)

    report = applied(case, root)

    assert tree(case / "after") == files_of(root)
    assert ["root"] == [path.name for path in tmp_path.iterdir()]
    check_expectations(case, report.data)
    check_reasons(report)
    assert [] == errors_in(report.data)
    if tree(case / "before") != tree(case / "after") and expectations(case).get("repeatable", True):
        # Elsewhere, where no journal has an entry for it.
        again = root.rename(tmp_path / "again")
        applied(case, again)
        assert tree(case / "after") == files_of(again), "a second run"


def check_expectations(case: Path, report: Any) -> None:
    """Compare what `expect.json` names with the report."""
    expected = expectations(case)
    if "outcome" in expected:
        is_placed = {block["status"] for block in report["blocks"]} == {"applied"} and not report["offers"]
        assert is_placed == (expected["outcome"] == "placed")
        assert expected["outcome"] != "no-edit" or not (report["blocks"] or report["offers"])
    if "blocks" not in expected:
        return
    problems = expected.get("problems", [])
    assert len(problems) == len(report["problems"])
    for wanted, found in zip(problems, report["problems"], strict=True):
        assert wanted == {field: found[field] for field in wanted}
    offers = expected.get("offers", [])
    assert len(offers) == len(report["offers"])
    for wanted, found in zip(offers, report["offers"], strict=True):
        assert wanted == {field: found[field] for field in wanted}
    assert len(expected["blocks"]) == len(report["blocks"])
    for wanted, found in zip(expected["blocks"], report["blocks"], strict=True):
        named = {field: found[field] for field in wanted}
        if "warnings" in wanted:
            assert len(wanted["warnings"]) == len(found["warnings"])
            pairs = zip(wanted["warnings"], found["warnings"], strict=True)
            named["warnings"] = [{field: given[field] for field in each} for each, given in pairs]
        assert wanted == named
