"""A linter that finds fault with every `bad` in a text, and misbehaves as its first argument says.

Its second argument is the name of the file. With a third it appends a line to that file for each run.
"""

import json
import os
import signal
import subprocess
import sys
import time

BEHAVIOUR, PATH = sys.argv[1], sys.argv[2]
if len(sys.argv) > 3:
    child = 0
    if BEHAVIOUR in ("silence", "a child that stays"):
        ignoring = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
        child = subprocess.Popen([sys.executable, "-c", ignoring]).pid
    with open(sys.argv[3], "a") as file:
        file.write(f"{os.getpid()} {child}\n")
if BEHAVIOUR == "deafness":
    sys.stdin.close()
    sys.exit(0)
text = sys.stdin.read()
faults = [n for n, line in enumerate(text.splitlines(), 1) if "bad" in line]
if BEHAVIOUR == "silence":
    time.sleep(600)
elif BEHAVIOUR == "a flood":
    while True:
        sys.stdout.write("x" * 65536)
elif BEHAVIOUR == "a crash":
    os.kill(os.getpid(), signal.SIGSEGV)
elif BEHAVIOUR == "a refusal":
    sys.exit("usage: linter [--good]\nunknown option")
elif BEHAVIOUR == "words":
    print("Oh dear.\n\n  The file is not to my taste.\nAt all.\nNever mind.")
elif BEHAVIOUR == "a named line" and faults:
    print(f"something is bad: line {faults[0]} column 3", file=sys.stderr)
elif BEHAVIOUR == "ruff":
    rows = [{"message": "bad line", "code": "E1", "location": {"row": n}} for n in faults]
    print(json.dumps(rows))
elif BEHAVIOUR == "eslint":
    messages = [{"message": "bad line", "ruleId": "no-bad", "severity": 2, "line": n} for n in faults]
    print(json.dumps([{"filePath": f"/x/{PATH}", "messages": messages}]))
elif BEHAVIOUR == "arrows":
    print("".join(f"\x1b[1mE1 [*] bad line\x1b[0m\n  --> {PATH}:{n}:1\n   |\n" for n in faults))
elif BEHAVIOUR == "noise":
    sys.stdout.buffer.write(b"\xff\x00\n" + "".join(f"-:{n}: bad line\n" for n in faults).encode())
else:
    print("".join(f"{PATH}:{n}:1: error: E1 bad line\n{PATH}:{n}:1: note: really\n" for n in faults), end="")
    print("other.py:1:1: error: not here")
sys.exit(1 if faults and BEHAVIOUR != "a warning" else 0)
