"""The state that the screen shares: review and worker, the plan as it is shown, and the view.

The outline is the plan as the screen shows it: the order of the blocks, their signs, counts and neighbours,
and what is safe. The state of the view is the current block, how it is shown, and the pane that has the keys.
"""

from collections import Counter
from collections.abc import Callable, Collection, KeysView, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from editreview.matching import FileIndex, Match, NearMatch, Tier
from editreview.review import (
    Decision,
    DiffLayout,
    DiffMode,
    OpenedFile,
    Proposal,
    Review,
    Verdict,
    WarningKind,
    numbered,
    reshapes,
)
from editreview.text import Change, counted
from editreview.tui import signs
from editreview.tui.diff import Level
from editreview.tui.keys import SHIPPED, Keymap
from editreview.tui.match_line import how_matched
from editreview.tui.messages import Arrived, WriteReceipt
from editreview.tui.response_text import Span, spans_of
from editreview.tui.signs import (
    KINDS,
    Filter,
    Fragment,
    FragmentKind,
    ListEntry,
    Sign,
    entries_of,
    loose_code,
    paths_like,
    section,
    unreadable_blocks,
)
from editreview.tui.worker import ReviewWorker

if TYPE_CHECKING:
    from editreview.tui.terminal_app import Settings

LEVELS = {Level.BLOCK: "the whole block", Level.HUNK: "hunks", Level.LINE: "single lines"}
"""The names of the levels for the user."""


class Pane(StrEnum):
    """A part of the screen that can have the keys."""

    LIST = "list"
    PANEL = "panel"
    DIFF = "diff"
    RESULTS = "results"
    """Shown in place of panel and diff, whose keys it has."""
    RESPONSE = "response"
    """A part of the response that is no block; shown in place of panel and diff."""


class ViewState(Struct, frozen=True):
    """The current block and how it is shown. The review view owns it; controllers replace it."""

    current: int | None = None
    """The number of the current block."""
    pane: Pane = Pane.DIFF
    """The pane that the user chose."""
    level: Level = Level.BLOCK
    candidate: int = 0
    """The index of the candidate that is shown."""
    mode: DiffMode | None = None
    """None for the default of the block."""
    near: NearMatch | None = None
    """The near match that is shown, unless it is the best one."""
    target: Match | None = None
    """The match to scroll to when the diff is shown next."""
    placing: OpenedFile | None = None
    """The file that is shown to place the current block, or a fence, in by hand; None to show the block."""
    is_following: bool = True
    """True while the screen follows the newest block as the response arrives."""
    layout: DiffLayout = DiffLayout.AUTO
    """`auto`, `split` or `unified`."""
    wants_list: bool | None = None
    """True or False once the user opened or closed the list; None if that depends on the room."""
    wants_response: bool | None = None
    """True or False once the user opened or closed the response next to the diff; None if that depends on the
    room and on what the response says."""


_WHY_LEFT = {
    signs.INEXACT: "only similar",
    signs.WARNED: "with a warning",
    signs.SEVERAL: "with several matches",
    signs.UNSEEN: "not in context",
    signs.FAILED: "failed",
}
"""Why a block is left when all safe ones are accepted, by sign."""


