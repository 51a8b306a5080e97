class Calculator:
    def add(self, a, b):
        return a + b

    def sub(self, a, b):
        return a - b


if __name__ == "__main__":
    print(Calculator().add(1, 2))
