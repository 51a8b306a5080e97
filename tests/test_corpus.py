"""Real replies that were committed, scored: some may be refused, none may be written wrongly.

Set EDITREVIEW_CORPUS to a folder with `verified.jsonl` or `verified.jsonl.gz`. Each line is a
record with `id`, `response`, and `before` and `after` as path to text.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from editreview.review import make_report
from tests.builders import check_reasons, files_of, make_tree, review_of
from tests.corpus import CORPUS, encoded, records


def verdict(root: Path, record: dict[str, Any]) -> str:
    """The result of a record applied whole or not at all, as `apply --atomic` does.

    Returns:
        `passed`, `eol` (only line ends at a file's end differ), `refused` or `wrong`.
    """
    before = encoded(record["before"])
    after = encoded(record["before"] | record["after"])
    review = review_of(make_tree(root, before), record["response"])
    accepted = review.accept("tolerant")
    review.prepare()
    left = [p for p in review.proposals if not p.is_done_already and p.number not in accepted]
    if not left and not review.problems and not review.refused:
        review.write()
    check_reasons(make_report(review))
    found = files_of(root)
    if found in (after, before):
        return "passed" if found == after else "refused"
    bare, wanted = ({path: data.rstrip(b"\r\n") for path, data in files.items()} for files in (found, after))
    return "eol" if bare == wanted else "wrong"


@pytest.mark.skipif(not CORPUS, reason="EDITREVIEW_CORPUS names no folder of real replies")
def test_no_response_is_applied_wrongly(tmp_path: Path) -> None:
    found = {
        str(record["id"]): verdict(tmp_path / str(number), record)
        for number, record in enumerate(records(Path(CORPUS or "")))
    }

    assert [] == [name for name, what in found.items() if what == "wrong"]
    assert Counter(found.values())["passed"] > len(found) / 2
