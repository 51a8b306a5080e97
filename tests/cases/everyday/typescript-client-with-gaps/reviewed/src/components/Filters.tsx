import type { OrderStatus } from '../lib/types';

interface FiltersProps {
  status: OrderStatus | '';
  search: string;
  onStatusChange: (status: OrderStatus | '') => void;
  onSearchChange: (search: string) => void;
}

const STATUSES: OrderStatus[] = ['open', 'paid', 'shipped', 'cancelled'];

export function Filters({ status, search, onStatusChange, onSearchChange }: FiltersProps) {
  return (
    <div className="filters">
      <label>
        Status
        <select
          value={status}
          onChange={(e) => onStatusChange(e.target.value as OrderStatus | '')}
        >
          <option value="">All</option>
          {STATUSES.map((s) => (
            <option key={s} value={s}>
              {s}
            </option>
          ))}
        </select>
      </label>
      <label>
        Search
        <input
          type="text"
          value={search}
          onChange={(e) => onSearchChange(e.target.value)}
        />
      </label>
    </div>
  );
}
