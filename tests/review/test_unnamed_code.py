"""Fenced code that names no file is an offer if its content shows which file it edits."""

from pathlib import Path

import pytest

from editreview.blocks import OfferKind, Replace, Snippet, plain_interpretation
from editreview.errors import Reason
from editreview.review import Decision, Review, suggested_match
from editreview.review.warnings import WarningKind
from tests.builders import block, make_tree, review_of

TEXT = """\
import re


def slug(text):
    return re.sub(" ", "-", text)


def short(text):
    return text[:10]
"""
TEN, TWENTY = ("    return text[:10]\n", "    return text[:20]\n")
NINETY, USE = "return text[:90]\n", "print(slug(text))\n"
SLUG = 'def slug(text):\n    return re.sub(" +", "-", text)\n'


def fenced(code: str, language: str = "python") -> str:
    return f"\n```{language}\n{code}```\n"


def offers(root: Path, response: str) -> list[str | None]:
    return [proposal.path for proposal in review_of(root, response).proposals if proposal.is_offer]


def ready_offers(root: Path, response: str) -> list[str | None]:
    """The paths of offers that have a place; others have several likely ones, which the user chooses from."""
    proposals = review_of(root, response).proposals
    return [proposal.path for proposal in proposals if proposal.is_offer and proposal.is_ready]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_tree(tmp_path, {"a/text.py": TEXT, "b.py": "x = 1\n"})


def accepted(root: Path, response: str) -> Review:
    review = review_of(root, response)
    (proposal,) = review.proposals
    review.decide({proposal.key: review.acceptance(proposal)})
    review.write()
    return review


def all_accepted(root: Path, response: str) -> Review:
    review = review_of(root, response)
    review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
    review.write()
    return review


def test_a_definition_goes_to_the_only_file_that_has_it(root: Path) -> None:
    assert ["a/text.py"] == offers(root, f"You can make it safer:\n{fenced(SLUG)}")


LISTED = "APPS = [\n    'a',\n    'b',\n]\n"
PAIRS = (
    *(
        "From|To",
        "Old|New",
        "Before|After",
        "Original|Modified",
        "Current|New",
        "Existing|Updated",
        "Was|Now",
    ),
    *("Find|Replace with", "Search|Replace", "Change this|To this", "Change|To", "Instead of|Use"),
    *("Replace this|With this", "Replace|With", "Original code|Fixed code", "Current code|Updated code"),
    *("Buggy code|Fixed code", "❌ Before|✅ After", "Problematic code|Corrected code", "Remove|Add"),
    *("Delete|Insert", "Locate|Change to", "Look for|Replace it with", "You have|Change it to"),
    *("Currently|Should be", "At the moment|Instead", "Existing line|New line", "This|Becomes", "Old|→"),
    *("Find this line|Replace it with this", "Line to change|New version", "Search|Replace with"),
    "Replace these lines|With this",
    *("Vorher|Nachher", "Alt|Neu", "Avant|Après", "Antes|Después", "Actual|Corregido", "Prima|Dopo"),
    *("修改前|修改后", "变更前|变更后", "之前|之后", "原代码|新代码", "旧|新", "変更前|変更後", "Было|Стало"),
    *("Suche|Ersetze durch", "Cherchez|Remplacez par", "Buscar|Reemplazar por", "Procure|Substitua por"),
    *("Cerca|Sostituisci con", "Zoek|Vervang door", "Znajdź|Zamień na", "Найдите|Замените на"),
    *("Знайдіть|Замініть на", "Hitta|Ersätt med", "Najděte|Nahraďte za", "查找|替换为", "検索|置換後"),
    *("찾기|다음으로 교체", "Bul|Şununla değiştir"),
)
TITLES = ("{}:", "**{}:**", "**{}**", "#### {}", "{}", "*{}:*")
ABOVE_PAIRS = ("### `a/text.py`", "**a/text.py**", "In `a/text.py`:", "Update `a/text.py`:")


@pytest.mark.parametrize(("nth", "pair"), [*enumerate(PAIRS)])
def test_old_code_and_new_code_below_a_file_are_one_replacement(root: Path, nth: int, pair: str) -> None:
    old, new = (TITLES[nth % len(TITLES)].format(title) for title in pair.split("|"))
    response = f"{ABOVE_PAIRS[nth % len(ABOVE_PAIRS)]}\n\n{old}\n{fenced(TEN)}\n{new}\n{fenced(TWENTY)}"

    accepted(root, response)

    assert TEXT.replace(TEN, TWENTY) == (root / "a/text.py").read_text()


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Find", "and delete it."),
        ("Find this line", "Remove this line."),
        ("Locate", "Then drop these two lines."),
        ("Suche", "und lösche diese Zeile."),
        ("Cherchez", "et supprimez cette ligne."),
        ("Buscar", "y eliminarlo."),
        ("Procure", "e remova."),
        ("Cerca", "e rimuovila."),
        ("Zoek", "en verwijder deze regel."),
        ("Znajdź", "i usuń tę linię."),
        ("Найдите", "и удалите её."),
        ("Знайдіть", "і видаліть його."),
        ("Hitta", "och ta bort den."),
        ("Najděte", "a odstraňte ho."),
        ("查找", "并删除。"),
        ("検索", "これを削除してください。"),
        ("찾기", "이 줄을 삭제하세요."),
    ],
)
def test_words_below_code_to_find_remove_it(root: Path, title: str, words: str) -> None:
    all_accepted(root, f"**1. a/text.py**\n\nIt is unused. {title}:\n\n    {TEN.strip()}\n\n{words}\n")

    assert TEXT.replace(TEN, "") == (root / "a/text.py").read_text()


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Find", "and do not delete it."),
        ("Find", "Remove the second argument."),
        ("Find", "This removes stale rows."),
        ("Find", "The delete button calls it."),
        ("Find", "Below it, delete:"),
        ("Find", "Should we remove it?"),
        ("Use", "and delete it."),
        ("Find", "and leave the rest as it is. Later, we will delete it, when nothing uses it any more."),
    ],
)
def test_other_words_below_code_remove_nothing(root: Path, title: str, words: str) -> None:
    all_accepted(root, f"**1. a/text.py**\n\n{title}:\n\n    {TEN.strip()}\n\n{words}\n")

    assert TEN in (root / "a/text.py").read_text()


def test_new_code_below_a_block_that_only_shows_the_old_replaces_it(root: Path) -> None:
    response = f"### a/text.py\n\nThe end of `short`:\n{fenced(TEN)}\nshould be:\n{fenced(TWENTY)}"
    review = review_of(root, response)
    (offer,) = (each for each in review.proposals if each.is_offer)

    review.decide({offer.key: review.acceptance(offer)})
    review.write()

    assert TEXT.replace(TEN, TWENTY) == (root / "a/text.py").read_text()


@pytest.mark.parametrize(
    ("title", "code"), [("Now:", "python a/text.py\n"), ("After:", "print(slug('a b'))\n")]
)
def test_a_command_or_a_call_below_a_block_does_not_replace_it(root: Path, title: str, code: str) -> None:
    review = review_of(
        root, f"### a/text.py\n{fenced(TEXT)}\n{title}\n{fenced(code, 'bash' * ('.py' in code))}"
    )

    replaced = [each for each in review.proposals if each.is_offer and each.is_ready]
    assert [] == [each for each in replaced if each.change.takes_text(TEXT)]


@pytest.mark.parametrize("words", ["In `a/text.py`, in both functions:", "In both functions:"])
def test_old_and_new_code_that_the_file_has_several_times_has_each_place(tmp_path: Path, words: str) -> None:
    text = "def a(x):\n    y = x\n    return y\n\n\ndef b(x):\n    y = x\n    return -y\n"
    make_tree(tmp_path, {"a/text.py": text, "b.py": "x = 1\n"})
    (proposal,) = review_of(tmp_path, words + fenced("    y = x\n+    log(y)\n")).proposals

    assert proposal.is_offer
    assert "a/text.py" == proposal.path
    assert proposal.candidates is not None
    assert [(2, 2), (7, 7)] == [match.lines for match in proposal.candidates.matches]


@pytest.mark.parametrize(
    ("name", "other"),
    [("src/a.py:12", "src/a.py:34"), ("localhost:90", "localhost:80"), ("db:5433", "db:5432")],
)
def test_a_line_of_a_file_and_a_port_are_no_versions(tmp_path: Path, name: str, other: str) -> None:
    make_tree(tmp_path, {"src/a.py": "x = 1\n", "notes.md": f"see {other} for more\n"})

    assert [] == offers(tmp_path, f"Update to `{name}`.\n")


def test_a_module_does_not_import_from_itself(tmp_path: Path) -> None:
    shop = {
        "shop/cart.py": "import re\n\n\ndef total(cart):\n    return 1\n\n\ndef code(text):\n    return 2\n",
        "tests/test_cart.py": "from shop.cart import code, total\n\n\ndef test():\n    assert total([])\n",
    }
    root = make_tree(tmp_path, shop)
    edit = fenced("def total(cart):\n    return 3\n")
    imports = fenced("from shop.cart import total\nfrom shop.codes import code\n")

    review = review_of(root, f"In `shop/cart.py`:\n\n{edit}\nFix the imports in the test:\n\n{imports}")

    assert ["shop/cart.py", "tests/test_cart.py"] == [each.path for each in review.proposals]


def test_a_twin_of_an_edit_does_not_change_what_that_edit_writes(tmp_path: Path) -> None:
    twins = "".join(
        f"func {name}() error {{\n\tresp := get()\n\tdefer resp.Close()\n\n\treturn {name}Of(resp)\n}}\n\n"
        for name in ("Current", "Forecast")
    )
    root = make_tree(tmp_path, {"client.go": f"package a\n\n{twins}"})
    new = "\tdefer resp.Close()\n\n\tif resp.Bad() {{\n\t\treturn fail({})\n\t}}\n"
    first, second = (fenced(new.format(f'"{name}"'), "go") for name in ("forecast", "current"))
    words = f"In `client.go`, in `Forecast`:\n\n{first}\nAnd in `Current` accordingly:\n\n{second}"
    review = review_of(root, words)

    for number in range(2):
        proposal = review.proposals[number]
        assert proposal.candidates is not None
        match = proposal.candidates.matches[0]
        for path in review.decide({proposal.key: Decision(matches=frozenset([match.key]))}):
            review.replan(path)
        proposal = review.proposals[number]
        for path in review.decide({proposal.key: review.acceptance(proposal)}):
            review.replan(path)
    review.write()

    expected = twins
    for name in ("Current", "Forecast"):
        check = f'\tif resp.Bad() {{\n\t\treturn fail("{name.lower()}")\n\t}}\n\n'
        expected = expected.replace(f"\treturn {name}", f"{check}\treturn {name}")
    assert f"package a\n\n{expected}" == (root / "client.go").read_text()


@pytest.mark.parametrize(
    "words",
    [
        "This is what the user will see:",
        "Voici ce que verra l'utilisateur en cas d'erreur :",
        "Das sieht der Nutzer dann:",
        "Esto es lo que verá el usuario:",
        "Ecco quello che vedrà l'utente:",
        "用户会看到：",
    ],
)
def test_a_text_that_users_see_is_no_edit(tmp_path: Path, words: str) -> None:
    root = make_tree(
        tmp_path, {"auth.js": "export function login() {\n  throw new Error('Wrong password')\n}\n"}
    )
    edit = fenced("export function login() {\n  throw new Error('Wrong password!')\n}\n", "js")

    review = review_of(root, f"In `auth.js`:\n\n{edit}\n{words}\n\n```\nWrong password\n[ Log in ]\n```\n")

    assert ["auth.js"] == [each.path for each in review.proposals]


@pytest.mark.parametrize(
    ("words", "is_whole"),
    [
        ("For reference, here's the complete script with all the changes:", True),
        ("The full file:", True),
        ("Hier das vollständige Skript:", True),
        ("Voici le script complet :", True),
        ("Aquí está el archivo completo:", True),
        ("Ecco lo script completo:", True),
        ("完整脚本如下：", True),
        ("The complete function:", False),
        ("A similar script of mine:", False),
    ],
)
def test_words_for_a_whole_file_mean_that_of_the_edit_above(
    tmp_path: Path, words: str, is_whole: bool
) -> None:
    old = "".join(f"step{n}() {{\n    run{n} $DB\n}}\n\n" for n in range(6))
    new = old.replace("$DB", '"$DB"').replace("step3", "set -eu\n\nstep3")
    root = make_tree(tmp_path, {"bin/save.sh": old, "bin/load.sh": "step0() {\n    load\n}\n"})
    edit = fenced('step1() {\n    run1 "$DB"\n}\n', "sh")

    review = review_of(root, f"In `bin/save.sh`:\n\n{edit}\n{words}\n\n{fenced(new, 'sh')}")

    written = [each for each in review.proposals if each.block.format == "whole-file"]
    assert [("bin/save.sh", True)] * is_whole == [(each.path, each.is_ready) for each in written]


def test_a_definition_of_several_files_goes_to_the_one_mentioned_above(root: Path) -> None:
    (root / "c.py").write_text(TEXT)

    assert [] == offers(root, f"You can make it safer:\n{fenced(SLUG)}")
    assert ["c.py"] == offers(root, f"`c.py` has it, and this is safer:\n{fenced(SLUG)}")
    assert ["a/text.py"] == offers(root, f"The bug is in `text.py`, not in c.py.\n\nBetter:\n{fenced(SLUG)}")


def test_among_very_many_files_its_first_line_finds_the_file(root: Path) -> None:
    for n in range(401):
        (root / f"other{n}.py").write_text(f"x = {n}\n")

    assert ["a/text.py"] == offers(root, f"You can make it safer:\n{fenced(SLUG)}")


@pytest.mark.parametrize(
    "code",
    [
        "from a.text import slug\n\nprint(slug('a b'))\n",
        'def slug(text):\n    return re.sub(" ", "-", text)\n',
        "def other():\n    pass\n",
        "slug('a b')\n",
    ],
    ids=["usage", "as the file has it", "new", "call"],
)
def test_other_code_is_no_offer(root: Path, code: str) -> None:
    assert [] == offers(root, f"See `a/text.py`. You get it so:\n{fenced(code)}")


@pytest.mark.parametrize(
    "words", ["with this:", "with:", "Change it to:", "**After**", "into the following:"]
)
def test_new_code_below_old_code_replaces_it(root: Path, words: str) -> None:
    response = f"Replace this:\n{fenced(TEN)}\n{words}\n{fenced(TWENTY)}"

    accepted(root, response)

    assert TEXT.replace("10", "20") == (root / "a/text.py").read_text()


def test_of_equal_old_code_the_words_above_its_label_name_the_place_to_show_first(tmp_path: Path) -> None:
    old = "    rows = load()\n    check(rows)\n"
    text = f"def first():\n{old}\n\ndef second():\n{old}\n\ndef third():\n{old}"
    root = make_tree(tmp_path, {"a.py": text})
    words = "In `second` (not in `first`), the check is missing.\n\nBefore:\n"
    after = fenced("    rows = load()\n    check_all(rows)\n")

    review = review_of(root, f"{words}{fenced(old)}\nAfter:\n{after}")

    (proposal,) = review.proposals
    assert (1, "in `second`, as the words above say") == suggested_match(review, proposal)
    assert 1 == proposal.suggested


@pytest.mark.parametrize(("ordinal", "at"), [("first", 0), ("**second**", 1), ("last", 2), ("final", 2)])
def test_the_words_above_old_code_may_count_its_places(tmp_path: Path, ordinal: str, at: int) -> None:
    root = make_tree(tmp_path, {"Dockerfile": "FROM a\nRUN up\nFROM b\nRUN up\nFROM c\nRUN up\n"})
    old, new = fenced("RUN up\n", "dockerfile"), fenced("RUN up all\n", "dockerfile")

    review = review_of(root, f"In the {ordinal} stage of the `Dockerfile`, replace\n{old}\nwith\n{new}")

    (proposal,) = review.proposals
    assert at == suggested_match(review, proposal)[0]


def test_of_files_with_one_name_the_folder_in_the_words_above_shows_which_is_meant(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"admin/users.py": TEXT, "api/users.py": TEXT})
    words = "In the **admin** `users.py`:\n\nBefore:\n"

    assert ["admin/users.py"] == offers(root, f"{words}{fenced(TEN)}\nAfter:\n{fenced(TWENTY)}")


def test_new_code_for_an_older_version_of_the_files_changes_only_what_the_response_changes(
    tmp_path: Path,
) -> None:
    lines = ("start()", "# Keep.", "rows = get()", "log.info(rows)", "return rows")
    body = "".join(f"        {line}\n" for line in lines)
    file = f"class Feed:\n    def load(self):\n{body}"
    root = make_tree(tmp_path, {"feed.py": file})
    old = "def load(self):\n    start()\n    rows = get()\n    print(rows)\n    return rows\n"
    new = old.replace("get()", "get_all()")

    accepted(root, f"Change `load`.\n\nBefore:\n{fenced(old)}\nAfter:\n{fenced(new)}")

    assert file.replace("get()", "get_all()") == (root / "feed.py").read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [("Current code:", "Updated code:"), ("**Existing code:**", "**New code:**")],
)
def test_a_title_may_say_that_it_is_one_of_code(root: Path, old: str, new: str) -> None:
    response = f"In `a/text.py`:\n\n{old}\n{fenced(TEN)}\n{new}\n{fenced(TWENTY)}"

    assert ["a/text.py"] == ready_offers(root, response)
    accepted(root, response)
    assert TEXT.replace("10", "20") == (root / "a/text.py").read_text()


def test_a_part_of_a_file_that_is_named_without_its_folder_is_no_new_file(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"src/routes/Forecast.svelte": "<script>\n  let error = '';\n</script>\n"})
    words = "It should load in **Forecast.svelte**. Add a flag below `let error = '';`"
    flag = fenced("  let loading = false;\n", "ts")

    (proposal,) = review_of(root, f"{words}\n{flag}").proposals

    assert "src/routes/Forecast.svelte" == proposal.path


@pytest.mark.parametrize("words", ["and then:", "Run it:", "This is the caller:", "Or:"])
def test_code_below_other_code_does_not_replace_it(root: Path, words: str) -> None:
    response = f"Look at this:\n{fenced(TEN)}\n{words}\n{fenced(TWENTY)}"

    assert [] == ready_offers(root, response)


@pytest.mark.parametrize(
    "words",
    [
        "I haven't seen your main loop, but it'll be something along these lines:",
        "I can't see your route, it should be something like:",
        "Deine Schleife habe ich nicht gesehen, sie wird ungefähr so aussehen:",
        "No he visto tu bucle, pero será algo así:",
        "Je n'ai pas vu ta boucle, mais ce sera quelque chose comme :",
        "我没看到你的主循环，大概是这样：",
    ],
)
def test_code_for_what_the_response_has_not_seen_is_a_guess(root: Path, words: str) -> None:
    above = f"In `a/text.py`:\n{fenced(SLUG)}"
    assert [] == offers(
        root, f"{above}\n{words}\n{fenced('while True:' + chr(10) + '    short(read())' + chr(10))}"
    )


def test_code_above_the_edit_of_its_file_only_explains_it(root: Path) -> None:
    edit = f"Update `a/text.py`:\n{fenced(TEXT.replace(TEN, TWENTY))}"

    assert [] == offers(root, f"Now it is:\n{fenced(SLUG)}\n{edit}")


def test_code_below_an_edit_of_its_file_that_defines_the_same_otherwise_makes_both_wait(root: Path) -> None:
    edit = f"Update `a/text.py`:\n{fenced(TEXT.replace(TEN, TWENTY))}"

    review = review_of(root, f"{edit}\nAnd this one too:\n{fenced(SLUG)}")

    assert [Reason.CONFLICT] * 2 == [proposal.withheld for proposal in review.proposals]


def test_code_above_an_edit_of_other_lines_of_its_file_is_an_edit_too(root: Path) -> None:
    appended = "Append this to the end of `a/text.py`:\n" + fenced("def long(text):\n    return text\n")

    assert ["a/text.py"] == offers(root, f"First, this becomes:\n{fenced(SLUG)}\n{appended}")


def test_an_earlier_version_of_code_further_below_is_no_edit(root: Path) -> None:
    first, last = fenced(SLUG), fenced(SLUG.replace("+", "*"))
    imports = fenced("import re, os\n")
    final = f"No. The final version for `a/text.py`:\n{imports}\nand\n"

    review = review_of(root, f"Try this:\n{first}\n{final}{last}")

    assert [] == [each for each in review.proposals if each.is_offer and each.block.lines[0] < 6]


@pytest.mark.parametrize(
    "words",
    [
        "You might be tempted to simply write",
        "With this, a call such as",
        "`GET /slugs/1` will then return:",
        "which you can use as",
        "Ein Aufruf sähe dann z. B. so aus:",
    ],
)
def test_a_use_an_output_and_what_not_to_write_are_no_edits_unless_the_user_places_them(
    root: Path, words: str
) -> None:
    review = review_of(root, f"It is about `short`. {words}\n{fenced(SLUG)}\n")

    assert ([], [SLUG]) == (review.proposals, [code.text for code in review.loose_code])


PLUGINS = 'PLUGINS = ["cache", "debug", "mail"]\n\n\ndef run(job):\n    log(job)\n    return job\n'


@pytest.mark.parametrize(
    ("words", "code", "old", "new"),
    [
        ("Remove it from `PLUGINS` in `a/jobs.py`:", 'PLUGINS = ["cache", "mail"]\n', '"debug", ', ""),
        (
            "Remove the log call from `a/jobs.py`:",
            "def run(job):\n    return job\n",
            "    log(job)\n",
            "",
        ),
        ("Remove the log call from `a/jobs.py`:", "    log(job)\n", "    log(job)\n", ""),
        ("Supprimez l'appel de `log` dans `a/jobs.py` :", "    log(job)\n", "    log(job)\n", ""),
    ],
)
def test_code_below_a_removal_is_what_goes_or_what_is_left(
    tmp_path: Path, words: str, code: str, old: str, new: str
) -> None:
    root = make_tree(tmp_path, {"a/jobs.py": PLUGINS})
    review = accepted(root, f"{words}\n{fenced(code)}\n")

    assert not review.loose_code
    assert PLUGINS.replace(old, new) == (root / "a/jobs.py").read_text()


