"""Users, read from the database."""


@cached
def fetch_user(
    connection,
    name: str,  # as typed
):
    return connection.one("select * from users where name = ?", name)


def load_users(connection):
    return connection.all("select * from users")
