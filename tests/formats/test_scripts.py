"""Scripts that would change files, in a shell or in Python, are offers of what they would do."""

import pytest

from editreview.blocks import Code, Insert, Replace, Write
from editreview.formats import parse


def read(commands: str) -> list[Code]:
    return [code for code in parse(f"Run this:\n\n```bash\n{commands}\n```\n").code if not code.is_command]


def pair_of(code: Code) -> tuple[str, str]:
    assert isinstance(code.operation, Replace)
    pair = code.operation.interpretations[0]
    return pair.search, pair.replace


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

        assert (Insert(None, ".env\n"), (".gitignore",)) == (code.operation, code.mentions)

    @pytest.mark.parametrize("command", ['echo ".env" >> .gitignore', "$ printf '.env\\n' >>.gitignore"])
    def test_echo_appends_a_line(self, command: str) -> None:
        (code,) = read(command)

        assert (Insert(None, ".env\n"), (".gitignore",)) == (code.operation, code.mentions)

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
            (r"sed -i 's/f(\.x)+/\/g\&/' x.js", [("x.js", "f(.x)+", "/g&")]),
            (r"sed -i 's/f($a)/f($as)/' x.php", [("x.php", "f($a)", "f($as)")]),
            (r"sed -i -E 's/f\(a\)/g(a)/' x.js", [("x.js", "f(a)", "g(a)")]),
            (r"sed -E -i 's|f\(|g(|' x.js", [("x.js", "f(", "g(")]),
            (r"perl -pi -e 's/f\(\)/g()/g' x.js", [("x.js", "f()", "g()")]),
            ("sed -i 's/^a = 1/a = 2/' x.js", [("x.js", "a = 1", "a = 2")]),
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
        "script",
        [
            *("s/a.*/b/", r"s/\(a\)/b/", "2d", "s/a/b/; 2d", "s/a/&b/", "s/a/b", "s/a/b/w out", r"s/a/\1b/"),
            *(r"s/\ba/b/", "s/a[bc]/b/", r"s/a\+/b/", "/a/d", "s/a/b/I", r"s/a\nb/c/"),
        ],
    )
    def test_sed_with_a_pattern_or_another_command_is_not_known(self, script: str) -> None:
        assert [] == read(f"sed -i '{script}' x.js")

    @pytest.mark.parametrize(
        "command",
        ["sed -i -E 's/(a)/b/' x", "sed -Ei 's/a+/b/' x", "perl -pi -e 's/a/$b/' x", 'sed -i "s/$A/b/" x'],
    )
    def test_sed_with_extended_patterns_or_variables_is_not_known(self, command: str) -> None:
        assert [] == read(command)

    def test_a_pattern_of_a_whole_line_is_that_line(self) -> None:
        changed, removed = read("sed -i 's/^DEBUG=1$/DEBUG=0/; /^import os$/d' x.py")

        assert [("DEBUG=1\n", "DEBUG=0\n"), ("import os\n", "")] == [pair_of(changed), pair_of(removed)]

    @pytest.mark.parametrize(
        ("script", "words", "new"),
        [
            ("'/^use(a);/a use(b);'", "Add this below `use(a);`:", "use(b);\n"),
            ("\"/^use(a);/a use('b');\"", "Add this below `use(a);`:", "use('b');\n"),
            (r"'/use(a);/a\use(b);'", "Add this below `use(a);`:", "use(b);\n"),
            ("'/use(a);/a\\\nuse(b);\\\nuse(c);'", "Add this below `use(a);`:", "use(b);\nuse(c);\n"),
            (r"'/use(a);/a use(b);\nuse(c);'", "Add this below `use(a);`:", "use(b);\nuse(c);\n"),
            (r"'/use(a);/a\  use(b && c);'", "Add this below `use(a);`:", "  use(b && c);\n"),
            ("'/^use(a)/i use(b);'", "Add this above `use(a)`:", "use(b);\n"),
            (r"'/^\s*use(a).*$/c use(b);'", "Replace the line `use(a)` with:", "use(b);\n"),
        ],
    )
    def test_sed_puts_lines_beside_one_that_it_finds(self, script: str, words: str, new: str) -> None:
        """Only the file shows where that line ends, so that they are code for a place in it."""
        (code,) = read(f"sed -i {script} x.js")

        assert (None, ("x.js",), words, new) == (code.operation, code.mentions, code.words, code.text)

    @pytest.mark.parametrize(
        ("script", "pair"),
        [
            ("/^a$/a b", ("a\n", "a\nb\n")),
            ("/^a$/i b", ("a\n", "b\na\n")),
            ("/^a$/c b", ("a\n", "b\n")),
        ],
    )
    def test_a_pattern_of_a_whole_line_shows_it_with_the_lines_beside_it(
        self, script: str, pair: tuple[str, str]
    ) -> None:
        (code,) = read(f"sed -i '{script}' x.py")

        assert pair == pair_of(code)

    @pytest.mark.parametrize(
        ("commands", "count"),
        [
            ("sed -i '1i first' a.txt\nsed -i '3a third' a.txt\n", 1),
            ("sed -i '/^a$/d' a.txt\nsed -i '2a new' a.txt\n", 1),
            ("sed -i 's/x/y/' a.txt\nsed -i '2a new' a.txt\n", 2),
            ("sed -i -e '1i first' -e '3a third' a.txt\n", 2),
            ("sed -i '1i first' a.txt\nsed -i '3a third' b.txt\n", 2),
        ],
        ids=[
            "below a new line",
            "below one that went",
            "of as many lines",
            "in one command",
            "of another file",
        ],
    )
    def test_a_number_of_a_line_counts_if_no_earlier_command_changed_the_numbers(
        self, commands: str, count: int
    ) -> None:
        assert count == len(read(commands))

    @pytest.mark.parametrize(("script", "after"), [("$a b", None), ("3a b", 3), ("1i b", 0)])
    def test_sed_adds_lines_by_number(self, script: str, after: int | None) -> None:
        (code,) = read(f"sed -i '{script}' x.py")

        assert Insert(after, "b\n") == code.operation

    @pytest.mark.parametrize(
        "command",
        [
            "sed -i '/a[0-9]/a b' x.py",
            "sed -i '/a.*b/a c' x.py",
            'sed -i "/a/a $NEW" x.py',
            r"sed -i '/a/a b\x41' x.py",
            "sed -i '/a/,/b/d' x.py",
            "sed -i '3c b' x.py",
            "sed -n '/a/p' x.py",
            "sed '/a/a b' x.py",
            "sed -i '/a/a' x.py",
            "sed -i '/`a`/a b' x.py",
        ],
    )
    def test_lines_beside_what_is_not_known_are_none(self, command: str) -> None:
        assert [] == read(command)

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


