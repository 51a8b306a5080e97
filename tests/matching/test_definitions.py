"""A snippet of whole definitions: each replaces its namesake, and what is unsure is refused or asked."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.formats.lazy import sketch
from editreview.matching import (
    FileIndex,
    Match,
    MatchWarningKind,
    Mismatch,
    Tier,
    definitions,
    gap_lines,
    match_definitions,
    named_spans,
    new_items_of,
    new_members_of,
    places_of_new,
    renamed_definitions,
    whole_sections,
)
from editreview.matching.definitions import part_of
from editreview.matching.outline import TextOutline, outline

PYTHON = '''\
"""Prices."""

import os
from decimal import Decimal

RATE = Decimal(1)


class Invoice:
    """A bill."""

    # All lines.
    def net(self):
        return sum(self.lines)

    @property
    def tax(self):
        total = self.net()
        return total * RATE


class Report:
    def net(self):
        return 0


def rounded(price):
    step = Decimal("0.01")
    return price.quantize(step)
'''


def matches_of(file: str, snippet: str, path: str = "a.py") -> tuple[Match, ...]:
    found = match_definitions(FileIndex(file), snippet, path)
    assert isinstance(found, tuple), found
    return found


def applied(file: str, snippet: str, path: str = "a.py") -> str:
    """The file after a snippet that has one match."""
    (match,) = matches_of(file, snippet, path)
    assert ("definition",) == match.strategies
    assert match.tier is Tier.FUZZY
    return match.change.apply(file)


def refusal(file: str, snippet: str, path: str = "a.py") -> str:
    found = match_definitions(FileIndex(file), snippet, path)
    assert isinstance(found, Mismatch), [match.label for match in found]
    return found.message


def dotted(file: str, snippet: str, path: str = "a.py") -> tuple[Match, ...]:
    """The matches of a snippet with dots."""
    sketched = sketch(snippet)
    assert sketched is not None
    found = match_definitions(FileIndex(file), snippet, path, gap_lines(sketched))
    assert isinstance(found, tuple), found
    return found


def doubt(file: str, snippet: str, path: str = "a.py") -> str:
    """The message of the only warning of a snippet's only match."""
    (match,) = matches_of(file, snippet, path)
    (warning,) = match.warnings
    assert MatchWarningKind.UNSEEN is warning.kind
    return f"L{warning.line}: {warning.message}"


def replaced(old: str, new: str, file: str = PYTHON) -> str:
    assert file.count(old) == 1
    return file.replace(old, new)


class TestReplacing:
    def test_a_new_member_above_the_last_has_the_blank_line_of_the_others(self) -> None:
        """The `end` of the class is not the next member."""
        file = "class A\n  def f\n    1\n  end\n\n  private\n\n  def h\n    3\n  end\nend\n"
        new = "private\n\ndef g\n  2\nend\n\ndef h\n  4\nend\n"

        expected = file.replace("  def h\n    3\n", "  def g\n    2\n  end\n\n  def h\n    4\n")
        assert expected == applied(file, new, "a.rb")

    @pytest.mark.parametrize("end", ["", "  # ...\n"])
    def test_new_members_between_dots_and_a_visibility_go_above_that_line(self, end: str) -> None:
        """At the end of the class they would be private."""
        hidden = "  private\n\n  def h\n    3\n  end\nend\n"
        file = f"class A\n  def f\n    1\n  end\n\n{hidden}"
        member = "  def pause\n    update!(paused: Time.now)\n  end\n\n"
        snippet = f"class A\n  # ... f ...\n\n{member}  private\n\n{end}end\n"

        (match,) = dotted(file, snippet, "a.rb")
        assert file.replace(hidden, member + hidden) == match.change.apply(file)

    def test_a_function_replaces_its_namesake(self) -> None:
        new = "def rounded(price, step=None):\n    step = step or 1\n    return price.quantize(step)\n"

        assert replaced(PYTHON[PYTHON.index("def rounded") :], new) == applied(PYTHON, new)

    def test_a_method_is_found_in_its_class_at_any_depth(self) -> None:
        new = "@property\ndef tax(self):\n    total = self.net()\n    return round(total * RATE, 2)\n"

        assert replaced("return total * RATE", "return round(total * RATE, 2)") == applied(PYTHON, new)

    def test_several_definitions_are_replaced_at_once(self) -> None:
        function = PYTHON[PYTHON.index("def rounded") :].replace('"0.01"', '"0.001"')
        new = f'RATE = Decimal("0.19")\n\n\n{function}'
        result = replaced("RATE = Decimal(1)", 'RATE = Decimal("0.19")').replace('"0.01"', '"0.001"')

        assert result == applied(PYTHON, new)

    def test_a_bracket_that_closes_something_else_shows_no_depth(self) -> None:
        file = "const sorted = computed(() =>\n  [...rows].sort(),\n)\n"
        new = "const sorted = computed(() => {\n  const all = rows.sort(\n    a,\n  )\n  return all\n})\n"

        assert new == applied(file, new, "a.ts")

    def test_the_label_names_every_definition_with_its_lines(self) -> None:
        (match,) = matches_of(
            PYTHON, "def rounded(price):\n    return price\n    return price.quantize(step)\n"
        )

        assert "replaces `rounded` (L27–29)" == match.label
        assert (27, 29) == match.lines

    def test_comments_above_stay_where_the_snippet_has_none(self) -> None:
        file = "# Adds.\ndef add(a, b):\n    return a\n"

        assert "# Adds.\ndef add(a, b):\n    return a + b\n" == applied(
            file, "def add(a, b):\n    return a + b\n"
        )

    def test_a_comment_above_is_replaced_by_one_that_reads_like_it(self) -> None:
        file = "# Adds a and b.\ndef add(a, b):\n    return a\n"
        new = "# Adds a to b.\ndef add(a, b):\n    return a + b\n"

        assert new == applied(file, new)

    def test_a_class_with_all_of_its_members_is_replaced_whole(self) -> None:
        new = "class Report:\n    total = 1\n\n    def net(self):\n        return self.total\n"

        assert replaced("class Report:\n    def net(self):\n        return 0\n", new) == applied(PYTHON, new)

    def test_tabs_and_line_ends_of_the_file_stay(self) -> None:
        file = "class A:\r\n\tdef f(self):\r\n\t\tx = 1\r\n\t\treturn x\r\n"

        result = applied(file, "def f(self):\n\tx = 2\n\treturn x\n")

        assert file.replace("1", "2") == result

    @pytest.mark.parametrize("unit", ["\t", "  "])
    def test_another_unit_of_indentation_becomes_that_of_the_file(self, unit: str) -> None:
        file = ".a {\n    color: red;\n    top: 0;\n}\n\n.b {\n    color: blue;\n}\n"
        snippet = f".a {{\n{unit}color: gray;\n{unit}top: 0;\n}}\n"

        assert file.replace("red", "gray") == applied(file, snippet, "a.css")

    def test_lines_of_a_string_stay_at_their_depth(self) -> None:
        file = 'class A:\n    def f(self):\n        return """\nred\nblue\n"""\n'
        snippet = 'def f(self):\n    return """\ngreen\nblue\n"""\n'

        assert file.replace("red", "green") == applied(file, snippet)

    def test_a_last_line_without_an_end_stays_so(self) -> None:
        assert "def f():\n    return 2" == applied("def f():\n    return 1", "def f():\n    return 2\n")

    def test_the_line_of_a_comment_that_the_file_lacks_is_named(self) -> None:
        file = "// Converts.\n// Up to GB.\n\nconst a = 1\n\nconst b = 2\n"
        why = refusal(file, "// Converts.\n// Up to TB.\n\nconst a = 2\n", "a.js")

        assert why.startswith("“// Up to TB.” is not a definition")

    @pytest.mark.parametrize(
        ("path", "definition"),
        [("a.py", "def f{0}():\n    return {0}\n"), ("a.css", ".f{0} {{\n  width: {0}px;\n}}\n")],
    )
    def test_a_few_in_another_order_replace_their_namesakes_with_a_warning(
        self, path: str, definition: str
    ) -> None:
        file = "\n".join(definition.format(n) for n in range(6))
        new = {n: definition.format(n).replace(f" {n}", f" {n}0") for n in (1, 4)}
        (match,) = matches_of(file, f"{new[4]}\n{new[1]}", path)

        result = "\n".join(new.get(n, definition.format(n)) for n in range(6))
        assert result == match.change.apply(file)
        assert [MatchWarningKind.UNSEEN] == [warning.kind for warning in match.warnings]

    def test_most_or_new_ones_in_another_order_have_no_match(self) -> None:
        def function(n: int) -> str:
            return f"def f{n}():\n    return {n}\n"

        file = "\n\n".join(map(function, range(4)))
        why = "its definitions are in another order in the file"

        assert why == refusal(file, "\n\n".join(map(function, (2, 1))))
        assert why == refusal(f"{file}\n\nx = 1\ny = 2\n", "\n\n".join(map(function, (2, 9, 1))))

    def test_the_same_text_changes_nothing(self) -> None:
        (match,) = matches_of(PYTHON, PYTHON[PYTHON.index("def rounded") :])

        assert not match.change

    def test_an_import_with_more_names_replaces_that_of_its_module(self) -> None:
        new = "from decimal import ROUND_UP, Decimal\n\n\n" + PYTHON[PYTHON.index("def rounded") :].replace(
            "(step)", "(step, ROUND_UP)"
        )
        result = replaced("import Decimal", "import ROUND_UP, Decimal").replace("(step)", "(step, ROUND_UP)")

        assert result == applied(PYTHON, new)

    def test_a_new_import_keeps_the_blank_line_between_it_and_the_next_one(self) -> None:
        file = "import os\n\nfrom .a import b\n"

        assert "import os\n\nimport c\n\nfrom .a import b\n" == applied(
            file, "import c\n\nfrom .a import b\n"
        )

    def test_several_new_imports_above_a_known_one_keep_their_order(self) -> None:
        file = "import k.launch\n\nclass A {\n    fun f() = 1\n}\n"
        snippet = "import k.Job\nimport k.delay\nimport k.launch\n\nclass A {\n    fun f() = 2\n}\n"

        assert applied(file, snippet, "a.kt") == snippet

    def test_imports_alone_replace_those_of_their_modules(self) -> None:
        file = 'package a\n\nimport "errors"\n\nfunc f() {\n}\n'
        new = 'import (\n\t"errors"\n\t"fmt"\n)\n'

        assert file.replace('import "errors"\n', new) == applied(file, new, "a.go")

    def test_blank_lines_keep_the_indentation_that_the_file_gives_them(self) -> None:
        file = "class A {\n    func f() {\n        a()\n        \n        b()\n    }\n}\n"
        snippet = "    func f() {\n        a()\n        \n        c()\n    }\n"
        assert file.replace("b()", "c()") == applied(file, snippet, "a.swift")

        bare = snippet.replace("\n        \n", "\n\n")
        assert file.replace("        \n        b()", "\n        c()") == applied(file, bare, "a.swift")


