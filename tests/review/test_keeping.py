"""A review that is kept for a later run."""

import json
import stat
from pathlib import Path

from editreview.review import Decision, Review, Verdict, keep_review
from tests.builders import block, make_repository


def test_the_response_and_every_decision_in_order_are_kept_for_the_owner_only(tmp_path: Path) -> None:
    review = Review.open(make_repository(tmp_path, {"a.txt": "a\nb\nb\n"}))
    response = block("a\n", "A\n") + block("b\n", "caf\udce9\n")
    review.read(response)
    first, second = review.proposals
    assert second.placement is not None
    place = second.placement.places[1].key
    review.decide({first.key: review.acceptance(first)})
    review.decide({second.key: Decision(Verdict.REJECTED, frozenset({place}), reason="no")})
    review.undo()

    path = keep_review(review, response)

    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert {
        "schema": 1,
        "root": str(tmp_path),
        "response": response,
        "starts": [1],
        "log": [
            {
                "kind": "decide",
                "decisions": {
                    first.key: {
                        "verdict": "accepted",
                        "places": None,
                        "rows": None,
                        "reason": None,
                        "outcome": first.outcome,
                    }
                },
            },
            {
                "kind": "decide",
                "decisions": {
                    second.key: {
                        "verdict": "rejected",
                        "places": [place],
                        "rows": None,
                        "reason": "no",
                        "outcome": None,
                    }
                },
            },
            {"kind": "undo", "decisions": {}},
        ],
    } == json.loads(path.read_text())
