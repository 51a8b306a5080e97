"""Widgets of the review, drawn line by line."""
