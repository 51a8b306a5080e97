"""Old and new code in one fence: each below a comment that says which it is, or told by signs."""

from textwrap import dedent

import pytest

from editreview.blocks import EditBlock, FormatName, Replace, Write
from editreview.formats import parse
from editreview.formats.whole_file import replacements_in
from tests.builders import interpretations_of

PAIR = "# Before\nx = 1\n\n# After\nx = 2\n"


def pairs(text: str) -> list[tuple[str, str]]:
    return [(pair.search, pair.replace) for pair in replacements_in(text)]


class TestReplacements:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("# Before", "# After"),
            ("// BEFORE:", "// AFTER:"),
            ("/* old */", "/* new */"),
            ("<!-- Original -->", "<!-- Updated -->"),
            ("# --- Old code ---", "# --- New code ---"),
            ("# ❌ Before (line 12)", "# ✅ After"),
            ("-- Current implementation", "-- Fixed version"),
            ("// Change this:", "// To this:"),
            ("# Vorher", "# Nachher"),
            ("# Avant", "# Après"),
            ("# 修改前", "# 修改后"),
        ],
    )
    def test_comments_tell_old_code_from_new(self, old: str, new: str) -> None:
        assert [("x = 1\n", "x = 2\n")] == pairs(f"{old}\nx = 1\n\n{new}\nx = 2\n")

    def test_a_fence_may_hold_several_pairs(self) -> None:
        text = f"{PAIR}\n# Before\n    y = 1\n# After\n    y = 2\n    z = 3\n"

        assert [("x = 1\n", "x = 2\n"), ("    y = 1\n", "    y = 2\n    z = 3\n")] == pairs(text)

    @pytest.mark.parametrize(
        "text",
        [
            f"import os\n{PAIR}",
            "# Before\nx = 1\n",
            "# Before\n# After\nx = 2\n",
            "# Before\nx = 1\n# After\n",
            "# After\nx = 2\n\n# Before\nx = 1\n",
            "# Before the loop\nx = 1\n\n# After the loop\nx = 2\n",
            "x = 1\nx = 2\n",
        ],
    )
    def test_other_code_has_none(self, text: str) -> None:
        assert [] == pairs(text)


class TestFences:
    def edits(self, text: str) -> list[tuple[str | None, str, str, str]]:
        found = []
        for block in parse(text).blocks:
            assert isinstance(block.operation, Replace)
            pair = block.operation.interpretations[0]
            found.append((block.path_written, block.format, pair.search, pair.replace))
        return found

    @pytest.mark.parametrize(
        "path", ["`a.py`:\n\n```python\n", "In `a.py`:\n```python\n", "```python\n# a.py\n"]
    )
    def test_a_pair_in_a_fence_with_a_path_is_an_edit(self, path: str) -> None:
        assert [("a.py", "search-replace", "x = 1\n", "x = 2\n")] == self.edits(f"{path}{PAIR}```\n")

    def test_a_new_file_may_have_such_comments(self) -> None:
        assert ["whole-file"] == [
            each.format for each in parse(f"Create a new file `a.py`:\n```python\n{PAIR}```\n").blocks
        ]

    def test_a_pair_without_a_path_is_code_with_its_replacement(self) -> None:
        (code,) = parse(f"The bug in `a.py` is easy to see.\n\n```python\n{PAIR}```\n").code

        assert code.operation is not None
        assert ("x = 2\n", ("a.py",)) == (code.text, code.mentions)


_SIGNED = "def a(x):\n    if x:\n-        return 1\n+        return 10\n    return 0\n"
_OLD = "def a(x):\n    if x:\n        return 1\n    return 0\n"


def _pairs_of(block: EditBlock) -> list[tuple[str, str]]:
    return [(each.search, each.replace) for each in interpretations_of(block)]


