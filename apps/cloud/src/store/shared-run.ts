/**
 * Shares something that takes a while and serves everybody who asked before its beginning: who asks while one is under way gets the next one,
 * together with all others who ask meanwhile.
 */
export function createSharedRun(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    isRunning = true;
    next = undefined;
    const begun = run().finally(() => {
      isRunning = false;
    });
    current = begun;
    return begun;
  }

  return () => {
    if (!isRunning && !next) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
