from datetime import datetime

from .db import Base, Column, Integer, String


class User(Base):
    __tablename__ = "users"

    id = Column(Integer, primary_key=True)
    name = Column(String(80))
    email = Column(String(120))

    def __repr__(self):
        return f"<User {self.name}>"

    def greeting(self):
        return "Hello " + self.name


class Post(Base):
    __tablename__ = "posts"

    id = Column(Integer, primary_key=True)
    title = Column(String(200))
    body = Column(String)
    created = Column(Integer, default=datetime.utcnow)

    def summary(self):
        return self.body[:100]
