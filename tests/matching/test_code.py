"""Code without a parser: tokens, and the names around a line."""

import pytest

from editreview.matching import FileIndex, enclosing, is_comment, name_set, scope_at
from editreview.matching.code import Tokens, brackets, only_brackets

OPEN = [
    ("c", "/* "),
    ("haskell", "{- "),
    ("lua", "--[[x\n"),
    ("html", "<!-- "),
    ("bash", '"\\'),
    ("php", "'\\"),
    ("javascript", "`\\"),
    ("rust", 'r#" '),
    ("python", "'''\\"),
    ("swift", '/*"""\\'),
]


@pytest.mark.parametrize(("language", "opening"), OPEN)
@pytest.mark.parametrize("count", [1, 100_000])
def test_what_opens_a_literal_that_is_not_closed_stands_for_itself(
    language: str, opening: str, count: int
) -> None:
    """To look for the end of each of thousands would take minutes."""
    text = f"(a) {opening * count}\n]"
    found = only_brackets(text, language)

    assert ("()", "]") == (found[:2], found[-1])
    assert found == "".join(sign for sign, _ in brackets(text, language))


def test_tokens_behind_an_unclosed_comment_are_those_of_the_text() -> None:
    tokens = Tokens('a /* b "c d" /* e', "c")

    assert ["a", "/", "*", "b", '"c d"', "/", "*", "e"] == list(tokens.keys)
    assert [(0, 1), (2, 3), (3, 4), (5, 6), (7, 12)] == [tokens.span(n) for n in range(5)]


def test_each_token_has_a_key_even_with_the_sign_that_separates_keys() -> None:
    tokens = Tokens('a "b\0c" \0 d', "bash")

    assert not tokens.is_plain
    assert len(tokens) == len(tokens.keys)


def test_literals_of_another_kind_are_still_closed() -> None:
    assert "(]" == only_brackets('( /* "[" ]', "c")
    assert "(]" == only_brackets("( ` /* [ */ ]", "javascript")


PYTHON = """\
import x


class CartView(View):
    name = "cart"

    @login_required
    async def get(self, request):
        # Sentences at any depth are no code.
        if request.user:

            return self.context()
    # Nor here.

RATES = {
    "de": 19,
}
with open("a") as file:
    print(file)
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

export const limits = {
  most: 3,
};

function App() {
  useEffect(() => {
    load();
  }, []);
  switch (kind) {
    case "x":
      stop();
  }
  return (
    <div className="app">
      <Cart />
    </div>
  );
}

describe("a cart", () => {
  it("adds up", () => {
    expect(1);
  });
});
"""
SIGNATURE = "fn metronome(\n    bpm: f64,\n) -> Result<()> {\n    Ok(())\n}\n"
GO = "func (c *Cart) Total(tax int) int {\n\treturn 0\n}\n"
RUST = "impl Cart {\n    pub fn total(&self) -> u32\n    {\n        0\n    }\n}\n"
C = "int main(void)\n{\n#ifdef A\n    run();\n#endif\n    stop();\n}\n"
RUBY = "module Shop\n  class Cart\n    def total\n      0\n    end\n  end\nend\n"
MARKDOWN = """\
# Shop

## Taxes

All prices.

```sh
# no heading
make
```

### Rates

None.

## Orders

Two.
"""
COMPOSE = "services:\n  web:\n    image: nginx\n    ports:\n      - 80\n  db:\n    image: postgres\n"
WORKFLOW = """\
jobs:
  test:
    steps:
    - uses: actions/checkout@v4
      with:
        depth: 1
    - name: Install uv
      run: |
        echo: no key
          deeper
    - name: "Test"
      env:
        CI: 1
"""
JSON = """\
{
  "scripts": {
    "test": "x"
  },
  "plugins": [
    {
      "name": "first",
      "on": true
    },
    {
      "on": false,
      "name": "second"
    }
  ]
}
"""
TOML = "[project]\nname = 'x'\n\n[tool.ruff]\nselect = [\n    'E',\n]\nline = 1\n"
CSS = ".card {\n  color: red;\n}\n@media (max-width: 60px) {\n  .card, .list {\n    color: blue;\n  }\n}\n"
SQL = "CREATE TABLE IF NOT EXISTS orders (\n  id int,\n  total int\n);\n"
MAKE = "all: build\n\techo done\n\nbuild:\n\tcc a.c\n"
HTML = '<body>\n  <div class="hero">\n    <p>Hello</p>\n  </div>\n</body>\n'


