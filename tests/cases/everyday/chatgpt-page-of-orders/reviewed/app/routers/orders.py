from fastapi import APIRouter, HTTPException, Query

from app.db import session
from app.models import Order
from app.schemas import OrderPage

router = APIRouter(prefix="/orders")


@router.get("/", response_model=OrderPage)
def list_orders(
    limit: int = Query(50, ge=1, le=200),
    offset: int = Query(0, ge=0),
):
    with session() as s:
        query = s.query(Order).order_by(Order.id)
        return {
            "items": query.offset(offset).limit(limit).all(),
            "total": query.count(),
            "limit": limit,
            "offset": offset,
        }


@router.get("/{order_id}")
def get_order(order_id: int):
    with session() as s:
        order = s.get(Order, order_id)
        if order is None:
            raise HTTPException(status_code=404)
        return order
