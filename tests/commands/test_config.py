"""`editreview config`: settings with their sources, keys, and the file in an editor."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from editreview.commands.config import sample
from editreview.settings import FILE_NAME, Config, load
from editreview.tui.keys import keymap_in_force
from editreview.workspace import Workspace
from tests.builders import make_repository
from tests.programs import run


def rows(printed: str) -> list[tuple[str, ...]]:
    return [tuple(re.split(r"  +", line)) for line in printed.splitlines()]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "root", {"a.txt": "a\n"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE_NAME


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program as the user's editor; the test writes it. It gets the file as its only argument."""
    program = tmp_path / "editor.py"
    monkeypatch.setenv("VISUAL", shlex.join([sys.executable, str(program)]))
    return program


class TestSettings:
    def test_without_any_source_all_settings_have_their_defaults(self, root: Path) -> None:
        ended = run(root, "config")

        assert (0, "") == (ended.status, ended.err)
        assert ("view.layout", '"auto"', "default") in rows(ended.out)
        assert {"default"} == {row[2] for row in rows(ended.out) if "." in row[0]}

    def test_each_setting_has_its_source(self, root: Path, file: Path) -> None:
        """Options before the file; lists that several sources add to have a row for each."""
        file.write_text(
            '[matching]\nwithout = ["fuzzy"]\n[view]\ntheme = "nord"\nlayout = "split"\n'
            '[permissions]\ndeny = ["b"]\n[keys]\n"block.accept" = "y,f6"\n'
        )
        (root / ".editreview.toml").write_text('[permissions]\n\ndeny = ["c"]\n')
        Workspace.open(root).kept_rules.add("d")

        ended = run(root, "config", "--config", str(file), "--layout", "unified", "--without", "tokens")

        assert 0 == ended.status, ended.err
        found = rows(ended.out)
        for row in (
            ("your file", f'"{file}"', "--config"),
            ("root", f'"{root}"', "current folder"),
            ("matching.without", '["tokens"]', "--without"),
            ("matching.without", '["fuzzy"]', "config.toml line 2"),
            ("view.layout", '"unified"', "--layout"),
            ("view.theme", '"nord"', "config.toml line 4"),
            ("permissions", '["d"]', "your answers: always allowed"),
            ("permissions.deny", '["b"]', "config.toml line 7"),
            ("permissions.deny", '["c"]', ".editreview.toml line 3"),
            ("keys.block.accept", '"y,f6"', "config.toml line 9"),
        ):
            assert row in [(name.replace('"', ""), *rest) for name, *rest in found]
        assert 1 == sum(row[0] == "view.layout" for row in found)

    def test_a_variable_goes_before_the_file_and_an_option_before_both(
        self, root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file.write_text('[view]\ntheme = "nord"\nlayout = "split"\nascii = false\n')
        monkeypatch.setenv("EDITREVIEW_CONFIG", str(file))
        for name, value in (("THEME", "dracula"), ("LAYOUT", "unified"), ("ASCII", "1")):
            monkeypatch.setenv(f"EDITREVIEW_{name}", value)

        found = rows(run(root, "config", "--layout", "auto").out)

        for row in (
            ("your file", f'"{file}"', "EDITREVIEW_CONFIG"),
            ("view.theme", '"dracula"', "EDITREVIEW_THEME"),
            ("view.layout", '"auto"', "--layout"),
            ("view.ascii", "true", "EDITREVIEW_ASCII"),
        ):
            assert row in found

    @pytest.mark.parametrize(
        ("name", "value", "said"),
        [
            ("THEME", "dracla", "EDITREVIEW_THEME names an unknown theme: dracla. Did you mean dracula?"),
            ("LAYOUT", "sideways", "EDITREVIEW_LAYOUT has an unknown value: sideways. Values: auto, split"),
            ("ASCII", "maybe", "'maybe' is not a valid boolean"),
            ("CONFIG", "/none.toml", "cannot read the configuration /none.toml: No such file"),
        ],
    )
    def test_a_wrong_variable_is_named(
        self, root: Path, name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(f"EDITREVIEW_{name}", value)

        ended = run(root, "config")

        assert 2 == ended.status
        assert said in ended.err

    def test_the_environment_is_a_source(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("EDITOR", "vim -n")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(root / "x"))

        found = rows(run(root, "config").out)

        assert ("colours", '"none"', "NO_COLOR") in found
        assert ("editor", '"vim -n"', "EDITOR") in found
        assert "XDG_CONFIG_HOME; missing: `editreview config edit` makes it" == found[0][2]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                '[view]\n\ntheme = "norf"\n',
                "(line 3) names an unknown theme: norf. Did you mean nord? Themes:",
            ),
            (
                '[keys]\n"block.acept" = "y"\n',
                "(line 2) gives a key to an unknown action: block.acept. Did you",
            ),
            ('[keys]\n"help" = "f1"\n"block.accept" = "n"\n', "(line 3) gives block.accept the key n, which"),
        ],
    )
    def test_an_error_that_only_the_screen_knows_is_said(
        self, root: Path, file: Path, text: str, said: str
    ) -> None:
        file.write_text(text)

        ended = run(root, "config", "--config", str(file))
        assert (2, "") == (ended.status, ended.out)
        assert f"editreview: the configuration {file} {said}" in ended.err

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                '\n[permissions]\ndney = ["a"]\n',
                "(line 3) has an unknown entry in [permissions]: dney. Did you mean deny?",
            ),
            ('[view]\nlayout = "split"\n', "(line 1) has an unknown section: view. Sections: [permissions]"),
            (
                '[permissions]\nallow = ["a"]\n',
                "(line 2) has permissions.allow: a repository may only ask and deny",
            ),
            (
                '[permissions]\nask = [\n"a",\n"!b"]\n',
                "(line 4) has the rule '!b' in permissions.ask, which begins",
            ),
        ],
    )
    def test_an_error_in_the_repositorys_file_names_its_line(self, root: Path, text: str, said: str) -> None:
        (root / ".editreview.toml").write_text(text)

        ended = run(root, "config")
        assert 2 == ended.status
        assert f"{root}/.editreview.toml {said}" in ended.err


