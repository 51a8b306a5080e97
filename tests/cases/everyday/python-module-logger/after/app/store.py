"""JSON-file backed store for items and movements."""
from __future__ import annotations

import json
import os
from pathlib import Path

from app.models import Item, Movement

DEFAULT_PATH = Path(os.environ.get("STOCKROOM_DB", "stockroom.json"))


class StoreError(Exception):
    """Base class for all errors raised by the store."""


class UnknownItem(StoreError):
    def __init__(self, sku: str) -> None:
        super().__init__(f"unknown item: {sku}")
        self.sku = sku


class OutOfStock(StoreError):
    def __init__(self, sku: str, wanted: int, available: int) -> None:
        super().__init__(f"{sku}: wanted {wanted}, only {available} available")
        self.sku = sku
        self.wanted = wanted
        self.available = available


class Store:
    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        self.path = Path(path)
        self.items: dict[str, Item] = {}
        self.movements: list[Movement] = []
        if self.path.exists():
            self.load()

    # -- persistence -----------------------------------------------------

    def load(self) -> None:
        with open(self.path) as fh:
            data = json.load(fh)
        self.items = {d["sku"]: Item.from_dict(d) for d in data["items"]}
        self.movements = [Movement.from_dict(d) for d in data["movements"]]

    def save(self) -> None:
        data = {
            "items": [i.to_dict() for i in self.items.values()],
            "movements": [m.to_dict() for m in self.movements],
        }
        with open(self.path, "w") as fh:
            json.dump(data, fh, indent=2)

    # -- items -----------------------------------------------------------

    def get(self, sku: str) -> Item:
        try:
            return self.items[sku]
        except KeyError:
            raise UnknownItem(sku)

    def add(self, item: Item) -> Item:
        self.items[item.sku] = item
        self.save()
        return item

    def remove(self, sku: str) -> None:
        item = self.get(sku)
        del self.items[item.sku]
        self.save()

    def find(self, text: str) -> list[Item]:
        text = text.lower()
        return [i for i in self.items.values() if text in i.name]

    def tagged(self, tag: str) -> list[Item]:
        return [i for i in self.items.values() if tag in i.tags]

    # -- movements -------------------------------------------------------

    def receive(self, sku: str, amount: int, reason: str = "delivery") -> Item:
        item = self.get(sku)
        item.quantity += amount
        self.movements.append(Movement(sku, amount, reason))
        self.save()
        return item

    def withdraw(self, sku: str, amount: int, reason: str = "order") -> Item:
        item = self.get(sku)
        item.quantity -= amount
        self.movements.append(Movement(sku, -amount, reason))
        self.save()
        return item

    def history(self, sku: str) -> list[Movement]:
        return [m for m in self.movements if m.sku == sku]
