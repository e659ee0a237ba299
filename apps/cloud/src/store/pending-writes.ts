/** How many writes are under way for each key: what they add counts against a limit before it is stored. */
export interface PendingWrites<K> {
  count(key: K): number;
  /** Counts a write until it is settled; settles as the write does. */
  during<R>(key: K, write: Promise<R>): Promise<R>;
}

/** Returns counts of writes, none at first. */
export function createPendingWrites<K>(): PendingWrites<K> {
  const counts = new Map<K, number>();

  function change(key: K, by: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  }

  return {
    count: (key) => counts.get(key) ?? 0,
    during(key, write) {
      change(key, 1);
      return write.finally(() => change(key, -1));
    },
  };
}
