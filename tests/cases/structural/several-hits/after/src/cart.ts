export function total(items: Item[]): number {
  logger.debug("total", items.length);
  let sum = 0;
  for (const item of items) {
    logger.debug(
      item.name, // for the record
      item.price,
    );
    sum += item.price;
  }
  // console.log("done")
  return sum;
}
