def b():
    return None
