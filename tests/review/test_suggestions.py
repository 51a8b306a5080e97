"""Words above a block name a part of the file that tells its match from others: that match is shown first."""

import json
from pathlib import Path

import pytest

from editreview.review import suggested_match
from tests.builders import block, make_tree, review_of

TWINS = {
    "a.py": (
        "def outer_a():\n    def inner(x):\n        return x + 1\n    return inner\n\n\n"
        "def outer_b():\n    def inner(x):\n        return x + 1\n    return inner\n",
        "        return x + 1\n",
        "`inner` inside `outer_b`",
    ),
    "a.ts": (
        "class P {\n  parse(x) {\n    return Number(x);\n  }\n}\n\n"
        "class Q {\n  parse(x) {\n    return Number(x);\n  }\n}\n",
        "    return Number(x);\n",
        "`Q.parse()`",
    ),
    "a.rs": (
        'impl Display for A {\n    fn fmt(&self) -> R {\n        put("x")\n    }\n}\n\n'
        'impl Debug for A {\n    fn fmt(&self) -> R {\n        put("x")\n    }\n}\n',
        '        put("x")\n',
        "the `Debug` impl",
    ),
    "a.go": (
        "func (a *A) Run() error {\n\tx := 1\n\treturn do(x)\n}\n\n"
        "func (b *B) Run() error {\n\tx := 1\n\treturn do(x)\n}\n",
        "\tx := 1\n",
        "`Run` of `B`",
    ),
    "a.sql": (
        "CREATE FUNCTION get_a(x int) AS $$\nBEGIN\n  RETURN x;\nEND;\n$$;\n\n"
        "CREATE FUNCTION get_b(x int) AS $$\nBEGIN\n  RETURN x;\nEND;\n$$;\n",
        "  RETURN x;\n",
        "`get_b`",
    ),
    "Dockerfile": (
        "FROM node AS build\nWORKDIR /app\nRUN npm ci\n\nFROM node AS test\nWORKDIR /app\nRUN npm ci\n",
        "RUN npm ci\n",
        "the `test` stage",
    ),
    "main.tf": (
        'resource "aws_bucket" "a" {\n  acl = "x"\n}\n\nresource "aws_bucket" "b" {\n  acl = "x"\n}\n\n'
        'resource "aws_queue" "b" {\n  acl = "x"\n}\n',
        '  acl = "x"\n',
        "`aws_bucket.b`",
    ),
    "nginx.conf": (
        "server {\n    server_name a.com;\n    location / {\n        root /srv;\n    }\n}\n\n"
        "server {\n    server_name b.com;\n    location / {\n        root /srv;\n    }\n}\n",
        "        root /srv;\n",
        "the server block for `b.com`",
    ),
    "a.ini": ("[a]\nport = 1\n\n[b]\nport = 1\n", "port = 1\n", "section `[b]`"),
    "a.toml": (
        '[[bin]]\nname = "a"\npath = "x"\n\n[[bin]]\nname = "b"\npath = "x"\n',
        'path = "x"\n',
        "the bin `b`",
    ),
    "a.md": (
        "# Doc\n\n## Linux\n\n### Install\n\nRun it.\n\n## Windows\n\n### Install\n\nRun it.\n",
        "Run it.\n",
        "“Install” under “Windows”",
    ),
    "a.html": (
        "<div>\n  <div>\n    <h2>Alpha</h2>\n    <p>Text</p>\n  </div>\n"
        "  <div>\n    <h2>Beta</h2>\n    <p>Text</p>\n  </div>\n</div>\n",
        "    <p>Text</p>\n",
        'the "Beta" card',
    ),
    "a.yaml": (
        "kind: Service\nspec:\n  replicas: 1\n---\nkind: Deployment\nspec:\n  replicas: 1\n",
        "  replicas: 1\n",
        "the Deployment",
    ),
    "a.css": (
        "@media (max-width: 600px) {\n  .nav {\n    width: 1px;\n  }\n}\n\n"
        "@media (max-width: 900px) {\n  .nav {\n    width: 1px;\n  }\n}\n",
        "    width: 1px;\n",
        "`.nav` at `max-width: 900px`",
    ),
}


def shown_first(tmp_path: Path, name: str, response: str) -> tuple[int, str]:
    """The position of the match that is shown first, and the reason, for a file of `TWINS`."""
    review = review_of(make_tree(tmp_path, {name: TWINS[name][0]}), response)
    (proposal,) = review.proposals
    assert proposal.candidates is not None
    assert len(proposal.candidates.matches) > 1
    return suggested_match(review, proposal)


def as_block(name: str) -> str:
    return block(TWINS[name][1], TWINS[name][1].replace("\n", " # new\n"), name)


def as_diff(name: str) -> str:
    old = TWINS[name][1]
    new = old.replace("\n", " # new\n")
    return f"```diff\n--- a/{name}\n+++ b/{name}\n@@ ... @@\n-{old}+{new}```\n"


def as_call(name: str) -> str:
    old = TWINS[name][1].rstrip("\n")
    edit = {"path": name, "old_str": old, "new_str": f"{old} # new"}
    return f"```json\n{json.dumps({'name': 'str_replace', 'input': edit})}\n```\n"


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("form", [as_block, as_diff, as_call])
def test_the_match_that_words_name_is_shown_first(tmp_path: Path, name: str, form: object) -> None:
    assert callable(form)
    at, why = shown_first(tmp_path, name, f"Change {TWINS[name][2]} in `{name}`:\n\n{form(name)}")

    assert 1 == at
    assert why.endswith("as the words above say")


@pytest.mark.parametrize(
    "words",
    [
        "Change `inner`:",
        "Change `x`:",
        "Change `outer_a` and `outer_b`:",
        "Change it, but not in `outer_b`:",
        "Change the value:",
    ],
)
def test_words_that_name_both_or_none_decide_nothing(tmp_path: Path, words: str) -> None:
    assert (0, "") == shown_first(tmp_path, "a.py", f"{words}\n\n{as_block('a.py')}")


ITEMS = "[\n" + ",\n".join(f'  {{\n    "name": "{name}",\n    "size": 1\n  }}' for name in "abc") + "\n]\n"


@pytest.mark.parametrize("words", ["the item `b`", "`b`", "the “b” item", "the size of `b`"])
def test_an_item_that_words_name_is_replaced_as_a_whole(tmp_path: Path, words: str) -> None:
    new = '  {\n    "name": "b",\n    "size": 5\n  }\n'
    response = f"Change {words} in `a.json`:\n\n```json\n{new}```\n"
    review = review_of(make_tree(tmp_path, {"a.json": ITEMS}), response)

    (proposal,) = review.proposals
    assert proposal.candidates is not None
    match = proposal.candidates.matches[suggested_match(review, proposal)[0]]
    assert ITEMS.replace('"b",\n    "size": 1', '"b",\n    "size": 5') == match.change.apply(ITEMS)
