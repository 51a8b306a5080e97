"""Words above a block name a region of the file, but its text is only in another one that is alike."""

import json
from pathlib import Path

import pytest

from editreview.errors import Reason
from tests.builders import block, make_tree, review_of

FILES = {
    "a.py": (
        "def alpha(a):\n    k = key(a)\n    put(k, 9)\n    return get(k)\n\n\n"
        "def bravo(a):\n    k = key(a)\n    put(k, 5)\n    return get(k)\n",
        "    k = key(a)\n    put(k, 5)\n",
    ),
    "a.css": (
        ".alpha {\n  color: red;\n  margin: 9px;\n}\n\n.bravo {\n  color: red;\n  margin: 5px;\n}\n",
        "  color: red;\n  margin: 5px;\n",
    ),
    "a.html": (
        '<p id="alpha">\n  <b>Title</b>\n  <i class="w9">Text</i>\n</p>\n'
        '<p id="bravo">\n  <b>Title</b>\n  <i class="w5">Text</i>\n</p>\n',
        '  <b>Title</b>\n  <i class="w5">Text</i>\n',
    ),
    "a.sql": (
        "CREATE TABLE alpha (\n  id INT,\n  name VARCHAR(9)\n);\n\n"
        "CREATE TABLE bravo (\n  id INT,\n  name VARCHAR(5)\n);\n",
        "  id INT,\n  name VARCHAR(5)\n",
    ),
    "a.js": (
        "function f(a) {\n  switch (a) {\n"
        "    case 'alpha':\n      k = key(a);\n      put(k, 9);\n      break;\n"
        "    case 'bravo':\n      k = key(a);\n      put(k, 5);\n      break;\n  }\n}\n",
        "      k = key(a);\n      put(k, 5);\n",
    ),
    "a.test.ts": (
        "describe('x', () => {\n  it('alpha', () => {\n    const k = key(1);\n    put(k, 9);\n  });\n\n"
        "  it('bravo', () => {\n    const k = key(1);\n    put(k, 5);\n  });\n});\n",
        "    const k = key(1);\n    put(k, 5);\n",
    ),
    "a.yml": ("alpha:\n  image: x\n  wait: 9\nbravo:\n  image: x\n  wait: 5\n", "  image: x\n  wait: 5\n"),
    "a.md": ("## alpha\n\nRun it.\nWait 9 s.\n\n## bravo\n\nRun it.\nWait 5 s.\n", "Run it.\nWait 5 s.\n"),
    "a.ini": ("[alpha]\nlevel = x\nwait = 9\n\n[bravo]\nlevel = x\nwait = 5\n", "level = x\nwait = 5\n"),
}

WITHOUT_OUTLINE = {
    name: (
        "".join(form.replace("NAME", unit).replace("9", n) for unit, n in (("alpha", "9"), ("bravo", "5"))),
        old,
    )
    for name, form, old in (
        ("a.R", "NAME <- function(a) {\n  r <- a * 9\n  stop(r)\n}\n\n", "  r <- a * 5\n"),
        ("a.clj", "(defn NAME [a]\n  (let [r (* a 9)]\n    r))\n\n", "  (let [r (* a 5)]\n"),
        ("a.dart", "int NAME(int a)\n{\n  final r = a * 9;\n  return r;\n}\n\n", "  final r = a * 5;\n"),
        ("a.hs", "NAME :: Int -> Int\nNAME a = r\n  where\n    r = a * 9\n\n", "    r = a * 5\n"),
        ("a.nix", "services.NAME = {\n  port = 9;\n  on = true;\n};\n\n", "  port = 5;\n  on = true;\n"),
        ("a.po", 'msgctxt "NAME"\nmsgid "Size"\nmsgstr "Gr 9"\n\n', 'msgid "Size"\nmsgstr "Gr 5"\n'),
        ("a.rst", "NAME\n=====\n\n.. code:: sh\n\n   run --size 9\n\n", "   run --size 5\n"),
        ("a.tex", "\\section{NAME}\n\\begin{x}\n  \\item n 9\n\\end{x}\n\n", "  \\item n 5\n"),
        ("a.toml", '[[tool]]\nname = "NAME"\nsize = 9\non = true\n\n', "size = 5\non = true\n"),
        ("main.tf", 'resource "x_y" "NAME" {\n  count = 9\n  on = true\n}\n\n', "  count = 5\n"),
    )
}


