class Box:
    def __init__(self):
        self.data = None

    def get(self):
    return self.data

    def clear(self):
        print("cleared")