@pytest.mark.parametrize(
    ("path", "words", "code", "lost"),
    [
        (
            "a.py",
            "Remove the trailing print from main:",
            "def main():\n    x = load()\n",
            '    print("done")\n',
        ),
        ("a.css", "Remove the width from .a:", ".a {\n  color: red;\n", None),
        ("a.css", "Remove the width from .a:", ".a {\n  color: red;\n  width: 3px;\n", None),
    ],
)
def test_a_removal_leaves_no_end_of_a_block_without_its_head(
    tmp_path: Path, path: str, words: str, code: str, lost: str | None
) -> None:
    files = {
        "a.py": 'def main():\n    x = load()\n    print("done")\n',
        "a.css": ".a {\n  color: red;\n  width: 3px;\n}\n\n.b {\n  color: blue;\n}\n",
    }
    root = make_tree(tmp_path, files)
    response = f"In `{path}`:\n\n{words}\n{fenced(code, '')}\n"

    if lost is None:
        assert [] == ready_offers(root, response)
    else:
        accepted(root, response)
        assert files[path].replace(lost, "") == (root / path).read_text()


def test_code_below_a_removal_that_brings_new_words_is_no_edit(tmp_path: Path) -> None:
    code = 'PLUGINS = ["debug", "other"]\n'
    root = make_tree(tmp_path, {"a/jobs.py": PLUGINS})
    review = review_of(root, f"Remove `debug` from `PLUGINS` in `a/jobs.py`:\n{fenced(code)}\n")

    assert ([], [code]) == (review.proposals, [each.text for each in review.loose_code])


@pytest.mark.parametrize(
    "words",
    [
        "Wait, that's not right: it fails on empty text. Here is the corrected version:",
        "Sorry, ignore the code above. Use this:",
        "Scratch that.",
    ],
)
def test_code_that_the_words_below_it_retract_says_so(root: Path, words: str) -> None:
    response = f"Make it safer:\n{fenced(SLUG)}\n{words}\n{fenced(SLUG.replace('+', '*'))}"

    first, second = review_of(root, response).proposals

    assert [OfferKind.RETRACTED, OfferKind.LIKENESS] == [
        None if each.block.offer is None else each.block.offer.kind for each in (first, second)
    ]
    assert "response line 8" in (first.block.offer.message if first.block.offer else "")


def test_words_below_a_block_speak_of_the_block(root: Path) -> None:
    edit = block("x = 1\n", "x = 2\n", "b.py")
    response = f"Make it safer:\n{fenced(SLUG)}\n{edit}\nWait, that's wrong, ignore it.\n"

    kinds = {
        each.path: each.block.offer.kind for each in review_of(root, response).proposals if each.block.offer
    }

    assert {"a/text.py": OfferKind.LIKENESS, "b.py": OfferKind.RETRACTED} == kinds


def test_a_shown_text_that_is_no_code_is_prose(root: Path) -> None:
    review = review_of(root, "This prints the following output:\n```text\nall is well\n```\n")

    assert ([], []) == (review.proposals, review.loose_code)


def test_the_path_in_code_that_is_only_shown_names_no_file(root: Path) -> None:
    review = review_of(root, f"It currently looks like this:\n{fenced('# a/text.py' + chr(10) + SLUG)}\n")

    assert ([], 1) == (review.proposals, len(review.loose_code))


def test_fences_in_a_list_of_a_document_are_a_part_of_it(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"guide.md": "# Guide\n\n## Start\n\nmake\n\n## End\n\nBye\n"})
    new = "## Start\n\n1. Build:\n\n   ```sh\n   make\n   ```\n\n2. Run:\n\n   ```sh\n   ./run\n   ```\n"

    accepted(root, f"A friendlier start for `guide.md`:\n{fenced(new, 'markdown')}\nIt is shorter.\n")

    assert f"# Guide\n\n{new}\n## End\n\nBye\n" == (root / "guide.md").read_text()


def test_code_that_an_edit_has_is_only_shown_again(root: Path) -> None:
    new = TEXT.replace('" ", "-"', '" +", "-"')
    edit = f"Update `a/text.py`:\n{fenced(new)}"

    assert [] == offers(root, f"{edit}\nThe part that matters:\n{fenced(SLUG)}")


def test_code_of_an_edit_may_be_asked_for_in_another_function_too(tmp_path: Path) -> None:
    body = "    if not found:\n        raise OldError()\n    return found\n"
    make_tree(
        tmp_path, {"a.py": f"def get():\n    found = one()\n{body}\n\ndef find():\n    found = two()\n{body}"}
    )
    new = "    if not found:\n        raise NewError()\n"
    whole = f"def get():\n    found = one()\n{new}    return found\n"
    words = "`find` has the same problem, so change its check as well:"

    assert ["a.py"] == offers(tmp_path, f"Update `a.py`:\n{fenced(whole)}\n{words}\n{fenced(new)}")


def test_a_line_that_begins_like_one_of_an_edit_is_not_shown_again(tmp_path: Path) -> None:
    stages = "FROM python:3.11 as builder\nRUN make\n\nFROM python:3.11\nCOPY a b\n"
    make_tree(tmp_path, {"Dockerfile": stages})
    builder = fenced("FROM python:3.12 as builder\n", "dockerfile")
    final = fenced("FROM python:3.12\n", "dockerfile")
    response = f"In `Dockerfile`, change the builder:\n{builder}\nand in the final stage:\n{final}"

    assert [(3, 5), (9, 11)] == [each.block.lines for each in review_of(tmp_path, response).proposals]


def test_imports_above_the_first_edit_are_those_of_its_file(root: Path) -> None:
    added = fenced("import os\n")
    response = f"You need one more import:\n{added}\nNew `slug`:\n{fenced(SLUG)}"

    assert ["a/text.py", "a/text.py"] == offers(root, response)


def test_a_new_version_of_a_mentioned_file_may_share_less(root: Path) -> None:
    new = TEXT.replace(
        "def slug(text):\n", "def slug(text):\n    text = text.lower()\n    text = text.strip()\n"
    )
    new += "\n\ndef long(text):\n    return text + text\n"

    assert ["a/text.py"] == offers(root, f"Aquí tienes `a/text.py`:\n{fenced(new)}")


def test_code_with_gaps_is_an_edit_of_the_mentioned_file(root: Path) -> None:
    lazy = f"# ...\n\n{SLUG}\n# ...\n"
    response = f"Only `slug` in `a/text.py` changes:\n{fenced(lazy)}"

    accepted(root, response)

    assert TEXT.replace('" ", "-"', '" +", "-"') == (root / "a/text.py").read_text()


@pytest.mark.parametrize(
    "gap", ["# ...", "# ... unchanged ...", '# ... "strip" unchanged ...', "# ... unverändert ..."]
)
def test_the_gaps_of_code_without_a_file_are_never_written(root: Path, gap: str) -> None:
    code = f"def slug(text):\n    text = text.lower()\n    {gap}\n"

    review = review_of(root, f"Slugs should be in lower case:\n{fenced(code)}")

    (proposal,) = review.proposals
    assert "a/text.py" == proposal.path
    assert proposal.is_ready
    review.decide({proposal.key: review.acceptance(proposal)})
    review.write()
    expected = TEXT.replace("def slug(text):\n", "def slug(text):\n    text = text.lower()\n")
    assert expected == (root / "a/text.py").read_text()


def test_a_short_file_may_be_shown_whole(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"requirements.txt": "flask==2\nrequests==2\n"})

    assert ["requirements.txt"] == offers(
        root, "`requirements.txt` wants a newer one:\n\n```\nflask==3\nrequests==2\n```\n"
    )


def test_code_with_lines_of_a_mentioned_file_adds_its_new_ones(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"app.conf": "[a]\nfirst = 1\nthird = 3\n"})

    accepted(root, "`app.conf` wants another line:\n\n```\nfirst = 1\nsecond = 2\nthird = 3\n```\n")

    assert "[a]\nfirst = 1\nsecond = 2\nthird = 3\n" == (root / "app.conf").read_text()


def test_the_file_is_the_one_of_the_edit_before(root: Path) -> None:
    make_tree(root, {"errors.py": "class ShortError(Exception):\n    pass\n"})
    edit, imported = fenced("x = 2\n"), fenced("from errors import ShortError\n")
    words = "And import the error at the top of the file:"

    assert ["b.py"] == offers(root, f"b.py{edit}\n{words}\n{imported}")


def test_a_file_that_the_tree_lacks_is_made_with_the_code_below_its_name(root: Path) -> None:
    words = "I'd keep the tests apart. Don't change the old ones, create a new one, `src/test_new.py`:"

    accepted(root, f"{words}\n{fenced(TEN)}")

    assert TEN == (root / "src/test_new.py").read_text()


def test_a_diff_without_a_file_goes_to_the_only_one_with_its_old_lines(root: Path) -> None:
    diff = fenced(f" def short(text):\n-{TEN}+{TWENTY}", "diff")
    review = accepted(root, f"Show more:\n{diff}")

    assert TEXT.replace(TEN, TWENTY) == (root / "a/text.py").read_text()
    assert review.proposals[0].path == "a/text.py"


@pytest.mark.parametrize("lines", ["+x = 2\n", "-y = 1\n+y = 2\n"])
def test_a_diff_without_old_lines_of_a_file_is_no_offer(root: Path, lines: str) -> None:
    assert [] == offers(root, f"Like so:\n{fenced(lines, 'diff')}")


def test_text_below_a_command_is_its_output_unless_a_file_has_half_of_its_lines(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"app.ini": "[app]\ndebug = 1\n", "b.py": 'print("hello world")\n'})
    run = fenced("make run\n", "bash")
    command = f"Run it:\n{run}"

    assert [] == offers(root, command + fenced("hello world\ndone now\n", ""))
    assert ["app.ini"] == offers(root, command + fenced("[app]\ndebug = 0\n", ""))


def test_code_to_be_removed_is_removed_from_the_only_file_that_has_it(root: Path) -> None:
    accepted(root, f"**1. Remove this line:**\n{fenced(TEN)}")

    assert TEXT.replace(TEN, "") == (root / "a/text.py").read_text()


WORKFLOW = """\
jobs:
  test:
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-node@v3
        with:
          node-version: 18
      - run: npm test

  build:
    steps:
      - uses: actions/checkout@v3
      - uses: actions/setup-node@v3
        with:
          node-version: 18
      - run: npm run build
"""
IMPORTS = "import re\nfrom text import short\n\n\ndef slug(text):\n    return short(text)\n\n\nx = 1\n"


@pytest.mark.parametrize("title", ["### 2. Update `b.py`", "In `b.py`:"])
def test_fences_below_words_that_remove_what_each_of_them_shows_are_removals(
    tmp_path: Path, title: str
) -> None:
    root = make_tree(tmp_path, {"b.py": IMPORTS})
    fences = fenced("from text import short\n") + fenced("def slug(text):\n    return short(text)\n")

    review = review_of(root, f"{title}\n\nRemove the `short` import and the local `slug`:\n{fences}")
    review.decide({each.key: review.acceptance(each) for each in review.proposals})
    review.write()

    assert "import re\n\n\nx = 1\n" == (root / "b.py").read_text()


@pytest.mark.parametrize(
    "words",
    [
        "Remove the now-unused `short` import:",
        "Remove the import that's unused:",
        "Remove the import of `short`:",
        "Get rid of `short`:",
        "Remove `short` from the imports:",
    ],
)
def test_an_import_that_words_remove_goes_also_below_the_name_of_its_file(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"b.py": IMPORTS})

    accepted(root, f"### `b.py`\n\n{words}\n{fenced('from text import short' + chr(10))}")

    assert IMPORTS.replace("from text import short\n", "") == (root / "b.py").read_text()


@pytest.mark.parametrize("is_whole", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        "Remove the unnecessary loop from `total`:",
        "Delete the redundant variable in `total`:",
        "Get rid of the loop in the `total` function:",
        "Drop the loop in `total` (`src/app.py`):",
        "Remove the loop over `items` from `total`:",
        "Entferne die überflüssige Schleife aus der Funktion `total`:",
        "Supprimez la boucle inutile dans `total` :",
        "Elimina el bucle de la función `total`:",
    ],
)
def test_what_is_left_of_a_function_that_words_remove_something_from_is_an_edit(
    tmp_path: Path, words: str, *, is_whole: bool
) -> None:
    head = "import sys\n\n\n" if is_whole else ""
    code = f"{head}def total(items):\n    return sum(items)\n"
    loop = "def total(items):\n    n = 0\n    for item in items:\n        n += item\n    return n\n"
    root = make_tree(tmp_path, {"src/app.py": f"import sys\n\n\n{loop}"})

    for title in ("", "### src/app.py\n\n"):
        (proposal,) = review_of(root, f"{title}{words}\n{fenced(code)}").proposals

        assert "return sum(items)" in str(proposal.block.operation)


@pytest.mark.parametrize("title", ["", "### `b.py`\n\n", "Update `b.py`:\n\n"])
def test_a_file_that_uses_a_name_elsewhere_too_may_be_left_by_its_removal(tmp_path: Path, title: str) -> None:
    left = "import re\n\n\ndef slug(text):\n    print(text)\n    return re.sub(' ', '-', text)\n"
    root = make_tree(tmp_path, {"b.py": f"{left}    print('never')\n"})

    assert ["b.py"] == offers(root, f"{title}Remove the second `print`:\n{fenced(left)}")


def test_a_program_that_edits_a_file_is_no_part_of_it(root: Path) -> None:
    program = (
        'p = Path("a/text.py")\ns = p.read_text()\ns = s.replace("text[:10]", "text[:20]")\np.write_text(s)\n'
    )

    (offer,) = review_of(root, f"Run this to change `a/text.py`:\n{fenced(program)}").proposals

    assert "text[:20]" in plain_interpretation(offer.block.operation).replace


def test_a_command_that_checks_an_edit_is_none(root: Path) -> None:
    words = "Nothing else in `a/text.py` uses it; you can double-check with"

    assert [] == offers(root, f"{words}\n{fenced('grep -rn slug src' + chr(10), '')}")


def test_code_to_be_removed_that_stands_twice_is_no_offer(root: Path) -> None:
    (root / "a/text.py").write_text(TEXT + "\n\ndef other(text):\n" + TEN)

    assert [] == offers(root, f"Remove this line:\n{fenced(TEN)}")


def test_lines_of_the_file_of_the_edit_before_are_changed_there(tmp_path: Path) -> None:
    file = "import re\nimport sys\n\nprint(sys.argv)\n"
    root = make_tree(tmp_path, {"a.py": file, "b.py": file})
    imports, usage = "import re\nimport sys\nimport os\n", "import re\nnew(re)\nother(re)\n"
    edit = f"Update `a.py`:\n{fenced(file.replace('argv', 'path'))}"

    assert ["a.py"] == offers(root, f"{edit}\nAnd import it:\n{fenced(imports)}")
    assert [] == ready_offers(root, f"{edit}\nAnd use it:\n{fenced(usage)}")


class TestLikeliestFile:
    """Code that nothing else places is an offer of the likeliest file, at places to choose from."""

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            ("`short` should keep more:", "return text[:90]\n"),
            ("The text module needs a constant:", "LIMIT = 90\n"),
            ("Better:", "def slug(text, sign):\n    return re.sub(' ', sign, text)\n"),
        ],
        ids=["a name that is quoted", "a word of its name", "names and lines of the code"],
    )
    def test_words_and_code_show_the_file(self, root: Path, words: str, code: str) -> None:
        assert ["a/text.py"] == offers(root, f"{words}\n{fenced(code)}")

    def test_one_of_several_places_is_chosen_by_the_user(self, root: Path) -> None:
        (proposal,) = review_of(root, f"`short` should keep more:\n{fenced(NINETY)}").proposals

        assert proposal.is_ambiguous
        assert proposal.candidates is not None
        results = [match.change.apply(TEXT) for match in proposal.candidates.matches]
        assert TEXT.replace(TEN, "    return text[:90]\n") in results

    def test_a_file_with_a_line_of_the_code_is_likelier_than_one_with_a_similar_line(
        self, tmp_path: Path
    ) -> None:
        files = {
            f"{name}.vue": f"<p>\nconst key = ref('{name}')\nshow(key)\n</p>\n" for name in ("group", "user")
        }
        root = make_tree(tmp_path, files)
        new = "const key = ref('user')\nconst ascending = ref(true)\n"

        assert ["user.vue"] == offers(root, f"Keep the direction:\n{fenced(new, 'ts')}")

    def test_equal_files_have_no_likeliest(self, root: Path) -> None:
        (root / "c.py").write_text(TEXT)

        assert [] == offers(root, f"It should keep more:\n{fenced(NINETY)}")

    @pytest.mark.parametrize(
        "words",
        ["For example:", "It prints:", "You can call `slug` like this:", "Replace this in `a/text.py`:"],
    )
    def test_code_that_is_only_shown_is_no_offer(self, root: Path, words: str) -> None:
        assert [] == offers(root, f"{words}\n{fenced(USE)}")


