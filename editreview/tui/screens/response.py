"""The page with the response as received."""

import asyncio

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from editreview.tui.keys import Where
from editreview.tui.response_text import ResponseAccess
from editreview.tui.screens.dialog import Box, KeyedScreen
from editreview.tui.widgets.fields import LineField
from editreview.tui.widgets.panes import ResponsePage


class ResponseScreen(KeyedScreen[None]):
    """Shows the response until a key closes it."""

    CSS_PATH = "response.tcss"
    WHERE = Where.RESPONSE

    def __init__(self, raw: ResponseAccess, number: int | None) -> None:
        """
        Args:
            raw: The response.
            number: The block to scroll to.
        """
        super().__init__()
        self._raw = raw
        self._number = number
        self._query = ""

    def compose(self) -> ComposeResult:
        with Box("The response", id="raw") as box:
            box.name_keys(*self._key_labels())
            yield ResponsePage(self._raw, self._number, id="lines")

    def _key_labels(self) -> list[str]:
        keys = self.keys
        labels = {"move": ("down", "up"), "block": ("block", "block-back"), "sideways": ("left", "right")}
        pairs = (f"{keys[f'response.{a}']} {keys[f'response.{b}']} {what}" for what, (a, b) in labels.items())
        search = f"{keys['response.search']} search, {keys['response.next']} {keys['response.back']}"
        *most, sideways = pairs
        return [*most, search, sideways, "esc close"]

    def action_move(self, rows: int) -> None:
        self.query_one(ResponsePage).move(rows)

    def action_sideways(self, cells: int) -> None:
        self.query_one(ResponsePage).sideways(cells)

    def action_step(self, direction: int) -> None:
        self.query_one(ResponsePage).step(direction)

    def action_search(self) -> None:
        if not self.query(Input):
            field = LineField(placeholder="search the whole response")
            self.query_one("#raw").mount(field)
            field.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        self._query = event.value
        await event.input.remove()
        await self.action_again(1)

    async def action_back(self) -> None:
        if self.query(Input):
            await self.query(Input).remove()
        else:
            self.dismiss(None)

    async def action_again(self, direction: int) -> None:
        page = self.query_one(ResponsePage)
        if not self._query:
            return
        # On a thread: a hundred megabytes take a while.
        found = await asyncio.to_thread(self._raw.find, self._query, page.search_line, direction)
        if not self.query(Box):
            # The page was closed meanwhile.
            return
        keys = self._key_labels() if found else [f"{self._query} was not found in the response"]
        self.query_one(Box).name_keys(*keys)
        if found is not None:
            page.go_to_found(found)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.action_move(-3)