class TestPages:
    """The scripts and styles of pages have definitions."""

    PAGE = """\
<script setup lang="ts">
const key = ref<string>('a')

function load() {
  one()
}
</script>

<template>
  <p>function load() {}</p>
</template>

<style>
.a {
  margin: 0;
}
</style>
"""

    @pytest.mark.parametrize("path", ["a.vue", "a.svelte", "a.html"])
    @pytest.mark.parametrize(
        ("snippet", "old", "new"),
        [
            ("function load() {\n  two()\n}\n", "one()", "two()"),
            (".a {\n  margin: 1px;\n}\n", "margin: 0", "margin: 1px"),
        ],
    )
    def test_a_definition_replaces_its_namesake(self, path: str, snippet: str, old: str, new: str) -> None:
        assert self.PAGE.replace(old, new) == applied(self.PAGE, snippet, path)

    @pytest.mark.parametrize(
        ("page", "snippet", "path"),
        [
            (
                "<script>\nfunction init() {\n  one();\n}\n</script>\n"
                "<script>\nfunction init() {\n  two();\n}\n</script>\n",
                "function init() {\n  start();\n  two();\n}\n",
                "a.html",
            ),
            (
                "<style>\n.a {\n  color: red;\n}\n</style>\n"
                '<style media="print">\n.a {\n  color: black;\n}\n</style>\n',
                ".a {\n  color: gray;\n}\n",
                "a.html",
            ),
            (
                "<script>\nconst count = 1\n</script>\n<script setup>\nconst count = ref(0)\n</script>\n",
                "const count = ref(10)\n",
                "a.vue",
            ),
        ],
    )
    def test_namesakes_in_several_parts_are_candidates(self, page: str, snippet: str, path: str) -> None:
        found = match_definitions(FileIndex(page), snippet, path)

        assert isinstance(found, Mismatch) or len({match.key for match in found}) > 1

    @pytest.mark.parametrize(
        "hidden",
        [
            "<!--\n<script>\nfunction init() {\n  old();\n}\n</script>\n-->\n",
            '<script type="text/x-template">\nfunction init() {\n  {{ x }}\n}\n</script>\n',
        ],
    )
    def test_code_in_comments_and_templates_has_no_definitions(self, hidden: str) -> None:
        page = f"{hidden}<script>\nfunction init() {{\n  one();\n}}\n</script>\n"

        changed = applied(page, "function init() {\n  two();\n}\n", "a.html")

        assert page.replace("one()", "two()") == changed

    def test_line_ends_stay(self) -> None:
        page = self.PAGE.replace("\n", "\r\n")

        assert page.replace("one()", "two()") == applied(page, "function load() {\n  two()\n}\n", "a.vue")

    def test_new_ones_stay_inside_of_the_tags(self) -> None:
        snippet = f"{GAP}\nfunction save() {{\n  two()\n}}\n"

        matches = by_dots(self.PAGE, snippet, "a.vue")

        assert isinstance(matches, tuple)
        script = [match.change.apply(self.PAGE).partition("</script>")[0] for match in matches]
        assert all("function save()" in each for each in script)

    SHOWN = """\
<script setup lang="ts">
// ...
function load() {
  two()
}
</script>

<template>
  <b>new</b>
  <p>function load() {}</p>
</template>

<style>
.a {
  margin: 1px;
}
/* ... */
</style>
"""

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    @pytest.mark.parametrize("path", ["a.vue", "a.svelte", "a.html"])
    def test_each_part_of_a_block_with_several_is_matched_with_that_of_the_page(
        self, path: str, end: str
    ) -> None:
        page = self.PAGE.replace("\n", end)

        matches = dotted(page, self.SHOWN, path)

        changed = page.replace("one()", "two()").replace("margin: 0", "margin: 1px")
        assert changed.replace("  <p>", f"  <b>new</b>{end}  <p>") in [
            match.change.apply(page) for match in matches
        ]

    def test_a_whole_part_whose_definitions_do_not_match_replaces_that_of_the_page(self) -> None:
        code = "const { load } = useLoad()\n"
        snippet = f'<script setup lang="ts">\n{code}</script>\n'

        (match,) = matches_of(self.PAGE, snippet, "a.vue")

        first, end = self.PAGE.index("\n") + 1, self.PAGE.index("</script>")
        assert self.PAGE[:first] + code + self.PAGE[end:] == match.change.apply(self.PAGE)
        assert ["drops 3 lines of <script>"] == [warning.message for warning in match.warnings]

    def test_parts_of_a_page_with_their_tags_may_be_all_of_each(self) -> None:
        template = "<template>\n  <b>new</b>\n</template>\n"
        style = "<style>\n.b {\n  margin: 1px;\n}\n</style>\n"
        page = self.PAGE.replace("\n", "\r\n")

        alone = whole_sections(FileIndex(page), template, "a.vue")
        both = whole_sections(FileIndex(page), f"{template}\n{style}", "a.vue")

        assert alone is not None
        assert "<template>\r\n  <b>new</b>\r\n</template>\r\n" in alone.change.apply(page)
        assert page.partition("<template>")[0] == alone.change.apply(page).partition("<template>")[0]
        assert both is not None
        assert style.replace("\n", "\r\n") in both.change.apply(page)
        assert alone.label is not None
        assert both.label is not None
        assert both.label.startswith("replaces <style>, which drops")
        assert both.label.endswith(alone.label)

    @pytest.mark.parametrize(
        ("snippet", "path"),
        [
            ("<template>\n  <b>new</b>\n</template>\n", "a.html"),
            ("<p>\n</p>\n<style>\n.b {\n}\n</style>\n", "a.vue"),
            ("<script>\na()\n</script>\n<script>\nb()\n</script>\n", "b.vue"),
        ],
    )
    def test_other_parts_of_a_page_are_not_all_of_one(self, snippet: str, path: str) -> None:
        page = self.PAGE if path[0] == "a" else self.PAGE.replace("script", "style")

        assert whole_sections(FileIndex(page), snippet, path) is None

    @pytest.mark.parametrize(
        ("tag", "expected"),
        [("<script>", '<script setup lang="ts">'), ("<script setup>", '<script setup lang="ts">')],
    )
    def test_the_tag_of_a_whole_part_may_be_shortened(self, tag: str, expected: str) -> None:
        found = whole_sections(FileIndex(self.PAGE), f"{tag}\na()\n</script>\n", "a.vue")

        assert found is not None
        assert found.change.apply(self.PAGE).startswith(f"{expected}\na()\n</script>\n")

    def test_new_attributes_of_a_whole_part_are_in_its_tag(self) -> None:
        found = whole_sections(FileIndex(self.PAGE), '<style lang="scss">\n.b {\n}\n</style>\n', "a.vue")

        assert found is not None
        assert found.change.apply(self.PAGE).endswith('\n\n<style lang="scss">\n.b {\n}\n</style>\n')

    @pytest.mark.parametrize(
        ("old", "new", "expected"),
        [
            ("<script setup>", '<script\n  setup\n  lang="ts"\n>', '<script\n  setup\n  lang="ts"\n>'),
            ("<script\n  setup\n>", '<script setup lang="ts">', '<script setup lang="ts">'),
            ("<script\n  setup\n>", '<script\n  setup\n  lang="ts">', '<script\n  setup\n  lang="ts">'),
            ("<script\n  setup\n>", "<script>", "<script\n  setup\n>"),
            ("<i /><script>", "  <script\n    setup\n  >", "<i /><script\n  setup\n>"),
        ],
    )
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_the_tag_of_a_whole_part_may_have_several_lines(
        self, old: str, new: str, expected: str, end: str
    ) -> None:
        page = f"<b />\n\n{old}\na()\n</script>\n".replace("\n", end)

        found = whole_sections(FileIndex(page), f"{new}\nb()\n</script>\n", "a.vue")

        assert found is not None
        assert f"<b />\n\n{expected}\nb()\n</script>\n".replace("\n", end) == found.change.apply(page)

    NESTED = (
        '<template>\n<!-- </template> -->\n<template v-if="a">\n<p />\n</template>\n'
        "<template #b />\n<i />\n</template>\n"
    )

    def test_a_template_has_those_inside_of_it(self) -> None:
        page = f"{self.NESTED}\n<script>\nconst a = '<template>'\n</script>\n"
        new = self.NESTED.replace("<p />", "<b />")

        found = whole_sections(FileIndex(page), new, "a.vue")

        assert found is not None
        assert page.replace("<p />", "<b />") == found.change.apply(page)

    @pytest.mark.parametrize(
        "page", [NESTED * 2, f"</template>\n{NESTED}", f"<template>\n{NESTED}", NESTED.replace("\n</", "</")]
    )
    def test_a_page_without_one_whole_template_is_refused(self, page: str) -> None:
        assert whole_sections(FileIndex(page), "<template>\n<b />\n</template>\n", "a.vue") is None

    def test_the_attributes_of_tags_tell_two_scripts_apart(self) -> None:
        other = "<script>\nfunction load() {\n  one()\n}\n</script>\n"
        page = other + self.PAGE

        (match,) = dotted(page, self.SHOWN.partition("<template>")[0], "a.vue")

        assert other + self.PAGE.replace("one()", "two()") == match.change.apply(page)

    def test_a_part_that_the_page_lacks_is_refused(self) -> None:
        page = self.PAGE.partition("<style>")[0]

        found = by_dots(page, self.SHOWN, "a.vue")

        assert isinstance(found, Mismatch)
        assert "the file has no single <style>" in found.message

    @given(st.text(alphabet="ab<>/\r\n", max_size=30), st.sampled_from(["\n", "\r\n"]))
    def test_nothing_outside_of_the_tags_changes(self, text: str, end: str) -> None:
        page = f"{text}{end}{self.PAGE.replace(chr(10), end)}{text}"

        found = match_definitions(FileIndex(page), "function load() {\n  two()\n}\n", "a.vue")

        for match in found if isinstance(found, tuple) else ():
            assert page.replace("one()", "two()") == match.change.apply(page)


class TestNewDefinitions:
    def test_one_goes_below_the_neighbour_that_the_snippet_shows(self) -> None:
        new = PYTHON[PYTHON.index("def rounded") :] + "\n\ndef halved(price):\n    return price / 2\n"

        assert PYTHON + "\n\ndef halved(price):\n    return price / 2\n" == applied(PYTHON, new)

    @pytest.mark.parametrize("gap", ["", "\n"])
    def test_a_field_joins_the_group_of_its_neighbour_unless_a_blank_line_begins_a_new_one(
        self, gap: str
    ) -> None:
        file = "class A {\n    int a = 1;\n    int b = 2;\n\n    void run() {\n        b();\n    }\n}\n"

        after = applied(file, f"int b = 2;\n{gap}int c = 3;\n", "A.java")

        assert file.replace("    int b = 2;\n", f"    int b = 2;\n{gap}    int c = 3;\n") == after

    @pytest.mark.parametrize(
        "fields",
        [
            "    int a;\n    int b;\n",
            "    /** x */\n    int a;\n    /** y */\n    int b;\n",
            "    int b;\n",
            "    /** y */\n    int b;\n\n    int c;\n",
        ],
        ids=["two", "two with comments", "the only one", "apart from the next"],
    )
    def test_a_new_field_below_another_is_as_far_from_it_as_those_of_the_file(self, fields: str) -> None:
        file = f"class A {{\n{fields}\n    void run() {{\n        b();\n    }}\n}}\n"
        gap = "\n" if "int c" in fields else ""

        found = places_of_new(FileIndex(file), "...\nlong size;\n", "A.java", (0,))

        below = next(match for match in found if match.label == "adds `size` below `b`")
        expected = file.replace("    int b;\n", f"    int b;\n{gap}    long size;\n")
        assert expected == below.change.apply(file)

    def test_a_statement_below_a_blank_line_begins_a_group_of_its_own(self) -> None:
        file = "const a = f()\nconst b = g()\n"

        after = applied(file, "const a = f()\nconst b = g()\n\nconst c = (\n  h()\n)\n", "a.ts")

        assert f"{file}\nconst c = (\n  h()\n)\n" == after

    @pytest.mark.parametrize("gap", ["", "\n"])
    def test_a_new_constant_is_as_far_above_its_neighbour_as_in_the_snippet(self, gap: str) -> None:
        file, snippet = "B = 2\n\ndef f():\n    return B\n", f"A = 1\n{gap}B = 2\n"

        assert file.replace("B = 2\n", snippet) == applied(file, snippet)

    def test_a_constant_directly_below_one_of_several_lines_stays_there(self) -> None:
        file = "const a = f(\n  1,\n);\n\nfunction g() {\n  return a;\n}\n"
        shown = "const a = f(\n  1,\n);\nconst b = 2;\n"

        assert file.replace(");\n\n", ");\nconst b = 2;\n\n", 1) == applied(file, shown, "a.ts")

    def test_one_goes_above_if_only_that_is_shown(self) -> None:
        old = PYTHON[PYTHON.index("def rounded") :]
        new = f"def halved(price):\n    return price / 2\n\n\n{old}"

        assert replaced(old, new) == applied(PYTHON, new)

    def test_several_go_above_in_the_order_of_the_snippet_and_its_groups(self) -> None:
        file = "def a():\n    return 1\n\n\ndef b():\n    return 2\n"
        new = (
            "LIMIT = 3\nSIZES = {\n    1: 2,\n}\n\n\n"
            "def helper():\n    return LIMIT\n\n\ndef b():\n    return helper()\n"
        )

        assert file.replace("def b():\n    return 2\n", new) == applied(file, new)

    def test_several_go_below_in_the_groups_of_the_snippet(self) -> None:
        file = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n"
        new = "function b() {\n  return X;\n}\nconst X = 1;\nconst Y = 2;\n\nconst Z = 3;\n"

        expected = "function b() {\n  return X;\n}\n\nconst X = 1;\nconst Y = 2;\n\nconst Z = 3;\n"
        assert file.replace("function b() {\n  return 2;\n}\n", expected) == applied(file, new, "a.js")

    def test_new_imports_go_above_in_the_order_of_the_snippet(self) -> None:
        file = "from flask import Flask\n\n\ndef a():\n    return 1\n\n\ndef b():\n    return 2\n"
        new = "import os\nimport sys\n\nfrom flask import Flask\n\n\ndef b():\n    return sys.path\n"

        expected = replaced("from flask", "import os\nimport sys\n\nfrom flask", file)
        assert replaced("return 2", "return sys.path", expected) == applied(file, new)

    def test_the_first_imports_go_above_what_is_new_there(self) -> None:
        file = "def a():\n    return 1\n\n\ndef b():\n    return 2\n"
        new = "import os\nimport sys\n\nX = 1\n\n\ndef a():\n    return os.name\n"

        expected = replaced("def a():\n    return 1\n", new, file)
        assert expected == applied(file, new)

    def test_a_key_of_json_gets_its_commas(self) -> None:
        file = '{\n  "name": "a",\n  "scripts": {\n    "build": "x"\n  }\n}\n'

        result = applied(file, '"name": "b",\n"version": "1"\n', "package.json")

        assert '{\n  "name": "b",\n  "version": "1",\n  "scripts": {\n    "build": "x"\n  }\n}\n' == result

    def test_names_inside_of_functions_are_not_called_missing(self) -> None:
        file = "export function make() {\n  const load = () => {\n    return 1\n  }\n  return load\n}\n"
        new = "class load extends Loader {\n  start(path) {\n    this.open(path);\n  }\n}\n"
        why = refusal(file, new, "a.js")

        assert why.startswith("the file has `load` only as something else or inside a definition")

    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            ("def halved(price):\n    return price / 2\n", "the file has no `halved`"),
            ("class Invoice2:\n    x = 1\n", "the file has no `Invoice2`"),
        ],
    )
    def test_without_a_neighbour_nothing_says_where_it_goes(self, snippet: str, why: str) -> None:
        assert f"{why}, and nothing shows where it goes" == refusal(PYTHON, snippet)

    def test_one_in_the_place_of_another_may_be_its_new_name(self) -> None:
        file = "def a():\n    return 1\n\n\ndef b():\n    return 2\n\n\ndef c():\n    return 3\n"

        assert "`d` is where the file has `b`: it may be renamed" == refusal(
            file, file.replace("def b", "def d")
        )


class TestAsking:
    def test_a_class_without_some_members_can_mean_two_things(self) -> None:
        method = "    @property\n    def tax(self):\n        total = self.net()\n        return total\n"
        new = f"class Invoice:\n{method}"

        update, replace = matches_of(PYTHON, new)

        assert "update `tax` of `Invoice`" == update.label
        assert replaced("return total * RATE", "return total") == update.change.apply(PYTHON)
        assert replace.label is not None
        assert "which drops `net`, a statement" in replace.label
        assert "def net(self):\n        return sum" not in replace.change.apply(PYTHON)
        assert update.key != replace.key

    def test_namesakes_in_two_classes_are_candidates(self) -> None:
        found = matches_of(PYTHON, "def net(self):\n    return 1\n")

        assert ["replaces `Invoice.net` (L13–14)", "replaces `Report.net` (L23–24)"] == [
            m.label for m in found
        ]

    def test_a_namesake_elsewhere_that_reads_more_alike_is_a_candidate(self) -> None:
        file = (
            "class A:\n    def __init__(self):\n        self.a = 1\n\n    def size(self):\n        pass\n\n"
            "class B:\n    def __init__(self):\n        self.path = open(path)\n        self.lines = []\n"
        )
        new = (
            "def __init__(self):\n    self.path = open(path)\n    self.lines = ()\n\n"
            "def size(self):\n    return len(self.lines)\n"
        )

        assert 2 == len(matches_of(file, new))

    def test_a_namesake_that_reads_like_the_snippet_already_is_a_candidate(self) -> None:
        """The snippet may have been applied there before, and is no edit of the other one."""
        found = matches_of(PYTHON, "def net(self):\n    return 0\n")

        assert ["replaces `Invoice.net` (L13–14)", "leaves `Report.net` as it is"] == [m.label for m in found]


class TestOtherBeginnings:
    """A class that lacks members of the file, and begins differently."""

    FILE = "class A:\n    x = 1\n\n    def one(self):\n        pass\n\n    def two(self):\n        return 2\n"

    @pytest.mark.parametrize("head", ["class A(B):\n", "class A:\n    # one stays\n\n"])
    def test_its_members_are_updated_first_and_nothing_is_dropped(self, head: str) -> None:
        found = matches_of(self.FILE, f"{head}    def two(self):\n        return 3\n")
        first, *_ = head.splitlines(keepends=True)
        expected = self.FILE.replace("class A:\n", first).replace("return 2", "return 3")
        assert expected == found[0].change.apply(self.FILE)
        assert "drops" in (found[1].label or "")


