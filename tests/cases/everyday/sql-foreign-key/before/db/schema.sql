CREATE TABLE orders (
  id SERIAL PRIMARY KEY,
  email TEXT,
  created_at TIMESTAMP
);

CREATE TABLE items (
  id SERIAL PRIMARY KEY,
  order_id INTEGER,
  price NUMERIC(8, 2),
  quantity INTEGER
);
