def load(path):
    check(path)
    text = decrypt(path)
    return None
