"""The sample repository, made once a process and copied for each test."""

import shutil
from pathlib import Path

import pytest

from editreview.sample import create


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits for an idle processor in steps of 20 ms, several for each key."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.004)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.0004)


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Path:
    """The sample repository."""
    return Path(shutil.copytree(_sample, tmp_path / "corner-shop"))
