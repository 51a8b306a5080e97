"""The options of a review, and the user's configuration: a TOML file that no repository can supply.

`editreview config edit` makes one with all entries.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from editreview import likeness
from editreview.errors import SettingsError, UsageError
from editreview.first_use import lazy_pattern
from editreview.review import (
    DiffLayout,
    Review,
    Rules,
    WarningKind,
    check_rules,
)
from editreview.text import stripped_lines
from editreview.toml_file import TomlFile, setting_error
from editreview.user_folders import config_folder
from editreview.workspace import Workspace, problem_of_pattern

if TYPE_CHECKING:
    from editreview.review import Checker, ProjectCommand, ResumedReview

FILE_NAME = "config.toml"
_TRAILER = lazy_pattern(r"[A-Za-z0-9][A-Za-z0-9-]*: *\S[^\r\n]*")


class MatchingSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the matching."""

    without: frozenset[str] = frozenset()
    """Names of strategies not to use."""


class ContextSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Files the model was shown."""

    files: tuple[str, ...] | None = None
    """Paths, relative to the current folder or to the root. None: the model has seen all files."""


class PathsSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Paths that models write."""

    strip: tuple[str, ...] = ()
    """Prefixes of paths that stand for the root, in addition to those of --strip."""


class ProjectSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A command whose exit status says if the tree is sound: the project command."""

    tests: str | None = None
    """The command line. It runs in a temporary work tree that has the accepted blocks."""
    share: tuple[str, ...] = ()
    """Ignored folders that it needs, such as `node_modules`; they are linked, so it can write to them."""
    before_apply: bool = False
    """Run it before blocks are applied, even without a screen."""


class ChecksSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Checks of the edits."""

    off: frozenset[str] = frozenset()
    """Kinds of warnings and marks not to look for."""
    commands: dict[str, tuple[str, ...]] = {}
    """Commands by pattern of files. `"PATTERN" = [...]` in the section itself means the same."""
    project: ProjectSection = ProjectSection()
    """A command that is run on the whole tree."""


class ServerSection(Struct, frozen=True, forbid_unknown_fields=True):
    """The language server of a language."""

    command: tuple[str, ...]
    """The program and its arguments; it talks through standard input and output."""


class ViewSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Appearance of the screen; command-line options take precedence."""

    theme: str | None = None
    """A theme, or a pair from which the background of the terminal selects one."""
    layout: DiffLayout = DiffLayout.AUTO
    """Old and new side by side, one below the other, or what fits the width."""
    ascii: bool = False
    """Draw signs and borders in ASCII."""


class CommitSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of commits."""

    trailers: tuple[str, ...] = ()
    """Lines below the message, each like `Word: text`."""


