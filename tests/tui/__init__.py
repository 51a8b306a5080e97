"""The interface, driven by a pilot without a terminal, and its parts on their own."""
