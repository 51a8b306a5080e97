def fetch_user(name):
    return load_user_row(name)
