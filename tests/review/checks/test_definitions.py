"""A definition is neither added a second time nor left out of a new version of its file unseen."""

import json
from pathlib import Path

import pytest

from editreview.matching import Tier
from editreview.review import Review, WarningKind
from editreview.review.decisions import is_safe
from tests.builders import block, make_tree, review_of

_PYTHON = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"
_FUNCTIONS = "def f():\n    return 1\n\n\ndef h():\n    return 5\n\n\ndef g():\n    return 2\n"
_CLASSES = "class A:\n    def f(self):\n        return 1\n\n    x = 1\n\n\nclass B:\n    y = 1\n"
_METHOD = "\n    def f(self):\n        return 3\n"
_OVERLOADS = "@overload\ndef f(\n    a: int,\n) -> int: ...\n\n\nx = 1\n"
_GUARDED = "try:\n    from a import f\nexcept ImportError:\n    def f():\n        return 1\n\n\nx = 1\n"


def _reviewed(root: Path, path: str, text: str, response: str) -> Review:
    make_tree(root, {path: text})
    review = review_of(root, response)
    review.accept("tolerant")
    review.write()
    return review


def _messages(review: Review) -> list[list[str]]:
    return [[w.message for w in p.warnings if w.kind is WarningKind.DOUBLED] for p in review.proposals]


@pytest.mark.parametrize(
    ("path", "text", "old", "new", "head", "line"),
    [
        ("a.py", _FUNCTIONS, "    return 1\n", "    return 3\n\n\ndef g():\n    return 2\n", "def g():", 13),
        ("a.py", _CLASSES, "    x = 1\n", f"    x = 1\n{_METHOD}", "def f(self):", 2),
        (
            "a.ts",
            "const a = 1;\nlet b;\n\nexport function f() {\n  b = a;\n}\n",
            "let b;\n",
            "let b = 2;\n\nconst a = 1;\n",
            "const a = 1;",
            1,
        ),
        (
            "A.java",
            "class A {\n    int f(int a) {\n        return 1;\n    }\n\n    int b = 1;\n}\n",
            "    int b = 1;\n",
            "    int b = 2;\n\n    int f(int a) {\n        return 3;\n    }\n",
            "int f(int a) {",
            2,
        ),
        (
            "a.go",
            "package a\n\nfunc f() int {\n\treturn 1\n}\n\nvar b = 1\n",
            "var b = 1\n",
            "var b = 2\n\nfunc f() int {\n\treturn 3\n}\n",
            "func f() int {",
            3,
        ),
    ],
)
def test_a_second_definition_waits(
    tmp_path: Path, path: str, text: str, old: str, new: str, head: str, line: int
) -> None:
    review = _reviewed(tmp_path, path, text, block(old, new, path))

    assert [[f"defines “{head}” a second time: the file has it at line {line}"]] == _messages(review)
    assert text == (tmp_path / path).read_text()


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.py", _CLASSES, "    y = 1\n", f"    y = 1\n{_METHOD}"),
        ("a.py", _OVERLOADS, "x = 1\n", "x = 2\n\n\n@overload\ndef f(\n    a: str,\n) -> int: ...\n"),
        ("a.py", _GUARDED, "x = 1\n", "x = 2\n\n\ndef f():\n    return 3\n"),
        ("a.py", _PYTHON, "def g():\n    return 2\n", 'def h():\n    """\ndef f():\n    return 1\n"""\n'),
        ("a.rs", "impl A {\n    fn f() {}\n}\n\nfn g() {}\n", "fn g() {}\n", "impl A {\n    fn g() {}\n}\n"),
        (
            "a.c",
            "#ifdef A\nint f(void) {\n  return 1;\n}\n#endif\n\nint b = 1;\n",
            "int b = 1;\n",
            "int b = 2;\n\n#ifndef A\nint f(void) {\n  return 3;\n}\n#endif\n",
        ),
        (
            "A.java",
            "class A {\n    int f(\n        int a) {\n        return 1;\n    }\n\n    int b = 1;\n}\n",
            "    int b = 1;\n",
            "    int b = 2;\n\n    int f(\n        long a) {\n        return 3;\n    }\n",
        ),
    ],
    ids=["class", "overload", "guard", "string", "impl", "condition", "parameters"],
)
def test_another_definition_of_the_same_name_is_safe(
    tmp_path: Path, path: str, text: str, old: str, new: str
) -> None:
    review = _reviewed(tmp_path, path, text, block(old, new, path))

    assert [[]] == _messages(review)
    assert text.replace(old, new) == (tmp_path / path).read_text()


