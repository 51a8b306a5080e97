const UNITS = ['B', 'kB', 'MB'];

export function formatSize(bytes) {
  const unit = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${bytes / 1000 ** unit} ${UNITS[unit]}`;
}
