one
two
three
4
5
six
