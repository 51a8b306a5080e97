"""Permissions: the files that a response may change, by rules of the user and of the repository.

A rule is a pattern as in `.gitignore`, without `!`, and may begin with an operation:

    *.lock               any change of a lock file, anywhere
    /docs/               anything below docs
    delete: src/**       deleting files below src

The first of these decides: a rule that denies, a remembered answer of the user for this repository, a rule
that asks, a rule that allows, the kind of the file. Delicate kinds of files ask. A repository's own file may
only deny and ask.
"""

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.characters import without_invisible
from editreview.errors import SettingsError
from editreview.first_use import lazy_pattern
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.toml_file import TomlFile, setting_error
from editreview.workspace import Workspace, path_matcher, problem_of_pattern

if TYPE_CHECKING:
    from wcmatch.glob import WcMatcher

REPOSITORY_FILE = ".editreview.toml"


class FileOperation(StrEnum):
    """The operation of a block on a file, as rules name it."""

    CREATE = "create"
    EDIT = "edit"
    DELETE = "delete"
    MOVE = "move"
    """Moving it; a rule applies to its old and to its new path."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one source, in any order."""

    allow: tuple[str, ...] = ()
    """Files that may be changed without asking, even delicate ones."""
    ask: tuple[str, ...] = ()
    """Files whose changes the user has to accept one by one."""
    deny: tuple[str, ...] = ()
    """Files that are never changed."""


NO_RULES = Rules()


class Touched(Struct, frozen=True):
    """A file that a block touches."""

    paths: tuple[str, ...]
    """Its path relative to the root, links resolved, and the path as written if that differs."""
    operation: FileOperation


class Judgement(Struct, frozen=True):
    """The result for a block; empty if it needs no permission."""

    denial: str | None = None
    """The reason why its file may not be changed, as a sentence without a full stop."""
    warning: BlockWarning | None = None


class _Delicate(Struct, frozen=True):
    """A kind of delicate files, recognised by the path in lower case."""

    message: str
    names: frozenset[str]
    endings: tuple[str, ...] = ()
    """Ends of a name."""
    folders: tuple[str, ...] = ()
    """Anywhere in the path."""
    beginnings: tuple[str, ...] = ()
    """Beginnings of a name."""
    asks: bool = True
    """True if only the user may accept a change, unless a rule allows it."""

    def holds(self, path: str, name: str) -> bool:
        return (
            name in self.names
            or name.endswith(self.endings)
            or name.startswith(self.beginnings)
            or any(f"/{folder}/" in f"/{path}" for folder in self.folders)
        )

    def warning(self, path: str) -> BlockWarning:
        """The warning about a file of this kind."""
        kind = WarningKind.PERMISSION if self.asks else WarningKind.DELICATE_PATH
        return BlockWarning(kind, f"{path} {self.message}")


