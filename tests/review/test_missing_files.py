"""All blocks of a path that does not exist, found together in one file beside it."""

import itertools
import json
from pathlib import Path
from typing import ClassVar

import pytest

from editreview.errors import Reason
from editreview.matching import Tier
from editreview.review import WarningKind
from tests.builders import block, files_of, make_tree, review_of

FILES: dict[str, str | bytes] = {
    "src/utils.py": "def read(path):\n    return path.open()\n\ndef write(path):\n    path.touch()\n",
    "src/other.py": "def read(path):\n    return path.open()\n",
    "lib/util.py": "x = 1\n",
    "src/utils.txt": "def read(path):\n    return path.open()\n\ndef write(path):\n    path.touch()\n",
}
FIRST = block("def read(path):\n    return path.open()\n", "def read(path):\n    return 1\n", "src/util.py")
SECOND = block("def write(path):\n", "def write(path, mode):\n", "src/util.py")


def test_blocks_go_to_the_only_file_with_the_texts_of_all(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), FIRST + SECOND)

    assert ["src/utils.py"] * 2 == [proposal.path for proposal in review.proposals]
    assert [[WarningKind.PATH_CORRECTED]] * 2 == [[w.kind for w in p.warnings] for p in review.proposals]
    review.accept()
    review.write()
    assert b"def write(path, mode):\n" in files_of(tmp_path)["src/utils.py"]


def test_the_correction_is_confirmed_once_for_all_blocks(tmp_path: Path) -> None:
    """Accepted with one block, it keeps no other out of "accept all"; taken back, it does again."""
    review = review_of(make_tree(tmp_path, FILES), FIRST + SECOND)
    first, second = review.proposals
    assert not review.needs_no_user(second, Tier.EXACT)

    review.decide({first.key: review.acceptance(first)})
    assert review.needs_no_user(second, Tier.EXACT)

    review.undo()
    assert not review.needs_no_user(second, Tier.EXACT)


def test_two_files_with_the_texts_of_all_blocks_are_left_to_the_user(tmp_path: Path) -> None:
    review = review_of(make_tree(tmp_path, FILES), FIRST)

    assert [Reason.FILE_MISSING] == [proposal.reason for proposal in review.proposals]


def test_a_block_that_is_nowhere_keeps_the_others_where_they_are(tmp_path: Path) -> None:
    nowhere = block("def remove(path):\n", "x\n", "src/util.py")
    review = review_of(make_tree(tmp_path, FILES), FIRST + SECOND + nowhere)

    assert [Reason.FILE_MISSING] * 3 == [proposal.reason for proposal in review.proposals]


def test_a_block_that_creates_the_file_is_no_reason_to_look_elsewhere(tmp_path: Path) -> None:
    response = block("", "new\n", "src/util.py") + SECOND
    review = review_of(make_tree(tmp_path, FILES), response)

    assert ["src/util.py"] * 2 == [proposal.path for proposal in review.proposals]


def test_text_that_says_little_is_none_to_go_by(tmp_path: Path) -> None:
    response = block("x = 1\n", "x = 2\n", "lib/utils.py")
    review = review_of(make_tree(tmp_path, FILES), response)

    assert [Reason.FILE_MISSING] == [proposal.reason for proposal in review.proposals]


def test_the_case_of_the_folder_and_the_extension_does_not_matter(tmp_path: Path) -> None:
    response = (FIRST + SECOND).replace("src/util.py", "Src/Util.PY")
    review = review_of(make_tree(tmp_path, FILES), response)

    assert ["src/utils.py"] * 2 == [proposal.path for proposal in review.proposals]


@pytest.mark.parametrize(
    ("code", "words", "edit"),
    [
        ("a = 1\nb = call(a)\n", "Then use it in ", "b = call(a, limit)\n"),
        ("import os\n\n\ndef run(a):\n    return os.name\n", "", "def run(a):\n    return a\n"),
    ],
    ids=["words say so", "code begins a block"],
)
def test_an_update_of_a_file_by_its_name_alone_goes_to_the_only_one_of_that_name(
    tmp_path: Path, code: str, words: str, edit: str
) -> None:
    make_tree(tmp_path, {"src/form.py": code})

    review = review_of(tmp_path, f"{words}**form.py**:\n\n```python\n{edit}```\n")

    (proposal,) = review.proposals
    assert "src/form.py" == proposal.path
    assert WarningKind.PATH_CORRECTED in [warning.kind for warning in proposal.warnings]


