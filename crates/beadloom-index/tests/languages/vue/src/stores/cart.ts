import { defineStore } from "pinia";

export interface Line {
  id: string;
  price: number;
}

export const useCart = defineStore("cart", {
  state: () => ({ lines: [] as Line[] }),
  actions: {
    async load() {
      this.lines = await fetchLines();
    },
    reset() {
      this.lines = [];
    },
  },
  getters: {
    total: (state) => state.lines.length,
  },
});

async function fetchLines(): Promise<Line[]> {
  return [];
}
