
def new():
    pass
