"""Calls of tools in XML-like text, as models write them."""

import pytest

from editreview.blocks import GroupKind, Insert, Interpretation, Operation, Replace, Write
from editreview.formats import parse
from editreview.formats.tool_calls import xml
from tests.builders import interpretations_of, is_read

BLOCK = "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE\n"


def call(tool: str, **parameters: str) -> str:
    """A call whose parameters have tags of their own; a text begins on a line of its own."""
    body = "".join(f"<{name}>{value}</{name}>\n" for name, value in parameters.items())
    return f"<{tool}>\n{body}</{tool}>\n"


def invoke(tool: str, **parameters: str) -> str:
    """A call whose parameters have their names in attributes."""
    body = "".join(f'<parameter name="{name}">{value}</parameter>\n' for name, value in parameters.items())
    return f'<invoke name="{tool}">\n{body}</invoke>\n'


def read(text: str) -> list[tuple[str | None, Operation]]:
    parsed = parse(text)
    assert {"xml-tool-call"} >= {block.format for block in parsed.blocks}
    return [(block.path_written, block.operation) for block in parsed.blocks]


def pairs(text: str) -> list[tuple[str | None, str, str]]:
    """Path, search and replace of every block."""
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


def text_edit(old: str, new: str, *, is_everywhere: bool = False) -> Replace:
    return Replace((Interpretation(old, new),), is_everywhere, is_text=True)


class TestDiffs:
    @pytest.mark.parametrize("tool", ["replace_in_file", "apply_diff"])
    @pytest.mark.parametrize(
        ("head", "divider", "end"),
        [
            ("------- SEARCH", "=======", "+++++++ REPLACE"),
            ("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE"),
            ("<<<<<<< SEARCH>", "=======", ">>>>>>> REPLACE"),
            ("<<<<<<< SEARCH\n:start_line:3\n-------", "=======", ">>>>>>> REPLACE"),
        ],
    )
    def test_search_replace_blocks_are_read_in_every_spelling(
        self, tool: str, head: str, divider: str, end: str
    ) -> None:
        diff = f"\n{head}\na < b && c\n{divider}\nnew\n{end}\n"

        assert [("src/a.py", "a < b && c\n", "new\n")] == pairs(call(tool, path="src/a.py", diff=diff))

    def test_every_block_of_a_diff_is_an_edit_with_its_own_lines(self) -> None:
        text = "Now:\n" + call("replace_in_file", path="a.py", diff=f"\n{BLOCK}\n{BLOCK}")

        assert [("a.py", "old\n", "new\n")] * 2 == pairs(text)
        assert [(5, 9), (11, 15)] == [block.lines for block in parse(text).blocks]

    def test_a_start_line_is_a_hint(self) -> None:
        diff = "\n<<<<<<< SEARCH\n:start_line:12\n-------\nold\n=======\nnew\n>>>>>>> REPLACE\n"

        assert [12] == [b.hints.line for b in parse(call("apply_diff", path="a.py", diff=diff)).blocks]

    def test_a_start_line_in_a_parameter_is_a_hint_too(self) -> None:
        text = call("apply_diff", path="a.py", diff=f"\n{BLOCK}", start_line="7")

        assert [7] == [block.hints.line for block in parse(text).blocks]

    def test_the_end_tags_of_the_call_in_a_block_are_text(self) -> None:
        diff = "\n------- SEARCH\n</diff>\n=======\n</replace_in_file> ends it\n+++++++ REPLACE\n"

        assert [("a.md", "</diff>\n", "</replace_in_file> ends it\n")] == pairs(
            call("replace_in_file", path="a.md", diff=diff)
        )

    def test_several_files_may_be_in_one_call(self) -> None:
        def file(path: str, *diffs: str) -> str:
            return f"<file>\n  <path>{path}</path>\n{''.join(diffs)}</file>\n"

        def diff(content: str, line: int) -> str:
            inner = f"\n    <content>{content}</content>\n    <start_line>{line}</start_line>\n  "
            return f"  <diff>{inner}</diff>\n"

        args = file("a.py", diff(f"\n{BLOCK}", 3), diff(f"<![CDATA[\n{BLOCK}]]>", 9)) + file(
            "b.py", f"<diff>\n{BLOCK}</diff>\n"
        )
        text = call("apply_diff", args=f"\n{args}")

        assert [(path, "old\n", "new\n") for path in ("a.py", "a.py", "b.py")] == pairs(text)
        assert [3, 9, None] == [block.hints.line for block in parse(text).blocks]

    def test_a_malformed_block_is_a_problem_and_the_others_are_read(self) -> None:
        text = call("replace_in_file", path="a.py", diff=f"\n{BLOCK}------- SEARCH\nold\n{BLOCK}")

        assert [("a.py", "old\n", "new\n")] * 2 == pairs(text)
        assert [(9, "Missing ======= divider for the block at line 9")] == problems(text)


