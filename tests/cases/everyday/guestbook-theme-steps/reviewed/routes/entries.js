const express = require('express');

const router = express.Router();

let nextId = 1;
const entries = [];

function isBlank(value) {
  return typeof value !== 'string' || value.trim() === '';
}

function findById(list, id) {
  return list.find((item) => item.id === Number(id));
}

router.get('/', (req, res) => {
  res.json(entries);
});

router.get('/:id', (req, res) => {
  const entry = findById(entries, req.params.id);
  if (!entry) {
    return res.status(404).json({ error: 'not found' });
  }
  res.json(entry);
});

router.post('/', (req, res) => {
  const { author, text } = req.body;
  if (isBlank(author) || isBlank(text)) {
    return res.status(400).json({ error: 'author and text are required' });
  }
  const entry = { id: nextId++, author, text, createdAt: new Date().toISOString() };
  entries.push(entry);
  res.status(201).json(entry);
});

router.put('/:id', (req, res) => {
  const entry = findById(entries, req.params.id);
  if (!entry) {
    return res.status(404).json({ error: 'not found' });
  }
  const { text } = req.body;
  if (isBlank(text)) {
    return res.status(400).json({ error: 'text is required' });
  }
  entry.text = text;
  res.json(entry);
});

router.delete('/:id', (req, res) => {
  const entry = findById(entries, req.params.id);
  if (!entry) {
    return res.status(404).json({ error: 'not found' });
  }
  entries.splice(entries.indexOf(entry), 1);
  res.status(204).end();
});

module.exports = router;
