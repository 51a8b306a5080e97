"""New items of lists in sections of Markdown join those that are there."""

import pytest

from editreview.matching import FileIndex, sections_with_new_items

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


def test_the_section_around_it_may_be_shown() -> None:
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
