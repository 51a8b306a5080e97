"""A review on the screen, for the commands that show one.

Textual is imported here, on first use, while git runs.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from editreview.errors import INTERRUPTED, NoTerminal, ReviewCrashed, UsageError
from editreview.matching import Tier
from editreview.review import DiffLayout, Review
from editreview.settings import ReviewOptions
from editreview.streams import open_file, run_and_report, say
from editreview.terminal import stand_in, take_over
from editreview.workspace import SavedReview, current_folder

if TYPE_CHECKING:
    from editreview.headless import Outputs
    from editreview.review import ProjectCommand, ResumedReview
    from editreview.tui.app import ReviewResult
    from editreview.tui.controllers.conversing import Agent
    from editreview.user_commands import FeedbackCommand

_SHORT_HASH = 7
"""Characters of a commit's hash."""


class ScreenOptions(Struct, frozen=True):
    """The options of the screen."""

    accept: Tier = Tier.TOLERANT
    """The loosest tier that "accept all safe blocks" accepts."""
    can_stage: bool = True
    layout: str | None = None
    """None for that of the configuration, as for the theme."""
    theme: str | None = None
    theme_option: str = "--theme"
    """The option or environment variable that named the theme."""
    no_color: bool = False
    is_ascii: bool = False
    command: "ProjectCommand | None" = None
    """The project command."""
    agent: "Agent | None" = None
    """The agent whose edits are under review."""
    otherwise: str = "Without one, use `editreview check` or `editreview apply`."
    """A sentence for the user who has no terminal."""
    served: str | None = None
    """The descriptors that stand for the terminal's, if a browser shows the screen."""


def agent_of(command: str | None, root: str | None) -> "FeedbackCommand | None":
    """The recipient of the feedback; None without one.

    Args:
        command: The command of --feedback-to.
        root: The folder of --root, where the command runs; None for the current folder.
    """
    if command is None:
        return None
    # Imported on first use: few reviews have one.
    from editreview.user_commands import FeedbackCommand

    return FeedbackCommand(command, Path(root or "."))


class NoBrowser(Exception):
    """No browser asked for the screen."""

    def __init__(self, opened: "Review | ResumedReview", source: int | None) -> None:
        self.opened = opened
        self.source = source
        """The descriptor of the response; None if it was to be pasted."""


def show_review(
    opening: "Callable[[], tuple[Review | ResumedReview, int | None]]",
    options: ReviewOptions,
    screen: ScreenOptions,
) -> "tuple[Review | ResumedReview, ReviewResult]":
    """Show a review on screen until the user ends it.

    Args:
        opening: Opens a new review or a saved one, on another thread. Returns it with the descriptor of the
            response; None for what was piped in, or for the user to paste.
        options: The options of the review.
        screen: The options of the screen.

    Returns:
        What was opened, and how it ended.

    Raises:
        UsageError: As `opening`, or the look is invalid.
        NoTerminal: There is no terminal.
        NoBrowser: No browser asked for the screen in time.
    """
    from concurrent.futures import ThreadPoolExecutor

    load_asyncio()
    served = screen.served
    replaced = take_over(screen.otherwise) if served is None else stand_in(*map(int, served.split(",")))
    with replaced as streams, ThreadPoolExecutor(1) as beside:
        # Git runs while Textual is imported. No object made before the first frame becomes garbage, so the
        # collector is off until then; the app turns it on again.
        gc.disable()
        is_open = beside.submit(opening)
        from editreview.tui.app import Settings, run_review
        from editreview.tui.keys import keymap_in_force
        from editreview.tui.parts import browsers_display, terminals_display
        from editreview.tui.themes import check_theme

        look = options.config.view
        check_theme(screen.theme or look.theme, screen.theme_option if screen.theme else options.source)
        display_of = terminals_display if served is None else browsers_display
        settings = Settings(
            screen.accept,
            DiffLayout(screen.layout or look.layout),
            screen.theme or look.theme,
            display_of(no_color=screen.no_color, is_ascii=screen.is_ascii or look.ascii),
            keys=keymap_in_force(options.config.keys, options.source),
            can_stage=screen.can_stage,
            trailers=options.config.commit.trailers,
            command=screen.command,
            runs_first=options.config.checks.project.before_apply,
            agent=screen.agent,
        )
        opened, descriptor = is_open.result()
        source = streams.data if descriptor is None else descriptor
        if served is not None:
            from editreview.browser import wait_for_browser

            size = wait_for_browser()
            if size is None:
                raise NoBrowser(opened, source)
            settings = replace(settings, browser_size=size)
        review = opened if isinstance(opened, Review) else opened.review
        if not settings.can_stage:
            review.leave_unstaged()
        try:
            if isinstance(opened, Review):
                # With neither, the user pastes the response.
                return opened, run_review(review, source, settings)
            ended = run_review(review, open_file(str(opened.saved.response_paths[0])), settings, opened)
        finally:
            if screen.agent is not None:
                screen.agent.close()
        ended.messages += opened.unreadable
        return opened, ended


