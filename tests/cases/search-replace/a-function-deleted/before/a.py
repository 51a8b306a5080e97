def old():
    pass


def new():
    pass
