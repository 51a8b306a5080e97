"""Lines that stand for code that is left out, and lines that only look like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editreview.blocks import Sketch
from editreview.formats import parse
from editreview.formats.lazy import (
    is_placeholder,
    likely_sketch,
    line_with_gap,
    says_line_stays,
    sketch,
    with_kept_members,
    without_remark,
)

PLACEHOLDERS = [
    "// ... existing code ...",
    "# ... existing code ...",
    "    // ... rest of code unchanged ...",
    "# ... rest of code unchanged ...",
    "<!-- ... rest ... -->",
    "// ...existing code...",
    "// ... rest of the methods",
    "// rest of methods ...",
    "// Rest of the code remains unchanged",
    "# (rest of the file unchanged)",
    "(unchanged)",
    "// (unchanged)",
    "// unchanged",
    "# ... (rest of the implementation)",
    "# ... other methods ...",
    "// ... other imports",
    "{/* ... existing JSX ... */}",
    "-- ... existing columns ...",
    "/* ... existing styles ... */",
    "... existing code ...",
    "[... rest of file unchanged ...]",
    "{{ ... }}",
    "// existing code...",
    "// existing code here",
    "# Existing imports...",
    "# other methods remain the same",
    "// … existing code …",
    "// ... 其他代码保持不变 ...",
    "# ... keep existing handlers",
    "// ... (previous code)",
    "# rest of your code here",
    "// The rest of the file stays the same",
    "; ... existing config ...",
    "# same as before",
    "# ... your existing imports",
    "(rest of the file unchanged)",
    "// ... code omitted for brevity ...",
    "// ... truncated",
    "// rest of the function",
    "# remaining code unchanged",
]
IN_SKETCHES = [
    "// ... imports",
    "// existing imports",
    "// ---- unchanged ----",
    "# === existing code ===",
    "/* existing styles */",
    "<!-- existing content -->",
    "{/* existing markup */}",
    "-- existing columns",
    "// existing state and effects",
    "# ... helpers",
    "// other methods",
]
"""Placeholders only beside one that is plain to see."""
OTHERS = [
    "/* existing code */",
    "/* ... */",
    "...",
    "    ...",
    "# ...",
    "// ...",
    "...args",
    "// ...args",
    "[...items, x]",
    "    ...props,",
    'print("... existing code ...")',
    "# Loading existing data...",
    "# Checking the rest of items...",
    "# first part ...",
    "# ... second part of a sentence",
    "def f(): ...",
    "return {...state, existing}",
    "// TODO: refactor...",
    '"... existing code ..."',
    'log.info("rest of code unchanged")',
    "...existing,",
    "...(existing ? [existing] : []),",
    "...rest",
    "...other.code",
    "# existing users",
    "// other functions call this",
    "# Same as before but faster",
    "// keep the order",
    "# the rest of the arguments",
    "// The remaining code points are joined",
    "",
    "# ..... Section .....",
    "x" * 300 + " ... existing code ...",
]

SAYINGS = (
    "unverändert",
    "bleibt unverändert",
    "Rest bleibt unverändert",
    "der Rest der Klasse",
    "restlicher Code",
    "bestehender Code",
    "wie bisher",
    "Methode bleibt gleich",
    "Rest unverändert",
    "unveränderter Code",
    "sin cambios",
    "resto del código",
    "el resto del código sin cambios",
    "código existente",
    "resto de la clase igual",
    "igual que antes",
    "métodos existentes",
    "sem alterações",
    "resto do código",
    "o resto do arquivo permanece igual",
    "inchangé",
    "le reste du code",
    "le reste de la méthode est inchangé",
    "der Rest der Methode bleibt unverändert",
    "il resto del metodo rimane invariato",
    "reste de la classe inchangé",
    "code existant",
    "sans changement",
    "invariato",
    "resto del codice",
    "codice esistente",
    "senza modifiche",
    "без изменений",
    "остальной код",
    "остальной код без изменений",
    "существующий код",
    "保持不变",
    "其余代码不变",
    "其他代码保持不变",
    "省略",
    "现有代码",
    "原有代码",
    "其余部分省略",
    "変更なし",
    "既存のコード",
    "残りのコードは変更なし",
    "そのまま",
    "以下同様",
    "기존 코드",
    "나머지 코드는 동일",
    "변경 없음",
    "생략",
    "rest unchanged",
    "the rest is unchanged",
    "everything else stays the same",
    "rest as before",
)
"""Comments without dots that stand for code, in the languages of chats."""
DOTTED = """\
el resto igual|resto igual|lo demás igual|todo lo demás igual|como antes|lo mismo que antes|otras rutas
los demás métodos|el mismo código|aquí sigue igual|o resto igual|o resto continua igual|restante do código
mesma coisa|demais métodos|outras rotas|le reste|le reste ne change pas|la suite|les autres méthodes|idem
pareil|il resto uguale|il resto|gli altri metodi|Rest bleibt|der Rest|weitere Routen|andere Methoden
gleich wie oben|rest ongewijzigd|de rest blijft hetzelfde|bestaande code|resten er uændret|resten av koden
resten är oförändrad|samma som förut|reszta bez zmian|reszta kodu|pozostała część|istniejący kod|zbytek stejný
zbytek beze změny|stávající kod|geri kalanı aynı|kalan kod|остальное так же|как было|то же самое
решта без змін|решта коду|без змін|其餘不變|其餘程式碼|其余不变|剩下的不变|以下同じ|残りは同じ
나머지는 동일|이하 동일|बाकी कोड|मौजूदा कोड
restul neschimbat|a többi változatlan|loput ennallaan|τα υπόλοιπα ίδια|phần còn lại giữ nguyên|sisanya sama
باقي الكود|the rest|everything else|the rest is the same|others here unchanged""".replace("\n", "|").split(
    "|"
)
"""Words that stand for code after dots."""
DOTTED_REMARKS = (
    *(
        "and then writes it",
        "so that it works",
        "else nothing to do",
        "implement me",
        "add routes here",
        "TODO",
    ),
    *(
        "weitere Routen hier hinzufügen",
        "und dann die Liste sortieren",
        "reste à faire",
        "puis on trie la liste",
    ),
    *("suite à une erreur du serveur", "añade aquí el resto", "y luego guarda el archivo", "e depois salva"),
    *("zawsze gdy jest błąd", "а затем сохраняет", "然后保存文件", "在这里添加其他路由", "残りを追加"),
)
"""Words after dots that go on with a sentence, or ask the user for code."""
REMARKS = (
    "Resto",
    "rest",
    "sin",
    "gleich viele Zeilen lesen",
    "der Rest wird später gelöscht",
    "calcula el resto de la división",
    "resto = a % b",
    "the rest of the arguments are ignored",
    "original value of the field",
    "no hay existentes",
    "same as the parent's",
    "comme une liste",
    "sans cache on recharge tout",
    "其他用户的权限",
    "同时更新两个表",
    "元のサイズに戻す",
    "未知错误",
    "有新的消息时刷新",
    "他のユーザーに通知する",
    "기존 사용자를 찾는다",
    "Igual a la suma",
    "existing users only",
    "old code path for Windows",
    "Gleichheit prüfen",
    "Rest der Liste ausgeben",
    "Sin conexión",
    "restante",
    "без кэша",
    "остальные пользователи",
    "les autres sont ignorés",
    "code postal",
    "omit empty",
    "same origin policy",
    "resto de la división",
    "le reste est égal à zéro",
    "der Rest ist gleich null",
    "o resto não é o mesmo",
    "остальные пользователи",
    "alle anderen bleiben so",
    "el resto de los usuarios son iguales",
)
"""Comments that only sound like them."""


def pieces(text: str) -> tuple[str, ...] | None:
    found = sketch(text)
    return None if found is None else found.pieces


class TestPlaceholders:
    @pytest.mark.parametrize("line", PLACEHOLDERS)
    def test_a_placeholder_stands_for_code(self, line: str) -> None:
        assert is_placeholder(line)
        assert is_placeholder(f"    {line}  \n")

    @pytest.mark.parametrize("mark", ["// {}", "# {}", "<!-- {} -->", "/* {}. */", "// ... {}"])
    @pytest.mark.parametrize("saying", SAYINGS)
    def test_a_comment_in_another_language_may_stand_for_code_too(self, saying: str, mark: str) -> None:
        assert is_placeholder(mark.format(saying))

    @pytest.mark.parametrize("mark", ["// ... {}", "# … {}", "/* ... {} */"])
    @pytest.mark.parametrize("words", DOTTED)
    def test_after_dots_words_for_what_stays_stand_for_code_in_any_language(
        self, words: str, mark: str
    ) -> None:
        assert is_placeholder(mark.format(words))
        assert " " not in words or is_placeholder(f"  //...{words}")

    @pytest.mark.parametrize("words", DOTTED_REMARKS)
    def test_after_dots_other_words_are_a_remark(self, words: str) -> None:
        assert not is_placeholder(f"// ... {words}")

    @pytest.mark.parametrize("code", ["...rest", "...resto,", "...args", "...suite"])
    def test_dots_right_before_one_name_are_code_in_a_comment(self, code: str) -> None:
        assert not is_placeholder(f"// {code}")

    @pytest.mark.parametrize(
        "words",
        ["el resto igual", "el resto sigue igual", "reszta bez zmian", "остальное так же", "решта без змін"],
    )
    def test_the_rest_stays_the_same_without_dots_too(self, words: str) -> None:
        assert is_placeholder(f"// {words}")

    @pytest.mark.parametrize(
        "words",
        [
            "(restliche Methoden)",
            "(log und size)",
            "(sin cambios)",
            "(weitere Routen, siehe oben)",
            "(save() and load())",
        ],
    )
    def test_behind_dots_all_words_in_brackets_say_what_is_left_out(self, words: str) -> None:
        assert is_placeholder(f"# ... {words}")
        assert is_placeholder(f"    // … {words}")

    @pytest.mark.parametrize("words", ["(log und size)", "(see below)", "(siehe oben)"])
    def test_words_in_brackets_alone_may_be_a_remark(self, words: str) -> None:
        assert not is_placeholder(f"// {words}")

    @pytest.mark.parametrize("remark", REMARKS)
    def test_a_remark_on_the_code_is_no_placeholder(self, remark: str) -> None:
        assert not is_placeholder(f"// {remark}")

    @pytest.mark.parametrize("line", OTHERS)
    def test_dots_and_words_that_may_be_code_are_not_placeholders(self, line: str) -> None:
        assert not is_placeholder(line)

    @pytest.mark.parametrize("words", ["Leave a file as it is.", "The rest of the code.", "Unchanged."])
    def test_a_docstring_without_dots_is_code(self, words: str) -> None:
        assert not is_placeholder(f'    """{words}"""')
        assert likely_sketch(f'def f():\n    """{words}"""\n    g()\n', "def f():\n    g()\n") is None
        assert is_placeholder('    """... existing docstring ..."""')

    @pytest.mark.parametrize(
        "docstring",
        [
            '"""..."""', '"""…"""', '"""(docstring unchanged)"""', "'''same docstring'''",
            '"""\n    ...\n    """', '"""Return one. ..."""',
        ],
    )  # fmt: skip
    def test_an_elided_docstring_stands_for_that_of_the_file(self, docstring: str) -> None:
        old = 'def f():\n    """Return one. And more."""\n    g()\n'
        found = likely_sketch(f"def f():\n    {docstring}\n    h()\n", old)
        assert found is not None
        assert ("def f():\n", "    h()\n") == found.pieces

    def test_an_elided_docstring_beside_other_dots_is_left_out_too(self) -> None:
        found = sketch('def f():\n    """..."""\n    # ... existing code ...\n    h()\n')
        assert found is not None
        assert ("def f():\n", "    h()\n") == found.pieces

    LISTS = (
        "__init__, _parse e _security_check permanecem iguais",
        "__init__, _parse und _security_check: wie sie sind",
        "`__init__` i `_parse` bez zmian",
        "_parse() ja _security_check() pysyvät",
    )

    @pytest.mark.parametrize("words", LISTS)
    def test_a_comment_that_lists_members_of_the_file_stands_for_them(self, words: str) -> None:
        members = ("__init__", "_parse", "_security_check")
        old = "class A:\n" + "".join(f"    def {name}(self):\n        pass\n\n" for name in members)
        text = f"class A:\n    # {words}\n\n    def new(self):\n        pass\n"
        assert sketch(text) is not None or likely_sketch(text, old) is not None

    @pytest.mark.parametrize(
        "words", ["used by _parse and _security_check", "_parse and _security_check are removed"]
    )
    def test_a_comment_about_members_is_a_comment(self, words: str) -> None:
        old = (
            "class A:\n    def _parse(self):\n        pass\n\n    def _security_check(self):\n        pass\n"
        )
        text = f"class A:\n    # {words}\n\n    def new(self):\n        pass\n"
        assert sketch(text) is likely_sketch(text, old) is None

    @given(st.text(alphabet="./# *<>-{}()[]existing code unchanged\n…", max_size=80))
    def test_any_text_is_accepted(self, text: str) -> None:
        is_placeholder(text)
        line_with_gap(text)
        found = sketch(text)

        assert found is None or len(found.pieces) > 1


class TestSketches:
    def test_the_pieces_are_the_texts_between_placeholders(self) -> None:
        assert ("a\n", "b\nc\n") == pieces("a\n// ... existing code ...\nb\nc\n")

    def test_a_placeholder_at_an_end_of_the_text_leaves_an_empty_piece(self) -> None:
        assert ("", "a\n", "") == pieces("# ... existing code ...\na\n# ... rest unchanged ...\n")

    def test_adjacent_placeholders_count_as_one(self) -> None:
        text = "a\n# ... existing imports ...\n\n# ... existing code ...\nb\n"

        assert ("a\n", "b\n") == pieces(text)

    @pytest.mark.parametrize("dots", ["// ...", "# ...", "/* ... */", "<!-- ... -->", "// …"])
    def test_a_comment_of_dots_alone_is_a_placeholder_in_a_file(self, dots: str) -> None:
        """Written literally it would delete what it stands for; the user has to look."""
        assert ("a\n", "b\n") == pieces(f"a\n{dots}\nb\n")

    def test_a_star_and_dots_in_a_block_comment_count_if_there_is_another_placeholder(self) -> None:
        text = "/**\n * A.\n * ...\n * B.\n */\nf() {\n  // ... existing code ...\n}\n"
        found = sketch(text)
        assert found is not None
        assert ("/**\n * A.\n", " * B.\n */\nf() {\n", "}\n") == found.pieces
        for other in (text.replace("  // ... existing code ...\n", ""), text.replace(" * B.", "* B.", 1)):
            assert (sketch(other) is None) == ("existing" not in other)
        listed = sketch("- a\n* ...\n- b\n// ... existing code ...\nc\n")
        assert listed is not None
        assert 2 == len(listed.pieces)

    def test_unindented_dots_count_if_there_is_another_placeholder(self) -> None:
        assert ("a\n", "b\n", "") == pieces("a\n...\nb\n// ... existing code ...\n")

    @pytest.mark.parametrize(
        "text",
        [
            "def f(a):\n    ...\n",
            'class A(Protocol):\n    def f(self):\n        """Doc."""\n        ...\n\n    def g(self): ...\n',
            "@overload\ndef f(a):\n    ...\n\n\n@overload\ndef f(a, b):\n    ...\n",
            "class A:\n    ...\n\n    @property\n    def f(self):\n        return 1\n",
            "for a in b:\n    ...\n",
            "class P(Protocol):\n    def f(self): ...\n    def g(self):\n        ...\n",
            "const a = {...b, c}\nf(...args)\n",
            "...\n",
            "Loading...\n",
            "print('... existing code ...')\n",
            "x\n",
            "",
        ],
    )
    def test_dots_that_may_be_code_make_no_sketch(self, text: str) -> None:
        assert sketch(text) is None

    @pytest.mark.parametrize("line", IN_SKETCHES)
    def test_an_ambiguous_comment_counts_if_there_is_another_placeholder(self, line: str) -> None:
        assert ("a\n", "b\n", "") == pieces(f"a\n{line}\nb\n// ... existing code ...\n")
        assert sketch(f"a\n{line.replace('... ', '')}\nb\n") is None

    @pytest.mark.parametrize(
        "line", ["<!-- hero unchanged -->", "{/* other fields */}", "/* &__title без изменений */"]
    )
    @pytest.mark.parametrize("sign", ["// ...", "<!-- unchanged -->"])
    def test_an_ambiguous_comment_counts_beside_dots_alone(self, line: str, sign: str) -> None:
        assert ("a\n", "b\n", "") == pieces(f"a\n{line}\nb\n{sign}\n")

    @pytest.mark.parametrize(
        "line", ["// Existing users only", "// unchanged since 1.0", "# ---- helpers ----", "// ... and then"]
    )
    def test_other_comments_of_a_sketch_are_text(self, line: str) -> None:
        assert (f"a\n{line}\nb\n", "") == pieces(f"a\n{line}\nb\n// ... existing code ...\n")

    def test_a_file_with_placeholders_is_lazy(self) -> None:
        (found,) = parse("a.js\n```js\n// ... existing code ...\nx();\n```\n").blocks

        assert ("lazy", Sketch("// ... existing code ...\nx();\n", ("", "x();\n"))) == (
            found.format,
            found.operation,
        )

    def test_a_placeholder_after_code_is_reported_with_its_line(self) -> None:
        assert 2 == line_with_gap("a\ndef f(): pass  # ... rest of the body unchanged ...\n")
        assert 1 == line_with_gap("render() { /* ... existing code ... */ }\n")
        assert line_with_gap("x = 1  # see above...\nf(...a) // spread\n") is None

    def test_a_long_line_that_begins_like_a_placeholder_is_read_in_linear_time(self) -> None:
        long = "*" * 300_000

        assert (f"a\n{long}\n", "") == pieces(f"a\n{long}\n// ... existing code ...\n")


@pytest.mark.parametrize(
    "line",
    [
        "// Store stays as it is",
        "// `render` remains unchanged",
        "# get_user() is the same",
        "// ... SearchBoxProps stays the same",
        "# The Config class stays untouched",
    ],
)
def test_a_name_that_stays_stands_for_its_code(line: str) -> None:
    assert is_placeholder(line)


@pytest.mark.parametrize(
    "line", ["# the value stays the same", "// state remains unchanged", "# it is untouched"]
)
def test_a_value_that_stays_is_a_comment(line: str) -> None:
    assert not is_placeholder(line)


class TestData:
    """Dots in files of keys and values, where they are no value."""

    @pytest.mark.parametrize(
        "line", ["...", "...,", '"...": "..."', '"...",', "- ...", "// ... more of these", "# ... and so on"]
    )
    def test_they_are_gaps(self, line: str) -> None:
        found = likely_sketch(f"a:\n  b: 1\n  {line}\n", "a:\n  c: 2\n", is_data=True)

        assert found is not None
        assert ("a:\n  b: 1\n", "") == found.pieces

    @pytest.mark.parametrize("line", ["# Waits ...", "b: ...", '"a": "..."'])
    def test_other_lines_with_dots_are_no_gaps(self, line: str) -> None:
        assert likely_sketch(f"a:\n  {line}\n", "a:\n  c: 2\n", is_data=True) is None

    def test_a_line_that_the_file_has_is_no_gap(self) -> None:
        assert likely_sketch("a:\n  - ...\n", "b:\n  - ...\n", is_data=True) is None


class TestWords:
    """Comments without dots that stand for code, where the file has no such comment."""

    @pytest.mark.parametrize(
        "line",
        [
            *(
                "// main stays the same",
                "<!-- existing inputs -->",
                "# the other methods",
                "/* rest unchanged */",
            ),
            *("-- rest of query", "-- other columns unchanged"),
        ],
    )
    def test_they_are_gaps(self, line: str) -> None:
        found = likely_sketch(f"a {{\n    {line}\n}}\n", "")

        assert found is not None
        assert ("a {\n", "}\n") == found.pieces

    @pytest.mark.parametrize(
        ("line", "old"),
        [
            ("// fn new() ...", "    pub fn new() -> Self {"),
            ("// ... fn new()", "    fn new() {"),
            ("// pub fn new() -> Self { ... }", "    pub fn new() -> Self {"),
            ("// new(a, b) ...", "    new(a, b) {"),
            ("// public int size() { ... }", "    public int size() {"),
            ("// constructor(...) ...", "    constructor(name: string) {"),
            ("// ... size(): number", "    get size(): number {"),
            ("# def __init__(self): ...", "    def __init__(self, a):"),
            ("// func Load(name string) ...", "func Load(name string) error {"),
            ("# fn a, fn b", ""),
        ],
    )
    def test_a_member_with_dots_stays(self, line: str, old: str) -> None:
        found = likely_sketch(f"a {{\n    {line}\n}}\n", f"a {{\n{old}\n    b\n")

        assert (found is not None) is bool(old)

    @pytest.mark.parametrize(
        "line", ["// fn other() ...", "// fn new()", "// see how new() works ...", "// TODO new() ..."]
    )
    def test_a_member_that_the_file_lacks_or_without_dots_is_a_comment(self, line: str) -> None:
        assert likely_sketch(f"a {{\n    {line}\n}}\n", "a {\n    fn new() {\n") is None

    def test_a_member_that_the_text_has_is_no_gap(self) -> None:
        text = "a {\n    // fn new() ...\n    fn new() {\n        b()\n"

        assert likely_sketch(text, "a {\n    fn new() {\n") is None

    @pytest.mark.parametrize(
        ("line", "old"),
        [
            ("# get data...", "    data = get(p)"),
            ("# Get user...", "    user = conn.user()"),
            ("# open connection...", "    connection = connect(p)"),
            ("# lookup(p) ...", "    user = lookup(p)\n\ndef lookup(p):"),
            ("// Set timeout...", "    const timeout = 3;\n    start(timeout);"),
            ("// validate(p) ...", "    validate(p);"),
            ("// check(p) ...", "    if (check(p)) {"),
            ("// if (p) ...", "    if (p) {"),
            ("// run(p) ...", "    return new run(p) {"),
            ("// size() ...", "size() {"),
            ("// class names...", "    const names = [];"),
        ],
    )
    def test_words_that_end_in_dots_are_a_comment(self, line: str, old: str) -> None:
        assert likely_sketch(f"a {{\n    {line}\n}}\n", f"a {{\n{old}\n    b\n") is None

    @pytest.mark.parametrize("words", ["fn " * 60 + "!", "fn A " * 38 + "!", "a(" + "()" * 90 + "!"])
    def test_a_line_of_many_words_is_read_at_once(self, words: str) -> None:
        assert likely_sketch(f"// {words}\n// ...\n", "fn a() {\n") is not None

    def test_a_member_with_dots_is_a_gap_beside_other_gaps_if_the_file_has_it(self) -> None:
        found = sketch("a {\n    // ... existing code ...\n    f() {}\n    // fn new() ...\n}\n")

        assert found is not None
        assert with_kept_members(found, "a {\n") is None
        kept = with_kept_members(found, "a {\n    fn new() {\n")
        assert kept is not None
        assert ("a {\n", "    f() {}\n", "}\n") == kept.pieces

    @pytest.mark.parametrize("line", ["// existing inputs are checked", "existing inputs", "# a comment"])
    def test_other_lines_are_none(self, line: str) -> None:
        assert likely_sketch(f"a {{\n    {line}\n}}\n", "") is None

    def test_a_comment_of_the_file_is_none(self) -> None:
        assert likely_sketch("a\n# existing inputs\nb\n", "# existing inputs\n") is None


class TestDots:
    """Dots alone, which may be code in Python."""

    OLD = "def f(a):\n    g(a)\n    for b in sorted(a):\n        h(b)\n    return a\n"

    def test_beside_statements_and_in_a_loop_they_stand_for_code_of_the_file(self) -> None:
        found = likely_sketch("def f(a):\n    ...\n    for b in sorted(a):\n        ...\n", self.OLD)

        assert found is not None
        assert ("def f(a):\n", "    for b in sorted(a):\n", "") == found.pieces

    @pytest.mark.parametrize("end", ["):", ") -> dict[str, int]:"])
    @pytest.mark.parametrize("parameters", ["a: int, b=(1, 2)", "\n    a: int,\n    b=(1, 2),\n"])
    def test_as_all_parameters_they_stand_for_those_of_the_file(self, parameters: str, end: str) -> None:
        head = f"def f({parameters}{end}\n"
        found = likely_sketch(f"def f(\n    ...\n{end}\n    ...\n    return a\n", f"{head}    g(a)\n")

        assert found is not None
        assert (head, "    return a\n") == found.pieces

    def test_among_the_columns_of_a_table_they_stand_for_those_of_the_file(self) -> None:
        old = "CREATE TABLE orders (\n    id INT,\n    a INT,\n    b TEXT\n);\n"
        found = likely_sketch("CREATE TABLE orders (\n    ...\n    a BIGINT,\n    ...\n);\n", old)

        assert found is not None
        assert ("CREATE TABLE orders (\n", "    a BIGINT,\n", ");\n") == found.pieces

    def test_such_a_function_needs_no_other_dots(self) -> None:
        found = likely_sketch("def f(\n    ...\n):\n    return b\n", "def f(a):\n    return a\n")

        assert found is not None
        assert ("def f(a):\n    return b\n",) == found.pieces

    @pytest.mark.parametrize(
        "old", ["def f(a) -> str:\n    g(a)\n", "def f(a):\n    g(a)\n\ndef f(b):\n    pass\n"]
    )
    def test_of_another_or_one_of_several_functions_they_do_not(self, old: str) -> None:
        assert likely_sketch("def f(\n    ...\n):\n    return a\n", old) is None

    def test_as_all_arguments_of_a_call_they_are_code(self) -> None:
        assert likely_sketch("x = Field(\n    ...\n)\n", "x = Field(\n    1\n)\n") is None

    def test_in_braces_they_stand_for_code(self) -> None:
        found = likely_sketch("f() {\n  ...\n}\n", "f() {\n  g();\n}\n")

        assert found is not None
        assert ("f() {\n", "}\n") == found.pieces

    def test_beside_members_of_a_class_they_stand_for_others(self) -> None:
        found = likely_sketch(
            "class A:\n    ...\n\n    def g(self):\n        return 2\n\n    ...\n",
            "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n",
        )

        assert found is not None
        assert ("class A:\n", "\n    def g(self):\n        return 2\n\n", "") == found.pieces

    @pytest.mark.parametrize(
        "body", ["    ...\n", '    """Doc."""\n\n    ...\n', "    # Nothing.\n    ...\n"]
    )
    def test_as_all_that_a_class_has_they_are_code(self, body: str) -> None:
        assert likely_sketch(f"class A:\n{body}", "class A:\n    def f(self):\n        return 1\n") is None

    def test_of_several_functions_they_stand_for_the_bodies(self) -> None:
        found = likely_sketch(
            "def f(a: int):\n    ...\n\ndef g(b: int):\n    ...\n", self.OLD + "\ndef g(b):\n    pass\n"
        )

        assert found is not None
        assert ("def f(a: int):\n", "\ndef g(b: int):\n", "") == found.pieces

    @pytest.mark.parametrize(
        ("text", "old"),
        [
            ("class A(Protocol):\n    def f(a):\n        ...\n    def g(b):\n        ...\n", OLD),
            ("def f(a):\n    ...\n", OLD),
            ("def new(a):\n    ...\n    return a\n", OLD),
            ("def f(a):\n    while True:\n        ...\n", OLD),
            ("def f(a):\n    ...\n    return 1\n", "def f(a):\n    ...\n    return 2\n"),
            ('def f(a):\n    """Doc.\n\n    >>> g()\n    ...\n    1\n    """\n', OLD),
        ],
    )
    def test_others_are_code(self, text: str, old: str) -> None:
        assert likely_sketch(text, old) is None


@pytest.mark.parametrize("comment", ["# unchanged", "# same as before", "// ... existing code"])
def test_dots_with_a_comment_that_says_so_stand_for_code(comment: str) -> None:
    assert is_placeholder(f"    ...  {comment}\n")


@pytest.mark.parametrize("comment", ["# type: ignore", "# pragma: no cover", "# TODO"])
def test_dots_with_another_comment_are_code(comment: str) -> None:
    assert not is_placeholder(f"    ...  {comment}\n")


class TestBlocksOfOneLine:
    """Dots as all that a block in one line has."""

    @pytest.mark.parametrize(
        "line",
        [
            "@Component({ ... })",
            "  select(user: User): void { ... }",
            "fn main() {...}",
            "int f() { /* ... */ }",
        ],
    )
    def test_they_are_dots_on_a_line_of_their_own(self, line: str) -> None:
        found = sketch(f"{line}\nrest();\n")

        assert found is not None
        head, _, tail = found.text.splitlines()[:3]
        assert line == f"{head}{line[len(head) : len(line) - len(tail.strip())]}{tail.strip()}"
        assert len(found.pieces) > 1

    @pytest.mark.parametrize("line", ["const a = { ...b };", 'print("{ ... }")', "{{ ... }}"])
    def test_other_dots_in_braces_are_code(self, line: str) -> None:
        found = sketch(f"{line}\nrest();\n")

        assert found is None or line in found.text


@pytest.mark.parametrize(
    "comment",
    [
        "// existing error handling stays",
        "# existing validation remains unchanged",
        "// the original cleanup code goes here",
        "/* your existing checks stay as is */",
        "// keep the existing retry logic",
        "# keep existing handlers",
        "// bestehende Fehlerbehandlung bleibt",
        "// la gestion des erreurs existante reste",
        "# el manejo de errores existente se mantiene",
        "// o tratamento de erros existente permanece",
        "// la logica esistente resta invariata",
        "// 现有错误处理保持不变",
        "// 既存のエラー処理はそのまま",
        "// 기존 오류 처리는 유지",
    ],
)
def test_a_comment_may_say_of_the_code_beside_it_that_it_stays(comment: str) -> None:
    assert says_line_stays(f"    {comment}")


@pytest.mark.parametrize(
    "comment",
    [
        "// existing users stay logged in",
        "# keep existing sessions alive",
        "// existing rows remain unchanged",
        "# keep the cache warm",
        "// handle the error",
        "// keep the original order of the lines",
        "# the current user stays first",
        "// bestehende Kunden bleiben angemeldet",
        "x = 1  # existing code stays",
    ],
)
def test_a_comment_about_what_code_does_says_nothing_of_the_code_itself(comment: str) -> None:
    assert not says_line_stays(comment)


@pytest.mark.parametrize(
    "remark",
    [
        "# keep matrix.node in the test job",
        "# but use `18.x` in the build step",
        "# unchanged",
        "# (unchanged)",
        "# as before",
        "# keep yours",
        "# unverändert",
        "# sin cambios",
        "# 不变",
        "# existing error handling stays",
        "# behalte 18 im test-Job",
    ],
)
def test_a_remark_behind_code_may_say_what_stays(remark: str) -> None:
    assert "version: 18" == without_remark(f"version: 18   {remark}")


@pytest.mark.parametrize(
    "remark",
    [
        "# keep in sync with package.json",
        "# keep this below 20",
        "# LTS",
        "# same as in the Dockerfile",
        "# must stay in the first place",
        "# used in the build",
    ],
)
def test_another_comment_behind_code_is_part_of_it(remark: str) -> None:
    assert without_remark(f"version: 18   {remark}") is None
