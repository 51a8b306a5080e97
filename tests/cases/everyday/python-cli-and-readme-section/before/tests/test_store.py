from decimal import Decimal

import pytest

from app.models import Item
from app.store import Store, UnknownItem


@pytest.fixture
def store(tmp_path):
    s = Store(tmp_path / "db.json")
    s.add(Item("A-1", "Wood screw", 10, Decimal("0.10"), ["screws"]))
    s.add(Item("B-2", "Hinge", 3, Decimal("2.50"), ["fittings"]))
    return s


def test_get(store):
    assert store.get("A-1").name == "Wood screw"


def test_get_unknown(store):
    with pytest.raises(UnknownItem):
        store.get("nope")


def test_receive(store):
    store.receive("A-1", 5)
    assert store.get("A-1").quantity == 15


def test_withdraw(store):
    store.withdraw("A-1", 4)
    assert store.get("A-1").quantity == 6


def test_find(store):
    assert [i.sku for i in store.find("inge")] == ["B-2"]


def test_history(store):
    store.receive("A-1", 5)
    store.withdraw("A-1", 2)
    assert [m.delta for m in store.history("A-1")] == [5, -2]
