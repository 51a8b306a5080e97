const express = require("express");
const app = express();

app.get("/todos", (req, res) => {
  db.query("SELECT * FROM todos WHERE user = '" + req.query.user + "'", (err, rows) => {
    res.json(rows);
  });
});

app.post("/todos", async (req, res) => {
  const todo = await createTodo(req.body);
  res.json(todo);
});

app.listen(3000);
