"""Patches for apply_patch (V4A) as models really write them."""

import pytest

from editreview.blocks import CutOff, Delete, EditBlock, GroupKind, Hints, Insert, Move, Operation, Write
from editreview.formats import Reader, parse
from editreview.formats.apply_patch import SPEC, operation_outcomes, patch_outcomes
from editreview.formats.spec import Edit, Malformed
from tests.builders import interpretations_of

BEGIN, END = "*** Begin Patch\n", "*** End Patch\n"
UPDATE = "*** Update File: a.py\n@@\n-old\n+new\n"


def envelope(sections: str) -> str:
    return BEGIN + sections + END


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


class TestEnvelope:
    @pytest.mark.parametrize(
        "text",
        [
            envelope(UPDATE),
            f"```\n{envelope(UPDATE)}```\n",
            f"```diff\n{envelope(UPDATE)}```\n",
            f"apply_patch <<'EOF'\n{envelope(UPDATE)}EOF\n",
            f'```bash\napply_patch <<"EOF"\n{envelope(UPDATE)}EOF\n```\n',
            f"```sh\ncd src && apply_patch << EOF\n{envelope(UPDATE)}EOF\n```\n",
            f'%%bash\napply_patch <<"PATCH"\n{envelope(UPDATE)}PATCH\n',
            f"bash -lc \"apply_patch <<'EOF'\n{envelope(UPDATE)}EOF\"\n",
            f'apply_patch "{BEGIN}{UPDATE}*** End Patch"\n',
            f"{BEGIN}\n{UPDATE}\n{END}",
            f"  {envelope(UPDATE)}".replace("\n", "\n  "),
            f"{BEGIN}  {UPDATE}{END}",
            f"{BEGIN}{UPDATE} {END}",
            f"```\n{BEGIN}{UPDATE}```\n",
            f"apply_patch <<'EOF'\n{BEGIN}{UPDATE}EOF\n",
            f"{BEGIN}{UPDATE.rstrip()}{END}",
            f"```\n{UPDATE}```\n",
            f"Text\n\n{UPDATE}\nText\n",
            f"{UPDATE}{END}",
            envelope(UPDATE).replace("***", "*** ").replace("***  ", "*** "),
            envelope(UPDATE).replace("\n", "\r\n"),
            envelope(UPDATE.replace("a.py", "`a.py`")),
        ],
    )
    def test_wrappers_and_missing_markers_make_no_difference(self, text: str) -> None:
        assert [("a.py", "old\n", "new\n")] == edits(text)
        assert [] == messages(text)

    @pytest.mark.parametrize(
        "text",
        [
            "Use *** Begin Patch to begin.\n",
            "*** Begin Patch\nis how it begins.\n",
            "*** Update File: a.py\nis a header.\n",
            "*** Delete File: a.py\n",
            "*** Add File: a.py\nText.\n",
            "*** End Patch\n",
            "*** Important ***\n",
            "***\n",
            "apply_patch is a tool\n",
        ],
    )
    def test_prose_about_markers_is_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_a_second_begin_marker_begins_a_second_patch(self) -> None:
        assert 2 == len(edits(f"{BEGIN}{UPDATE}{envelope(UPDATE)}"))

    def test_prose_after_a_patch_without_envelope_is_prose(self) -> None:
        text = f"{UPDATE}\n- an item\n+ another\n\nText.\n"

        assert [("a.py", "old\n", "new\n")] == edits(text)
        assert [(6, 9)] == [p.lines for p in parse(text).prose]


