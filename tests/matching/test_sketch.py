"""Lazy snippets find their pieces in the file by the lines that they share with it."""

from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.formats.lazy import sketch
from editreview.matching import FileIndex, gap_lines, match_definitions, match_unclear
from editreview.matching import sketch as sketching
from editreview.matching.model import Match, Mismatch, Tier
from editreview.matching.sketch import (
    apply_sketch,
    ends_of_sketch,
    match_called_again,
    match_declared_beside,
    match_open_statements,
    match_rest_of_block,
    match_statements,
)

GAP = "# ... existing code ...\n"
FILE = """\
import os
import sys


def first(a):
    total = a + 1
    return total


def second(b):
    total = b + 2
    print(total)
    return b


def third(c):
    return c * 3
"""


def text_after(file: str, snippet: str) -> str:
    """The file's text after a snippet with a match."""
    found = match_of(file, snippet)
    assert isinstance(found, Match), found.message
    return found.change.apply(file)


def definitions_of(file: str, snippet: str) -> tuple[Match, ...]:
    operation = sketch(snippet)
    assert operation is not None
    found = match_definitions(FileIndex(file), snippet, "a.go", gap_lines(operation))
    assert not isinstance(found, Mismatch), found.message
    return found


def match_of(file: str, snippet: str) -> Match | Mismatch:
    operation = sketch(snippet)
    assert operation is not None
    return apply_sketch(FileIndex(file), operation)


def message_of(file: str, snippet: str) -> str:
    found = match_of(file, snippet)
    assert isinstance(found, Mismatch), found
    return found.message


class TestMatches:
    def test_a_changed_line_between_two_shared_ones_is_replaced(self) -> None:
        snippet = f"{GAP}def second(b):\n    total = b + 20\n    print(total)\n{GAP}"

        assert FILE.replace("b + 2", "b + 20") == text_after(FILE, snippet)

    def test_several_pieces_are_each_matched(self) -> None:
        snippet = (
            f"import os\nimport re\nimport sys\n\n{GAP}\ndef third(c):\n    # thrice\n    return c * 3\n"
        )

        assert FILE.replace("import sys", "import re\nimport sys").replace(
            "    return c * 3", "    # thrice\n    return c * 3"
        ) == text_after(FILE, snippet)

    def test_new_code_next_to_a_shared_line_is_inserted(self) -> None:
        snippet = f"{GAP}def third(c):\n    return c * 3\n\n\ndef fourth(d):\n    return d\n"

        assert FILE + "\n\ndef fourth(d):\n    return d\n" == text_after(FILE, snippet)

    def test_a_placeholder_inside_a_body_keeps_the_rest_of_it(self) -> None:
        snippet = f"{GAP}def second(b):\n    check(b)\n    # ... rest of the function ...\n"

        assert FILE.replace("def second(b):\n", "def second(b):\n    check(b)\n") == text_after(FILE, snippet)

    def test_a_new_import_goes_below_the_one_before_it(self) -> None:
        assert FILE.replace("import os\n", "import os\nimport re\n") == text_after(
            FILE, f"import os\nimport re\n{GAP}"
        )

    def test_common_lines_count_next_to_a_unique_one(self) -> None:
        file = "a {\n  x\n}\n\nb {\n  y\n}\n"

        assert file.replace("  y\n}", "  y\n  z\n}") == text_after(file, "// ...\nb {\n  y\n  z\n}\n")

    def test_an_assignment_with_another_value_at_the_edge_of_a_piece_is_replaced(self) -> None:
        file = "import os\nx = 1\ny = 2\n"

        assert "import os\nx = 10\ny = 2\n" == text_after(file, f"import os\nx = 10\n{GAP}")
        assert "import os\nz = 3\nx = 1\ny = 2\n" == text_after(file, f"import os\nz = 3\nx = 1\n{GAP}")

    @pytest.mark.parametrize("names", ["x", "x, err", "a.x, *rest"])
    @pytest.mark.parametrize("sign", ["=", ":="])
    def test_it_may_give_several_names_their_values(self, names: str, sign: str) -> None:
        file = f"load() {{\n  {names} {sign} one(1)\n  use(x)\n}}\n"
        snippet = f"load() {{\n  {names} {sign} quite_another(2, 3)\n  // ...\n}}\n"

        assert file.replace("one(1)", "quite_another(2, 3)") == text_after(file, snippet)

    @pytest.mark.parametrize(
        "name",
        [
            "val x",
            "var x",
            "final int x",
            "List<Map<A, B>> x",
            "const std::string& x",
            "let mut x",
            "int[] x",
        ],
    )
    def test_words_for_its_type_may_stand_before_the_name(self, name: str) -> None:
        file = f"load() {{\n  {name} = one(1);\n  use(x);\n}}\n"
        snippet = f"load() {{\n  {name} = quite_another(2, 3);\n  // ...\n}}\n"

        assert file.replace("one(1)", "quite_another(2, 3)") == text_after(file, snippet)

    @pytest.mark.parametrize(
        ("head", "end"), [("f(a) {\n", "}\n"), ("def f(a):\n", "")], ids=["with brackets", "without"]
    )
    def test_below_dots_the_last_statement_may_return_something_else(self, head: str, end: str) -> None:
        file = f"{head}  x = 1\n  if a:\n    y()\n  return first(x, a)\n{end}"
        new = "  return second(b)\n"

        assert file.replace("  return first(x, a)\n", new) == text_after(file, f"{head}  // ...\n{new}{end}")
        assert "all of it is new" in message_of(file, f"{head}  // ...\n  raise second(b)\n{end}")
        assert "all of it is new" in message_of(file, f"{head}  // ...\n{new}  // ...\n{end}")

    def test_an_element_whose_content_is_dots_may_have_got_attributes(self) -> None:
        file = '<main>\n  <div class="app">\n    <p>a</p>\n  </div>\n</main>\n'
        snippet = '<main>\n  <div class="app dark" id="x">\n    <!-- ... -->\n  </div>\n</main>\n'

        assert file.replace('"app"', '"app dark" id="x"') == text_after(file, snippet)

    @pytest.mark.parametrize("new", ['<li class="item new">x</li>', '<li class="item new">\n    x\n  </li>'])
    def test_an_element_beside_dots_is_no_version_of_the_first_one(self, new: str) -> None:
        file = '<ul id="a">\n  <li class="item">a</li>\n  <li class="item">b</li>\n</ul>\n'
        found = match_of(file, f'<ul id="a">\n  {new}\n  <!-- ... -->\n</ul>\n')

        kept = '  <li class="item">a</li>\n  <li class="item">b</li>\n'
        assert isinstance(found, Mismatch) or kept in found.change.apply(file)

    @pytest.mark.parametrize("name", ["x =", "const x =", "Map<A, B> x =", "x :="])
    def test_a_value_may_have_got_a_name(self, name: str) -> None:
        """The file's line with the value is the one with the name, although it is next to dots."""
        file = "f() {\n  start();\n  show(all, load(2).rest, 3);\n  end();\n}\n"
        new = f"  {name} load(2).rest;\n  if (x) {{\n    return 1;\n  }}\n  show(all, x, 3);\n"
        snippet = f"f() {{\n  start();\n{new}  // ...\n}}\n"

        assert file.replace("  show(all, load(2).rest, 3);\n", new) == text_after(file, snippet)

    def test_a_value_inside_of_a_word_has_got_none(self) -> None:
        file = "f() {\n  start();\n  show(reload(2).rest);\n  end();\n}\n"
        snippet = "f() {\n  start();\n  x = load(2).rest;\n  show(rex);\n  // ...\n}\n"

        found = match_of(file, snippet)
        assert isinstance(found, Mismatch) or "reload(2)" in found.change.apply(file)

    @pytest.mark.parametrize(
        ("end", "exit"),
        [
            ("    for i in a:\n        return i\n", "return None"),
            ("    return b\n\n\ndef g(x):\n    c = other(x)\n    return b\n", "return b"),
            ("    return b\n\n\ndef g(x):\n    c = other(x)\n    return c\n", "return None"),
        ],
        ids=["of an inner block", "of another function", "of another function, another one"],
    )
    def test_a_statement_that_leaves_another_block_is_no_version_of_it(self, end: str, exit: str) -> None:
        file = f"def f(x):\n    a = load(x)\n    log(a)\n{end}"
        snippet = f"def f(x):\n    {GAP}    audit(x)\n    {exit}\n"

        assert isinstance(match_of(file, snippet), Mismatch)

    def test_a_function_may_be_left_early_in_a_new_block(self) -> None:
        """The file's own statement is further below, at the end of the function."""
        file = "def f(a):\n    x = a + 1\n    y = x * 2\n    if y:\n        show(y)\n    return [a]\n"
        new = "    if not x:\n        return [a]\n"
        snippet = f"def f(a):\n    x = a + 1\n{new}    y = x * 2\n    if y:\n        {GAP}"

        assert file.replace("    y = x", f"{new}    y = x") == text_after(file, snippet)

    def test_closing_brackets_alone_only_end_the_lines_that_stay(self) -> None:
        file = "f() {\n  a();\n  b();\n}\n"

        assert file.replace("  b", "  check(arguments);\n  b") == text_after(
            file, "f() {\n  a();\n  check(arguments);\n  // ...\n}\n"
        )

    def test_a_piece_with_less_indentation_is_indented_like_the_file(self) -> None:
        file = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n"
        snippet = f"{GAP}def g(self):\n    log()\n    return 2\n"

        assert file.replace("        return 2", "        log()\n        return 2") == text_after(
            file, snippet
        )

    def test_line_ends_and_a_missing_final_newline_are_kept(self) -> None:
        file = "one\r\ntwo\r\nthree\r\nfour"

        assert "one\r\ntwo\r\nnew\r\nthree\r\nfour" == text_after(file, f"{GAP}two\nnew\nthree\n{GAP}")
        assert "one\r\ntwo\r\nnew\r\nfour" == text_after(file, f"{GAP}two\nnew\nfour\n")

    def test_the_match_is_fuzzy_and_spans_all_pieces(self) -> None:
        found = match_of(
            FILE, f"{GAP}def first(a):\n    x()\n    {GAP}def third(c):\n    y()\n    return c * 3\n"
        )

        assert isinstance(found, Match)
        assert (Tier.FUZZY, ("elision",), (5, 17)) == (found.tier, found.strategies, found.lines)

    def test_a_line_whose_sign_is_aligned_with_that_of_a_new_one_is_the_files(self) -> None:
        file = 'resource "bucket" "logs" {\n  bucket = "logs"\n\n  tags = { a = 1 }\n}\n'
        new = '  bucket        = "logs"\n  force_destroy = true\n'

        after = text_after(file, f'resource "bucket" "logs" {{\n{new}\n  {GAP}}}\n')

        assert file.replace('  bucket = "logs"\n', new) == after

    def test_lines_that_a_new_block_is_around_are_the_files(self) -> None:
        body = ("const seen = rows.filter((row) => {", "  if (row.a) return 1;", "  return 2;", "});")
        file = "\n".join(["a() {", "  setup(1);", *(f"  {line}" for line in body), "", "  end();", "}", ""])
        inner = "\n".join(f"    {line}" for line in ("return rows.filter((row) => {", *body[1:]))
        new = f"  setup(1);\n  const seen = memo(() => {{\n{inner}\n  }}, [rows]);\n"

        after = text_after(file, f"a() {{\n{new}  // ... existing code ...\n}}\n")

        assert f"a() {{\n{new}\n  end();\n}}\n" == after

    def test_an_import_with_more_names_is_that_of_its_module(self) -> None:
        file = "import { a } from 'm';\nimport { b } from 'n';\n\nfunction f() {\n  return 1;\n}\n"
        code = "function f() {\n  c();\n  return 1;\n}\n"

        after = text_after(file, f"import {{ a, c }} from 'm';\n// ... existing imports ...\n\n{code}")

        assert file.replace("{ a }", "{ a, c }").replace("  return 1", "  c();\n  return 1") == after


