"""A formatter that writes `=` with blanks around it, or does as its argument says."""

import re
import sys

BEHAVIOUR = sys.argv[1] if len(sys.argv) > 1 else ""
text = sys.stdin.buffer.read().decode()
if BEHAVIOUR == "refuses" or (BEHAVIOUR == "refuses brackets" and "(" in text):
    sys.exit("cannot read this")
if BEHAVIOUR != "is silent":
    lines = [re.sub(r"\s*=\s*", " = ", line.rstrip()) for line in text.split("\n")]
    sys.stdout.buffer.write("\n".join(lines).rstrip("\n").encode() + b"\n")