def test_a_block_with_dots_means_the_only_file_of_that_name_even_without_a_match(tmp_path: Path) -> None:
    """It leaves out parts of a file, so it makes none."""
    make_tree(tmp_path, {"src/form.py": "import os\n\n\ndef run(a):\n    return os.name\n"})

    review = review_of(tmp_path, "**form.py**\n\n```python\n# ...\nunknown(a)\n# ...\n```\n")

    (proposal,) = review.proposals
    assert ("src/form.py", Reason.AMBIGUOUS) == (proposal.path, proposal.reason)
    assert WarningKind.PATH_CORRECTED in [warning.kind for warning in proposal.warnings]


def test_a_file_that_is_said_to_be_new_is_none_of_that_name(tmp_path: Path) -> None:
    make_tree(tmp_path, {"src/form.py": "import os\n\n\ndef run(a):\n    return os.name\n"})

    review = review_of(tmp_path, "Create `form.py`:\n\n```python\ndef run(a):\n    return a\n```\n")

    (proposal,) = review.proposals
    assert ("form.py", True) == (proposal.path, proposal.creates)


NAMESAKES: dict[str, str | bytes] = {
    "a/run.sh": "set -e\n\nfirst --now\n\nexit 0\n",
    "b/run.sh": "set -e\n\nfirst --later\n\nexit 0\n",
}


class TestNameOfSeveralFiles:
    """A new file that may be meant for one of several in the tree."""

    @pytest.mark.parametrize("above", ["Change `run.sh` like this:\n\n", "### run.sh\n\n"])
    def test_each_part_of_it_is_left_to_the_user(self, tmp_path: Path, above: str) -> None:
        """The second one does not settle the doubt of the first one."""
        response = f"{above}```sh\nfirst --never\n```\n\n### run.sh\n\n```sh\n\nlast\n\nexit 0\n```\n"
        review = review_of(make_tree(tmp_path, NAMESAKES), response)

        assert [Reason.AMBIGUOUS] * 2 == [proposal.withheld for proposal in review.proposals]
        assert all(review.other_paths(proposal) for proposal in review.proposals)
        review.accept()
        review.write()
        assert "run.sh" not in files_of(tmp_path)

    def test_a_block_without_a_match_does_not_make_it_sure(self, tmp_path: Path) -> None:
        response = block("nowhere\n", "x\n", "run.sh") + "### run.sh\n\n```sh\nfirst --never\n```\n"
        review = review_of(make_tree(tmp_path, NAMESAKES), response)

        assert [Reason.FILE_MISSING, None] == [proposal.reason for proposal in review.proposals]
        assert [None, Reason.AMBIGUOUS] == [proposal.withheld for proposal in review.proposals]


