import { useMemo, useState } from 'react';
import { deleteOrder, updateOrderStatus } from '../api/client';
import { useOrders } from '../hooks/useOrders';
import { formatDate, formatMoney, orderTotal } from '../lib/format';
import type { Order, OrderStatus } from '../lib/types';
import { Filters } from './Filters';

export function OrderTable() {
  const [status, setStatus] = useState<OrderStatus | ''>('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);

  const query = useMemo(
    () => ({ status: status || undefined, search, page }),
    [status, search, page],
  );
  const { orders, total, loading, error, reload } = useOrders(query);

  async function handleShip(order: Order) {
    await updateOrderStatus(order.id, 'shipped');
    await reload();
  }

  async function handleCancel(order: Order) {
    await updateOrderStatus(order.id, 'cancelled');
    await reload();
  }

  async function handleDelete(order: Order) {
    await deleteOrder(order.id);
    await reload();
  }

  return (
    <section className="orders">
      <h2>Orders</h2>
      <Filters
        status={status}
        search={search}
        onStatusChange={setStatus}
        onSearchChange={setSearch}
      />
      {loading && <p className="loading">Loading…</p>}
      {error && <p className="error">{error}</p>}
      <table>
        <thead>
          <tr>
            <th>Order</th>
            <th>Customer</th>
            <th>Date</th>
            <th>Total</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>{order.id}</td>
              <td>{order.customer.name}</td>
              <td>{formatDate(order.createdAt)}</td>
              <td>{formatMoney(orderTotal(order))}</td>
              <td>{order.status}</td>
              <td>
                <button onClick={() => handleShip(order)}>Ship</button>
                <button onClick={() => handleCancel(order)}>Cancel</button>
                <button onClick={() => handleDelete(order)}>Delete</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </button>
        <span>
          Page {page} ({total} orders)
        </span>
        <button onClick={() => setPage(page + 1)}>Next</button>
      </footer>
    </section>
  );
}
