"""Nothing is added a second time, unseen, to a level of a file that may have it once."""

from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import Review, WarningKind
from editreview.review.decisions import is_safe
from tests.builders import block, make_tree, review_of


def _reviewed(root: Path, path: str, text: str, response: str) -> Review:
    make_tree(root, {path: text} if text else {})
    review = review_of(root, response)
    review.check()
    return review


def _messages(review: Review) -> list[str]:
    return [w.message for p in review.proposals for w in p.warnings if w.kind is WarningKind.DOUBLED]


_NEIGHBOURS = {
    "key of YAML": (
        "a.yml",
        "web:\n  image: a\n",
        "db:\n  image: b\n",
        "db:",
    ),
    "key in a list of YAML": (
        "a.yml",
        "steps:\n  - name: one\n    run: a\n",
        "    shell: b\n",
        "shell: b2",
    ),
    "key in a later document": (
        "a.yml",
        "db: 1\n---\nweb:\n  image: a\n",
        "db:\n  image: b\n",
        "db:",
    ),
    "key of JSON": ("a.json", '{\n  "name": "a",\n', '  "version": "b",\n', '"version": "b2",'),
    "rule": ("a.css", ".a {\n  top: a;\n}\n\n", ".b {\n  top: b;\n}\n", ".b {"),
    "rule in rules": ("a.scss", ".x {\n  .a {\n    top: a;\n  }\n", "  .b {\n    top: b;\n  }\n", ".b {"),
    "section": ("a.md", "# T\n\n## Install\n\nRun a.\n\n", "## Usage\n\nRun b.\n", "## Usage"),
    "constant": ("a.js", "const a = 'a';\n", "const b = 'b';\n", "const b = 'b2';"),
    "constant in a function": (
        "a.ts",
        "function f() {\n  const a = 'a';\n",
        "  const b = 'b';\n",
        "const b = 'b2';",
    ),
    "key of a dictionary": ("a.py", "A = {\n    'a': 'a',\n", "    'b': 'b',\n", "'b': 'b2',"),
    "key of an object": ("a.js", "f({\n  a: 'a',\n", "  b: 'b',\n", "b: 'b2',"),
    "target": ("Makefile", "one:\n\techo a\n\n", "two:\n\techo b\n", "two:"),
    "table": (
        "a.sql",
        "CREATE TABLE one (\n  a INT\n);\n\n",
        "CREATE TABLE two (\n  b INT\n);\n",
        "CREATE TABLE two (",
    ),
    "case": (
        "a.js",
        "switch (x) {\n  case 1:\n    f('a');\n    break;\n",
        "  case 2:\n    f('b');\n    break;\n",
        "case 2:",
    ),
    "case of Go": (
        "a.go",
        "package p\n\nfunc f(x int) {\n\tswitch x {\n\tcase 1:\n\t\tg(a)\n",
        "\tcase 2:\n\t\tg(b)\n",
        "case 2:",
    ),
    "arm": ("a.rs", "fn f() {\n    match x {\n        1 => a,\n", "        2 => b,\n", "2 => b2,"),
    "section of INI": ("a.ini", "[one]\nx = a\n\n", "[two]\nx = b\n", "[two]"),
    "function with its parameters below it": (
        "a.py",
        "def one(x):\n    return a\n\n\n",
        "def two(\n    x,\n):\n    return b\n",
        "def two(",
    ),
    "test": (
        "a.test.ts",
        "describe('x', () => {\n  it('one', () => {\n    f(a);\n  });\n\n",
        "  it('two', () => {\n    f(b);\n  });\n",
        "it('two', () => {",
    ),
    "test of Ruby": (
        "a_spec.rb",
        "describe 'x' do\n  it 'one' do\n    f(a)\n  end\n\n",
        "  it 'two' do\n    f(b)\n  end\n",
        "it 'two' do",
    ),
    "block of Terraform": (
        "a.tf",
        'variable "one" {\n  default = a\n}\n\n',
        'variable "two" {\n  default = b\n}\n',
        'variable "two" {',
    ),
    "message": (
        "a.proto",
        "message A {\n  string a = 1;\n}\n\n",
        "message B {\n  string b = 1;\n}\n",
        "message B {",
    ),
}
_ENDS = {
    "key of JSON": "}\n",
    "rule in rules": "}\n",
    "constant in a function": "  return b;\n}\n",
    "key of a dictionary": "}\n",
    "key of an object": "});\n",
    "case": "}\n",
    "case of Go": "\t}\n}\n",
    "arm": "    }\n}\n",
    "test": "});\n",
    "test of Ruby": "end\n",
}


