"""Builders for tests: responses, trees and git repositories, all of them real."""

import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from editreview.blocks import EditBlock, Interpretation, Replace
from editreview.errors import NothingToUndo
from editreview.formats import parse
from editreview.formats.envelopes import unwrapped
from editreview.language_servers import LanguageServers
from editreview.review import Report, Review, Rules, proposed_rule, redo_on_disk, undo_on_disk
from editreview.workspace import Workspace
from editreview.workspace.root import Root
from tests.repository import IDENTITY, write_repository

NO_SERVERS = LanguageServers(Path(), {})
"""Language servers that find nothing by themselves."""


def block(search: str, replace: str, path: str | None = "a.txt") -> str:
    """A response of one block. Search and replace are whole lines, or empty."""
    head = "" if path is None else f"{path}\n"
    return f"{head}<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n"


def interpretations_of(block: EditBlock) -> tuple[Interpretation, ...]:
    """The interpretations of a block that replaces text."""
    assert isinstance(block.operation, Replace)
    return block.operation.interpretations


def is_read(text: str) -> bool:
    """True if a response can be read, and everything found in it lies within the lines of its text."""
    parsed, count = parse(text), max(text.count("\n"), unwrapped(text).count("\n")) + 1
    ranges = [block.lines for block in parsed.blocks]
    ranges += [prose.lines for prose in parsed.prose]
    ranges += [command.lines for command in parsed.commands]
    ranges += [code.lines for code in parsed.code]
    ranges += [(problem.line, problem.line) for problem in parsed.problems]
    return all(1 <= first <= last <= count for first, last in ranges)


def make_tree(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A folder with these files, written as they are given. Returns the folder."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def snippet_after(folder: Path, name: str, before: str, code: str) -> tuple[str, list[str]]:
    """The text that the first match of a snippet writes to a file, and the messages of its warnings."""
    (folder / name).write_text(before)
    review = Review.open(folder)
    review.read(f"In `{name}`, this changes:\n\n```\n{code}```\n")
    (proposal,) = review.proposals
    assert proposal.candidates is not None
    written = proposal.candidates.matches[0].change.apply(before)
    return written, [warning.message for warning in proposal.warnings]


def make_repository(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A git work tree with one commit that holds these files, and those that are there. Returns its top."""
    make_tree(folder, files)
    is_new = not (folder / ".git").exists()
    if is_new and IDENTITY <= os.environ.keys() and not any(map(_needs_git, folder.rglob("*"))):
        write_repository(folder)
        return folder
    if is_new:
        git(folder, "init", "--quiet", "--template=", "--initial-branch=main")
    git(folder, "add", "--all", "--force")
    # Without the programs that look after a repository, which git starts after each commit.
    git(folder, "-c", "maintenance.auto=false", "commit", "--quiet", "--allow-empty", "--message=before")
    return folder


def _needs_git(path: Path) -> bool:
    """True if a file is not kept as it is: attributes say how, or it belongs to another repository."""
    return path.name in (".git", ".gitattributes")


def git(folder: Path, *arguments: str) -> str:
    """Run git. Returns its standard output."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def files_of(folder: Path) -> dict[str, bytes]:
    """The bytes of every file below a folder, git's own aside. A link is written as what it points to."""
    found: dict[str, bytes] = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".git"]
        links = [name for name in folders if os.path.islink(os.path.join(parent, name))]
        for name in [name for name in (*names, *links) if name != ".git"]:
            path = Path(parent, name)
            if path.is_symlink():
                found[path.relative_to(folder).as_posix()] = b"-> " + str(path.readlink()).encode()
            elif path.is_file():
                found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def entries_of(folder: Path) -> set[str]:
    """Everything below a folder, folders too, git's own aside."""
    found = {path.relative_to(folder) for path in folder.rglob("*")}
    return {path.as_posix() for path in found if ".git" not in path.parts}


def review_of(
    folder: Path, response: str, empty_search: str | None = None, allow: Iterable[str] = ()
) -> Review:
    """A review that has read a response on a tree without git, where edits of some paths are allowed."""
    rules = Rules(allow=tuple(map(proposed_rule, allow)))
    review = Review(Workspace(Root(folder), None), empty_search=empty_search, rules=rules)
    review.read(response)
    return review


def undo_effect(review: Review) -> str:
    """Undo the last step, an effect on disk or in git, as the screen does. Returns its sentence."""
    step = review.log.undo_step
    effect = None if step is None else review.log.effect_of(step)
    if effect is None:
        raise NothingToUndo("nothing to undo")
    sentence = undo_on_disk(review, effect)
    review.log.undo()
    return sentence


def redo_effect(review: Review) -> str:
    """Redo what `undo_effect` undid, as the screen does. Returns its sentence."""
    step = review.log.redo_step
    effect = None if step is None else review.log.effect_of(step)
    if effect is None:
        raise NothingToUndo("nothing to redo")
    sentence = redo_on_disk(review, effect)
    review.log.redo()
    return sentence


def check_reasons(report: Report) -> None:
    """A block that was not applied has a reason and a message, and no block has one without the other."""
    for entry in (*report.record.blocks, *report.record.offers):
        assert entry.status.is_done == (entry.reason is None), entry
        assert bool(entry.reason) == bool(entry.message), entry
