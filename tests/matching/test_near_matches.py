"""The near matches of a block without a match, what explains them, and blocks applied to them."""

import random
from itertools import pairwise

import pytest
from rapidfuzz.distance import Indel

from editreview.blocks import Interpretation
from editreview.matching import CASCADE, Difference, FileIndex, NearMatch, Tier, nearness, search
from editreview.matching.near_matches import (
    AbsenceCause,
    DifferenceKind,
    PartialMatch,
    PartOfLine,
    Piece,
    ScatteredLines,
    WhitespaceDifference,
    Window,
    absence_cause,
    differences_in_words,
    forced_match,
    forced_matches,
    ignored_differences,
    lines_at,
    missing_lines,
)
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


def test_differences_can_turn_the_file_into_the_search() -> None:
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


TEXT = """def load(path):
    with open(path) as file:
        return file.read()

def store(path, text):
    with open(path, "w") as file:
        file.write(text)
    return len(text)
"""


def cause_of(text: str, expected: str) -> AbsenceCause | None:
    index = FileIndex(text)
    return absence_cause(index, expected.splitlines(), nearness(index, Interpretation(expected, "")).best)


class TestWhitespace:
    @pytest.mark.parametrize(
        ("found", "expected"),
        [
            ("\treturn total\n", "return  total\n"),
            ("total = price * rate\n", "total=price*rate\n"),
            ("total =\u00a0price\n", "total = price\n"),
            ("total\u200b = price\n", "total = price\n"),
        ],
    )
    def test_a_text_that_differs_only_in_whitespace_names_the_line(self, found: str, expected: str) -> None:
        first = Difference(2, expected[:-1], found[:-1])

        assert WhitespaceDifference((2, 2), first) == cause_of(f"begin\n{found}end\n", expected)

    def test_a_text_with_other_line_breaks_differs_only_in_whitespace(self) -> None:
        found = cause_of("begin\ncall(first,\n     second)\nend\n", "call(first, second)\n")

        assert isinstance(found, WhitespaceDifference)
        assert (2, 3) == found.lines

    def test_a_different_character_is_more_than_whitespace(self) -> None:
        assert not isinstance(cause_of("total = price;\n", "total  = price\n"), WhitespaceDifference)


class TestPartOfLine:
    @pytest.mark.parametrize(
        ("text", "expected", "spans"),
        [
            ("a\nx = call(one) + 1\n", "call(one)\n", ((2, 2),)),
            ("x = call(one)\ny = call(one)\n", "call(one)\n", ((1, 1), (2, 2))),
            ("x = call(one,\n    two)\n", "call(one,\n    two)\n", ((1, 2),)),
            ("x = recall(one)\r\n", "call(one)\n", ((1, 1),)),
        ],
    )
    def test_a_text_inside_of_lines_is_found_there(
        self, text: str, expected: str, spans: tuple[tuple[int, int], ...]
    ) -> None:
        assert PartOfLine(spans, is_more=False) == cause_of(text, expected)

    def test_a_short_text_may_be_anywhere(self) -> None:
        assert not isinstance(cause_of("total = x1\n", "x1\n"), PartOfLine)

    def test_whole_lines_are_no_part_of_a_line(self) -> None:
        assert not isinstance(cause_of("one\ntwo\n", "\n\none\n"), PartOfLine)


class TestScattered:
    def test_lines_that_the_file_has_apart_are_named_piece_by_piece(self) -> None:
        expected = "    with open(path) as file:\n        return file.read()\n    return len(text)\n"

        assert ScatteredLines((Piece((1, 2), (2, 3)), Piece((3, 3), (8, 8)))) == cause_of(TEXT, expected)

    def test_lines_in_another_order_are_pieces(self) -> None:
        expected = "def store(path, text):\n    return len(text)\ndef load(path):\n"

        assert (
            ScatteredLines((Piece((1, 1), (5, 5)), Piece((2, 2), (8, 8)), Piece((3, 3), (1, 1))))
        ) == cause_of(TEXT, expected)

    def test_the_longest_piece_is_chosen_if_a_line_occurs_more_than_once(self) -> None:
        text = "x = 1\nfirst_line()\nother()\nfirst_line()\nsecond_line()\nmore()\nthird_line()\n"

        assert ScatteredLines((Piece((1, 2), (4, 5)), Piece((3, 3), (7, 7)))) == cause_of(
            text, "first_line()\nsecond_line()\nthird_line()\n"
        )

    def test_blank_lines_do_not_divide_a_piece(self) -> None:
        expected = "        return file.read()\ndef store(path, text):\n    return len(text)\n"

        assert ScatteredLines((Piece((1, 2), (3, 5)), Piece((3, 3), (8, 8)))) == cause_of(TEXT, expected)

    def test_a_text_with_a_missing_line_is_not_scattered(self) -> None:
        assert not isinstance(cause_of(TEXT, "def load(path):\n    return len(texts)\n"), ScatteredLines)

    def test_brackets_alone_are_not_pieces(self) -> None:
        assert not isinstance(cause_of("{\n(\n}\n)\n" * 9, "{\n{\n)\n)\n{\n"), ScatteredLines)

    def test_a_text_in_more_than_eight_pieces_is_not_scattered(self) -> None:
        lines = [f"line_number_{number}()\n" for number in range(40)]

        assert not isinstance(cause_of("".join(lines), "".join(reversed(lines))), ScatteredLines)

    def test_the_search_for_pieces_of_a_long_text_of_common_lines_is_abandoned(self) -> None:
        found = cause_of("    pass\n" * 30_000, "    pass\n" * 12_000 + "end_of_it()\n")

        assert not isinstance(found, ScatteredLines)


