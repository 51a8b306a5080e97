"""Blocks of one format inside another's envelope."""

from editreview.blocks import Interpretation, Replace
from editreview.formats.spec import Edit, Malformed, Outcome
from editreview.formats.table import FORMATS, SEARCH_REPLACE, Embedded
from tests.builders import block


def outcomes(text: str, path: str | None = None) -> list[Outcome]:
    """The items in the lines, if the envelope begins at line 11 of a response."""
    return Embedded(SEARCH_REPLACE, path).read(text, 11)


class TestEmbedded:
    def test_an_edit_has_the_lines_of_the_response(self) -> None:
        (first, second) = outcomes(block("a\n", "b\n") + "\n" + block("c\n", "d\n"))

        assert isinstance(first, Edit)
        assert isinstance(second, Edit)
        assert ((12, 16), (19, 23)) == (first.lines, second.lines)

    def test_a_block_without_a_path_has_that_of_the_previous_block_or_the_envelope(self) -> None:
        text = block("a\n", "b\n", None) + block("a\n", "b\n", "b.py") + block("c\n", "d\n", None)

        assert ["a.py", "b.py", "b.py"] == [
            outcome.path_written for outcome in outcomes(text, "a.py") if isinstance(outcome, Edit)
        ]

    def test_a_malformed_block_has_its_line_and_the_next_is_read(self) -> None:
        found = outcomes("a.py\n<<<<<<< SEARCH\na\n" + block("a\n", "b\n", None))

        assert ["Malformed", "Edit"] == [type(outcome).__name__ for outcome in found]
        assert isinstance(found[0], Malformed)
        assert (12, "Missing ======= divider for the block at line 12") == (found[0].line, found[0].message)

    def test_a_block_cut_off_by_the_end_of_the_envelope_is_malformed(self) -> None:
        message = "Missing ======= divider for the block at line 12"
        begun = Replace((Interpretation("a\n\n", ""),))

        assert [Malformed("a.py", message, 12, begun)] == outcomes("a.py\n<<<<<<< SEARCH\na\n")

    def test_the_line_that_ends_an_abandoned_block_may_open_another(self) -> None:
        text = "««« EDIT\nsrc/a.py\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n"

        edit_protocol = next(format for format in FORMATS if format.spec.name == "edit-protocol")
        (found,) = Embedded(edit_protocol).read(text, 1)

        assert isinstance(found, Edit)
        assert ("src/a.py", (3, 7)) == (found.path_written, found.lines)

    def test_an_envelope_without_blocks_yields_nothing(self) -> None:
        assert [] == outcomes("") == outcomes("text\n<b>\n")
