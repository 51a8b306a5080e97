import { a } from "./a";

export function one() {
  return a(1);
}

export function two() {
  const x = a(2);
  log(x);
  return x;
}

export function three() {
  return a(3);
}
