// src/router.js
export function route(path) {
  return table[path];
}
