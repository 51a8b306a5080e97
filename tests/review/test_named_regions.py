"""Words above a block name a region of the file, but its text is only in another one that is alike."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from tests.builders import block, review_of

FILES = {
    "a.py": (
        "def alpha(a):\n    k = key(a)\n    put(k, 9)\n    return get(k)\n\n\n"
        "def bravo(a):\n    k = key(a)\n    put(k, 5)\n    return get(k)\n",
        "    k = key(a)\n    put(k, 5)\n",
    ),
    "a.css": (
        ".alpha {\n  color: red;\n  margin: 9px;\n}\n\n.bravo {\n  color: red;\n  margin: 5px;\n}\n",
        "  color: red;\n  margin: 5px;\n",
    ),
    "a.html": (
        '<p id="alpha">\n  <b>Title</b>\n  <i class="w9">Text</i>\n</p>\n'
        '<p id="bravo">\n  <b>Title</b>\n  <i class="w5">Text</i>\n</p>\n',
        '  <b>Title</b>\n  <i class="w5">Text</i>\n',
    ),
    "a.sql": (
        "CREATE TABLE alpha (\n  id INT,\n  name VARCHAR(9)\n);\n\n"
        "CREATE TABLE bravo (\n  id INT,\n  name VARCHAR(5)\n);\n",
        "  id INT,\n  name VARCHAR(5)\n",
    ),
    "a.js": (
        "function f(a) {\n  switch (a) {\n"
        "    case 'alpha':\n      k = key(a);\n      put(k, 9);\n      break;\n"
        "    case 'bravo':\n      k = key(a);\n      put(k, 5);\n      break;\n  }\n}\n",
        "      k = key(a);\n      put(k, 5);\n",
    ),
    "a.test.ts": (
        "describe('x', () => {\n  it('alpha', () => {\n    const k = key(1);\n    put(k, 9);\n  });\n\n"
        "  it('bravo', () => {\n    const k = key(1);\n    put(k, 5);\n  });\n});\n",
        "    const k = key(1);\n    put(k, 5);\n",
    ),
    "a.yml": ("alpha:\n  image: x\n  wait: 9\nbravo:\n  image: x\n  wait: 5\n", "  image: x\n  wait: 5\n"),
    "a.md": ("## alpha\n\nRun it.\nWait 9 s.\n\n## bravo\n\nRun it.\nWait 5 s.\n", "Run it.\nWait 5 s.\n"),
    "a.ini": ("[alpha]\nlevel = x\nwait = 9\n\n[bravo]\nlevel = x\nwait = 5\n", "level = x\nwait = 5\n"),
}


def withheld(tmp_path: Path, name: str, words: str, edit: str | None = None) -> Reason | None:
    """The reason why an edit below some words, whose text is in the second region, waits for the user."""
    text, old = FILES[name]
    (tmp_path / name).write_text(text)
    (proposal,) = review_of(
        tmp_path, f"{words}\n\n{edit or block(old, old.replace('5', '8'), name)}"
    ).proposals
    return proposal.withheld


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "words",
    [
        "In `alpha`, change this:",
        "### alpha",
        "**alpha:**",
        "For alpha:",
        "Now `alpha`, not `bravo`:",
        "In `alpha` (the same as `bravo` has):",
        "Change `alpha`:\n\nThe value there is too low, so that all jobs are cut off under load.",
    ],
)
def test_a_block_whose_text_is_only_beside_the_region_that_the_words_name_is_withheld(
    tmp_path: Path, name: str, words: str
) -> None:
    assert Reason.AMBIGUOUS is withheld(tmp_path, name, words)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "words",
    [
        "In `bravo`, change this:",
        "### bravo",
        "Now `bravo`, not `alpha`:",
        "Like in `alpha`, also in `bravo`:",
        "`alpha` is right.\n\nRaise the value in `bravo`:",
        "Raise the value:",
    ],
)
def test_a_block_in_the_region_that_the_words_name_is_not(tmp_path: Path, name: str, words: str) -> None:
    assert withheld(tmp_path, name, words) is None


@pytest.mark.parametrize(
    "edit",
    [
        "```diff\n--- a/a.py\n+++ b/a.py\n@@\n     k = key(a)\n-    put(k, 5)\n+    put(k, 8)\n```\n",
        "*** Begin Patch\n*** Update File: a.py\n@@\n     k = key(a)\n-    put(k, 5)\n+    put(k, 8)\n"
        "*** End Patch\n",
        json.dumps(
            {
                "name": "Edit",
                "input": {
                    "file_path": "a.py",
                    "old_string": "    k = key(a)\n    put(k, 5)",
                    "new_string": "    k = key(a)\n    put(k, 8)",
                },
            }
        )
        + "\n",
    ],
    ids=["diff", "patch", "call"],
)
def test_the_words_count_in_every_format(tmp_path: Path, edit: str) -> None:
    assert Reason.AMBIGUOUS is withheld(tmp_path, "a.py", "In `alpha`, change this:", edit)
    assert withheld(tmp_path, "a.py", "In `bravo`, change this:", edit) is None


def test_a_title_of_several_words_names_its_test(tmp_path: Path) -> None:
    text = FILES["a.test.ts"][0].replace("'alpha'", "'reads a file'").replace("'bravo'", "'writes a file'")
    (tmp_path / "a.test.ts").write_text(text)
    old = FILES["a.test.ts"][1]
    edit = block(old, old.replace("5", "8"), "a.test.ts")

    (proposal,) = review_of(tmp_path, f"Fix the test reads a file:\n\n{edit}").proposals
    assert Reason.AMBIGUOUS is proposal.withheld
    (proposal,) = review_of(tmp_path, f"Fix the test writes a file:\n\n{edit}").proposals
    assert proposal.withheld is None


def test_a_word_that_is_a_key_at_another_depth_names_nothing(tmp_path: Path) -> None:
    text = "on:\n  wait:\n    image: x\n    time: 9\njob:\n  image: x\n  time: 5\n"
    (tmp_path / "a.yml").write_text(text)
    edit = block("  image: x\n  time: 5\n", "  image: x\n  time: 8\n", "a.yml")

    assert review_of(tmp_path, f"It has to wait longer:\n\n{edit}").proposals[0].withheld is None
