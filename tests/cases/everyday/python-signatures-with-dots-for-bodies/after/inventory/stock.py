"""Stock of a warehouse."""
import csv
import logging
from collections import defaultdict

log = logging.getLogger(__name__)


class Stock:
    def __init__(self, name, capacity=None):
        self.name = name
        self.capacity = capacity
        self._items = defaultdict(int)

    @property
    def total(self):
        return sum(self._items.values())

    def add(self, sku, count=1):
        if count <= 0:
            raise ValueError("count must be positive")
        if self.capacity is not None and self.total + count > self.capacity:
            raise OverflowError(f"{self.name} is full")
        self._items[sku] += count
        return self._items[sku]

    def take(self, sku, count=1):
        if count <= 0:
            raise ValueError("count must be positive")
        if self._items[sku] < count:
            raise LookupError(sku)
        self._items[sku] -= count
        return self._items[sku]

    def missing(self, wanted):
        return {sku: n - self._items[sku] for sku, n in wanted.items() if n > self._items[sku]}


def read_stock(path, name="main"):
    stock = Stock(name)
    with open(path, newline="") as handle:
        for row in csv.DictReader(handle):
            stock.add(row["sku"], int(row["count"]))
    log.info("read %d pieces from %s", stock.total, path)
    return stock


def write_stock(stock, path):
    with open(path, "w", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["sku", "count"])
        for sku, count in sorted(stock._items.items()):
            writer.writerow([sku, count])