class StatsSection(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of each review and `apply`, for `editreview stats`. They stay on this machine."""

    record: bool = True
    """Record the figures in a file of your own; they are never sent anywhere."""
    paths: bool = False
    """Record the paths of files too, for `editreview stats --by path`."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration."""

    matching: MatchingSection = MatchingSection()
    context: ContextSection = ContextSection()
    paths: PathsSection = PathsSection()
    permissions: Rules = Rules()
    checks: ChecksSection = ChecksSection()
    view: ViewSection = ViewSection()
    commit: CommitSection = CommitSection()
    lsp: dict[str, ServerSection] = {}
    """Language servers by language, each with its `command`: they are asked about the edits."""
    stats: StatsSection = StatsSection()
    format: dict[str, tuple[str, ...]] = {}
    """Formatters by pattern of files: each reads the text of a file, and writes it formatted."""
    keys: dict[str, str | tuple[str, ...]] = {}
    """Keys by action id, as written. The screen checks them."""


def load(path: str | None, environment: Mapping[str, str] = os.environ) -> Config:
    """Read a configuration file; see `read_config`."""
    return read_config(path, environment)[0]


def read_config(path: str | None, environment: Mapping[str, str] = os.environ) -> tuple[Config, TomlFile]:
    """Read a configuration file.

    Args:
        path: The file. None: the user's own, which need not exist.
        environment: The environment variables, which determine the user's own.

    Returns:
        The configuration, and its text, in which errors find the line of a setting.

    Raises:
        SettingsError: The file does not exist, cannot be read, or has unknown or invalid settings.
    """
    file = file_of(path, environment)
    name = f"the configuration {file}"
    if path is None and not os.path.isfile(file):
        return Config(), TomlFile(name)
    try:
        source = TomlFile.read(file, name)
    except SettingsError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise SettingsError(f"{error}. `editreview config edit --config {path}` makes it") from error
        raise
    config = source.converted(Config, _with_commands)
    check_strategies(config.matching.without, source)
    _check_kinds(config.checks.off, source)
    check_rules(config.permissions, source)
    _check_servers(config.lsp, source)
    _check_commands(config.checks.commands, source, "checks")
    _check_commands(config.format, source, "format")
    _check_shared(config.checks.project.share, source)
    for trailer in config.commit.trailers:
        if not is_trailer(trailer):
            what = f"has a trailer that is not `Word: text`: {trailer!r}"
            raise setting_error(source, what, "commit", "trailers", value=trailer)
    return config, source


def _check_kinds(kinds: frozenset[str], where: TomlFile) -> None:
    """Check that these kinds of warnings can be switched off. Raises SettingsError."""
    if not kinds:
        return
    from editreview.review import kinds_of_checks

    known = kinds_of_checks()
    for kind in sorted(kinds.difference(known)):
        what = f"switches off an unknown check: {kind}."
        what += f"{likeness.did_you_mean(kind, known)} Checks: {', '.join(known)}"
        raise setting_error(where, what, "checks", "off", value=kind)


def _check_servers(servers: Mapping[str, ServerSection], where: TomlFile) -> None:
    """Check that each server is for a known language, and has a command. Raises SettingsError."""
    if not servers:
        return
    from editreview.language_servers import SERVER_LANGUAGES

    for language, server in servers.items():
        if language not in SERVER_LANGUAGES:
            what = f"names a language server for an unknown language: {language}."
            known = list(SERVER_LANGUAGES)
            what += f"{likeness.did_you_mean(language, known)} Languages: {', '.join(known)}"
            raise setting_error(where, what, "lsp", language)
        if not server.command or not all(server.command):
            what = f"has no command for the language server of {language}"
            raise setting_error(where, what, "lsp", language, "command")


PATTERN_ENTRY = r"[*?\[/.]"
"""A regular expression that is found in entries of `[checks]` which are patterns of files."""


def _with_commands(data: dict[str, Any]) -> dict[str, Any]:
    """The settings with the entries of `[checks]` that are patterns as commands."""
    section = data.get("checks")
    if not isinstance(section, dict):
        return data
    patterns = {name: value for name, value in section.items() if re.search(PATTERN_ENTRY, name)}
    if not patterns:
        return data
    rest = {name: value for name, value in section.items() if name not in patterns}
    commands = rest.get("commands", {})
    if not isinstance(commands, dict):
        return data
    return {**data, "checks": {**rest, "commands": {**commands, **patterns}}}


def _check_commands(commands: Mapping[str, tuple[str, ...]], where: TomlFile, section: str) -> None:
    """Check the patterns, and that each has a command. Raises SettingsError."""
    for pattern, command in commands.items():
        problem = problem_of_pattern(pattern)
        if problem is None and not (command and command[0]):
            problem = "has no command"
        if problem is not None:
            what = f"has the pattern {pattern!r} in {section}, which {problem}"
            raise setting_error(where, what, section, pattern)


def _check_shared(names: Sequence[str], where: TomlFile) -> None:
    """Check that each name is of a folder below the top of a tree. Raises SettingsError."""
    for name in names:
        if not name.strip("/.") or os.path.isabs(name) or ".." in PurePath(name).parts:
            what = f"has {name!r} in checks.project.share, which is not a folder in the tree"
            raise setting_error(where, what, "checks", "project", "share", value=name)


def check_strategies(names: frozenset[str], where: str | TomlFile) -> None:
    """Check that all these strategies exist.

    Raises:
        SettingsError: One does not.
    """
    if not names:
        return
    from editreview.matching import CASCADE

    known = [strategy.name for strategy in CASCADE]
    for name in sorted(names.difference(known)):
        what = f"names an unknown strategy: {name}."
        what += f"{likeness.did_you_mean(name, known)} Strategies: {', '.join(known)}"
        raise setting_error(where, what, "matching", "without", value=name)


def is_trailer(line: str) -> bool:
    """True for a line such as `Word: text`."""
    return _TRAILER.fullmatch(line) is not None


def file_of(path: str | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The path of the configuration file: the given one, else that of the user, which need not exist."""
    return Path(path) if path is not None else config_folder(environment) / FILE_NAME


def named_files(given: Iterable[str]) -> tuple[str, ...]:
    """Expand the values of an option: `@LIST` stands for the names in a file, one per line.

    Raises:
        UsageError: A list cannot be read.
    """
    names: list[str] = []
    for name in given:
        if not name.startswith("@"):
            names.append(name)
            continue
        try:
            text = Path(name[1:]).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            raise UsageError(f"cannot read the list {name[1:]}: {error.strerror}") from error
        names += stripped_lines(text)
    return tuple(names)


def _server_commands(config: Config, *, looks_for_others: bool) -> dict[str, tuple[str, ...]]:
    """The commands of language servers, by language: those of the user, and if asked for, those found.

    Raises:
        UsageError: Others are asked for, and there are none at all.
    """
    if WarningKind.DIAGNOSTIC in config.checks.off:
        return {}
    named = {language: server.command for language, server in config.lsp.items()}
    if not looks_for_others:
        return named
    import shutil

    from editreview.language_servers import DEFAULTS, RUNS_CODE, found_on_path

    commands = {**found_on_path(), **named}
    if not commands:
        known = dict.fromkeys(command[0] for commands in DEFAULTS.values() for command in commands)
        careful = [
            f"{command[0]} runs code of the repository: name it under [lsp.{language}] to use it"
            for language, command in RUNS_CODE.items()
            if shutil.which(command[0])
        ]
        raise UsageError("; ".join([f"--lsp: none of these is on PATH: {', '.join(known)}", *careful]))
    return commands


class ReviewOptions(Struct, frozen=True):
    """The options of a review, from the command line and the configuration."""

    root: str | None
    formats: tuple[str, ...]
    empty_search: str | None
    without: frozenset[str]
    context: tuple[str, ...] | None
    strip: tuple[str, ...]
    config: Config
    source: TomlFile
    """The text of the configuration, for errors about it."""
    turn: int | None = None
    """The turn of a transcript to read, or `ALL_TURNS`; None for the last one with an edit."""
    rules: Rules = Rules()
    """The user's rules for files."""
    servers: Mapping[str, tuple[str, ...]] = {}
    """Commands of language servers, by language."""
    uses_recorded: bool = True
    """True to edit only the files that a prompt recorded, if there is no `context`."""

    @classmethod
    def of(
        cls,
        *,
        root: str | None = None,
        formats: tuple[str, ...] = (),
        empty_search: str | None = None,
        without: tuple[str, ...] = (),
        context: tuple[str, ...] = (),
        strip: tuple[str, ...] = (),
        allow: tuple[str, ...] = (),
        turn: int | None = None,
        config: str | None = None,
        uses_servers: bool = False,
    ) -> "ReviewOptions":
        """Combine both; command-line options take precedence.

        Raises:
            UsageError: One of them is invalid.
        """
        named = frozenset(without)
        check_strategies(named, "--without")
        configured, source = read_config(config)
        files = named_files(context) if context else configured.context.files
        without_all = named | configured.matching.without
        prefixes = tuple(dict.fromkeys((*strip, *configured.paths.strip)))
        check_rules(Rules(allow=allow), "--allow")
        rules = replace(configured.permissions, allow=(*allow, *configured.permissions.allow))
        return cls(
            root=root,
            formats=formats,
            empty_search=empty_search,
            without=without_all,
            context=files,
            strip=prefixes,
            config=configured,
            source=source,
            turn=turn,
            rules=rules,
            servers=_server_commands(configured, looks_for_others=uses_servers),
        )

    def command(self, given: str | None, *, only_given: bool = False) -> "ProjectCommand | None":
        """The project command: the given one, else the configured one; None without any.

        Args:
            given: The value of --run.
            only_given: True to leave the configured one to the user.

        Raises:
            SettingsError: The configuration has it run before blocks are applied, and does not name it.
        """
        section = self.config.checks.project
        if section.before_apply and not (given or section.tests):
            message = 'has before_apply = true but no command: add one, as tests = "pytest -q", or give --run'
            raise setting_error(self.source, message, "checks", "project", "before_apply")
        words = given or (None if only_given and not section.before_apply else section.tests)
        if not words:
            return None
        # Imported on first use, as for the other methods: most reviews need none of it.
        from editreview.review import ProjectCommand

        return ProjectCommand(words, section.share)

    def resume(self, id: str = "") -> "ResumedReview":
        """An unfinished review: the last one of the tree, or the one of any tree with this id.

        Raises:
            UsageError: There is none.
        """
        from editreview.review import SavedState, resume, saved_review

        workspace = Workspace.open(None if self.root is None else Path(self.root))
        if not id:
            return self._with_checkers(resume(workspace, self.rules))
        found = saved_review(id, workspace)
        if found.state is SavedState.GONE:
            raise UsageError(f"the review {id} cannot be resumed: the folder {found.root} no longer exists")
        return self._with_checkers(resume(Workspace.open(found.root), self.rules, found.saved))

    def _with_checkers(self, resumed: "ResumedReview") -> "ResumedReview":
        self._set_checkers(resumed.review)
        return resumed

    def _set_checkers(self, review: Review) -> None:
        """Have a review ask the commands and servers of the user. Most reviews have none."""
        folder = review.workspace.root.folder
        checkers: list[Checker] = []
        commands = self.config.checks.commands
        if commands and WarningKind.DIAGNOSTIC not in self.config.checks.off:
            from editreview.user_commands import FileChecks, Filters

            checkers.append(FileChecks(Filters(folder, commands)))
        if self.config.format and WarningKind.FORMAT not in self.config.checks.off:
            from editreview.user_commands import Filters, Formatters

            checkers.append(Formatters(Filters(folder, self.config.format)))
        if self.servers:
            from editreview.language_servers import LanguageServers
            from editreview.workspace import ShadowTree

            repository = review.workspace.repository
            shared = self.config.checks.project.share
            shadow = None if repository is None else ShadowTree(repository, shared)
            checkers.append(LanguageServers(folder, self.servers, shadow=shadow))
        review.use_checkers(checkers)

    def open(self, *, only_looks: bool = False, searches_history: bool = False) -> Review:
        """Open a new review; see `Review.open`."""
        review = Review.open(
            self.root,
            self.formats,
            self.empty_search,
            self.without,
            self.context,
            self.strip,
            turn=self.turn,
            rules=self.rules,
            checks_off=self.config.checks.off,
            only_looks=only_looks,
            uses_recorded=self.uses_recorded,
            searches_history=searches_history,
        )
        self._set_checkers(review)
        return review