class TestWords:
    """An edit that only words describe is an offer if the tree fits it, and no block makes it."""

    @pytest.mark.parametrize(
        ("words", "path"),
        [
            ("In `text.py`, change `return text[:10]` to `return text[:20]`.", "a/text.py"),
            ("- In `a/text.py`, replace `text[:10]` with `text[:20]`.", "a/text.py"),
            ("Change `return text[:10]` to `return text[:20]`.", "a/text.py"),
            ("`text[:10]` is too short. Use `text[:20]` instead.", "a/text.py"),
            ("I suggest `text[:20]` instead of `text[:10]`.", "a/text.py"),
            ("Set `x` to `2` in b.py.", "b.py"),
            ("Set `return text[:20]` in the `short` function of `text.py`.", "a/text.py"),
            ("You'll also need `import os` in `b.py`.", "b.py"),
            ("Increase `x` from 1 to 2.", "b.py"),
            ("The `short` function is unused. You can remove it.", "a/text.py"),
            ("Rename `short` to `shorten`.", "a/text.py"),
            ("Rinomina `short` in `shorten`.", "a/text.py"),
            ("`text[:10]` を `text[:20]` に変更してください。", "a/text.py"),
            ("```sh\nsed -i 's/x = 1/x = 2/' b.py\n```", "b.py"),
            ('In b.py, change "x = 1" to "x = 2".', "b.py"),
            ("Set x to 2 in b.py.", "b.py"),
            ("Delete `b.py`.", "b.py"),
            ("Rename `b.py` to `c.py`.", "b.py"),
            ("```sh\ngit mv b.py a/c.py\n```", "b.py"),
        ],
    )
    def test_words_that_fit_the_tree_are_offered(self, root: Path, words: str, path: str) -> None:
        assert [path] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        ("words", "old", "new"),
        [
            ("Raise the line length to 100.", "line-length = 88", "line-length = 100"),
            ("Bump requests to 2.32.", "requests==2.28.1", "requests==2.32"),
            ("Set `padding` to `2px 4px`.", "padding: 1px;", "padding: 2px 4px;"),
            ("Bump `actions/checkout` to v4.", "uses: actions/checkout@v3", "uses: actions/checkout@v4"),
            ('Set `"level"` to `"debug"`.', '"level": "info"', '"level": "debug"'),
            ("Use three workers: set workers to 3.", "workers: 1 # few", "workers: 3 # few"),
            ("Change the licence from MIT to ISC.", "licence: MIT", "licence: ISC"),
            ("Add the `-g` flag to `CFLAGS`.", "CFLAGS = -Wall", "CFLAGS = -Wall -g"),
            ('Add `"b"` to `HOSTS`.', 'HOSTS = ["a"]', 'HOSTS = ["a", "b"]'),
            ("Add `b` to the `deps`.", 'deps = [\n  "a",\n]', 'deps = [\n  "a",\n  "b",\n]'),
            ("Remove `b` from the import.", "import a, b, c", "import a, c"),
            ("Replace `load` with `read(1)`.", "x = load()", "x = read(1)"),
        ],
    )
    def test_a_setting_changes_in_its_line(self, tmp_path: Path, words: str, old: str, new: str) -> None:
        root = make_tree(tmp_path, {"file.txt": f"first = a\n{old}\nlast = z\n"})

        accepted(root, f"{words}\n")

        assert f"first = a\n{new}\nlast = z\n" == (root / "file.txt").read_text()

    @pytest.mark.parametrize(
        ("words", "old", "new"),
        [
            ("Remove `debug` from the destructured props of `View`.", "zoom, debug }", "zoom }"),
            ("Remove `zoom` from the parameters of `View`.", "{ zoom, debug", "{ debug"),
        ],
    )
    def test_an_item_goes_from_the_list_of_the_definition_that_words_name(
        self, tmp_path: Path, words: str, old: str, new: str
    ) -> None:
        text = "function View({ zoom, debug }) {}\nfunction Other({ zoom, debug }) {}\n"
        root = make_tree(tmp_path, {"a.jsx": text})

        accepted(root, f"{words}\n")

        assert text.replace(old, new, 1) == (root / "a.jsx").read_text()

    @pytest.mark.parametrize(
        ("words", "old", "new"),
        [
            (
                "`log` has two parameters, so drop the third argument: `log(a, b, c)` → `log(a, b)`",
                "b, c)",
                "b)",
            ),
            ("Change line 1 from `import os, re` to `import os`.", "import os, re", "import os"),
            ("Use `import os` instead of `import os, re`.", "import os, re", "import os"),
        ],
    )
    def test_one_piece_of_code_takes_the_place_of_the_other(
        self, tmp_path: Path, words: str, old: str, new: str
    ) -> None:
        text = (
            "import os, re\n\n\ndef log(a, b):\n    print(a, b)\n\n\nlog(a, b)\nrun(lambda: log(a, b, c))\n"
        )
        root = make_tree(tmp_path, {"a.py": text})

        accepted(root, f"- {words}\n")

        assert text.replace(old, new) == (root / "a.py").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            'In `total`, use `"SELECT coalesce(sum(price), 0) FROM carts"`.',
            '`total` gives `None` without rows, so use `"SELECT coalesce(sum(price), 0) FROM carts"` there.',
            "Verwende in `total` besser `'SELECT coalesce(sum(price), 0) FROM carts'`.",
        ],
    )
    def test_a_longer_text_in_quotes_takes_the_place_of_the_one_like_it(
        self, tmp_path: Path, words: str
    ) -> None:
        old, new = '"SELECT sum(price) FROM carts"', '"SELECT coalesce(sum(price), 0) FROM carts"'
        one = 'def one(db):\n    return db("SELECT price FROM carts")\n'
        queries = f"{one}\n\ndef total(db):\n    return db({old})\n"
        root = make_tree(tmp_path, {"db/queries.py": queries, "other.py": "x = 1\n"})

        accepted(root, f"{words}\n")

        assert queries.replace(old, new) == (root / "db/queries.py").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            'Use `"utf-8"` there.',
            'Use `"SELECT name FROM users WHERE deleted"`.',
            # Two are much like it.
            'Use `"SELECT price, id FROM carts"`.',
            'Use `"SELECT price FROM carts"`.',
        ],
    )
    def test_other_texts_in_quotes_replace_nothing(self, tmp_path: Path, words: str) -> None:
        queries = 'one = "SELECT price FROM carts"\ntwo = "SELECT price FROM carts2"\nencoding = "utf-16"\n'
        root = make_tree(tmp_path, {"queries.py": queries})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "Delete the `Log.d(...)` of `done`, along with the import of `android.util.Log`.",
            "Lösche `Log.d(...)` in `done` und den Import von `android.util.Log`.",
            "Supprime le `Log.d(...)` de `done` et l'import de `android.util.Log`.",
            "Apague o `Log.d(...)` de `done`, junto com o import de `android.util.Log`, que fica sem uso.",
            "删除 `done` 中的 `Log.d(...)` 以及 `android.util.Log` 的导入。",
        ],
    )
    def test_an_import_goes_with_code_of_a_function(self, tmp_path: Path, words: str) -> None:
        gone = ("import android.util.Log\n", '    Log.d("done", "$task")\n')
        text = f"package a\n\n{gone[0]}import b.C\n\nfun done(task: C) {{\n{gone[1]}    save(task)\n}}\n"
        root = make_tree(tmp_path, {"A.kt": text})

        all_accepted(root, f"{words}\n")

        assert text.replace(gone[0], "").replace(gone[1], "") == (root / "A.kt").read_text()

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("Before:", "After:"),
            ("**Old code**", "**New code**"),
            ("Vorher:", "Nachher:"),
            ("修改前:", "修改后:"),
        ],
    )
    def test_old_code_that_the_file_has_otherwise_is_not_written(
        self, root: Path, old: str, new: str
    ) -> None:
        """Here `short` has one more statement, so that no line of it shows where it is."""
        told = "def short(text):\n    part = slice(10)\n    return text[part]\n"
        asked = "def short(text):\n    return text.strip()[:10]\n"

        review = review_of(root, f"{old}\n{fenced(told)}\n{new}\n{fenced(asked)}")

        changed = [proposal.change.apply(TEXT) for proposal in review.proposals]
        assert 1 == len(changed)
        assert asked.splitlines()[1] in changed[0]

    @pytest.mark.parametrize(
        "words",
        [
            "Remove `{line}`.",
            "Delete the line `{line}`.",
            "`{line}` can be removed.",
            "Entferne die Zeile `{line}`.",
            "Lösche in `index.html` die Zeile `{line}`.",
            "Supprimez la ligne `{line}`.",
            "Удалите строку `{line}`.",
            "`{line}` の行を削除します。",
        ],
    )
    def test_a_file_that_a_line_of_code_names_is_not_that_of_its_edit(
        self, tmp_path: Path, words: str
    ) -> None:
        line = '<script src="/js/a.js"></script>'
        text = f"<head>\n  <title>A</title>\n  {line}\n</head>\n"
        root = make_tree(tmp_path, {"index.html": text})

        accepted(root, f"{words.format(line=line)}\n")

        assert text.replace(f"  {line}\n", "") == (root / "index.html").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "In `brief`, change `3` to `6`.",
            "Change `3` to `6` in `brief()`.",
            "Change the `3` in `brief` to `6`.",
            "The value `3` in `brief` should be `6`.",
            "`brief` should use `6` instead of `3`.",
            "Inside `brief` in a.rs, `3` becomes `6`.",
            "Increase the number of seconds in `brief` from `3` to `6`.",
            "Change the `3` in `brief` to `6` (leave `long` unchanged).",
            "Change the `3` in `brief` to `6` (`long` stays as it is).",
            "**`brief`**: change `3` to `6`",
            "Ändere in `brief` den Wert `3` auf `6`.",
            "Dans `brief`, remplacez `3` par `6`.",
            "En `brief`, cambia `3` por `6`.",
            "В функции `brief` замените `3` на `6`.",
            "W funkcji `brief` zmień `3` na `6`.",
            "在 `brief` 中，将 `3` 改为 `6`。",
            "`brief` の `3` を `6` に変更してください。",
            "`a.rs`의 `brief`에서 `3`을 `6`으로 변경하세요.",
        ],
    )
    def test_a_number_changes_in_the_function_that_words_name(self, tmp_path: Path, words: str) -> None:
        brief = "pub fn brief() -> u64 {\n    3\n}\n"
        text = f"{brief}\npub fn long() -> u64 {{\n    3 * 6 + 3.5\n}}\n"
        root = make_tree(tmp_path, {"a.rs": text})

        accepted(root, f"{words}\n")

        assert text.replace(brief, brief.replace("3", "6")) == (root / "a.rs").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Change `3` to `6`.",
            "In `long`, change `3` to `6`.",
            "In `brief`, change `4` to `6`.",
            "In `other`, change `3` to `6`.",
            "In `brief`, don't change `3` to `6`.",
            "`brief`에서 `3`을 `6`으로 변경하지 마세요.",
            "When it runs, `3` becomes `6`.",
            "`long` takes `6` instead of `3` where `brief` stays as it is.",
        ],
    )
    def test_a_number_changes_nowhere_else(self, tmp_path: Path, words: str) -> None:
        text = "pub fn brief() -> u64 {\n    3\n}\n\npub fn long() -> u64 {\n    3 * 3\n}\n"
        root = make_tree(tmp_path, {"a.rs": text})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "In `Gross`, change `Round(sum, 2)` to `Round(sum, 4)`.",
            "In `Gross`, replace `return Round(sum, 2);` with `return Round(sum, 4);`.",
            "Replace `return Round(sum, 2);` in `Gross` with `return Round(sum, 4);` (`Net` stays as it is).",
            "Inside `Gross`, `return Round(sum, 2);` becomes `return Round(sum, 4);`.",
            "In `Gross`, change the last argument of `Round(sum, 2)` from `2` to `4`.",
            "Ersetze in `Gross` `Round(sum, 2)` durch `Round(sum, 4)`.",
            "Remplacez `Round(sum, 2)` dans `Gross` par `Round(sum, 4)`.",
            "`A.cs`의 `Gross`에서 `Round(sum, 2)`를 `Round(sum, 4)`로 바꾸세요.",
        ],
    )
    def test_the_place_may_have_its_brackets_on_lines_of_their_own(self, tmp_path: Path, words: str) -> None:
        net = "    decimal Net()\n    {\n        return Round(sum, 2);\n    }\n"
        gross = net.replace("Net", "Gross")
        text = f"class A\n{{\n{net}\n{gross}}}\n"
        root = make_tree(tmp_path, {"A.cs": text})

        accepted(root, f"{words}\n")

        assert text.replace(gross, gross.replace("2", "4")) == (root / "A.cs").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "When it is empty, `sum > 0` becomes `other < 1`.",
            "`sum` becomes `other`.",
            "`sum > 0` becomes `true`.",
            "`sum` should be called by `other`.",
            "`sum`을 `other`로 바꾸지 마세요.",
            "`sum`을 삭제할 필요가 없습니다.",
        ],
    )
    def test_words_about_what_code_does_change_nothing(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"a.py": "def f(sum):\n    return sum > 0\n"})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "The function `age` should be called `span` instead.",
            "`age()` is now named `span()`.",
            "Rename the function `age` to `span` (and its call in `left`).",
            "In `a.py` die Funktion `age` überall in `span` umbenennen.",
            "In `a.py` wird `age()` überall in `span()` umbenannt.",
            "Die Funktion `age` sollte `span` heißen.",
            "La fonction `age` devrait s'appeler `span`.",
            "La función `age` debería llamarse `span`.",
            "Hernoem `age` naar `span`.",
            "Przemianuj `age` na `span`.",
            "В файле `a.py` переименуйте `age` в `span`.",
            "Функция `age` должна называться `span`.",
            "関数 `age` を `span` にリネームしてください。",
            "`a.py`에서 `age`를 `span`로 이름을 바꾸세요.",
            "함수 `age`의 이름을 `span`로 변경하세요.",
            "Replace all occurrences of `age` with `span` in a.py.",
        ],
    )
    def test_a_name_changes_everywhere(self, tmp_path: Path, words: str) -> None:
        text = "def age():\n    return 1\n\n\ndef left(limit):\n    return limit - age()\n"
        root = make_tree(tmp_path, {"a.py": text})

        accepted(root, f"{words}\n")

        assert text.replace("age", "span") == (root / "a.py").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Drop the `console.log` from `load`.",
            "Take out the `console.log` statement in `load`.",
            "In load, delete this line: `console.log(1, x);`",
            "Delete the following from `load`: `console.log(1, x);`",
            "Lösche in `a.ts` den Aufruf `console.log(1, x);`.",
            "Dans `a.ts`, supprime le `console.log` de `load`.",
            "`a.ts`의 `load`에서 `console.log(1, x);`를 삭제하세요.",
        ],
    )
    def test_a_call_goes_from_the_function_that_words_name(self, tmp_path: Path, words: str) -> None:
        gone = "  console.log(1, x);\n"
        text = (
            f"function load(x) {{\n{gone}  return x;\n}}\n\nfunction save(x) {{\n  console.log(2, x);\n}}\n"
        )
        root = make_tree(tmp_path, {"a.ts": text})

        accepted(root, f"{words}\n")

        assert text.replace(gone, "") == (root / "a.ts").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Drop the `console.log` from `twice`.",
            "Don't delete this line: `console.log(2, x);`",
            "Do you want to delete this line: `console.log(2, x);`?",
            "Nothing else may delete it: then `console.log(2, x);` is enough.",
            "Delete this line, and add another one: `console.log(2, x);`",
        ],
    )
    def test_a_call_stays_that_words_do_not_mean(self, tmp_path: Path, words: str) -> None:
        once = "function save(x) {\n  console.log(2, x);\n}\n"
        text = f"{once}\nfunction twice(x) {{\n  console.log(x);\n  console.log(3, x);\n}}\n"
        root = make_tree(tmp_path, {"a.ts": text})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "Get rid of `double far(const P& a, const P& b)`.",
            "It is dead code, so go ahead and delete far().",
            "Remove the function `far(const P& a, const P& b)` from a.cpp.",
            "Lösche in `a.cpp` die Funktion `far`.",
            "The `far` function should be removed from a.cpp.",
            "`a.cpp`에서 `far` 함수를 삭제하세요.",
        ],
    )
    @pytest.mark.parametrize("head_end", [" {", "\n{"])
    def test_a_definition_goes_with_all_of_its_lines(self, tmp_path: Path, words: str, head_end: str) -> None:
        gone = f"\ndouble far(const P& a, const P& b){head_end}\n    return a.x - b.x;\n}}\n"
        text = f"double near(const P& a) {{\n    return a.x;\n}}\n{gone}"
        root = make_tree(tmp_path, {"a.cpp": text})

        accepted(root, f"{words}\n")

        assert text.replace(gone, "") == (root / "a.cpp").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Remove the `a.min.js` script tag from `index.html`.",
            "You can now delete the `<script>` tag that loads `/js/a.min.js`.",
            "Then get rid of the script tag for `a.min.js`.",
            "Lösche in `index.html` das Script-Tag für `a.min.js`.",
            "Dans `index.html`, supprime la balise script de `/js/a.min.js`.",
        ],
    )
    def test_a_tag_goes_that_loads_a_file(self, tmp_path: Path, words: str) -> None:
        line = '  <script src="/js/a.min.js"></script>\n'
        text = f"<head>\n  <title>A</title>\n{line}</head>\n"
        root = make_tree(tmp_path, {"index.html": text, "js/a.min.js": "a();\n"})

        accepted(root, f"{words}\n")

        assert text.replace(line, "") == (root / "index.html").read_text()
        assert (root / "js/a.min.js").exists()

    @pytest.mark.parametrize(
        "words",
        [
            "Rename `rows` to `lines` in `two`.",
            "In `two`, rename the variable `rows` to `lines`.",
            "Renomme `rows` en `lines` dans `two`.",
            "Rinomina `rows` in `lines` nella funzione `two`.",
            "Em `two`, renomeie `rows` para `lines`.",
        ],
    )
    def test_a_variable_gets_another_name_only_in_the_function_that_words_name(
        self, tmp_path: Path, words: str
    ) -> None:
        one = "def one(rows):\n    rows = sorted(rows)\n    return rows[0].rows\n"
        two = one.replace("one", "two")
        root = make_tree(tmp_path, {"a.py": f"{one}\n\n{two}"})

        accepted(root, f"{words}\n")

        renamed = two.replace("rows", "lines").replace(".lines", ".rows")
        assert f"{one}\n\n{renamed}" == (root / "a.py").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Rename `rows` to `first` in `two`.",
            "Change the type of `limit` to `str`.",
            "Change the type of `limit` in `two` to `str`.",
            "Ändere den Typ von `limit` in `two` auf `str`.",
        ],
    )
    def test_a_name_stays_that_is_not_to_get_another_one(self, tmp_path: Path, words: str) -> None:
        one = "def one(rows):\n    return rows[0]\n"
        two = "def two(rows, limit: int):\n    first = rows[0]\n    return first[limit]\n"
        root = make_tree(tmp_path, {"a.py": f"{one}\n\n{two}"})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "Delete the line `out.write(row)` from `two`.",
            "Remove `out.write(row)` in `two`.",
            "Supprime `out.write(row)` de `two`.",
        ],
    )
    def test_of_equal_lines_the_one_goes_from_the_function_that_words_name(
        self, tmp_path: Path, words: str
    ) -> None:
        one = "def one(out, row):\n    out.write(row)\n    return 1\n"
        two = one.replace("one", "two")
        root = make_tree(tmp_path, {"a.py": f"{one}\n\n{two}"})

        accepted(root, f"{words}\n")

        left = two.replace("    out.write(row)\n", "")
        assert f"{one}\n\n{left}" == (root / "a.py").read_text()

    def test_a_name_is_not_the_new_value_of_another_one_in_code(self, tmp_path: Path) -> None:
        uses = "".join(f"last = {value}\nuse(last)\n" for value in (1, 2, 3))
        root = make_tree(tmp_path, {"a.py": uses})

        assert [] == offers(root, "**What changed**\n\n- `last` → `recent` (a list)\n")

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            (
                "a.toml",
                '[a]\nversion = "1.0.0"\n\n[needs]\nx = { version = "1.0.0" }\n\n[needs.y]\nversion = 1\n',
            ),
            ("a.json", '{\n  "version": "1.0.0",\n  "needs": {\n    "version": "1.0.0"\n  }\n}\n'),
            ("a.yml", "version: 1.0.0\nneeds:\n  version: 1.0.0\n"),
        ],
    )
    def test_of_several_settings_of_a_name_the_outermost_is_meant(
        self, tmp_path: Path, path: str, text: str
    ) -> None:
        root = make_tree(tmp_path, {path: text})

        accepted(root, f"In `{path}`, bump `version` to `2.0.0`.\n")

        assert text.replace("1.0.0", "2.0.0", 1) == (root / path).read_text()

    def test_a_value_of_a_name_that_no_line_sets_is_no_line_of_its_own(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.toml": '[a]\nname = "x"\nsize = "3.0"\n'})

        assert [] == offers(root, 'In `a.toml`, bump `version` to `"10.4.0"`.\n')

    def test_the_section_of_a_key_goes_as_a_whole(self, tmp_path: Path) -> None:
        text = '{\n  "needs": {\n    "jest": "^29"\n  },\n  "jest": {\n    "bail": true\n  }\n}\n'
        root = make_tree(tmp_path, {"package.json": text})

        accepted(root, 'In `package.json`, remove the whole `"jest"` section at the bottom.\n')

        assert '{\n  "needs": {\n    "jest": "^29"\n  }\n}\n' == (root / "package.json").read_text()

    def test_an_item_with_a_version_is_added_to_a_list(self, tmp_path: Path) -> None:
        text = 'all = [\n    "ruff >= 0.6",\n    "mypy >= 1.11",\n]\n'
        root = make_tree(tmp_path, {"a.toml": text})

        accepted(root, 'In `a.toml`, add `"tox >= 4.0"` to the `all` extra (at the end of the list).\n')

        assert text.replace("]", '    "tox >= 4.0",\n]') == (root / "a.toml").read_text()

    @pytest.mark.parametrize(
        ("words", "lost"),
        [
            (
                "Delete the `short` function and stop exporting it:",
                "\n\ndef short(text):\n    return text[:10]\n",
            ),
            (
                "Remove the `slug` helper, and then use:",
                '\n\ndef slug(text):\n    return re.sub(" ", "-", text)\n',
            ),
        ],
    )
    def test_what_goes_before_the_code_below_is_offered_too(self, root: Path, words: str, lost: str) -> None:
        code = fenced("ALL = [1]\n")
        review = review_of(root, f"In `a/text.py`:\n\n{words}\n{code}")
        found = [plain_interpretation(p.block.operation) for p in review.proposals]

        assert [(lost.strip(), "")] == [(pair.search.strip(), pair.replace) for pair in found if pair.search]

    def test_an_import_is_added_that_stands_before_another_edit(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": "import abc\nimport re\n\nNAMES = ['a']\n"})
        words = "It needs `import os` (after `import abc`), and you should add `'b'` to `NAMES`:"

        code = fenced("NAMES = ['a', 'b']\n")
        review = review_of(root, f"In `a.py`:\n\n{words}\n{code}")
        review.decide({p.key: review.acceptance(p) for p in review.proposals if p.is_ready})
        review.write()

        assert "import abc\nimport os\nimport re\n" in (root / "a.py").read_text()

    @pytest.mark.parametrize(
        ("words", "line"),
        [
            ("Don't forget to add `lint docs` to the end of the `.PHONY` line.", "build test lint docs"),
            ("Also add `lint` and `docs` to the `.PHONY` line.", "build test lint docs"),
            ("Füge `lint docs` am Ende der `.PHONY`-Zeile hinzu.", "build test lint docs"),
            ("Ajoutez `lint docs` à la fin de la ligne `.PHONY`.", "build test lint docs"),
            ("Añade `lint docs` al final de la línea `.PHONY`.", "build test lint docs"),
            ("别忘了在 `.PHONY` 行末尾加上 `lint docs`。", "build test lint docs"),
            ("Add `lint` at the beginning of the `.PHONY` line.", "lint build test"),
            ("Prepend `lint` to the `.PHONY` line.", "lint build test"),
            ("Add `lint` after `build` in the `.PHONY` line.", "build lint test"),
            ("In the `.PHONY` line, add `lint` before `test`.", "build lint test"),
            ("Add `lint` to `.PHONY`, after `build`.", "build lint test"),
        ],
    )
    def test_words_are_added_where_a_sentence_puts_them_in_a_line(
        self, tmp_path: Path, words: str, line: str
    ) -> None:
        root = make_tree(tmp_path, {"Makefile": ".PHONY: build test\n\nbuild:\n\tmake\n"})

        accepted(root, f"In the `Makefile`: {words}\n")

        assert f".PHONY: {line}\n\nbuild:\n\tmake\n" == (root / "Makefile").read_text()

    @pytest.mark.parametrize(
        ("file", "words", "result"),
        [
            ("HOSTS=a.com,b.com\n", "Add `c.com` to the end of `HOSTS`", "HOSTS=a.com,b.com,c.com\n"),
            ("APPS = ['a', 'b']\n", "Add `c` after `a` in `APPS`", "APPS = ['a', 'c', 'b']\n"),
            ("APPS = []\n", "Add `'c'` to `APPS`", "APPS = ['c']\n"),
            ('FLAGS = "-a -b"\n', "Add `-c` to the beginning of `FLAGS`", 'FLAGS = "-c -a -b"\n'),
            (LISTED, "Add `c` after `a` in `APPS`", LISTED.replace("'a',\n", "'a',\n    'c',\n")),
            (LISTED, "Add `c` and `d` to `APPS`", LISTED.replace("'b',\n", "'b',\n    'c',\n    'd',\n")),
            (LISTED, "Add `c` at the beginning of `APPS`", LISTED.replace("    'a'", "    'c',\n    'a'")),
            ("A: list[str] = ['a']  # all\n", "Add `c` to `A`", "A: list[str] = ['a', 'c']  # all\n"),
            ("'A' => ['a', 'b'],\n", "Add `c` to `A`", "'A' => ['a', 'b', 'c'],\n"),
            ("A = {'a', 'b'}\n", "Add `c` to `A`", "A = {'a', 'b', 'c'}\n"),
            ("A = ['a', *B]\n", "Add `c` to `A`", "A = ['a', *B, 'c']\n"),
            ("A = ['x.a', 'a', 'b']\n", "Add `c` after `a` in `A`", "A = ['x.a', 'a', 'c', 'b']\n"),
            ("A = ['a-b', 'b']\n", "Add `c` before `b` in `A`", "A = ['a-b', 'c', 'b']\n"),
            ("APPS = ['a', 'b']\n", "Add `c` to `APPS` below, and `d`", "APPS = ['a', 'b', 'c', 'd']\n"),
            ("A = [\n  'a'  # x\n]\n", "Add `c` to `A`", "A = [\n  'a',  # x\n  'c'\n]\n"),
            (
                "A = [\n  'a',  # x\n  # 'b',\n\n]\n",
                "Add `c` to `A`",
                "A = [\n  'a',  # x\n  'c',\n  # 'b',\n\n]\n",
            ),
            (
                "A = [\n  'a',  # x\n  'b',\n]\n",
                "Add `c` after `a` in `A`",
                "A = [\n  'a',  # x\n  'c',\n  'b',\n]\n",
            ),
        ],
    )
    def test_items_are_added_as_a_list_has_them(
        self, tmp_path: Path, file: str, words: str, result: str
    ) -> None:
        root = make_tree(tmp_path, {"a.py": file})

        accepted(root, f"{words} in `a.py`.\n")

        assert result == (root / "a.py").read_text()

    @pytest.mark.parametrize(
        ("words", "line"),
        [
            ("Add `node` to `plugins`", "plugins=(git docker node)\n"),
            ("Add `node` after `git` in `plugins`", "plugins=(git node docker)\n"),
        ],
    )
    def test_an_array_of_a_shell_has_no_commas(self, tmp_path: Path, words: str, line: str) -> None:
        root = make_tree(tmp_path, {"a.zsh": "plugins=(git docker)\n"})

        accepted(root, f"{words} in `a.zsh`.\n")

        assert line == (root / "a.zsh").read_text()

    @pytest.mark.parametrize(
        "line",
        [
            "APPS = ['a'] + OTHER",
            "APPS = {'a', 'b'} | OTHERS",
            "APPS = ('a', 'b')[::-1]",
            "APPS = [a].concat(c)",
            "APPS = [a].concat([c])",
            "APPS = {'a': 1}",
            "APPS = {a: 1}",
            "APPS = {}",
            "APPS = [('a', 1), ('b', 2)]",
            "APPS = [x for x in y]",
            "APPS = ('a')",
            "APPS = load(a)",
            "APPS = 'a' + 'b'",
            "APPS = other",
            "if APPS == y:",
            "if APPS:",
            "'APPS' => ['a' => 1],",
            "x = APPS == y",
            "while APPS in y:",
            "APPS = [\n    load(\n        a,\n    ),\n]",
        ],
    )
    def test_a_value_that_is_no_list_of_items_gets_none(self, tmp_path: Path, line: str) -> None:
        root = make_tree(tmp_path, {"a.py": f"{line}\n"})

        assert [] == offers(root, "Add `ddd` to `APPS` in `a.py`.\n")

    def test_a_special_target_of_a_makefile_is_no_file(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"Makefile": ".PHONY: build test\n\nclean:\n\trm -r bin\n"})

        accepted(root, "In the `Makefile`, add `clean` to the `.PHONY` line.\n")

        assert ".PHONY: build test clean\n" in (root / "Makefile").read_text()

    def test_imports_in_a_list_are_added_to_the_file_of_the_edit_above(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": "import re\n\n\ndef f(a):\n    return a\n"})
        code = fenced("def f(a):\n    return hashlib.md5(os.fsencode(a))\n")
        words = "It needs these two imports: `import hashlib` and `import os`."

        found = review_of(root, f"In `a.py`, change `f`:\n{code}\n{words}\n").proposals

        assert ["a.py"] * 3 == [proposal.path for proposal in found]

    def test_a_command_to_run_afterwards_is_no_edit(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"tox.ini": "commands =\n    ruff check src\n"})

        assert [] == offers(root, "Afterwards run `ruff check --fix src` once; it rewrites `A` → `a`.\n")

    @pytest.mark.parametrize(
        "words",
        [
            "**Careful:** turning on `encrypted` on a plain class *replaces* it.",
            "`encrypted` has to be declared **above** `class`.",
            "In `Items#class`, replace",
        ],
    )
    def test_a_name_that_is_not_said_to_be_the_value_is_none(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"a.tf": 'class = "small"\nname = "a"\n'})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        ("words", "old", "new"),
        [
            ("Set `LEVEL` to `info`.", "value: debug", "value: info"),
            ("Change `count: 1` to `count: 2` so that it doesn't wait.", "count: 1", "count: 2"),
            ("Change `image: node:16` to `node:20`.", "node:16", "node:20"),
        ],
    )
    def test_a_value_changes_in_a_list_of_names_and_values(
        self, tmp_path: Path, words: str, old: str, new: str
    ) -> None:
        env = "".join(f"  - name: {name}\n    value: debug\n" for name in ("OTHER", "LEVEL"))
        text = f"count: 1\nimage: node:16\nenv:\n{env}"
        root = make_tree(tmp_path, {"a.yml": text})

        accepted(root, f"In `a.yml`: {words}\n")

        above, _, below = text.rpartition(old)
        assert above + new + below == (root / "a.yml").read_text()

    def test_a_word_is_no_new_value_of_a_call(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": "rows = session.query(model)\nuse(rows)\n"})
        words = "You should use a generator. `.all()` loads everything; `yield_per` streams the rows."

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "`deadline` is computed once, using the scheduler's own `timefunc`, so that clocks keep working.",
            "You can add an optional `timeout` to `queue.run()`.",
            "The keys 'j', 'k', and 'q' should now work properly.",
            "We change the `run` method so that it is called while `deadline` is active.",
        ],
    )
    def test_names_in_prose_are_no_old_and_new_code(self, tmp_path: Path, words: str) -> None:
        text = "def run():\n    # the deadline of the\n    deadline = first(queue)\n    keys('j' | '-')\n"
        root = make_tree(tmp_path, {"a.py": text + "    stop(deadline, deadline)\n    log(deadline)\n"})

        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize("table", ["server", "database"])
    def test_a_table_of_settings_names_the_section_of_each(self, tmp_path: Path, table: str) -> None:
        text = "[server]\nport = 1\nlimit = 5\n\n[database]\nhost = 1\nlimit = 5\n"
        root = make_tree(tmp_path, {"a.toml": text})

        accepted(
            root,
            "In `a.toml`:\n\n| Section | Key | Current | New |\n|-|-|-|-|\n"
            f"| `[{table}]` | `limit` | `5` | `50` |\n",
        )

        above, named, below = text.partition(f"[{table}]")
        assert above + named + below.replace("limit = 5", "limit = 50", 1) == (root / "a.toml").read_text()

    def test_a_section_goes_as_a_whole(self, tmp_path: Path) -> None:
        text = "# A\n\n## B\n\n- b\n\n## C\n\nc\n"
        root = make_tree(tmp_path, {"a.md": text})

        accepted(root, 'Remove the "B" section.\n')

        assert "# A\n\n## C\n\nc\n" == (root / "a.md").read_text()

    def test_each_of_several_lines_for_a_file_is_offered(self, root: Path) -> None:
        (root / ".gitignore").write_text("*.pyc\n")

        found = review_of(root, "Add `dist/`, `build/` and `*.log` to `.gitignore`.\n").proposals

        assert ["dist/\n", "build/\n", "*.log\n"] == [
            each.block.operation.text for each in found if isinstance(each.block.operation, Snippet)
        ]

    @pytest.mark.parametrize(
        "words",
        [
            "In `text.py`, change `return 1` to `return 2`.",
            "In `text.py`, change `text` to `word`.",
            "Don't change `return text[:10]` to `return text[:20]`.",
            "Should `return text[:10]` be `return text[:20]`?",
            "This uses `text[:10]`, and I used `other(text)`.",
            "You can call `slug` with `text`.",
            "In `other.py`, change `return text[:10]` to `return text[:20]`.",
            "Delete `c.py`.",
            "Add the delete route to `b.py`.",
            "Rename `b.py` to `a/text.py`.",
        ],
    )
    def test_other_words_are_prose(self, root: Path, words: str) -> None:
        review = review_of(root, f"{words}\n")

        assert ([], []) == (review.proposals, review.loose_code)

    def test_words_about_an_edit_of_the_response_are_not_offered(self, root: Path) -> None:
        words = f"In `a/text.py`, I changed `{TEN.strip()}` to `{TWENTY.strip()}`."
        block = f"a/text.py\n<<<<<<< SEARCH\n{TEN}=======\n{TWENTY}>>>>>>> REPLACE\n"

        assert [] == offers(root, f"{words}\n\n{block}")
        assert [] == offers(root, f"{block}\n{words}\n")

    def test_words_below_the_name_of_a_file_are_about_that_file(self, root: Path) -> None:
        make_tree(root, {"a/short.py": "import short\n", "b.py": "import short\n\nx = 1\n"})
        words = "- **`a/short.py`**: unchanged\n- **`b.py`**:\n"

        assert ["b.py"] == offers(root, f"{words}  - remove the import of `short`\n")
        assert ["b.py"] == offers(root, f"{words}  - add `import os`\n")

    def test_an_import_of_a_name_goes_and_not_its_definition(self, root: Path) -> None:
        make_tree(root, {"b.py": "import re\nfrom a.text import short\n\nx = 1\n"})

        accepted(root, "In `b.py`, remove the import of `short`.\n")

        assert "import re\n\nx = 1\n" == (root / "b.py").read_text()

    @pytest.mark.parametrize(
        ("words", "old", "new"),
        [
            ("remove `macos-14` from the matrix", "      - macos-14\n", ""),
            ("remove the `macos-14` entry", "      - macos-14\n", ""),
            ("remove `3.8` from the matrix", '"3.8", ', ""),
            ("drop `b` from the `kind` list", "a, b, c", "a, c"),
            ("rename the `run:fix` target to `fix`", "run:fix: x", "fix: x"),
            ("rename `run` to `go`", "run: pwd", "go: pwd"),
            ("set `tools.ruff.length` to `100`", "length: 80", "length: 100"),
        ],
    )
    def test_items_and_keys_of_data_change_alone(
        self, tmp_path: Path, words: str, old: str, new: str
    ) -> None:
        text = (
            "matrix:\n    os:\n      - macos-14\n      - macos-15\n"
            '    python: ["3.8", "3.9"]\n    kind: [a, b, c]\nrun: pwd\nrun:fix: x\n'
            "tools:\n  black:\n    length: 70\n  ruff:\n    length: 80\nother: run\n"
        )
        root = make_tree(tmp_path, {"b.yml": text})

        accepted(root, f"In `b.yml`, {words}.\n")

        assert text.replace(old, new) == (root / "b.yml").read_text()

    def test_the_last_item_of_a_list_in_json_takes_the_comma_above_with_it(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"b.json": '{\n  "files": [\n    "dist",\n    "src"\n  ]\n}\n'})

        accepted(root, "In `b.json`, remove `src` from the files list.\n")

        assert '{\n  "files": [\n    "dist"\n  ]\n}\n' == (root / "b.json").read_text()

    def test_a_name_is_renamed_although_code_for_another_file_uses_the_new_one(self, root: Path) -> None:
        use = fenced("from a.text import slugify\n")
        words = f"Rename `slug` to `slugify` in `a/text.py`.\n\nIn `b.py`:\n{use}"

        assert "a/text.py" in offers(root, words)

    @pytest.mark.parametrize(
        ("path", "words", "text", "lines"),
        [
            pytest.param(
                "a.py",
                "the method `load` to `reload`",
                "import json\n\n\nclass Store:\n    def load(self):\n        return json.load(self.f)\n\n\n"
                "def main():\n    store = Store()\n    store.load()\n",
                {5, 11},
                id="module",
            ),
            pytest.param(
                "a.js",
                "the function `close` to `shut`",
                "function close() {}\nwindow.close();\nconst door = { close: true };\n"
                'socket.on("close", close);\nclose();\n',
                {1, 5},
                id="global, key and string",
            ),
            pytest.param(
                "a.go",
                "the function `Close` to `Stop`",
                "package a\n\nfunc Close() {}\n\nfunc run(f *File) {\n\tdefer f.Close()\n\tClose()\n}\n",
                {3, 7},
                id="another type",
            ),
            pytest.param(
                "a.go",
                "the method `Load` to `Read`",
                "package a\n\nfunc (s *Store) Load() {}\n\nfunc run() {\n\tst := &Store{}\n\tst.Load()\n}\n",
                {3, 7},
                id="a variable of the type",
            ),
            pytest.param(
                "a.py",
                "the class `Store` to `Shop`",
                'class Store:\n    def copy(self) -> "Store":\n        return Store()\n',
                {1, 2, 3},
                id="a class in a string",
            ),
            pytest.param(
                "a.py",
                "`send` to `post`",
                '__all__ = ["send"]\n\n\ndef send():\n    pass\n\n\n# send it\nsend()\n',
                {1, 4, 8, 9},
                id="exported",
            ),
            pytest.param(
                "a.sql",
                "the column `name` of `orders` to `title`",
                "CREATE TABLE users (name TEXT);\nCREATE TABLE orders (name TEXT);\n",
                set(),
                id="an owner that cannot be told",
            ),
            pytest.param(
                "a.js",
                "`limit` to `max` in the POST route",
                'get("/", () => {\n  const limit = 1;\n});\npost("/", () => {\n  const limit = 1;\n});\n',
                set(),
                id="a place that cannot be told",
            ),
        ],
    )
    def test_a_rename_leaves_what_has_the_name_of_another_owner(
        self, tmp_path: Path, path: str, words: str, text: str, lines: set[int]
    ) -> None:
        review = review_of(make_tree(tmp_path, {path: text}), f"In `{path}`, rename {words}.\n")

        changed = {
            match.lines[0]
            for proposal in review.proposals
            if proposal.is_ready and not proposal.warnings
            for match in proposal.chosen
            if match.lines is not None
        }
        assert lines == changed

    def test_words_that_report_a_new_name_are_no_offer_beside_code_that_has_it(self, root: Path) -> None:
        words = "The name `slug` would collide, so I renamed the function to `slugify`."

        assert [] == offers(root, f"{words}\n{fenced('from a.text import slugify' + chr(10), 'vue')}")

    def test_the_title_of_a_feature_is_no_line_of_code(self, root: Path) -> None:
        words = 'Everything else stays inside `slug`. I\'ve also added the "rope is burning" text to `slug`.'

        assert [] == offers(root, f"{words}\n")

    def test_a_line_goes_beside_one_of_the_file_of_the_edit_above(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"b.toml": 'x = 1\nkinds = [\n  "Python 3.8",\n  "Python 3.12",\n]\n'})
        words = 'Also\n\n- add `"Python 3.13",` after the 3.12 one.\n'

        review = review_of(
            root, f"`b.toml`:\n\n{block('x = 1' + chr(10), 'x = 2' + chr(10), 'b.toml')}\n{words}"
        )

        (offer,) = [each for each in review.proposals if each.is_offer]
        assert offer.candidates is not None
        (first, *_) = offer.candidates.matches
        assert '"Python 3.12",\n  "Python 3.13",\n' in first.change.apply((root / "b.toml").read_text())

    @pytest.mark.parametrize(
        ("words", "lost"),
        [
            ("drop the `select()` fallback", None),
            ("drop `select()`", None),
            ("remove the `LIMIT` check", None),
            ("remove the `log()` call", "    log(text)\n"),
            ("remove the `log()` call in `slug`", "    log(text)\n"),
            ("delete the `LIMIT` constant", "LIMIT = 5\n"),
        ],
    )
    def test_what_a_name_is_used_for_is_neither_its_import_nor_its_definition(
        self, tmp_path: Path, words: str, lost: str | None
    ) -> None:
        text = (
            "import select\n\nx = 1\nLIMIT = 5\n\n\ndef slug(text):\n    log(text)\n    select.select(text)\n"
        )
        root = make_tree(tmp_path, {"b.py": text})
        response = f"In `b.py`, {words}.\n"

        if lost is None:
            assert [] == offers(root, response)
        else:
            accepted(root, response)
            assert (
                text.replace(lost, "").replace("select\n\n\n\n", "select\n\n\n")
                == (root / "b.py").read_text()
            )

    @pytest.mark.parametrize("above", ["/** Adds.\n * Twice.\n */\n", "/// Adds.\n"])
    def test_a_definition_goes_with_its_documentation(self, tmp_path: Path, above: str) -> None:
        other = "// The other one.\nfunction other() {\n  return 1;\n}\n"
        file = f"{other}\n{above}function add() {{\n  return 2;\n}}\n"
        root = make_tree(tmp_path, {"a.ts": file})

        accepted(root, "Remove the `add` function.\n")

        assert other == (root / "a.ts").read_text()

    def test_a_block_that_is_quoted_in_part_goes(self, tmp_path: Path) -> None:
        kept = "describe('b', () => {\n  it('c');\n});\n"
        root = make_tree(tmp_path, {"a.ts": f"describe('a', () => {{\n  it('b');\n}});\n\n{kept}"})

        accepted(root, "In `a.ts`, delete the `describe('a', …)` block.\n")

        assert kept == (root / "a.ts").read_text()

    def test_lines_next_to_each_other_go_together(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"run.sh": "make\n\necho wait\nsleep 5\n\nmake test\n"})

        accepted(root, "`sleep 5` isn't needed, delete it together with the `echo wait` above it.\n")

        assert "make\n\nmake test\n" == (root / "run.sh").read_text()

    def test_an_arrow_between_other_words_changes_nothing(self, root: Path) -> None:
        assert [] == offers(root, "Now `slug` fails with a `KeyError` (→ 500) without a text.\n")

    def test_words_and_the_command_for_them_are_one_offer(self, root: Path) -> None:
        assert ["b.py"] == offers(root, "Rename `b.py` to `c.py`.\n\n```sh\ngit mv b.py c.py\n```\n")

    def test_an_accepted_offer_changes_the_part_of_the_line(self, root: Path) -> None:
        accepted(root, "In `a/text.py`, replace `text[:10]` with `text[:20]`.\n")

        assert TEXT.replace(TEN, TWENTY) == (root / "a/text.py").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "In `a.py`, replace every `old_call` with `new.call`.",
            "In `a.py`, replace all occurrences of `old_call` with `new.call`.",
            "Replace `old_call` with `new.call` everywhere in `a.py`.",
            "Replace `old_call` with `new.call` throughout.",
            "**a.py**: `old_call` is deprecated, so replace it with `new.call` in all four places.",
            "`old_call` is deprecated in `a.py`. Use `new.call` instead, in every function.",
            "Ersetze in `a.py` überall `old_call` durch `new.call`.",
            "Ersetze in `a.py` alle Vorkommen von `old_call` durch `new.call`.",
            "Dans `a.py`, remplacez `old_call` par `new.call` partout.",
            "En `a.py`, reemplaza todas las apariciones de `old_call` por `new.call`.",
            "In `a.py`, sostituisci ovunque `old_call` con `new.call`.",
            "Замените все `old_call` в `a.py` на `new.call`.",
            "把 `a.py` 中的所有 `old_call` 替换为 `new.call`。",
            "`a.py` の `old_call` をすべて `new.call` に置き換えてください。",
        ],
    )
    def test_words_may_ask_to_replace_code_everywhere(self, tmp_path: Path, words: str) -> None:
        text = "".join(f"def f{n}():\n    return old_call + old_call_2\n\n\n" for n in range(4))
        root = make_tree(tmp_path, {"a.py": text})

        accepted(root, f"{words}\n")

        assert text.replace("old_call ", "new.call ") == (root / "a.py").read_text()

    def test_names_of_files_are_not_replaced_with_what_they_begin_with(self, tmp_path: Path) -> None:
        text = "docker-compose -f docker-compose.prod.yml up\n./docker-compose stop\ndocker-compose ps\n"
        root = make_tree(tmp_path, {"run.sh": text})
        review = review_of(root, "In `run.sh`, replace all `docker-compose` with `docker compose`.\n")

        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        review.write()

        expected = "docker compose -f docker-compose.prod.yml up\n./docker-compose stop\ndocker compose ps\n"
        assert expected == (root / "run.sh").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Bump `node-version` to `20` in **both** jobs.",
            "Change `node-version` to `20` in both jobs.",
            "Node 18 is end-of-life, so change `node-version` to `20` everywhere.",
            "Set `node-version` to `20` in all jobs.",
            "Replace every `node-version` with `20`.",
            "Ändere `node-version` überall auf `20`.",
            "Passez `node-version` à `20` partout.",
            "Cambia `node-version` a `20` en todos los jobs.",
            "把所有的 `node-version` 改成 `20`。",
        ],
    )
    def test_words_may_give_a_name_a_value_everywhere_it_is_set(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"ci.yml": WORKFLOW})

        accepted(root, f"In `ci.yml`: {words}\n")

        assert WORKFLOW.replace("node-version: 18", "node-version: 20") == (root / "ci.yml").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Use `actions/checkout@v4` and `actions/setup-node@v4` instead of `@v3` everywhere.",
            "Use `actions/checkout@v4` and `actions/setup-node@v4` in both jobs.",
            "Upgrade to `actions/checkout@v4` and `actions/setup-node@v4` everywhere.",
            "Verwende überall `actions/checkout@v4` und `actions/setup-node@v4` statt `@v3`.",
            "Utilisez `actions/checkout@v4` et `actions/setup-node@v4` au lieu de `@v3` partout.",
            "Usa `actions/checkout@v4` y `actions/setup-node@v4` en lugar de `@v3` en todas partes.",
        ],
    )
    def test_words_may_give_packages_other_versions(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"ci.yml": WORKFLOW})

        all_accepted(root, f"In `ci.yml`: {words}\n")

        assert WORKFLOW.replace("@v3", "@v4") == (root / "ci.yml").read_text()

    @pytest.mark.parametrize(
        ("path", "text", "words", "expected"),
        [
            ("Dockerfile", "FROM node:18-alpine\n", "Use `node:20-alpine`.", "FROM node:20-alpine\n"),
            ("a.txt", "flask==2.0\nredis==4.1\n", "Use `flask==3.0` in `a.txt`.", "flask==3.0\nredis==4.1\n"),
            (
                "c.yml",
                "db:\n  image: redis:6\n",
                "Switch to `redis:7` in `c.yml`.",
                "db:\n  image: redis:7\n",
            ),
        ],
    )
    def test_a_package_of_another_version_takes_the_place_of_the_files(
        self, tmp_path: Path, path: str, text: str, words: str, expected: str
    ) -> None:
        root = make_tree(tmp_path, {path: text})

        accepted(root, f"{words}\n")

        assert expected == (root / path).read_text()

    def test_a_name_in_code_may_give_way_to_a_value(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": "a = LIMIT\nb = LIMIT + 1\n"})

        accepted(root, "In `a.py`, replace every `LIMIT` with `20`.\n")

        assert (root / "a.py").read_text() == "a = 20\nb = 20 + 1\n"

    @pytest.mark.parametrize(
        "words",
        [
            "Replace `old_call` with `new.call`, so that all tests pass.",
            "Replace `old_call` with `new.call` and check every caller.",
            "Don't replace every `old_call` with `new.call`.",
            "Replace `old_call` with `new.call`, not everywhere.",
        ],
    )
    def test_words_for_all_may_be_about_something_else(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"a.py": "a = old_call\nb = old_call\n"})

        operations = [proposal.block.operation for proposal in review_of(root, f"{words}\n").proposals]

        assert not [each for each in operations if isinstance(each, Replace) and each.is_everywhere]

    @pytest.mark.parametrize(
        ("words", "lines"),
        [
            ("replace `print` with `log` everywhere except in `load`.", {6, 11, 15}),
            ("replace `print` with `log` in all functions other than `load` and `save`.", {11, 15}),
            ("replace `print` with `log` everywhere, but leave `load` alone.", {6, 11, 15}),
            ("replace `print` with `log` everywhere (not in `save`).", {2, 11, 15}),
            ("replace `print` with `log` outside of the `Store` class.", {2, 6, 15}),
            ("replace `print` with `log` in both `load` and `save`.", {2, 6}),
            ("replace `print` with `log` in `load` and `save` but not in `Store`.", {2, 6}),
            ("replace every `print` with `log` in `Store`.", {11}),
            ("replace `print(xs)` with `log(xs)`. Leave `load` alone.", {6, 11, 15}),
            ("replace every `print` with `log`, as `main` does.", {2, 6, 11, 15}),
            ("replace every `print` with `log`, for consistency in the output.", {2, 6, 11, 15}),
            ("change all `print(xs)` to `log(xs)` in the whole file.", {2, 6, 11, 15}),
            ("ersetze `print` überall durch `log`, außer in `load`.", {6, 11, 15}),
            ("remplacez partout `print` par `log` sauf dans `load`.", {6, 11, 15}),
            ("除了 `load` 以外，把所有 `print` 替换为 `log`。", {6, 11, 15}),
            ("replace the first `print(xs)` with `log(xs)`.", {2}),
            ("change the second occurrence of `print` to `log`.", {6}),
            ("the third `print(xs)` should be `log(xs)`.", {11}),
            ("replace the last `print` with `log`.", {15}),
            ("ersetze das zweite `print` durch `log`.", {6}),
            ("replace `xs` with `ys` in `save`.", {5, 6}),
        ],
    )
    def test_words_may_leave_places_or_count_them(self, tmp_path: Path, words: str, lines: set[int]) -> None:
        text = (
            "def load(xs):\n    print(xs)\n\n\ndef save(xs):\n    print(xs)\n\n\nclass Store:\n"
            "    def open(self, xs):\n        print(xs)\n\n\ndef main(xs):\n    print(xs)\n"
        )
        review = review_of(make_tree(tmp_path, {"a.py": text}), f"In `a.py`, {words}\n")

        changed = {
            row
            for proposal in review.proposals
            if proposal.is_ready and not proposal.warnings
            for match in proposal.chosen
            if match.lines is not None
            for row in range(match.lines[0], match.lines[1] + 1)
        }
        assert lines == changed

    @pytest.mark.parametrize(
        "words",
        [
            "Replace `old_api` with `new.api` everywhere except in `b.py`.",
            "Replace every `old_api` with `new.api`, but not in `b.py`.",
            "Change `old_api(1)` to `new_api(1)`, except in `b.py`.",
            "Change `old_api` to `new.api` in all files but `b.py`.",
        ],
    )
    def test_a_file_that_words_leave_stays(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"a.py": "a = old_api(1)\n", "b.py": "b = old_api(1)\n"})

        assert ["a.py"] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "in production",
            "on mobile",
            "in the tests only",
            "inside the second loop",
            "in the last stage",
            "only for `/api`",
            "in the module-level functions",
            "except in the error handler",
        ],
    )
    @pytest.mark.parametrize("edit", ["replace `wait(3)` with `wait(5)` {}.", "change `n` to `5` {}."])
    def test_a_place_that_cannot_be_told_is_left_to_the_user(
        self, tmp_path: Path, edit: str, words: str
    ) -> None:
        text = "n = 3\na = wait(3)\n\ndef f():\n    n = 4\n    b = wait(3)\n"
        review = review_of(make_tree(tmp_path, {"a.py": text}), f"In `a.py`, {edit.format(words)}\n")

        assert review.proposals
        assert not [each for each in review.proposals if each.is_ready and not each.warnings]

    @pytest.mark.parametrize(
        "words",
        [
            "`wait(3)` should not be `wait(5)`.",
            "You had replaced `wait(3)` with `wait(5)`, which is why it fails.",
            "Changing `wait(3)` to `wait(5)` will not help.",
            "Replacing `wait(3)` with `wait(5)` was my first idea.",
            "Someone might suggest to change `wait(3)` to `wait(5)`; that is a bad idea.",
            "I changed `wait(3)` to `wait(5)` and reverted that again.",
            "Leave `wait(3)` as is, even if the docs say to change it to `wait(5)`.",
            "Instead of `wait(5)`, you previously had `wait(3)`.",
        ],
    )
    def test_an_edit_that_is_not_to_be_made_is_not_offered(self, tmp_path: Path, words: str) -> None:
        assert [] == offers(make_tree(tmp_path, {"a.py": "a = wait(3)\n"}), f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "`wait(3)` should not be there; replace it with `wait(5)`.",
            "Changing `wait(3)` to `wait(5)` will not break anything.",
            "Replace `wait(3)` with `wait(5)`; this is needed for slow machines.",
        ],
    )
    def test_words_that_only_sound_like_a_negation_forbid_nothing(self, tmp_path: Path, words: str) -> None:
        assert ["a.py"] == offers(make_tree(tmp_path, {"a.py": "a = wait(3)\n"}), f"{words}\n")

    def test_the_user_chooses_the_place_of_code_that_is_in_many(self, tmp_path: Path) -> None:
        text = "".join(f"a{n} = datetime.utcnow()\n" for n in range(5))
        root = make_tree(tmp_path, {"a.py": text})
        words = "In `a.py`, replace `datetime.utcnow()` with `datetime.now(UTC)`.\n"

        (proposal,) = review_of(root, words).proposals

        assert not proposal.is_ready
        assert proposal.candidates is not None
        assert 5 == len(proposal.candidates.matches)

    @pytest.mark.parametrize(
        "words",
        [
            "Drop the `tags = { ... }` block from every `bucket` (including the blank line before it).",
            "Remove the `tags` block from each `bucket`.",
            "Remove all `tags` blocks of the `bucket` resources.",
            "Entferne den `tags`-Block aus allen `bucket`-Ressourcen.",
            "Supprimez le bloc `tags` de chaque `bucket`.",
        ],
    )
    def test_a_block_goes_from_all_places_that_words_name(self, tmp_path: Path, words: str) -> None:
        tags = '\n  tags = {\n    a = "b"\n  }\n'
        kept = f'resource "db" "d" {{\n  size = 1\n{tags}}}\n'
        rest = "".join(f'resource "bucket" "{n}" {{\n  name = "{n}"\n%s}}\n\n' for n in "ab")
        root = make_tree(tmp_path, {"main.tf": rest.replace("%s", tags) + kept})
        review = review_of(root, f"{words}\n")

        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        review.write()

        assert rest.replace("%s", "") + kept == (root / "main.tf").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            'Remove every `print("x")` from `a.py`.',
            'Remove the `print("x")` calls in `a.py`.',
            'Remove all `print("x")` lines.',
            'Supprimez tous les `print("x")` de `a.py`.',
            '删除 `a.py` 中所有的 `print("x")`。',
        ],
    )
    def test_a_line_goes_from_all_places(self, tmp_path: Path, words: str) -> None:
        text = "".join(f'def f{n}():\n    print("x")\n    return {n}\n' for n in range(4))
        root = make_tree(tmp_path, {"a.py": text})

        accepted(root, f"{words}\n")

        assert text.replace('    print("x")\n', "") == (root / "a.py").read_text()

    def test_lines_go_only_from_the_definition_that_words_name(self, tmp_path: Path) -> None:
        body = "    if a:\n        print(a)\n        a += 1\n    print(a)\n    return a\n"
        text = f"def f(a):\n{body}\n\ndef g(a):\n{body}"
        root = make_tree(tmp_path, {"a.py": text})
        review = review_of(root, "Remove the `print(a)` calls from `g`.\n")

        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        review.write()

        rest = body.replace("        print(a)\n", "").replace("    print(a)\n", "")
        assert f"def f(a):\n{body}\n\ndef g(a):\n{rest}" == (root / "a.py").read_text()

    def test_the_user_chooses_which_of_the_same_lines_goes(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.py": "a()\nprint(1)\nb()\nprint(1)\n"})

        (proposal,) = review_of(root, "Remove the `print(1)` in `a.py`.\n").proposals

        assert not proposal.is_ready
        assert proposal.candidates is not None
        assert [(2, 2), (4, 4)] == [match.lines for match in proposal.candidates.matches]

    @pytest.mark.parametrize(
        "words",
        [
            "`f(x:)` is declared in B, so `a.swift` has to `import B` instead of `import A`.",
            "`a.swift` needs `import B` rather than `import A`.",
            "In `a.swift`, swap `import A` for `import B`.",
            "`a.swift` has to import `B` instead of `A`.",
        ],
    )
    def test_an_import_takes_the_place_of_another_one(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"a.swift": "import A\n\nstruct S {}\n"})

        accepted(root, f"{words}\n")

        assert "import B\n\nstruct S {}\n" == (root / "a.swift").read_text()

    @pytest.mark.parametrize(
        "words",
        [
            "Also add `import os`, as in `a/text.py`.",
            "(Auch hier `import os` ergänzen, wie in `a/text.py`.)",
            "Ajoutez `import os` comme dans `a/text.py`.",
            "Agrega `import os` como en `a/text.py`.",
        ],
    )
    def test_a_file_that_an_edit_is_like_is_not_its_file(self, root: Path, words: str) -> None:
        response = f"b.py\n```python\nx = 2\n```\n\n{words}\n"

        assert ["b.py"] == offers(root, response)

    @pytest.mark.parametrize(
        "words",
        [
            "`short` can stay as it is: deleting something that doesn't exist is fine.",
            "`short` can stay: removing that twice is a no-op.",
            "`short` kann bleiben: das zu löschen ist idempotent.",
            "`short` calls something that deletes rows.",
        ],
    )
    def test_what_stays_is_not_removed(self, root: Path, words: str) -> None:
        assert [] == offers(root, f"{words}\n")

    @pytest.mark.parametrize(
        "words",
        [
            "**README.md** – na seção *Uso*, substitua as linhas `black .` e `flake8 .` por:",
            "In `README.md`, replace the lines `black .` and `flake8 .` with:",
            "In `README.md`, replace `black .`, `flake8 .` with these:",
            "`README.md`: Ersetze die Zeilen `black .` und `flake8 .` durch:",
            "将 `README.md` 中的 `black .` 和 `flake8 .` 替换为：",
        ],
    )
    def test_code_replaces_the_lines_that_the_words_above_it_quote(self, tmp_path: Path, words: str) -> None:
        text = "# A\n\n```sh\npip install .\nblack .\nflake8 .\npytest\n```\n"
        root = make_tree(tmp_path, {"README.md": text})

        accepted(root, f"{words}\n" + fenced("ruff format .\nruff check .\n", "bash"))

        assert (
            text.replace("black", "ruff format").replace("flake8", "ruff check")
            == (root / "README.md").read_text()
        )

    def test_such_a_line_may_have_its_place_before_it(self, tmp_path: Path) -> None:
        text = "func List() error {\n\treturn nil\n}\n\nfunc A() {\n}\n"
        root = make_tree(tmp_path, {"a.go": text})
        first = "a.go\n```go\nfunc A() {\n\tx()\n}\n```\n"
        words = "and change the last line of `List` from `return nil` to:\n"

        offer = review_of(root, first + words + fenced("return rows.Err()\n", "go")).proposals[-1]

        assert offer.is_offer
        assert "\treturn rows.Err()\n" == plain_interpretation(offer.block.operation).replace

    @pytest.mark.parametrize(
        "words",
        [
            "The `short` helper goes away.",
            "`short` can go.",
            "`short` in `text.py` then goes away:",
            "Merge the two functions; `short` goes away:",
            "`short` fällt weg.",
            "`short` disparaît.",
            "`short` desaparece.",
            "`short` sparisce.",
        ],
    )
    def test_a_definition_that_goes_is_removed(self, root: Path, words: str) -> None:
        (offer,) = [each for each in review_of(root, f"{words}\n").proposals if each.is_offer]

        assert plain_interpretation(offer.block.operation).search.endswith("    return text[:10]\n")

    @pytest.mark.parametrize(
        "words",
        [
            "`short` does not go away.",
            "The `short` problem goes away.",
            "You can go to `short`.",
            "`short` can go wrong.",
        ],
    )
    def test_what_does_not_go_stays(self, root: Path, words: str) -> None:
        assert [] == offers(root, f"{words}\n")

    def test_a_renamed_name_changes_where_it_is_imported(self, tmp_path: Path) -> None:
        files = {
            "app/mail.py": "def build(to):\n    return to\n",
            "app/jobs.py": "from app.mail import build\n\nbuild(1)\n",
            "app/other.py": "from app.house import build\n\nbuild(2)\n",
        }
        root = make_tree(tmp_path, files)
        review = review_of(root, "In `app/mail.py`, rename `build` to `compose`.\n")

        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        review.write()

        assert "def compose(to):\n    return to\n" == (root / "app/mail.py").read_text()
        assert "from app.mail import compose\n\ncompose(1)\n" == (root / "app/jobs.py").read_text()
        assert files["app/other.py"] == (root / "app/other.py").read_text()

    @pytest.mark.parametrize(
        ("words", "lines"),
        [
            ("Bump `acme/get` and `acme/node` to `v4` in the lint job.", {3, 4}),
            ("Bump `acme/get` and `acme/node` to v4 in the `lint` job.", {3, 4}),
            ("Mets `acme/get` et `acme/node` à `v4` dans le job lint.", {3, 4}),
            ("In the test job, bump `acme/get` to `v4`.", {7}),
        ],
    )
    def test_names_in_one_list_have_one_value(self, tmp_path: Path, words: str, lines: set[int]) -> None:
        steps = "    steps:\n      - uses: acme/get@v3\n      - uses: acme/node@v3\n"
        text = f"jobs:\n  lint:\n{steps}  test:\n{steps}"
        root = make_tree(tmp_path, {"ci.yml": text})
        review = review_of(root, f"{words}\n")

        review.decide({proposal.key: review.acceptance(proposal) for proposal in review.proposals})
        review.write()

        changed = zip(text.splitlines(), (root / "ci.yml").read_text().splitlines(), strict=True)
        different = {at for at, (old, new) in enumerate(changed) if old != new}
        assert lines == different

    def test_code_for_another_part_of_the_file_does_not_show_the_edit(self, tmp_path: Path) -> None:
        steps = "    steps:\n      - uses: acme/get@v3\n"
        root = make_tree(tmp_path, {"ci.yml": f"jobs:\n  lint:\n{steps}  test:\n{steps}"})
        job = (
            "jobs:\n  lint:\n    # ...\n\n  test:\n    steps:\n      - uses: acme/get@v4\n      - run: make\n"
        )
        response = f"ci.yml\n```yaml\n{job}```\n\nAlso bump `acme/get` to `v4` in the %s job.\n"

        assert ["ci.yml"] == offers(root, response.replace("%s", "lint"))
        assert [] == offers(root, response.replace("%s", "test"))

    def test_code_that_another_function_has_may_be_added_to_the_one_that_words_name(self, root: Path) -> None:
        text = "def f(a):\n    check(a)\n    return a\n\n\ndef g(a):\n    b = a\n    return b\n"
        (root / "b.py").write_text(text)
        words = "In `g`, add the check after the assignment:\n"

        response = f"b.py\n```python\ndef f(a):\n    check(a)\n    return [a]\n```\n\n{words}"

        assert ["b.py"] == offers(root, response + fenced("    check(a)\n"))
        assert [] == offers(root, response.replace("`g`", "`f`") + fenced("    check(a)\n"))

    @pytest.mark.parametrize("words", ["Run `black .` and `flake8 .` with:", "I switched from `black .` to:"])
    def test_commands_below_other_words_replace_nothing(self, tmp_path: Path, words: str) -> None:
        root = make_tree(tmp_path, {"README.md": "```sh\nblack .\nflake8 .\n```\n"})

        assert [] == offers(root, f"{words}\n" + fenced("black --fast\n", "bash"))


