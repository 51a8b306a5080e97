from users import load_user

print(load_user('a'), load_user('b'))
