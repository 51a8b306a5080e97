"""Old and new code in one fence, each below a comment that says which it is."""

import pytest

from editreview.blocks import Replace
from editreview.formats import parse
from editreview.formats.whole_file import replacements_in

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