_HARMLESS = (".example", ".sample", ".template", ".dist", ".defaults", ".pub")
"""Ends of names of files that are only templates of such files, or public parts."""
_SECRETS = "may contain secrets"
_KINDS = (
    _Delicate(
        _SECRETS,
        frozenset(
            (".envrc", ".netrc", ".npmrc", ".pypirc", ".htpasswd", ".pgpass", ".my.cnf", ".dockercfg",
             ".git-credentials", "credentials", "credentials.json", "id_rsa", "id_dsa", "id_ecdsa",
             "id_ed25519", "secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml")
        ),
        (".env", ".env.local", ".env.development", ".env.production", ".env.staging", ".env.test", ".pem",
         ".key", ".p12", ".pfx", ".ppk", ".jks", ".keystore", ".kdbx", ".tfstate"),
        (".aws", ".ssh", ".gnupg"),
        (".env.",),
    ),
    _Delicate(
        "is written by a package manager, which may undo the edit",
        frozenset(
            ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum", "packages.lock.json",
             "conda-lock.yml", "package.resolved")
        ),
        (".lock", ".lockb", ".lockfile", ".lock.hcl"),
    ),
    _Delicate(
        "runs automatically (CI or git hook)",
        frozenset(
            (".gitlab-ci.yml", ".travis.yml", "jenkinsfile", "azure-pipelines.yml", "azure-pipelines.yaml",
             "bitbucket-pipelines.yml", ".drone.yml", "appveyor.yml", ".appveyor.yml", ".cirrus.yml",
             "buildspec.yml", "cloudbuild.yaml", "cloudbuild.yml", ".pre-commit-config.yaml")
        ),
        (),
        (".github/workflows", ".github/actions", ".gitlab/ci", ".circleci", ".buildkite", ".teamcity",
         ".woodpecker", ".forgejo/workflows", ".gitea/workflows", ".husky", ".githooks"),
    ),
    _Delicate(
        "can run programs when the project is opened or checked out",
        frozenset(
            (".gitattributes", ".gitmodules", ".gitconfig", ".lfsconfig", "lefthook.yml", "lefthook.yaml",
             ".lefthook.yml", ".overcommit.yml", ".exrc", ".nvimrc", ".nvim.lua", ".dir-locals.el",
             "mise.toml", ".mise.toml", ".mcp.json", "devcontainer.json", ".devcontainer.json")
        ),
        (".code-workspace",),
        (".vscode", ".devcontainer", ".idea", ".fleet", ".zed", ".cursor", ".claude"),
    ),
    _Delicate(
        "holds rules of editreview itself",
        frozenset((REPOSITORY_FILE,)),
    ),
    _Delicate(
        "runs programs when the project is built",
        frozenset(
            ("makefile", "gnumakefile", "bsdmakefile", "justfile", ".justfile", "rakefile", "taskfile.yml",
             "taskfile.yaml", "gradlew", "gradlew.bat", "gradle-wrapper.properties", "mvnw", "mvnw.cmd",
             "build.rs")
        ),
        (".mk",),
        (".cargo",),
        asks=False,
    ),
)  # fmt: skip


@lru_cache(maxsize=1024)
def _kind_of(path: str) -> _Delicate | None:
    """The delicate kind of a file; None for most."""
    folded = _plain(path).casefold()
    name = folded.rpartition("/")[2]
    if name.endswith(_HARMLESS):
        return None
    return next((kind for kind in _KINDS if kind.holds(folded, name)), None)


def may_hold_secrets(path: str) -> bool:
    """True if a file, by its name or its folder, may hold passwords or keys."""
    kind = _kind_of(path)
    return kind is not None and kind.message == _SECRETS


class ListedRule(Struct, frozen=True):
    """A rule in force."""

    result: str
    """`deny`, `always`, `ask` or `allow`."""
    rule: str
    source: str


class _Patterns:
    """The patterns of the rules of one source, compiled when they are first used."""

    def __init__(self, result: str, rules: Iterable[str], source: str, above: str = "") -> None:
        """
        Args:
            result: See `ListedRule`.
            rules: The rules.
            source: Their source, in words.
            above: The path from the folder of the source to the root: empty, or with a slash at its end.
        """
        self._above = above
        self._result = result
        self._rules = tuple(rules)
        self._source = source
        self._restricts = result in ("deny", "ask")
        self._compiled: list[tuple[FileOperation | None, str, WcMatcher[str]]] | None = None

    def find(self, touched: Touched) -> str | None:
        """The first rule that matches a file and its source, in words; None if none does."""
        if not self._rules:
            return None
        if self._compiled is None:
            parted = [(rule, *_parted(rule)) for rule in self._rules]
            self._compiled = [
                (operation, rule, path_matcher(pattern, ignores_case=self._restricts))
                for rule, operation, pattern in parted
            ]
        # A rule that allows must match every name of the file, as written; one that restricts, any name.
        enough = any if self._restricts else all
        paths = [f"{self._above}{path}" for path in touched.paths]
        paths = [_plain(path) for path in paths] if self._restricts else paths
        for operation, rule, matcher in self._compiled:
            if operation in (None, touched.operation) and enough(matcher.match(path) for path in paths):
                return f"`{rule}` of {self._source}"
        return None

    @property
    def listed(self) -> list[ListedRule]:
        return [ListedRule(self._result, rule, self._source) for rule in self._rules]


