"""Snippets that only add lines, matched by the lines that they share with the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.formats.lazy import sketch
from editreview.matching import (
    FileIndex,
    Match,
    Mismatch,
    block_lines,
    gap_lines,
    match_additions,
    match_block_additions,
    with_spaces_of_file,
)

CONF = """\
server {
    listen 80;

    location / {
        root /var/www;
    }

    location /api {
        proxy_pass http://app;
    }
}
"""


def only(text: str, snippet: str) -> Match:
    found = match_additions(FileIndex(text), snippet)
    assert not isinstance(found, Mismatch), found.message
    (match,) = found
    return match


def refusal(text: str, snippet: str) -> str:
    found = match_additions(FileIndex(text), snippet)
    assert isinstance(found, Mismatch)
    return found.message


def test_new_lines_go_between_those_of_the_file() -> None:
    match = only(CONF, "location /api {\n    proxy_pass http://app;\n    proxy_buffering off;\n}\n")

    expected = "        proxy_pass http://app;\n        proxy_buffering off;\n    }\n"
    assert CONF.replace("        proxy_pass http://app;\n    }\n", expected) == match.change.apply(CONF)
    assert ("adds 1 line (L8–10)", (8, 10)) == (match.label, match.lines)


def test_line_ends_and_blank_lines_of_the_file_stay() -> None:
    text = "[a]\r\n\r\none = 1\r\nthree = 3\r\n"

    match = only(text, "[a]\none = 1\ntwo = 2\nthree = 3\n")

    assert "[a]\r\n\r\none = 1\r\ntwo = 2\r\nthree = 3\r\n" == match.change.apply(text)


@pytest.mark.parametrize(
    ("snippet", "message"),
    [
        (
            "test:\n\tpytest -q\n",
            "“pytest -q”, its outermost line, is not next to the others in the file",
        ),
        ("clean:\n\tls\nall: test\n", "it lacks “rm -rf build” (line 5)"),
        ("test:\n\tls\n\trm -rf build\n", "it lacks “pytest” (line 2)"),
        ("clean:\n\trm -rf build\ntest:\n\tpytest\n", "its lines are in another order in the file"),
        ("test:\n\tpytest\n", "it adds nothing"),
        ("\n", "it has no line that shows where it goes"),
    ],
)
def test_a_snippet_that_may_replace_lines_is_refused(snippet: str, message: str) -> None:
    assert message == refusal("test:\n\tpytest\n\nclean:\n\trm -rf build\nall: test\n", snippet)


def test_a_line_that_occurs_twice_shows_nothing() -> None:
    assert "none of its lines is in the file just once" == refusal(
        "pass_on()\npass_on()\n", "pass_on()\nnew()\n"
    )


def test_lines_that_the_file_has_none_of_go_to_its_end_or_top() -> None:
    text = "A=1\n"

    found = match_additions(FileIndex(text), "B=2\n")

    assert not isinstance(found, Mismatch)
    assert ["A=1\nB=2\n", "B=2\nA=1\n"] == [match.change.apply(text) for match in found]
    assert 2 == len({match.key for match in found})
    assert ["end", "top"] == [match.label.split()[-4] for match in found if match.label]


def test_parts_are_separated_as_they_are_in_the_file() -> None:
    text = "#!/usr/bin/python\nimport os\n\n\ndef one():\n    pass\n"

    found = match_additions(FileIndex(text), "def two():\n    return 2\n")

    assert not isinstance(found, Mismatch)
    at_end, at_top = (match.change.apply(text) for match in found)
    assert f"{text}\n\ndef two():\n    return 2\n" == at_end
    assert at_top.startswith("#!/usr/bin/python\ndef two():\n    return 2\n\n\nimport os\n")


def test_additions_can_be_disabled_by_name() -> None:
    found = match_additions(FileIndex("A=1\n", frozenset(["addition"])), "B=2\n")

    assert Mismatch("strategy addition is disabled") == found


@given(
    count=st.integers(2, 12),
    new=st.lists(st.integers(0, 11), min_size=1, max_size=6),
    margin=st.sampled_from(["", "  ", "\t"]),
)
def test_a_part_of_a_file_with_new_lines_inside_makes_just_these(
    count: int, new: list[int], margin: str
) -> None:
    file = [f"{margin}line {n}" for n in range(count)]
    after = list(file)
    for nth, at in enumerate(new):
        after.insert(1 + at % (len(after) - 1), f"{margin}new {nth}")
    text, expected = ("".join(f"{line}\n" for line in lines) for lines in (file, after))

    match = only(f"above\n{text}below\n", expected)

    assert f"above\n{expected}below\n" == match.change.apply(f"above\n{text}below\n")


def test_a_file_that_begins_with_a_blank_line_has_a_top_too() -> None:
    matches = match_additions(FileIndex("\none\n"), "new lines\n")

    assert isinstance(matches, tuple)
    assert 2 == len(matches)


def test_lines_of_the_file_at_another_depth_are_refused() -> None:
    file = "if a\n  one two\n  three four\nend\n"

    found = match_additions(FileIndex(file), "if a\n  if b\n    one two\n    three four\n")

    assert isinstance(found, Mismatch)
    assert "indentation" in found.message


def test_variables_with_a_common_prefix_are_neighbours() -> None:
    file = "APP_NAME=a\n\nMAIL_HOST=b\n"

    found = match_additions(FileIndex(file), "MAIL_USER=\nMAIL_PASSWORD=\n")

    assert isinstance(found, tuple)
    assert f"{file}MAIL_USER=\nMAIL_PASSWORD=\n" == found[0].change.apply(file)


class TestBlocks:
    """New lines beside dots go to the end or the beginning of the block around them."""

    GRADLE = (
        'android {\n    sdk = 34\n}\n\ndependencies {\n    implementation("a")\n    implementation("b")\n}\n'
    )

    def after(self, file: str, snippet: str) -> list[tuple[str | None, str]]:
        operation = sketch(snippet)
        assert operation is not None
        found = match_block_additions(FileIndex(file), snippet, gap_lines(operation))
        assert isinstance(found, tuple), found.message
        return [(match.label, match.change.apply(file)) for match in found]

    def why_not(self, file: str, snippet: str) -> str:
        operation = sketch(snippet)
        assert operation is not None
        found = match_block_additions(FileIndex(file), snippet, gap_lines(operation))
        assert isinstance(found, Mismatch)
        return found.message

    def test_below_dots_the_end_is_the_likeliest(self) -> None:
        snippet = 'dependencies {\n  // ... existing dependencies\n  implementation("c")\n}\n'
        b, head = '    implementation("b")\n', "dependencies {\n"

        assert [
            (
                "adds 1 line at the end of “dependencies {” (L5)",
                self.GRADLE.replace(b, f'{b}    implementation("c")\n'),
            ),
            (
                "adds 1 line at the beginning of “dependencies {” (L5)",
                self.GRADLE.replace(head, f'{head}    implementation("c")\n'),
            ),
        ] == self.after(self.GRADLE, snippet)

    def test_above_dots_the_beginning_is_the_likeliest(self) -> None:
        snippet = 'dependencies {\n    implementation("c")\n    // ... existing dependencies\n}\n'

        label, _ = self.after(self.GRADLE, snippet)[0]

        assert "adds 1 line at the beginning of “dependencies {” (L5)" == label

    @pytest.mark.parametrize(
        ("last", "new", "end"),
        [("b,", "c,", "b,\n  c,"), ("b", "c,", "b,\n  c"), ("b,", "c", "b,\n  c"), ("b", "c", "b,\n  c")],
    )
    def test_items_of_a_list_keep_their_commas(self, last: str, new: str, end: str) -> None:
        file = f"const all = [\n  a,\n  {last}\n];\n"

        at_end, at_beginning = self.after(file, f"const all = [\n  // ... existing items ...\n  {new}\n];\n")

        assert f"const all = [\n  a,\n  {end}\n];\n" == at_end[1]
        assert f"const all = [\n  c,\n  a,\n  {last}\n];\n" == at_beginning[1]

    def test_markup_has_blocks_too(self) -> None:
        file = "<head>\n  <title>a</title>\n</head>\n"
        snippet = '<head>\n  <!-- ... existing tags ... -->\n  <link rel="b">\n</head>\n'

        assert '<head>\n  <title>a</title>\n  <link rel="b">\n</head>\n' == self.after(file, snippet)[0][1]

    @pytest.mark.parametrize(
        ("snippet", "why"),
        [
            ("other {\n    // ... existing code ...\n    new()\n}\n", "is in the file nowhere"),
            ("dependencies {\n    // ... existing code ...\n}\n", "no block around"),
            ("dependencies {\n    // ... existing code ...\n    new()\n}\nmore()\n", "no block around"),
            ("dependencies {\n    a()\n    // ... existing code ...\n    b()\n}\n", "several places"),
            ('dependencies {\n    // ... existing code ...\n    implementation("a")\n}\n', "already"),
        ],
    )
    def test_other_snippets_are_refused(self, snippet: str, why: str) -> None:
        assert why in self.why_not(self.GRADLE, snippet)


def test_the_last_bracket_of_a_snippet_is_the_file_s_outer_one() -> None:
    file = ".a {\n  b: 1;\n\n  &--c {\n    d: 2;\n  }\n}\n\n.e {\n  f: 3;\n}\n"
    snippet = ".a {\n  b: 1;\n  g: 4;\n\n  &--c {\n    d: 2;\n  }\n}\n"

    match = only(file, snippet)

    assert file.replace("  b: 1;\n", "  b: 1;\n  g: 4;\n") == match.change.apply(file)


def test_a_line_that_begins_like_a_group_may_go_below_it() -> None:
    file = 'source "x"\n\ngem "a"\ngem "b"\n\ngroup :test do\n  gem "c"\nend\n'

    found = match_additions(FileIndex(file), 'gem "d"\n')

    assert isinstance(found, tuple)
    places = ["below L4", "at the end of the file", "at the top of the file"]
    assert [f"adds 1 line {place}" for place in places] == [match.label for match in found]
    assert file.replace('gem "b"\n', 'gem "b"\ngem "d"\n') == found[0].change.apply(file)


class TestSettingsInBlocks:
    """A new line beside dots that sets what the block sets already is its new version."""

    FILE = 'config {\n    code = 7\n    name = "1.6"\n    size = 1\n}\n'

    def found(self, snippet: str) -> tuple[Match, ...] | Mismatch:
        operation = sketch(snippet)
        assert operation is not None
        return match_block_additions(FileIndex(self.FILE), snippet, gap_lines(operation))

    def test_the_line_of_the_block_is_changed(self) -> None:
        found = self.found('config {\n    // ...\n    code = 8\n    name = "1.7"\n}\n')

        assert isinstance(found, tuple)
        (match,) = found
        assert self.FILE.replace("7", "8").replace("1.6", "1.7") == match.change.apply(self.FILE)

    def test_other_lines_are_added(self) -> None:
        found = self.found("config {\n    // ...\n    size = 2\n    depth = 3\n}\n")

        assert isinstance(found, tuple)
        at_end = self.FILE.replace("size = 1\n", "size = 2\n    depth = 3\n")
        assert at_end == found[0].change.apply(self.FILE)

    def test_what_is_set_in_several_lines_is_left_to_the_user(self) -> None:
        found = self.found("config {\n    // ...\n    size = {\n        a = 1\n    }\n}\n")

        assert isinstance(found, Mismatch)
        assert "its block sets `size` already" == found.message


def test_blank_lines_with_which_lines_for_the_end_of_a_file_begin_stay_above_them() -> None:
    found = match_additions(FileIndex("# One\nA=1\n"), "\n# Two\nB=2\n")

    assert not isinstance(found, Mismatch)
    assert "# One\nA=1\n\n# Two\nB=2\n" == found[0].change.apply("# One\nA=1\n")


def test_the_bracket_that_ends_new_lines_is_not_one_of_the_blocks_around_them() -> None:
    known = "if let Some(a) = t.a {\n    a = it(a);\n}\n"
    new = "if let Some(b) = t.b {\n    b = it(b);\n}\n"

    def inside(text: str) -> str:
        deep = "".join(f"        {line}\n" for line in text.splitlines())
        return f"fn load() {{\n    if t.ok {{\n{deep}    }}\n}}\n"

    found = match_additions(FileIndex(inside(known)), known + new)

    assert not isinstance(found, Mismatch), found.message
    assert [inside(known + new)] == [match.change.apply(inside(known)) for match in found]


TABLE = """\
CREATE TABLE bookings (
    id          BIGSERIAL PRIMARY KEY,
    status      TEXT NOT NULL DEFAULT 'a  b',
    created_at  TIMESTAMPTZ NOT NULL
);
"""


class TestSpacesOfFile:
    """Lines that are equal apart from runs of spaces are the same lines."""

    def test_columns_that_a_snippet_aligns_anew_are_not_written_twice(self) -> None:
        snippet = (
            "    status        TEXT NOT NULL DEFAULT 'a  b',\n    cancel_reason TEXT,\n"
            "    created_at    TIMESTAMPTZ NOT NULL\n"
        )
        lines = block_lines(snippet)

        assert {} == with_spaces_of_file(FileIndex(TABLE), lines, keeps_aligned=True)
        assert 2 == len(with_spaces_of_file(FileIndex(TABLE), lines, keeps_aligned=False))

    @pytest.mark.parametrize(
        "lines",
        [
            ["status TEXT NOT NULL DEFAULT 'a b',", "reason TEXT,"],
            ["status TEXT NOT NULL DEFAULT 'a  b',", "id BIGSERIAL PRIMARY KEY,"],
            ["statusTEXT NOT NULL DEFAULT 'a  b',", "reason TEXT,"],
        ],
        ids=["another string", "only other spaces", "a space less"],
    )
    def test_what_asks_for_other_text_is_not_the_files(self, lines: list[str]) -> None:
        assert {} == with_spaces_of_file(FileIndex(TABLE), lines, keeps_aligned=True)
