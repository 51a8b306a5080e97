"""A call of each tool gives its edit, however it was written."""

import pytest
from msgspec.structs import replace

from editreview.blocks import (
    GroupKind,
    Insert,
    Interpretation,
    Naming,
    Operation,
    Replace,
    ReplaceLines,
    Rewrite,
    Sketch,
    Write,
)
from editreview.formats import parse
from editreview.formats.spec import Edit, Malformed, UndoneEdit
from editreview.formats.tool_calls.tools import is_edit_tool, tool_outcomes

BLOCK = "------- SEARCH\nx\n=======\ny\n+++++++ REPLACE\n"


def edit_of(name: str | None, **parameters: object) -> Edit:
    """The only edit of a call."""
    (outcome,) = tool_outcomes(name, parameters, 7)
    assert isinstance(outcome, Edit)
    return outcome


def error_of(name: str | None, **parameters: object) -> str:
    """The message about a call that is wrong."""
    (outcome,) = tool_outcomes(name, parameters, 7)
    assert isinstance(outcome, Malformed)
    return outcome.message


def text(old: str, new: str, is_everywhere: bool = False) -> Operation:
    return Replace((Interpretation(old, new),), is_everywhere, is_text=True)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_written_text_has_a_final_line_end_whatever_kind_its_own_is(end: str) -> None:
    assert edit_of("Write", file_path="a", content=f"x{end}y{end}").hints.final_newline is True
    assert edit_of("Write", file_path="a", content=f"x{end}y").hints.final_newline is False


class TestPaths:
    @pytest.mark.parametrize(
        "word",
        [
            *("path", "filePath", "filepath", "FilePath", "FILE_PATH", "file-path", "absolutePath"),
            *("AbsolutePath", "target_file", "TargetFile", "target_path", "relPath", "rel_path", "uri"),
            *("relative_path", "pathInProject", "full_path", "notebook_path", "filename", "file"),
        ],
    )
    @pytest.mark.parametrize(
        ("name", "parameters"),
        [
            ("edit", {"old_string": "x", "new_string": "y"}),
            (None, {"old_string": "x", "new_string": "y"}),
            ("write_to_file", {"content": "x"}),
            ("replace_in_file", {"diff": BLOCK}),
            (None, {"diff": BLOCK}),
            ("edit", {"edits": [{"old_string": "x", "new_string": "y"}]}),
        ],
    )
    def test_a_path_is_read_in_any_spelling_of_its_name(
        self, name: str | None, parameters: dict[str, object], word: str
    ) -> None:
        assert "a.py" == edit_of(name, **{word: "a.py", **parameters}).path_written

    @pytest.mark.parametrize("word", ["paths", "file_path_pattern", "title"])
    def test_other_names_are_no_path(self, word: str) -> None:
        assert "path is required" in error_of("edit", **{word: "a.py", "old_str": "x", "new_str": "y"})

    def test_a_diff_without_the_name_of_a_tool_holds_blocks_or_is_none(self) -> None:
        assert [] == tool_outcomes(None, {"path": "a.py", "diff": "-x\n+y\n"}, 1)


