"""Scripts and styles of a page with their tags: all of a part, or some of its code."""

from pathlib import Path

import pytest

from editreview.matching import names_whole_part
from tests.builders import make_tree, review_of

PANEL = """\
<template>
  <p>{{ open }}</p>
</template>

<script setup lang="ts">
import { ref, computed } from 'vue'
import { useStore } from '../store'

const store = useStore()
const open = ref(false)

function toggle() {
  open.value = !open.value
}
</script>

<style scoped>
.panel {
  padding: 8px;
}

.panel h2 {
  margin: 0;
}
</style>
"""
PAGE = "<body>\n<script>\nlet x = 1;\nrun();\n</script>\n</body>\n"
WATCH = "import { ref, computed, watch } from 'vue'\n"
TOGGLE = "function toggle() {\n  open.value = !open.value\n  log()\n}\n"
PAUSE = "function pause() {\n  open.value = false\n}\n"
MARGIN = ".panel h2 {\n  margin: 4px;\n}\n"


def script(code: str) -> str:
    return f'<script setup lang="ts">\n{code}</script>\n'


def style(code: str) -> str:
    return f"<style scoped>\n{code}</style>\n"


def results(folder: Path, file: str, name: str, words: str, code: str) -> tuple[list[str], list[str]]:
    """The results of the matches of a snippet, the first first, and the warnings of that."""
    review = review_of(make_tree(folder, {name: file}), f"{words}\n\n```vue\n{code}```\n")
    (proposal,) = review.proposals
    assert proposal.candidates is not None
    matches = proposal.candidates.matches
    return [match.change.apply(file) for match in matches], [each.message for each in matches[0].warnings]


@pytest.mark.parametrize(
    ("words", "code", "old", "new"),
    [
        (
            "In `Panel.vue`, change the script so it imports `watch`:",
            script(WATCH),
            WATCH.replace(", watch", ""),
            WATCH,
        ),
        (
            "Change the script of `Panel.vue` so `toggle` logs:",
            script(TOGGLE),
            TOGGLE.replace("  log()\n", ""),
            TOGGLE,
        ),
        (
            "In `Panel.vue`, change the margin of the heading:",
            style(MARGIN),
            MARGIN.replace("4px", "0"),
            MARGIN,
        ),
        (
            "In `Panel.vue`, change both:",
            f"{script('const open = ref(true)' + chr(10))}\n{style(MARGIN)}",
            "",
            "",
        ),
    ],
)
def test_a_part_that_lacks_code_of_the_page_changes_only_what_it_shows(
    tmp_path: Path, words: str, code: str, old: str, new: str
) -> None:
    written, _ = results(tmp_path, PANEL, "Panel.vue", words, code)

    both = PANEL.replace("ref(false)", "ref(true)").replace("margin: 0", "margin: 4px")
    assert [PANEL.replace(old, new) if old else both] == written


def test_a_part_with_one_new_function_goes_into_that_of_the_page_first(tmp_path: Path) -> None:
    words = "In `Panel.vue`, the script gets a function:"

    written, warnings = results(tmp_path, PANEL, "Panel.vue", words, script(PAUSE))

    assert PANEL.replace("}\n</script>", f"}}\n\n{PAUSE}</script>") == written[0]
    assert not warnings


def test_words_may_ask_for_all_of_a_part(tmp_path: Path) -> None:
    words = "Only the `<script setup>` part of `Panel.vue` changes:"

    written, warnings = results(tmp_path, PANEL, "Panel.vue", words, script(TOGGLE))

    assert f"</template>\n\n{script(TOGGLE)}\n<style" in written[0]
    assert ["drops 4 lines of <script>"] == warnings


OPTIONS = """\
<template>
  <p>{{ name }}</p>
</template>

<script>
function send(name) {
  bus.emit(name);
}

export default {
  props: ['name'],
  methods: {
    send
  }
};
</script>
"""
MIXIN = "<script>\nimport mixin from './mixin';\n\nexport default {\n  mixins: [mixin]\n};\n</script>\n"


