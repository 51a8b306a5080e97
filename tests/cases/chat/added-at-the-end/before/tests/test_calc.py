from calc import Calculator


def test_subtracts():
    assert 1 == Calculator().sub(3, 2)
