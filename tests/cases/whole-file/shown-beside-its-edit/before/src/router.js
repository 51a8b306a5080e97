export function route(path) {
  return table[path];
}

export function back() {
  history.pop();
}
