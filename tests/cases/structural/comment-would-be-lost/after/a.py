assertEqual(1, 2)
