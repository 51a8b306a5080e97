"""The side-by-side view: rows, words and paint."""
