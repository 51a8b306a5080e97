class A:
    name = "ê"
    size = 1