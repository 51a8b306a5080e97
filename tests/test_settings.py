"""The user's configuration: its place, its settings, and the messages about a wrong one."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.errors import UsageError
from editreview.review import DiffLayout
from editreview.settings import FILE_NAME, Config, ViewSection, load
from editreview.toml_file import TomlFile
from editreview.tui.keys import keymap_in_force

WITHOUT_TOKENS = '[matching]\nwithout = ["tokens"]\n'


def written(folder: Path, text: str) -> str:
    file = folder / FILE_NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return str(file)


def test_without_a_file_the_defaults_apply(tmp_path: Path) -> None:
    assert Config() == load(None, {"HOME": str(tmp_path), "XDG_CONFIG_HOME": ""})


@pytest.mark.skipif(sys.platform != "linux", reason="the place differs")
@pytest.mark.parametrize("folder", [".config/editreview", "elsewhere/editreview"])
def test_the_users_file_is_read(tmp_path: Path, folder: str) -> None:
    written(tmp_path / folder, WITHOUT_TOKENS)
    environment = {"HOME": str(tmp_path)}
    if folder.startswith("elsewhere"):
        environment["XDG_CONFIG_HOME"] = str(tmp_path / "elsewhere")

    assert {"tokens"} == load(None, environment).matching.without


def test_a_repositorys_file_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the user's own is read, whatever the files around are called."""
    for name in (FILE_NAME, f".{FILE_NAME}", "editreview.toml", ".editreview.toml"):
        (tmp_path / name).write_text(WITHOUT_TOKENS)
    monkeypatch.chdir(tmp_path)

    assert Config() == load(None, {"HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": ""})


def test_the_configuration_may_set_the_looks_of_a_review(tmp_path: Path) -> None:
    file = written(tmp_path, '[view]\ntheme = "nord"\nlayout = "split"\nascii = true\n')
    assert ViewSection("nord", DiffLayout.SPLIT, ascii=True) == load(file).view


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[view]\n\nlayout = "splt"\n', "(line 3) has 'splt' in view.layout. Did you mean split? Possible: "),
        (
            '[view]\ntheme = "nord"\nlayot = 1\n',
            "(line 3) has an unknown entry in [view]: layot. Did you mean layout?",
        ),
        (
            "# [veiw]\n[veiw]\n",
            "(line 2) has an unknown section: veiw. Did you mean [view]? Sections: [matching],",
        ),
        ('layout = "split"\n', "(line 1) has an unknown section: layout. Did you mean layout in [view]?"),
        (
            "checks.project.test = 1\n",
            "(line 1) has an unknown entry in [checks.project]: test. Did you mean tests",
        ),
        ("[matching]\nwithout = 1\n", "(line 2) has a whole number in matching.without: it must be a list"),
        (
            "[matching]\nwithout = [\n'tokens',\n1]\n",
            "(line 2) has a whole number in matching.without: each item must be text",
        ),
        (
            '[keys]\nquit = "x"\nhelp = 1\n',
            "(line 3) has a whole number in keys.help: it must be text or a list",
        ),
        ("[view]\r\nascii = 'no'\r\n", "(line 2) has text in view.ascii: it must be true or false"),
        ("view = true\n", "(line 1) has true or false in view: it must be a table"),
        ("[matching\n", "(line 1) is not TOML: Expected"),
        ("[view]\ntheme = [\n\n\n", "(line 2) is not TOML: "),
        (
            '[commit]\ntrailers = [\n "Good: one",\n "no trailer"]\n',
            "(line 4) has a trailer that is not `Word: text`: 'no trailer'",
        ),
        ('[commit]\ntrailers = ["A: b\\nC: d"]\n', "has a trailer that is not `Word: text`: "),
        (
            '[matching]\nwithout = ["token"]\n',
            "(line 2) names an unknown strategy: token. Did you mean tokens? Strategies: exact,",
        ),
        (
            '[checks]\noff = ["silence"]\n',
            "(line 2) switches off an unknown check: silence. Did you mean silences",
        ),
        (
            '[permissions]\nask = ["a"]\ndeny = ["../b"]\n',
            "(line 3) has the rule '../b' in permissions.deny, which leads out of the tree",
        ),
        (
            '[checks]\n"*.py" = ["ruff"]\n"*.sh" = "shellcheck"\n',
            "(line 3) has text in checks.*.sh: it must be a list",
        ),
        (
            '[checks]\n\n"*.py" = []\n',
            "(line 3) has the pattern '*.py' in checks, which has no command",
        ),
        (
            '[checks]\n"../a" = ["ruff"]\n',
            "(line 2) has the pattern '../a' in checks, which leads out of the tree",
        ),
        (
            "[checks.project]\nshare = ['node_modules', '../other']\n",
            "(line 2) has '../other' in checks.project.share, which is not a folder in the tree",
        ),
        (
            "[checks.project]\nshare = ['.']\n",
            "(line 2) has '.' in checks.project.share, which is not a folder in the tree",
        ),
        ("[view]\ntheme = 1979-05-27\n", "(line 2) has a date in view.theme: it must be text"),
        ("[paths]\nstrip = " + 5_000 * "[", " has values nested too deeply"),
        (
            300 * "# permissions.allow\n" + "[permissions]\nallow = ['!']\n",
            "(line 302) has the rule '!' in permissions.allow",
        ),
        # The line is not worth the time to find it.
        (50_000 * "# allow\n" + "[permissions]\nallow = ['!']\n", "toml has the rule '!' in permissions"),
        ("#" * (1 << 20) + "\n", " is larger than 1 MiB: make it smaller"),
        ("[checks]\nof = 1\n", "(line 2) has an unknown entry in [checks]: of. Did you mean off?"),
    ],
)
def test_an_invalid_file_is_named_with_the_error(tmp_path: Path, text: str, said: str) -> None:
    file = written(tmp_path, text)

    with pytest.raises(UsageError) as raised:
        load(file)
    assert f"the configuration {file}" in str(raised.value)
    assert said in str(raised.value)


