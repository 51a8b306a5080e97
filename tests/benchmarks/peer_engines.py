"""`python peer_engines.py NAME SECONDS`: what another engine makes of edits, each in so many seconds at most.

Run with the engines' folder as PYTHONPATH and nothing else of ours. Standard input is a JSON list
of [text, search, replace], standard output one of [text or null, whether it was stopped].
"""

import json
import signal
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

Engine = Callable[[str, str, str], str | None]
"""Text, search and replace to the new text, or None if it refuses."""


class Stopped(BaseException):
    """Time is up. Not an Exception, so that no engine takes it for a failed match."""


def aider() -> Engine:
    # The package's own __init__ imports half of PyPI, and the engine needs none of it.
    package = find_spec("aider")
    if package is None or package.submodule_search_locations is None:
        raise ImportError("aider")
    folder = Path(package.submodule_search_locations[0])
    _stand_in("aider", __path__=[str(folder)])
    _stand_in("aider.coders", __path__=[str(folder / "coders")])
    _stand_in("aider.utils")
    _stand_in("aider.dump", dump=print)
    _stand_in("aider.coders.base_coder", Coder=object)
    _stand_in("aider.coders.editblock_prompts", EditBlockPrompts=object)
    coder: Any = import_module("aider.coders.editblock_coder")

    def edit(text: str, search: str, replace: str) -> str | None:
        found: str | None = coder.replace_most_similar_chunk(text, search, replace)
        return found

    return edit


def harnesskit() -> Engine:
    engine: Any = import_module("hk")

    def edit(text: str, search: str, replace: str) -> str | None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "file")
            file.write_bytes(text.encode())
            said = engine.apply_edit(str(file), search.removesuffix("\n"), replace.removesuffix("\n"))
            return file.read_bytes().decode() if said.status == "applied" else None

    return edit


def apply_edit_block() -> Engine:
    engine: Any = import_module("apply_edit_block")

    def edit(text: str, search: str, replace: str) -> str | None:
        block = {"search": search.removesuffix("\n"), "replace": replace.removesuffix("\n")}
        said = engine.apply_edit(text, block)
        return said.text if said.ok else None

    return edit


ENGINES: dict[str, Callable[[], Engine]] = {
    "aider-chat": aider,
    "apply-edit-block": apply_edit_block,
    "harnesskit": harnesskit,
}


def _stand_in(name: str, **attributes: object) -> None:
    module = ModuleType(name)
    vars(module).update(attributes)
    sys.modules[name] = module


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _answer(engine: Engine, edit: tuple[str, str, str], seconds: float) -> tuple[str | None, bool]:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return engine(*edit), False
    except Stopped:
        return None, True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main(name: str, seconds: str) -> None:
    engine = ENGINES[name]()
    signal.signal(signal.SIGALRM, _stop)
    print(json.dumps([_answer(engine, edit, float(seconds)) for edit in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
