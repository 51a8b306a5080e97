from users import fetch_user

print(fetch_user('a'), fetch_user('b'))