class TestPartOfAFile:
    """Code under a path that does not exist, which is a part of a file of that name in another folder."""

    FILE = (
        "import os\n\n\nclass Order:\n    def load(self):\n        return os.stat(self.path)\n\n"
        + "".join(f"    def part_{n}(self):\n        return {n}\n\n" for n in range(6))
    )
    METHOD = "    def load(self):\n        return os.stat(self.path).st_size\n"
    CLASS = f"class Order:\n{METHOD}\n    def part_0(self):\n        return 0\n"

    @pytest.mark.parametrize("shown", [METHOD, CLASS, "        return 7\n"], ids=["method", "class", "line"])
    @pytest.mark.parametrize("others", [["shop/orders.py"], ["shop/orders.py", "old/orders.py"]], ids=len)
    def test_it_is_left_to_the_user(self, tmp_path: Path, shown: str, others: list[str]) -> None:
        root = make_tree(tmp_path, {"lib/a.py": "a = 1\n", **dict.fromkeys(others, self.FILE)})
        response = f"Update the `load` method:\n\n**lib/orders.py**\n\n```python\n{shown}```\n"
        review = review_of(root, response)

        (proposal,) = review.proposals
        assert Reason.AMBIGUOUS == proposal.withheld
        assert sorted(others) == sorted(review.other_paths(proposal))
        review.accept()
        review.write()
        assert "lib/orders.py" not in files_of(tmp_path)

    def test_a_file_of_its_own_is_new(self, tmp_path: Path) -> None:
        own = "import sys\n\n\nclass Cart:\n    def load(self):\n        return sys.path\n"
        root = make_tree(tmp_path, {"lib/a.py": "a = 1\n", "shop/orders.py": self.FILE})
        review = review_of(root, f"**lib/orders.py**\n\n```python\n{own}```\n")

        assert [()] == [proposal.warnings for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("path", "known", "new"),
        [
            (
                "index.ts",
                "".join(f'export * from "./{name}";\n' for name in "abcd"),
                'export * from "./a";\n',
            ),
            ("__init__.py", "from .x import y\nfrom .z import w\n", "from .x import y\n"),
            ("Dockerfile", "FROM a\nWORKDIR /b\nCOPY . .\nRUN c\nRUN d\n", "FROM a\nCOPY . .\n"),
            (
                "a.json",
                '{\n  "a": {\n    "b": 1\n  },\n  "c": 2,\n  "d": 3\n}\n',
                '{\n  "a": {\n    "b": 1\n  }\n}\n',
            ),
        ],
    )
    def test_a_file_without_definitions_is_new_though_another_folder_has_its_lines(
        self, tmp_path: Path, path: str, known: str, new: str
    ) -> None:
        root = make_tree(tmp_path, {"lib/a.py": "a = 1\n", f"shop/{path}": known})
        review = review_of(root, f"**lib/{path}**\n\n```\n{new}```\n")

        assert [()] == [proposal.warnings for proposal in review.proposals]

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ("Update `load` of `Order`:", Reason.FILE_MISSING),
            ("Now change the `load` method:", Reason.FILE_MISSING),
            ("Set up `Order`:", None),
            ("Add `Order`:", None),
            ("Update `Cart` to use this:", None),
        ],
    )
    def test_what_words_above_its_path_say_to_change_is_no_new_file(
        self, tmp_path: Path, words: str, reason: Reason | None
    ) -> None:
        root = make_tree(tmp_path, {"shop/orders.py": self.FILE})
        response = f"{words}\n\n**shop/order.py**\n\n```python\n{self.CLASS}```\n"

        assert [reason] == [proposal.withheld for proposal in review_of(root, response).proposals]


