"""Insertions that lost the lines they quote."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.builders import block, make_tree, review_of
from tests.review.operations import accepted_operations, replace_text

GO = """func (s *Server) Start() error {
	return s.listen()
}

func (s *Server) Name() string {
	return s.name
}
"""


def warned(folder: Path, before: str, search: str, replace: str, path: str = "a.go") -> list[str]:
    """The messages about lost anchors in a file that holds a text."""
    review = review_of(make_tree(folder, {path: before}), block(search, replace, path))
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.REMOVES_ANCHOR]


class TestLostAnchors:
    def test_a_quoted_line_that_only_other_lines_replace_is_a_warning(self, tmp_path: Path) -> None:
        before = "import os\nimport sys\n\nlimit = 3\n"

        assert ["seems to insert at a line, but removes it: limit = 3"] == warned(
            tmp_path, before, "limit = 3\n", "def greet(name):\n    print(name)\n"
        )

    def test_a_head_that_loses_its_bracket_is_a_warning_even_if_the_new_head_is_similar(
        self, tmp_path: Path
    ) -> None:
        head = "func (s *Server) Name() string {\n"

        assert ["seems to insert at a line, but removes it: func (s *Server) Name() string {"] == warned(
            tmp_path, GO, head, "func (s *Server) Stop() error {\n\treturn s.close()\n}\n\n"
        )

    @pytest.mark.parametrize(
        ("search", "replace"),
        [
            ("\treturn s.name\n", "\tif s == nil {\n\t\treturn name\n\t}\n\treturn s.name\n"),
            ("\treturn s.name\n", "\tdefer s.lock()()\n\treturn s.fullName\n"),
            ("\treturn s.name\n", "\treturn s.names(\n\t\tfirst, second, third, fourth, fifth,\n\t)\n"),
            ("\treturn s.name\n", "\ttotal := 1 + s.count\n\treturn total\n"),
            ("\ts.first = s.next()\n", "\tn := 1\n\ts.first = n\n"),
            ("\tlog.Print(s)\n", '\tif s.ok { n++ }\n\tlog.Print("all of it", len(s.parts))\n'),
            ("\tcheck(s.name, s.count)\n", "\tverify(s.count)\n\tverify(s.name)\n"),
            ("\treturn s.name\n", "\tpanic(1)\n"),
            (GO.partition("\n\n")[0] + "\n", "one\ntwo\nthree\nfour\nfive\n"),
        ],
        ids=[
            "kept",
            "another version of it",
            "taken apart",
            "another value returned",
            "another value of the name",
            "another call",
            "the same words",
            "no more lines",
            "four lines quoted",
        ],
    )
    def test_a_replacement_is_not_a_warning(self, tmp_path: Path, search: str, replace: str) -> None:
        before = GO.replace("error {", "error {\n\ts.count++")
        quoted = search.replace("error {", "error {\n\ts.count++")
        before = before if quoted in before else f"{before}{quoted}"

        assert [] == warned(tmp_path, before, quoted, replace)

    @pytest.mark.parametrize(
        "stub", ["    pass\n", "    # TODO: write it\n", "    raise NotImplementedError\n"]
    )
    def test_a_line_that_stands_for_code_to_come_is_replaced(self, tmp_path: Path, stub: str) -> None:
        new = "    total = 0\n    print(total)\n"

        assert [] == warned(tmp_path, f"def f():\n{stub}", stub, new, "a.py")

    def test_a_heading_is_no_comment(self, tmp_path: Path) -> None:
        before = "# Guide\n\n## Usage\n\nRun it.\n"

        assert ["seems to insert at a line, but removes it: ## Usage"] == warned(
            tmp_path, before, "## Usage\n", "## Installation\n\nDownload it.\n", "a.md"
        )

    def test_a_part_of_a_line_is_not_an_anchor(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.py": "x = f(1)\n"})
        review = accepted_operations(tmp_path, ("a.py", replace_text("f(1)", "call(\n    2,\n    3,\n)")))

        assert [()] == [proposal.warnings for proposal in review.proposals]

    def test_long_lines_are_compared_by_their_beginning(self, tmp_path: Path) -> None:
        row, other = ", ".join(map(str, range(500))), "; ".join(map(str, range(9_000, 11_000)))
        before, after = f"first = [{row}]; {other}\n", f"the same [{row}]\nprint()\n"

        assert [] == warned(tmp_path, before, before, after)

    def test_a_version_after_thousands_of_other_lines_is_not_a_warning(self, tmp_path: Path) -> None:
        added = "".join(f"print({number})\n" for number in range(3_000))

        assert ["seems to insert at a line, but removes it: limit = 3"] == warned(
            tmp_path, "limit = 3\n", "limit = 3\n", f"{added}limit = 4\n"
        )
