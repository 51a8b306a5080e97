"""The documentation says what is there: tables, links, pictures, options, paths and names."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

import click
import pytest

import editreview
from editreview.cli import cli
from tests.api import api, names
from tests.builders import block, files_of, git, make_repository
from tests.documents import ROOT, TABLES, pages, tables_in, with_tables

PAGES = {str(page.relative_to(ROOT)): page for page in pages()}
ABOUT_CODE = ["CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"]
"""The pages that name files and functions of the project."""
_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[[^]]*\]\((?P<target>[^)\s]+)\)")
_EXAMPLE = re.compile(r"``.*?``")
_PATH = re.compile(r"[\w.-]*/[\w./*-]*(?:::\w+)*|\w+\.(?:py|toml|md)")
_OTHERS_OPTIONS = {"--", "--hypothesis-profile"}
"""Options of other programs that stand alone in a sentence."""
_DOTTED = re.compile(r"[a-z_]+(?:\.\w+)+")

parametrized = pytest.mark.parametrize("name", PAGES)


@cache
def text_of(name: str) -> str:
    return PAGES[name].read_text("utf-8")


def blocks_of(name: str, language: str) -> list[str]:
    """The fenced texts of a page in a language."""
    return [found["text"] for found in _FENCE.finditer(text_of(name)) if found["language"] == language]


def prose_of(name: str) -> str:
    return _FENCE.sub("", text_of(name))


def spans_of(name: str) -> list[str]:
    """The code within the sentences of a page."""
    return _SPAN.findall(prose_of(name))


class TestTables:
    @parametrized
    def test_every_table_is_the_codes(self, name: str) -> None:
        """`make docs` writes them."""
        assert with_tables(text_of(name)) == text_of(name)

    def test_every_table_is_on_one_page(self) -> None:
        """So that no fact is told twice."""
        assert Counter(TABLES.keys()) == Counter(
            table for name in PAGES for table in tables_in(text_of(name))
        )

    @pytest.mark.parametrize("name", [name for name in TABLES if name not in ("api", "more-of-commands")])
    def test_every_row_has_a_sentence(self, name: str) -> None:
        """In the code: the docstring of a member or a field, the help of an option or a key."""
        column = {"warnings": 1, "keys": 1, "other-keys": 1, "options": 1}.get(name, -1)
        rows = [line.strip("|").split(" | ") for line in TABLES[name]().splitlines() if line[:1] == "|"]
        assert rows
        assert [] == [row for row in rows if not row[column].strip()]


class TestLinks:
    @parametrized
    def test_every_link_has_a_target(self, name: str) -> None:
        """The file, and the heading if it names one."""
        dead = []
        for found in _LINK.finditer(_EXAMPLE.sub("", prose_of(name))):
            path, _, anchor = found["target"].partition("#")
            if "://" in path:
                continue
            target = PAGES[name].parent / path if path else PAGES[name]
            if not target.exists() or (anchor and anchor not in anchors(target)):
                dead.append(found["target"])
        assert [] == dead

    @pytest.mark.parametrize("name", [name for name in PAGES if name != "README.md"])
    def test_the_readme_links_to_every_page(self, name: str) -> None:
        assert f"({name})" in text_of("README.md")


def anchors(page: Path) -> set[str]:
    """The names by which the headings of a page are linked to."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_is_short() -> None:
    """All else has its page under docs/."""
    assert len(text_of("README.md").splitlines()) <= 150


@parametrized
def test_the_vocabulary_is_that_of_the_design(name: str) -> None:
    """Tables aside, which are in the words of the screen."""
    text = re.sub(r"<!-- table.*?<!-- end -->", "", text_of(name), flags=re.DOTALL)
    assert [] == re.findall(r"\b(?:persons?|blanks|(?:take|took|taken) (?:back|up))\b", text, re.IGNORECASE)


