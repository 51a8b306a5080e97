# A file that was committed in the middle of a merge
<<<<<<< HEAD
alpha = 1
=======
alpha = 2
>>>>>>> branch
gamma = 0
