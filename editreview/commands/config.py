"""Settings, and what editors and shells know of the program: `editreview config`, `schema`, `completion`.

`config` prints the settings in force with their sources, or the keys, and opens the file in an editor.
`schema` prints the JSON Schema of the report and of the configuration, made from their structs. `completion`
prints the script with which a shell completes commands, options and their values.
"""

import ast
import inspect
import json
import os
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import click
import msgspec
from click.shell_completion import ShellComplete, get_completion_class
from msgspec import Struct
from msgspec.structs import fields

from editreview.errors import SettingsError, UsageError
from editreview.options import OneOf, options, source_of
from editreview.review import read_repository_rules, recorded_context
from editreview.settings import PATTERN_ENTRY, Config, ReviewOptions, file_of, named_files, read_config
from editreview.streams import columns, hand_over, say
from editreview.toml_file import TomlFile
from editreview.workspace import Workspace

_EXAMPLES: dict[str, object] = {
    "matching.without": ["tokens", "fuzzy"],
    "context.files": ["src/app.py"],
    "paths.strip": ["/workspace"],
    "permissions.allow": [".github/workflows/"],
    "permissions.ask": ["delete: *"],
    "permissions.deny": ["vendor/"],
    "checks.off": ["silences"],
    "checks.project.tests": "pytest -q",
    "checks.project.share": ["node_modules"],
    "view.theme": "colour-blind",
    "commit.trailers": ["Assisted-by: a model"],
}
"""Values for the sample, where the default would not show the form."""
_TABLE_EXAMPLES = {
    "keys": '"block.accept" = "y,ctrl+y"',
    "lsp": 'python.command = ["ruff", "server"]',
    "format": '"*.py" = ["ruff", "format", "--stdin-filename", "{path}", "-"]',
    "checks.commands": '"*.py" = ["ruff", "check", "--stdin-filename", "{path}", "-"]',
}


@click.command(epilog="Example: editreview config --layout split")
@click.argument("what", required=False, type=OneOf(["edit", "keys"]))
@options(
    "root", "without", "context", "strip", "allow", "config", "layout", "theme", "no_color", "ascii", "debug"
)
def config(
    what: str | None,
    root: str | None,
    without: tuple[str, ...],
    context: tuple[str, ...],
    strip: tuple[str, ...],
    allow: tuple[str, ...],
    config: str | None,
    layout: str | None,
    theme: str | None,
    no_color: bool,
    is_ascii: bool,
) -> int:
    """Print the settings in force, each with its source.

    Sources are your file, the repository's .editreview.toml, the environment, and options as for a review.
    With `edit`, open your file in $VISUAL or $EDITOR, made with a commented sample if it is missing; with
    `keys`, list all actions with their keys.
    """
    if what == "edit":
        return edit_file(file_of(config))
    if what == "keys":
        configured, source = read_config(config)
        hand_over(_list_keys(configured, source).encode())
        return 0
    review_options = ReviewOptions.of(
        root=root, without=without, context=context, strip=strip, allow=allow, config=config
    )
    given = {
        "matching.without": ("--without", without),
        "context.files": ("--context", named_files(context)),
        "paths.strip": ("--strip", strip),
        "permissions.allow": ("--allow", allow),
        "view.layout": (source_of("layout", "--layout"), layout),
        "view.theme": (source_of("theme", "--theme"), theme),
        "view.ascii": (source_of("is_ascii", "--ascii"), is_ascii),
    }
    used = {entry: option for entry, option in given.items() if option[1]}
    _check_looks(review_options.config, review_options.source)
    if theme is not None:
        from editreview.tui.themes import check_theme

        check_theme(theme, source_of("theme", "--theme"))
    workspace = Workspace.open(None if root is None else Path(root))
    rows = [
        *_rows_of_files(workspace, config, "current folder" if root is None else "--root"),
        *_rows_of_settings(review_options, workspace, used),
        *_rows_of_environment(no_color),
    ]
    hand_over(columns([(row.entry, row.value, row.source) for row in rows]).encode("utf-8", "surrogatepass"))
    return 0


class _Row(Struct, frozen=True):
    entry: str
    value: str
    """As TOML."""
    source: str


