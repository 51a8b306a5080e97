from rest_framework import serializers

from .models import Customer, Order


class CustomerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Customer
        fields = ["id", "name", "email", "created"]
        read_only_fields = ["created"]


class OrderSerializer(serializers.ModelSerializer):
    class Meta:
        model = Order
        fields = ["id", "customer", "status", "total", "created"]
        read_only_fields = ["created"]


class OrderSummarySerializer(serializers.ModelSerializer):
    class Meta:
        model = Order
        fields = ["id", "customer", "status", "total", "created"]
        read_only_fields = ["created"]
