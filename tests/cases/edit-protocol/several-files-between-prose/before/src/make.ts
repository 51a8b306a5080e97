export function make(name: string): User {
  return { name };
}
