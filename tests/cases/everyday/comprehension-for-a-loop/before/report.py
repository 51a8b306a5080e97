users = load_users()

names = []
for user in users:
    if user.active:
        names.append(user.name)

print("\n".join(names))