def test_a_definition_may_be_moved_by_two_blocks(tmp_path: Path) -> None:
    response = block("def f():\n", "def g():\n    return 3\n\n\ndef f():\n", "a.py")
    response += block("\n\ndef g():\n    return 2\n", "", "a.py")
    review = _reviewed(tmp_path, "a.py", _PYTHON, response)

    assert [[], []] == _messages(review)
    assert "def g():\n    return 3\n\n\ndef f():\n    return 1\n" == (tmp_path / "a.py").read_text()


def _whole(text: str, words: str = "") -> str:
    return f"{words}a.py\n```python\n{text}```\n"


def _call(text: str) -> str:
    call = {"name": "Write", "input": {"file_path": "a.py", "content": text}}
    return f"```json\n{json.dumps(call)}\n```\n"


_REST = "x = 1\ny = 2\nz = [\n    x,\n    y,\n]\n"
_WITHOUT_H = _FUNCTIONS.replace("def h():\n    return 5\n\n\n", "").replace("1", "3")
_WITHOUT_G = _FUNCTIONS[: _FUNCTIONS.index("\n\ndef g")].replace("1", "3")


def _left_out(review: Review) -> list[str]:
    (proposal,) = [each for each in review.proposals if not each.is_offer]
    return [w.message for w in proposal.warnings if w.kind is WarningKind.OVERWRITES]


@pytest.mark.parametrize(
    ("response", "message"),
    [
        (_call(_WITHOUT_H), "leaves out “def h():” (line 5)"),
        (_call(_WITHOUT_G), "leaves out “def g():” (line 9)"),
        (_call(f"def f():\n    return 3\n\n\n{_REST}"), "leaves out “def h():” (line 5), and 1 more"),
    ],
    ids=["one", "end", "several"],
)
def test_a_definition_that_a_new_version_leaves_out_is_named(
    tmp_path: Path, response: str, message: str
) -> None:
    text = f"{_FUNCTIONS}\n\n{_REST}" if "x = 1" in response else _FUNCTIONS
    review = _reviewed(tmp_path, "a.py", text, response)

    assert [message] == _left_out(review)
    assert not is_safe(review.proposals[0], Tier.TOLERANT, warned=False)


def test_a_definition_that_a_fence_leaves_out_is_named(tmp_path: Path) -> None:
    parts = [f"def f{n}(a):\n    b = a + {n}\n    return b * 2\n" for n in range(8)]
    review = _reviewed(
        tmp_path,
        "a.py",
        "\n\n".join(parts),
        _whole("\n\n".join([*parts[:3], *parts[4:]]).replace("+ 5", "+ 50")),
    )

    assert ["leaves out “def f3(a):” (line 16)"] == _left_out(review)


@pytest.mark.parametrize(
    "response",
    [
        _whole(_FUNCTIONS.replace("1", "3")),
        _whole(_WITHOUT_H, "I removed `h`, which nothing uses.\n\n"),
        _call(_WITHOUT_H.replace("def f", "from other import h\n\n\ndef f")),
        _call(_FUNCTIONS.replace("def h", "def k")),
        _call("def h():\n    return 5\n\n\n" + _WITHOUT_H),
    ],
    ids=["none", "in words", "imported", "renamed", "moved"],
)
def test_a_definition_with_another_in_its_place_or_of_which_the_response_says_more_is_not_left_out(
    tmp_path: Path, response: str
) -> None:
    review = _reviewed(tmp_path, "a.py", _FUNCTIONS, response)

    assert [] == _left_out(review)


