"""The docstrings below fields and members, which Python does not keep: they are read from the source."""

import ast
import inspect
import textwrap


def described(kind: type) -> dict[str, str]:
    """The docstrings of a class's members or fields, by name; empty for one that has none.

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
