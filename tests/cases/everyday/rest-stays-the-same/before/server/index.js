const express = require("express");
const fs = require("fs");

const app = express();
app.use(express.json());

const todos = [];

app.get("/todos", (req, res) => {
  res.json(todos);
});

app.post("/todos", (req, res) => {
  const todo = { id: todos.length, text: req.body.text, done: false };
  todos.push(todo);
  res.json(todo);
});

app.delete("/todos/:id", (req, res) => {
  todos.splice(req.params.id, 1);
  res.sendStatus(204);
});

app.listen(3000, () => {
  console.log("listening on 3000");
});
