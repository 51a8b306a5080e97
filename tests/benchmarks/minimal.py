"""The smallest Textual app that shows a list and a text: what ours is measured against."""

import sys
from collections.abc import Iterator

from textual.app import App
from textual.widget import Widget
from textual.widgets import Footer, Header, OptionList, Static


class Minimal(App[None]):
    def compose(self) -> Iterator[Widget]:
        yield Header()
        yield OptionList("first", "second", "third")
        yield Static(sys.argv[1])
        yield Footer()


if __name__ == "__main__":
    Minimal().run()