class TestWarnings:
    """A definition that may not be all there has its match, and waits for the user."""

    def test_many_lines_go_without_others(self) -> None:
        body = "".join(f"    step({n})\n" for n in range(30))
        file = f"def f():\n{body}    return 1\n"

        message = "L3: drops 29 lines of `f`, without dots for them"
        assert message == doubt(file, "def f():\n    step(0)\n    return 1\n")

    def test_it_is_shorter_and_ends_with_another_line(self) -> None:
        found = doubt(PYTHON, "def rounded(price):\n    step = Decimal(2)\n")

        assert found.endswith(
            "is shorter than in the file and ends at “step = Decimal(2)”: it may be cut off"
        )

    @pytest.mark.parametrize(
        "end",
        [
            "return 2 * price\n",
            "return sum(\n        (a for a in price),\n        0,\n    )\n",
            "raise ValueError\n",
        ],
    )
    def test_nothing_can_follow_a_return(self, end: str) -> None:
        file = (
            "def f(price):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n    use(a, b, c, d, e)\n"
        )

        assert f"def f(price):\n    {end}" == applied(file, f"def f(price):\n    {end}")
        assert () == matches_of(file, f"def f(price):\n    {end}")[0].warnings

    def test_more_can_follow_a_return_under_a_condition(self) -> None:
        file = "def f(price):\n    a = 1\n    b = 2\n    c = 3\n    use(a, b, c)\n"

        assert "may be cut off" in doubt(file, "def f(price):\n    if not price:\n        return 2\n")

    def test_decorators_that_are_not_shown_stay(self) -> None:
        file = "class A:\n    @property\n    @cached\n    def size(self):\n        return 1\n"
        snippet = "def size(self):\n    return 2\n"

        assert "L2: `@property` above `A.size` is not in the snippet, and stays" == doubt(file, snippet)
        assert file.replace("1", "2") == matches_of(file, snippet)[0].change.apply(file)

    @pytest.mark.parametrize(
        ("path", "file", "snippet", "kept"),
        [
            (
                "a.py",
                '@group()\n@option(\n    "-f",\n)\n@option("-q")\n@version(1)\ndef f(a):\n    return 1\n',
                '@option(\n    "-e",\n)\n@version(1)\ndef f(a, e):\n    return 1\n',
                '@group()\n@option(\n    "-f",\n)\n@option("-q")\n@option(\n    "-e",\n)\n@version(1)\n'
                "def f(a, e):\n    return 1\n",
            ),
            (
                "a.py",
                "@a\n@b\n@c\ndef f():\n    return 1\n",
                "@b\n@new\ndef f():\n    return 2\n",
                "@a\n@b\n@c\n@new\ndef f():\n    return 2\n",
            ),
            (
                "a.py",
                '@first\n@rule("(")\ndef f():\n    return 1\n',
                "@first\ndef f():\n    return 2\n",
                '@first\n@rule("(")\ndef f():\n    return 2\n',
            ),
            (
                "A.java",
                'class A {\n    @Path("/a")\n    @Cached\n    int f() {\n        return 1;\n    }\n}\n',
                "@Cached\n@Logged\nint f() {\n    return 2;\n}\n",
                'class A {\n    @Path("/a")\n    @Cached\n    @Logged\n    int f() {\n'
                "        return 2;\n    }\n}\n",
            ),
        ],
    )
    def test_beside_decorators_that_are_shown_others_may_stay(
        self, path: str, file: str, snippet: str, kept: str
    ) -> None:
        first, second = matches_of(file, snippet, path)

        assert kept == first.change.apply(file)
        assert first.warnings
        assert "keeps the annotations" in (first.label or "")
        assert "drops annotations" in (second.label or "")

    def test_those_of_a_class_that_is_shown_in_part_stay(self) -> None:
        """Also where the imports are shown in part, so that lines show no place for the new ones."""
        file = (
            "import a.B;\n\n@Rest\n@Path\npublic class A {\n\n  private final B b;\n\n"
            "  int f() {\n    return 1;\n  }\n\n  int g() {\n    return 2;\n  }\n}\n"
        )
        snippet = (
            "import a.C;\n\n// ... other imports\n\npublic class A {\n\n  // ... existing code ...\n\n"
            "  int f() {\n    return C.ONE;\n  }\n\n  // ... existing code ...\n}\n"
        )
        gaps = [n for n, line in enumerate(snippet.splitlines()) if "..." in line]

        found = match_definitions(FileIndex(file), snippet, "A.java", gaps)

        assert not isinstance(found, Mismatch), found.message

        after = file.replace("import a.B;\n", "import a.B;\nimport a.C;\n").replace(
            "return 1", "return C.ONE"
        )
        assert [after] == [match.change.apply(file) for match in found]

    def test_they_tell_functions_of_one_name_apart(self) -> None:
        file = "#[cfg(unix)]\nfn f(a: A) {\n    a.b();\n}\n\n#[cfg(not(unix))]\nfn f(a: A) {\n    a.c();\n}\n"
        new = file.replace("(a: A)", "(a: A) -> R").replace("();", "()")

        (match,) = matches_of(file, new, "a.rs")

        assert new == match.change.apply(file)

    def test_without_them_the_functions_of_one_name_are_not_told_apart(self) -> None:
        file = "#[cfg(unix)]\nfn f(a: A) {\n    a.unix();\n}\n\nfn f(b: B) {\n    b.other();\n}\n"

        found = match_definitions(FileIndex(file), "fn f(c: C) {\n    c.new();\n}\n", "a.rs")

        assert isinstance(found, Mismatch)
        assert "nothing shows which is meant" in found.message

    def test_rules_of_one_selector_are_told_apart_by_what_they_declare(self) -> None:
        file = "a {\n  --accent: red;\n  --text: black;\n}\n\na {\n  color: blue;\n}\n"
        new = "a {\n  --accent: green;\n  --text: white;\n}\n"

        (match,) = matches_of(file, new, "a.css")

        assert f"{new}\na {{\n  color: blue;\n}}\n" == match.change.apply(file)
        assert () == match.warnings

    def test_one_of_several_decorators_is_not_shown(self) -> None:
        file = "@route(1)\n@login\ndef f():\n    return 1\n"
        snippet = "@route(2)\ndef f():\n    return 2\n"

        assert "L2: `@login` above `f` is not in the snippet" == doubt(file, snippet)

    @pytest.mark.parametrize(
        ("path", "old", "new"),
        [
            (
                "A.java",
                "class A {\n  int f(int a) {\n    return a;\n  }\n}\n",
                "int f(long a, int b) {\n  return b;\n}\n",
            ),
            ("A.cs", "class A {\n  int F(int a) {\n    return a;\n  }\n}\n", "int F() {\n  return 1;\n}\n"),
            ("a.cpp", "int f(int a) {\n  return a;\n}\n", "int f(double a) {\n  return 1;\n}\n"),
            ("a.kt", "fun f(a: Int): Int {\n  return a\n}\n", "fun f(a: String): Int {\n  return 1\n}\n"),
            (
                "a.swift",
                "func f(a: Int) -> Int {\n  return a\n}\n",
                "func f(b: Int) -> Int {\n  return b\n}\n",
            ),
        ],
    )
    def test_it_may_be_an_overload(self, path: str, old: str, new: str) -> None:
        assert doubt(old, new, path).endswith("has other parameters than in the file: it may be an overload")

    @pytest.mark.parametrize(
        ("path", "old", "new"),
        [
            ("A.java", "int f(@Body A a) {", "int f(@Valid @Body A a) {"),
            ("A.java", 'int f(@Path("id") int a) {', "int f(int a) {"),
            ("A.cs", "int F(int a) {", "int F([FromQuery] int a) {"),
        ],
    )
    def test_other_annotations_of_parameters_are_no_overload(self, path: str, old: str, new: str) -> None:
        body = "\n    return a;\n  }\n"

        assert () == matches_of(f"class A {{\n  {old}{body}}}\n", f"  {new}{body}", path)[0].warnings

    def test_the_same_parameters_over_several_lines_are_no_overload(self) -> None:
        file = "class A {\n  int f(int a, int b) {\n    return a;\n  }\n}\n"

        assert (
            () == matches_of(file, "int f(\n    int a,\n    int b) {\n  return b;\n}\n", "A.java")[0].warnings
        )

    def test_a_key_is_not_taken_out_of_one_that_dots_leave_out(self) -> None:
        file = "jobs:\n  build:\n    runs-on: a\n    steps:\n      - one\n"
        snippet = "jobs:\n    # ...\n    steps:\n      - two\n"

        found = match_definitions(FileIndex(file), snippet, "ci.yml", [1])

        assert isinstance(found, Mismatch)
        assert "`steps` may be that of `build`, which the snippet leaves out" == found.message

    def test_a_list_of_yaml_has_fewer_items(self) -> None:
        file = "jobs:\n  a:\n    steps:\n      - one\n      - two\n      - three\n"

        message = "L3: `jobs.a.steps` has 3 list items in the file, and 2 in the snippet"
        assert message == doubt(file, "steps:\n  - one\n  - two\n", "ci.yml")

    def test_the_last_lines_of_the_file_have_no_counterpart(self) -> None:
        file = "function f() {\n  a();\n  b();\n  c();\n  d();\n}\n"

        message = "L4: `f` ends at “bb();”, and the file continues with 2 lines: it may be cut off"
        assert message == doubt(file, "function f() {\n  a();\n  bb();\n}\n", "a.js")


GAP = "# ... existing code ..."


def by_dots(file: str, snippet: str, path: str = "a.py") -> tuple[Match, ...] | Mismatch:
    operation = sketch(snippet)
    assert operation is not None
    return match_definitions(FileIndex(file), snippet, path, gap_lines(operation))


