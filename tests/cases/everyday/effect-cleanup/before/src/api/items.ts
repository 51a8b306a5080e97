export interface Item {
  id: number;
  name: string;
}

const BASE_URL = "http://localhost:3000";

export async function fetchItems(): Promise<Item[]> {
  const response = await fetch(`${BASE_URL}/items`);
  return response.json();
}

export async function createItem(name: string): Promise<Item> {
  const response = await fetch(`${BASE_URL}/items`, {
    method: "POST",
    body: JSON.stringify({ name }),
  });
  return response.json();
}
