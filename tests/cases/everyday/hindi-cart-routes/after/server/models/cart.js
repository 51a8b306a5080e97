const mongoose = require("mongoose");

const itemSchema = new mongoose.Schema({
  productId: { type: String, required: true },
  price: { type: Number, required: true },
  qty: { type: Number, default: 1 },
});

const cartSchema = new mongoose.Schema({
  userId: { type: String, required: true },
  items: [itemSchema],
});

module.exports = mongoose.model("Cart", cartSchema);
