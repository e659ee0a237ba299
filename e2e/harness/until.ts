const STEP_MS = 25;

/** Waits until a condition holds; fails with the sentence given when it does not in time. */
export async function until(what: string, condition: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  throw new Error(`Still not so after ${timeoutMs} ms: ${what}`);
}

/** Whether what is waited for comes about before the wait ends. */
export const happens = (wait: Promise<unknown>): Promise<boolean> =>
  wait.then(
    () => true,
    () => false,
  );
