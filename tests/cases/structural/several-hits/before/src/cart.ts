export function total(items: Item[]): number {
  console.log("total", items.length);
  let sum = 0;
  for (const item of items) {
    console.log(
      item.name, // for the record
      item.price,
    );
    sum += item.price;
  }
  // console.log("done")
  return sum;
}
