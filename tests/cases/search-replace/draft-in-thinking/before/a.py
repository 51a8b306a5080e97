limit = 10
retries = 3
name = "x"
