from django.contrib import admin

from shop.models import Order, Product


@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display = ["name", "price"]
    search_fields = ["name"]


@admin.register(Order)
class OrderAdmin(admin.ModelAdmin):
    list_display = ["number", "customer", "state", "total"]
    list_filter = ["state"]
    readonly_fields = ["number"]

    def has_delete_permission(self, request, obj=None):
        return False

    actions = ["mark_paid"]

    @admin.action(description="Mark as paid")
    def mark_paid(self, request, queryset):
        queryset.update(state="paid")
