from flask import Blueprint, abort, jsonify, request

from api.store import notes

bp = Blueprint("notes", __name__)


@bp.get("/notes")
def list_notes():
    return jsonify([note.as_dict() for note in notes.all()])


@bp.get("/notes/<int:number>")
def show_note(number):
    note = notes.find(number)
    if note is None:
        abort(404)
    return jsonify(note.as_dict())


@bp.post("/notes")
def add_note():
    body = request.get_json(silent=True) or {}
    text = body.get("text", "").strip()
    if not text:
        abort(400, "text is missing")
    note = notes.add(text)
    return jsonify(note.as_dict()), 201


@bp.delete("/notes/<int:number>")
def delete_note(number):
    notes.remove(number)
    return "", 204
