export function formatCount(count: number): string {
  return new Intl.NumberFormat("en").format(count);
}
