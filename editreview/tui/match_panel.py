"""The panel above or beside the diff, with the strategies or the candidates of a block.

Its rows, its widget, and its cursor: the diff previews the row under it.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice, pairwise
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.geometry import Size
from textual.strip import Strip

from editreview.blocks import LineRange
from editreview.errors import Reason
from editreview.matching import CASCADE, MAX_CANDIDATES, Match
from editreview.review import (
    Alternative,
    AlternativeKind,
    BlockWarning,
    DiffMode,
    DiffModel,
    Proposal,
    Review,
    StrategyResult,
    Subject,
    Verdict,
    alternatives_of,
    changed_by,
    line_with_all_rows,
    lines_named,
    numbered,
    scope_labels,
    suggested_match,
)
from editreview.text import counted
from editreview.tui.diff.paint import ADJUSTED as SIGNS
from editreview.tui.diff.paint import FILE_HAS, IGNORED
from editreview.tui.keys import Keymap
from editreview.tui.match_line import EMPTY_SEARCHES, is_for_each
from editreview.tui.messages import FieldMessage
from editreview.tui.parts import Look, Part, padded, picture, text_of
from editreview.tui.session import Pane
from editreview.tui.signs import MARK
from editreview.tui.widgets import PaneWidget, by_wheel

if TYPE_CHECKING:
    from editreview.tui.view import ReviewView


K = TypeVar("K")
FOUND, MISSED, WARNING, ADJUSTED = "panel--found", "panel--missed", "panel--warning", "panel--adjusted"
_MAX_RUNS = 50
"""Runs of differing or adjusted lines that have a row."""
_RETURN = "\r"
_NAME = max(len(strategy.name) for strategy in CASCADE)
_WHERE = 11
"""Cells of the column of lines, in which `L1200–1250` fits."""
_VERDICTS = {Verdict.ACCEPTED: "accepted", Verdict.REJECTED: "rejected", Verdict.UNDECIDED: "undecided"}
_NO_TEXT = "This edit has no search text: it says where it goes."
_MATCHES = "{matches} lists its candidates."
_NOT_TRIED = (
    "Nothing was tried: the model was not shown this file.",
    "{matches} lists the choices: include the block, or leave it.",
)


class Target(Struct, frozen=True):
    """The effect of choosing a row."""

    strategy: str | None = None
    """The strategy that found `matches`; None if the row is about something else."""
    match: Match | None = None
    """The match that the diff shows."""
    matches: tuple[Match, ...] = ()
    """All matches of the strategy."""
    option: int | None = None
    """The index of a candidate."""
    line: int | None = None
    """The line of the diff that the row is about, 0-based."""
    is_old: bool = False
    """True if that is a line of the old side."""


class PanelRow(Struct, frozen=True):
    parts: tuple[Part, ...]
    target: Target | None = None
    """None for a row that is only text."""
    is_current: bool = False
    """True for the match that the block has now."""


def _strategy_rows(proposal: Proposal, results: Sequence[StrategyResult], keys: Keymap) -> list[PanelRow]:
    """The rows of every strategy tried so far."""
    rows = [row for each in results for row in _rows_of_strategy(proposal, each)]
    if not rows:
        rows = [
            PanelRow(((f"  {v.strategy:<{_NAME}} {counted(v.matches, 'match')}", MISSED),))
            for v in proposal.verdicts
        ]
        reasons = (line.format(matches=keys["match.list"]) for line in _not_searched(proposal))
        rows += (PanelRow(((f"  {line}", MISSED),)) for line in reasons)
    return rows


def _not_searched(proposal: Proposal) -> tuple[str, ...]:
    """The reason why no strategy searched for a block."""
    if proposal.reason is Reason.NOT_IN_CONTEXT:
        return _NOT_TRIED
    if proposal.candidates is None:
        return (f"Not searched for: {proposal.sentence}",)
    return (_NO_TEXT, _MATCHES) if len(proposal.candidates.matches) > 1 else (_NO_TEXT,)


def _rows_of_strategy(proposal: Proposal, result: StrategyResult) -> list[PanelRow]:
    strategy, matches = result.strategy, result.matches
    if not matches:
        text = f"✗ {strategy.name:<{_NAME}} {strategy.tier:<8} ignores {strategy.ignores}"
        return [PanelRow(((text, MISSED),), Target())]
    rows: list[PanelRow] = []
    for nth, match in enumerate(matches[:MAX_CANDIDATES]):
        is_here = proposal.is_ready and any(c.key == match.key for c in proposal.chosen)
        is_current = is_here and proposal.strategy == strategy.name
        head = f"{strategy.name:<{_NAME}} {strategy.tier:<8}" if nth == 0 else " " * (_NAME + 9)
        remarks = [text for text in result.ignored[nth : nth + 1] if text]
        remarks += [match.adjusted] if match.adjusted else []
        parts: list[Part] = [("● " if is_current else "✓ ", FOUND), (head, "")]
        parts += [(f" {_where(match.lines):<{_WHERE}}", FOUND), (f"{_percent(match.score):>5}", "")]
        parts += [(f"  {' · '.join(remarks)}", ADJUSTED)] if remarks else []
        parts += [(f"  △ {warning.message}", WARNING) for warning in match.warnings]
        rows.append(PanelRow(tuple(parts), Target(strategy.name, match, matches), is_current))
    if len(matches) > MAX_CANDIDATES:
        more = f"{' ' * (_NAME + 12)}and {counted(len(matches) - MAX_CANDIDATES, 'match')} more"
        rows.append(PanelRow(((more, MISSED),)))
    return rows


def _known_rows(proposal: Proposal, model: DiffModel | None) -> list[PanelRow]:
    """The block's warnings, and the differences and adjustments of the current match, with their lines."""
    rows = [_row_of_warning(proposal, warning) for warning in proposal.warnings]
    rows += [_row_of_mark(proposal, mark) for mark in proposal.marks]
    if model is not None:
        for kind, first, last in islice(_runs_of_one_kind(model.ignored), _MAX_RUNS):
            text = f"{'differs' if first == last else 'differ'} from the block in {kind}"
            rows.append(_row_about((f"{IGNORED} ", text, WARNING), first, last, is_old=True))
        for adjusted, first, last in islice(_runs_of_one_kind(model.adjusted), _MAX_RUNS):
            text = f"{counted(last - first + 1, 'new line')} adjusted to the file's {FILE_HAS[adjusted]}"
            rows.append(_row_about((f"{SIGNS[adjusted]} ", text, ADJUSTED), first, last, is_old=False))
    if proposal.base is not None and proposal.base.has_carriage_returns and proposal.chosen:
        text = "new lines end like those of the file, with carriage return and line feed"
        rows.append(PanelRow(((f"{picture(_RETURN)} {text}", ADJUSTED),)))
    return [*rows, PanelRow((("", ""),))] if rows else []