class TestWholeFiles:
    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("\nx = 1\n", "x = 1\n"),
            ("x = 1", "x = 1\n"),
            ("\n\n  x\n\n", "\n  x\n\n"),
            ("", ""),
            ("\n", ""),
            ('\nif a < b && c:\n    "&lt;" # &amp;\n', 'if a < b && c:\n    "&lt;" # &amp;\n'),
            ("\n<content>\n</content>\n</contents>\n", "<content>\n</content>\n</contents>\n"),
            ("\n<![CDATA[<b>]]> and\n", "<![CDATA[<b>]]> and\n"),
            ("<![CDATA[\n<b>\n]]>", "<b>\n"),
            (
                "\n```\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
                "```\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
            ),
        ],
    )
    def test_the_content_is_raw_text_without_the_newlines_next_to_tags(self, content: str, text: str) -> None:
        assert [("a.txt", Write(text))] == read(call("write_to_file", path="a.txt", content=content))
        assert [("a.txt", Write(text))] == read(
            call("write_to_file", path=" a.txt\n", content=content, line_count="3")
        )

    def test_a_call_in_the_content_is_an_example(self) -> None:
        inner = call("write_to_file", path="b.txt", content="\nb\n")

        assert [("a.md", Write(f"Use:\n{inner}so\n"))] == read(
            call("write_to_file", path="a.md", content=f"\nUse:\n{inner}so\n")
        )

    def test_a_call_may_be_on_one_line_and_indented(self) -> None:
        text = "  <write_to_file><path>a.txt</path><content>a</content></write_to_file>\n"

        assert [("a.txt", Write("a\n"))] * 2 == read(text + text)

    @pytest.mark.parametrize("fence", ["```xml\n{}```\n", "```\n{}```\n", "Prose:\n\n{}more\n"])
    def test_a_call_may_be_in_a_fence_or_in_prose(self, fence: str) -> None:
        assert [("a.txt", Write("a\n"))] == read(
            fence.format(call("write_to_file", path="a.txt", content="\na\n"))
        )


class TestOtherTools:
    def test_search_and_replace_applies_to_every_occurrence(self) -> None:
        assert [("a.py", text_edit("old", "new", is_everywhere=True))] == read(
            call("search_and_replace", path="a.py", search="\nold\n", replace="\nnew\n")
        )

    def test_search_and_replace_in_a_range_has_a_line_hint(self) -> None:
        text = call(
            "search_and_replace", path="a.py", search="old", replace="new", start_line="3", end_line="9"
        )

        assert [("a.py", text_edit("old", "new"))] == read(text)
        assert [3] == [block.hints.line for block in parse(text).blocks]

    @pytest.mark.parametrize(("line", "after"), [("0", None), ("1", 0), ("12", 11)])
    def test_insert_content_counts_from_one_and_zero_means_the_end(
        self, line: str, after: int | None
    ) -> None:
        assert [("a.py", Insert(after, "  x = 1\n"))] == read(
            call("insert_content", path="a.py", line=line, content="\n  x = 1\n")
        )

    def test_the_text_editor_replaces_inserts_and_creates(self) -> None:
        tool = "str_replace_editor"
        text = (
            call(tool, command="str_replace", path="a.py", old_str="\nold\n", new_str="\nnew\n")
            + call(tool, command="insert", path="a.py", insert_line="3", new_str="\nx\n")
            + call(tool, command="create", path="b.py", file_text="\nx\n")
            + call(tool, command="view", path="b.py")
        )

        assert [
            ("a.py", text_edit("old", "new")),
            ("a.py", Insert(3, "x\n")),
            ("b.py", Write("x\n", creates=True)),
        ] == read(text)

    def test_edit_file_is_the_same_tool_as_in_json(self) -> None:
        text = call("edit_file", target_file="a.py", instructions="Add x.", code_edit="\nx = 1\n")

        assert [("a.py", Write("x = 1\n"))] == read(text)

    def test_a_command_is_not_an_edit(self) -> None:
        text = call("execute_command", command="npm test", requires_approval="false") + invoke(
            "Bash", command="ls\n"
        )

        assert ["npm test", "ls"] == [command.text for command in parse(text).commands]
        assert () == parse(text).blocks


