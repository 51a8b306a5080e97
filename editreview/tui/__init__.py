"""The review in the terminal, on Textual."""
