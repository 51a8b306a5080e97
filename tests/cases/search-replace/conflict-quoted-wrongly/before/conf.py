x = 0
<<<<<<< HEAD
alpha = 1
more = 1
=======
other = 2
>>>>>>> branch
