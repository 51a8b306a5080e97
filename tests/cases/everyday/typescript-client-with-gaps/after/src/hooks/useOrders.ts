import { useCallback, useEffect, useState } from 'react';
import { fetchOrders, type OrderQuery } from '../api/client';
import type { Order } from '../lib/types';

export function useOrders(query: OrderQuery) {
  const [orders, setOrders] = useState<Order[]>([]);
  const [total, setTotal] = useState(0);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const reload = useCallback(async () => {
    setLoading(true);
    setError(null);
    try {
      const page = await fetchOrders(query);
      setOrders(page.items);
      setTotal(page.total);
    } catch (err) {
      setError(err instanceof Error ? err.message : 'Unknown error');
    } finally {
      setLoading(false);
    }
  }, [query]);

  useEffect(() => {
    reload();
  }, [reload]);

  return { orders, total, loading, error, reload };
}
