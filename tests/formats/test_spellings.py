"""Markers: told from text, whoever taught them."""

import pytest

from editreview.formats.search_replace import SPELLINGS, Kind, marker

AIDER, FIRST_AIDER, CLINE = SPELLINGS


class TestHeadsAndEnds:
    @pytest.mark.parametrize("count", [5, 6, 7, 8, 9])
    @pytest.mark.parametrize("spelling", SPELLINGS, ids=lambda spelling: spelling.head)
    def test_every_spelling_accepts_five_to_nine_signs(self, spelling: object, count: int) -> None:
        assert isinstance(spelling, type(AIDER))
        head = marker(f"{spelling.head_character * count} {spelling.head_word}")
        end = marker(f"{spelling.end_character * count} {spelling.end_word}")

        assert head is not None
        assert end is not None
        assert [(Kind.HEAD, spelling), (Kind.END, spelling)] == [
            (found.kind, found.spelling) for found in (head, end)
        ]

    @pytest.mark.parametrize(
        ("line", "kind"),
        [
            ("--- SEARCH", Kind.HEAD),
            ("------------ SEARCH", Kind.HEAD),
            ("------- SEARCH>", Kind.HEAD),
            ("  ------- SEARCH  ", Kind.HEAD),
            ("+++ REPLACE", Kind.END),
            ("+++++++ REPLACE>", Kind.END),
            ("<<< SEARCH", Kind.HEAD),
            ("<<<<<<<<<<<< SEARCH", Kind.HEAD),
            (">>> REPLACE", Kind.END),
            ("<<<<<<<SEARCH", Kind.HEAD),
            ("\t<<<<<<< SEARCH", Kind.HEAD),
        ],
    )
    def test_three_signs_are_enough_in_clines_spelling(self, line: str, kind: Kind) -> None:
        found = marker(line)

        assert found is not None
        assert kind == found.kind

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "-- SEARCH",
            "- SEARCH",
            "-------",
            "---",
            "+++++++",
            "------- SEARCHING",
            "------- SEARCH the code",
            "------- search",
            "------- REPLACE",
            "+++++++ SEARCH",
            "--- a/SEARCH",
            "--- SEARCH ---",
            "+++ b/REPLACE",
            "<<< SEARCH here",
            "<<<< ORIGINAL",
            ">>>> ORIGINAL file#1",
            "<<<<<<< SEARCH_PATH",
            "`<<<<<<< SEARCH`",
            "> <<<<<<< SEARCH",
            "x <<<<<<< SEARCH",
            "<-----<< SEARCH",
            "\\<<<<<<< SEARCH",
            "<<<<<<<\u3000SEARCH",
        ],
    )
    def test_lines_that_only_resemble_a_marker_are_text(self, line: str) -> None:
        found = marker(line)

        assert found is None or found.kind in (Kind.CONFLICT_HEAD, Kind.CONFLICT_END)

    @pytest.mark.parametrize(
        "line",
        [
            "<<<<<<< SEARCH opens the part that is looked for.",
            "<<<<<<< SEARCH, then the old lines",
            "<<<<<<< SEARCH` and `>>>>>>> REPLACE` are markers",
            '<<<<<<< SEARCH" is what the parser waits for',
            "<<<<<<< SEARCH ... ======= ... >>>>>>> REPLACE",
        ],
    )
    def test_a_sentence_that_begins_with_a_marker_is_text(self, line: str) -> None:
        found = marker(line)

        assert found is None or found.kind is Kind.CONFLICT_HEAD

    @pytest.mark.parametrize(
        "line",
        [
            "<<<<<<< SEARCH src/a.py",
            "<<<<<<< SEARCH: src/a.py",
            "<<<<<<< SEARCH my own files/the first one/a.py",
            "<<<<<<< SEARCH line=42",
            "<<<<<<< SEARCH (this is what is there now)",
            "<<<<<<< SEARCH  # line 12 and the lines below",
        ],
    )
    def test_a_path_or_a_remark_may_follow_a_head(self, line: str) -> None:
        found = marker(line)

        assert found is not None
        assert Kind.HEAD == found.kind


class TestOtherMarkers:
    @pytest.mark.parametrize(("line", "count"), [("===", 3), ("  =======", 7), ("=" * 40 + " \t", 40)])
    def test_three_or_more_equals_signs_divide(self, line: str, count: int) -> None:
        found = marker(line)

        assert found is not None
        assert (Kind.DIVIDER, count) == (found.kind, found.count)

    @pytest.mark.parametrize("line", ["==", "a ===", "=== x", "=====  ====", "=\u00a0==", "== ="])
    def test_other_lines_divide_nothing(self, line: str) -> None:
        assert marker(line) is None

    @pytest.mark.parametrize(
        ("line", "kind"),
        [
            ("<<<<<<< HEAD", Kind.CONFLICT_HEAD),
            ("<<<<<<< Updated upstream", Kind.CONFLICT_HEAD),
            ("<<<<<<<", Kind.CONFLICT_HEAD),
            (">>>>>>> branch", Kind.CONFLICT_END),
            (">>>>>>> a3f2c11 (Say it plainly)", Kind.CONFLICT_END),
        ],
    )
    def test_merge_conflicts_have_markers_of_seven_signs(self, line: str, kind: Kind) -> None:
        found = marker(line)

        assert found is not None
        assert kind == found.kind

    @pytest.mark.parametrize("line", ["<<<<<< HEAD", "<<<<<<<< HEAD", ">>> prompt", ">>>>>>>x", "<<<EOF"])
    def test_other_numbers_of_signs_are_text(self, line: str) -> None:
        assert marker(line) is None

    @pytest.mark.parametrize("sign", ["<", ">", "=", "-", "+", " ", "\\", ":"])
    def test_a_line_of_a_million_characters_is_read_once(self, sign: str) -> None:
        found = marker(sign * 1_000_000 + "x")

        assert found is None