@pytest.mark.parametrize("name", _NEIGHBOURS)
def test_a_new_version_of_what_is_below_the_old_text_waits(tmp_path: Path, name: str) -> None:
    path, first, second, head = _NEIGHBOURS[name]
    text = first + second + _ENDS.get(name, "")
    old = first.partition("---\n")[2] or first
    new = old.replace("a", "a", 1) + _changed(second)
    response = block(old, new, path)
    review = _reviewed(tmp_path, path, text, response)

    (message,) = _messages(review)
    assert message.startswith(f"defines “{head}” a second time: the file has it at line ")
    assert not is_safe(review.proposals[0], Tier.TOLERANT, warned=False)


def _changed(text: str) -> str:
    """The text with another value for `b`."""
    head, value, tail = text.rpartition("b")
    return f"{head}{value}2{tail}"


_TWICE_ADDED = {
    "a.py": ("def f():\n    return 1\n", "\n\n", "def new():\n    return {}\n"),
    "a.js": ("function f() {\n  g();\n}\n", "\n", "function h() {\n  return {};\n}\n"),
    "a.css": (".f {\n  top: 1px;\n}\n", "\n", ".new {\n  top: {}px;\n}\n"),
    "a.md": ("## f\n\nText.\n", "\n", "## New\n\nWait {} seconds.\n"),
    "a.yml": ("f:\n  a: 1\n", "", "new:\n  a: {}\n"),
    "a.go": ("func f() int {\n\treturn 1\n}\n", "\n", "func h() int {\n\treturn {}\n}\n"),
    "a.sql": ("CREATE TABLE f (\n  a INT\n);\n", "\n", "CREATE TABLE new (\n  a VARCHAR({})\n);\n"),
}


@pytest.mark.parametrize("path", _TWICE_ADDED)
def test_what_two_blocks_add_waits(tmp_path: Path, path: str) -> None:
    first, gap, new = _TWICE_ADDED[path]
    second = first.replace(" f", " last").replace("f:", "last:").replace(".f", ".last")
    above = block(first, new.replace("{}", "8") + gap + first, path)
    below = block(second, second + gap + new.replace("{}", "9"), path)
    review = _reviewed(tmp_path, path, first + gap + second, f"{above}\nFinal version:\n\n{below}")

    assert ["which is new too"] * 2 == [message.rpartition(", ")[2] for message in _messages(review)]
    assert not any(is_safe(p, Tier.TOLERANT, warned=False) for p in review.proposals)


@pytest.mark.parametrize("text", ["", "x = 1\n"], ids=["new file", "block"])
def test_what_one_block_adds_twice_waits(tmp_path: Path, text: str) -> None:
    new = "def f():\n    return 8\n\n\ndef f(a):\n    return 9\n"
    review = _reviewed(tmp_path, "a.py", text, block(text, f"{text}{new}", "a.py"))

    line = 2 if text else 1
    assert [
        f"defines “def f(a):” a second time: the file has it at line {line}, which is new too"
    ] == _messages(review)


