"""The replacements that a program in Python makes in files, read from its syntax.

    path = Path("src/a.py")
    text = path.read_text()
    text = text.replace("old", "new")
    path.write_text(text)

Nothing is run. The statements are followed one by one, with the values that are known: constants, paths,
and the texts of files with the replacements made so far. Anything else is unknown, and so is all that is
made of it.
"""

import ast
from collections.abc import Mapping, Sequence
from typing import TypeGuard
from warnings import catch_warnings, simplefilter

from msgspec import Struct

from editreview.blocks import Interpretation, Replace

_MAX_STEPS = 2_000
"""The most statements that are followed."""
_MAX_LENGTH = 100_000
"""Characters in a text that is put together: each step of a program may double it."""


class _Path(Struct, frozen=True):
    name: str


class _File(Struct, frozen=True):
    """An open file."""

    name: str
    is_written: bool


class _Text(Struct, frozen=True):
    """The text of a file, after some replacements."""

    path: str
    edits: tuple[Replace, ...] = ()


class _Items(Struct, frozen=True):
    """A list, or the pairs of a dictionary."""

    values: tuple["_Value", ...]
    is_mapping: bool = False


class _Function(Struct, frozen=True):
    node: ast.FunctionDef


_Value = str | _Path | _File | _Text | _Items | _Function | None
"""None is an unknown value."""


class _TooLong(Exception):
    """The program has too many steps."""


class _Unsure(Exception):
    """Nothing shows which of the statements run."""


def edits_of(program: str) -> list[tuple[str, Replace]]:
    """The paths and the replacements, in order; none if the program cannot be parsed or is too long."""
    try:
        with catch_warnings():
            simplefilter("ignore")
            tree = ast.parse(program)
        run = _Run()
        run.follow(tree.body, run.names)
    except (SyntaxError, ValueError, RecursionError, MemoryError, _TooLong, _Unsure):
        return []
    return run.found


