"""A small shop under git, and a model's response that edits it: for demos and experiments."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

RESPONSE = Path(__file__).parent / "response.md"
"""The response: most of its blocks have one match, one has three, one has none."""

_TREE = Path(__file__).parent / "tree"

# One commit each: the folder whose files it adds or replaces, its date, its message.
_HISTORY = (
    ("1-catalog-cart-and-prices", "2026-01-12T09:30:00+00:00", "Catalog, cart and prices"),
    ("2-orders-and-command-line", "2026-01-19T14:05:00+00:00", "Orders, command line, cart for a browser"),
    ("3-shipping-by-weight", "2026-02-02T11:20:00+00:00", "Shipping depends on the weight"),
)

# The repository's own, so that a commit made in it needs no identity and asks for no passphrase.
_SETTINGS = (
    ("user.name", "Sample"),
    ("user.email", "sample@example.invalid"),
    ("commit.gpgsign", "false"),
    ("core.autocrlf", "false"),
)


def create(folder: Path) -> Path:
    """Creates the sample repository.

    Args:
        folder: The parent of the new folder `corner-shop`, which must not exist yet.

    Returns:
        The repository: three commits on `main`, clean.

    Raises:
        FileExistsError: `corner-shop` is already there.
        subprocess.CalledProcessError: git failed; its message is in `stderr`.
    """
    root = folder / "corner-shop"
    root.mkdir(parents=True)
    _git(root, "init", "--quiet", "--template=")
    for name, value in _SETTINGS:
        _git(root, "config", name, value)
    for stage, date, message in _HISTORY:
        _copy(_TREE / stage, root)
        _git(root, "add", "--all")
        _git(root, "commit", "--quiet", f"--message={message}", date=date)
    return root


def _copy(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*")):
        # An installer may have compiled the sample's Python files.
        if path.is_file() and path.parent.name != "__pycache__":
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())


def _git(root: Path, *arguments: str, date: str = "") -> None:
    """Run git without the user's configuration, so that the sample is the same everywhere."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    if date:
        environment |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", f"core.hooksPath={os.devnull}", *arguments],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
