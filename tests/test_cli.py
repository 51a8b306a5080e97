"""The real program without a terminal: what it writes where, and how it ends."""

import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from editreview import __version__, on_screen
from editreview.cli import cli
from editreview.cli import run as cli_run
from editreview.commands.changes import open_changes
from editreview.errors import UsageError
from editreview.matching import CASCADE
from editreview.on_screen import ScreenOptions
from editreview.settings import ReviewOptions
from editreview.workspace import Workspace
from tests.builders import block, files_of, git, make_repository, make_tree
from tests.programs import run, run_alone
from tests.warm import Ended

FILES = {"a.txt": "one\ntwo\nthree\n", "b.txt": "    deep\n", "twice.txt": "x\nx\n"}
GOOD = block("two\n", "2\n")
TOLERANT = block("deep\n", "deeper\n", "b.txt")
AMBIGUOUS = block("x\n", "y\n", "twice.txt")


def report(ended: Ended) -> dict[str, Any]:
    loaded = json.loads(ended.out)
    assert isinstance(loaded, dict)
    return loaded


def changed(files: dict[str, str], **new: str) -> dict[str, bytes]:
    """The files' bytes with those of some changed, named without their extension."""
    return {path: text.encode() for path, text in (files | {f"{n}.txt": t for n, t in new.items()}).items()}