class _Run:
    """The state of a program that is followed."""

    def __init__(self) -> None:
        self.names: dict[str, _Value] = {}
        self.found: list[tuple[str, Replace]] = []
        self._steps_left = _MAX_STEPS

    def follow(self, body: Sequence[ast.stmt], names: dict[str, _Value]) -> None:
        """Follow statements.

        Args:
            body: The statements.
            names: The values of names, which change.
        """
        for statement in body:
            self._steps_left -= 1
            if self._steps_left < 0:
                raise _TooLong
            match statement:
                case ast.Assign(targets=[target], value=value):
                    self._bind(target, self._value(value, names), names)
                case ast.AnnAssign(target=target, value=value):
                    self._bind(target, self._value(value, names), names)
                case ast.Expr(value=ast.Call() as call):
                    self._call(call, names)
                case ast.With(items=items):
                    for item in items:
                        if item.optional_vars is not None:
                            self._bind(item.optional_vars, self._value(item.context_expr, names), names)
                    self.follow(statement.body, names)
                case ast.For(target=target, iter=values):
                    self._repeat(statement, self._value(values, names), target, names)
                case ast.If():
                    self._follow_if(statement, names)
                case ast.FunctionDef(name=name):
                    names[name] = _Function(statement)
                case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass() | ast.Raise():
                    pass
                case ast.Expr(value=ast.Constant()):
                    pass
                case _:
                    self._forget(statement, names)

    def _bind(self, target: ast.expr, value: _Value, names: dict[str, _Value]) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                values = value.values if isinstance(value, _Items) else ()
                known = len(values) == len(targets)
                for at, each in enumerate(targets):
                    self._bind(each, values[at] if known else None, names)
            case _:
                self._forget(target, names)

    def _forget(self, node: ast.AST, names: dict[str, _Value]) -> None:
        """Make all names unknown that a statement may change.

        Raises:
            _Unsure: It may write a file.
        """
        for each in ast.walk(node):
            match each:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    names[name] = None
                case ast.Call(func=ast.Attribute(attr="write" | "write_text" | "writelines")):
                    raise _Unsure

    def _follow_if(self, statement: ast.If, names: dict[str, _Value]) -> None:
        """Follow a condition that says no more than that there is something to replace."""
        match statement.test:
            case ast.Compare(left=ast.Name(id="__name__")) if not statement.orelse:
                self.follow(statement.body, names)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[text]) if not statement.orelse:
                own, member = self._value(text, names), self._value(left, names)
                if isinstance(own, _Text) and isinstance(member, str):
                    self._follow_if_in(statement, own, member, names)
                else:
                    self._forget(statement, names)
            case _:
                self._forget(statement, names)

    def _follow_if_in(self, statement: ast.If, own: _Text, member: str, names: dict[str, _Value]) -> None:
        """Follow a condition that a text of a file has other text, if all that is replaced then has it too.

        If the file lacks it, there is nothing to replace: both ways, the program does the same.
        """
        inner, count = dict(names), len(self.found)
        self.follow(statement.body, inner)
        changed = {name: value for name, value in inner.items() if value is not names.get(name)}
        texts = {name: value for name, value in changed.items() if _goes_on(value, own)}
        edits = [edit for value in texts.values() for edit in value.edits[len(own.edits) :]]
        edits += (edit for _, edit in self.found[count:])
        is_own = all(path == own.path for path, _ in self.found[count:])
        if is_own and all(member in edit.interpretations[0].search for edit in edits):
            names.update({name: texts.get(name) for name in changed})
        else:
            del self.found[count:]
            self._forget(statement, names)

    def _repeat(self, statement: ast.For, values: _Value, target: ast.expr, names: dict[str, _Value]) -> None:
        is_plain = not statement.orelse and not any(
            isinstance(each, ast.Break | ast.Continue) for each in ast.walk(statement)
        )
        if not is_plain or not isinstance(values, _Items) or values.is_mapping:
            self._forget(statement, names)
            return
        for value in values.values:
            self._bind(target, value, names)
            self.follow(statement.body, names)

    def _call(self, call: ast.Call, names: dict[str, _Value]) -> None:
        """Follow a call that may write a file or is one of a function of the program."""
        match call.func:
            case ast.Attribute(value=owner, attr="write" | "write_text"):
                self._write(self._value(owner, names), [self._value(each, names) for each in call.args[:1]])
            case ast.Name(id=name) if isinstance(function := names.get(name), _Function):
                self._call_function(function.node, call, names)
            case _:
                pass

    def _write(self, owner: _Value, written: Sequence[_Value]) -> None:
        match owner, written:
            case _Path(name=name) | _File(name=name, is_written=True), [_Text(path=path, edits=edits)]:
                if path == name:
                    self.found += ((path, edit) for edit in edits)

    def _call_function(self, function: ast.FunctionDef, call: ast.Call, names: Mapping[str, _Value]) -> None:
        """Follow a function whose parameters all have positional arguments of the call."""
        own = function.args
        parameters = [*own.posonlyargs, *own.args]
        is_plain = not (call.keywords or own.vararg or own.kwarg or own.kwonlyargs or own.defaults)
        returns = any(isinstance(each, ast.Return | ast.Yield) for each in ast.walk(function))
        if not is_plain or returns or len(parameters) != len(call.args):
            self._forget(function, {})
            return
        inner = dict(names)
        for parameter, argument in zip(parameters, call.args, strict=True):
            inner[parameter.arg] = self._value(argument, names)
        self.follow(function.body, inner)

    def _value(self, node: ast.expr | None, names: Mapping[str, _Value]) -> _Value:
        """The value of an expression, if there is one."""
        match node:
            case ast.Constant(value=str() as text):
                return text
            case ast.JoinedStr(values=parts):
                texts = [each.value for each in parts if isinstance(each, ast.Constant)]
                return "".join(map(str, texts)) if len(texts) == len(parts) else None
            case ast.Name(id=name):
                return names.get(name)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return _Items(tuple(self._value(each, names) for each in elements))
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                items = (_Items((self._value(key, names), self._value(value, names))) for key, value in pairs)
                return _Items(tuple(items), is_mapping=True)
            case ast.BinOp(left=left, op=ast.Add() | ast.Div(), right=right):
                return _joined(self._value(left, names), self._value(right, names), node.op)
            case ast.Call():
                return self._result(node, names)
            case _:
                return None

    def _result(self, call: ast.Call, names: Mapping[str, _Value]) -> _Value:
        """The result of a call."""
        arguments = [self._value(each, names) for each in call.args]
        match call.func:
            case ast.Name(id="Path") | ast.Attribute(value=ast.Name(id="pathlib"), attr="Path"):
                parts = [each for each in arguments if isinstance(each, str)]
                return _path(parts) if parts and len(parts) == len(call.args) else None
            case ast.Name(id="open"):
                return _opened(arguments, call)
            case ast.Attribute(value=owner, attr="read_text"):
                path = self._value(owner, names)
                return _Text(path.name) if isinstance(path, _Path) else None
            case ast.Attribute(value=owner, attr="read"):
                file = self._value(owner, names)
                return _Text(file.name) if isinstance(file, _File) and not arguments else None
            case ast.Attribute(value=owner, attr="items"):
                items = self._value(owner, names)
                return _Items(items.values) if isinstance(items, _Items) and items.is_mapping else None
            case ast.Attribute(value=owner, attr="open"):
                path = self._value(owner, names)
                return _opened([path, *arguments], call) if isinstance(path, _Path) else None
            case ast.Attribute(value=owner, attr="replace"):
                return _replaced(self._value(owner, names), arguments, call)
            case _:
                return None


