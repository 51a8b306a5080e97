import { useEffect, useState } from "react";
import { fetchOrders, type Order } from "../api/orders";
import { Spinner } from "./Spinner";
import { formatMoney } from "../lib/money";

interface OrderTableProps {
  customerId: string;
}

export function OrderTable({ customerId }: OrderTableProps) {
  const [orders, setOrders] = useState<Order[]>([]);
  const [loading, setLoading] = useState(true);

  useEffect(() => {
    setLoading(true);
    fetchOrders(customerId)
      .then(setOrders)
      .finally(() => setLoading(false));
  }, [customerId]);

  if (loading) return <Spinner label="Loading orders" />;

  return (
    <section className="orders">
      <h2>Orders</h2>
      <table>
        <tbody>
          {orders.map((o) => (
            <tr key={o.id}>
              <td>{o.number}</td>
              <td>{formatMoney(o.total, o.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
