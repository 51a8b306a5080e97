"""The shop on the command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from shop import ShopError
from shop.cart import Cart
from shop.catalog import Catalog
from shop.orders import place_order
from shop.pricing import euros

CATALOG = Path(__file__).parent.parent / "catalog.toml"


def add_products(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser("products", help="list what is on the shelf")
    parser.add_argument("words", nargs="*", help="only products whose name holds these words")
    parser.set_defaults(run=products)


def products(arguments: argparse.Namespace) -> int:
    try:
        catalog = Catalog.read(CATALOG)
    except ShopError as error:
        print(error, file=sys.stderr)
        return 1
    for product in catalog.search(" ".join(arguments.words)):
        print(f"{product.sku:10} {product.name:24} {euros(product.price_cents):>10}")
    return 0


def add_cart(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser("cart", help="what some products come to")
    parser.add_argument("items", nargs="+", metavar="SKU[=N]")
    parser.set_defaults(run=show_cart)


def show_cart(arguments: argparse.Namespace) -> int:
    try:
        cart = cart_of(arguments.items)
    except ShopError as error:
        print(error, file=sys.stderr)
        return 1
    for line in cart.lines.values():
        print(f"{line.quantity:3} {line.product.name:24} {euros(line.price_cents):>10}")
    total = cart.total()
    print(f"discount {euros(-total.discount)}, shipping {euros(total.shipping)}")
    print(f"to pay   {euros(total.to_pay)}")
    return 0


def add_checkout(commands: argparse._SubParsersAction) -> None:
    parser = commands.add_parser("checkout", help="order some products")
    parser.add_argument("items", nargs="+", metavar="SKU[=N]")
    parser.add_argument("--customer", required=True)
    parser.add_argument("--orders", type=Path, default=Path("orders"))
    parser.set_defaults(run=checkout)


def checkout(arguments: argparse.Namespace) -> int:
    try:
        order = place_order(cart_of(arguments.items), arguments.customer, arguments.orders)
    except ShopError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"order {order.number}: {euros(order.to_pay)}")
    return 0


def cart_of(items: list[str]) -> Cart:
    """A cart of items written as `SKU` or `SKU=N`."""
    cart = Cart(Catalog.read(CATALOG))
    for item in items:
        sku, _, quantity = item.partition("=")
        if quantity and not quantity.isdigit():
            raise ShopError(f"{item!r} is not SKU or SKU=N")
        cart.add(sku, int(quantity or 1))
    return cart


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="shop", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for add in (add_products, add_cart, add_checkout):
        add(commands)
    arguments = parser.parse_args(argv)
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
