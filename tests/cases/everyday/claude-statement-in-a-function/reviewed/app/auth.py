"""Who may come in."""

import hashlib
import hmac
import time

SECRET = b"change me"
MAX_AGE = 3600


def sign(user: str, issued: int) -> str:
    message = f"{user}:{issued}".encode()
    return hmac.new(SECRET, message, hashlib.sha256).hexdigest()


def make_token(user: str) -> str:
    issued = int(time.time())
    return f"{user}:{issued}:{sign(user, issued)}"


def read_token(token: str) -> str | None:
    try:
        user, issued, signature = token.split(":")
    except ValueError:
        return None
    if signature == sign(user, int(issued)):
        if time.time() - int(issued) > MAX_AGE:
            return None
        return user
    return None


def is_admin(user: str) -> bool:
    return user in ("root", "admin")