class TestNewVersionUnderAnotherPath:
    """A new file that has most lines of an existing one, under a path that is nearly its own."""

    CORE = "".join(f"def part_{n}():\n    return {n}\n\n\n" for n in range(6))
    NEW = CORE.replace("return 3", "return 30")
    FILES: ClassVar = {"src/core.py": CORE, "src/app-data.yml": "".join(f"key_{n}: {n}\n" for n in range(9))}

    @staticmethod
    def response(form: str, path: str, text: str) -> str:
        call = {"name": "Write", "input": {"file_path": path, "content": text}}
        return {
            "fence": f"`{path}`\n\n````\n{text}````\n",
            "call": f"```json\n{json.dumps(call)}\n```\n",
            "bolt": f'<boltArtifact id="x" title="x"><boltAction type="file" filePath="{path}">\n{text}'
            "</boltAction></boltArtifact>\n",
            "patch": f"*** Begin Patch\n*** Add File: {path}\n"
            + "".join(f"+{line}" for line in text.splitlines(keepends=True))
            + "*** End Patch\n",
            "empty": block("", text, path),
        }[form]

    @pytest.mark.parametrize(
        ("form", "path"),
        [
            *itertools.product(
                ["fence", "call", "bolt", "patch", "empty"],
                ["src/cores.py", "srcs/core.py", "src/core.pyi", "src/Core.py"],
            ),
            # A patch calls the file new, which may be meant if it is in another folder.
            *((form, "src/app/core.py") for form in ("fence", "call", "bolt", "empty")),
        ],
    )
    def test_it_waits_and_names_the_file(self, tmp_path: Path, form: str, path: str) -> None:
        make_tree(tmp_path, self.FILES)
        (proposal,) = review_of(tmp_path, self.response(form, path, self.NEW)).proposals

        assert Reason.AMBIGUOUS is proposal.withheld
        assert "src/core.py" in proposal.warnings[0].message

    @pytest.mark.parametrize("path", ["src/app_data.yml", "src/app-data.yaml", "app-data.yml"])
    def test_a_dash_or_another_common_suffix_is_nearly_the_same(self, tmp_path: Path, path: str) -> None:
        text = self.FILES["src/app-data.yml"].replace("key_3: 3", "key_3: 30")
        make_tree(tmp_path, self.FILES)
        (proposal,) = review_of(tmp_path, self.response("call", path, text)).proposals

        assert Reason.AMBIGUOUS is proposal.withheld

    @pytest.mark.parametrize(
        ("path", "new"),
        [
            ("envs/dev/variables.tf", "envs/prod/variables.tf"),
            ("services/api/Dockerfile", "services/web/Dockerfile"),
            ("src/components/index.ts", "src/hooks/index.ts"),
            ("charts/a/values.yaml", "charts/b/values.yaml"),
            ("frontend/conf.toml", "backend/conf.toml"),
            ("packages/a/src/index.ts", "packages/b/src/index.ts"),
        ],
    )
    @pytest.mark.parametrize("form", ["fence", "call", "empty"])
    def test_a_sibling_in_a_folder_as_deep_is_new(
        self, tmp_path: Path, form: str, path: str, new: str
    ) -> None:
        make_tree(tmp_path, {path: self.CORE})
        (proposal,) = review_of(tmp_path, self.response(form, new, self.NEW)).proposals

        assert proposal.withheld is None

    @pytest.mark.parametrize("form", ["call", "empty"])
    @pytest.mark.parametrize("language", ["de", "es", "pt-BR"])
    def test_a_translation_is_new(self, tmp_path: Path, form: str, language: str) -> None:
        make_tree(tmp_path, {"docs/guide.md": self.CORE})
        (proposal,) = review_of(
            tmp_path, self.response(form, f"docs/{language}/guide.md", self.NEW)
        ).proposals

        assert proposal.withheld is None

    @pytest.mark.parametrize("form", ["words", "patch", "diff"])
    @pytest.mark.parametrize("path", ["src/app/core.py", "src/a/b/core.py"])
    def test_what_the_response_calls_new_may_be_in_another_folder(
        self, tmp_path: Path, form: str, path: str
    ) -> None:
        make_tree(tmp_path, self.FILES)
        added = "".join(f"+{line}" for line in self.NEW.splitlines(keepends=True))
        count = self.NEW.count("\n")
        response = {
            "words": f"Create `{path}`:\n\n```python\n{self.NEW}```\n",
            "patch": f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n",
            "diff": f"```diff\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{count} @@\n{added}```\n",
        }[form]
        (proposal,) = review_of(tmp_path, response).proposals

        assert proposal.withheld is None

    def test_it_can_be_sent_to_the_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, self.FILES)
        review = review_of(tmp_path, self.response("call", "src/cores.py", self.NEW))

        assert ["src/core.py"] == review.other_paths(review.proposals[0])

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            ("src/store.py", NEW),
            ("src/cores.py", "".join(f"def other_{n}():\n    pass\n\n\n" for n in range(6))),
            ("src/core.py.orig", NEW),
            ("src/cores.py", "def part_1():\n    return 1\n"),
        ],
    )
    def test_another_name_or_another_text_is_new(self, tmp_path: Path, path: str, text: str) -> None:
        make_tree(tmp_path, self.FILES)
        (proposal,) = review_of(tmp_path, self.response("call", path, text)).proposals

        assert proposal.withheld is None

    def test_it_is_new_if_the_response_deletes_the_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, self.FILES)
        gone = "*** Begin Patch\n*** Delete File: src/core.py\n*** End Patch\n"
        review = review_of(tmp_path, self.response("call", "src/app/core.py", self.NEW) + gone)

        assert [None, None] == [proposal.withheld for proposal in review.proposals]

    @pytest.mark.parametrize(
        "offer",
        [
            "Then delete `src/core.py`.\n",
            "```bash\nrm src/core.py\n```\n",
            "```bash\ngit rm src/core.py\n```\n",
        ],
    )
    def test_it_is_new_if_the_response_offers_to_delete_the_file(self, tmp_path: Path, offer: str) -> None:
        make_tree(tmp_path, self.FILES)
        response = self.response("fence", "src/app/core.py", self.NEW)
        review = review_of(tmp_path, f"{response}\n{offer}")
        assert review.proposals[1].is_offer
        review.accept_block(review.proposals[1])
        review.check()
        review.accept("tolerant")
        review.write()

        assert {"src/app-data.yml", "src/app/core.py"} == files_of(tmp_path).keys()

    def test_it_is_new_if_the_response_offers_to_move_the_file_there(self, tmp_path: Path) -> None:
        make_tree(tmp_path, self.FILES)
        response = self.response("fence", "src/app/core.py", self.NEW)
        offer = "```bash\ngit mv src/core.py src/app/core.py\n```\n"

        assert review_of(tmp_path, f"{response}\n{offer}").proposals[0].withheld is None

    @pytest.mark.parametrize("words", ["A copy of `core.py` for the app:", "Converted from `core.py`:"])
    def test_it_is_new_if_the_words_above_it_call_it_a_copy(self, tmp_path: Path, words: str) -> None:
        make_tree(tmp_path, self.FILES)
        response = self.response("fence", "src/app/core.py", self.NEW)
        (proposal,) = review_of(tmp_path, f"{words}\n\n{response}").proposals

        assert proposal.withheld is None


