import json


def find_client(name):
    return json.loads(CLIENTS)[name]


def save(client):
    return json.dumps(client)