class TestLayout:
    @pytest.mark.parametrize(
        ("old", "new", "stripped"),
        [
            ("b: 2", "b: 20", ("b: 2", "b: 20")),
            ("b: 2\n", "b: 20\n", ("b: 2\n", "b: 20\n")),
            ("\nb: 2\n", "\nb: 20\n", ("b: 2", "b: 20")),
            ("b: 2\n", "\nb: 20\n", ("b: 2", "b: 20")),
            ("b: 2", "\nb: 20\n", ("b: 2", "b: 20")),
            ("\nb: 2\n", "b: 20", ("b: 2", "b: 20")),
            ("\n}", "\n\n}", ("\n}", "\n\n}")),
            ("b: 2\n", "b: 20", ("b: 2", "b: 20")),
            ("\nb: 2", "b: 20", ("b: 2", "b: 20")),
            ("b: 2\n", "", ("b: 2\n", "")),
        ],
    )
    def test_newlines_next_to_the_tags_are_layout_of_both_texts_or_of_neither(
        self, old: str, new: str, stripped: tuple[str, str]
    ) -> None:
        assert [("a.yaml", *stripped)] == pairs(
            invoke("Edit", file_path="a.yaml", old_string=old, new_string=new)
        )


class TestInvoke:
    def test_the_text_of_claudes_tools_is_literal(self) -> None:
        text = invoke("Edit", file_path="/w/a.py", old_string="a <\n  b\n", new_string="") + invoke(
            "Write", file_path="b.py", content="x"
        )

        assert [("/w/a.py", text_edit("a <\n  b\n", "")), ("b.py", Write("x"))] == read(text)

    def test_newlines_on_both_sides_are_layout(self) -> None:
        text = invoke("Edit", file_path="a.py", old_string="\na\n", new_string="\nb\n") + invoke(
            "Write", file_path="b.py", content="\nx\n"
        )

        assert [("a.py", text_edit("a", "b")), ("b.py", Write("x\n"))] == read(text)

    def test_every_occurrence_may_be_requested(self) -> None:
        text = invoke("Edit", file_path="a.py", old_string="a", new_string="b", replace_all="true")

        assert [("a.py", text_edit("a", "b", is_everywhere=True))] == read(text)

    def test_several_edits_come_as_json(self) -> None:
        edits = '[{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]'
        text = invoke("MultiEdit", file_path="a.py", edits=edits)

        assert [("a.py", text_edit("a", "b")), ("a.py", text_edit("c", "d"))] == read(text)
        (group,) = {block.group for block in parse(text).blocks}
        assert group is not None
        assert (GroupKind.SEQUENTIAL, True) == (group.kind, group.is_atomic)

    def test_wrappers_prefixes_and_other_tools_do_not_matter(self) -> None:
        inner = invoke("Read", file_path="a.py") + invoke("Write", file_path="b.py", content="x\n")
        prefixed = inner.replace("<invoke", "<ns:invoke").replace("</invoke", "</ns:invoke")
        prefixed = prefixed.replace("<parameter", "<ns:parameter").replace("</parameter", "</ns:parameter")

        assert [("b.py", Write("x\n"))] == read(f"<function_calls>\n{inner}</function_calls>\n")
        assert [("b.py", Write("x\n"))] == read(f"<ns:function_calls>\n{prefixed}</ns:function_calls>\n")
        assert [("b.py", Write("x\n"))] == read(inner.replace("</invoke>\n", "</invoke></function_calls>\n"))

    def test_the_end_tag_of_a_parameter_in_text_is_text(self) -> None:
        content = 'a</parameter> <b>\n<parameter name="x">\n</parameter> c'

        assert [("a.xml", Write(content))] == read(invoke("Write", file_path="a.xml", content=content))

    def test_names_may_be_in_the_tags(self) -> None:
        text = (
            "<function=str_replace_editor>\n<parameter=command>str_replace</parameter>\n"
            "<parameter=path>a.py</parameter>\n<parameter=old_str>\na\n</parameter>\n"
            "<parameter=new_str>\nb\n</parameter>\n</function>\n"
        )

        assert [("a.py", text_edit("a", "b"))] == read(text)


