"""The actions of the keys: plain objects that know the session and the view, and no Textual."""
