"""Unified diffs as git writes them, and as models do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import (
    CutOff,
    Delete,
    EditBlock,
    GroupKind,
    Hints,
    Insert,
    Interpretation,
    Move,
    Operation,
    Replace,
    Write,
)
from editreview.formats import Reader, parse
from editreview.formats.unified_diff import SPEC
from tests.builders import interpretations_of
from tests.streams import in_pieces, many_forms

NAMES = "--- a/x.py\n+++ b/x.py\n"
HUNK = "@@ -1,2 +1,2 @@\n a\n-old\n+new\n"
BARE = "@@ ... @@\n a\n-old\n+new\n"
EDIT = ("x.py", "a\nold\n", "a\nnew\n")
GIT = """\
diff --git a/a.py b/a.py
index 83db48f..bf2a3c1 100644
--- a/a.py
+++ b/a.py
@@ -1,3 +1,3 @@ def f():
 one
-two
+2
 three
@@ -8 +8,2 @@
 eight
+nine
diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..814f4a4
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+one
+two
\\ No newline at end of file
diff --git a/old.txt b/old.txt
deleted file mode 100644
index 814f4a4..0000000
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/r1.py b/r2.py
similarity index 90%
rename from r1.py
rename to r2.py
index 1..2 100644
--- a/r1.py
+++ b/r2.py
@@ -1 +1 @@
-x
+y
"""
ANY_LINES = """\
--- a/x|+++ b/x|+++ /dev/null|@@|@@ -1 +1 @@|@@@ x|-a|+b| c||d|```diff|```|diff --git a/x b/x|new file mode 1
\\ No|GIT binary patch|x.py|*** Begin Patch|*** Update File: x|*** End of File|*** Add File: y|*** End Patch
""".replace("\n", "|").split("|")


def fenced(text: str, info: str = "diff") -> str:
    return f"```{info}\n{text}```\n"


def edits(text: str) -> list[tuple[str | None, str, str]]:
    """Path, search and replace of every block."""
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


def only(text: str) -> EditBlock:
    """The only block of a response without problems."""
    parsed = parse(text)
    assert () == parsed.problems
    (found,) = parsed.blocks
    return found


def operations(text: str) -> list[tuple[str | None, Operation]]:
    return [(b.path_written, b.operation) for b in parse(text).blocks]


def messages(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


class TestGit:
    def test_every_kind_of_change(self) -> None:
        assert [
            ("a.py", Replace((Interpretation("one\ntwo\nthree\n", "one\n2\nthree\n"),))),
            ("a.py", Replace((Interpretation("eight\n", "eight\nnine\n"),))),
            ("new.txt", Write("one\ntwo", creates=True)),
            ("old.txt", Delete("gone\n")),
            ("r1.py", Replace((Interpretation("x\n", "y\n"),))),
            ("r1.py", Move("r2.py")),
        ] == operations(GIT)
        assert [] == messages(GIT)

    def test_numbers_and_headings_are_hints(self) -> None:
        assert [Hints(1, ("def f():",), new_line=1), Hints(8, new_line=8)] == [
            b.hints for b in parse(GIT).blocks[:2]
        ]

    def test_hunks_of_a_file_are_one_ordered_group_with_their_own_lines(self) -> None:
        first, second, *others = parse(GIT).blocks

        assert first.group is not None
        assert GroupKind.ORDERED == first.group.kind
        assert first.group == second.group
        assert first.group not in [b.group for b in others]
        assert [(1, 9), (10, 12), (13, 21), (22, 28), (29, 38), (29, 35)] == [
            b.lines for b in parse(GIT).blocks
        ]

    def test_empty_new_and_deleted_files_have_no_name_lines(self) -> None:
        text = (
            "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n"
            "diff --git a/d b/d\ndeleted file mode 100644\nindex 1..0\n"
        )

        assert [("e", Write("", creates=True)), ("d", Delete())] == operations(fenced(text))

    def test_names_may_be_quoted_and_contain_spaces(self) -> None:
        quoted = '"a/t\\303\\244 \\"x\\".py"'
        text = f"--- {quoted}\n+++ {quoted.replace('a/', 'b/', 1)}\n{HUNK}"

        assert 'tä "x".py' == only(text).path_written
        assert [("my file.py", Delete())] == operations(
            fenced("diff --git a/my file.py b/my file.py\ndeleted file mode 100644\n")
        )

    def test_the_signature_of_a_mailed_patch_ends_it(self) -> None:
        assert [EDIT] == edits(f"{NAMES}{HUNK}-- \n2.39.2\n\n")

    def test_a_missing_line_end_is_at_the_end_of_the_file(self) -> None:
        text = f"{NAMES}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"
        found = only(text)

        assert (("a\n", "b\n"), True, ()) == (
            (interpretations_of(found)[0].search, interpretations_of(found)[0].replace),
            found.hints.is_at_end,
            found.warnings,
        )

    @pytest.mark.parametrize(
        ("lines", "final_newline"),
        [
            ("-a\n\\ No newline at end of file\n+b\n", True),
            ("-a\n+b\n\\ No newline at end of file\n", False),
            ("-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", None),
            ("-a\n+b\n c\n\\ No newline at end of file\n", None),
            ("-a\n+b\n\\ No newline at end of file\n c\n", None),
            ("-a\n\\ No newline at end of file\n+b\n c\n", None),
            (" a\n\\ No newline at end of file\n+b\n", True),
            (" a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", None),
            ("-a\n+b\n", None),
        ],
    )
    def test_the_final_newline_changes_only_if_the_marks_of_the_two_last_lines_differ(
        self, lines: str, final_newline: bool | None
    ) -> None:
        assert final_newline is only(f"{NAMES}@@ -1 +1 @@\n{lines}").hints.final_newline

    @pytest.mark.parametrize("mark", ["-a\n{mark}+b\n c\n", "-a\n+b\n{mark} c\n", " a\n{mark}-b\n"])
    def test_a_mark_above_further_lines_does_not_put_them_at_the_end_of_the_file(self, mark: str) -> None:
        lines = mark.format(mark="\\ No newline at end of file\n")

        assert not only(f"{NAMES}@@ -1 +1 @@\n{lines}").hints.is_at_end

    def test_a_mode_that_is_not_set_has_a_warning(self) -> None:
        text = "diff --git a/x b/x\nnew file mode 100755\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n"

        assert ("the mode is not set to 100755",) == only(text).warnings

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
                "The diff of x at line 1 only sets the mode 100755, which is not supported",
            ),
            (
                "diff --git a/p b/p\nindex 1..2 100644\nBinary files a/p and b/p differ\n",
                "The diff of p at line 1 is binary, which is not supported",
            ),
            (
                "diff --git a/p b/p\nindex 1..2 100644\nGIT binary patch\n"
                "literal 3\n-KcmZQ\n@@@\n\nliteral 0\n+Hc\n\n",
                "The diff of p at line 1 is binary, which is not supported",
            ),
            (
                "diff --git a/c b/d\nsimilarity index 90%\ncopy from c\ncopy to d\n"
                "--- a/c\n+++ b/d\n@@ -1 +1 @@\n-x\n+y\n",
                "The copy to d at line 1 is not supported",
            ),
            (
                "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n",
                "The diff of x at line 1 has several old versions, which is not supported",
            ),
        ],
    )
    def test_unsupported_changes_are_problems(self, text: str, message: str) -> None:
        assert [(1, message)] == messages(text + NAMES + HUNK)
        assert [EDIT] == edits(text + NAMES + HUNK)


class TestNames:
    @pytest.mark.parametrize(
        "names",
        [
            "--- x.py\n+++ x.py\n",
            "--- a/x.py\n+++ b/x.py\n",
            "--- i/x.py\n+++ w/x.py\n",
            "--- a/x.py\n+++ x.py\n",
            "--- x.py\n+++ b/x.py\n",
            "+++ b/x.py\n",
            "+++ x.py\n",
            "--- x.py.orig\n+++ x.py\n",
            "--- a/x.py\t2024-01-01 10:00:00.000 +0100\n+++ b/x.py\t2024-01-01 10:00:01.000 +0100\n",
            "--- a/x.py 2024-01-01 10:00:00\n+++ b/x.py 2024-01-01 10:00:01\n",
            "--- x.py (original)\n+++ x.py (modified)\n",
            "diff -u a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n",
            f"Index: x.py\n{'=' * 67}\n--- x.py\n+++ x.py\n",
            "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n",
            "diff --git a/x.py b/x.py\nindex 1..2\n--- a/x.py\n+++ b/x.py\n\n",
        ],
    )
    def test_the_path_is_the_name_without_gits_prefix(self, names: str) -> None:
        for hunk in (HUNK, BARE):
            assert [EDIT] == edits(fenced(names + hunk)) == edits(names + hunk + "\nText.\n")

    @pytest.mark.parametrize(
        "text",
        [
            f"x.py\n{fenced(HUNK)}",
            f"**x.py**\n\n{fenced(BARE)}",
            f"In `x.py`:\n{fenced(HUNK, 'python')}",
            fenced(HUNK, "diff x.py"),
            fenced(HUNK, "diff:x.py"),
            fenced(f"x.py\n{HUNK}"),
            fenced(f"# x.py\n{BARE}"),
            fenced(f"--- original\n+++ modified\n{HUNK}").replace("```diff", "`x.py`\n```diff"),
            f"x.py\n{HUNK}\nText.\n",
            f"x.py:\n\n{BARE}\nText.\n",
            "x.py\n" + fenced(" a\n-old\n+new\n"),
            fenced("x.py\n a\n-old\n+new\n"),
            f"x.py\n{fenced('@@' + chr(10) + ' a' + chr(10) + '-old' + chr(10) + '+new' + chr(10))}",
        ],
    )
    def test_without_names_the_path_above_is_used(self, text: str) -> None:
        assert [EDIT] == edits(text)

    def test_hunks_without_a_path_belong_to_the_file_of_the_diff_above(self) -> None:
        text = fenced(NAMES + HUNK) + "and\n" + fenced(BARE)

        assert [EDIT, EDIT] == edits(text)

    def test_a_hunk_with_numbers_but_no_path_has_none(self) -> None:
        assert [(None, "a\nold\n", "a\nnew\n")] == edits(fenced(HUNK))

    def test_a_hunk_without_numbers_and_path_is_prose(self) -> None:
        assert [] == edits(fenced("-old\n+new\n")) == edits(BARE)

    def test_two_names_with_prefixes_are_a_move_with_a_warning(self) -> None:
        chunk, move = parse(fenced(f"--- a/old.py\n+++ b/new.py\n{HUNK}")).blocks

        assert ("old.py", "old.py", Move("new.py")) == (chunk.path_written, move.path_written, move.operation)
        assert ("the two names differ: read as a rename",) == move.warnings


class TestHunks:
    @pytest.mark.parametrize(
        "header",
        [
            "@@ -1,2 +1,2 @@",
            "@@ -7,9 +7,1 @@",
            "@@ ... @@",
            "@@",
            "@@ @@",
            "@@ … @@",
            "@@ -1,2 +1,2",
            "@@ def f(): @@",
        ],
    )
    def test_numbers_may_be_wrong_or_missing(self, header: str) -> None:
        text = f"{NAMES}{header}\n a\n-old\n+new\n"

        assert [EDIT] == edits(fenced(text)) == edits(f"{text}\nText.\n")

    def test_in_a_fence_names_may_be_followed_by_a_hunk_without_a_header(self) -> None:
        assert [EDIT] == edits(fenced(f"{NAMES} a\n-old\n+new\n"))

    def test_blank_lines_inside_a_hunk_are_context_and_those_after_it_are_not(self) -> None:
        assert [("x.py", "a\n\nold\n", "a\n\nnew\n"), EDIT] == edits(
            fenced(f"{NAMES}@@ ... @@\n a\n\n-old\n+new\n\n\n{BARE}\n")
        )

    def test_blank_lines_after_the_hunk_are_context_if_the_header_counts_them(self) -> None:
        assert [("x.py", "a\nold\n\n", "a\nnew\n\n")] == edits(
            f"{NAMES}@@ -1,3 +1,3 @@\n a\n-old\n+new\n\n\nText.\n"
        )

    @pytest.mark.parametrize("dots", ["...", "....", "…", "⋮", "[...]", "(…)", "...  "])
    def test_a_line_of_dots_in_a_fence_divides_hunks_without_a_header(self, dots: str) -> None:
        expected = [("a.py", "a\nold\n", "a\nnew\n"), ("a.py", "gone\nz\n", "z\n")]

        assert expected == edits("a.py\n" + fenced(f" a\n-old\n+new\n{dots}\n-gone\n z\n"))
        assert expected == edits("a.py\n" + fenced(f"{dots}\n a\n-old\n+new\n{dots}\n-gone\n z\n{dots}\n"))

    @pytest.mark.parametrize("line", [" ...", "+...", "-...", "    ...", " // ..."])
    def test_dots_behind_a_sign_are_a_line_of_the_hunk(self, line: str) -> None:
        assert 1 == len(edits("a.py\n" + fenced(f" a\n-old\n+new\n{line}\n-gone\n z\n")))

    def test_dots_in_a_hunk_that_lacks_lines_are_one_of_them(self) -> None:
        (edit,) = edits(fenced(f"{NAMES}@@ -1,4 +1,4 @@\n a\n-old\n+new\n...\n z\n"))

        assert "..." in edit[1]

    def test_context_lines_may_lack_their_leading_space(self) -> None:
        found = only(fenced(f"{NAMES}@@ -1,3 +1,3 @@\ndef f():\n    a\n-    old\n+    new\n"))

        assert ["def f():\n   a\n    old\n", "def f():\n    a\n    old\n"] == [
            interpretation.search for interpretation in interpretations_of(found)
        ]
        assert ("1 line without a leading space read as context",) == found.warnings

    @pytest.mark.parametrize(
        ("added", "is_doubtful"),
        [
            ("+ new\n", True),
            ("+   new\n+\n+     deep\n", True),
            ("+  new\n", False),
            ("+ new\n+  more\n", False),
            ("+ * of a comment\n", False),
        ],
    )
    def test_added_lines_that_are_one_column_deeper_than_usual_have_a_warning(
        self, added: str, is_doubtful: bool
    ) -> None:
        found = only(fenced(f"{NAMES}@@ @@\n a\n   b\n{added}"))

        warning = "the added lines are one column deeper than usual: the space after + may not be text"
        assert ((warning,) if is_doubtful else ()) == found.warnings

    def test_words_that_leave_a_diff_to_the_user_are_a_warning(self) -> None:
        diff = fenced(f"{NAMES}@@ @@\n a\n-b\n+c\n")
        found = only(f"Option B: a flag\n\n{diff}")

        assert ("the words above it leave it to you: Option B",) == found.warnings

    def test_indented_context_that_may_lack_its_leading_space_has_two_interpretations(self) -> None:
        found = only(fenced(f"{NAMES}@@ -1,3 +1,3 @@\n    a\n-    old\n+    new\n"))

        assert ["   a\n    old\n", "    a\n    old\n"] == [
            interpretation.search for interpretation in interpretations_of(found)
        ]

    def test_removed_and_added_lines_may_look_like_names(self) -> None:
        text = f"{NAMES}@@ -1,3 +1,3 @@\n a\n--- old\n+++ new\n b\n"

        assert [("x.py", "a\n-- old\nb\n", "a\n++ new\nb\n")] == edits(text)

    def test_a_removed_sql_comment_is_not_a_name(self) -> None:
        for header in ("@@ -1,2 +1,2 @@", "@@ ... @@"):
            assert [("x.py", "select\n-- old\n", "select\n-- new\n")] == edits(
                fenced(f"{NAMES}{header}\n select\n--- old\n+-- new\n")
            )

    @pytest.mark.parametrize(
        "numbers", ["@@ -1,2 +1,2 @@", "@@ -1,9 +1,9 @@", "@@ -1,3 +1,3 @@", "@@ ... @@", "@@ -1 +1 @@"]
    )
    def test_the_names_of_the_next_file_end_a_hunk(self, numbers: str) -> None:
        first = f"{NAMES}{numbers}\n a\n-old\n+new\n"

        assert [EDIT, ("y.py", "a\nold\n", "a\nnew\n")] == edits(
            fenced(first + NAMES.replace("x", "y") + HUNK)
        )
        assert [EDIT, ("y.py", "a\nold\n", "a\nnew\n")] == edits(fenced(f"{first}+++ b/y.py\n{HUNK}"))

    def test_hunks_that_change_nothing_are_skipped(self) -> None:
        assert [EDIT] == edits(fenced(f"{NAMES}@@ ... @@\n b\n@@ ... @@\n c\n\n{BARE}@@\n d\n"))
        assert [(4, 7)] == [b.lines for b in parse(f"{NAMES}@@\n{BARE}\n.\n").blocks]

    def test_a_hunk_that_only_adds_is_inserted_at_its_line_number(self) -> None:
        assert [("x.py", Insert(5, "new\n"))] == operations(f"{NAMES}@@ -5,0 +6 @@\n+new\n")

    def test_without_numbers_it_is_appended_with_a_warning(self) -> None:
        found = only(fenced(f"{NAMES}@@ ... @@\n+new\n"))

        assert Insert(None, "new\n") == found.operation
        assert ("nothing shows where the added lines go: appended to the file",) == found.warnings

    def test_lines_added_to_a_file_without_lines_create_it(self) -> None:
        assert [("x.py", Replace((Interpretation("", "new\n"),)))] == operations(
            f"{NAMES}@@ -0,0 +1 @@\n+new\n"
        )

    def test_added_lines_without_the_context_that_the_header_counts_are_a_problem(self) -> None:
        assert [(1, "The hunk at line 1 shows none of its 3 old lines")] == messages(
            f"{NAMES}@@ -4,3 +4,4 @@\n+new\n\nText.\n"
        )

    def test_added_lines_alone_need_their_own_path(self) -> None:
        text = fenced(NAMES + HUNK) + "For example:\n" + fenced("+new\n")

        assert [EDIT] == edits(text)


class TestNewFiles:
    def test_a_new_file_may_have_lines_without_a_sign_with_a_warning(self) -> None:
        found = only(fenced("--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,3 @@\n+a\n\n b\n"))

        assert Write("a\n\nb\n", creates=True) == found.operation
        assert ("1 line without + added to the new file",) == found.warnings

    def test_removed_lines_in_a_new_file_are_a_problem(self) -> None:
        text = fenced("--- /dev/null\n+++ b/n.py\n@@ -0,0 +1,2 @@\n+a\n-b\n")

        assert [] == operations(text)
        assert [(2, "The new file n.py at line 2 has removed lines")] == messages(text)

    def test_a_deleted_file_needs_no_git_header(self) -> None:
        assert [("x.py", Delete("a\n"))] == operations("--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n")


class TestEnd:
    @pytest.mark.parametrize(
        "after",
        [
            "\nText.\n",
            "Text.\n",
            "\n- item\n+ item\n",
            "\n1. item\n",
            "```\n",
            "\n\n## Title\n",
            "</pre>\n",
        ],
    )
    def test_prose_ends_a_diff_without_fence(self, after: str) -> None:
        assert [EDIT] == edits(NAMES + HUNK + after)
        assert [EDIT] == edits(NAMES + BARE + after)

    def test_a_list_directly_below_a_complete_hunk_is_prose(self) -> None:
        assert [EDIT] == edits(f"{NAMES}{HUNK}- item\n+ item\n")

    def test_an_incomplete_hunk_continues_after_blank_lines(self) -> None:
        assert [("x.py", "a\n\nold\n", "a\n\nnew\n")] == edits(
            f"{NAMES}@@ -1,3 +1,3 @@\n a\n\n-old\n+new\n\nText.\n"
        )

    def test_another_format_ends_it(self) -> None:
        text = f"{NAMES}{HUNK}<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

        assert [EDIT, ("x.py", "a\n", "b\n")] == edits(text)

    def test_a_search_replace_block_in_a_diff_fence_is_read(self) -> None:
        block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

        assert [("x.py", "a\n", "b\n")] == edits(f"x.py\n{fenced(block)}")

    def test_names_that_resemble_markers_are_names(self) -> None:
        assert [("REPLACE.md", "a\nold\n", "a\nnew\n")] == edits(f"--- SEARCH.md\n+++ REPLACE.md\n{HUNK}")

    def test_a_fence_inside_a_hunk_is_a_problem(self) -> None:
        text = fenced(f"{NAMES}@@ ... @@\n-a\n+b\n```python\nc\n```\n-d\n")

        assert (2, "A fence opens inside the hunk at line 2") in messages(text)

    def test_fences_of_the_content_have_signs(self) -> None:
        assert [("x.md", "```\na\n```\n", "```\nb\n```\n")] == edits(
            fenced("--- x.md\n+++ x.md\n@@ ... @@\n ```\n-a\n+b\n ```\n")
        )

    def test_an_indented_diff_loses_the_indentation_of_its_first_line(self) -> None:
        text = fenced(NAMES + HUNK)

        assert [EDIT] == edits("1. Change it:\n\n   " + text.replace("\n", "\n   "))

    @pytest.mark.parametrize(
        "text",
        [
            "- one\n+ two\n- three\n",
            "Title\n---\ntext\n",
            "--- a note\ntext\n",
            "--- a\n\n+++ b\n",
            "+++\ntitle = 1\n+++\n",
            "+++ b/x.py\ntext\n",
            "@@ is the sign\n",
            "@@count = 0\n",
            "diff --git a/x b/x\n\nis how a diff begins\n",
            "diff --git is a command\n",
            "diff --git a/x b/x\ndiff --git a/y b/y\n",
            "```diff\n```\n",
            "```diff\nText.\n```\n",
            "-- SQL\n--- more SQL\n-- end\n",
            "```\n--- a\n-- b\n```\n",
            "-----BEGIN KEY-----\n",
        ],
    )
    def test_text_that_only_resembles_a_diff_is_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)


class TestCutOff:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            (f"```diff\n{NAMES}{BARE}", 2, "The response ends inside the hunk at line 2"),
            (f"{NAMES}@@ -1,9 +1,9 @@\n a\n-b\n", 1, "The response ends inside the hunk at line 1"),
            (f"```diff\n{NAMES}", 2, "The response ends inside the diff at line 2"),
            (
                "--- /dev/null\n+++ b/n\n@@ -0,0 +1,9 @@\n+a\n",
                1,
                "The response ends inside the hunk at line 1",
            ),
            (f"{NAMES}@@ ... @@\n a\n\nText.\n", 1, "The diff of x.py at line 1 changes nothing"),
        ],
    )
    def test_a_diff_that_is_cut_off_is_a_problem(self, text: str, line: int, message: str) -> None:
        assert () == parse(text).blocks
        assert [(line, message)] == messages(text)

    def test_hunks_before_the_cut_are_read(self) -> None:
        text = f"```diff\n{NAMES}{HUNK}@@ -9,3 +9,3 @@\n-x"

        assert [EDIT] == edits(text)
        assert [(8, "The response ends inside the hunk at line 8")] == messages(text)
        assert ["@@ -9,3 +9,3 @@\n-x\n"] == [problem.text for problem in parse(text).problems]

    def test_a_hunk_with_the_right_counts_is_complete(self) -> None:
        assert () == only(NAMES + HUNK).warnings
        assert [EDIT] == edits(f"```diff\n{NAMES}{HUNK}")

    @pytest.mark.parametrize(("new", "how"), [("c", CutOff.LIKELY), ("b", CutOff.NO)])
    def test_a_new_last_line_may_lack_its_newline_if_the_old_one_does(self, new: str, how: CutOff) -> None:
        """If the texts are the same, the newline is all that the hunk changes."""
        old = "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n"

        assert how is only(f"{NAMES}{old}+{new}\n").cut_off
        assert CutOff.NO is only(f"```diff\n{NAMES}{old}+{new}\n```\n").cut_off

    def test_without_fence_and_counts_it_may_be_incomplete(self) -> None:
        assert ("the response ends here, and the diff may be incomplete",) == only(NAMES + BARE).warnings


class TestStreams:
    def test_diffs_of_many_forms_are_read(self) -> None:
        parsed = parse(many_forms("unified-diff"))

        assert ["a.py", "a.py", "new.txt", "old.txt", "r1.py", "r1.py", "m.py", "m.py", "n.py"] == [
            b.path_written for b in parsed.blocks
        ]
        assert ["The response ends inside the hunk at line 69"] == [p.message for p in parsed.problems]

    def test_a_hunk_is_yielded_when_the_next_one_begins(self) -> None:
        reader = Reader()

        assert [] == reader.feed(NAMES + HUNK)
        assert 1 == len(reader.feed("@@ -9 +9 @@\n"))

    @pytest.mark.parametrize("more", [-3, 0, 3])
    def test_a_diff_without_a_fence_may_have_more_lines_than_its_header_says(self, more: int) -> None:
        lines = [" same", "-old", "+new"] * 20
        numbers = f"-1,{40 + more} +1,{40 + more}"
        text = f"{NAMES}@@ {numbers} @@\n" + "\n".join(lines) + "\n\nThat is all.\n"

        assert [("x.py", "same\nold\n" * 20, "same\nnew\n" * 20)] == edits(text)
        for size in (1, 7, 100):
            assert in_pieces(text, []) == in_pieces(text, list(range(0, len(text), size)))

    @given(
        st.lists(
            st.sampled_from(ANY_LINES),
            max_size=20,
        )
    )
    def test_lines_in_any_order_are_read(self, lines: list[str]) -> None:
        text = "\n".join(lines)

        assert in_pieces(text, []) == in_pieces(text, list(range(len(text))))

    def test_the_example_is_one_good_edit(self) -> None:
        assert "greeting.py" == only(SPEC.description.example).path_written


@pytest.mark.parametrize("cut", ["\\", "\\ ", "\\ No new"])
def test_a_begun_line_about_the_missing_newline_counts(cut: str) -> None:
    """The response may end inside of it; nothing else begins with a backslash in a hunk."""
    text = f"--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n{cut}"
    (found,) = parse(text).blocks

    assert CutOff.NO is found.cut_off
    assert found.hints.final_newline is None


@pytest.mark.parametrize("end", ["", "-", "--- ", "--- /", "--- /dev/nul"])
def test_a_new_file_whose_header_announces_text_is_not_made_empty_if_that_is_cut_off(end: str) -> None:
    head = "diff --git a/new.txt b/new.txt\nnew file mode 100644\nindex 0000000..{}\n"

    assert () == parse(head.format("3e5126c") + end).blocks
    assert 1 == len(parse(head.format("e69de29")).blocks)
