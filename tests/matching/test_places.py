"""The likeliest places of a snippet that nothing else places."""

import pytest

from editreview.matching import (
    FileIndex,
    Tier,
    asks_to_add,
    block_at,
    merged_rules,
    names_place_beside,
    places_of_pieces,
    possible_places,
    rebuilt_collection,
    replaced_span,
    replaced_stretch,
)
from editreview.text import indentation

LOAD = """\
import json


def load(path):
    f = open(path)
    data = json.load(f)
    return data


def save(path, data):
    path.write_text(json.dumps(data))
"""
BODY = "    f = open(path)\n    data = json.load(f)\n    return data\n"
SERVER = """\
const app = express();

app.use(express.json());

app.listen(3000, () => {
  console.log('listening');
});
"""
PACKAGE = """\
{
  "name": "todo",
  "scripts": {
    "start": "node index.js",
    "test": "jest"
  }
}
"""
PAGE = """\
# Shop

## Install

    pip install shop

## Usage

Run it.

## License

MIT
"""
HEADER = """\
void push(struct stack *s, int value);
int pop(struct stack *s);

#endif
"""
CHANGES = """\
# Changes

## Unreleased

- Faster.

## 1.0

- First.
"""
HTML = "<html>\n  <body>\n    <main>\n    </main>\n  </body>\n</html>\n"
STAGES = "FROM a AS one\nRUN one\n\nFROM b\nCMD two\n"
JOBS = "jobs:\n  lint:\n    runs-on: x\n\n  test:\n    runs-on: x\n"
COMMANDS = """\
import click
from app import run


@click.command()
def first():
    run(1)


@click.command()
def second():
    run(2)
"""
MEMBERS = """\
class Page
  def title
    @title
  end

  private

  def trim
    @title.strip
  end
end
"""
COMPONENT = """\
<template>
<div>
  <p>a</p>
</div>
</template>

<script setup>
function a() {
  return 1
}
</script>

<style scoped>
.a {
  color: red;
}

@media print {
  .a {
    color: black;
  }
}
</style>
"""
CHECKS = (
    "function f(a, b) {\n    if (a) {\n      throw new A(\n        why\n      )\n"
    "    } else {\n      throw new Other(\n        why\n      )\n    }\n}\n"
)
ASKS = (
    'def prompt(text):\n    """Asks.\n\n    :param confirm: ask twice, as before.\n    """\n    while True:\n'
    "        text = ask(text)\n\n\n"
    'def confirm(text):\n    """Asks.\n\n    :param err: print there.\n    """\n'
    "    rv = None\n    while True:\n        rv = ask(text)\n\n\n"
    "def other(text):\n    # otherwise, show the star\n    while True:\n        show(text)\n"
)
CALLED = """\
(function () {
  function first() {
    one();
  }

  function start() {
    first();
  }

  start();
})();
"""
ARMS = """\
impl Kind {
    fn name(&self) -> &str {
        match self {
            Kind::A => a,
            Kind::B => b,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Kind::A => f.write(a),
            Kind::B => f.write(b),
        }
    }
}
"""
PARAGRAPHS = """\
<footer>
  <p class="message">a</p>
  <p class="copyright">b</p>
</footer>
"""
LOOPS = (
    "def load(path):\n    for line in path:\n        keep(line)\n    return None\n\n\n"
    "def save(path):\n    for row in rows:\n        write(row)\n    return True\n"
)
NEWS = (
    "Changes\n=======\n\nVersion 2.0\n-----------\n\n-   Drop the first.\n\n"
    "Version 1.0\n-----------\n\n-   First thing.\n"
)
GUIDE = "# Guide\n\n<h3>Patches</h3>\n\n* Cherry-pick\n* Submit\n\nThen wait.\n\n<h3>Style</h3>\n\n* Short\n"
STEPS = (
    "steps:\n  - uses: acme/checkout@v3\n    with:\n      depth: 1\n"
    "  - run: pwd\n  - name: Run it\n    run: |\n      make test\n"
)
VIEW = """\
import json
from os import path

if path:
    from sys import exit


@cached
def show(name):
    data = json.loads(name)
    return data
"""
SERVE = """\
package a

import (
	"net"
	"os"
)

// Serve serves.
func (s *Server) Serve() error {
	return nil
}
"""
MODULE = 'const a = require("a");\n\nconst main = async (b) => {\n  return a(b);\n};\n'
HANDLER = MODULE.replace("main", "handle")
ENDPOINT = 'import app\n\n\n@app.get("/a")\ndef show(a):\n    return a\n'
APPENDS = "    self.items.append((item, 1))\n"
OPENS = '    with open(path, "w") as file:\n'
CART = f'''\
def add(self, item):
    """Add an item."""
    self.count += 1
{APPENDS}    return self.items


def save(self, path):
    data = self.items
{OPENS}        json.dump(data, file)
    return getsize(path)
'''
EXITS = """\
def get(key):
    if key in values:
        print(key)
    else:
        sys.exit(1)


def drop(key):
    if not key:
        sys.exit(1)


def run(name, values):
    options = read(name)
    if not name:
        sys.exit(2)

    start([name, *options], values)
"""
HOOK = """\
import { ref } from "vue";

export function useName() {
  const name = ref("");
  const store = useStore();

  const save = (value: string) => {
    name.value = value;
    send(value);
  };

  return {
    save,
    reset: () => save(""),
  };
}
"""
KEYS = """\
{
  "dependencies": {
    "a": "1"
  },
  "devDependencies": {
    "b": "2"
  },
  "overrides": {
    "c": "1"
  }
}
"""
KEYS_OF_LIST = """\
# Top

Run `top`.

Sort the table by pressing

* `p`: process
* `m`: memory

### Help

Ask.
"""
PAIR = "func first(a int) {\n\tput(1)\n}\n\nfunc second(a int) {\n\tput(2)\n}\n"
FIRST = [
    *(
        pytest.param(
            PAIR,
            "reset()\n",
            "a.go",
            words,
            PAIR.replace(") {\n", ") {\n\treset()\n"),
            id=f"in two functions: {words}",
        )
        for words in (
            "在 `first` 和 `second` 两个函数的开头都加上：",
            "At the beginning of both functions, `first` and `second`, add:",
            "Add this at the top of `first` and `second`:",
            "Füge am Anfang von `first` und `second` hinzu:",
            "Añade al inicio de `first` y `second`:",
        )
    ),
    *(
        pytest.param(
            EXITS,
            'print("missing")\n',
            "a.py",
            words,
            EXITS.replace("        sys.exit(1)\n", '        print("missing")\n        sys.exit(1)\n'),
            id=f"above a statement of two functions: {words}",
        )
        for words in (
            "In both `get` and `drop`, say so before the exit:",
            "In `get` and `drop`, before the exit:",
        )
    ),
    *(
        pytest.param(
            EXITS,
            'logger.debug("run %s with %d", name, len(values))\n',
            "a.py",
            words,
            EXITS.replace("    start(", '    logger.debug("run %s with %d", name, len(values))\n    start('),
            id=f"above the line of a function that the snippet is about: {words}",
        )
        for words in (
            "In `run`, log the command right before it is executed:",
            "Schreibe in `run` den Befehl ins Protokoll, bevor er läuft:",
            "Dans `run`, journalisez la commande avant de la lancer :",
            "In `run`, log it before starting:",
        )
    ),
    *(
        pytest.param(
            HOOK,
            "watch(() => {\n  send();\n});\n",
            "a.ts",
            words,
            HOOK.replace("  const save", "  watch(() => {\n    send();\n  });\n\n  const save"),
            id=f"beside a definition inside of a function: {words}",
        )
        for words in (
            "Add this effect right before `save`:",
            "Füge diesen Effekt vor `save` ein:",
            "在 `save` 前面添加：",
        )
    ),
    pytest.param(
        HOOK,
        "const LIMIT = 3;\n",
        "a.ts",
        "**Add a constant above the hook** (`src/a.ts`)",
        HOOK.replace("export", "const LIMIT = 3;\n\nexport"),
        id="above the only function, in bold",
    ),
    *(
        pytest.param(
            KEYS,
            '"lint": "3"\n',
            "package.json",
            words,
            KEYS.replace('"2"\n', '"2",\n    "lint": "3"\n'),
            id=f"in the mapping whose name words give: {words}",
        )
        for words in (
            "And the dev dependencies (at the end of the list):",
            "Add this to your dev-dependencies:",
            "Ajoutez aux devDependencies :",
        )
    ),
    pytest.param(
        '[dependencies]\na = "1"\n\n[dev-dependencies]\nb = "2"\n',
        'c = "3"\n',
        "Cargo.toml",
        "Add it to the dependencies:",
        '[dependencies]\na = "1"\nc = "3"\n\n[dev-dependencies]\nb = "2"\n',
        id="in the table whose name words give",
    ),
    *(
        pytest.param(
            KEYS_OF_LIST,
            "Press `k` to stop.\n\nOr wait.\n",
            "README.md",
            words,
            KEYS_OF_LIST.replace("memory\n", "memory\n\nPress `k` to stop.\n\nOr wait.\n"),
            id=f"below a list of a document: {words}",
        )
        for words in (
            "Mention both in the README, below the list of sort keys:",
            "Add this after the list of keys:",
            "Mentionne-les sous la liste :",
            "Erwähne beides unter der Liste:",
            "Añade esto debajo de la lista:",
        )
    ),
    pytest.param(
        STEPS,
        "  - uses: acme/checkout@v3\n  - run: pwd\n",
        "ci.yml",
        "Replace the checkout and the other step with:",
        STEPS.replace("    with:\n      depth: 1\n", ""),
        id="items of a list that begin like those of the snippet",
    ),
    pytest.param(
        STEPS,
        "  - name: Run it\n    run: make all\n",
        "ci.yml",
        "Change the step like this:",
        STEPS.replace("run: |\n      make test", "run: make all"),
        id="an item of a list that begins like that of the snippet",
    ),
    pytest.param(
        EXITS,
        "check()\n",
        "a.py",
        "At the very end of the file, so that `python -m a.run` works:",
        f"{EXITS}\ncheck()\n",
        id="at the end of the file, where other words name a function",
    ),
    *(
        pytest.param(
            VIEW,
            "LIMIT = 3\n",
            "a.py",
            words,
            VIEW.replace("exit\n", "exit\n\nLIMIT = 3\n"),
            id=f"with blank lines between imports and a definition: {words}",
        )
        for words in (
            "And a constant above the view, so it is easy to change:",
            "Setze eine Konstante über der Funktion:",
            "Ajoutez ceci au-dessus de la fonction :",
            "在函数上面加一个常量：",
            "Above `show` add a constant:",
            "Below the imports, add:",
        )
    ),
    pytest.param(
        VIEW,
        "LIMIT = 3\n",
        "a.py",
        "Add this after the `from os import path` line:",
        VIEW.replace("path\n\n", "path\n\nLIMIT = 3\n\n"),
        id="a blank line below the last import of a group",
    ),
    pytest.param(
        VIEW,
        "@traced\n",
        "a.py",
        "Add this above the function:",
        VIEW.replace("@cached", "@traced\n@cached"),
        id="an annotation directly above the only function",
    ),
    pytest.param(
        SERVE,
        "const limit = 3\n",
        "a.go",
        "Above the method, add:",
        SERVE.replace(")\n\n//", ")\n\nconst limit = 3\n\n//"),
        id="above the comment of the only method",
    ),
    pytest.param(
        SERVE,
        "const limit = 3\n",
        "a.go",
        "Below the imports:",
        SERVE.replace(")\n\n//", ")\n\nconst limit = 3\n\n//"),
        id="below imports in brackets",
    ),
    pytest.param(
        MODULE,
        "const limit = 3;\n",
        "a.js",
        "Put this above the function:",
        MODULE.replace("const main", "const limit = 3;\n\nconst main"),
        id="above the only function, which a constant holds",
    ),
    pytest.param(
        HANDLER,
        "const limit = 3;\n",
        "a.js",
        "Put this above the handler:",
        HANDLER.replace("const handle", "const limit = 3;\n\nconst handle"),
        id="above the only function, which is a handler by its name",
    ),
    pytest.param(
        ENDPOINT,
        "LIMIT = 3\n",
        "a.py",
        "Put this above the endpoint:",
        ENDPOINT.replace("\n@app", "LIMIT = 3\n\n\n@app"),
        id="above the only function, which is an endpoint by its decorator",
    ),
    *(
        pytest.param(CART, snippet, "a.py", words, CART.replace(line, f"{snippet}{line}"), id=words)
        for snippet, words, line in (
            ("    assert item\n", "In `add`, check the item before it is appended:", APPENDS),
            ("    makedirs(path)\n", "In `save`, make the folder before we open it:", OPENS),
            ("    makedirs(path)\n", "In `save`, make the folder before opening the file:", OPENS),
        )
    ),
    pytest.param(
        ASKS,
        "count = 0\n",
        "a.py",
        "Initialise the counter just before the `while True:` of `confirm`:",
        ASKS.replace("    rv = None\n", "    rv = None\n    count = 0\n"),
        id="a line that several definitions have, in the one that words name",
    ),
    pytest.param(
        ASKS,
        "count = 0\n",
        "a.py",
        "In `confirm`, set it right before the loop:",
        ASKS.replace("    rv = None\n", "    rv = None\n    count = 0\n"),
        id="beside the only loop of a definition",
    ),
    pytest.param(
        LOOPS,
        "    check()\n",
        "a.py",
        "Add this after the for loop in `save`:",
        LOOPS.replace("write(row)\n", "write(row)\n    check()\n"),
        id="below the loop of a definition",
    ),
    pytest.param(
        LOOPS,
        "        check()\n",
        "a.py",
        "Inside the loop of `save`, add:",
        LOOPS.replace("write(row)\n", "write(row)\n        check()\n"),
        id="at the end of the loop of a definition",
    ),
    pytest.param(
        LOOPS,
        "    check()\n",
        "a.py",
        "Add this before the return in `save`:",
        LOOPS.replace("    return True\n", "    check()\n    return True\n"),
        id="above the statement by which a definition ends",
    ),
    pytest.param(
        LOOPS,
        "    check()\n",
        "a.py",
        "At the end of `save`, add:",
        LOOPS.replace("    return True\n", "    check()\n    return True\n"),
        id="nothing runs below the statement by which a definition ends",
    ),
    pytest.param(
        NEWS,
        "-   Second thing.\n",
        "CHANGES.rst",
        "**1.** Add under 2.0:",
        NEWS.replace("Drop the first.\n", "Drop the first.\n-   Second thing.\n"),
        id="a list below a title that is underlined",
    ),
    pytest.param(
        NEWS,
        "Version 1.1\n-----------\n\n-   Other thing.\n",
        "CHANGES.rst",
        "Add a section before Version 1.0:",
        NEWS.replace("Version 1.0", "Version 1.1\n-----------\n\n-   Other thing.\n\nVersion 1.0"),
        id="above a title that is underlined",
    ),
    pytest.param(
        GUIDE,
        "* Link it\n",
        "GUIDE.md",
        'In "Patches", add one more bullet at the end of the list:',
        GUIDE.replace("* Submit\n", "* Submit\n* Link it\n"),
        id="a list with text below it, under a heading in tags",
    ),
    pytest.param(
        STEPS,
        "  - name: Show\n    run: ls\n",
        "ci.yml",
        "Replace the `- run: pwd` step with:",
        STEPS.replace("  - run: pwd\n", "  - name: Show\n    run: ls\n"),
        id="a step that is quoted whole",
    ),
    pytest.param(
        STEPS,
        "  - uses: acme/clone@v1\n",
        "ci.yml",
        "Replace the `acme/checkout@v3` step with:",
        STEPS.replace(STEPS[STEPS.index("  - uses") : STEPS.index("  - run")], "  - uses: acme/clone@v1\n"),
        id="a step that is quoted in part",
    ),
    pytest.param(
        CHECKS,
        "    } else if (b) {\n      throw new B(\n        why\n      )\n"
        "    } else {\n      throw new Other(\n        why\n      )\n    }\n",
        "a.js",
        "Add a branch before the final `else`:",
        CHECKS.replace(
            "    } else {", "    } else if (b) {\n      throw new B(\n        why\n      )\n    } else {"
        ),
        id="a branch above one that is known",
    ),
    pytest.param(
        COMPONENT,
        ".b {\n  color: blue;\n}\n",
        "page.vue",
        "Add this at the end of the `<style scoped>` block:",
        COMPONENT.replace("</style>", "\n.b {\n  color: blue;\n}\n</style>"),
        id="at the end of a section of a page whose last block is as deep as its tag",
    ),
    pytest.param(
        COMPONENT,
        ".b {\n  color: blue;\n}\n",
        "page.vue",
        "Add this at the top of the `<style scoped>` block:",
        COMPONENT.replace("<style scoped>\n", "<style scoped>\n.b {\n  color: blue;\n}\n\n"),
        id="at the top of a section of a page",
    ),
    pytest.param(
        COMPONENT,
        "<div>\n  <p>b</p>\n</div>\n",
        "page.vue",
        "Add this at the end of the `<template>`:",
        COMPONENT.replace("</template>", "<div>\n  <p>b</p>\n</div>\n</template>"),
        id="at the end of a section of a page whose last element is as deep as its tag",
    ),
    pytest.param(
        HTML,
        "<button></button>\n",
        "index.html",
        "Put it right after the opening `<body>` tag:",
        HTML.replace("<body>\n", "<body>\n    <button></button>\n"),
        id="inside an element whose opening tag is named",
    ),
    pytest.param(
        STAGES,
        "FROM c AS three\nRUN three\n",
        "Dockerfile",
        "Add a stage before the final one:",
        STAGES.replace("FROM b", "FROM c AS three\nRUN three\n\nFROM b"),
        id="above the last of its kind",
    ),
    pytest.param(
        JOBS,
        "  docs:\n    runs-on: y\n",
        "ci.yml",
        "Add a job at the end:",
        f"{JOBS}\n  docs:\n    runs-on: y\n",
        id="a key of the mapping at the end of a file",
    ),
    pytest.param(
        COMMANDS,
        "@click.command()\ndef third():\n    run(3)\n",
        "cli.py",
        "Add this after `first`:",
        COMMANDS.replace("run(1)\n", "run(1)\n\n\n@click.command()\ndef third():\n    run(3)\n"),
        id="below a definition with a decorator",
    ),
    pytest.param(
        COMMANDS,
        "LIMIT = 3\n",
        "cli.py",
        "Füge unter den Importen eine Konstante hinzu:",
        COMMANDS.replace("import run\n", "import run\n\nLIMIT = 3\n"),
        id="below the imports",
    ),
    pytest.param(
        MEMBERS,
        "  def slug\n    @slug\n  end\n\n  private\n\n  def set_slug\n    @slug = title\n  end\n",
        "page.rb",
        "and these methods:",
        MEMBERS.replace(
            "  private\n",
            "  def slug\n    @slug\n  end\n\n  private\n\n  def set_slug\n    @slug = title\n  end\n",
        ),
        id="around the line that hides members",
    ),
    pytest.param(
        HTML,
        "<main id='a'>\n",
        "index.html",
        "Replace `<main>` with:",
        HTML.replace("<main>", "<main id='a'>"),
        id="in place of a line that is quoted",
    ),
    pytest.param(
        COMMANDS,
        "@click.command()\ndef tenth():\n    run(1)\n",
        "cli.py",
        "A tenth one would be good too:",
        f"{COMMANDS}\n\n@click.command()\ndef tenth():\n    run(1)\n",
        id="a new definition that is like others",
    ),
]
CASES = [
    pytest.param(
        LOAD,
        "with open(path) as f:\n    data = json.load(f)\n",
        "load.py",
        "Use a context manager in `load`:",
        LOAD.replace("    f = open(path)\n    data =", "    with open(path) as f:\n        data ="),
        id="lines that resemble it",
    ),
    pytest.param(
        LOAD,
        "return json.loads(path.read_text())\n",
        "load.py",
        "`load` can be shorter:",
        LOAD.replace(
            "    f = open(path)\n    data = json.load(f)\n    return data\n",
            "    return json.loads(path.read_text())\n",
        ),
        id="the body of a definition that is named",
    ),
    pytest.param(
        LOAD,
        "if not path:\n    return None\n",
        "load.py",
        "Add a check at the top of `load`:",
        LOAD.replace("def load(path):\n", "def load(path):\n    if not path:\n        return None\n"),
        id="the beginning of a definition",
    ),
    pytest.param(
        SERVER,
        "app.use(logger);\n",
        "index.js",
        "Put this just before `app.listen`:",
        SERVER.replace("app.listen", "app.use(logger);\napp.listen"),
        id="above a line that is quoted",
    ),
    pytest.param(
        PACKAGE,
        '"dev": "nodemon"\n',
        "package.json",
        "Add a `dev` script:",
        PACKAGE.replace('"jest"\n', '"jest",\n    "dev": "nodemon"\n'),
        id="the last of some members",
    ),
    pytest.param(
        PAGE,
        "## Configuration\n\nSet `HOST`.\n",
        "README.md",
        "Add this right after the Usage section:",
        PAGE.replace("Run it.\n\n", "Run it.\n\n## Configuration\n\nSet `HOST`.\n\n"),
        id="below a section that is described",
    ),
    pytest.param(
        HEADER,
        "int peek(const struct stack *s);\n",
        "stack.h",
        "Declare it:",
        HEADER.replace(
            "int pop(struct stack *s);\n", "int pop(struct stack *s);\nint peek(const struct stack *s);\n"
        ),
        id="below lines of the same form",
    ),
    pytest.param(
        CHANGES,
        "- Smaller.\n",
        "CHANGELOG.md",
        'Under "Unreleased":',
        CHANGES.replace("- Faster.\n", "- Faster.\n- Smaller.\n"),
        id="a list under a heading",
    ),
    pytest.param(
        LOAD,
        "import os\n",
        "a.py",
        "Add `import os` to the imports at the top, then replace `load`:",
        LOAD.replace("import json\n", "import json\nimport os\n"),
        id="among the imports, not in the function that is named too",
    ),
    pytest.param(
        CALLED,
        "function stop() {\n  last();\n}\n",
        "a.js",
        "Add a new function above `start`:",
        CALLED.replace("  function start", "  function stop() {\n    last();\n  }\n\n  function start"),
        id="above a function inside one that is called at once, not above its call",
    ),
    pytest.param(
        ARMS,
        "Kind::C => f.write(c),\n",
        "a.rs",
        "`Display`: add this arm after the `B` one:",
        ARMS.replace("f.write(b),\n", "f.write(b),\n            Kind::C => f.write(c),\n"),
        id="in what implements the trait",
    ),
    pytest.param(
        PARAGRAPHS,
        "<ul>\n  <li>a</li>\n</ul>\n",
        "a.html",
        "Replace the copyright paragraph with a list:",
        PARAGRAPHS.replace('  <p class="copyright">b</p>\n', "  <ul>\n    <li>a</li>\n  </ul>\n"),
        id="the element that the words describe",
    ),
]


