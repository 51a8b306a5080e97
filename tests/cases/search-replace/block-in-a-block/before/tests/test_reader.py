from reader import parse

RESPONSE = """
    a.py
    <<<<<<< SEARCH
    old
    =======
    new
    >>>>>>> REPLACE
"""


def test_one():
    assert len(parse(RESPONSE)) == 1
