package com.example.shop.model;

public class Product {
    private Long id;
    private String name;
}
