export function route(path) {
  return table[path] ?? notFound;
}

export function back() {
  history.pop();
}
