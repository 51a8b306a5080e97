export function humanSize(bytes) {
  return `${bytes} B`;
}
