import type { Undo } from './time.ts';

/** Returns a set of listeners, none at first. The same listener added twice is called once. */
export function createListeners<A extends readonly unknown[]>() {
  const listeners = new Set<(...args: A) => void>();
  return {
    /** Adds a listener until undone. */
    on(listener: (...args: A) => void): Undo {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Calls the listeners in the order in which they were added; those that one of them adds or removes count at once. */
    emit(...args: A): void {
      for (const listener of listeners) listener(...args);
    },
    clear: () => listeners.clear(),
  };
}
