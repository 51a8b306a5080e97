import json
import os


def load_config():
    with open("config.json") as f:
        config = json.load(f)
    config["token"] = os.environ["BOT_TOKEN"]
    return config
