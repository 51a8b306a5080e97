const express = require('express');
const todos = require('./routes/todos');

const app = express();

app.use(express.json());
app.use('/todos', todos);

app.get('/health', (req, res) => {
  res.send('ok');
});

const port = process.env.PORT || 3000;
app.listen(port, () => {
  console.log(`listening on ${port}`);
});
