SELECT u.email, SUM(o.total)
FROM users u, orders o
WHERE u.id = o.user_id
GROUP BY u.email
ORDER BY 2 DESC;
