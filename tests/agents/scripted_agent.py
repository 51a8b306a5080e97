"""An agent that does what its prompt says: a list of steps in JSON. It misbehaves on demand."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

OPTIONS = [
    {"optionId": "always", "name": "Always", "kind": "allow_always"},
    {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
    {"optionId": "no", "name": "No", "kind": "reject_once"},
]
ids = iter(range(1_000_000))


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def update(**content: object) -> None:
    send({"method": "session/update", "params": {"sessionId": "s", "update": content}})


def receive() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    message: dict[str, Any] = json.loads(line)
    return message


def note(name: str, text: str) -> None:
    """Append a line to a file of notes for the test, outside the tree."""
    with open(Path(os.environ["AGENT_NOTES"]) / name, "a", encoding="utf-8") as file:
        file.write(text + "\n")


def ask(call: dict[str, Any]) -> str:
    """Ask for permission. Returns the answer, or `cancelled`."""
    id = f"ask-{next(ids)}"
    parameters = {"sessionId": "s", "toolCall": call, "options": OPTIONS}
    send({"id": id, "method": "session/request_permission", "params": parameters})
    while True:
        message = receive()
        if message.get("id") == id:
            outcome = message["result"]["outcome"]
            return str(outcome.get("optionId", outcome["outcome"]))


def full(path: str) -> str:
    return path if path.startswith("/") else str(Path.cwd() / path)


def edit(diffs: list[list[Any]], *, comes_late: bool = False, ignores: bool = False) -> None:
    """Ask for changes, each a path with the old and the new text, and make them if that is allowed."""
    id = f"call-{next(ids)}"
    content = [
        {"type": "diff", "path": full(path), "newText": new, **({} if old is None else {"oldText": old})}
        for path, old, new in diffs
    ]
    call = {"toolCallId": id, "title": f"Edit {diffs[0][0]}", "kind": "edit", "content": content}
    if comes_late:
        # The call has the content, and the request only its id.
        update(sessionUpdate="tool_call", **call, status="pending")
        call = {"toolCallId": id}
    if ask(call) != "yes" and not ignores:
        return
    for path, old, new in diffs:
        file = Path(full(path))
        file.write_text(new if not old else file.read_text().replace(old, new))


def step(name: str, *arguments: Any) -> None:
    match name:
        case "say":
            update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": arguments[0]})
        case "edit":
            edit(arguments[0])
        case "edit-late":
            edit(arguments[0], comes_late=True)
        case "edit-anyway":
            edit(arguments[0], ignores=True)
        case "write":
            file = Path(full(arguments[0]))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(arguments[1])
        case "remove":
            Path(full(arguments[0])).unlink()
        case "run":
            raw = {"command": "make"}
            note("answers", ask({"toolCallId": "run", "title": "Run it", "kind": "execute", "rawInput": raw}))
        case "ask":
            note("answers", ask(arguments[0]))
        case "raw":
            sys.stdout.write(arguments[0])
            sys.stdout.flush()
        case "flood":
            for number in range(arguments[0]):
                update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": f"{number} "})
        case "error":
            sys.stderr.write(arguments[0])
            sys.stderr.flush()
        case "die":
            os._exit(3)
        case "hang":
            time.sleep(1_000)
        case "answers":
            for _ in range(arguments[0]):
                receive()
            step("say", "all answered\n")
            step("hang")
        case "wait":
            while receive().get("method") != "session/cancel":
                pass
        case _:
            raise ValueError(name)


def main() -> None:
    while True:
        message = receive()
        result: dict[str, Any] = {}
        match message.get("method"):
            case "initialize":
                note("environment", json.dumps(dict(os.environ)))
                note("capabilities", json.dumps(message["params"].get("clientCapabilities", {})))
                result = {"protocolVersion": 1, "agentCapabilities": {}, "authMethods": []}
            case "session/new":
                modes = [{"id": id, "name": id} for id in ("auto", "default")]
                result = {"sessionId": "s", "modes": {"availableModes": modes, "currentModeId": "auto"}}
            case "session/set_mode":
                note("mode", message["params"]["modeId"])
            case "session/prompt":
                note("prompts", message["params"]["prompt"][0]["text"])
                # The first line: feedback may follow.
                for each in json.loads(message["params"]["prompt"][0]["text"].partition("\n")[0]):
                    step(*each)
                result = {"stopReason": "end_turn"}
        if "id" in message and "method" in message:
            send({"id": message["id"], "result": result})


if __name__ == "__main__":
    main()
