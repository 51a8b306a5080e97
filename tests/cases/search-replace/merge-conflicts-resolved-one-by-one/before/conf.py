# A file that was committed in the middle of a merge
<<<<<<< HEAD
alpha = 1
=======
alpha = 2
>>>>>>> branch
gamma = 0
<<<<<<< HEAD
beta = 1
||||||| base
beta = 0
=======
beta = 2
>>>>>>> branch
delta = 0
<<<<<<< HEAD
eta = 1
=======
eta = 2
>>>>>>> branch