SCRIPT = """\
#!/usr/bin/env bash
# Usage: run-it <command> [--fast]
FAST=""
COMMAND="$1"
while [ $# -gt 0 ]; do
  case "$1" in
    --fast)
      FAST=1
      shift
      ;;
    *)
      break
      ;;
  esac
done
load() {
  echo "$1"
}
load "$COMMAND"
"""
PARTS_OF_SCRIPT = {
    "case": "  --fast)\n    FAST=1\n    shift\n    ;;\n  --slow)\n    FAST=0\n    shift\n    ;;\n",
    "setting": 'FAST=""\nSLOW=""\n',
    "remark": "# Usage: run-it <command> [--fast] [--slow]\n",
    "function": 'load() {\n  echo "$1" >&2\n}\n',
}


class TestCommands:
    """Shell code is a command, but may be a part of a script if the words say so."""

    @pytest.fixture
    def scripts(self, tmp_path: Path) -> Path:
        return make_tree(tmp_path, {"run.sh": "#!/bin/sh\nmake all\nmake test\n", "b.py": "x = 1\n"})

    def test_new_commands_replace_old_ones_of_a_script(self, scripts: Path) -> None:
        old, new = fenced("make all\nmake test\n", "bash"), fenced("make all test\n", "bash")

        accepted(scripts, f"Instead of\n{old}\nyou can write\n{new}")

        assert "#!/bin/sh\nmake all test\n" == (scripts / "run.sh").read_text()

    def test_versions_of_lines_of_a_script_replace_them(self, scripts: Path) -> None:
        quoted = fenced('make "all"\n', "bash")
        (proposal,) = review_of(scripts, f"Quote it:\n{quoted}").proposals

        assert "run.sh" == proposal.path

    @pytest.mark.parametrize(
        "words",
        [
            "Ersetze `make all` durch:",
            "**Strenger** – direkt nach `make all` einfügen:",
            "Reemplaza `make all` por:",
            "Remplacez `make all` par :",
            "Sostituisci `make all` con:",
        ],
    )
    def test_words_of_any_language_may_say_that_it_belongs_into_a_script(
        self, scripts: Path, words: str
    ) -> None:
        code = fenced("set -euo pipefail\n", "bash")

        assert ["run.sh"] == offers(scripts, f"I would change `run.sh`.\n\n{words}\n{code}")

    @pytest.mark.parametrize(
        "words",
        [
            "At the top of `run.sh`, right below `#!/bin/sh`:",
            "В начале `run.sh`, сразу после `#!/bin/sh`:",
            "`run.sh` 的 `make all` 之前：",
        ],
    )
    def test_words_may_give_its_place_in_a_script_without_a_verb(self, scripts: Path, words: str) -> None:
        code = fenced("set -o pipefail\n", "bash")

        assert ["run.sh"] == offers(scripts, f"{words}\n{code}")

    @pytest.mark.parametrize(
        ("words", "command"),
        [
            ("Before `run.sh`:", "sudo apt update\n"),
            ("After `apt update`, back to `run.sh`:", "sudo service start\n"),
            ("For `run.sh`, after `make all`:", "./run.sh --fast\n"),
        ],
    )
    def test_words_for_a_place_beside_a_script_or_a_command_are_of_no_part(
        self, scripts: Path, words: str, command: str
    ) -> None:
        assert [] == offers(scripts, f"{words}\n{fenced(command, 'bash')}")

    def test_new_lines_below_a_long_one_of_a_script_belong_into_it(self, tmp_path: Path) -> None:
        long = "curl --fail --location https://example.org/archive.tar.gz > archive.tar.gz\n"
        root = make_tree(tmp_path, {"run.sh": f"#!/bin/sh\n{long}tar xf archive.tar.gz\n"})
        code = fenced(f"{long}sha256sum --check sums.txt\n", "bash")

        accepted(root, f"Check it right after the download:\n{code}")

        assert (
            f"#!/bin/sh\n{long}sha256sum --check sums.txt\ntar xf archive.tar.gz\n"
            == (root / "run.sh").read_text()
        )

    def test_a_command_to_run_is_no_offer(self, scripts: Path) -> None:
        review = review_of(scripts, f"Then run it:\n{fenced('make test -j', 'bash')}")

        assert ([], []) == (review.proposals, review.loose_code)

    @pytest.mark.parametrize("path", ["bin/run-it", "bin/run.sh"])
    @pytest.mark.parametrize("part", ["case", "setting", "remark", "function"])
    @pytest.mark.parametrize("words", ["To add `--slow` to `{}`:\n\nThe next part:", "In `{}`:\n\nThen:"])
    def test_a_part_of_a_script_below_steps_is_an_offer(
        self, tmp_path: Path, path: str, part: str, words: str
    ) -> None:
        root = make_tree(tmp_path, {path: SCRIPT, "README": "Use it.\n"})

        assert [path] == offers(root, f"{words.format(path)}\n{fenced(PARTS_OF_SCRIPT[part], 'bash')}")

    @pytest.mark.parametrize("title", ["### `bin/run-it`\n", "### `run-it`\n", "Update `bin/run-it`:\n"])
    @pytest.mark.parametrize("part", ["case", "setting", "remark", "function"])
    def test_a_part_of_a_script_without_an_extension_below_its_name_is_an_edit(
        self, tmp_path: Path, title: str, part: str
    ) -> None:
        root = make_tree(tmp_path, {"bin/run-it": SCRIPT, "README": "Use it.\n"})
        review = review_of(root, f"{title}\n{fenced(PARTS_OF_SCRIPT[part], 'bash')}")

        assert ["bin/run-it"] == [proposal.path for proposal in review.proposals]

    @pytest.mark.parametrize("words", ["### `run-it`\n", "Try it:\n", "To start `run-it`:\n"])
    @pytest.mark.parametrize("command", ["bin/run-it --fast ls\n", "run-it ls\nrun-it --fast\n"])
    def test_a_command_that_runs_a_script_without_an_extension_is_no_offer(
        self, tmp_path: Path, words: str, command: str
    ) -> None:
        root = make_tree(tmp_path, {"bin/run-it": SCRIPT, "README": "Use it.\n"})

        assert [] == offers(root, f"{words}\n{fenced(command, 'bash')}")

    def test_commands_of_which_a_script_has_half_are_no_offer(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"bin/build": "#!/bin/sh\nset -e\nnpm ci\nnpm run build\n"})

        assert [] == offers(
            root, f"Then run:\n\n{fenced('npm ci' + chr(10) + 'npm start' + chr(10), 'bash')}"
        )

    def test_sed_is_offered_beside_a_block_that_makes_it_in_one_place(self, tmp_path: Path) -> None:
        root = make_tree(tmp_path, {"a.js": "import { old } from 'x';\nold();\n"})
        command = fenced("sed -i 's/old/new/g' a.js\n", "bash")

        review = review_of(root, block("old();\n", "new();\n", "a.js") + command)

        pairs = [plain_interpretation(proposal.block.operation) for proposal in review.proposals]
        assert ["old();\n", "old"] == [pair.search for pair in pairs]


