"""Tags and marks that an edit leaves without their other half, and rows with another number of cells."""

from pathlib import Path

import pytest

from editreview.review import WarningKind
from tests.review.checks.messages import messages_of

JINJA = "<div>\n{% if a %}\n  <p>1</p>\n{% endif %}\n</div>\n"
MARKDOWN = "# A\n\n```sh\nmake\n```\n\n# B\n\n```sh\nrun\n```\n"
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
TEST = '@pytest.mark.parametrize("a,b", [\n    (1, 2),\n    (3, 4),\n])\ndef test(a, b): ...\n'


def messages(root: Path, path: str, before: str, *blocks: tuple[str, str]) -> list[str]:
    """The descriptions of the syntax errors, for blocks given by their old and new lines."""
    found = messages_of(WarningKind.SYNTAX_ERROR, root, path, before, *blocks)
    return [message.removeprefix("introduces a syntax error: ") for message in found]


@pytest.mark.parametrize(
    ("name", "before", "end"),
    [
        ("a.html", JINJA, "{% endif %}"),
        ("a.j2", "{% block a %}\nx\n{% endblock %}\ny\n", "{% endblock %}"),
        ("a.yaml", "{{- if .Values.x }}\nb: 2\n{{- end }}\nc: 3\n", "{{- end }}"),
        ("a.hbs", "{{#if a}}\n<p>1</p>\n{{/if}}\n", "{{/if}}"),
        ("a.html.erb", "<% if a %>\n  <p>1</p>\n<% end %>\n", "<% end %>"),
        ("a.html.eex", "<%= for x <- y do %>\n  <p>1</p>\n<% end %>\n", "<% end %>"),
        ("a.ejs", "<% if (a) { %>\n  <p>1</p>\n<% } %>\n", "<% } %>"),
        ("a.blade.php", "@if (a)\n  <p>1</p>\n@endif\n", "@endif"),
        ("a.svelte", "{#if a}\n  <p>1</p>\n{/if}\n", "{/if}"),
        ("a.c", "#ifdef A\nint a;\n#endif\nint b;\n", "#endif"),
        ("a.cs", "class A {\n#region X\n  int a;\n#endregion\n}\n", "#endregion"),
        ("CMakeLists.txt", "if(A)\n  set(B 1)\nendif()\n", "endif()"),
        ("Makefile", "ifdef A\nB = 1\nendif\nC = 2\n", "endif"),
        ("a.org", "#+begin_src sh\nmake\n#+end_src\nText\n", "#+end_src"),
        ("a.adoc", "= A\n\n[source]\n----\ncode\n----\nText\n", "----\nText"),
        ("a.md", "<details>\n\nx\n\n</details>\n", "</details>"),
        ("Dockerfile", "FROM a\nRUN <<EOF\nmake\nEOF\nCMD x\n", "EOF\nCMD x"),
        ("a.sql", "BEGIN;\nUPDATE a SET b = 1;\nCOMMIT;\n", "COMMIT;"),
        ("a.conf", "# BEGIN managed\na=1\n# END managed\nb=2\n", "# END managed"),
        ("a.py", "# fmt: off\nx = 1\n# fmt: on\n", "# fmt: on"),
    ],
)
def test_half_of_a_pair_that_is_lost_or_doubled_is_named(
    tmp_path: Path, name: str, before: str, end: str
) -> None:
    tag, *below = end.split("\n")

    (lost,) = messages(tmp_path, name, before, (end, "\n".join(below) or "z"))
    (doubled,) = messages(tmp_path, name, before, (end, "\n".join([tag, "z", tag, *below])))

    assert "has no end" in lost
    assert doubled.endswith(("ends nothing", "has no end"))


def test_a_tag_without_an_end_is_named_with_its_line(tmp_path: Path) -> None:
    found = messages(tmp_path, "a.html", JINJA, ("  <p>1</p>\n{% endif %}", "  <p>2</p>"))

    assert ["line 2: “{% if a %}” has no end"] == found


def test_a_front_matter_that_loses_its_end_is_named(tmp_path: Path) -> None:
    found = messages(tmp_path, "a.md", "---\ntitle: A\ntags: b\n---\n\nText\n", ("tags: b\n---", "tags: c"))

    assert ["line 1: the front matter has no end"] == found


def test_a_fence_that_loses_its_end_is_named(tmp_path: Path) -> None:
    found = messages(tmp_path, "a.md", MARKDOWN, ("make\n```", "make all"))

    assert ["line 3: the fence has no end above that of line 8"] == found


