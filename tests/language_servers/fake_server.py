"""A language server that finds fault with every `bad` in a text, and misbehaves as its first argument says.

It is run as a script. With a second argument it writes its process id, and that of a child, to that file.
"""

import json
import os
import subprocess
import sys
import time
from typing import Any

BEHAVIOUR = sys.argv[1]
IN, OUT = sys.stdin.buffer, sys.stdout.buffer


def send(message: dict[str, Any]) -> None:
    """Write a message."""
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    OUT.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
    OUT.flush()


def receive() -> Any:
    """The next message; None at the end."""
    length = 0
    while line := IN.readline():
        if not line.strip():
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(IN.read(length)) if length else None


def faults(text: str) -> list[dict[str, Any]]:
    """A diagnostic for each `bad` and `poor`, and one for each line that says more of itself."""
    found = []
    for number, line in enumerate(text.split("\n")):
        place = {"start": {"line": number, "character": 0}, "end": {"line": number, "character": 1}}
        if "bad" in line:
            found.append({"range": place, "severity": 1, "code": "E1", "message": f"bad {line.strip()}"})
        if "poor" in line:
            found.append({"range": place, "severity": 2, "code": "W1", "message": "poor line"})
        if "import" in line and BEHAVIOUR == "reads the disk":
            name = line.split()[-1] + ".py"
            if not os.path.exists(name):
                found.append({"range": place, "severity": 1, "message": f"no {os.path.abspath(name)}"})
        elif "import" in line:
            found.append({"range": place, "severity": 1, "code": 2307, "message": "Cannot find module"})
    return found


def misbehave() -> None:
    """Break the protocol for good, if that is the behaviour."""
    if BEHAVIOUR == "garbage":
        OUT.write(b"\x00\xff\r\n\r\n{]")
    elif BEHAVIOUR == "a huge header":
        OUT.write(b"X-Padding: " + b"x" * 100_000 + b"\r\n\r\n")
    elif BEHAVIOUR == "many headers":
        OUT.write(b"X: y\r\n" * 100_000)
    elif BEHAVIOUR == "a bad length":
        OUT.write(b"Content-Length: -5\r\n\r\n{}")
    elif BEHAVIOUR == "a large message":
        OUT.write(b"Content-Length: 10000000\r\n\r\n" + b" " * 10_000_000)
    elif BEHAVIOUR == "bad JSON":
        OUT.write(b"Content-Length: 9\r\n\r\n{bad json")
    elif BEHAVIOUR == "deep JSON":
        data = b'{"id": 1, "result": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        OUT.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
    elif BEHAVIOUR == "another shape":
        send({"id": 1, "result": ["no", "capabilities"]})
    elif BEHAVIOUR == "a refusal":
        send({"id": 1, "error": {"code": -32603, "message": "no licence"}})
    elif BEHAVIOUR == "half a message":
        OUT.write(b'Content-Length: 90\r\n\r\n{"id": 1')
        OUT.flush()
        sys.exit(0)
    elif BEHAVIOUR == "a crash":
        os._exit(134)
    elif BEHAVIOUR == "an exception":
        print("Traceback:\n  File 'server'\nImportError: no server.\n  a note\n", file=sys.stderr)
        sys.exit(1)
    elif BEHAVIOUR == "an end with a word":
        sys.exit("x" * 10_000_000 + "\nno licence")
    elif BEHAVIOUR == "a quiet end":
        sys.exit(3)
    elif BEHAVIOUR == "an endless line":
        while True:
            OUT.write(b"x" * 65536)
    elif BEHAVIOUR == "a flood":
        while True:
            send({"method": "log", "params": "x" * 1_000_000})
    elif BEHAVIOUR == "silence":
        pass
    else:
        return
    OUT.flush()
    time.sleep(600)


def record_processes() -> None:
    """Write which processes there are, of which one ignores what asks it to end."""
    child = subprocess.Popen(
        [sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"]
    )
    with open(sys.argv[2] + ".new", "w") as file:
        file.write(f"{os.getpid()} {child.pid}")
    os.rename(sys.argv[2] + ".new", sys.argv[2])


if len(sys.argv) > 2:
    record_processes()
if BEHAVIOUR == "deafness":
    send({"id": 1, "result": {"capabilities": {}}})
    while True:
        send({"id": "q", "method": "workspace/configuration", "params": {"items": [{}] * 1000}})
if BEHAVIOUR == "noise":
    sys.stderr.write("x" * 10_000_000)

texts: dict[str, str] = {}
cancelled = False
while (message := receive()) is not None:
    method, params = message.get("method"), message.get("params") or {}
    document = params.get("textDocument", {}) if isinstance(params, dict) else {}
    if method == "initialize":
        misbehave()
        pulls = BEHAVIOUR in ("pull", "a cancelled request")
        send({"id": message["id"], "result": {"capabilities": {"diagnosticProvider": {}} if pulls else {}}})
        send({"id": "s", "method": "workspace/configuration", "params": {"items": [{"section": "x"}, {}]}})
    elif method == "initialized" and BEHAVIOUR == "a late registration":
        time.sleep(0.1)
        pull = {"id": "1", "method": "textDocument/diagnostic"}
        send({"id": "r", "method": "client/registerCapability", "params": {"registrations": [pull]}})
    elif message.get("id") == "s":
        assert message["result"] == [None, None], message
    elif method in ("textDocument/didOpen", "textDocument/didChange"):
        uri = document["uri"]
        texts[uri] = document["text"] if "text" in document else params["contentChanges"][0]["text"]
        published = {"uri": uri, "diagnostics": faults(texts[uri])}
        if BEHAVIOUR == "a crash at a text" and "bad" in texts[uri]:
            os._exit(134)
        if BEHAVIOUR in ("pull", "a cancelled request", "a late registration", "silence about texts"):
            continue
        if BEHAVIOUR == "an empty list first":
            # As pyright does.
            empty = {"uri": uri, "diagnostics": [], "version": document["version"]}
            send({"method": "textDocument/publishDiagnostics", "params": empty})
            time.sleep(0.1)
        if BEHAVIOUR == "no versions":
            # As typescript-language-server does: first what it knows at once.
            send({"method": "textDocument/publishDiagnostics", "params": {"uri": uri, "diagnostics": []}})
            time.sleep(0.1)
        elif BEHAVIOUR == "old versions":
            old = {"uri": uri, "diagnostics": [], "version": document["version"] - 1}
            send({"method": "textDocument/publishDiagnostics", "params": old})
            published["version"] = document["version"]
        else:
            published["version"] = document["version"]
        send({"method": "textDocument/publishDiagnostics", "params": published})
    elif method == "workspace/didChangeWatchedFiles" and len(sys.argv) > 3:
        with open(sys.argv[3], "a") as file:
            changes = [(os.path.basename(each["uri"]), each["type"]) for each in params["changes"]]
            file.write(json.dumps(changes) + "\n")
    elif method == "textDocument/didClose":
        del texts[document["uri"]]
    elif method == "textDocument/diagnostic":
        if BEHAVIOUR == "a cancelled request" and not cancelled:
            cancelled = True
            send({"id": message["id"], "error": {"code": -32802, "message": "cancelled"}})
        else:
            send({"id": message["id"], "result": {"kind": "full", "items": faults(texts[document["uri"]])}})
    elif method == "shutdown":
        if BEHAVIOUR != "no shutdown":
            send({"id": message["id"], "result": None})
    elif method == "exit" and BEHAVIOUR != "no shutdown":
        sys.exit(0)
if BEHAVIOUR == "no shutdown":
    time.sleep(600)
