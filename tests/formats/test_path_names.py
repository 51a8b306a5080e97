"""Names of files, and the places where responses write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.formats import parse
from editreview.formats.path_names import (
    is_path,
    names_a_file,
    others_mentioned,
    path_above,
    path_alone,
    path_in_fence,
    path_in_line,
)


class TestIsPath:
    @pytest.mark.parametrize(
        "text",
        [
            "a.py",
            "src/a.py",
            "src\\a.py",
            "C:\\project\\a.py",
            "/abs/a.py",
            "../a.py",
            "./a",
            "dir/name",
            "Makefile",
            "dockerfile",
            "LICENSE",
            ".gitignore",
            ".env.local",
            "src/.env",
            "a.tar.gz",
            "a-b_c.d.ts",
            "[slug].tsx",
            "(group)/page.tsx",
            "@scope/a.js",
            "$dollar.js",
            "my file.txt",
            "some folder/a file.txt",
            "file:///home/project/a.py",
            "<project>/src/a.py",
            "<repository root>/a.py",
            "résumé.md",
            "a" * 246 + ".txt",
        ],
    )
    def test_a_name_with_an_extension_or_a_folder_or_a_known_name_is_a_path(self, text: str) -> None:
        assert is_path(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "python",
            "REPLACE",
            "a",
            "https://example.com/a.py",
            "a.py.",
            "a.py,",
            "src/",
            "src\\",
            " a.py",
            "a.py ",
            "what? a.py",
            "a|b.py",
            "<a.py>",
            "<div>/a.py</div>",
            "<project>/",
            "`a.py`",
            '"a.py"',
            "*.py",
            "a\tb.py",
            "a\x00.py",
            "//",
            "3.",
            "the file is now in a.py",
            "a" * 247 + ".txt",
        ],
    )
    def test_anything_else_is_not_a_path(self, text: str) -> None:
        assert not is_path(text)


class TestPathInLine:
    @pytest.mark.parametrize(
        ("line", "path"),
        [
            ("a.py", "a.py"),
            ("## a.py", "a.py"),
            ("#### 3. `a.py`", "a.py"),
            ("* a.py", "a.py"),
            ("__a.py__", "a.py"),
            ("'a.py'", "a.py"),
            ("__init__.py", "__init__.py"),
            ("pkg/__init__.py", "pkg/__init__.py"),
            ("FILE: a.py", "a.py"),
            ("# File: a.py", "a.py"),
            ("// a.py", "a.py"),
            ("<!-- a.html -->", "a.html"),
            ("Makefile", "Makefile"),
            ("Makefile:", "Makefile"),
            ("Edit `a.py` as follows", "a.py"),
            ("Edit **a.py** as follows", "a.py"),
            ("In a.py:", "a.py"),
            ("First `a.py`, then `a.py` again", "a.py"),
            ("file.py", "file.py"),
            ("path.py", "path.py"),
            ("filename.txt", "filename.txt"),
            ("files/a.py", "files/a.py"),
            ("New file: a.py", "a.py"),
            ("./a.py", "./a.py"),
            ("a/src/a.py", "a/src/a.py"),
            ("`src\\a.py`:", "src\\a.py"),
            ("## **`./src/a.py`**:", "./src/a.py"),
            ("'/workspace/a.py'", "/workspace/a.py"),
            ("path/to/a.py", "path/to/a.py"),
            ("pathlib.py", "pathlib.py"),
            ("**__init__.py**", "__init__.py"),
            ("**File: `a.py`**", "a.py"),
            ("**File**: `a.py`", "a.py"),
            ("File name: a.py", "a.py"),
            ("**`a.py`:**", "a.py"),
            ("`**a.py**`", "a.py"),
            ("_a.py", "_a.py"),
            ("# __init__.py", "__init__.py"),
            ("my file.txt", "my file.txt"),
            ("a.py (new file)", "a.py"),
            ("", None),
            ("Now the tests:", None),
            ("Change the license", None),
            ("`a.py` and `b.py`", None),
            ("See e.g. the docs", None),
            ("```", None),
            ("}", None),
            (">>>>>>> REPLACE", None),
            ("=======", None),
        ],
    )
    def test_a_path_is_found_in_its_decoration(self, line: str, path: str | None) -> None:
        assert path == path_in_line(line)

    @pytest.mark.parametrize(
        ("line", "path"),
        [
            ("### Makefile", "Makefile"),
            ("### Dockerfile", "Dockerfile"),
            ("1. LICENSE", "LICENSE"),
            ("### `Changes`", "Changes"),
            ("Changes", "Changes"),
            ("**Changes**", "Changes"),
            ("`build`:", "build"),
            ("File: Changes", "Changes"),
            ("Update Makefile:", "Makefile"),
            ("In `Dockerfile`, add a line:", "Dockerfile"),
            ("Add this to `.gitignore`:", ".gitignore"),
            ("Create `.env.example` with:", ".env.example"),
            ("Change `.eslintrc.json` and try again", ".eslintrc.json"),
            ("Add a rule to `.prettierrc`:", ".prettierrc"),
            ("Edit a.py", "a.py"),
            ("Update app.service:", "app.service"),
            ("In `src/app.service`, change the user:", "src/app.service"),
            ("### app.service", "app.service"),
        ],
    )
    def test_an_unambiguous_name_is_a_path(self, line: str, path: str) -> None:
        assert path == path_in_line(line)

    @pytest.mark.parametrize(
        "line",
        [
            "Then use os.path here:",
            "Use os.path",
            "`np.float64` is needed here:",
            "Upgrade to v1.2",
            "Update v1.2:",
            "### v1.2",
            "### Changes",
            "## Install",
            "- Build",
            "**Changes:**",
            "### **Changes**",
            "Changes:",
            "Update version:",
            "In `build`:",
            "All `.py` files:",
            "Change the `.header` rule:",
            "Use `.filter` here:",
        ],
    )
    def test_a_word_of_prose_or_of_a_heading_is_not_a_path(self, line: str) -> None:
        assert path_in_line(line) is None

    @pytest.mark.parametrize(
        ("line", "path"),
        [
            ("As in `b.py`, json is needed too:", None),
            ("As in `b.py`, `a.py` needs json:", "a.py"),
            ("Like in b.py update a.py:", "a.py"),
        ],
    )
    def test_a_path_that_is_only_referred_to_is_ignored(self, line: str, path: str | None) -> None:
        assert path == path_in_line(line)

    @given(st.text(max_size=60))
    def test_any_line_has_a_path_or_none(self, line: str) -> None:
        found = path_in_line(line)

        assert found is None or is_path(found)


class TestPathAlone:
    @pytest.mark.parametrize(
        "line", ["a.py", "**a.py**:", "### `a.py`", "1. a.py", "File: a.py", "**New file:** `a.py`"]
    )
    def test_a_path_that_is_all_of_a_line_is_read_without_its_decoration(self, line: str) -> None:
        assert "a.py" == path_alone(line)

    @pytest.mark.parametrize(
        "line", ["In a.py:", "Update a.py", "`a.py` and `b.py`", "see `a.py`", "python", "v1.2", ""]
    )
    def test_a_path_in_a_sentence_is_not_read(self, line: str) -> None:
        assert path_alone(line) is None

    def test_a_leading_verb_is_allowed_on_request(self) -> None:
        assert "a.py" == path_alone("Update a.py", allows_lead=True)

    def test_a_name_without_an_extension_may_be_a_folder(self) -> None:
        assert [True, True, True, False] == [
            names_a_file(path) for path in ("src/a.py", "Makefile", "src/.env", "macOS/Linux")
        ]


class TestPathInFence:
    @pytest.mark.parametrize(
        ("info", "path"),
        [
            ("a.py", "a.py"),
            ("python a.py", "a.py"),
            ("python:a.py", "a.py"),
            ("python:src/a.py", "src/a.py"),
            ("python title=a.py", "a.py"),
            ("{python} a.py", "a.py"),
            ("c++:a.cc", "a.cc"),
            ("C:\\src\\a.py", "C:\\src\\a.py"),
            ("python {a.py}", "a.py"),
            ("ts title='my files/a.ts' {1,3-5}", "my files/a.ts"),
            ("ts showLineNumbers filename=src/a.ts theme=dark", "src/a.ts"),
            ("ts [src/a.ts]", "src/a.ts"),
            ("ts (src/a.ts)", "src/a.ts"),
            ("ts app/[slug].tsx", "app/[slug].tsx"),
            ("ts // src/a.ts", "src/a.ts"),
            ("ts {1,3-5}", None),
            ('ts title="Listing 1"', None),
            ("", None),
            ("python", None),
            ("c++", None),
            ("python linenums", None),
            ("makefile", None),
            ("dockerfile", None),
            ("Dockerfile", "Dockerfile"),
        ],
    )
    def test_a_path_is_found_in_the_info_string(self, info: str, path: str | None) -> None:
        assert path == path_in_fence(info)

    def test_quotes_around_a_path_are_stripped(self) -> None:
        assert "a.py" == path_in_fence('python title="a.py"')


class TestPathAbove:
    @pytest.mark.parametrize(
        ("above", "path"),
        [
            ([], None),
            (["", "  "], None),
            (["a.py"], "a.py"),
            (["a.py", "", ""], "a.py"),
            (["a.py", "```python"], "a.py"),
            (["a.py", "", "```python", ""], "a.py"),
            (["a.py", "```python", "```"], None),
            (["a.py", "Some prose"], None),
            (["### `a.py`", "", "Change it:", ""], "a.py"),
            (["**Update a.py**", "Change `it`:", "```python"], "a.py"),
            (["a.py:", "", "This raises the limit."], "a.py"),
            (["**`a.py`:**", "", "This raises the limit.", "", "```python"], "a.py"),
            (["File: a.py", "Language: Python"], "a.py"),
            (["Changes in a.py", "---------------", ""], "a.py"),
            (["Changes in a.py", "===", "", "Raise the limit:"], "a.py"),
            (["In a.py:", "", "---", "", "Raise the limit:"], None),
            (["- a.py", "- b.py", "", "Raise the limit:"], None),
            (["### a.py", "", "### Usage", "", "Change it:"], None),
            (["### a.py", "", "Then b.py follows.", "", "Change it:"], None),
            (["### a.py", "", ">>>>>>> REPLACE", "", "Change it:"], None),
            (["### a.py", "", "**Change it**"], None),
            (["a.py", "```b.py"], "b.py"),
            (["<source>a.py"], "a.py"),
        ],
    )
    def test_it_is_found_beyond_blank_lines_and_one_fence(self, above: list[str], path: str | None) -> None:
        assert path == path_above(above)


class TestOthersMentioned:
    @pytest.mark.parametrize(
        ("above", "paths"),
        [
            (["In `src/b.py`, raise the limit.", "", "It is too low."], ("src/b.py",)),
            (["In `src/b.py` (not `src/a.py`):"], ("src/b.py",)),
            (["Raise the limit in `a.py`:"], ()),
            (["Raise the limit as in `src/b.py`:"], ()),
            (["In `src/b.py`, raise it.", "", "This mirrors the change in `src/c.py`."], ("src/b.py",)),
            (["In `src/b.py`:", ">>>>>>> REPLACE", "", "Raise the limit:"], ()),
        ],
    )
    def test_they_are_the_files_of_the_prose_since_the_block_before(
        self, above: list[str], paths: tuple[str, ...]
    ) -> None:
        assert paths == others_mentioned(above, "src/a.py")


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("**1. Store.java** – add a method:", "Store.java"),
        ("**(2) Store.java** – add a method:", "Store.java"),
        ("Put the script before `app.js` in `index.html`:", "index.html"),
        ("`theme.js` (new, next to `index.html`):", "theme.js"),
        ("add the script before `app.js`:", None),
    ],
)
def test_a_step_has_a_number_and_what_is_beside_a_file_is_another_one(
    sentence: str, path: str | None
) -> None:
    assert path == path_in_line(sentence)


class TestTitlesOfItems:
    """A title before the path, or the number of an item, makes a line the title of the fence below."""

    @pytest.mark.parametrize(
        "line",
        [
            "1. **Migration** – `db/a.sql`",
            "1. **Migration**: `db/a.sql`",
            "2. Migration – `db/a.sql`",
            "**Migration** – `db/a.sql`",
            "**Migration:** `db/a.sql`",
            "**Migration** (`db/a.sql`):",
            "### 3. Migration: `db/a.sql`",
            "### 3. New migration `db/a.sql`",
            "### 3. New migration `db/a.sql`\n\nFor databases that already exist:",
            "For PostgreSQL create a new file `db/a.sql`:",
        ],
    )
    def test_the_path_names_the_file_below(self, line: str) -> None:
        (block,) = parse(f"{line}\n\n```sql\nSELECT 1;\n```\n").blocks

        assert "db/a.sql" == block.path_written

    @pytest.mark.parametrize(
        "line",
        [
            *("**Usage** – `db/a.sql`", "**Before** – `db/a.sql`", "1. Current code – `db/a.sql`"),
            *("1. Run `db/a.sql`", "**Problem**: `db/a.sql`", "**Output** (`db/a.sql`):"),
            *("2. The bug, as `db/a.sql` shows, is old", "For example create `db/a.sql`:"),
        ],
    )
    def test_it_does_not_if_the_title_says_that_the_code_is_no_edit(self, line: str) -> None:
        assert () == parse(f"{line}\n\n```sql\nSELECT 1;\n```\n").blocks
