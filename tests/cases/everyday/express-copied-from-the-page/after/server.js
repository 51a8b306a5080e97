const express = require('express');
const bodyParser = require('body-parser');
const store = require('./store');

const app = express();
app.use(bodyParser.json());

app.get('/notes', async (req, res) => {
  const notes = await store.all();
  res.json(notes);
});

app.get('/notes/:id', async (req, res) => {
  const note = await store.get(req.params.id);
  res.json(note);
});

app.put('/notes/:id', async (req, res) => {
  const note = await store.get(req.params.id);
  note.text = req.body.text;
  res.json(note);
});

app.post('/notes', async (req, res) => {
  const note = await store.add(req.body);
  res.status(201).json(note);
});

app.listen(3000);
