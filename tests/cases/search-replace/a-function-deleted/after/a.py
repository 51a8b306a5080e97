def new():
    pass