class TestContinued:
    """Code without a path goes to the file of the edit before it, if the words request an edit."""

    def test_a_new_function_below_an_edit_is_an_edit_of_its_file(self, root: Path) -> None:
        text = f"In `a/text.py`, update `slug`:\n{fenced(SLUG)}"
        new = fenced("def long(text):\n    return text[:90]\n")

        assert ["a/text.py"] == offers(root, f"{text}\nAlso add a `long` function:\n{new}")
        assert ["a/text.py"] == offers(root, f"{text}{new}")
        assert [] == ready_offers(root, f"{text}\nThen it is possible to write:\n{new}")

    def test_a_changed_line_needs_no_request(self, root: Path) -> None:
        text = f"In `a/text.py`, update `slug`:\n{fenced(SLUG)}"

        new = fenced("    return text[:10].strip()\n")

        assert ["a/text.py"] == offers(root, f"{text}\nFor longer titles:\n{new}")


def test_a_described_place_comes_before_a_definition_inside_of_it(tmp_path: Path) -> None:
    """The same line above both does not make them the same place: their depths differ."""
    services = "services:\n  web:\n    image: web\n  db:\n    image: postgres\n"
    root = make_tree(tmp_path, {"compose.yml": services})
    code = fenced("  cache:\n    image: redis\n", "yaml")

    (proposal,) = review_of(root, f"In `compose.yml`, right after the `web` service add:\n{code}").proposals

    assert proposal.candidates is not None
    first = proposal.candidates.matches[0].change.apply(services)
    assert services.replace("  db", "  cache:\n    image: redis\n  db") == first