class TestRefusals:
    def test_a_new_line_that_sets_a_name_of_the_elided_lines_may_replace_theirs(self) -> None:
        file = "server {\n  host = a\n  port = 1\n  time = 2\n}\n"
        snippet = f"server {{\n  user = me\n  time = 3\n  {GAP}}}\n"

        assert "it is unclear whether “server { …” replaces line 4 of the file" == message_of(file, snippet)

    def test_a_value_at_the_edge_may_be_another_line_below_elided_ones(self) -> None:
        file = "def f(y):\n    strip = a(y)\n    return strip\n"
        snippet = f"def f(y):\n    {GAP}    if y:\n        icon = y\n    strip = b(y)\n    return strip\n"

        assert "it is unclear whether" in message_of(file, snippet)

    def test_two_lines_at_the_edge_that_both_resemble_the_files_may_replace_them(self) -> None:
        file = (
            "class A:\n    def f(self, one):\n        super().begin(one)\n        return done\n\n    x = 1\n"
        )
        piece = "    def f(self, one, two):\n        super().begin(one, two)\n        return done\n"
        snippet = f"class A:\n{GAP}{piece}"

        assert "it is unclear whether" in message_of(file, snippet)

    def test_a_line_of_the_block_that_new_lines_end_in_may_be_one_of_them(self) -> None:
        head = "    def f(self):\n        if done:\n            return\n"
        file = f"class A:\n{head}        go(lambda a: b)\n\n    x = 1\n"
        snippet = f"class A:\n    {GAP}{head}            # new\n        go(lambda c: b)\n    {GAP}"

        assert "it is unclear whether" in message_of(file, snippet)

    def test_a_bracket_above_an_anchor_may_close_new_lines(self) -> None:
        file = "each (x) {\n  y();\n}\n\nconst a = b;\nuse(a);\n"
        snippet = f"{GAP}if (c) {{\n  log(c);\n}}\n\nconst a = b;\n{GAP}"

        assert "it is unclear whether" in message_of(file, snippet)

    def test_a_piece_that_has_dissolved_blocks_of_the_file_is_refused(self) -> None:
        """Its lines would go into the first of them, and the ends of all would be lost."""
        found = "    if a.{0} {{\n        go({0});\n    }}\n"
        flat = "    let {0} = {0}?;\n" + found
        inner = found.replace("    ", "      ", 1).replace("\n    ", "\n      ")
        nested = "    match {0} {{\n      Some({0}) =>\n" + inner + "    }}\n"
        file, snippet = (
            f"fn f() {{\n    {first}\n{each.format('minor')}\n{each.format('patch')}    {last}\n}}\n"
            for first, each, last in (("start();", nested, "end();"), ("// ...", flat, "// ..."))
        )

        assert "would take away where blocks of the file begin and end" in message_of(file, snippet)

    def test_a_piece_outside_of_the_block_that_its_dots_are_in_is_elsewhere(self) -> None:
        part = "{\n  list: [\n    1,\n  ],\n  note: first,\n},\n"
        file = f"one: {part}two: {part.replace('first', 'second')}"
        snippet = f"one: {{\n  list: [\n    {GAP}  ],\n  note: second,\n}},\n{GAP}"

        assert "outside of the block" in message_of(file, snippet)

    @pytest.mark.parametrize(
        ("snippet", "message"),
        [
            (GAP, "the snippet has only placeholders"),
            (
                f"{GAP}def fourth(d):\n    return d\n{GAP}",
                "“def fourth(d): …” cannot be located: all of it is new to the file",
            ),
            (
                f"{GAP}def third(c):\n    return c * 3\n{GAP}def first(a):\n",
                "“def first(a):” comes earlier in the file: the order differs",
            ),
            (
                f"{GAP}def third(c, d):\n    log(d)\n    return c * 3\n",
                "it is unclear whether “def third(c, d): …” replaces line 16 of the file",
            ),
            (
                f"{GAP}def second(b):\n    return compute(b)\n\n{GAP}",
                "it is unclear whether “def second(b): …” replaces line 11 of the file",
            ),
            (
                f"{GAP}def first(a):\n        total = a + 1\n    x = 1\n{GAP}",
                "“def first(a): …” is indented unevenly compared with the file",
            ),
            (
                f"{GAP}import sys\n\n\ndef third(c):\n{GAP}",
                "“import sys …” would delete lines 5–15 of the file, and no placeholder stands for them",
            ),
        ],
    )
    def test_a_snippet_without_a_match_is_refused_with_the_piece_and_the_reason(
        self, snippet: str, message: str
    ) -> None:
        assert message == message_of(FILE, snippet)

    def test_a_piece_whose_lines_all_occur_twice_is_ambiguous(self) -> None:
        file = "start\nsame\nmore\nsame\nmore\nend\n"

        assert "“same …” cannot be located: each line occurs several times in the file" == message_of(
            file, f"{GAP}same\nnew\nmore\n{GAP}"
        )

    def test_a_function_omitted_without_a_placeholder_is_not_deleted(self) -> None:
        snippet = f"{GAP}    return total\n\n\ndef third(c):\n    return c * 3\n"

        assert "would delete line" in message_of(FILE, snippet)


LINES = st.lists(
    st.sampled_from(["a", "b", "  c", "", "}", "    return x", "unique 1", "unique 2", "é"]), max_size=14
)


class TestProperties:
    @given(st.lists(st.integers(0, 16), min_size=1, max_size=5))
    def test_a_snippet_of_the_files_own_pieces_changes_nothing(self, cuts: list[int]) -> None:
        lines = FILE.splitlines(keepends=True)
        kept = [GAP if n in cuts else line for n, line in enumerate(lines)]
        operation = sketch("".join(kept))
        assert operation is not None

        found = apply_sketch(FileIndex(FILE), operation)

        assert isinstance(found, Mismatch) or FILE == found.change.apply(FILE)

    @given(LINES, LINES, st.sampled_from(["\n", "\r\n"]))
    def test_any_snippet_has_a_match_or_a_reason(self, file: list[str], snippet: list[str], end: str) -> None:
        text = "".join(line + end for line in file)
        operation = sketch(GAP + "".join(line + "\n" for line in snippet))
        assert operation is not None

        found = apply_sketch(FileIndex(text), operation)

        assert found.message if isinstance(found, Mismatch) else found.change.apply(text)

    @given(LINES, LINES)
    def test_lines_outside_of_the_match_stay(self, file: list[str], snippet: list[str]) -> None:
        """A match never changes lines outside of its span."""
        text = "".join(line + "\n" for line in file)
        operation = sketch(GAP + "".join(line + "\n" for line in snippet) + GAP)
        assert operation is not None

        found = apply_sketch(FileIndex(text), operation)

        if isinstance(found, Match):
            after = found.change.apply(text)
            assert after.startswith(text[: found.span[0]])
            assert after.endswith(text[found.span[1] :])

    @given(
        st.lists(st.sampled_from("abcdefg"), min_size=1, unique=True),
        st.lists(st.tuples(st.sampled_from("abcdefghi"), st.integers(1, 3)), min_size=1, max_size=4),
        st.integers(1, 4),
        st.booleans(),
    )
    def test_no_name_of_a_block_is_set_twice(
        self, names: list[str], shown: list[tuple[str, int]], width: int, is_below: bool
    ) -> None:
        file = "".join(["server {\n", *(f"  {name} = 1\n" for name in names), "}\n"])
        lines = "".join(f"  {name:{width}} = {value}\n" for name, value in dict(shown).items())
        found = match_of(file, f"server {{\n{f'  {GAP}{lines}' if is_below else f'{lines}  {GAP}'}}}\n")

        after = found.change.apply(file) if isinstance(found, Match) else file

        set_names = [line.split()[0] for line in after.splitlines() if "=" in line]
        assert sorted(set(set_names)) == sorted(set_names)
        assert len(set_names) + 2 == len(after.splitlines())

    @pytest.mark.parametrize(
        ("file", "snippet", "after"),
        [
            (
                'const config = {\n  host: "a",\n  port: 80,\n  name: "x",\n};\n',
                'const config = {\n  port: 8080,\n  host: "a",\n  GAP\n};\n',
                'const config = {\n  host: "a",\n  port: 8080,\n  name: "x",\n};\n',
            ),
            (
                '{\n  "host": "a",\n  "name": "x",\n  "port": 80\n}\n',
                '{\n  "port": 8080,\n  "debug": true,\n  "host": "a",\n  GAP\n}\n',
                '{\n  "debug": true,\n  "host": "a",\n  "name": "x",\n  "port": 8080\n}\n',
            ),
            (
                ".a {\r\n  color: red;\r\n  margin: 0;\r\n}\r\n",
                ".a {\n  GAP\n  margin: 0;\n  color: blue;\n}\n",
                ".a {\r\n  color: blue;\r\n  margin: 0;\r\n}\r\n",
            ),
        ],
    )
    def test_members_in_another_order_stay_where_they_are(self, file: str, snippet: str, after: str) -> None:
        found = match_of(file, snippet.replace("  GAP\n", f"  {GAP}"))

        assert isinstance(found, Match), found.message
        assert after == found.change.apply(file)

    def test_a_function_may_set_a_name_again(self) -> None:
        file = "def load():\n    show(first)\n    value = 2\n    return value\n"
        snippet = f"def load():\n    value = 0\n    show(first)\n    {GAP}"

        found = match_of(file, snippet)

        assert isinstance(found, Match), found.message
        assert file.replace("    show", "    value = 0\n    show") == found.change.apply(file)


class TestStatements:
    """A snippet of statements without dots is matched by the lines that it does not change."""

    def test_lines_that_change_between_lines_of_the_file_are_replaced(self) -> None:
        snippet = "def second(b):\n    total = b + 20\n    print(total)\n    return b\n"

        found = match_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Match), found.message
        assert FILE.replace("b + 2", "b + 20") == found.change.apply(FILE)
        assert (Tier.FUZZY, ("unchanged-lines",)) == (found.tier, found.strategies)
        assert "changes 1 line between L10 and L13" == found.label

    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            ("total = b + 20\nprint(total)\nreturn b\n", "are not next to the others"),
            ("def second(b):\n    total = b + 2\n    return b\n", "remove lines at line 12"),
            (
                "def second(b):\n    total = b + 2\n    log(x, y, z)\n    return b\n",
                "remove lines at line 12",
            ),
            ("print(total)\n", "too few of its lines"),
            ("def second(b):\n    totals = b + 2\n    print(totals)\n    return b\n", "too few of its lines"),
            ("one\ntwo\nthree\n", "cannot be located"),
        ],
    )
    def test_what_may_remove_lines_is_refused(self, snippet: str, why: str) -> None:
        found = match_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Mismatch)
        assert why in found.message

    def test_it_can_be_disabled_by_name(self) -> None:
        index = FileIndex(FILE, frozenset(["unchanged-lines"]))

        assert isinstance(match_statements(index, FILE.replace("20", "21")), Mismatch)


class TestOpenStatements:
    """A snippet with new lines at its edges is matched by those that it shares, with a warning."""

    @pytest.mark.parametrize(
        ("snippet", "old", "new"),
        [
            ("import os\nimport sys\nimport re\n", "import sys\n", "import sys\nimport re\n"),
            ("import json\nimport os\nimport sys\n", "import os\n", "import json\nimport os\n"),
            ("total = b + 20\nprint(total)\nreturn b\n", "b + 2\n", "b + 20\n"),
            ("print(total)\nlog(b)\n", "print(total)\n", "print(total)\n    log(b)\n"),
            ("    total = a + 10\n    return total\n", "a + 1\n", "a + 10\n"),
        ],
    )
    def test_new_lines_go_next_to_those_of_the_file(self, snippet: str, old: str, new: str) -> None:
        found = match_open_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Match), found.message
        assert FILE.replace(old, new, 1) == found.change.apply(FILE)
        assert ["unseen"] == [warning.kind for warning in found.warnings]

    @pytest.mark.parametrize(
        ("file", "old", "new"),
        [
            (
                "try\n{\n    a();\n}\n"
                "catch (Error)\n{\n    command.text = update;\n    command.execute();\n}\n",
                "(Error)",
                "(Other e) when (e.Is(1))",
            ),
            (
                "if (a) {\n    command.text = update;\n    command.execute();\n} else {\n    no();\n}\n",
                "(a)",
                "(a && b)",
            ),
            (
                "def f():\n    with a as b:\n        command.text = update\n"
                "        command.execute(b)\n    n()\n",
                "a as b",
                "open(a) as b",
            ),
        ],
    )
    def test_another_head_of_a_block_replaces_that_of_the_file(self, file: str, old: str, new: str) -> None:
        """It is not put above it, where it would take the block away from it."""
        after = file.replace(old, new)
        lines = after.splitlines(keepends=True)
        first = next(n for n, line in enumerate(lines) if new in line)
        end = next(n for n, line in enumerate(lines) if ".execute(" in line) + 1
        end += lines[end].strip() == "}"

        found = match_open_statements(FileIndex(file), "".join(lines[first:end]))

        assert isinstance(found, Match), found.message
        assert after == found.change.apply(file)

    def test_a_head_of_another_kind_is_refused(self) -> None:
        file = "for (a of b)\n{\n    command.text = update;\n    command.execute();\n}\n"

        found = match_open_statements(
            FileIndex(file), "if (a)\n{\n    command.text = update;\n    command.execute();\n}\n"
        )

        assert isinstance(found, Mismatch)
        assert "begins a block that the file begins in another way" in found.message

    def test_an_element_with_another_name_takes_the_closing_tag_with_it(self) -> None:
        file = "{a}\n<Modal title={b}>\n  <p>{b ?? 'none'}</p>\n</Modal>\n<br>\n"
        snippet = file.partition("\n")[2].partition("<br>")[0].replace("Modal", "Dialog")

        found = match_open_statements(FileIndex(file), snippet)

        assert isinstance(found, Match), found.message
        assert file.replace("Modal", "Dialog") == found.change.apply(file)

    def test_an_element_that_does_not_end_where_that_of_the_file_does_is_refused(self) -> None:
        file = "<Modal title={b}>\n  <p>{b.text}</p>\n  <i/>\n</Modal>\n"

        found = match_open_statements(FileIndex(file), "<Modal title={c}>\n  <p>{b.text}</p>\n</Modal>\n")

        assert isinstance(found, Mismatch)
        assert "its tags do not close" in found.message

    def test_lines_of_the_file_may_be_put_into_new_blocks(self) -> None:
        snippet = "try:\n    total = b + 2\nexcept TypeError:\n    return None\nprint(total)\n"

        found = match_open_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Match), found.message
        new = "".join(f"    {line}\n" for line in snippet.splitlines())
        assert FILE.replace("    total = b + 2\n    print(total)\n", new) == found.change.apply(FILE)

    @pytest.mark.parametrize(
        ("snippet", "old", "new"),
        [
            ("print(total, b)\n", "print(total)\n", "print(total, b)\n"),
            (
                "print(total, b)\nprint(total, c)\n",
                "print(total)\n",
                "print(total, b)\n    print(total, c)\n",
            ),
            (
                "print(total, b)\nlog(b)\nlog(c)\n",
                "print(total)\n",
                "print(total, b)\n    log(b)\n    log(c)\n",
            ),
        ],
    )
    def test_the_only_line_that_a_snippet_changes_is_found(self, snippet: str, old: str, new: str) -> None:
        found = match_open_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Match), found.message
        assert FILE.replace(old, new) == found.change.apply(FILE)
        assert ["unseen"] == [warning.kind for warning in found.warnings]

    @pytest.mark.parametrize(
        "snippet", ["other(total)\n", "return b + 1\nreturn c\n", "log(b)\nprint(total, b)\nlog(c)\n"]
    )
    def test_lines_that_resemble_none_or_several_are_refused(self, snippet: str) -> None:
        assert isinstance(match_open_statements(FileIndex(FILE), snippet), Mismatch)

    def test_a_bracket_too_many_is_refused(self) -> None:
        file = "@A\nclass B {\n    c();\n}\n"

        found = match_open_statements(FileIndex(file), "@A\n@D\nclass B {\n    // c\n}\n")

        assert isinstance(found, Mismatch)
        assert "brackets" in found.message

    def test_three_lines_of_the_file_place_many_new_ones(self) -> None:
        new = "count = 0\ncount += 1\nlog(count)\n"
        snippet = f"{new}total = b + 2\nif total:\n    print(total)\nreturn b\n{new}"

        found = match_open_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Match), found.message
        assert "adds 7 lines at L11–13" == found.label

    def test_an_import_of_the_same_module_is_replaced(self) -> None:
        file = "from web import Router, Error\n\nfrom app.db import session\n\nrouter = Router()\n"
        snippet = (
            "from web import Router, Error, Query\n\nfrom app.db import session\nfrom app.page import Page\n"
        )

        found = match_open_statements(FileIndex(file), snippet)

        assert isinstance(found, Match), found.message
        assert snippet + "\nrouter = Router()\n" == found.change.apply(file)
        assert "changes 1 line at L1–3" == found.label

    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            ("one\ntwo\n", "just once"),
            ("return c * 3\nimport sys\n", "another order"),
            ("total = b + 2\nreturn b\n", "remove lines"),
            ("  import os\n    import sys\nnew()\n", "indentation"),
            ("import sys\nif new:\n", "opens a block"),
            ("first()\nsecond()\nthird()\nprint(total)\n", "too few"),
        ],
    )
    def test_what_may_remove_lines_is_refused(self, snippet: str, why: str) -> None:
        found = match_open_statements(FileIndex(FILE), snippet)

        assert isinstance(found, Mismatch)
        assert why in found.message

    @given(st.lists(st.sampled_from(FILE.splitlines()), max_size=12), st.lists(st.sampled_from("abc")))
    def test_lines_beyond_its_span_stay(self, known: list[str], new: list[str]) -> None:
        found = match_open_statements(FileIndex(FILE), "".join(line + "\n" for line in [*new, *known, *new]))

        if isinstance(found, Match):
            after = found.change.apply(FILE)
            assert after.startswith(FILE[: found.span[0]])
            assert after.endswith(FILE[found.span[1] :])


