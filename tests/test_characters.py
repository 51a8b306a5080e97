"""Characters that are not what they seem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.characters import (
    describe_character,
    disguised_words,
    find_hidden,
    foreign_letters,
    unusual_spaces,
)


class TestUnseen:
    @pytest.mark.parametrize(
        "character",
        [
            *"\0\x07\b\x0b\x0c\x1b\x7f\x80\x9b",
            *"\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
            *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164\u115f\uffa0\u2028",
            *"\ufe00\ufe0e\ufe0f\U000e0001\U000e0041\U000e007f\U000e0100",
            *"\ud800\udc80",
        ],
    )
    def test_control_bidirectional_and_invisible_characters_are_found(self, character: str) -> None:
        assert [3] == list(find_hidden(f"a\tb{character}c\r\n"))

    @pytest.mark.parametrize(
        "text",
        [
            "plain\ttext\r\n",
            "größe, 日本, עברית, Ελληνικά",
            "“quoted” – and\u00a0spaced…",
            "👩\u200d💻 ❤️ 1️⃣ ❤️\u200d🔥 ℹ️",
            "می\u200cخواهم",
            "क्\u200dष",
        ],
    )
    def test_text_in_any_language_and_emoji_are_accepted(self, text: str) -> None:
        assert [] == list(find_hidden(text))

    def test_a_joiner_between_other_letters_joins_nothing(self) -> None:
        assert [2, 7] == list(find_hidden("is\u200dOk 👩\u200dx"))

    @pytest.mark.parametrize(
        "text",
        [
            "<\u200d=",
            "+\u200c+",
            "👩\u200c👩",
            "|\ufe0f|",
            "1\ufe0f0",
            ";\ufe0f;",
            "±\u200d±",
            "…\ufe0f…",
            "°\ufe0fC",
        ],
    )
    def test_signs_in_code_are_not_emoji(self, text: str) -> None:
        assert [1] == list(find_hidden(text))

    def test_combining_marks_beyond_the_needs_of_languages_are_found(self) -> None:
        assert [5, 6, 7] == list(find_hidden("e" + "\u0301" * 7))
        assert [] == list(find_hidden("ế ậ שָׁ֖ ที่"))

    @given(st.text(st.characters(codec="utf-8")))
    def test_visible_characters_are_never_found(self, text: str) -> None:
        assert not any(
            text[at].isalnum() or text[at] == " " for at in find_hidden(text) if text[at] not in "ᅟᅠㅤᅠ"
        )


class TestUnusualSpaces:
    def test_unusual_spaces_are_found(self) -> None:
        assert [1, 3, 5] == list(unusual_spaces("a\xa0b\u2003c\u3000d e\tf"))


class TestNames:
    @pytest.mark.parametrize(
        ("character", "name"),
        [
            ("\x1b", "U+001B ESCAPE"),
            ("\x7f", "U+007F DELETE"),
            ("\0", "U+0000 NULL"),
            ("\x9b", "U+009B without a name"),
            ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
            ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
            ("\ud800", "U+D800 without a name"),
            ("\udce9", "byte E9 (not UTF-8)"),
        ],
    )
    def test_a_character_is_named_by_code_point_and_name(self, character: str, name: str) -> None:
        assert name == describe_character(character)


class TestDisguised:
    def test_a_latin_word_with_a_foreign_letter_is_found(self) -> None:
        found = [
            (each.word, each.at, each.letter, each.latin) for each in disguised_words("p\u0430y_me(\u039fk)")
        ]
        assert [("p\u0430y", 1, "\u0430", "a"), ("\u039fk", 7, "\u039f", "O")] == found

    def test_a_word_of_look_alikes_alone_is_found_on_an_otherwise_ascii_line(self) -> None:
        assert ["\u0440\u0430\u0443"] == [
            each.word for each in disguised_words("if \u0440\u0430\u0443:\nоно")
        ][:1]

    def test_every_look_alike_letter_is_found(self) -> None:
        assert [1, 3] == list(foreign_letters("p\u0430y\u0435r x"))

    @pytest.mark.parametrize(
        "text", ["pay", "платёж", "Δx = 2μs", "σ_x", "SQL-запрос", "naïve", "# он и она", "# нет"]
    )
    def test_words_of_one_script_and_greek_symbols_are_not_found(self, text: str) -> None:
        assert [] == list(disguised_words(text))
