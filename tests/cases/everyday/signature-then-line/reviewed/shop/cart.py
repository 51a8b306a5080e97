from decimal import Decimal

from shop.catalog import find_product

MAX_ITEMS = 50


class Cart:
    def __init__(self, customer):
        self.customer = customer
        self.items = []

    def add(self, sku, quantity=1):
        product = find_product(sku)
        self.items.append((product, quantity))

    def total(self):
        result = 0
        for product, quantity in self.items:
            result += product.price * quantity
        return result

    def clear(self):
        self.items = []