def withheld(tmp_path: Path, name: str, words: str, edit: str | None = None) -> Reason | None:
    """The reason why an edit below some words, whose text is in the second region, waits for the user."""
    text, old = {**FILES, **WITHOUT_OUTLINE}[name]
    (tmp_path / name).write_text(text)
    (proposal,) = review_of(
        tmp_path, f"{words}\n\n{edit or block(old, old.replace('5', '8'), name)}"
    ).proposals
    return proposal.reason or proposal.withheld


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "words",
    [
        "In `alpha`, change this:",
        "### alpha",
        "**alpha:**",
        "For alpha:",
        "Now `alpha`, not `bravo`:",
        "In `alpha` (the same as `bravo` has):",
        "Change `alpha`:\n\nThe value there is too low, so that all jobs are cut off under load.",
    ],
)
def test_a_block_whose_text_is_only_beside_the_region_that_the_words_name_is_withheld(
    tmp_path: Path, name: str, words: str
) -> None:
    assert Reason.AMBIGUOUS is withheld(tmp_path, name, words)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "words",
    [
        "In `bravo`, change this:",
        "### bravo",
        "Now `bravo`, not `alpha`:",
        "Like in `alpha`, also in `bravo`:",
        "`alpha` is right.\n\nRaise the value in `bravo`:",
        "Raise the value:",
    ],
)
def test_a_block_in_the_region_that_the_words_name_is_not(tmp_path: Path, name: str, words: str) -> None:
    assert withheld(tmp_path, name, words) is None


@pytest.mark.parametrize("name", FILES)
def test_a_single_line_that_has_changed_there_is_withheld(tmp_path: Path, name: str) -> None:
    old = FILES[name][1].splitlines(keepends=True)[-1]
    edit = block(old, old.replace("5", "8"), name)

    assert Reason.AMBIGUOUS is withheld(tmp_path, name, "In `alpha`:", edit)
    assert withheld(tmp_path, name, "In `bravo`:", edit) is None


@pytest.mark.parametrize("name", WITHOUT_OUTLINE)
def test_a_name_in_quotes_counts_in_formats_without_definitions(tmp_path: Path, name: str) -> None:
    assert Reason.AMBIGUOUS is withheld(tmp_path, name, "In `alpha`, change this:")
    assert withheld(tmp_path, name, "In `bravo`, change this:") is None
    assert withheld(tmp_path, name, "Raise the value for alpha:") is None


@pytest.mark.parametrize("use", ["if alpha(1) {\n  port = 9;\n}", "# alpha is not meant", "x = alpha"])
def test_a_line_that_uses_the_name_begins_no_region(tmp_path: Path, use: str) -> None:
    (tmp_path / "a.nix").write_text(f"{use}\nservices.bravo = {{\n  port = 5;\n}};\n")
    edit = block("  port = 5;\n", "  port = 8;\n", "a.nix")

    assert review_of(tmp_path, f"Use `alpha`:\n\n{edit}").proposals[0].withheld is None


def test_a_name_in_the_lines_of_the_match_does_not_mean_another_region(tmp_path: Path) -> None:
    text = "jobs.alpha = {\n  run = a;\n};\n\njobs.bravo = {\n  run = alpha;\n};\n"
    (tmp_path / "a.nix").write_text(text)
    edit = block("  run = alpha;\n", "  run = alpha2;\n", "a.nix")

    assert review_of(tmp_path, f"Rename `alpha`:\n\n{edit}").proposals[0].withheld is None


@pytest.mark.parametrize(
    "edit",
    [
        "```diff\n--- a/a.py\n+++ b/a.py\n@@\n     k = key(a)\n-    put(k, 5)\n+    put(k, 8)\n```\n",
        "*** Begin Patch\n*** Update File: a.py\n@@\n     k = key(a)\n-    put(k, 5)\n+    put(k, 8)\n"
        "*** End Patch\n",
        json.dumps(
            {
                "name": "Edit",
                "input": {
                    "file_path": "a.py",
                    "old_string": "    k = key(a)\n    put(k, 5)",
                    "new_string": "    k = key(a)\n    put(k, 8)",
                },
            }
        )
        + "\n",
    ],
    ids=["diff", "patch", "call"],
)
def test_the_words_count_in_every_format(tmp_path: Path, edit: str) -> None:
    assert Reason.AMBIGUOUS is withheld(tmp_path, "a.py", "In `alpha`, change this:", edit)
    assert withheld(tmp_path, "a.py", "In `bravo`, change this:", edit) is None


