"""The driver of a review in a browser: Textual's, with our parser of pastes, which ends with the server."""

from textual.drivers import web_driver
from textual.messages import ExitApp

from editreview.tui.driver import PasteParser
from editreview.tui.textual_internals import app_of, use_parser


class BrowserDriver(web_driver.WebDriver):
    """Reads keys from standard input, and writes what is drawn to standard output, in packets."""

    def run_input_thread(self) -> None:
        use_parser(web_driver, PasteParser)
        super().run_input_thread()
        # The input has ended: the browser has gone, or the server has.
        if not self.exit_event.is_set():
            app_of(self).post_message(ExitApp())

    def write(self, data: str) -> None:
        try:
            super().write(data)
        except BrokenPipeError:
            # Nobody sees what is drawn any more. The end of the input ends the review.
            return

    def stop_application_mode(self) -> None:
        try:
            super().stop_application_mode()
        except BrokenPipeError:
            return
