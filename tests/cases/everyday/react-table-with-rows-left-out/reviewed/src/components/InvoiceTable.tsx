import { useEffect, useMemo, useState } from "react";
import { fetchInvoices, type Invoice } from "../api/invoices";
import { Spinner } from "./Spinner";
import { formatMoney } from "../lib/money";

interface InvoiceTableProps {
  customerId: string;
  onSelect?: (invoice: Invoice) => void;
}

export function InvoiceTable({ customerId, onSelect }: InvoiceTableProps) {
  const [invoices, setInvoices] = useState<Invoice[]>([]);
  const [query, setQuery] = useState("");
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    let cancelled = false;
    setLoading(true);
    fetchInvoices(customerId)
      .then((rows) => {
        if (!cancelled) setInvoices(rows);
      })
      .catch((e: Error) => {
        if (!cancelled) setError(e.message);
      })
      .finally(() => {
        if (!cancelled) setLoading(false);
      });
    return () => {
      cancelled = true;
    };
  }, [customerId]);

  const visible = useMemo(() => {
    const q = query.trim().toLowerCase();
    if (!q) return invoices;
    return invoices.filter((inv) => inv.number.toLowerCase().includes(q));
  }, [invoices, query]);

  if (loading) return <Spinner label="Loading invoices" />;
  if (error) return <p className="error">{error}</p>;

  return (
    <section className="invoices">
      <h2>Invoices</h2>
      <input
        type="search"
        placeholder="Search by number…"
        value={query}
        onChange={(e) => setQuery(e.target.value)}
      />
      <table>
        <thead>
          <tr>
            <th>Number</th>
            <th>Date</th>
            <th>Total</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((inv) => (
            <tr key={inv.id} onClick={() => onSelect?.(inv)}>
              <td>{inv.number}</td>
              <td>{inv.issuedAt}</td>
              <td>{formatMoney(inv.total, inv.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
