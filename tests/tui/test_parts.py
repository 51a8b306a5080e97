"""Lines of parts: how they are broken. Our signs have stand-ins of ASCII, and other text is never changed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

import editreview.tui
from editreview.tui.diff.layout import cells_of, forget_cells
from editreview.tui.keys import SHIPPED
from editreview.tui.parts import (
    ASCII_SIGNS,
    Colours,
    Display,
    content_text,
    shortened,
    ui_text,
    use_characters,
    wrapped,
)
from editreview.tui.terminal_app import Settings
from tests.builders import block, make_tree
from tests.tui.reviewing import reviewing


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


ASCII = Settings(display=Display(is_ascii=True))
NOTHING_ELSE = Settings(display=Display(Colours.NONE, is_ascii=True, escapes=True))
OTHERS_TEXT = frozenset("⍽\N{SYMBOL FOR CARRIAGE RETURN}\N{SYMBOL FOR NEWLINE}")
"""Not drawn from a literal of the interface, or as a picture of a character."""


@pytest.fixture
def _at_the_end_all() -> Iterator[None]:
    yield
    use_characters(is_ascii=False, escapes=False)
    forget_cells()


def _strings(path: Path) -> Iterator[str]:
    """The literals of a module that are not docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_every_sign_of_the_interface_has_a_stand_in_as_wide() -> None:
    folder = Path(editreview.tui.__file__).parent
    used = {c for path in folder.rglob("*.py") for text in _strings(path) for c in text if not c.isascii()}
    assert set() == used - ASCII_SIGNS.keys() - OTHERS_TEXT
    for sign, stand_in in ASCII_SIGNS.items():
        assert cell_len(sign) == len(stand_in), sign
        assert stand_in.isascii(), sign


def test_different_glyphs_have_different_ascii_stand_ins() -> None:
    from editreview.tui import signs
    from editreview.tui.diff import IN, OUT, PARTLY
    from editreview.tui.diff.paint import ADJUSTED, IGNORED

    states = [sign.glyph for sign in (*signs.ALL, signs.ARRIVING)]
    for kinds in (states, [IN, OUT, PARTLY], [IGNORED, *ADJUSTED.values()]):
        assert len(kinds) == len({ASCII_SIGNS.get(sign, sign) for sign in kinds})


@pytest.mark.usefixtures("_at_the_end_all")
class TestForeignText:
    """Text of files, paths and responses."""

    def test_ascii_replaces_signs_of_the_interface_and_no_content(self) -> None:
        use_characters(is_ascii=True, escapes=False)
        forget_cells()
        assert "a → é" == content_text("a → é") == cells_of("a → é").drawn
        assert "> é" == ui_text("→ é")

    def test_other_text_is_escaped_unambiguously(self) -> None:
        use_characters(is_ascii=True, escapes=True)
        forget_cells()
        assert r"a \u2192 \xe9 \U0001f600" == content_text("a → é 😀") == cells_of("a → é 😀").drawn
        assert r"\x1b\r\u202e" == cells_of("\x1b\r\u202e").drawn

    def test_an_escape_is_one_character_of_several_cells(self) -> None:
        use_characters(is_ascii=True, escapes=True)
        forget_cells()
        cells = cells_of("aéb")
        assert (0, 1, 5, 6) == tuple(cells.columns)
        assert 1 == cells.character_at(0, 3)


WALKS = {
    "over the review": [
        *[("question_mark", "Help"), ("pagedown", "Help"), ("pagedown", "Help"), ("escape", "1/9")],
        *[("ctrl+p", "search for an action"), ("escape", "1/9")],
        *[
            ("N", "Why is block 1 rejected?"),
            ("escape", "1/9"),
            ("i", "Note on block 1"),
            ("escape", "1/9"),
        ],
        *[
            ("f", "List which blocks?"),
            ("escape", "1/9"),
            ("P", "Paste a further response"),
            ("escape", "1/9"),
        ],
        *[("o", "The response"), ("escape", "1/9"), ("x", "The rest of the response"), ("escape", "1/9")],
    ],
    "in the diff": [
        *[
            ("m", "indentation"),
            ("m", "1/9"),
            ("slash", "search both sides"),
            ("c", ""),
            ("enter", "next match"),
        ],
        *[("escape", "1/9"), ("view.whitespace", "shown"), ("w", "cut"), ("t", "split"), ("t", "unified")],
        *[
            ("equals_sign", "the whole file"),
            ("view.zoom", "alone"),
            ("escape", "1/9"),
            ("s", "hunk"),
            ("s", "single lines"),
        ],
        ("space", "rows in"),
    ],
    "other blocks": [
        *[("G", "1/9")] + [("J", f"{number}/9") for number in range(2, 8)],
        *[
            ("full_stop", "several matches"),
            ("escape", "7/9"),
            ("J", "8/9"),
            ("J", "failed"),
            ("F", "Force block 9"),
        ],
        *[("escape", "9/9"), ("ctrl+e", "Search text of block 9")],
    ],
    "results": [("A", "7"), ("p", "7 blocks written")],
    "commit": [("A", "7"), ("S", "commits"), ("c", "Commit 5 files"), ("c", "Commit 5 files")],
}
"""Keys one after the other, and what is on the screen then."""


