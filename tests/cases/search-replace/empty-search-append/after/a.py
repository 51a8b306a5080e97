print(1)
print("appended or not?")