class TestDots:
    """Dots stand for what the file has; new definitions next to them have several candidates."""

    FILE = """\
def drop(path, key):
    if not path:
        return None
    gone = False
    with opened(path) as file:
        for each in file:
            if each == key:
                gone = True
    if not gone:
        warn("no key")
        return None
    return gone
"""
    START = "def drop(path, key):\n    # ...\n"
    END = """\
    if not path:
        return None
    if key not in path:
        warn("no key")
        return None
    with opened(path) as file:
        for each in file:
            keep(each)
    return True
"""

    def test_below_them_the_end_of_a_function_may_be_in_another_order(self) -> None:
        (match,) = dotted(self.FILE, self.START + self.END)

        assert f"def drop(path, key):\n{self.END}" == match.change.apply(self.FILE)
        assert Tier.FUZZY is match.tier

    def test_an_end_with_few_lines_of_the_file_is_refused(self) -> None:
        end = "    if not gone:\n        return None\n    with opened(path) as file:\n        pass\n"

        assert isinstance(by_dots(self.FILE, self.START + end), Mismatch)

    def test_an_end_that_lacks_most_lines_of_the_file_is_refused(self) -> None:
        steps = "".join(f"    step_{n}(path)\n" for n in range(7))
        file = self.FILE.replace("    gone = False\n", f"    gone = False\n{steps}")

        assert isinstance(by_dots(file, self.START + self.END), Mismatch)

    def test_an_end_from_an_inner_block_is_refused(self) -> None:
        """It would take the lines below that block with it."""
        inner = "        b()\n        c()\n        emit()\n        store()\n"
        file = f"def f(a):\n    if a:\n{inner}    log(a)\n    return a\n"
        end = "    b()\n    emit()\n    c()\n    store()\n    return c\n"

        assert isinstance(by_dots(file, f"def f(a):\n    {GAP}\n{end}"), Mismatch)

    def test_nothing_goes_below_the_statement_that_leaves_a_function(self) -> None:
        file = "def f(x):\n    a = load(x)\n    b = save(a)\n    return b\n"
        found = by_dots(file, f"def f(x):\n    {GAP}\n    count = total(x)\n")

        assert isinstance(found, Mismatch) or "return b\n    count" not in found[0].change.apply(file)

    def test_an_end_that_may_begin_at_two_lines_is_refused(self) -> None:
        file = self.FILE.replace("    gone = False\n", "    gone = False\n    if not path:\n        pass\n")

        assert isinstance(by_dots(file, self.START + self.END), Mismatch)

    @pytest.mark.parametrize(
        ("snippet", "labels"),
        [
            (
                f"{GAP}\n\n\ndef halved(price):\n    return price / 2\n",
                [
                    "at the end of the file",
                    "above `RATE`",
                    "below `RATE`",
                    "below `Invoice`",
                    "below `Report`",
                ],
            ),
            (
                f"def halved(price):\n    return price / 2\n\n\n{GAP}\n",
                [
                    "above `RATE`",
                    "below `RATE`",
                    "below `Invoice`",
                    "below `Report`",
                    "at the end of the file",
                ],
            ),
            (
                f"class Invoice:\n    {GAP}\n\n    def halved(self):\n        return 1\n",
                ["at the end of class `Invoice`", "above `net`", "below `net`"],
            ),
            (
                f"class Invoice:\n    def halved(self):\n        return 1\n\n    {GAP}\n",
                ["above `net`", "below `net`", "at the end of class `Invoice`"],
            ),
            (
                f"{GAP}\n    def halved(self):\n        return 1\n",
                ["at the end of class `Invoice`", "at the end of class `Report`"],
            ),
        ],
        ids=[
            "below dots",
            "above dots",
            "in a class",
            "above the dots of a class",
            "a method without its class",
        ],
    )
    def test_a_new_definition_may_go_to_every_boundary(self, snippet: str, labels: list[str]) -> None:
        matches = by_dots(PYTHON, snippet)

        assert isinstance(matches, tuple), matches
        assert [f"adds `halved` {label}" for label in labels] == [match.label for match in matches]
        assert len(matches) == len({match.key for match in matches})
        for match in matches:
            assert "halved" in match.change.apply(PYTHON)

    def test_the_line_of_a_statement_shows_where_it_goes(self) -> None:
        file = "start()\n\n\ndef f():\n    return 1\n"

        matches = by_dots(file, f"start()\n\n\ndef other(x, y):\n    print(x * y)\n\n\n{GAP}\n")

        assert isinstance(matches, tuple)
        assert ["adds `other` below “start()”"] == [match.label for match in matches]

    def test_it_goes_above_the_last_statement_of_a_program(self) -> None:
        file = 'def f():\n    return 1\n\n\nif __name__ == "__main__":\n    f()\n'

        matches = by_dots(file, f"{GAP}\ndef g():\n    return 2\n")

        assert isinstance(matches, tuple)
        assert "adds `g` at the end of the file, above `__main__`" == matches[0].label
        assert file.replace("\n\n\nif", "\n\n\ndef g():\n    return 2\n\n\nif") == matches[0].change.apply(
            file
        )

    def test_the_neighbour_that_the_snippet_shows_decides(self) -> None:
        net = "    def net(self):\n        return sum(self.lines)\n"
        new = "\n    def gross(self):\n        return self.net()\n"

        matches = by_dots(PYTHON, f"class Invoice:\n    {GAP}\n{net}{new}    {GAP}\n")

        assert isinstance(matches, tuple)
        assert [replaced(net, net + new)] == [match.change.apply(PYTHON) for match in matches]

    def test_members_that_dots_stand_for_stay(self) -> None:
        method = "    @property\n    def tax(self):\n        total = self.net()\n        return total\n"

        matches = by_dots(PYTHON, f"class Invoice:\n    {GAP}\n\n{method}")

        assert isinstance(matches, tuple)
        assert [replaced("return total * RATE", "return total")] == [m.change.apply(PYTHON) for m in matches]

    def test_dots_in_a_body_stand_for_lines_of_its_namesake(self) -> None:
        body = "        log()\n        first()\n        second()\n        return None\n"
        file = f"class A:\n    def f(self):\n{body}\n\nclass B:\n    def f(self, x):\n{body}"
        snippet = f"class B:\n    def f(self, x, y):\n        log()\n        {GAP}\n        return None\n"

        matches = by_dots(file, snippet)

        assert isinstance(matches, tuple)
        assert [file.replace("x)", "x, y)")] == [match.change.apply(file) for match in matches]

    @pytest.mark.parametrize(
        ("tail", "new"),
        [
            (
                "        return load(key);\n",
                "        const value = load(key);\n        return value ?? {};\n",
            ),
            ("        return load(\n            key,\n        );\n", "        throw new Missing(key);\n"),
        ],
    )
    def test_the_last_statement_of_a_body_replaces_the_one_that_leaves_it_too(
        self, tail: str, new: str
    ) -> None:
        waits = "        if (!ready) {\n            wait();\n        }\n"
        body = f"        log(key);\n{waits}{tail}"
        file = f"class A {{\n    first(key) {{\n{body}    }}\n\n    second(key) {{\n{body}    }}\n}}\n"
        shown = f"        // ... existing code ...\n{waits}{new}"

        matches = by_dots(file, f"// ... existing code ...\n\n    second(key) {{\n{shown}    }}\n", "a.js")

        assert isinstance(matches, tuple), matches.message
        before, _, after = file.rpartition(tail)
        assert [f"{before}{new}{after}"] == [match.change.apply(file) for match in matches]
        assert [()] == [match.warnings for match in matches]

    @pytest.mark.parametrize(
        ("tail", "new"),
        [
            ("        return load(key)\n", "        return load(key, value)\n"),
            ("        return load(key)\n", "        value = load(key)\n        return value or {}\n"),
            ("        return load(\n            key,\n        )\n", "        raise Missing(key)\n"),
        ],
    )
    def test_the_last_statement_of_a_body_without_brackets_replaces_the_one_that_leaves_it(
        self, tail: str, new: str
    ) -> None:
        waits = "        if not ready:\n            wait()\n"
        body = f"        log(key)\n{waits}{tail}"
        file = f"class A:\n    def first(self, key):\n{body}\n    def second(self, key):\n{body}"
        snippet = f"class A:\n    {GAP}\n\n    def second(self, key):\n        {GAP}\n{waits}{new}"

        matches = by_dots(file, snippet)

        assert isinstance(matches, tuple), matches.message
        before, _, after = file.rpartition(tail)
        assert [f"{before}{new}{after}"] == [match.change.apply(file) for match in matches]
        assert [()] == [match.warnings for match in matches]

    @pytest.mark.parametrize(
        ("tail", "new"),
        [
            ("        save(key)\n        return load(key)\n", "        return other(key)\n"),
            ("        return load(key)\n", "        store(key)\n"),
            ("        notify(key)\n", "        return other(key)\n"),
        ],
    )
    def test_lines_at_the_end_of_a_body_without_brackets_do_not_go_either(self, tail: str, new: str) -> None:
        waits = "        if not ready:\n            wait()\n"
        file = f"class A:\n    def first(self, key):\n        log(key)\n{waits}{tail}"

        found = by_dots(file, f"class A:\n    def first(self, key):\n        {GAP}\n{waits}{new}")

        assert isinstance(found, Mismatch)

    @pytest.mark.parametrize(
        "shown", ["    guard(x)\n    check(x)\n    x * 2\n", "    guard(x)\n    check(x)\n    # ...\n"]
    )
    def test_dots_stand_for_members_and_lines_in_ruby_too(self, shown: str) -> None:
        tax, net = "  def tax(x)\n    check(x)\n    x * 2\n  end\n", "  def net(x)\n    x\n  end\n"
        file = f"class Order\n{tax}\n{net}end\n\nclass Invoice\n{net}\n{tax}end\n"
        snippet = f"class Invoice\n  # ... other methods ...\n\n  def tax(x)\n{shown}  end\nend\n"

        matches = by_dots(file, snippet, "a.rb")

        assert isinstance(matches, tuple), matches.message
        before, _, after = file.rpartition("    check(x)\n")
        expected = f"{before}    guard(x)\n    check(x)\n{after}"
        assert [expected] == [match.change.apply(file) for match in matches]

    @pytest.mark.parametrize(
        ("tail", "new"),
        [
            ("        save(key);\n        return load(key);\n", "        return other(key);\n"),
            ("        return load(key);\n", "        store(key);\n"),
            ("        notify(key);\n", "        return other(key);\n"),
        ],
    )
    def test_lines_at_the_end_of_a_body_that_may_stay_do_not_go(self, tail: str, new: str) -> None:
        waits = "        if (!ready) {\n            wait();\n        }\n"
        file = f"class A {{\n    first(key) {{\n        log(key);\n{waits}{tail}    }}\n}}\n"
        shown = f"        // ... existing code ...\n{waits}{new}"

        found = by_dots(file, f"// ... existing code ...\n\n    first(key) {{\n{shown}    }}\n", "a.js")

        assert isinstance(found, Mismatch)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("if (!res.ok) {", "if (!res.ok && res.status !== 404) {"),
            ("while (queue.length) {", "while (queue.length && !stopped) {"),
        ],
    )
    def test_a_changed_condition_around_a_line_of_the_file_is_a_doubt(self, old: str, new: str) -> None:
        """It may be another condition, and the file's one may be among the lines that dots stand for."""
        body = f"        load(key)\n        {old}\n            retry(key);\n        }}\n"
        file = f"class A {{\n    first(key) {{\n{body}    }}\n\n    second(key) {{\n{body}    }}\n}}\n"
        shown = f"        // ... existing code ...\n        {new}\n            retry(key);\n        }}\n"

        (match,) = dotted(file, f"// ... existing code ...\n\n    second(key) {{\n{shown}    }}\n", "a.js")

        before, _, after = file.rpartition(old)
        assert f"{before}{new}{after}" == match.change.apply(file)
        assert [(11, f"“{old}” seems an earlier version of its line")] == [
            (warning.line, warning.message) for warning in match.warnings
        ]

    def test_another_condition_around_a_line_of_the_file_has_no_match(self) -> None:
        file = "class A {\n    first(key) {\n        if (a) {\n            retry(key);\n        }\n    }\n}\n"
        new = "        if (isReady(key)) {\n            retry(key);\n        }\n"

        found = by_dots(
            file, f"// ...\n\n    first(key) {{\n        // ... existing code ...\n{new}    }}\n", "a.js"
        )

        assert isinstance(found, Mismatch)

    def test_a_key_inside_of_a_mapping_that_both_have_may_get_another_kind_of_value(self) -> None:
        file = "services:\n  a:\n    needs:\n      - db\n    tty: true\n  b:\n    needs:\n      - db\n"
        new = "    needs:\n      db:\n        ready: true\n"

        matches = by_dots(file, f"services:\n  {GAP}\n  b:\n{new}    {GAP}\n", "compose.yml")

        assert isinstance(matches, tuple), matches.message
        expected = file.replace("  b:\n    needs:\n      - db\n", f"  b:\n{new}")
        assert [expected] == [match.change.apply(file) for match in matches]

    def test_what_the_file_has_between_two_definitions_without_dots_may_stay_or_go(self) -> None:
        file = "web:\n  image: a\n  tty: true\n  ports: b\n\n  init: true\ndb:\n  image: a\n"

        kept, dropped = dotted(file, f"web:\n  {GAP}\n  image: c\n  ports: d\n", "compose.yml")

        expected = file.replace("image: a\n  tty", "image: c\n  tty", 1).replace("ports: b", "ports: d")
        assert expected == kept.change.apply(file)
        assert expected.replace("  tty: true\n", "") == dropped.change.apply(file)
        assert ["keeps `tty`", "drops `tty`"] == [
            (each.label or "").rpartition("; ")[2] for each in (kept, dropped)
        ]

    def test_what_dots_stand_for_is_put_into_a_class_with_all_of_its_members(self) -> None:
        """Here in an annotation and in a method; the first line of the class is another one."""
        file = (
            "@Component({\n  selector: 'a',\n})\nexport class A implements B {\n"
            "  one(): void {\n    x();\n  }\n\n  two(): void {\n    y();\n  }\n}\n"
        )
        snippet = (
            "@Component({\n    // ...\n})\nexport class A implements B, C {\n"
            "  one(): void {\n      // ...\n  }\n\n  two(): void {\n    z();\n  }\n}\n"
        )

        (match,) = dotted(file, snippet, "a.ts")

        assert file.replace("B {", "B, C {").replace("y()", "z()") == match.change.apply(file)

    def test_dots_may_be_all_that_a_function_of_python_has(self) -> None:
        file = "import a\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n"
        new = "def g():\n    return 3\n\n\ndef h():\n    return 4\n"

        (match,) = dotted(file, f"def f():\n    {GAP}\n\n\n{new}")

        assert file.replace("def g():\n    return 2\n", new) == match.change.apply(file)

    def test_dots_in_brackets_of_a_script_stand_for_a_value(self) -> None:
        file = "function f(a) {\n  log(a);\n  return a.map((b) => (\n    b + 1\n  ));\n}\n"
        snippet = "function f(a) {\n  trace(a);\n  return a.map((b) => (\n    // ...\n  ));\n}\n"

        (match,) = dotted(file, snippet, "a.js")

        assert file.replace("log(a)", "trace(a)") == match.change.apply(file)

    def test_items_of_a_list_of_yaml_are_known_by_their_titles(self) -> None:
        """One gets another title, one is new, and dots stand for others."""
        steps = (
            "      - uses: actions/checkout@v3\n",
            "      - name: Set up Python\n        uses: actions/setup-python@v5\n"
            '        with:\n          python-version: "3.11"\n',
            "      - name: Install\n        run: |\n          pip install .\n",
            "      - name: Run tests\n        run: pytest -q\n",
            "      - name: Upload\n        uses: codecov/codecov-action@v4\n",
        )
        lint = "  lint:\n    steps:\n" + "".join(steps[:2])
        file = f"jobs:\n{lint}  test:\n    runs-on: ubuntu-latest\n    steps:\n{''.join(steps)}"
        changed = (
            steps[0].replace("v3", "v4"),
            steps[1]
            .replace("Python\n", "Python ${{ matrix.python }}\n")
            .replace('"3.11"', "${{ matrix.python }}"),
            "      - name: Versions\n        run: pip list\n",
            steps[3].replace("-q", "-q --cov"),
        )
        gap = f"      {GAP}\n"
        snippet = (
            f"  test:\n    {GAP}\n    steps:\n{changed[0]}{changed[1]}{gap}{changed[2]}{changed[3]}{gap}"
        )

        (match,) = dotted(file, snippet, "ci.yml")

        wanted = "".join((*changed[:2], steps[2], *changed[2:], steps[4]))
        assert file.replace("".join(steps), wanted) == match.change.apply(file)

    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            (f"def rounded(price):\n    {GAP}\n    show(price)\n", "cannot be located"),
            (f"def halved(price):\n    {GAP}\n    return price / 2\n", "is not in the file, and has dots"),
            (
                f"class Invoice:\n    def net(self):\n        {GAP}\n        return 1\n",
                "has dots only inside other members",
            ),
            (
                f"{GAP}\ndef a():\n    return 1\n\n{GAP}\ndef b():\n    return 2\n",
                "may go to different places",
            ),
            (f"{GAP}\nx = 1; y = 2\n", "share a line"),
        ],
    )
    def test_what_dots_leave_open_is_refused(self, snippet: str, why: str) -> None:
        found = by_dots(PYTHON, snippet)

        assert isinstance(found, Mismatch)
        assert why in found.message

    @pytest.mark.parametrize("self_", ["self", "&self", "&mut self", "mut self", "&'a mut self"])
    def test_a_method_of_rust_may_go_to_every_type_and_not_beside_them(self, self_: str) -> None:
        file = "struct A;\n\nimpl A {\n    fn one(&self) {}\n}\n\nfn main() {}\n"

        (place, *_) = dotted(file, f"// ...\nfn two({self_}) {{\n    a();\n}}\n", "a.rs")

        assert "adds `two` at the end of impl `impl A`" == place.label


class TestKeysInKeys:
    """Snippets that show the path to the keys that they change, as mappings in mappings."""

    FILE = (
        "services:\n  web:\n    image: shop\n    build:\n      context: .\n      target: dev\n"
        "    restart: always\n\n  db:\n    image: postgres\n"
    )

    def test_others_stay_or_go_at_each_depth(self) -> None:
        snippet = "services:\n  web:\n    build:\n      target: prod\n"

        updates, of_build, of_web, of_services = matches_of(self.FILE, snippet, "compose.yaml")

        assert replaced("target: dev", "target: prod", self.FILE) == updates.change.apply(self.FILE)
        assert "replace `services.web.build` as written, which drops `context` (L4–6)" == of_build.label
        without_context = replaced("      context: .\n      target: dev", "      target: prod", self.FILE)
        assert without_context == of_build.change.apply(self.FILE)
        assert of_web.change.apply(self.FILE).startswith(f"{snippet}\n  db:")
        assert snippet == of_services.change.apply(self.FILE)

    def test_what_is_replaced_inside_may_come_with_a_new_key_around_it(self) -> None:
        snippet = 'services:\n  web:\n    image: "shop:2"\n  cache:\n    image: redis\n'

        updates, of_web, _ = matches_of(self.FILE, snippet, "compose.yaml")

        cache = "    restart: always\n\n  cache:\n    image: redis\n"
        expected = replaced("image: shop\n", 'image: "shop:2"\n', self.FILE)
        assert replaced("    restart: always\n", cache, expected) == updates.change.apply(self.FILE)
        assert "adds `cache` below `web`" in (of_web.label or "")
        assert "build" not in of_web.change.apply(self.FILE)

    @pytest.mark.parametrize(
        ("snippet", "above"),
        [
            (f"services:\n  web:\n    {GAP}\n    ports: [80]\n  {GAP}\n", "    restart: always\n"),
            (f"services:\n  web:\n    ports: [80]\n    {GAP}\n", "  web:\n"),
        ],
    )
    def test_a_new_key_goes_to_the_edge_at_which_it_is_shown(self, snippet: str, above: str) -> None:
        (match,) = dotted(self.FILE, snippet, "compose.yaml")

        assert replaced(above, f"{above}    ports: [80]\n", self.FILE) == match.change.apply(self.FILE)
        assert (match.label or "").startswith("adds `ports` ")

    def test_new_keys_may_replace_the_ones_that_are_left_out(self) -> None:
        """Next to them or like them, they may be these keys under another name: the user is asked."""
        known = '"scripts": {\n    "test": "tap",\n    "snap": "tap",\n    "lint": "x"\n  }'
        file = f'{{\n  {known},\n  "type": "module"\n}}\n'
        snippet = '"scripts": {\n  "test": "tap",\n  "shot": "tap",\n  "lint": "x"\n},\n'

        updates, replaces = matches_of(file, snippet, "package.json")

        added = replaced('"tap",\n    "snap"', '"tap",\n    "shot": "tap",\n    "snap"', file)
        assert added == updates.change.apply(file)
        assert replaced("snap", "shot", file) == replaces.change.apply(file)

    def test_dots_in_one_mapping_say_nothing_of_another_one(self) -> None:
        """And nothing of the keys between the two."""
        file = "a:\n  b: 1\n  c: 2\nd: 3\ne:\n  f: 4\n  g: 5\n"

        keeps, drops = dotted(file, f"a:\n  b: 9\n  {GAP}\ne:\n  f: 8\n", "a.yaml")

        expected = file.replace("b: 1", "b: 9").replace("f: 4", "f: 8")
        assert expected == keeps.change.apply(file)
        assert expected.replace("  g: 5\n", "") == drops.change.apply(file)

    def test_dots_beside_mappings_keep_the_keys_between_these(self) -> None:
        """The mappings themselves have no dots, and may be whole."""
        file = "a:\n  b: 1\n  c: 2\nd: 3\ne:\n  f: 4\n  g: 5\nh: 6\n"

        merged, written, drops = dotted(file, f"a:\n  b: 9\ne:\n  f: 8\n{GAP}\n", "a.yaml")

        expected = file.replace("b: 1", "b: 9").replace("f: 4", "f: 8")
        assert expected == merged.change.apply(file)
        expected = expected.replace("  c: 2\n", "").replace("  g: 5\n", "")
        assert expected == written.change.apply(file)
        assert "keeps `d`" in (written.label or "")
        assert expected.replace("d: 3\n", "") == drops.change.apply(file)

    def test_keys_beside_the_shown_path_stay_with_a_warning(self) -> None:
        (match,) = dotted(self.FILE, f"services:\n  web:\n    {GAP}\n    ports: [80]\n", "compose.yaml")

        assert ["`db` of `services` stays, without dots for it"] == [each.message for each in match.warnings]

    def test_a_new_key_between_dots_may_go_anywhere(self) -> None:
        snippet = f"services:\n  web:\n    {GAP}\n    ports: [80]\n    {GAP}\n"

        assert len(dotted(self.FILE, snippet, "compose.yaml")) > 1

    @pytest.mark.parametrize(
        "scripts",
        [f'"test": "vitest",\n    {GAP}', f'{GAP}\n    "test": "vitest"', f'"test": "vitest"\n    {GAP}'],
    )
    def test_dots_in_json_need_no_commas(self, scripts: str) -> None:
        known = '"scripts": {\n    "lint": "x",\n    "test": "tap",\n    "watch": "y"\n  }'
        file = f'{{\n  "name": "a",\n  {known}\n}}\n'
        snippet = f'{{\n  {GAP}\n  "scripts": {{\n    {scripts}\n  }}\n}}\n'

        (match,) = dotted(file, snippet, "package.json")

        assert replaced('"tap"', '"vitest"', file) == match.change.apply(file)