def test_words_that_end_with_a_path_which_the_tree_lacks_name_a_new_file(root: Path) -> None:
    code = fenced(SLUG.replace("slug", "slugs"))
    response = f"First, a helper (`a/slugs.py`):\n{code}\nIn `a/text.py`, import it."

    assert ["a/slugs.py"] == offers(root, response)


def test_old_code_that_other_code_replaces_is_no_edit_of_its_own(root: Path) -> None:
    """The sentence goes on below the old code."""
    response = f"In `a/text.py`, replace the line\n{fenced(TEN)}\nwith a longer one:\n{fenced(TWENTY)}"

    review = accepted(root, response)

    assert TEXT.replace(TEN, TWENTY) == (root / "a/text.py").read_text()
    assert 1 == len(review.proposals)


def test_imports_alone_go_to_the_file_of_the_edit_above(tmp_path: Path) -> None:
    """The words seem to name the module that is imported."""
    views = "from .models import Comment, Post\n\n\ndef a(b):\n    return Post(b)\n"
    root = make_tree(tmp_path, {"blog/views.py": views, "blog/models.py": "class Post:\n    pass\n"})
    code = fenced("def a(b):\n    return Post(b, 1)\n")
    words = "the model import becomes:"

    new = fenced("from .models import Post\n")
    found = review_of(root, f"In `blog/views.py`, change `a`:\n{code}\nSo {words}\n{new}").proposals

    assert ["blog/views.py"] * 2 == [proposal.path for proposal in found]
    assert found[1].candidates is not None
    first = found[1].candidates.matches[0].change.apply(views)
    assert views.replace("Comment, Post", "Post") == first


def test_code_of_another_language_is_not_for_the_file_of_the_edit_above(tmp_path: Path) -> None:
    pages = {f"views/{name}/index.blade.php": f"<h1>{name}</h1>\n\n<p>x</p>\n" for name in ("items", "users")}
    root = make_tree(tmp_path, {"app/C.php": "<?php\nfunction f() {\n    return 1;\n}\n", **pages})
    code = fenced("function f() {\n    return 2;\n}\n", "php")
    form = "<form action=\"{{ route('items.index') }}\">\n</form>\n"

    words = "In the Blade view, add the form just below the heading:"
    found = review_of(root, f"In `app/C.php`:\n{code}\n{words}\n{fenced(form, 'blade')}").proposals

    assert ["app/C.php", "views/items/index.blade.php"] == [proposal.path for proposal in found]
    assert found[1].candidates is not None
    old = pages["views/items/index.blade.php"]
    assert old.replace("</h1>\n", f"</h1>\n{form}") == found[1].candidates.matches[0].change.apply(old)


def test_code_of_a_server_is_for_its_configuration(tmp_path: Path) -> None:
    """Not for the file that the words above it mention, which cannot have it."""
    server = "location /api/ {\n    a b;\n}\n"
    root = make_tree(tmp_path, {".env.example": "A=1\n", "nginx/default.conf": server})
    variable, line = fenced("B=2\n", ""), fenced("proxy_read_timeout 120s;\n", "nginx")

    for between in ("\n\n", " "):
        words = f"(and to your own `.env`).{between}Add this to the `/api/` location:"
        response = f"Append to `.env.example`:\n{variable}\n{words}\n{line}"
        assert "nginx/default.conf" in offers(root, response)


def test_code_that_handles_a_result_is_an_edit(tmp_path: Path) -> None:
    text = "int main(void)\n{\n\twhile (next(&b) > 0)\n\t\tappend(&b);\n\treturn 0;\n}\n"
    root = make_tree(tmp_path, {"main.c": text, "b.c": "int append(struct b *b)\n{\n\treturn 1;\n}\n"})
    loop = "\twhile (next(&b) > 0) {\n\t\tif (append(&b) < 0)\n\t\t\treturn 1;\n\t}\n"

    assert ["main.c"] == offers(root, f"The loop in `main` has to check the result:\n{fenced(loop, 'c')}")


def test_words_may_say_below_the_old_code_what_replaces_it(tmp_path: Path) -> None:
    inner = "  &--b {\n    &:hover {\n      color: red;\n    }\n  }\n"
    css = f".a {{\n  &:hover {{\n    opacity: 0.9;\n  }}\n\n{inner}}}\n"
    root = make_tree(tmp_path, {"a.scss": css})
    old, new = "  &:hover {\n    opacity: 0.9;\n  }\n", "  &:disabled {\n    opacity: 0.5;\n  }\n"

    accepted(
        root,
        f"**Buttons** – replace the generic hover rule\n{fenced(old, 'scss')}\n"
        f"with a disabled rule:\n{fenced(new, 'scss')}",
    )

    assert css.replace(old, new) == (root / "a.scss").read_text()


def test_code_for_a_file_that_the_tree_lacks_is_no_edit_of_the_one_above(tmp_path: Path) -> None:
    files = {"lib/a.js": "const { x } = require('./x')\n\nmodule.exports = { run, x }\n"}
    root = make_tree(tmp_path, files)
    edit = fenced("module.exports = { run }\n", "js")
    words = "`test/test-a.js` imports `x` from `../lib/a`, so that test has to import it from `../lib/x` now:"
    code = fenced("const { x } = require('../lib/x')\n", "js")

    found = review_of(root, f"In `lib/a.js`:\n{edit}\n{words}\n{code}").proposals

    assert 1 == len(found)


@pytest.mark.parametrize(
    "words",
    [
        "Below `from a import b`, add this to `m.py`:",
        "Füge in `m.py` unter `from a import b` hinzu:",
        "Dans `m.py`, ajoutez sous `from a import b` :",
        "En `m.py`, añade debajo de `from a import b`:",
        "Em `m.py`, adicione abaixo de `from a import b`:",
        "In `m.py`, aggiungi sotto `from a import b`:",
        "Voeg in `m.py` onder `from a import b` toe:",
        "W `m.py` dodaj poniżej `from a import b`:",
        "В `m.py` добавьте ниже `from a import b`:",
        "У `m.py` додайте нижче `from a import b`:",
        "I `m.py`, lägg till efter `from a import b`:",
        "在 `m.py` 的 `from a import b` 下面添加：",
        "在 `m.py` 中，`from a import b` 这一行下面加上：",
        "`m.py` の `from a import b` のすぐ下に追加：",
        "`m.py`의 `from a import b` 아래에 추가:",
    ],
)
def test_an_import_is_put_first_where_words_say(tmp_path: Path, words: str) -> None:
    text = "import os\nfrom a import b\nimport z.y\n\nrun(os, b, z)\n"
    root = make_tree(tmp_path, {"m.py": text})

    code = fenced("from q import r\n")
    (proposal,) = review_of(root, f"{words}\n{code}").proposals

    assert proposal.candidates is not None
    first = proposal.candidates.matches[0]
    assert text.replace("import z", "from q import r\nimport z") == first.change.apply(text)


@pytest.mark.parametrize(
    "words",
    [
        "Add `c` after `NAMES` in `a.cfg`.",
        "Füge `c` hinter `NAMES` in `a.cfg` hinzu.",
        "Aggiungi `c` dopo `NAMES` in `a.cfg`.",
        "Voeg `c` onder `NAMES` in `a.cfg` toe.",
    ],
)
def test_what_goes_beside_a_line_is_no_word_of_it(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.cfg": "NAMES=a,b\nX=1\n"})

    assert [] == [proposal for proposal in review_of(root, words).proposals if proposal.is_ready]


def test_what_goes_below_an_attribute_goes_below_its_docstring(tmp_path: Path) -> None:
    text = 'class A:\n    kind = "a"\n    """The kind."""\n\n    def run(self):\n        return self.kind\n'
    root = make_tree(tmp_path, {"m.py": text})

    code = fenced("size: int = 2\n")
    (proposal,) = review_of(root, f"In `m.py`, right after `kind`, add:\n{code}").proposals

    assert proposal.candidates is not None
    first = proposal.candidates.matches[0].change.apply(text)
    assert '"""The kind."""\n\n    size: int = 2\n\n    def' in first


def test_no_module_imports_itself(tmp_path: Path) -> None:
    tool = "def parse(a):\n    return a\n"
    tests = "from tools.rates import parse, write\n\n\ndef test():\n    parse(1)\n"
    root = make_tree(tmp_path, {"tools/rates.py": tool, "tests/test_rates.py": tests})
    code = fenced("def parse(a):\n    return a + 1\n")
    words = "The tests need it too – the import becomes `from tools.rates import parse_all, write`."

    found = review_of(root, f"In `tools/rates.py`:\n{code}\n{words}\n").proposals

    assert ["tools/rates.py", "tests/test_rates.py"] == [proposal.path for proposal in found]


def test_a_pronoun_stands_for_the_definition_above(tmp_path: Path) -> None:
    text = "import re\n\n\ndef last(a):\n    return a[-1]\n\n\ndef first(a):\n    return a[0]\n"
    root = make_tree(tmp_path, {"a.py": text})
    first = "def first(a):\n    return a[START]\n"
    helper = "START = 0\n\n\ndef of(a):\n    return list(a)\n"

    found = review_of(
        root, f"Change `first`:\n{fenced(first)}\nwith this helper just above it:\n{fenced(helper)}"
    )

    candidates = found.proposals[1].candidates
    assert candidates is not None
    assert text.replace("def first", f"{helper}\n\ndef first") == candidates.matches[0].change.apply(text)


def test_two_settings_below_each_other_are_two_edits(tmp_path: Path) -> None:
    """The words above the first one show no use of it, and the second is no new version of it."""
    text = "[tox]\nenvlist = py39\nisolated = true\n\n[lint]\ndeps = ruff==1\ncommands =\n    ruff check\n"
    root = make_tree(tmp_path, {"tox.ini": text})
    first = "[tox]\nenvlist = py39, lint\nisolated = true\n"
    second = "[lint]\ndeps = ruff==1\ncommands =\n    ruff check\n    ruff format --check\n"
    response = (
        f"In `tox.ini`:\n\n- Run the linter by default:\n\n{fenced(first, 'ini')}\n"
        f"- Check the formatting as well:\n\n{fenced(second, 'ini')}"
    )

    review = review_of(root, response)
    for proposal in review.proposals:
        review.decide({proposal.key: review.acceptance(proposal)})
    review.write()

    assert f"{first}\n{second}" == (root / "tox.ini").read_text()


def test_what_a_call_gives_is_no_edit(root: Path) -> None:
    response = f'In `a/text.py`:\n{fenced(SLUG)}\nWith that, `slug("a b")` gives:\n{fenced("a-b-slug", "")}'

    assert 1 == len(review_of(root, response).proposals)


def test_a_method_to_add_is_no_word_for_the_head_of_its_class(tmp_path: Path) -> None:
    make_tree(tmp_path, {"pages.php": "<?php\n\nclass Pages extends Base\n{\n}\n"})

    assert [] == offers(tmp_path, "Add the `update` method to your `Pages` controller.\n")


def test_a_removal_leaves_no_gap_of_two_blank_lines(root: Path) -> None:
    old = 'def slug(text):\n    return re.sub(" ", "-", text)\n'

    accepted(root, f"Delete `slug` in `a/text.py`:\n{fenced(old)}")

    assert TEXT.replace(f"\n\n{old}", "") == (root / "a/text.py").read_text()


def test_a_reminder_of_an_import_is_an_edit_even_of_a_file_with_others(root: Path) -> None:
    response = f"In `a/text.py`, change:\n{fenced(SLUG)}\nDon't forget `import os`.\n"

    assert ["a/text.py", "a/text.py"] == [each.path for each in review_of(root, response).proposals]


@pytest.mark.parametrize(
    "words",
    [
        "Don't forget to run `make build`.",
        "Don't forget that `slug` is slow.",
        "In `a/text.py` you already import `os`, so nothing else changes.",
    ],
)
def test_other_reminders_are_no_edits(root: Path, words: str) -> None:
    assert [] == offers(root, words)


def test_a_new_file_goes_into_the_folder_of_the_one_next_to_which_it_is_put(root: Path) -> None:
    response = f"**more.py** (new, next to `text.py`)\n{fenced(SLUG)}"

    assert ["a/more.py"] == [each.path for each in review_of(root, response).proposals]


@pytest.mark.parametrize("is_first", [True, False])
def test_an_edit_of_a_file_that_a_command_moves_goes_with_it(root: Path, is_first: bool) -> None:
    command = "Rename it:\n\n```bash\ngit mv a/text.py a/words.py\n```\n"
    response = f"{command}\nThen make it safer in `a/words.py`:\n{fenced(SLUG)}"
    review = review_of(root, response)
    move, edit = review.proposals if is_first else reversed(review.proposals)
    for proposal in (move, edit):
        now = next(each for each in review.proposals if each.number == proposal.number)
        for path in review.decide({now.key: review.acceptance(now)}):
            review.replan(path)
    review.write()
    assert not (root / "a/text.py").exists()
    assert SLUG in (root / "a/words.py").read_text()


@pytest.mark.parametrize(
    "words",
    [
        "In `{path}`, replace `x = 1` with `x = 2`.",
        "In `{path}`, delete the line `x = 1`.",
        "In `{path}`, set `x` to `2`.",
        "In `{path}`, rename `x` to `y`.",
        "In `{path}`, use `x = 2` instead of `x = 1`.",
        "Remove `x = 1` from `{path}`.",
        "Ersetze in `{path}` `x = 1` durch `x = 2`.",
        "在 `{path}` 中，将 `x = 1` 改为 `x = 2`。",
        "## `{path}`\n\nReplace `x = 1` with `x = 2`.",
        "```bash\nsed -i 's/x = 1/x = 2/' {path}\n```",
        "| File | Old | New |\n|---|---|---|\n| `{path}` | `x = 1` | `x = 2` |",
        "In `{path}`, replace this:\n\n```python\nx = 1\n```\n\nwith this:\n\n```python\nx = 2\n```",
        "### `{path}`\n\nBefore:\n\n```python\nx = 1\n```\n\nAfter:\n\n```python\nx = 2\n```",
        "In `{path}`, remove this line:\n\n```python\nx = 1\n```",
    ],
)
def test_no_other_file_takes_the_place_of_one_that_words_name(root: Path, words: str) -> None:
    assert ["b.py"] == offers(root, words.format(path="b.py"))
    assert [] == ready_offers(root, words.format(path="a/text.py"))


def test_modules_that_a_snippet_and_its_file_require_are_no_part_of_new_definitions(tmp_path: Path) -> None:
    head = "const a = require('a')\n\n"
    root = make_tree(tmp_path, {"a.js": f"{head}function f() {{\n  return a(1)\n}}\n\nmodule.exports = f\n"})
    code = fenced(f"{head}function g() {{\n  return a(2)\n}}\n", "js")

    (proposal,) = review_of(root, f"In `a.js`, add `g`:\n{code}").proposals

    assert proposal.candidates is not None
    labels = [match.label for match in proposal.candidates.matches[:2]]
    assert ["adds `g` below `a`", "adds `g` at the end of the file, above `module.exports`"] == labels


NEW_FIRST = (
    "Use `n = 2` instead of `n = 1`.",
    "`n = 2` should be used rather than `n = 1`.",
    "It must be `n = 2`, not `n = 1`.",
    "Prefer `n = 2` over `n = 1`.",
    "Substitute `n = 2` for `n = 1`.",
    "Verwende `n = 2` statt `n = 1`.",
    "Utilisez `n = 2` au lieu de `n = 1`.",
    "Usa `n = 2` en lugar de `n = 1`.",
    "使用 `n = 2` 而不是 `n = 1`。",
    "用 `n = 2` 替换 `n = 1`。",
    "Используйте `n = 2` вместо `n = 1`.",
)
OLD_FIRST = (
    "Instead of `n = 1`, use `n = 2`.",
    "Вместо `n = 1` используйте `n = 2`.",
    "`n = 1` の代わりに `n = 2` を使用します。",
)


@pytest.mark.parametrize("words", [*NEW_FIRST, *OLD_FIRST])
@pytest.mark.parametrize("lines", [["n = 1"], ["n = 1", "n = 2"], ["n = 2", "n = 1"], ["n = 2"]])
def test_words_say_which_code_is_the_old_one(tmp_path: Path, words: str, lines: list[str]) -> None:
    review = review_of(make_tree(tmp_path, {"c.py": "".join(f"{line}\n" for line in lines)}), words)

    edits = [plain_interpretation(proposal.block.operation) for proposal in review.proposals]
    assert [("n = 1\n", "n = 2\n")] * ("n = 1" in lines) == [(each.search, each.replace) for each in edits]


def test_words_that_tell_of_the_code_as_it_is_do_not_say_which_is_the_right_one(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"c.py": "n = 1\nm = 2\n"})

    assert [] == offers(root, "The loop uses `n = 1` instead of `m = 2`.")


