"""Things that had no other home."""

import unicodedata


def plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def shorten(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return text[: length - 1] + "…"


def plural(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
