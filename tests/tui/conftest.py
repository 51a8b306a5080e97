"""The sample repository, made once a process and copied for each test; and screens that cost less to test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from editreview.sample import create
from tests.tui.internals import parse_styles_once, shorten_pauses


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten_pauses(monkeypatch)


@pytest.fixture(autouse=True, scope="session")
def _styles_are_parsed_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        parse_styles_once(patched)
        yield


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Path:
    """The sample repository."""
    return Path(shutil.copytree(_sample, tmp_path / "corner-shop"))