def test_a_definition_between_two_others_that_a_lazy_file_leaves_out_is_named(tmp_path: Path) -> None:
    members = "    def save(self):\n        a(1)\n\n{}    def close(self):\n        pass\n"
    old = f"import os\n\n\ndef f():\n    pass\n\n\nclass A:\n{members}"
    lazy = f"import os\n\n# ...\n\nclass A:\n{members}".replace("a(1)", "a(3)").replace("{}", "")
    old = old.replace("{}", "    def load(self):\n        a(2)\n\n")
    review = _reviewed(tmp_path, "a.py", old, f"Update `a.py`:\n\n```\n{lazy}```\n")

    assert ["leaves out “def load(self):” (line 12)"] == _left_out(review)


def test_a_function_that_the_script_of_a_lazy_page_leaves_out_is_named(tmp_path: Path) -> None:
    script = "<script setup>\nfunction save() {\n  a(1)\n}\n{}</script>\n"
    page = "<template>\n  <p>one</p>\n  <b>two</b>\n</template>\n\n"
    old = page + script.replace("{}", "\nfunction load() {\n  a(2)\n}\n")
    lazy = page.replace("<p>one</p>", "<!-- ... -->") + script.replace("a(1)", "a(3)").replace("{}", "")
    review = _reviewed(tmp_path, "a.vue", old, f"Update `a.vue`:\n\n```\n{lazy}```\n")

    assert ["leaves out “function load() {” (line 11)"] == _left_out(review)


_STYLES = "a {\n  color: red;\n}\n\nb {\n  color: blue;\n  margin: 0;\n}\n\nc {\n  color: green;\n}\n"
_RULE_B = "b {\n  color: blue;\n  margin: 0;\n}\n\n"
_STATEMENTS = "const a = b();\na.one();\na.two();\n\n"
_SCRIPT = f"import b from './b';\nimport c from './c';\n\nc();\n\n{_STATEMENTS}export default a;\n"
_NOTES = "# Notes\n\nFirst.\n\n## Use\n\nSecond,\nin lines,\nof text.\n\n## End\n\nThird.\n"


def _rewritten(path: str, text: str, words: str = "Here is the whole file:") -> str:
    return f"{words}\n\n`{path}`\n```\n{text}```\n"


def test_words_about_a_removal_that_name_what_stays_let_nothing_else_go(tmp_path: Path) -> None:
    members = "".join(f"    let b{n} = {n}\n" for n in range(9))
    new = f"struct ProfileView {{\n    let a = 2\n{members}}}\n"
    old = new.replace("a = 2", "a = 1") + "\n#Preview {\n    ProfileView(model: .preview)\n}\n"
    words = "Users must be able to delete their account, so update `ProfileView`. The full `a.swift`:"
    whole = f"import SwiftUI\n\n{new}"
    review = _reviewed(tmp_path, "a.swift", f"import SwiftUI\n\n{old}", f"{words}\n\n```swift\n{whole}```\n")

    assert ["leaves out lines 16–17, from “#Preview {” on"] == _left_out(review)


@pytest.mark.parametrize(
    ("path", "text", "lost", "message"),
    [
        ("a.css", _STYLES, _RULE_B, "leaves out lines 5–7, from “b {” on"),
        ("a.js", _SCRIPT, "\nexport default a;\n", "leaves out “export default a;” (line 10)"),
        (
            "a.js",
            _SCRIPT,
            "const a = b();\na.one();\na.two();\n\n",
            "leaves out lines 6–8, from “const a = b();” on",
        ),
        ("a.md", _NOTES, "Second,\nin lines,\nof text.\n\n", "leaves out lines 7–9, from “Second,” on"),
        ("a.md", _NOTES, "\n## End\n\nThird.\n", "leaves out lines 11–13, from “## End” on"),
    ],
    ids=["rule", "last line", "statements", "paragraph", "last section"],
)
def test_lines_in_a_row_that_a_new_version_leaves_out_are_named(
    tmp_path: Path, path: str, text: str, lost: str, message: str
) -> None:
    call = {"name": "Write", "input": {"file_path": path, "content": text.replace(lost, "")}}
    review = _reviewed(tmp_path, path, text, f"```json\n{json.dumps(call)}\n```\n")

    assert [message] == _left_out(review)
    assert not is_safe(review.proposals[0], Tier.TOLERANT, warned=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [("c();\n\n" + _STATEMENTS, "c(1);\n\n"), (_STATEMENTS + "export default a;", "export default a2;")],
    ids=["above", "below"],
)
def test_lines_next_to_a_changed_line_that_a_new_version_leaves_out_are_named(
    tmp_path: Path, old: str, new: str
) -> None:
    text = f"{_SCRIPT}\none();\ntwo();\nthree();\n"
    call = {"name": "Write", "input": {"file_path": "a.js", "content": text.replace(old, new)}}
    review = _reviewed(tmp_path, "a.js", text, f"```json\n{json.dumps(call)}\n```\n")

    assert ["leaves out lines 6–8, from “const a = b();” on"] == _left_out(review)


