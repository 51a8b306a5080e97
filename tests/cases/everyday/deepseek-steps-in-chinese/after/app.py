import os

from flask import Flask, jsonify, request

app = Flask(__name__)
UPLOAD_DIR = "uploads"


@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join(UPLOAD_DIR, file.filename))
    return jsonify({"ok": True})


@app.route("/files")
def files():
    return jsonify(os.listdir(UPLOAD_DIR))


if __name__ == "__main__":
    app.run(debug=True)
