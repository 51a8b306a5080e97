"""The table of keys is whole: what it promises exists, once."""

from collections import Counter

import pytest
from textual.binding import Binding

from editreview.tui.keys import KEYS, Key, help_text, hint
from editreview.tui.screens.review import ReviewScreen

BINDINGS = [binding for key in KEYS for binding in key.bindings if isinstance(binding, Binding)]


def test_every_name_is_given_once() -> None:
    """Names are what a key map of one's own refers to."""
    assert [] == [name for name, count in Counter(key.id for key in KEYS).items() if count > 1]
    assert [] == [name for name, count in Counter(binding.id for binding in BINDINGS).items() if count > 1]


def test_no_key_does_two_things() -> None:
    """Within the review's screen; but for those of a search, which do it only while there is one."""
    others = [binding for binding in BINDINGS if not str(binding.id).startswith("find.")]
    keys = Counter(key for binding in others for key in binding.key.split(","))
    assert [] == [key for key, count in keys.items() if count > 1]


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: str(binding.id))
def test_every_action_exists(binding: Binding) -> None:
    """And its arguments are numbers or words in quotes."""
    name, _, arguments = binding.action.partition("(")
    assert callable(getattr(ReviewScreen, f"action_{name}"))
    assert arguments in ("",) or arguments.removesuffix(")").strip("'-").isalnum()


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.id)
def test_help_has_a_line_for_every_key(key: Key) -> None:
    """With its label and what it does."""
    assert f"  {key.label:<8} {key.help}\n" in help_text()


def test_the_free_key_stays_free() -> None:
    """d is left for people who bind it themselves."""
    assert "d" not in {key for binding in BINDINGS for key in binding.key.split(",")}


def test_a_hint_is_a_key_and_a_word() -> None:
    """The first of several keys, and a word of the caller's own if it has one."""
    assert ("y accept", "p write") == (hint("block.accept"), hint("do.apply", "write"))
