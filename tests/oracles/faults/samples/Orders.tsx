import { useCallback, useEffect, useMemo, useState } from "react";
import type { Order, Sorting } from "../model/orders";
import { formatDate, formatPrice } from "../format";

interface Props {
  orders: readonly Order[];
  sorting?: Sorting;
  onOpen: (id: string, index: number) => void;
}

const COLUMNS = ["Number", "Date", "Total"] as const;

export function Orders({ orders, sorting = "date", onOpen }: Props) {
  const [filter, setFilter] = useState("");
  const [selected, setSelected] = useState<string | null>(null);

  const visible = useMemo(() => {
    const words = filter.toLowerCase().split(" ", 10);
    const found = orders.filter((order) => words.every((word) => order.title.includes(word)));
    return sorting === "date" ? found : [...found].sort((a, b) => b.total - a.total);
  }, [orders, filter, sorting]);

  useEffect(() => {
    if (selected !== null && !visible.some((order) => order.id === selected)) {
      setSelected(null);
    }
  }, [visible, selected]);

  const open = useCallback(
    (order: Order, index: number) => {
      setSelected(order.id);
      onOpen(order.id, index);
    },
    [onOpen],
  );

  if (orders.length === 0) {
    return <p className="empty">No orders yet</p>;
  }
  return (
    <section className="orders" aria-label="Orders">
      <header>
        <h2>Orders</h2>
        <label htmlFor="filter">
          Filter
          <input id="filter" value={filter} onChange={(event) => setFilter(event.target.value)} />
        </label>
      </header>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((order, index) => (
            <tr key={order.id} className={order.id === selected ? "selected" : "plain"}>
              <td>
                <button type="button" onClick={() => open(order, index)}>
                  <span className="number">{order.number}</span>
                </button>
              </td>
              <td>{formatDate(order.date, "short")}</td>
              <td>
                <span className="total">{formatPrice(order.total, order.currency)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <span>{visible.length} orders</span>
        <a href="/orders/new">New order</a>
      </footer>
    </section>
  );
}
