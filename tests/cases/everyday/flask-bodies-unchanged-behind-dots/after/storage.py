import json
from pathlib import Path

PATH = Path("items.json")


def load_items():
    with open(PATH) as f:
        return json.load(f)


def save_items(items):
    with open(PATH, "w") as f:
        json.dump(items, f)
