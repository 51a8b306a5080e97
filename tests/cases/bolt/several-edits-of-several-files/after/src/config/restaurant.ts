export const restaurant = {
  name: "Dragon Palace",
  city: "Seattle",
};
