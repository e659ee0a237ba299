import { systemTime } from '@tactus/time';

/** Memory stands still when it changed by less than this in so many looks. */
const STILL_BYTES = 1024 * 1024;
const LOOKS_STILL = 4;
const LOOKS_MAX = 12;
const LOOK_EVERY_MS = 2_000;

/** What a measured process says of itself: processor time in µs and memory in bytes, after a collection of garbage. */
export interface Usage {
  readonly cpuUs: number;
  readonly memoryBytes: number;
}

/** What a process that is part of a measurement can be told to do; each order is answered when it is done. */
export type Orders = Readonly<Record<string, (value: number) => unknown>>;

/** An order on its way to a process, and its answer on its way back. */
interface Order {
  readonly id: number;
  readonly name: string;
  readonly value: number;
}
interface Done {
  readonly id: number;
  readonly result?: unknown;
  readonly problem?: string;
}

/**
 * Carries out the orders of the process that started this one, and ends with it. `usage` is understood by every process
 * of a measurement.
 */
export function obey(orders: Orders): void {
  const known: Orders = { ...orders, usage: readUsage };
  process.on('message', (message) => {
    const { id, name, value } = message as Order; // `ask` in measured-process.ts sends nothing else
    const carryOut = async () => known[name]?.(value);
    carryOut().then(
      (result) => answer({ id, result }),
      (error: unknown) => answer({ id, problem: error instanceof Error ? (error.stack ?? error.message) : 'failed' }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}

function answer(done: Done): void {
  process.send?.(done);
}

/** Collects garbage and waits until the pages that it freed are given back, which the engine does in its own time. */
async function settle(): Promise<void> {
  let stillFor = 0;
  let lastBytes = 0;
  for (let looks = 0; looks < LOOKS_MAX && stillFor < LOOKS_STILL; looks += 1) {
    globalThis.gc?.();
    await systemTime.sleep(LOOK_EVERY_MS);
    const bytes = process.memoryUsage.rss();
    stillFor = Math.abs(bytes - lastBytes) < STILL_BYTES ? stillFor + 1 : 0;
    lastBytes = bytes;
  }
}

/** 1 as the value collects garbage first, which takes seconds. */
async function readUsage(collect: number): Promise<Usage> {
  if (collect === 1) await settle();
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
}

export type { Done, Order };
