"""Words that describe edits, in English and in the other languages of chats: verbs, titles and directions.

All readers of words derive these from the tables here: of sentences, tables, comments and titles, and of the
words above code that is to be placed. A reader that needs more or fewer words says why where it derives them.
What else words say is in the readers: `formats.other_languages` has what rejects and proposes edits,
`formats.lazy` what stands for code that is left out, `formats.path_names` what names a file or a step,
`formats.in_words` and `review.edits_in_words` what links old code, new code and a place,
`matching.place_words` positions in a file, and `matching.named_regions` and `review.candidates` comparisons.

A table has words by language, separated by whitespace. In a word, `*` stands for any ending, `_` for a space
and `+` for words between. English verbs are in their base form; see `forms`. Of other languages, a verb that
readers of whole words know too is there twice: as a stem, and in the forms in which it asks for an edit.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from editreview.first_use import lazy_pattern

Words = Mapping[str, str]
"""Words by language."""

ENGLISH = "english"
_FIRST_WITHOUT_SPACES = "\u0900"
"""The scripts from here on write words together, or end them with characters that are no letters."""
_MARKS = {"*": r"\w*", "_": r"\s", "+": r"\b.*\b"}
_DOUBLED = frozenset("drop pin plug swap wrap".split())
"""Verbs that double their last letter before an ending."""
_IRREGULAR = {
    "get": "got getting",
    "make": "made making",
    "overwrite": "overwrote overwritten overwriting",
    "put": "puts putting",
    "rewrite": "rewrote rewritten rewriting",
    "set": "setting",
    "take": "took taking",
    "write": "wrote written writing",
}
"""The other forms of irregular verbs."""

REPLACE = {
    "english": "replace substitute swap",
    "german": "ersetz* ersetze ersetzen ersetzt tausch* tausche tauschst",
    "french": "remplac* remplace remplacez remplacer remplaçons",
    "spanish": "reemplaz* reemplaza reemplace reemplazar reemplazas reemplazamos"
    " sustitu* sustituye sustituya sustituyes sustituir",
    "portuguese": "substitu* substitua substituir substituímos troqu* troque troca*",
    "italian": "sostitu* sostituisci sostituire sostituiamo",
    "dutch": "vervang*",
    "polish": "zastąp* zamień zamieni* podmie*",
    "russian": "замен* замените замени заменить",
    "ukrainian": "замін* замініть заміни",
    "scandinavian": "byt_ut erstat*",
    "czech": "nahra*",
    "chinese": "替换 替換 换成 換成",
    "japanese": "置き換え 置換 差し替え",
    "korean": "교체 대체",
}
"""Verbs for putting new code in the place of old: both may follow, or the old code alone."""
CHANGE = {
    "english": "adjust alter amend change convert correct edit fix modify revise switch turn update upgrade",
    "german": "änder* änder ändere ändern änderst ändert geändert* aktualisier* aktualisiere aktualisieren"
    " überarbeit* korrigier* korrigiere bearbeit* anpass* anzupass* angepasst* passe+an passen+an"
    " passt+an",
    # English has the nouns `adapter` and `modification`, which would be verbs to readers of whole words.
    "french": "modifie modifiez modifier modifions modifié modifiée modification* mise_à_jour mis_à_jour"
    " mets_à_jour mettez_à_jour mettre_à_jour mettons_à_jour changez changeons changer corrig* corrigez"
    " adapte adaptez adapter* réécri* éditez éditer",
    "spanish": "actualiz* actualiza actualice modifica modificar modificad* modificamos modifique cambia"
    " cambias cambiad* cambiamos cambiar cambie corrig* correg* edita editar edite ajusta ajustar ajuste"
    " reescrib*",
    "portuguese": "atualiz* atualize altera alterar altere alteramos alterad* modifiqu* modifique mude mudar"
    " corrij* corrija corrigid* reescrev*",
    "italian": "aggiorn* aggiorna modifich* modifica modificare modificat* cambiare cambiamo correzion*"
    " riscriv*",
    "dutch": "wijzig* wijzig bewerk* bijgewerkt* bijwerk* werk+bij verander* verander verbeterd* pas+aan"
    " aangepast* aanpass*",
    "polish": "zmień zmieni* zmian* zaktualiz* popraw* zmodyfik* edytuj*",
    "russian": "обнов* обновите измен* измените измени изменить исправ* исправьте отредактир* перепи*"
    " поменя* правк*",
    "ukrainian": "онов* оновіть змін* змініть виправ* відредаг*",
    "turkish": "güncelle* değiştir* düzenle* düzelt*",
    "scandinavian": "opdater* uppdater* oppdater* ændr* ändr* endre*",
    "czech": "uprav* aktualizuj*",
    "chinese": "修改 更新 改为 改為 改成 改动 改動 调整 調整 编辑 編輯 变更 變更 重写 重寫 重构 重構 修正"
    " 修复 修復",
    "japanese": "変更 更新 修正 編集 書き換え 改修 改善",
    "korean": "수정 변경 바꾸 바꿔 바꿉 업데이트 갱신 고치 고쳐 개선",
    "hindi": "बदल अपडेट",
}
"""Other verbs for changing code, with or without its old text."""
CHANGE_VALUE = {
    "english": "bump increase lower raise reduce scale",
    "german": "erhöhe erhöhst",
}
"""Verbs for giving a value, which is in the code already, another size."""
SET = {
    "english": "set",
    "german": "setze setzen setzt stelle stellst",
    "french": "mets mettez passe passez",
    "spanish": "pon",
    "italian": "imposta",
}
"""Verbs for giving a name a value, whatever it was."""
REWORK = {
    "english": "adapt apply clean_up enhance expand extend implement improve merge migrate optimise optimize"
    " overwrite patch refactor reorganise reorganize restructure revert rewrite simplify tweak wrap",
    "german": "erweiter*",
    "french": "complét*",
    "polish": "uzupełni*",
    "russian": "доработ*",
}
"""Verbs for changes whose words quote no old code."""
WRAP = {
    "english": "wrap surround enclose encase",
    # Without the stems of nouns such as `Umgebung`, `Paket` and `окружение`.
    "german": "umschließ* umschliess* umgib umgeben umhüll* einschließ* einhüll* wickle wickeln packe",
    "french": "envelopp* entour* encadr* englob*",
    "spanish": "envuelv* envolv* rodea* encierr* encapsul*",
    "portuguese": "envolv* englob* encaps*",
    "italian": "racchiud* avvolg* circond* incapsul*",
    "dutch": "omsluit* omring* omhul* wikkel*",
    "polish": "otocz* opakuj* owiń* obejmij* zawiń*",
    "russian": "оберн* обёрн* обрам* окружи* окружите заключи заключите",
    "ukrainian": "обгорн* огорн* оточ*",
    "turkish": "sarın sarmala* çevrele*",
    "scandinavian": "omslut* omgiv omgi",
    "czech": "obal* zabal* obklop*",
    "chinese": "包裹 包住 包在 包围 包圍 包起来 包起來 包进",
    "japanese": "囲み 囲む 囲ん 囲い 包み 包む 包ん ラップし",
    "korean": "감싸 감싼 감쌉 둘러싸",
    "hindi": "लपेट",
}
"""Verbs for putting a block around old code."""
ADD = {
    "english": "add append declare hook import include inject insert introduce plug prepend register wire",
    "german": "ergänz* ergänze ergänzen ergänzt füge fügen fügst fügt hinzufüg* hinzufügen hinzuge* hinzuzu*"
    " einfüg* einfügen eingefügt*",
    "french": "ajout* ajoute ajoutez ajoutons ajouter insér* insèr* insère insérez insérer",
    "spanish": "añad* añade añadimos añadir agreg* agrega agregas agregar inserta* inserta inserte insertar",
    "portuguese": "adicion* adicione adicionar acrescent* acrescente insir* insira",
    "italian": "aggiung* aggiungi aggiungere aggiunt* inserisc* inserisci inserire",
    "dutch": "voeg* voeg toevoeg* toevoegen toegevoegd*",
    "polish": "dodaj* dodaj dodać dodan* wstaw* wstaw",
    "russian": "добав* добавьте добавь добавить вставь* вставьте встави*",
    "ukrainian": "додай* додайте додай додати додан* вставте",
    "turkish": "ekle* ekle ekleyin",
    "scandinavian": "tilføj* tilføj lägg_till legg_til",
    "czech": "přid* přidej přidejte",
    "chinese": "添加 加入 加上 补上 追加 增加 新增 插入",
    "japanese": "追加 挿入",
    "korean": "추가 삽입",
    "hindi": "जोड़",
}
"""Verbs for putting new code next to old."""
PUT = {"english": "paste place put"}
"""Verbs for putting code, or all of a file, somewhere."""
CREATE = {
    "english": "copy create extract generate make save store write",
    "german": "erstell* anlegen anzulegen angelegt lege+an legen+an legst+an legt+an neue_datei",
    "french": "crée créer créez créons créé créée nouveau_fichier",
    "spanish": "crea crear creamos cree nuevo_archivo nuevo_fichero",
    "portuguese": "crie criar cria novo_arquivo novo_ficheiro",
    "italian": "nuovo_file creare",
    "dutch": "maak* aangemaakt* nieuw_bestand",
    "polish": "utwórz* utworz* stwórz* nowy_plik",
    "russian": "созда* новый_файл",
    "ukrainian": "створ* новий_файл",
    "turkish": "oluştur* yeni_dosya",
    "scandinavian": "opret* skapa* opprett*",
    "czech": "vytvoř*",
    "chinese": "创建 創建 建立 新建",
    "japanese": "作成 新規",
    "korean": "생성 만들 만듭",
    "hindi": "बनाएं बनाएँ",
}
"""Verbs and nouns for a new file."""
RENAME = {
    "english": "rename",
    "german": "benenne benennen benennt umbenennen umbenannt umzubenennen",
    "french": "renomme renommez renommer renommons",
    "spanish": "renombra renombre renombrar renombras renombramos",
    "portuguese": "renomeie renomeia renomear",
    "italian": "rinomina rinominare rinominiamo",
    "dutch": "hernoem hernoemen",
    "polish": "przemianuj",
    "russian": "переименуйте переименуй переименовать",
    "ukrainian": "перейменуйте перейменуй перейменувати",
    "scandinavian": "omdøb omdøp",
    "czech": "přejmenuj přejmenujte",
}
MOVE = {"english": "move", "german": "verschiebe"}
REMOVE = {
    "english": "delete drop get_rid_of remove take_out",
    "german": "lösch* lösche löschst löscht gelöscht* entfern* entferne entfernst entfernt streich* streiche"
    " nimm+heraus nimm+raus",
    "french": "supprim* supprime supprimez supprimer supprimons enlev* enlevez enlèv* enlève retire* retirez"
    " effac*",
    "spanish": "elimin* elimina eliminar eliminas borra* borra borre* quita* quita quite* suprim* remuev*",
    "portuguese": "remov* remova exclu* exclua apag* apague retir*",
    "italian": "rimuov* rimuovi cancell* togli togliere togliamo",
    "dutch": "verwijder* verwijder haal+weg schrap*",
    "polish": "usuń* usuń usun* skasuj*",
    "russian": "удали* удалите удали удалить удаля* убер* уберите убир*",
    "ukrainian": "видал* видаліть видали прибер* приберіть",
    "turkish": "sil silin silelim kaldır*",
    "scandinavian": "fjern* fjern ta_bort tag_bort slet slett* radera*",
    "czech": "odstraň* odstraňte smaž* odeber*",
    "chinese": "删除 刪除 移除 删掉 刪掉 去掉",
    "japanese": "削除 取り除",
    "korean": "삭제 제거 지우",
    "hindi": "हटा",
}
"""Verbs for taking code out."""

OLD = {
    "english": "before old original current existing previous",
    "german": "vorher alt alter_code bisher aktuell aktueller aktuelles alter altes bisheriger",
    "french": "avant ancien ancien_code actuel actuelle ancienne",
    "spanish": "antes código_anterior código_antiguo anterior viejo actual antigua",
    "portuguese": "antigo atual antiga",
    "italian": "prima attuale vecchio",
    "russian": "было до старый_код текущее старое",
    "chinese": "修改前 之前 旧代码 原代码 原来 原 旧 变更前 變更前 变更之前 当前",
    "japanese": "変更前 修正前 変更前の値 現在",
    "korean": "변경_전 수정_전",
}
"""Titles of old code: of a fence, of a column, in a comment."""
NEW = {
    "english": "after new updated fixed corrected improved changed modified replacement",
    "german": "nachher danach neu neuer_code neuer neues korrigiert",
    "french": "après maintenant nouveau nouveau_code nouvelle corrigé",
    "spanish": "después ahora nuevo nuevo_código código_nuevo nueva corregido",
    "portuguese": "depois agora novo novo_código nova corrigido",
    "italian": "dopo adesso nuovo nuovo_codice nuova corretto",
    "russian": "стало после новый_код новое",
    "chinese": "修改后 之后 新代码 新 变更后 更新后 优化后 變更後 修改後 新的",
    "japanese": "変更後 修正後 変更後の値",
    "korean": "변경_후 수정_후",
}
"""Titles of new code."""
UPDATED = {
    "english": "updated fixed corrected improved changed modified revised rewritten",
    "german": "aktualisiert* korrigiert* angepasst* überarbeitet* geändert* verbessert*",
    "french": "mis_à_jour mise_à_jour corrigé* modifié* amélioré*",
    "spanish": "actualizad* corregid* modificad* mejorad*",
    "portuguese": "atualizad* corrigid* modificad* melhorad*",
    "italian": "aggiornat* corrett* modificat* migliorat*",
    "polish": "zaktualizowan* poprawion* zmienion*",
    "russian": "обновл* исправл* изменённ* измененн*",
    "chinese": "更新后 修改后 修复后 修正后 优化后 更新後 修改後 改进后",
    "japanese": "更新後 修正後 変更後 改善後 修正版 更新した 修正した 変更した",
    "korean": "수정된 업데이트된 변경된 수정한",
}
"""Words for code that is a new version of what is there."""
FIND = {
    "english": "find search",
    "german": "suche suchen suche_nach finde",
    "french": "chercher cherche cherchez rechercher recherche trouver trouvez",
    "spanish": "buscar busca busque",
    "portuguese": "procurar procure localizar localize buscar busque",
    "italian": "cerca cercare trova trovare",
    "dutch": "zoek zoek_naar zoeken vind",
    "polish": "znajdź wyszukaj",
    "russian": "найти найдите найди",
    "ukrainian": "знайти знайдіть",
    "turkish": "bul bulun ara",
    "scandinavian": "hitta sök søk finn søg",
    "czech": "najít najděte vyhledat",
    "chinese": "查找 找到 搜索",
    "japanese": "検索 検索する",
    "korean": "찾기 찾을_내용",
    "hindi": "खोजें ढूंढें",
}
"""Titles of old code, above new code that `REPLACE_WITH` is the title of."""
REPLACE_WITH = {
    "german": "ersetze_durch ersetzen_durch ersetzt_durch ersetze_mit ersetzen_mit ersetzung",
    "french": "remplacer_par remplace_par remplacez_par",
    "spanish": "reemplazar_por reemplazar_con reemplaza_por reemplaza_con reemplace_por reemplazarlo_por"
    " sustituir_por sustituye_por cambiar_por",
    "portuguese": "substituir_por substitua_por trocar_por troque_por",
    "italian": "sostituire_con sostituisci_con",
    "dutch": "vervang_door vervangen_door",
    "polish": "zamień_na zastąp_przez",
    "russian": "заменить_на замените_на замени_на",
    "ukrainian": "замінити_на замініть_на заміни_на",
    "turkish": "şununla_değiştir bununla_değiştir",
    "scandinavian": "erstat_med ersätt_med erstatt_med byt_ut_mot",
    "czech": "nahradit_za nahraďte_za nahradit_tímto",
    "chinese": "替换为 替換為 替换成",
    "japanese": "置換後 次に置き換え 置き換え後",
    "korean": "바꿀_내용 다음으로_바꾸기 다음으로_교체",
    "hindi": "इससे_बदलें",
}
"""Titles of new code in other languages than English, below old code that `FIND` is the title of."""
_PAIRED_IN_ENGLISH = {
    "from": ("to",),
    "find": ("replace", "replace with"),
    "search": ("replace", "replace with"),
    "replace": ("with", "replace with"),
    "replace this": ("with", "with this"),
    "replace these lines": ("with", "with this"),
    "change from": ("change to",),
    "change this": ("to", "to this"),
    "remove": ("add",),
    "delete": ("insert",),
    "this": ("becomes",),
    "existing line": ("new line",),
    "existing lines": ("new lines",),
}
PAIRED_TITLES = _PAIRED_IN_ENGLISH | {
    title.replace("_", " "): tuple(new.replace("_", " ") for new in REPLACE_WITH[language].split())
    for language, found in FIND.items()
    if language != ENGLISH
    for title in found.split()
}
"""Titles of old code, each with those of new code that say so only beside it."""
NEW_BESIDE_OLD = frozenset(title for titles in PAIRED_TITLES.values() for title in titles)

EVERY = {
    "english": "all any both each every everywhere throughout wherever",
    "german": "alle allen aller alles beide beiden jede jedem jeden jeder jedes sämtliche sämtlichen überall",
    "french": "chaque deux partout tous toutes",
    "spanish": "ambas ambos cada todas todos",
    "portuguese": "ambas ambos cada todas todos",
    "italian": "dappertutto entrambe entrambi ogni ovunque tutte tutti",
    "dutch": "alle beide elk elke overal",
    "polish": "każdą każde każdy wszystkie wszystkich wszędzie",
    "russian": "везде весь все всех всюду каждое каждую каждый",
    "ukrainian": "всі всіх всюди кожне кожну кожний усі усіх усюди",
    "turkish": "bütün her tüm",
    "scandinavian": "alla alle hver hvert overalt varje överallt",
    "czech": "každé každou každý všech všechny všude",
    "chinese": "全部 各 所有 每",
    "japanese": "すべて 全て 全部 各",
    "korean": "각 모두 모든 전부",
}
"""Words for all places or files that have something."""

NOT_MEANT = lazy_pattern(
    r"\s*\([^()\n]*\b(?:not|don['’]t|leave|leaves|leaving|only there|unchanged|untouched"
    r"|nicht|unverändert|lass\w*|pas|inchangée?|não|non|nie|не|bez zmian)\b[^()\n]*\)"
    r"|（[^（）\n]*(?:不|ではなく)[^（）\n]*）",
    re.IGNORECASE,
)
"""A remark about what an edit does not change: ``(not `load`)``, ``(leave `api` at 2)``."""
BELOW = {
    "english": "after below beneath under underneath following next_to beside alongside",
    "german": "nach unter unterhalb hinter",
    "french": "après sous",
    "spanish": "después debajo",
    "portuguese": "depois após abaixo",
    "italian": "dopo sotto",
    "dutch": "onder achter",
    "polish": "poniżej po pod_funkcją pod_klasą pod_linią pod_metodą",
    "russian": "после ниже",
    "ukrainian": "після нижче",
    "scandinavian": "efter etter",
    "chinese": "之后 之後 后面 後面 下面 下方",
    "japanese": "の後 の下 の直後 のすぐ下",
    "korean": "아래 다음에 바로_다음 뒤에",
    "hindi": "के_बाद के_नीचे",
}
"""Words between new code and what it goes below."""
ABOVE = {
    "english": "before above ahead_of on_top_of preceding",
    "german": "vor über oberhalb",
    "french": "avant au-dessus",
    "spanish": "antes encima",
    "portuguese": "acima",
    "italian": "prima sopra",
    "polish": "przed powyżej nad",
    "russian": "перед выше над",
    "ukrainian": "вище",
    "dutch": "boven",
    "scandinavian": "før före",
    "czech": "před",
    "chinese": "之前 前面 上面 上方",
    "japanese": "の前 の上 の直前 のすぐ上",
    "korean": "위에 앞에",
    "hindi": "के_पहले के_ऊपर",
}
"""Words between new code and what it goes above."""
INSIDE = {
    "english": "inside within into in to of",
    "german": "innerhalb",
    "french": "dans en",
    "spanish": "dentro en",
    "portuguese": "em",
    "italian": "nel",
    "russian": "внутри в",
}
"""Words between new code and what it goes into."""

UNIT = {
    "english": "arm block branch case class component constructor enum fixture function getter handler helper"
    " hook impl interface job method middleware module property resource route rule section selector service"
    " setter stage step struct table target test trait type",
    "german": "funktion methode klasse abschnitt regel",
    "french": "fonction méthode classe section règle",
    "spanish": "función método clase sección regla",
    "portuguese": "função método classe seção regra",
    "italian": "funzione metodo classe sezione regola",
    "dutch": "functie methode klasse sectie regel",
    "polish": "funkcj* metod* klas*",
    "russian": "функци* метод* класс*",
    "ukrainian": "функці* метод* клас*",
    "chinese": "函数 函數 方法 类 類",
    "japanese": "関数 メソッド クラス",
    "korean": "함수 메서드 클래스",
}
"""Nouns for a part of a file that has a name."""


def forms(*verbs: str) -> tuple[str, ...]:
    """The forms of English verbs in which they ask for an edit or report one: `add`, `added`, `adding`."""
    return tuple(form for verb in verbs for form in _forms(verb))


def _forms(verb: str) -> Sequence[str]:
    verb, space, rest = verb.partition(" ")
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    if verb in _IRREGULAR:
        found = (verb, *_IRREGULAR[verb].split())
    elif verb.endswith("e"):
        found = (verb, f"{verb}d", f"{verb[:-1]}ing")
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        found = (verb, f"{verb[:-1]}ied", f"{verb}ing")
    else:
        found = (verb, f"{stem}ed", f"{stem}ing")
    return [f"{form}{space}{rest}" for form in found]


def english(*tables: Words) -> tuple[str, ...]:
    """The English verbs of some tables, in their base form."""
    return tuple(word.replace("_", " ") for table in tables for word in table.get(ENGLISH, "").split())


def whole_words(*tables: Words) -> tuple[str, ...]:
    """The single words of some tables that are there without `*`, and all forms of English verbs.

    Languages without spaces have none: their words are inside of others.
    """
    found = [form for form in forms(*english(*tables)) if " " not in form]
    for word in _other_words(tables):
        if not any(map(word.__contains__, "*+_")) and word[0] < _FIRST_WITHOUT_SPACES:
            found.append(word)
    return tuple(dict.fromkeys(found))


def titles(*tables: Words) -> tuple[str, ...]:
    """The titles of some tables, in all languages."""
    words = (word for table in tables for text in table.values() for word in text.split())
    return tuple(word.replace("_", " ") for word in words)


def directions(*tables: Words, is_behind: bool = False) -> str:
    """The source of a pattern for the words of some tables, in all languages.

    Args:
        tables: The tables.
        is_behind: True for languages that write such words after a noun, without a space; False for others.
    """
    words = titles(*tables)
    return any_of(word for word in words if (word[0] >= _FIRST_WITHOUT_SPACES) is is_behind)


def in_other_languages(*tables: Words) -> str:
    """The source of a pattern for the words of some tables in other languages than English."""
    return phrases(" ".join(_other_words(tables)))


def _other_words(tables: Iterable[Words]) -> list[str]:
    return [
        word
        for table in tables
        for language, text in table.items()
        if language != ENGLISH
        for word in text.split()
    ]


def phrases(text: str) -> str:
    """The source of a pattern for words, separated by whitespace, with the wildcards of the tables."""
    words = text.split()
    stems = {word[:-1] for word in words if word.endswith("*")}
    words = [word for word in words if not _has_shorter_stem(word, stems)]
    spaced = [word for word in words if word[0] < _FIRST_WITHOUT_SPACES]
    joined = [word for word in words if word[0] >= _FIRST_WITHOUT_SPACES]
    sources = [rf"\b(?:{_sources(spaced)})\b" if spaced else "", f"(?:{_sources(joined)})" if joined else ""]
    return "|".join(filter(None, sources))


def _has_shorter_stem(word: str, stems: Collection[str]) -> bool:
    """True if one of some stems, with any ending, matches all that a word does."""
    if "_" in word or "+" in word:
        return False
    ends = range(1, len(word) - 1) if word.endswith("*") else range(1, len(word) + 1)
    return any(word[:end] in stems for end in ends)


def _sources(words: Iterable[str]) -> str:
    # The longest first: others may be their beginnings.
    return _grouped(
        sorted(
            dict.fromkeys("".join(_MARKS.get(sign) or _escaped(sign) for sign in word) for word in words),
            key=len,
            reverse=True,
        )
    )


def _grouped(sources: Iterable[str]) -> str:
    """Alternatives, grouped by their first character, because each one costs time at every word."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        first = source[: 1 + source.startswith("\\")]
        groups.setdefault(first, []).append(source[len(first) :])
    return "|".join(
        f"{first}{rests[0]}" if len(rests) == 1 else f"{first}(?:{'|'.join(rests)})"
        for first, rests in groups.items()
    )


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of some words, the longest first."""
    return _grouped(map(_escaped, sorted(set(words), key=lambda word: (-len(word), word))))


def _escaped(text: str) -> str:
    # Most words have nothing to escape, and looking for it takes longer than all else that makes a pattern.
    return text if text.isalnum() else re.escape(text)


# `setting` is a noun, too.
SAYS_SET = lazy_pattern(lambda: rf"\b(?:{any_of(set(whole_words(SET)) - {'setting'})})\b", re.IGNORECASE)
"""A verb for giving a name a value."""
_TO_END = lazy_pattern(
    r"\b(?:to|until|through) the (?:very )?end\b(?: of (?:the |this )?file)?(?! of\b)"
    r"|\bbis (?:zum|ans) (?:ende(?: der datei)?(?! de[rs]\b)|dateiende)\b"
    r"|\bjusqu['’]à la fin\b(?: du fichier)?(?! d[eu]\b)"
    r"|\bhasta el final\b(?: del (?:archivo|fichero))?(?! del?\b)"
    r"|\baté o (?:fim|final)\b(?: do arquivo)?(?! d[aeo]\b)|\bfino alla fine\b(?: del file)?(?! del)"
    r"|\bдо конца(?: файла)?(?=\W*$)|到(?:文件)?的?(?:末尾|结尾)|(?:末尾|最後)まで",
    re.IGNORECASE,
)
"""Words for the rest of a file from a place on: `down to the end of the file`."""
_BEFORE_END = lazy_pattern(
    r"\W*(?:(?:and|und|et|y|e)\W+)?"
    r"(?:(?:all|everything|the rest)\W+(?:(?:after|behind|below|under)\W+(?:it|that)?\W*)?)?"
    r"(?:(?:all the way|down|on|right|through)\W+)*",
    re.IGNORECASE,
)
"""What may be between code and such words: `, and everything below it, down `."""


def goes_to_end(rest: str) -> bool:
    """True if the words behind the code that goes say that the rest of the file goes too."""
    between = _BEFORE_END.match(rest)
    return between is not None and _TO_END.match(rest, between.end()) is not None


EXCLUDING = r"(?:\b(?:not?|nor|except|unlike|leave|than|nicht|außer|pas|sauf|salvo|não|nem|ni|non)\b|不)"
"""The source of a pattern for words that rule a definition out."""
EXCEPT = (
    r"except(?:ing)?(?: for)?|other than|apart from|aside from|besides|save for|excluding|not including"
    r"|outside(?: of)?|but not|unless|außer(?:halb)?(?: von)?|nicht aber|bis auf"
    r"|à l'exception d[eu]|sauf|hors d[eu]|en dehors d[eu]|mais pas|excepto|salvo|fuera d[eo]|pero no"
    r"|exceto|menos|fora d[eoa]|mas não|eccetto|tranne|fuori d[ai]|ma non|behalve|buiten|maar niet"
    r"|poza|oprócz|ale nie|кроме|вне|но не"
)
"""The source of a pattern for words before a place that an edit leaves."""
STAYS = (
    r"\b(?:stays?|remains?|(?:is|are) (?:left )?(?:unchanged|untouched)"
    r"|bleib(?:en|t)|rest(?:e|ent|er)|qued(?:a|an|ar|arse)|fica[mr]?|riman(?:e|ere|gono)"
    r"|остаётся|остается|остаться|blijft|blijven)\b"
    r"|保持不变|保持原样|保持原樣|不需要[改动]|不用[改动]|无需[改修]|そのまま|変更不要|그대로"
)
"""The source of a pattern for words behind code that stays as it is."""
ORDINALS = {
    1: r"first|1st|erste[nrs]?|premi(?:er|ère)|primer[oa]?|primeir[oa]|prim[oa]|перв\w+",
    2: r"second|2nd|zweite[nrs]?|deuxième|second[eoa]|segund[oa]|втор\w+",
    3: r"third|3rd|dritte[nrs]?|troisième|tercer[oa]?|terceir[oa]|terz[oa]|трет\w+",
    4: r"fourth|4th|vierte[nrs]?|quatrième|cuart[oa]|quart[oa]|четв[её]рт\w+",
}
"""The sources of patterns for the numbers of places."""
LAST = r"last|final|letzte[nrs]?|dernière?|últim[oa]|ultim[oa]|последн\w+"
"""The source of a pattern for the last place."""