def test_a_changed_line_and_a_repeated_one_at_an_edge_are_not_duplicated() -> None:
    """The card occurs twice, so only its title anchors the piece; its icon differs."""
    card = "<div>\n<i>one</i>\n<h3>First</h3>\n"
    file = card + "<p/>\n" + card.replace("one", "two").replace("First", "Second")

    message = message_of(file, f"{GAP}<div>\n<i>too</i>\n<h3>Second</h3>\n{GAP}")

    assert "it is unclear whether “<div> …” replaces line 6 of the file" == message


def test_another_import_from_the_same_module_is_not_added() -> None:
    file = 'import { a } from "one";\nimport { b } from "two";\nuse(a, b);\n'

    message = message_of(file, f'import {{ c }} from "one";\nimport {{ b }} from "two";\n{GAP}')

    assert 'it is unclear whether “import { c } from "one"; …” replaces line 1 of the file' == message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('import { a } from "one";\n', 'import { a, c } from "one";\n'),
        ("from one import a\n", "from one import a, c\n"),
    ],
)
def test_an_import_of_more_names_from_a_module_replaces_the_one_of_fewer(old: str, new: str) -> None:
    rest = "import two\nuse(a, b);\n"

    assert new + rest == text_after(old + rest, f"{new}import two\n{GAP}")


def test_a_trait_of_a_class_is_no_import() -> None:
    file = "class Post extends Model\n{\n    use HasFactory;\n\n    protected $x = 1;\n}\n"

    message = message_of(
        file, f"class Post extends Model\n{{\n    use HasFactory, SoftDeletes;\n\n    {GAP}}}\n"
    )

    assert message.endswith("replaces line 3 of the file")


def test_a_return_in_a_new_method_is_not_that_of_an_earlier_one() -> None:
    file = (
        "class A:\n    def __eq__(self, o):\n        if not ok(o):\n            return NotImplemented\n"
        "        return eq(self, o)\n\n    def copy(self):\n        return A(self)\n\n"
        "    def __repr__(self):\n        return repr(self)\n"
    )
    new = (
        "    def __or__(self, o):\n        if not ok2(o):\n            return NotImplemented\n"
        "        return self\n\n"
    )
    snippet = (
        f"class A:\n    {GAP}\n    def copy(self):\n        return A(self)\n\n{new}"
        f"    def __repr__(self):\n        return repr(self)\n\n    {GAP}"
    )

    assert file.replace("    def __repr__", f"{new}    def __repr__") == text_after(file, snippet)


def test_new_lines_below_dots_keep_the_blank_lines_above_them() -> None:
    added = "\n\ndef new():\n    return 0\n"

    after = text_after(FILE, f"{GAP}{added}\n\ndef third(c):\n    return c * 3\n")

    assert FILE.replace("    return b\n", f"    return b\n{added}") == after


def test_lines_that_moved_into_others_do_not_decide_the_depth() -> None:
    file = "<a>\n  <one/>\n  <two/>\n  <three/>\n  <four/>\n  <last/>\n</a>\n"
    new = "<a>\n  <one/>\n  <two/>\n  <new>\n    <three/>\n  </new>\n  <four/>\n"

    assert new + "  <last/>\n</a>\n" == text_after(file, f"{new}  {GAP}")


@pytest.mark.parametrize("above", ["  entries: [\n    1,\n  ],\n", "    ],\n  ],\n"])
def test_lines_beyond_a_changed_one_at_an_edge_are_not_duplicated(above: str) -> None:
    file = f"f({{\n  more: [[\n{above}  old: x,\n}});\ng();\nh([]);\n{above}"

    message = message_of(file, f"{GAP}{above}  changed,\n}});\ng();\n{GAP}")

    assert message.endswith(" would duplicate lines next to one that it changes")


@pytest.mark.parametrize(
    ("file", "snippet"),
    [
        (
            "<p>\n<p>\nWorks with any model.\nCopies and pastes the context\nback and forth.\n</p>\n",
            "<p>\nWorks best with keys,\nand with any model.\nCopies and pastes context\nback and forth.\n",
        ),
        (
            "items: [\n  first_item,\n  old(355),\n  old(106),\n],\nclosed: [\n  first_item,\n",
            "  first_item,\n  https://example.org/new-355\n  https://example.org/new-106\n],\nclosed: [\n",
        ),
        (
            "});\n\nit('filters files', () => {\n  prepare();\n});\n",
            "});\n\nit('filters files fast', () => {\n  prepare();\n",
        ),
        (
            "- name: one_of_us\n  weak_model: first\n\n- name: three\n  other: 3\n",
            "  strong: 1\n\n- name: two_of_us\n  weak_model: second\n\n- name: three\n",
        ),
    ],
    ids=[
        "nearly as far above",
        "as far above",
        "beyond a blank line",
        "below lines with other values",
    ],
)
def test_lines_that_begin_like_those_above_are_not_added_below_them(file: str, snippet: str) -> None:
    assert "it is unclear whether “" in message_of(file, GAP + snippet + GAP)


class TestWholeBlocks:
    """A block or element that a piece shows whole replaces that of the file, with all that is in it."""

    @pytest.mark.parametrize(
        ("above", "old", "new", "below"),
        [
            (
                "} else {\nif (shown) {\n",
                "  costs.push(row.total);\n",
                "  // Costs that are known\n  costs.push(row.total || null);\n",
                "} else {\n  hide();\n}\n",
            ),
            (
                "<div>\n  <div class='search'>\n",
                "    <input\n      type='text'\n    />\n    <Button>Go</Button>\n",
                "    <input\n      type='text'\n      autoFocus\n    />\n",
                "  </div>\n  <div class='col'>\n    <List />\n  </div>\n</div>\n",
            ),
            (
                "<button\n",
                "  type='button'\n  onClick={() => {\n    send()\n  }}\n",
                "  type='button'\n  onClick={onClick}\n",
                ">\n  Go\n</button>\n<a\n  id='b'\n>\n  Back\n</a>\n",
            ),
        ],
        ids=["block", "element", "tag"],
    )
    def test_a_block_that_is_shown_whole_is_replaced_whole(
        self, above: str, old: str, new: str, below: str
    ) -> None:
        end = below.splitlines(keepends=True)[0]

        assert above + new + below == text_after(above + old + below, f"{above}{new}{end}{GAP}")

    def test_its_last_line_may_have_other_arguments(self) -> None:
        file = "useEffect(() => {\n  load();\n}, []);\n\nfunction load() {\n  get().then(show);\n}\n"
        new = "useEffect(() => {\n  const timer = setTimeout(() => {\n    load();\n  }, 400);\n}, [query]);\n"

        found = match_of(file, new + GAP)

        assert isinstance(found, Match)
        assert new + file.partition("}, []);\n")[2] == found.change.apply(file)
        assert ["“}, []);” seems an earlier version of its line"] == [each.message for each in found.warnings]

    @pytest.mark.parametrize(
        ("file", "piece"),
        [
            (
                "class A {\n  one() {\n    return 1;\n  }\n  two() {\n    return 2;\n  }\n}\nexport(A);\n",
                "class A {\n  one() {\n    return 11;\n  }\n}\n",
            ),
            (
                "group(function () {\n"
                "  get('/a', a.index);\n  get('/b', b.index);\n  get('/c', c.index);\n});\nend();\n",
                "group(function () {\n  get('/d', d.index);\n});\n",
            ),
            (
                "dependencies {\n  implementation 'a:a:1'\n  implementation 'b:b:1'\n}\ntasks()\n",
                "dependencies {\n  testImplementation 'c:c:1'\n}\n",
            ),
        ],
    )
    def test_what_a_block_lacks_is_not_deleted(self, file: str, piece: str) -> None:
        found = match_of(file, f"{piece}\n{GAP}")

        assert isinstance(found, Mismatch) or all(
            line in found.change.apply(file) for line in file.splitlines() if "return 1" not in line
        )

    def test_fewer_items_than_the_file_has_are_named(self) -> None:
        items = "".join(f"    <li>{name}</li>\n" for name in "ABC")
        file = f"<nav>\n  <ul class='menu'>\n{items}  </ul>\n</nav>\n<p>\n"

        found = match_of(file, f"<nav>\n  <ul class='menu'>\n    <li>D</li>\n  </ul>\n</nav>\n{GAP}")

        assert isinstance(found, Match)
        message = "drops some of lines 3–5, and no placeholder stands for them"
        assert [message] == [warning.message for warning in found.warnings]

    def test_a_comma_behind_its_bracket_is_not_written(self) -> None:
        file = "new Vue({\n  a: function (x) {\n    one.get(x);\n    two.set(x);\n  }\n});\n"
        piece = "  a: function (x) {\n    one.get(x);\n    added(x);\n    two.set(x);\n  },\n"

        found = match_of(file, f"  {GAP}{piece}  {GAP}")

        assert isinstance(found, Mismatch) or "  },\n});" not in found.change.apply(file)

    def test_lines_of_a_new_function_may_repeat_those_of_another_one(self) -> None:
        file = (
            "async function send() {\n  if (!sent) {\n    toast({\n      title: 'Failed',\n    })\n  }\n}\n\n"
            "return (\n  <button>Go</button>\n)\n"
        )
        added = "async function retry() {\n  toast({\n    title: 'Failed',\n  })\n}\n\n"

        after = text_after(file, f"async function send() {{\n  {GAP}}}\n\n{added}return (\n  {GAP}")

        assert file.replace("return (\n", f"{added}return (\n") == after

    @pytest.mark.parametrize(
        ("head", "other", "end"),
        [
            ("func (s *server) {}(id int) {{", "func write(code int) {", "}"),
            ("func (c Cart) {}(id int) (int, error) {{", "func write(code int) {", "}"),
            ("void Cart::{}(int id) {{", "void write(int code) {", "}"),
            ("const char *{}(int id) {{", "void write(int code) {", "}"),
            ("void Shop::Cart::{}(int id) const {{", "void write(int code) {", "}"),
        ],
    )
    def test_the_only_line_of_a_kind_may_be_in_a_new_function_too(
        self, head: str, other: str, end: str
    ) -> None:
        """`return`, which the file has once, shows no place; the open head above the dots does."""
        body = ["\tcheck(id);", "\tif (!id) {", "\t\tfail();", "\t\treturn;", "\t}", "\tsend(id);", end, ""]
        old = [head.format("load"), *body, other, "\tprint(code);", end, ""]
        new = [head.format("remove"), "\tif (!drop(id)) {", "\t\treturn;", "\t}", "\tclear(id);", end, ""]

        after = text_after("\n".join(old), "\n".join([*new, other, "// ... existing code ...", ""]))

        assert "\n".join([*old[:9], *new, *old[9:]]) == after

    def test_a_snippet_that_ends_where_its_function_is_left_replaces_the_rest_of_it(self) -> None:
        file = (
            "def f(a):\n    check(a)\n    user = make(a)\n\n    token = sign(user)\n"
            "    return Response(\n        token,\n    )\n\n\ndef g():\n    pass\n"
        )
        new = "    user = make(a)\n\n    log(user)\n    return respond(user)\n"

        found = match_of(file, f"def f(a):\n    {GAP}\n{new}")

        assert isinstance(found, Match)
        assert f"def f(a):\n    check(a)\n{new}\n\ndef g():\n    pass\n" == found.change.apply(file)
        assert ["replaces the rest of its block, 4 lines"] == [each.message for each in found.warnings]

    @pytest.mark.parametrize(
        "above", ["  # What it is for\n", "  # One\n  # Two\n  #\n  # Three\n  @Marked\n"]
    )
    def test_comments_above_a_class_that_is_shown_in_part_stay(self, above: str) -> None:
        member = "    def f\n      a = old(1)\n      finish(a)\n    end\n  end\nend\n"
        file = f"module Rack\n{above}  class Log\n    A = 1\n{member}"
        new = member.replace("old(1)", "new(1)")

        after = text_after(file, f"module Rack\n  class Log\n    {GAP}{new}")

        assert file.replace(member, new) == after

    def test_a_new_function_is_no_version_of_the_comment_of_the_next_one(self) -> None:
        file = "private\n\n# Log the request to the configured logger.\ndef log(env)\n  write(env)\nend\n"
        new = "# Is the request excluded from the logger?\ndef skip(env)\n  @skip\nend\n\n"

        assert file.replace("private\n\n", f"private\n\n{new}") == text_after(file, f"private\n\n{new}{GAP}")

    def test_a_name_among_others_that_are_registered_is_new(self) -> None:
        names = ("configure", "get", "set", "remove")
        file = "".join(f'    Method(name: "{name}", returns: promise),\n' for name in names)
        new = '    Method(name: "has", returns: promise),\n'
        at = file.index('    Method(name: "set"')

        assert file[:at] + new + file[at:] == text_after(file, f"{file[:at]}{new}    {GAP}")

    def test_a_key_with_another_value_is_not_new(self) -> None:
        keys = ("alpha", "config-yaml", "fetch", "zod")
        file = "".join(f'  "{key}": "^1.8.0",\n' for key in keys)
        at = file.index('  "config-yaml"')

        found = match_of(file, f'{file[:at]}  "config-yaml": "^1.14.0",\n  // ...\n')

        assert isinstance(found, Mismatch) or 1 == found.change.apply(file).count("config-yaml")

    def test_a_statement_over_several_lines_replaces_the_line_that_begins_like_it(self) -> None:
        first, last = "  Route::get('/a', 'a');\n", "  Route::delete('/b', 'b');\n"
        file = f"auth(function () {{\n{first}  Route::post('/b', 'store')->name('b');\n{last}}});\n"
        new = "  Route::post('/b', 'store')\n    ->throttle(10)\n    ->name('b');\n"

        found = match_of(file, f"auth(function () {{\n  {GAP}{new}  {GAP}}});\n")

        assert isinstance(found, Match)
        assert f"auth(function () {{\n{first}{new}{last}}});\n" == found.change.apply(file)
        assert len(found.warnings) == 1

    def test_a_blank_line_below_a_bracket_that_ends_dots_stays(self) -> None:
        file = "x = {\n    'a': 1,\n}\n\ndef f():\n    go(1)\n    # simple\n    last()\n"
        new = "def new():\n    go(1)\n\ndef f():\n    other(2)\n    # simple\n"

        after = text_after(file, f"{GAP}}}\n\n{new}    {GAP}")

        assert file.replace("def f():\n    go(1)\n    # simple\n", new) == after

    def test_lines_that_only_close_are_those_that_the_file_has_once_in_a_row(self) -> None:
        file = "<a>\n  <b>\n    <c>\n      x\n    </c>\n  </b>\n  <d>\n    y\n  </d>\n</a>\n"

        after = text_after(file, f"<a>\n  {GAP}    </c>\n  </b>\n  <new />\n  {GAP}</a>\n")

        assert file.replace("  <d>", "  <new />\n  <d>") == after