_LEGITIMATE = {
    "table that is dropped": (
        "a.sql",
        "CREATE TABLE a (id INT);\n",
        "CREATE TABLE b (id INT);\nDROP TABLE a;\nCREATE TABLE a (id BIGINT);\n",
    ),
    "maps in a list": ("a.yml", "- name: a\n  run: x\n", "- name: c\n  run: z\n- name: a\n  run: x\n"),
    "documents": ("a.yml", "kind: a\n", "kind: a\n---\nkind: b\n"),
    "branches of a template": (
        "a.yml",
        "a: 1\n",
        "a: 1\n# {{ if x }}\nb: 1\n{{ else }}\nb: 2\n{{ end }}\n",
    ),
    "objects": ("a.json", '[\n  {"a": 1}\n]\n', '[\n  {\n    "a": 1\n  },\n  {\n    "a": 2\n  }\n]\n'),
    "media": (
        "a.css",
        ".a {\n  x: 1;\n}\n",
        ".a {\n  x: 1;\n}\n\n@media print {\n  .a {\n    x: 2;\n  }\n}\n\n.a:hover {\n  x: 3;\n}\n",
    ),
    "rule further down": (
        "a.css",
        ".a {\n  x: 1;\n}\n\n.b {\n  x: 1;\n}\n",
        ".a {\n  x: 1;\n}\n\n.b {\n  x: 1;\n}\n\n.a {\n  y: 3;\n}\n",
    ),
    "list of selectors": (
        "a.scss",
        ".a {\n  x: 1;\n}\n",
        ".a {\n  x: 1;\n}\n\n.b,\n.a {\n  y: 3;\n}\n",
    ),
    "fonts": (
        "a.css",
        "@font-face {\n  src: a;\n}\n",
        "@font-face {\n  src: a;\n}\n\n@font-face {\n  src: b;\n}\n",
    ),
    "functions without a name": (
        "a.go",
        "package a\n\nfunc init() {\n\tf()\n}\n",
        "package a\n\nfunc init() {\n\tf()\n}\n\nfunc init() {\n\tg()\n}\n",
    ),
    "receivers": (
        "a.go",
        "package a\n\nfunc (a A) f() {\n}\n",
        "package a\n\nfunc (a A) f() {\n}\n\nfunc (b B) f() {\n}\n",
    ),
    "accessors": (
        "a.ts",
        "class A {\n  get x() {\n    return 1;\n  }\n}\n",
        "class A {\n  set x(v) {\n    f(v);\n  }\n\n  get x() {\n    return 1;\n  }\n}\n",
    ),
    "overloads": (
        "a.ts",
        "function f(a: string): void;\nfunction f(a: any): void {\n  g(a);\n}\n",
        "function f(a: string): void;\nfunction f(a: number): void;\n"
        "function f(a: any): void {\n  g(a);\n}\n",
    ),
    "overloads of Python": (
        "a.py",
        "@overload\ndef f(a: int) -> int: ...\ndef f(a):\n    return a\n",
        "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\n"
        "def f(a):\n    return a\n",
    ),
    "overloads of Java": (
        "A.java",
        "class A {\n  int f(int a) {\n    return 1;\n  }\n}\n",
        "class A {\n  int f(int a) {\n    return 1;\n  }\n\n  int f(long a) {\n    return 2;\n  }\n}\n",
    ),
    "templates": (
        "a.cpp",
        "template <typename T>\nint f(T a) {\n  return 1;\n}\n",
        "template <typename T>\nint f(T a) {\n  return 1;\n}\n\n"
        "template <>\nint f(int a) {\n  return 2;\n}\n",
    ),
    "property": (
        "a.py",
        "class A:\n    @property\n    def x(self):\n        return 1\n",
        "class A:\n    @property\n    def x(self):\n        return 1\n\n"
        "    @x.setter\n    def x(self, v):\n        f(v)\n",
    ),
    "conditional definitions": (
        "a.py",
        "if a:\n    def f():\n        return 1\n",
        "if a:\n    def f():\n        return 1\nelse:\n    def f():\n        return 2\n",
    ),
    "variable": ("a.py", "data = read()\n", "data = read()\ndata = clean(data)\n"),
    "variable of a function": (
        "a.py",
        "def f():\n    a = 1\n",
        "def f():\n    a = 1\n    a = 2\n",
    ),
    "function in passing": (
        "a.py",
        "def f():\n    def g():\n        return 1\n\n    h(g)\n",
        "def f():\n    def g():\n        return 1\n\n    h(g)\n\n"
        "    def g(a):\n        return 2\n\n    h(g)\n",
    ),
    "routes": (
        "a.py",
        "@app.get('/a')\ndef index():\n    return 1\n",
        "@app.get('/a')\ndef index():\n    return 1\n\n\n@app.get('/b')\ndef index():\n    return 2\n",
    ),
    "parts of a type": (
        "a.rs",
        "impl A {\n    fn f() {}\n}\n",
        "impl A {\n    fn f() {}\n}\n\nimpl A {\n    fn g() {}\n}\n",
    ),
    "configurations": (
        "a.rs",
        "#[cfg(a)]\nfn f() {}\n",
        "#[cfg(a)]\nfn f() {}\n#[cfg(not(a))]\nfn f() {}\n",
    ),
    "another switch": (
        "a.js",
        "switch (x) {\n  case 1:\n    f();\n}\n",
        "switch (x) {\n  case 1:\n    f();\n}\nswitch (y) {\n  case 1:\n    f();\n}\n",
    ),
    "guards": (
        "a.rs",
        "fn f() {\n    match a {\n        b if c => 1,\n    }\n}\n",
        "fn f() {\n    match a {\n        b if c => 1,\n        b if d => 2,\n    }\n}\n",
    ),
    "prerequisites": ("Makefile", "a: b\n\techo\n", "a: b\n\techo\n\na: c\n"),
    "appended": ("Makefile", "A = b\n", "A = b\nA += c\n"),
    "heading of another section": (
        "a.md",
        "# A\n\n## B\n\n### Example\n\nText.\n",
        "# A\n\n## B\n\n### Example\n\nText.\n\n## C\n\n### Example\n\nText.\n",
    ),
    "twins of a preprocessor": (
        "a.c",
        "#ifdef A\nint f(void) {\n  return 1;\n}\n#else\n#endif\n",
        "#ifdef A\nint f(void) {\n  return 1;\n}\n#else\nint f(void) {\n  return 2;\n}\n#endif\n",
    ),
    "nested blocks": (
        "a.tf",
        'resource "a" "b" {\n  ingress {\n    x = 1\n  }\n}\n',
        'resource "a" "b" {\n  ingress {\n    x = 1\n  }\n  ingress {\n    x = 2\n  }\n}\n',
    ),
}
_MAY_FOLLOW = {
    "provider": (
        "a.tf",
        'provider "aws" {\n  region = "a"\n}\n',
        'provider "aws" {\n  alias  = "b"\n  region = "b"\n}\n',
    ),
    "provisioner": (
        "a.tf",
        'resource "a" "b" {\n  provisioner "local-exec" {\n    command = "a"\n  }\n',
        '  provisioner "local-exec" {\n    command = "b"\n  }\n}\n',
    ),
    "trigger": (
        "a.sql",
        "create trigger x before update on a\n  for each row execute f();\n",
        "create trigger x before update on b\n  for each row execute f();\n",
    ),
    "policy": (
        "a.sql",
        'create policy "read own"\n  on a for select;\n',
        'create policy "read own"\n  on b for select;\n',
    ),
    "extension": (
        "a.swift",
        "extension Array where Element == Int {\n  func f() {\n    g()\n  }\n}\n",
        "extension Array where Element == Double {\n  func f() {\n    g()\n  }\n}\n",
    ),
    "list of INI": ("a.ini", "[a]\nlisten = 1\n", "listen = 2\n"),
    "condition": (
        "a.scss",
        ".x {\n  @if $a == 1 {\n    top: 1px;\n  }\n",
        "  @if $a == 1 {\n    left: 1px;\n  }\n}\n",
    ),
    "media of SCSS": (
        "a.scss",
        "@media (min-width: 1px) {\n  .a {\n    top: 1px;\n  }\n}\n",
        "@media (min-width: 1px) {\n  .b {\n    top: 1px;\n  }\n}\n",
    ),
    "media of CSS": (
        "a.css",
        "@media print {\n  .a {\n    top: 1px;\n  }\n}\n",
        "@media print {\n  .b {\n    top: 1px;\n  }\n}\n",
    ),
    "heading of other text": (
        "a.md",
        "# T\n\n## Example\n\nRun the first one.\n\n",
        "## Example\n\n```py\nfoo()\n```\n",
    ),
    "variable of Bash": ("a.sh", "A=1\n", "A=$(f)\n"),
    "result of another function": ("a.py", "total = first()\n", "total = second()\n"),
}


