"""Strings over several lines: where they are, and the depth of their lines in code that is re-indented."""

import pytest

from editreview.blocks import Interpretation
from editreview.matching import FileIndex, Match, search
from editreview.matching.long_strings import Margin, long_strings
from editreview.matching.model import MatchWarningKind

YAML = "services:\n  web:\n    image: nginx\n"


def found(text: str, path: str) -> list[tuple[int, int, Margin]]:
    return [(each.head, each.end, each.margin) for each in long_strings(text.split("\n"), path)]


def only(text: str, old: str, new: str, path: str) -> Match:
    (match,) = search(FileIndex(text), Interpretation(old, new), path).matches
    return match


def shifted(text: str, margin: str) -> str:
    """The text with more whitespace before each of its lines."""
    return "".join(f"{margin}{line}\n" for line in text.splitlines())


def guesses(match: Match) -> list[int]:
    """The first lines of the strings whose depth is a guess."""
    return [each.line for each in match.warnings if each.kind is MatchWarningKind.GUESSED_TEXT]


class TestFound:
    @pytest.mark.parametrize(
        ("path", "text", "margin"),
        [
            ("a.py", 'x = """\na\n"""', Margin.TEXT),
            ("a.py", 'x = textwrap.dedent("""\\\n  a\n""")', Margin.REMOVED),
            ("a.ts", "x = `\n${a.map(b => `\n${b}`)}\n`", Margin.TEXT),
            ("a.js", "x = dedent`\n  a\n`", Margin.REMOVED),
            ("a.go", "x := `\na\n`", Margin.TEXT),
            ("a.rs", 'let x = r#"\na "b"\n"#;', Margin.TEXT),
            ("a.rs", 'let x = indoc!("\n  a\n");', Margin.REMOVED),
            ("a.cpp", 'auto x = R"(\na\n)";', Margin.TEXT),
            ("A.cs", 'var x = @"\na ""b""\n";', Margin.TEXT),
            ("A.cs", 'var x = """\n  a\n  """;', Margin.BY_END),
            ("A.java", 'var x = """\n  a\n  """;', Margin.BY_END),
            ("a.swift", 'let x = """\n  a\n  """', Margin.BY_END),
            ("a.kt", 'val x = """\na\n"""', Margin.TEXT),
            ("a.kt", 'val x = """\n  a\n""".trimIndent()', Margin.REMOVED),
            ("a.lua", "x = [==[\na\n]==]", Margin.TEXT),
            ("a.nix", "x = ''\n  a\n'';", Margin.REMOVED),
            ("a.php", "<?php\n$x = 'a\nb';", Margin.TEXT),
            ("a.sh", "cat <<'EOF' >f\na\nEOF", Margin.AT_EDGE),
            ("a.sh", "cat <<-EOF\n\ta\n\tEOF", Margin.TABS),
            ("a.sh", "git commit -m \"$(cat <<'EOF'\nit's\nEOF\n)\"", Margin.AT_EDGE),
            ("a.sh", "awk '\na\n' f", Margin.TEXT),
            ("a.rb", "x = <<EOS\na\nEOS", Margin.AT_EDGE),
            ("a.rb", "x = <<~EOS\n  a\nEOS", Margin.REMOVED),
            ("a.tf", "x = <<-EOT\n  a\nEOT", Margin.REMOVED),
            ("a.ps1", "$x = @'\na\n'@", Margin.AT_EDGE),
            ("Dockerfile", "RUN <<EOF\na\nEOF", Margin.AT_EDGE),
            ("a.html", "<pre>\na\n</pre>", Margin.TEXT),
            ("a.yml", "- run: |\n    a\n\n    b\n- c: 1", Margin.VALUE),
        ],
    )
    def test_a_string_over_lines_is_found_with_the_meaning_of_its_indentation(
        self, path: str, text: str, margin: Margin
    ) -> None:
        assert [margin] == [kind for _, _, kind in found(text, path)]

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("a.py", '# it\'s """\nx = 1\n# """\n'),
            ("a.py", 'x = """\na\n'),
            ("a.js", "x = /`/;\ny = /`/;\n"),
            ("a.js", "// it`s\nx = 'a`b'\n// `\n"),
            ("a.rs", 'let x = "a \\\n    b";\n'),
            ("a.sh", "echo $((1 << 2))  # it's\necho it\\'s\n"),
            ("a.rb", "list << item\nitem\n"),
            ("a.md", "```\na\n```\n"),
            ("a.yml", "a: b | c\nd: e\n"),
            ("a", 'x = """\na\n"""\n'),
        ],
    )
    def test_comments_and_other_text_with_such_signs_are_none(self, path: str, text: str) -> None:
        assert [] == found(text, path)


