const mongoose = require("mongoose");

const itemSchema = new mongoose.Schema({
  productId: { type: String, required: true },
  price: { type: Number, required: true },
  qty: { type: Number, default: 1, min: 1 },
});

const cartSchema = new mongoose.Schema({
  userId: { type: String, required: true },
  items: [itemSchema],
});

// कार्ट की कुल कीमत
cartSchema.methods.total = function () {
  return this.items.reduce((sum, i) => sum + i.price * i.qty, 0);
};

module.exports = mongoose.model("Cart", cartSchema);
