import logging

from flask import Blueprint, jsonify, request

from .models import Book, db
from .schemas import book_schema, books_schema

bp = Blueprint("books", __name__, url_prefix="/api/books")
log = logging.getLogger(__name__)


@bp.get("/")
def list_books():
    """Return every book, newest first."""
    books = Book.query.order_by(Book.created_at.desc()).all()
    return jsonify(books_schema.dump(books))


@bp.get("/<int:book_id>")
def get_book(book_id):
    book = Book.query.get(book_id)
    if book is None:
        return jsonify({"error": "not found"}), 404
    return jsonify(book_schema.dump(book))


@bp.post("/")
def create_book():
    payload = request.get_json()
    book = Book(title=payload["title"], author=payload["author"])
    db.session.add(book)
    db.session.commit()
    log.info("created book %s", book.id)
    return jsonify(book_schema.dump(book)), 201


@bp.put("/<int:book_id>")
def update_book(book_id):
    book = Book.query.get(book_id)
    if book is None:
        return jsonify({"error": "not found"}), 404
    payload = request.get_json()
    book.title = payload.get("title", book.title)
    book.author = payload.get("author", book.author)
    db.session.commit()
    log.info("updated book %s", book.id)
    return jsonify(book_schema.dump(book))


@bp.delete("/<int:book_id>")
def delete_book(book_id):
    book = Book.query.get(book_id)
    if book is None:
        return jsonify({"error": "not found"}), 404
    db.session.delete(book)
    db.session.commit()
    return "", 204
