const router = require("express").Router();
const db = require("../db");

router.get("/items", async (req, res) => {
  const items = await db.all("SELECT * FROM items");
  res.json(items);
});

const { loginLimiter } = require("../middleware/rateLimit");

router.post("/login", loginLimiter, async (req, res) => {
  const user = await db.get("SELECT * FROM users WHERE name = ?", req.body.name);
  if (!user) {
    return res.status(401).json({ error: "unknown user" });
  }
  res.json({ token: user.token });
});

module.exports = router;
