class User:
    def __init__(self, name, email, is_active=True):
        self.name = name
        self.email = email
        self.is_active = is_active

    def __repr__(self):
        return f"User({self.name!r}, {self.email!r})"
