class Calculator:
    def add(self, a, b):
        return a + b

    def sub(self, a, b):
        return a - b
