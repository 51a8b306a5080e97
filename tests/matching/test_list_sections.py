"""New items of lists in sections of Markdown join those that are there."""

from pathlib import Path

import pytest

from editreview.matching import FileIndex, sections_with_new_items
from tests.builders import make_tree, review_of

FIXED = "### Fixed\n\n- Keep the mode.\n"
RELEASED = "## [1.2.0] - 2026-03-01\n\n### Added\n\n- Draw tables.\n\n### Fixed\n\n- Close the handle.\n"
LOG = f"# Changelog\n\n## [Unreleased]\n\n{FIXED}\n{RELEASED}"
ADDED = "### Added\n\n- Grow trees.\n"


def first_of(text: str, snippet: str, words: str = "", path: str = "CHANGELOG.md") -> str:
    """The text with the first candidate."""
    found, _ = sections_with_new_items(FileIndex(text), snippet, path, words)
    return found[0].change.apply(text)


@pytest.mark.parametrize(
    "words",
    ["", "Add to the Unreleased section:", "Under `## [Unreleased]`:", "Add an entry to the changelog:"],
)
def test_a_section_that_only_a_release_has_is_new_in_the_open_one(words: str) -> None:
    assert LOG.replace(FIXED, f"{FIXED}\n{ADDED}") == first_of(LOG, ADDED, words)


def test_the_section_around_an_item_may_be_shown() -> None:
    assert LOG.replace(FIXED, f"{FIXED}\n{ADDED}") == first_of(LOG, f"## [Unreleased]\n\n{ADDED}")


def test_items_join_those_of_the_section_that_words_name() -> None:
    expected = LOG.replace("- Draw tables.\n", "- Draw tables.\n- Grow trees.\n")

    assert expected == first_of(LOG, ADDED, "In the 1.2.0 section:")


def test_items_of_several_sections_join_each() -> None:
    fixed = "### Fixed\n\n- Do not crash.\n"
    expected = LOG.replace(FIXED, f"{FIXED}- Do not crash.\n\n{ADDED}")

    assert expected == first_of(LOG, f"## [Unreleased]\n\n{ADDED}\n{fixed}")
    assert expected == first_of(LOG, f"{fixed}\n{ADDED}")


def test_without_an_open_section_each_namesake_is_a_candidate() -> None:
    text = f"# Changelog\n\n{RELEASED}\n{RELEASED.replace('1.2', '1.1')}"

    found, _ = sections_with_new_items(FileIndex(text), ADDED, "CHANGELOG.md", "")

    assert 2 == len(found)
    assert all("- Draw tables.\n- Grow trees.\n" in match.change.apply(text) for match in found)


@pytest.mark.parametrize("code", ["```\n## Unreleased\n```\n", "~~~\n## Unreleased\n~~~\n"])
def test_a_heading_in_code_is_none(code: str) -> None:
    text = f"# Changelog\n\n{code}\n{RELEASED}"

    assert first_of(text, ADDED).endswith(RELEASED.replace("tables.\n", "tables.\n- Grow trees.\n"))


@pytest.mark.parametrize(
    ("snippet", "path"),
    [
        ("### Added\n\nTrees grow.\n", "CHANGELOG.md"),
        ("### Added\n\n- Draw tables.\n- Grow trees.\n", "CHANGELOG.md"),
        ("- Grow trees.\n", "CHANGELOG.md"),
        (ADDED, "CHANGELOG.py"),
        ("## [1.3.0]\n\n### Added\n\n- Grow trees.\n", "CHANGELOG.md"),
    ],
)
def test_other_text_and_items_of_the_file_have_no_such_place(snippet: str, path: str) -> None:
    assert ((), False) == sections_with_new_items(FileIndex(LOG), snippet, path, "")


def test_an_item_with_the_words_of_another_may_be_a_version_of_it() -> None:
    snippet = "### Fixed\n\n- Keep the mode and the owner.\n"

    assert sections_with_new_items(FileIndex(LOG), snippet, "CHANGELOG.md", "")[1]


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("- a\n\n### Fixed\n\n- b\n", "- a\n- Thing\n\n### Fixed\n\n- b\n"),
        ("* a\n  more\n\n* b\n", "* a\n  more\n\n* b\n* Thing\n"),
        ("- a\n\n[1.0]: http://x\n", "- a\n- Thing\n\n[1.0]: http://x\n"),
        ("Text.\n\n- a\n", "Text.\n\n- a\n- Thing\n"),
    ],
)
def test_an_item_joins_the_list_of_the_section_itself(section: str, expected: str) -> None:
    text = f"# Log\n\n## Unreleased\n\n{section}"

    assert f"# Log\n\n## Unreleased\n\n{expected}" == first_of(text, "## Unreleased\n\n- Thing\n")


@pytest.mark.parametrize(
    "section",
    ["### Fixed\n\n- b\n", "Text.\n", "- a\n\nText.\n", "| a |\n| - |\n", "- a\n<!-- end -->\n"],
)
def test_an_item_joins_nothing_but_a_list(section: str) -> None:
    text = f"# Log\n\n## Unreleased\n\n{section}"

    assert ((), False) == sections_with_new_items(
        FileIndex(text), "## Unreleased\n\n- Thing\n", "CHANGELOG.md", ""
    )


def test_a_new_section_is_above_the_references_of_links() -> None:
    text = f"{LOG}\n[1.2.0]: http://x\n"
    snippet = "### Removed\n\n* A tree.\n"

    assert f"{LOG}\n{snippet.replace('*', '-')}\n[1.2.0]: http://x\n" == first_of(
        text, f"## 1.2.0\n\n{snippet}"
    )


@pytest.mark.parametrize(
    ("words", "is_replaced"),
    [
        ("Update the features section of the README:", True),
        ("Change the features section:", True),
        ("Add to the features section:", False),
        ("Update the features section to include the new ones:", False),
        ("Record the change in the README:", False),
        ("", False),
    ],
)
def test_words_that_only_ask_to_change_a_section_replace_it_first(
    tmp_path: Path, words: str, is_replaced: bool
) -> None:
    make_tree(tmp_path, {"README.md": "# A\n\n## Features\n\n- Fast\n- Small\n\n## Use\n\nx\n"})
    snippet = "## Features\n\n- Quick as a fox\n- Tiny\n"
    review = review_of(tmp_path, f"{words}\n\n`README.md`\n```markdown\n{snippet}```\n")

    candidates = review.proposals[0].candidates
    assert candidates is not None
    labels = [match.label or "" for match in candidates.matches]
    assert [is_replaced, not is_replaced] == ["replaces" in label for label in labels]
