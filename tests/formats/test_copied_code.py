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
        "CopyEdit",
        "Copy\nEdit",
        "Copy\nDownload",
        "KopierenBearbeiten",
        "Kopiëren",
        "Copia codice",
        "Kopiuj kod",
        "Копировать код",
        "코드 복사",
        "Kopiera kod",
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
        "Now you can run it.\n",
        "add() now returns the sum, as you wanted. Run the tests:\n\nbash\nCopy code\nmake test\n",
        "2. Run the tests\n",
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


@pytest.mark.parametrize(
    "words",
    [
        "Then run the tests:",
        "This replaces the old loop, which was quadratic.",
        "and import it at the top:",
        "with this:",
        "Explanation",
        "Step 2: the tests",
        "2. The default argument",
        "• `sub` stays as it is",
        "✅ Done",
        "test_calc.py",
        "src/test_calc.py (new)",
        "test_calc.py – add two tests:",
        "You said:",
        "I hope this helps! 😊",
        "Dafür brauchst du oben noch den Import:",
        "date.today() wird nur einmal ausgewertet. „heute“ ist dann irgendwann falsch. Besser:",
        "und passe den Test an:",
        "Ensuite, ajoutez l’import en haut du fichier :",
        "Después, añade el import al principio del archivo:",
        "Por fim, rode os testes.",
        "Poi aggiungi anche il test:",
        "Voeg daarna de import toe:",
        "Następnie dodaj import na początku pliku:",
        "Затем добавьте импорт в начало файла:",
        "Потім додайте імпорт:",
        "Sonra testleri de güncelleyin:",
        "Lägg sedan till importen:",
        "Poté přidejte import:",
        "然后在文件开头添加导入:",
        "次に、テストも変更してください。",
        "isLoading = false の次の行に、これも追加してください。",
        "그런 다음 파일 맨 위에 import를 추가하세요:",
        "फिर फ़ाइल में import भी जोड़ें:",
    ],
)
@pytest.mark.parametrize("language", ["python", "js", "java", "go", "hcl"])
def test_words_directly_below_the_code_end_it(words: str, language: str) -> None:
    """A page shows no blank line between code and the paragraph below it."""
    code = "total(\n    1,\n)\n"

    found = codes(f"Use this:\n\n{language}\nCopy code\n{code}{words}\n\nThe rest stays as it is.\n")

    assert [(language, code)] == found


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", 'TEXT = """\nThis is the first line of the text.\n"""\nrun()\n'),
        ("python", 'def run():\n    """Run it.\n\nThis goes on at the margin, as it may.\n"""\n    go()\n'),
        ("python", "for item in items if ready else others:\n    run(item)\nwith lock:\n    go()\n"),
        ("python", "x = 1\nassert x is not None and y is not None\nfrom a import b\n"),
        ("python", "@cached\n@other.thing\ndef run(): ...\n"),
        ("js", "f(`\nDear reader, this is the text of it.\n`);\ng();\n"),
        ("js", "/*\nThis is a comment at the margin of the file.\n*/\ng();\n"),
        ("js", "// This is a comment.\ng(); // It calls the other one, as it did.\nh();\n"),
        ("java", "class A {\n    void f() {}\nvoid g() {}\n}\n"),
        ("cpp", "Table\nread(std::string path)\n{\n}\nVec add(Vec a, Vec b)\n{\n}\nDone:\nreturn;\n"),
        ("sql", "SELECT name FROM users WHERE active\nORDER BY name\nGROUP BY name, age;\n"),
        ("sql", "select name\nfrom users\nwhere name is not null and active\nand age is not null\n"),
        ("yaml", "a: 1\nSome key:\n  b: 1\n- Echo that it has begun to run.\n"),
        ("dockerfile", "FROM python\nRUN echo This is a sentence in words.\nCOPY a .\n"),
        ("html", "<p>\nThis is the text of the page.\n</p>\n<p>\nHello there\n</p>\n"),
        ("ruby", "sql = <<~SQL\nSelect all the names of it.\nSQL\nrun\nputs a unless b.nil?\n"),
        ("php", "$a = <<<EOT\nThis is the text of the mail.\nEOT;\nrun();\n"),
        ("gherkin", "Feature: Cart\nThe user puts an item in the cart.\nGiven the user is logged in\n"),
        ("markdown", "# Title\nThis is the text below it.\n- one\n- two\n"),
        ("css", "a.disabled,\ndiv.block\n{\n}\n"),
        ("haskell", "data A = B\nmain = run where\nrun = go\n"),
        ("go", "var text = `\nThis is the text of the mail.\n`\nfunc f() {}\n"),
        ("yaml", "name: a\ndescription: A Helm chart for my small service.\nversion: 1\n"),
        ("properties", "welcome=Welcome back to our shop, dear user.\nbye=Bye\n"),
        ("ini", "[a]\ntext = This is the text of the mail for you.\nb = 1\n"),
        ("makefile", "all: fmt lint test build docs and run.\n\t@echo a\n"),
        ("csv", "id,text\n1,This is the text of the first row.\n2,b\n"),
        ("python", "größe = 3\n名前 = 読む(ファイル)\nprint(名前)\n"),
    ],
)
def test_code_that_reads_like_words_does_not_end(language: str, code: str) -> None:
    assert [(language, code)] == codes(f"Use this:\n\n{language}\nCopy code\n{code}")


def test_a_whole_sentence_ends_code_that_opens_a_bracket() -> None:
    text = "Change the head:\n\njs\nCopy code\nfunction f(a) {\nThe rest of the function stays as it is.\n"

    assert [("js", "function f(a) {\n")] == codes(text)


def test_words_below_copied_code_are_read_without_it() -> None:
    """The code above them would be part of their paragraph."""
    text = (
        "Replace it:\n\npython\nCopy code\nx = load()\nThen add the import:\n\npython\nCopy code\nimport os\n"
    )

    assert ["Replace it:", "Then add the import:"] == [code.words for code in parse(text).code]


def test_spaces_of_a_page_are_those_of_code() -> None:
    """A browser copies indentation as spaces that do not break lines."""
    code = CODE.replace("    ", "\u00a0 \u00a0 ")

    assert [("python", CODE)] == codes(f"Use this:\n\npython\nCopy code\n{code}")


@pytest.mark.parametrize("indent", ["", " "])
def test_brackets_tell_the_lost_indentation(indent: str) -> None:
    lines = ["func load() async {", "do {", "run(a, {", 'text: "}"', "})", "} catch {", "stop()", "}", "}"]
    depths = [0, 1, 2, 3, 2, 1, 2, 1, 0]
    code = "".join(f"{'    ' * depth}{line}\n" for depth, line in zip(depths, lines, strict=True))
    lost = "".join(f"{indent}{line}\n" for line in lines)

    assert [("swift", code)] == codes(f"Use this:\n\nswift\nCopy code\n{lost}")


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", "def f():\nreturn [\n1,\n]\n"),
        ("js", "f({\n a: 1,\n});\n"),
        ("js", "f(`\na {\n b\n`);\n"),
    ],
)
def test_indentation_that_means_something_or_is_there_stays(language: str, code: str) -> None:
    """Nothing shows how deep a line of Python was."""
    assert [(language, code)] == codes(f"Use this:\n\n{language}\nCopy code\n{code}")


class TestNumbered:
    """Code copied with its line numbers, below its language and without a button."""

    @pytest.mark.parametrize("between", ["", "\n"])
    @pytest.mark.parametrize("sign", ["  ", "\t", " | "])
    @pytest.mark.parametrize("below", ["", "\nThen run it.\n", "Then run it.\n"])
    def test_it_goes_up_to_the_line_without_the_next_number(
        self, between: str, sign: str, below: str
    ) -> None:
        lines = ["def add(a, b):", "    return a + b", "", "", "def sub(a, b):", "    return a - b"]
        numbered = "".join(f"{n}{sign}{line}".rstrip() + "\n" for n, line in enumerate(lines, 1))

        found = codes(f"calc.py\n\npython\n{between}{numbered}{below}")

        assert [("python", "".join(f"{line}\n" for line in lines))] == found

    @pytest.mark.parametrize("is_column", [False, True])
    def test_the_width_of_the_numbers_is_no_indentation(self, is_column: bool) -> None:
        lines = ["f(", *["    1,"] * 8, ")", "g(", "    2,", ")"]
        numbered = "".join(
            f"{n:<4}{line}\n" if is_column else f"{n}  {line}\n" for n, line in enumerate(lines, 1)
        )

        assert [("js", "".join(f"{line}\n" for line in lines))] == codes(f"Use this:\n\njs\n\n{numbered}")

    @pytest.mark.parametrize(
        "text",
        [
            "The table:\n\n1  one\n2  two\n",
            "Run it:\n\nbash\n\n1  make\n2  make test\n",
            "Python\n\n1. Install it\n2. Run it\n",
            "The result in text\n\n1  one\n2  two\n",
            "csv\n\n1  one\n2  two\n",
        ],
    )
    def test_other_lines_with_numbers_are_no_code(self, text: str) -> None:
        assert [] == codes(text)
