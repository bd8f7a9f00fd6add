import type { Money } from "@billing/money";

export interface Store {
  load(id: string): Promise<Money | undefined>;
  save(id: string, money: Money): Promise<void>;
}

/** Keeps everything in memory. */
export const memory = {
  entries: new Map<string, Money>(),
  async load(id: string) {
    return this.find(id);
  },
  find(id: string) {
    return memory.entries.get(id);
  },
  save: async (id: string, money: Money) => {
    memory.entries.set(id, money);
  },
} satisfies Record<string, unknown>;

export function makeStore(name: string) {
  const cache = { clear() {}, size: 0 };
  return {
    load: (id: string) => read(id),
    open() {
      cache.clear();
      open();
    },
  };

  function read(id: string) {
    return memory.load(id);
  }
}

export function open(): void {}
