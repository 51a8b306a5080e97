"""Names of a package that are imported when they are first used.

The first frame waits for each import, and many runs end without most of them.
"""

from collections.abc import Callable, Mapping
from importlib import import_module


def on_first_use(package: str, names: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The `__getattr__` of a package.

    Args:
        package: The package's name.
        names: The names that are imported on first use, by the module of the package that has them.

    Returns:
        A function that imports a name, and raises AttributeError for one that is not listed.
    """
    modules = {name: module for module, of_module in names.items() for name in of_module}

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get
