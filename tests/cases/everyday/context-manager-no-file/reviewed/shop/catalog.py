import json

PRODUCTS = {}


def load(path):
    with open(path) as f:
        data = json.load(f)
    for row in data:
        PRODUCTS[row["sku"]] = row


def find_product(sku):
    if sku in PRODUCTS:
        return PRODUCTS[sku]
    else:
        return None