@pytest.mark.parametrize(
    ("path", "text", "new", "words"),
    [
        ("a.css", _STYLES, _STYLES.replace(_RULE_B, ""), "Without the rule for `b`:"),
        ("a.css", _STYLES, _STYLES.replace(_RULE_B, "") + f"\n{_RULE_B.rstrip()}\n", ""),
        ("a.css", _STYLES, _STYLES.replace("  margin: 0;\n", ""), ""),
        ("a.md", _NOTES, _NOTES.replace("Second,\nin lines,\nof text.", "Another."), ""),
    ],
    ids=["in words", "moved", "one line", "in its place"],
)
def test_lines_with_others_in_their_place_or_of_which_the_response_says_more_are_not_left_out(
    tmp_path: Path, path: str, text: str, new: str, words: str
) -> None:
    review = _reviewed(tmp_path, path, text, _rewritten(path, new, words))

    assert [] == _left_out(review)


@pytest.mark.parametrize(
    ("path", "text", "lost"),
    [
        (
            "config.zig",
            "".join(
                f"fn {name}(config: i32) i32 {{\n    let r = config * {n};\n    f(r);\n    return r;\n}}\n\n"
                for n, name in enumerate("load store parse send recv open close flush seek tell".split())
            ),
            "fn parse(config: i32) i32 {\n    let r = config * 2;\n    f(r);\n    return r;\n}\n\n",
        ),
        (
            "f3.py",
            "\n\n".join(f"def f{n}(a):\n    b = a + {n}\n    return b * 2\n" for n in range(8)),
            "def f3(a):\n    b = a + 3\n    return b * 2\n\n\n",
        ),
    ],
)
def test_the_name_of_the_file_does_not_say_what_became_of_a_definition(
    tmp_path: Path, path: str, text: str, lost: str
) -> None:
    assert lost in text
    response = f"Here is the updated `{path}`:\n\n```\n{text.replace(lost, '').replace('* 2', '* 3', 1)}```\n"

    assert len(_left_out(_reviewed(tmp_path, path, text, response))) == 1


_SMALL_FILES = {
    "annotation": (
        "A.java",
        "class A {\n    @Override\n    int f() {\n        return 1;\n    }\n"
        "\n    int g() {\n        return 2;\n    }\n}\n",
        "    @Override\n",
        ("return 2", "return 3"),
    ),
    "assertion": (
        "test_a.py",
        "def test_a():\n    x = f(1)\n    assert x.a == 1\n    assert x.b == 2\n"
        "\n\ndef test_b():\n    assert g() == 1\n",
        "    assert x.a == 1\n",
        ("g() == 1", "g() == 4"),
    ),
    "comment": (
        "a.py",
        "def f():\n    a = 1\n    # The lock is held here.\n    b = 2\n    return a + b\n"
        "\n\ndef g():\n    return 1\n",
        "    # The lock is held here.\n",
        ("    return 1", "    return 4"),
    ),
    "decorator": (
        "a.py",
        '@app.get("/a")\n@login_required\ndef a():\n    return 1\n\n\ndef b():\n    return 2\n',
        "@login_required\n",
        ("return 2", "return 3"),
    ),
    "docstring": (
        "a.py",
        'def a():\n    """Return one."""\n    return 1\n\n\ndef b():\n    return 2\n',
        '    """Return one."""\n',
        ("return 2", "return 3"),
    ),
    "guard": (
        "a.py",
        "def a(x):\n    if x is None:\n        return None\n    return x + 1\n\n\ndef b():\n    return 2\n",
        "    if x is None:\n        return None\n",
        ("return 2", "return 3"),
    ),
    "key": (
        "package.json",
        '{\n  "name": "a",\n  "version": "1.0.0",\n  "scripts": {\n    "build": "x",\n'
        '    "test": "y",\n    "lint": "z"\n  }\n}\n',
        '    "test": "y",\n',
        ("1.0.0", "1.1.0"),
    ),
    "user": (
        "Dockerfile",
        'FROM a:1\nWORKDIR /app\nCOPY . .\nRUN make\nUSER app\nEXPOSE 80\nCMD ["x"]\n',
        "USER app\n",
        ("a:1", "a:2"),
    ),
}