def test_a_closing_bracket_above_a_renamed_line_is_the_files_own() -> None:
    """New code does not begin with a closing bracket, so the line below it has another name now."""
    file = "a {\n}\n\n#panel {\n  height: auto;\n  color: red;\n}\n"
    snippet = "}\n\n#panel_of_results {\n  height: auto;\n"

    assert "it is unclear whether “} …” replaces line 4 of the file" == message_of(file, GAP + snippet + GAP)


def test_another_decorator_is_not_added_below_the_one_of_the_file() -> None:
    file = "class A:\n    @property\n    def size(self):\n        return 1\n"
    snippet = "    @cached_property_of_all\n    def size(self):\n        return 2\n"

    assert "it is unclear whether “@cached_property_of_all …” replaces line 2 of the file" == message_of(
        file, GAP + snippet + GAP
    )


def test_a_new_line_does_not_come_between_a_line_and_those_that_belong_to_it() -> None:
    """It may be another version of that line."""
    file = "def f(a):\n    if first(a):\n        go_on(a)\n    return a\n"
    snippet = f"def f(a):\n{GAP}    while a:\n        go_on(a)\n    return a\n"

    assert "it is unclear whether “while a: …” replaces line 2 of the file" == message_of(file, snippet)


@pytest.mark.parametrize("line", [f"{' ' * 200_000}x", "var" * 100_000], ids=["indented", "one word"])
def test_a_long_line_next_to_a_shared_one_is_compared_in_linear_time(line: str) -> None:
    file = FILE.replace("    print(total)\n", f"{line}\n    print(total)\n") + f"{line}\n" * 2
    snippet = f"{GAP}    total = b + 2\n    added()\n{line}\n{GAP}"

    assert isinstance(match_of(file, snippet), Match | Mismatch)


def test_blocks_at_a_thousand_depths_are_read_in_linear_time() -> None:
    heads = [f"wrap{n}(() => {{" for n in range(1000)]
    file = "function f() {\n" + "".join(f"{head}\n" for head in reversed(heads)) + "}\n"
    nested = "".join(f"{' ' * n}{head}\n" for n, head in enumerate(heads))

    assert "the order differs" in message_of(file, f"{GAP}{nested}call1(alpha);\ncall0(alpha);\n{GAP}")


def test_many_parts_of_lines_that_occur_several_times_are_compared_in_linear_time() -> None:
    pair = "alpha(one);\nbravo(two);\n"
    snippet = "".join(f"{pair}new{n}();\n" for n in range(20_000))

    assert "several times" in message_of(pair * 20_000, f"{GAP}{snippet}{GAP}")


def test_trailing_blank_lines_of_a_snippet_are_added_at_the_end_of_the_file() -> None:
    file = "[first]\none = 1\nmiddle = 2\n[last]\nthree = 3\n"

    assert file + "\n" == text_after(file, f"[first]\none = 1\n{GAP}[last]\nthree = 3\n\n")


class TestOtherSpelling:
    """Lines of a sketch that the file has in another form."""

    ROUTES = (
        "get('/', (q) => {\n  const rows = query('SELECT * FROM a');\n  send(rows);\n});\n\n"
        "get('/:id', (q) => {\n  const rows = query('SELECT * FROM a WHERE id = $1', [q.id]);\n"
        "  if (!rows) {\n    fail();\n  }\n  send(rows[0]);\n});\n\n"
        "post('/', (q) => {\n  const rows = query(\n    'INSERT INTO a',\n  );\n});\n"
    )
    WRAPPED = "  const rows = query(\n    'SELECT * FROM a WHERE id = $1 AND ok',\n    [q.id],\n  );\n"

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_a_call_that_is_now_over_several_lines_replaces_the_one_in_one_line(self, end: str) -> None:
        new = f"get('/:id', (q) => {{\n{self.WRAPPED}"
        one = "get('/:id', (q) => {\n  const rows = query('SELECT * FROM a WHERE id = $1', [q.id]);\n"
        wanted = self.ROUTES.replace(one, new)

        found = text_after(self.ROUTES.replace("\n", end), f"{new}  // ... existing code ...\n}});\n")

        assert wanted.replace("\n", end) == found

    def test_a_call_that_the_file_has_in_one_line_stays_so(self) -> None:
        snippet = (
            "import a\n# ... existing code ...\nx = f(\n    1,\n    2,\n)\ny = 3\n# ... existing code ...\n"
        )
        file = "import a\n\nb = 1\nx = f(1, 2)\ny = 2\nz = 1\n"

        assert file.replace("y = 2", "y = 3") == text_after(file, snippet)

    def test_a_last_item_gets_a_comma_if_a_new_one_follows(self) -> None:
        file = (
            "TABLE a (\n    id INT,\n    at INT\n);\n\nTABLE b (\n    name TEXT,\n    at INT\n);\n\n"
            "INDEX b (name);\n"
        )
        snippet = "TABLE b (\n    -- ...\n    at INT,\n    gone INT\n);\n\nINDEX b (name);\nINDEX c (name);\n"
        wanted = file.replace("    at INT\n);\n\nINDEX b (name);\n", snippet.partition("...\n")[2])

        assert wanted == text_after(file, snippet)


class TestChangedTitles:
    FILE = (
        'db()\n\napp.get("/items", (a) => {\n  items(a)\n})\n\napp.post("/login", (a) => {\n  login(a)\n})\n'
    )

    def test_a_changed_line_that_opens_elided_lines_replaces_the_only_such_one(self) -> None:
        snippet = 'app.post("/login", limit, (a) => {\n  // ... existing code ...\n})\n'

        found = match_of(self.FILE, snippet)

        assert isinstance(found, Match), found.message
        assert self.FILE.replace('"/login", ', '"/login", limit, ') == found.change.apply(self.FILE)
        assert [7] == [warning.line for warning in found.warnings]

    def test_new_lines_above_it_get_its_blank_line(self) -> None:
        snippet = 'const l = limit()\n\napp.post("/login", l, (a) => {\n  // ... existing code ...\n})\n'

        after = text_after(self.FILE, snippet)

        assert '})\n\nconst l = limit()\n\napp.post("/login", l, (a) => {\n  login(a)\n})\n' in after

    TABLE = (
        "    <table>\n      <tbody>\n        {rows.map((row) => (\n          <tr key={row.id} />\n"
        "        ))}\n      </tbody>\n    </table>\n"
    )

    def test_it_may_be_below_a_line_that_the_piece_shares(self) -> None:
        """It need not begin with the same word."""
        shown = "      <tbody>\n        {shown.map((row) => (\n          // ... existing row ...\n"
        snippet = f"{shown}        ))}}\n      </tbody>\n"

        found = match_of(self.TABLE, snippet)

        assert isinstance(found, Match), found.message
        assert self.TABLE.replace("rows.map", "shown.map") == found.change.apply(self.TABLE)
        assert [3] == [warning.line for warning in found.warnings]

    FORM = '<form>\n  <input />\n\n  <button type="submit">Send</button>\n</form>\n'

    def test_an_element_of_one_line_may_get_several(self) -> None:
        """Here it is above the line that the piece shares."""
        new = '  <p>{{ error }}</p>\n  <button type="submit" :disabled="sending">\n    Send\n  </button>\n'

        found = match_of(self.FORM, f"<form>\n  <!-- ... -->\n{new}</form>\n")

        assert isinstance(found, Match), found.message
        assert self.FORM.replace('  <button type="submit">Send</button>\n', new) == found.change.apply(
            self.FORM
        )
        assert [4] == [warning.line for warning in found.warnings]

    def test_one_of_two_elements_alike_is_refused(self) -> None:
        new = (
            '  <button type="submit" name="a">\n  </button>\n  <button type="submit" name="b">\n  </button>\n'
        )

        assert "it is unclear whether" in message_of(self.FORM, f"<form>\n  <!-- ... -->\n{new}</form>\n")

    def test_a_new_block_below_a_line_that_the_piece_shares_does_not_replace_another(self) -> None:
        shown = "      <tbody>\n        {isEmpty ? <Empty /> : (\n          // ... existing row ...\n"

        assert "it is unclear whether" in message_of(self.TABLE, f"{shown}        )}}\n      </tbody>\n")

    def test_one_that_resembles_two_lines_is_refused(self) -> None:
        file = self.FILE + self.FILE.replace("login(a)", "other(a)")

        assert "cannot be located" in message_of(file, 'app.post("/login", l, (a) => {\n  // ...\n})\n')


class TestEndsOfSketch:
    def labels(self, file: str, snippet: str) -> list[str | None]:
        operation, index = sketch(snippet), FileIndex(file)
        assert operation is not None
        found = apply_sketch(index, operation)
        assert isinstance(found, Match), found.message
        return [match.label for match in ends_of_sketch(index, operation, found)]

    def test_a_sketch_that_ends_above_the_last_line_of_the_file_may_remove_it(self) -> None:
        file = "setup\nx=1\n\nclean() {\n  rm x\n}\n\nbuild\nupload\nclean\n"
        snippet = f"setup\n\n{GAP}\nclean() {{\n  rm x\n}}\ntrap clean EXIT\n\nbuild\nupload\n"

        assert [
            "keeps “clean” (L10), which it does not show",
            "removes “clean” (L10), which it does not show",
        ] == (self.labels(file, snippet))

    def test_a_sketch_that_ends_with_a_placeholder_keeps_what_is_below(self) -> None:
        assert [None] == self.labels("one = 1\ntwo = 2\nthree = 3\n", f"one = 1\ntwo = 22\n{GAP}")

    def test_brackets_below_the_last_placeholder_keep_what_is_above_them(self) -> None:
        file = "f() {\n  one();\n  two();\n}\n"

        assert [None] == self.labels(file, "f() {\n  one();\n  more();\n  // ... the rest stays ...\n}\n")

    @pytest.mark.parametrize("rest", ["\nthree = 3\n", "    three()\n", "}\n"])
    def test_lines_below_a_blank_line_or_at_another_depth_stay(self, rest: str) -> None:
        assert [None] == self.labels(f"zero = 0\none = 1\ntwo = 2\n{rest}", f"{GAP}one = 10\ntwo = 2\n")

    def test_many_lines_below_stay(self) -> None:
        rest = "".join(f"line {n}\n" for n in range(4))

        assert [None] == self.labels(f"zero = 0\none = 1\ntwo = 2\n{rest}", f"{GAP}one = 10\ntwo = 2\n")


class TestFirstLines:
    """A new line between the head of a block and dots for the rest, which resembles the file's first line."""

    FILE = (
        "func Read(c Conn) error {\n\tc.SetDeadline(time.Now().Add(5 * time.Second))\n\tn := c.Len()\n"
        "\treturn n\n}\n"
    )
    NEW = "\tc.SetDeadline(time.Now().Add(timeout))\n"
    SKETCH = f"func Read(c Conn) error {{\n{NEW}\t// ... rest of function unchanged\n}}\n"

    def matches(self, file: str, snippet: str) -> tuple[Match, ...]:
        operation, index = sketch(snippet), FileIndex(file)
        assert operation is not None
        found = apply_sketch(index, operation)
        return ends_of_sketch(index, operation, found) if isinstance(found, Match) else ()

    def test_it_replaces_that_line_or_is_added_above_it(self) -> None:
        first, second = self.matches(self.FILE, self.SKETCH)
        head, old, *rest = self.FILE.splitlines(keepends=True)

        assert "".join([head, self.NEW, *rest]) == first.change.apply(self.FILE)
        assert "".join([head, self.NEW, old, *rest]) == second.change.apply(self.FILE)
        assert first.warnings
        assert "adds 1 line above L2: “c.SetDeadline(time.Now().Add(5 * time.Second))”" == second.label

    @pytest.mark.parametrize(
        "file",
        [
            FILE.replace("\tn := c.Len()\n", "\tc.SetDeadline(time.Now().Add(9 * time.Second))\n"),
            FILE.replace("\tc.SetDeadline(time.Now().Add(5 * time.Second))\n\tn :=", "\tn :="),
        ],
    )
    def test_several_such_lines_and_none_are_left_alone(self, file: str) -> None:
        assert all("replaces" not in (match.label or "") for match in self.matches(file, self.SKETCH))


