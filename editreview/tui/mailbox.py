"""Messages of the worker on their way to the screen, also before there is one."""

from collections.abc import Callable

from textual.message import Message

from editreview.tui.messages import Planned

Post = Callable[[Message], object]
"""Takes a message. Returns False if there is no screen yet to receive it."""


class Mailbox:
    """Posts messages, and keeps the last one of each kind until there is a screen."""

    def __init__(self, post: Post) -> None:
        self.post = post
        """For messages that answer the screen, which is there."""
        self._unheard: dict[type[Message], Message] = {}
        self._is_plan_sent = False
        """There is word of a new plan that the screen has not heard yet: one at a time is enough."""

    def send(self, message: Message) -> None:
        if isinstance(message, Planned):
            if self._is_plan_sent:
                return
            self._is_plan_sent = True
        # The one before, if it was not received, must not be received after this one. Noted first: a screen
        # that opens just now receives it in any case.
        self._unheard.pop(type(message), None)
        self._unheard[type(message)] = message
        if self.post(message) is not False:
            self._unheard.pop(type(message), None)

    def early(self) -> list[Message]:
        """The messages sent before there was a screen: the last one of each kind, in order."""
        return list(self._unheard.values())

    def hear_plan(self) -> None:
        """The screen is about to take the plan as it is: from now on word of changes is sent again."""
        self._is_plan_sent = False