@pytest.mark.parametrize("case", _SMALL_FILES)
def test_a_line_that_a_new_version_leaves_out_away_from_its_change_is_named(
    tmp_path: Path, case: str
) -> None:
    path, text, lost, change = _SMALL_FILES[case]
    assert lost in text
    new = text.replace(*change)

    damaged = _reviewed(tmp_path / "damaged", path, text, _rewritten(path, new.replace(lost, "")))
    right = _reviewed(tmp_path / "right", path, text, _rewritten(path, new))

    assert [lost.split("\n")[0].strip()] == [
        message[message.index("“") + 1 : message.rindex("”")] for message in _left_out(damaged)
    ]
    assert not is_safe(damaged.proposals[0], Tier.TOLERANT, warned=False)
    assert [] == _left_out(right)


_LOADER = (
    "import json\nimport os\n\nLIMIT = 10\nRETRIES = 3\n"
    "\n\ndef load(path):\n    log(path)\n    return json.load(path)\n"
    "\n\ndef save(path):\n    audit(path)\n    return os.stat(path)\n"
)


@pytest.mark.parametrize(
    ("removed", "words"),
    [
        (("import os\n", "os.stat(path)", "path.stat()"), ""),
        (
            ("    log(path)\n", "path)\n    return os.stat", "path, 2)\n    return os.stat"),
            "I dropped the log of each path.",
        ),
        (("RETRIES = 3\n", "audit(path)", "audit(path, 2)"), "`RETRIES` was unused."),
        (("RETRIES = 3\n", "audit(path)", "audit(path, RETRIES)"), ""),
    ],
    ids=["use removed too", "said to go", "quoted", "use added"],
)
def test_a_line_that_belongs_to_another_change_or_is_said_to_go_is_not_left_out(
    tmp_path: Path, removed: tuple[str, str, str], words: str
) -> None:
    lost, old, new = removed
    assert lost in _LOADER
    assert old in _LOADER
    text = _LOADER.replace(lost, "", 1).replace(old, new)
    review = _reviewed(
        tmp_path, "a.py", _LOADER, _rewritten("a.py", text, f"{words} Here is the whole file:")
    )

    assert [] == _left_out(review)


@pytest.mark.parametrize(
    "words",
    [
        "Everything else is unchanged.",
        "The rest of the file stays the same.",
        "No other changes were made.",
        "Alles andere bleibt unverändert.",
        "其他部分保持不变。",
    ],
)
def test_below_words_that_keep_the_rest_a_line_next_to_the_change_is_left_out_too(
    tmp_path: Path, words: str
) -> None:
    text = _LOADER.replace("LIMIT = 10\nRETRIES = 3\n", "LIMIT = 20\n")
    review = _reviewed(tmp_path, "a.py", _LOADER, _rewritten("a.py", text, f"{words} The whole file:"))

    assert ["leaves out “RETRIES = 3” (line 5)"] == _left_out(review)


_APP = """import db


def create(item):
    item = clean(item)
    db.insert("items", item)
    db.commit()
    return {"ok": True}


def remove(item):
    db.delete("items", item)
    db.commit()
    return {"ok": True}
"""
_SHORTER = """def create(item):
    db.insert("items", item)
    log.info("created")
    return {"ok": True}
"""


def _lost(folder: Path, name: str, before: str, words: str, code: str) -> list[str]:
    """The messages about lost lines of a part of a file below some words."""
    review = review_of(make_tree(folder, {name: before}), f"{words}\n\n````\n{code}````\n")
    review.check()
    assert [] != review.proposals
    warnings = [each for proposal in review.proposals for each in proposal.warnings]
    return [each.message for each in warnings if each.message.endswith("which no words mention")]


