a = 1
limit = 10
b = 2
