users = load_users()

names = [user.name for user in users if user.active]

print("\n".join(names))
