from store import db


def get_user(number):
    user = db.find("users", number)
    if user is None:
        raise LookupError(number)
    return user


def delete_user(number):
    user = db.find("users", number)
    if user is None:
        raise LookupError(number)
    db.delete("users", number)
    return user


class Admin:
    def delete_user(self, number):
        return delete_user(number)