class TestKeys:
    def test_every_action_is_listed_with_its_keys(self, root: Path) -> None:
        ended = run(root, "config", "keys")

        assert ("block.accept", "y", "accept, then go to the next undecided block") in rows(ended.out)
        assert "yours" not in ended.out

    def test_a_changed_action_says_where_and_what_it_was(self, root: Path, file: Path) -> None:
        file.write_text('[keys]\n"view.wrap" = ""\n"block.accept" = "f6"\n')

        found = {row[0]: row[1:] for row in rows(run(root, "config", "keys", "--config", str(file)).out)}

        assert (
            "f6",
            "accept, then go to the next undecided block",
            "(yours, line 3; without it: y)",
        ) == found["block.accept"]
        assert "none" == found["view.wrap"][0]
        assert "(yours, line 2; without it: w)" == found["view.wrap"][2]


class TestEdit:
    def test_a_missing_file_is_made_with_a_sample(self, root: Path, file: Path, editor: Path) -> None:
        editor.write_text("import sys; print(open(sys.argv[1]).read())")

        ended = run(root, "config", "edit", "--config", str(file))

        assert (0, f"made {file} with a sample\n") == (ended.status, ended.err)
        assert sample() == file.read_text() == ended.out.removesuffix("\n")

    def test_an_error_made_in_the_editor_is_said(self, root: Path, file: Path, editor: Path) -> None:
        editor.write_text("import sys; open(sys.argv[1], 'a').write('quit = 1')")
        file.write_text("[keys]\n")

        ended = run(root, "config", "edit", "--config", str(file))

        assert (2, "[keys]\nquit = 1") == (ended.status, file.read_text())
        assert f"the configuration {file} (line 2) has a whole number in keys.quit" in ended.err

    def test_a_wrong_file_can_be_mended_and_opens_at_its_error(
        self, root: Path, file: Path, editor: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named = editor.with_name("vim")
        named.write_text(f"#!{sys.executable}\nimport sys; print(*sys.argv[1:]); open(sys.argv[2], 'w')")
        named.chmod(0o755)
        monkeypatch.setenv("VISUAL", str(named))
        file.write_text("[view]\n\nlayot = 1\n")

        ended = run(root, "config", "edit", "--config", str(file))

        assert (0, f"+3 {file}\n", "") == (ended.status, ended.out, ended.err)

    def test_without_an_editor_the_file_is_made_and_named(
        self, root: Path, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.delenv("EDITOR", raising=False)

        ended = run(root, "config", "edit", "--config", str(file))

        assert 2 == ended.status
        assert f"neither $VISUAL nor $EDITOR names an editor. Set one, or edit {file}" in ended.err
        assert file.exists()

    @pytest.mark.parametrize(
        ("visual", "said"),
        [("/no/such/editor", "cannot start editor: No such"), ("''false", "false ended with status 1")],
    )
    def test_an_editor_that_fails_is_said(
        self, root: Path, file: Path, visual: str, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("VISUAL", visual)

        ended = run(root, "config", "edit", "--config", str(file))

        assert 0 != ended.status
        assert said in ended.err


class TestSample:
    def test_it_changes_nothing(self, file: Path) -> None:
        file.write_text(sample())
        assert Config() == load(str(file))

    def test_it_is_valid_with_every_entry_in_use_and_has_all_of_them(self, file: Path) -> None:
        file.write_text(re.sub(r"^#(?! )", "", sample(), flags=re.MULTILINE))

        config = load(str(file))

        assert keymap_in_force(config.keys, "the sample").user_keys
        lines = sample().splitlines()
        for section in Config.__struct_fields__:
            assert f"[{section}]" in lines
            for entry in getattr(getattr(config, section), "__struct_fields__", ()):
                is_entry = any(line.startswith(f"#{entry} = ") for line in lines)
                assert is_entry or f"[{section}.{entry}]" in lines