class TestRefusing:
    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            ("def rounded(price):\n", "seems cut off"),
            ("def rounded(price):\n    for a in price:\n", "seems cut off"),
            ("class rounded:\n    x = 1\n", "the file has `rounded` only as something else"),
            ("self.x = 1\n", "has no whole definition"),
            ("print(1)\n", "has no whole definition"),
            ("def rounded(price:\n    return\n", "cannot be parsed on its own"),
            ("def net():\n    return 1\n", "the file has `net` only as something else or inside"),
            ("RATE = 2\nprint(RATE)\n", "“print(RATE)” is not a definition"),
            ("import sys\n\nRATE = 2\nx = 1; y = 2\n", "share a line"),
            ("from decimal import ROUND_UP as Decimal\n\nRATE = 2\n", "has fewer names"),
            ("from shapes import Decimal, x\n\nRATE = 2\n", "`Decimal` is imported at line 4 from elsewhere"),
        ],
    )
    def test_what_is_unsure_has_no_match(self, snippet: str, why: str) -> None:
        assert why in refusal(PYTHON, snippet)

    def test_a_variable_that_a_function_has_too_is_left_alone(self) -> None:
        file = "total = 1\n\n\ndef f():\n    total = 2\n    return total\n"

        assert "`total` is assigned at lines 1 and 5" == refusal(file, "total = 3\n")

    @pytest.mark.parametrize(
        ("file", "snippet", "path"),
        [
            (
                "name: a\nsteps:\n  - id: x\n    name: |\n      long\n      text\n",
                "name: |\n  long\n  new\n",
                "a.yml",
            ),
            (
                '{\n  "at": 1,\n  "all": [\n    {\n      "at": 31\n    }\n  ]\n}\n',
                '{\n  "at": 32\n}\n',
                "a.json",
            ),
            (
                "def f():\n    pass\n\n\ndef g():\n    def f():\n        log(1)\n        return 1\n",
                "def f():\n    log(1)\n    return 2\n",
                "a.py",
            ),
            (
                "if A:\n    def f(a):\n        log(a)\n        return 1\n\n\ndef f(b):\n    pass\n",
                "def f(a):\n    log(a)\n    return 2\n",
                "a.py",
            ),
        ],
        ids=["in a list of YAML", "in a list of JSON", "in a function", "in a condition"],
    )
    def test_a_namesake_in_a_place_without_definitions_may_be_meant(
        self, file: str, snippet: str, path: str
    ) -> None:
        assert "too, and nothing shows which is meant" in refusal(file, snippet, path)

    @pytest.mark.parametrize(
        ("file", "snippet", "why"),
        [
            ("a: &a\n  x: 1\nb:\n  <<: *a\n", "a:\n  x: 2\n", "the anchor `&a` of `a` is not in"),
            ("a:\n  # why\n  x: 1\n  y: 2\n", "a:\n  x: 2\n  y: 2\n", "the comment “# why” in `a` is not in"),
        ],
        ids=["an anchor", "a comment"],
    )
    def test_parts_of_a_key_that_would_go_are_named(self, file: str, snippet: str, why: str) -> None:
        (match,) = matches_of(file, snippet, "a.yml")

        assert [(MatchWarningKind.UNSEEN, True)] == [(w.kind, why in w.message) for w in match.warnings]

    def test_a_class_that_lacks_a_statement_and_is_the_same_else_may_drop_it(self) -> None:
        file = 'class A:\n    x = 1\n    """Of x."""\n\n    def f(self):\n        pass\n'

        assert 2 == len(matches_of(file, file.replace('    """Of x."""\n', "")))

    def test_a_section_does_not_take_a_subsection_of_another(self) -> None:
        file = "# A\n\n## Use\n\nRun it.\n\n## Settings\n\n### Shell\n\nsh\n"

        assert "`Shell` is in another part of the file than `Use`" == refusal(
            file, "## Use\n\nRun it well.\n\n### Shell\n\nbash\n", "a.md"
        )

    def test_a_heading_that_recurs_is_new_in_a_section_without_it(self) -> None:
        file = "## 2\n\nA.\n\n## 1\n\n### Fixed\n\nB.\n\n## 0\n\n### Fixed\n\nC.\n"

        assert file.replace("A.\n", "A.\n\n### Fixed\n\nD.\n") == applied(
            file, "## 2\n\nA.\n\n### Fixed\n\nD.\n", "a.md"
        )

    def test_a_key_of_a_list_is_not_new(self) -> None:
        file = "steps:\n  - uses: a\n    with:\n      depth: 0\njob:\n  matrix:\n    os: [a]\n"

        assert "`with` is at line 3, in another part" in refusal(
            file, "with:\n  depth: 100\n  tags: true\n\nmatrix:\n  os: [b]\n", "a.yml"
        )

    def test_a_new_definition_may_be_any_of_the_level_renamed(self) -> None:
        body = "    step(1)\n    step(2)\n    return step(3)\n"
        file = f"def a():\n    pass\n\n\ndef b():\n    pass\n\n\n@once\ndef c():\n{body}"

        assert "it may be renamed" in refusal(file, f"def a():\n    return 1\n\n\ndef d():\n{body}")

    def test_a_string_that_is_written_anew_may_be_at_any_depth(self) -> None:
        file = 'class A:\n    def f(self):\n        return """\nred\nblue"""\n'

        assert "a string of `A.f` is indented differently" in refusal(
            file, 'def f(self):\n    return """\ngreen\ngray"""\n'
        )

    def test_tabs_and_spaces_together_have_no_known_depth(self) -> None:
        file = "f() {\n  if a; then\n    b\n  fi\n}\n"

        assert "the file by spaces" in refusal(file, "f() {\n  if a; then\n\tc\n  fi\n}\n", "a.sh")

    def test_a_comment_above_that_would_go_is_named(self) -> None:
        file = "# Section: prices\n# ===============\ndef f():\n    return 1\n"

        assert "has another comment above `f`" in refusal(file, "# Twice.\ndef f():\n    return 2\n")

    @pytest.mark.parametrize("path", ["a.vue", "a.txt", "a"])
    def test_other_kinds_of_files_have_no_definitions(self, path: str) -> None:
        assert "definitions are not known for this type of file" == refusal("a = 1\n", "a = 2\n", path)

    def test_it_can_be_left_out(self) -> None:
        index = FileIndex(PYTHON, frozenset(["definition"]))

        assert isinstance(match_definitions(index, "RATE = 2\n", "a.py"), Mismatch)


LANGUAGES = {
    "a.sh": ("X=0\n\nf() {\n  echo 0\n  echo §\n}\n", "f() {\n  echo 0\n  echo §\n}\n"),
    "a.c": ("static int *f(int x) {\n  return §;\n}\n\nint g;\n", "static int *f(int x) {\n  return §;\n}\n"),
    "a.cpp": (
        "namespace n {\nclass A {\n public:\n  int f() {\n    return §;\n  }\n  int a;\n};\n}\n",
        "int f() {\n  return §;\n}\n",
    ),
    "a.cs": (
        "namespace N {\n  class A {\n    int a;\n    public int F() {\n      return §;\n    }\n  }\n}\n",
        "public int F() {\n  return §;\n}\n",
    ),
    "a.css": (
        "body { margin: 0; }\n\n.a,\n.b {\n  top: §;\n  left: 0;\n}\n",
        ".a,\n.b {\n  top: §;\n  left: 0;\n}\n",
    ),
    "a.go": (
        "package a\n\nfunc F() int {\n\treturn 0\n}\n\nfunc (s *S) F() int {\n\treturn §\n}\n",
        "func (s *S) F() int {\n\treturn §\n}\n",
    ),
    "a.tf": (
        'resource "a" "b" {\n  x = 0\n}\n\nresource "a" "c" {\n  x = §\n}\n',
        'resource "a" "c" {\n  x = §\n}\n',
    ),
    "A.java": (
        "class A {\n  int f(int x) {\n    return 0;\n  }\n\n  int f(String x) {\n    return §;\n  }\n}\n",
        "int f(String x) {\n  return §;\n}\n",
    ),
    "a.js": ("const f = () => {\n  return §;\n};\n\nconst g = 0;\n", "const f = () => {\n  return §;\n};\n"),
    "a.json": ('{\n  "a": {\n    "b": [\n      §\n    ]\n  }\n}\n', '"b": [\n  §\n]\n'),
    "a.kt": (
        "class A {\n  fun f(x: Int): Int {\n    return §\n  }\n}\n",
        "fun f(x: Int): Int {\n  return §\n}\n",
    ),
    "a.lua": ("local x = 0\n\nfunction M.f()\n  return §\nend\n", "function M.f()\n  return §\nend\n"),
    "a.md": ("# A\n\nText.\n\n## B\n\nOne §.\n\n## C\n\nTwo.\n", "## B\n\nOne §.\n"),
    "a.php": (
        "<?php\nclass A {\n  public function f($x) {\n    return §;\n  }\n}\n",
        "public function f($x) {\n  return §;\n}\n",
    ),
    "a.rb": ("module M\n  class A\n    def f(x)\n      §\n    end\n  end\nend\n", "def f(x)\n  §\nend\n"),
    "a.rs": (
        "struct S;\n\nimpl S {\n    fn f(&self) -> i32 {\n        §\n    }\n}\n",
        "fn f(&self) -> i32 {\n    §\n}\n",
    ),
    "a.swift": (
        "class A {\n  func f() -> Int {\n    return §\n  }\n}\n",
        "func f() -> Int {\n  return §\n}\n",
    ),
    "a.toml": ("[a]\nb = 0\n\n[c]\nd = [\n  §,\n]\n", "[c]\nd = [\n  §,\n]\n"),
    "a.tsx": (
        "export class A {\n  f(): number {\n    return §;\n  }\n\n  g = 0;\n}\n",
        "f(): number {\n  return §;\n}\n",
    ),
    "a.yaml": ("a:\n  b:\n    c: §\n  # Above d.\n  d: 0\n", "b:\n  c: §\n"),
}
"""A file and a snippet of it, both with a sign for what changes."""


class TestLanguages:
    @pytest.mark.parametrize("path", LANGUAGES)
    def test_a_definition_of_each_language_replaces_its_namesake(self, path: str) -> None:
        file, snippet = LANGUAGES[path]

        assert file.replace("§", "2") == applied(file.replace("§", "1"), snippet.replace("§", "2"), path)

    def test_outlines_of_python_have_the_lines_that_python_says(self) -> None:
        for path in sorted(Path(__file__).parents[2].glob("editreview/**/*.py"))[::5]:
            text = path.read_text()
            read = outline(text, "python")
            assert read is not None
            found = {u.name: (u.head + 1, u.end) for u in read.top.units if u.kind.endswith("_definition")}
            kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
            nodes = [n for n in ast.parse(text).body if isinstance(n, kinds)]

            assert found == {
                n.name: (min([n.lineno, *(d.lineno for d in n.decorator_list)]), n.end_lineno) for n in nodes
            }


class TestToml:
    @pytest.mark.parametrize(
        ("value", "end"),
        [
            ('"""\n[ x = 1\n\\""" it goes on\n"""\n', 4),
            ("'''\n{ x = 1\n'''\n", 3),
            ("[\n  \"]\", # ]\n  '[',\n]\n", 4),
            ('"a [" # {\n', 1),
        ],
        ids=["text", "literal text", "list", "comment"],
    )
    def test_a_value_ends_where_its_string_and_its_brackets_are_closed(self, value: str, end: int) -> None:
        read = outline(f"a = {value}b = 1\n", "toml")
        assert read is not None

        assert [("a", 0, end), ("b", end, end + 1)] == [(u.name, u.head, u.end) for u in read.top.units]

    @pytest.mark.parametrize(
        "text",
        ["a = [\n" + '  "x",\n' * 100_000 + "]\n", "[a]\nb = 1\n" * 50_000, 'a = "' + '\\"' * 100_000],
        ids=["a long list", "many tables", "an open string"],
    )
    def test_it_is_read_in_linear_time(self, text: str) -> None:
        assert outline(text, "toml") is not None


class TestExtendedStatements:
    PHP = "<?php\n\nclass Post\n{\n    use HasFactory;\n\n    public $a = 1;\n}\n"

    def test_a_statement_that_continues_the_only_such_one_replaces_it_with_a_warning(self) -> None:
        snippet = "class Post\n{\n    use HasFactory, SoftDeletes;\n\n    // ...\n}\n"

        (match,) = dotted(self.PHP, snippet, "a.php")

        assert replaced("HasFactory;", "HasFactory, SoftDeletes;", self.PHP) == match.change.apply(self.PHP)
        assert ["“use HasFactory;” seems an earlier version of “use HasFactory, SoftDeletes;”"] == [
            warning.message for warning in match.warnings
        ]

    def test_another_statement_is_refused(self) -> None:
        sketched = sketch("class Post\n{\n    use SoftDeletes;\n\n    // ...\n}\n")
        assert sketched is not None

        found = match_definitions(FileIndex(self.PHP), sketched.text, "a.php", gap_lines(sketched))

        assert isinstance(found, Mismatch)


class TestNamedSpans:
    @pytest.mark.parametrize(
        ("names", "titles"),
        [
            (["tax"], ["    @property"]),
            (["Invoice.tax"], ["    @property"]),
            (["net"], ["    def net(self):", "    def net(self):"]),
            (["Invoice", "tax"], ["    @property"]),
            (["net", "Report"], ["    def net(self):"]),
            (["Report", "rounded"], ["class Report:", "def rounded(price):"]),
            (["gross"], []),
            ([], []),
        ],
    )
    def test_definitions_are_found_by_name_and_the_inner_ones_count(
        self, names: list[str], titles: list[str]
    ) -> None:
        lines = PYTHON.splitlines()

        assert titles == [lines[first] for first, _ in named_spans(FileIndex(PYTHON), names, "a.py")]


class TestKinds:
    def test_a_key_with_another_kind_of_value_is_no_namesake(self) -> None:
        file = "services:\n  db:\n    volumes:\n      - data:/data\n\nvolumes:\n  data:\n"
        new = "volumes:\n  data:\n  cache:\n"

        assert f"{file}  cache:\n" == applied(file, new, "compose.yml")


class TestMethodsAlone:
    FILE = """\
class ParseError(Exception):
    pass


class Lexer:
    def take(self):
        return 1


class Parser:
    def peek(self):
        return 2
"""

    def labels(self, method: str) -> list[str | None]:
        return [match.label for match in places_of_new(FileIndex(self.FILE), f"...\n{method}", "a.py", (0,))]

    def test_a_new_method_goes_to_the_type_whose_members_it_uses(self) -> None:
        labels = self.labels("    def more(self):\n        return self.peek()\n")

        assert ["adds `more` at the end of class `Parser`", "adds `more` above `peek`"] == labels

    def test_one_that_uses_none_may_go_to_each_type_that_has_some(self) -> None:
        labels = self.labels("def more(self):\n    return 3\n")

        assert [
            "adds `more` at the end of class `Lexer`",
            "adds `more` at the end of class `Parser`",
        ] == labels


