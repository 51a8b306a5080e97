kept = True
