"""Strategies that tolerate different content: the matches they find, keep and refuse."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Search, Tier, search
from editreview.matching.adapt import AdjustedLines
from editreview.matching.cascade import search_loosely
from editreview.matching.model import MatchWarningKind, warnings_of

AREA = "def area(width, height):\n    size = width * height\n    log(size)\n    return size\n"


def found(text: str, old: str, new: str) -> Search:
    return search(FileIndex(text), Interpretation(old, new), tiers=[Tier.FUZZY])


def damaged(text: str, count: int) -> str:
    """A text with `count` of its letters, at equal distances, replaced by a digit."""
    letters = [at for at, character in enumerate(text) if character.isalpha()]
    replaced = {letters[n * len(letters) // count] for n in range(count)}
    return "".join("0" if at in replaced else character for at, character in enumerate(text))


def placed(text: str, old: str, new: str) -> tuple[str, str, tuple[str, ...]]:
    """The strategy that finds the only match, the file after it, and the warnings."""
    (match,) = found(text, old, new).matches
    assert match.score <= 1
    return match.strategies[0], match.change.apply(text), tuple(warning.message for warning in match.warnings)


class TestElision:
    @pytest.mark.parametrize("dots", ["    ...", "    # ... the rest ...", "    …"])
    def test_elided_lines_stay(self, dots: str) -> None:
        old = f"def area(width, height):\n{dots}\n    return size\n"
        new = f"def area(width, height=1):\n{dots}\n    return size * 2\n"
        after = AREA.replace("height):", "height=1):").replace("return size", "return size * 2")

        assert ("elision", after, ()) == placed(AREA, old, new)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("def area(width, height):\n    ...\n", "def area(width, height):\n    ...\n    log(1)\n"),
            ("    return size\n    ...\ndef area(width, height):\n", "    x\n    ...\ny\n"),
            ("def area(width, height):\n    ...\n    return nothing\n", "def f():\n    ...\n    return 1\n"),
        ],
    )
    def test_pieces_that_are_unpaired_or_out_of_order_have_no_match(self, old: str, new: str) -> None:
        assert "elision" not in [match.strategies[0] for match in found(AREA, old, new).matches]

    @pytest.mark.parametrize("dots", ["    ...", "    # ... the rest ...", "    …"])
    def test_a_new_text_without_dots_takes_the_place_of_elided_lines(self, dots: str) -> None:
        old = f"def area(width, height):\n{dots}\n    return size\n"
        new = "def area(width, height):\n    return width * height\n"
        start = AREA.index("def area(")
        end = AREA.index("    return size\n", start) + len("    return size\n")

        strategy, after, warnings = placed(AREA, old, new)

        assert ("elision", AREA[:start] + new + AREA[end:]) == (strategy, after)
        assert [True] == [
            warning.startswith("deletes lines that it does not mention") for warning in warnings
        ]

    def test_elided_lines_that_the_new_text_has_need_no_warning(self) -> None:
        text = "  a(\n    one,\n    two,\n  )\n"

        assert ("elision", "  a(\n    one,\n    two,\n    three,\n  )\n", ()) == placed(
            text, "a(\n  ...\n)\n", "a(\n  one,\n  two,\n  three,\n)\n"
        )

    def test_elided_lines_without_an_end_have_no_match(self) -> None:
        old = "def area(width, height):\n    ...\n"

        assert "elision" not in [match.strategies[0] for match in found(AREA, old, "x\n").matches]


class TestQuotes:
    @pytest.mark.parametrize(
        ("path", "text", "old", "new", "after"),
        [
            ("a.js", "a('b');\nc();\n", 'a("b");\n', 'a("b", "d");\n', "a('b', 'd');\nc();\n"),
            ("a.js", 'a("b");\nc();\n', "a('b');\n", "a('b', 'd');\n", 'a("b", "d");\nc();\n'),
            ("a.py", "a('b')\n", 'a("b")\n', 'a("b")\nc("d")\n', "a('b')\nc('d')\n"),
            (
                "a.js",
                "  a('b');\n",
                'a("b");\n',
                'if (c) {\n  a("b");\n}\n',
                "  if (c) {\n    a('b');\n  }\n",
            ),
            # Strings that have quotes or escapes in them, or mean something else in other quotes.
            ("a.py", "a('b')\n", 'a("b")\n', 'a("it\'s")\n', 'a("it\'s")\n'),
            ("a.py", "a('b')\n", 'a("b")\n', 'c("\\n")\n', 'c("\\n")\n'),
            ("a.py", "a('b')\n", 'a("b")\n', '"""d"""\na("b")\n', '"""d"""\na(\'b\')\n'),
            ("a.py", "a('b')\n", 'a("b")\n', '# "d"\na("b")\n', "# \"d\"\na('b')\n"),
            ("a.sh", "a '$b'\n", 'a "$b"\n', 'a "$b" "$c"\n', 'a "$b" "$c"\n'),
            # A file with both kinds.
            (
                "a.js",
                "a('b');\nc(\"d\");\n",
                'a("b");\n',
                'a("b");\ne("f");\n',
                'a(\'b\');\ne("f");\nc("d");\n',
            ),
        ],
    )
    def test_new_strings_have_the_quotes_of_the_file(
        self, path: str, text: str, old: str, new: str, after: str
    ) -> None:
        (match,) = search_loosely(FileIndex(text), Interpretation(old, new), path).matches

        assert ("quotes", Tier.FUZZY, after) == (match.strategies[0], match.tier, match.change.apply(text))

    def test_a_similar_line_elsewhere_does_not_compete(self) -> None:
        text = (
            "def one(a):\n    send('/one')\n    return a\n\n\ndef ones(a):\n    send('/ones')\n    return a\n"
        )
        old = 'def one(a):\n    send("/one")\n    return a\n'

        (match,) = search_loosely(FileIndex(text), Interpretation(old, f"x\n{old}"), "a.py").matches

        assert (1, 3) == match.lines

    def test_equal_lines_are_ambiguous(self) -> None:
        found = search_loosely(FileIndex("a('b')\nc\na('b')\n"), Interpretation('a("b")\n', "d\n"), "a.py")

        assert [(1, 1), (3, 3)] == [match.lines for match in found.matches]


class TestComments:
    @pytest.mark.parametrize(
        ("path", "text", "old", "new", "after"),
        [
            (
                "a.py",
                "def due(self):\n    # net 14\n    return self.issued + DAYS\n",
                "def due(self):\n    return self.issued + DAYS\n",
                "def due(self):\n    return self.issued + self.days\n",
                "def due(self):\n    # net 14\n    return self.issued + self.days\n",
            ),
            (
                "a.py",
                'def due(self):\n    """Add.\n\n    All.\n    """\n    return self.total\n',
                "def due(self):\n    return self.total\n",
                "def due(self):\n    return self.sum\n",
                'def due(self):\n    """Add.\n\n    All.\n    """\n    return self.sum\n',
            ),
            (
                "a.ts",
                "const first = 1; // one\n/* two\n * lines */\nconst second = 2;\n",
                "const first = 1;\nconst second = 2;\n",
                "const first = 1;\nconst second = 3;\n",
                "const first = 1; // one\n/* two\n * lines */\nconst second = 3;\n",
            ),
            (
                "a.tsx",
                "<List>\n  {/* one */}\n  <Item name='first' />\n</List>\n",
                "<List>\n  <Item name='first' />\n</List>\n",
                "<List>\n  <Item name='second' />\n</List>\n",
                "<List>\n  {/* one */}\n  <Item name='second' />\n</List>\n",
            ),
            (
                "a.sql",
                "  identifier INT,\n  -- the name\n  name TEXT\n",
                "  identifier INT,\n  name TEXT\n",
                "  identifier INT,\n  name VARCHAR\n",
                "  identifier INT,\n  -- the name\n  name VARCHAR\n",
            ),
            (
                "a.go",
                "first := 1\nsecond := 2\n",
                "first := 1\n// then\nsecond := 2\n",
                "first := 3\n// then\nsecond := 2\n",
                "first := 3\nsecond := 2\n",
            ),
        ],
    )
    def test_comments_of_the_file_stay_and_others_are_not_added(
        self, path: str, text: str, old: str, new: str, after: str
    ) -> None:
        (match,) = search_loosely(FileIndex(text), Interpretation(old, new), path).matches

        assert ("comments", Tier.FUZZY, after) == (match.strategies[0], match.tier, match.change.apply(text))

    @pytest.mark.parametrize(
        ("path", "text", "old"),
        [
            ("a.py", "first = 1\nother = 3\nsecond = 2\n", "first = 1\nsecond = 2\n"),
            ("a.c", "#define A 1\n#include <a.h>\nint first;\n", "#define A 1\nint first;\n"),
            ("a.rs", "#[derive(Debug)]\n#[serde(x)]\nstruct First;\n", "#[derive(Debug)]\nstruct First;\n"),
            ("a.c", "first = 1;\n*pointer = 3;\nsecond = 2;\n", "first = 1;\nsecond = 2;\n"),
            ("a.py", "x = '# a'\nfirst = 1\n", "x = '# b'\nfirst = 1\n"),
            ("a.py", "# first\n# second\n", "# second\n# third\n"),
        ],
    )
    def test_code_that_differs_is_no_comment(self, path: str, text: str, old: str) -> None:
        found = search_loosely(FileIndex(text), Interpretation(old, "x\n"), path)

        assert "comments" not in [match.strategies[0] for match in found.matches]

    def test_new_lines_beside_a_comment_have_a_warning(self) -> None:
        text = "first = 1\n# then\nsecond = 2\n"
        new = "first = 1\nmiddle = 3\nsecond = 2\n"

        (match,) = search_loosely(
            FileIndex(text), Interpretation("first = 1\nsecond = 2\n", new), "a.py"
        ).matches

        assert ["inserts lines next to lines that it does not mention: line 2"] == [
            warning.message for warning in match.warnings
        ]


class TestContext:
    def test_lines_that_the_block_does_not_change_stay_the_files(self) -> None:
        old = AREA.replace("log(size)", "print(size, file=err)")

        assert ("context", AREA.replace("*", "+"), ()) == placed(AREA, old, old.replace("*", "+"))

    def test_deleted_lines_that_the_block_omits_are_named(self) -> None:
        old = AREA.replace("log(size)", "log(sizes)")
        new = "def area(width, height):\n    size = width * height\n    return size\n"

        assert ("replaces lines that differ from its search text: line 3",) == placed(AREA, old, new)[2]

    def test_a_missing_line_that_the_block_keeps_next_to_a_deleted_one_is_named(self) -> None:
        text = "class Safe(Base):\n    id: str  # TODO: remove this\n    email: str\n    name: str\n"
        new = text.replace("    id: str  # TODO: remove this\n", '    """Nothing secret."""\n    id: str\n')
        old = text.replace("    email", "    id: str\n    email")

        warning = (
            "the file lacks “id: str”, which the block keeps next to removed lines: the result lacks it too"
        )
        assert (warning,) == placed(text, old, new)[2]

    def test_a_missing_line_that_the_block_keeps_elsewhere_is_not_named(self) -> None:
        old = AREA.replace("    log(size)\n", "    log(size)\n    audit(size)\n")

        assert () == placed(AREA, old, old.replace("(width", "(breadth"))[2]

    def test_changes_of_both_sides_to_a_line_are_kept(self) -> None:
        old = AREA.replace("size = width", "sise = width")

        assert (
            AREA.replace("* height", "* height * 2")
            == placed(AREA, old, old.replace("* height", "* height * 2"))[1]
        )

    @pytest.mark.parametrize(
        "after", ["    x = 1", "    x = 1  # a long comment that says what the number means"]
    )
    def test_new_lines_stay_below_a_line_that_has_more_in_the_file(self, after: str) -> None:
        comment = "  # seconds between two requests to the same host"
        old = "class Fetcher:\n    def set(self):\n    self.delay = delay\n    start()\n"
        file = old.replace("= delay", f"= delay{comment}")
        new, expected = (each.replace("    start()", f"{after}\n    start()") for each in (old, file))

        assert ("context", expected, ()) == placed(file, old, new)

    def test_common_lines_are_not_anchors(self) -> None:
        text = "{\n  a();\n  b();\n}\n"

        assert () == found(text, "{\n  a();\n  c();\n}\n", "{\n  a();\n  d();\n}\n").matches


class TestAnchors:
    def test_a_similar_middle_is_found(self) -> None:
        text = "begin here\nalpha one\nbeta two\ngamma three\nend here\n"
        old = "begin here\nalpha ones\nbeta twos\ngamma threes\nend here\n"

        assert "block-anchor" == placed(text, old, old.replace("begin here", "begin there"))[0]

    def test_a_different_middle_has_no_match(self) -> None:
        old = "def area(width, height):\n    a = 12\n    for b in c:\n        yield d\n    return size\n"

        assert () == found(AREA, old, old.replace("12", "13")).matches

    @pytest.mark.parametrize(("differing", "is_found"), [(10, True), (11, False)])
    def test_a_middle_is_similar_if_almost_two_thirds_of_its_characters_are_the_same(
        self, differing: int, is_found: bool
    ) -> None:
        middle = "abcdefghi\njklmnopqr\nstuvwxyza\n"
        text = f"begin here\n{middle}end here\n"
        old = f"begin here\n{damaged(middle, differing)}end here\n"

        strategies = [match.strategies for match in found(text, old, old.replace("begin", "start")).matches]

        assert ([("block-anchor",)] if is_found else []) == strategies


class TestFuzzy:
    def test_a_typo_in_the_first_line_is_ignored(self) -> None:
        old = AREA.replace("area", "aera")

        assert ("fuzzy", AREA.replace("log", "print"), ()) == placed(AREA, old, old.replace("log", "print"))

    def test_two_likely_matches_are_both_shown(self) -> None:
        text = AREA + AREA.replace("area", "ares")

        assert 2 == len(found(text, AREA.replace("area", "arex"), AREA).matches)

    def test_a_change_of_lines_that_the_file_lacks_has_no_match(self) -> None:
        old = AREA.replace("    log(size)\n", "    audit_everything_at_once(42)\n").replace(
            "def area", "def aera"
        )
        new = old.replace("audit_everything_at_once(42)", "pass")

        assert () == found(AREA, old, new).matches

    def test_a_similar_line_is_not_matched_if_the_equal_line_is_just_below(self) -> None:
        keys = [
            "draw(first)\n",
            'key("<J>").blue()\n',
            "draw(second)\n",
            'key("<K>").blue()\n',
            "draw(third)\n",
        ]
        text = "".join([*keys, 'key("<Space>").blue()\n', "draw(quit)\n", 'key("<Q>").blue()\n'])
        old = "".join([*keys[:3], "draw(quit)\n", 'key("<Q>").blue()\n'])

        for match in found(text, old, old.replace('"<Q>").blue', '"<Q>").red')).matches:
            assert text.replace('"<Q>").blue', '"<Q>").red') == match.change.apply(text)

    def test_short_text_is_not_searched_for(self) -> None:
        assert () == found("return 1\n", "return 2\n", "return 3\n").matches

    def test_new_lines_that_the_file_already_has_there_are_not_added(self) -> None:
        old = AREA.replace("area", "aera").replace("    log(size)\n", "")
        new = AREA.replace("area", "aera")
        (match,) = found(AREA, old, new).matches

        assert not match.change


class TestSpelling:
    def test_numbers_of_a_listing_are_never_written(self) -> None:
        old = "69\t\tdata.load(name, first_of)\n70\t\treturn data.values_of(name)\n"
        new = "69\t\t\tdeeper(x)\n70\t\treturn data.values_of(name)\n"
        text = "    data.load(name, first)\n    return data.values_of(name)\n"
        search = search_loosely(FileIndex(text), Interpretation(old, new))

        assert not any("70" in match.change.apply(text) for match in search.matches)

    def test_escapes_that_cannot_be_undone_are_not_written(self) -> None:
        old = 'print(\\"the total of everything\\")\n'
        new = 'print(\\"the total of everything\\")\\nprint(\\"b\\")\n'
        text = 'print("the total of everything")\n'

        assert () == search_loosely(FileIndex(text), Interpretation(old, new)).matches


class TestInsertions:
    def test_a_new_line_that_may_be_a_version_of_an_omitted_one_has_no_match(self) -> None:
        body = "    data = rows.copy()\n    data.sort()\n    return data\n"
        text = f"import rows\n\ndef ordered(rows, key=None):\n{body}"
        old, new = f"import rows\n\n{body}", f"import rows\n\ndef ordered(rows, key=None) -> list:\n{body}"

        assert () == found(text, old, new).matches


class TestWarnings:
    """Fuzzy matches name lines that the block does not mention, or has only in part."""

    def test_new_lines_next_to_unmentioned_ones_have_a_warning(self) -> None:
        text = AREA.replace("    log(size)\n", "    audit(size)\n    log(size)\n")
        new = AREA.replace("    log(size)\n", "    check(size)\n    log(size)\n")

        (match,) = found(text, AREA, new).matches
        assert [(MatchWarningKind.UNSEEN, 3, True)] == [(d.kind, d.line, d.is_old) for d in match.warnings]

    def test_a_line_that_the_block_has_twice_and_the_file_once_is_not_lost_without_a_warning(self) -> None:
        old = AREA.replace("    log(size)\n", "    log(size)\n    log(size)\n")

        for match in found(AREA, old, AREA).matches:
            assert AREA == match.change.apply(AREA) or MatchWarningKind.UNSEEN in [
                d.kind for d in match.warnings
            ]

    def test_a_merged_line_that_neither_side_has_is_named(self) -> None:
        old = AREA.replace("size = width", "sise = width")
        (match,) = found(AREA, old, old.replace("* height", "* depth")).matches

        assert "    size = width * depth\n" in match.change.apply(AREA)
        assert [(MatchWarningKind.MERGED, 2, False)] == [(d.kind, d.line, d.is_old) for d in match.warnings]

    def test_a_differing_line_that_gets_the_depth_of_the_block_is_named(self) -> None:
        old = AREA.replace("size = width", "area = width")
        new = old.replace("    area = ", "    if width:\n        area = ")
        (match,) = found(AREA, old, new).matches

        assert "    if width:\n        size = width" in match.change.apply(AREA)
        assert [(MatchWarningKind.MERGED, 3, False)] == [(d.kind, d.line, d.is_old) for d in match.warnings]


class TestPartOfLine:
    FILE = "a = 1\npath: The file, which may no longer exist.\n"

    def test_the_rest_of_the_line_stays(self) -> None:
        (match,) = found(self.FILE, "which may no longer exist.\n", "which may not exist.\n").matches

        assert (("part-of-line",), Tier.FUZZY) == (match.strategies, match.tier)
        assert self.FILE.replace("no longer", "not") == match.change.apply(self.FILE)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("which may no longer exist.\n", "path: The file, which may not exist.\n"),
            ("path: The file\n", "path: The old file, which may no longer exist.\n"),
        ],
        ids=["before", "after"],
    )
    def test_a_new_text_that_shows_the_rest_too_does_not_double_it(self, old: str, new: str) -> None:
        assert () == found(self.FILE, old, new).matches


class TestCutBlocks:
    """A block of several lines may begin or end within a line that it keeps."""

    FILE = "let min = 0;\n\nconst dispatch = create();\nlet text = 'a' + suffix(b);\nfinish();\n"

    @pytest.mark.parametrize(
        ("old", "new", "result"),
        [
            (
                "let min = 0;\n\nconst dispatch\n",
                "let min = 0;\nlet max = 9;\n\nconst dispatch\n",
                FILE.replace("0;\n", "0;\nlet max = 9;\n", 1),
            ),
            (
                "create();\nlet text = 'a' + suffix(b);\nfinish();\n",
                "create();\nlet text = 'b';\nfinish();\n",
                FILE.replace("'a' + suffix(b)", "'b'"),
            ),
            ("suffix(b);\nfinish();\n", "suffix(b);\nstart();\n", FILE.replace("finish", "start")),
        ],
        ids=["end", "beginning", "two lines"],
    )
    def test_the_rest_of_the_cut_line_stays(self, old: str, new: str, result: str) -> None:
        (match,) = found(self.FILE, old, new).matches

        assert (("part-of-line",), Tier.FUZZY) == (match.strategies, match.tier)
        assert result == match.change.apply(self.FILE)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("let min = 0;\n\nconst disp\n", "let max = 9;\n\nconst disp\n"),
            ("b);\nfinish();\n", "b);\nstart();\n"),
            ("let min = 0;\n\nconst dispatch\n", "let min = 0;\n\nconst send = 1;\n"),
        ],
        ids=["within a word", "within a word that is there twice", "changed"],
    )
    def test_a_line_that_is_cut_within_a_word_or_changed_is_no_part(self, old: str, new: str) -> None:
        file = self.FILE.replace("suffix(b)", "b(ab)")

        used = {name for match in found(file, old, new).matches for name in match.strategies}
        assert "part-of-line" not in used

    def test_of_two_places_neither_is_taken(self) -> None:
        text = "start();\nconst a = 1;\n\nstart();\nconst a = 2;\n"

        assert () == found(text, "start();\nconst a\n", "start();\ngo();\nconst a\n").matches

    def test_neither_are_places_far_from_each_other(self) -> None:
        text = "start();\nconst a = 1;\n" + "start();\nrun();\n" * 30
        text += "start();\nconst a = 2;\n"

        assert () == found(text, "start();\nconst a\n", "start();\ngo();\nconst a\n").matches


class TestRivals:
    TWINS = "def {0}(x):\n    first(x)\n    second(x)\n    return {0}_result(x)\n\n\n"

    def test_a_rare_line_of_the_block_elsewhere_makes_a_match_ambiguous(self) -> None:
        filler = "".join(f"line_{n} = {n}\n" for n in range(300))
        text = self.TWINS.format("alpha") + filler + self.TWINS.format("beta").replace("second", "third")
        old = "def alpha(x):\n    first(x)\n    second(x)\n    return beta_result(x)\n"

        assert 1 != len(found(text, old, old.replace("first", "zeroth")).matches)

    def test_a_match_nearly_as_good_makes_the_best_ambiguous(self) -> None:
        text = "    draw(dark_section)\n  }\n" + "  }\n" * 20 + "    draw(dark_section)\n  }\n"
        old = "    drew(dark_section)\n  }\n"

        assert 1 != len(found(text, old, old.replace("  }", "    more()\n  }")).matches)

    @pytest.mark.parametrize(("differing", "found_lines"), [(9, [(1, 2), (4, 5)]), (10, [(1, 2)])])
    def test_a_rival_may_be_a_little_less_similar_than_the_best_match(
        self, differing: int, found_lines: list[tuple[int, int]]
    ) -> None:
        """At most eight percent less; alone it would not be similar enough to be found."""
        old = "abcdefghijklmnopqrstuvwxyz\nzyxwvutsrqponmlkjihgfedcba\n"
        text = f"{damaged(old, 5)}\n{damaged(old, differing)}"

        assert found_lines == [match.lines for match in found(text, old, f"{old}more\n").matches]

    @pytest.mark.parametrize("old", ["</form>\n</div>\n)}\n", "});\n}\nend\n", "endif\n}\ndone\n"])
    def test_closing_brackets_are_not_anchors(self, old: str) -> None:
        text = "a\n</form>\n)}\n});\nx\nend\nendif\ny\ndone\n"

        assert () == found(text, old, "").matches

    def test_a_closing_bracket_is_an_end_if_the_first_line_is_unique(self) -> None:
        text = "fn area(w: u8) {\n    let s = w;\n    log(s);\n    s\n}\nfn b() {\n}\n"
        old = "fn area(w: u8) {\n    let s = w;\n    print(s);\n    s\n}\n"
        (match,) = found(text, old, old.replace("let s", "let t")).matches

        assert (1, 5) == match.lines

    def test_a_closing_bracket_is_no_end_if_the_first_line_is_not_unique(self) -> None:
        area = "fn area(w: u8) {\n    let s = w;\n    log(s);\n    s\n}\n"
        text = f"{area}fn area(w: u8) {{\n    let q = 2;\n    other(q);\n    q\n}}\n"
        old = area.replace("log", "print")
        (match,) = found(text, old, old.replace("let s", "let t")).matches

        assert (("fuzzy",), (1, 5)) == (match.strategies, match.lines)

    def test_lines_elsewhere_that_a_looser_strategy_finds_more_similar_make_a_match_ambiguous(self) -> None:
        old = (
            "def first_one(alpha):\n    load(alpha)\n    compute_everything(alpha)\n"
            "    store(alpha)\n    return finished(alpha)\n"
        )
        near = old.replace("compute_everything(alpha)", "q = [1, 2, 3, 4, 5, 6, 7]")
        misspelled = old.replace("(alpha", "s(alpha").replace("everythings", "everythin")

        search = found(f"{near}\n\nmore\n\n{misspelled}", old, old.replace("store", "keep"))

        assert [("context",), ("fuzzy",)] == [match.strategies for match in search.matches]


class TestEdges:
    @pytest.mark.parametrize("new", ["    dispatch(session)\n", "    keep(session)\n"])
    def test_a_line_between_the_run_and_the_next_line_of_the_block_withholds_it(self, new: str) -> None:
        """The block continues with a line of the file, and omits the one before it."""
        text = "    session = load(messenger, last_session)\n    dispatch(session)\n  },\n"
        old = "    session = load(messenger, the_last_session)\n  },\n"

        (match,) = found(text, old, old.replace("load", "retry").replace("  },\n", f"{new}  }},\n")).matches

        warnings = [(warning.kind, warning.line) for warning in match.warnings]
        assert (MatchWarningKind.UNSEEN, 2) in warnings


@pytest.mark.parametrize(
    ("plain", "written"),
    [
        (r"say('\\ end', \"x\");", r"say('\\\\ end', \\\"x\\\");"),
        ("say(&lt;b&gt;);", "say(&amp;lt;b&amp;gt;);"),
        ("say it --diff;", "say it \u2014diff;"),
    ],
)
def test_a_spelling_that_only_fuzzy_ignores_is_undone_in_new_lines_too(plain: str, written: str) -> None:
    file = f"begin_here();\n{plain}\nthis_is(kept, as_it_is);\nfinish_there();\n"
    old = f"begin_here();\n{written}\nthis_is(kept, as_it_was);\nfinish_there();\n"
    new = old.replace("finish", f"{written.replace('say', 'tell')}\nfinish")

    (match,) = search_loosely(FileIndex(file), Interpretation(old, new)).matches

    added = f"{plain.replace('say', 'tell')}\nfinish"
    assert file.replace("finish", added) == match.change.apply(file)


@pytest.mark.parametrize(
    ("lines", "named"), [([-2], "line 4"), ([-2, -1], "lines 4–5"), ([-3, 0, 1], "lines 3, 6–7")]
)
def test_warnings_name_lines_above_a_match_too(lines: list[int], named: str) -> None:
    (warning,) = warnings_of(5, AdjustedLines([], {}, unseen=lines))

    assert warning.message.endswith(f" does not mention: {named}")
    assert 6 + lines[0] == warning.line
