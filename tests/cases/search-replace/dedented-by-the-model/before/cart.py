class Cart:
    def __init__(self):
        self.prices = []

    def total(self):
        return sum(self.prices)
