import time

import requests
import logging


def fetch(url):
    response = requests.get(url)
    return response.json()


def poll(url, seconds):
    while True:
        logging.info("%s", fetch(url))
        time.sleep(seconds)
