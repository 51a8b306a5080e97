"""Code in a text that was copied from the page of a chat: a language and a button above it, and no fences."""

import pytest

from editreview.formats import parse

CODE = "def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n"


def codes(text: str) -> list[tuple[str, str]]:
    result = parse(text)
    assert ((), ()) == (result.blocks, result.problems)
    return [(code.language, code.text) for code in result.code if code.text]


@pytest.mark.parametrize(
    "button",
    [
        "Copy code",
        "Copy",
        "Code kopieren",
        "Copier le code",
        "Copiar código",
        "复制代码",
        "コードをコピーする",
    ],
)
@pytest.mark.parametrize(
    "below",
    [
        "",
        "\nNow you can run it.\n",
        "\n2. Run the tests with it\n",
        "\nThat's all you need:\n\nbash\nCopy code\nmake test\n",
        "\n- `add` stays as it was\n",
        "\nbash\nCopy code\nmake test\n",
    ],
)
def test_copied_code_goes_up_to_the_next_words_or_the_next_button(button: str, below: str) -> None:
    text = f"Replace both functions in calc.py with this:\n\npython\n{button}\n{CODE}{below}"

    assert [("python", CODE)] == codes(text)


def test_each_button_begins_code_of_its_own() -> None:
    text = "Replace the route:\n\njs\nCopy code\nf();\n\nAnd add this one too:\n\njs\nCopy code\ng();\n"

    assert [("js", "f();\n"), ("js", "g();\n")] == codes(text)


def test_the_words_above_copied_code_name_its_file() -> None:
    (code,) = parse(f"Replace both functions in calc.py with this:\n\npython\nCopy code\n{CODE}").code

    assert ("calc.py",) == code.mentions


@pytest.mark.parametrize(
    "text",
    [
        "Run the tests:\n\nbash\nCopy code\nmake test\n",
        "The output:\n\ntext\nCopy code\n1 passed\n",
        "Copy code\nfrom the old file to the new one.\n",
        "Then click on the button\nCopy\n",
        "Replace it:\n\npython\nCopy code\n",
        "```text\npython\nCopy code\n```\n",
    ],
)
def test_commands_outputs_and_words_are_no_code(text: str) -> None:
    assert [] == [code for code in codes(text) if code[0] != "text"]
