"""A small shop: catalog, cart, prices, orders."""


class ShopError(Exception):
    """Something the customer asked for cannot be done; the message says why."""
