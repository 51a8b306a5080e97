"""Items of a list that a snippet shows without those of the file."""

import pytest

from editreview.matching.data_lists import with_new_items


@pytest.mark.parametrize(
    ("old", "new", "joined"),
    [
        ("env:\n  - A=1", "env:\n  - B=2\n  - C=3", "env:\n  - A=1\n  - B=2\n  - C=3"),
        ("env:\n- A=1", "env:\n  - B=2", "env:\n- A=1\n- B=2"),
        (
            "env:\n  # all\n  - name: a\n    v: 1",
            "env:\n  - name: b",
            "env:\n  # all\n  - name: a\n    v: 1\n  - name: b",
        ),
        ('files: ["a"]', 'files: ["b", "c"]', 'files: ["a", "b", "c"]'),
        ('  "f": [\n    "a"\n  ],', '  "f": [\n    "b"\n  ],', '  "f": [\n    "a",\n    "b"\n  ],'),
        ('f = [\n    "a",\n]', 'f = [\n    "b"\n]', 'f = [\n    "a",\n    "b",\n]'),
        ('f = [\n    "a"  # x\n]', 'f = [\n    "b"\n]', 'f = [\n    "a",  # x\n    "b"\n]'),
        ("f: [\n  'a' // x\n],", "f: [\n  'b', // y\n],", "f: [\n  'a', // x\n  'b' // y\n],"),
        (
            'f = [\n    "a # b"\n\n    # "c",\n]',
            'f = [\n    "b"\n]',
            'f = [\n    "a # b",\n    "b"\n\n    # "c",\n]',
        ),
        ('f = ["a"]  # x', 'f = ["b,c"]', 'f = ["a", "b,c"]  # x'),
        ('f = ["a",]', 'f = ["b",]', 'f = ["a", "b"]'),
        ('f = ["a"]  # all', 'f = [\n  "b",\n  "c",\n]', 'f = ["a", "b", "c"]  # all'),
        ('f = [\n  "a"\n]', 'f = ["b", 3]', 'f = [\n  "a",\n  "b",\n  3\n]'),
        ('  "f": ["a"],', '  "f": [\n    "b"\n  ],', '  "f": ["a", "b"],'),
        ("f:\n  - name: a", "f: [b, '80:80']", "f:\n  - name: a\n  - b\n  - '80:80'"),
        ("f: [a]", "f:\n\n- b\n- c/d", "f: [a, b, c/d]"),
    ],
)
def test_new_items_join_those_of_the_file(old: str, new: str, joined: str) -> None:
    assert joined.splitlines() == with_new_items(old.splitlines(), new.splitlines())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("env:\n  - A=1", "env:\n  - A=1\n  - B=2"),
        ('files: ["a"]', 'files: ["a", "b"]'),
        ('f = [\n    "a",\n]', 'f = [\n    "a",\n    "b",\n]'),
        ("env:\n  - A=1  # x", 'env:\n  - "A=1"\n  - B=2'),
        ("f = ['a', 'b']", 'f = ["b", "c"]'),
        ('f = [\n    "a",  # x\n    "b",  # y\n]', 'f = [\n    "a", \n    "b",\n    "c"\n]'),
        ('f = [\n    "a",  # x\n]', "f = [\n    'a',\n    'c',\n]"),
        ('f = [\n    # "a",\n\n]', 'f = [\n    "b"\n]'),
        ('f = ["a"] + g', 'f = ["b"]'),
        ("env:\n  A: 1", "env:\n  - B=2"),
        ("a: 1", "a: 2"),
        ("a: []", 'a: ["b"]'),
        ('a: [["b"]]', 'a: ["c"]'),
        ('a: ["b"]', "a:\n  - b\n  - c"),
        ('a: ["b"]', "a:\n  - c d"),
        ("a: [b]", "a:\n  c: [d]"),
        ('a = "see [b] above"', 'a = "see [c] above"'),
        ('a = ":[b] above"', 'a = ":[c] above"'),
        ('a: ["b"]', "a:\n  - c:\n      d"),
        ('a = [\n  "b",\n]', 'a = ["b", "c"]'),
    ],
)
def test_a_list_with_an_item_of_the_file_is_whole(old: str, new: str) -> None:
    assert with_new_items(old.splitlines(), new.splitlines()) is None
