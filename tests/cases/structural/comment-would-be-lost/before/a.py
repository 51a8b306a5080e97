assertEquals(1, 2)