class TestBelowDots:
    """New lines between dots and the end of the block that the line above the dots opens."""

    ARMS = (
        "fn code(self) -> i32 {\n    match self {\n        E::A => 1,\n        E::B(_) => 2,\n    }\n}\n\n"
        "fn other() {}\n"
    )

    def snippet(self, arm: str) -> str:
        return (
            f"fn code(self) -> i32 {{\n    match self {{\n        // ... existing arms ...\n{arm}    }}\n}}\n"
        )

    def test_those_with_names_of_their_own_are_added(self) -> None:
        new = "        E::C => 3,\n"

        assert self.ARMS.replace("    }\n}", f"{new}    }}\n}}") == text_after(self.ARMS, self.snippet(new))

    @pytest.mark.parametrize(
        "arm", ["        E::B(n) => n,\n", "        _ if n > 2 => {}\n        E::A => 9,\n"]
    )
    def test_one_that_the_block_has_under_this_name_may_be_a_new_version_of_it(self, arm: str) -> None:
        assert "cannot be located" in message_of(self.ARMS, self.snippet(arm))

    def test_two_variants_of_an_enumeration_are_no_values_of_one_name(self) -> None:
        file = "match e {\n    E::A => 1,\n    E::B => 2,\n}\n\nfn end_of_it() {}\n"
        snippet = "match e {\n    // ...\n    E::C => 3,\n}\n\nfn end_of_it() {}\n"

        found = match_of(file, snippet)

        assert isinstance(found, Mismatch) or "    E::B => 2,\n" in found.change.apply(file)


class TestEdges:
    """A changed line at the edge of a piece, where the lines around it leave one meaning."""

    HOOK = (
        "function use() {\n  const load = () => get();\n\n  const remove = (id) => {\n    drop(id);\n  };\n\n"
        "  return { load, remove };\n}\n"
    )

    def test_new_lines_and_a_changed_one_may_end_the_block_of_the_file(self) -> None:
        new = "  const clear = () => {\n    drop();\n  };\n\n  return { load, remove, clear };\n}\n"
        shown = "  const remove = (id) => {\n    drop(id);\n  };\n\n"

        after = text_after(self.HOOK, f"function use() {{\n  // ...\n\n{shown}{new}")

        assert self.HOOK.replace("  return { load, remove };\n}\n", new) == after

    def test_dots_below_the_changed_line_leave_it_open(self) -> None:
        new = "  const clear = () => drop();\n\n  return { load, remove, clear };\n  // ...\n}\n"

        message = message_of(self.HOOK, f"  const remove = (id) => {{\n    drop(id);\n  }};\n\n{new}")

        assert "it is unclear whether" in message

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (
                "@Get\npublic List<A> all() {\n    one();\n",
                "@Get\npublic Page<A> all(Pageable p) {\n    one(p);\n",
            ),
            ("@Get\nint all(A a) {\n    one();\n", "@Get\nlong all(A a, B b) {\n    one(p);\n"),
        ],
    )
    def test_a_method_that_returns_something_else_is_not_added_beside_it(self, old: str, new: str) -> None:
        file = f"class C {{\n{old}}}\n\n@Put\nvoid put() {{\n}}\n}}\n"

        found = match_of(file, f"// ...\n{new}}}\n// ...\n")

        assert isinstance(found, Mismatch) or "one();" not in found.change.apply(file)

    def test_the_line_around_lines_of_the_file_is_the_one_that_it_changes(self) -> None:
        file = '<ul>\n  <li *for="a of b">\n    <i>{{ a.x }}</i>\n    <b>{{ a.y }}</b>\n  </li>\n</ul>\n'
        new = '  <li *for="a of b; by: id">\n    <i>{{ a.x }}</i>\n    <b>{{ a.y | up }}</b>\n  </li>\n'

        found = match_of(file, f"<!-- ... -->\n{new}<!-- ... -->\n")

        assert isinstance(found, Match), found.message
        expected = file.replace("a of b", "a of b; by: id").replace("a.y", "a.y | up")
        assert expected == found.change.apply(file)
        assert [2] == [warning.line for warning in found.warnings]


class TestItems:
    """New keys, arms and cases next to elided ones that look like them."""

    FILE = (
        'codes = {\n  ["transit"] = Status.Transit,\n  ["delivered"] = Status.Delivered,\n'
        '  ["other"] = Status.Other,\n};\n\nint other() {}\n\nint of(char code) {\n  switch (code) {\n'
        "    case 'D':\n      return Delivered;\n    case 'X':\n      return Lost;\n  }\n}\n"
    )

    def test_an_item_with_another_name_is_no_version_of_the_elided_one(self) -> None:
        """The bracket below the dots closes the elided lines, and is not added to those below it."""
        item, case = '  ["on-its-way"] = Status.Leaving,\n', "    case 'R':\n      return Returned;\n"
        snippet = (
            f'codes = {{\n  // ...\n  ["transit"] = Status.Transit,\n{item}  // ...\n}};\n\n'
            f"int of(char code) {{\n  switch (code) {{\n    // ...\n    case 'D':\n      return Delivered;\n"
            f"{case}    // ...\n  }}\n}}\n"
        )

        above, below = '["transit"] = Status.Transit,\n', "      return Delivered;\n"
        expected = self.FILE.replace(above, above + item).replace(below, below + case)
        assert expected == text_after(self.FILE, snippet)

    @pytest.mark.parametrize(
        "item", ['  ["delivery"] = Status.Delivery,\n', '  ["gone"] = Status.Delivered,\n']
    )
    def test_one_with_a_similar_name_or_the_same_value_may_be_a_new_version(self, item: str) -> None:
        snippet = f'  ["transit"] = Status.Transit,\n{item}  // ...\n}};\n'

        assert "it is unclear whether" in message_of(self.FILE, snippet)

    def test_a_bracket_below_dots_may_close_a_new_block(self) -> None:
        file = "first();\nsecond();\nthird();\nfourth();\n"

        message = message_of(file, "first();\nif (is_new) {\n  // ...\n}\nfourth();\n")

        assert "do not close as those of the file do" in message


class TestNewBlocks:
    FILE = "def f():\n    a = 1\n    b = compute(a)\n    send(b)\n    log(b)\n    return b\n"

    @pytest.mark.parametrize(
        "sketch",
        [
            "def f():\n    a = 1\n    with lock:\n        log(b)\n    # ...\n",
            "def f():\n    # ...\n    with lock:\n        b = compute(a)\n    return b\n",
        ],
    )
    def test_a_line_that_a_new_block_takes_from_elsewhere_is_not_left_there_too(self, sketch: str) -> None:
        found = match_of(self.FILE, sketch)

        assert isinstance(found, Mismatch) or all(
            found.change.apply(self.FILE).count(line) == 1 for line in ("log(b)", "b = compute(a)")
        )

    def test_a_line_directly_below_is_put_into_a_new_block(self) -> None:
        found = match_of(
            self.FILE, "def f():\n    a = 1\n    with lock:\n        b = compute(a)\n    # ...\n"
        )

        assert isinstance(found, Match)
        assert "    with lock:\n        b = compute(a)\n    send(b)\n" in found.change.apply(self.FILE)

    def test_a_new_block_around_one_line_is_not_put_left_of_what_it_is_in(self) -> None:
        file = "function f() {\n  const a = 1;\n  log(b);\n  end();\n}\n"
        sketch = "function f() {\n  const a = 1;\n  // ...\n  if (ok) {\n    log(b);\n  }\n  // ...\n}\n"
        found = match_of(file, sketch)

        assert isinstance(found, Mismatch) or "\n  if (ok) {\n    log(b);\n  }\n" in found.change.apply(file)


@pytest.mark.parametrize(
    ("file", "kept"),
    [
        ("def main():\n    from a import x\n\n\ndef run():\n    y()\n", "    from a import x\n"),
        ("try:\n    from a import x\nexcept ImportError:\n    x = None\n", "    from a import x\n"),
        ("from a import x as z\n\n\ndef run():\n    z()\n", "from a import x as z\n"),
    ],
)
def test_an_import_that_is_deeper_or_has_another_name_is_not_extended(file: str, kept: str) -> None:
    found = match_of(file, "from a import y, x\n# ... existing code ...\n")

    assert isinstance(found, Mismatch) or kept in found.change.apply(file)


class TestVersionsOfLines:
    """Lines at the edge of a piece, or all of it, that are other versions of lines of the file."""

    PAGE = (
        '<form>\n  <h2>Contact</h2>\n  <input name="email" type="text">\n'
        "  <textarea name='text'></textarea>\n  <button>Send</button>\n</form>\n"
    )

    def test_an_element_is_known_by_the_attribute_that_names_it(self) -> None:
        snippet = (
            '<form>\n  <h2>Contact</h2>\n  <input name="email" type="email" required>\n'
            "  <textarea name='text' required></textarea>\n  <!-- unchanged -->\n</form>\n"
        )

        expected = self.PAGE.replace('type="text"', 'type="email" required').replace(
            "'text'>", "'text' required>"
        )
        assert expected == text_after(self.PAGE, snippet)

    RULES = (
        "def update(a):\n    rules = {\n        'title': 'text',\n        'year': 'number',\n    }\n"
        "    save(rules)\n"
    )

    def test_a_piece_that_only_sets_a_name_again_is_its_new_version(self) -> None:
        snippet = (
            "def update(a):\n    rules = {\n        # ... unchanged ...\n        'year': 'text',\n    }\n"
            "    # ... unchanged ...\n"
        )

        assert self.RULES.replace("'number'", "'text'") == text_after(self.RULES, snippet)

    def test_a_name_that_is_set_twice_is_not_guessed(self) -> None:
        file = self.RULES + "\n\ndef store(a):\n    rules = {\n        'year': 'number',\n    }\n"
        found = sketch(
            "def update(a):\n    # ... unchanged ...\n        'year': 'text',\n    # ... unchanged ...\n"
        )

        assert found is not None
        assert isinstance(apply_sketch(FileIndex(file), found), Mismatch)

    @pytest.mark.parametrize(
        "new",
        [
            "        $cart->items = array_values(\n            array_filter($cart->items)\n        );\n",
            "        $this->log();\n        $this->notify($cart);\n        $cart->sort();\n",
        ],
    )
    def test_a_part_that_ends_with_a_line_of_the_file_ends_there(self, new: str) -> None:
        """The lines between are those that it changed, and stay nowhere beside the new ones."""
        head = "    public function remove($id)\n    {\n        $cart = $this->carts->find($id);\n"
        save = "        $this->carts->save($cart);\n"
        other = head.replace("remove", "add").replace("find($id)", "get($id)")
        file = (
            f"{head}        $cart->filter();\n{save}\n        return $cart;\n    }}\n\n{other}{save}    }}\n"
        )
        found = sketch(f"{head}{new}{save}\n        // ... unchanged ...\n    }}\n")

        assert found is not None
        assert isinstance(apply_sketch(FileIndex(file), found), Mismatch)


class TestCalledAgain:
    """The last line of a snippet calls what the line of the file below calls."""

    FILE = "def f(c):\n    # Wrong.\n    c.header(realm)\n    c.abort(401)\n    return c\n"

    def test_it_may_change_that_line(self) -> None:
        index, snippet = FileIndex(self.FILE), "# Wrong.\nc.header(realm)\nc.abort(Status.FORBIDDEN_HERE)\n"
        found = match_open_statements(index, snippet)
        assert isinstance(found, Match)
        again = match_called_again(index, snippet, found)
        assert again is not None
        assert self.FILE.replace("401", "Status.FORBIDDEN_HERE") == again.change.apply(self.FILE)

    @pytest.mark.parametrize(
        "file",
        [
            "def f(c):\n    # Wrong.\n    c.header(realm)\n    c.abort(401)\n    c.abort(402)\n",
            "def f(c):\n    # Wrong.\n    c.header(realm)\n    c.stop(401)\n",
            "def f(c):\n    # Wrong.\n    c.header(realm)\n        c.abort(401)\n",
        ],
        ids=["several such calls", "another call", "a deeper one"],
    )
    def test_beside_other_lines_it_only_adds(self, file: str) -> None:
        index, snippet = FileIndex(file), "# Wrong.\nc.header(realm)\nc.abort(Status.FORBIDDEN_HERE)\n"
        found = match_open_statements(index, snippet)
        assert isinstance(found, Match)
        assert match_called_again(index, snippet, found) is None


GO = """\
func First() HandlerFunc {
	return func(c *Context) {
		c.Next()
	}
}

func Logger(conf Config) HandlerFunc {
	out := conf.Output

	return func(c *Context) {
		start := now()
		path := c.Path()

		if !skip[path] {
			param := Params{
				Keys: c.Keys,
			}

			param.Latency = now() - start

			print(out, param)
		}
	}
}
"""
"""Two functions with an equal line, and lines in a condition."""