@pytest.mark.parametrize(
    ("words", "is_safe"),
    [
        ("Add it to `config/db.js`, below the `dotenv` import:", False),
        ("Add this before `connect` in `config/db.js`:", False),
        ("Create `config/db.js`:", True),
    ],
)
def test_code_beside_other_code_needs_its_file(tmp_path: Path, words: str, is_safe: bool) -> None:
    root = make_tree(tmp_path, {"server.js": "import dotenv from 'dotenv'\n"})

    review = review_of(root, f"{words}\n\n```js\nimport 'colors'\n```\n")

    (proposal,) = review.proposals
    assert is_safe is review.needs_no_user(proposal, Tier.TOLERANT)
    kinds = [warning.kind for warning in proposal.warnings]
    assert ([] if is_safe else [WarningKind.FILE_MISSING]) == kinds


PAGE = "<html>\n<head>\n<title>Register</title>\n<body>\n<p>Hello</p>\n</body>\n</html>\n"


@pytest.mark.parametrize(
    "words",
    [
        "Add the tag right before `<body>`:",
        "Añade la etiqueta justo antes de `<body>`:",
        "Replace the beginning of the body:",
        "Ersetze den Anfang:",
        "The corrected beginning:",
        "Aquí está la versión corregida:",
        "修改后:",
    ],
)
def test_words_that_change_a_file_mean_the_only_one_of_the_name_in_a_title(
    tmp_path: Path, words: str
) -> None:
    root = make_tree(tmp_path, {"pages/register.html": PAGE})
    review = review_of(root, f"## 1. `register.html`\n\n{words}\n\n```html\n</head>\n<body>\n```\n")

    assert [proposal.path for proposal in review.proposals] == ["pages/register.html"]
    assert WarningKind.PATH_CORRECTED in [warning.kind for warning in review.proposals[0].warnings]


def test_words_that_change_a_file_mean_the_only_one_that_a_path_without_its_first_folder_ends(
    tmp_path: Path,
) -> None:
    client = "const base = '/api'\n\nexport function networkErrorMessage() {\n  return 'no'\n}\n"
    root = make_tree(tmp_path, {"web/src/api/client.js": client})
    code = "let handler = null\n\nexport function setHandler(fn) {\n  handler = fn\n}\n"
    words = "**src/api/client.js**\n\nAdd this above `networkErrorMessage`:"
    review = review_of(root, f"{words}\n\n```js\n{code}```\n")

    assert [proposal.path for proposal in review.proposals] == ["web/src/api/client.js"]


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("`register.html`", "A page that says hello:"),
        ("`register.html` (new file)", "The corrected page, as a file of its own:"),
        ("`admin/register.html`", "Add the tag right before `<body>`:"),
    ],
    ids=["no change", "a new file", "a folder"],
)
def test_other_words_leave_the_path_of_a_title(tmp_path: Path, title: str, words: str) -> None:
    root = make_tree(tmp_path, {"pages/register.html": PAGE})
    review = review_of(root, f"## 1. {title}\n\n{words}\n\n```html\n<p>Hello</p>\n```\n")

    assert "pages/register.html" not in [proposal.path for proposal in review.proposals]


