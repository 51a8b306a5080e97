"""Marks inform about what a block adds and removes; secrets withhold it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.errors import Reason
from editreview.matching import FileIndex, Tier
from editreview.review import Review, WarningKind, kinds_of_checks, make_report
from editreview.review.checks import CHECKS, RISKS
from editreview.review.checks.blocks import changed_lines
from editreview.review.decisions import is_safe
from editreview.text import Change, Splice
from editreview.workspace import Workspace
from tests.builders import block, make_tree, review_of


def marks(folder: Path, path: str, old: str, new: str, context: str = "") -> list[tuple[str, int | None]]:
    review = review_of(make_tree(folder, {path: f"{context}{old}end\n"}), block(old, new, path))
    assert review.proposals[0].is_ready
    return [(mark.message, mark.line) for mark in review.proposals[0].marks]


TEST = "def test_one():\n    assert f(1) == 2\n    assert f(2) == 3\n\n\ndef test_two():\n    assert f(3)\n"

ONE_LESS = "removes 1 assertion"
IGNORES = "adds a handler that ignores errors"

FOUND = {
    "a test": ("tests/test_a.py", TEST, TEST.partition("\n\n\n")[0] + "\n", "removes 1 test", 6),
    "assertions": (
        "tests/test_a.py",
        TEST,
        TEST.replace("    assert f(1) == 2\n", "").replace("f(2) == 3", "True"),
        "removes 2 assertions",
        2,
    ),
    "a skip": (
        "test_a.py",
        "def test_one():\n    assert f(1)\n",
        "@pytest.mark.skip\ndef test_one():\n    assert f(1)\n",
        "skips tests",
        1,
    ),
    "a test that becomes a comment": (
        "a.test.js",
        "  it('adds', () => {\n    expect(f()).toBe(1);\n  });\n",
        "  // it('adds', () => {\n  //   expect(f()).toBe(1);\n  // });\n",
        "removes 1 test",
        1,
    ),
    "an assertion of Google's tests": (
        "a_test.cc",
        "    EXPECT_EQ(1, f());\n    g();\n",
        "    g();\n",
        ONE_LESS,
        1,
    ),
    "an assertion of NUnit": ("ATests.cs", "  Assert.AreEqual(1, F());\n  G();\n", "  G();\n", ONE_LESS, 1),
    "an assertion of minitest": ("test/a_test.rb", "    assert_equal 1, f\n    g\n", "    g\n", ONE_LESS, 1),
    "an assertion of tap": ("test/a.js", "    t.equal(1, f())\n    g()\n", "    g()\n", ONE_LESS, 1),
    "a test in the code": (
        "src/a.rs",
        "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {\n        assert!(f());\n        g();\n",
        "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {\n        g();\n",
        ONE_LESS,
        5,
    ),
    "a skip with a reason": (
        "ATests.cs",
        "    [Fact]\n    public void A() {\n",
        '    [Fact(Skip = "slow")]\n    public void A() {\n',
        "skips tests",
        1,
    ),
    "only": ("a.spec.ts", 'it("x", () => {\n', 'it.only("x", () => {\n', "skips tests", 1),
    "go": ("a_test.go", "\tt.Errorf(x)\n", "\tt.Skip()\n", "skips tests", 1),
    "pass": (
        "a.py",
        "f()\n",
        "try:\n    f()\nexcept Exception:\n    pass\n",
        IGNORES,
        3,
    ),
    "pass at once": (
        "a.py",
        "f()\n",
        "try: f()\nexcept ValueError: pass\n",
        IGNORES,
        2,
    ),
    "catch": ("a.ts", "f();\n", "try { f(); } catch (e) {}\n", IGNORES, 1),
    "catch over lines": ("a.ts", "f();\n", "try {\n  f();\n} catch (e) {\n  // never mind\n}\n", IGNORES, 3),
    "a catch that is emptied": (
        "a.kt",
        "try {\n  f()\n} catch (e: E) {\n  log(e)\n}\n",
        "try {\n  f()\n} catch (e: E) {\n\n}\n",
        IGNORES,
        3,
    ),
    "a promise": ("a.js", "f();\n", "f().catch(() => {});\n", IGNORES, 1),
    "pass below a comment": (
        "a.py",
        "f()\n",
        "try:\n    f()\nexcept (\n    A,\n    B,\n):\n    # never mind\n    pass\n",
        IGNORES,
        3,
    ),
    "pass instead of a log": (
        "a.py",
        "try:\n    f()\nexcept E:\n    log()\n",
        "try:\n    f()\nexcept E:\n    pass\n",
        IGNORES,
        3,
    ),
    "rescue": ("a.rb", "f\n", "begin\n  f\nrescue => e\n  nil\nend\n", IGNORES, 3),
    "all of ruff": ("a.py", "import a\n", "# ruff: noqa\nimport a\n", "silences a check: # ruff: noqa", 1),
    "noqa": ("a.py", "import a\n", "import a  # noqa: F401\n", "silences a check: # noqa", 1),
    "eslint": ("a.js", "f();\n", "// eslint-disable\nf();\n", "silences a check: // eslint-disable", 1),
    "a licence": (
        "a.py",
        "# Copyright 2020 A\n# SPDX-License-Identifier: MIT\nimport a\n",
        "import a\n",
        "removes a licence header",
        1,
    ),
    "a licence without a copyright": (
        "a.c",
        "/*\n * This program is free software under the GNU General Public License.\n */\nint a;\n",
        "int a;\n",
        "removes a licence header",
        2,
    ),
    "a generated file": (
        "api_pb2.py",
        "a = 1\n",
        "a = 2\n",
        "the file is generated: its generator may undo the edit",
        None,
    ),
    "a vendored file": (
        "vendor/x/a.go",
        "a\n",
        "b\n",
        "the file is in vendor: an update may undo the edit",
        None,
    ),
    "tabs": ("a.py", "x\n", "if a:\n\tx\n", "indents with tabs, but the file with spaces", 8),
    "spaces": ("a.py", "x\n", "if a:\n  x\n  y\n", "indents with spaces, but the file with tabs", 8),
}
CONTEXTS = {"tabs": "if x:\n" + "    y\n" * 5, "spaces": "if x:\n" + "\ty\n" * 5}

NOT_FOUND = {
    "tests for each value": (
        "a.test.ts",
        "it('adds', () => {\n  expect(f(1)).toBe(1);\n});\n",
        "it.each([1, 2])('adds %d', (n) => {\n  expect(f(n)).toBe(n);\n});\n",
    ),
    "an error that is expected": (
        "test_a.py",
        "    assert f(1) == 1\n",
        "    with pytest.raises(E):\n        f(1)\n",
    ),
    "a module of Node that is loaded another way": (
        "test/a.js",
        "  const a = require('../..')()\n",
        "  const a = A()\n",
    ),
    "the end of a word": ("test/a.js", "  const a = split(',')\n  submit('x')\n", "  const a = 1\n"),
    "a name that ends like a test": ("src/contest.py", "assert x\ny\n", "y\n"),
    "an assertion in the code": ("src/a.rs", "    assert!(n > 0);\n    g();\n", "    g();\n"),
    "a skip in a string": ("test_a.py", "x = 1\n", "x = (\n    '@pytest.mark.skip'\n)\n"),
    "a method that fits": ("test_a.py", "model = M()\n", "model = M()\nmodel.fit(x)\n"),
    "a handler in a string": ("a.py", "x = 1\n", 'x = """\ntry:\n    f()\nexcept E:\n    pass\n"""\n'),
    "a handler that was there": (
        "a.py",
        "try:\n    f()\nexcept E:\n    pass\n",
        "try:\n    f()\n    g()\nexcept (E, F):\n    pass\n",
    ),
    "a module that may be missing": (
        "a.py",
        "import a\n",
        "try:\n    import a\nexcept ImportError:\n    pass\n",
    ),
    "a suppression in a string": ("a.py", "x = 1\n", "x = 'write # noqa here'\n"),
    "a suppression in a text": ("a.md", "x\n", "Write `# noqa` here.\n"),
    "a name that is no suppression": ("a.js", "f();\n", 'const a = "eslint-disable";\n'),
    "a copyright that is a value": ("conf.py", "a = 1\ncopyright = '2020, A'\n", "a = 1\n"),
    "the foot of a page": ("a.html", "<p>Copyright 2020</p>\n<b>\n", "<b>\n"),
    "a licence by its name": (
        "a.c",
        "/* Copyright 2020 A, licensed under MIT */\nint a;\n",
        "// SPDX-License-Identifier: MIT\nint a;\n",
    ),
    "tabs in a string": ("a.py", "x\n", 'x = """\n\ta\n"""\n', "if x:\n" + "    y\n" * 5),
    "code about generated files": ("a.py", "x\n", "y\n", 'HEAD = "# Code generated by a. DO NOT EDIT."\n'),
    "a text about generated files": ("a.py", "x\n", "y\n", '"""Writes auto-generated code."""\n'),
    "a renamed test": ("tests/test_a.py", TEST, TEST.replace("test_two", "test_three")),
    "a moved test": ("tests/test_a.py", TEST, "\n".join(reversed(TEST.split("\n"))).strip() + "\n"),
    "an assertion outside of tests": ("a.py", "assert x\ny\n", "y\n"),
    "expect of Rust": ("src/a.rs", 'a().expect("b");\n', "a()?;\n"),
    "a new year": ("a.py", "# Copyright 2020 A\nx\n", "# Copyright 2021 A\nx\n"),
    "a handler that does something": ("a.py", "f()\n", "try:\n    f()\nexcept A:\n    log()\n"),
    "a suppression that stays": ("a.py", "import a  # noqa\n", "import b  # noqa\n"),
    "tabs where few lines are indented": ("a.py", "if b:\n    x\n", "if a:\n\tx\n"),
    "tabs in a makefile": ("rules.mk", "x\n", "a:\n\tb\n"),
    "do not edit, as text": ("a.md", "x\n", "do not edit this by hand\n"),
}


@pytest.mark.parametrize("name", FOUND)
def test_a_mark_says_what_is_wrong_and_where(tmp_path: Path, name: str) -> None:
    path, old, new, message, line = FOUND[name]

    assert [(message, line)] == marks(tmp_path, path, old, new, CONTEXTS.get(name, ""))


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_changes_nothing_of_that_has_no_mark(tmp_path: Path, name: str) -> None:
    assert [] == marks(tmp_path, *NOT_FOUND[name])


def test_tests_that_another_block_of_the_file_adds_are_not_removed(tmp_path: Path) -> None:
    two = TEST.split("\n\n\n")[1]
    tree = make_tree(tmp_path, {"test_a.py": f"{TEST}\n\nx = 1\n\n\ny = 1\n"})
    removing = block(f"{two}\n\nx = 1\n", "x = 1\n", "test_a.py")
    review = review_of(tree, removing + block("y = 1\n", f"y = 1\n\n\n{two}", "test_a.py"))
    assert [(), ()] == [proposal.marks for proposal in review.proposals]

    review.reject_block(review.proposals[1])
    assert ["removes 1 test"] == [mark.message for mark in review.proposals[0].marks]


def test_another_test_in_its_place_elsewhere_does_not_make_it_good(tmp_path: Path) -> None:
    two = TEST.split("\n\n\n")[1]
    tree = make_tree(tmp_path, {"test_a.py": f"{TEST}\n\nx = 1\n\n\ny = 1\n"})
    removing = block(f"{two}\n\nx = 1\n", "x = 1\n", "test_a.py")
    other = "y = 1\n\n\ndef test_three():\n    assert f(3)\n"
    review = review_of(tree, removing + block("y = 1\n", other, "test_a.py"))

    assert ["removes 1 test"] == [mark.message for mark in review.proposals[0].marks]


def test_a_mark_withholds_nothing_and_is_no_warning(tmp_path: Path) -> None:
    response = block("import a\n", "import a  # noqa\n", "a.py")
    review = review_of(make_tree(tmp_path, {"a.py": "import a\n"}), response)
    proposal = review.proposals[0]

    assert () == proposal.warnings
    assert is_safe(proposal, Tier.EXACT, warned=False)
    (found,) = make_report(review).record.blocks
    assert ["silences a check: # noqa"] == [mark.message for mark in found.marks]


# Made up, and put together so that no scanner takes this file for a leak.
KEYS = [
    "AKIA" + "QJ7MZ3KPWX5RTN2B",
    "ghp_" + "q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4Df6Gh8Jk0Lp",
    "glpat-" + "q8Zr3Lk1Vb7Nc0Xw5Ty9",
    "sk-ant-" + "api03-q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4",
    "sk-proj-" + "q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4Df",
    "AIza" + "Syq8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4Df6Gh8J",
    "xoxb-" + "7391028465-q8Zr3Lk1Vb7Nc0Xw",
    "rk_live_" + "q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2S",
    "npm_" + "q8Zr3Lk1Vb7Nc0Xw5Ty9Ua2Se4Df6Gh8Jk0L",
]


class TestSecrets:
    @pytest.mark.parametrize("key", KEYS)
    def test_a_key_withholds_the_block_and_is_never_shown(self, tmp_path: Path, key: str) -> None:
        review = review_of(make_tree(tmp_path, {"a.py": "x\n"}), block("x\n", f'x\nKEY = "{key}"\n', "a.py"))
        (warning,) = review.proposals[0].warnings

        assert (WarningKind.SECRET, 2) == (warning.kind, warning.line)
        assert key[:4] in warning.message
        assert key[5:] not in warning.message
        assert [] == review.accept("fuzzy")
        assert Reason.SECRET is review.proposals[0].withheld

    @pytest.mark.parametrize(
        "line",
        [
            "-----BEGIN RSA " + "PRIVATE KEY-----",
            'password = "' + "hu7Gq2Lw9Zk4Xd" + '"',
            "'api_key': '" + "9f8e7d6c5b4a39281706f5e4d3c2b1a0" + "'",
            "url: https://deploy:" + "Kq83zLm2" + "@registry.corp.net/x",
            "postgres://app:" + "e2oNrN9b4UcaES" + "@db.prod.corp.net:5432/x",
            'api_key: str = "' + "OvVXM2xkkWnd9d8kR87dR5qT6QQ1Fg" + '"',
            'headers["Authorization"] = "Bearer ' + "aCSiCbVY7UTAnhvsMJd5fEkRHdl1NpMvMbUQbyBo" + '"',
        ],
    )
    def test_a_password_or_a_private_key_does_so_too(self, tmp_path: Path, line: str) -> None:
        review = review_of(make_tree(tmp_path, {"a": "x\n"}), block("x\n", f"{line}\n", "a"))

        assert [WarningKind.SECRET] == [warning.kind for warning in review.proposals[0].warnings]

    @pytest.mark.parametrize("path", [".env.local", "a.yml", "Dockerfile"])
    def test_a_value_of_a_settings_file_needs_no_quotes(self, tmp_path: Path, path: str) -> None:
        line = "ENV DB_PASSWORD=" + "8O71AuWNnqrGfbzqMsR6" + "\n"
        review = review_of(make_tree(tmp_path, {path: "x\n"}), block("x\n", line, path), allow=[path])

        assert [WarningKind.SECRET] == [warning.kind for warning in review.proposals[0].warnings]

    @pytest.mark.parametrize("path", ["test_a.py", "FooTest.java"])
    def test_passwords_of_tests_are_made_up(self, tmp_path: Path, path: str) -> None:
        line = 'password = "' + "hu7Gq2Lw9Zk4Xd" + '"\n'
        review = review_of(make_tree(tmp_path, {path: "x\n"}), block("x\n", line, path))

        assert () == review.proposals[0].warnings

    @pytest.mark.parametrize(
        "line",
        [
            'tokenizer = "bert-base-uncased-v2-large"',
            'api_key_id = "kid_2024_primary_signing"',
            'apiKeyHeader = "X-Api-Key-Version-2"',
            'password = "changeme-please-1"',
            'api_key = os.environ["API_KEY_OF_SERVICE1"]',
            'token = "${{ secrets.GITHUB_TOKEN1 }}"',
            'API_KEY = "your-api-key-goes-here-1"',
            "postgres://postgres:postgres@localhost/x",
            "https://user:<password>@host.net/",
            'token_url = "https://auth.corp.net/oauth2/token"',
            'secret_name = "projects/p1/secrets/database"',
            "AKIAIOSFODNN7EXAMPLE",
            "sk-learn-compatible-estimator-interface",
            'sha = "9f8e7d6c5b4a39281706f5e4d3c2b1a0"',
        ],
    )
    def test_what_stands_for_one_is_none(self, tmp_path: Path, line: str) -> None:
        review = review_of(make_tree(tmp_path, {"a": "x\n"}), block("x\n", f"{line}\n", "a"))

        assert () == review.proposals[0].warnings

    def test_one_that_moves_to_another_part_of_the_file_is_not_added(self, tmp_path: Path) -> None:
        key = f'KEY = "{KEYS[0]}"\n'
        tree = make_tree(tmp_path, {"a": f"{key}x\ny\n"})
        review = review_of(tree, block(f"{key}x\n", "x\n", "a") + block("y\n", f"y\n  {key}", "a"))

        assert [(), ()] == [proposal.warnings for proposal in review.proposals]

    def test_one_that_is_in_the_file_already_is_not_added(self, tmp_path: Path) -> None:
        key = f'KEY = "{KEYS[0]}"\n'
        review = review_of(make_tree(tmp_path, {"a": f"{key}x\n"}), block(f"{key}x\n", f"y\n{key}", "a"))

        assert () == review.proposals[0].warnings


@pytest.mark.parametrize("kind", kinds_of_checks())
def test_a_check_that_is_switched_off_is_silent(tmp_path: Path, kind: str) -> None:
    review = Review(Workspace.open(make_tree(tmp_path, {"a.py": "x = 1\n"})), checks_off=[kind])
    new = f"# ... existing code ...\nx = (  # noqa\n\u202eKEY = '{KEYS[0]}'\n"
    review.read(block("x = 1\n", new, "a.py"))
    review.check()
    found = {w.kind for w in (*review.proposals[0].warnings, *review.proposals[0].marks)}
    expected = {"placeholder", "hidden-characters", "secret", "silences"} - {kind}

    assert expected <= found
    assert kind not in found


def test_each_check_has_a_kind_by_which_it_is_switched_off() -> None:
    by_line = {kind for kind, _ in (*CHECKS, *RISKS)}
    assert by_line | {WarningKind.SYNTAX_ERROR, WarningKind.STALE_FILE} <= set(kinds_of_checks())


ROWS = st.lists(st.sampled_from(["a", "b", "  c", ""]), max_size=6)


@given(ROWS.map(lambda rows: "".join(f"{row}\n" for row in rows)), st.data())
def test_the_lines_of_a_change_are_those_that_differ(before: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    change = Change((Splice(start, end, data.draw(st.sampled_from(["", "x", "x\n", "a\nx\n", "\n"]))),))
    lines = changed_lines(FileIndex(before), change)
    old, new = before.split("\n"), change.apply(before).split("\n")

    assert all(old[n - 1] == line for n, line in lines.removed)
    assert all(new[n - 1] == line for n, line in lines.added)
    gone = [line for line in old if line.strip()]
    for _, line in lines.removed:
        gone.remove(line)
    assert sorted([*gone, *(line for _, line in lines.added)]) == sorted(line for line in new if line.strip())
