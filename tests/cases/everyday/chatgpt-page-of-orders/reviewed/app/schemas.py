from pydantic import BaseModel


class OrderOut(BaseModel):
    id: int
    customer: str
    total: float


class OrderPage(BaseModel):
    items: list[OrderOut]
    total: int
    limit: int
    offset: int
