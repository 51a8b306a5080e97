const cache = new Map<string, Intl.NumberFormat>();

function formatter(currency: string): Intl.NumberFormat {
  let f = cache.get(currency);
  if (!f) {
    f = new Intl.NumberFormat("en-GB", { style: "currency", currency });
    cache.set(currency, f);
  }
  return f;
}

export function formatMoney(cents: number, currency: string): string {
  return formatter(currency).format(cents / 100);
}