def run(program: str) -> list[tuple[str, str, str]]:
    """The replacements of a program in Python: file, old and new text."""
    codes = parse(f"Run this:\n\n```python\n{program}\n```\n").code
    return [(code.mentions[0], *pair_of(code)) for code in codes if code.operation is not None]


class TestPython:
    """Programs that replace text in files. Of any other program, nothing is read."""

    @pytest.mark.parametrize(
        "program",
        [
            'p = Path("a.txt")\ns = p.read_text()\ns = s.replace("x", "y")\np.write_text(s)',
            'p = pathlib.Path("a.txt")\np.write_text(p.read_text(encoding="utf-8").replace("x", "y"))',
            'with open("a.txt") as f:\n    s = f.read()\nassert "x" in s\ns = s.replace("x", "y")\n'
            'with open("a.txt", "w") as f:\n    f.write(s)',
            'f = "a.txt"\ns = open(f, mode="r").read()\nif "x" in s:\n    s = s.replace("x", "y")\n'
            'open(f, "w").write(s)\nprint("done")',
            'def main():\n    p = Path("a.txt")\n    p.write_text(p.read_text().replace("x", "y"))\n\n'
            'if __name__ == "__main__":\n    main()',
            "def sub(path, old, new):\n    p = Path(path)\n    s = p.read_text()\n    if old not in s:\n"
            '        raise SystemExit(1)\n    p.write_text(s.replace(old, new))\n\nsub("a.txt", "x", "y")',
            'p = Path("a.txt")\ns = p.read_text()\nfor a, b in [("x", "y")]:\n    s = s.replace(a, b)\n'
            "p.write_text(s)",
            'p = Path("a.txt")\ns = p.read_text()\nfor a, b in {"x": "y"}.items():\n    s = s.replace(a, b)\n'
            "p.write_text(s)",
        ],
    )
    def test_a_replacement_in_a_file_is_read(self, program: str) -> None:
        assert [("a.txt", "x", "y")] == run(program)

    def test_texts_may_be_put_together(self) -> None:
        program = (
            'root = Path("src")\np = root / "a.txt"\ns = p.read_text()\nmark = "one\\n"\n'
            's = s.replace(mark, mark + """two\n""").replace("a" "b", "c", 1)\np.write_text(s)'
        )

        assert [("src/a.txt", "one\n", "one\ntwo\n"), ("src/a.txt", "ab", "c")] == run(program)

    @pytest.mark.parametrize(
        "change",
        [
            's = re.sub("x", "y", s)',
            's = s.replace("x", y)',
            's = s.replace(f"x{n}", "y")',
            's = s.replace("x", "y").strip()',
            's = s.replace("x", "y")\ns += "z"',
            's = s.replace("x", "y", 2)',
            's = s.replace("", "y")',
            'for n in range(3):\n    s = s.replace("x", "y")',
            'if n > 1:\n    s = s.replace("x", "y")',
            'try:\n    s = s.replace("x", "y")\nexcept ValueError:\n    pass',
            'while True:\n    s = s.replace("x", "y")',
            'if "z" in s:\n    s = s.replace("x", "y")',
        ],
    )
    def test_nothing_is_read_of_a_text_that_is_not_known(self, change: str) -> None:
        assert [] == run(f'p = Path("a.txt")\ns = p.read_text()\n{change}\np.write_text(s)')

    @pytest.mark.parametrize(
        "program",
        [
            'p = Path("a.txt")\ns = p.read_text().replace("x", "y")\nprint(s)',
            'p = Path("a.txt")\nPath("b.txt").write_text(p.read_text().replace("x", "y"))',
            'p = Path(sys.argv[1])\np.write_text(p.read_text().replace("x", "y"))',
            's = open("a.txt").read().replace("x", "y")\nopen("a.txt", "a").write(s)',
            'p = Path("a.txt")\ns = p.read_text().replace("x", "y")\nif n:\n    p.write_text(s)',
            'def f(p, n=1):\n    p.write_text(p.read_text().replace("x", "y"))\n\nf(Path("a.txt"))',
            'p = Path("a.txt")\np.write_text(p.read_text().replace("x", "y"))\nif (',
            'def f(p):\n    p.write_text(p.read_text().replace("x", "y"))\n    f(p)\n\nf(Path("a.txt"))',
        ],
    )
    def test_nothing_is_read_of_other_programs(self, program: str) -> None:
        assert [] == run(program)

    def test_a_program_that_doubles_a_text_or_a_path_again_and_again_ends(self) -> None:
        texts = "a = 'x'\n" + "a = a + a\n" * 40
        use = 'p = Path("a.txt")\np.write_text(p.read_text().replace(a, "b"))'

        assert [] == run(f"{texts}{use}")
        assert [] == run(f'{texts}p = Path("a.txt") / a / a\np.write_text(p.read_text().replace("x", "b"))')

    def test_a_program_may_be_in_a_here_document(self) -> None:
        program = 'p = Path("a.txt")\np.write_text(p.read_text().replace("x", "y"))'

        (code,) = read(f"python3 - <<'EOF'\n{program}\nEOF")

        assert ("a.txt", "x", "y") == (*code.mentions, *pair_of(code))
        assert [] == read(f"python3 - <<EOF\n{program}\nEOF")


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("sed -i 's/a/b/{}x' f.js", 0),
        ("sed -i 's/a/b/{}' f.js", 1),
        ("cat {}f.js", 0),
        ("sed -i '/a/a{}b' f.js", 1),
    ],
)
def test_spaces_are_read_in_linear_time(command: str, count: int) -> None:
    """In quadratic time, these would take minutes."""
    assert count == len(read(command.format(" " * 500_000)))


def test_lines_that_all_run_programs_are_commands_in_a_fence_without_a_language() -> None:
    commands = "pip uninstall -y requests\nsudo pytest -q tests\n"

    assert [commands.rstrip()] == [each.text for each in parse(f"Then:\n\n```\n{commands}```\n").commands]
    for other in ("go = 1\n", "make: all\n", f"{commands}x = 1\n", "install pip\n"):
        assert () == parse(f"Then:\n\n```\n{other}```\n").commands