@pytest.mark.parametrize(
    "words",
    [
        "This is the complete file:",
        "Este es el archivo completo actualizado:",
        "Hier ist die vollständige Datei:",
        "Voici le fichier complet :",
        "Aqui está o arquivo completo:",
        "Вот полный файл:",
        "完整的文件：",
        "这是完整的文件。",
        "ファイル全体はこちらです:",
    ],
)
def test_a_whole_file_is_said_in_many_languages(tmp_path: Path, words: str) -> None:
    names = "name = os.name\nprint(name)\nprint(sys.argv)\nprint(name.upper())\nprint(len(name))\n"
    old = f"import os\nimport sys\n\n{names}sys.exit(0)\n"
    root = make_tree(tmp_path, {"a.py": old})
    new = "import os\n\nname = os.name.lower()\nprint(name)\nos._exit(1)\n"
    as_part, as_whole = (
        review_of(root, f"## a.py\n\n{each}\n\n```python\n{new}```\n").proposals for each in ("Code:", words)
    )

    assert [proposal.block.format for proposal in as_part] == ["snippet"]
    assert [proposal.block.format for proposal in as_whole] == ["whole-file"]


@pytest.mark.parametrize(
    "words",
    [
        "The whole file need not change, only this:",
        "Not the whole file, just this:",
        "Nicht die ganze Datei, nur das hier:",
        "不需要完整的文件，只改这些：",
    ],
)
def test_words_that_deny_a_whole_file_show_a_part(tmp_path: Path, words: str) -> None:
    names = "name = os.name\nprint(name)\nprint(sys.argv)\nprint(name.upper())\nprint(len(name))\n"
    root = make_tree(tmp_path, {"a.py": f"import os\nimport sys\n\n{names}sys.exit(0)\n"})
    new = "import os\n\nname = os.name.lower()\nprint(name)\nos._exit(1)\n"
    (proposal,) = review_of(root, f"## a.py\n\n{words}\n\n```python\n{new}```\n").proposals

    assert proposal.block.format == "snippet"


RULES = "PROGRAMS = one two three\n\nall: $(PROGRAMS)\n\t$(CC) $^\n\nclean:\n\trm -f $(PROGRAMS)\n"
MAKEFILE = f"CC = c99\nCFLAGS = -g\nLDFLAGS = -llzma\n\n{RULES}"
SETTINGS = "CC = c99\nCFLAGS = -g -O2\nLDFLAGS = -llzma\n"


@pytest.mark.parametrize(
    ("name", "words", "text", "path"),
    [
        ("Makefile", "Add a macro:", SETTINGS, "examples/Makefile"),
        ("Makefile", "多加一个宏：", SETTINGS, "examples/Makefile"),
        ("Makefile", "多加一个宏：", "CC = c99\nCFLAGS = -O2\nLIBS = -lz\n", "Makefile"),
        ("Makefile", "The settings:", SETTINGS, "Makefile"),
        (".config", "多加一个宏：", SETTINGS, ".config"),
        ("tools/Makefile", "多加一个宏：", SETTINGS, "tools/Makefile"),
    ],
    ids=["half of the lines", "in Chinese", "fewer lines", "no edit", "a hidden file", "a folder"],
)
def test_a_part_with_half_of_its_lines_in_the_only_file_of_a_bare_name_is_of_that_file(
    tmp_path: Path, name: str, words: str, text: str, path: str
) -> None:
    root = make_tree(tmp_path, {f"examples/{name.rpartition('/')[2]}": MAKEFILE})
    review = review_of(root, f"### {name}\n\n{words}\n\n```makefile\n{text}```\n")

    assert [proposal.path for proposal in review.proposals] == [path]


