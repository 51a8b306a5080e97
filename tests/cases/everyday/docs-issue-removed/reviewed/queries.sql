SELECT name, SUM(amount)
FROM orders
JOIN customers ON customers.id = orders.customer_id
GROUP BY name;
