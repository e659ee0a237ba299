/** Runs tasks that share a key one after the other, in the order they came; tasks of other keys do not wait for them. */
export type KeyLocks = <R>(key: string, task: () => Promise<R>) => Promise<R>;

/** Returns locks of which none is taken. A task must not wait for another task of its own key. */
export function createKeyLocks(): KeyLocks {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const done = (last.get(key) ?? Promise.resolve()).then(task);
    const over = done.catch(() => undefined).then(() => void (last.get(key) === over && last.delete(key)));
    last.set(key, over);
    return done;
  };
}
