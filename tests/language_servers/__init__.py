"""Tests of the language servers."""
