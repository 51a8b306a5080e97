from fastapi import APIRouter, HTTPException

from app.db import session
from app.models import Order

router = APIRouter(prefix="/orders")


@router.get("/")
def list_orders():
    with session() as s:
        return s.query(Order).all()


@router.get("/{order_id}")
def get_order(order_id: int):
    with session() as s:
        order = s.get(Order, order_id)
        if order is None:
            raise HTTPException(status_code=404)
        return order