def test_a_title_of_several_words_names_its_test(tmp_path: Path) -> None:
    text = FILES["a.test.ts"][0].replace("'alpha'", "'reads a file'").replace("'bravo'", "'writes a file'")
    (tmp_path / "a.test.ts").write_text(text)
    old = FILES["a.test.ts"][1]
    edit = block(old, old.replace("5", "8"), "a.test.ts")

    (proposal,) = review_of(tmp_path, f"Fix the test reads a file:\n\n{edit}").proposals
    assert Reason.AMBIGUOUS is proposal.reason
    (proposal,) = review_of(tmp_path, f"Fix the test writes a file:\n\n{edit}").proposals
    assert proposal.withheld is None


def test_a_word_that_is_a_key_at_another_depth_names_nothing(tmp_path: Path) -> None:
    text = "on:\n  wait:\n    image: x\n    time: 9\njob:\n  image: x\n  time: 5\n"
    (tmp_path / "a.yml").write_text(text)
    edit = block("  image: x\n  time: 5\n", "  image: x\n  time: 8\n", "a.yml")

    assert review_of(tmp_path, f"It has to wait longer:\n\n{edit}").proposals[0].withheld is None


@pytest.mark.parametrize(
    ("path", "one", "two", "call"),
    [
        ("a.php", "function a($x) {\n", "function b($x) {\n  $total = 0;\n", "  return fetch($x, 9);\n"),
        ("b.php", "function a($x) {\n", "function b($x) {\n  $total .= 'a';\n", "  return fetch($x, 9);\n"),
        ("c.php", "function a($x) {\n", "function b($x) {\n  $this->total = 'a';\n", "  fetch($x, 9);\n"),
        (
            "d.php",
            "  function a(\n    $x\n  ) {\n",
            "  function b(\n    $total,\n    $x\n  ) {\n",
            "    f(9);\n",
        ),
        ("a.rb", "def a(x)\n", "def b(x)\n  @total = 0\n", "  fetch(x, 9)\n"),
        ("b.rb", "def a(x)\n", "def b(x)\n  @total ||= []\n", "  fetch(x, 9)\n"),
        ("a.py", "def a(x):\n", 'def b(x):\n    total = "a"\n', "    return fetch(x, 9)\n"),
        ("a.sh", "a() {\n", "b() {\n  total='a'\n", "  fetch x 9\n"),
        ("a.js", "function a(x) {\n", "function b(x, total) {\n", "  return fetch(x, 9);\n"),
        ("a.nim", "proc a(x) =\n", "proc b(x, total) =\n", "  fetch(x, 9)\n"),
    ],
)
@pytest.mark.parametrize("sign", ["", "$", "@"])
def test_a_variable_that_the_words_mention_is_no_region(
    tmp_path: Path, path: str, one: str, two: str, call: str, sign: str
) -> None:
    other = call.replace("9", "2")
    (tmp_path / path).write_text(f"{one}{call}\n\n{two}{other}")
    edit = block(call, call.replace("9", "5"), path)

    words = f"Pass 5 here, because `{sign}total` is computed from it:"
    assert review_of(tmp_path, f"{words}\n\n{edit}").proposals[0].withheld is None


CLASSES = (
    "class First:\n    def load(self):\n        return read(self.path)\n\n\n"
    "class Second:\n    def send(self):\n        return post(self.url)\n"
)
METHOD = "```python\n    def load(self):\n        return fetch(self.url)\n```\n"
SERVICES = "services:\n  db:\n    image: b\n    healthcheck:\n      test: x\n\n  cache:\n    image: c\n"
KEYS = "```yaml\n    healthcheck:\n      test: ping\n```\n"


