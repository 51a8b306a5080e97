export function route(path) {
  return table[path] ?? notFound;
}
