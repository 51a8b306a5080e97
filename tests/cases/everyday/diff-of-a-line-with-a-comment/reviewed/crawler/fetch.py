"""Download pages politely."""

import logging
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests

log = logging.getLogger(__name__)

USER_AGENT = "tinycrawler/0.2"


@dataclass
class Page:
    url: str
    status: int
    body: str


class Fetcher:
    def __init__(self, delay=1.0, timeout=10.0):
        self.delay = delay  # seconds between two requests to a host
        self.timeout = timeout
        self.session = requests.Session()
        self.session.headers["User-Agent"] = USER_AGENT
        self._last = {}

    def _wait(self, host):
        last = self._last.get(host)
        if last is not None:
            pause = self.delay - (time.monotonic() - last)
            if pause > 0:
                time.sleep(pause)
        self._last[host] = time.monotonic()

    def head(self, url):
        self._wait(urlsplit(url).netloc)
        response = self.session.head(url, timeout=self.timeout)
        log.debug("HEAD %s -> %s", url, response.status_code)
        return response.status_code

    def get(self, url):
        self._wait(urlsplit(url).netloc)
        response = self.session.get(url, timeout=self.timeout)
        log.debug("GET %s -> %s", url, response.status_code)
        return Page(url, response.status_code, response.text)

    def close(self):
        self.session.close()