class TestDepth:
    """The lines of a new string where the code around it has another depth than in the file."""

    PYTHON = "class Report:\n    def head(self, out):\n        out.flush()\n"

    @pytest.mark.parametrize(
        ("old", "code"),
        [
            ("  def head(self, out):\n    out.flush()\n", "    "),
            ("def head(self, out):\n    out.flush()\n", "    "),
            ("\tdef head(self, out):\n\t\tout.flush()\n", "\t\t"),
        ],
    )
    def test_text_at_the_edge_stays_there(self, old: str, code: str) -> None:
        string = f'out.write("""\\\n{YAML}""")\n'
        match = only(self.PYTHON, old, old.replace(f"{code}out", f"{code}{string}{code}out"), "report.py")

        expected = self.PYTHON.replace("        out", f"        {string}        out")
        assert (expected, ()) == (match.change.apply(self.PYTHON), match.warnings)

    @pytest.mark.parametrize(
        ("path", "begin", "end"),
        [
            ("a.sh", "cat <<'EOF'", "EOF"),
            ("a.rb", "x = <<EOS", "EOS"),
            ("a.go", "out(`", "`)"),
            ("a.js", "out(`", "`);"),
            ("a.rs", 'out(r"', '");'),
            ("a.kt", 'out("""', '""")'),
            ("a.lua", "out([[", "]])"),
            ("a.php", "out('", "');"),
        ],
    )
    def test_text_at_the_edge_stays_there_in_every_language(self, path: str, begin: str, end: str) -> None:
        file = "{\n    if\n        a\n        b\n}\n"
        string = f"{begin}\n{YAML}{end}\n"
        match = only(file, "  if\n    a\n", f"  if\n    {string}    a\n", path)

        assert file.replace("        a", f"        {string}        a") == match.change.apply(file)
        assert [] == guesses(match)

    @pytest.mark.parametrize(
        ("path", "begin", "end"),
        [
            ("a.py", 'run(dedent("""\\', '"""))'),
            ("a.py", 'db.run("""', '""")'),
            ("a.rb", "x = <<~EOS", "EOS"),
            ("a.kt", 'out("""', '""".trimIndent())'),
            ("a.tf", "x = <<-EOT", "EOT"),
            ("a.js", "out(`", "`)"),
        ],
    )
    def test_lines_as_deep_as_the_code_move_with_it_and_keep_their_depth_below_each_other(
        self, path: str, begin: str, end: str
    ) -> None:
        file = "{\n    if\n        a\n        b\n}\n"
        new = f"    {begin}\n{shifted(YAML, '      ')}    {end}\n    a\n"
        match = only(file, "  if\n    a\n", f"  if\n{new}", path)

        string = f"        {begin}\n{shifted(YAML, '            ')}        {end}\n"
        assert (file.replace("        a", f"{string}        a"), []) == (
            match.change.apply(file),
            guesses(match),
        )

    def test_the_end_of_a_text_block_keeps_its_depth_below_the_lines(self) -> None:
        file = "class A {\n    void f() {\n        a();\n    }\n}\n"
        match = only(
            file, "  void f() {\n    a();\n", '  void f() {\n    a("""\n      x\n    """);\n', "A.java"
        )

        assert 'a("""\n          x\n        """);' in match.change.apply(file)

    def test_a_script_in_yaml_keeps_its_own_depths(self) -> None:
        file = "jobs:\n    build:\n        steps:\n            - run: make\n"
        old = "jobs:\n  build:\n    steps:\n      - run: make\n"
        script = "if a:\n  b\n"
        match = only(file, old, old.replace("make\n", f"|\n{shifted(script, '          ')}"), "ci.yml")

        assert file.replace("make\n", f"|\n{shifted(script, ' ' * 18)}") == match.change.apply(file)

    @pytest.mark.parametrize(
        ("path", "old", "new"),
        [
            ("a.py", "b()\n", 'a("""\nx\n""")\nb()\n'),
            ("a.py", "if b:\n    b()\n", 'if b:\n    a("""\n  x\n  """)\n    b()\n'),
            ("a.go", "b()\n", "a(`\nx\n`)\nb()\n"),
            ("a.py", "            b()\n", '            a("""\n        x\n        """)\n            b()\n'),
        ],
    )
    def test_it_is_a_guess_if_the_text_may_have_been_moved_with_the_code(
        self, path: str, old: str, new: str
    ) -> None:
        file = "class A:\n    if b:\n        b()\n"

        assert [] != guesses(only(file, old, new, path))

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("a\n", "cat <<EOF\nx\n y\nEOF\na\n"),
            ("      a\n", "      cat <<EOF\n    x\n     y\n    EOF\n      a\n"),
            ("      a\n", "      cat <<EOF\nx\n y\nEOF\n      a\n"),
        ],
    )
    def test_a_heredoc_ends_at_the_edge_however_deep_the_block_is(self, old: str, new: str) -> None:
        file = "f() {\n  a\n}\n"
        match = only(file, old, new, "a.sh")

        assert ("f() {\n  cat <<EOF\nx\n y\nEOF\n  a\n}\n", []) == (match.change.apply(file), guesses(match))

    def test_tabs_do_not_take_the_place_of_spaces_in_a_text(self) -> None:
        file = "func f() {\n\tif x {\n\t\ta()\n\t}\n}\n"
        match = only(
            file, "    if x {\n        a()\n", "    if x {\n        a(`\n        b:\n          c`)\n", "a.go"
        )

        assert "`\n        b:\n          c`" in match.change.apply(file)
        assert [4] == guesses(match)


