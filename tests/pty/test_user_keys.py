"""Keys of one's own, in a real terminal: read from the user's file, refused if they cannot be."""

from pathlib import Path

from editreview.settings import FILE_NAME
from tests.builders import block
from tests.pty.conftest import Start


def configured(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE_NAME).write_text(text)
    return folder / FILE_NAME


def test_the_keys_of_the_users_file_work(start: Start, shop: Path) -> None:
    """And one that the repository brings is not read."""
    (shop / "a.txt").write_text("old\n")
    (shop.parent / "one.md").write_text(block("old\n", "new\n", "a.txt"))
    for folder in (shop, shop / ".config" / "editreview", shop / "editreview"):
        configured(folder, '[keys]\n"block.accept" = "f8"\n')
    file = configured(shop.parent / "own", '[keys]\n"block.accept" = "f6"\n"do.apply" = "ctrl+w"\n')
    terminal = start(["editreview", "../one.md", "--config", str(file)], columns=120)
    terminal.until("f6 accept")
    terminal.decide("\x1b[17~", "ctrl+w applies")
    assert "f8" not in terminal.text


def test_a_key_for_two_actions_ends_the_program_with_the_file_and_what_to_do(
    start: Start, shop: Path
) -> None:
    """Before anything is shown."""
    (shop.parent / "one.md").write_text(block("old\n", "new\n", "a.txt"))
    file = configured(shop.parent / "own", '[keys]\n"block.accept" = "n"\n')
    terminal = start(["editreview", "../one.md", "--config", str(file)], columns=120)
    assert 2 == terminal.end()
    said = (
        f"editreview: the configuration {file} (line 2) gives block.accept the key n, which block.reject has"
    )
    assert said.encode() in terminal.output.replace(b"\r\n", b"")
