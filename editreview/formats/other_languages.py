"""Words of sentences that request an edit, in other languages than English.

Each is a pattern for lower-case text, with words in the notation of `vocabulary`.
"""

from editreview import vocabulary
from editreview.first_use import lazy_pattern
from editreview.formats.edit_words import FILE
from editreview.vocabulary import any_of, in_other_languages, phrases, whole_words


def _any(**by_language: str) -> str:
    """The source of a pattern for the words of some languages; see `vocabulary`."""
    return phrases(" ".join(by_language.values()))


REPLACE = lazy_pattern(in_other_languages(vocabulary.REPLACE))
"""Verbs with which old code may follow, before the new: `Ersetze diese Zeile:`."""
# Those of `vocabulary.SET` and `CHANGE_VALUE` have the value in the sentence itself.
CHANGE = lazy_pattern(in_other_languages(vocabulary.CHANGE, vocabulary.REWORK))
ADD = lazy_pattern(in_other_languages(vocabulary.ADD))
MAKE = lazy_pattern(in_other_languages(vocabulary.CREATE))
"""Verbs and nouns for a new file."""
BECOME = lazy_pattern(
    _any(
        german="soll+aussehen sollte+aussehen muss+aussehen sieht_dann sieht_danach sieht_jetzt sieht_nun"
        " wird_zu",
        french="devrait+ressembler doit+ressembler ressemblera ressemble_maintenant",
        spanish="queda_así quedará_así quedaría_así quedar_así pasa_a_ser debe_verse debería_verse",
        portuguese="fica_assim ficará_assim ficaria_assim ficar_assim passa_a_ser",
        italian="deve_diventare dovrebbe_diventare sarà_così",
        dutch="ziet_er_dan ziet_er_nu moet_er+uitzien",
        polish="powin*_wyglądać ma_wyglądać będzie_wyglądać wygląda_teraz",
        russian="долж*_выглядеть теперь_выглядит будет_выглядеть",
        ukrainian="має_виглядати повин*_виглядати тепер_виглядає виглядатиме",
        turkish="şöyle_olmalı böyle_olmalı şöyle_olacak",
        chinese="变为 變為 变成 應為 应为",
        japanese="になります となります",
    )
    + r"|\b(?:devient|diventa|wird|wordt)$"
)
"""Words for the state of a file, or of a part of it, after an edit: `Die Methode sollte so aussehen`."""
_KINDS_OF_FILE = (
    r"(?:(?:der|die|das|den|dem|datei|le|la|el|il|lo|het|de|fichier|archivo|fichero|arquivo|ficheiro|file"
    r"|bestand|pliku|файле|файлі|filen)\s+)*"
)
IN_FILE = lazy_pattern(
    rf"(?:(?:aus|dans|en|em|no|na|nel|nella|w|we|в|во|у|in|i|v)\s+{_KINDS_OF_FILE}|在\s*){FILE}"
    r"\s*(?:文件|檔案)?\s*(?:中|里|裡|裏|内)?"
    rf"|{FILE}\s*(?:dosyasında|içinde|(?:の中)?(?:では|に|で)|ファイル(?:では|に|で)|파일에서|에서|에|में)"
)
"""All of a sentence such as `Dans src/a.py`."""
THESE = lazy_pattern(
    _any(
        german="diese diesem diesen dieser dieses folgende folgenden folgender folgendes",
        french="ce ceci cela ces cet cette suivant suivante suivantes suivants",
        spanish="este esto estos estas siguiente siguientes",
        portuguese="essa essas esse esses isso isto seguinte seguintes",
        italian="questo questi queste seguente seguenti",
        dutch="deze dit volgende",
        polish="ta tą te tę ten następując*",
        russian="этот эту эти это следующ*",
        ukrainian="це цей ці цю наступн*",
        turkish="bu şu",
        scandinavian="denne dette disse dessa den_här det_här de_här den_her det_her de_her følgende"
        " följande",
        czech="tento tuto toto tyto následující*",
        japanese="この 次の",
        korean="다음",
        hindi="निम्न",
    )
    + r"|\besta(?!\ses\b)|\bquesta(?!\sè\b)|[这這](?!是)|以下(?![がは是为為])|이(?=\s)"
)
"""Words for the code below: old code, unless the sentence says that it is the new one."""
LIKE_THIS = lazy_pattern(
    "(?:"
    + _any(
        german="durch mit zu so folgendermaßen",
        french="par avec en ainsi",
        spanish="por con a así",
        portuguese="para com assim",
        italian="con così",
        dutch="door met naar zo",
        polish="na przez tak",
        russian="на так",
        scandinavian="til till med",
        chinese="为 為 成 如下 以下 以下内容",
        japanese="以下に 以下のように 次のように 下記 下記に 下記のように に変更* に修正* に置き換え*"
        " に更新* に書き換え* に差し替え*",
        korean="으로_교체* 으로_변경* 으로_수정* 으로_바* 로_교체* 로_변경* 로_수정* 로_바*",
    )
    + r")$|\b(?:durch|mit|par|avec|por|con|com|para|door|met|naar|przez|на|med) (?:\S+ ){0,3}\S+$"
    "|(?:"
    + _any(
        german="wie_folgt",
        french="comme_suit comme_ceci comme_ça de_la_façon_suivante de_la_manière_suivante",
        spanish="como_sigue de_esta_forma de_esta_manera de_la_siguiente_forma de_la_siguiente_manera",
        portuguese="da_seguinte_forma da_seguinte_maneira",
        italian="come_segue in_questo_modo nel_seguente_modo",
        dutch="als_volgt",
        polish="w_następujący_sposób w_ten_sposób",
        russian="следующ* таким_образом",
        ukrainian="наступним_чином",
        turkish="aşağıdaki* bununla şununla şunun_ile şu_şekilde",
        korean="다음과_같이 다음으로",
    )
    + ")"
)
"""Words for the new code below, most of them at the end: `Ersetze die Zeile durch`."""
PROPOSE = lazy_pattern(
    _any(
        german="optional* falls_du+möcht* falls_sie+möcht* wenn_du+möcht* wenn_sie+möcht* falls_du+will*"
        " falls_sie+woll* wenn_du+will* wenn_sie+woll* wenn_du+bevorzug* wenn_sie+bevorzug*",
        french="optionnel* facultati* si_tu_préfère* si_tu_souhaite* si_tu_veux si_vous_préfér*"
        " si_vous_souhait* si_vous_voul*",
        spanish="opcional* si_desea si_deseas si_lo_prefieres si_prefieres si_quieres",
        portuguese="se_desejar se_preferir se_quiser",
        italian="opzional* facoltativ* se_preferisci se_vuoi",
        dutch="optioneel als_je_liever als_je_wilt",
        polish="opcjonaln* jeśli_chcesz jeśli_wolisz",
        russian="опциональн* необязательн* если_хотите если_хочешь если_предпоч* при_желании",
        ukrainian="якщо_бажаєте якщо_хочете",
        turkish="isterseniz isteğe_bağlı",
        chinese="可选 可選 如果想 如果你想 如果您想 如果你希望 如果您希望 如果你愿意 如果您愿意 如果需要"
        " 如果你需要 如果您需要",
        japanese="任意で お好みで 必要に応じて",
        korean="선택사항 선택_사항 원하면 원하시면",
    )
    # The user knows which of these holds.
    + r"|^(?:wenn|falls) (?:du|sie|ihr)\b.*\b(?:arbeite|benutz|einsetz|nutz|verwend)\w+:?$"
    r"|^(?:andernfalls|ansonsten|entweder|oder|sonst):?$"
    r"|^si (?:tu|vous) (?:développ|dépl|travaill|utilis)\w*|^(?:sinon|soit|ou)\s?:?$"
    r"|^si (?:usas|usa|utilizas|utiliza|trabajas)\b|^(?:si no|de lo contrario|o bien):?$"
    r"|^se (?:você usa|usi|utilizzi|usa|lavori)|^(?:caso contrário|senão|altrimenti|oppure|anders|ou|of):?$"
    r"|^als (?:je|u) (?:gebruikt|werkt)|^je(?:ś|ż)eli (?:używasz)|^jeśli (?:używasz)"
    r"|^если (?:вы|ты) (?:использу|пользу|работа)|^(?:иначе|либо|или):?$"
    r"|^якщо (?:ви|ти) (?:використову|працю)|^(?:інакше|або):?$|kullanıyorsan(?:ız)?:?$"
    r"|^(?:如果|若)(?:你|您)?(?:使用|用|在)[^，,]*[：:]$|^(?:否则|或者|要么|不然)[：:]?$"
    r"|(?:を使う|を使用する|を使用している|(?:android|ios|linux|mac|windows)\s?の)場合[：:]?$"
    r"|사용하는 경우:?$"
    r"|^(?:(?:auf|bei|en|em|for|för|in|na|no|op|pod|på|sous|sur?|unter|в|на|під|у)\s|在\s?)"
    r"(?:android|ios|linux|mac(?: ?os)?|ubuntu|unix|windows)\s?(?:上|中|下|系统)?\s?[：:]?$"
    # Of a change that is to be taken back.
    r"|\b(?:änderung|commit|patch)\w*\b.*\brückgängig|^nimm \S+ (?:änderung|commit|patch)\w* zurück"
    r"|^(?:annul|défai)\w* (?:ce|cette|ces|les?|la) (?:changement|commit|modif|patch)"
    r"|^(?:revierte|revertir|deshaz|deshacer) (?:est[ae]|est[ao]s|el|l[ao]s?) (?:cambio|commit|modific)"
    r"|^(?:reverta|reverter|desfaça|desfazer) (?:ess?[ae]s?|est[ae]s?|[oa]s?) (?:altera|commit|modific|mudan)"
    r"|^(?:annulla|ripristina) (?:quest[aoei]|la|le|il|i) (?:commit|modific)"
    r"|^(?:отмен|откат|скасу)\w* (?:следующ|эт|ц)\w* (?:зм[іи]н|измен|коммит|правк)"
    r"|(?:撤[销銷]|回[滚滾]|还原|還原)(?:以下|上述|此|该|这|這)[^，,]{0,4}(?:修改|更改|改动|变更|提交|變更)"
    r"|(?:コミット|修正|変更)を元に戻|(?:변경|커밋)\S* 되돌리"
)
"""Words that leave an edit to the user."""
REJECT = lazy_pattern(
    # German
    r"(?:bitte )?(?:(?:so|das|dies|dieses?) )?(?:nicht|niemals)(?: (?:so|das|dies|machen|anwenden|übernehmen"
    r"|verwenden|schreiben|kopieren))*|wie man es nicht (?:macht|machen sollte)"
    r"|(?:(?:der|die|das|ein|eine) )?(?:falsch|schlecht)(?:e[nrs]?)?"
    r"(?: (?:ansatz|beispiel|lösung|version|weg))?"
    r"|nur zur (?:veranschaulichung|illustration)"
    r"|(?:der|das|die|dieser) (?:bug|fehler|problem|regression) (?:kam|entstand|wurde)\b.*\b"
    r"(?:änderung|commit|patch)(?: (?:eingeführt|verursacht))?"
    # French
    r"|(?:ce qu'il )?(?:à |a )?ne (?:faut )?(?:pas|jamais)(?: (?:faire|appliquer|utiliser|copier|écrire))?"
    r"(?: (?:ceci|cela|ça|comme (?:ceci|cela|ça)))?"
    r"|(?:n'appliquez|n'applique|n'utilisez|n'utilise|ne faites|ne fais) pas (?:ceci|cela|ça)"
    r"|(?:à éviter|incorrect|mauvais(?:e)?(?: exemple| approche| solution)?)"
    # Spanish, Portuguese and Italian
    r"|(?:lo que |qué |o que |cosa )?(?:no|não|non) (?:se debe |debes |deve |devi )?"
    r"(?:hagas|haga|hacer|apliques|aplique|aplicar|uses|use|usar|copies|copie|faça|fazer|fare|applicare|usare|copiare)"
    r"(?: (?:esto|eso|así|isto|isso|assim|questo|così))*|así no|assim não|così no"
    r"|(?:evita|evitar|evite)(?: (?:esto|isto|isso))?|da evitare"
    r"|(?:mal|incorrecto|errado|incorreto|sbagliato|errato|mal ejemplo|mau exemplo|cattivo esempio)"
    # Dutch
    r"|(?:zo |doe (?:dit|het) )?niet(?: (?:zo|doen|gebruiken|toepassen))?|fout"
    # Russian and Ukrainian
    r"|(?:так |этого )?не (?:надо|нужно|делайте|делать|применяйте|используйте|треба|робіть)"
    r"(?: (?:так|это|этого|делать|цього))*|как не надо(?: делать)?|неправильно|плохо"
    # Chinese, Japanese and Korean
    r"|(?:请)?(?:不要|别|切勿|请勿|不应该|不能)(?:这样|这么|如此|像这样)?(?:做|写|用|应用|使用|修改)?"
    r"(?:这个|此|以下|下面的)?(?:改动|修改|代码)?"
    r"|.*(?:由|因)(?:于)?(?:以下|下面|这个|此).*(?:引入|引起|造成|导致)(?:的)?"
    r"|错误(?:的)?(?:做法|示例|写法|方式)|反面(?:例子|示例|教材)|仅供参考|仅作示例"
    r"|(?:これ|次|以下|この変更)?(?:は|を)?(?:適用|使用|真似)?(?:し)?ないでください|悪い例|間違い|誤り|誤った例"
    r"|やってはいけない(?:例|こと)?"
    r"|(?:이렇게|이것을|다음을|아래를)? ?(?:하지|적용하지|사용하지) 마세요|나쁜 예|잘못된 (?:예|방법)"
    # It is wrong, does not work, or is not recommended
    r"|(?:so|das|dies) (?:(?:bitte|aber|besser|lieber) )*nicht(?: (?:machen|tun))?"
    r"|(?:so|das|dies) (?:funktioniert|geht|klappt)(?: (?:aber|leider|so))* nicht"
    r"|(?:so|das|dies) wäre (?:aber )?(?:ein fehler|falsch|keine gute idee)"
    r"|(?:davon|hiervon) (?:rate ich ab|würde ich abraten)|verworfen(?:e[nrs]? (?:ansätze?|ideen?"
    r"|lösung(?:en)?))?"
    r"|nicht empfohlen|(?:der|ein) naive(?:r)? (?:ansatz|weg|versuch)"
    r"|(?:ceci|cela|ça) ne (?:fonctionne|marche|suffit) pas|ce serait une erreur|(?:version|solution) naïve"
    r"|je (?:vous |te )?(?:le )?déconseille(?: (?:ceci|cela|ça))?|non recommandée?s?|déconseillée?s?"
    r"|(?:esto|eso|así) no (?:funciona|sirve)|(?:no lo|no) recomiendo(?: (?:esto|eso|hacer esto))?"
    r"|no recomendad[oa]s?"
    r"|(?:esto|eso) sería un error|(?:versión|solución) ingenua|descartad[oa]s?"
    r"|(?:isto|isso|assim) não funciona|não recomendo(?: (?:isto|isso))?|não recomendad[oa]s?|ruim"
    r"|versão ingênua"
    r"|(?:questo|così) non funziona|non (?:lo )?consiglio(?: questo)?|sconsigliat[oaei]|non consigliat[oaei]"
    r"|(?:dit|zo) werkt niet|niet aanbevolen|(?:dit|het) raad ik af"
    r"|nie (?:rób|róbcie|stosuj|stosujcie|używaj|używajcie|zmieniaj)(?: (?:tak|tego|w ten sposób))*"
    r"|tak nie(?: rób| róbcie)?|to nie działa|niezalecane|nie polecam|zły przykład|źle"
    r"|(?:так|это|этого) (?:(?:делать|лучше) )*не (?:делайте|делать|надо|нужно|работает|следует"
    r"|стоит)(?: делать)?"
    r"|(?:я )?не (?:рекомендую|рекомендуется|советую)(?: (?:так|это|делать|писать))*"
    r"|(?:наивный|неверный|неправильный|неудачный|плохой) (?:вариант|подход|пример|способ)"
    r"|(?:так|це) не (?:працює|треба|варто)(?: робити)?|поганий (?:варіант|приклад)"
    r"|(?:千万|请)?(?:不要|别|切勿|请勿|不应该?|不能)(?:再)?(?:这样|这么|如此)?(?:去)?(?:做|写|改|用)"
    r"|(?:这样|这么|这种)(?:写法|做法|改法|写|做|改|用)?(?:是|会)?(?:不行|不对|不好|有问题|错误|不可取|行不通|不推荐)的?"
    r"|不(?:推荐|建议)(?:这样|的)?(?:做法?|写法?|改)?|(?:不好|糟糕|有问题|错误)的(?:写法|做法|示例|例子|代码)"
    r"|(?:これ|こう|次|以下|このように)(?:は|を)?(?:やら|し|書か|使わ|変更し)ないでください"
    r"|(?:これ|それ|次)は(?:動きません|動作しません|間違いです)|(?:非推奨|推奨しません|おすすめしません)"
    r"|이렇게(?:는)? (?:하면 안 됩니다|작동하지 않습니다)|권장하지 않(?:습니다|음)|비추천"
    # This commit broke it
    r"|dies(?:er|e|es) (?:änderung|commit|diff|patch) (?:hat|verursacht\w*)\b.*"
    r"|(?:ce|cette) (?:changement|commit|modification|patch) a (?:cassé|causé|introduit|provoqué)\b.*"
    r"|este (?:cambio|commit|parche) (?:causó|introdujo|provocó|rompió)\b.*"
    r"|(?:esta|este) (?:alteração|commit|mudança) (?:causou|introduziu|quebrou)\b.*"
    r"|quest[oa] (?:commit|modifica|patch) ha (?:causato|introdotto|rotto)\b.*"
    r"|(?:эта|этот) (?:изменение|коммит|патч|правка) (?:внёс|внес|внесла|вызвал|вызвала|сломал|сломала)\b.*"
    r"|(?:这个|此|该)(?:修改|提交|改动|补丁).*(?:导致|引入|造成)了?.*"
)
"""Titles that say not to make the edit below them."""
RETRACT = lazy_pattern(
    r"(?!.*\b(?:wenn|falls|sofern|sauf si|si (?:tu|vous|usas)|se (?:usi|você)|als je|jeśli|если|якщо)\b"
    r"|.*(?:如果|場合))"
    # German
    r"\W*(?:(?:(?:nein|moment|halt|sorry|aber|ach|hm+|okay|ok)\b\W*)*(?:"
    r"(?:das|diese änderung) ist (?:(?:aber|doch|leider) )*(?:ein fehler|falsch|nicht (?:nötig|notwendig"
    r"|richtig))\b"
    r"|(?:(?:bitte|das|dies|doch) )*nicht (?:anwenden|machen|übernehmen|verwenden)\b|doch nicht\b"
    r"|vergiss das\b"
    r"|(?:(?:das|dies|bitte) )+ignorieren\b|das (?:funktioniert|geht|klappt) (?:(?:aber|doch|leider"
    r"|so) )*nicht\b)"
    # French
    r"|(?:en fait|finalement|non|attende?z?|mais|désolé)\b\W*(?:ne l'appli\w+ pas|ne (?:fai\w+"
    r"|l'utilis\w+) pas"
    r"|ignorez? (?:ça|ceci|cela)|ce n'est pas (?:la bonne solution|nécessaire|utile)|c'est (?:faux|inutile"
    r"|une erreur)"
    r"|(?:ça|cela) ne (?:fonctionne|marche) pas)"
    # Spanish, Portuguese and Italian
    r"|(?:pensándolo (?:bien|mejor)|en realidad|no|espera|pero|mejor)\b\W*(?:no hace falta\W*$"
    r"|no (?:lo )?(?:apliques|hagas|uses)\b|ignora (?:eso|esto)|es[to]o? (?:es incorrecto|está mal"
    r"|no funciona))"
    r"|(?:pensando (?:bem|melhor)|na verdade|não|espera|mas)\b\W*(?:não (?:aplique|é necessário|faça"
    r"|precisa)\b"
    r"|ignore (?:isso|isto)|is[st]o (?:está errado|não funciona))"
    r"|(?:ripensandoci(?: bene)?|in realtà|no|aspetta|ma)\b\W*(?:non (?:applicarlo|è necessario|farlo"
    r"|funziona|serve)\b"
    r"|ignora (?:quanto sopra|questo)|(?:questo )?è sbagliato)"
    # Dutch and Polish
    r"|(?:nee|wacht|maar|eigenlijk)\b\W*(?:dit (?:is fout|is niet nodig|klopt niet|werkt niet)"
    r"|doe dit (?:toch )?niet"
    r"|negeer dit)|toch niet\b"
    r"|(?:nie|czekaj|jednak|właściwie)\b\W*(?:to (?:jest )?(?:błędne|niepotrzebne|źle)|nie rób tego"
    r"|zignoruj to)"
    # Russian and Ukrainian
    r"|(?:хотя нет|нет|стоп|впрочем|хотя|но|на самом деле|хоча ні|ні)\b\W*(?:(?:это(?:го)? )?не (?:делайте"
    r"|надо|нужно"
    r"|применяйте|треба)|это (?:неверно|неправильно|не работает|ошибка)|игнорируйте|це (?:неправильно"
    r"|не працює))"
    # Chinese, Japanese and Korean
    r"|(?:(?:不过|等等|等一下|其实|抱歉|但是?)[,，。]?)?(?:这样|这个(?:改动|修改)?|这|上面的(?:修改|代码)?)(?:是|其实)*"
    r"(?:不对|不行|没必要|行不通|错的|错误的)|(?:请)?(?:忽略|不要(?:使用|应用|采用))(?:上面|以上|这个|此)"
    r"|(?:(?:いや|待って|やはり|すみません)、?)?(?:これ|この変更|上の(?:コード|変更))は(?:不要|誤り|間違い)"
    r"|(?:上記|これ)は(?:無視|適用しない)|(?:아니|잠깐|다시 생각해 ?보니)\W+.*(?:무시|잘못|필요 ?없))"
)
"""The beginning of a paragraph below an edit that retracts it."""
PART = lazy_pattern(
    _any(
        german="funktion* methode* klasse* zeile* abschnitt* block import* feld* schleife eintrag*",
        french="fonction* méthode* classe* ligne* section* bloc champ* boucle",
        spanish="función funciones método* clase* línea* sección bloque campo* bucle",
        portuguese="função funções linha* seção bloco laço",
        italian="funzion* metod* classe classi riga righe sezione blocco",
        dutch="functie* regel* sectie blok veld*",
        polish="funkcj* klas* linię linie linii sekcj* pole pola",
        russian="функци* метод* класс* строк* секци* блок* импорт* поле поля",
        ukrainian="функці* клас* рядок рядк* секці* імпорт*",
        turkish="fonksiyon* metod* metot* sınıf* satır* bölüm* bloğ* blok*",
        chinese="函数 函數 方法 类 類 行 部分 段 字段 属性 配置项 导入",
        japanese="関数 メソッド クラス 箇所",
        korean="함수 메서드 메소드 클래스 줄 부분 섹션 필드",
    )
)
"""Nouns for a part of a file."""
_LEAVE = _any(
    german="nicht nichts kein* unverändert*",
    french="aucun* inchangé* ne+pas n'*+pas",
    spanish="ningún ningun* sin_cambios",
    portuguese="não nenhum* sem_altera* sem_mudan*",
    italian="non nessun* senza_modific*",
    dutch="niet niets geen ongewijzigd*",
    polish="nie bez_zmian",
    russian="не ничего без_изменений",
    ukrainian="нічого без_змін",
    turkish="değil gerek_yok gerekmez değiştirmeyin güncellemeyin düzenlemeyin eklemeyin değiştirmeden"
    " değiştirmeye değiştirmenize",
    scandinavian="inte ikke",
    chinese="无需 無需 没有 沒有 保持",
    japanese="ません 不要 必要はな ない",
    korean="않 없 하지마 하지_마 마세요",
    hindi="नहीं",
)
_OLD = _any(
    german="aktuell* derzeit* momentan* bisher* vorher* alte alten alter altes ursprünglich* original*"
    " bestehend*",
    french="actuel* ancien* avant origin* existant*",
    spanish="actual actuales actualmente antes anterior* antigu* vieja viejo",
    portuguese="atual atuais atualmente antig*",
    italian="attual* vecchia vecchio esistent*",
    dutch="huidig* oud oude oorspronkelijk* bestaand*",
    polish="obecn* aktualna aktualne aktualny stara stare stary poprzedni* przed",
    russian="текущ* старая старое старую старый прежн* было до",
    ukrainian="поточн* було старий стара",
    turkish="mevcut* eski* önce* şu_anki",
    scandinavian="nuværende nuvarande",
    chinese="当前 當前 目前 现有 現有 现在 原来 原來 原始 原有 修改前 修改之前 变更前 变更之前 更新前"
    " 更新之前",
    japanese="現在 既存 元の 変更前 修正前 更新前",
    korean="현재 기존 수정_전 수정전 변경_전 변경전 원래",
)
_SHOW = _any(
    german="beispiel* ausgabe* ergebnis* ausführ* führ*+aus starte starten startest teste testen testest",
    french="exempl* sortie résultat* exécut* lance lancer lancez teste tester testez",
    spanish="ejemplo* salida resultado* ejecut* prueb*",
    portuguese="exemplo* saída execut* rode testar",
    italian="esempi* esegu* avvia* prova provare",
    dutch="voorbeeld* uitvoer voer+uit uitvoeren",
    polish="przykład* wyjście wynik* uruchom* sprawdź",
    russian="пример* вывод* запус* провери* проверь*",
    ukrainian="приклад* перевір*",
    turkish="örneğ* örnek* çıktı* çalıştır*",
    scandinavian="exempel* eksempel*",
    chinese="例如 示例 比如 输出 輸出 运行 運行 执行 執行 测试 測試",
    japanese="例として 出力 実行 確認 テスト",
    korean="예시 예를 출력 실행 테스트 확인",
)
_FIND = _any(
    german="such suche suchen finde finden findet",
    french="cherche chercher cherchez trouve trouver trouvez repérez",
    spanish="busca buscar busque encuentra localiza",
    portuguese="encontre procure localize",
    italian="cerca trova",
    dutch="zoek vind",
    polish="znajd*",
    russian="найди*",
    ukrainian="знайди* знайдіт*",
    turkish="bul bulun",
    chinese="找到 查找 定位 找出",
    japanese="探し",
    korean="찾",
)
_OTHER_STATE = lazy_pattern(
    _OLD
    + "|"
    + _any(
        german="defekt* fehlerhaft* unverändert* keine_änderung* nicht_empfohlen zum_vergleich zur_referenz"
        " erwartet*",
        french="d'origine inchangé* aucun_changement* aucune_modification* non_recommandé* pour_comparaison"
        " pour_référence attendu*",
        spanish="sin_cambios ningún_cambio ninguna_modificación no_recomendad* para_comparar como_referencia"
        " esperad*",
        portuguese="sem_altera* sem_mudan* nenhuma_alteração nenhuma_mudança não_recomendad* para_comparação"
        " como_referência",
        italian="senza_modific* nessuna_modifica per_confronto attes*",
        dutch="ongewijzigd* geen_wijziging* ter_vergelijking",
        polish="bez_zmian dla_porównania",
        russian="без_изменений не_рекоменд* исходн* для_сравнения для_справки ожидаем* до_изменени*",
        ukrainian="без_змін для_порівняння",
        chinese="无需修改 無需修改 不变 不變 没有改动 没有修改 不推荐 不建议 作为对比 对比 仅供参考 参考"
        " 預期 预期 原 旧 之前 以前",
        japanese="変更なし 変更不要 変更は不要 非推奨 比較のため 参考 期待される 旧 元",
        korean="변경_없* 변경_불필요",
    )
)
"""A file as it was, as it is elsewhere, or that stays as it is: all of a title but words for a file."""
_WORDS_FOR_FILE = lazy_pattern(
    r"\b(?:arquivo|archivo|bestand|codice|code|código|contenido|conteúdo|contenu|datei|ergebnis|estado|état|fichier"
    r"|file|inhalt|kod|résultat|resultado|risultato|stand|stato|versi[eo]n?e?|versión|versão|wersja|zustand"
    r"|версия|версія|код|результат|состояние|файл)\b"
    r"|版本|代码|代碼|文件|檔案|结果|結果|状态|コード|ファイル|バージョン|状態|버전|코드|파일"
    r"|^(?:das|der|die|el|il|la|le|o|os)\s|\bl'"
)
"""Words for a file or a version of one, and articles before them, which say nothing of its state."""


