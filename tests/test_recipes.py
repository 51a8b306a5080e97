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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import editreview
from tests.builders import block, git, make_repository, make_tree
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
            # The review opens in the folder of the shell, which tmux knows once that runs.
            folder = [*server, "display-message", "-p", "#{pane_current_path}"]
            terminal.wait_for(
                lambda: subprocess.run(folder, capture_output=True, text=True).stdout.strip() == str(root),
                "the shell",
            )
            subprocess.run([*server, "load-buffer", str(root / "answer.md")], check=True)
            terminal.press(f"\x02{key}")
            terminal.until("line five")
            terminal.accept("1 of 1")
            terminal.press("S")
            terminal.until("1 file staged")
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
local function shows(text)
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n"):find(text, 1, true) ~= nil
end
local function sees(text)
  wait(text, function() return shows(text) end)
end
vim.o.columns, vim.o.lines, vim.o.autoread = 100, 30, true
vim.cmd("edit src/app.py")
vim.cmd("{command}")
sees("line five")
-- The program asks again if the block was drawn anew while the key was on its way.
vim.fn.chansend(vim.b.terminal_job_id, "y")
wait("an answer", function() return shows("1 of 1 decided") or shows("again") end)
if not shows("1 of 1 decided") then vim.fn.chansend(vim.b.terminal_job_id, "y") end
sees("1 of 1 decided")
vim.fn.chansend(vim.b.terminal_job_id, "S")
sees("1 file staged")
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


_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def _chat(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The chat API of OpenAI: a whole answer, and the same as a stream."""
    head = {"id": "1", "created": 0, "model": "scripted"}
    message = {"role": "assistant", "content": text}
    whole = {"message": message, "index": 0, "finish_reason": "stop"}
    end = {"delta": {}, "index": 0, "finish_reason": "stop"}
    return {**head, "object": "chat.completion", "choices": [whole], "usage": _USAGE}, [
        {
            **head,
            "object": "chat.completion.chunk",
            "choices": [{**whole, "delta": message, "finish_reason": None}],
        },
        {**head, "object": "chat.completion.chunk", "choices": [end], "usage": _USAGE},
    ]


def _responses(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The responses API of OpenAI."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    item = {"id": "1", "type": "message", "role": "assistant", "status": "completed", "content": content}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    whole = {"id": "1", "output": [item], "usage": usage}
    return whole, [
        {"type": "response.created", "response": {"id": "1"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]


def _messages(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The messages API of Anthropic."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    content = {"type": "text", "text": text}
    head = {"id": "1", "type": "message", "role": "assistant", "model": "scripted", "usage": usage}
    ends = {"stop_reason": "end_turn", "stop_sequence": None}
    return {**head, **ends, "content": [content]}, [
        {"type": "message_start", "message": {**head, "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": ends, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


_APIS = {"/chat/completions": _chat, "/responses": _responses, "/messages": _messages}


def _event(data: dict[str, Any]) -> str:
    name = f"event: {data['type']}\n" if "type" in data else ""
    return f"{name}data: {json.dumps(data)}\n\n"


class _Model(BaseHTTPRequestHandler):
    """Answers with an edit whoever says in which format, as the APIs of models do."""

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        path = self.path.partition("?")[0]
        api = next((api for end, api in _APIS.items() if path.endswith(end)), None)
        if api is None:
            self._send("application/json", b"{}")
            return
        request = json.loads(data)
        is_asked = "SEARCH" in str(request) or "Begin Patch" in str(request)
        whole, events = api(ANSWER if is_asked else "A title")
        if not request.get("stream"):
            self._send("application/json", json.dumps(whole).encode())
            return
        text = "".join(map(_event, events)) + "data: [DONE]\n\n" * (api is _chat)
        self._send("text/event-stream", text.encode())

    def do_GET(self) -> None:
        self._send("application/json", b'{"data": [], "models": []}')

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing is printed."""


@contextmanager
def model() -> Iterator[str]:
    """A model on this machine. Yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Model) as server:
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


_CODEX = """
model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{address}"
wire_api = "responses"
"""
_OPENCODE = {
    "model": "scripted/scripted",
    "small_model": "scripted/scripted",
    "autoupdate": False,
    "provider": {
        "scripted": {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": "{address}", "apiKey": "none"},
            "models": {"scripted": {"name": "scripted"}},
        }
    },
}
_AIDER = {
    "OPENAI_API_BASE": "{address}",
    "OPENAI_API_KEY": "none",
    "AIDER_MODEL": "openai/scripted",
    "AIDER_EDIT_FORMAT": "diff",
    "AIDER_ANALYTICS": "false",
    "AIDER_CHECK_UPDATE": "false",
    "AIDER_SHOW_MODEL_WARNINGS": "false",
    "AIDER_SHOW_RELEASE_NOTES": "false",
}
_CLAUDE = {
    "ANTHROPIC_BASE_URL": "{origin}",
    "ANTHROPIC_API_KEY": "none",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}


@pytest.mark.parametrize(
    ("heading", "program", "variables", "files"),
    [
        ("aider", "aider", _AIDER, {}),
        ("Claude Code", "claude", _CLAUDE, {}),
        ("Codex", "codex", {}, {".codex/config.toml": _CODEX}),
        ("OpenCode", "opencode", {}, {".config/opencode/opencode.json": json.dumps(_OPENCODE)}),
    ],
)
def test_the_answer_of_an_agent_is_reviewed(
    heading: str, program: str, variables: dict[str, str], files: dict[str, str], root: Path
) -> None:
    """With a scripted model: the recipe as it stands there, in a terminal."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    (root / "answer.md").unlink()
    with model() as address:

        def filled(text: str) -> str:
            return text.replace("{address}", address).replace("{origin}", address.removesuffix("/v1"))

        home = make_tree(root.parent / "home", {path: filled(text) for path, text in files.items()})
        given = {name: filled(text) for name, text in variables.items()}
        run = environment(root, HOME=str(home), no_proxy="127.0.0.1", **given)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME"):
            run[name] = ""
        with Terminal(fences(heading)[0], root, columns=120, rows=30, environment=run) as terminal:
            terminal.until("decided")
            assert "line five" in terminal.text
            # The first one only warns while the program before a pipe has not ended.
            terminal.press("qq")
            terminal.end()
