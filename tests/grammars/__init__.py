"""Parsing with grammars, in a process of its own."""
