def a():
    return None
