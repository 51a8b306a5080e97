const { Router } = require('express');
const db = require('../db');

const router = Router();

router.get('/', async (req, res) => {
  const rows = await db.query('SELECT * FROM todos');
  res.json(rows);
});

router.post('/', async (req, res) => {
  const row = await db.query(`INSERT INTO todos (title) VALUES ('${req.body.title}')`);
  res.json(row);
});

router.delete('/:id', async (req, res) => {
  await db.query('DELETE FROM todos WHERE id = ' + req.params.id);
  res.sendStatus(204);
});

module.exports = router;
