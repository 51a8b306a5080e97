import { defineStore } from 'pinia';

export const useTasks = defineStore('tasks', {
  state: () => ({
    items: [],
    loading: false,
  }),

  getters: {
    open: (state) => state.items.filter((t) => t.status === 'open'),
    done: (state) => state.items.filter((t) => t.status === 'done'),
  },

  actions: {
    async load() {
      this.loading = true;
      const res = await fetch('/api/tasks');
      this.items = await res.json();
      this.loading = false;
    },

    async create(title) {
      const res = await fetch('/api/tasks', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title }),
      });
      this.items.push(await res.json());
    },

    async remove(id) {
      await fetch(`/api/tasks/${id}`, { method: 'DELETE' });
      this.items = this.items.filter((t) => t.id !== id);
    },
  },
});
