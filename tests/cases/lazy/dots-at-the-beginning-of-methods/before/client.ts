export class Client {
  async user(id: string) {
    const res = await fetch(`/users/${id}`);
    if (!res.ok) {
      throw new Error(await res.text());
    }
    return res.json();
  }

  async invoice(id: string) {
    const res = await fetch(`/invoices/${id}`);
    if (!res.ok) {
      throw new Error(await res.text());
    }
    return res.json();
  }
}
