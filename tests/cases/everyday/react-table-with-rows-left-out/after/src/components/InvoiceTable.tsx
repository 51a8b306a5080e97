import { useEffect, useState } from "react";
import { fetchInvoices, type Invoice } from "../api/invoices";
import { Spinner } from "./Spinner";
import { formatMoney } from "../lib/money";

interface InvoiceTableProps {
  customerId: string;
  onSelect?: (invoice: Invoice) => void;
}

export function InvoiceTable({ customerId, onSelect }: InvoiceTableProps) {
  const [invoices, setInvoices] = useState<Invoice[]>([]);
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

  if (loading) return <Spinner label="Loading invoices" />;
  if (error) return <p className="error">{error}</p>;

  return (
    <section className="invoices">
      <h2>Invoices</h2>
      <table>
        <thead>
          <tr>
            <th>Number</th>
            <th>Date</th>
            <th>Total</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((inv) => (
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
