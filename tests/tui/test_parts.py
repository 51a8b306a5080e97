"""Lines of parts: how they are broken."""

import pytest

from editreview.tui.parts import shortened, wrapped


def test_a_sign_stays_on_the_line_of_its_word() -> None:
    parts = [(" △ one warning", "a"), (" △ another", "b")]
    lines = ["".join(text for text, _ in line).rstrip() for line in wrapped(parts, 17, 3)]

    assert [" △ one warning", " △ another"] == lines


@pytest.mark.parametrize(
    ("width", "short"),
    [
        (40, "src/main/java/com/example/shop/Cart.java"),
        (39, "src/…/java/com/example/shop/Cart.java"),
        (28, "src/…/example/shop/Cart.java"),
        (16, "src/…/Cart.java"),
        (12, "…/Cart.java"),
        (9, "Ca…t.java"),
        (1, "…"),
    ],
)
def test_a_path_loses_whole_folders_in_its_middle_and_then_the_middle_of_its_name(
    width: int, short: str
) -> None:
    assert short == shortened("src/main/java/com/example/shop/Cart.java", width)


def test_a_folder_and_wide_characters_are_shortened_alike() -> None:
    assert "src/…/shop/" == shortened("src/main/example/shop/", 12)
    assert "語…語.py" == shortened("語語語語.py", 9)
