"""A sentence above a fence says that the code is an edit of a file, of all of it or of a part."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Naming, OfferKind
from editreview.formats import parse
from editreview.formats.path_names import (
    Title,
    is_only_shown,
    is_shown_above,
    may_remove_code_below,
    names_in,
    removes_code_below,
    replaces_code_above,
    title_above,
    words_above,
)
from tests.builders import is_read, make_tree, review_of

LABELS = [
    "Here is the full `src/a.py`:",
    "Sure! Here's the complete updated `src/a.py`:",
    "Here's the full, cleaned-up `src/a.py`:",
    "📄 `src/a.py`",
    "Create a new file `src/a.py`",
    "[src/a.py](src/a.py)",
    "**`src/a.py`** (updated):",
    "**src/a.py**:",
    "=== src/a.py ===",
    "**File: `src/a.py`** (modified)",
]
"""Labels in a form of their own."""
REPLACED = [
    "Replace the contents of `src/a.py` with:",
    "Replace `src/a.py` with:",
    "Replace all of `src/a.py`:",
    "Replace everything in **src/a.py** with:",
]
"""Sentences that say that all of the file is replaced."""
BROUGHT = [
    "and a `Procfile`, so that `.env` is not needed:",
    "Plus a `Procfile` with what `.env` had:",
    "You also need a small `Procfile` (see `.env`):",
    "I'd also add a `Procfile` so `.env` stays local:",
    "A `Procfile`:",
    "Dazu eine kleine `Procfile`, damit `.env` nicht ins Image kommt:",
    "Ajoutez un `Procfile` pour que `.env` ne parte pas :",
    "Y un `Procfile` para que `.env` no se copie:",
    "E un nuovo `Procfile`, così `.env` resta fuori:",
    "e um `Procfile` sem `.env`:",
    "и файл `Procfile`, чтобы `.env` остался:",
    "再加一个 `Procfile`，避免把 `.env` 发送出去：",
]
"""Sentences that bring one more file."""
MADE = [
    "Create a `Button` component in `src/Button.tsx`:",
    "Here's a better **Usage** section for your `README.md`:",
    "Here is the fixed `add` function in `src/a.py`:",
]
"""Sentences below which a new file or a part of one stands."""
PARTS = [
    "Put this below the header comment of `src/a.py`:",
    "Write this after the docstring in `src/a.py`:",
    "**2. `src/a.py` – `Cart`**",
    "### `src/a.py`: `add`",
    "`src/a.py`, `Cart.add`:",
    "**`src/a.py` (`add()`)**",
    "`src/a.py` → `add`:",
    "In `add` (`src/a.py`):",
    "In `src/a.py`, only the `add` function changes:",
    "Only `add` in `src/a.py` — invert the condition in its loop:",
    "The only change is in the `add` function (`src/a.py`):",
    "Only `src/a.py` changes:",
    "In `main()` of `src/a.py`, replace the loop with:",
    "In **src/a.py**, change the `add` method:",
    "Replace the `monthly` function in `src/a.py` with:",
    "Then, in your `src/a.py`, add the following import at the top:",
    "At the top of `src/a.py`, add:",
    "At the end of `src/a.py` add:",
    "In `src/a.py` change the `add` method to:",
    "Inside `src/a.py` you need to add the import:",
    "I updated the `monthly` function in `src/a.py`:",
    "First, let's add a new method to the `Calculator` class in `src/a.py`:",
    "Next, we need to register the route in `src/a.py`:",
    "Add the following to your `src/a.py` file:",
    "Add a new test to `tests/test_a.py`:",
    "**`src/a.py`** – add the helper:",
    "`src/a.py` (changes only):",
    "Import it in `src/main.py`:",
    "Now use the new helper in `src/main.py`:",
    "Call it from `src/main.py`:",
    "In src/a.py, change the add method:",
    "Don't forget to add it to `src/a.py`:",
    "Fix the wrong import in `src/a.py`:",
    "In `src/a.py`, around line 42, replace the loop:",
    "Add the `test` script to `package.json`:",
    "**1. `src/a.py` - Add imports**",
    "Update the imports in `src/a.py`:",
    "Then wire it up in `src/a.py`:",
    "Turn on strict mode in `tsconfig.json`:",
    "In `db/schema.sql`, the `users` table becomes:",
    "In `src/a.py`, the test should now look like this:",
    "And in **pyproject.toml** the build tools as an optional group:",
    "In `src/a.py` these two lines:",
    "Remove the flag. The function in `src/a.py` then looks like this:",
]
"""Sentences that speak of a part of a file that is there."""
SHOWN_NEW = [
    "Here is the updated `src/a.py`",
    "Here's the updated `src/a.py` file:",
    "Your `src/a.py` should look like this:",
    "Your `src/a.py` should now look like this:",
    "`src/a.py` becomes:",
    "Put this in `src/a.py`:",
    "Then `src/a.py`:",
    "And for `src/a.py`:",
    "This goes into `src/a.py`:",
    "`src/a.py` then shrinks to:",
    "Save this as `src/a.py`:",
    "For `src/a.py`:",
    "### `src/a.py` — the server",
    "Here's the fixed version of `src/a.py`:",
    "Here's the code for `src/a.py`:",
    "Here is `src/a.py`:",
    "Here's an optimized `src/a.py` that caches the result:",
    "And a test for it in `tests/test_a.py`:",
]
"""Sentences below which a new file may stand as well."""
CHANGES = [
    "**Step 2 – remove the class from `src/a.py`.** The file then looks like this:",
    "Delete the class in `src/a.py`. The file will look like this:",
    "Take the class out of `src/a.py`. The module looks like this afterwards:",
    "`src/a.py` looks like this now:",
    "Update `src/billing/report.py`:",
    "#### Updated `src/a.py`",
    "**Step 2: update `src/a.py`**",
    "### Step 1: Modify `src/a.py`",
    "Update [a.py](src/a.py):",
    "In `src/a.py`, guard against empty input:",
    "In `src/a.py`, increase the timeout and lower the limit:",
    "In `src/a.py`, flatten the nested loops:",
    "In `src/a.py`, cache the result of `load`:",
    "In `src/a.py`, raise `ValueError` instead:",
    "In `src/a.py`, close the connection when done:",
    "In `src/a.py`, use a set:",
    "In `src/a.py`, use `Map`:",
    "In `src/a.py`, avoid the copy:",
    "Use a set in `load()` (`src/a.py`), and log the rest:",
    "In `src/a.py`, `add` gets a new parameter:",
    "In **src/a.py**, change `__init__` and `__call__` of `Cart`:",
    "Let me fix that. In `src/a.py`, change `load` and `run()`:",
    "`add` in `src/a.py` now takes a limit:",
    "Now modify `src/a.py` to use it:",
    "`src/a.py` needs to change as follows:",
    "Make the following changes in `src/a.py`:",
    "Apply this change to `src/a.py`:",
    "### Changes to `src/a.py`",
    "**Changes in `src/a.py`:**",
    "In `src/a.py`:",
    "To fix this, update `src/a.py` as follows:",
    "You can fix it by updating `src/a.py`:",
    "I've updated `src/a.py` to skip cancelled invoices:",
    "You'll need to update `src/a.py` so that it never fails:",
    "### 2. Update `src/a.py`",
    "2. **Update `src/a.py`**:",
    "- Modify `src/a.py`:",
    "Rewrite `src/a.py` like this:",
    "The `src/a.py` file needs to be updated:",
    "Open `src/a.py` and replace `add` with:",
    "And the corresponding change in `src/a.py`:",
    "Here are the changes for `src/a.py`:",
    "Modified `src/a.py`:",
    "Edit `package.json` to add the script:",
    "Finally, update the README (`README.md`):",
    "#### 1. In `src/a.py`:",
    "Refactored `src/a.py`:",
    "After that, extend `src/a.py`:",
]
"""Sentences that speak of a file that is there, and do not say how much of it follows."""
NO_EDITS = [
    "Return value of `src/a.py`:",
    "In `src/a.py`, log output looks like:",
    "In `src/a.py`, sort order matters:",
    "Wait for `src/a.py`:",
    "Ignore `src/a.py` in git:",
    "Catch errors thrown by `src/a.py`:",
    "In `src/a.py`, run the tests:",
    "In `src/a.py`, `add` is called with:",
    "In `src/a.py`, close to the top, there is:",
    "In `src/a.py`, use it like this:",
    "Use it in your code (`src/a.py`):",
    "Use the client (`src/a.py`):",
    "In `src/a.py`, let me show you:",
    "In `src/a.py`, leave `add` as it is:",
    "See `add` in `src/a.py` — handle with care:",
    "In `src/a.py`, replace",
    "In `src/a.py`, find:",
    "Update `src/a.py` and `src/b.py`:",
    "In `src/a.py`, `run` swallows the error:",
    "Run `src/a.py`:",
    "Then run `src/a.py` to update the cache:",
    "Running `src/a.py` now prints:",
    "Here is the current code in `src/a.py`:",
    "Here is the relevant part of `src/a.py`:",
    "Here's what `src/a.py` looks like today:",
    "For example, in `src/a.py` you call it like this:",
    "You can use `src/a.py` like this:",
    "The problem is in `src/a.py`:",
    "The error in `src/a.py`:",
    "Look at `src/a.py`:",
    "See `src/a.py`:",
    "In `src/a.py` the function is called like this:",
    "In `src/a.py` the loop that we had:",
    "In `src/a.py` there are two bugs:",
    "Check the output (`src/a.py`):",
    "Currently `src/a.py` contains:",
    "`src/a.py` defines the router:",
    "`src/a.py` currently looks like this:",
    "Right now `src/a.py` looks like this:",
    "You don't need to change `src/a.py`:",
    "No changes needed in `src/a.py`:",
    "Replace this in `src/a.py`:",
    "In `src/a.py`, replace this:",
    "Here are the tests for `src/a.py`:",
    "The `add` function of `src/a.py`:",
    "The Usage section of `README.md`:",
    "Change this line in `src/a.py`:",
    "Find this line in `src/a.py`:",
    "### src/a.py (before)",
    "**Before (`src/a.py`):**",
    "### Node.js",
    "Update Next.js:",
    "Does `src/a.py` need an update?",
    "Test it with `src/a.py`:",
    "The output of `src/a.py`:",
    "src/a.py (lines 10-20)",
    "After updating `src/a.py`, add this to your shell profile:",
    "Here is the full function from `src/a.py`:",
    "From `src/a.py`:",
    "Do not change `src/a.py`:",
    "This is how `src/a.py` works:",
    "To run `src/a.py`:",
    "In `src/a.py`, add the flag and run:",
    "If `src/a.py` is missing, create it:",
    "As in `src/a.py`, json is needed:",
    "Excerpt from `src/a.py`:",
    "The tests in `tests/test_a.py` fail:",
    "Import errors in `src/a.py`:",
    "I looked at `src/a.py`:",
    "Traceback in `src/a.py`:",
    "Expected output of `src/a.py`:",
    "Remove the `debug` function from `src/a.py`:",
    "The existing implementation in `src/a.py`:",
    "Notice that `src/a.py` already has:",
    "Imagine `src/a.py` becomes:",
    "Undo the change in `src/a.py`; it was:",
    "After the change in `src/a.py`, the output then looks like this:",
    "In `src/a.py` the file looks like this:",
    "Make sure `src/a.py` does not contain:",
    "Revert `src/a.py` if it looks like this:",
    "Conceptually, `src/a.py` should look like:",
]
PROPOSED = [
    ("I could also update `src/a.py`:",),
    ("An alternative for `src/a.py` would be:",),
    ("Optional: update `src/a.py`:",),
    ("If you prefer the other design, replace `src/a.py` with:",),
    ("### `src/a.py`", "", "If you'd like a cache, update it as follows:"),
]
"""Sentences that leave an edit to the user."""
FILE = [f"line {n}" for n in range(40)]


CHANGES_IN_OTHER_LANGUAGES = [
    "Ändere `src/a.py`:",
    "Ändere die Datei `src/a.py` wie folgt:",
    "Passe `src/a.py` an:",
    "Hier ist die aktualisierte `src/a.py`:",
    "Hier die korrigierte Version von `src/a.py`:",
    "Aktualisierte `src/a.py`:",
    "Aktualisiere nun `src/a.py`:",
    "In der Datei `src/a.py`:",
    "Änderungen in `src/a.py`:",
    "Dann muss noch `src/a.py` angepasst werden:",
    "Ich habe `src/a.py` überarbeitet:",
    "### Änderung in `src/a.py`",
    "**Änderungen an `src/a.py`**",
    "Modifiez `src/a.py` :",
    "Modifie le fichier `src/a.py` comme suit :",
    "Dans `src/a.py` :",
    "Mettez à jour `src/a.py` :",
    "Voici la version corrigée de `src/a.py` :",
    "Voici le fichier `src/a.py` mis à jour :",
    "Modifica `src/a.py`:",
    "Actualiza `src/a.py`:",
    "Actualiza el archivo `src/a.py` de la siguiente manera:",
    "En `src/a.py`:",
    "Aquí está el `src/a.py` actualizado:",
    "Esta es la versión corregida de `src/a.py`:",
    "Atualize `src/a.py`:",
    "Atualize o arquivo `src/a.py` assim:",
    "Aqui está o `src/a.py` atualizado:",
    "Altere `src/a.py` para:",
    "Aggiorna `src/a.py`:",
    "Ecco la versione aggiornata di `src/a.py`:",
    "Nel file `src/a.py`:",
    "Werk `src/a.py` bij:",
    "Pas `src/a.py` als volgt aan:",
    "Hier is de bijgewerkte `src/a.py`:",
    "Zmień `src/a.py`:",
    "Zmień plik `src/a.py` w następujący sposób:",
    "Zaktualizuj `src/a.py`:",
    "Oto zaktualizowana wersja `src/a.py`:",
    "Измените `src/a.py`:",
    "Обновите файл `src/a.py` следующим образом:",
    "В `src/a.py`:",
    "Вот обновлённый `src/a.py`:",
    "Исправленный `src/a.py`:",
    "Оновіть `src/a.py`:",
    "`src/a.py` dosyasını güncelleyin:",
    "`src/a.py` dosyasını şu şekilde değiştirin:",
    "İşte güncellenmiş `src/a.py`:",
    "修改 `src/a.py`：",
    "修改 `src/a.py` 文件：",
    "更新 `src/a.py` 如下：",
    "在 `src/a.py` 中：",
    "以下是修改后的 `src/a.py`：",
    "修改后的 `src/a.py` 如下：",
    "請將 `src/a.py` 修改如下：",
    "`src/a.py` を次のように変更します：",
    "`src/a.py` を修正します:",
    "修正後の `src/a.py`：",
    "以下が更新された `src/a.py` です：",
    "`src/a.py` 파일을 다음과 같이 수정하세요:",
    "수정된 `src/a.py`:",
    "`src/a.py` को इस तरह बदलें:",
    "Opdater `src/a.py`:",
    "Uppdatera `src/a.py`:",
    "Upravte `src/a.py`:",
    "`src/a.py` sollte danach so aussehen:",
    "`src/a.py` sieht jetzt so aus:",
    "`src/a.py` devrait ressembler à ceci :",
    "El archivo `src/a.py` debería quedar así:",
    "`src/a.py` powinien wyglądać tak:",
    "Файл `src/a.py` должен выглядеть так:",
    "`src/a.py` şöyle olmalı:",
    "`src/a.py` 变为：",
    "`src/a.py` は次のようになります：",
]
"""Sentences in other languages than English that request an edit of a file that is there."""
PARTS_IN_OTHER_LANGUAGES = [
    "In `src/a.py` fügst du den Import hinzu:",
    "Füge in `src/a.py` diese Zeile hinzu:",
    "Ergänze in `src/a.py` die Methode `add`:",
    "Ersetze in `src/a.py` die Methode `add` durch:",
    "Dans `src/a.py`, remplacez la fonction `add` par :",
    "Dans `src/a.py`, ajoutez cette méthode :",
    "En `src/a.py`, cambia la función `add`:",
    "En `src/a.py`, reemplaza la función `add` por:",
    "En `src/a.py` agrega este método:",
    "No arquivo `src/a.py`, substitua a função `add` por:",
    "Em `src/a.py`, adicione:",
    "In `src/a.py`, sostituisci la funzione `add` con:",
    "In `src/a.py` aggiungi questo metodo:",
    "Vervang in `src/a.py` de functie `add` door:",
    "Voeg in `src/a.py` deze regel toe:",
    "W pliku `src/a.py` zastąp funkcję `add`:",
    "W pliku `src/a.py` zamień funkcję `add` na:",
    "W pliku `src/a.py` dodaj:",
    "В файле `src/a.py` замените функцию `add` на:",
    "В файле `src/a.py` добавьте импорт:",
    "У файлі `src/a.py` змініть функцію `add`:",
    "У файлі `src/a.py` замініть функцію `add` на:",
    "`src/a.py` dosyasında `add` fonksiyonunu şununla değiştirin:",
    "`src/a.py` dosyasına şu satırı ekleyin:",
    "在 `src/a.py` 中，将 `add` 函数替换为：",
    "在 `src/a.py` 中添加以下方法：",
    "在 `src/a.py` 里新增：",
    "`src/a.py` の `add` 関数を以下に置き換えてください:",
    "`src/a.py` に以下を追加します：",
    "`src/a.py`에서 `add` 함수를 다음으로 교체합니다:",
    "`src/a.py`에 다음 메서드를 추가하세요:",
    "Die Methode `add` in `src/a.py` sollte so aussehen:",
    "In `src/a.py`, la fonction `add` devient :",
    "En `src/a.py`, la función `add` queda así:",
    "Em `src/a.py`, a função `add` fica assim:",
    "In `src/a.py` la funzione `add` diventa:",
    "У файлі `src/a.py` метод `add` має виглядати так:",
]
"""Sentences in other languages that request an edit of a part of it."""
MADE_IN_OTHER_LANGUAGES = [
    "Erstelle `src/a.py` mit folgendem Inhalt:",
    "Lege eine neue Datei `src/a.py` an:",
    "Créez le fichier `src/a.py` :",
    "Crée un nouveau fichier `src/a.py` :",
    "Crea el archivo `src/a.py`:",
    "Crie o arquivo `src/a.py`:",
    "Crea un nuovo file `src/a.py`:",
    "Maak een nieuw bestand `src/a.py`:",
    "Utwórz plik `src/a.py`:",
    "Создайте файл `src/a.py`:",
    "Створіть файл `src/a.py`:",
    "`src/a.py` dosyasını oluşturun:",
    "创建 `src/a.py`：",
    "新建文件 `src/a.py`：",
    "`src/a.py` を作成します：",
    "`src/a.py` を新規作成:",
    "`src/a.py` 파일을 생성합니다:",
]
"""Sentences in other languages above a file that need not be there."""
NO_EDIT_IN_OTHER_LANGUAGES = [
    "So sieht `src/a.py` aktuell aus:",
    "Der Fehler liegt in `src/a.py`:",
    "Das Problem in `src/a.py`:",
    "Ersetze in `src/a.py` diesen Code:",
    "Ersetze in `src/a.py` diese Zeile:",
    "Ändere in `src/a.py` diese Zeile:",
    "In `src/a.py` muss nichts geändert werden:",
    "`src/a.py` bleibt unverändert:",
    "Ändere `src/a.py` nicht:",
    "Die bisherige `src/a.py`:",
    "Nach der Änderung von `src/a.py` führe die Tests aus:",
    "Beispiel für `src/a.py`:",
    "Ausgabe von `src/a.py` nach der Änderung:",
    "Entferne in `src/a.py` diese Zeilen:",
    "Nutze danach `src/a.py` so:",
    "Dans `src/a.py`, remplacez ceci :",
    "Dans `src/a.py`, remplacez cette ligne :",
    "Voici le contenu actuel de `src/a.py` :",
    "`src/a.py` n'a pas besoin d'être modifié :",
    "Exemple d'utilisation de `src/a.py` :",
    "Supprimez ces lignes de `src/a.py` :",
    "En `src/a.py`, reemplaza esta línea:",
    "En `src/a.py` busca esta función:",
    "No cambies `src/a.py`:",
    "El código actual de `src/a.py`:",
    "No arquivo `src/a.py`, substitua esta linha:",
    "Não altere `src/a.py`:",
    "Il codice attuale di `src/a.py`:",
    "In `src/a.py` sostituisci questa riga:",
    "Non modificare `src/a.py`:",
    "Текущий `src/a.py`:",
    "Замените эту строку в `src/a.py`:",
    "Не меняйте `src/a.py`:",
    "После изменения `src/a.py` запустите тесты:",
    "当前的 `src/a.py`：",
    "修改前的 `src/a.py`：",
    "不需要修改 `src/a.py`：",
    "在 `src/a.py` 中找到这一行：",
    "将 `src/a.py` 中的这一行：",
    "删除 `src/a.py` 中的这一行：",
    "修改 `src/a.py` 后运行：",
    "変更前の `src/a.py`：",
    "`src/a.py` の変更は不要です：",
    "`src/a.py` 現在のコード：",
    "`src/a.py`를 수정한 후 실행하세요:",
    "수정 전 `src/a.py`:",
    "`src/a.py` 파일은 수정하지 마세요:",
    "Nie zmieniaj `src/a.py`:",
    "W pliku `src/a.py` znajdź:",
    "Obecny `src/a.py`:",
    "`src/a.py` dosyasını değiştirmeyin:",
    "Mevcut `src/a.py`:",
    "Verander `src/a.py` niet:",
    "De huidige `src/a.py`:",
    "So sieht `src/a.py` aus:",
    "In `src/a.py` wordt `add` aangeroepen:",
    "Voici à quoi ressemble `src/a.py` :",
    "Вот как выглядит `src/a.py`:",
]
"""Sentences in other languages above code that is shown, old, to be removed, or of no edit."""
OPTIONAL_IN_OTHER_LANGUAGES = [
    "Falls du möchtest, ändere `src/a.py`:",
    "Wenn Sie das lieber wollen, passen Sie `src/a.py` an:",
    "Optional: Ergänze in `src/a.py` die Methode:",
    "Si vous préférez, modifiez `src/a.py` :",
    "Si quieres, cambia `src/a.py`:",
    "Se preferir, altere `src/a.py`:",
    "Se vuoi, modifica `src/a.py`:",
    "Если хотите, измените `src/a.py`:",
    "可选：修改 `src/a.py`：",
    "必要に応じて `src/a.py` を変更します：",
]
"""Sentences that leave the edit to the user."""


def title(*above: str) -> Title | None:
    """The title of a fence below these lines."""
    return title_above(above)


def says(line: str) -> tuple[Naming, bool]:
    """The naming in a line, and whether it speaks of a file that is there."""
    found = title("Sure.", "", line, "")
    assert found is not None
    return found.naming, found.updates


class TestSentences:
    @pytest.mark.parametrize("line", [*CHANGES, *CHANGES_IN_OTHER_LANGUAGES])
    def test_an_edit_of_a_file_that_is_there(self, line: str) -> None:
        assert (Naming.SENTENCE, True) == says(line)

    @pytest.mark.parametrize("line", [*PARTS, *PARTS_IN_OTHER_LANGUAGES])
    def test_an_edit_of_a_part_of_it(self, line: str) -> None:
        assert (Naming.PART, True) == says(line)

    @pytest.mark.parametrize("line", [*SHOWN_NEW, *MADE_IN_OTHER_LANGUAGES])
    def test_a_file_that_need_not_be_there(self, line: str) -> None:
        assert (Naming.SENTENCE, False) == says(line)

    @pytest.mark.parametrize("line", BROUGHT)
    def test_one_more_file_whatever_files_its_reason_names(self, line: str) -> None:
        found = title("Sure.", "", line, "")

        assert found is not None
        assert ("Procfile", Naming.SENTENCE) == (found.path, found.naming)

    @pytest.mark.parametrize(
        "line",
        [
            "If you have a `Procfile`, `.env` is read as well:",
            "Such as a `Procfile` beside `.env`:",
            "A `Procfile` has lines of `.env`:",
            "Add a section to `Procfile` and `.env`:",
            "and a `Procfile`, for example with `.env`:",
        ],
    )
    def test_an_article_alone_brings_no_file(self, line: str) -> None:
        assert title("Sure.", "", line, "") is None

    @pytest.mark.parametrize("line", MADE)
    def test_code_that_may_be_all_of_a_new_file(self, line: str) -> None:
        assert (Naming.PART, False) == says(line)

    @pytest.mark.parametrize("line", REPLACED)
    def test_all_of_a_file_that_is_there(self, line: str) -> None:
        assert (Naming.LABEL, True) == says(line)

    @pytest.mark.parametrize("line", LABELS)
    def test_the_file_itself(self, line: str) -> None:
        assert (Naming.LABEL, False) == says(line)

    @pytest.mark.parametrize(
        "line",
        [
            "Add a unique index in a new migration `db/a.rb`:",
            "Because of that, add the index in a new migration file (`db/a.rb`):",
            "Then add the migration `db/a.rb`:",
            "Add the missing test file `db/a.rb`:",
            "Move the helper to a new module called `db/a.rb`:",
            "Füge den Index in einer neuen Migration `db/a.rb` hinzu:",
            "Ajoutez l'index dans une nouvelle migration `db/a.rb` :",
            "Añade el índice en una nueva migración `db/a.rb`:",
        ],
    )
    def test_a_file_that_is_called_new_where_the_words_ask_for_an_edit(self, line: str) -> None:
        assert (found := title(line)) is not None
        assert found.is_new

    @pytest.mark.parametrize(
        "line",
        [
            "Add the test in `db/a.rb`:",
            "Add a new method in `db/a.rb`:",
            "In the new migration `db/a.rb`, change the index:",
            "Use the new module in `db/a.rb`:",
        ],
    )
    def test_what_is_new_in_a_file_does_not_make_the_file_new(self, line: str) -> None:
        found = title(line)

        assert found is None or not found.is_new

    @pytest.mark.parametrize("line", [*NO_EDITS, *NO_EDIT_IN_OTHER_LANGUAGES])
    def test_what_is_only_spoken_of_or_shown_is_no_edit(self, line: str) -> None:
        assert title("Sure.", "", line, "") is None

    @pytest.mark.parametrize("line", OPTIONAL_IN_OTHER_LANGUAGES)
    def test_in_other_languages_it_may_be_left_to_the_user_too(self, line: str) -> None:
        assert (found := title(line)) is not None
        assert found.is_proposed

    @pytest.mark.parametrize("line", [*CHANGES, *PARTS, *SHOWN_NEW, *MADE])
    def test_a_second_file_in_the_sentence_makes_it_no_edit(self, line: str) -> None:
        assert (
            title(line.replace("`src/a.py`", "`src/a.py` or `lib/b.py`").rstrip(":") + " (not `lib/c.py`):")
            is None
        )

    @pytest.mark.parametrize("above", PROPOSED)
    def test_what_is_only_proposed_is_an_offer(self, above: tuple[str, ...]) -> None:
        result = parse("\n".join([*above, "", "```python", "x = 1", "```", ""]))

        assert () == result.blocks
        assert [OfferKind.PROPOSED] == [offer.offer.kind for offer in result.offers if offer.offer]


NUMBERINGS = (
    *(
        "",
        "1. ",
        "1) ",
        "(1) ",
        "#1 ",
        "1.2 ",
        "1\\. ",
        "1 · ",
        "1 – ",
        "A. ",
        "a) ",
        "II. ",
        "1、",
        "① ",
        "1️⃣ ",
    ),
    *("Step 1: ", "Step 1 – ", "Schritt 2: ", "Étape 3 : ", "File 1: ", "Datei: ", "Archivo: ", "文件："),
)
SHAPES = ("**{}`src/a.py`**", "**{}src/a.py**", "### {}`src/a.py`", "**{}`src/a.py`**:", "{}`src/a.py`")
STATES = (" (new)", " (updated)", " (geändert)", " (modificado)", " (modifié)", "（修改）")
REMARKS = {
    " (or run `make x`)": Naming.SENTENCE,
    " → replace the class": Naming.PART,
    " (around line 40)": Naming.PART,
    " (inside the `Order` class)": Naming.PART,
    " – add a query below `find`": Naming.PART,
}


class TestLabels:
    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("numbering", NUMBERINGS)
    def test_a_path_with_any_numbering_and_emphasis_is_the_label_of_a_file(
        self, numbering: str, shape: str
    ) -> None:
        assert (Naming.LABEL, False) == says(shape.format(numbering))

    @pytest.mark.parametrize("state", STATES)
    def test_its_state_may_stand_behind_it(self, state: str) -> None:
        assert (Naming.LABEL, False) == says(f"**2. `src/a.py`**{state}")

    @pytest.mark.parametrize("start", ["`src/a.py`", "**2. `src/a.py`**", "### `src/a.py`"])
    @pytest.mark.parametrize("remark", REMARKS)
    def test_behind_a_remark_the_code_may_be_a_part_of_the_file(self, remark: str, start: str) -> None:
        assert says(start + remark)[0] in (REMARKS[remark], Naming.PART)

    @pytest.mark.parametrize(
        "remark",
        [
            " (unchanged)",
            " (for reference)",
            " (before)",
            " – the current one",
            " (wrong)",
            " → fails with",
            " (optional)",
            ": it gets the field",
        ],
    )
    def test_a_remark_that_the_code_is_only_shown_makes_it_no_edit(self, remark: str) -> None:
        assert title("Sure.", "", f"**2. `src/a.py`**{remark}", "") is None


class TestParagraphs:
    def test_a_sentence_may_go_over_several_lines(self) -> None:
        found = title("Update `src/a.py` so that cancelled", "invoices are skipped:", "")

        assert Title("src/a.py", naming=Naming.SENTENCE, updates=True) == found

    def test_only_the_last_sentence_with_a_file_counts(self) -> None:
        found = title("`lib/b.py` is fine. Update `src/a.py`. This skips them:")

        assert found is not None
        assert "src/a.py" == found.path

    def test_a_file_is_that_of_the_instruction_after_it(self) -> None:
        found = title("The bug is in `src/a.py`. Change the `add` method to:")

        assert Title("src/a.py", naming=Naming.PART, updates=True) == found

    @pytest.mark.parametrize(
        "told",
        [
            "You never import `add` in it (it only works because `lib/b.py` happens to do it).",
            "You never import `add` in it, which only works because `lib/b.py` does.",
            "Unlike others, it never imports `add` (see `lib/b.py` for one that does).",
        ],
    )
    def test_a_file_in_a_remark_or_a_reason_is_another_one(self, told: str) -> None:
        found = title("**5. Small fix in `src/a.py`**", "", f"{told} Add it below the `os` import:")

        assert found is not None
        assert "src/a.py" == found.path

    def test_a_path_alone_in_brackets_is_that_of_the_edit(self) -> None:
        found = title("The settings (`src/a.py`) lack a limit. Add it below `timeout`:")

        assert found is not None
        assert "src/a.py" == found.path

    @pytest.mark.parametrize(
        "heading", ["### `src/a.py`", "**src/a.py**", "#### 2. Update `src/a.py`", "src/a.py"]
    )
    def test_a_heading_above_an_instruction_names_the_file(self, heading: str) -> None:
        found = title(heading, "", "Replace the `add` method with:", "")

        assert Title("src/a.py", naming=Naming.PART, updates=True) == found

    def test_a_heading_above_other_words_names_it_too(self) -> None:
        assert Title("src/a.py", naming=Naming.SENTENCE) == title("### `src/a.py`", "", "The server:", "")

    @pytest.mark.parametrize(
        "above",
        [
            ("src/a.py", "", "The server:", ""),
            ("### `src/a.py`", "", "This has a bug:", ""),
            ("### `src/a.py`", "", "Run the tests:", ""),
            ("### `src/a.py`", "", "```", "x", "```", "", "Change it to:"),
            ("### `src/a.py`", "", "### Usage", "", "Change it to:"),
            ("### `src/a.py`", "", "See also `lib/b.py`.", "", "Change it to:"),
        ],
    )
    def test_a_heading_that_something_else_follows_names_nothing(self, above: tuple[str, ...]) -> None:
        assert title(*above) is None


class TestHeadings:
    @pytest.mark.parametrize(
        "line",
        [
            "<summary><b>src/a.py</b></summary>",
            "<details open><summary><code>src/a.py</code></summary>",
            "<h3>src/a.py</h3>",
        ],
    )
    def test_a_heading_in_html_names_the_file(self, line: str) -> None:
        assert title(line, "") == Title("src/a.py")
        found = title(line, "", "Add this at the end of the file:", "")
        assert found is not None
        assert ("src/a.py", Naming.PART) == (found.path, found.naming)

    def test_the_use_of_something_may_be_the_title_of_a_file(self) -> None:
        found = title("### Step 4: Use the strict limiter for logins (`routes/api.js`)", "")

        assert found is not None
        assert "routes/api.js" == found.path

    @pytest.mark.parametrize(
        "line", ["Nachher:", "**Después:**", "修改后：", "### Après", "durch:", "変更後:", "**Depois**"]
    )
    def test_words_of_other_languages_replace_code(self, line: str) -> None:
        assert replaces_code_above([line, ""])

    @pytest.mark.parametrize(
        "line",
        [
            "Remove this line:",
            "With the new cache you can remove this step completely:",
            "**1. Remove this line:**",
            "In `src/a.py`, delete these lines:",
            "Then remove the following import:",
            "You can get rid of this:",
            "2. In `src/a.py`, remove the import:",
            "Also in `src/a.py`, remove the line that mounts it:",
            "Remove the unused import from `src/a.py`:",
            "Remove the import that's now unused:",
            "Delete the now-unused imports:",
            "Remove the import we no longer need:",
            "Supprimez la ligne suivante (la classe est déjà dans le même espace) :",
            "Dans `src/a.py`, supprimez cette ligne, qui n'est plus utilisée :",
            "Entferne in `src/a.py` diese Zeile (sie wird nicht gebraucht):",
            "Diese Zeilen kannst du löschen:",
            "Elimina la siguiente línea:",
            "Borra esta línea de `src/a.py`:",
            "Remova a seguinte linha:",
            "Rimuovi questa riga da `src/a.py` (non serve più):",
            "Verwijder de volgende regel:",
            "Usuń tę linię z pliku `src/a.py`:",
            "Удалите эту строку из `src/a.py`, так как она не нужна:",
            "Видаліть цей рядок:",
            "Bu satırı kaldırın:",
            "Fjern denne linje:",
            "Ta bort följande rad:",
            "Odstraňte tento řádek:",
            "请在 `src/a.py` 中删除这行代码（不再需要）：",
            "次の行を削除してください：",
            "다음 줄을 삭제하세요:",
            "निम्न लाइन को हटा दें:",
            "Because the title is now a block of its own, delete these two rules:",
            "Now that the cache is gone, you can delete these lines:",
            "These two rules are no longer needed and can be deleted:",
            "The following lines are obsolete, so remove them:",
            "The two rules below are obsolete – delete them:",
            "In the third card, delete:",
            "and remove:",
            "Lösche die folgende Zeile.",
            "Supprimez la ligne suivante,",
            "Удалите следующую строку.",
            "`<head>` 内の次の行を**削除**し、",
            "次の行を削除します。",
            "删除 `<head>` 中的以下这行，",
            "Then remove from the card:",
            "To clean up, get rid of:",
        ],
    )
    def test_words_say_to_remove_code(self, line: str) -> None:
        assert removes_code_below([line, ""])

    @pytest.mark.parametrize(
        "line",
        [
            "Remove this line and add:",
            "Because it is faster, keep these rules:",
            "Because the title is a block now, remove this rule and add:",
            "Because users may delete these rules, they are kept:",
            "These rules can be removed later, but not now:",
            "Don't remove this line:",
            "Remove the `add` function:",
            "Remove the line that reads from `add`:",
            "To remove this, run:",
            "In the third card, don't delete:",
            "Before you delete:",
            "次の行を削除すると、",
            "次の行を削除しました。",
            "Das löscht die folgende Zeile.",
            "Lösche diese Zeile nicht.",
            "If you want to delete:",
            "Add this line:",
            "Ne supprimez pas cette ligne :",
            "Lösche diese Zeile nicht:",
            "Supprimez cette ligne et ajoutez :",
            "Remplacez cette ligne :",
            "No elimines esta línea:",
            "Non rimuovere questa riga:",
            "Не удаляйте эту строку:",
            "不要删除这一行：",
        ],
    )
    def test_other_words_do_not(self, line: str) -> None:
        assert not removes_code_below([line, ""])

    @pytest.mark.parametrize(
        ("line", "may_be"),
        [
            ("**3. Sidebar** – remove the old button (it ignores dark mode) from `a.html`:", True),
            ("Delete the handler in `src/a.py`:", True),
            ("Entferne den unbenutzten Import aus `src/a.py`:", True),
            ("Supprimez le bouton de `a.html` :", True),
            ("Remove the registered handler from the adapter in `src/a.py`:", True),
            ("Remove the old button from `a.html` and add a link:", False),
            ("Remove everything but this from `a.html`:", False),
            ("To drop the cache, delete the folder:", False),
            ("Do not remove the button from `a.html`:", False),
        ],
    )
    def test_words_may_mean_to_remove_the_code_below(self, line: str, may_be: bool) -> None:
        assert may_be is may_remove_code_below([line, ""])

    @pytest.mark.parametrize(
        ("line", "is_shown"),
        [
            ("Use it like this:", True),
            ("You can then use it like this:", True),
            ("In `main`, use it like this:", False),
            ("Ahora puedes escribir:", True),
            ("With that, both of these work:", True),
            ("Since it has a default, existing code such as", True),
            ("You can double-check with", True),
            ("With a command like", True),
            ("Given a request such as this:", True),
            ("With a limit of 10, change the handler:", False),
            ("Zum Ausprobieren:", True),
            ("Verwendung in der Elternkomponente:", True),
            ("So wird sie verwendet:", True),
            ("Uso en el componente padre:", True),
            ("父组件的用法不变:", True),
            ("使い方:", True),
            ("Ersetze die Verwendung von `add` durch:", False),
            ("Cambia el uso de `add`:", False),
            ("把用法改成：", False),
            ("Turn it on in your app:", False),
            ("You can check the injection is gone with:", True),
            ("A quick test in the console:", True),
            ("A quick check in irb:", True),
            ("Kurzer Test in der Konsole:", True),
            ("Un test rapide dans la console :", True),
            ("Una prueba rápida en la consola:", True),
            ("Um teste rápido no console:", True),
            ("Una prova veloce nella console:", True),
            ("Een snelle test in de console:", True),
            ("Szybki test w konsoli:", True),
            ("Быстрая проверка в консоли:", True),
            ("Швидка перевірка в консолі:", True),
            ("Hızlı bir deneme, konsolda:", True),
            ("在控制台测试：", True),
            ("コンソールで確認:", True),
            ("콘솔에서 확인:", True),
            ("Gib den Wert in der Konsole aus:", False),
            ("Affiche la valeur dans la console :", False),
            ("Add a quick test to `a.py`:", False),
            ("Ergänze einen kurzen Test in `a.py`:", False),
            ("In `check`, compare it with:", False),
            ("`src/lib/format.ts` needs no change. If you use it in a test, you can now do:", True),
            ("You can now do:", True),
            ("Tu peux maintenant écrire :", True),
            ("Ahora puedes hacer:", True),
            ("Danach kann man jetzt schreiben:", True),
            ("To fix it, you can do:", False),
            ("Il faut maintenant faire :", False),
            ("`src/lib/format.ts` needs a change. Now do:", False),
            ("3. Keep the traceback clean:", False),
            ("Use them. For example, `a.load` and `a.save` become:", False),
            ("For example, in `load`:", False),
            ("Zum Beispiel wird `load` zu:", False),
            ("Por ejemplo, `load` pasa a ser:", False),
            ("For example, a call of `load`:", True),
            ("For example, if `load` fails:", True),
            ("You get this traceback:", True),
            ("The traceback:", True),
        ],
    )
    def test_words_for_a_use_ask_for_no_edit(self, line: str, is_shown: bool) -> None:
        assert is_shown is is_only_shown([line, ""])

    def test_the_first_of_several_edits_is_no_example(self) -> None:
        assert not is_shown_above(["Use them. For example, `a.load` becomes:", ""])
        assert is_shown_above(["For example, a call of `load`:", ""])

    def test_a_reason_in_brackets_does_not_show_code(self) -> None:
        assert not is_shown_above(["and in `run`, parse it (a bad value currently ends with an error):", ""])
        assert is_shown_above(["The function (for reference):", ""])
        assert is_shown_above(["The current code (it ends with an error in this case):", ""])

    @pytest.mark.parametrize(
        "line", ["`update.py` prints:", "update.py prints:", "`sort` prints:", "**`set_limit`** prints:"]
    )
    def test_a_name_that_is_a_verb_asks_for_no_edit(self, line: str) -> None:
        assert is_shown_above([line, ""])
        assert is_only_shown([line, ""])

    @pytest.mark.parametrize(
        ("line", "is_shown"),
        [
            ("Currently the handler answers `null` with status 200. Change the handler:", False),
            ("`load` currently hides the error. Change the function:", False),
            ("Currently the handler answers `null`. Change this line:", True),
            ("Currently the handler answers `null`. Change:", True),
            ("The handler answers `null`. Currently it is:", True),
            ("The current code answers `null`. Change the handler:", True),
        ],
    )
    def test_a_report_of_what_code_does_asks_for_an_edit_with_a_request_below(
        self, line: str, is_shown: bool
    ) -> None:
        assert is_shown is is_shown_above([line, ""])

    @pytest.mark.parametrize(
        ("line", "is_shown"),
        [
            ("The file then looks like this:", False),
            ("The method will look like this:", False),
            ("The class looks like this now:", False),
            ("The class looks like this:", True),
            ("The output then looks like this:", True),
            ("A call will then look like this:", True),
            ("For reference, the class now looks like this:", True),
        ],
    )
    def test_only_code_can_look_like_something_after_an_edit(self, line: str, is_shown: bool) -> None:
        assert is_shown is is_shown_above([line, ""])

    @pytest.mark.parametrize(
        ("line", "is_shown"),
        [
            ("The messages know nothing of the usage. You only have to change two functions:", False),
            ("It stops when the output is closed. You need one more import:", False),
            ("It has no usage. This is the current code, as it stands:", True),
            ("This is the current code. It has two problems:", True),
            ("Nothing else changes. The usage:", True),
            ("For example, this would be wrong. It crashes without arguments:", True),
            ("It writes the results to a file. The order may differ:", True),
        ],
    )
    def test_words_for_a_result_count_unless_the_last_sentence_asks_for_an_edit(
        self, line: str, is_shown: bool
    ) -> None:
        assert is_shown is is_shown_above([line, ""])

    def test_code_that_handles_a_result_is_not_the_result(self) -> None:
        assert is_only_shown(["This is the result:", ""])
        assert not is_only_shown(["The loop in `main` then has to check the result:", ""])

    def test_only_output_is_shown_by_what_it_should_end_with(self) -> None:
        assert is_only_shown(["The output should end with:", ""])
        assert not is_only_shown(["`README.md` should end with this section:", ""])


class TestFences:
    @pytest.mark.parametrize(
        ("line", "language"),
        [
            ("Update `src/a.py` so that it returns:", "json"),
            ("Update `src/a.py`:", "bash"),
            ("Change the port in `Dockerfile`:", "bash"),
            ("Change the port in `config.yaml`:", "python"),
        ],
    )
    def test_code_that_the_file_cannot_be_made_of_is_no_edit_of_it(self, line: str, language: str) -> None:
        assert () == parse(f"{line}\n```{language}\nx\n```\n").blocks

    @pytest.mark.parametrize(
        ("line", "language"),
        [
            ("Add this to `.env`:", "bash"),
            ("Update `run.sh`:", "sh"),
            ("Update `src/a.py`:", ""),
            ("Edit `a.vue`:", "css"),
        ],
    )
    def test_code_that_it_can_be_made_of_is(self, line: str, language: str) -> None:
        assert 1 == len(parse(f"{line}\n```{language}\nx\n```\n").blocks)

    def test_what_edits_elsewhere_do_to_the_file_is_only_shown_below_a_sentence(self) -> None:
        search = "src/a.py\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"
        parsed = parse(f"Update `src/a.py`:\n```python\ny\n```\n\nAs an edit:\n\n{search}")

        assert ["search-replace"] == [block.format for block in parsed.blocks]
        assert ["whole-file"] == [block.format for block in parsed.offers]

    def test_a_sentence_in_a_docstring_ends_no_file(self) -> None:
        text = '"""How to use it.\n\nUpdate `b.py`:\n\n```python\nb()\n```\n"""\n'

        (block,) = parse(f"a.py\n```python\n{text}```\n").blocks
        assert "a.py" == block.path_written


LINES = st.lists(st.sampled_from([*CHANGES, *PARTS, *SHOWN_NEW, *MADE, *NO_EDITS]), min_size=1, max_size=3)
JOINTS = st.sampled_from(["\n", "\n\n", " ", " and ", "\n\n### ", "\n- "])


def damaged(text: str, cuts: list[int]) -> str:
    """The text without the characters at these places."""
    for cut in cuts:
        at = cut % max(len(text), 1)
        text = text[:at] + text[at + 1 :]
    return text


class TestAnyText:
    @given(LINES, JOINTS, st.lists(st.integers(0, 10_000), max_size=6))
    def test_damaged_sentences_are_read(self, lines: list[str], joint: str, cuts: list[int]) -> None:
        assert is_read(damaged(joint.join(lines), cuts) + "\n```python\nx\n```\n")

    @given(st.text(max_size=80))
    def test_any_line_is_read(self, line: str) -> None:
        assert is_read(f"{line} `src/a.py`:\n```python\nx\n```\n")

    @given(
        st.sampled_from([*CHANGES, *PARTS, *SHOWN_NEW, *MADE]),
        st.integers(0, 39),
        st.integers(1, 40),
        st.lists(st.integers(0, 39), max_size=8),
    )
    def test_a_part_of_a_file_is_never_written_over_it(
        self, line: str, start: int, count: int, changed: list[int]
    ) -> None:
        """A write that needs no user keeps the beginning, the end and nearly all lines of the file."""
        found = title(line)
        assert found is not None
        lines = [f"{text} changed" if n in changed else text for n, text in enumerate(FILE)]
        body = "\n".join(lines[start : start + count])
        with TemporaryDirectory() as folder:
            root = make_tree(Path(folder), {found.path: "\n".join(FILE) + "\n"})
            review = review_of(root, f"{line}\n\n```\n{body}\n```\n")
            review.accept("tolerant")
            review.write()
            after = (root / found.path).read_text().splitlines()

        assert {FILE[0], FILE[-1]} <= set(after)
        assert len(set(FILE) & set(after)) >= 0.8 * len(FILE)


@pytest.mark.parametrize(
    ("above", "names"),
    [
        ("In `main()` of `a.py`, replace the loop with:", ("main",)),
        ("In main() of a.py:", ("main",)),
        ("Change the `add` method of `Calculator`:", ("Calculator", "add")),
        ("### `Cart.total`\n\nUse this:", ("Cart.total",)),
        ("Update the total function in `src/a.py`:", ("total",)),
        ("It is `x`.\n\nUpdate `a.py`:", ()),
        ("Use `x = 1` in `a.py`:", ()),
    ],
)
def test_the_words_above_a_fence_name_code(above: str, names: tuple[str, ...]) -> None:
    assert names == names_in(words_above(above.split("\n")))


@pytest.mark.parametrize("words", ["Change:", "Replace", "Find this:"])
def test_old_code_below_a_heading_is_no_edit(words: str) -> None:
    assert title_above(["**`src/a.py`**", "", words, ""]) is None


@pytest.mark.parametrize("place", ["at the top", "near the end", "at the very beginning"])
def test_a_place_behind_a_path_means_a_part_of_the_file(place: str) -> None:
    found = title_above([f"**src/a.md**, {place}:", ""])

    assert found is not None
    assert ("src/a.md", Naming.PART) == (found.path, found.naming)