_USER, _ANSWER = "your configuration", "your answer"


class _RepositorySettings(Struct, frozen=True, forbid_unknown_fields=True):
    permissions: Rules = NO_RULES


class RepositoryRules(Struct, frozen=True):
    """The rules in a file of the repository."""

    rules: Rules
    """They can only deny and ask."""
    file: TomlFile
    name: str
    """The path of the file relative to the root."""
    above: str
    """The path from its folder to the root: empty, or with a slash at its end."""


class Permissions:
    """Judges blocks by the rules in force.

    Args:
        user: The rules of the user.
        repository: The rules of the repository.
        remembered: Returns the rules that the user always allows in this tree. Called on first need.
        below_top: The path from the top of the work tree to the root: empty, or with a slash at its end.
    """

    def __init__(
        self,
        user: Rules = NO_RULES,
        repository: Sequence[RepositoryRules] = (),
        remembered: Callable[[], Iterable[str]] = tuple,
        below_top: str = "",
    ) -> None:
        sources = [(user, _USER, ""), *((each.rules, each.name, each.above) for each in repository)]
        self._deny = [_Patterns("deny", rules.deny, name, above) for rules, name, above in sources]
        self._ask = [_Patterns("ask", rules.ask, name, above) for rules, name, above in sources]
        self._allow = _Patterns("allow", user.allow, _USER)
        self._remembered = remembered
        self._below_top = below_top
        self._always: _Patterns | None = None

    def replace_remembered(self, rules: Iterable[str]) -> None:
        """Replace the remembered rules."""
        self._always = _Patterns("always", rules, _ANSWER)

    @property
    def listed(self) -> list[ListedRule]:
        """All rules, in the order in which they decide."""
        sources = [*self._deny, self._answers, *self._ask, self._allow]
        return [rule for source in sources for rule in source.listed]

    def judge(self, files: Sequence[Touched]) -> Judgement:
        """The strictest result for the files that a block touches."""
        found = [self._judge(file) for file in files]
        return max(found, key=_strictness, default=Judgement())

    def _judge(self, file: Touched) -> Judgement:
        path = file.paths[0]
        if (rule := _first(self._deny, file)) is not None:
            return Judgement(denial=f"{path} may not be changed: {rule} denies it")
        warning: BlockWarning | None = None
        if (rule := _first(self._ask, file)) is not None:
            warning = BlockWarning(
                WarningKind.PERMISSION, f"{path} needs your permission: {rule} asks for it"
            )
        elif self._allow.find(file) is None:
            found = [(written, _kind_of(f"{self._below_top}{written}")) for written in file.paths]
            kinds = [(written, kind) for written, kind in found if kind is not None]
            # Under one name, a file may ask, and under another one only have a warning.
            kinds.sort(key=lambda each: not each[1].asks)
            warning = next((kind.warning(written) for written, kind in kinds), None)
        # The answers are read only on need.
        is_lifted = warning is not None and self._answers.find(file) is not None
        return Judgement(warning=None if is_lifted else warning)

    @property
    def _answers(self) -> _Patterns:
        """The remembered rules, read once, since finding the repository runs git."""
        if self._always is None:
            self._always = _Patterns("always", self._remembered(), _ANSWER)
        return self._always


def _first(sources: Iterable[_Patterns], file: Touched) -> str | None:
    return next((rule for source in sources if (rule := source.find(file)) is not None), None)


def _strictness(judgement: Judgement) -> int:
    if judgement.denial is not None:
        return 3
    return 0 if judgement.warning is None else 1 + (judgement.warning.kind is WarningKind.PERMISSION)


