"""Copying to the clipboard: the location at the cursor, selected text, and the feedback."""

from typing import TYPE_CHECKING

from editreview.text import counted

if TYPE_CHECKING:
    from editreview.tui.diff.view import DiffView
    from editreview.tui.messages import FeedbackMade
    from editreview.tui.view import ReviewView


class Copying:
    """Passes texts to the clipboard."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self._status = view.status

    def location(self) -> None:
        """Copy the path and the line at the cursor."""
        proposal = self._view.proposal
        path = None if proposal is None else self._session.path_on_disk(proposal)
        if proposal is None or path is None:
            return
        line = self._view.line_of(proposal)
        location = path if line is None else f"{path}:{line}"
        self._copy(location, location)

    def selected(self, message: "DiffView.Selected") -> None:
        """Copy a text that was selected with the mouse."""
        lines = counted(message.text.count("\n") + (not message.text.endswith("\n")), "line")
        self._copy(message.text, f"{lines} of the {message.side} side")

    def feedback(self) -> None:
        """Have the worker write what failed or was rejected."""
        self._status.set_message("writing the feedback …")
        self._session.worker.make_feedback()

    def finish_feedback(self, message: "FeedbackMade") -> None:
        """Copy the feedback, now that it is written."""
        if not message.text:
            self._status.set_message("nothing to send back: no block failed or was rejected")
        else:
            self._copy(message.text, "feedback", f" · also in {message.file}" if message.file else "")

    def _copy(self, text: str, name: str, more: str = "") -> None:
        """Copy a text, and tell the user by what."""
        self._view.copy(text, lambda way: self._status.set_message(f"{name} copied {way}{more}"))