class TestChunks:
    def test_each_chunk_is_a_block_with_its_own_lines_in_one_ordered_group(self) -> None:
        parsed = parse(envelope("*** Update File: a.py\n@@\n-a\n+b\n\n@@\n-c\n+d\n"))

        assert [(2, 5), (7, 9)] == [b.lines for b in parsed.blocks]
        (group,) = {b.group for b in parsed.blocks}
        assert group is not None
        assert (GroupKind.ORDERED, False) == (group.kind, group.is_atomic)

    def test_each_file_has_its_own_group(self) -> None:
        parsed = parse(envelope(UPDATE + UPDATE))

        assert 2 == len({b.group for b in parsed.blocks})

    def test_context_is_part_of_both_sides(self) -> None:
        assert [("a.py", "a\n\tb\nc\n", "a\n\tB\nc\n")] == edits(
            envelope("*** Update File: a.py\n@@\n a\n-\tb\n+\tB\n c\n")
        )

    def test_the_first_chunk_may_lack_its_header(self) -> None:
        assert [("a.py", "a\n", "b\n"), ("a.py", "c\n", "d\n")] == edits(
            envelope("*** Update File: a.py\n-a\n+b\n@@\n-c\n+d\n")
        )

    def test_a_chunk_of_context_alone_is_a_scope_of_the_next_one(self) -> None:
        text = envelope("*** Update File: a.py\n@@ class A:\n def f():\n     one()\n@@\n-x\n+y\n@@\n-v\n+w\n")

        assert [Hints(scopes=("class A:", "def f():\n    one()\n")), Hints()] == [
            block.hints for block in parse(text).blocks
        ]

    @pytest.mark.parametrize(
        ("header", "hints"),
        [
            ("@@", Hints()),
            ("@@ ", Hints()),
            ("@@ class A:", Hints(scopes=("class A:",))),
            ("@@ class A:\n@@     def f(self):", Hints(scopes=("class A:", "def f(self):"))),
            ("@@ def f() @@", Hints(scopes=("def f()",))),
            ("@@ ... @@", Hints()),
            ("@@ -3,2 +3,2 @@", Hints(line=3, new_line=3)),
            ("@@ -3,2 +3,2 @@ class A:", Hints(line=3, scopes=("class A:",), new_line=3)),
            ("@@ -3 +3 @@@", Hints(line=3, new_line=3)),
            ("@@ @@count = 0", Hints(scopes=("@@count = 0",))),
            ("@@ -x", Hints(scopes=("-x",))),
        ],
    )
    def test_the_header_is_a_hint(self, header: str, hints: Hints) -> None:
        found = only(envelope(f"*** Update File: a.py\n{header}\n-old\n+new\n"))

        assert hints == found.hints

    def test_the_end_of_the_file_is_a_hint_and_ends_the_chunk(self) -> None:
        first, second = parse(envelope("*** Update File: a.py\n@@\n-a\n+b\n*** End of File\n-c\n+d\n")).blocks

        assert (True, False) == (first.hints.is_at_end, second.hints.is_at_end)
        assert (2, 6) == first.lines

    def test_a_chunk_that_only_adds_is_inserted_below_its_scopes_or_at_the_end(self) -> None:
        text = envelope("*** Update File: a.py\n@@ class A\n+x\n+\n+y\n@@\n+z\n")

        assert [("a.py", Insert(None, "x\n\ny\n")), ("a.py", Insert(None, "z\n"))] == operations(text)
        assert [("class A",), ()] == [b.hints.scopes for b in parse(text).blocks]

    def test_a_blank_line_is_context_except_between_chunks(self) -> None:
        assert [("a.py", "a\n\nb\n", "a\n\nB\n")] == edits(
            envelope("*** Update File: a.py\n@@\n a\n\n-b\n+B\n\n\n")
        )

    def test_a_blank_line_among_added_ones_may_be_added_too(self) -> None:
        found = only(envelope("*** Update File: a.py\n@@\n a\n+b\n\n+c\n"))

        assert [("a\n\n", "a\nb\n\nc\n"), ("a\n", "a\nb\n\nc\n")] == [
            (interpretation.search, interpretation.replace) for interpretation in interpretations_of(found)
        ]

    def test_a_context_line_without_its_space_is_accepted_with_a_warning(self) -> None:
        found = only(envelope("*** Update File: a.py\n@@\ndef f():\n-    a\n+    b\n"))

        assert ("def f():\n    a\n", "def f():\n    b\n") == (
            interpretations_of(found)[0].search,
            interpretations_of(found)[0].replace,
        )
        assert ("1 line without a leading space read as context",) == found.warnings

    def test_indented_context_may_lack_its_space_too(self) -> None:
        found = only(envelope("*** Update File: a.py\n@@\ndef f():\n    a = 1\n-    b\n+    c\n"))

        assert ["def f():\n   a = 1\n    b\n", "def f():\n    a = 1\n    b\n"] == [
            interpretation.search for interpretation in interpretations_of(found)
        ]

    def test_a_patch_in_a_patch_is_text(self) -> None:
        assert [("a.md", "*** Begin Patch\n", "*** End Patch\n*** Update File: x\n")] == edits(
            envelope("*** Update File: a.md\n@@\n-*** Begin Patch\n+*** End Patch\n+*** Update File: x\n")
        )


