const express = require("express");
const cors = require("cors");

const app = express();
const port = 3000;

app.use(cors());
app.use(express.json());

app.get("/api/time", (req, res) => {
  res.json({ now: new Date() });
});

app.get("/api/user/:id", async (req, res) => {
  const user = await users.find(req.params.id);
  res.json(user);
});

app.listen(port, () => {
  console.log(`Listening on ${port}`);
});
