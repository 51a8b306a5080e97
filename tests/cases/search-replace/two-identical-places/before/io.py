def one(file):
    file.close()


def two(file):
    file.close()