class TestPairs:
    @pytest.mark.parametrize(
        "text",
        [
            "<old_text>\nold\n</old_text>\n<new_text>\nnew\n</new_text>\n",
            "<old_text>old</old_text><new_text>new</new_text>\n",
            "<old_text>\nold\n</old_text>\n\n<new_text>\nnew\n</new_text>\n",
            "<edits>\n<old_text>\nold\n</old_text>\n<new_text>\nnew\n</new_text>\n</edits>\n",
            "<old_text>\nold\n</new_text>\n<new_text>\nnew\n</old_text>\n",
            "<old_text>\nold\n</old_text>\n<new_text>\nnew\n</edits>\n",
            "<old_text>\nold\n</parameter></invoke>\n<new_text>\nnew\n</parameter></invoke>\n",
        ],
    )
    def test_any_end_tag_ends_a_text(self, text: str) -> None:
        assert [("src/a.rs", "old\n", "new\n")] == pairs(f"src/a.rs\n{text}")

    @pytest.mark.parametrize("line", ["line=42", 'line="42"', "line = 42"])
    def test_the_line_is_a_hint(self, line: str) -> None:
        text = f"a.rs\n<old_text {line}>\nold\n</old_text>\n<new_text>\nnew\n</new_text>\n"

        assert [42] == [block.hints.line for block in parse(text).blocks]

    def test_each_pair_is_an_edit_of_the_file_named_before(self) -> None:
        pair = "<old_text line=1>\na</old_text> b\n</old_text>\n<new_text>\n</new_text>\n"

        assert [("a.rs", "a</old_text> b\n", "")] * 2 == pairs(f"a.rs\n\n<edits>\n{pair}\n{pair}</edits>\n")


