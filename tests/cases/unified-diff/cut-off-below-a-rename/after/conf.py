debug = True
limit = 2000