class TestPartialMatch:
    def test_the_lines_found_are_counted_and_the_first_missing_one_is_named(self) -> None:
        expected = "def load(path):\n    with open(path) as stream:\n        return file.read()\n"

        assert PartialMatch(2, 3, (1, 3), "    with open(path) as stream:") == cause_of(TEXT, expected)

    def test_one_line_of_many_is_not_reported(self) -> None:
        expected = "".join(f"        file.writes({number}, text)\n" for number in range(6))

        assert None is cause_of(TEXT, f"{expected}    return len(text)\n")


def test_a_text_that_has_nothing_in_common_with_the_file_has_no_cause() -> None:
    assert None is cause_of(TEXT, "SELECT name FROM customers;\n")


@pytest.mark.parametrize("expected", ["", "\n", "\n\n"])
def test_a_blank_text_has_no_cause(expected: str) -> None:
    assert None is cause_of(TEXT, expected)


def test_the_missing_line_that_is_named_occurs_nowhere_in_the_file() -> None:
    text = "import os\n" + "x = 1\n" * 8 + TEXT
    expected = "import os\n\ndef load(path):\n    with opened(path) as file:\n        return file.read()\n"

    found = cause_of(text, expected)

    assert isinstance(found, PartialMatch)
    assert "    with opened(path) as file:" == found.missing


@pytest.mark.parametrize(
    ("there", "expected", "kinds"),
    [
        ("a\nb\n", "a\nb\n", {}),
        ("x\r\na\r\n", "a\n", {1: DifferenceKind.LINE_END}),
        ("a  \nb\n", "a\nb\n", {0: DifferenceKind.TRAILING_WHITESPACE}),
        ("  a\n  b\n", "a\nb\n", {0: DifferenceKind.INDENTATION, 1: DifferenceKind.INDENTATION}),
        ("a  =  1\n", "a = 1\n", {0: DifferenceKind.INNER_WHITESPACE}),
        ("say(“hi”)\n", 'say("hi")\n', {0: DifferenceKind.SPELLING}),
        ("a\n\nb\n", "a\nb\n", {1: DifferenceKind.LAYOUT}),
    ],
)
def test_each_line_has_the_kind_of_its_difference(
    there: str, expected: str, kinds: dict[int, DifferenceKind]
) -> None:
    index = FileIndex(there)
    match = search(index, Interpretation(expected, "new\n")).matches[0]

    assert kinds == ignored_differences(index, match)


PROSE = "The quick brown fox jumps over the lazy dog, and\nthen it sleeps in the sun until evening comes\n"
TOLERANT = {
    "line-ends": ("a\r\n", "a\n", "line end in 1 line"),
    "trailing-whitespace": ("a  \n", "a\n", "trailing whitespace in 1 line"),
    "indentation": ("  a\n  b\n", "a\nb\n", "indentation in 2 lines"),
    "line-trimmed": ("  a\nb\n    c\n", "a\n  b\nc\n", "indentation in 3 lines"),
    "whitespace": ("a  =  1\n", "a = 1\n", "inner whitespace in 1 line"),
    "blank-lines": ("a\n\nb\n", "a\nb\n", "layout in 1 line"),
    "escapes": ("say('hi')\n", "say(\\'hi\\')\n", "characters in 1 line"),
    "look-alikes": ("say(“hi”)\n", 'say("hi")\n', "characters in 1 line"),
    "entities": ("a < b\n", "a &lt; b\n", "characters in 1 line"),
    "line-numbers": ("a = 1\nb = 2\n", "12| a = 1\n13| b = 2\n", "characters in 2 lines"),
    "tokens": ("f(a,\n  b);\n", "f(a, b);\n", "layout in 2 lines"),
    "rewrap": (PROSE, PROSE.replace("and\n", "and "), "layout in 2 lines"),
}
"""By tolerant strategy: a file, an old text, and the description of their differences."""


