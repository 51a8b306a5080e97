import logging
import hashlib

import requests
from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)

GEOCODER_URL = "https://nominatim.openstreetmap.org/search"


class GeocodingError(Exception):
    pass


def _params(address):
    return {"q": address, "format": "jsonv2", "limit": 1}


_MISSING = object()


def _cache_key(address):
    normalized = " ".join(address.lower().split())
    return "geo:" + hashlib.sha256(normalized.encode()).hexdigest()


def geocode(address):
    """Return (lat, lon) of an address or None when it is not known."""
    key = _cache_key(address)
    cached = cache.get(key, _MISSING)
    if cached is not _MISSING:
        return cached

    response = requests.get(
        GEOCODER_URL,
        params=_params(address),
        headers={"User-Agent": settings.GEOCODER_USER_AGENT},
        timeout=10,
    )
    if not response.ok:
        raise GeocodingError(f"HTTP {response.status_code}")
    hits = response.json()
    result = (float(hits[0]["lat"]), float(hits[0]["lon"])) if hits else None
    cache.set(key, result, settings.GEOCODER_CACHE_SECONDS)
    return result


def distance_km(a, b):
    """Rough distance of two (lat, lon) pairs, good enough for sorting."""
    from math import cos, hypot, radians

    dlat = (a[0] - b[0]) * 111.32
    dlon = (a[1] - b[1]) * 111.32 * cos(radians((a[0] + b[0]) / 2))
    return hypot(dlat, dlon)
