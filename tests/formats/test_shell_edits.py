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

    @pytest.mark.parametrize("path", ["go.mod", "'go.mod'"])
    def test_sed_replaces_text(self, path: str) -> None:
        (code,) = read(f"sed -i 's/1.21/1.22/' {path}")

        assert ("go.mod",) == code.mentions
        assert isinstance(code.operation, Replace)
        assert ("1.21\n", "1.22\n") == (
            code.operation.interpretations[0].search,
            code.operation.interpretations[0].replace,
        )

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