class TestOtherTags:
    """Tags that chats invent for an old and a new text."""

    OLD_AND_NEW = (
        ("old", "new"), ("old_string", "new_string"), ("old_code", "new_code"), ("search", "replace"),
        ("find", "replace_with"), ("before", "after"), ("original", "updated"), ("original_code", "new_code"),
    )  # fmt: skip
    AROUND = (
        ('<edit path="src/a.rs">', "</edit>"), ("<edit file='src/a.rs'>", "</edit>"),
        ("<edit>\n<path>src/a.rs</path>", "</edit>"), ("<change>\n  <file>src/a.rs</file>", "</change>"),
        ("<edit>\n<file>src/a.rs</file>\n<description>Fix it.</description>", "</edit>"),
        ("src/a.rs\n<edit>", "</edit>"), ('<changes>\n<change filename="src/a.rs">', "</change>\n</changes>"),
        ('<file path="src/a.rs">', "</file>"), ('<file path="src/a.rs">\n<edit>', "</edit>\n</file>"),
        ('<replacement path="src/a.rs">', "</replacement>"),
    )  # fmt: skip

    @pytest.mark.parametrize(("opening", "closing"), AROUND)
    @pytest.mark.parametrize(("old", "new"), OLD_AND_NEW)
    def test_below_a_tag_that_names_the_file_they_are_an_edit(
        self, old: str, new: str, opening: str, closing: str
    ) -> None:
        text = f"<{old}>\n  a </b>\n</{old}>\n<{new}>\n  c\n</{new}>\n"

        assert [("src/a.rs", "  a </b>\n", "  c\n")] == pairs(f"{opening}\n{text}{closing}\n")

    def test_each_pair_has_the_file_of_its_own_tag(self) -> None:
        edits = [
            f'<edit path="{name}">\n<old>\na\n</old>\n<new>\n</new>\n</edit>\n' for name in ("a.rs", "b.rs")
        ]

        assert [("a.rs", "a\n", ""), ("b.rs", "a\n", "")] == pairs("\n".join(edits))

    def test_several_pairs_in_the_tag_of_a_file_are_edits_of_it(self) -> None:
        pair = "<old>\na\n</old>\n<new>\nb\n</new>\n"
        parsed = parse(f'<file path="index.html">\n{pair}\n{pair}</file>\n')

        assert [("index.html", (2, 7)), ("index.html", (9, 14))] == [
            (block.path_written, block.lines) for block in parsed.blocks
        ]

    def test_a_section_of_raw_text_is_unwrapped(self) -> None:
        new = "<new><![CDATA[\na <= b\n]]></new>\n"
        text = f'<edit path="a.rs">\n<old><![CDATA[\na < b\n]]></old>\n{new}</edit>\n'

        assert [("a.rs", "a < b\n", "a <= b\n")] == pairs(text)

    def test_a_new_text_that_is_missing_is_a_problem(self) -> None:
        parsed = parse('<edit path="a.rs">\n<old>\na\n</old>\n</edit>\n')

        assert [("a.rs", "Missing <new> for the edit at line 2")] == [
            (problem.path_written, problem.message) for problem in parsed.problems
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "<search>\nx\n</search>\n",
            "<find>\nx\n</find>\n<replace>\ny\n</replace>\n",
            "<old>\nx\n</old>\n<new>\ny\n</new>\n",
            "The page has this:\n\n<main>\n<search>\n<input>\n</search>\n</main>\n",
            '<div path="a.rs">\n<search>\nx\n</search>\n</div>\n',
        ],
    )
    def test_without_a_tag_for_an_edit_around_them_or_a_path_they_are_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_in_a_file_they_are_its_text(self) -> None:
        text = "<root>\n<edit>\n<old>\nx\n</old>\n<new>\ny\n</new>\n</edit>\n</root>\n"
        parsed = parse(f"a.xml\n```xml\n{text}```\n")

        assert [Write(text)] == [block.operation for block in parsed.blocks]


class TestExample:
    def test_it_is_one_good_edit(self) -> None:
        parsed = parse(xml.SPEC.description.example)

        assert ["greeting.py"] == [block.path_written for block in parsed.blocks]
        assert () == parsed.problems


