import { defineStore } from "pinia";

export const useTodos = defineStore("todos", {
  state: () => ({
    items: [],
  }),
  actions: {
    add(title) {
      this.items.push({ id: this.items.length, title, done: false });
    },
    remove(id) {
      this.items = this.items.filter((item) => item.id !== id);
    },
  },
});
