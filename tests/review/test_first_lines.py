"""Blocks whose old text is only the beginning of a function, and whose new text is a whole one."""

from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import Review, WarningKind
from tests.builders import block, make_tree, review_of

LOAD = "def load(path):\n    text = open(path).read()\n    # strip\n    return text.strip()\n"
PYTHON = f"import os\n\n\n{LOAD}\n\nX = 1\n"
SCRIPT = "function a() {\n  b();\n}\n"


def _review(tmp_path: Path, path: str, before: str, old: str, new: str) -> Review:
    return review_of(make_tree(tmp_path / "root", {path: before}), block(old, new, path))


@pytest.mark.parametrize(
    ("path", "before", "old", "new", "after"),
    [
        (
            "a.py",
            PYTHON,
            "def load(path):\n",
            "def load(path):\n    with open(path) as file:\n        return file.read().strip()\n",
            "import os\n\n\ndef load(path):\n    with open(path) as file:\n"
            "        return file.read().strip()\n"
            "\n\nX = 1\n",
        ),
        (
            "a.py",
            PYTHON,
            "def load(path):\n    text = open(path).read()\n",
            "def load(path):\n    text = read(path)\n    return text.strip()\n",
            "import os\n\n\ndef load(path):\n    text = read(path)\n    return text.strip()\n\n\nX = 1\n",
        ),
        (
            "a.py",
            "def f(a):\n    r = 0\n    for x in a:\n        r += x\n    return r\n",
            "def f(a):\n    r = 0\n",
            "def f(a):\n    return sum(a)\n",
            "def f(a):\n    return sum(a)\n",
        ),
        (
            "a.rs",
            'impl A {\n    fn load(&self) -> B {\n        read("}")\n    }\n\n    fn b() {}\n}\n',
            "    fn load(&self) -> B {\n",
            "    fn load(&self) -> Option<B> {\n        Some(read()?)\n    }\n",
            "impl A {\n    fn load(&self) -> Option<B> {\n        Some(read()?)\n    }\n\n    fn b() {}\n}\n",
        ),
        (
            "a.js",
            "function a() {\n  b();\n}\n\nc();\n",
            "function a() {\n",
            "async function a() {\n  await b();\n}\n\nfunction d() {\n  e();\n}\n",
            "async function a() {\n  await b();\n}\n\nfunction d() {\n  e();\n}\n\nc();\n",
        ),
        (
            "A.cs",
            "class A\n{\n    int Sum(int a)\n    {\n        return a;\n    }\n}\n",
            "    int Sum(int a)\n",
            "    int Sum(int a, int b)\n    {\n        return a + b;\n    }\n",
            "class A\n{\n    int Sum(int a, int b)\n    {\n        return a + b;\n    }\n}\n",
        ),
        (
            "a.rb",
            "class A\n  def load(path)\n    read(path)\n  end\nend\n",
            "  def load(path)\n",
            "  def load(path, mode)\n    open(path, mode)\n  end\n",
            "class A\n  def load(path, mode)\n    open(path, mode)\n  end\nend\n",
        ),
        (
            "a.css",
            ".a {\n  color: red;\n}\n\n.b {\n  top: 0;\n}\n",
            ".a {\n",
            ".a {\n  color: blue;\n  top: 1px;\n}\n",
            ".a {\n  color: blue;\n  top: 1px;\n}\n\n.b {\n  top: 0;\n}\n",
        ),
        (
            "a.html",
            "<body>\n  <ul>\n    <li>A</li>\n  </ul>\n</body>\n",
            "  <ul>\n",
            "  <ul>\n    <li>B</li>\n  </ul>\n",
            "<body>\n  <ul>\n    <li>B</li>\n  </ul>\n</body>\n",
        ),
        (
            "a.js",
            "use(\n  cors(),\n  json(),\n);\nstart();\n",
            "use(\n",
            "use(json());\n",
            "use(json());\nstart();\n",
        ),
        (
            "a.yaml",
            "jobs:\n  build:\n    run: make\nname: a\n",
            "jobs:\n",
            "jobs:\n  build:\n    run: make\n  test:\n    run: test\n",
            "jobs:\n  build:\n    run: make\n  test:\n    run: test\nname: a\n",
        ),
    ],
)
def test_a_whole_new_block_may_take_the_place_of_the_old_one(
    tmp_path: Path, path: str, before: str, old: str, new: str, after: str
) -> None:
    review = _review(tmp_path, path, before, old, new)
    (proposal,) = review.proposals

    assert [] == review.accept(Tier.FUZZY)
    assert proposal.candidates is not None
    whole, literal = proposal.candidates.matches
    assert after == whole.change.apply(before)
    assert before.replace(old, new, 1) == literal.change.apply(before)


