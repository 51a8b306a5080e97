import json

PRODUCTS = {}


def load(path):
    f = open(path)
    data = json.load(f)
    for row in data:
        PRODUCTS[row["sku"]] = row


def find_product(sku):
    return PRODUCTS.get(sku)