class TestReplacing:
    @pytest.mark.parametrize(
        ("name", "parameters"),
        [
            ("edit", {"filePath": "a.py", "oldString": "x", "newString": "y"}),
            ("edit", {"path": "a.py", "oldString": "x", "newString": "y"}),
            ("Edit", {"file_path": "a.py", "old_string": "x", "new_string": "y", "replace_all": False}),
            ("replace", {"file_path": "a.py", "old_string": "x", "new_string": "y", "instruction": "z"}),
            ("search_replace", {"file_path": "a.py", "old_string": "x", "new_string": "y"}),
            ("replace_string_in_file", {"filePath": "a.py", "oldString": "x", "newString": "y"}),
            ("edit_file", {"file_path": "a.py", "old_string": "x", "new_string": "y"}),
            ("edit", {"path": "a.py", "before": "x", "after": "y"}),
            ("editor", {"path": "a.py", "old_text": "x", "new_text": "y"}),
            (
                "str_replace_editor",
                {"command": "str_replace", "path": "a.py", "old_str": "x", "new_str": "y"},
            ),
            (
                "str_replace_based_edit_tool",
                {"command": "str_replace", "path": "a.py", "old_str": "x", "new_str": "y"},
            ),
            ("diff", {"type": "diff", "path": "a.py", "oldText": "x", "newText": "y"}),
            ("search_and_replace", {"path": "a.py", "search": "x", "replace": "y"}),
            (None, {"filePath": "a.py", "oldString": "x", "newString": "y"}),
            (None, {"path": "a.py", "oldText": "x", "newText": "y"}),
            ("single_find_and_replace", {"filepath": "a.py", "old_string": "x", "new_string": "y"}),
            ("edit", {"absolutePath": "a.py", "old_string": "x", "new_string": "y"}),
            ("edit", {"relative_path": "a.py", "old_string": "x", "new_string": "y"}),
        ],
    )
    def test_every_tools_parameter_names_are_known(
        self, name: str | None, parameters: dict[str, str]
    ) -> None:
        edit = edit_of(name, **parameters)

        assert ("a.py", text("x", "y")) == (edit.path_written, edit.operation)

    @pytest.mark.parametrize(
        "name",
        [
            *("edit", "Edit", "EDIT", "functions.edit", "functions.edit:3", "default_api:edit"),
            *("mcp__files__edit", "multi_edit", "multi-edit", "MultiEdit"),
        ],
    )
    def test_names_may_be_spelled_and_prefixed_in_any_way(self, name: str) -> None:
        assert is_edit_tool(name)

    @pytest.mark.parametrize("name", ["read", "view", "grep", "", "edits", "Edit file a.py"])
    def test_other_names_are_not_edit_tools(self, name: str) -> None:
        assert not is_edit_tool(name)

    @pytest.mark.parametrize("word", ["replaceAll", "replace_all", "allow_multiple"])
    @pytest.mark.parametrize("value", [True, "true", "True"])
    def test_all_matches_are_replaced_if_the_call_says_so(self, word: str, value: object) -> None:
        edit = edit_of("edit", filePath="a.py", oldString="x", newString="y", **{word: value})

        assert text("x", "y", is_everywhere=True) == edit.operation

    def test_an_expected_count_means_all_matches_and_is_kept(self) -> None:
        """gemini-cli's older parameter."""
        edit = edit_of("replace", file_path="a", old_string="x", new_string="y", expected_replacements=3)

        expected = text("x", "y", is_everywhere=True)
        assert isinstance(expected, Replace)
        assert replace(expected, expected=3) == edit.operation

    @pytest.mark.parametrize("word", ["expectedReplacements", "expected_occurrences"])
    def test_the_expected_count_may_have_other_names(self, word: str) -> None:
        edit = edit_of("str_replace", path="a", old_str="x", new_str="y", **{word: 3})

        assert isinstance(edit.operation, Replace)
        assert 3 == edit.operation.expected

    @pytest.mark.parametrize("parameters", [{"preview": True}, {"enabled": False}, {"disabled": "true"}])
    def test_a_call_that_says_that_it_changes_nothing_is_a_dry_run(
        self, parameters: dict[str, object]
    ) -> None:
        edit = edit_of("str_replace", path="a", old_str="x", new_str="y", **parameters)

        assert edit.is_dry_run

    def test_whitespace_and_line_ends_of_the_texts_are_kept(self) -> None:
        assert (
            text("\tx \r\n", " y\n\n ")
            == edit_of("edit", filePath="a", oldString="\tx \r\n", newString=" y\n\n ").operation
        )

    def test_an_empty_old_text_creates_the_file(self) -> None:
        assert text("", "y\n") == edit_of("edit", filePath="a", oldString="", newString="y\n").operation

    def test_a_call_without_an_old_text_can_only_create_the_file(self) -> None:
        edit = edit_of("edit", path="a", new_text="y\n")

        assert Write("y\n", creates=True) == edit.operation
        assert ("the call has no old_text: it can only create a file",) == edit.warnings

    @pytest.mark.parametrize(
        ("name", "word"),
        [("replace_in_file", "absolutePath"), ("replace_in_file", "path"), ("apply_diff", "file_path")],
    )
    def test_a_diff_in_a_parameter_holds_search_replace_blocks(self, name: str, word: str) -> None:
        outcomes = tool_outcomes(name, {word: "a.py", "diff": BLOCK * 2}, 7)

        expected = Replace((Interpretation("x\n", "y\n"),))
        assert [("a.py", expected)] * 2 == [
            (each.path_written, each.operation) for each in outcomes if isinstance(each, Edit)
        ]

    def test_a_block_of_a_diff_that_was_cut_off_leaves_the_one_before(self) -> None:
        good, bad = tool_outcomes("replace_in_file", {"path": "a", "diff": BLOCK + BLOCK[:-14]}, 7)

        assert isinstance(good, Edit)
        assert isinstance(bad, Malformed)
        assert bad.message.startswith("In the diff of the call at line 7: ")

    def test_an_empty_new_text_deletes(self) -> None:
        assert text("x", "") == edit_of("edit", filePath="a", oldString="x", newString="").operation

    def test_anthropics_editor_deletes_without_a_new_text(self) -> None:
        edit = edit_of("str_replace_editor", command="str_replace", path="a", old_str="x")

        assert text("x", "") == edit.operation

    def test_surrogate_pairs_are_joined(self) -> None:
        assert (
            text("x", "\U0001f600")
            == edit_of("edit", filePath="a", oldString="x", newString="\ud83d\ude00").operation
        )

    def test_bytes_that_are_not_text_are_kept(self) -> None:
        assert (
            text("\udc80", "y") == edit_of("edit", filePath="a", oldString="\udc80", newString="y").operation
        )