def _row_about(remark: tuple[str, str, str], first: int, last: int, *, is_old: bool) -> PanelRow:
    """The row of a remark (sign, words, style) on some lines, 0-based."""
    sign, words, style = remark
    where = lines_named((first + 1, last + 1))
    return PanelRow(((f"{sign}{where:<{_WHERE}} {words}", style),), Target(line=first, is_old=is_old))


def _row_of_warning(proposal: Proposal, warning: BlockWarning) -> PanelRow:
    """A warning with its line; a warning about a whole match gets the first line of that."""
    line = _line_of(proposal, warning)
    if line is None and warning.consequence.subject is Subject.MATCH and proposal.lines is not None:
        return _row_about(
            ("△ ", warning.message, WARNING), proposal.lines[0] - 1, proposal.lines[0] - 1, is_old=True
        )
    if line is None:
        return PanelRow(((f"△ {'':<{_WHERE}} {warning.message}", WARNING),))
    return _row_about(("△ ", warning.without_line, WARNING), line, line, is_old=warning.is_old)


def _row_of_mark(proposal: Proposal, mark: BlockWarning) -> PanelRow:
    """A remark, with its line."""
    line = _line_of(proposal, mark)
    if line is None:
        return PanelRow(((f"{MARK} {'':<{_WHERE}} {mark.message}", ADJUSTED),))
    return _row_about((f"{MARK} ", mark.without_line, ADJUSTED), line, line, is_old=mark.is_old)


def _line_of(proposal: Proposal, warning: BlockWarning) -> int | None:
    """The line of the diff that a warning is about, 0-based; None if it is about no single line."""
    if warning.line is None or warning.is_old or proposal.base is None:
        return None if warning.line is None else warning.line - 1
    return line_with_all_rows(proposal, warning.line - 1)


def _runs_of_one_kind(kinds: Mapping[int, K]) -> Iterator[tuple[K, int, int]]:
    """The first and last line of each run of consecutive lines of one kind."""
    lines = sorted(kinds)
    starts = [
        at
        for at, n in enumerate(lines)
        if not at or lines[at - 1] != n - 1 or kinds[lines[at - 1]] != kinds[n]
    ]
    for start, end in pairwise([*starts, len(lines)]):
        yield kinds[lines[start]], lines[start], lines[end - 1]


