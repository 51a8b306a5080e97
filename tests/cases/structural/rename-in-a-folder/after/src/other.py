load_users()