class TestFunctionsAsMethods:
    RUBY = """\
module Billing
  class Invoice
    RATE = 2

    def net
      1
    end

    def gross
      net * RATE
    end
  end
end
"""
    KOTLIN = """\
package a

class Client(private val url: String) {

    fun get(): String {
        return url
    }
}
"""
    HELPER = "private\n\ndef money(sum)\n  sum.to_s\nend\n\ndef euro(sum)\n  money(sum) + '€'\nend\n"

    @staticmethod
    def results(file: str, new: str, path: str) -> dict[str | None, str]:
        """By label, the results of code that may go to several places."""
        found = places_of_new(FileIndex(file), f"...\n{new}", path, (0,))
        return {match.label: match.change.apply(file) for match in found}

    @pytest.mark.parametrize(
        ("path", "file", "new", "owner", "end"),
        [
            ("a.rb", RUBY, "def vat\n  3\nend\n", "class `Invoice`", "  end\nend\n"),
            (
                "a.kt",
                KOTLIN,
                "private fun <T> vat(run: () -> T): T {\n    return run()\n}\n",
                "class `Client`",
                "}\n",
            ),
            (
                "a.swift",
                "struct Shop {\n    func open() {\n        print(1)\n    }\n}\n",
                "func vat() {\n    print(2)\n}\n",
                "class `struct Shop`",
                "}\n",
            ),
        ],
    )
    def test_a_new_function_may_be_a_method_where_all_others_are(
        self, path: str, file: str, new: str, owner: str, end: str
    ) -> None:
        first, second = list(self.results(file, new, path).items())[:2]
        inner = "".join(f"    {line}" for line in new.splitlines(keepends=True))

        assert (f"adds `vat` at the end of {owner}", f"{file.removesuffix(end)}\n{inner}{end}") == first
        assert "adds `vat` at the end of the file" == second[0]

    def test_a_function_of_a_header_may_be_one_of_its_class(self) -> None:
        file = "class A {\npublic:\n    int f() {\n        return b;\n    }\n\nprivate:\n    int b;\n};\n"
        labels = list(self.results(file, "int g() {\n    return b;\n}\n", "a.hpp"))

        assert ["adds `g` below `f`", "adds `g` at the end of the file"] == labels[:2]

    def test_a_static_method_is_one_of_a_class(self) -> None:
        file = "class A:\n    def f(self):\n        return 1\n"
        new = "@staticmethod\ndef g(x):\n    return x\n"

        assert next(iter(self.results(file, new, "a.py").values())) == (
            f"{file}\n    @staticmethod\n    def g(x):\n        return x\n"
        )

    @pytest.mark.parametrize(
        ("file", "new"),
        [
            (f"{KOTLIN}\nfun start() {{\n    Client(1)\n}}\n", "fun stop() {\n    exit()\n}\n"),
            (KOTLIN, "fun String.short(): String {\n    return this.take(3)\n}\n"),
        ],
        ids=["the file has a function outside of the class", "a function of another type"],
    )
    def test_other_functions_are_no_methods(self, file: str, new: str) -> None:
        assert not any(label and "class `Client`" in label for label in self.results(file, new, "a.kt"))

    def test_members_below_a_new_line_for_their_visibility_go_with_it_to_the_end_of_the_class(self) -> None:
        (match,) = matches_of(self.RUBY, self.HELPER, "a.rb")
        inner = "".join(
            f"    {line}" if line.strip() else line for line in self.HELPER.splitlines(keepends=True)
        )

        assert self.RUBY.replace("RATE\n    end\n", f"RATE\n    end\n\n{inner}") == match.change.apply(
            self.RUBY
        )
        assert "adds `money`, `euro` below a new “private” at the end of class `Invoice`" == match.label
        assert [MatchWarningKind.UNSEEN] == [warning.kind for warning in match.warnings]

    def test_members_go_to_the_end_of_what_the_class_has_below_such_a_line(self) -> None:
        hidden = "  private\n\n  def g\n    2\n  end\n\n  protected\n\n  def h\n    3\n  end\n"
        file = f"class A\n  def f\n    1\n  end\n\n{hidden}end\n"
        (match,) = matches_of(file, "private\n\ndef i\n  4\nend\n", "a.rb")

        new = "    2\n  end\n\n  def i\n    4\n  end\n"
        assert file.replace("    2\n  end\n", new) == match.change.apply(file)


class TestImports:
    def test_new_imports_alone_go_where_those_of_the_file_sort_them(self) -> None:
        new = "import sys\nimport abc\n"
        others = "import requests\nfrom requests import get\n"
        file = f"import json\nimport os\n\n{others}\nfrom .a import b\n\nx = 1\n"

        assert file.replace("json\nimport os", "abc\nimport json\nimport os\nimport sys") == applied(
            file, new
        )
        assert file.replace("from requests", "import rich\nfrom requests") == applied(file, "import rich\n")
        assert file.replace("b\n\nx", "b\nfrom . import z\n\nx") == applied(file, "from . import z\n")

    def test_they_go_below_the_last_one_if_those_of_the_file_are_not_sorted(self) -> None:
        file = "import b\nimport c\nimport a\n\nx = 1\n"

        assert file.replace("import a\n", "import a\nimport aa\n") == applied(file, "import aa\n")

    @pytest.mark.parametrize(
        ("guard", "new", "is_added"),
        [
            ("try:\n    import json\nexcept ImportError:\n    json = None\n", "import json\n", False),
            ("if TYPE_CHECKING:\n    from .a import B\n", "from .a import B\n", False),
            ("if TYPE_CHECKING:\n    from .a import B\n", "from .a import C\n", True),
        ],
    )
    def test_an_import_that_a_statement_of_the_file_has_is_not_added_again_unseen(
        self, guard: str, new: str, is_added: bool
    ) -> None:
        file = f"import os\n\n{guard}\n\ndef f():\n    return 1\n\n\ndef g():\n    return 1\n"
        (match,) = matches_of(file, f"{new}\n\ndef f():\n    return 2\n")

        assert file.replace("1", "2", 1) == match.change.apply(file).replace(new, "", is_added)
        assert [MatchWarningKind.UNSEEN] == [warning.kind for warning in match.warnings]

    def test_a_new_import_is_as_deep_as_those_of_the_script(self) -> None:
        page = "<script>\n  import a from './a';\n\n  let b = 1;\n</script>\n"

        after = applied(page, "import c from './c';\n", "a.svelte")

        assert page.replace("'./a';\n", "'./a';\n  import c from './c';\n") == after

    @pytest.mark.parametrize("new", ["import a.Job", "import java.io.File"])
    def test_imports_may_be_sorted_with_capitals_first(self, new: str) -> None:
        imports = ["import a.flow.Map", "import a.flow.as", "import a.launch", "import javax.Inject"]
        file, code = "".join(f"{line}\n" for line in imports), "\nfun f() {\n    g()\n}\n"

        after = applied(f"{file}{code}", f"{new}\n{code}", "a.kt")

        at = 0 if new == "import a.Job" else 3
        assert "".join(f"{line}\n" for line in [*imports[:at], new, *imports[at:]]) + code == after

    def test_an_include_of_the_system_goes_to_those_and_not_to_those_of_the_project(self) -> None:
        file = '#include <cmath>\n#include <vector>\n\n#include "geometry.h"\n\nint a = 1;\n'
        new = "#include <algorithm>\n"

        assert f"{new}{file}" == applied(file, new, "a.cpp")

    def test_capitals_come_first_among_imports_of_java_that_do_not_show_it(self) -> None:
        file = "import io.a.notes.B;\nimport io.b.C;\n\nclass D {\n}\n"
        new = "import io.a.Zip;\n"
        assert f"{new}{file}" == applied(file, new, "D.java")

    def test_a_new_import_goes_below_the_one_above_it(self) -> None:
        new = "import os\nimport sys\nfrom decimal import Decimal\n"

        assert replaced("import os\n", "import os\nimport sys\n") == applied(PYTHON, new)

    @pytest.mark.parametrize(
        ("file", "new", "result"),
        [
            (
                "import os\n\nx = 1\n",
                "import os\n\nfrom app import b\nfrom app import c\n",
                "import os\n\nfrom app import b\nfrom app import c\n\nx = 1\n",
            ),
            (
                "import os\n\nfrom app.y import z\n\nx = 1\n",
                "import os\n\nfrom app.a import b\n",
                "import os\n\nfrom app.a import b\nfrom app.y import z\n\nx = 1\n",
            ),
            ("import os\n\nx = 1\n", "import os\nimport re\n", "import os\nimport re\n\nx = 1\n"),
        ],
        ids=["a new group", "the next group of the file", "no blank line"],
    )
    def test_a_new_import_below_a_blank_line_begins_a_group(self, file: str, new: str, result: str) -> None:
        assert result == applied(file, new)

    @pytest.mark.parametrize(
        ("path", "old", "new", "result"),
        [
            ("a.js", "import { a } from './a'", 'import { a, b } from "./a";', "import { a, b } from './a'"),
            ("a.ts", 'import { a } from "a";', "import { b, a } from 'a'", 'import { b, a } from "a";'),
            ("a.ts", 'import { a } from "a";', "import { a } from 'a'", 'import { a } from "a";'),
        ],
    )
    def test_an_import_of_the_same_module_keeps_the_quotes_and_the_end_of_the_file_s(
        self, path: str, old: str, new: str, result: str
    ) -> None:
        assert f"{result}\n\na()\n" == applied(f"{old}\n\na()\n", f"{new}\n", path)

    def test_one_of_the_future_goes_above_all(self) -> None:
        new = "from __future__ import annotations\n"

        assert replaced("import os\n", f"{new}import os\n") == applied(PYTHON, new)

    def test_the_names_of_a_definition_s_import_are_added_to_the_file_s(self) -> None:
        new = "from decimal import ROUND_UP\n\nRATE = Decimal(2)\n"

        (match,) = matches_of(PYTHON, new)

        result = replaced("import Decimal", "import Decimal, ROUND_UP").replace("Decimal(1)", "Decimal(2)")
        assert result == match.change.apply(PYTHON)
        assert [MatchWarningKind.MERGED] == [warning.kind for warning in match.warnings]

    @pytest.mark.parametrize(
        ("path", "old", "new"),
        [
            ("a.rs", "use std::sync::{Arc, Mutex};", "use std::sync::{Arc, Mutex, RwLock};"),
            ("a.rs", "use std::sync::Arc;", "use std::sync::{Arc, Mutex};"),
            (
                "a.rs",
                "use std::{fmt, sync::Arc};",
                "use std::{fmt::{self, Display}, io, sync::{Arc, Mutex}};",
            ),
            ("a.php", "use A\\B\\{C, D};", "use A\\B\\{C, D, E};"),
        ],
    )
    def test_an_import_of_all_paths_of_one_of_the_file_and_more_replaces_it(
        self, path: str, old: str, new: str
    ) -> None:
        head = "<?php\n\n" if path.endswith("php") else "use std::env;\n"
        file = f"{head}{old}\n\nstruct X;\n" if path.endswith("rs") else f"{head}{old}\n\nclass X {{}}\n"

        assert file.replace(old, new) == applied(file, f"{new}\n", path)

    def test_an_import_of_some_paths_of_one_of_the_file_is_not_added_beside_it(self) -> None:
        file = "use std::sync::{Arc, Mutex};\n\nstruct X;\n"

        assert "the file imports some names of “use std::sync::{Arc, RwLock};” in another way" == (
            refusal(file, "use std::sync::{Arc, RwLock};\n", "a.rs")
        )

    def test_another_path_of_the_same_module_is_imported_on_a_line_of_its_own(self) -> None:
        file = "use std::sync::{Arc, Mutex};\n\nstruct X;\n"

        assert f"use std::sync::RwLock;\n{file}" == applied(file, "use std::sync::RwLock;\n", "a.rs")

    def test_a_new_import_beside_one_of_its_module_stays_on_a_line_of_its_own(self) -> None:
        file = "from .a import one as one\nfrom .b import two as two\n\nx = 1\n"
        shown = "from .a import one as one\nfrom .a import three as three\n"
        (first, *_) = matches_of(file, shown)

        assert file.replace("from .a import one as one\n", shown) == first.change.apply(file)

    def test_names_that_a_file_imports_already_stay_below_others(self) -> None:
        file = "import { a, b } from './a';\n\nconst c = 1;\n"

        assert file.replace("1", "2") == applied(file, "import { b } from './a';\n\nconst c = 2;\n", "a.ts")

    def test_an_import_of_fewer_names_alone_may_drop_the_others(self) -> None:
        file = "from a import b, c\n\nd = 1\n"

        labels = [match.label for match in matches_of(file, "from a import b\n")]

        assert ["leaves the imports as they are", "replaces the import, which drops `c` (L1)"] == labels

    def test_modules_that_are_required_are_imports_too(self) -> None:
        file = "const a = require('a')\nconst { b } = require('b')\nconst c = require('c')\n\na(b, c)\n"
        snippet = "const a = require('a')\nconst c = require('c')\nconst d = require('./d')\n"
        found = match_definitions(FileIndex(file), snippet, "a.js")
        assert not isinstance(found, Mismatch)
        kept, dropped = (match.change.apply(file) for match in found)
        added = file.replace("('c')\n", "('c')\nconst d = require('./d')\n")
        assert (added, added.replace("const { b } = require('b')\n", "")) == (kept, dropped)

    def test_imports_that_lack_some_of_the_file_s_may_drop_them(self) -> None:
        file = "import csv\nimport json\nimport sys\n\na = 1\n"
        keeps, drops = matches_of(file, "import argparse\nimport csv\nimport json\n")

        assert f"import argparse\n{file}" == keeps.change.apply(file)
        assert "import argparse\nimport csv\nimport json\n\na = 1\n" == drops.change.apply(file)
        assert drops.label is not None
        assert drops.label.endswith("drops “import sys”")

    def test_the_same_names_from_another_module_replace_an_import_with_a_warning(self) -> None:
        file = "import os\n\nfrom utils.helpers import plain, shorten\n"
        new = "from utils.text import plain, shorten\n"

        assert "L3: “from utils.helpers import plain, shorten” imports the same name from elsewhere" == (
            doubt(file, new)
        )
        assert [f"import os\n\n{new}"] == [match.change.apply(file) for match in matches_of(file, new)]

    @pytest.mark.parametrize(
        ("file", "new", "path", "result"),
        [
            (
                '"""Doc."""\n\n\nx = 1\n',
                "import a\nimport b\n",
                "a.py",
                '"""Doc."""\n\nimport a\nimport b\n\n\nx = 1\n',
            ),
            ("const x = 1;\n", "import a from 'a';\n", "a.js", "import a from 'a';\n\nconst x = 1;\n"),
            (
                "package a;\n\nclass A {\n}\n",
                "import b.C;\n",
                "a.java",
                "package a;\n\nimport b.C;\n\nclass A {\n}\n",
            ),
        ],
    )
    def test_a_file_without_imports_gets_its_first_below_what_is_above_all(
        self, file: str, new: str, path: str, result: str
    ) -> None:
        assert result == applied(file, new, path)

    def test_names_are_added_to_a_group_of_go(self) -> None:
        file = 'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc f() {\n\tg()\n}\n'
        new = 'import (\n\t"errors"\n\t"fmt"\n)\n\nfunc f() {\n\th()\n}\n'

        (match,) = matches_of(file, new, "a.go")

        assert file.replace('"os"\n', '"os"\n\t"errors"\n').replace("g()", "h()") == match.change.apply(file)


MAKEFILE = """\
BIN := .venv/bin

.PHONY: all test clean

all: test

# Runs the tests.
test: install
\t$(BIN)/pytest

install:
\t$(BIN)/pip install \\
\t\t-r requirements.txt

ifdef CI
FLAGS = --strict
endif

clean:
\trm -rf build
"""


