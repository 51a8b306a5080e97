"""The sample repository for reviews in the browser; the tests need the extra `serve`."""

import shutil
from pathlib import Path

import pytest

from editreview.browser import missing_packages
from editreview.sample import RESPONSE, create

collect_ignore = (
    ["test_page.py", "test_chromium.py", "served.py", "chromium.py"] if missing_packages() else []
)


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Path:
    """The sample repository; its response is ../answer.md."""
    (tmp_path / "answer.md").write_bytes(RESPONSE.read_bytes())
    return Path(shutil.copytree(_sample, tmp_path / "corner-shop"))
