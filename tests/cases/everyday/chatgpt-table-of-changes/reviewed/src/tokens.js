export const tokens = {
  space: [0, 4, 8, 16, 32],
  radius: 8,
  font: "system-ui",
  breakpoints: {
    small: 480,
    medium: 768,
    large: 1024,
  },
};

export function space(n) {
  return `${tokens.space[n]}px`;
}