class TestDissolvedBlocks:
    NEW = """\
func Logger(conf Config) HandlerFunc {
	// ... unchanged up to here ...

	return func(c *Context) {
		start := now()
		path := c.Path()

		if skip[path] || conf.Skip(c) {
			return
		}

		param := Params{
			Keys: c.Keys,
		}

		param.Latency = now() - start

		print(out, param)
	}
}
"""

    def test_a_piece_that_has_lines_outside_of_their_block_is_never_put_into_that_block(self) -> None:
        found = match_of(GO, self.NEW)
        text = found.change.apply(GO) if isinstance(found, Match) else ""
        assert text == "" or text.count("{") == text.count("}")
        assert text.count("return func") in (0, 2)

    def test_its_function_ends_as_the_snippet_shows_it(self) -> None:
        first, _, rest = self.NEW.partition("	// ... unchanged up to here ...\n\n")
        above, _, _ = GO.partition("func Logger")
        (found,) = definitions_of(GO, self.NEW)
        assert f"{above}{first}	out := conf.Output\n\n{rest}" == found.change.apply(GO)

    def test_braces_that_would_not_close_are_refused(self) -> None:
        file = "f {\n  a {\n    one();\n    two();\n  }\n}\n"
        message = message_of(file, "// ...\n    one();\n    three();\n  }\n// ...\n")
        assert "braces" in message or "unclear" in message


TABLES = [
    ("[t]\na = 1\nb = 2\nlist = [\n    1,\n    2,\n]\n", "[t]\nlist = [\n    # ...\n    2,\n    3,\n]\n"),
    (
        "const x = {\n  a: 1,\n  b: 2,\n  list: [\n    1,\n    2,\n  ],\n};\n",
        "const x = {\n  list: [\n    // ...\n    2,\n    3,\n  ],\n};\n",
    ),
    (
        "t:\n  a: 1\n  b: 2\n  list:\n    - one\n    - two\n",
        "t:\n  list:\n    # ...\n    - two\n    - three\n",
    ),
    (
        "export class A {\n  private x = 1;\n  y = 2;\n  one() {\n    a();\n    b();\n  }\n}\n",
        "export class A {\n  one() {\n    // ...\n    b();\n    c();\n  }\n}\n",
    ),
]


class TestMembersOfTables:
    @pytest.mark.parametrize(("file", "snippet"), TABLES)
    def test_the_other_keys_of_a_table_are_never_deleted(self, file: str, snippet: str) -> None:
        assert "which may stay" in message_of(file, snippet)

    def test_a_first_statement_may_be_deleted(self) -> None:
        file = "def f(x):\n    a = 1\n    b = 2\n    c(b)\n    d()\n"
        assert "def f(x):\n    b = 2\n    c(b)\n    d()\n" == text_after(
            file, "def f(x):\n    b = 2\n    # ... existing code ...\n"
        )


ELEMENTS = {
    "tsx": (
        '<div className="p">\n  <div className="flex">\n    <Input value={a} />\n    {show && (\n'
        "      <div>\n        <Voice />\n      </div>\n    )}\n  </div>\n</div>\n",
        "{left && (\n  <p>\n    {left}\n  </p>\n)}\n",
    ),
    "svelte": (
        '<div class="p">\n\t<div class="flex">\n\t\t<input bind:value />\n'
        "\t\t{#if show}\n\t\t\t<Voice />\n"
        "\t\t{/if}\n\t</div>\n</div>\n",
        "{#if left}\n\t<p>{left}</p>\n{/if}\n",
    ),
    "vue": (
        '<template>\n  <div class="flex">\n    <div v-if="show">\n      <Voice />\n    </div>\n  </div>\n'
        "</template>\n",
        '<div v-if="left">\n  {{ left }}\n</div>\n',
    ),
}


class TestElementsOfDots:
    """Dots that are all of an element or a block: the end of it is known, whatever follows."""

    @pytest.mark.parametrize("kind", ELEMENTS)
    def test_new_elements_go_below_the_one_of_the_dots(self, kind: str) -> None:
        file, new = ELEMENTS[kind]
        unit = "\t" if "\t" in file else "  "
        head, flex, *_ = file.splitlines(keepends=True)
        end = file.splitlines(keepends=True)[-1]
        added = "".join(unit + line for line in new.splitlines(keepends=True))

        found = match_of(file, f"{head}{flex}{unit * 2}<!-- ... -->\n{unit}</div>\n\n{added}{end}")

        assert isinstance(found, Match), found.message
        assert file.removesuffix(end).rstrip("\n") + f"\n\n{added}{end}" == found.change.apply(file)


def unclear(file: str, snippet: str) -> list[tuple[str | None, str]]:
    """The labels of the candidates for a sketch with an unclear edge, each with the file after it."""
    operation, index = sketch(snippet), FileIndex(file)
    assert operation is not None
    return [(match.label, match.change.apply(file)) for match in match_unclear(index, operation)]


class TestUnclearEdges:
    FILE = (
        "def load(path):\n    check(path)\n    data = read(path, limit)\n    first(data)\n    return data\n"
    )

    def test_a_line_that_may_be_another_version_replaces_the_file_s_or_goes_beside_it(self) -> None:
        new = "    check(path)\n    first(data, 1)\n"
        file = "def load(path):\n    check(path)\n    first(data, limit)\n    last(data)\n    return data\n"

        assert [
            ("replaces L3: “first(data, limit)”", file.replace("first(data, limit)", "first(data, 1)")),
            (
                "adds 1 line above L3: “first(data, limit)”",
                file.replace("    first(", "    first(data, 1)\n    first("),
            ),
        ] == unclear(file, f"def load(path):\n{new}    # ... existing code ...\n")

    def test_a_statement_with_another_value_replaces_all_lines_of_the_file_s(self) -> None:
        file = "fn f() {\n    go();\n    let a = read(X)\n        .context(X)?;\n\n    rest(a);\n}\n"
        new = "    let a = read(&path)\n        .context(path)?;\n"
        found = match_of(file, f"fn f() {{\n    go();\n{new}\n    // ... existing code ...\n}}\n")

        assert isinstance(found, Match), found.message
        assert file.replace("    let a = read(X)\n        .context(X)?;\n", new) == found.change.apply(file)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("        push(Number(text.parse().unwrap()));\n", "        push(Number(text.parse()?));\n"),
            (
                "        push(Number(text.parse().unwrap()));\n",
                "        let number = text\n            .parse()?;\n        push(Number(number));\n",
            ),
            ("        text.len()\n        return text;\n", "        return text.trim();\n"),
        ],
    )
    def test_new_lines_between_dots_and_the_end_of_a_block_may_replace_its_last_ones_that_they_are_like(
        self, old: str, new: str
    ) -> None:
        head, loop = (
            "        let mut text = String::new();\n",
            "        while a {\n            go();\n        }\n",
        )
        file = f"fn f() {{\n    '0' => {{\n{head}{loop}{old}    }}\n    other => g(),\n}}\n"
        sketch = f"    '0' => {{\n{head}        // ... loop unchanged ...\n{new}    }}\n"
        stays = old.splitlines(keepends=True)[:-1]

        assert [file.replace(old, "".join(stays) + new), file.replace(old, old + new)] == [
            after for _, after in unclear(file, sketch)
        ]

    def test_other_new_lines_there_are_added_at_the_end_of_the_block(self) -> None:
        file = "function f() {\n  one();\n  two();\n}\n\nfunction g() {\n  two();\n}\n"
        found = match_of(file, "function f() {\n  one();\n  // ...\n  log.info(done);\n}\n")

        assert isinstance(found, Match), found.message
        assert file.replace("  two();\n}\n\n", "  two();\n  log.info(done);\n}\n\n") == found.change.apply(
            file
        )

    def test_a_sketch_with_two_unclear_edges_has_no_candidates(self) -> None:
        file = "def a():\n    one(1)\n    x()\n\ndef b():\n    two(2)\n    y()\n"
        dots = "    # ... existing code ...\n"

        assert [] == unclear(file, f"def a():\n    one(11)\n{dots}\ndef b():\n    two(22)\n{dots}")


class TestUnclearStretches:
    """Many lines of the file in whose place a piece has only few new ones."""

    def test_new_lines_replace_those_or_go_beside_them(self) -> None:
        rest = "".join(f"      <p>{n}</p>\n" for n in range(20))
        head = '<main>\n  <div class="a">\n    <h1>a</h1>\n    <h2>b</h2>\n  </div>\n'
        stretch, new = f'  <div class="b">\n{rest}  </div>\n', "  <Actions />\n"
        file = f"{head}{stretch}</main>\n"

        found = unclear(file, f'<main>\n  <div class="a">\n    <!-- ... -->\n  </div>\n{new}</main>\n')

        which = 'L6–27: “<div class="b">” …'
        assert [
            (f"replaces {which}", file.replace(stretch, new)),
            (f"adds 1 line below {which}", file.replace(stretch, stretch + new)),
            (f"adds 1 line above {which}", file.replace(stretch, new + stretch)),
        ] == found

    def test_statements_between_two_of_a_function(self) -> None:
        steps = "".join(f"    step_{n}()\n" for n in range(20))
        file = f"def f():\n    begin()\n{steps}    end()\n\n\ndef g():\n    pass\n"

        found = unclear(file, "def f():\n    begin()\n    log()\n    end()\n\n\n# ... rest ...\n")

        assert [
            file.replace(steps, "    log()\n"),
            file.replace(steps, f"{steps}    log()\n"),
            file.replace(steps, f"    log()\n{steps}"),
        ] == [after for _, after in found]

    def test_functions_are_never_replaced_so(self) -> None:
        functions = "".join(f"    def f{n}(self):\n        return {n}\n\n" for n in range(8))
        file = f"class A:\n    a = 1\n\n{functions}    z = 9\n\n\ndef g():\n    pass\n"

        assert [] == unclear(file, "class A:\n    a = 1\n    b = 2\n    z = 9\n\n\n# ... rest ...\n")


class TestLinesOfPieces:
    def test_a_piece_of_versions_replaces_lines_that_follow_each_other(self) -> None:
        """Each resembles one line of the file clearly the most, or declares what it does."""
        file = "app.get('/a', A.first)\napp.put('/a', A.second);\napp.get('/b', B.first);\n\nserve();\n"
        new = "app.get('/a', limiter, A.first);\napp.put('/a', limiter, A.second);\n"
        found = match_of(f"start();\n\n{file}", f"start();\n// ...\n{new}// ...\n")

        assert isinstance(found, Match), found.message
        assert f"start();\n\n{new}{file[48:]}" == found.change.apply(f"start();\n\n{file}")
        assert [3] == [warning.line for warning in found.warnings]

    def test_declarations_are_found_by_their_names_below_a_visibility(self) -> None:
        file = "class A {\n    int x;\npublic:\n    A();\n    void add(int n);\n    void drop(int n);\n};\n"
        new = "    bool add(int n);\n    [[nodiscard]] bool drop(int n);\n"
        found = match_of(file, f"class A {{\n    // ...\n{new}    // ...\n}};\n")

        assert isinstance(found, Match), found.message
        assert file.replace("    void add(int n);\n    void drop(int n);\n", new) == found.change.apply(file)

    def test_lines_that_resemble_lines_apart_are_not_taken_for_versions(self) -> None:
        file = "start();\napp.get('/a', A.first);\nother();\nmore();\napp.put('/a', A.second);\n"
        snippet = (
            "start();\n// ...\napp.get('/a', limit, A.first);\napp.put('/a', limit, A.second);\n// ...\n"
        )

        assert "all of it is new to the file" in message_of(file, snippet)

    def test_an_annotation_above_other_code_is_no_anchor(self) -> None:
        file = (
            "enum C {\n    Add {\n        #[arg(value)]\n        level: Level,\n    },\n    List {\n"
            "        #[arg(short, long)]\n        active: bool,\n        \n        last: Level,\n    },\n}\n"
        )
        new = "        #[arg(short, long)]\n        tag: String,\n"
        snippet = (
            f"enum C {{\n    // ...\n    List {{\n        // ...\n        last: Level,\n\n{new}    }},\n}}\n"
        )
        found = match_of(file, snippet)

        assert isinstance(found, Match), found.message
        assert file.replace("last: Level,\n", f"last: Level,\n\n{new}") == found.change.apply(file)

    def test_spaces_become_the_tabs_of_the_file(self) -> None:
        file = "start(a => {\n\tgo(a);\n\tif (a) {\n\t\tstop(a);\n\t}\n});\n\nserve();\n"
        new = "limit({\n  max: 10,\n  deep: {\n    more: 1,\n  },\n});\n"
        found = match_of(file, f"start(a => {{\n  // ...\n}});\n\n{new}\nserve();\n")

        assert isinstance(found, Match), found.message
        assert file.replace("\nserve", "\n" + new.replace("  ", "\t") + "\nserve") == found.change.apply(file)


class TestMovedLines:
    def test_a_line_between_others_may_have_moved(self) -> None:
        file = "location / {\n    first on;\n    second 1;\n    third 2;\n    fourth off;\n    fifth 3;\n}\n"
        new = "    first on;\n    third 2;\n    new 9;\n    second 1;\n    fourth off;\n"
        found = match_of(file, f"location / {{\n{new}    # ...\n}}\n")

        assert isinstance(found, Match), found.message
        assert f"location / {{\n{new}    fifth 3;\n}}\n" == found.change.apply(file)

    def test_few_dropped_lines_are_a_warning(self) -> None:
        file = "a = [\n  one,\n  two: 2,\n  three: 3,\n  four: 4,\n  five,\n]\nrest()\n"
        operation = sketch("a = [\n  one,\n  five,\n]\n# ...\n")
        assert operation is not None
        (found,) = match_unclear(FileIndex(file), operation)

        assert ["drops lines 3–5, and no placeholder stands for them"] == [w.message for w in found.warnings]


