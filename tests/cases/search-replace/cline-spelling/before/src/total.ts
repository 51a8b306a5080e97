import { Cart } from "./cart";

export function total(cart: Cart): number {
  let sum = 0;
  for (const item of cart.items) {
    sum += item.price;
  }
  return sum;
}

export function isEmpty(cart: Cart): boolean {
  return cart.items.length == 0;
}