def test_pieces_of_code_with_gaps_go_to_places_in_order() -> None:
    pieces = ("const logger = require('./logger');\n", "app.use(express.json());\napp.use(logger);\n")

    found = places_of_pieces(FileIndex(SERVER), pieces, "index.js")

    expected = SERVER.replace("json());\n", "json());\napp.use(logger);\n")
    expected = expected.replace("express();\n", "express();\nconst logger = require('./logger');\n")
    assert expected in [match.change.apply(SERVER) for match in found]


@pytest.mark.parametrize("words", ["", "The new ones go at the bottom of the class:"])
def test_what_closes_the_block_of_an_earlier_piece_is_not_added_again(words: str) -> None:
    file = "class A\n  def a\n    1\n  end\n\n  private\n\n  def b\n    2\n  end\nend\n"
    pieces = ("class A\n  def a\n    3\n  end\n", "  def c\n    4\n  end\nend\n")

    first, *_ = places_of_pieces(FileIndex(file), pieces, "a.rb", words=words)

    assert first.change.apply(file) == file.replace("1", "3").replace(
        "  end\nend\n", "  end\n\n  def c\n    4\n  end\nend\n"
    )


def test_between_pieces_lines_of_the_file_stay_for_the_gap() -> None:
    file = "steps:\n  - check out\n  - install a\n  - test quickly\n"
    pieces = ("steps:\n  - check out all\n", "  - list\n  - test quickly, with coverage\n")

    found = places_of_pieces(FileIndex(file), pieces, "ci.txt")

    assert found
    assert all("install a" in match.change.apply(file) for match in found)


@pytest.mark.parametrize(("file", "snippet", "path", "words", "result"), CASES)
def test_the_intended_place_is_a_candidate(
    file: str, snippet: str, path: str, words: str, result: str
) -> None:
    names = ("load",) if "`load`" in words else ()

    found = possible_places(FileIndex(file), snippet, path, names, words)

    assert result in [match.change.apply(file) for match in found]


@pytest.mark.parametrize(("file", "snippet", "path", "words", "result"), FIRST)
def test_the_intended_place_is_the_first_candidate(
    file: str, snippet: str, path: str, words: str, result: str
) -> None:
    assert result == first_place(file, snippet, path, words)


def first_place(text: str, snippet: str, path: str, words: str = "") -> str:
    return possible_places(FileIndex(text), snippet, path, (), words)[0].change.apply(text)


SIGNATURE = "fn show(\n    pool: Pool,\n    id: i64,\n) -> Note {\n    pool.get(id)\n}\n"


@pytest.mark.parametrize(
    ("file", "path"),
    [
        (f"{SIGNATURE}\nfn last() {{}}\n", "a.rs"),
        (SIGNATURE.replace(" {\n", "\nwhere\n    i64: Id,\n{\n") + "\nfn last() {}\n", "a.rs"),
        ("int show(\n    int id)\n{\n    return id;\n}\n\nint last() { return 0; }\n", "a.cs"),
        ("def show(\n    pool,\n):\n    return pool\n\n\ndef last():\n    pass\n", "a.py"),
        ("if (show) {\n  one()\n} else {\n  two()\n}\n\nlast()\n", "a.txt"),
    ],
    ids=["a type below it", "conditions below it", "a brace below it", "Python", "another branch"],
)
def test_a_block_whose_beginning_takes_several_lines_ends_where_its_body_ends(file: str, path: str) -> None:
    lines = file.partition("\n\n")[0].splitlines()

    assert (0, len(lines)) == block_at(FileIndex(file), path, 0)


@pytest.mark.parametrize(
    "words", ["Add a parameter to `f`:", "Ergänze bei `f` einen Parameter:", "给 `f` 增加参数：", ""]
)
@pytest.mark.parametrize(
    ("file", "snippet", "path"),
    [
        ("def f(a):\n    return a\n", "def f(a, b):\n", "a.py"),
        ("def f(a):\n    return a\n", "def f(\n    a,\n    b,\n):\n", "a.py"),
        ("@a\ndef f(a):\n    return a\n", "@a\n@b\ndef f(a, b):\n", "a.py"),
        ("func f(a int) int {\n\treturn a\n}\n", "func f(a, b int) int {\n", "a.go"),
        ("func f(a int) int {\n\treturn a\n}\n", "// f adds.\nfunc f(a, b int) int {\n", "a.go"),
        ("def f(a)\n  a\nend\n", "def f(a, b)\n", "a.rb"),
        ("int f(int a)\n{\n    return a;\n}\n", "int f(int a, int b)\n", "a.c"),
        ("int f(int a)\n{\n    return a;\n}\n", "int f(int a, int b)\n{\n", "a.c"),
    ],
    ids=["Python", "several lines", "an annotation", "Go", "a comment", "Ruby", "C", "C with the brace"],
)
def test_the_first_line_of_a_function_alone_replaces_that_of_the_file(
    file: str, snippet: str, path: str, words: str
) -> None:
    body = file.partition("a)\n" if snippet.endswith(")\n") else "{\n" if "{" in file else ":\n")[2]
    others = "" if path != "a.py" else "\n\ndef g(x):\n    return f(x)\n"

    assert f"{snippet}{body}{others}" == first_place(f"{file}{others}", snippet, path, words)


def test_a_new_first_line_takes_the_depth_of_the_old_one() -> None:
    file = "class A {\n  f(a: int) {\n    return a;\n  }\n}\n"

    assert file.replace("(a", "(b, a") == first_place(file, "        f(b, a: int) {\n", "a.ts")


@pytest.mark.parametrize(
    ("snippet", "above"),
    [
        ("@post\ndef f(a):\n", "@get('/a')\n# Why.\n@post\ndef f(a):\n"),
        ("@get('/b')\ndef f(a):\n", "# Why.\n@get('/b')\ndef f(a):\n"),
        ("# How.\ndef f(a):\n", "@get('/a')\n# How.\ndef f(a):\n"),
    ],
    ids=["a new annotation", "another value of one", "a comment"],
)
def test_a_new_first_line_keeps_the_annotations_above_that_it_lacks(snippet: str, above: str) -> None:
    file = "@get('/a')\n# Why.\ndef f(a):\n    return a\n"

    assert f"{above}    return a\n" == first_place(file, snippet, "a.py")


@pytest.mark.parametrize(
    "snippet", ["int f(int a);\n", "int f(int a) { return 1; }\n", "if (f(a)) {\n", "x = f(a)\n"]
)
def test_a_declaration_a_whole_function_or_a_call_is_no_first_line(snippet: str) -> None:
    file = "int f(int a)\n{\n    return a;\n}\n"

    assert all(place.score < 0.97 for place in possible_places(FileIndex(file), snippet, "a.c"))


ROUTES = (
    'fn router() {\n    Router::new()\n        .route("/notes", get(list).post(create))\n'
    '        .route("/notes/:id", get(show).delete(remove))\n}\n'
)


def test_a_line_with_another_string_than_those_like_it_is_added_below_them() -> None:
    new = '        .route("/notes/by-slug/:slug", get(by_slug))\n'
    words = "Add a handler, and the route in `router()`:"

    assert ROUTES.replace("}\n", f"{new}}}\n") == first_place(ROUTES, new.lstrip(), "a.rs", words)


@pytest.mark.parametrize(("words", "gap"), [("right below", ""), ("below", "\n")])
def test_words_may_leave_no_blank_line_between(words: str, gap: str) -> None:
    file = "class A\n  belongs_to :b\n\n  validates :c\n\n  scope :d\nend\n"
    new = "  validate :e\n\n  after_create :f\n"

    place = first_place(file, new, "a.rb", f"Put this {words} the existing `validates` line:")

    assert file.replace("  validates :c\n", f"  validates :c\n{gap}{new}") == place


