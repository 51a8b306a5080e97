#!/usr/bin/env python3
"""Resize all pictures of a folder."""

import argparse
from pathlib import Path

from PIL import Image

SUFFIXES = {".png", ".jpg", ".jpeg"}


def pictures(folder: Path) -> list[Path]:
    found = []
    for path in folder.iterdir():
        if path.suffix.lower() in SUFFIXES:
            found.append(path)
    return sorted(found)


def resize(path: Path, width: int) -> Image.Image:
    picture = Image.open(path)
    ratio = width / picture.width
    return picture.resize((width, round(picture.height * ratio)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--width", type=int, default=800)
    parser.add_argument("--out", type=Path, default=Path("out"))
    options = parser.parse_args()

    options.out.mkdir(exist_ok=True)
    for path in pictures(options.folder):
        smaller = resize(path, options.width)
        smaller.save(options.out / path.name)
        print(path.name)


if __name__ == "__main__":
    main()
