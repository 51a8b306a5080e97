"""Conventions of the code: what docstrings say, and names that mean one thing."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from tests.documents import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef
PACKAGE, TESTS = (
    [
        path
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not {"tree", "cases"}.intersection(path.relative_to(ROOT).parts)
    ]
    for folder in ("editreview", "tests")
)
ARGUMENTS = re.compile(r"^Args:\n(?P<lines>(?:    .*\n?|\n)*)", re.MULTILINE)
ARGUMENT = re.compile(r"    (?P<names>[\w*]+(?:, [\w*]+)*):")
QUESTION = re.compile(r'(?:\A|:\n\s+)r?"""(?:What|Whether|How|Where|When|Which|Who|That)\b.*')

LEANS = re.compile(r'"""The same(?:[,.]| (?:after|as|at|by|for|from|if|in|near|of|on|to|with|without)\b).*')


def documented(node: ast.AST) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    """The docstring of each function and class inside a node."""
    for child in ast.iter_child_nodes(node):
        # Expressions, most of the tree, have no docstrings.
        if isinstance(child, ast.stmt):
            if isinstance(child, Function | ast.ClassDef):
                yield ast.get_docstring(child) or "", child
            yield from documented(child)


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the package, by path."""
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in PACKAGE}


def parameters_of(node: Function | ast.ClassDef) -> set[str]:
    """The parameters of a function, or of the first one of a class, its `__init__`."""
    inside = node.body if isinstance(node, ast.ClassDef) else [node]
    arguments = next(each for each in inside if isinstance(each, Function)).args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    others = (each for each in (arguments.vararg, arguments.kwarg) if each is not None)
    return {each.arg for each in (*listed, *others)}


def names_in(docstring: str) -> set[str]:
    """The parameters that a docstring explains."""
    section = ARGUMENTS.search(docstring)
    lines = section["lines"].splitlines() if section is not None else []
    found = (ARGUMENT.match(line) for line in lines)
    return {name.lstrip("*") for each in found if each for name in each["names"].split(", ")}


def test_each_explained_parameter_exists() -> None:
    assert [] == [
        (path, node.name, missing)
        for path, tree in trees().items()
        for text, node in documented(tree)
        if (names := names_in(text)) and (missing := names - parameters_of(node))
    ]


WORD = re.compile(r"\w+")


def test_each_public_function_is_used_outside_of_its_module() -> None:
    words = {
        str(path.relative_to(ROOT)): {*WORD.findall(path.read_text("utf-8"))} for path in (*PACKAGE, *TESTS)
    }
    modules = Counter(word for each in words.values() for word in each)

    assert [] == [
        (path, node.name)
        for path, tree in trees().items()
        for node in tree.body
        if isinstance(node, Function) and not node.name.startswith("_") and modules[node.name] == 1
    ]


def test_no_public_class_has_the_name_of_another() -> None:
    names = Counter(
        node.name for tree in trees().values() for node in tree.body if isinstance(node, ast.ClassDef)
    )

    assert [] == [name for name, count in names.items() if count > 1 and not name.startswith("_")]


def for_types(tree: ast.Module) -> set[tuple[str, str]]:
    """The modules and names that a package imports for types only."""
    blocks = [
        node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    imports = [each for block in blocks for each in block.body if isinstance(each, ast.ImportFrom)]
    return {(str(each.module), name.name) for each in imports for name in each.names}


def assignments(tree: ast.Module) -> list[ast.Assign]:
    return [node for node in tree.body if isinstance(node, ast.Assign)]


def on_first_use(tree: ast.Module, package: str) -> set[tuple[str, str]]:
    """The modules and names that a package imports on first use."""
    calls = [node.value for node in assignments(tree) if isinstance(node.value, ast.Call)]
    tables = [call.args[1] for call in calls if ast.unparse(call.func) == "on_first_use"]
    return {
        (f"{package}.{ast.literal_eval(module)}", str(name.value))
        for table in tables
        if isinstance(table, ast.Dict)
        for module, names in zip(table.keys, table.values, strict=True)
        if module is not None
        for name in ast.walk(names)
        if isinstance(name, ast.Constant)
    }


def test_a_package_imports_on_first_use_what_it_names_for_types() -> None:
    """And it exports that: a name in one of the two lists alone would be forgotten."""
    for path, tree in trees().items():
        names = on_first_use(tree, path.removesuffix("/__init__.py").replace("/", "."))
        if names:
            (exports,) = (
                node.value for node in assignments(tree) if ast.unparse(node.targets[0]) == "__all__"
            )
            assert names == for_types(tree)
            assert {name for _, name in names} <= set(ast.literal_eval(exports))


def test_no_docstring_leans_on_the_one_above_it() -> None:
    """“The same for …” loses what it means once something is inserted above."""
    found = {str(path): LEANS.findall(path.read_text("utf-8")) for path in PACKAGE}

    assert {} == {path: openings for path, openings in found.items() if openings}


def test_none_opens_with_a_question_word() -> None:
    paths = [*PACKAGE, *TESTS]
    found = {str(path): QUESTION.findall(path.read_text("utf-8")) for path in paths}

    assert {} == {path: openings for path, openings in found.items() if openings}


def is_text(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Constant(str())):
            return True
    return False


def test_no_docstring_stands_below_another() -> None:
    """Only the first one would belong to what it stands below."""
    bodies = [
        (path, body)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(body := getattr(node, "body", None), list)
    ]

    assert [] == [
        (path, second.lineno)
        for path, body in bodies
        for first, second in pairwise(body)
        if is_text(first) and is_text(second)
    ]


LEANING = re.compile(
    r"^ *(?:async )?def test_(?:so|nor)_\w+"
    r"|^(?:async )?def test_(?:(?:they|their|its)_|(?:[a-z\d]+_){0,4}(?:it|them)(?![a-z\d]))\w*",
    re.MULTILINE,
)
"""A pronoun among the first words has hardly a noun before it but the subject."""


def test_no_name_of_a_test_leans_on_the_one_above() -> None:
    """Tests move and fail alone. A pronoun may stand for what the class around a test is named after."""
    found = {str(path): LEANING.findall(path.read_text("utf-8")) for path in TESTS}

    assert {} == {path: names for path, names in found.items() if names}


TEST_MODULES = re.compile(r"^ *(?:from|import) tests\b.*\btest_.*", re.MULTILINE)


def test_no_module_imports_from_a_module_of_tests() -> None:
    """Helpers of several modules have one of their own: a test moves without them."""
    found = {str(path): TEST_MODULES.findall(path.read_text("utf-8")) for path in TESTS}

    assert {} == {path: imports for path, imports in found.items() if imports}


MAKES_PATTERN = {"lazy_pattern", "re.compile"}
OBVIOUS = 60
"""The most characters of a regular expression that needs no words."""


def longest_pattern(node: ast.stmt) -> int:
    """The length of the longest regular expression that an assignment makes; 0 if it makes none."""
    calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    return max(
        (
            sum(
                len(part.value)
                for part in ast.walk(call)
                if isinstance(part, ast.Constant)
                if isinstance(part.value, str)
            )
            for call in calls
            if isinstance(node, ast.Assign | ast.AnnAssign) and ast.unparse(call.func) in MAKES_PATTERN
        ),
        default=0,
    )


def test_a_long_regular_expression_has_words() -> None:
    """A docstring, with an example that matches, or a comment above it."""
    unexplained = []
    for path, tree in trees().items():
        lines = (ROOT / path).read_text("utf-8").splitlines()
        bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef)]
        for node, below in (pair for body in bodies for pair in pairwise([*body, ast.Pass()])):
            is_commented = is_text(below) or lines[node.lineno - 2].lstrip().startswith("#")
            if not is_commented and longest_pattern(node) > OBVIOUS:
                unexplained.append((path, node.lineno))

    assert [] == unexplained
