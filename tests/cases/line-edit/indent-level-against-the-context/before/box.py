class Box:
    pass
