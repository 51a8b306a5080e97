import { useState } from "react";
import { SearchResult, search } from "../api/search";
import { ResultList } from "./ResultList";

interface SearchBoxProps {
  placeholder?: string;
}

export function SearchBox({ placeholder = "Search…" }: SearchBoxProps) {
  const [query, setQuery] = useState("");
  const [results, setResults] = useState<SearchResult[]>([]);
  const [error, setError] = useState<string | null>(null);

  async function handleChange(value: string) {
    setQuery(value);
    try {
      setResults(await search(value));
      setError(null);
    } catch (e) {
      setError("Search failed");
    }
  }

  return (
    <div className="search-box">
      <input
        value={query}
        placeholder={placeholder}
        onChange={(e) => handleChange(e.target.value)}
      />
      {error && <p className="error">{error}</p>}
      <ResultList results={results} />
    </div>
  );
}
