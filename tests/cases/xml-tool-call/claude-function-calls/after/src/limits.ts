export function isOk(count: number, limit: number, strict: boolean) {
  if (count < limit && !strict) {
    return true;
  }
  return false;
}
