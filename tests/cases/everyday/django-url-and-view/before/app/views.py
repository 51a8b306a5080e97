from django.shortcuts import render


def index(request):
    return render(request, "index.html")


def cart(request):
    items = request.session.get("cart", [])
    return render(request, "cart.html", {"items": items})
