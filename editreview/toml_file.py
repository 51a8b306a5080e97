"""Settings in TOML: errors name the file, the line, and the nearest name that is known.

tomllib keeps no positions. An entry begins on the line whose absence from the text removes it: the beginning
of the file up to that line is parsed without and with it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from editreview import likeness
from editreview.errors import SettingsError
from editreview.first_use import lazy_pattern

_T = TypeVar("_T")
_Data = dict[str, Any]
_AT_LINE = lazy_pattern(r" \(at line (?P<line>\d+), column \d+\)$")
_AT_END = " (at end of document)"
_PLACE = lazy_pattern(r" - at `(?P<path>[^`]*)`$")
_UNKNOWN = lazy_pattern(r"Object contains unknown field `(?P<name>.*)`$")
_EXPECTED = lazy_pattern(r"Expected `(?P<expected>[^`]*)`, got `(?P<got>[^`]*)`$")
_ITEM = lazy_pattern(r"\[\d+\]$")
_KINDS = {
    "object": "a table",
    "array": "a list",
    "str": "text",
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "date": "a date",
    "datetime": "a date with a time",
    "time": "a time",
}
"""Types as msgspec names them, in words."""
_NONE = "null"
"""Msgspec's name for a missing value, which TOML cannot have."""
MAX_SIZE = 1024 * 1024
"""Bytes of a file, at most: a repository may bring one."""
_MAX_PARSED = 2_000_000
"""Characters that are parsed in search of a line, at most."""


