import re
import unicodedata


def slugify(text: str) -> str:
    text = without_accents(text).lower()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def shorten(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return text[: length - 1] + "…"


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))