class TestExitStatus:
    def test_zero_if_everything_was_applied(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        ended = run_alone(tmp_path, "apply", response=GOOD + TOLERANT)

        assert (0, "") == (ended.status, ended.out)
        assert ("● 1 a.txt L2 exact\n● 2 b.txt L1 indentation\n2 blocks: 2 applied in 2 files\n") == ended.err
        assert changed(FILES, a="one\n2\nthree\n", b="    deeper\n") == files_of(tmp_path)
        assert "M  a.txt\nM  b.txt\n" == git(tmp_path, "status", "--short")

    def test_zero_if_it_was_already_applied(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "number = 20\n"})

        assert 0 == run(tmp_path, "apply", response=block("number = 2\n", "number = 20\n")).status

    def test_one_if_a_block_was_not_applied(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        ended = run(tmp_path, "apply", response=GOOD + AMBIGUOUS + "a.txt\n<<<<<<< SEARCH\n")

        assert 1 == ended.status
        assert (
            "● 1 a.txt L2 exact\n"
            "! 2 twice.txt: its text has 2 matches: lines 1, 2\n"
            "! a.txt: malformed, not applied: Missing ======= divider for the block at line 14\n"
            "2 blocks: 1 applied, 1 failed, 1 malformed in 1 file\n"
        ) == ended.err
        assert changed(FILES, a="one\n2\nthree\n") == files_of(tmp_path)

    def test_one_if_the_response_has_no_edit(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "check", response="Nothing to do here.\n")

        assert (1, "no edits found\n", "") == (ended.status, ended.out, ended.err)

    def test_two_for_a_mistake_in_the_command(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        one_output = "editreview: only one of --json, --diff and --feedback - may write to standard output\n"
        commit = "editreview: --commit cannot be used with --no-stage\n"
        mistakes = {
            "check nothing.md": "cannot read the response nothing.md: No such file or directory. Use - "
            "for standard input, or --clipboard.\n",
            "apply .": "editreview: cannot read the response .: Is a directory. Give a file in it.\n",
            "check --root nothing": "editreview: --root: Directory 'nothing' does not exist. "
            "See `editreview check --help`\n",
            "chekc": "editreview: cannot read the response chekc: No such file or directory. "
            "Did you mean check?\n",
            "aply answer.md": "editreview: got unexpected extra argument (answer.md). Did you mean apply? "
            "See `editreview --help`\n",
            "check --accept exakt": "editreview: --accept has an unknown value: exakt. Did you mean exact? "
            "Values: exact, tolerant, fuzzy\n",
            "check --nonsense": "editreview: there is no option --nonsense. See `editreview check --help`\n",
            "check --hlep": "editreview: there is no option --hlep. Did you mean --help or --lsp? "
            "See `editreview check --help`\n",
            "check --atomik": "editreview: there is no option --atomik. Did you mean --atomic? "
            "See `editreview check --help`\n",
            "show": "editreview: the argument FILE[:A-B] … is missing. See `editreview show --help`\n",
            "apply --commit --no-stage -m x": commit,
            "apply --amend": "editreview: --trailer, --amend, --signoff and --no-verify need --commit\n",
            "check --json --diff": one_output,
            "check --json --feedback -": one_output,
            "apply --diff --feedback -": one_output,
        }

        for command in mistakes:
            ended = run(tmp_path, *command.split())
            assert (command, 2, "") == (command, ended.status, ended.out)
            assert ended.err.endswith(mistakes[command])
        assert changed(FILES) == files_of(tmp_path)

    def test_three_if_nothing_could_be_written(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        ended = run_alone(
            tmp_path,
            "apply",
            response=GOOD + block("", "x" * 5_000 + "\n", "large.txt"),
            before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)),
        )

        assert 3 == ended.status
        assert ": File too large. Nothing was changed.\n" in ended.err
        assert changed(FILES) == files_of(tmp_path)


class TestCheck:
    def test_it_reports_and_writes_nothing(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        ended = run(tmp_path, "check", response=GOOD + TOLERANT)

        assert (
            0,
            "✓ 1 a.txt L2 exact\n✓ 2 b.txt L1 indentation\n2 blocks: 2 validated in 2 files\n",
            "",
        ) == (ended.status, ended.out, ended.err)
        assert changed(FILES) == files_of(tmp_path)
        assert "" == git(tmp_path, "status", "--short")

    @pytest.mark.parametrize("option", ["--json", "--diff", "--feedback=-"])
    def test_another_output_has_standard_output_for_itself(self, tmp_path: Path, option: str) -> None:
        make_tree(tmp_path, FILES)

        ended = run(tmp_path, "check", option, response=GOOD + AMBIGUOUS)

        assert "2 blocks: 1 validated, 1 failed in 1 file\n" in ended.err
        assert "validated, " not in ended.out

    def test_a_missing_file_is_named_once(self, tmp_path: Path) -> None:
        ended = run(make_tree(tmp_path, FILES), "check", response=block("one\n", "1\n", "nowhere/x.py"))

        assert 1 == ended.out.count("nowhere/x.py")
        assert "nowhere/x.py: it does not exist" in ended.out

    def test_dry_run_is_the_same(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        checked = run(tmp_path, "check", "--json", response=GOOD + AMBIGUOUS)
        dry = run(tmp_path, "apply", "--dry-run", "--commit", "-m", "x", "--json", response=GOOD + AMBIGUOUS)

        assert checked == dry
        assert report(dry)["dry_run"]
        assert changed(FILES) == files_of(tmp_path)
        assert "before\n" == git(tmp_path, "log", "--format=%s")

    def test_the_nearest_lines_are_named(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "first\nthe value is one\n"})

        ended = run(tmp_path, "check", response=block("the value is two\n", "x\n"))

        assert (
            1,
            "! 1 a.txt: SEARCH not found; most similar: line 2, 87%\n1 block: 1 failed\n",
        ) == (ended.status, ended.out)

    def test_with_history_the_commit_that_removed_the_text_is_named(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"a.txt": "first\nthe value was one\n"})
        make_tree(tmp_path, {"a.txt": "first\n"})
        git(tmp_path, "commit", "--quiet", "--all", "--message=no value")
        name = git(tmp_path, "log", "-1", "--format=%h of %cs").strip()

        without, asked = (
            run(tmp_path, "check", *options, response=block("the value was one\n", "x\n"))
            for options in ([], ["--history"])
        )

        why = "SEARCH not found, and nothing similar"
        assert f"! 1 a.txt: {why}\n1 block: 1 failed\n" == without.out
        since = f"it was there until commit {name} (no value)"
        assert f"! 1 a.txt: {why}; {since}\n1 block: 1 failed\n" == asked.out


class TestOutputs:
    def test_json_is_the_report_and_all_of_standard_output(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        data = report(run(tmp_path, "apply", "--json", response=GOOD + AMBIGUOUS))

        assert (2, 1, 2) == (data["schema"], data["counts"]["applied"], data["counts"]["blocks"])
        assert ["applied", "failed"] == [found["status"] for found in data["blocks"]]
        assert [("a.txt", True)] == [(found["path"], found["staged"]) for found in data["files"]]

    def test_diff_is_a_patch_that_git_applies_before_and_after_the_files_are_written(
        self, tmp_path: Path
    ) -> None:
        make_repository(tmp_path / "ours", FILES)
        make_repository(tmp_path / "gits", FILES)
        response = GOOD + TOLERANT + AMBIGUOUS + block("", "new\n", "new file.txt")

        checked = run(tmp_path / "ours", "check", "--diff", response=response)
        applied = run(tmp_path / "ours", "apply", "--diff", response=response)
        (tmp_path / "patch").write_text(applied.out)
        git(tmp_path / "gits", "apply", str(tmp_path / "patch"))

        assert checked.out == applied.out
        assert files_of(tmp_path / "ours") == files_of(tmp_path / "gits")

    def test_feedback_goes_to_standard_output_or_a_file(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)

        on_stdout = run(tmp_path, "check", "--feedback", "-", response=GOOD + AMBIGUOUS)
        in_file = run(
            tmp_path, "check", "--json", "--feedback", str(tmp_path / "feedback"), response=GOOD + AMBIGUOUS
        )

        assert "Block 1" not in on_stdout.out
        assert "## Block 2: twice.txt" in on_stdout.out
        assert on_stdout.out == (tmp_path / "feedback").read_text()
        assert 2 == report(in_file)["counts"]["blocks"]

    def test_a_closed_pipe_gives_a_status_without_a_message(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        reader, writer = os.pipe()
        os.close(reader)

        done = subprocess.run(
            [sys.executable, "-P", "-m", "editreview", "apply", "--json"],
            cwd=tmp_path,
            input=GOOD.encode(),
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(writer)

        assert 1 == done.returncode
        assert b"1 block: 1 applied in 1 file\n" == done.stderr.partition(b"\n")[2]
        assert changed(FILES, a="one\n2\nthree\n") == files_of(tmp_path)

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
    def test_closed_standard_streams_are_not_an_error(self, tmp_path: Path, closed: str) -> None:
        make_tree(tmp_path, FILES)
        command = f'exec "$0" -P -m editreview apply --json {closed}'

        done = subprocess.run(
            ["sh", "-c", command, sys.executable],
            cwd=tmp_path,
            input=GOOD.encode(),
            capture_output=True,
            check=False,
        )

        assert b"Traceback" not in done.stderr
        is_read = not closed.startswith("<")
        assert (0 if is_read else 1) == done.returncode
        assert changed(FILES, a="one\n2\nthree\n" if is_read else FILES["a.txt"]) == files_of(tmp_path)

    def test_messages_are_utf8_in_any_locale_without_control_characters(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"größe.txt": "x\nx\n"})
        done = subprocess.run(
            [sys.executable, "-P", "-m", "editreview", "check", "bad\x1b[31m.md"],
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            check=False,
        )

        assert (
            "editreview: cannot read the response bad␛[31m.md: No such file or directory. Use - "
            "for standard input, or --clipboard.\n" == done.stderr.decode()
        )


class TestResponses:
    @pytest.mark.parametrize("arguments", [[], ["-"], ["response.md"]])
    def test_it_is_a_file_or_standard_input(self, tmp_path: Path, arguments: list[str]) -> None:
        root = make_tree(tmp_path / "root", FILES)
        make_tree(tmp_path, {"response.md": GOOD})

        ended = run(
            tmp_path,
            "apply",
            *arguments,
            "--root",
            "root",
            response="" if "response.md" in arguments else GOOD,
        )

        assert 0 == ended.status
        assert changed(FILES, a="one\n2\nthree\n") == files_of(root)

    @pytest.mark.parametrize(
        "encoded",
        [
            b"\xff\xfe" + GOOD.encode("utf-16-le"),
            b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(),
        ],
        ids=["utf-16", "utf-8 with a mark and carriage returns"],
    )
    def test_its_encoding_and_line_ends_do_not_matter(self, tmp_path: Path, encoded: bytes) -> None:
        make_tree(tmp_path, FILES)

        assert 0 == run(tmp_path, "apply", response=encoded).status
        assert changed(FILES, a="one\n2\nthree\n") == files_of(tmp_path)

    def test_bytes_that_are_not_text_are_never_written(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        response = (
            b"\xff\xfa\x80 prose\n"
            + GOOD.encode()
            + block("", "caf\udce9\n", "c.txt").encode("utf-8", "surrogateescape")
        )

        ended = run(tmp_path, "apply", response=response)

        assert 1 == ended.status
        why = ", not applied: it would write invisible characters"
        found = "    △ adds byte E9 (not UTF-8) in line 1, which is invisible\n"
        assert f"· 2 c.txt exact{why}\n{found}" in ended.err
        assert changed(FILES, a="one\n2\nthree\n") == files_of(tmp_path)


class TestOptions:
    def test_accept_exact_does_not_apply_tolerant_matches(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)

        ended = run(tmp_path, "apply", "--accept", "exact", response=GOOD + TOLERANT)

        assert 1 == ended.status
        why = "its match is tolerant, and only exact matches were accepted; accept it in a review, or use"
        assert f"· 2 b.txt L1 indentation, not applied: {why} --accept tolerant\n" in ended.err
        assert changed(FILES, a="one\n2\nthree\n") == files_of(tmp_path)

    def test_strip_names_a_beginning_of_paths_that_stands_for_the_root(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        response = block("", "new\n", "/w/repo/new.txt")

        assert 1 == run(tmp_path, "apply", response=response).status
        assert 0 == run(tmp_path, "apply", "--strip", "/w/repo", response=response).status
        assert b"new\n" == files_of(tmp_path)["new.txt"]

    def test_a_root_that_was_found_is_said_once(self, tmp_path: Path) -> None:
        text = "a line of the file\n"
        make_tree(tmp_path, {"src/a.txt": text})
        response = block(text, "x\n", "/w/repo/src/a.txt") + block("", "new\n", "/w/repo/new.txt")

        ended = run(tmp_path, "check", "--json", response=response)

        assert 1 == ended.err.count("/w/repo stands for the root: the text of block 1 is in src/a.txt\n")
        assert [{"prefix": "/w/repo", "block": 1, "path": "src/a.txt"}] == report(ended)["roots"]

    def test_atomic_applies_all_blocks_or_none(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)

        refused = run(tmp_path, "apply", "--atomic", "--json", response=GOOD + AMBIGUOUS)
        assert (1, 0) == (refused.status, report(refused)["counts"]["applied"])
        assert changed(FILES) == files_of(tmp_path)

        assert 0 == run(tmp_path, "apply", "--atomic", response=GOOD + TOLERANT).status
        assert changed(FILES, a="one\n2\nthree\n", b="    deeper\n") == files_of(tmp_path)

    def test_a_strategy_can_be_disabled_by_option_and_by_configuration(self, tmp_path: Path) -> None:
        make_tree(tmp_path / "tree", FILES)
        config = tmp_path / "config.toml"
        others = [strategy.name for strategy in CASCADE if strategy.name not in ("exact", "indentation")]
        config.write_text(f"[matching]\nwithout = {json.dumps(others)}\n")

        left = run(
            tmp_path / "tree", "check", "--without", "indentation", "--config", str(config), response=TOLERANT
        )
        unknown = run(tmp_path / "tree", "check", "--without", "magic", response=TOLERANT)

        assert (1, True) == (left.status, "its SEARCH differs" in left.out)
        assert (2, True) == (unknown.status, "names an unknown strategy: magic" in unknown.err)

    @pytest.mark.parametrize(
        ("way", "text"),
        [("append", "one\ntwo\nthree\nnew\n"), ("overwrite", "new\n"), ("top", "new\none\ntwo\nthree\n")],
    )
    def test_the_meaning_of_an_empty_search_can_be_set(self, tmp_path: Path, way: str, text: str) -> None:
        make_tree(tmp_path, FILES)
        response = block("", "new\n")

        asked = run(tmp_path, "apply", "--json", response=response)
        assert (1, "file-exists") == (asked.status, report(asked)["blocks"][0]["reason"])
        assert "--empty-search append, overwrite or top decides it\n" in asked.err
        assert changed(FILES) == files_of(tmp_path)

        assert 0 == run(tmp_path, "check", "--empty-search", way, response=response).status
        assert changed(FILES) == files_of(tmp_path)

        assert 0 == run(tmp_path, "apply", "--empty-search", way, response=response).status
        assert changed(FILES, a=text) == files_of(tmp_path)

    def test_no_stage_leaves_the_index_alone(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        data = report(run(tmp_path, "apply", "--no-stage", "--json", response=GOOD))

        assert [False] == [found["staged"] for found in data["files"]]
        assert " M a.txt\n" == git(tmp_path, "status", "--short")

    def test_the_reason_why_a_file_was_not_staged_is_printed(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        git(tmp_path, "rm", "--quiet", "--cached", "a.txt")

        ended = run(tmp_path, "apply", response=GOOD)

        assert 0 == ended.status
        assert "a.txt: written, not staged: git does not track it\n" in ended.err

    def test_next_to_the_users_changes_only_ours_are_staged_and_committed(self, tmp_path: Path) -> None:
        """The user's changes, staged and not, are in the same file and in another."""
        make_repository(tmp_path, FILES)
        make_tree(tmp_path, {"a.txt": "one\ntwo\nstaged\n", "mine.txt": "mine\n"})
        git(tmp_path, "add", "a.txt", "mine.txt")
        make_tree(tmp_path, {"a.txt": "one\ntwo\nstaged\nmine\n"})

        ended = run(tmp_path, "apply", "--commit", "-m", "x", response=GOOD)

        assert 0 == ended.status
        head = git(tmp_path, "show", "HEAD:a.txt")
        assert "staged" not in head
        assert head != git(tmp_path, "show", "HEAD~:a.txt")
        assert "MM a.txt\nA  mine.txt\n" == git(tmp_path, "status", "--short")

    def test_a_merge_in_progress_is_mentioned_if_something_is_staged(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        make_tree(tmp_path, {".git/MERGE_HEAD": git(tmp_path, "rev-parse", "HEAD")})

        ended = run(tmp_path, "apply", response=GOOD)

        assert "a merge is in progress; a commit now becomes part of it\n" in ended.err

    def test_options_of_the_commit_are_passed_on(self, tmp_path: Path) -> None:
        """Amended, signed off, past the hooks, with the trailers of the configuration."""
        make_repository(tmp_path, FILES)
        make_tree(
            tmp_path,
            {
                ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n",
                ".git/config.toml": '[commit]\ntrailers = ["Assisted-by: a model"]\n',
            },
        )
        (tmp_path / ".git/hooks/pre-commit").chmod(0o755)
        how = ("--amend", "--signoff", "--no-verify", "--config", ".git/config.toml")

        ended = run(tmp_path, "apply", "--commit", "-m", "x", *how, response=GOOD)

        assert 0 == ended.status
        signed = "Signed-off-by: Test <test@example.invalid>"
        assert f"x\n\n{signed}\nAssisted-by: a model\n\n" == git(tmp_path, "log", "--format=%B")

    def test_commit_commits_what_the_run_staged(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        make_tree(tmp_path, {"b.txt": "mine\n"})

        ended = run(tmp_path, "apply", "--commit", "-m", "Count with digits", response=GOOD)

        assert 0 == ended.status
        assert "] Count with digits\n" in ended.err
        assert "Count with digits\nbefore\n" == git(tmp_path, "log", "--format=%s")
        assert " M b.txt\n" == git(tmp_path, "status", "--short")

    @pytest.mark.parametrize(
        ("command", "function", "sentence"),
        [
            ("apply", "_run_project", "interrupted: nothing was written\n"),
            ("apply", "emit", "interrupted: the edits are written; `editreview undo` restores the files\n"),
            ("check", "_run_project", "interrupted\n"),
        ],
    )
    def test_an_interrupted_run_says_what_is_left(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        command: str,
        function: str,
        sentence: str,
    ) -> None:
        def interrupt(*arguments: object, **named: object) -> NoReturn:
            raise KeyboardInterrupt

        make_repository(tmp_path, FILES)
        monkeypatch.setattr(f"editreview.headless.{function}", interrupt)
        ended = run(tmp_path, command, "--run", "true", response=GOOD)

        assert 130 == ended.status
        assert sentence in ended.err
        is_written = files_of(tmp_path)["a.txt"] != FILES["a.txt"].encode()
        assert ("are written" in sentence) == is_written

    def test_a_run_that_stages_nothing_says_that_nothing_was_committed(self, tmp_path: Path) -> None:
        """Also if an earlier one has staged it, which may be to be committed with something else."""
        make_repository(tmp_path, FILES)
        run(tmp_path, "apply", response=GOOD)

        ended = run(tmp_path, "apply", "--commit", "-m", "x", response=GOOD)

        assert 1 == ended.status
        assert "nothing was committed: this run staged nothing\n" in ended.err
        assert "before\n" == git(tmp_path, "log", "--format=%s")

    def test_without_a_message_the_commit_has_the_proposed_one(self, tmp_path: Path) -> None:
        """An amended commit keeps its own."""
        make_repository(tmp_path, FILES)

        run(tmp_path, "apply", "--commit", response="I've replaced words by digits.\n\n" + GOOD)

        assert "Replace words by digits\nbefore\n" == git(tmp_path, "log", "--format=%s")
        run(tmp_path, "apply", "--commit", "--amend", response=TOLERANT)
        assert "Replace words by digits\nbefore\n" == git(tmp_path, "log", "--format=%s")

    def test_the_message_of_a_refusing_hook_is_printed(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        make_tree(
            tmp_path, {".git/hooks/pre-commit": "#!/bin/sh\necho 'no \033[31mred\033[0m lines' >&2\nexit 1\n"}
        )
        (tmp_path / ".git/hooks/pre-commit").chmod(0o755)

        ended = run(tmp_path, "apply", "--commit", "-m", "x", "--json", response=GOOD)

        assert 1 == ended.status
        assert ended.err.endswith("editreview: git commit failed: no ␛[31mred␛[0m lines\n")
        assert 1 == report(ended)["counts"]["applied"]
        assert "M  a.txt\n" == git(tmp_path, "status", "--short")

    def test_the_root_is_the_top_of_the_work_tree_around_the_folder(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {**FILES, "sub/x.txt": ""})

        assert 0 == run(tmp_path / "sub", "apply", response=GOOD).status
        assert b"one\n2\nthree\n" == (tmp_path / "a.txt").read_bytes()

    def test_without_git_the_root_is_the_folder(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "top\n", "sub/a.txt": "one\ntwo\n"})

        assert 0 == run(tmp_path / "sub", "apply", response=GOOD).status
        assert {"a.txt": b"top\n", "sub/a.txt": b"one\n2\n"} == files_of(tmp_path)

    def test_help_and_version_are_answered(self, tmp_path: Path) -> None:
        commands = ["--version", "--help", "apply --help", "check --help"]
        answers = {command: run(tmp_path, *command.split()) for command in commands}

        assert f"editreview {__version__}\n" == answers["--version"].out
        assert "RESPONSE" in answers["--help"].out
        assert "--atomic" in answers["apply --help"].out
        assert "--commit" not in answers["check --help"].out
        assert [0] * 4 == [ended.status for ended in answers.values()]

    def test_a_usage_error_names_the_command_as_typed(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "--root", ".", "check", "r.md")

        assert 2 == ended.status
        unexpected = "editreview: got unexpected extra argument (r.md). "
        assert f"{unexpected}To run the command check, put it first: editreview check …\n" == ended.err

    def test_an_unwritable_feedback_file_is_reported_before_anything_is_written(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)

        ended = run(tmp_path, "apply", "--feedback", "nothing/x", response=GOOD)

        assert (2, "editreview: cannot write the feedback to nothing/x: No such file or directory\n") == (
            ended.status,
            ended.err,
        )
        assert changed(FILES) == files_of(tmp_path)

    def test_feedback_stays_until_the_next_replaces_it(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path / "root", FILES)
        kept = tmp_path / "feedback"
        kept.write_text("of the last run\n" * 100)

        run(root, "check", "nothing.md", "--feedback", str(kept))
        assert "of the last run\n" * 100 == kept.read_text()

        run(root, "check", "--feedback", str(kept), response=AMBIGUOUS)
        assert "of the last run" not in kept.read_text()

    def test_the_patch_of_a_folder_applies_at_the_top_and_in_it(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"sub/a.txt": "one\ntwo\n", "a.txt": "other\n"})

        made = run(tmp_path, "check", "--root", "sub", "--diff", response=GOOD)
        (tmp_path / "patch").write_text(made.out)

        assert "--- a/sub/a.txt\n" in made.out
        for folder in (tmp_path, tmp_path / "sub"):
            git(folder, "apply", "--index", str(tmp_path / "patch"))
            assert b"one\n2\n" == (tmp_path / "sub/a.txt").read_bytes()
            git(tmp_path, "reset", "--quiet", "--hard")

    def test_a_file_without_a_patch_is_named(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"a.txt": "two\n".encode("utf-16")})

        ended = run(tmp_path, "check", "--diff", response=GOOD)

        assert (0, "") == (ended.status, ended.out)
        assert "a.txt: not in the patch: git cannot make a text patch of its encoding\n" in ended.err


def test_a_review_without_options_has_the_defaults_of_the_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[ReviewOptions, ScreenOptions]] = []

    def show_review(opening: object, options: ReviewOptions, of_screen: ScreenOptions) -> None:
        shown.append((options, of_screen))
        raise UsageError("seen")

    monkeypatch.setattr(on_screen, "show_review", show_review)
    monkeypatch.chdir(make_tree(tmp_path, {"answer.md": GOOD, "a.txt": "two\n"}))

    on_screen.run_plainly(["answer.md"])
    cli_run(["review", "answer.md"])

    plain, parsed = shown
    assert plain == parsed


class TestContext:
    RESPONSE = GOOD + TOLERANT

    @pytest.mark.parametrize("option", ["a.txt", "@shown.list"])
    def test_edits_of_other_files_are_not_attempted(self, tmp_path: Path, option: str) -> None:
        make_repository(tmp_path, FILES | {"shown.list": "a.txt\n\n"})

        ended = run(tmp_path, "apply", "--json", "--context", option, response=self.RESPONSE)

        assert 1 == ended.status
        assert ["b.txt"] == json.loads(ended.out)["files_auto_added"]
        assert "– 2 b.txt: b.txt is not among the files that the model was shown" in ended.err
        assert b"    deep\n" == files_of(tmp_path)["b.txt"]

    def test_the_next_prompt_includes_the_files_of_these_edits(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "apply", "--context", "a.txt", response=self.RESPONSE)

        ended = run(tmp_path, "prompt", "lazy", "twice.txt")

        said = r"including files the model had not been shown: b.txt\nabout \d+ tokens with 2 files\n"
        assert 0 == ended.status
        assert re.fullmatch(said, ended.err)
        assert ended.out.endswith("\ntwice.txt\n\n```txt\nx\nx\n```\n\nb.txt\n\n```txt\n    deep\n```\n")

    def test_the_next_prompt_shows_no_secrets_that_a_response_asked_for(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES | {".env": "KEY=1\n"})
        applied = run(tmp_path, "apply", "--context", "a.txt", response=block("KEY=1\n", "KEY=2\n", ".env"))

        ended = run(tmp_path, "prompt", "lazy", "a.txt")

        note = "the model was not shown .env; `editreview prompt` includes it only if you name it\n"
        assert note in applied.err
        assert "left out 1 file that may contain secrets: .env (name one to include it)\n" in ended.err
        assert "KEY" not in ended.out

    def test_a_check_saves_nothing(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "check", "--context", "a.txt", response=self.RESPONSE)

        assert "b.txt" not in run(tmp_path, "prompt").out
        assert not (tmp_path / ".git/editreview").exists()

    def test_the_configuration_can_name_the_files(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES | {"config.toml": '[context]\nfiles = ["b.txt"]\n'})

        ended = run(tmp_path, "check", "--json", "--config", "config.toml", response=self.RESPONSE)
        overruled = run(
            tmp_path,
            "check",
            "--config",
            "config.toml",
            "--context",
            "a.txt",
            "--json",
            response=self.RESPONSE,
        )

        assert ["a.txt"] == json.loads(ended.out)["files_auto_added"]
        assert ["b.txt"] == json.loads(overruled.out)["files_auto_added"]

    def test_a_missing_file_is_a_usage_error(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        ended = run(tmp_path, "check", "--context", "typo.txt", response=GOOD)
        lists = run(tmp_path, "check", "--context", "@typo.txt", response=GOOD)

        assert (2, 2) == (ended.status, lists.status)
        assert f"editreview: --context typo.txt: no such file in {tmp_path}\n" == ended.err
        assert "editreview: cannot read the list typo.txt: No such file or directory\n" == lists.err


class TestShow:
    def test_files_are_shown_with_line_numbers(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        assert Ended(0, "a.txt\n2 | two\n\nb.txt\n1 |     deep\n", "") == run(
            tmp_path, "show", "a.txt:2", "b.txt"
        )


class TestUndo:
    def test_it_undoes_the_last_run_and_can_be_redone(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "apply", response=GOOD)
        run(tmp_path, "apply", "--commit", "-m", "two", response=TOLERANT)
        after, head = files_of(tmp_path), git(tmp_path, "rev-parse", "HEAD")

        second, first = run(tmp_path, "undo"), run(tmp_path, "undo")
        none = run(tmp_path, "undo")
        before = files_of(tmp_path)
        again = [run(tmp_path, "undo", "--redo") for _ in range(2)]

        assert f"b.txt\nrestored 1 file and index; commit {head[:10]} undone\n" == second.err
        assert "a.txt\nrestored 1 file and index\n" == first.err
        assert (1, "editreview: nothing to undo\n") == (none.status, none.err)
        assert {name: text.encode() for name, text in FILES.items()} == before
        assert [0, 0] == [ended.status for ended in again]
        assert (after, head) == (files_of(tmp_path), git(tmp_path, "rev-parse", "HEAD"))

    def test_the_run_undone_last_is_redone_and_staged(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        for response in (GOOD, TOLERANT):
            run(tmp_path, "apply", response=response)
            after = files_of(tmp_path), git(tmp_path, "ls-files", "--stage")
            run(tmp_path, "undo")

        again, none = run(tmp_path, "undo", "--redo"), run(tmp_path, "undo", "--redo")

        assert "b.txt\n1 file written again, and staged\n" == again.err
        assert (1, "editreview: nothing to redo\n") == (none.status, none.err)
        assert after == (files_of(tmp_path), git(tmp_path, "ls-files", "--stage"))

    def test_files_of_another_root_are_named_from_the_top(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {"sub/a.txt": FILES["a.txt"]})
        run(tmp_path, "apply", "--root", "sub", response=GOOD)

        assert "sub/a.txt\nrestored 1 file and index\n" == run(tmp_path, "undo").err

    def test_a_run_that_cannot_be_undone_is_reported(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        (tmp_path / ".git" / "editreview").write_text("a file")

        ended = run(tmp_path, "apply", "--context", "a.txt", response=GOOD)

        assert 0 == ended.status
        assert "so these changes cannot be undone\n" in ended.err
        assert "cannot store the list of files for `editreview prompt`: " in ended.err

    def test_later_changes_are_shown_and_nothing_is_undone(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "apply", response=GOOD)
        make_tree(tmp_path, {"a.txt": "one\n2\nmine\n"})

        ended = run(tmp_path, "undo")

        message = "editreview: a.txt changed since that run; nothing was changed\n"
        assert (3, message) == (ended.status, ended.err)
        assert "-three\n+mine\n" in ended.out
        assert b"one\n2\nmine\n" == files_of(tmp_path)["a.txt"]


class TestPrompt:
    """`editreview prompt`, as it is typed."""

    def test_the_feedback_of_a_run_goes_into_the_next_prompt(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "apply", "--feedback", "feedback.md", response=AMBIGUOUS)

        ended = run(tmp_path, "prompt", "--feedback", "feedback.md", "twice.txt")
        piped = run(
            tmp_path,
            "prompt",
            "--feedback",
            "-",
            "twice.txt",
            response=(tmp_path / "feedback.md").read_text(),
        )

        assert (0, piped.out) == (ended.status, ended.out)
        assert ended.out.endswith((tmp_path / "feedback.md").read_text().strip() + "\n")
        assert "1 | x\n2 | x\n" in ended.out
        assert "\n## line-edit\n" in ended.out

    def test_changed_files_of_several_formats_are_shown_with_line_numbers(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        (tmp_path / "a.txt").write_text("changed\n")

        ended = run(tmp_path, "prompt", "bolt", "line-edit", "--changed")

        assert ended.out.endswith("\na.txt\n\n```txt\n1 | changed\n```\n")
        plain = run(tmp_path, "prompt", "bolt", "line-edit", "--changed", "--no-numbers")
        assert plain.out.endswith("\na.txt\n\n```txt\nchanged\n```\n")

    def test_without_changes_it_says_so(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)

        assert "no file differs from the last commit\n" in run(tmp_path, "prompt", "--changed").err

    @pytest.mark.parametrize(
        ("arguments", "why"),
        [
            (["bold"], "bold is neither a format nor a file. Did you mean bolt?"),
            (["bolt", "b.py"], "no file b.py in "),
            (["--feedback", "none.md"], "cannot read the feedback none.md: No such file or directory."),
            (["--feedback", "."], "cannot read the feedback .: Is a directory."),
            (["empty"], "the folder empty has no file that git does not ignore"),
        ],
    )
    def test_what_cannot_be_read_is_named(self, tmp_path: Path, arguments: list[str], why: str) -> None:
        make_repository(tmp_path, FILES)
        (tmp_path / "empty").mkdir()

        ended = run(tmp_path, "prompt", *arguments)

        assert (2, "") == (ended.status, ended.out)
        assert why in ended.err


class TestRecordedContext:
    """`editreview prompt --context`: until the next prompt, reviews edit only its files."""

    BOTH = block("two\n", "2\n") + block("    deep\n", "    deeper\n", "b.txt")

    def test_the_files_of_a_prompt_are_the_context_of_the_next_reviews(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")

        for command in ("check", "apply"):
            ended = run(tmp_path, command, "--json", response=self.BOTH)
            assert [None, "not-in-context"] == [each["reason"] for each in report(ended)["blocks"]]
            assert "edits only the 1 file of `editreview prompt --context`: a.txt\n" in ended.err
        assert b"    deep\n" == files_of(tmp_path)["b.txt"]

    def test_the_next_prompt_forgets_it(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")
        run(tmp_path, "prompt", "a.txt")

        ended = run(tmp_path, "check", response=self.BOTH)

        assert (0, False) == (ended.status, "--context" in ended.err)

    def test_what_the_user_says_goes_first(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")

        ended = run(tmp_path, "check", "--json", "--context", "b.txt", response=self.BOTH)

        assert ["not-in-context", None] == [each["reason"] for each in report(ended)["blocks"]]
        assert "prompt --context" not in ended.err

    def test_the_current_folder_does_not_matter(self, tmp_path: Path) -> None:
        make_repository(tmp_path, {**FILES, "sub/a.txt": "one\ntwo\nthree\n"})
        run(tmp_path, "prompt", "--context", "a.txt")

        ended = run(tmp_path / "sub", "check", "--json", response=self.BOTH)

        assert [None, "not-in-context"] == [each["reason"] for each in report(ended)["blocks"]]

    def test_a_file_that_is_gone_is_no_error(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "twice.txt")
        (tmp_path / "twice.txt").unlink()

        ended = run(tmp_path, "check", response=self.BOTH)

        assert (1, True) == (ended.status, "edits only the 0 files of" in ended.out)

    def test_what_is_on_disk_is_reviewed_whole(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")
        (tmp_path / "b.txt").write_text("other\n")

        review, _, _ = open_changes(ReviewOptions.of(root=str(tmp_path)), None)

        assert (False, "compared with what is staged") == (review.context.is_known, review.opening_note)

    def test_one_without_a_file_is_refused_and_changes_nothing(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")

        ended = run(tmp_path, "prompt", "--context")

        assert (2, "", True) == (ended.status, ended.out, "--context needs a file" in ended.err)
        assert '["a.txt"]' in run(tmp_path, "config").out

    def test_one_that_cannot_be_understood_or_is_old_is_none(self, tmp_path: Path) -> None:
        make_repository(tmp_path, FILES)
        run(tmp_path, "prompt", "--context", "a.txt")
        (kept,) = (tmp_path / ".git/editreview").rglob("context.json")
        for text in ("{", "[]", '{"at": 1, "files": ["a.txt"]}', '{"at": 1e99, "files": ["a.txt"]}'):
            kept.write_text(text)

            assert 0 == run(tmp_path, "check", response=self.BOTH).status


class TestProgramsOfARepository:
    """`apply --no-stage` runs none of them, as looking does not."""

    @pytest.mark.parametrize("command", [["check", "--history"], ["apply", "--no-stage", "--history"]])
    def test_neither_its_filters_nor_its_monitor_are_run(self, tmp_path: Path, command: list[str]) -> None:
        root = make_repository(tmp_path / "root", {**FILES, ".gitattributes": "*.txt filter=f\n"})
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\necho $0 $@ >> {tmp_path}/ran\ncat\n")
        program.chmod(0o755)
        for setting in ("core.fsmonitor", "filter.f.clean", "filter.f.smudge", "diff.external"):
            git(root, "config", setting, str(program))
        # A file that git has to look into.
        os.utime(root / "a.txt", (1, 1))

        ended = run(root, *command, response=GOOD + block("not there\n", "x\n", "c.txt"))

        assert "c.txt" in ended.out + ended.err
        assert not (tmp_path / "ran").exists()
        assert command[0] == "check" or b"2" in files_of(root)["a.txt"]
        assert command[0] == "check" or 0 == run(root, "undo").status


class TestEnding:
    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
    def test_a_full_standard_output_is_an_error_and_a_full_standard_error_is_not(
        self, tmp_path: Path
    ) -> None:
        make_tree(tmp_path, FILES)
        program = [sys.executable, "-P", "-m", "editreview", "check", "--json"]
        with open("/dev/full", "wb") as full:
            said = subprocess.run(
                program, cwd=tmp_path, input=GOOD.encode(), stdout=full, stderr=subprocess.PIPE, check=False
            )
            mute = subprocess.run(
                program, cwd=tmp_path, input=GOOD.encode(), stdout=subprocess.PIPE, stderr=full, check=False
            )

        assert 1 == said.returncode
        assert said.stderr.endswith(
            b"in 1 file\neditreview: standard output could not be written: No space left on device\n"
        )
        assert 0 == mute.returncode
        assert 1 == json.loads(mute.stdout)["counts"]["validated"]

    @pytest.mark.parametrize("output", ["--json", "--diff"])
    def test_a_closed_pipe_loses_only_that_output(self, tmp_path: Path, output: str) -> None:
        make_repository(tmp_path, FILES)
        reader, writer = os.pipe()
        os.close(reader)
        command = ["apply", "--commit", "-m", "ours", output, "--feedback=../said"][
            : 5 + (output == "--json")
        ]
        done = subprocess.run(
            [sys.executable, "-P", "-m", "editreview", *command],
            cwd=tmp_path,
            input=GOOD.encode(),
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(writer)

        assert 1 == done.returncode
        assert b"1 applied in 1 file" in done.stderr
        assert b"Broken" not in done.stderr
        assert b"editreview: " not in done.stderr
        assert "ours" == git(tmp_path, "log", "-1", "--format=%s").strip()
        assert 0 == run(tmp_path, "undo").status
        assert {name: text.encode() for name, text in FILES.items()} == files_of(tmp_path)

    @pytest.mark.parametrize("debug", [[], ["--debug"]])
    def test_an_internal_error_is_one_line_with_status_70(self, tmp_path: Path, debug: list[str]) -> None:
        script = (
            "import sys; from editreview import cli\n"
            "def broken(*_, **__): raise RuntimeError('of a test')\n"
            "cli.read_review = broken\n"
            "sys.exit(cli.run(sys.argv[1:]))\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, "check", *debug],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )

        line = b"internal error: RuntimeError: of a test. Run again with --debug for a traceback.\n"
        assert 70 == done.returncode
        assert done.stderr.endswith(line)
        assert bool(debug) == (b"Traceback" in done.stderr)
        assert debug or b"editreview: " + line == done.stderr

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_a_signal_during_writing_rolls_back(self, tmp_path: Path, number: signal.Signals) -> None:
        make_repository(tmp_path, FILES)
        script = (
            "import os, signal, sys; from editreview.workspace import disk; from editreview import cli\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
            "rename = disk.FolderEntry.rename\n"
            "def signalled(source, target):\n"
            "    rename(source, target)\n"
            "    for _ in range(2): os.kill(os.getpid(), int(sys.argv[1]))\n"
            "disk.FolderEntry.rename = signalled\n"
            "sys.exit(cli.run(sys.argv[2:]))\n"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, str(int(number)), "apply"],
            cwd=tmp_path,
            input=(GOOD + TOLERANT).encode(),
            capture_output=True,
            check=False,
        )

        assert (130, b"interrupted: nothing was written") == (done.returncode, done.stderr.strip())
        assert changed(FILES) == files_of(tmp_path)
        assert "" == git(tmp_path, "status", "--short")


class TestHelp:
    @pytest.mark.parametrize("name", [name for name, command in cli.commands.items() if not command.hidden])
    def test_every_command_has_an_example_that_it_understands(self, name: str) -> None:
        """One that fits the line of help, and whose options are there."""
        command = cli.commands[name]
        assert command.epilog is not None
        example = re.search(rf"editreview {name}(?: [^;|<>\"]+)?", command.epilog)
        assert example is not None, command.epilog
        arguments = shlex.split(example[0])[2:]

        command.make_context(name, [*arguments], resilient_parsing=True)

        # What stands behind two dashes is no option of ours.
        own = arguments[: arguments.index("--")] if "--" in arguments else arguments
        unknown = {each for each in own if each.startswith("-") and each != "-m"}
        assert unknown <= {option for each in command.params for option in each.opts}


class TestFormats:
    def test_every_format_and_strategy_is_listed_on_standard_output(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "formats")

        assert (0, "") == (ended.status, ended.err)
        assert {"search-replace:", "bolt:", "lazy:"} <= set(ended.out.split())
        assert "instruction    Update `src/a.py`:" in ended.out
        assert (
            "indentation          tolerant  another indentation, changed by the same rule on every line"
            in ended.out
        )

    def test_every_envelope_is_listed(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "formats")

        assert "Envelopes, whose text is read as if it stood alone" in ended.out
        assert "`.aider.chat.history.md`: one turn" in ended.out

    @pytest.mark.parametrize(
        ("turn", "status", "message"),
        [
            ("1", 0, "a.txt L1 exact"),
            ("-1", 1, "a.txt: old text not found"),
            ("all", 1, "a.txt L1 exact"),
            ("3", 2, "there is no turn 3: the transcript has 2 turns"),
            ("0", 2, "--turn counts from 1, or from -1 for the last turn"),
        ],
    )
    def test_a_turn_of_a_transcript_is_selected(
        self, tmp_path: Path, turn: str, status: int, message: str
    ) -> None:
        make_tree(tmp_path, FILES)
        call = {"name": "edit", "input": {"path": "a.txt", "old_str": "one", "new_str": "1"}}
        other = {"name": "edit", "input": {"path": "a.txt", "old_str": "gone", "new_str": "1"}}
        messages = [
            each
            for edit in (call, other)
            for each in ({"role": "user", "content": "go"}, {"role": "assistant", "content": [edit]})
        ]

        ended = run(tmp_path, "check", "--turn", turn, response="\n".join(map(json.dumps, messages)))

        assert status == ended.status
        assert message in (ended.err if status == 2 else ended.out)

    def test_other_turns_with_edits_are_named(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        said = ("a.txt\n```\n1\n2\n3\n```\n", "b.txt\n```\n4\n```\n", "Run it:\n```sh\nls\n```\n")
        messages = [
            each
            for text in said
            for each in ({"role": "user", "content": "go"}, {"role": "assistant", "content": text})
        ]

        ended = run(tmp_path, "check", response=json.dumps(messages))
        both = run(tmp_path, "check", "--turn", "all", response=json.dumps(messages))

        assert "b.txt" in ended.out
        assert "turn 1 edits files too: read with --turn 1, or all with --turn all" in ended.out
        assert "2 blocks: 2 validated in 2 files" in both.out

    def test_a_turn_needs_a_transcript(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "check", "--turn", "1", response=GOOD)

        assert (2, True) == (
            ended.status,
            "--turn needs a transcript, and the response is not one" in ended.err,
        )

    def test_only_the_selected_formats_are_read(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)
        response = GOOD + '\n{"filePath": "a.txt", "oldString": "one", "newString": "1"}\n'

        ended = run(tmp_path, "apply", "--format", "tool-call", response=response)

        assert 0 == ended.status
        assert b"1\ntwo\nthree\n" == (tmp_path / "a.txt").read_bytes()

    def test_an_unknown_format_is_a_usage_error_that_names_the_known_ones(self, tmp_path: Path) -> None:
        ended = run(tmp_path, "check", "--format", "aider", response=GOOD)

        assert 2 == ended.status
        assert "unknown format: aider. Formats: search-replace, edit-protocol" in ended.err

    def test_a_command_is_shown_and_not_run(self, tmp_path: Path) -> None:
        make_tree(tmp_path, FILES)

        ended = run(tmp_path, "apply", response=GOOD + "\n```bash\ntouch made\nls\n```\n")

        assert "$ line 8: suggested command (not run): touch made and 1 more line" in ended.err
        assert not (tmp_path / "made").exists()

    def test_a_pattern_changes_every_file_of_a_folder_that_has_it(self, tmp_path: Path) -> None:
        make_tree(tmp_path, {"src/a.py": "print(1)\n", "src/b.py": "pass\n", "src/c/d.py": "print(2)\n"})
        response = 'edit(pattern="print($A)", rewrite="log($A)", path="src")\n'

        ended = run(tmp_path, "apply", response=response)

        assert 0 == ended.status, ended.err
        assert {"src/a.py": b"log(1)\n", "src/b.py": b"pass\n", "src/c/d.py": b"log(2)\n"} == files_of(
            tmp_path
        )


_TOTAL = """\
def total(invoice, rows):
    first = start(invoice)
    result = compute(invoice.number, rows, invoice.total)
    return result
"""
_BODY = _TOTAL.partition("\n")[2].replace("    ", "")
_DOUBTS = {
    "merged": (
        block(
            _TOTAL.replace("invoice.total", "inv.total"),
            _TOTAL.replace("invoice.total", "inv.total").replace("number", "id"),
            "a.py",
        ),
        "new lines mix words of the block and the file: line 3",
        _TOTAL.replace("number", "id"),
    ),
    "other-text": (
        block(
            _TOTAL.replace("start(", "begin("),
            _TOTAL.replace("    first = start(invoice)\n", ""),
            "a.py",
        ),
        "replaces lines that differ from its search text: line 2",
        _TOTAL.replace("    first = start(invoice)\n", ""),
    ),
    "guessed-depth": (
        block(_BODY, _BODY.replace("(invoice)\n", "(invoice)\nlog(\nrows)\n"), "a.py"),
        "the indentation of new lines is a guess: line 4",
        _TOTAL.replace("(invoice)\n", "(invoice)\n    log(\n    rows)\n"),
    ),
    "guessed-text": (
        block(_BODY, _BODY.replace("(invoice)\n", '(invoice)\nlog("""\nrows\n""")\n'), "a.py"),
        "the indentation inside a new string is a guess: lines 4–5",
        None,
    ),
    "unseen": (
        block(
            _TOTAL.replace("    first = start(invoice)\n", ""),
            _TOTAL.replace("    first = start(invoice)\n", "    log(rows)\n"),
            "a.py",
        ),
        "inserts lines next to lines that it does not mention: line 2",
        None,
    ),
}


@pytest.mark.parametrize("kind", _DOUBTS)
def test_apply_names_the_lines_of_a_match_with_warnings(tmp_path: Path, kind: str) -> None:
    """A merge is written and reported with its lines; lines that nobody mentioned withhold it."""
    response, message, after = _DOUBTS[kind]
    root = make_tree(tmp_path, {"a.py": _TOTAL})

    ended = run(root, "apply", "--accept", "fuzzy", "--json", response=response)

    found = json.loads(ended.out)["blocks"][0]
    assert (kind, message) in [(warning["kind"], warning["message"]) for warning in found["warnings"]]
    assert {"a.py": (after or _TOTAL).encode()} == files_of(root)
    reason = "ambiguous" if kind == "guessed-text" else "unseen"
    expected = (0, "applied", None) if after else (1, "undecided", reason)
    assert expected == (ended.status, found["status"], found["reason"])


class TestPermissions:
    def test_a_file_that_asks_is_left_to_the_user_unless_it_is_allowed(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {".env": "a\n", "b.txt": "a\n"})
        response = block("a\n", "b\n", ".env") + block("a\n", "b\n", "b.txt")

        ended = run(root, "apply", "--json", response=response)
        first = report(ended)["blocks"][0]
        assert (1, "undecided", "permission") == (ended.status, first["status"], first["reason"])
        assert {".env": b"a\n", "b.txt": b"b\n"} == files_of(root)
        assert 0 == run(root, "apply", "--allow", "/.env", response=response).status
        assert b"b\n" == files_of(root)[".env"]

    def test_a_denied_file_fails_the_run_and_is_named(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "a\n"})
        (root / ".editreview.toml").write_text('[permissions]\ndeny = ["*.txt"]\n')

        ended = run(root, "apply", response=block("a\n", "b\n"))
        assert 1 == ended.status
        assert "a.txt may not be changed: `*.txt` of .editreview.toml denies it" in ended.err

    def test_the_rules_are_listed_in_the_order_in_which_they_decide(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", {"a.txt": "a\n"})
        config = tmp_path / "config.toml"
        config.write_text('[permissions]\nallow = ["*.lock"]\nask = ["a"]\ndeny = ["b"]\n')
        (root / ".editreview.toml").write_text('[permissions]\nask = ["c"]\n')
        Workspace.open(root).kept_rules.add(".env")

        listed = run(root, "permissions", "--config", str(config)).out.splitlines()
        assert [
            "deny    b  (your configuration)",
            "always  .env  (your answer)",
            "ask     a  (your configuration)",
            "ask     c  (.editreview.toml)",
            "allow   *.lock  (your configuration)",
        ] == listed
        assert 0 == run(root, "permissions", "--forget", ".env").status
        ended = run(root, "permissions", "--forget", ".env")
        assert (2, True) == (ended.status, "no rule always allows" in ended.err)


class TestCommandOfTheUser:
    def test_apply_leaves_out_what_breaks_it_and_names_it(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n", "b.txt": "1\n"})
        response = block("1\n", "2\n", "a.txt") + block("1\n", "2\n", "b.txt")

        ended = run(root, "apply", "--json", "--run", "echo testing; grep -q 1 b.txt", response=response)
        blocks = report(ended)["blocks"]

        assert 1 == ended.status
        assert ["applied", "undecided"] == [each["status"] for each in blocks]
        assert "breaks-command" == blocks[1]["reason"]
        assert "fails with block 2 and passes without" in blocks[1]["message"]
        assert "testing" in ended.err
        assert {"a.txt": b"2\n", "b.txt": b"1\n"} == files_of(root)

    def test_check_writes_nothing_and_says_the_result(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n"})

        ended = run(root, "check", "--run", "grep -q 2 a.txt", response=block("1\n", "2\n", "a.txt"))
        assert (0, True) == (ended.status, "passes with the accepted blocks (1 run)" in ended.err)
        assert {"a.txt": b"1\n"} == files_of(root)

    def test_the_configured_command_runs_before_blocks_are_applied_if_it_says_so(
        self, tmp_path: Path
    ) -> None:
        root = make_repository(tmp_path / "root", {"a.txt": "1\n"})
        config = tmp_path / "config.toml"
        config.write_text('[checks.project]\ntests = "false"\n')
        response = block("1\n", "2\n", "a.txt")

        assert 0 == run(root, "check", "--config", str(config), response=response).status
        config.write_text('[checks.project]\ntests = "false"\nbefore_apply = true\n')
        ended = run(root, "apply", "--config", str(config), response=response)
        assert (1, True) == (ended.status, "fails without the blocks too" in ended.err)
        assert {"a.txt": b"1\n"} == files_of(root)

    def test_a_check_before_blocks_are_applied_needs_a_command(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", {"a.txt": "1\n"})
        config = tmp_path / "config.toml"
        config.write_text("[checks]\nproject.before_apply = true\n")
        response = block("1\n", "2\n", "a.txt")

        ended = run(root, "apply", "--config", str(config), response=response)
        assert (2, True) == (ended.status, "(line 2) has before_apply = true" in ended.err)
        assert {"a.txt": b"1\n"} == files_of(root)

        assert 0 == run(root, "apply", "--config", str(config), "--run", "true", response=response).status
        assert {"a.txt": b"2\n"} == files_of(root)

    def test_all_or_nothing_counts_a_block_that_breaks_it(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path, {"a.txt": "1\n", "b.txt": "1\n"})
        response = block("1\n", "2\n", "a.txt") + block("1\n", "2\n", "b.txt")

        ended = run(root, "apply", "--json", "--atomic", "--run", "grep -q 1 b.txt", response=response)

        assert 1 == ended.status
        assert ["depends-on", "breaks-command"] == [each["reason"] for each in report(ended)["blocks"]]
        assert {"a.txt": b"1\n", "b.txt": b"1\n"} == files_of(root)


class TestCommandsForFiles:
    """Ruff is a real one."""

    FILES = {"a.py": "import os\n\nprint(os.name, old)\n"}  # noqa: RUF012
    RESPONSE = block("print(os.name, old)\n", "print(name)\nprint(old)\n", "a.py")

    def test_only_what_the_edits_bring_is_said_beside_the_block(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", self.FILES)
        command = [sys.executable, "-m", "ruff", "check", "--stdin-filename", "{path}", "-"]
        make_tree(tmp_path, {"config.toml": f'[checks]\n"*.py" = {json.dumps(command)}\n'})

        ended = run(
            root, "apply", "--json", "--config", str(tmp_path / "config.toml"), response=self.RESPONSE
        )
        (applied,) = report(ended)["blocks"]

        source = Path(sys.executable).name
        said = [
            f"line 1: `os` imported but unused ({source} F401)",
            f"line 3: Undefined name `name` ({source} F821)",
        ]
        assert ("applied", said) == (applied["status"], [w["message"] for w in applied["warnings"]])
        assert b"import os\n\nprint(name)\nprint(old)\n" == files_of(root)["a.py"]

    def test_a_formatter_is_heard_about_new_lines_only(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", {"a.py": "x=1\nprint(x)\n"})
        command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "{path}", "-"]
        make_tree(tmp_path, {"config.toml": f'[format]\n"*.py" = {json.dumps(command)}\n'})
        response = block("print(x)\n", "print( x,'y' )\n", "a.py")

        ended = run(root, "apply", "--json", "--config", str(tmp_path / "config.toml"), response=response)
        (applied,) = report(ended)["blocks"]

        assert ["the formatter would change 1 of its lines"] == [m["message"] for m in applied["marks"]]
        assert b"x=1\nprint( x,'y' )\n" == files_of(root)["a.py"]

    def test_a_missing_one_is_said_once_and_changes_nothing(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", self.FILES)
        make_tree(tmp_path, {"config.toml": '[checks]\n"*.py" = ["no-such-linter"]\n'})

        ended = run(root, "apply", "--config", str(tmp_path / "config.toml"), response=self.RESPONSE)

        assert (0, 1) == (ended.status, ended.err.count("the command `no-such-linter` was not found"))

    def test_a_repository_cannot_name_one(self, tmp_path: Path) -> None:
        started = tmp_path / "started"
        settings = f'[checks]\n"*.py" = ["touch", "{started}"]\n'
        root = make_repository(tmp_path / "root", {**self.FILES, ".editreview.toml": settings})

        ended = run(root, "check", response=self.RESPONSE)

        assert (2, False) == (ended.status, started.exists())
        assert "unknown section: checks" in ended.err


NEW = "def f(x: int) -> int:\n    return x\n"


class TestLanguageServers:
    """Ruff is a real one."""

    FILES = {"a.py": "import os\n\nprint(os.name)\n"}  # noqa: RUF012
    RESPONSE = block("print(os.name)\n", "print(name)\n", "a.py")

    def config(self, folder: Path, text: str) -> str:
        make_tree(folder, {"config.toml": text})
        return str(folder / "config.toml")

    def test_the_configured_one_is_asked_and_withholds_nothing(self, tmp_path: Path) -> None:
        root = make_repository(tmp_path / "root", self.FILES)
        command = [sys.executable, "-m", "ruff", "server"]
        config = self.config(tmp_path, f"[lsp.python]\ncommand = {json.dumps(command)}\n")

        ended = run(root, "apply", "--json", "--config", config, response=self.RESPONSE)
        (applied,) = report(ended)["blocks"]

        assert "applied" == applied["status"]
        assert ["diagnostic"] == list({warning["kind"] for warning in applied["warnings"]})
        assert any("Undefined name `name` (Ruff F821)" in w["message"] for w in applied["warnings"])

    @pytest.mark.parametrize(
        ("server", "said"),
        [
            (("basedpyright-langserver", "--stdio"), 'line 2: Argument of type "Literal['),
            (("pyright-langserver", "--stdio"), 'line 2: Argument of type "Literal['),
            (("pylsp",), None),
        ],
        ids=lambda value: value[0] if isinstance(value, tuple) else "",
    )
    def test_a_new_file_can_be_imported(
        self, tmp_path: Path, server: tuple[str, ...], said: str | None
    ) -> None:
        """Wherever the server is installed: none but ruff is so for all tests."""
        if shutil.which(server[0]) is None:
            pytest.skip(f"{server[0]} is not installed")
        root = make_repository(tmp_path / "root", {"a.py": "import os\nprint(os.name)\n"})
        config = self.config(tmp_path, f"[lsp.python]\ncommand = {json.dumps(server)}\n")
        edit = block("import os\nprint(os.name)\n", "from new import f\nf('x')\n", "a.py")

        ended = run(root, "check", "--json", "--config", config, response=edit + block("", NEW, "new.py"))
        changed, _ = report(ended)["blocks"]

        messages = [warning["message"] for warning in changed["warnings"]]
        assert ([] if said is None else [True]) == [each.startswith(said or "") for each in messages]
        assert 1 == len(git(root, "worktree", "list").splitlines())

    def test_none_is_started_unasked(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        root = make_repository(tmp_path / "root", self.FILES)
        started = tmp_path / "started"
        make_tree(tmp_path / "bin", {"ruff": f"#!/bin/sh\ntouch {started}\n"})
        (tmp_path / "bin/ruff").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")

        run(root, "check", response=self.RESPONSE)
        assert not started.exists()
        ended = run(root, "check", "--lsp", response=self.RESPONSE)

        assert started.exists()
        assert (0, True) == (ended.status, "the language server `ruff server` ended" in ended.err)

    def test_those_that_run_code_of_the_repository_are_only_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        root = make_repository(tmp_path / "root", self.FILES)
        started = tmp_path / "started"
        make_tree(tmp_path / "bin", {"gopls": f"#!/bin/sh\ntouch {started}\n"})
        (tmp_path / "bin/gopls").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))

        ended = run(root, "check", "--lsp", response=self.RESPONSE)

        assert 2 == ended.status
        assert "gopls runs code of the repository: name it under [lsp.go] to use it" in ended.err
        assert not started.exists()
