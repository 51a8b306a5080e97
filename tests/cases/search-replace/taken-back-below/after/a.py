limit = 20
retries = 3
name = "x"
