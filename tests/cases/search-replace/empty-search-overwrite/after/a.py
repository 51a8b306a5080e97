print("appended or not?")
