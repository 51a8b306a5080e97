export const a = 0;
