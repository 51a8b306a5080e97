"""Messages made from their annotated names."""

import pytest

from editreview.tui.messages import FieldMessage


class Counted(FieldMessage):
    """For the tests."""

    size: int
    is_open: bool = True


def test_values_are_passed_in_order_and_by_name() -> None:
    told = Counted(3)
    assert (3, True) == (told.size, told.is_open)
    told = Counted(is_open=False, size=4)
    assert (4, False) == (told.size, told.is_open)


def test_missing_and_extra_fields_are_named() -> None:
    with pytest.raises(TypeError, match=r"^Counted needs size$"):
        Counted()  # type: ignore[call-arg]  # what the test is of
    with pytest.raises(TypeError, match=r"^Counted takes size, is_open$"):
        Counted(1, True, 2)  # type: ignore[call-arg]  # what the test is of
    with pytest.raises(TypeError, match=r"^Counted takes size, is_open$"):
        Counted(1, wide=2)  # type: ignore[call-arg]  # what the test is of
