from django.contrib import admin

from .models import Customer, Order


@admin.register(Customer)
class CustomerAdmin(admin.ModelAdmin):
    list_display = ["name", "email", "created"]
    search_fields = ["name", "email"]
    date_hierarchy = "created"


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ["id", "customer", "status", "total", "created", "sent_at"]
    readonly_fields = ["sent_at"]
    list_filter = ["status"]
    date_hierarchy = "created"