def labels_of(root: Path, path: str, words: str, fence: str) -> list[str | None]:
    """The labels of the candidates for a fence below some words; empty for a single match."""
    (proposal,) = review_of(root, f"In `{path}`:\n\n{words}\n\n{fence}").proposals
    return [] if proposal.candidates is None else [match.label for match in proposal.candidates.matches]


@pytest.mark.parametrize(
    "words",
    [
        "Add this method to `Second`:",
        "Add `load` to `Second`:",
        "`Second` needs it as well:",
        "Füge `Second` die Methode `load` hinzu:",
    ],
)
def test_a_method_is_new_in_the_class_that_words_name(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.py": CLASSES})

    first, *_ = labels_of(root, "a.py", words, METHOD)

    assert "adds `load` at the end of class `Second`" == first


@pytest.mark.parametrize(
    "words",
    [
        "Add `load` to `Second`, directly above its `send`:",
        "In der Klasse `Second`, vor `send`, füge `load` hinzu:",
        "Na classe `Second`, adicione `load` antes de `send`:",
    ],
)
def test_a_method_that_is_new_in_a_class_is_beside_what_words_name_there(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.py": CLASSES})

    first, second, *_ = labels_of(root, "a.py", words, METHOD)

    assert "adds `load` above `send` (L7–8)" == first
    assert "adds `load` at the end of class `Second`" == second


@pytest.mark.parametrize(
    "words", ["Change `load` of `First`:", "Update `load` so that `Second` works:", "So:"]
)
def test_a_method_is_its_namesake_if_words_name_no_other_class_for_it(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.py": CLASSES})

    assert len(labels_of(root, "a.py", words, METHOD)) < 2


@pytest.mark.parametrize(
    "words",
    ["Add a healthcheck to `cache`:", "Give the `cache` service one:", "Añade un healthcheck a `cache`:"],
)
def test_a_key_is_new_in_the_mapping_that_words_name(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"compose.yml": SERVICES})

    first, second = labels_of(root, "compose.yml", words, KEYS)

    assert "adds `healthcheck` at the end of `cache`" == first
    assert "replaces `services.db.healthcheck` (L4–5)" == second


@pytest.mark.parametrize(
    "words",
    [
        "Add a healthcheck to the service that you just added:",
        "Ponle un healthcheck al servicio que acabas de añadir:",
        "给刚添加的服务加上健康检查：",
    ],
)
def test_a_key_of_what_was_just_added_is_not_simply_its_only_namesake(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"compose.yml": SERVICES})

    labels = labels_of(root, "compose.yml", words, KEYS)

    assert "replaces `services.db.healthcheck` (L4–5)" in labels[1:]


GROUPS = "".join(
    f'resource "aws_security_group" "ecs_{name}" {{\n  egress {{\n    to_port = {port}\n  }}\n}}\n\n'
    for name, port in (("cluster", 1), ("alb", 2), ("serviceMesh", 3))
)
EGRESS = "```hcl\n  egress {\n    to_port = 443\n  }\n```\n"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("**ALB**: it only has to reach the cluster:", "alb"),
        ("2. **Mesh** — narrow it:", "serviceMesh"),
        ("### Service\n\nNarrow it:", "serviceMesh"),
        ("Beim ALB:", "alb"),
        ("Restreignez celui de l'ALB :", "alb"),
        ("Narrow it, but not that of the ALB:", "cluster"),
        ("As for the ALB, so for the mesh:", "cluster"),
        ("Narrow it:", "cluster"),
    ],
)
def test_of_namesakes_the_one_whose_owner_words_label_comes_first(
    tmp_path: Path, words: str, name: str
) -> None:
    root = make_tree(tmp_path, {"a.tf": GROUPS})

    first, *others = labels_of(root, "a.tf", words, EGRESS)

    assert 2 == len(others)
    assert f'"ecs_{name}"' in (first or "")