class TestProse:
    @pytest.mark.parametrize(
        "text",
        [
            "<write_to_file> is the tool.\n",
            "Use <write_to_file>\n<path>a</path>\n</write_to_file>\n",
            "<write_to_file>\nis the tool.\n",
            "<write_to_files>\n<path>a</path>\n</write_to_files>\n",
            "<read_file>\n<path>a</path>\n</read_file>\n",
            '<invoke name="Read">\n<parameter name="file_path">a</parameter>\n</invoke>\n',
            '<invoke name="Read">\n<parameter name="file_path">a\n',
            '<invoke name="Bash">\n<parameter name="command">a\n',
            '<a href="x">\n<p>\n',
            "<old_texts>\n",
            "<content>\nx\n</content>\n",
        ],
    )
    def test_other_tags_are_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_a_mention_does_not_hide_the_call_below_it(self) -> None:
        text = "<write_to_file>\n\n" + "a.py\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"

        assert ["search-replace"] == [block.format for block in parse(text).blocks]


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                "<write_to_file>\n<path>a</path>\n<content>\nx\n",
                "Missing </write_to_file> for the write_to_file at line 1",
            ),
            (
                "<write_to_file>\n<path>a</path>\n<content>\nx\n</write_to_file>\n",
                "Missing </content> for the write_to_file at line 1",
            ),
            (call("write_to_file", content="x"), "path is required in the write_to_file at line 1"),
            (call("write_to_file", path="x"), "content is required in the call at line 1"),
            (call("replace_in_file", path="x"), "diff is required in the replace_in_file at line 1"),
            (
                call("replace_in_file", path="x", diff="\nnothing\n"),
                "No SEARCH/REPLACE block in the replace_in_file at line 1",
            ),
            (call("apply_diff", diff=f"\n{BLOCK}"), "path is required in the apply_diff at line 1"),
            (
                call("apply_diff", args=f"\n<file>\n<diff>\n{BLOCK}</diff>\n</file>\n"),
                "path is required in the apply_diff at line 1",
            ),
            (
                call("insert_content", path="a", line="x", content="y"),
                "line must be a whole number in the insert_content at line 1",
            ),
            (
                call("insert_content", path="a", content="y"),
                "line is required in the insert_content at line 1",
            ),
            (
                call("search_and_replace", path="a", search="b", replace="c", use_regex="true"),
                "use_regex is not supported in the call at line 1",
            ),
            (
                call("search_and_replace", path="a", search="b", replace="c", ignore_case="true"),
                "ignore_case is not supported in the search_and_replace at line 1",
            ),
            (
                call("write_to_file", path="a")[: -len("</write_to_file>\n")] + "prose\n</write_to_file>\n",
                "Missing tag of a parameter for the write_to_file at line 1",
            ),
            (
                call("write_to_file", path="a", content="b").replace(
                    "<content>", "<path>a</path>\n<content>"
                ),
                "Missing end of <path>, which comes twice, for the write_to_file at line 1",
            ),
            (
                '<invoke name="Write">\n<parameter name="content">a\n</invoke>\n',
                "Missing </parameter> for the Write at line 1",
            ),
            (
                '<invoke name="Write">\n<parameter name="content">a\n',
                "Missing </invoke> for the Write at line 1",
            ),
            (
                invoke("MultiEdit", file_path="a", edits="[{]"),
                "edits is not JSON in the MultiEdit at line 1",
            ),
            ("<old_text>\na\n", "Missing </old_text> for the edit at line 1"),
            ("<old_text>\na\n</old_text>\nmore\n", "Missing <new_text> for the edit at line 1"),
            ("<old_text>\na\n</old_text>\n<new_text>\nb\n", "Missing </new_text> for the edit at line 1"),
            (
                "<old_text>\n</old_text>\n<new_text>\nb\n</new_text>\n",
                "old_text is empty in the edit at line 1",
            ),
        ],
    )
    def test_the_message_says_what_is_wrong_with_the_line(self, text: str, message: str) -> None:
        assert () == parse(text).blocks
        assert [(1, message)] == problems(text)

    def test_calls_around_a_broken_one_are_read(self) -> None:
        good = call("write_to_file", path="a", content="\nx\n")
        text = good + "<write_to_file>\n<path>a</path>\n<content>\nx\n</write_to_file>\n" + good

        assert [("a", Write("x\n"))] * 2 == read(text)
        assert [7] == [line for line, _ in problems(text)]


class TestStreams:
    @pytest.mark.parametrize(
        "text",
        [
            "<write_to_file>\n<path>a</path>\n<content>\n" + "</content>x\n" * 20_000 + "</write_to_file>\n",
            "<write_to_file>\n" * 10_000 + "</write_to_file>\n" * 10_000,
            "<apply_diff>\n<args><file><path>a</path>"
            + "<diff><content>\n" * 20_000
            + "</args>\n</apply_diff>",
            '<invoke name="Edit">\n' + '<parameter name="a">x' * 20_000 + "\n</invoke>\n",
            "<write_to_file>\n<path>a</path>" + "</invoke>" * 200_000,
            "<old_text>" + "</old_text>x" * 100_000,
        ],
        ids=["ends", "nested", "diffs", "parameters", "closers", "pairs"],
    )
    def test_many_tags_are_read(self, text: str) -> None:
        assert is_read(text)
