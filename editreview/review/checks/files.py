"""Checks of the file itself, whatever the edit: its path, links, encoding."""

from msgspec import Struct

from editreview.review.proposal import Proposal
from editreview.review.warnings import BlockWarning, WarningKind
from editreview.text import Absent, Snapshot


class _Delicate(Struct, frozen=True):
    """One kind of delicate files, by path in lower case."""

    message: str
    names: frozenset[str]
    endings: tuple[str, ...] = ()
    """Ends of a name."""
    folders: tuple[str, ...] = ()
    """Anywhere in the path."""

    def holds(self, path: str, name: str) -> bool:
        return (
            name in self.names
            or name.endswith(self.endings)
            or any(f"/{folder}/" in f"/{path}" for folder in self.folders)
        )


_HARMLESS = (".example", ".sample", ".template", ".dist", ".pub")
"""Ends of names of files that are only templates or public parts of such files."""
_KINDS = (
    _Delicate(
        "may contain secrets",
        frozenset(
            (".env", ".envrc", ".netrc", ".npmrc", ".pypirc", ".htpasswd", "credentials", "id_rsa", "id_dsa",
             "id_ecdsa", "id_ed25519")
        ),
        (".env", ".env.local", ".env.development", ".env.production", ".env.staging", ".env.test", ".pem",
         ".key", ".p12", ".pfx", ".keystore"),
        (".aws", ".ssh", ".gnupg"),
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
        "can run programs when the project is opened, built or checked out",
        frozenset(
            (".gitattributes", ".gitmodules", ".gitconfig", ".lfsconfig", "makefile", "gnumakefile",
             "bsdmakefile", "justfile", ".justfile", "rakefile", "taskfile.yml", "taskfile.yaml", "gradlew",
             "gradlew.bat", "gradle-wrapper.properties", "mvnw", "mvnw.cmd", "build.rs", "lefthook.yml",
             "lefthook.yaml", ".lefthook.yml", ".overcommit.yml", ".exrc", ".nvimrc", ".nvim.lua",
             ".dir-locals.el", "mise.toml", ".mise.toml", ".mcp.json", "devcontainer.json",
             ".devcontainer.json")
        ),
        (".mk", ".code-workspace"),
        (".vscode", ".devcontainer", ".idea", ".fleet", ".zed", ".cursor", ".claude", ".cargo"),
    ),
)  # fmt: skip


def delicate_path(proposal: Proposal) -> BlockWarning | None:
    """Warn that the file, or the path it is moved to, is delicate: see `_KINDS`."""
    for path in (proposal.path, proposal.path_to):
        kind = None if path is None else _kind_of(path)
        if kind is not None:
            return BlockWarning(WarningKind.DELICATE_PATH, f"{path} {kind.message}")
    return None


def _kind_of(path: str) -> _Delicate | None:
    folded = path.casefold()
    name = folded.rpartition("/")[2]
    if name.endswith(_HARMLESS):
        return None
    return next((kind for kind in _KINDS if kind.holds(folded, name)), None)


def of_file(before: Snapshot | Absent, *, is_ignored: bool) -> tuple[BlockWarning, ...]:
    """The warnings about a file, for each of its blocks."""
    found: list[BlockWarning] = []
    if is_ignored:
        message = f"git ignores {before.path}: the change will be in no commit and no diff"
        found.append(BlockWarning(WarningKind.IGNORED, message))
    if isinstance(before, Snapshot) and before.other_names:
        names = "another name" if before.other_names == 1 else f"{before.other_names} other names"
        message = f"{before.path} has {names} (hard links), which keep the old text"
        found.append(BlockWarning(WarningKind.HARD_LINK, message))
    if isinstance(before, Snapshot) and before.codec.is_guessed:
        message = f"{before.path} is not UTF-8 and declares no encoding; guessed: {before.codec.label}"
        found.append(BlockWarning(WarningKind.GUESSED_ENCODING, message))
    return tuple(found)


def beyond_guess(proposal: Proposal) -> BlockWarning | None:
    """Warn that a file of guessed encoding gets characters whose bytes depend on that guess."""
    if not any(warning.kind is WarningKind.GUESSED_ENCODING for warning in proposal.warnings):
        return None
    added = "".join(splice.text for splice in proposal.change.splices)
    character = next((character for character in added if not character.isascii()), None)
    if character is None:
        return None
    message = f"adds {character!r}, whose bytes depend on the guessed encoding"
    return BlockWarning(WarningKind.GUESSED_CHARACTERS, message)
