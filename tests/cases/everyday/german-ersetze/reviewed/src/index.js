const express = require('express');
const todos = require('./routes/todos');

const app = express();

app.use(express.json());
app.use('/todos', todos);

app.get('/health', (req, res) => {
  res.send('ok');
});

app.listen(3000, () => {
  console.log('listening on 3000');
});
