import { systemTime } from '@tactus/time';

/** Memory is stable when it changed by less than this over several reads. */
const STILL_BYTES = 1024 * 1024;
const LOOKS_STILL = 4;
const LOOKS_MAX = 12;
const LOOK_EVERY_MS = 2_000;

/** The resources of a measured process: processor time in µs and memory in bytes, after a garbage collection. */
export interface Usage {
  readonly cpuUs: number;
  readonly memoryBytes: number;
}

/** The orders of a process in a measurement; each is answered when it is done. */
export type Orders = Readonly<Record<string, (value: number) => unknown>>;

/** An order to a process, and its answer. */
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

/** Executes the orders of the process that started this one, and ends with it. Every process of a measurement has `usage`. */
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

/** Collects garbage and waits until the engine has returned the freed pages, at its own pace. */
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

/** The value 1 collects garbage first, which takes seconds. */
async function readUsage(collect: number): Promise<Usage> {
  if (collect === 1) await settle();
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
}

export type { Done, Order };
