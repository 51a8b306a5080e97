one
2
three
4
5
six
seven