@pytest.mark.parametrize(
    ("text", "line", "path", "label"),
    [
        (PYTHON, "            return self.context()", "a.py", "class CartView › def get"),
        (PYTHON, '    name = "cart"', "a.py", "class CartView"),
        (PYTHON, "import x", "a.py", ""),
        (PYTHON, "class CartView(View):", "a.py", ""),
        (PYTHON, '    "de": 19,', "a.py", "RATES"),
        (PYTHON, "    print(file)", "a.py", 'with open("a") as file:'),
        (JAVASCRIPT, "      add(line);", "a.js", "class Cart › total"),
        (JAVASCRIPT, "  return lines.length;", "a.js", "sum"),
        (JAVASCRIPT, "  most: 3,", "a.js", "limits"),
        (JAVASCRIPT, "    load();", "a.jsx", "function App"),
        (JAVASCRIPT, "      <Cart />", "a.jsx", "function App"),
        (JAVASCRIPT, "    expect(1);", "a.js", "describe a cart › it adds up"),
        (SIGNATURE, "    Ok(())", "a.rs", "fn metronome"),
        (SIGNATURE, ") -> Result<()> {", "a.rs", "fn metronome"),
        (GO, "\treturn 0", "a.go", "func Total"),
        (RUST, "        0", "a.rs", "impl Cart › fn total"),
        (C, "    stop();", "a.c", "main"),
        (RUBY, "      0", "a.rb", "class Cart › def total"),
        (MARKDOWN, "All prices.", "a.md", "Shop › Taxes"),
        (MARKDOWN, "None.", "a.md", "Taxes › Rates"),
        (MARKDOWN, "Two.", "a.md", "Shop › Orders"),
        ("x\n", "x", "a.md", ""),
        (COMPOSE, "    image: nginx", "compose.yaml", "services › web:"),
        (COMPOSE, "    image: postgres", "compose.yaml", "services › db:"),
        (COMPOSE, "  web:", "compose.yaml", "services:"),
        (WORKFLOW, "    - name: Install uv", "ci.yml", "test › steps:"),
        (WORKFLOW, "      run: |", "ci.yml", "steps › Install uv"),
        (WORKFLOW, "          deeper", "ci.yml", "Install uv › run:"),
        (WORKFLOW, "        depth: 1", "ci.yml", "uses: actions/checkout@v4 › with:"),
        (WORKFLOW, "        CI: 1", "ci.yml", "Test › env:"),
        (JSON, '    "test": "x"', "package.json", "scripts:"),
        (JSON, '      "on": true', "package.json", "plugins › first"),
        (JSON, '      "on": false,', "package.json", "plugins › second"),
        ('[\n  {\n    "on": 1\n  }\n]\n', '    "on": 1', "a.json", ""),
        (TOML, "name = 'x'", "pyproject.toml", "[project]"),
        (TOML, "    'E',", "pyproject.toml", "[tool.ruff] › select"),
        (TOML, "line = 1", "pyproject.toml", "[tool.ruff]"),
        (CSS, "  color: red;", "a.css", ".card"),
        (CSS, "    color: blue;", "a.scss", "@media (max-width: 60px) › .card, .list"),
        (SQL, "  total int", "a.sql", "orders"),
        (MAKE, "\tcc a.c", "Makefile", "build"),
        ("FROM a AS b\nRUN c\n", "RUN c", "Dockerfile", "b"),
        ("FROM --platform=d a\nRUN c\n", "RUN c", "web.dockerfile", "a"),
        (HTML, "    <p>Hello</p>", "a.html", '<div class="hero">'),
        ("one:\n  two\n", "  two", "a.txt", "one:"),
    ],
)
def test_a_line_is_in_the_less_indented_names_above_it(text: str, line: str, path: str, label: str) -> None:
    index = FileIndex(text)

    assert label == enclosing(index.bodies, text.splitlines().index(line), path).label


def test_lines_of_one_definition_differ_in_the_nearest_line() -> None:
    lines = JAVASCRIPT.splitlines()

    found = enclosing(lines, lines.index("      stop();"), "a.js")

    assert "function App" == found.label
    assert 'function App › case "x":' == found.inner_label


