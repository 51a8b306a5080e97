import logging
import time

import requests

log = logging.getLogger(__name__)


def fetch(url):
    response = requests.get(url, timeout=10)
    response.raise_for_status()
    return response.json()


def poll(url, seconds):
    while True:
        log.info("%s", fetch(url))
        time.sleep(seconds)