def tells_other_state(title: str) -> bool:
    """True if a title in lower case only says that a file is in another state than the one to write."""
    words = _WORDS_FOR_FILE.sub(" ", title).strip(" の的의")
    return bool(words) and _OTHER_STATE.fullmatch(words) is not None


_REMOVE = in_other_languages(vocabulary.REMOVE)
REMOVE = lazy_pattern(_REMOVE)
"""Verbs for taking code out."""
REMOVES_NEXT = lazy_pattern(
    lambda: (
        r"^(?!(?:das|dies|es|er|sie|ceci|cela|ça|il|elle|esto|eso|isso|isto|questo|dit|det|это|он|она|це)\s)[^,.;:]*"
        rf"\b(?:{any_of(whole_words(vocabulary.REMOVE))})\s[^,.;:]*\b(?:folgende[nrs]?|følgende|följande|następujące"
        r"|następującą|seguent[ei]|seguintes?|siguientes?|suivante?s?|volgende|наступн\w+|следующ\w+)\b[^,.;:]*[,.]$"
        r"|(?:次|以下|下記)の?[^。、]*を\w{0,2}(?:削除|取り除[いき])(?:し)?(?:て(?:ください|下さい)?|ます|ましょう)?[。、]$"
        r"|(?:[删刪][除掉]|移除|去掉)[^，。]*(?:以下|下面|下列)[^，。]*[，。]$"
        r"|(?:以下|下面|下列)[^，。]*(?:[删刪][除掉]|移除|去掉)[，。]$"
    )
)
"""Words for taking out the code below them, without a colon at their end: `Lösche die folgende Zeile.`"""
LEAVE_OR_SHOW = lazy_pattern(
    rf"{_LEAVE}|{_SHOW}|[?？]\W*$|不(?![仅僅同断])|(?<=\S\s)pas\b|\bno\s(?=(?:borr|elimin|exclu|quit|remov))"
)
"""Words that ask for no removal: `Supprimer cette ligne n'est pas utile :`."""
CLAUSE_END = lazy_pattern(
    r"[,;，；。、]|\.(?=\s|$)|\s[–—-]\s|:\s(?=\S)|：(?=\S)"
    r"|\b(?:car|parce que|puisque|qui|weil|denn|damit|porque|ya que|pues|pois|já que|perché|poiché|omdat|want"
    r"|ponieważ|bo|потому что|так как|бо|оскільки|çünkü|fordi|eftersom|protože)\b|因为|因為"
)
"""The end of a clause: punctuation, or a word with which a reason or a relative clause begins."""
# In Portuguese, `no` is `in the`.
REFUSE = lazy_pattern(
    rf"{_LEAVE}|{_OLD}|{_SHOW}|{_FIND}|{_REMOVE}|[?？]\W*$|不(?![仅僅同断])|(?<=\S\s)pas\b"
    r"|\bno\s(?!arquivo|bloco|componente|construtor|ficheiro|fi[mn]|início|método|seu|topo)(?=\w)"
)
"""Words which may mean that the code below is no edit: the file stays, or the code is old, shown, or goes."""
