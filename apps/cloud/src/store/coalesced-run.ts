/**
 * Shares runs of a slow function: a run serves all calls from before its start; a call during a run gets the next one,
 * together with all others that come meanwhile.
 */
export function createCoalescedRun(run: () => Promise<void>): () => Promise<void> {
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
