"""Rows, words and paint of the diff."""