class TestWriting:
    @pytest.mark.parametrize(
        ("name", "parameters"),
        [
            ("write", {"filePath": "a.py", "content": "x\n"}),
            ("Write", {"file_path": "a.py", "content": "x\n"}),
            ("write_file", {"file_path": "a.py", "content": "x\n"}),
            ("write_to_file", {"path": "a.py", "content": "x\n", "line_count": "1"}),
            (None, {"file_path": "a.py", "content": "x\n"}),
        ],
    )
    def test_a_file_is_overwritten(self, name: str | None, parameters: dict[str, str]) -> None:
        edit = edit_of(name, **parameters)

        assert ("a.py", Write("x\n")) == (edit.path_written, edit.operation)

    def test_a_file_that_is_created_must_be_new(self) -> None:
        assert Write("x", creates=True) == edit_of("create_file", filePath="a", content="x").operation
        assert (
            Write("x", creates=True)
            == edit_of("str_replace_editor", command="create", path="a", file_text="x").operation
        )
        assert Write("x", creates=True) == edit_of("diff", path="a", oldText=None, newText="x").operation
        assert Write("x", creates=True) == edit_of("editor", path="a", new_text="x").operation

    @pytest.mark.parametrize("word", ["code_edit", "changes"])
    def test_a_sketch_without_placeholders_may_be_a_part_of_the_file(self, word: str) -> None:
        edit = edit_of("edit_file", target_file="a", **{word: "x\n"})

        assert (Write("x\n"), Naming.SENTENCE) == (edit.operation, edit.naming)

    @pytest.mark.parametrize("name", ["edit", "edit_file", "str_replace", "replace_in_file", "write_file"])
    def test_a_new_text_without_an_old_one_only_creates_files(self, name: str) -> None:
        edit = edit_of(name, path="a", new_text="x\n")

        assert Write("x\n", creates=True) == edit.operation

    def test_a_sketch_with_placeholders_is_lazy(self) -> None:
        text = "import a\n// ... existing code ...\nlast()\n"
        edit = edit_of("edit_file", target_file="a", code_edit=text)

        assert (Sketch(text, ("import a\n", "last()\n")), "lazy") == (edit.operation, edit.format)

    @pytest.mark.parametrize(
        "parameters", [{"append": True}, {"mode": "append"}, {"mode": "a"}, {"action": "append-to-end"}]
    )
    def test_a_text_that_is_appended_overwrites_nothing(self, parameters: dict[str, object]) -> None:
        edit = edit_of("write_file", path="a", content="x", **parameters)

        assert Insert(None, "x\n") == edit.operation

    def test_a_text_that_is_prepended_goes_to_the_top(self) -> None:
        edit = edit_of("write_file", path="a", content="x\n", mode="prepend")

        assert Insert(0, "x\n") == edit.operation

    def test_a_tool_that_appends_overwrites_nothing(self) -> None:
        assert Insert(None, "x\n") == edit_of("fsAppend", path="a", text="x").operation

    @pytest.mark.parametrize("parameters", [{"overwrite": False}, {"mode": "create_new"}, {"mode": "x"}])
    def test_a_file_that_is_not_to_be_overwritten_must_be_new(self, parameters: dict[str, object]) -> None:
        edit = edit_of("write_file", path="a", content="x\n", **parameters)

        assert Write("x\n", creates=True) == edit.operation

    def test_the_empty_file_can_be_written(self) -> None:
        assert Write("") == edit_of("write", filePath="a", content="").operation


