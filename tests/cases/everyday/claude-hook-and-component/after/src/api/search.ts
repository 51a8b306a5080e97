export interface SearchResult {
  id: string;
  title: string;
}

export async function search(query: string): Promise<SearchResult[]> {
  const response = await fetch(`/api/search?q=${encodeURIComponent(query)}`);
  return response.json();
}
