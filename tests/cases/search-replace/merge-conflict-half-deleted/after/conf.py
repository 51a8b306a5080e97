a = 0
alpha = 1