class TestFiles:
    def test_the_signs_of_a_new_file_are_stripped(self) -> None:
        assert [("a.py", Write("one\n\n two\n", creates=True))] == operations(
            envelope("*** Add File: a.py\n+one\n+\n+ two\n\n")
        )

    def test_a_new_file_may_have_blank_lines_without_sign_and_no_lines_at_all(self) -> None:
        assert [("a", Write("x\n\ny\n", creates=True)), ("b", Write("", creates=True))] == operations(
            envelope("*** Add File: a\n+x\n\n+y\n*** Add File: b\n")
        )

    def test_a_new_file_without_any_sign_is_written_unchanged_with_a_warning(self) -> None:
        found = only(envelope("*** Add File: a\nx\n  y\n"))

        assert Write("x\n  y\n", creates=True) == found.operation
        assert ("the lines of the new file have no +; they are written unchanged",) == found.warnings

    def test_a_new_file_may_contain_fences_and_patches(self) -> None:
        patch = envelope("*** Add File: a.md\n+```\n+*** End Patch\n+```\n")

        assert [("a.md", Write("```\n*** End Patch\n```\n", creates=True))] == operations(
            f"```\n{patch}```\n"
        )

    def test_a_deletion(self) -> None:
        assert [("a", Delete()), ("b", Delete())] == operations(
            envelope("*** Delete File: a\n*** Delete File: b\n")
        )

    def test_a_move_comes_after_the_chunks_on_the_old_path(self) -> None:
        text = envelope("*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n")
        chunk, move = parse(text).blocks

        assert ("a", "a", Move("b")) == (chunk.path_written, move.path_written, move.operation)
        assert chunk.group == move.group
        assert (3, 3) == move.lines

    def test_a_move_may_have_no_chunks(self) -> None:
        assert [("a", Move("b"))] == operations(envelope("*** Update File: a\n*** Move to: b\n"))


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            (BEGIN + UPDATE, 2, "Missing *** End Patch for the patch at line 1"),
            (BEGIN, 1, "Missing *** End Patch for the patch at line 1"),
            (f"```\n{UPDATE}", 2, "Missing ``` for the patch at line 2"),
            (BEGIN + "*** Delete File: a.p", 2, "Missing *** End Patch for the patch at line 1"),
            (BEGIN + END, 1, "The patch at line 1 changes nothing"),
            (
                envelope("*** Update File: a.py\n@@\n x\n"),
                2,
                "The update of a.py at line 2 changes nothing",
            ),
            (envelope("*** Update File: \n@@\n-x\n"), 2, "Missing path after *** Update File: at line 2"),
            (envelope("*** Delete File:\n"), 2, "Missing path after *** Delete File: at line 2"),
            (
                envelope("*** Add File: a\n+x\ny\n"),
                2,
                "Some lines of the new file a at line 2 lack their +",
            ),
            (envelope("*** Copy File: a\n+x\n"), 1, "The patch at line 1 names no file"),
            (
                envelope("*** Delete File: a\n*** Move to: b\n"),
                3,
                "*** Move to: at line 3 belongs to no *** Update File:",
            ),
            (
                f"```\n{BEGIN}*** Add File: a.md\n# Title\n```\ncode\n```\n{END}",
                3,
                "Missing *** End Patch for the patch at line 2",
            ),
        ],
    )
    def test_the_message_says_what_is_wrong_with_its_line(self, text: str, line: int, message: str) -> None:
        assert (line, message) in messages(text)

    def test_chunks_before_a_cut_are_read(self) -> None:
        text = BEGIN + UPDATE + "@@\n-x\n+y"

        assert [("a.py", "old\n", "new\n")] == edits(text)
        assert [(6, "Missing *** End Patch for the patch at line 1")] == messages(text)
        assert ["@@\n-x\n+y\n"] == [problem.text for problem in parse(text).problems]

    def test_without_envelope_it_may_be_incomplete(self) -> None:
        found = only(UPDATE)

        assert ("the response ends here without an end marker: lines may be missing",) == found.warnings

    def test_without_envelope_it_is_likely_cut_off_behind_a_removed_line(self) -> None:
        """The lines that take its place may be missing."""
        text = "*** Update File: a.py\n@@\n one\n-old\n"

        assert [CutOff.LIKELY] == [block.cut_off for block in parse(text).blocks]
        assert [CutOff.NO] == [block.cut_off for block in parse(f"{text}+new\n").blocks]

    def test_a_block_of_another_format_ends_a_patch(self) -> None:
        text = f"{BEGIN}{UPDATE}<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

        assert [(2, "Missing *** End Patch for the patch at line 1")] == messages(text)
        assert [("a.py", "a\n", "b\n")] == edits(text)


