s = "😀"; print(s)
if x == None:
    pass