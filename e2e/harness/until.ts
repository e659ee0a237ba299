const STEP_MS = 25;

/** Longer than any wait here, also on a busy machine; speed is measured separately. */
export const WAIT_MS = 60_000;

/** Waits until a condition holds, checked every `stepMs`; fails with the given sentence when it does not in time. */
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

/** Whether an awaited event happens before the wait ends. */
export const happens = (wait: Promise<unknown>): Promise<boolean> =>
  wait.then(
    () => true,
    () => false,
  );
