from inventory.item import Item, total


def test_value():
    assert Item("nail", 10, 0.1).value() == 1


def test_total():
    items = [Item("nail", 10, 0.1), Item("saw", 1, 9)]
    assert total(items) == 10
