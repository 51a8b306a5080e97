"""The answer to the call of an edit tool: by the review that it would get, and by what the tool itself does.

An edit tool replaces exact text, or the whole file. So an edit is sound only if the tool leaves the text that
the review expects, and the review would apply it without the user. Claude Code and Gemini CLI compare line
feeds only, whatever the file has. Their other tolerance is left out of the simulation, so that what depends
on it is refused.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from editreview.blocks import FormatName, Insert, LineRange, Replace, plain_interpretation
from editreview.commands.hook_events import NOTEBOOK, HookAnswer, HookDecision, HookedAgent, ToolEvent
from editreview.errors import Detail, Reason, Refused
from editreview.matching import LINE_ENDS, Tier
from editreview.review import (
    Explanation,
    FileOperation,
    FilePlan,
    Proposal,
    Review,
    Rules,
    Status,
    Touched,
    WarningKind,
    explain,
    lines_in_words,
    permissions_of,
    status_of,
)
from editreview.settings import ReviewOptions
from editreview.terminal import visible_line
from editreview.text import Snapshot, line_body
from editreview.workspace import Workspace, current_folder

_NAME = "editreview"
_PATCH_PATH = re.compile(
    r"^(?P<head>\*\*\* (?:(?:Add|Update|Delete) File|Move to): )(?P<path>[^\r\n]*?)(?P<end>[ \t]*\r?)$",
    re.MULTILINE,
)
"""A line of a patch that names a file. Lines of texts in a patch begin with a sign or a space."""
_MAX_EXCERPT_LINES = 12
"""The most lines of a file in an answer."""
_MAX_EXCERPT_LINE = 200
"""The most characters of such a line."""
_OF_MODEL = frozenset(
    {
        Reason.INCOMPLETE,
        Reason.PART_OF_FILE,
        Reason.PLACEHOLDER,
        Reason.SYNTAX_ERROR,
        Reason.WRITTEN_OUT,
    }
)
"""Reasons that withhold a block and that another call can remove. The user decides on the others."""
_OF_USER = frozenset({Reason.ALREADY_APPLIED, Reason.AMBIGUOUS, Reason.CONFLICT, Reason.DEPENDS_ON})
"""Reasons with which a review does not go on by itself, though the tool may."""
_SEND_EXACT = "Read the file, and send the edit again with the old text copied exactly from it"
_READ_AGAIN = "Read the file again, and send a corrected edit"
_LEAVE = "Leave the file as it is, and tell the user what you wanted to change"
_ADVICE = {
    Reason.NOT_FOUND: _SEND_EXACT,
    Reason.FUZZY: _SEND_EXACT,
    Reason.AMBIGUOUS: "Send it again with more lines around it, so that its old text is there only once",
    Reason.FILE_MISSING: "Name a file that exists, or create it",
    Reason.FILE_EXISTS: "Edit the file that exists instead",
    Reason.IS_DIRECTORY: "Name a file in it",
    Reason.PLACEHOLDER: "Send all of the text, without placeholders",
    Reason.PART_OF_FILE: "Send all of the file, or edit only the part",
    Reason.INCOMPLETE: "Send all of the edit",
    Reason.SYNTAX_ERROR: "Correct it; send changes that need each other as one edit",
    Reason.WRITTEN_OUT: "Send real line ends",
    Reason.MALFORMED: "Send the edit without edit markers in its text",
    Reason.SECRET: "Read it from the environment or a file that is not committed",
    Reason.ALREADY_APPLIED: "Read the file again: nothing may be left to do",
    Reason.NO_CHANGE: "Read the file again: nothing is left to do",
    Reason.DENIED: _LEAVE,
    Reason.PROTECTED: _LEAVE,
    Reason.PERMISSION: _LEAVE,
    Reason.OUTSIDE_ROOT: _LEAVE,
    Reason.BINARY: _LEAVE,
    Reason.ENCODING: _LEAVE,
    Reason.TOO_LARGE: _LEAVE,
    Reason.HIDDEN_CHARACTERS: "Leave them out, or write them as escapes",
}
"""What the model can do about a reason."""
_UTF_8 = frozenset(["ascii", "utf-8"])
_KEEP_LINE_ENDS = (HookedAgent.GEMINI,)
"""The agents whose tool that writes a whole file keeps the kind of its line ends."""


class ToolRefusal(Struct, frozen=True):
    """A call that the tool itself would refuse, or carry out by likeness."""

    reason: Reason
    message: str
    """A sentence without a full stop."""


class CallFault(Struct, frozen=True):
    """One fault of a call, or one reason to ask the user."""

    decision: HookDecision
    sentence: str
    """Without a full stop."""
    advice: str = ""
    """What the model can do, as a sentence without a full stop; empty for nothing."""
    excerpt: str = ""
    """Lines of the file, each with its number; empty for none."""

    def said(self) -> str:
        """The fault as a message."""
        advice = f" {self.advice}." if self.advice and self.decision is HookDecision.DENY else ""
        lines = f"{self.sentence}.{advice}{self.excerpt}".split("\n")
        # Agents show it on the terminal too.
        return f"{_NAME}: " + "\n".join(map(visible_line, lines))


_RANKS = {decision: rank for rank, decision in enumerate(HookDecision)}


def answer_to(event: ToolEvent, options: ReviewOptions, *, allows_safe: bool, corrects: bool) -> HookAnswer:
    """The answer to the call of an edit tool. Writes nothing.

    Args:
        event: The call.
        options: The options of the review. Files that the model was shown do not count: the agent reads files
            itself.
        allows_safe: True to allow a sound edit, instead of leaving it to the agent's own rules.
        corrects: True to give the tool the old text of the file where only that of the call is not exact.

    Raises:
        EditreviewError: The tree or the configuration cannot be read.
    """
    workspace = _tree_of(event, options.root)
    local: dict[str, str] = {}

    def path_in_tree(written: str) -> str:
        local[written] = _located(workspace, event, written)
        return local[written]

    try:
        parameters = _with_paths(event, path_in_tree)
    except Refused as refused:
        is_users = refused.reason is Reason.OUTSIDE_ROOT
        decision = HookDecision.ASK if is_users else HookDecision.DENY
        return _answer(event, CallFault(decision, str(refused), _ADVICE.get(refused.reason, _READ_AGAIN)))
    if parameters is None:
        return _answer(event, CallFault(HookDecision.DENY, "the call names no file", "Name the file"))
    if event.tool.name == NOTEBOOK:
        return _answer_for_notebook(workspace, options.rules, next(iter(local.values())))
    review = _review_of(workspace, options, event, parameters)
    faults = _faults(review, event, parameters, set(local.values()))
    worst = max(faults, key=lambda fault: _RANKS[fault.decision], default=None)
    if worst is None:
        marks = (mark for proposal in review.proposals for mark in proposal.marks)
        unchecked = next((mark for mark in marks if mark.kind is WarningKind.NOT_CHECKED), None)
        if unchecked is not None:
            return HookAnswer(note=f"{_NAME}: {visible_line(unchecked.message)}")
        return HookAnswer(HookDecision.ALLOW, f"{_NAME}: sound") if allows_safe else HookAnswer()
    if corrects and worst.decision is HookDecision.DENY:
        better = _corrected(review, event, parameters)
        if better is not None:
            decision = HookDecision.ALLOW if allows_safe else HookDecision.NONE
            note = f"{_NAME}: {worst.sentence}; the edit was given the old text of the file"
            return HookAnswer(decision, f"{_NAME}: sound once corrected", better, note)
    return _answer(event, worst)


def _answer(event: ToolEvent, fault: CallFault) -> HookAnswer:
    if not event.agent.can_ask:
        # So that the model is told what to do.
        fault = replace(fault, decision=HookDecision.DENY)
    return HookAnswer(fault.decision, fault.said())


def _tree_of(event: ToolEvent, root: str | None) -> Workspace:
    """The tree: of the option, else the git work tree of the event's folder, or that folder itself.

    Raises:
        UsageError: It is inside git's own folder.
    """
    if root is not None:
        return Workspace.open(Path(root))
    workspace = Workspace.open(None if event.folder is None else Path(event.folder))
    return workspace if workspace.repository is None else workspace.at(workspace.repository.top)


def _located(workspace: Workspace, event: ToolEvent, written: str) -> str:
    """The file that the tool will write, relative to the root. The tool takes every path literally.

    Raises:
        Refused: It is outside the root, or may not be edited.
    """
    folder = workspace.root.folder
    if written != written.strip() or written.startswith("~"):
        raise Refused(Reason.PROTECTED, f"{written!r} means different files to different programs")
    try:
        target = Path(os.path.realpath(Path(event.folder or current_folder()) / written))
    except ValueError:
        raise Refused(Reason.PROTECTED, f"{written!r} contains control characters") from None
    if not target.is_relative_to(folder):
        raise Refused(Reason.OUTSIDE_ROOT, f"{written} is outside {folder}")
    path = target.relative_to(folder).as_posix()
    if workspace.locate(path) != path:
        raise Refused(Reason.PROTECTED, f"{written!r} means different files to different programs")
    return path


def _with_paths(event: ToolEvent, local: Callable[[str], str]) -> Mapping[str, object] | None:
    """The parameters that the tool heeds, with paths relative to the root; None if they name no file.

    Raises:
        Refused: See `_located`.
    """
    tool, given = event.tool, event.input
    parameters = {name: given[name] for name in tool.parameters if name in given}
    if tool.path is not None:
        path = given.get(tool.path)
        if not isinstance(path, str) or not path.strip():
            return None
        return {tool.path: local(path), **parameters}
    command = parameters.get("command")
    if isinstance(command, list):
        command = command[-1] if command else None
    if not isinstance(command, str) or _PATCH_PATH.search(command) is None:
        return None
    patch = _PATCH_PATH.sub(lambda found: f"{found['head']}{local(found['path'])}{found['end']}", command)
    return {"input": patch}


def _answer_for_notebook(workspace: Workspace, rules: Rules, path: str) -> HookAnswer:
    """The answer for a notebook. Only its path is checked."""
    note = f"{_NAME}: {path} was not checked: edits of notebooks are not"
    judgement = permissions_of(workspace, rules).judge([Touched((path,), FileOperation.EDIT)])
    if judgement.denial is not None:
        return HookAnswer(
            HookDecision.DENY, CallFault(HookDecision.DENY, judgement.denial, _LEAVE).said(), note=note
        )
    warning = judgement.warning
    if warning is not None and warning.kind is WarningKind.PERMISSION:
        return HookAnswer(HookDecision.ASK, CallFault(HookDecision.ASK, warning.message).said(), note=note)
    return HookAnswer(note=note)


def _review_of(
    workspace: Workspace, options: ReviewOptions, event: ToolEvent, parameters: Mapping[str, object]
) -> Review:
    """The review of a call, in which everything that is safe is accepted."""
    review = Review(
        workspace,
        without=options.without,
        rules=options.rules,
        checks_off=options.config.checks.off,
        only_looks=True,
    )
    call = {"type": "tool_use", "id": "call", "name": event.tool.name, "input": parameters}
    review.read(json.dumps(call))
    review.accept(Tier.TOLERANT)
    review.prepare()
    return review


def _faults(
    review: Review, event: ToolEvent, parameters: Mapping[str, object], paths: set[str]
) -> Iterator[CallFault]:
    """All faults, those of the review before those about the tool."""
    for problem in review.problems:
        yield CallFault(HookDecision.DENY, problem.message, "Send a complete call")
    if not review.proposals and not review.problems:
        yield CallFault(HookDecision.DENY, f"the call of {event.tool.name} could not be read", _READ_AGAIN)
    results = {plan.path: _result_of(event, parameters, plan) for plan in review.plans}
    for proposal in review.proposals:
        is_refused = isinstance(results.get(proposal.path or ""), ToolRefusal)
        found = _fault_of_block(review, proposal, paths, is_refused=is_refused)
        if found is not None:
            yield found
    for plan in review.plans:
        yield from _faults_by_tool(event, parameters, plan, results[plan.path])


def _result_of(
    event: ToolEvent, parameters: Mapping[str, object], plan: FilePlan
) -> str | ToolRefusal | None:
    """A file as the tool leaves it, with line feeds only; None for a patch, or if the call lacks a text."""
    if event.tool.path is None:
        return None
    if "content" in parameters:
        content = parameters["content"]
        return _with_line_feeds(content) if isinstance(content, str) else None
    edits = edits_of(parameters)
    before = plan.before.text if isinstance(plan.before, Snapshot) else None
    return None if edits is None else replaced(before, edits)


def _fault_of_block(
    review: Review, proposal: Proposal, paths: set[str], *, is_refused: bool
) -> CallFault | None:
    """The fault about one block, by the review; None if it is sound.

    Args:
        review: The review.
        proposal: The block.
        paths: The files that the call names.
        is_refused: True if the tool would refuse the call, so that there is nothing to ask.
    """
    if proposal.path is not None and proposal.path not in paths:
        written = proposal.block.path_written
        if written == proposal.path:
            message = f"the patch names {written} on a line that is indented"
            return CallFault(HookDecision.DENY, message, "Begin the lines that name files with `***`")
        message = f"{written} does not exist, and its text is in {proposal.path}"
        return CallFault(HookDecision.DENY, message, f"Send the edit for {proposal.path}")
    status = status_of(review, proposal, dry_run=True)
    if status is Status.VALIDATED:
        misplaced = _misplaced(proposal) if proposal.block.format == FormatName.APPLY_PATCH else None
        if misplaced is not None:
            message = f"{proposal.path}: {misplaced}"
            return CallFault(HookDecision.DENY, message, "Send it with lines around it that are not blank")
        return None if _is_exact(proposal) else _fault_of_inexact(review, proposal)
    review.not_found.of(proposal)
    why = explain(review, proposal, status)
    causes = [w.message for w in proposal.warnings if w.consequence.withholds is not None]
    message = causes[0] if proposal.is_ready and causes else why.message or "it cannot be applied"
    reason = why.reason or Reason.UNDECIDED
    name = f"{proposal.path}: " if proposal.path and proposal.path not in message else ""
    is_users = reason not in _OF_MODEL and reason is not Reason.FUZZY
    is_users = is_users if proposal.is_ready else reason in _OF_USER and not is_refused
    decision = HookDecision.ASK if is_users else HookDecision.DENY
    return CallFault(
        decision,
        f"{name}{message}",
        _ADVICE.get(reason, _READ_AGAIN),
        _lines_of(review, proposal, why),
    )


def _is_exact(proposal: Proposal) -> bool:
    """True if the tool finds a block where the review does."""
    # A tool ignores how lines end, too.
    return proposal.tier is Tier.EXACT or proposal.strategy == LINE_ENDS.name


def _misplaced(proposal: Proposal) -> str | None:
    """A sentence why the tool of Codex puts a hunk elsewhere than the review; None if it does not."""
    operation, hints, lines, base = (
        proposal.block.operation,
        proposal.block.hints,
        proposal.lines,
        proposal.base,
    )
    is_at_end = lines is not None and base is not None and lines[1] >= len(base.lines)
    if isinstance(operation, Insert) and hints.scopes:
        return "a hunk without old lines goes to the end of the file, whatever its @@ line says"
    if isinstance(operation, Replace):
        search = plain_interpretation(operation).search
        if search and not search.strip():
            return "the old lines of a hunk are blank, so that it may go to other ones"
        first, scope = search.split("\n", 1)[0].strip(), (hints.scopes or ("",))[-1].strip()
        if first and first == scope:
            return "the first old line of a hunk is its @@ line too, below which it is looked for"
        if hints.is_at_end and not is_at_end:
            return "the old lines of a hunk are not at the end of the file"
    return None


def _are_in_order(plan: FilePlan) -> bool:
    """True if each hunk of a file matches below the one before, and its @@ line is between them."""
    below = 0
    for proposal in sorted(plan.proposals, key=lambda proposal: proposal.number):
        lines, base, scopes = proposal.lines, proposal.base, proposal.block.hints.scopes
        is_hunk = isinstance(proposal.block.operation, Insert | Replace)
        if lines is None or base is None or proposal.depends_on or not is_hunk:
            continue
        if lines[0] <= below:
            return False
        scope = scopes[-1].rstrip("\n").rpartition("\n")[2].strip() if scopes else ""
        between = base.lines.slice(below, lines[0] - 1)
        if scope and not any(line.strip() == scope for line in between):
            return False
        below = lines[1]
    return True


def _fault_of_inexact(review: Review, proposal: Proposal) -> CallFault:
    lines = proposal.lines
    where = f"; most like it: {lines_in_words(lines)} ({proposal.strategy})" if lines is not None else ""
    message = f"its old text is not in {proposal.path} exactly{where}"
    excerpt = "" if lines is None else _excerpt(review, proposal, lines)
    return CallFault(HookDecision.DENY, message, _SEND_EXACT, excerpt)


def _lines_of(review: Review, proposal: Proposal, why: Explanation) -> str:
    """The lines of the file that a block without a match is most like; empty if there are none to show."""
    if why.detail is Detail.OTHER_FILE:
        return ""
    near = review.nearest(proposal)
    if near is not None:
        return _excerpt(review, proposal, near.lines)
    return _excerpt(review, proposal, proposal.lines) if why.reason is Reason.FUZZY and proposal.lines else ""


def _excerpt(review: Review, proposal: Proposal, lines: LineRange) -> str:
    """Lines of a file with their numbers, below a heading. None of a file that may contain secrets."""
    path = proposal.path or ""
    if review.asks_about(path):
        return ""
    index = review.index_of(path)
    first, last = lines
    end = min(last, first + _MAX_EXCERPT_LINES - 1, len(index.lines))
    rows = [f"{i} | {line_body(index.lines[i - 1])[:_MAX_EXCERPT_LINE]}" for i in range(first, end + 1)]
    more = ["…"] if end < last else []
    return "\n".join([f"\n{path} now:", *rows, *more]) if rows else ""


def _faults_by_tool(
    event: ToolEvent, parameters: Mapping[str, object], plan: FilePlan, result: str | ToolRefusal | None
) -> Iterator[CallFault]:
    """The faults about what the tool does and the review would not do."""
    before = plan.before if isinstance(plan.before, Snapshot) else None
    if isinstance(result, ToolRefusal):
        yield CallFault(HookDecision.DENY, f"{plan.path}: {result.message}", _ADVICE[result.reason])
        return
    if event.tool.path is None:
        if not _are_in_order(plan):
            message = f"the hunks and @@ lines for {plan.path} are not in the order of the file"
            yield CallFault(HookDecision.DENY, message, "Send them in order, or as several patches")
        return
    if result is None:
        yield CallFault(HookDecision.DENY, f"{event.tool.name} lacks a text", "Send a complete call")
        return
    if before is None:
        return
    if before.codec.name not in _UTF_8 and not before.codec.bom:
        label = before.codec.label
        message = f"{plan.path} is {label}, and {event.tool.name}, which writes UTF-8, would damage it"
        yield CallFault(HookDecision.DENY, message, _LEAVE)
    kinds = [*line_ends(before.text)]
    content = parameters.get("content")
    if isinstance(content, str):
        keeps_line_ends = event.agent in _KEEP_LINE_ENDS
        if not keeps_line_ends and "CRLF" in kinds and [*line_ends(content)] not in (kinds, []):
            message = f"{event.tool.name} would change the line ends of {plan.path}, which are CRLF"
            yield CallFault(HookDecision.DENY, message, "Edit the file instead of writing it whole")
    elif len(kinds) > 1:
        message = f"{plan.path} has line ends of two kinds, and {event.tool.name} would make them one"
        yield CallFault(HookDecision.ASK, message, _LEAVE)
    edits = edits_of(parameters)
    if event.agent is HookedAgent.CLAUDE and edits and _edits_beyond(before.text, edits, plan.path):
        what = "whitespace at the end of a new text and the line end after a deleted one"
        message = f"{event.tool.name} removes {what}, which would change {plan.path} in addition to the edit"
        yield CallFault(HookDecision.DENY, message, "Send whole lines, with a new text that is not empty")
    is_applied = all(p.is_ready for p in plan.proposals)
    if is_applied and all(map(_is_exact, plan.proposals)) and result != _with_line_feeds(plan.after):
        if not isinstance(content, str) and _have_same_lines(result, _with_line_feeds(plan.after)):
            return
        message = f"{event.tool.name} would make something else of {plan.path} than the edit means"
        yield CallFault(HookDecision.ASK, message, _READ_AGAIN)


def _corrected(
    review: Review, event: ToolEvent, parameters: Mapping[str, object]
) -> Mapping[str, object] | None:
    """The parameters with which the tool does what a tolerant match does; None if there are none.

    Only for one edit whose only fault is that its old text differs from that of the file. Claude Code refuses
    such an edit before it runs its hooks.
    """
    if event.agent is not HookedAgent.GEMINI or "old_string" not in parameters:
        return None
    if len(review.proposals) != 1 or len(review.plans) != 1 or len(review.proposals[0].chosen) != 1:
        return None
    (proposal,), (plan,) = review.proposals, review.plans
    is_sound = status_of(review, proposal, dry_run=True) is Status.VALIDATED and not proposal.warnings
    before = plan.before.text if isinstance(plan.before, Snapshot) else None
    if not is_sound or before is None or proposal.tier is not Tier.TOLERANT:
        return None
    start, end = proposal.chosen[0].span
    splices = proposal.change.splices
    start, end = min(start, splices[0].start), max(end, splices[-1].end)
    old, new = before[start:end], proposal.change.shifted(-start).apply(before[start:end])
    better = {"old_string": _with_line_feeds(old), "new_string": _with_line_feeds(new)}
    given = {**parameters, **better}
    if any(True for _ in _faults_by_tool(event, given, plan, _result_of(event, given, plan))):
        return None
    # All of them: Gemini CLI 0.61 keeps none that the answer leaves out.
    return (
        {**event.input, **better} if _result_of(event, given, plan) == _with_line_feeds(plan.after) else None
    )


_EVERYWHERE = ("replace_all", "allow_multiple")


class TextEdit(Struct, frozen=True):
    """One replacement of exact text; an empty old text creates a file."""

    old: str
    new: str
    is_everywhere: bool = False
    takes_line_end: bool = False
    """True if a line feed after the old text goes too, where there is one."""


def edits_of(parameters: Mapping[str, object]) -> list[TextEdit] | None:
    """The replacements of a call; None if a parameter is missing or of another type."""
    listed = parameters.get("edits")
    calls = listed if isinstance(listed, list) else [parameters]
    edits: list[TextEdit] = []
    for call in calls:
        old, new = (
            (call.get("old_string"), call.get("new_string")) if isinstance(call, dict) else (None, None)
        )
        if not isinstance(old, str) or not isinstance(new, str):
            return None
        is_everywhere = any(str(call.get(name)).lower() == "true" for name in _EVERYWHERE)
        edits.append(TextEdit(_with_line_feeds(old), _with_line_feeds(new), is_everywhere))
    return edits or None


def replaced(before: str | None, edits: Sequence[TextEdit]) -> str | ToolRefusal:
    """A file after replacements, each on the result of the one before.

    Args:
        before: The text of the file; None if there is none.
        edits: The replacements.

    Returns:
        The text with line feeds only.
    """
    text = None if before is None else _with_line_feeds(before)
    for edit in edits:
        if edit.old == edit.new:
            return ToolRefusal(Reason.NO_CHANGE, "its old and its new text are the same")
        if not edit.old:
            if text is not None and text.strip():
                return ToolRefusal(Reason.FILE_EXISTS, "its old text is empty, and the file is not")
            text = edit.new
            continue
        if text is None:
            return ToolRefusal(Reason.FILE_MISSING, "the file does not exist")
        count = text.count(edit.old)
        if not count:
            return ToolRefusal(Reason.NOT_FOUND, "its old text is not in the file")
        if count > 1 and not edit.is_everywhere:
            return ToolRefusal(Reason.AMBIGUOUS, f"its old text is {count} times in the file")
        old = f"{edit.old}\n" if edit.takes_line_end and f"{edit.old}\n" in text else edit.old
        text = text.replace(old, edit.new)
    return "" if text is None else text


def _as_claude_code_edits(edits: Sequence[TextEdit], path: str) -> list[TextEdit]:
    """The replacements as Claude Code makes them: see `_edits_beyond`."""
    is_prose = path.lower().endswith((".md", ".mdx"))
    return [
        replace(
            edit,
            new=edit.new if is_prose else "\n".join(line.rstrip() for line in edit.new.split("\n")),
            takes_line_end=not edit.new and not edit.old.endswith("\n"),
        )
        for edit in edits
    ]


def _edits_beyond(before: str | None, edits: Sequence[TextEdit], path: str) -> bool:
    """True if Claude Code changes more of a file than its edits and the whitespace at the ends of lines.

    It removes whitespace at the ends of new lines, even of a last one that is only a part of a line, and
    with a text that it deletes the line feed after it. That may join two lines, or change an indentation.
    """
    meant, result = replaced(before, edits), replaced(before, _as_claude_code_edits(edits, path))
    return isinstance(meant, str) and isinstance(result, str) and not _have_same_lines(meant, result)


def _have_same_lines(one: str, other: str) -> bool:
    """True if two texts differ at most in their blank lines and in whitespace at the ends of lines."""
    lines, others = ([line.rstrip() for line in text.split("\n") if line.strip()] for text in (one, other))
    return lines == others


def _with_line_feeds(text: str) -> str:
    """A text with line feeds only."""
    return text.replace("\r\n", "\n")


def line_ends(text: str) -> Iterator[str]:
    """The kinds of line ends in a text."""
    if "\r\n" in text:
        yield "CRLF"
    if text.count("\n") > text.count("\r\n"):
        yield "LF"
