"""Words above an edit that refer back to what words above an earlier edit name.

    Then replace its `find` with:        the `find` of the class that they name
    In the same class, add:              that class
    In the same place of `edit.html`:    the place that they say

The tables have words by language, in the notation of `vocabulary`.
"""

import re

from editreview.first_use import lazy_pattern
from editreview.formats.path_names import names_in
from editreview.text import sentences_in
from editreview.vocabulary import phrases

_ITS = {
    "english": "its their",
    "german": "sein seine seinem seinen seiner ihr ihre ihrem ihren ihrer dessen deren",
    "french": "son sa ses leur leurs",
    "spanish": "su sus",
    "portuguese": "seu seus sua suas",
    "italian": "suo sua suoi sue",
    "dutch": "zijn haar diens",
    "polish": "jego jej",
    "russian": "его её ее",
    "ukrainian": "його її",
    "chinese": "它的 该类的 其",
    "japanese": "その",
    "korean": "그",
}
_SAME = {
    "english": "the_same the_very_same in_this in_that inside_this inside_that into_that to_that",
    "german": "derselben der_gleichen demselben dem_gleichen im_selben im_gleichen in_dieser in_diesem"
    " in_jener",
    "french": "la_même le_même dans_cette dans_ce",
    "spanish": "la_misma el_mismo en_esa en_ese en_esta en_este",
    "portuguese": "mesma mesmo nessa nesse nesta neste",
    "italian": "stessa stesso in_questa in_questo in_quella in_quel",
    "dutch": "dezelfde hetzelfde in_die in_dat",
    "polish": "tej_samej tym_samym",
    "russian": "в_том_же в_той_же в_этом в_этой",
    "ukrainian": "тому_ж тій_же тому_самому цьому",
    "chinese": "同一个 同一 同个 该 在这个 在那个",
    "japanese": "同じ",
    "korean": "같은",
}
_OWNER = {
    "english": "block class component enum function handler hook interface job method model module object"
    " resource route rule section service struct table test trait type view",
    "german": "block klasse komponente funktion methode modell objekt ressource abschnitt dienst struktur"
    " tabelle",
    "french": "bloc classe composant fonction méthode modèle objet ressource section structure table",
    "spanish": "bloque clase componente función método modelo objeto recurso sección servicio"
    " estructura tabla",
    "portuguese": "bloco classe componente função método modelo objeto recurso seção serviço"
    " estrutura tabela",
    "italian": "blocco classe componente funzione metodo modello oggetto risorsa sezione servizio tabella",
    "dutch": "klasse component functie methode sectie",
    "polish": "klas* funkcj* metod* komponen*",
    "russian": "класс* функци* метод* компонент* раздел*",
    "ukrainian": "клас* функці* метод* компонент*",
    "chinese": "类 函数 方法 组件 结构体 接口 模块 服务",
    "japanese": "クラス 関数 メソッド コンポーネント",
    "korean": "클래스 함수 메서드 컴포넌트",
}
_THERE_TOO = {
    "english": "there_too there_as_well there_also also_there",
    "german": "auch_dort dort_auch dort_ebenfalls ebenfalls_dort",
    "french": "là_aussi",
    "spanish": "ahí_también también_ahí allí_también también_allí",
    "portuguese": "lá_também também_lá ali_também também_ali",
    "italian": "anche_lì lì_anche anche_là",
    "dutch": "daar_ook ook_daar",
    "russian": "там_же",
    "chinese": "那里也",
    "japanese": "そこにも",
    "korean": "거기에도",
}
_SAME_PLACE = {
    "english": "same_place same_spot same_position same_location",
    "german": "derselben_stelle der_gleichen_stelle gleicher_stelle demselben_ort am_selben_ort",
    "french": "même_endroit même_place même_emplacement",
    "spanish": "mismo_lugar mismo_sitio misma_posición",
    "portuguese": "mesmo_lugar mesmo_local mesmo_ponto mesmo_sítio mesma_posição",
    "italian": "stesso_posto stesso_punto stessa_posizione",
    "dutch": "dezelfde_plaats dezelfde_plek",
    "polish": "tym_samym_miejscu",
    "russian": "том_же_месте то_же_место",
    "ukrainian": "тому_ж_місці тому_самому_місці те_саме_місце",
    "chinese": "同样的位置 相同的位置 相同位置 同一位置 同一个位置",
    "japanese": "同じ場所 同じ位置",
    "korean": "같은_위치 같은_자리 같은_곳",
}


def _any(table: dict[str, str]) -> str:
    return f"(?:{phrases(' '.join(table.values()))})"


_POSSESSIVE = lazy_pattern(rf"{_any(_ITS)}\s*(?:\w+\s+){{0,2}}?[`*\"“]", re.IGNORECASE)
"""A possessive before a name: ``its own `find```."""
_OWNER_AGAIN = lazy_pattern(rf"{_any(_SAME)}\s*{_any(_OWNER)}|{_any(_THERE_TOO)}", re.IGNORECASE)
"""Words for what has been named before: `in the same class`, `there too`."""
_PLACE_AGAIN = lazy_pattern(_any(_SAME_PLACE), re.IGNORECASE)


def refers_to_owner(words: str) -> bool:
    """True if words are about a part of what earlier words name, and do not name it themselves."""
    possessive = _POSSESSIVE.search(words)
    if possessive is not None and not names_in(words[: possessive.start()]):
        return True
    again = _OWNER_AGAIN.search(words)
    # In the same sentence, a name is of the part: `Change `find` in the same class`.
    return again is not None and not any(map(names_in, sentences_in(words[: again.start()])[:-1]))


def refers_to_place(words: str) -> bool:
    """True if words give the place that earlier words say: `In the same place, but with the value:`."""
    return _PLACE_AGAIN.search(words) is not None