@pytest.mark.parametrize(
    ("line", "path", "name"),
    [
        ("    def get(self):", "a.py", "get"),
        ("TOTAL: int = 3", "a.py", "TOTAL"),
        ("    total = 3", "a.py", None),
        ("if total == 3:", "a.py", None),
        ("# def get(self):", "a.py", None),
        ("  useEffect(() => {", "a.tsx", None),
        ("  app.get('/', (request) => {", "a.ts", None),
        ("  } else if (x) {", "a.ts", None),
        ("  async load(id: string): Promise<void> {", "a.ts", "load"),
        ("export type Order = {", "a.ts", "Order"),
        ("type = 3", "a.ts", None),
        ("  type: string", "a.ts", None),
        ("module.exports = {", "a.js", None),
        ("  test(x)", "a.js", None),
        ("describe(sum, () => {", "a.js", "sum"),
        ("export function pick<const T>(all: T[]) {", "a.ts", "pick"),
        ("impl<T> Display for Cart<T> {", "a.rs", "Cart"),
        ("    Block::default()", "a.rs", None),
        ("  x = (a + b) / 2", "a.rb", None),
        ("  return call(x) {", "a.js", None),
        ("  const fetchAll = async (ids) => {", "a.js", "fetchAll"),
        ("export const useCart = create((set) => ({", "a.ts", "useCart"),
        ("static void Main(string[] args)", "A.cs", "Main"),
        ("## How to build", "README.md", "How to build"),
        ("web:", "a.yml", "web"),
        ("- name: Test", "a.yml", "Test"),
        ("http://x", "a.yml", None),
        ("[tool.ruff]", "a.toml", "tool.ruff"),
        ("PORT=80", ".env.example", "PORT"),
        ("", "a.py", None),
    ],
)
def test_a_line_may_begin_a_definition(line: str, path: str, name: str | None) -> None:
    found = scope_at(line, path)

    assert name == (found and found.name)


def test_a_blank_line_is_in_the_definition_of_the_line_below() -> None:
    assert "class CartView › def get" == enclosing(PYTHON.splitlines(), 10, "a.py").label


def test_an_empty_file_has_no_definitions() -> None:
    assert "" == enclosing(FileIndex("").bodies, 0).label


def test_a_long_line_that_may_be_a_method_is_examined_quickly() -> None:
    long = "a " * 50_000 + "(b" * 50_000 + ";)"

    assert enclosing(FileIndex(f"{long}\n  x\n").bodies, 1).label.startswith("a a a")


class TestNameSet:
    @pytest.mark.parametrize(
        ("line", "name", "operator", "value", "declares"),
        [
            ("x = 1", "x", "=", " 1", False),
            ("\tx: int = 5", "x", "=", " 5", False),
            ("    let total: number = 5;", "total", "=", " 5;", True),
            ("final List<int> sizes = a;", "sizes", "=", " a;", True),
            ("val names: List<String> = b", "names", "=", " b", True),
            ("my $n = 3;", "$n", "=", " 3;", True),
            ("value, err := load()", "value, err", ":=", " load()", False),
            ("const [a, b] = f()", "[a, b]", "=", " f()", True),
            ("this->x = 1", "this->x", "=", " 1", False),
            ("'key' => 1", "'key'", "=>", " 1", False),
            ("env: A=b", "env", ":", " A=b", False),
        ],
    )
    def test_it_has_the_operator_after_it_and_a_value(
        self, line: str, name: str, operator: str, value: str, declares: bool
    ) -> None:
        found = name_set(line)

        assert found is not None
        assert (name, operator, value, declares) == (
            found.name,
            found.operator,
            line[found.value :],
            found.declares,
        )

    @pytest.mark.parametrize("line", ["a == b", "a =~ b", "return x", "if x = 1", "x += 1", "f(a=1)", ""])
    def test_other_lines_set_none(self, line: str) -> None:
        assert name_set(line) is None


@pytest.mark.parametrize(
    ("path", "line", "is_one"),
    [
        ("a.py", "# one", True),
        ("a.py", "@cached", False),
        ("a.rs", "// one", True),
        ("a.rs", "#[test]", False),
        ("a.c", "#include <a.h>", False),
        ("a.c", " * one", True),
        ("a.php", "# one", True),
        ("a.php", "#[Test]", False),
        ("Dockerfile", "# one", True),
        ("a.md", "# One", False),
        ("a.ini", "; one", True),
    ],
)
def test_the_kind_of_file_tells_what_a_comment_is(path: str, line: str, *, is_one: bool) -> None:
    assert is_one is is_comment(line, path)