def _option_rows(
    review: Review, proposal: Proposal, options: Sequence[Alternative], keys: Keymap
) -> list[PanelRow]:
    """The candidates of a block, numbered, and the blocks related to it."""
    if not options:
        return [PanelRow((("  This block has only one match.", MISSED),))]
    first, why = suggested_match(review, proposal)
    width = max((len(_target_words(option)) for option in options), default=0)
    included = _included_keys(review, proposal)
    own = [o.lines if o.kind in (AlternativeKind.MATCH, AlternativeKind.NEAR) else None for o in options]
    rows: list[PanelRow] = []
    for at, (option, around) in enumerate(zip(options, scope_labels(proposal, own), strict=True)):
        is_in = option.match is not None and option.match.key in included
        head: Part = (
            f"{'✓' if is_in else ' '}{at + 1 if at < 9 else ' '} {_target_words(option):<{width}}",
            "",
        )
        description = _description_parts(review, proposal, option, around, keys)
        description += [(f"  {why}", FOUND)] if why and at == first else []
        rows.append(
            PanelRow(
                (head if not is_in else (head[0], FOUND), *description), Target(match=option.match, option=at)
            )
        )
    return rows


def _included_keys(review: Review, proposal: Proposal) -> set[str]:
    if proposal.candidates is None or not proposal.is_ready:
        return set()
    return {match.key for match in proposal.candidates.chosen(review.log[proposal.key].matches)}


def _target_words(option: Alternative) -> str:
    if option.kind is AlternativeKind.BLOCK:
        return f"block {option.block}"
    if option.kind in (AlternativeKind.INCLUDE, AlternativeKind.LEAVE):
        return option.kind
    if option.match is not None and option.match.key in EMPTY_SEARCHES:
        return ""
    where = _where(option.lines)
    return f"{option.path} {where}" if option.kind is AlternativeKind.FILE else where


def _description_parts(
    review: Review, proposal: Proposal, option: Alternative, around: str, keys: Keymap
) -> list[Part]:
    enter = keys["block.advance"]
    match option.kind:
        case AlternativeKind.MATCH:
            assert option.match is not None
            blocks = changed_by(review, proposal, option.match)
            by = f"  changed by {numbered(blocks)}" if blocks else ""
            way = EMPTY_SEARCHES.get(option.match.key) or option.match.label
            return [(f"  {way or around}", ""), (by, WARNING)]
        case AlternativeKind.NEAR:
            assert option.near is not None
            score = f"  {_percent(option.near.score)} alike"
            return [
                (score, WARNING),
                (f"  {around}", ""),
                (f"  {keys['match.force']} forces it here", MISSED),
            ]
        case AlternativeKind.FILE:
            name = f"  {option.label}" if option.label else ""
            return [(name, ""), (f"  contains its text: {enter} uses this file", FOUND)]
        case AlternativeKind.INCLUDE:
            accepts = f"{keys['block.accept']} accepts it then"
            return [(f"  match it in {option.path} anyway: {accepts}", "")]
        case AlternativeKind.LEAVE:
            return [("  the feedback asks the model to read the file first", "")]
    other = next((p for p in review.proposals if p.number == option.block), None)
    if other is None:
        return []
    how = "conflicts with it" if proposal.reason is Reason.CONFLICT else "depends on it"
    return [
        (f"  {other.path or ''}  {_VERDICTS[review.verdict(other)]}", ""),
        (f"  {how}: {enter} goes there", MISSED),
    ]


def _where(lines: LineRange | None) -> str:
    return lines_named(lines) if lines else "whole file"


def _percent(score: float) -> str:
    return f"{int(score * 100)}%"


