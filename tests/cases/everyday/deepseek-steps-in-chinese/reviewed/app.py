import os
import uuid

from flask import Flask, jsonify, request
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 16 * 1024 * 1024
UPLOAD_DIR = "uploads"
ALLOWED_EXTENSIONS = {"png", "jpg", "jpeg", "pdf"}


def allowed_file(filename: str) -> bool:
    return "." in filename and filename.rsplit(".", 1)[1].lower() in ALLOWED_EXTENSIONS


@app.route("/upload", methods=["POST"])
def upload():
    file = request.files.get("file")
    if file is None or file.filename == "":
        return jsonify({"ok": False, "error": "没有选择文件"}), 400
    if not allowed_file(file.filename):
        return jsonify({"ok": False, "error": "不支持的文件类型"}), 400

    filename = f"{uuid.uuid4().hex}_{secure_filename(file.filename)}"
    os.makedirs(UPLOAD_DIR, exist_ok=True)
    file.save(os.path.join(UPLOAD_DIR, filename))
    return jsonify({"ok": True, "filename": filename})


@app.route("/files")
def files():
    return jsonify(os.listdir(UPLOAD_DIR))


if __name__ == "__main__":
    app.run(debug=True)
