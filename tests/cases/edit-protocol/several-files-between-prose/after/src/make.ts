export function make(name: string): User {
  return { id: nextId(), name };
}