@pytest.mark.parametrize(
    ("file", "words", "nth"),
    [
        (OPTIONS, "**`a.vue`**", 0),
        (OPTIONS, "In `a.vue`, add the mixin:", -1),
        (OPTIONS.replace("function", "import bus from './bus';\n\nfunction"), "**`a.vue`**", -1),
    ],
    ids=["without dots", "added", "without an import of the file"],
)
def test_a_component_that_lacks_some_of_its_members_may_be_all_of_its_script(
    tmp_path: Path, file: str, words: str, nth: int
) -> None:
    written, _ = results(tmp_path, file, "a.vue", words, MIXIN)

    assert len(written) > 1
    assert file[: file.index("<script>")] + MIXIN == written[nth]


@pytest.mark.parametrize(
    "words", ["In `Panel.vue`, insert the new line:", "In `Panel.vue`, change the padding:"]
)
def test_a_whole_part_is_its_new_version_and_drops_no_line_that_has_another_value(
    tmp_path: Path, words: str
) -> None:
    after = PANEL.replace("padding: 8px", "padding: 11px").replace("margin: 0;", "margin: 0;\n  top: 0;")
    code = after[after.index("<style") :]

    written, warnings = results(tmp_path, PANEL, "Panel.vue", words, code)

    assert ([after], []) == (written, warnings)


def test_code_without_its_tags_stays_inside_of_those_of_the_page(tmp_path: Path) -> None:
    code = "<script>\nrun();\nwindow.y = 2;\n</script>\n"

    written, _ = results(tmp_path, PAGE, "a.html", "In `a.html`, add the analytics:", code)

    assert PAGE.replace("run();\n", "run();\nwindow.y = 2;\n") == written[0]
    assert all("</script>\nrun" not in each for each in written)


@pytest.mark.parametrize(
    ("words", "code", "above"),
    [
        ("And style it in `Panel.vue`", ".close > a,\n.open:hover {\n  color: red;\n}\n", "}\n</style>\n"),
        (
            "`Panel.vue` gets a media query",
            "@media (max-width: 600px) {\n  .close {\n    margin: 0;\n  }\n}\n",
            "}\n</style>\n",
        ),
        ("`Panel.vue` then has a helper", "function close() {\n  open.value = false\n}\n", "}\n</script>\n"),
    ],
)
def test_code_whose_place_no_words_name_goes_to_the_end_of_its_part(
    tmp_path: Path, words: str, code: str, above: str
) -> None:
    written, _ = results(tmp_path, PANEL, "Panel.vue", f"{words}:", code)

    assert PANEL.replace(above, above.replace("}\n", f"}}\n\n{code}", 1)) == written[0]


def test_a_script_without_indentation_gets_that_of_its_brackets(tmp_path: Path) -> None:
    code = "function toggle() {\nif (store.locked) {\nreturn\n}\nopen.value = !open.value\n}\n"

    written, _ = results(tmp_path, PANEL, "Panel.vue", "`toggle` in `Panel.vue`:", code)

    new = "  if (store.locked) {\n    return\n  }\n  open.value ="
    assert PANEL.replace("  open.value =", new) == written[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Replace the script:", True),
        ("Replace the whole `<script>` section with this:", True),
        ("只需要替换 `<script setup>` 部分：", True),
        ("Ersetze den `<script>`-Teil:", True),
        ("`<script setup>` 部分だけ置き換えます：", True),
        ("Replace the padding in the `<style>`:", False),
        ("替换 `<style>` 中的 margin：", False),
        ("Only `toggle` in the script changes:", False),
        ("Add the whole script:", False),
    ],
)
def test_words_for_all_of_a_part(words: str, *, expected: bool) -> None:
    assert expected is names_whole_part(words)