ONLY_ITEMS = {
    "a.py": (
        "def load_items(path):\n    data = read(path)\n    check(data)\n    return parse(data)\n",
        "    check(data)\n    return parse(data)\n",
    ),
    "a.ts": (
        "export class Store {\n  items(path: string) {\n    check(path);\n    return parse(path);\n  }\n}\n",
        "    check(path);\n    return parse(path);\n",
    ),
    "a.css": (".items {\n  color: red;\n  margin: 5px;\n}\n", "  margin: 5px;\n"),
    "a.yml": ("items:\n  image: x\n  wait: 5\n", "  wait: 5\n"),
    "a.md": ("# Guide\n\n## Items\n\nRun it.\nWait 5 s.\n", "Run it.\nWait 5 s.\n"),
    "main.tf": ('resource "s3" "items" {\n  size = 1\n  wait = 5\n}\n', "  wait = 5\n"),
    "build.gradle": ("android {\n    compile 1\n    wait 5\n}\n", "    wait 5\n"),
    "a.ini": ("[items]\nlevel = x\nwait = 5\n", "wait = 5\n"),
}
MISSING = "the words above it name `load_users`, which the file does not have"


def warnings(tmp_path: Path, name: str, response: str) -> str:
    """The warnings about the only block of a response, which edits a file of `ONLY_ITEMS`."""
    (tmp_path / name).write_text(ONLY_ITEMS[name][0])
    (proposal,) = review_of(tmp_path, response).proposals
    assert proposal.is_ready
    return "\n".join(warning.message for warning in proposal.warnings)


def edit_of(name: str) -> str:
    old = ONLY_ITEMS[name][1]
    return block(old, f"{old.rstrip()}  \n".replace("(", "(users, ").replace("5", "8"), name)


@pytest.mark.parametrize("name", ONLY_ITEMS)
def test_a_block_below_words_that_name_a_part_which_the_file_lacks_is_withheld(
    tmp_path: Path, name: str
) -> None:
    found = warnings(tmp_path, name, f"In `load_users`, change this:\n\n{edit_of(name)}")

    assert found.endswith(MISSING)
    assert found.startswith("its text, line ")


@pytest.mark.parametrize(
    "words",
    [
        "Update the `load_users` function:",
        "Now I update `load_users` in `a.py`:",
        "Next, modify the method `load_users` so that it parses users:",
        "### `load_users`",
        "**2. `load_users()`**",
        "Inside `Store.load_users`, pass the users:",
        "It fails. Then, in `load_users`, pass the users:",
        "2. **In `load_users`:**",
        "We pass the users in the `load_users` method, so:",
        "Fix the `load_users` helper.",
        "In `def load_users(path):`",
        "In der Funktion `load_users` ändern:",
        "Ändere die Funktion `load_users`:",
        "Dans la fonction `load_users`, remplacez ceci :",
        "Actualiza la función `load_users`:",
        "修改 `load_users` 函数：",
        "在 `load_users` 中：",
        "Обновите функцию `load_users`:",
    ],
)
def test_words_in_any_form_name_a_part_that_the_file_lacks(tmp_path: Path, words: str) -> None:
    assert MISSING in warnings(tmp_path, "a.py", f"{words}\n\n{edit_of('a.py')}")


@pytest.mark.parametrize(
    "words",
    [
        "Add a `load_users` function, and call it here:",
        "Call the new `load_users` helper:",
        "Rename it to `load_users`:",
        "Change the call of `load_users`:",
        "Update the `load_users` call:",
        "Now `load_items`, like `load_users`:",
        "In `load_items`, do the same as in `load_users`:",
        "Update `load_items` and `load_users`:",
        "In `users.py` and in `load_items`:",
        "Change `users.json`:",
        "In `strict` mode this fails, so:",
        "The crash is in `numpy`, so check the users:",
        "Per the discussion in `PR-12`, check them first:",
        "In production, this runs in `node:22`, so check them first:",
        "In `node:22`, this fails:",
        "In `:root`, change nothing.",
        "In `a.py`, set it:",
        "In `variables.tfvars`, change nothing.",
        "In `schema.prisma`, change it:",
        "In `init.lua`, set it:",
        "In `app.dart`, set it:",
        "In `Cargo.lock`, change nothing.",
        "In `Dockerfile`, change nothing.",
        "In the `a` module:",
        "Fix `IndexError`, which `load_items` raises:",
        "Update the users:",
    ],
)
def test_words_that_name_no_missing_place_say_nothing(tmp_path: Path, words: str) -> None:
    assert not warnings(tmp_path, "a.py", f"{words}\n\n{edit_of('a.py')}")