@pytest.mark.parametrize("strategy", [row.name for row in CASCADE if row.tier is Tier.TOLERANT])
def test_a_tolerant_match_never_differs_in_content(strategy: str) -> None:
    there, expected, words = TOLERANT[strategy]
    index = FileIndex(there)
    path = "a.js" if strategy == "tokens" else "a.md"
    (match,) = search(index, Interpretation(expected, expected), path).matches

    assert (strategy,) == match.strategies
    kinds = ignored_differences(index, match)
    assert words == differences_in_words(list(kinds.values()), missing_lines(index, match))
    assert DifferenceKind.CONTENT not in kinds.values()


def test_a_line_of_a_similar_match_may_differ_in_spelling_only() -> None:
    index = FileIndex("say(“hi”)\nleave()\n")
    match = forced_match(index, Interpretation('say("hi")\nstay()\n', "1\n"), Window(0, 2, 0.5))

    assert [DifferenceKind.SPELLING, DifferenceKind.CONTENT] == [*ignored_differences(index, match).values()]


def test_a_forced_match_ignores_content() -> None:
    index = FileIndex("one\ntwo\nthree\n")
    match = forced_match(index, Interpretation("one\n2\n", "1\n"), Window(0, 3, 0.5))

    assert {1: DifferenceKind.CONTENT, 2: DifferenceKind.CONTENT} == ignored_differences(index, match)


def test_differences_are_counted_by_kind_smallest_first() -> None:
    kinds = [DifferenceKind.CONTENT, DifferenceKind.INDENTATION, DifferenceKind.INDENTATION]

    assert "indentation in 2 lines · content in 1 line" == differences_in_words(kinds)
    assert "" == differences_in_words([])


def test_missing_lines_are_counted() -> None:
    index = FileIndex("first line\n\nlast line\n")
    match = forced_match(
        index, Interpretation("first line\nin the middle\n\nmore\nlast line\n", "1\n"), Window(0, 3, 0.5)
    )

    assert 2 == missing_lines(index, match)
    assert "2 lines missing" == differences_in_words(list(ignored_differences(index, match).values()), 2)


@pytest.mark.parametrize(
    ("file", "search", "new", "window", "result"),
    [
        # What the block changes is changed, and the rest stays the file's.
        ("  a1\n  b2\n  c3\n", "a1\nb9\nc3\n", "a1\nb9\nc4\n", (0, 3), "  a1\n  b2\n  c4\n"),
        # If that is not possible, the new text replaces all, at the depth of the lines in common.
        ("  a\n  x\n  y\n  z\n", "a\nq\nw\n", "a\nnew\n", (0, 3), "  a\n  new\n  z\n"),
        # The line end of the file, and none where it ends without one.
        ("a\r\nx\r\n", "q\n", "new\nlines\n", (1, 2), "a\r\nnew\r\nlines\r\n"),
        ("a\nx", "q\n", "new\n", (1, 2), "a\nnew"),
        ("a\nx\n", "q\n", "", (1, 2), "a\n"),
    ],
)  # fmt: skip
def test_the_blocks_change_is_merged_into_the_lines(
    file: str, search: str, new: str, window: tuple[int, int], result: str
) -> None:
    index = FileIndex(file)
    match = forced_match(index, Interpretation(search, new), Window(*window, 0.5))

    assert result == match.change.apply(file)
    assert ("forced",) == match.strategies
    assert Tier.FUZZY is match.tier
    assert match.score < 1


def test_deleted_lines_that_the_block_does_not_mention_are_named() -> None:
    index = FileIndex("a\nx\ny\n")

    match = forced_match(index, Interpretation("q\n", "new\n"), Window(0, 2, 0.5))

    assert ("deletes lines that it does not mention: lines 1–2",) == tuple(
        warning.message for warning in match.warnings
    )


def test_the_lines_are_found_again_by_their_text() -> None:
    """Their key stays the same if they move, as long as the lines around them are equal."""
    interpretation = Interpretation("q\n", "new\n")
    before = FileIndex("1\n2\n3\nx\n4\n5\n")
    match = forced_match(before, interpretation, Window(3, 4, 0.5))
    text = lines_at(before, Window(3, 4, 0.5))

    after = FileIndex("0\n0\n1\n2\n3\nx\n4\n5\n")
    assert [match.key] == [again.key for again in forced_matches(after, interpretation, text)]
    assert [(6, 6)] == [again.lines for again in forced_matches(after, interpretation, text)]
    assert [] == forced_matches(FileIndex("1\n2\n3\nX\n4\n5\n"), interpretation, text)
    assert [] == forced_matches(FileIndex("xx\nax\n"), interpretation, text)


def test_matches_of_equal_lines_have_different_keys() -> None:
    index, interpretation = FileIndex("x\nx\nx\n"), Interpretation("q\n", "new\n")

    keys = [forced_match(index, interpretation, Window(at, at + 1, 0.5)).key for at in range(3)]

    assert keys == [match.key for match in forced_matches(index, interpretation, "x\n")]
    assert 3 == len(set(keys))
