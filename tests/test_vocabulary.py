"""The words of edits: one table for each kind, and readers that all know it."""

import re

import pytest

from editreview import vocabulary
from editreview.blocks import WordingKind
from editreview.formats import other_languages
from editreview.formats.edit_words import begins_with_removal, kind_of
from editreview.matching import asks_to_add


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("add", "add added adding"),
        ("replace", "replace replaced replacing"),
        ("apply", "apply applied applying"),
        ("swap", "swap swapped swapping"),
        ("clean up", "clean up|cleaned up|cleaning up"),
        ("rewrite", "rewrite rewrote rewritten rewriting"),
    ],
)
def test_the_forms_of_an_english_verb_are_those_that_people_write(verb: str, forms: str) -> None:
    assert tuple(forms.split("|" if "|" in forms else None)) == vocabulary.forms(verb)


@pytest.mark.parametrize(
    ("words", "text", "is_found"),
    [
        ("add*", "adding", True),
        ("add", "adding", False),
        ("mise_à_jour", "la mise à jour", True),
        ("passe+an", "passe das hier an", True),
        ("添加", "在末尾添加一行", True),
        ("änder* änderst", "änderst", True),
    ],
)
def test_the_signs_of_a_word_stand_for_others(words: str, text: str, is_found: bool) -> None:
    assert is_found == (re.search(vocabulary.phrases(words), text) is not None)


@pytest.mark.parametrize("verb", sorted(vocabulary.whole_words({**vocabulary.ADD, "english": ""})))
def test_a_verb_for_an_addition_is_one_for_every_reader(verb: str) -> None:
    assert WordingKind.ADD == kind_of(verb, [verb])
    assert asks_to_add(f"{verb.capitalize()} x:")
    assert other_languages.ADD.search(verb)


@pytest.mark.parametrize("verb", sorted(vocabulary.whole_words({**vocabulary.REMOVE, "english": ""})))
def test_a_verb_for_a_removal_is_one_for_every_reader(verb: str) -> None:
    assert WordingKind.REMOVE == kind_of(verb, [verb])
    assert begins_with_removal(f"{verb.capitalize()} x:")
    assert other_languages.REMOVE.search(verb)


@pytest.mark.parametrize(
    "verb",
    sorted(
        vocabulary.whole_words({**vocabulary.REPLACE, "english": ""}, {**vocabulary.CHANGE, "english": ""})
    ),
)
def test_a_verb_for_a_change_is_one_for_every_reader(verb: str) -> None:
    assert WordingKind.CHANGE == kind_of(verb, [verb])
    assert other_languages.REPLACE.search(verb) or other_languages.CHANGE.search(verb)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("In `a` (not in `b`), set it", "In `a`, set it"),
        ("Change `a` (leave `b` as it is):", "Change `a`:"),
        ("In `a` (aber nicht in `b`) ändern:", "In `a` ändern:"),
        ("将 `a`（不是 `b`）改为：", "将 `a`改为："),
        ("Change `a` (only in `b`):", "Change `a` (only in `b`):"),
        ("Call `a()` with (b, c)", "Call `a()` with (b, c)"),
    ],
)
def test_remarks_about_what_is_not_meant_are_told_from_others(words: str, rest: str) -> None:
    assert rest == vocabulary.NOT_MEANT.sub("", words)
