class Cart:
    def __init__(self):
        self.prices = []

    def total(self):
        if not self.prices:
            return 0

        return sum(self.prices)
