"""What the keys do: plain objects that know the session and the view, and no Textual."""
