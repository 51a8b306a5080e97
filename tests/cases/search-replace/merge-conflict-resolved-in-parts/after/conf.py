alpha = 1
gamma = 0