class TestMakefiles:
    def test_a_rule_replaces_its_namesake_and_its_comment_stays(self) -> None:
        new = "test: install lint\n\t$(BIN)/pytest -q\n"

        expected = replaced("test: install\n\t$(BIN)/pytest\n", new, MAKEFILE)
        assert expected == applied(MAKEFILE, new, "Makefile")

    def test_recipes_whose_tabs_became_spaces_get_tabs(self) -> None:
        new = "install:\n    $(BIN)/pip install -r requirements.txt\n    touch .ready\n"

        old = "install:\n\t$(BIN)/pip install \\\n\t\t-r requirements.txt\n"
        expected = replaced(old, new.replace("    ", "\t"), MAKEFILE)
        assert expected == applied(MAKEFILE, new, "Makefile")

    def test_a_new_rule_goes_below_the_one_above_it(self) -> None:
        new = "test: install\n\t$(BIN)/pytest\n\nlint:\n\t$(BIN)/ruff check\n"

        expected = replaced("\t$(BIN)/pytest\n", "\t$(BIN)/pytest\n\nlint:\n\t$(BIN)/ruff check\n", MAKEFILE)
        assert expected == applied(MAKEFILE, new, "Makefile")

    def test_a_new_rule_below_a_special_target_goes_to_the_end_and_not_to_the_top(self) -> None:
        new = ".PHONY: all test clean lint\n\nlint:\n\t$(BIN)/ruff check\n"

        expected = (
            replaced("all test clean", "all test clean lint", MAKEFILE) + "\nlint:\n\t$(BIN)/ruff check\n"
        )
        assert expected == applied(MAKEFILE, new, "Makefile")

    def test_new_ones_that_the_file_has_none_of_stay_beside_their_rule(self) -> None:
        file = "CC = gcc\n\nall: a.o\n\t$(CC) a.o\n\nclean:\n\trm -f *.o\n"
        new = "OBJS = a.o\n\n.PHONY: all\n\nall: $(OBJS)\n\t$(CC) $(OBJS)\n"

        assert replaced("all: a.o\n\t$(CC) a.o\n", new, file) == applied(file, new, "Makefile")

    def test_a_new_variable_goes_below_the_others(self) -> None:
        file = "CC = gcc\nX = 1\n\nall: a.o\n\t$(CC) a.o\n"
        new = "OBJS = a.o\n\nall: $(OBJS)\n\t$(CC) $(OBJS)\n"

        expected = "CC = gcc\nX = 1\nOBJS = a.o\n\nall: $(OBJS)\n\t$(CC) $(OBJS)\n"
        assert expected == applied(file, new, "Makefile")

    def test_a_special_target_that_loses_a_name_waits_for_the_user(self) -> None:
        message = "L3: `clean` of `.PHONY` is not in the snippet"

        assert message == doubt(MAKEFILE, ".PHONY: all test lint\n", "Makefile")

    def test_a_phony_line_directly_above_its_rule_belongs_to_it(self) -> None:
        file = "all: a\n\n.PHONY: a\na:\n\techo a\n"
        new = ".PHONY: a\na:\n\techo A\n\n.PHONY: b\nb:\n\techo b\n"

        assert f"all: a\n\n{new}" == applied(file, new, "build/rules.mk")

    def test_a_variable_replaces_its_namesake(self) -> None:
        assert replaced(":= .venv/bin", ":= venv/bin", MAKEFILE) == applied(
            MAKEFILE, "BIN := venv/bin\n", "Makefile"
        )

    def test_a_rule_that_seems_cut_off_waits_for_the_user(self) -> None:
        file = "all:\n\tone\n\ttwo\n\tthree\n"
        message = "L2: `all` is shorter than in the file and ends at “one --fast”: it may be cut off"

        assert message == doubt(file, "all:\n\tone --fast\n", "Makefile")

    def test_a_recipe_with_conditions_is_refused(self) -> None:
        file = "all:\nifdef CI\n\tone\nelse\n\ttwo\nendif\n\tthree\n"

        assert "a definition of the file shares a line with other code" == refusal(
            file, "all:\n\tone\n", "Makefile"
        )


class TestParts:
    """A part of a file begins with a definition, but not as the file does."""

    @pytest.mark.parametrize(
        ("text", "is_part"),
        [
            (PYTHON[PYTHON.index("class Invoice") :], True),
            (PYTHON[PYTHON.index("RATE") :], True),
            (PYTHON, False),
            (PYTHON.replace("import os\n", ""), False),
            (PYTHON.replace('"""Prices."""', '"""Costs."""'), False),
            ("def other():\n    pass\n", False),
            ("not code at all (\n", False),
        ],
    )
    def test_the_beginning_tells(self, text: str, is_part: bool) -> None:
        assert is_part == (part_of(FileIndex(PYTHON), text, "a.py") is not None)

    def test_a_text_without_the_first_definitions_may_be_a_new_version(self) -> None:
        part = part_of(FileIndex("a = 1\nb = 2\nc = 3\n"), "b = 2\nc = 4\n", "a.py")

        assert part is not None
        assert not part.is_sure


@pytest.mark.parametrize(
    ("path", "file", "new", "labels"),
    [
        (
            "a.py",
            "class A:\n    def a(self):\n        pass\n\n\nclass B:\n    def b(self):\n        pass\n",
            "    def c(self):\n        return 3\n",
            ["adds `c` at the end of class `A`", "adds `c` at the end of class `B`"],
        ),
        (
            "A.java",
            "class A {\n  int a() {\n    return 1;\n  }\n}\n",
            "  int c() {\n    return 3;\n  }\n",
            ["adds `c` at the end of class `A`", "adds `c` above `a`"],
        ),
        (
            "a.ts",
            "export class A {\n  a() {\n    return 1;\n  }\n}\n",
            "  c(): number {\n    return 3;\n  }\n",
            ["adds `c` at the end of `A`", "adds `c` above `a`"],
        ),
    ],
)
def test_a_new_member_without_its_type_may_go_into_each(
    path: str, file: str, new: str, labels: list[str]
) -> None:
    """With one type only, its other boundaries are candidates: never one match by itself."""
    assert labels == [match.label for match in matches_of(file, new, path)]


class TestNestedBlocks:
    HCL = """\
resource "a" "b" {
  enabled = true

  cache {
    policy = "all"
  }
}

output "c" {
  value = 1
}
"""

    def test_a_nested_block_of_hcl_replaces_its_namesake(self) -> None:
        assert replaced('"all"', '"https"', self.HCL) == applied(
            self.HCL, 'cache {\n  policy = "https"\n}\n', "main.tf"
        )

    def test_a_block_without_some_of_its_members_has_two_meanings(self) -> None:
        labels = [
            match.label
            for match in matches_of(self.HCL, 'resource "a" "b" {\n  enabled = false\n}\n', "main.tf")
        ]

        assert ['update `enabled` of `resource "a" "b"`', 'replace `resource "a" "b"` as written'] == [
            (label or "").partition(",")[0] for label in labels
        ]

    def test_a_new_section_goes_beside_those_of_its_rank(self) -> None:
        file = "# Changes\n\n## 1.1\n\n- b\n\n## 1.0\n\n- a\n"

        found = places_of_new(FileIndex(file), "...\n## 1.2\n\n- c\n", "CHANGES.md", (0,))

        labels = ["at the end of `Changes`", "above `1.1`", "below `1.1`"]
        assert [f"adds `1.2` {label}" for label in labels] == [match.label for match in found]
        assert "# Changes\n\n## 1.2\n\n- c\n\n## 1.1\n" in found[1].change.apply(file)


class TestNamedOwners:
    YAML = "services:\n  web:\n    image: a\n\n  db:\n    image: b\n"

    def test_new_keys_go_into_the_mapping_that_the_words_name(self) -> None:
        found = new_members_of(FileIndex(self.YAML), "volumes:\n  - x\n", "compose.yml", ["web"])

        assert "adds `volumes` at the end of `web`" == found[0].label
        assert replaced("image: a\n", "image: a\n    volumes:\n      - x\n", self.YAML) == (
            found[0].change.apply(self.YAML)
        )

    @pytest.mark.parametrize("names", [[], ["cache"], ["web", "db"]])
    def test_without_just_one_such_mapping_there_is_no_place(self, names: list[str]) -> None:
        assert () == new_members_of(FileIndex(self.YAML), "volumes:\n  - x\n", "compose.yml", names)


def test_dots_may_end_a_table_at_the_end_of_the_snippet() -> None:
    file = '[project]\nname = "a"\nversion = "2.1"\nreadme = "b"\n\n[tool.c]\nd = 1\n'
    snippet = '[project]\n# ... existing code ...\nversion = "2.2"\n# ... existing code ...\n'
    found = sketch(snippet)
    assert found is not None

    matches = match_definitions(FileIndex(file), snippet, "a.toml", gap_lines(found))

    assert isinstance(matches, tuple)
    assert [file.replace("2.1", "2.2")] == [match.change.apply(file) for match in matches]


@pytest.mark.parametrize("unit", ["\t", "    "])
@pytest.mark.parametrize(
    ("path", "file", "snippet", "expected"),
    [
        (
            "package.json",
            '{\n\t"name": "a",\n\t"scripts": {\n\t\t"build": "tsc"\n\t}\n}\n',
            '{\n  "scripts": {\n    "lint": "eslint ."\n  }\n}\n',
            '"tsc",\n\t\t"lint": "eslint ."\n',
        ),
        (
            "tsconfig.json",
            '{\n\t"name": "a",\n\t"scripts": {\n\t\t"build": "tsc"\n\t}\n}\n',
            '{\n  "scripts": {\n    // New.\n    "lint": "eslint ."\n  }\n}\n',
            '"tsc",\n\t\t// New.\n\t\t"lint": "eslint ."\n',
        ),
        (
            "a.ts",
            "interface A {\n\ta: string;\n\tb: string;\n}\n",
            "interface A {\n  render(): number;\n}\n",
            "b: string;\n\trender(): number;\n",
        ),
    ],
)
def test_a_new_line_takes_the_unit_of_indentation_of_the_file(
    path: str, file: str, snippet: str, expected: str, unit: str
) -> None:
    text = file.replace("\t", unit)

    assert expected.replace("\t", unit) in matches_of(text, snippet, path)[0].change.apply(text)


COMPONENT = """\
import { useState } from 'react';

{head}
  const [items, setItems] = useState([]);

  useEffect(() => {
    load();
  }, []);

  {old}

  const clear = () => {
    setItems([]);
  };

  return <List items={items} load={load} />;
{end}
"""
HEADS = {
    "export default function App() {": "}",
    "export const App: React.FC = () => {": "};",
    "const App = memo(({ id }: Props) => {": "});",
}
LOADS = {
    "const load = async () => {\n  setItems(await get());\n};": "const load = async (page: number) => {\n"
    "  try {\n    setItems(await get(page));\n  } catch (error) {\n    report(error);\n  }\n};",
    "function load() {\n  get().then(setItems);\n}": "function load() {\n"
    "  setItems(null);\n  get()\n    .then(setItems)\n    .catch(report);\n}",
    "const load = useCallback(() => {\n  get().then(setItems);\n}, []);": "const load = useCallback(() => {\n"
    "  report(null);\n  get(id).then(setItems);\n}, [id]);",
}


class TestLocalFunctions:
    """The functions of a component are defined in one, and shown alone."""

    @pytest.mark.parametrize("head", HEADS)
    @pytest.mark.parametrize("old", LOADS)
    def test_one_replaces_its_only_namesake(self, head: str, old: str) -> None:
        def component(function: str) -> str:
            text = COMPONENT.replace("{head}", head).replace("{end}", HEADS[head])
            return text.replace("{old}", function.replace("\n", "\n  "))

        assert component(LOADS[old]) == applied(component(old), LOADS[old] + "\n", "a.tsx")

    def test_one_of_two_components_is_not_guessed(self) -> None:
        file = "".join(
            f"function {name}() {{\n  const load = () => {{\n    get({name});\n    go();\n  }};\n}}\n\n"
            for name in ("A", "B")
        )
        new = "const load = () => {\n  get();\n  go(1);\n};\n"
        assert "several functions have `load`" == refusal(file, new, "a.ts")

    def test_a_name_that_is_something_else_in_several_functions_is_said_to_be_that(self) -> None:
        file = "".join(
            f"function {name}() {{\n  const load = () => {{\n    go();\n  }};\n}}\n\n" for name in ("A", "B")
        )
        why = refusal(file, "class load extends Loader {\n  start() {\n    go();\n  }\n}\n", "a.js")
        assert why.startswith("the file has `load` only as something else or inside a definition")

    def test_one_that_has_only_the_name_of_a_local_one_is_refused(self) -> None:
        file = "function A() {\n  const load = () => {\n    get(1);\n    go();\n  };\n  go(load);\n}\n"
        new = "export function load(path, mode) {\n  return read(path).then((text) => JSON.parse(text));\n}\n"
        assert "nothing shows where it goes" in refusal(file, new, "a.ts")

    def test_an_inner_function_of_python_replaces_its_namesake(self) -> None:
        file = (
            "def retry(times):\n    def decorator(f):\n        def wrapper(*args):\n"
            "            return f(*args)\n\n        return wrapper\n\n    return decorator\n"
        )
        new = "def wrapper(*args):\n    for _ in range(times):\n        return f(*args)\n"
        old = "            return f(*args)\n"
        assert replaced(old, "            for _ in range(times):\n    " + old, file) == applied(file, new)


VUE = """\
import axios from 'axios';

export default {
  data() {
    return { books: [] };
  },
  methods: {
    load() {
      axios.get(path).then(this.show);
    },
    edit(book) {
      this.book = book;
    },
    save: debounce(function () {
      axios.put(path);
    }),
  },
};
"""


class TestObjects:
    """The properties of objects in scripts are members, if nothing else fits."""

    def test_a_method_replaces_its_namesake(self) -> None:
        old = "    load() {\n      axios.get(path).then(this.show);\n    },\n"
        new = "async load() {\n  const { data } = await axios.get(path);\n  this.show(data);\n},\n"
        expected = replaced(old, "".join(f"    {line}\n" for line in new.splitlines()), VUE)
        assert expected == applied(VUE, new, "a.js")

    def test_one_that_lacks_the_comma_gets_it(self) -> None:
        assert replaced("this.book = book;", "this.book = { ...book };", VUE) == applied(
            VUE, "edit(book) {\n  this.book = { ...book };\n}\n", "a.js"
        )

    def test_a_new_property_next_to_dots_goes_to_the_end_first(self) -> None:
        file = "export const router = create({\n  a: one(),\n\n  b: two(() => {\n    go();\n  })\n});\n"
        snippet = "export const router = create({\n  // ... existing routes\n\n  c: three(),\n});\n"
        first = dotted(file, snippet, "a.ts")[0]
        assert "adds `c` at the end of `router`" == first.label
        assert replaced("  })\n", "  }),\n\n  c: three()\n", file) == first.change.apply(file)

    def test_a_comma_goes_before_a_comment(self) -> None:
        file = "const limits = {\n  a: 1, // few\n  b: 2 // more\n};\n"
        first = dotted(file, "const limits = {\n  // ...\n  c: 3, // most\n};\n", "a.js")[0]
        expected = "const limits = {\n  a: 1, // few\n  b: 2, // more\n\n  c: 3 // most\n};\n"
        assert expected == first.change.apply(file)

    def test_an_object_without_some_of_its_properties_has_two_meanings(self) -> None:
        file = "export const cfg = {\n  total: 1,\n  load: 2,\n};\n"
        keeps, drops = matches_of(file, "export const cfg = {\n  load: 3,\n};\n", "a.ts")
        assert file.replace("load: 2", "load: 3") == keeps.change.apply(file)
        assert "export const cfg = {\n  load: 3,\n};\n" == drops.change.apply(file)

    def test_a_property_of_several_objects_is_not_guessed(self) -> None:
        file = "const a = {\n  f() {\n    one();\n  },\n};\nconst b = {\n  f() {\n    two();\n  },\n};\n"
        found = match_definitions(FileIndex(file), "f() {\n  three();\n},\n", "a.js")
        assert isinstance(found, Mismatch)

    @pytest.mark.parametrize("comment", ["// few", '// see "x"'])
    def test_the_comment_behind_a_property_stays(self, comment: str) -> None:
        file = f"const limits = {{\n  a: 1, {comment}\n  b: 2,\n}};\n"
        assert file.replace("a: 1", "a: 9") == applied(file, "a: 9,\n", "a.js")

    def test_a_part_of_the_methods_keeps_the_others(self) -> None:
        snippet = "methods: {\n  // ...\n  edit(book) {\n    this.book = copy(book);\n  },\n  // ...\n},\n"
        (match,) = dotted(VUE, snippet, "a.js")
        assert replaced("this.book = book;", "this.book = copy(book);", VUE) == match.change.apply(VUE)


