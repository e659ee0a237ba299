const STEP_MS = 25;

/** Longer than anything takes here, also where others have most of the processor; how quick something is, is measured apart. */
export const WAIT_MS = 60_000;

/** Waits until a condition holds, looked at every `stepMs`; fails with the sentence given when it does not in time. */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  timeoutMs = WAIT_MS,
  stepMs = STEP_MS,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  throw new Error(`Still not so after ${timeoutMs} ms: ${what}`);
}

/** Whether what is waited for comes about before the wait ends. */
export const happens = (wait: Promise<unknown>): Promise<boolean> =>
  wait.then(
    () => true,
    () => false,
  );
