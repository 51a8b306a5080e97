import type { Order } from './types';

export function formatMoney(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US');
}

export function orderTotal(order: Order): number {
  let total = 0;
  for (const line of order.lines) {
    total += line.quantity * line.unitPrice;
  }
  return total;
}
