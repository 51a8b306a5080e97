import { defineStore } from 'pinia'

export const useStore = defineStore('main', {
  state: () => ({
    user: null,
    theme: 'light',
  }),
  actions: {
    logout() {
      this.user = null
    },
  },
})
