"""Lines of parts: how they are broken."""

from editreview.tui.widgets.lines import wrapped


def test_a_sign_stays_on_the_line_of_its_word() -> None:
    parts = [(" △ one warning", "a"), (" △ another", "b")]
    lines = ["".join(text for text, _ in line).rstrip() for line in wrapped(parts, 17, 3)]

    assert [" △ one warning", " △ another"] == lines