@given(
    before=st.lists(
        st.sampled_from(["", "# layout", '[paths]\nstrip = ["a",\n\n"layout"]', "[commit]"]), unique=True
    ),
    quoted=st.booleans(),
)
def test_the_line_of_an_entry_is_where_it_begins(before: list[str], quoted: bool) -> None:
    """Whatever stands above it: comments, lists of several lines, the name as a value."""
    text = "\n".join(before)
    name = '"layout"' if quoted else "layout"
    line = len(text.split("\n")) + 2 if before else 2
    file = TomlFile("here", "\n".join([*before, "[view]", f"{name} = [", "1]", "theme = 1"]))

    assert line == file.line("view", "layout")
    assert line - 1 == file.line("view")
    assert line + 2 == file.line("view", "theme")
    assert file.line("view", "none") is None


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError,
        match=r"^cannot read the configuration .*: No such file or directory\. `editreview config edit",
    ):
        load(str(tmp_path / "none.toml"))


def test_keys_are_read_unchanged(tmp_path: Path) -> None:
    """One text with commas, or several; whether there are such keys is for the screen to say."""
    file = written(tmp_path, '[keys]\n"block.accept" = "y,ctrl+y"\nhelp = ["?", ","]\nquit = ""\n')

    assert {"block.accept": "y,ctrl+y", "help": ("?", ","), "quit": ""} == load(file).keys


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[lsp.pyhton]\ncommand = ["ruff"]\n', "an unknown language: pyhton"),
        ("[lsp.python]\ncommand = []\n", "no command for the language server of python"),
        ('[lsp.python]\ncommand = [""]\n', "no command for the language server of python"),
        ("[lsp.python]\n", "command"),
        ('[lsp.python]\ncommand = ["ruff"]\nroot = "x"\n', "root"),
    ],
)
def test_a_language_server_has_a_known_language_and_a_command(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        load(written(tmp_path, text))


def test_the_documented_configuration_can_be_read(tmp_path: Path) -> None:
    """And has every entry there is."""
    page = (Path(__file__).parents[1] / "docs/configuration.md").read_text("utf-8")
    sample, rules, linters, own_keys = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for text in (own_keys, sample):
        config = load(written(tmp_path, text))
        assert (
            config.keys.keys() == keymap_in_force(config.keys, "the configuration").user_keys.keys() != set()
        )
    assert all(getattr(load(written(tmp_path, rules)).permissions, name) for name in ("allow", "ask", "deny"))
    assert 3 == len(load(written(tmp_path, linters)).checks.commands)
    for name in Config.__struct_fields__:
        part, default = getattr(config, name), getattr(Config(), name)
        assert part != default, name
        for field in getattr(part, "__struct_fields__", ()):
            assert getattr(part, field) != getattr(default, field), field