class TestCommands:
    @parametrized
    def test_every_command_line_can_be_parsed(self, name: str) -> None:
        """Its command and its options exist."""
        lines = [line for text in blocks_of(name, "sh") for line in text.splitlines()]
        lines += [span for span in spans_of(name) if span.startswith("editreview ")]
        unknown = [
            (line, option)
            for line in lines
            for command, options in runs_of(line)
            for option in options
            if option not in options_of(command)
        ]
        assert [] == unknown

    @parametrized
    def test_every_option_that_is_named_exists(self, name: str) -> None:
        known = {option for command in cli.commands.values() for option in options_of(command)}
        spans = [re.split(r"[ =]", span)[0] for span in spans_of(name) if span.startswith("--")]
        assert [] == [option for option in spans if option not in known | _OTHERS_OPTIONS]

    @parametrized
    def test_every_make_target_that_is_named_exists(self, name: str) -> None:
        makefile = (ROOT / "Makefile").read_text("utf-8")
        lines = [line.partition("#")[0] for text in blocks_of(name, "sh") for line in text.splitlines()]
        targets = [
            word
            for line in [*lines, *spans_of(name)]
            if line.startswith("make ")
            for word in line.split()[1:]
            if "=" not in word
        ]
        assert [] == [each for each in targets if not re.search(rf"^{each}:", makefile, re.MULTILINE)]


def runs_of(line: str) -> Iterator[tuple[click.Command, list[str]]]:
    """The runs of the program in a line of shell, each with the options it is given."""
    for arguments in arguments_of(line):
        name = arguments[0] if arguments and arguments[0] in cli.commands else "review"
        # Another program and its options follow.
        own = takewhile(lambda each: each != "--", arguments)
        yield cli.commands[name], [each.partition("=")[0] for each in own if re.match(r"--?\w", each)]


