from greet import *

print(greet("Ann"))