class TestPatchesOfToolCalls:
    def test_a_patch_of_a_call_is_complete(self) -> None:
        (found,) = patch_outcomes("*** Begin Patch\n*** Update File: a\n@@\n-x\n+y")

        assert isinstance(found, Edit)
        assert ("a", (2, 5)) == (found.path_written, found.lines)

    @pytest.mark.parametrize("wrapper", ["{}", "apply_patch <<'EOF'\n{}EOF\n", "cat <<EOF | x\n{}"])
    def test_wrappers_are_ignored(self, wrapper: str) -> None:
        (found,) = patch_outcomes(wrapper.format(envelope(UPDATE)))

        assert isinstance(found, Edit)

    def test_text_that_is_not_a_patch_is_a_problem(self) -> None:
        assert [Malformed(None, "The patch at line 1 names no file", 1)] == patch_outcomes("hello")

    def test_operations_have_no_markers(self) -> None:
        created, updated, deleted = (
            operation_outcomes("create_file", "a", "+x\n+*** End Patch\n")
            + operation_outcomes("update_file", "a", "@@ f\n-x\n+y\n")
            + operation_outcomes("delete_file", "a", "")
        )

        assert isinstance(created, Edit)
        assert isinstance(updated, Edit)
        assert isinstance(deleted, Edit)
        assert Write("x\n*** End Patch\n", creates=True) == created.operation
        assert ("f",) == updated.hints.scopes
        assert Delete() == deleted.operation

    def test_an_unknown_operation_is_a_problem(self) -> None:
        assert [Malformed("a", "Unknown operation 'rename' on a at line 1", 1)] == operation_outcomes(
            "rename", "a", ""
        )


class TestStreams:
    def test_a_chunk_is_yielded_when_the_next_one_begins(self) -> None:
        reader = Reader()

        assert [] == reader.feed(BEGIN + UPDATE)
        assert 1 == len(reader.feed("@@\n"))

    def test_the_example_is_one_good_edit(self) -> None:
        assert "greeting.py" == only(SPEC.description.example).path_written
