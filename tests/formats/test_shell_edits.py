"""Shell commands that would change files are offers of what they would do."""

import pytest

from editreview.blocks import Code, Replace, Write
from editreview.formats import parse


def read(commands: str) -> list[Code]:
    return [code for code in parse(f"Run this:\n\n```bash\n{commands}\n```\n").code if not code.is_command]


class TestWriting:
    @pytest.mark.parametrize(
        "commands",
        [
            "cat > a/b.txt <<'EOF'\none\ntwo\nEOF",
            'cat >a/b.txt << "END"\none\ntwo\nEND\necho done',
            "sudo tee a/b.txt <<EOF > /dev/null\none\ntwo\nEOF",
            "cat <<EOF > a/b.txt\none\ntwo\nEOF",
        ],
    )
    def test_a_here_document_writes_its_lines(self, commands: str) -> None:
        (code,) = read(commands)

        assert (Write("one\ntwo\n"), ("a/b.txt",)) == (code.operation, code.mentions)

    @pytest.mark.parametrize(
        "commands", ["cat >> .gitignore <<EOF\n.env\nEOF", "tee -a .gitignore <<EOF\n.env\nEOF"]
    )
    def test_a_here_document_may_be_appended(self, commands: str) -> None:
        (code,) = read(commands)

        assert (None, ".env\n", (".gitignore",)) == (code.operation, code.text, code.mentions)

    @pytest.mark.parametrize("command", ['echo ".env" >> .gitignore', "$ printf '.env\\n' >>.gitignore"])
    def test_echo_appends_a_line(self, command: str) -> None:
        (code,) = read(command)

        assert (".env\n", (".gitignore",)) == (code.text, code.mentions)

    @pytest.mark.parametrize(
        "command", [r"printf 'a\nb\n' >> a.txt", r"echo -e 'a\tb' > a.txt", 'echo "$X" > a.txt']
    )
    def test_text_with_escapes_or_variables_is_not_known(self, command: str) -> None:
        assert [] == read(command)

    @pytest.mark.parametrize(
        ("command", "edits"),
        [
            ("sed -i 's/1.21/1.22/' go.mod", [("go.mod", "1.21", "1.22")]),
            ("sed -i 's/1.21/1.22/' 'go.mod'", [("go.mod", "1.21", "1.22")]),
            ("sed -i 's/a b/c/g; s#./d#./e#' x.js", [("x.js", "a b", "c"), ("x.js", "./d", "./e")]),
            ("sed -i -e 's/a/b/' -e \"s/c/d/\" x.js", [("x.js", "a", "b"), ("x.js", "c", "d")]),
            ("cd x && sed -i '' 's/a/b/' x.js y.js", [("x.js", "a", "b"), ("y.js", "a", "b")]),
        ],
    )
    def test_sed_replaces_text(self, command: str, edits: list[tuple[str, str, str]]) -> None:
        found = []
        for code in read(command):
            assert isinstance(code.operation, Replace)
            pair = code.operation.interpretations[0]
            found.append((*code.mentions, pair.search.rstrip("\n"), pair.replace.rstrip("\n")))
        assert edits == found

    @pytest.mark.parametrize("is_everywhere", [True, False])
    def test_it_does_so_everywhere_if_a_flag_says_it(self, is_everywhere: bool) -> None:
        (code,) = read(f"sed -i 's/a/b/{'g' if is_everywhere else ''}' x.js")

        assert isinstance(code.operation, Replace)
        assert [is_everywhere] * 2 == [code.operation.is_everywhere, code.operation.is_text]

    @pytest.mark.parametrize(
        "script", ["s/a.*/b/", "s/(a)/b/", "2d", "s/a/b/; 2d", "s/a/&b/", "s/a/b", "s/a/b/w out"]
    )
    def test_sed_with_a_pattern_or_another_command_is_not_known(self, script: str) -> None:
        assert [] == read(f"sed -i '{script}' x.js")

    @pytest.mark.parametrize(
        "command",
        [
            "cat a.txt",
            "python <<EOF\nprint(1)\nEOF",
            "echo done",
            'echo "$X" > /dev/null && true',
            "ls > out | cat",
        ],
    )
    def test_other_commands_write_nothing(self, command: str) -> None:
        assert [] == [code for code in read(command) if code.operation is not None]


@pytest.mark.parametrize(
    ("command", "count"), [("sed -i 's/a/b/{}x' f.js", 0), ("sed -i 's/a/b/{}' f.js", 1), ("cat {}f.js", 0)]
)
def test_spaces_are_read_in_linear_time(command: str, count: int) -> None:
    """In quadratic time, these would take minutes."""
    assert count == len(read(command.format(" " * 500_000)))


def test_lines_that_all_run_programs_are_commands_in_a_fence_without_a_language() -> None:
    commands = "pip uninstall -y requests\nsudo pytest -q tests\n"

    assert [commands.rstrip()] == [each.text for each in parse(f"Then:\n\n```\n{commands}```\n").commands]
    for other in ("go = 1\n", "make: all\n", f"{commands}x = 1\n", "install pip\n"):
        assert () == parse(f"Then:\n\n```\n{other}```\n").commands