class TestInserting:
    @pytest.mark.parametrize("word", ["new_str", "insert_text"])
    @pytest.mark.parametrize("given", ["x", "x\n"])
    def test_anthropics_editor_inserts_whole_lines_after_a_line(self, word: str, given: str) -> None:
        parameters = {"command": "insert", "path": "a", "insert_line": 3, word: given}

        assert Insert(3, "x\n") == edit_of("str_replace_editor", **parameters).operation

    def test_clines_editor_counts_from_one_and_inserts_before_the_line(self) -> None:
        assert Insert(0, "x\n") == edit_of("editor", path="a", new_text="x", insert_line=1).operation

    def test_viewing_is_no_edit_and_undoing_undoes_one(self) -> None:
        assert [] == tool_outcomes("str_replace_editor", {"command": "view", "path": "a"}, 1)
        assert [UndoneEdit("a")] == tool_outcomes(
            "str_replace_editor", {"command": "undo_edit", "path": "a"}, 1
        )


class TestSeveral:
    EDITS = (
        {"old_string": "a", "new_string": "b"},
        {"old_string": "b", "new_string": "c", "replace_all": True},
    )

    @pytest.mark.parametrize("name", ["MultiEdit", "multiedit", "edit", None])
    def test_edits_of_one_call_build_on_each_other_and_are_atomic(self, name: str | None) -> None:
        outcomes = tool_outcomes(name, {"file_path": "f", "edits": [*self.EDITS]}, 7)

        edits = [outcome for outcome in outcomes if isinstance(outcome, Edit)]
        assert ["f", "f"] == [edit.path_written for edit in edits]
        assert [text("a", "b"), text("b", "c", is_everywhere=True)] == [edit.operation for edit in edits]
        (group,) = {edit.group for edit in edits}
        assert group is not None
        assert (GroupKind.SEQUENTIAL, True) == (group.kind, group.is_atomic)

    def test_each_may_have_its_own_file(self) -> None:
        """Copilot's and OpenCode's calls."""
        one = {"filePath": "a", "oldString": "x", "newString": "y"}
        outcomes = tool_outcomes(
            "multi_replace_string_in_file",
            {"explanation": "z", "replacements": [one, {**one, "filePath": "b"}]},
            1,
        )

        assert ["a", "b"] == [outcome.path_written for outcome in outcomes if isinstance(outcome, Edit)]

    def test_one_invalid_edit_makes_the_call_a_problem(self) -> None:
        assert "Edit 2 of 2: new_string is required in the call at line 7" == error_of(
            "MultiEdit", file_path="f", edits=[self.EDITS[0], {"old_string": "a"}]
        )
        assert "Edit 1 of 1 is not an object in the call at line 7" == error_of(
            "MultiEdit", file_path="f", edits=["a"]
        )
        assert "edits is required in the call at line 7" == error_of("MultiEdit", file_path="f", edits=[])

    def test_a_dry_run_of_the_file_server_is_marked(self) -> None:
        edit = edit_of("edit_file", path="a", edits=[{"oldText": "x", "newText": "y"}], dryRun=True)

        assert edit.is_dry_run


