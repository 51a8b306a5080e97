class A:
    name = "é"