CART_IN_KOTLIN = "class Cart(\n    val id: Int,\n) : Base() {\n\n    fun a() {\n        run()\n    }\n}\n"


class TestOnlyClass:
    @pytest.mark.parametrize(
        "words",
        [
            "Add a function at the end of the class:",
            "Inside the class, add:",
            "Füge am Ende der Klasse hinzu:",
            "Ajoute à la fin de la classe :",
            "Agrega al final de la clase:",
            "Adicione no final da classe:",
            "Aggiungi alla fine della classe:",
            "Voeg toe aan het einde van de klasse:",
            "Dodaj na końcu klasy:",
            "Добавьте в конец класса:",
            "在类的末尾添加:",
            "クラスの最後に追加:",
            "클래스의 끝에 추가:",
        ],
    )
    def test_words_about_the_class_mean_its_end_rather_than_that_of_the_file(self, words: str) -> None:
        index = FileIndex(f"{CART_IN_KOTLIN}\n\nfun other() {{\n    run()\n}}\n")
        new = "fun b() {\n    stop()\n}\n"

        places = possible_places(index, new, "Cart.kt", (), words)

        inside = "    fun b() {\n        stop()\n    }\n}\n\n\nfun other"
        results = [place.change.apply(index.text) for place in places]
        assert inside in results[0]
        assert any(result.endswith(new) for result in results)

    def test_other_words_say_nothing_about_it(self) -> None:
        index = FileIndex(CART_IN_KOTLIN)
        new = "fun b() {\n    stop()\n}\n"

        for words in ("Add at the end of the file:", "Füge am Ende der Datei hinzu:"):
            first = possible_places(index, new, "Cart.kt", (), words)[0]
            assert first.change.apply(index.text).endswith(f"\n{new}")

    def test_of_several_classes_none_is_meant(self) -> None:
        index = FileIndex(CART_IN_KOTLIN + CART_IN_KOTLIN.replace("Cart", "Shop"))
        new = "fun b() {\n    stop()\n}\n"

        places = possible_places(index, new, "Cart.kt", (), "Füge am Ende der Klasse hinzu:")

        assert all(place.score < 0.95 for place in places)


def test_the_end_of_a_class_after_a_method_is_not_the_end_of_the_method() -> None:
    file = "class A\n  private\n\n  def f\n    g\n  end\nend\n"
    new = "  def h\n    i\n  end\n"

    place = first_place(file, new, "a.rb", "At the bottom of the private section, after `f`:")

    assert file.replace("    g\n  end\n", f"    g\n  end\n\n{new}") == place


def test_a_line_with_a_string_of_the_file_replaces_its_line() -> None:
    new = '.route("/notes", get(list))\n'

    assert ROUTES.replace("get(list).post(create)", "get(list)") == first_place(ROUTES, new, "a.rs")


def test_a_block_that_begins_and_ends_like_the_snippet_is_what_it_replaces() -> None:
    new = "app.listen(3000, () => {\n  log.info('up');\n});\n"

    assert SERVER.replace("console.log('listening')", "log.info('up')") == first_place(SERVER, new, "a.js")


MAIL = """\
class Orders {
    void remind(Order order) {
        mailer.send(order, "Reminder");
    }

    void thank(Order order) {
        mailer.send(order, "Thanks");
        log.info("sent");
    }

    void report(Order order) {
        log.info("sent");
    }
}
"""
TRY = (
    'try {\n    mailer.send(order, "Reminder");\n} catch (MailException e) {\n    log.warn("failed", e);\n}\n'
)


@pytest.mark.parametrize(
    "words",
    [
        "Wrap the call to `mailer.send` with try/catch:",
        "Wrap the send call:",
        "Put a try/catch around `mailer.send(...)`:",
        '`mailer.send(order, "Reminder");` needs to be wrapped:',
        "Surround the mailer call with a try block (and add a log line):",
        "Den Aufruf `mailer.send(...)` in einen try/catch-Block setzen:",
        "Entourez l'appel à `mailer.send` d'un try/catch :",
        "Envuelve la llamada a `mailer.send` en un try/catch:",
        "Envolva a chamada `mailer.send` com try/catch:",
        "`mailer.send` の呼び出しを try/catch で囲みます：",
        "Racchiudi la chiamata a `mailer.send` in un try/catch:",
        "`mailer.send` 호출을 try/catch로 감싸세요:",
        "用 try/catch 包裹 `mailer.send` 调用：",
        "Оберните вызов `mailer.send` в try/catch:",
        "Otocz wywołanie `mailer.send` blokiem try/catch:",
        "A failure must not stop the job:",
    ],
)
def test_a_block_around_a_call_of_the_file_takes_its_place(words: str) -> None:
    indented = "".join(f"        {line}\n" for line in TRY.splitlines())
    expected = MAIL.replace('        mailer.send(order, "Reminder");\n', indented)

    assert expected == first_place(MAIL, TRY, "Orders.java", words)


@pytest.mark.parametrize(
    ("file", "snippet", "path"),
    [
        (
            "def load(path):\n    f = open(path)\n    data = f.read()\n    return data\n",
            "with open(path) as f:\n    data = f.read()\n",
            "a.py",
        ),
        (
            "void Export()\n{\n    var w = new Writer(path);\n    w.Write(1);\n}\n\n"
            "void Other()\n{\n    var w = new Writer(other);\n    w.Write(1);\n}\n",
            "using (var w = new Writer(path))\n{\n    w.Write(1);\n}\n",
            "A.cs",
        ),
    ],
    ids=["Python", "C#"],
)
def test_the_head_of_a_new_block_may_have_the_first_line_that_it_wraps(
    file: str, snippet: str, path: str
) -> None:
    place = possible_places(FileIndex(file), snippet, path, (), "Close the file:")[0]

    assert place.wraps
    assert (2, 3) == place.lines if path == "a.py" else (3, 4) == place.lines


def test_a_block_wraps_the_line_in_the_function_that_words_name() -> None:
    new = 'if (verbose) {\n    log.info("sent");\n}\n'
    place = possible_places(FileIndex(MAIL), new, "Orders.java", (), "Wrap the log line in `report`:")[0]

    assert (12, 12) == place.lines


@pytest.mark.parametrize(
    "words", ["Add this below the first call:", "Below `void thank(Order order) {`, add:", "Then add:"]
)
def test_words_may_add_a_block_with_a_line_that_the_file_has_elsewhere(words: str) -> None:
    new = 'if (order.isLate()) {\n    mailer.send(order, "Reminder");\n}\n'

    place = possible_places(FileIndex(MAIL), new, "Orders.java", (), words)[0]

    assert place.only_adds or place.score < 0.5


def test_a_block_around_lines_of_the_file_wraps_them() -> None:
    old = "x = f()\ny = g(x)\nprint(y)\n"
    new = "if ready:\n    y = g(x)\n    print(y)\n"

    assert old.replace("y = g(x)\nprint(y)\n", new) == first_place(old, new, "a.py")


def test_lines_that_set_the_same_name_first_stand_for_its_line() -> None:
    new = "data, err := load()\nif err != nil {\n    return\n}\n"
    old = "func f() {\n    data, _ := load()\n    use(data)\n}\n"
    indented = "".join(f"    {line}\n" for line in new.splitlines())

    assert old.replace("    data, _ := load()\n", indented) == first_place(old, new, "a.go")


def test_a_rule_of_a_stylesheet_keeps_the_declarations_that_the_snippet_lacks() -> None:
    old = "a {\n  color: red;\n  margin: 0;\n}\n"
    (match,) = merged_rules(FileIndex(old), "a {\n  color: blue;\n  top: 0;\n}\n", "a.css")

    assert "a {\n  color: blue;\n  margin: 0;\n  top: 0;\n}\n" == match.change.apply(old)
    assert merged_rules(FileIndex(old), "b {\n  color: blue;\n}\n", "a.css") == ()
    assert merged_rules(FileIndex(old), "a {\n  color: blue;\n}\n", "a.txt") == ()


TABLES = """\
[project]
name = "shop"

[project.optional-dependencies]
dev = ["pytest"]

[tool.setuptools]
packages = ["shop"]
"""
SCRIPTS = '[project.scripts]\nshop = "shop:main"\n'
LOANS = """\
class Loans {
    @Value("${loan-days}")
    private int loanDays;

    @Value("${max-loans}")
    private int maxLoans;
}
"""


@pytest.mark.parametrize(
    ("file", "snippet", "path", "words", "result"),
    [
        (
            TABLES,
            SCRIPTS,
            "pyproject.toml",
            "Add a table between `[project.optional-dependencies]` and `[tool.setuptools]`:",
            TABLES.replace("[tool", f"{SCRIPTS}\n[tool"),
        ),
        (
            PAGE,
            "## Configuration\n\nSet `HOST`.\n",
            "README.md",
            'Document it in `README.md`, between "Usage" and "License":',
            PAGE.replace("Run it.\n\n", "Run it.\n\n## Configuration\n\nSet `HOST`.\n\n"),
        ),
        (
            SERVER,
            "app.use(logger);\n",
            "index.js",
            "Right below `const app = ...` add a line:",
            SERVER.replace("express();\n", "express();\napp.use(logger);\n"),
        ),
        (
            LOAD + "\n\nsave(1, load(2))\nsave(2, load(3))\nload(4)\n",
            "def copy(path):\n    save(path, load(path))\n",
            "load.py",
            "A *last* helper. In `load.py`, right after `load()`, add:",
            LOAD.replace(
                "return data\n\n\n", "return data\n\n\ndef copy(path):\n    save(path, load(path))\n\n\n"
            )
            + "\n\nsave(1, load(2))\nsave(2, load(3))\nload(4)\n",
        ),
        (
            ".top {\n  color: red;\n}\n\n.low {\n  color: red;\n}\n",
            ":root {\n  --x: 1;\n}\n",
            "style.css",
            "At the **top** of `style.css`, add:",
            ":root {\n  --x: 1;\n}\n\n.top {\n  color: red;\n}\n\n.low {\n  color: red;\n}\n",
        ),
        (
            CHANGES,
            "## 2.0\n\n- New.\n",
            "CHANGELOG.md",
            "At the top:",
            CHANGES.replace("## Unreleased", "## 2.0\n\n- New.\n\n## Unreleased"),
        ),
        (
            "function end() {\n  return 1;\n}\n\nfunction late() {\n  return 2;\n}\n",
            "function mid() {\n  return 3;\n}\n",
            "a.js",
            "Below `end`:",
            "function end() {\n  return 1;\n}\n\nfunction mid() {\n  return 3;\n}\n\n"
            "function late() {\n  return 2;\n}\n",
        ),
        (
            "services:\n  db:\n    image: postgres\nvolumes:\n  data:\n",
            "  cache:\n    image: redis\n",
            "compose.yml",
            "Before `volumes:` add:",
            "services:\n  db:\n    image: postgres\n  cache:\n    image: redis\nvolumes:\n  data:\n",
        ),
        (
            "<body>\n  <p>Hi</p>\n</body>\n",
            '  <script src="b.js"></script>\n',
            "index.html",
            "Just before the closing `</body>` tag:",
            '<body>\n  <p>Hi</p>\n  <script src="b.js"></script>\n</body>\n',
        ),
        (
            "def f(x):\n    return x\n\n\ndef g():\n    return 2\n",
            "    check(x)\n",
            "a.py",
            "Below `def f(x):` add:",
            "def f(x):\n    check(x)\n    return x\n\n\ndef g():\n    return 2\n",
        ),
        (
            "[options]\npackages = find:\n\n[flake8]\nmax-line-length = 100\n",
            "python_requires = >=3.8\n",
            "setup.cfg",
            "Append to `[options]`:",
            "[options]\npackages = find:\npython_requires = >=3.8\n\n[flake8]\nmax-line-length = 100\n",
        ),
    ],
)
def test_the_place_that_the_last_sentence_describes_comes_first(
    file: str, snippet: str, path: str, words: str, result: str
) -> None:
    assert result == first_place(file, snippet, path, words)


@pytest.mark.parametrize(
    ("file", "path", "words", "above"),
    [
        ("#!/bin/sh\n# Backup.\n# Nightly.\n\nA=1\n", "a.sh", "Below the header comment:", "\nA=1"),
        ("#!/bin/sh\n# Backup.\n# Nightly.\n\nA=1\n", "a.sh", "Unter dem Kopfkommentar:", "\nA=1"),
        ("#!/bin/sh\n# Backup.\n\nA=1\n", "a.sh", "Sous le commentaire d'en-tête :", "\nA=1"),
        ("#!/bin/sh\n# Backup.\n\nA=1\n", "a.sh", "Right after the shebang:", "# Backup."),
        ("// Licensed.\nlet a = 1;\nlet b = 2;\n", "a.js", "Below the license header:", "let a"),
    ],
)
def test_a_place_below_the_comment_with_which_a_file_begins(
    file: str, path: str, words: str, above: str
) -> None:
    gap = "\n" if above.startswith("\n") else ""

    assert file.replace(above, f"{gap}use(it)\n{above}") == first_place(file, "use(it)\n", path, words)


TWINS = """\
func (c *Client) Current() error {
	resp, err := c.get("a")
	defer resp.Body.Close()

	return read(resp, "current")
}

func (c *Client) Forecast() error {
	resp, err := c.get("b")
	defer resp.Body.Close()

	return read(resp, "forecast")
}
"""


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("In `Forecast` directly after the `defer`:", "forecast"),
        ("And in `Current` accordingly:", "current"),
        ("Und in `Current` entsprechend:", "current"),
        ("Et pareil dans `Forecast` :", "forecast"),
    ],
)
def test_lines_below_one_that_twins_have_go_to_the_twin_that_words_name(words: str, name: str) -> None:
    check = "	if resp.Status != 200 {\n		return errStatus\n	}\n\n"
    below = f'	return read(resp, "{name}")'
    snippet = f"	defer resp.Body.Close()\n\n{check}"
    names = [words.split("`")[1]]

    place = possible_places(FileIndex(TWINS), snippet, "client.go", names, words)[0]

    assert TWINS.replace(below, check + below) == place.change.apply(TWINS)


BUTTON = "<form>\n  <p>Name</p>\n  <button>Send</button>\n</form>\n"


@pytest.mark.parametrize(
    "words",
    [
        "In the template, replace the button with:",
        "Ersetze im Template den Button durch:",
        "Ersetze die Schaltfläche durch:",
        "Dans le template, remplacez le bouton par :",
        "Reemplaza el botón por:",
        "Substitua o botão por:",
        "Sostituisci il pulsante con:",
        "Vervang de knop door:",
        "Замените кнопку на:",
        "把按钮替换为：",
        "ボタンを次に置き換えます：",
    ],
)
def test_an_element_that_words_replace_is_found_by_its_tag(words: str) -> None:
    new = "<p>{{ error }}</p>\n<button :disabled='busy'>\n  Go\n</button>\n"

    lines = "".join(f"  {line}\n" for line in new.splitlines())
    expected = BUTTON.replace("  <button>Send</button>\n", lines)
    assert expected == first_place(BUTTON, new, "a.html", words)


STEPS = """\
jobs:
  test:
    runs-on: ubuntu
    steps:
      - uses: checkout
      - run: npm ci
      - run: npm test

  build:
    needs: test
    steps:
      - uses: checkout
      - run: npm ci
      - run: npm run build
"""