class TestDoubtfulAnchors:
    def test_markup_with_one_element_of_its_kind_is_changed(self) -> None:
        file = "<main>\n  <div>\n    <p>one</p>\n  </div>\n  <footer>\n    <p>two</p>\n  </footer>\n</main>\n"
        snippet = "<main>\n  <!-- ... -->\n  <footer>\n    <p>three</p>\n  </footer>\n</main>\n"
        found = match_of(file, snippet)

        assert isinstance(found, Match), found.message
        assert file.replace("two", "three") == found.change.apply(file)

    @pytest.mark.parametrize(
        "lines",
        [
            ("@Value(1)", "private long size;", "", "@GetMapping", "Page list() {"),
            ("@use vars;", "", ".card {", "  @include shadow(2);", "  padding: 1rem;"),
            ("@total = 0", "", "def add", "  @window.refresh", "  @total += 1"),
        ],
    )
    def test_a_line_with_an_at_sign_is_an_anchor(self, lines: tuple[str, ...]) -> None:
        file = "".join(f"{line}\n" for line in ("head", *lines, "tail"))
        shown = "".join(f"{line}\n" for line in lines[:4])
        found = match_of(file, f"// ...\n{shown.replace('size', 'length').replace('0', '10')}// ...\n")

        assert isinstance(found, Match), found.message
        assert file.replace("size", "length").replace("0", "10") == found.change.apply(file)

    def test_a_function_in_another_style_is_not_put_into_the_old_one(self) -> None:
        file = (
            "function page() {\n  prepare();\n  async function format(e) {\n    track(e);\n"
            "    token.push(data);\n    setData(query);\n  }\n  return format;\n}\n"
        )
        snippet = (
            "// ...\nconst format = async (e) => {\n  await client.post(token);\n"
            "  token.push(data);\n  setData(query);\n};\n// ...\n"
        )
        assert "it is unclear whether" in message_of(file, snippet)

    def test_a_blank_line_does_not_replace_code(self) -> None:
        file = "first\nuse(() => {\n  a();\n}, []);\nlast\n"

        assert "would delete lines 2–4" in message_of(file, "// ...\nfirst\n\nlast\n// ...\n")

    def test_the_text_in_a_template_keeps_its_spaces(self) -> None:
        file = "start(a => {\n\tgo(a);\n\tif (a) {\n\t\tstop(a);\n\t}\n});\n\nserve();\n"
        new = "const doc = `\n    jobs:\n      build: 1\n`;\n"
        found = match_of(file, f"start(a => {{\n  // ...\n}});\n\n{new}\nserve();\n")

        assert isinstance(found, Mismatch) or new in found.change.apply(file)


class TestEndsOfStatements:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("routes = alpha\n  .map(x + 1)\n\n  .filter(ok)\n", "routes = beta\n  .map(x + 2)\n"),
            ("routes = alpha\n  .map(x + 1)\n  .filter(ok)\n  .sort()\n", "routes = beta\n  .map(x + 2)\n"),
        ],
        ids=["blank line", "shorter"],
    )
    def test_a_statement_that_may_have_lost_its_end_is_refused(self, old: str, new: str) -> None:
        assert isinstance(match_of(f"a = 1\n{old}b = 2\n", f"a = 1\n{new}# ...\n"), Mismatch)

    def test_a_line_that_left_its_block_has_not_moved(self) -> None:
        file = "start:\n  bb()\n  cc()\n  if cc:\n    dd = four()\n  ee()\n"

        assert "the order differs" in message_of(
            file, "start:\n  bb()\n  dd = four()\n  cc()\n  ee()\n# ...\n"
        )

    def test_another_member_below_the_same_annotation_is_no_version(self) -> None:
        file = "class A {\n  @Override\n  public void onStart() {\n    go();\n  }\n\n  int help() {\n  }\n}\n"
        new = "  @Override\n  public void onStop() {\n    end();\n  }\n\n  int help() {\n"
        found = match_of(file, f"class A {{\n  // ...\n{new}  // ...\n}}\n")

        assert isinstance(found, Mismatch) or "onStart" in found.change.apply(file)


class TestRestOfBlock:
    """A snippet ends with new lines in place of the last lines of a block."""

    FILE = FileIndex("while (n) {\n  row = rows[id];\n  text = row[0];\n  time = parse(text);\n}\nend();\n")

    def test_lines_below_with_names_of_the_new_ones_are_replaced_up_to_the_end_of_the_block(self) -> None:
        snippet = "row = rows[id];\nif (!parse(text = row[0], time)) return;\n"
        found = match_open_statements(self.FILE, snippet)
        assert isinstance(found, Match)

        rest = match_rest_of_block(self.FILE, snippet, found)

        assert rest is not None
        assert rest.change.apply(self.FILE.text) == (
            "while (n) {\n  row = rows[id];\n  if (!parse(text = row[0], time)) return;\n}\nend();\n"
        )

    @pytest.mark.parametrize(
        "snippet",
        [
            "row = rows[id];\nlog(row, text);\n",
            "row = rows[id];\nlog(row);\ntext = row[0];\n",
            "time = parse(text);\nlog(text, time);\n",
        ],
        ids=["another name below", "it ends with a known line", "nothing below"],
    )
    def test_other_lines_below_stay(self, snippet: str) -> None:
        found = match_open_statements(self.FILE, snippet)
        assert isinstance(found, Match)

        assert match_rest_of_block(self.FILE, snippet, found) is None


@pytest.mark.parametrize(
    ("file", "new"),
    [
        (
            "def run(xs):\n    a = now()\n    for x in xs:\n        b = f(x)\n        put(b)\n    end(a)\n",
            "    with lock:\n        for x in xs:\n            b = f(x)\n            put(b)\n",
        ),
        (
            "function run() {\n  const a = now();\n  for (const x of xs) {\n    const b = f(x);\n"
            "    put(b);\n  }\n"
            "  end(a);\n}\n",
            "  if (xs) {\n    for (const x of xs) {\n      const b = f(x);\n      put(b);\n    }\n  }\n",
        ),
        (
            '<main>\n  <h1>A</h1>\n  <ul id="a">\n    <li>First</li>\n    <li>Second</li>\n  </ul>\n'
            "  <p>End</p>\n</main>\n",
            '  <div>\n    <ul id="a">\n      <li>First</li>\n      <li>2nd</li>\n    </ul>\n  </div>\n',
        ),
        (
            "<h1>A</h1>\n<ul>\n  {% for x in xs %}\n    <li>{{ x }}</li>\n  {% endfor %}\n</ul>\n"
            "<p>End</p>\n",
            "{% if xs %}\n  <ul>\n    {% for x in xs %}\n      <li>{{ x }}</li>\n    {% endfor %}\n  </ul>\n"
            "{% else %}\n  <p>None</p>\n{% endif %}\n",
        ),
        (
            "<main>\n\t<h1>A</h1>\n\t{#each xs as {id}}\n\t\t<li>\n\t\t\t<b>{id}</b>\n\t\t</li>\n\t{/each}\n"
            "\t<p>End</p>\n</main>\n",
            "\t{#each xs as {id}}\n\t\t{#if id > min}\n\t\t\t<li>\n\t\t\t\t<b>{id}</b>\n\t\t\t</li>\n"
            "\t\t{/if}\n"
            "\t{/each}\n",
        ),
    ],
    ids=["python", "braces", "elements", "jinja", "svelte"],
)
def test_blocks_of_the_file_may_be_in_new_ones(file: str, new: str) -> None:
    """They are deeper than before, and the lines around the new block are not."""
    rows = file.splitlines(keepends=True)
    first = next(n for n, row in enumerate(rows) if "for" in row or "<ul" in row or "#each" in row)
    first -= rows[first - 1] == "<ul>\n"
    end = next(n for n, row in enumerate(rows) if "end(a)" in row or "End" in row)

    after = text_after(file, f"{rows[0]}{GAP}{new}{''.join(rows[end:])}")

    assert "".join((*rows[:first], new, *rows[end:])) == after


def test_a_new_block_next_to_dots_wraps_lines_of_the_file_and_has_versions_of_those_between() -> None:
    above = "save(user) {\n  check(user);\n\n"
    below = "  log(user);\n  return user;\n}\n"
    old = "  user.saveInCache(this);\n  notify(user);\n"
    new = "  transaction(() => {\n    user.saveNowInCache(this);\n    notify(user);\n  });\n"
    assert f"{above}{new}{below}" == text_after(f"{above}{old}{below}", f"{above}{new}  {GAP}}}\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "function pop(i) {\n  all.splice(i, 1);\n  all = all;\n}\n",
            "function drop() {\n  all = all.filter(f);\n}\n",
        ),
        ("def one(x):\n    y = x\n    return y\n", "def two(x):\n    y = x + 1\n    return y\n"),
        ("int one(int a) {\n    x = a;\n    return x;\n}\n", "int two() {\n    x = 1;\n    return x;\n}\n"),
    ],
    ids=["javascript", "python", "java"],
)
def test_a_new_function_below_dots_may_end_as_the_one_above_it(old: str, new: str) -> None:
    file = f"start(1);\n\n{old}\nfinish(2);\n"

    after = text_after(file, f"start(1);\n\n{GAP}\n{new}\nfinish(2);\nleave(3);\n")

    assert f"start(1);\n\n{old}\n{new}\nfinish(2);\nleave(3);\n" == after


def test_a_function_of_a_new_name_with_the_lines_of_another_one_is_unclear() -> None:
    body = "  all.splice(i, 1);\n  put(all);\n  all = all;\n}\n"
    file = f"start(1);\n\nfunction pop(i) {{\n{body}\nfinish(2);\n"

    assert "unclear" in message_of(file, f"start(1);\n\n{GAP}\nfunction drop(i) {{\n{body}\nfinish(2);\n")


REPEATED = """\
<header>
  <button>
    <span class="bar"></span>
  </button>
  <div>
    <button>
      <span class="bar"></span>
      <span class="bar"></span>
    </button>
  </div>
</header>
<main>
  <div>
    <span class="bar"></span>
  </div>
</main>
"""


def test_lines_that_occur_several_times_are_found_where_they_are_in_a_row_once() -> None:
    run = '      <span class="bar"></span>\n    </button>\n  </div>\n'
    new = "  <a>New</a>\n"

    after = text_after(REPEATED, f"{GAP}{run}{new}{GAP}")

    assert REPEATED.replace(run, f"{run}{new}") == after


@pytest.mark.parametrize(
    ("file", "new"),
    [
        (REPEATED, '<p>\n  <div>\n    <span class="bar"></span>\n  </div>\n</p>\n'),
        (
            "import a\n\ndef one(x):\n    n = 0\n    for y in x:\n        n += y\n    return n\n\n"
            "def two(x):\n    for y in x:\n        put(y)\n    n = 0\n    put(n)\n    return n\n",
            "def three(x):\n    n = 0\n    for y in x:\n        n += 2\n    return n\n",
        ),
    ],
    ids=["element", "function"],
)
def test_such_lines_in_new_code_show_no_place(file: str, new: str) -> None:
    assert "several times" in message_of(file, f"{file[: file.index(chr(10)) + 1]}{GAP}{new}{GAP}")


HOOK = """\
const run = () => {
  const a = load();

  const one = useMemo(() => {
    const found = list
      .filter((x) => x.shown)
      .map(f);
    return found;
  }, [list]);

  // Keeps them.
  useEffect(() => {
    list.forEach((x) => {
      if (x.done) {
        add(x);
      } else {
        const left = get(x);
      }
    });
  }, [list, add]);

  useEffect(() => {
    start(one);
  }, [one]);
};
"""


def test_lines_of_other_statements_in_a_new_one_do_not_decide_its_place() -> None:
    """The statement begins as others do."""
    top = "const run = () => {\n  const a = load();\n"
    first = (
        "  useEffect(() => {\n    const listen = () => {\n      if (hidden) {\n        pause();\n"
        "      } else {\n"
        "        resume();\n      }\n    };\n    document.listen(listen);\n  }, [pause]);\n\n"
    )
    second = (
        "  // Only some.\n  useEffect(() => {\n    list\n      .filter((x) => x.shown)\n      .slice(most)\n"
        "      .forEach(dismiss);\n  }, [list, most]);\n\n"
    )
    kept = "  // Keeps them.\n  useEffect(() => {\n"

    after = text_after(
        HOOK, f"{top}\n{first}  {GAP}\n{second}{kept}    {GAP}  }}, [list, add]);\n\n  {GAP}}};\n"
    )

    assert HOOK.replace(f"{top}\n", f"{top}\n{first}").replace(kept, f"{second}{kept}") == after


@pytest.mark.parametrize(
    ("file", "snippet"),
    [
        (
            "class A:\n    def total(self):\n        value = first(self)\n        return value\n\n"
            "    def other(self):\n        shown = render(self)\n        return shown\n",
            f"class A:\n    {GAP}\n    def total(self, rate):\n        shown = render(self)\n"
            f"        a = sum_of(rate)\n"
            f"        b = ratio(a)\n        return b * a\n\n    def other(self):\n        {GAP}",
        ),
        (
            "jobs:\n  lint:\n    steps:\n      - run: npm ci\n      - run: npm lint\n  test:\n    steps:\n"
            "      - run: npm test\n",
            f"jobs:\n  {GAP}  test:\n    steps:\n      - run: npm ci\n      - run: npm build\n"
            f"      - run: npm cover\n"
            "      - run: npm upload\n",
        ),
        (
            "start()\nwith open(a) as f:\n    data = f.read()\n    parse(data)\nmiddle()\nfinish()\n",
            f"start()\n{GAP}middle()\nwith open(b) as g:\n    data = f.read()\n    other = change(g)\n"
            "    save(other, b)\n    report(other)\nfinish()\n",
        ),
        (
            "fn f() {\n    start();\n    let total = first(&[\n        one_value,\n    ]);\n    middle();\n"
            "    show(&[\n        blue_value,\n    ]);\n    finish();\n}\n",
            f"    start();\n    {GAP}    let mut total = join(&[\n        blue_value,\n        red_value,\n"
            "        dark_value,\n        light_value,\n    ]);\n    middle();\n    finish();\n",
        ),
    ],
    ids=["name", "key", "version", "name of a variable"],
)
def test_a_statement_of_the_file_with_other_lines_is_no_new_one(file: str, snippet: str) -> None:
    message = message_of(file, snippet)

    assert any(words in message for words in ("the order differs", "it is unclear whether"))


STAGES = """\
FROM base as builder
RUN apt update && \\
    apt install gcc
COPY . /src

# FINAL
FROM base
RUN mkdir /home/app
ENV APP=/home/app
WORKDIR $APP
RUN apt update && apt install netcat
COPY --from=builder /src $APP
USER app
"""