@pytest.mark.parametrize("steps", WALKS.values(), ids=WALKS)
async def test_every_screen_is_of_ascii(
    shop: Path, monkeypatch: pytest.MonkeyPatch, steps: list[tuple[str, str]]
) -> None:
    """Panels, dialogs, borders and scrollbars, Textual's own too."""
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    async with reviewing(shop, settings=NOTHING_ELSE) as user:
        for key, seen in steps:
            await user.press(key)
            drawn = user.text
            assert seen in drawn, f"{key}: {drawn}"
            assert drawn.isascii(), f"{key}: {drawn}"


@pytest.mark.parametrize("size", [(60, 20), (200, 50)], ids=str)
async def test_at_every_width_the_screen_is_ascii(shop: Path, size: tuple[int, int]) -> None:
    """Also where other characters can be shown: none is in what is in sight of the sample."""
    async with reviewing(shop, size=size, settings=ASCII) as user:
        assert user.text.isascii(), user.text
        await user.press("m")
        assert user.text.isascii(), user.text


async def test_text_of_files_keeps_its_characters(tmp_path: Path) -> None:
    """A dash that becomes another one is seen to; where it cannot be shown, it is escaped."""
    tree = make_tree(tmp_path / "tree", {"a.txt": "one – two\ngrün\n"})
    response = block("one – two\ngrün\n", "one - two → three\ngrün\n")
    async with reviewing(tree, response, settings=ASCII) as user:
        assert "one – two" in user.text
        assert "one - two → three" in user.text
        assert "grün" in user.text
        await user.press("o")
        assert "one - two → three" in user.text
    async with reviewing(tree, response, settings=NOTHING_ELSE) as user:
        assert r"one \u2013 two" in user.text
        assert r"one - two \u2192 three" in user.text
        assert r"gr\xfcn" in user.text
        assert user.text.isascii()
        await user.press("o")
        assert r"one - two \u2192 three" in user.text
        assert user.text.isascii()


async def test_commands_and_arriving_text_keep_their_characters(tmp_path: Path) -> None:
    """The command on screen is the command that is copied."""
    tree = make_tree(tmp_path / "tree", {"a.txt": "one\n"})
    response = "```sh\necho 'a → b'\n```\n" + block("one\n", "1\n") + "\na.txt\n<<<<<<< SEARCH\nfour → 4\n"
    async with reviewing(tree, response, settings=ASCII, is_open=True) as user:
        await user.press("J")
        await user.wait_for(lambda: "four → 4" in user.text)
        assert "block 2 (incomplete)" in user.text
        await user.press("x")
        await user.wait_for(lambda: "| echo 'a → b'" in user.text)
        assert user.text.replace("→", "").isascii(), user.text


async def test_carriage_returns_are_named_in_ascii(tmp_path: Path) -> None:
    """In the list of strategies as in the diff."""
    tree = make_tree(tmp_path / "tree", {"a.txt": "one\r\ntwo\r\n"})
    async with reviewing(tree, block("one\n", "1\n"), settings=ASCII) as user:
        await user.press("m")
        assert r"\r new lines end like those of the file" in user.text
        assert user.text.isascii(), user.text


@pytest.mark.usefixtures("_at_the_end_all")
def test_arrow_keys_have_names_in_ascii() -> None:
    """The signs for them would pass for other keys."""
    use_characters(is_ascii=False, escapes=False)
    assert "j ↓" == SHIPPED.labels("move.down")
    use_characters(is_ascii=True, escapes=False)
    assert "j down" == SHIPPED.labels("move.down")
