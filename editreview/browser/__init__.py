"""A review whose screen is a page in a browser of the same user, on the same machine.

Two processes: the server (`server.py`) answers the browser, and the review runs in a child of it, with pipes
in place of the terminal (`pipes.py`). The page draws a terminal by the script of textual-serve; what travels
between the two is the protocol of Textual's `WebDriver`.

aiohttp and textual-serve are the extra `serve` of the package, and imported only by `server.py`. No other
command loads a module of this package.
"""

_PACKAGES = {"aiohttp": "aiohttp", "textual-serve": "textual_serve"}
"""The modules of the extra, by the names of their packages."""


def missing_packages() -> list[str]:
    """The packages of the extra `serve` that are not installed."""
    from importlib.util import find_spec

    return [name for name, module in _PACKAGES.items() if find_spec(module) is None]
