export type OrderStatus = 'open' | 'paid' | 'shipped' | 'cancelled';

export interface Customer {
  id: string;
  name: string;
  email: string;
}

export interface OrderLine {
  sku: string;
  title: string;
  quantity: number;
  unitPrice: number;
}

export interface Order {
  id: string;
  customer: Customer;
  status: OrderStatus;
  createdAt: string;
  lines: OrderLine[];
}
