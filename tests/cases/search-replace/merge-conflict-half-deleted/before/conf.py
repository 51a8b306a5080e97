a = 0
<<<<<<< HEAD
alpha = 1
=======
alpha = 2
>>>>>>> branch
