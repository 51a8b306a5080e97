from greet import *

print(welcome("Ann"))
