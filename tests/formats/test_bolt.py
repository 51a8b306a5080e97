"""The actions of bolt artifacts, as its prompt asks for them and as models write them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import EditBlock, Write
from editreview.formats import Reader, formats_of, parse
from tests.builders import block as search_replace
from tests.builders import interpretations_of, is_read
from tests.streams import in_pieces


def action(kind: str, content: str, path: str | None = None) -> str:
    """One action, its tags on lines of their own. The content is whole lines."""
    attribute = "" if path is None else f' filePath="{path}"'
    return f'<boltAction type="{kind}"{attribute}>\n{content}</boltAction>\n'


def wrapped(*actions: str) -> str:
    return f'<boltArtifact id="a" title="Title">\n{"".join(actions)}</boltArtifact>\n'


def files(text: str) -> list[tuple[str | None, str]]:
    """Path and text of every file that is written."""
    return [(b.path_written, b.operation.text) for b in parse(text).blocks if isinstance(b.operation, Write)]


def edits(text: str) -> list[tuple[str | None, str, str]]:
    return [
        (b.path_written, interpretations_of(b)[0].search, interpretations_of(b)[0].replace)
        for b in parse(text).blocks
    ]


def commands(text: str) -> list[str]:
    return [command.text for command in parse(text).commands]


def problems(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in parse(text).problems]


def only(text: str) -> EditBlock:
    (found,) = parse(text).blocks
    return found


class TestActions:
    def test_a_file_action_writes_the_whole_file(self) -> None:
        found = only("Here:\n" + wrapped(action("file", "const a = 1;\n", "src/a.ts")))

        assert ("bolt", "src/a.ts", (3, 5), ()) == (
            found.format,
            found.path_written,
            found.lines,
            found.warnings,
        )
        assert Write("const a = 1;\n") == found.operation

    def test_an_edit_action_contains_search_replace_blocks_each_with_its_lines(self) -> None:
        text = wrapped(
            action("edit", search_replace("a\n", "b\n", "a.ts") + search_replace("c\n", "d\n", "b.ts"))
        )

        assert [("a.ts", "a\n", "b\n"), ("b.ts", "c\n", "d\n")] == edits(text)
        assert [("bolt", (4, 8)), ("bolt", (10, 14))] == [(b.format, b.lines) for b in parse(text).blocks]

    def test_several_blocks_may_be_below_one_path(self) -> None:
        blocks = search_replace("a\n", "b\n", "a.ts") + "\n" + search_replace("c\n", "d\n", None)

        assert ["a.ts", "a.ts"] == [path for path, _, _ in edits(action("edit", blocks))]

    def test_the_path_of_a_block_may_be_the_one_of_its_action(self) -> None:
        assert [("src/a.ts", "a\n", "b\n")] == edits(
            action("edit", search_replace("a\n", "b\n", None), "src/a.ts")
        )

    def test_a_path_that_differs_from_the_actions_has_a_warning(self) -> None:
        found = only(action("edit", search_replace("a\n", "b\n", "src/b.ts"), "src/a.ts"))

        assert "src/b.ts" == found.path_written
        assert ("the action is for src/a.ts, the line above the block says src/b.ts",) == found.warnings

    def test_the_content_of_an_edit_is_exactly_as_written(self) -> None:
        search, replace = "\t<b>  \n\n  &lt;i&gt;\n", "  <b>&amp;\n```\n"

        assert [("a.html", search, replace)] == edits(
            action("edit", search_replace(search, replace, "a.html"))
        )

    @pytest.mark.parametrize("kind", ["shell", "start", "build", "supabase"])
    def test_shell_actions_are_commands(self, kind: str) -> None:
        parsed = parse(action(kind, "npm run dev && echo ok\n"))

        assert ["npm run dev && echo ok"] == [command.text for command in parsed.commands]
        assert [(1, 3)] == [command.lines for command in parsed.commands]
        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_an_empty_command_is_prose(self) -> None:
        parsed = parse(
            "<boltAction type='build'>\n</boltAction>\n<boltAction type='start'></boltAction>\nx\n"
        )

        assert ((), (), ()) == (parsed.blocks, parsed.problems, parsed.commands)

    def test_mixed_actions_keep_their_order(self) -> None:
        text = wrapped(
            action("file", "{}\n", "package.json"),
            action("shell", "npm install\n"),
            action("edit", search_replace("a\n", "b\n", "a.ts")),
            action("start", "npm run dev\n"),
        )

        items = in_pieces(text, [])

        assert ["Prose", "EditBlock", "Command", "EditBlock", "Command", "Prose"] == [
            type(item).__name__
            for item in items
            if type(item).__name__ != "Prose" or item in (items[0], items[-1])
        ]

    def test_actions_need_no_artifact_around_them(self) -> None:
        assert [("a.ts", "a\n")] == files("So:\n\n" + action("file", "a\n", "a.ts") + "Done.\n")

    def test_actions_may_be_in_fenced_code_or_indented(self) -> None:
        text = wrapped(action("file", "a\n", "a.ts"))

        assert [("a.ts", "a\n")] == files(f"```xml\n{text}```\n")
        assert [("a.ts", "a\n")] == files(text.replace("<", "    <").replace("\na\n", "\n    a\n"))

    def test_an_action_takes_effect_when_it_closes(self) -> None:
        reader = Reader()
        text = action("edit", search_replace("a\n", "b\n") + search_replace("c\n", "d\n"))

        assert [] == reader.feed(text[:-1])
        assert 2 == sum(isinstance(item, EditBlock) for item in reader.feed("\n"))

    def test_a_response_may_mix_actions_and_other_formats(self) -> None:
        text = search_replace("a\n", "b\n") + action("file", "x\n", "a.ts") + search_replace("c\n", "d\n")

        assert ["search-replace", "bolt", "search-replace"] == [b.format for b in parse(text).blocks]


class TestTags:
    @pytest.mark.parametrize(
        "tag",
        [
            '<boltAction type="file" filePath="src/a.ts">',
            '<boltAction filePath="src/a.ts" type="file">',
            "<boltAction type='file' filePath='src/a.ts'>",
            "<boltAction type=file filePath=src/a.ts>",
            '<boltAction  type = "file"  filePath = "src/a.ts" >',
            '<boltAction type="file" filepath="src/a.ts">',
            '<boltAction type="File" path="src/a.ts">',
            '<boltAction title="a > b" type="file" filePath="src/a.ts">',
            '<boltAction contentType="x" type="file" filePath="src/a.ts">',
            '<boltAction\n  type="file"\n  filePath="src/a.ts"\n>',
            '<boltAction type="file"\n\n            filePath="src/a.ts">',
            '<boltArtifact id="a" title="b"><boltAction type="file" filePath="src/a.ts">',
            '<boltArtifact\n  id="a"\n>\n<boltAction type="file" filePath="src/a.ts">',
        ],
    )
    def test_attributes_may_have_any_order_and_quotes_and_lines_of_their_own(self, tag: str) -> None:
        assert [("src/a.ts", "a\n")] == files(f"{tag}\na\n</boltAction>\n")

    def test_content_may_be_on_the_lines_of_the_tags(self) -> None:
        assert [("a.ts", "one\ntwo\n")] == files(
            '<boltAction type="file" filePath="a.ts">one\ntwo</boltAction></boltArtifact>\n'
        )

    def test_an_edit_may_begin_and_end_on_the_lines_of_the_tags(self) -> None:
        blocks = search_replace("a\n", "b\n", "src/a.ts").removesuffix("\n")

        assert [("src/a.ts", "a\n", "b\n")] == edits(f'<boltAction type="edit">{blocks}</boltAction>')

    def test_many_actions_may_be_on_one_line(self) -> None:
        text = "<boltAction type='shell'>a</boltAction> <boltAction type='file' filePath='x'>b</boltAction>"
        text = f"<boltArtifact id='1'>{text}<boltAction type='start'>c</boltAction></boltArtifact>\nEnd.\n"

        assert ["a", "c"] == commands(text)
        assert [("x", "b\n")] == files(text)
        assert [(2, 2)] == [prose.lines for prose in parse(text).prose]

    def test_an_action_on_one_line_may_end_the_response(self) -> None:
        assert ["npm i"] == commands('<boltAction type="shell">npm i</boltAction>')

    @pytest.mark.parametrize(
        "text",
        [
            "<boltAction> is a tag.\n",
            "<boltAction is a tag, and so is </boltAction>\n",
            "<boltAction\nbegins it, and <b>so on</b>\n",
            "<boltActions type='file'>\nx\n</boltActions>\n",
            'Use `<boltAction type="file" filePath="a">` for files.\n',
            '`<boltAction type="file" filePath="a">`\n',
            "<boltArtifact id='a'>\nNothing.\n</boltArtifact>\n",
            "</boltAction>\n",
            "<boltAction",
        ],
    )
    def test_prose_about_tags_is_prose(self, text: str) -> None:
        parsed = parse(text)

        assert ((), (), ()) == (parsed.blocks, parsed.problems, parsed.commands)

    @pytest.mark.parametrize("begun", ["<boltAction\n", "<boltAction>\n", "<boltAction type=\n"])
    def test_an_unfinished_tag_after_an_action_does_not_undo_it(self, begun: str) -> None:
        text = f"<boltAction type='shell'>npm i</boltAction> {begun}" + search_replace("a\n", "b\n", "a.py")

        assert ["npm i"] == commands(text)
        assert ["a.py"] == [b.path_written for b in parse(text).blocks]

    def test_a_block_after_a_mentioned_tag_is_read(self) -> None:
        assert ["a.txt"] == [
            b.path_written for b in parse("<boltAction\n" + search_replace("a\n", "b\n")).blocks
        ]


class TestFileContent:
    @pytest.mark.parametrize(
        ("content", "text"),
        [
            ("a\n", "a\n"),
            ("\n\na\n\nb\n\n\n", "a\n\nb\n"),
            ("  a\nb  \nc  \n", "  a\nb  \nc\n"),
            ("\ta\n", "\ta\n"),
            ("", ""),
            ("\n \n", ""),
            ("<![CDATA[\na\n]]>\n", "a\n"),
            ("<![CDATA[a]]>\n", "a\n"),
        ],
    )
    def test_outer_blank_lines_are_stripped_and_the_rest_is_kept(self, content: str, text: str) -> None:
        assert [("a.ts", text)] == files(action("file", content, "a.ts"))

    def test_the_indentation_of_the_tags_is_stripped_from_the_content(self) -> None:
        text = '  <boltAction type="file" filePath="a.py">\n  if a:\n\n      b\n  </boltAction>\n'

        assert [("a.py", "if a:\n\n    b\n")] == files(text)

    def test_content_with_less_indentation_keeps_its_own(self) -> None:
        text = '  <boltAction type="file" filePath="a.py">\n  if a:\nb\n  </boltAction>\n'

        assert [("a.py", "  if a:\nb\n")] == files(text)

    @pytest.mark.parametrize("fence", ["```", "```ts", "````typescript", "~~~"])
    def test_a_fence_around_code_is_removed(self, fence: str) -> None:
        end = fence.rstrip("abcdefghijklmnopqrstuvwxyz")

        assert [("a.ts", "a\n")] == files(action("file", f"{fence}\na\n{end}\n", "a.ts"))

    def test_a_fence_inside_code_stays(self) -> None:
        content = "const doc = `\n```\nx\n```\n`\n"

        assert [("a.ts", content)] == files(action("file", content, "a.ts"))

    def test_an_unclosed_fence_stays_with_a_warning(self) -> None:
        found = only(action("file", "```ts\na\n", "a.ts"))

        assert Write("```ts\na\n") == found.operation
        assert ("the file begins with an unclosed code fence, which is kept",) == found.warnings

    def test_fences_in_markdown_stay(self) -> None:
        content = "```sh\nnpm i\n```\n\nand\n\n```sh\nnpm start\n```\n"

        assert [("README.md", content)] == files(action("file", content, "README.md"))

    def test_a_fence_around_all_of_a_markdown_file_stays_with_a_warning(self) -> None:
        found = only(action("file", "```markdown\n# Title\n```\n", "README.md"))

        assert Write("```markdown\n# Title\n```\n") == found.operation
        assert ("the whole file is in a code fence, which is kept",) == found.warnings

    @pytest.mark.parametrize(
        ("path", "written", "text"),
        [
            ("a.html", "&lt;b&gt;x &amp;amp; y&lt;/b&gt;\n", "<b>x &amp; y</b>\n"),
            ("a.html", "&lt;b&gt;x&nbsp;&amp;&lt;/b&gt;\n", "<b>x&nbsp;&amp;</b>\n"),
            ("a.ts", "const f = (a) =&gt; a &amp;&amp; 1;\n", "const f = (a) => a && 1;\n"),
            ("a.c", "#include &lt;stdio.h&gt;\n", "#include <stdio.h>\n"),
            ("a.py", "def f() -&gt; int:\n    return 1\n", "def f() -> int:\n    return 1\n"),
        ],
    )
    def test_brackets_that_were_all_written_as_entities_are_repaired(
        self, path: str, written: str, text: str
    ) -> None:
        found = only(action("file", written, path))

        assert Write(text) == found.operation
        assert ("repaired: < and > were written as &lt; and &gt;",) == found.warnings

    @pytest.mark.parametrize(
        ("path", "written", "is_doubtful"),
        [
            ("a.html", "<p>1 &lt; 2</p>\n", False),
            ("a.tsx", "const a = <p>() =&gt; 1</p>;\n", False),
            ("a.md", "1 &lt; 2\n", False),
            ("a.ts", "text.replace(/</g, '&lt;');\n", True),
            ("a.ts", "const LESS = '&lt;';\n", True),
            ("a.ts", "const ARROW = '=&gt;';\n", True),
            ("a.py", "LESS = '&lt;'\n", True),
        ],
    )
    def test_entities_that_may_be_intended_stay(self, path: str, written: str, is_doubtful: bool) -> None:
        found = only(action("file", written, path))

        assert Write(written) == found.operation
        assert (("the file contains &lt; or &gt;, which are kept",) if is_doubtful else ()) == found.warnings


class TestTagsInContent:
    @pytest.mark.parametrize(
        "line",
        [
            "const CLOSE = '</boltAction>';",
            'const CLOSE = "</boltAction>"',
            "// ends with `</boltAction>`",
            "const ALL = `<boltAction type='shell'>npm i</boltAction>`",
            "Use <boltAction type='shell'>npm i</boltAction>",
            "const OPEN = '<boltAction';",
            "const OPEN = '<boltAction type=\"file\">';",
            "// </boltArtifact>",
            "<boltAction>",
            "<boltAction> is a tag",
        ],
    )
    def test_tags_that_are_quoted_or_paired_on_a_line_are_text(self, line: str) -> None:
        content = f"before\n{line}\nafter\n"

        assert [("a.ts", content)] == files(wrapped(action("file", content, "a.ts")))

    def test_an_example_in_fenced_code_of_markdown_is_text(self) -> None:
        example = "# Actions\n\n```xml\n" + wrapped(action("file", "x\n", "x.ts")) + "```\n\nMore.\n"
        text = wrapped(action("file", example, "README.md"), action("file", "a\n", "a.ts"))

        assert [("README.md", example), ("a.ts", "a\n")] == files(text)

    def test_a_fence_that_is_open_at_the_end_of_markdown_keeps_no_closing_tag(self) -> None:
        assert [("a.md", "```\nx\n"), ("a.ts", "a\n")] == files(
            action("file", "```\nx\n", "a.md") + action("file", "a\n", "a.ts")
        )

    def test_other_formats_in_a_file_are_its_text(self) -> None:
        content = "Text.\n\n" + search_replace("a\n", "b\n") + "```diff\n-a\n+b\n```\n"

        assert [("doc.md", content)] == files(action("file", content, "doc.md"))


class TestProblems:
    def test_an_edit_without_a_block_shows_how_it_begins(self) -> None:
        content = "Change the title\nto something else. " + "x" * 300

        assert [
            (1, f"No valid SEARCH/REPLACE block in the edit action at line 1: {content[:200]}")
        ] == problems(action("edit", content + "\n"))

    def test_an_empty_edit_is_a_problem(self) -> None:
        assert [(1, "No valid SEARCH/REPLACE block in the edit action at line 1")] == problems(
            action("edit", "")
        )

    def test_an_edit_whose_only_block_is_malformed_says_what_is_missing(self) -> None:
        text = wrapped(action("edit", "a.ts\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n"))
        message = (
            "No valid SEARCH/REPLACE block in the edit action at line 2 (Missing ======= divider for the "
            "block at line 4): a.ts\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE"
        )

        assert [(2, message)] == problems(text)

    def test_the_blocks_next_to_a_malformed_one_are_read(self) -> None:
        good = search_replace("a\n", "b\n", "a.ts")
        text = action("edit", good + "b.ts\n<<<<<<< SEARCH\nc\n>>>>>>> REPLACE\n" + good)

        assert [("a.ts", "a\n", "b\n")] * 2 == edits(text)
        assert [(9, "Missing ======= divider for the block at line 9")] == problems(text)

    def test_a_block_that_its_action_cuts_off_is_malformed(self) -> None:
        text = action("edit", search_replace("a\n", "b\n", "a.ts") + "<<<<<<< SEARCH\nc\n=======\nd\n")

        assert [(8, "Missing >>>>>>> REPLACE for the block at line 8")] == problems(text)

    @pytest.mark.parametrize(
        ("tag", "message"),
        [
            ('<boltAction type="deploy">', 'Unknown type "deploy" of the action at line 2'),
            ('<boltAction filePath="a.ts">', "Missing type for the action at line 2"),
            ('<boltAction type="file">', "Missing filePath for the file action at line 2"),
            ('<boltAction type="file" filePath="">', "Missing filePath for the file action at line 2"),
        ],
    )
    def test_an_action_without_a_known_type_is_a_problem(self, tag: str, message: str) -> None:
        text = f"Prose.\n{tag}\nx\n</boltAction>\n"

        assert [(2, message)] == problems(text)
        assert [f"{tag}\nx\n</boltAction>\n"] == [problem.text for problem in parse(text).problems]

    @pytest.mark.parametrize("kind", ["file", "shell"])
    def test_an_action_cut_off_by_the_end_of_the_response_is_a_problem(self, kind: str) -> None:
        text = "Prose.\n" + action(kind, search_replace("a\n", "b\n"), "a.ts")

        parsed = parse(text.removesuffix("</boltAction>\n"))

        assert ((), ()) == (parsed.blocks, parsed.commands)
        assert ["Missing </boltAction> for the action at line 2"] == [p.message for p in parsed.problems]

    @pytest.mark.parametrize("cut", ["", "b.ts\n<<<<<<< SEARCH\nx\n=======\n", "</boltArtifact>\n"])
    def test_an_edit_action_that_is_cut_off_keeps_its_complete_blocks_each_with_a_warning(
        self, cut: str
    ) -> None:
        edits = search_replace("a\n", "b\n", "a.ts") + search_replace("c\n", "d\n", "a.ts")

        parsed = parse(f'<boltAction type="edit">\n{edits}{cut}')

        warning = "the action around it was cut off: blocks may be missing"
        assert [("a.ts", (warning,)), ("a.ts", (warning,))] == [
            (each.path_written, each.warnings) for each in parsed.blocks
        ]
        assert ["Missing </boltAction> for the action at line 1"] == [p.message for p in parsed.problems]

    @pytest.mark.parametrize("end", ["</boltArtifact>\n", ""])
    def test_an_action_cut_off_by_the_next_one_or_the_artifacts_end_is_a_problem(self, end: str) -> None:
        cut = '<boltAction type="file" filePath="a.ts">\nx\n'
        text = cut + action("file", "b\n", "b.ts") + cut + end

        assert [("b.ts", "b\n")] == files(text)
        assert [
            (1, "Missing </boltAction> for the action at line 1"),
            (6, "Missing </boltAction> for the action at line 6"),
        ] == problems(text)

    def test_a_tag_cut_off_by_the_end_of_the_response_is_a_problem(self) -> None:
        assert [(1, "Missing > for the <boltAction at line 1")] == problems(
            '<boltAction type="file"\n  filePath='
        )

    @pytest.mark.parametrize("content", ["<h1>x</h1>\n", "x = 1\n" * 500])
    def test_a_tag_whose_quotes_do_not_match_is_a_problem(self, content: str) -> None:
        text = f'<boltAction type="file" filePath="a.tsx>\n{content}</boltAction>\n'

        assert [] == files(text)
        assert [(1, "Missing > for the <boltAction at line 1")] == problems(text)

    def test_actions_around_an_invalid_one_are_read(self) -> None:
        text = wrapped(
            action("file", "a\n", "a.ts"),
            action("nope", "x\n"),
            action("edit", "x\n"),
            action("file", "b\n", "b"),
        )

        assert [("a.ts", "a\n"), ("b", "b\n")] == files(text)
        assert [5, 8] == [line for line, _ in problems(text)]


class TestCutStreams:
    @given(st.integers(0, 2**32))
    def test_tags_and_text_in_any_order_are_read_without_an_exception(self, seed: int) -> None:
        chance = random.Random(seed)
        words = [
            "<boltAction",
            ' type="file"',
            " filePath='a.md'",
            ">",
            "\n",
            "```",
            "</boltAction>",
            "'",
            '"',
            " ",
        ]
        words += [
            "<boltArtifact>",
            "</boltArtifact>",
            "\n<boltAction type='edit'>\n",
            "x",
            "<![CDATA[",
            "]]>",
        ]

        assert is_read("".join(chance.choices(words, k=60)))

    def test_an_arriving_action_reports_its_progress(self) -> None:
        reader = Reader(formats_of(["bolt"]))
        progress = []

        for line in ("<boltAction\n", 'type="file" filePath="a.ts">\n', "a\n", "b\n"):
            reader.feed(line)
            progress.append(reader.open_block)

        assert [
            "block at line 1: opening tag arriving",
            "block at line 1: file action for a.ts arriving, 0 lines",
            "block at line 1: file action for a.ts arriving, 1 line",
            "block at line 1: file action for a.ts arriving, 2 lines",
        ] == progress

    @pytest.mark.parametrize(
        ("text", "count"),
        [
            ("<boltAction type='shell'>x</boltAction>" * 2_000, 2_000),
            ("<boltAction type='shell'>x</boltAction>\n" * 2_000, 2_000),
            ("<boltAction type='x'>x</boltAction>" * 2_000, 0),
            (
                action(
                    "edit", "a.ts\n<<<<<<< SEARCH\n>>>>>>> REPLACE\n" * 20_000 + search_replace("a\n", "b\n")
                ),
                1,
            ),
            ("<boltAction type='file' filePath='a'>\n" * 2_000, 0),
            ("<boltAction\n" * 2_000, 0),
            ("<boltAction " + "a" * 2_000_000, 0),
            ("<boltAction " + "\"'" * 2_20_000, 0),
            ("<boltAction type='shell'>" + "<boltAction " * 20_000 + "</boltAction>" * 16_000 + "\n", 0),
            ("<boltAction type='shell'>" + "'</boltAction>'" * 20_000 + "\n", 0),
            ("<boltAction type='file' filePath='a.md'>\n```\n" + "<boltAction type='x'>\n" * 20_000, 0),
            ("<boltArtifact " + "'" * 2_000_000, 0),
        ],
    )
    def test_large_hostile_responses_are_read_in_one_pass(self, text: str, count: int) -> None:
        parsed = parse(text)

        assert count == len(parsed.blocks) + len(parsed.commands)