@pytest.mark.parametrize(
    ("words", "above"),
    [
        ("in the `test` job, add a step before the tests:", "      - run: npm test\n"),
        ("In the test job, before the test step:", "      - run: npm test\n"),
        ("Füge im `test`-Job vor dem Test ein:", "      - run: npm test\n"),
        ("Add a step to the `test` job:", "\n  build:"),
        ("At the end of the test job:", "\n  build:"),
        ("As the first step of the `test` job:", "      - uses: checkout\n"),
        ("At the top of the `test` job:", "      - uses: checkout\n"),
        ("In the `build` job, after the checkout:", "      - run: npm ci\n      - run: npm run build"),
    ],
)
def test_an_item_of_a_list_goes_into_the_list_of_the_part_that_words_name(words: str, above: str) -> None:
    step = "      - run: npm run types\n"

    expected = STEPS.replace(above, step + above, 1)
    assert expected == first_place(STEPS, "- run: npm run types\n", "ci.yml", words)


@pytest.mark.parametrize(
    ("header", "path"),
    [
        ("/*\nCopyright X.\nMIT.\n*/\n", "a.js"),
        ("<!--\n  License MIT\n-->\n", "a.html"),
        ("# One.\n# Two.\n", "a.py"),
    ],
)
def test_what_goes_below_the_header_goes_below_all_of_its_comment(header: str, path: str) -> None:
    text = f"{header}let_a = 1;\n"

    assert text.replace("let_a", "use(it)\nlet_a") == first_place(
        text, "use(it)\n", path, "Below the header comment:"
    )


@pytest.mark.parametrize(
    "words",
    [
        "Reemplace el botón por:",
        "Sustituir el botón por:",
        "Заменить эту кнопку на:",
        "把提交按钮替换为：",
        "提交ボタンを次のものに置き換えます:",
    ],
)
def test_the_element_that_words_in_other_languages_replace_comes_first(words: str) -> None:
    page = "<main>\n  <p>Text</p>\n  <button>提交</button>\n</main>\n"
    new = "<button disabled>提交</button>\n"

    assert page.replace("<button>", "<button disabled>") == first_place(page, new, "a.html", words)


def test_no_item_of_a_list_stands_among_keys() -> None:
    index = FileIndex(STEPS)

    places = possible_places(index, "- run: npm run types\n", "ci.yml", ["test"], "In the `test` job:")

    assert places
    assert not [each for each in places if "\n    - run" in each.change.apply(STEPS)]


def test_a_field_of_the_same_type_is_not_the_one_that_is_set_again() -> None:
    """The name counts, not the type before it."""
    new = '@Value("${days}")\nprivate int extraDays;\n'

    first = first_place(LOANS, new, "Loans.java", "A new field next to `maxLoans`:")

    assert all(line in first for line in LOANS.splitlines())


@pytest.mark.parametrize(
    ("snippet", "result"),
    [
        (
            '@Value("${max-loans}")\nprivate int maxLoans;\n\nprivate int extraDays;\n',
            LOANS.replace("maxLoans;\n", "maxLoans;\n\n    private int extraDays;\n"),
        ),
        (
            'private int extraDays;\n\n@Value("${loan-days}")\nprivate int loanDays;\n',
            LOANS.replace("{\n    @Value", "{\n    private int extraDays;\n\n    @Value", 1),
        ),
    ],
)
def test_new_lines_go_beside_those_of_the_file_that_the_snippet_shows(snippet: str, result: str) -> None:
    assert result == first_place(LOANS, snippet, "Loans.java", "Add a field:")


JOBS = (
    "jobs:\n  build:\n    steps:\n      - name: Install\n        run: npm ci\n"
    "      - name: Test\n        run: npm run e2e\n\n"
    "  deploy:\n    steps:\n      - name: Install\n        run: npm ci\n"
)


@pytest.mark.parametrize("shown", ["", "      - name: Test\n        run: npm run e2e\n"])
def test_an_item_is_added_without_those_above_it_that_the_snippet_shows(shown: str) -> None:
    new = "      - name: Upload\n        uses: upload@v4\n"
    expected = JOBS.replace("e2e\n", f"e2e\n{new}")

    assert expected == first_place(JOBS, f"{shown}{new}", "ci.yml", "As the last step of `build`:")


HEADER = (
    "#pragma once\n#include <string>\n\nstruct Counts {\n    long bytes = 0;\n    long lines = 0;\n};\n\n"
    "Counts count_file(const std::string& path);\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "One more field at the end of the struct:",
        "Add a field at the end of `Counts`:",
        "Add a new member to the struct:",
        "Add this as the last field of the structure:",
        "Ein weiteres Feld am Ende der Struktur:",
        "Un champ de plus à la fin de la structure :",
        "Un campo más al final de la estructura:",
        "Mais um campo no fim da struct:",
        "Добавьте поле в конец структуры:",
        "在结构体末尾加一个字段：",
        "構造体の最後にフィールドを一つ追加:",
    ],
)
def test_words_for_a_type_say_that_new_members_go_to_its_end(words: str) -> None:
    """The parser of C, which has the same ending, would refuse the values of the fields."""
    expected = HEADER.replace("lines = 0;\n", "lines = 0;\n    long longest = 0;\n")

    assert expected == first_place(HEADER, "    long longest = 0;\n", "counter.h", words)


def test_the_end_of_the_file_and_places_beside_code_are_not_the_end_of_a_type() -> None:
    new = "extern long total;\n"

    assert f"{HEADER}{new}" == first_place(HEADER, new, "counter.h", "At the end of the file:").replace(
        "\n\nextern", "\nextern"
    )
    assert f"long bytes = 0;\n    {new}" in first_place(
        HEADER, new, "counter.h", "In the struct, below `long bytes = 0;`, add:"
    )


CACHE = (
    "class Cache {\n    func dump() {\n        print(1)\n    }\n\n"
    "    func get() {\n        print(2)\n    }\n}\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "Replace `dump()` (it isn’t used any more) with:",
        "Replace `dump()`, which is unused, with:",
        "Replace the unused `dump()` method with this:",
        "Instead of `dump()`, add:",
        "Swap `dump()` for `prune()`:",
        "`dump()` can be replaced with:",
        "Remove `dump()` and add this instead:",
        "Ersetze `dump()` (wird nicht mehr gebraucht) durch:",
        "`dump()` wird durch diese Methode ersetzt:",
        "Remplacez `dump()` (plus utilisée) par :",
        "Reemplaza `dump()` (ya no se usa) por:",
        "Substitua `dump()` por:",
        "Замените `dump()` на:",
        "把 `dump()`（已不再使用）替换为：",
        "`dump()`（もう使われていません）を次のものに置き換えます：",
    ],
)
def test_words_ask_to_replace_a_function_by_another_one(words: str) -> None:
    new = "func prune() {\n    clear()\n}\n"
    moved = "    func prune() {\n        clear()\n    }\n"
    expected = CACHE.replace("    func dump() {\n        print(1)\n    }\n", moved)
    places = possible_places(FileIndex(CACHE), new, "Cache.swift", (), words)

    assert expected == next(place for place in places if place.replaces_lines).change.apply(CACHE)


@pytest.mark.parametrize(
    "words",
    [
        "Replace the body of `dump` with:",
        "You'll want to replace the body of the `dump` function:",
        "The body of `dump()` should be:",
        "The body of `dump` should look like this:",
        "Inside `dump()`, replace everything with:",
        "Replace the implementation of `dump()` with:",
        "**`dump()`** – new body:",
        "### New body for `dump()`",
        "Within `func dump() { ... }`, use this body instead:",
        "It is slow, so change the body of dump() to this:",
        "Keep the signature of `dump()`, but replace its body by:",
        "Ersetze den Rumpf von `dump` durch:",
        "Remplacez le corps de la fonction `dump` par :",
        "Reemplaza el cuerpo de `dump` por:",
        "Troque o corpo de `dump()` por:",
        "Замените тело метода `dump` на:",
        "将 `dump` 的函数体替换为：",
        "`dump` メソッドの本体を次に置き換えます：",
    ],
)
def test_words_ask_to_replace_the_body_of_a_function(words: str) -> None:
    expected = CACHE.replace("print(1)", "clear()\n        log()")

    assert expected == first_place(CACHE, "clear()\nlog()\n", "Cache.swift", words)


@pytest.mark.parametrize(
    "words",
    [
        "Change the request body of `dump()` to JSON:",
        "In `dump`, so that all code paths are logged, use the new logger:",
        "Inside `dump`, everything stays, only the new guard goes first:",
        "Use the new guard for all code in `dump`:",
        "Keep everything in `dump` and replace only the check:",
        "The new helper reads the content of `dump`:",
    ],
)
def test_the_body_of_something_else_is_not_the_body_of_the_function(words: str) -> None:
    assert replaced_span(FileIndex(CACHE), "Cache.swift", words, "send(json)\n") is None


@pytest.mark.parametrize(
    "words",
    [
        "Add the instructions:",
        "Add a module-level instance of the struct:",
        "Add a factory that returns the only instance of the struct `Counts`:",
    ],
)
def test_a_type_that_words_only_mention_is_no_likely_place(words: str) -> None:
    first, *_ = possible_places(FileIndex(HEADER), "extern long total;\n", "counter.h", (), words)

    assert first.score < 0.9


TWICE = (
    'class Session {\n    func start() {\n        load()\n        print("started")\n    }\n\n'
    '    func stopAll() {\n        load()\n        print("stopped")\n    }\n}\n'
)


@pytest.mark.parametrize(
    "words",
    [
        'Use this instead of `print("stopped")`:',
        'Swap the `print("stopped")` line for:',
        '`print("stopped")` →',
        'Find `print("stopped")` and replace it with:',
        'Where it now says `print("stopped")`, put:',
        '`print("stopped")` becomes:',
        "The print call in `stopAll()` should be replaced with:",
        "In `stopAll()`, replace the `print` line by:",
        "It is unclear which one it was, so replace the print statement in `stopAll` with:",
        "### Replace the print in `stopAll()`",
        "In `stopAll()` ersetzen Sie den print-Aufruf durch:",
        '将 `print("stopped")` 这一行替换为：',
        '`print("stopped")` 줄을 다음과 같이 바꾸세요:',
    ],
)
def test_words_ask_to_replace_a_line_that_they_quote_or_describe(words: str) -> None:
    places = possible_places(FileIndex(TWICE), "log.info(name)\n", "Session.swift", (), words)
    results = [place.change.apply(TWICE) for place in places if place.replaces_lines]

    assert TWICE.replace('print("stopped")', "log.info(name)") == results[0]


@pytest.mark.parametrize(
    "words",
    [
        "First lines of `stopAll`:",
        "Ergänze ganz oben in `stopAll`:",
        "В начало метода `stopAll` добавьте:",
        "Na początku metody `stopAll` dodaj:",
        "`stopAll` 메서드 맨 앞에 추가하세요:",
        "在 `stopAll` 方法最前面加上：",
        "Prepend this to the body of stopAll:",
        "At the top of stopAll(), add:",
        "Add at the beginning of stopAll (not of `start`):",
    ],
)
def test_new_lines_go_to_the_beginning_of_the_function_that_words_name(words: str) -> None:
    expected = TWICE.replace("func stopAll() {\n", "func stopAll() {\n        check()\n")

    assert expected == first_place(TWICE, "        check()\n", "Session.swift", words)


def test_what_words_tell_to_find_is_what_new_lines_go_below() -> None:
    words = "Find `load()` in `stopAll` and add right below it:"
    expected = TWICE.replace(
        'load()\n        print("stopped', 'load()\n        check()\n        print("stopped'
    )

    assert expected == first_place(TWICE, "        check()\n", "Session.swift", words)


@pytest.mark.parametrize(
    "words",
    [
        "Change `dump()` for the new API:",
        "Use `dump()` instead of `get()` in tests:",
        "Add this below `dump()`:",
    ],
)
def test_other_words_about_a_function_do_not_ask_to_replace_it(words: str) -> None:
    assert replaced_span(FileIndex(CACHE), "Cache.swift", words) is None


def test_the_beginning_of_another_block_shows_no_place_for_new_lines() -> None:
    new = "app.listen(3000, () => {\n  ready();\n});\n"

    assert "console" not in first_place(SERVER, new, "index.js")


def test_pieces_beside_lines_of_the_file_have_no_other_places() -> None:
    pieces = ("def load(path):\n", "    with open(path) as f:\n")

    assert () == places_of_pieces(FileIndex(LOAD), pieces, "load.py")


@pytest.mark.parametrize(("file", "snippet", "path", "words", "result"), CASES)
def test_places_are_for_the_user_to_choose_from(
    file: str, snippet: str, path: str, words: str, result: str
) -> None:
    found = possible_places(FileIndex(file), snippet, path, (), words)

    assert 2 <= len(found) <= 9
    assert {Tier.FUZZY} == {match.tier for match in found}
    assert len(found) == len({match.key for match in found}) == len({match.label for match in found})
    assert len(found) == len({match.change.apply(file) for match in found})


DOCUMENTED = {
    "A.java": "class A {\n    A a;\n\n    /** Load. */\n    @Override\n    int load() {\n    }\n}\n",
    "a.php": "class A {\n  var $a;\n\n  /**\n   * Load.\n   */\n  #[Pure]\n  function load() {\n  }\n}\n",
    "a.rs": "use a::b;\n\n/// Loads.\n#[inline]\nfn load() -> i32 {\n    1\n}\n",
    "a.ts": "import a from 'a';\n\n// Loads.\nexport function load() {\n  return 1;\n}\n",
    "a.go": "package a\n\n// load loads.\nfunc load() int {\n\treturn 1\n}\n",
    "a.py": "import a\n\n\n#: Loaded.\nload = a.load()\nsize = 1\n",
    "a.rb": "require 'a'\n\n# Loads.\ndef load\n  1\nend\n",
    "a.c": "#include <a.h>\n\n/* Loads. */\nint load(void)\n{\n    return 1;\n}\n",
    "a.lua": "local a = 1\n\n--- Loads.\nfunction load()\n  return 1\nend\n",
}
STORES = {
    "A.java": "int store() {\n    return 2;\n}\n",
    "a.php": "function store() {\n  return 2;\n}\n",
    "a.rs": "fn store() -> i32 {\n    2\n}\n",
    "a.ts": "export function store() {\n  return 2;\n}\n",
    "a.go": "func store() int {\n\treturn 2\n}\n",
    "a.py": "def store():\n    return 2\n",
    "a.rb": "def store\n  2\nend\n",
    "a.c": "int store(void)\n{\n    return 2;\n}\n",
    "a.lua": "function store()\n  return 2\nend\n",
}


@pytest.mark.parametrize("path", DOCUMENTED)
def test_code_above_a_definition_goes_above_its_comment_and_its_annotations(path: str) -> None:
    file = DOCUMENTED[path]
    (first, *_) = possible_places(FileIndex(file), STORES[path], path, words="Add this just before `load`:")
    result = first.change.apply(file)
    depth = indentation(file.split("load")[0].split("\n")[-1])
    new = "".join(f"{depth}{line}\n" for line in STORES[path].splitlines())
    comment = next(
        line for line in file.splitlines() if line.strip().startswith(("/*", "//", "#:", "# ", "--"))
    )
    blank = file[: file.index(comment)]

    assert result == file.replace(comment, f"{new}{blank[len(blank.rstrip()) + 1 :]}{comment}", 1)