class TomlFile(Struct, frozen=True):
    """A file of settings."""

    name: str
    """The name in messages, such as `the configuration /home/me/config.toml`."""
    text: str = ""
    """Empty if there is no such file."""

    @classmethod
    def read(cls, path: Path, name: str) -> "TomlFile":
        """Read a file.

        Raises:
            SettingsError: It cannot be read.
        """
        try:
            with path.open("rb") as file:
                data = file.read(MAX_SIZE + 1)
            if len(data) > MAX_SIZE:
                raise SettingsError(f"{name} is larger than {MAX_SIZE >> 20} MiB: make it smaller")
            return cls(name, data.decode("utf-8-sig"))
        except OSError as error:
            raise SettingsError(f"cannot read {name}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise SettingsError(f"cannot read {name}: it is not UTF-8 (byte {error.start})") from error

    def line(self, *keys: str, value: str | None = None) -> int | None:
        """The line on which an entry begins, or the one of its lines that has a value; None if unknown.

        Args:
            keys: The names from the outermost table to the entry.
            value: A text in the entry, such as one item of a list.
        """
        with suppress(_TakesLong):
            return self._line(keys, value)
        return None

    def _line(self, keys: tuple[str, ...], value: str | None) -> int | None:
        lines = self._lines
        parsed = _Beginnings(lines)
        for at, line in enumerate(lines):
            if keys and keys[-1] in line and _lacks(parsed.up_to(at), keys):
                ends = range(at + 1, len(lines) + 1)
                whole = ((end, data) for end in ends if (data := parsed.up_to(end)) is not None)
                end, data = next(whole, (at, {}))
                if not _lacks(data, keys):
                    of_value = (n for n in range(at, end) if value is not None and value in lines[n])
                    return next(of_value, at) + 1
        return None

    def at(self, line: int | None) -> str:
        """The name of the file, with a line of it if that is known."""
        return self.name if line is None else f"{self.name} (line {line})"

    def converted(self, kind: type[_T], arranged: Callable[[_Data], _Data] = lambda data: data) -> _T:
        """The settings as a struct.

        Args:
            kind: The struct.
            arranged: Returns the parsed data in the shape of the struct.

        Raises:
            SettingsError: The text is not TOML, or has entries that the struct does not have.
        """
        import tomllib

        try:
            data = arranged(tomllib.loads(self.text))
            try:
                return msgspec.convert(data, kind)
            except msgspec.ValidationError as error:
                raise self._invalid(str(error), data, kind) from error
        except tomllib.TOMLDecodeError as error:
            raise self._not_toml(str(error)) from error
        except RecursionError as error:
            raise SettingsError(f"{self.name} has values nested too deeply") from error

    def _not_toml(self, message: str) -> SettingsError:
        found = _AT_LINE.search(message)
        line = int(found["line"]) if found else None
        if line is None:
            # It ends inside a value: the line is the first that is not a whole entry.
            lines = self._lines
            parsed = _Beginnings(lines)
            ends = range(len(lines) - 1, 0, -1)
            with suppress(_TakesLong):
                line = next((end for end in ends if parsed.up_to(end) is not None), 0) + 1
        what = _AT_LINE.sub("", message).removesuffix(_AT_END)
        return SettingsError(f"{self.at(line)} is not TOML: {what}", line)

    def _invalid(self, message: str, data: dict[str, Any], kind: type) -> SettingsError:
        """The error for settings that msgspec refused with a message."""
        found = _PLACE.search(message)
        path = found["path"] if found else "$"
        message = _PLACE.sub("", message)
        keys, holder = _keys(path, data, kind)
        if unknown := _UNKNOWN.match(message):
            return setting_error(self, _unknown(unknown["name"], keys, holder, kind), *keys, unknown["name"])
        entry = ".".join(self._as_written(keys))
        if expected := _EXPECTED.match(message):
            names = (name for name in expected["expected"].split(" | ") if name != _NONE)
            kinds = [_KINDS.get(name, name) for name in names]
            subject = "each item" if _ITEM.search(path) else "it"
            got = _KINDS.get(expected["got"], expected["got"])
            what = f"has {got} in {entry}: {subject} must be {' or '.join(kinds)}"
            return setting_error(self, what, *self._as_written(keys))
        value = _inside(data, keys)
        if isinstance(holder, type) and issubclass(holder, StrEnum):
            known = [each.value for each in holder]
            hint = likeness.did_you_mean(str(value), known)
            what = f"has {value!r} in {entry}.{hint} Possible: {', '.join(known)}"
            return setting_error(self, what, *keys)
        return setting_error(self, f"is wrong in {entry}: {message}", *keys)

    def _as_written(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """The names that lead to an entry in the text, if it was moved into a table of its section."""
        shorter = (keys[:at] + keys[at + 1 :] for at in range(1, len(keys) - 1))
        data = _Beginnings(self._lines).up_to(len(self._lines))
        return next((each for each in (keys, *shorter) if not _lacks(data, each)), keys)

    @property
    def _lines(self) -> list[str]:
        return self.text.replace("\r\n", "\n").split("\n")


def setting_error(where: str | TomlFile, message: str, *keys: str, value: str | None = None) -> SettingsError:
    """An error about a setting, which begins with its place.

    Args:
        where: The file, or the name of another source, such as an option.
        message: The rest of the sentence.
        keys: The entry in the file; see `TomlFile.line`.
        value: A text in the entry.
    """
    if isinstance(where, str):
        return SettingsError(f"{where} {message}")
    line = where.line(*keys, value=value)
    return SettingsError(f"{where.at(line)} {message}", line)


class _TakesLong(Exception):
    """The line of an entry is not worth the time to find it."""


class _Beginnings:
    """Parses beginnings of a file, up to a limit of characters for all of them."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._room = _MAX_PARSED

    def up_to(self, line: int) -> dict[str, Any] | None:
        """The data of the first lines; None if they end inside a value, or are wrong.

        Raises:
            _TakesLong: Too much was parsed already.
        """
        import tomllib

        if self._room < 0:
            raise _TakesLong
        text = "\n".join(self._lines[:line])
        self._room -= len(text)
        try:
            return tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError):
            return None


def _lacks(data: dict[str, Any] | None, keys: tuple[str, ...]) -> bool:
    """True if parsed data has no such entry; False if the data could not be parsed."""
    for key in keys:
        if not isinstance(data, dict):
            return data is not None
        if key not in data:
            return True
        data = data[key]
    return False


def _inside(data: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        data = data[key]
    return data


def _keys(path: str, data: dict[str, Any], kind: Any) -> tuple[tuple[str, ...], Any]:
    """The names that lead to an entry, and its type.

    Args:
        path: As msgspec writes it: `$.keys[...]`, where `[...]` is some key of a table.
        data: The settings.
        kind: Their type.
    """
    keys: list[str] = []
    for part in re.findall(r"\.([^.\[]+)|\[(\.\.\.)\]", path):
        if part[0]:
            keys.append(part[0])
            kind = next(each.type for each in msgspec.structs.fields(kind) if each.encode_name == part[0])
        elif get_origin(kind) is dict:
            item = get_args(kind)[1]
            name = next((n for n, v in _inside(data, tuple(keys)).items() if not _fits(v, item)), None)
            if name is None:
                break
            keys.append(name)
            kind = item
        else:
            break
    return tuple(keys), kind


def _fits(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _unknown(name: str, keys: tuple[str, ...], holder: Any, kind: Any) -> str:
    """The message about an unknown entry, with those that may be meant."""
    known = [each.encode_name for each in msgspec.structs.fields(holder)]
    if keys:
        what = f"has an unknown entry in [{'.'.join(keys)}]: {name}"
        names, all = known, f"Entries: {', '.join(known)}"
    else:
        what = f"has an unknown section: {name}"
        names = [f"[{each}]" for each in known]
        all = f"Sections: {', '.join(names)}"
    elsewhere = [f"{name} in [{section}]" for section, names in _sections(kind) if name in names]
    hint = f" Did you mean {' or '.join(elsewhere)}?" if elsewhere else ""
    return f"{what}.{hint or likeness.did_you_mean(name, names)} {all}"


def _sections(kind: Any, above: str = "") -> Iterator[tuple[str, list[str]]]:
    """The names of all sections, each with the names of its entries."""
    for field in msgspec.structs.fields(kind):
        if hasattr(field.type, "__struct_fields__"):
            section = f"{above}{field.encode_name}"
            yield section, list(field.type.__struct_fields__)
            yield from _sections(field.type, f"{section}.")
