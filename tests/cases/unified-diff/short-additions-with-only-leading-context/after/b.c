one
two
3