@pytest.mark.parametrize(
    ("file", "path", "words"),
    [
        ("# Database\nHOST = 1\nPORT = 2\n", "a.py", "Add this just before `HOST`:"),
        ("#!/bin/sh\nload() {\n  a\n}\n", "a.sh", "Add this just before `load`:"),
        ("# Copyright A\ndef load():\n    return 1\n", "a.py", "Add this just before `load`:"),
        ("#include <a.h>\nint load(void)\n{\n    return 1;\n}\n", "a.c", "Add this just before `load`:"),
    ],
    ids=["a comment on a group", "an interpreter", "a licence", "a directive"],
)
def test_a_line_above_that_is_about_more_than_the_definition_stays_above(
    file: str, path: str, words: str
) -> None:
    (first, *_) = possible_places(FileIndex(file), "NEW = 1\n", path, words=words)

    assert 1 == first.change.apply(file).splitlines().index("NEW = 1")


@pytest.mark.parametrize("snippet", ["\n# Two\nB=2\n", "\nB=2\n", "\n\nB=2\n"])
@pytest.mark.parametrize("words", ["Append:", "Add this below `A`:"])
def test_blank_lines_with_which_a_snippet_begins_stay_above_it(snippet: str, words: str) -> None:
    (first, *_) = possible_places(FileIndex("# One\nA=1\n"), snippet, ".env", words=words)

    assert f"# One\nA=1\n{snippet}" == first.change.apply("# One\nA=1\n")


def test_a_place_where_the_code_has_an_error_comes_last() -> None:
    found = possible_places(
        FileIndex("a = f(\n    1,\n)\nb = 2\n"), "c = 3\n", "a.py", (), "Add this after `1`:"
    )

    assert "c = 3" not in found[0].change.apply("a = f(\n    1,\n)\nb = 2\n").splitlines()[:3]


def test_no_two_candidates_have_the_same_label() -> None:
    """Below the rule `build` it could go with a blank line above it, or without."""
    file = FileIndex("build:\n\tgo build\n\ntest:\n\tgo test\n")

    found = possible_places(file, "lint:\n\tgolangci-lint run\n", "Makefile")

    assert len(found) == len({match.label for match in found}) == len({match.key for match in found})


def test_a_file_with_a_thousand_lines_like_the_snippet_has_places() -> None:
    def rows(first: int, count: int) -> str:
        return "".join(f"INSERT INTO users VALUES ({n}, 'name {n}');\n" for n in range(first, first + count))

    assert 2 <= len(possible_places(FileIndex(rows(1, 1_000)), rows(5_000, 20), "users.sql"))


def test_an_empty_snippet_or_file_has_no_places() -> None:
    assert () == possible_places(FileIndex("a = 1\n"), "\n", "a.py")
    assert () == possible_places(FileIndex(""), "a = 1\n", "a.py")


def test_a_disabled_strategy_finds_none() -> None:
    index = FileIndex("a = 1\n", frozenset(["likely-place"]))

    assert () == possible_places(index, "b = 2\n", "a.py")


@pytest.mark.parametrize(
    ("file", "snippet", "path"),
    [
        ("steps:\n  - uses: checkout\n  - run: pytest\n", "  - run: pip install .\n", "ci.yml"),
        ("CREATE TABLE users (\n  id INTEGER\n);\n", "CREATE INDEX ids ON users(id);\n", "a.sql"),
    ],
)
def test_an_item_or_statement_that_begins_like_an_addition_is_hardly_meant(
    file: str, snippet: str, path: str
) -> None:
    places = possible_places(FileIndex(file), snippet, path, words="Add this:")

    assert all(place.score < 0.5 for place in places if "replaces" in (place.label or ""))


def test_of_methods_in_several_types_the_one_of_the_type_that_the_words_name_is_meant() -> None:
    body = "    fn pop(&mut self) {\n        a();\n    }\n"
    file = f"impl<T> A<T> {{\n{body}}}\n\nimpl<T> B<T> {{\n{body}}}\n"
    words = "Add `peek` to `B<T>`, below its `pop` method:"

    found = possible_places(
        FileIndex(file), "fn peek(&self) {\n    b();\n}\n", "a.rs", ("peek", "B<T>", "pop"), words
    )

    assert found[0].label is not None
    assert "adds `peek` below `pop` (L8–10)" == found[0].label


def test_labels_name_the_definition_below_its_annotations() -> None:
    file = "impl A {\n    #[inline]\n    pub(crate) fn pop(&self) -> u32 {\n        1\n    }\n}\n"
    snippet = "/// Looks.\n#[inline]\npub(crate) fn peek(&self) -> u32 {\n    2\n}\n"

    found = possible_places(FileIndex(file), snippet, "a.rs", ("pop",), "Add `peek` after `pop`:")

    assert "adds `peek` below `pop` (L2–5)" == found[0].label


@pytest.mark.parametrize("title", ["License", "*License*", "**License**", "`License`"])
def test_a_place_is_before_the_section_that_the_words_name_with_any_emphasis(title: str) -> None:
    file = "# A\n\n## Use\n\nRun it.\n\n## License\n\nMIT\n\n## End\n\nBye.\n"

    found = possible_places(
        FileIndex(file), "## Docker\n\nPull it.\n", "a.md", (), f"Add a section before {title}:"
    )

    expected = file.replace("## License", "## Docker\n\nPull it.\n\n## License")
    assert expected in [match.change.apply(file) for match in found[:2]]


TABLES = """\
CREATE VIEW open_orders AS
SELECT * FROM orders
WHERE open;

CREATE VIEW late_orders AS
SELECT * FROM open_orders
WHERE late;

-- Users (see open_orders)
CREATE VIEW names AS
SELECT name FROM users;
"""
VIEW = "CREATE VIEW big_orders AS\nSELECT * FROM open_orders\nWHERE total > 100;\n"


@pytest.mark.parametrize(
    ("words", "above"),
    [
        ("Add this view after the last `open_orders` view:", "\n-- Users"),
        ("Füge nach der letzten `open_orders`-Sicht ein:", "\n-- Users"),
        ("Ajoutez après la dernière `open_orders` :", "\n-- Users"),
        ("Add this view before the first `open_orders` view:", "CREATE VIEW open_orders"),
        ("Add this view above the first `names` view:", "-- Users"),
    ],
)
def test_the_last_or_first_statement_with_a_name_is_the_likeliest_place(words: str, above: str) -> None:
    """Also in a language of which no definitions are known."""
    (first, *_) = possible_places(FileIndex(TABLES), VIEW, "a.sql", (), words)
    new = f"\n{VIEW}" if above.startswith("\n") else f"{VIEW}\n"

    assert TABLES.replace(above, f"{new}{above}", 1) == first.change.apply(TABLES)


@pytest.mark.parametrize(
    "words",
    [
        "Add a function on top of stopAll:",
        "Insert this before `func stopAll(...)`:",
        "Put `check` on top of `stopAll`:",
        "Над функцией `stopAll` добавьте:",
    ],
)
def test_above_a_function_is_not_at_its_top(words: str) -> None:
    new = "    func check() {\n        log()\n    }\n"

    assert TWICE.replace("    func stopAll", f"{new}\n    func stopAll") == first_place(
        TWICE, new, "Session.swift", words
    )


@pytest.mark.parametrize(
    "words",
    [
        "`start` 메서드 바로 아래에 다음을 추가하세요:",
        "pod metodą `start` dodaj:",
        "Po metodzie `start` dodaj:",
    ],
)
def test_below_a_function_in_words_of_other_languages(words: str) -> None:
    new = "    func check() {\n        log()\n    }\n"

    assert TWICE.replace("    func stopAll", f"{new}\n    func stopAll") == first_place(
        TWICE, new, "Session.swift", words
    )


def test_a_noun_of_english_is_no_word_for_a_place_of_another_language() -> None:
    file = "spec:\n  containers:\n    - name: web\n      image: a\n  volumes: []\n"
    new = "restartPolicy: Always\n"

    (first, *_) = possible_places(FileIndex(file), new, "a.yaml", (), "Add this to the pod `volumes`:")

    assert "volumes" not in (first.label or "")


def test_below_what_sets_a_name_is_the_place_of_its_first_check() -> None:
    file = (
        "def drop(slug):\n    post = find(slug)\n    if not post:\n        raise Missing()\n"
        "    note = post.note()\n    note.drop()\n"
    )
    check = "if not note:\n    raise Missing()\n"

    labels = [place.label for place in possible_places(FileIndex(file), check, "a.py")]
    below = next(
        place
        for place in possible_places(FileIndex(file), check, "a.py")
        if "below “note = post.note()”" in (place.label or "")
    )

    after = file.replace("    note.drop()", "    if not note:\n        raise Missing()\n    note.drop()")
    assert after == below.change.apply(file)
    assert not any("below “post = find(slug)”" in (label or "") for label in labels)


@pytest.mark.parametrize(
    ("path", "file", "snippet", "words"),
    [
        (
            "a.toml",
            '[tool.isort]\nprofile = "black"\n\n[tool.mypy]\nstrict = true\n',
            "[tool.ruff]\nline-length = 88\n\n[tool.ruff.lint]\nselect = []\n",
            "Replace `[tool.isort]` with:",
        ),
        (
            "a.js",
            "if (a) {\n  one();\n  two();\n}\n\nthree();\n",
            "if (b) {\n  four();\n}\n",
            "Replace `if (a) {` with:",
        ),
    ],
)
def test_a_block_replaces_the_block_whose_first_line_is_quoted(
    path: str, file: str, snippet: str, words: str
) -> None:
    _, blank, rest = file.partition("\n\n")

    assert snippet + blank[1:] + rest == first_place(file, snippet, path, words)


def test_only_the_quoted_line_is_replaced_by_another_head() -> None:
    file = "if (a) {\n  one();\n}\n"

    assert file.replace("(a)", "(b)") == first_place(file, "if (b) {\n", "a.js", "Replace `if (a) {` with:")


def test_rules_of_styles_in_a_page_and_in_media_queries_keep_their_other_declarations() -> None:
    file = (
        "<script>\ninterface A {\n  color: red;\n  top: 0;\n}\n</script>\n"
        "<style>\nA {\n  color: red;\n  top: 0;\n}\n"
        "@media (max-width: 480px) {\n  A {\n    color: pink;\n    left: 0;\n  }\n}\n</style>\n"
    )

    first, second = merged_rules(FileIndex(file), "A {\n  color: blue;\n}\n", "a.vue")

    assert file.replace("A {\n  color: red", "A {\n  color: blue").replace(
        "interface A {\n  color: blue", "interface A {\n  color: red"
    ) == first.change.apply(file)
    assert file.replace("color: pink", "color: blue") == second.change.apply(file)
    assert () == merged_rules(FileIndex(file), "A {\n  color: blue;\n  top: 1;\n  left: 1;\n}\n", "a.vue")


def test_words_for_several_places_give_a_candidate_for_all_of_them() -> None:
    jobs = "".join(f"  {name}:\n    runs-on: ubuntu\n    steps: []\n" for name in ("a", "b", "c"))
    file = f"jobs:\n{jobs}"
    limit = "timeout-minutes: 10\n"

    first, second, *_ = possible_places(
        FileIndex(file), limit, "ci.yml", ("runs-on",), "Give all three jobs a limit, below `runs-on`:"
    )

    assert file.replace("ubuntu\n", f"ubuntu\n    {limit}") == first.change.apply(file)
    assert "adds 1 line below “runs-on: ubuntu” at L3, L6 and L9" == first.label
    assert file.replace("ubuntu\n", f"ubuntu\n    {limit}", 1) == second.change.apply(file)


def test_without_words_for_several_places_each_is_a_candidate_of_its_own() -> None:
    file = "def f():\n    x = get(1)\n\n\ndef g():\n    x = get(1)\n"

    places = possible_places(FileIndex(file), "x = get(2)\n", "a.py", (), "In one function, write:")

    assert places
    assert all(len(place.change.splices) == 1 for place in places)


def test_the_import_of_a_name_is_meant_if_words_say_so() -> None:
    file = "import a from 'a'\nimport env from 'env'\nimport z from 'z'\n\nenv.config()\n"

    after = first_place(file, "import 'colors'\n", "a.js", "Add it below the `env` import:")

    assert file.replace("import z", "import 'colors'\nimport z") == after


RAILS = """class Room < ApplicationRecord
  include Bookable

  belongs_to :user
  has_many :reviews,
           dependent: :destroy

  validates :title, presence: true

  def full?
    true
  end
end
"""
REACT = """export function Panel() {
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState('')
  const box = useRef(null)

  useEffect(() => {
    box.current.focus()
  }, [])

  return <div ref={box} />
}
"""
EXPRESS = """const PORT = 80
const MAX_SIZE = 10

app.use(cors())
app.use(json())

app.get('/', (req, res) => {
  res.send('hello')
})
app.get('/users', list)

app.listen(PORT)
"""


@pytest.mark.parametrize(
    ("text", "path", "snippet", "words", "line"),
    [
        (RAILS, "room.rb", "scope :free, -> { where(free: true) }", "Add this below the associations:", 6),
        (RAILS, "room.rb", "scope :free, -> { where(free: true) }", "Add this after the validations:", 8),
        (RAILS, "room.rb", "extend Sorted", "Add this above the associations:", 3),
        (REACT, "Panel.tsx", "const id = useId()", "Below the other state variables, add:", 3),
        (REACT, "Panel.tsx", "const id = useId()", "Add this after the existing refs:", 4),
        (EXPRESS, "server.js", "app.disable('etag')", "Put this after the middleware:", 5),
        (EXPRESS, "server.js", "app.get('/health', ok)", "Below the other routes:", 10),
        (
            EXPRESS,
            "server.js",
            "app.set('x', MAX_SIZE)",
            "Unter den Konstanten:",
            2,
        ),
    ],
)
def test_words_may_give_a_group_of_lines_by_its_kind(
    text: str, path: str, snippet: str, words: str, line: int
) -> None:
    (first, *_) = possible_places(FileIndex(text), f"{snippet}\n", path, words=words)

    assert first.lines is not None
    assert (first.lines[1], first.only_adds) == (line, True)


BUILD = """\
# BUILD
FROM go
RUN make

# FINAL
FROM debian
RUN mkdir -p /home/app
ENV HOME=/home/app
WORKDIR /srv
COPY entrypoint.sh .
LABEL version=3
EXPOSE 8080 9090
USER www-data
ARG revision
VOLUME /var/lib/data
STOPSIGNAL SIGTERM
SHELL ["/bin/bash"]
CMD ["serve", "--all"]
"""


def test_a_piece_that_ends_as_the_file_does_may_be_the_rest_of_it() -> None:
    pieces = ("", '\n# FINAL\nFROM scratch\nCOPY /app /app\nCMD ["serve", "--all"]\n')
    first, *others = places_of_pieces(FileIndex(BUILD), pieces, "Dockerfile")

    assert "replaces L5–18, the rest of the file" == first.label
    assert BUILD[: BUILD.index("# FINAL")] + pieces[1].lstrip() == first.change.apply(BUILD)
    assert others


def test_a_piece_that_begins_as_the_file_does_may_be_the_beginning_of_it() -> None:
    file = "\n".join(reversed(BUILD.splitlines())) + "\n"
    pieces = ('CMD ["serve", "--all"]\nCOPY /app /app\nFROM scratch\n# FINAL\n', "")
    first, *_ = places_of_pieces(FileIndex(file), pieces, "a.txt")

    assert "replaces L1–14, the beginning of the file" == first.label
    assert pieces[0] + file[file.index("# FINAL") + 8 :] == first.change.apply(file)


