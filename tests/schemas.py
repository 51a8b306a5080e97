"""The published schemas, and what they find in a report or a configuration."""

import tomllib
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from editreview.commands.config import config_schema, report_schema


@cache
def validator(what: str) -> Draft202012Validator:
    return Draft202012Validator({"report": report_schema, "config": config_schema}[what]())


def errors_in(report: Any) -> list[str]:
    """The errors that the schema finds in a report."""
    return [error.message for error in validator("report").iter_errors(report)]


def errors_of(configuration: str) -> list[str]:
    return [error.message for error in validator("config").iter_errors(tomllib.loads(configuration))]
