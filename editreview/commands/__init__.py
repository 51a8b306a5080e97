"""Commands around a review: each module has those of one subject, and prints their output."""


def installing(extra: str) -> str:
    """The command that installs an extra where this program runs, which may be an environment of its own."""
    # Imported on first use, as extras are.
    import shlex
    import sys
    from importlib.util import find_spec
    from pathlib import Path
    from shutil import which

    package = f"'editreview[{extra}]'"
    python = shlex.quote(sys.executable)
    if find_spec("pip") is None:
        # As in the environments of uv.
        return f"uv pip install --python {python} {package}"
    pip = which("pip")
    is_ours = pip is not None and Path(pip).parent == Path(sys.executable).parent
    return f"pip install {package}" if is_ours else f"{python} -m pip install {package}"
