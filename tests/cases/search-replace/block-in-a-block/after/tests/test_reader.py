from reader import parse

RESPONSE = """
    b.py
    <<<<<<< SEARCH
    older
    =======
    newer
    >>>>>>> REPLACE
"""


def test_one():
    assert len(parse(RESPONSE)) == 1
