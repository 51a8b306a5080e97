import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = os.environ["SECRET_KEY"]
DEBUG = os.environ.get("DEBUG") == "1"

ALLOWED_HOSTS = ["shops.example.org"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "services",
]

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": os.environ.get("REDIS_URL", "redis://localhost:6379/0"),
    }
}

# Nominatim's usage policy wants an identifying user agent.
GEOCODER_USER_AGENT = "shops.example.org (ops@example.org)"
GEOCODER_CACHE_SECONDS = 30 * 24 * 3600

USE_TZ = True
TIME_ZONE = "Europe/Vienna"
