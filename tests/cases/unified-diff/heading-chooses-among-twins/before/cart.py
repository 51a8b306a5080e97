import os


class Cart:
    def total(self):
        return sum(self.prices)

    def clear(self):
        self.prices = []


class Order:
    def total(self):
        return sum(self.prices)