@pytest.mark.parametrize(
    ("line", "words", "left"),
    [
        ("FLAGS = -O2 -Wall -g", "Remove `-Wall` from `FLAGS`.", "FLAGS = -O2 -g"),
        ("FLAGS = -O2 -Wall -g", "Remove the `-O2` flag.", "FLAGS = -Wall -g"),
        ('NAMES = ["a", "b", "c"]', 'Remove `"b"` from `NAMES`.', 'NAMES = ["a", "c"]'),
        ('NAMES = ["a", "b", "c"]', "Remove `b` from `NAMES`.", 'NAMES = ["a", "c"]'),
        ("branches: [main, dev]", "Remove `dev` from `branches`.", "branches: [main]"),
        ("def f(a, b=1, c=2): ...", "Remove the parameter `b=1` from `f`.", "def f(a, c=2): ..."),
        ("def f(a) -> str: ...", "Remove the `-> str` annotation.", "def f(a): ..."),
        ("if a and b: ...", "Remove `and b` from the condition.", "if a: ..."),
        ("x = f(verbose=True)", "Drop `verbose=True`.", "x = f()"),
        ('<a href="x" class="b" id="c">t</a>', 'Remove `class="b"`.', '<a href="x" id="c">t</a>'),
        ("branches: [main, dev]", "Remove `dev` from `tags`.", None),
        ("x = await f()", "Remove `await f()`.", None),
        ("x = a * b", "Remove `b`.", None),
        ("let b = 1;", "Remove `b = 1`.", None),
        ("return f(1)", "Remove `f(1)`.", None),
        ("return -a", "Remove `-a`.", None),
        ("if (a > b) {", "Remove `a > b`.", None),
        ('case "b":', 'Remove `"b"`.', None),
        ("pub(crate) fn f() {", "Remove `pub(crate)`.", None),
    ],
)
def test_the_removal_of_a_part_of_a_line_leaves_the_rest_of_it(
    tmp_path: Path, line: str, words: str, left: str | None
) -> None:
    review = review_of(make_tree(tmp_path, {"c.py": f"y = 1\n{line}\n"}), words)

    edits = [plain_interpretation(proposal.block.operation) for proposal in review.proposals]
    assert [f"{left}\n"] * (left is not None) == [each.replace for each in edits]


@pytest.mark.parametrize(
    ("line", "words", "changed"),
    [
        ("worker_processes 2;", "Set `worker_processes` to `4`.", "worker_processes 4;"),
        ("ENV LEVEL info", "Set `LEVEL` to `debug`.", "ENV LEVEL debug"),
        ("daemonize no", "Set `daemonize` to `yes`.", "daemonize yes"),
        ("node: scripts", "Set `node` to `deno`.", "node: deno"),
        ("          node scripts/a.js", "Set `node` to `deno`.", "          deno scripts/a.js"),
        ("ENTRYPOINT gunicorn app", "Set `gunicorn` to `uvicorn`.", "ENTRYPOINT uvicorn app"),
    ],
)
def test_a_space_is_before_the_value_of_a_setting_or_behind_a_command(
    tmp_path: Path, line: str, words: str, changed: str
) -> None:
    review = review_of(make_tree(tmp_path, {"run.txt": f"a\n{line}\nb\n"}), words)

    edits = [plain_interpretation(proposal.block.operation) for proposal in review.proposals]
    assert [f"{changed}\n"] == [each.replace for each in edits]


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("x = {\n  a: 1,\n  labels: {\n    b: 2,\n  },\n};\n", "Remove `labels`.", "x = {\n  a: 1,\n};\n"),
        ("if (x > 2) {\n  f();\n}\n", "Remove the check `if (x > 2)`.", None),
    ],
)
def test_a_line_that_others_belong_to_does_not_go_alone(
    tmp_path: Path, text: str, words: str, left: str | None
) -> None:
    review = review_of(make_tree(tmp_path, {"c.js": text}), words)

    changed = [proposal.change.apply(text) for proposal in review.proposals]
    assert [left] * (left is not None) == changed


@pytest.mark.parametrize(
    "words", ["Remove `old` in favor of `new`.", "Remove `old`; its use is in `new` now."]
)
def test_a_definition_goes_also_if_words_name_what_takes_its_place(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"c.py": "def old():\n    return 1\n\n\ndef new():\n    return 2\n"})

    assert ["c.py"] == offers(root, words)


@pytest.mark.parametrize("words", ["Remove `@cache` from `g`.", "Remove `size` from `g`."])
def test_what_goes_from_a_definition_is_inside_it(tmp_path: Path, words: str) -> None:
    text = "@cache\ndef f(): ...\n\n\n@cache\ndef g(size): ...\n\n\ndef size():\n    return 3\n"
    root = make_tree(tmp_path, {"c.py": text})

    assert [] == offers(root, words)


@pytest.mark.parametrize(
    "words",
    [
        "Rename the method `send` of `B` to `deliver`.",
        "Rename the class `B` and its method `send`.",
        "Benenne die Methode `send` von `B` in `deliver` um.",
        "Renommez la méthode `send` de `B` en `deliver`.",
        "Rename `send` in `B` to `deliver`.",
        "Rename `send` in `B` for clarity.",
        "Rename `send` (in `B`) to `deliver`.",
        "Rename `send` to `deliver` in class `B`.",
        "In class `B`, rename `send` to `deliver`.",
    ],
)
def test_the_name_of_what_a_renamed_one_is_a_part_of_stays(tmp_path: Path, words: str) -> None:
    methods = "class {}:\n    def send(self): ...\n"
    root = make_tree(tmp_path, {"c.py": f"{methods.format('A')}{methods.format('B')}"})

    assert [] == offers(root, words)


@pytest.mark.parametrize(
    "words",
    [
        "Rename the parameter of `send` to `text`.",
        "The parameter of `send` was renamed to `text`, but the body still uses `message`.",
        "Rename the only argument of `send` to `text`.",
        "Benenne den Parameter von `send` in `text` um.",
        "Renommez le paramètre de `send` en `text`.",
        "Renombra el parámetro de `send` a `text`.",
    ],
)
def test_a_new_name_for_a_part_that_words_do_not_quote_is_not_given_to_the_whole(
    tmp_path: Path, words: str
) -> None:
    root = make_tree(tmp_path, {"c.py": "def send(message):\n    return message\n\n\nsend(1)\n"})

    assert offers(root, words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Here is how I would add it (at the moment `fetch(1)` lets all through, or raises `Forbidden`).",
        "I'd validate it as well (currently `fetch(1)` returns all, or should I say `Forbidden`).",
        "`fetch(1)` lets everything through, or rather raises `Forbidden`.",
        "Let the database do it with `paginate()` instead of loading everything with `db.fetch(1)`.",
    ],
)
def test_a_remark_about_the_code_as_it_is_is_no_edit(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"c.py": "fetch(1)\ndb.fetch(1)\n"})

    assert offers(root, words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Rename the method `send` of `B` to `deliver`.",
        "Rename `send` to `deliver` in class `B`.",
        "In class `B`, rename `send` to `deliver`.",
        "Rename `send` to `deliver`.",
        "Benenne `send` in `deliver` um.",
        "Renommez `send` en `deliver`.",
    ],
)
def test_a_name_that_only_one_class_has_is_renamed_with_its_uses(tmp_path: Path, words: str) -> None:
    text = "class A: ...\n\n\nclass B:\n    def {0}(self): ...\n\n\nB().{0}()\n"
    review = review_of(make_tree(tmp_path, {"c.py": text.format("send")}), words)

    changed = [each.change.apply(text.format("send")) for each in review.proposals]
    assert [text.format("deliver")] == changed


CI = """\
on:
  push:
jobs:
  test:
    runs-on: ubuntu-18.04
  rustfmt:
    runs-on: ubuntu-18.04
    steps:
    - uses: a@v1
"""
KEYS = [
    ("ci.yml", CI, "`jobs.rustfmt`", "yaml", "  rustfmt:\n    runs-on: ubuntu-latest\n"),
    ("ci.yml", CI, "jobs.rustfmt.runs-on", "yaml", "runs-on: ubuntu-latest\n"),
    ("a.json", '{\n  "s": {\n    "test": "a"\n  }\n}\n', "`s.test`", "json", '"test": "b"\n'),
    ("a.toml", "[tool.ruff]\na = 1\n", "tool.ruff", "toml", "[tool.ruff]\na = 2\n"),
    ("a.py", "class A:\n    def b(self):\n        pass\n", "`A.b`", "python", "def b(self):\n    return 1\n"),
    (
        "a.js",
        "module.exports = {\n  a,\n};\n",
        "`module.exports`",
        "js",
        "module.exports = {\n  a,\n  b,\n};\n",
    ),
    ("a.go", "func (s *S) Run() {\n\ta()\n}\n", "`S.Run`", "go", "func (s *S) Run() {\n\tb()\n}\n"),
]


@pytest.mark.parametrize("title", ["**{name}**", "### {name}"])
@pytest.mark.parametrize(("path", "text", "name", "language", "code"), KEYS)
def test_a_key_or_a_member_above_code_is_no_new_file(
    tmp_path: Path, path: str, text: str, name: str, language: str, code: str, title: str
) -> None:
    root = make_tree(tmp_path, {path: text})
    response = f"Change `{path}`:\n\n{title.format(name=name)}\n{fenced(code, language)}"
    assert [path] == [proposal.path for proposal in review_of(root, response).proposals]


def test_a_name_like_a_key_is_a_file_if_the_tree_has_it(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"etc/site.main": "a: 1\n", "b.yml": "b: 1\n"})
    code = fenced("a: 2\n", "yaml")
    response = f"In `b.yml`:\n\n### `site.main`\n{code}"
    assert ["etc/site.main"] == [proposal.path for proposal in review_of(root, response).proposals]


@pytest.mark.parametrize(
    ("name", "language"),
    [("web.config", "xml"), ("Code.gs", "js"), ("app.wsgi", "python"), ("app_en.arb", "json"),
     ("my.cnf", "ini"), ("robot.launch", "xml"), ("firestore.rules", "js"), ("test.bats", "bash")],
)  # fmt: skip
@pytest.mark.parametrize("title", ["**{name}**", "File: `{name}`"])
def test_a_title_with_a_rare_extension_names_a_new_file(
    tmp_path: Path, name: str, language: str, title: str
) -> None:
    root = make_tree(tmp_path, {"a.py": "x = 1\n"})
    response = f"{title.format(name=name)}\n{fenced(USE, language)}"
    assert [name] == [proposal.path for proposal in review_of(root, response).proposals]


@pytest.mark.parametrize("name", ["poetry.lock", "app.service", "nginx.conf", "config.ru", "a.gemspec"])
def test_a_new_file_may_have_an_unusual_extension(tmp_path: Path, name: str) -> None:
    root = make_tree(tmp_path, {"a.py": "x = 1\n"})
    language = {"poetry.lock": "toml", "config.ru": "ruby", "a.gemspec": "ruby"}.get(name, "")
    response = f"### `{name}`\n{fenced(USE, language)}"
    assert [name] == [proposal.path for proposal in review_of(root, response).proposals]


CSS = """\
a {
  b: 1;
}

.gone + p {
  b: 2;
}

c {
  b: 3;
}

.gone:after {
  b: 4;
}
"""


@pytest.mark.parametrize(
    "words",
    [
        "Because the title is a block of its own now, delete these two rules:",
        "These two rules are no longer needed and can be deleted:",
        "The following rules are obsolete, so delete them:",
    ],
)
def test_parts_that_are_to_be_removed_may_be_apart_in_the_file(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.css": CSS})
    gone = ".gone + p {\n  b: 2;\n}\n\n.gone:after {\n  b: 4;\n}\n"
    review = review_of(root, f"In `a.css`:\n\n{words}\n{fenced(gone, 'css')}")
    for proposal in review.proposals:
        review.accept_block(proposal)
    review.write()
    assert "a {\n  b: 1;\n}\n\nc {\n  b: 3;\n}\n" == (root / "a.css").read_text()


def test_lines_that_are_to_be_removed_may_be_apart_in_the_file(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"a.py": "import json\nimport os\nimport sys\n\nos.f()\n"})
    code = fenced("import json\nimport sys\n")
    response = f"In `a.py`, remove these imports:\n{code}"
    review = review_of(root, response)
    for proposal in review.proposals:
        review.accept_block(proposal)
    review.write()
    assert "import os\n\nos.f()\n" == (root / "a.py").read_text()


def test_an_offer_is_checked_before_it_is_accepted(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"a.py": "def f():\n    return one(1)\n"})
    review = review_of(root, "In `a.py`, change `one(1)` to `one(1`.\n")
    review.check()
    found = [warning.kind for proposal in review.proposals for warning in proposal.warnings]
    assert [WarningKind.SYNTAX_ERROR] == found


@pytest.mark.parametrize(
    "words",
    [
        "`short` is reused by `slug` now, so the copy logic lives in a single place.",
        "`short` may be a `str`, and `slug` gets the text that it was set with.",
        "`short()` and `slug()` use a `None` default.",
        "Deleting from the middle of the text breaks it, so `short()` could fail.",
        "**Top level**: put this between `slug` and `short`",
    ],
)
def test_words_that_tell_of_code_or_place_code_below_are_no_edits(root: Path, words: str) -> None:
    assert [] == offers(root, f"About `a/text.py`.\n\n{words}\n")


def test_a_redirection_in_old_code_is_no_new_file(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"run.sh": "a=1\n>data.txt\nb=2\n"})
    old, new = fenced("echo >data.txt\n", "sh"), fenced('echo >"$dir/data.txt"\n', "sh")
    assert "data.txt" not in offers(root, f"In `run.sh`:\n\nFind:\n{old}\nReplace with:\n{new}")


@pytest.mark.parametrize(
    "words",
    [
        "You didn't paste `src/list.py`, but you'll have to pass the new values, something like:",
        "I haven't seen `src/list.py`. Add this there:",
    ],
)
def test_code_for_a_file_that_was_not_shown_is_no_new_file(root: Path, words: str) -> None:
    assert [] == offers(root, words + "\n" + fenced("entry = Entry(1, tags)\n"))


@pytest.mark.parametrize(
    "words",
    [
        "`src/list.py` を新規作成します。",
        "Erstelle `src/list.py`:",
        "Crea `src/list.py`:",
        "创建 `src/list.py`：",
    ],
)
def test_a_new_file_is_asked_for_in_any_language(root: Path, words: str) -> None:
    review = review_of(root, words + "\n" + fenced("ENTRIES = []\nNAMES = []\n"))
    assert ["src/list.py"] == [proposal.path for proposal in review.proposals]


def test_words_that_quote_what_code_shows_in_another_layout_are_no_edit(tmp_path: Path) -> None:
    """The first line with the old code is in that function, the other one stays."""
    text = "def f(x):\n    return await_all(x, 1)\n\n\ndef g(x):\n    return 2 * await_all(x, 3)\n"
    root = make_tree(tmp_path, {"a.py": text})
    new = "def f(x):\n    return await_settled(\n        x, 1\n    )\n"
    response = f"`a.py`:\n{fenced(new)}\n- `await_settled` instead of `await_all`: one may fail.\n"

    assert [("a.py", False)] == [(p.path, p.is_offer) for p in review_of(root, response).proposals]


def test_what_a_dash_sets_apart_explains_a_removal(root: Path) -> None:
    words = "- I dropped the extra `short` call – you already have a `slug` there.\n"
    assert [] == offers(root, "`b.py`:\n" + fenced("x = 2\n") + words)


JAVA = "import a.b.Auto;\nimport a.b.Used;\n\nclass A {\n    static final int LIMIT = 1;\n    Used used;\n}\n"


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        ("另外 `a.b.Auto` 这个 import 没有用到，可以删除。", "import a.b.Auto;\n"),
        ("`a.b.Auto` の import は使われていないので削除してください。", "import a.b.Auto;\n"),
        ("The import `a.b.Auto` is not used, and can be removed.", "import a.b.Auto;\n"),
        ("删除 `LIMIT` 常量，改为：", "    static final int LIMIT = 1;\n"),
    ],
)
def test_a_removal_is_offered_if_its_clause_leaves_out_what_goes(
    tmp_path: Path, words: str, gone: str
) -> None:
    review = review_of(make_tree(tmp_path, {"A.java": JAVA}), f"## `A.java`\n\n{words}\n")
    review.accept("fuzzy")
    for proposal in review.proposals:
        review.decide({proposal.key: review.acceptance(proposal)})
    review.write()

    assert (tmp_path / "A.java").read_text() == JAVA.replace(gone, "")


def test_words_go_to_the_file_of_the_nearest_edit_above_also_below_other_words(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"A.java": JAVA, "B.java": JAVA.replace("class A", "class B")})
    response = (
        "In `A.java`, delete `LIMIT`.\n\nThe new class of `B.java`:\n\n```java\n"
        "class B {\n    static final int LIMIT = 2;\n    Used used;\n}\n```\n\nAdd `import a.c.Set;` too.\n"
    )

    offered = review_of(root, response).proposals

    assert [proposal.path for proposal in offered] == ["A.java", "B.java", "B.java"]


def test_a_line_that_leads_to_code_is_no_edit_of_its_own(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"A.java": JAVA})
    response = (
        "把原来的 `static final int LIMIT = 1` 替换成：\n\n```java\n    static final int LIMIT = 2;\n```\n"
    )

    assert len(review_of(root, response).proposals) == 1


def test_words_may_mean_the_rule_of_styles_of_the_code_above(tmp_path: Path) -> None:
    styles = "main {\n  width: 40vw;\n}\n\nul {\n  margin: 0;\n}\n"
    root = make_tree(tmp_path, {"a.css": styles})
    changed = fenced("main {\n  width: 50vw;\n}\n", "css")
    new = fenced(".search {\n  color: gray;\n}\n", "css")
    response = f"Change its rule to:\n\n{changed}\nand add this right below it:\n\n{new}"

    *_, added = review_of(root, response).proposals

    assert added.candidates is not None
    first = added.candidates.matches[0].change.apply(styles)
    assert first.index("main {") < first.index(".search {") < first.index("ul {")


@pytest.mark.parametrize(
    "words",
    [
        "The crash comes from this combination:",
        "The error is caused by the following lines:",
        "The problem is in this call:",
    ],
)
def test_code_that_is_the_cause_of_a_fault_is_no_offer(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.py": "def f():\n    load(1)\n    store(2)\n    send(3)\n"})

    assert offers(root, f"{words}\n\n{fenced('load(1)', 'python')}\n") == []
    assert offers(root, f"{words}\n\n{fenced('load(2)', 'python')}\n") == []


@pytest.mark.parametrize(
    "words",
    [
        "It never runs, because `app.use(...)` is missing.",
        "Add `app.use(…)` below `app.get('/')`.",
        "Change `app.get('/')` to `app.get('/', ...)`.",
    ],
)
def test_a_call_that_is_quoted_in_part_is_not_written(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.js": "app.get('/')\napp.listen(80)\n"})

    assert offers(root, words) == []


def test_an_import_of_one_file_is_offered_for_another_one_too(tmp_path: Path) -> None:
    text = "using System;\n\nclass {0}\n{{\n    int x = 1;\n}}\n"
    root = make_tree(tmp_path, {"A.cs": text.format("A"), "B.cs": text.format("B")})
    first = fenced("using Rates;\n", "csharp")
    second = fenced("class B\n{\n    int x = 2;\n}\n", "csharp")
    response = (
        f"## A.cs\n\nAdd the using:\n\n{first}\n## B.cs\n\nThe class becomes:\n\n{second}\n"
        "Here too you need `using Rates;` below `using System;`.\n"
    )

    paths = [proposal.path for proposal in review_of(root, response).proposals]

    assert paths == ["A.cs", "B.cs", "B.cs"]


def test_the_end_of_a_list_with_new_items_replaces_that_of_the_file(tmp_path: Path) -> None:
    text = "methods = [\n    Method(name='impact'),\n    Method(name='vibrate')\n]\n\nrun(methods)\n"
    root = make_tree(tmp_path, {"a.py": text})
    items = "    Method(name='vibrate'),\n    Method(name='cancel')\n]\n"
    response = f"In `a.py`, register the method at the end of `methods`:\n\n{fenced(items, 'python')}"
    (proposal,) = review_of(root, response).proposals

    assert proposal.candidates is not None
    assert proposal.candidates.matches[0].change.apply(text) == text.replace(
        "'vibrate')\n", "'vibrate'),\n    Method(name='cancel')\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("README.md", "# T\n\n## Features\n\nx\n", "## Usage\n\nnew\n\n<!-- ... -->\n"),
        ("a.toml", "[a]\nx = 1\n", "[b]\ny = 1\n\n# ...\n"),
        ("a.toml", "[a]\nx = 1\n\n[c]\nz = 1\n", "# ...\n\n[b]\ny = 1\n\n# ...\n"),
    ],
)
def test_a_new_section_above_final_dots_is_read(tmp_path: Path, name: str, text: str, code: str) -> None:
    root = make_tree(tmp_path, {name: text})

    (proposal,) = review_of(root, f"In `{name}`:\n\n{fenced(code, '')}").proposals

    assert proposal.candidates is not None
    assert all("..." not in match.change.apply(text) for match in proposal.candidates.matches)


COMPOSE = "services:\n  web:\n    image: a\n  db:\n    image: b\n    volumes:\n      - data:/data\n"
PYTHONS = 'matrix:\n  python: ["3.8", "3.9"]\n'


@pytest.mark.parametrize(
    ("text", "words", "code", "after"),
    [
        (
            COMPOSE,
            "Add a volume to `web`:",
            "    volumes:\n      - ./src:/app\n",
            COMPOSE.replace("a\n  db", "a\n    volumes:\n      - ./src:/app\n  db"),
        ),
        (
            COMPOSE,
            "Add a volume to `db`:",
            "    volumes:\n      - ./src:/app\n",
            f"{COMPOSE}      - ./src:/app\n",
        ),
        (
            PYTHONS,
            "Add the new ones, and drop the old ones:",
            '  python: ["3.12"]\n',
            PYTHONS.replace('"3.8", "3.9"', '"3.12"'),
        ),
    ],
    ids=["a service without any", "a service with some", "others go"],
)
def test_new_items_join_the_list_of_what_words_name_unless_others_go(
    tmp_path: Path, text: str, words: str, code: str, after: str
) -> None:
    root = make_tree(tmp_path, {"a.yml": text})
    (proposal,) = review_of(root, f"In `a.yml`: {words}\n\n{fenced(code, 'yaml')}").proposals

    assert proposal.candidates is not None
    assert proposal.candidates.matches[0].change.apply(text) == after


def test_code_that_begins_like_its_file_and_lacks_some_of_it_is_first_a_new_version(tmp_path: Path) -> None:
    recipes = [
        f"{name}:\n\tdocker compose --env-file $(ENV) {name}\n\n" for name in ("up", "down", "logs", "ps")
    ]
    file = f"SHELL := /bin/bash\n\nENV ?= .env\n\n{''.join(recipes)}super:\n\tdocker compose run super\n"
    code = f"SHELL := /bin/bash\n\nENV ?= .env\nDC := docker compose --env-file $(ENV)\n\n{''.join(recipes)}"
    code = code.replace("\tdocker compose --env-file $(ENV)", "\t$(DC)").rstrip("\n") + "\n"
    root = make_tree(tmp_path, {"Makefile": file})

    review = review_of(root, f"Here's the new Makefile, `super` is gone:\n\n```makefile\n{code}```\n")

    (found,) = review.proposals
    assert found.candidates is not None
    whole, part = (match.change.apply(file) for match in found.candidates.matches)
    assert code == whole
    assert "super:" in part


@pytest.mark.parametrize(
    "words",
    [
        "At the top of `backup.sh`, right after `#!/bin/bash`:",
        "В начале `backup.sh`, сразу после `#!/bin/bash`:",
        "Am Anfang von `backup.sh`, direkt nach `#!/bin/bash`:",
        "No início de `backup.sh`, logo após `#!/bin/bash`:",
        "在 `backup.sh` 开头，`#!/bin/bash` 之后：",
    ],
)
def test_words_that_show_a_place_in_a_script_make_commands_an_edit_of_it(tmp_path: Path, words: str) -> None:
    file = '#!/bin/bash\n\nDATE="$(date)"\n\ndump "$DATE"\n'
    root = make_tree(tmp_path, {"backup.sh": file})

    (found,) = review_of(root, f"{words}\n\n```bash\nset -o pipefail\n```\n").proposals

    assert found.candidates is not None
    assert "#!/bin/bash\nset -o pipefail\n" in found.candidates.matches[0].change.apply(file)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("Before running `backup.sh`:", "apt-get install mysql-client"),
        ("In `backup.sh`, after `DATE`:", "./backup.sh now"),
        ("In the folder of `backup.sh`:", "git pull"),
    ],
)
def test_commands_below_other_words_are_no_edit_of_a_script(tmp_path: Path, words: str, command: str) -> None:
    root = make_tree(tmp_path, {"backup.sh": '#!/bin/bash\n\nDATE="$(date)"\n'})

    assert not review_of(root, f"{words}\n\n```bash\n{command}\n```\n").proposals


