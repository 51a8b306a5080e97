const express = require("express");
const Cart = require("../models/cart");

const router = express.Router();

router.get("/:userId", async (req, res) => {
  const cart = await Cart.findOne({ userId: req.params.userId });
  if (!cart) {
    return res.status(404).json({ error: "cart not found" });
  }
  res.json(cart);
});

router.post("/:userId/items", async (req, res) => {
  const cart = await Cart.findOne({ userId: req.params.userId });
  if (!cart) {
    return res.status(404).json({ error: "cart not found" });
  }
  cart.items.push(req.body);
  await cart.save();
  res.json(cart);
});

router.delete("/:userId/items/:itemId", async (req, res) => {
  const cart = await Cart.findOne({ userId: req.params.userId });
  if (!cart) {
    return res.status(404).json({ error: "cart not found" });
  }
  cart.items.pull(req.params.itemId);
  await cart.save();
  res.json(cart);
});

module.exports = router;