@pytest.mark.parametrize("name", _MAY_FOLLOW)
def test_what_may_follow_its_namesake_is_added(tmp_path: Path, name: str) -> None:
    path, first, second = _MAY_FOLLOW[name]
    review = _reviewed(tmp_path, path, first, block(first, first + second, path))

    assert [] == _messages(review)


@pytest.mark.parametrize(
    ("path", "first", "second", "line"),
    [
        ("a.sql", "create policy x\n  on a for select;\n", "create policy x\n  on a for update;\n", 3),
        ("a.ini", "[a]\nlisten = 1\n", "listen=1\n", 3),
        ("a.md", "# T\n\n## A\n\nRun the first one.\n\n", "## A\n\nRun the first ones.\n", 7),
    ],
    ids=["policy of one table", "equal value", "heading of similar text"],
)
def test_a_copy_next_to_its_twin_waits(tmp_path: Path, path: str, first: str, second: str, line: int) -> None:
    review = _reviewed(tmp_path, path, first, block(first, first + second, path))

    assert [line] == [w.line for p in review.proposals for w in p.warnings if w.kind is WarningKind.DOUBLED]


@pytest.mark.parametrize("name", _LEGITIMATE)
def test_what_may_be_there_twice_is_added(tmp_path: Path, name: str) -> None:
    path, text, new = _LEGITIMATE[name]
    review = _reviewed(tmp_path, path, text, block(text, new, path))

    assert [] == _messages(review)


