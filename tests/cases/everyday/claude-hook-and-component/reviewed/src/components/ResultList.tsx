import { SearchResult } from "../api/search";

export function ResultList({ results }: { results: SearchResult[] }) {
  return (
    <ul>
      {results.map((r) => (
        <li key={r.id}>{r.title}</li>
      ))}
    </ul>
  );
}
