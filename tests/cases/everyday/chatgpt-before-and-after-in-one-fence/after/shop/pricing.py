from decimal import Decimal

from shop.models import Cart, Coupon

TAX = Decimal("0.20")
FREE_SHIPPING_FROM = Decimal("50")


def subtotal(cart: Cart) -> Decimal:
    return sum((line.price * line.quantity for line in cart.lines), Decimal(0))


def discount(cart: Cart, coupon: Coupon | None) -> Decimal:
    if coupon is None:
        return Decimal(0)
    if coupon.percent:
        return subtotal(cart) * coupon.percent / 100
    return coupon.amount


def shipping(cart: Cart) -> Decimal:
    if subtotal(cart) >= FREE_SHIPPING_FROM:
        return Decimal(0)
    return Decimal("4.90")


def total(cart: Cart, coupon: Coupon | None = None) -> Decimal:
    net = subtotal(cart) - discount(cart, coupon)
    return (net + shipping(cart)) * (1 + TAX)
