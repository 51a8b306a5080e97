"""The first line of a commit, from what a model said."""

import pytest

from editreview.tui.screens.commit import subject_of


@pytest.mark.parametrize(
    ("response", "subject"),
    [
        ("# Fix the `cart` total. It was wrong.\n\nMore.", "Fix the cart total"),
        ("Sure!\n\nHere is the whole change:\n\n## Round the total up\n", "Round the total up"),
        ("Okay, I will add generator versions for `union`.", "Add generator versions for union"),
        (
            "I've split the parser in two, because it was far too long for anybody to read it at once.\n",
            "Split the parser in two",
        ),
        ("To improve the file `a.ts`, we can make the following changes:\n", "Improve the file a.ts"),
        ("To add the schema to `b.ts`, here is the block:\n", "Add the schema to b.ts"),
        ("You are absolutely right! The total is rounded up now.", "The total is rounded up now"),
        ("a.py\n<<<<<<< SEARCH\nx\n=======\n", ""),
        ("It clears \x1b[2J the screen", "It clears ␛[2J the screen"),
        (
            "```\nreturn it all now\n```\n\n    or it all\n\nThe total is rounded up.",
            "The total is rounded up",
        ),
        ("", ""),
    ],
)
def test_the_recovered_files_are_reported(response: str, subject: str) -> None:
    """Without markup, controls, and the talk around it."""
    assert subject == subject_of(response)


@pytest.mark.parametrize(
    "response", ["one " * 40, "Here is what I made of it for you:", "To do this we need more."]
)
def test_half_a_sentence_is_not_proposed(response: str) -> None:
    """Nor talk: an empty field says more."""
    assert "" == subject_of(response)
