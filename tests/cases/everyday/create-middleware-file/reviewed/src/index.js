const express = require('express');
const todos = require('./routes/todos');
const logger = require('./middleware/logger');

const app = express();

app.use(express.json());
app.use(logger);
app.use('/todos', todos);

app.get('/health', (req, res) => {
  res.send('ok');
});

app.listen(3000, () => {
  console.log('listening on 3000');
});