class TestOldStrings:
    """Strings that the file has already."""

    FILE = f'class A:\n    def f(self):\n        a("""\n{YAML}""")\n        b()\n'

    def test_a_line_is_added_as_deep_as_the_lines_of_the_string_are(self) -> None:
        old = f'def f(self):\n    a("""\n{YAML}""")\n    b()\n'
        match = only(self.FILE, old, old.replace("nginx\n", "nginx\n    ports: []\n"), "a.py")

        assert self.FILE.replace("nginx\n", "nginx\n    ports: []\n") == match.change.apply(self.FILE)

    def test_lines_that_replace_all_of_a_string_are_as_deep_as_those_were(self) -> None:
        old = f'def f(self):\n    a("""\n{YAML}""")\n    b()\n'
        match = only(self.FILE, old, old.replace(YAML, "  x\n    y\n"), "a.py")

        assert self.FILE.replace(YAML, "  x\n    y\n") == match.change.apply(self.FILE)

    def test_the_end_of_a_docstring_at_the_top_of_a_block_begins_no_string(self) -> None:
        file = 'class A:\n    def f(self):\n        """Doc.\n\n        More.\n        """\n        a()\n'
        old = '    More.\n    """\n    a()\n'
        new = f'{old}    b()\n\ndef g(self):\n    """Doc of g."""\n    c()\n'
        match = only(file, old, new, "a.py")

        added = '        b()\n\n    def g(self):\n        """Doc of g."""\n        c()\n'
        assert (f"{file}{added}", ()) == (match.change.apply(file), match.warnings)

    def test_code_that_is_equal_to_a_line_of_a_new_string_is_not_mixed_up_with_it(self) -> None:
        file = "class A {\n  f() {\n    if (x) {\n      b();\n    }\n  }\n}\n"
        sample = "out(`\nif (x) {\n  b();\n}\n`);\n"
        old = "f() {\n  if (x) {\n    b();\n  }\n}\n"
        match = only(file, old, old.replace("  if", f"  {sample}  if", 1), "a.js")

        assert file.replace("    if", f"    {sample}    if") == match.change.apply(file)
