first()
middle()
last()