@pytest.mark.parametrize(
    "pieces",
    [
        ("", "# FINAL\nFROM scratch\nRUN other\n"),
        ("", '# FINAL\nFROM scratch\nCMD ["serve", "--all"]\n', ""),
        ("", 'RUN other\nFROM scratch\nCMD ["serve", "--all"]\n'),
    ],
    ids=["another end", "a gap on both sides", "another beginning"],
)
def test_other_pieces_are_not_the_rest_of_the_file(pieces: tuple[str, ...]) -> None:
    found = places_of_pieces(FileIndex(BUILD), pieces, "Dockerfile")

    assert not any("of the file" in (match.label or "") and match.replaces_lines for match in found)


def test_a_piece_that_begins_and_ends_as_a_block_replaces_it_first() -> None:
    block = "server {{\n  listen {};\n  root /b;\n  a on;\n  b on;\n  c on;\n  name {};\n}}\n"
    file = block.format(80, "a") + block.format(81, "b")
    piece = "server {\n  listen 443 ssl;\n  name b;\n}\n"

    first, *_ = places_of_pieces(FileIndex(file), ("", piece), "a.conf")

    assert block.format(80, "a") + piece == first.change.apply(file)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Replace the lines where `cors()` and `json()` are registered with:", "app.use(cors());"),
        ("Replace the two calls of `cors()` and `json()` with this:", "app.use(cors());"),
        ("把注册 `cors()` 和 `json()` 的两行替换成：", "app.use(cors());"),
    ],
)
def test_adjacent_lines_of_which_words_quote_a_part_are_replaced_together(words: str, line: str) -> None:
    file = "const app = express();\n\napp.use(cors());\napp.use(json());\napp.use(log());\n"

    after = first_place(file, "app.use(helmet());\napp.use(text());\n", "a.js", words)

    assert after == file.replace(f"{line}\napp.use(json());", "app.use(helmet());\napp.use(text());")


def test_words_may_mean_the_export_of_a_file() -> None:
    words = "Finally, at the very end of the file, just before the export, add the handler:"

    after = first_place("const app = 1;\n\nmodule.exports = app;\n", "app.use(handle);\n", "a.js", words)

    assert after == "const app = 1;\n\napp.use(handle);\nmodule.exports = app;\n"


HEADS = """\
<tr>
  <th align="center" onClick={() => sort("amount")}>
    Amount
  </th>
  <th align="center">Date of purchase</th>
  <th align="right">Action</th>
  <td align="right">Amount</td>
</tr>
"""


@pytest.mark.parametrize(
    ("snippet", "old"),
    [
        (
            '<th align="center" onClick={() => sort("date")}>\n  Date of\n  purchase\n</th>\n',
            '  <th align="center">Date of purchase</th>\n',
        ),
        (
            '<th align="left">Amount</th>\n',
            '  <th align="center" onClick={() => sort("amount")}>\n    Amount\n  </th>\n',
        ),
    ],
    ids=["over several lines", "in one line"],
)
def test_an_element_with_other_attributes_replaces_the_one_of_its_content_first(
    snippet: str, old: str
) -> None:
    new = "".join(f"  {line}\n" for line in snippet.splitlines())

    first, *_ = possible_places(FileIndex(HEADS), snippet, "a.jsx", (), "Make it sortable:")

    assert HEADS.replace(old, new) == first.change.apply(HEADS)


@pytest.mark.parametrize(
    ("snippet", "words"),
    [
        ('<a href="/posts">More</a>\n', "Link the posts:"),
        ('<a href="/x" class="b">More</a>\n', "Link the posts too:"),
        ('<a href="/x" class="b">More</a>\n', "Add a second link:"),
        ('<a href="/x" class="b">More</a>\n', "Noch ein weiterer Link:"),
    ],
)
def test_an_element_of_another_name_or_one_more_does_not_replace_the_one_of_its_content(
    snippet: str, words: str
) -> None:
    file = '<nav>\n  <a href="/x">More</a>\n</nav>\n'

    found = possible_places(FileIndex(file), snippet, "a.html", (), words)

    assert all(match.score < 0.9 for match in found if match.replaces_lines)


@pytest.mark.parametrize("words", ["Add the depth:", "Change the depth:", ""])
def test_an_item_that_may_keep_other_keys_is_not_replaced_whole_first(words: str) -> None:
    file = "steps:\n  - uses: x\n    with:\n      token: t\n  - run: t\n"

    first, *_ = possible_places(FileIndex(file), "- uses: x\n  with:\n    depth: 0\n", "a.yml", (), words)

    assert "token: t" in first.change.apply(file)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (MODULE, "Above the handler, add:"),
        (MODULE, "Add a ref above the hook:"),
        (MODULE, "Put this before the test:"),
        (HANDLER, "Above the handler for `/users/:id`, add:"),
        (HANDLER, "Add this above the function for “users”:"),
    ],
)
def test_a_noun_does_not_mean_an_only_function_that_is_none_by_its_name(file: str, words: str) -> None:
    found = possible_places(FileIndex(file), "const limit = 3;\n", "a.js", (), words)

    assert all(match.score < 0.9 for match in found)


def test_of_several_elements_with_the_same_content_none_is_meant_first() -> None:
    file = HEADS + HEADS

    found = possible_places(FileIndex(file), '<th align="left">Amount</th>\n', "a.jsx")

    assert all(match.score < 0.9 for match in found)


@pytest.mark.parametrize(
    "words", ["Replace `Invite` in the submit button with:", "Ersetze `Invite` im letzten Knopf durch:"]
)
def test_a_line_that_words_replace_may_be_followed_by_where_it_is(words: str) -> None:
    file = '<Button\n  type="submit"\n>\n  Invite\n</Button>\n'

    after = first_place(file, "{isPending ? 'Wait' : 'Invite'}\n", "a.tsx", words)

    assert after == file.replace("  Invite", "  {isPending ? 'Wait' : 'Invite'}")


@pytest.mark.parametrize(
    ("words", "is_named"),
    [
        ("Add it before `default`:", True),
        ("然后在 `default` 分支之前加上：", True),
        ("`default` の前に追加します:", True),
        ("在 `reduce` 里修改 `default` 分支：", False),
    ],
)
def test_words_name_a_place_beside_code_in_any_order(words: str, *, is_named: bool) -> None:
    assert names_place_beside(words) is is_named


def test_chinese_words_may_ask_to_add() -> None:
    assert asks_to_add("然后在 `default` 分支之前加上：")


STRETCHES = """import a
import b

x = 1


class A:
    y = 2


def f():
    return 3


def g():
    pass
"""


@pytest.mark.parametrize(
    ("words", "old"),
    [
        ("Everything above `class A` becomes:", "import a\nimport b\n\nx = 1\n"),
        ("Replace everything before `A` with:", "import a\nimport b\n\nx = 1\n"),
        ("Ersetze alles vor `class A:` durch:", "import a\nimport b\n\nx = 1\n"),
        ("Replace everything from `x = 1` down to `A` with:", "x = 1\n\n\nclass A:\n    y = 2\n"),
        ("Replace all the code below `f` with:", "def g():\n    pass\n"),
        ("Replace everything below `import b` with:", STRETCHES[STRETCHES.index("x = 1") :]),
    ],
)
def test_words_may_replace_a_stretch_of_the_file(words: str, old: str) -> None:
    found = replaced_stretch(FileIndex(STRETCHES), "z = 0\n", "a.py", words)

    assert found is not None
    assert found.change.apply(STRETCHES) == STRETCHES.replace(old, "z = 0\n")


@pytest.mark.parametrize(
    "words",
    [
        "Everything above `class A` stays as it is:",
        "Replace everything above `class B` with:",
        "Replace everything from `x = 1` with:",
        "Replace everything below `x = 1` down to `f` with:",
        "I changed everything from `import` to `pass`:",
        "Change all the code from `a` to `b`:",
        "Replace everything above `y = 2` with:",
        "Add this above `class A`:",
    ],
)
def test_other_words_replace_no_stretch(words: str) -> None:
    assert replaced_stretch(FileIndex(STRETCHES), "z = 0\n", "a.py", words) is None


def test_a_short_line_that_words_quote_shows_the_place_of_the_others() -> None:
    file = "<html>\n<head>\n  <title>a</title>\n<body>\n  <p>b</p>\n</body>\n</html>\n"

    after = first_place(file, "</head>\n<body>\n", "a.html", "Add the tag right before `<body>`:")

    assert after == file.replace("<body>", "</head>\n<body>")


def test_names_of_no_definitions_are_no_places_for_the_same_code() -> None:
    file = "def get(x):\n    return x\n\n\ndef put(x):\n    return x\n"
    words = "Log `alpha` and `beta` before the return:"

    found = possible_places(FileIndex(file), "log(alpha, beta)\n", "a.py", words=words)

    assert all(len(match.change.splices) == 1 for match in found)


def test_an_import_inside_of_a_block_of_code_is_none_of_the_file() -> None:
    file = "const a = require('a')\n\ndescribe('x', () => {\n  const b = require('b')\n})\n"

    after = first_place(file, "const LIMIT = 1\n", "a.js", "Add this below the imports:")

    assert after == file.replace("('a')\n", "('a')\n\nconst LIMIT = 1\n")


FORM = """\
<form>
  <div class="field">
    <div>
      <label for="city">City</label>
    </div>
    <input id="city">
  </div>
  <ul>
    <li><a href="/home">Home</a></li>
    <li>
      <a href="/blog">Blog</a>
    </li>
  </ul>
</form>
"""
FIELD = '  <div class="field">\n    <label for="zip">Zip</label>\n  </div>\n'
ITEM = '    <li>\n      <a href="/news">News</a>\n    </li>\n'


@pytest.mark.parametrize(
    ("snippet", "words", "below"),
    [
        (FIELD, "Before the field **City**, add:", "<form>\n"),
        (FIELD, "Nach dem Feld `City`:", '<input id="city">\n  </div>\n'),
        (FIELD, "Antes do campo **City**, adicione:", "<form>\n"),
        (ITEM, "After the **Blog** link:", "Blog</a>\n    </li>\n"),
        (ITEM, "Add this before the **Blog** link:", "Home</a></li>\n"),
        ('      <label for="town">Town</label>\n', "Below the label **City**:", "City</label>\n"),
        ("<hr>\n", "Below the label **City**:", "City</label>\n"),
    ],
)
def test_an_element_goes_beside_the_one_like_it_that_has_the_quoted_text(
    snippet: str, words: str, below: str
) -> None:
    after = first_place(FORM, snippet, "a.html", words)

    assert "".join(after.split()) == "".join(FORM.replace(below, f"{below}{snippet}").split())


@pytest.mark.parametrize(
    "words",
    [
        "Add `import re` at the top of the file and, right after `first`, this:",
        "Añade `import re` al principio y, después de `first`, esto:",
        "在文件顶部添加 `import re`，并在 `first` 之后添加：",
    ],
)
def test_the_place_of_an_import_that_words_quote_is_not_that_of_the_code(words: str) -> None:
    file = "def first():\n    return 1\n\n\ndef second():\n    return 2\n"

    after = first_place(file, "x = f(\n    1,\n)\n", "a.py", words)

    assert after.index("first") < after.index("x = f") < after.index("second")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "new Schema(\n  { id: Number },\n  { timestamps: true }\n);\n",
            "{\n  timestamps: true,\n  toJSON: x,\n}",
        ),
        ('app.use(cors({ origin: "*" }));\n', "{ origin: url, credentials: true }"),
        ("f(a, {\n  b: 1,\n}, c)\n", "{ b: 2, d: 3 }"),
        ("HOSTS = ['a', 'b']\n", "['a', 'b', 'c']"),
    ],
)
@pytest.mark.parametrize(
    "words", ["Replace the options with:", "Ersetze die Optionen durch:", "Substitua por:"]
)
def test_a_literal_replaces_the_one_whose_entries_it_has(old: str, new: str, words: str) -> None:
    after = first_place(f"begin()\n{old}end()\n", f"{new}\n", "a.js", words)

    kept, _, _ = old.partition(new[0] if "Schema" not in old else "{ t")
    assert after.startswith(f"begin()\n{kept}{new[0]}")
    assert "".join(new.split()) in "".join(after.split())
    assert "".join(after.split()).endswith("".join(old.split())[-1:] + "end()")


def test_a_literal_that_lacks_entries_replaces_none() -> None:
    found = possible_places(
        FileIndex("f({ a: 1, b: 2 })\ng()\n"), "{ a: 3 }\n", "a.js", words="Replace it with:"
    )

    assert not any("“{ a: 1" in (match.label or "") for match in found)


FILLED = [
    ("a.py", "    names = []\n    for user in users:\n        names.append(user.name)\n"),
    ("a.js", "  const names = [];\n\n  users.forEach(user => {\n    names.push(user.name);\n  })\n"),
    ("a.go", "\tvar names []string\n\tfor _, u := range users {\n\t\tnames = append(names, u.Name)\n\t}\n"),
    ("a.rb", "  names = {}\n  users.each do |user|\n    names[user.id] = user\n  end\n"),
    (
        "a.rs",
        "    let mut names: Vec<&str> = Vec::new();\n    for u in users {\n        names.push(u);\n    }\n",
    ),
    (
        "A.java",
        "  List<String> names = new ArrayList<>();\n  for (User u : users) {\n    names.add(u.x());\n  }\n",
    ),
]


@pytest.mark.parametrize(("path", "filled"), FILLED)
def test_what_is_set_at_once_may_replace_the_loop_that_fills_it(path: str, filled: str) -> None:
    file = f"begin(\n{filled}\n  end()\n"

    found = rebuilt_collection(FileIndex(file), "names = users.map(\n  f\n)\n", path)

    assert found is not None
    assert found.change.apply(file).split() == ["begin(", "names", "=", "users.map(", "f", ")", "end()"]
    assert (found.label or "").endswith("and the loop that fills it")


@pytest.mark.parametrize(
    ("file", "snippet"),
    [
        ("names = []\nfor user in users:\n    names.append(user)\n", "names = ['a']\n"),
        ("names = []\nfor user in users:\n    names.append(user)\n", "names = f(1)\nnames.sort()\n"),
        ("names = []\nfor user in users:\n    names.append(user)\n", "others = f(1)\n"),
        ("names = []\nfor user in users:\n    save(user)\n", "names = f(1)\n"),
        ("names = []\nsave(names)\nfor user in users:\n    names.append(user)\n", "names = f(1)\n"),
        ("names = [1]\nfor user in users:\n    names.append(user)\n", "names = f(1)\n"),
    ],
)
def test_other_statements_replace_no_loop(file: str, snippet: str) -> None:
    assert rebuilt_collection(FileIndex(file), snippet, "a.py") is None


def test_a_declaration_gets_another_name_if_words_ask_for_that() -> None:
    file = "class A {\n    void set_next();\n    void set_now_and_then();\n    int set_now_too();\n};\n"
    expected = file.replace("set_now_and_then", "set_now")
    assert expected == first_place(file, "    void set_now();\n", "a.h", "Rename the last method:")


@pytest.mark.parametrize(
    "words",
    [
        "Put it with the other state at the top of `a.c`, after `memory`:",
        "At the top of the file, directly below `memory`:",
        "Füge oben in der Datei nach `memory` ein:",
    ],
)
def test_a_place_beside_a_declaration_is_likelier_than_the_top(words: str) -> None:
    body = "    int x = memory[0];\n    g(memory);\n    h(memory);\n"
    file = f"#define N 4\n\nint sp = 0;\nint memory[N];\n\nvoid f() {{\n{body}}}\n"
    expected = file.replace("memory[N];\n", "memory[N];\nint timer = 0;\n")
    assert expected == first_place(file, "int timer = 0;\n", "a.c", words)


