from fastapi import APIRouter, HTTPException

from app.db import session
from app.models import User

router = APIRouter(prefix="/users")


@router.get("/{user_id}")
def get_user(user_id: int):
    user = session.get(User, user_id)
    return user


@router.post("/")
def create_user(name: str, email: str):
    user = User(name=name, email=email)
    session.add(user)
    session.commit()
    return user
