"""Plain data objects used by the store and the reports."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal


@dataclass
class Item:
    sku: str
    name: str
    quantity: int = 0
    price: Decimal = Decimal("0.00")
    tags: list[str] = field(default_factory=list)

    @property
    def value(self) -> Decimal:
        return self.price * self.quantity

    def to_dict(self) -> dict:
        return {
            "sku": self.sku,
            "name": self.name,
            "quantity": self.quantity,
            "price": str(self.price),
            "tags": list(self.tags),
        }

    @classmethod
    def from_dict(cls, data: dict) -> "Item":
        return cls(
            sku=data["sku"],
            name=data["name"],
            quantity=int(data.get("quantity", 0)),
            price=Decimal(data.get("price", "0.00")),
            tags=list(data.get("tags", [])),
        )


@dataclass
class Movement:
    sku: str
    delta: int
    reason: str
    created_at: datetime = field(default_factory=datetime.now)

    def to_dict(self) -> dict:
        return {
            "sku": self.sku,
            "delta": self.delta,
            "reason": self.reason,
            "created_at": self.created_at.isoformat(),
        }

    @classmethod
    def from_dict(cls, data: dict) -> "Movement":
        return cls(
            sku=data["sku"],
            delta=int(data["delta"]),
            reason=data["reason"],
            created_at=datetime.fromisoformat(data["created_at"]),
        )


@dataclass
class Supplier:
    name: str
    email: str
    since: date | None = None

    def to_dict(self) -> dict:
        return {
            "name": self.name,
            "email": self.email,
            "since": self.since.isoformat() if self.since else None,
        }
