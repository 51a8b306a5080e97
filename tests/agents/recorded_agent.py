"""Plays the part of a real agent again, from a recording, and demands what the client sent then."""

import json
import sys
from pathlib import Path
from typing import Any


def play(recording: Path) -> None:
    ids: dict[object, object] = {}
    """The ids of the client's requests, by those that they had in the recording."""
    for line in recording.read_text("utf-8").splitlines():
        ((source, content),) = json.loads(line.replace("{tree}", str(Path.cwd()))).items()
        if source == "client":
            expect(content, ids)
        elif source == "agent":
            if "method" not in content:
                content["id"] = ids[content["id"]]
            sys.stdout.write(json.dumps(content) + "\n")
            sys.stdout.flush()
        else:
            for path, text in content.items():
                Path(path).write_text(text)


def expect(recorded: dict[str, Any], ids: dict[object, object]) -> None:
    """Receive a message of the client, and compare it with the recorded one."""
    received = json.loads(sys.stdin.readline() or "null")
    if received is None or essence(received) != essence(recorded):
        sys.exit(f"expected {essence(recorded)}, received {received and essence(received)}")
    if "method" in recorded:
        ids[recorded.get("id")] = received.get("id")


def essence(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what differs from run to run."""
    parameters = {name: value for name, value in message.get("params", {}).items() if name != "clientInfo"}
    if "method" not in message:
        return message
    return {"method": message["method"], "params": parameters}


if __name__ == "__main__":
    play(Path(sys.argv[1]))
    # The client ends the agent.
    sys.stdin.read()
