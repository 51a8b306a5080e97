"""A line of the file with all blocks is found in the diff of each block that shows it."""

from pathlib import Path
from random import Random

import pytest

from editreview.review.file_plan import line_in_diff
from tests.builders import block, make_tree, review_of


def blocks(random: Random, lines: list[str]) -> str:
    """A response that replaces, removes and adds lines at some places, and builds on its own new lines."""
    found, at = "", 0
    while at < len(lines):
        at += random.randrange(1, 5)
        old = lines[at : at + random.randrange(1, 3)]
        if not old:
            break
        new = [f"new {at} {n}\n" for n in range(random.randrange(4))]
        found += block("".join(old), "".join(new), "a.txt")
        if new and random.random() < 0.3:
            found += block(new[0], f"again {at}\n", "a.txt")
        at += len(old) + 1
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_line_has_the_same_text_and_is_found_wherever_it_stands(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    lines = [f"line {n}\n" for n in range(random.randrange(5, 40))]
    response = blocks(random, lines)
    review = review_of(make_tree(tmp_path, {"a.txt": "".join(lines)}), response)
    (plan,) = review.question().plans or (None,)
    if plan is None:
        return

    for proposal in plan.proposals:
        if proposal.number not in plan.members or proposal.base is None:
            continue
        own = proposal.change.apply(proposal.base.text).splitlines()
        for number, line in enumerate(plan.after.splitlines()):
            found = line_in_diff(plan, proposal, number)
            assert (line in own) == (found is not None), (proposal.number, line)
            assert found is None or own[found] == line


def test_a_line_below_the_last_counts_as_the_last(tmp_path: Path) -> None:
    """Parsers name it where something is not closed."""
    review = review_of(make_tree(tmp_path, {"a.txt": "a\nb\n"}), block("b\n", "c\n"))
    (plan,) = review.question().plans

    assert 1 == line_in_diff(plan, plan.proposals[0], 2)


_NESTED = "export function f() {\n  if (a) {\n    return 1;\n  }\n  return 2;\n}\n"


@pytest.mark.parametrize(
    ("after", "count"),
    [
        ("export function f() {\nif (a) {\nreturn 1;\n}\nreturn 3;\n}\n", 1),
        ("const b = 2;\nif (a) {\n  return 1;\n}\nreturn 2;\n", 0),
    ],
    ids=["flattened", "out of its block"],
)
def test_lines_of_several_depths_that_have_lost_their_indentation_are_named(
    tmp_path: Path, after: str, count: int
) -> None:
    make_tree(tmp_path, {"a.ts": _NESTED})
    review = review_of(tmp_path, block(_NESTED, after, "a.ts"))

    messages = [warning.message for warning in review.proposals[0].warnings]
    assert count == len([each for each in messages if each.startswith("has no indentation at all")])


@pytest.mark.parametrize("name", ["a.sql", "a.toml", "a.ini"])
def test_where_depth_has_no_meaning_lines_need_none(tmp_path: Path, name: str) -> None:
    make_tree(tmp_path, {name: _NESTED})
    flat = "\n".join(map(str.strip, _NESTED.replace("2", "3").splitlines()))
    review = review_of(tmp_path, block(_NESTED, f"{flat}\n", name))

    assert "no indentation" not in str([warning.message for warning in review.proposals[0].warnings])
