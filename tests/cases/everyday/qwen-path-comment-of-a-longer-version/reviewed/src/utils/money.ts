export interface LineItem {
  price: number;
  quantity: number;
}

export function format(amount: number, currency: string): string {
  return amount.toFixed(2) + " " + currency;
}

export function sum(items: LineItem[]): number {
  return items.reduce((total, item) => total + item.price * item.quantity, 0);
}

// discount() unchanged, just add the types:
export function discount(total: number, percent: number): number {
  return total - (total * percent) / 100;
}