class TestLines:
    def test_lines_are_replaced_deleted_and_inserted_by_number(self) -> None:
        replaced = edit_of(
            "edit_lines", command="replace", path="a", start_line=2, end_line=3, new_content="x\ny"
        )
        deleted = edit_of("edit_lines", command="delete", path="a", start_line=2, end_line=2)
        inserted = edit_of("edit_lines", command="insert", path="a", insert_line=0, new_content="x\n")

        assert ReplaceLines(2, 3, "x\ny\n") == replaced.operation
        assert ReplaceLines(2, 2, "") == deleted.operation
        assert Insert(0, "x\n") == inserted.operation
        assert {"line-edit"} == {replaced.format, deleted.format, inserted.format}

    @pytest.mark.parametrize(
        ("level", "expected"),
        [(4, "    if a:\n\n        b\n"), (0, "if a:\n\n    b\n"), ("2", "  if a:\n\n      b\n")],
    )
    def test_the_indentation_is_that_of_the_least_indented_line(self, level: object, expected: str) -> None:
        edit = edit_of(
            "edit_lines",
            command="insert",
            path="a",
            insert_line=1,
            new_content="  if a:\n\n      b",
            indent_level=level,
        )

        assert Insert(1, expected, is_indented=True) == edit.operation

    @pytest.mark.parametrize(
        ("value", "expected"), [(True, True), ("true", True), (False, False), (None, False)]
    )
    def test_a_dry_run_is_marked(self, value: object, expected: bool) -> None:
        edit = edit_of("edit_lines", command="delete", path="a", start_line=1, end_line=1, dry_run=value)

        assert expected is edit.is_dry_run

    @pytest.mark.parametrize("value", [3, 3.0, "3", " 3 "])
    def test_numbers_may_be_text(self, value: object) -> None:
        edit = edit_of("edit_lines", command="delete", path="a", start_line=value, end_line=3)

        assert ReplaceLines(3, 3, "") == edit.operation

    def test_no_name_is_needed(self) -> None:
        edit = edit_of(None, command="replace", path="a", start_line=1, end_line=1, new_content="x")

        assert "line-edit" == edit.format


class TestRewriting:
    def test_a_pattern_is_a_structural_edit(self) -> None:
        edit = edit_of("edit", pattern="def $OLD($$$ARGS)", rewrite="def $NEW($$$ARGS)", path="src/")

        assert (Rewrite("def $OLD($$$ARGS)", "def $NEW($$$ARGS)"), "structural") == (
            edit.operation,
            edit.format,
        )


