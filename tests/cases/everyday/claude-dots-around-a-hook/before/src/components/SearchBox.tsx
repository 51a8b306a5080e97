import { useEffect, useRef, useState } from "react";
import { fetchSuggestions } from "../api/suggestions";
import "./SearchBox.css";

interface Props {
  placeholder?: string;
  onSelect: (value: string) => void;
}

export function SearchBox({ placeholder = "Search…", onSelect }: Props) {
  const [query, setQuery] = useState("");
  const [items, setItems] = useState<string[]>([]);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!query) {
      setItems([]);
      return;
    }
    fetchSuggestions(query).then(setItems);
  }, [query]);

  const choose = (value: string) => {
    setQuery(value);
    setOpen(false);
    onSelect(value);
  };

  return (
    <div className="search-box">
      <input
        ref={input}
        value={query}
        placeholder={placeholder}
        onChange={(event) => {
          setQuery(event.target.value);
          setOpen(true);
        }}
      />
      {open && (
        <ul>
          {items.map((item) => (
            <li key={item} onClick={() => choose(item)}>
              {item}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