def _goes_on(value: _Value, text: _Text) -> TypeGuard[_Text]:
    """True if a value is a text of a file, after no more than further replacements."""
    if not isinstance(value, _Text) or value.path != text.path:
        return False
    return value.edits[: len(text.edits)] == text.edits


def _joined(left: _Value, right: _Value, operator: ast.operator) -> _Value:
    """Two strings as one, or a path with another part."""
    if isinstance(operator, ast.Add):
        if not isinstance(left, str) or not isinstance(right, str):
            return None
        return left + right if len(left) + len(right) <= _MAX_LENGTH else None
    if isinstance(left, _Path) and isinstance(right, str):
        return _path([left.name, right])
    return None


def _path(parts: Sequence[str]) -> _Path | None:
    """The path with these parts; None if it is too long."""
    return _Path("/".join(parts)) if sum(map(len, parts)) <= _MAX_LENGTH else None


def _opened(arguments: Sequence[_Value], call: ast.Call) -> _Value:
    """An open file; None if its path or its mode is unknown, or if it is appended to."""
    modes = [each.value for each in call.keywords if each.arg == "mode"]
    mode: _Value = arguments[1] if len(arguments) > 1 else "r"
    if modes:
        mode = (
            modes[0].value if isinstance(modes[0], ast.Constant) and isinstance(modes[0].value, str) else None
        )
    name = arguments[0] if arguments else None
    name = name.name if isinstance(name, _Path) else name
    if not isinstance(name, str) or mode not in ("r", "rt", "w", "wt", "r+", "w+"):
        return None
    return _File(name, is_written=mode != "r")


def _replaced(owner: _Value, arguments: Sequence[_Value], call: ast.Call) -> _Value:
    """The text of a file after one more replacement; None if one of the texts is unknown."""
    if call.keywords or not isinstance(owner, _Text):
        return None
    match arguments:
        case [str() as old, str() as new] if old:
            edit = Replace((Interpretation(old, new),), is_everywhere=True, is_text=True)
        case [str() as old, str() as new, None] if old and _is_one(call.args[2]):
            edit = Replace((Interpretation(old, new),), is_everywhere=True, is_text=True, expected=1)
        case _:
            return None
    return _Text(owner.path, (*owner.edits, edit))


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 1 and node.value is not True
