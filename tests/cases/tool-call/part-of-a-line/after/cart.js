export function total(items) {
  let amount = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum;
}