class TestProblems:
    @pytest.mark.parametrize(
        ("name", "parameters", "message"),
        [
            ("edit", {"oldString": "x", "newString": "y"}, "filePath is required"),
            ("edit", {"filePath": " ", "oldString": "x", "newString": "y"}, "filePath is required"),
            ("edit", {"filePath": "a"}, "oldString is required"),
            (
                "multi_edit",
                {"filepath": "a", "edits": [{"new_string": "y"}]},
                "Edit 1 of 1: old_string is required",
            ),
            ("replace_in_file", {"path": "a"}, "diff is required"),
            ("replace_in_file", {"diff": BLOCK}, "filePath is required"),
            ("apply_diff", {"path": "a", "diff": "x"}, "No SEARCH/REPLACE block"),
            ("edit", {"filePath": "a", "oldString": "y"}, "newString is required"),
            ("edit", {"filePath": "a", "oldString": "y", "newString": None}, "newString is required"),
            (
                "edit",
                {"filePath": "a", "oldString": "x", "newString": "x"},
                "oldString and newString must be different",
            ),
            ("edit", {"filePath": "a", "oldString": ["x"], "newString": "x"}, "oldString must be a string"),
            ("edit", {}, "filePath is required"),
            (None, {"oldString": "x", "newString": "y"}, "filePath is required"),
            (None, {"filePath": "a", "oldString": "y"}, "newString is required"),
            ("Edit", {"old_string": "x", "new_string": "y"}, "file_path is required"),
            (
                "Edit",
                {"file_path": "a", "old_string": "x", "new_string": "x"},
                "old_string and new_string must be different",
            ),
            ("write", {"filePath": "a"}, "content is required"),
            ("write", {"filePath": "a", "content": {"b": 1}}, "content must be a string"),
            ("str_replace_editor", {"path": "a"}, "command is required"),
            ("str_replace_editor", {"path": "a", "command": "rename"}, "Unknown command: rename"),
            ("str_replace_editor", {"path": "a", "command": "create"}, "file_text is required"),
            ("str_replace_editor", {"path": "a", "command": "insert"}, "insert_line is required"),
            (
                "str_replace_editor",
                {"path": "a", "command": "insert", "insert_line": -1},
                "insert_line must be 0 or more, not -1",
            ),
            ("edit_lines", {"command": "move", "path": "a"}, "Unknown command: move"),
            ("edit_lines", {"path": "a"}, "command is required"),
            ("edit_lines", {"command": "delete", "path": "a", "start_line": 1}, "end_line is required"),
            (
                "edit_lines",
                {"command": "delete", "path": "a", "start_line": 3, "end_line": 2},
                "end_line 2 is before start_line 3",
            ),
            (
                "edit_lines",
                {"command": "delete", "path": "a", "start_line": 0, "end_line": 2},
                "start_line must be 1 or more, not 0",
            ),
            (
                "edit_lines",
                {"command": "delete", "path": "a", "start_line": "one", "end_line": 2},
                "start_line must be a whole number",
            ),
            (
                "edit_lines",
                {"command": "replace", "path": "a", "start_line": 1, "end_line": 2},
                "new_content is required",
            ),
            (
                "edit",
                {"filePath": "a", "oldString": "x", "newString": "\ud83d"},
                "newString contains half a character, \\ud83d,",
            ),
            (
                "search_and_replace",
                {"path": "a", "search": "x+", "replace": "y", "use_regex": "true"},
                "use_regex is not supported",
            ),
            (
                "Edit",
                {"file_path": "a", "old_string": "x", "new_string": "y", "is_regex": True},
                "is_regex is not supported",
            ),
            (
                "Edit",
                {"file_path": "a", "old_string": "x", "new_string": "y", "position": "after"},
                "position 'after' is not supported: give the old text and all of the new one",
            ),
            (
                "str_replace",
                {"path": "a", "old_str": "x", "new_str": "y", "occurrence": 2},
                "occurrence is not supported: give more lines of the old text",
            ),
            (
                "write_file",
                {"path": "a", "content": "x", "offset": 10},
                "offset is not supported: give the whole file",
            ),
        ],
    )
    def test_a_call_that_cannot_be_carried_out_names_the_parameter(
        self, name: str | None, parameters: dict[str, object], message: str
    ) -> None:
        assert f"{message} in the call at line 7" == error_of(name, **parameters)

    @pytest.mark.parametrize(
        "parameters",
        [
            {},
            {"filePath": "a"},
            {"path": "a", "content": "what a listing of files says"},
            {"filePath": "a", "content": "x", "size": 1},
            {"path": "a", "before": "x", "after": "y"},
            {"path": "a", "search": "x", "replace": "y"},
            {"command": "replace"},
            {"command": "insert", "path": "a"},
            {"edits": [1, 2], "path": "a"},
        ],
    )
    def test_without_a_tools_name_only_unambiguous_parameters_make_a_call(
        self, parameters: dict[str, object]
    ) -> None:
        assert [] == tool_outcomes(None, parameters, 1)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"name": "Edit", "input": {"file_path": "src/a.py", "old_string": "x", "new_stri', "src/a.py"),
        ('{"name": "Edit", "input": {"file_path": "src\\\\a.py", "old_string": "x', "src\\a.py"),
        ('{"old_string": "\\"path\\": \\"b.py\\"", "file_path": "a.py", "new_string": "x', "a.py"),
        ("<replace_in_file>\n<path>src/a.py</path>\n<diff>\n<<<<<<< SEARCH\nx\n", "src/a.py"),
        ('<invoke name="Edit">\n<parameter name="file_path">a.py</parameter>\n<parameter name="old', "a.py"),
        ('edit_lines(\n    command="replace",\n    path="a.py",\n    new_content="x\n', "a.py"),
        ('edit(\n    pattern="a",\n    path="src/a.py",\n    rewrite="""\nx\n', "src/a.py"),
        ('{"name": "Edit", "input": {"old_string": "path=x', None),
    ],
)
def test_a_call_that_was_cut_off_names_its_file(text: str, path: str | None) -> None:
    (problem,) = parse(text).problems

    assert path == problem.path_written