def arguments_of(line: str) -> Iterator[list[str]]:
    """The arguments of each run of the program in a line of shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    for at, word in enumerate(words):
        if word == "editreview":
            yield list(takewhile(lambda each: not set(each) <= set("|<>&;()"), words[at + 1 :]))


def options_of(command: click.Command) -> set[str]:
    names = {name for each in command.params for name in each.opts if isinstance(each, click.Option)}
    return names | {"--help", "-h", "--version"}


class TestNames:
    @pytest.mark.parametrize("name", ABOUT_CODE)
    def test_every_path_that_is_named_exists(self, name: str) -> None:
        """From the root, or from the package; a test of a file too."""
        paths = [span for span in spans_of(name) if _PATH.fullmatch(span)]
        assert paths
        assert [] == [path for path in paths if not is_there(path)]

    @pytest.mark.parametrize("name", ABOUT_CODE)
    def test_every_function_that_is_named_exists(self, name: str) -> None:
        """In the package, whose name is left out."""
        spans = [span.removesuffix("()") for span in spans_of(name)]
        dotted = [
            span
            for span in spans
            if _DOTTED.fullmatch(span) and not _PATH.fullmatch(span) and is_module(span.partition(".")[0])
        ]
        assert [] == [span for span in dotted if not can_be_found(span)]


def is_there(path: str) -> bool:
    file, _, test = path.partition("::")
    found = [each for folder in (ROOT, ROOT / "editreview") for each in folder.glob(file.rstrip("/"))]
    names = test.split("::") if test else []
    return bool(found) and all(
        re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", found[0].read_text("utf-8"), re.MULTILINE)
        for name in names
    )


def is_module(name: str) -> bool:
    return find_spec(f"editreview.{name}") is not None


def can_be_found(dotted: str) -> bool:
    """True if a module of the package, or something in one, has this name."""
    found: object = import_module("editreview")
    module = "editreview"
    for name in dotted.split("."):
        if module and find_spec(f"{module}.{name}") is not None:
            module = f"{module}.{name}"
            found = import_module(module)
            if not hasattr(found, "__path__"):
                module = ""
        elif hasattr(found, name):
            found, module = getattr(found, name), ""
        else:
            return False
    return True


def test_the_examples_run(tmp_path: Path) -> None:
    """One after another on a repository, those on a screen aside, which need a terminal or a browser."""
    lines = "".join(f"line {number}\n" for number in range(1, 101))
    root = make_repository(tmp_path, {"src/app.py": lines, "src/cli.py": lines, "shown.txt": "src/app.py\n"})
    (root / "answer.md").write_text(block("line 50\n", "line fifty\n", "src/app.py"))
    examples = [
        arguments
        for name in PAGES
        for text in blocks_of(name, "sh")
        for line in text.splitlines()
        for arguments in arguments_of(line)
        if arguments
        and arguments[0] in cli.commands
        and arguments[0] not in ("agent", "changes", "serve")
        # What a hook is given.
        and "$1" not in arguments
    ]
    assert len(examples) > 10

    script = "import json, sys; from editreview.cli import run\nfor each in json.loads(sys.argv[1]):\n"
    script += "    status = run(each); assert status in (0, 1), (each, status)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, json.dumps(examples)], cwd=root, capture_output=True, check=False
    )
    assert 0 == done.returncode, done.stderr.decode()


class TestLibrary:
    """The page about the library: its examples, and its names."""

    def test_the_first_example_runs(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        make_repository(tmp_path / "path/to/repository", {"a.txt": "one\n"})
        monkeypatch.chdir(tmp_path)
        example, _ = blocks_of("docs/api.md", "python")

        exec(example, {"text": block("one\n", "two\n")})

        assert "two\n" == (tmp_path / "path/to/repository/a.txt").read_text()

    def test_the_policy_decides_as_the_page_says(self, tmp_path: Path) -> None:
        """A program of at most twenty lines."""
        tests = "def test_a():\n    assert 1\n\n\ndef test_b():\n    assert 2\n"
        files = {"src/a.py": "a = 1\n", "other.py": "b = 1\n", "tests/test_a.py": tests}
        root = make_repository(tmp_path / "root", files)
        _, example = blocks_of("docs/api.md", "python")
        assert len(example.splitlines()) <= 20
        (tmp_path / "policy.py").write_text(example)
        removal = block("\n\ndef test_b():\n    assert 2\n", "", "tests/test_a.py")
        response = block("a = 1\n", "a = 2\n", "src/a.py") + block("b = 1\n", "b = 2\n", "other.py") + removal

        done = subprocess.run(
            [sys.executable, tmp_path / "policy.py", root],
            input=response.encode(),
            capture_output=True,
            check=False,
        )

        assert 1 == done.returncode, done.stderr.decode()
        assert {**files, "src/a.py": "a = 2\n"} == {
            name: text.decode() for name, text in files_of(root).items()
        }
        assert "M  src/a.py\n" == git(root, "status", "--short")
        assert "Tests stay. Mend the code instead." in done.stdout.decode()

    def test_every_public_name_has_a_section_or_a_table(self) -> None:
        assert names() == {*editreview.__all__} - {"__version__"}
        assert [] == re.findall(r"^###+ [^\n]*\n\n#", api(), re.MULTILINE)

    def test_every_member_has_words(self) -> None:
        assert [] == re.findall(r"^- `[^`]*`: *$", api(), re.MULTILINE)

    def test_the_names_are_typed(self, tmp_path: Path) -> None:
        """For the type checker of a user: what is exported when the package runs is what types see."""
        for name in editreview.__all__:
            assert hasattr(editreview, name)
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            _ = editreview.nothing


def test_the_hosted_check_runs_on_every_python_that_is_named() -> None:
    """Those of the package's classifiers, by the one command."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each]
    workflow = (ROOT / ".github/workflows/check.yml").read_text("utf-8")

    assert named == re.findall(r'"(3\.\d+)"', workflow)
    assert "- run: .ci/run\n" in workflow
