import os

from flask import Flask, jsonify, request
from werkzeug.exceptions import HTTPException

from storage import load_items, save_items

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024


@app.route("/items", methods=["GET"])
def get_items():
    return jsonify(load_items())


@app.route("/items", methods=["POST"])
def add_item():
    data = request.get_json()
    items = load_items()
    item = {"id": len(items) + 1, "name": data["name"]}
    items.append(item)
    save_items(items)
    return jsonify(item), 201


@app.route("/items/<int:item_id>", methods=["DELETE"])
def delete_item(item_id):
    items = load_items()
    items = [i for i in items if i["id"] != item_id]
    save_items(items)
    return "", 204


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", 5000)), debug=True)
