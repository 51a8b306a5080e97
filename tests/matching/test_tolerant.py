"""Strategies that ignore whitespace, layout and spelling: their matches and the resulting files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Search, Tier, search
from editreview.matching.file_index import ENTITIES, ESCAPES, LOOK_ALIKES, WHITESPACE, Folding


def found(text: str, old: str, new: str, path: str = "") -> Search:
    return search(FileIndex(text), Interpretation(old, new), path)


def placed(text: str, old: str, new: str, path: str = "") -> tuple[str, str]:
    """The strategy that finds the only match, and the file after the block."""
    (match,) = found(text, old, new, path).matches
    assert Tier.TOLERANT is match.tier
    return match.strategies[0], match.change.apply(text)


class TestIndentation:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            ("\tif a:\n\t\tb\n", "    if a:\n        b\n", "    if a:\n        c\n", "\tif a:\n\t\tc\n"),
            ("if a:\n\tb\n", "if a:\n    b\n", "if a:\n    b\n    c\n", "if a:\n\tb\n\tc\n"),
            (
                "if a:\n    b\n",
                "if a:\n  b\n",
                "if a:\n  b\n  if c:\n    d\n",
                "if a:\n    b\n    if c:\n        d\n",
            ),
            ("  if a:\n     b\n", "if a:\n    b\n", "if a:\n    c\n", "  if a:\n     c\n"),
        ],
    )
    def test_depths_are_mapped_by_their_unit(self, text: str, old: str, new: str, after: str) -> None:
        assert ("indentation", after) == placed(text, old, new)

    def test_a_new_line_whose_depth_has_two_in_the_file_has_no_match_by_rule(self) -> None:
        text = "  a = 1\n    b = 2\n"

        assert () == found(text, "a = 1\nb = 2\n", "a = 1\nb = 2\nc = 3\n").matches
        assert ("line-trimmed", "  a = 1\n    b = 3\n") == placed(text, "a = 1\nb = 2\n", "a = 1\nb = 3\n")

    @pytest.mark.parametrize(
        ("path", "tier"), [("a.py", Tier.FUZZY), ("a.yml", Tier.FUZZY), ("a.js", Tier.TOLERANT)]
    )
    def test_different_nesting_is_fuzzy_where_indentation_has_meaning(self, path: str, tier: Tier) -> None:
        (match,) = found(
            "if a:\n    b()\nc()\n", "if a:\n    b()\n    c()\n", "if a:\n    b()\n    d()\n", path
        ).matches

        assert (("line-trimmed",), tier) == (match.strategies, match.tier)


class TestWhitespace:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            ("x  =  1   # one\n", "x = 1 # one\n", "x = 2 # one\n", "x  =  2   # one\n"),
            ("a\t=\t1\n", "a = 1\n", "a = 2\n", "a\t=\t2\n"),
            ("  f( a,   b )\n", "f( a, b )\n", "f( a, c )\n", "  f( a,   c )\n"),
        ],
    )
    def test_whitespace_that_the_block_does_not_change_keeps_its_width(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("whitespace", after) == placed(text, old, new)

    @pytest.mark.parametrize("text", ["int a=b;\n", "inta = b;\n", "int a = b ;\n"])
    def test_no_whitespace_does_not_equal_some(self, text: str) -> None:
        assert () == found(text, "int a = b;\n", "int a = c;\n").matches


class TestBlankLines:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            ("a\n\n\nb\n", "a\n\nb\n", "a\n\nB\n", "a\n\n\nB\n"),
            ("a\nb\n", "a\n\nb\n", "a\n\nB\n", "a\nB\n"),
            ("x\na\nb\n", "\na\nb\n\n", "\na\nB\n\n", "x\na\nB\n"),
            ("a\n\nb\nc\n", "a\nb\nc\n", "a\nb\nC\n", "a\n\nb\nC\n"),
            ("a\n\n\nb\n", "a\n\nb\n", "a\n\nnew\n\nb\n", "a\n\n\nnew\n\nb\n"),
            # The blank line is the file's, though the line below it changes too.
            (
                "a\n\ncount = 1\nz\n",
                "a\ncount = 1\nz\n",
                "a\nnew\n\ncount = 2\nz\n",
                "a\nnew\n\ncount = 2\nz\n",
            ),
            ("a\n\nb\n", "a\nb\n", "", ""),
        ],
    )
    def test_blank_lines_that_the_block_does_not_mention_stay(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("blank-lines", after) == placed(text, old, new)

    def test_blank_lines_alone_have_no_match(self) -> None:
        assert () == found("a\n\n\nb\n", "\n\n\n\n", "x\n").matches

    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            ("Alpha.\n\nBeta.\n", "Alpha.\nBeta.\n", "One.\nTwo.\n", "One.\n\nTwo.\n"),
            ("a1\n\n\nb1\nc1\n\nd1\n", "a1\nb1\nc1\nd1\n", "a2\nb2\nc1\nd2\n", "a2\n\n\nb2\nc1\n\nd2\n"),
            ("a1\n\nb1\n", "a1\nb1\n", "a2\n\nb2\nc2\n", "a2\n\nb2\nc2\n"),
            ("a1\n\nb1\n", "a1\nb1\n", "a2\n", "a2\n"),
        ],
    )
    def test_blank_lines_between_changed_ones_are_not_lost(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        (match,) = found(text, old, new).matches

        assert (after, ()) == (match.change.apply(text), match.warnings)

    def test_a_blank_line_without_a_place_among_the_new_lines_is_named(self) -> None:
        (match,) = found("a1\n\nb1\n", "a1\nb1\n", "a2\nb2\nc2\n").matches

        assert ["deletes lines that it does not mention: line 2"] == [w.message for w in match.warnings]


class TestEscapes:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            ('say("a")\n', 'say(\\"a\\")\n', 'say(\\"b\\", \\"c\\")\n', 'say("b", "c")\n'),
            ('say("a")\n', 'say(\\"a\\")\n', "say(\\'b\\')\n", "say('b')\n"),
            ('"say(\\"a\\")"\nx\n', '"say("a")"\nx\n', '"say("a")"\ny\n', '"say(\\"a\\")"\ny\n'),
            ("a\nb\n", "a\\nb\n", "a\\nc\n", "a\nc\n"),
            ('w("\\n")\nx\n', 'w(\\"\\\\n\\")\nx\n', 'if y:\n  w("\\n")\nx\n', 'if y:\n  w("\\n")\nx\n'),
            ('w("a")\nx()\n', 'w(\\"a\\")\\nx()\n', 'v("\\n")\ny()\n', 'v("\\n")\ny()\n'),
            ("`${x}`\n", "\\`\\${x}\\`\n", "\\`\\${y}\\`\n", "`${y}`\n"),
        ],
    )
    def test_new_text_gets_the_files_spelling_of_the_old_text(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("escapes", after) == placed(text, old, new)

    def test_new_text_whose_spelling_is_unknown_has_no_match(self) -> None:
        text = 'x = "say(\\"a\\")"\n'

        assert () == found(text, 'x = "say("a")"\n', 'x = "say("b", \\"c\\")"\n').matches


class TestLookAlikes:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            (
                "“Yes”, he said – no.\n",
                '"Yes", he said - no.\n',
                '"Yes", she said - no.\n',
                "“Yes”, she said – no.\n",
            ),
            ("a\u00a0b c\n", "a b c\n", "a b d\n", "a\u00a0b d\n"),
            ("wait…\n", "wait...\n", "wait... more\n", "wait… more\n"),
            ("cafe\u0301 a\n", "café a\n", "café b\n", "cafe\u0301 b\n"),
            ("a\u200bb = 1\n", "ab = 1\n", "ab = 2\n", "a\u200bb = 2\n"),
            ('say("x")\n', "say(“x”)\n", "say(“x”, 1)\n", 'say("x", 1)\n'),
        ],
    )
    def test_characters_that_the_block_does_not_change_stay(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("look-alikes", after) == placed(text, old, new)

    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            (
                "    say(“a…”)\n    b\n",
                "\u00a0\u00a0\u00a0\u00a0say(“a…”)\n    b\n",
                "    if c:\n        say(“a…”)\n    b\n",
                "    if c:\n        say(“a…”)\n    b\n",
            ),
            (
                "def f():\n    a\n",
                "def f():\n\u00a0 \u00a0 a\n",
                "def f():\n\u00a0 \u00a0 if b:\n\u00a0 \u00a0 \u00a0 \u00a0 a\n",
                "def f():\n    if b:\n        a\n",
            ),
            ('\t"x",\n', '\u3000\u3000"x",\n', '\u3000\u3000"x",\n\u3000\u3000"y",\n', '\t"x",\n\t"y",\n'),
        ],
    )
    def test_leading_unusual_spaces_are_indentation(self, text: str, old: str, new: str, after: str) -> None:
        assert ("look-alikes", after) == placed(text, old, new)

    def test_letters_of_another_script_are_different(self) -> None:
        assert () == found("сost = 1\n", "cost = 1\n", "cost = 2\n").matches


class TestEntities:
    @pytest.mark.parametrize(
        ("text", "old", "new", "after"),
        [
            (
                "if a < b && c:\n",
                "if a &lt; b &amp;&amp; c:\n",
                "if a &gt; b &amp;&amp; c:\n",
                "if a > b && c:\n",
            ),
            ("<p>a &amp; b</p>\n", "<p>a & b</p>\n", "<p>a & c</p>\n", "<p>a &amp; c</p>\n"),
        ],
    )
    def test_new_text_gets_the_files_spelling_of_the_old_text(
        self, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("entities", after) == placed(text, old, new)

    @pytest.mark.parametrize(
        ("text", "old", "new"),
        [
            ("f() -> a\n  b\n", "f() -&gt; a\n  b\n", 'f() -> a\n  "&gt;&lt;"\n'),
            ('say("a")\nb\n', 'say(\\"a\\")\nb\n', 'say("a")\nsay("\\"c\\"")\n'),
            ('say("a")\n', 'say(\\"a\\")\n', 'say("\\"c\\"")\n'),
        ],
    )
    def test_new_text_with_plain_characters_that_the_old_text_escapes_is_written_unchanged(
        self, text: str, old: str, new: str
    ) -> None:
        assert new == placed(text, old, new)[1]


class TestLineNumbers:
    @pytest.mark.parametrize("sign", ["| ", " | ", ": ", "\t", "→", "  │ "])
    def test_numbers_of_a_listing_are_removed(self, sign: str) -> None:
        old, new = (
            "".join(f"{n:>4}{sign}{line}\n" for n, line in enumerate(lines, 9))
            for lines in (["a = 1", "b = 2"], ["a = 1", "b = 3", "c = 4"])
        )

        assert ("line-numbers", "a = 1\nb = 3\nc = 4\n") == placed("a = 1\nb = 2\n", old, new)

    def test_numbers_that_are_not_consecutive_are_text(self) -> None:
        assert () == found("a\nb\n", "1| a\n3| b\n", "1| c\n").matches

    def test_a_space_of_the_listing_or_of_the_line_makes_the_match_ambiguous(self) -> None:
        search = found("if a:\n if a:\n  b\n", "27| if a:\n", "27| c\n")

        assert [(1, 1), (2, 2)] == [match.lines for match in search.matches]

    @pytest.mark.parametrize("old", ["4\n", "4\n5\n", "4:\n", " 4\n\n"])
    def test_numbers_alone_are_not_a_listing(self, old: str) -> None:
        assert () == found("id\n\n\nx\n", old, "four\n", "a.csv").matches

    def test_new_lines_that_only_look_numbered_are_not_changed(self) -> None:
        assert ("line-numbers", "a\n4\n5: c\n") == placed("a\n\nb\n", "1| a\n2\n3| b\n", "a\n4\n5: c\n")

    def test_numbers_in_new_text_that_quotes_the_old_lines_without_theirs_are_text(self) -> None:
        old = "1: a\n2: }\n"

        assert ("line-numbers", "a\n7: b\n}\n") == placed("a\n}\n", old, "a\n7: b\n}\n")
        assert ("line-numbers", "a\nb\n}\n") == placed("a\n}\n", old, "1: a\n2: b\n}\n")

    def test_a_tab_after_the_separator_belongs_to_the_line(self) -> None:
        text = "\tif a {\n\t\tif a {\n"

        assert ("line-numbers", "\tif a {\n\t\tb()\n") == placed(text, "27|\t\tif a {\n", "27|\t\tb()\n")

    def test_a_bar_after_a_tab_belongs_to_the_line(self) -> None:
        """Rows of a Markdown table, as `cat -n` lists them."""
        text = "| a | 1 |\n| b | 2 |\n"
        old, new = "  8\t| a | 1 |\n  9\t| b | 2 |\n", "  8\t| a | 1 |\n  9\t| c | 3 |\n"

        assert ("line-numbers", "| a | 1 |\n| c | 3 |\n") == placed(text, old, new)

    def test_the_space_after_a_number_is_removed_from_every_line_or_none(self) -> None:
        old, new = "17\ta\n18\t    b\n", "17\ta\n18\t    c\n"

        assert ("line-numbers", "a\n    c\n") == placed("a\n    b\n", old, new)


class TestTokens:
    @pytest.mark.parametrize(
        ("path", "text", "old", "new", "after"),
        [
            ("a.js", "f(a,\n  b);\n", "f(a, b);\n", "f(a, c);\n", "f(a,\n  c);\n"),
            (
                "a.py",
                "x = f(\n    a,\n    b)\n",
                "x = f(a, b)\n",
                "x = f(a, c)\n",
                "x = f(\n    a,\n    c)\n",
            ),
        ],
    )
    def test_code_is_found_in_another_layout(
        self, path: str, text: str, old: str, new: str, after: str
    ) -> None:
        assert ("tokens", after) == placed(text, old, new, path)

    def test_a_language_without_a_parser_has_no_tokens(self) -> None:
        assert () == found("f(a,\n  b);\n", "f(a, b);\n", "f(a, c);\n", "a.unknown").matches


class TestOrder:
    def test_matches_of_looser_strategies_do_not_count(self) -> None:
        assert ["whitespace"] == [
            match.strategies[0] for match in found("a  b\na b \n", "a   b\n", "c\n").matches[:1]
        ]
        assert ["trailing-whitespace"] == [
            match.strategies[0] for match in found("a  b\na b \n", "a b\n", "c\n").matches
        ]

    @pytest.mark.parametrize(
        ("text", "old", "lines"),
        [
            ("  a = 'b'\na = ‘b’\n", "a = 'b'\n", [(1, 1), (2, 2)]),
            ("b\n  a\n\n    a\n", "\n  a\n", [(2, 2), (3, 4)]),
            ("b\n  a = b\n\n    a = b\n", "\n  a  =  b\n", [(2, 2), (3, 4)]),
            ("  a = &lt;\na = <\n", "a = &lt;\n", [(1, 1), (2, 2)]),
        ],
    )
    def test_lines_at_another_depth_compete_with_lines_with_other_differences(
        self, text: str, old: str, lines: list[tuple[int, int]]
    ) -> None:
        assert lines == [match.lines for match in found(text, old, "c\n").matches]

    @pytest.mark.parametrize(
        ("text", "old", "new", "path"),
        [
            (
                "  foo:\nyy:\n    run: a\nx: y\n    foo:\n  yy:\n      run: a\n",
                "    foo:\n    yy:\n    run: a\n",
                "    z:\n",
                "a.yaml",
            ),
            (
                "  foo:\nyy:\n    run: a\n    foo:\n  yy:\n      run: a\n",
                "    foo:\n    yy:\n    run: a\n",
                "    z:\n",
                "a.yaml",
            ),
            (" f()\n    x\nf()\n x\n", "    f()\nx\n", "  a\n  b\n", "a.js"),
        ],
        ids=["above", "just above", "below"],
    )
    def test_a_match_that_new_lines_do_not_fit_is_not_skipped_for_another(
        self, text: str, old: str, new: str, path: str
    ) -> None:
        """Some strategy finds both, and only a later one has a match, the other."""
        search = found(text, old, new, path)

        assert () == search.matches
        assert ("tokens", 1) == (search.verdicts[-1].strategy, search.verdicts[-1].matches)

    def test_lines_that_new_lines_do_not_fit_by_one_strategy_may_match_by_a_later_one(self) -> None:
        """Strategies between the two that find nothing change nothing."""
        text = "    d('e')\n  b = c\n"

        (match,) = found(text, "d('e')\nb  =  c\n", "  b = c\n    a:\n", "a.py").matches

        assert (("tokens",), (1, 2)) == (match.strategies, match.lines)

    def test_a_strategy_can_be_disabled(self) -> None:
        left = search(FileIndex("a  b\n", frozenset({"whitespace"})), Interpretation("a b\n", "c\n"))

        assert ["blank-lines"] == [match.strategies[0] for match in left.matches]
        assert "whitespace" not in [verdict.strategy for verdict in left.verdicts]


@pytest.mark.parametrize("folding", [WHITESPACE, ESCAPES, LOOK_ALIKES, ENTITIES])
@given(text=st.text(alphabet="ab \t\\\"'`$/&;ltgamp#39“”’–…\u00a0\u200be\u0301"))
def test_atoms_concatenate_to_the_text_and_fold_to_its_key(folding: Folding, text: str) -> None:
    """No character of any text is lost."""
    atoms = folding.atoms(text)

    assert folding.key(text) == "".join(atom.folded for atom in atoms).strip(" ")
    if atoms:
        assert text == "".join(atom.original for atom in atoms)


_OUTER = st.text(alphabet="\f\v\u00a0\u2003\u3000 \t", max_size=3)


@given(before=_OUTER, after=_OUTER)
def test_whitespace_at_the_ends_of_a_changed_line_stays(before: str, after: str) -> None:
    """Such as the ideographic spaces before a paragraph, and the form feed above a function."""
    text = f"one\n{before}two words{after}\nthree\n"
    (match,) = found(text, "one\ntwo words\n", "one\ntwo other words\n").matches

    assert text.replace("two", "two other") == match.change.apply(text)