class Outline:
    """A view of the plan, updated when the plan changes."""

    def __init__(self, review: Review, keys: Keymap = SHIPPED) -> None:
        self._review = review
        self._keys = keys
        self.proposals: list[Proposal] = []
        self.is_news = False
        """True if the last update changed any block."""
        self.edition = 0
        """The number of updates that changed any block."""
        self._editions: dict[int, int] = {}
        """By block, the edition that changed it last."""
        self.entries: list[ListEntry] = []
        self.order: list[int] = []
        """Block numbers in the order of the list: file by file."""
        self.rows: list[int] = []
        """The numbers of blocks and fragments in the order of the list."""
        self.fragments: list[Fragment] = []
        """The parts of the response that are no blocks, in the order of the list."""
        self.filter = Filter()
        self._files: dict[str, list[int]] = {}
        """All blocks by file, in the order of the list."""
        self._begun_as_offers: list[Proposal] = []
        """The proposals that began as offers: every key needs them."""
        self._offers: list[int] = []
        """The current offers, which are listed below the blocks."""
        self._listed_for: object = None
        self._corrected: frozenset[int] = frozenset()
        """The blocks that later responses correct."""
        self._spans: tuple[list[Proposal], list[Fragment], list[Span]] = ([], [], [])
        self._by_number: dict[int, Proposal] = {}
        self._changes: dict[int, tuple[FileIndex, Change, str]] = {}
        self._signs: dict[int, Sign] = {}
        self._badges: dict[int, str] = {}
        """The signs of each block's findings, derived with its own."""
        self._states: dict[int, tuple[Proposal, Decision | None, bool, bool]] = {}
        """The inputs of each sign: the proposal, its decision, True if it is applied, and True if its path is
        confirmed."""
        self._path_corrected: frozenset[int] = frozenset()
        """The blocks whose path was corrected."""
        self._signed: tuple[int, int] | None = None
        """The lengths of log and record for which the signs were derived."""
        self._tallied: tuple[int, int] | None = None
        self._counts: Counter[Sign] = Counter()

    def update(self) -> list[int]:
        """Read the current plan.

        Returns:
            The blocks that lost their acceptance because the plan changed.
        """
        before, now = self._by_number, self._review.proposals
        if len(now) == len(self.proposals):
            again = [new for old, new in zip(self.proposals, now, strict=True) if old is not new]
        else:
            again = [proposal for proposal in now if before.get(proposal.number) is not proposal]
        self.is_news = bool(again) or len(before) != len(now)
        self.edition += self.is_news
        self._editions |= dict.fromkeys((proposal.number for proposal in again), self.edition)
        self.proposals = now
        if self.is_news:
            self._by_number = {proposal.number: proposal for proposal in now}
            self._begun_as_offers = [proposal for proposal in now if proposal.block.offer]
            self._path_corrected = frozenset(p.number for p in now if _is_path_corrected(p))
        self._signed = None
        for number in self._review.corrected.keys() - self._corrected:
            self._states.pop(number, None)
            self.is_news = True
        self._corrected = frozenset(self._review.corrected)
        fragments = [*unreadable_blocks(self._review), *loose_code(self._review)]
        if fragments != self.fragments:
            self.fragments, self.is_news = fragments, True
            self._arrange()
        elif any(p.number not in before or before[p.number].listed_path != p.listed_path for p in again):
            self._arrange()
        self._see_offers()
        return [proposal.number for proposal in again if self._is_lost(proposal)]

    def _arrange(self) -> None:
        """Group the blocks by file."""
        self._files = {}
        self._offers = self._offers_now()
        offers = set(self._offers)
        for proposal in self.proposals:
            if proposal.number not in offers:
                self._files.setdefault(proposal.listed_path, []).append(proposal.number)
        self._list(set(self._by_number))
        self._listed_for = None

    def _offers_now(self) -> list[int]:
        return [p.number for p in self._begun_as_offers if self._review.is_offer(p)]

    def _see_offers(self) -> None:
        """Rebuild the list if an offer has become a block, or a block an offer."""
        if self._offers_now() != self._offers:
            self._arrange()

    def _list(self, numbers: set[int]) -> None:
        """Build the list for these blocks."""
        by_file = ((path, [n for n in all_of_it if n in numbers]) for path, all_of_it in self._files.items())
        files = [(path, listed) for path, listed in by_file if listed]
        offers = [n for n in self._offers if n in numbers]
        listed = [] if self.filter else self.fragments
        rows = [ListEntry(each.words, each.number, label=each.label) for each in listed]
        kinds = [each.kind for each in listed]
        blocks = [number for _, numbers_of in files for number in numbers_of]
        of_offers = section("OFFERS", [ListEntry(self._by_number[n].listed_path, n) for n in offers])
        is_first = bool(offers) and self._review.offers_come_first
        self.entries = [
            *(of_offers if is_first else ()),
            *(section("BLOCKS", entries_of(files)) if is_first else entries_of(files)),
            *section("UNREADABLE", rows[: kinds.count(FragmentKind.UNREADABLE)]),
            *(() if is_first else of_offers),
            *section("CODE WITHOUT A FILE", rows[kinds.count(FragmentKind.UNREADABLE) :]),
        ]
        self.order = [*offers, *blocks] if is_first else [*blocks, *offers]
        self.rows = [entry.number for entry in self.entries if entry.number is not None]

    def refilter(self, current: int | None) -> None:
        """Rebuild the list for the filter; the current block is always listed."""
        self._see_offers()
        if not self.filter:
            if self._listed_for is not None:
                self._arrange()
            return
        matching = self.matching(self.filter)
        what = (self.filter, current, frozenset(matching))
        if what != self._listed_for:
            self._list(matching | ({current} if current in self._by_number else set()))
            self._listed_for = what

    def matching(self, query: Filter) -> set[int]:
        """The blocks that match a filter."""
        found, test = self.signs(), KINDS[query.kind]
        known = dict.fromkeys(p.listed_path for p in self.proposals)
        paths = paths_like(query.path, known) if query.path else known.keys()
        return {p.number for p in self.proposals if p.listed_path in paths and test(found[p.number], p)}

    def first_matching(self, current: int | None) -> int | None:
        """The current block if it matches the filter, else the first that does; None if there is none."""
        matching = self.matching(self.filter)
        if current in matching:
            return current
        blocks = (n for numbers in self._files.values() for n in numbers)
        return next((n for n in (*blocks, *self._offers) if n in matching), None)

    def _is_lost(self, proposal: Proposal) -> bool:
        return (
            self._signs.get(proposal.number) in signs.ANY_ACCEPTED
            and self._review.log[proposal.key].verdict is Verdict.ACCEPTED
            and self._review.verdict(proposal) is not Verdict.ACCEPTED
        )

    @property
    def numbers(self) -> KeysView[int]:
        """The numbers of all blocks; a later update leaves the view as it is."""
        return self._by_number.keys()

    def proposal(self, number: int | None) -> Proposal | None:
        return self._by_number.get(number or 0)

    def fragment(self, number: int | None) -> Fragment | None:
        return next((each for each in self.fragments if each.number == number), None)

    def signs(self) -> dict[int, Sign]:
        """The sign of every block by its number; only those that changed are derived again."""
        log, applied = self._review.log, self._review.applied
        now = (len(log), len(applied))
        if now != self._signed:
            self._signed = now
            decisions = log.snapshot()
            confirmed = self._confirmed_paths()
            for number, proposal in self._by_number.items():
                decision, is_applied = decisions.get(proposal.key), number in applied
                is_confirmed = number in self._path_corrected and _corrected_paths(proposal) in confirmed
                known = self._states.get(number)
                # By identity: comparing proposals takes longer than deriving the sign.
                if (
                    known is None
                    or known[0] is not proposal
                    or known[1] is not decision
                    or known[2] != is_applied
                    or known[3] != is_confirmed
                ):
                    self._states[number] = (proposal, decision, is_applied, is_confirmed)
                    sign = signs.sign(self._review, proposal, is_path_confirmed=is_confirmed)
                    self._signs[number], self._badges[number] = sign, signs.badge(proposal, sign)
        return self._signs

    def _confirmed_paths(self) -> set[tuple[str | None, str | None]]:
        """The corrections of paths that the user accepted with a block: the file, and the path as written."""
        corrected = (self._by_number[number] for number in self._path_corrected)
        return {_corrected_paths(p) for p in corrected if self._review.verdict(p) is Verdict.ACCEPTED}

    # Words and counts

    def describe(self, number: int) -> tuple[Sign, list[str]]:
        """A block's sign, and for the list the signs of its findings, its size and its match."""
        if (fragment := self.fragment(number)) is not None:
            return fragment.sign, ["", fragment.words]
        proposal = self._by_number[number]
        sign = self.signs()[number]
        words = [self._badges[number], self.change(proposal), how_matched(self._review, proposal)]
        if number in self._offers:
            # Offers have no row for their file.
            words.insert(1, proposal.listed_path.rpartition("/")[2])
        return sign, words

    def change(self, proposal: Proposal) -> str:
        """The size of a change, as `+6 −4`; empty if nothing would change."""
        if proposal.base is None or not proposal.change:
            return ""
        known = self._changes.get(proposal.number)
        if known is None or known[0] is not proposal.base or known[1] != proposal.change:
            alignment = proposal.alignment()
            words = f"+{alignment.additions} −{alignment.deletions}"
            known = self._changes[proposal.number] = (proposal.base, proposal.change, words)
        return known[2]

    def strip(self, proposal: Proposal) -> tuple[Sequence[tuple[str, Sign]], int, str, str]:
        """The contents of the block strip."""
        at = self.rows.index(proposal.number)
        return self.signs_in_order(), at, proposal.listed_path, self.change(proposal)

    def signs_in_order(self) -> list[tuple[str, Sign]]:
        """The names, with the signs of findings, and the signs of blocks and fragments, as listed."""
        found = self.signs()
        others = {each.number: (each.label, each.sign) for each in self.fragments}
        badges = self._badges
        return [others.get(n) or (f"{n}{badges[n]}", found[n]) for n in self.rows]

    def counts(self) -> list[tuple[Sign, int]]:
        """The number of blocks in each state, empty states left out."""
        found = self._tally()
        return [(sign, found[sign]) for sign in signs.ALL if found[sign]]

    def _tally(self) -> Counter[Sign]:
        """The number of blocks with each sign; each key asks for it several times."""
        found = self.signs()
        if self._tallied is not self._signed:
            self._tallied = self._signed
            self._counts = Counter(found.values())
        return self._counts

    def position(self, number: int | None) -> str:
        if (fragment := self.fragment(number)) is not None:
            return fragment.label
        return f"{self.order.index(number) + 1}/{len(self.order)}" if number in self._by_number else ""

    def progress(self, path: str | None = None) -> tuple[int, int]:
        """The number of blocks that are decided or done, and of all blocks: of a file, or of the review."""
        found = self.signs()
        if path is not None:
            numbers = self._files[path]
            return sum(found[number] not in signs.UNDECIDED for number in numbers), len(numbers)
        # Offers are listed apart from the blocks, and no count includes them.
        tally = self._tally() - Counter(found[number] for number in self._offers)
        whole = tally.total()
        return whole - sum(tally[sign] for sign in signs.UNDECIDED), whole

    def written_sentence(self, message: WriteReceipt, *, can_stage: bool) -> str:
        """The result of applying and staging.

        Args:
            message: What was written and staged.
            can_stage: True if there is a repository, and staging was not switched off.
        """
        count = len(message.applied)
        is_on_disk = self._review.workspace.comparison is not None
        parts = [f"{counted(count, 'block')} {'kept' if is_on_disk else 'written'}"] if count else []
        parts += [f"{len(out)} reverted"] if (out := self._review.taken_out) else []
        if message.staged:
            parts.append(f"{counted(len(message.staged), 'file')} staged: {self._keys['do.commit']} commits")
        elif can_stage and self._review.workspace.to_stage:
            parts.append(f"{self._keys['do.stage']} stages")
        parts += [left] if (left := self.not_written()) else []
        parts += [left] if (left := self._not_taken_out()) else []
        return " · ".join(parts) or "nothing to write"

    def _not_taken_out(self) -> str:
        """The rejected changes that could not be reverted; empty if there are none."""
        review = self._review
        left = [p.number for p in review.proposals_of(review.to_take_out() - review.taken_out)]
        return f"not reverted: {numbered(left)}" if left else ""

    def not_written(self) -> str:
        """The accepted blocks that could not be written; empty if there are none."""
        waiting = [number for number in self._review.refused if number in self._by_number]
        return f"not written: {numbered(waiting)}" if waiting else ""

    def spans(self) -> list[Span]:
        """First and last line in the response and number of blocks and fragments, in the response's order."""
        if self._spans[0] is not self.proposals or self._spans[1] is not self.fragments:
            fragments = [(*each.lines, each.number) for each in self.fragments]
            self._spans = (self.proposals, self.fragments, sorted([*spans_of(self.proposals), *fragments]))
        return self._spans[2]

    def notes(self) -> str:
        """The counts of unreadable blocks and commands; empty if there are none."""
        review = self._review
        counts = ((len(review.problems), "unreadable block"), (len(review.commands), "command"))
        return " · ".join(counted(count, what) for count, what in counts if count)

    def problem(self) -> str:
        """The first unreadable block of the response, as a sentence; empty if there is none."""
        problems = self._review.problems
        if not problems:
            return ""
        more = f" (first of {len(problems)} unreadable blocks)" if len(problems) > 1 else ""
        return f"{problems[0].sentence}{more}"

    # Walking

    def neighbour(self, number: int | None, direction: int) -> int | None:
        """The previous or next block of the list; None at its ends."""
        if number not in self.rows:
            return None
        at = self.rows.index(number) + direction
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def neighbour_file(self, number: int | None, direction: int) -> int | None:
        """The first block of the previous or next file."""
        if number not in self.rows:
            return None
        starts = [
            row + 1
            for row, entry in enumerate(self.entries[:-1])
            if self.entries[row + 1].number is not None and entry.number is None
        ]
        tops = [self.entries[start].number for start in starts]
        row = next(row for row, entry in enumerate(self.entries) if entry.number == number)
        index = sum(start <= row for start in starts) - 1 + direction
        return tops[index] if 0 <= index < len(tops) else None

    def next_undecided(self, number: int | None) -> int | None:
        """The next undecided block, wrapping around; blocks without a match come last."""
        at = self.order.index(number) if number in self._by_number else -1
        ahead = self.order[at + 1 :] + self.order[: at + 1]
        found = self.signs()
        superseded: int | None = None
        unplaced: int | None = None
        for n in ahead:
            if found[n] not in signs.UNDECIDED:
                continue
            proposal = self._by_number[n]
            if not (proposal.is_ready or proposal.is_ambiguous):
                unplaced = unplaced or n
            elif proposal.is_superseded:
                # Of two versions of the same lines, the later one comes first.
                superseded = superseded or n
            else:
                return n
        return superseded or unplaced

    def neighbour_undecided(self, number: int | None, direction: int) -> int | None:
        """The next or previous undecided block of the list, wrapping around."""
        at = self.order.index(number) if number in self._by_number else -1
        found = self.signs()
        ahead = self.order[at + 1 :] + self.order[: max(at, 0)]
        undecided = [n for n in ahead if found[n] in signs.UNDECIDED]
        return None if not undecided else undecided[0 if direction > 0 else -1]

    @property
    def is_decided(self) -> bool:
        """True if no listed block is left to decide."""
        found = self.signs()
        return bool(self.order) and not any(found[number] in signs.UNDECIDED for number in self.order)

    def all_decided_in_words(self) -> str:
        """The message when no listed block is left to decide, with the next step."""
        done, total = self.progress()
        if self.filter and done < total:
            lists = f"{self._keys['view.filter']}, enter lists all"
            return f"all listed blocks are decided, but {total - done} others are not: {lists}"
        open_offers = sum(self.signs()[number] is signs.OFFER for number in self._offers)
        are_left = "is left" if open_offers == 1 else "are left"
        left = f", {counted(open_offers, 'offer')} {are_left}" if open_offers else ""
        applies, stages, commits = (self._keys[f"do.{name}"] for name in ("apply", "stage", "commit"))
        ways = f"{applies} applies, {stages} applies and stages, {commits} commits"
        return f"every block is decided{left}: {ways}"

    # Nearest matches

    def has_looked(self, proposal: Proposal) -> bool:
        return self._review.has_looked(proposal)

    def nearest(self, proposal: Proposal) -> NearMatch | None:
        """The nearest match of a block, if it is known."""
        return self._review.nearest(proposal) if self.has_looked(proposal) else None

    # Deciding

    def safe(self, tier: Tier, path: str | None, edition: int) -> tuple[dict[str, Decision], int, int]:
        """Acceptances of all safe blocks that were on screen.

        Args:
            tier: The loosest tier to accept.
            path: The file whose blocks to accept; None for all.
            edition: The plan that was on screen: blocks that have changed since are left undecided.

        Returns:
            The acceptances, the number of blocks left undecided, and how many of those are left only because
            of the edition.
        """
        review = self._review
        undecided = [proposal for proposal in self._undecided() if path is None or proposal.path == path]
        unchecked = review.unchecked()
        safe = [
            proposal
            for proposal in undecided
            if proposal.path not in unchecked and review.needs_no_user(proposal, tier)
        ]
        seen = [proposal for proposal in safe if self._editions[proposal.number] <= edition]
        accepted = {proposal.key: review.acceptance(proposal) for proposal in seen}
        return accepted, len(undecided) - len(seen), len(safe) - len(seen)

    def undecided_since(self, edition: int) -> int:
        """The number of undecided blocks that have arrived or changed since an edition."""
        return sum(self._editions[proposal.number] > edition for proposal in self._undecided())

    def undecided_in_words(self, path: str | None) -> str:
        """The undecided blocks by kind, as `left 3: 2 failed, 1 with a warning`; empty if there are none.

        Args:
            path: The file; None for all.
        """
        found = self.signs()
        left = [found[p.number] for p in self._undecided() if path is None or p.path == path]
        kinds = Counter(_WHY_LEFT.get(sign, sign.word) for sign in left)
        return f"left {len(left)}: {', '.join(f'{n} {kind}' for kind, n in kinds.items())}" if left else ""

    def rejections(self, current: Proposal, edition: int) -> dict[str, Decision]:
        """Rejections of all undecided blocks of a file that were on screen in an edition of the plan."""
        return {
            proposal.key: self._review.log[proposal.key].rejected()
            for proposal in self._undecided()
            if proposal.path == current.path and self._editions[proposal.number] <= edition
        }

    def _undecided(self) -> list[Proposal]:
        found = self.signs()
        return [proposal for proposal in self.proposals if found[proposal.number] in signs.UNDECIDED]


