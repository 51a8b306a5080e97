print("appended or not?")
print(1)