def test_the_block_that_loses_half_of_a_pair_is_blamed(tmp_path: Path) -> None:
    text = "{% if a %}\nx\n{% endif %}\n\n{% if b %}\ny\n{% endif %}\n"
    good, bad = ("{% if a %}\nx", "{% if c %}\nz"), ("y\n{% endif %}", "y2")

    found = messages(tmp_path, "a.html", text, good, bad)

    assert ["line 5: “{% if b %}” has no end"] == found


def test_blocks_that_move_a_pair_together_are_right(tmp_path: Path) -> None:
    text = "a\n{% if b %}\nc\n{% endif %}\n"
    first, second = ("a", "{% for a in b %}"), ("{% endif %}", "{% endif %}\n{% endfor %}")

    assert [] == messages(tmp_path, "a.html", text, first, second)


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.html", "{% set a %}\nx\n{% endset %}\ny\n", "y", "{% set b = 1 %}"),
        ("a.twig", "{% block a %}\nx\n{% endblock %}\ny\n", "y", "{% block b 'y' %}"),
        ("a.html", JINJA, "<div>", "<div>\n{# {% if b %} #}"),
        ("a.md", "Jinja:\n\n{% if a %}\nx\n{% endif %}\n", "Jinja:", "Jinja, with `{% for x in y %}`:"),
        ("a.html.erb", "<% if a %>\nx\n<% end %>\ny\n", "y", "<% if a then b end %>"),
        ("a.html.eex", "<%= if a do %>\nx\n<% end %>\ny\n", "y", "<%= if a, do: b %>"),
        ("a.js", "/* eslint-disable a */\nf();\n", "f();", "// eslint-disable-next-line b\nf();"),
        (
            "a.js",
            "/* eslint-disable a */\nf();\n",
            "f();",
            "/* eslint-disable b */\nf();\n/* eslint-enable b */",
        ),
        ("a.py", "x = 1\n", "x = 1", "# fmt: off\nx = 1"),
        ("a.py", "x = 1\n", "x = 1", "# END of it\nx = 1"),
        ("a.md", "A\n", "A", "A --> B"),
        ("a.md", "<p>\n\nA\n", "A", "B <br> <T>"),
        ("a.md", MARKDOWN, "make", "cat <<EOF\n<details>\n| a |\n|---|\n| b | c |"),
        ("a.sh", "cat <<EOF\na\nEOF\nf\n", "f", "f $((1 << N))"),
        ("a.c", "#if A\nint a;\n#endif\n", "int a;", "int b;\n#else\nint c;"),
        ("a.py", TEST, "    (1, 2),", "    (\n        (1, 2, 3),\n        2,\n    ),"),
        ("a.py", TEST, "    (1, 2),", "    (lambda x, y: x, 2),"),
        ("a.md", TABLE, "| 1 | 2 |", "| 1 | 2 \\| 3 |"),
        ("a.md", TABLE, "| 1 | 2 |", "| **All** |\n| 1 | 2 |"),
        ("a.jinja", "<p>\n", "<p>", "<p>{% comment %}{% if %}{% endcomment %}"),
        ("a.md", TABLE, TABLE.rstrip(), "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |"),
        ("a.csv", "a,b\n1,2\n3,4\n", "1,2", '1,"2,3"'),
        ("a.csv", "a;b\n1,5;2\n3,4;5,6\n", "1,5;2", "1;2"),
    ],
)
def test_what_needs_no_other_half_gets_no_warning(
    tmp_path: Path, name: str, before: str, old: str, new: str
) -> None:
    assert [] == messages(tmp_path, name, before, (old, new))


@pytest.mark.parametrize(
    ("name", "before", "old", "new", "expected"),
    [
        ("a.md", TABLE, "| 1 | 2 |", "| 1 | 2 | 3 |", "line 3: 3 cells, where the rows around it have 2"),
        ("a.csv", "a,b\n1,2\n3,4\n", "1,2", "1", "line 2: 1 cell, where the rows around it have 2"),
        (
            "a.tsv",
            "a\tb\n1\t2\n3\t4\n",
            "1\t2",
            "1\t2\t3",
            "line 2: 3 cells, where the rows around it have 2",
        ),
        (
            "a.sql",
            "INSERT INTO a VALUES\n  (1, 2),\n  (3, 4),\n  (5, 6);\n",
            "  (1, 2),",
            "  (1, 'a, b', 3),",
            "line 2: 3 cells, where the rows around it have 2",
        ),
        ("test_a.py", TEST, "    (1, 2),", "    (1,),", "line 2: 1 value for 2 names"),
    ],
)
def test_a_row_with_another_number_of_cells_is_named(
    tmp_path: Path, name: str, before: str, old: str, new: str, expected: str
) -> None:
    assert [expected] == messages(tmp_path, name, before, (old, new))
