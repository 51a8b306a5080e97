"""The changes that a plan has taken."""

from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Delete, EditBlock
from editreview.matching import FileIndex
from editreview.review.proposal import Proposal
from editreview.review.taken import Taken
from editreview.texts import Change
from tests.strategies import changed_texts


def proposed(number: int, change: Change) -> Proposal:
    return Proposal(
        EditBlock(number, "search-replace", "a.txt", (1, 1), Delete()), "", "a.txt", change=change
    )


@given(changed_texts(count=6))
def test_what_clashes_is_found_by_its_place(made: tuple[str, list[Change]]) -> None:
    """As it would be by trying every change with every other."""
    text, changes = made
    taken = Taken(FileIndex(text))
    for number, change in enumerate(changes, 1):
        clashing = [c for c in taken.components if change.carry(c.change) is None]
        assert clashing == taken.clashing(change)
        if not clashing:
            taken.join(proposed(number, change), [])
        elif taken.components == clashing:
            taken.join(proposed(number, Change()), clashing)


@given(changed_texts(count=6), st.data())
def test_a_text_is_made_from_the_one_before_as_it_would_be_from_the_file(
    made: tuple[str, list[Change]], data: st.DataObject
) -> None:
    text, changes = made
    taken = Taken(FileIndex(text))
    for number, change in enumerate(map(Change().then, changes), 1):
        if not taken.clashing(change):
            taken.join(proposed(number, change), [])
        components = taken.components
        if data.draw(st.booleans()):
            components = [component for component in components if data.draw(st.booleans())]
        assert taken.text(components).text == taken.made(components)