def proposed_rule(path: str) -> str:
    """The rule that allows changes of one file and no other.

    Args:
        path: Relative to the root.
    """
    return "/" + re.sub(r"([\\*?\[\]!]|[ \t](?=[ \t]*$))", r"\\\1", path)


def permissions_of(workspace: Workspace, user: Rules) -> Permissions:
    """The permissions in a tree.

    Args:
        workspace: The tree.
        user: The rules of the user.

    Raises:
        SettingsError: A rule cannot be understood, or the repository's file cannot be read.
    """
    check_rules(user, "the configuration")
    repository = read_repository_rules(workspace)
    remembered = workspace.kept_rules
    return Permissions(
        user, repository, lambda: [kept.rule for kept in remembered.rules()], workspace.below_top
    )


def read_repository_rules(workspace: Workspace) -> list[RepositoryRules]:
    """The rules of the file in the root, and if that is a folder of a work tree, of the file at its top.

    Args:
        workspace: The tree.

    Raises:
        SettingsError: A file cannot be read, or has anything but rules that ask and deny.
    """
    places = [("", workspace.root.folder)]
    if workspace.repository is not None and workspace.below_top:
        places.append((workspace.below_top, workspace.repository.top))
    found: list[RepositoryRules] = []
    for above, folder in places:
        file = folder / REPOSITORY_FILE
        if not os.path.lexists(file):
            continue
        if not file.is_file():
            raise SettingsError(f"cannot read {file}: it is not a file")
        source = TomlFile.read(file, str(file))
        rules = source.converted(_RepositorySettings).permissions
        if rules.allow:
            what = "has permissions.allow: a repository may only ask and deny"
            raise setting_error(source, what, "permissions", "allow")
        check_rules(rules, source)
        name = f"{'../' * above.count('/')}{REPOSITORY_FILE}"
        found.append(RepositoryRules(rules, source, name, above))
    return found


def check_rules(rules: Rules, where: str | TomlFile) -> None:
    """Check that all rules can be understood.

    Args:
        rules: The rules.
        where: Their source, or its name, for the message.

    Raises:
        SettingsError: One cannot.
    """
    for name, patterns in (("allow", rules.allow), ("ask", rules.ask), ("deny", rules.deny)):
        for rule in patterns:
            problem = _problem(rule, allows=name == "allow")
            if problem is not None:
                what = f"has the rule {rule!r} in permissions.{name}, which {problem}"
                raise setting_error(where, what, "permissions", name, value=rule)


_OPERATION = lazy_pattern(rf"(?:({'|'.join(FileOperation)}):\s*|(\w+):\s+)?(.*)", re.DOTALL | re.IGNORECASE)


def _parted(rule: str) -> tuple[FileOperation | None, str]:
    """The operation and the pattern of a rule. Raises ValueError if there is no such operation."""
    parts = _OPERATION.fullmatch(rule)
    assert parts is not None
    name = parts[1] or parts[2]
    return None if name is None else FileOperation(name.lower()), parts[3]


def _problem(rule: str, *, allows: bool) -> str | None:
    """The reason why a rule cannot be understood, as the end of a sentence; None if it can."""
    try:
        _, pattern = _parted(rule)
    except ValueError:
        return f"begins with an unknown operation; operations: {', '.join(FileOperation)}"
    problem = problem_of_pattern(pattern)
    if problem is not None:
        hint = ": write a rule that denies, asks or allows instead" if pattern.startswith("!") else ""
        return problem + hint
    if allows and not pattern.strip("*/"):
        return "allows everything: name what may be edited without asking"
    return None


_STREAM = lazy_pattern(r"::\$data$", re.IGNORECASE)


def _plain(path: str) -> str:
    """A path without the characters that some file systems ignore."""
    plain = _STREAM.sub("", without_invisible(unicodedata.normalize("NFC", path)))
    return "/".join(part.rstrip(". ") or part for part in plain.split("/"))
