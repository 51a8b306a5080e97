"""Edits that only words describe are code with the operation that they ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Code, Delete, Move, Replace, Wording, WordingKind
from editreview.formats import edit_words, parse
from tests.builders import is_read


def described(text: str) -> list[Code]:
    return [code for code in parse(text).code if code.is_in_words and code.wording is None]


def replacements(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    found = []
    for code in described(text):
        assert isinstance(code.operation, Replace)
        pair = code.operation.interpretations[0]
        found.append((pair.search.rstrip("\n"), pair.replace.rstrip("\n"), code.mentions))
    return found


class TestSentences:
    @pytest.mark.parametrize(
        "text",
        [
            "- In `src/a.py`, replace `x = 1` with `x = 2`.",
            "In `src/a.py`, change `x = 1` to `x = 2`. That's all.",
            "In `src/a.py`, replace `x = 1` with `x = 2`. (never touch `y = 2`.)",
            "1. **src/a.py**: update the line `x = 1` to `x = 2`",
            "I replaced `x = 1` by `x = 2` in `src/a.py`.",
            "- `src/a.py`: `x = 1` → `x = 2`",
            "* src/a.py: `x = 1` -> `x = 2`",
            "Ersetze in `src/a.py` bitte `x = 1` durch `x = 2`.",
            "Dans `src/a.py`, remplacez `x = 1` par `x = 2`.",
            "En `src/a.py`, cambia `x = 1` por `x = 2`.",
            "在 `src/a.py` 中,将 `x = 1` 改为 `x = 2`。",
        ],
    )
    def test_a_sentence_says_what_replaces_what(self, text: str) -> None:
        assert [("x = 1", "x = 2", ("src/a.py",))] == replacements(f"{text}\n")

    @pytest.mark.parametrize(
        "text",
        [
            "In `src/a.py`, replace `x = 1` with `x = 2` and `y = 1` with `y = 2`.",
            "In `src/a.py`, replace `x = 1` with `x = 2`, `y = 1` with `y = 2`.",
            "In `src/a.py`, change `x = 1` (line 3) to `x = 2`, and the `y = 1` (line 8) to `y = 2`.",
            "In `src/a.py`, change `x = 1` to `x = 2` (and `y = 1` to `y = 2`).",
            "In `src/a.py`, replace `x = 1` and `y = 1` with `x = 2` and `y = 2` respectively.",
            "Ersetze in `src/a.py` `x = 1` durch `x = 2` und `y = 1` durch `y = 2`.",
            "Dans `src/a.py`, remplacez `x = 1` par `x = 2` et `y = 1` par `y = 2`.",
            "En `src/a.py`, cambia `x = 1` por `x = 2` y `y = 1` por `y = 2`.",
            "In `src/a.py`, sostituisci `x = 1` con `x = 2` e `y = 1` con `y = 2`.",
            "В `src/a.py` замените `x = 1` на `x = 2` и `y = 1` на `y = 2`.",
            "将 `src/a.py` 中的 `x = 1` 改为 `x = 2`，`y = 1` 改为 `y = 2`。",
        ],
    )
    def test_a_verb_may_have_several_pairs(self, text: str) -> None:
        expected = [("x = 1", "x = 2"), ("y = 1", "y = 2")]

        assert expected == [pair[:2] for pair in replacements(f"{text}\n")]

    @pytest.mark.parametrize(
        "text",
        [
            "In `src/a.py`, replace `x = 1` with `x = 2` and call `f()` with `y = 2`.",
            "In `src/a.py`, replace `x = 1` with `x = 2` and `y = 1` is added to `z`.",
            "In `src/a.py`, replace `x = 1` with `x = 2`. `y = 1` with `y = 2` works.",
        ],
    )
    def test_other_code_behind_a_pair_is_no_pair(self, text: str) -> None:
        assert [("x = 1", "x = 2")] == [pair[:2] for pair in replacements(f"{text}\n")]

    @pytest.mark.parametrize(
        "text",
        [
            "Delete `src/b.py`'s first line.",
            "删除 `src/b.py` 中所有的 `print(x)`。",
            "删除 `src/b.py` 里的注释。",
            "The function `load` should be removed from src/b.py.",
            "Delete from `src/b.py` what is left of it.",
            "Lösche in `src/b.py` die Methode `load`.",
            "Entferne die Funktion load aus der Datei `src/b.py`.",
            "Supprimez de `src/b.py` la fonction `load`.",
            "Supprime la fonction load du fichier `src/b.py`.",
            "Elimina la función load del archivo `src/b.py`.",
            "Remova de `src/b.py` a função `load`.",
            "Rimuovi dal file `src/b.py` la funzione `load`.",
            "Verwijder uit `src/b.py` de functie `load`.",
            "Usuń z pliku `src/b.py` funkcję `load`.",
            "Удалите из файла `src/b.py` функцию `load`.",
            "Remove the `src/b.js` script tag from the page.",
            "Delete the `b.css` link in the head.",
        ],
    )
    def test_a_part_of_a_file_is_not_the_file(self, text: str) -> None:
        assert not [code for code in described(f"{text}\n") if isinstance(code.operation, Delete)]

    @pytest.mark.parametrize(
        "text",
        [
            "Get rid of `src/b.py`.",
            "Delete the test in the old folder, and remove `src/b.py`.",
            "Lösche die Datei `src/b.py`.",
            "Supprimez le fichier de test `src/b.py`.",
            "Elimina el archivo de configuración `src/b.py`.",
            "Remova o arquivo `src/b.py`.",
            "Удалите файл `src/b.py`.",
        ],
    )
    def test_words_for_a_file_that_goes_delete_it(self, text: str) -> None:
        assert [Delete()] == [code.operation for code in described(f"{text}\n")]

    @pytest.mark.parametrize(
        "text",
        [
            "You should not delete `src/b.py`.",
            "You shouldn’t rename `src/b.py` to `src/c.py`.",
            "`src/b.py` must never be deleted.",
            "I decided not to replace `x = 1` with `x = 2`.",
            "To avoid replacing `x = 1` with `x = 2`, wait.",
            "To be safe don't change `x = 1` to `x = 2`.",
            "Do it without touching or replacing `x = 1` with `x = 2`.",
            "I advise against the idea of replacing `x = 1` with `x = 2`.",
            "Keep `x = 3` and `x = 4` instead of replacing `x = 1` with `x = 2`.",
            "Vergiss nicht, `x = 1` nicht durch `x = 2` zu ersetzen.",
            "Avoid this: replace `x = 1` with `x = 2`.",
            "You may be tempted to delete `src/b.py`; resist.",
            "I tried to replace `x = 1` with `x = 2`, but that failed.",
            "Vermeide es, `x = 1` durch `x = 2` zu ersetzen.",
            "Benenne `src/b.py` keinesfalls in `src/c.py` um.",
            "Évitez de supprimer `src/b.py`.",
            "Il ne faut pas remplacer `x = 1` par `x = 2`.",
            "No hay que eliminar `src/b.py`.",
            "Não substituir `x = 1` por `x = 2`.",
            "Non eliminare `src/b.py`.",
            "Не удалить бы `src/b.py`.",
            "不要删除 `src/b.py`。",
            "无需将 `x = 1` 改为 `x = 2`。",
            "`src/b.py` を削除しないでください。",
            "`destroy` では他人の投稿を削除しようとした場合でも「削除しました」と表示されてしまいます。",
            "`x = 1` を `x = 2` に変更する必要はありません。",
        ],
    )
    def test_words_that_say_not_to_make_an_edit_ask_for_none(self, text: str) -> None:
        assert [] == [code for code in parse(f"{text}\n").code if code.is_in_words]

    @pytest.mark.parametrize(
        "text",
        [
            "Don't forget to replace `x = 1` with `x = 2`.",
            "N'oubliez pas de remplacer `x = 1` par `x = 2`.",
            "No te olvides de cambiar `x = 1` por `x = 2`.",
            "Não se esqueça de alterar `x = 1` para `x = 2`.",
            "Non dimenticare di sostituire `x = 1` con `x = 2`.",
            "Не забудьте заменить `x = 1` на `x = 2`.",
            "不要忘记将 `x = 1` 改为 `x = 2`。",
            "别忘了把 `x = 1` 改为 `x = 2`。",
            "To avoid timeouts change `x = 1` to `x = 2`.",
            "To run without errors change `x = 1` to `x = 2`.",
            "To guard against overload you should change `x = 1` to `x = 2`.",
            "If your server can't cope you must change `x = 1` to `x = 2`.",
            "Um Fehler zu vermeiden ersetze `x = 1` durch `x = 2`.",
            "Pour éviter les erreurs remplace `x = 1` par `x = 2`.",
            "Para evitar esperas cambia `x = 1` por `x = 2`.",
            "Per evitare errori sostituisci `x = 1` con `x = 2`.",
            "Replace `x = 1` by `x = 2` instead of adding `y = 2`.",
            "Change `x = 1` to `x = 2`, which is wrong otherwise.",
            "That does not work, so replace `x = 1` with `x = 2`.",
            "To avoid changing the state, replace `x = 1` with `x = 2`.",
            "Without this the test fails: replace `x = 1` with `x = 2`.",
            "Do not delete `src/b.py`, and replace `x = 1` with `x = 2`.",
            "Ersetze `x = 1` durch `x = 2`, weil das nicht geht.",
            "No arquivo, substitua `x = 1` por `x = 2`.",
            "为避免错误，将 `x = 1` 改为 `x = 2`。",
        ],
    )
    def test_a_negation_may_be_about_something_else(self, text: str) -> None:
        assert [("x = 1", "x = 2")] == [pair[:2] for pair in replacements(f"{text}\n")]

    @pytest.mark.parametrize(
        "text",
        [
            "Pensez à importer la classe et à retirer `use A\\B;`, qui ne sert plus :",
            "Remember to import the class and to remove `use A\\B;`, which is no longer needed:",
            "Add the new import and drop `use A\\B;`:",
            "Importiere die Klasse oben und entferne `use A\\B;`, das nicht mehr gebraucht wird:",
            "Recuerda importar la clase y quitar `use A\\B;`, que ya no se usa:",
            "Lembre-se de importar a classe e de remover `use A\\B;`, que não é mais usado:",
            "Ricordati di importare la classe e di rimuovere `use A\\B;`, che non serve più:",
            "Не забудьте импортировать класс и удалить `use A\\B;`, который больше не нужен:",
            "别忘了导入这个类，并删除 `use A\\B;`:",
        ],
    )
    def test_words_above_new_code_may_remove_an_import_too(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        assert code.wording is not None
        assert (WordingKind.REMOVE, ("use A\\B;",)) == (code.wording.kind, code.wording.codes)

    @pytest.mark.parametrize(
        "text", ["Remove `use A\\B;`:", "Import it, and remove `total` from the list:", "Add `use A\\B;`:"]
    )
    def test_other_words_above_code_remove_nothing(self, text: str) -> None:
        wordings = [code.wording for code in parse(f"{text}\n").code]

        assert [] == [each for each in wordings if each is None or each.kind is WordingKind.REMOVE]

    @pytest.mark.parametrize(
        "text",
        [
            "Note that `clear` needs it as well, otherwise the file will not be deleted.",
            "Add it to `clear` as well. Otherwise, the file is deleted twice.",
            "Remember `clear`: without it the file is not deleted.",
            "Auch `clear` braucht das, sonst wird die Datei nicht gelöscht.",
            "`clear` en a aussi besoin, sinon impossible de supprimer le fichier.",
            "`clear` también lo necesita; de lo contrario no se puede eliminar el archivo.",
            "`clear` também precisa disso, caso contrário o arquivo não é removido.",
            "Anche `clear` ne ha bisogno, altrimenti il file non si può rimuovere.",
            "`clear` heeft dit ook nodig, anders wordt het bestand niet verwijderd.",
            "`clear` też tego potrzebuje, inaczej pliku nie da się usunąć.",
            "Не забудьте про `clear`, иначе файл невозможно удалить.",
            "`clear` теж це потрібно, інакше файл не видалиться.",
            "`clear` da buna ihtiyaç duyar, yoksa dosya silinmez.",
            "`clear` behøver det også, ellers bliver filen ikke slettet.",
            "注意 `clear` 也必须加，否则有些浏览器会认为是另一个文件，删不掉。",
            "`clear` 里也要加，要不然无法删除文件。",
            "`clear` にも必要です。そうしないとファイルが削除できません。",
            "`clear`에도 필요합니다. 그렇지 않으면 파일이 삭제되지 않습니다.",
            "The server can only delete the file if `clear` sends it.",
            "Add a new **Delete** section before the `clear` helper.",
            "Ainsi `clear` peut supprimer le fichier.",
            "Así `clear` puede eliminar el archivo.",
            "Agora `clear` consegue remover o arquivo.",
            "Ora `clear` può rimuovere il file.",
            "Теперь `clear` может удалить файл.",
            "这样 `clear` 才能删除文件。",
            "これで `clear` はファイルを削除できます。",
            "`clear` 可以删除没用的文件。",
            "`load` already calls `clear`, and can be removed.",
            "`load` already calls `clear`, so it can be removed.",
            "`load` 已经调用了 `clear`，可以删除。",
        ],
    )
    def test_words_about_a_consequence_or_an_ability_ask_for_no_removal(self, text: str) -> None:
        wordings = [code.wording for code in parse(f"{text}\n").code]

        assert [] == [each for each in wordings if each is None or each.kind is WordingKind.REMOVE]

    @pytest.mark.parametrize(
        "text",
        [
            "Remove `clear`, otherwise the build fails.",
            "Lösche `clear`, sonst schlägt der Build fehl.",
            "Supprimez `clear`, sinon le build échoue.",
            "Elimina `clear`, si no falla la compilación.",
            "删除 `clear`，否则编译失败。",
            "`clear` 可以删除了。",
            "You can delete `clear` once that is done.",
            "`clear` 可以删除因为没有用到。",
            "`clear` 可以直接删除并返回。",
            "`clear` 可以删除以避免重复。",
            "Delete `clear`, otherwise `load` fails.",
            "Delete `clear`, or else `load` and `store` fail.",
            "Lösche `clear`, sonst schlägt `load` fehl.",
            "Supprimez `clear`, sinon `load` échoue.",
            "删除 `clear`，否则 `load` 会失败。",
            "Keep `load` if it is used, otherwise delete `clear`.",
            "Otherwise, remove `clear`.",
            "否则删除 `clear`。",
            "You can delete `clear` once `load` is fixed.",
            "Remove `clear`, because `load` already does it.",
            "Remove `clear`, which `load` calls.",
            "Lösche `clear`, sobald `load` läuft.",
            "删除 `clear`，因为 `load` 已经处理。",
            "Since `load` does it, `clear` can be removed.",
            "If `clear` is unused, remove it.",
            "`load` already calls `clear`, which can be removed.",
            "Remove `clear` but keep `load`.",
            "Delete `clear` (leave `load` as it is).",
            "Borra `clear` y deja `load` como está.",
            "Supprime `clear` (garde `load`).",
            "删除 `clear`，保留 `load`。",
        ],
    )
    def test_an_edit_may_have_a_consequence_or_a_condition(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        assert code.wording is not None
        assert (WordingKind.REMOVE, ("clear",)) == (code.wording.kind, code.wording.codes)

    @pytest.mark.parametrize(
        "text",
        [
            "`clear` and `load` are unused, and can be removed.",
            "`clear`, `load` can be removed.",
            "`clear` 和 `load` 没有用到，可以删除。",
            "Remove `clear` and `load` if `store` has both.",
        ],
    )
    def test_all_of_a_list_goes(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        assert code.wording is not None
        assert (WordingKind.REMOVE, ("clear", "load")) == (code.wording.kind, code.wording.codes)

    @pytest.mark.parametrize(
        "text",
        [
            "Remove `clear`, but not `load`.",
            "Remove `clear` (but not `load`).",
            "Remove the whole `clear` section (up to, but not including, `load`).",
            "Remove `clear` except for `load`.",
            "Lösche `clear` außer `load`.",
            "Supprimez `clear`, sauf `load`.",
            "Elimina `clear`, excepto `load`.",
            "删除 `clear`，但不包括 `load`。",
        ],
    )
    def test_what_a_removal_leaves_is_no_part_of_it(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        assert code.wording is not None
        assert (WordingKind.REMOVE, ("clear",)) == (code.wording.kind, code.wording.codes)

    @pytest.mark.parametrize(
        "text",
        [
            "Delete everything except `clear`.",
            "Delete everything from `clear` down to `load`.",
            "Delete the lines from `clear` through `load`.",
            "Lösche alles von `clear` bis `load`.",
        ],
    )
    def test_a_removal_whose_end_is_told_is_none_of_single_lines(self, text: str) -> None:
        assert () == parse(f"{text}\n").code

    @pytest.mark.parametrize(
        "text",
        [
            "* `derived` adds it up every time `cart` changes, so nothing has to be wired up by hand.",
            "`load('a')` needs no change.",
            "`load('a')` does **not** need to be touched.",
            "`load('a')` doesn't have to be changed.",
            "Note that you should **not** `from a import load`, because it would clash.",
            "You shouldn't `import load`.",
        ],
    )
    def test_words_that_ask_for_nothing_are_no_edit(self, text: str) -> None:
        assert () == parse(f"In `src/a.py`:\n\n{text}\n").code

    def test_code_of_a_consequence_is_not_that_of_the_next_sentence(self) -> None:
        wordings = [
            each.wording for each in parse("Delete `a`, otherwise `b` fails. Then remove `c`.\n").code
        ]

        assert [("a",), ("c",)] == [each.codes for each in wordings if each is not None]

    @pytest.mark.parametrize(
        "text",
        [
            "Vergiss nicht, `x = 1` durch `x = 2` zu ersetzen.",
            "`x = 1` を `x = 2` に変更するのを忘れないでください。",
            "`x = 1` を `x = 2` に変更しないと動きません。",
        ],
    )
    def test_words_for_what_must_not_be_forgotten_ask_for_it(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        assert code.wording is not None
        assert ("x = 1", "x = 2") == code.wording.codes

    @pytest.mark.parametrize(
        "text",
        [
            "In `src/a.py`, replace `x = 1` (used by `load`) with `x = 2`.",
            "In `src/a.py`, replace `x = 1` (in `load`) with `x = 2` (in `store` it is right).",
            "In `src/a.py`, change **`x = 1`** (see `src/b.py`) to **`x = 2`**.",
            "将 `src/a.py` 中的 `x = 1`（`load` 用到）改为 `x = 2`。",
        ],
    )
    def test_a_remark_between_old_and_new_code_is_neither(self, text: str) -> None:
        (code,) = parse(f"{text}\n").code

        old, new = code.wording.codes if code.wording else ("x = 1", "x = 2")
        assert ("x = 1", "x = 2") == (old, new)
        assert code.mentions[0] == "src/a.py"

    def test_an_edit_in_parentheses_is_one(self) -> None:
        (code,) = parse("In `src/a.py`, `load` (→ `get`) changes `src/b.py`.\n").code

        assert code.wording is not None
        assert ("load", "get") == code.wording.codes

    @pytest.mark.parametrize(
        "text",
        [
            "In `src/a.ts` only the import path changes (`./old.js` → `./new.js`).",
            "- `src/a.ts`: `./old.js` → `./new.js`",
            "In `src/a.ts` ändert sich nur der Import: `./old.js` → `./new.js`",
        ],
    )
    def test_a_path_in_a_file_may_become_another_one(self, text: str) -> None:
        assert [("./old.js", "./new.js", ("src/a.ts",))] == replacements(f"{text}\n")

    @pytest.mark.parametrize("text", ["- `./old.js` → `./new.js`", "See `a.ts` and `b.ts`, then `c.ts`."])
    def test_other_paths_become_nothing(self, text: str) -> None:
        assert [] == replacements(f"{text}\n")

    def test_the_file_may_be_named_above_a_list(self) -> None:
        text = "### `src/a.py`\n\n- Change `x = 1` to `x = 2`\n- Change `y = 1` to `y = 2`\n"

        assert [("x = 1", "x = 2", ("src/a.py",)), ("y = 1", "y = 2", ("src/a.py",))] == replacements(text)

    def test_code_may_hold_back_quotes(self) -> None:
        text = "In `a.md`, change `` a `b` `` to `` a `c` ``.\n"

        assert [("a `b`", "a `c`", ("a.md",))] == replacements(text)

    def test_sentences_in_quotes_may_hold_code(self) -> None:
        text = 'In `a.md`: "Run `make` first." → "First, run `make`."\n'

        assert [("Run `make` first.", "First, run `make`.", ("a.md",))] == replacements(f"- {text}")
        assert [] == TestWordings.wordings(f"- {text}")

    @pytest.mark.parametrize("verb", ["change line 5 from", "replace", "update the import from"])
    def test_what_stands_between_from_and_to_is_replaced(self, verb: str) -> None:
        text = f"`re` is unused, so {verb} `import os, re` to `import os` in `a.py`.\n"

        assert [("import os, re", "import os", ("a.py",))] == replacements(text)

    @pytest.mark.parametrize(
        ("old", "new"), [("settings.DEBUG", "settings.PRODUCTION"), ("x=y, a=False", "x=y, a=settings.A")]
    )
    def test_expressions_with_dots_are_no_files(self, old: str, new: str) -> None:
        assert [(old, new, ("a.py",))] == replacements(f"In `a.py`, replace `{old}` with `{new}`.\n")

    @pytest.mark.parametrize(
        "text",
        [
            "In `a.py`, change `timeout` to `30`.",
            "In `a.py`, change `debug` from `true` to `false`.",
            "In `a.py`, don't change `x = 1` to `x = 2`.",
            "Should I change `x = 1` to `x = 2` in `a.py`?",
            "Replace `x = 1` in `a.py` with:",
            "`a.py` passes `x = 1` to `call(y)`.",
            "Map `x` to `y` before you add `z` to `a.py`.",
            "In `a.py`, use `x = 2` instead of `x = 1`.",
        ],
    )
    def test_other_sentences_say_nothing(self, text: str) -> None:
        assert [] == replacements(f"{text}\n")

    @pytest.mark.parametrize("line", ["Delete the line `x = 1`.", "- Remove the unused import `x = 1`"])
    def test_a_line_may_be_removed(self, line: str) -> None:
        assert [("x = 1", "", ("a.py",))] == replacements(f"### `a.py`\n\n{line}\n")

    @pytest.mark.parametrize("line", ["Delete the line `total`.", "Remove the import `x = 1` from `y = 2`."])
    def test_a_name_or_a_part_of_other_code_is_not_removed(self, line: str) -> None:
        assert [] == replacements(f"### `a.py`\n\n{line}\n")

    def test_code_may_hold_icons(self) -> None:
        text = "In `src/a.py`, replace `\ue000 x` with `\ue001 x`.\n"

        assert [("\ue000 x", "\ue001 x", ("src/a.py",))] == replacements(text)

    def test_a_sentence_with_icons_outside_code_says_nothing(self) -> None:
        assert [] == described("In `src/a.py`, replace \ue001 with `x = 2`.\n")

    def test_a_sentence_in_a_fence_says_nothing(self) -> None:
        assert [] == replacements("```text\nIn `a.py`, change `x = 1` to `x = 2`.\n```\n")

    @pytest.mark.parametrize("verb", sorted(set(edit_words.CHANGE)))
    def test_each_verb_of_change_is_read(self, verb: str) -> None:
        expected = [("x = 1", "x = 2", ("src/a.py",))]

        assert expected == replacements(f"{verb} `x = 1` to `x = 2` in `src/a.py`.\n")
        assert expected == replacements(f"{verb.capitalize()} `x = 1` to `x = 2` in `src/a.py`.\n")


class TestWordings:
    """Edits in other words, which only the tree can show."""

    @staticmethod
    def wordings(text: str) -> list[Wording]:
        return [code.wording for code in parse(text).code if code.wording is not None]

    @pytest.mark.parametrize(
        "text",
        [
            "You want `days` to come from `app.json` instead of the hard-coded `14`.",
            "Switching to constructor injection and injecting a `Clock` solves both.",
            "The value is `today`. Switching to a `Clock` helps.",
        ],
    )
    def test_what_only_tells_asks_for_no_new_value(self, text: str) -> None:
        found = self.wordings(text)

        assert all(each.is_report for each in found[-1:])
        assert all(each.earlier is None for each in found[-1:])

    @pytest.mark.parametrize(
        "text",
        [
            "Show the count instead of `<h2>Open</h2>`. The `Done` heading stays.",
            "Replace `a = 1` with `a = 2`. The line `b = 1` is unchanged.",
        ],
    )
    def test_code_that_stays_is_in_no_edit(self, text: str) -> None:
        codes = [code for each in self.wordings(text) for code in each.codes]

        assert not {"Done", "b = 1"}.intersection(codes)

    @pytest.mark.parametrize(
        "text",
        [
            "`send` takes three values, so drop the unused fourth argument.",
            "Lösche das vierte Argument in `send(a, b, c, d)`.",
            "Remove the trailing comma after `x = 1`.",
            'The note says "Use `x = 1` only once". Replace it.',
        ],
    )
    def test_code_is_not_removed_where_only_a_part_of_it_goes(self, text: str) -> None:
        assert [] == [code for each in self.wordings(text) for code in each.codes]

    @pytest.mark.parametrize(
        "text",
        [
            "`load` is fine, but remove `send`.",
            "In `load`, delete `send`.",
            "`send` is unused, so delete the function.",
            "`send` should be removed.",
            "Drop the argument `send`.",
            "Drop the unused `send` argument.",
            "Entferne `send`.",
            "Remove `send` from the arguments of `load`.",
        ],
    )
    def test_the_object_of_the_verb_is_removed(self, text: str) -> None:
        assert [("send",)] == [each.codes for each in self.wordings(text)]

    def test_the_function_in_which_a_name_changes_keeps_its_own(self) -> None:
        (found,) = self.wordings("In `f`, rename `val` to `value`.")

        assert ("val", "value") == found.codes

    @pytest.mark.parametrize("end", ["add", "insert", "change it to", "use:"])
    def test_a_sentence_that_goes_on_with_a_fence_describes_nothing_itself(self, end: str) -> None:
        text = f"In `next`, right after `c = text[pos]`, {end}\n\n```python\nd = 1\n```\n"

        assert [] == self.wordings(text)


class TestLinesOfCode:
    """Old and new code in back-quotes, each a line of its own."""

    @pytest.mark.parametrize(
        "text",
        [
            "- `- x = 1`\n- `+ x = 2`",
            "1. `- x = 1`\n2. `+ x = 2`",
            "`- x = 1`\n\n`+ x = 2`",
            "* `-   x = 1`\n* `+   x = 2`",
            "- `x = 1`\n+ `x = 2`",
            "❌ `x = 1`\n✅ `x = 2`",
            "- 🔴 `x = 1`\n- 🟢 `x = 2`",
            "- Old: `x = 1`\n- New: `x = 2`",
            "- **Before:** `x = 1`\n- **After:** `x = 2`",
            "Current line: `x = 1`\n\nUpdated line: `x = 2`",
            "- Vorher: `x = 1`\n- Nachher: `x = 2`",
            "- Avant : `x = 1`\n- Après : `x = 2`",
            "- Antes: `x = 1`\n- Después: `x = 2`",
            "- Было: `x = 1`\n- Стало: `x = 2`",
            "修改前：`x = 1`\n修改后：`x = 2`",
            "- `- x = 1` → `+ x = 2`",
        ],
    )
    def test_the_new_code_replaces_the_old_code_above_it(self, text: str) -> None:
        assert [("x = 1", "x = 2", ("src/a.py",))] == replacements(f"In `src/a.py`:\n\n{text}\n")

    def test_several_lines_replace_several(self) -> None:
        text = "- `- if x:`\n- `-     f()`\n- `+ if y:`\n- `+     g()`\n- `+ h()`\n"

        assert [("if x:\n    f()", "if y:\n    g()\nh()", ())] == replacements(text)

    def test_each_pair_is_an_edit(self) -> None:
        text = "- `- x = 1`\n- `+ x = 2`\n\nand\n\n- `- y = 1`\n- `+ y = 2`\n"

        assert [("x = 1", "x = 2"), ("y = 1", "y = 2")] == [pair[:2] for pair in replacements(text)]

    def test_new_code_alone_is_added(self) -> None:
        (code,) = parse("In `src/a.py`, add below `x`:\n\n- `+ y = 1`\n").code

        assert ("y = 1\n", None, ("src/a.py",)) == (code.text, code.operation, code.mentions)
        assert code.edit_in_words is WordingKind.ADD

    @pytest.mark.parametrize(
        "text",
        [
            "- `x = 1`\n- `x = 2`",
            "+ `x = 2`",
            "After: `x = 2`",
            "- `x = 1`\n\nNew: `x = 2`",
            "- Old: `x = 1`\n- It is slow.\n- New: `x = 2`",
            "- `-x`: one\n- `+x`: two",
            "- `-x`\n- `+x`",
            "- `- x = 1` stays\n- `+ x = 2` goes",
            "Note: `x = 1`\nHint: `x = 2`",
            "```\n- `- x = 1`\n- `+ x = 2`\n```",
        ],
    )
    def test_other_lines_with_code_replace_nothing(self, text: str) -> None:
        assert [] == replacements(f"{text}\n")


class TestTables:
    def test_each_row_says_what_replaces_what(self) -> None:
        text = (
            "| File | Before | After |\n|---|:--|---|\n| `a.css` | `x: 1;` | `x: 2;` |\n"
            "| b.js | `y \\| 1` | `y \\| 2` |\n| b.js | words | `z` |\n\nDone.\n"
        )

        assert [("x: 1;", "x: 2;", ("a.css",)), ("y | 1", "y | 2", ("b.js",))] == replacements(text)

    def test_the_file_may_be_named_above_a_table(self) -> None:
        text = "Changes in `a.py`:\n\n| Old | New |\n|--|--|\n| `x = 1` | `x = 2` |\n"

        assert [("x = 1", "x = 2", ("a.py",))] == replacements(text)

    @pytest.mark.parametrize(
        "header",
        ["From | To", "Find | Replace", "Search | Replace with", "Replace | With", "Change this | To this"],
    )
    def test_columns_may_say_old_and_new_only_together(self, header: str) -> None:
        text = f"Changes in `a.py`:\n\n| {header} |\n|--|--|\n| `x = 1` | `x = 2` |\n"

        assert [("x = 1", "x = 2", ("a.py",))] == replacements(text)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("Current value", "New value"),
            ("Valor atual", "Novo valor"),
            ("Valor actual", "Nuevo valor"),
            ("Valeur actuelle", "Nouvelle valeur"),
            ("Alter Wert", "Neuer Wert"),
            ("Valore attuale", "Nuovo valore"),
            ("変更前", "変更後"),
        ],
    )
    def test_a_table_of_settings_gives_names_new_values(self, old: str, new: str) -> None:
        """A value alone may stand anywhere, so the name of the row comes with it, and its section."""
        text = (
            f"In `a.toml`:\n\n| | | {old} | {new} |\n|--|--|--|--|\n"
            '| `[server]` | `workers` | `2` | `8` |\n| logging | level | `"DEBUG"` | `"INFO"` |\n'
        )

        rows = [code for code in parse(text).code if code.wording is not None]

        assert [("workers", "2", "8"), ("level", '"DEBUG"', '"INFO"')] == [
            code.wording.codes for code in rows if code.wording is not None
        ]
        assert [("a.toml",), ("a.toml",)] == [code.mentions for code in rows]
        assert ["server", "logging"] == [code.words.split()[0].strip("`") for code in rows]

    def test_a_cell_may_have_several_lines(self) -> None:
        text = "In `a.py`:\n\n| Old | New |\n|--|--|\n| `x = 1` | `x = 1` + `y = 2` |\n| `a`<br>`b` | `c` |\n"

        assert [("x = 1", "x = 1\ny = 2", ("a.py",)), ("a\nb", "c", ("a.py",))] == replacements(text)

    def test_a_table_with_other_columns_says_nothing(self) -> None:
        assert [] == replacements("| File | Change |\n|---|---|\n| `a.py` | `x` to `y` |\n")

    def test_what_follows_a_table_is_read(self) -> None:
        text = "| Old | New |\n|--|--|\n| `x` | `y` |\n<thinking>\n`b.py`\n```python\nx\n```\n</thinking>\n"

        assert () == parse(text).blocks


class TestFiles:
    @pytest.mark.parametrize(
        ("text", "to"),
        [
            ("Rename `src/a.py` to `src/b.py`.", "src/b.py"),
            ("- Rename `src/a.py` → `b.py` (contents unchanged)", "src/b.py"),
            ("Move `src/a.py` into `lib/b.py`.", "lib/b.py"),
            ("```bash\ngit mv src/a.py src/b.py\n```", "src/b.py"),
            ("```sh\n$ mkdir -p lib && mv src/a.py lib/\n```", "lib/a.py"),
        ],
    )
    def test_files_are_moved(self, text: str, to: str) -> None:
        (code,) = described(f"{text}\n")

        assert (("src/a.py",), Move(to)) == (code.mentions, code.operation)

    @pytest.mark.parametrize("verb", sorted(set(edit_words.MOVE)))
    def test_each_verb_of_moving_is_read(self, verb: str) -> None:
        (code,) = described(f"{verb} `src/a.py` to `src/b.py`.\n")

        assert Move("src/b.py") == code.operation

    @pytest.mark.parametrize("verb", sorted(set(edit_words.REMOVE)))
    def test_each_verb_of_removing_is_read(self, verb: str) -> None:
        (code,) = described(f"{verb} `src/a.py`.\n")

        assert Delete() == code.operation

    @pytest.mark.parametrize(
        "text",
        [
            "Then delete `src/a.py`.",
            "You can remove the file `src/a.py`, since nothing imports it.",
            "- **`src/a.py`**: delete the file.",
            "`src/a.py` – remove it",
            "```bash\ngit rm src/a.py\n```",
            "```\n```\n\n```bash\nrm -f src/a.py\n```",
        ],
    )
    def test_files_are_deleted(self, text: str) -> None:
        (code,) = described(f"{text}\n")

        assert (("src/a.py",), Delete()) == (code.mentions, code.operation)

    @pytest.mark.parametrize(
        "text",
        [
            "Remove `a.py` from `b.cfg`.",
            "Don't delete `a.py`.",
            "Replace `a.py` with `b.py` in your head.",
            "```bash\nrm -rf build dist\n```",
            "```bash\nrm *.pyc\ncp a.py b.py\n```",
        ],
    )
    def test_other_words_and_commands_do_neither(self, text: str) -> None:
        assert [] == described(f"{text}\n")


PIECES = [
    "`a.py`",
    "`x = 1`",
    "| Old | New |",
    "|--|--|",
    "| `x` | `y` |",
    "change",
    " to ",
    "\n",
    "- ",
    "```",
    "delete ",
    "\ue000",
    "\ue001",
]


@given(st.lists(st.sampled_from(PIECES), max_size=20), st.integers(1, 50))
def test_any_words_are_read_in_their_lines(pieces: list[str], at: int) -> None:
    text = "".join(pieces)

    assert is_read(text)
    assert is_read(text[:at])


@pytest.mark.parametrize("verb", ["Remove", "Take out", "Get rid of"])
def test_a_removal_may_be_a_phrase(verb: str) -> None:
    (found,) = [each.wording for each in parse(f"- {verb} `y = 2` in `a.py`\n").code if each.wording]

    assert (WordingKind.REMOVE, ("y = 2",)) == (found.kind, found.codes)
    assert edit_words.begins_with_removal(f"{verb} this line:")


@pytest.mark.parametrize("words", ["Take the value out of `x = 1`.", "The output is `x = 1`."])
def test_words_of_a_phrase_alone_remove_nothing(words: str) -> None:
    assert [] == [each for each in parse(f"In `a.py`: {words}\n").code if each.wording is not None]


@pytest.mark.parametrize(
    "sentence",
    [
        "I'd also make `load`/`save` raise on errors.",
        "I'd make `load` / `save` distinguishable.",
        "Let `load`|`save` return None.",
    ],
)
def test_names_of_which_either_is_meant_are_no_edit_of_one_by_the_other(sentence: str) -> None:
    assert not [
        code for code in parse(f"In `a.py` is a bug.\n\n{sentence}\n").code if code.wording is not None
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Delete the file that load_all() writes.",
        "Delete the file load_all() writes.",
        "Remove entries whose user_id is null.",
        "Remove the cache_key file before you start.",
        "Remove the user_id column that is null.",
        "Remove stale data using refresh() first.",
        "Delete everything before load_all() runs.",
        "Drop rows where user_id equals x.",
        "If you remove load_all(), the cache grows.",
        "The cron job will delete load_all.",
        "Remove user_id from the log message.",
        "Remove cache_key in Redis.",
    ],
)
def test_a_name_without_quotes_goes_only_as_the_object_of_the_verb(sentence: str) -> None:
    assert [] == wordings(f"In `a.py`:\n\n{sentence}\n")


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Remove the load_all method.", "load_all"),
        ("Go ahead and delete load_all().", "load_all()"),
        ("Remove the unused helper load_all from it.", "load_all"),
        ("Remove load_all, which nothing calls.", "load_all"),
        ("Entferne die Funktion load_all().", "load_all()"),
    ],
)
def test_a_name_without_quotes_goes_that_a_verb_removes(sentence: str, name: str) -> None:
    ((kind, codes),) = wordings(f"In `a.py`:\n\n{sentence}\n")

    assert (WordingKind.REMOVE, (name,)) == (kind, codes)


def wordings(text: str) -> list[tuple[WordingKind, tuple[str, ...]]]:
    found = [each.wording for each in parse(text).code if each.wording is not None]
    return [(wording.kind, tuple(wording.codes)) for wording in found]


@pytest.mark.parametrize(
    "sentence",
    [
        "`clear()`를 삭제하면 캐시가 커집니다.",
        "`clear()`를 지우면 캐시가 커집니다.",
        "`clear()`를 삭제할 경우 캐시가 커집니다.",
        "`refresh`가 추가되면 `clear()`가 제거됩니다.",
        "`refresh`가 호출되면 `clear()`가 제거됩니다.",
    ],
)
def test_a_condition_in_korean_asks_for_nothing(sentence: str) -> None:
    assert [] == wordings(f"`a.py`: {sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    ["`clear()`를 삭제하면 됩니다.", "`clear()`를 삭제하면 문제가 해결됩니다.", "`clear()`를 삭제하세요."],
)
def test_a_condition_in_korean_may_be_all_that_is_needed(sentence: str) -> None:
    assert [(WordingKind.REMOVE, ("clear()",))] == wordings(f"`a.py`에서 {sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "In the debugger, you can see that `count = 1` becomes `count = 0`.",
        "This shows how `count = 1` becomes `count = 0`.",
        "You'll notice `count = 1` becomes `count = 0`.",
        "`count = 1` becomes `count = 0` at runtime.",
        "Du siehst, dass `count = 1` zu `count = 0` wird.",
    ],
)
def test_code_that_someone_sees_become_other_code_is_no_edit(sentence: str) -> None:
    assert [] == replacements(f"In `a.py`:\n\n{sentence}\n")


@pytest.mark.parametrize(
    "sentence",
    [
        "`count = 1` becomes `count = 0`.",
        "The line that says `count = 1` becomes `count = 0`.",
        "In `f`, `count = 1` becomes `count = 0`, so that it starts there.",
    ],
)
def test_code_that_becomes_other_code_is_an_edit(sentence: str) -> None:
    assert [("count = 1", "count = 0", ())] == [
        (old, new, ()) for old, new, _ in replacements(f"In `a.py`:\n\n{sentence}\n")
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "`load_all` is now called `twice`.",
        "`refresh` must be called `once` per request.",
        "`refresh` must be called `n` times.",
        "`refresh` should be called `first`.",
        "`refresh` must be called `lazily`.",
    ],
)
def test_how_often_something_is_called_is_no_name(sentence: str) -> None:
    assert WordingKind.RENAME not in [kind for kind, _ in wordings(f"In `a.py`:\n\n{sentence}\n")]


@pytest.mark.parametrize(
    "sentence",
    [
        "`load_all` is now called `load_any`.",
        "`load_all` must be called `load_any` in all files.",
        "`load_all` should be named `first`.",
    ],
)
def test_what_something_is_called_is_a_name(sentence: str) -> None:
    assert [WordingKind.RENAME] == [kind for kind, _ in wordings(f"In `a.py`:\n\n{sentence}\n")]


@pytest.mark.parametrize(
    "words",
    [
        "Don't do this:",
        "Do not apply this:",
        "So nicht:",
        "Output of the diff you reported (wrong):",
        "Output of `git diff`:",
        "Was du siehst:",
        "You had:",
        "For example:",
        "The diff you posted:",
        "Do's and don'ts:",
        "Style guide:",
    ],
)
@pytest.mark.parametrize(
    "pair", ["- `- x = 1`\n- `+ x = 2`", "❌ `x = 1`\n✅ `x = 2`", "- Old: `x = 1`\n- New: `x = 2`"]
)
def test_lines_of_code_below_words_that_forbid_or_show_replace_nothing(words: str, pair: str) -> None:
    found = parse(f"In `src/a.py` is a bug.\n\n{words}\n\n{pair}\n").code

    # `Old: CODE` in words shows one piece of code, and no new one.
    assert [] == [code for code in found if code.text or code.operation is not None]
