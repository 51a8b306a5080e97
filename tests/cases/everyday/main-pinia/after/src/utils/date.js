export function formatDate(date) {
  return date.getDate() + "." + (date.getMonth() + 1) + "." + date.getFullYear();
}

export function isPast(date) {
  return date < new Date();
}
