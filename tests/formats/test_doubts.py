"""Words above an edit that reject it, or leave it to the user, in every format."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from editreview.formats import parse
from tests.builders import make_tree, review_of

EDIT = "<<<<<<< SEARCH\nold = 1\n=======\nnew = 2\n>>>>>>> REPLACE\n"
CALL = json.dumps({"name": "Edit", "input": {"file_path": "a.py", "old_string": "b", "new_string": "c"}})
FORMATS = {
    "search-replace": f"a.py\n{EDIT}",
    "search-replace in a fence": f"```python\na.py\n{EDIT}```\n",
    "search-replace below its path": f"a.py\n```python\n{EDIT}```\n",
    "diff": "```diff\n--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n```\n",
    "diff without a fence": "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n",
    "patch": "*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** End Patch\n",
    "patch in a fence": "```\n*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** End Patch\n```\n",
    "call": f"```json\n{CALL}\n```\n",
    "call without a fence": f"{CALL}\n",
    "call in XML": '<function_calls>\n<invoke name="Edit">\n<parameter name="file_path">a.py</parameter>\n'
    '<parameter name="old_string">b</parameter>\n<parameter name="new_string">c</parameter>\n</invoke>\n'
    "</function_calls>\n",
    "whole file": "a.py\n```python\nnew = 2\n```\n",
    "edit protocol": "a.py\n««« EDIT\nold\n═══════ REPL\nnew\n»»» EDIT END\n",
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("words", ["Do not apply this:", "### Wrong", "**Don't apply this yet**"])
def test_words_directly_above_an_edit_reject_it_in_every_format(format: str, words: str) -> None:
    found = parse(f"It is done.\n\n{words}\n\n{FORMATS[format]}")

    assert [words] == [block.rejection for block in (*found.blocks, *found.offers)]


@pytest.mark.parametrize("format", FORMATS)
def test_words_above_an_edit_that_request_it_are_no_doubt(format: str) -> None:
    (found,) = parse(f"Do not use a flag here.\n\nApply this to `a.py`:\n\n{FORMATS[format]}").blocks

    assert (None, ()) == (found.rejection, found.warnings)


@pytest.mark.parametrize(
    "format", [each for each in FORMATS if each != "call without a fence" and "XML" not in each]
)
def test_one_of_several_options_is_left_to_the_user_in_every_format(format: str) -> None:
    found = parse(f"**Alternative:**\n\n{FORMATS[format]}")

    doubts = [block.offer is not None or bool(block.warnings) for block in (*found.blocks, *found.offers)]
    assert [True] == doubts


@pytest.mark.parametrize(
    "words",
    [
        "Here is what NOT to do:",
        "Do **not** do the following:",
        "Please don't commit this version yet.",
        "How you should not write it:",
        "The wrong way would be:",
        "A tempting but wrong fix:",
        "#### ❌ Not recommended",
        "This would break things:",
        "For illustration only:",
        "Example (do not copy):",
        "For reference, the original change was:",
        "Previously I suggested:",
        "Earlier I proposed this, which is wrong:",
        "I considered this, but decided against it:",
        "Instead of this:",
        "To undo it later:",
        "You have already applied this:",
        "Do not apply this. It breaks the build:",
        "### src/b.py (unchanged)",
        "**src/b.py** — no changes needed",
        "2. `src/b.py` - no changes",
        "**File: `src/b.py`** (not modified)",
        "`add()` (unchanged):",
        "Nicht so:",
        "À ne pas faire :",
        "No hagas esto:",
        "Não faça isso:",
        "Mau exemplo:",
        "Cattivo esempio:",
        "Da evitare:",
        "Так не надо:",
        "不要这样做：",
        "悪い例：",
        "이렇게 하지 마세요:",
        "This does NOT work:",
        "However, this will not work:",
        "I do not recommend:",
        "I would not do this:",
        "Reverting would look like this, but I advise against it:",
        "There is no need for this:",
        "This would be a mistake:",
        "You may see advice online to do this; ignore it:",
        "A tempting fix, which breaks negative numbers:",
        "You might be tempted to write:",
        "The naive fix:",
        "I tried this first, and it failed:",
        "My first attempt:",
        "## Failed attempts",
        "### Approaches I ruled out",
        "### What went wrong",
        "This commit introduced the bug:",
        "This is the commit that broke `app.py`:",
        "You probably made this change, which is the cause:",
        "Upstream fixed it with this patch (you already get it by upgrading):",
        "The following patch is from another project:",
        "If someone changed the helper like this, the tests would not notice:",
        "An example of what a diff looks like:",
        "You asked whether this would help (it would not):",
        "Last week you applied:",
        "git blame shows:",
        "In Python 2 you would write:",
        "The test fails because of this:",
        "In `a.py`, don't do",
        "> **Warning:** do not use the following.",
        "<details><summary>Rejected approach</summary>",
        "❌",
        "❌ Mutates its argument:",
        "So bitte nicht:",
        "Das wäre falsch:",
        "Dieser Commit hat den Fehler eingebaut:",
        "Ce commit a introduit le bug :",
        "Esto no funciona:",
        "Não recomendo:",
        "Так делать не надо:",
        "Nie rób tak:",
        "不要这样改：",
        "これはやらないでください：",
    ],
)
def test_titles_that_reject_an_edit(words: str) -> None:
    (found,) = parse(f"{words}\n\na.py\n{EDIT}").blocks

    assert found.rejection is not None


@pytest.mark.parametrize(
    "words",
    [
        "Don't forget this:",
        "Do not skip this step:",
        "Never mind. Apply this:",
        "Avoid the second call:",
        "The wrong path is used:",
        "### 1. Wrong import in `a.py`",
        "Do not use this. Instead:",
        "This was not done before:",
        "To undo the change of the size, restore the old value:",
        "For illustration, the parser reads one line more. Change it:",
        "It should not fail:",
        "Nicht vergessen:",
        "No olvides esto:",
        "错误处理：",
        "间违了的地方，修改为：",
        "Update `a.py`, public API (unchanged):",
        "The signature of `f` stays the same (unchanged)",
        "The other files – no changes needed",
        "The cache does not work:",
        "This is not thread-safe:",
        "This does not log anything yet, so add it:",
        "There is no need for a lock any more, so remove it:",
        "The naive loop becomes a comprehension:",
        "❌ → ✅ in `total`:",
        "Undo the changes of the user when the save fails:",
        "The history shows the newest entry last:",
        "If the list changed, it would be read again; so add:",
        "Use the code from another function:",
        "Das Programm funktioniert nicht:",
        "La caché no funciona:",
        "缓存不对，修改为：",
    ],
)
def test_words_about_the_code_reject_nothing(words: str) -> None:
    (found,) = parse(f"{words}\n\na.py\n{EDIT}").blocks

    assert found.rejection is None


@pytest.mark.parametrize(
    "title",
    [
        "## Not recommended",
        "### Failed attempts",
        "1. Wrong:",
        "- ❌ Bad:",
        "> **Warning:** do not use this.",
    ],
)
@pytest.mark.parametrize("words", ["Look:", "Here it is:", "For the list:"])
def test_a_title_rejects_an_edit_below_words_that_say_little(title: str, words: str) -> None:
    (found,) = parse(f"{title}\n\n{words}\n\na.py\n{EDIT}").blocks

    assert title == found.rejection


@pytest.mark.parametrize("title", ["## Optional", "## Nice to have", "## Only for Windows"])
def test_a_title_leaves_an_edit_below_words_that_say_little_to_the_user(title: str) -> None:
    (found,) = parse(f"{title}\n\nLook:\n\na.py\n{EDIT}").blocks

    assert 1 == len(found.warnings)


@pytest.mark.parametrize(
    "words",
    ["Instead:", "The fix:", "This works:", "Now change `total`:", "Here is a better one:", "### Add"],
)
@pytest.mark.parametrize("title", ["## Not recommended", "## What went wrong", "- ❌ Bad:"])
def test_a_title_of_bad_code_says_nothing_of_the_good_code_below_it(title: str, words: str) -> None:
    (found,) = parse(f"{title}\n\n{words}\n\na.py\n{EDIT}").blocks

    assert (None, ()) == (found.rejection, found.warnings)


@pytest.mark.parametrize(
    "words",
    [
        "Do only one of the following.",
        "You need one of these two changes:",
        "You can fix this in one of two places.",
    ],
)
def test_edits_of_which_one_is_to_be_made_are_all_left_to_the_user(words: str) -> None:
    found = parse(f"{words}\n\na.py\n{EDIT}\nb.py\n{EDIT}").blocks

    assert [1, 1] == [len(block.warnings) for block in found]


@pytest.mark.parametrize(
    ("first", "second"), [("**A)**", "**B)**"), ("### Fix A", "### Fix B"), ("Entweder so:", "oder so:")]
)
def test_titles_of_options_leave_both_edits_to_the_user(first: str, second: str) -> None:
    found = parse(f"{first}\n\na.py\n{EDIT}\n{second}\n\nb.py\n{EDIT}").blocks

    assert [1, 1] == [len(block.warnings) for block in found]


def test_words_that_reject_an_edit_reject_those_directly_below_it() -> None:
    fence = f"```python\na.py\n{EDIT}```\n"
    found = parse(f"Do not do this:\n\n{fence}\n{fence}\nThis is right:\n\n{fence}").blocks

    assert ["Do not do this:", "Do not do this:", None] == [block.rejection for block in found]


def test_words_that_reject_a_fence_reject_all_edits_in_it() -> None:
    found = parse(f"Do not do this:\n\n```\na.py\n{EDIT}\nb.py\n{EDIT}```\n").blocks

    assert ["Do not do this:"] * 2 == [block.rejection for block in found]


def test_a_call_after_a_thought_about_an_alternative_is_chosen() -> None:
    (found,) = parse(f"Alternatively, I can set it here.\n\n{CALL}\n").blocks

    assert ((), None) == (found.warnings, found.rejection)


ALTERNATIVES = ["Alternatively, change the other one:", "or this:", "**Another way**"]


@pytest.mark.parametrize("words", ALTERNATIVES)
def test_an_alternative_is_left_to_the_user_and_the_edit_above_it_is_not(words: str) -> None:
    found = parse(f"You can do this:\n\na.py\n{EDIT}\n{words}\n\nb.py\n{EDIT}")

    assert [("a.py", 0), ("b.py", 1)] == [(block.path_written, len(block.warnings)) for block in found.blocks]
    assert () == found.offers


@pytest.mark.parametrize("words", ALTERNATIVES)
def test_an_alternative_for_the_same_lines_and_the_edit_above_it_both_wait(
    words: str, tmp_path: Path
) -> None:
    make_tree(tmp_path, {"a.py": "old = 1\n"})
    other = EDIT.replace("new = 2", "other = 3")
    review = review_of(tmp_path, f"Do this:\n\na.py\n{EDIT}\n{words}\n\na.py\n{other}")

    assert [Reason.CONFLICT] * 2 == [proposal.withheld for proposal in review.proposals]


@pytest.mark.parametrize(
    "words",
    [
        "Either way, you also need this:",
        "Either of these works, but I prefer this one:",
        "Or rather:",
        "Or, more precisely:",
        "Or simply:",
        "Or better:",
        "Or, even simpler:",
    ],
)
def test_words_that_go_on_or_correct_leave_nothing_to_the_user(words: str) -> None:
    found = parse(f"Do this:\n\na.py\n{EDIT}\n{words}\n\nb.py\n{EDIT}")

    assert [(), ()] == [block.warnings for block in found.blocks]


def test_either_and_or_leave_both_edits_to_the_user() -> None:
    found = parse(f"Either do this:\n\na.py\n{EDIT}\nor this:\n\nb.py\n{EDIT}")

    assert [1, 1] == [len(block.warnings) for block in found.blocks]


def test_an_alternative_of_several_edits_makes_an_offer_of_none() -> None:
    hunk = "@@ -1 +1 @@\n-old = 1\n+new = 2\n"
    diff = "".join(f"--- a/{path}\n+++ b/{path}\n{hunk}" for path in ("b.py", "c.py"))
    found = parse(f"a.py\n{EDIT}\nAlternatively:\n\n```diff\n{diff}```\n")

    assert ["a.py", "b.py", "c.py"] == [block.path_written for block in found.blocks]
    assert () == found.offers


@pytest.mark.parametrize(
    "words",
    [
        "**Method 1:**",
        "### Solution B",
        "One way is:",
        "If you use Postgres:",
        "If your Python is older than 3.11:",
        "On Windows:",
        "Otherwise:",
        "Wenn du MySQL benutzt:",
        "Unter Linux:",
        "Si vous utilisez MySQL :",
        "Opción 2:",
        "No Windows:",
        "方案一：",
        "如果你使用 MySQL：",
        "Windows の場合：",
        "Вариант 2:",
        "Если вы используете MySQL:",
    ],
)
def test_what_holds_in_one_of_several_cases_is_left_to_the_user(words: str) -> None:
    (block,) = parse(f"{words}\n\na.py\n{EDIT}").blocks

    assert 1 == len(block.warnings)


@pytest.mark.parametrize(
    "words",
    [
        "Undo this change:",
        "Revert the following commit:",
        "In a follow-up PR:",
        "Once the migration is done, apply:",
        "Later, when 2.0 is out, apply:",
        "Mache diese Änderung rückgängig:",
        "撤销以下修改：",
        "Отмените это изменение:",
    ],
)
def test_a_change_that_is_to_be_taken_back_or_made_later_is_left_to_the_user(words: str) -> None:
    (block,) = parse(f"{words}\n\na.py\n{EDIT}").blocks

    assert 1 == len(block.warnings)


@pytest.mark.parametrize(
    "words",
    [
        "If the list is empty, return early:",
        "If the user is logged in, redirect:",
        "Once the helper is defined, call it:",
        "Undo the rename in `load`, which was wrong:",
        "Using a set:",
        "### Delete users",
        "Later in the file:",
        "Once that's done, update `total`:",
        "When the loop is finished, return:",
        "After the release of the lock, call it:",
        "If your list is empty, this returns 0:",
        "If you are wondering, this is the fix:",
        "You can either pass a list or a tuple now:",
        "As a follow-up to your question, here is the fix:",
        "Not yet handled: the empty list:",
        "For comparison of floats, use `isclose`:",
        "No changes are needed in `load`; update `total`:",
        "Plan 2024:",
        "The other way around is safer:",
        "如果列表为空：",
        "撤销功能：",
        "Annuler la commande :",
        "In the parser:",
        "方法を追加します：",
    ],
)
def test_conditions_and_steps_of_the_code_are_no_doubt(words: str) -> None:
    (block,) = parse(f"{words}\n\na.py\n{EDIT}").blocks

    assert (None, ()) == (block.rejection, block.warnings)


@pytest.mark.parametrize(
    "command", ["$ git diff", "$ git show abc\ncommit abc\n\n    Fix\n", "> git log -p -1"]
)
def test_a_diff_below_a_command_that_prints_one_is_left_to_the_user(command: str) -> None:
    diff = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n"
    (block,) = parse(f"```console\n{command}\n{diff}```\n").blocks

    assert 1 == len(block.warnings)


def test_a_command_in_another_fence_prints_no_diff_below_it() -> None:
    diff = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n"
    (block,) = parse(f"```bash\n$ git log -1 --oneline\n```\n\n```diff\n{diff}```\n").blocks

    assert () == block.warnings


TITLES_OF_OTHER_STATES = [
    "Old version",
    "Original",
    "Before (buggy)",
    "On the `main` branch",
    "For comparison",
    "Expected result",
    "Unchanged",
    "Vorher",
    "Unverändert",
    "Version actuelle",
    "Código original",
    "Como referência",
    "修改前",
    "現在のコード",
    "Было",
    "До изменений",
]


@pytest.mark.parametrize("title", TITLES_OF_OTHER_STATES)
@pytest.mark.parametrize(
    "layout",
    [
        "**{title}**\n\na.py\n```python\nx = 1\n```\n",
        "{title}:\n\n```python title=a.py\nx = 1\n```\n",
        '{title}:\n\n<file path="a.py">\nx = 1\n</file>\n',
    ],
)
def test_a_whole_file_below_words_for_another_state_of_it_is_rejected(title: str, layout: str) -> None:
    found = parse(layout.format(title=title))

    assert all(block.rejection is not None for block in found.blocks)


@pytest.mark.parametrize(
    "title",
    [
        *("Keine Plots: nur Tabellen", "Current user", "Neue Version", "Nueva versión", "更新后"),
        *(
            "Backup",
            "Rollback script",
            "In production",
            "For Python 3.12",
            "Formato de salida",
            "输出模块",
            "旧API",
        ),
        *("Altes Modul", "Comparador"),
    ],
)
def test_a_whole_file_below_other_words_is_written(title: str) -> None:
    (block,) = parse(f"**{title}**\n\na.py\n```python\nx = 1\n```\n").blocks

    assert (None, ()) == (block.rejection, block.warnings)
