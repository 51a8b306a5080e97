"""The names of the definitions around a line: classes, functions, headings, found by indentation."""

import pytest

from editreview.matching import FileIndex
from editreview.matching.explain import enclosing

PYTHON = """\
import x


class CartView(View):
    name = "cart"

    @login_required
    async def get(self, request):
        if request.user:

            return self.context()
"""
JAVASCRIPT = """\
export default class Cart {
  total(lines) {
    for (const line of lines) {
      add(line);
    }
  }
}

const sum = (lines) => {
  return lines.length;
};
"""
SIGNATURE = "fn metronome(\n    bpm: f64,\n) -> Result<()> {\n    Ok(())\n}\n"
GO = "func (c *Cart) Total(tax int) int {\n\treturn 0\n}\n"
RUST = "impl Cart {\n    pub fn total(&self) -> u32\n    {\n        0\n    }\n}\n"
MARKDOWN = "# Shop\n\n## Taxes\n\nAll prices.\n"


@pytest.mark.parametrize(
    ("text", "line", "path", "names"),
    [
        (PYTHON, "            return self.context()", "a.py", ("class CartView", "def get")),
        (PYTHON, '    name = "cart"', "a.py", ("class CartView",)),
        (PYTHON, "import x", "a.py", ()),
        (PYTHON, "class CartView(View):", "a.py", ()),
        (JAVASCRIPT, "      add(line);", "a.js", ("class Cart", "total")),
        (JAVASCRIPT, "  return lines.length;", "a.js", ("sum",)),
        (SIGNATURE, "    Ok(())", "a.rs", ("fn metronome",)),
        (GO, "\treturn 0", "a.go", ("func Total",)),
        (RUST, "        0", "a.rs", ("impl Cart", "fn total")),
        (MARKDOWN, "All prices.", "a.md", ("Taxes",)),
        ("x\n", "x", "a.md", ()),
    ],
)
def test_a_line_is_in_the_less_indented_definitions_above_it(
    text: str, line: str, path: str, names: tuple[str, ...]
) -> None:
    index = FileIndex(text)

    assert names == enclosing(index, text.splitlines().index(line), path)


def test_a_blank_line_is_in_the_definition_of_the_line_below() -> None:
    index = FileIndex(PYTHON)

    assert ("class CartView", "def get") == enclosing(index, 9, "a.py")


def test_an_empty_file_has_no_definitions() -> None:
    assert () == enclosing(FileIndex(""), 0)


def test_a_long_line_that_may_be_a_method_is_examined_quickly() -> None:
    long = "a " * 50_000 + "(b" * 50_000 + ";)"
    index = FileIndex(f"{long}\n  x\n")

    assert () == enclosing(index, 1)
