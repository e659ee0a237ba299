/** How long is waited before another look, ms: a look costs the machine that everything waits for. */
const FIRST_MS = 20;
const LONGEST_MS = 120;
const GROWS = 1.25;

/** Waits until a condition holds; fails with the sentence given when it does not in time. */
export async function until(what: string, condition: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let waitMs = FIRST_MS; performance.now() < end; waitMs = Math.min(LONGEST_MS, waitMs * GROWS)) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  throw new Error(`Still not so after ${timeoutMs} ms: ${what}`);
}
