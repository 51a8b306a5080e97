class Box:
    pass
box = Box()
