class Calculator:
    def add(self, a, b):
        return round(a + b, 2)

    def sub(self, a, b):
        return a - b