def _rows_of_files(workspace: Workspace, config: str | None, root_source: str) -> Iterator[_Row]:
    """The files that settings come from, and the folder they are for."""
    file = file_of(config)
    source = source_of("config", "--config") if config is not None else "default"
    if config is None and (home := os.environ.get("XDG_CONFIG_HOME")) and file.is_relative_to(home):
        source = "XDG_CONFIG_HOME"
    is_missing = "" if os.path.isfile(file) else "; missing: `editreview config edit` makes it"
    yield _Row("your file", _in_toml(str(file)), f"{source}{is_missing}")
    folder = workspace.root.folder
    yield _Row("root", _in_toml(str(folder)), root_source)
    for each in read_repository_rules(workspace):
        yield _Row(
            "repository's file", _in_toml(each.file.name), "top of the work tree" if each.above else "root"
        )


_COMBINED = frozenset({"matching.without", "paths.strip", "permissions.allow"})
"""Lists to which options add."""


def _rows_of_settings(
    given: ReviewOptions, workspace: Workspace, used: Mapping[str, tuple[str, Any]]
) -> Iterator[_Row]:
    """The value of each setting by source; those of several sources are combined."""
    repository = read_repository_rules(workspace)
    for entry, default, value in _entries_of(given.config, Config()):
        rows: list[_Row] = []
        if entry in used:
            rows.append(_Row(entry, _in_toml(used[entry][1]), used[entry][0]))
        if value != default and (entry not in used or entry in _COMBINED):
            rows.append(_Row(entry, _in_toml(value), _place_of(given.source, "config.toml", entry)))
        for each in repository if entry in ("permissions.ask", "permissions.deny") else ():
            if rules := getattr(each.rules, entry.removeprefix("permissions.")):
                rows.append(_Row(entry, _in_toml(rules), _place_of(each.file, each.name, entry)))
        recorded = recorded_context(workspace) if entry == "context.files" and not rows else None
        if recorded is not None:
            rows.append(_Row(entry, _in_toml(recorded), "editreview prompt --context"))
        yield from rows or [_Row(entry, _in_toml(value), "default")]
        if entry == "permissions.allow" and (kept := workspace.kept_rules.rules()):
            yield _Row("permissions", _in_toml([rule.rule for rule in kept]), "your answers: always allowed")
    for language, command in given.servers.items():
        is_named = language in given.config.lsp
        place = _place_of(given.source, "config.toml", "lsp", language, "command") if is_named else "--lsp"
        yield _Row(f"lsp.{language}.command", _in_toml(command), place)
    for section, commands in (("checks", given.config.checks.commands), ("format", given.config.format)):
        for pattern, words in commands.items():
            place = _place_of(given.source, "config.toml", section, pattern)
            yield _Row(f"{section}.{json.dumps(pattern, ensure_ascii=False)}", _in_toml(words), place)
    for id, keys in given.config.keys.items():
        place = _place_of(given.source, "config.toml", "keys", id)
        yield _Row(f"keys.{json.dumps(id, ensure_ascii=False)}", _in_toml(keys), place)


def _place_of(file: TomlFile, name: str, *entry: str) -> str:
    keys = entry if len(entry) > 1 else tuple(entry[0].split("."))
    line = file.line(*keys)
    return name if line is None else f"{name} line {line}"


