total = 0
for x in range(3):
    total += 2 * x
