from app.services import average


def test_average():
    assert average([1, 2, 3]) == 2
