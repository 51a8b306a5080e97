"""`editreview schema`: real reports and configurations are valid, wrong ones are not."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from editreview.commands.config import sample
from tests.builders import block, make_repository
from tests.programs import run
from tests.schemas import errors_in, errors_of

PAGE = Path(__file__).parents[2] / "docs/configuration.md"


def descriptions(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, definition in schema["$defs"].items():
        for field, described in definition.get("properties", {}).items():
            yield f"{name}.{field}", described.get("description", "")


@pytest.mark.parametrize("what", ["report", "config"])
def test_the_schema_is_printed_and_valid(tmp_path: Path, what: str) -> None:
    ended = run(tmp_path, "schema", what)

    printed = json.loads(ended.out)
    assert (0, "") == (ended.status, ended.err)
    Draft202012Validator.check_schema(printed)
    assert "https://json-schema.org/draft/2020-12/schema" == printed["$schema"]
    assert f"urn:editreview:{what}" in printed["$id"]
    assert [] == [name for name, text in descriptions(printed) if not text and not name.startswith("Config.")]


def test_the_report_is_the_default(tmp_path: Path) -> None:
    assert run(tmp_path, "schema", "report").out == run(tmp_path, "schema").out


class TestReports:
    @pytest.mark.parametrize("command", ["check", "apply"])
    def test_the_output_of_json_is_valid(self, tmp_path: Path, command: str) -> None:
        """Applied, failed, malformed and offered blocks, near matches, warnings, commands."""
        root = make_repository(
            tmp_path,
            {"a.py": "def f():\n    return 1\n", "twice.txt": "x\nx\n", ".env": "a\n", "b.txt": "one two\n"},
        )
        response = (
            block("    return 1\n", "    return 2\n", "a.py")
            + block("x\n", "y\n", "twice.txt")
            + block("a\n", "b\n", ".env")
            + block("one three\ntwo\n", "2\n", "b.txt")
            + block("new\n", "", "missing/c.txt")
            + "<think>\n" + block("one two\n", "3\n", "b.txt") + "</think>\n"
            + "```bash\nmake test\n```\nb.txt\n<<<<<<< SEARCH\n"
        )  # fmt: skip

        report = json.loads(run(root, command, "--json", response=response).out)

        assert len({each["status"] for each in report["blocks"]}) > 1
        assert report["problems"]
        assert [] == errors_in(report)

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            (("schema",), 1),
            (("counts",), []),
            (("blocks", 0, "status"), "done"),
            (("blocks", 0, "response_lines"), [1]),
            (("blocks", 0, "reason"), "because"),
            (("files", 0, "change"), "edited"),
        ],
    )
    def test_another_value_is_invalid(self, tmp_path: Path, path: tuple[Any, ...], value: object) -> None:
        root = make_repository(tmp_path, {"a.txt": "one\n"})
        report = json.loads(run(root, "check", "--json", response=block("one\n", "1\n")).out)
        assert [] == errors_in(report)

        holder = report
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

        assert 1 == len(errors_in(report))


class TestConfigurations:
    def test_the_samples_are_valid(self) -> None:
        assert [] == errors_of(sample())
        assert [] == errors_of(re.sub(r"^#(?! )", "", sample(), flags=re.MULTILINE))
        documented = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        assert [] == [error for text in documented for error in errors_of(text)]

    @pytest.mark.parametrize(
        "text",
        [
            "[veiw]\n",
            "[view]\nlayot = 1\n",
            '[view]\nlayout = "diagonal"\n',
            '[view]\ntheme = "none such"\n',
            '[matching]\nwithout = ["guess"]\n',
            '[checks]\noff = ["all"]\n',
            '[checks]\n"*.py" = "ruff"\n',
            '[keys]\n"block.acept" = "y"\n',
            "[keys]\nquit = 1\n",
        ],
    )
    def test_what_the_program_refuses_is_invalid(self, tmp_path: Path, text: str) -> None:
        """By one error, for the same reason."""
        file = tmp_path / "config.toml"
        file.write_text(text)

        assert 2 == run(tmp_path, "config", "--config", str(file)).status
        assert 1 == len(errors_of(text))