class TestVisibilities:
    """A new member below a line such as `private` in the snippet is below that of the file."""

    RUBY = "class A\n  def load\n    read(1)\n  end\n\n  private\n\n  def size\n    9\n  end\nend\n"
    NEW = "  def deny_access\n    redirect_to root, alert: MESSAGE\n  end\n"

    def test_a_new_method_below_the_line_is_private(self) -> None:
        snippet = f"class A\n  def load\n    read(2)\n  end\n\n  private\n\n{self.NEW}\n  # ...\nend\n"
        expected = self.RUBY.replace("read(1)", "read(2)").replace("  private\n", f"  private\n\n{self.NEW}")
        assert [expected] == [match.change.apply(self.RUBY) for match in dotted(self.RUBY, snippet, "a.rb")]

    def test_a_new_method_above_the_line_is_public(self) -> None:
        snippet = f"class A\n  # ...\n{self.NEW}\n  private\n\n  def size\n    8\n  end\nend\n"
        text = dotted(self.RUBY, snippet, "a.rb")[0].change.apply(self.RUBY)
        assert text.index("deny_access") < text.index("private") < text.index("def size")

    def test_in_cpp_too(self) -> None:
        file = "class A {\npublic:\n    int f() { return 1; }\n\nprivate:\n    int x() { return 2; }\n};\n"
        new = "    void reset() {\n        first.clear();\n        last.clear();\n    }\n"
        snippet = f"class A {{\npublic:\n    int f() {{ return 11; }}\n\nprivate:\n{new}\n    // ...\n}};\n"
        found = match_definitions(FileIndex(file), snippet, "a.hpp", [10])
        assert isinstance(found, tuple)
        (match,) = found
        assert "private:" == match.change.apply(file).partition("reset")[0].split()[-2]


def test_a_body_that_is_wrapped_keeps_the_depths_of_the_snippet() -> None:
    """Lines that both have are in other blocks than in the file."""
    old = "  f() {\n    get()\n      .then(() => {\n        one();\n        two();\n      });\n  }\n"
    new = (
        "  async f() {\n    try {\n      await get();\n      one();\n      two();\n"
        "    } finally {\n      end();\n    }\n  }\n"
    )

    assert f"class A {{\n{new}}}\n" == applied(f"class A {{\n{old}}}\n", new, "a.js")


class TestTablesBesideDots:
    FILE = '[package]\nname = "a"\nversion = "1"\n\n[dependencies]\nb = "1"\nc = "1"\n\n[dev]\nd = "1"\n'
    NEW = "[features]\nx = []\n\n[profile]\ny = true\n\n[profile.dev]\nz = 1\n"

    @pytest.mark.parametrize("dots", ["# ...\n", "\n# ... [dev] stays ...\n"], ids=["of the table", "apart"])
    def test_several_new_ones_go_below_their_neighbour_or_else_to_the_end(self, dots: str) -> None:
        """Most of the tables of the snippet are new."""
        (match,) = dotted(self.FILE, f'[dependencies]\nb = "2"\nc = "1"\n{dots}\n{self.NEW}', "a.toml")

        after = match.change.apply(self.FILE).replace('b = "2"', 'b = "1"')
        beside = self.FILE.replace("[dev]", f"{self.NEW}\n[dev]")
        assert after == (beside if dots.startswith("#") else f"{self.FILE}\n{self.NEW}")

    def test_new_ones_go_to_the_end_below_a_table_with_a_new_key(self) -> None:
        new = "[profile]\ny = true\n"
        shown = f'[dependencies]\n# ...\nx = "2"\n\n# ...\n\n{new}'

        first, *others = dotted(self.FILE, shown, "a.toml")

        assert "adds `x` at the end of `dependencies`; adds `profile` at the end of the file" == first.label
        assert f"{self.FILE}\n{new}".replace('c = "1"', 'c = "1"\nx = "2"') == first.change.apply(self.FILE)
        assert [True, True] == [match.change.apply(self.FILE).endswith(f"\n{new}") for match in others]
        assert 3 == len({first.key, *(match.key for match in others)})

    def test_new_keys_of_several_tables_each_go_to_the_end(self) -> None:
        shown = '[dependencies]\n# ...\nx = "2"\n\n[dev]\n# ...\ny = "2"\n'

        (match,) = dotted(self.FILE, shown, "a.toml")

        after = self.FILE.replace('c = "1"', 'c = "1"\nx = "2"') + 'y = "2"\n'
        assert after == match.change.apply(self.FILE)

    def test_the_label_has_the_ends_of_all_mappings(self) -> None:
        file = "all:\n  a:\n    x: 1\n    y: 1\n  b:\n    x: 2\n    y: 2\n"

        (match,) = dotted(file, "all:\n  a:\n    # ...\n    z: 1\n  b:\n    # ...\n    z: 2\n", "a.yml")

        assert "adds `z` at the end of `a`; adds `z` at the end of `b`" == match.label
        assert file.replace("y: 1\n", "y: 1\n    z: 1\n") + "    z: 2\n" == match.change.apply(file)

    def test_dots_below_a_new_one_are_not_its_own(self) -> None:
        new = "[features]\nx = []\n"
        shown = f'[package]\nname = "b"\n# ...\n\n{new}\n# ...\n\n[dev]\nd = "1"\n'

        (match,) = dotted(self.FILE, shown, "a.toml")

        named = self.FILE.replace('name = "a"', 'name = "b"')
        assert named.replace("[dependencies]", f"{new}\n[dependencies]") == match.change.apply(self.FILE)


@pytest.mark.parametrize(
    ("file", "snippet", "old", "new", "path"),
    [
        (
            'services:\n  web:\n    ports:\n      - "80:80"\n  db:\n    image: b\n',
            'services:\n  web:\n    ports:\n      - "443:443"\n',
            '"80:80"\n',
            '"80:80"\n      - "443:443"\n',
            "a.yml",
        ),
        ("web:\n  ports: [80]\n", "web:\n  ports:\n    - 443\n", "80", "80, 443", "a.yml"),
        ('[lint]\nselect = ["E"]\n', '[lint]\nselect = [\n  "W",\n]\n', '"E"', '"E", "W"', "a.toml"),
        ('{\n  "a": {\n    "b": ["c"]\n  }\n}\n', '"a": {\n  "b": ["d"]\n}\n', '"c"', '"c", "d"', "a.json"),
    ],
)
def test_new_items_join_a_list_that_is_all_of_its_mapping(
    file: str, snippet: str, old: str, new: str, path: str
) -> None:
    (match,) = new_items_of(FileIndex(file), snippet, path)

    assert replaced(old, new, file) == match.change.apply(file)


SITES = """\
upstream app { server app:80; }

server {
    listen 80;
    server_name a.org;

    # Pages
    location / {
        proxy_pass http://app/;
        proxy_set_header Host $host;
    }

    location /api {
        proxy_pass http://api/;
        proxy_set_header Host $host;
    }

    location ~ \\.(png|jpg)$ {
        root /srv;
        add_header
            Cache-Control public;
    }
}

server {
    server_name b.org;

    location / {
        proxy_pass http://b/;
    }
}
"""


class TestBlocksOfConfiguration:
    def test_a_block_replaces_that_with_its_head(self) -> None:
        snippet = "location /api {\n    proxy_pass http://v2/;\n}\n"
        expected = SITES.replace("http://api/;\n        proxy_set_header Host $host;", "http://v2/;")
        assert expected == applied(SITES, snippet, "site.conf")

    def test_a_remark_behind_a_brace_is_no_part_of_the_block(self) -> None:
        file = SITES.replace("{\n", "{  # main\n").replace("}\n", "}  # end\n")
        snippet = "location /api {\n    proxy_pass http://v2/;\n}\n"
        result = applied(file, snippet, "site.conf")
        assert "location /api {\n        proxy_pass http://v2/;\n    }\n" in result

    def test_one_with_another_head_is_new_even_if_it_is_like_others(self) -> None:
        known = SITES[SITES.index("    location /api") : SITES.index("\n    location ~")]
        new = known.replace("api", "docs")
        expected = SITES.replace(known, f"{known}\n{new}")
        assert expected == applied(SITES, f"{known}\n{new}", "sites/nginx.conf")

    def test_of_several_servers_that_with_the_name_is_meant(self) -> None:
        snippet = "server {\n    server_name b.org;\n\n    location / {\n        return 404;\n    }\n}\n"
        assert SITES.replace("proxy_pass http://b/", "return 404") == applied(SITES, snippet, "site.conf")

    def test_the_places_of_a_new_block_are_in_the_blocks_with_others_of_its_kind(self) -> None:
        snippet = "...\nlocation /docs {\n    root /docs;\n}\n"
        found = places_of_new(FileIndex(SITES), snippet, "site.conf", (0,))
        assert ["adds `location /docs` at the end of `server`"] * 2 == [match.label for match in found]

    def test_a_block_without_the_blocks_of_the_file_may_drop_them(self) -> None:
        snippet = "server {\n    server_name a.org;\n    return 301 https://a.org;\n}\n"
        assert "`server` has blocks in the file, and none in the snippet" == refusal(SITES, snippet, "a.conf")

    def test_words_name_a_block_by_a_word_of_its_head_in_the_one_around_it(self) -> None:
        index = FileIndex(SITES)
        assert [(12, 16)] == named_spans(index, ["/api"], "site.conf")
        assert [(27, 30)] == named_spans(index, ["location /", "b.org"], "site.conf")

    @pytest.mark.parametrize("text", ["[a]\nx = 1\n", "a {\n", "}\n", "worker_processes 1;\n", ""])
    def test_a_file_without_whole_blocks_has_no_outline(self, text: str) -> None:
        assert outline(text, "blocks") is None

    @pytest.mark.parametrize("count", [200, 2_000])
    def test_blocks_in_very_many_others_have_no_outline(self, count: int) -> None:
        assert outline("a {\n" * count + "}\n" * count, "blocks") is None
        assert outline("class A {\n" * count + "}\n" * count, "java") is None
        assert outline('{"a":\n' * count + "1\n" + "}\n" * count, "json") is None

    def test_a_caddyfile_has_sites_and_what_is_in_them(self) -> None:
        file = "a.org {\n\troot * /srv\n\n\thandle /api/* {\n\t\treverse_proxy {$API}\n\t}\n}\n"
        snippet = "handle /api/* {\n\treverse_proxy api:80\n}\n"
        assert file.replace("{$API}", "api:80") == applied(file, snippet, "Caddyfile")


def test_of_many_results_only_the_first_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []

    def counting(text: str, language: str, *, has_objects: bool = False) -> TextOutline | None:
        parsed.append(text.count("\n"))
        return outline(text, language, has_objects=has_objects)

    monkeypatch.setattr(definitions, "outline", counting)
    file = "".join(f"class C{n}(Base):\n    def load(self):\n        return {n}\n\n\n" for n in range(500))

    found = match_definitions(FileIndex(file), "def load(self):\n    return None\n", "a.py")

    assert not isinstance(found, Mismatch), found.message
    assert 500 == len(found)
    assert sum(parsed) < 30_000


BOT = """\
class Bot:
    def send(self, text):
        self.check(text)
        self.queue.append(text)

    def stop(self):
        self.running = False
        self.queue.clear()

    def getAll(self):
        return self.queue


def other(x):
    return x
"""


class TestOtherNames:
    """A definition may replace one that the file has under another name."""

    @pytest.mark.parametrize(
        ("snippet", "words", "old", "is_said"),
        [
            (
                "def post(self, text):\n    log(text)\n    self.check(text)\n    self.queue.append(text)\n",
                "",
                "send",
                False,
            ),
            ("def get_all(self):\n    return list(self.queue)\n", "", "getAll", True),
            ("def halt(self):\n    pass\n", "Rename `stop`:", "stop", True),
            ("def send_now(self):\n    pass\n", "Benenne die Methode um:", "send", True),
        ],
    )
    def test_its_lines_its_name_or_words_show_which(
        self, snippet: str, words: str, old: str, is_said: bool
    ) -> None:
        found = renamed_definitions(FileIndex(BOT), snippet, "a.py", words)
        match, said = found
        assert match is not None
        new = snippet[4 : snippet.index("(")]
        assert (f"replaces `{old}` with `{new}`", is_said) == (match.label, said)
        result = match.change.apply(BOT)
        assert (f"def {old}(" in result, f"    def {new}(" in result) == (False, True)

    def test_several_have_other_names_and_one_more_is_new(self) -> None:
        file = "int A::getX() {\n    return x;\n}\n\nint A::getY() {\n    return y;\n}\n"
        snippet = (
            file.replace("getX", "get_x").replace("getY", "get_y") + "\nint A::z() {\n    return 0;\n}\n"
        )
        match, _ = renamed_definitions(FileIndex(file), snippet, "a.cpp", "")
        assert match is not None
        assert snippet == match.change.apply(file)

    @pytest.mark.parametrize(
        ("snippet", "words"),
        [
            ("def send(self, text):\n    pass\n", "Rename it:"),  # the file has it
            ("def halt(self):\n    pass\n", "Add it:"),
            ("def halt(self):\n    pass\n", "Rename it:"),
            ("x = 1\n", "Rename it:"),
            ("run()\n", "Rename it:"),
        ],
    )
    def test_without_a_sign_it_is_new(self, snippet: str, words: str) -> None:
        assert (None, False) == renamed_definitions(FileIndex(BOT), snippet, "a.py", words)

    @pytest.mark.parametrize(
        "words",
        [
            "The whole `stop` method gets replaced with:",
            "- **Replace `stop`** with `halt`:",
            "Remove `stop` from `a.py` and add `halt` in the same spot:",
            "`halt` replaces `stop` (leave `getAll` as it is):",
            "`stop` becomes `halt`, which keeps the queue:",
            "Rewrite **stop** as **halt** so that it keeps the queue:",
            "Use this `halt` in place of `stop`; `send` stays unchanged:",
            "I'd swap stop() for halt(). Replace the whole method with:",
            "In `a.py` wird `stop` durch `halt` ersetzt:",
            "Substitua o método `stop` por `halt`:",
            "`stop` メソッドを次の `halt` に置き換えます：",
            "`a.py`에서 `stop` 메서드를 `halt`으로 바꿔 주세요:",
        ],
    )
    def test_words_put_it_in_the_place_of_the_only_one_that_they_name(self, words: str) -> None:
        match, said = renamed_definitions(FileIndex(BOT), "def halt(self):\n    pass\n", "a.py", words)

        assert match is not None
        assert ("replaces `stop` with `halt`", True) == (match.label, said)

    @pytest.mark.parametrize(
        "words",
        [
            "Replace the calls of `stop` with this new method:",
            "Replace `stop` and `send` with:",
            "Instead of stopping, call this:",
            "Add `halt` below `stop`:",
        ],
    )
    def test_words_about_uses_or_several_definitions_replace_none(self, words: str) -> None:
        snippet = "def halt(self):\n    pass\n"

        assert (None, False) == renamed_definitions(FileIndex(BOT), snippet, "a.py", words)


def test_an_import_that_the_file_has_twice_gets_more_names_once() -> None:
    file = "from web import messages\nfrom web import messages\n\n\ndef login():\n    return 1\n"
    snippet = "from web import auth, messages\n\n\ndef login():\n    return auth()\n"

    found = match_definitions(FileIndex(file), snippet, "a.py")

    assert not isinstance(found, Mismatch), found.message
    assert (
        "from web import auth, messages\nfrom web import messages\n\n\ndef login():\n    return auth()\n"
        == (found[0].change.apply(file))
    )
