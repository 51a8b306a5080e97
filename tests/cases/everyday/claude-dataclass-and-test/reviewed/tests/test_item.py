from inventory.item import Item, by_category, total


def test_value():
    assert Item("nail", 10, 0.1).value() == 1


def test_total():
    items = [Item("nail", 10, 0.1), Item("saw", 1, 9)]
    assert total(items) == 10


def test_by_category():
    items = [Item("nail", 10, 0.1, "metal"), Item("glue", 1, 3)]
    assert by_category(items) == {"metal": 1, "misc": 3}
