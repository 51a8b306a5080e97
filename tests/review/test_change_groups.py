"""The changes that a plan has taken."""

from hypothesis import assume, given
from hypothesis import strategies as st

from editreview.blocks import Delete, EditBlock
from editreview.matching import FileIndex
from editreview.review.file_plan import ChangeGroups, clash, members_of
from editreview.review.proposal import Proposal
from editreview.text import Change
from tests.strategies import changed_texts
from tests.strategies import changes as changes_of


def proposed(number: int, change: Change) -> Proposal:
    return Proposal(
        EditBlock(number, "search-replace", "a.txt", (1, 1), Delete()), "", "a.txt", change=change
    )


@given(changed_texts(count=6))
def test_clashes_are_found_by_position(made: tuple[str, list[Change]]) -> None:
    """As it would be by trying every change with every other."""
    text, changes = made
    taken = ChangeGroups(FileIndex(text))
    for number, change in enumerate(changes, 1):
        clashing = [c for c in taken.groups if clash(change, c.change)]
        assert clashing == taken.clashing(change)
        if not clashing:
            taken.join(proposed(number, change), [])
        elif taken.groups == clashing:
            taken.join(proposed(number, Change()), clashing)


@given(changed_texts(count=6), st.data())
def test_a_text_made_from_the_previous_one_equals_that_made_from_the_file(
    made: tuple[str, list[Change]], data: st.DataObject
) -> None:
    text, changes = made
    taken = ChangeGroups(FileIndex(text))
    for number, change in enumerate(map(Change().then, changes), 1):
        if not taken.clashing(change):
            taken.join(proposed(number, change), [])
        components = taken.groups
        if data.draw(st.booleans()):
            components = [component for component in components if data.draw(st.booleans())]
        assert taken.text(components).text == taken.fast_text(components)


@given(changed_texts(count=5), st.data())
def test_the_result_does_not_depend_on_the_order_of_blocks(
    made: tuple[str, list[Change]], data: st.DataObject
) -> None:
    """Neither where their changes touch, nor where one builds on others that touch."""
    text, changes = made
    first = ChangeGroups(FileIndex(text))
    steps: list[tuple[Proposal, list[int]]] = []
    for number, change in enumerate(changes, 1):
        base = [component for component in first.groups if data.draw(st.booleans())]
        if base:
            change = data.draw(changes_of(first.text(base).text))
        proposal = proposed(number, change)
        if not first.beside(first.lifted(proposal, base), base):
            steps.append((proposal, sorted(members_of(base))))
            first.join(proposal, base)

    second, left = ChangeGroups(FileIndex(text)), data.draw(st.permutations(steps))
    while left:
        known = {number for component in second.groups for number in component.members}
        step = next(step for step in left if known.issuperset(step[1]))
        base = [c for c in second.groups if not set(step[1]).isdisjoint(c.members)]
        assert step[1] == sorted(members_of(base))
        # What is put in and taken out again by the next block is in the way of others only in between.
        assume(not second.beside(second.lifted(step[0], base), base))
        second.join(step[0], base)
        left = [other for other in left if other is not step]
    assert first.now().apply(text) == second.now().apply(text)
    assert first.fast_text(first.groups) == second.fast_text(second.groups)