@pytest.mark.parametrize(
    "words",
    [
        "Delete everything from `// Failure is…` down to the end of the file.",
        "Remove everything from `// Failure is what callers get.` to the end.",
        "Lösche alles ab `// Failure is…` bis zum Ende der Datei.",
        "Supprimez tout à partir de `// Failure is…` jusqu'à la fin du fichier.",
        "Elimina todo desde `// Failure is…` hasta el final del archivo.",
        "Удалите всё с `// Failure is…` до конца файла.",
        "删除从 `// Failure is…` 到文件末尾的所有内容。",
    ],
)
def test_words_may_remove_the_rest_of_a_file(tmp_path: Path, words: str) -> None:
    kept = "package a\n\nfunc f() {}\n"
    rest = "\n// Failure is what callers get.\ntype Failure struct {\n\tBody string\n}\n\nfunc g() {}\n"
    root = make_tree(tmp_path, {"a.go": kept + rest})

    accepted(root, f"### `a.go`\n\n{words}\n")

    assert kept == (root / "a.go").read_text()


def test_the_rest_of_a_function_is_not_that_of_the_file(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"a.go": "package a\n\nfunc f() {\n\tg()\n\th()\n}\n\nfunc k() {}\n"})

    assert [] == offers(root, "In `a.go`, delete everything from `g()` down to the end of the function.\n")


@pytest.mark.parametrize(
    "words",
    [
        "Remove `DEBUG = True` from `a.py` and move the tests to the end of the file.",
        "In `a.py`, remove `DEBUG = True`, because it is passed through to the end.",
        "In `a.py`, remove `DEBUG = True`; leave the code through the end of the file as it is.",
        "Go to the end of the file `a.py`; remove `DEBUG = True`.",
    ],
)
def test_the_end_of_a_file_in_other_words_is_not_that_of_a_removal(tmp_path: Path, words: str) -> None:
    root = make_tree(tmp_path, {"a.py": "import os\n\nDEBUG = True\n\n\ndef load():\n    return 1\n"})

    (proposal,) = review_of(root, f"{words}\n").proposals

    assert proposal.base is not None
    assert "import os\n\n\ndef load():\n    return 1\n" == proposal.change.apply(proposal.base.text)


def test_the_parameters_of_a_function_of_c_may_be_any_number(tmp_path: Path) -> None:
    root = make_tree(tmp_path, {"a.c": "int log_it(const char *text);\n"})
    new = "int log_it(const char *text, ...);"

    (proposal,) = review_of(
        root, f"In `a.c`, replace `int log_it(const char *text);` with `{new}`.\n"
    ).proposals

    assert proposal.base is not None
    assert f"{new}\n" == proposal.change.apply(proposal.base.text)


@pytest.mark.parametrize(
    "words",
    [
        'Also add `"time"` to the imports.',
        'You need `"time"` in the imports of `main.go`, too.',
        "Don't forget to import `time`.",
    ],
)
def test_a_package_of_go_in_words_about_imports_joins_them(tmp_path: Path, words: str) -> None:
    text = 'package main\n\nimport (\n\t"fmt"\n\t"log"\n)\n\nfunc main() {\n\tlog.Fatal(1)\n}\n'
    root = make_tree(tmp_path, {"main.go": text})

    (proposal,) = review_of(root, f"### `main.go`\n\n{words}\n").proposals

    assert proposal.candidates is not None
    assert text.replace('"log"\n', '"log"\n\t"time"\n') == proposal.candidates.matches[0].change.apply(text)


@pytest.mark.parametrize(
    "rest",
    [
        " (after all, it is faster).",
        " to support both versions.",
        ". All tests pass then.",
        ", which is best after all.",
    ],
)
def test_words_for_all_of_something_else_are_not_about_every_place(tmp_path: Path, rest: str) -> None:
    text = "def f():\n    return get(1)\n\n\ndef g():\n    return get(1)\n"
    words = f"In `a.py`, replace `get(1)` with `fetch(1)`{rest}\n"

    review = review_of(make_tree(tmp_path, {"a.py": text}), words)

    assert not any(proposal.is_ready for proposal in review.proposals)


def test_every_use_of_a_name_is_replaced_before_a_dot_too(tmp_path: Path) -> None:
    text = "config = load()\nrun(config.name)\n"

    review = review_of(
        make_tree(tmp_path, {"a.py": text}), "In `a.py`, replace every `config` with `settings`.\n"
    )

    (proposal,) = review.proposals
    assert text.replace("config", "settings") == proposal.change.apply(text)


def test_a_renamed_name_in_equal_lines_of_another_file_is_one_edit(tmp_path: Path) -> None:
    tree = {"lib.py": "def send(x):\n    return x\n", "b.py": "from lib import send\n\nsend(1)\nsend(1)\n"}

    review = review_of(make_tree(tmp_path, tree), "Rename `send` to `deliver`.\n")

    (edit,) = [proposal for proposal in review.proposals if proposal.path == "b.py"]
    assert tree["b.py"].replace("send", "deliver") == edit.change.apply(tree["b.py"])


class TestCodeWithSignsOnlyAtNewLines:
    FILE = """import db


class Orders:
    def load(self, key):
        rows = db.find(key)
        return rows.all()

    def store(self, row):
        db.store(row)
        db.flush()


class Others:
    pass
"""

    @pytest.mark.parametrize("words", ["`load` is slow:", "In `orders.py`, change `load`:", "`orders.py`"])
    @pytest.mark.parametrize(
        ("code", "lines"),
        [
            (
                "+   def load(self, key, limit):\n        rows = db.find(key)\n"
                "+\n+       return rows.first(limit)\n",
                ("    def load(self, key, limit):", "        return rows.first(limit)"),
            ),
            (
                "    def load(self, key):\n        rows = db.find(key)\n+       return rows.first()\n",
                ("    def load(self, key):", "        return rows.first()"),
            ),
        ],
    )
    def test_they_replace_the_lines_that_it_does_not_show(
        self, tmp_path: Path, words: str, code: str, lines: tuple[str, ...]
    ) -> None:
        root = make_tree(tmp_path, {"orders.py": self.FILE})
        review = review_of(root, f"{words}\n\n" + fenced(code))
        (proposal,) = review.proposals
        found = proposal.candidates.matches if proposal.candidates else ()
        after = (proposal if proposal.is_ready else found[0]).change.apply(self.FILE)
        assert all(line in after.splitlines() for line in lines)
        assert "rows.all()" not in after
        assert "+" not in after
        assert "    def store(self, row):\n        db.store(row)\n" in after

    @pytest.mark.parametrize(
        ("code", "after"),
        [
            (
                "    def store(self, row):\n        db.store(row)\n+       db.log(row)\n",
                "        db.store(row)\n        db.log(row)\n        db.flush()\n",
            ),
            (
                "        rows = db.find(key)\n+       if not rows:\n+           return []\n",
                "        if not rows:\n            return []\n        return rows.all()\n",
            ),
            (
                "        db.store(row)\n        db.flush()\n+       return row\n",
                "        db.flush()\n        return row\n\n\nclass Others:\n",
            ),
        ],
    )
    def test_they_go_between_others_that_the_file_has(self, tmp_path: Path, code: str, after: str) -> None:
        root = make_tree(tmp_path, {"orders.py": self.FILE})
        review = review_of(root, "In `orders.py`:\n\n" + fenced(code))
        (proposal,) = review.proposals
        assert proposal.is_ready
        assert after in proposal.change.apply(self.FILE)
        assert len(proposal.change.apply(self.FILE).splitlines()) > len(self.FILE.splitlines())

    def test_a_bracket_that_they_alone_close_is_that_of_an_old_line(self, tmp_path: Path) -> None:
        before = "useEffect(() => {\n  load(org);\n}, []);\n\nuseEffect(() => {\n  other();\n}, [org]);\n"
        root = make_tree(tmp_path, {"list.js": before})
        code = "  useEffect(() => {\n    load(org);\n+ }, [org]);\n"
        review = review_of(root, "In `list.js`:\n\n" + fenced(code, "js"))
        (proposal,) = review.proposals
        assert proposal.change.apply(before) == before.replace("[]", "[org]")


@pytest.mark.parametrize(
    ("line", "renamed"),
    [
        ('print(f"n={n} n")', 'print(f"n={count} n")'),
        ('print(f"{n:>{n}} n, {n}")', 'print(f"{count:>{count}} n, {count}")'),
        ('print(f"{{n}} {n}")', 'print(f"{{n}} {count}")'),
        ("print(f\"{d['n']} {n}\")", "print(f\"{d['n']} {count}\")"),
    ],
)
def test_the_text_of_a_string_keeps_a_variable_that_its_expressions_rename(
    tmp_path: Path, line: str, renamed: str
) -> None:
    text = f"def f(d):\n    n = 1\n    {line}\n    return n\n"
    other = "\n\ndef g(n):\n    return n\n"
    root = make_tree(tmp_path, {"a.py": text + other})

    accepted(root, "In `a.py`, rename `n` to `count` in `f`.\n")

    new = f"def f(d):\n    count = 1\n    {renamed}\n    return count\n"
    assert new + other == (root / "a.py").read_text()


CHANGES = """\
# Changelog

## [Unreleased]

### Added

- Export as PDF.

### Fixed

- A crash.

## [2.0.0]

### Added

- Dark mode.

### Changed

- Node 18.

### Fixed

- Time zones.
"""
MAKEFILE = """\
.PHONY: all build test

all: test build

build:
\tgo build -o bin/app ./cmd/app

test:
\tgo test ./...

lint:
\tgolangci-lint run

docker:
\tdocker build -t app .

push: docker
\tdocker push app

run: build
\t./bin/app

clean:
\trm -rf bin
"""
STYLES = """\
@media (max-width: 600px) {
  .grid {
    gap: 2rem;
  }

  .card {
    padding: 1rem;
  }
}
"""
SERVICES = """\
services:
  api:
    image: api
    depends_on:
      - db
  db:
    image: postgres
"""


def after_first_match(root: Path, path: str, text: str, response: str) -> str:
    (proposal,) = review_of(make_tree(root, {path: text}), response).proposals
    assert path == proposal.path
    assert proposal.candidates is not None
    return proposal.candidates.matches[0].change.apply(text)


@pytest.mark.parametrize("rest", ["", "\n<!-- ... rest unchanged ... -->\n"], ids=["a section", "with dots"])
def test_a_heading_that_only_another_section_has_is_new_in_the_one_shown(tmp_path: Path, rest: str) -> None:
    new = "- Export as PDF.\n\n### Changed\n\n- Reports load later.\n\n### Fixed\n\n- A crash.\n"
    response = "Update the Unreleased section:\n" + fenced(
        f"## [Unreleased]\n\n### Added\n\n{new}{rest}", "markdown"
    )

    result = after_first_match(tmp_path, "CHANGELOG.md", CHANGES, response)

    assert CHANGES.replace("- Export as PDF.\n\n### Fixed\n\n- A crash.\n", new) == result


def test_a_heading_with_the_text_that_another_section_has_is_no_part_of_a_section(tmp_path: Path) -> None:
    section = "## [Unreleased]\n\n### Added\n\n- Export as PDF.\n\n### Changed\n\n- Node 18.\n\n### Fixed\n"
    review = review_of(
        make_tree(tmp_path, {"CHANGELOG.md": CHANGES}), fenced(f"{section}\n- A crash.\n", "markdown")
    )

    assert not any(proposal.is_ready for proposal in review.proposals)


RULES = "build: generate\n\tgo build -o bin/app ./cmd/app\n\ngenerate:\n\tgo generate ./...\n"


@pytest.mark.parametrize(
    "code",
    [
        f".PHONY: all build generate test\n\nall: test build\n\n{RULES}",
        f"# Makefile\n.PHONY: all build generate test\n\nall: test build\n\n{RULES}",
        "+.PHONY: all build generate test\n\nall: test build\n\n"
        + "".join(f"+{line}\n" for line in RULES.splitlines()),
    ],
    ids=["plain", "below its path", "with signs"],
)
def test_a_rule_like_one_that_the_code_still_names_is_new(tmp_path: Path, code: str) -> None:
    response = "Change the `build` target and add `generate` below it:\n" + fenced(code, "makefile")

    result = after_first_match(tmp_path, "Makefile", MAKEFILE, response)

    old = "build:\n\tgo build -o bin/app ./cmd/app\n"
    assert MAKEFILE.replace("all build test", "all build generate test").replace(old, RULES) == result


@pytest.mark.parametrize(
    ("path", "text", "language", "code", "old", "new"),
    [
        (
            "a.css",
            STYLES,
            "css",
            "@media (max-width: 600px) {\n  .grid {\n+   gap: 1rem;\n+ }\n+\n+ .nav {\n+   margin: 0;\n  }\n"
            "\n  .card {\n    padding: 1rem;\n  }\n}\n",
            "    gap: 2rem;\n",
            "    gap: 1rem;\n  }\n\n  .nav {\n    margin: 0;\n",
        ),
        (
            "compose.yml",
            SERVICES,
            "yaml",
            "  api:\n    image: api\n    depends_on:\n+       db:\n+         condition: healthy\n",
            "      - db\n",
            "      db:\n        condition: healthy\n",
        ),
        (
            "CHANGELOG.md",
            CHANGES,
            "markdown",
            "## [Unreleased]\n\n### Added\n\n- Export as PDF.\n"
            "+ - Export as CSV.\n+ \n+ ### Changed\n+ \n+ - Reports.\n\n### Fixed\n",
            "- Export as PDF.\n",
            "- Export as PDF.\n- Export as CSV.\n\n### Changed\n\n- Reports.\n",
        ),
        (
            "text.py",
            TEXT,
            "python",
            "def short(text):\n+     return text[:20]\n+ \n+ \n+ def long(text):\n+     return text\n",
            TEN,
            f"{TWENTY}\n\ndef long(text):\n    return text\n",
        ),
    ],
    ids=["styles", "YAML", "Markdown", "Python"],
)
def test_lines_with_added_signs_alone_replace_the_version_that_the_code_lacks(
    tmp_path: Path, path: str, text: str, language: str, code: str, old: str, new: str
) -> None:
    result = after_first_match(tmp_path, path, text, "Change this:\n" + fenced(code, language))

    assert text.replace(old, new) == result


@pytest.mark.parametrize(
    "words",
    [
        "`test_short` passes even if `slug` drops the text, so make it stricter and add a test after it:",
        "`short` fails if `slug` is empty, so add a test for that.",
        "`short` ruft `slug` auf, daher ergänze einen Test.",
    ],
)
def test_code_in_a_reason_is_not_what_is_added_to_other_code(root: Path, words: str) -> None:
    assert [] == offers(root, f"{words}\n")


@pytest.mark.parametrize("title", ["### 2. Controller", "## Next"])
def test_imports_below_a_heading_are_those_of_the_file_of_its_section(tmp_path: Path, title: str) -> None:
    """The code below them shows the file; the edit above is in another section."""
    head = "package a;\n\nimport b.Old;\n\nclass "
    files = {
        "Service.java": f"{head}Service {{\n    int find() {{\n        return 1;\n    }}\n}}\n",
        "Controller.java": f"{head}Controller {{\n    int show() {{\n        return 2;\n    }}\n}}\n",
    }
    first = fenced("int find() {\n    return 3;\n}\n", "java")
    imports, second = fenced("import b.New;\n", "java"), fenced("int show() {\n    return 4;\n}\n", "java")
    response = f"### 1. Service\n{first}\n{title}\n\nAdd the import:\n{imports}\nand change it:\n{second}"

    review = all_accepted(make_tree(tmp_path, files), response)
    assert "import b.New" not in (tmp_path / "Service.java").read_text()
    assert "import b.New;\nimport b.Old;\n" in (tmp_path / "Controller.java").read_text()
    assert 3 == len(review.proposals)


def test_imports_below_a_heading_without_other_code_are_those_of_the_edit_above(root: Path) -> None:
    steps = f"### 1. Change `slug`\n{fenced(SLUG)}", "### 2. Add the import\n" + fenced("import os\n")
    response = "\n".join((*steps, "### 3. Run it\n"))

    assert ["a/text.py", "a/text.py"] == offers(root, response)


@pytest.mark.parametrize("head", ["catch (Exception ex)", "if (name == null)", "while (true)", "lock (this)"])
def test_a_statement_is_no_new_method_of_a_class(tmp_path: Path, head: str) -> None:
    file = (
        "class Mailer\n{\n    bool Send()\n    {\n        try\n        {\n            Run();\n"
        "            return true;\n        }\n        catch (Exception)\n        {\n"
        "            return false;\n        }\n    }\n}\n"
    )
    root = make_tree(tmp_path, {"Mailer.cs": file})
    code = fenced(f"{head}\n{{\n    Log.Error(name);\n    return false;\n}}\n", "csharp")

    (proposal,) = review_of(root, f"In `Mailer.cs`, in `Send`, use this:\n{code}").proposals
    matches = proposal.chosen or (proposal.candidates.matches if proposal.candidates else ())
    assert not any("class `Mailer`" in (match.label or "") for match in matches)


def test_a_catch_block_with_another_name_replaces_the_one_of_the_file(tmp_path: Path) -> None:
    old = "        catch (Exception)\n        {\n            return false;\n        }\n"
    head = "class Mailer\n{\n    bool Send()\n    {\n        try\n        {\n            Run();\n        }\n"
    file = f"{head}{old}    }}\n}}\n"
    root = make_tree(tmp_path, {"Mailer.cs": file})
    code = "catch (Exception ex)\n{\n    Log.Error(ex);\n    return false;\n}\n"
    all_accepted(root, f"In `Mailer.cs`, replace the `catch` block with:\n{fenced(code, 'csharp')}")

    new = old.replace("(Exception)", "(Exception ex)").replace(
        "  return", "  Log.Error(ex);\n            return"
    )
    assert file.replace(old, new) == (root / "Mailer.cs").read_text()


SETTINGS = '#!/bin/bash\n\nset -eu\n\nKEEP=10\nexport URL="http://localhost"\n\nrun "$KEEP" "$URL"\n'


@pytest.mark.parametrize(
    ("code", "old"),
    [
        ("set -euo pipefail\n", "set -eu\n"),
        ('KEEP="${KEEP:-5}"\n', "KEEP=10\n"),
        ("KEEP=\"$(cat keep)\"\nexport URL='https://a b'\n", 'KEEP=10\nexport URL="http://localhost"\n'),
    ],
)
def test_commands_that_set_what_a_script_sets_once_replace_its_lines(
    tmp_path: Path, code: str, old: str
) -> None:
    root = make_tree(tmp_path, {"deploy.sh": SETTINGS})

    (found,) = review_of(root, f"For `deploy.sh`:\n\n1. **Settings.**\n\n```bash\n{code}```\n").proposals

    matches = found.chosen or (found.candidates.matches if found.candidates is not None else ())
    assert SETTINGS.replace(old, code) == matches[0].change.apply(SETTINGS)


@pytest.mark.parametrize(
    "code", ["KEEP=3 ./deploy.sh\n", "URL=http://a\n", "export OTHER=1\n", "KEEP=3\nnpm start\n"]
)
def test_other_variables_for_the_user_are_no_edit_of_a_script(tmp_path: Path, code: str) -> None:
    root = make_tree(tmp_path, {"deploy.sh": SETTINGS})

    assert not review_of(root, f"Then run it:\n\n```bash\n{code}```\n").proposals
