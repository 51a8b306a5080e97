"""A finding is new if the text before had none of its kind at its line."""

import pytest

from editreview.language_servers import Finding, new_findings

OLD = "one\ntwo\nthree\n"


def found(line: int, message: str = "m", *, is_error: bool = True) -> Finding:
    return Finding(line, message, is_error)


def test_a_finding_that_moved_with_its_line_is_not_new() -> None:
    assert () == new_findings(OLD, "zero\n" + OLD, [found(1)], [found(2)])


def test_a_finding_at_another_line_that_stayed_is_new() -> None:
    assert (found(2),) == new_findings(OLD, "zero\n" + OLD, [found(0)], [found(1), found(2)])


def test_a_finding_at_a_changed_line_is_new_only_as_often_as_there_are_more() -> None:
    after = OLD.replace("two\n", "two a\ntwo b\n")

    assert (found(2),) == new_findings(OLD, after, [found(1)], [found(1), found(2)])


def test_a_message_may_name_lines_that_move() -> None:
    before, after = [found(2, "redefined from line 1")], [found(3, "redefined from line 2")]

    assert () == new_findings(OLD, "zero\n" + OLD, before, after)


def test_errors_come_first_and_there_are_at_most_twenty() -> None:
    text = "x\n" * 50
    all_found = [found(n, is_error=n > 40) for n in range(50)]

    kept = new_findings("", text, [], all_found)

    assert [*range(41, 50), *range(11)] == [each.line for each in kept]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("from new import x", 'Import "new" could not be resolved'),
        ("from . import new", '"new" is unknown import symbol'),
        ("import { x } from './new'", "Cannot find module './new'"),
        ("const x = require('./lib/new')", "Cannot find module './lib/new'"),
        ("    new,", '"new" is unknown import symbol'),
        ('#include "new.h"', "'new.h' file not found"),
        ("use crate::new::X;", "unresolved import `crate::new`"),
    ],
)
def test_a_file_that_is_not_there_yet_is_not_missed(line: str, message: str) -> None:
    assert () == new_findings("", line, [], [found(0, message)], ["lib/new.x"])
    assert (found(0, message),) == new_findings("", line, [], [found(0, message)], ["lib/other.x"])


def test_a_package_is_imported_by_the_name_of_its_folder() -> None:
    finding = found(0, 'Import "new" could not be resolved')

    assert () == new_findings("", "import new", [], [finding], ["new/__init__.py"])


def test_other_faults_of_an_import_stay() -> None:
    finding = found(0, "`new` imported but unused")

    assert (finding,) == new_findings("", "import new", [], [finding], ["new.py"])


def test_imports_are_not_to_be_sorted_as_if_a_new_file_were_not_there() -> None:
    text = "import os\n\nimport msgspec\n\nfrom package.new import x\n"
    finding = Finding(0, "Import block is un-sorted or un-formatted", False, "I001", last=4)

    assert () == new_findings("", text, [], [finding], ["package/new.py"])
    assert (finding,) == new_findings("", text, [], [finding], ["package/other.py"])
