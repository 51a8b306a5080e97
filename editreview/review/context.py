"""Which files the model was shown. It wrote edits of others without having seen them.

Such edits are not attempted until a person includes them; the files are named, so that the
model is shown them and asked again (the rule of the Edit Protocol).
"""

from collections.abc import Iterable

from editreview.blocks import EditBlock, Write, puts_text_only
from editreview.errors import Refused, UsageError
from editreview.workspace import Workspace


class Context:
    """The files that the model was shown; all of them if nobody said which."""

    def __init__(self, workspace: Workspace, files: Iterable[str] | None) -> None:
        """
        Args:
            workspace: The tree.
            files: Their paths, from the current folder or else from the root; None for all there are.

        Raises:
            UsageError: One of them is not there, or may not be edited.
        """
        self._workspace = workspace
        self._paths = None if files is None else frozenset(map(self._path_of, files))

    @property
    def is_known(self) -> bool:
        """Whether anybody said which files the model was shown."""
        return self._paths is not None

    def defers(self, block: EditBlock, path: str) -> bool:
        """Whether a block is an edit of a file that is there and that the model was not shown."""
        if self._paths is None or path in self._paths or _creates(block):
            return False
        return self._workspace.exists(path)

    def _path_of(self, name: str) -> str:
        try:
            path = self._workspace.named(name)
        except Refused as refused:
            raise UsageError(f"--context {name}: {refused}") from refused
        if not self._workspace.exists(path):
            raise UsageError(f"--context {name}: there is no such file in {self._workspace.root.folder}")
        return path


def _creates(block: EditBlock) -> bool:
    """Whether a block is meant to make a file, which needs no sight of it."""
    operation = block.operation
    return puts_text_only(operation) or (isinstance(operation, Write) and operation.creates)
