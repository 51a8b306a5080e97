import json
import re


def find_client(name):
    return json.loads(CLIENTS)[name]


def clean_phone(value):
    return re.sub(r"\s", "", value)


def save(client):
    return json.dumps(client)
