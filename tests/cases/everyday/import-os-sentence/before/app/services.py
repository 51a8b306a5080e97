import json
import requests

from .config import TIMEOUT

API = "http://api.weather.test/v1"


def fetch_weather(city):
    response = requests.get(API + "?q=" + city)
    return response.json()


def load_posts():
    with open("posts.json") as f:
        return json.load(f)


def save_posts(posts):
    f = open("posts.json", "w")
    json.dump(posts, f)
    f.close()


def average(values):
    total = 0
    for value in values:
        total += value
    return total / len(values)
