import { useEffect, useState } from "react";
import { SearchResult, search } from "../api/search";
import { useDebounce } from "../hooks/useDebounce";
import { ResultList } from "./ResultList";

interface SearchBoxProps {
  placeholder?: string;
}

export function SearchBox({ placeholder = "Search…" }: SearchBoxProps) {
  const [query, setQuery] = useState("");
  const [results, setResults] = useState<SearchResult[]>([]);
  const [error, setError] = useState<string | null>(null);
  const debouncedQuery = useDebounce(query);

  useEffect(() => {
    let cancelled = false;
    search(debouncedQuery)
      .then((found) => {
        if (!cancelled) {
          setResults(found);
          setError(null);
        }
      })
      .catch(() => {
        if (!cancelled) setError("Search failed");
      });
    return () => {
      cancelled = true;
    };
  }, [debouncedQuery]);

  return (
    <div className="search-box">
      <input
        value={query}
        placeholder={placeholder}
        onChange={(e) => setQuery(e.target.value)}
      />
      {error && <p className="error">{error}</p>}
      <ResultList results={results} />
    </div>
  );
}
