import type { Customer, Order, OrderStatus } from '../lib/types';

const BASE_URL = import.meta.env.VITE_API_URL ?? '/api';

export interface Page<T> {
  items: T[];
  total: number;
}

export interface OrderQuery {
  status?: OrderStatus;
  search?: string;
  page?: number;
}

function toQueryString(query: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') {
      params.set(key, String(value));
    }
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

export async function fetchOrders(query: OrderQuery = {}): Promise<Page<Order>> {
  const res = await fetch(`${BASE_URL}/orders${toQueryString({ ...query })}`);
  if (!res.ok) {
    throw new Error(`Request failed: ${res.status}`);
  }
  return res.json();
}

export async function fetchOrder(id: string): Promise<Order> {
  const res = await fetch(`${BASE_URL}/orders/${id}`);
  if (!res.ok) {
    throw new Error(`Request failed: ${res.status}`);
  }
  return res.json();
}

export async function fetchCustomer(id: string): Promise<Customer> {
  const res = await fetch(`${BASE_URL}/customers/${id}`);
  if (!res.ok) {
    throw new Error(`Request failed: ${res.status}`);
  }
  return res.json();
}

export async function updateOrderStatus(id: string, status: OrderStatus): Promise<Order> {
  const res = await fetch(`${BASE_URL}/orders/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  if (!res.ok) {
    throw new Error(`Request failed: ${res.status}`);
  }
  return res.json();
}

export async function deleteOrder(id: string): Promise<void> {
  const res = await fetch(`${BASE_URL}/orders/${id}`, { method: 'DELETE' });
  if (!res.ok) {
    throw new Error(`Request failed: ${res.status}`);
  }
}
