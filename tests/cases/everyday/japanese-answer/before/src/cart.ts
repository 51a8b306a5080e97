export interface Item {
  sku: string;
  price: number;
  quantity: number;
}

export class Cart {
  private items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  remove(sku: string): void {
    this.items = this.items.filter((item) => item.sku !== sku);
  }

  total(): number {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }

  get size(): number {
    return this.items.length;
  }
}

export function formatPrice(price: number): string {
  return `€${price.toFixed(2)}`;
}
