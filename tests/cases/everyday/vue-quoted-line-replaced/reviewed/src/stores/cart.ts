import { defineStore } from "pinia";

export interface CartItem {
  id: number;
  name: string;
  price: number;
  qty: number;
}

export const useCartStore = defineStore("cart", {
  state: () => ({
    items: [] as CartItem[],
    discount: 0,
  }),
  actions: {
    add(item: CartItem) {
      this.items.push(item);
    },
    remove(id: number) {
      this.items = this.items.filter((i) => i.id !== id);
    },
    clear() {
      this.items = [];
      this.discount = 0;
    },
    applyCoupon(code: string) {
      this.discount = code === "TEN" ? 0.1 : 0;
    },
  },
});