def progress_in_words(arrived: Arrived | None) -> str:
    """The progress of the response, for the header."""
    if arrived is None or not arrived.is_open:
        return ""
    size = f"{arrived.size / 1024:.1f} KiB {arrived.seconds // 60:02}:{arrived.seconds % 60:02}"
    return f"receiving {size}" + (f" · block {arrived.open_number}" if arrived.open_block else "")


def _is_path_corrected(proposal: Proposal) -> bool:
    return any(warning.kind is WarningKind.PATH_CORRECTED for warning in proposal.warnings)


def _corrected_paths(proposal: Proposal) -> tuple[str | None, str | None]:
    return proposal.path, proposal.block.path_written


class Session:
    """Logs decisions, and knows for which blocks the current plan is older than the last decision."""

    def __init__(self, worker: ReviewWorker, settings: "Settings") -> None:
        self.worker = worker
        self.review = worker.review
        self.settings = settings
        self.keys = settings.keys
        self.outline = Outline(self.review, self.keys)
        self.arrived: Arrived | None = None
        """The progress of the response."""
        self.branch = ""
        self._planned = 0
        """The number of requested plans that were received."""
        self._awaited: dict[str, int] = {}
        """By file, the number of the first plan that includes the user's last choice."""
        self._selecting: int | None = None
        """The number of the plan whose first new block is to be selected."""
        self._being_written: frozenset[int] = frozenset()
        """Numbers of the blocks that the worker is writing."""
        self.decided: Callable[[Collection[str]], object] | None = None
        """Called with the keys of blocks after each decision on them."""

    @property
    def accept_hint(self) -> str:
        return f"{self.keys['block.accept']} accepts"

    @property
    def can_stage(self) -> bool:
        """True if there is a repository, and staging was not switched off."""
        return self.settings.can_stage and self.review.workspace.repository is not None

    @property
    def undo_hint(self) -> str:
        return f"{self.keys['undo']} undoes it"

    @property
    def arriving(self) -> int | None:
        """The number of the block that is arriving; None if none is."""
        arrived, known = self.arrived, self.outline.proposals
        if arrived is None or not arrived.is_open or arrived.open_block is None:
            return None
        # The plan arrives first: a complete block is listed as a block only.
        return arrived.open_number if not known or known[-1].number < arrived.open_number else None

    @property
    def last_block(self) -> int | None:
        """The last listed block, or the last of all if the filter lists none; None if there is none."""
        listed, known = self.outline.order, self.outline.proposals
        return listed[-1] if listed else known[-1].number if known else None

    def receive_plan(self) -> list[int]:
        """Read the current plan. Returns the same as `Outline.update`."""
        self.worker.mailbox.acknowledge_plan()
        # Before the plan is read: later requests may be in it already, or not.
        self._planned = self.worker.planned
        return self.outline.update()

    def decide(self, decisions: dict[str, Decision]) -> None:
        """Log decisions, save them, and plan their files again."""
        before = self.review.log.snapshot()
        paths = self.review.decide(decisions)
        plan = self.worker.replan(paths)
        if any(reshapes(before.get(key), decision) for key, decision in decisions.items()):
            self._await(paths, plan)
        self.worker.keep(now=True)
        if self.decided is not None:
            self.decided(decisions.keys())

    def undo(self) -> tuple[list[str], list[int]]:
        """Undo the last decision. Returns the files to plan again, and the blocks whose decision changed."""
        return self._changed(self.review.log.snapshot(), self.review.undo())

    def redo(self) -> tuple[list[str], list[int]]:
        """Redo a decision. Returns the same as `undo`."""
        return self._changed(self.review.log.snapshot(), self.review.redo())

    def _changed(self, before: Mapping[str, Decision], paths: list[str]) -> tuple[list[str], list[int]]:
        after = self.review.log.snapshot()
        return paths, [p.number for p in self.outline.proposals if before.get(p.key) != after.get(p.key)]

    def write(self, *, stage: bool) -> None:
        """Have the worker write the accepted blocks, and stage them if asked to; see `end_writing`."""
        self._being_written = frozenset(proposal.number for proposal in self.review.accepted())
        self.worker.write(stage=stage)

    def end_writing(self) -> None:
        """The worker has finished a command: append its effects to the log."""
        self._being_written = frozenset()
        self.worker.log_effects()

    def replan(self, paths: list[str], *, selects: bool = False) -> None:
        """Plan files again after a decision, await that plan, and save.

        Args:
            paths: The files.
            selects: True to select the first of the blocks that the plan adds.
        """
        plan = self.worker.replan(paths)
        self._await(paths, plan)
        if selects:
            self._selecting = plan
        self.worker.keep(now=True)

    def selects_new_block(self) -> bool:
        """True once, when the plan is current whose first new block is to be selected."""
        is_current = self._selecting is not None and self._planned >= self._selecting
        if is_current:
            self._selecting = None
        return is_current

    def _await(self, paths: list[str], plan: int) -> None:
        """Remember the first plan with the user's last choice: no earlier one may be accepted."""
        self._awaited |= dict.fromkeys(paths, plan)

    def is_awaited(self, proposal: Proposal) -> bool:
        """True if the current plan does not include the user's last choice in the block's file."""
        return self._awaited.get(proposal.path or "", 0) > self._planned

    def is_applied(self, proposal: Proposal) -> bool:
        """True if a block is applied, so that it cannot be decided."""
        return proposal.number in self.review.applied

    def path_on_disk(self, proposal: Proposal) -> str | None:
        """The current path of a block's file, which the block may have moved; None if it has no file."""
        return proposal.path_after if self.is_applied(proposal) else proposal.path

    def is_being_written(self, proposal: Proposal) -> bool:
        """True while the worker writes a block, when a new decision would come too late."""
        return proposal.number in self._being_written
