# A file that was committed in the middle of a merge
alpha = 1
gamma = 0
beta = 2
delta = 0
eta = (1, 2)
