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

export class ApiError extends Error {
  constructor(
    public readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
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

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const res = await fetch(`${BASE_URL}${path}`, init);
  if (!res.ok) {
    throw new ApiError(res.status, `Request failed: ${res.status}`);
  }
  return res.json();
}

export async function fetchOrders(query: OrderQuery = {}): Promise<Page<Order>> {
  return request(`/orders${toQueryString({ ...query })}`);
}

export async function fetchOrder(id: string): Promise<Order> {
  return request(`/orders/${id}`);
}

export async function fetchCustomer(id: string): Promise<Customer> {
  return request(`/customers/${id}`);
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