@pytest.mark.parametrize(
    ("path", "file", "snippet"),
    [
        (
            "a.dart",
            "class A {\n  int f() {\n    return 1;\n  }\n\n  void g() {\n    f();\n  }\n}\n",
            "void _h() {\n  g();\n}\n",
        ),
        (
            "a.scala",
            "class A(b: Int) {\n  def f(): Int = {\n    b\n  }\n}\n",
            "private def h(): Int = {\n  f()\n}\n",
        ),
    ],
)
def test_a_new_function_may_go_to_the_end_of_a_class_of_any_language(
    path: str, file: str, snippet: str
) -> None:
    inner = "".join(f"  {line}" for line in snippet.splitlines(keepends=True))

    assert file.removesuffix("}\n") + f"\n{inner}}}\n" == first_place(file, snippet, path)


SCHEMA = """\
CREATE INDEX idx_a ON a (id);

CREATE VIEW totals AS
SELECT id
FROM a;

CREATE VIEW open AS
SELECT id
FROM a
WHERE total > 0;
"""


@pytest.mark.parametrize(
    "words",
    [
        "At the bottom of schema.sql:",
        "You'll want one more, at the end of your `db/schema.sql`:",
        "A new one should be appended to the file:",
        "**At the end of `db/schema.sql`:**",
        "At the very bottom of the schema file, create it:",
        "Am Ende der Datei:",
        "Ajoute-le tout en bas de `db/schema.sql` :",
        "Al final del archivo:",
        "No fim do arquivo:",
        "Aggiungi in fondo al file:",
        "Aan het einde van het bestand:",
        "В конец файла `db/schema.sql` добавьте:",
        "Na końcu pliku `db/schema.sql` dopisz:",
        "在 `db/schema.sql` 文件末尾添加：",
        "`db/schema.sql` の末尾に追加します：",
        "`db/schema.sql` 파일 끝에 추가합니다:",
    ],
)
def test_words_for_the_end_of_the_file_come_before_what_is_alike(words: str) -> None:
    new = "CREATE INDEX idx_b ON b (id);\n"
    place = possible_places(FileIndex(SCHEMA), new, "db/schema.sql", (), words)[0]

    assert place.is_at_edge
    assert place.score > 0.9
    assert place.change.apply(SCHEMA).endswith(new)


@pytest.mark.parametrize(
    "words", ["Start the module with this:", "End the script early:", "Fix the file end marker:"]
)
def test_verbs_like_words_for_an_end_name_no_end_of_the_file(words: str) -> None:
    places = possible_places(FileIndex(SCHEMA), "CREATE INDEX idx_b ON b (id);\n", "db/schema.sql", (), words)

    assert not any(place.is_at_edge and place.score > 0.9 for place in places)


def test_what_goes_below_a_statement_of_sql_goes_below_all_of_it() -> None:
    new = "GRANT SELECT ON totals TO app;\n"

    assert SCHEMA.replace("FROM a;\n", f"FROM a;\n{new}", 1) == first_place(
        SCHEMA, new, "schema.sql", "After the `totals` view:"
    )


AREAS = """\
def perimeter(points):
    total = 0
    return total


def area(points):
    total = 0
    if not points:
        return None
    return total
"""


@pytest.mark.parametrize(
    "words",
    [
        "At the end of `area`, before the `return`, add:",
        "Add to the end of `area` (before the return statement):",
        "Before the final return of `area`, add:",
        "`area()` – insert before the final `return`:",
        "Add this right before area returns:",
        "You'll want to round it before `area` returns it:",
        "Inside the `area` function, before returning `total`, add:",
        "Because not every list is closed, add the following before `return total` in the area function:",
        "Füge am Ende von `area` vor dem `return` ein:",
        "À la fin de `area`, juste avant le retour :",
        "Al final de `area`, antes del `return`, añade:",
        "No fim de `area`, antes do `return`, adicione:",
        "Alla fine di `area`, prima del `return`, aggiungi:",
        "Voeg dit toe in `area`, voor de return:",
        "В конце `area`, перед `return`, добавьте:",
        "W `area`, przed `return`, dodaj:",
        "在 `area` 的 `return` 之前添加：",
        "`area` 関数の最後、`return` の前に追加します：",
        "`area`의 `return` 앞에 추가하세요:",
    ],
)
def test_words_for_the_return_of_a_function_mean_the_one_at_its_end(words: str) -> None:
    new = "if total < 0:\n    total = -total\n"
    moved = "    if total < 0:\n        total = -total\n    return total\n"
    above, below = AREAS.split("        return None\n")

    expected = f"{above}        return None\n{below.replace('    return total', moved.rstrip())}"
    assert expected == first_place(AREAS, new, "geometry.py", words)


@pytest.mark.parametrize(
    "words",
    [
        "In `area`, below the early return, add:",
        "In `area`, before the first return, add:",
        "In `area`, before the `if` that returns early, add:",
        "In `area`, before the check that returns `None`, add:",
        "Before it returns early in `area`, add:",
        "En `area`, antes del `if` que devuelve `None`, añade:",
        "Dans `area`, avant le `if` qui retourne `None`, ajoutez :",
        "In `area`, after `total = 0`, so that it returns the right sign, add:",
    ],
)
def test_other_words_with_a_return_do_not_mean_the_last_one(words: str) -> None:
    place = possible_places(FileIndex(AREAS), "log(total)\n", "geometry.py", (), words)[0]

    assert place.score < 0.9 or place.label == "adds 1 line below “total = 0” (L7)"


ORDER_TABLES = """\
CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    created_at TIMESTAMP NOT NULL
);

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    created_at TIMESTAMP NOT NULL
);

CREATE VIEW open_orders AS
SELECT id FROM orders;
"""
SECTIONS = """\
[server]
port = 8080

[cache]
port = 6379

[mail]
port = 25
"""
LISTS = """\
export default {
  data() {
    return {
      filters: [
        "all",
        "open",
      ],
      columns: [
        "title",
        "owner",
      ],
    };
  },
};
"""


@pytest.mark.parametrize(
    "words",
    [
        "Add a `status` column to the `orders` table:",
        "The `orders` table needs a `status` column:",
        "**`orders`** – add a column:",
        "### New column in `orders` (`db/schema.sql`)",
        "To filter by state, extend the `orders` table with:",
        "In the `CREATE TABLE orders (...)` statement, add one more column after `created_at`:",
        "Your orders table gets one extra column:",
        "Ergänze die Tabelle `orders` um diese Spalte:",
        "Ajoutez cette colonne à la table `orders` :",
        "Añade esta columna a la tabla `orders`:",
        "Adicione a coluna `status` à tabela `orders`:",
        "在 `orders` 表中添加一列：",
        "`orders` テーブルに `status` カラムを追加します：",
        "Добавьте в таблицу `orders` столбец `status`:",
        "Aggiungi questa colonna alla tabella `orders`:",
        "`orders` 테이블에 다음 컬럼을 추가하세요:",
        "Dodaj kolumnę do tabeli `orders`:",
    ],
)
def test_a_column_goes_to_the_end_of_the_table_that_words_name(words: str) -> None:
    head, _, rest = ORDER_TABLES.rpartition("    created_at TIMESTAMP NOT NULL\n")
    expected = f"{head}    created_at TIMESTAMP NOT NULL,\n    status TEXT NOT NULL\n{rest}"

    assert expected == first_place(ORDER_TABLES, "    status TEXT NOT NULL\n", "db/schema.sql", words)


@pytest.mark.parametrize(
    "words",
    [
        "The `[cache]` section gets one more key:",
        "**`config/app.toml`**, section `[cache]`:",
        "### `[cache]`: add a TTL",
        "Füge im Abschnitt `[cache]` hinzu:",
        "Dans la section `[cache]`, ajoutez :",
        "En la sección `[cache]`, agrega:",
        "Na seção `[cache]`, adicione:",
        "在 `[cache]` 部分添加：",
        "`[cache]` セクションに追加してください：",
        "В секцию `[cache]` добавьте ключ:",
        "Aggiungi alla sezione `[cache]`:",
        "W sekcji `[cache]` dodaj:",
    ],
)
def test_a_key_goes_to_the_end_of_the_section_that_words_name(words: str) -> None:
    expected = SECTIONS.replace("port = 6379\n", "port = 6379\nttl = 300\n")

    assert expected == first_place(SECTIONS, "ttl = 300\n", "config/app.toml", words)


@pytest.mark.parametrize(
    "words",
    [
        "You'll want one more entry in `filters`:",
        "`filters` needs another entry:",
        "Extend the `filters` array in `data()` with:",
        "Das Array `filters` erweitern um:",
        "`filters` 배열에 다음 항목을 추가하세요:",
        "To the list of filters in `data`, append:",
    ],
)
def test_an_item_goes_to_the_end_of_the_list_that_words_name(words: str) -> None:
    expected = LISTS.replace('"open",\n', '"open",\n        "done",\n')

    assert expected == first_place(LISTS, '        "done",\n', "List.vue", words)


@pytest.mark.parametrize(
    ("file", "snippet", "path", "words"),
    [
        (SECTIONS, "port = 6380\n", "app.toml", "Change the port in `[cache]`:"),
        (SECTIONS, "port = 6380\n", "app.toml", "Add the port to `[cache]`:"),
        (SECTIONS, "[queue]\nport = 1\n", "app.toml", "Like `[cache]`, add:"),
        (LISTS, "const shown = this.filters.map(label);\n", "List.vue", "It reads `filters`:"),
        (LISTS, '"all",\n', "List.vue", "Add this to `filters`:"),
        (ORDER_TABLES, "CREATE INDEX a ON orders (id);\n", "a.sql", "Add an index on `orders`:"),
        (ORDER_TABLES, "status TEXT\n", "a.sql", "Add a column to `open_orders`:"),
    ],
    ids=["a change", "a known key", "a section", "a statement", "a known item", "an index", "a view"],
)
def test_what_is_no_new_item_does_not_go_to_the_end_of_what_words_name(
    file: str, snippet: str, path: str, words: str
) -> None:
    place = possible_places(FileIndex(file), snippet, path, (), words)[0]

    assert "end of “" not in (place.label or "")


def test_beside_a_line_of_a_section_is_not_its_end() -> None:
    file = SECTIONS.replace("port = 6379\n", "port = 6379\nhost = 'a'\n")
    expected = file.replace("port = 6379\n", "port = 6379\nttl = 300\n")

    assert expected == first_place(file, "ttl = 300\n", "app.toml", "In `[cache]`, below `port = 6379`, add:")


RECEIVERS = """\
package a

func (s *Store) Get(id int) string {
	return s.m[id]
}

func (c *Cache[K]) Get(id int) string {
	return c.m[id]
}
"""


@pytest.mark.parametrize("comment", ["", "// Get gets.\n"])
@pytest.mark.parametrize("receiver", ["s *Store", "c *Cache[K]"])
def test_the_head_of_a_method_in_go_is_that_with_the_same_receiver(comment: str, receiver: str) -> None:
    head = f"func ({receiver}) Get("
    new = f"{comment}{head}ctx context.Context, id int) string {{\n"

    expected = RECEIVERS.replace(f"{head}id int) string {{\n", new)
    assert expected == first_place(RECEIVERS, new, "a.go", "In `a.go`, only the signature changes:")


def test_the_head_of_a_method_in_go_with_another_receiver_is_hardly_any_of_these() -> None:
    new = "// Get gets.\nfunc (o *Other) Get(ctx context.Context) string {\n"
    places = possible_places(FileIndex(RECEIVERS), new, "a.go", (), "In `a.go`, the signature changes:")

    assert all(place.score < 0.5 for place in places)


TABLES_WITH_INDEX = """\
CREATE TABLE orders (
    id      BIGSERIAL PRIMARY KEY,
    status  TEXT NOT NULL DEFAULT 'open',
    created TIMESTAMPTZ NOT NULL
);

CREATE INDEX idx_orders_customer ON orders (customer_id);

CREATE TABLE order_items (
    id      BIGSERIAL PRIMARY KEY,
    price   NUMERIC(10, 2) NOT NULL
);
"""
FORMS = """\
<main>
  <form id="news" action="/news">
    <label for="nl-email">Email</label>
    <input id="nl-email" type="email">
    <button type="submit">Subscribe</button>
  </form>

  <form id="contact" action="/contact">
    <label for="email">Email</label>
    <input id="email" type="text">
    <button type="submit">Send</button>
  </form>
</main>
"""


@pytest.mark.parametrize(
    ("text", "path", "words", "changes"),
    [
        (
            TABLES_WITH_INDEX,
            "schema.sql",
            "Restrict the status, and add `shipped` and an index to `orders`:",
            {
                "DEFAULT 'open',\n": "DEFAULT 'open' CHECK (status <> ''),\n    shipped TIMESTAMPTZ,\n",
                "(customer_id);\n": "(customer_id);\nCREATE INDEX idx_orders_status ON orders (status);\n",
            },
        ),
        (
            FORMS,
            "a.html",
            "In the contact form, change it and add a name field:",
            {
                '    <label for="email">': '    <label for="name">Name</label>\n    <input id="name">\n'
                '    <label for="email">',
                'id="email" type="text"': 'id="email" type="email"',
            },
        ),
    ],
    ids=["SQL", "HTML"],
)
def test_lines_that_the_file_has_with_changes_between_come_before_places_for_new_ones(
    text: str, path: str, words: str, changes: dict[str, str]
) -> None:
    result = text
    for old, new in changes.items():
        result = result.replace(old, new)
    begin = "CREATE TABLE orders" if path == "schema.sql" else '  <form id="contact"'
    end = "\nCREATE TABLE order_items" if path == "schema.sql" else "</main>"
    snippet = result[result.index(begin) : result.index(end)].rstrip() + "\n"

    assert result == first_place(text, snippet, path, words)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Change the setup step in all three jobs:", "${{ matrix.node }}"),
        ("Update the setup step in every job:", "${{ matrix.node }}"),
        ("Pin node to 18 in all three jobs:", "18"),
    ],
)
def test_places_of_the_same_change_keep_their_own_values(words: str, value: str) -> None:
    step = "      - uses: setup@v{}\n        with:\n          version: {}\n"
    values = ("18", "${{ matrix.node }}", "18")
    jobs = [f"  job{at}:\n    steps:\n      - uses: out@v{at}\n" for at in range(3)]
    text = "jobs:\n" + "".join(job + step.format(3, each) for job, each in zip(jobs, values, strict=True))
    snippet = "- uses: setup@v4\n  with:\n    version: 18\n    cache: npm\n"

    first, *_ = possible_places(FileIndex(text), snippet, "ci.yml", (), words)

    after = "jobs:\n" + "".join(
        f"{job}{step.format(4, value if '{' in each else each)}          cache: npm\n"
        for job, each in zip(jobs, values, strict=True)
    )
    assert after == first.change.apply(text)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("An expired voucher returns the cart untouched. The last expectation there should be", 7),
        ("The test that ignores an expired discount expects the wrong value:", 7),
        ("Nothing goes below zero, so that one becomes", 11),
        # Several titles have this word, or none.
        ("The discount is wrong, so that it becomes", None),
        ("This becomes", None),
    ],
)
@pytest.mark.parametrize(
    ("path", "head", "end"),
    [("a_spec.rb", 'it "{}" do', "end"), ("a.test.ts", "it('{}', () => {{", "}});")],
)
def test_a_line_goes_to_the_test_whose_title_has_words_of_those_above_it(
    path: str, head: str, end: str, words: str, line: int | None
) -> None:
    titles = ("applies a discount", "ignores an expired discount", "never goes below zero", "adds a discount")
    tests = (
        f"{head.format(title)}\n  total = {at}\n  expect(result.discounted).to_be(true)\n{end}\n"
        for at, title in enumerate(titles)
    )
    index = FileIndex("".join(tests).replace("}});", "});"))

    first, *_ = possible_places(index, "expect(result.discounted).to_be(false)\n", path, (), words)

    assert (first.lines == (line, line) and first.replaces_lines) is (line is not None)