@pytest.mark.parametrize(
    "words",
    [
        "Add a log line to `create` in `app.py`:",
        "In `app.py`, `create` should also log:",
        "Only one line is new in `create` of `app.py`:",
        "In `app.py`, add logging to `create` and leave everything else as it is:",
        "### `app.py`\n\nIn `create`, just insert the log call:",
        "Update `create` in `app.py` to also log:",
        "Füge in `app.py` eine Zeile zu `create` hinzu:",
        "Dans `app.py`, ajoutez un log à `create` :",
        "Añade un log a `create` en `app.py`:",
        "Adicione um log a `create` em `app.py`:",
        "Добавьте лог в `create` в `app.py`:",
        "在 `app.py` 的 `create` 中添加日志：",
    ],
)
def test_lines_that_go_below_words_that_only_add_are_a_warning_which_names_the_first(
    tmp_path: Path, words: str
) -> None:
    assert ["loses “item = clean(item)” (line 5), and 1 more, which no words mention"] == _lost(
        tmp_path, "app.py", _APP, words, _SHORTER
    )


@pytest.mark.parametrize(
    "words",
    [
        "Rewrite `create` in `app.py`:",
        "Simplify `create` in `app.py` and add a log line:",
        "Remove the commit from `create` in `app.py` and add a log line:",
        "In `app.py`, add logging to `create` instead of the commit:",
        "Update `create` in `app.py`:",
        "Here is a faster version of `create` in `app.py`, with a log line added:",
        "Ersetze `create` in `app.py` und füge eine Zeile hinzu:",
        "重写 `app.py` 的 `create` 并添加日志：",
    ],
)
def test_lines_that_go_below_words_that_change_a_function_are_none(tmp_path: Path, words: str) -> None:
    assert [] == _lost(tmp_path, "app.py", _APP, words, _SHORTER)


@pytest.mark.parametrize(
    "body",
    [
        '    item = clean(item)\n    db.insert("items", item)\n    db.commit()\n    log()\n'
        '    return {"ok": True}\n',
        '    try:\n        item = clean(item)\n        db.insert("items", item)\n        db.commit()\n'
        '    except Error:\n        return {"ok": False}\n    return {"ok": True}\n',
        '    item = check(item)\n    with db.lock:\n        db.insert("items", item, now())\n'
        "        db.commit()\n    return as_json(item)\n",
        '    if item is None:\n        return {"ok": False}\n    with db.begin():\n'
        '        db.insert("items", clean(item))\n    return {"ok": True}\n',
    ],
)
def test_no_line_is_lost_if_a_version_of_it_is_in_its_place(tmp_path: Path, body: str) -> None:
    code = f"def create(item):\n{body}"

    assert [] == _lost(tmp_path, "app.py", _APP, "Add a step to `create` in `app.py`:", code)


def test_a_line_apart_from_a_change_is_lost_if_words_leave_the_rest(tmp_path: Path) -> None:
    code = _APP[_APP.index("def create") : _APP.index("\n\ndef remove")]
    code = code.replace("    item = clean(item)\n", "").replace('{"ok": True}', '{"ok": 1}')
    words = "In `app.py`, change the result of `create` and leave everything else as it is:"

    assert ["loses “item = clean(item)” (line 5), which no words mention"] == _lost(
        tmp_path, "app.py", _APP, words, code
    )
    assert [] == _lost(tmp_path, "app.py", _APP, "In `app.py`, change the result of `create`:", code)


_PAGE = """# Demo

## Usage

Run it:

```bash
demo run --fast
```

In Python:

```python
from demo import run

run("x")
```

## License

MIT
"""


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("Update `README.md`:", 1),
        ("The usage section of `README.md`:", 1),
        ("Remove the Python part of `README.md`:", 0),
        ("Rewrite the usage section of `README.md`:", 0),
    ],
)
def test_the_rest_of_a_section_is_lost_unless_words_say_that_something_goes(
    tmp_path: Path, words: str, count: int
) -> None:
    code = "## Usage\n\nRun it:\n\n```bash\ndemo run --fast --port 9000\n```\n"
    messages = ["loses “In Python:” (line 11), and 2 more, which no words mention"]

    assert messages[:count] == _lost(tmp_path, "README.md", _PAGE, words, code)
