"""Linters of the user: what they find in a text after a change that they did not find before."""

from collections.abc import Mapping
from pathlib import Path, PurePath

from editreview.file_commands.filters import TIMEOUT_S, Command, CommandFailed, Filters, named
from editreview.file_commands.output import findings_of, whole_finding
from editreview.language_servers import Diagnosis, Finding, Texts, new_findings


class FileChecks:
    """Commands that find faults in a file.

    Args:
        folder: The root, in which they run.
        commands: By pattern of paths, as in `.gitignore`.
        timeout: Seconds that a command gets for a file.
    """

    def __init__(self, folder: Path, commands: Mapping[str, Command], timeout: float = TIMEOUT_S) -> None:
        self._filters = Filters(folder, commands, timeout)

    def diagnose(self, before: Texts, after: Texts) -> Diagnosis:
        """The findings that a change brings. Takes as long as the commands; never raises because of one.

        Args:
            before: The texts on disk; without files that do not exist.
            after: The texts after the change; without files that will not exist.
        """
        findings: dict[str, tuple[Finding, ...]] = {}

        def check(command: Command, path: str, old: str, new: str) -> None:
            if found := self._compared(command, path, old, new):
                findings[path] = (*findings.get(path, ()), *found)

        problems = self._filters.each(before, after, check, only_first=False)
        return Diagnosis(findings, problems)

    def close(self, *, at_once: bool = False) -> None:
        """End what runs. A later `diagnose` finds nothing."""
        self._filters.close()

    def _compared(self, command: Command, path: str, before: str, after: str) -> tuple[Finding, ...]:
        """Raises CommandFailed, also if the command fails on the text before, without a finding."""
        source = PurePath(command[0]).name
        finished = self._filters.run(command, path, after)
        found = findings_of(path, finished, source)
        if found == ():
            return ()
        finished_before = self._filters.run(command, path, before)
        found_before = findings_of(path, finished_before, source)
        if found is None and found_before is None:
            said = whole_finding(finished_before, source).message
            raise CommandFailed(f"the command {named(command)} fails on {path} without the edits too: {said}")
        if found is None:
            return (whole_finding(finished, source),)
        if found_before is None:
            # Nothing says which of its findings are new.
            return ()
        return new_findings(before, after, found_before, found)
