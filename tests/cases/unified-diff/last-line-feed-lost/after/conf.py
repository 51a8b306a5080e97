a = 1
limit = 2000
b = 2
