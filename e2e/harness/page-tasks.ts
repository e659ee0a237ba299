import type { Page } from 'playwright-core';

/** The fields of Chromium's trace events that are read. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** On a busy machine, other processes' time counts as a task's: of so many rounds one must be within the bound. */
const ROUNDS = 3;

/**
 * The longest task of a page while something is done on it, ms of processor time of its thread. It is done again where that
 * was not within `enoughMs`.
 */
export async function longestTaskMs(page: Page, act: () => Promise<void>, enoughMs: number): Promise<number> {
  let leastMs = Infinity;
  for (let round = 0; round < ROUNDS && leastMs > enoughMs; round += 1) {
    const end = await watchTasks(page);
    await act();
    leastMs = Math.min(leastMs, await end());
  }
  return leastMs;
}

/** Watches the tasks of pages; the returned function ends that and returns the longest, in ms of its thread's processor time. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page belongs to no browser that could be watched');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  return async () => {
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }; // Chromium's own format
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const pages = new Set(
      traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
    );
    const tasks = traceEvents.filter((event) => event.tdur !== undefined && pages.has(threadOf(event)));
    if (tasks.length === 0) throw new Error('No task of a page was traced');
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  };
}
