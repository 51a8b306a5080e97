import os

DEBUG = True
DATABASE_URL = "sqlite:///app.db"
PAGE_SIZE = 20
ALLOWED_HOSTS = ["localhost"]
TIMEOUT = 10
