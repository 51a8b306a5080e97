import time

import requests


def fetch(url):
    response = requests.get(url)
    return response.json()


def poll(url, seconds):
    while True:
        print(fetch(url))
        time.sleep(seconds)