@pytest.mark.parametrize(
    ("path", "before", "old", "new"),
    [
        # New lines at the top of a body.
        ("a.py", PYTHON, "def load(path):\n", "def load(path):\n    path = fspath(path)\n"),
        ("a.py", PYTHON, "def load(path):\n", "def load(path):\n    if not path:\n        return None\n"),
        ("a.py", PYTHON, "def load(path):\n", "def load(path, mode):\n"),
        ("a.js", SCRIPT, "function a() {\n", "function a() {\n  c();\n"),
        (
            "a.js",
            "function a() {\n  b();\n}\n",
            "function a() {\n",
            "function a() {\n  if (c) {\n    d();\n  }\n",
        ),
        # A new function above the old one.
        ("a.js", SCRIPT, "function a() {\n", "function c() {\n}\n\nfunction a() {\n"),
        ("a.rb", "def a\n  b\nend\n", "def a\n", "def c\n  d\nend\n\ndef a\n"),
        ("a.py", PYTHON, "def load(path):\n", "def a():\n    return 1\n\n\ndef load(path):\n"),
        ("a.js", SCRIPT, "function a() {\n", "function c() {\n  d();\n}\n\n"),
        ("a.py", PYTHON, "def load(path):\n", "def a():\n    return 1\n\n\n"),
        # Lines that open no block.
        ("a.js", "a();\nb({\n  c,\n});\n", "a();\n", "b({\n  d,\n});\n"),
        ("a.md", "# A\n\n- a\n  - b\n", "- a\n", "- a\n  - c\n"),
    ],
)
def test_new_lines_at_a_line_leave_what_is_below(
    tmp_path: Path, path: str, before: str, old: str, new: str
) -> None:
    review = _review(tmp_path, path, before, old, new)
    (proposal,) = review.proposals

    (match,) = proposal.chosen
    assert before.replace(old, new, 1) == match.change.apply(before)


@pytest.mark.parametrize(
    "dots", ["...", "…", "// ... existing code ...", "// restlicher Code", "// resto sin cambios"]
)
def test_a_placeholder_stands_for_the_rest_of_the_old_block(tmp_path: Path, dots: str) -> None:
    new = "function a() {\n  c();\n}\n"
    review = _review(tmp_path, "a.js", f"{SCRIPT}\nd();\n", f"function a() {{\n  {dots}\n", new)
    (proposal,) = review.proposals

    assert proposal.candidates is not None
    assert f"{new}\nd();\n" == proposal.candidates.matches[0].change.apply(f"{SCRIPT}\nd();\n")


@pytest.mark.parametrize("dots", ["...", "# rest of the function", "# restlicher Code", "# 其余代码不变"])
def test_a_placeholder_stands_for_lines_between_others(tmp_path: Path, dots: str) -> None:
    old = f"def load(path):\n    {dots}\n    return text.strip()\n"
    whole = "def load(path):\n    return read(path)\n"
    kept = f"def load(path, mode):\n    {dots}\n    return text.strip()\n"

    (replacing,) = _review(tmp_path / "a", "a.py", PYTHON, old, whole).proposals
    (keeping,) = _review(tmp_path / "b", "a.py", PYTHON, old, kept).proposals

    assert [PYTHON.replace(LOAD, whole)] == [match.change.apply(PYTHON) for match in replacing.chosen]
    assert [PYTHON.replace("(path):", "(path, mode):")] == [
        each.change.apply(PYTHON) for each in keeping.chosen
    ]
    assert [WarningKind.UNSEEN] == [warning.kind for warning in replacing.warnings]
    assert not keeping.warnings


def test_a_comment_that_the_file_has_is_no_placeholder(tmp_path: Path) -> None:
    before = "def load(path):\n    # rest of the code\n    a()\n    b()\n"
    old = "def load(path):\n    # rest of the code\n    b()\n"

    (proposal,) = _review(tmp_path, "a.py", before, old, "def load(path):\n    c()\n").proposals

    assert not proposal.is_ready


def test_a_hunk_of_a_diff_leaves_what_is_below(tmp_path: Path) -> None:
    hunk = "--- a/a.js\n+++ b/a.js\n@@ -1,1 +1,3 @@\n-function a() {\n+function a(c) {\n+  c();\n+}\n"
    (proposal,) = review_of(make_tree(tmp_path / "root", {"a.js": SCRIPT}), hunk).proposals

    assert proposal.candidates is not None
    assert 1 == len(proposal.candidates.matches)


def test_a_whole_block_that_is_there_is_not_added_to_itself(tmp_path: Path) -> None:
    (proposal,) = _review(tmp_path, "a.py", PYTHON, "def load(path):\n", LOAD).proposals

    assert Reason.NO_CHANGE is proposal.reason
