DEBUG = False
HOST = "x"
USER = "y"
PORT = 80
