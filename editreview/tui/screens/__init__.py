"""Screens of the review."""
