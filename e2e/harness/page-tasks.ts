import type { Page } from 'playwright-core';

/** What is read here of Chromium's trace events. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Watches the tasks of pages; gives what ends the watch and tells the longest, in ms of processor time of its thread. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
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
