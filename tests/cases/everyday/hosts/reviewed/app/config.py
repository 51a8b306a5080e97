import os

DEBUG = True
DATABASE_URL = "sqlite:///app.db"
PAGE_SIZE = 20
ALLOWED_HOSTS = ["localhost", "example.com"]
TIMEOUT = 10
