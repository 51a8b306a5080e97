export const newFunction = () => {};