def test_what_was_there_twice_may_be_there_a_third_time(tmp_path: Path) -> None:
    text = "const a = 1;\nconst a = 2;\n"
    review = _reviewed(tmp_path, "a.js", text, block(text, f"{text}const a = 3;\n", "a.js"))

    assert [] == _messages(review)


def test_what_one_block_moves_is_there_once(tmp_path: Path) -> None:
    text = "a:\n  x: 1\nb:\n  x: 2\nc:\n  x: 3\n"
    response = block("c:\n  x: 3\n", "", "a.yml")
    response += block("a:\n  x: 1\n", "c:\n  x: 3\na:\n  x: 1\n", "a.yml")

    assert [] == _messages(_reviewed(tmp_path, "a.yml", text, response))


_MANY = 4_000
_KEYS = "".join(f'  "k{n}": {n},\n' for n in range(_MANY))
_COLOURS = "$m: (\n" + "".join(f"  c-{n}: #fff,\n" for n in range(_MANY)) + "  d-77: #fff,\n);\n"
_LARGE = {
    "blocks": (
        "a.json",
        f'{{\n{_KEYS}  "z": 1\n}}\n',
        [(f'  "k{n}": {n},\n', f'  "k{n}": {n},\n  "k{n + 2000}": 0,\n') for n in range(0, 1200, 4)],
    ),
    "keys of a block": (
        "a.json",
        f'{{\n{_KEYS}  "z": 1\n}}\n',
        [('  "z": 1\n', _KEYS.replace(": ", ": 1") + '  "z": 1\n')],
    ),
    "pairs": ("a.json", f'{{\n{_KEYS}{_KEYS}  "z": 1\n}}\n', [('  "z": 1\n', '  "k3": 0,\n  "z": 1\n')]),
    "map": ("a.scss", _COLOURS, [("  c-77: #fff,\n", "  c-77: #000,\n")]),
}


@pytest.mark.parametrize(
    ("name", "count"), [("blocks", 50), ("keys of a block", 1), ("pairs", 0), ("map", 0)]
)
def test_many_lines_of_one_name_are_compared_in_linear_time(tmp_path: Path, name: str, count: int) -> None:
    """Each pair of lines by itself would take half a minute. Enough blocks are named."""
    path, text, edits = _LARGE[name]
    make_tree(tmp_path, {path: text})
    review = review_of(tmp_path, "\n".join(block(old, new, path) for old, new in edits))

    review.check()

    doubled = [p for p in review.proposals if any(w.kind is WarningKind.DOUBLED for w in p.warnings)]
    assert count == len(doubled)


def test_a_mark_about_the_syntax_of_a_long_file_hides_nothing_that_it_defines_twice(tmp_path: Path) -> None:
    line = "# " + "x" * 98 + "\n"
    text = "def load(a):\n    return a\n\n\n" + line * 3_100 + "\n\ndef store(a):\n    return a\n"
    old, new = line + "\n\ndef store(a):\n    return a\n", "\n\ndef load(a):\n    return 3\n"
    review = _reviewed(tmp_path, "a.py", text, block(old, old + new, "a.py"))

    assert len(text) > 300_000
    assert ["defines “def load(a):” a second time: the file has it at line 1"] == _messages(review)


def test_a_mark_says_that_a_file_of_yaml_has_more_lines_than_its_parser_reads(tmp_path: Path) -> None:
    text = "a:\n" + "- x\n" * 70_000 + "b: 1\n"
    review = _reviewed(tmp_path, "a.yml", text, block("b: 1\n", "b: 1\na: 2\n", "a.yml"))

    (mark,) = review.proposals[0].marks
    assert WarningKind.NOT_CHECKED is mark.kind
    assert mark.message.endswith("the parser of yaml reads at most 32,767 lines")


@pytest.mark.parametrize("path", ["a.py", "a.md"])
def test_a_mark_says_that_a_very_long_file_is_not_searched_for_definitions(tmp_path: Path, path: str) -> None:
    text = ("x = 1  # " + "x" * 91 + "\n") * 10_000 + "last = 1\n"
    review = _reviewed(tmp_path, path, text, block("last = 1\n", "last = 2\n", path))

    (mark,) = review.proposals[0].marks
    reason = (
        "not compared with the other definitions of the file: the file has more than 1,000,000 characters"
    )
    assert WarningKind.NOT_CHECKED is mark.kind
    assert mark.message.endswith(reason)