def _entries_of(value: Any, default: Any, above: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The name, the default and the value of each setting, except for keys."""
    for field in fields(value):
        name, of, usual = f"{above}{field.name}", getattr(value, field.name), getattr(default, field.name)
        if hasattr(of, "__struct_fields__"):
            yield from _entries_of(of, usual, f"{name}.")
        elif not isinstance(of, dict):
            yield name, usual, of


def _rows_of_environment(no_color: bool) -> Iterator[_Row]:
    """The settings that only options and the environment have."""
    from editreview.tui.editors import editor_of
    from editreview.tui.parts import Colours, terminals_display

    display = terminals_display(no_color=no_color, is_ascii=False)
    source = "--no-color" if no_color else "NO_COLOR" if os.environ.get("NO_COLOR") else "TERM, COLORTERM"
    colours = {Colours.NONE: "none", Colours.TRUE: "all"}.get(display.colours, str(int(display.colours)))
    yield _Row("colours", _in_toml(colours), source)
    if display.is_ascii:
        yield _Row("ASCII only", "true", "TERM" if os.environ.get("TERM") == "linux" else "the locale")
    editor = editor_of()
    name = next((name for name in ("VISUAL", "EDITOR") if os.environ.get(name)), "neither VISUAL nor EDITOR")
    yield _Row("editor", _in_toml(" ".join(editor.command) if editor else ""), name)


def _in_toml(value: object) -> str:
    """A value as TOML; nothing for no value."""
    if value is None:
        return "(none)"
    items = sorted(value) if isinstance(value, frozenset) else value
    return json.dumps(items, ensure_ascii=False).replace("\x7f", "\\u007F")


def sample() -> str:
    """A configuration with every section, and every entry as a comment."""
    lines = ["# Settings of editreview. Remove the `#` before an entry to use it.", ""]
    lines += _sample_of(Config(), "")
    return "\n".join(lines).rstrip() + "\n"


def _sample_of(section: Any, name: str) -> Iterator[str]:
    try:
        texts = described(type(section))
    except OSError:
        # Installed without its source.
        texts = {}
    entries = [field.name for field in fields(section) if not _is_table(getattr(section, field.name))]
    if name and entries:
        yield f"[{name}]"
    for entry in entries:
        full = f"{name}.{entry}"
        value = _EXAMPLES.get(full, getattr(section, entry))
        yield from (f"# {texts[entry]}",) if texts.get(entry) else ()
        yield f"#{entry} = {_in_toml('' if value is None else value)}"
    if name and entries:
        yield ""
    for field in fields(section):
        value = getattr(section, field.name)
        if isinstance(value, dict):
            full = f"{name}.{field.name}".lstrip(".")
            yield from (
                f"[{full}]",
                f"# {texts.get(field.name, '')}",
                f"#{_TABLE_EXAMPLES[full]}",
                "",
            )
        elif _is_table(value):
            yield from _sample_of(value, f"{name}.{field.name}".lstrip("."))


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or hasattr(value, "__struct_fields__")


def edit_file(file: Path) -> int:
    """Open a configuration in the user's editor, at the line of an error if it has one, and check it after.

    Raises:
        UsageError: There is no editor, the file cannot be made, or it is wrong after it was edited.
    """
    from editreview.tui.editors import editor_of, open_file

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(sample())
        say(f"made {file} with a sample")
    except FileExistsError:
        pass
    except OSError as error:
        raise UsageError(f"cannot make {file}: {error.strerror}") from error
    editor = editor_of()
    if editor is None:
        raise UsageError(f"neither $VISUAL nor $EDITOR names an editor. Set one, or edit {file}")
    wrong = _error_in(file)
    try:
        status = open_file(editor, file, wrong.line if wrong else None)
    except OSError as error:
        raise UsageError(f"cannot start {editor.name}: {error.strerror}") from error
    if status:
        say(f"{editor.name} ended with status {status}")
    if (wrong := _error_in(file)) is not None:
        raise wrong
    return 1 if status else 0


def _error_in(file: Path) -> SettingsError | None:
    """The first error in a configuration; None if it has none."""
    try:
        _check_looks(*read_config(str(file)))
    except SettingsError as error:
        return error
    return None


def _check_looks(configured: Config, source: TomlFile) -> None:
    """Check the keys and the theme, which only the screen knows. Raises SettingsError."""
    if configured.keys:
        from editreview.tui.keys import keymap_in_force

        keymap_in_force(configured.keys, source)
    if configured.view.theme is not None:
        from editreview.tui.themes import check_theme

        check_theme(configured.view.theme, source)


def _list_keys(configured: Config, source: TomlFile) -> str:
    """All actions of a review: id, keys, help, and for those that the user changed, the keys before."""
    from editreview.tui.keys import IN_REVIEW, SHIPPED, keymap_in_force, keys_in

    keymap = keymap_in_force(configured.keys, source)
    rows = []
    for key in (key for where in IN_REVIEW for key in keys_in(where)):
        help = keymap.help(key.id)
        if key.id in keymap.user_keys:
            line = source.line("keys", key.id)
            place = "" if line is None else f"line {line}; "
            help += f"  (yours, {place}without it: {SHIPPED.labels(key.id) or 'none'})"
        rows.append((key.id, keymap.labels(key.id) or "none", help))
    return columns(rows)


_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command(epilog="Example: editreview schema config > editreview.schema.json")
@click.argument("what", type=OneOf(["report", "config"]), default="report")
@options("debug")
def schema(what: str) -> int:
    """Print the JSON Schema of the report, or of the configuration.

    Programs validate the output of --json with it, and editors complete and check config.toml.
    """
    schema = report_schema() if what == "report" else config_schema()
    hand_over((json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode())
    return 0


def report_schema() -> dict[str, Any]:
    """The schema of what --json prints.

    It allows further fields: a minor version may add some.
    """
    from editreview.review import REPORT_VERSION, ReportData

    schema = _schema_of(ReportData, f"urn:editreview:report:{REPORT_VERSION}")
    schema["$defs"]["ReportData"]["properties"]["schema"]["const"] = REPORT_VERSION
    return schema


def config_schema() -> dict[str, Any]:
    """The schema of config.toml, with the names that it can use."""
    from editreview.matching import strategies
    from editreview.review import kinds_of_checks
    from editreview.tui.keys import IN_REVIEW, keys_in
    from editreview.tui.themes import theme_names

    schema = _schema_of(Config, "urn:editreview:config")
    names: dict[tuple[str, str], list[str]] = {
        ("MatchingSection", "without"): [strategy.name for strategy in strategies()],
        ("ChecksSection", "off"): [kind.value for kind in kinds_of_checks()],
        ("ViewSection", "theme"): theme_names(),
    }
    for (section, entry), known in names.items():
        described = schema["$defs"][section]["properties"][entry]
        # Those of a list, or of what may be missing.
        holder = described["items"] if "items" in described else described["anyOf"][0]
        holder["enum"] = known
    section = schema["$defs"]["ChecksSection"]
    # A pattern of files is an entry like those in `commands`.
    section["patternProperties"] = {PATTERN_ENTRY: section["properties"]["commands"]["additionalProperties"]}
    ids = [key.id for where in IN_REVIEW for key in keys_in(where)]
    schema["$defs"]["Config"]["properties"]["keys"]["propertyNames"] = {"enum": ids}
    return schema


def _schema_of(kind: type, id: str) -> dict[str, Any]:
    """The schema of a struct, with the docstrings of its fields."""
    schema = msgspec.json.schema(kind)
    for struct in dict.fromkeys(_structs(kind)):
        properties = schema["$defs"][struct.__name__]["properties"]
        for name, text in described(struct).items():
            if text and name in properties:
                properties[name] = {"description": text, **properties[name]}
    return {"$schema": _SCHEMA_DIALECT, "$id": id, **schema}


def _structs(kind: Any) -> Iterator[type]:
    """A struct and all those in its fields."""
    if hasattr(kind, "__struct_fields__"):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _structs(field.type)
    for argument in get_args(kind):
        yield from _structs(argument)


def described(kind: type) -> dict[str, str]:
    """The docstrings of a class's members or fields, by name; empty for one that has none.

    Python does not keep them: they are read from the source.

    Raises:
        OSError: The source is not installed.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    (definition,) = tree.body
    assert isinstance(definition, ast.ClassDef)
    found: dict[str, str] = {}
    last: str | None = None
    for statement in definition.body:
        name, last = last, None
        match statement:
            case ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target):
                last = target.id
                found[last] = ""
            case ast.Expr(value=ast.Constant(value=str() as text)) if name is not None:
                found[name] = " ".join(text.split())
    return found


_COMPLETION_VARIABLE = "_EDITREVIEW_COMPLETE"
"""The environment variable by which the script asks the program; click derives it from the name."""


@click.command(epilog='Example: eval "$(editreview completion bash)"')
@click.argument("shell", type=OneOf(["bash", "zsh", "fish"]))
@options("debug")
def completion(shell: str) -> int:
    """Print the script that completes the command line in a shell.

    In ~/.bashrc or ~/.zshrc: eval "$(editreview completion bash)", or zsh. For fish, write it to
    ~/.config/fish/completions/editreview.fish.
    """
    program = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    # Not the method of the class for bash, which runs bash to learn its version.
    script = ShellComplete.source(kind(program, {}, "editreview", _COMPLETION_VARIABLE))
    hand_over(f"{script.strip()}\n".encode())
    return 0
