class Calculator:
    def add(self, a, b):
        return b + a

    def sub(self, a, b):
        return a - b
