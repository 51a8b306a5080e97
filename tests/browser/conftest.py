"""The sample repository for reviews in the browser; the tests need the extra `serve`."""

from pathlib import Path

import pytest

from editreview.browser import missing_packages
from editreview.sample import RESPONSE, create

collect_ignore = (
    ["test_page.py", "test_chromium.py", "served.py", "chromium.py"] if missing_packages() else []
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The sample repository; its response is ../answer.md."""
    (tmp_path / "answer.md").write_bytes(RESPONSE.read_bytes())
    return create(tmp_path)
