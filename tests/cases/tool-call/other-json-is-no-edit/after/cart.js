export function total(items) {
  let all = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum;
}
