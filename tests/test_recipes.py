"""The recipes of docs/recipes.md, as they stand there, with the programs that are installed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import editreview
from tests.builders import block, git, make_repository
from tests.pty.terminal import Terminal

PAGE = Path(__file__).parents[1] / "docs/recipes.md"
ANSWER = block("line 5\n", "line five\n", "src/app.py")
BY_HEADING = {
    "tmux": {"tmux"},
    "Aliases and a tool for diffs": {"gitconfig"},
    "A trailer below each commit of what a model wrote": {"sh"},
    "Neovim": {"lua"},
    "Visual Studio Code": {"json"},
    "llm": {"sh"},
    "aider": {"sh"},
    "Claude Code": {"sh"},
    "Codex": {"sh"},
    "OpenCode": {"sh"},
}
"""The recipes that a test here runs, and the languages of their fences."""


def fences(heading: str) -> list[str]:
    """The fenced texts below a heading of the page, in their order."""
    return [text for language, text in _sections()[heading]]


def _sections() -> dict[str, list[tuple[str, str]]]:
    """The languages and texts of the fences below each heading that has any."""
    found: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    for match in re.finditer(r"^##+ ([^\n]*)$|^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S):
        if match[1]:
            heading = match[1]
        else:
            found.setdefault(heading, []).append((match[2], match[3]))
    return found


def test_every_recipe_has_a_test() -> None:
    found = {heading: {language for language, _ in texts} for heading, texts in _sections().items()}

    assert BY_HEADING == found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with the files that the recipes name; ../commands is a folder of commands."""
    lines = "".join(f"line {number}\n" for number in range(1, 21))
    root = make_repository(tmp_path / "tree", {"src/app.py": lines, "src/cli.py": lines})
    (root / "answer.md").write_text(ANSWER)
    commands = tmp_path / "commands"
    commands.mkdir()
    add_command(root, "editreview", f"exec '{sys.executable}' -m editreview \"$@\"")
    return root


def add_command(root: Path, name: str, script: str) -> None:
    path = root.parent / "commands" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def environment(root: Path, **more: str) -> dict[str, str]:
    """The variables of a shell in which these commands are found."""
    return {
        "PATH": f"{root.parent / 'commands'}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(editreview.__file__).parents[1]),
        **more,
    }


