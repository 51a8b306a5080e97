"""The products on the shelf, read from a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shop import ShopError


@dataclass(frozen=True)
class Product:
    sku: str
    name: str
    price_cents: int
    weight_grams: int


class Catalog:
    """All products by SKU, in the order of the file."""

    def __init__(self, products: list[Product]) -> None:
        self._by_sku = {product.sku: product for product in products}
        if len(self._by_sku) != len(products):
            raise ShopError("two products in the catalog share a SKU")

    @classmethod
    def read(cls, path: Path) -> Catalog:
        """The catalog kept in a TOML file: one table per product, named by its SKU."""
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ShopError(f"cannot read the catalog: {error.strerror}") from error
        except tomllib.TOMLDecodeError as error:
            raise ShopError(f"{path.name} is not valid TOML: {error}") from error
        return cls([_product(sku, table) for sku, table in tables.items()])

    def __iter__(self) -> Iterator[Product]:
        return iter(self._by_sku.values())

    def __len__(self) -> int:
        return len(self._by_sku)

    def find(self, sku: str) -> Product:
        """The product with this SKU."""
        product = self._by_sku.get(sku)
        if product is None:
            raise ShopError(f"no product {sku!r} in the catalog")
        return product

    def search(self, words: str) -> list[Product]:
        """Products whose name holds every one of the words, whatever their case."""
        wanted = words.lower().split()
        return [product for product in self if all(word in product.name.lower() for word in wanted)]


def _product(sku: str, table: dict[str, object]) -> Product:
    match table:
        case {"name": str(name), "price_cents": int(price), "weight_grams": int(weight)}:
            return Product(sku, name, price, weight)
    raise ShopError(f"the entry {sku!r} needs name, price_cents and weight_grams")
