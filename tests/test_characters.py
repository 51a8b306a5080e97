"""Characters that are not what they seem."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.characters import disguised, named, unseen


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
    def test_what_commands_reorders_or_hides_is_found_between_letters(self, character: str) -> None:
        assert [3] == list(unseen(f"a\tb{character}c\r\n"))

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
    def test_text_of_any_language_and_its_emoji_are_left(self, text: str) -> None:
        assert [] == list(unseen(text))

    def test_a_joiner_between_other_letters_joins_nothing(self) -> None:
        assert [2, 7] == list(unseen("is\u200dOk 👩\u200dx"))

    @given(st.text(st.characters(codec="utf-8")))
    def test_what_is_plainly_visible_is_never_found(self, text: str) -> None:
        assert not any(text[at].isalnum() or text[at] == " " for at in unseen(text) if text[at] not in "ᅟᅠㅤᅠ")


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
            ("\udce9", "byte E9 (no text)"),
        ],
    )
    def test_a_character_is_named_by_code_point_and_name(self, character: str, name: str) -> None:
        assert name == named(character)


class TestDisguised:
    def test_a_latin_word_with_a_foreign_letter_is_found(self) -> None:
        assert [("p\u0430y", "\u0430", "a"), ("\u039fk", "\u039f", "O")] == list(
            disguised("p\u0430y_me(\u039fk)")
        )

    @pytest.mark.parametrize("text", ["pay", "платёж", "Δx = 2μs", "σ_x", "SQL-запрос", "naïve"])
    def test_words_of_one_script_and_greek_symbols_are_not(self, text: str) -> None:
        assert [] == list(disguised(text))
