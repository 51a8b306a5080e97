from app.db import connection


def latest(limit=10):
    with connection() as c:
        return c.execute(
            "SELECT id, title, body FROM posts ORDER BY created_at DESC LIMIT %s",
            (limit,),
        ).fetchall()


def by_author(author_id):
    with connection() as c:
        return c.execute(
            "SELECT id, title, body FROM posts WHERE author_id = %s",
            (author_id,),
        ).fetchall()


def publish(author_id, title, body):
    with connection() as c:
        c.execute(
            "INSERT INTO posts (author_id, title, body) VALUES (%s, %s, %s)",
            (author_id, title, body),
        )
