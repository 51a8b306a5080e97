"""Words above an edit that refer back to the words above an earlier one."""

import pytest

from editreview.blocks import Code, EditBlock
from editreview.formats import Reader

FIRST = "In `a.py`, change `load` of `Second`:"


def edits(*paragraphs: str) -> list[EditBlock | Code]:
    """The code of a response that has some below each paragraph."""
    fences = (f"{words}\n\n```python\ndef f{n}():\n    pass\n```\n\n" for n, words in enumerate(paragraphs))
    reader = Reader()
    items = [*reader.feed("".join(fences)), *reader.close()]
    return [
        each
        for each in items
        if isinstance(each, EditBlock) or (isinstance(each, Code) and not each.is_in_words)
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Then replace its own `find` in `a.py` with:",
        "In the same class, `find` in `a.py`:",
        "Now `a.py` again. Change `find` in the same class:",
        "Replace `find` there too, in `a.py`:",
        "Dann ersetze in `a.py` sein `find` durch:",
        "In `a.py`, in derselben Klasse, `find`:",
        "Dans `a.py`, remplacez son `find` par :",
        "En `a.py`, en la misma clase, reemplaza `find` por:",
        "Em `a.py`, na mesma classe, substitua `find` por:",
        "In `a.py`, nella stessa classe, sostituisci `find`:",
        "В `a.py`, в том же классе, замените `find`:",
        "在 `a.py` 中，把它的 `find` 改为：",
        "`a.py` の同じクラスの `find` を置き換え:",
    ],
)
def test_the_owner_of_a_name_is_what_words_before_name(words: str) -> None:
    _, second = edits(FIRST, words)

    assert ("find", "Second", "load") == second.names


def test_an_owner_is_known_as_long_as_words_refer_to_it() -> None:
    *_, third = edits(FIRST, "In `a.py`, change its `find`:", "In `a.py`, change its `drop`:")

    assert "Second" in third.names


@pytest.mark.parametrize(
    "words",
    [
        "In `a.py`, change `find`:",
        "In `a.py`, change `First`, and its `find`:",
        "In `a.py`, change `find`, so that its result is a list:",
        "In `a.py`, change this class:",
        "In class `First` of `a.py`, change `find`. Keep the other methods in this class:",
        "Ändere in `a.py` die Klasse `First`. Der Rest bleibt in dieser Klasse:",
    ],
)
def test_other_words_refer_to_no_owner(words: str) -> None:
    _, second = edits(FIRST, words)

    assert "Second" not in second.names


@pytest.mark.parametrize(
    "words",
    [
        "In the same place of `b.py`:",
        "In `b.py`, an derselben Stelle:",
        "Dans `b.py`, au même endroit :",
        "En `b.py`, en el mismo lugar:",
        "Em `b.py`, no mesmo lugar:",
        "В `b.py`, в том же месте:",
        "`b.py` 的相同位置：",
    ],
)
def test_the_place_is_what_words_before_say(words: str) -> None:
    _, second = edits("In `a.py`, add this below `load`:", words)

    assert second.words.endswith("add this below `load`:")
    assert ("load",) == second.names