def review_response(
    response: str | None,
    options: ReviewOptions,
    screen: ScreenOptions,
    outputs: "Outputs | None" = None,
    *,
    source: int | None = None,
    resume: str | None = None,
    model: str | None = None,
    no_stats: bool = False,
) -> int:
    """Review a response on the screen.

    Args:
        response: Its file; None or `-` for standard input, and for another source.
        options: The options of the review.
        screen: The options of the screen.
        outputs: The outputs that were asked for, if any.
        source: The descriptor of the response; None for standard input.
        resume: The id of a saved review to resume, "" for the last one; None for a new review.
        model: The model that answered, for the statistics.
        no_stats: True to record no figures of it.

    Returns:
        The exit status.

    Raises:
        UsageError: The response or an option cannot be used.
        NoBrowser: No browser asked for the screen in time.
        ReviewCrashed: A bug ended it.
    """

    def opening() -> "tuple[Review | ResumedReview, int | None]":
        if resume is not None:
            return options.resume(resume), source
        review = options.open()
        if response not in (None, "-"):
            review.response_name = Path(str(response)).name
        return review, source

    if resume is not None:
        screen = replace(screen, otherwise="`editreview sessions` lists the saved reviews.")
    try:
        opened, ended = show_review(opening, options, screen)
    except NoTerminal:
        if resume is not None:
            # A terminal does not help if there is no such review.
            options.resume(resume).saved.release()
        raise
    if ended.crash is None:
        from editreview.headless import record_run

        folder = ended.saved_folder if isinstance(opened, Review) else opened.saved.folder
        id = None if folder is None else SavedReview(folder).id
        record_run(ended.review, "review", options.config, model=model, no_stats=no_stats, id=id)
    return conclude(ended, outputs)


def run_plainly(arguments: list[str]) -> int:
    """Review a response without any option: `editreview [RESPONSE]`. Returns the exit status.

    Args:
        arguments: The file of the response, if any.
    """

    def review() -> int:
        response = arguments[0] if arguments else None
        options = ReviewOptions.of()
        source = None if response is None else open_file(response)
        return review_response(response, options, ScreenOptions(), source=source)

    return run_and_report(review, debug=False)


def load_asyncio() -> None:
    """Load asyncio for Textual as it is on a Python without `ssl`.

    A review encrypts no connection, and OpenSSL takes a twentieth of the time until the first frame. Whatever
    imports `ssl` later gets it.
    """
    if "ssl" in sys.modules:
        return
    # So the import system says that there is no such module.
    sys.modules["ssl"] = None  # type: ignore[assignment]
    try:
        import_module("asyncio")
    finally:
        del sys.modules["ssl"]


def conclude(ended: "ReviewResult", outputs: "Outputs | None", agent: Sequence[str] = ()) -> int:
    """Print the outcome of a review on screen. Returns the exit status.

    Args:
        ended: The outcome.
        outputs: The outputs that were asked for, if any.
        agent: The agent whose edits were under review, and its arguments.

    Raises:
        ReviewCrashed: A bug ended it.
    """
    if ended.crash is not None:
        folder = ended.saved_folder
        where = f"Review {_resumable(ended, folder)}." if folder else "The review could not be saved."
        raise ReviewCrashed(where) from ended.crash
    # Imported at the end: the first frame waits for what is imported above.
    from editreview.headless import emit, store_for_prompt
    from editreview.review import make_report

    store_for_prompt(ended.review)
    report = make_report(ended.review)
    lost = None if outputs is None else emit(ended.review, report, outputs)
    say(report.summary())
    for effect in ended.review.log.effects:
        if effect.commit is not None:
            say(f"committed {effect.commit.commit[:_SHORT_HASH]}")
    for message in ended.messages:
        say(message)
    if ended.saved_folder is not None:
        say(f"review {_resumable(ended, ended.saved_folder, agent)}")
    if lost is not None and not ended.interrupted:
        raise lost
    return INTERRUPTED if ended.interrupted else report.exit_status


def _resumable(ended: "ReviewResult", saved_folder: Path, agent: Sequence[str] = ()) -> str:
    """The command that resumes a saved review, as it can be typed where the program was started."""
    # Only reviews that end with something left to do need them.
    import shlex
    from shutil import which

    program = ["editreview"] if which("editreview") else [sys.executable, "-m", "editreview"]
    root, is_inside = ended.review.workspace.root.folder, False
    with suppress(UsageError):
        is_inside = current_folder().resolve().is_relative_to(root)
    where = [] if is_inside else ["--root", str(root)]
    is_applied = any(effect.decisions is not None for effect in ended.review.log.effects)
    # What is left of changes on disk is another diff now.
    again = ["changes"] if is_applied else ["--resume"]
    if agent:
        again, where = ["agent", "--resume"], [*where, "--", *agent]
    return f"saved; continue with `{shlex.join([*program, *again, *where])}` ({saved_folder})"