@pytest.mark.parametrize("name", ONLY_ITEMS)
def test_the_name_of_the_file_is_no_missing_part_of_it(tmp_path: Path, name: str) -> None:
    assert not warnings(tmp_path, name, f"In `{name}`, set it:\n\n{edit_of(name)}")


def test_a_part_that_the_response_itself_names_is_not_missing(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ONLY_ITEMS["a.py"][0])
    rename = block("def load_items(path):\n", "def load_users(path):\n", "a.py")
    _, proposal = review_of(tmp_path, f"{rename}\nIn `load_users`:\n\n{edit_of('a.py')}").proposals

    assert not proposal.warnings


def test_a_block_that_has_the_head_of_its_part_needs_no_words(tmp_path: Path) -> None:
    edit = block("def load_items(path):\n    data = read(path)\n", "def load_items(path):\n", "a.py")

    assert not warnings(tmp_path, "a.py", f"Update `load_users`:\n\n{edit}")


@pytest.mark.parametrize(
    ("scope", "is_warned"), [("def load_users(path):", True), ("def load_items(path):", False)]
)
def test_a_hunk_at_its_line_below_a_definition_that_the_file_lacks_is_not_safe(
    tmp_path: Path, scope: str, is_warned: bool
) -> None:
    hunk = "     check(data)\n-    return parse(data)\n+    return parse(data, True)\n"
    found = warnings(
        tmp_path, "a.py", f"```diff\n--- a/a.py\n+++ b/a.py\n@@ -3,2 +3,2 @@ {scope}\n{hunk}```\n"
    )

    assert is_warned is (f"the line it should be below was not found: {scope}" in found)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("`PendingView` in `a.swift`:", [(9, 12), (3, 6)]),
        ("In `PendingView` 改这里:", [(9, 12), (3, 6)]),
        ("In `BalanceView`:", [(3, 6)]),
        ("Disable the button:", [(3, 6)]),
    ],
)
def test_lines_like_the_old_text_in_the_part_that_words_name_are_the_first_candidate(
    tmp_path: Path, words: str, lines: list[tuple[int, int]]
) -> None:
    old = '    .color(.primary)\n    Button("Refresh") {\n      load(9)\n    }\n'
    twin = old.replace("primary", "secondary")
    text = f"struct A {{\n  func BalanceView() {{\n{old}  }}\n  func PendingView() {{\n{twin}  }}\n}}\n"
    (tmp_path / "a.swift").write_text(text)
    new = f"{twin}    .disabled(busy)\n"

    (proposal,) = review_of(tmp_path, f"{words}\n\n{block(old, new, 'a.swift')}").proposals

    assert proposal.candidates is not None
    assert lines == [match.lines for match in proposal.candidates.matches]
    assert proposal.is_ready is (len(lines) == 1)
    if len(lines) > 1:
        added = proposal.candidates.matches[0].change.apply(text)
        assert added == text.replace("    }\n  }\n}\n", "    }\n    .disabled(busy)\n  }\n}\n")


def test_lines_that_have_the_new_text_in_the_part_that_words_name_are_no_candidate(tmp_path: Path) -> None:
    text, old = FILES["a.py"]
    (tmp_path / "a.py").write_text(text.replace("9", "8"))
    words = "In `alpha`, change this:"

    (proposal,) = review_of(tmp_path, f"{words}\n\n{block(old, old.replace('5', '8'), 'a.py')}").proposals

    assert proposal.candidates is not None
    assert 1 == len(proposal.candidates.matches)


def test_lines_that_differ_a_lot_in_the_part_that_words_name_come_second(tmp_path: Path) -> None:
    lines = [f"    value_{at} = read(number, {at})\n" for at in range(9)]
    other = [line.replace("number", "numbers") if at < 4 else line for at, line in enumerate(lines)]
    text = f"def alpha():\n{''.join(other)}\n\ndef bravo():\n{''.join(lines)}"
    (tmp_path / "a.py").write_text(text)
    old = "".join(lines)
    edit = block(old, old.replace("read(number, 8)", "read(number, 7)"), "a.py")

    (proposal,) = review_of(tmp_path, f"In `alpha`, change this:\n\n{edit}").proposals

    assert proposal.candidates is not None
    assert [(14, 22), (2, 10)] == [match.lines for match in proposal.candidates.matches]
    assert Reason.AMBIGUOUS is proposal.reason
