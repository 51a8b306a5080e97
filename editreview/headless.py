"""A review without a person: what is sure enough is done, and what became of it is said."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from editreview.errors import GitFailed
from editreview.matching import Tier
from editreview.outputs import Outputs, describe, emit, notes, remember_wanted, say
from editreview.review import Report, Review, make_report


@contextmanager
def ends_cleanly() -> Iterator[None]:
    """A signal that ends the program is an exception, so that what is half done is put back first."""

    def end(number: int, frame: FrameType | None) -> None:
        # Once is enough: a second one would interrupt the putting back.
        for number in before:
            signal.signal(number, lambda got, _: None)
        raise KeyboardInterrupt

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    # One that we were started with ignored, as by nohup, stays so.
    before = {n: handler for n in numbers if (handler := signal.getsignal(n)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def carry_out(
    review: Review, tier: Tier, outputs: Outputs, *, atomic: bool, dry_run: bool, stage: bool = False
) -> Report:
    """Accept what may go without a person, do it unless it is a dry run, and say what became of it.

    Raises:
        TreeError: Nothing was written.
        GitFailed: The files are written, and git would not stage them; the report was made.
        OutputLost: All is done, and what was asked for on standard output could not be delivered.
    """
    review.workspace.stages = stage
    review.accept(tier)
    review.prepare()
    if atomic and make_report(review, dry_run=True).exit_status != 0:
        review.undo()
    not_staged: GitFailed | None = None
    if dry_run:
        review.prepare()
    else:
        review.write()
        try:
            if stage:
                review.stage()
        except GitFailed as error:
            # The files are written: that has to be reported first.
            not_staged = error
    report = make_report(review, dry_run=dry_run)
    # Offers stand below the blocks, as on screen.
    for proposal in sorted(review.proposals, key=review.is_offer):
        say(describe(review, proposal, dry_run=dry_run))
    for note in notes(review):
        say(note)
    if not dry_run:
        remember_wanted(review)
    lost = emit(review, report, outputs)
    say(report.summary())
    if not_staged is not None:
        raise not_staged
    if lost is not None:
        raise lost
    return report
