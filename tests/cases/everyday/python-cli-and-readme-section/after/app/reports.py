"""Text reports over a Store."""
from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from app.models import Item
from app.store import Store

WIDTH = 60


def _header(title: str) -> str:
    return f"{title}\n{'=' * len(title)}\n"


def _row(label: str, value: str) -> str:
    return f"{label:<{WIDTH - len(value)}}{value}\n"


def stock_report(store: Store) -> str:
    out = _header("Stock")
    for item in store.items.values():
        out += _row(f"{item.sku} {item.name}", str(item.quantity))
    return out


def value_report(store: Store) -> str:
    out = _header("Value")
    total = Decimal("0")
    for item in store.items.values():
        out += _row(f"{item.sku} {item.name}", f"{item.value:.2f}")
        total += item.value
    out += _row("TOTAL", f"{total:.2f}")
    return out


def tag_report(store: Store) -> str:
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in store.items.values():
        for tag in item.tags:
            groups[tag].append(item)
    out = _header("Tags")
    for tag in groups:
        out += f"{tag}\n"
        for item in groups[tag]:
            out += _row(f"  {item.sku} {item.name}", str(item.quantity))
    return out


def low_stock_report(store: Store, threshold: int = 5) -> str:
    out = _header("Low stock")
    for item in store.items.values():
        if item.quantity < threshold:
            out += _row(f"{item.sku} {item.name}", str(item.quantity))
    return out


def movement_report(store: Store, sku: str) -> str:
    item = store.get(sku)
    out = _header(f"Movements of {item.name}")
    for m in store.history(sku):
        out += _row(f"{m.created_at:%Y-%m-%d} {m.reason}", f"{m.delta:+d}")
    return out
