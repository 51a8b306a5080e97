"""The near matches of a block without a match."""

import random
from itertools import pairwise

import pytest
from rapidfuzz.distance import Indel

from editreview.blocks import Interpretation
from editreview.matching import Difference, FileIndex, NearMatch, nearness
from editreview.text import split_lines


def near_match(index: FileIndex, interpretation: Interpretation) -> NearMatch | None:
    """The nearest match of a search that has no match."""
    return nearness(index, interpretation).best


def source(chance: random.Random, length: int) -> list[str]:
    """Lines like those of a program: many are similar, some rare, some blank."""
    names = ["user", "order", "price", "total", "cart", "item", "count", "rate", "code", "name"]
    lines: list[str] = []
    for _ in range(length):
        a, b, c = chance.sample(names, 3)
        lines.append(
            chance.choice(
                [
                    f"    {a} = {b}.{c}({chance.randrange(100)})",
                    f"    if {a} > {chance.randrange(1000)}:",
                    f"        return {a} + {b}",
                    f"def {a}_{b}({c}):",
                    "    }",
                    "",
                ]
            )
        )
    return lines


def altered(chance: random.Random, lines: list[str], share: float = 0.25) -> list[str]:
    """The lines, a share of them with a changed word, sometimes one removed or inserted."""
    changed = [line.replace("r", "R", 1) + " # x" if chance.random() < share else line for line in lines]
    if chance.random() < 0.5:
        changed.insert(chance.randrange(len(changed)), "    something_else()")
    if chance.random() < 0.5:
        del changed[chance.randrange(len(changed))]
    return changed