class MatchPanel(PaneWidget):
    """Rows with a cursor, which stays on rows with a target."""

    STYLES: ClassVar[Mapping[str, Look]] = {
        "panel--title": Look("bold on $panel"),
        "panel--found": Look("bold $text-success"),
        "panel--missed": Look("$text-muted"),
        "panel--warning": Look("$text-warning"),
        "panel--adjusted": Look("$text-primary"),
        "panel--cursor": Look(
            "bold on $primary 35%",
            "bold reverse ansi_default on ansi_default",
            "bold reverse on $primary 35%",
        ),
    }

    class Pointed(FieldMessage):
        """A row was clicked."""

        row: int
        """Its index among all rows."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._title = ""
        self._rows: Sequence[PanelRow] = ()
        self._cursor = 0
        self._top = 0
        self._is_active = True

    def show(self, title: str, rows: Sequence[PanelRow], cursor: int, *, is_active: bool) -> None:
        """Show rows below a title, with the cursor on one of them."""
        contents = (title, rows, cursor, is_active)
        if contents == (self._title, self._rows, self._cursor, self._is_active):
            return
        needs_room = len(rows) != len(self._rows)
        self._title, self._rows, self._cursor, self._is_active = contents
        self.edition += 1
        self._keep_in_sight(anew=needs_room)
        self.refresh(layout=needs_room)

    def _keep_in_sight(self, *, anew: bool = False) -> None:
        if anew:
            # From the top: the result must not depend on how the rows arrived, or on earlier sizes.
            self._top = 0
        height = max(self.size.height - 1, 1)
        # With the cursor on the last row that has a target, the text below it is visible too.
        last = max((at for at, row in enumerate(self._rows) if row.target is not None), default=0)
        end = len(self._rows) - 1 if self._cursor == last else self._cursor
        self._top = max(min(self._top, self._cursor), min(end - height + 1, self._cursor))
        # The warnings at the top stay visible while the cursor is on the first page.
        self._top = 0 if end < height else max(min(self._top, len(self._rows) - height), 0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows) + 1

    def on_resize(self) -> None:
        self._keep_in_sight(anew=True)
        self.refresh()

    def line(self, y: int) -> Strip:
        if y == 0:
            return self.strip([(padded(f" {self._title}", self.size.width), "panel--title")])
        at = self._top + y - 1
        if at >= len(self._rows):
            return Strip([])
        row = self._rows[at]
        if at != self._cursor:
            return self.strip([("  ", ""), *row.parts])
        mark = "▸ " if self._is_active else "▹ "
        text = mark + "".join(text for text, _ in row.parts)
        return self.strip([(padded(text, self.size.width), "panel--cursor")])

    def tooltip_at(self, x: int, y: int) -> str:
        at = self._top + y - 1
        parts = self._rows[at].parts if y > 0 and at < len(self._rows) else ()
        return text_of(parts) if self.strip(parts).cell_length + 2 > self.size.width else ""

    def on_click(self, event: events.Click) -> None:
        at = self._top + event.y - 1
        if event.y > 0 and at < len(self._rows) and self._rows[at].target is not None:
            self.post_message(self.Pointed(at))

    def _scroll(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._rows) - max(self.size.height - 1, 1)))
        self.refresh()

    on_mouse_scroll_down, on_mouse_scroll_up = by_wheel(_scroll)


class Listing(StrEnum):
    """The two lists that the panel can show."""

    STRATEGIES = "strategies"
    MATCHES = "matches"


class CandidatePanel:
    """Lists the candidates of the current block, and moves a cursor over them."""

    def __init__(self, view: "ReviewView") -> None:
        self._view = view
        self._session = view.session
        self.widget = MatchPanel(id="panel")
        self.listing: Listing | None = None
        """None while the panel is closed."""
        self.options: Sequence[Alternative] = ()
        self.cursor = 0
        self._rows: list[PanelRow] = []
        self._notes_above: list[PanelRow] = []
        """The rows above the strategies."""
        self._results: list[StrategyResult] = []
        self._has_tried_all = False
        self._was_moved = False
        self._listed_for: Proposal | None = None

    @property
    def is_open(self) -> bool:
        return self.listing is not None

    @property
    def target(self) -> Target | None:
        """The target of the row under the cursor."""
        return self._rows[self.cursor].target if self.is_open and self.cursor < len(self._rows) else None

    def open(self, listing: Listing) -> None:
        self.listing = listing
        self._view.state = replace(self._view.state, pane=Pane.PANEL)
        self._view.make_room_for_panel(is_open=True)
        self._list_anew()
        self._view.refresh()

    def close(self) -> None:
        self.listing = self._listed_for = None
        self._rows, self._results = [], []
        self._view.state = replace(self._view.state, pane=Pane.DIFF)
        self._session.worker.stop_attempts()
        self._view.make_room_for_panel(is_open=False)
        self._view.show_diff(again=True)
        self._view.refresh()

    def preview(self, proposal: Proposal) -> Match | None:
        """The candidate that the diff shows instead of the chosen ones."""
        target = self.target
        if target is None or target.match is None or self._listed_for is not proposal:
            return None
        is_chosen = proposal.is_ready and any(
            match.key == target.match.key and match.change == target.match.change for match in proposal.chosen
        )
        is_each = self.listing is Listing.MATCHES and is_for_each(proposal)
        return None if is_chosen or is_each else target.match

    # The cursor

    def move(self, rows: int) -> None:
        """Move the cursor to the next row with a target in a direction."""
        self._move_from(self.cursor, rows)

    def move_half_page(self, direction: int) -> None:
        self._move_from(self.cursor + 4 * direction, direction)

    def move_to_end(self, direction: int) -> None:
        self._move_from(len(self._rows) if direction > 0 else -1, -direction)

    def point_at(self, row: int) -> None:
        """Move the cursor to a clicked row, or to the next one with a target."""
        self._view.state = replace(self._view.state, pane=Pane.PANEL)
        self._move_from(row - 1, 1)

    def _move_from(self, row: int, step: int) -> None:
        ahead = range(row + step, len(self._rows) if step > 0 else -1, 1 if step > 0 else -1)
        found = next((at for at in ahead if self._rows[at].target is not None), None)
        if found is None:
            return
        self.cursor, self._was_moved = found, True
        self._show_target()
        self._view.refresh()

    def _show_target(self) -> None:
        """Show the row under the cursor in the diff."""
        view, target, proposal = self._view, self.target, self._view.proposal
        if target is None or proposal is None:
            return
        option = None if target.option is None else self.options[target.option]
        if option is not None and option.kind is AlternativeKind.NEAR and target.option is not None:
            view.show_near(proposal, target.option)
            return
        state = view.state
        if option is not None and option.kind is AlternativeKind.MATCH and target.option is not None:
            state = replace(state, candidate=target.option)
        if target.line is not None and not target.is_old and state.mode is DiffMode.MATCH:
            # In this mode the other side is the SEARCH text, which has no new lines.
            state = replace(state, mode=None)
        view.state = replace(state, target=target.match)
        view.show_diff()
        if target.line is not None:
            view.diff.to_line(target.line, is_old=target.is_old)

    # The rows

    def relist(self) -> None:
        """Rebuild the list if the current block is another one, or was planned again."""
        proposal = self._view.proposal
        if self.is_open and proposal is not None and self._listed_for is not proposal:
            self._list_anew()

    def _list_anew(self) -> None:
        """Build the list for the current block."""
        proposal = self._view.proposal
        if proposal is None:
            return
        keys = self._session.keys
        is_other = self._listed_for is None or self._listed_for.number != proposal.number
        self._listed_for = proposal
        if is_other:
            self.cursor, self._was_moved = 0, False
        if self.listing is Listing.MATCHES:
            self.options = alternatives_of(self._session.review, proposal)
            self._rows = _option_rows(self._session.review, proposal, self.options, keys)
            at = self._view.state.candidate if is_other else self.cursor
            self.cursor = min(at, max(len(self._rows) - 1, 0))
        else:
            self._results, self._has_tried_all = [], False
            self._session.worker.attempt_all(proposal)
            self._notes_above = _known_rows(proposal, self._view.model)
            self._rows = [*self._notes_above, *_strategy_rows(proposal, [], keys)]
            self.cursor = self.cursor or len(self._notes_above)
        self._view.show_diff(again=True)

    def add_attempt(self, proposal: Proposal, result: StrategyResult | None) -> None:
        """Add the result of one more strategy; None after the last one."""
        if self.listing is not Listing.STRATEGIES or proposal is not self._listed_for:
            return
        if self._view.proposal is None:
            return
        if result is None:
            self._has_tried_all = True
        else:
            self._results.append(result)
        # Rows are only added below others, so that a cursor which was moved stays on its row.
        self._rows = [
            *self._notes_above,
            *_strategy_rows(self._view.proposal, self._results, self._session.keys),
        ]
        if not self._was_moved:
            self.cursor = next(
                (at for at, row in enumerate(self._rows) if row.is_current), len(self._notes_above)
            )
        self._view.show_diff(again=True)
        self._view.refresh()

    def draw(self) -> None:
        """Bring the widget up to date."""
        proposal = self._view.proposal
        if self.is_open and proposal is not None:
            is_active = self._view.state.pane is Pane.PANEL
            self.widget.show(self._title(proposal), self._rows, self.cursor, is_active=is_active)

    def _title(self, proposal: Proposal) -> str:
        keys, number = self._session.keys, proposal.number
        enter = keys["block.advance"]
        if self.listing is Listing.MATCHES:
            is_left = proposal.reason is Reason.NOT_IN_CONTEXT
            what = "include it or leave it" if is_left else "candidates"
            return f"Block {number}: {what} · {enter} chooses, {keys['match.list']} closes"
        if self._has_tried_all:
            finds = "all matching attempts"
            return f"Block {number}: {finds} · {enter} chooses, {keys['match.attempts']} closes"
        return f"Block {number}: trying every strategy … {len(self._results)}"