class TestSigns:
    """Code of which some lines have the signs of a diff."""

    def test_the_signs_are_not_text(self) -> None:
        (found,) = parse(f"In `src/a.py`:\n\n```python\n{_SIGNED}```\n").blocks

        assert "src/a.py" == found.path_written
        assert (_OLD, _OLD.replace("1\n", "10\n")) in _pairs_of(found)

    def test_without_a_file_it_is_code_with_old_text(self) -> None:
        (found,) = parse(f"Change this:\n\n```python\n{_SIGNED}```\n").code

        assert isinstance(found.operation, Replace)
        assert _OLD in [each.search for each in found.operation.interpretations]

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("a.py", '"""Lists.\n\n- a\n+ b\n"""\n\nX = 1\n'),
            ("a.js", "const text = `\n- a\n+ b\n`;\n"),
            ("a.yaml", "- a\n+ b\nc: 1\n"),
            ("a.md", "- a\n+ b\n\nText.\n"),
            ("a.sql", "-- Old.\n+ b\nSELECT 1;\n"),
            ("a.sh", "docker run \\\n- a\n+ b\n"),
            ("a.c", "++count;\n+value;\nreturn 0;\n"),
            ("a.js", "const sum = a\n  + b\n  - c;\n"),
            ("a.js", "+ a\n+ b\n"),
            ("a.py", "TEXT = (1\n+ 2\n+ 3)\n"),
            ("a.css", ".a\n+ .b {\n}\n"),
        ],
    )
    def test_they_are_text_where_lines_may_begin_with_them(self, path: str, text: str) -> None:
        (found,) = parse(f"{path}\n```\n{text}```\n").blocks

        assert Write(text) == found.operation

    @pytest.mark.parametrize(
        ("code", "pair"),
        [
            (
                "def a(x):\n+    y = 1\n    return x\n",
                ("def a(x):\n    return x\n", "def a(x):\n    y = 1\n    return x\n"),
            ),
            ('import (\n\t"a"\n+\t"b"\n)\n', ('import (\n\t"a"\n)\n', 'import (\n\t"a"\n\t"b"\n)\n')),
            (
                " def a(x):\n-    y = 1\n     return x\n",
                ("def a(x):\n    y = 1\n    return x\n", "def a(x):\n    return x\n"),
            ),
            (
                "  def a(x):\n+     y = 1\n      return x\n",
                ("def a(x):\n    return x\n", "def a(x):\n    y = 1\n    return x\n"),
            ),
            ("import sys\n+ import os\n", ("import sys\n", "import sys\nimport os\n")),
            ("    a(x)\n+   b(x)\n    c(x)\n", ("    a(x)\n    c(x)\n", "    a(x)\n    b(x)\n    c(x)\n")),
            ("<div>\n  + <b>x</b>\n  <i>y</i>\n", ("<div>\n  <i>y</i>\n", "<div>\n  <b>x</b>\n  <i>y</i>\n")),
        ],
        ids=[
            "added",
            "after-a-tab",
            "removed",
            "two-columns",
            "space-behind",
            "in-the-first-column",
            "behind-the-indentation",
        ],
    )
    def test_one_sign_is_enough_where_no_sum_goes_on(self, code: str, pair: tuple[str, str]) -> None:
        (found,) = parse(f"In `src/a.jsx`:\n\n```jsx\n{code}```\n").blocks

        assert FormatName.UNIFIED_DIFF == found.format
        assert tuple(map(dedent, pair)) in [tuple(map(dedent, each)) for each in _pairs_of(found)]

    @pytest.mark.parametrize("space", ["", " "])
    def test_code_that_is_all_new_loses_its_signs(self, space: str) -> None:
        (found,) = parse(f"Add to `a.py`:\n\n```python\n+{space}def a():\n+{space}    return 1\n```\n").blocks

        assert Write("def a():\n    return 1\n", updates=True) == found.operation

    @pytest.mark.parametrize(
        "text",
        [
            "total = (a\n+ b)\n",
            "const a = first\n  + second\n  + third;\n",
            "/*\n+ A sum: of parts\n*/\nconst a = 1;\n",
            "x = [\n-1,\n-2,\n]\n",
            "x = [\n+1, -2,\n-3, +4,\n]\n",
            "a = b\n- c\n",
            '"""Lists:\n\n    - a: one\n    + b: two\n"""\n',
            "-include rules.mk\nall: a.o\n",
        ],
    )
    def test_a_sum_a_number_or_a_list_has_no_signs(self, text: str) -> None:
        (found,) = parse(f"a.js\n```\n{text}```\n").blocks

        assert Write(text) == found.operation

    @pytest.mark.parametrize("space", ["", " "])
    def test_in_a_diff_they_may_stand_behind_the_indentation(self, space: str) -> None:
        text = f"def a(x):\n    if x:\n        -{space}return 1\n        +{space}return 10\n    return 0\n"

        (found,) = parse(f"In `src/a.py`:\n\n```diff\n{text}```\n").blocks

        assert (_OLD, _OLD.replace("1\n", "10\n")) in _pairs_of(found)

    @pytest.mark.parametrize("path", ["a.yaml", "notes.md"])
    def test_a_diff_of_lists_has_items_there(self, path: str) -> None:
        assert () == parse(f"In `{path}`:\n\n```diff\n steps:\n   - a\n   + b\n```\n").blocks