def joined(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def stripped(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)


def best_score(lines: list[str], expected: list[str]) -> float:
    """The best likeness of all windows up to an eighth shorter or longer, by brute force."""
    reach = max(1, len(expected) // 8)
    return max(
        Indel.normalized_similarity(stripped(lines[first : first + size]), stripped(expected))
        for size in range(max(len(expected) - reach, 1), len(expected) + reach + 1)
        for first in range(max(len(lines) - size + 1, 1))
    )


@pytest.mark.parametrize("share", [0.25, 0.9])
@pytest.mark.parametrize("seed", range(12))
def test_an_altered_block_is_found_at_its_position(seed: int, share: float) -> None:
    chance = random.Random(seed)
    lines = source(chance, 600)
    size = chance.randint(5, 15)
    first = chance.randrange(len(lines) - size)

    near = near_match(
        FileIndex(joined(lines)),
        Interpretation(joined(altered(chance, lines[first : first + size], share)), ""),
    )

    assert near is not None
    assert near.lines[0] <= first + size
    assert first + 1 <= near.lines[1]
    assert abs(near.lines[0] - (first + 1)) <= 2


def test_the_best_score_is_nearly_always_found() -> None:
    """The budget: in 95 of 100 trials, compared with brute force."""
    trials = 40
    best = 0
    for seed in range(trials):
        chance = random.Random(1_000 + seed)
        lines = source(chance, 60)
        first = chance.randrange(45)
        expected = altered(chance, lines[first : first + chance.randint(4, 12)], chance.choice([0.25, 0.9]))
        near = near_match(FileIndex(joined(lines)), Interpretation(joined(expected), ""))
        best += near is not None and near.score >= best_score(lines, expected) - 1e-9

    assert 0.95 * trials <= best


@pytest.mark.parametrize("seed", range(3))
def test_unrelated_text_has_no_near_match(seed: int) -> None:
    chance = random.Random(seed)
    text = joined(source(chance, 5_000))
    absent = joined(["".join(chance.choices("QWXZVKJ#@", k=40)) for _ in range(30)])

    assert near_match(FileIndex(text), Interpretation(absent, "")) is None


@pytest.mark.parametrize(
    "text",
    ["", "\n\n\n", "}\n" * 20_000, "x" * 200_000 + "\n", ("y" * 3_000 + "\n") * 40],
    ids=["empty", "blank lines", "braces", "one long line", "long lines"],
)
def test_files_without_similar_lines_have_no_near_match(text: str) -> None:
    assert near_match(FileIndex(text), Interpretation("def total(self):\n    return 1\n", "")) is None


def test_a_blank_search_has_no_near_match() -> None:
    assert near_match(FileIndex("a\nb\n"), Interpretation("\n\n", "")) is None


def test_the_differences_are_the_lines_that_differ_from_the_block() -> None:
    text = "def total(cart):\n    price = cart.price\n    return price\n\nlast = 1\n"
    expected = "def total(cart):\n    price = cart.prices\n    log(price)\n    return price\n"

    near = near_match(FileIndex(text), Interpretation(expected, ""))

    assert near is not None
    assert (1, 3) == near.lines
    assert (2, 4) == (near.equal, near.expected)
    assert (
        Difference(2, "    price = cart.prices", "    price = cart.price"),
        Difference(None, "    log(price)", None),
    ) == near.differences


def test_an_extra_line_in_the_file_is_a_difference_too() -> None:
    text = "begin of the block\nextra\nmiddle of the block\nend of the block\n"

    near = near_match(
        FileIndex(text), Interpretation("begin of the block\nmiddle of the block\nend of the block!\n", "")
    )

    assert near is not None
    assert (
        Difference(2, None, "extra"),
        Difference(4, "end of the block!", "end of the block"),
    ) == near.differences


def test_it_can_turn_the_file_into_the_search() -> None:
    text = "alpha beta gamma\ndelta epsilon\nzeta\n"

    near = near_match(FileIndex(text), Interpretation("alpha beta GAMMA\ndelta epsilon\n", ""))

    assert near is not None
    assert "alpha beta GAMMA\ndelta epsilon\nzeta\n" == near.to_search.apply(text)


def test_indentation_does_not_lower_the_score() -> None:
    near = near_match(FileIndex("if a:\n    x = 1\n"), Interpretation("    if a:\n      x = 1\n", ""))

    assert near is not None
    assert (1.0, (1, 2)) == (near.score, near.lines)


def test_at_most_twenty_differences_are_kept() -> None:
    old = [f"the value number {i} is kept here" for i in range(60)]
    expected = [f"{line} now" if i % 2 else line for i, line in enumerate(old)]

    near = near_match(FileIndex(joined(old)), Interpretation(joined(expected), ""))

    assert near is not None
    assert 20 == len(near.differences)
    assert 60 == len(split_lines(near.to_search.apply(joined(old))))


class TestExplanation:
    """The score explained in words."""

    @pytest.mark.parametrize(
        ("expected", "explained"),
        [
            ("a = first(1)\nb = second(2)\nc = third(4)\n", "2 of 3 lines equal, 1 differs in 1 word"),
            ("a = first(9)\nb = second(x, y)\nc = third(3)\n", "1 of 3 lines equal, 2 differ in 4 words"),
            ("a = first(1)\nb = second(2)\nlog()\nc = third(3)\n", "3 of 4 lines equal, 1 missing"),
            ("a = first(1)\nc = third(3)\n", "2 of 2 lines equal, 1 more between them"),
            (
                "a = first(1)\n  b = second(2)\nc = third(3)\n",
                "2 of 3 lines equal, 1 differs in whitespace only",
            ),
        ],
    )
    def test_it_counts_lines_and_words(self, expected: str, explained: str) -> None:
        near = near_match(
            FileIndex("a = first(1)\nb = second(2)\nc = third(3)\n"), Interpretation(expected, "")
        )

        assert near is not None
        assert explained == near.explained

    def test_words_are_not_counted_if_not_all_differences_are_kept(self) -> None:
        old = [f"the value number {i} is kept here" for i in range(60)]

        near = near_match(
            FileIndex(joined(old)), Interpretation(joined([f"{line} now" for line in old[:30]]), "")
        )

        assert near is not None
        assert "0 of 30 lines equal, 30 differ" == near.explained


class TestOthers:
    """The next best spans."""

    TEXT = "".join(
        f"def {name}(cart):\n    price = cart.{name}_price\n    return price * {number}\n\n"
        for number, name in enumerate(["total", "net", "gross", "taxed", "final"])
    )

    def test_there_are_at_most_two_best_first(self) -> None:
        expected = "def nets(cart):\n    price = cart.net_sum\n    return price * 11\n"

        found = nearness(FileIndex(self.TEXT), Interpretation(expected, ""))

        assert found.best is not None
        assert (5, 7) == found.best.lines
        assert 2 == len(found.others)
        assert found.best.score > found.others[0].score >= found.others[1].score

    def test_they_do_not_overlap(self) -> None:
        found = nearness(
            FileIndex(self.TEXT),
            Interpretation("def x(cart):\n    price = cart.price\n    return price\n", ""),
        )

        assert found.best is not None
        spans = sorted([found.best.lines, *(other.lines for other in found.others)])
        assert all(before[1] < after[0] for before, after in pairwise(spans))


class TestBudget:
    def test_a_search_that_would_take_too_long_is_marked_as_cut_short(self) -> None:
        line = ", ".join(map(str, range(40_000)))

        found = nearness(FileIndex(f"{line}\n"), Interpretation(line.replace("77", "78") + "\n", ""))

        assert (None, True) == (found.best, found.is_cut_short)

    def test_a_complete_search_is_not_marked(self) -> None:
        assert not nearness(FileIndex("a\nb\n"), Interpretation("nothing like it\n", "")).is_cut_short

    @pytest.mark.parametrize("share", [0.25, 0.9])
    @pytest.mark.parametrize("seed", range(4))
    def test_a_long_block_is_found_with_at_least_the_score_of_its_position(
        self, seed: int, share: float
    ) -> None:
        """Each end of a long block is found by the lines near it."""
        chance = random.Random(seed)
        lines = source(chance, 400)
        first = chance.randrange(300)
        there = lines[first : first + 80]
        expected = altered(chance, there, share)
        del expected[40:44]

        near = near_match(FileIndex(joined(lines)), Interpretation(joined(expected), ""))

        assert near is not None
        assert near.score >= Indel.normalized_similarity(*(stripped(part) for part in (there, expected)))

    def test_a_block_of_thousands_of_lines_is_found_even_if_every_line_differs(self) -> None:
        lines = [f"the value of item {number} is {number * 7 % 1000} today" for number in range(5_000)]
        expected = [f"{line}!" for line in lines[1_000:4_000]]

        near = near_match(FileIndex(joined(lines)), Interpretation(joined(expected), ""))

        assert near is not None
        assert (1_001, 4_000) == near.lines
        assert 0.9 < near.score < 1
