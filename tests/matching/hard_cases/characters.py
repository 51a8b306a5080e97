"""The same text in other characters: look-alikes, escapes, entities, what a listing puts before lines."""

from editreview.matching import Tier
from tests.matching.hard_cases.case import HardCase

CASES = (
    HardCase(
        name="curly quotes and dashes in the file",
        path="file.md",
        before="# Start\n\nThe “quick” start isn’t long — five minutes.\nRun it twice.\n",
        search='The "quick" start isn\'t long - five minutes.\nRun it twice.\n',
        replace='The "quick" start isn\'t long - ten minutes.\nRun it once.\n',
        after=("# Start\n\nThe “quick” start isn’t long — ten minutes.\nRun it once.\n",),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="no-break spaces in the file",
        before='label = "10\u00a0000 EUR"\nprice = 10\n',
        search='label = "10 000 EUR"\nprice = 10\n',
        replace='label = "10 000 USD"\nprice = 11\n',
        after=('label = "10\u00a0000 USD"\nprice = 11\n',),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="accents apart from their letters in the file",
        before='town = "Zu\u0308rich"\nplace = "Cafe\u0301 Alba"\n',
        search='town = "Z\u00fcrich"\nplace = "Caf\u00e9 Alba"\n',
        replace='town = "Z\u00fcrich"\nplace = "Caf\u00e9 Roma"\n',
        after=('town = "Zu\u0308rich"\nplace = "Cafe\u0301 Roma"\n',),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="quotes escaped on both sides of the response",
        before='print("Hello")\nprint("done")\n',
        search=r"""print(\"Hello\")
print(\"done\")
""",
        replace=r"""print(\"Hello, world\")
print(\"done\")
""",
        after=('print("Hello, world")\nprint("done")\n',),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="entities on both sides of the response",
        path="file.js",
        before="if (a < b && b > 0) {\n  swap(a, b);\n}\n",
        search="if (a &lt; b &amp;&amp; b &gt; 0) {\n  swap(a, b);\n",
        replace="if (a &lt;= b &amp;&amp; b &gt; 0) {\n  swap(b, a);\n",
        after=("if (a <= b && b > 0) {\n  swap(b, a);\n}\n",),
        tier=Tier.TOLERANT,
    ),
    HardCase(
        name="dollar signs in the replacement",
        path="file.js",
        before="const pattern = name;\nconst price = 1;\n",
        search="const pattern = name;\n",
        replace=r'const pattern = name.replace(/[.]/g, "\\$&$1$$");' + "\n",
        after=(r'const pattern = name.replace(/[.]/g, "\\$&$1$$");' + "\nconst price = 1;\n",),
        tier=Tier.EXACT,
    ),
    HardCase(
        name="line numbers copied from a listing",
        before="def one():\n    return 1\n\n\ndef two():\n    return 2\n",
        search="5 | def two():\n6 |     return 2\n",
        replace='5 | def two():\n6 |     """The second."""\n7 |     return 2\n',
        after=('def one():\n    return 1\n\n\ndef two():\n    """The second."""\n    return 2\n',),
        tier=Tier.TOLERANT,
    ),
)
