"""Rules for files: which edits are denied, which wait for the user, and which go by themselves."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Delete, Move, Operation, Write
from editreview.errors import Reason, UsageError
from editreview.matching import Tier
from editreview.review import REPOSITORY_FILE, FileOperation, Review, Rules, WarningKind, proposed_rule
from editreview.review.decisions import is_safe
from editreview.review.permissions import NO_RULES, Judgement, Permissions, Touched, check_rules
from editreview.workspace import Workspace
from tests.builders import block, files_of, git, make_repository, make_tree
from tests.review.operations import review_of_operations

ASKING = {
    "may contain secrets": [
        *(".env", "app/.env", ".env.local", "prod.env", ".npmrc", ".ssh/config", "keys/server.PEM"),
        *("keys/id_rsa", "app/.ENV", "a\u200bb/.e\u200bnv"),
        *(".env.prod", "deploy/.env.eu", ".git-credentials", "config/secrets.yml", "main.tfstate"),
    ],
    "is written by a package manager, which may undo the edit": [
        *("package-lock.json", "uv.lock", "Cargo.lock", "web/yarn.lock", "go.sum", ".terraform.lock.hcl"),
    ],
    "runs automatically (CI or git hook)": [
        *(".github/workflows/ci.yml", ".gitlab-ci.yml", "Jenkinsfile", "a/.husky/pre-commit"),
        ".circleci/config.yml",
    ],
    "can run programs when the project is opened or checked out": [
        *(".vscode/tasks.json", "web/.vscode/settings.json", ".gitattributes", "sub/.gitattributes"),
        *(".gitmodules", ".devcontainer/devcontainer.json"),
    ],
}
WARNED = ["Makefile", "lib/GNUmakefile", "rules.mk", "build.rs"]
PLAIN = ["a.txt", "src/makefile.py", "docs/Makefile.md", "vscode/tasks.json",
         ".env.example", "environment.py", "lock.py", ".github/CODEOWNERS", "src/workflows/x.yml",
         "id_rsa.pub", "blocks.py", "config.env.template", ".env.eu.example", "src/secrets.py"]  # fmt: skip


def reviewed(root: Path, response: str, rules: Rules = NO_RULES) -> Review:
    review = Review(Workspace.open(root), rules=rules)
    review.read(response)
    return review


def edited(root: Path, path: str, rules: Rules = NO_RULES) -> Review:
    return reviewed(make_tree(root, {path: "a\n"}), block("a\n", "b\n", path), rules)


def warned(review: Review, kind: WarningKind) -> list[str]:
    return [w.message for proposal in review.proposals for w in proposal.warnings if w.kind is kind]


class TestDelicateFiles:
    @pytest.mark.parametrize(
        ("path", "why"), [(path, why) for why, paths in ASKING.items() for path in paths]
    )
    def test_only_the_user_accepts_a_change_of_one(self, tmp_path: Path, path: str, why: str) -> None:
        review = edited(tmp_path, path)

        assert [f"{path} {why}"] == warned(review, WarningKind.PERMISSION)
        assert Reason.PERMISSION is review.proposals[0].withheld
        assert [] == review.accept("fuzzy")
        review.write()
        assert {path: b"a\n"} == files_of(tmp_path)

    @pytest.mark.parametrize("path", WARNED)
    def test_what_runs_only_when_the_project_is_built_is_a_warning(self, tmp_path: Path, path: str) -> None:
        review = edited(tmp_path, path)

        assert [f"{path} runs programs when the project is built"] == warned(
            review, WarningKind.DELICATE_PATH
        )
        assert not is_safe(review.proposals[0], Tier.TOLERANT, warned=False)
        assert [1] == review.accept()

    @pytest.mark.parametrize("path", PLAIN)
    def test_other_files_have_no_warning(self, tmp_path: Path, path: str) -> None:
        assert () == edited(tmp_path, path).proposals[0].warnings

    def test_a_new_one_a_move_to_one_and_its_deletion_wait_too(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "uv.lock": "a\n"})
        edits: list[tuple[str, Operation]] = [
            (".env", Write("A=1\n")),
            ("a.txt", Move(".github/workflows/a.yml")),
            ("uv.lock", Delete()),
        ]
        review = review_of_operations(tmp_path, edits)

        assert 3 == len(warned(review, WarningKind.PERMISSION))
        assert [] == review.accept("fuzzy")

    def test_the_rules_of_this_program_wait_too(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {REPOSITORY_FILE: '[permissions]\ndeny = ["a"]\n'})
        review = reviewed(tmp_path, block('deny = ["a"]\n', "", REPOSITORY_FILE))

        assert [f"{REPOSITORY_FILE} holds rules of editreview itself"] == warned(
            review, WarningKind.PERMISSION
        )

    @pytest.mark.parametrize("path", ["app/.env.", "app/.env ", "app./.env", ".env::$DATA"])
    def test_a_name_that_some_systems_take_for_one_counts_as_one(self, path: str) -> None:
        warning = Permissions().judge([Touched((path,), FileOperation.CREATE)]).warning

        assert warning is not None
        assert WarningKind.PERMISSION is warning.kind

    @pytest.mark.parametrize("paths", [("Makefile", ".env"), (".env", "Makefile")])
    def test_of_two_names_the_one_that_asks_decides(self, paths: tuple[str, ...]) -> None:
        warning = Permissions().judge([Touched(paths, FileOperation.EDIT)]).warning

        assert warning is not None
        assert WarningKind.PERMISSION is warning.kind

    def test_a_link_to_one_waits_under_either_name(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {".env": "a\n", "b.txt": "a\n"})
        (tmp_path / "plain.txt").symlink_to(".env")
        (tmp_path / "uv.lock").symlink_to("b.txt")
        review = reviewed(tmp_path, block("a\n", "b\n", "plain.txt") + block("a\n", "b\n", "uv.lock"))

        assert 2 == len(warned(review, WarningKind.PERMISSION))

    @pytest.mark.parametrize("allowed", ["plain.txt", ".env"])
    def test_a_link_to_one_waits_if_a_rule_allows_only_one_of_its_names(
        self, tmp_path: Path, allowed: str
    ) -> None:
        make_tree(tmp_path, {".env": "a\n"})
        (tmp_path / "plain.txt").symlink_to(".env")
        review = reviewed(tmp_path, block("a\n", "b\n", "plain.txt"), Rules(allow=(allowed,)))

        assert 1 == len(warned(review, WarningKind.PERMISSION))
        assert [] == review.accept("fuzzy")

    def test_a_rule_that_allows_lifts_that_and_nothing_else(self, tmp_path: Path) -> None:
        rules = Rules(allow=("Makefile", ".env"))
        review = reviewed(
            make_tree(tmp_path, {"Makefile": "a\n", ".env": "a\n"}),
            block("a\n", "b\n", "Makefile") + block("a\n", "\u202eb\n", ".env"),
            rules,
        )

        assert [1] == review.accept()
        assert () == review.proposals[0].warnings
        assert [WarningKind.HIDDEN_CHARACTERS] == [w.kind for w in review.proposals[1].warnings]


DENIED = [
    ("*.key", "a/b.key"),
    ("vendor/", "vendor/deep/a.txt"),
    ("/docs", "docs/a.txt"),
    ("src/**/gen", "src/a/b/gen/c.txt"),
    ("A.TXT", "a.txt"),
    ("a.txt", "A.TXT"),
    ("edit: a.txt", "a.txt"),
    ("Edit:a.txt", "a.txt"),
    ("a.txt ", "a.txt"),
    ("caf\u00e9.txt", normalize("NFD", "caf\u00e9.txt")),
    ("secret", "sec\u200bret"),
]
NOT_DENIED = [
    ("*.key", "a.keys"),
    ("/docs", "src/docs/a.txt"),
    ("src/*.txt", "src/a/b.txt"),
    ("create: a.txt", "a.txt"),
    ("delete: *", "a.txt"),
]


class TestRules:
    @pytest.mark.parametrize(("rule", "path"), DENIED)
    def test_a_denied_file_is_not_changed_whatever_is_accepted(
        self, tmp_path: Path, rule: str, path: str
    ) -> None:
        review = edited(tmp_path, path, Rules(deny=(rule,), allow=("a.txt", "A.TXT", "docs/", "vendor/")))
        proposal = review.proposals[0]
        review.accept("fuzzy")
        review.write()

        assert (Reason.DENIED, False) == (proposal.reason, proposal.is_ready)
        assert f"`{rule}` of your configuration denies it" in str(proposal.message)
        assert [b"a\n"] == list(files_of(tmp_path).values())

    @pytest.mark.parametrize(("rule", "path"), NOT_DENIED)
    def test_a_rule_is_about_the_files_that_gitignore_would_ignore(
        self, tmp_path: Path, rule: str, path: str
    ) -> None:
        assert [1] == edited(tmp_path, path, Rules(deny=(rule,))).accept()

    def test_the_rule_of_an_operation_is_about_that_alone(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
        rules = Rules(deny=("create: *", "delete: b.txt", "move: e.txt"))
        review = Review(Workspace.open(tmp_path), rules=rules)
        deletion = "*** Delete File: b.txt\n"
        move = "*** Update File: c.txt\n*** Move to: e.txt\n@@\n-c\n+d\n"
        edit = "*** Update File: a.txt\n@@\n-a\n+b\n"
        creation = "*** Add File: d.txt\n+x\n"
        review.read(f"*** Begin Patch\n{edit}{deletion}{creation}{move}*** End Patch\n")

        denied = {p.block.path_written for p in review.proposals if p.reason is Reason.DENIED}
        assert {"b.txt", "d.txt", "c.txt"} == denied

    def test_a_file_that_asks_does_so_even_if_another_rule_allows_it(self, tmp_path: Path) -> None:
        review = edited(tmp_path, "a.txt", Rules(allow=("*.txt",), ask=("a.*",)))

        assert ["a.txt needs your permission: `a.*` of your configuration asks for it"] == warned(
            review, WarningKind.PERMISSION
        )

    def test_what_allows_is_taken_as_it_is_written(self, tmp_path: Path) -> None:
        assert [] == edited(tmp_path, "app/.env", Rules(allow=(".ENV",))).accept()

    @pytest.mark.parametrize(
        ("rules", "problem"),
        [
            (Rules(allow=("*",)), "allows everything"),
            (Rules(allow=("/**/",)), "allows everything"),
            (Rules(deny=("",)), "is empty"),
            (Rules(deny=("/",)), "is empty"),
            (Rules(ask=("!a",)), "begins with `!`"),
            (Rules(ask=("../a",)), "leads out of the tree"),
            (Rules(ask=("a\\",)), "ends in a backslash"),
            (Rules(deny=("remove: a",)), "begins with an unknown operation"),
            (Rules(deny=("./a",)), "has the folder `.`"),
            (Rules(deny=(" ",)), "is empty"),
        ],
    )
    def test_a_rule_that_cannot_be_understood_is_an_error(self, rules: Rules, problem: str) -> None:
        with pytest.raises(UsageError, match=problem):
            check_rules(rules, "here")

    @given(st.text(st.sampled_from("ab.*?[]!{}\\ é"), min_size=1, max_size=8))
    def test_the_rule_of_one_file_allows_that_file(self, name: str) -> None:
        path = f".ssh/{name}"
        asked = [Touched((path,), FileOperation.EDIT)]

        assert Permissions().judge(asked).warning is not None
        assert Judgement() == Permissions(Rules(allow=(proposed_rule(path),))).judge(asked)

    def test_a_hostile_pattern_takes_no_time(self) -> None:
        rules = Permissions(Rules(deny=("*a" * 60 + "b",)))

        assert Judgement() == rules.judge([Touched(("a" * 255,), FileOperation.EDIT)])


class TestRepository:
    def test_its_file_denies_and_asks(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {REPOSITORY_FILE: '[permissions]\ndeny = ["a.txt"]\nask = ["b.txt"]\n'})
        make_tree(tmp_path, {"a.txt": "a\n", "b.txt": "a\n"})
        rules = Rules(allow=("*.txt",))
        review = reviewed(tmp_path, block("a\n", "b\n", "a.txt") + block("a\n", "b\n", "b.txt"), rules)

        denied, asked = review.proposals
        assert f"`a.txt` of {REPOSITORY_FILE} denies it" in str(denied.message)
        assert Reason.PERMISSION is asked.withheld

    @pytest.mark.parametrize(
        "text", ['[permissions]\nallow = ["a"]\n', "[keys]\n", "permissions = 1\n", "\x00", "[permissions"]
    )
    def test_a_file_that_would_loosen_or_cannot_be_read_is_an_error(self, tmp_path: Path, text: str) -> None:
        make_tree(tmp_path, {REPOSITORY_FILE: text})

        with pytest.raises(UsageError, match=re.escape(REPOSITORY_FILE)):
            Review(Workspace.open(tmp_path))

    def test_one_that_is_no_file_is_an_error(self, tmp_path: Path) -> None:
        tmp_path.joinpath(REPOSITORY_FILE).symlink_to(tmp_path / "missing")

        with pytest.raises(UsageError, match="it is not a file"):
            Review(Workspace.open(tmp_path))

    def test_in_a_folder_of_the_tree_the_rules_of_its_top_hold_too(self, tmp_path: Path) -> None:
        rules = '[permissions]\ndeny = ["/sub/a.txt"]\nask = ["b.txt"]\n'
        files = {REPOSITORY_FILE: rules, "sub/a.txt": "a\n", "sub/b.txt": "a\n", "sub/c.txt": "a\n"}
        top = make_repository(tmp_path, files)
        make_tree(top / "sub", {REPOSITORY_FILE: '[permissions]\nask = ["/c.txt"]\n'})
        response = "".join(block("a\n", "b\n", f"{name}.txt") for name in "abc")
        denied, asked, asked_below = reviewed(top / "sub", response).proposals

        assert f"`/sub/a.txt` of ../{REPOSITORY_FILE} denies it" in str(denied.message)
        assert [f"b.txt needs your permission: `b.txt` of ../{REPOSITORY_FILE} asks for it"] == [
            w.message for w in asked.warnings
        ]
        assert [f"c.txt needs your permission: `/c.txt` of {REPOSITORY_FILE} asks for it"] == [
            w.message for w in asked_below.warnings
        ]

    def test_a_folder_that_runs_by_itself_does_so_as_the_root_too(self, tmp_path: Path) -> None:
        top = make_repository(tmp_path, {".github/workflows/ci.yml": "a\n"})
        review = reviewed(top / ".github" / "workflows", block("a\n", "b\n", "ci.yml"))

        assert ["ci.yml runs automatically (CI or git hook)"] == warned(review, WarningKind.PERMISSION)


class TestAlways:
    def test_an_answer_is_remembered_for_the_tree(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "one", {".env": "a\n", "b.txt": "b\n"})
        review = reviewed(root, block("a\n", "b\n", ".env"))
        for path in review.always_allow("/.env"):
            review.replan(path)

        assert [1] == review.accept()
        later = reviewed(root, block("a\n", "b\n", ".env"))
        assert [1] == later.accept()
        assert [("always", "/.env")] == [(rule.result, rule.rule) for rule in later.rules]

    def test_no_answer_is_above_a_rule_that_denies(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {".env": "a\n"})
        reviewed(root, "").always_allow(".env")

        review = reviewed(root, block("a\n", "b\n", ".env"), Rules(deny=(".env",)))
        assert Reason.DENIED is review.proposals[0].reason

    def test_another_repository_at_the_same_place_asks_again(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "one", {".env": "a\n"})
        reviewed(root, "").always_allow(".env")
        os.rename(root, tmp_path / "other")
        make_repository(root, {".env": "a\n", "c.txt": ""})

        assert [] == reviewed(root, block("a\n", "b\n", ".env")).accept()
        assert [] == reviewed(tmp_path / "other", block("a\n", "b\n", ".env")).accept()

    def test_of_runs_that_remember_at_once_each_keeps_its_rules(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {".env": "a\n"})
        program = (
            "import sys; from pathlib import Path; from editreview.workspace import Workspace\n"
            "kept = Workspace.open(Path(sys.argv[1])).kept_rules\n"
            "for number in range(30): kept.add(f'theirs{number}')\n"
        )
        kept = Workspace.open(root).kept_rules
        other = subprocess.Popen([sys.executable, "-c", program, str(root)])
        while not kept.rules():
            assert other.poll() is None
            time.sleep(0.005)
        for number in range(10):
            kept.add(f"mine{number}")

        assert 0 == other.wait()
        assert 40 == len(kept.rules())

    def test_it_can_be_forgotten(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {".env": "a\n"})
        kept = Workspace.open(root).kept_rules
        kept.add(".env")
        kept.add("*.lock")

        assert kept.remove(".env")
        assert not kept.remove(".env")
        assert ["*.lock"] == [each.rule for each in kept.rules()]

    def test_a_corrupt_file_allows_nothing(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "one", {".env": "a\n"})
        kept = Workspace.open(root).kept_rules
        kept.add(".env")
        files = Path(os.environ["XDG_STATE_HOME"], "editreview", "permissions").glob("*.json")
        file = max(files, key=lambda each: each.stat().st_mtime_ns)
        assert 0o600 == file.stat().st_mode & 0o777
        file.write_bytes(b"{")

        assert [] == reviewed(root, block("a\n", "b\n", ".env")).accept()

    def test_no_rule_that_allows_everything_is_kept(self, tmp_path: Path) -> None:
        review = reviewed(make_repository(tmp_path, {"a": ""}), "")

        with pytest.raises(UsageError, match="allows everything"):
            review.always_allow("*")
        assert () == review.workspace.kept_rules.rules()


@given(
    st.lists(st.sampled_from(["a", "b/", "/c", "*.d", "edit: a", "x/**/y"]), max_size=4),
    st.sampled_from(["a", "b/a", "c/e", "x/y", "x/z/y", "f.d", "q"]),
    st.sampled_from(list(FileOperation)),
)
def test_a_stricter_list_never_makes_a_looser_result(
    rules: list[str], path: str, operation: FileOperation
) -> None:
    def result(make: Callable[[tuple[str, ...]], Rules]) -> int:
        found = Permissions(make(tuple(rules))).judge([Touched((path,), operation)])
        return 2 if found.denial is not None else 0 if found.warning is None else 1

    allowed = result(lambda these: Rules(allow=these))
    asked = result(lambda these: Rules(allow=these, ask=these))
    denied = result(lambda these: Rules(allow=these, ask=these, deny=these))
    assert allowed <= asked <= denied


def test_a_repository_without_a_commit_remembers_too(tmp_path: Path) -> None:
    make_tree(tmp_path, {".env": "a\n"})
    git(tmp_path, "init", "-q")
    reviewed(tmp_path, "").always_allow(".env")

    assert [1] == reviewed(tmp_path, block("a\n", "b\n", ".env")).accept()
