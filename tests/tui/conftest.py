"""The sample repository, made once a process and copied for each test; and screens that cost less to test."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from editreview.sample import create

_PARSED: dict[tuple[object, ...], list[RuleSet]] = {}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits for an idle processor in steps of 20 ms, several for each key."""
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", 0.004)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 0.0004)


@pytest.fixture(autouse=True, scope="session")
def _styles_are_parsed_once() -> Iterator[None]:
    """Not once for every app: rules are not changed, and depend on their source and the theme alone."""
    parse = Stylesheet._parse_rules

    def parsed(sheet: Stylesheet, css: str, *args: Any, **named: Any) -> list[RuleSet]:
        key = (css, args, tuple(named.items()), frozenset(sheet._variables.items()))
        if key not in _PARSED:
            _PARSED[key] = parse(sheet, css, *args, **named)
        return _PARSED[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Stylesheet, "_parse_rules", parsed)
        yield


@pytest.fixture(scope="session")
def _sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample"))


@pytest.fixture
def shop(_sample: Path, tmp_path: Path) -> Path:
    """The sample repository."""
    return Path(shutil.copytree(_sample, tmp_path / "corner-shop"))
