"""Calls of tools that edit files, in JSON, in XML-like text and as Python."""
