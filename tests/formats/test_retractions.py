"""Prose below an edit retracts it only where it says so plainly."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Offer, OfferKind
from editreview.formats import parse
from editreview.formats.items import RETRACTING_CLAUSES, RETRACTING_CUES, RetractingClause
from tests.builders import block

ONE, TWO, THREE = (block(f"{n}\n", f"new {n}\n", f"{n}.py") for n in ("one", "two", "three"))

PLAIN = [
    "That was wrong, ignore it.",
    "Wait, that was wrong. Ignore it.",
    "Wait, that's incorrect.",
    "Oops, that is for the wrong file.",
    "Hmm, actually no, this is wrong.",
    "Sorry, that was a mistake: please ignore that edit.",
    "Ignore it.",
    "Ignore the edit above.",
    "Please ignore the previous block.",
    "**Ignore the above.**",
    "- Disregard that change, it would break the tests.",
    "Do not apply this edit.",
    "Don't apply the block above; the one below is right.",
    "Scratch that.",
    "Actually, scratch that — it fails when the list is empty.",
    "Wait, that was wrong; it fails if there are none.",
    "Never mind.",
    "On second thought, scratch that.",
    "You can ignore the edit above.",
    "I take that back.",
    "On second thought, leave the file as it is.",
    "Wait, actually no change is needed.",
    "Wait, on reflection no change is needed here. Leave a.py as it is.",
    "Actually, leave `src/a.py` unchanged.",
    "I retract the previous change.",
    "The edit above should be ignored.",
    "The above edit is wrong.",
    "I made a mistake in the edit above.",
    "Wait, I made a mistake.",
    "This replaces the text.\n\nActually, ignore the edit above.",
    "Ignore the previous edit and apply this one instead:",
    "On second thought, this isn't needed.",
    "Hmm, that breaks `index`. Keep `helper` as it is.",
    "Actually, don't do that.",
    "I don't recommend this.",
    "This would be overkill here, so I would not do it.",
    "But this does not work, since `x` may be a string.",
    "That was my first idea, but it fails.",
    "However, this is not the right fix.",
    "This is what you should NOT do.",
    "(This is only an illustration.)",
    "(Example only, not for your code.)",
    "The above is what broke it.",
    "No, wait. That is not the cause at all; leave the function alone.",
    "Oops, that is the wrong file.",
    "Looking at it again, `helper` is already correct.",
    "Das ist aber falsch, bitte nicht übernehmen.",
    "Doch nicht: das lassen wir so.",
    "En fait, ne l'appliquez pas.",
    "Pensándolo bien, no hace falta.",
    "Na verdade, não faça isso.",
    "Ripensandoci, non serve.",
    "Хотя нет, не надо.",
    "这样不对，请忽略。",
    "すみません、これは間違いです。",
]

NO_RETRACTION = [
    "This was wrong before: the loop ended too early.",
    "That was wrong in the old version, and is right now.",
    "The previous code was wrong.",
    "The old version was wrong, so I replaced it.",
    "It is wrong to call it twice.",
    "Ignore it if you have that line already.",
    "Ignore it — if you have that line already.",
    "Ignore this change if you use Python 3.12.",
    "You can ignore this edit when you have no tests.",
    "If the test fails, ignore it.",
    "Now git will ignore it.",
    "The linter warns here. Ignore it.",
    "The parser should ignore that block.",
    "Ignore that warning.",
    "Ignore the deprecation notice above the function.",
    'You statement: "that was wrong, ignore it".',
    "The user statement to ignore the previous edit.",
    "> That was wrong, ignore it.",
    "Do not use it in tests.",
    "Never mind the order of the keys.",
    "No change is needed in the tests.",
    "Leave the file as it is in the other package.",
    "I left the file as it is.",
    "Should I ignore the previous edit?",
    "Wait for the server before you run it.",
    "No further changes are needed.",
    "Forget the cache: it is built anew.",
    "Sorry for the long diff.",
    "I made a mistake earlier; this corrects it.",
    "I noticed an error in the config parser.",
    "Here is the next edit.",
    "```\nThat was wrong, ignore it.\n```",
    "That is not correct for Windows, where paths differ.",
    "This does not work on Windows.",
    "That did not work before, as `x` was never set.",
    "The old loop does not work, since `x` may be a string.",
    "Don't do this in a loop.",
    "I would not use it for large files.",
    "This is not needed in the tests.",
    "Actually, this fails today, and the check handles it.",
    "This is the first version of the parser.",
    "Example: `load(1)` gives 2.",
    "You need only one of these at a time.",
    "You only need to change one of the callers.",
    "Take one of the workers down first.",
    "One of the two loops is gone.",
    "This is optional chaining, which Node 14 has.",
    "Das ist nicht nötig, wenn du MySQL benutzt.",
    "Das war falsch, weil `x` fehlte.",
    "No hace falta reiniciar.",
    "这样就不会出错了。",
]

OPTIONAL = [
    "Only do that if nobody else calls it.",
    "This is only needed on Windows.",
    "Skip this if you are on version 2.",
    "(optional)",
    "^ this one is optional.",
    "This change is optional.",
]
OPTIONAL_PAIRS = [
    "Pick one, not both.",
    "You need only one of the two.",
    "You only need one of these two changes.",
    "Apply only the second one.",
    "Only apply the change in `two.py`; the other one shows why.",
    "Either one is enough.",
    "Don't apply both.",
]

CHARACTERS = st.sampled_from(string.ascii_lowercase + " ,.;:-’…—–")


def paths_of(text: str) -> tuple[list[str | None], list[str | None]]:
    parsed = parse(text)
    return [b.path_written for b in parsed.blocks], [b.path_written for b in parsed.offers]


@pytest.mark.parametrize("statement", PLAIN)
@pytest.mark.parametrize("is_fenced", [False, True])
def test_clear_words_retract_the_block_above(statement: str, is_fenced: bool) -> None:
    path, _, rest = ONE.partition("\n")
    first = f"{path}\n```python\n{rest}```\n" if is_fenced else ONE
    assert (["two.py"], ["one.py"]) == paths_of(f"{first}\n{statement}\n\n{TWO}")
    assert ([], ["one.py"]) == paths_of(f"{first}{statement}")


@pytest.mark.parametrize("statement", NO_RETRACTION)
def test_other_words_retract_nothing(statement: str) -> None:
    assert (["one.py", "two.py"], []) == paths_of(f"{ONE}\n{statement}\n\n{TWO}")
    assert (["one.py"], []) == paths_of(f"{ONE}{statement}\n")


@pytest.mark.parametrize("statement", OPTIONAL)
def test_words_below_an_edit_may_leave_it_to_the_user(statement: str) -> None:
    (offer,) = parse(f"{ONE}\n{statement}\n").offers

    assert ("one.py", Offer(OfferKind.PROPOSED, 8)) == (offer.path_written, offer.offer)


@pytest.mark.parametrize("statement", OPTIONAL_PAIRS)
def test_words_below_two_edits_may_leave_the_choice_to_the_user(statement: str) -> None:
    assert ([], ["one.py", "two.py"]) == paths_of(f"{ONE}\n{TWO}\n{statement}\n")


def test_words_below_two_edits_may_leave_one_of_them_to_the_user() -> None:
    assert (["two.py"], ["one.py"]) == paths_of(f"{ONE}\n{TWO}\nThe first change is optional.\n")


@pytest.mark.parametrize("statement", ["Don't do this:", "But this does not work:"])
def test_words_that_end_in_a_colon_are_about_the_edit_below_them(statement: str) -> None:
    assert (["one.py", "two.py"], []) == paths_of(f"{ONE}\n{statement}\n\n{TWO}")


ANNOUNCEMENT = "\nWait, the correct edit is:\n\n"


@pytest.mark.parametrize("end", ["one", "one.py\n", "one.py\n<<<", "one.py\n<<<<<<< SEARCH\n", "```python\n"])
def test_a_correction_that_is_cut_off_before_its_first_line_leaves_the_block_above_retracted(
    end: str,
) -> None:
    assert ([], ["one.py"]) == paths_of(f"{ONE}{ANNOUNCEMENT}{end}")
    assert ([], ["one.py"]) == paths_of(f"{ONE}{ANNOUNCEMENT.strip()}")


def test_a_correction_that_is_complete_or_is_followed_by_prose_retracts_nothing() -> None:
    assert (["one.py", "two.py"], []) == paths_of(f"{ONE}{ANNOUNCEMENT}{TWO}")
    assert (["one.py"], []) == paths_of(
        f"{ONE}{ANNOUNCEMENT}the one above, which needs no other change here.\n"
    )


@pytest.mark.parametrize("clause", RETRACTING_CLAUSES, ids=lambda clause: clause.pattern.pattern[:30])
@given(data=st.data())
def test_every_retraction_contains_a_cue(clause: RetractingClause, data: st.DataObject) -> None:
    """Paragraphs without any of them are passed over."""
    statement = data.draw(st.from_regex(clause.pattern.pattern, fullmatch=True, alphabet=CHARACTERS))
    assert not RETRACTING_CUES.isdisjoint(re.findall("[a-z]+", statement))


@pytest.mark.parametrize(
    ("statement", "blocks"),
    [
        ("Ignore all of the above.", []),
        ("Ignore both edits.", ["one.py"]),
        ("Ignore these edits.", []),
        ("Ignore the first edit above.", ["two.py", "three.py"]),
        ("Ignore block 2.", ["one.py", "three.py"]),
        ("Ignore the last edit.", ["one.py", "two.py"]),
        ("Ignore it.", ["one.py", "two.py"]),
    ],
)
def test_a_retraction_may_name_one_block_or_several(statement: str, blocks: list[str]) -> None:
    assert blocks == paths_of(f"{ONE}{TWO}{THREE}\n{statement}\n")[0]


def test_a_patch_of_many_hunks_is_retracted_as_one() -> None:
    patch = "```diff\n--- a/a.py\n+++ b/a.py\n@@ -1,1 +1,1 @@\n-a\n+b\n@@ -9,1 +9,1 @@\n-c\n+d\n```\n"

    assert (["one.py"], ["a.py", "a.py"]) == paths_of(f"{ONE}\n{patch}\nThat was wrong, ignore it.\n")


def test_the_offer_names_the_line_of_the_retraction() -> None:
    (offered,) = parse(f"{ONE}\nThat was wrong, ignore it.\n").offers

    assert Offer(OfferKind.RETRACTED, 8) == offered.offer
    assert "the response retracts it (response line 8)" == Offer(OfferKind.RETRACTED, 8).message


def test_words_far_below_the_block_retract_nothing() -> None:
    assert (["one.py"], []) == paths_of(ONE + "\nMore.\n" * 20 + "\nIgnore the edit above.\n")


def test_words_above_the_first_block_retract_nothing() -> None:
    assert (["one.py"], []) == paths_of(f"Ignore my previous answer.\n\n{ONE}")


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("The user denied this operation.", OfferKind.REJECTED),
        ("The tool execution failed with the following error:\n<error>\nno\n</error>", OfferKind.FAILED),
        ("<error>String not found</error>", OfferKind.FAILED),
    ],
)
def test_a_failed_result_below_a_call_in_text_makes_it_an_offer(result: str, kind: OfferKind) -> None:
    call = "<write_to_file>\n<path>a.py</path>\n<content>\nx\n</content>\n</write_to_file>\n"
    parsed = parse(
        f"{call}\n[write_to_file for 'a.py'] Result:\n\n{result}\n\n{call.replace('a.py', 'b.py')}"
    )

    assert ["b.py"] == [b.path_written for b in parsed.blocks]
    assert [kind] == [b.offer.kind for b in parsed.offers if b.offer]


FIRST = "Create `src/new.py`:\n\n```python\ndef peek(xs):\n    return xs[0]\n```\n\n"
SECOND = "```python\ndef peek(xs):\n    return xs[0] if xs else None\n```\n"


@pytest.mark.parametrize(
    "words",
    [
        "Hmm, wait — that's wrong where there are none. Use this version instead:",
        "Sorry, one correction — it should skip `None`:",
        "Actually, use this instead:",
        "Oops, the version above misses the empty case. Corrected:",
        "On second thought, here's a better version:",
        "That fails for empty lists. Here is the corrected version:",
        "Actually that breaks for empty input, so better do it like this:",
        "This works:",
        "Final:",
        "But it is cleaner to write:",
        "With type hints:",
        "Für Python 3:",
    ],
)
def test_code_without_a_path_that_words_announce_is_another_version_of_the_block_above(words: str) -> None:
    """Otherwise the first version would be accepted, and the second one would be offered for other files."""
    first, second = parse(f"{FIRST}{words}\n\n{SECOND}").blocks

    assert ["src/new.py"] * 2 == [first.path_written, second.path_written]
    assert second.is_correction


BETWEEN = "Then `src/other.py`:\n\n```python\ndef other():\n    return 1\n```\n\n"
THIRD = "```python\nLIMIT = 3\n\n\ndef peek(xs):\n    return xs[0] if xs else None\n```\n"


@pytest.mark.parametrize("between", [BETWEEN, "The loop is:\n\n```\nfor x in xs:\n```\n\n"])
@pytest.mark.parametrize(
    "words",
    [
        "Wait, that `peek` isn't quite right: it fails. Use this version instead of the one above:",
        "Hmm, `peek` fails for empty lists. Here is the corrected version:",
        "Actually, better:",
        "Moment, `peek` stimmt nicht ganz. Nimm stattdessen diese Version:",
        "Attends, `peek` échoue. Utilise celle-ci à la place :",
        "Un momento, usa esta versión en su lugar:",
        "Espera, usa esta em vez disso:",
        "Aspetta, usa invece questa:",
        "Стоп, вместо неё лучше так:",
        "等等，`peek` 有问题，改用这个版本：",
        "待って、代わりにこちらを使ってください:",
    ],
)
def test_code_that_words_announce_is_another_version_of_the_edit_further_above_that_defines_it(
    words: str, between: str
) -> None:
    """Otherwise the first version would stay a ready edit, and the second one be applied on top of it."""
    first, *_, last = parse(f"{FIRST}{between}{words}\n\n{THIRD}").blocks

    assert ["src/new.py"] * 2 == [first.path_written, last.path_written]
    assert last.is_correction
    assert (False, None) == (first.is_correction, last.offer)


@pytest.mark.parametrize(
    "below",
    [
        f"Use the limit too:\n\n{THIRD}",
        f"The old version was:\n\n{THIRD}",
        f"Use this instead in `src/third.py`:\n\n{THIRD}",
        f"Use this instead if you have none:\n\n{THIRD}",
        f"Use another one instead:\n\n{THIRD.replace('peek', 'first')}",
        "Use it like this instead:\n\n```python\nclass A:\n    def peek(self):\n        return 1\n```\n",
    ],
)
def test_other_code_further_below_an_edit_is_no_version_of_it(below: str) -> None:
    parsed = parse(FIRST + BETWEEN + below)

    assert not any(each.is_correction and each.path_written == "src/new.py" for each in parsed.blocks)


def test_code_that_edits_of_two_files_define_is_a_version_of_neither() -> None:
    both = FIRST + FIRST.replace("new.py", "old.py").replace("[0]", "[1]") + BETWEEN
    assert 3 == len(parse(f"{both}Use this version instead:\n\n{THIRD}").blocks)


def test_a_diff_without_a_path_that_changes_the_same_lines_is_another_version_of_the_one_above() -> None:
    diffs = [f"```diff\n def f():\n-    return 1\n+    return {n}\n```\n" for n in (2, 3)]
    first, second = parse(f"In `a.py`, don't do\n\n{diffs[0]}\nbut\n\n{diffs[1]}").blocks

    assert ["a.py"] * 2 == [first.path_written, second.path_written]
    assert ("In `a.py`, don't do", None) == (first.rejection, second.rejection)


@pytest.mark.parametrize(
    "below",
    [
        "The part that counts:\n\n```python\ndef peek(xs):\n    # …\n```\n",
        f"The old version was:\n\n{SECOND}",
        f"Use another name instead:\n\n{SECOND.replace('peek', 'first')}",
        "Use it like this instead:\n\n```python\nprint(peek([1]))\n```\n",
        "Better run it:\n\n```bash\npython src/new.py\n```\n",
    ],
)
def test_other_code_below_a_block_is_no_version_of_it(below: str) -> None:
    assert ["src/new.py"] == [each.path_written for each in parse(FIRST + below).blocks]