def test_a_line_that_is_above_the_dots_too_is_written_once_more() -> None:
    old = "RUN apt update && apt install netcat\n"
    new = "RUN apt update && \\\n    apt install curl\n"
    rest = STAGES[STAGES.index("# FINAL") :]

    found = match_of(STAGES, f"# ... builder stays ...\n\n{rest.replace(old, new)}")

    assert isinstance(found, Match)
    assert STAGES.replace(old, new) == found.change.apply(STAGES)
    (warning,) = found.warnings
    assert (2, "“RUN apt update && \\” is there already, and is written once more") == (
        warning.line,
        warning.message,
    )


def test_a_line_of_a_block_is_written_once_more_if_only_another_block_has_it() -> None:
    file = (
        "enum Command {\n    Show {\n        id: i64,\n        limit: u64,\n    },\n"
        "    List {\n        open: bool,\n        // TODO: sort\n    },\n}\n"
    )
    old = "    List {\n        open: bool,\n"
    new = f"{old}        limit: u64,\n"

    found = match_of(file, f"{new}        // ... existing code ...\n    }},\n")

    assert isinstance(found, Match)
    assert file.replace(old, new) == found.change.apply(file)
    assert ["“limit: u64,” is there already, and is written once more"] == [
        warning.message for warning in found.warnings
    ]


def test_a_definition_that_is_above_the_dots_too_is_not_written_once_more() -> None:
    file = f"def zero():\n    pass\n\n\n{FILE}"
    below = FILE[FILE.index("def second") :]

    message = message_of(file, f"{GAP}\n{below}\n\ndef zero():\n    return 0\n")

    assert message == "“def zero():” comes earlier in the file: the order differs"


def test_lines_alike_but_for_the_number_of_their_strings_are_of_no_registry() -> None:
    """Nothing is between two strings that are joined."""
    file = 'add("x")\nadd("a""b")\nadd("c""b")\nend()\n'

    assert "unclear" in message_of(file, f'add("a""b")\nadd("e""b")\n{GAP}')


def test_the_names_of_a_block_are_read_once_for_all_new_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    name_set = sketching._name_set

    def counting(line: str) -> str:
        read.append(line)
        return name_set(line)

    monkeypatch.setattr(sketching, "_name_set", counting)
    file = "const a = {\n" + "".join(f"    k{n}: {n},\n" for n in range(500)) + "};\n"
    new = "".join(f"    new{n}: {n},\n" for n in range(50))

    result = text_after(file, f"{GAP}    k10: 10,\n{new}    k11: 11,\n{GAP}")

    assert file.replace("    k11:", f"{new}    k11:") == result
    assert len(read) < 4 * 550


BUCKETS = """\
resource "bucket" "logs" {
  name = "logs"
}

resource "bucket" "all" {
  name = "all"
}

resource "bucket_versioning" "all" {
  bucket = bucket.all.id

  settings {
    status = "Enabled"
  }
}
"""
STYLES = ".a {\n  color: red;\n}\n\n.b {\n  margin: 0;\n}\n\n.c {\n  display: block;\n  float: left;\n}\n"
TYPES = (
    "interface A {\n  id: string;\n}\n\ninterface B {\n  name: string;\n}\n\n"
    "interface C {\n  age: number;\n  size: number;\n}\n"
)


@pytest.mark.parametrize(
    ("file", "new"),
    [
        (BUCKETS, 'resource "life" "logs" {\n  rule {\n    id     = "x"\n    status = "Enabled"\n  }\n}'),
        (STYLES, ".new {\n  float: left;\n  top: 1px;\n}"),
        (TYPES, "interface New {\n  size: number;\n  top: number;\n}"),
    ],
)
def test_a_line_of_a_new_block_is_none_of_another_block_further_down(file: str, new: str) -> None:
    first = file.partition("\n\n")[0]
    dots = "# ... rest unchanged" if file is BUCKETS else "/* ... rest unchanged */"

    assert file.replace(first, f"{first}\n\n{new}") == text_after(file, f"{first}\n\n{new}\n\n{dots}\n")


def test_the_next_block_with_a_new_first_line_is_that_of_the_file() -> None:
    _, second, third = BUCKETS.split("\n\n", 2)
    renamed = third.replace('"all" {', '"everything" {', 1)

    after = text_after(BUCKETS, f"# ...\n\n{second}\n\n{renamed}")

    assert BUCKETS.replace(third, renamed) == after


EFFECTS = """  useEffect(() => {
    const users = find(org);
    setUsers(users);
    report();
  }, []);

  useEffect(() => {
    load(other);
  }, [org]);
"""
"""Two blocks, of which an edit may end the first like the second."""


@pytest.mark.parametrize(
    "snippet",
    [
        "  // ... existing ...\n\n  useEffect(() => {\n    const users = find(org);\n    check(users);\n"
        "    setUsers(users);\n    report();\n  }, [org]);\n",
        "useEffect(() => {\n  const users = find(org);\n  check(users);\n  // ...\n  report();\n}, [org]);\n",
        "    const users = find(org);\n    check(users);\n    // ...\n    report();\n  }, [org]);\n",
    ],
)
def test_an_end_that_becomes_like_that_of_another_block_replaces_its_own(snippet: str) -> None:
    expected = EFFECTS.replace("(org);\n", "(org);\n    check(users);\n").replace("[]", "[org]")
    assert expected == text_after(EFFECTS, snippet)


def test_an_equal_end_of_the_same_block_stays() -> None:
    snippet = "    // ...\n    load(other);\n    log();\n  }, [org]);\n"
    assert EFFECTS.replace("(other);\n", "(other);\n    log();\n") == text_after(EFFECTS, snippet)


RUBY = """class Plan
  def start!
    update!(status: "on")
    Mailer.started(self)
  end

  def stop!
    update!(status: "off")
    Mailer.stopped(self)
  end
end
"""
"""Two methods, whose ends are equal."""


@pytest.mark.parametrize("margin", ["", "  "])
def test_the_end_of_a_block_below_dots_is_that_of_its_head_where_other_blocks_end_alike(margin: str) -> None:
    text = 'def stop!\n  return if off?\n\n  update!(status: "off", at: now)\n  # ... rest unchanged\nend\n'
    operation = sketch(indent(text, margin))
    assert operation is not None
    found = match_unclear(FileIndex(RUBY), operation)
    new = '    return if off?\n\n    update!(status: "off", at: now)\n'
    assert found[0].change.apply(RUBY) == RUBY.replace('    update!(status: "off")\n', new)


HANDLER = """\
func (h *Handler) {name}(w Writer, r *Request) {{
	id, err := parse(r)
	if err != nil {{
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}}
	if err := h.store.{name}(id); err != nil {{
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}}
	w.WriteHeader(200)
}}
"""
"""A function whose first lines others have too."""


class TestBelowHead:
    """Lines below the head of a function are those of the file, even if it has them elsewhere too."""

    FILE = "\n".join(HANDLER.format(name=name) for name in ("Get", "Update", "Delete"))
    NEW = '\t\thttp.Error(w, "invalid id", http.StatusBadRequest)\n'

    @pytest.mark.parametrize("name", ["Get", "Update", "Delete"])
    @pytest.mark.parametrize("added", ["", "\t\tlog.Println(err.Error(), id)\n"])
    def test_a_version_of_a_line_that_is_there_several_times_replaces_the_one_below_its_head(
        self, name: str, added: str
    ) -> None:
        lines = HANDLER.format(name=name).splitlines(keepends=True)
        snippet = "".join([*lines[:3], self.NEW, added, *lines[4:6], "\t// ... rest unchanged\n}\n"])
        new = HANDLER.format(name=name).replace(lines[3], self.NEW + added, 1)

        assert self.FILE.replace(HANDLER.format(name=name), new) == text_after(self.FILE, snippet)


class TestTakenIntoBlocks:
    """A new block at dots may take in a call of the file, which is not left there a second time."""

    FILE = "def main(argv):\n    args = parse(argv)\n\n    rows = read(args.path)\n    show(rows)\n"

    @pytest.mark.parametrize(
        ("file", "head", "statement", "rest"),
        [
            (
                FILE,
                "def main(argv):\n    args = parse(argv)\n",
                "    try:\n        rows = read(args.path, True)\n    except OSError:\n        return 1\n",
                "    show(rows)\n",
            ),
            (
                FILE.replace("\n\n", "\n"),
                "def main(argv):\n    args = parse(argv)\n",
                "    with lock:\n        rows = read(args.path, True)\n",
                "    show(rows)\n",
            ),
            (
                "async function f(id) {\n  check(id);\n  const user = await db.load(id);\n  show(user);\n}\n",
                "async function f(id) {\n  check(id);\n",
                "  let user;\n  try {\n    user = await db.load(id, {});\n  } catch {\n    return;\n  }\n",
                "  show(user);\n}\n",
            ),
        ],
    )
    def test_a_call_that_a_new_block_has_in_another_form_is_replaced_or_stays(
        self, file: str, head: str, statement: str, rest: str
    ) -> None:
        """The user chooses: without that, it would run twice."""
        operation = sketch(f"{head}{statement}    {GAP}")
        assert operation is not None
        assert isinstance(apply_sketch(FileIndex(file), operation), Mismatch)

        replacing, adding = match_unclear(FileIndex(file), operation)
        assert f"{head}{statement}{rest}" == replacing.change.apply(file)
        assert not adding.change.takes_text(file)

    def test_a_new_block_with_other_calls_goes_above_what_is_there(self) -> None:
        block = "    if args.old:\n        old = read(args.old)\n"
        snippet = f"def main(argv):\n    args = parse(argv)\n{block}    {GAP}"

        head, rest = self.FILE.split("\n\n")
        assert f"{head}\n{block}\n{rest}" == text_after(self.FILE, snippet)


class TestComments:
    GO = "// Send sends msg.\n// It retries.\nfunc Send(msg string) {\n\tcheck(msg)\n\tpost(msg)\n}\n"

    def test_another_comment_above_a_definition_may_replace_that_of_the_file(self) -> None:
        """The definition would have both otherwise."""
        new = "// Delivers a message to the channel that is configured.\n"
        snippet = (
            f"{new}func Send(msg string) {{\n\tcheck(msg)\n\tcount(1, 2)\n\t// ... existing code ...\n}}\n"
        )
        operation = sketch(snippet)
        assert operation is not None

        replacing, adding = match_unclear(FileIndex(self.GO), operation)
        assert f"{new}func Send(msg string) {{\n\tcheck(msg)\n\tcount(1, 2)\n\tpost(msg)\n}}\n" == (
            replacing.change.apply(self.GO)
        )
        assert adding.change.apply(self.GO).startswith(f"// Send sends msg.\n// It retries.\n{new}func")

    def test_a_comment_on_a_definition_that_has_none_is_added(self) -> None:
        file = self.GO.partition("\n// It retries.\n")[2]
        snippet = (
            "// New.\nfunc Send(msg string) {\n\tcheck(msg)\n\tcount(1, 2)\n\t// ... existing code ...\n}\n"
        )

        assert text_after(file, snippet).startswith("// New.\nfunc Send")


@pytest.mark.parametrize(
    ("known", "new", "below"),
    [
        (
            "int getInt(const string& section, const string& key) const;",
            "int64_t getInt64(const string& section, const string& key) const;",
            "double getDouble(const string& section, const string& key) const;",
        ),
        (
            "fn get_int(&self, section: &str) -> i32;",
            "fn get_int64(&self, section: &str) -> i64;",
            "fn get_double(&self, section: &str) -> f64;",
        ),
        (
            "getInt(section: string): number;",
            "getInt64(section: string): number;",
            "getDouble(section: string): number;",
        ),
        (
            "GetInt(section, key string) int",
            "GetInt64(section, key string) int64",
            "GetDouble(section, key string) float64",
        ),
    ],
    ids=["C++", "Rust", "TypeScript", "Go"],
)
def test_a_declaration_with_a_new_name_may_be_added_above_another_one(
    known: str, new: str, below: str
) -> None:
    index = FileIndex(f"{{\n    {known}\n    {below}\n    x;\n}}\n")
    snippet = f"    {known}\n    {new}\n"

    changed = match_open_statements(index, snippet)

    assert isinstance(changed, Match)
    added = match_declared_beside(index, snippet, changed)
    assert added is not None
    assert index.text.replace(known, f"{known}\n    {new}") == added.change.apply(index.text)


@pytest.mark.parametrize(
    ("known", "new", "below"),
    [
        ("int getInt(int a);", "double getDouble(int a, int b);", "double getDouble(int a);"),
        ("getInt(a);", "getDouble(a, b);", "getDouble(a);"),
        ("x = getInt(a);", "y = getDouble(a, b);", "y = getDouble(a);"),
    ],
    ids=["another version", "a call", "a statement"],
)
def test_a_line_that_declares_no_new_name_is_only_a_version(known: str, new: str, below: str) -> None:
    index = FileIndex(f"{{\n    {known}\n    {below}\n    x;\n}}\n")
    snippet = f"    {known}\n    {new}\n"

    changed = match_open_statements(index, snippet)

    assert isinstance(changed, Match)
    assert match_declared_beside(index, snippet, changed) is None


CARD = '<div>\n  <h3>Lamp</h3>\n  <p>$1</p>\n  <a href="/lamp" class="btn">Buy</a>\n</div>\n'


@pytest.mark.parametrize(
    ("new", "is_unclear"),
    [
        ('<span class="btn btn--off">Sold out</span>', True),
        ('<span class="note">Sold out</span>', False),
    ],
    ids=["with its class", "with another one"],
)
def test_an_element_above_the_end_of_another_may_replace_one_with_its_class(
    new: str, is_unclear: bool
) -> None:
    operation = sketch(f"<div>\n  <h3>Lamp</h3>\n  <!-- ... -->\n  {new}\n</div>\n")
    assert operation is not None

    found = match_unclear(FileIndex(CARD), operation)

    assert (2 if is_unclear else 0) == len(found)
    if found:
        old = '<a href="/lamp" class="btn">Buy</a>'
        assert CARD.replace(old, new) == found[0].change.apply(CARD)
