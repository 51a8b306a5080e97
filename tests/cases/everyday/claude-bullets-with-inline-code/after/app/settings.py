"""Settings, read once at start."""

import os
from pathlib import Path

BASE = Path(__file__).parent
DEBUG = os.environ.get("DEBUG", "1") == "1"
SECRET_KEY = "changeme"
ALLOWED_HOSTS = ["*"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": BASE / "db.sqlite3",
    }
}

SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
TIMEOUT = 30
