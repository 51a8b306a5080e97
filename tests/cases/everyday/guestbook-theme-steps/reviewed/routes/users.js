const express = require('express');

const router = express.Router();

let nextId = 1;
const users = [];

function isBlank(value) {
  return typeof value !== 'string' || value.trim() === '';
}

function findById(list, id) {
  return list.find((item) => item.id === Number(id));
}

router.get('/', (req, res) => {
  res.json(users);
});

router.get('/:id', (req, res) => {
  const user = findById(users, req.params.id);
  if (!user) {
    return res.status(404).json({ error: 'not found' });
  }
  res.json(user);
});

router.post('/', (req, res) => {
  const { name, email } = req.body;
  if (isBlank(name) || isBlank(email)) {
    return res.status(400).json({ error: 'name and email are required' });
  }
  const user = { id: nextId++, name, email };
  users.push(user);
  res.status(201).json(user);
});

router.delete('/:id', (req, res) => {
  const user = findById(users, req.params.id);
  if (!user) {
    return res.status(404).json({ error: 'not found' });
  }
  users.splice(users.indexOf(user), 1);
  res.status(204).end();
});

module.exports = router;