DEPENDENCIES = """\
{
  "name": "admin",
  "scripts": {
    "lint": "eslint .",
    "test": "vitest run"
  },
  "devDependencies": {
    "typescript": "^5.5.4",
    "vitest": "^2.0.5"
  }
}
"""


def test_a_new_member_of_json_is_a_version_of_none_and_never_outside_of_the_object() -> None:
    snippet = '    "@vitest/coverage-v8": "^2.0.5",\n'
    first, *others = possible_places(
        FileIndex(DEPENDENCIES), snippet, "package.json", (), "And the dependency:"
    )

    old = '    "vitest": "^2.0.5"\n'
    assert DEPENDENCIES.replace(old, f"{old[:-1]},\n{snippet[:-2]}\n") == first.change.apply(DEPENDENCIES)
    ends = {(0, 0), (len(DEPENDENCIES), len(DEPENDENCIES))}
    assert not any(match.span in ends for match in (first, *others))


def test_the_last_item_of_a_list_that_a_snippet_shows_with_a_comma_is_not_added_again() -> None:
    snippet = '    "test": "vitest run",\n    "test:coverage": "vitest run --coverage"\n'
    first, *_ = possible_places(
        FileIndex(DEPENDENCIES), snippet, "package.json", (), 'Add the script below `"test"`:'
    )

    assert DEPENDENCIES.replace('    "test": "vitest run"\n', snippet) == first.change.apply(DEPENDENCIES)


ARMS = """\
fn run(command: Command) {
    match command {
        Command::Add { text } => {
            store.add(text);
            store.save();
        }
        Command::Remove { id } => {
            store.remove(id);
            store.save();
        }
    }
}
"""


def test_a_block_above_the_head_of_the_next_one_goes_above_that() -> None:
    """The head alone shows where: its body is not a part of the snippet."""
    head = "        Command::Remove { id } => {\n"
    body = "            store.edit(id);\n            store.save();\n"
    new = f"        Command::Edit {{ id }} => {{\n{body}        }}\n"
    first, *_ = possible_places(FileIndex(ARMS), new + head, "a.rs", (), "Handle it in `run`:")

    assert ARMS.replace(head, new + head) == first.change.apply(ARMS)


LOGIN = """\
app.post("/login", async (req, res) => {
  const data = schema.safeParse(req.body);
  if (!data.success) {
    return res.status(400).end();
  }
  const session = await db.create(data);
  res.json({ token: session.token });
});

app.get("/health", (req, res) => {
  res.json({ ok: true });
});
"""


def test_another_version_of_a_call_with_a_block_is_not_put_into_that_block() -> None:
    new = (
        'app.post("/login", validate(schema), async (req, res) => {\n'
        "  const session = await db.create(req.body);\n  res.json({ token: session.token });\n});\n"
    )
    first, *others = possible_places(FileIndex(LOGIN), new, "a.ts", (), "Use it in the route:")

    assert new + LOGIN[LOGIN.index("\napp.get") :] == first.change.apply(LOGIN)
    assert not any(match.wraps for match in (first, *others))


SPEC = """\
describe Cart do
  describe "#add" do
    it "adds an item" do
      cart.add(item)
      expect(cart.size).to eq(1)
    end
  end

  describe "#clear" do
    it "removes all" do
      cart.clear
      expect(cart.size).to eq(0)
    end
  end
end
"""
POP = """\
describe "#pop" do
  it "removes the last" do
    cart.pop
    expect(cart.size).to eq(0)
  end
end
"""


@pytest.mark.parametrize("words", ["Add to `spec/cart_spec.rb`:", "A test for it:", "Füge den Test hinzu:"])
def test_a_block_with_another_text_than_those_like_it_replaces_none(words: str) -> None:
    first, *_ = possible_places(FileIndex(SPEC), POP, "cart_spec.rb", (), words)

    new = "\n" + "".join(f"  {line}\n" for line in POP.splitlines())
    assert SPEC[: -len("end\n")] + new + "end\n" == first.change.apply(SPEC)


NAMESPACE = "#include <a.h>\n\nnamespace cfg {\n\nint load() {\n    return 1;\n}\n\n}  // namespace cfg\n"
TRIM = "namespace {\n\nint trim(int a) {\n    return a;\n}\n\n}  // namespace\n"


@pytest.mark.parametrize("words", ["at the top of `namespace cfg`", "zu Beginn von `namespace cfg`"])
def test_the_top_of_a_block_whose_head_words_quote_is_not_that_of_the_file(words: str) -> None:
    words = f"Add the helper {words}:"
    first, *_ = possible_places(FileIndex(NAMESPACE), TRIM, "a.cpp", (), words)

    assert first.label is not None
    assert first.label.endswith("at the top of “namespace cfg {”")
    assert f"namespace cfg {{\n{TRIM}" in first.change.apply(NAMESPACE)


HANDLERS = """\
func (s *Server) getTicket(w http.ResponseWriter, r *http.Request) {
	item, err := s.store.GetTicket(r.Context(), id)
	if err != nil {
		writeError(w, 500)
		return
	}
	w.WriteHeader(204)
}

func (s *Server) deleteTicket(w http.ResponseWriter, r *http.Request) {
	id, err := parse(r)
	if err != nil {
		writeError(w, 400)
		return
	}
	if err := s.store.DeleteTicket(r.Context(), id); err != nil {
		writeError(w, 500)
		return
	}
	w.WriteHeader(204)
}
"""


@pytest.mark.parametrize(
    "words", ["### 4. `deleteTicket`: 404 statt 500", "In `deleteTicket`, tell them apart:"]
)
def test_the_end_of_a_function_begins_at_the_line_with_its_first_call(words: str) -> None:
    """The lines above it, like those of the snippet, stay."""
    new = (
        "\terr = s.store.DeleteTicket(r.Context(), id)\n\tif errors.Is(err, sql.ErrNoRows) {\n"
        "\t\twriteError(w, 404)\n\t\treturn\n\t}\n\tif err != nil {\n\t\twriteError(w, 500)\n"
        "\t\treturn\n\t}\n\tw.WriteHeader(204)\n}\n"
    )
    first, *_ = possible_places(FileIndex(HANDLERS), new, "server.go", (), words)

    start = HANDLERS.index("\tif err := s.store.DeleteTicket")
    assert HANDLERS[:start] + new == first.change.apply(HANDLERS)


def test_of_equal_lines_those_in_what_words_name_in_bold_come_first() -> None:
    body = "{\n    var response = Delete(url);\n    return response.IsSuccess;\n}\n\n"
    methods = "".join(f"bool Delete{name}(string id)\n{body}" for name in ("Car", "Driver", "Trip"))
    file = f"class Client\n{{\n{methods}}}\n"
    lines = ["var response = Delete(url);", "if (!response.IsSuccess)", "{", "    Log(id);", "}"]
    new = "".join(f"    {line}\n" for line in (*lines, "return response.IsSuccess;"))

    first, *_ = possible_places(FileIndex(file), new, "a.cs", (), "**DeleteDriver** – log failures:")
    assert first.lines is not None
    assert file.splitlines().index("bool DeleteDriver(string id)") < first.lines[0] <= 12


NAVIGATION = """\
<header>
  <nav>
    <a href="/products">Products</a>
    <a href="/about">About</a>
  </nav>
</header>
"""
VIEWS = """\
SELECT * FROM a
JOIN guests g ON g.id = a.guest_id
WHERE a.starts_at > now();

SELECT * FROM b
JOIN guests g ON g.id = b.guest_id
WHERE b.paid_at IS NULL;
"""


@pytest.mark.parametrize(
    ("file", "snippet", "path", "old", "new"),
    [
        (
            NAVIGATION,
            '<nav aria-label="Main">\n  <a href="/products">Products</a>\n',
            "a.html",
            "<nav>",
            '<nav aria-label="Main">',
        ),
        (
            VIEWS,
            "JOIN guests g ON g.id = a.guest_id\nWHERE a.starts_at > now()\nAND a.status = 1;\n",
            "a.sql",
            "> now();\n",
            "> now()\nAND a.status = 1;\n",
        ),
        (
            "on:\n  push:\n    branches: [main]\n    paths: [src]\n",
            "pull_request:\n  branches: [main]\n",
            "a.yml",
            "",
            "",
        ),
    ],
    ids=["the head of an element", "a statement that goes on", "another key"],
)
def test_a_line_beside_known_ones_is_replaced_by_its_version(
    file: str, snippet: str, path: str, old: str, new: str
) -> None:
    """It would be there twice, and an element without its end."""
    expected = file.replace(old, new)

    assert (expected == first_place(file, snippet, path)) is bool(old)


def test_an_item_beside_known_ones_is_added() -> None:
    file = "use(\n  products(all),\n  about(us),\n)\n"
    known, item = "  about(us),\n", "  blog(all),\n"

    assert file.replace(known, known + item) == first_place(file, known + item, "a.txt")


GETTERS = """\
bool Config::has(const std::string& key) const {
    const Entry* entry = find(key);
    if (entry == nullptr) {
        return false;
    }
    return true;
}

bool Config::flag(const std::string& key) const {
    const Entry* entry = find(key);
    if (entry == nullptr) {
        return false;
    }
    return entry->value == "true";
}
"""


@pytest.mark.parametrize(
    ("file", "path", "snippet", "old"),
    [
        (
            GETTERS,
            "a.cpp",
            'const std::string& v = entry->value;\nreturn v == "true" || v == "on";\n',
            '    return entry->value == "true";\n',
        ),
        (
            "def load():\n    rows = fetch()\n    return rows\n\n\ndef flag():\n    rows = fetch()\n"
            "    rows.sort()\n    return rows[0]\n",
            "a.py",
            "first = rows[0]\nreturn first.name\n",
            "    return rows[0]\n",
        ),
        (
            "function flag(a) {\n  const user = find(a);\n  log(user);\n  return user.name;\n}\n\nflag(1);\n",
            "a.js",
            "const { name } = user;\nreturn name.trim();\n",
            "  return user.name;\n",
        ),
    ],
    ids=["C++", "Python", "JavaScript"],
)
def test_lines_that_leave_a_function_replace_its_last_statement(
    file: str, path: str, snippet: str, old: str
) -> None:
    """They use what the lines above it set."""
    margin = indentation(old)
    new = "".join(f"{margin}{line}" for line in snippet.splitlines(keepends=True))

    found = possible_places(FileIndex(file), snippet, path, ("flag",), "In `flag()`:")

    assert new.join(file.rsplit(old, 1)) == found[0].change.apply(file)


def test_lines_that_use_nothing_of_a_function_may_be_all_of_its_body() -> None:
    file = "def flag():\n    rows = fetch()\n    rows.sort()\n    return rows[0]\n"

    found = possible_places(
        FileIndex(file), "first = load()\nreturn first.name\n", "a.py", ("flag",), "In `flag()`:"
    )

    assert "def flag():\n    first = load()\n    return first.name\n" == found[0].change.apply(file)


def test_the_word_before_a_type_is_no_name() -> None:
    """`const` begins both lines, and names neither."""
    file = "const Entry* find(int a) {\n    return &entries[a];\n}\n\nint last() {\n    return 0;\n}\n"

    found = possible_places(FileIndex(file), "const std::string& v = x;\nlog(v);\n", "a.cpp", ())

    assert all("find(int a)" in match.change.apply(file) for match in found)


@pytest.mark.parametrize(
    ("file", "path", "old", "snippet"),
    [
        (
            "enum Command {\n    Add { title: String },\n    List,\n}\n",
            "a.rs",
            "    Add { title: String },\n",
            "    Add {\n        title: String,\n        #[arg(long)]\n        priority: u8,\n    },\n",
        ),
        (
            "pub(crate) enum Command {\n    Add,\n    List,\n}\n\nfn add() {}\n",
            "a.rs",
            "    Add,\n",
            "    Add(String),\n",
        ),
        (
            "enum Command {\n    Add {\n        title: String,\n    },\n    List,\n}\n",
            "a.rs",
            "    Add {\n        title: String,\n    },\n",
            "    Add(String),\n",
        ),
        (
            "enum Command: Codable {\n    case add(String)\n    case list\n}\n",
            "a.swift",
            "    case add(String)\n",
            "    case add(title: String, priority: Int)\n",
        ),
        (
            "public enum Level {\n    LOW(1),\n    HIGH(2);\n}\n",
            "A.java",
            "    LOW(1),\n",
            "    LOW(1, true),\n",
        ),
    ],
    ids=["Rust", "a unit", "a block", "Swift", "Java"],
)
@pytest.mark.parametrize("words", ["`Add` gets a parameter:", "Add this:"])
def test_a_variant_of_an_enumeration_replaces_the_one_with_its_name(
    file: str, path: str, old: str, snippet: str, words: str
) -> None:
    assert file.replace(old, snippet) == first_place(file, snippet, path, words)


def test_a_variant_of_another_name_replaces_none() -> None:
    file = "enum Command {\n    Add { title: String },\n    List,\n}\n\nfn show() {\n    Drop(1)\n}\n"

    found = possible_places(FileIndex(file), "    Drop { title: String },\n", "a.rs", (), "Add it:")

    assert all("    Drop(1)\n" in match.change.apply(file) for match in found[:1])
    assert "Add { title: String }" in found[0].change.apply(file)


DEPLOY = """\
deploy() {
    stop
    start
    check || die "failed"
    cleanup
}

rollback() {
    stop
    start
    check || die "failed"
}
"""


@pytest.mark.parametrize("end", ["", "}\n"])
def test_lines_of_the_named_function_between_the_first_and_the_last_one_are_replaced(end: str) -> None:
    new = "    start\n    if ! check; then\n        rollback\n    fi\n    cleanup\n"
    old = '    start\n    check || die "failed"\n    cleanup\n'

    found = possible_places(FileIndex(DEPLOY), new + end, "a.sh", ("deploy",), "Roll back (`deploy`):")

    assert DEPLOY.replace(old, new) == found[0].change.apply(DEPLOY)


def test_a_shorter_snippet_does_not_drop_what_is_between_its_lines() -> None:
    found = possible_places(FileIndex(DEPLOY), "    stop\n    cleanup\n", "a.sh", ("deploy",), "In `deploy`:")

    assert all("which begin and end like it" not in (match.label or "") for match in found)


def test_the_end_of_a_function_is_no_new_body() -> None:
    found = possible_places(
        FileIndex(DEPLOY), "    log\n    notify\n}\n", "a.sh", ("deploy",), "In `deploy`:"
    )

    assert all("replaces the body" not in (match.label or "") for match in found)
