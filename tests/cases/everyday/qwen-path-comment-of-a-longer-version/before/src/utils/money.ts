export function format(amount, currency) {
  return amount.toFixed(2) + " " + currency;
}

export function sum(items) {
  let total = 0;
  for (const item of items) {
    total += item.price * item.quantity;
  }
  return total;
}

export function discount(total, percent) {
  return total - (total * percent) / 100;
}