@pytest.mark.parametrize(
    ("words", "exists"),
    [
        ("Adapt your `home.yaml` like this:", True),
        ("Passe deine `home.yaml` so an:", True),
        ("This file lives in the volume, so change it in the container:", True),
        ("Diese Datei liegt im Volume, deshalb musst du sie im Container anpassen:", True),
        ("Este archivo está en el volumen:", True),
        ("The settings of the server:", False),
        ("Create your `home.yaml`:", False),
        ("Write your `home.yaml` like this:", False),
        ("Save this as your `home.yaml`:", False),
        ("Copy this to your `home.yaml`:", False),
        ("Make these changes in your `home.yaml`:", True),
        ("Erstelle deine `home.yaml`:", False),
    ],
)
def test_words_about_a_file_that_the_user_has_do_not_create_it_silently(
    tmp_path: Path, words: str, exists: bool
) -> None:
    root = make_tree(tmp_path, {"a.txt": "a\n"})
    review = review_of(root, f"## home.yaml\n\n{words}\n\n```yaml\nname: a\nport: 80\n```\n")
    (proposal,) = review.proposals

    assert (WarningKind.FILE_MISSING in [warning.kind for warning in proposal.warnings]) == exists


def test_code_that_begins_deeper_than_a_file_is_a_part_of_it(tmp_path: Path) -> None:
    page = "<ul>\n    <li>one</li>\n    <li>two</li>\n    <li>three</li>\n    <li>four</li>\n</ul>\n"
    root = make_tree(tmp_path, {"list.html": page})
    comment = "<!-- filepath: list.html -->"
    code = f"```html\n{comment}\n    <nav>\n        1\n    </nav>\n```\n"
    (proposal,) = review_of(root, f"Under the list:\n\n{code}").proposals

    assert proposal.block.format == "snippet"
    assert proposal.candidates is not None
    assert len(proposal.candidates.matches) > 1


@pytest.mark.parametrize(
    ("words", "path"),
    [("Mark the password as sensitive:", "rds/variable.tf"), ("The variables of the module:", "variable.tf")],
)
def test_words_for_what_a_block_of_a_file_is_to_do_mean_that_file(
    tmp_path: Path, words: str, path: str
) -> None:
    password = 'variable "db_password" {\n  type = string\n}\n'
    others = "".join(f'variable "v{number}" {{\n  type = number\n}}\n\n' for number in range(6))
    root = make_tree(tmp_path, {"rds/variable.tf": f"{others}{password}"})
    code = password.replace("string\n", "string\n  sensitive = true\n")
    review = review_of(root, f"### 1. `variable.tf`\n\n{words}\n\n```hcl\n{code}```\n")

    assert [proposal.path for proposal in review.proposals] == [path]


LIST = "def f():\n    one = 1\n    two = 2\n    return one + two\n"
SIMILAR = {
    "a word is another": "def f():\n    one = 1\n    two = 22\n    return one + two\n",
    "dots stand for lines": "def f():\n    ...\n    return one + two\n",
}


@pytest.mark.parametrize("case", SIMILAR)
def test_a_bare_name_is_corrected_to_the_only_file_of_this_name_with_text_like_the_old_one(
    tmp_path: Path, case: str
) -> None:
    """Otherwise the edit would fail because the path does not exist, without candidates."""
    old = SIMILAR[case]
    review = review_of(
        make_tree(tmp_path, {"app/src/list.py": LIST, "app/b.py": "x\n"}),
        block(old, old.replace("f()", "g()"), "list.py"),
    )
    (proposal,) = review.proposals

    assert "app/src/list.py" == proposal.path
    assert WarningKind.PATH_CORRECTED in [warning.kind for warning in proposal.warnings]


@pytest.mark.parametrize("files", [{"app/list.py": "other\n"}, {"a/list.py": LIST, "b/list.py": LIST}])
def test_a_bare_name_stays_where_no_file_or_several_have_such_text(
    tmp_path: Path, files: dict[str, str]
) -> None:
    old = SIMILAR["a word is another"]
    review = review_of(make_tree(tmp_path, files), block(old, old.replace("f()", "g()"), "list.py"))

    assert "list.py" == (review.proposals[0].path or "list.py")
    assert not review.proposals[0].is_ready
