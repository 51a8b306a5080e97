"""Whole files in fences, and fenced code that is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Code, EditBlock, Naming, Sketch, Write
from editreview.formats import Reader, parse
from editreview.formats.whole_file import SPEC
from tests.builders import is_read
from tests.streams import in_pieces

CODE = "print(1)\n"
BODY = f"```python\n{CODE}```\n"
SEARCH_REPLACE = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"


def written(block: EditBlock) -> str:
    assert isinstance(block.operation, Write | Sketch)
    return block.operation.text


def read(text: str) -> list[tuple[str | None, str]]:
    """Path and text of every file."""
    return [(b.path_written, written(b)) for b in parse(text).blocks]


def creates(text: str) -> list[bool]:
    return [b.operation.creates for b in parse(text).blocks if isinstance(b.operation, Write)]


def commands(text: str) -> list[str]:
    return [command.text for command in parse(text).commands]


class TestPaths:
    @pytest.mark.parametrize(
        "above",
        [
            "src/a.py\n",
            "src/a.py\n\n",
            "src/a.py:\n",
            "**src/a.py**\n",
            "**`src/a.py`**:\n",
            "`src/a.py`\n",
            "`src/a.py`:\n\n",
            "### src/a.py\n",
            "### 1. `src/a.py`\n\n",
            "#### **src/a.py**\n",
            "1. `src/a.py`\n",
            "File: src/a.py\n",
            "**File: `src/a.py`**\n",
            "**Filename:** src/a.py\n",
            "Path: src/a.py\n",
            "src/a.py (updated)\n",
            "### `src/a.py` (full file)\n",
            "Here is the test.\n\nsrc/a.py\n",
            "Now let me write src/a.py:\nsrc/a.py\n",
            "Here is the complete updated code for `src/a.py`:\n\n",
            "The full contents of src/a.py file:\n",
        ],
    )
    def test_a_line_of_its_own_above_the_fence_names_the_file(self, above: str) -> None:
        assert [("src/a.py", CODE)] == read(above + BODY)

    @pytest.mark.parametrize(
        "info",
        [
            "python:src/a.py",
            "python src/a.py",
            'python title="src/a.py"',
            "python title='src/a.py' {1,3-5}",
            'python filename="src/a.py" showLineNumbers',
            "py file=src/a.py",
            "src/a.py",
            "python {src/a.py}",
            "python (src/a.py)",
            "python [src/a.py]",
            "python // src/a.py",
        ],
    )
    def test_the_info_string_of_the_fence_names_it(self, info: str) -> None:
        assert [("src/a.py", CODE)] == read(f"Some prose.\n\n```{info}\n{CODE}```\n")

    @pytest.mark.parametrize(
        "comment",
        [
            "# src/a.py",
            "// src/a.ts",
            "/* src/a.css */",
            "<!-- src/a.html -->",
            "-- src/a.sql",
            "# File: src/a.py",
            "// filename: src/a.ts",
            "{/* src/a.tsx */}",
            "# .env",
        ],
    )
    def test_a_comment_on_the_first_line_names_it(self, comment: str) -> None:
        (found,) = parse(f"Use this:\n\n```\n{comment}\nx\n```\n").blocks

        assert f"{comment}\nx\n" == written(found)
        assert str(found.path_written) in comment
        assert (Naming.COMMENT, comment) == (found.naming, found.path_comment)

    @pytest.mark.parametrize(
        "comment",
        [
            "# In src/a.py:",
            "# Updated src/a.py",
            "# --- src/a.py ---",
            "// ===== src/a.ts =====",
            "# add to src/a.py",
        ],
    )
    def test_a_few_words_around_the_path_in_the_comment_are_allowed(self, comment: str) -> None:
        (found,) = parse(f"Use this:\n\n```\n{comment}\nx\n```\n").blocks

        assert str(found.path_written) in comment
        assert comment == found.path_comment

    @pytest.mark.parametrize(
        ("comment", "words"),
        [
            ("// src/a.rs, inside parse", "inside parse"),
            ("# src/a.py (add below the imports)", "add below the imports"),
            ("// src/a.ts - in load", "in load"),
            ("// In src/a.ts, inside `load`", "inside `load`"),
            ("# src/a.py → load()", "load()"),
        ],
    )
    def test_words_behind_its_path_say_where_its_code_goes(self, comment: str, words: str) -> None:
        (found,) = parse(f"Use this:\n\n```\n{comment}\nx\n```\n").blocks

        assert (Naming.PART, comment) == (found.naming, found.path_comment)
        assert words in found.words

    @pytest.mark.parametrize(
        "comment", ["# src/a.py (unchanged)", "// src/a.ts - before", "# src/a.py: helpers of the parser"]
    )
    def test_words_behind_its_path_about_something_else_make_it_a_comment(self, comment: str) -> None:
        assert () == parse(f"Use this:\n\n```\n{comment}\nx\n```\n").blocks

    @pytest.mark.parametrize(
        "words",
        [
            "`main.rs` doesn't need to change.",
            "`main.rs` does not need any changes.",
            "Nothing else changes in `main.rs`.",
            "`main.rs` won't change.",
        ],
    )
    def test_a_file_that_need_not_change_is_not_that_of_the_code_below(self, words: str) -> None:
        (found,) = parse(f"Update the enum. {words}\n\n```rust\n// src/a.rs\nx\n```\n").blocks

        assert ("src/a.rs", ()) == (found.path_written, found.other_names)

    @pytest.mark.parametrize(
        "words",
        [
            "And a test for it, at the end of the `tests` module in `src/a.py`:",
            "A new test at the end of `src/a.py`:",
            "One more helper, in `src/a.py`:",
            "Also in `src/a.py`, a test:",
            "Und noch ein Test am Ende von `src/a.py`:",
            "Y otra prueba al final de `src/a.py`:",
        ],
    )
    def test_a_title_without_a_verb_says_what_is_to_be_added(self, words: str) -> None:
        (found,) = parse(f"{words}\n\n```python\nx\n```\n").blocks

        assert ("src/a.py", Naming.PART) == (found.path_written, found.naming)

    @pytest.mark.parametrize(
        "words",
        [
            "An example of its use in `src/a.py`:",
            "A typo in `src/a.py`:",
            "The error in `src/a.py`:",
            "Another way is in `src/a.py`:",
        ],
    )
    def test_a_title_of_what_is_there_asks_for_nothing(self, words: str) -> None:
        assert () == parse(f"{words}\n\n```python\nx\n```\n").blocks

    def test_a_comment_below_the_line_that_has_to_be_the_first_names_the_file(self) -> None:
        (found,) = parse("Use this:\n```php\n<?php\n\n// src/A.php\nclass A {}\n```\n").blocks

        assert ("src/A.php", "// src/A.php") == (found.path_written, found.path_comment)

    def test_a_comment_with_more_folders_than_the_title_says_which_file_it_is(self) -> None:
        assert [("src/a.py", "# src/a.py\nx\n")] == read("### a.py\n```python\n# src/a.py\nx\n```\n")

    def test_a_comment_that_names_another_path_than_the_title_is_kept_beside_it(self) -> None:
        (found,) = parse("src/a.py\n```python\n# lib/b.py\nx\n```\n").blocks

        assert ("src/a.py", "# lib/b.py\nx\n") == (found.path_written, written(found))
        assert ("lib/b.py",) == found.other_names

    def test_a_comment_that_repeats_the_title_has_no_warning(self) -> None:
        assert [()] == [b.warnings for b in parse("src/a.py\n```python\n# a.py\nx\n```\n").blocks]

    def test_a_repeated_bare_path_is_dropped(self) -> None:
        (found,) = parse("src/a.py\n```python\nsrc/a.py\nx\n```\n").blocks

        assert "x\n" == written(found)
        assert (
            "the path was repeated as the first line of the file, and is left out there",
        ) == found.warnings

    @pytest.mark.parametrize(
        "path",
        ["src\\a.py", "./src/a.py", "/src/a.py", "Makefile", "Dockerfile", ".gitignore", "a/b c.txt", "é.md"],
    )
    def test_a_path_is_kept_as_written(self, path: str) -> None:
        assert [(path, CODE)] == read(f"{path}\n{BODY}")

    @pytest.mark.parametrize(
        "above",
        [
            "Create `src/a.py`:\n",
            "Create a new file `src/a.py` with the following content:\n",
            "### Create src/a.py\n",
            "New file: `src/a.py`\n",
            "**New file:** src/a.py\n",
            "`src/a.py` (new file)\n",
            "### src/a.py (new)\n",
            "Add a file called `src/a.py`:\n",
            "And a new file `src/a.py`:\n",
            "I also added a new file `src/a.py`:\n",
            "Next, add a file called `src/a.py`:\n",
            "Then create `src/a.py` with the following content:\n",
            "There's also a new file `src/a.py`:\n",
            "You'll also need a new file, `src/a.py`:\n",
            "Let's create another new file named `src/a.py`:\n",
        ],
    )
    def test_a_file_announced_as_new_is_read(self, above: str) -> None:
        assert [("src/a.py", CODE)] == read(above + BODY)
        assert [True] == creates(above + BODY)

    def test_only_a_file_announced_as_new_must_not_exist(self) -> None:
        assert [True] == creates(f"Create `src/a.py`:\n{BODY}")
        assert [True] == creates(f"src/a.py (new file)\n{BODY}")
        assert [False] == creates(f"src/a.py\n{BODY}")


class TestNoEdits:
    @pytest.mark.parametrize(
        "above",
        [
            "",
            "Use it like this:\n",
            "Here is the current code in `src/a.py`:\n",
            "Here is the full function from `src/a.py`:\n",
            "The current code:\n\nsrc/a.py\n",
            "For example:\n\nsrc/a.py\n",
            "The file looks like this:\n\n`src/a.py`\n",
            "src/a.py\n\nThis function is wrong:\n",
            "src/a.py (lines 10-20)\n",
            "src/a.py:12\n",
            "### src/a.py (before)\n",
            "**Context:** `src/a.py`\n",
            "**Offending code:** `src/a.py`\n",
            "### Failing test: `src/a.py`\n",
            "- **Root cause** – `src/a.py`\n",
            "**Kontext:** `src/a.py`\n",
            "### Node.js\n",
            "### macOS/Linux\n",
            "## Changes\n",
            "- src/a.py\n- src/b.py\n\n",
            "src/a.py\nsrc/b.py\n",
            "See https://example.com/a.py\n",
            "The script makes a new file `src/a.py`:\n",
        ],
    )
    def test_a_fence_whose_path_is_only_mentioned_is_prose(self, above: str) -> None:
        parsed = parse(above + BODY)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    @pytest.mark.parametrize(
        "fence",
        [
            "```12:15:src/a.py\nx\n```\n",
            "```python src/a.py#L10-L20\nx\n```\n",
            "```python src/a.py:10-20\nx\n```\n",
            "```\nsrc/a.py\nsrc/b.py\n```\n",
            "```\nsrc/a.py\n```\n",
            "src/a.py\n```\nsrc/a.py\n```\n",
            "src/a.py\n```python\n```\n",
            "```src/a.py\n```\n",
            "src/a.py\n```diff\nnothing\n```\n",
            "src/a.py\n```output\nx\n```\n",
            "```python\n# example.py\nx\n```\n",
            "The current code:\n```python\n# src/a.py\nx\n```\n",
            "```python\n# see src/a.py for more\nx\n```\n",
        ],
    )
    def test_references_lists_and_empty_fences_are_prose(self, fence: str) -> None:
        parsed = parse(fence)

        assert ((), ()) == (parsed.blocks, parsed.problems)

    def test_a_file_that_is_often_empty_may_be_created_empty(self) -> None:
        assert [("pkg/__init__.py", "")] == read("pkg/__init__.py\n```python\n```\n")
        assert [True] == creates("pkg/__init__.py\n```python\n```\n")


class TestOtherFormats:
    @pytest.mark.parametrize("start", ["", "# src/a.py\n", "src/a.py\n", "\n"])
    def test_an_edit_at_the_beginning_of_the_fence_supersedes_the_file(self, start: str) -> None:
        formats = [b.format for b in parse(f"src/a.py\n```python\n{start}{SEARCH_REPLACE}```\n").blocks]

        assert ["search-replace"] == formats

    def test_an_edit_of_a_json_file_supersedes_it_too(self) -> None:
        formats = [b.format for b in parse(f"package.json\n```json\n{SEARCH_REPLACE}```\n").blocks]

        assert ["search-replace"] == formats

    def test_an_edit_after_an_unclosed_fence_with_only_a_path_is_read(self) -> None:
        text = f"#### `a.rb`\n\n```ruby\na.rb\n```ruby\n{SEARCH_REPLACE}```\n"

        parsed = parse(text * 2)

        assert ["search-replace"] * 2 == [b.format for b in parsed.blocks]
        assert () == parsed.problems

    def test_a_json_object_under_the_path_of_a_json_file_is_that_file(self) -> None:
        assert [("package.json", '{\n  "path": "a"\n}\n')] == read(
            'package.json\n```json\n{\n  "path": "a"\n}\n```\n'
        )

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("a.yaml", "---\nkind: Pod\n---\nkind: Service\n"),
            ("a.md", "---\ntitle: x\n---\n\nText\n"),
            (".eslintrc", '{"rules": {}}\n'),
            ("a.json", '[\n {"path": "a", "old_string": "x", "new_string": "y"}\n]\n'),
            ("a.xml", "<edits>\n<old_text>x</old_text>\n<new_text>y</new_text>\n</edits>\n"),
            ("a.py", "@app.route('/')\ndef f(): pass\n"),
            ("a.md", "*** Not a patch\n- a\n+ b\n"),
        ],
    )
    def test_a_file_that_only_begins_like_another_format_is_a_file(self, path: str, text: str) -> None:
        assert [(path, text)] == read(f"{path}\n```\n{text}```\n")

    def test_an_edit_inside_a_file_is_text(self) -> None:
        text = f"# How to edit\n\nLike this:\n\n{SEARCH_REPLACE}"

        assert [("docs/edit.md", text)] == read(f"docs/edit.md\n```markdown\n{text}```\n")

    def test_edits_after_a_file_are_read(self) -> None:
        text = f"a.py\n{BODY}\nb.py\n```python\n{SEARCH_REPLACE}```\n\nc.py\n{BODY}"

        assert ["whole-file", "search-replace", "whole-file"] == [b.format for b in parse(text).blocks]


class TestText:
    def test_each_line_ends_with_a_newline_and_nothing_else_changes(self) -> None:
        text = "\n\tx  \n\n  \ny\n\n"

        assert [("a.txt", text)] == read(f"a.txt\n```\n{text}```\n")

    def test_line_ends_of_the_response_are_not_part_of_the_text(self) -> None:
        text = f"a.py\n{BODY}"

        assert read(text) == read(text.replace("\n", "\r\n"))

    def test_the_indentation_of_a_fence_is_stripped_from_its_text(self) -> None:
        text = "1. `a.py`\n   ```python\n   def f():\n       x\n\n   ```\n"

        assert [("a.py", "def f():\n    x\n\n")] == read(text)

    def test_text_with_less_indentation_than_its_fence_is_kept(self) -> None:
        assert [("a.py", "def f():\n     x\n")] == read("a.py\n   ```python\ndef f():\n     x\n   ```\n")

    @pytest.mark.parametrize("tag", ["source", "code", "pre", "codeblock", "sourcecode"])
    def test_aiders_other_fences_contain_files(self, tag: str) -> None:
        assert [("a.md", "```\nx\n```\n")] == read(f"a.md\n<{tag}>\n```\nx\n```\n</{tag}>\n")

    @pytest.mark.parametrize("marks", ["```", "````", "~~~", "~~~~~"])
    def test_fences_may_be_longer_or_of_tildes(self, marks: str) -> None:
        assert [("a.py", CODE)] == read(f"a.py\n{marks}python\n{CODE}{marks}\n")

    def test_the_lines_are_those_from_fence_to_fence(self) -> None:
        assert [(3, 5)] == [b.lines for b in parse(f"Hi\na.py\n{BODY}bye\n").blocks]


class TestNestedFences:
    def test_a_longer_fence_may_contain_shorter_ones(self) -> None:
        text = "# T\n```\nx\n```\n\nend\n"

        (found,) = parse(f"README.md\n````markdown\n{text}````\n").blocks

        assert (text, ()) == (written(found), found.warnings)

    def test_a_fence_with_a_language_opens_one_inside_and_a_bare_one_ends_that(self) -> None:
        text = "# T\n\n```bash\nls\n```\n\nMore.\n\n```python\nx\n```\nend\n"

        (found,) = parse(f"README.md\n```markdown\n{text}```\nThat is all.\n").blocks

        assert text == written(found)
        assert ("the file has fences like the one around it: check where it ends",) == found.warnings

    @pytest.mark.parametrize("before", ["## Install\n", "Install it:\n", "Text.\n\n"])
    def test_in_markdown_a_bare_fence_opens_where_code_is_introduced(self, before: str) -> None:
        text = f"Title\n\n{before}```\nnpm install\n```\nend\n"

        assert [("README.md", text)] == read(f"README.md\n```\n{text}```\n")

    def test_a_heading_alone_is_a_whole_markdown_file(self) -> None:
        assert [("README.md", "# Shop\n")] == read("README.md\n```markdown\n# Shop\n```\nBye.\n")

    def test_fences_in_a_docstring_belong_to_the_file(self) -> None:
        text = 'def f():\n    """\n    ```python\n    f()\n    ```\n    ```\n    x\n    ```\n    """\n'

        assert [("a.py", text)] == read(f"a.py\n```python\n{text}```\n")

    def test_unindented_fences_in_a_string_belong_to_the_file(self) -> None:
        text = 'P = """\n```json\n{}\n```\n"""\n'

        assert [("a.py", text)] == read(f"a.py\n```python\n{text}```\n")


class TestProblems:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ("a.py\n```python\nx\n", 2, "Missing closing ``` for the file at line 2"),
            ("\na.py\n~~~~\nx", 3, "Missing closing ~~~~ for the file at line 3"),
            ("a.py\n<source>\nx\n", 2, "Missing closing </source> for the file at line 2"),
            ("```python\n# src/a.py\nx\n", 1, "Missing closing ``` for the file at line 1"),
            ("a.py\n```", 2, "Missing closing ``` for the file at line 2"),
        ],
    )
    def test_a_file_that_is_cut_off_is_a_problem(self, text: str, line: int, message: str) -> None:
        parsed = parse(text)

        assert () == parsed.blocks
        assert [(line, message)] == [(p.line, p.message) for p in parsed.problems]

    @pytest.mark.parametrize("fence", ["```", "```python"])
    def test_the_path_of_another_file_ends_an_unclosed_one(self, fence: str) -> None:
        parsed = parse(f"a.py\n{fence}\nx\n\nb.py\n{fence}\ny\n```\n\nc.py\n{fence}\nz\n```\n")

        assert ["b.py", "c.py"] == [b.path_written for b in parsed.blocks]
        assert ["Missing closing ``` for the file at line 2"] == [p.message for p in parsed.problems]

    def test_a_gap_inside_a_line_is_a_problem(self) -> None:
        text = "a.py\n```python\nx\ndef f(): pass  # ... rest unchanged ...\n```\n"

        assert ["Line 2 of the file at line 2 leaves code out in its middle"] == [
            p.message for p in parse(text).problems
        ]

    def test_files_around_a_cut_off_one_are_kept(self) -> None:
        text = f"a.py\n{BODY}\nb.py\n```python\nx\n\nc.py\n{BODY}"

        assert ["a.py", "c.py"] == [b.path_written for b in parse(text).blocks]

    @pytest.mark.parametrize("inner", ["```", "~~~~~", "    ````"])
    def test_a_fence_of_the_file_below_a_path_does_not_cut_it_off(self, inner: str) -> None:
        """One that is shorter than the fence around the file, of another character, or indented."""
        body = f'EXAMPLE = """\n\nb.py\n{inner}python\nx\n{inner}\n"""\n'

        assert [("a.py", body)] == read(f"a.py\n````python\n{body}````\n")


class TestCommands:
    @pytest.mark.parametrize(
        "language", ["sh", "bash", "shell", "zsh", "fish", "cmd", "powershell", "console"]
    )
    def test_shell_code_without_a_path_is_a_command(self, language: str) -> None:
        assert ["ls -l\n\ncd x"] == commands(f"Run:\n```{language}\nls -l\n\ncd x\n```\n")

    def test_a_prompt_is_kept(self) -> None:
        assert ["$ ls\na.py"] == commands("```console\n$ ls\na.py\n```\n")

    @pytest.mark.parametrize(
        "text",
        [
            "### `src/a.py`\n```bash\npython src/a.py\n```\n",
            "### install.sh\n```sh\nbash install.sh\n```\n",
            "### macOS/Linux\n```bash\nls\n```\n",
        ],
    )
    def test_shell_code_that_runs_the_script_above_is_a_command(self, text: str) -> None:
        assert ((), 1) == (parse(text).blocks, len(commands(text)))

    @pytest.mark.parametrize("path", ["run.sh", "bin/deploy.bash", ".env", "Dockerfile", "app.conf"])
    def test_shell_code_can_be_a_file(self, path: str) -> None:
        assert [(path, "#!/bin/sh\nA=1\n")] == read(f"{path}\n```bash\n#!/bin/sh\nA=1\n```\n")

    @pytest.mark.parametrize("verb", ["Create", "Crea", "3. Erstelle"])
    def test_shell_code_below_the_name_of_a_hook_of_git_in_a_folder_is_its_text(self, verb: str) -> None:
        text = f"### {verb} `.husky/pre-commit`\n\n```sh\nnpx lint-staged\n```\n"

        assert [(".husky/pre-commit", "npx lint-staged\n")] == read(text)

    @pytest.mark.parametrize("words", ["Create `pre-commit`", "Run `.husky/pre-commit`"])
    def test_a_tool_with_the_name_of_a_hook_is_no_file_nor_is_one_that_is_run(self, words: str) -> None:
        assert [] == read(f"### {words}\n\n```sh\nnpx lint-staged\n```\n")

    def test_an_edit_inside_supersedes_it(self) -> None:
        parsed = parse(f"```bash\ncat\na.py\n{SEARCH_REPLACE}```\n")

        assert (1, ()) == (len(parsed.blocks), parsed.commands)

    @pytest.mark.parametrize("text", ["```bash\nls\n", "```bash\n```\n", "```bash\n\n```\n"])
    def test_a_command_that_is_cut_off_or_empty_is_ignored(self, text: str) -> None:
        assert [] == commands(text)


LINES = st.sampled_from(
    [
        *("src/a.py", "**b.md**", "```", "```python", "```bash", "````md", "~~~", "   ```", "```c.ts"),
        *("<source>", "</source>", "# a.py", "x = 1", "", "Text:", "// ... existing code ...", "{"),
        *("<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "> quoted", "<think>", "</think>"),
        *("(unchanged)", "... a ...", "\u2028", "\x00"),
    ]
)


class TestStreams:
    @given(st.lists(LINES, max_size=30), st.lists(st.integers(0, 1_000), max_size=30))
    def test_the_items_are_the_same_however_the_stream_is_cut(
        self, lines: list[str], cuts: list[int]
    ) -> None:
        text = "\n".join(lines)

        assert in_pieces(text, []) == in_pieces(text, list(range(len(text))))
        assert in_pieces(text, []) == in_pieces(text, cuts)

    def test_a_file_is_yielded_with_its_last_line(self) -> None:
        reader = Reader()

        assert [] == reader.feed("a.py\n```python\nx\n```")
        assert ["Prose", "EditBlock"] == [type(item).__name__ for item in reader.feed("\n")]

    def test_an_arriving_file_reports_its_progress(self) -> None:
        reader = Reader()
        reader.feed("a.py\n```python\nx\ny\n")

        assert "block at line 2: file arriving, 2 lines" == reader.open_block

    @pytest.mark.parametrize(
        "line", ["```x\n", "```\n", "a.py\n```\n", "# a.py\n", "~~~~\n", "x" * 50 + "\n"]
    )
    def test_thousands_of_lines_of_fences_are_read(self, line: str) -> None:
        assert is_read("README.md\n```markdown\n" + line * 3_000)

    @pytest.mark.parametrize("character", [" ", "`", "#", "(", "/", ".", "*", ">", "a "])
    def test_a_very_long_line_is_read(self, character: str) -> None:
        line = character * 500_000
        assert is_read(f"{line}\n```python\n{line}\n```\n```python {line}\nx\n```\n")

    def test_the_example_holds_one_file(self) -> None:
        assert [("greeting.py", 'def greet():\n    return "Good morning"\n')] == read(
            SPEC.description.example
        )


class TestSeveralFilesInAFence:
    def test_a_comment_with_a_path_begins_each(self) -> None:
        blocks = parse("```c\n// src/a.h\nint a;\n\n// src/a.c\nint a = 1;\n```\n").blocks

        assert ["src/a.h", "src/a.c"] == [block.path_written for block in blocks]
        assert ["// src/a.h\nint a;\n", "// src/a.c\nint a = 1;\n"] == [written(block) for block in blocks]
        assert {Naming.COMMENT} == {block.naming for block in blocks}

    @pytest.mark.parametrize(
        "comment", ["int b;\n// src/a.c", "\n// a.c", "\n// see src/a.c", "\n// src/a.h"]
    )
    def test_any_other_comment_is_text(self, comment: str) -> None:
        (block,) = parse(f"```c\n// src/a.h\nint a;\n{comment}\nint a = 1;\n```\n").blocks

        assert f"// src/a.h\nint a;\n{comment}\nint a = 1;\n" == written(block)

    def test_a_file_that_something_else_names_is_one(self) -> None:
        (block,) = parse("src/a.h\n```c\n// src/a.h\nint a;\n\n// src/a.c\nint a = 1;\n```\n").blocks

        assert "src/a.h" == block.path_written


class TestBracesOnTheirOwnLines:
    """A line with a brace may begin a tool call; if it does not, it stays a line of the fence."""

    ALLMAN = "void Cancel(int id)\n{\n    if (id < 0)\n    {\n        return;\n    }\n}\n"
    CALL = '{"name": "write_file", "arguments": {"path": "b.py", "content": "print(2)\\n"}}\n'

    def test_code_without_a_file_keeps_its_braces(self) -> None:
        found = parse(f"Update `Cancel`:\n\n```csharp\n{self.ALLMAN}```\n\nThen build it.\n")

        assert [self.ALLMAN] == [code.text for code in found.code]
        assert [(1, 2), (12, 13)] == [prose.lines for prose in found.prose]

    def test_an_object_that_is_no_call_belongs_to_the_code(self) -> None:
        text = 'config =\n{\n  "a": {\n    "b": 1\n  }\n}\n'

        assert [text] == [code.text for code in parse(f"Like this:\n\n```js\n{text}```\n").code]

    def test_a_fence_that_ends_with_the_response_is_none(self) -> None:
        assert () == parse("Update it:\n\n```csharp\nvoid Cancel()\n{\n").code

    def test_a_call_after_code_in_the_same_fence_is_read(self) -> None:
        found = parse(f"Now:\n\n```\nvoid Cancel()\n{self.CALL}```\n")

        assert ["b.py"] == [block.path_written for block in found.blocks]

    @pytest.mark.parametrize("text", ['"scripts": {\n  "a": 1\n},\n', '\n"a": 1\n', '// new\n"a": 1\n'])
    def test_members_of_an_object_are_a_part_of_a_json_file(self, text: str) -> None:
        found = read(f"In `package.json`, update the scripts:\n\n```json\n{text}```\n")

        assert [("package.json", text)] == found

    def test_the_end_of_a_response_in_an_object_gives_each_chunking_the_same(self) -> None:
        text = f"Update `Cancel`:\n\n```csharp\n{self.ALLMAN}```\n"
        items = in_pieces(text, list(range(len(text))))

        assert [self.ALLMAN] == [item.text for item in items if isinstance(item, Code)]


class TestWordsInPaths:
    """Words of a path say nothing about the fence."""

    def test_an_example_of_settings_is_a_file(self) -> None:
        found = parse("In `.env.example`, change these values:\n\n```env\nDEBUG=false\n```\n")

        assert [(".env.example",)] == [code.mentions for code in found.code]

    def test_a_package_may_be_called_example(self) -> None:
        path = "src/main/java/com/example/shop/Cart.java"

        assert [path] == [
            b.path_written for b in parse(f"```java\n// filepath: {path}\nclass Cart {{\n}}\n```\n").blocks
        ]

    @pytest.mark.parametrize("path", ["examples/cart.py", "src/cart_example.py", "src/example.py"])
    def test_a_comment_with_the_path_of_an_example_names_no_file(self, path: str) -> None:
        assert () == parse(f"```python\n# {path}\nprint(1)\n```\n").blocks


def test_fenced_shell_functions_are_code_and_not_commands() -> None:
    parsed = parse("Then:\n\n```bash\nmain() {\n  copy\n}\n```\n")

    assert ((), ["main() {\n  copy\n}\n"]) == (parsed.commands, [code.text for code in parsed.code])


class TestLineNumbers:
    """The line numbers of an editor before each line of code."""

    @pytest.mark.parametrize("sign", ["  ", " | ", ": ", "\t"])
    def test_they_are_left_out(self, sign: str) -> None:
        lines = ["def run():", "    total = 1", "", "    return total"]
        numbered = "".join(f"{number:>2}{sign}{line}".rstrip() + "\n" for number, line in enumerate(lines, 8))

        assert [("a.py", "\n".join([*lines, ""]))] == read(f"a.py\n```python\n{numbered}```\n")

    @pytest.mark.parametrize(
        ("language", "code"),
        [
            ("text", "1 one\n2 two\n3 three\n"),
            ("python", "1 + 1\n2 + 2\n"),
            ("python", "1 + 1\n2 + 2\n4 + 4\n"),
            ("python", "1 if x else 2\nrun()\n3 if x else 4\n"),
        ],
    )
    def test_other_numbers_stay(self, language: str, code: str) -> None:
        assert [("a.py", code)] == read(f"a.py\n```{language}\n{code}```\n")


@pytest.mark.parametrize("title", ["update the Usage section:", "extend the Usage instructions:"])
def test_the_usage_section_of_a_document_is_no_use_of_the_code(title: str) -> None:
    assert ["README.md"] == [
        path for path, _ in read(f"`README.md` — {title}\n\n```markdown\n## Usage\n\nRun it.\n```\n")
    ]


@pytest.mark.parametrize(
    ("words", "is_removed"),
    [
        ("Elimina la ruta `/debug`, porque expone las variables:", True),
        ("Delete the `debug` route:", True),
        ("Lösche die Route `/debug`:", True),
        ("Remove `app` and the `secret` key:", False),
        ("Delete `app.get`, and add this:", False),
        ("Update the `debug` route:", False),
    ],
)
def test_code_with_all_names_that_words_remove_is_removed(words: str, is_removed: bool) -> None:
    response = f"{words}\n\n```ts\napp.get('/debug', (req, res) => res.json(env));\n```\n"
    reader = Reader()
    items = [*reader.feed(response), *reader.close()]
    (code,) = (item for item in items if isinstance(item, Code) and not item.is_in_words)

    assert is_removed == code.is_removed


@pytest.mark.parametrize("title", ["a.py", "**src/a.py**", "### `a.py`", "`src/a.py`:"])
def test_words_above_a_path_alone_are_those_of_its_code(title: str) -> None:
    """They may say which class is meant."""
    (block,) = parse(f"Update `save` of `Invoice`:\n\n{title}\n\n{BODY}").blocks

    assert f"Update `save` of `Invoice`: {title}" == block.words
    assert {"save", "Invoice"} <= {*block.names}


@pytest.mark.parametrize(
    "above",
    [
        "Add the following:\n\n`a.py`\n",
        "Add:\n\n**a.py**\n",
        "Ergänze:\n\na.py\n",
        "Ajoutez ceci :\n\na.py\n",
        "添加：\n\na.py\n",
    ],
)
def test_a_label_below_words_that_add_something_does_not_say_that_the_fence_is_the_whole_file(
    above: str,
) -> None:
    (added,), (titled,) = parse(f"{above}{BODY}").blocks, parse(f"Add this file:\n\na.py\n{BODY}").blocks

    assert (Naming.SENTENCE, Naming.LABEL) == (added.naming, titled.naming)


@pytest.mark.parametrize(
    ("words", "is_shown"),
    [("Catch it (this replaces everything after the usage check):", False), ("Usage:", True)],
)
def test_the_usage_check_of_a_program_is_no_use_of_the_code(words: str, is_shown: bool) -> None:
    (code,) = parse(f"{words}\n\n```python\nrun()\n```\n").code

    assert is_shown == code.is_shown


@pytest.mark.parametrize(
    "words",
    [
        "There's currently no way to change a name, so add this to the end of `UserClient`:",
        "Since the previous version has no timeout, add one to `UserClient`:",
        "Find `save(order)` in `update` (it is in `create` too, don't touch that one) and add below it:",
    ],
)
def test_a_reason_or_a_remark_about_what_there_is_does_not_make_code_an_example(words: str) -> None:
    (code,) = parse(f"{words}\n\n```java\nvoid rename() {{}}\n```\n").code

    assert (False, False, True) == (code.is_example, code.is_shown, code.is_requested)


@pytest.mark.parametrize(
    "words", ["This is the current code:", "The previous version, which was slow, is this:"]
)
def test_current_code_without_a_request_is_an_example(words: str) -> None:
    (code,) = parse(f"{words}\n\n```java\nvoid rename() {{}}\n```\n").code

    assert code.is_shown
