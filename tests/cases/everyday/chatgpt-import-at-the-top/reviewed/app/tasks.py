import time
import logging

import requests


def fetch(url):
    response = requests.get(url)
    return response.json()


def poll(url, seconds):
    while True:
        logging.info("%s", fetch(url))
        time.sleep(seconds)