def shell(root: Path, command: str, *, folder: str = "", **more: str) -> str:
    """Run lines of shell. Returns their output."""
    done = subprocess.run(
        ["bash", "-ec", command],
        cwd=root / folder,
        env={**os.environ, **environment(root, **more)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@needs("tmux")
class TestTmux:
    @pytest.fixture
    def server(self, root: Path) -> Iterator[list[str]]:
        """The command of a tmux server of its own, with the recipe as its configuration."""
        (root.parent / "tmux.conf").write_text(fences("tmux")[0])
        command = ["tmux", "-S", str(root.parent / "socket"), "-f", str(root.parent / "tmux.conf")]
        yield command
        subprocess.run([*command, "kill-server"], capture_output=True, check=False)

    @pytest.mark.parametrize("key", ["E", "B"])
    def test_a_key_opens_the_review_over_the_pane(self, root: Path, server: list[str], key: str) -> None:
        add_command(root, "xclip", f"cat '{root}/answer.md'")
        variables = environment(root, DISPLAY=":7", WAYLAND_DISPLAY="")
        with Terminal(
            shlex.join([*server, "new-session"]), root, columns=100, rows=30, environment=variables
        ) as terminal:
            terminal.until("[0]")
            subprocess.run([*server, "load-buffer", str(root / "answer.md")], check=True)
            terminal.press(f"\x02{key}")
            terminal.until("line five")
            terminal.accept("1 of 1")
            terminal.press("S")
            terminal.until("staged")
            terminal.press("q")
            terminal.until_gone("line five")
        assert "src/app.py" in git(root, "diff", "--cached", "--name-only")


class TestGit:
    @pytest.fixture
    def config(self, root: Path) -> str:
        file = root.parent / "gitconfig"
        file.write_text(
            "[user]\n    name = n\n    email = e@example.com\n" + fences("Aliases and a tool for diffs")[0]
        )
        return str(file)

    def test_the_aliases_work_in_a_folder_below_the_top(self, root: Path, config: str) -> None:
        (root / "src/app.py").write_text("changed\n")

        assert "+changed\n" in shell(root, "git look HEAD", folder="src", GIT_CONFIG_GLOBAL=config)
        assert "+changed\n" in shell(root, "git look HEAD -- app.py", folder="src", GIT_CONFIG_GLOBAL=config)
        git(root, "checkout", "-q", "src/app.py")
        with Terminal(
            "git review ../answer.md", root / "src", environment=environment(root, GIT_CONFIG_GLOBAL=config)
        ) as terminal:
            terminal.until("line five")
            terminal.press("q")
            assert 1 == terminal.end()

    def test_the_difftool_shows_each_file(self, root: Path, config: str) -> None:
        (root / "src/app.py").write_text("changed\n")
        command = "git difftool --no-prompt --tool=editreview HEAD"

        assert "+changed\n" in shell(root, command, GIT_CONFIG_GLOBAL=config)

    def test_a_commit_of_what_was_applied_has_the_trailer(self, root: Path) -> None:
        git(root, "config", "user.name", "n")
        git(root, "config", "user.email", "e@example.com")
        (root / ".git/hooks").mkdir(exist_ok=True)
        shell(root, fences("A trailer below each commit of what a model wrote")[0])
        shell(root, "editreview apply answer.md && git commit -qm 'The edit'")
        assert "The edit\n\nAssisted-by: a model" == git(root, "log", "-1", "--format=%B").strip()
        shell(root, "echo mine > src/cli.py && git commit -qam 'My own'")
        assert "My own" == git(root, "log", "-1", "--format=%B").strip()


_IN_NEOVIM = """
local function wait(what, is_so)
  if not vim.wait(60000, is_so, 50) then
    print("waited in vain for " .. what)
    print(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n"))
    vim.cmd("cquit")
  end
end
local function sees(text)
  wait(text, function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n"):find(text, 1, true) ~= nil
  end)
end
vim.o.columns, vim.o.lines, vim.o.autoread = 100, 30, true
vim.cmd("edit src/app.py")
vim.cmd("{command}")
sees("line five")
vim.fn.chansend(vim.b.terminal_job_id, "y")
sees("1 of 1 decided")
vim.fn.chansend(vim.b.terminal_job_id, "S")
sees("staged")
vim.fn.chansend(vim.b.terminal_job_id, "q")
wait("the end", function() return vim.fn.bufname():find("app.py") ~= nil or vim.bo.buftype == "" end)
sees("{after}")
vim.cmd("qall!")
"""


@needs("nvim")
class TestNeovim:
    @pytest.mark.parametrize(
        ("command", "after"),
        [
            ("Editreview answer.md", "line five"),
            ("edit answer.md | EditreviewText", "SEARCH"),
            ("Editreview --clipboard", "line five"),
        ],
    )
    def test_a_command_opens_a_review_and_reloads_the_files(
        self, root: Path, command: str, after: str
    ) -> None:
        add_command(root, "xclip", f"cat '{root}/answer.md'")
        recipe, script = root.parent / "recipe.lua", root.parent / "script.lua"
        recipe.write_text(fences("Neovim")[0])
        script.write_text(_IN_NEOVIM.replace("{command}", command).replace("{after}", after))
        shell(
            root,
            f"nvim --headless -u NONE -c 'luafile {recipe}' -c 'luafile {script}' 2>&1",
            DISPLAY=":7",
            WAYLAND_DISPLAY="",
            HOME=str(root.parent),
        )

        assert "line five\n" in (root / "src/app.py").read_text()


class TestVisualStudioCode:
    def test_each_task_opens_in_a_terminal(self, root: Path) -> None:
        tasks = json.loads(fences("Visual Studio Code")[0])["tasks"]
        keys = json.loads(fences("Visual Studio Code")[1])
        add_command(root, "xclip", f"cat '{root}/answer.md'")
        (root / "src/cli.py").write_text("line five\n")

        assert {key["args"] for key in keys} <= {task["label"] for task in tasks}
        for task in tasks:
            assert "process" == task["type"]
            file = f"{root}/answer.md"
            words = [task["command"], *(word.replace("${file}", file) for word in task["args"])]
            variables = environment(root, DISPLAY=":7", WAYLAND_DISPLAY="")
            with Terminal(shlex.join(words), root, columns=100, rows=30, environment=variables) as terminal:
                terminal.until("line five")
                terminal.press("q")
                terminal.end()


class _Model(BaseHTTPRequestHandler):
    """Answers as the chat API of OpenAI does."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert "SEARCH" in str(request["messages"])
        message = {"role": "assistant", "content": ANSWER}
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "scripted",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing is printed."""


@contextmanager
def model() -> Iterator[str]:
    """A model on this machine. Yields its address."""
    with HTTPServer(("127.0.0.1", 0), _Model) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            thread.join()


@needs("llm")
class TestLlm:
    @pytest.fixture
    def variables(self, root: Path) -> Iterator[dict[str, str]]:
        folder = root.parent / "llm"
        folder.mkdir()
        with model() as address:
            (folder / "extra-openai-models.yaml").write_text(
                "- model_id: scripted\n  model_name: scripted\n"
                f"  api_base: {address}\n  api_key_name: none\n  can_stream: false\n"
            )
            (folder / "keys.json").write_text('{"none": "none"}')
            yield {"LLM_USER_PATH": str(folder), "LLM_MODEL": "scripted", "no_proxy": "127.0.0.1"}

    def test_an_answer_is_reviewed_as_it_comes(self, root: Path, variables: dict[str, str]) -> None:
        with Terminal(fences("llm")[0], root, environment=environment(root, **variables)) as terminal:
            terminal.until("line five")
            # The first one only warns while the program before the pipe has not ended.
            terminal.press("qq")
            terminal.end()

    def test_feedback_goes_back_into_the_conversation(self, root: Path, variables: dict[str, str]) -> None:
        answered, applied, continued = fences("llm")[1].splitlines()
        (root / "src/app.py").write_text("something else\n")
        shell(root, f"{answered}\n{applied} || true\ntest -s feedback.md", **variables)
        (root / "src/app.py").write_text("line 5\n")
        shell(root, continued, **variables)

        assert "line five\n" == (root / "src/app.py").read_text()


@pytest.mark.parametrize(
    ("heading", "program", "help"),
    [
        ("aider", "aider", "aider --help"),
        ("Claude Code", "claude", "claude --help"),
        ("Codex", "codex", "codex exec --help"),
        ("OpenCode", "opencode", "opencode run --help 2>&1"),
    ],
)
def test_the_options_of_agents_exist(heading: str, program: str, help: str, root: Path) -> None:
    """Without their models: what they answer is read by the tests of formats and sessions."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    lines = [line for text in fences(heading) for line in text.splitlines() if program in line]
    options = {word for line in lines for word in re.findall(rf"(?<={program}).*", line)}
    named = {option for text in options for option in re.findall(r"(?<=\s)--[a-z][\w-]+", text)}
    known = shell(root, help, HOME=str(root.parent))

    assert [] == [option for option in sorted(named - {"--json"}) if option not in known]
