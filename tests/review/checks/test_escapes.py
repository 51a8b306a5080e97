"""Line ends that a model wrote out are not written into a file without the user."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.review import Review, WarningKind
from tests.builders import block, files_of, make_tree, review_of

TEXT = "function f() {\n  return 1\n}\n"


def reviewed(folder: Path, old: str, new: str, text: str = TEXT) -> Review:
    return review_of(make_tree(folder, {"a.js": text}), block(old, new, "a.js"))


@pytest.mark.parametrize(
    "new",
    [
        "function f() {\\n  return 2\\n}\n",
        "function f() {\\r\\n  return 2\\r\\n}\n",
        "function f() {\n  log()\\n  return 1\n}\n",
    ],
    ids=["all", "with carriage returns", "one of them"],
)
def test_new_text_with_escaped_line_ends_is_left_to_the_user(tmp_path: Path, new: str) -> None:
    review = reviewed(tmp_path, TEXT, new)

    assert [] == review.accept("fuzzy")
    assert [Reason.WRITTEN_OUT] == [proposal.withheld for proposal in review.proposals]
    assert ["writes \\n as text where the old text has line ends"] == [
        warning.message.partition(":")[0] for p in review.proposals for warning in p.warnings
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, 'function f() {\n  return "1\\n2"\n}\n'),
        (TEXT, 'function f() {\n  return "function f() {\\n}"\n}\n'),
        (TEXT, "function f() {\n  return /\\n/.test(x)\n}\n"),
        ("  return 1\n", '  return "\\n" + 1 + "\\n"\n'),
    ],
    ids=["in a string", "code in a string", "in a pattern", "one line"],
)
def test_escapes_inside_a_string_are_written(tmp_path: Path, old: str, new: str) -> None:
    assert [1] == reviewed(tmp_path, old, new).accept()


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.sh", "run a", "run a\\nrun b\\nrun c"),
        ("a.sh", "run a", "run x\\nrun b"),
        ("a.md", "Run a.", "Run a.\\nRun b."),
        ("a.txt", "item one", "item one\\nitem two"),
        ("a.css", "color: red;", "color: blue;\\n  margin: 0;"),
        ("a.html", "<p>one</p>", "<p>one!</p>\\n<p>two</p>"),
        ("a.sql", "SELECT 1;", "SELECT 2;\\nSELECT 3;"),
        ("Makefile", "\techo a", "\techo a\\n\techo b"),
        ("Dockerfile", "RUN a", "RUN a\\nRUN b"),
        ("a.ini", "x = 1", "x = 2\\ny = 3"),
        ("a.go", "first := 1", "first := 2\\nother := 3"),
        ("a.ts", "let first: number = 1", "let first: number = 2\\nconst other = 3"),
        ("a.yml", "a: 1", "a: 2\\nb: 3"),
        ("a.jsx", "<A />", "<A />\\n<B />"),
    ],
)
def test_one_line_that_becomes_several_by_escapes_is_withheld(
    tmp_path: Path, path: str, old: str, new: str
) -> None:
    found = _of_one_line(tmp_path, path, old, new)

    assert Reason.WRITTEN_OUT is found.proposals[0].withheld
    message = f"writes \\n as text where line ends seem to be meant: {' '.join(new.split())}"
    assert message in [warning.message for warning in found.proposals[0].warnings]


def _of_one_line(root: Path, path: str, old: str, new: str) -> Review:
    tree = make_tree(root, {path: f"begin here\n{old}\nend here\n"})
    return review_of(tree, block(f"{old}\n", f"{new}\n", path))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.toml", 'python = "3"', 'python = "&gt;=3.11"'),
        ("a.sql", "WHERE a < 1", "WHERE a &lt;= 2"),
        ("a.py", "if a < 1:", "if a &lt; 2:"),
        ("a.js", "if (a < 1) {", "if (a &amp;&amp; b) {"),
        ("a.sh", "a && b", "a &amp;&amp; c"),
        ("requirements.txt", "foo", "foo&gt;=1.0"),
        # Where entities may be meant, an escaped element in a file with plain ones is not.
        ("a.md", "Press <kbd>F1</kbd>", "Press &lt;kbd&gt;F2&lt;/kbd&gt;"),
        ("a.md", "<br>", '&lt;p align="center"&gt;logo&lt;/p&gt;'),
        ("a.md", "- <kbd>F1</kbd>", "- &lt;kbd&gt;F2&lt;/kbd&gt; help"),
        ("a.html", "<p>a</p>", "&lt;p&gt;b&lt;/p&gt;"),
        ("a.vue", "<p>a</p>", "&lt;my-box :a=&quot;b&quot;&gt;"),
        ("a.jsx", "<p>a</p>", "&lt;p&gt;b&lt;/p&gt;"),
    ],
)
def test_an_entity_that_is_not_meant_is_withheld(tmp_path: Path, path: str, old: str, new: str) -> None:
    found = _of_one_line(tmp_path, path, old, new)

    assert Reason.WRITTEN_OUT is found.proposals[0].withheld
    assert f"writes an entity of HTML as text: {new}" in [w.message for w in found.proposals[0].warnings]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.md", "Values are split.", "Values are split by \\n in text."),
        ("a.md", "`a`", "`a\\nb`"),
        ("a.md", "$\\alpha$", "$\\alpha\\nabla$"),
        ("a.tex", "$x$", "$x\\nu$"),
        ("a.sh", "printf 'a'", "printf 'a\\n'"),
        ("a.sh", "sed s/a/b/ f", "sed s/a/\\n/ f"),
        ("a.py", 'print("a")', 'print("a\\nb")'),
        ("a.js", "a.replace(/x/, y)", "a.replace(/x\\n|y/, y)"),
        ("a.txt", "cd C:\\old", "cd C:\\new"),
        ("a.properties", "key=a", "key=a\\nb"),
        ("a.html", "a < b", "a &lt; b"),
        ("a.jsx", "<p>a</p>", "<p>a &lt; b</p>"),
        ("a.js", 'x = "<"', 'x = "&lt;"'),
        ("a.md", "Tom & Co", "Tom &amp; Co"),
        ("a.yml", "a: <b>x</b>", "a: <b>x &amp; y</b>"),
        ("a.md", "Press F1", "Press &lt;kbd&gt;F2&lt;/kbd&gt;"),
        ("a.md", "<br>\n&lt;p&gt;", "<br>\n&lt;div&gt;"),
        ("a.md", "<br>", "<br>\nif a &lt; b and c &gt; d"),
        ("a.html", "<p>a</p>", "<pre>\n&lt;p&gt;b&lt;/p&gt;\n</pre>"),
        ("a.md", "<br>", "The tag &lt;br&gt; ends a line"),
        ("a.md", "<https://a.b>", "&lt;p&gt;"),
    ],
)
def test_escapes_that_mean_themselves_are_written(tmp_path: Path, path: str, old: str, new: str) -> None:
    review = _of_one_line(tmp_path, path, old, new)

    assert [] == [w for p in review.proposals for w in p.warnings if w.kind is WarningKind.WRITTEN_OUT]


def test_the_user_can_accept_escapes_for_line_ends(tmp_path: Path) -> None:
    review = reviewed(tmp_path, TEXT, "function f() {\\n  return 2\\n}\n")
    proposal = review.proposals[0]
    review.decide({proposal.key: review.acceptance(proposal)})

    assert [1] == review.write()
    assert {"a.js": b"function f() {\\n  return 2\\n}\n"} == files_of(tmp_path)


@pytest.mark.parametrize(
    ("path", "text", "is_withheld"),
    [
        ("n.md", "# Title\\n\\nSome text.\\n\\n- item\\n", True),
        ("n.sh", "#!/bin/sh\\nset -e\\necho hi\\n", True),
        ("n.py", 'import os\\nprint("a")\\nprint("b")\\n', True),
        ("n.py", 'print("a\\n\\nb\\n")\n', False),
        ("n.json", '{"text": "a\\nb\\nc"}\n', False),
        ("n.sh", "printf 'a\\nb\\nc\\n'\n", False),
        ("n.py", "y = re.split(r'[\\n\\r]+\\n\\n', x)\n", False),
        ("n.txt", "C:\\new\\net\\nothing\n", False),
        ("n.bat", "cd C:\\tools\\new\\net\\nothing\n", False),
        ("n.md", "# Don't panic\\n\\nSome text.\\n", True),
        ("n.md", "Write `\\n` at the end.\n", False),
        ("n.md", "# Title\\n\n\nText with \\n and \\n.\n", False),
    ],
)
def test_a_new_file_of_one_line_with_escaped_line_ends_is_left_to_the_user(
    tmp_path: Path, path: str, text: str, is_withheld: bool
) -> None:
    call = {"name": "Write", "input": {"file_path": path, "content": text}}
    (proposal,) = review_of(tmp_path, f"```json\n{json.dumps(call)}\n```\n").proposals

    assert (Reason.WRITTEN_OUT if is_withheld else None) is proposal.withheld


@pytest.mark.parametrize(
    ("old", "new", "is_withheld"),
    [
        ("  return 1\n", "+  return 2\n+  // done\n", True),
        ("  return 1\n", "+  return 2\n", True),
        ("  return 1\n", "  return 2\n+  log()\n", False),
        ("  return 1\n", "++n\n", False),
    ],
)
def test_new_lines_that_all_have_the_sign_of_a_diff_are_left_to_the_user(
    tmp_path: Path, old: str, new: str, is_withheld: bool
) -> None:
    (proposal,) = reviewed(tmp_path, old, new).proposals

    assert (Reason.MALFORMED if is_withheld else None) is proposal.withheld


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.json", '{\n  "a": ">=1"\n}\n', '{\n  "a": "&gt;=2"\n}\n'),
        ("a.toml", 'a = ">=1"\nb = "x && y"\n', 'a = ">=2"\nb = "x &amp;&amp; y"\n'),
    ],
)
def test_an_entity_in_a_whole_file_that_shows_no_html_is_named(
    tmp_path: Path, name: str, before: str, after: str
) -> None:
    (tmp_path / name).write_text(before)
    review = Review.open(tmp_path)
    review.read(f"{name}\n```\n{after}```\n")

    messages = [warning.message for warning in review.proposals[0].warnings]
    assert any(each.startswith("writes an entity of HTML as text: ") for each in messages)
