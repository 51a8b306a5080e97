"""Fast first tests: a text that one passes over has nothing that the pattern behind it finds."""

import re
from collections.abc import Callable, Collection

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editreview.formats import in_words, items, other_languages, sentences
from editreview.formats.edit_words import CODE, FILE, words_in


def has_one(cues: Collection[str]) -> Callable[[str], bool]:
    """The test for one of some words in a text in lower case."""
    return lambda text: not frozenset(cues).isdisjoint(re.findall("[a-z]+", text))


def finds(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.search(text) is not None


def begins(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.match(text) is not None


def has_phrase(phrases: in_words.Phrases) -> Callable[[str], bool]:
    return lambda text: phrases.may_be_in(text, words_in(text))


PAIRS = {
    **{
        f"in_words.{name}": (
            phrases.pattern.pattern,
            lambda text, own=phrases: own.may_be_in(text, words_in(text)),
        )
        for name, phrases in vars(in_words).items()
        if isinstance(phrases, in_words.Phrases)
    },
    **{
        f"items.{at}": (clause.pattern.pattern, has_one(items.RETRACTING_CUES))
        for at, clause in enumerate(items.RETRACTING_CLAUSES)
    },
    "items.CORRECTS": (items.CORRECTS.pattern, has_one(items.CORRECTION_CUES)),
    "items.REVISES": (items.REVISES.pattern, has_one(items.REVISION_CUES)),
    "items.LEAVES_OPEN": (items.LEAVES_OPEN.pattern, has_one(items.OPEN_CUES)),
    "items.LEAVES_ONE_OPEN": (items.LEAVES_ONE_OPEN.pattern, has_one(items.OPEN_CUES)),
    "items.LEAVES_OPEN_ALL": (items.LEAVES_OPEN_ALL.pattern, has_one(items.OPEN_CUES)),
    "sentences.BEGINS_PROPOSAL": (
        sentences.BEGINS_PROPOSAL.pattern,
        begins(sentences.MAY_BEGIN_PROPOSAL),
    ),
    "sentences.REJECTS": (sentences.REJECTS.pattern, finds(sentences.MAY_REJECT)),
    "other_languages.REJECT": (
        other_languages.REJECT.pattern,
        finds(sentences.MAY_REJECT_IN_OTHER_LANGUAGE),
    ),
    "other_languages.RETRACT": (
        other_languages.RETRACT.pattern,
        finds(items.MAY_RETRACT_IN_OTHER_LANGUAGE),
    ),
    "other_languages.PROPOSE": (
        other_languages.PROPOSE.pattern,
        finds(sentences.MAY_PROPOSE_IN_OTHER_LANGUAGE),
    ),
}
EXAMPLES = [*sentences.REJECTIONS.items(), *items.NAMES_OF_EDITS.items()]


@pytest.mark.parametrize("name", PAIRS)
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
def test_whatever_a_pattern_finds_passes_the_first_test(name: str, data: st.DataObject) -> None:
    """Text that a pattern only looks at is drawn too."""
    source, may_be = PAIRS[name]
    pattern = source.replace("(?=", "(?:")
    alphabet = st.characters(categories=(), include_characters=pattern.lower() + CODE + FILE + " `:.,")
    text = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=alphabet))

    assert may_be(text)


@pytest.mark.parametrize(("example", "pattern"), EXAMPLES)
def test_each_pattern_of_a_table_matches_its_example(example: str, pattern: str) -> None:
    assert re.fullmatch(pattern, example)
