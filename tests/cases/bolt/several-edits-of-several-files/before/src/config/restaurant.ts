export const restaurant = {
  name: "Bamboo Bistro",
  city: "Portland",
};
